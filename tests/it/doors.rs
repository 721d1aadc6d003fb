//! Checks the doors of the services: who calls is what the token says, and what they may is what
//! the log says.

use std::process::Command as Program;

use access::{Command, Limits, Role, SubjectId, Tables};
use anyhow::{Context as _, Result, bail, ensure};
use async_nats::jetstream;
use proto::v1;
use tests::{
    authority::{Authority, name_of},
    client::Clients,
    cluster::{Cluster, Service},
    until,
};
use tonic::{Code, Request, Status, metadata::MetadataValue};

/// The metadata of an answer that names the refusal of the doors.
const REFUSAL: &str = "damcast-refusal";
pub(crate) const TOURNAMENT: &str = "locked";

/// Returns the name of a refusal of the doors.
pub(crate) fn refusal(status: &Status) -> Option<String> {
    Some(status.metadata().get(REFUSAL)?.to_str().ok()?.to_owned())
}

/// Returns a call with a token.
pub(crate) fn with<T>(token: &str, message: T) -> Result<Request<T>> {
    let mut request = Request::new(message);
    let value: MetadataValue<_> = format!("Bearer {token}").parse()?;
    request.metadata_mut().insert("authorization", value);
    Ok(request)
}

fn tournament(id: &str) -> v1::TournamentRef {
    v1::TournamentRef { venue: "main".into(), tournament: id.into() }
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
    let (mut authority, token) = Authority::with_chief(&cluster).await?;
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
        ..Default::default()
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
    let (_authority, token) = Authority::with_chief(&cluster).await?;
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
        // It stays too large, so its device must not send it for ever.
        let is_final = refused.code() == Code::InvalidArgument;
        (is_final && refused.message() == "the request is too large").then_some(())
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
