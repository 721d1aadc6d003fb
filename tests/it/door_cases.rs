//! Checks the cases of calls over gRPC, which the doors of pairing tell apart by what a tournament
//! has come to: a draft, a published round, a round in play, and an older one.

use access::{Act, Limits, Permission, Role, Tables};
use anyhow::{Context as _, Result, ensure};
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage};
use proto::v1::{self, embargo};
use tests::{
    BY,
    authority::Authority,
    client::{self, Clients},
    cluster::{Cluster, Service},
    until,
};

use crate::{
    door_matrix::call,
    doors::{refusal, with},
};

/// The tournament whose first round is in play.
const OPEN: &str = "in-play";
/// The tournament whose second round is a draft.
const DRAFT: &str = "a-draft";
/// The tournament whose second round is published.
const PUBLISHED: &str = "published";

fn reference(id: &str) -> Option<v1::TournamentRef> {
    Some(v1::TournamentRef { venue: "main".to_owned(), tournament: id.to_owned() })
}

fn settings(id: &str) -> v1::TournamentCreated {
    let control =
        v1::TimeControl { base_ms: 4_800_000, increment_ms: 60_000, ..Default::default() };
    v1::TournamentCreated { name: id.to_owned(), control: Some(control), ..Default::default() }
}

fn record(id: &str, table: u32, score: v1::Score, correct: bool) -> v1::RecordResultRequest {
    let outcome = v1::Outcome { score: score.into(), reason: v1::Reason::Agreement.into() };
    let outcome = match score {
        v1::Score::Draw => outcome,
        v1::Score::Unspecified
        | v1::Score::WhiteWins
        | v1::Score::BlackWins
        | v1::Score::BothLose
        | v1::Score::Unplayed => v1::Outcome { reason: v1::Reason::Resignation.into(), ..outcome },
    };
    v1::RecordResultRequest {
        tournament: reference(id),
        round: 1,
        table,
        outcome: Some(outcome),
        correct,
        reason: "seen at the board".to_owned(),
        by: BY.to_owned(),
        ..Default::default()
    }
}

/// Creates a Swiss of four players whose first round is in play; Anna is absent from the third.
async fn create(clients: &Clients, id: &str) -> Result<()> {
    let mut pairing = clients.pairing.clone();
    let (tournament, by) = (reference(id), BY.to_owned());
    pairing
        .create_tournament(v1::CreateTournamentRequest {
            tournament: tournament.clone(),
            settings: Some(settings(id)),
            preset: "kndb-swiss".to_owned(),
            rounds: Some(3),
            by: by.clone(),
        })
        .await?;
    for name in ["Anna", "Bauke", "Cor", "Durk"] {
        let birth = Some(v1::Date { year: 1990, month: 0, day: 0 });
        pairing
            .enter_player(v1::EnterPlayerRequest {
                tournament: tournament.clone(),
                name: name.to_owned(),
                birth,
                by: by.clone(),
                ..Default::default()
            })
            .await?;
    }
    pairing
        .report_absence(v1::ReportAbsenceRequest {
            tournament: tournament.clone(),
            participant: 1,
            round: 3,
            reason: "a wedding".to_owned(),
            told_by: "Bauke".to_owned(),
            by: by.clone(),
            ..Default::default()
        })
        .await?;
    pair(clients, id, 1).await?;
    let open = v1::OpenRoundRequest { tournament, round: 1, by, ..Default::default() };
    pairing.open_round(open).await?;
    Ok(())
}

async fn pair(clients: &Clients, id: &str, round: u32) -> Result<()> {
    let (tournament, by) = (reference(id), BY.to_owned());
    let request = v1::PairRoundRequest { tournament, round, by, ..Default::default() };
    clients.pairing.clone().pair_round(request).await?;
    Ok(())
}

/// Makes the three tournaments, while the doors are open: nobody known recorded their results.
async fn prepare(clients: &Clients) -> Result<()> {
    for id in [OPEN, DRAFT, PUBLISHED] {
        create(clients, id).await?;
        let mut pairing = clients.pairing.clone();
        pairing.record_result(record(id, 2, v1::Score::WhiteWins, false)).await?;
        if id == OPEN {
            continue;
        }
        pairing.record_result(record(id, 1, v1::Score::WhiteWins, false)).await?;
        pair(clients, id, 2).await?;
    }
    let (tournament, by) = (reference(PUBLISHED), BY.to_owned());
    let publish = v1::PublishRoundRequest { tournament, round: 2, by };
    clients.pairing.clone().publish_round(publish).await?;
    Ok(())
}

/// A call that is one case.
struct Case {
    act: Act,
    request: Vec<u8>,
}

impl Case {
    fn of(act: Act, request: &impl Message) -> Self {
        Self { act, request: request.encode_to_vec() }
    }

