//! Sentences about one game: judgements of moves, refusals of inputs, and ends.
//!
//! Each text is a clause without an initial capital and a full stop, so that it can stand alone or
//! in a sentence. The texts for players and spectators ([`neutral_refusal`],
//! [`neutral_illegal_move`]) give no hint of captures or legal moves (rules art. 24); all others
//! are for the arbiter.
//!
//! Articles are those of the game's rules; without rules, none is cited.

use draughts::{
    Breach, Color, Count, CountKind, IllegalMove, Irregularity, Move, MoveText, Obligation,
    Outcome, Reason, RuleSet, Score,
};
use live_game::{HeldFor, Refusal, Remark};

use crate::{
    Language,
    messages::{cited, joined, say, with_clause},
};

/// Explains to the arbiter why the game refuses an input.
#[must_use]
pub fn refusal(refusal: &Refusal, rules: impl Into<Option<RuleSet>>, language: Language) -> String {
    refusal_under(refusal, rules.into(), language)
}

fn refusal_under(refusal: &Refusal, rules: Option<RuleSet>, language: Language) -> String {
    match refusal {
        Refusal::NotStarted => say!(language, "refusal-not-started"),
        Refusal::AlreadyStarted => say!(language, "refusal-already-started"),
        Refusal::WrongVariant => say!(language, "refusal-wrong-variant"),
        Refusal::GameFinished { outcome } => {
            say!(language, "refusal-game-finished", outcome = ending(*outcome, language))
        }
        Refusal::PlyZero => say!(language, "refusal-ply-zero"),
        Refusal::PlyTooFarAhead { expected, got } => {
            say!(language, "refusal-ply-too-far-ahead", expected, got)
        }
        Refusal::HeldFull { expected, limit } => {
            say!(language, "refusal-held-full", expected, limit)
        }
        Refusal::IllegalMove(illegal) => illegal_move(illegal, rules, language),
        Refusal::AmbiguousMove { played, candidates, others } => {
            let captures = any_of(candidates, *others, language);
            say!(language, "refusal-ambiguous-move", played, captures)
        }
        Refusal::TooComplex { mv } => say!(language, "refusal-too-complex", played = mv),
        Refusal::PlyAlreadyPlayed { ply, played, claimed } => {
            say!(language, "refusal-ply-already-played", ply, played, claimed)
        }
        Refusal::NoSuchPly { ply, next } => say!(language, "refusal-no-such-ply", ply, next),
        Refusal::Retracted { ply } => say!(language, "refusal-retracted", ply),
        Refusal::WaitedTooLong { ply, expected } => {
            say!(language, "refusal-waited-too-long", ply, expected)
        }
        Refusal::NoIrregularity => say!(language, "refusal-no-irregularity"),
        Refusal::UnclearIrregularity { played } => {
            say!(language, "refusal-unclear-irregularity", played)
        }
        Refusal::NothingToCorrect { ply } => say!(language, "refusal-nothing-to-correct", ply),
        Refusal::SamePosition => say!(language, "refusal-same-position"),
        Refusal::OnPaper { from_ply } => say!(language, "refusal-on-paper", ply = from_ply),
        Refusal::WrongFirstPly { expected, got } => {
            say!(language, "refusal-wrong-first-ply", expected, got)
        }
        Refusal::WrongMoveCount { count, limit } => {
            say!(language, "refusal-wrong-move-count", count, limit)
        }
        Refusal::BrokenRecord { ply, refusal } => {
            let problem = refusal_under(refusal, rules, language);
            say!(language, "refusal-ply-of-record", ply, problem)
        }
        Refusal::Unreadable => say!(language, "refusal-unreadable"),
        Refusal::RecordFull => say!(language, "refusal-record-full"),
        Refusal::NotFinished => say!(language, "refusal-not-finished"),
        Refusal::ImpossibleOutcome { outcome } => {
            say!(language, "refusal-impossible-outcome", outcome = ending(*outcome, language))
        }
        Refusal::DrawAlreadyOffered { by } => {
            say!(language, "refusal-draw-already-offered", side = color(*by, language))
        }
        Refusal::NoEndgame => {
            let article = rules.and_then(|rules| Reason::Agreement.article(rules));
            cited(say!(language, "refusal-no-endgame"), article)
        }
        Refusal::NoClock => say!(language, "refusal-no-clock"),
        Refusal::PauseNeedsReason => {
            cited(say!(language, "refusal-pause-needs-reason"), rules.map(|_rules| "2006 art. 2"))
        }
        Refusal::SameResult { outcome } => {
            say!(language, "refusal-same-result", outcome = ending(*outcome, language))
        }
    }
}

