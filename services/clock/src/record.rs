//! What a clock has to know of a game's record, and what it has yet to do to be where the record is.
//!
//! Every message of GAME tells the whole record, so a clock presses whatever it has not pressed yet:
//! the order of messages, repeats and gaps make no difference.

use draughts::{Color, RuleSet, Timestamp, fen};
use game_clock::{Clock, Command, Event, TimeControl};
use proto::{
    convert::{ConvertError, required},
    v1::{Envelope, envelope::Record, game_event},
};

/// A game's record as far as time is concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameRecord {
    /// Known from the message that began the game.
    pub(crate) control: Option<TimeControl>,
    pub(crate) started_at: Timestamp,
    /// Who has the first move.
    pub(crate) first: Color,
    /// When each ply was played.
    pub(crate) plies: Vec<Timestamp>,
    pub(crate) end: End,
}

/// Whether and when a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It goes on.
    Open,
    /// It ended.
    At(Timestamp),
    /// It is over; another message tells since when.
    Before,
}

/// The message alone does not tell what the clock needs; an earlier one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gap;

/// Reads a message of GAME; `None` before the game has begun.
///
/// # Errors
/// [`ConvertError`] when the record is another stream's or holds what nobody may write.
pub(crate) fn read(envelope: Envelope) -> Result<Option<GameRecord>, ConvertError> {
    let Record::Game(record) = required(envelope.record, "record")? else {
        return Err(ConvertError::OtherRecord);
    };
    let state = required(record.state, "state")?;
    if state.start_fen.is_empty() || state.started_at_ms == 0 {
        return Ok(None);
    }
    let rules = RuleSet::try_from(state.rules())?;
    let start = fen::parse(&state.start_fen, rules.variant())
        .map_err(|source| ConvertError::invalid("start_fen", source))?;
    let mut read = GameRecord {
        control: None,
        started_at: Timestamp::from_millis(state.started_at_ms),
        first: start.turn(),
        plies: state.plies.iter().map(|ply| Timestamp::from_millis(ply.at_ms)).collect(),
        end: if state.outcome.is_some() { End::Before } else { End::Open },
    };
    for event in record.events {
        match event.event {
            Some(game_event::Event::ControlSet(control)) => {
                read.control = Some(control.try_into()?);
            }
            Some(game_event::Event::Finished(finished)) => {
                read.end = End::At(Timestamp::from_millis(finished.at_ms));
            }
            _ => {}
        }
    }
    Ok(Some(read))
}

impl GameRecord {
    /// This record, with what only an earlier message told.
    pub(crate) fn after(mut self, earlier: &Self) -> Self {
        self.control = self.control.or(earlier.control);
        if self.end == End::Before && earlier.end != End::Open {
            self.end = earlier.end;
        }
        self
    }

    /// Whether the game has a clock at all: one without a control has none, and a game in which Black
    /// moves first is not timed, because every clock starts with White's time.
    pub(crate) fn is_timed(&self) -> bool {
        self.first == Color::White
    }

    /// What brings the clock to where the record is: in one decision, and nothing when it is there.
    ///
    /// # Errors
    /// [`Gap`] when earlier messages have to be read for it.
    pub(crate) fn decide(&self, clock: &Clock) -> Result<Vec<Event>, Gap> {
        if !self.is_timed() {
            return Ok(Vec::new());
        }
        let mut scratch = Scratch { clock: clock.clone(), events: Vec::new() };
        if !clock.is_started() {
            let control = self.control.ok_or(Gap)?;
            scratch.tell(&Command::Start { control, at: self.started_at });
        }
        let pressed = clock.presses(Color::White).saturating_add(clock.presses(Color::Black));
        let pressed = usize::try_from(pressed).unwrap_or(usize::MAX);
        let sides = [Color::White, Color::Black].into_iter().cycle();
        for (&at, by) in self.plies.iter().zip(sides).skip(pressed) {
            scratch.tell(&Command::Press { by, at });
        }
        match self.end {
            End::At(at) => scratch.tell(&Command::Stop { at }),
            End::Before if scratch.clock.running().is_some() => return Err(Gap),
            End::Before | End::Open => {}
        }
        Ok(scratch.events)
    }
}

/// A clock that is tried out.
struct Scratch {
    clock: Clock,
    events: Vec<Event>,
}

impl Scratch {
    fn tell(&mut self, command: &Command) {
        match self.clock.decide(command) {
            Ok(events) => {
                for event in &events {
                    self.clock.apply(event);
                }
                self.events.extend(events);
            }
            // A move after the flag fell: the game ends by the flag, whatever came after.
            Err(refusal) => tracing::debug!(%refusal, ?command, "the clock stands"),
        }
    }
}
