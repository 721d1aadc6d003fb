//! Checks that a change of seats and of the grace is on record with who made it, in which role and
//! when: over gRPC in each language, and on the command line.

use std::process::Command as Program;

use access::{Limits, Role};
use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    AssignTableRequest, CreateTournamentRequest, ListSeatActsRequest, ListSeatActsResponse,
    PairingSystem, ReleaseTableRequest, RuleSet, Seat, SetGraceRequest, TimeControl,
    TournamentCreated, TournamentRef,
};
use tests::{
    BY,
    authority::{Authority, name_of},
    client::Clients,
    cluster::Cluster,
    until,
};
use tonic::Code;

use crate::doors::with;

fn tournament() -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: "seats".to_owned() })
}

async fn create(clients: &Clients) -> Result<()> {
    let settings = TournamentCreated {
        name: "Seats".to_owned(),
        rules: RuleSet::International.into(),
        control: Some(TimeControl { base_ms: 60_000, ..TimeControl::default() }),
        system: PairingSystem::Manual.into(),
        ..TournamentCreated::default()
    };
    let create = CreateTournamentRequest {
        tournament: tournament(),
        settings: Some(settings),
        by: BY.to_owned(),
        ..CreateTournamentRequest::default()
    };
    clients.pairing.clone().create_tournament(create).await?;
    Ok(())
}

fn assign(device: &str, table: u32, seat: Seat) -> AssignTableRequest {
    AssignTableRequest {
        tournament: tournament(),
        device: device.to_owned(),
        table,
        seat: seat.into(),
        by: "Somebody else".to_owned(),
    }
}

fn list(language: &str, page_token: &str) -> ListSeatActsRequest {
    let (language, page_token) = (language.to_owned(), page_token.to_owned());
    ListSeatActsRequest { tournament: tournament(), language, page_token }
}

fn texts(answer: &ListSeatActsResponse) -> Vec<&str> {
    answer.acts.iter().map(|act| &*act.text).collect()
}

#[tokio::test]
async fn who_changed_seats_and_the_grace_is_on_record_in_their_role() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    create(&clients).await?;
    let mut authority = Authority::of(&cluster).await?;
    for (id, role) in [("tess", Role::Technician), ("oege", Role::Organiser)] {
        authority.add(id, role, Limits::default()).await?;
    }
    let (tess, oege) = (authority.token("tess")?, authority.token("oege")?);
    let mut ingest = clients.board_ingest.clone();
    until("the technician to be known", || async {
        let call = with(&tess, assign("desk-1", 0, Seat::Desk)).ok()?;
        clients.board_ingest.clone().assign_table(call).await.ok()
    })
    .await?;
    for (device, table, seat) in [("a", 3, Seat::White), ("b", 3, Seat::White)] {
        ingest.assign_table(with(&tess, assign(device, table, seat))?).await?;
    }
    // What changes nothing is on record once.
    ingest.assign_table(with(&tess, assign("b", 3, Seat::White))?).await?;
    let grace = SetGraceRequest {
        tournament: tournament(),
        device: "desk-1".to_owned(),
        grace_ms: 3_000,
        by: String::new(),
    };
    ingest.set_grace(with(&tess, grace)?).await?;
    let release =
        ReleaseTableRequest { tournament: tournament(), device: "b".to_owned(), by: String::new() };
    ingest.release_table(with(&tess, release)?).await?;

    let answer = ingest.list_seat_acts(with(&tess, list("en", ""))?).await?.into_inner();
    let expected = [
        "device desk-1 gets a place at the desk",
        "device a gets White’s place at table 3",
        "device b gets White’s place at table 3, which a had",
        "grace for late presses: 3000 ms",
        "device b loses its place",
    ];
    ensure!(texts(&answer) == expected, "{answer:?}");
    for act in &answer.acts {
        let who = (&*act.by, &*act.role, &*act.role_text);
        ensure!(who == (&*name_of("tess"), "technician", "technician"), "{act:?}");
        ensure!(act.at_ms > 0, "{act:?}");
    }
    let dutch = ingest.list_seat_acts(with(&tess, list("nl", ""))?).await?.into_inner();
    let last = dutch.acts.last().context("the acts")?;
    let words = (&*last.text, &*last.role_text);
    ensure!(words == ("apparaat b raakt zijn plaats kwijt", "technicus"), "{last:?}");
    let later = list("en", &answer.later_token);
    let later = ingest.list_seat_acts(with(&tess, later)?).await?.into_inner();
    ensure!(later.acts.is_empty() && answer.next_page_token.is_empty(), "{later:?}");

    let wrong = ingest.list_seat_acts(with(&tess, list("en", "x"))?).await.unwrap_err();
    ensure!(wrong.code() == Code::InvalidArgument, "{wrong:?}");
    let refused = ingest.list_seat_acts(with(&oege, list("en", ""))?).await.unwrap_err();
    ensure!(refused.code() == Code::PermissionDenied, "{refused:?}");

    let mut program = Program::new(cluster.program());
    program.args(["decisions", "main.seats", "--nats", &cluster.nats_url()]);
    let printed = program.args(["--kind", "devices", "--language", "fy"]).output()?;
    let text = String::from_utf8(printed.stdout)?;
    let lines: Vec<_> = text.lines().filter_map(|line| line.split_once("  ")).collect();
    ensure!(lines.len() == expected.len(), "{text}");
    let (_at, grace) = lines.get(3).context("the grace")?;
    let of_tess = format!("{} (technikus, desk-1): romte foar lette drukken", name_of("tess"));
    ensure!(grace.starts_with(&of_tess), "{text}");
    cluster.finish().await
}
