//! Brings what the gate of a tournament lets through into its view, and reads from the log what the
//! gate has to know.

use std::sync::Arc;

use bytes::Bytes;
use draughts::Timestamp;
use proto::subject::{Stream, Subject};
use runtime::{EventLog, LedgerError, LogEntry, Page, Snapshot, error_chain};
use tournament::{Embargoes, Tournament};

use crate::{
    channel::Channel,
    error::ShowError,
    gate::Passed,
    view::{Effect, TournamentPicture, View},
};

/// Number of messages that are read at once.
const PAGE: u32 = 256;

/// Shows what of a tournament is public at the moment `now`, whose newest message led to `head`.
///
/// # Errors
/// [`ShowError`] if the log cannot be read, or the changes cannot be encoded.
pub(crate) async fn show_tournament(
    log: &EventLog,
    channel: &Arc<Channel>,
    head: Snapshot<Tournament>,
    now: Timestamp,
) -> Result<(), ShowError> {
    let Some(picture) = picture(channel, passed(log, channel, head, now).await?).await else {
        return Ok(());
    };
    channel.apply(|view| Ok(picture.enter(view)))
}

/// As [`show_tournament`], before there are spectators.
///
/// # Errors
/// [`LedgerError`] if the log cannot be read.
pub(crate) async fn load_tournament(
    log: &EventLog,
    channel: &Arc<Channel>,
    head: Snapshot<Tournament>,
    now: Timestamp,
) -> Result<(), LedgerError> {
    let Some(picture) = picture(channel, passed(log, channel, head, now).await?).await else {
        return Ok(());
    };
    let loaded = channel.load(|view| Ok::<_, ShowError>(picture.enter(view)));
    if let Err(error) = loaded {
        tracing::error!(error = error_chain(&error), "load a tournament");
    }
    Ok(())
}

/// Loads the last message about a game or a clock before there are spectators; of one with an
/// embargo the last that is public.
///
/// # Errors
/// [`ShowError`] if the log cannot be read, or the message cannot be shown.
pub(crate) async fn load_game(
    log: &EventLog,
    channel: &Channel,
    last: LogEntry,
    now: Timestamp,
) -> Result<(), ShowError> {
    let (is_open, is_public) = {
        let gate = channel.gate();
        (gate.is_open(), gate.lets_through(&last, now))
    };
    if is_open {
        return channel.load(|view| Ok(view.set_entry(&last)?));
    }
    let before = if is_public { Vec::new() } else { history(log, &last).await? };
    let passed = {
        let mut gate = channel.gate();
        before.into_iter().for_each(|entry| gate.take(entry));
        gate.take(last);
        gate.release_games(now)
    };
    passed.iter().try_for_each(|entry| channel.load(|view| Ok(view.set_entry(entry)?)))
}

/// Shows what has become public of a tournament with an embargo.
///
/// # Errors
/// The last [`ShowError`], if a message cannot be shown; the others are.
pub(crate) async fn release(channel: &Arc<Channel>, now: Timestamp) -> Result<(), ShowError> {
    let (entries, passed) = {
        let mut gate = channel.gate();
        if gate.is_open() {
            return Ok(());
        }
        let has_passed = gate.release_log(now);
        let is_read = gate.read_to() > 0;
        let is_changed = is_read && (gate.turns(now) || has_passed);
        let passed = is_changed
            .then(|| Shown::Passed(Box::new(gate.passed()), gate.embargoes().clone(), now));
        (gate.release_games(now), passed)
    };
    let mut shown = Ok(());
    for entry in &entries {
        shown = channel.apply(|view| Ok::<_, ShowError>(view.set_entry(entry)?)).and(shown);
    }
    if let Some(passed) = passed
        && let Some(picture) = picture(channel, passed).await
    {
        shown = channel.apply(|view| Ok::<_, ShowError>(picture.enter(view))).and(shown);
    }
    shown
}

/// The tournament that is to be shown.
enum Shown {
    /// All of its log.
    Whole(Snapshot<Tournament>),
    /// Its log as far as the embargoes let it through, at a moment.
    Passed(Box<Passed>, Embargoes, Timestamp),
}

/// The picture of a tournament after a message.
struct PictureAfter {
    sequence: u64,
    digest: Bytes,
    picture: TournamentPicture,
}

impl PictureAfter {
    fn enter(self, view: &mut View) -> Effect {
        let Self { sequence, digest, picture } = self;
        view.note(Stream::Tournament, sequence, &digest);
        view.set_tournament(sequence, picture)
    }
}

/// Computes the picture of a tournament, on a thread where that may take long; `None` if the
/// service stops.
async fn picture(channel: &Arc<Channel>, shown: Shown) -> Option<PictureAfter> {
    let key = channel.key().clone();
    let made = runtime::run_blocking(move || match shown {
        Shown::Whole(snapshot) => PictureAfter {
            picture: TournamentPicture::of(&key, snapshot.state().clone()),
            sequence: snapshot.sequence(),
            digest: snapshot.digest().clone(),
        },
        Shown::Passed(passed, embargoes, now) => {
            let Passed { tournament, sequence, digest } = *passed;
            let picture = TournamentPicture::of(&key, tournament).under(embargoes, now);
            PictureAfter { sequence, digest, picture }
        }
    });
    made.await
}

/// Returns as much of a tournament as is public by now. Where an embargo was set, its log is read
/// as far as the gate has not yet.
async fn passed(
    log: &EventLog,
    channel: &Channel,
    head: Snapshot<Tournament>,
    now: Timestamp,
) -> Result<Shown, LedgerError> {
    let embargoes = head.state().embargoes();
    let from = {
        let mut gate = channel.gate();
        gate.set(embargoes);
        if gate.is_open() {
            return Ok(Shown::Whole(head));
        }
        gate.read_to() + 1
    };
    let subject = Subject::log(channel.key());
    let entries = read(log, Stream::Tournament, &subject.to_string(), from, u64::MAX).await?;
    let mut gate = channel.gate();
    entries.into_iter().for_each(|entry| gate.take_log(entry));
    gate.release_log(now);
    gate.turns(now);
    Ok(Shown::Passed(Box::new(gate.passed()), gate.embargoes().clone(), now))
}

/// Returns the messages of a game or a clock before `last`.
async fn history(log: &EventLog, last: &LogEntry) -> Result<Vec<LogEntry>, LedgerError> {
    read(log, last.subject.stream, &last.subject.to_string(), 1, last.sequence).await
}

/// Returns the messages of a subject from sequence `from` on and before `to`, as far as they can be
/// read.
async fn read(
    log: &EventLog,
    stream: Stream,
    subject: &str,
    mut from: u64,
    to: u64,
) -> Result<Vec<LogEntry>, LedgerError> {
    let mut all = Vec::new();
    loop {
        let Page { entries, is_more } = log.page(stream, subject, from, PAGE).await?;
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                Err(unreadable) => {
                    let error = error_chain(&unreadable);
                    tracing::error!(error, "a history is shown as far as it can be read");
                    return Ok(all);
                }
            };
            if entry.sequence >= to {
                return Ok(all);
            }
            from = entry.sequence + 1;
            all.push(entry);
        }
        if !is_more {
            return Ok(all);
        }
    }
}
