//! The crossing finals after two pools (2006 art. 14d).

use super::super::{Event, FinalColor, Refusal, Tournament};
use crate::plan::{ColorChoice, CrossingFinal, PoolRow, crossing_finals};
use crate::ranking::{Participant, Running, Tie};
use crate::regulation::{Format, Regulation};
use crate::{PairingMethod, RoundKind, RoundNumber};
use draughts::Color;

impl Tournament {
    pub(super) fn decide_choose_color(
        &self,
        regulation: &Regulation,
        pool_place: u32,
        color: Option<Color>,
        seed: Option<u64>,
    ) -> Result<Vec<Event>, Refusal> {
        if !matches!(regulation.format, Format::Pools(_)) {
            return Err(Refusal::NoSuchFinal(pool_place));
        }
        let paired = self.finals().map(crate::Round::paired);
        let crossings = match paired.map(|finals| &finals.method) {
            Some(PairingMethod::Finals(crossings)) => crossings.clone(),
            Some(_) | None => self.crossings()?.0,
        };
        let crossing = crossings.iter().find(|one| one.pool_place == pool_place);
        let crossing = crossing.ok_or(Refusal::NoSuchFinal(pool_place))?;
        let drawn = self.chosen(crossing).and_then(|choice| choice.seed);
        let (chooser, white, seed) = match (crossing.choice, color) {
            (ColorChoice::By { player, .. }, Some(Color::White)) => (player, player, None),
            (ColorChoice::By { player, .. }, Some(Color::Black)) => {
                let is_first = player == crossing.first;
                (player, if is_first { crossing.second } else { crossing.first }, None)
            }
            (ColorChoice::By { player, .. }, None) => {
                let chooser = Some(player.into());
                return Err(Refusal::ColorNotChosen { pool_place, chooser });
            }
            (ColorChoice::Lot, _) => {
                let seed = match (drawn, seed) {
                    (Some(drawn), Some(seed)) if seed != drawn => {
                        return Err(Refusal::ChooserDrawn { pool_place });
                    }
                    (Some(_), _) => return Ok(Vec::new()),
                    (None, Some(seed)) => seed,
                    (None, None) => return Err(Refusal::SeedMissing),
                };
                let white = crossing.white_by_lot(seed);
                (white, white, Some(seed))
            }
        };
        let (chooser, white) = (chooser.into(), white.into());
        let choice = FinalColor { pool_place, chooser, white, seed };
        if self.final_colors.get(&pool_place) == Some(&choice) {
            return Ok(Vec::new());
        }
        if let Some(finals) = paired {
            return Err(Refusal::AlreadyPaired { round: finals.round });
        }
        Ok(vec![Event::ColorChosen { choice }])
    }

    pub(super) fn decide_pair_finals(&self, round: RoundNumber) -> Result<Vec<Event>, Refusal> {
        let (crossings, free) = self.crossings()?;
        let mut pairs = Vec::new();
        for crossing in &crossings {
            let pool_place = crossing.pool_place;
            let players: [Participant; 2] = [crossing.first.into(), crossing.second.into()];
            let chooser = crossing.chooser_without_lot();
            let chosen =
                self.chosen(crossing).ok_or(Refusal::ColorNotChosen { pool_place, chooser })?;
            let white = chosen.white;
            pairs.extend(players.into_iter().find(|one| *one != white).map(|black| (white, black)));
        }
        let method = PairingMethod::Finals(crossings);
        self.paired(round, RoundKind::Finals, &pairs, free, method)
    }

    /// Returns the colour that was chosen for a final. A choice made before the pools were
    /// corrected may be by other players, and does not count.
    fn chosen(&self, crossing: &CrossingFinal) -> Option<&FinalColor> {
        let players: [Participant; 2] = [crossing.first.into(), crossing.second.into()];
        let chooser = crossing.chooser_without_lot();
        self.final_colors.get(&crossing.pool_place).filter(|chosen| {
            players.contains(&chosen.white)
                && players.contains(&chosen.chooser)
                && chooser.is_none_or(|chooser| chooser == chosen.chooser)
        })
    }

    /// Returns the finals, and the players who are left without an opponent because others have
    /// withdrawn; errors unless the order of both pools is final.
    fn crossings(&self) -> Result<(Vec<CrossingFinal>, Vec<Participant>), Refusal> {
        self.check_finished()?;
        let mut pools = Vec::new();
        for table in self.tables(Running::Ignored) {
            // Neither a player who has withdrawn nor one whom a reserve replaced plays a final.
            let plays = |one: &&Participant| {
                !self.reserves.contains_key(one) && !self.withdrawn.contains_key(one)
            };
            let is_open = |tie: &&Tie| tie.participants.iter().filter(plays).count() > 1;
            if let Some(tie) = table.ranking.ties.iter().find(is_open) {
                return Err(Refusal::PoolTied { group: table.group, place: tie.place });
            }
            let row = |row: &crate::ranking::Row| PoolRow {
                player: row.participant.into(),
                points: row.points,
                wins: row.wins,
            };
            let rows = table.ranking.rows.iter();
            let rows = rows.filter(|row| plays(&&row.participant));
            pools.push(rows.map(row).collect::<Vec<_>>());
        }
        let [first, second] = pools.as_slice() else {
            return Err(Refusal::Pools { pools: pools.len() });
        };
        let finals = first.len().min(second.len());
        let (first, left) = first.split_at_checked(finals).unwrap_or((first, &[]));
        let (second, others) = second.split_at_checked(finals).unwrap_or((second, &[]));
        let free = left.iter().chain(others).map(|row| row.player.into()).collect();
        Ok((crossing_finals(first, second)?, free))
    }
}

impl CrossingFinal {
    /// Returns the player who may choose the colour; `None` if the lot decides.
    fn chooser_without_lot(&self) -> Option<Participant> {
        match self.choice {
            ColorChoice::By { player, .. } => Some(player.into()),
            ColorChoice::Lot => None,
        }
    }
}
