//! What games that are being played would end in, by what is on their boards.

use draughts::{Color, Position, Score, fen};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use prost::Message as _;
use proto::{
    subject::{GameId, Stream, Subject, TournamentKey},
    v1::{Envelope, GameState, envelope::Record},
};
use runtime::{EventLog, LedgerError};
use tournament::{
    Estimates, RoundNumber, RoundState, Scoring, TableNumber, Tournament, ranking::Finish,
};

/// How many games are asked for at once.
const AT_ONCE: usize = 16;

/// Every game without a result of an open round that has begun, with what it would end in.
///
/// # Errors
/// [`LedgerError`] when a game cannot be read.
pub(crate) async fn estimates(
    log: &EventLog,
    key: &TournamentKey,
    tournament: &Tournament,
) -> Result<Estimates, LedgerError> {
    let places = running(tournament).into_iter();
    let read = stream::iter(places.map(|(round, table, id)| async move {
        let finish = of_game(log, key, id, tournament.scoring()).await?;
        Ok::<_, LedgerError>(finish.map(|finish| ((round, table), finish)))
    }));
    read.buffer_unordered(AT_ONCE).try_filter_map(async |one| Ok(one)).try_collect().await
}

fn running(tournament: &Tournament) -> Vec<(RoundNumber, TableNumber, GameId)> {
    let open = tournament.rounds().iter().filter(|round| round.state() == RoundState::Open);
    let games = open.flat_map(|round| {
        let number = round.number();
        let games = round.games().iter().filter(|game| game.outcome.is_none());
        games.map(move |game| (number, game.pairing.table))
    });
    let named = |(round, table): (RoundNumber, TableNumber)| {
        Some((round, table, GameId::new(round.get(), table.get()).ok()?))
    };
    games.filter_map(named).collect()
}

async fn of_game(
    log: &EventLog,
    key: &TournamentKey,
    id: GameId,
    scoring: Scoring,
) -> Result<Option<Finish>, LedgerError> {
    let subject = Subject::game(Stream::Game, &key.game(id));
    let Some(last) = log.last(&subject).await? else { return Ok(None) };
    let envelope = Envelope::decode(last.payload.clone()).map_err(|source| {
        let (subject, sequence) = (last.subject.clone(), last.sequence);
        LedgerError::Decode { subject, sequence, source }
    })?;
    let Some(Record::Game(record)) = envelope.record else { return Ok(None) };
    Ok(record.state.and_then(|state| by_material(&state, scoring)))
}

/// What a game would end in: whoever has more material wins, a king being two men; where draws have a
/// bonus it is a draw with it. `None` when the game is over or its position cannot be read.
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
