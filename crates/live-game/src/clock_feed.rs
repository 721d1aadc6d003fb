//! The commands that a game's record makes necessary on its clock.
//!
//! Every message of a game holds the whole record, so the clock presses whatever it has not pressed
//! yet: the order of messages, repeats and gaps make no difference. When the arbiter changes the
//! record, it begins a new line: the clock goes on from there for the side to move, and presses the
//! plies that follow. Time used until then stays used; the arbiter may set another.
//!
//! A clock command other than a move (a ruling, Black's press before the first move, the display of
//! a physical clock) is carried out between the moves made before it and those made after it.
//! Neither such a command nor a change of the record nor its end makes a flag fall, because a press
//! that was made in time may still be on its way: they wait until the flag has fallen by itself.

use core::ops::ControlFlow;

use draughts::{Color, Timestamp};
use game_clock::{Clock, Command, Event, Moves, Refusal, StartMode, TimeControl};
use thiserror::Error;

use crate::{
    CLOCK_EVENTS_BYTES_MAX, ClockAnswer, ClockEvent, ClockRuling, GameClock, GameEvent, GameState,
    Line, clock_event_bytes_max,
};

/// The part of a game's record that its clock depends on, as one message of the game holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedRecord {
    /// The time control; only the message that began the game holds it.
    pub control: Option<TimeControl>,
    /// True if Black's time runs until Black starts White's (2006 art. 2); only in the same
    /// message.
    pub black_starts: bool,
    /// True if the game has terms: its clock then keeps the times of the moves; only in the same
    /// message.
    pub keeps_times: bool,
    /// The start of the clock.
    pub start: StartMode,
    /// The moment when the game began.
    pub started_at: Timestamp,
    /// The side that has the first move.
    pub first: Color,
    /// The moment of each ply.
    pub plies: Vec<Timestamp>,
    /// The last change of the record by the arbiter; `None` if there was none.
    pub line: Option<RecordLine>,
    /// True if the rest of the game is noted on paper, untimed.
    pub is_on_paper: bool,
    /// The moment of the irregular move that waits for its correction, its answer or the arbiter.
    pub noted: Option<Timestamp>,
    /// The end of the game, if it has ended.
    pub end: RecordEnd,
    /// Number of clock commands other than moves so far: rulings of the arbiter, mostly.
    pub ruled: u32,
    /// The clock commands other than moves that this message holds.
    pub rulings: Vec<ClockRuling>,
}

/// The events that bring a clock to the state of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClockDecision {
    /// The events, all of one decision: at most as many as fit into an envelope.
    pub events: Vec<ClockEvent>,
    /// True if the rest has to wait until the flag has fallen.
    pub is_waiting: bool,
    /// True if more events follow as soon as these are stored: decide again.
    pub is_partial: bool,
}

/// The record as of the arbiter's last change of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordLine {
    /// The number of the change: 1, 2, 3 …
    pub number: u32,
    /// Number of plies in the record after the change.
    pub plies: usize,
    /// The side to move after the change.
    pub turn: Color,
    /// Number of those plies that each side made.
    pub moves: Moves,
    /// The moment from which no side's time counts until `at`; not later than `at`.
    pub since: Timestamp,
    /// The moment from which the time of the side to move counts.
    pub at: Timestamp,
}

