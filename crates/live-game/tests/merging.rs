//! Several sources that claim the moves of one game lead to that game, in any order of arrival.

#[path = "common/games.rs"]
mod games;

use draughts::{Bitboard, Judgement, Move, MoveText, Position, Square, Standing};
use games::{at, essence, execute, game, input, play, rules, started};
use live_game::{Game, GameCommand, GameEvent};
use proptest::prelude::*;
use proptest::sample::Index;

/// Returns the claim of a ply: short or with captured squares, like a player's, or with the
/// captured pieces, like a board's.
fn as_told(before: &Position, mv: &Move, is_board: bool) -> MoveText {
    let short = MoveText::new(mv.from(), mv.to());
    if is_board {
        MoveText { taken: Some(mv.captured()), ..short }
    } else if before.judge(&short) == Judgement::Legal(*mv) {
        short
    } else {
        MoveText::from(mv)
    }
}

/// The fate of the two inputs for one ply.
#[derive(Clone, Copy, Debug)]
enum Fate {
    BothCome,
    TabletIsLost,
    BoardIsLost,
    /// The tablet repeats its input, under the same number.
    TabletRepeats,
    /// The board claims the ply again, under another number.
    BoardTellsAgain,
}

fn fate() -> impl Strategy<Value = Fate> {
    prop::sample::select(vec![
        Fate::BothCome,
        Fate::TabletIsLost,
        Fate::BoardIsLost,
        Fate::TabletRepeats,
        Fate::BoardTellsAgain,
    ])
}

/// Returns the claims of a tablet and a board for each ply of a game by the rules.
fn claims(truth: &Game) -> Vec<[MoveText; 2]> {
    let plies = truth.plies().iter().enumerate();
    plies
        .map(|(index, played)| {
            let before = truth.position_after(index).expect("a position before each ply");
            [false, true].map(|is_board| as_told(&before, &played.mv, is_board))
        })
        .collect()
}

/// Returns the inputs of two truthful sources, in the order of the plies.
fn truthful(claims: &[[MoveText; 2]], fates: &[Fate]) -> Vec<GameCommand> {
    let mut commands = Vec::new();
    for (([tablet, board], fate), ply) in claims.iter().zip(fates).zip(1..) {
        let tablet = play("tablet", u64::from(ply), ply, tablet.clone());
        let again = play("board", 100 + u64::from(ply), ply, board.clone());
        let board = play("board", u64::from(ply), ply, board.clone());
        commands.extend(match fate {
            Fate::BothCome => vec![tablet, board],
            Fate::TabletIsLost => vec![board],
            Fate::BoardIsLost => vec![tablet],
            Fate::TabletRepeats => vec![tablet.clone(), board, tablet],
            Fate::BoardTellsAgain => vec![board, again],
        });
    }
    commands
}

/// Shuffles the elements in a random order.
fn shuffled<T>(mut elements: Vec<T>, order: &[Index]) -> Vec<T> {
    let mut shuffled = Vec::new();
    for choice in order.iter().cycle() {
        if elements.is_empty() {
            break;
        }
        shuffled.push(elements.swap_remove(choice.index(elements.len())));
    }
    shuffled
}

/// Merges two lists in a random way, keeping the order of each.
fn interleaved<T>(one: Vec<T>, two: Vec<T>, order: &[Index]) -> Vec<T> {
    let (mut one, mut two) = (one.into_iter().peekable(), two.into_iter().peekable());
    let mut both = Vec::new();
    for choice in order.iter().cycle() {
        let takes_one = choice.index(2) == 0;
        match if takes_one {
            one.next().or_else(|| two.next())
        } else {
            two.next().or_else(|| one.next())
        } {
            Some(element) => both.push(element),
            None => break,
        }
    }
    both
}

/// A game with some irregular moves, and the claims of a tablet and a board for each ply.
#[derive(Clone, Debug)]
struct IrregularGame {
    truth: Game,
    claims: Vec<[MoveText; 2]>,
}

/// Generates random games in which a side overlooks captures, removes wrong pieces, and puts pieces
/// anywhere; every irregular move but the last is answered.
fn irregular_game(plies: usize) -> impl Strategy<Value = IrregularGame> {
    let choices = prop::collection::vec(any::<[Index; 4]>(), 1..=plies);
    (rules(), choices).prop_map(|(rules, choices)| {
        let mut game = IrregularGame { truth: started(rules), claims: Vec::new() };
        for choice in choices {
            game.go_on(&choice);
        }
        game
    })
}

