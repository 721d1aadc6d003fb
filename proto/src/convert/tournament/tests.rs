//! Everything that a tournament can say survives the wire.

use std::{collections::BTreeSet, num::NonZeroU32, str::FromStr as _};

use draughts::{Color, Outcome, Reason, RuleSet, Score, Timestamp};
use proptest::{collection::vec, option, prelude::*, sample::select};
use prost::Message as _;
use tournament::{
    Absent, Author, Event, FinalColor, GroupNumber, MatchBoard, PairedMatch, PairedRound, Pairing,
    PairingMethod, PairingWarning, Player, PlayerId, PlayingTime, RoundKind, RoundNumber, Schedule,
    Settings, SwissReasons, TableNumber, TieDecision, Tournament,
    plan::{
        BoardPairing, ChoiceReason, ColorChoice, Competition, CrossingFinal, GroupRule, LineUp,
        Team, TeamId,
    },
    ranking::{AbsenceKind, FirstPlace, Participant, Remedy, TieBreak, WithdrawalRule},
    regulation::{Birth, Format, HalfPointByes, Limits, Pace, Preset, Regulation, WinnersRule},
    swiss::{
        ByeReason, ColorRule, FirstRound, Float, FloatReason, Preference, ScoreGroup, Strength,
        SwissBye, SwissPair, SwissRound,
    },
};

use crate::{
    convert::{Aggregate as _, ConvertError, control, settings},
    v1::{self, envelope::Record},
};

const SEEDS: [Option<u64>; 2] = [None, Some(u64::MAX)];

fn player() -> impl Strategy<Value = PlayerId> {
    (1..=2000_u32).prop_map(|number| PlayerId::new(number).unwrap())
}

fn participant() -> impl Strategy<Value = Participant> {
    (1..=2000_u32).prop_map(|number| Participant::new(number).unwrap())
}

fn round() -> impl Strategy<Value = RoundNumber> {
    (1..=1000_u32).prop_map(|number| RoundNumber::new(number).unwrap())
}

fn table() -> impl Strategy<Value = TableNumber> {
    (1..=1000_u32).prop_map(|number| TableNumber::new(number).unwrap())
}

fn team() -> impl Strategy<Value = TeamId> {
    (1..=1000_u32).prop_map(|number| TeamId::new(number).unwrap())
}

fn moment() -> impl Strategy<Value = Timestamp> {
    any::<i64>().prop_map(Timestamp::from_millis)
}

fn outcome() -> impl Strategy<Value = Outcome> {
    select(vec![
        Outcome::new(Score::WhiteWins, Reason::Resignation),
        Outcome::new(Score::Draw, Reason::Agreement),
        Outcome::new(Score::BlackWins, Reason::Forfeit),
        Outcome::new(Score::BothLose, Reason::NoShow),
    ])
}

fn tie_break() -> impl Strategy<Value = TieBreak> {
    prop_oneof![
        select(vec![
            TieBreak::Points,
            TieBreak::BoardPoints,
            TieBreak::SonnebornBerger,
            TieBreak::KndbSonnebornBerger,
            TieBreak::Solkoff,
            TieBreak::MutualResult,
            TieBreak::Wins,
            TieBreak::Lot,
        ]),
        any::<u8>().prop_map(|lowest| TieBreak::TruncatedSolkoff { lowest }),
        any::<u8>().prop_map(|each| TieBreak::MedianSolkoff { each }),
    ]
}

fn format() -> impl Strategy<Value = Format> {
    let competitions = vec![
        Competition::ClubEvent,
        Competition::ClubTeams,
        Competition::Eight,
        Competition::Ha,
        Competition::Classes,
        Competition::Youth,
        Competition::Blitz,
        Competition::MiniTeams,
    ];
    prop_oneof![
        select(competitions).prop_map(Format::Prescribed),
        select(Schedule::ALL.to_vec()).prop_map(Format::Table),
        select(Schedule::ALL.to_vec()).prop_map(Format::Pools),
        select(vec![FirstRound::EntrantsKnown, FirstRound::EntrantsUnknown])
            .prop_map(Format::Swiss),
        any::<u32>().prop_map(|games| Format::Match { games }),
        Just(Format::Manual),
    ]
}

