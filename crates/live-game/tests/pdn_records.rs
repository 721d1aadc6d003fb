//! Games of all kinds are the same after they are written and read.

#![expect(clippy::disallowed_types, reason = "the macros of proptest share strategies")]

use draughts::pdn::{self, Clocks, Export, Record, Status, Tag, Terminator};
use draughts::{
    Bitboard, Board, Color, Judgement, MoveText, Outcome, Position, Reason, RuleSet, Score, Setup,
    Square, Standing, Timestamp, Variant, fen,
};
use live_game::{DeviceId, Game, GameCommand, GameEvent, InputId};
use proptest::prelude::*;
use proptest::sample::Index;

/// A step in a game.
#[derive(Clone, Debug)]
enum Step {
    Legal(Index),
    Irregular { from: Index, to: Index, via: Vec<Index>, taken: Option<Vec<Index>> },
    Set { gone: Vec<Index>, turn: bool },
    Clocks(Clocks),
    Comment(String),
}

fn step() -> impl Strategy<Value = Step> {
    let seconds = || prop::option::of((0..100_000_u64).prop_map(|seconds| seconds * 1000));
    let running = prop_oneof![Just(None), Just(Some(Color::White)), Just(Some(Color::Black))];
    let clocks = (seconds(), seconds(), running, seconds());
    prop_oneof![
        12 => any::<Index>().prop_map(Step::Legal),
        3 => (
            any::<Index>(),
            any::<Index>(),
            prop::collection::vec(any::<Index>(), 0..2),
            prop::option::of(prop::collection::vec(any::<Index>(), 0..3)),
        )
            .prop_map(|(from, to, via, taken)| Step::Irregular { from, to, via, taken }),
        1 => (prop::collection::vec(any::<Index>(), 0..12), any::<bool>())
            .prop_map(|(gone, turn)| Step::Set { gone, turn }),
        4 => clocks.prop_map(|(white_ms, black_ms, running, spent_ms)| {
            // A running clock without times cannot be written.
            let known = Clocks { white_ms, black_ms, running: None, spent_ms };
            let running = running.filter(|&color| known.left_ms(color).is_some());
            Step::Clocks(Clocks { running, ..known })
        }),
        1 => "[a-z0-9\\[\\]\"/{(-]([ a-z0-9\\[\\]\"/{(-]{0,20}[a-z])?".prop_map(Step::Comment),
    ]
}

fn set(position: &Position, board: Board, turn: Color) -> Option<Position> {
    Position::from_setup(position.variant(), Setup::new(board, turn)).ok()
}

fn squares(set: Bitboard) -> Vec<Square> {
    set.squares().collect()
}

fn add(record: &mut Record, step: &Step) {
    let position = record.end();
    let board = position.board();
    match step {
        Step::Legal(choice) => {
            let moves = position.legal_moves();
            if !moves.is_empty() {
                record.play(&moves[choice.index(moves.len())]).expect("a legal move");
            }
        }
        Step::Irregular { from, to, via, taken } => {
            let pieces = squares(board.occupied());
            if pieces.is_empty() {
                return;
            }
            let from = *from.get(&pieces);
            let empty = squares(!board.occupied());
            let via = via.iter().map(|index| *index.get(&empty)).collect();
            let taken = taken.as_ref().map(|taken| {
                let taken = taken.iter().map(|index| *index.get(&pieces));
                taken.filter(|&square| square != from).collect()
            });
            let claimed = MoveText { from, to: *to.get(&empty), via, taken };
            if let Judgement::Irregular(irregularity) = position.judge(&claimed)
                && let Some(Standing { mv, after }) = irregularity.standing
            {
                record.play_irregular(&mv, irregularity.breach, after);
            }
        }
        Step::Set { gone, turn } => {
            let mut board = *board;
            for index in gone {
                board.remove(*index.get(&Square::all().collect::<Vec<_>>()));
            }
            let turn = if *turn { position.turn() } else { position.turn().other() };
            if let Some(set) = set(&position, board, turn) {
                record.set_position(set);
            }
        }
        Step::Clocks(clocks) => record.set_clocks(*clocks),
        Step::Comment(text) => record.comment(text.clone()),
    }
}

