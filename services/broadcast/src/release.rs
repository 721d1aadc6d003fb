//! Brings what the gate of a tournament lets through into its view, and reads from the log what the
//! gate has to know.

use std::{ops::ControlFlow, sync::Arc};

use bytes::Bytes;
use proto::subject::{GameId, Stream, Subject};
use runtime::{
    EventLog, LedgerError, LogEntry, Mirror, ReadError, ReadFailure, Snapshot, error_chain,
};
use tournament::{Embargoes, Tournament};

use crate::{
    channel::Channel,
    error::ShowError,
    gate::{GameStream, StreamPosition, is_of_end},
    log_state::Moment,
    metrics,
    public_log::Passed,
    view::{Effect, EntryError, TournamentPicture, View},
};

/// Number of messages that are read at once.
const PAGE: u32 = 256;

/// The way in which changes come into a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Before there are spectators.
    Loaded,
    /// With a frame for them.
    Shown,
}

impl Way {
    fn enter(
        self,
        channel: &Channel,
        change: impl FnOnce(&mut View) -> Result<Effect, ShowError>,
    ) -> Result<(), ShowError> {
        match self {
            Self::Loaded => channel.load(change),
            Self::Shown => channel.apply(change),
        }
    }
}

/// Shows everything that has become public of a tournament.
///
/// # Errors
/// The last [`ShowError`], if something cannot be shown; the rest is. What could not be read is
/// tried again when the gate is asked the next time.
pub(crate) async fn release(
    tournaments: &Mirror<Tournament>,
    channel: &Arc<Channel>,
    way: Way,
) -> Result<(), ShowError> {
    let turn = channel.turn().await;
    let moment = channel.moment();
    channel.gate().begin(moment.now);
    let games = release_games(tournaments.log(), channel, moment, way).await;
    let shown = show_in_turn(tournaments, channel, moment, way).await;
    drop(turn);
    let released = games.and(shown);
    if matches!(released, Err(ShowError::Ledger(_))) {
        channel.gate().ask_again();
    }
    released
}

/// Shows what is public of a tournament but for its games.
///
/// # Errors
/// [`ShowError`] if the log cannot be read, or the changes cannot be encoded.
pub(crate) async fn show_tournament(
    tournaments: &Mirror<Tournament>,
    channel: &Arc<Channel>,
    way: Way,
) -> Result<(), ShowError> {
    let _turn = channel.turn().await;
    show_in_turn(tournaments, channel, channel.moment(), way).await
}

/// Loads the last message about a game or a clock before there are spectators; of one with an
/// embargo the last that is public.
///
/// # Errors
/// [`ShowError`] if the log cannot be read, or the message cannot be shown.
pub(crate) async fn load_game(
    log: &EventLog,
    channel: &Channel,
    last: &LogEntry,
) -> Result<(), ShowError> {
    if channel.gate().is_of_insiders() {
        return channel.load(|view| Ok(view.set_entry(last)?));
    }
    let moment = channel.moment();
    let id = last.game().ok_or(EntryError::OtherStream)?.game;
    if channel.gate().is_open() && !moment.is_damaged && !moment.knows(last.recorded_at) {
        // Other messages of the stream must not be shown before this one.
        let unheard = ReadError::new(Stream::Tournament.name(), ReadFailure::Unanswered);
        return Err(LedgerError::from(unheard).into());
    }
    let lacks_end = channel.gate().lacks_end(id);
    if lacks_end {
        trace(log, channel, id).await?;
    }
    if channel.gate().admit(last, moment) {
        return channel.load(|view| Ok(view.set_entry(last)?));
    }
    let (line, earlier) = ((id, last.subject.stream), earlier(log, last).await?);
    let due = {
        let mut gate = channel.gate();
        gate.precede(line, earlier);
        gate.due_of(line, moment)
    };
    match due {
        Some(place) => show_game(log, channel, line, place, Way::Loaded).await.map(drop),
        None => Ok(()),
    }
}

/// Shows the last message of each game and clock that has become public.
async fn release_games(
    log: &EventLog,
    channel: &Channel,
    moment: Moment,
    way: Way,
) -> Result<(), ShowError> {
    let untraced = channel.gate().untraced();
    for id in untraced {
        trace(log, channel, id).await?;
    }
    let (due, is_open) = {
        let mut gate = channel.gate();
        (gate.due(moment), gate.is_open())
    };
    let mut released = Ok(());
    for (line, place) in due {
        match show_game(log, channel, line, place, way).await {
            Ok(Some(shown)) if is_open => metrics::shown(&shown, moment.now),
            Ok(_) => {}
            // The rest would not be read either.
            Err(ShowError::Ledger(error)) => return Err(error.into()),
            Err(error) => released = Err(error),
        }
    }
    released
}

/// Reads a message about a game and shows it; returns it, if it can be read.
async fn show_game(
    log: &EventLog,
    channel: &Channel,
    line: GameStream,
    place: StreamPosition,
    way: Way,
) -> Result<Option<LogEntry>, ShowError> {
    let (stream, sequence) = (line.1, place.sequence);
    match log.entry_at(stream, sequence).await {
        Ok(Some(message)) => {
            channel.gate().pass(line, sequence);
            way.enter(channel, |view| Ok(view.set_entry(&message)?))?;
            Ok(Some(message))
        }
        Err(LedgerError::Read(error)) => Err(LedgerError::Read(error).into()),
        lost => {
            let (key, stream) = (channel.key(), stream.name());
            match lost.err() {
                // The loss of the log's end is told by itself.
                None => tracing::warn!(%key, stream, sequence, "a message that waited is gone"),
                Some(error) => {
                    let error = error_chain(&error);
                    tracing::error!(%key, stream, sequence, error, "a message that waited is lost");
                }
            }
            channel.gate().lose(line, sequence);
            Ok(None)
        }
    }
}

