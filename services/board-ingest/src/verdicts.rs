//! What became of inputs, read from what the judge wrote.

use draughts::{Event, InputId};
use proto::{
    convert::{Aggregate as _, ConvertError, GameEvent, GameLog, required},
    subject::GameKey,
    v1::{self, Envelope, VerdictStatus},
};

/// The verdicts of one envelope of GAME, in its order.
///
/// # Errors
/// [`ConvertError`] when it is not an envelope of GAME.
pub(crate) fn verdicts(
    key: &GameKey,
    envelope: Envelope,
) -> Result<Vec<(InputId, v1::Verdict)>, ConvertError> {
    let events = GameLog::from_record(required(envelope.record, "record")?)?;
    Ok(events
        .iter()
        .filter_map(|event| match event {
            GameEvent::Game(event) => verdict(key, event),
            GameEvent::ControlSet(_) => None,
        })
        .collect())
}

fn verdict(key: &GameKey, event: &Event) -> Option<(InputId, v1::Verdict)> {
    let input = event.input()?.clone();
    let mut verdict = pending(key, &input, VerdictStatus::Accepted);
    match event {
        Event::MovePlayed { .. }
        | Event::MoveConfirmed { .. }
        | Event::Finished { .. }
        | Event::ResultCorrected { .. } => {}
        // They wait: for the missing ply, the arbiter, the other player.
        Event::InputHeld { .. } | Event::ConflictRaised { .. } | Event::DrawOffered { .. } => {
            verdict.set_status(VerdictStatus::Pending);
        }
        Event::InputRefused { refusal, .. } => {
            verdict.set_status(VerdictStatus::Refused);
            refusal.code().clone_into(&mut verdict.reason);
            verdict.text = refusal.public_text();
            verdict.refusal = Some(refusal.into());
        }
        Event::Started { .. } => return None,
    }
    Some((input, verdict))
}

/// A verdict that says no more than how far the input has come.
pub(crate) fn pending(key: &GameKey, input: &InputId, status: VerdictStatus) -> v1::Verdict {
    let mut verdict = v1::Verdict {
        device: input.device.as_str().to_owned(),
        sequence: input.sequence,
        game: Some(key.into()),
        ..Default::default()
    };
    verdict.set_status(status);
    verdict
}

/// The verdict as a device that is not at the desk may see it: without what was obligatory.
pub(crate) fn neutral(verdict: v1::Verdict) -> v1::Verdict {
    v1::Verdict { refusal: None, ..verdict }
}
