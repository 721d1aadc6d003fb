//! The end of a game, and its reason.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::{Color, RuleSet};

/// The result of a game for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Score {
    /// White won.
    WhiteWins,
    /// The game is a draw.
    Draw,
    /// Black won.
    BlackWins,
    /// Both sides lost, which only an arbiter or a regulation decides.
    BothLose,
    /// The game was not played and gives neither side points.
    Unplayed,
}

impl Score {
    /// Every score.
    pub const ALL: [Self; 5] =
        [Self::WhiteWins, Self::Draw, Self::BlackWins, Self::BothLose, Self::Unplayed];

    /// Returns the score of a game that `color` has won.
    #[must_use]
    pub const fn win(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Returns the side that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins => Some(Color::White),
            Self::BlackWins => Some(Color::Black),
            Self::Draw | Self::BothLose | Self::Unplayed => None,
        }
    }

    /// Returns the points of `color`: 2 for a win, 1 for a draw, 0 otherwise.
    #[must_use]
    pub fn points(self, color: Color) -> u8 {
        match self {
            Self::Draw => 1,
            Self::WhiteWins | Self::BlackWins => {
                if self.winner() == Some(color) {
                    2
                } else {
                    0
                }
            }
            Self::BothLose | Self::Unplayed => 0,
        }
    }

    /// Returns the stable name: `white-wins`, `draw`, `black-wins`, `both-lose` or `unplayed`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "white-wins",
            Self::Draw => "draw",
            Self::BlackWins => "black-wins",
            Self::BothLose => "both-lose",
            Self::Unplayed => "unplayed",
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Score {
    type Err = OutcomeError;

    fn from_str(text: &str) -> Result<Self, OutcomeError> {
        Self::ALL
            .into_iter()
            .find(|score| score.as_str() == text)
            .ok_or_else(|| OutcomeError::UnknownScore(text.to_owned()))
    }
}

