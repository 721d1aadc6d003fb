//! Checks what a participant proposes by their own device, and the answers of the desk: over gRPC,
//! behind locked doors.

use access::{Limits, Role};
use anyhow::{Context as _, Result, ensure};
use proto::v1::{self, Proposal, TimeControl, TournamentCreated, TournamentRef};
use tests::{BY, authority::Authority, client::Clients, cluster::Cluster, until};
use tonic::{Code, Request};

use crate::doors::{refusal, with};

const ABSENCE: &str = "/damcast.v1.PairingService/ReportAbsence";
const WITHDRAW: &str = "/damcast.v1.PairingService/Withdraw";
const LINE_UP: &str = "/damcast.v1.PairingService/HandInLineUp";

fn tournament() -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: "open".to_owned() })
}

/// Returns the limits of somebody who speaks for a participant.
fn of(participant: u32) -> Limits {
    Limits { tournament: Some("open".to_owned()), tables: None, participant: Some(participant) }
}

/// A venue with an arbiter, and the phone of player 2.
struct Hall {
    clients: Clients,
    authority: Authority,
    ids: String,
    phone: String,
}

impl Hall {
    async fn open(cluster: &Cluster) -> Result<Self> {
        let clients = Clients::of(cluster)?;
        let mut pairing = clients.pairing.clone();
        let settings = TournamentCreated {
            name: "Open".to_owned(),
            control: Some(TimeControl { base_ms: 60_000, ..Default::default() }),
            ..Default::default()
        };
        let create = v1::CreateTournamentRequest {
            tournament: tournament(),
            settings: Some(settings),
            preset: "kndb-swiss".to_owned(),
            rounds: Some(5),
            by: BY.to_owned(),
        };
        pairing.create_tournament(create).await?;
        for name in ["Anna", "Bauke", "Corrie", "Doede"] {
            let request = v1::EnterPlayerRequest {
                tournament: tournament(),
                name: name.to_owned(),
                by: BY.to_owned(),
                ..Default::default()
            };
            pairing.enter_player(request).await?;
        }
        let mut authority = Authority::of(cluster).await?;
        authority.add("ids", Role::ChiefArbiter, Limits::default()).await?;
        authority.add("phone-2", Role::PlayerDevice, of(2)).await?;
        let (ids, phone) = (authority.token("ids")?, authority.token("phone-2")?);
        let hall = Self { clients, authority, ids, phone };
        until("the phone to be known", || async { hall.listed(2).await.ok() }).await?;
        Ok(hall)
    }

    /// Returns a call that the phone signs.
    fn signed<T: prost::Message>(&self, path: &str, message: T) -> Result<Request<T>> {
        let mut request = with(&self.phone, message)?;
        self.authority.signer("phone-2").context("a key")?.sign(path, &mut request)?;
        Ok(request)
    }

    /// Returns the proposals that the phone sees.
    async fn listed(&self, participant: u32) -> Result<Vec<Proposal>> {
        let request = v1::ListProposalsRequest {
            tournament: tournament(),
            participant,
            language: "en".to_owned(),
        };
        let answer = self.clients.pairing.clone().list_proposals(with(&self.phone, request)?).await;
        Ok(answer?.into_inner().proposals)
    }

    async fn whole(&self) -> Result<v1::GetTournamentResponse> {
        let request = v1::GetTournamentRequest { tournament: tournament(), ..Default::default() };
        let answer = self.clients.pairing.clone().get_tournament(with(&self.ids, request)?).await?;
        Ok(answer.into_inner())
    }

    async fn answer(&self, proposal: u32, accept: bool, reason: &str) -> Result<Option<Code>> {
        let request = v1::AnswerProposalRequest {
            tournament: tournament(),
            proposal,
            accept,
            reason: reason.to_owned(),
            ..Default::default()
        };
        let answer = self.clients.pairing.clone().answer_proposal(with(&self.ids, request)?).await;
        Ok(answer.err().map(|status| status.code()))
    }
}

fn absent(participant: u32, round: u32, half_point_bye: bool) -> v1::ReportAbsenceRequest {
    v1::ReportAbsenceRequest {
        tournament: tournament(),
        participant,
        round,
        half_point_bye,
        reason: "a wedding".to_owned(),
        ..Default::default()
    }
}

