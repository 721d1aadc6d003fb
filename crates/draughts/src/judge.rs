//! Judges a claimed move by the rules: the rule that it breaks, and the obligatory moves in its
//! place.

mod case;
mod standing;
#[cfg(test)]
mod tests;

use case::Case;

use crate::{IllegalMove, Judgement, Move, MoveList, MoveText, Obligation, Position};

impl Position {
    /// Returns the capture that the side to move is obliged to make, if there is one (art. 10).
    #[must_use]
    pub fn obligation(&self) -> Option<Obligation> {
        self.obligation_of(self.legal_moves())
    }

    fn obligation_of(&self, legal: MoveList) -> Option<Obligation> {
        let captured = legal.first().filter(|mv| mv.is_capture())?.captured();
        let kings = (captured & self.board().kings(self.turn().other())).count();
        let men = captured.count() - kings;
        Some(Obligation { kings, men, moves: legal.into_iter().collect(), others: 0 })
    }

    /// Judges a claimed move (rules art. 10, 27).
    ///
    /// If the claim names captured pieces, it is legal only as a move that takes exactly these, by
    /// any way. Otherwise the squares in between have to leave one legal move.
    ///
    /// A claim is irregular if a board can show it: a piece of either side was put on a free
    /// square, and opponents of that piece were removed. If the claim does not name the removed
    /// pieces, they are
    /// * none, if the piece could slide there or cannot get there at all;
    /// * those of the one capture that fits the claim, complete or not;
    /// * unknown, if several captures fit, or none does although squares in between are named.
    ///
    /// A man that reaches its king row by an irregular move becomes a king all the same (art. 8).
    ///
    /// ```
    /// use draughts::{Judgement, RuleSet, Variant, fen};
    ///
    /// let position = fen::parse("W:W28,50:B23", Variant::Frisian)?;
    /// let Judgement::Irregular(missed) = position.judge(&"50-44".parse()?) else {
    ///     panic!("a capture was obligatory")
    /// };
    /// assert_eq!(missed.breach.article(RuleSet::Frisian), Some("art. 10"));
    /// assert_eq!(missed.standing.ok_or("open")?.after.fen(), "B:W28,44:B23");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn judge(&self, claimed: &MoveText) -> Judgement {
        let legal = self.legal_moves();
        let fitting = match claimed.taken {
            None => self.matching(&legal, claimed),
            Some(taken) => {
                let mv = Move::new(claimed.from, claimed.to, taken);
                legal.iter().filter(|legal| **legal == mv).copied().collect()
            }
        };
        match fitting.as_slice() {
            [mv] => Judgement::Legal(*mv),
            [] => Case::new(self, claimed).judge(legal),
            _ => Judgement::Ambiguous(fitting),
        }
    }

    /// Returns the rule that a claim breaks, if it fits no legal move of this position.
    ///
    /// ```
    /// use draughts::{Breach, Variant, fen};
    ///
    /// let position = fen::parse("W:W28,50:B23", Variant::Frisian)?;
    /// let illegal = position.explain_illegal(&"50-44".parse()?);
    /// assert_eq!(illegal.breach, Breach::CaptureObligatory);
    /// assert_eq!(illegal.obliged.map(|obliged| obliged.men), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explain_illegal(&self, claimed: &MoveText) -> IllegalMove {
        self.illegal(claimed, self.legal_moves())
    }

    pub(crate) fn illegal(&self, claimed: &MoveText, legal: MoveList) -> IllegalMove {
        Case::new(self, claimed).illegal(legal)
    }
}