fn record() -> impl Strategy<Value = Record> {
    let start = prop_oneof![
        Just("W:W31-50:B1-20"),
        Just("B:W31-50:B1-20"),
        Just("W:WK46,47:BK5,4"),
        Just("B:W28,K38,K39:BK2,K12,13,K14:H0:F1:+302+138"),
    ];
    let variant = prop_oneof![Just(Variant::International), Just(Variant::Frisian)];
    (variant, start, prop::collection::vec(step(), 0..60)).prop_map(|(variant, start, steps)| {
        let start = fen::parse(start, variant).expect("a FEN");
        let mut record = Record::new(start);
        for step in &steps {
            add(&mut record, step);
        }
        record
    })
}

fn input(sequence: u32) -> InputId {
    InputId { device: DeviceId::new("desk").expect("a name"), sequence: sequence.into() }
}

/// Returns the parts of a game that a record holds: without devices and moments.
fn essence(game: &Game) -> impl PartialEq + std::fmt::Debug + use<> {
    let positions: Vec<_> = (0..=game.plies().len()).map(|at| game.position_after(at)).collect();
    let plies: Vec<_> =
        game.plies().iter().map(|ply| (ply.mv, ply.breach, ply.notation.clone())).collect();
    (
        (game.rules(), game.start(), plies, positions),
        (game.position(), game.outcome(), game.on_paper_from(), game.counts(), game.draw_bonus()),
    )
}

/// Folds the contents of a record into a game.
fn game(record: &Record, rules: RuleSet, outcome: Option<Outcome>) -> Game {
    let (start, at) = (record.start(), Timestamp::default());
    let mut game = Game::default();
    game.apply(&GameEvent::Started { rules, start, at });
    for (played, ply) in record.plies().iter().zip(1_u32..) {
        set_position(&mut game, played.before, 2 * ply);
        let (mv, after, input) = (played.mv, played.after, input(2 * ply + 1));
        game.apply(&match played.breach {
            None => GameEvent::MovePlayed { ply, mv, input, at },
            Some(breach) => {
                GameEvent::IrregularityStands { ply, mv, breach, after, input, ruling: None, at }
            }
        });
    }
    set_position(&mut game, record.end(), 0);
    if let Some(outcome) = outcome {
        game.apply(&GameEvent::Finished { outcome, input: None, by_hand: None, at });
    }
    game
}

fn set_position(game: &mut Game, position: Position, sequence: u32) {
    if position != game.position() {
        let (input, at) = (input(sequence), Timestamp::default());
        game.apply(&GameEvent::PositionSet { position, input, at });
    }
}

#[test]
fn art10_a_missed_capture_that_was_answered_is_in_the_pdn() {
    let at = Timestamp::default();
    let mut game = Game::default();
    let mut tell = |command: &GameCommand| {
        for event in game.decide(command).expect("a possible command") {
            game.apply(&event);
        }
    };
    tell(&GameCommand::start(RuleSet::Frisian, at));
    for (ply, text) in (1_u32..).zip(["32-28", "19-23", "31-27", "23x21"]) {
        let mv: MoveText = text.parse().expect("a move");
        tell(&GameCommand::Play { input: input(ply), ply, mv, at });
    }
    let position = fen::parse("W:WK46:BK5,7", Variant::Frisian).expect("a FEN");
    tell(&GameCommand::SetPosition { input: input(5), position, at });
    let record = Record::try_from(&game).expect("legal moves");
    let terminator = Terminator::Asterisk;
    let text = pdn::write(&Export { tags: &[], record: &record, score: None, terminator });
    let after = game.position_after(3).expect("a position");
    let expected = format!(
        "1. 32-28 19-23 {{irregular 27c 31-27 capture-obligatory}}\n/FEN \"{after}\"/\n\
         2... 23x21 /FEN \"W:WK46:BK5,7\"/ *\n\n"
    );
    assert_eq!(text.split_once("\n\n").map(|(_, moves)| moves), Some(expected.as_str()));
}

