//! Explanations of the results of a season.
//!
//! Each text is a clause without an initial capital and a full stop.

use tournament::season::{Filling, YearEnd};

use crate::{
    Language,
    messages::{cited, say},
};

/// Explains how a place of next year was filled.
#[must_use]
pub fn filling(filling: Filling, language: Language) -> String {
    let text = match filling {
        Filling::Kept => say!(language, "filling-kept"),
        Filling::Promoted => say!(language, "filling-promoted"),
        Filling::PromotedFromHa => say!(language, "filling-promoted-from-ha"),
        Filling::Relegated => say!(language, "filling-relegated"),
        Filling::FilledFromBelow => say!(language, "filling-filled-from-below"),
        Filling::FilledByRelegated => say!(language, "filling-filled-by-relegated"),
    };
    cited(text, Some(filling.article()))
}

/// Explains why a player's class changes next year, or does not (appendix 4).
#[must_use]
pub fn year_end(year: &YearEnd, language: Language) -> String {
    let (points, class, next) = (year.last_four, year.class, year.next_class);
    let (class_name, next_name) = (class.to_string(), next.to_string());
    match class.points_max() {
        Some(most) if next != class => {
            say!(language, "year-to-next-class", next = next_name, points, most)
        }
        Some(most) => {
            say!(language, "year-stays-in-class", class = class_name, points, most)
        }
        None => say!(language, "year-not-by-points", class = class_name),
    }
}
