//! Checks the doors of the services: who calls is what the token says, and what they may is what
//! the log says.

use std::{collections::BTreeMap, process::Command as Program};

use access::{Act, Command, Limits, Permission, Role, SubjectId, Tables};
use anyhow::{Context as _, Result, bail, ensure};
use async_nats::jetstream;
use http::uri::PathAndQuery;
use prost_reflect::{DescriptorPool, DynamicMessage, ReflectMessage as _, Value};
use proto::v1;
use tests::{
    authority::{Authority, name_of},
    client::{self, Clients},
    cluster::{Cluster, Service},
    signer::Signer,
    until,
};
use tonic::{Code, Request, Status, client::Grpc, metadata::MetadataValue};
use tonic_prost::ProstCodec;

/// The metadata of an answer that names the refusal of the doors.
const REFUSAL: &str = "damcast-refusal";
const TOURNAMENT: &str = "locked";

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

fn refusal(status: &Status) -> Option<String> {
    Some(status.metadata().get(REFUSAL)?.to_str().ok()?.to_owned())
}

/// Returns a call with a token.
fn with<T>(token: &str, message: T) -> Result<Request<T>> {
    let mut request = Request::new(message);
    let value: MetadataValue<_> = format!("Bearer {token}").parse()?;
    request.metadata_mut().insert("authorization", value);
    Ok(request)
}

