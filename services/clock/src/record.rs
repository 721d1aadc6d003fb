//! What a clock has to know of a game's record, and what it has yet to do to be where the record is.
//!
//! Every message of GAME tells the whole record, so a clock presses whatever it has not pressed yet:
//! the order of messages, repeats and gaps make no difference. A record that the arbiter changed is a
//! new line: the clock goes on from there for the side to move, and presses what follows. What was
//! used until then is used; the rest is left to the arbiter.
//!
//! What is told to the clock beside moves (a ruling, Black's press before the first move, what a physical
//! clock shows) has its place among the moves: after those that were told before it, and after those that
//! were made before it. Neither that nor a change of the record nor its end makes a flag fall, because a
//! press that was made in time may still be on its way: they wait until the flag has fallen by itself.

use std::ops::ControlFlow;

use draughts::{Color, RuleSet, Timestamp, Variant, fen};
use game_clock::{Command, Event, Moves, Refusal, TimeControl};
use live_game::{ClockRuling, InputId};
use proto::{
    convert::{Aggregate as _, ClockAnswer, ClockEvent, ClockLog, ConvertError, required},
    v1::{self, Envelope, envelope::Record, game_event},
};
use thiserror::Error;

/// A game's record as far as time is concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameRecord {
    /// Known from the message that began the game.
    pub(crate) control: Option<TimeControl>,
    /// Whether Black's time runs until Black starts White's; known from the same message.
    pub(crate) black_starts: bool,
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
    /// How often the clock was told something beside moves; the arbiter's rulings, mostly.
    pub(crate) ruled: u32,
    /// Those that this message tells.
    pub(crate) rulings: Vec<Ruling>,
}

/// Something that the clock is told beside moves: mostly a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    /// Counts them: 1, 2, 3 …
    pub(crate) number: u32,
    /// Who ruled; `None` when it follows from a flag.
    pub(crate) input: Option<InputId>,
    pub(crate) command: Command,
    pub(crate) at: Timestamp,
}

/// What brings a clock to where a record is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decided {
    pub(crate) events: Vec<ClockEvent>,
    /// Whether what comes next has to wait for the flag.
    pub(crate) is_waiting: bool,
}

