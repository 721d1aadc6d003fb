//! The corrections of a game by people.

use draughts::{Outcome, Timestamp};

use super::{ByHand, GameEvent};
use crate::InputId;

/// The largest number of corrections that are kept of a game: the latest.
pub const CORRECTIONS_MAX: usize = 10;

/// A correction of a game by a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The change.
    pub kind: CorrectionKind,
    /// The name of the person, or of the device at the desk.
    pub by: String,
    /// The moment of the ruling.
    pub at: Timestamp,
}

/// The change that a [`Correction`] made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorrectionKind {
    /// The moves from a ply on were taken back.
    Retracted {
        /// The first ply that was taken back.
        from_ply: u32,
    },
    /// A ply got another move.
    Corrected {
        /// The ply.
        ply: u32,
    },
    /// The position was set.
    PositionSet {
        /// Number of plies before it.
        plies: u32,
    },
    /// The moves that were noted on paper were handed in.
    Completed {
        /// Number of plies in the record after it.
        plies: u32,
    },
    /// The game got this result.
    Result(Outcome),
    /// The result was taken back, and the game goes on.
    Resumed,
}

impl CorrectionKind {
    /// Returns the number of plies after which the correction is noted in a record of `plies`
    /// plies.
    #[must_use]
    pub fn after_ply(self, plies: u32) -> u32 {
        match self {
            Self::Retracted { from_ply } => from_ply.saturating_sub(1).min(plies),
            Self::Corrected { ply } => ply.min(plies),
            Self::PositionSet { plies: at } | Self::Completed { plies: at } => at.min(plies),
            Self::Result(_) | Self::Resumed => plies,
        }
    }
}

/// The latest corrections of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Corrections(Vec<(InputId, Correction)>);

impl Corrections {
    /// Notes an event, after which the record has `plies` plies. A ruling is one correction,
    /// whatever else follows from it.
    pub(super) fn note(&mut self, event: &GameEvent, plies: u32) {
        if let GameEvent::MovePlayed { ply, input, .. }
        | GameEvent::IrregularityStands { ply, ruling: Some(input), .. } = event
        {
            return self.name_move(*ply, input);
        }
        let Some((input, kind, by_hand, at)) = correction(event, plies) else { return };
        // A corrected record sets the positions again that earlier rulings set.
        if self.0.iter().any(|(noted, _)| noted == input) {
            return;
        }
        let by = by_hand.map(|by_hand| by_hand.by.as_str()).filter(|by| !by.is_empty());
        let by = by.unwrap_or(input.device.as_str()).to_owned();
        if self.0.len() == CORRECTIONS_MAX {
            self.0.remove(0);
        }
        self.0.push((input.clone(), Correction { kind, by, at }));
    }

    /// Notes that the ruling that took a ply back also names the move that was played.
    fn name_move(&mut self, ply: u32, input: &InputId) {
        if let Some((ruling, Correction { kind, .. })) = self.0.last_mut()
            && ruling == input
            && *kind == (CorrectionKind::Retracted { from_ply: ply })
        {
            *kind = CorrectionKind::Corrected { ply };
        }
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &Correction> {
        self.0.iter().map(|(_input, correction)| correction)
    }
}

type Noted<'a> = (&'a InputId, CorrectionKind, Option<&'a ByHand>, Timestamp);

#[expect(clippy::wildcard_enum_match_arm, reason = "other events correct nothing")]
fn correction(event: &GameEvent, plies: u32) -> Option<Noted<'_>> {
    match event {
        GameEvent::MovesRetracted { from_ply, input, at } => {
            Some((input, CorrectionKind::Retracted { from_ply: *from_ply }, None, *at))
        }
        GameEvent::PositionSet { input, at, .. } => {
            Some((input, CorrectionKind::PositionSet { plies }, None, *at))
        }
        GameEvent::RecordCompleted { input, at } => {
            Some((input, CorrectionKind::Completed { plies }, None, *at))
        }
        GameEvent::Finished { outcome, input: Some(input), by_hand: Some(by_hand), at }
        | GameEvent::ResultCorrected { outcome, input: Some(input), by_hand: Some(by_hand), at } => {
            Some((input, CorrectionKind::Result(*outcome), Some(&**by_hand), *at))
        }
        GameEvent::Resumed { input, by_hand, at } => {
            Some((input, CorrectionKind::Resumed, by_hand.as_deref(), *at))
        }
        _ => None,
    }
}
