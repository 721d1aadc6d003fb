//! Checks the arbiter's rulings on clocks while services are killed in between: a hall is paused
//! and goes on, times are set, absent players are waited for, and after a flag play goes on where
//! the rules allow it.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    AbsenceArticle, AbsenceLimit, AdjustClock, ClockOrder, CloseRoundRequest, Color, GameRef,
    GetGameRequest, IncrementKind, InputHeader, MarkAbsent, MoveText, Nothing, OpenRoundRequest,
    Outcome, PairRoundRequest, PlayOn, Reason, RecordResultRequest, ResumeGame, Score,
    SetGraceRequest, SubmitMoveRequest, TablePairing, TimeControl, TimeStage, Verdict,
    VerdictStatus, WithdrawRequest, clock_order::Order, submit_ruling_request::Ruling,
};
use tests::{
    BY,
    client::Clients,
    cluster::{Cluster, Service},
    round::{DeskDevice, Round},
    script::Script,
    until,
};
use tonic::Code;

/// Long enough that no flag falls.
const LONG: TimeControl = TimeControl { base_ms: 3_600_000, increment_ms: 0, stages: Vec::new() };

struct Hall {
    cluster: Cluster,
    clients: Clients,
    round: Round,
    desk: DeskDevice,
}

impl Hall {
    async fn open(games: usize, control: TimeControl) -> Result<Self> {
        let cluster = Cluster::start().await?;
        let clients = Clients::of(&cluster)?;
        let scripts = (1..=games).map(Script::of_table).collect();
        let round = Round::open_timed(&clients, "round", scripts, control).await?;
        let desk = round.desk();
        Ok(Self { cluster, clients, round, desk })
    }

    /// Kills the service and starts it again while the next input arrives.
    async fn disturb(&mut self, service: Service) -> Result<()> {
        self.cluster.kill(service).await?;
        self.cluster.launch(service).await
    }

    async fn play(&self, table: u32, ply: usize, text: &str) -> Result<()> {
        let color = if ply % 2 == 1 { Color::White } else { Color::Black };
        let mut tablet = self.round.tablet(table, color).after(ply.div_ceil(2) - 1);
        let (from, to) = text.split_once('-').context("a move")?;
        let mv = MoveText { from: from.parse()?, to: to.parse()?, ..Default::default() };
        accepted(&tablet.play(ply, mv).await?)
    }

    async fn order(&mut self, table: u32, order: Order) -> Result<Verdict> {
        let order = ClockOrder { order: Some(order), ..ClockOrder::default() };
        self.desk.rule(table, Ruling::Clock(order)).await
    }

    async fn ordered(&mut self, table: u32, order: Order) -> Result<()> {
        accepted(&self.order(table, order).await?)
    }

    async fn refused(&mut self, table: u32, order: Order, reason: &str) -> Result<Verdict> {
        let verdict = self.order(table, order).await?;
        ensure!(verdict.status() == VerdictStatus::Refused, "{reason}: {verdict:?}");
        ensure!(verdict.reason == reason, "{reason} was due: {verdict:?}");
        ensure!(!verdict.explanation.is_empty(), "{verdict:?}");
        Ok(verdict)
    }
}

fn accepted(verdict: &Verdict) -> Result<()> {
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    Ok(())
}

fn adjust(color: Color, remaining_ms: u64) -> Order {
    let reason = "the clock was set wrongly".to_owned();
    Order::Adjust(AdjustClock { color: color.into(), remaining_ms, reason })
}

const PAUSE: Order = Order::Pause(Nothing {});
const RESUME: Order = Order::Resume(Nothing {});

