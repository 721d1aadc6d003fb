//! Decisions on commands: the checks of every command, in the order of their precedence.

mod absences;
mod amend;
mod by_hand;
mod check_in;
mod corrections;
mod deletion;
mod embargoes;
mod entries;
mod finals;
mod lots;
mod pairing;
mod proposals;
mod results;
mod rounds;
mod ties;

use super::{Author, Command, Event, Refusal, Settings, Tournament};
use crate::ranking::Participant;
use crate::{PairedGame, Round, RoundNumber, TableNumber};
use draughts::{Timestamp, text};

impl Tournament {
    /// Decides the events of a command. Does not change the tournament.
    ///
    /// `by` is the author of the decision and `at` its moment. The events of a person's decision
    /// begin with [`Event::Ruled`].
    ///
    /// A command that would change nothing is not refused, but returns `Ok` without events: the
    /// same creation, opening an open round, closing a closed one, the result that is recorded, no
    /// result to withdraw, the same entry or pairing, deleting what is deleted.
    ///
    /// # Errors
    /// [`Refusal`] with the first reason that applies.
    pub fn decide(
        &self,
        command: &Command,
        by: &Author,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let by = &by.tidied()?;
        let mut events = match (&self.settings, command) {
            (None, Command::Create { settings }) => {
                vec![Event::Created { settings: Box::new(settings.checked()?) }]
            }
            (None, _) => return Err(Refusal::NotCreated),
            (Some(_), Command::Delete { .. }) if self.is_deleted => Vec::new(),
            (Some(_), _) if self.is_deleted => return Err(Refusal::Deleted),
            (Some(settings), _) => self.decide_created(settings, command, by, at)?,
        };
        if by.name().is_some() && !events.is_empty() {
            events.insert(0, Event::Ruled { by: by.clone(), at });
        }
        Ok(events)
    }

