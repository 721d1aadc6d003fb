//! The line that the clock goes on from: how each event changes it.

use draughts::Timestamp;

use super::{Game, GameEvent, Line};

/// The state before an event that decides its effect on the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    /// The moment of the irregular move that waits.
    waited: Option<Timestamp>,
    /// True if the event replays a move that was already played.
    is_again: bool,
}

impl Before {
    pub(super) fn of(game: &Game, event: &GameEvent) -> Self {
        let waited = game.noted().map(|noted| noted.at);
        let is_again = if let GameEvent::MovePlayed { input, .. }
        | GameEvent::IrregularityStands { input, .. } = event
        {
            game.has_seen(input)
                && !game.held().iter().any(|held| held.input == *input)
                && game.noted().is_none_or(|noted| noted.input != *input)
        } else {
            false
        };
        Self { waited, is_again }
    }
}

impl Line {
    /// Returns the line after `event`, which `game` has applied; `line` if the event does not
    /// change it.
    pub(super) fn after(
        line: Option<Self>,
        event: &GameEvent,
        game: &Game,
        before: Before,
    ) -> Option<Self> {
        let plies = game.next_ply().saturating_sub(1);
        let turn = game.position().turn();
        let at = match event {
            GameEvent::MovesRetracted { at, .. }
            | GameEvent::PositionSet { at, .. }
            | GameEvent::WentOnPaper { at, .. }
            | GameEvent::RecordCompleted { at, .. }
            | GameEvent::Resumed { at, .. } => *at,
            GameEvent::MovePlayed { .. } | GameEvent::IrregularityStands { .. } => {
                return line.map(|line| {
                    let is_of_line = before.is_again && line.plies.saturating_add(1) == plies;
                    if is_of_line { Self { plies, turn, ..line } } else { line }
                });
            }
            GameEvent::Started { .. }
            | GameEvent::MoveConfirmed { .. }
            | GameEvent::InputHeld { .. }
            | GameEvent::ConflictRaised { .. }
            | GameEvent::ConflictResolved { .. }
            | GameEvent::IrregularityNoted { .. }
            | GameEvent::DrawOffered { .. }
            | GameEvent::DrawAgreed { .. }
            | GameEvent::ResultConfirmed { .. }
            | GameEvent::Remarked { .. }
            | GameEvent::FlagWaived { .. }
            | GameEvent::TermsSet(_)
            | GameEvent::InputRefused { .. }
            | GameEvent::Finished { .. }
            | GameEvent::ResultCorrected { .. }
            | GameEvent::ControlSet(_)
            | GameEvent::BlackStarts
            | GameEvent::ClockRuled(_) => return line,
        };
        // A position that is set again in a corrected record belongs to an earlier ruling.
        let at = line.map_or(at, |line| line.at.max(at));
        // Of several changes in one decision, the first marks the moment from which no side's time
        // counts.
        let since = line.filter(|line| line.at == at).map_or(at, |line| line.since);
        let waited = before.waited.filter(|_waited| game.noted().is_none());
        let since = waited.map_or(since, |waited| waited.min(since));
        let number = line.map_or(0, |line| line.number).saturating_add(1);
        Some(Self { number, plies, turn, at, since })
    }
}

#[cfg(test)]
mod tests {
    use draughts::{Color, MoveText, RuleSet, Square};

    use crate::{DeviceId, GameCommand, InputId, game::tests::game_after};

    use super::*;

    const fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn input(device: &str, sequence: u64) -> InputId {
        InputId::new(DeviceId::new(device).unwrap(), sequence)
    }

    fn text(text: &str) -> MoveText {
        let mut squares = text.split(['-', 'x']).map(|square| Square::new(square.parse().unwrap()));
        MoveText::new(squares.next().unwrap().unwrap(), squares.next().unwrap().unwrap())
    }

    /// Returns a game that has begun after these commands.
    fn begun_after(commands: &[GameCommand]) -> Game {
        let start = GameCommand::start(RuleSet::International, at(1));
        game_after(&[&[start], commands].concat())
    }

