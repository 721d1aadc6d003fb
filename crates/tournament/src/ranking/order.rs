//! How a regulation ranks: scoring, tie-breaks, the first place, and what is left to be done.

use super::OrderError;
use crate::Scoring;
use std::collections::BTreeSet;

/// Who stands in a table and what they play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contest {
    /// Players, who play games.
    Games,
    /// Teams, who play matches on several boards. The points of the table are match points.
    Matches,
}

/// A criterion that separates participants. More is better, except of lots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TieBreak {
    /// Points of games, or of matches where teams play.
    Points,
    /// The points of all boards (B art. 5).
    BoardPoints,
    /// Twice the points of every opponent beaten and once of every opponent drawn with (appendix 1
    /// of the Frisian rulebook). Forfeits count as results. Of teams: match points.
    SonnebornBerger,
    /// The same as the KNDB counts it (A1b, A1d): what was not played is a draw against oneself.
    KndbSonnebornBerger,
    /// The sum of the opponents' points (A1a, "WP"): what was not played is a draw against oneself.
    Solkoff,
    /// Solkoff without the lowest opponents.
    TruncatedSolkoff {
        /// How many are left out.
        lowest: u8,
    },
    /// Solkoff without the lowest and as many of the highest opponents.
    MedianSolkoff {
        /// How many are left out at either end.
        each: u8,
    },
    /// The points of the meetings between those who are still tied. It is looked at once: those
    /// whom it leaves tied go on to the next tie-break.
    MutualResult,
    /// Meetings won, by forfeit too.
    Wins,
    /// The lot drawn: 1 is the highest.
    Lot,
}

/// How the first place is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FirstPlace {
    /// Like every other place.
    ByAllTieBreaks,
    /// By some of the tie-breaks only. Those whom they leave tied play for it: points alone for the
    /// champion (C art. 15, E art. 5, F art. 4), points and board points of teams (B art. 7).
    ByLeadingTieBreaks {
        /// How many of them count, from the first.
        count: usize,
    },
    /// By the games between those who lead on points, if all of them have met and these games make
    /// a difference; otherwise like every other place (KNDB F12.2).
    ByMutualResult,
}

/// The prescribed way to resolve a tie that the tie-breaks leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Remedy {
    /// Two play a match of two games and then single games, each with colours reversed, until it is
    /// decided; for three or more the organisers make a schedule (C art. 15, E art. 5).
    MatchOfTwo,
    /// Single games, colours reversed from the last mutual one, until it is decided (C art. 15, D
    /// art. 6).
    SingleGames,
    /// The same; or the lot, when it is agreed on with the organisers (A art. 5).
    SingleGamesOrLot,
    /// Single games, the first colour by lot and then changed, until it is decided; for three or
    /// more the organisers make a schedule (F art. 4).
    SingleGamesByLot,
    /// The same players in the same order, colours reversed on every board, until it is decided (B
    /// art. 7, G art. 6).
    TeamMatch,
    /// Blitz games of 5 minutes and 5 seconds a move, the first with colours reversed from the game
    /// of the pool, until a win or a bonus win (2006 art. 14c).
    Blitz,
    /// The lot.
    Lot,
    /// The arbiter decides.
    Arbiter,
    /// The organisers decide (B art. 8).
    Organizer,
}

/// The rule for the games of a participant who withdraws for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WithdrawalRule {
    /// Points that were scored stay; games that were not played are not played (KNDB F5; 2006 art.
    /// 10).
    PointsStay,
    /// After fewer games than this all are void and the participant leaves the table; otherwise the
    /// remaining games are won by the opponents. Only games that were played count (C art. 14,
    /// where it is 5).
    VoidBelow {
        /// From how many games on the results stand.
        games: u32,
    },
    /// What was scored stays, and the remaining games are won by the opponents: the boards of a team
    /// that left are unoccupied, and so lost (B art. 6).
    RemainingLost,
}