impl RecordLine {
    fn new(line: Line, state: &GameState) -> Self {
        let Line { number, plies, turn, at, since } = line;
        let plies = usize::try_from(plies).unwrap_or(usize::MAX);
        Self { number, plies, turn, moves: state.moves(plies), since, at }
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordEnd {
    /// The game goes on.
    Open,
    /// The game ended at this moment.
    At(Timestamp),
    /// The game ended; an earlier message holds the moment.
    Before,
}

/// A part of the record that only an earlier message holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RecordGap {
    /// The game's time control. A game whose log never holds one has no clock.
    #[error("the time control is missing")]
    Control,
    /// A ruling on the clock, or the end of the game.
    #[error("a ruling or the end of the game is missing")]
    Ruling,
}

impl TimedRecord {
    /// Returns the record in a message that holds `state` and the events that led to it.
    #[must_use]
    pub fn new(state: &GameState, events: &[GameEvent]) -> Self {
        let mut record = Self {
            control: None,
            black_starts: false,
            keeps_times: false,
            start: state.start_mode,
            started_at: state.started_at,
            first: state.start.turn(),
            plies: state.plies.iter().map(|ply| ply.at).collect(),
            line: state.line.map(|line| RecordLine::new(line, state)),
            is_on_paper: state.on_paper_from.is_some(),
            noted: state.noted_at,
            end: if state.outcome.is_some() { RecordEnd::Before } else { RecordEnd::Open },
            ruled: state.clock_rulings,
            rulings: Vec::new(),
        };
        for event in events {
            record.apply(event);
        }
        record
    }

    /// Adds an event of the decision that led to the record.
    ///
    /// The record has to be complete otherwise: an end counts only if the game is over after the
    /// whole decision, because it may have been resumed since.
    fn apply(&mut self, event: &GameEvent) {
        match event {
            GameEvent::ControlSet(control) => self.control = Some(*control),
            GameEvent::BlackStarts => self.black_starts = true,
            GameEvent::TermsSet(_) => self.keeps_times = true,
            GameEvent::ClockRuled(ruling) => self.rulings.push(ruling.clone()),
            GameEvent::Finished { at, .. } if self.end != RecordEnd::Open => {
                self.end = RecordEnd::At(*at);
            }
            GameEvent::Started { .. }
            | GameEvent::MovePlayed { .. }
            | GameEvent::MoveConfirmed { .. }
            | GameEvent::InputHeld { .. }
            | GameEvent::ConflictRaised { .. }
            | GameEvent::ConflictResolved { .. }
            | GameEvent::IrregularityNoted { .. }
            | GameEvent::IrregularityStands { .. }
            | GameEvent::MovesRetracted { .. }
            | GameEvent::PositionSet { .. }
            | GameEvent::WentOnPaper { .. }
            | GameEvent::RecordCompleted { .. }
            | GameEvent::Resumed { .. }
            | GameEvent::DrawOffered { .. }
            | GameEvent::DrawAgreed { .. }
            | GameEvent::ResultConfirmed { .. }
            | GameEvent::Remarked { .. }
            | GameEvent::FlagWaived { .. }
            | GameEvent::InputRefused { .. }
            | GameEvent::Finished { .. }
            | GameEvent::ResultCorrected { .. } => {}
        }
    }

    /// Returns this record, completed with the parts that only an earlier message holds.
    #[must_use]
    pub fn after(mut self, earlier: &Self) -> Self {
        self.control = self.control.or(earlier.control);
        self.black_starts |= earlier.black_starts;
        self.keeps_times |= earlier.keeps_times;
        if self.end == RecordEnd::Before && earlier.end != RecordEnd::Open {
            self.end = earlier.end;
        }
        self
    }

    /// Returns true if the game can be timed: not if its event wants no clock, and not if Black
    /// moves first, because every clock starts with White's time.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.first == Color::White && self.start != StartMode::Untimed
    }

    /// Decides the events that bring the clock to the state of the record; none if it is there.
    ///
    /// # Errors
    /// [`RecordGap`] if earlier messages have to be read first.
    pub fn decide(&self, clock: &GameClock) -> Result<ClockDecision, RecordGap> {
        // An older message holds nothing that is new to the clock.
        let is_older = self.line.map_or(0, |line| line.number) < clock.clock.line();
        if !self.is_timed() || is_older || self.ruled < clock.answered {
            return Ok(ClockDecision::default());
        }
        let mut scratch = Scratch::new(clock);
        let is_waiting = self.bring(&mut scratch)?.is_break();
        Ok(scratch.into_decision(is_waiting))
    }

