//! Every command and event of a clock survives the conversion to the wire and back.

use game_clock::{Command, Increment, Refusal, Stage, StartMode, TimeControl};
use live_game::{ClockRuling, DeviceId, Game, GameEvent, InputId, RecordEnd, TimedRecord};
use proptest::{collection::vec, option, prelude::*};
use prost::Message as _;

use super::*;

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

fn control(text: &str) -> TimeControl {
    text.parse().unwrap()
}

fn display(running: Option<Color>, flag: Option<Color>) -> ClockDisplay {
    let (white, black) = (Duration::from_secs(3), Duration::from_secs(4));
    ClockDisplay { white, black, running, flag }
}

/// Returns one event of every kind.
fn events() -> Vec<Event> {
    let limit = AbsenceLimit::TOURNAMENT_2006;
    let arbiter = AbsenceLimit::arbiter(Duration::from_millis(1));
    let (color, running) = (Color::White, Color::Black);
    let remaining = Duration::from_millis(2);
    let display = display(None, Some(color));
    let claimed = at(9);
    vec![
        Event::Opened { control: control("40/7200b5:20/3600d5:1800+30"), at: at(1) },
        Event::Started { control: control("40/7200b5:20/3600d5:1800+30"), by: None, at: at(2) },
        Event::Started { control: control("600"), by: Some(running), at: at(2) },
        Event::MarkedAbsent { color, limit: Some(limit), at: at(3) },
        Event::MarkedAbsent { color, limit: Some(arbiter), at: at(3) },
        Event::MarkedAbsent { color, limit: None, at: at(3) },
        Event::MarkedPresent { color, at: at(4) },
        Event::AbsenceExceeded { color, limit, both: false, at: at(5) },
        Event::AbsenceExceeded { color, limit, both: true, at: at(5) },
        Event::Pressed { by: color, at: at(6), remaining },
        Event::Irregular { by: color, irregularity: Irregularity::InFuture { claimed }, at: at(7) },
        Event::Irregular {
            by: color,
            irregularity: Irregularity::BeforeLastEvent { claimed },
            at: at(7),
        },
        Event::FlagFell { color, required: None, at: at(8) },
        Event::FlagFell { color, required: Some(50), at: at(8) },
        Event::PlayedOn { color, remaining, moves: 50, running, at: at(9) },
        Event::Paused { at: at(10) },
        Event::Resumed { running, at: at(11) },
        Event::Adjusted { color, remaining, reason: Reason::new("why").unwrap(), at: at(12) },
        Event::Corrected {
            line: 1,
            running: Some(running),
            moves: Some(Moves { white: 0, black: 3 }),
            at: at(13),
        },
        Event::Corrected { line: 2, running: None, moves: None, at: at(13) },
        Event::Followed { display, at: at(14) },
        Event::Disagreed {
            display: ClockDisplay { running: Some(running), ..display },
            at: at(15),
        },
        Event::Stopped { at: at(16) },
    ]
}

#[test]
fn every_event_survives_the_wire() {
    for event in events() {
        assert_eq!(domain(wire(&event)), Ok(ClockEvent::Clock(event)));
    }
}

