//! The pairing of a round of a Swiss tournament, with the reasons (sections C, D, E and F).

use super::color::{ColorHistory, ColorRule, Preference, can_meet, color_of_higher};
use super::group::{Contender, FloatReason, Task, pair_group};
use super::matching::BitMatrix;
use super::score::{Score, scores};
use super::{Entrant, Field, FirstRound, PastRound};
use crate::PlayerId;
use draughts::Color;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The pairing of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwissRound {
    /// The pairs, in the order of publication (F2).
    pub pairs: Vec<SwissPair>,
    /// The bye, if the number of players is odd.
    pub bye: Option<SwissBye>,
    /// The score groups from high to low; empty in the first round.
    pub groups: Vec<ScoreGroup>,
    /// The players who may have any colour, because it is the last round and they have more than
    /// half of the points (B2). From high to low.
    pub exempt: Vec<PlayerId>,
}

/// A pair of players with their colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SwissPair {
    /// The player with White.
    pub white: PlayerId,
    /// The player with Black.
    pub black: PlayerId,
    /// The rule that gave them their colours.
    pub color_rule: ColorRule,
    /// The preference of the player with White; `None` before the first game.
    pub white_wanted: Option<Preference>,
    /// The preference of the player with Black; `None` before the first game.
    pub black_wanted: Option<Preference>,
}

/// A bye.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwissBye {
    /// The player.
    pub player: PlayerId,
    /// The reason for which this player has it.
    pub reason: ByeReason,
    /// The players of the last group who cannot have it, because they had a point without playing
    /// (B1b). From high to low.
    pub barred: Vec<PlayerId>,
}

/// The reason for which a player has the bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ByeReason {
    /// The draw for the first round gives it (section D).
    FirstRound(FirstRound),
    /// The player went to the waiting room of the last group (F1), for this reason.
    LeftOver(FloatReason),
}

/// A score group and its waiting room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreGroup {
    /// The points of the group itself, in half points.
    pub points: u32,
    /// The players in it, including the waiting room of the group above, from high to low.
    pub players: Vec<PlayerId>,
    /// The players who go on to the next group, from high to low.
    pub waiting: Vec<Float>,
    /// True if the waiting room is larger than the group itself needs, because the groups below
    /// could not be completed otherwise (C9).
    pub is_enlarged: bool,
}

/// A player in the waiting room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Float {
    /// The player.
    pub player: PlayerId,
    /// The reason for which this player is in it.
    pub reason: FloatReason,
}

/// The reason for which there is no pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum Unpairable {
    /// Every pairing breaks B1 or B2: the arbiter has to decide (C9 is exhausted).
    #[error("no legal pairing exists")]
    NoLegalPairing,
    /// All rounds were played.
    #[error("the tournament is over")]
    Over,
}

/// Pairs the next round.
///
/// The result depends on the field alone, not on the order in which players were entered. Each
/// score group is matched in one graph with all players below it, so a group takes at worst time in
/// the third power of the number of unpaired players. Edges between players below cost nothing, and
/// most of them are matched before the search begins: real rounds take far less time.
///
/// # Errors
/// [`Unpairable`] if all rounds were played or no legal pairing exists.
pub fn pair(field: &Field) -> Result<SwissRound, Unpairable> {
    if field.is_over() {
        return Err(Unpairable::Over);
    }
    if field.rounds_played() == 0 { Ok(first_round(field)) } else { later_round(field) }
}

/// Pairs the available players by their lots alone (section D).
fn first_round(field: &Field) -> SwissRound {
    let entrants = field.entrants().iter().filter(|entrant| entrant.is_available);
    let mut players: Vec<_> = entrants.map(|entrant| entrant.player).collect();
    let has_bye = !players.len().is_multiple_of(2);
    let (pairs, bye) = match field.first_round() {
        FirstRound::EntrantsKnown => {
            let bye = has_bye.then(|| players.remove(0));
            let lowest = players.split_off(players.len().wrapping_div(2));
            (players.into_iter().zip(lowest.into_iter().rev()).collect(), bye)
        }
        FirstRound::EntrantsUnknown => {
            let bye = if has_bye { players.pop() } else { None };
            let evens = players.iter().copied().step_by(2);
            let odds = players.iter().copied().skip(1).step_by(2);
            (evens.zip(odds).collect::<Vec<_>>(), bye)
        }
    };
    let pair = |(white, black)| SwissPair {
        white,
        black,
        color_rule: ColorRule::FirstRound,
        white_wanted: None,
        black_wanted: None,
    };
    let reason = ByeReason::FirstRound(field.first_round());
    SwissRound {
        pairs: pairs.into_iter().map(pair).collect(),
        bye: bye.map(|player| SwissBye { player, reason, barred: Vec::new() }),
        groups: Vec::new(),
        exempt: Vec::new(),
    }
}

/// The players to be paired, from high to low, and the legal pairs.
struct Present<'a> {
    entrants: Vec<&'a Entrant>,
    contenders: Vec<Contender>,
    exempt: Vec<PlayerId>,
}

impl<'a> Present<'a> {
    fn new(field: &'a Field, scores: &[Score]) -> Self {
        let entrant_of = |score: &Score| field.entrants().get(field.place(score.player)?);
        let all = scores.iter().filter_map(|score| Some((score, entrant_of(score)?)));
        let present = all.filter(|(_, entrant)| entrant.is_available);
        let (mut entrants, mut contenders, mut exempt) = (Vec::new(), Vec::new(), Vec::new());
        for (score, entrant) in present {
            let is_exempt = field.is_exempt(score.points);
            if is_exempt {
                exempt.push(score.player);
            }
            let colors = ColorHistory::new(&entrant.history, is_exempt);
            contenders.push(Contender { points: score.points, colors });
            entrants.push(entrant);
        }
        Self { entrants, contenders, exempt }
    }

