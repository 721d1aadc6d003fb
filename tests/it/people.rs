//! Checks how people and devices come in, what they may then, and how it ends: over gRPC, with a
//! service that signs.

use access::{Limits, Role, SubjectId};
use anyhow::{Context as _, Result, ensure};
use proto::v1::{self, enrol_device_request::Repeated};
use tests::{
    authority::{Authority, VENUE},
    client::Clients,
    cluster::{Cluster, Service},
    until,
};
use tonic::{Code, Request, Status, metadata::MetadataValue};

const TOURNAMENT: &str = "kk";

fn venue() -> String {
    VENUE.to_owned()
}

/// Returns a call with a token.
fn with<T>(token: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    let value: MetadataValue<_> = format!("Bearer {token}").parse().unwrap();
    request.metadata_mut().insert("authorization", value);
    request
}

fn refusal(status: &Status) -> Option<&str> {
    status.metadata().get("damcast-refusal")?.to_str().ok()
}

/// Returns the code with which a call was refused.
fn refused<T: std::fmt::Debug>(answer: Result<T, Status>) -> Code {
    answer.unwrap_err().code()
}

/// Waits until a token is good, or is refused with a reason.
async fn until_it_is(clients: &Clients, token: &str, expected: Option<&str>) -> Result<()> {
    until(&format!("a token to be {expected:?}"), || async {
        let own = v1::GetOwnAccessRequest { venue: venue() };
        let answer = clients.access.clone().get_own_access(with(token, own)).await;
        let is_expected = match &answer {
            Ok(_) => expected.is_none(),
            Err(status) => expected.is_some() && refusal(status) == expected,
        };
        is_expected.then_some(())
    })
    .await
}

fn at_table(table: u32) -> Option<v1::GrantLimits> {
    let tables = Some(v1::TableRange { first: table, last: table });
    Some(v1::GrantLimits { tournament: TOURNAMENT.into(), tables, participant: 0 })
}

fn key(byte: u8) -> Vec<u8> {
    let mut key = vec![byte; 65];
    key[0] = 4;
    key
}

async fn enrol(
    clients: &Clients,
    by: Repeated,
    byte: u8,
) -> Result<v1::EnrolDeviceResponse, Status> {
    let request =
        v1::EnrolDeviceRequest { venue: venue(), repeated: Some(by), key: key(byte).into() };
    Ok(clients.access.clone().enrol_device(request).await?.into_inner())
}

