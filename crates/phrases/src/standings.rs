//! Explanations of tables: places, remedies for ties, and effects of withdrawals.
//!
//! Each text is a clause without an initial capital and a full stop. The caller provides the names.

use tournament::{
    ResolvedTie,
    ranking::{
        Contest, Decision, Participant, Prescription, Ranking, Remedy, Row, Tie, TieBreak,
        TieDecision, Withdrawal, ZoneKind,
    },
};

use crate::{
    Language,
    messages::{all_of, cited, say},
    numbers::points,
};

/// Returns the name of a participant.
pub type Name<'a> = &'a dyn Fn(Participant) -> String;

/// The largest number of participants that are all named, and the number named of more.
const NAMED_MAX: usize = 10;
const NAMED_OF_MANY: usize = 8;

/// Explains why a row is below the row before; for the first row, its points, and for tied rows,
/// with whom they are tied.
#[must_use]
pub fn row(ranking: &Ranking, row: &Row, language: Language, name: Name<'_>) -> String {
    let before = |above, tie_break, more, less| {
        let text =
            by_tie_break(ranking, row, &Pair { above, tie_break, more, less }, language, name);
        cited(text, ranking.order.article)
    };
    match row.decided_by {
        Some(Decision::TieBreak { tie_break, above, above_value, own_value }) => {
            before(above, tie_break, above_value, own_value)
        }
        Some(Decision::MutualResultForFirst { above, above_value, own_value }) => {
            before(above, TieBreak::MutualResult, above_value, own_value)
        }
        Some(Decision::Withdrawal { above }) => {
            let (above_place, above) = all_at_place(ranking, above, language, name);
            let own = name(row.participant);
            say!(language, "place-by-withdrawal", above_place, above, own_place = row.place, own)
        }
        Some(Decision::Final { above, is_mutual }) => {
            let (above_place, above) = all_at_place(ranking, above, language, name);
            let (own_place, own) = (row.place, name(row.participant));
            let text = if is_mutual {
                say!(language, "place-by-own-final", above_place, above, own_place, own)
            } else {
                say!(language, "place-by-lower-final", above_place, above, own_place, own)
            };
            cited(text, ranking.order.article)
        }
        Some(Decision::Resolution { above, how, remedy }) => {
            let text = by_resolution(ranking, row, above, how, language, name);
            // The article belongs to the remedy that it prescribes, which may be a different one.
            cited(text, ranking.remedy_article(remedy).filter(|_| how.is_by(remedy)))
        }
        None => match ranking.ties.iter().find(|tie| tie.participants.contains(&row.participant)) {
            Some(shared) => tie(ranking, shared, language, name),
            None => {
                let points = points(row.points, ranking.unit(TieBreak::Points), language);
                let name = name(row.participant);
                say!(language, "place-leads", place = row.place, name, points)
            }
        },
    }
}

/// Two rows that a tie-break separates.
struct Pair {
    above: Participant,
    tie_break: TieBreak,
    more: u32,
    less: u32,
}

fn by_tie_break(
    ranking: &Ranking,
    row: &Row,
    pair: &Pair,
    language: Language,
    name: Name<'_>,
) -> String {
    let (above_place, above) = all_at_place(ranking, pair.above, language, name);
    let unit = ranking.unit(pair.tie_break);
    say!(
        language,
        "place-by-tie-break",
        above_place,
        above,
        own_place = row.place,
        own = name(row.participant),
        by = tie_break(pair.tie_break, ranking.order.contest, language),
        more = points(pair.more, unit, language),
        less = points(pair.less, unit, language),
    )
}

fn by_resolution(
    ranking: &Ranking,
    row: &Row,
    above: Participant,
    how: TieDecision,
    language: Language,
    name: Name<'_>,
) -> String {
    let (above_place, above) = all_at_place(ranking, above, language, name);
    let by = match how {
        TieDecision::Games => say!(language, "resolution-games"),
        TieDecision::Lot { seed: None } => say!(language, "resolution-lot"),
        TieDecision::Lot { seed: Some(seed) } => {
            say!(language, "resolution-lot-with-seed", seed)
        }
        TieDecision::Arbiter => say!(language, "resolution-arbiter"),
    };
    let own = name(row.participant);
    say!(language, "place-by-resolution", above_place, above, own_place = row.place, own, by)
}

/// Returns a participant's place, and the names of all who share it.
fn all_at_place(
    ranking: &Ranking,
    participant: Participant,
    language: Language,
    name: Name<'_>,
) -> (u32, String) {
    let row = ranking.rows.iter().find(|row| row.participant == participant);
    let place = row.map_or(0, |row| row.place);
    let there = ranking.rows.iter().filter(|row| row.place == place).map(|row| row.participant);
    (place, several(&there.collect::<Vec<_>>(), language, name))
}

/// Writes which participants are tied for which places, and the prescribed remedy.
#[must_use]
pub fn tie(ranking: &Ranking, tie: &Tie, language: Language, name: Name<'_>) -> String {
    let names = several(&tie.participants, language, name);
    let size = u32::try_from(tie.participants.len()).unwrap_or(u32::MAX);
    let last = tie.place.saturating_add(size).saturating_sub(1);
    let tied = say!(language, "tied", names, first = tie.place, last);
    let (prescribed, article) = match tie.prescription {
        Prescription::Later => return tied,
        Prescription::Schedule => (say!(language, "remedy-schedule"), ranking.order.article),
        Prescription::Remedy { remedy: prescribed, first_white } => {
            let text = remedy(prescribed, language);
            let text = match first_white {
                Some(white) => {
                    format!("{text}, {}", white_at_first(&name(white), prescribed, language))
                }
                None => text,
            };
            (text, ranking.remedy_article(prescribed))
        }
    };
    cited(format!("{tied}; {prescribed}"), article)
}

