//! The articles under which games end.

use crate::{Reason, RuleSet};

impl Reason {
    /// Returns the article that ends a game for this reason under these rules, as cited: `art. 18`,
    /// `2006 D4a`. The rules of the FMJD are cited by their usual names.
    ///
    /// `None` if the rules have no such end or leave it to the regulations of the event.
    #[must_use]
    pub const fn article(self, rules: RuleSet) -> Option<&'static str> {
        match rules {
            RuleSet::Frisian => self.frisian_article(),
            RuleSet::International => self.fmjd_rule(),
            RuleSet::International2006 => self.article_of_2006(),
            RuleSet::International2006Open
                if matches!(self, Self::NoShow | Self::FlagFall | Self::EarlyAgreement) =>
            {
                self.article_of_2006()
            }
            RuleSet::International2006Open => self.fmjd_rule(),
            RuleSet::Boxed12200 => self.boxed_article(),
        }
    }

    const fn frisian_article(self) -> Option<&'static str> {
        Some(match self {
            Self::TwoKingsAgainstOne => "art. 18",
            Self::NoPieces => "art. 20.1",
            Self::Resignation => "art. 20.2",
            Self::UpsetPieces => "art. 20.3",
            Self::RefusedToPlay => "art. 20.4",
            Self::FlagFall => "art. 20.5",
            Self::NoLegalMove => "art. 20.6",
            Self::Misconduct => "art. 20.7",
            Self::OneKingEach => "art. 21.1",
            Self::Agreement => "art. 21.2",
            Self::WrongBoard => "art. 26",
            Self::EarlyAgreement
            | Self::Repetition
            | Self::KingMoves
            | Self::SixteenMoves
            | Self::FiveMoves
            | Self::LongDiagonal
            | Self::KingAndMen
            | Self::SameMove
            | Self::Returned
            | Self::Arbiter
            | Self::Forfeit
            | Self::NoShow
            | Self::Adjudication => return None,
        })
    }

    const fn fmjd_rule(self) -> Option<&'static str> {
        Some(match self {
            Self::Repetition => "FMJD threefold repetition",
            Self::KingMoves => "FMJD 25-move rule",
            Self::SixteenMoves => "FMJD 16-move rule",
            Self::FiveMoves => "FMJD 5-move rule",
            Self::NoPieces
            | Self::NoLegalMove
            | Self::Resignation
            | Self::Agreement
            | Self::EarlyAgreement
            | Self::TwoKingsAgainstOne
            | Self::OneKingEach
            | Self::LongDiagonal
            | Self::KingAndMen
            | Self::SameMove
            | Self::Returned
            | Self::FlagFall
            | Self::Arbiter
            | Self::Forfeit
            | Self::NoShow
            | Self::Adjudication
            | Self::UpsetPieces
            | Self::RefusedToPlay
            | Self::Misconduct
            | Self::WrongBoard => return None,
        })
    }

    const fn article_of_2006(self) -> Option<&'static str> {
        Some(match self {
            Self::NoShow => "2006 art. 3",
            Self::FlagFall => "2006 art. 4",
            Self::EarlyAgreement => "2006 art. 7",
            Self::Repetition => "2006 D2",
            Self::KingMoves => "2006 D3",
            Self::LongDiagonal => "2006 D4a",
            Self::KingAndMen => "2006 D4b",
            Self::SixteenMoves => "2006 D5",
            Self::FiveMoves => "2006 D6",
            Self::NoPieces
            | Self::NoLegalMove
            | Self::Resignation
            | Self::Agreement
            | Self::TwoKingsAgainstOne
            | Self::OneKingEach
            | Self::SameMove
            | Self::Returned
            | Self::Arbiter
            | Self::Forfeit
            | Self::Adjudication
            | Self::UpsetPieces
            | Self::RefusedToPlay
            | Self::Misconduct
            | Self::WrongBoard => return None,
        })
    }

    const fn boxed_article(self) -> Option<&'static str> {
        Some(match self {
            Self::SameMove | Self::Returned => "art. 7",
            Self::NoPieces | Self::NoLegalMove => "art. 8",
            Self::Resignation
            | Self::Agreement
            | Self::EarlyAgreement
            | Self::TwoKingsAgainstOne
            | Self::OneKingEach
            | Self::Repetition
            | Self::KingMoves
            | Self::SixteenMoves
            | Self::FiveMoves
            | Self::LongDiagonal
            | Self::KingAndMen
            | Self::FlagFall
            | Self::Arbiter
            | Self::Forfeit
            | Self::NoShow
            | Self::Adjudication
            | Self::UpsetPieces
            | Self::RefusedToPlay
            | Self::Misconduct
            | Self::WrongBoard => return None,
        })
    }
}

