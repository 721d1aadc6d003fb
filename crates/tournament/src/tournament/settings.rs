//! The settings of a tournament.

use crate::plan::Competition;
use crate::player::checked_name;
use crate::regulation::{Fault, Format, Preset, Regulation};
use crate::{Days, EntryError, NOTICE_CHARS_MAX, Publicity, Refusal};
use draughts::{RuleSet, text};
use game_clock::{StartMode, Terms, TimeControl};

/// The settings of a tournament, given at its creation; [`Command::Amend`](crate::Command::Amend)
/// changes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The name as displayed, 1 to 100 characters.
    pub name: String,
    /// A text that spectators see with the name, at most [`NOTICE_CHARS_MAX`] characters; may be
    /// empty.
    pub notice: String,
    /// The place of the event: a name of at most
    /// [`Entry::NAME_CHARS_MAX`](crate::Entry::NAME_CHARS_MAX) characters; may be empty.
    pub place: String,
    /// The series that the event belongs to, such as a season: a name of at most
    /// [`Entry::NAME_CHARS_MAX`](crate::Entry::NAME_CHARS_MAX) characters; empty for none.
    pub series: String,
    /// The days of the event, if they are known.
    pub days: Option<Days>,
    /// The regulation.
    pub regulation: Regulation,
    /// The year in which the season begins: required if there is an age limit (E art. 4).
    pub season: Option<u32>,
    /// The players' tablets.
    pub tablets: Tablets,
    /// The part of the entries that everybody sees, of those who have not chosen it themselves.
    pub publicity: Publicity,
}

/// The way in which the players' tablets serve them in an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tablets {
    /// True if a move that is entered presses the clock; else the player presses it when the move
    /// is entered.
    pub move_presses: bool,
    /// True if they show where a piece may go, as for children. Elsewhere a device gives no hint
    /// (rules art. 24).
    pub shows_moves: bool,
    /// True if the players sign the score sheet on them once a game is over.
    pub signs_sheet: bool,
}

impl Settings {
    /// Returns true if settings that are to replace these change how the event is played: its
    /// regulation, season or tablets. The others change only what people read. A regulation without
    /// terms leaves those of this one.
    pub fn changes_play_to(&self, asked: &Self) -> bool {
        let mut regulation = asked.regulation.clone();
        if regulation.terms.is_none() {
            regulation.terms.clone_from(&self.regulation.terms);
        }
        regulation != self.regulation
            || asked.season != self.season
            || asked.tablets != self.tablets
    }

    /// Returns the settings of a tournament with these rules, this time control and this format,
    /// otherwise ranked like a general round robin: points 2-1-0, Sonneborn-Berger, mutual result.
    pub fn plain(
        name: impl Into<String>,
        rules: RuleSet,
        time_control: TimeControl,
        format: Format,
    ) -> Self {
        let time_control = Some(time_control);
        let preset = Regulation::of(Preset::RoundRobin);
        let terms = Some(Terms::of(rules));
        let regulation = Regulation { rules, time_control, format, terms, ..preset };
        Self {
            name: name.into(),
            notice: String::new(),
            place: String::new(),
            series: String::new(),
            days: None,
            regulation,
            season: None,
            tablets: Tablets::default(),
            publicity: Publicity::default(),
        }
    }

    /// Returns the settings of a new tournament: with the usual terms if its regulation names none.
    #[must_use]
    pub fn with_terms(self) -> Self {
        let terms = Some(self.regulation.terms_or_usual());
        Self { regulation: Regulation { terms, ..self.regulation }, ..self }
    }

    /// Checks the settings and their texts.
    pub(crate) fn checked(&self) -> Result<Self, Refusal> {
        let name = match checked_name(&self.name, EntryError::NameTooLong) {
            Ok(name) if !name.is_empty() => name,
            Ok(_) | Err(EntryError::NameTooLong) => return Err(Refusal::TournamentName),
            Err(refused) => return Err(Refusal::Entry(refused)),
        };
        let notice = text::tidy(&self.notice, NOTICE_CHARS_MAX).map_err(Refusal::Notice)?;
        let name_of = |text| checked_name(text, EntryError::NameTooLong).map_err(Refusal::Entry);
        let (place, series) = (name_of(&self.place)?, name_of(&self.series)?);
        self.regulation.check()?;
        let is_swiss = matches!(self.regulation.format, Format::Swiss(_));
        if is_swiss && self.regulation.rounds.is_none() {
            return Err(Fault::RoundsMissing.into());
        }
        let has_its_own = self.regulation.format == Format::Prescribed(Competition::ClubTeams);
        // "As far as possible" with a clock (rules art. 23); a simultaneous display without (I art.
        // 2).
        let is_timed = self.regulation.start() != StartMode::Untimed;
        if is_timed && self.regulation.time_control.is_none() && !has_its_own {
            return Err(Refusal::NoTimeControl);
        }
        if self.regulation.limits.younger_than.is_some() && self.season.is_none() {
            return Err(Refusal::NoSeason);
        }
        Ok(Self { name, notice, place, series, ..self.clone() })
    }
}