#[tokio::test]
async fn a_person_is_invited_comes_in_once_and_is_put_out() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let (_authority, ids) = Authority::with_chief(&cluster).await?;
    until_it_is(&clients, &ids, None).await?;
    let mut access = clients.access.clone();

    let add = v1::AddPersonRequest { venue: venue(), subject: "anna".into(), name: "Anna".into() };
    access.add_person(with(&ids, add.clone())).await?;
    ensure!(refused(access.add_person(with(&ids, add)).await) == Code::FailedPrecondition);
    let grant = |role: v1::Role| v1::GrantRoleRequest {
        venue: venue(),
        subject: "anna".into(),
        role: role.into(),
        limits: None,
    };
    let given = access.grant_role(with(&ids, grant(v1::Role::Arbiter))).await?.into_inner();
    // Nobody gives their own level.
    let above = access.grant_role(with(&ids, grant(v1::Role::ChiefArbiter))).await;
    ensure!(refused(above) == Code::PermissionDenied);

    let invite = v1::InvitePersonRequest { venue: venue(), subject: "anna".into() };
    let invited = access.invite_person(with(&ids, invite)).await?.into_inner();
    let accept =
        |secret: &str| v1::AcceptInvitationRequest { venue: venue(), secret: secret.to_owned() };
    ensure!(refused(access.accept_invitation(accept("x")).await) == Code::NotFound);
    let elsewhere = v1::AcceptInvitationRequest { venue: "other".into(), ..accept("x") };
    let strange = access.accept_invitation(elsewhere).await.unwrap_err();
    ensure!(strange.code() == Code::FailedPrecondition, "{strange}");
    ensure!(!strange.message().contains("authority.key"), "{strange}");
    let came = access.accept_invitation(accept(&invited.secret)).await?.into_inner();
    let anna = came.signed_in.context("a token")?;
    ensure!((anna.subject.as_str(), anna.name.as_str()) == ("anna", "Anna"), "{anna:?}");
    let twice = access.accept_invitation(accept(&invited.secret)).await;
    ensure!(refused(twice) == Code::FailedPrecondition);
    until_it_is(&clients, &anna.token, None).await?;
    // An arbiter makes nobody known.
    let add = v1::AddPersonRequest { venue: venue(), subject: "jel".into(), name: "Jel".into() };
    let denied = access.add_person(with(&anna.token, add)).await.unwrap_err();
    ensure!(refusal(&denied) == Some("not-allowed"), "{denied:?}");

    // The same session lasts longer, and both texts of its token end with it.
    let renew = v1::RenewSessionRequest { venue: venue(), expires_at_ms: anna.expires_at_ms };
    let renewed = access.renew_session(with(&anna.token, renew)).await?.into_inner();
    let renewed = renewed.signed_in.context("a token")?;
    ensure!(renewed.expires_at_ms >= anna.expires_at_ms && renewed.token != anna.token);
    let list = v1::ListAccessRequest { venue: venue() };
    let listed = access.list_access(with(&ids, list)).await?.into_inner();
    let of_anna = listed.subjects.iter().find(|it| it.subject == "anna").context("anna")?;
    let [session] = &*of_anna.sessions else { anyhow::bail!("{of_anna:?}") };
    ensure!(session.expires_at_ms == renewed.expires_at_ms, "{session:?}");
    let end = v1::EndSessionRequest { venue: venue(), token: session.token.clone() };
    access.end_session(with(&renewed.token, end)).await?;
    until_it_is(&clients, &anna.token, Some("token-ended")).await?;
    until_it_is(&clients, &renewed.token, Some("token-ended")).await?;

    let revoke = v1::RevokeGrantRequest { venue: venue(), grant: given.grant };
    access.revoke_grant(with(&ids, revoke)).await?;
    let put_out = v1::PutOutRequest { venue: venue(), subject: "anna".into() };
    access.put_out(with(&ids, put_out)).await?;
    let oneself = v1::PutOutRequest { venue: venue(), subject: "ids".into() };
    ensure!(refused(access.put_out(with(&ids, oneself)).await) == Code::PermissionDenied);

    // The record, page by page.
    let (mut kinds, mut before) = (Vec::new(), 0);
    loop {
        let request = v1::ListChangesRequest {
            venue: venue(),
            subject: "anna".into(),
            before,
            limit: 2,
            language: "nl".into(),
            ..Default::default()
        };
        let page = access.list_changes(with(&ids, request)).await?.into_inner();
        let by_ids = |change: &&v1::AccessChange| change.kind == "granted";
        for granted in page.changes.iter().filter(by_ids) {
            ensure!(granted.by == "ids" && granted.subject == "anna", "{granted:?}");
            ensure!(granted.text.starts_with("Anna is arbiter"), "{granted:?}");
        }
        kinds.extend(page.changes.into_iter().map(|change| change.kind));
        before = page.next;
        if before == 0 {
            break;
        }
    }
    let expected = [
        "put-out",
        "revoked",
        "token-ended",
        "token-renewed",
        "invitation-used",
        "token-issued",
        "invited",
        "granted",
        "person-added",
    ];
    kinds.sort_unstable();
    let mut sorted = expected;
    sorted.sort_unstable();
    // A session of somebody who was put out is forgotten, and so whose it was.
    let missing: Vec<_> =
        sorted.iter().filter(|kind| !kinds.iter().any(|it| it == *kind)).collect();
    ensure!(missing.iter().all(|kind| kind.starts_with("token-")), "{kinds:?}");

    let logs = cluster.log(Service::BoardIngest)?;
    for secret in [&invited.secret[..], &anna.token[10..60], &renewed.token[10..60]] {
        ensure!(!logs.contains(secret), "a secret is in a log");
    }
    cluster.finish().await
}

