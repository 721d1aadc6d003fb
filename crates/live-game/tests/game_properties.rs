//! Properties of every game, under any commands.

#![expect(clippy::disallowed_types, reason = "the macros of proptest share strategies")]

#[path = "common/games.rs"]
mod games;

use draughts::{
    Bitboard, Board, Breach, Color, Irregularity, Judgement, Move, MoveText, Outcome, Piece,
    Position, Reason, Role, Score, Setup, Square, Standing, Timestamp,
};
use game_clock::Terms;
use games::{at, essence, execute, game, play, rules};
use live_game::{ByHand, Game, GameCommand, GameEvent, HELD_MAX, InputId, Refusal};
use proptest::prelude::*;
use proptest::sample::Index;

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

fn square() -> impl Strategy<Value = Square> {
    (1..=50_u8).prop_map(|number| Square::new(number).expect("a square"))
}

fn squares() -> impl Strategy<Value = Bitboard> {
    prop::collection::vec(square(), 0..4).prop_map(|squares| squares.into_iter().collect())
}

fn input() -> impl Strategy<Value = InputId> {
    (0..4_u8, 0..40_u64)
        .prop_map(|(device, sequence)| games::input(&format!("device-{device}"), sequence))
}

/// Generates moments, mostly of one game, so that rulings come before and after the moves that they
/// concern.
fn moment() -> impl Strategy<Value = Timestamp> {
    prop_oneof![9 => 0..200_000_i64, 1 => any::<i64>()].prop_map(Timestamp::from_millis)
}

fn outcome() -> impl Strategy<Value = Outcome> {
    (prop::sample::select(Score::ALL.to_vec()), prop::sample::select(Reason::ALL.to_vec()))
        .prop_map(|(score, reason)| Outcome::new(score, reason))
}

fn position() -> impl Strategy<Value = Position> {
    let pieces = prop::collection::vec((square(), color(), any::<bool>()), 0..12);
    (rules(), color(), pieces).prop_map(|(rules, turn, pieces)| {
        let mut board = Board::EMPTY;
        for (square, color, is_king) in pieces {
            let last_row = if color == Color::White { 0 } else { 9 };
            let role = if is_king || square.row() == last_row { Role::King } else { Role::Man };
            board.put(square, Piece { color, role });
        }
        Position::from_setup(rules.variant(), Setup::new(board, turn)).expect("few pieces")
    })
}

fn claim() -> impl Strategy<Value = MoveText> {
    let via = prop::collection::vec(square(), 0..4);
    (square(), square(), via, prop::option::weighted(0.2, squares()))
        .prop_map(|(from, to, via, taken)| MoveText { from, to, via, taken })
}

fn ply() -> impl Strategy<Value = u32> {
    prop_oneof![9 => 0..12_u32, 1 => any::<u32>()]
}

fn without_ruling() -> impl Strategy<Value = GameCommand> {
    prop_oneof![
        8 => (input(), ply(), claim(), moment())
            .prop_map(|(input, ply, mv, at)| GameCommand::Play { input, ply, mv, at }),
        1 => (input(), color(), moment())
            .prop_map(|(input, color, at)| GameCommand::Resign { input, color, at }),
        1 => (input(), color(), moment())
            .prop_map(|(input, by, at)| GameCommand::AgreeDraw { input, by, at }),
        1 => (input(), color(), outcome(), any::<bool>(), moment()).prop_map(
            |(input, color, outcome, agrees, at)| GameCommand::ConfirmResult { input, color, outcome, agrees, at }
        ),
        1 => (color(), moment()).prop_map(|(color, at)| GameCommand::FlagFell { color, required: None, moves: None, at }),
        1 => moment().prop_map(|at| GameCommand::TimeCheck { at }),
        1 => (rules(), position(), moment())
            .prop_map(|(rules, start, at)| GameCommand::start_from(rules, start, at)),
    ]
}

fn ruling() -> impl Strategy<Value = GameCommand> {
    prop_oneof![
        (input(), outcome(), moment()).prop_map(|(input, outcome, at)| GameCommand::Rule {
            input,
            outcome,
            by_hand: ByHand::default(),
            at
        }),
        (input(), ply(), moment()).prop_map(|(input, from_ply, at)| GameCommand::Retract {
            input,
            from_ply,
            at
        }),
        (input(), prop::option::of(squares()), moment())
            .prop_map(|(input, taken, at)| GameCommand::LetStand { input, taken, at }),
        (input(), ply(), claim(), moment()).prop_map(|(input, ply, mv, at)| GameCommand::Correct {
            input,
            ply,
            mv,
            at
        }),
        (input(), position(), moment())
            .prop_map(|(input, position, at)| GameCommand::SetPosition { input, position, at }),
        (input(), moment()).prop_map(|(input, at)| GameCommand::GoOnPaper { input, at }),
        (input(), ply(), prop::collection::vec(claim(), 0..4), moment()).prop_map(
            |(input, from_ply, moves, at)| GameCommand::Complete { input, from_ply, moves, at }
        ),
        (input(), moment()).prop_map(|(input, at)| GameCommand::Resume {
            input,
            by_hand: ByHand::default(),
            at
        }),
    ]
}

