//! The inputs of a tournament to its games: the first one, which starts a game, and results that people record
//! or take back in the tournament, which end it or let it go on.

use draughts::{
    DrawAgreement, DrawRules, FmjdEdition, Outcome, Position, Reason, RuleSet, Timestamp,
};
use game_clock::{StartMode, Terms};
use live_game::{InputId, table::Seats};
use proto::{
    convert::{StoredInput, round, table},
    subject::{GameId, GameKey, TournamentKey},
    v1::{InputRecord, ResumeGame, RuleResult, StartGame, input_record::Action},
};
use tournament::{Event, RoundNumber, TableNumber, Tournament};

/// Returns the games of these rounds that are to be played, each with its first input.
pub(crate) fn games(
    tournament: &Tournament,
    seats: &Seats,
    key: &TournamentKey,
    opened: &[RoundNumber],
) -> Vec<(GameKey, StoredInput)> {
    let games = opened.iter().flat_map(|round| {
        tournament.games_to_begin(*round).filter_map(|table| game_id(*round, table))
    });
    games.filter_map(|id| Some((key.game(id), start(tournament, seats, id)?))).collect()
}

/// Returns the id of a game; `None` if its numbers are larger than those of any game.
pub(crate) fn game_id(round: RoundNumber, table: TableNumber) -> Option<GameId> {
    GameId::new(round.get(), table.get()).ok()
}

/// Returns the first input of a game, given the seats of devices; `None` while its round is not open.
///
/// The seats may be others later. The first input that is stored counts.
pub(crate) fn start(tournament: &Tournament, seats: &Seats, game: GameId) -> Option<StoredInput> {
    let regulation = tournament.regulation()?;
    let rules = regulation.rules;
    let number = round(game.round()).ok()?;
    let opened = tournament.round(number)?.opened_at()?;
    let chosen = table(game.table()).ok().and_then(|table| tournament.start_mode(number, table));
    let has_device = seats.has_device_at(game.table());
    let mut start = StartGame {
        fen: Position::start(rules.variant()).fen(),
        control: tournament.time_control_of(number).map(Into::into),
        black_starts: regulation.black_starts,
        absence: regulation.absence_limit().map(Into::into),
        terms: terms(regulation.terms, chosen, has_device).map(Into::into),
        ..StartGame::default()
    };
    start.set_rules(rules.into());
    let record = InputRecord {
        device: InputId::TOURNAMENT.to_owned(),
        sequence: 1,
        at_ms: opened.millis(),
        action: Some(Action::Start(start)),
        ..InputRecord::default()
    };
    record.try_into().ok()
}

/// Returns the terms of a game, given those of its regulation and the start that the arbiter chose for it. A
/// table without a device has no clock, unless the arbiter chose one. A tournament from before there were terms
/// has those of that time.
fn terms(
    of_regulation: Option<Terms>,
    chosen: Option<StartMode>,
    has_device: bool,
) -> Option<Terms> {
    let Some(start) = chosen else {
        let untimed = |terms| Terms { start: StartMode::Untimed, ..terms };
        return of_regulation.map(|terms| if has_device { terms } else { untimed(terms) });
    };
    let (edition, agreement) = (FmjdEdition::KingsAlone, DrawAgreement::Free);
    let draws = of_regulation.map_or(DrawRules { edition, agreement }, |terms| terms.draws);
    Some(Terms { draws, start })
}

/// A result that a person recorded or took back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ResultByHand {
    round: RoundNumber,
    table: TableNumber,
    /// The result; `None` if it was taken back.
    outcome: Option<Outcome>,
    by: String,
    reason: String,
    at: Timestamp,
}

/// Returns the results that a person recorded or took back by one decision; none if the same decision opened
/// their round, as an imported file does: its games are not played here.
#[expect(clippy::wildcard_enum_match_arm, reason = "other events change no result")]
pub(crate) fn results_by_hand(events: &[Event]) -> Vec<ResultByHand> {
    let Some(Event::Ruled { by, at }) = events.first() else { return Vec::new() };
    if events.iter().any(|event| matches!(event, Event::RoundOpened { .. })) {
        return Vec::new();
    }
    let result = |(round, table), outcome| {
        let (by, reason) = (by.name().unwrap_or_default().to_owned(), by.reason().to_owned());
        Some(ResultByHand { round, table, outcome, by, reason, at: *at })
    };
    let results = events.iter().filter_map(|event| match event {
        Event::ResultRecorded { round, table, outcome, .. }
        | Event::ResultCorrected { round, table, outcome, .. } => {
            result((*round, *table), Some(*outcome))
        }
        Event::ResultWithdrawn { round, table } => result((*round, *table), None),
        _ => None,
    });
    results.collect()
}

