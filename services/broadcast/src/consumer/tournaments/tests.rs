//! Tests of changes of a tournament that come close together: only the last state is shown.

use draughts::{RuleSet, Timestamp};
use futures_util::FutureExt as _;
use proto::subject::Subject;
use runtime::{Ledger, MemoryBroker};
use tournament::{Author, Entry, Event, Player, PlayerId};

use super::*;
use crate::{
    channel::Channel,
    cursor::Seen,
    frame::EncodeError,
    ring::Limits,
    tests::{STAMP, channel as new_channel, created, empty_hub, key, picture_of},
};

/// The log of a tournament, which a hub reads at once.
struct Log {
    broker: MemoryBroker,
    ledger: Ledger<Tournament>,
    hub: Hub,
}

impl Log {
    fn new(hub: &Hub) -> Self {
        let ledger = Ledger::new(Subject::log(&key()));
        Self { broker: MemoryBroker::default(), ledger, hub: hub.clone() }
    }

    /// Appends one message with these events.
    fn write(&mut self, events: &[Event]) {
        let entry = self.broker.append::<Tournament>(self.ledger.subject(), events, None);
        let before = self.ledger.sequence();
        self.ledger.apply(&entry.now_or_never().unwrap().unwrap()).unwrap();
        self.hub.tournaments().show(before, self.ledger.clone());
    }

    /// Shows the tournament from now on until it is forgotten.
    fn keep_shown(&self, stopping: CancellationToken) -> impl Future<Output = ()> + Send + 'static {
        let newest = self.hub.tournaments().watch(self.ledger.subject()).unwrap();
        keep_shown(key(), self.hub.clone(), Throttled::of(newest), stopping)
    }
}

/// Returns the creation of a tournament.
fn creation() -> Event {
    let settings = created(RuleSet::Frisian).settings().cloned().unwrap();
    Event::Created { settings: Box::new(settings) }
}

fn entered(number: u32) -> Event {
    let Entry { name, club, rating, category, .. } = Entry::named(format!("Player {number}"));
    let id = PlayerId::new(number).unwrap();
    let player = Player {
        id,
        name,
        club,
        rating,
        category,
        birth_year: None,
        member: None,
        publicity: None,
    };
    Event::PlayerEntered { player }
}

#[tokio::test(start_paused = true)]
async fn a_burst_of_changes_makes_one_frame_with_the_last_state() {
    let limits = Limits { frames: 1000, bytes: usize::MAX };
    let hub = empty_hub(limits);
    let channel = hub.channel(&key());
    let mut log = Log::new(&hub);
    log.write(&[creation()]);
    let tasks = Tasks::new();
    tasks.spawn_until_stop(log.keep_shown(tasks.stopping()));
    let mut woken = channel.woken();
    woken.changed().await.unwrap();
    assert_eq!((channel.ring().next(), channel.view().seen().tournament), (1, 1));

    for number in 1..=200 {
        log.write(&[entered(number)]);
    }
    woken.changed().await.unwrap();
    // One frame carries all two hundred changes.
    assert_eq!((channel.ring().next(), channel.view().seen().tournament), (2, 201));
    let shown = |channel: &Channel| {
        let mut snapshot = channel.now().unwrap().message(STAMP);
        snapshot.cursor.clear();
        snapshot
    };
    let other = new_channel(limits);
    let shown_again = other.apply(|view| {
        Ok::<_, EncodeError>(view.set_tournament(201, picture_of(log.ledger.state())))
    });
    shown_again.unwrap();
    assert_eq!(shown(&channel), shown(&other));
    assert_eq!(shown(&channel).standings.len(), 200);
}

#[tokio::test(start_paused = true)]
async fn a_change_that_spectators_do_not_see_makes_no_frame() {
    let limits = Limits { frames: 1000, bytes: usize::MAX };
    let hub = empty_hub(limits);
    let channel = hub.channel(&key());
    let mut log = Log::new(&hub);
    log.write(&[creation()]);
    let tasks = Tasks::new();
    tasks.spawn_until_stop(log.keep_shown(tasks.stopping()));
    let mut woken = channel.woken();
    woken.changed().await.unwrap();
    let by = Author::named("Piet").unwrap();
    log.write(&[Event::Ruled { by, at: Timestamp::from_millis(5) }]);
    let seen = Seen::one(Stream::Tournament, 2);
    channel.catch_up(&hub.log_state().life().cursor(seen, None)).await;
    assert_eq!((channel.ring().next(), channel.view().seen().tournament), (1, 2));
}
