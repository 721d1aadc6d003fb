//! A small alpha-beta search with scores in hundredths of a man.

use draughts::{Color, Move, MoveList, Position};

/// The score of a side that cannot move, minus the plies until then.
const LOST: i32 = -10_000;
/// The score beyond which the end of the game is in sight.
pub(crate) const DECIDED: i32 = 9_000;
const INFINITY: i32 = 20_000;
/// The longest line that is searched; captures cost no depth.
const LINE_PLIES_MAX: usize = 64;
const MAN: i32 = 100;
const KING: i32 = 300;
/// The value of a man by the number of rows that it has yet to go; one at home guards the king row.
const BY_ROWS_LEFT: [i32; 10] = [0, 40, 25, 16, 12, 9, 6, 4, 2, 5];

/// A move and its score for the side that makes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) mv: Move,
    pub(crate) score: i32,
}

/// Returns the moves that are at most `margin` worse than the best, and the best score; none if
/// there is no legal move.
pub(crate) fn good_moves(position: &Position, depth: u32, margin: i32) -> (Vec<Scored>, i32) {
    let mut lists = vec![MoveList::new(); LINE_PLIES_MAX];
    let mut moves: Vec<Scored> =
        position.legal_moves().iter().map(|&mv| Scored { mv, score: 0 }).collect();
    let mut best = -INFINITY;
    // The order of a shallow search makes the deep one prune more.
    for depth in (depth % 2 + 1..=depth).step_by(2) {
        best = -INFINITY;
        for scored in &mut moves {
            let next = position.play_unchecked(&scored.mv);
            let floor = (best - margin - 1).max(-INFINITY);
            scored.score = -search(&next, depth - 1, -INFINITY, -floor, &mut lists);
            best = best.max(scored.score);
        }
        moves.sort_by_key(|scored| -scored.score);
    }
    moves.retain(|scored| scored.score >= best - margin);
    (moves, best)
}

/// Returns the score of a position for the side to move, exact between `alpha` and `beta`.
fn search(
    position: &Position,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    lists: &mut [MoveList],
) -> i32 {
    let Some((list, rest)) = lists.split_first_mut() else {
        return evaluate(position);
    };
    position.legal_moves_into(list);
    let Some(first) = list.first() else {
        // An earlier end is worse for the side that cannot move.
        return LOST + i32::try_from(LINE_PLIES_MAX - rest.len()).unwrap_or_default();
    };
    let depth = match (first.is_capture(), depth) {
        (true, _) => depth,
        (false, 0) => return evaluate(position),
        (false, _) => depth - 1,
    };
    let mut best = -INFINITY;
    for mv in list.iter() {
        let score = -search(&position.play_unchecked(mv), depth, -beta, -alpha, rest);
        best = best.max(score);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Returns the value of a quiet position for the side to move.
fn evaluate(position: &Position) -> i32 {
    let turn = position.turn();
    let score = side(position, turn) - side(position, turn.other());
    // Few kings against a lone king seldom win.
    let is_drawish = Color::BOTH.into_iter().any(|color| is_lone_king(position, color))
        && position.board().occupied().count() <= 4;
    if is_drawish { score / 8 } else { score }
}

/// Returns true if a side has only a king.
pub(crate) fn is_lone_king(position: &Position, color: Color) -> bool {
    let board = position.board();
    board.side(color).count() == 1 && board.men(color).is_empty()
}

fn side(position: &Position, color: Color) -> i32 {
    let board = position.board();
    let men: i32 = board
        .men(color)
        .squares()
        .map(|square| {
            let rows_left = match color {
                Color::White => square.row(),
                Color::Black => 9 - square.row(),
            };
            // The middle of the board gives more directions than its edge.
            let from_edge = i32::from(square.column().min(9 - square.column()));
            MAN + BY_ROWS_LEFT[usize::from(rows_left)] + from_edge
        })
        .sum();
    let kings = i32::try_from(board.kings(color).count()).unwrap_or_default();
    men + KING * kings
}
