//! One game: its record from GAME, its clock from CLOCK, its players from TOURNAMENT.
//!
//! A game is shown once it is paired, whatever came first. Its version for spectators follows from
//! its record alone, so that every replica counts alike: 0 before the start, 1 after it, and one
//! more with every move and with the end. A change of one move or of the end is therefore always
//! one version further; whatever is not (a start, a corrected result, a line that was taken back)
//! is told as the whole game.
//!
//! A result that the tournament has stands over the game's own, as it does in the standings.

use std::sync::Arc;

use draughts::{Move, Outcome, Position, RuleSet, Timestamp, fen};
use proto::{
    convert::{ConvertError, required},
    subject::{GameId, Stream},
    v1::{
        ClockChange, ClockView, GameState, GameView, MoveChange, MoveView, ResultChange,
        change::Kind,
    },
};

use super::{parts, whole};
use crate::cursor::Seen;

/// A game, as far as it is known.
#[derive(Debug, Default)]
pub(super) struct Game {
    record: Option<Arc<Record>>,
    clock: Option<ClockView>,
    /// Whoever plays it; unless it has some, the game is not shown.
    seats: Option<Seats>,
    seen: Seen,
    /// The game as it was shown last; while nobody looks it is not kept, for the rest tells it.
    shown: Option<Arc<GameView>>,
}

/// What its round says of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seats {
    pub(super) white: u32,
    pub(super) black: u32,
    pub(super) rules: RuleSet,
    /// The result that the tournament has; it stands over the game's own.
    pub(super) outcome: Option<Outcome>,
}

/// A game that has begun.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// The rules that it is played by.
    pub(crate) rules: RuleSet,
    /// The first position.
    pub(crate) start: Position,
    /// When it began.
    pub(crate) started_at: Timestamp,
    /// The moves, and when the clock was pressed.
    pub(crate) plies: Vec<(Move, Timestamp)>,
    /// How it ended.
    pub(crate) outcome: Option<Outcome>,
    /// The position after the last move.
    position: Position,
}

impl Game {
    pub(super) fn is_shown(&self) -> bool {
        self.seats.is_some()
    }

    pub(super) fn shown(&self, id: GameId) -> Option<Arc<GameView>> {
        let made = || self.seats.as_ref().map(|seats| Arc::new(self.view(id, seats)));
        self.shown.clone().or_else(made)
    }

    /// Keeps only what cannot be made anew.
    pub(super) fn rest(&mut self) {
        self.shown = None;
    }

    pub(super) fn record(&self) -> Option<&Arc<Record>> {
        self.record.as_ref()
    }

    /// The last messages of GAME and CLOCK that were of this game.
    pub(super) fn seen(&self) -> Seen {
        self.seen
    }

    /// Whether it is played right now.
    pub(super) fn is_running(&self) -> bool {
        self.seats.as_ref().is_some_and(|seats| seats.outcome.is_none())
            && self.record.as_ref().is_some_and(|record| record.outcome.is_none())
    }