    /// Brings a clock to the state of the record; breaks off before a command that would make a
    /// flag fall.
    fn bring(&self, scratch: &mut Scratch) -> Result<ControlFlow<()>, RecordGap> {
        let answered = scratch.clock.answered;
        if !scratch.clock.clock.is_started() {
            let control = self.control.ok_or(RecordGap::Control)?;
            let at = self.started_at;
            let start = match self.black_starts {
                true => Command::Open { control, at },
                false => Command::Start { control, at },
            };
            if self.keeps_times {
                scratch.push(ClockEvent::TimesKept);
            }
            // No flag can fall before the clock has started.
            let _goes_on = scratch.carry_out(&start);
            if self.start.is_armed() {
                let _goes_on = scratch.carry_out(&Command::Pause { reason: None, at });
            }
        }
        let pending = self.rulings.iter().filter(|ruling| ruling.number > answered);
        if u32::try_from(pending.clone().count()).ok() != Some(self.ruled - answered) {
            return Err(RecordGap::Ruling);
        }
        let rulings = pending.map(Some).chain([None]);
        for ruling in rulings {
            let until = ruling.map(ClockRuling::at);
            let is_due = |at: &Timestamp| until.is_none_or(|until| *at <= until);
            let brought = self.change_line(scratch).is_continue()
                && self.press(scratch, is_due).is_continue()
                && ruling.is_none_or(|ruling| scratch.answer(ruling, self.start).is_continue());
            if !brought {
                return Ok(ControlFlow::Break(()));
            }
            scratch.mark();
        }
        let clock = &scratch.clock.clock;
        match self.end {
            RecordEnd::At(at) => Ok(scratch.carry_out(&Command::Stop { at })),
            RecordEnd::Before if clock.running().is_some() || clock.is_paused() => {
                Err(RecordGap::Ruling)
            }
            RecordEnd::Before | RecordEnd::Open => Ok(ControlFlow::Continue(())),
        }
    }

    /// Returns true if the clock has answered a ruling that this record does not have: the record
    /// is older, or the log has lost the ruling, and may have given its number to another.
    #[must_use]
    pub fn lacks_ruling_of(&self, clock: &GameClock) -> bool {
        self.ruled < clock.answered || self.rulings.iter().any(|ruling| clock.contradicts(ruling))
    }

    /// Moves the clock to the arbiter's last change of the record, if it is not there yet.
    fn change_line(&self, scratch: &mut Scratch) -> ControlFlow<()> {
        let Some(line) = self.line.filter(|line| line.number > scratch.clock.clock.line()) else {
            return ControlFlow::Continue(());
        };
        if line.since < line.at && !scratch.clock.clock.is_paused() {
            scratch.carry_out(&Command::Stop { at: line.since })?;
        }
        scratch.carry_out(&Command::Correct {
            line: line.number,
            running: self.is_running_at(line).then_some(line.turn),
            moves: Some(line.moves),
            at: line.at,
        })
    }

    /// Presses the plies that are not pressed yet, up to the first that is not due.
    fn press(&self, scratch: &mut Scratch, is_due: impl Fn(&Timestamp) -> bool) -> ControlFlow<()> {
        let (stood, turn) = self.line.map_or((0, self.first), |line| (line.plies, line.turn));
        let pressed = usize::try_from(scratch.clock.clock.presses_in_line()).unwrap_or(usize::MAX);
        let sides = [turn, turn.other()].into_iter().cycle();
        for (&at, by) in self.plies.iter().skip(stood).zip(sides).skip(pressed) {
            if !is_due(&at) {
                break;
            }
            if self.start.is_armed() && scratch.clock.clock.is_armed() {
                // A player who moves has begun, whether or not anybody started the clock.
                scratch.carry_out(&Command::Resume { running: None, at })?;
            }
            if scratch.clock.clock.is_opening()
                && let Some(control) = scratch.clock.clock.control()
            {
                // White has moved, so Black has pressed; the moment of that press is unknown.
                scratch.carry_out(&Command::Start { control, at })?;
            }
            // Board-ingest has judged the moment, by its own clock, when the move arrived there.
            if scratch.execute(&Command::Press { by, at, received: at }).is_err() {
                break;
            }
            scratch.mark();
        }
        ControlFlow::Continue(())
    }

