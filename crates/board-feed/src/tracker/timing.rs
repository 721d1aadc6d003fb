//! The times by which a tracker judges, in milliseconds.

/// A board at rest for so long shows a move that may be one.
pub(super) const TENTATIVE: i64 = 300;
/// After a press a board has to be at rest for so long: longer than a scan of all fields takes.
pub(super) const SETTLED: i64 = 700;
/// As [`SETTLED`], if what was published changes by it.
pub(super) const SETTLED_REVISION: i64 = 1_200;
/// A board at rest for so long may show an act against the rules.
pub(super) const ACT: i64 = 300;
/// Time after a press from which an act belongs to the ply of the opponent.
pub(super) const ACT_AFTER_PRESS: i64 = 4_000;
/// As [`ACT_AFTER_PRESS`], for the piece that is moved: the board may take a scan to show it.
pub(super) const MOVE_AFTER_PRESS: i64 = 1_000;
/// The men of a capture may be taken off for so long.
pub(super) const UNDER_WAY: i64 = 12_000;
/// A board at rest for so long is searched for several plies.
pub(super) const SEARCH: i64 = 1_200;
/// As [`SEARCH`], after a press.
pub(super) const PRESSED: i64 = 600;
/// A board that a dump has told and that nothing explained for so long is searched, however short
/// it was shown.
pub(super) const WHOLE: i64 = 2_000;
/// An act against the rules that stood for so long is over, even without a press.
pub(super) const LONG: i64 = 2_500;
/// Without a press a board has to be at rest for so long.
pub(super) const STABLE: i64 = 5_000;
/// As [`STABLE`], if what was published changes by it.
pub(super) const STABLE_REVISION: i64 = 8_000;
/// So long after the press an act against the rules is told if nothing else explains the board.
pub(super) const IRREGULAR: i64 = 7_000;
/// An act against the rules that nobody confirmed by a press has to stand for so long.
pub(super) const IRREGULAR_STABLE: i64 = 20_000;
/// A board that has not been explained for so long is out of sync.
pub(super) const OUT_OF_SYNC: i64 = 8_500;
/// A board that is explained again is in sync after so long at rest.
pub(super) const IN_SYNC: i64 = 1_000;
/// Play is over if nobody presses for so long while several pieces are elsewhere.
pub(super) const AFTER_GAME: i64 = 10_000;
/// The least number of squares that differ after the game.
pub(super) const AFTER_GAME_SQUARES: u32 = 3;
/// A man that has promoted is given so long for its crown.
pub(super) const CROWN: i64 = 10_000;

/// Times after a change of the board at which something may follow from it.
pub(super) const AFTER_CHANGE: [i64; 8] = [
    TENTATIVE,
    SETTLED,
    IN_SYNC,
    SETTLED_REVISION,
    STABLE,
    STABLE_REVISION,
    IRREGULAR_STABLE,
    OUT_OF_SYNC,
];
