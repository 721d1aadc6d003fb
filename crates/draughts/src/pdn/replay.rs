//! Plays the moves of a record. A capture that fits several moves is tried in every way that later
//! moves allow, within the budget of the text.

use std::collections::BTreeSet;

use super::budget::{Beyond, Budget};
use super::{Clocks, PdnPly, Warning, irregular};
use crate::{Breach, Color, Move, MoveText, ParseMoveError, PlayError, Position, Setup};

/// An item of a record between its tags and its end.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Move(String),
    BareCapture,
    /// An irregular move that stands, and the position after it.
    Irregular {
        mv: Move,
        breach: Breach,
        after: Position,
        /// The comment that describes it.
        comment: String,
    },
    Setup(Position),
    /// The same position with this side to move.
    Turn(Color),
    /// A position that the budget of the text does not cover.
    TooMuch(String),
}

impl Item {
    /// Returns true if it counts as a move.
    pub(super) const fn is_ply(&self) -> bool {
        matches!(self, Self::Move(_) | Self::BareCapture | Self::Irregular { .. })
    }

    fn text(&self) -> String {
        match self {
            Self::Move(text) | Self::TooMuch(text) => text.clone(),
            Self::BareCapture => "x".to_owned(),
            Self::Irregular { mv, .. } => irregular::text(mv),
            Self::Setup(_) | Self::Turn(_) => String::new(),
        }
    }
}

/// The longest line of legal moves.
pub(super) struct Replay {
    pub(super) plies: Vec<PdnPly>,
    pub(super) final_position: Position,
    pub(super) warnings: Vec<Warning>,
    /// The items whose irregular moves the rules do not confirm, ascending.
    pub(super) untrue: Vec<usize>,
    pub(super) failure: Option<Failure>,
}

/// The move at which a line ended early.
pub(super) struct Failure {
    /// The number of the move, from 1.
    pub(super) ply: u32,
    pub(super) text: String,
    pub(super) stop: Stop,
}

/// The reason for which a line does not go on.
pub(super) enum Stop {
    Illegal(ParseMoveError),
    /// The budget of the text is used up.
    GaveUp,
}

impl From<ParseMoveError> for Stop {
    fn from(error: ParseMoveError) -> Self {
        Self::Illegal(error)
    }
}

struct Choice {
    item: usize,
    before: Position,
    moves: Vec<Move>,
    /// The index of the move that is being tried.
    chosen: usize,
    after: Position,
    /// The rule that an irregular move breaks.
    breach: Option<Breach>,
}

impl Choice {
    /// Chooses the first of the moves from `chosen` on that can be played.
    fn of_legal(
        (item, before): (usize, Position),
        moves: Vec<Move>,
        mut chosen: usize,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let mut refused = ParseMoveError::NoCapture;
        while let Some(mv) = moves.get(chosen) {
            let after = before.play_unchecked(mv);
            match budget.admit(&after) {
                Ok(()) => return Ok(Self { item, before, moves, chosen, after, breach: None }),
                Err(Beyond::Text) => return Err(Stop::GaveUp),
                Err(Beyond::Position(color)) => {
                    refused = PlayError::TooComplex { mv: *mv, color }.into();
                }
            }
            chosen += 1;
        }
        Err(Stop::Illegal(refused))
    }

    fn ply(&self, text: String) -> PdnPly {
        let Self { before, after, breach, .. } = *self;
        let mv = self.moves[self.chosen];
        let (nags, clocks) = (Vec::new(), Clocks::default());
        PdnPly { mv, before, after, breach, nags, clocks, text }
    }
}

