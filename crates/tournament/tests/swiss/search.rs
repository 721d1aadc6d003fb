//! A slow search directly from the rules: every waiting room is tried, and every way to complete
//! the rest. It agrees with the pairing, including the reasons.

use crate::invented::{Chance, Invented, may_have};
use crate::records::{round, rule_name};
use draughts::Color;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use tournament::PlayerId;
use tournament::swiss::{
    ByeReason, ColorRule, Entrant, Field, FloatReason, PastRound, SwissRound, Unpairable, pair,
    scores,
};

/// A set of places, one bit each; place 0 is the best classified, the bye comes last.
type Set = u32;

/// A criterion of C4 with its counts; sums are compared one by one.
type Costs = [u32; 3];

/// A player's wanted colour and its strength: 1 light, 2 strong, 3 absolute.
type Wish = Option<(Color, u32)>;

struct Slow<'a> {
    field: &'a Field,
    /// The available players, by classification.
    present: Vec<&'a Entrant>,
    points: Vec<u32>,
    has_bye: bool,
    /// The level of each place: 0 for the most points. The bye has one of its own.
    level: Vec<usize>,
}

/// A waiting room and its values, the most important criterion first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    size: u32,
    by_level: Vec<u32>,
    again: u32,
    next: u32,
    inside: Costs,
    places: Vec<usize>,
}

#[derive(Debug, PartialEq, Eq)]
struct FoundPairing {
    pairs: Vec<(PlayerId, PlayerId, ColorRule)>,
    bye: Option<PlayerId>,
    groups: Vec<FoundGroup>,
}

#[derive(Debug, PartialEq, Eq)]
struct FoundGroup {
    players: Vec<PlayerId>,
    waiting: Vec<(PlayerId, FloatReason)>,
    is_enlarged: bool,
}

fn places(set: Set) -> Vec<usize> {
    (0..32).filter(|place| set & (1 << place) != 0).collect()
}

fn set_of(places: impl IntoIterator<Item = usize>) -> Set {
    places.into_iter().fold(0, |set, place| set | 1 << place)
}

fn subsets(set: Set) -> impl Iterator<Item = Set> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let this = next?;
        next = (this != 0).then(|| (this - 1) & set);
        Some(this)
    })
}

impl<'a> Slow<'a> {
    fn new(field: &'a Field) -> Self {
        let table = scores(field);
        let of = |player| field.entrants().iter().find(|one| one.player == player).unwrap();
        let present: Vec<_> =
            table.iter().map(|score| of(score.player)).filter(|one| one.is_available).collect();
        let points: Vec<u32> =
            present.iter().map(|one| one.history.iter().map(PastRound::points).sum()).collect();
        let mut levels = points.clone();
        levels.dedup();
        let level_of = |points| levels.iter().position(|level| level == points).unwrap();
        let mut level: Vec<_> = points.iter().map(level_of).collect();
        let has_bye = present.len() % 2 == 1;
        if has_bye {
            level.push(levels.len());
        }
        Self { field, present, points, has_bye, level }
    }

    fn is_exempt(&self, place: usize) -> bool {
        let is_last = self.field.rounds_played() + 1 == self.field.rounds_total();
        is_last && self.points[place] > self.field.rounds_played()
    }

    fn may_have(&self, place: usize, color: Color) -> bool {
        self.is_exempt(place) || may_have(self.present[place], color)
    }

    fn is_legal(&self, a: usize, b: usize) -> bool {
        let count = self.present.len();
        if a == b {
            return false;
        }
        if a.max(b) == count {
            let past = &self.present[a.min(b)].history;
            return !past
                .iter()
                .any(|past| matches!(past, PastRound::Bye | PastRound::ForfeitWin { .. }));
        }
        let mut met = self.present[a].history.iter().filter_map(PastRound::met);
        let have_met = met.any(|(opponent, _)| opponent == self.present[b].player);
        let colors =
            |white, black| self.may_have(white, Color::White) && self.may_have(black, Color::Black);
        !have_met && (colors(a, b) || colors(b, a))
    }

