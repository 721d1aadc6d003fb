//! Every event of a tournament survives the conversion to the wire and back.

mod generators;

use std::{collections::BTreeSet, str::FromStr as _};

use draughts::{Color, RuleSet, Timestamp};
use game_clock::TimeControl;
use proptest::{collection::vec, prelude::*};
use prost::Message as _;
use tournament::{
    Author, Event, GroupNumber, PairedRound, Pairing, PairingMethod, PlayerId, RoundKind,
    RoundNumber, Schedule, SwissReasons, TableNumber, Tournament,
    ranking::Participant,
    regulation::{Format, Preset, Regulation},
    swiss::{
        ColorRule, Float, FloatReason, Preference, ScoreGroup, Strength, SwissPair, SwissRound,
    },
};

use self::generators::event;
use crate::{
    convert::{Aggregate as _, ConvertError, settings},
    v1::{self, envelope::Record},
};

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_event_survives_the_wire(events in vec(event(), 1..3)) {
        let record = Tournament::default().to_record(&events);
        let envelope = v1::Envelope { record: Some(record), ..v1::Envelope::default() };
        let read = v1::Envelope::decode(envelope.encode_to_vec().as_slice()).unwrap();
        prop_assert_eq!(Tournament::from_record(read.record.unwrap()), Ok(events));
    }
}

/// Returns settings as in logs from before regulations, and in requests without one.
fn plain(system: v1::PairingSystem) -> v1::TournamentCreated {
    let mut created = v1::TournamentCreated {
        name: "Plain".to_owned(),
        control: Some(v1::TimeControl { base_ms: 5_000, increment_ms: 1_000, stages: Vec::new() }),
        ..v1::TournamentCreated::default()
    };
    created.set_rules(v1::RuleSet::Frisian);
    created.set_system(system);
    created
}

#[test]
fn settings_without_a_regulation_are_a_plain_tournament() {
    let read = settings(plain(v1::PairingSystem::RoundRobinEight)).unwrap();
    assert_eq!(read.regulation.format, Format::Table(Schedule::Ind8Achttal));
    assert_eq!(read.regulation.rules, RuleSet::Frisian);
    assert_eq!(read.regulation.time_control, "5+1".parse().ok());
    let by_hand = settings(plain(v1::PairingSystem::Manual)).unwrap();
    assert_eq!(by_hand.regulation.format, Format::Manual);
    let written = v1::TournamentCreated::from(&by_hand);
    let legacy = plain(v1::PairingSystem::Manual);
    assert_eq!((written.rules, written.system), (legacy.rules, legacy.system));
    assert_eq!(written.control, legacy.control);
    assert_eq!(settings(written), Ok(by_hand));
}

#[test]
fn the_stages_of_a_regulation_are_those_of_its_clocks() {
    let of = |preset| {
        let control = Regulation::of(preset).time_control.unwrap();
        TimeControl::try_from(v1::TimeControl::from(control)).unwrap().to_string()
    };
    assert_eq!(of(Preset::Tournament2006), "50/7200:1800");
    assert_eq!(of(Preset::FrisianKk), "4800+60");
}

/// A regulation without delays has the same bytes in the log as before delays existed: no stage has
/// a kind of increment.
#[test]
fn only_a_delay_is_said_to_be_of_a_kind() {
    use v1::IncrementKind::{Bronstein, Delay, Unspecified};
    let stage = |moves, time_ms, increment_ms, kind: v1::IncrementKind| v1::Stage {
        moves,
        time_ms,
        increment_ms,
        kind: kind.into(),
    };
    let rows = [
        ("4800+60", vec![stage(0, 4_800_000, 60_000, Unspecified)]),
        (
            "50/7200:1800",
            vec![stage(50, 7_200_000, 0, Unspecified), stage(0, 1_800_000, 0, Unspecified)],
        ),
        ("50/7200", vec![stage(50, 7_200_000, 0, Unspecified)]),
        ("5400d5", vec![stage(0, 5_400_000, 5_000, Delay)]),
        (
            "40/7200b10:1800+10",
            vec![stage(40, 7_200_000, 10_000, Bronstein), stage(0, 1_800_000, 10_000, Unspecified)],
        ),
    ];
    for (text, stages) in rows {
        let control = TimeControl::from_str(text).unwrap();
        let wire = v1::Pace { stages };
        assert_eq!(v1::Pace::from(&control), wire, "{text}");
        assert_eq!(wire.try_into(), Ok(control), "{text}");
    }
    let named = v1::Pace { stages: vec![stage(0, 300_000, 5_000, v1::IncrementKind::Fischer)] };
    assert_eq!(named.try_into(), Ok(TimeControl::from_str("300+5").unwrap()));
}

