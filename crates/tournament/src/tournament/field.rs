//! A group of a tournament as a field of the Swiss system.

use super::{Estimates, Tournament};
use crate::ranking::{AbsenceKind, GameState, MeetingState, Participant};
use crate::regulation::Format;
use crate::swiss::{Entrant, Field, FirstRound, GameResult, InputError, PastRound};
use crate::{GroupNumber, Lot, PlayerId, Round, RoundNumber, TableNumber};
use draughts::{Color, Score};
use std::cmp::Ordering;
use std::collections::BTreeMap;

impl Tournament {
    /// Returns a group as a field before a round, or after the end if `round` follows the last one.
    /// A game without a result counts as a draw (KNDB F11). Teams are identified by their numbers.
    ///
    /// # Errors
    /// [`InputError`] if the round does not exist, or records made by hand contradict each other.
    pub fn swiss_field(&self, group: GroupNumber, round: RoundNumber) -> Result<Field, InputError> {
        let regulation = self.regulation();
        let first_round = match regulation.map(|regulation| regulation.format) {
            Some(Format::Swiss(first_round)) => first_round,
            _ => FirstRound::EntrantsKnown,
        };
        let played: Vec<&Round> =
            self.regular_rounds().filter(|past| past.number() < round).collect();
        let rounds = regulation.and_then(|regulation| regulation.rounds);
        let rounds_played = u32::try_from(played.len()).unwrap_or(u32::MAX);
        let rounds_total = rounds.unwrap_or(rounds_played);
        let members = self.groups().get(group.index()).copied().unwrap_or_default();
        let mut histories: BTreeMap<Participant, Vec<PastRound>> =
            members.iter().map(|one| (*one, vec![PastRound::NotPaired; played.len()])).collect();
        for (at, past) in played.iter().enumerate() {
            let mut set = |participant: Participant, entry: PastRound| {
                let history = histories.get_mut(&participant);
                if let Some(slot) = history.and_then(|history| history.get_mut(at)) {
                    *slot = entry;
                }
            };
            for absent in past.absent().iter().filter(|one| one.kind == AbsenceKind::HalfPointBye) {
                set(absent.participant, PastRound::HalfPointBye);
            }
            past.byes().iter().for_each(|bye| set(*bye, PastRound::Bye));
            for meeting in past.meetings(&Estimates::new()) {
                let (first, second) = (meeting.first, meeting.second);
                set(first, self.past(&meeting.state, second.into(), Color::White));
                set(second, self.past(&meeting.state, first.into(), Color::Black));
            }
        }
        let entrant = |(at, participant): (usize, &Participant)| Entrant {
            player: (*participant).into(),
            lot: Lot::from_index(at),
            is_available: self.is_available(*participant, round),
            history: histories.remove(participant).unwrap_or_default(),
        };
        let entrants = members.iter().enumerate().map(entrant).collect();
        Field::new(RoundNumber::from_index(played.len()), rounds_total, first_round, entrants)
    }

    /// Returns true if a participant can be paired in a round (KNDB F5).
    pub(crate) fn is_available(&self, participant: Participant, round: RoundNumber) -> bool {
        !self.withdrawn.contains_key(&participant)
            && !self.absent.contains_key(&(round, participant))
    }

    /// Returns the games of earlier rounds without a result.
    pub(super) fn without_result(&self) -> Vec<(RoundNumber, TableNumber)> {
        let rounds = self.regular_rounds();
        let open = |round: &Round| {
            let number = round.number();
            round.unfinished().map(|table| (number, table)).collect::<Vec<_>>()
        };
        rounds.flat_map(open).collect()
    }

    /// Returns a meeting from the side of the participant who had `color`; teams count as White if
    /// named first.
    fn past(&self, state: &MeetingState, opponent: PlayerId, color: Color) -> PastRound {
        let Some((white, black)) = self.points_of(state) else {
            return PastRound::Adjourned { opponent, color };
        };
        let is_win = match color {
            Color::White => white.cmp(&black),
            Color::Black => black.cmp(&white),
        };
        let is_forfeit = |game: &GameState| match game {
            GameState::Forfeit(_) => true,
            GameState::Played(finish) => finish.score == Score::Unplayed,
            GameState::Open | GameState::Running(_) => false,
        };
        if state.games().iter().all(is_forfeit) {
            return match is_win {
                Ordering::Greater => PastRound::ForfeitWin { opponent },
                Ordering::Equal | Ordering::Less => PastRound::ForfeitLoss { opponent },
            };
        }
        if (white, black) == (0, 0) {
            return PastRound::BothLost { opponent, color };
        }
        // A bonus does not turn a draw into a win.
        let is_draw = matches!(state, MeetingState::Game(GameState::Played(finish))
            if finish.score == Score::Draw);
        let result = match is_win {
            _ if is_draw => GameResult::Draw,
            Ordering::Greater => GameResult::Win,
            Ordering::Equal => GameResult::Draw,
            Ordering::Less => GameResult::Loss,
        };
        PastRound::Played { opponent, color, result }
    }
}
