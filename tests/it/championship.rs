//! Plays a championship of eight players by the table of the Frisian rulebook: paired by the
//! system, one game lost on time, standings after every result, seven rounds to the end.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    AssignTableRequest, ClockOrder, Color, CreateTournamentRequest, EnterPlayerRequest, GameRef,
    GetClockRequest, GetGameRequest, GetTournamentRequest, InputHeader, MarkAbsent,
    OpenRoundRequest, Outcome, PairRoundRequest, PairingSystem, Reason, RecordResultRequest,
    Resign, RuleSet, Score, Seat, SubmitClaimRequest, SubmitRulingRequest, TimeControl,
    TournamentCreated, TournamentRef, VerdictStatus, WatchStandingsRequest, clock_order::Order,
    submit_claim_request::Claim, submit_ruling_request::Ruling,
};
use tests::{BY, LIMIT, client::Clients, cluster::Cluster, until};
use tokio::time::timeout;
use tonic::Code;

/// One period without increment, short enough for a test to wait for a flag.
const BASE_MS: u64 = 2000;

#[tokio::test]
async fn a_championship_of_eight_is_paired_by_the_rulebook_s_table_and_played_to_its_end()
-> Result<()> {
    let cluster = Cluster::start().await?;
    let mut clients = Clients::of(&cluster)?;
    let tournament = TournamentRef { venue: "main".to_owned(), tournament: "eight".to_owned() };
    create(&mut clients, &tournament).await?;

    let expected = table()?;
    for (number, pairs) in (1..).zip(&expected) {
        let request = PairRoundRequest {
            tournament: Some(tournament.clone()),
            round: number,
            by: BY.to_owned(),
            ..Default::default()
        };
        let round = clients.pairing.pair_round(request).await?.into_inner();
        let round = round.round.context("a round")?;
        let paired: Vec<[u32; 2]> =
            round.pairings.iter().map(|pairing| [pairing.white, pairing.black]).collect();
        ensure!(paired == *pairs, "round {number} is {paired:?}, the rulebook has {pairs:?}");
        let request = OpenRoundRequest {
            tournament: Some(tournament.clone()),
            round: number,
            reason: String::new(),
            by: BY.to_owned(),
        };
        if number == 1 {
            // A table at which no device has a seat would have no clock.
            seat(&mut clients, &tournament, "tablet-1", 1, Seat::Black).await?;
        }
        clients.pairing.open_round(request).await?;
        if number == 1 {
            first_round(&mut clients, &tournament, pairs).await?;
        } else {
            for table in 1..=4 {
                record(&mut clients, &tournament, number, table).await?;
            }
        }
    }

    let request = GetTournamentRequest { tournament: Some(tournament), ..Default::default() };
    let end = clients.pairing.get_tournament(request).await?.into_inner();
    ensure!(end.rounds.len() == 7, "{} rounds", end.rounds.len());
    ensure!(end.standings.iter().all(|row| row.played == 7), "{:?}", end.standings);
    let points: u32 = end.standings.iter().map(|row| row.points).sum();
    ensure!(points == 7 * 4 * 2, "{points} points were given");
    cluster.finish().await
}

async fn create(clients: &mut Clients, tournament: &TournamentRef) -> Result<()> {
    let settings = TournamentCreated {
        name: "Eight".to_owned(),
        rules: RuleSet::Frisian.into(),
        control: Some(TimeControl { base_ms: BASE_MS, ..TimeControl::default() }),
        system: PairingSystem::RoundRobinEight.into(),
        ..Default::default()
    };
    let request = CreateTournamentRequest {
        tournament: Some(tournament.clone()),
        settings: Some(settings),
        by: BY.to_owned(),
        ..Default::default()
    };
    clients.pairing.create_tournament(request).await?;
    for number in 1..=8 {
        let request = EnterPlayerRequest {
            tournament: Some(tournament.clone()),
            name: format!("Player {number}"),
            by: BY.to_owned(),
            ..Default::default()
        };
        let entered = clients.pairing.enter_player(request).await?.into_inner();
        ensure!(entered.player.is_some_and(|player| player.id == number), "player {number}");
    }
    Ok(())
}

/// Plays the first round: at table 1 White does not come and the flag falls, at the others Black
/// resigns. Checks the standings after each result.
async fn first_round(
    clients: &mut Clients,
    tournament: &TournamentRef,
    pairs: &[[u32; 2]],
) -> Result<()> {
    let request =
        WatchStandingsRequest { tournament: Some(tournament.clone()), ..Default::default() };
    let mut standings = clients.pairing.watch_standings(request).await?.into_inner();
    // Without a report, and without anything told at the table, the flag would end nothing.
    report_absent(clients, tournament, 1).await?;
    for (table, _pair) in (2..).zip(pairs.iter().skip(1)) {
        resign(clients, tournament, table).await?;
    }
    let mut points = BTreeMap::from([(pairs[0][1], 2)]);
    points.extend(pairs.iter().skip(1).map(|pair| (pair[0], 2)));
    timeout(LIMIT, async {
        loop {
            let seen = standings.message().await?.context("the standings ended")?;
            let won: BTreeMap<u32, u32> = seen
                .standings
                .iter()
                .filter(|row| row.points > 0)
                .map(|row| (row.player, row.points))
                .collect();
            ensure!(won.iter().all(|(player, won)| points.get(player) == Some(won)), "{won:?}");
            if won == points {
                return Ok(());
            }
        }
    })
    .await
    .context("the standings do not follow")??;

    let game = game(tournament, 1);
    let request = GetGameRequest { game: Some(game.clone()), ..Default::default() };
    let state = clients.rules_validation.get_game(request).await?.into_inner();
    let state = state.state.context("a state")?;
    let outcome = state.outcome.context("an outcome")?;
    ensure!(outcome.score() == Score::BlackWins && outcome.reason() == Reason::FlagFall);
    let request = GetClockRequest { game: Some(game) };
    let clock = clients.clock.get_clock(request).await?.into_inner();
    let clock = clock.clock.and_then(|clock| clock.state).context("a clock")?;
    ensure!(clock.flag() == Color::White && clock.white_ms == 0, "{clock:?}");
    ensure!(clock.black_ms == BASE_MS, "{clock:?}");
    let fell = state.started_at_ms + i64::try_from(BASE_MS)?;
    ensure!(clock.as_of_ms == fell, "the flag fell at {}, not at {fell}", clock.as_of_ms);
    Ok(())
}

