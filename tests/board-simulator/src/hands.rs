//! People at a board: the moves of a game as what hands do to pieces and clock.

use draughts::{Color, Move, Piece, Position, Role, Square};

use crate::{Chance, Noise};

/// The deed of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A piece stands on a square now, or none.
    Put(Square, Option<Piece>),
    /// The lever of the clock goes down.
    Press(Color),
    /// The clock is stopped: the game is over.
    Stop,
}

/// A deed and its moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    /// The moment.
    pub at: i64,
    /// The deed.
    pub deed: Deed,
}

/// A ply as it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The moment at which the piece stood and, normally, all captured men were off.
    pub done: i64,
    /// The moment of the press, if there was one.
    pub pressed: Option<i64>,
}

/// All that happened at a board.
#[derive(Clone, Debug)]
pub struct Script {
    /// The position before.
    pub start: Position,
    /// The acts by their moments.
    pub acts: Vec<Act>,
    /// The plies.
    pub plies: Vec<Played>,
    /// The moment at which play was over.
    pub over: i64,
    /// The moment of the last act.
    pub end: i64,
}

impl Script {
    /// Lets the players think for so many milliseconds more after this number of plies.
    pub fn ponder(&mut self, plies: usize, more: i64) {
        let Some(last) = plies.checked_sub(1).and_then(|index| self.plies.get(index)) else {
            return;
        };
        let from = last.pressed.unwrap_or(last.done);
        for act in self.acts.iter_mut().filter(|act| act.at > from) {
            act.at += more;
        }
        for played in self.plies.iter_mut().skip(plies) {
            played.done += more;
            played.pressed = played.pressed.map(|pressed| pressed + more);
        }
        self.over += more;
        self.end += more;
    }
}

/// Lets people play the moves of a game from a moment on. A move that is not legal ends the game
/// before it.
#[must_use]
pub fn play(start: Position, moves: &[Move], from: i64, noise: &Noise, seed: u64) -> Script {
    let mut hands = Hands {
        noise,
        chance: Chance::new(seed),
        position: start,
        now: from,
        acts: Vec::new(),
        late: None,
    };
    let mut plies = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let Ok(after) = hands.position.play_legal(mv) else { break };
        plies.push(hands.ply(mv, moves.get(index + 1)));
        hands.position = after;
    }
    hands.take_late();
    let over = hands.now;
    hands.end();
    let Hands { mut acts, now: end, .. } = hands;
    acts.sort_by_key(|act| act.at);
    Script { start, acts, plies, over, end }
}

struct Hands<'a> {
    noise: &'a Noise,
    chance: Chance,
    /// The position before the ply.
    position: Position,
    now: i64,
    acts: Vec<Act>,
    /// A captured man that still stands.
    late: Option<Square>,
}

