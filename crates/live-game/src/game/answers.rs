//! Answers that change: an accepted move is taken back, or a move that waited for the arbiter turns
//! out not to have been played. Its device gets the new answer, which is recorded in the log.

use std::collections::BTreeSet;

use super::{Game, GameEvent, Noted, PlayedPly};
use crate::{InputId, Refusal};

/// Returns the answers to earlier inputs that these events of one decision change without giving
/// them.
pub(super) fn changed(before: &Game, events: &[GameEvent]) -> Vec<GameEvent> {
    if !events.iter().any(|event| may_change(before, event)) {
        return Vec::new();
    }
    let mut after = before.clone();
    events.iter().for_each(|event| after.apply(event));
    let answered: BTreeSet<&InputId> = events.iter().flat_map(GameEvent::inputs).collect();
    let changed = Changed { before, after: &after, events };
    let answers = changed.noted().into_iter().chain(changed.conflicts()).chain(changed.plies());
    answers.filter(|answer| answer.inputs().all(|input| !answered.contains(input))).collect()
}

/// Returns true if an event can change an earlier answer.
fn may_change(before: &Game, event: &GameEvent) -> bool {
    match event {
        GameEvent::MovesRetracted { .. } | GameEvent::ConflictResolved { .. } => true,
        GameEvent::MovePlayed { .. }
        | GameEvent::IrregularityNoted { .. }
        | GameEvent::IrregularityStands { .. }
        | GameEvent::PositionSet { .. }
        | GameEvent::WentOnPaper { .. }
        | GameEvent::RecordCompleted { .. }
        | GameEvent::Finished { .. } => waiting(before).is_some(),
        GameEvent::Started { .. }
        | GameEvent::MoveConfirmed { .. }
        | GameEvent::InputHeld { .. }
        | GameEvent::ConflictRaised { .. }
        | GameEvent::Resumed { .. }
        | GameEvent::DrawOffered { .. }
        | GameEvent::DrawAgreed { .. }
        | GameEvent::ResultConfirmed { .. }
        | GameEvent::Remarked { .. }
        | GameEvent::FlagWaived { .. }
        | GameEvent::TermsSet(_)
        | GameEvent::InputRefused { .. }
        | GameEvent::ResultCorrected { .. }
        | GameEvent::ControlSet(_)
        | GameEvent::BlackStarts
        | GameEvent::ClockRuled(_) => false,
    }
}

/// A game before and after a decision.
struct Changed<'a> {
    before: &'a Game,
    after: &'a Game,
    events: &'a [GameEvent],
}

impl Changed<'_> {
    /// Returns the new answer to the irregular move that waited and no longer does.
    fn noted(&self) -> Option<GameEvent> {
        let noted = waiting(self.before)?;
        if waiting(self.after).is_some_and(|waits| waits.input == noted.input) {
            return None;
        }
        let input = noted.input.clone();
        if self.after.plies().iter().any(|played| played.input == input) {
            return None;
        }
        let is_taken_back = self.events.iter().any(|event| {
            matches!(
                event,
                GameEvent::MovesRetracted { .. }
                    | GameEvent::PositionSet { .. }
                    | GameEvent::WentOnPaper { .. }
            )
        });
        let played = self.played(noted.ply);
        if self.after.agrees(noted.ply, &noted.irregularity.played) {
            // The arbiter let it stand as a legal move.
            return Some(GameEvent::MoveConfirmed { ply: noted.ply, input });
        }
        let refusal = match self.after.outcome() {
            Some(outcome) if played.is_none() => Refusal::GameFinished { outcome },
            _ if is_taken_back => Refusal::Retracted { ply: noted.ply },
            _ => Refusal::IllegalMove(noted.irregularity.as_illegal()),
        };
        Some(GameEvent::InputRefused { input, refusal })
    }

    /// Returns the new answers to the claims in conflict that the arbiter decided.
    fn conflicts(&self) -> Vec<GameEvent> {
        let open: BTreeSet<&InputId> =
            self.after.conflicts().iter().map(|conflict| &conflict.input).collect();
        let decided = self.before.conflicts().iter().filter(|it| !open.contains(&it.input));
        let answers = decided.map(|conflict| {
            let (ply, input) = (conflict.ply, conflict.input.clone());
            let claimed = conflict.claimed.clone();
            match self.played(ply) {
                Some(_) if self.after.agrees(ply, &claimed) => {
                    GameEvent::MoveConfirmed { ply, input }
                }
                Some(played) => {
                    let refusal = Refusal::PlyAlreadyPlayed { ply, played: played.mv, claimed };
                    GameEvent::InputRefused { input, refusal }
                }
                None => GameEvent::InputRefused { input, refusal: Refusal::Retracted { ply } },
            }
        });
        answers.collect()
    }

    /// Returns the new answers to the moves that were in the record and no longer are.
    fn plies(&self) -> Vec<GameEvent> {
        let standing: BTreeSet<&InputId> =
            self.after.plies().iter().map(|played| &played.input).collect();
        let taken_back = (1..).zip(self.before.plies());
        let taken_back = taken_back.filter(|(_ply, played)| !standing.contains(&played.input));
        // A record that was handed in is one input for many plies, and is answered once.
        let mut answered = BTreeSet::new();
        let taken_back = taken_back.filter(|(_ply, played)| answered.insert(&played.input));
        let answers = taken_back.map(|(ply, played)| GameEvent::InputRefused {
            input: played.input.clone(),
            refusal: Refusal::Retracted { ply },
        });
        answers.collect()
    }

    fn played(&self, ply: u32) -> Option<&PlayedPly> {
        self.after.plies().get((ply as usize).checked_sub(1)?)
    }
}

