//! The gate between the log and everything public of one tournament.
//!
//! A message passes once the embargoes let it ([`PartEmbargoes::due`]), and the messages of its
//! subject before it have passed. That is decided by the moments in the log alone, so every replica
//! lets the same through, also after a restart: no timer matters, the gate is only asked again what
//! is due by now. Everything that spectators read is made of what has passed, so nothing public
//! depends on a younger message. Embargoes themselves are public at once, and are those of the
//! newest message of the tournament.
//!
//! An embargo may be stored and not heard of. It holds some time after it is stored, so everything
//! passes while TOURNAMENT was read to its end a short time ago, and waits otherwise
//! ([`Moment::knows`]).
//!
//! A message about a game carries its whole state, so of those that are due the last is shown, and
//! of those that wait only the places are kept. While no embargo was ever set, all are shown in the
//! order of their streams, because a cursor then counts on it.

use std::collections::{BTreeMap, VecDeque};

use draughts::Timestamp;
use proto::{
    convert::{ConvertError, Record, round, table},
    subject::{GameId, Stream},
};
use runtime::{LogEntry, Snapshot};
use tournament::{EmbargoScope, Embargoes, PartEmbargoes, Tournament};

use crate::{
    log_state::Moment,
    public_log::{Passed, PublicLog},
};

/// The messages of GAME or CLOCK about one game.
pub(crate) type GameStream = (GameId, Stream);

/// The gate of one tournament.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    /// True if it lets everything through, for those who may see what the public may not.
    is_of_insiders: bool,
    rule: Rule,
    /// The sequence of the newest message of TOURNAMENT.
    head: u64,
    log: PublicLog,
    lines: BTreeMap<GameStream, Waiting>,
    /// The last message of TOURNAMENT that is shown, and the embargoes by which it is. Both grow.
    shown: Option<(u64, (usize, usize))>,
    /// The next moment at which something may become public; `None` if there is none until a message
    /// comes.
    asks_at: Option<Timestamp>,
    /// The oldest message that only waits until TOURNAMENT was read to its end.
    unheard_since: Option<Timestamp>,
}

/// The messages of a game or a clock that have not passed.
#[derive(Debug, Default)]
struct Waiting {
    /// The sequence of the last message that was taken.
    last: u64,
    places: VecDeque<StreamPosition>,
}

/// The place of a message in its stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StreamPosition {
    pub(crate) sequence: u64,
    pub(crate) recorded_at: Timestamp,
}

impl StreamPosition {
    /// Returns the place of a message.
    pub(crate) fn of(entry: &LogEntry) -> Self {
        Self { sequence: entry.sequence, recorded_at: entry.recorded_at }
    }
}

/// The facts by which messages about games pass.
#[derive(Debug, Default)]
struct Rule {
    embargoes: Embargoes,
    /// The embargoes that apply to each board, as far as they were asked for.
    boards: BTreeMap<GameId, PartEmbargoes>,
    ends: BTreeMap<GameId, FirstEnd>,
}

/// The first end of a game.
#[derive(Clone, Copy, Debug, Default)]
struct FirstEnd {
    /// The moment at which it was recorded, of the messages that were seen.
    at: Option<Timestamp>,
    /// True if every message was seen from the first on.
    is_traced: bool,
}

/// The decision on a message at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judgement {
    Passes,
    /// It waits until a moment.
    Until(Timestamp),
    /// It waits until TOURNAMENT was read to its end.
    Unheard,
    /// It waits for an end, or until the first end of its game is known.
    ForAnEnd,
}

impl Rule {
    /// Returns the embargoes of a board; `None` if its name has a number that counts nothing.
    fn of_board(&mut self, id: GameId) -> Option<&PartEmbargoes> {
        let about = board(id).ok()?;
        let embargoes = &self.embargoes;
        Some(&*self.boards.entry(id).or_insert_with(|| embargoes.of(about)))
    }

    /// Returns true if the history of a game has to be read.
    fn lacks_end(&mut self, id: GameId) -> bool {
        let is_traced = self.ends.get(&id).is_some_and(|end| end.is_traced);
        !is_traced && self.of_board(id).is_some_and(PartEmbargoes::waits_for_game)
    }

