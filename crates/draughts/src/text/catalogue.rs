//! What every language must be able to say, and what all of them write alike.

use core::fmt::Display;

use crate::{
    Breach, Color, Count, IllegalMove, Irregularity, Move, Obligation, Outcome, Reason, Refusal,
    Score,
};

/// The texts of one language; one that lacks a text does not compile.
pub(super) trait Catalogue {
    /// Why the game does not do what it was told, for the arbiter.
    fn refusal(&self, refusal: &Refusal) -> String;
    /// The same without a hint.
    fn neutral_refusal(&self, refusal: &Refusal) -> String;
    /// What is against the rules about a move, for the arbiter.
    fn illegal_move(&self, illegal: &IllegalMove) -> String;
    /// The same without a hint.
    fn neutral_illegal_move(&self, illegal: &IllegalMove) -> String;
    /// A move against the rules that is possible on a board, for the arbiter.
    fn irregularity(&self, irregularity: &Irregularity) -> String;
    /// The same without a hint.
    fn neutral_irregularity(&self, irregularity: &Irregularity) -> String;
    /// The maximum capture.
    fn obligation(&self, obligation: &Obligation) -> String;
    /// The rule that a move breaks.
    fn breach(&self, breach: Breach) -> &'static str;
    /// Why a game ended.
    fn reason(&self, reason: Reason) -> &'static str;
    /// Who won.
    fn score(&self, score: Score) -> &'static str;
    /// The name of a side.
    fn color(&self, color: Color) -> &'static str;
    /// A count towards a draw.
    fn count(&self, count: &Count) -> String;
}

/// Writes a score with its reason.
pub(super) fn outcome(catalogue: &(impl Catalogue + ?Sized), outcome: Outcome) -> String {
    format!("{}, {}", catalogue.score(outcome.score), catalogue.reason(outcome.reason))
}

/// Adds the article in brackets, if there is one.
pub(super) fn with_article(text: String, article: Option<&str>) -> String {
    match article {
        Some(article) => format!("{text} ({article})"),
        None => text,
    }
}

/// Writes the article that a move breaks, and the kind of irregularity where it says more:
/// `art. 27a`, `art. 10, 27c`.
pub(super) fn articles(breach: Breach) -> String {
    let article = breach.article();
    match breach.kind().map(|kind| kind.to_string()) {
        Some(kind) if kind != article => format!("art. {article}, {kind}"),
        Some(_) | None => format!("art. {article}"),
    }
}

/// Adds the clause behind a semicolon, if there is one.
pub(super) fn with_clause(text: String, clause: Option<impl Display>) -> String {
    match clause {
        Some(clause) => format!("{text}; {clause}"),
        None => text,
    }
}

/// Writes a number with its noun.
pub(super) fn counted(count: u32, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Writes how many kings and men a capture takes, leaving out what it takes none of. The nouns are
/// those for one and for several.
pub(super) fn worth(
    obligation: &Obligation,
    king: (&str, &str),
    and: &str,
    man: (&str, &str),
) -> String {
    let kings = counted(obligation.kings, king.0, king.1);
    let men = counted(obligation.men, man.0, man.1);
    match (obligation.kings, obligation.men) {
        (_, 0) => kings,
        (0, _) => men,
        (_, _) => format!("{kings} {and} {men}"),
    }
}

/// Writes moves joined by commas and, before the last, by the word: `28x8, 28x19 or 32x23`.
///
/// Moves that share start and end are told apart by the pieces they take: `28x8 [17,22]`.
pub(super) fn moves(moves: &[Move], or: &str) -> String {
    let texts: Vec<String> = moves.iter().map(|mv| distinct(mv, moves)).collect();
    match texts.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {or} {last}", first.join(", ")),
    }
}

fn distinct(mv: &Move, among: &[Move]) -> String {
    let is_shared =
        among.iter().any(|other| other != mv && (other.from(), other.to()) == (mv.from(), mv.to()));
    if !is_shared {
        return mv.to_string();
    }
    let captured: Vec<String> = mv.captured().squares().map(|square| square.to_string()).collect();
    format!("{mv} [{}]", captured.join(","))
}

/// Tells whether a count is of occurrences; others are of moves.
pub(super) const fn counts_occurrences(reason: Reason) -> bool {
    matches!(reason, Reason::Repetition | Reason::SameMove | Reason::Returned)
}
