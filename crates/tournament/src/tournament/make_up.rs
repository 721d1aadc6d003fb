//! Appointments for games that are made up.

use super::{Event, Refusal, RoundRefusal, Tournament};
use crate::regulation::Regulation;
use crate::{MakeUp, REASON_CHARS_MAX, RoundNumber, TableNumber};
use draughts::text;

impl Tournament {
    /// Decides an appointment: the game has no result, is one of those that are made up, and is
    /// played before the first round whose games are not.
    pub(super) fn decide_plan_make_up(
        &self,
        regulation: &Regulation,
        number: RoundNumber,
        table: TableNumber,
        make_up: &MakeUp,
    ) -> Result<Vec<Event>, Refusal> {
        let (round, game) = self.known_game(number, table)?;
        let tidy = |text: &str| text::tidy(text, REASON_CHARS_MAX).map_err(Refusal::Reason);
        let make_up = MakeUp { begins_at: make_up.begins_at, agreed_by: tidy(&make_up.agreed_by)? };
        if make_up.agreed_by.is_empty() {
            return Err(RoundRefusal::AgreementMissing { round: number, table }.into());
        }
        if let Some(recorded) = game.outcome {
            return Err(Refusal::AlreadyRecorded { round: number, table, recorded });
        }
        if self.is_off(round, game) {
            return Err(Refusal::GameIsOff { round: number, table });
        }
        if self.is_not_made_up(regulation, number) {
            return Err(RoundRefusal::NotMadeUp { round: number, table }.into());
        }
        let mut later = (number.index()..crate::ROUNDS_MAX).map(RoundNumber::from_index);
        if round.is_regular()
            && let Some(limit) = later.find(|one| self.is_not_made_up(regulation, *one))
            && self.planned(limit).is_some_and(|begins_at| make_up.begins_at >= begins_at)
        {
            return Err(RoundRefusal::MakeUpTooLate { round: number, table, limit }.into());
        }
        if game.make_up.as_ref() == Some(&make_up) {
            return Ok(Vec::new());
        }
        Ok(vec![Event::MakeUpPlanned { round: number, table, make_up }])
    }
}