    fn due(&mut self, id: GameId, at: Timestamp) -> Option<Timestamp> {
        if self.embargoes.is_empty() {
            return Some(at);
        }
        if self.lacks_end(id) {
            return None;
        }
        let ended_at = self.ends.get(&id).and_then(|end| end.at);
        self.of_board(id)?.due(at, ended_at)
    }

    fn judge(&mut self, id: GameId, at: Timestamp, moment: Moment) -> Judgement {
        let Some(due) = self.due(id, at) else { return Judgement::ForAnEnd };
        // One that nothing withholds passes even if the clock of its writer is ahead.
        if due > moment.now && due != at {
            Judgement::Until(due)
        } else if !moment.knows(due) {
            Judgement::Unheard
        } else {
            Judgement::Passes
        }
    }
}

impl Gate {
    /// Returns a gate that lets everything through, whatever embargoes are set.
    pub(crate) fn of_insiders() -> Self {
        Self { is_of_insiders: true, ..Self::default() }
    }

    /// Returns true if it lets everything through, whatever embargoes are set.
    pub(crate) fn is_of_insiders(&self) -> bool {
        self.is_of_insiders
    }

    /// Returns true if nothing is withheld: no embargo was ever set, or it is of insiders.
    pub(crate) fn is_open(&self) -> bool {
        self.rule.embargoes.is_empty()
    }

    /// Returns true if messages wait.
    pub(crate) fn holds_any(&self) -> bool {
        self.log.holds_any() || self.waiting() > 0
    }

    /// Returns the number of messages about games that wait.
    pub(crate) fn waiting(&self) -> usize {
        self.lines.values().map(|waiting| waiting.places.len()).sum()
    }

    /// Returns the moment of the oldest message that is withheld only because TOURNAMENT may have
    /// decisions that were not heard of.
    pub(crate) fn unheard_since(&self) -> Option<Timestamp> {
        self.unheard_since
    }

    /// Returns true if something may have become public by a moment.
    pub(crate) fn asks(&self, now: Timestamp) -> bool {
        self.asks_at.is_some_and(|at| at <= now)
    }

    /// Notes that something may have become public.
    pub(crate) fn ask_again(&mut self) {
        self.asks_at = Some(Timestamp::default());
    }

    /// Begins to answer what is public at a moment: what is not by then notes when it asks again.
    pub(crate) fn begin(&mut self, now: Timestamp) {
        (self.asks_at, self.unheard_since) = (self.rule.embargoes.next_change(now), None);
    }

    fn ask_at(&mut self, at: Option<Timestamp>) {
        self.asks_at = self.asks_at.into_iter().chain(at).min();
    }

    /// Sets the newest state of the tournament, whose embargoes count. It must be the one that is
    /// known now, because a log of another history may be shorter.
    pub(crate) fn set_head(&mut self, head: &Snapshot<Tournament>) {
        self.log.check(head);
        self.head = head.sequence();
        let embargoes = head.state().embargoes();
        if !self.is_of_insiders && self.rule.embargoes != *embargoes {
            self.rule.embargoes.clone_from(embargoes);
            self.rule.boards.clear();
            self.ask_again();
        }
        if !self.is_open() && self.log.lacks(self.head).is_some() {
            self.ask_again();
        }
    }

    /// Takes a message about a game; returns true if it passes, and every message of its subject
    /// before it. Otherwise it waits, unless it was taken before.
    pub(crate) fn admit(&mut self, entry: &LogEntry, moment: Moment) -> bool {
        let Some(id) = entry.game().map(|key| key.game) else { return true };
        let is_behind = self.is_open() && self.holds_of(entry.subject.stream);
        let waiting = self.lines.entry((id, entry.subject.stream)).or_default();
        if entry.sequence <= waiting.last {
            return false;
        }
        waiting.last = entry.sequence;
        waiting.places.push_back(StreamPosition::of(entry));
        let has_ended = self.rule.note(id, entry);
        let mut judged =
            waiting.places.iter().map(|place| self.rule.judge(id, place.recorded_at, moment));
        let held = judged.find(|judgement| *judgement != Judgement::Passes);
        let passes = held.is_none() && !is_behind;
        if passes {
            waiting.places.clear();
        }
        match held {
            None if is_behind => self.ask_again(),
            _ if has_ended => self.ask_again(),
            Some(Judgement::Until(at)) => self.ask_at(Some(at)),
            Some(Judgement::Unheard) => self.ask_again(),
            // Its history is read meanwhile.
            Some(Judgement::ForAnEnd) if self.rule.lacks_end(id) => self.ask_again(),
            Some(Judgement::ForAnEnd | Judgement::Passes) | None => {}
        }
        passes
    }

