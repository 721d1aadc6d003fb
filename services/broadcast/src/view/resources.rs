//! The parts of a tournament: their versions, and what they show.

use std::sync::Arc;

use proto::{
    subject::{GameId, Stream},
    v1::GameView,
};

use super::{Game, View};
use crate::{
    cursor::Seen,
    resource::{Content, GameSummary, PlayerGame, Resource, RoundHead},
};

impl View {
    /// Returns the last messages of the log that a part of the tournament shows; `None` if it has
    /// no such part.
    pub(crate) fn version(&self, resource: Resource) -> Option<Seen> {
        self.tournament()?;
        let seen = Seen::one(Stream::Tournament, self.seen.tournament);
        match resource {
            Resource::Head | Resource::Players | Resource::Standings => Some(seen),
            Resource::Player(id) => {
                self.shown.players.iter().find(|player| player.id == id)?;
                Some(self.with_games(seen, |_id, game| game.is_of(id)))
            }
            Resource::Round(number) => {
                self.shown.rounds.iter().find(|round| round.number == number)?;
                Some(self.with_games(seen, |id, _game| id.round() == number))
            }
            Resource::Game(wanted) => {
                self.games.get(&wanted).filter(|game| game.is_shown())?;
                Some(self.with_games(seen, |id, _game| id == wanted))
            }
        }
    }

    /// Returns a part of the tournament; `None` if it has no such part.
    pub(crate) fn content(&self, resource: Resource) -> Option<Content> {
        let shown = &self.shown;
        let tournament = shown.tournament.clone()?;
        Some(match resource {
            Resource::Head => Content::Head {
                tournament,
                rounds: shown.rounds.iter().map(RoundHead::of).collect(),
            },
            Resource::Players => {
                Content::Players { players: shown.players.clone(), teams: shown.teams.clone() }
            }
            Resource::Player(id) => {
                let player = shown.players.iter().find(|player| player.id == id)?.clone();
                let games = self.shown_games(|_id, game| game.is_of(id));
                let games = games.map(|game| PlayerGame::of(&game, id)).collect();
                Content::Player { player, games }
            }
            Resource::Standings => Content::Standings { tables: shown.tables.clone() },
            Resource::Round(number) => {
                let round = shown.rounds.iter().find(|round| round.number == number)?.clone();
                let games = self.shown_games(|id, _game| id.round() == number);
                Content::Round { round, games: games.map(|game| GameSummary::of(&game)).collect() }
            }
            Resource::Game(wanted) => {
                let game = self.shown_games(|id, _game| id == wanted).next()?;
                Content::Game { game: Arc::unwrap_or_clone(game) }
            }
        })
    }

    fn with_games(&self, mut seen: Seen, wanted: impl Fn(GameId, &Game) -> bool) -> Seen {
        let games = self.games.iter().filter(|(id, game)| wanted(**id, game));
        games.for_each(|(_id, game)| seen.join(game.seen()));
        seen
    }

    fn shown_games(
        &self,
        wanted: impl Fn(GameId, &Game) -> bool,
    ) -> impl Iterator<Item = Arc<GameView>> {
        let games = self.games.iter().filter(move |(id, game)| wanted(**id, game));
        games.filter_map(|(id, game)| game.shown(*id))
    }
}