#[tokio::test]
async fn a_tablet_comes_to_its_table_by_a_code_that_counts_once() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let (_authority, ids) = Authority::with_chief(&cluster).await?;
    until_it_is(&clients, &ids, None).await?;
    let tournament = Some(v1::TournamentRef { venue: venue(), tournament: TOURNAMENT.into() });
    let create = v1::CreateTournamentRequest {
        tournament: tournament.clone(),
        settings: Some(v1::TournamentCreated {
            name: "Locked".into(),
            rules: v1::RuleSet::International.into(),
            control: Some(v1::TimeControl { base_ms: 60_000, ..Default::default() }),
            system: v1::PairingSystem::Manual.into(),
            ..Default::default()
        }),
        ..Default::default()
    };
    until("the tournament to be created", || async {
        let mut pairing = clients.pairing.clone();
        let created = pairing.create_tournament(with(&ids, create.clone())).await;
        match created {
            Ok(_) => Some(Ok(())),
            Err(status) if refusal(&status).is_some() => None,
            Err(status) => Some(Err(status)),
        }
    })
    .await??;
    let mut access = clients.access.clone();
    let invite = v1::InviteDeviceRequest {
        venue: venue(),
        role: v1::Role::PlayerDevice.into(),
        limits: at_table(7),
        seat: v1::DeviceSeat::White.into(),
    };
    let shown = access.invite_device(with(&ids, invite.clone())).await?.into_inner();
    ensure!(shown.code.len() == 6, "{}", shown.code);
    let code = |text: &str| Repeated::Code(text.to_owned());
    let wrong = format!("{:06}", (shown.code.parse::<u32>()? + 1) % 1_000_000);
    ensure!(refused(enrol(&clients, code(&wrong), 1).await) == Code::NotFound);
    let tablet = enrol(&clients, code(&shown.code), 1).await?;
    let signed_in = tablet.signed_in.context("a token")?;
    let name = signed_in.subject.clone();
    ensure!(name.starts_with("t7-white-") && tablet.is_seated, "{name}");
    // Another device, by the code and by the link of the same invitation.
    let secret = Repeated::Secret(shown.secret.clone());
    for by in [code(&shown.code), secret.clone()] {
        ensure!(refused(enrol(&clients, by, 2).await) == Code::FailedPrecondition);
    }
    // The same device, whose answer was lost.
    let again = enrol(&clients, secret, 1).await?;
    ensure!(again.signed_in.context("a token")?.subject == name && again.words == tablet.words);

    let list = v1::ListTablesRequest { tournament: tournament.clone() };
    let tables = clients.board_ingest.clone().list_tables(with(&ids, list)).await?.into_inner();
    let seated = tables.tables.iter().find(|table| table.table == 7).context("table 7")?;
    ensure!(seated.devices.len() == 1 && seated.devices[0].device == name, "{seated:?}");
    ensure!(seated.devices[0].seat() == v1::Seat::White, "{seated:?}");
    let listed = access.list_access(with(&ids, v1::ListAccessRequest { venue: venue() })).await?;
    let listed = listed.into_inner();
    let of_tablet = listed.subjects.iter().find(|it| it.subject == name).context("the tablet")?;
    ensure!(of_tablet.is_device && of_tablet.words == tablet.words, "{of_tablet:?}");
    ensure!(of_tablet.grants[0].limits == at_table(7), "{of_tablet:?}");
    ensure!(listed.invitations.is_empty(), "{listed:?}");

    // Only at its own table, and for itself.
    until_it_is(&clients, &signed_in.token, None).await?;
    let watch = |device: &str| v1::ListInputsRequest {
        game: Some(v1::GameRef {
            venue: venue(),
            tournament: TOURNAMENT.into(),
            game: "r1-t8".into(),
        }),
        device: device.to_owned(),
    };
    let mut ingest = clients.board_ingest.clone();
    let elsewhere = ingest.list_inputs(with(&signed_in.token, watch(&name))).await.unwrap_err();
    ensure!(refusal(&elsewhere) == Some("other-table"), "{elsewhere:?}");
    let other = ingest.list_inputs(with(&signed_in.token, watch("t7-black"))).await.unwrap_err();
    ensure!(refusal(&other) == Some("other-device"), "{other:?}");
    // It invites nobody.
    let denied = access.invite_device(with(&signed_in.token, invite)).await.unwrap_err();
    ensure!(refusal(&denied) == Some("not-allowed"), "{denied:?}");

    // Moved, and lost.
    let move_to = v1::MoveDeviceRequest {
        venue: venue(),
        grant: of_tablet.grants[0].grant,
        limits: at_table(8),
    };
    access.move_device(with(&ids, move_to)).await?;
    until("the tablet to be at its new table", || async {
        let mut ingest = clients.board_ingest.clone();
        let answer = ingest.list_inputs(with(&signed_in.token, watch(&name))).await;
        let is_refused = answer.is_err_and(|status| refusal(&status).is_some());
        (!is_refused).then_some(())
    })
    .await?;
    access.put_out(with(&ids, v1::PutOutRequest { venue: venue(), subject: name })).await?;
    until_it_is(&clients, &signed_in.token, Some("put-out")).await?;
    cluster.finish().await
}