#[tokio::test]
async fn a_player_proposes_and_the_desk_accepts_or_refuses_with_a_reason() -> Result<()> {
    let cluster = Cluster::start().await?;
    let hall = Hall::open(&cluster).await?;
    let mut pairing = hall.clients.pairing.clone();
    pairing.report_absence(hall.signed(ABSENCE, absent(2, 2, false))?).await?;
    // It is kept, once, and decides nothing.
    pairing.report_absence(hall.signed(ABSENCE, absent(2, 2, false))?).await?;
    let whole = hall.whole().await?;
    ensure!(whole.proposals == [1] && whole.absences.is_empty(), "{whole:?}");
    let listed = hall.listed(2).await?;
    let [waits] = listed.as_slice() else { anyhow::bail!("{listed:?}") };
    ensure!(waits.text == "Bauke will not play round 2: a wedding" && !waits.answered, "{waits:?}");

    ensure!(hall.answer(1, true, "").await?.is_none());
    let whole = hall.whole().await?;
    ensure!(whole.proposals.is_empty() && whole.absences.len() == 1, "{whole:?}");

    let withdraw = v1::WithdrawRequest {
        tournament: tournament(),
        participant: 2,
        reason: "moving house".to_owned(),
        ..Default::default()
    };
    pairing.withdraw(hall.signed(WITHDRAW, withdraw)?).await?;
    ensure!(hall.answer(2, false, " ").await? == Some(Code::InvalidArgument));
    ensure!(hall.answer(2, false, "play round 1 first").await?.is_none());
    ensure!(hall.answer(2, true, "").await? == Some(Code::FailedPrecondition));
    ensure!(hall.answer(9, true, "").await? == Some(Code::NotFound));
    ensure!(hall.whole().await?.withdrawn.is_empty());
    let listed = hall.listed(2).await?;
    let told: Vec<_> =
        listed.iter().map(|one| (one.number, one.accepted, one.reason.as_str())).collect();
    ensure!(told == [(1, true, ""), (2, false, "play round 1 first")], "{told:?}");

    // Who asked and who answered is on record.
    let request = v1::ListDecisionsRequest {
        tournament: tournament(),
        language: "en".to_owned(),
        ..Default::default()
    };
    let decided = pairing.list_decisions(with(&hall.ids, request)?).await?.into_inner().decisions;
    let by: Vec<_> = decided.iter().rev().take(4).map(|one| one.by.as_str()).collect();
    ensure!(by == ["Somebody who is ids", "phone-2", "Somebody who is ids", "phone-2"], "{by:?}");
    cluster.finish().await
}

#[tokio::test]
async fn a_phone_speaks_for_its_participant_alone_and_decides_nothing() -> Result<()> {
    let cluster = Cluster::start().await?;
    let hall = Hall::open(&cluster).await?;
    let mut pairing = hall.clients.pairing.clone();
    let other = pairing.report_absence(hall.signed(ABSENCE, absent(3, 2, false))?).await;
    ensure!(refusal(&other.unwrap_err()).as_deref() == Some("other-participant"));
    let unsigned = pairing.report_absence(with(&hall.phone, absent(2, 2, false))?).await;
    ensure!(refusal(&unsigned.unwrap_err()).as_deref() == Some("not-signed"));
    let line_up = v1::HandInLineUpRequest {
        tournament: tournament(),
        team: 2,
        boards: vec![2],
        ..Default::default()
    };
    // A proposal that could not be decided is refused at once: nobody plays for a team here.
    let refused = pairing.hand_in_line_up(hall.signed(LINE_UP, line_up)?).await.unwrap_err();
    ensure!(
        refused.code() == Code::FailedPrecondition && refusal(&refused).is_none(),
        "{refused:?}"
    );
    for participant in [0, 3] {
        ensure!(hall.listed(participant).await.is_err(), "{participant}");
    }
    let answer = v1::AnswerProposalRequest {
        tournament: tournament(),
        proposal: 1,
        accept: true,
        ..Default::default()
    };
    let own = pairing.answer_proposal(with(&hall.phone, answer)?).await.unwrap_err();
    ensure!(refusal(&own).as_deref() == Some("not-allowed"), "{own:?}");
    ensure!(hall.whole().await?.proposals.is_empty());
    cluster.finish().await
}