/// Plays the items in order. The budget covers the first position and all that are set up.
pub(super) fn replay(start: Position, items: &[Item], budget: &mut Budget) -> Replay {
    let mut choices: Vec<Choice> = Vec::new();
    let mut best: Option<Replay> = None;
    // A position seen before with the same remaining items leads to the same result.
    let mut seen: BTreeSet<(usize, Position)> = BTreeSet::new();
    let (mut position, mut item, mut furthest) = (start, 0, 0);
    let mut is_branching = false;
    loop {
        let Some(next) = items.get(item) else {
            return summary(items, &choices, (position, item), None);
        };
        let is_again = item < furthest;
        furthest = furthest.max(item);
        let found = if is_again && !budget.step() {
            Err(Stop::GaveUp)
        } else {
            match next {
                Item::Setup(setup) => Ok((*setup, None)),
                Item::Turn(color) => Ok((with_turn(&position, *color), None)),
                Item::TooMuch(_) => Err(Stop::GaveUp),
                Item::Irregular { mv, breach, after, .. } => {
                    Ok((*after, irregular_choice((item, position), (*mv, *breach), *after)))
                }
                Item::Move(_) | Item::BareCapture => {
                    if is_branching && !seen.insert((item, position)) {
                        match retry(&mut choices, budget) {
                            Ok((again, at)) => (position, item) = (again, at),
                            Err(stop) => return given_up(best, stop, start),
                        }
                        continue;
                    }
                    candidates(&position, next)
                        .and_then(|moves| Choice::of_legal((item, position), moves, 0, budget))
                        .map(|choice| (choice.after, Some(choice)))
                }
            }
        };
        match found {
            Ok((after, choice)) => {
                is_branching |= choice.as_ref().is_some_and(|choice| choice.moves.len() > 1);
                choices.extend(choice);
                position = after;
                item += 1;
            }
            Err(stop) => {
                let is_over = matches!(stop, Stop::GaveUp);
                if best.as_ref().is_none_or(|best| best.plies.len() < choices.len()) {
                    best = Some(summary(items, &choices, (position, item), Some((next, stop))));
                }
                if is_over {
                    return given_up(best, Some(Stop::GaveUp), start);
                }
                match retry(&mut choices, budget) {
                    Ok((again, at)) => (position, item) = (again, at),
                    Err(stop) => return given_up(best, stop, start),
                }
            }
        }
    }
}

/// Returns the longest line, with the reason that stopped the search if there is one.
fn given_up(best: Option<Replay>, stop: Option<Stop>, start: Position) -> Replay {
    let mut best = best.unwrap_or_else(|| summary(&[], &[], (start, 0), None));
    if let (Some(stop), Some(failure)) = (stop, &mut best.failure) {
        failure.stop = stop;
    }
    best
}

/// Goes back to the last move with an alternative; errors if there is none.
fn retry(
    choices: &mut Vec<Choice>,
    budget: &mut Budget,
) -> Result<(Position, usize), Option<Stop>> {
    loop {
        let Choice { item, before, moves, chosen, .. } = choices.pop().ok_or(None)?;
        match Choice::of_legal((item, before), moves, chosen + 1, budget) {
            Ok(choice) => {
                let again = (choice.after, item + 1);
                choices.push(choice);
                return Ok(again);
            }
            Err(Stop::GaveUp) => return Err(Some(Stop::GaveUp)),
            Err(Stop::Illegal(_)) => {}
        }
    }
}

fn candidates(position: &Position, item: &Item) -> Result<Vec<Move>, Stop> {
    let Item::Move(text) = item else {
        return Ok(vec![position.parse_move("x")?]);
    };
    let claimed: MoveText = text.parse()?;
    let legal = position.legal_moves();
    let moves = position.matching(&legal, &claimed);
    if moves.is_empty() {
        return Err(Stop::Illegal(position.illegal(&claimed, legal).into()));
    }
    Ok(moves)
}

/// Returns the choice of an irregular move, if it breaks this rule and makes this position.
fn irregular_choice(
    (item, before): (usize, Position),
    (mv, breach): (Move, Breach),
    after: Position,
) -> Option<Choice> {
    let is_true = before.after_breach(&mv, breach) == Some(after);
    let choice = Choice { item, before, moves: vec![mv], chosen: 0, after, breach: Some(breach) };
    is_true.then_some(choice)
}

fn with_turn(position: &Position, turn: Color) -> Position {
    let setup = Setup::new(*position.board(), turn);
    Position::unsearched(position.variant(), setup).unwrap_or(*position)
}

fn summary(
    items: &[Item],
    choices: &[Choice],
    (final_position, end): (Position, usize),
    failure: Option<(&Item, Stop)>,
) -> Replay {
    let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
    let mut plies = Vec::with_capacity(choices.len());
    let (mut warnings, mut untrue) = (Vec::new(), Vec::new());
    let mut left = choices.iter().peekable();
    for (index, item) in items.iter().enumerate().take(end) {
        let ply = number(plies.len());
        let Some(choice) = left.next_if(|choice| choice.item == index) else {
            if let Item::Irregular { comment, .. } = item {
                untrue.push(index);
                warnings.push(Warning::UntrueIrregularity { ply, text: comment.clone() });
            }
            continue;
        };
        let played = choice.ply(item.text());
        let text = &played.text;
        if played.breach.is_none() && text.contains('x') != played.mv.is_capture() {
            warnings.push(Warning::WrongSeparator { ply, text: text.clone() });
        }
        if choice.moves.len() > 1 {
            warnings.push(Warning::AmbiguousMove { ply, text: text.clone() });
        }
        plies.push(played);
    }
    let failure = failure.map(|(item, stop)| {
        let (ply, text) = (number(choices.len()), item.text());
        Failure { ply, text, stop }
    });
    Replay { plies, final_position, warnings, untrue, failure }
}