impl IrregularGame {
    /// Plays a move, if there is one; a third of the moves are irregular if one is found at random.
    fn go_on(&mut self, choice: &[Index; 4]) {
        let [is_irregular, which, kind, legal] = choice;
        let noted = self.truth.noted();
        let before = match noted {
            Some(noted) => {
                noted.irregularity.standing.expect("the captured pieces are known").after
            }
            None => self.truth.position(),
        };
        let ply = self.truth.next_ply() + u32::from(noted.is_some());
        // The correction of the waiting move would not be an answer to it.
        let replaced = noted.map(|_| self.truth.position());
        let wrong =
            if is_irregular.index(3) == 0 { irregular(&before, *which, *kind) } else { None };
        let moves = before.legal_moves();
        let right = moves.get(legal.index(moves.len().max(1)));
        let right = right.map(|mv| [false, true].map(|is_board| as_told(&before, mv, is_board)));
        let wrong = wrong.map(|exact| [shortly(&before, replaced.as_ref(), &exact), exact]);
        for claims in wrong.into_iter().chain(right) {
            let mut next = self.truth.clone();
            let events = execute(&mut next, &play("truth", u64::from(ply), ply, claims[1].clone()));
            let is_taken = |event: &GameEvent| {
                matches!(event, GameEvent::MovePlayed { ply: at_ply, .. }
                    | GameEvent::IrregularityNoted { ply: at_ply, .. } if *at_ply == ply)
            };
            if events.iter().any(is_taken) {
                self.truth = next;
                self.claims.push(claims);
                return;
            }
        }
    }
}

/// Returns a random irregular move with its captured pieces, if one is found.
fn irregular(before: &Position, which: Index, kind: Index) -> Option<MoveText> {
    let own: Vec<Square> = before.board().side(before.turn()).squares().collect();
    let all: Vec<Square> = Square::all().collect();
    let legal = before.legal_moves();
    let other = before.board().side(before.turn().other());
    let claimed = match kind.index(4) {
        // A step forward although a capture is obligatory, or any other move.
        0 | 1 => {
            let from = *own.get(which.index(own.len().max(1)))?;
            let forward = all.iter().filter(|to| {
                to.row().abs_diff(from.row()) == 1 && to.column().abs_diff(from.column()) == 1
            });
            let forward: Vec<&Square> = forward.collect();
            MoveText::new(from, *forward[kind.index(forward.len())])
        }
        // One captured piece too many, or one forgotten.
        2 => {
            let mv = legal.get(which.index(legal.len().max(1)))?;
            let victims: Vec<Square> = other.squares().collect();
            let one: Bitboard =
                victims.get(kind.index(victims.len().max(1))).copied().into_iter().collect();
            let taken = (mv.captured() | one) - (mv.captured() & one);
            MoveText { taken: Some(taken), ..MoveText::new(mv.from(), mv.to()) }
        }
        // Any piece to any square.
        _ => MoveText::new(all[which.index(50)], all[kind.index(50)]),
    };
    match before.judge(&claimed) {
        Judgement::Irregular(irregular) => {
            let Standing { mv, .. } = irregular.standing?;
            Some(MoveText { taken: Some(mv.captured()), ..MoveText::new(mv.from(), mv.to()) })
        }
        Judgement::Legal(_) | Judgement::Ambiguous(_) | Judgement::Impossible(_) => None,
    }
}

/// Returns the irregular move as a tablet claims it: with captured pieces only if they are not
/// known otherwise.
fn shortly(before: &Position, replaced: Option<&Position>, exact: &MoveText) -> MoveText {
    let short = MoveText::new(exact.from, exact.to);
    let stands = |claim: &MoveText| match before.judge(claim) {
        Judgement::Irregular(irregular) => Some((irregular.breach, irregular.standing)),
        Judgement::Legal(_) | Judgement::Ambiguous(_) | Judgement::Impossible(_) => None,
    };
    let is_regular_there = |before: &Position| matches!(before.judge(&short), Judgement::Legal(_));
    if stands(&short) == stands(exact) && !replaced.is_some_and(is_regular_there) {
        short
    } else {
        exact.clone()
    }
}

/// Returns the irregular plies with the rules that they break, and the waiting one with its
/// position.
fn breaches(game: &Game) -> impl PartialEq + core::fmt::Debug + use<> {
    let standing: Vec<_> = game.plies().iter().map(|ply| ply.breach).collect();
    let noted = game.noted().map(|noted| (noted.ply, noted.irregularity.standing));
    (standing, noted)
}

/// Returns the moves that a source could claim in place of this one: legal ones and irregular ones.
fn others(before: &Position, mv: &Move) -> [Vec<MoveText>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    for from in Square::all() {
        for to in Square::all().filter(|&to| (from, to) != (mv.from(), mv.to())) {
            let claim = MoveText::new(from, to);
            match before.judge(&claim) {
                Judgement::Legal(_) => found[0].push(claim),
                Judgement::Irregular(_) => found[1].push(claim),
                Judgement::Ambiguous(_) | Judgement::Impossible(_) => {}
            }
        }
    }
    found
}