    fn player(&self, place: usize) -> Option<PlayerId> {
        self.entrants.get(place).map(|entrant| entrant.player)
    }

    fn players(&self, places: &[usize]) -> Vec<PlayerId> {
        places.iter().filter_map(|place| self.player(*place)).collect()
    }

    fn is_barred_from_bye(&self, place: usize) -> bool {
        let entrant = self.entrants.get(place);
        entrant.is_some_and(|entrant| entrant.history.iter().any(PastRound::is_free_point))
    }

    /// Returns the legal pairs (B1, B2); the bye comes after the players if their number is odd.
    fn legal(&self) -> BitMatrix {
        let count = self.contenders.len();
        let with_bye = count.next_multiple_of(2);
        let mut legal = BitMatrix::new(with_bye);
        for (place, (entrant, contender)) in self.entrants.iter().zip(&self.contenders).enumerate()
        {
            let met = entrant.history.iter().filter_map(PastRound::met);
            let met: BTreeSet<_> = met.map(|(opponent, _)| opponent).collect();
            let others = self.entrants.iter().zip(&self.contenders).enumerate().take(place);
            for (other, (opponent, their)) in others {
                if !met.contains(&opponent.player) && can_meet(&contender.colors, &their.colors) {
                    legal.set(place, other);
                }
            }
            if with_bye > count && !self.is_barred_from_bye(place) {
                legal.set(place, count);
            }
        }
        legal
    }

    /// Returns the indices of the players by points, from high to low; the bye comes last, alone.
    fn levels(&self) -> Vec<Vec<usize>> {
        let mut levels: Vec<Vec<usize>> = Vec::new();
        let mut points_before = None;
        for (place, contender) in self.contenders.iter().enumerate() {
            if points_before.replace(contender.points) != Some(contender.points) {
                levels.push(Vec::new());
            }
            if let Some(level) = levels.last_mut() {
                level.push(place);
            }
        }
        if !self.contenders.len().is_multiple_of(2) {
            levels.push(vec![self.contenders.len()]);
        }
        levels
    }

    /// Gives two players their colours; the first is the higher classified.
    fn pair(&self, (higher, lower): (usize, usize)) -> Option<SwissPair> {
        let colors = |place: usize| Some(&self.contenders.get(place)?.colors);
        let (color, color_rule) = color_of_higher(colors(higher)?, colors(lower)?);
        let (white, black) = match color {
            Color::White => (higher, lower),
            Color::Black => (lower, higher),
        };
        Some(SwissPair {
            white: self.player(white)?,
            black: self.player(black)?,
            color_rule,
            white_wanted: colors(white)?.preference(),
            black_wanted: colors(black)?.preference(),
        })
    }

    /// Sorts for publication (F2); the first of each pair is the higher classified.
    fn sort_for_publication(&self, pairs: &mut [(usize, usize)]) {
        let points = |place: usize| self.contenders.get(place).map_or(0, |one| one.points);
        pairs.sort_by_key(|&(higher, lower)| {
            let sum = points(higher).saturating_add(points(lower));
            (Reverse(points(higher)), Reverse(sum), higher)
        });
    }
}

/// Pairs score group by score group, from the top.
fn later_round(field: &Field) -> Result<SwissRound, Unpairable> {
    let present = Present::new(field, &scores(field));
    let legal = present.legal();
    let levels = present.levels();
    let count = present.contenders.len();
    let mut pairs = Vec::new();
    let mut groups = Vec::new();
    let mut bye = None;
    let mut waiting: Vec<usize> = Vec::new();
    let mut levels = levels.as_slice();
    while let Some((own, lower)) = levels.split_first() {
        levels = lower;
        if own.contains(&count) {
            break;
        }
        let group = [waiting.as_slice(), own].concat();
        let next = lower.first().cloned().unwrap_or_default();
        let below = lower.get(1..).unwrap_or_default().concat();
        let task = Task { contenders: &present.contenders, legal: &legal, group, next, below };
        let paired = pair_group(&task).ok_or(Unpairable::NoLegalPairing)?;
        pairs.extend(paired.pairs);
        waiting = paired.waiting.iter().map(|(place, _)| *place).collect();
        if task.next == [count]
            && let Some(&(place, reason)) = paired.waiting.first()
        {
            let mut barred = task.group.clone();
            barred.retain(|place| present.is_barred_from_bye(*place));
            let barred = present.players(&barred);
            let reason = ByeReason::LeftOver(reason);
            bye = present.player(place).map(|player| SwissBye { player, reason, barred });
        }
        let float = |&(place, reason)| Some(Float { player: present.player(place)?, reason });
        groups.push(ScoreGroup {
            points: own.first().and_then(|p| present.contenders.get(*p)).map_or(0, |c| c.points),
            players: present.players(&task.group),
            waiting: paired.waiting.iter().filter_map(float).collect(),
            is_enlarged: paired.is_enlarged,
        });
    }
    present.sort_for_publication(&mut pairs);
    let pairs = pairs.into_iter().filter_map(|pair| present.pair(pair)).collect();
    Ok(SwissRound { pairs, bye, groups, exempt: present.exempt })
}