    fn read(&self, pool: &DescriptorPool) -> Result<DynamicMessage> {
        let service = pool.get_service_by_name(&format!("damcast.v1.{}", self.act.service()));
        let service = service.context("a service")?;
        let method = service.methods().find(|method| method.name() == self.act.call());
        Ok(DynamicMessage::decode(method.context("a method")?.input(), &*self.request)?)
    }
}

/// Returns every case; `current` are the settings of the tournament in play.
fn cases(current: &v1::TournamentCreated) -> Vec<Case> {
    let because = || "because".to_owned();
    let amend = |settings| v1::AmendTournamentRequest {
        tournament: reference(OPEN),
        settings: Some(settings),
        reason: because(),
        ..Default::default()
    };
    let unpair = |id| v1::UnpairRoundRequest {
        tournament: reference(id),
        round: 2,
        reason: because(),
        ground: v1::UnpairGround::ChiefArbiter.into(),
        ..Default::default()
    };
    let withdraw = |id| v1::WithdrawResultRequest {
        tournament: reference(id),
        round: 1,
        table: 2,
        reason: because(),
        ..Default::default()
    };
    let reverse = |id| v1::ReverseColorsRequest {
        tournament: reference(id),
        round: 1,
        table: 2,
        reversed: true,
        reason: because(),
        ..Default::default()
    };
    let embargo = |delay: Option<u32>| v1::SetEmbargoRequest {
        tournament: reference(OPEN),
        scope: Some(v1::EmbargoScope::default()),
        embargo: delay.map(|seconds| v1::Embargo { until: Some(embargo::Until::DelayS(seconds)) }),
        reason: because(),
        ..Default::default()
    };
    let get = |published| v1::GetTournamentRequest { tournament: reference(DRAFT), published };
    let watch = |published| v1::WatchTournamentRequest { tournament: reference(DRAFT), published };
    let correct = |id| record(id, 2, v1::Score::Draw, true);
    vec![
        Case::of(Act::GetTournament, &get(false)),
        Case::of(Act::GetPublished, &get(true)),
        Case::of(Act::WatchTournament, &watch(false)),
        Case::of(Act::WatchPublished, &watch(true)),
        Case::of(
            Act::AmendName,
            &amend(v1::TournamentCreated { notice: "Lunch at noon".to_owned(), ..current.clone() }),
        ),
        Case::of(
            Act::AmendRegulation,
            &amend(v1::TournamentCreated { season: 2031, ..current.clone() }),
        ),
        Case::of(Act::ReverseColors, &reverse(OPEN)),
        Case::of(Act::ReverseOldColors, &reverse(DRAFT)),
        Case::of(Act::CorrectResult, &correct(OPEN)),
        Case::of(Act::CorrectOldResult, &correct(DRAFT)),
        Case::of(Act::WithdrawResult, &withdraw(OPEN)),
        Case::of(Act::WithdrawOldResult, &withdraw(PUBLISHED)),
        Case::of(Act::UnpairPublished, &unpair(PUBLISHED)),
        Case::of(Act::UnpairDraft, &unpair(DRAFT)),
        Case::of(Act::SetEmbargo, &embargo(Some(60))),
        Case::of(Act::LiftEmbargo, &embargo(None)),
        Case::of(Act::RecordResult, &record(OPEN, 1, v1::Score::Draw, false)),
    ]
}

/// Returns the refusal that a cell comes to, if nobody known recorded what is changed.
fn expected(permission: Permission) -> Option<&'static str> {
    match permission {
        Permission::Never => Some("not-allowed"),
        Permission::Briefly => Some("too-late"),
        // Of a result nobody keeps a proposal until somebody agrees.
        Permission::Proposes => Some("proposal-only"),
        Permission::Beforehand => Some("already-paired"),
        Permission::May | Permission::Own | Permission::WithReason | Permission::OwnWithReason => {
            None
        }
    }
}

async fn until_known(clients: &Clients, token: &str) -> Result<()> {
    until("the door of pairing to know the last role", || async {
        let request = v1::ListPresetsRequest::default();
        let answer = clients.pairing.clone().list_presets(with(token, request).ok()?).await;
        let refused = answer.err().and_then(|status| refusal(&status));
        refused.is_none_or(|refused| refused == "not-allowed").then_some(())
    })
    .await
}