/// The claims of two sources that agree in all plies but one.
#[derive(Clone, Debug)]
struct Difference {
    truth: Game,
    ply: u32,
    sources: [Vec<GameCommand>; 2],
}

fn difference() -> impl Strategy<Value = Difference> {
    (game(30), any::<Index>(), any::<Index>(), any::<bool>()).prop_map(
        |((truth, moves), at_ply, which, is_legal)| {
            let index = at_ply.index(moves.len());
            let ply = u32::try_from(index).expect("few plies") + 1;
            let before = truth.position_after(index).expect("a position before each ply");
            let [legal, irregular] = others(&before, &moves[index]);
            let others = if is_legal && !legal.is_empty() { legal } else { irregular };
            let other = &others[which.index(others.len())];
            let claim = |device: &str, different: bool| {
                moves
                    .iter()
                    .zip(1..)
                    .map(|(mv, at_ply)| {
                        let is_it = different && at_ply == ply;
                        let mv = if is_it { other.clone() } else { MoveText::from(mv) };
                        play(device, u64::from(at_ply), at_ply, mv)
                    })
                    .collect()
            };
            Difference { truth, ply, sources: [claim("tablet", false), claim("board", true)] }
        },
    )
}

/// Sends all commands to a game and returns the alarms.
fn alarms(game: &mut Game, commands: &[GameCommand]) -> Vec<u32> {
    let mut alarms = Vec::new();
    for command in commands {
        for event in execute(game, command) {
            if let GameEvent::ConflictRaised { ply, .. } = event {
                alarms.push(ply);
            }
        }
    }
    alarms
}

proptest! {
    #[test]
    fn truthful_sources_in_any_order_with_repeats_and_losses_make_one_game(
        (truth, _) in game(40),
        fates in prop::collection::vec(fate(), 40),
        order in prop::collection::vec(any::<Index>(), 120),
    ) {
        let mut merged = started(truth.rules().expect("it has begun"));
        let commands = shuffled(truthful(&claims(&truth), &fates), &order);
        prop_assert_eq!(alarms(&mut merged, &commands), []);
        prop_assert_eq!(essence(&merged), essence(&truth));
        prop_assert_eq!((merged.held(), merged.noted()), ([].as_slice(), None));
    }

    #[test]
    fn irregular_moves_that_are_answered_are_no_difference(
        irregular in irregular_game(30),
        fates in prop::collection::vec(fate(), 30),
        order in prop::collection::vec(any::<Index>(), 90),
    ) {
        let IrregularGame { truth, claims } = irregular;
        let mut merged = started(truth.rules().expect("it has begun"));
        let commands = shuffled(truthful(&claims, &fates), &order);
        prop_assert_eq!(alarms(&mut merged, &commands), []);
        prop_assert_eq!(essence(&merged), essence(&truth));
        prop_assert_eq!(breaches(&merged), breaches(&truth));
        prop_assert_eq!(merged.held(), []);
    }

    #[test]
    fn one_difference_in_any_order_raises_one_alarm(
        difference in difference(),
        order in prop::collection::vec(any::<Index>(), 60),
    ) {
        let mut merged = started(difference.truth.rules().expect("it has begun"));
        let commands = shuffled(difference.sources.concat(), &order);
        prop_assert_eq!(alarms(&mut merged, &commands), [difference.ply]);
    }

    #[test]
    fn a_corrected_difference_leaves_the_game_as_it_was(
        difference in difference(),
        order in prop::collection::vec(any::<Index>(), 60),
    ) {
        let Difference { truth, ply, sources: [tablet, board] } = difference;
        let mut merged = started(truth.rules().expect("it has begun"));
        prop_assert_eq!(alarms(&mut merged, &interleaved(tablet, board, &order)), [ply]);
        let mv = MoveText::from(&truth.plies()[ply as usize - 1].mv);
        let ruling = GameCommand::Correct { input: input("desk", 1), ply, mv, at: at(1_000_000) };
        let events = execute(&mut merged, &ruling);
        let is_settled = events.iter().any(|event| matches!(event, GameEvent::ConflictResolved { .. }));
        prop_assert!(is_settled, "{events:?}");
        prop_assert_eq!(essence(&merged), essence(&truth));
        prop_assert_eq!((merged.conflicts().len(), merged.noted()), (0, None));
        prop_assert_eq!(merged.held(), []);
    }
}