fn command() -> impl Strategy<Value = GameCommand> {
    prop_oneof![3 => without_ruling(), 1 => ruling()]
}

/// Returns one of the moves that the rules allow or that a board can show.
fn possible(position: &Position, claimed: MoveText, choice: Index) -> MoveText {
    let legal = position.legal_moves();
    let takes_legal = choice.index(4) != 0;
    match legal.get(choice.index(legal.len().max(1))) {
        Some(mv) if takes_legal => MoveText::from(mv),
        _ => claimed,
    }
}

/// Adapts a random command to the state of the game, so that games make progress.
fn steer(game: &Game, command: GameCommand, choice: Index) -> GameCommand {
    let (next, position) = (game.next_ply(), game.position());
    match command {
        GameCommand::Play { input, ply, mv, at } if ply % 4 != 0 => {
            let ply = (next + ply % 4).saturating_sub(1);
            let before =
                game.position_after(ply as usize - usize::from(ply > 0)).unwrap_or(position);
            GameCommand::Play { input, ply, mv: possible(&before, mv, choice), at }
        }
        GameCommand::Correct { input, ply, mv, at } if ply % 4 != 0 => {
            let ply = 1 + ply % next;
            let before = game.position_after(ply as usize - 1).unwrap_or(position);
            GameCommand::Correct { input, ply, mv: possible(&before, mv, choice), at }
        }
        GameCommand::Complete { input, moves, at, .. } => {
            let mut line = position;
            let moves = moves.into_iter().map(|mv| {
                let mv = possible(&line, mv, choice);
                line = match line.judge(&mv) {
                    Judgement::Legal(mv) => line.play_unchecked(&mv),
                    Judgement::Irregular(irregular) => {
                        irregular.standing.map_or(line, |standing| standing.after)
                    }
                    Judgement::Ambiguous(_) | Judgement::Impossible(_) => line,
                };
                mv
            });
            let moves = moves.collect();
            GameCommand::Complete { input, from_ply: next, moves, at }
        }
        GameCommand::Retract { input, from_ply, at } => {
            GameCommand::Retract { input, from_ply: next.saturating_sub(from_ply % 4), at }
        }
        GameCommand::Play { .. }
        | GameCommand::Correct { .. }
        | GameCommand::Start { .. }
        | GameCommand::Resign { .. }
        | GameCommand::AgreeDraw { .. }
        | GameCommand::ConfirmResult { .. }
        | GameCommand::Rule { .. }
        | GameCommand::LetStand { .. }
        | GameCommand::SetPosition { .. }
        | GameCommand::GoOnPaper { .. }
        | GameCommand::Resume { .. }
        | GameCommand::TimeCheck { .. }
        | GameCommand::ForwardToClock { .. }
        | GameCommand::RefuseUnreadable { .. }
        | GameCommand::FlagFell { .. }
        | GameCommand::DidNotCome { .. } => command,
    }
}

fn refusal(event: GameEvent) -> Option<Refusal> {
    if let GameEvent::InputRefused { refusal, .. } = event { Some(refusal) } else { None }
}

/// Checks that somebody can go on with a running game, or that the arbiter is asked and can let it
/// go on.
fn check_open_or_alarmed(game: &Game) {
    if game.outcome().is_some() || game.on_paper_from().is_some() {
        return;
    }
    let conflicts = game.conflicts().iter().map(|conflict| conflict.ply);
    let alarms = conflicts.chain(game.noted().map(|noted| noted.ply));
    let Some(from_ply) = alarms.min() else { return check_open(game) };
    let mut ruled = game.clone();
    let (input, late) = (games::input("desk-of-the-test", 1), at(1_000_000_000));
    execute(&mut ruled, &GameCommand::Retract { input, from_ply, at: late });
    assert!(ruled.conflicts().is_empty() && ruled.noted().is_none(), "the arbiter can settle it");
    if ruled.outcome().is_none() {
        check_open(&ruled);
    }
}

