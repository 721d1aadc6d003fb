//! The state that every envelope of GAME carries.

use draughts::{Breach, Color, Event, Game, PlayedPly, Timestamp};

use crate::v1;

/// The record since the arbiter changed it last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Counts the changes: 1, 2, 3 …
    pub number: u32,
    /// Plies that stood in the record then, those that were played again among them.
    pub plies: u32,
    /// The side to move then.
    pub turn: Color,
    /// When the arbiter changed it.
    pub at: Timestamp,
    /// When the irregular move was made that waited until then and does not stand; `at` when none
    /// waited.
    pub since: Timestamp,
}

/// What an event means for the line, seen from the game before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    /// When the irregular move was made that waits.
    waited: Option<Timestamp>,
    /// Whether the event plays a move again that was played before.
    is_again: bool,
}

impl Before {
    pub(super) fn of(game: &Game, event: &Event) -> Self {
        let waited = game.noted().map(|noted| noted.at);
        let is_again = if let Event::MovePlayed { input, .. }
        | Event::IrregularityStands { input, .. } = event
        {
            game.has_seen(input)
                && !game.held().iter().any(|held| held.input == *input)
                && game.noted().is_none_or(|noted| noted.input != *input)
        } else {
            false
        };
        Self { waited, is_again }
    }
}

impl Line {
    /// The line after `event`, which `game` has taken note of; `line` when it changes none.
    pub(super) fn after(
        line: Option<Self>,
        event: &Event,
        game: &Game,
        before: Before,
    ) -> Option<Self> {
        let plies = game.next_ply().saturating_sub(1);
        let turn = game.position().turn();
        let at = match event {
            Event::MovesRetracted { at, .. }
            | Event::PositionSet { at, .. }
            | Event::WentOnPaper { at, .. }
            | Event::RecordCompleted { at, .. }
            | Event::Resumed { at, .. } => *at,
            Event::MovePlayed { .. } | Event::IrregularityStands { .. } => {
                return line.map(|line| {
                    let is_of_line = before.is_again && line.plies.saturating_add(1) == plies;
                    if is_of_line { Self { plies, turn, ..line } } else { line }
                });
            }
            Event::Started { .. }
            | Event::MoveConfirmed { .. }
            | Event::InputHeld { .. }
            | Event::ConflictRaised { .. }
            | Event::ConflictResolved { .. }
            | Event::IrregularityNoted { .. }
            | Event::DrawOffered { .. }
            | Event::InputRefused { .. }
            | Event::Finished { .. }
            | Event::ResultCorrected { .. } => return line,
        };
        // A position that is set again in a corrected line was ruled before the correction.
        let at = line.map_or(at, |line| line.at.max(at));
        // Of several changes in one decision the first tells since when nobody's time counts.
        let since = line.filter(|line| line.at == at).map_or(at, |line| line.since);
        let waited = before.waited.filter(|_waited| game.noted().is_none());
        let since = waited.map_or(since, |waited| waited.min(since));
        let number = line.map_or(0, |line| line.number).saturating_add(1);
        Some(Self { number, plies, turn, at, since })
    }
}

impl From<Line> for v1::Line {
    fn from(line: Line) -> Self {
        let mut wire = Self {
            number: line.number,
            plies: line.plies,
            at_ms: line.at.millis(),
            since_ms: line.since.millis(),
            ..Self::default()
        };
        wire.set_turn(line.turn.into());
        wire
    }
}

/// The state of a game, and the line that its record is on.
pub(super) fn state(game: &Game, line: Option<Line>) -> v1::GameState {
    let mut state = v1::GameState {
        start_fen: game.start().fen(),
        set_start_fen: set_start(game),
        fen: game.position().fen(),
        plies: (0..).zip(game.plies()).map(|(index, ply)| played(game, index, ply)).collect(),
        outcome: game.outcome().map(Into::into),
        started_at_ms: game.started_at().map_or(0, Timestamp::millis),
        line: line.map(Into::into),
        draw_bonus: game.draw_bonus(),
        on_paper_from: game.on_paper_from().unwrap_or_default(),
        noted_at_ms: game.noted().map_or(0, |noted| noted.at.millis()),
        ..v1::GameState::default()
    };
    if let Some(rules) = game.rules() {
        state.set_rules(rules.into());
    }
    state
}

/// The position before the first move, where it is not the one that the game began with.
fn set_start(game: &Game) -> String {
    let set = game.position_after(0).filter(|position| *position != game.start());
    set.map(|position| position.fen()).unwrap_or_default()
}

fn played(game: &Game, index: usize, ply: &PlayedPly) -> v1::PlayedPly {
    let after = game.position_after(index + 1);
    let by_the_move = game.position_after(index).map(|before| before.play_unchecked(&ply.mv));
    let fen = if ply.breach.is_some() || after != by_the_move {
        after.map(|position| position.fen()).unwrap_or_default()
    } else {
        String::new()
    };
    v1::PlayedPly {
        r#move: Some((&ply.mv).into()),
        at_ms: ply.at.millis(),
        breach: ply.breach.map(Breach::as_str).unwrap_or_default().to_owned(),
        fen,
    }
}