    /// Returns true if messages of a stream wait.
    fn holds_of(&self, stream: Stream) -> bool {
        self.lines.iter().any(|((_id, of), waiting)| *of == stream && !waiting.places.is_empty())
    }

    /// Forgets a message's subject, because its log has another history than before.
    pub(crate) fn forget(&mut self, entry: &LogEntry) {
        let Some(id) = entry.game().map(|key| key.game) else { return };
        self.lines.remove(&(id, entry.subject.stream));
        if entry.subject.stream == Stream::Game {
            self.rule.ends.remove(&id);
        }
    }

    /// Notes that messages of a message's subject were not seen, so that its game may have ended.
    pub(crate) fn note_gap(&mut self, entry: &LogEntry) {
        if let Some(id) = entry.game().map(|key| key.game)
            && let Some(end) = self.rule.ends.get_mut(&id)
        {
            end.is_traced = false;
        }
    }

    /// Returns true if the history of a game has to be read before its messages pass.
    pub(crate) fn lacks_end(&mut self, id: GameId) -> bool {
        self.rule.lacks_end(id)
    }

    /// Returns the games with messages that wait until their histories are read.
    pub(crate) fn untraced(&mut self) -> Vec<GameId> {
        let waiting = self.lines.iter().filter(|(_line, waiting)| !waiting.places.is_empty());
        let mut games: Vec<GameId> = waiting.map(|((id, _stream), _waiting)| *id).collect();
        games.dedup();
        games.retain(|id| self.rule.lacks_end(*id));
        games
    }

    /// Notes the first end of a game in its history.
    pub(crate) fn trace(&mut self, id: GameId, first_end: Option<Timestamp>) {
        let end = self.rule.ends.entry(id).or_default();
        *end = FirstEnd { at: first_end.or(end.at), is_traced: true };
    }

    /// Puts the places of earlier messages before those of a subject that wait.
    pub(crate) fn precede(&mut self, line: GameStream, earlier: Vec<StreamPosition>) {
        let places = &mut self.lines.entry(line).or_default().places;
        let first = places.front().map_or(u64::MAX, |place| place.sequence);
        for place in earlier.into_iter().rev().filter(|place| place.sequence < first) {
            places.push_front(place);
        }
    }

    /// Returns the messages that are to be shown now, in their order: of each subject the last that
    /// is public, or all while no embargo was ever set.
    pub(crate) fn due(&mut self, moment: Moment) -> Vec<(GameStream, StreamPosition)> {
        if self.is_open() {
            return self.heard(moment);
        }
        let lines: Vec<GameStream> = self.lines.keys().copied().collect();
        let due = lines.into_iter().filter_map(|line| Some((line, self.due_of(line, moment)?)));
        let mut due: Vec<_> = due.collect();
        due.sort_by_key(|(_line, place)| (place.recorded_at, place.sequence));
        due
    }

    /// Returns the messages that only waited until TOURNAMENT was read to its end.
    fn heard(&mut self, moment: Moment) -> Vec<(GameStream, StreamPosition)> {
        let lines = self.lines.iter();
        let places =
            lines.flat_map(|(line, waiting)| waiting.places.iter().map(|place| (*line, *place)));
        let mut places: Vec<(GameStream, StreamPosition)> = places.collect();
        places.sort_by_key(|((_id, stream), place)| (*stream, place.sequence));
        let unknown = places.iter().position(|(_line, place)| !moment.knows(place.recorded_at));
        if let Some(index) = unknown {
            let since = places.iter().skip(index).map(|(_line, place)| place.recorded_at).min();
            self.unheard_since = self.unheard_since.into_iter().chain(since).min();
            self.ask_at(Some(moment.now));
            places.truncate(index);
        }
        places
    }

