//! Plays a round by the tournament regulation of 2006, its hours scaled down to seconds: Black
//! starts White's clock, a player who is absent for "the hour" loses, and after a flag the record
//! decides whether play goes on.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use draughts::RuleSet;
use game_clock::{Increment, Stage, TimeControl};
use proto::v1::{
    ClockOrder, ClockState, Color, InputHeader, MarkAbsent, MoveText, PlayOn, Reason, ResumeGame,
    Score, SubmitPressRequest, TournamentCreated, Verdict, VerdictStatus, clock_event::Event,
    clock_order::Order, envelope::Record, submit_ruling_request::Ruling,
};
use tests::{
    audit::Audit,
    client::Clients,
    cluster::{Cluster, Service},
    round::{DeskDevice, Round},
    script::Script,
};
use tonic::Code;
use tournament::regulation::{Format, Limits, Preset, Regulation};

/// Two moves in sixteen seconds, then three seconds; the regulation has 50 moves in two hours, then
/// half an hour.
const MOVES: u32 = 2;
const FIRST_MS: u64 = 16_000;
const REST_MS: u64 = 3_000;
/// "An hour" (2006 art. 3).
const HOUR_MS: u64 = 8_000;

/// Returns settings for the open group of the regulation, with two players and paired by hand.
fn settings() -> TournamentCreated {
    let stage = |moves, millis| Stage {
        moves,
        time: Duration::from_millis(millis),
        increment: Increment::None,
    };
    let regulation = Regulation {
        time_control: TimeControl::staged(&[stage(Some(MOVES), FIRST_MS), stage(None, REST_MS)])
            .ok(),
        absence: Some(Duration::from_millis(HOUR_MS)),
        format: Format::Manual,
        rounds: None,
        limits: Limits { entrants_min: 2, entrants_max: None, younger_than: None },
        ..Regulation::of(Preset::Tournament2006Open)
    };
    TournamentCreated {
        name: "2006".to_owned(),
        regulation: Some((&regulation).into()),
        ..TournamentCreated::default()
    }
}

struct Hall {
    cluster: Cluster,
    clients: Clients,
    round: Round,
    desk: DeskDevice,
}

impl Hall {
    async fn open(games: u32) -> Result<Self> {
        let cluster = Cluster::start().await?;
        let clients = Clients::of(&cluster)?;
        let scripts = (1..=games).map(Script::of_table).collect();
        let round = Round::open_by(&clients, "round", scripts, settings()).await?;
        let desk = round.desk();
        Ok(Self { cluster, clients, round, desk })
    }

    async fn play(&self, table: u32, sent: u32, ply: u32, (from, to): (u32, u32)) -> Result<()> {
        let color = if ply % 2 == 1 { Color::White } else { Color::Black };
        let mut tablet = self.round.tablet(table, color).after(usize::try_from(sent)?);
        let mv = MoveText { from, to, ..MoveText::default() };
        accepted(&tablet.play(usize::try_from(ply)?, mv).await?)
    }

    async fn press(&self, table: u32, color: Color, sent: usize) -> Result<Verdict> {
        self.round.tablet(table, color).after(sent).press().await
    }

    async fn order(&mut self, table: u32, order: Order) -> Result<Verdict> {
        let order = ClockOrder { order: Some(order), ..ClockOrder::default() };
        self.desk.rule(table, Ruling::Clock(order)).await
    }

    /// Reports a side as absent, with the waiting time of the regulation.
    async fn absent(&mut self, table: u32, color: Color) -> Result<()> {
        let absent = MarkAbsent { color: color.into(), limit: None };
        accepted(&self.order(table, Order::Absent(absent)).await?)
    }

    /// Returns every event of the clock of a table.
    async fn events(&self, table: u32) -> Result<Vec<Event>> {
        let audit = Audit::read(&self.cluster.nats_url()).await?;
        let subject = format!("clock.main.round.{}", self.round.game(table).game);
        let written = audit.envelopes.get(&("CLOCK", subject)).context("a clock")?;
        let mut events = Vec::new();
        for envelope in written {
            if let Some(Record::Clock(record)) = &envelope.record {
                events.extend(record.events.iter().filter_map(|event| event.event.clone()));
            }
        }
        Ok(events)
    }
}

fn accepted(verdict: &Verdict) -> Result<()> {
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    Ok(())
}

fn refused(verdict: &Verdict, reason: &str) -> Result<()> {
    ensure!(verdict.status() == VerdictStatus::Refused, "{reason}: {verdict:?}");
    ensure!(verdict.reason == reason, "{reason} was due: {verdict:?}");
    Ok(())
}

