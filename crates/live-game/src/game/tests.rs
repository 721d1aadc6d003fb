//! Decisions of games, row by row.

mod by_hand;
mod correct;
mod ends;
mod held;
mod irregular;
mod moves;
mod paper;
mod remarks;
mod rulings;
mod sources;
mod terms;
mod texts;

use draughts::{Color, MoveText, Outcome, RuleSet, Square, Timestamp, fen};

use crate::{ByHand, DeviceId, Game, GameCommand, GameEvent, InputId};

/// Reads `28x19`, `28x23x14` and, with the captured pieces, `28x19 [23,24]`.
fn claim(text: &str) -> MoveText {
    let (squares, taken) = text.split_once(" [").unwrap_or((text, ""));
    let mut claimed: MoveText = squares.parse().unwrap();
    if squares != text {
        let taken = taken.trim_end_matches(']').split(',').filter(|square| !square.is_empty());
        let square = |text: &str| Square::new(text.parse().unwrap()).unwrap();
        claimed.taken = Some(taken.map(square).collect());
    }
    claimed
}

const AT: Timestamp = Timestamp::from_millis(1_000);

fn input(device: &str, sequence: u64) -> InputId {
    InputId::new(DeviceId::new(device).unwrap(), sequence)
}

/// Returns an input of the arbiter's desk.
fn desk(sequence: u64) -> InputId {
    input("desk", sequence)
}

fn play(device: &str, sequence: u64, ply: u32, mv: &str) -> GameCommand {
    play_at(device, sequence, ply, mv, AT.millis())
}

fn play_at(device: &str, sequence: u64, ply: u32, mv: &str, millis: i64) -> GameCommand {
    let at = Timestamp::from_millis(millis);
    GameCommand::Play { input: input(device, sequence), ply, mv: claim(mv), at }
}

fn resign(sequence: u64, color: Color) -> GameCommand {
    GameCommand::Resign { input: input("w", sequence), color, at: AT }
}

fn draw(device: &str, sequence: u64, by: Color) -> GameCommand {
    GameCommand::AgreeDraw { input: input(device, sequence), by, at: AT }
}

fn rule(sequence: u64, outcome: Outcome) -> GameCommand {
    GameCommand::Rule { input: desk(sequence), outcome, by_hand: ByHand::default(), at: AT }
}

fn retract(sequence: u64, from_ply: u32) -> GameCommand {
    GameCommand::Retract { input: desk(sequence), from_ply, at: AT }
}

fn correct(sequence: u64, ply: u32, mv: &str) -> GameCommand {
    GameCommand::Correct { input: desk(sequence), ply, mv: claim(mv), at: AT }
}

fn let_stand(sequence: u64) -> GameCommand {
    GameCommand::LetStand { input: desk(sequence), taken: None, at: AT }
}

fn resume(sequence: u64) -> GameCommand {
    GameCommand::Resume { input: desk(sequence), by_hand: ByHand::default(), at: AT }
}

fn on_paper(sequence: u64) -> GameCommand {
    GameCommand::GoOnPaper { input: desk(sequence), at: AT }
}

fn complete(sequence: u64, from_ply: u32, moves: &[&str]) -> GameCommand {
    let moves = moves.iter().map(|mv| claim(mv)).collect();
    GameCommand::Complete { input: desk(sequence), from_ply, moves, at: AT }
}

fn set_position(sequence: u64, rules: RuleSet, fen: &str) -> GameCommand {
    let position = fen::parse(fen, rules.variant()).unwrap();
    GameCommand::SetPosition { input: desk(sequence), position, at: AT }
}

fn time(millis: i64) -> GameCommand {
    GameCommand::TimeCheck { at: Timestamp::from_millis(millis) }
}

fn start_from(rules: RuleSet, fen: &str) -> GameCommand {
    let start = fen::parse(fen, rules.variant()).unwrap();
    GameCommand::start_from(rules, start, AT)
}

fn start() -> GameCommand {
    start_from(RuleSet::International, "W:W31-50:B1-20")
}

fn cited(breach: draughts::Breach) -> &'static str {
    breach.article(RuleSet::Frisian).unwrap_or_default().trim_start_matches("art. ")
}