    /// Returns the last message of a subject that is public, if it is not shown.
    pub(crate) fn due_of(&mut self, line: GameStream, moment: Moment) -> Option<StreamPosition> {
        let (mut last, mut asks_at) = (None, None);
        for place in &self.lines.get(&line)?.places {
            match self.rule.judge(line.0, place.recorded_at, moment) {
                Judgement::Passes => {
                    last = Some(*place);
                    continue;
                }
                Judgement::Until(at) => asks_at = Some(at),
                Judgement::Unheard => {
                    asks_at = Some(moment.now);
                    let since = self.unheard_since.into_iter().chain([place.recorded_at]);
                    self.unheard_since = since.min();
                }
                Judgement::ForAnEnd => {}
            }
            break;
        }
        self.ask_at(asks_at);
        last
    }

    /// Notes that a subject is shown up to a message.
    pub(crate) fn pass(&mut self, line: GameStream, sequence: u64) {
        if let Some(waiting) = self.lines.get_mut(&line) {
            waiting.places.retain(|place| place.sequence > sequence);
        }
    }

    /// Drops a message that cannot be read any more.
    pub(crate) fn lose(&mut self, line: GameStream, sequence: u64) {
        if let Some(waiting) = self.lines.get_mut(&line) {
            waiting.places.retain(|place| place.sequence != sequence);
        }
        self.ask_again();
    }

    /// Folds the messages of TOURNAMENT that are public; returns the sequence from which more have
    /// to be read.
    pub(crate) fn release_log(&mut self, moment: Moment) -> Option<u64> {
        let asks_at = self.log.release(&self.rule.embargoes, moment);
        self.ask_at(asks_at);
        self.log.lacks(self.head)
    }

    /// Takes the next messages of TOURNAMENT; returns true if there were any.
    pub(crate) fn take_log(&mut self, entries: impl Iterator<Item = LogEntry>) -> bool {
        self.log.take(entries, self.head)
    }

    /// Returns true once for a tournament that is to be shown, of whose log everything has passed.
    pub(crate) fn shows_whole(&mut self) -> bool {
        self.shows(self.head, (0, 0))
    }

    /// Returns what is to be shown of a tournament with embargoes, once, with the embargoes.
    pub(crate) fn shows_passed(&mut self, now: Timestamp) -> Option<(Passed, Embargoes)> {
        let (sequence, holding) = (self.log.sequence(), self.rule.embargoes.decisions_by(now));
        self.shows(sequence, holding).then(|| (self.log.passed(), self.rule.embargoes.clone()))
    }

    /// Lets the tournament be shown again: who showed it last may have been stopped in the middle.
    pub(crate) fn show_again(&mut self) {
        self.shown = None;
    }

    fn shows(&mut self, sequence: u64, holding: (usize, usize)) -> bool {
        let now = (sequence, holding);
        let is_newer = self.log.is_anew() || self.shown.is_none_or(|shown| shown < now);
        if is_newer {
            self.shown = Some(now);
        }
        is_newer
    }
}

impl Rule {
    /// Notes a message of a game; returns true if it is the first that ends it.
    fn note(&mut self, id: GameId, entry: &LogEntry) -> bool {
        if entry.subject.stream != Stream::Game {
            return false;
        }
        let end = self.ends.entry(id).or_default();
        end.is_traced |= entry.version == 1;
        let is_first = end.at.is_none() && is_of_end(entry);
        if is_first {
            end.at = Some(entry.recorded_at);
        }
        is_first && !self.embargoes.is_empty()
    }
}

/// Returns the board of a game.
///
/// # Errors
/// [`ConvertError`] if its name has a number that counts nothing.
pub(crate) fn board(id: GameId) -> Result<EmbargoScope, ConvertError> {
    Ok(EmbargoScope::Board(round(id.round())?, table(id.table())?))
}

/// Returns true if a message of GAME leaves the game ended.
pub(crate) fn is_of_end(entry: &LogEntry) -> bool {
    let Record::Game(record) = &entry.record else { return false };
    record.state.is_over()
}