fn tournament(id: &str) -> v1::TournamentRef {
    v1::TournamentRef { venue: "main".into(), tournament: id.into() }
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
async fn call(
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
        // Nothing keeps a proposal until somebody agrees.
        Permission::Never | Permission::Briefly | Permission::Proposes => false,
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

/// Asks for the decisions of a tournament, which a chief arbiter may; returns the refusal of the
/// doors.
async fn ask(clients: &Clients, token: &str, of: &str) -> Result<Option<String>> {
    let request =
        v1::ListDecisionsRequest { tournament: Some(tournament(of)), ..Default::default() };
    match clients.pairing.clone().list_decisions(with(token, request)?).await {
        Ok(_) => Ok(None),
        Err(status) => Ok(refusal(&status)),
    }
}

async fn until_refused(clients: &Clients, token: &str, expected: &str) -> Result<()> {
    until(&format!("the refusal {expected}"), || async {
        let refused = ask(clients, token, TOURNAMENT).await.ok()?;
        (refused.as_deref() == Some(expected)).then_some(())
    })
    .await
}

#[tokio::test]
async fn a_token_that_is_not_good_opens_nothing() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    // Open, to callers on this machine, until there is an authority.
    ensure!(ask(&clients, "", TOURNAMENT).await?.is_none());
    let mut authority = Authority::of(&cluster).await?;
    until_refused(&clients, "x", "forged").await?;
    let grant = authority.add("ids", Role::ChiefArbiter, Limits::default()).await?;
    let good = authority.token("ids")?;
    until("the token to be good", || async {
        ask(&clients, &good, TOURNAMENT).await.ok()?.is_none().then_some(())
    })
    .await?;

    let claims = authority.claims("ids")?;
    let changed = |change: &dyn Fn(&mut runtime::Claims)| {
        let mut claims = claims.clone();
        change(&mut claims);
        authority.sign(&claims)
    };
    let stranger = runtime::AuthoritySecret::generate()?.sign(&claims)?;
    let expired = changed(&|claims| claims.credential.expires = claims.credential.issued)?;
    let elsewhere = changed(&|claims| claims.credential.tournament = Some("other".into()))?;
    let unknown = changed(&|claims| claims.credential.subject = SubjectId::new("nobody").unwrap())?;
    let venue = changed(&|claims| claims.venue = "other".parse().unwrap())?;
    let old = changed(&|claims| claims.credential.generation = 0)?;
    // Signed with the key, as by somebody who copied it, and never given out.
    let unheard = changed(&|claims| {
        claims.credential.token = access::TokenId::new("unheard-of").unwrap();
        let issued = claims.credential.issued.saturating_sub(access::Access::UNHEARD_MAX);
        claims.credential.issued = issued;
    })?;
    let mut bent = good.clone();
    bent.replace_range(20..21, if &bent[20..21] == "A" { "B" } else { "A" });
    for (token, expected) in [
        (stranger.as_str(), "forged"),
        (&bent, "forged"),
        (&expired, "expired"),
        (&elsewhere, "other-tournament"),
        (&unknown, "unknown-subject"),
        (&venue, "other-venue"),
        (&old, "other-generation"),
        (&unheard, "unknown-token"),
    ] {
        let refused = ask(&clients, token, TOURNAMENT).await?;
        ensure!(refused.as_deref() == Some(expected), "{expected}: {refused:?}");
    }

    // Narrowed to one tournament.
    let limits = Limits { tournament: Some("other".to_owned()), ..Limits::default() };
    authority.give(&Command::Narrow { grant, limits }).await?;
    until_refused(&clients, &good, "other-tournament").await?;
    ensure!(ask(&clients, &good, "other").await?.is_none());
    // Revoked.
    authority.give(&Command::Revoke { grant }).await?;
    until_refused(&clients, &good, "not-allowed").await?;
    // Put out: nobody by this name comes back.
    authority.give(&Command::PutOut { subject: SubjectId::new("ids")? }).await?;
    until_refused(&clients, &good, "put-out").await?;
    // Ended, and another key.
    authority.add("anna", Role::ChiefArbiter, Limits::default()).await?;
    let anna = authority.token("anna")?;
    until("another to be known", || async {
        ask(&clients, &anna, TOURNAMENT).await.ok()?.is_none().then_some(())
    })
    .await?;
    authority.change_key().await?;
    // The new key did not sign it.
    until_refused(&clients, &anna, "forged").await?;
    let logs =
        Service::ALL.map(|service| cluster.log(service)).into_iter().collect::<Result<String>>()?;
    for secret in [&good, &anna, &stranger, &expired] {
        ensure!(!logs.contains(&secret[10..60]), "a token is in a log");
    }
    cluster.finish().await
}

#[tokio::test]
async fn the_author_is_who_calls_and_an_answer_ends_when_they_are_put_out() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let mut authority = Authority::of(&cluster).await?;
    authority.add("ids", Role::ChiefArbiter, Limits::default()).await?;
    let token = authority.token("ids")?;
    let create = v1::CreateTournamentRequest {
        tournament: Some(tournament(TOURNAMENT)),
        settings: Some(v1::TournamentCreated {
            name: "Locked".into(),
            rules: v1::RuleSet::International.into(),
            control: Some(v1::TimeControl { base_ms: 60_000, ..Default::default() }),
            system: v1::PairingSystem::Manual.into(),
            ..Default::default()
        }),
        by: "Somebody else".into(),
        ..Default::default()
    };
    let pairing = &clients.pairing;
    until("the tournament to be created", || async {
        let mut request = with(&token, create.clone()).ok()?;
        request.metadata_mut().insert("damcast-device", MetadataValue::from_static("desk-7"));
        let created = pairing.clone().create_tournament(request).await;
        match created {
            Ok(_) => Some(Ok(())),
            Err(status) if refusal(&status).is_some() => None,
            Err(status) => Some(Err(status)),
        }
    })
    .await??;
    let request =
        v1::ListDecisionsRequest { tournament: Some(tournament(TOURNAMENT)), ..Default::default() };
    let decisions = pairing.clone().list_decisions(with(&token, request)?).await?.into_inner();
    let text = format!("{decisions:?}");
    ensure!(text.contains(&name_of("ids")) && !text.contains("Somebody else"), "{text}");
    let [created] = decisions.decisions.as_slice() else { bail!("{text}") };
    let origin = (&*created.device, &*created.role, &*created.role_text);
    ensure!(origin == ("desk-7", "chief-arbiter", "chief arbiter"), "{text}");

    let device = "desk".to_owned();
    let assign = v1::AssignTableRequest {
        tournament: Some(tournament(TOURNAMENT)),
        device: device.clone(),
        table: 0,
        seat: v1::Seat::Desk.into(),
    };
    let ingest = &clients.board_ingest;
    until("the desk to have its seat", || async {
        ingest.clone().assign_table(with(&token, assign.clone()).ok()?).await.ok().map(drop)
    })
    .await?;
    let watch = v1::WatchVerdictsRequest {
        tournament: Some(tournament(TOURNAMENT)),
        device,
        ..Default::default()
    };
    let verdicts = ingest.clone().watch_verdicts(with(&token, watch.clone())?).await?.into_inner();
    // An arbiter of two tables, and later of one.
    let of_tables =
        |first, last| Limits { tables: Tables::new(first, last).ok(), ..Limits::default() };
    let grant = authority.add("jel", Role::Arbiter, of_tables(1, 2)).await?;
    let jel = authority.token("jel")?;
    let of_sector = until("the arbiter to be known", || async {
        let watch = with(&jel, watch.clone()).ok()?;
        Some(ingest.clone().watch_verdicts(watch).await.ok()?.into_inner())
    })
    .await?;
    authority.give(&Command::Narrow { grant, limits: of_tables(1, 1) }).await?;
    let ended = end_of(of_sector).await?;
    ensure!(refusal(&ended).as_deref() == Some("changed"), "{ended:?}");
    ensure!(ended.code() == Code::Unavailable, "{ended}");
    ingest.clone().watch_verdicts(with(&jel, watch)?).await?;

    authority.give(&Command::PutOut { subject: SubjectId::new("ids")? }).await?;
    ensure!(end_of(verdicts).await?.code() == Code::Unauthenticated);
    cluster.finish().await
}

/// Returns the status with which an answer ends that goes on.
async fn end_of<T>(mut answer: tonic::Streaming<T>) -> Result<Status> {
    loop {
        match answer.message().await {
            Ok(Some(_)) => {}
            Ok(None) => anyhow::bail!("the answer ended without a reason"),
            Err(status) => return Ok(status),
        }
    }
}