#[tokio::test]
async fn a_paused_hall_is_every_game_in_play_and_begins_none() -> Result<()> {
    let mut hall = Hall::open(3, LONG).await?;
    let mut pairing = hall.clients.pairing.clone();
    let (tournament, by) = (hall.round.reference(), BY.to_owned());
    let result = RecordResultRequest {
        tournament: tournament.clone(),
        round: 1,
        table: 1,
        outcome: Some(Outcome { score: Score::Draw.into(), reason: Reason::Agreement.into() }),
        by: by.clone(),
        ..RecordResultRequest::default()
    };
    pairing.record_result(result).await?;
    let close = CloseRoundRequest {
        tournament: tournament.clone(),
        round: 1,
        by: by.clone(),
        ..CloseRoundRequest::default()
    };
    pairing.close_round(close).await?;
    let pairings = [(1, 2, 1), (2, 4, 3), (3, 6, 5)];
    let pairings = pairings.map(|(table, white, black)| TablePairing { table, white, black });
    let pair = PairRoundRequest {
        tournament: tournament.clone(),
        round: 2,
        pairings: pairings.to_vec(),
        by: by.clone(),
        ..PairRoundRequest::default()
    };
    pairing.pair_round(pair).await?;
    let leave = WithdrawRequest {
        tournament: tournament.clone(),
        participant: 6,
        by: by.clone(),
        ..WithdrawRequest::default()
    };
    pairing.withdraw(leave).await?;
    pairing
        .open_round(OpenRoundRequest { tournament, round: 2, reason: String::new(), by })
        .await?;

    let tables = |verdicts: Vec<Verdict>| -> Result<Vec<String>> {
        verdicts.iter().try_for_each(accepted)?;
        Ok(verdicts.into_iter().filter_map(|verdict| Some(verdict.game?.game)).collect())
    };
    let pause = ClockOrder { order: Some(PAUSE), ..ClockOrder::default() };
    // The second table of round 1 was postponed; the game of the third is off since its White left.
    let verdicts = hall.desk.rule_round(1, pause.clone()).await?;
    assert_eq!(tables(verdicts)?, ["r1-t2"]);
    let verdicts = hall.desk.rule_round(2, pause).await?;
    assert_eq!(tables(verdicts)?, ["r2-t1", "r2-t2"]);
    let off = GameRef { game: "r2-t3".to_owned(), ..hall.round.game(3) };
    let mut tablet = hall.round.tablet(3, Color::White).in_game(&off);
    let mv = MoveText { from: 32, to: 28, ..Default::default() };
    let status = tablet.try_play(1, mv).await.err().context("the move was taken")?;
    assert_eq!(status.code(), Code::FailedPrecondition, "{status:?}");
    ensure!(status.message().contains("a player has withdrawn"), "{status:?}");
    let request = GetGameRequest { game: Some(off), ..Default::default() };
    let status = hall.clients.rules_validation.clone().get_game(request).await.err();
    assert_eq!(status.context("the game has begun")?.code(), Code::NotFound);
    Ok(())
}

#[tokio::test]
async fn a_paused_hall_goes_on_with_the_time_each_player_had_left() -> Result<()> {
    let mut hall = Hall::open(3, LONG).await?;
    hall.play(1, 1, "32-28").await?;
    hall.play(2, 1, "32-28").await?;
    hall.play(2, 2, "19-23").await?;
    let verdicts =
        hall.desk.rule_round(1, ClockOrder { order: Some(PAUSE), ..ClockOrder::default() }).await?;
    ensure!(verdicts.len() == 3, "{verdicts:?}");
    verdicts.iter().try_for_each(accepted)?;
    let mut paused = Vec::new();
    for table in 1..=3 {
        let state = hall.round.clock("a pause", table, |state| state.paused).await?;
        ensure!(state.running() == Color::Unspecified && state.deadline_ms == 0, "{state:?}");
        paused.push(state);
    }
    // A repeated pause is stored once; moves made meanwhile are pressed when the clocks run again.
    hall.ordered(1, PAUSE).await?;
    hall.play(1, 2, "19-23").await?;
    hall.disturb(Service::Clock).await?;
    let order = ClockOrder { order: Some(RESUME), ..ClockOrder::default() };
    hall.desk.rule_round(1, order).await?.iter().try_for_each(accepted)?;
    for (table, before) in (1..).zip(&paused) {
        let after = hall.round.clock("time to run", table, |state| !state.paused).await?;
        // Each player has the time from before the pause, and White is to move on every board.
        ensure!(
            (after.white_ms, after.black_ms) == (before.white_ms, before.black_ms),
            "{after:?}"
        );
        ensure!(after.running() == Color::White && after.as_of_ms > before.as_of_ms, "{after:?}");
    }
    let verdict = hall.refused(1, RESUME, "not-paused").await?;
    ensure!(verdict.clock_refusal.is_some(), "{verdict:?}");
    hall.cluster.finish().await
}

