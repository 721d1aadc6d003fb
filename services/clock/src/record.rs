//! What a clock has to know of a game's record, and what it has yet to do to be where the record is.
//!
//! Every message of GAME tells the whole record, so a clock presses whatever it has not pressed yet:
//! the order of messages, repeats and gaps make no difference. A record that the arbiter changed is a
//! new line: the clock goes on from there for the side to move, and presses what follows. What was
//! used until then is used; the rest is left to the arbiter.

use draughts::{Color, RuleSet, Timestamp, fen};
use game_clock::{Clock, Command, Event, TimeControl};
use proto::{
    convert::{ConvertError, required},
    v1::{self, Envelope, envelope::Record, game_event},
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
    /// The change by the arbiter that the record is on; none before any.
    pub(crate) line: Option<Line>,
    /// Whether the rest of the game is noted on paper, untimed.
    pub(crate) is_on_paper: bool,
    /// When the irregular move was made that waits for its correction, its answer or the arbiter.
    pub(crate) noted: Option<Timestamp>,
    pub(crate) end: End,
}

/// The record as the arbiter changed it last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) number: u32,
    /// How many plies stood in the record then.
    pub(crate) plies: usize,
    /// The side to move then.
    pub(crate) turn: Color,
    /// Since when nobody's time counts, at most `at`.
    pub(crate) since: Timestamp,
    /// From when on the time of the side to move counts.
    pub(crate) at: Timestamp,
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
        line: state.line.as_ref().map(line).transpose()?,
        is_on_paper: state.on_paper_from != 0,
        noted: (state.noted_at_ms != 0).then(|| Timestamp::from_millis(state.noted_at_ms)),
        end: if state.outcome.is_some() { End::Before } else { End::Open },
    };
    for event in record.events {
        match event.event {
            Some(game_event::Event::ControlSet(control)) => {
                read.control = Some(control.try_into()?);
            }
            // A game that goes on may have been over before, in the same decision.
            Some(game_event::Event::Finished(finished)) if read.end != End::Open => {
                read.end = End::At(Timestamp::from_millis(finished.at_ms));
            }
            _ => {}
        }
    }
    Ok(Some(read))
}

fn line(line: &v1::Line) -> Result<Line, ConvertError> {
    Ok(Line {
        number: line.number,
        plies: usize::try_from(line.plies).unwrap_or(usize::MAX),
        turn: line.turn().try_into()?,
        since: Timestamp::from_millis(line.since_ms),
        at: Timestamp::from_millis(line.at_ms),
    })
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
        // An older message tells nothing that the clock has not seen.
        if self.line.map_or(0, |line| line.number) < scratch.clock.line() {
            return Ok(Vec::new());
        }
        if let Some(line) = self.line.filter(|line| line.number > scratch.clock.line()) {
            if line.since < line.at {
                scratch.tell(&Command::Stop { at: line.since });
            }
            let running = self.is_running_at(line).then_some(line.turn);
            scratch.tell(&Command::Correct {
                line: line.number,
                running,
                moves: None,
                at: line.at,
            });
        }
        let (stood, turn) = self.line.map_or((0, self.first), |line| (line.plies, line.turn));
        let pressed = usize::try_from(scratch.clock.presses_in_line()).unwrap_or(usize::MAX);
        let sides = [turn, turn.other()].into_iter().cycle();
        for (&at, by) in self.plies.iter().skip(stood).zip(sides).skip(pressed) {
            scratch.tell(&Command::Press { by, at, received: at });
        }
        match self.end {
            End::At(at) => scratch.tell(&Command::Stop { at }),
            End::Before if scratch.clock.running().is_some() => return Err(Gap),
            End::Before | End::Open => {}
        }
        Ok(scratch.events)
    }

    /// Whether somebody's time runs from a change of the record on: nobody's while the game is on
    /// paper or over.
    fn is_running_at(&self, line: Line) -> bool {
        let is_open = match self.end {
            End::Open => true,
            End::At(end) => end > line.at,
            // What was played since then tells that it was open.
            End::Before => self.plies.len() > line.plies,
        };
        is_open && !self.is_on_paper
    }

    /// Whether the record is on a later change by the arbiter than the clock.
    pub(crate) fn is_ahead_of(&self, clock: &Clock) -> bool {
        self.line.is_some_and(|line| line.number > clock.line())
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
