//! The calendar: rounds that are known before they are paired, and their days.

use super::Tournament;
use super::groups::drawn;
use crate::plan::prescription;
use crate::ranking::Participant;
use crate::regulation::{Format, Preset, Regulation};
use crate::{GroupNumber, RoundNumber};
use draughts::Timestamp;

/// A round of a group in the calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarRound {
    /// The group.
    pub group: GroupNumber,
    /// The round.
    pub round: RoundNumber,
    /// The playing day, from 1; `None` if the rulebook does not spread the rounds over days.
    pub day: Option<u32>,
    /// The moment when the games begin, if it is planned.
    pub begins_at: Option<Timestamp>,
    /// White and Black, or the first-named team and the other; empty if earlier results decide the
    /// pairing.
    pub pairs: Vec<(Participant, Participant)>,
    /// The participants with a free round.
    pub free: Vec<Participant>,
}

impl Tournament {
    /// Returns the rounds of all groups, group by group, with the pairs that their schedules give;
    /// empty before the entrants make a tournament, and if rounds are paired by hand. Play-offs,
    /// finals and the group of winners are not included.
    pub fn calendar(&self) -> Vec<CalendarRound> {
        let Some(regulation) = self.regulation() else { return Vec::new() };
        if self.check_playable(regulation).is_err() {
            return Vec::new();
        }
        let schedules = self.schedules();
        let mut calendar = Vec::new();
        for (at, members) in self.groups().into_iter().enumerate() {
            let schedule = schedules.as_ref().and_then(|all| all.get(at));
            let rounds = match schedule {
                Some(rounds) => rounds.len(),
                None => {
                    let rounds = regulation.rounds_for(members.len()).ok().flatten();
                    rounds.and_then(|rounds| usize::try_from(rounds).ok()).unwrap_or(0)
                }
            };
            let days = regulation.days_for(members.len());
            for index in 0..rounds {
                let planned = schedule.and_then(|rounds| rounds.get(index));
                let (pairs, free) = planned.map(|one| drawn(one, members)).unwrap_or_default();
                let round = RoundNumber::from_index(index);
                calendar.push(CalendarRound {
                    group: GroupNumber::from_index(at),
                    round,
                    day: day_of(index, days),
                    begins_at: self.planned(round),
                    pairs,
                    free,
                });
            }
        }
        calendar
    }
}

impl Regulation {
    /// Returns the number of rounds on each playing day for so many entrants (appendix 2; D art. 4:
    /// six rounds by the Swiss system on two days); empty if the rulebook does not prescribe it.
    pub fn days_for(&self, entrants: usize) -> &'static [u32] {
        match (self.format, self.preset, self.rounds) {
            (Format::Prescribed(competition), _, _) => {
                prescription(competition, entrants).map_or(&[], |prescribed| prescribed.days)
            }
            (Format::Swiss(_), Preset::FrisianHaSwiss, Some(6)) => &[3, 3],
            _ => &[],
        }
    }
}

/// Returns the day of a round, given the number of rounds on each day.
fn day_of(index: usize, days: &[u32]) -> Option<u32> {
    let mut rounds = 0_usize;
    (1..).zip(days).find_map(|(day, on_day)| {
        rounds = rounds.saturating_add(usize::try_from(*on_day).unwrap_or(usize::MAX));
        (index < rounds).then_some(day)
    })
}