/// Explains to the arbiter what a move waits for, and what can be done.
#[must_use]
pub fn held(ply: u32, waits_for: HeldFor, language: Language) -> String {
    match waits_for {
        HeldFor::EarlierPly => say!(language, "held-for-ply", ply),
        HeldFor::Arbiter => say!(language, "held-for-arbiter", ply),
    }
}

/// Explains that both sides agreed to a draw on which the arbiter has to decide, with the article.
#[must_use]
pub fn draw_agreed(rules: impl Into<Option<RuleSet>>, language: Language) -> String {
    let article = rules.into().and_then(|rules| match rules {
        RuleSet::International2006 | RuleSet::International2006Open => {
            Reason::EarlyAgreement.article(rules)
        }
        RuleSet::Frisian | RuleSet::International | RuleSet::Boxed12200 => {
            Reason::Agreement.article(rules)
        }
    });
    cited(say!(language, "draw-agreed"), article)
}

/// Explains to the arbiter what speaks against a ruling that was carried out.
#[must_use]
pub fn remark(remark: Remark, rules: impl Into<Option<RuleSet>>, language: Language) -> String {
    let rules = rules.into();
    match remark {
        Remark::AnsweredIrregularity { ply } => {
            let article = rules.filter(|rules| *rules == RuleSet::Frisian).map(|_rules| "art. 27");
            cited(say!(language, "remark-answered-irregularity", ply), article)
        }
        Remark::NotOnBoard { outcome } => {
            let article = rules.and_then(|rules| article(outcome.reason, rules));
            let text = say!(language, "remark-not-on-board", outcome = ending(outcome, language));
            cited(text, article)
        }
    }
}

