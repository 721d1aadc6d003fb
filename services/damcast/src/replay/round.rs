//! One round in the pairing service: paired, opened and closed.

use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use draughts::Color;
use proto::{
    subject::TournamentKey,
    v1::{
        AssignTableRequest, GetTournamentRequest, OpenRoundRequest, PairRoundRequest, Round,
        RoundState, Seat, TablePairing,
    },
};
use runtime::Retry;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tonic::Code;

use super::{
    calls::{Clients, until_answered},
    table::{DESK, tablet},
};

/// Name under which a replay makes decisions in the tournament.
pub(crate) const BY: &str = "damcast";

/// Pauses between questions whether a round is closed, which it is a moment after its last game. No
/// stream of the API tells it: standings differ after results, and not when a round is closed by
/// hand.
const CLOSING: Retry = Retry::new(Duration::from_millis(20), Duration::from_secs(1));
/// Time between two log messages about a round that stays open.
const REMINDER_INTERVAL: Duration = Duration::from_secs(30);

/// Returns the rounds of a tournament; none if it does not exist.
pub(crate) async fn rounds(clients: &Clients, key: &TournamentKey) -> anyhow::Result<Vec<Round>> {
    let request = GetTournamentRequest { tournament: Some(key.into()), ..Default::default() };
    let found = until_answered("look at the rounds", || {
        let (mut pairing, request) = (clients.pairing.clone(), request.clone());
        async move { pairing.get_tournament(request).await }
    });
    match found.await {
        Ok(found) => Ok(found.rounds),
        Err(status) if status.code() == Code::NotFound => Ok(Vec::new()),
        Err(status) => Err(status.into()),
    }
}

/// Returns true if every game of the round has its result.
pub(crate) fn is_closed(round: &Round) -> bool {
    round.state() == RoundState::Closed
}

async fn has_closed(clients: &Clients, key: &TournamentKey, round: u32) -> anyhow::Result<bool> {
    Ok(rounds(clients, key).await?.iter().any(|known| known.number == round && is_closed(known)))
}

/// Assigns the tablets, pairs a round and opens it; what is done already is left as it is. Returns
/// false if the round is closed, so that there is nothing to play.
pub(crate) async fn open(
    clients: &Clients,
    key: &TournamentKey,
    round: u32,
    pairings: Vec<TablePairing>,
) -> anyhow::Result<bool> {
    if has_closed(clients, key, round).await? {
        return Ok(false);
    }
    assign(clients, key, &pairings).await?;
    // The same pairings again are no change; others are refused.
    let by = BY.to_owned();
    let request = PairRoundRequest {
        tournament: Some(key.into()),
        round,
        pairings,
        by,
        ..Default::default()
    };
    until_answered("pair a round", || {
        let (mut pairing, request) = (clients.pairing.clone(), request.clone());
        async move { pairing.pair_round(request).await }
    })
    .await
    .with_context(|| format!("pair round {round}"))?;
    let by = BY.to_owned();
    let request =
        OpenRoundRequest { tournament: Some(key.into()), round, reason: String::new(), by };
    let opened = until_answered("open a round", || {
        let (mut pairing, request) = (clients.pairing.clone(), request.clone());
        async move { pairing.open_round(request).await }
    })
    .await;
    match opened {
        Ok(_) => Ok(true),
        // The round was closed after it had been asked for above.
        Err(status)
            if status.code() == Code::FailedPrecondition
                && has_closed(clients, key, round).await? =>
        {
            Ok(false)
        }
        Err(status) => Err(status).with_context(|| format!("open round {round}")),
    }
}

async fn assign(
    clients: &Clients,
    key: &TournamentKey,
    pairings: &[TablePairing],
) -> anyhow::Result<()> {
    let mut seats = vec![(DESK.to_owned(), 0, Seat::Desk)];
    for pairing in pairings {
        seats.push((tablet(pairing.table, Color::White), pairing.table, Seat::White));
        seats.push((tablet(pairing.table, Color::Black), pairing.table, Seat::Black));
    }
    for (device, table, seat) in seats {
        let mut request = AssignTableRequest {
            tournament: Some(key.into()),
            device,
            table,
            ..Default::default()
        };
        request.set_seat(seat);
        until_answered("assign a tablet", || {
            let (mut ingest, request) = (clients.ingest.clone(), request.clone());
            async move { ingest.assign_table(request).await }
        })
        .await
        .context("assign a tablet")?;
    }
    Ok(())
}

/// Waits until a round is closed. A result reaches the pairing service after the tablets, and some
/// games only the arbiter can end: the tables that have no result are logged now and then.
///
/// # Errors
/// If the pairing service refuses to show the tournament, or the round is not in it any more.
pub(crate) async fn until_closed(
    clients: &Clients,
    key: &TournamentKey,
    number: u32,
) -> anyhow::Result<()> {
    let mut remind_at = Instant::now() + REMINDER_INTERVAL;
    let remind = |open: &Round| {
        if Instant::now() >= remind_at {
            let tables = without_result(open);
            tracing::warn!(%key, round = number, ?tables, "the round waits for these results");
            remind_at += REMINDER_INTERVAL;
        }
        false
    };
    let look = || async {
        match rounds(clients, key).await {
            Ok(known) => match known.into_iter().find(|known| known.number == number) {
                Some(round) if is_closed(&round) => Ok(Ok(())),
                Some(open) => Err(open),
                None => Ok(Err(anyhow!("round {number} of {key} is gone"))),
            },
            Err(error) => Ok(Err(error)),
        }
    };
    // A caller that no longer waits drops the future.
    let never = CancellationToken::new();
    match CLOSING.until_done(&never, look, remind).await {
        Ok(found) => found,
        Err(_stopped) => bail!("nobody waits for round {number} of {key} any more"),
    }
}

/// Returns the tables whose games have no result.
fn without_result(round: &Round) -> Vec<u32> {
    let open = round.games.iter().filter(|game| game.outcome.is_none());
    open.filter_map(|game| Some(game.pairing.as_ref()?.table)).collect()
}

#[cfg(test)]
mod tests {
    use proto::v1::{Outcome, PairedGame};

    use super::*;

    #[test]
    fn a_round_waits_for_the_tables_without_a_result() {
        let game = |table, outcome| PairedGame {
            pairing: Some(TablePairing { table, white: 2 * table, black: 2 * table + 1 }),
            game: format!("r1-t{table}"),
            outcome,
            ..PairedGame::default()
        };
        let over = Some(Outcome::default());
        let games = vec![game(1, None), game(2, over), game(3, None)];
        let round = Round { number: 1, games, ..Default::default() };
        assert_eq!(without_result(&round), [1, 3]);
        assert!(!is_closed(&round));
    }
}