#[tokio::test]
async fn a_passphrase_signs_in_and_nobody_tries_them_all() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let mut authority = Authority::of(&cluster).await?;
    authority.add("ids", Role::ChiefArbiter, Limits::default()).await?;
    authority.add("t1", Role::WallScreen, Limits::default()).await?;
    let (ids, screen) = (authority.token("ids")?, authority.token("t1")?);
    until_it_is(&clients, &screen, None).await?;
    let mut access = clients.access.clone();
    let set = |passphrase: &str| v1::SetPassphraseRequest {
        venue: venue(),
        passphrase: passphrase.to_owned(),
        current: String::new(),
    };
    ensure!(
        refused(access.set_passphrase(with(&ids, set("short"))).await) == Code::InvalidArgument
    );
    let right = "seven wet zebras";
    access.set_passphrase(with(&ids, set(right))).await?;
    let denied = access.set_passphrase(with(&screen, set(right))).await.unwrap_err();
    ensure!(refusal(&denied) == Some("not-allowed"), "{denied:?}");
    let sign_in = |subject: &str, passphrase: &str| v1::SignInRequest {
        venue: venue(),
        subject: subject.to_owned(),
        passphrase: passphrase.to_owned(),
    };
    let came = access.sign_in(sign_in("ids", right)).await?.into_inner();
    let token = came.signed_in.context("a token")?.token;
    until_it_is(&clients, &token, None).await?;
    // A person who finds the desk open does not take it over, and another passphrase ends other
    // sessions.
    for current in ["", "six wet zebras"] {
        let other = v1::SetPassphraseRequest { current: current.into(), ..set("nine wet zebras") };
        let answer = access.set_passphrase(with(&token, other)).await;
        ensure!(refused(answer) == Code::Unauthenticated, "{current}");
    }
    let other = v1::SetPassphraseRequest { current: right.into(), ..set("nine wet zebras") };
    access.set_passphrase(with(&token, other)).await?;
    until_it_is(&clients, &ids, Some("token-ended")).await?;
    let right = "nine wet zebras";
    for (subject, passphrase) in [("nobody", right), ("t1", right), ("t1", "")] {
        let wrong = access.sign_in(sign_in(subject, passphrase)).await;
        ensure!(refused(wrong) == Code::Unauthenticated, "{subject}");
    }
    // Ten wrong tries of this name from here, of which two were before, and then not even the right
    // one counts for seconds; nor from here does it keep others out.
    let mut slowed = None;
    for _ in 0..20 {
        let status = access.sign_in(sign_in("ids", "nine wet zebrs")).await.unwrap_err();
        if status.code() == Code::ResourceExhausted {
            slowed = Some(status);
            break;
        }
        ensure!(status.code() == Code::Unauthenticated, "{status:?}");
    }
    let slowed = slowed.context("somebody may try for ever")?;
    ensure!(slowed.message().contains("try again in"), "{slowed:?}");
    ensure!(refused(access.sign_in(sign_in("ids", right)).await) == Code::ResourceExhausted);
    // On record, folded, and without what was typed.
    authority.add("jel", Role::Organiser, Limits::default()).await?;
    let jel = authority.token("jel")?;
    until("the attempts to be on record", || async {
        let kind = "attempts-refused".to_owned();
        let request = v1::ListChangesRequest { venue: venue(), kind, ..Default::default() };
        let listed = clients.access.clone().list_changes(with(&jel, request)).await.ok()?;
        let text = format!("{:?}", listed.into_inner());
        let is_told = text.contains("SignIn (wrong-passphrase)") && text.contains("127.0.0.1");
        (is_told && !text.contains("zebr")).then_some(())
    })
    .await?;
    // Refusals of another service are on record, too.
    until("a refused call of pairing to be on record", || async {
        let own = v1::GetTournamentRequest { tournament: None, ..Default::default() };
        let denied = clients.pairing.clone().get_tournament(with(&screen, own)).await;
        let listed = v1::ListChangesRequest {
            venue: venue(),
            subject: "t1".to_owned(),
            kind: "attempts-refused".to_owned(),
            ..Default::default()
        };
        let listed = clients.access.clone().list_changes(with(&jel, listed)).await.ok()?;
        let text = format!("{:?}", listed.into_inner());
        (denied.is_err() && text.contains("PairingService/GetTournament (not-allowed)"))
            .then_some(())
    })
    .await?;
    authority.give(&access::Command::PutOut { subject: SubjectId::new("ids")? }).await?;
    until_it_is(&clients, &token, Some("put-out")).await?;
    let log = cluster.log(Service::BoardIngest)?;
    ensure!(!log.contains("zebra") && !log.contains("argon2id"), "a passphrase is in a log");
    cluster.finish().await
}
