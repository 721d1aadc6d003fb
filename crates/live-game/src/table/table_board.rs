//! The board of a game as it stands on its table.

use draughts::{Bitboard, Move, Position};

use crate::Game;

/// The board of a game as it stands on its table: an irregular move that waits for the arbiter
/// stands there like any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableBoard {
    position: Position,
    moves: Vec<Move>,
}

impl TableBoard {
    /// Returns the board of a game, which stands as in `start` before the game begins.
    #[must_use]
    pub fn of(game: &Game, start: Position) -> Self {
        let position = if game.is_started() { game.position() } else { start };
        let mut moves: Vec<Move> = game.plies().iter().map(|ply| ply.mv).collect();
        let Some(noted) = game.noted() else { return Self { position, moves } };
        if let Some(standing) = noted.irregularity.standing {
            moves.push(standing.mv);
            return Self { position: standing.after, moves };
        }
        let played = &noted.irregularity.played;
        let mv = Move::new(played.from, played.to, Bitboard::EMPTY);
        moves.push(mv);
        Self { position: position.play_unchecked(&mv), moves }
    }

    /// Returns the moves that were made on it, the last of which may be irregular.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the position as FEN without its counters, as no tablet counts for the players
    /// (rules art. 17, 24).
    #[must_use]
    pub fn fen(&self) -> String {
        self.position.fen().split(':').take(3).collect::<Vec<_>>().join(":")
    }
}

#[cfg(test)]
mod tests {
    use draughts::{RuleSet, Timestamp, Variant, fen};

    use super::*;
    use crate::{DeviceId, GameCommand, InputId};

    /// Returns a game from `start` after these moves, each entered on the tablet
    /// of its side.
    fn game(rules: RuleSet, start: Position, moves: &[&str]) -> Game {
        let mut game = Game::default();
        let begin = GameCommand::start_from(rules, start, Timestamp::from_millis(1));
        let entered = (1..).zip(moves).map(|(ply, mv)| {
            let device = DeviceId::new(if ply % 2 == 1 { "white" } else { "black" }).unwrap();
            let input = InputId::new(device, u64::from(ply));
            let at = Timestamp::from_millis(i64::from(ply) + 1);
            GameCommand::Play { input, ply, mv: mv.parse().unwrap(), at }
        });
        for command in std::iter::once(begin).chain(entered) {
            for event in game.decide(&command).unwrap() {
                game.apply(&event);
            }
        }
        game
    }

    #[test]
    fn an_irregular_move_that_waits_stands_on_the_board_like_any_other() {
        let start = Position::start(Variant::International);
        // 28x19 is obligatory.
        let game = game(RuleSet::International, start, &["32-28", "19-23", "37-32"]);
        assert!(game.noted().is_some());
        let board = TableBoard::of(&game, start);
        let last = board.moves().last().unwrap();
        assert_eq!((board.moves().len(), last.to_string().as_str()), (3, "37-32"));
        assert_eq!(last.captured(), Bitboard::EMPTY);
        assert!(board.fen().starts_with("B:W28,31,32,33,"), "{}", board.fen());
    }

    #[test]
    fn the_moves_that_a_king_has_made_are_not_told() {
        let counted = fen::parse("W:WK33,40:BK5:H0:F1:+0+133", Variant::Frisian).unwrap();
        assert_ne!(counted, fen::parse("W:WK33,40:BK5", Variant::Frisian).unwrap());
        assert_eq!(TableBoard::of(&Game::default(), counted).fen(), "W:WK33,40:BK5");
    }

    #[test]
    fn the_board_before_the_game_is_that_of_its_rules() {
        let start = Position::start(Variant::Frisian);
        let board = TableBoard::of(&Game::default(), start);
        assert_eq!((board.position, board.moves().len()), (start, 0));
    }
}