#[tokio::test]
async fn each_case_of_a_call_is_refused_to_whom_its_row_refuses_it() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    prepare(&clients).await?;
    let open = v1::GetTournamentRequest { tournament: reference(OPEN), ..Default::default() };
    let open = clients.pairing.clone().get_tournament(open).await?.into_inner();
    let current = open.settings.context("settings")?;
    let mut authority = Authority::of(&cluster).await?;
    let own = Limits { tables: Some(Tables::new(1, 2)?), participant: Some(1), tournament: None };
    let roles: Vec<Role> = Role::ALL.into_iter().filter(|role| *role != Role::Public).collect();
    for role in &roles {
        let limits = if role.is_of_device() { own.clone() } else { Limits::default() };
        authority.add(role.as_str(), *role, limits).await?;
    }
    let last = roles.last().context("a role")?;
    until_known(&clients, &authority.token(last.as_str())?).await?;
    let channel = client::channel(cluster.address(Service::Pairing))?;
    let pool = DescriptorPool::decode(proto::DESCRIPTORS)?;
    let mut wrong = Vec::new();
    for case in cases(&current) {
        // Whoever may make a call changes the tournament, and so comes last.
        let mut roles = roles.clone();
        roles.sort_by_key(|role| expected(case.act.permission(*role)).is_none());
        for role in roles {
            let (token, signer) =
                (authority.token(role.as_str())?, authority.signer(role.as_str()));
            let request = case.read(&pool)?;
            let refused = call(channel.clone(), case.act, &token, signer, request).await?;
            let refused = refused.map(|(_code, refusal)| refusal);
            if refused.as_deref() != expected(case.act.permission(role)) {
                wrong.push(format!("{:?} {role:?}: {refused:?}", case.act));
            }
            if refused.is_none() && case.act.permission(role).needs_reason() {
                // It is done, and the case is another one from then on.
                break;
            }
        }
    }
    ensure!(wrong.is_empty(), "{wrong:#?}");
    cluster.finish().await
}

#[tokio::test]
async fn whoever_recorded_a_result_corrects_it_for_a_while_and_nobody_else_of_their_role()
-> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    create(&clients, OPEN).await?;
    let mut authority = Authority::of(&cluster).await?;
    for (id, role) in
        [("ids", Role::ChiefArbiter), ("rita", Role::ResultEntry), ("ria", Role::ResultEntry)]
    {
        authority.add(id, role, Limits::default()).await?;
    }
    until_known(&clients, &authority.token("ria")?).await?;
    let put = async |id: &str, request: v1::RecordResultRequest| -> Result<Option<String>> {
        let request = with(&authority.token(id)?, request)?;
        let answer = clients.pairing.clone().record_result(request).await;
        match answer {
            Ok(_recorded) => Ok(None),
            Err(status) => Ok(Some(refusal(&status).context(status.message().to_owned())?)),
        }
    };
    let first = |score| record(OPEN, 1, score, false);
    let corrected = |score| record(OPEN, 1, score, true);
    ensure!(put("rita", first(v1::Score::WhiteWins)).await?.is_none());
    let refused = put("ria", corrected(v1::Score::Draw)).await?;
    ensure!(refused.as_deref() == Some("too-late"), "{refused:?}");
    let refused = put("rita", corrected(v1::Score::Draw)).await?;
    ensure!(refused.is_none(), "{refused:?}");
    // What the chief arbiter recorded is theirs.
    ensure!(put("ids", corrected(v1::Score::BlackWins)).await?.is_none());
    let refused = put("rita", corrected(v1::Score::Draw)).await?;
    ensure!(refused.as_deref() == Some("too-late"), "{refused:?}");
    cluster.finish().await
}

#[tokio::test]
async fn what_is_published_has_no_draft_no_birth_and_no_reason_of_an_absence() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    prepare(&clients).await?;
    let mut authority = Authority::of(&cluster).await?;
    authority.add("chief", Role::ChiefArbiter, Limits::default()).await?;
    authority.add("rita", Role::ResultEntry, Limits::default()).await?;
    until_known(&clients, &authority.token("rita")?).await?;
    let read = async |who: &str, id: &str, published: bool| -> Result<v1::GetTournamentResponse> {
        let request = v1::GetTournamentRequest { tournament: reference(id), published };
        let request = with(&authority.token(who)?, request)?;
        Ok(clients.pairing.clone().get_tournament(request).await?.into_inner())
    };
    let rounds = |of: &v1::GetTournamentResponse| of.rounds.len();
    let whole = read("chief", DRAFT, false).await?;
    ensure!(rounds(&whole) == 2 && whole.absences[0].reason == "a wedding", "{whole:?}");
    ensure!(whole.players[0].birth.is_some(), "{whole:?}");
    let seen = read("rita", DRAFT, true).await?;
    ensure!(rounds(&seen) == 1 && seen.players[0].name == "Anna", "{seen:?}");
    ensure!(seen.players.iter().all(|player| player.birth.is_none()), "{seen:?}");
    let absence = &seen.absences[0];
    ensure!(absence.participant == 1 && absence.reason.is_empty(), "{absence:?}");
    ensure!(absence.told_by.is_empty(), "{absence:?}");
    let published = read("rita", PUBLISHED, true).await?;
    ensure!(rounds(&published) == 2, "{published:?}");
    cluster.finish().await
}
