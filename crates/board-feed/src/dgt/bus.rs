//! Several DGT boards on one serial line: whom to ask next, and the readings that follow from the
//! answers.
//!
//! A board on a bus says nothing unasked. Each in turn is asked for its changes, which it keeps
//! until then; between two rounds there is time for other questions. The line carries 960 bytes in
//! a second, so that a round of forty boards takes some 1.2 s, and all fields of one board 0.11 s.

mod address;
mod changes;
mod member;
mod message;

pub use address::{BusAddress, BusAddressError};

use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};

use draughts::Timestamp;

use self::{
    member::Member,
    message::{BOARD, BusCommand, BusMessage, BusQuestion, CHANGES, CLOCK, TO_BUS, VERSION},
};
use super::{
    DgtFrames,
    line::DgtLine,
    record::DgtLineEvent,
    state::{DgtAbout, DgtReport, DgtSetting},
};

/// Time that boards need to change from answering alone to the bus.
const CHANGE_OVER: Duration = Duration::from_millis(300);
/// Longest time until the beginning of an answer, and between two parts of it.
const ANSWER: Duration = Duration::from_millis(80);
/// Longest time until the end of an answer: the line carries the longest message in 8.6 s, as of a
/// board that has kept its changes for hours.
const WHOLE_ANSWER: Duration = Duration::from_secs(10);
/// Time in which all boards answer to a question to all, each at a moment of its own.
const SEARCH: Duration = Duration::from_millis(1_250);
/// The number of searches without an answer after which all boards are found.
const SILENT_SEARCHES: u32 = 2;
/// The largest number of searches: a device that sends without end must not stop the games.
const SEARCHES_MAX: u32 = 16;
/// Pause before boards are searched again; twice as long each time once there are some.
const SEARCH_AGAIN: Duration = Duration::from_secs(10);
/// The longest such pause. After it nobody is searched: a search stops all games for some seconds.
const SEARCH_AGAIN_MAX: Duration = Duration::from_secs(160);
/// Shortest time between the beginnings of two rounds: a scan of the fields.
const ROUND_MIN: Duration = Duration::from_millis(250);
/// Time from the beginning of a round in which other questions are asked; one of them always is.
const OTHERS: Duration = Duration::from_millis(1_200);
/// As [`OTHERS`], while boards come that nothing is known of.
const OTHERS_JOINING: Duration = Duration::from_millis(2_000);
/// Time that a board takes in a round, and the time of the other questions.
const POLL_OF_BOARD: Duration = Duration::from_millis(32);
const POLL_OF_OTHERS: Duration = Duration::from_millis(150);
/// The time within which a board is asked again is told in steps, so that it is the same again.
const POLL_STEP_MS: u128 = 250;
/// The largest number of boards on a bus.
const BOARDS_MAX: usize = 100;

/// A report of a board on a bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DgtBusReport {
    /// The board.
    pub board: BusAddress,
    /// The report.
    pub report: DgtReport,
}

/// The boards on a bus.
///
/// Searches the line for boards when it is opened, and repeats that for five minutes. Asks each
/// board for its numbers and fields, and then all in turn for changes. A board that does not answer
/// is asked now and then whether it is back. Memory is bounded.
#[derive(Clone, Debug)]
pub struct DgtBus {
    setting: DgtSetting,
    frames: DgtFrames,
    members: BTreeMap<BusAddress, Member>,
    commands: Vec<u8>,
    reports: Vec<DgtBusReport>,
    phase: Phase,
    search: Option<Search>,
    /// The moment of the next search, and the pause after it.
    search_again: Option<(Timestamp, Duration)>,
    /// The boards that are still to be asked in this round.
    round: VecDeque<BusAddress>,
    round_begun: Timestamp,
    /// True if another question was asked in this round.
    has_other: bool,
    /// True if a board was asked in this round whether it is back: each that is not costs the time
    /// in which it does not answer.
    has_pinged: bool,
    /// The time within which each board is asked again.
    poll: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// There is no line.
    Closed,
    /// Nothing is asked until a moment.
    Resting { until: Timestamp },
    /// All boards were asked whether they are there. `heard` if anything came.
    Searching { until: Timestamp, heard: bool },
    /// A board was asked something at `since`; the next part of its answer comes until a moment.
    Asked { board: BusAddress, question: BusQuestion, since: Timestamp, until: Timestamp },
}

