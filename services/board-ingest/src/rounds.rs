//! Begins the games of a round that was opened: the first input of each game is its start.

use std::time::Duration;

use draughts::Position;
use prost::Message as _;
use proto::{
    convert::{Aggregate as _, round},
    subject::{GameId, GameKey, Subject},
    v1::{self, Envelope, InputRecord, StartGame, input_record::Action},
};
use runtime::{Delivery, EventLog, Handlers, Ledger, Stopped, Tasks, chain};
use tokio::time::Instant;
use tournament::{
    Event, PairedGame, RoundNumber, Tournament,
    regulation::{Point, Regulation},
};

use crate::{error::Error, tables::Tables};

/// Who hands in the start of a game.
const DEVICE: &str = "round";

/// Begins games.
#[derive(Clone, Debug)]
pub(crate) struct Rounds {
    log: EventLog,
    tables: Tables,
    patience: Duration,
    handlers: Handlers,
}

impl Rounds {
    pub(crate) fn new(log: EventLog, tables: Tables, tasks: Tasks, patience: Duration) -> Self {
        Self { log, tables, patience, handlers: Handlers::new(tasks) }
    }

    /// Acknowledges a message of TOURNAMENT that opens no round; for another, starts what begins its
    /// games.
    pub(crate) fn hand_over(
        &self,
        delivery: Delivery,
    ) -> impl Future<Output = ()> + Send + 'static {
        let rounds = self.clone();
        async move {
            let opened = opened(&delivery);
            match delivery.stored.subject.parse::<Subject>() {
                Ok(log) if !opened.is_empty() => {
                    let handlers = rounds.handlers.clone();
                    handlers.begin(delivery, move |_cause| async move {
                        rounds.carry_out(&log, &opened).await
                    });
                }
                _ => delivery.ack().await,
            }
        }
    }

    /// Begins every game of these rounds. One that cannot be begun keeps no other from it.
    async fn carry_out(&self, log: &Subject, opened: &[RoundNumber]) -> Result<(), Stopped> {
        let read = || async { Ok(Ledger::<Tournament>::load(&self.log, log.clone()).await?) };
        let Some(ledger) = self.until_done(log, read).await? else { return Ok(()) };
        for (game, start) in games(ledger.state(), log, opened) {
            let begin = || self.tables.begin(&game, start.clone(), Instant::now() + self.patience);
            self.until_done(&game, begin).await?;
        }
        Ok(())
    }

    /// What `work` comes to, as often as it takes; `None` when it will never succeed.
    async fn until_done<T, F>(
        &self,
        what: &impl std::fmt::Display,
        mut work: impl FnMut() -> F,
    ) -> Result<Option<T>, Stopped>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let work = || {
            let done = work();
            async {
                match done.await {
                    Err(error) if !error.is_passing() => {
                        // Begun with other data, or a history that is none: it will not get better.
                        tracing::error!(%what, error = chain(&error), "begin a game; given up");
                        Ok(None)
                    }
                    done => done.map(Some),
                }
            }
        };
        let complain = |error: &Error| {
            tracing::warn!(%what, %error, "the start of a game waits");
            true
        };
        self.handlers.until_done(work, complain).await
    }
}

/// The games of these rounds, each with its start.
fn games(
    tournament: &Tournament,
    log: &Subject,
    opened: &[RoundNumber],
) -> Vec<(GameKey, InputRecord)> {
    let rounds = opened.iter().filter_map(|round| tournament.round(*round));
    let ids = rounds.flat_map(|round| {
        let number = round.number().get();
        // Where somebody has withdrawn, or a result came with the round, there is nothing to play.
        let is_played =
            |game: &&PairedGame| game.outcome.is_none() && !tournament.is_off(round, game);
        let games = round.games().iter().filter(is_played);
        games.map(move |game| GameId::new(number, game.pairing.table.get()))
    });
    ids.flatten().filter_map(|id| Some((log.tournament.game(id), start(tournament, id)?))).collect()
}

