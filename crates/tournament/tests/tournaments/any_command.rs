//! Generators of commands.
#![expect(clippy::disallowed_types, reason = "proptest's prop_oneof! shares strategies by Arc")]

use super::{ACHTTAL, BERGER, settings};
use draughts::{Color, Outcome, Reason, Score, Timestamp};
use proptest::collection::btree_set;
use proptest::prelude::*;
use proptest::sample::select;
use tournament::plan::TeamId;
use tournament::ranking::{Participant, TieDecision};
use tournament::regulation::{Format, HalfPointByes, Preset, Regulation};
use tournament::swiss::FirstRound;
use tournament::{
    AbsenceNotice, Command, Embargo, EmbargoScope, Entry, EntryField, MakeUp, PlayerId,
    PublicDelay, RoundNumber, Settings, TableNumber, UnpairGround,
};

pub(super) fn any_outcome() -> impl Strategy<Value = Outcome> {
    (select(Score::ALL.to_vec()), select(Reason::ALL.to_vec()))
        .prop_map(|(score, reason)| Outcome::new(score, reason))
        .prop_filter("nobody draws without playing", |outcome| {
            let is_forfeit = matches!(outcome.reason, Reason::Forfeit | Reason::NoShow);
            outcome.score != Score::Draw || !is_forfeit
        })
}

fn any_number() -> impl Strategy<Value = u32> {
    prop_oneof![20 => 1_u32..10, 1 => Just(u32::MAX), 1 => 1_u32..]
}

fn any_player() -> impl Strategy<Value = PlayerId> {
    any_number().prop_map(|number| PlayerId::new(number).unwrap())
}

fn any_round() -> impl Strategy<Value = RoundNumber> {
    any_number().prop_map(|number| RoundNumber::new(number).unwrap())
}

fn any_table() -> impl Strategy<Value = TableNumber> {
    any_number().prop_map(|number| TableNumber::new(number).unwrap())
}

fn any_entry() -> impl Strategy<Value = Entry> {
    let name = prop_oneof![20 => "[a-h]", 1 => ".{0,12}"];
    (name, prop::option::of("[A-B]"), prop::option::of(any::<u16>()))
        .prop_map(|(name, club, rating)| Entry { club, rating, ..Entry::named(name) })
}

fn any_participants() -> impl Strategy<Value = Vec<Participant>> {
    prop::collection::vec(any_player().prop_map(Participant::from), 0..8)
}

fn any_pairs() -> impl Strategy<Value = Vec<(Participant, Participant)>> {
    let pair = (any_player(), any_player()).prop_map(|(a, b)| (a.into(), b.into()));
    prop::collection::vec(pair, 0..4)
}

fn any_men() -> impl Strategy<Value = Option<i32>> {
    prop::option::of(prop_oneof![9 => -5..5_i32, 1 => any::<i32>()])
}

fn any_ground() -> impl Strategy<Value = UnpairGround> {
    use UnpairGround::{ChiefArbiter, Norm, ReversedColors, WrongResult};
    select(vec![Norm, WrongResult, ReversedColors, ChiefArbiter])
}

