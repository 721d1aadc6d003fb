//! What spectators see of one tournament: its games, clocks, rounds, players and standings.
//!
//! A [`View`] is fed with the states that envelopes carry and tells the changes; it knows no sequence
//! but to pass it on, no connection and no time of day. Two views that were fed the same show the
//! same, in whatever order the streams came.

mod game;
mod parts;
mod record;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use draughts::{RuleSet, Timestamp};
use proto::{
    convert::{self, ConvertError},
    subject::{GameId, Stream, TournamentKey},
    v1::{
        self, Broadcast, Change, ClockState, GameChange, GameState, GameView, PlayersChange,
        RoundsChange, Snapshot, StandingsChange, TournamentChange, change::Kind,
    },
};
use serde::Serialize;
use tournament::{Round, Tournament, ranking::Running};

use self::game::{Game, Seats};
pub(crate) use self::record::Record;
use crate::{cursor::Seen, frame::Stamp};

/// What one message changed for spectators.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Effect {
    /// The changes, in the order in which they are to be applied; often none.
    pub(crate) changes: Vec<Change>,
    /// The messages that the changes tell of.
    pub(crate) tells: Seen,
}

/// One tournament as spectators see it.
#[derive(Debug)]
pub(crate) struct View {
    key: TournamentKey,
    seen: Seen,
    tournament: Tournament,
    shown: Shown,
    games: BTreeMap<GameId, Game>,
}

/// A tournament with what spectators see of it. Its tables may take long to make: that is done before
/// a view is touched.
#[derive(Clone, Debug)]
pub(crate) struct TournamentPicture {
    tournament: Tournament,
    shown: Shown,
}

/// All but the games, as it was shown last.
#[derive(Clone, Debug, Default)]
struct Shown {
    tournament: Option<v1::TournamentView>,
    players: Vec<v1::PlayerView>,
    rounds: Vec<v1::RoundView>,
    standings: Vec<v1::StandingView>,
    tables: Vec<v1::GroupTable>,
    teams: Vec<v1::TeamView>,
}

/// A view at one moment, cheap to take while the view goes on.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    shown: Shown,
    games: Vec<Arc<GameView>>,
}

/// A game with all that a record of it tells.
#[derive(Clone, Debug)]
pub(crate) struct GameSheet {
    /// Which game.
    pub(crate) id: GameId,
    /// The players.
    pub(crate) white: Option<tournament::Player>,
    /// The players.
    pub(crate) black: Option<tournament::Player>,
    /// The game, once it has begun.
    pub(crate) record: Option<Arc<Record>>,
    /// The result that holds.
    pub(crate) outcome: Option<draughts::Outcome>,
    /// White's bonus in a draw, hundredths of a point.
    pub(crate) bonus: Option<i32>,
    /// When its round was opened.
    pub(crate) opened_at: Option<Timestamp>,
}

impl View {
    /// A tournament of which nothing is known.
    pub(crate) fn new(key: TournamentKey) -> Self {
        Self {
            key,
            seen: Seen::default(),
            tournament: Tournament::default(),
            shown: Shown::default(),
            games: BTreeMap::new(),
        }
    }

    /// Where it is played.
    pub(crate) fn venue(&self) -> &str {
        self.key.venue.as_str()
    }

    /// The last messages that were taken in.
    pub(crate) fn seen(&self) -> Seen {
        self.seen
    }

    /// The tournament, if it was created.
    pub(crate) fn tournament(&self) -> Option<&Tournament> {
        Some(&self.tournament).filter(|tournament| tournament.is_created())
    }

    /// Takes in the state of a game after a message of GAME.
    ///
    /// # Errors
    /// [`ConvertError`] when the state is none; nothing has changed then.
    pub(crate) fn set_game(
        &mut self,
        id: GameId,
        sequence: u64,
        state: &GameState,
    ) -> Result<Effect, ConvertError> {
        let game = self.games.entry(id).or_default();
        let changes = game.set_record(id, sequence, state)?;
        Ok(self.effect(Stream::Game, sequence, changes))
    }