/// The first input of a game: its start, when its round is open.
pub(crate) fn start(tournament: &Tournament, game: GameId) -> Option<InputRecord> {
    let regulation = tournament.regulation()?;
    let rules = regulation.rules;
    let number = round(game.round()).ok()?;
    let opened = tournament.round(number)?.opened_at()?;
    let mut start = StartGame {
        fen: Position::start(rules.variant()).fen(),
        control: tournament.time_control_of(number).map(Into::into),
        black_starts: regulation.black_starts,
        absence: absence(regulation),
        ..StartGame::default()
    };
    start.set_rules(rules.into());
    Some(InputRecord {
        device: DEVICE.to_owned(),
        sequence: 1,
        at_ms: opened.millis(),
        action: Some(Action::Start(start)),
        ..InputRecord::default()
    })
}

/// How long a player is waited for who has not come, with the article where the regulation has it from one.
fn absence(regulation: &Regulation) -> Option<v1::AbsenceLimit> {
    let after_ms = u64::try_from(regulation.absence?.as_millis()).unwrap_or(u64::MAX);
    let article = match regulation.article(Point::Absence) {
        // No other rulebook says how long.
        Some(_article) => v1::AbsenceArticle::Tournament2006Rule3,
        None => v1::AbsenceArticle::Announced,
    };
    Some(v1::AbsenceLimit { after_ms, article: article.into() })
}

/// The rounds that a message opens.
fn opened(delivery: &Delivery) -> Vec<RoundNumber> {
    let record = Envelope::decode(delivery.stored.payload.clone())
        .ok()
        .and_then(|envelope| envelope.record)
        .map(Tournament::from_record);
    let Some(Ok(events)) = record else {
        tracing::error!("passed over a message of TOURNAMENT that cannot be understood");
        return Vec::new();
    };
    events
        .into_iter()
        .filter_map(|event| match event {
            Event::RoundOpened { round, .. } => Some(round),
            Event::Ruled { .. }
            | Event::Created { .. }
            | Event::SettingsAmended { .. }
            | Event::PlayerEntered { .. }
            | Event::TeamEntered { .. }
            | Event::LineUpHandedIn { .. }
            | Event::LotsDrawn { .. }
            | Event::GroupsDivided { .. }
            | Event::AbsenceReported { .. }
            | Event::AbsenceTakenBack { .. }
            | Event::Withdrawn { .. }
            | Event::Reinstated { .. }
            | Event::RoundPlanned { .. }
            | Event::RoundPaired { .. }
            | Event::ColorChosen { .. }
            | Event::RoundUnpaired { .. }
            | Event::RoundPublished { .. }
            | Event::TieResolved { .. }
            | Event::TieReopened { .. }
            | Event::ResultRecorded { .. }
            | Event::ResultCorrected { .. }
            | Event::ResultWithdrawn { .. }
            | Event::ColorsReversed { .. }
            | Event::PlayerCorrected { .. }
            | Event::PlayerRemoved { .. }
            | Event::TeamRenamed { .. }
            | Event::TeamRemoved { .. }
            | Event::ReserveSeated { .. }
            | Event::RoundClosed { .. } => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use tournament::regulation::Preset;

    use super::*;

    #[test]
    fn an_absence_has_the_article_of_2006_only_where_that_regulation_stands_unchanged() {
        use v1::AbsenceArticle::{Announced, Tournament2006Rule3};
        for (preset, minutes, article) in [
            (Preset::Tournament2006, 60, Tournament2006Rule3),
            (Preset::Tournament2006Open, 60, Tournament2006Rule3),
            (Preset::Tournament2006, 30, Announced),
            (Preset::FrisianKk, 60, Announced),
            (Preset::KndbSwiss, 60, Announced),
        ] {
            let after = Duration::from_secs(minutes * 60);
            let regulation = Regulation { absence: Some(after), ..Regulation::of(preset) };
            let after_ms = minutes * 60_000;
            let expected = v1::AbsenceLimit { after_ms, article: article.into() };
            assert_eq!(absence(&regulation), Some(expected), "{preset}");
        }
        let regulation = Regulation { absence: None, ..Regulation::of(Preset::Tournament2006) };
        assert_eq!(absence(&regulation), None);
    }
}
