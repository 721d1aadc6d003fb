//! The spectators' view of one tournament: its games, clocks, rounds, players and standings.
//!
//! A [`View`] is given the states that envelopes carry and returns the changes for spectators. It
//! knows no connection and no time of day, and passes sequences on without interpreting them. Two
//! views that were given the same messages show the same, in whatever order the streams came.

mod game;
mod parts;
mod record;
mod resources;
#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use draughts::{RuleSet, Timestamp};
use proto::{
    convert::{self, ConvertError, Record as LogRecord, StoredGame},
    subject::{GameId, Stream, TournamentKey},
    v1::{
        self, Broadcast, Change, ClockState, GameView, PlayersChange, RoundsChange, Snapshot,
        StandingsChange, TournamentChange, change::Kind,
    },
};
use runtime::LogEntry;
use serde::Serialize;
use thiserror::Error;
use tournament::{Embargoes, Round, Scoring, Tournament, ranking::Running};

use self::game::{Game, Seats};
pub(crate) use self::{game::MoveTimes, record::Record};
use crate::{
    cursor::{Histories, Mark, Seen},
    freshness::Stamp,
    gate::board,
};

/// The changes that one message makes for spectators.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Effect {
    /// The changes in the order in which they are to be applied; often none.
    pub(crate) changes: Vec<Change>,
    /// The messages of the event log that led to the changes.
    pub(crate) sources: Seen,
}

/// The reason why an entry of the log cannot be applied to a view.
#[derive(Debug, Error)]
pub(crate) enum EntryError {
    /// It is neither of GAME nor of CLOCK.
    #[error("the subject is of another stream")]
    OtherStream,
    /// It holds what no version wrote.
    #[error(transparent)]
    Record(#[from] ConvertError),
}

/// The spectators' view of one tournament.
#[derive(Debug)]
pub(crate) struct View {
    key: TournamentKey,
    seen: Seen,
    histories: Histories,
    tournament: Tournament,
    /// The last message of TOURNAMENT that led to it.
    tournament_at: u64,
    shown: ShownParts,
    games: BTreeMap<GameId, Game>,
    /// The embargoes that hold for what is shown, and the moment at which they hold.
    embargoes: (Embargoes, Timestamp),
    /// The sum of the sequences of the last messages of each game and clock: it grows with each
    /// message that is shown, in whatever order an embargo lets them through.
    edition: u64,
}

/// Everything that spectators see of a tournament except its games. Its tables may take long to
/// compute, so it is made before the view is locked.
#[derive(Clone, Debug)]
pub(crate) struct TournamentPicture {
    tournament: Tournament,
    shown: ShownParts,
    embargoes: (Embargoes, Timestamp),
}

/// Everything except the games, as last shown.
#[derive(Clone, Debug, Default)]
struct ShownParts {
    tournament: Option<v1::TournamentView>,
    players: Vec<v1::PlayerView>,
    rounds: Vec<v1::RoundView>,
    standings: Vec<v1::StandingView>,
    tables: Vec<v1::GroupTable>,
    teams: Vec<v1::TeamView>,
}

/// A view at one moment. Cheap to make; the view may change meanwhile.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    shown: ShownParts,
    games: Vec<Arc<GameView>>,
}

/// A game with everything that its PDN contains.
#[derive(Clone, Debug)]
pub(crate) struct GameSheet {
    /// The round and the table.
    pub(crate) id: GameId,
    /// The player with White.
    pub(crate) white: Option<tournament::Player>,
    /// The player with Black.
    pub(crate) black: Option<tournament::Player>,
    /// The game, once it has begun.
    pub(crate) record: Option<Arc<Record>>,
    /// The times of its moves.
    pub(crate) times: Arc<MoveTimes>,
    /// The valid result: that of the tournament, otherwise that of the game.
    pub(crate) outcome: Option<draughts::Outcome>,
    /// White's bonus in a draw, in hundredths of a point.
    pub(crate) bonus: Option<i32>,
    /// The moment when its round was opened.
    pub(crate) opened_at: Option<Timestamp>,
}

impl View {
    /// Returns a view of a tournament without any state yet.
    pub(crate) fn new(key: TournamentKey) -> Self {
        Self {
            key,
            seen: Seen::default(),
            histories: Histories::default(),
            tournament: Tournament::default(),
            tournament_at: 0,
            shown: ShownParts::default(),
            games: BTreeMap::new(),
            embargoes: Default::default(),
            edition: 0,
        }
    }