/// Reads when a game ended first.
async fn trace(log: &EventLog, channel: &Channel, id: GameId) -> Result<(), LedgerError> {
    let subject = Subject::game(Stream::Game, &channel.key().game(id));
    let mut first_end = None;
    let find = |entry: Result<LogEntry, _>| match entry {
        Ok(entry) if is_of_end(&entry) => {
            first_end = Some(entry.recorded_at);
            ControlFlow::Break(())
        }
        Ok(_) | Err(_) => ControlFlow::Continue(()),
    };
    log.for_each(&subject, 1, find).await?;
    channel.gate().trace(id, first_end);
    Ok(())
}

/// Reads the places of the messages of a game or a clock before `last`.
async fn earlier(log: &EventLog, last: &LogEntry) -> Result<Vec<StreamPosition>, LedgerError> {
    let mut places = Vec::new();
    let keep = |entry: Result<LogEntry, _>| match entry {
        Ok(entry) if entry.sequence >= last.sequence => ControlFlow::Break(()),
        Ok(entry) => {
            places.push(StreamPosition::of(&entry));
            ControlFlow::Continue(())
        }
        Err(_) => ControlFlow::Continue(()),
    };
    log.for_each(&last.subject, 1, keep).await?;
    Ok(places)
}

/// The tournament that is to be shown.
enum ShownLog {
    /// All of its log.
    Whole(Snapshot<Tournament>),
    /// Its log as far as the embargoes let it through, at a moment.
    Passed(Box<Passed>, Embargoes),
}

/// The picture of a tournament after a message.
struct PictureAfter {
    sequence: u64,
    digest: Bytes,
    picture: TournamentPicture,
    /// True if another history was shown before.
    is_anew: bool,
}

/// As [`show_tournament`]. One at a time shows a tournament, so that no older picture follows on a
/// newer one.
async fn show_in_turn(
    tournaments: &Mirror<Tournament>,
    channel: &Arc<Channel>,
    moment: Moment,
    way: Way,
) -> Result<(), ShowError> {
    let Some(shown) = to_be_shown(tournaments, channel, moment).await? else { return Ok(()) };
    let key = channel.key().clone();
    // It may take long, and is none if the service stops.
    let made = runtime::run_blocking(move || match shown {
        ShownLog::Whole(snapshot) => PictureAfter {
            picture: TournamentPicture::of(&key, snapshot.state().clone()),
            sequence: snapshot.sequence(),
            digest: snapshot.digest().clone(),
            is_anew: false,
        },
        ShownLog::Passed(passed, embargoes) => {
            let Passed { tournament, sequence, digest, is_anew } = *passed;
            let picture = TournamentPicture::of(&key, tournament).under(embargoes, moment.now);
            PictureAfter { sequence, digest, picture, is_anew }
        }
    });
    let Some(PictureAfter { sequence, digest, picture, is_anew }) = made.await else {
        return Ok(());
    };
    let shown = way.enter(channel, |view| {
        if is_anew {
            view.forget_tournament();
        }
        view.note(Stream::Tournament, sequence, &digest);
        Ok(view.set_tournament(sequence, picture))
    });
    if is_anew {
        channel.reset_spectators();
    }
    shown
}

/// Returns as much of a tournament as is public and not shown; `None` if there is no more. Where an
/// embargo was set, its log is read as far as the gate has not yet.
async fn to_be_shown(
    tournaments: &Mirror<Tournament>,
    channel: &Channel,
    moment: Moment,
) -> Result<Option<ShownLog>, LedgerError> {
    let subject = Subject::log(channel.key());
    if tournaments.load(&subject).await?.is_none() {
        return Ok(None);
    }
    loop {
        let from = {
            let mut gate = channel.gate();
            let Some(head) = tournaments.get(&subject) else { return Ok(None) };
            if head.state().is_deleted() {
                return Ok(None);
            }
            gate.set_head(&head);
            if gate.is_open() {
                return Ok(gate.shows_whole().then_some(ShownLog::Whole(head)));
            }
            match gate.release_log(moment) {
                Some(from) => from,
                None => return Ok(passed(gate.shows_passed(moment.now))),
            }
        };
        let (stream, filter) = (Stream::Tournament, subject.to_string());
        let page = tournaments.log().page(stream, &filter, from, PAGE).await?;
        let entries = page.entries.into_iter().map_while(Result::ok);
        let mut gate = channel.gate();
        if !gate.take_log(entries) {
            // The copy that answered is behind.
            gate.ask_again();
            return Ok(passed(gate.shows_passed(moment.now)));
        }
    }
}

fn passed(shown: Option<(Passed, Embargoes)>) -> Option<ShownLog> {
    shown.map(|(passed, embargoes)| ShownLog::Passed(Box::new(passed), embargoes))
}
