//! What a clock has to know of a game's record, and what it has yet to do to be where the record is.
//!
//! Every message of GAME tells the whole record, so a clock presses whatever it has not pressed yet:
//! the order of messages, repeats and gaps make no difference. A record that the arbiter changed is a
//! new line: the clock goes on from there for the side to move, and presses what follows. What was
//! used until then is used; the rest is left to the arbiter.
//!
//! What is told to the clock beside moves (a ruling, Black's press before the first move, what a physical
//! clock shows) has its place among the moves: after those that were told before it, and after those that
//! were made before it. It never makes a flag fall, because a press that was made in time may still be on
//! its way: it waits until the flag has fallen by itself.

use draughts::{Color, InputId, RuleSet, Timestamp, Variant, fen};
use game_clock::{Command, Event, Moves, Refusal, TimeControl};
use proto::{
    convert::{
        Aggregate as _, ClockAnswer, ClockEvent, ClockLog, ClockRuling, ConvertError, required,
    },
    v1::{self, Envelope, envelope::Record, game_event},
};

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
    /// When the last of them had arrived.
    pub(crate) received: Timestamp,
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
    /// Whether a ruling has to wait for the flag.
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
        black_starts: false,
        started_at: Timestamp::from_millis(state.started_at_ms),
        first: start.turn(),
        plies: state.plies.iter().map(|ply| Timestamp::from_millis(ply.at_ms)).collect(),
        received: Timestamp::from_millis(envelope.recorded_at_ms),
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
        if !log.clock.is_started() {
            let control = self.control.ok_or(Gap)?;
            let at = self.started_at;
            scratch.carry_out(&match self.black_starts {
                true => Command::Open { control, at },
                false => Command::Start { control, at },
            });
        }
        let pending = self.rulings.iter().filter(|ruling| ruling.number > log.answered);
        if u32::try_from(pending.clone().count()).ok() != Some(self.ruled - log.answered) {
            return Err(Gap);
        }
        for ruling in pending {
            self.change_line(&mut scratch);
            self.press(&mut scratch, |at| at <= ruling.at);
            if !scratch.answer(ruling) {
                return Ok(Decided { events: scratch.events, is_waiting: true });
            }
        }
        self.change_line(&mut scratch);
        self.press(&mut scratch, |_at| true);
        let clock = &scratch.log.clock;
        match self.end {
            End::At(at) => scratch.carry_out(&Command::Stop { at }),
            End::Before if clock.running().is_some() || clock.is_paused() => return Err(Gap),
            End::Before | End::Open => {}
        }
        Ok(Decided { events: scratch.events, is_waiting: false })
    }

    /// Goes over to the record as the arbiter changed it last.
    fn change_line(&self, scratch: &mut Scratch) {
        let Some(line) = self.line.filter(|line| line.number > scratch.log.clock.line()) else {
            return;
        };
        if line.since < line.at && !scratch.log.clock.is_paused() {
            scratch.carry_out(&Command::Stop { at: line.since });
        }
        scratch.carry_out(&Command::Correct {
            line: line.number,
            running: self.is_running_at(line).then_some(line.turn),
            moves: Some(line.moves),
            at: line.at,
        });
    }

    /// Presses what was not pressed yet, up to the first ply that is not to be.
    fn press(&self, scratch: &mut Scratch, is_due: impl Fn(Timestamp) -> bool) {
        let (stood, turn) = self.line.map_or((0, self.first), |line| (line.plies, line.turn));
        let pressed = usize::try_from(scratch.log.clock.presses_in_line()).unwrap_or(usize::MAX);
        let sides = [turn, turn.other()].into_iter().cycle();
        for (&at, by) in self.plies.iter().skip(stood).zip(sides).skip(pressed) {
            // What was played while the clock was paused takes no time.
            let at = scratch.resumed_at.map_or(at, |resumed_at| at.max(resumed_at));
            let received = self.received.max(scratch.resumed_at.unwrap_or(self.received));
            if !is_due(at) {
                return;
            }
            if scratch.log.clock.is_opening()
                && let Some(control) = scratch.log.clock.control()
            {
                // White has moved, so Black has pressed; nobody told when.
                scratch.carry_out(&Command::Start { control, at });
            }
            if scratch.tell(&Command::Press { by, at, received }).is_err() {
                return;
            }
        }
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
pub(crate) fn replay(records: &[GameRecord], log: &ClockLog) -> Decided {
    let mut after = log.clone();
    let mut decided = Decided::default();
    let mut rulings: Vec<Ruling> = Vec::new();
    for record in records {
        rulings.extend_from_slice(&record.rulings);
        // One that waits is told with what comes after it.
        let record = GameRecord { rulings: rulings.clone(), ..record.clone() };
        // A game without a control has no clock.
        let Ok(next) = record.decide(&after) else { continue };
        next.events.iter().for_each(|event| after.apply(event));
        decided.events.extend(next.events);
        decided.is_waiting = next.is_waiting;
    }
    decided
}

/// A clock that is tried out.
struct Scratch {
    log: ClockLog,
    events: Vec<ClockEvent>,
    /// When the clock was resumed, in this decision.
    resumed_at: Option<Timestamp>,
}

impl Scratch {
    fn new(log: &ClockLog) -> Self {
        Self { log: log.clone(), events: Vec::new(), resumed_at: None }
    }

    fn tell(&mut self, command: &Command) -> Result<(), Refusal> {
        let events = self.log.clock.decide(command)?;
        events.into_iter().for_each(|event| self.push(ClockEvent::Clock(event)));
        Ok(())
    }

    /// Tells what the clock may pass over.
    fn carry_out(&mut self, command: &Command) {
        // After the flag fell, the game ends by the flag, whatever came after.
        if let Err(refusal) = self.tell(command) {
            tracing::debug!(%refusal, ?command, "the clock stands");
        }
    }

    /// Carries out a ruling and answers it; not, and `false`, while it would make a flag fall.
    fn answer(&mut self, ruling: &Ruling) -> bool {
        let decided = self.log.clock.decide(&ruling.command);
        let falls =
            |event: &Event| matches!(event, Event::FlagFell { .. } | Event::AbsenceExceeded { .. });
        if decided.as_ref().is_ok_and(|events| events.iter().any(falls)) {
            return false;
        }
        let refusal = self.tell(&ruling.command).err();
        let (number, input) = (ruling.number, ruling.input.clone());
        self.push(ClockEvent::Answered(ClockAnswer { number, input, refusal }));
        true
    }

    fn push(&mut self, event: ClockEvent) {
        if let ClockEvent::Clock(Event::Resumed { at, .. }) = event {
            self.resumed_at = Some(at);
        }
        self.log.apply(&event);
        self.events.push(event);
    }
}
