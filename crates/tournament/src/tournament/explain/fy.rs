//! Why a round is paired as it is, in Frisian.

use super::{Phrases, cited};
use crate::plan::ChoiceReason;
use crate::ranking::AbsenceKind;

/// Frisian.
pub(super) struct Frisian;

impl Phrases for Frisian {
    fn schedule(&self, article: Option<&str>) -> String {
        cited("yndield neffens it skema".to_owned(), article)
    }

    fn play_off(&self, names: &str) -> String {
        format!("{names} spylje om harren dielde plak")
    }

    fn winners(&self) -> &'static str {
        "de groepswinners spylje tsjin inoar"
    }

    fn by_hand(&self) -> &'static str {
        "mei de hân yndield"
    }

    fn group(&self, group: u32, text: &str) -> String {
        format!("groep {group}: {text}")
    }

    fn counted_as_draw(&self, round: u32, table: u32) -> String {
        format!(
            "de partij oan tafel {table} fan omgong {round} hat gjin útslach en telde as remise (KNDB F11)"
        )
    }

    fn reversed(&self, table: u32) -> String {
        format!("de partij oan tafel {table} is mei omkearde kleuren spile (KNDB F7)")
    }

    fn bye(&self, name: &str) -> String {
        format!("{name} hat gjin tsjinstanner: it tal is ûneven")
    }

    fn absent(&self, name: &str, kind: AbsenceKind, is_withdrawn: bool) -> String {
        match kind {
            AbsenceKind::Bye => format!("{name} is frij (KNDB F1)"),
            AbsenceKind::HalfPointBye => {
                format!("{name} hat in frije omgong foar in heal punt (KNDB F9)")
            }
            AbsenceKind::NotPaired if is_withdrawn => {
                format!("{name} is net yndield: weromlutsen (KNDB F5)")
            }
            AbsenceKind::NotPaired => format!("{name} is net yndield: ôfwêzich (KNDB F5)"),
        }
    }

    fn chooser(&self, name: &str, other: &str, reason: ChoiceReason) -> String {
        match reason {
            ChoiceReason::Points => {
                format!("{name} mei tsjin {other} de kleur kieze: mear punten yn de poule (14d)")
            }
            ChoiceReason::Wins => format!(
                "{name} mei tsjin {other} de kleur kieze: likefolle punten en mear oerwinningen yn de poule (14d)"
            ),
        }
    }

    fn chooser_by_lot(&self, one: &str, other: &str) -> String {
        format!("der wurdt lotte wa't fan {one} en {other} de kleur kieze mei (14d)")
    }

    fn and(&self) -> &'static str {
        "en"
    }
}