/// The reason for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The loser has no piece left (rules art. 20.1).
    NoPieces,
    /// The loser is to move and has no legal move (rules art. 20.6).
    NoLegalMove,
    /// The loser gave up (rules art. 20.2).
    Resignation,
    /// Both sides agreed to a draw.
    Agreement,
    /// Both sides agreed to a draw before each had made fifty moves: both lose (2006
    /// art. 7).
    EarlyAgreement,
    /// The two kings had not won from the one within seven moves (rules art. 18).
    TwoKingsAgainstOne,
    /// One king each, none en prise and none forced to be (rules art. 21.1).
    OneKingEach,
    /// The position stood on the board for the third time with the same side to move (FMJD rules,
    /// 2006 D2).
    Repetition,
    /// Twenty-five moves of each side by kings only, without a capture (FMJD rules, regulation
    /// 2006 D3).
    KingMoves,
    /// Sixteen moves of each side in three pieces, a king among them, against one king (FMJD
    /// rules), or in three kings against one (2006 D5).
    SixteenMoves,
    /// Five moves of each side in two kings, or one, against one king (FMJD rules, 2006
    /// D6).
    FiveMoves,
    /// Five moves of each side while the lone king held the long diagonal with all men behind it
    /// (2006 D4a).
    LongDiagonal,
    /// Twenty-five moves of each side in kings and men against a lone king (2006 D4b).
    KingAndMen,
    /// A side made the same move three times in a row (boxed game art. 7).
    SameMove,
    /// A side returned to the same place for the second time (boxed game art. 7).
    Returned,
    /// The loser overstepped the time (rules art. 20.5).
    FlagFall,
    /// The arbiter decided, for a reason without a name of its own.
    Arbiter,
    /// A side forfeited the game.
    Forfeit,
    /// A side did not appear in time.
    NoShow,
    /// The unfinished game was judged by its position.
    Adjudication,
    /// The loser upset the pieces (rules art. 20.3).
    UpsetPieces,
    /// The loser refused to play on (rules art. 20.4).
    RefusedToPlay,
    /// The loser would not submit to the rules (rules art. 20.7).
    Misconduct,
    /// The board was placed the wrong way round, which makes the game invalid (rules art. 26).
    WrongBoard,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 24] = [
        Self::NoPieces,
        Self::NoLegalMove,
        Self::Resignation,
        Self::Agreement,
        Self::EarlyAgreement,
        Self::TwoKingsAgainstOne,
        Self::OneKingEach,
        Self::Repetition,
        Self::KingMoves,
        Self::SixteenMoves,
        Self::FiveMoves,
        Self::LongDiagonal,
        Self::KingAndMen,
        Self::SameMove,
        Self::Returned,
        Self::FlagFall,
        Self::Arbiter,
        Self::Forfeit,
        Self::NoShow,
        Self::Adjudication,
        Self::UpsetPieces,
        Self::RefusedToPlay,
        Self::Misconduct,
        Self::WrongBoard,
    ];

    /// Returns the stable name, its words joined by hyphens, such as `no-legal-move`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoPieces => "no-pieces",
            Self::NoLegalMove => "no-legal-move",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::EarlyAgreement => "early-agreement",
            Self::TwoKingsAgainstOne => "two-kings-against-one",
            Self::OneKingEach => "one-king-each",
            Self::Repetition => "repetition",
            Self::KingMoves => "king-moves",
            Self::SixteenMoves => "sixteen-moves",
            Self::FiveMoves => "five-moves",
            Self::LongDiagonal => "long-diagonal",
            Self::KingAndMen => "king-and-men",
            Self::SameMove => "same-move",
            Self::Returned => "returned",
            Self::FlagFall => "flag-fall",
            Self::Arbiter => "arbiter",
            Self::Forfeit => "forfeit",
            Self::NoShow => "no-show",
            Self::Adjudication => "adjudication",
            Self::UpsetPieces => "upset-pieces",
            Self::RefusedToPlay => "refused-to-play",
            Self::Misconduct => "misconduct",
            Self::WrongBoard => "wrong-board",
        }
    }

    /// Returns true if the moves alone end a game for this reason: no pieces, no legal move, or a
    /// draw by rule. Such an end is gone when its last moves are taken back.
    #[must_use]
    pub const fn follows_from_board(self) -> bool {
        match self {
            Self::NoPieces
            | Self::NoLegalMove
            | Self::TwoKingsAgainstOne
            | Self::OneKingEach
            | Self::Repetition
            | Self::KingMoves
            | Self::SixteenMoves
            | Self::FiveMoves
            | Self::LongDiagonal
            | Self::KingAndMen
            | Self::SameMove
            | Self::Returned => true,
            Self::Resignation
            | Self::Agreement
            | Self::EarlyAgreement
            | Self::FlagFall
            | Self::Arbiter
            | Self::Forfeit
            | Self::NoShow
            | Self::Adjudication
            | Self::UpsetPieces
            | Self::RefusedToPlay
            | Self::Misconduct
            | Self::WrongBoard => false,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Reason {
    type Err = OutcomeError;

    fn from_str(text: &str) -> Result<Self, OutcomeError> {
        Self::ALL
            .into_iter()
            .find(|reason| reason.as_str() == text)
            .ok_or_else(|| OutcomeError::UnknownReason(text.to_owned()))
    }
}

/// The end of a game: its score and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// The score.
    pub score: Score,
    /// The reason.
    pub reason: Reason,
}

impl Outcome {
    /// Joins a score and a matching reason; [`Outcome::checked`] checks that they match.
    #[must_use]
    pub const fn new(score: Score, reason: Reason) -> Self {
        Self { score, reason }
    }

    /// Joins a score and its reason.
    ///
    /// ```
    /// use draughts::{Outcome, Reason, RuleSet, Score};
    ///
    /// let outcome = Outcome::checked(Score::Draw, Reason::TwoKingsAgainstOne)?;
    /// assert_eq!(outcome.verdict(RuleSet::Frisian).as_deref(), Some("D:art18"));
    /// assert!(Outcome::checked(Score::Draw, Reason::Resignation).is_err());
    /// # Ok::<(), draughts::OutcomeError>(())
    /// ```
    ///
    /// # Errors
    /// [`OutcomeError::Impossible`] if no game ends like that, such as a draw by resignation.
    pub const fn checked(score: Score, reason: Reason) -> Result<Self, OutcomeError> {
        let is_won = score.winner().is_some();
        let is_possible = match reason {
            Reason::NoPieces | Reason::NoLegalMove | Reason::Resignation | Reason::FlagFall => {
                is_won
            }
            Reason::Agreement => matches!(score, Score::Draw),
            Reason::EarlyAgreement => matches!(score, Score::BothLose),
            Reason::TwoKingsAgainstOne
            | Reason::OneKingEach
            | Reason::Repetition
            | Reason::KingMoves
            | Reason::SixteenMoves
            | Reason::FiveMoves
            | Reason::LongDiagonal
            | Reason::KingAndMen
            | Reason::SameMove
            | Reason::Returned => matches!(score, Score::Draw),
            Reason::Adjudication => is_won || matches!(score, Score::Draw),
            Reason::UpsetPieces | Reason::RefusedToPlay | Reason::Misconduct => {
                is_won || matches!(score, Score::BothLose)
            }
            Reason::WrongBoard => matches!(score, Score::Unplayed),
            // Both sides may be absent, and a game without players may count for neither.
            Reason::Forfeit | Reason::NoShow => !matches!(score, Score::Draw),
            Reason::Arbiter => true,
        };
        if is_possible {
            Ok(Self { score, reason })
        } else {
            Err(OutcomeError::Impossible { score, reason })
        }
    }

    /// Returns the outcome of a game that `color` has won for this reason.
    #[must_use]
    pub const fn win(color: Color, reason: Reason) -> Self {
        Self { score: Score::win(color), reason }
    }

    /// Returns the short form of an end that follows from the board: the winner's letter or `D` for
    /// a draw, and the rule, such as `W:no legal move`, `D:art18` or `D:D4a`; `None` for every
    /// other end.
    #[must_use]
    pub fn verdict(self, rules: RuleSet) -> Option<String> {
        let letter = self.score.winner().map_or('D', Color::letter);
        let is_2006 = matches!(rules, RuleSet::International2006);
        let rule = match self.reason {
            Reason::NoPieces => "no pieces",
            Reason::NoLegalMove => "no legal move",
            Reason::TwoKingsAgainstOne => "art18",
            Reason::OneKingEach => "art21",
            Reason::Repetition => "threefold",
            Reason::KingMoves => "25",
            Reason::LongDiagonal => "D4a",
            Reason::KingAndMen => "D4b",
            Reason::SixteenMoves if is_2006 => "D5",
            Reason::SixteenMoves => "F16",
            Reason::FiveMoves if is_2006 => "D6",
            Reason::FiveMoves => "F5",
            Reason::SameMove | Reason::Returned => "art7",
            Reason::Resignation
            | Reason::Agreement
            | Reason::EarlyAgreement
            | Reason::FlagFall
            | Reason::Arbiter
            | Reason::Forfeit
            | Reason::NoShow
            | Reason::Adjudication
            | Reason::UpsetPieces
            | Reason::RefusedToPlay
            | Reason::Misconduct
            | Reason::WrongBoard => return None,
        };
        Some(format!("{letter}:{rule}"))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.score, self.reason)
    }
}