    /// Returns true if time runs from a change of the record on. It does not while the game is on
    /// paper or over.
    fn is_running_at(&self, line: RecordLine) -> bool {
        let is_open = match self.end {
            RecordEnd::Open => true,
            RecordEnd::At(end) => end > line.at,
            // Moves were played after the change, so the game was open then.
            RecordEnd::Before => self.plies.len() > line.plies,
        };
        is_open && !self.is_on_paper
    }

    /// Returns true if the clock has stopped at an end of the game that this record does not hold:
    /// it is from before the end, or the log has lost the end.
    #[must_use]
    pub fn lacks_end_of(&self, clock: &GameClock) -> bool {
        let is_of_line = self.line.map_or(0, |line| line.number) == clock.clock.line();
        let goes_on = self.end == RecordEnd::Open && !self.is_on_paper;
        clock.clock.is_stopped() && goes_on && is_of_line && self.is_timed()
    }

    /// Decides the events that let the time run again, from `at` on, of a clock that has stopped at
    /// an end which the log has lost; none if it has not. This has to be the last record of the
    /// game.
    #[must_use]
    pub fn go_on(&self, clock: &GameClock, at: Timestamp) -> Vec<ClockEvent> {
        if !self.lacks_end_of(clock) {
            return Vec::new();
        }
        let turn = self.line.map_or(self.first, |line| line.turn);
        let is_turn = clock.clock.presses_in_line().is_multiple_of(2);
        let running = if is_turn { turn } else { turn.other() };
        let mut scratch = Scratch::new(clock);
        // No flag falls while a clock stands still.
        let _goes_on = scratch.carry_out(&Command::GoOn { running, at });
        let _goes_on = self.press(&mut scratch, |_at| true);
        // The record leads to presses that do not fit here.
        scratch.into_decision(false).events
    }

    /// Returns true if the arbiter has changed the record since the clock was last brought to its
    /// state.
    #[must_use]
    pub fn is_ahead_of(&self, clock: &Clock) -> bool {
        self.line.is_some_and(|line| line.number > clock.line())
    }
}

/// Decides the clock events that the messages of a game lead to, one message after the other. These
/// are all messages of the game: a ruling that none of them holds is lost.
///
/// # Errors
/// [`RecordGap::Ruling`] if messages are missing from `records`.
pub fn replay_records(
    records: &[TimedRecord],
    clock: &GameClock,
) -> Result<ClockDecision, RecordGap> {
    let mut after = clock.clone();
    if let Some(lost) = first_lost(records, clock) {
        after.forget_answers(lost);
    }
    let (mut decided, mut bytes) = (ClockDecision::default(), 0);
    let mut rulings: Vec<ClockRuling> = Vec::new();
    for record in records {
        rulings.extend_from_slice(&record.rulings);
        // A ruling that waits is passed on again with every later record.
        let record = TimedRecord { rulings: rulings.clone(), ..record.clone() };
        let next = match record.decide(&after) {
            Ok(next) => next,
            Err(RecordGap::Control) => continue,
            Err(gap @ RecordGap::Ruling) => return Err(gap),
        };
        bytes += next.events.iter().map(clock_event_bytes_max).sum::<usize>();
        if bytes > CLOCK_EVENTS_BYTES_MAX && !decided.events.is_empty() {
            return Ok(ClockDecision { is_partial: true, is_waiting: false, ..decided });
        }
        next.events.iter().for_each(|event| after.apply(event));
        decided.events.extend(next.events);
        decided.is_waiting = next.is_waiting;
        if next.is_partial {
            return Ok(ClockDecision { is_partial: true, ..decided });
        }
    }
    Ok(decided)
}