#[tokio::test]
async fn a_time_is_set_with_a_reason_and_a_senseless_setting_is_refused() -> Result<()> {
    let mut hall = Hall::open(2, LONG).await?;
    hall.play(1, 1, "32-28").await?;
    hall.ordered(1, adjust(Color::White, 300_000)).await?;
    let state = hall.round.clock("a set time", 1, |state| state.white_ms == 300_000).await?;
    ensure!(state.running() == Color::Black, "{state:?}");

    let absent = |color: Color, limit| MarkAbsent { color: color.into(), limit };
    hall.refused(1, Order::Absent(absent(Color::White, None)), "has-played").await?;
    let verdict = hall.refused(1, Order::PlayOn(PlayOn::default()), "no-flag").await?;
    ensure!(verdict.explanation.contains("No flag"), "{verdict:?}");

    let week = 7 * 24 * 3_600_000;
    let nameless = AdjustClock { color: Color::White.into(), ..AdjustClock::default() };
    for order in [
        Order::Adjust(nameless.clone()),
        Order::Adjust(AdjustClock { reason: "two\nlines".to_owned(), ..nameless.clone() }),
        Order::Adjust(AdjustClock { reason: "why".to_owned(), color: 0, ..nameless }),
        adjust(Color::White, week + 1),
        Order::Present(7),
        Order::Absent(absent(Color::White, Some(AbsenceLimit::default()))),
    ] {
        let ruling =
            Ruling::Clock(ClockOrder { order: Some(order.clone()), ..ClockOrder::default() });
        let status = hall.desk.try_rule(1, ruling).await.err();
        let status = status.with_context(|| format!("{order:?} was taken"))?;
        ensure!(status.code() == Code::InvalidArgument, "{order:?}: {status:?}");
    }
    let ruling = Ruling::Clock(ClockOrder { order: Some(PAUSE), ..ClockOrder::default() });
    let status = hall.round.desk().as_tablet(1, Color::White).try_rule(1, ruling).await.err();
    let status = status.context("a tablet ruled")?;
    ensure!(status.code() == Code::FailedPrecondition, "{status:?}");

    // Black has not come to table 2 and is waited for while White's move has no answer.
    let limit = AbsenceLimit { after_ms: 700, article: AbsenceArticle::Tournament2006Rule3.into() };
    hall.ordered(2, Order::Absent(absent(Color::Black, Some(limit)))).await?;
    let state = hall
        .round
        .clock("an absence", 2, |state| state.black_stage.is_some_and(|s| s.absent))
        .await?;
    ensure!(state.forfeit() == Color::Unspecified, "{state:?}");
    hall.play(2, 1, "32-28").await?;
    hall.disturb(Service::Clock).await?;
    ensure!(
        hall.round.end(2).await? == (Score::WhiteWins, Reason::NoShow),
        "{:?}",
        hall.round.end(2).await?
    );
    let state = hall.round.clock("a forfeit", 2, |state| state.forfeit() == Color::Black).await?;
    ensure!(state.black_ms == LONG.base_ms - 700, "{state:?}");
    hall.refused(2, PAUSE, "game-finished").await?;
    hall.cluster.finish().await
}

