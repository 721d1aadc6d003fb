//! Points of a regulation that are chosen beside a preset.

use super::{Format, Point, Preset, Regulation};
use crate::Scoring;
use crate::plan::{System, prescription};
use draughts::RuleSet;
use game_clock::TimeControl;

/// Points that are chosen beside a preset; `None` for those that are left to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Chosen {
    /// The rules of the games.
    pub rules: Option<RuleSet>,
    /// The way in which rounds are paired.
    pub format: Option<Format>,
    /// The points of results.
    pub scoring: Option<Scoring>,
    /// The time control of the games.
    pub time_control: Option<TimeControl>,
    /// The number of rounds.
    pub rounds: Option<u32>,
}

/// The point that differs from what the preset's rulebook says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not that of the preset; send a regulation without a preset to choose it")]
pub enum Contradiction {
    /// The rules of the games.
    Rules,
    /// The way in which rounds are paired.
    Format,
    /// The points of results.
    Scoring,
}

impl Regulation {
    /// Returns the regulation of a preset with chosen points. A point may be chosen where it agrees
    /// with the preset, or where the preset only proposes it: the rules and the scoring if no
    /// article sets them, and another table, or pairing by hand, if the preset's is any round
    /// robin. The time control and the number of rounds are always the organisers' to choose.
    ///
    /// # Errors
    /// [`Contradiction`] with the first point that the rulebook sets otherwise.
    pub fn with(preset: Preset, chosen: Chosen) -> Result<Self, Contradiction> {
        let mut regulation = Self::of(preset);
        let is_proposed = |point: Point| preset.article(point).is_none();
        if let Some(rules) = chosen.rules.filter(|rules| *rules != regulation.rules) {
            if !is_proposed(Point::Rules) {
                return Err(Contradiction::Rules);
            }
            (regulation.rules, regulation.terms) = (rules, None);
            regulation.terms = Some(regulation.terms_or_usual());
        }
        if let Some(format) = chosen.format.filter(|format| !regulation.is_paired_by(*format)) {
            if !matches!(regulation.format, Format::Table(_)) {
                return Err(Contradiction::Format);
            }
            regulation.format = format;
        }
        if let Some(scoring) = chosen.scoring.filter(|one| *one != regulation.order.scoring) {
            if !is_proposed(Point::Scoring) {
                return Err(Contradiction::Scoring);
            }
            regulation.order.scoring = scoring;
        }
        regulation.time_control = chosen.time_control.or(regulation.time_control);
        regulation.rounds = chosen.rounds.or(regulation.rounds);
        Ok(regulation)
    }

    /// Returns true if every number of entrants within the limits is paired by a format.
    fn is_paired_by(&self, format: Format) -> bool {
        match (self.format, format) {
            (Format::Prescribed(competition), Format::Table(table)) => {
                let Some(max) = self.limits.entrants_max else { return false };
                let prescribes = |size: u32| {
                    let size = usize::try_from(size).unwrap_or(usize::MAX);
                    prescription(competition, size)
                        .is_ok_and(|one| one.system == System::Table(table))
                };
                (self.limits.entrants_min..=max).all(prescribes)
            }
            (own, format) => own == format,
        }
    }
}
