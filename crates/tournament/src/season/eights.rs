//! Next year's places in KK, HAA and RHAA (C art. 8, 9, 11 and 12; D art. 7).

use super::first_twice;
use std::fmt;

/// One of the three eights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Eight {
    /// The first eight.
    Kk,
    /// The second eight.
    Haa,
    /// The third eight.
    Rhaa,
}

/// The final orders of a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EightsSeason<P> {
    /// The final order of KK. A player who missed the whole championship is last (C art. 12).
    pub kk: Vec<P>,
    /// The final order of HAA.
    pub haa: Vec<P>,
    /// The final order of RHAA.
    pub rhaa: Vec<P>,
    /// The final order of HA.
    pub ha: Vec<P>,
    /// The players of HA who decline promotion (D art. 7).
    pub declined: Vec<P>,
    /// The players of the eights who will not play next year.
    pub absent: Vec<(P, Absence)>,
}

/// The time for which a player with a place will not play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Absence {
    /// One championship. In KK and HAA the place stays theirs, and empty (C art. 12); in RHAA it is
    /// filled (C art. 11).
    OneYear,
    /// Longer: the place is filled (C art. 11).
    Longer,
}

/// The way in which a place was filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Filling {
    /// The same number of the same eight as in the final order (C art. 8).
    Kept,
    /// Promoted from the class below (C art. 8).
    Promoted,
    /// Promoted from HA (C art. 8), possibly in place of a player who declined (D art. 7).
    PromotedFromHa,
    /// Relegated from the eight above (C art. 8).
    Relegated,
    /// Fills an empty place from the class below (C art. 9).
    FilledFromBelow,
    /// Fills an empty place and so is not relegated (C art. 9).
    FilledByRelegated,
}

impl Filling {
    /// Returns the article of the rule.
    pub fn article(self) -> &'static str {
        match self {
            Self::Kept | Self::Promoted | Self::Relegated => "C art. 8",
            Self::PromotedFromHa => "D art. 7",
            Self::FilledFromBelow | Self::FilledByRelegated => "C art. 9",
        }
    }
}

/// A taken place of an eight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EightPlace<P> {
    /// The player.
    pub player: P,
    /// The way in which the place was filled.
    pub filling: Filling,
    /// True if the player will not play this year: opponents have a free round (C art. 12).
    pub is_absent: bool,
}

/// The eights of next year, each with its numbers 1 to 8.
///
/// A place is `None` if no player was left to fill it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EightsNext<P> {
    /// KK.
    pub kk: Vec<Option<EightPlace<P>>>,
    /// HAA.
    pub haa: Vec<Option<EightPlace<P>>>,
    /// RHAA.
    pub rhaa: Vec<Option<EightPlace<P>>>,
    /// The players relegated to HA, the higher placed first.
    pub to_ha: Vec<P>,
    /// The players whose place was filled: they have to qualify again through HA (C art. 11).
    pub requalify: Vec<P>,
}

/// The reason for which there are no eights for next year.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EightsSeasonError<P> {
    /// An eight does not have eight players.
    #[error("{eight} has a final order of {players}: it needs 8")]
    NotEight {
        /// The eight.
        eight: Eight,
        /// Number of players in its final order.
        players: usize,
    },
    /// A player is in the final orders twice.
    #[error("{0} stands in the final orders twice")]
    Twice(P),
    /// A player who declined is not in HA.
    #[error("{0} declined promotion, but is not in HA")]
    DeclinedElsewhere(P),
    /// An absent player is in none of the final orders, or is named twice.
    #[error("{0} is announced as absent, but has no place or is named twice")]
    AbsentElsewhere(P),
}

impl fmt::Display for Eight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kk => "KK",
            Self::Haa => "HAA",
            Self::Rhaa => "RHAA",
        })
    }
}

