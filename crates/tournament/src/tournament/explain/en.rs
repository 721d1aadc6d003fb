//! Why a round is paired as it is, in English.

use super::{Phrases, cited};
use crate::plan::ChoiceReason;
use crate::ranking::AbsenceKind;

/// English.
pub(super) struct English;

impl Phrases for English {
    fn schedule(&self, article: Option<&str>) -> String {
        cited("paired by the schedule".to_owned(), article)
    }

    fn play_off(&self, names: &str) -> String {
        format!("{names} play for their shared place")
    }

    fn winners(&self) -> &'static str {
        "the winners of the groups play each other"
    }

    fn by_hand(&self) -> &'static str {
        "paired by hand"
    }

    fn group(&self, group: u32, text: &str) -> String {
        format!("group {group}: {text}")
    }

    fn counted_as_draw(&self, round: u32, table: u32) -> String {
        format!(
            "the game at table {table} of round {round} has no result and counted as a draw (KNDB F11)"
        )
    }

    fn reversed(&self, table: u32) -> String {
        format!("the game at table {table} was played with the colours reversed (KNDB F7)")
    }

    fn bye(&self, name: &str) -> String {
        format!("{name} has no opponent: their number is odd")
    }

    fn absent(&self, name: &str, kind: AbsenceKind, is_withdrawn: bool) -> String {
        match kind {
            AbsenceKind::Bye => format!("{name} has a bye (KNDB F1)"),
            AbsenceKind::HalfPointBye => format!("{name} has a bye of half a point (KNDB F9)"),
            AbsenceKind::NotPaired if is_withdrawn => {
                format!("{name} is not paired: withdrawn (KNDB F5)")
            }
            AbsenceKind::NotPaired => format!("{name} is not paired: absent (KNDB F5)"),
        }
    }

    fn chooser(&self, name: &str, other: &str, reason: ChoiceReason) -> String {
        match reason {
            ChoiceReason::Points => format!(
                "{name} may choose the colour against {other}: more points in the pool (14d)"
            ),
            ChoiceReason::Wins => format!(
                "{name} may choose the colour against {other}: as many points and more wins in the pool (14d)"
            ),
        }
    }

    fn chooser_by_lot(&self, one: &str, other: &str) -> String {
        format!("lots are drawn for who of {one} and {other} may choose the colour (14d)")
    }

    fn and(&self) -> &'static str {
        "and"
    }
}
