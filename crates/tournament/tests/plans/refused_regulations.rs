//! Regulations that make no sense, and entrants that do not fit.

use tournament::ranking::{OrderError, Remedy, TieBreak, WithdrawalRule, Zone, ZoneKind};
use tournament::regulation::{Fault, Format, Preset, Regulation};
use tournament::{Schedule, Scoring};

/// Checks that a preset with one changed point is refused, for a number of entrants if needed.
#[track_caller]
fn refused(preset: Preset, entrants: usize, change: impl FnOnce(&mut Regulation), text: &str) {
    let mut regulation = Regulation::of(preset);
    change(&mut regulation);
    assert_eq!(regulation.check_for(entrants).unwrap_err().to_string(), text);
}

#[test]
fn what_makes_no_sense_is_refused_with_its_reason() {
    refused(
        Preset::KndbSwiss,
        8,
        |one| one.rounds = Some(8),
        "8 entrants play at most 7 rounds by the Swiss system, not 8",
    );
    refused(
        Preset::KndbSwiss,
        8,
        |one| one.rounds = Some(0),
        "a tournament has one round at least",
    );
    refused(
        Preset::KndbSwiss,
        8,
        |one| one.order.withdrawal = WithdrawalRule::VoidBelow { games: 5 },
        "games are voided only where everybody meets everybody, not by the Swiss system",
    );
    refused(
        Preset::RoundRobin,
        12,
        |one| one.format = Format::Table(Schedule::Ind8Achttal),
        "the table ind8_achttal is for 8 to 8 players, not for 12",
    );
    refused(
        Preset::FrisianKk,
        8,
        |one| one.order.scoring = Scoring::BonusDraws,
        "draws with a bonus belong to international draughts, not to frisian",
    );
    refused(Preset::FrisianMini, 4, |one| one.boards = None, "teams need 1 to 20 boards");
    refused(Preset::FrisianMini, 4, |one| one.boards = Some(21), "teams need 1 to 20 boards");
    refused(
        Preset::FrisianHa,
        4,
        |one| one.boards = Some(8),
        "players who play for themselves have no 8 boards",
    );
    refused(
        Preset::FrisianHa,
        3,
        |one| one.relegated = 2,
        "of a group of 3, 2 cannot go up and 2 down",
    );
    refused(
        Preset::FrisianKk,
        8,
        |one| one.rounds = Some(5),
        "the number of rounds follows from the schedule and is not set to 5",
    );
    refused(
        Preset::FrisianKk,
        8,
        |one| one.order.zones.push(Zone { kind: ZoneKind::Promotion, from: 1, to: 1 }),
        "zones follow from the numbers of promoted and relegated, and are not given apart",
    );
    refused(
        Preset::FrisianKk,
        8,
        |one| one.order.tie_breaks = vec![TieBreak::Solkoff],
        &OrderError::PointsNotFirst.to_string(),
    );
}

#[test]
fn what_is_for_teams_is_not_for_players() {
    refused(
        Preset::RoundRobin,
        4,
        |one| one.format = Format::Table(Schedule::Team4),
        "team4 is for teams",
    );
    refused(
        Preset::FrisianMini,
        4,
        |one| one.format = Regulation::of(Preset::FrisianClass).format,
        "the table of players is for players",
    );
    refused(
        Preset::FrisianClass,
        4,
        |one| one.order.remedy = Remedy::TeamMatch,
        "the play-off TeamMatch is not for players",
    );
    refused(
        Preset::FrisianMini,
        4,
        |one| one.order.remedy = Remedy::SingleGames,
        "the play-off SingleGames is not for teams",
    );
    // Three teams play by the table of three players (G art. 2), and so may any.
    let mut mini = Regulation::of(Preset::FrisianMini);
    mini.format = Format::Table(Schedule::Berger);
    mini.groups = None;
    assert_eq!(mini.check_for(9), Ok(()));
}

#[test]
fn entrants_that_do_not_fit_are_refused() {
    let as_is = |_: &mut Regulation| ();
    for (preset, entrants, text) in [
        (Preset::FrisianKk, 7, "the event is for 8 entrants at least and 8 at most, not for 7"),
        (Preset::FrisianHa, 9, "the event is for 2 entrants at least and 8 at most, not for 9"),
        (Preset::FrisianHaSwiss, 8, "the event is for 9 entrants at least, not for 8"),
        (Preset::FrisianClass, 2, "the event is for 3 entrants at least, not for 2"),
        (
            Preset::Tournament2006,
            14,
            "the event is for 16 entrants at least and 16 at most, not for 14",
        ),
        (Preset::RoundRobin, 65, "the table berger is for 2 to 64 players, not for 65"),
    ] {
        refused(preset, entrants, as_is, text);
    }
    let wide = |one: &mut Regulation| one.limits.entrants_max = None;
    refused(Preset::FrisianHa, 9, wide, "9 entrants in HA play by the Swiss system");
    let wide = |one: &mut Regulation| {
        one.limits.entrants_min = 2;
        one.limits.entrants_max = None;
    };
    refused(Preset::Tournament2006, 15, wide, "15 entrants do not make two pools of one size");
    refused(
        Preset::Tournament2006,
        12,
        wide,
        "the table ind8_achttal is for 8 to 8 players, not for 6",
    );
    refused(Preset::Match, 3, wide, "a match is between two, not 3");
    let none = |one: &mut Regulation| one.format = Format::Match { games: 0 };
    refused(Preset::Match, 2, none, "a match has one game at least");
    let split = |one: &mut Regulation| one.format = Format::Pools(Schedule::Ind6Split);
    refused(Preset::Tournament2006, 16, split, "a pool does not play by ind6split");
    let crossed = |one: &mut Regulation| one.limits.entrants_min = 9;
    refused(Preset::FrisianHa, 5, crossed, "nobody can enter: at least 9 and at most 8");
}

#[test]
fn what_is_beyond_any_event_is_refused_at_once() {
    let classes = Regulation::of(Preset::FrisianClass);
    assert_eq!(classes.limits.entrants_max, None);
    let refused = Fault::Entrants { min: 3, max: Some(2000), entrants: 4_294_967_295 };
    assert_eq!(classes.check_for(4_294_967_295), Err(refused));
    let of_games = |games| {
        let format = Format::Match { games };
        Regulation { format, ..Regulation::of(Preset::Match) }.check_for(2)
    };
    assert_eq!(of_games(100), Ok(()));
    let games = u32::MAX;
    assert_eq!(of_games(games), Err(Fault::TooManyGames { games, most: 100 }));
    let mut many = Regulation::of(Preset::KndbSwiss);
    many.rounds = Some(101);
    let (entrants, rounds) = (200, 101);
    assert_eq!(many.check_for(entrants), Err(Fault::TooManyRounds { entrants, most: 100, rounds }));
    many.rounds = Some(9);
    many.order.tie_breaks.extend((1..=12).map(|lowest| TieBreak::TruncatedSolkoff { lowest }));
    let given = many.order.tie_breaks.len();
    assert_eq!(many.check(), Err(Fault::Order(OrderError::TooManyTieBreaks { given })));
}