/// A search for boards.
#[derive(Clone, Debug, Default)]
struct Search {
    /// Boards that were there before, and are asked first.
    known: VecDeque<BusAddress>,
    /// Boards that were found, and do not answer to the next question to all.
    hush: VecDeque<BusAddress>,
    count: u32,
    silent: u32,
}

impl DgtBus {
    /// Makes a bus without a line.
    #[must_use]
    pub fn new(setting: DgtSetting) -> Self {
        Self {
            setting,
            frames: DgtFrames::default(),
            members: BTreeMap::new(),
            commands: Vec::new(),
            reports: Vec::new(),
            phase: Phase::Closed,
            search: None,
            search_again: None,
            round: VecDeque::new(),
            round_begun: Timestamp::default(),
            has_other: false,
            has_pinged: false,
            poll: POLL_OF_OTHERS,
        }
    }

    /// Names boards that are on the bus, now or later: they are asked for even if no search finds
    /// them.
    pub fn name(&mut self, boards: impl IntoIterator<Item = BusAddress>) {
        for board in boards {
            if let Some(member) = self.member(board) {
                member.name();
            }
        }
    }

    /// Returns each board that was named or found, with what it has said about itself, and whether
    /// it reports.
    pub fn boards(&self) -> impl Iterator<Item = (BusAddress, &DgtAbout, bool)> {
        self.members.iter().map(|(board, member)| (*board, member.about(), member.is_up()))
    }

    /// Returns true while boards are searched.
    #[must_use]
    pub const fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Asks a board for all its fields again, whose last reports were lost after they had come.
    pub fn begin_anew(&mut self, board: BusAddress, at: Timestamp) {
        if let Some(member) = self.members.get_mut(&board).filter(|member| !member.is_away()) {
            let report = member.begin_anew(at);
            self.reports.extend(report.map(|report| DgtBusReport { board, report }));
        }
    }

    /// Returns a board, which becomes known; `None` if there are too many.
    fn member(&mut self, board: BusAddress) -> Option<&mut Member> {
        if self.members.len() >= BOARDS_MAX && !self.members.contains_key(&board) {
            return None;
        }
        let setting = self.setting;
        Some(self.members.entry(board).or_insert_with(|| Member::new(board, setting)))
    }

    /// Returns the boards that answer.
    fn present(&self) -> impl Iterator<Item = BusAddress> {
        let there = self.members.iter().filter(|(_, member)| !member.is_away());
        there.map(|(board, _)| *board)
    }

    fn report(&mut self, board: BusAddress, reports: impl IntoIterator<Item = DgtReport>) {
        let of_board = |report| DgtBusReport { board, report };
        self.reports.extend(reports.into_iter().map(of_board));
    }

    fn ask(&mut self, board: BusAddress, question: BusQuestion, now: Timestamp) {
        self.commands.extend(question.command(board));
        let until = now.saturating_add(ANSWER);
        self.phase = Phase::Asked { board, question, since: now, until };
    }

    /// Asks the next question.
    fn next(&mut self, now: Timestamp) {
        if self.search(now) {
            return;
        }
        while let Some(board) = self.round.pop_front() {
            if self.members.get(&board).is_some_and(Member::is_up) {
                return self.ask(board, BusQuestion::Changes, now);
            }
        }
        if let Some((board, question)) = self.other(now) {
            self.has_other = true;
            self.has_pinged |= question == BusQuestion::Ping;
            return self.ask(board, question, now);
        }
        self.begin_round(now);
    }

    /// Goes on with a search; returns false if there is none.
    fn search(&mut self, now: Timestamp) -> bool {
        let Some(search) = &mut self.search else { return false };
        if let Some(board) = search.known.pop_front() {
            self.ask(board, BusQuestion::Ping, now);
            return true;
        }
        if let Some(board) = search.hush.pop_front() {
            self.ask(board, BusQuestion::Hush, now);
            return true;
        }
        if search.silent < SILENT_SEARCHES && search.count < SEARCHES_MAX {
            search.count += 1;
            self.commands.extend(message::ping_all());
            self.phase = Phase::Searching { until: now.saturating_add(SEARCH), heard: false };
            return true;
        }
        self.search = None;
        self.poll = poll_of(self.members.len());
        let pause = self.search_again.map_or(SEARCH_AGAIN, |(_, pause)| pause);
        let next = if self.members.is_empty() { pause } else { pause.saturating_mul(2) };
        self.search_again = (pause <= SEARCH_AGAIN_MAX).then(|| (now.saturating_add(pause), next));
        false
    }

