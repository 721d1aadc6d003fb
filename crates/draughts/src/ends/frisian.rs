//! The ends of a game by the Frisian game rules: articles 17, 18 and 21.

use super::count::{Count, CountKind};
use super::lone_king::LoneKing;
use crate::movegen::KING_MOVES_IN_A_ROW_MAX;
use crate::{Color, KingRun, Position, Reason, Setup};

/// The moves in which the side with two kings has to win against one (art. 18).
const TWO_KINGS_MOVES: u32 = 7;

/// The counts of the Frisian rules, which have neither repetition nor a number of king moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frisian {
    /// The running king moves of article 17, from the position.
    king_runs: [Option<KingRun>; 2],
    two_kings: Option<TwoKings>,
}

/// Two kings against one, nothing else (art. 18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TwoKings {
    side: Color,
    /// Its moves since the ending appeared; the one that brought it does not count.
    moves: u32,
}

impl Frisian {
    pub(super) fn new(start: &Position) -> Self {
        Self {
            king_runs: Color::BOTH.map(|color| start.king_run(color)),
            two_kings: side_with_two_kings(start).map(|side| TwoKings { side, moves: 0 }),
        }
    }

    pub(super) fn played(&mut self, before: &Position, after: &Position) {
        let counted = self.two_kings;
        *self = Self::new(after);
        if let (Some(two_kings), Some(counted)) = (&mut self.two_kings, counted)
            && two_kings.side == counted.side
        {
            let own = u32::from(before.turn() == counted.side);
            two_kings.moves = counted.moves.saturating_add(own);
        }
    }

    pub(super) fn draw(&self, position: &Position) -> Option<Reason> {
        if self.two_kings.is_some_and(|two_kings| two_kings.moves >= TWO_KINGS_MOVES) {
            Some(Reason::TwoKingsAgainstOne)
        } else if is_drawn_with_one_king_each(position) {
            Some(Reason::OneKingEach)
        } else {
            None
        }
    }

    pub(super) fn running(&self) -> Vec<Count> {
        let runs = Color::BOTH.into_iter().zip(self.king_runs).filter_map(|(color, run)| {
            run.map(|KingRun { square, moves }| Count {
                kind: CountKind::KingRun(square),
                made: moves.into(),
                limit: KING_MOVES_IN_A_ROW_MAX.into(),
                side: Some(color),
            })
        });
        let two_kings = self.two_kings.map(|TwoKings { side, moves }| Count {
            kind: CountKind::Draw(Reason::TwoKingsAgainstOne),
            made: moves,
            limit: TWO_KINGS_MOVES,
            side: Some(side),
        });
        runs.chain(two_kings).collect()
    }
}

fn side_with_two_kings(position: &Position) -> Option<Color> {
    LoneKing::find(position.board())
        .filter(|ending| (ending.kings, ending.men) == (2, 0))
        .map(|ending| ending.majority)
}

/// Returns true if both sides have exactly one king, neither is en prise, and the side to move is
/// not forced to put its king en prise (art. 21.1).
///
/// A king is en prise if the opponent could capture it if it were the opponent's turn, so the side
/// to move does not matter.
fn is_drawn_with_one_king_each(position: &Position) -> bool {
    let is_one_king_each =
        LoneKing::find(position.board()).is_some_and(|ending| (ending.kings, ending.men) == (1, 0));
    is_one_king_each
        && Color::BOTH.into_iter().all(|color| !can_capture(position, color))
        && !position
            .legal_moves()
            .iter()
            .all(|mv| can_capture(&position.play_unchecked(mv), position.turn().other()))
}

/// Returns true if this side could capture if it were its turn.
fn can_capture(position: &Position, color: Color) -> bool {
    let setup = Setup::new(*position.board(), color);
    Position::from_setup(position.variant(), setup)
        .is_ok_and(|position| position.obligation().is_some())
}
