//! One game: its record from GAME, its clock from CLOCK, its players from TOURNAMENT.
//!
//! A game is shown once its pairing is published, whichever stream came first.
//!
//! Its version is computed from its record alone, so that every replica counts alike: 0 before the
//! start, 1 after it, and one more with every move and with the end. When the arbiter changes the
//! record, a new line begins; its versions are higher than any version of the line before it. So a
//! version never goes down while the log goes on, and two different records of moves never have the
//! same version.
//!
//! A new move, or the end of the game, is sent as a change that raises the version by one. Any
//! other change is sent as the whole game: a start, a new line, or a corrected result, which keeps
//! its version.
//!
//! A result that the tournament has recorded takes precedence over the game's own, as in the
//! standings.
//!
//! An irregular move without a ruling is not part of the record, and nothing of it is sent (rules
//! art. 24).

use std::{sync::Arc, time::Duration};

use draughts::{Outcome, Position, RuleSet, text};
use game_clock::MoveTime;
use proto::{
    convert::{ConvertError, StoredGame, stored_move_times},
    subject::{GameId, Stream},
    v1::{
        self, ByHandView, ClockChange, ClockState, ClockView, GameChange, GameView, MoveChange,
        ResultChange, ResultView, change::Kind,
    },
};
use tournament::Scoring;

use super::{Record, parts, record::move_view};
use crate::cursor::Seen;

/// The state of a game from each of the three streams.
#[derive(Debug, Default)]
pub(super) struct Game {
    record: Option<Arc<Record>>,
    clock: Option<ClockView>,
    /// The time by which an embargo delays the clock, in milliseconds: it is shown as if it ran so
    /// much later, so that pages count on from what they show.
    delay_ms: i64,
    times: Arc<MoveTimes>,
    /// The players; `None` while the pairing is not published, and then the game is not shown.
    seats: Option<Seats>,
    seen: Seen,
    /// The game as last shown; `None` after [`Game::shrink`], because it can be computed from the
    /// rest.
    shown: Option<Arc<GameView>>,
}

/// The times of the moves of each side, from its first; `None` for moves that were not timed.
#[derive(Debug, Default)]
pub(crate) struct MoveTimes {
    pub(crate) white: Vec<Option<MoveTime>>,
    pub(crate) black: Vec<Option<MoveTime>>,
}

impl MoveTimes {
    fn of(state: &ClockState) -> Self {
        let read = |times: &Option<v1::MoveTimes>| times.as_ref().map(stored_move_times);
        let (white, black) = (read(&state.white_times), read(&state.black_times));
        Self { white: white.unwrap_or_default(), black: black.unwrap_or_default() }
    }
}

/// The part of a tournament that concerns one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seats {
    pub(super) white: u32,
    pub(super) black: u32,
    /// True if the players have changed colours since they were paired (KNDB F7).
    pub(super) is_reversed: bool,
    pub(super) rules: RuleSet,
    pub(super) scoring: Scoring,
    /// The result that the tournament has recorded, which takes precedence over the game's own.
    pub(super) outcome: Option<Outcome>,
}

impl Game {
    /// Returns true if spectators see the game.
    pub(super) fn is_shown(&self) -> bool {
        self.seats.is_some()
    }

    /// Returns true if spectators see it as a game of this player.
    pub(super) fn is_of(&self, player: u32) -> bool {
        self.seats.as_ref().is_some_and(|seats| [seats.white, seats.black].contains(&player))
    }

    /// Returns the game as spectators see it; `None` while it is not shown.
    pub(super) fn shown(&self, id: GameId) -> Option<Arc<GameView>> {
        let made = || self.seats.as_ref().map(|seats| Arc::new(self.view(id, seats)));
        self.shown.clone().or_else(made)
    }

    /// Hides the game, because its pairing was undone.
    pub(super) fn hide(&mut self) {
        (self.seats, self.shown) = (None, None);
    }

    /// Frees everything that can be computed again.
    pub(super) fn shrink(&mut self) {
        self.shown = None;
    }

    /// Returns the record of the game; `None` before its start.
    pub(super) fn record(&self) -> Option<&Arc<Record>> {
        self.record.as_ref()
    }

    /// Returns the times of the moves.
    pub(super) fn times(&self) -> &Arc<MoveTimes> {
        &self.times
    }

    /// Returns the last messages of GAME and CLOCK about this game.
    pub(super) fn seen(&self) -> Seen {
        self.seen
    }

    /// Returns true if the game is being played.
    pub(super) fn is_running(&self) -> bool {
        self.seats.as_ref().is_some_and(|seats| seats.outcome.is_none())
            && self.record.as_ref().is_some_and(|record| record.state.outcome.is_none())
    }

