//! The groups of a tournament, their schedules and the number of rounds.

use super::Tournament;
use crate::plan::{FinalsError, System};
use crate::ranking::Participant;
use crate::regulation::{Fault, Format, Regulation};
use crate::{Lot, PairedGame, Refusal, Round, RoundKind, RoundNumber, RoundPairings, schedule};
use game_clock::TimeControl;

impl Tournament {
    /// Returns the groups, each in the order of its numbers in the schedule; a single one if they
    /// were not divided.
    pub fn groups(&self) -> Vec<&[Participant]> {
        if self.groups.is_empty() {
            return vec![&self.lots];
        }
        self.groups.iter().map(Vec::as_slice).collect()
    }

    /// Returns the complete schedule of each group; `None` if there are too few entrants for one,
    /// or if a round depends on earlier results or is paired by hand.
    ///
    /// Changes with every entry until the first round is paired. Crossing finals are not included.
    pub fn schedules(&self) -> Option<Vec<Vec<RoundPairings>>> {
        let regulation = self.regulation()?;
        self.check_playable(regulation).ok()?;
        self.groups().into_iter().map(|group| self.schedule_of(regulation, group.len())).collect()
    }

    /// Returns the number of rounds within the groups, including crossing finals; `None` if rounds
    /// are paired by hand, or while there are too few entrants.
    pub(super) fn rounds_of_groups(&self) -> Option<usize> {
        let regulation = self.regulation()?;
        self.check_playable(regulation).ok()?;
        let sizes = self.sizes(regulation);
        let rounds = sizes.into_iter().map(|size| regulation.rounds_for(size).ok().flatten());
        let most = rounds.collect::<Option<Vec<u32>>>()?.into_iter().max()?;
        usize::try_from(most).ok()
    }

    /// Returns the games of a round without a result that still need one. If a table pairs the
    /// participants, the games of a withdrawn participant do not need one: see
    /// [`Tournament::is_off`].
    pub fn missing<'a>(&'a self, round: &'a Round) -> impl Iterator<Item = &'a PairedGame> {
        let missing = round.games.iter().filter(|game| game.outcome.is_none());
        missing.filter(|game| !self.is_off(round, game))
    }

    /// Checks that every round that counts in the tables was played, and no result is missing.
    pub(super) fn check_finished(&self) -> Result<(), Refusal> {
        for round in self.regular_rounds() {
            if let Some(game) = self.missing(round).next() {
                let (round, table) = (round.number(), game.pairing.table);
                return Err(Refusal::ResultMissing { round, table });
            }
        }
        let pools = self
            .regulation()
            .is_some_and(|regulation| matches!(regulation.format, Format::Pools(_)));
        let total = self.rounds_of_groups().map(|total| total.saturating_sub(pools.into()));
        let played = self.regular_rounds().count();
        if played == 0 || total.is_some_and(|total| played < total) {
            return Err(Refusal::RoundsToPlay { next: RoundNumber::from_index(played) });
        }
        Ok(())
    }

    /// Returns true if a game without a result will not be played because a participant has
    /// withdrawn, in a round that a table paired, or in a final (2006 art. 10).
    pub fn is_off(&self, round: &Round, game: &PairedGame) -> bool {
        if game.outcome.is_some() || self.withdrawn.is_empty() || round.is_play_off() {
            return false;
        }
        let is_of_table = self
            .regulation()
            .is_some_and(|regulation| !matches!(regulation.format, Format::Swiss(_)));
        let is_gone = |participant: Participant| self.withdrawn.contains_key(&participant);
        let Some(pair) = round.sides(game) else { return false };
        is_of_table && (is_gone(pair.0) || is_gone(pair.1))
    }

    /// Returns the participants without a game in a round: those with a bye, and the players whose
    /// opponent has withdrawn (C art. 12 and 14, 2006 art. 10). Matches against a team that has
    /// withdrawn are won.
    pub fn free_in(&self, round: &Round) -> Vec<Participant> {
        let are_players = round.matches().is_empty();
        let off = round.games.iter().filter(|game| are_players && self.is_off(round, game));
        let sides = off.flat_map(|game| [game.pairing.white.into(), game.pairing.black.into()]);
        let staying = sides.filter(|one: &Participant| !self.withdrawn.contains_key(one));
        round.byes().iter().copied().chain(staying).collect()
    }

