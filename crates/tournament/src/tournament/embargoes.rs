//! The embargoes of a tournament, and what its events tell about play.

use super::{Event, Tournament};
use crate::{EmbargoScope, Embargoes, Recorded};
use draughts::Timestamp;

impl Tournament {
    /// Returns the embargoes: what the public sees later than it happens.
    pub fn embargoes(&self) -> &Embargoes {
        &self.embargoes
    }

    /// Returns true if an embargo is set for the tournament or a part of it.
    pub fn is_embargoed(&self) -> bool {
        !self.embargoes.all().is_empty()
    }
}

impl Event {
    /// Returns the part of the tournament of whose play the event tells; `None` if it tells of
    /// none, as entries and pairings do, and embargoes themselves. A pairing that follows from
    /// results comes after them in the log, and so never becomes public before them.
    pub fn tells_of(&self) -> Option<EmbargoScope> {
        match self {
            Self::ResultRecorded { round, table, .. }
            | Self::ResultCorrected { round, table, .. }
            | Self::ResultWithdrawn { round, table }
            | Self::ColorsReversed { round, table, .. }
            | Self::MakeUpPlanned { round, table, .. } => Some(EmbargoScope::Board(*round, *table)),
            Self::RoundClosed { round, .. } => Some(EmbargoScope::Round(*round)),
            Self::ColorChosen { .. }
            | Self::PromotionDeclined { .. }
            | Self::TieResolved { .. }
            | Self::TieReopened { .. } => Some(EmbargoScope::Tournament),
            Self::Ruled { .. }
            | Self::Created { .. }
            | Self::PlayerEntered { .. }
            | Self::TeamEntered { .. }
            | Self::PlayerCorrected { .. }
            | Self::PlayerRemoved { .. }
            | Self::TeamRenamed { .. }
            | Self::TeamRemoved { .. }
            | Self::ReserveSeated { .. }
            | Self::SettingsAmended { .. }
            | Self::LineUpHandedIn { .. }
            | Self::LotsDrawn { .. }
            | Self::GroupsDivided { .. }
            | Self::AbsenceReported { .. }
            | Self::AbsenceTakenBack { .. }
            | Self::CheckedIn { .. }
            | Self::Proposed { .. }
            | Self::ProposalAnswered { .. }
            | Self::Withdrawn { .. }
            | Self::Reinstated { .. }
            | Self::RoundPlanned { .. }
            | Self::RoundPaired { .. }
            | Self::RoundUnpaired { .. }
            | Self::RoundPublished { .. }
            | Self::RoundOpened { .. }
            | Self::StartModeSet { .. }
            | Self::EmbargoSet { .. }
            | Self::EmbargoReleased { .. }
            | Self::Deleted { .. } => None,
        }
    }
}

impl Embargoes {
    /// Returns the moment from which a decision with these events is public, which was recorded at
    /// `at`; `None` while an end is waited for. A result says that its game has ended.
    pub fn due_of(&self, events: &[Event], at: Timestamp) -> Option<Timestamp> {
        let told = events.iter().filter_map(Event::tells_of);
        let due = told.map(|about| self.due(&Recorded { about, at, game_ended_at: Some(at) }));
        due.chain([Some(at)]).try_fold(at, |latest, due| Some(latest.max(due?)))
    }
}