#[test]
fn of_a_date_of_birth_in_an_older_log_only_the_year_is_read_and_told() {
    let record = |month, day| {
        let birth = Some(v1::Date { year: 2014, month, day });
        let player = v1::Player { id: 1, name: "Anne".to_owned(), birth, ..v1::Player::default() };
        let entered = v1::PlayerEntered { player: Some(player) };
        let event = Some(v1::tournament_event::Event::PlayerEntered(entered));
        Record::Tournament(v1::TournamentRecord { events: vec![v1::TournamentEvent { event }] })
    };
    let read = Tournament::from_record(record(9, 2)).unwrap();
    let [Event::PlayerEntered { player }] = read.as_slice() else { panic!("{read:?}") };
    assert_eq!(player.birth_year.map(tournament::BirthYear::get), Some(2014));
    assert_eq!(Tournament::default().to_record(&read), record(0, 0));
}

#[test]
fn an_older_log_is_read_though_no_clock_can_keep_its_times() {
    let regulation = Regulation::of(Preset::Tournament2006);
    let mut created = v1::TournamentCreated {
        name: "Long".to_owned(),
        regulation: Some((&regulation).into()),
        ..v1::TournamentCreated::default()
    };
    let day_and_more = v1::Stage { time_ms: 90_000_000, ..v1::Stage::default() };
    let pace = v1::Pace { stages: vec![day_and_more] };
    created.regulation.as_mut().unwrap().pace = Some(pace);
    assert!(matches!(settings(created.clone()), Err(ConvertError::Invalid { field: "pace", .. })));
    let event = v1::tournament_event::Event::Created(created);
    let events = vec![v1::TournamentEvent { event: Some(event) }];
    let read =
        Tournament::from_record(Record::Tournament(v1::TournamentRecord { events })).unwrap();
    let [Event::Created { settings }] = read.as_slice() else { panic!("{read:?}") };
    assert_eq!(settings.regulation, Regulation { time_control: None, ..regulation });
}

#[test]
fn the_round_of_an_older_log_has_its_bye() {
    let paired = v1::RoundPaired { round: 1, bye: 3, ..v1::RoundPaired::default() };
    let event =
        v1::TournamentEvent { event: Some(v1::tournament_event::Event::RoundPaired(paired)) };
    let record = Record::Tournament(v1::TournamentRecord { events: vec![event] });
    let events = Tournament::from_record(record).unwrap();
    let [Event::RoundPaired { paired }] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!(paired.byes, [Participant::new(3).unwrap()]);
    assert_eq!((&paired.kind, &paired.method), (&RoundKind::Regular, &PairingMethod::Schedule));
}

#[test]
fn a_call_names_who_decides_and_a_log_need_not() {
    let missing = super::author("").map_err(|error| error.to_string());
    assert_eq!(missing, Err("by is missing".to_owned()));
    assert_eq!(super::author(" Jan  Pieters ").unwrap().name(), Some("Jan Pieters"));
    let ruled = v1::tournament_event::Event::Ruled(v1::Ruled { at_ms: 7, ..v1::Ruled::default() });
    let events = vec![v1::TournamentEvent { event: Some(ruled) }];
    let read = Tournament::from_record(Record::Tournament(v1::TournamentRecord { events }));
    let at = Timestamp::from_millis(7);
    assert_eq!(read, Ok(vec![Event::Ruled { by: Author::SYSTEM, at }]));
}