#[test]
fn every_answer_and_every_order_survives_the_wire() {
    let (color, at) = (Color::Black, at(7));
    let remaining = Duration::from_secs(5);
    for refusal in [
        Refusal::NotStarted,
        Refusal::AlreadyStarted { control: Box::new(control("50/7200:1800")) },
        Refusal::NotRunning { by: color },
        Refusal::Paused,
        Refusal::NotPaused,
        Refusal::Stopped,
        Refusal::FlagFallen { color },
        Refusal::AbsenceExceeded { color },
        Refusal::HasPlayed { color },
        Refusal::TooMuchTime { remaining },
        Refusal::NoFlag,
        Refusal::LastStage { color },
        Refusal::TooFewMoves { color, made: 49, required: 50 },
    ] {
        let answer = ClockAnswer { number: 3, input: None, refusal: Some(refusal) };
        let events = [ClockEvent::Answered(answer)];
        let record = GameClock::default().to_record(&events);
        assert_eq!(GameClock::from_record(record), Ok(events.to_vec()));
    }
    let reason = Reason::new("why").unwrap();
    for command in [
        Command::Pause { reason: None, at },
        Command::Pause { reason: Some(Reason::new("a fire alarm").unwrap()), at },
        Command::Resume { running: None, at },
        Command::Adjust { color, remaining, reason, at },
        Command::MarkAbsent { color, limit: Some(AbsenceLimit::TOURNAMENT_2006), at },
        Command::MarkAbsent { color, limit: None, at },
        Command::MarkPresent { color, at },
        Command::PlayOn { moves: Some(50), running: None, at },
        Command::PlayOn { moves: None, running: None, at },
        Command::Begin { by: color, at },
        Command::Follow { display: display(None, Some(color)), at },
        Command::Follow { display: display(Some(color), None), at },
    ] {
        let (order, at) = clock_order(&command).unwrap();
        assert_eq!(clock_command(order, at), Ok(command));
    }
    assert_eq!(clock_order(&Command::Stop { at }), None);
}

#[test]
fn a_clock_tells_its_stages_its_deadline_and_who_is_waited_for() {
    let mut clock = Clock::default();
    let limit = Some(AbsenceLimit::arbiter(Duration::from_secs(600)));
    for event in [
        Event::Started { control: control("50/7200:1800"), by: None, at: at(0) },
        Event::MarkedAbsent { color: Color::White, limit, at: at(0) },
    ] {
        clock.apply(&event);
    }
    let state = v1::ClockState::try_from(&clock).unwrap();
    let white = v1::StageState { number: 1, moves_to_go: 50, absent: true, ..Default::default() };
    assert_eq!((state.white_stage, state.deadline_ms), (Some(white), 600_000));
    clock.apply(&Event::Paused { at: at(1) });
    let state = v1::ClockState::try_from(&clock).unwrap();
    assert_eq!(
        (state.paused, state.running(), state.deadline_ms),
        (true, v1::Color::Unspecified, 0)
    );
}

#[test]
fn a_control_of_one_stage_is_written_as_it_always_was() {
    let wire = v1::TimeControl::from(control("4800+60"));
    let expected = v1::TimeControl { base_ms: 4_800_000, increment_ms: 60_000, stages: Vec::new() };
    assert_eq!(wire, expected);
    assert_eq!(TimeControl::try_from(expected), Ok(control("4800+60")));
    for text in ["600", "5400d5", "5400b5", "50/7200", "50/7200:1800", "45/5400:30/1800+1"] {
        let wire = v1::TimeControl::from(control(text));
        assert_eq!(TimeControl::try_from(wire), Ok(control(text)), "{text}");
    }
}

#[test]
fn a_clock_shows_the_delay_that_has_still_to_pass() {
    let mut clock = Clock::default();
    clock.apply(&Event::Started { control: control("60d5"), by: None, at: at(1_000) });
    let state = v1::ClockState::try_from(&clock).unwrap();
    assert_eq!((state.white_ms, state.delay_ms, state.as_of_ms), (60_000, 5_000, 1_000));
}

fn any_color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

fn any_moment() -> impl Strategy<Value = Timestamp> {
    any::<i64>().prop_map(Timestamp::from_millis)
}

/// Generates times up to the largest that a clock can show.
fn any_left() -> impl Strategy<Value = Duration> {
    (0..=604_800_000_u64).prop_map(Duration::from_millis)
}

