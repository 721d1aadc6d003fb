//! A round that is played in the log alone, as its services would have written it.

use std::time::Duration;

use anyhow::Context as _;
use draughts::{Position, RuleSet, Timestamp};
use futures_util::future::try_join_all;
use game_clock::Command;
use live_game::{ClockEvent, DeviceId, Game, GameClock, GameEvent, InputId};
use proto::subject::{GameId, Stream, Subject, TournamentKey};
use runtime::{EventLog, Ledger, Nats, WallClock, config::NatsConfig};
use tokio_util::sync::CancellationToken;
use tournament::{
    Event, PairedRound, Pairing, PairingMethod, Player, PlayerId, RoundKind, RoundNumber, Schedule,
    Settings, TableNumber, Tournament, regulation::Format,
};

/// The longest wait for the log.
const PATIENCE: Duration = Duration::from_secs(30);
const RULES: RuleSet = RuleSet::International;

/// A tournament whose only round is in play.
#[derive(Debug)]
pub struct Hall {
    log: EventLog,
    key: TournamentKey,
    tables: Vec<Table>,
    next: usize,
}

/// A game with its clock.
#[derive(Debug)]
struct Table {
    game: Ledger<Game>,
    clock: Ledger<GameClock>,
    position: Position,
    ply: u32,
    /// The state of a generator of random numbers, by which moves are chosen.
    random: u64,
}

impl Hall {
    /// Creates a tournament of this name with a round of so many boards.
    ///
    /// # Errors
    /// If the log refuses it or does not answer.
    pub async fn open(nats: &str, name: &str, boards: u32) -> anyhow::Result<Self> {
        let (config, never) = (NatsConfig::at(nats), CancellationToken::new());
        let connection = Nats::connect("bench", &config, &never).await?;
        let log = EventLog::open(connection, &config, &never).await?;
        let key = TournamentKey { venue: "bench".parse()?, tournament: name.parse()? };
        let mut ledger = Ledger::<Tournament>::load(&log, Subject::log(&key)).await?;
        ledger.commit(&log, &events(name, boards)?, None, None, PATIENCE).await?;
        let mut tables = Vec::new();
        for number in 1..=boards {
            let game = key.game(GameId::new(1, number)?);
            tables.push(Table {
                game: Ledger::new(Subject::game(Stream::Game, &game)),
                clock: Ledger::new(Subject::game(Stream::Clock, &game)),
                position: Position::start(RULES.variant()),
                ply: 0,
                random: u64::from(number) * 0x9e37_79b9_7f4a_7c15,
            });
        }
        try_join_all(tables.iter_mut().map(|table| table.start(&log))).await?;
        Ok(Self { log, key, tables, next: 0 })
    }

    /// Returns the path of the tournament's resources.
    #[must_use]
    pub fn path(&self) -> String {
        format!("/api/v1/tournaments/{}/{}", self.key.venue, self.key.tournament)
    }

    /// Plays a move at the next table.
    ///
    /// # Errors
    /// If the log refuses it or does not answer.
    pub async fn play(&mut self) -> anyhow::Result<()> {
        let index = self.next % self.tables.len();
        self.next += 1;
        self.tables.get_mut(index).context("a table")?.play(&self.log).await
    }

    /// Plays so many moves at each table.
    ///
    /// # Errors
    /// If the log refuses one or does not answer.
    pub async fn play_all(&mut self, plies: u32) -> anyhow::Result<()> {
        for _ply in 0..plies {
            let log = &self.log;
            try_join_all(self.tables.iter_mut().map(|table| table.play(log))).await?;
        }
        Ok(())
    }
}

impl Table {
    async fn start(&mut self, log: &EventLog) -> anyhow::Result<()> {
        let at = now();
        let started = GameEvent::Started { rules: RULES, start: self.position, at };
        self.game.commit(log, &[started], None, None, PATIENCE).await?;
        self.press(log, &Command::Start { control: "80m + 60s".parse()?, at }).await
    }

    /// Plays a move and presses the clock; a game without a move is left as it is.
    async fn play(&mut self, log: &EventLog) -> anyhow::Result<()> {
        let moves = self.position.legal_moves();
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let count = u64::try_from(moves.len())?;
        let Some(index) = self.random.checked_rem(count) else { return Ok(()) };
        let mv = *moves.get(usize::try_from(index)?).context("a move")?;
        let by = self.position.turn();
        self.position = self.position.play_unchecked(&mv);
        self.ply += 1;
        let (ply, at) = (self.ply, now());
        let input = InputId::new(DeviceId::new("tablet")?, u64::from(ply));
        let played = GameEvent::MovePlayed { ply, mv, input, at };
        self.game.commit(log, &[played], None, None, PATIENCE).await?;
        self.press(log, &Command::Press { by, at, received: at }).await
    }

    async fn press(&mut self, log: &EventLog, command: &Command) -> anyhow::Result<()> {
        let events = self.clock.state().clock.decide(command)?;
        let events: Vec<_> = events.into_iter().map(ClockEvent::Clock).collect();
        self.clock.commit(log, &events, None, None, PATIENCE).await?;
        Ok(())
    }
}

fn events(name: &str, boards: u32) -> anyhow::Result<Vec<Event>> {
    let control = "80m + 60s".parse()?;
    let settings = Settings::plain(name, RULES, control, Format::Table(Schedule::Berger));
    let mut events = vec![Event::Created { settings: Box::new(settings) }];
    for number in 1..=2 * boards {
        events.push(Event::PlayerEntered {
            player: Player {
                id: PlayerId::new(number)?,
                name: format!("Player with the number {number}"),
                club: Some(format!("Club {}", number % 12)),
                rating: Some(u16::try_from(1000 + number)?),
                category: None,
                birth_year: None,
                member: None,
                publicity: None,
            },
        });
    }
    let (round, at) = (RoundNumber::FIRST, now());
    let pairings = (1..=boards).map(|table| {
        let (white, black) = (PlayerId::new(2 * table - 1)?, PlayerId::new(2 * table)?);
        anyhow::Ok(Pairing { table: TableNumber::new(table)?, white, black })
    });
    let paired = PairedRound {
        round,
        kind: RoundKind::Regular,
        pairings: pairings.collect::<Result<_, _>>()?,
        matches: Vec::new(),
        byes: Vec::new(),
        absent: Vec::new(),
        method: PairingMethod::Schedule,
    };
    events.push(Event::RoundPaired { paired: Box::new(paired) });
    events.push(Event::RoundPublished { round, at });
    events.push(Event::RoundOpened { round, at });
    Ok(events)
}

fn now() -> Timestamp {
    WallClock::system().now()
}