    /// Returns a move of a tablet at this moment.
    fn play(ply: u32, mv: &str, millis: i64) -> GameCommand {
        GameCommand::Play {
            input: input("tablet", u64::from(ply) + 100),
            ply,
            mv: text(mv),
            at: at(millis),
        }
    }

    fn again(ply: u32, mv: &str, millis: i64) -> GameCommand {
        GameCommand::Play {
            input: input("other", u64::from(ply)),
            ply,
            mv: text(mv),
            at: at(millis),
        }
    }

    fn retract(from_ply: u32, millis: i64) -> GameCommand {
        GameCommand::Retract { input: input("desk", 1), from_ply, at: at(millis) }
    }

    fn correct(ply: u32, mv: &str, millis: i64) -> GameCommand {
        GameCommand::Correct { input: input("desk", 2), ply, mv: text(mv), at: at(millis) }
    }

    /// Checks the line: its number, plies, side to move, `since` and `at`.
    #[track_caller]
    fn check(commands: &[GameCommand], expected: Option<(u32, u32, Color, i64, i64)>) {
        let line = begun_after(commands).line();
        let line = line.map(|it| (it.number, it.plies, it.turn, it.since.millis(), it.at.millis()));
        assert_eq!(line, expected);
    }

    #[test]
    fn a_line_begins_where_the_arbiter_changed_the_record() {
        let moves = [play(1, "32-28", 10), play(2, "20-25", 20), play(3, "34-29", 30)];
        check(&moves, None);
        let with = |more: &[GameCommand]| [&moves[..], more].concat();
        check(&with(&[retract(2, 50)]), Some((1, 1, Color::Black, 50, 50)));
        let on = [retract(2, 50), again(2, "20-24", 60)];
        check(&with(&on), Some((1, 1, Color::Black, 50, 50)));
        let paper = GameCommand::GoOnPaper { input: input("desk", 3), at: at(70) };
        let on = [retract(2, 50), again(2, "20-24", 60), paper];
        check(&with(&on), Some((2, 2, Color::White, 70, 70)));
    }

    #[test]
    fn moves_that_a_correction_plays_again_stand_in_its_line_and_later_ones_do_not() {
        let moves = [play(1, "32-28", 10), play(2, "20-25", 20), play(3, "34-29", 30)];
        let with = |more: &[GameCommand]| [&moves[..], more].concat();
        let corrected = correct(1, "31-26", 50);
        let line = Some((1, 3, Color::Black, 50, 50));
        check(&with(std::slice::from_ref(&corrected)), line);
        // A move made before the ruling but claimed after it is another press.
        check(&with(&[corrected, again(4, "15-20", 45)]), line);
        // A move that cannot be played again does not belong to the line.
        let moves = [play(1, "32-28", 10), play(2, "20-25", 20), play(3, "37-32", 30)];
        let line = Some((1, 2, Color::White, 50, 50));
        check(&[&moves[..], &[correct(1, "31-26", 50)]].concat(), line);
    }

    #[test]
    fn an_input_that_waited_is_no_move_played_again() {
        let moves = [play(1, "32-28", 10), play(3, "34-29", 30), correct(1, "31-26", 50)];
        let line = Some((1, 1, Color::Black, 50, 50));
        check(&moves, line);
        check(&[&moves[..], &[again(2, "20-25", 60)]].concat(), line);
    }

    #[test]
    fn nobodys_time_counts_since_an_irregular_move_that_does_not_stand() {
        let moves = [play(1, "32-28", 10), play(2, "19-23", 20), play(3, "37-32", 30)];
        let with = |more: &[GameCommand]| [&moves[..], more].concat();
        assert_eq!(begun_after(&moves).noted().map(|noted| noted.at), Some(at(30)));
        check(&with(&[retract(3, 50)]), Some((1, 2, Color::White, 30, 50)));
        check(&with(&[correct(3, "28x19", 50)]), Some((1, 3, Color::Black, 30, 50)));
        // One that stands is a move like any other.
        let stands = GameCommand::LetStand { input: input("desk", 4), taken: None, at: at(50) };
        check(&with(std::slice::from_ref(&stands)), None);
    }
}