#[tokio::test]
async fn rules_2_and_3_black_starts_white_s_clock_and_a_player_absent_for_the_hour_loses()
-> Result<()> {
    ensure!(Regulation::of(Preset::Tournament2006Open).rules == RuleSet::International2006Open);
    let mut hall = Hall::open(4).await?;
    // From the hour of the start, Black's time runs at every table.
    for table in 1..=4 {
        let clock =
            hall.round.clock("Black's time", table, |state| state.running() == Color::Black);
        let clock = clock.await?;
        ensure!((clock.white_ms, clock.black_ms) == (FIRST_MS, FIRST_MS), "{clock:?}");
    }
    // Table 1: both are late. Table 2: Black never comes. Table 3: White is reported absent, and
    // comes.
    for color in [Color::White, Color::Black] {
        hall.absent(1, color).await?;
    }
    hall.absent(2, Color::Black).await?;
    hall.absent(3, Color::White).await?;
    for table in [1, 3] {
        accepted(&hall.press(table, Color::Black, 0).await?)?;
        let clock =
            hall.round.clock("White's time", table, |state| state.running() == Color::White);
        let clock = clock.await?;
        ensure!(clock.black_ms < FIRST_MS && clock.white_ms == FIRST_MS, "{clock:?}");
        let waits_for = |stage: Option<proto::v1::StageState>| stage.is_some_and(|it| it.absent);
        ensure!(waits_for(clock.white_stage) && !waits_for(clock.black_stage), "{clock:?}");
    }
    hall.play(3, 0, 1, (32, 28)).await?;
    // Table 4: nobody sent a press, but White has moved.
    hall.play(4, 0, 1, (32, 28)).await?;
    let has_moved = |state: &ClockState| state.white_stage.is_some_and(|white| white.moves == 1);
    let clock = hall.round.clock("White's move", 4, has_moved).await?;
    ensure!((clock.white_ms, clock.running()) == (FIRST_MS, Color::Black), "{clock:?}");
    // The clock service is down while both hours pass.
    hall.cluster.kill(Service::Clock).await?;
    hall.cluster.start_service(Service::Clock).await?;

    ensure!(
        hall.round.end(1).await? == (Score::BlackWins, Reason::NoShow),
        "{:?}",
        hall.round.end(1).await?
    );
    ensure!(
        hall.round.end(2).await? == (Score::WhiteWins, Reason::NoShow),
        "{:?}",
        hall.round.end(2).await?
    );
    let white =
        hall.round.clock("White's hour", 1, |state| state.forfeit() == Color::White).await?;
    ensure!(white.white_ms == FIRST_MS - HOUR_MS, "{white:?}");
    let black =
        hall.round.clock("Black's hour", 2, |state| state.forfeit() == Color::Black).await?;
    ensure!((black.white_ms, black.black_ms) == (FIRST_MS, FIRST_MS - HOUR_MS), "{black:?}");
    for table in [1, 2] {
        let events = hall.events(table).await?;
        let exceeded = |event: &&Event| matches!(event, Event::AbsenceExceeded(_));
        ensure!(events.iter().filter(exceeded).count() == 1, "{events:?}");
    }
    // At the table to which both players came, time runs on and the flag falls.
    ensure!(
        hall.round.end(3).await? == (Score::WhiteWins, Reason::FlagFall),
        "{:?}",
        hall.round.end(3).await?
    );
    hall.cluster.finish().await
}

