//! What goes through a game to its clock: rulings, in their place among the moves, and what the record
//! makes of a flag.

use draughts::{Color, Event, Game, InputId, Refusal, Timestamp};
use proto::convert::{ClockRuling, GameEvent, GameLog};

/// Rulings on the clock of one game.
const RULINGS_MAX: usize = 200;

/// Passes a ruling on, once. The clock of a game that does not go on is not ruled on: the arbiter lets
/// the game go on first.
pub(crate) fn rule(
    log: &GameLog,
    input: &InputId,
    command: &game_clock::Command,
) -> Vec<GameEvent> {
    let is_passed = log.clock_rulings.iter().any(|ruling| ruling.input.as_ref() == Some(input));
    let is_refused = log.refused.iter().any(|refused| refused.input == *input);
    if is_passed || is_refused || log.game.has_seen(input) {
        return Vec::new();
    }
    let refusal = match log.game.outcome() {
        Some(outcome) => Some(Refusal::GameFinished { outcome }),
        None if !log.game.is_started() => Some(Refusal::NotStarted),
        None if log.clock_rulings.len() >= RULINGS_MAX => Some(Refusal::RecordFull),
        None => None,
    };
    match refusal {
        Some(refusal) => {
            let input = input.clone();
            vec![GameEvent::Game(Event::InputRefused { input, refusal })]
        }
        None => vec![next(log, Some(input.clone()), command.clone())],
    }
}

/// What follows when a flag fell before the end of a stage of which the record shows all moves: play
/// goes on in the next stage (regulation 2006 rule 4). `None` when the game is lost.
pub(crate) fn play_on(
    log: &GameLog,
    color: Color,
    at: Timestamp,
    required: Option<u32>,
) -> Option<Vec<GameEvent>> {
    let moves = moves_made(&log.game, color, at);
    required.filter(|required| moves >= *required && log.game.outcome().is_none())?;
    let command = game_clock::Command::PlayOn { moves: Some(moves), running: None, at };
    let is_passed = log.clock_rulings.iter().any(|ruling| {
        ruling.input.is_none()
            && matches!(&ruling.command, game_clock::Command::PlayOn { at: passed, .. } if *passed == at)
    });
    Some(if is_passed { Vec::new() } else { vec![next(log, None, command)] })
}

fn next(log: &GameLog, input: Option<InputId>, command: game_clock::Command) -> GameEvent {
    let number = u32::try_from(log.clock_rulings.len()).unwrap_or(u32::MAX).saturating_add(1);
    GameEvent::ClockRuled(ClockRuling { number, input, command })
}

/// How many moves of a side stand in the record that were made by a moment.
fn moves_made(game: &Game, color: Color, by: Timestamp) -> u32 {
    let of_side = |index| game.position_after(index).is_some_and(|before| before.turn() == color);
    let plies = game.plies().iter().enumerate();
    let made = plies.filter(|(index, ply)| ply.at <= by && of_side(*index));
    u32::try_from(made.count()).unwrap_or(u32::MAX)
}