    fn decide_created(
        &self,
        settings: &Settings,
        command: &Command,
        by: &Author,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let regulation = &settings.regulation;
        match command {
            Command::Create { settings: again } => self.decide_create_again(settings, again),
            Command::Enter { entry } => self.decide_enter(settings, entry),
            Command::CorrectEntry { player, entry, fields } => {
                self.decide_correct_entry(settings, *player, entry, fields)
            }
            Command::RemoveEntry { player } => self.decide_remove_entry(regulation, *player),
            Command::RenameTeam { team, name } => self.decide_rename_team(*team, name),
            Command::RemoveTeam { team } => self.decide_remove_team(regulation, *team),
            Command::SeatReserve { withdrawn, entry } => {
                self.decide_seat_reserve(settings, *withdrawn, entry)
            }
            Command::Amend { settings: amended, reason } => {
                self.decide_amend(settings, amended, reason)
            }
            Command::EnterTeam { name } => self.decide_enter_team(regulation, name),
            Command::HandInLineUp { team, boards } => self.decide_line_up(*team, boards, at),
            Command::CorrectLineUp { team, boards, reason } => {
                self.decide_correct_line_up(*team, boards, reason)
            }
            Command::DrawLots { order } => self.decide_draw_lots(order),
            Command::DrawLotsBySeed { seed } => self.decide_draw_lots_by_seed(*seed),
            Command::DivideGroups { groups } => self.decide_divide(regulation, groups),
            Command::DrawGroups { seed } => self.decide_draw_groups(regulation, *seed),
            Command::ReportAbsent { participant, round, half_point_bye, notice } => {
                let notice = notice.recorded(at)?;
                self.decide_absent(regulation, *participant, *round, *half_point_bye, notice)
            }
            Command::ReportPresent { participant, round } => {
                self.decide_present(regulation, *participant, *round)
            }
            Command::CheckIn { participant, round, is_here } => {
                self.decide_check_in(regulation, *participant, *round, *is_here)
            }
            Command::Propose { command } => self.decide_propose(settings, command, by, at),
            Command::AnswerProposal { number, answer } => {
                self.decide_answer(settings, *number, answer, by, at)
            }
            Command::Withdraw { participant, reason } => {
                self.decide_leave(*participant, reason, at)
            }
            Command::Reinstate { participant } => self.decide_reinstate(*participant),
            Command::PlanRound { round, begins_at } => self.decide_plan(*round, *begins_at),
            Command::Pair { round } => self.decide_pair(regulation, *round),
            Command::PairByHand { round, pairs, byes } => {
                self.decide_pair_by_hand(regulation, *round, pairs, byes)
            }
            Command::PairPlayOff { round, participants, seed } => {
                self.decide_pair_play_off(*round, participants, *seed)
            }
            Command::PairPlayOffByHand { round, participants, pairs } => {
                self.decide_pair_play_off_by_hand(*round, participants, pairs)
            }
            Command::ChooseColor { pool_place, color, seed } => {
                self.decide_choose_color(regulation, *pool_place, *color, *seed)
            }
            Command::Unpair { round, reason, ground } => {
                self.decide_unpair(regulation, *round, reason, *ground)
            }
            Command::Publish { round } => self.decide_publish(*round, at),
            Command::OpenRound { round } => self.decide_open(regulation, *round, by, at),
            Command::RecordResult { round, table, outcome, men_ahead } => {
                self.decide_record((*round, *table), *outcome, *men_ahead, by, at)
            }
            Command::CorrectResult { round, table, outcome, men_ahead } => {
                self.decide_correct(*round, *table, *outcome, *men_ahead, by)
            }
            Command::WithdrawResult { round, table } => self.decide_withdraw(*round, *table),
            Command::ReverseColors { round, table, is_reversed } => {
                self.decide_reverse(*round, *table, *is_reversed)
            }
            Command::CloseRound { round } => self.decide_close(regulation, *round, by, at),
            Command::PlanMakeUp { round, table, make_up } => {
                self.decide_plan_make_up(regulation, *round, *table, make_up)
            }
            Command::DeclinePromotion { participant, reason, is_declined } => {
                self.decide_decline(*participant, reason, *is_declined)
            }
            Command::SetStartMode { round, table, mode } => {
                self.decide_start_mode(*round, *table, *mode)
            }
            Command::ResolveTie { order, how } => self.decide_resolve(order, *how),
            Command::SetEmbargo { scope, embargo, reason } => {
                self.decide_embargo(regulation, *scope, *embargo, reason, at)
            }
            Command::ReleaseEmbargo { scope, reason } => self.decide_release(*scope, reason, at),
            Command::ReopenTie { participants, reason } => self.decide_reopen(participants, reason),
            Command::Delete { reason } => self.decide_delete(reason),
            Command::DrawTie { participants, seed } => self.decide_draw_tie(participants, *seed),
        }
    }

    fn known_round(&self, round: RoundNumber) -> Result<&Round, Refusal> {
        self.round(round).ok_or(Refusal::UnknownRound { round })
    }

    pub(super) fn known_game(
        &self,
        number: RoundNumber,
        table: TableNumber,
    ) -> Result<(&Round, &PairedGame), Refusal> {
        let round = self.known_round(number)?;
        let game = round.game(table).ok_or(Refusal::UnknownTable { round: number, table })?;
        Ok((round, game))
    }

    fn known(&self, participant: Participant) -> Result<(), Refusal> {
        match self.name_of(participant) {
            Some(_) => Ok(()),
            None => Err(Refusal::UnknownParticipant { participant }),
        }
    }

    /// Decides on a repeated creation: the same one changes nothing, even after amendments; another
    /// one is refused.
    fn decide_create_again(
        &self,
        settings: &Settings,
        again: &Settings,
    ) -> Result<Vec<Event>, Refusal> {
        let is_same = |again: Settings| again == *settings || Some(again) == self.created;
        if again.checked().is_ok_and(is_same) {
            return Ok(Vec::new());
        }
        Err(Refusal::AlreadyCreated { name: settings.name.clone() })
    }
}

/// Checks the reason of a decision by the rule for texts; it may be empty.
fn reason_of(reason: &str) -> Result<String, Refusal> {
    text::tidy(reason, crate::REASON_CHARS_MAX).map_err(Refusal::Reason)
}
