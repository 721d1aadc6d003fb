//! What every language must be able to say in a crosstable.

use crate::RoundNumber;
use crate::crosstable::Layout;
use crate::ranking::{Contest, TieBreak};
use draughts::Color;

/// The texts of one language; one that lacks a text does not compile.
pub(in crate::crosstable) trait Catalogue {
    /// What the table is.
    fn caption(&self) -> &'static str;
    /// The number of a line.
    fn line(&self) -> &'static str;
    /// A place in the table.
    fn place(&self) -> &'static str;
    /// Who stands in the table.
    fn name(&self, contest: Contest) -> &'static str;
    /// A club.
    fn club(&self) -> &'static str;
    /// A rating.
    fn rating(&self) -> &'static str;
    /// The opponent in a line.
    fn opponent(&self, line: u32) -> String;
    /// A round.
    fn round(&self, round: RoundNumber) -> String;
    /// What has a result, in full.
    fn played(&self, contest: Contest) -> &'static str;
    /// What has a result, as a heading.
    fn played_short(&self, contest: Contest) -> &'static str;
    /// A tie-break as a heading.
    fn tie_break(&self, tie_break: TieBreak) -> String;
    /// The letter of a colour.
    fn color(&self, color: Color) -> char;
    /// A round without an opponent that gives points.
    fn bye(&self) -> &'static str;
    /// Somebody withdrew.
    fn withdrawn(&self) -> &'static str;
    /// What separates whole numbers from hundredths.
    fn decimal(&self) -> char;
    /// How to read the cells.
    fn cells(&self, layout: Layout, contest: Contest) -> String;
}
