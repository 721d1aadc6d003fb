//! The ranking rules of a regulation: scoring, tie-breaks, the first place, and remedies.

use crate::Scoring;
use std::collections::BTreeSet;

/// The kind of participants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contest {
    /// Players, who play games.
    Games,
    /// Teams, who play matches on several boards. The points of the table are match points.
    Matches,
}

/// A tie-break. More is better, except with lots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TieBreak {
    /// Points of games, or of matches between teams.
    Points,
    /// The points of all boards (B art. 5).
    BoardPoints,
    /// Twice the points of every opponent beaten, plus once the points of every opponent drawn with
    /// (appendix 1 of the Frisian rulebook). Forfeits count as results. Teams: match points.
    SonnebornBerger,
    /// Sonneborn-Berger by the KNDB's rules (A1b, A1d): a round that was not played is a draw
    /// against oneself.
    KndbSonnebornBerger,
    /// The sum of the opponents' points (A1a, "WP"): a round that was not played is a draw against
    /// oneself.
    Solkoff,
    /// Solkoff without the lowest opponents.
    TruncatedSolkoff {
        /// Number of opponents left out.
        lowest: u8,
    },
    /// Solkoff without the lowest and as many of the highest opponents.
    MedianSolkoff {
        /// Number of opponents left out at either end.
        each: u8,
    },
    /// The points of the meetings between those who are still tied. It is applied once: those who
    /// stay tied go on to the next tie-break.
    MutualResult,
    /// Meetings won, including by forfeit.
    Wins,
    /// The lot drawn: 1 is the highest.
    Lot,
}

/// The rule for the first place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FirstPlace {
    /// Like every other place.
    ByAllTieBreaks,
    /// By some of the tie-breaks only; those who are then tied play for it: points alone for a
    /// champion (C art. 15, E art. 5, F art. 4), points and board points for teams (B art. 7).
    ByLeadingTieBreaks {
        /// Number of tie-breaks that count, from the first.
        count: usize,
    },
    /// By the games between those who lead on points, if all of them have met and their results
    /// differ; otherwise like every other place (KNDB F12.2).
    ByMutualResult,
}

/// The prescribed remedy for a tie that the tie-breaks leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Remedy {
    /// Two play a match of two games and then single games, each with colours reversed, until it is
    /// decided; three or more play by a schedule of the organisers (C art. 15, E art. 5).
    MatchOfTwo,
    /// Single games, beginning with the colours of the last mutual game reversed, until it is
    /// decided (C art. 15, D art. 6).
    SingleGames,
    /// Single games as above; or the lot, if agreed with the organisers (A art. 5).
    SingleGamesOrLot,
    /// Single games, the first colour by lot and then alternating, until it is decided; three or
    /// more play by a schedule of the organisers (F art. 4).
    SingleGamesByLot,
    /// A match by the same players in the same order, colours reversed on every board, until it is
    /// decided (B art. 7, G art. 6).
    TeamMatch,
    /// Blitz games of 5 minutes and 5 seconds a move, the first with the colours of the pool game
    /// reversed, until a win or a bonus win (2006 art. 14c).
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
    /// Points scored stay; the remaining games are not played (KNDB F5; 2006 art. 10).
    PointsStay,
    /// If the participant played fewer games than this, all of them are void and the participant
    /// leaves the table; otherwise the opponents win the remaining games. Only games that were
    /// played count (C art. 14, where the number is 5).
    VoidBelow {
        /// The number of games from which on the results stand.
        games: u32,
    },
    /// Points scored stay, and the opponents win the remaining games: the boards of a team that
    /// left are empty, and so lost (B art. 6); a player who is not there has lost (2006 art. 3 and
    /// 10).
    RemainingLost,
}

