//! The verdicts on the inputs of one game, and the calls that wait for one.

use std::collections::BTreeMap;

use live_game::{ClockAnswer, ClockEvent, GameEvent, InputId, table::Verdict};
use proto::{convert::Record, subject::Stream};
use runtime::LogEntry;
use tokio::sync::oneshot;

/// The streams that hold the verdicts on inputs: CLOCK those on rulings about the clock, GAME all
/// others.
pub(crate) const VERDICT_STREAMS: [Stream; 2] = [Stream::Game, Stream::Clock];

/// The verdicts of one game, folded from its GAME subject and, for rulings on the clock, its CLOCK
/// subject.
#[derive(Debug, Default)]
pub(super) struct Verdicts {
    /// True once the stored entries were read; before that, verdicts may be missing.
    is_read: bool,
    /// The sequences in GAME and in CLOCK up to which verdicts are known.
    until: BTreeMap<Stream, u64>,
    known: BTreeMap<InputId, Verdict>,
    /// The inputs that the game has judged, each with the number of inputs that it judged before.
    /// Without the displays of clocks: no device hands in again one that is lost, as the next one
    /// says more.
    judged: BTreeMap<InputId, usize>,
    waiting: Vec<(InputId, oneshot::Sender<Verdict>)>,
}

impl Verdicts {
    /// Returns true once the stored verdicts were read.
    pub(super) fn is_read(&self) -> bool {
        self.is_read
    }

    /// Takes note that verdicts may be missing: the log is to be read again.
    pub(super) fn set_unread(&mut self) {
        self.is_read = false;
    }

    /// Returns the inputs that the game has judged before `input`, which it may not have judged.
    pub(super) fn judged_before(&self, input: &InputId) -> impl Iterator<Item = &InputId> {
        let place = self.judged.get(input).copied().unwrap_or(usize::MAX);
        let before = self.judged.iter().filter(move |(_input, at)| **at < place);
        before.map(|(input, _at)| input)
    }

    /// Takes note that the verdicts of all stored entries about the game were added.
    pub(super) fn set_read(&mut self) {
        self.is_read = true;
    }

    /// Adds the verdicts of a live entry. Ignores it while the log was not read yet, as the log
    /// holds it too.
    pub(super) fn apply(&mut self, entry: &LogEntry) {
        if self.is_read {
            self.add(entry);
        }
    }

    /// Sends the verdict on an input to `answer` as soon as it is known.
    pub(super) fn send_to(&mut self, input: InputId, answer: oneshot::Sender<Verdict>) {
        self.waiting.retain(|(_input, waiting)| !waiting.is_closed());
        self.send_or_wait(input, answer);
    }

    fn send_or_wait(&mut self, input: InputId, answer: oneshot::Sender<Verdict>) {
        match self.known.get(&input) {
            // The caller may have gone.
            Some(verdict) => drop(answer.send(verdict.clone())),
            None => self.waiting.push((input, answer)),
        }
    }

    /// Adds the verdicts of a stored entry, unless it was added before.
    pub(super) fn add(&mut self, entry: &LogEntry) {
        let until = self.until.entry(entry.subject.stream).or_default();
        if entry.sequence <= *until {
            return;
        }
        *until = entry.sequence;
        if let Record::Game(record) = &entry.record {
            let is_display = |event: &&GameEvent| matches!(event, GameEvent::ClockRuled(ruling) if ruling.command.is_display());
            let others = record.events.iter().filter(|event| !is_display(event));
            for input in others.flat_map(GameEvent::judged) {
                let place = self.judged.len();
                self.judged.entry(input.clone()).or_insert(place);
            }
        }
        for verdict in verdicts(entry) {
            self.known.insert(verdict.input.clone(), verdict);
        }
        for (input, answer) in std::mem::take(&mut self.waiting) {
            self.send_or_wait(input, answer);
        }
    }
}