/// The reason for which a value is not an outcome.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OutcomeError {
    /// The text is not the name of a [`Score`].
    #[error("unknown score {0:?}")]
    UnknownScore(String),
    /// The text is not the name of a [`Reason`].
    #[error("unknown reason {0:?}")]
    UnknownReason(String),
    /// No game ends with this score for this reason.
    #[error("{score} is never the result of {reason}")]
    Impossible {
        /// The score.
        score: Score,
        /// The reason.
        reason: Reason,
    },
}

#[cfg(test)]
mod tests {
    use super::Score::Draw;
    use super::{Outcome, OutcomeError, Reason, Score};
    use crate::RuleSet;

    #[test]
    fn a_score_and_its_reason_go_together() {
        use Score::{BlackWins, BothLose, Unplayed, WhiteWins};
        for (reason, possible) in [
            (Reason::NoPieces, [WhiteWins, BlackWins].as_slice()),
            (Reason::NoLegalMove, &[WhiteWins, BlackWins]),
            (Reason::Resignation, &[WhiteWins, BlackWins]),
            (Reason::FlagFall, &[WhiteWins, BlackWins]),
            (Reason::Agreement, &[Draw]),
            (Reason::EarlyAgreement, &[BothLose]),
            (Reason::TwoKingsAgainstOne, &[Draw]),
            (Reason::OneKingEach, &[Draw]),
            (Reason::Repetition, &[Draw]),
            (Reason::KingMoves, &[Draw]),
            (Reason::SixteenMoves, &[Draw]),
            (Reason::FiveMoves, &[Draw]),
            (Reason::LongDiagonal, &[Draw]),
            (Reason::KingAndMen, &[Draw]),
            (Reason::SameMove, &[Draw]),
            (Reason::Returned, &[Draw]),
            (Reason::Adjudication, &[WhiteWins, Draw, BlackWins]),
            (Reason::UpsetPieces, &[WhiteWins, BlackWins, BothLose]),
            (Reason::RefusedToPlay, &[WhiteWins, BlackWins, BothLose]),
            (Reason::Misconduct, &[WhiteWins, BlackWins, BothLose]),
            (Reason::WrongBoard, &[Unplayed]),
            (Reason::Forfeit, &[WhiteWins, BlackWins, BothLose, Unplayed]),
            (Reason::NoShow, &[WhiteWins, BlackWins, BothLose, Unplayed]),
            (Reason::Arbiter, &Score::ALL),
        ] {
            for score in Score::ALL {
                let expected = if possible.contains(&score) {
                    Ok(Outcome::new(score, reason))
                } else {
                    Err(OutcomeError::Impossible { score, reason })
                };
                assert_eq!(Outcome::checked(score, reason), expected);
            }
        }
        let error = Outcome::checked(Draw, Reason::Resignation).unwrap_err();
        assert_eq!(error.to_string(), "draw is never the result of resignation");
    }

    #[test]
    fn what_follows_from_the_board_has_a_verdict_and_an_article_somewhere() {
        for reason in Reason::ALL {
            let verdicts = RuleSet::ALL.map(|rules| Outcome::new(Draw, reason).verdict(rules));
            let has_verdict = verdicts.map(|verdict| verdict.is_some());
            assert_eq!(has_verdict, [reason.follows_from_board(); RuleSet::ALL.len()], "{reason}");
            let articles = RuleSet::ALL.map(|rules| reason.article(rules));
            if reason.follows_from_board() {
                assert!(articles.iter().any(Option::is_some), "{reason}");
            }
        }
    }
}
