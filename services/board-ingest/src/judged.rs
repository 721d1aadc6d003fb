//! What became of the inputs of one game, and who waits to hear it.

use std::collections::BTreeMap;

use live_game::InputId;
use prost::Message as _;
use proto::{
    subject::{GameKey, Stream, Subject},
    v1::Envelope,
};
use runtime::Stored;
use tokio::sync::oneshot;

use crate::verdicts::{Verdict, verdicts};

/// The verdicts of one game, folded from its GAME subject and, for rulings on the clock, its CLOCK
/// subject.
#[derive(Debug)]
pub(crate) struct Judged {
    key: GameKey,
    /// Whether what was judged before was read; until then, what comes live may have a gap before it.
    is_read: bool,
    /// The sequences in GAME and in CLOCK up to which verdicts are known.
    until: BTreeMap<Stream, u64>,
    verdicts: BTreeMap<InputId, Verdict>,
    waiting: Vec<(InputId, oneshot::Sender<Verdict>)>,
}

impl Judged {
    pub(crate) fn new(key: GameKey) -> Self {
        Self {
            key,
            is_read: false,
            until: BTreeMap::new(),
            verdicts: BTreeMap::new(),
            waiting: Vec::new(),
        }
    }

    /// From where on a stream has to be read before what comes live counts; `None` when all were.
    pub(crate) fn unread(&self, stream: Stream) -> Option<u64> {
        (!self.is_read).then(|| self.until.get(&stream).copied().unwrap_or(0) + 1)
    }

    /// Takes note of all that the streams have from [`Judged::unread`] on.
    pub(crate) fn read(&mut self, stored: &[Stored]) {
        for message in stored {
            self.note(message);
        }
        self.is_read = true;
    }

    /// Takes note of a message that came live. Before the log was read it is passed over: the log
    /// has it too.
    pub(crate) fn hear(&mut self, stored: &Stored) {
        if self.is_read {
            self.note(stored);
        }
    }

    /// Tells `judged` what became of an input, as soon as it is known.
    pub(crate) fn tell(&mut self, input: InputId, judged: oneshot::Sender<Verdict>) {
        self.waiting.retain(|(_input, waiting)| !waiting.is_closed());
        self.tell_or_wait(input, judged);
    }

    fn tell_or_wait(&mut self, input: InputId, judged: oneshot::Sender<Verdict>) {
        match self.verdicts.get(&input) {
            // Whoever asked may have gone.
            Some(verdict) => drop(judged.send(verdict.clone())),
            None => self.waiting.push((input, judged)),
        }
    }

    fn note(&mut self, stored: &Stored) {
        let Ok(subject) = stored.subject.parse::<Subject>() else { return };
        let until = self.until.entry(subject.stream).or_default();
        if stored.sequence <= *until {
            return;
        }
        *until = stored.sequence;
        for verdict in read(&self.key, stored) {
            self.verdicts.insert(verdict.input.clone(), verdict);
        }
        for (input, judged) in std::mem::take(&mut self.waiting) {
            self.tell_or_wait(input, judged);
        }
    }
}

/// The verdicts of a message of GAME or CLOCK; none when it cannot be read, which is its writer's to
/// report.
pub(crate) fn read(key: &GameKey, stored: &Stored) -> Vec<Verdict> {
    Envelope::decode(stored.payload.clone())
        .ok()
        .and_then(|envelope| verdicts(key, envelope).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use live_game::{DeviceId, Game, GameEvent};
    use proto::convert::Aggregate as _;

    use super::*;

    fn key() -> GameKey {
        "game.kk.2026.r1-t1".parse::<Subject>().unwrap().game_key().unwrap()
    }

    fn input(sequence: u64) -> InputId {
        InputId::new(DeviceId::new("tablet").unwrap(), sequence)
    }

    /// A message of GAME that confirms a move.
    fn confirmed(sequence: u64) -> Stored {
        let event = GameEvent::MoveConfirmed { ply: 1, input: input(sequence) };
        let record = Game::default().to_record(&[event]);
        let envelope = Envelope { record: Some(record), ..Default::default() };
        Stored {
            subject: "game.kk.2026.r1-t1".to_owned(),
            sequence,
            headers: Default::default(),
            payload: envelope.encode_to_vec().into(),
        }
    }

    fn ask(judged: &mut Judged, sequence: u64) -> oneshot::Receiver<Verdict> {
        let (tell, told) = oneshot::channel();
        judged.tell(input(sequence), tell);
        told
    }

    #[test]
    fn what_comes_live_before_the_log_was_read_hides_nothing_before_it() {
        let mut judged = Judged::new(key());
        judged.hear(&confirmed(7));
        assert_eq!(judged.unread(Stream::Game), Some(1));
        judged.read(&[confirmed(5), confirmed(7)]);
        assert_eq!(judged.unread(Stream::Game), None);
        for sequence in [5, 7] {
            assert_eq!(ask(&mut judged, sequence).try_recv().unwrap().input.sequence, sequence);
        }
    }

    #[test]
    fn who_waits_is_told_once_its_input_is_judged_and_nobody_else() {
        let mut judged = Judged::new(key());
        judged.read(&[]);
        let (mut first, mut second) = (ask(&mut judged, 1), ask(&mut judged, 2));
        drop(ask(&mut judged, 3));
        let mut fourth = ask(&mut judged, 4);
        judged.hear(&confirmed(2));
        assert_eq!(second.try_recv().unwrap().input.sequence, 2);
        assert!(first.try_recv().is_err());
        // A repeat changes nothing.
        judged.hear(&confirmed(2));
        judged.hear(&confirmed(1));
        assert!(first.try_recv().is_err());
        judged.hear(&confirmed(4));
        assert_eq!(fourth.try_recv().unwrap().input.sequence, 4);
        // Who has gone is not kept.
        drop(ask(&mut judged, 5));
        let _sixth = ask(&mut judged, 6);
        assert_eq!(judged.waiting.len(), 2);
    }
}
