//! Converts results that the players show on a board.

use live_game::table::ShownResult;

use crate::{convert::ConvertError, subject::GameId, v1};

impl From<&ShownResult> for v1::ShownResult {
    fn from(shown: &ShownResult) -> Self {
        Self { game: shown.game.clone(), score: v1::Score::from(shown.score).into() }
    }
}

impl TryFrom<v1::ShownResult> for ShownResult {
    type Error = ConvertError;

    fn try_from(wire: v1::ShownResult) -> Result<Self, ConvertError> {
        let score = wire.score().try_into()?;
        if wire.game.parse::<GameId>().is_err() {
            return Err(ConvertError::invalid("game", "has to be a game, as in r3-t12"));
        }
        Ok(Self { game: wire.game, score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_that_a_board_shows_reads_back_and_names_its_game() {
        for (game, score, is_good) in [
            ("r1-t2", v1::Score::Draw, true),
            ("r1-t2", v1::Score::BlackWins, true),
            ("r1-t2", v1::Score::Unspecified, false),
            ("", v1::Score::Draw, false),
            ("kk", v1::Score::Draw, false),
        ] {
            let wire = v1::ShownResult { game: game.to_owned(), score: score.into() };
            let read = ShownResult::try_from(wire.clone());
            assert_eq!(read.is_ok(), is_good, "{game} {score:?}");
            assert!(read.is_err() || read.is_ok_and(|read| v1::ShownResult::from(&read) == wire));
        }
    }
}