fn score() -> impl Strategy<Value = Option<Score>> {
    prop::sample::select(vec![
        None,
        Some(Score::WhiteWins),
        Some(Score::Draw),
        Some(Score::BlackWins),
        Some(Score::BothLose),
    ])
}

proptest! {
    #[test]
    fn a_record_is_its_pdn(record in record(), score in score(), asterisk in any::<bool>()) {
        let terminator = if asterisk { Terminator::Asterisk } else { Terminator::Result };
        let tags = [Tag::new("White", "A").expect("a name")];
        let text = pdn::write(&Export { tags: &tags, record: &record, score, terminator });
        let read = pdn::read(text.as_bytes());
        prop_assert_eq!(read.len(), 1, "{}", text);
        let read = &read[0];
        let status = if record.plies().is_empty() { Status::HeaderOnly } else { Status::Ok };
        prop_assert_eq!(&read.status, &status, "{}", text);
        prop_assert_eq!(&read.warnings, &[], "{}", text);
        prop_assert_eq!(read.score, score, "{}", text);
        let again = Record::try_from(read).expect("legal moves");
        prop_assert_eq!(again.start(), record.start(), "{}", text);
        prop_assert_eq!(again.plies(), record.plies(), "{}", text);
        prop_assert_eq!(again.end(), record.end(), "{}", text);
        let tags = &read.tags;
        let written = pdn::write(&Export { tags, record: &again, score, terminator });
        prop_assert_eq!(written, text);
    }

    #[test]
    fn a_game_with_rulings_is_read_as_the_same_game(
        record in record(),
        rules in prop::sample::select(RuleSet::ALL.to_vec()),
        score in score(),
        reason in prop::sample::select(Reason::ALL.to_vec()),
    ) {
        let rules = match record.start().variant() {
            Variant::International => rules,
            Variant::Frisian => RuleSet::Frisian,
        };
        prop_assume!(rules.variant() == record.start().variant());
        let outcome = score.map(|score| Outcome::new(score, reason));
        let game = game(&record, rules, outcome);
        let told = Record::try_from(&game).expect("legal moves");
        let text = pdn::write(&Export {
            tags: &[Tag::rules(rules), Tag::termination(reason)],
            record: &told,
            score,
            terminator: Terminator::Asterisk,
        });
        let read = pdn::read(text.as_bytes());
        let desk = DeviceId::new("reader").expect("a name");
        let again = Game::from_pdn(&read[0], &desk, Timestamp::from_millis(5)).expect("one variant");
        prop_assert_eq!(essence(&again), essence(&game), "{}", text);
    }

    #[test]
    fn a_game_that_was_played_is_its_record(
        choices in prop::collection::vec(any::<Index>(), 0..100),
    ) {
        let at = Timestamp::default();
        let start = Position::start(Variant::Frisian);
        let mut game = Game::default();
        let mut commands = vec![GameCommand::start(RuleSet::Frisian, at)];
        let mut position = start;
        let mut moves = Vec::new();
        for (choice, ply) in choices.iter().zip(1_u32..) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[choice.index(legal.len())];
            let input = input(ply);
            commands.push(GameCommand::Play { input, ply, mv: MoveText::from(&mv), at });
            position = position.play(&mv).expect("a legal move");
            moves.push(mv);
        }
        for command in &commands {
            for event in game.decide(command).unwrap_or_default() {
                game.apply(&event);
            }
        }
        // A draw by rule may end the game before the last of the moves.
        moves.truncate(game.plies().len());
        let record = Record::try_from(&game).expect("legal moves");
        prop_assert_eq!(&record, &Record::of_moves(start, moves).expect("legal moves"));
        let notations = game.plies().iter().map(|ply| ply.notation.as_str());
        prop_assert!(record.plies().iter().map(|ply| ply.text.as_str()).eq(notations));
        prop_assert_eq!(record.end(), game.position());
    }
}