    /// Returns the wanted colour of a place (A5).
    fn wish(&self, place: usize) -> Wish {
        let met = self.present[place].history.iter().filter_map(PastRound::met);
        let colors: Vec<_> = met.map(|(_, color)| color).collect();
        let last = *colors.last()?;
        let white = colors.iter().filter(|color| **color == Color::White).count();
        let black = colors.len() - white;
        if !self.is_exempt(place) {
            if white > black + 1 {
                return Some((Color::Black, 3));
            }
            if black > white + 1 {
                return Some((Color::White, 3));
            }
            if colors.len() > 1 && colors[colors.len() - 2] == last {
                return Some((last.other(), 3));
            }
        }
        Some(match white.cmp(&black) {
            std::cmp::Ordering::Greater => (Color::Black, 2),
            std::cmp::Ordering::Less => (Color::White, 2),
            std::cmp::Ordering::Equal => (last.other(), 1),
        })
    }

    /// Returns the costs B3 and B4 of a pair inside a group.
    fn inside(&self, a: usize, b: usize) -> Costs {
        let same = match (self.wish(a), self.wish(b)) {
            (Some((color, one)), Some((other, two))) if color == other => Some(one.min(two)),
            _ => None,
        };
        [
            self.points[a].abs_diff(self.points[b]),
            same.is_some().into(),
            same.is_some_and(|weaker| weaker >= 2).into(),
        ]
    }

    /// Returns the least costs of pairing all players of a set with each other.
    fn least(
        &self,
        set: Set,
        costs: &dyn Fn(usize, usize) -> Costs,
        known: &mut BTreeMap<Set, Option<Costs>>,
    ) -> Option<Costs> {
        if set == 0 {
            return Some([0; 3]);
        }
        if let Some(costs) = known.get(&set) {
            return *costs;
        }
        let all = places(set);
        let first = all[0];
        let mut least: Option<Costs> = None;
        for &other in all.iter().filter(|other| self.is_legal(first, **other)) {
            let rest = set & !(1 << first) & !(1 << other);
            if let Some(of_rest) = self.least(rest, costs, known) {
                let of_pair = costs(first, other);
                let sum = std::array::from_fn(|at| of_rest[at] + of_pair[at]);
                least = Some(least.map_or(sum, |least| least.min(sum)));
            }
        }
        known.insert(set, least);
        least
    }

    /// Pairs a set at the least costs, each in turn with the lowest possible opponent (C5).
    fn paired(&self, set: Set) -> Vec<(usize, usize)> {
        let inside = |a: usize, b: usize| self.inside(a, b);
        let mut known = BTreeMap::new();
        let (mut set, mut pairs) = (set, Vec::new());
        while set != 0 {
            let least = self.least(set, &inside, &mut known).unwrap();
            let all = places(set);
            let first = all[0];
            let is_best = |other: &&usize| {
                let rest = set & !(1 << first) & !(1 << **other);
                self.is_legal(first, **other)
                    && self.least(rest, &inside, &mut known).is_some_and(|of_rest| {
                        let of_pair = inside(first, **other);
                        let sum: Costs = std::array::from_fn(|at| of_rest[at] + of_pair[at]);
                        sum == least
                    })
            };
            let other = *all[1..].iter().rev().find(is_best).unwrap();
            pairs.push((first, other));
            set &= !(1 << first) & !(1 << other);
        }
        pairs
    }

    /// Returns every admissible waiting room of a group.
    fn choices(&self, group: Set, level: usize) -> Vec<Choice> {
        let at_level = |wanted: usize| {
            let is_there = |place: &usize| self.level[*place] == wanted;
            set_of((0..self.level.len()).filter(is_there))
        };
        let lower = set_of((0..self.level.len()).filter(|place| self.level[*place] > level));
        let next = at_level(level + 1);
        let inside = |a: usize, b: usize| self.inside(a, b);
        let mut inside_known = BTreeMap::new();
        let mut choices = Vec::new();
        for waiting in subsets(group) {
            let Some(inside) = self.least(group & !waiting, &inside, &mut inside_known) else {
                continue;
            };
            let is_in_next = |place: usize| (waiting | next) & (1 << place) != 0;
            let goes_again = |a: usize, b: usize| {
                let leaves = is_in_next(a) != is_in_next(b);
                let of_waiting = waiting & (1 << a | 1 << b) != 0;
                [u32::from(leaves && of_waiting), u32::from(leaves), 0]
            };
            let rest = self.least(waiting | lower, &goes_again, &mut BTreeMap::new());
            let Some([again, next, _]) = rest else { continue };
            let count = |level: usize| (waiting & at_level(level)).count_ones();
            choices.push(Choice {
                size: waiting.count_ones(),
                by_level: (0..=level).map(count).collect(),
                again,
                next,
                inside,
                places: places(waiting),
            });
        }
        choices
    }