async fn seat(
    clients: &mut Clients,
    tournament: &TournamentRef,
    device: &str,
    table: u32,
    seat: Seat,
) -> Result<()> {
    let request = AssignTableRequest {
        tournament: Some(tournament.clone()),
        device: device.to_owned(),
        table,
        seat: seat.into(),
        ..Default::default()
    };
    clients.board_ingest.assign_table(request).await?;
    Ok(())
}

/// Reports from the desk that White has not come.
async fn report_absent(
    clients: &mut Clients,
    tournament: &TournamentRef,
    table: u32,
) -> Result<()> {
    let device = "desk".to_owned();
    seat(clients, tournament, &device, 0, Seat::Desk).await?;
    let absent = MarkAbsent { color: Color::White.into(), limit: None };
    let order = ClockOrder { order: Some(Order::Absent(absent)), ..ClockOrder::default() };
    let header = InputHeader {
        game: Some(game(tournament, table)),
        device,
        sequence: 1,
        wait_ms: 1000,
        ..Default::default()
    };
    let request = SubmitRulingRequest {
        header: Some(header),
        ruling: Some(Ruling::Clock(order)),
        ..Default::default()
    };
    until("the report", || {
        let (mut ingest, request) = (clients.board_ingest.clone(), request.clone());
        async move {
            let verdict = ingest.submit_ruling(request).await.ok()?.into_inner().verdict?;
            (verdict.status() == VerdictStatus::Accepted).then_some(())
        }
    })
    .await
}

async fn resign(clients: &mut Clients, tournament: &TournamentRef, table: u32) -> Result<()> {
    let device = format!("tablet-{table}");
    seat(clients, tournament, &device, table, Seat::Black).await?;
    let request = SubmitClaimRequest {
        header: Some(InputHeader {
            game: Some(game(tournament, table)),
            device,
            sequence: 1,
            ..Default::default()
        }),
        claim: Some(Claim::Resign(Resign { color: Color::Black.into() })),
    };
    until("the resignation", || {
        let (mut ingest, request) = (clients.board_ingest.clone(), request.clone());
        async move {
            let verdict = ingest.submit_claim(request).await.ok()?.into_inner().verdict?;
            (verdict.status() == VerdictStatus::Accepted).then_some(())
        }
    })
    .await
}

/// Records a result by hand. Repeating it changes nothing, and a different result is refused.
async fn record(
    clients: &mut Clients,
    tournament: &TournamentRef,
    round: u32,
    table: u32,
) -> Result<()> {
    let outcome =
        |score: Score| Some(Outcome { score: score.into(), reason: Reason::Arbiter.into() });
    let request = RecordResultRequest {
        tournament: Some(tournament.clone()),
        round,
        table,
        outcome: outcome(if table.is_multiple_of(2) { Score::Draw } else { Score::WhiteWins }),
        correct: false,
        by: BY.to_owned(),
        ..Default::default()
    };
    clients.pairing.record_result(request.clone()).await?;
    clients.pairing.record_result(request.clone()).await?;
    let other = RecordResultRequest { outcome: outcome(Score::BlackWins), ..request };
    let refused = clients.pairing.record_result(other).await.err();
    let refused = refused.context("another result replaced the first")?;
    ensure!(refused.code() == Code::FailedPrecondition, "{refused:?}");
    let text = format!("round {round} table {table} already has a result: ");
    ensure!(refused.message().starts_with(&text), "{refused:?}");
    Ok(())
}

fn game(tournament: &TournamentRef, table: u32) -> GameRef {
    GameRef {
        venue: tournament.venue.clone(),
        tournament: tournament.tournament.clone(),
        game: format!("r1-t{table}"),
    }
}

/// Returns the rounds of `ind8_achttal` as the rulebook prints them.
fn table() -> Result<Vec<Vec<[u32; 2]>>> {
    let tables = test_data::json("rules/schedules.json");
    let tables = tables["schedules"].as_array().context("schedules")?;
    let eight = tables.iter().find(|table| table["id"] == "ind8_achttal").context("the table")?;
    let rounds = eight["rounds"].as_array().context("rounds")?;
    let rounds = rounds.iter().map(|round| serde_json::from_value(round["pairs"].clone()));
    Ok(rounds.collect::<Result<_, _>>()?)
}