/// Returns the places of next year.
///
/// Numbers 1 to 6 of KK and 3 to 6 of the others keep their numbers; 1 and 2 of a class take 7 and
/// 8 of the one above; 7 and 8 of an eight take 1 and 2 of the one below or go to HA (C art. 8).
/// Then empty places are filled from the top down (C art. 9): in KK and HAA by the numbers 3 to 6
/// of the class below, in RHAA by the numbers from 3 on of HA, then by the relegated players of the
/// class itself. A player who fills a place takes its number, and leaves another to fill.
///
/// # Errors
/// [`EightsSeasonError`] if an eight does not have eight players, a player occurs twice, or a
/// player who declined or is absent is not in the orders.
pub fn eights_next<P: Clone + Ord>(
    season: &EightsSeason<P>,
) -> Result<EightsNext<P>, EightsSeasonError<P>> {
    season.check()?;
    let mut plan = Plan::by_art_8(season);
    plan.fill();
    Ok(plan.into_next())
}

impl<P: Clone> EightsNext<P> {
    /// Returns the players of EK, the class for events of clubs: KK, HAA and the four highest
    /// placed of RHAA; and those of RHAA who may choose between EK and HA (A art. 2).
    pub fn ek(&self) -> (Vec<P>, Vec<P>) {
        let player = |place: &Option<EightPlace<P>>| Some(place.as_ref()?.player.clone());
        let (higher, lower) = self.rhaa.split_at_checked(4).unwrap_or((&self.rhaa, &[]));
        let ek = self.kk.iter().chain(&self.haa).chain(higher).filter_map(player).collect();
        (ek, lower.iter().filter_map(player).collect())
    }
}

impl<P: Clone + Ord> EightsSeason<P> {
    fn orders(&self) -> [(Eight, &Vec<P>); 3] {
        [(Eight::Kk, &self.kk), (Eight::Haa, &self.haa), (Eight::Rhaa, &self.rhaa)]
    }

    fn check(&self) -> Result<(), EightsSeasonError<P>> {
        if let Some((eight, order)) = self.orders().into_iter().find(|(_, order)| order.len() != 8)
        {
            return Err(EightsSeasonError::NotEight { eight, players: order.len() });
        }
        let everybody = || self.kk.iter().chain(&self.haa).chain(&self.rhaa).chain(&self.ha);
        if let Some(player) = first_twice(everybody()) {
            return Err(EightsSeasonError::Twice(player.clone()));
        }
        if let Some(player) = self.declined.iter().find(|player| !self.ha.contains(player)) {
            return Err(EightsSeasonError::DeclinedElsewhere(player.clone()));
        }
        let absent = || self.absent.iter().map(|(player, _)| player);
        let stranger = absent().find(|player| !everybody().any(|one| one == *player));
        match stranger.or_else(|| first_twice(absent())) {
            Some(player) => Err(EightsSeasonError::AbsentElsewhere(player.clone())),
            None => Ok(()),
        }
    }

    fn absence(&self, player: &P) -> Option<Absence> {
        self.absent.iter().find(|(one, _)| one == player).map(|(_, absence)| *absence)
    }

    /// Returns the players of HA who may be promoted, in the final order.
    fn promotable(&self) -> impl Iterator<Item = &P> {
        self.ha.iter().filter(|one| !self.declined.contains(one) && self.absence(one).is_none())
    }
}

/// An eight while places are being filled.
type Places<P> = Vec<Option<(P, Filling)>>;

/// The eights from the top while places are being filled.
struct Plan<'a, P> {
    season: &'a EightsSeason<P>,
    kk: Places<P>,
    haa: Places<P>,
    rhaa: Places<P>,
}

/// Returns the numbers `from` to `to` of a final order.
fn numbers<P>(order: &[P], from: usize, to: usize) -> impl Iterator<Item = &P> {
    order.iter().take(to).skip(from.saturating_sub(1))
}

fn placed<'a, P: Clone + 'a>(
    players: impl Iterator<Item = &'a P>,
    filling: Filling,
) -> impl Iterator<Item = Option<(P, Filling)>> {
    players.map(move |player| Some((player.clone(), filling)))
}

impl<'a, P: Clone + Ord> Plan<'a, P> {
    fn by_art_8(season: &'a EightsSeason<P>) -> Self {
        let EightsSeason { kk, haa, rhaa, .. } = season;
        let below = |above, own, next: &[P]| -> Places<P> {
            placed(numbers(above, 7, 8), Filling::Relegated)
                .chain(placed(numbers(own, 3, 6), Filling::Kept))
                .chain(placed(numbers(next, 1, 2), Filling::Promoted))
                .collect()
        };
        let mut last: Places<P> = below(haa, rhaa, &[]);
        last.extend(placed(season.promotable().take(2), Filling::PromotedFromHa));
        last.resize(8, None);
        Self {
            season,
            kk: placed(numbers(kk, 1, 6), Filling::Kept)
                .chain(placed(numbers(haa, 1, 2), Filling::Promoted))
                .collect(),
            haa: below(kk, haa, rhaa),
            rhaa: last,
        }
    }

