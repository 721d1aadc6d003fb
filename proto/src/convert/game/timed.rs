//! Converts the inputs that a flag waits for.

use draughts::Timestamp;
use live_game::{PendingInput, PendingKind};

use crate::v1::{self, input_record::Action};

/// Converts the parts of a stored input on which a waiting flag depends. An input without an action is one of
/// a kind that is not known here.
#[must_use]
pub fn pending_input(input: &v1::InputRecord) -> PendingInput {
    let kind = match &input.action {
        Some(Action::Start(_)) => PendingKind::Start,
        Some(Action::Play(play)) => PendingKind::Move { ply: play.ply },
        Some(
            Action::Resign(_)
            | Action::AgreeDraw(_)
            | Action::RuleResult(_)
            | Action::Retract(_)
            | Action::LetStand(_)
            | Action::Correct(_)
            | Action::SetPosition(_)
            | Action::GoOnPaper(_)
            | Action::Complete(_)
            | Action::Resume(_)
            | Action::Clock(_),
        )
        | None => PendingKind::Other,
    };
    PendingInput { at: Timestamp::from_millis(input.at_ms), kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pending_input_has_its_moment_and_its_kind() {
        let read =
            |action| pending_input(&v1::InputRecord { at_ms: 7, action, ..Default::default() });
        let pending = |kind| PendingInput { at: Timestamp::from_millis(7), kind };
        let play = v1::PlayMove { ply: 4, r#move: None };
        assert_eq!(read(Some(Action::Play(play))), pending(PendingKind::Move { ply: 4 }));
        for other in [
            Some(Action::Resign(v1::Resign::default())),
            Some(Action::Retract(v1::RetractMoves::default())),
            Some(Action::Resume(v1::ResumeGame {})),
            None,
        ] {
            assert_eq!(read(other.clone()), pending(PendingKind::Other), "{other:?}");
        }
        let start = read(Some(Action::Start(v1::StartGame::default())));
        assert_eq!(start, pending(PendingKind::Start));
    }
}
