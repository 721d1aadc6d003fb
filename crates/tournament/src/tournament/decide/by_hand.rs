//! Pairings made by hand, and the norms that they break.

use super::super::groups::drawn;
use super::super::{Event, PairingWarning, Refusal, Tournament};
use crate::ranking::Participant;
use crate::regulation::{Format, Regulation};
use crate::swiss::{BrokenNorm, Field};
use crate::{GroupNumber, PairingMethod, Round, RoundKind, RoundNumber};
use std::collections::{BTreeMap, BTreeSet};

impl Tournament {
    pub(super) fn decide_pair_by_hand(
        &self,
        regulation: &Regulation,
        round: RoundNumber,
        pairs: &[(Participant, Participant)],
        byes: &[Participant],
    ) -> Result<Vec<Event>, Refusal> {
        if let Some(paired) = self.round(round) {
            return decide_pair_by_hand_again(paired, pairs, byes);
        }
        let played = self.check_next(regulation, round)?;
        if self.is_finals(regulation, played) {
            return Err(Refusal::FinalsAreCrossed);
        }
        if self.rounds_of_winners(regulation, played).is_some() {
            return Err(Refusal::WinnersBySchedule);
        }
        if pairs.is_empty() {
            return Err(Refusal::PairingsMissing { round });
        }
        let mut named = BTreeSet::new();
        let of_pairs = pairs.iter().flat_map(|&(first, second)| [first, second]);
        for participant in of_pairs.chain(byes.iter().copied()) {
            self.known(participant)?;
            if !named.insert(participant) {
                return Err(Refusal::PairedTwice { participant, round });
            }
        }
        let norms = Norms::new(self, regulation, played, round);
        if matches!(regulation.format, Format::Swiss(_))
            && let Some(&(first, second)) = pairs.iter().find(|pair| !norms.is_of_one_group(**pair))
        {
            return Err(Refusal::OtherGroup { first, second });
        }
        let method = PairingMethod::ByHand(norms.warnings(pairs, byes, &named));
        self.paired(round, RoundKind::Regular, pairs, byes.to_vec(), method)
    }
}

/// Decides on a repeated pairing: the same one changes nothing; another one is refused.
fn decide_pair_by_hand_again(
    paired: &Round,
    pairs: &[(Participant, Participant)],
    byes: &[Participant],
) -> Result<Vec<Event>, Refusal> {
    let is_by_hand = matches!(paired.paired.method, PairingMethod::ByHand(_));
    if is_by_hand && paired.byes() == byes && paired.pairs().eq(pairs.iter().copied()) {
        return Ok(Vec::new());
    }
    Err(Refusal::AlreadyPaired { round: paired.number() })
}

/// Compares a pairing with the norms of the regulation.
struct Norms<'a> {
    tournament: &'a Tournament,
    round: RoundNumber,
    group_of: BTreeMap<Participant, usize>,
    /// The fields of the Swiss system, by group; `None` if the records contradict each other, so
    /// that the arbiter can still pair.
    fields: Vec<Option<Field>>,
    /// The pairings of the schedule, if there is one.
    scheduled: Option<Scheduled>,
}

/// The pairings that the schedule prescribes for a round.
#[derive(Default)]
struct Scheduled {
    pairs: BTreeSet<(Participant, Participant)>,
    /// The participants with a free round, or without any round left.
    free: BTreeSet<Participant>,
}

impl<'a> Norms<'a> {
    fn new(
        tournament: &'a Tournament,
        regulation: &Regulation,
        played: usize,
        round: RoundNumber,
    ) -> Self {
        let mut norms = Self {
            tournament,
            round,
            group_of: BTreeMap::new(),
            fields: Vec::new(),
            scheduled: None,
        };
        for (at, group) in tournament.groups().into_iter().enumerate() {
            norms.group_of.extend(group.iter().map(|one| (*one, at)));
            if matches!(regulation.format, Format::Swiss(_)) {
                norms.fields.push(tournament.swiss_field(GroupNumber::from_index(at), round).ok());
            } else if let Some(schedule) = tournament.schedule_of(regulation, group.len()) {
                let Scheduled { pairs, free } = norms.scheduled.get_or_insert_default();
                let Some(by_lots) = schedule.get(played) else {
                    free.extend(group);
                    continue;
                };
                let (of_group, byes) = drawn(by_lots, group);
                pairs.extend(of_group);
                free.extend(byes);
            }
        }
        norms
    }

    fn is_of_one_group(&self, (first, second): (Participant, Participant)) -> bool {
        self.group_of.get(&first) == self.group_of.get(&second)
    }

    /// Returns the Swiss field of a participant's group.
    fn field_of(&self, participant: Participant) -> Option<&Field> {
        self.fields.get(*self.group_of.get(&participant)?)?.as_ref()
    }

    fn warnings(
        &self,
        pairs: &[(Participant, Participant)],
        byes: &[Participant],
        named: &BTreeSet<Participant>,
    ) -> Vec<PairingWarning> {
        let mut warnings = Vec::new();
        for &(first, second) in pairs {
            warnings.extend([first, second].into_iter().filter_map(|one| self.missing(one)));
            warnings.extend(self.of_pair(first, second));
        }
        warnings.extend(byes.iter().flat_map(|bye| self.of_bye(*bye)));
        let pairs_all = !self.fields.is_empty() || self.scheduled.is_some();
        for &participant in self.tournament.lots().iter().filter(|_| pairs_all) {
            let is_free = self
                .scheduled
                .as_ref()
                .is_some_and(|scheduled| scheduled.free.contains(&participant));
            let is_there = self.tournament.is_available(participant, self.round);
            if is_there && !is_free && !named.contains(&participant) {
                warnings.push(PairingWarning::NotPaired { participant });
            }
        }
        warnings
    }

    /// Returns a warning if a participant is paired who is not available.
    fn missing(&self, participant: Participant) -> Option<PairingWarning> {
        if self.tournament.withdrawn().contains_key(&participant) {
            return Some(PairingWarning::Withdrawn { participant });
        }
        let absent = self.tournament.absence(self.round, participant);
        absent.map(|_| PairingWarning::Absent { participant })
    }

    fn of_pair(&self, first: Participant, second: Participant) -> Vec<PairingWarning> {
        if !self.is_of_one_group((first, second)) {
            return vec![PairingWarning::OtherGroup { first, second }];
        }
        if let Some(Scheduled { pairs, .. }) = &self.scheduled {
            let is_scheduled = pairs.contains(&(first, second));
            let warning = PairingWarning::NotInSchedule { first, second };
            return (!is_scheduled).then_some(warning).into_iter().collect();
        }
        let Some(field) = self.field_of(first) else { return Vec::new() };
        let broken = field.broken_by_pair(first.into(), second.into());
        let warning = |norm| match norm {
            BrokenNorm::MetBefore { round } => PairingWarning::MetBefore { first, second, round },
            BrokenNorm::ColorBalance { player, color } => {
                PairingWarning::ColorBalance { participant: player.into(), color }
            }
            BrokenNorm::ThirdColor { player, color } => {
                PairingWarning::ThirdColor { participant: player.into(), color }
            }
        };
        broken.into_iter().map(warning).collect()
    }

    fn of_bye(&self, participant: Participant) -> Option<PairingWarning> {
        let round = self.field_of(participant)?.free_point_of(participant.into())?;
        Some(PairingWarning::SecondFreePoint { participant, round })
    }
}
