//! Estimates the results of running games by the material on their boards.

use std::collections::BTreeMap;

use draughts::{Color, Position, Score, fen};
use proto::{
    convert::Record,
    subject::{GameId, Stream, Subject, TournamentKey},
    v1::GameState,
};
use runtime::{EventLog, LedgerError};
use tournament::{
    Estimates, RoundNumber, RoundState, Scoring, TableNumber, Tournament, ranking::Finish,
};

/// Returns the estimated result of every game that is being played: those without a result in an open
/// round, and postponed ones that have begun.
///
/// # Errors
/// [`LedgerError`] if a game cannot be read.
pub(crate) async fn estimates(
    log: &EventLog,
    key: &TournamentKey,
    tournament: &Tournament,
) -> Result<Estimates, LedgerError> {
    let unfinished: BTreeMap<GameId, Unfinished> =
        running(tournament).into_iter().map(|game| (game.id, game)).collect();
    let subjects: Vec<Subject> =
        unfinished.keys().map(|id| Subject::game(Stream::Game, &key.game(*id))).collect();
    let mut estimates = Estimates::new();
    for entry in log.last_of_all(Stream::Game, subjects).await? {
        let entry = entry?;
        let game = entry.game().and_then(|key| unfinished.get(&key.game));
        if let (Some(game), Record::Game(record)) = (game, &entry.record)
            && !(game.is_postponed && record.state.plies.is_empty())
            && let Some(finish) = by_material(&record.state, tournament.scoring())
        {
            estimates.insert((game.round, game.table), finish);
        }
    }
    Ok(estimates)
}

/// A game without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unfinished {
    pub(crate) round: RoundNumber,
    pub(crate) table: TableNumber,
    pub(crate) id: GameId,
    /// True if its round was closed without its result.
    pub(crate) is_postponed: bool,
}

/// Returns the games that may be in progress.
pub(crate) fn running(tournament: &Tournament) -> Vec<Unfinished> {
    let begun = tournament.rounds().iter().filter(|round| round.state() != RoundState::Paired);
    let games = begun.flat_map(|round| {
        let number = round.number();
        let games = round.games().iter().filter(|game| game.outcome.is_none());
        games.map(move |game| (number, game.pairing.table, game.is_postponed))
    });
    let named = |(round, table, is_postponed): (RoundNumber, TableNumber, bool)| {
        let id = GameId::new(round.get(), table.get()).ok()?;
        Some(Unfinished { round, table, id, is_postponed })
    };
    games.filter_map(named).collect()
}

/// Returns the estimated result of a game: more material wins, a king counting as two men. Where draws
/// have a bonus, it is a draw with that bonus. `None` if the game is over or its position cannot be
/// read.
pub(crate) fn by_material(state: &GameState, scoring: Scoring) -> Option<Finish> {
    if state.outcome.is_some() {
        return None;
    }
    let rules = draughts::RuleSet::try_from(state.rules()).ok()?;
    let men_ahead = men_ahead(&fen::parse(&state.fen, rules.variant()).ok()?)?;
    let score = match (scoring, men_ahead) {
        (Scoring::BonusDraws, _) | (Scoring::TwoOneZero | Scoring::OneHalfZero, 0) => Score::Draw,
        (Scoring::TwoOneZero | Scoring::OneHalfZero, 1..) => Score::WhiteWins,
        (Scoring::TwoOneZero | Scoring::OneHalfZero, _) => Score::BlackWins,
    };
    Some(Finish { score, men_ahead })
}

fn men_ahead(position: &Position) -> Option<i32> {
    let board = position.board();
    let worth = |color| i64::from(board.side(color).count() + board.kings(color).count());
    i32::try_from(worth(Color::White) - worth(Color::Black)).ok()
}
