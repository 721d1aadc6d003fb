//! The fifteen tables printed in the Frisian rulebook, White (or the first-named team) first.
//!
//! A number that is missing from a round has the bye.

/// The rounds of a table; each is its pairs, in the order of the tables.
pub(super) type Table = &'static [&'static [(usize, usize)]];

/// A art. 4, three players.
pub(super) const IND3: Table = &[&[(2, 3)], &[(3, 1)], &[(1, 2)]];

/// A art. 4, four players.
pub(super) const IND4: Table = &[&[(1, 2), (3, 4)], &[(2, 3), (4, 1)], &[(1, 3), (2, 4)]];

/// A art. 4, five players.
pub(super) const IND5: Table = &[
    &[(5, 2), (3, 4)],
    &[(1, 3), (4, 5)],
    &[(2, 4), (5, 1)],
    &[(3, 5), (1, 2)],
    &[(2, 3), (4, 1)],
];

/// A art. 4, six players in two subgroups, 1 to 3 and 4 to 6.
pub(super) const IND6SPLIT: Table =
    &[&[(1, 2), (5, 4), (3, 6)], &[(2, 3), (6, 5), (4, 1)], &[(1, 3), (4, 6), (2, 5)]];

/// B art. 4, four teams.
pub(super) const TEAM4: Table = &[&[(1, 4), (2, 3)], &[(3, 1), (4, 2)], &[(2, 1), (4, 3)]];

/// B art. 4, five teams.
pub(super) const TEAM5: Table = &[
    &[(3, 4), (5, 2)],
    &[(1, 3), (4, 5)],
    &[(2, 4), (5, 1)],
    &[(1, 2), (3, 5)],
    &[(2, 3), (4, 1)],
];

/// B art. 4, six teams.
pub(super) const TEAM6: Table = &[
    &[(2, 5), (4, 1), (6, 3)],
    &[(3, 2), (4, 6), (5, 1)],
    &[(1, 3), (2, 6), (5, 4)],
    &[(1, 2), (3, 4), (6, 5)],
    &[(3, 5), (2, 4), (1, 6)],
];

/// B art. 4, seven teams.
pub(super) const TEAM7: Table = &[
    &[(2, 7), (3, 6), (4, 5)],
    &[(6, 4), (7, 3), (1, 2)],
    &[(3, 1), (4, 7), (5, 6)],
    &[(7, 5), (1, 4), (2, 3)],
    &[(4, 2), (5, 1), (6, 7)],
    &[(1, 6), (2, 5), (3, 4)],
    &[(5, 3), (6, 2), (7, 1)],
];

/// C art. 7, the three eights.
pub(super) const IND8_ACHTTAL: Table = &[
    &[(5, 1), (6, 2), (7, 3), (8, 4)],
    &[(1, 6), (2, 5), (3, 8), (4, 7)],
    &[(1, 4), (2, 3), (5, 8), (6, 7)],
    &[(7, 1), (8, 2), (5, 3), (6, 4)],
    &[(1, 8), (2, 7), (3, 6), (4, 5)],
    &[(3, 1), (2, 4), (5, 7), (8, 6)],
    &[(1, 2), (4, 3), (6, 5), (7, 8)],
];

/// G art. 4, four teams: the same table as that of the clubs.
pub(super) const MINI4: Table = TEAM4;

/// G art. 4, five teams: the same table as that of five players.
pub(super) const MINI5: Table = IND5;

/// G art. 4, six teams: the same table as that of six players.
pub(super) const MINI6SPLIT: Table = IND6SPLIT;

/// Appendix 2, two entrants: two games, colours reversed.
pub(super) const HA2: Table = &[&[(1, 2)], &[(2, 1)]];

/// Appendix 2, six entrants.
pub(super) const HA6: Table = &[
    &[(1, 3), (2, 5), (4, 6)],
    &[(3, 4), (6, 2), (5, 1)],
    &[(2, 4), (3, 5), (1, 6)],
    &[(4, 1), (2, 3), (6, 5)],
    &[(1, 2), (5, 4), (3, 6)],
];

/// Appendix 2, seven entrants.
pub(super) const HA7: Table = &[
    &[(5, 1), (6, 2), (7, 3)],
    &[(1, 6), (2, 5), (4, 7)],
    &[(6, 4), (7, 2), (3, 1)],
    &[(4, 3), (1, 7), (5, 6)],
    &[(2, 4), (3, 5), (6, 7)],
    &[(7, 5), (2, 3), (4, 1)],
    &[(5, 4), (3, 6), (1, 2)],
];