fn remedy() -> impl Strategy<Value = Remedy> {
    select(vec![
        Remedy::MatchOfTwo,
        Remedy::SingleGames,
        Remedy::SingleGamesOrLot,
        Remedy::SingleGamesByLot,
        Remedy::TeamMatch,
        Remedy::Blitz,
        Remedy::Lot,
        Remedy::Arbiter,
        Remedy::Organizer,
    ])
}

fn first_place() -> impl Strategy<Value = FirstPlace> {
    prop_oneof![
        Just(FirstPlace::ByAllTieBreaks),
        Just(FirstPlace::ByMutualResult),
        (0..20_usize).prop_map(|count| FirstPlace::ByLeadingTieBreaks { count }),
    ]
}

fn withdrawal() -> impl Strategy<Value = WithdrawalRule> {
    let void = (1..9_u32).prop_map(|games| WithdrawalRule::VoidBelow { games });
    prop_oneof![Just(WithdrawalRule::PointsStay), void]
}

fn limits() -> impl Strategy<Value = Limits> {
    (any::<u32>(), any::<Option<u32>>(), any::<Option<u32>>()).prop_map(
        |(entrants_min, entrants_max, younger_than)| Limits {
            entrants_min,
            entrants_max,
            younger_than,
        },
    )
}

/// A preset's regulation with any of its points changed, sense or not.
fn regulation() -> impl Strategy<Value = Regulation> {
    let preset = || select(Preset::ALL.to_vec()).prop_map(Regulation::of);
    let order = (vec(tie_break(), 0..6), first_place(), remedy(), remedy(), withdrawal());
    let winners = select(vec![WinnersRule::Apart, WinnersRule::MostPoints, WinnersRule::Group]);
    let groups = option::of(select(vec![GroupRule::Fours, GroupRule::LowestTakesRest]));
    let rules = select(RuleSet::ALL.to_vec());
    (
        (preset(), preset(), preset()),
        order,
        (format(), any::<Option<u32>>(), groups, option::of(1..30_u32)),
        (any::<u32>(), any::<u32>(), limits(), rules),
        (any::<(u32, bool)>(), any::<bool>(), winners),
    )
        .prop_map(|((of, paced, ordered), order, format, others, absent)| {
            let mut regulation = of;
            regulation.pace = paced.pace;
            regulation.play_off_pace = paced.play_off_pace;
            regulation.order = ordered.order;
            regulation.order.tie_breaks = order.0;
            regulation.order.first_place = order.1;
            (regulation.order.first_remedy, regulation.order.remedy) = (order.2, order.3);
            regulation.order.withdrawal = order.4;
            (regulation.format, regulation.rounds) = (format.0, format.1);
            (regulation.groups, regulation.boards) = (format.2, format.3);
            (regulation.promoted, regulation.relegated) = (others.0, others.1);
            (regulation.limits, regulation.rules) = (others.2, others.3);
            let (most, in_last_round) = absent.0;
            regulation.half_point_byes = HalfPointByes { most, in_last_round };
            (regulation.no_show_withdraws, regulation.winners) = (absent.1, absent.2);
            regulation
        })
}

fn float_reason() -> impl Strategy<Value = FloatReason> {
    select(vec![
        FloatReason::NoOpponent,
        FloatReason::RestUnpairable,
        FloatReason::Size,
        FloatReason::FewestPoints,
        FloatReason::FloatsAgain,
        FloatReason::NextWaitingRoom,
        FloatReason::ScoreDifference,
        FloatReason::Color,
        FloatReason::HigherClassified,
    ])
}

