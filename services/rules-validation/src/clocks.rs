//! What goes through a game to its clock: what is told to it beside moves, in its place among them, and
//! what the record makes of a flag.

use draughts::{Color, Timestamp};
use live_game::{ClockRuling, Game, GameEvent, InputId, Refusal};

/// Rulings on the clock of one game. What a physical clock shows is no ruling: board-ingest takes no more
/// of it than of other inputs.
const RULINGS_MAX: usize = 200;

/// Passes on what the clock is told, once. The clock of a game that does not go on is told nothing: the
/// arbiter lets the game go on first.
pub(crate) fn rule(log: &Game, input: &InputId, command: &game_clock::Command) -> Vec<GameEvent> {
    let refusal = match log.outcome() {
        Some(outcome) => Some(Refusal::GameFinished { outcome }),
        None if !log.is_started() => Some(Refusal::NotStarted),
        None if is_ruling(command) && rulings(log) >= RULINGS_MAX => Some(Refusal::RecordFull),
        None => None,
    };
    match refusal {
        Some(refusal) => refuse(log, input, refusal),
        None if is_answered(log, input) => Vec::new(),
        None => vec![next(log, Some(input.clone()), command.clone())],
    }
}

/// Refuses an input, once.
pub(crate) fn refuse(log: &Game, input: &InputId, refusal: Refusal) -> Vec<GameEvent> {
    if is_answered(log, input) {
        return Vec::new();
    }
    vec![GameEvent::InputRefused { input: input.clone(), refusal }]
}

fn is_answered(log: &Game, input: &InputId) -> bool {
    log.clock_rulings().iter().any(|ruling| ruling.input.as_ref() == Some(input))
        || log.refused().any(|refused| refused.input == *input)
        || log.has_seen(input)
}

fn is_ruling(command: &game_clock::Command) -> bool {
    !matches!(command, game_clock::Command::Follow { .. })
}

fn rulings(log: &Game) -> usize {
    log.clock_rulings().iter().filter(|ruling| is_ruling(&ruling.command)).count()
}

/// What follows when a flag fell before the end of a stage of which the record shows all moves: play
/// goes on in the next stage (2006 art. 4). `None` when the game is lost.
///
/// A clock presses every move that it knows of before it lets a flag fall. One that was stored only
/// after it had looked can be in the record nevertheless: when the clocks of two hosts differ by more
/// than the grace, or the desk has just lowered it.
pub(crate) fn play_on(
    log: &Game,
    color: Color,
    at: Timestamp,
    required: Option<u32>,
) -> Option<Vec<GameEvent>> {
    let moves = moves_made(log, color, at);
    required.filter(|required| moves >= *required && log.outcome().is_none())?;
    let command = game_clock::Command::PlayOn { moves: Some(moves), running: None, at };
    let is_passed = log.clock_rulings().iter().any(|ruling| {
        ruling.input.is_none()
            && matches!(&ruling.command, game_clock::Command::PlayOn { at: passed, .. } if *passed == at)
    });
    Some(if is_passed { Vec::new() } else { vec![next(log, None, command)] })
}

fn next(log: &Game, input: Option<InputId>, command: game_clock::Command) -> GameEvent {
    let number = u32::try_from(log.clock_rulings().len()).unwrap_or(u32::MAX).saturating_add(1);
    GameEvent::ClockRuled(ClockRuling { number, input, command })
}

/// How many moves of a side stand in the record that were made by a moment.
fn moves_made(game: &Game, color: Color, by: Timestamp) -> u32 {
    let of_side = |index| game.position_after(index).is_some_and(|before| before.turn() == color);
    let plies = game.plies().iter().enumerate();
    let made = plies.filter(|(index, ply)| ply.at <= by && of_side(*index));
    u32::try_from(made.count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use draughts::{Position, RuleSet};
    use live_game::{DeviceId, GameCommand};

    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn input(sequence: u64) -> InputId {
        InputId::new(DeviceId::new("desk").unwrap(), sequence)
    }

    /// A game in which White has moved at 1 s and 3 s, and Black at 2 s.
    fn log() -> Game {
        let mut log = Game::default();
        let rules = RuleSet::International2006;
        let start = Position::start(rules.variant());
        let mut tell = |command: GameCommand| {
            for event in log.decide(&command).unwrap() {
                log.apply(&event);
            }
        };
        tell(GameCommand::Start { rules, start, at: at(0) });
        for (ply, text) in [(1, "32-28"), (2, "19-23"), (3, "28x19")] {
            let (mv, at) = (text.parse().unwrap(), at(i64::from(ply) * 1000));
            tell(GameCommand::Play { input: input(ply.into()), ply, mv, at });
        }
        log
    }

    #[test]
    fn a_ruling_is_passed_on_once_and_not_in_a_game_that_is_over() {
        let mut log = log();
        let pause = game_clock::Command::Pause { at: at(4000) };
        let told = rule(&log, &input(9), &pause);
        let passed = ClockRuling { number: 1, input: Some(input(9)), command: pause.clone() };
        assert_eq!(told, [GameEvent::ClockRuled(passed)]);
        told.iter().for_each(|event| log.apply(event));
        assert_eq!(rule(&log, &input(9), &pause), []);
        let resign = GameCommand::Resign { input: input(10), color: Color::White, at: at(5000) };
        for event in log.decide(&resign).unwrap() {
            log.apply(&event);
        }
        let outcome = log.outcome().unwrap();
        let (input, refusal) = (input(11), Refusal::GameFinished { outcome });
        let told = rule(&log, &input, &pause);
        assert_eq!(told, [GameEvent::InputRefused { input, refusal }]);
    }

    #[test]
    fn rule_4_of_2006_the_record_tells_whether_the_moves_of_the_stage_were_made() {
        let mut log = log();
        let by = |log: &Game, millis, required| play_on(log, Color::White, at(millis), required);
        // Sudden death, too few moves, and a move made after the flag fell: lost.
        assert_eq!(by(&log, 9000, None), None);
        assert_eq!(by(&log, 9000, Some(3)), None);
        assert_eq!(by(&log, 2999, Some(2)), None);
        let told = by(&log, 3000, Some(2)).unwrap();
        let command = game_clock::Command::PlayOn { moves: Some(2), running: None, at: at(3000) };
        let passed = ClockRuling { number: 1, input: None, command };
        assert_eq!(told, [GameEvent::ClockRuled(passed)]);
        told.iter().for_each(|event| log.apply(event));
        assert_eq!(by(&log, 3000, Some(2)), Some(vec![]));
    }
}
