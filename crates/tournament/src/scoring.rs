//! Scoring: the points of a result.

use draughts::Score;

/// The rule by which results give points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Scoring {
    /// A win 2, a draw 1, a loss 0; a game lost by both, or not played, is 0 for both.
    #[default]
    TwoOneZero,
    /// A win 1, a draw 1/2, a loss 0 (rules art. 19). Points are counted in half points, so that
    /// the numbers are those of [`Self::TwoOneZero`]; halves appear only in display.
    OneHalfZero,
    /// A win 2.00, a loss 0.00, and a draw 1.00 with a bonus of 0.01 for each man that a side is
    /// ahead, taken from the other; a king counts as two men (2006 art. 14a). Points are counted in
    /// hundredths.
    BonusDraws,
}

impl Scoring {
    /// The largest lead in men: twenty kings to nothing.
    pub const DIFFERENCE_MAX: i32 = 40;

    /// Returns the points of White and of Black for a game. Draws have no bonus.
    pub fn points(self, score: Score) -> (u32, u32) {
        self.points_with_bonus(score, 0)
    }

    /// Returns the points of White and of Black for a game at whose end White was this many men
    /// ahead, at most [`Self::DIFFERENCE_MAX`] to either side. Only draws with a bonus use it.
    pub fn points_with_bonus(self, score: Score, men_ahead: i32) -> (u32, u32) {
        let (win, draw) = (self.win(), self.draw());
        match score {
            Score::WhiteWins => (win, 0),
            Score::Draw => {
                let bonus = match self {
                    Self::TwoOneZero | Self::OneHalfZero => 0,
                    Self::BonusDraws => {
                        men_ahead.clamp(-Self::DIFFERENCE_MAX, Self::DIFFERENCE_MAX)
                    }
                };
                (draw.saturating_add_signed(bonus), draw.saturating_sub_signed(bonus))
            }
            Score::BlackWins => (0, win),
            Score::BothLose | Score::Unplayed => (0, 0),
        }
    }

    /// Returns the number of units in a displayed point.
    pub fn unit(self) -> u32 {
        match self {
            Self::TwoOneZero => 1,
            Self::OneHalfZero => 2,
            Self::BonusDraws => 100,
        }
    }

    /// Returns the points of a win, and of a bye.
    pub fn win(self) -> u32 {
        self.draw().saturating_mul(2)
    }

    /// Returns the points of a draw without a bonus.
    pub fn draw(self) -> u32 {
        match self {
            Self::TwoOneZero | Self::OneHalfZero => 1,
            Self::BonusDraws => 100,
        }
    }
}
