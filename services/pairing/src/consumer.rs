//! Results of games: what the judge finished is recorded, what the arbiter corrected is replaced, and
//! what no longer holds, because the game goes on, is withdrawn.
//!
//! A message may come twice, late, or to two replicas: the youngest word of a game counts, in whatever
//! order they come. A result that was recorded by hand stays until the game is corrected or goes on
//! after that; which came first is judged by when each was recorded.

use std::fmt;

use draughts::Outcome;
use prost::Message as _;
use proto::{
    convert::{ConvertError, required},
    subject::{GameKey, Stream, Subject, TournamentKey},
    v1::{self, Cause, Envelope, envelope::Record, game_event},
};
use runtime::{AppendError, Delivery, Handlers, LedgerError, Stopped, Stored, Tasks, chain};
use tournament::{Author, Command, Refusal, RoundNumber, TableNumber};

use crate::{
    heard::{Heard, Said},
    tournaments::{Error, Tournaments, in_time},
};

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
                Ok(Some((game, word, said))) => {
                    let handlers = results.handlers.clone();
                    handlers.begin(delivery, move |_cause| async move {
                        results.carry_out(&game, word, said).await
                    });
                }
                Ok(None) => delivery.ack().await,
                Err(error) => delivery.pass_over(&error).await,
            }
        }
    }

    /// Takes the word to its tournament, as often as it takes.
    async fn carry_out(&self, game: &GameKey, word: Word, said: Said) -> Result<(), Stopped> {
        let take = || async {
            match self.take(game, word, said).await {
                Err(error @ (Error::Refused(_) | Error::Unknown(_))) => {
                    tracing::warn!(%game, %word, %error, "a result counts nowhere");
                    Ok(())
                }
                taken => taken,
            }
        };
        self.handlers.until_done(take, |error| complain(game, error)).await
    }

    async fn take(&self, game: &GameKey, word: Word, said: Said) -> Result<(), Error> {
        let Some(place) = place(game) else { return Ok(()) };
        match word {
            Word::Resumed => match self.resumed(game).await? {
                Some(_) => self.withdraw(game, place, said).await,
                // It has ended again by now, and that word comes too.
                None => Ok(()),
            },
            Word::Ended(ended) => {
                // A game that goes on by now has no result, however late its end is heard.
                if self.resumed(game).await?.is_none() {
                    self.record(game, place, ended, said).await?;
                }
                // Word that it goes on may have come in this moment, and found nothing to withdraw.
                match self.resumed(game).await? {
                    // When it went on is told by that word alone, not by the moves after it.
                    Some(_) if self.heard(game, place).await?.by_hand_at.is_some() => Ok(()),
                    Some(last) => self.withdraw(game, place, last).await,
                    None => Ok(()),
                }
            }
        }
    }

    /// The game's last message, if the game goes on by it.
    async fn resumed(&self, game: &GameKey) -> Result<Option<Said>, Error> {
        let subject = Subject::game(Stream::Game, game);
        let last = in_time(&game.tournament, self.tournaments.log().last(&subject)).await?;
        let last = last.map_err(LedgerError::from)?;
        let Some(last) = last else { return Ok(None) };
        let envelope = Envelope::decode(last.payload.clone()).map_err(|source| {
            let (subject, sequence) = (last.subject.clone(), last.sequence);
            LedgerError::Decode { subject, sequence, source }
        })?;
        Ok(goes_on(&envelope).then_some(Said::by(&envelope, last.sequence)))
    }

    async fn record(
        &self,
        game: &GameKey,
        (round, table): Place,
        ended: Ended,
        said: Said,
    ) -> Result<(), Error> {
        let Ended { outcome, men_ahead, is_correction } = ended;
        let key = &game.tournament;
        let record = Command::RecordResult { round, table, outcome, men_ahead };
        let recorded = match self.tell(key, record, said, None).await {
            Err(Error::Refused(Refusal::AlreadyRecorded { recorded, .. })) => recorded,
            other => return other,
        };
        let heard = self.heard(game, (round, table)).await?;
        if heard.outlasts(said) {
            dropped(game, &Word::Ended(ended), said, heard);
            return Ok(());
        }
        if heard.by_hand_at.is_some() && !is_correction {
            tracing::warn!(%game, %recorded, played = %outcome, "the recorded result stays");
            return Ok(());
        }
        let correct = Command::CorrectResult { round, table, outcome, men_ahead };
        self.tell(key, correct, said, Some(heard.until)).await
    }

    /// Tells what follows from a game: no person decides it.
    async fn tell(
        &self,
        key: &TournamentKey,
        command: Command,
        said: Said,
        only_at: Option<u64>,
    ) -> Result<(), Error> {
        let cause = Cause { stream: Stream::Game.name().to_owned(), sequence: said.sequence };
        self.tournaments.tell(key, command, Author::SYSTEM, Some(cause), only_at).await.map(drop)
    }

    async fn withdraw(
        &self,
        game: &GameKey,
        (round, table): Place,
        said: Said,
    ) -> Result<(), Error> {
        let heard = self.heard(game, (round, table)).await?;
        if heard.outlasts(said) {
            dropped(game, &Word::Resumed, said, heard);
            return Ok(());
        }
        let withdraw = Command::WithdrawResult { round, table };
        self.tell(&game.tournament, withdraw, said, Some(heard.until)).await
    }

    /// What the tournament's log was told of a game.
    async fn heard(&self, game: &GameKey, place: Place) -> Result<Heard, Error> {
        self.tournaments.heard(&game.tournament, place).await
    }
}

/// Says that a word of a game counts no more. Over a result by hand this is for people to see: which
/// came first is told by the times of two hosts, whose clocks may differ.
fn dropped(game: &GameKey, word: &Word, said: Said, heard: Heard) {
    match heard.by_hand_at {
        Some(by_hand_at) => tracing::warn!(
            %game,
            %word,
            said_at_ms = said.at.millis(),
            by_hand_at_ms = by_hand_at.millis(),
            "the result by hand stays: it was recorded after this word of the game"
        ),
        None => tracing::debug!(%game, %word, "what is recorded is younger than this word"),
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

/// Whether a game goes on by this message of GAME.
pub(crate) fn goes_on(envelope: &Envelope) -> bool {
    match &envelope.record {
        Some(Record::Game(record)) => {
            record.state.as_ref().is_some_and(|state| state.outcome.is_none())
        }
        _ => false,
    }
}

/// Round and table of a game.
pub(crate) type Place = (RoundNumber, TableNumber);

fn place(game: &GameKey) -> Option<Place> {
    let round = RoundNumber::new(game.game.round()).ok()?;
    Some((round, TableNumber::new(game.game.table()).ok()?))
}

fn read(stored: &Stored) -> Result<Option<(GameKey, Word, Said)>, String> {
    let envelope = Envelope::decode(stored.payload.clone()).map_err(|error| error.to_string())?;
    let said = Said::by(&envelope, stored.sequence);
    let Some(word) = word(envelope).map_err(|error| error.to_string())? else { return Ok(None) };
    let subject = stored.subject.parse::<Subject>().map_err(|error| error.to_string())?;
    let game = subject.game_key().ok_or_else(|| "the subject is no game's".to_owned())?;
    Ok(Some((game, word, said)))
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