/// Generates commands that prepare and pair.
fn any_preparation() -> impl Strategy<Value = Command> {
    let participant = || any_player().prop_map(Participant::from);
    prop_oneof![
        1 => any_settings().prop_map(super::created_by),
        4 => any_entry().prop_map(|entry| Command::Enter { entry }),
        2 => "[a-e]".prop_map(|name| Command::EnterTeam { name }),
        2 => (any_number(), prop::collection::vec(prop::option::of(any_player()), 0..5)).prop_map(
            |(team, boards)| Command::HandInLineUp { team: TeamId::new(team).unwrap(), boards }
        ),
        1 => any_participants().prop_map(|order| Command::DrawLots { order }),
        1 => any::<u64>().prop_map(|seed| Command::DrawLotsBySeed { seed }),
        1 => prop::collection::vec(any_participants(), 0..3)
            .prop_map(|groups| Command::DivideGroups { groups }),
        2 => any::<u64>().prop_map(|seed| Command::DrawGroups { seed }),
        3 => (participant(), any_round(), any::<bool>()).prop_map(
            |(participant, round, half_point_bye)| Command::ReportAbsent {
                participant,
                round,
                half_point_bye,
                notice: AbsenceNotice::default(),
            }
        ),
        1 => (participant(), any_round())
            .prop_map(|(participant, round)| Command::ReportPresent { participant, round }),
        2 => (participant(), any_round(), any::<bool>()).prop_map(|(participant, round, is_here)| {
            Command::CheckIn { participant, round, is_here }
        }),
        2 => (participant(), ".{0,4}")
            .prop_map(|(participant, reason)| Command::Withdraw { participant, reason }),
        1 => participant().prop_map(|participant| Command::Reinstate { participant }),
        4 => any_correction(),
        2 => (any_scope(), any_embargo(), ".{0,4}").prop_map(|(scope, embargo, reason)| {
            Command::SetEmbargo { scope, embargo, reason }
        }),
        1 => (any_scope(), ".{0,4}")
            .prop_map(|(scope, reason)| Command::ReleaseEmbargo { scope, reason }),
    ]
}

fn any_scope() -> impl Strategy<Value = EmbargoScope> {
    prop_oneof![
        Just(EmbargoScope::Tournament),
        any_round().prop_map(EmbargoScope::Round),
        (any_round(), any_table()).prop_map(|(round, table)| EmbargoScope::Board(round, table)),
    ]
}

fn any_embargo() -> impl Strategy<Value = Option<Embargo>> {
    let delay = select(vec![1, 900]);
    prop::option::of(prop_oneof![
        delay.prop_map(|seconds| Embargo::Delay(PublicDelay::from_seconds(seconds).unwrap())),
        Just(Embargo::UntilGameEnds),
        Just(Embargo::UntilRoundEnds),
    ])
}

/// Generates commands that correct entries and settings.
fn any_correction() -> impl Strategy<Value = Command> {
    let team = || any_number().prop_map(|team| TeamId::new(team).unwrap());
    prop_oneof![
        (any_player(), any_entry(), btree_set(select(EntryField::ALL.to_vec()), 0..=7))
            .prop_map(|(player, entry, fields)| Command::CorrectEntry { player, entry, fields }),
        any_player().prop_map(|player| Command::RemoveEntry { player }),
        (team(), "[a-e]").prop_map(|(team, name)| Command::RenameTeam { team, name }),
        team().prop_map(|team| Command::RemoveTeam { team }),
        (any_player(), any_entry())
            .prop_map(|(withdrawn, entry)| Command::SeatReserve { withdrawn, entry }),
        (any_settings(), ".{0,4}").prop_map(|(settings, reason)| {
            Command::Amend { settings: Box::new(settings), reason }
        }),
    ]
}

