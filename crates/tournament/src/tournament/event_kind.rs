//! Kinds of events, by which people look for decisions.

use super::Event;

/// The kind of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventKind {
    /// The tournament and its settings.
    Settings,
    /// Players, teams, line-ups, numbers and groups.
    Entries,
    /// Check-in, absence and withdrawal, and proposals.
    Presence,
    /// Pairings and their rounds.
    Rounds,
    /// Results of games.
    Results,
    /// Ties and promotion.
    Ties,
}

impl EventKind {
    /// Every kind.
    pub const ALL: [Self; 6] =
        [Self::Settings, Self::Entries, Self::Presence, Self::Rounds, Self::Results, Self::Ties];

    /// Returns the name, as in "results".
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Entries => "entries",
            Self::Presence => "presence",
            Self::Rounds => "rounds",
            Self::Results => "results",
            Self::Ties => "ties",
        }
    }
}

impl Event {
    /// Returns the kind; `None` of [`Event::Ruled`], which only says who decided the others.
    pub fn kind(&self) -> Option<EventKind> {
        Some(match self {
            Self::Ruled { .. } => return None,
            Self::Created { .. } | Self::SettingsAmended { .. } | Self::Deleted { .. } => {
                EventKind::Settings
            }
            Self::PlayerEntered { .. }
            | Self::TeamEntered { .. }
            | Self::PlayerCorrected { .. }
            | Self::PlayerRemoved { .. }
            | Self::TeamRenamed { .. }
            | Self::TeamRemoved { .. }
            | Self::ReserveSeated { .. }
            | Self::LineUpHandedIn { .. }
            | Self::LotsDrawn { .. }
            | Self::GroupsDivided { .. } => EventKind::Entries,
            Self::AbsenceReported { .. }
            | Self::AbsenceTakenBack { .. }
            | Self::CheckedIn { .. }
            | Self::Proposed { .. }
            | Self::ProposalAnswered { .. }
            | Self::Withdrawn { .. }
            | Self::Reinstated { .. } => EventKind::Presence,
            Self::RoundPlanned { .. }
            | Self::RoundPaired { .. }
            | Self::ColorChosen { .. }
            | Self::RoundUnpaired { .. }
            | Self::RoundPublished { .. }
            | Self::RoundOpened { .. }
            | Self::StartModeSet { .. }
            | Self::RoundClosed { .. }
            | Self::EmbargoSet { .. }
            | Self::EmbargoReleased { .. }
            | Self::MakeUpPlanned { .. } => EventKind::Rounds,
            Self::ResultRecorded { .. }
            | Self::ResultCorrected { .. }
            | Self::ResultWithdrawn { .. }
            | Self::ColorsReversed { .. } => EventKind::Results,
            Self::PromotionDeclined { .. }
            | Self::TieResolved { .. }
            | Self::TieReopened { .. } => EventKind::Ties,
        })
    }
}
