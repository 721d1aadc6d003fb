//! Problems: the conditions of a diagram, and its solution by search (Frisian rulebook, H art. 2).

use crate::{Color, Move, Position, Square};

/// A condition of H art. 2 that a diagram does not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemFault {
    /// White begins (A).
    #[error("Black is to move, and White begins")]
    BlackBegins,
    /// White has more pieces than Black (B 2).
    #[error("White has {white} pieces and Black {black}, and White has no more than Black")]
    WhiteAhead {
        /// Number of pieces of White.
        white: u32,
        /// Number of pieces of Black.
        black: u32,
    },
    /// White has the stronger pieces (B 2): a king is worth more than a man, and less than two.
    #[error("White's {white} are stronger than Black's {black}, and White has no advantage")]
    WhiteStronger {
        /// The pieces of White.
        white: Material,
        /// The pieces of Black.
        black: Material,
    },
    /// A king is on the board (B 3).
    #[error("a king stands on {square}, and a problem begins without kings")]
    King {
        /// The first square with a king.
        square: Square,
    },
    /// White can capture at once (B 4).
    #[error("White can capture by {mv}, and no black piece is en prise")]
    EnPrise {
        /// The first capture.
        mv: Move,
    },
}

impl ProblemFault {
    /// Returns the article that the diagram breaks.
    pub fn article(self) -> &'static str {
        match self {
            Self::BlackBegins => "H art. 2 A",
            Self::WhiteAhead { .. } | Self::WhiteStronger { .. } => "H art. 2 B 2",
            Self::King { .. } => "H art. 2 B 3",
            Self::EnPrise { .. } => "H art. 2 B 4",
        }
    }
}

/// The pieces of one side, whose value is that of captures (art. 11): a king is worth more than a
/// man, and several kings less than twice as many men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// Number of men.
    pub men: u32,
    /// Number of kings.
    pub kings: u32,
}

impl Material {
    fn of(position: &Position, color: Color) -> Self {
        let board = position.board();
        let kings = board.kings(color).count();
        Self { men: board.side(color).count().saturating_sub(kings), kings }
    }

    /// Returns the value in the order of values.
    fn value(self) -> (u32, std::cmp::Reverse<u32>) {
        (self.men.saturating_add(self.kings.saturating_mul(2)), std::cmp::Reverse(self.kings))
    }
}

impl std::fmt::Display for Material {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} men and {} kings", self.men, self.kings)
    }
}

/// The first moves by which White wins, as far as they were searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solutions {
    /// The winning first moves, in ascending order: one if the problem has no other solution (C).
    pub moves: Vec<Move>,
    /// Number of plies within which the search found every win.
    pub plies: u32,
}

impl Position {
    /// Returns the conditions of H art. 2 that the position does not meet, in the order of the
    /// article. Kings are allowed where the conditions of an event allow them.
    #[must_use]
    pub fn problem_faults(&self, allows_kings: bool) -> Vec<ProblemFault> {
        let board = self.board();
        let begins = (self.turn() == Color::Black).then_some(ProblemFault::BlackBegins);
        let (white, black) = (board.side(Color::White).count(), board.side(Color::Black).count());
        let ahead = (white > black).then_some(ProblemFault::WhiteAhead { white, black });
        let [own, other] = [Color::White, Color::Black].map(|color| Material::of(self, color));
        let stronger = (white <= black && own.value() > other.value())
            .then_some(ProblemFault::WhiteStronger { white: own, black: other });
        let kings = [Color::White, Color::Black].into_iter();
        let king = kings.flat_map(|color| board.kings(color).squares()).min();
        let king = king.filter(|_| !allows_kings).map(|square| ProblemFault::King { square });
        let is_white = self.turn() == Color::White;
        let capture = self.legal_moves().iter().copied().find(|mv| is_white && mv.is_capture());
        let en_prise = capture.map(|mv| ProblemFault::EnPrise { mv });
        [begins, ahead, stronger, king, en_prise].into_iter().flatten().collect()
    }