fn any_control() -> impl Strategy<Value = TimeControl> {
    let increment = (0_u8..4, 1_u64..=3_600_000).prop_map(|(kind, millis)| {
        let time = Duration::from_millis(millis);
        match kind {
            0 => Increment::None,
            1 => Increment::Fischer(time),
            2 => Increment::Bronstein(time),
            _ => Increment::Delay(time),
        }
    });
    let stage =
        (1_u32..=1000, 1_000_u64..=86_400_000, increment).prop_map(|(moves, time, increment)| {
            Stage { moves: Some(moves), time: Duration::from_millis(time), increment }
        });
    (vec(stage, 1..=TimeControl::STAGES_MAX), any::<bool>()).prop_map(|(mut stages, is_endless)| {
        if is_endless {
            stages.last_mut().unwrap().moves = None;
        }
        TimeControl::staged(&stages).unwrap()
    })
}

fn any_limit() -> impl Strategy<Value = AbsenceLimit> {
    let article = prop_oneof![
        Just(AbsenceArticle::Tournament2006Rule3),
        Just(AbsenceArticle::RegulationCArt6),
        Just(AbsenceArticle::Announced),
    ];
    (any::<u32>(), article).prop_map(|(millis, article)| {
        let after = Duration::from_millis(millis.into());
        AbsenceLimit { after, article }
    })
}

fn any_reason() -> impl Strategy<Value = Reason> {
    "[a-z]{1,200}".prop_map(|text| Reason::new(&text).unwrap())
}

fn any_moves() -> impl Strategy<Value = Moves> {
    any::<(u32, u32)>().prop_map(|(white, black)| Moves { white, black })
}

fn any_display() -> impl Strategy<Value = ClockDisplay> {
    let shown = || (0..=604_800_u64).prop_map(Duration::from_secs);
    (shown(), shown(), option::of(any_color()), option::of(any_color()))
        .prop_map(|(white, black, running, flag)| ClockDisplay { white, black, running, flag })
}

/// Generates every event of a clock.
fn any_event() -> impl Strategy<Value = Event> {
    let irregularity = (any_moment(), any::<bool>()).prop_map(|(claimed, is_in_future)| {
        if is_in_future {
            Irregularity::InFuture { claimed }
        } else {
            Irregularity::BeforeLastEvent { claimed }
        }
    });
    let start = prop_oneof![
        (any_control(), any_moment()).prop_map(|(control, at)| Event::Opened { control, at }),
        (any_control(), option::of(any_color()), any_moment())
            .prop_map(|(control, by, at)| Event::Started { control, by, at }),
        (any_color(), option::of(any_limit()), any_moment())
            .prop_map(|(color, limit, at)| Event::MarkedAbsent { color, limit, at }),
        (any_color(), any_moment()).prop_map(|(color, at)| Event::MarkedPresent { color, at }),
        (any_color(), any_limit(), any::<bool>(), any_moment())
            .prop_map(|(color, limit, both, at)| Event::AbsenceExceeded { color, limit, both, at }),
    ];
    let play = prop_oneof![
        (any_color(), any_moment(), any_left()).prop_map(|(by, at, remaining)| Event::Pressed {
            by,
            at,
            remaining
        }),
        (any_color(), irregularity, any_moment())
            .prop_map(|(by, irregularity, at)| Event::Irregular { by, irregularity, at }),
        (any_color(), any::<Option<u32>>(), any_moment())
            .prop_map(|(color, required, at)| Event::FlagFell { color, required, at }),
        (any_color(), any_left(), any::<u32>(), any_color(), any_moment()).prop_map(
            |(color, remaining, moves, running, at)| {
                Event::PlayedOn { color, remaining, moves, running, at }
            }
        ),
        any_moment().prop_map(|at| Event::Paused { at }),
        (any_color(), any_moment()).prop_map(|(running, at)| Event::Resumed { running, at }),
        (any_color(), any_left(), any_reason(), any_moment()).prop_map(
            |(color, remaining, reason, at)| Event::Adjusted { color, remaining, reason, at }
        ),
        (any::<u32>(), option::of(any_color()), option::of(any_moves()), any_moment())
            .prop_map(|(line, running, moves, at)| Event::Corrected { line, running, moves, at }),
        (any_display(), any_moment()).prop_map(|(display, at)| Event::Followed { display, at }),
        (any_display(), any_moment()).prop_map(|(display, at)| Event::Disagreed { display, at }),
        any_moment().prop_map(|at| Event::Stopped { at }),
    ];
    prop_oneof![start, play]
}