/// Explains to players and spectators why the game refuses an input: without captures, legal moves
/// and rules that a move breaks (rules art. 24).
#[must_use]
pub fn neutral_refusal(refusal: &Refusal, language: Language) -> String {
    match refusal {
        Refusal::IllegalMove(illegal) => neutral_illegal_move(illegal, language),
        Refusal::AmbiguousMove { played, .. } => say!(language, "neutral-way-not-clear", played),
        Refusal::TooComplex { mv } => {
            let played = MoveText::new(mv.from(), mv.to());
            say!(language, "neutral-not-accepted", played)
        }
        Refusal::UnclearIrregularity { played } => say!(language, "neutral-not-clear", played),
        Refusal::PlyAlreadyPlayed { ply, .. } => say!(language, "neutral-already-played", ply),
        Refusal::BrokenRecord { ply, refusal } => {
            let problem = neutral_refusal(refusal, language);
            say!(language, "refusal-ply-of-record", ply, problem)
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
        | Refusal::NoEndgame
        | Refusal::NoClock
        | Refusal::PauseNeedsReason
        | Refusal::SameResult { .. } => refusal_under(refusal, None, language),
    }
}

/// Explains to the arbiter which rule a move breaks and which moves were obligatory.
#[must_use]
pub fn illegal_move(
    illegal: &IllegalMove,
    rules: impl Into<Option<RuleSet>>,
    language: Language,
) -> String {
    let IllegalMove { breach: broken, obliged, .. } = illegal;
    let (played, breach) = (illegal.written(), breach(*broken, language));
    let text = say!(language, "illegal-move", played, breach);
    let text = cited(text, rules.into().and_then(|rules| broken.article(rules)));
    with_clause(text, obliged.as_ref().map(|obliged| obligation(obliged, language)))
}

/// Reports to players and spectators that a move was not accepted, without a hint (rules art. 24).
#[must_use]
pub fn neutral_illegal_move(illegal: &IllegalMove, language: Language) -> String {
    say!(language, "neutral-not-accepted", played = illegal.played)
}

/// Explains an irregular move to the arbiter: the claim, the rule that it breaks, its kind (art.
/// 27), the obligatory moves, and that the captured pieces are not known, if they are not.
#[must_use]
pub fn irregularity(
    irregularity: &Irregularity,
    rules: impl Into<Option<RuleSet>>,
    language: Language,
) -> String {
    let Irregularity { breach: broken, obliged, standing, .. } = irregularity;
    let (played, breach) = (irregularity.written(), breach(*broken, language));
    let text = say!(language, "irregular-move", played, breach);
    let article =
        rules.into().and_then(|rules| broken.citation(rules)).map(|cited| cited.to_string());
    let text = cited(text, article.as_deref());
    let text = with_clause(text, obliged.as_ref().map(|obliged| obligation(obliged, language)));
    with_clause(text, standing.is_none().then(|| say!(language, "irregular-move-is-open")))
}

/// Writes the maximum capture for the arbiter: its worth and the moves that make it.
#[must_use]
pub fn obligation(obligation: &Obligation, language: Language) -> String {
    let Obligation { kings, men, moves, others } = obligation;
    let of_kings = || say!(language, "worth-kings", kings);
    let of_men = || say!(language, "worth-men", men);
    let worth = match (*kings, *men) {
        (_, 0) => of_kings(),
        (0, _) => of_men(),
        (_, _) => say!(language, "worth-kings-and-men", kings = of_kings(), men = of_men()),
    };
    say!(language, "obligation", worth, moves = any_of(moves, *others, language))
}

/// Joins moves by commas and, before the last, by "or": `28x8, 28x19 or 32x23`, or
/// `28x8, 28x19 or 3 other ways` if some were left out.
fn any_of(moves: &[Move], others: u32, language: Language) -> String {
    let mut texts = Move::told_apart(moves);
    if others > 0 {
        texts.push(say!(language, "other-ways", others));
    }
    joined(&texts, &say!(language, "or"))
}

/// Names the rule that a move breaks, for the arbiter.
#[must_use]
pub fn breach(breach: Breach, language: Language) -> String {
    match breach {
        Breach::NoPiece => say!(language, "breach-no-piece"),
        Breach::Occupied => say!(language, "breach-occupied"),
        Breach::WrongPiecesTaken => say!(language, "breach-wrong-pieces-taken"),
        Breach::OpponentsPiece => say!(language, "breach-opponents-piece"),
        Breach::Unreachable => say!(language, "breach-unreachable"),
        Breach::CaptureObligatory => say!(language, "breach-capture-obligatory"),
        Breach::MaximumCapture => say!(language, "breach-maximum-capture"),
        Breach::KingFirst => say!(language, "breach-king-first"),
        Breach::KingMoveLimit => say!(language, "breach-king-move-limit"),
    }
}

/// Writes the end of a game, with the article of its rules if they have one for it. The rules of
/// the FMJD have names instead of numbers: they are cited as `FMJD`.
#[must_use]
pub fn outcome(outcome: Outcome, rules: RuleSet, language: Language) -> String {
    cited(ending(outcome, language), article(outcome.reason, rules))
}

/// Writes how a game ended, without the article.
pub(crate) fn ending(outcome: Outcome, language: Language) -> String {
    let (score, reason) = (score(outcome.score, language), reason(outcome.reason, language));
    say!(language, "outcome", score, reason)
}

fn article(reason: Reason, rules: RuleSet) -> Option<&'static str> {
    let article = reason.article(rules)?;
    Some(if article.starts_with("FMJD") { "FMJD" } else { article })
}