impl WithdrawalRule {
    /// The article that the rule is of.
    pub fn article(self) -> Option<&'static str> {
        match self {
            Self::PointsStay => None,
            Self::VoidBelow { .. } => Some("C art. 14"),
            Self::RemainingLost => Some("B art. 6"),
        }
    }

    /// Whether the opponents win the games that remain.
    pub fn gives_remaining(self) -> bool {
        match self {
            Self::PointsStay => false,
            Self::VoidBelow { .. } | Self::RemainingLost => true,
        }
    }
}

/// A range of places that give promotion or relegation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ZoneKind {
    /// A place in a higher group.
    Promotion,
    /// A place in a lower group.
    Relegation,
}

/// Some places of the table that give something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Zone {
    /// Promotion or relegation.
    pub kind: ZoneKind,
    /// The first of them, from 1.
    pub from: u32,
    /// The last of them.
    pub to: u32,
}

/// How a regulation ranks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Who stands in the table.
    pub contest: Contest,
    /// The points of a result: of a game, or of a match and of each of its boards.
    pub scoring: Scoring,
    /// The criteria that separate participants, the most important first. It begins with the
    /// points.
    pub tie_breaks: Vec<TieBreak>,
    /// How the first place is decided.
    pub first_place: FirstPlace,
    /// The remedy that is prescribed for a tie for the first place.
    pub first_remedy: Remedy,
    /// The remedy that is prescribed for any other tie.
    pub remedy: Remedy,
    /// The rule for the games of a participant who withdraws.
    pub withdrawal: WithdrawalRule,
    /// Places that give something.
    pub zones: Vec<Zone>,
    /// The article that orders the table, as people cite it: "C art. 15".
    pub article: Option<&'static str>,
}

impl Order {
    /// The most tie-breaks of a table.
    pub const TIE_BREAKS_MAX: usize = 12;

    /// Checks that the order makes sense.
    ///
    /// # Errors
    /// [`OrderError`] with the first thing that does not.
    pub fn check(&self) -> Result<(), OrderError> {
        if self.tie_breaks.first() != Some(&TieBreak::Points) {
            return Err(OrderError::PointsNotFirst);
        }
        let given = self.tie_breaks.len();
        if given > Self::TIE_BREAKS_MAX {
            return Err(OrderError::TooManyTieBreaks { given });
        }
        let mut seen = BTreeSet::new();
        for &tie_break in &self.tie_breaks {
            if !seen.insert(tie_break) {
                return Err(OrderError::DuplicateTieBreak { tie_break });
            }
            match (tie_break, self.contest) {
                (TieBreak::BoardPoints, Contest::Games) => {
                    return Err(OrderError::BoardPointsOfPlayers);
                }
                (
                    TieBreak::TruncatedSolkoff { lowest: 0 } | TieBreak::MedianSolkoff { each: 0 },
                    _,
                ) => return Err(OrderError::NothingLeftOut { tie_break }),
                (_, Contest::Games | Contest::Matches) => {}
            }
        }
        match self.first_place {
            FirstPlace::ByLeadingTieBreaks { count: asked } if asked == 0 || asked > given => {
                return Err(OrderError::FirstPlaceBy { asked, given });
            }
            FirstPlace::ByAllTieBreaks
            | FirstPlace::ByLeadingTieBreaks { .. }
            | FirstPlace::ByMutualResult => {}
        }
        if self.withdrawal == (WithdrawalRule::VoidBelow { games: 0 }) {
            return Err(OrderError::VoidsNothing);
        }
        self.check_zones()
    }

    fn check_zones(&self) -> Result<(), OrderError> {
        let mut zones = self.zones.clone();
        zones.sort_by_key(|zone| zone.from);
        let mut taken_to = 0;
        for Zone { from, to, .. } in zones {
            if from == 0 || to < from {
                return Err(OrderError::EmptyZone { from, to });
            }
            if from <= taken_to {
                return Err(OrderError::ZonesOverlap { place: from });
            }
            taken_to = to;
        }
        Ok(())
    }

    /// How many tie-breaks the first place may go by before those who are tied play for it.
    pub(super) fn tie_breaks_of_first_place(&self) -> usize {
        match self.first_place {
            FirstPlace::ByLeadingTieBreaks { count } => count,
            FirstPlace::ByAllTieBreaks | FirstPlace::ByMutualResult => self.tie_breaks.len(),
        }
    }
}
