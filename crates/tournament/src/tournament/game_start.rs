//! Decides about single games of a tournament: whether they take inputs, how they begin, and the
//! results with which people end them.

use draughts::{
    DrawAgreement, DrawRules, FmjdEdition, Outcome, Position, Reason, RuleSet, Timestamp,
};
use game_clock::{AbsenceLimit, StartMode, Terms, TimeControl};

use super::{Event, GameRefusal, Tournament};
use crate::{PairedGame, Round, RoundNumber, TableNumber};

/// The beginning of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameStart {
    /// The rules.
    pub rules: RuleSet,
    /// The position.
    pub position: Position,
    /// The time control; `None` while it depends on the number of entrants.
    pub control: Option<TimeControl>,
    /// True if Black starts White's clock (2006 art. 2).
    pub black_starts: bool,
    /// The longest wait for a player who has not come; `None` if the flag decides.
    pub absence: Option<AbsenceLimit>,
    /// The terms; `None` in a tournament from before there were terms.
    pub terms: Option<Terms>,
    /// The moment when the round was opened.
    pub at: Timestamp,
}

/// A result that a person recorded or took back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultByHand {
    /// The round of the game.
    pub round: RoundNumber,
    /// The table of the game.
    pub table: TableNumber,
    /// The result; `None` if it was taken back.
    pub outcome: Option<Outcome>,
    /// The name of the person; empty if the log does not tell it.
    pub by: String,
    /// The reason that the person gave; may be empty.
    pub reason: String,
    /// The moment of the decision.
    pub at: Timestamp,
}

/// Returns the results that a person recorded or took back by one decision; none if the same
/// decision opened their round, as an imported file does: its games are not played here.
#[expect(clippy::wildcard_enum_match_arm, reason = "other events change no result")]
pub fn results_by_hand(events: &[Event]) -> Vec<ResultByHand> {
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

impl Tournament {
    /// Checks that the game at a table takes inputs: those of its players if it is to be played,
    /// and rulings of the arbiter also if it had begun before a player withdrew.
    ///
    /// # Errors
    /// [`GameRefusal`] if it does not.
    pub fn check_takes_inputs(
        &self,
        round: RoundNumber,
        table: TableNumber,
        is_ruling: bool,
    ) -> Result<(), GameRefusal> {
        let (round, game) = self.round_and_game(round, table)?;
        if !is_ruling && self.is_off(round, game) {
            return Err(GameRefusal::Off);
        }
        round.opened_at().map(|_at| ()).ok_or(GameRefusal::NotOpen)
    }

    fn round_and_game(
        &self,
        round: RoundNumber,
        table: TableNumber,
    ) -> Result<(&Round, &PairedGame), GameRefusal> {
        let round = self.round(round).ok_or(GameRefusal::Unknown)?;
        Ok((round, round.game(table).ok_or(GameRefusal::Unknown)?))
    }

    /// Returns how the game at a table begins, given whether a device has a seat there. The seats
    /// may be others later: the first start that is stored counts.
    ///
    /// # Errors
    /// [`GameRefusal::Unknown`]; [`GameRefusal::NotOpen`].
    pub fn game_start(
        &self,
        round: RoundNumber,
        table: TableNumber,
        has_device: bool,
    ) -> Result<GameStart, GameRefusal> {
        let regulation = self.regulation().ok_or(GameRefusal::Unknown)?;
        let (opened, _game) = self.round_and_game(round, table)?;
        let at = opened.opened_at().ok_or(GameRefusal::NotOpen)?;
        let rules = regulation.rules;
        Ok(GameStart {
            rules,
            position: Position::start(rules.variant()),
            control: self.time_control_of(round),
            black_starts: regulation.black_starts,
            absence: regulation.absence_limit(),
            terms: terms(regulation.terms, self.start_mode(round, table), has_device),
            at,
        })
    }

    /// Returns a result by hand as its game records it: a reason that its rules do not have is the
    /// arbiter's. `None` if the game is not played here.
    pub fn result_for_game(&self, result: &ResultByHand) -> Option<ResultByHand> {
        let round = self.round(result.round)?;
        if self.is_off(round, round.game(result.table)?) {
            return None;
        }
        let rules = self.regulation()?.rules;
        let outcome = result.outcome.map(|outcome| possible(outcome, rules));
        Some(ResultByHand { outcome, ..result.clone() })
    }
}

/// Returns the terms of a game, given those of its regulation and the start that the arbiter chose
/// for it. A table without a device has no clock, unless the arbiter chose one. A tournament from
/// before there were terms has those of that time.
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

/// Returns a result with which a game can end under these rules: a reason that they do not have is
/// the arbiter's.
fn possible(outcome: Outcome, rules: RuleSet) -> Outcome {
    let is_possible =
        rules.has_end(outcome.reason) && Outcome::checked(outcome.score, outcome.reason).is_ok();
    if is_possible { outcome } else { Outcome::new(outcome.score, Reason::Arbiter) }
}

#[cfg(test)]
mod tests {
    use draughts::Score;

    use super::*;
    use crate::Author;

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
