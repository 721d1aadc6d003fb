//! What holds for every position and every game.

#![expect(clippy::disallowed_types, reason = "the macros of proptest share strategies")]

use draughts::{
    Bitboard, Board, Color, Command, DeviceId, Event, Game, InputId, Move, MoveText, Outcome,
    Piece, Position, Reason, Role, RuleSet, Score, Setup, Square, Timestamp, Variant, fen, pdn,
};
use proptest::prelude::*;

fn variant() -> impl Strategy<Value = Variant> {
    prop_oneof![Just(Variant::International), Just(Variant::Frisian)]
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

fn square() -> impl Strategy<Value = Square> {
    (1..=50_u8).prop_map(|number| Square::new(number).expect("a square"))
}

fn pieces() -> impl Strategy<Value = Vec<(Square, Color, bool)>> {
    prop::collection::vec((square(), color(), prop::bool::weighted(0.2)), 0..24)
}

/// Any position: men on their own king row become kings.
fn position() -> impl Strategy<Value = Position> {
    (variant(), color(), pieces()).prop_filter_map("at most 20 a side", |(variant, turn, all)| {
        let mut board = Board::EMPTY;
        for (square, color, is_king) in all {
            let last_row = if color == Color::White { 0 } else { 9 };
            let role = if is_king || square.row() == last_row { Role::King } else { Role::Man };
            board.put(square, Piece { color, role });
        }
        Position::from_setup(variant, Setup::new(board, turn)).ok()
    })
}

/// A position that some moves of chance have reached from the start, with the moves.
fn playout() -> impl Strategy<Value = (Variant, Vec<Move>, Position)> {
    (variant(), prop::collection::vec(any::<prop::sample::Index>(), 0..120)).prop_map(
        |(variant, choices)| {
            let mut position = Position::start(variant);
            let mut moves = Vec::new();
            for choice in choices {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let mv = legal[choice.index(legal.len())];
                position = position.play(&mv).expect("a legal move");
                moves.push(mv);
            }
            (variant, moves, position)
        },
    )
}

fn input() -> impl Strategy<Value = InputId> {
    (0..4_u8, 0..40_u64).prop_map(|(device, sequence)| {
        InputId::new(DeviceId::new(format!("device-{device}")).expect("a name"), sequence)
    })
}

fn outcome() -> impl Strategy<Value = Outcome> {
    (prop::sample::select(Score::ALL.to_vec()), prop::sample::select(Reason::ALL.to_vec()))
        .prop_map(|(score, reason)| Outcome::new(score, reason))
}

fn command() -> impl Strategy<Value = Command> {
    let at = any::<i64>().prop_map(Timestamp::from_millis);
    let mv = (square(), square(), prop::collection::vec(square(), 0..4))
        .prop_map(|(from, to, via)| MoveText::with_via(from, to, via));
    let rules = prop::sample::select(RuleSet::ALL.to_vec());
    prop_oneof![
        (rules, position(), at.clone()).prop_map(|(rules, start, at)| Command::Start {
            rules,
            start,
            at
        }),
        (input(), prop_oneof![0..12_u32, any::<u32>()], mv, at.clone())
            .prop_map(|(input, ply, mv, at)| Command::Play { input, ply, mv, at }),
        (input(), color(), at.clone()).prop_map(|(input, color, at)| Command::Resign {
            input,
            color,
            at
        }),
        (input(), color(), at.clone()).prop_map(|(input, by, at)| Command::AgreeDraw {
            input,
            by,
            at
        }),
        (input(), outcome(), at.clone()).prop_map(|(input, outcome, at)| Command::Rule {
            input,
            outcome,
            at
        }),
        (color(), at).prop_map(|(color, at)| Command::FlagFell { color, at }),
    ]
}

/// Replaces what chance says by something legal, so that games get on.
fn steer(game: &Game, command: Command, choice: prop::sample::Index) -> Command {
    let legal = game.position().legal_moves();
    if let Command::Play { input, ply, at, .. } = &command
        && ply % 2 == 1
        && !legal.is_empty()
    {
        let mv = MoveText::from(&legal[choice.index(legal.len())]);
        return Command::Play { input: input.clone(), ply: game.next_ply(), mv, at: *at };
    }
    command
}

proptest! {
    #[test]
    fn a_position_is_its_fen(position in position()) {
        prop_assert_eq!(fen::parse(&position.fen(), position.variant()), Ok(position));
    }

    #[test]
    fn a_reached_position_is_its_fen((variant, _, position) in playout()) {
        prop_assert_eq!(fen::parse(&position.fen(), variant), Ok(position));
        let letters = position.board().to_letters();
        prop_assert_eq!(Board::from_letters(&letters), Ok(*position.board()));
    }

    #[test]
    fn a_move_is_its_notation(position in position()) {
        for mv in &position.legal_moves() {
            prop_assert_eq!(position.parse_move(&position.notation(mv)), Ok(*mv));
            prop_assert_eq!(position.parse_hub_move(&position.hub_move(mv)), Ok(*mv));
            let claim = MoveText::from(mv);
            prop_assert_eq!(position.moves_matching(claim.from, claim.to, &claim.via), [*mv]);
        }
    }

    #[test]
    fn legal_moves_ascend_and_lead_to_positions(position in position()) {
        let moves = position.legal_moves();
        prop_assert!(moves.windows(2).all(|pair| pair[0] < pair[1]));
        for mv in &moves {
            let next = position.play(mv).expect("a legal move");
            let mut setup = Setup::new(*next.board(), next.turn());
            setup.king_runs = [next.king_run(Color::White), next.king_run(Color::Black)];
            prop_assert_eq!(Position::from_setup(position.variant(), setup), Ok(next));
            let us = position.turn();
            prop_assert_eq!(next.board().side(us).count(), position.board().side(us).count());
            prop_assert_eq!(
                next.board().side(us.other()),
                position.board().side(us.other()) - mv.captured()
            );
        }
    }

    #[test]
    fn the_order_of_sets_is_that_of_their_lists(
        one in prop::collection::vec(square(), 0..6),
        two in prop::collection::vec(square(), 0..6),
    ) {
        let (one, two): (Bitboard, Bitboard) = (one.into_iter().collect(), two.into_iter().collect());
        let lists: [Vec<Square>; 2] = [one.squares().collect(), two.squares().collect()];
        prop_assert_eq!(one.cmp(&two), lists[0].cmp(&lists[1]));
    }

    #[test]
    fn a_game_is_its_pdn((variant, moves, _) in playout(), score in outcome()) {
        let score = Some(score.score).filter(|score| *score != Score::Unplayed);
        let terminator = pdn::Terminator::Result;
        let start = Position::start(variant);
        let record = pdn::Record::of_moves(start, moves.iter().copied()).expect("legal moves");
        let text = pdn::write(&pdn::Export { tags: &[], record: &record, score, terminator });
        let read = pdn::read(text.as_bytes());
        prop_assert_eq!(read.len(), 1);
        prop_assert_eq!(read[0].moves().collect::<Vec<_>>(), moves);
        prop_assert_eq!(read[0].score, score);
        prop_assert_eq!(&read[0].warnings, &[]);
    }

    #[test]
    fn any_text_is_read(bytes in prop::collection::vec(any::<u8>(), 0..400), text in ".{0,200}") {
        let _games = pdn::read(&bytes);
        let _games = pdn::read(text.as_bytes());
        let _position = fen::parse(&text, Variant::Frisian).is_ok();
        let _move = Position::start(Variant::Frisian).parse_move(&text).is_ok();
    }

    #[test]
    fn any_record_is_read(text in "([\\[\\]{}()\"A-C 0-9x*./$%;\n-]|\\[A \"b\"\\]|32-28|19-23|/FEN \"W:W31:B1\"/){0,60}") {
        for game in pdn::read(text.as_bytes()) {
            prop_assert!(game.warnings.len() <= pdn::WARNINGS_MAX);
        }
    }

    #[test]
    fn legal_moves_are_played((variant, moves, position) in playout()) {
        let rules = if variant == Variant::Frisian { RuleSet::Frisian } else { RuleSet::International };
        let at = Timestamp::default();
        let mut game = Game::default();
        let start = Command::Start { rules, start: Position::start(variant), at };
        let mut commands = vec![start];
        commands.extend(moves.iter().zip(1..).map(|(mv, ply)| Command::Play {
            input: InputId::new(DeviceId::new("tablet").expect("a name"), u64::from(ply)),
            ply,
            mv: MoveText::from(mv),
            at,
        }));
        for command in &commands {
            let events = game.decide(command).expect("a legal move");
            events.iter().for_each(|event| game.apply(event));
        }
        prop_assert_eq!(game.position(), position);
        prop_assert_eq!(game.outcome().is_some(), !position.has_legal_move());
        for (index, ply) in game.plies().iter().enumerate() {
            let before = game.position_after(index).expect("a position before each ply");
            prop_assert_eq!(before.parse_move(&ply.notation), Ok(ply.mv));
        }
    }

    #[test]
    fn folding_the_events_is_the_game(
        commands in prop::collection::vec((command(), any::<prop::sample::Index>()), 0..60),
    ) {
        let mut game = Game::default();
        let mut log: Vec<Event> = Vec::new();
        let start = Position::start(Variant::International);
        let at = Timestamp::default();
        let first = Command::Start { rules: RuleSet::International, start, at };
        let commands = commands.into_iter().enumerate().map(|(index, (command, choice))| {
            (if index == 3 { first.clone() } else { command }, choice)
        });
        for (command, choice) in commands {
            let command = steer(&game, command, choice);
            let events = match (game.decide(&command), command.input()) {
                (Ok(events), _) => events,
                (Err(refusal), Some(input)) => {
                    prop_assert!(!refusal.to_string().is_empty());
                    prop_assert!(!refusal.public_text().is_empty());
                    vec![Event::InputRefused { input: input.clone(), refusal }]
                }
                (Err(_), None) => Vec::new(),
            };
            for event in &events {
                game.apply(event);
            }
            if let Some(input) = command.input() {
                prop_assert!(game.has_seen(input));
                prop_assert_eq!(game.decide(&command), Ok(Vec::new()));
            }
            log.extend(events);
        }
        prop_assert!(game.held().len() <= draughts::HELD_MAX);
        let mut plies: Vec<u32> = game.conflicts().iter().map(|conflict| conflict.ply).collect();
        plies.sort_unstable();
        plies.dedup();
        prop_assert_eq!(plies.len(), game.conflicts().len());
        let mut folded = Game::default();
        log.iter().for_each(|event| folded.apply(event));
        prop_assert_eq!(folded, game);
    }

    #[test]
    fn two_truthful_sources_in_any_order_make_one_game(
        (variant, moves, _) in playout(),
        order in prop::collection::vec(any::<prop::sample::Index>(), 240),
    ) {
        let rules = if variant == Variant::Frisian { RuleSet::Frisian } else { RuleSet::International };
        let at = Timestamp::default();
        let mut game = Game::default();
        let start = Command::Start { rules, start: Position::start(variant), at };
        game.decide(&start).expect("a start").iter().for_each(|event| game.apply(event));
        let told = |device: &str, ply: usize| Command::Play {
            input: InputId::new(DeviceId::new(device).expect("a name"), ply as u64),
            ply: u32::try_from(ply).expect("few plies") + 1,
            mv: MoveText::from(&moves[ply]),
            at,
        };
        // Each source may run a little ahead of the other.
        let mut at_ply = [0, 0];
        for choice in order {
            let mut source = choice.index(2);
            if at_ply[source] > at_ply[1 - source] + 6 || at_ply[source] == moves.len() {
                source = 1 - source;
            }
            if at_ply[source] == moves.len() {
                break;
            }
            let command = told(["tablet", "board"][source], at_ply[source]);
            at_ply[source] += 1;
            let events = game.decide(&command).expect("a truthful source is not refused");
            events.iter().for_each(|event| game.apply(event));
        }
        prop_assert_eq!(game.conflicts().len(), 0);
        prop_assert_eq!(game.plies().len(), *at_ply.iter().max().expect("two sources"));
    }
}
