//! What games decide, row by row.

use crate::{
    Breach, Color, Command, DeviceId, Event, Game, HELD_MAX, InputId, MoveText, Outcome, Position,
    Reason, Refusal, RuleSet, Score, Square, Timestamp, Variant, fen,
};

const AT: Timestamp = Timestamp::from_millis(1_000);

fn input(device: &str, sequence: u64) -> InputId {
    InputId::new(DeviceId::new(device).unwrap(), sequence)
}

fn text(mv: &str) -> MoveText {
    mv.parse().unwrap()
}

fn play(device: &str, sequence: u64, ply: u32, mv: &str) -> Command {
    Command::Play { input: input(device, sequence), ply, mv: text(mv), at: AT }
}

fn resign(sequence: u64, color: Color) -> Command {
    Command::Resign { input: input("w", sequence), color, at: AT }
}

fn draw(device: &str, sequence: u64, by: Color) -> Command {
    Command::AgreeDraw { input: input(device, sequence), by, at: AT }
}

fn rule(sequence: u64, outcome: Outcome) -> Command {
    Command::Rule { input: input("desk", sequence), outcome, at: AT }
}

fn start_from(rules: RuleSet, fen: &str) -> Command {
    let start = fen::parse(fen, rules.variant()).unwrap();
    Command::Start { rules, start, at: AT }
}

fn start() -> Command {
    start_from(RuleSet::International, "W:W31-50:B1-20")
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
        Event::DrawOffered { by, input } => format!("draw? {by} {input}"),
        Event::InputRefused { input, refusal } => format!("{} {input}", refusal.code()),
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
        (Err(refusal), None) => return vec![format!("refused {}", refusal.code())],
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

#[test]
fn moves_are_played_and_written() {
    let game = check(&[
        (play("w", 0, 1, "32-28"), &["not-started w#0"]),
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("b", 1, 2, "19-23"), &["2:19-23 b#1"]),
        (play("w", 2, 3, "28-19"), &["3:28x19 w#2"]),
        (play("w", 3, 0, "28-19"), &["ply-zero w#3"]),
    ]);
    let notations: Vec<_> = game.plies().iter().map(|ply| ply.notation.as_str()).collect();
    assert_eq!(notations, ["32-28", "19-23", "28x19"]);
    assert_eq!(game.position().turn(), Color::Black);
    assert_eq!(game.next_ply(), 4);
    assert_eq!(game.last_sequence(&DeviceId::new("w").unwrap()), Some(3));
}

#[test]
fn an_identical_start_is_a_repetition_and_another_one_is_not() {
    check(&[(start(), &["started"]), (start(), &[])]);
    let mut game = check(&[(start(), &["started"])]);
    let other = start_from(RuleSet::Frisian, "W:W31-50:B1-20");
    assert_eq!(tell(&mut game, &other), ["refused already-started"]);
    let mixed = Command::Start {
        rules: RuleSet::Frisian,
        start: Position::start(Variant::International),
        at: AT,
    };
    assert_eq!(tell(&mut Game::default(), &mixed), ["refused wrong-variant"]);
}

#[test]
fn another_source_confirms_or_raises_one_alarm() {
    let game = check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("board", 1, 1, "32-28"), &["1 confirmed board#1"]),
        (play("w", 2, 1, "33-28"), &["ply-already-played w#2"]),
        (play("board", 2, 1, "33-28"), &["1 conflict 32-28 33-28 board#2"]),
        (play("desk", 1, 1, "31-27"), &["ply-already-played desk#1"]),
        (play("desk", 2, 1, "32-28"), &["1 confirmed desk#2"]),
    ]);
    assert_eq!(game.conflicts().len(), 1);
}