    /// Returns the name of the venue.
    pub(crate) fn venue(&self) -> &str {
        self.key.venue.as_str()
    }

    /// Returns the last message of each stream that was applied.
    pub(crate) fn seen(&self) -> Seen {
        self.seen
    }

    /// Returns the mark of a position; `None` if one of its messages is not known.
    ///
    /// Under an embargo, messages are not shown in the order of their sequences, so a position
    /// alone does not say what was shown. Once one was set, the mark is that of the whole view, and
    /// a spectator whose cursor has another one gets a snapshot.
    pub(crate) fn mark(&self, seen: Seen) -> Option<Mark> {
        let (embargoes, at) = &self.embargoes;
        if embargoes.is_empty() {
            return self.histories.mark(seen);
        }
        let (decided, holding) = embargoes.decisions_by(*at);
        let parts = [decided, holding].map(|number| u64::try_from(number).unwrap_or(u64::MAX));
        Some(self.histories.mark_of_edition(seen, [self.edition, parts[0], parts[1]]))
    }

    /// Notes a message that is applied next, for the cursors after it.
    pub(crate) fn note(&mut self, stream: Stream, sequence: u64, digest: &[u8]) {
        self.histories.note(stream, sequence, digest);
    }

    /// Returns the tournament; `None` while it is not created.
    pub(crate) fn tournament(&self) -> Option<&Tournament> {
        Some(&self.tournament).filter(|tournament| tournament.is_created())
    }

    /// Applies an entry of GAME or CLOCK. One that is older than what is known of its game changes
    /// nothing.
    ///
    /// # Errors
    /// [`EntryError`] if it is of another stream or has no state; the view is unchanged then.
    pub(crate) fn set_entry(&mut self, entry: &LogEntry) -> Result<Effect, EntryError> {
        let id = entry.game().ok_or(EntryError::OtherStream)?.game;
        self.note(entry.subject.stream, entry.sequence, entry.digest());
        match &entry.record {
            LogRecord::Game(record) => Ok(self.set_game(id, entry.sequence, &record.state)?),
            LogRecord::Clock(record) => {
                let state = record.state.as_ref();
                let state = state.ok_or(ConvertError::Missing { field: "state" })?;
                Ok(self.set_clock(id, entry.sequence, state))
            }
            LogRecord::Input(_)
            | LogRecord::Tables(_)
            | LogRecord::Tournament(_)
            | LogRecord::Access(_) => Err(EntryError::OtherStream),
        }
    }

    /// Applies the state of a game after a message of GAME.
    ///
    /// # Errors
    /// [`ConvertError`] if the state holds no game; the view stays as it was.
    pub(crate) fn set_game(
        &mut self,
        id: GameId,
        sequence: u64,
        state: &StoredGame,
    ) -> Result<Effect, ConvertError> {
        let game = self.games.entry(id).or_default();
        let before = game.seen().game;
        let changes = game.set_record(id, sequence, state)?;
        self.edition += game.seen().game - before;
        Ok(self.effect(Stream::Game, sequence, changes))
    }

    /// Applies the state of a clock after a message of CLOCK.
    pub(crate) fn set_clock(&mut self, id: GameId, sequence: u64, state: &ClockState) -> Effect {
        let delay = self.delay_of(id);
        let game = self.games.entry(id).or_default();
        let before = game.seen().clock;
        let mut changes = game.set_delay(id, delay);
        changes.extend(game.set_clock(id, sequence, state));
        self.edition += game.seen().clock - before;
        self.effect(Stream::Clock, sequence, changes)
    }