#[tokio::test]
async fn a_press_counts_at_its_own_moment_within_the_grace_that_the_desk_set() -> Result<()> {
    let hall = Hall::open(1, LONG).await?;
    let set = |device: &str, grace_ms| {
        let tournament = hall.round.reference();
        let request = SetGraceRequest {
            tournament,
            device: device.to_owned(),
            grace_ms,
            ..Default::default()
        };
        let mut board_ingest = hall.clients.board_ingest.clone();
        async move { board_ingest.set_grace(request).await.map_err(|status| status.code()) }
    };
    ensure!(set("t1-white", 9000).await.err() == Some(Code::FailedPrecondition));
    ensure!(set("nobody", 9000).await.err() == Some(Code::NotFound));
    ensure!(set("desk", 60_001).await.err() == Some(Code::InvalidArgument));
    for _time in 0..2 {
        ensure!(set("desk", 60_000).await.is_ok());
    }
    let clock = hall.round.clock("the start", 1, |state| state.running() == Color::White).await?;
    // The tablet was cut off for longer than the usual grace.
    until("three seconds to pass", || async {
        (runtime::WallClock::system().now().millis() > clock.as_of_ms + 3000).then_some(())
    })
    .await?;
    let seen_at_ms = clock.as_of_ms + 500;
    let header = InputHeader {
        game: Some(hall.round.game(1)),
        device: "t1-white".to_owned(),
        sequence: 1,
        seen_at_ms,
        wait_ms: 1000,
        ..InputHeader::default()
    };
    let mv = Some(MoveText { from: 32, to: 28, ..MoveText::default() });
    let request = SubmitMoveRequest { header: Some(header), ply: 1, r#move: mv };
    hall.clients.board_ingest.clone().submit_move(request).await?;
    let clock = hall.round.clock("the press", 1, |state| state.running() == Color::Black).await?;
    ensure!((clock.as_of_ms, clock.white_ms) == (seen_at_ms, LONG.base_ms - 500), "{clock:?}");
    hall.cluster.finish().await
}

/// Two moves in three seconds, then two seconds.
fn stages() -> TimeControl {
    let stage = |moves, time_ms| TimeStage {
        moves,
        time_ms,
        kind: IncrementKind::Unspecified.into(),
        increment_ms: 0,
    };
    TimeControl { stages: vec![stage(2, 3000), stage(0, 2000)], ..TimeControl::default() }
}

#[tokio::test]
async fn a_stage_adds_its_time_and_after_a_flag_the_arbiter_lets_play_go_on() -> Result<()> {
    let mut hall = Hall::open(1, stages()).await?;
    hall.play(1, 1, "32-28").await?;
    hall.play(1, 2, "19-23").await?;
    // White does not move: the flag falls after one of the two required moves.
    ensure!(
        hall.round.end(1).await? == (Score::BlackWins, Reason::FlagFall),
        "{:?}",
        hall.round.end(1).await?
    );
    let fallen = hall.round.clock("the flag", 1, |state| state.flag() == Color::White).await?;
    let white = fallen.white_stage.context("a stage")?;
    ensure!((white.number, white.moves, white.moves_to_go) == (1, 1, 1), "{white:?}");
    hall.refused(1, RESUME, "game-finished").await?;

    // The arbiter finds that the clock was wrong: the game goes on, and so does the clock.
    accepted(&hall.desk.rule(1, Ruling::Resume(ResumeGame {})).await?)?;
    hall.refused(1, RESUME, "flag-fallen").await?;
    let few = PlayOn { moves: Some(1) };
    hall.refused(1, Order::PlayOn(few), "too-few-moves").await?;
    hall.ordered(1, adjust(Color::White, 600_000)).await?;
    let waiting = hall.round.clock("a pause", 1, |state| state.paused).await?;
    ensure!(waiting.flag() == Color::Unspecified && waiting.white_ms == 600_000, "{waiting:?}");
    hall.disturb(Service::Clock).await?;
    hall.ordered(1, adjust(Color::Black, 600_000)).await?;
    hall.ordered(1, RESUME).await?;
    hall.round.clock("White's time", 1, |state| state.running() == Color::White).await?;
    hall.cluster.finish().await
}
