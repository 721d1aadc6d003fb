//! A board that looks at its fields one after another.

use draughts::{Piece, Square};

use crate::{Act, Chance, Deed, Noise, Script};

/// The number of fields.
const FIELDS: usize = 100;
const HOUR_MS: f64 = 3_600_000.0;

/// A change that the board sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The moment.
    pub at: i64,
    /// The square as White sees the board.
    pub square: Square,
    /// The piece that stands there now.
    pub piece: Option<Piece>,
}

/// A square that shows something else than stands there, for some time.
struct Fault {
    from: i64,
    until: i64,
    square: Square,
    shown: Option<Piece>,
}

/// Returns the changes that a board sees while people play.
#[must_use]
pub fn scan(script: &Script, noise: &Noise, seed: u64) -> Vec<Change> {
    let mut chance = Chance::new(seed ^ 0x5ca9);
    let faults = faults(script, noise, &mut chance);
    let mut stands: Vec<Option<Piece>> =
        Square::all().map(|square| script.start.board().piece_at(square)).collect();
    let mut seen = stands.clone();
    let mut acts = script.acts.iter().peekable();
    let mut changes = Vec::new();
    for begin in (0..script.end + 1_000).step_by(usize::try_from(noise.scan_ms).unwrap_or(250)) {
        for (index, square) in Square::all().enumerate() {
            let field = usize::from(square.row()) * 10 + usize::from(square.column());
            let offset = i64::try_from(field).unwrap_or(0) * noise.scan_ms;
            let at = begin + offset / i64::try_from(FIELDS).unwrap_or(100);
            while let Some(Act { deed, .. }) = acts.next_if(|act| act.at <= at) {
                if let Deed::Put(square, piece) = deed {
                    stands[usize::from(square.get()) - 1] = *piece;
                }
            }
            let fault = faults
                .iter()
                .find(|fault| fault.square == square && (fault.from..fault.until).contains(&at));
            let piece = fault.map_or(stands[index], |fault| fault.shown);
            if seen[index] != piece {
                seen[index] = piece;
                changes.push(Change { at, square, piece });
            }
        }
    }
    changes
}

fn faults(script: &Script, noise: &Noise, chance: &mut Chance) -> Vec<Fault> {
    let mut faults = Vec::new();
    #[expect(clippy::cast_precision_loss, reason = "a game has some hours at most")]
    let hours = script.over as f64 / HOUR_MS;
    let pieces: Vec<Piece> =
        Square::all().filter_map(|square| script.start.board().piece_at(square)).collect();
    let squares: Vec<Square> = Square::all().collect();
    for (rate, is_ghost) in [(noise.dropouts, false), (noise.ghosts, true)] {
        let mut expected = rate * hours;
        while expected > 0.0 {
            if chance.happens(expected.min(1.0))
                && let (Some(&square), Some(&piece)) =
                    (chance.one_of(&squares), chance.one_of(&pieces))
            {
                let from = chance.among(0..script.over.max(1));
                let until = from + noise.scan_ms * chance.among(1..4);
                faults.push(Fault { from, until, square, shown: is_ghost.then_some(piece) });
            }
            expected -= 1.0;
        }
    }
    faults
}
