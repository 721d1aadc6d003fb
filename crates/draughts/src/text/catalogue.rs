//! What every language must be able to say, and what all of them write alike.

use core::fmt::Display;

use crate::{
    Breach, Color, Count, CountKind, IllegalMove, Irregularity, Move, MoveText, Obligation,
    Outcome, Reason, Refusal, RuleSet, Score,
};

/// The texts of one language; one that lacks a text does not compile.
pub(super) trait Catalogue {
    /// Why the game does not do what it was told, for the arbiter.
    fn refusal(&self, refusal: &Refusal, rules: Option<RuleSet>) -> String;
    /// What is against the rules about a move, for the arbiter.
    fn illegal_move(&self, illegal: &IllegalMove, rules: Option<RuleSet>) -> String;
    /// A move against the rules that is possible on a board, for the arbiter.
    fn irregularity(&self, irregularity: &Irregularity, rules: Option<RuleSet>) -> String;
    /// A move was refused, without saying why.
    fn not_accepted(&self, played: &MoveText) -> String;
    /// A move waits, without saying for what.
    fn not_confirmed(&self, played: &MoveText) -> String;
    /// The squares between are needed.
    fn way_not_clear(&self, played: &MoveText) -> String;
    /// A move is not clear, without saying what about it.
    fn not_clear(&self, played: &MoveText) -> String;
    /// A ply is played, without saying with what.
    fn already_played(&self, ply: u32) -> String;
    /// Something about a ply of a record that was noted on paper.
    fn ply_of_record(&self, ply: u32, text: &str) -> String;
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
    /// What is counted towards a draw for this reason.
    fn counted_ending(&self, reason: Reason) -> &'static str;
}

/// Writes a refusal for players and spectators: no capture, no move that is legal, no rule that a
/// move breaks (rules art. 24).
pub(super) fn neutral_refusal(catalogue: &dyn Catalogue, refusal: &Refusal) -> String {
    match refusal {
        Refusal::IllegalMove(illegal) => catalogue.not_accepted(&illegal.played),
        Refusal::AmbiguousMove { played, .. } => catalogue.way_not_clear(played),
        Refusal::TooComplex { mv } => catalogue.not_accepted(&MoveText::new(mv.from(), mv.to())),
        Refusal::UnclearIrregularity { played } => catalogue.not_clear(played),
        Refusal::PlyAlreadyPlayed { ply, .. } => catalogue.already_played(*ply),
        Refusal::BrokenRecord { ply, refusal } => {
            catalogue.ply_of_record(*ply, &neutral_refusal(catalogue, refusal))
        }
        Refusal::NotStarted
        | Refusal::AlreadyStarted
        | Refusal::WrongVariant
        | Refusal::GameFinished { .. }
        | Refusal::PlyZero
        | Refusal::PlyTooFarAhead { .. }
        | Refusal::HeldFull { .. }
        | Refusal::NoSuchPly { .. }
        | Refusal::Retracted { .. }
        | Refusal::WaitedTooLong { .. }
        | Refusal::NoIrregularity
        | Refusal::NothingToCorrect { .. }
        | Refusal::SamePosition
        | Refusal::OnPaper { .. }
        | Refusal::WrongFirstPly { .. }
        | Refusal::WrongMoveCount { .. }
        | Refusal::RecordFull
        | Refusal::Unreadable
        | Refusal::NotFinished
        | Refusal::ImpossibleOutcome { .. }
        | Refusal::DrawAlreadyOffered { .. }
        | Refusal::SameResult { .. } => catalogue.refusal(refusal, None),
    }
}

/// Writes a score with its reason.
pub(super) fn outcome(catalogue: &(impl Catalogue + ?Sized), outcome: Outcome) -> String {
    format!("{}, {}", catalogue.score(outcome.score), catalogue.reason(outcome.reason))
}

/// Adds the article in brackets, if there is one.
///
/// Articles are cited alike in every language, except the rules of the FMJD, which have English
/// names and no numbers.
pub(super) fn with_article(text: String, article: Option<&str>) -> String {
    let Some(article) = article else { return text };
    if article.starts_with("FMJD") {
        return format!("{text} (FMJD)");
    }
    format!("{text} ({article})")
}

/// Writes the article that a move breaks, and in Frisian draughts the kind of irregularity where it
/// says more: `art. 27a`, `art. 10, 27c`.
pub(super) fn articles(breach: Breach, rules: RuleSet) -> Option<String> {
    let article = breach.article(rules)?;
    Some(match breach.kind().map(|kind| kind.to_string()) {
        Some(kind) if rules == RuleSet::Frisian && !article.ends_with(&kind) => {
            format!("{article}, {kind}")
        }
        Some(_) | None => article.to_owned(),
    })
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
pub(super) const fn is_of_occurrences(kind: CountKind) -> bool {
    matches!(kind, CountKind::Draw(Reason::Repetition | Reason::SameMove | Reason::Returned))
}