    fn reason(
        &self,
        choices: &[Choice],
        (group, level): (Set, usize),
        place: usize,
    ) -> FloatReason {
        if !places(group).iter().any(|other| self.is_legal(place, *other)) {
            return FloatReason::NoOpponent;
        }
        let best = choices.iter().min().unwrap();
        let without = choices.iter().filter(|choice| !choice.places.contains(&place)).min();
        let Some(without) = without else {
            let bye = self.present.len();
            let is_last = self.level.get(bye) == Some(&(level + 1));
            let mut others = places(group & !(1 << place)).into_iter();
            return if is_last && !others.any(|other| self.is_legal(other, bye)) {
                FloatReason::OthersBarred
            } else {
                FloatReason::RestUnpairable
            };
        };
        if without.size != best.size {
            FloatReason::Size
        } else if without.by_level != best.by_level {
            FloatReason::FewestPoints
        } else if without.again != best.again {
            FloatReason::FloatsAgain
        } else if without.next != best.next {
            FloatReason::NextWaitingRoom
        } else if without.inside[0] != best.inside[0] {
            FloatReason::ScoreDifference
        } else if without.inside != best.inside {
            FloatReason::Color
        } else {
            FloatReason::HigherClassified
        }
    }

    /// Returns a pair with its colours by section E; the first is the higher classified. F4 aligns
    /// the colours by leaving out the rounds without a game.
    fn colored(&self, one: usize, other: usize) -> (PlayerId, PlayerId, ColorRule) {
        let colors = |place: usize| {
            let rounds = (1..).zip(&self.present[place].history);
            let met = rounds.filter_map(|(number, past)| Some((round(number), past.met()?.1)));
            met.collect::<Vec<_>>()
        };
        let (color, rule) = match (self.wish(one), self.wish(other)) {
            (None, None) => (Color::White, ColorRule::NoPreference),
            (Some((color, _)), None) => (color, ColorRule::BothPreferences),
            (None, Some((color, _))) => (color.other(), ColorRule::BothPreferences),
            (Some((a, _)), Some((b, _))) if a != b => (a, ColorRule::BothPreferences),
            (Some((a, one)), Some((_, two))) if one > two => (a, ColorRule::StrongerPreference),
            (Some((a, one)), Some((_, two))) if one < two => {
                (a.other(), ColorRule::StrongerPreference)
            }
            (Some((a, _)), Some(_)) => {
                let (mut own, mut theirs) = (colors(one), colors(other));
                loop {
                    match (own.pop(), theirs.pop()) {
                        (Some((_, own)), Some((_, theirs))) if own == theirs => {}
                        (Some((own_round, own)), Some((their_round, _))) => {
                            let (white_round, black_round) = match own {
                                Color::Black => (own_round, their_round),
                                Color::White => (their_round, own_round),
                            };
                            let rule = ColorRule::Alternation { white_round, black_round };
                            break (own.other(), rule);
                        }
                        _ => break (a, ColorRule::HigherClassified),
                    }
                }
            }
        };
        let (white, black) = if color == Color::White { (one, other) } else { (other, one) };
        (self.present[white].player, self.present[black].player, rule)
    }

    fn found(&self) -> Option<FoundPairing> {
        let count = self.present.len();
        let player = |place: usize| self.present[place].player;
        let (mut pairs, mut groups) = (Vec::new(), Vec::new());
        let mut waiting: Set = 0;
        let last_level = self.level.iter().take(count).max().copied();
        for level in (0..).take(last_level.map_or(0, |last| last + 1)) {
            let own = set_of((0..count).filter(|place| self.level[*place] == level));
            let group = waiting | own;
            let choices = self.choices(group, level);
            let best = choices.iter().min()?;
            let mut known = BTreeMap::new();
            let inside = |a: usize, b: usize| self.inside(a, b);
            let alone = subsets(group)
                .filter(|waiting| self.least(group & !waiting, &inside, &mut known).is_some())
                .map(Set::count_ones)
                .min();
            groups.push(FoundGroup {
                players: places(group).into_iter().map(player).collect(),
                waiting: best
                    .places
                    .iter()
                    .map(|place| (player(*place), self.reason(&choices, (group, level), *place)))
                    .collect(),
                is_enlarged: alone < Some(best.size),
            });
            waiting = set_of(best.places.iter().copied());
            pairs.extend(self.paired(group & !waiting));
        }
        let bye = places(waiting).first().copied().filter(|_| self.has_bye);
        // F2.
        pairs.sort_by_key(|&(one, other)| {
            (Reverse(self.points[one]), Reverse(self.points[one] + self.points[other]), one)
        });
        let pairs = pairs.into_iter().map(|(one, other)| self.colored(one, other)).collect();
        Some(FoundPairing { pairs, bye: bye.map(player), groups })
    }
}