/// Checks that a legal move is played when a tablet claims it.
fn check_open(game: &Game) {
    let position = game.position();
    let is_played = position.legal_moves().iter().any(|mv| {
        let input = games::input("tablet-of-the-test", 1);
        // Rulings on moves may have any moment: this one is after them.
        let (ply, mv, at) = (game.next_ply(), MoveText::from(mv), at(i64::MAX));
        let events = game.decide(&GameCommand::Play { input, ply, mv, at }).unwrap_or_default();
        events.iter().any(|event| matches!(event, GameEvent::MovePlayed { .. }))
    });
    assert!(is_played, "nothing is open in {position}");
}

/// Checks the invariants between any two commands.
fn check_invariants(game: &Game) {
    assert!(game.held().len() <= 4 * HELD_MAX);
    let mut plies: Vec<u32> = game.conflicts().iter().map(|conflict| conflict.ply).collect();
    plies.sort_unstable();
    plies.dedup();
    assert_eq!(plies.len(), game.conflicts().len(), "one alarm for each ply");
    if let Some(noted) = game.noted() {
        assert_eq!(noted.ply, game.next_ply(), "an irregular move is at the next ply");
        assert_eq!(game.deadline(), None);
    }
    if game.is_started() {
        assert_eq!(game.position_after(game.plies().len()), Some(game.position()));
        assert_eq!(game.position_after(game.plies().len() + 1), None);
    }
    if let Some(at) = game.deadline() {
        let due = game.decide(&GameCommand::TimeCheck { at }).expect("time is never refused");
        assert_ne!(due, [], "the deadline is a moment when something happens");
        let before = at.saturating_sub(core::time::Duration::from_millis(1));
        assert!(
            before == at || game.decide(&GameCommand::TimeCheck { at: before }) == Ok(Vec::new())
        );
    }
}

/// Generates events that were not decided.
fn event() -> impl Strategy<Value = GameEvent> {
    let mv =
        || (square(), square(), squares()).prop_map(|(from, to, taken)| Move::new(from, to, taken));
    let irregularity = (claim(), prop::sample::select(Breach::ALL.to_vec()), mv(), position())
        .prop_map(|(played, breach, mv, after)| {
            let standing = Some(Standing { mv, after });
            Box::new(Irregularity { played, breach, obliged: None, standing })
        });
    prop_oneof![
        (rules(), position(), moment()).prop_map(|(rules, start, at)| GameEvent::Started {
            rules,
            start,
            at
        }),
        (ply(), mv(), input(), moment()).prop_map(|(ply, mv, input, at)| GameEvent::MovePlayed {
            ply,
            mv,
            input,
            at
        }),
        (ply(), input()).prop_map(|(ply, input)| GameEvent::MoveConfirmed { ply, input }),
        (input(), ply(), claim(), moment()).prop_map(|(input, ply, mv, at)| GameEvent::InputHeld {
            input,
            ply,
            mv,
            at,
            waits_for: None
        }),
        (ply(), mv(), claim(), input()).prop_map(|(ply, played, claimed, input)| {
            GameEvent::ConflictRaised { ply, played, claimed, input }
        }),
        (ply(), input()).prop_map(|(ply, input)| GameEvent::ConflictResolved { ply, input }),
        (ply(), irregularity, input(), moment()).prop_map(|(ply, irregularity, input, at)| {
            GameEvent::IrregularityNoted { ply, irregularity, input, at }
        }),
        (ply(), mv(), position(), input(), prop::option::of(input()), moment()).prop_map(
            |(ply, mv, after, input, ruling, at)| {
                let breach = Breach::Unreachable;
                GameEvent::IrregularityStands { ply, mv, breach, after, input, ruling, at }
            }
        ),
        (ply(), input(), moment()).prop_map(|(from_ply, input, at)| GameEvent::MovesRetracted {
            from_ply,
            input,
            at
        }),
        (position(), input(), moment()).prop_map(|(position, input, at)| GameEvent::PositionSet {
            position,
            input,
            at
        }),
        (ply(), input(), moment()).prop_map(|(from_ply, input, at)| GameEvent::WentOnPaper {
            from_ply,
            input,
            at
        }),
        (input(), moment()).prop_map(|(input, at)| GameEvent::RecordCompleted { input, at }),
        (input(), moment()).prop_map(|(input, at)| GameEvent::Resumed { input, by_hand: None, at }),
        (color(), input()).prop_map(|(by, input)| GameEvent::DrawOffered { by, input }),
        input().prop_map(|input| GameEvent::InputRefused { input, refusal: Refusal::NotStarted }),
        (outcome(), prop::option::of(input()), moment()).prop_map(|(outcome, input, at)| {
            GameEvent::Finished { outcome, input, by_hand: None, at }
        }),
        (outcome(), prop::option::of(input()), moment()).prop_map(|(outcome, input, at)| {
            GameEvent::ResultCorrected { outcome, input, by_hand: None, at }
        }),
    ]
}