fn swiss_pair() -> impl Strategy<Value = SwissPair> {
    let rule = prop_oneof![
        select(vec![
            ColorRule::FirstRound,
            ColorRule::BothPreferences,
            ColorRule::StrongerPreference,
            ColorRule::HigherClassified,
            ColorRule::NoPreference,
        ]),
        (round(), round()).prop_map(|(white_round, black_round)| ColorRule::Alternation {
            white_round,
            black_round,
        }),
    ];
    let wanted = || {
        let strengths = vec![Strength::Light, Strength::Strong, Strength::Absolute];
        let wanted = (select(Color::BOTH.to_vec()), select(strengths));
        option::of(wanted.prop_map(|(color, strength)| Preference { color, strength }))
    };
    (player(), player(), rule, wanted(), wanted()).prop_map(
        |(white, black, color_rule, white_wanted, black_wanted)| SwissPair {
            white,
            black,
            color_rule,
            white_wanted,
            black_wanted,
        },
    )
}

fn swiss_round() -> impl Strategy<Value = SwissRound> {
    let first = select(vec![FirstRound::EntrantsKnown, FirstRound::EntrantsUnknown]);
    let reason = prop_oneof![
        first.prop_map(ByeReason::FirstRound),
        float_reason().prop_map(ByeReason::LeftOver),
    ];
    let bye = (player(), reason, vec(player(), 0..3))
        .prop_map(|(player, reason, barred)| SwissBye { player, reason, barred });
    let float = (player(), float_reason()).prop_map(|(player, reason)| Float { player, reason });
    let group = (0..40_u32, vec(player(), 0..4), vec(float, 0..3), any::<bool>()).prop_map(
        |(points, players, waiting, is_enlarged)| ScoreGroup {
            points,
            players,
            waiting,
            is_enlarged,
        },
    );
    (vec(swiss_pair(), 0..4), option::of(bye), vec(group, 0..4), vec(player(), 0..4))
        .prop_map(|(pairs, bye, groups, exempt)| SwissRound { pairs, bye, groups, exempt })
}

fn warning() -> impl Strategy<Value = PairingWarning> {
    let color = || select(Color::BOTH.to_vec());
    prop_oneof![
        (participant(), participant(), round()).prop_map(|(first, second, round)| {
            PairingWarning::MetBefore { first, second, round }
        }),
        (participant(), round()).prop_map(|(participant, round)| {
            PairingWarning::SecondFreePoint { participant, round }
        }),
        (participant(), color())
            .prop_map(|(participant, color)| PairingWarning::ColorBalance { participant, color }),
        (participant(), color())
            .prop_map(|(participant, color)| PairingWarning::ThirdColor { participant, color }),
        (participant(), participant())
            .prop_map(|(first, second)| PairingWarning::NotInSchedule { first, second }),
        (participant(), participant())
            .prop_map(|(first, second)| PairingWarning::OtherGroup { first, second }),
        participant().prop_map(|participant| PairingWarning::Absent { participant }),
        participant().prop_map(|participant| PairingWarning::Withdrawn { participant }),
        participant().prop_map(|participant| PairingWarning::NotPaired { participant }),
    ]
}

fn crossing() -> impl Strategy<Value = CrossingFinal> {
    let by = |reason| move |player| ColorChoice::By { player, reason };
    let choice = prop_oneof![
        Just(ColorChoice::Lot),
        player().prop_map(by(ChoiceReason::Points)),
        player().prop_map(by(ChoiceReason::Wins)),
    ];
    (1..9_u32, player(), player(), choice).prop_map(|(pool_place, first, second, choice)| {
        CrossingFinal { pool_place, first, second, choice }
    })
}

fn absence_kind() -> impl Strategy<Value = AbsenceKind> {
    select(vec![AbsenceKind::Bye, AbsenceKind::HalfPointBye, AbsenceKind::NotPaired])
}

