//! Plays a round of real games: set up through pairing, played through board-ingest by two tablets
//! a table, all tables at once, as fast as moves are accepted.

mod desk;
mod playing;
mod progress;
mod tablet;

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    AssignTableRequest, Color, CreateTournamentRequest, EnterPlayerRequest, GameRef,
    ListTablesRequest, OpenRoundRequest, PairRoundRequest, PairingSystem, RuleSet, Seat,
    StandingView, TablePairing, TimeControl, TournamentCreated, TournamentRef,
};

pub use self::{desk::DeskDevice, playing::Playing, tablet::Tablet};
use crate::{BY, client::Clients, script::Script, until};

/// Long enough that no flag falls while a test waits for a process.
const CONTROL: TimeControl =
    TimeControl { base_ms: 80 * 60_000, increment_ms: 60_000, stages: Vec::new() };

/// An open round.
#[derive(Clone, Debug)]
pub struct Round {
    clients: Clients,
    tournament: TournamentRef,
    scripts: Vec<Script>,
}

impl Round {
    /// Creates a tournament of the players of `scripts`, pairs its first round as they played,
    /// assigns a tablet to each side of each table and one to the desk, and opens the round.
    ///
    /// # Errors
    /// If a service refuses a call or does not follow in time.
    pub async fn open(clients: &Clients, id: &str, scripts: Vec<Script>) -> Result<Self> {
        Self::open_timed(clients, id, scripts, CONTROL).await
    }

    /// Opens a round as [`Round::open`] does, with another time control.
    ///
    /// # Errors
    /// If a service refuses a call or does not follow in time.
    pub async fn open_timed(
        clients: &Clients,
        id: &str,
        scripts: Vec<Script>,
        control: TimeControl,
    ) -> Result<Self> {
        let settings = TournamentCreated {
            name: "A round of real games".to_owned(),
            rules: RuleSet::International.into(),
            control: Some(control),
            system: PairingSystem::Manual.into(),
            ..TournamentCreated::default()
        };
        Box::pin(Self::open_by(clients, id, scripts, settings)).await
    }

    /// Opens a round as [`Round::open`] does, in a tournament with these settings, whose rounds are
    /// paired by hand.
    ///
    /// # Errors
    /// If a service refuses a call or does not follow in time.
    pub async fn open_by(
        clients: &Clients,
        id: &str,
        scripts: Vec<Script>,
        settings: TournamentCreated,
    ) -> Result<Self> {
        let tournament = TournamentRef { venue: "main".to_owned(), tournament: id.to_owned() };
        let round = Self { clients: clients.clone(), tournament, scripts };
        round.pair(settings).await.context("pair the round")?;
        for (table, seat, device) in round.seats() {
            round.assign(&device, table, seat).await?;
        }
        round.assign("desk", 0, Seat::Desk).await?;
        let request = OpenRoundRequest {
            tournament: round.reference(),
            round: 1,
            reason: String::new(),
            by: BY.to_owned(),
        };
        round.clients.pairing.clone().open_round(request).await.context("open the round")?;
        until("every table to have its game", || async {
            let request = ListTablesRequest { tournament: round.reference() };
            let tables = round.clients.board_ingest.clone().list_tables(request).await.ok()?;
            let tables = tables.into_inner().tables;
            let playing = tables.iter().filter(|table| !table.game.is_empty()).count();
            (playing == round.scripts.len()).then_some(())
        })
        .await?;
        Ok(round)
    }

    /// Returns the games to be played, by table from 1.
    #[must_use]
    pub fn scripts(&self) -> &[Script] {
        &self.scripts
    }

    /// Returns the reference of the tournament for requests.
    #[must_use]
    pub fn reference(&self) -> Option<TournamentRef> {
        Some(self.tournament.clone())
    }

    /// Returns the path of the tournament at broadcast.
    #[must_use]
    pub fn path(&self) -> String {
        format!("/api/v1/tournaments/{}/{}", self.tournament.venue, self.tournament.tournament)
    }

    /// Returns the reference of the game at a table.
    #[must_use]
    pub fn game(&self, table: u32) -> GameRef {
        let TournamentRef { venue, tournament } = self.tournament.clone();
        GameRef { venue, tournament, game: game_id(table) }
    }

    /// Returns the tablet of one side of a table; each tablet numbers its own inputs.
    #[must_use]
    pub fn tablet(&self, table: u32, color: Color) -> Tablet {
        self.tablet_of(&self.clients, table, color)
    }

    /// Returns another device of a table, which has to be assigned under this name.
    #[must_use]
    pub fn spare(&self, device: &str, table: u32, color: Color) -> Tablet {
        Tablet { device: device.to_owned(), ..self.tablet(table, color) }
    }