    /// Returns another question than that for changes, if one is due and there is time for it.
    fn other(&self, now: Timestamp) -> Option<(BusAddress, BusQuestion)> {
        let is_joining = self.members.values().any(Member::is_joining);
        let time = if is_joining { OTHERS_JOINING } else { OTHERS };
        if self.has_other && now >= self.round_begun.saturating_add(time) {
            return None;
        }
        let due = self.members.iter().filter_map(|(board, member)| {
            let (since, question) = member.due(now)?;
            if question == BusQuestion::Ping && self.has_pinged && self.is_up() {
                return None;
            }
            // Nothing is known of the fields of a board that joins.
            Some((!member.is_joining(), since, *board, question))
        });
        let first = due.min_by_key(|(is_other, since, board, _)| (*is_other, *since, *board));
        first.map(|(_, _, board, question)| (board, question))
    }

    /// Begins a round, or rests until there is something to ask.
    fn begin_round(&mut self, now: Timestamp) {
        if self.search_again.is_some_and(|(due, _)| due <= now) {
            // The boards that are there are known: nobody else has to answer.
            let silent = SILENT_SEARCHES.saturating_sub(1);
            self.search =
                Some(Search { hush: self.present().collect(), silent, ..Search::default() });
            return self.next(now);
        }
        let next = self.round_begun.saturating_add(ROUND_MIN);
        let is_up = self.is_up();
        if is_up && next <= now {
            self.round_begun = now;
            (self.has_other, self.has_pinged) = (false, false);
            let up = self.members.iter().filter(|(_, member)| member.is_up());
            self.round = up.map(|(board, _)| *board).collect();
            return self.next(now);
        }
        (self.has_other, self.has_pinged) = (false, false);
        let due = self.members.values().map(Member::due_at).min();
        let again = now.saturating_add(SEARCH_AGAIN);
        let until = if is_up { next } else { due.unwrap_or(again).min(again) };
        self.phase =
            Phase::Resting { until: until.max(now.saturating_add(Duration::from_millis(1))) };
        if self.members.is_empty() {
            self.search = Some(Search::default());
        }
    }

    fn pass(&mut self, now: Timestamp) {
        if self.deadline().is_none_or(|deadline| deadline > now) {
            return;
        }
        match self.phase {
            Phase::Closed => {}
            Phase::Resting { .. } => self.next(now),
            Phase::Searching { heard, .. } => {
                let present: Vec<_> = self.present().collect();
                if let Some(search) = &mut self.search {
                    search.silent = if heard { 0 } else { search.silent + 1 };
                    search.hush.extend(present);
                }
                self.next(now);
            }
            Phase::Asked { board, question, .. } => {
                let reports = self.members.get_mut(&board).map(|it| it.miss(question, now));
                self.report(board, reports.unwrap_or_default());
                if self.members.get(&board).is_some_and(Member::is_forgotten) {
                    self.members.remove(&board);
                }
                if question == BusQuestion::Changes {
                    self.ask(board, BusQuestion::Repeat, now);
                } else {
                    self.next(now);
                }
            }
        }
    }

    /// Notes that bytes came, whatever they say.
    fn hear(&mut self, now: Timestamp) {
        match &mut self.phase {
            Phase::Searching { heard, .. } => *heard = true,
            Phase::Asked { since, until, .. } => {
                let part = now.saturating_add(ANSWER);
                *until = part.min(since.saturating_add(WHOLE_ANSWER)).max(*until);
            }
            Phase::Closed | Phase::Resting { .. } => {}
        }
    }

    fn take_message(&mut self, message: BusMessage, now: Timestamp) {
        let BusMessage { address: board, id, data } = message;
        let asked = if let Phase::Asked { board: asked, question, .. } = self.phase
            && asked == board
        {
            Some(question)
        } else {
            None
        };
        let poll = self.poll;
        let is_searching = matches!(self.phase, Phase::Searching { .. });
        if !is_searching && !self.members.contains_key(&board) {
            // Nobody asked it: these are damaged bytes of another.
            return;
        }
        let Some(member) = self.member(board) else { return };
        member.find(now);
        let reports = match id {
            CHANGES => member.take_changes(data, now, asked == Some(BusQuestion::Repeat)),
            BOARD => member.take_dump(data, now, poll),
            CLOCK => member.take_clock(&data, now),
            VERSION => {
                member.take_version(&data);
                Vec::new()
            }
            // It is there, or something that nobody asked for.
            _ => Vec::new(),
        };
        self.report(board, reports);
        if asked.is_some_and(|question| question.is_answered_by(id)) {
            self.next(now);
        }
    }