    /// Returns the time control of the games of a round; `None` before the creation, or while it
    /// depends on the number of entrants.
    pub fn time_control_of(&self, round: RoundNumber) -> Option<TimeControl> {
        let regulation = self.regulation()?;
        if self.round(round).is_some_and(Round::is_play_off)
            && let Some(time_control) = regulation.play_off_time_control
        {
            return Some(time_control);
        }
        let largest = self.sizes(regulation).into_iter().max()?;
        regulation.time_control_for(largest)
    }

    /// Returns true if the regulation divides entrants.
    pub(super) fn has_groups(regulation: &Regulation) -> bool {
        regulation.groups.is_some() || matches!(regulation.format, Format::Pools(_))
    }

    /// Returns the sizes that the regulation applies to: of each group, or of both pools together.
    pub(super) fn sizes(&self, regulation: &Regulation) -> Vec<usize> {
        if matches!(regulation.format, Format::Pools(_)) {
            return vec![self.lots.len()];
        }
        self.groups().into_iter().map(<[Participant]>::len).collect()
    }

    /// Checks that the current entrants can be paired.
    pub(super) fn check_playable(&self, regulation: &Regulation) -> Result<(), Refusal> {
        let entrants = self.lots.len();
        let number = u32::try_from(entrants).unwrap_or(u32::MAX);
        let (min, max) = (regulation.limits.entrants_min, regulation.limits.entrants_max);
        if number < min || max.is_some_and(|max| number > max) {
            return Err(Fault::Entrants { min, max, entrants }.into());
        }
        if Self::has_groups(regulation) && self.groups.concat().len() != entrants {
            return Err(Refusal::GroupsMissing);
        }
        if matches!(regulation.format, Format::Pools(_)) {
            let &[first, second] = self.groups().as_slice() else {
                return Err(Refusal::Pools { pools: self.groups.len() });
            };
            if first.len() != second.len() {
                let (first, second) = (first.len(), second.len());
                return Err(FinalsError::Sizes { first, second }.into());
            }
        }
        self.sizes(regulation).into_iter().try_for_each(|size| regulation.check_group(size))?;
        Ok(())
    }

    /// Returns the rounds of a group by its table, or the games of a match; `None` if there is no
    /// table.
    pub(super) fn schedule_of(
        &self,
        regulation: &Regulation,
        size: usize,
    ) -> Option<Vec<RoundPairings>> {
        match regulation.format {
            Format::Pools(table) => schedule(table, size).ok(),
            Format::Match { games } => {
                Some((0..games.min(Regulation::GAMES_MAX)).map(game_of_match).collect())
            }
            Format::Prescribed(_) | Format::Table(_) | Format::Swiss(_) | Format::Manual => {
                match regulation.system_for(size).ok()? {
                    System::Table(table) => schedule(table, size).ok(),
                    System::Swiss { .. } | System::Free => None,
                }
            }
        }
    }
}

/// Returns the pairs and the free participants of a round of a schedule, with the participants in
/// place of the lots.
pub(super) fn drawn(
    round: &RoundPairings,
    lots: &[Participant],
) -> (Vec<(Participant, Participant)>, Vec<Participant>) {
    let drawn_by = |lot: Lot| lots.get(lot.index()).copied();
    let pairs = round.pairs.iter().filter_map(|&(a, b)| Some((drawn_by(a)?, drawn_by(b)?)));
    (pairs.collect(), round.bye.and_then(drawn_by).into_iter().collect())
}

/// Returns a game of a match: White and Black change places after each.
fn game_of_match(before: u32) -> RoundPairings {
    let (first, second) = (Lot::FIRST, Lot::FIRST.next());
    let is_first_way = before.is_multiple_of(2);
    let pair = if is_first_way { (first, second) } else { (second, first) };
    let index = usize::try_from(before).unwrap_or(usize::MAX);
    RoundPairings { round: RoundNumber::from_index(index), pairs: vec![pair], bye: None }
}

impl Round {
    /// Returns true if the round belongs to a play-off.
    pub fn is_play_off(&self) -> bool {
        matches!(self.paired.kind, RoundKind::PlayOff { .. })
    }

    /// Returns the participants of a game: the players with White and with Black, or their teams,
    /// the first-named first.
    pub(crate) fn sides(&self, game: &PairedGame) -> Option<(Participant, Participant)> {
        let pairing = &game.pairing;
        if self.paired.matches.is_empty() {
            return Some((pairing.white.into(), pairing.black.into()));
        }
        let is_of = |paired: &&crate::PairedMatch| {
            paired.boards.iter().any(|board| board.table == Some(pairing.table))
        };
        let paired = self.paired.matches.iter().find(is_of)?;
        Some((paired.first.into(), paired.second.into()))
    }
}
