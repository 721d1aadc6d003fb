//! Why a round is paired as it is, in Dutch.

use super::{Phrases, cited};
use crate::plan::ChoiceReason;
use crate::ranking::AbsenceKind;

/// Dutch.
pub(super) struct Dutch;

impl Phrases for Dutch {
    fn schedule(&self, article: Option<&str>) -> String {
        cited("ingedeeld volgens het schema".to_owned(), article)
    }

    fn play_off(&self, names: &str) -> String {
        format!("{names} spelen om hun gedeelde plaats")
    }

    fn winners(&self) -> &'static str {
        "de groepswinnaars spelen tegen elkaar"
    }

    fn by_hand(&self) -> &'static str {
        "met de hand ingedeeld"
    }

    fn group(&self, group: u32, text: &str) -> String {
        format!("groep {group}: {text}")
    }

    fn counted_as_draw(&self, round: u32, table: u32) -> String {
        format!(
            "de partij aan tafel {table} van ronde {round} heeft geen uitslag en telde als remise (KNDB F11)"
        )
    }

    fn reversed(&self, table: u32) -> String {
        format!("de partij aan tafel {table} is met omgekeerde kleuren gespeeld (KNDB F7)")
    }

    fn bye(&self, name: &str) -> String {
        format!("{name} heeft geen tegenstander: het aantal is oneven")
    }

    fn absent(&self, name: &str, kind: AbsenceKind, is_withdrawn: bool) -> String {
        match kind {
            AbsenceKind::Bye => format!("{name} is vrij (KNDB F1)"),
            AbsenceKind::HalfPointBye => {
                format!("{name} heeft een vrije ronde voor een half punt (KNDB F9)")
            }
            AbsenceKind::NotPaired if is_withdrawn => {
                format!("{name} is niet ingedeeld: teruggetrokken (KNDB F5)")
            }
            AbsenceKind::NotPaired => format!("{name} is niet ingedeeld: afwezig (KNDB F5)"),
        }
    }

    fn chooser(&self, name: &str, other: &str, reason: ChoiceReason) -> String {
        match reason {
            ChoiceReason::Points => {
                format!("{name} mag tegen {other} de kleur kiezen: meer punten in de poule (14d)")
            }
            ChoiceReason::Wins => format!(
                "{name} mag tegen {other} de kleur kiezen: evenveel punten en meer overwinningen in de poule (14d)"
            ),
        }
    }

    fn chooser_by_lot(&self, one: &str, other: &str) -> String {
        format!("er wordt geloot wie van {one} en {other} de kleur mag kiezen (14d)")
    }

    fn and(&self) -> &'static str {
        "en"
    }
}