/// Returns the game of a result by hand with its inputs: the start, and the ruling that follows from the
/// result, numbered by its message of TOURNAMENT; `None` if the game is not played here.
pub(crate) fn ruling(
    tournament: &Tournament,
    seats: &Seats,
    key: &TournamentKey,
    result: &ResultByHand,
    message: u64,
) -> Option<(GameKey, Vec<StoredInput>)> {
    let round = tournament.round(result.round)?;
    if tournament.is_off(round, round.game(result.table)?) {
        return None;
    }
    let id = game_id(result.round, result.table)?;
    let rules = tournament.regulation()?.rules;
    let action = match result.outcome {
        Some(outcome) => {
            let outcome = Some(possible(outcome, rules).into());
            Action::RuleResult(RuleResult { outcome })
        }
        None => Action::Resume(ResumeGame {}),
    };
    let record = InputRecord {
        device: InputId::TOURNAMENT.to_owned(),
        // The start has the number 1.
        sequence: message.saturating_add(1),
        at_ms: result.at.millis(),
        by: result.by.clone(),
        reason: result.reason.clone(),
        action: Some(action),
        ..InputRecord::default()
    };
    Some((key.game(id), vec![start(tournament, seats, id)?, record.try_into().ok()?]))
}

/// Returns a result with which a game can end under these rules: a reason that they do not have is the
/// arbiter's.
fn possible(outcome: Outcome, rules: RuleSet) -> Outcome {
    let is_possible =
        rules.has_end(outcome.reason) && Outcome::checked(outcome.score, outcome.reason).is_ok();
    if is_possible { outcome } else { Outcome::new(outcome.score, Reason::Arbiter) }
}

#[cfg(test)]
mod tests {
    use draughts::Score;
    use tournament::Author;

    use super::*;

    fn recorded() -> Event {
        let (round, table) = (RoundNumber::new(1).unwrap(), TableNumber::new(2).unwrap());
        let outcome = Outcome::new(Score::Draw, Reason::Agreement);
        Event::ResultRecorded { round, table, outcome, men_ahead: None }
    }

    fn ruled() -> Event {
        Event::Ruled { by: Author::named("Anna").unwrap(), at: Timestamp::from_millis(7) }
    }

    #[test]
    fn only_results_of_people_end_games() {
        let round = RoundNumber::new(1).unwrap();
        let opened = Event::RoundOpened { round, at: Timestamp::from_millis(7) };
        for (events, count) in [
            (vec![ruled(), recorded()], 1),
            // A result of a game that was played has no author.
            (vec![recorded()], 0),
            (vec![ruled(), opened, recorded()], 0),
            (vec![ruled()], 0),
        ] {
            assert_eq!(results_by_hand(&events).len(), count, "{events:?}");
        }
    }

    #[test]
    fn a_table_has_the_start_that_the_arbiter_chose_for_it() {
        let usual = Terms { start: StartMode::Gong, ..Terms::of(RuleSet::Frisian) };
        let untimed = Terms { start: StartMode::Untimed, ..usual };
        assert_eq!(terms(Some(usual), None, true), Some(usual));
        for has_device in [false, true] {
            assert_eq!(terms(Some(usual), Some(StartMode::Untimed), has_device), Some(untimed));
            assert_eq!(terms(Some(untimed), Some(StartMode::Gong), has_device), Some(usual));
            assert_eq!(terms(None, None, has_device), None);
        }
        let older = terms(None, Some(StartMode::Untimed), true).unwrap();
        assert_eq!((older.start, older.draws.agreement), (StartMode::Untimed, DrawAgreement::Free));
    }

    #[test]
    fn a_table_without_a_device_has_no_clock_by_itself() {
        for start in StartMode::ALL {
            let usual = Terms { start, ..Terms::of(RuleSet::Frisian) };
            let untimed = Terms { start: StartMode::Untimed, ..usual };
            assert_eq!(terms(Some(usual), None, false), Some(untimed));
        }
    }

    #[test]
    fn a_reason_that_the_rules_do_not_have_is_the_arbiter_s() {
        let drawn = |reason| Outcome::new(Score::Draw, reason);
        let agreed = drawn(Reason::Agreement);
        assert_eq!(possible(agreed, RuleSet::Frisian), agreed);
        let repeated = possible(drawn(Reason::Repetition), RuleSet::Frisian);
        assert_eq!(repeated, drawn(Reason::Arbiter));
    }
}