/// Returns the number of the first ruling that the clock has answered and that the messages of its
/// game do not hold; `None` if they hold all.
fn first_lost(records: &[TimedRecord], clock: &GameClock) -> Option<u32> {
    let held = records.last().map_or(0, |record| record.ruled);
    let mut rulings = records.iter().flat_map(|record| &record.rulings);
    let other = rulings.find(|ruling| clock.contradicts(ruling)).map(|ruling| ruling.number);
    other.or_else(|| (held < clock.answered).then_some(held + 1))
}

/// A clock on which a decision is tried out, and the events of the decision.
struct Scratch {
    clock: GameClock,
    events: Vec<ClockEvent>,
    /// An upper bound of the bytes of the events.
    bytes: usize,
    /// Number of the events that fit into an envelope and end with a whole press or ruling, after
    /// which the same record leads to the rest.
    fitting: usize,
}

impl Scratch {
    fn new(clock: &GameClock) -> Self {
        Self { clock: clock.clone(), events: Vec::new(), bytes: 0, fitting: 0 }
    }

    /// Notes that the same record leads to what follows if the events so far are stored.
    fn mark(&mut self) {
        if self.bytes <= CLOCK_EVENTS_BYTES_MAX {
            self.fitting = self.events.len();
        }
    }

    /// Returns the decision, with no more events than fit into an envelope.
    fn into_decision(self, is_waiting: bool) -> ClockDecision {
        let Self { mut events, bytes, fitting, .. } = self;
        let is_partial = bytes > CLOCK_EVENTS_BYTES_MAX;
        if is_partial {
            events.truncate(fitting);
        }
        ClockDecision { events, is_waiting: is_waiting && !is_partial, is_partial }
    }

    fn execute(&mut self, command: &Command) -> Result<(), Refusal> {
        let events = self.clock.clock.decide(command)?;
        events.into_iter().for_each(|event| self.push(ClockEvent::Clock(event)));
        Ok(())
    }

    /// Returns true if a command would make a flag fall; such a command waits for presses on their
    /// way.
    fn makes_fall(&self, command: &Command) -> bool {
        let falls =
            |event: &Event| matches!(event, Event::FlagFell { .. } | Event::AbsenceExceeded { .. });
        self.clock.clock.decide(command).is_ok_and(|events| events.iter().any(falls))
    }

    /// Applies a command, ignoring refusals. Returns `Break` without applying it if a flag would
    /// fall.
    fn carry_out(&mut self, command: &Command) -> ControlFlow<()> {
        if self.makes_fall(command) {
            return ControlFlow::Break(());
        }
        // A refusal is ignored: once a flag has fallen, the game ends by it, whatever came later.
        let _refused = self.execute(command);
        ControlFlow::Continue(())
    }

    /// Applies a ruling and answers it. Returns `Break` without applying it if a flag would fall.
    fn answer(&mut self, ruling: &ClockRuling, start: StartMode) -> ControlFlow<()> {
        if self.makes_fall(&ruling.command) {
            return ControlFlow::Break(());
        }
        let refusal = if start == StartMode::Table
            && self.clock.clock.is_armed()
            && let Command::Begin { by: Color::Black, at } = ruling.command
        {
            self.begin(at).err()
        } else {
            self.execute(&ruling.command).err()
        };
        let (number, input) = (ruling.number, ruling.input.clone());
        self.push(ClockEvent::Answered(ClockAnswer { number, input, refusal }));
        ControlFlow::Continue(())
    }

    /// Starts a clock that stands since its start, by Black's press.
    fn begin(&mut self, at: Timestamp) -> Result<(), Refusal> {
        let is_opening = self.clock.clock.is_opening();
        self.execute(&Command::Resume { running: None, at })?;
        if is_opening { self.execute(&Command::Begin { by: Color::Black, at }) } else { Ok(()) }
    }

    fn push(&mut self, event: ClockEvent) {
        self.clock.apply(&event);
        self.bytes += clock_event_bytes_max(&event);
        self.events.push(event);
    }
}

#[cfg(test)]
mod tests;
