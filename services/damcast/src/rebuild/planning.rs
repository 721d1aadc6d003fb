//! Plans INPUT where it is damaged, then GAME, then CLOCK from it, then TOURNAMENT from both.

use std::collections::BTreeMap;

use proto::subject::{GameId, GameKey, Stream, Subject, TournamentKey};
use runtime::{LogEntry, Stored};

use super::layout::Layout;
use crate::{
    audit::{Finding, History, KnownMissing, Plan, TournamentLogs},
    log_reader::{LogReader, LogReaderError},
    log_store::LogStore,
    survey::Survey,
};

/// The log and the facts from which plans are made. Holds in memory the messages of one game at a
/// time, and those that are made.
#[derive(Debug)]
pub(super) struct Planning<'a, S> {
    pub(super) reader: &'a LogReader<S>,
    pub(super) survey: &'a Survey,
    /// True if decisions are made anew also where the log has others.
    pub(super) is_asked: bool,
    /// Returns the id of a new store.
    pub(super) new_epoch: fn() -> String,
}

/// The messages that are made on a subject, and the plan that they follow from.
type Made = BTreeMap<Subject, (Plan, Vec<Stored>)>;

impl<S: LogStore> Planning<'_, S> {
    /// Returns the layouts of the streams that change. `is_in_scope` tells which subjects may
    /// change.
    pub(super) async fn plan(
        &self,
        is_in_scope: impl Fn(&TournamentKey, Option<GameId>) -> bool,
    ) -> Result<Vec<Layout>, LogReaderError> {
        let tournaments = self.survey.tournaments();
        let games = || {
            let all = tournaments.iter().flat_map(|tournament| self.survey.games(tournament));
            all.filter(|game| is_in_scope(&game.tournament, Some(game.game)))
        };

        let inputs = self.plan_inputs(&is_in_scope).await?;

        let mut plans = Vec::new();
        for game in games() {
            let logs = self.survey.game(self.reader, &game).await?;
            let log = self.survey.history(self.reader, &Subject::log(&game.tournament)).await?;
            let results = TournamentLogs::results_of(&log, game.game);
            let subject = Subject::game(Stream::Game, &game);
            plans.push(logs.plan_record(subject, self.is_asked, &results));
        }
        let records = self.lay_out(Stream::Game, plans);
        let lost = KnownMissing::new(&records.known_missing());

        let mut plans = Vec::new();
        for game in games() {
            let logs = self.survey.game(self.reader, &game).await?;
            let record = record(&game, &logs.games, &records.planned);
            let subject = Subject::game(Stream::Clock, &game);
            plans.push(logs.plan_clock(subject, &record, &lost, self.is_asked));
        }
        let clocks = self.lay_out(Stream::Clock, plans);

        let mut plans = Vec::new();
        for key in tournaments.iter().filter(|key| is_in_scope(key, None)) {
            let mut tournament = TournamentLogs::new(key);
            for game in self.survey.games(key) {
                let subject = Subject::game(Stream::Game, &game);
                let read = self.survey.history(self.reader, &subject).await?;
                tournament.add(game.game, &record(&game, &read, &records.planned));
            }
            let subject = Subject::log(key);
            tournament.log = self.survey.history(self.reader, &subject).await?;
            plans.push(tournament.plan(subject));
        }
        let results = self.lay_out(Stream::Tournament, plans);
        let others = [records, clocks, results].into_iter().filter(Layout::changes_anything);
        Ok(inputs.into_iter().chain(others).collect())
    }

    /// Returns the layout of INPUT if services cannot read past some of its messages. What it lacks
    /// otherwise is accepted by people. Sequences stay, so the rest is planned from INPUT as it is.
    async fn plan_inputs(
        &self,
        is_in_scope: impl Fn(&TournamentKey, Option<GameId>) -> bool,
    ) -> Result<Option<Layout>, LogReaderError> {
        let findings = self.survey.streams.get(&Stream::Input).map(|it| it.findings.as_slice());
        if !findings.is_some_and(|findings| findings.iter().any(Finding::is_break)) {
            return Ok(None);
        }
        let mut plans = Vec::new();
        for (subject, _sequences) in self.survey.of_stream(Stream::Input) {
            let game = subject.game_key().map(|key| key.game);
            if is_in_scope(&subject.tournament, game) {
                let history = self.survey.history(self.reader, subject).await?;
                plans.push(history.plan_chain(subject.clone()));
            }
        }
        let layout = self.lay_out(Stream::Input, plans);
        Ok(Some(layout).filter(Layout::is_anew))
    }

    /// Lays out a stream by the plans that change their subject.
    fn lay_out(&self, stream: Stream, plans: Vec<Plan>) -> Layout {
        let changes = |plan: &Plan| {
            !plan.only_adds_to(self.survey.sequences(&plan.subject)) || !plan.made.is_empty()
        };
        let changing = plans.into_iter().filter(changes).collect();
        Layout::new(stream, self.survey, changing, self.new_epoch)
    }
}

/// Returns the record of a game after its plan was carried out.
fn record(game: &GameKey, history: &History, planned: &Made) -> Vec<LogEntry> {
    match planned.get(&Subject::game(Stream::Game, game)) {
        Some((plan, made)) => {
            let made = made.iter().cloned().map(LogEntry::read).filter_map(Result::ok);
            history.planned(plan, made.collect())
        }
        None => history.sound().to_vec(),
    }
}
