//! Telling games on 8x8 squares from games on 10x10.

/// Returns true if there are quiet moves among these, as written, and all of them lead along the
/// diagonals of a board of 8x8 squares whose dark squares are numbered from 1 to 32.
pub(super) fn fits<'a>(moves: impl Iterator<Item = &'a str>) -> bool {
    let mut quiet = moves.filter_map(|text| text.split_once('-')).peekable();
    quiet.peek().is_some()
        && quiet.all(|(from, to)| match (cell(from), cell(to)) {
            (Some(from), Some(to)) => from != to && (to.0 - from.0).abs() == (to.1 - from.1).abs(),
            _ => false,
        })
}

/// Returns row and column of a square.
fn cell(number: &str) -> Option<(i32, i32)> {
    let index = number.parse::<i32>().ok().filter(|number| (1..=32).contains(number))? - 1;
    let row = index / 4;
    Some((row, index % 4 * 2 + 1 - row % 2))
}