#[tokio::test]
async fn nothing_is_open_while_it_cannot_be_read_who_may_do_what() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    cluster.expect_error("who may do what cannot be read");
    cluster.expect_error("passed over a message that cannot be understood");
    cluster.expect_error("the event log is damaged");
    let clients = Clients::of(&cluster)?;
    let mut authority = Authority::of(&cluster).await?;
    authority.add("ids", Role::ChiefArbiter, Limits::default()).await?;
    let token = authority.token("ids")?;
    until("the token to be good", || async {
        ask(&clients, &token, TOURNAMENT).await.ok()?.is_none().then_some(())
    })
    .await?;
    // It may have put somebody out.
    let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    context.publish("access.main.venue", vec![0xff; 60].into()).await?.await?;
    until_refused(&clients, &token, "access-unreadable").await?;
    until_refused(&clients, "x", "forged").await?;
    // Public calls stay public.
    let all = v1::ListTournamentsRequest::default();
    clients.pairing.clone().list_tournaments(all).await?;
    let urls = Service::ALL.map(|service| format!("http://{}", cluster.address(service)));
    let names = Service::ALL.map(|service| format!("--{}", service.name()));
    for command in ["doctor", "status"] {
        let mut program = Program::new(cluster.program());
        program.args([command, "--nats", &cluster.nats_url(), "--data", "nowhere"]);
        names.iter().zip(&urls).for_each(|(name, url)| {
            program.args([name, url]);
        });
        let text = String::from_utf8(program.output()?.stdout)?;
        ensure!(text.contains("cannot be read to its end (stream ACCESS)"), "{command}: {text}");
    }
    cluster.finish().await
}

#[tokio::test]
async fn a_large_request_of_a_device_is_not_read() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let mut authority = Authority::of(&cluster).await?;
    let limits = Limits { tables: Tables::new(1, 1).ok(), ..Limits::default() };
    authority.add("tablet", Role::PlayerDevice, limits).await?;
    let token = authority.token("tablet")?;
    let large = "x".repeat(100_000);
    let request = v1::SubmitMoveRequest {
        header: Some(v1::InputHeader { device: large.clone(), ..Default::default() }),
        ..Default::default()
    };
    until("the size to be refused", || async {
        let submit = with(&token, request.clone()).ok()?;
        let refused = clients.board_ingest.clone().submit_move(submit).await.unwrap_err();
        (refused.code() == Code::ResourceExhausted).then_some(())
    })
    .await?;
    // A caller who may never do it is told so, and not that it is large.
    let import =
        v1::ImportTrfRequest { tournament: Some(tournament(&large)), ..Default::default() };
    let refused = clients.pairing.clone().import_trf(with(&token, import)?).await;
    ensure!(refusal(&refused.unwrap_err()).as_deref() == Some("not-allowed"));
    cluster.finish().await
}

#[tokio::test]
async fn the_command_line_locks_the_doors_and_says_who_may_come_in() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let data = cluster.directory().join("authority");
    let run = |arguments: &[&str]| -> Result<String> {
        let mut program = Program::new(cluster.program());
        program.args(["access", "--nats", &cluster.nats_url(), "--data"]).arg(&data);
        let output = program.args(arguments).output()?;
        let (out, error) = (String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?);
        ensure!(output.status.success(), "{arguments:?}: {error}");
        Ok(out)
    };
    let link = run(&["init", "--name", "Ids de Vries"])?;
    let token = link.trim().rsplit_once("/desk#token=").context("a link")?.1.to_owned();
    until("the doors to know the owner", || async {
        ask(&clients, &token, TOURNAMENT).await.ok()?.is_none().then_some(())
    })
    .await?;
    until_refused(&clients, "x", "forged").await?;
    ensure!(run(&["init", "--name", "Another"]).is_err());
    run(&["add", "anna", "--name", "Anna"])?;
    run(&["grant", "anna", "pairing-officer", "--tournament", TOURNAMENT])?;
    let anna = run(&["token", "anna", "--quiet"])?.trim().to_owned();
    until("another to be known", || async {
        ask(&clients, &anna, TOURNAMENT).await.ok()?.is_none().then_some(())
    })
    .await?;
    ensure!(ask(&clients, &anna, "other").await?.as_deref() == Some("other-tournament"));
    let list = run(&["list", "--language", "nl"])?;
    ensure!(list.contains("Ids de Vries") && list.contains("Anna"), "{list}");
    run(&["put-out", "anna"])?;
    until_refused(&clients, &anna, "put-out").await?;
    // Refusals of pairing are there, too.
    let log = until("the refusals to be on record", || async {
        let log = run(&["log", "--of", "anna", "--format", "json"]).ok()?;
        log.contains("attempts-refused").then_some(log)
    })
    .await?;
    let kinds = log.lines().map(|line| {
        let value: serde_json::Value = serde_json::from_str(line)?;
        Ok(value["kind"].as_str().unwrap_or_default().to_owned())
    });
    let kinds = kinds.collect::<Result<Vec<_>>>()?;
    let changes: Vec<_> = kinds.iter().filter(|kind| *kind != "attempts-refused").collect();
    ensure!(changes == ["person-added", "granted", "token-issued", "put-out"], "{changes:?}");
    ensure!(!log.contains("v4.public"), "{log}");
    cluster.finish().await
}
