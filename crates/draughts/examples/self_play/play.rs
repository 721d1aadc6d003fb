//! One game between two programs, until it ends by the rules, by a player or by adjudication.

use draughts::{Color, Move, Outcome, Position, Reason, Score, Variant};

use crate::chance::Chance;
use crate::search::{DECIDED, good_moves, is_lone_king};

/// A player, defined by its search depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Player {
    /// The number of quiet moves that it looks ahead.
    pub(crate) depth: u32,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) moves: Vec<Move>,
    pub(crate) outcome: Outcome,
}

/// The number of plies in which any decent move is allowed, so that games differ.
const OPENING_PLIES: usize = 8;
const OPENING_MARGIN: i32 = 15;
const MARGIN: i32 = 3;
/// The score at which a side resigns after having it twice in a row.
const HOPELESS: i32 = -380;
const RESIGNATION_PLIES_MIN: usize = 60;
/// The number of plies without a capture or a man's move after which the players agree to a draw.
const IDLE_PLIES_MAX: u32 = 20;
/// The number of plies of a lone king against at most three pieces; each rule set allows at least
/// as many.
const LONE_KING_PLIES_MAX: u32 = 10;
/// The ply from which an even game is agreed drawn.
const AGREEMENT_PLIES_MIN: usize = 90;
const EVEN: i32 = 30;
const EVEN_PLIES: u32 = 8;
/// The ply at which the game is adjudicated.
const PLIES_MAX: usize = 120;
const ADJUDICATION_DEPTH: u32 = 9;
const ADVANTAGE: i32 = 150;

/// Plays one game.
pub(crate) fn play(variant: Variant, players: [Player; 2], chance: &mut Chance) -> Played {
    let mut table = Table::new(Position::start(variant));
    loop {
        if let Some(outcome) = table.end() {
            return Played { moves: table.moves, outcome };
        }
        let [white, black] = players;
        let depth = match table.position.turn() {
            Color::White => white.depth,
            Color::Black => black.depth,
        };
        let margin = if table.moves.len() < OPENING_PLIES { OPENING_MARGIN } else { MARGIN };
        let (moves, score) = good_moves(&table.position, depth, margin);
        // A win in sight is not postponed.
        let choice = if score > DECIDED { &moves[..moves.len().min(1)] } else { &moves[..] };
        match chance.choose(choice) {
            Some(scored) => table.make(scored.mv, score),
            None => return Played { outcome: table.no_move(), moves: table.moves },
        }
    }
}

struct Table {
    position: Position,
    moves: Vec<Move>,
    seen: Vec<Position>,
    idle_plies: u32,
    lone_king_plies: u32,
    even_plies: u32,
    /// The scores of the last two moves of each side, the newest first.
    scores: [[i32; 2]; 2],
}

impl Table {
    fn new(position: Position) -> Self {
        Self {
            position,
            moves: Vec::new(),
            seen: vec![position],
            idle_plies: 0,
            lone_king_plies: 0,
            even_plies: 0,
            scores: [[0; 2]; 2],
        }
    }

    fn make(&mut self, mv: Move, score: i32) {
        let side = self.position.turn();
        let is_king = self.position.board().kings(side).contains(mv.from());
        let is_idle = is_king && !mv.is_capture();
        self.idle_plies = if is_idle { self.idle_plies + 1 } else { 0 };
        self.even_plies = if score.abs() <= EVEN { self.even_plies + 1 } else { 0 };
        let scores = &mut self.scores[usize::from(side == Color::Black)];
        *scores = [score, scores[0]];
        self.position = self.position.play_unchecked(&mv);
        self.lone_king_plies = if self.has_lone_king() { self.lone_king_plies + 1 } else { 0 };
        self.moves.push(mv);
        self.seen.push(self.position);
    }

    fn has_lone_king(&self) -> bool {
        let board = self.position.board();
        Color::BOTH.into_iter().any(|color| {
            let others = board.side(color.other()).count();
            is_lone_king(&self.position, color)
                && others <= 3
                && !board.kings(color.other()).is_empty()
        })
    }

    /// Returns the outcome of the game before the next move, if it is over.
    fn end(&self) -> Option<Outcome> {
        let turn = self.position.turn();
        let plies = self.moves.len();
        if !self.position.has_legal_move() {
            return Some(self.no_move());
        }
        let is_draw = self.lone_king_plies >= LONE_KING_PLIES_MAX
            || self.idle_plies >= IDLE_PLIES_MAX
            || (plies >= AGREEMENT_PLIES_MIN && self.even_plies >= EVEN_PLIES)
            || self.seen.iter().filter(|&&seen| seen == self.position).count() >= 3
            || self.is_king_against_king();
        if is_draw {
            return Some(Outcome::new(Score::Draw, Reason::Agreement));
        }
        let scores = self.scores[usize::from(turn == Color::Black)];
        if plies >= RESIGNATION_PLIES_MIN && scores.iter().all(|&score| score <= HOPELESS) {
            return Some(Outcome::win(turn.other(), Reason::Resignation));
        }
        (plies >= PLIES_MAX).then(|| self.adjudicate())
    }

    fn no_move(&self) -> Outcome {
        let turn = self.position.turn();
        let has_pieces = !self.position.board().side(turn).is_empty();
        let reason = if has_pieces { Reason::NoLegalMove } else { Reason::NoPieces };
        Outcome::win(turn.other(), reason)
    }

    /// Returns true with one king each: a draw unless one of them is lost at once (rules art. 21).
    fn is_king_against_king(&self) -> bool {
        Color::BOTH.into_iter().all(|color| is_lone_king(&self.position, color))
            && good_moves(&self.position, 3, 0).1.abs() < DECIDED
    }

    fn adjudicate(&self) -> Outcome {
        let (_, score) = good_moves(&self.position, ADJUDICATION_DEPTH, 0);
        let turn = self.position.turn();
        let score = if score >= ADVANTAGE {
            Score::win(turn)
        } else if score <= -ADVANTAGE {
            Score::win(turn.other())
        } else {
            Score::Draw
        };
        Outcome::new(score, Reason::Adjudication)
    }
}