fn white_at_first(name: &str, remedy: Remedy, language: Language) -> String {
    match remedy {
        Remedy::TeamMatch => say!(language, "first-white-of-team", name),
        Remedy::MatchOfTwo
        | Remedy::SingleGames
        | Remedy::SingleGamesOrLot
        | Remedy::SingleGamesByLot
        | Remedy::Blitz
        | Remedy::Lot
        | Remedy::Arbiter
        | Remedy::Organizer => say!(language, "first-white", name),
    }
}

/// Returns the names of some participants; of many only the first ones, and the number of the
/// others. Otherwise each row of two thousand tied participants would name all of them.
fn several(participants: &[Participant], language: Language, name: Name<'_>) -> String {
    let named = if participants.len() > NAMED_MAX { NAMED_OF_MANY } else { NAMED_MAX };
    let mut names: Vec<String> = participants.iter().take(named).map(|one| name(*one)).collect();
    let others = participants.len().saturating_sub(named);
    if others > 0 {
        names.push(say!(language, "and-others", count = others));
    }
    all_of(&names, language)
}

/// Explains the effect of a withdrawal.
#[must_use]
pub fn withdrawal(
    ranking: &Ranking,
    withdrawal: &Withdrawal,
    language: Language,
    name: Name<'_>,
) -> String {
    let Withdrawal { participant, played, is_void, lost, .. } = withdrawal;
    let name = name(*participant);
    let text = if *is_void {
        say!(language, "withdrawal-void", name, played)
    } else if *lost == 0 {
        say!(language, "withdrawal-points-stay", name, played)
    } else {
        say!(language, "withdrawal-rest-lost", name, played, lost)
    };
    cited(text, ranking.order.withdrawal.article(ranking.order.contest))
}

/// Writes the prescribed remedy, if a tie was resolved in another way. `article` is the one that
/// prescribes it.
#[must_use]
pub fn resolved_otherwise(
    tie: &ResolvedTie,
    article: Option<&str>,
    language: Language,
) -> Option<String> {
    let prescribed = tie.instead_of?;
    // Only two play a match of two, or single games by lot (C art. 15, E art. 5, F art. 4).
    let is_of_two = matches!(prescribed, Remedy::MatchOfTwo | Remedy::SingleGamesByLot);
    let prescribed = if is_of_two && tie.order.len() > 2 {
        say!(language, "remedy-schedule")
    } else {
        remedy(prescribed, language)
    };
    Some(cited(say!(language, "tie-prescribed", prescribed), article))
}

/// Names a tie-break for a table's heading.
#[must_use]
pub fn tie_break(tie_break: TieBreak, contest: Contest, language: Language) -> String {
    match (tie_break, contest) {
        (TieBreak::Points, Contest::Games) => say!(language, "tie-break-points"),
        (TieBreak::Points, Contest::Matches) => say!(language, "tie-break-match-points"),
        (TieBreak::BoardPoints, _) => say!(language, "tie-break-board-points"),
        (TieBreak::SonnebornBerger | TieBreak::KndbSonnebornBerger, _) => {
            say!(language, "tie-break-sonneborn-berger")
        }
        (TieBreak::Solkoff, _) => say!(language, "tie-break-solkoff"),
        (TieBreak::TruncatedSolkoff { lowest }, _) => {
            say!(language, "tie-break-truncated-solkoff", lowest)
        }
        (TieBreak::MedianSolkoff { each }, _) => {
            say!(language, "tie-break-median-solkoff", each)
        }
        (TieBreak::MutualResult, _) => say!(language, "tie-break-mutual-result"),
        (TieBreak::Wins, _) => say!(language, "tie-break-wins"),
        (TieBreak::Lot, _) => say!(language, "tie-break-lot"),
    }
}

/// Writes the prescribed remedy for a tie.
#[must_use]
pub fn remedy(remedy: Remedy, language: Language) -> String {
    match remedy {
        Remedy::MatchOfTwo => say!(language, "remedy-match-of-two"),
        Remedy::SingleGames => say!(language, "remedy-single-games"),
        Remedy::SingleGamesOrLot => say!(language, "remedy-single-games-or-lot"),
        Remedy::SingleGamesByLot => say!(language, "remedy-single-games-by-lot"),
        Remedy::TeamMatch => say!(language, "remedy-team-match"),
        Remedy::Blitz => say!(language, "remedy-blitz"),
        Remedy::Lot => say!(language, "remedy-lot"),
        Remedy::Arbiter => say!(language, "remedy-arbiter"),
        Remedy::Organizer => say!(language, "remedy-organizer"),
    }
}

/// Names the effect of a zone.
#[must_use]
pub fn zone(zone: ZoneKind, language: Language) -> String {
    match zone {
        ZoneKind::Promotion => say!(language, "zone-promotion"),
        ZoneKind::Relegation => say!(language, "zone-relegation"),
    }
}

/// Writes that money prizes are shared on equal points (KNDB F12.1).
#[must_use]
pub fn prizes_are_shared(language: Language) -> String {
    say!(language, "prizes-are-shared")
}