#[test]
fn what_makes_no_regulation_names_its_field() {
    let whole = || v1::Regulation::from(&Regulation::of(Preset::FrisianKk));
    let order = |change: fn(&mut v1::Order)| {
        let mut regulation = whole();
        change(regulation.order.as_mut().unwrap());
        regulation
    };
    let rows: [(v1::Regulation, &str); 8] = [
        (
            v1::Regulation { preset: "kk".to_owned(), ..whole() },
            "preset: unknown regulation: it is",
        ),
        (v1::Regulation { rules: 0, ..whole() }, "rules is missing"),
        (v1::Regulation { format: None, ..whole() }, "format is missing"),
        (v1::Regulation { order: None, ..whole() }, "order is missing"),
        (
            v1::Regulation { pace: Some(v1::Pace::default()), ..whole() },
            "pace: a time control needs a stage",
        ),
        (order(|order| order.remedy = 99), "remedy is missing"),
        (order(|order| order.first_place = None), "first_place is missing"),
        (
            order(|order| order.tie_breaks = vec![v1::TieBreak { kind: 6, left_out: 256 }]),
            "tie_breaks.left_out: 256 opponents cannot be left out",
        ),
    ];
    for (wire, expected) in rows {
        let error = Regulation::try_from(wire).err().map(|error: ConvertError| error.to_string());
        assert!(error.as_ref().is_some_and(|text| text.starts_with(expected)), "{error:?}");
    }
}

#[test]
fn every_table_has_a_name_of_its_own_on_the_wire() {
    for table in Schedule::ALL {
        assert_eq!(Schedule::try_from(v1::PairingSystem::from(table)), Ok(table));
    }
    let names: BTreeSet<i32> =
        Schedule::ALL.map(|table| v1::PairingSystem::from(table).into()).into();
    assert_eq!(names.len(), Schedule::ALL.len());
    assert!(Schedule::try_from(v1::PairingSystem::Unspecified).is_err());
    assert!(Schedule::try_from(v1::PairingSystem::Manual).is_err());
}

/// The largest number of players, every pair with the longest reason, a fifth of them floating.
#[test]
fn the_widest_round_fits_into_an_envelope() {
    let player = |number: u32| PlayerId::new(number).unwrap();
    let last = RoundNumber::new(1000).unwrap();
    let wanted = Some(Preference { color: Color::Black, strength: Strength::Absolute });
    let pair = |table: u32| SwissPair {
        white: player(table),
        black: player(table + 1000),
        color_rule: ColorRule::Alternation { white_round: last, black_round: last },
        white_wanted: wanted,
        black_wanted: wanted,
    };
    let group = |group: u32| ScoreGroup {
        points: group,
        players: (1..=120).map(|at| player(group * 99 + at)).collect(),
        waiting: (1..=20)
            .map(|at| Float { player: player(group * 99 + at), reason: FloatReason::Color })
            .collect(),
        is_enlarged: true,
    };
    let round = SwissRound {
        pairs: (1..=1000).map(pair).collect(),
        bye: None,
        groups: (0..19).map(group).collect(),
        exempt: (1..=500).map(player).collect(),
    };
    let pairing = |table: u32| Pairing {
        table: TableNumber::new(table).unwrap(),
        white: player(table),
        black: player(table + 1000),
    };
    let reasons = SwissReasons { group: GroupNumber::FIRST, round, counted_as_draws: Vec::new() };
    let paired = PairedRound {
        round: last,
        kind: RoundKind::Regular,
        pairings: (1..=1000).map(pairing).collect(),
        matches: Vec::new(),
        byes: Vec::new(),
        absent: Vec::new(),
        method: PairingMethod::Swiss(vec![reasons]),
    };
    let events = [Event::RoundPaired { paired: Box::new(paired) }];
    let record = Some(Tournament::default().to_record(&events));
    let size = v1::Envelope { record, ..v1::Envelope::default() }.encoded_len();
    assert!(size < 64_000, "{size} bytes");
}
