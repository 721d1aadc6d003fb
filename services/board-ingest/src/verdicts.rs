//! What became of inputs, read from what the judge wrote.

use draughts::{Event, InputId, Irregularity, Language, Move, MoveText, Refusal};
use proto::{
    convert::{Aggregate as _, ConvertError, GameEvent, GameLog, required},
    subject::GameKey,
    v1::{self, Envelope, VerdictStatus},
};

/// What became of one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) game: GameKey,
    pub(crate) input: InputId,
    pub(crate) said: Said,
}

/// How far an input has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// It is stored, and not judged yet.
    Stored,
    /// It changed the game, or agrees with it.
    Accepted,
    /// It waits for a ply before it, or for the other player.
    Waits,
    /// It waits for its correction, the opponent's answer or the arbiter.
    Irregular(Box<Irregularity>),
    /// It waits for the arbiter: another device tells its ply differently.
    Conflict { ply: u32, played: Move, claimed: MoveText },
    /// It changed nothing, or what it changed is taken back.
    Refused(Box<Refusal>),
}

/// The verdicts of one envelope of GAME, in its order; a later one on the same input counts.
///
/// # Errors
/// [`ConvertError`] when it is not an envelope of GAME.
pub(crate) fn verdicts(key: &GameKey, envelope: Envelope) -> Result<Vec<Verdict>, ConvertError> {
    let events = GameLog::from_record(required(envelope.record, "record")?)?;
    let mut verdicts = Vec::new();
    for event in &events {
        let GameEvent::Game(event) = event else { continue };
        let Some(said) = said(event) else { continue };
        for input in event.inputs() {
            let (game, input) = (key.clone(), input.clone());
            verdicts.push(Verdict { game, input, said: said.clone() });
        }
    }
    Ok(verdicts)
}

/// What an event says of its inputs; `None` when nobody asked for it.
fn said(event: &Event) -> Option<Said> {
    Some(match event {
        Event::MovePlayed { .. }
        | Event::MoveConfirmed { .. }
        | Event::ConflictResolved { .. }
        | Event::IrregularityStands { .. }
        | Event::MovesRetracted { .. }
        | Event::PositionSet { .. }
        | Event::WentOnPaper { .. }
        | Event::RecordCompleted { .. }
        | Event::Resumed { .. }
        | Event::Finished { .. }
        | Event::ResultCorrected { .. } => Said::Accepted,
        Event::InputHeld { .. } | Event::DrawOffered { .. } => Said::Waits,
        Event::IrregularityNoted { irregularity, .. } => Said::Irregular(irregularity.clone()),
        Event::ConflictRaised { ply, played, claimed, .. } => {
            Said::Conflict { ply: *ply, played: *played, claimed: claimed.clone() }
        }
        Event::InputRefused { refusal, .. } => Said::Refused(Box::new(refusal.clone())),
        Event::Started { .. } => return None,
    })
}

impl Verdict {
    /// The verdict of an input that is stored and not judged yet.
    pub(crate) fn stored(game: &GameKey, input: &InputId) -> Self {
        Self { game: game.clone(), input: input.clone(), said: Said::Stored }
    }

    /// As a device at a table may see it: without a hint of what was obligatory (rules art. 24).
    pub(crate) fn for_player(&self, language: Language) -> v1::Verdict {
        let text = match &self.said {
            Said::Stored | Said::Accepted | Said::Waits => String::new(),
            Said::Irregular(irregularity) => irregularity.explain_neutrally(language),
            Said::Conflict { ply, played, claimed } => {
                told_differently(*ply, played, claimed).explain_neutrally(language)
            }
            Said::Refused(refusal) => refusal.explain_neutrally(language),
        };
        let mut verdict = v1::Verdict {
            device: self.input.device.as_str().to_owned(),
            sequence: self.input.sequence,
            reason: self.reason().to_owned(),
            text,
            game: Some((&self.game).into()),
            ..Default::default()
        };
        verdict.set_status(self.status());
        verdict
    }

    /// As a device at the desk may see it: with everything.
    pub(crate) fn for_desk(&self, language: Language) -> v1::Verdict {
        let mut verdict = self.for_player(language);
        match &self.said {
            Said::Stored | Said::Accepted | Said::Waits => {}
            Said::Irregular(irregularity) => {
                verdict.irregularity = Some(irregularity.as_ref().into());
                verdict.explanation = irregularity.explain(language);
            }
            Said::Conflict { ply, played, claimed } => {
                verdict.conflict = Some(v1::ConflictRaised {
                    ply: *ply,
                    played: Some(played.into()),
                    claimed: Some(claimed.into()),
                    input: Some((&self.input).into()),
                });
                verdict.explanation = told_differently(*ply, played, claimed).explain(language);
            }
            Said::Refused(refusal) => {
                verdict.refusal = Some(refusal.as_ref().into());
                verdict.explanation = refusal.explain(language);
            }
        }
        verdict
    }

    fn status(&self) -> VerdictStatus {
        match &self.said {
            Said::Stored => VerdictStatus::Stored,
            Said::Accepted => VerdictStatus::Accepted,
            Said::Waits | Said::Irregular(_) | Said::Conflict { .. } => VerdictStatus::Pending,
            Said::Refused(_) => VerdictStatus::Refused,
        }
    }

    fn reason(&self) -> &'static str {
        match &self.said {
            Said::Stored | Said::Accepted | Said::Waits => "",
            Said::Irregular(_) => "irregular",
            Said::Conflict { .. } => "conflict",
            Said::Refused(refusal) => refusal.code(),
        }
    }
}

/// Two moves of one ply, in the words that the rules have for them.
fn told_differently(ply: u32, played: &Move, claimed: &MoveText) -> Refusal {
    Refusal::PlyAlreadyPlayed { ply, played: *played, claimed: claimed.clone() }
}