impl WithdrawalRule {
    /// Returns the article of the rule for such participants.
    pub fn article(self, contest: Contest) -> Option<&'static str> {
        match (self, contest) {
            (Self::PointsStay, _) => None,
            (Self::VoidBelow { .. }, _) => Some("C art. 14"),
            (Self::RemainingLost, Contest::Matches) => Some("B art. 6"),
            (Self::RemainingLost, Contest::Games) => Some("2006 art. 10"),
        }
    }

    /// Returns true if the opponents win the remaining games.
    pub fn gives_remaining(self) -> bool {
        match self {
            Self::PointsStay => false,
            Self::VoidBelow { .. } | Self::RemainingLost => true,
        }
    }
}

/// The effect of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ZoneKind {
    /// A place in a higher group.
    Promotion,
    /// A place in a lower group.
    Relegation,
}

/// A range of places that gives promotion or relegation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Zone {
    /// Promotion or relegation.
    pub kind: ZoneKind,
    /// The first place, from 1.
    pub from: u32,
    /// The last place.
    pub to: u32,
}

/// The ranking rules of a regulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The kind of participants.
    pub contest: Contest,
    /// The points of a result: of a game, or of a match and of each of its boards.
    pub scoring: Scoring,
    /// The tie-breaks, the most important first. The first one is the points.
    pub tie_breaks: Vec<TieBreak>,
    /// The rule for the first place.
    pub first_place: FirstPlace,
    /// The prescribed remedy for a tie for the first place.
    pub first_remedy: Remedy,
    /// The prescribed remedy for any other tie.
    pub remedy: Remedy,
    /// The rule for the games of a participant who withdraws.
    pub withdrawal: WithdrawalRule,
    /// The places that give promotion or relegation.
    pub zones: Vec<Zone>,
    /// The article that prescribes the order, as cited: "C art. 15".
    pub article: Option<&'static str>,
}

impl Order {
    /// The largest number of tie-breaks.
    pub const TIE_BREAKS_MAX: usize = 12;

    /// Checks that the order is valid.
    ///
    /// # Errors
    /// [`OrderError`] with the first fault.
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

    /// Returns the number of tie-breaks that apply to the first place before those who are tied
    /// play for it.
    pub(super) fn tie_breaks_of_first_place(&self) -> usize {
        match self.first_place {
            FirstPlace::ByLeadingTieBreaks { count } => count,
            FirstPlace::ByAllTieBreaks | FirstPlace::ByMutualResult => self.tie_breaks.len(),
        }
    }
}

/// The reason for which an order is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// The first tie-break is not the points.
    #[error("points are the first thing that a table goes by")]
    PointsNotFirst,
    /// There are more than [`Order::TIE_BREAKS_MAX`] tie-breaks.
    #[error("a table has at most {most} tie-breaks, not {given}", most = Order::TIE_BREAKS_MAX)]
    TooManyTieBreaks {
        /// Number of tie-breaks.
        given: usize,
    },
    /// A tie-break occurs twice.
    #[error("the tie-break {tie_break:?} is given twice")]
    DuplicateTieBreak {
        /// The tie-break.
        tie_break: TieBreak,
    },
    /// A truncated or median Solkoff leaves no opponent out.
    #[error("the tie-break {tie_break:?} leaves no opponent out")]
    NothingLeftOut {
        /// The tie-break.
        tie_break: TieBreak,
    },
    /// Board points are used for players.
    #[error("board points order teams, not players")]
    BoardPointsOfPlayers,
    /// The number of tie-breaks for the first place is 0 or above the number of tie-breaks.
    #[error("the first place goes by {asked} of {given} tie-breaks")]
    FirstPlaceBy {
        /// Number of tie-breaks for the first place.
        asked: usize,
        /// Number of tie-breaks.
        given: usize,
    },
    /// A zone ends before it begins, or begins at place 0.
    #[error("there are no places {from} to {to}")]
    EmptyZone {
        /// The first place of the zone.
        from: u32,
        /// The last place of the zone.
        to: u32,
    },
    /// A place is in two zones.
    #[error("place {place} is in two zones")]
    ZonesOverlap {
        /// The place.
        place: u32,
    },
    /// The withdrawal rule voids games below a number of 0.
    #[error("a withdrawal rule that voids games needs a number of games above 0")]
    VoidsNothing,
}
