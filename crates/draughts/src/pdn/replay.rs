//! Plays the moves of a record. A capture that fits several moves is tried in every way that the
//! later moves allow, within a limit.

use super::{Clocks, PdnPly, Warning, irregular};
use crate::{Breach, Color, Move, MoveText, ParseMoveError, Position, Setup};

/// How many moves may be looked for besides those of one line.
const EXTRA_STEPS_MAX: usize = 20_000;

/// Something that a record tells between its tags and its end.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Move(String),
    BareCapture,
    /// A move against the rules that stands, and the position that it made.
    Irregular {
        mv: Move,
        breach: Breach,
        after: Position,
    },
    Setup(Position),
    /// The same position with this side to move.
    Turn(Color),
}

/// The longest line of legal moves.
pub(super) struct Replay {
    pub(super) plies: Vec<PdnPly>,
    pub(super) final_position: Position,
    pub(super) warnings: Vec<Warning>,
    /// The move that ended it: which it is, its text and why.
    pub(super) failure: Option<(u32, String, ParseMoveError)>,
}

struct Choice {
    item: usize,
    before: Position,
    moves: Vec<Move>,
    /// Which of the moves is being tried.
    chosen: usize,
    /// What an irregular move breaks and makes.
    irregular: Option<(Breach, Position)>,
}

impl Choice {
    fn ply(&self, text: String) -> PdnPly {
        let (mv, before) = (self.moves[self.chosen], self.before);
        let after = self.irregular.map_or_else(|| before.play_unchecked(&mv), |(_, after)| after);
        let breach = self.irregular.map(|(breach, _)| breach);
        PdnPly { mv, before, after, breach, clocks: Clocks::default(), text }
    }
}

pub(super) fn replay(start: Position, items: &[Item]) -> Replay {
    let mut choices: Vec<Choice> = Vec::new();
    let mut best: Option<Replay> = None;
    let mut steps = 0;
    let (mut position, mut item) = (start, 0);
    loop {
        let Some(next) = items.get(item) else {
            return summary(items, &choices, position, None);
        };
        steps += 1;
        let found = match next {
            Item::Setup(setup) => {
                position = *setup;
                item += 1;
                continue;
            }
            Item::Turn(color) => {
                position = with_turn(&position, *color);
                item += 1;
                continue;
            }
            Item::Irregular { mv, breach, after } => {
                let irregular = Some((*breach, *after));
                let before = position;
                choices.push(Choice { item, before, moves: vec![*mv], chosen: 0, irregular });
                position = *after;
                item += 1;
                continue;
            }
            Item::Move(text) => candidates(&position, text),
            Item::BareCapture => {
                position.parse_move("x").and_then(|mv| playable(&position, vec![mv]))
            }
        };
        match found {
            Ok(moves) => {
                let first = moves[0];
                choices.push(Choice { item, before: position, moves, chosen: 0, irregular: None });
                position = position.play_unchecked(&first);
                item += 1;
            }
            Err(error) => {
                if best.as_ref().is_none_or(|best| best.plies.len() < choices.len()) {
                    best = Some(summary(items, &choices, position, Some((next, error))));
                }
                let Some((again, at)) =
                    retry(&mut choices).filter(|_| steps < items.len() + EXTRA_STEPS_MAX)
                else {
                    return best.unwrap_or_else(|| summary(items, &[], start, None));
                };
                (position, item) = (again, at);
            }
        }
    }
}

/// Goes back to the last move that can be chosen otherwise.
fn retry(choices: &mut Vec<Choice>) -> Option<(Position, usize)> {
    loop {
        let last = choices.last_mut()?;
        if let Some(mv) = last.moves.get(last.chosen + 1) {
            last.chosen += 1;
            return Some((last.before.play_unchecked(mv), last.item + 1));
        }
        choices.pop();
    }
}

fn candidates(position: &Position, text: &str) -> Result<Vec<Move>, ParseMoveError> {
    let claimed: MoveText = text.parse()?;
    let moves = position.moves_matching(claimed.from, claimed.to, &claimed.via);
    if moves.is_empty() {
        return Err(ParseMoveError::Illegal(position.explain_illegal(&claimed)));
    }
    playable(position, moves)
}

/// Takes out the legal moves that lead to positions whose captures are too many to search.
fn playable(position: &Position, mut moves: Vec<Move>) -> Result<Vec<Move>, ParseMoveError> {
    let mut refused = None;
    moves.retain(|mv| match position.play_legal(mv) {
        Ok(_) => true,
        Err(error) => {
            refused = Some(error);
            false
        }
    });
    match refused {
        Some(error) if moves.is_empty() => Err(error.into()),
        _ => Ok(moves),
    }
}

fn with_turn(position: &Position, turn: Color) -> Position {
    let setup = Setup::new(*position.board(), turn);
    Position::from_setup(position.variant(), setup).unwrap_or(*position)
}

fn summary(
    items: &[Item],
    choices: &[Choice],
    final_position: Position,
    failure: Option<(&Item, ParseMoveError)>,
) -> Replay {
    let text_of = |item: &Item| match item {
        Item::Move(text) => text.clone(),
        Item::BareCapture => "x".to_owned(),
        Item::Irregular { mv, .. } => irregular::text(mv),
        Item::Setup(_) | Item::Turn(_) => String::new(),
    };
    let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
    let mut plies = Vec::with_capacity(choices.len());
    let mut warnings = Vec::new();
    for (index, choice) in choices.iter().enumerate() {
        let ply = choice.ply(text_of(&items[choice.item]));
        let (index, text) = (number(index), &ply.text);
        if ply.breach.is_none() && text.contains('x') != ply.mv.is_capture() {
            warnings.push(Warning::WrongSeparator { ply: index, text: text.clone() });
        }
        if choice.moves.len() > 1 {
            warnings.push(Warning::AmbiguousMove { ply: index, text: text.clone() });
        }
        plies.push(ply);
    }
    let failure = failure.map(|(item, error)| (number(choices.len()), text_of(item), error));
    Replay { plies, final_position, warnings, failure }
}