#[tokio::test]
async fn rule_4_a_move_counts_at_its_press_and_after_a_flag_the_record_decides_whether_play_goes_on()
-> Result<()> {
    let mut hall = Hall::open(2).await?;
    for table in [1, 2] {
        accepted(&hall.press(table, Color::Black, 0).await?)?;
        hall.play(table, 0, 1, (32, 28)).await?;
        hall.play(table, 1, 2, (19, 23)).await?;
    }
    // At table 1 White completes the stage, and gets the time of the next stage at that press.
    let has_answered = |state: &ClockState| state.black_stage.is_some_and(|black| black.moves == 1);
    let before = hall.round.clock("White's turn", 1, has_answered).await?;
    let stage = before.white_stage.context("a stage")?;
    ensure!((stage.number, stage.moves, stage.moves_to_go) == (1, 1, 1), "{before:?}");
    ensure!(before.running() == Color::White, "{before:?}");
    hall.play(1, 1, 3, (28, 19)).await?;
    let after =
        hall.round.clock("Black's turn", 1, |state| state.running() == Color::Black).await?;
    let stage = after.white_stage.context("a stage")?;
    ensure!((stage.number, stage.moves, stage.moves_to_go) == (2, 2, 0), "{after:?}");
    let used = u64::try_from(after.as_of_ms - before.as_of_ms)?;
    ensure!(after.white_ms == before.white_ms - used + REST_MS, "{before:?} {after:?}");

    // At table 2 White's flag falls after one move of the two: the record shows that the game is
    // lost.
    ensure!(
        hall.round.end(2).await? == (Score::BlackWins, Reason::FlagFall),
        "{:?}",
        hall.round.end(2).await?
    );
    let fallen = hall.round.clock("the flag", 2, |state| state.flag() == Color::White).await?;
    ensure!(fallen.white_ms == 0, "{fallen:?}");
    // The score sheets leave open how many moves were made; the record has exactly the required
    // number, so the game goes on.
    accepted(&hall.desk.rule(2, Ruling::Resume(ResumeGame {})).await?)?;
    let few = hall.order(2, Order::PlayOn(PlayOn { moves: Some(1) })).await?;
    refused(&few, "too-few-moves")?;
    accepted(&hall.order(2, Order::PlayOn(PlayOn { moves: None })).await?)?;
    let on = hall.round.clock("White's time", 2, |state| state.running() == Color::White).await?;
    let stage = on.white_stage.context("a stage")?;
    ensure!((on.white_ms, stage.number, stage.moves) == (REST_MS, 2, MOVES), "{on:?}");
    // In the last stage a flag loses the game, although the clock service was killed before it
    // fell.
    hall.cluster.kill(Service::Clock).await?;
    hall.cluster.start_service(Service::Clock).await?;
    ensure!(
        hall.round.end(2).await? == (Score::BlackWins, Reason::FlagFall),
        "{:?}",
        hall.round.end(2).await?
    );
    let falls: Vec<i64> = hall
        .events(2)
        .await?
        .into_iter()
        .filter_map(|event| if let Event::FlagFell(fell) = event { Some(fell.at_ms) } else { None })
        .collect();
    let second = on.as_of_ms + i64::try_from(REST_MS)?;
    ensure!(falls.len() == 2 && falls.last() == Some(&second), "{falls:?} {second}");
    let verdict = hall.order(2, Order::PlayOn(PlayOn { moves: Some(60) })).await?;
    refused(&verdict, "game-finished")?;
    hall.cluster.finish().await
}

#[tokio::test]
async fn a_press_is_refused_except_the_first_one_by_black_before_the_first_move() -> Result<()> {
    let hall = Hall::open(1).await?;
    refused(&hall.press(1, Color::White, 0).await?, "not-running")?;
    accepted(&hall.press(1, Color::Black, 0).await?)?;
    // The same press again is a repeat; a new one is refused.
    accepted(&hall.press(1, Color::Black, 0).await?)?;
    refused(&hall.press(1, Color::Black, 1).await?, "already-started")?;
    let clock =
        hall.round.clock("White's time", 1, |state| state.running() == Color::White).await?;
    ensure!(clock.white_ms == FIRST_MS, "{clock:?}");
    let header = |device: &str, game: &str| InputHeader {
        game: Some(proto::v1::GameRef { game: game.to_owned(), ..hall.round.game(1) }),
        device: device.to_owned(),
        sequence: 9,
        ..InputHeader::default()
    };
    for (device, game, color, code) in [
        ("t1-black", "r1-t1", 0, Code::InvalidArgument),
        ("t1-black", "r1-t1", 7, Code::InvalidArgument),
        ("t1-black", "r1-t1", 1, Code::FailedPrecondition),
        ("t1-black", "r1-t2", 2, Code::NotFound),
        ("t1-black", "nonsense", 2, Code::InvalidArgument),
        ("nobody", "r1-t1", 2, Code::NotFound),
    ] {
        let request = SubmitPressRequest { header: Some(header(device, game)), color };
        let pressed = hall.clients.board_ingest.clone().submit_press(request).await;
        let status = pressed.err().with_context(|| format!("{device} {game} {color} was taken"))?;
        ensure!(status.code() == code, "{device} {game} {color}: {status:?}");
    }
    accepted(&hall.round.tablet(1, Color::White).after(1).resign().await?)?;
    refused(&hall.press(1, Color::Black, 2).await?, "game-finished")?;
    hall.cluster.finish().await
}