    fn tablet_of(&self, clients: &Clients, table: u32, color: Color) -> Tablet {
        let device = device(table, color);
        let board_ingest = clients.board_ingest.clone();
        Tablet { board_ingest, game: self.game(table), device, color, sent_count: 0 }
    }

    /// Returns every game's moves by its id, as the scripts have them.
    #[must_use]
    pub fn moves(&self) -> BTreeMap<String, Vec<String>> {
        (1..).zip(&self.scripts).map(|(table, it)| (game_id(table), it.moves.clone())).collect()
    }

    /// Returns the number of moves of all games.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.scripts.iter().map(|script| script.moves.len()).sum()
    }

    /// Returns the standings after every game, computed from the scripts: points, then
    /// Sonneborn-Berger; equal players share a rank. Players are numbered White 1, Black 1, White 2
    /// …
    #[must_use]
    pub fn standings(&self) -> Vec<StandingView> {
        let mut lines = Vec::new();
        for (white, script) in (1..).step_by(2).zip(&self.scripts) {
            let (points, against) = script.points();
            lines.push(line(white, points, against));
            lines.push(line(white + 1, against, points));
        }
        let keys: Vec<_> = lines.iter().map(key).collect();
        for (line, key) in lines.iter_mut().zip(&keys) {
            let better = keys.iter().filter(|other| *other > key).count();
            line.rank = u32::try_from(better + 1).unwrap_or(u32::MAX);
            line.tied = keys.iter().filter(|other| *other == key).count() > 1;
        }
        lines.sort_by_key(|line| (line.rank, line.player));
        lines
    }

    async fn pair(&self, settings: TournamentCreated) -> Result<()> {
        let mut pairing = self.clients.pairing.clone();
        let tournament = self.reference();
        let request = CreateTournamentRequest {
            tournament,
            settings: Some(settings),
            by: BY.to_owned(),
            ..Default::default()
        };
        pairing.create_tournament(request).await?;
        let mut pairings = Vec::new();
        for (table, script) in (1..).zip(&self.scripts) {
            let white = self.enter(&script.white).await?;
            let black = self.enter(&script.black).await?;
            pairings.push(TablePairing { table, white, black });
        }
        let request = PairRoundRequest {
            tournament: self.reference(),
            round: 1,
            pairings: pairings.clone(),
            by: BY.to_owned(),
            ..Default::default()
        };
        let paired = pairing.pair_round(request).await?.into_inner().round;
        ensure!(paired.is_some_and(|round| round.pairings == pairings), "paired otherwise");
        Ok(())
    }

    async fn enter(&self, name: &str) -> Result<u32> {
        let request = EnterPlayerRequest {
            tournament: self.reference(),
            name: name.to_owned(),
            by: BY.to_owned(),
            ..EnterPlayerRequest::default()
        };
        let entered = self.clients.pairing.clone().enter_player(request).await?.into_inner();
        Ok(entered.player.context("the player")?.id)
    }

    /// Assigns a device to a table.
    ///
    /// # Errors
    /// If board-ingest refuses.
    pub async fn assign(&self, device: &str, table: u32, seat: Seat) -> Result<()> {
        let request = AssignTableRequest {
            tournament: self.reference(),
            device: device.to_owned(),
            table,
            seat: seat.into(),
            ..Default::default()
        };
        let assigned = self.clients.board_ingest.clone().assign_table(request).await;
        assigned.with_context(|| format!("assign {device}"))?;
        Ok(())
    }

    fn seats(&self) -> Vec<(u32, Seat, String)> {
        let mut seats = Vec::new();
        for (table, _script) in (1..).zip(&self.scripts) {
            seats.push((table, Seat::White, device(table, Color::White)));
            seats.push((table, Seat::Black, device(table, Color::Black)));
        }
        seats
    }
}

fn device(table: u32, color: Color) -> String {
    format!("t{table}-{}", if color == Color::White { "white" } else { "black" })
}

fn game_id(table: u32) -> String {
    format!("r1-t{table}")
}

fn line(player: u32, points: u32, against: u32) -> StandingView {
    let is = |claim: bool| u32::from(claim);
    StandingView {
        rank: 0,
        tied: false,
        player,
        played: 1,
        wins: is(points > against),
        draws: is(points == against),
        losses: is(points < against),
        points,
        // Twice the points of beaten opponents (none after one game), once those of drawn ones.
        sonneborn_berger: if points == against { against } else { 0 },
    }
}

fn key(line: &StandingView) -> (u32, u32) {
    (line.points, line.sonneborn_berger)
}
