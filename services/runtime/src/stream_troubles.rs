//! The troubles of streams that a service has noticed while it runs, for its probes.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use proto::subject::Stream;
use tokio::{sync::watch, time::Instant};

/// Time for which it is told that a stream was shortened: what follows from it is made good by
/// then, and the desk has decided anew what it lost.
const TOLD: Duration = Duration::from_secs(3600);

/// The troubles of one stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Troubles {
    /// True while the stream is another one than the service opened.
    is_remade: bool,
    /// True while a part of it cannot be read that nothing makes anew.
    is_unreadable: bool,
    /// The last moment at which the stream lacked messages at its end that had been read.
    shortened: Option<Instant>,
}

/// The troubles of all streams at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StreamTroubles(BTreeMap<Stream, Troubles>);

/// A trouble of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamTrouble {
    /// The stream is another one than the service opened.
    Remade,
    /// A part of it cannot be read that nothing makes anew.
    Unreadable,
    /// The stream lacked messages at its end that had been read.
    Shortened {
        /// The number of seconds since this was noticed last.
        seconds_ago: u64,
    },
}

impl StreamTrouble {
    /// Returns the name by which probes tell it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Remade => "stream-remade",
            Self::Unreadable => "stream-unreadable",
            Self::Shortened { .. } => "stream-shortened",
        }
    }

    /// Returns the number of seconds since the stream was shortened; `None` for another trouble.
    pub(crate) const fn seconds_ago(self) -> Option<u64> {
        match self {
            Self::Remade | Self::Unreadable => None,
            Self::Shortened { seconds_ago } => Some(seconds_ago),
        }
    }
}

impl StreamTroubles {
    /// Returns the troubles that last, by stream; that a stream was shortened lasts for an hour.
    pub(crate) fn lasting(&self) -> Vec<(Stream, StreamTrouble)> {
        let mut lasting = Vec::new();
        for (stream, troubles) in &self.0 {
            if troubles.is_remade {
                lasting.push((*stream, StreamTrouble::Remade));
            }
            if troubles.is_unreadable {
                lasting.push((*stream, StreamTrouble::Unreadable));
            }
            if let Some(ago) = troubles.shortened.map(|at| at.elapsed()).filter(|ago| *ago < TOLD) {
                lasting.push((*stream, StreamTrouble::Shortened { seconds_ago: ago.as_secs() }));
            }
        }
        lasting
    }
}

/// Notes the troubles of the streams. Cheap to clone; all clones note in one place.
#[derive(Clone, Debug, Default)]
pub(crate) struct StreamNotes(Arc<watch::Sender<StreamTroubles>>);

impl StreamNotes {
    /// Notes that a stream lacks messages at its end that were read.
    pub(crate) fn shortened(&self, stream: Stream) {
        self.0.send_modify(|noted| {
            noted.0.entry(stream).or_default().shortened = Some(Instant::now());
        });
    }

    /// Returns true if it was noted, in the last hour, that a stream lacks messages at its end that
    /// were read.
    pub(crate) fn is_shortened(&self, stream: Stream) -> bool {
        let shortened = self.0.borrow().0.get(&stream).and_then(|troubles| troubles.shortened);
        shortened.is_some_and(|at| at.elapsed() < TOLD)
    }

    /// Notes whether a stream is another one than the service opened.
    pub(crate) fn set_remade(&self, stream: Stream, is_remade: bool) {
        self.0.send_if_modified(|noted| {
            let known = &mut noted.0.entry(stream).or_default().is_remade;
            std::mem::replace(known, is_remade) != is_remade
        });
    }

    /// Notes whether a part of a stream cannot be read that nothing makes anew.
    pub(crate) fn set_unreadable(&self, stream: Stream, is_unreadable: bool) {
        self.0.send_if_modified(|noted| {
            let known = &mut noted.0.entry(stream).or_default().is_unreadable;
            std::mem::replace(known, is_unreadable) != is_unreadable
        });
    }

    /// Watches the troubles.
    pub(crate) fn watch(&self) -> watch::Receiver<StreamTroubles> {
        self.0.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_shortened_stream_is_told_for_an_hour_and_a_remade_one_while_it_is_another() {
        let notes = StreamNotes::default();
        let told = || notes.watch().borrow().lasting();
        notes.shortened(Stream::Game);
        notes.set_remade(Stream::Clock, true);
        tokio::time::advance(Duration::from_secs(90)).await;
        let remade = (Stream::Clock, StreamTrouble::Remade);
        let shortened = (Stream::Game, StreamTrouble::Shortened { seconds_ago: 90 });
        assert_eq!(told(), [shortened, remade]);
        tokio::time::advance(TOLD).await;
        assert_eq!(told(), [remade]);
        notes.set_remade(Stream::Clock, false);
        assert_eq!(told(), []);
        notes.set_unreadable(Stream::Access, true);
        assert_eq!(told(), [(Stream::Access, StreamTrouble::Unreadable)]);
        notes.set_unreadable(Stream::Access, false);
        assert_eq!(told(), []);
    }
}