fn any_input() -> impl Strategy<Value = Option<InputId>> {
    option::of(
        ("[a-z]{1,64}", any::<u64>())
            .prop_map(|(device, sequence)| InputId::new(DeviceId::new(device).unwrap(), sequence)),
    )
}

fn any_refusal() -> impl Strategy<Value = Refusal> {
    prop_oneof![
        prop_oneof![
            Just(Refusal::NotStarted),
            Just(Refusal::Paused),
            Just(Refusal::NotPaused),
            Just(Refusal::Stopped),
            Just(Refusal::NoFlag),
        ],
        any_control().prop_map(|control| Refusal::AlreadyStarted { control: Box::new(control) }),
        any_color().prop_map(|by| Refusal::NotRunning { by }),
        any_color().prop_map(|color| Refusal::FlagFallen { color }),
        any_color().prop_map(|color| Refusal::AbsenceExceeded { color }),
        any_color().prop_map(|color| Refusal::HasPlayed { color }),
        any_color().prop_map(|color| Refusal::LastStage { color }),
        any_left().prop_map(|remaining| Refusal::TooMuchTime { remaining }),
        (any_color(), any::<u32>(), any::<u32>())
            .prop_map(|(color, made, required)| Refusal::TooFewMoves { color, made, required }),
    ]
}

fn any_clock_event() -> impl Strategy<Value = ClockEvent> {
    let answer = (any::<u32>(), any_input(), option::of(any_refusal())).prop_map(
        |(number, input, refusal)| ClockEvent::Answered(ClockAnswer { number, input, refusal }),
    );
    prop_oneof![4 => any_event().prop_map(ClockEvent::Clock), 1 => answer]
}

/// Generates the clock commands other than moves.
fn any_order() -> impl Strategy<Value = Command> {
    prop_oneof![
        (option::of(any_reason()), any_moment())
            .prop_map(|(reason, at)| Command::Pause { reason, at }),
        any_moment().prop_map(|at| Command::Resume { running: None, at }),
        (any_color(), any_left(), any_reason(), any_moment()).prop_map(
            |(color, remaining, reason, at)| Command::Adjust { color, remaining, reason, at }
        ),
        (any_color(), option::of(any_limit()), any_moment())
            .prop_map(|(color, limit, at)| Command::MarkAbsent { color, limit, at }),
        (any_color(), any_moment()).prop_map(|(color, at)| Command::MarkPresent { color, at }),
        (any::<Option<u32>>(), any_moment()).prop_map(|(moves, at)| Command::PlayOn {
            moves,
            running: None,
            at
        }),
        (any_color(), any_moment()).prop_map(|(by, at)| Command::Begin { by, at }),
        (any_display(), any_moment()).prop_map(|(display, at)| Command::Follow { display, at }),
    ]
}

fn any_game_event() -> impl Strategy<Value = GameEvent> {
    let ruling = (any::<u32>(), any_input(), any_order());
    prop_oneof![
        any_control().prop_map(GameEvent::ControlSet),
        Just(GameEvent::BlackStarts),
        ruling.prop_map(|(number, input, command)| {
            GameEvent::ClockRuled(ClockRuling { number, input, command })
        }),
    ]
}

