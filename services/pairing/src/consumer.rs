//! Consumes GAME: records the result of a game that ends, replaces one that the arbiter corrects,
//! and withdraws one that is no longer valid because the game goes on.
//!
//! A message may come twice, late, or to two replicas: the newest message of a game counts, in
//! whatever order they come. A result that was recorded by hand stays until a later message of the
//! game corrects it or resumes the game. The order of the two is that of their times of recording.

use std::time::Duration;

use proto::{
    convert::Record,
    subject::{GameKey, Stream, Subject, TournamentKey, consumer as durable},
};
use runtime::{
    ConsumerSpec, Delivery, EventLog, Followed, LogEntry, Projection, StartAt, Stopped, Tasks,
    error_chain, metrics,
};
use tournament::{
    Author, Command, GameCause, GameResult, Refusal, ResultDecision, RoundNumber, TableNumber,
};

use crate::{
    error::Error,
    result_provenance::{Provenance, ProvenanceReader, RoundTable},
    tournaments::{Tournaments, in_time},
    trace,
};

/// Shortest time without use after which a tournament is forgotten; the longest is twice that.
const UNUSED: Duration = Duration::from_secs(24 * 3600);

/// Applies all of TOURNAMENT to `tournaments`, and follows further messages until the tasks stop.
///
/// # Errors
/// [`Stopped`] if they stop before everything written so far is applied.
pub(crate) async fn follow(tournaments: &Tournaments, tasks: &Tasks) -> Result<(), Stopped> {
    let all = Followed::all(Stream::Tournament, StartAt::First);
    let copies = Copies(tournaments.clone());
    // Boxed, because a tournament's state is large.
    Box::pin(runtime::follow(tournaments.log(), tasks, all, copies)).await?;
    let tournaments = tournaments.clone();
    tasks.spawn_every(UNUSED, move || tournaments.forget_unused());
    Ok(())
}

/// Consumes GAME until the tasks stop, and records the results in their tournaments.
pub(crate) fn consume(log: &EventLog, results: Results, tasks: &Tasks) {
    let spec = ConsumerSpec { stream: Stream::Game, name: durable::PAIRING };
    runtime::consume(log, tasks, spec, move |delivery| results.hand_over(delivery));
}

/// Projection of TOURNAMENT: the copies of all tournaments.
struct Copies(Tournaments);

impl Projection for Copies {
    async fn apply(&mut self, entry: LogEntry) {
        if let Err(error) = self.0.apply(&entry).await {
            tracing::error!(error = error_chain(&error), "a tournament's history cannot be read");
        }
    }

    fn reset(&mut self) -> bool {
        self.0.reset();
        true
    }
}

/// Records results of games in their tournaments.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    tournaments: Tournaments,
    provenances: ProvenanceReader,
    tasks: Tasks,
}

impl Results {
    pub(crate) fn new(
        tournaments: Tournaments,
        provenances: ProvenanceReader,
        tasks: &Tasks,
    ) -> Self {
        Self { tournaments, provenances, tasks: tasks.clone() }
    }

    /// Acknowledges a message that changes no result; starts a task that records any other.
    fn hand_over(&self, delivery: Delivery) -> impl Future<Output = ()> + Send + use<> {
        let results = self.clone();
        async move {
            match delivery.entry.as_ref().map(read) {
                Ok(Some((game, event, message))) => {
                    let tasks = results.tasks.clone();
                    delivery.handle(&tasks, move |_cause| async move {
                        results.carry_out(&game, event, message).await
                    });
                }
                Ok(None) => delivery.ack().await,
                Err(unreadable) => delivery.pass_over(unreadable).await,
            }
        }
    }

    /// Retries until the tournament has recorded or refused the result, or the service stops. Gives
    /// up if the history of the tournament or of the game cannot be read; board-ingest tells the
    /// desk of a game that is over without a result.
    pub(crate) async fn carry_out(
        &self,
        game: &GameKey,
        event: GameResult,
        message: GameCause,
    ) -> Result<(), Stopped> {
        let take = || async {
            // Boxed, because the future holds a whole tournament.
            match Box::pin(self.take(game, event, message)).await {
                Err(error @ (Error::Refused(_) | Error::Unknown(_))) => {
                    tracing::warn!(%game, %event, %error, "the tournament does not take the result of this game; it is passed over");
                    Ok(())
                }
                taken => taken,
            }
        };
        let stopping = self.tasks.stopping();
        let settled = self.tournaments.log().until_settled(&stopping, game, take).await?;
        if let Err(error) = settled {
            tracing::error!(
                %game,
                %event,
                error = error_chain(&error),
                "the result of this game is not recorded; record it by hand"
            );
            metrics::given_up(env!("CARGO_PKG_NAME"));
        }
        Ok(())
    }

