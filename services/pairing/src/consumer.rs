//! Results of games: what the judge finished is recorded, what the arbiter corrected is replaced, and
//! what no longer holds, because the game goes on, is withdrawn.
//!
//! A message may come twice, late, or to two replicas: the youngest word of a game counts, in whatever
//! order they come. A result that was recorded by hand stays until the game is corrected or goes on.

use std::fmt;

use draughts::Outcome;
use prost::Message as _;
use proto::{
    convert::{ConvertError, required},
    subject::{GameKey, Stream, Subject, TournamentKey},
    v1::{self, Cause, Envelope, envelope::Record, game_event, tournament_event},
};
use runtime::{AppendError, Delivery, Handlers, LedgerError, Stopped, Stored, Tasks, chain};
use tournament::{Author, Command, Refusal, RoundNumber, TableNumber};

use crate::tournaments::{Error, Tournaments, in_time};

/// Takes results into their tournaments.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    tournaments: Tournaments,
    handlers: Handlers,
}

/// What a game's log says of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// It ended.
    Ended(Ended),
    /// It was over, and goes on.
    Resumed,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) outcome: Outcome,
    /// How many men White was ahead, in a draw that has a bonus for them.
    pub(crate) men_ahead: Option<i32>,
    /// Whether another result stood before.
    pub(crate) is_correction: bool,
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended(ended) => ended.outcome.fmt(f),
            Self::Resumed => f.write_str("resumed"),
        }
    }
}

impl Results {
    pub(crate) fn new(tournaments: Tournaments, tasks: Tasks) -> Self {
        Self { tournaments, handlers: Handlers::new(tasks) }
    }

