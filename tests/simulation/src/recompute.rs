//! Folds the log once more: its events have to lead to every state that it holds, byte for byte.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use live_game::{Game, GameClock};
use prost::Message as _;
use proto::{
    convert::Aggregate,
    subject::{Stream, Subject},
    v1::Envelope,
};
use runtime::{Ledger, LogEntry, Stored};
use tournament::Tournament;

use crate::store::Store;

/// Folds every game, clock and tournament of the log, and returns the tournament of the round.
pub(crate) fn tournament(store: &Store) -> Result<Tournament> {
    all::<Game>(store, Stream::Game)?;
    all::<GameClock>(store, Stream::Clock)?;
    let mut tournaments = all::<Tournament>(store, Stream::Tournament)?;
    let (_subject, tournament) = tournaments.pop_first().context("no tournament")?;
    ensure!(tournaments.is_empty(), "more tournaments than one: {:?}", tournaments.keys());
    Ok(tournament)
}

fn all<A: Aggregate>(store: &Store, stream: Stream) -> Result<BTreeMap<String, A>> {
    let mut ledgers: BTreeMap<String, Ledger<A>> = BTreeMap::new();
    for stored in store.streams.get(&stream).iter().flat_map(|kept| kept.kept()) {
        let ledger = match ledgers.get_mut(&stored.subject) {
            Some(ledger) => ledger,
            None => {
                let subject: Subject = stored.subject.parse()?;
                ledgers.entry(stored.subject.clone()).or_insert_with(|| Ledger::new(subject))
            }
        };
        fold(ledger, stored)?;
    }
    Ok(ledgers.into_iter().map(|(subject, ledger)| (subject, ledger.state().clone())).collect())
}

/// Applies the events of a message. The state after them has to make the same message.
fn fold<A: Aggregate>(ledger: &mut Ledger<A>, stored: &Stored) -> Result<()> {
    let entry = LogEntry::read(stored.clone())?;
    let events = A::events(&entry.record)?;
    ledger.apply(&entry)?;
    let mut envelope = Envelope::decode(stored.payload.clone())?;
    envelope.record = Some(ledger.state().to_record(&events));
    ensure!(
        envelope.encode_to_vec() == stored.payload,
        "{} at {}: the events before it lead to another state than it holds",
        stored.subject,
        stored.sequence
    );
    Ok(())
}
