//! The answers of all replicas when the round is over: alike, and as the log has it.

use anyhow::{Context as _, Result, ensure};
use proto::{
    convert,
    v1::{
        GameState, GetSnapshotRequest, GetTournamentRequest, ListClocksRequest, ListTablesRequest,
        StandingView, Table, TournamentRef, board_ingest_service_client::BoardIngestServiceClient,
        broadcast_service_client::BroadcastServiceClient, clock_service_client::ClockServiceClient,
        pairing_service_client::PairingServiceClient,
    },
};
use tournament::{Tournament, ranking::Running};

use crate::{
    channel::LossyChannel,
    check::Log,
    credentials::CHIEF,
    doors::Doors,
    replica::{Kind, Replica},
    seed::Dice,
};

/// The end of a round, as the log has it.
#[derive(Debug)]
pub(crate) struct End<'a> {
    pub(crate) reference: &'a TournamentRef,
    pub(crate) log: &'a Log,
    pub(crate) tournament: &'a Tournament,
}

impl End<'_> {
    /// Asks every replica, with nothing going wrong.
    pub(crate) async fn check(
        &self,
        replicas: &[Replica],
        dice: &Dice,
        doors: Option<&Doors>,
    ) -> Result<()> {
        let channel = |replica: &Replica| {
            let channel = LossyChannel::new(vec![replica.clone()], dice.clone(), 0);
            doors.map_or(channel.clone(), |doors| channel.of(doors.credentials(), CHIEF))
        };
        let of = |kind| replicas.iter().filter(move |replica| replica.kind == kind).map(channel);
        for channel in of(Kind::Pairing) {
            self.check_pairing(channel).await?;
        }
        for channel in of(Kind::Clock) {
            self.check_clocks(channel).await?;
        }
        let mut tables = Vec::new();
        for channel in of(Kind::BoardIngest) {
            tables.push(self.tables(channel).await?);
        }
        // The desk stands before the tables.
        let games = self.log.game_states().len();
        ensure!(tables.iter().all(|of_one| of_one.len() == games + 1), "board-ingest: {tables:#?}");
        ensure!(tables.windows(2).all(|two| two[0] == two[1]), "board-ingest: {tables:#?}");
        for channel in of(Kind::Broadcast) {
            self.check_broadcast(channel).await?;
        }
        Ok(())
    }

    fn reference(&self) -> Option<TournamentRef> {
        Some(self.reference.clone())
    }

    async fn check_pairing(&self, channel: LossyChannel) -> Result<()> {
        let request = GetTournamentRequest { tournament: self.reference(), ..Default::default() };
        let shown = PairingServiceClient::new(channel).get_tournament(request).await?.into_inner();
        let tables = self.tournament.tables(Running::Ignored);
        ensure!(shown.standings == convert::standings(&tables), "pairing: {:#?}", shown.standings);
        let tables = convert::group_tables(self.tournament, &tables);
        ensure!(shown.tables == tables, "pairing: {:#?}, due {tables:#?}", shown.tables);
        let players: Vec<_> = self.tournament.players().iter().map(Into::into).collect();
        ensure!(shown.players == players, "pairing: {:#?}", shown.players);
        Ok(())
    }

    async fn check_clocks(&self, channel: LossyChannel) -> Result<()> {
        let request = ListClocksRequest { tournament: self.reference() };
        let shown =
            ClockServiceClient::new(channel).list_clocks(request).await?.into_inner().clocks;
        let due = self.log.clock_states();
        ensure!(shown.len() == due.len(), "{} of {} clocks are shown", shown.len(), due.len());
        for clock in shown {
            let id = clock.game.map(|game| game.game).unwrap_or_default();
            let (version, state) = due.get(&id).with_context(|| format!("a clock of {id}"))?;
            ensure!(
                (clock.version, clock.state.as_ref()) == (*version, Some(state)),
                "the clock of {id} is shown as {:?}, true is {state:?}",
                clock.state
            );
        }
        Ok(())
    }

    /// Returns the tables as a replica of board-ingest lists them, without the presence of devices:
    /// replicas hear of that at moments of their own.
    async fn tables(&self, channel: LossyChannel) -> Result<Vec<Table>> {
        let request = ListTablesRequest { tournament: self.reference() };
        let mut ingest = BoardIngestServiceClient::new(channel);
        let mut tables = ingest.list_tables(request).await?.into_inner().tables;
        for device in tables.iter_mut().flat_map(|table| &mut table.devices) {
            (device.heard_at_ms, device.unsent) = (0, None);
        }
        Ok(tables)
    }

    async fn check_broadcast(&self, channel: LossyChannel) -> Result<()> {
        let request = GetSnapshotRequest { tournament: self.reference() };
        let client = BroadcastServiceClient::new(channel);
        let answer = client.max_decoding_message_size(1 << 26).get_snapshot(request).await?;
        let shown = answer.into_inner().snapshot.context("a snapshot")?;
        ensure!(shown.fresh.is_none(), "the view is old: {:?}", shown.fresh);
        let tables = self.tournament.tables(Running::Ignored);
        let due = convert::standings(&tables).into_iter().map(|row| StandingView {
            rank: row.rank,
            tied: row.tied,
            player: row.player,
            played: row.played,
            wins: row.wins,
            draws: row.draws,
            losses: row.losses,
            points: row.points,
            sonneborn_berger: row.sonneborn_berger,
        });
        let due: Vec<StandingView> = due.collect();
        ensure!(shown.standings == due, "broadcast: {:#?}, due {due:#?}", shown.standings);
        let states = self.log.game_states();
        ensure!(shown.games.len() == states.len(), "{} games are shown", shown.games.len());
        for game in shown.games {
            let state = states.get(&game.id).with_context(|| format!("a game {}", game.id))?;
            let is_shown = (game.moves.len(), game.fen.trim_end_matches('.'));
            ensure!(
                is_shown == (state.plies.len(), state.fen.trim_end_matches('.')),
                "broadcast shows {game:#?}, true is {state:#?}"
            );
            let result = game.result.as_ref().map(|result| (result.score, result.reason));
            ensure!(result == outcome(state), "broadcast shows {result:?} of {}", game.id);
        }
        Ok(())
    }
}

fn outcome(state: &GameState) -> Option<(i32, i32)> {
    state.outcome.as_ref().map(|outcome| (outcome.score, outcome.reason))
}