    /// Applies the state of the game after message `sequence` of GAME; returns the changes.
    ///
    /// # Errors
    /// [`ConvertError`] if the state holds no game; nothing has changed then.
    pub(super) fn set_record(
        &mut self,
        id: GameId,
        sequence: u64,
        stored: &StoredGame,
    ) -> Result<Vec<Kind>, ConvertError> {
        if sequence <= self.seen.game {
            return Ok(Vec::new());
        }
        let Some(state) = stored.read()? else {
            // Messages before the start only refuse inputs.
            self.seen.join(Seen::one(Stream::Game, sequence));
            return Ok(Vec::new());
        };
        let record = Arc::new(Record::new(state, self.record.as_deref()));
        if record.position().fen() != stored.fen() {
            tracing::error!(%id, sequence, stored = stored.fen(), "the moves lead to another position");
        }
        self.seen.join(Seen::one(Stream::Game, sequence));
        self.shown = self.shown(id);
        let before = self.record.replace(Arc::clone(&record));
        let (Some(shown), Some(seats)) = (&mut self.shown, &self.seats) else {
            return Ok(Vec::new());
        };
        let known = before.filter(|before| before.is_continued_by(&record));
        let Some(known) = known.filter(|_| shown.started) else { return Ok(self.show_whole(id)) };
        let view = Arc::make_mut(shown);
        let mut kinds = Vec::new();
        let mut position = known.position();
        for ply in record.state.plies.iter().skip(known.state.plies.len()) {
            let (mv, next) = move_view(ply, &position);
            position = next;
            view.fen = position.fen();
            view.moves.push(mv.clone());
            view.version += 1;
            kinds.push(Kind::Move(MoveChange {
                game: id.to_string(),
                version: view.version,
                ply: u32::try_from(view.moves.len()).unwrap_or(u32::MAX),
                r#move: Some(mv),
            }));
        }
        if known.state.outcome.is_none() && record.state.outcome.is_some() {
            view.result = result(seats, Some(&record));
            view.version += 1;
            kinds.push(Kind::Result(ResultChange {
                game: id.to_string(),
                version: view.version,
                result: view.result.clone(),
            }));
        }
        Ok(kinds)
    }

    /// Applies the clock after message `sequence` of CLOCK; returns the changes.
    pub(super) fn set_clock(&mut self, id: GameId, sequence: u64, state: &ClockState) -> Vec<Kind> {
        if sequence <= self.seen.clock {
            return Vec::new();
        }
        self.seen.join(Seen::one(Stream::Clock, sequence));
        self.times = Arc::new(MoveTimes::of(state));
        let mut clock = parts::clock(state);
        clock.as_of = clock.as_of.saturating_add(self.delay_ms);
        if self.clock.as_ref() == Some(&clock) {
            return Vec::new();
        }
        self.shown = self.shown(id);
        self.clock = Some(clock);
        let Some(shown) = &mut self.shown else { return Vec::new() };
        Arc::make_mut(shown).clock = Some(clock);
        vec![Kind::Clock(ClockChange { game: id.to_string(), clock: Some(clock) })]
    }

    /// Applies the time by which an embargo delays the clock; returns the changes.
    pub(super) fn set_delay(&mut self, id: GameId, delay: Duration) -> Vec<Kind> {
        let delay_ms = i64::try_from(delay.as_millis()).unwrap_or(i64::MAX);
        let before = std::mem::replace(&mut self.delay_ms, delay_ms);
        if before == delay_ms {
            return Vec::new();
        }
        self.shown = self.shown(id);
        let Some(clock) = &mut self.clock else { return Vec::new() };
        clock.as_of = clock.as_of.saturating_sub(before).saturating_add(delay_ms);
        let Some(shown) = &mut self.shown else { return Vec::new() };
        Arc::make_mut(shown).clock = Some(*clock);
        vec![Kind::Clock(ClockChange { game: id.to_string(), clock: Some(*clock) })]
    }

    /// Applies the players and the result from the tournament; returns the changes.
    pub(super) fn set_seats(&mut self, id: GameId, seats: Seats) -> Vec<Kind> {
        if self.seats.as_ref() == Some(&seats) {
            return Vec::new();
        }
        self.shown = self.shown(id);
        self.seats = Some(seats);
        self.show_whole(id)
    }

    /// Computes the view of the game anew; returns it as a change if it differs from the last one.
    fn show_whole(&mut self, id: GameId) -> Vec<Kind> {
        let Some(seats) = &self.seats else { return Vec::new() };
        let view = Arc::new(self.view(id, seats));
        if self.shown.as_ref() == Some(&view) {
            return Vec::new();
        }
        let kind = whole(&view);
        self.shown = Some(view);
        vec![kind]
    }

    fn view(&self, id: GameId, seats: &Seats) -> GameView {
        let mut view = GameView {
            id: id.to_string(),
            round: id.round(),
            table: id.table(),
            white: seats.white,
            black: seats.black,
            colors_reversed: seats.is_reversed,
            clock: self.clock,
            result: result(seats, self.record.as_deref()),
            ..GameView::default()
        };
        let Some(record) = &self.record else {
            view.start = Position::start(seats.rules.variant()).fen();
            view.fen.clone_from(&view.start);
            return view;
        };
        view.started = true;
        view.version = record.version();
        view.on_paper_from = record.state.on_paper_from;
        let mut position = record.state.opening();
        view.start = position.fen();
        for ply in &record.state.plies {
            let (mv, next) = move_view(ply, &position);
            position = next;
            view.moves.push(mv);
        }
        view.fen = position.fen();
        view
    }
}

fn result(seats: &Seats, record: Option<&Record>) -> Option<ResultView> {
    let (outcome, bonus) = valid_result(seats.outcome, record)?;
    let by_hand = record.and_then(|record| record.state.by_hand.as_ref());
    let by_hand = by_hand.map(|by_hand| ByHandView {
        by: text::cleaned(&by_hand.by).into(),
        reason: text::cleaned(&by_hand.reason).into(),
    });
    Some(ResultView { by_hand, ..parts::result(outcome, seats.scoring, bonus) })
}

/// Returns the result that counts, given the one `recorded` in the tournament and the game's
/// `record`.
pub(super) fn valid_result(
    recorded: Option<Outcome>,
    record: Option<&Record>,
) -> Option<(Outcome, Option<i32>)> {
    let state = record.map(|record| &record.state);
    let (played, bonus) = state.map_or((None, None), |state| (state.outcome, state.draw_bonus));
    tournament::counting_result(recorded, played, bonus)
}

/// Returns a change that carries the whole game.
fn whole(view: &Arc<GameView>) -> Kind {
    Kind::Game(GameChange { game: Some(GameView::clone(view)) })
}
