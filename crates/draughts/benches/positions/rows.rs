//! Positions of each kind whose games are counted, and how many games there are.

use draughts::{MoveList, Position, Variant, fen, perft};

/// A position, with the number of ways to play some moves from it.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) variant: Variant,
    pub(crate) fen: &'static str,
    /// The number of moves that are counted.
    pub(crate) depth: u32,
    /// The ways to play them.
    pub(crate) nodes: u64,
    /// The ways to play one move fewer.
    pub(crate) nodes_before: u64,
}

const fn row(
    name: &'static str,
    variant: Variant,
    fen: &'static str,
    (depth, nodes_before, nodes): (u32, u64, u64),
) -> Row {
    Row { name, variant, fen, depth, nodes, nodes_before }
}

/// Starts, middle games, endings of men and of kings, and captures with many ways.
pub(crate) const ROWS: [Row; 13] = [
    row("start", INTERNATIONAL, "W:W31-50:B1-20", (9, 6_483_961, 41_022_423)),
    row("start, Frisian", FRISIAN, "W:W31-50:B1-20", (9, 2_825_779, 15_605_069)),
    row(
        "middle game",
        INTERNATIONAL,
        "W:W25,26,27,28,31,32,33,36,37,38,39,43,45,48:B2,3,6,8,9,12,13,14,16,18,19,20,23,24",
        (11, 13_743_233, 71_826_138),
    ),
    row(
        "middle game, Frisian",
        FRISIAN,
        "W:W27,28,31,32,33,36,37,38,39,43,45,48,49:B2,3,6,8,9,12,13,14,16,18,19,20,24",
        (10, 6_548_109, 36_569_256),
    ),
    row(
        "men",
        INTERNATIONAL,
        "W:W28,33,37,38,42,48:B8,12,13,17,19,24",
        (11, 13_675_335, 64_608_253),
    ),
    row(
        "men, Frisian",
        FRISIAN,
        "W:W28,33,37,38,42,48:B8,12,13,17,19,24",
        (12, 9_210_560, 37_348_959),
    ),
    row(
        "5 kings v 5",
        INTERNATIONAL,
        "W:WK46,K47,K48,K49,K50:BK1,K2,K3,K4,K5",
        (6, 7_778_445, 145_218_414),
    ),
    row(
        "5 kings v 5, Frisian",
        FRISIAN,
        "W:WK46,K47,K48,K49,K50:BK1,K2,K3,K4,K5",
        (6, 2_854_161, 40_165_669),
    ),
    row(
        "5 kings and 2 men v the same, Frisian",
        FRISIAN,
        "W:WK46,K47,K48,K49,K50,32,38:BK1,K2,K3,K4,K5,13,19",
        (8, 17_880_583, 247_272_490),
    ),
    row("3 kings v 1", INTERNATIONAL, "W:WK6,K44,K50:BK5", (7, 5_681_131, 113_131_445)),
    row("2 kings v 1, Frisian", FRISIAN, "W:WK28,K50:BK3", (8, 14_570_581, 111_613_015)),
    row(
        "many ways",
        INTERNATIONAL,
        "W:WK1,K2,K13,K31,K32,K47:BK7,K8,K9,K11,K22,K29,K30,K37,K45,K46,K49",
        (8, 10_455_223, 202_618_443),
    ),
    row(
        "many ways, Frisian",
        FRISIAN,
        "W:WK11,K12,K19,K31,K32,K49,K50:BK7,K13,K16,K21,K24,K25,K29,K38,K39,K42,K47",
        (9, 15_043_605, 200_585_489),
    ),
];

const INTERNATIONAL: Variant = Variant::International;
const FRISIAN: Variant = Variant::Frisian;

impl Row {
    /// Returns the number of moves, and of the ways to play them, when all of them are played or
    /// the last ones are counted only.
    pub(crate) const fn work(&self, is_played: bool) -> (u32, u64) {
        if is_played { (self.depth - 1, self.nodes_before) } else { (self.depth, self.nodes) }
    }

    pub(crate) fn position(&self) -> Position {
        fen::parse(self.fen, self.variant).expect("a FEN")
    }
}

/// Returns the number of ways to play `depth` moves from a position: all of them are played, or the
/// last ones are counted only.
pub(crate) fn count(position: &Position, depth: u32, is_played: bool) -> u64 {
    if !is_played {
        return perft(position, depth);
    }
    let mut lists: Vec<MoveList> = (0..depth).map(|_| MoveList::new()).collect();
    play_all(position, &mut lists)
}

/// Counts the ways to play as many moves as there are lists by playing each of them, the last ones
/// too, as a program that uses this library does: with a list of the legal moves of each position.
fn play_all(position: &Position, lists: &mut [MoveList]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else { return 1 };
    position.legal_moves_into(list);
    list.iter().map(|mv| play_all(&position.play_unchecked(mv), rest)).sum()
}