/// Writes the reason for a game's end.
#[must_use]
pub fn reason(reason: Reason, language: Language) -> String {
    match reason {
        Reason::NoPieces => say!(language, "reason-no-pieces"),
        Reason::NoLegalMove => say!(language, "reason-no-legal-move"),
        Reason::Resignation => say!(language, "reason-resignation"),
        Reason::Agreement => say!(language, "reason-agreement"),
        Reason::EarlyAgreement => say!(language, "reason-early-agreement"),
        Reason::TwoKingsAgainstOne => say!(language, "reason-two-kings-against-one"),
        Reason::OneKingEach => say!(language, "reason-one-king-each"),
        Reason::Repetition => say!(language, "reason-repetition"),
        Reason::KingMoves => say!(language, "reason-king-moves"),
        Reason::SixteenMoves => say!(language, "reason-sixteen-moves"),
        Reason::FiveMoves => say!(language, "reason-five-moves"),
        Reason::LongDiagonal => say!(language, "reason-long-diagonal"),
        Reason::KingAndMen => say!(language, "reason-king-and-men"),
        Reason::SameMove => say!(language, "reason-same-move"),
        Reason::Returned => say!(language, "reason-returned"),
        Reason::FlagFall => say!(language, "reason-flag-fall"),
        Reason::Arbiter => say!(language, "reason-arbiter"),
        Reason::Forfeit => say!(language, "reason-forfeit"),
        Reason::NoShow => say!(language, "reason-no-show"),
        Reason::Adjudication => say!(language, "reason-adjudication"),
        Reason::UpsetPieces => say!(language, "reason-upset-pieces"),
        Reason::RefusedToPlay => say!(language, "reason-refused-to-play"),
        Reason::Misconduct => say!(language, "reason-misconduct"),
        Reason::WrongBoard => say!(language, "reason-wrong-board"),
    }
}

/// Writes the score of a game.
#[must_use]
pub fn score(score: Score, language: Language) -> String {
    match score {
        Score::WhiteWins => say!(language, "score-white-wins"),
        Score::Draw => say!(language, "score-draw"),
        Score::BlackWins => say!(language, "score-black-wins"),
        Score::BothLose => say!(language, "score-both-lose"),
        Score::Unplayed => say!(language, "score-unplayed"),
    }
}

/// Names a side.
#[must_use]
pub fn color(color: Color, language: Language) -> String {
    match color {
        Color::White => say!(language, "color-white"),
        Color::Black => say!(language, "color-black"),
    }
}

/// Writes a count for the arbiter: its state, the king that it blocks, and its article.
#[must_use]
pub fn count(count: &Count, rules: RuleSet, language: Language) -> String {
    let article = match count.kind {
        CountKind::Draw(reason) => article(reason, rules),
        CountKind::KingRun(_) => count.kind.article(rules),
    };
    cited(count_alone(count, language), article)
}

fn count_alone(count: &Count, language: Language) -> String {
    let Count { kind, made, limit, side } = count;
    let of_side = |what: String| match side {
        Some(side) => format!("{what}, {}", color(*side, language)),
        None => what,
    };
    match kind {
        CountKind::KingRun(square) => {
            let what = of_side(say!(language, "count-king", square));
            let text = say!(language, "count-quiet-moves", what, made, limit);
            with_clause(text, (made >= limit).then(|| say!(language, "count-king-is-blocked")))
        }
        CountKind::Draw(reason) => {
            let what = of_side(counted(*reason, language));
            let is_of_occurrences =
                matches!(reason, Reason::Repetition | Reason::SameMove | Reason::Returned);
            if is_of_occurrences {
                say!(language, "count-times", what, made, limit)
            } else if side.is_some() {
                say!(language, "count-moves", what, made, limit)
            } else {
                say!(language, "count-moves-each", what, made, limit)
            }
        }
    }
}

/// Names the moves or positions that are counted towards a draw for this reason.
fn counted(of: Reason, language: Language) -> String {
    match of {
        Reason::TwoKingsAgainstOne => say!(language, "counted-two-kings-against-one"),
        Reason::Repetition => say!(language, "counted-repetition"),
        Reason::KingMoves => say!(language, "counted-king-moves"),
        Reason::SixteenMoves => say!(language, "counted-sixteen-moves"),
        Reason::FiveMoves => say!(language, "counted-five-moves"),
        Reason::LongDiagonal => say!(language, "counted-long-diagonal"),
        Reason::KingAndMen => say!(language, "counted-king-and-men"),
        Reason::SameMove => say!(language, "counted-same-move"),
        Reason::Returned => say!(language, "counted-returned"),
        Reason::NoPieces
        | Reason::NoLegalMove
        | Reason::Resignation
        | Reason::Agreement
        | Reason::EarlyAgreement
        | Reason::OneKingEach
        | Reason::FlagFall
        | Reason::Arbiter
        | Reason::Forfeit
        | Reason::NoShow
        | Reason::Adjudication
        | Reason::UpsetPieces
        | Reason::RefusedToPlay
        | Reason::Misconduct
        | Reason::WrongBoard => reason(of, language),
    }
}