    /// Returns the first moves by which White leaves Black without a move within some plies,
    /// whatever Black answers. Looks first for the shortest wins, and visits at most so many
    /// positions; wins that need more of either are not found. Draws by rules of the ending are not
    /// seen.
    #[must_use]
    pub fn problem_solutions(&self, plies: u32, positions: u64) -> Solutions {
        let mut found = Solutions::default();
        let mut left = positions;
        // White's win is complete after an odd number of plies.
        for depth in (1..=plies).step_by(2) {
            let mut moves = Vec::new();
            for mv in self.legal_moves().iter() {
                match self.play_unchecked(mv).white_wins(depth.saturating_sub(1), &mut left) {
                    Some(true) => moves.push(*mv),
                    Some(false) => {}
                    None => return found,
                }
            }
            found = Solutions { moves, plies: depth };
        }
        found
    }

    /// Returns true if White wins within some plies; `None` if no positions are left to visit.
    fn white_wins(&self, plies: u32, left: &mut u64) -> Option<bool> {
        *left = left.checked_sub(1)?;
        let moves = self.legal_moves();
        if moves.is_empty() {
            return Some(self.turn() == Color::Black);
        }
        let Some(plies) = plies.checked_sub(1) else { return Some(false) };
        let is_white = self.turn() == Color::White;
        for mv in moves.iter() {
            // One winning move is enough for White, one that does not lose for Black.
            if self.play_unchecked(mv).white_wins(plies, left)? == is_white {
                return Some(is_white);
            }
        }
        Some(!is_white)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, fen};

    #[track_caller]
    fn position(text: &str) -> Position {
        fen::parse(text, Variant::International).unwrap()
    }

    #[test]
    fn h_art_2_every_condition_of_the_diagram_is_checked() {
        let faults = |text: &str| -> Vec<String> {
            let faults = position(text).problem_faults(false);
            faults.iter().map(|fault| format!("{fault} ({})", fault.article())).collect()
        };
        assert_eq!(faults("W:W44:B35"), [""; 0]);
        assert_eq!(
            faults("B:W44,K6:B35"),
            [
                "Black is to move, and White begins (H art. 2 A)",
                "White has 2 pieces and Black 1, and White has no more than Black (H art. 2 B 2)",
                "a king stands on 6, and a problem begins without kings (H art. 2 B 3)",
            ]
        );
        assert_eq!(
            faults("W:W28:B22,35"),
            ["White can capture by 28x17, and no black piece is en prise (H art. 2 B 4)"]
        );
        assert_eq!(position("W:W44:BK5,35").problem_faults(true), []);
    }

    #[test]
    fn h_art_2_b_2_a_king_is_an_advantage_over_a_man_and_not_over_two() {
        let faults = |text: &str| -> Vec<String> {
            let faults = position(text).problem_faults(true);
            faults.iter().map(|fault| format!("{fault} ({})", fault.article())).collect()
        };
        assert_eq!(
            faults("W:WK45:B19"),
            [
                "White's 0 men and 1 kings are stronger than Black's 1 men and 0 kings, and White has \
                 no advantage (H art. 2 B 2)"
            ]
        );
        assert_eq!(faults("W:WK45:B19,20"), [""; 0]);
        assert_eq!(faults("W:WK45:BK1"), [""; 0]);
    }

    #[test]
    fn h_art_2_c_one_first_move_wins_within_the_bound() {
        // After 6-1 Black has to play 35-40, and is taken.
        let problem = position("W:W44,6:B35");
        let solved = problem.problem_solutions(3, 10_000);
        let moves: Vec<String> = solved.moves.iter().map(ToString::to_string).collect();
        assert_eq!((moves, solved.plies), (vec!["6-1".to_owned()], 3));
        assert_eq!(problem.problem_solutions(1, 10_000), Solutions { moves: Vec::new(), plies: 1 });
        // Too few positions for anything.
        assert_eq!(problem.problem_solutions(3, 1), Solutions::default());
        // Two ways to wait are two solutions.
        let two = position("W:W44,6,46:B35").problem_solutions(3, 10_000);
        let waits: Vec<String> = two.moves.iter().map(ToString::to_string).collect();
        assert_eq!(waits, ["6-1", "46-41"]);
    }
}
