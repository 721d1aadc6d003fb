//! What games decide, row by row.

mod correct;
mod ends;
mod held;
mod irregular;
mod moves;
mod paper;
mod rulings;
mod sources;
mod texts;

use crate::judge::tests::claim;
use crate::{Color, Command, DeviceId, Event, Game, InputId, Outcome, RuleSet, Timestamp, fen};

const AT: Timestamp = Timestamp::from_millis(1_000);

fn input(device: &str, sequence: u64) -> InputId {
    InputId::new(DeviceId::new(device).unwrap(), sequence)
}

/// The input of the arbiter's desk.
fn desk(sequence: u64) -> InputId {
    input("desk", sequence)
}

fn play(device: &str, sequence: u64, ply: u32, mv: &str) -> Command {
    play_at(device, sequence, ply, mv, AT.millis())
}

fn play_at(device: &str, sequence: u64, ply: u32, mv: &str, millis: i64) -> Command {
    let at = Timestamp::from_millis(millis);
    Command::Play { input: input(device, sequence), ply, mv: claim(mv), at }
}

fn resign(sequence: u64, color: Color) -> Command {
    Command::Resign { input: input("w", sequence), color, at: AT }
}

fn draw(device: &str, sequence: u64, by: Color) -> Command {
    Command::AgreeDraw { input: input(device, sequence), by, at: AT }
}

fn rule(sequence: u64, outcome: Outcome) -> Command {
    Command::Rule { input: desk(sequence), outcome, at: AT }
}

fn retract(sequence: u64, from_ply: u32) -> Command {
    Command::Retract { input: desk(sequence), from_ply, at: AT }
}

fn correct(sequence: u64, ply: u32, mv: &str) -> Command {
    Command::Correct { input: desk(sequence), ply, mv: claim(mv), at: AT }
}

fn let_stand(sequence: u64) -> Command {
    Command::LetStand { input: desk(sequence), taken: None, at: AT }
}

fn resume(sequence: u64) -> Command {
    Command::Resume { input: desk(sequence), at: AT }
}

fn on_paper(sequence: u64) -> Command {
    Command::GoOnPaper { input: desk(sequence), at: AT }
}

fn complete(sequence: u64, from_ply: u32, moves: &[&str]) -> Command {
    let moves = moves.iter().map(|mv| claim(mv)).collect();
    Command::Complete { input: desk(sequence), from_ply, moves, at: AT }
}

fn set_position(sequence: u64, rules: RuleSet, fen: &str) -> Command {
    let position = fen::parse(fen, rules.variant()).unwrap();
    Command::SetPosition { input: desk(sequence), position, at: AT }
}

fn time(millis: i64) -> Command {
    Command::TimeCheck { at: Timestamp::from_millis(millis) }
}

fn start_from(rules: RuleSet, fen: &str) -> Command {
    let start = fen::parse(fen, rules.variant()).unwrap();
    Command::Start { rules, start, at: AT }
}

fn start() -> Command {
    start_from(RuleSet::International, "W:W31-50:B1-20")
}

fn cited(breach: crate::Breach) -> &'static str {
    breach.article(RuleSet::Frisian).unwrap_or_default().trim_start_matches("art. ")
}

/// Short words for events, so that rows can be read.
fn word(event: &Event) -> String {
    match event {
        Event::Started { .. } => "started".to_owned(),
        Event::MovePlayed { ply, mv, input, .. } => format!("{ply}:{mv} {input}"),
        Event::MoveConfirmed { ply, input } => format!("{ply} confirmed {input}"),
        Event::InputHeld { ply, mv, input, .. } => format!("{ply}:{mv} held {input}"),
        Event::ConflictRaised { ply, played, claimed, input } => {
            format!("{ply} conflict {played} {claimed} {input}")
        }
        Event::ConflictResolved { ply, input } => format!("{ply} resolved {input}"),
        Event::IrregularityNoted { ply, irregularity, input, .. } => {
            format!("{ply}:{} noted {} {input}", irregularity.played, cited(irregularity.breach))
        }
        Event::IrregularityStands { ply, mv, breach, input, ruling, .. } => {
            let ruling = ruling.as_ref().map(|ruling| format!(" by {ruling}")).unwrap_or_default();
            format!("{ply}:{mv} stands {} {input}{ruling}", cited(*breach))
        }
        Event::MovesRetracted { from_ply, input, .. } => format!("back to {from_ply} {input}"),
        Event::PositionSet { position, input, .. } => format!("set {position} {input}"),
        Event::WentOnPaper { from_ply, input, .. } => format!("paper from {from_ply} {input}"),
        Event::RecordCompleted { input, .. } => format!("record {input}"),
        Event::Resumed { input, .. } => format!("resumed {input}"),
        Event::DrawOffered { by, input } => format!("draw? {by} {input}"),
        Event::InputRefused { input, refusal } => format!("{} {input}", refusal.as_str()),
        Event::Finished { outcome, .. } => format!("end {outcome}"),
        Event::ResultCorrected { outcome, .. } => format!("corrected {outcome}"),
    }
}

/// Tells the game one thing as a service does: a refusal becomes an event too.
fn tell(game: &mut Game, command: &Command) -> Vec<String> {
    let events = match (game.decide(command), command.input()) {
        (Ok(events), _) => events,
        (Err(refusal), Some(input)) => {
            vec![Event::InputRefused { input: input.clone(), refusal }]
        }
        (Err(refusal), None) => return vec![format!("refused {}", refusal.as_str())],
    };
    for event in &events {
        game.apply(event);
    }
    assert_eq!(game.decide(command).unwrap_or_default(), [], "a repeated command is new");
    events.iter().map(word).collect()
}

#[track_caller]
fn check(rows: &[(Command, &[&str])]) -> Game {
    let mut game = Game::default();
    for (index, (command, expected)) in rows.iter().enumerate() {
        assert_eq!(tell(&mut game, command), *expected, "row {index}: {command:?}");
    }
    game
}

/// The moves of a game as they are written.
fn notations(game: &Game) -> Vec<&str> {
    game.plies().iter().map(|ply| ply.notation.as_str()).collect()
}
