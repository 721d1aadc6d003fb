//! The orders that the rulebooks prescribe, each by its article.

use super::{Contest, FirstPlace, Order, Remedy, TieBreak, WithdrawalRule};
use crate::Scoring;

/// Points, Sonneborn-Berger, mutual result: the tie-breaks of all Frisian tables of players.
const FRISIAN: [TieBreak; 3] =
    [TieBreak::Points, TieBreak::SonnebornBerger, TieBreak::MutualResult];

/// Points, Solkoff, Sonneborn-Berger, lot: the tie-breaks of a Swiss table (KNDB F12).
const SWISS: [TieBreak; 4] =
    [TieBreak::Points, TieBreak::Solkoff, TieBreak::KndbSonnebornBerger, TieBreak::Lot];

/// The number of games from which on a withdrawn player's results stand (C art. 14).
const GAMES_THAT_STAND: u32 = 5;

impl Order {
    /// Returns the order of events of clubs (A art. 5).
    pub fn frisian_club_event() -> Self {
        Self {
            first_remedy: Remedy::SingleGamesOrLot,
            remedy: Remedy::SingleGamesOrLot,
            ..Self::frisian("A art. 5")
        }
    }

    /// Returns the order of the second and third eight, HAA and RHAA (C art. 14 and 15).
    pub fn frisian_eight() -> Self {
        let withdrawal = WithdrawalRule::VoidBelow { games: GAMES_THAT_STAND };
        Self { withdrawal, ..Self::frisian("C art. 15") }
    }

    /// Returns the order of the first eight, KK: those with equal points for the first place play
    /// for it (C art. 14 and 15).
    pub fn frisian_champions() -> Self {
        Self::frisian_eight().with_match_for_first()
    }

    /// Returns the order of the classes from HA to the third, as a round robin (D art. 6).
    pub fn frisian_class() -> Self {
        Self::frisian("D art. 6")
    }

    /// Returns the order of pupils, youth and juniors: those with equal points for the first place
    /// play for it (E art. 5).
    pub fn frisian_youth() -> Self {
        Self::frisian("E art. 5").with_match_for_first()
    }

    /// Returns the order of the open blitz championship: that of the Swiss system, but a blitz game
    /// decides between those with equal points for the first place (F art. 4).
    pub fn frisian_blitz() -> Self {
        Self {
            first_place: FirstPlace::ByLeadingTieBreaks { count: 1 },
            first_remedy: Remedy::SingleGamesByLot,
            article: Some("F art. 4"),
            ..Self::kndb_swiss()
        }
    }

    /// Returns the order of teams of eight (B art. 7). In group I the first place goes by match
    /// points and board points, and teams that are equal in both play for it. Other ties are left
    /// to the organisers (B art. 8). The boards of a team that withdraws are lost (B art. 6).
    pub fn frisian_club_teams(is_first_group: bool) -> Self {
        let first_place = if is_first_group {
            FirstPlace::ByLeadingTieBreaks { count: 2 }
        } else {
            FirstPlace::ByAllTieBreaks
        };
        Self {
            contest: Contest::Matches,
            tie_breaks: vec![
                TieBreak::Points,
                TieBreak::BoardPoints,
                TieBreak::SonnebornBerger,
                TieBreak::MutualResult,
            ],
            first_place,
            first_remedy: if is_first_group { Remedy::TeamMatch } else { Remedy::Organizer },
            remedy: Remedy::Organizer,
            withdrawal: WithdrawalRule::RemainingLost,
            ..Self::frisian("B art. 7")
        }
    }

    /// Returns the order of teams of four (G art. 6). The boards of a team that withdraws are lost,
    /// like those of teams of eight (B art. 6).
    pub fn frisian_mini_teams() -> Self {
        Self {
            contest: Contest::Matches,
            tie_breaks: vec![
                TieBreak::Points,
                TieBreak::BoardPoints,
                TieBreak::MutualResult,
                TieBreak::SonnebornBerger,
            ],
            first_remedy: Remedy::TeamMatch,
            remedy: Remedy::TeamMatch,
            withdrawal: WithdrawalRule::RemainingLost,
            ..Self::frisian("G art. 6")
        }
    }

    /// Returns the order of the KNDB's Swiss system (KNDB F12).
    pub fn kndb_swiss() -> Self {
        Self {
            tie_breaks: SWISS.to_vec(),
            first_place: FirstPlace::ByMutualResult,
            first_remedy: Remedy::Lot,
            remedy: Remedy::Lot,
            ..Self::frisian("KNDB F12")
        }
    }

    /// Returns the order of the open group of the regulation of 2006: points, Solkoff,
    /// Sonneborn-Berger (2006 art. 12).
    pub fn open_2006() -> Self {
        Self {
            scoring: Scoring::TwoOneZero,
            first_place: FirstPlace::ByAllTieBreaks,
            article: Some("2006 art. 12"),
            ..Self::kndb_swiss()
        }
    }

    /// Returns the order of a pool of the regulation of 2006: points with bonus, then blitz games
    /// (2006 art. 14). The points of a participant who withdraws stay (2006 art. 10), and the
    /// opponents win the games that are left (2006 art. 3): who is not there after an hour has
    /// lost.
    pub fn pool_2006() -> Self {
        Self {
            withdrawal: WithdrawalRule::RemainingLost,
            scoring: Scoring::BonusDraws,
            tie_breaks: vec![TieBreak::Points],
            first_remedy: Remedy::Blitz,
            remedy: Remedy::Blitz,
            ..Self::frisian("2006 art. 14c")
        }
    }

    /// Returns an order by points, Sonneborn-Berger, mutual result and single games.
    fn frisian(article: &'static str) -> Self {
        Self {
            contest: Contest::Games,
            scoring: Scoring::OneHalfZero,
            tie_breaks: FRISIAN.to_vec(),
            first_place: FirstPlace::ByAllTieBreaks,
            first_remedy: Remedy::SingleGames,
            remedy: Remedy::SingleGames,
            withdrawal: WithdrawalRule::PointsStay,
            zones: Vec::new(),
            article: Some(article),
        }
    }

    /// Returns the order with the first place by points alone; two who are equal play a match of
    /// two games for it.
    fn with_match_for_first(self) -> Self {
        Self {
            first_place: FirstPlace::ByLeadingTieBreaks { count: 1 },
            first_remedy: Remedy::MatchOfTwo,
            ..self
        }
    }
}