impl RuleSet {
    /// Returns true if a game can end for this reason under these rules.
    ///
    /// An end by the moves, and the early agreement that both lose, belong only to some rules; an
    /// end by the players, the clock or the arbiter is possible under all.
    #[must_use]
    pub const fn has_end(self, reason: Reason) -> bool {
        match reason {
            Reason::TwoKingsAgainstOne | Reason::OneKingEach => matches!(self, Self::Frisian),
            Reason::Repetition | Reason::KingMoves | Reason::SixteenMoves | Reason::FiveMoves => {
                matches!(
                    self,
                    Self::International | Self::International2006 | Self::International2006Open
                )
            }
            Reason::EarlyAgreement => self.forbids_early_draws(),
            Reason::LongDiagonal | Reason::KingAndMen => matches!(self, Self::International2006),
            Reason::SameMove | Reason::Returned => matches!(self, Self::Boxed12200),
            Reason::NoPieces
            | Reason::NoLegalMove
            | Reason::Resignation
            | Reason::Agreement
            | Reason::FlagFall
            | Reason::Arbiter
            | Reason::Forfeit
            | Reason::NoShow
            | Reason::Adjudication
            | Reason::UpsetPieces
            | Reason::RefusedToPlay
            | Reason::Misconduct
            | Reason::WrongBoard => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Reason, RuleSet};

    #[test]
    fn an_end_is_told_by_its_article() {
        let [fmjd, of_2006, open, boxed, frisian] = RuleSet::ALL;
        for (reason, rules, article) in [
            (Reason::NoPieces, frisian, Some("art. 20.1")),
            (Reason::NoPieces, boxed, Some("art. 8")),
            (Reason::NoPieces, fmjd, None),
            (Reason::NoLegalMove, frisian, Some("art. 20.6")),
            (Reason::NoLegalMove, boxed, Some("art. 8")),
            (Reason::Resignation, frisian, Some("art. 20.2")),
            (Reason::UpsetPieces, frisian, Some("art. 20.3")),
            (Reason::RefusedToPlay, frisian, Some("art. 20.4")),
            (Reason::Misconduct, frisian, Some("art. 20.7")),
            (Reason::WrongBoard, frisian, Some("art. 26")),
            (Reason::WrongBoard, fmjd, None),
            (Reason::FlagFall, frisian, Some("art. 20.5")),
            (Reason::FlagFall, of_2006, Some("2006 art. 4")),
            (Reason::NoShow, of_2006, Some("2006 art. 3")),
            (Reason::Agreement, frisian, Some("art. 21.2")),
            (Reason::Agreement, of_2006, None),
            (Reason::EarlyAgreement, of_2006, Some("2006 art. 7")),
            (Reason::EarlyAgreement, open, Some("2006 art. 7")),
            (Reason::NoShow, open, Some("2006 art. 3")),
            (Reason::FlagFall, open, Some("2006 art. 4")),
            (Reason::FiveMoves, open, Some("FMJD 5-move rule")),
            (Reason::KingAndMen, open, None),
            (Reason::TwoKingsAgainstOne, frisian, Some("art. 18")),
            (Reason::OneKingEach, frisian, Some("art. 21.1")),
            (Reason::Repetition, frisian, None),
            (Reason::Repetition, fmjd, Some("FMJD threefold repetition")),
            (Reason::Repetition, of_2006, Some("2006 D2")),
            (Reason::KingMoves, fmjd, Some("FMJD 25-move rule")),
            (Reason::KingMoves, of_2006, Some("2006 D3")),
            (Reason::LongDiagonal, of_2006, Some("2006 D4a")),
            (Reason::KingAndMen, of_2006, Some("2006 D4b")),
            (Reason::SixteenMoves, fmjd, Some("FMJD 16-move rule")),
            (Reason::SixteenMoves, of_2006, Some("2006 D5")),
            (Reason::FiveMoves, fmjd, Some("FMJD 5-move rule")),
            (Reason::FiveMoves, of_2006, Some("2006 D6")),
            (Reason::SameMove, boxed, Some("art. 7")),
            (Reason::Returned, boxed, Some("art. 7")),
            (Reason::Arbiter, frisian, None),
        ] {
            assert_eq!(reason.article(rules), article, "{reason} {rules}");
        }
    }

    #[test]
    fn rules_have_the_ends_that_they_cite_and_those_of_every_game() {
        let [fmjd, of_2006, open, boxed, frisian] = RuleSet::ALL;
        for (reason, expected) in [
            (Reason::TwoKingsAgainstOne, [frisian].as_slice()),
            (Reason::OneKingEach, &[frisian]),
            (Reason::Repetition, &[fmjd, of_2006, open]),
            (Reason::KingMoves, &[fmjd, of_2006, open]),
            (Reason::SixteenMoves, &[fmjd, of_2006, open]),
            (Reason::FiveMoves, &[fmjd, of_2006, open]),
            (Reason::LongDiagonal, &[of_2006]),
            (Reason::KingAndMen, &[of_2006]),
            (Reason::EarlyAgreement, &[of_2006, open]),
            (Reason::SameMove, &[boxed]),
            (Reason::Returned, &[boxed]),
        ] {
            let having: Vec<_> =
                RuleSet::ALL.into_iter().filter(|rules| rules.has_end(reason)).collect();
            assert_eq!(having, expected, "{reason}");
        }
        for rules in RuleSet::ALL {
            let count = Reason::ALL.into_iter().filter(|reason| rules.has_end(*reason)).count();
            let of_its_own = match rules {
                RuleSet::International => 4,
                RuleSet::International2006Open => 5,
                RuleSet::International2006 => 7,
                RuleSet::Boxed12200 | RuleSet::Frisian => 2,
            };
            assert_eq!(count, 13 + of_its_own, "{rules}");
            let cited = Reason::ALL.into_iter().filter(|reason| reason.article(rules).is_some());
            assert!(cited.into_iter().all(|reason| rules.has_end(reason)), "{rules}");
        }
    }
}