    /// Takes in the state of a clock after a message of CLOCK.
    pub(crate) fn set_clock(&mut self, id: GameId, sequence: u64, state: &ClockState) -> Effect {
        let game = self.games.entry(id).or_default();
        let changes = game.set_clock(id, sequence, parts::clock(state));
        self.effect(Stream::Clock, sequence, changes)
    }

    /// Takes in the tournament after a message of TOURNAMENT.
    pub(crate) fn set_tournament(&mut self, sequence: u64, told: TournamentPicture) -> Effect {
        let TournamentPicture { tournament: after, shown: now } = told;
        let Some(rules) = after.regulation().map(|regulation| regulation.rules) else {
            self.tournament = after;
            return self.effect(Stream::Tournament, sequence, Vec::new());
        };
        let before = std::mem::replace(&mut self.shown, now.clone());
        let mut kinds = Vec::new();
        if before.tournament != now.tournament {
            kinds.push(Kind::Tournament(TournamentChange { tournament: now.tournament }));
        }
        if (&before.players, &before.teams) != (&now.players, &now.teams) {
            let (players, teams) = (now.players, now.teams);
            kinds.push(Kind::Players(PlayersChange { players, teams }));
        }
        if before.rounds != now.rounds {
            kinds.push(Kind::Rounds(RoundsChange { rounds: now.rounds }));
        }
        let mut revealed = Seen::default();
        let mut gone: BTreeSet<GameId> = self.games.keys().copied().collect();
        for round in published(&after) {
            for (id, seats) in seats(round, rules) {
                gone.remove(&id);
                let game = self.games.entry(id).or_default();
                if !game.is_shown() {
                    revealed.join(game.seen());
                }
                kinds.extend(game.set_seats(id, seats));
            }
        }
        // A pairing that was undone is shown no longer.
        for id in gone {
            self.games.entry(id).and_modify(Game::hide);
        }
        if (&before.standings, &before.tables) != (&now.standings, &now.tables) {
            let (standings, tables) = (now.standings, now.tables);
            kinds.push(Kind::Standings(StandingsChange { standings, tables }));
        }
        self.tournament = after;
        let mut effect = self.effect(Stream::Tournament, sequence, kinds);
        effect.tells.join(revealed);
        effect
    }

    /// Only takes note of a message that tells spectators nothing.
    pub(crate) fn pass(&mut self, stream: Stream, sequence: u64) {
        self.seen.join(Seen::one(stream, sequence));
    }

    fn effect(&mut self, stream: Stream, sequence: u64, kinds: Vec<Kind>) -> Effect {
        self.pass(stream, sequence);
        let changes = kinds.into_iter().map(|kind| Change { kind: Some(kind) }).collect();
        Effect { changes, tells: Seen::one(stream, sequence) }
    }

    /// Gives back the memory that can be made anew when somebody looks again.
    pub(crate) fn rest(&mut self) {
        self.games.values_mut().for_each(Game::rest);
    }

    /// The view as it is, if the tournament was created.
    pub(crate) fn picture(&self) -> Option<Picture> {
        self.tournament()?;
        let games = self.games.iter().filter_map(|(id, game)| game.shown(*id)).collect();
        Some(Picture { shown: self.shown.clone(), games })
    }

    /// Its line in the list of tournaments, if it was created.
    pub(crate) fn entry(&self) -> Option<Broadcast> {
        let tournament = self.shown.tournament.as_ref()?;
        let boards = self.shown.rounds.last().map_or(0, |round| round.games.len());
        let running = self.games.values().filter(|game| game.is_running()).count();
        Some(Broadcast {
            venue: tournament.venue.clone(),
            id: tournament.id.clone(),
            name: tournament.name.clone(),
            rules: tournament.rules,
            boards: u32::try_from(boards).unwrap_or(u32::MAX),
            running: u32::try_from(running).unwrap_or(u32::MAX),
        })
    }

    /// The sheet of one game, if it was paired.
    pub(crate) fn sheet(&self, id: GameId) -> Option<GameSheet> {
        self.rounds_sheets(|round| round == id.round()).into_iter().find(|sheet| sheet.id == id)
    }