/// Returns the verdicts of an entry of GAME or CLOCK, in their order.
pub(super) fn verdicts(entry: &LogEntry) -> Vec<Verdict> {
    match &entry.record {
        Record::Game(record) => {
            let rules = record.state.rules();
            record.events.iter().flat_map(|event| Verdict::of_game(event, rules)).collect()
        }
        Record::Clock(record) => {
            let answered = record.events.iter().filter_map(|event| {
                let ClockEvent::Answered(ClockAnswer { input, refusal, .. }) = event else {
                    return None;
                };
                Some(Verdict::of_clock(input.clone()?, refusal.clone()))
            });
            answered.collect()
        }
        Record::Input(_) | Record::Tables(_) | Record::Tournament(_) | Record::Access(_) => {
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use live_game::{DeviceId, Game, GameEvent};
    use runtime::MemoryBroker;

    use super::*;

    fn input(sequence: u64) -> InputId {
        InputId::new(DeviceId::new("tablet").unwrap(), sequence)
    }

    /// A message of GAME that confirms a move.
    async fn confirmed(sequence: u64) -> LogEntry {
        let event = GameEvent::MoveConfirmed { ply: 1, input: input(sequence) };
        let subject = "game.kk.2026.r1-t1".parse().unwrap();
        let entry = MemoryBroker::default().append::<Game>(&subject, &[event], None).await;
        let mut entry = entry.unwrap();
        entry.sequence = sequence;
        entry
    }

    /// Adds the stored messages that confirm moves, and says that these are all.
    async fn read(verdicts: &mut Verdicts, sequences: &[u64]) {
        for sequence in sequences {
            verdicts.add(&confirmed(*sequence).await);
        }
        verdicts.set_read();
    }

    fn ask(verdicts: &mut Verdicts, sequence: u64) -> oneshot::Receiver<Verdict> {
        let (answer, answered) = oneshot::channel();
        verdicts.send_to(input(sequence), answer);
        answered
    }

    #[tokio::test]
    async fn a_live_entry_before_the_first_read_hides_no_earlier_verdict() {
        let mut verdicts = Verdicts::default();
        verdicts.apply(&confirmed(7).await);
        assert!(!verdicts.is_read());
        read(&mut verdicts, &[5, 7]).await;
        assert!(verdicts.is_read());
        for sequence in [5, 7] {
            assert_eq!(ask(&mut verdicts, sequence).try_recv().unwrap().input, input(sequence));
        }
    }

    #[tokio::test]
    async fn inputs_are_known_in_the_order_in_which_the_game_judged_them() {
        let mut verdicts = Verdicts::default();
        read(&mut verdicts, &[5, 6, 7]).await;
        let before = |number| {
            let input = input(number);
            verdicts.judged_before(&input).map(|input| input.sequence).collect::<Vec<_>>()
        };
        assert_eq!((before(5), before(7), before(9)), (vec![], vec![5, 6], vec![5, 6, 7]));
    }

    #[tokio::test]
    async fn a_verdict_goes_only_to_the_caller_of_its_input() {
        let mut verdicts = Verdicts::default();
        verdicts.set_read();
        let (mut first, mut second) = (ask(&mut verdicts, 1), ask(&mut verdicts, 2));
        drop(ask(&mut verdicts, 3));
        let mut fourth = ask(&mut verdicts, 4);
        verdicts.apply(&confirmed(2).await);
        assert_eq!(second.try_recv().unwrap().input, input(2));
        assert!(first.try_recv().is_err());
        // A repeat changes nothing.
        verdicts.apply(&confirmed(2).await);
        verdicts.apply(&confirmed(1).await);
        assert!(first.try_recv().is_err());
        verdicts.apply(&confirmed(4).await);
        assert_eq!(fourth.try_recv().unwrap().input, input(4));
        // A caller who has gone is not kept.
        drop(ask(&mut verdicts, 5));
        let _sixth = ask(&mut verdicts, 6);
        assert_eq!(verdicts.waiting.len(), 2);
    }
}