proptest! {
    #[test]
    fn a_played_game_is_written((game, moves) in game(120)) {
        for (index, (ply, mv)) in game.plies().iter().zip(&moves).enumerate() {
            let before = game.position_after(index).expect("a position before each ply");
            prop_assert_eq!(before.parse_move(&ply.notation), Ok(*mv));
            prop_assert_eq!(game.position_after(index + 1), before.play(mv).ok());
        }
    }

    #[test]
    fn folding_the_events_is_the_game(
        rules in rules(),
        commands in prop::collection::vec((command(), any::<Index>()), 0..80),
    ) {
        let mut game = Game::default();
        let mut log: Vec<GameEvent> = Vec::new();
        let begin = GameCommand::start(rules, at(0));
        for (index, (command, choice)) in commands.into_iter().enumerate() {
            let command = if index == 3 { begin.clone() } else { steer(&game, command, choice) };
            let decided = game.decide(&command);
            prop_assert_eq!(&game.decide(&command), &decided, "it depends on nothing else");
            let refusals: Vec<Refusal> = match decided {
                Ok(events) => events.into_iter().filter_map(refusal).collect(),
                Err(refusal) => {
                    prop_assert_eq!(command.input(), None, "a device learns why");
                    vec![refusal]
                }
            };
            for refusal in refusals {
                prop_assert!(!refusal.to_string().is_empty());
            }
            log.extend(execute(&mut game, &command));
            if let Some(input) = command.input() {
                prop_assert!(game.has_seen(input));
                prop_assert_eq!(game.decide(&command), Ok(Vec::new()));
            }
            check_invariants(&game);
        }
        let mut folded = Game::default();
        log.iter().for_each(|event| folded.apply(event));
        prop_assert_eq!(folded, game);
    }

    #[test]
    fn no_sequence_of_inputs_leaves_a_game_in_which_nothing_is_open_and_nobody_is_alarmed(
        rules in rules(),
        commands in prop::collection::vec((command(), any::<Index>()), 0..60),
    ) {
        let mut game = Game::default();
        let (start, terms) = (Position::start(rules.variant()), Some(Terms::of(rules)));
        let begin =
            GameCommand::Start { rules, start, control: None, black_starts: false, terms, at: at(0) };
        execute(&mut game, &begin);
        for (command, choice) in commands {
            let command = steer(&game, command, choice);
            for event in execute(&mut game, &command) {
                if let GameEvent::InputHeld { waits_for, .. } = event {
                    prop_assert!(waits_for.is_some(), "the desk is told why");
                }
            }
            check_open_or_alarmed(&game);
        }
    }

    #[test]
    fn any_events_can_be_applied_and_their_inputs_are_known_then(
        events in prop::collection::vec(event(), 0..30),
        command in command(),
    ) {
        let mut game = Game::default();
        for event in &events {
            game.apply(event);
            for input in event.inputs() {
                prop_assert!(game.has_seen(input));
            }
        }
        let _decided = game.decide(&command).is_ok();
    }

    #[test]
    fn moves_that_are_taken_back_can_be_played_again((game, moves) in game(60), from in any::<Index>()) {
        let truth = essence(&game);
        let from = from.index(moves.len());
        let from_ply = u32::try_from(from).expect("few plies") + 1;
        let mut game = game;
        // Later than the moves so far, and earlier than those that follow.
        let ruling = GameCommand::Retract {
            input: games::input("desk", 1),
            from_ply,
            at: at(1_000_000),
        };
        execute(&mut game, &ruling);
        prop_assert_eq!((game.next_ply(), game.outcome()), (from_ply, None));
        for (mv, ply) in moves.iter().zip(1..).skip(from) {
            let stale = play("late", u64::from(ply), ply, MoveText::from(mv));
            let (input, refusal) = (games::input("late", u64::from(ply)), Refusal::Retracted { ply });
            prop_assert_eq!(game.decide(&stale), Ok(vec![GameEvent::InputRefused { input, refusal }]));
            let again = GameCommand::Play {
                input: games::input("again", u64::from(ply)),
                ply,
                mv: MoveText::from(mv),
                at: at(1_000_000 + i64::from(ply)),
            };
            execute(&mut game, &again);
        }
        prop_assert_eq!(essence(&game), truth);
    }
}
