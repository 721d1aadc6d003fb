//! Converts boards that nothing explains.

use draughts::{Bitboard, MoveText};
use live_game::table::{BoardContinuation, BoardGap, CONTINUATION_MOVES_MAX, CONTINUATIONS_MAX};

use crate::{convert::ConvertError, subject::GameId, v1};

impl From<&BoardGap> for v1::BoardGap {
    fn from(gap: &BoardGap) -> Self {
        let continuations = gap.continuations.iter().map(|continuation| v1::BoardContinuation {
            moves: continuation.moves.iter().map(Into::into).collect(),
            differences: Some(continuation.differences.into()),
        });
        Self { ply: gap.ply, continuations: continuations.collect(), game: gap.game.clone() }
    }
}

impl TryFrom<v1::BoardGap> for BoardGap {
    type Error = ConvertError;

    fn try_from(wire: v1::BoardGap) -> Result<Self, ConvertError> {
        let v1::BoardGap { ply, continuations, game } = wire;
        if !game.is_empty() && game.parse::<GameId>().is_err() {
            return Err(ConvertError::invalid("game", "has to be a game, as in r3-t12"));
        }
        if continuations.len() > CONTINUATIONS_MAX {
            let rule = format_args!("{} are above {CONTINUATIONS_MAX}", continuations.len());
            return Err(ConvertError::invalid("continuations", rule));
        }
        let continuations = continuations.into_iter().map(|wire| {
            let v1::BoardContinuation { moves, differences } = wire;
            if moves.len() > CONTINUATION_MOVES_MAX {
                let rule = format_args!("{} are above {CONTINUATION_MOVES_MAX}", moves.len());
                return Err(ConvertError::invalid("moves", rule));
            }
            let moves = moves.into_iter().map(MoveText::try_from).collect::<Result<_, _>>()?;
            let differences = differences.map(Bitboard::try_from).transpose()?;
            Ok(BoardContinuation { moves, differences: differences.unwrap_or(Bitboard::EMPTY) })
        });
        Ok(Self { game, ply, continuations: continuations.collect::<Result<_, ConvertError>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(continuations: usize, moves: usize) -> v1::BoardGap {
        let mv = v1::MoveText { from: 32, to: 28, ..v1::MoveText::default() };
        let differences = Some(v1::Squares { squares: vec![7] });
        let continuation = v1::BoardContinuation { moves: vec![mv; moves], differences };
        let game = "r1-t2".to_owned();
        v1::BoardGap { ply: 3, continuations: vec![continuation; continuations], game }
    }

    #[test]
    fn ways_on_read_back_and_are_bounded() {
        for (continuations, moves, is_good) in
            [(0, 0, true), (8, 16, true), (9, 1, false), (1, 17, false)]
        {
            let wire = gap(continuations, moves);
            let read = BoardGap::try_from(wire.clone());
            assert_eq!(read.is_ok(), is_good, "{continuations} {moves}");
            assert!(read.is_err() || read.is_ok_and(|read| v1::BoardGap::from(&read) == wire));
        }
        let mut nowhere = gap(1, 1);
        nowhere.continuations[0].moves[0].from = 51;
        assert!(BoardGap::try_from(nowhere).is_err());
        for (game, is_good) in [("", true), ("r10-t3", true), ("kk", false), ("r1-t0", false)] {
            let wire = v1::BoardGap { game: game.to_owned(), ..gap(1, 1) };
            assert_eq!(BoardGap::try_from(wire).is_ok(), is_good, "{game}");
        }
    }
}
