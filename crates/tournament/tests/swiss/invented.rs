//! Invented tournaments with all kinds of incidents of real ones.

use crate::records::{lot, player, round};
use draughts::Color;
use std::collections::{BTreeMap, BTreeSet};
use tournament::PlayerId;
use tournament::swiss::{Entrant, Field, FirstRound, GameResult, PastRound, SwissRound};

/// Random numbers, the same for the same seed (splitmix64).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).unwrap()
    }

    pub(crate) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for place in (1..list.len()).rev() {
            list.swap(place, self.below(place + 1));
        }
    }
}

/// A tournament that grows round by round.
pub(crate) struct Invented {
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) rounds_total: u32,
    pub(crate) first_round: FirstRound,
    /// The frequency of each kind of incident, in percent.
    pub(crate) trouble: usize,
    withdrawn: BTreeSet<PlayerId>,
}

impl Invented {
    pub(crate) fn new(chance: &mut Chance, players: usize, rounds_total: u32) -> Self {
        let mut lots: Vec<_> = (1..=u32::try_from(players).unwrap()).collect();
        chance.shuffle(&mut lots);
        let entrants = lots.iter().zip(1..).map(|(&drawn, number)| Entrant {
            player: player(number),
            lot: lot(drawn),
            is_available: true,
            history: Vec::new(),
        });
        let first_round = if chance.percent(50) {
            FirstRound::EntrantsKnown
        } else {
            FirstRound::EntrantsUnknown
        };
        let trouble = [0, 3, 10, 20][chance.below(4)];
        let (entrants, withdrawn) = (entrants.collect(), BTreeSet::new());
        Self { entrants, rounds_total, first_round, trouble, withdrawn }
    }

    pub(crate) fn rounds_played(&self) -> u32 {
        u32::try_from(self.entrants.first().map_or(0, |one| one.history.len())).unwrap()
    }

    pub(crate) fn field(&self) -> Field {
        self.field_of(self.entrants.clone())
    }

    pub(crate) fn field_of(&self, entrants: Vec<Entrant>) -> Field {
        let next = round(self.rounds_played() + 1);
        Field::new(next, self.rounds_total, self.first_round, entrants).unwrap()
    }

    /// Decides which players can be paired in the next round: some stay away for a round, and some
    /// of those for good.
    pub(crate) fn decide_who_comes(&mut self, chance: &mut Chance) {
        for entrant in &mut self.entrants {
            let is_away = chance.percent(self.trouble);
            if is_away && chance.percent(10) {
                self.withdrawn.insert(entrant.player);
            }
            entrant.is_available = !is_away && !self.withdrawn.contains(&entrant.player);
        }
    }

    /// Enters a player late.
    pub(crate) fn enter_late(&mut self) {
        let number = u32::try_from(self.entrants.len()).unwrap() + 1;
        let missed = usize::try_from(self.rounds_played()).unwrap();
        self.entrants.push(Entrant {
            player: player(number),
            lot: lot(number),
            is_available: true,
            history: vec![PastRound::NotPaired; missed],
        });
    }

    /// Plays a pairing.
    pub(crate) fn play(&mut self, chance: &mut Chance, paired: &SwissRound) {
        let mut pairs: Vec<_> = paired.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
        pairs.sort();
        self.play_pairs(chance, &pairs, paired.bye.as_ref().map(|bye| bye.player));
    }

    /// Plays a round paired by an arbiter who only respects B1 and B2, roughly from the top; a
    /// player then left without an opponent has no game.
    pub(crate) fn play_anyhow(&mut self, chance: &mut Chance) {
        let mut waiting: Vec<_> = self.entrants.iter().filter(|one| one.is_available).collect();
        chance.shuffle(&mut waiting);
        let mut pairs = Vec::new();
        while let Some(one) = waiting.pop() {
            let met = |other: PlayerId| {
                one.history.iter().any(|past| past.met().is_some_and(|(met, _)| met == other))
            };
            let white = |white: &Entrant, black: &Entrant| {
                may_have(white, Color::White) && may_have(black, Color::Black)
            };
            let found = waiting
                .iter()
                .position(|other| !met(other.player) && (white(one, other) || white(other, one)));
            if let Some(place) = found {
                let other = waiting.remove(place);
                let pair = if white(one, other) { (one, other) } else { (other, one) };
                pairs.push((pair.0.player, pair.1.player));
            }
        }
        self.play_pairs(chance, &pairs, None);
    }

    fn play_pairs(
        &mut self,
        chance: &mut Chance,
        pairs: &[(PlayerId, PlayerId)],
        bye: Option<PlayerId>,
    ) {
        let mut past: BTreeMap<_, _> = bye.map(|bye| (bye, PastRound::Bye)).into_iter().collect();
        for &(white, black) in pairs {
            let [of_white, of_black] = self.game(chance, white, black);
            past.insert(white, of_white);
            past.insert(black, of_black);
        }
        for entrant in &mut self.entrants {
            let absent =
                if chance.percent(20) { PastRound::HalfPointBye } else { PastRound::NotPaired };
            entrant.history.push(past.remove(&entrant.player).unwrap_or(absent));
        }
    }

    fn game(&self, chance: &mut Chance, white: PlayerId, black: PlayerId) -> [PastRound; 2] {
        let colors = [(black, Color::White), (white, Color::Black)];
        if chance.percent(self.trouble) {
            let won = |opponent| PastRound::ForfeitWin { opponent };
            let lost = |opponent| PastRound::ForfeitLoss { opponent };
            return match chance.below(5) {
                0 => [won(black), lost(white)],
                1 => [lost(black), won(white)],
                2 => [lost(black), lost(white)],
                3 => colors.map(|(opponent, color)| PastRound::BothLost { opponent, color }),
                _ => colors.map(|(opponent, color)| PastRound::Adjourned { opponent, color }),
            };
        }
        let results = match chance.below(3) {
            0 => [GameResult::Win, GameResult::Loss],
            1 => [GameResult::Draw, GameResult::Draw],
            _ => [GameResult::Loss, GameResult::Win],
        };
        let [(opponent, color), (other, other_color)] = colors;
        [
            PastRound::Played { opponent, color, result: results[0] },
            PastRound::Played { opponent: other, color: other_color, result: results[1] },
        ]
    }
}

/// Returns true if B2 allows a colour, directly from its text.
pub(crate) fn may_have(entrant: &Entrant, color: Color) -> bool {
    let mut colors: Vec<_> = entrant.history.iter().filter_map(PastRound::met).collect();
    let count = |colors: &[(PlayerId, Color)], wanted| {
        i64::try_from(colors.iter().filter(|(_, color)| *color == wanted).count()).unwrap()
    };
    colors.push((entrant.player, color));
    let balance = count(&colors, Color::White) - count(&colors, Color::Black);
    let last: Vec<_> = colors.iter().rev().take(3).map(|(_, color)| *color).collect();
    balance.abs() <= 2 && last != [color; 3]
}