    /// Takes its place on a line that was open before.
    fn rejoin(&mut self, at: Timestamp) {
        if self.phase == Phase::Closed {
            self.phase = Phase::Resting { until: at.saturating_add(SEARCH_AGAIN) };
        }
    }

    /// Notes the question that was sent, on a line that was recorded.
    fn note_asked(&mut self, sent: &[u8], at: Timestamp) {
        match message::last_command(sent) {
            Some(BusCommand::All) => {
                self.phase = Phase::Searching { until: at.saturating_add(SEARCH), heard: false };
            }
            Some(BusCommand::One(board, question)) => {
                let until = at.saturating_add(ANSWER);
                self.phase = Phase::Asked { board, question, since: at, until };
            }
            None => {}
        }
    }
}

impl DgtLine for DgtBus {
    type Report = DgtBusReport;

    const HEADER: &'static str = "damcast-bus 1";

    fn open(&mut self, at: Timestamp) {
        self.frames = DgtFrames::default();
        self.round.clear();
        let known = self.members.keys().copied().collect();
        self.search = Some(Search { known, ..Search::default() });
        self.search_again = None;
        self.commands.push(TO_BUS);
        self.phase = Phase::Resting { until: at.saturating_add(CHANGE_OVER) };
    }

    fn close(&mut self) -> Vec<DgtBusReport> {
        for (board, member) in &mut self.members {
            let report = member.lose(Timestamp::default());
            self.reports.extend(report.map(|report| DgtBusReport { board: *board, report }));
        }
        self.phase = Phase::Closed;
        self.commands.clear();
        std::mem::take(&mut self.reports)
    }

    fn take(&mut self, bytes: &[u8], at: Timestamp) -> Vec<DgtBusReport> {
        if self.phase == Phase::Closed {
            return Vec::new();
        }
        // Each byte may end an answer, and the next one belong to another.
        for byte in bytes {
            self.hear(at);
            for frame in self.frames.take(core::slice::from_ref(byte)) {
                if let Some(message) = BusMessage::read(&frame) {
                    self.take_message(message, at);
                }
            }
        }
        self.pass(at);
        std::mem::take(&mut self.reports)
    }

    fn wait(&mut self, until: Timestamp) -> Vec<DgtBusReport> {
        self.pass(until);
        std::mem::take(&mut self.reports)
    }

    fn follow(&mut self, event: &DgtLineEvent, at: Timestamp) -> Vec<DgtBusReport> {
        let mut reports = Vec::new();
        match event {
            DgtLineEvent::Opened => self.open(at),
            DgtLineEvent::Continued(_) => self.rejoin(at),
            DgtLineEvent::Closed => reports = self.close(),
            DgtLineEvent::Received(bytes) => reports = self.take(bytes, at),
            DgtLineEvent::Sent(bytes) => {
                // Whatever happens by time alone sends commands, so this was its moment.
                reports = self.wait(at);
                self.note_asked(bytes, at);
            }
        }
        self.commands.clear();
        reports
    }

    fn commands(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.commands)
    }

    fn is_up(&self) -> bool {
        self.members.values().any(Member::is_up)
    }

    fn deadline(&self) -> Option<Timestamp> {
        match self.phase {
            Phase::Closed => None,
            Phase::Resting { until }
            | Phase::Searching { until, .. }
            | Phase::Asked { until, .. } => Some(until),
        }
    }
}

/// Returns the time within which each of so many boards is asked again.
fn poll_of(boards: usize) -> Duration {
    let count = u32::try_from(boards).unwrap_or(u32::MAX);
    let poll = POLL_OF_OTHERS.saturating_add(POLL_OF_BOARD.saturating_mul(count));
    let steps = poll.as_millis().div_ceil(POLL_STEP_MS);
    Duration::from_millis(u64::try_from(steps * POLL_STEP_MS).unwrap_or(u64::MAX))
}