/// Writes and reads a record.
fn carried(record: envelope::Record) -> envelope::Record {
    let envelope = v1::Envelope { record: Some(record), ..v1::Envelope::default() };
    let read = v1::Envelope::decode(envelope.encode_to_vec().as_slice()).unwrap();
    read.record.unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_clock_tells_survives_the_wire(events in vec(any_clock_event(), 1..4)) {
        prop_assert_eq!(GameClock::from_record(carried(GameClock::default().to_record(&events))), Ok(events));
    }

    #[test]
    fn whatever_goes_through_a_game_to_its_clock_survives_the_wire(
        events in vec(any_game_event(), 1..4),
    ) {
        prop_assert_eq!(Game::from_record(carried(Game::default().to_record(&events))), Ok(events));
    }

    #[test]
    fn a_clock_s_state_tells_when_something_falls_and_what_disagrees(
        control in any_control(),
        events in vec(any_event(), 0..20),
    ) {
        let mut clock = Clock::default();
        clock.apply(&Event::Started { control, by: None, at: at(0) });
        events.iter().for_each(|event| clock.apply(event));
        let state = v1::ClockState::try_from(&clock).unwrap();
        let deadline = clock.deadline().map_or(0, Timestamp::millis);
        prop_assert_eq!(state.deadline_ms, deadline);
        prop_assert_eq!(state.control, clock.control().map(Into::into));
        let disagreement = state.disagreement.map(ClockDisplay::try_from);
        prop_assert_eq!(disagreement, clock.disagreement().map(Ok));
    }
}

#[test]
fn what_no_clock_can_show_or_be_told_is_refused_by_its_field() {
    let display =
        |white_ms, running, flag| v1::ClockDisplay { white_ms, black_ms: 0, running, flag };
    for (wire, field) in [
        (display(604_801_000, 0, 0), "white_ms"),
        (display(999, 0, 0), "white_ms"),
        (v1::ClockDisplay { black_ms: u64::MAX, ..display(0, 0, 0) }, "black_ms"),
        (display(0, 3, 0), "running"),
        (display(0, 0, -1), "flag"),
    ] {
        let error = ClockDisplay::try_from(wire).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{field}: ")), "{error}");
    }
    for (order, says) in [
        (None, "order is missing"),
        (Some(v1::clock_order::Order::Begin(0)), "color is missing"),
        (Some(v1::clock_order::Order::Begin(9)), "color is missing"),
        (Some(v1::clock_order::Order::Display(display(0, 9, 0))), "running: 9 is no colour"),
    ] {
        let error = clock_command(v1::ClockOrder { order, ..Default::default() }, at(1))
            .unwrap_err()
            .to_string();
        assert_eq!(error, says);
    }
    let started = v1::ClockRefusal { reason: "already-started".to_owned(), ..Default::default() };
    let error = Refusal::try_from(started).unwrap_err().to_string();
    assert_eq!(error, "control is missing");
}

#[test]
fn a_press_made_before_the_pause_is_shown_alike_when_it_is_told_after_it() {
    let record = |plies: &[i64], rulings: Vec<ClockRuling>| TimedRecord {
        control: Some(control("10+1")),
        black_starts: false,
        keeps_times: false,
        start: StartMode::Hour,
        started_at: at(1_000),
        first: Color::White,
        plies: plies.iter().copied().map(at).collect(),
        line: None,
        is_on_paper: false,
        noted: None,
        end: RecordEnd::Open,
        ruled: 1,
        rulings,
    };
    let pause = || {
        let input = Some(InputId::new(DeviceId::new("desk").unwrap(), 1));
        vec![ClockRuling {
            number: 1,
            input,
            command: Command::Pause { reason: None, at: at(3_000) },
        }]
    };
    let followed = |records: &[TimedRecord]| {
        let mut clock = GameClock::default();
        for record in records {
            let decided = record.decide(&clock).unwrap();
            decided.events.iter().for_each(|event| clock.apply(event));
        }
        v1::ClockState::try_from(&clock.clock).unwrap()
    };
    let begun = TimedRecord { ruled: 0, ..record(&[], vec![]) };
    let told_after = followed(&[begun, record(&[], pause()), record(&[2_500], vec![])]);
    assert_eq!(told_after, followed(&[record(&[2_500], pause())]));
    assert!(told_after.paused && told_after.white_ms == 9_500, "{told_after:?}");
}