/// The record as the arbiter changed it last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) number: u32,
    /// How many plies stood in the record then.
    pub(crate) plies: usize,
    /// The side to move then.
    pub(crate) turn: Color,
    /// How many of those plies each side made.
    pub(crate) moves: Moves,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum Gap {
    /// The game's time control. A game whose log does not tell it has no clock.
    #[error("the time control is not told")]
    Control,
    /// What else the clock was told, or when the game ended.
    #[error("a ruling or the end of the game is not told")]
    Told,
}

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
        black_starts: false,
        started_at: Timestamp::from_millis(state.started_at_ms),
        first: start.turn(),
        plies: state.plies.iter().map(|ply| Timestamp::from_millis(ply.at_ms)).collect(),
        line: state.line.as_ref().map(|told| line(told, &state, rules.variant())).transpose()?,
        is_on_paper: state.on_paper_from != 0,
        noted: (state.noted_at_ms != 0).then(|| Timestamp::from_millis(state.noted_at_ms)),
        end: if state.outcome.is_some() { End::Before } else { End::Open },
        ruled: state.clock_rulings,
        rulings: Vec::new(),
    };
    for event in record.events {
        match event.event {
            Some(game_event::Event::ControlSet(control)) => {
                read.control = Some(control.try_into()?);
            }
            Some(game_event::Event::BlackStarts(v1::Nothing {})) => read.black_starts = true,
            Some(game_event::Event::ClockRuled(ruled)) => {
                let at = Timestamp::from_millis(ruled.at_ms);
                let ClockRuling { number, input, command } = ruled.try_into()?;
                read.rulings.push(Ruling { number, input, command, at });
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

fn line(line: &v1::Line, state: &v1::GameState, variant: Variant) -> Result<Line, ConvertError> {
    let plies = usize::try_from(line.plies).unwrap_or(usize::MAX);
    Ok(Line {
        number: line.number,
        plies,
        moves: moves(state, plies, variant)?,
        turn: line.turn().try_into()?,
        since: Timestamp::from_millis(line.since_ms),
        at: Timestamp::from_millis(line.at_ms),
    })
}

/// How many of the first plies each side made. The sides take turns, but for a position that the
/// arbiter set.
fn moves(state: &v1::GameState, plies: usize, variant: Variant) -> Result<Moves, ConvertError> {
    let turn = |fen: &str| {
        let position = fen::parse(fen, variant);
        let position = position.map_err(|source| ConvertError::invalid("fen", source));
        position.map(|position| position.turn())
    };
    let start = Some(&state.set_start_fen).filter(|fen| !fen.is_empty());
    let mut by = turn(start.unwrap_or(&state.start_fen))?;
    let mut moves = Moves::default();
    for ply in state.plies.iter().take(plies) {
        match by {
            Color::White => moves.white += 1,
            Color::Black => moves.black += 1,
        }
        by = if ply.fen.is_empty() { by.other() } else { turn(&ply.fen)? };
    }
    Ok(moves)
}

impl GameRecord {
    /// This record, with what only an earlier message told.
    pub(crate) fn after(mut self, earlier: &Self) -> Self {
        self.control = self.control.or(earlier.control);
        self.black_starts |= earlier.black_starts;
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
    pub(crate) fn decide(&self, log: &ClockLog) -> Result<Decided, Gap> {
        // An older message tells nothing that the clock has not seen.
        let is_older = self.line.map_or(0, |line| line.number) < log.clock.line();
        if !self.is_timed() || is_older || self.ruled < log.answered {
            return Ok(Decided::default());
        }
        let mut scratch = Scratch::new(log);
        let is_waiting = self.bring(&mut scratch)?.is_break();
        Ok(Decided { events: scratch.events, is_waiting })
    }

    /// Brings a clock to where the record is, up to what would make a flag fall.
    fn bring(&self, scratch: &mut Scratch) -> Result<ControlFlow<()>, Gap> {
        let answered = scratch.log.answered;
        if !scratch.log.clock.is_started() {
            let control = self.control.ok_or(Gap::Control)?;
            let at = self.started_at;
            let start = match self.black_starts {
                true => Command::Open { control, at },
                false => Command::Start { control, at },
            };
            // Nothing falls before it begins.
            let _goes_on = scratch.carry_out(&start);
        }
        let pending = self.rulings.iter().filter(|ruling| ruling.number > answered);
        if u32::try_from(pending.clone().count()).ok() != Some(self.ruled - answered) {
            return Err(Gap::Told);
        }
        let told = pending.map(Some).chain([None]);
        for ruling in told {
            let until = ruling.map(|ruling| ruling.at);
            let is_due = |at: &Timestamp| until.is_none_or(|until| *at <= until);
            let brought = self.change_line(scratch).is_continue()
                && self.press(scratch, is_due).is_continue()
                && ruling.is_none_or(|ruling| scratch.answer(ruling).is_continue());
            if !brought {
                return Ok(ControlFlow::Break(()));
            }
        }
        let clock = &scratch.log.clock;
        match self.end {
            End::At(at) => Ok(scratch.carry_out(&Command::Stop { at })),
            End::Before if clock.running().is_some() || clock.is_paused() => Err(Gap::Told),
            End::Before | End::Open => Ok(ControlFlow::Continue(())),
        }
    }

    /// Goes over to the record as the arbiter changed it last.
    fn change_line(&self, scratch: &mut Scratch) -> ControlFlow<()> {
        let Some(line) = self.line.filter(|line| line.number > scratch.log.clock.line()) else {
            return ControlFlow::Continue(());
        };
        if line.since < line.at && !scratch.log.clock.is_paused() {
            scratch.carry_out(&Command::Stop { at: line.since })?;
        }
        scratch.carry_out(&Command::Correct {
            line: line.number,
            running: self.is_running_at(line).then_some(line.turn),
            moves: Some(line.moves),
            at: line.at,
        })
    }

    /// Presses what was not pressed yet, up to the first ply that is not to be.
    fn press(&self, scratch: &mut Scratch, is_due: impl Fn(&Timestamp) -> bool) -> ControlFlow<()> {
        let (stood, turn) = self.line.map_or((0, self.first), |line| (line.plies, line.turn));
        let pressed = usize::try_from(scratch.log.clock.presses_in_line()).unwrap_or(usize::MAX);
        let sides = [turn, turn.other()].into_iter().cycle();
        for (&at, by) in self.plies.iter().skip(stood).zip(sides).skip(pressed) {
            if !is_due(&at) {
                break;
            }
            if scratch.log.clock.is_opening()
                && let Some(control) = scratch.log.clock.control()
            {
                // White has moved, so Black has pressed; nobody told when.
                scratch.carry_out(&Command::Start { control, at })?;
            }
            // Board-ingest has judged the moment, by its own clock, when the move arrived there.
            if scratch.tell(&Command::Press { by, at, received: at }).is_err() {
                break;
            }
        }
        ControlFlow::Continue(())
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
    pub(crate) fn is_ahead_of(&self, clock: &game_clock::Clock) -> bool {
        self.line.is_some_and(|line| line.number > clock.line())
    }
}

/// What the messages of a game bring a clock to, one after the other.
///
/// # Errors
/// [`Gap::Told`] when they are not all that were written.
pub(crate) fn replay(records: &[GameRecord], log: &ClockLog) -> Result<Decided, Gap> {
    let mut after = log.clone();
    let mut decided = Decided::default();
    let mut rulings: Vec<Ruling> = Vec::new();
    for record in records {
        rulings.extend_from_slice(&record.rulings);
        // One that waits is told with what comes after it.
        let record = GameRecord { rulings: rulings.clone(), ..record.clone() };
        let next = match record.decide(&after) {
            Ok(next) => next,
            Err(Gap::Control) => continue,
            Err(gap @ Gap::Told) => return Err(gap),
        };
        next.events.iter().for_each(|event| after.apply(event));
        decided.events.extend(next.events);
        decided.is_waiting = next.is_waiting;
    }
    Ok(decided)
}

/// A clock that is tried out.
struct Scratch {
    log: ClockLog,
    events: Vec<ClockEvent>,
}

impl Scratch {
    fn new(log: &ClockLog) -> Self {
        Self { log: log.clone(), events: Vec::new() }
    }

    fn tell(&mut self, command: &Command) -> Result<(), Refusal> {
        let events = self.log.clock.decide(command)?;
        events.into_iter().for_each(|event| self.push(ClockEvent::Clock(event)));
        Ok(())
    }

    /// Whether a command would make a flag fall, which waits for the presses under way.
    fn makes_fall(&self, command: &Command) -> bool {
        let falls =
            |event: &Event| matches!(event, Event::FlagFell { .. } | Event::AbsenceExceeded { .. });
        self.log.clock.decide(command).is_ok_and(|events| events.iter().any(falls))
    }

    /// Tells what the clock may pass over; not, and it breaks off, while it would make a flag fall.
    fn carry_out(&mut self, command: &Command) -> ControlFlow<()> {
        if self.makes_fall(command) {
            return ControlFlow::Break(());
        }
        // After the flag fell, the game ends by the flag, whatever came after.
        if let Err(refusal) = self.tell(command) {
            tracing::debug!(%refusal, ?command, "the clock stands");
        }
        ControlFlow::Continue(())
    }

    /// Carries out a ruling and answers it; not, and it breaks off, while it would make a flag fall.
    fn answer(&mut self, ruling: &Ruling) -> ControlFlow<()> {
        if self.makes_fall(&ruling.command) {
            return ControlFlow::Break(());
        }
        let refusal = self.tell(&ruling.command).err();
        let (number, input) = (ruling.number, ruling.input.clone());
        self.push(ClockEvent::Answered(ClockAnswer { number, input, refusal }));
        ControlFlow::Continue(())
    }

    fn push(&mut self, event: ClockEvent) {
        self.log.apply(&event);
        self.events.push(event);
    }
}
