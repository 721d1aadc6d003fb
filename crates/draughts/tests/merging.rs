//! Several sources that tell one game end in that game, in whatever order they are heard.

#[path = "common/games.rs"]
mod games;

use draughts::{Command, Event, Game, Judgement, Move, MoveText, Square};
use games::{at, essence, game, input, play, started, tell};
use proptest::prelude::*;
use proptest::sample::Index;

/// A source tells a ply shortly or with what it captures, as a player does, or with the pieces that
/// were taken off, as a board does.
fn as_told(before: &draughts::Position, mv: &Move, is_board: bool) -> MoveText {
    let short = MoveText::new(mv.from(), mv.to());
    if is_board {
        MoveText { taken: Some(mv.captured()), ..short }
    } else if before.judge(&short) == Judgement::Legal(*mv) {
        short
    } else {
        MoveText::from(mv)
    }
}

/// What becomes of the two inputs for one ply.
#[derive(Clone, Copy, Debug)]
enum Fate {
    BothCome,
    TabletIsLost,
    BoardIsLost,
    /// The tablet sends its input again, under the same number.
    TabletRepeats,
    /// The board tells the ply again, under another number.
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

/// The inputs of two truthful sources, in the order of the plies.
fn truthful(truth: &Game, fates: &[Fate]) -> Vec<Command> {
    let mut commands = Vec::new();
    for ((index, played), fate) in truth.plies().iter().enumerate().zip(fates) {
        let before = truth.position_after(index).expect("a position before each ply");
        let ply = u32::try_from(index).expect("few plies") + 1;
        let tablet = play("tablet", u64::from(ply), ply, as_told(&before, &played.mv, false));
        let board = play("board", u64::from(ply), ply, as_told(&before, &played.mv, true));
        let again = play("board", 100 + u64::from(ply), ply, as_told(&before, &played.mv, true));
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

/// Puts the elements in the order that chance says; each may go anywhere.
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

/// Two lists in one, each in its own order.
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

/// The moves that a source could tell in place of this one: legal ones and irregular ones.
fn others(before: &draughts::Position, mv: &Move) -> [Vec<MoveText>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    for from in Square::all() {
        for to in Square::all().filter(|&to| (from, to) != (mv.from(), mv.to())) {
            let told = MoveText::new(from, to);
            match before.judge(&told) {
                Judgement::Legal(_) => found[0].push(told),
                Judgement::Irregular(_) => found[1].push(told),
                Judgement::Ambiguous(_) | Judgement::Impossible(_) => {}
            }
        }
    }
    found
}

/// What two sources tell that agree in all but one ply, which the second tells differently.
#[derive(Clone, Debug)]
struct Difference {
    truth: Game,
    ply: u32,
    sources: [Vec<Command>; 2],
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
            let told = |device: &str, different: bool| {
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
            Difference { truth, ply, sources: [told("tablet", false), told("board", true)] }
        },
    )
}

/// Tells a game all of it and returns the alarms.
fn alarms(game: &mut Game, commands: &[Command]) -> Vec<u32> {
    let mut alarms = Vec::new();
    for command in commands {
        for event in tell(game, command) {
            if let Event::ConflictRaised { ply, .. } = event {
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
        let commands = shuffled(truthful(&truth, &fates), &order);
        prop_assert_eq!(alarms(&mut merged, &commands), []);
        prop_assert_eq!(essence(&merged), essence(&truth));
        prop_assert_eq!((merged.held(), merged.noted()), ([].as_slice(), None));
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
        let ruling = Command::Correct { input: input("desk", 1), ply, mv, at: at(1_000_000) };
        let events = tell(&mut merged, &ruling);
        let is_settled = events.iter().any(|event| matches!(event, Event::ConflictResolved { .. }));
        prop_assert!(is_settled, "{events:?}");
        prop_assert_eq!(essence(&merged), essence(&truth));
        prop_assert_eq!((merged.conflicts().len(), merged.noted()), (0, None));
        prop_assert_eq!(merged.held(), []);
    }
}
