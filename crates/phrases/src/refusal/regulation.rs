//! The faults of a regulation, in itself and for a number of entrants.

use tournament::{
    ScheduleError,
    plan::{Competition, GroupError, LineUp, NotPrescribed},
    ranking::{Contest, Order, OrderError},
    regulation::{Fault, Point},
};

use crate::{
    Language,
    messages::{cited, say},
    standings,
};

/// Writes the fault of a regulation.
#[must_use]
pub fn fault(fault: &Fault, language: Language) -> String {
    match *fault {
        Fault::Order(error) => order(error, language),
        Fault::ZonesApart => say!(language, "fault-zones-apart"),
        // Only Frisian draughts has no bonus.
        Fault::BonusDraws { rules: _ } => say!(language, "fault-bonus-draws"),
        Fault::NoBoards => say!(language, "fault-no-boards", max = LineUp::BOARDS_MAX),
        Fault::BoardsOfPlayers { boards } => {
            say!(language, "fault-boards-of-players", boards)
        }
        Fault::OtherContest { is_for_teams: true, .. } => say!(language, "fault-format-of-teams"),
        Fault::OtherContest { is_for_teams: false, .. } => {
            say!(language, "fault-format-of-players")
        }
        Fault::OtherPlayOff { remedy, is_of_teams } => {
            let remedy = standings::remedy(remedy, language);
            if is_of_teams {
                say!(language, "fault-play-off-not-of-teams", remedy)
            } else {
                say!(language, "fault-play-off-not-of-players", remedy)
            }
        }
        Fault::VoidsInSwiss => say!(language, "fault-voids-in-swiss"),
        Fault::ByesOfTable => say!(language, "fault-byes-of-table"),
        Fault::NoShowOfTeams => say!(language, "fault-no-show-of-teams"),
        Fault::WinnersOrdered => say!(language, "fault-winners-ordered"),
        Fault::RoundsOfSchedule { rounds } => {
            say!(language, "fault-rounds-of-schedule", rounds)
        }
        Fault::NoRounds => say!(language, "fault-no-rounds"),
        Fault::RoundsMissing => say!(language, "fault-rounds-missing"),
        Fault::TooManyRounds { entrants, most, rounds } => {
            say!(language, "fault-too-many-rounds", entrants, most, rounds)
        }
        Fault::PoolTable { table } => say!(language, "fault-pool-table", table),
        Fault::UnequalPools { entrants } => say!(language, "fault-unequal-pools", entrants),
        Fault::NoGames => say!(language, "fault-no-games"),
        Fault::TooManyGames { games, most } => {
            say!(language, "fault-too-many-games", games, most)
        }
        Fault::MatchOf { entrants } => say!(language, "fault-match-of", entrants),
        Fault::Schedule(ScheduleError::Players { table, min, max, players }) => {
            say!(language, "fault-table-players", table, min, max, players)
        }
        Fault::NotPrescribed(error) => not_prescribed(error, language),
        Fault::SwissPrescribed { competition, entrants } => {
            let competition = self::competition(competition, language);
            say!(language, "fault-swiss-prescribed", competition, entrants)
        }
        Fault::Groups(error) => groups(error, language),
        Fault::Entrants { min, max: None, entrants } => {
            say!(language, "fault-entrants-min", min, entrants)
        }
        Fault::Entrants { min, max: Some(max), entrants } => {
            say!(language, "fault-entrants", min, max, entrants)
        }
        Fault::Limits { min, max } => say!(language, "fault-limits", min, max),
        Fault::Zones { size, promoted, relegated } => {
            say!(language, "fault-zones", size, promoted, relegated)
        }
    }
}

