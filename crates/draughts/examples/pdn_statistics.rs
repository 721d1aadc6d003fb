//! Counts what a PDN file holds, without replaying the games: `pdn_statistics < FILE`.

use std::error::Error;
use std::io::Read as _;

use draughts::pdn::{Tag, Visitor, Warning, visit};

#[derive(Debug, Default)]
struct Statistics {
    games: u32,
    tags: u32,
    moves: u32,
    comments: u32,
    glyphs: u32,
    variations: u32,
    oddities: u32,
    /// Games by the result behind their moves: for White, drawn, for Black, other or none.
    results: [u32; 4],
}

impl Visitor for Statistics {
    fn tag(&mut self, _tag: &Tag) {
        self.tags += 1;
    }

    fn mv(&mut self, _text: &str) {
        self.moves += 1;
    }

    fn nag(&mut self, _nag: u16) {
        self.glyphs += 1;
    }

    fn comment(&mut self, _text: &str) {
        self.comments += 1;
    }

    fn variation(&mut self, _text: &str) {
        self.variations += 1;
    }

    fn warning(&mut self, _warning: &Warning) {
        self.oddities += 1;
    }

    fn end(&mut self, _line: usize, terminator: Option<&str>) {
        self.games += 1;
        self.results[match terminator {
            Some("2-0" | "1-0") => 0,
            Some("1-1" | "1/2-1/2") => 1,
            Some("0-2" | "0-1") => 2,
            _ => 3,
        }] += 1;
    }
}

#[expect(clippy::print_stdout, clippy::disallowed_methods, reason = "an example reads and prints")]
fn main() -> Result<(), Box<dyn Error>> {
    let (mut statistics, mut file) = (Statistics::default(), Vec::new());
    std::io::stdin().read_to_end(&mut file)?;
    visit(&file, &mut statistics);
    println!("{statistics:#?}");
    Ok(())
}
