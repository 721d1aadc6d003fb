//! A sample of every kind for the sentences.

use draughts::{
    Breach, Color, IllegalMove, Irregularity, Move, MoveText, Obligation, Outcome, Position,
    Reason, Score, Square, Standing, Variant,
};
use live_game::Refusal;

pub(crate) fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

pub(crate) fn quiet(from: u8, to: u8) -> Move {
    Move::new(square(from), square(to), [].into_iter().collect())
}

pub(crate) fn capture(from: u8, to: u8, captured: &[u8]) -> Move {
    Move::new(square(from), square(to), captured.iter().map(|&number| square(number)).collect())
}

pub(crate) fn claim(from: u8, to: u8) -> MoveText {
    MoveText::new(square(from), square(to))
}

pub(crate) fn obligation(kings: u32, men: u32, moves: &[Move]) -> Obligation {
    Obligation { kings, men, moves: moves.to_vec(), others: 0 }
}

pub(crate) fn illegal(breach: Breach) -> IllegalMove {
    let moves = [capture(28, 8, &[22, 17, 12]), capture(28, 19, &[23, 24, 13])];
    IllegalMove { played: claim(32, 27), breach, obliged: Some(obligation(2, 1, &moves)) }
}

pub(crate) fn irregular(breach: Breach) -> Irregularity {
    let IllegalMove { played, breach, obliged } = illegal(breach);
    let (mv, after) = (quiet(32, 27), Position::start(Variant::Frisian));
    Irregularity { played, breach, obliged, standing: Some(Standing { mv, after }) }
}

pub(crate) fn drawn(reason: Reason) -> Outcome {
    Outcome::new(Score::Draw, reason)
}

/// Returns a refusal of the next kind, so that a kind without a sample does not compile.
fn next_sample(refusal: &Refusal) -> Option<Refusal> {
    let won = Outcome::win(Color::White, Reason::Resignation);
    Some(match refusal {
        Refusal::NotStarted => Refusal::AlreadyStarted,
        Refusal::AlreadyStarted => Refusal::WrongVariant,
        Refusal::WrongVariant => Refusal::GameFinished { outcome: won },
        Refusal::GameFinished { .. } => Refusal::PlyZero,
        Refusal::PlyZero => Refusal::PlyTooFarAhead { expected: 11, got: 99 },
        Refusal::PlyTooFarAhead { .. } => Refusal::HeldFull { expected: 11, limit: 64 },
        Refusal::HeldFull { .. } => Refusal::IllegalMove(illegal(Breach::CaptureObligatory)),
        Refusal::IllegalMove(_) => Refusal::AmbiguousMove {
            played: claim(3, 50),
            candidates: vec![capture(3, 50, &[14, 29]), capture(3, 50, &[16, 34])],
            others: 0,
        },
        Refusal::AmbiguousMove { .. } => Refusal::TooComplex { mv: quiet(8, 12) },
        Refusal::TooComplex { .. } => {
            Refusal::PlyAlreadyPlayed { ply: 7, played: quiet(33, 29), claimed: claim(33, 28) }
        }
        Refusal::PlyAlreadyPlayed { .. } => Refusal::NoSuchPly { ply: 40, next: 12 },
        Refusal::NoSuchPly { .. } => Refusal::Retracted { ply: 9 },
        Refusal::Retracted { .. } => Refusal::WaitedTooLong { ply: 9, expected: 8 },
        Refusal::WaitedTooLong { .. } => Refusal::NoIrregularity,
        Refusal::NoIrregularity => Refusal::UnclearIrregularity { played: claim(35, 24) },
        Refusal::UnclearIrregularity { .. } => Refusal::NothingToCorrect { ply: 6 },
        Refusal::NothingToCorrect { .. } => Refusal::SamePosition,
        Refusal::SamePosition => Refusal::OnPaper { from_ply: 81 },
        Refusal::OnPaper { .. } => Refusal::WrongFirstPly { expected: 81, got: 83 },
        Refusal::WrongFirstPly { .. } => Refusal::WrongMoveCount { count: 501, limit: 500 },
        Refusal::WrongMoveCount { .. } => Refusal::BrokenRecord {
            ply: 82,
            refusal: Box::new(Refusal::IllegalMove(illegal(Breach::MaximumCapture))),
        },
        Refusal::BrokenRecord { .. } => Refusal::RecordFull,
        Refusal::RecordFull => Refusal::Unreadable,
        Refusal::Unreadable => Refusal::NotFinished,
        Refusal::NotFinished => Refusal::ImpossibleOutcome { outcome: drawn(Reason::Resignation) },
        Refusal::ImpossibleOutcome { .. } => Refusal::DrawAlreadyOffered { by: Color::Black },
        Refusal::DrawAlreadyOffered { .. } => Refusal::NoEndgame,
        Refusal::NoEndgame => Refusal::NoClock,
        Refusal::NoClock => Refusal::PauseNeedsReason,
        Refusal::PauseNeedsReason => Refusal::SameResult { outcome: won },
        Refusal::SameResult { .. } => return None,
    })
}

pub(crate) fn every_refusal() -> Vec<Refusal> {
    std::iter::successors(Some(Refusal::NotStarted), next_sample).collect()
}