    /// Applies the tournament after a message of TOURNAMENT.
    pub(crate) fn set_tournament(&mut self, sequence: u64, picture: TournamentPicture) -> Effect {
        let TournamentPicture { tournament: after, shown: now, embargoes } = picture;
        let is_known = match embargoes.0.is_empty() {
            true => sequence <= self.tournament_at,
            // Other embargoes may hold without a message that is shown.
            false => sequence < self.tournament_at,
        };
        if is_known {
            return Effect::default();
        }
        self.tournament_at = sequence;
        self.embargoes = embargoes;
        let scoring = after.scoring();
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
            for (id, seats) in seats(round, rules, scoring) {
                gone.remove(&id);
                let game = self.games.entry(id).or_default();
                if !game.is_shown() {
                    revealed.join(game.seen());
                }
                kinds.extend(game.set_seats(id, seats));
            }
        }
        let delays: Vec<_> = self.games.keys().map(|id| (*id, self.delay_of(*id))).collect();
        for (id, delay) in delays {
            self.games.entry(id).and_modify(|game| kinds.extend(game.set_delay(id, delay)));
        }
        // A game whose pairing was undone is no longer shown.
        for id in gone {
            self.games.entry(id).and_modify(Game::hide);
        }
        if (&before.standings, &before.tables) != (&now.standings, &now.tables) {
            let (standings, tables) = (now.standings, now.tables);
            kinds.push(Kind::Standings(StandingsChange { standings, tables }));
        }
        self.tournament = after;
        let mut effect = self.effect(Stream::Tournament, sequence, kinds);
        effect.sources.join(revealed);
        effect
    }

    /// Takes any tournament as a newer one next, because the log has another history than before.
    pub(crate) fn forget_tournament(&mut self) {
        self.tournament_at = 0;
    }

    /// Returns the time by which the clocks of a game are shown later than they ran.
    fn delay_of(&self, id: GameId) -> Duration {
        let (embargoes, at) = &self.embargoes;
        board(id).map_or(Duration::ZERO, |board| embargoes.delay(board, *at))
    }

    /// Applies a message that changes nothing for spectators.
    pub(crate) fn pass(&mut self, stream: Stream, sequence: u64) {
        self.seen.join(Seen::one(stream, sequence));
    }

    fn effect(&mut self, stream: Stream, sequence: u64, kinds: Vec<Kind>) -> Effect {
        self.pass(stream, sequence);
        let changes = kinds.into_iter().map(|kind| Change { kind: Some(kind) }).collect();
        Effect { changes, sources: Seen::one(stream, sequence) }
    }

    /// Frees everything that can be computed again on demand.
    pub(crate) fn shrink(&mut self) {
        self.histories.shrink();
        self.games.values_mut().for_each(Game::shrink);
    }

    /// Returns the view at this moment; `None` while the tournament is not created.
    pub(crate) fn picture(&self) -> Option<Picture> {
        self.tournament()?;
        let games = self.games.iter().filter_map(|(id, game)| game.shown(*id)).collect();
        Some(Picture { shown: self.shown.clone(), games })
    }

    /// Returns the tournament's entry in the list of broadcasts; `None` while it is not created.
    pub(crate) fn entry(&self) -> Option<Broadcast> {
        let tournament = self.shown.tournament.as_ref()?;
        let boards = self.shown.rounds.last().map_or(0, |round| round.games.len());
        let running = self.running().count();
        let opened =
            || published(&self.tournament).filter_map(Round::opened_at).map(Timestamp::millis);
        Some(Broadcast {
            venue: tournament.venue.clone(),
            id: tournament.id.clone(),
            name: tournament.name.clone(),
            rules: tournament.rules,
            boards: u32::try_from(boards).unwrap_or(u32::MAX),
            running: u32::try_from(running).unwrap_or(u32::MAX),
            state: parts::progress(&self.tournament).to_owned(),
            first_round_at: opened().min(),
            last_round_at: opened().max(),
            place: tournament.place.clone(),
        })
    }

    /// Returns true if a game is being played.
    pub(crate) fn is_in_play(&self) -> bool {
        self.running().next().is_some()
    }

    fn running(&self) -> impl Iterator<Item = &Game> {
        self.games.values().filter(|game| game.is_running())
    }

    /// Returns the sheet of one game; `None` if its pairing is not published.
    pub(crate) fn sheet(&self, id: GameId) -> Option<GameSheet> {
        self.rounds_sheets(|round| round == id.round()).into_iter().find(|sheet| sheet.id == id)
    }

    /// Returns the sheets of a player's games, ordered by round.
    pub(crate) fn player_sheets(&self, player: u32) -> Vec<GameSheet> {
        let mut sheets = self.rounds_sheets(|_any| true);
        let is_of = |side: &Option<tournament::Player>| {
            side.as_ref().is_some_and(|side| side.id.get() == player)
        };
        sheets.retain(|sheet| is_of(&sheet.white) || is_of(&sheet.black));
        sheets
    }

    /// Returns the sheets of the rounds whose number `wanted` accepts, ordered by round and table.
    pub(crate) fn rounds_sheets(&self, wanted: impl Fn(u32) -> bool) -> Vec<GameSheet> {
        let Some(tournament) = self.tournament() else { return Vec::new() };
        let rounds = published(tournament).filter(|round| wanted(round.number().get()));
        rounds
            .flat_map(|round| {
                round.games().iter().filter_map(move |paired| {
                    let pairing = paired.pairing;
                    let id = GameId::new(round.number().get(), pairing.table.get()).ok()?;
                    let game = self.games.get(&id);
                    let record = game.and_then(Game::record).cloned();
                    if record.is_none() && tournament.is_off(round, paired) {
                        return None;
                    }
                    let result = game::valid_result(paired.outcome, record.as_deref());
                    let (outcome, bonus) = result.unzip();
                    Some(GameSheet {
                        id,
                        white: tournament.player(pairing.white).cloned(),
                        black: tournament.player(pairing.black).cloned(),
                        record,
                        times: game.map(Game::times).cloned().unwrap_or_default(),
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
    /// Computes everything that spectators see of a tournament except its games.
    pub(crate) fn of(key: &TournamentKey, tournament: Tournament) -> Self {
        // Everything that spectators see is made of what everybody may see.
        let public = match tournament.as_public() {
            Cow::Owned(public) => Some(public),
            Cow::Borrowed(_whole) => None,
        };
        let tournament = public.unwrap_or(tournament);
        let scoring = tournament.scoring();
        let tables = tournament.tables(Running::Ignored);
        let groups = convert::group_tables(&tournament, &tables).into_iter();
        let shown = ShownParts {
            tournament: parts::event(key, &tournament),
            players: tournament.players().iter().map(parts::player).collect(),
            rounds: published(&tournament)
                .map(|round| parts::round(&tournament, round, scoring))
                .collect(),
            standings: convert::standings(&tables).into_iter().map(parts::standing).collect(),
            tables: groups
                .chain(tournament.overall_table().as_ref().map(convert::overall_table))
                .collect(),
            teams: tournament.teams().iter().map(parts::team).collect(),
        };
        Self { tournament, shown, embargoes: Default::default() }
    }

    /// Returns the picture with the embargoes by which it was made, and the moment at which they
    /// hold.
    pub(crate) fn under(mut self, embargoes: Embargoes, at: Timestamp) -> Self {
        if let Some(tournament) = &mut self.shown.tournament {
            tournament.embargoes = embargoes.all().into_iter().map(parts::embargo).collect();
        }
        self.embargoes = (embargoes, at);
        self
    }
}

/// The part of a snapshot that is the same each time it is sent, in the order of its JSON.
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
    /// Returns everything in a snapshot except its cursor and its stamp, to be written as JSON.
    pub(crate) fn body(&self) -> SnapshotBody<'_> {
        let ShownParts { tournament, players, rounds, standings, tables, teams } = &self.shown;
        let games = self.games.iter().map(AsRef::as_ref).collect();
        SnapshotBody { tournament, players, rounds, games, standings, tables, teams }
    }

    /// Returns the snapshot of this moment as a protobuf message.
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

/// Returns the published rounds.
fn published(tournament: &Tournament) -> impl Iterator<Item = &Round> {
    tournament.rounds().iter().filter(|round| round.is_published())
}

/// Returns the players of each game of a round. Skips a table whose number is too high for a
/// [`GameId`].
fn seats(
    round: &Round,
    rules: RuleSet,
    scoring: Scoring,
) -> impl Iterator<Item = (GameId, Seats)> + '_ {
    round.games().iter().filter_map(move |game| {
        let pairing = game.pairing;
        let id = GameId::new(round.number().get(), pairing.table.get()).ok()?;
        let (white, black) = (pairing.white.get(), pairing.black.get());
        let (is_reversed, outcome) = (game.is_reversed, game.outcome);
        Some((id, Seats { white, black, is_reversed, rules, scoring, outcome }))
    })
}