    pub(super) fn set_record(
        &mut self,
        id: GameId,
        sequence: u64,
        state: &GameState,
    ) -> Result<Vec<Kind>, ConvertError> {
        if state.rules == 0 && state.plies.is_empty() && state.outcome.is_none() {
            // Inputs were refused before the game began.
            self.seen.join(Seen::one(Stream::Game, sequence));
            return Ok(Vec::new());
        }
        let record = Arc::new(Record::read(state, self.record.as_deref())?);
        if record.position.fen() != state.fen {
            tracing::error!(%id, sequence, stored = state.fen, "the moves lead to another position");
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
        let mut position = known.position;
        for (mv, at) in record.plies.iter().skip(known.plies.len()) {
            let (told, next) = move_view(position, *mv, *at);
            position = next;
            view.fen.clone_from(&told.fen);
            view.moves.push(told.clone());
            view.version += 1;
            kinds.push(Kind::Move(MoveChange {
                game: id.to_string(),
                version: view.version,
                ply: u32::try_from(view.moves.len()).unwrap_or(u32::MAX),
                r#move: Some(told),
            }));
        }
        if let (None, Some(outcome)) = (known.outcome, record.outcome) {
            let holding = seats.outcome.unwrap_or(outcome);
            view.result = Some(parts::result(holding, record.rules));
            view.version += 1;
            kinds.push(Kind::Result(ResultChange {
                game: id.to_string(),
                version: view.version,
                result: view.result.clone(),
            }));
        }
        Ok(kinds)
    }

    pub(super) fn set_clock(&mut self, id: GameId, sequence: u64, clock: ClockView) -> Vec<Kind> {
        self.seen.join(Seen::one(Stream::Clock, sequence));
        if self.clock.as_ref() == Some(&clock) {
            return Vec::new();
        }
        self.shown = self.shown(id);
        self.clock = Some(clock);
        let Some(shown) = &mut self.shown else { return Vec::new() };
        Arc::make_mut(shown).clock = Some(clock);
        vec![Kind::Clock(ClockChange { game: id.to_string(), clock: Some(clock) })]
    }

    pub(super) fn set_seats(&mut self, id: GameId, seats: Seats) -> Vec<Kind> {
        if self.seats.as_ref() == Some(&seats) {
            return Vec::new();
        }
        self.shown = self.shown(id);
        self.seats = Some(seats);
        self.show_whole(id)
    }

    /// Shows the game anew, and tells it when that shows anything else than before.
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
            clock: self.clock,
            result: seats.outcome.map(|outcome| parts::result(outcome, seats.rules)),
            ..GameView::default()
        };
        let Some(record) = &self.record else {
            view.start = Position::start(seats.rules.variant()).fen();
            view.fen.clone_from(&view.start);
            return view;
        };
        view.started = true;
        view.version = 1;
        view.start = record.start.fen();
        view.fen.clone_from(&view.start);
        let mut position = record.start;
        for (mv, at) in &record.plies {
            let (told, next) = move_view(position, *mv, *at);
            position = next;
            view.fen.clone_from(&told.fen);
            view.moves.push(told);
            view.version += 1;
        }
        if let Some(outcome) = record.outcome {
            view.result.get_or_insert_with(|| parts::result(outcome, record.rules));
            view.version += 1;
        }
        view
    }
}

impl Record {
    /// Reads a state; moves that `known` has already are not played again.
    fn read(state: &GameState, known: Option<&Self>) -> Result<Self, ConvertError> {
        let rules = RuleSet::try_from(state.rules())?;
        let start = fen::parse(&state.start_fen, rules.variant())
            .map_err(|source| ConvertError::invalid("start_fen", source))?;
        let plies = state.plies.iter().map(|ply| {
            let mv = Move::try_from(required(ply.r#move.clone(), "move")?)?;
            Ok((mv, Timestamp::from_millis(ply.at_ms)))
        });
        let plies = plies.collect::<Result<Vec<_>, ConvertError>>()?;
        let known = known.filter(|known| known.start == start && plies.starts_with(&known.plies));
        let (from, played) = known.map_or((start, 0), |k| (k.position, k.plies.len()));
        let position =
            plies.iter().skip(played).fold(from, |before, (mv, _at)| before.play_unchecked(mv));
        Ok(Self {
            rules,
            start,
            started_at: Timestamp::from_millis(state.started_at_ms),
            plies,
            outcome: state.outcome.map(TryInto::try_into).transpose()?,
            position,
        })
    }

    /// Whether `next` is this game with nothing but moves and an end added.
    fn is_continued_by(&self, next: &Self) -> bool {
        self.rules == next.rules
            && self.start == next.start
            && self.started_at == next.started_at
            && next.plies.starts_with(&self.plies)
            && (self.outcome == next.outcome || self.outcome.is_none())
            // Moves after an end take the end back.
            && (self.outcome.is_none() || self.plies.len() == next.plies.len())
    }
}

/// A move as spectators see it, and the position after it.
fn move_view(before: Position, mv: Move, at: Timestamp) -> (MoveView, Position) {
    let after = before.play_unchecked(&mv);
    let told = MoveView {
        text: before.notation(&mv),
        from: mv.from().get().into(),
        to: mv.to().get().into(),
        captured: mv.captured().squares().map(|square| square.get().into()).collect(),
        fen: after.fen(),
        at: at.millis(),
    };
    (told, after)
}