fn as_found(round: &SwissRound) -> FoundPairing {
    let float = |float: &tournament::swiss::Float| (float.player, float.reason);
    FoundPairing {
        pairs: round.pairs.iter().map(|pair| (pair.white, pair.black, pair.color_rule)).collect(),
        bye: round.bye.as_ref().map(|bye| bye.player),
        groups: round
            .groups
            .iter()
            .map(|group| FoundGroup {
                players: group.players.clone(),
                waiting: group.waiting.iter().map(float).collect(),
                is_enlarged: group.is_enlarged,
            })
            .collect(),
    }
}

/// The situations that a run of invented tournaments covered, so that coverage is checked.
#[derive(Debug, Default)]
struct Seen {
    rounds: usize,
    unpairable: usize,
    byes: usize,
    exempt: usize,
    enlarged: usize,
    reasons: BTreeMap<FloatReason, usize>,
    /// By the names in the records.
    rules: BTreeMap<&'static str, usize>,
}

impl Seen {
    fn note(&mut self, round: &SwissRound) {
        self.rounds += 1;
        self.exempt += usize::from(!round.exempt.is_empty());
        if let Some(bye) = &round.bye {
            self.byes += 1;
            assert!(matches!(bye.reason, ByeReason::LeftOver(_)));
        }
        for group in &round.groups {
            self.enlarged += usize::from(group.is_enlarged);
            for float in &group.waiting {
                *self.reasons.entry(float.reason).or_default() += 1;
            }
        }
        for pair in &round.pairs {
            *self.rules.entry(rule_name(pair.color_rule)).or_default() += 1;
        }
    }
}

fn search(seed: u64, tournaments: usize) -> Seen {
    let (mut chance, mut seen) = (Chance(seed), Seen::default());
    for number in 0..tournaments {
        let players = 2 + chance.below(9);
        let rounds = u32::try_from(2 + chance.below(7)).unwrap();
        let mut invented = Invented::new(&mut chance, players, rounds);
        let anyhow = [0, 40, 100][chance.below(3)];
        for _ in 0..rounds {
            invented.decide_who_comes(&mut chance);
            if invented.rounds_played() > 0 && invented.entrants.len() < 10 && chance.percent(5) {
                invented.enter_late();
            }
            let field = invented.field();
            let paired = pair(&field);
            if invented.rounds_played() > 0 {
                let expected = Slow::new(&field).found();
                let found = paired.as_ref().ok().map(as_found);
                assert_eq!(found, expected, "tournament {number} of seed {seed}: {field:#?}");
            }
            match &paired {
                Ok(round) if !chance.percent(anyhow) => invented.play(&mut chance, round),
                _ => invented.play_anyhow(&mut chance),
            }
            match paired {
                Ok(round) if field.rounds_played() > 0 => seen.note(&round),
                Ok(_) => {}
                Err(error) => {
                    assert_eq!(error, Unpairable::NoLegalPairing);
                    seen.unpairable += 1;
                }
            }
        }
    }
    seen
}

#[test]
fn a_slow_search_agrees_up_to_ten_players() {
    let seen = search(1, 4_000);
    assert!(seen.rounds > 500, "{seen:?}");
    assert!(seen.unpairable > 100 && seen.byes > 100, "{seen:?}");
    assert!(seen.exempt > 50 && seen.enlarged > 20, "{seen:?}");
    for reason in [
        FloatReason::NoOpponent,
        FloatReason::RestUnpairable,
        FloatReason::OthersBarred,
        FloatReason::FewestPoints,
        FloatReason::FloatsAgain,
        FloatReason::NextWaitingRoom,
        FloatReason::Color,
        FloatReason::HigherClassified,
    ] {
        assert!(seen.reasons.contains_key(&reason), "{reason:?} never occurs: {seen:?}");
    }
    assert_eq!(seen.rules.len(), 5, "every rule but that of the first round: {seen:?}");
}
