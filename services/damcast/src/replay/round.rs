//! One round, as the tournaments' service has it: paired, opened, and over.

use std::time::Duration;

use anyhow::Context as _;
use draughts::Color;
use proto::{
    subject::TournamentKey,
    v1::{
        AssignTableRequest, GetTournamentRequest, OpenRoundRequest, PairRoundRequest, Round,
        RoundState, Seat, TablePairing,
    },
};
use tokio::time::Instant;
use tonic::Code;

use super::{
    BY,
    calls::{Clients, until_answered},
    table::{DESK, tablet},
};

/// A round closes a moment after its last game.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// The time between two messages that a round waits.
const TOLD_EVERY: Duration = Duration::from_secs(30);

/// The rounds that there are; none of a tournament that does not exist.
pub(crate) async fn rounds(clients: &Clients, key: &TournamentKey) -> anyhow::Result<Vec<Round>> {
    let request = GetTournamentRequest { tournament: Some(key.into()) };
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

/// Returns whether every game of the round has its result.
pub(crate) fn is_closed(round: &Round) -> bool {
    round.state() == RoundState::Closed
}

async fn has_closed(clients: &Clients, key: &TournamentKey, round: u32) -> anyhow::Result<bool> {
    Ok(rounds(clients, key).await?.iter().any(|known| known.number == round && is_closed(known)))
}

/// Pairs a round, gives every table its tablets, and opens it, as far as that is not done yet. Answers
/// whether there is anything to play: not when the round is over.
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
    let request = OpenRoundRequest { tournament: Some(key.into()), round, by };
    let opened = until_answered("open a round", || {
        let (mut pairing, request) = (clients.pairing.clone(), request.clone());
        async move { pairing.open_round(request).await }
    })
    .await;
    match opened {
        Ok(_) => Ok(true),
        // Its last result came just now.
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

/// Waits until the round is over: the result of a game reaches the tournament after its players, and
/// some games only an arbiter can end. Tells now and then which tables it waits for.
pub(crate) async fn until_closed(
    clients: &Clients,
    key: &TournamentKey,
    number: u32,
) -> anyhow::Result<()> {
    let mut pause = FIRST_PAUSE;
    let mut tell_at = Instant::now() + TOLD_EVERY;
    loop {
        let known = rounds(clients, key).await?;
        let Some(round) = known.iter().find(|known| known.number == number) else {
            anyhow::bail!("round {number} of {key} is gone");
        };
        if is_closed(round) {
            return Ok(());
        }
        if Instant::now() >= tell_at {
            let tables = without_result(round);
            tracing::warn!(%key, round = number, ?tables, "the round waits for these results");
            tell_at += TOLD_EVERY;
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// The tables whose games are not over.
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