/// Returns the irregular move that needs an answer; none does once the game is over.
fn waiting(game: &Game) -> Option<&Noted> {
    game.noted().filter(|_| game.outcome().is_none())
}

#[cfg(test)]
mod tests {
    use draughts::{Position, RuleSet, Timestamp, Variant, fen};

    use super::*;
    use crate::{DeviceId, GameCommand};

    fn input(device: &str, sequence: u64) -> InputId {
        InputId::new(DeviceId::new(device).unwrap(), sequence)
    }

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(i64::try_from(millis).unwrap())
    }

    /// Returns a move of a device at the moment of its number.
    fn play(device: &str, sequence: u64, ply: u32, mv: &str) -> GameCommand {
        let mv = mv.parse().unwrap();
        GameCommand::Play { input: input(device, sequence), ply, mv, at: at(sequence) }
    }

    fn retract(from_ply: u32) -> GameCommand {
        GameCommand::Retract { input: input("desk", 1), from_ply, at: at(100) }
    }

    fn correct(ply: u32, mv: &str) -> GameCommand {
        let mv = mv.parse().unwrap();
        GameCommand::Correct { input: input("desk", 1), ply, mv, at: at(100) }
    }

    /// Checks the answers that the last command changes: device, number, and code or "confirmed".
    #[track_caller]
    fn check(commands: &[GameCommand], expected: &[(&str, u64, &str)]) {
        check_from(Position::start(Variant::International), commands, expected);
    }

    /// Checks the same in a game that begins with another position.
    #[track_caller]
    fn check_from(start: Position, commands: &[GameCommand], expected: &[(&str, u64, &str)]) {
        let (last, before) = commands.split_last().unwrap();
        let begin = GameCommand::start_from(RuleSet::International, start, at(0));
        let mut game = Game::default();
        for command in std::iter::once(&begin).chain(before) {
            game.answer_to(command).unwrap().iter().for_each(|event| game.apply(event));
        }
        let decided = game.answer_to(last).unwrap();
        let answers = changed(&game, &decided);
        let found: Vec<(String, u64, &str)> = answers
            .iter()
            .map(|answer| {
                let input = answer.input().unwrap();
                let word = if let GameEvent::InputRefused { refusal, .. } = answer {
                    refusal.as_str()
                } else {
                    assert!(matches!(answer, GameEvent::MoveConfirmed { .. }), "{answer:?}");
                    "confirmed"
                };
                (input.device.to_string(), input.sequence, word)
            })
            .collect();
        let found: Vec<_> =
            found.iter().map(|(who, nth, word)| (who.as_str(), *nth, *word)).collect();
        assert_eq!(found, expected, "{decided:?}");
        // The additional answers leave the game unchanged.
        let mut after = game;
        decided.iter().for_each(|event| after.apply(event));
        let mut with_answers = after.clone();
        answers.iter().for_each(|event| with_answers.apply(event));
        assert!(with_answers.owed.is_empty(), "{:?}", with_answers.owed);
        with_answers.refused.clone_from(&after.refused);
        with_answers.owed.clone_from(&after.owed);
        assert_eq!(with_answers, after);
    }

    #[test]
    fn a_move_that_only_goes_on_changes_no_earlier_verdict() {
        let moves = [play("a", 1, 1, "32-28"), play("b", 1, 2, "19-23")];
        check(&moves[..1], &[]);
        check(&moves, &[]);
        check(&[&moves[..], &[play("a", 2, 3, "28x19")]].concat(), &[]);
    }

    #[test]
    fn a_move_that_is_taken_back_is_refused_after_all() {
        let moves = [
            play("a", 1, 1, "32-28"),
            play("b", 1, 2, "20-25"),
            play("a", 2, 3, "34-29"),
            retract(2),
        ];
        check(&moves, &[("b", 1, "retracted"), ("a", 2, "retracted")]);
    }

    #[test]
    fn a_corrected_move_is_refused_and_those_that_still_fit_are_not() {
        let moves = [play("a", 1, 1, "32-28"), play("b", 1, 2, "20-25"), play("a", 2, 3, "34-29")];
        check(&[&moves[..], &[correct(1, "31-26")]].concat(), &[("a", 1, "retracted")]);
        let moves = [play("a", 1, 1, "32-28"), play("b", 1, 2, "20-25"), play("a", 2, 3, "37-32")];
        let gone = [("a", 1, "retracted"), ("a", 2, "retracted")];
        check(&[&moves[..], &[correct(1, "31-26")]].concat(), &gone);
    }

    #[test]
    fn who_told_the_other_move_of_a_conflict_hears_what_the_arbiter_decides() {
        let moves = [play("a", 1, 1, "32-28"), play("spare", 1, 1, "31-26")];
        let won = [("spare", 1, "confirmed"), ("a", 1, "retracted")];
        check(&[&moves[..], &[correct(1, "31-26")]].concat(), &won);
        let lost = [("spare", 1, "ply-already-played")];
        check(&[&moves[..], &[correct(1, "32-28")]].concat(), &lost);
        let neither = [("spare", 1, "ply-already-played"), ("a", 1, "retracted")];
        check(&[&moves[..], &[correct(1, "33-29")]].concat(), &neither);
        let gone = [("spare", 1, "retracted"), ("a", 1, "retracted")];
        check(&[&moves[..], &[retract(1)]].concat(), &gone);
    }

    #[test]
    fn a_capture_of_another_way_is_not_the_one_that_was_played() {
        let start = fen::parse("B:WK1,K5,14,16,29,34,44:BK3", Variant::International).unwrap();
        let moves = [play("a", 1, 1, "3x20x50"), play("spare", 1, 1, "3x25x50")];
        let lost = [("spare", 1, "ply-already-played")];
        check_from(start, &[&moves[..], &[correct(1, "3x20x50")]].concat(), &lost);
        let won = [("spare", 1, "confirmed"), ("a", 1, "retracted")];
        check_from(start, &[&moves[..], &[correct(1, "3x25x50")]].concat(), &won);
    }

    #[test]
    fn an_irregular_move_that_does_not_stand_is_refused() {
        let noted = [play("a", 1, 1, "32-28"), play("b", 1, 2, "19-23"), play("a", 2, 3, "37-32")];
        let with = |last: GameCommand| [&noted[..], &[last]].concat();
        check(&with(play("a", 3, 3, "28x19")), &[("a", 2, "illegal-move")]);
        check(&with(play("a", 3, 3, "38-32")), &[("a", 2, "illegal-move")]);
        check(&with(retract(3)), &[("a", 2, "retracted")]);
        check(&with(retract(2)), &[("a", 2, "retracted"), ("b", 1, "retracted")]);
        check(&with(correct(3, "28x19")), &[("a", 2, "retracted")]);
        let resigned =
            GameCommand::Resign { input: input("b", 2), color: draughts::Color::Black, at: at(9) };
        check(&with(resigned), &[("a", 2, "game-finished")]);
        // It stands by the opponent's answer, or by the arbiter's ruling.
        check(&with(play("b", 2, 4, "14-19")), &[]);
        let stands = GameCommand::LetStand { input: input("desk", 1), taken: None, at: at(100) };
        check(&with(stands), &[]);
        // An irregular answer lets it stand too, and waits itself.
        check(&with(play("b", 2, 4, "20-24")), &[]);
        // Another device claims another move: that alarm is an answer of its own.
        check(&with(play("spare", 1, 3, "28x19")), &[]);
    }
}