    /// Fills the empty places (C art. 9), from the top, so that a place left empty is filled later.
    fn fill(&mut self) {
        let EightsSeason { kk, haa, rhaa, .. } = self.season;
        let season = self.season;
        let vacate = |places: &mut Places<P>, stays_for_a_year: bool| {
            for place in places {
                let absence = place.as_ref().and_then(|(player, _)| season.absence(player));
                if absence == Some(Absence::Longer)
                    || (absence == Some(Absence::OneYear) && !stays_for_a_year)
                {
                    *place = None;
                }
            }
        };
        vacate(&mut self.kk, true);
        vacate(&mut self.haa, true);
        vacate(&mut self.rhaa, false);
        fill_from(&mut self.kk, &mut self.haa, haa, kk, |one| season.absence(one).is_none());
        fill_from(&mut self.haa, &mut self.rhaa, rhaa, haa, |one| season.absence(one).is_none());
        let is_placed = |one: &&P| self.rhaa.iter().flatten().any(|(player, _)| player == *one);
        let others: Vec<P> = season.promotable().filter(|one| !is_placed(one)).cloned().collect();
        let relegated = numbers(rhaa, 7, 8).filter(|one| season.absence(one).is_none()).cloned();
        let mut candidates = others
            .into_iter()
            .map(|one| (one, Filling::FilledFromBelow))
            .chain(relegated.map(|one| (one, Filling::FilledByRelegated)));
        for place in self.rhaa.iter_mut().filter(|place| place.is_none()) {
            *place = candidates.next();
        }
    }

    fn into_next(self) -> EightsNext<P> {
        let season = self.season;
        let is_in =
            |places: &Places<P>, player: &P| places.iter().flatten().any(|(one, _)| one == player);
        let has_place = |player: &P| {
            is_in(&self.kk, player) || is_in(&self.haa, player) || is_in(&self.rhaa, player)
        };
        let eights = || season.orders().into_iter().flat_map(|(_, order)| order);
        let lost = |player: &&P| !has_place(player);
        let is_relegated = |player: &P| numbers(&season.rhaa, 7, 8).any(|one| one == player);
        let to_ha = eights().filter(lost).filter(|one| is_relegated(one)).cloned().collect();
        let requalify = eights().filter(lost).filter(|one| !is_relegated(one)).cloned().collect();
        let taken = |places: Places<P>| {
            places
                .into_iter()
                .map(|place| {
                    place.map(|(player, filling)| {
                        let is_absent = season.absence(&player).is_some();
                        EightPlace { player, filling, is_absent }
                    })
                })
                .collect()
        };
        let (kk, haa, rhaa) = (self.kk, self.haa, self.rhaa);
        EightsNext { kk: taken(kk), haa: taken(haa), rhaa: taken(rhaa), to_ha, requalify }
    }
}

/// Fills KK or HAA: from the numbers 3 to 6 of the class below, then from its own relegated
/// players, who leave their places in the class below.
fn fill_from<P: Clone + Ord>(
    places: &mut Places<P>,
    below: &mut Places<P>,
    order_below: &[P],
    own_order: &[P],
    is_there: impl Fn(&P) -> bool,
) {
    let others = numbers(order_below, 3, 6).map(|one| (one, Filling::FilledFromBelow));
    let relegated = numbers(own_order, 7, 8).map(|one| (one, Filling::FilledByRelegated));
    let mut candidates = others.chain(relegated).filter(|(one, _)| is_there(one));
    for place in places.iter_mut().filter(|place| place.is_none()) {
        let Some((player, filling)) = candidates.next() else { return };
        let left =
            below.iter_mut().find(|place| place.as_ref().is_some_and(|(one, _)| one == player));
        if let Some(left) = left {
            *left = None;
        }
        *place = Some((player.clone(), filling));
    }
}