    async fn take(
        &self,
        game: &GameKey,
        event: GameResult,
        message: GameCause,
    ) -> Result<(), Error> {
        let Some(table) = round_table(game) else { return Ok(()) };
        let (mut known, mut recorded) = (None, None);
        loop {
            let goes_on = self.resumed(game).await?;
            if goes_on.is_some() && !self.is_stored(game, event, message).await? {
                // GAME has lost its end, and nobody has resumed the game. rules-validation decides
                // the end again, and its message is read then.
                tracing::warn!(%game, %event, "the log has lost the message of this result; nothing follows from it");
                return Ok(());
            }
            let source = known.map(|provenance: Provenance| provenance.source);
            let (command, because_of) = match event.decide(table, message, goes_on, source) {
                ResultDecision::ReadSource => {
                    known = Some(self.provenance(game, table).await?);
                    continue;
                }
                ResultDecision::Keep(kept) => {
                    trace::kept(game, &event, message, kept, (source, recorded));
                    return Ok(());
                }
                ResultDecision::Execute { command, because_of } => (command, because_of),
            };
            let is_withdrawal = matches!(command, Command::WithdrawResult { .. });
            let only_at = known.map(|provenance| provenance.log_sequence);
            match self.execute(&game.tournament, command, because_of, only_at).await {
                Err(Error::Refused(Refusal::AlreadyRecorded { recorded: outcome, .. })) => {
                    recorded = Some(outcome);
                }
                done => {
                    done?;
                    // The message that resumed the game may have been handled just now, before
                    // there was a result.
                    if is_withdrawal || self.resumed(game).await?.is_none() {
                        return Ok(());
                    }
                }
            }
            known = Some(self.provenance(game, table).await?);
        }
    }

    /// Returns the game's last message if the game is not over by it.
    async fn resumed(&self, game: &GameKey) -> Result<Option<GameCause>, Error> {
        let subject = Subject::game(Stream::Game, game);
        let last = self.tournaments.log().last_entry(&subject);
        let last = in_time(&game.tournament, last).await??;
        Ok(last.filter(|last| last.record.is_game_in_play()).map(|last| game_cause(&last)))
    }

    /// Returns true if GAME still has the message of a change.
    async fn is_stored(
        &self,
        game: &GameKey,
        event: GameResult,
        message: GameCause,
    ) -> Result<bool, Error> {
        let stored = self.tournaments.log().entry_at(Stream::Game, message.sequence);
        let stored = in_time(&game.tournament, stored).await??;
        Ok(stored.as_ref().and_then(read) == Some((game.clone(), event, message)))
    }

    /// Carries out a command that follows from a game, in the name of the system.
    async fn execute(
        &self,
        key: &TournamentKey,
        command: Command,
        message: GameCause,
        only_at: Option<u64>,
    ) -> Result<(), Error> {
        let executed =
            self.tournaments.execute(key, command, Author::SYSTEM, Some(message), only_at).await;
        executed.map(drop)
    }

    /// Returns the source of the recorded result of a game.
    async fn provenance(&self, game: &GameKey, table: RoundTable) -> Result<Provenance, Error> {
        self.provenances.read(&game.tournament, table).await
    }
}

pub(crate) fn round_table(game: &GameKey) -> Option<RoundTable> {
    let round = RoundNumber::new(game.game.round()).ok()?;
    Some((round, TableNumber::new(game.game.table()).ok()?))
}

/// Returns the change of the result in an entry of GAME; `None` if there is none.
pub(crate) fn read(entry: &LogEntry) -> Option<(GameKey, GameResult, GameCause)> {
    let Record::Game(record) = &entry.record else { return None };
    Some((entry.game()?, record.result_change()?, game_cause(entry)))
}

fn game_cause(entry: &LogEntry) -> GameCause {
    GameCause { sequence: entry.sequence, recorded_at: entry.recorded_at }
}