    /// Acknowledges a message that ends no game; for another, starts what records it.
    pub(crate) fn hand_over(
        &self,
        delivery: Delivery,
    ) -> impl Future<Output = ()> + Send + 'static {
        let results = self.clone();
        async move {
            match read(&delivery.stored) {
                Ok(Some((game, word))) => {
                    let handlers = results.handlers.clone();
                    handlers.begin(delivery, move |cause| async move {
                        results.carry_out(&game, word, &cause).await
                    });
                }
                Ok(None) => delivery.ack().await,
                Err(error) => delivery.pass_over(&error).await,
            }
        }
    }

    /// Takes the word to its tournament, as often as it takes.
    async fn carry_out(&self, game: &GameKey, word: Word, cause: &Cause) -> Result<(), Stopped> {
        let take = || async {
            match self.take(game, word, cause).await {
                Err(error @ (Error::Refused(_) | Error::Unknown(_))) => {
                    tracing::warn!(%game, %word, %error, "a result counts nowhere");
                    Ok(())
                }
                taken => taken,
            }
        };
        self.handlers.until_done(take, |error| complain(game, error)).await
    }

    async fn take(&self, game: &GameKey, word: Word, cause: &Cause) -> Result<(), Error> {
        let Some((round, table)) = place(game) else { return Ok(()) };
        match word {
            Word::Resumed => match self.resumed(game).await? {
                Some(resumed) => self.withdraw(game, round, table, &resumed).await,
                // It has ended again by now, and that word comes too.
                None => Ok(()),
            },
            Word::Ended(ended) => {
                // A game that goes on by now has no result, however late its end is heard.
                if self.resumed(game).await?.is_none() {
                    self.record(game, (round, table), ended, cause).await?;
                }
                // Word that it goes on may have come in this moment, and found nothing to withdraw.
                match self.resumed(game).await? {
                    // A result by hand is of after that: the word that it goes on took any earlier one.
                    Some(_) if self.heard(&game.tournament, round, table).await?.is_by_hand => {
                        Ok(())
                    }
                    Some(resumed) => self.withdraw(game, round, table, &resumed).await,
                    None => Ok(()),
                }
            }
        }
    }

    /// The game's last message, if the game goes on by it.
    async fn resumed(&self, game: &GameKey) -> Result<Option<Cause>, Error> {
        let subject = Subject::game(Stream::Game, game);
        let last = in_time(&game.tournament, self.tournaments.log().last(&subject)).await?;
        let last = last.map_err(LedgerError::from)?;
        let Some(last) = last else { return Ok(None) };
        let envelope = Envelope::decode(last.payload.clone()).map_err(|source| {
            let (subject, sequence) = (last.subject.clone(), last.sequence);
            LedgerError::Decode { subject, sequence, source }
        })?;
        let cause = Cause { stream: Stream::Game.name().to_owned(), sequence: last.sequence };
        Ok(goes_on(&envelope).then_some(cause))
    }

    async fn record(
        &self,
        game: &GameKey,
        (round, table): (RoundNumber, TableNumber),
        Ended { outcome, men_ahead, is_correction }: Ended,
        cause: &Cause,
    ) -> Result<(), Error> {
        let key = &game.tournament;
        let record = Command::RecordResult { round, table, outcome, men_ahead };
        let told = Some(cause.clone());
        let recorded = match self.tell(key, record, told.clone(), None).await {
            Err(Error::Refused(Refusal::AlreadyRecorded { recorded, .. })) => recorded,
            other => return other,
        };
        let heard = self.heard(key, round, table).await?;
        if heard.of_game >= cause.sequence {
            tracing::debug!(%game, "a younger word of the game is recorded");
            return Ok(());
        }
        if heard.is_by_hand && !is_correction {
            tracing::warn!(%game, %recorded, played = %outcome, "the recorded result stays");
            return Ok(());
        }
        let correct = Command::CorrectResult { round, table, outcome, men_ahead };
        self.tell(key, correct, told, Some(heard.until)).await
    }

    /// Tells what follows from a game: no person decides it.
    async fn tell(
        &self,
        key: &TournamentKey,
        command: Command,
        cause: Option<Cause>,
        only_at: Option<u64>,
    ) -> Result<(), Error> {
        self.tournaments.tell(key, command, Author::SYSTEM, cause, only_at).await.map(drop)
    }

    async fn withdraw(
        &self,
        game: &GameKey,
        round: RoundNumber,
        table: TableNumber,
        cause: &Cause,
    ) -> Result<(), Error> {
        let key = &game.tournament;
        let heard = self.heard(key, round, table).await?;
        if heard.of_game >= cause.sequence {
            tracing::debug!(%game, "a younger word of the game is recorded");
            return Ok(());
        }
        let withdraw = Command::WithdrawResult { round, table };
        let (until, told) = (Some(heard.until), Some(cause.clone()));
        self.tell(key, withdraw, told, until).await
    }

    /// What the tournament's log was told of a game, read whole: a result is rarely in dispute.
    async fn heard(
        &self,
        key: &TournamentKey,
        round: RoundNumber,
        table: TableNumber,
    ) -> Result<Heard, Error> {
        let subject = Subject::log(key);
        let name = subject.to_string();
        let written = in_time(key, self.tournaments.log().read(subject.stream, &name, 1)).await?;
        let written = written.map_err(LedgerError::from)?;
        let mut heard = Heard::default();
        for message in &written {
            let envelope = Envelope::decode(message.payload.clone()).map_err(|source| {
                let (subject, sequence) = (message.subject.clone(), message.sequence);
                LedgerError::Decode { subject, sequence, source }
            })?;
            heard.until = message.sequence;
            if let Some(word) = word_of(&envelope, round, table) {
                heard.is_by_hand = word.is_none();
                heard.of_game = heard.of_game.max(word.unwrap_or(0));
            }
        }
        Ok(heard)
    }
}

/// Says what a result waits for; answers false when that is nothing but another try.
fn complain(game: &GameKey, error: &Error) -> bool {
    match error {
        Error::Refused(_)
        | Error::Unknown(_)
        | Error::Contended(_)
        | Error::Stopping
        | Error::Append(AppendError::Conflict { .. }) => return false,
        Error::Append(AppendError::Unavailable { .. })
        | Error::Ledger(LedgerError::Read(_))
        | Error::Late(_) => tracing::warn!(%game, %error, "the result waits for NATS"),
        Error::Append(AppendError::Refused { .. })
        | Error::Ledger(
            LedgerError::Decode { .. } | LedgerError::Record { .. } | LedgerError::Broken { .. },
        ) => tracing::error!(%game, error = chain(error), "the result waits"),
    }
    true
}

