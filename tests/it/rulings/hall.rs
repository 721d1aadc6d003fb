//! A hall with its arbiter, players and spectators, and checks of the state that all of them come
//! to see.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    Color, GetClockRequest, GetGameRequest, GetStandingsRequest, GetTournamentRequest, PlayedPly,
    RoundState, VerdictStatus, submit_ruling_request::Ruling,
};
use tests::{
    client::{self, Clients},
    cluster::{Cluster, Service},
    round::{DeskDevice, Round, Tablet},
    spectator::{Seen, Spectator},
    until,
    verdicts::Verdicts,
};

use super::games::texts;

/// The services still to be killed; empty if none is.
pub(super) type Victims<'a> = &'a mut dyn Iterator<Item = Service>;

pub(super) struct Hall {
    pub(super) cluster: Cluster,
    pub(super) clients: Clients,
    pub(super) round: Round,
    pub(super) desk: DeskDevice,
    /// The verdicts that the desk receives.
    pub(super) verdicts: Verdicts,
    pub(super) spectators: [Spectator; 3],
    /// The moment of the last clock event seen for each table, in milliseconds since the epoch.
    pub(super) clocks: BTreeMap<u32, i64>,
}

impl Hall {
    /// Kills the next victim and starts it again while the next input arrives.
    pub(super) async fn disturb(&mut self, victims: Victims<'_>) -> Result<()> {
        let Some(victim) = victims.next() else { return Ok(()) };
        self.cluster.kill(victim).await?;
        self.cluster.launch(victim).await
    }

    pub(super) fn tablets(&self, table: u32) -> [Tablet; 2] {
        [self.round.tablet(table, Color::White), self.round.tablet(table, Color::Black)]
    }

    pub(super) async fn rule(&mut self, table: u32, ruling: Ruling) -> Result<()> {
        let verdict = self.desk.rule(table, ruling).await?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
        Ok(())
    }

    pub(super) async fn refused(&mut self, table: u32, ruling: Ruling, reason: &str) -> Result<()> {
        let verdict = self.desk.rule(table, ruling).await?;
        ensure!(verdict.status() == VerdictStatus::Refused, "{reason}: {verdict:?}");
        ensure!(verdict.reason == reason, "{reason} was due: {verdict:?}");
        ensure!(verdict.refusal.is_some() && !verdict.explanation.is_empty(), "{verdict:?}");
        Ok(())
    }

    /// Waits until every spectator sees these moves of a table, and checks that none saw a hidden
    /// move.
    pub(super) async fn sees(&self, table: u32, moves: &str) -> Result<()> {
        let (game, moves) = (self.round.game(table).game, texts(moves));
        for spectator in &self.spectators {
            let is_seen = |seen: &Seen| seen.moves.get(&game) == Some(&moves);
            spectator.sees(&format!("{moves:?} at table {table}"), is_seen).await?;
        }
        Ok(())
    }

    /// Waits until the clock of a table runs for this side, by an event after the one last seen.
    pub(super) async fn runs(&mut self, table: u32, color: Color) -> Result<()> {
        let seen = self.clocks.get(&table).copied().unwrap_or(0);
        let as_of = until(&format!("the time of {color:?} at table {table}"), || async {
            let request = GetClockRequest { game: Some(self.round.game(table)) };
            let clock = self.clients.clock.clone().get_clock(request).await.ok()?.into_inner();
            let state = clock.clock?.state?;
            (state.running() == color && state.as_of_ms > seen).then_some(state.as_of_ms)
        })
        .await?;
        self.clocks.insert(table, as_of);
        Ok(())
    }

    /// Waits until pairing shows these points for both players of a table.
    pub(super) async fn points(&self, table: u32, expected: [u32; 2]) -> Result<()> {
        until(&format!("{expected:?} for table {table}"), || async {
            let request =
                GetStandingsRequest { tournament: self.round.reference(), ..Default::default() };
            let rows = self.clients.pairing.clone().get_standings(request).await.ok()?;
            let rows = rows.into_inner().standings;
            let of = |player| rows.iter().find(|row| row.player == player).map(|row| row.points);
            (of(2 * table - 1)? == expected[0] && of(2 * table)? == expected[1]).then_some(())
        })
        .await
    }

    pub(super) async fn plies(&self, table: u32) -> Result<Vec<PlayedPly>> {
        let request = GetGameRequest { game: Some(self.round.game(table)), ..Default::default() };
        let game = self.clients.rules_validation.clone().get_game(request).await?.into_inner();
        Ok(game.state.context("a state")?.plies)
    }

    pub(super) async fn pdn(&self, table: u32) -> Result<String> {
        let address = self.cluster.address(Service::Broadcast);
        let path = format!("{}/games/{}.pdn", self.round.path(), self.round.game(table).game);
        client::get(address, &path, &[]).await?.text().await
    }
    /// Waits until pairing shows the round in this state.
    pub(super) async fn round_is(&self, state: RoundState) -> Result<()> {
        until(&format!("the round to be {state:?}"), || async {
            let request =
                GetTournamentRequest { tournament: self.round.reference(), ..Default::default() };
            let tournament = self.clients.pairing.clone().get_tournament(request).await.ok()?;
            (tournament.into_inner().rounds.first()?.state() == state).then_some(())
        })
        .await
    }
}