    /// The sheets of the rounds that `wanted` names, by round and table.
    pub(crate) fn rounds_sheets(&self, wanted: impl Fn(u32) -> bool) -> Vec<GameSheet> {
        let Some(tournament) = self.tournament() else { return Vec::new() };
        let rounds = published(tournament).filter(|round| wanted(round.number().get()));
        rounds
            .flat_map(|round| {
                round.games().iter().filter_map(move |paired| {
                    let pairing = paired.pairing;
                    let id = GameId::new(round.number().get(), pairing.table.get()).ok()?;
                    let record = self.games.get(&id).and_then(Game::record).cloned();
                    let holding = game::holding(paired.outcome, record.as_deref());
                    let (outcome, bonus) = holding.unzip();
                    Some(GameSheet {
                        id,
                        white: tournament.player(pairing.white).cloned(),
                        black: tournament.player(pairing.black).cloned(),
                        record,
                        outcome,
                        bonus: bonus.flatten(),
                        opened_at: round.opened_at(),
                    })
                })
            })
            .collect()
    }
}

impl TournamentPicture {
    /// A tournament as it is.
    pub(crate) fn of(key: &TournamentKey, tournament: Tournament) -> Self {
        let scoring = tournament.scoring();
        let tables = tournament.tables(Running::Ignored);
        let groups = convert::group_tables(&tournament, &tables).into_iter();
        let shown = Shown {
            tournament: parts::event(key, &tournament),
            players: tournament.players().iter().map(parts::player).collect(),
            rounds: published(&tournament).map(|round| parts::round(round, scoring)).collect(),
            standings: convert::standings(&tables).into_iter().map(parts::standing).collect(),
            tables: groups
                .chain(tournament.winners_table().as_ref().map(convert::winners_table))
                .collect(),
            teams: tournament.teams().iter().map(parts::team).collect(),
        };
        Self { tournament, shown }
    }
}

/// All of a snapshot that stays the same however often it is sent, in the order of its JSON.
#[derive(Serialize)]
pub(crate) struct SnapshotBody<'a> {
    tournament: &'a Option<v1::TournamentView>,
    players: &'a [v1::PlayerView],
    rounds: &'a [v1::RoundView],
    games: Vec<&'a GameView>,
    standings: &'a [v1::StandingView],
    tables: &'a [v1::GroupTable],
    teams: &'a [v1::TeamView],
}

impl Picture {
    /// Returns what a snapshot has beside its cursor and the time, to be written as JSON.
    pub(crate) fn body(&self) -> SnapshotBody<'_> {
        let Shown { tournament, players, rounds, standings, tables, teams } = &self.shown;
        let games = self.games.iter().map(AsRef::as_ref).collect();
        SnapshotBody { tournament, players, rounds, games, standings, tables, teams }
    }

    /// The snapshot of this moment.
    pub(crate) fn snapshot(&self, cursor: String, stamp: Stamp) -> Snapshot {
        Snapshot {
            cursor,
            now: stamp.now.millis(),
            fresh: stamp.freshness.to_message(),
            tournament: self.shown.tournament.clone(),
            players: self.shown.players.clone(),
            rounds: self.shown.rounds.clone(),
            games: self.games.iter().map(|game| GameView::clone(game)).collect(),
            standings: self.shown.standings.clone(),
            tables: self.shown.tables.clone(),
            teams: self.shown.teams.clone(),
        }
    }
}

/// The rounds that everybody may know.
fn published(tournament: &Tournament) -> impl Iterator<Item = &Round> {
    tournament.rounds().iter().filter(|round| round.is_published())
}

/// Who sits where in a round. A table beyond the names of games is not shown.
fn seats(round: &Round, rules: RuleSet) -> impl Iterator<Item = (GameId, Seats)> + '_ {
    round.games().iter().filter_map(move |game| {
        let pairing = game.pairing;
        let id = GameId::new(round.number().get(), pairing.table.get()).ok()?;
        let (white, black) = (pairing.white.get(), pairing.black.get());
        let (is_reversed, outcome) = (game.is_reversed, game.outcome);
        Some((id, Seats { white, black, is_reversed, rules, outcome }))
    })
}

/// The whole game, as a change.
fn whole(view: &Arc<GameView>) -> Kind {
    Kind::Game(GameChange { game: Some(GameView::clone(view)) })
}
