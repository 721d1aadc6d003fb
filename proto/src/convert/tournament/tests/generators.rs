//! Any event of a tournament, meaningful or not.

mod number;
mod regulation;
mod round;
mod swiss;

use draughts::{Outcome, Reason, Score, Timestamp};
use proptest::{collection::vec, option, prelude::*, sample::select};
use tournament::{
    AbsenceNotice, Author, BirthYear, Day, Days, Embargo, EmbargoScope, Event, FinalColor, MakeUp,
    Player, PlayerId, PublicDelay, Publicity, Request, Settings, Tablets, UnpairGround,
    plan::{LineUp, Team},
    ranking::TieDecision,
};

use self::{
    number::{participant, player, round, table, team},
    regulation::{regulation, remedy},
    round::{absence_kind, paired_round},
};

const SEEDS: [Option<u64>; 2] = [None, Some(u64::MAX)];

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

fn entrant() -> impl Strategy<Value = Player> {
    let birth = (1900..2200_u32).prop_map(|year| BirthYear::new(year).unwrap());
    let text = || option::of("[A-Z][a-zâû]{1,9}");
    let name = "[A-Z][a-z ]{0,9}[a-zú]";
    let (rating, birth, member) = (option::of(1..u16::MAX), option::of(birth), text());
    let publicity = option::of(select(Publicity::ALL.to_vec()));
    (player(), name, text(), rating, text(), birth, member, publicity).prop_map(
        |(id, name, club, rating, category, birth_year, member, publicity)| Player {
            id,
            name,
            club,
            rating,
            category,
            birth_year,
            member,
            publicity,
        },
    )
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

fn ground() -> impl Strategy<Value = UnpairGround> {
    select(vec![
        UnpairGround::Norm,
        UnpairGround::WrongResult,
        UnpairGround::ReversedColors,
        UnpairGround::ChiefArbiter,
    ])
}

fn tablets() -> impl Strategy<Value = Tablets> {
    any::<(bool, bool, bool)>().prop_map(|(move_presses, shows_moves, signs_sheet)| Tablets {
        move_presses,
        shows_moves,
        signs_sheet,
    })
}

fn days() -> impl Strategy<Value = Option<Days>> {
    option::of((1..=28_u32, 0..=2_u32)).prop_map(|days| {
        days.map(|(first, more)| {
            let day = |month, day| Day::new(2026, month, day).unwrap();
            Days::new(day(2, first), day(2 + more, first)).unwrap()
        })
    })
}

fn scope() -> impl Strategy<Value = EmbargoScope> {
    prop_oneof![
        Just(EmbargoScope::Tournament),
        round().prop_map(EmbargoScope::Round),
        (round(), table()).prop_map(|(round, table)| EmbargoScope::Board(round, table)),
    ]
}

fn embargo() -> impl Strategy<Value = Embargo> {
    let delay = select(vec![1, 900, PublicDelay::SECONDS_MAX]);
    prop_oneof![
        delay.prop_map(|seconds| Embargo::Delay(PublicDelay::from_seconds(seconds).unwrap())),
        Just(Embargo::UntilGameEnds),
        Just(Embargo::UntilRoundEnds),
    ]
}

/// Generates any event of a tournament.
pub(super) fn event() -> impl Strategy<Value = Event> {
    let seed = || select(SEEDS.to_vec());
    let many = || vec(participant(), 0..5);
    let texts = ("[A-Z]{1,5}", "[a-z]{0,5}", "[A-Z]{0,5}");
    let publicity = select(Publicity::ALL.to_vec());
    let created = (regulation(), texts, option::of(1..3000_u32), days(), tablets(), publicity)
        .prop_map(|(regulation, (name, notice, place), season, days, tablets, publicity)| {
            let series = place.to_lowercase();
            let settings = Settings {
                name,
                notice,
                place,
                series,
                days,
                regulation,
                season,
                tablets,
                publicity,
            };
            Event::Created { settings: Box::new(settings) }
        });
    let author = prop_oneof![
        Just(Author::SYSTEM),
        Just(Author::named("Tsjerk").unwrap()),
        Just(Author::named("Tsjerk").unwrap().because("read wrongly")),
    ];
    let result = || (round(), table(), outcome(), option::of(-40..=40_i32));
    let corrected = prop_oneof![
        entrant().prop_map(|player| Event::PlayerCorrected { player }),
        player().prop_map(|player| Event::PlayerRemoved { player }),
        (team(), "[A-Z]{1,5}").prop_map(|(team, name)| Event::TeamRenamed { team, name }),
        team().prop_map(|team| Event::TeamRemoved { team }),
        (player(), entrant())
            .prop_map(|(withdrawn, player)| Event::ReserveSeated { withdrawn, player }),
        (regulation(), "[A-Z]{1,5}", "[a-z]{0,5}", tablets()).prop_map(
            |(regulation, name, reason, tablets)| {
                let (notice, place) = (String::new(), String::new());
                let (days, season, publicity) = (None, None, Publicity::Initials);
                let series = "Winter".to_owned();
                let settings = Settings {
                    name,
                    notice,
                    place,
                    series,
                    days,
                    regulation,
                    season,
                    tablets,
                    publicity,
                };
                Event::SettingsAmended { settings: Box::new(settings), reason }
            }
        ),
    ];
    let proposed = prop_oneof![
        (1..u32::MAX, participant(), round(), absence_kind(), moment()).prop_map(
            |(number, participant, round, kind, at)| {
                let notice = AbsenceNotice::default();
                let request = Request::Absence { participant, round, kind, notice };
                Event::Proposed { number, request: Box::new(request), at }
            }
        ),
        (1..u32::MAX, participant(), "[a-z]{0,5}", moment()).prop_map(
            |(number, participant, reason, at)| {
                let request = Box::new(Request::Withdrawal { participant, reason });
                Event::Proposed { number, request, at }
            }
        ),
        (1..u32::MAX, any::<bool>(), "[a-z]{0,5}").prop_map(|(number, is_accepted, reason)| {
            Event::ProposalAnswered { number, is_accepted, reason }
        }),
    ];
    let entered =
        prop_oneof![
            (author, "[a-z]{0,5}", "(arbiter)?", "[a-z]{0,5}", moment()).prop_map(
                |(by, device, role, subject, at)| {
                    Event::Ruled { by: by.at(device, role).identified(subject), at }
                }
            ),
            created,
            entrant().prop_map(|player| Event::PlayerEntered { player }),
            (team(), option::of(line_up()), 1..20_usize).prop_map(|(id, line_up, boards)| {
                let team = Team { line_up, ..Team::new(id, "De Bân", boards).unwrap() };
                Event::TeamEntered { team }
            }),
            (team(), line_up(), "[a-z]{0,5}").prop_map(|(team, line_up, reason)| {
                Event::LineUpHandedIn { team, line_up, reason }
            }),
            corrected,
            proposed,
            (many(), seed()).prop_map(|(order, seed)| Event::LotsDrawn { order, seed }),
            (vec(many(), 0..3), seed())
                .prop_map(|(groups, seed)| Event::GroupsDivided { groups, seed }),
            (participant(), round(), absence_kind(), "[a-z]{0,5}", option::of(moment())).prop_map(
                |(participant, round, kind, reason, at)| {
                    let notice = AbsenceNotice { told_by: reason.clone(), reason, at };
                    Event::AbsenceReported { participant, round, kind, notice }
                }
            ),
            (participant(), round())
                .prop_map(|(participant, round)| Event::AbsenceTakenBack { participant, round }),
            (participant(), round(), any::<bool>()).prop_map(|(participant, round, is_here)| {
                Event::CheckedIn { participant, round, is_here }
            }),
            (participant(), "[a-z]{0,5}")
                .prop_map(|(participant, reason)| Event::Withdrawn { participant, reason }),
            participant().prop_map(|participant| Event::Reinstated { participant }),
            (scope(), option::of(embargo()), moment(), "[a-z]{0,5}").prop_map(
                |(scope, embargo, at, reason)| Event::EmbargoSet { scope, embargo, at, reason }
            ),
            (scope(), moment(), "[a-z]{1,5}")
                .prop_map(|(scope, at, reason)| Event::EmbargoReleased { scope, at, reason }),
        ];
    let played = prop_oneof![
        (round(), moment()).prop_map(|(round, begins_at)| Event::RoundPlanned { round, begins_at }),
        paired_round().prop_map(|paired| Event::RoundPaired { paired: Box::new(paired) }),
        (1..9_u32, participant(), participant(), seed()).prop_map(
            |(pool_place, chooser, white, seed)| Event::ColorChosen {
                choice: FinalColor { pool_place, chooser, white, seed },
            }
        ),
        (round(), "[a-z]{0,5}", option::of(ground()))
            .prop_map(|(round, reason, ground)| Event::RoundUnpaired { round, reason, ground }),
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
        (round(), option::of(moment())).prop_map(|(round, at)| Event::RoundClosed { round, at }),
        (round(), table(), moment(), "[a-z]{1,5}").prop_map(
            |(round, table, begins_at, agreed_by)| {
                let make_up = MakeUp { begins_at, agreed_by };
                Event::MakeUpPlanned { round, table, make_up }
            }
        ),
        (participant(), "[a-z]{0,5}", any::<bool>()).prop_map(
            |(participant, reason, is_declined)| Event::PromotionDeclined {
                participant,
                reason,
                is_declined,
            }
        ),
        (many(), decision(), option::of(remedy()))
            .prop_map(|(order, how, instead_of)| Event::TieResolved { order, how, instead_of }),
        (many(), "[a-z]{0,5}")
            .prop_map(|(participants, reason)| Event::TieReopened { participants, reason }),
        "[a-z]{0,5}".prop_map(|reason| Event::Deleted { reason }),
        (round(), table(), any::<bool>()).prop_map(|(round, table, is_reversed)| {
            Event::ColorsReversed { round, table, is_reversed }
        }),
        (round(), table(), option::of(select(game_clock::StartMode::ALL.to_vec())))
            .prop_map(|(round, table, mode)| Event::StartModeSet { round, table, mode }),
    ];
    prop_oneof![entered, played]
}
