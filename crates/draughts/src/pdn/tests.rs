//! Reading and writing of records.

mod reading;
mod writing;

use super::{PdnGame, read};

#[track_caller]
fn one(text: &str) -> PdnGame {
    let mut games = read(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}: {games:#?}");
    games.remove(0)
}
