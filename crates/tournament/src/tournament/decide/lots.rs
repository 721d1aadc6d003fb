//! Lots and groups.

use super::super::{Event, Refusal, Tournament};
use crate::plan::{FinalsError, GroupRule, Lots, draw_groups};
use crate::ranking::Participant;
use crate::regulation::{Format, Regulation};
use std::collections::BTreeSet;

impl Tournament {
    pub(super) fn decide_draw_lots(&self, order: &[Participant]) -> Result<Vec<Event>, Refusal> {
        let is_of_all = self.drawing.is_some_and(|drawing| drawing.entrants == order.len());
        if is_of_all && self.groups.is_empty() && self.lots.starts_with(order) {
            return Ok(Vec::new());
        }
        self.check_lots_open()?;
        self.check_names_all(order)?;
        if order == self.lots {
            return Ok(Vec::new());
        }
        Ok(vec![Event::LotsDrawn { order: order.to_vec(), seed: None }])
    }

    pub(super) fn decide_draw_lots_by_seed(&self, seed: u64) -> Result<Vec<Event>, Refusal> {
        if self.is_fixed_by(seed) && self.groups.is_empty() {
            return Ok(Vec::new());
        }
        self.check_lots_open()?;
        let mut order = self.by_number();
        Lots::from_seed(seed).shuffle(&mut order);
        if order == self.lots {
            return Ok(Vec::new());
        }
        Ok(vec![Event::LotsDrawn { order, seed: Some(seed) }])
    }

    pub(super) fn decide_divide(
        &self,
        regulation: &Regulation,
        groups: &[Vec<Participant>],
    ) -> Result<Vec<Event>, Refusal> {
        if groups == self.groups && !groups.is_empty() {
            return Ok(Vec::new());
        }
        self.check_divisible(regulation)?;
        self.check_names_all(&groups.concat())?;
        self.divided(regulation, groups.to_vec(), None)
    }

    pub(super) fn decide_draw_groups(
        &self,
        regulation: &Regulation,
        seed: u64,
    ) -> Result<Vec<Event>, Refusal> {
        if self.is_fixed_by(seed) && !self.groups.is_empty() {
            return Ok(Vec::new());
        }
        self.check_divisible(regulation)?;
        if regulation.groups == Some(GroupRule::FoursByStrength) {
            return Err(Refusal::GroupsByStrength);
        }
        let entrants = self.by_number();
        let sizes = if matches!(regulation.format, Format::Pools(_)) {
            let half = entrants.len().div_euclid(2);
            vec![half, half]
        } else {
            regulation.groups_of(entrants.len())?
        };
        self.divided(regulation, draw_groups(seed, &entrants, &sizes)?, Some(seed))
    }

    fn divided(
        &self,
        regulation: &Regulation,
        groups: Vec<Vec<Participant>>,
        seed: Option<u64>,
    ) -> Result<Vec<Event>, Refusal> {
        if matches!(regulation.format, Format::Pools(_)) {
            let [first, second] = groups.as_slice() else {
                return Err(Refusal::Pools { pools: groups.len() });
            };
            if first.len() != second.len() {
                let (first, second) = (first.len(), second.len());
                return Err(FinalsError::Sizes { first, second }.into());
            }
        } else {
            groups.iter().try_for_each(|group| regulation.check_group(group.len()))?;
        }
        if groups == self.groups {
            return Ok(Vec::new());
        }
        Ok(vec![Event::GroupsDivided { groups, seed }])
    }

    /// Returns true if the order was drawn from this seed and is fixed because a round is paired by
    /// it. Later entrants have the lots after it.
    fn is_fixed_by(&self, seed: u64) -> bool {
        !self.rounds.is_empty() && self.drawing.is_some_and(|drawing| drawing.seed == Some(seed))
    }

    fn check_lots_open(&self) -> Result<(), Refusal> {
        if !self.rounds.is_empty() {
            return Err(Refusal::LotsFixed);
        }
        if !self.groups.is_empty() {
            return Err(Refusal::LotsOfGroups);
        }
        Ok(())
    }

    fn check_divisible(&self, regulation: &Regulation) -> Result<(), Refusal> {
        if !Self::has_groups(regulation) {
            return Err(Refusal::NoGroups);
        }
        if self.rounds.is_empty() { Ok(()) } else { Err(Refusal::LotsFixed) }
    }

    fn check_names_all(&self, order: &[Participant]) -> Result<(), Refusal> {
        order.iter().try_for_each(|participant| self.known(*participant))?;
        let named: BTreeSet<_> = order.iter().collect();
        if named.len() != order.len() || named.len() != self.lots.len() {
            return Err(Refusal::LotsIncomplete { players: self.lots.len() });
        }
        Ok(())
    }

    /// Returns the participants in order of entry, so that a seed's draw does not depend on earlier
    /// lots.
    fn by_number(&self) -> Vec<Participant> {
        let mut all = self.lots.clone();
        all.sort_unstable();
        all
    }
}