impl Hands<'_> {
    fn act(&mut self, at: i64, deed: Deed) {
        self.acts.push(Act { at, deed });
    }

    fn wait(&mut self, range: std::ops::Range<i64>) {
        self.now += self.chance.among(range);
    }

    fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.act(self.now, Deed::Put(square, piece));
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.position.board().piece_at(square)
    }

    fn ply(&mut self, mv: &Move, next: Option<&Move>) -> Played {
        let mover = self.position.turn();
        let noise = self.noise;
        self.wait(noise.think_ms.clone());
        if self.chance.happens(noise.adjust) {
            self.adjust(mv);
        }
        if self.chance.happens(noise.knock) {
            self.knock(mv);
        }
        let piece = self.piece_at(mv.from());
        if self.chance.happens(noise.put_back) {
            self.put(mv.from(), None);
            self.wait(300..900);
            self.put(mv.from(), piece);
            self.wait(300..900);
        }
        let mut men: Vec<Square> = mv.captured().squares().collect();
        if self.chance.happens(noise.remove_anyhow) {
            self.chance.shuffle(&mut men);
        }
        let way = self.chance.among(0..1_000);
        let is_before = way < per_mille(noise.remove_before);
        let is_during = !is_before && way < per_mille(noise.remove_before + noise.remove_during);
        if is_before {
            self.take_off(&mut men);
            self.wait(150..600);
        }
        self.put(mv.from(), None);
        if is_during {
            self.wait(150..400);
            self.take_off(&mut men);
        }
        self.carry(mv, piece);
        self.put(mv.to(), piece);
        self.take_late();
        let is_early = !men.is_empty() && self.chance.happens(noise.early_press);
        let mut pressed = None;
        let presses = !self.chance.happens(noise.forget_press);
        if is_early && presses {
            pressed = Some(self.press(mover));
        }
        let keeps = |square: Square, mv: &Move| {
            mv.to() != square && mv.from() != square && !mv.captured().contains(square)
        };
        let may_stay =
            |square: Square| next.is_some_and(|next| keeps(square, next) && !next.is_capture());
        let stays = men.last().copied().filter(|square| may_stay(*square));
        let after_reply = stays.filter(|_| self.chance.happens(noise.remove_after_reply));
        let after_press = stays.filter(|_| self.chance.happens(noise.remove_after_press));
        if after_reply.is_some() || after_press.is_some() {
            men.pop();
        }
        self.take_off(&mut men);
        self.crown(mv, piece);
        let mut done = self.now;
        if presses && pressed.is_none() {
            pressed = Some(self.press(mover));
        }
        if let Some(square) = after_reply {
            self.late = Some(square);
        } else if let Some(square) = after_press {
            self.wait(150..600);
            self.put(square, None);
            done = self.now;
        }
        Played { mv: *mv, done, pressed }
    }

    fn press(&mut self, mover: Color) -> i64 {
        self.wait(150..600);
        self.act(self.now, Deed::Press(mover));
        self.now
    }

    fn take_off(&mut self, men: &mut Vec<Square>) {
        for square in men.drain(..) {
            let wait = self.chance.among(150..600);
            self.now += wait;
            self.act(self.now, Deed::Put(square, None));
        }
    }

    /// Takes the man off that should have gone before the reply.
    fn take_late(&mut self) {
        if let Some(square) = self.late.take() {
            self.wait(300..900);
            self.put(square, None);
        }
    }

    /// Carries the piece to its end, perhaps by other squares.
    fn carry(&mut self, mv: &Move, piece: Option<Piece>) {
        let noise = self.noise;
        let between = between(&self.position, mv);
        let is_slide = !mv.is_capture() && self.chance.happens(noise.slide);
        if mv.is_capture() || is_slide {
            let stay = if is_slide { 40..120 } else { 100..400 };
            for square in between {
                if !is_slide && !self.chance.happens(noise.touch) {
                    continue;
                }
                self.wait(if is_slide { 10..40 } else { 100..300 });
                if square != mv.from() {
                    self.put(square, piece);
                    self.wait(stay.clone());
                    self.put(square, None);
                }
            }
        } else if self.chance.happens(noise.other_square) {
            let others: Vec<Square> = self
                .position
                .legal_moves()
                .iter()
                .filter(|other| other.from() == mv.from() && other.to() != mv.to())
                .map(Move::to)
                .collect();
            if let Some(&other) = self.chance.one_of(&others) {
                self.wait(noise.carry_ms.clone());
                self.put(other, piece);
                self.wait(400..1_500);
                self.put(other, None);
            }
        }
        self.wait(noise.carry_ms.clone());
    }

    /// Crowns a man that promotes: another man is laid upon it, which may blink.
    fn crown(&mut self, mv: &Move, piece: Option<Piece>) {
        if !self.position.promotes(mv) {
            return;
        }
        self.wait(400..2_000);
        if self.chance.happens(0.5) {
            self.put(mv.to(), None);
            self.wait(100..600);
        }
        let king = piece.map(|piece| Piece { role: Role::King, ..piece });
        self.put(mv.to(), king);
    }

    /// Sets a piece right that is not part of the move.
    fn adjust(&mut self, mv: &Move) {
        let mut others = self.others(mv);
        self.chance.shuffle(&mut others);
        if let Some(&square) = others.first() {
            let piece = self.piece_at(square);
            self.put(square, None);
            self.wait(200..800);
            self.put(square, piece);
            self.wait(200..900);
        }
    }

    /// Knocks pieces over, and sets them up again.
    fn knock(&mut self, mv: &Move) {
        let mut others = self.others(mv);
        self.chance.shuffle(&mut others);
        let count = usize::try_from(self.chance.among(1..5)).unwrap_or(1);
        others.truncate(count);
        for &square in &others {
            self.put(square, None);
        }
        self.wait(2_000..15_000);
        for &square in &others {
            let piece = self.piece_at(square);
            self.put(square, piece);
            self.wait(200..900);
        }
        self.wait(500..1_500);
    }

    fn others(&self, mv: &Move) -> Vec<Square> {
        let is_part = |square: &Square| {
            *square == mv.from() || mv.captured().contains(*square) || self.late == Some(*square)
        };
        self.position.board().occupied().squares().filter(|square| !is_part(square)).collect()
    }

    /// Ends the game: the clock is stopped, and the pieces are swept away.
    fn end(&mut self) {
        self.wait(1_000..3_000);
        self.act(self.now, Deed::Stop);
        self.wait(5_000..9_000);
        let mut left: Vec<Square> = self.position.board().occupied().squares().collect();
        self.chance.shuffle(&mut left);
        for square in left {
            self.wait(30..200);
            self.put(square, None);
        }
        self.now += 20_000;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "probabilities are at most 1")]
fn per_mille(probability: f64) -> i64 {
    (probability * 1_000.0) as i64
}

/// Returns the squares between start and end: the landing squares of a capture, or those that a
/// piece slides over.
fn between(position: &Position, mv: &Move) -> Vec<Square> {
    if mv.is_capture() {
        let way = position.full_notation(mv);
        let squares: Vec<Square> = way
            .split('x')
            .filter_map(|number| number.parse().ok())
            .filter_map(|number| Square::new(number).ok())
            .collect();
        let inner = squares.len().saturating_sub(2);
        return squares.into_iter().skip(1).take(inner).collect();
    }
    let place = |square: Square| (i16::from(square.row()), i16::from(square.column()));
    let ((row, column), (end_row, end_column)) = (place(mv.from()), place(mv.to()));
    let (down, right) = ((end_row - row).signum(), (end_column - column).signum());
    let steps = (end_row - row).abs().max((end_column - column).abs());
    (1..steps)
        .filter_map(|step| {
            Square::all()
                .find(|square| place(*square) == (row + down * step, column + right * step))
        })
        .collect()
}
