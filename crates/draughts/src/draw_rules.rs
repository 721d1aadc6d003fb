//! The rules of draws that an event chooses beside its rule set.

use crate::RuleSet;

/// The edition of the FMJD's rules about endings against a lone king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FmjdEdition {
    /// Five moves of each side for two kings, or one, against one king; none for a king and a man.
    /// Games that began before there was a choice are counted so.
    KingsAlone,
    /// Five moves of each side for two kings, one king and a man, or one king, against one king
    /// (annex 1, 6.4).
    #[default]
    Annex1,
    /// As [`Self::Annex1`], and five moves of each side while the lone king keeps to the long
    /// diagonal against three pieces.
    LongDiagonal,
}

/// The consequence of a draw that both players agree to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DrawAgreement {
    /// The game ends, with the result that its rules give an agreed draw (2006 art. 7).
    #[default]
    Free,
    /// The same, except while the moves are noted on paper under the regulation of 2006: the
    /// arbiter checks their number (2006 art. 7).
    CheckedOnPaper,
    /// Only in an endgame, and the arbiter decides (rules art. 21.2): the game goes on until then.
    Arbiter,
}

/// The rules of draws that an event chooses beside its rule set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DrawRules {
    /// The edition of the FMJD's rules.
    pub edition: FmjdEdition,
    /// The consequence of an agreed draw.
    pub agreement: DrawAgreement,
}

impl DrawRules {
    /// Returns the usual ones of a rule set.
    ///
    /// ```
    /// use draughts::{DrawAgreement, DrawRules, RuleSet};
    ///
    /// assert_eq!(DrawRules::of(RuleSet::Frisian).agreement, DrawAgreement::Arbiter);
    /// ```
    #[must_use]
    pub const fn of(rules: RuleSet) -> Self {
        let agreement = match rules {
            RuleSet::Frisian => DrawAgreement::Arbiter,
            RuleSet::International2006 | RuleSet::International2006Open => {
                DrawAgreement::CheckedOnPaper
            }
            RuleSet::International | RuleSet::Boxed12200 => DrawAgreement::Free,
        };
        Self { edition: FmjdEdition::Annex1, agreement }
    }
}
