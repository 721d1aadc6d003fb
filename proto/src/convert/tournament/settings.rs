//! What is fixed when a tournament is created.

use game_clock::Increment;
use tournament::{
    Schedule, Settings,
    ranking::Order,
    regulation::{Format, Pace, Regulation, Stage},
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

/// A pace as the clocks have it: each stage with its moves, its time and its increment.
#[must_use]
pub fn control(pace: &Pace) -> v1::TimeControl {
    let first = pace.stages().first();
    let mut control = v1::TimeControl {
        base_ms: first.map_or(0, |stage| millis(stage.time)),
        increment_ms: first.map_or(0, |stage| millis(stage.increment)),
        stages: Vec::new(),
    };
    if pace.playing_time().is_none() {
        control.stages = pace.stages().iter().map(stage).collect();
    }
    control
}

fn stage(stage: &Stage) -> v1::TimeStage {
    let mut wire = v1::TimeStage {
        moves: stage.moves.unwrap_or(0),
        time_ms: millis(stage.time),
        increment_ms: millis(stage.increment),
        ..v1::TimeStage::default()
    };
    if !stage.increment.is_zero() {
        wire.set_kind(v1::IncrementKind::Fischer);
    }
    wire
}

/// The regulation's pace of a control of stages.
///
/// # Errors
/// [`ConvertError`] when a stage has a delay, which no regulation knows, or it is no pace.
pub fn pace(control: &v1::TimeControl) -> Result<Pace, ConvertError> {
    // The clock has to be able to keep it.
    let checked: game_clock::TimeControl = control.clone().try_into()?;
    let stages = checked.stages().iter().map(|stage| match stage.increment {
        Increment::None | Increment::Fischer(_) => {
            Ok(Stage { moves: stage.moves, time: stage.time, increment: stage.increment.time() })
        }
        Increment::Bronstein(_) | Increment::Delay(_) => {
            Err(ConvertError::invalid("control", "a tournament's control has no delay"))
        }
    });
    let stages = stages.collect::<Result<Vec<_>, _>>()?;
    Pace::new(stages).map_err(|source| ConvertError::invalid("control", source))
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
    let pace = pace(&required(created.control.clone(), "control")?)?;
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
