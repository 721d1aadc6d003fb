//! The record of a game as spectators see it: its moves, its end, and the version that follows from
//! them.

use draughts::{Breach, Position};
use live_game::{GameState, RecordedPly};
use proto::v1::MoveView;

/// More versions than any line has: the state of a game is one message, too small for so many
/// plies. Multiplied by any line number it stays below 2^53, up to which JSON numbers are exact.
const LINE_VERSIONS: u64 = 1 << 20;

/// A game that has begun.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// The state of the game.
    pub(crate) state: GameState,
    /// The position after the last move.
    position: Position,
}

impl Record {
    /// Makes the record of a state. Moves that are the same in `known` are not replayed, which
    /// saves time.
    pub(super) fn new(state: GameState, known: Option<&Self>) -> Self {
        let start = state.opening();
        let known = known.filter(|known| {
            known.state.opening() == start && state.plies.starts_with(&known.state.plies)
        });
        let (from, played) = known.map_or((start, 0), |k| (k.position, k.state.plies.len()));
        let position = state.plies.iter().skip(played).fold(from, |before, ply| ply.after(&before));
        Self { state, position }
    }

    /// Returns the position after the last move.
    pub(super) fn position(&self) -> Position {
        self.position
    }

    /// Returns the version for spectators: it rises by one with every move and with the end, and
    /// beyond all versions of a line with the next line.
    pub(super) fn version(&self) -> u64 {
        let GameState { plies, outcome, .. } = &self.state;
        let plies = u64::try_from(plies.len()).unwrap_or(LINE_VERSIONS);
        u64::from(self.line()) * LINE_VERSIONS + 1 + plies + u64::from(outcome.is_some())
    }

    /// Returns the number of the line: how often the arbiter has changed the record.
    fn line(&self) -> u32 {
        self.state.line.map_or(0, |line| line.number)
    }

    /// Returns true if `next` is this record with nothing but moves and an end added. Any other
    /// change is shown by sending the whole game again.
    pub(super) fn is_continued_by(&self, next: &Self) -> bool {
        let before = &self.state;
        // Every field is named, so that a new one does not compile until it is said here whether a
        // change of it alone is shown.
        let GameState {
            rules,
            start: _,
            set_start: _,
            started_at,
            plies,
            outcome,
            by_hand: _,
            corrections: _,
            draw_bonus,
            line: _,
            on_paper_from,
            noted_at: _,
            clock_rulings: _,
            start_mode: _,
        } = &next.state;
        // `opening` is `set_start`, or else `start`. The person who gave a result comes with it,
        // and a correction with another line or result. Nobody is shown an irregular move that
        // waits, or commands to the clock. A clock shows how it started.
        before.rules == *rules
            && before.opening() == next.state.opening()
            && before.started_at == *started_at
            && self.line() == next.line()
            && before.on_paper_from == *on_paper_from
            && plies.starts_with(&before.plies)
            // A finished game gets no more moves.
            && (before.outcome.is_none()
                || (before.outcome == *outcome
                    && before.draw_bonus == *draw_bonus
                    && before.plies.len() == plies.len()))
    }
}

/// Returns a move in the form for spectators, and the position after it.
pub(super) fn move_view(ply: &RecordedPly, before: &Position) -> (MoveView, Position) {
    let (mv, after) = (&ply.mv, ply.after(before));
    let view = MoveView {
        text: before.notation(mv),
        from: mv.from().get().into(),
        to: mv.to().get().into(),
        captured: mv.captured().squares().map(|square| square.get().into()).collect(),
        fen: ply.deviation.as_ref().map(|set| set.after.fen()).unwrap_or_default(),
        at: ply.at.millis(),
        irregular: ply.breach().and_then(Breach::kind).map(|kind| kind.to_string()),
    };
    (view, after)
}
