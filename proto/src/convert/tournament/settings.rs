//! What is fixed when a tournament is created.

use std::time::Duration;
use tournament::{
    PlayingTime, Schedule, Settings,
    ranking::Order,
    regulation::{Format, Pace, Regulation},
};

use crate::{
    convert::{ConvertError, required, types::millis},
    v1,
};

impl From<&Settings> for v1::TournamentCreated {
    fn from(settings: &Settings) -> Self {
        let regulation = &settings.regulation;
        let mut created = Self {
            name: settings.name.clone(),
            notice: settings.notice.clone(),
            control: regulation.pace.as_ref().map(control),
            regulation: Some(regulation.into()),
            season: settings.season.unwrap_or(0),
            ..Self::default()
        };
        created.set_rules(regulation.rules.into());
        created.set_system(match regulation.format {
            Format::Table(table) => table.into(),
            Format::Manual => v1::PairingSystem::Manual,
            Format::Prescribed(_) | Format::Swiss(_) | Format::Pools(_) | Format::Match { .. } => {
                v1::PairingSystem::Unspecified
            }
        });
        created.set_scoring(regulation.order.scoring.into());
        created
    }
}

/// A pace as the clocks have it, which know one stage: of several, the time of all of them.
#[must_use]
pub fn control(pace: &Pace) -> v1::TimeControl {
    let base = pace.stages().iter().map(|stage| stage.time).sum();
    let increment = pace.stages().first().map_or(Duration::ZERO, |stage| stage.increment);
    v1::TimeControl { base_ms: millis(base), increment_ms: millis(increment) }
}

/// The settings of a tournament.
///
/// # Errors
/// [`ConvertError`] when a field is missing or out of range.
pub fn settings(created: v1::TournamentCreated) -> Result<Settings, ConvertError> {
    let season = (created.season != 0).then_some(created.season);
    let regulation = match created.regulation.clone() {
        Some(regulation) => regulation.try_into()?,
        None => plain(&created)?,
    };
    Ok(Settings { name: created.name, notice: created.notice, regulation, season })
}

/// A round robin, or a tournament paired by hand, of these rules, control, system and scoring.
fn plain(created: &v1::TournamentCreated) -> Result<Regulation, ConvertError> {
    let control = required(created.control, "control")?;
    // The clock has to be able to keep it.
    let _checked: game_clock::TimeControl = control.try_into()?;
    let pace = Pace::of(PlayingTime {
        base: Duration::from_millis(control.base_ms),
        increment: Duration::from_millis(control.increment_ms),
    });
    let pace = pace.map_err(|source| ConvertError::invalid("control", source))?;
    let format = if created.system() == v1::PairingSystem::Manual {
        Format::Manual
    } else {
        Format::Table(Schedule::try_from(created.system())?)
    };
    let rules = created.rules().try_into()?;
    let Settings { regulation, .. } = Settings::plain("", rules, pace, format);
    let scoring = match created.scoring() {
        v1::Scoring::Unspecified => regulation.order.scoring,
        scoring
        @ (v1::Scoring::TwoOneZero | v1::Scoring::OneHalfZero | v1::Scoring::BonusDraws) => {
            scoring.try_into()?
        }
    };
    let order = Order { scoring, ..regulation.order };
    Ok(Regulation { order, ..regulation })
}
