//! What every language must be able to say, and what all of them write alike.

use crate::ranking::{Contest, Participant, Remedy, TieBreak, TieDecision, ZoneKind};

/// Somebody with their place.
pub(super) struct Placed {
    pub(super) place: u32,
    pub(super) name: String,
}

/// How many are all named, and how many of more.
const NAMED_MAX: usize = 10;
const NAMED_OF_MANY: usize = 8;

/// The texts of one language; one that lacks a text does not compile.
pub(super) trait Catalogue {
    /// One is before another by a tie-break, with what it gives both.
    fn before(&self, above: &Placed, own: &Placed, by: &str, more: &str, less: &str) -> String;
    /// One is before another because a tie was resolved by something.
    fn resolved(&self, above: &Placed, own: &Placed, how: TieDecision) -> String;
    /// Somebody is first.
    fn leads(&self, own: &Placed, points: &str) -> String;
    /// Some are tied for places.
    fn tied(&self, names: &str, from: u32, to: u32) -> String;
    /// What somebody's withdrawal did.
    fn withdrawn(&self, name: &str, played: u32, is_void: bool, lost: u32) -> String;
    /// The name of a tie-break.
    fn tie_break(&self, tie_break: TieBreak, contest: Contest) -> String;
    /// What is prescribed for a tie.
    fn remedy(&self, remedy: Remedy) -> &'static str;
    /// The organisers make a schedule.
    fn schedule(&self) -> &'static str;
    /// Who has White at first.
    fn first_white(&self, name: &str, remedy: Remedy) -> String;
    /// What places give.
    fn zone(&self, zone: ZoneKind) -> &'static str;
    /// Money is shared on equal points.
    fn prizes_are_shared(&self) -> &'static str;
    /// The word between the last two of a list.
    fn and(&self) -> &'static str;
    /// So many that are not named.
    fn others(&self, count: usize) -> String;
    /// What separates whole numbers from hundredths.
    fn decimal(&self) -> char;
}

/// Writes a number of units of which so many make one: `9`, `4½`, `14¼`, `9.06`.
pub(super) fn number(catalogue: &dyn Catalogue, value: u32, unit: u32) -> String {
    let (whole, rest) =
        (value.checked_div(unit).unwrap_or(0), value.checked_rem(unit).unwrap_or(0));
    let fraction = match (rest, unit) {
        (0, 1 | 2 | 4) => "",
        (1, 4) => "¼",
        (1, 2) | (2, 4) => "½",
        (3, 4) => "¾",
        (rest, _) => {
            // Half hundredths are written as thousandths.
            let digits = if unit > 100 {
                format!("{:03}", rest.saturating_mul(5))
            } else {
                format!("{rest:02}")
            };
            return format!("{whole}{}{digits}", catalogue.decimal());
        }
    };
    if whole == 0 && !fraction.is_empty() {
        fraction.to_owned()
    } else {
        format!("{whole}{fraction}")
    }
}

/// Adds the article in brackets, if there is one. Articles are cited alike in every language.
pub(super) fn with_article(text: String, article: Option<&str>) -> String {
    match article {
        Some(article) => format!("{text} ({article})"),
        None => text,
    }
}

/// Names some; of many the first, and how many others there are: each of two thousand who are tied
/// is told of, and would be told of all.
pub(super) fn several(
    catalogue: &dyn Catalogue,
    participants: &[Participant],
    name: &dyn Fn(Participant) -> String,
) -> String {
    let named = if participants.len() > NAMED_MAX { NAMED_OF_MANY } else { NAMED_MAX };
    let mut names: Vec<String> = participants.iter().take(named).map(|one| name(*one)).collect();
    let others = participants.len().saturating_sub(named);
    if others > 0 {
        names.push(catalogue.others(others));
    }
    list(&names, catalogue.and())
}

/// Joins names by commas and, before the last, by the word.
fn list(names: &[String], and: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

/// Writes a number with its noun.
pub(super) fn counted(count: u32, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