/// What a tournament's log was told of a game.
#[derive(Clone, Copy, Debug, Default)]
struct Heard {
    /// Sequence of the youngest message of GAME that gave or took this game's result; 0 when none did.
    of_game: u64,
    /// Whether its result was last recorded by hand.
    is_by_hand: bool,
    /// Sequence of the log's last message.
    until: u64,
}

/// What this envelope says of a game's result: the sequence in GAME of the message that gave or took
/// it, or nothing more when that was done by hand; `None` when it is not about this game.
#[expect(clippy::option_option, reason = "by hand is not the same as of another game")]
pub(crate) fn word_of(
    envelope: &Envelope,
    round: RoundNumber,
    table: TableNumber,
) -> Option<Option<u64>> {
    let Some(Record::Tournament(record)) = &envelope.record else { return None };
    let is_of_game = record.events.iter().any(|event| {
        let place = match &event.event {
            Some(tournament_event::Event::ResultRecorded(it)) => (it.round, it.table),
            Some(tournament_event::Event::ResultCorrected(it)) => (it.round, it.table),
            Some(tournament_event::Event::ResultWithdrawn(it)) => (it.round, it.table),
            _ => return false,
        };
        place == (round.get(), table.get())
    });
    let cause = envelope.cause.as_ref().filter(|cause| cause.stream == Stream::Game.name());
    is_of_game.then(|| cause.map(|cause| cause.sequence))
}

/// Whether a game goes on by this message of GAME.
pub(crate) fn goes_on(envelope: &Envelope) -> bool {
    match &envelope.record {
        Some(Record::Game(record)) => {
            record.state.as_ref().is_some_and(|state| state.outcome.is_none())
        }
        _ => false,
    }
}

fn place(game: &GameKey) -> Option<(RoundNumber, TableNumber)> {
    let round = RoundNumber::new(game.game.round()).ok()?;
    Some((round, TableNumber::new(game.game.table()).ok()?))
}

fn read(stored: &Stored) -> Result<Option<(GameKey, Word)>, String> {
    let envelope = Envelope::decode(stored.payload.clone()).map_err(|error| error.to_string())?;
    let Some(word) = word(envelope).map_err(|error| error.to_string())? else { return Ok(None) };
    let subject = stored.subject.parse::<Subject>().map_err(|error| error.to_string())?;
    let game = subject.game_key().ok_or_else(|| "the subject is no game's".to_owned())?;
    Ok(Some((game, word)))
}

/// The last word on the game's result in this envelope, if there is one.
///
/// # Errors
/// [`ConvertError`] when the record is another stream's or the outcome is none.
pub(crate) fn word(envelope: Envelope) -> Result<Option<Word>, ConvertError> {
    let Record::Game(record) = required(envelope.record, "record")? else {
        return Err(ConvertError::OtherRecord);
    };
    // Of a draw under the regulation of 2006 the state tells the bonus, a hundredth for each man.
    let men_ahead = record.state.and_then(|state| state.draw_bonus);
    let mut last = None;
    for event in record.events {
        let (outcome, is_correction): (Option<v1::Outcome>, bool) = match event.event {
            // After another word of the same decision it takes the place of a result.
            Some(game_event::Event::Finished(finished)) => (finished.outcome, last.is_some()),
            Some(game_event::Event::ResultCorrected(corrected)) => (corrected.outcome, true),
            Some(game_event::Event::Resumed(_)) => {
                last = Some(Word::Resumed);
                continue;
            }
            _ => continue,
        };
        let outcome = required(outcome, "outcome")?.try_into()?;
        last = Some(Word::Ended(Ended { outcome, men_ahead, is_correction }));
    }
    Ok(last)
}
