//! Fuzz body of tournament report files.

use phrases::Language;
use tournament::{
    RoundNumber,
    crosstable::{Crosstable, Layout, Person},
    ranking::{Order, Running, rank},
    swiss::FirstRound,
    trf::{self as trf_text, LineEnd},
};

/// Checks that a report that can be read is written and read again as the same, and that its
/// tournament can be paired and ranked or is refused.
pub fn trf(data: &[u8]) {
    let read = trf_text::read(data);
    assert!(read.problems.iter().all(|problem| !problem.kind.to_string().is_empty()));
    for line_end in [LineEnd::CrLf, LineEnd::Lf] {
        let written = (read.trf.write(line_end))
            .unwrap_or_else(|error| panic!("what was read can be written: {error}"));
        assert_eq!(trf_text::read(written.as_bytes()).trf, read.trf, "{written}");
    }
    let field = read.trf.to_field(RoundNumber::FIRST.next(), 9, FirstRound::EntrantsKnown);
    if let Ok(field) = field {
        assert_eq!(field.entrants().len(), read.trf.players.len());
    }
    let Ok(results) = read.trf.to_results() else { return };
    let ranking = rank(&results, &Order::kndb_swiss(), Running::Ignored)
        .unwrap_or_else(|error| panic!("players and games have a table: {error}"));
    for layout in [Layout::RoundRobin, Layout::Swiss] {
        let name = |participant| Person { name: format!("={participant}"), ..Person::default() };
        let table = Crosstable::new(&ranking, &results, layout, name);
        let lines = phrases::crosstable::csv(&table, Language::Dutch).lines().count();
        assert_eq!(lines, ranking.rows.len() + 1);
    }
}