fn paired_round() -> impl Strategy<Value = PairedRound> {
    let kind = prop_oneof![
        Just(RoundKind::Regular),
        Just(RoundKind::Finals),
        vec(participant(), 0..4).prop_map(|lots| RoundKind::Winners { lots }),
        (vec(participant(), 0..4), 1..4_u32).prop_map(|(lots, games)| RoundKind::PlayOff {
            lots,
            games: NonZeroU32::new(games).unwrap(),
        }),
    ];
    let pairing = (table(), player(), player()).prop_map(|(table, white, black)| Pairing {
        table,
        white,
        black,
    });
    let board = (option::of(table()), option::of(player()), option::of(player()), any::<bool>());
    let paired_match = (team(), team(), vec(board, 0..4)).prop_map(|(first, second, boards)| {
        let board = |(board, (table, white, black, first_has_white))| MatchBoard {
            pairing: BoardPairing { board, white, black, first_has_white },
            table,
        };
        PairedMatch { first, second, boards: (1..).zip(boards).map(board).collect() }
    });
    let absent = (participant(), absence_kind(), any::<bool>())
        .prop_map(|(participant, kind, is_withdrawn)| Absent { participant, kind, is_withdrawn });
    let reasons = (1..9_u32, swiss_round(), vec((round(), table()), 0..3)).prop_map(
        |(group, round, counted_as_draws)| SwissReasons {
            group: GroupNumber::new(group).unwrap(),
            round,
            counted_as_draws,
        },
    );
    let method = prop_oneof![
        Just(PairingMethod::Schedule),
        vec(reasons, 0..3).prop_map(PairingMethod::Swiss),
        vec(warning(), 0..4).prop_map(PairingMethod::ByHand),
        vec(crossing(), 0..3).prop_map(PairingMethod::Finals),
    ];
    (
        (round(), kind, method),
        (vec(pairing, 0..4), vec(paired_match, 0..3)),
        (vec(participant(), 0..3), vec(absent, 0..3)),
    )
        .prop_map(|((round, kind, method), (pairings, matches), (byes, absent))| PairedRound {
            round,
            kind,
            pairings,
            matches,
            byes,
            absent,
            method,
        })
}

fn entrant() -> impl Strategy<Value = Player> {
    let birth = (1900..2200_u32, 1..13_u32, 1..29_u32)
        .prop_map(|(year, month, day)| Birth::new(year, month, day).unwrap());
    let text = || option::of("[A-Z][a-zâû]{1,9}");
    (player(), "[A-Z][a-z ]{0,9}[a-zú]", text(), option::of(1..u16::MAX), text(), option::of(birth))
        .prop_map(|(id, name, club, rating, category, birth)| Player {
            id,
            name,
            club,
            rating,
            category,
            birth,
        })
}

fn line_up() -> impl Strategy<Value = LineUp> {
    (1..20_u32, 1..8_u32).prop_map(|(first, boards)| {
        let seat = |board: u32| PlayerId::new(first + board).ok().filter(|_| board % 3 != 1);
        LineUp::new((0..boards).map(seat).collect()).unwrap()
    })
}

fn decision() -> impl Strategy<Value = TieDecision> {
    let lot = select(SEEDS.to_vec()).prop_map(|seed| TieDecision::Lot { seed });
    prop_oneof![Just(TieDecision::Games), Just(TieDecision::Arbiter), lot]
}

