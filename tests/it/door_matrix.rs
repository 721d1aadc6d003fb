//! Checks each cell of the access matrix over gRPC: what the doors of the services do with each
//! call of each role.

use std::collections::BTreeMap;

use access::{Act, Limits, Permission, Role, Tables};
use anyhow::{Context as _, Result, ensure};
use http::uri::PathAndQuery;
use prost_reflect::{DescriptorPool, DynamicMessage, ReflectMessage as _, Value};
use tests::{
    authority::Authority,
    client,
    cluster::{Cluster, Service},
    signer::Signer,
    until,
};
use tonic::{Code, client::Grpc};
use tonic_prost::ProstCodec;

use crate::doors::{TOURNAMENT, refusal, with};

/// Returns the service that answers the calls of one in the contract.
fn served_by(service: &str) -> Service {
    match service {
        "PairingService" | "SeasonService" => Service::Pairing,
        "BoardIngestService" | "AccessService" => Service::BoardIngest,
        "RulesValidationService" => Service::RulesValidation,
        "ClockService" => Service::Clock,
        _ => Service::Broadcast,
    }
}

/// Fills the fields of a request that name its object, of a device that calls.
fn fill(request: &mut DynamicMessage, device: &str) {
    let descriptor = request.descriptor();
    for field in descriptor.fields() {
        let kind = field.kind();
        if let Some(of) = kind.as_message() {
            let named: &[(&str, &str)] = match of.name() {
                "TournamentRef" => &[("venue", "main"), ("tournament", TOURNAMENT)],
                "GameRef" => &[("venue", "main"), ("tournament", TOURNAMENT), ("game", "r1-t1")],
                "InputHeader" => &[],
                _ => continue,
            };
            let mut inner = DynamicMessage::new(of.clone());
            for (name, value) in named {
                inner.set_field_by_name(name, Value::String((*value).to_owned()));
            }
            if of.name() == "InputHeader" {
                fill(&mut inner, device);
            }
            request.set_field(&field, Value::Message(inner));
            continue;
        }
        match field.name() {
            "device" => request.set_field(&field, Value::String(device.to_owned())),
            "reason" => request.set_field(&field, Value::String("because".to_owned())),
            "table" | "team" | "participant" if !field.is_list() => {
                request.set_field(&field, Value::U32(1));
            }
            _ => {}
        }
    }
}

/// Returns the request of an act, of a device that calls.
fn request(pool: &DescriptorPool, act: Act, device: &str) -> Result<DynamicMessage> {
    let service = pool.get_service_by_name(&format!("damcast.v1.{}", act.service()));
    let service = service.context("a service")?;
    let method = service.methods().find(|method| method.name() == act.call());
    let mut request = DynamicMessage::new(method.context("a method")?.input());
    fill(&mut request, device);
    let rulings =
        [(Act::RuleMoves, "retract"), (Act::RuleGame, "result"), (Act::RuleClock, "clock")];
    let Some((_act, ruling)) = rulings.into_iter().find(|(ruled, _ruling)| *ruled == act) else {
        return Ok(request);
    };
    let field = request.descriptor().get_field_by_name(ruling).context("a ruling")?;
    let of = field.kind().as_message().context("a message")?.clone();
    request.set_field(&field, Value::Message(DynamicMessage::new(of)));
    Ok(request)
}

/// Calls, and returns the refusal of the doors, if they refuse.
pub(crate) async fn call(
    channel: tonic::transport::Channel,
    act: Act,
    token: &str,
    signer: Option<&Signer>,
    request: DynamicMessage,
) -> Result<Option<(Code, String)>> {
    let path: PathAndQuery = format!("/damcast.v1.{}/{}", act.service(), act.call()).parse()?;
    let mut grpc = Grpc::new(channel);
    grpc.ready().await?;
    let codec = ProstCodec::<DynamicMessage, ()>::default();
    let mut request = with(token, request)?;
    if let Some(signer) = signer {
        signer.sign(path.as_str(), &mut request)?;
    }
    let answer = grpc.server_streaming(request, path, codec).await;
    let Err(status) = answer else { return Ok(None) };
    Ok(refusal(&status).map(|refusal| (status.code(), refusal)))
}

/// Returns true if the matrix lets a role do everything that a call may come to; devices call from
/// their own table, for their own team, and everybody gives a reason.
fn may(acts: &[Act], role: Role) -> bool {
    let is_allowed = |act: &Act| match act.permission(role) {
        Permission::Never | Permission::Briefly => false,
        // Elsewhere nothing keeps a proposal until somebody agrees.
        Permission::Proposes => act.keeps_proposals(),
        Permission::May
        | Permission::Own
        | Permission::WithReason
        | Permission::OwnWithReason
        // No round is paired.
        | Permission::Beforehand => true,
    };
    acts.iter().all(is_allowed)
}

#[tokio::test]
async fn each_cell_of_the_matrix_is_what_the_doors_do() -> Result<()> {
    let cluster = Cluster::start().await?;
    let mut authority = Authority::of(&cluster).await?;
    let mut tokens = BTreeMap::new();
    let own = Limits { tables: Some(Tables::new(1, 1)?), participant: Some(1), tournament: None };
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Public) {
        let limits = if role.is_of_device() { own.clone() } else { Limits::default() };
        authority.add(role.as_str(), role, limits).await?;
        tokens.insert(role, authority.token(role.as_str())?);
    }
    // A service that knows the last one that was added knows the others.
    let (last, token) = tokens.last_key_value().context("a token")?;
    let pool = DescriptorPool::decode(proto::DESCRIPTORS)?;
    let mut channels = BTreeMap::new();
    for service in Service::ALL {
        let channel = client::channel(cluster.address(service))?;
        channels.insert(service, channel.clone());
        let mut acts = Act::ALL.iter().copied();
        let act = acts.find(|act| served_by(act.service()) == service && !act.is_public());
        let Some(act) = act else { continue };
        until("the roles to be known", || async {
            let request = request(&pool, act, last.as_str()).ok()?;
            let refused = call(channel.clone(), act, token, None, request).await.ok()??;
            (refused.1 == "not-allowed").then_some(())
        })
        .await?;
    }
    let mut wrong = Vec::new();
    for act in Act::ALL {
        let channel = &channels[&served_by(act.service())];
        let is_told_apart = act.call() == "SubmitRuling";
        let acts: Vec<Act> = if is_told_apart {
            vec![*act]
        } else {
            Act::of_call(act.service(), act.call()).collect()
        };
        // A call that is public in one of its cases is that case: there is no embargo.
        let is_public = acts.iter().any(|act| act.is_public());
        for (role, token) in &tokens {
            let request = request(&pool, *act, role.as_str())?;
            let signer = authority.signer(role.as_str());
            let refused = call(channel.clone(), *act, token, signer, request).await?;
            let may = is_public || may(&acts, *role);
            let is_right = match &refused {
                None => may,
                Some((code, _refusal)) => *code == Code::PermissionDenied && !may,
            };
            if !is_right {
                wrong.push(format!("{act:?} {role:?}: {refused:?}"));
            }
        }
        let request = request(&pool, *act, "nobody")?;
        let refused = call(channel.clone(), *act, "", None, request).await?;
        let expected = (!is_public).then_some(Code::Unauthenticated);
        if refused.as_ref().map(|(code, _)| *code) != expected {
            wrong.push(format!("{act:?} without a token: {refused:?}"));
        }
    }
    ensure!(wrong.is_empty(), "{wrong:#?}");
    cluster.finish().await
}