/// Generates commands that pair, open, record and resolve.
fn any_play() -> impl Strategy<Value = Command> {
    let result = || (any_round(), any_table(), any_outcome(), any_men());
    prop_oneof![
        1 => (any_round(), any::<i64>()).prop_map(|(round, at)| Command::PlanRound {
            round,
            begins_at: Timestamp::from_millis(at),
        }),
        6 => any_round().prop_map(|round| Command::Pair { round }),
        4 => (any_round(), any_pairs(), any_participants())
            .prop_map(|(round, pairs, byes)| Command::PairByHand { round, pairs, byes }),
        3 => (any_round(), any_participants(), prop::option::of(any::<u64>())).prop_map(
            |(round, participants, seed)| Command::PairPlayOff { round, participants, seed }
        ),
        1 => (any_number(), prop::option::of(select(Color::BOTH.to_vec())), prop::option::of(any::<u64>())).prop_map(
            |(pool_place, color, seed)| Command::ChooseColor { pool_place, color, seed }
        ),
        1 => (any_round(), ".{0,4}", prop::option::of(any_ground()))
            .prop_map(|(round, reason, ground)| Command::Unpair { round, reason, ground }),
        1 => any_round().prop_map(|round| Command::Publish { round }),
        6 => any_round().prop_map(|round| Command::OpenRound { round }),
        9 => result().prop_map(|(round, table, outcome, men_ahead)| Command::RecordResult {
            round,
            table,
            outcome,
            men_ahead,
        }),
        2 => (any_round(), any_table())
            .prop_map(|(round, table)| Command::WithdrawResult { round, table }),
        3 => result().prop_map(|(round, table, outcome, men_ahead)| Command::CorrectResult {
            round,
            table,
            outcome,
            men_ahead,
        }),
        2 => (any_round(), any_table(), any::<bool>()).prop_map(|(round, table, is_reversed)| {
            Command::ReverseColors { round, table, is_reversed }
        }),
        3 => any_round().prop_map(|round| Command::CloseRound { round }),
        1 => (any_round(), any_table(), any::<i64>(), ".{0,4}").prop_map(
            |(round, table, at, agreed_by)| {
                let make_up = MakeUp { begins_at: Timestamp::from_millis(at), agreed_by };
                Command::PlanMakeUp { round, table, make_up }
            }
        ),
        1 => (any_player(), ".{0,4}", any::<bool>()).prop_map(|(player, reason, is_declined)| {
            Command::DeclinePromotion { participant: player.into(), reason, is_declined }
        }),
        2 => any_participants()
            .prop_map(|order| Command::ResolveTie { order, how: TieDecision::Arbiter }),
        1 => (any_participants(), any::<u64>())
            .prop_map(|(participants, seed)| Command::DrawTie { participants, seed }),
        1 => (any_participants(), ".{0,4}")
            .prop_map(|(participants, reason)| Command::ReopenTie { participants, reason }),
    ]
}

fn any_command() -> impl Strategy<Value = Command> {
    prop_oneof![1 => any_preparation(), 3 => any_play()]
}

/// Generates settings of every kind, with few entrants.
fn any_settings() -> impl Strategy<Value = Settings> {
    let swiss = Regulation {
        rounds: Some(3),
        half_point_byes: HalfPointByes { most: 2, in_last_round: false },
        no_show_withdraws: true,
        ..settings(Format::Swiss(FirstRound::EntrantsKnown)).regulation
    };
    let time_control = settings(BERGER).regulation.time_control;
    let of_preset = |preset| Regulation { time_control, ..Regulation::of(preset) };
    let pools = Regulation {
        limits: Regulation::of(Preset::RoundRobin).limits,
        format: Format::Pools(tournament::Schedule::Berger),
        ..of_preset(Preset::Tournament2006)
    };
    let teams = Regulation { boards: Some(2), ..of_preset(Preset::FrisianMini) };
    let plain = |format| settings(format).regulation;
    let all = vec![
        plain(BERGER),
        plain(ACHTTAL),
        plain(Format::Manual),
        plain(Format::Match { games: 2 }),
        swiss,
        pools,
        teams,
        of_preset(Preset::FrisianClass),
    ];
    select(all).prop_map(|regulation| Settings { regulation, ..settings(BERGER) })
}

/// Generates commands to a tournament that mostly exists and has players.
pub(super) fn any_commands() -> impl Strategy<Value = Vec<Command>> {
    let begin = (any_settings(), 0_usize..8).prop_map(|(settings, n)| {
        let mut commands = vec![super::created_by(settings)];
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        commands.extend(names.iter().take(n).map(|name| super::enter(name)));
        for name in names.iter().take(n / 2) {
            commands.push(Command::EnterTeam { name: (*name).to_owned() });
        }
        commands
    });
    (begin, prop::collection::vec(any_command(), 0..120))
        .prop_map(|(begin, rest)| [begin, rest].concat())
}
