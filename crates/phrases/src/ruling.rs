//! Rulings on games and clocks, for the record. Each text is a clause without an initial capital
//! and a full stop.

use game_clock::Command;
use live_game::GameCommand;

use crate::{Language, clock, game, messages::say};

/// Writes a ruling as it was given; `None` for what no arbiter decides, such as a move.
#[must_use]
pub fn ruling(command: &GameCommand, language: Language) -> Option<String> {
    Some(match command {
        GameCommand::Rule { outcome, .. } => {
            say!(language, "ruling-result", outcome = game::ending(*outcome, language))
        }
        GameCommand::Retract { from_ply, .. } => {
            say!(language, "ruling-retract", ply = from_ply)
        }
        GameCommand::LetStand { .. } => say!(language, "ruling-let-stand"),
        GameCommand::Correct { ply, mv, .. } => {
            say!(language, "ruling-correct", ply, played = mv)
        }
        GameCommand::SetPosition { position, .. } => {
            say!(language, "ruling-position", fen = position.fen())
        }
        GameCommand::GoOnPaper { .. } => say!(language, "ruling-paper"),
        GameCommand::Complete { from_ply, moves, .. } => {
            say!(language, "ruling-complete", ply = from_ply, count = moves.len())
        }
        GameCommand::Resume { .. } => say!(language, "ruling-resume"),
        GameCommand::ForwardToClock { command, .. } => return order(command, language),
        GameCommand::Start { .. }
        | GameCommand::Play { .. }
        | GameCommand::Resign { .. }
        | GameCommand::AgreeDraw { .. }
        | GameCommand::ConfirmResult { .. }
        | GameCommand::TimeCheck { .. }
        | GameCommand::RefuseUnreadable { .. }
        | GameCommand::FlagFell { .. }
        | GameCommand::DidNotCome { .. } => return None,
    })
}

/// Writes that a ruling was refused by its game.
#[must_use]
pub fn refused(ruling: &str, language: Language) -> String {
    say!(language, "ruling-refused", ruling)
}

/// Writes who decided what follows from a game, which is nobody.
#[must_use]
pub fn by_the_game(language: Language) -> String {
    say!(language, "ruling-by-the-game")
}

fn order(command: &Command, language: Language) -> Option<String> {
    let side = |color| game::color(color, language);
    Some(match command {
        Command::Pause { reason: None, .. } => say!(language, "ruling-pause"),
        Command::Pause { reason: Some(reason), .. } => {
            say!(language, "ruling-pause-because", reason = reason.as_str())
        }
        Command::Resume { .. } => say!(language, "ruling-clock-runs"),
        Command::Adjust { color, remaining, reason, .. } => {
            let (side, time) = (side(*color), clock::as_shown(*remaining));
            say!(language, "ruling-clock-set", side, time, reason = reason.as_str())
        }
        Command::MarkAbsent { color, .. } => {
            say!(language, "ruling-absent", side = side(*color))
        }
        Command::MarkPresent { color, .. } => {
            say!(language, "ruling-present", side = side(*color))
        }
        Command::PlayOn { .. } => say!(language, "ruling-play-on"),
        // A press, a reading of the clock at the table, and what follows from the record of the
        // game.
        Command::Open { .. }
        | Command::Start { .. }
        | Command::Begin { .. }
        | Command::Press { .. }
        | Command::Correct { .. }
        | Command::Follow { .. }
        | Command::Stop { .. }
        | Command::GoOn { .. }
        | Command::TimeCheck { .. } => return None,
    })
}