/// Any event of a tournament.
fn event() -> impl Strategy<Value = Event> {
    let seed = || select(SEEDS.to_vec());
    let many = || vec(participant(), 0..5);
    let created = (regulation(), "[A-Z]{1,5}", "[a-z]{0,5}", option::of(1..3000_u32)).prop_map(
        |(regulation, name, notice, season)| Event::Created {
            settings: Box::new(Settings { name, notice, regulation, season }),
        },
    );
    let author = prop_oneof![Just(Author::SYSTEM), Just(Author::named("Tsjerk").unwrap())];
    let result = || (round(), table(), outcome(), option::of(-40..=40_i32));
    let corrected = prop_oneof![
        entrant().prop_map(|player| Event::PlayerCorrected { player }),
        player().prop_map(|player| Event::PlayerRemoved { player }),
        (team(), "[A-Z]{1,5}").prop_map(|(team, name)| Event::TeamRenamed { team, name }),
        team().prop_map(|team| Event::TeamRemoved { team }),
        (player(), entrant())
            .prop_map(|(withdrawn, player)| Event::ReserveSeated { withdrawn, player }),
        (regulation(), "[A-Z]{1,5}", "[a-z]{0,5}").prop_map(|(regulation, name, reason)| {
            let (notice, season) = (String::new(), None);
            let settings = Box::new(Settings { name, notice, regulation, season });
            Event::SettingsAmended { settings, reason }
        }),
    ];
    let entered = prop_oneof![
        (author, moment()).prop_map(|(by, at)| Event::Ruled { by, at }),
        created,
        entrant().prop_map(|player| Event::PlayerEntered { player }),
        (team(), option::of(line_up()), 1..20_usize).prop_map(|(id, line_up, boards)| {
            let team = Team { line_up, ..Team::new(id, "De Bân", boards).unwrap() };
            Event::TeamEntered { team }
        }),
        (team(), line_up()).prop_map(|(team, line_up)| Event::LineUpHandedIn { team, line_up }),
        corrected,
        (many(), seed()).prop_map(|(order, seed)| Event::LotsDrawn { order, seed }),
        (vec(many(), 0..3), seed())
            .prop_map(|(groups, seed)| Event::GroupsDivided { groups, seed }),
        (participant(), round(), absence_kind()).prop_map(|(participant, round, kind)| {
            Event::AbsenceReported { participant, round, kind }
        }),
        (participant(), round())
            .prop_map(|(participant, round)| Event::AbsenceTakenBack { participant, round }),
        (participant(), "[a-z]{0,5}")
            .prop_map(|(participant, reason)| Event::Withdrawn { participant, reason }),
        participant().prop_map(|participant| Event::Reinstated { participant }),
    ];
    let played = prop_oneof![
        (round(), moment()).prop_map(|(round, begins_at)| Event::RoundPlanned { round, begins_at }),
        paired_round().prop_map(|paired| Event::RoundPaired { paired: Box::new(paired) }),
        (1..9_u32, participant(), participant(), seed()).prop_map(
            |(pool_place, chooser, white, seed)| Event::ColorChosen {
                choice: FinalColor { pool_place, chooser, white, seed },
            }
        ),
        (round(), "[a-z]{0,5}").prop_map(|(round, reason)| Event::RoundUnpaired { round, reason }),
        (round(), moment()).prop_map(|(round, at)| Event::RoundPublished { round, at }),
        (round(), moment()).prop_map(|(round, at)| Event::RoundOpened { round, at }),
        result().prop_map(|(round, table, outcome, men_ahead)| Event::ResultRecorded {
            round,
            table,
            outcome,
            men_ahead,
        }),
        result().prop_map(|(round, table, outcome, men_ahead)| Event::ResultCorrected {
            round,
            table,
            outcome,
            men_ahead,
        }),
        (round(), table()).prop_map(|(round, table)| Event::ResultWithdrawn { round, table }),
        round().prop_map(|round| Event::RoundClosed { round }),
        (many(), decision(), option::of(remedy()))
            .prop_map(|(order, how, instead_of)| Event::TieResolved { order, how, instead_of }),
        (many(), "[a-z]{0,5}")
            .prop_map(|(participants, reason)| Event::TieReopened { participants, reason }),
        (round(), table(), any::<bool>()).prop_map(|(round, table, is_reversed)| {
            Event::ColorsReversed { round, table, is_reversed }
        }),
    ];
    prop_oneof![entered, played]
}

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

/// Logs of before there were regulations, and requests that name none.
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
    let five = PlayingTime {
        base: std::time::Duration::from_secs(5),
        increment: std::time::Duration::from_secs(1),
    };
    assert_eq!(read.regulation.pace, Some(Pace::of(five).unwrap()));
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
        let pace = Regulation::of(preset).pace.unwrap();
        let wire = control(&pace);
        assert_eq!(super::pace(&wire), Ok(pace));
        game_clock::TimeControl::try_from(wire).unwrap().to_string()
    };
    assert_eq!(of(Preset::Tournament2006), "50/7200:1800");
    assert_eq!(of(Preset::FrisianKk), "4800+60");
    let delayed = game_clock::TimeControl::from_str("90m d5s").unwrap().into();
    assert!(matches!(super::pace(&delayed), Err(ConvertError::Invalid { field: "control", .. })));
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
    let ruled = v1::tournament_event::Event::Ruled(v1::Ruled { by: String::new(), at_ms: 7 });
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
            "pace: a pace needs a stage",
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

/// The most players, every pair with the longest reason, a fifth of everybody floating.
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
