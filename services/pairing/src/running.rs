//! Reads the boards of running games, whose results are estimated by their material.

use std::collections::BTreeMap;

use proto::{
    convert::{Record, StoredGame},
    subject::{GameId, Stream, Subject, TournamentKey},
};
use runtime::{EventLog, LedgerError, error_chain};
use tournament::{Estimates, Progress, Tournament};

/// Returns the estimated results of the games in progress. A game that cannot be read has none.
///
/// # Errors
/// [`LedgerError`] if NATS does not answer, or only a newer program can read a game.
pub(crate) async fn estimates(
    log: &EventLog,
    key: &TournamentKey,
    tournament: &Tournament,
) -> Result<Estimates, LedgerError> {
    let ids = tournament.games_in_play().into_iter().filter_map(|(round, table)| {
        Some((GameId::new(round.get(), table.get()).ok()?, (round, table)))
    });
    let in_play: BTreeMap<GameId, _> = ids.collect();
    let subjects: Vec<Subject> =
        in_play.keys().map(|id| Subject::game(Stream::Game, &key.game(*id))).collect();
    let mut estimates = Estimates::new();
    for entry in log.last_of_all(Stream::Game, subjects).await? {
        let entry = match entry {
            Ok(entry) => entry,
            Err(unreadable) => {
                tracing::warn!(error = error_chain(&unreadable), "a game is not estimated");
                continue;
            }
        };
        let game = entry.game().and_then(|key| in_play.get(&key.game));
        if let (Some(&(round, table)), Record::Game(record)) = (game, &entry.record)
            && let Some(progress) = progress(&record.state)
            && let Some(finish) = tournament.estimate(round, table, progress)
        {
            estimates.insert((round, table), finish);
        }
    }
    Ok(estimates)
}

/// Returns the progress of a game; `None` if it has not begun or its state cannot be read.
pub(crate) fn progress(state: &StoredGame) -> Option<Progress> {
    let state = state.read().ok()??;
    let men_ahead = state.position().board().material_ahead();
    Some(Progress { plies: state.plies.len(), men_ahead, is_over: state.outcome.is_some() })
}