/// Writes the reason for which the order of a table is invalid.
pub(super) fn order(error: OrderError, language: Language) -> String {
    let name = |tie_break| standings::tie_break(tie_break, Contest::Games, language);
    match error {
        OrderError::PointsNotFirst => say!(language, "order-points-not-first"),
        OrderError::TooManyTieBreaks { given } => {
            say!(language, "order-tie-breaks-most", most = Order::TIE_BREAKS_MAX, given)
        }
        OrderError::DuplicateTieBreak { tie_break } => {
            say!(language, "order-tie-break-twice", tie_break = name(tie_break))
        }
        OrderError::NothingLeftOut { tie_break } => {
            say!(language, "order-nothing-left-out", tie_break = name(tie_break))
        }
        OrderError::BoardPointsOfPlayers => say!(language, "order-board-points-of-players"),
        OrderError::FirstPlaceBy { asked, given } => {
            say!(language, "order-first-place-by", asked, given)
        }
        OrderError::EmptyZone { from, to } => say!(language, "order-no-places", from, to),
        OrderError::ZonesOverlap { place } => say!(language, "order-zones-overlap", place),
        OrderError::VoidsNothing => say!(language, "order-voids-nothing"),
    }
}

/// Writes the reason for which there are no groups.
pub(super) fn groups(error: GroupError, language: Language) -> String {
    match error {
        GroupError::TooFew { rule, fewest, entrants } => {
            let text = say!(language, "refusal-group-too-few", fewest, entrants);
            cited(text, Some(rule.article()))
        }
        GroupError::Sizes { places, entrants } => {
            say!(language, "refusal-group-sizes", places, entrants)
        }
    }
}

fn not_prescribed(error: NotPrescribed, language: Language) -> String {
    let NotPrescribed { competition, entrants, article, min, max } = error;
    let limits = match max {
        None => say!(language, "fault-from", from = min),
        Some(max) if max == min => min.to_string(),
        Some(max) => say!(language, "fault-range", from = min, to = max),
    };
    let competition = self::competition(competition, language);
    say!(language, "fault-not-prescribed", article, entrants, competition, limits)
}

fn competition(competition: Competition, language: Language) -> String {
    match competition {
        Competition::ClubEvent => say!(language, "competition-club-event"),
        Competition::ClubTeams => say!(language, "competition-club-teams"),
        Competition::Eight => say!(language, "competition-eight"),
        Competition::Ha => say!(language, "competition-ha"),
        Competition::Classes => say!(language, "competition-classes"),
        Competition::Youth => say!(language, "competition-youth"),
        Competition::Blitz => say!(language, "competition-blitz"),
        Competition::MiniTeams => say!(language, "competition-mini-teams"),
    }
}

/// Names a point of a regulation.
pub(super) fn point(point: Point, language: Language) -> String {
    match point {
        Point::Rules => say!(language, "point-rules"),
        Point::TimeControl => say!(language, "point-time-control"),
        Point::PlayOffTimeControl => say!(language, "point-play-off-time-control"),
        Point::Opening => say!(language, "point-opening"),
        Point::Absence => say!(language, "point-absence"),
        Point::Format => say!(language, "point-format"),
        Point::Rounds => say!(language, "point-rounds"),
        Point::Groups => say!(language, "point-groups"),
        Point::Boards => say!(language, "point-boards"),
        Point::Scoring => say!(language, "point-scoring"),
        Point::TieBreaks => say!(language, "point-tie-breaks"),
        Point::FirstPlace => say!(language, "point-first-place"),
        Point::Withdrawal => say!(language, "point-withdrawal"),
        Point::Zones => say!(language, "point-zones"),
        Point::Limits => say!(language, "point-limits"),
        Point::HalfPointByes => say!(language, "point-half-point-byes"),
        Point::NoShow => say!(language, "point-no-show"),
        Point::Winners => say!(language, "point-winners"),
        Point::Adjournment => say!(language, "point-adjournment"),
        Point::Rest => say!(language, "point-rest"),
        Point::Prizes => say!(language, "point-prizes"),
        Point::Draws => say!(language, "point-draws"),
        Point::Start => say!(language, "point-start"),
    }
}
