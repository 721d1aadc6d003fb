//! Converts the settings of a tournament.

use game_clock::TimeControl;
use tournament::{
    Day, Days, Publicity, Schedule, Settings, Tablets,
    ranking::Order,
    regulation::{Chosen, Format, Regulation},
};

use super::publicity;
use crate::{
    convert::{ConvertError, required},
    v1,
};

impl From<&Settings> for v1::TournamentCreated {
    fn from(settings: &Settings) -> Self {
        let regulation = &settings.regulation;
        let mut created = Self {
            name: settings.name.clone(),
            notice: settings.notice.clone(),
            place: settings.place.clone(),
            series: settings.series.clone(),
            first_day: settings.days.map(|days| days.first().into()),
            last_day: settings.days.map(|days| days.last().into()),
            control: regulation.time_control.map(Into::into),
            regulation: Some(regulation.into()),
            season: settings.season.unwrap_or(0),
            move_presses: settings.tablets.move_presses,
            shows_moves: settings.tablets.shows_moves,
            signs_sheet: settings.tablets.signs_sheet,
            publicity: match settings.publicity {
                // Older logs have none.
                Publicity::FullName => v1::Publicity::Unspecified,
                other @ (Publicity::Initials | Publicity::Anonymous) => other.into(),
            }
            .into(),
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

/// Converts the settings of a tournament.
///
/// # Errors
/// [`ConvertError`] if a field is missing or out of range.
pub fn settings(mut created: v1::TournamentCreated) -> Result<Settings, ConvertError> {
    let regulation = match created.regulation.take() {
        Some(regulation) => regulation.try_into()?,
        None => plain(&created)?,
    };
    settings_with(regulation, created)
}

/// Converts the settings of a tournament with this regulation.
///
/// # Errors
/// [`ConvertError`] if a field is out of range.
pub fn settings_with(
    regulation: Regulation,
    created: v1::TournamentCreated,
) -> Result<Settings, ConvertError> {
    let season = (created.season != 0).then_some(created.season);
    let days = days(created.first_day, created.last_day)?;
    let publicity = publicity(created.publicity).unwrap_or_default();
    let v1::TournamentCreated {
        name,
        notice,
        place,
        series,
        move_presses,
        shows_moves,
        signs_sheet,
        ..
    } = created;
    let tablets = Tablets { move_presses, shows_moves, signs_sheet };
    Ok(Settings { name, notice, place, series, days, regulation, season, tablets, publicity })
}

/// Converts the days of an event; without a last one it is of one day.
fn days(first: Option<v1::Date>, last: Option<v1::Date>) -> Result<Option<Days>, ConvertError> {
    let day = |date: v1::Date, field| {
        let day = Day::new(date.year, date.month, date.day);
        day.map_err(|source| ConvertError::invalid(field, source))
    };
    let Some(first) = first else {
        if last.is_some() {
            return Err(ConvertError::invalid("last_day", "an event that ends begins on a day"));
        }
        return Ok(None);
    };
    let first = day(first, "first_day")?;
    let last = last.map_or(Ok(first), |last| day(last, "last_day"))?;
    let days = Days::new(first, last);
    days.map(Some).map_err(|source| ConvertError::invalid("last_day", source))
}

impl From<Day> for v1::Date {
    fn from(day: Day) -> Self {
        Self { year: day.year(), month: day.month(), day: day.day() }
    }
}

/// Converts the points that settings choose beside a preset, with the number of rounds.
///
/// # Errors
/// [`ConvertError`] if one is unknown or out of range.
pub fn chosen(
    created: &v1::TournamentCreated,
    rounds: Option<u32>,
) -> Result<Chosen, ConvertError> {
    let given = |number: i32| number != 0;
    let rules = given(created.rules).then(|| created.rules().try_into()).transpose()?;
    let scoring = given(created.scoring).then(|| created.scoring().try_into()).transpose()?;
    let format = given(created.system).then(|| format(created)).transpose()?;
    let time_control = created.control.clone().map(TryInto::try_into).transpose()?;
    Ok(Chosen { rules, format, scoring, time_control, rounds })
}

fn format(created: &v1::TournamentCreated) -> Result<Format, ConvertError> {
    if created.system() == v1::PairingSystem::Manual {
        return Ok(Format::Manual);
    }
    Ok(Format::Table(Schedule::try_from(created.system())?))
}

/// Converts settings from a log. Older logs have time controls without limits: one that no clock
/// can keep is read as none.
pub(super) fn logged(mut created: v1::TournamentCreated) -> Result<Settings, ConvertError> {
    if let Some(regulation) = &mut created.regulation {
        for pace in [&mut regulation.pace, &mut regulation.play_off_pace] {
            *pace = pace.take().filter(|pace| TimeControl::try_from(pace.clone()).is_ok());
        }
    }
    settings(created)
}

/// Returns a round robin, or a tournament paired by hand, with the given rules, control, system and
/// scoring.
fn plain(created: &v1::TournamentCreated) -> Result<Regulation, ConvertError> {
    let time_control = required(created.control.clone(), "control")?.try_into()?;
    let format = format(created)?;
    let rules = created.rules().try_into()?;
    let Settings { regulation, .. } = Settings::plain("", rules, time_control, format);
    let scoring = match created.scoring() {
        v1::Scoring::Unspecified => regulation.order.scoring,
        scoring
        @ (v1::Scoring::TwoOneZero | v1::Scoring::OneHalfZero | v1::Scoring::BonusDraws) => {
            scoring.try_into()?
        }
    };
    let order = Order { scoring, ..regulation.order };
    // Requests of people are completed before they come here; logs from before there was a choice
    // have none.
    Ok(Regulation { order, terms: None, ..regulation })
}