#[test]
fn inputs_for_later_plies_wait() {
    let game = check(&[
        (start(), &["started"]),
        (play("board", 3, 3, "28-19"), &["3:28-19 held board#3"]),
        (play("board", 2, 2, "19-23"), &["2:19-23 held board#2"]),
        (play("b", 1, 2, "18-23"), &["2:18-23 held b#1"]),
        (play("w", 9, 10, "1-2"), &["ply-too-far-ahead w#9"]),
        (
            play("w", 1, 1, "32-28"),
            &["1:32-28 w#1", "2:19-23 board#2", "2 conflict 19-23 18-23 b#1", "3:28x19 board#3"],
        ),
    ]);
    assert_eq!(game.held(), []);
}

#[test]
fn a_waiting_input_can_turn_out_illegal() {
    check(&[
        (start(), &["started"]),
        (play("b", 1, 2, "20-26"), &["2:20-26 held b#1"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1", "illegal-move b#1"]),
    ]);
}

#[test]
fn only_so_many_inputs_wait() {
    let mut game = check(&[(start(), &["started"])]);
    for sequence in 0..HELD_MAX as u64 {
        let held = tell(&mut game, &play("b", sequence, 2, "20-25"));
        assert_eq!(held, [format!("2:20-25 held b#{sequence}")]);
    }
    assert_eq!(tell(&mut game, &play("b", 99, 2, "20-25")), ["held-full b#99"]);
    assert_eq!(game.held().len(), HELD_MAX);
    let answers = tell(&mut game, &resign(1, Color::White));
    assert_eq!(answers.len(), 1 + HELD_MAX);
    assert_eq!(answers[1], "game-finished b#0");
    assert_eq!(game.held(), []);
}

#[test]
fn a_draw_needs_both_and_an_offer_lapses_when_the_opponent_moves() {
    check(&[
        (draw("w", 0, Color::White), &["not-started w#0"]),
        (start(), &["started"]),
        (draw("w", 1, Color::White), &["draw? White w#1"]),
        (draw("w", 2, Color::White), &["draw-already-offered w#2"]),
        (play("w", 3, 1, "32-28"), &["1:32-28 w#3"]),
        (play("b", 1, 2, "20-25"), &["2:20-25 b#1"]),
        (draw("b", 2, Color::Black), &["draw? Black b#2"]),
        (draw("w", 4, Color::White), &["end draw (agreement)"]),
        (draw("w", 5, Color::White), &["game-finished w#5"]),
    ]);
}

#[test]
fn a_game_ends_by_resignation_flag_and_ruling() {
    let flag = |color| Command::FlagFell { color, at: AT };
    check(&[
        (start(), &["started"]),
        (resign(1, Color::White), &["end black-wins (resignation)"]),
        (flag(Color::Black), &[]),
        (rule(1, Outcome::win(Color::Black, Reason::Resignation)), &["same-result desk#1"]),
        (
            rule(2, Outcome::new(Score::BothLose, Reason::Arbiter)),
            &["corrected both-lose (arbiter)"],
        ),
        (play("w", 2, 1, "32-28"), &["game-finished w#2"]),
    ]);
    check(&[(start(), &["started"]), (flag(Color::White), &["end black-wins (flag-fall)"])]);
    check(&[(flag(Color::White), &["refused not-started"])]);
    let no_show = Outcome::win(Color::White, Reason::NoShow);
    check(&[
        (rule(1, no_show), &["end white-wins (no-show)"]),
        (start(), &["refused game-finished"]),
    ]);
}

#[test]
fn art20_5_what_comes_after_the_flag_is_too_late() {
    let before = Timestamp::from_millis(999);
    let flag = |color, at| Command::FlagFell { color, at };
    check(&[
        (start_from(RuleSet::Frisian, "W:W28:B23"), &["started"]),
        (play("w", 1, 1, "28x19"), &["1:28x19 w#1", "end white-wins (no-pieces)"]),
        (flag(Color::White, AT), &[]),
        (flag(Color::Black, before), &[]),
        (flag(Color::White, before), &["corrected black-wins (flag-fall)"]),
    ]);
    check(&[
        (start(), &["started"]),
        (rule(1, Outcome::win(Color::White, Reason::Arbiter)), &["end white-wins (arbiter)"]),
        (flag(Color::White, before), &[]),
    ]);
}

#[test]
fn art20_1_no_pieces_left_is_lost() {
    check(&[
        (start_from(RuleSet::Frisian, "W:W28:B23"), &["started"]),
        (play("w", 1, 1, "28x19"), &["1:28x19 w#1", "end white-wins (no-pieces)"]),
    ]);
}

#[test]
fn art20_6_no_legal_move_is_lost() {
    check(&[
        (start_from(RuleSet::International, "W:W44,45:B35"), &["started"]),
        (play("w", 1, 1, "45-40"), &["1:45-40 w#1", "end white-wins (no-legal-move)"]),
    ]);
    check(&[(
        start_from(RuleSet::International, "W:W6:B1,K50"),
        &["started", "end black-wins (no-legal-move)"],
    )]);
}

#[test]
fn a_refused_move_names_the_article_and_the_obligation() {
    let rows: &[(RuleSet, &str, &str, Breach, &str, &str)] = &[
        (RuleSet::International, "W:W31-50:B1-20", "28-23", Breach::NoPiece, "27d", ""),
        (RuleSet::International, "W:W31-50:B1-20", "20-25", Breach::OpponentsPiece, "27a", ""),
        (RuleSet::International, "W:W31-50:B1-20", "32-23", Breach::Unreachable, "27d", ""),
        (
            RuleSet::International,
            "W:W28,50:B23",
            "50-44",
            Breach::CaptureObligatory,
            "10",
            "obligatory was to take 1 man by 28x19",
        ),
        (
            RuleSet::International,
            "W:W28,35:B13,23,30",
            "35x24",
            Breach::MaximumCapture,
            "11",
            "obligatory was to take 2 men by 28x8",
        ),
        (
            RuleSet::Frisian,
            "W:WK1,36:B7,31",
            "36x27",
            Breach::KingFirst,
            "12",
            "obligatory was to take 1 man by",
        ),
        (RuleSet::Frisian, "W:WK50,36:B1:H0:F1:+0+350", "50-44", Breach::KingMoveLimit, "17", ""),
    ];
    for (rules, fen, claimed, breach, article, obliged) in rows {
        let mut game = Game::default();
        tell(&mut game, &start_from(*rules, fen));
        let refusal = game.decide(&play("w", 1, 1, claimed)).expect_err(fen);
        let Refusal::IllegalMove(illegal) = &refusal else { panic!("{fen}: {refusal}") };
        assert_eq!(illegal.breach, *breach, "{fen} {claimed}: {refusal}");
        assert_eq!(illegal.breach.article(), *article, "{fen}");
        assert!(refusal.to_string().contains(obliged), "{fen}: {refusal}");
        assert_eq!(illegal.obliged.is_some(), !obliged.is_empty(), "{fen}: {refusal}");
        let public = refusal.public_text();
        assert_eq!(public, format!("{} was not accepted", text(claimed)), "art. 24");
    }
}

#[test]
fn a_capture_that_fits_twice_is_asked_for_its_way() {
    let fen = "B:WK1,K5,14,16,29,34,44:BK3";
    let way = |square| {
        MoveText::with_via(
            Square::new(3).unwrap(),
            Square::new(50).unwrap(),
            vec![Square::new(square).unwrap()],
        )
    };
    let mut game = Game::default();
    tell(&mut game, &start_from(RuleSet::International, fen));
    let refused = game.decide(&play("b", 1, 1, "3x50")).unwrap_err();
    assert_eq!(refused.code(), "ambiguous-move");
    assert_eq!(refused.public_text(), "3-50 is not clear, tell the squares between");
    for (square, notation) in [(20, "3x20x33x50"), (34, "3x25x39x50")] {
        let mut game = game.clone();
        let mv = way(square);
        tell(&mut game, &Command::Play { input: input("b", 2), ply: 1, mv, at: AT });
        assert_eq!(game.plies()[0].notation, notation);
    }
}
