//! What becomes of inputs that were answered before: a move that was accepted is taken back, one that
//! waited for the arbiter is not what was played. Whoever told it hears so, and it stands in the log.

use std::collections::BTreeSet;

use draughts::{Event, Game, InputId, MoveText, PlayedPly, Refusal};

/// The answers that change by these events of one decision, beyond those that they give.
pub(crate) fn changed(before: &Game, events: &[Event]) -> Vec<Event> {
    if !events.iter().any(|event| may_change(before, event)) {
        return Vec::new();
    }
    let mut after = before.clone();
    events.iter().for_each(|event| after.apply(event));
    let answered: BTreeSet<&InputId> = events.iter().flat_map(Event::inputs).collect();
    let changed = Changed { before, after: &after, events };
    let answers = changed.noted().into_iter().chain(changed.conflicts()).chain(changed.plies());
    answers.filter(|answer| answer.inputs().all(|input| !answered.contains(input))).collect()
}

/// Whether an event can change an answer that was given.
fn may_change(before: &Game, event: &Event) -> bool {
    match event {
        Event::MovesRetracted { .. } | Event::ConflictResolved { .. } => true,
        Event::MovePlayed { .. }
        | Event::IrregularityNoted { .. }
        | Event::IrregularityStands { .. }
        | Event::PositionSet { .. }
        | Event::WentOnPaper { .. }
        | Event::RecordCompleted { .. }
        | Event::Finished { .. } => before.noted().is_some(),
        Event::Started { .. }
        | Event::MoveConfirmed { .. }
        | Event::InputHeld { .. }
        | Event::ConflictRaised { .. }
        | Event::Resumed { .. }
        | Event::DrawOffered { .. }
        | Event::InputRefused { .. }
        | Event::ResultCorrected { .. } => false,
    }
}

/// A game before and after a decision.
struct Changed<'a> {
    before: &'a Game,
    after: &'a Game,
    events: &'a [Event],
}

impl Changed<'_> {
    /// The irregular move that waited and does not any more.
    fn noted(&self) -> Option<Event> {
        let noted = self.before.noted()?;
        if self.after.noted().is_some_and(|waits| waits.input == noted.input) {
            return None;
        }
        let input = noted.input.clone();
        if self.after.plies().iter().any(|played| played.input == input) {
            return None;
        }
        let is_taken_back = self.events.iter().any(|event| {
            matches!(
                event,
                Event::MovesRetracted { .. }
                    | Event::PositionSet { .. }
                    | Event::WentOnPaper { .. }
            )
        });
        let played = self.played(noted.ply);
        let claimed = &noted.irregularity.played;
        if played.is_some_and(|played| tells(claimed, played)) {
            // The arbiter let it stand as a move that is as it should be.
            return Some(Event::MoveConfirmed { ply: noted.ply, input });
        }
        let refusal = match self.after.outcome() {
            Some(outcome) if played.is_none() => Refusal::GameFinished { outcome },
            _ if is_taken_back => Refusal::Retracted { ply: noted.ply },
            _ => Refusal::IllegalMove(noted.irregularity.as_illegal()),
        };
        Some(Event::InputRefused { input, refusal })
    }

    /// The other moves of plies in conflict that the arbiter decided.
    fn conflicts(&self) -> Vec<Event> {
        let open: BTreeSet<&InputId> =
            self.after.conflicts().iter().map(|conflict| &conflict.input).collect();
        let decided = self.before.conflicts().iter().filter(|it| !open.contains(&it.input));
        let answers = decided.map(|conflict| {
            let (ply, input) = (conflict.ply, conflict.input.clone());
            let claimed = conflict.claimed.clone();
            match self.played(ply) {
                Some(played) if tells(&claimed, played) => Event::MoveConfirmed { ply, input },
                Some(played) => {
                    let refusal = Refusal::PlyAlreadyPlayed { ply, played: played.mv, claimed };
                    Event::InputRefused { input, refusal }
                }
                None => Event::InputRefused { input, refusal: Refusal::Retracted { ply } },
            }
        });
        answers.collect()
    }

    /// The moves that stood in the record and do not any more.
    fn plies(&self) -> Vec<Event> {
        let standing: BTreeSet<&InputId> =
            self.after.plies().iter().map(|played| &played.input).collect();
        let taken_back = (1..).zip(self.before.plies());
        let taken_back = taken_back.filter(|(_ply, played)| !standing.contains(&played.input));
        let answers = taken_back.map(|(ply, played)| Event::InputRefused {
            input: played.input.clone(),
            refusal: Refusal::Retracted { ply },
        });
        answers.collect()
    }

    fn played(&self, ply: u32) -> Option<&PlayedPly> {
        self.after.plies().get((ply as usize).checked_sub(1)?)
    }
}

/// Whether a claim agrees with what was played, as far as it tells.
fn tells(claimed: &MoveText, played: &PlayedPly) -> bool {
    let mv = &played.mv;
    (claimed.from, claimed.to) == (mv.from(), mv.to())
        && claimed.taken.is_none_or(|taken| taken == mv.captured())
}