/// Writes an event in a short form for rows.
fn summary(event: &GameEvent) -> String {
    match event {
        GameEvent::Started { .. } => "started".to_owned(),
        GameEvent::MovePlayed { ply, mv, input, .. } => format!("{ply}:{mv} {input}"),
        GameEvent::MoveConfirmed { ply, input } => format!("{ply} confirmed {input}"),
        GameEvent::InputHeld { ply, mv, input, .. } => format!("{ply}:{mv} held {input}"),
        GameEvent::ConflictRaised { ply, played, claimed, input } => {
            format!("{ply} conflict {played} {claimed} {input}")
        }
        GameEvent::ConflictResolved { ply, input } => format!("{ply} resolved {input}"),
        GameEvent::IrregularityNoted { ply, irregularity, input, .. } => {
            format!("{ply}:{} noted {} {input}", irregularity.played, cited(irregularity.breach))
        }
        GameEvent::IrregularityStands { ply, mv, breach, input, ruling, .. } => {
            let ruling = ruling.as_ref().map(|ruling| format!(" by {ruling}")).unwrap_or_default();
            format!("{ply}:{mv} stands {} {input}{ruling}", cited(*breach))
        }
        GameEvent::MovesRetracted { from_ply, input, .. } => format!("back to {from_ply} {input}"),
        GameEvent::PositionSet { position, input, .. } => format!("set {position} {input}"),
        GameEvent::WentOnPaper { from_ply, input, .. } => format!("paper from {from_ply} {input}"),
        GameEvent::RecordCompleted { input, .. } => format!("record {input}"),
        GameEvent::Resumed { input, .. } => format!("resumed {input}"),
        GameEvent::DrawOffered { by, input } => format!("draw? {by} {input}"),
        GameEvent::DrawAgreed { by, input } => format!("draw! {by} {input}"),
        GameEvent::ResultConfirmed { color, agrees, input, .. } => {
            format!("{color} {} {input}", if *agrees { "agrees" } else { "disagrees" })
        }
        GameEvent::Remarked { input, remark } => format!("{remark:?} {input}"),
        GameEvent::FlagWaived { color, why, .. } => format!("flag {color} {why:?}"),
        GameEvent::TermsSet(_) => "terms".to_owned(),
        GameEvent::InputRefused { input, refusal } => format!("{} {input}", refusal.as_str()),
        GameEvent::Finished { outcome, .. } => format!("end {outcome}"),
        GameEvent::ResultCorrected { outcome, .. } => format!("corrected {outcome}"),
        GameEvent::ControlSet(control) => format!("control {control}"),
        GameEvent::BlackStarts => "black starts".to_owned(),
        GameEvent::ClockRuled(ruling) => format!("clock {} {:?}", ruling.number, ruling.command),
    }
}

/// Sends a command to the game and returns its direct answers. Other events of the decision may
/// only change earlier answers.
fn execute(game: &mut Game, command: &GameCommand) -> Vec<String> {
    let events = match game.decide(command) {
        Ok(events) => events,
        Err(refusal) => return vec![format!("refused {}", refusal.as_str())],
    };
    let own = match (game.answer_to(command), command.input()) {
        (Ok(events), _) => events,
        (Err(refusal), input) => {
            let input = input.unwrap().clone();
            vec![GameEvent::InputRefused { input, refusal }]
        }
    };
    let (first, changed) = events.split_at(own.len());
    assert_eq!(first, own, "{command:?}");
    let is_answer = |event: &GameEvent| {
        matches!(event, GameEvent::InputRefused { .. } | GameEvent::MoveConfirmed { .. })
    };
    assert!(changed.iter().all(is_answer), "{changed:?}");
    events.iter().for_each(|event| game.apply(event));
    assert_eq!(game.decide(command).unwrap_or_default(), [], "a repeated command is new");
    own.iter().map(summary).collect()
}

/// Returns a game after these commands, one decision after the other.
pub(super) fn game_after(commands: &[GameCommand]) -> Game {
    let mut game = Game::default();
    for command in commands {
        execute(&mut game, command);
    }
    game
}

#[track_caller]
fn check(rows: &[(GameCommand, &[&str])]) -> Game {
    let mut game = Game::default();
    for (index, (command, expected)) in rows.iter().enumerate() {
        assert_eq!(execute(&mut game, command), *expected, "row {index}: {command:?}");
    }
    game
}

/// Returns the moves of a game in notation.
fn notations(game: &Game) -> Vec<&str> {
    game.plies().iter().map(|ply| ply.notation.as_str()).collect()
}
