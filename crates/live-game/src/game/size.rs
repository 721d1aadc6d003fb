//! Upper bounds of the bytes that a decision takes in the log, so that a full record is noticed
//! before it is stored.
//!
//! The bounds follow the contract (`proto/damcast/v1`): a field takes its tag, its length if that
//! varies, and its value. Tests of the package `proto` compare them with the encoded bytes.

use draughts::{Breach, IllegalMove, Irregularity, Move, MoveText, Obligation};

use game_clock::TimeControl;

use super::{ByHand, Correction, Game, GameEvent, PlayedPly};
use crate::{InputId, Refusal};

/// The largest size, in bytes, of an envelope that lengthens the record of a game. An envelope may
/// take 64 KiB; the rest is for refusals, results and rulings that shorten the record.
pub const RECORD_BYTES_MAX: usize = 56 * 1024;

/// The largest size of an envelope, in bytes.
pub const ENVELOPE_BYTES_MAX: usize = 64 * 1024;

/// The envelope around a record: its version, hash, epoch, cause and moment.
const ENVELOPE: usize = 256;
/// A tag of two bytes and a length of up to three.
const HEADER: usize = 5;
/// A number that may be large, with its tag.
const NUMBER: usize = 11;
/// A count, a ply or the value of an enum, with its tag.
const COUNT: usize = 6;
/// A position as FEN with its header: fifty squares of four characters at most, the side, the
/// letters and colons, and the kings that move in a row.
const FEN: usize = HEADER + 256;
/// The name of a rule that a move breaks, with its header.
const BREACH: usize = HEADER + 20;
/// A correction without the name of its person or device.
const CORRECTION: usize = 3 * HEADER + 4 * COUNT + NUMBER;
/// A side's word on the result.
const CONFIRMATION: usize = HEADER + 2 * COUNT + NUMBER;
/// The fields of a state that occur once.
const STATE: usize = HEADER + 3 * FEN + 10 * NUMBER + 2 * HEADER + 4 * NUMBER;

impl Game {
    /// Returns an upper bound of the bytes of a decision's envelope, given the events that led to
    /// this game.
    #[must_use]
    pub fn record_bytes_max(&self, events: &[GameEvent]) -> usize {
        ENVELOPE + self.state_bytes() + events.iter().map(event_bytes).sum::<usize>()
    }

    /// Returns true if these events would make the record too long to store. Events that do not
    /// lengthen it may take the rest of an envelope, so a game with a full record can still be
    /// ruled on and end.
    pub(super) fn is_record_full(&self, events: &[GameEvent]) -> bool {
        let limit = bytes_max(events);
        // The bytes before plus the added ones are an upper bound of the bytes after.
        let grown: usize = events.iter().map(grows_by).sum();
        if self.record_bytes_max(events) + grown <= limit {
            return false;
        }
        let mut after = self.clone();
        events.iter().for_each(|event| after.apply(event));
        after.record_bytes_max(events) > limit
    }

    fn state_bytes(&self) -> usize {
        let plies = self.plies.iter().zip(1..);
        let plies = plies.map(|(ply, count)| ply_bytes(ply, self.set_up.contains_key(&count)));
        let corrections = self.corrections().map(correction_bytes);
        let by_hand = self.by_hand().map_or(0, by_hand_bytes);
        let confirmed = CONFIRMATION * self.confirmations().count();
        STATE + confirmed + plies.sum::<usize>() + corrections.sum::<usize>() + by_hand
    }
}

/// Returns the largest size of an envelope with these events.
pub(super) fn bytes_max<'a>(events: impl IntoIterator<Item = &'a GameEvent>) -> usize {
    if events.into_iter().any(lengthens) { RECORD_BYTES_MAX } else { ENVELOPE_BYTES_MAX }
}

fn lengthens(event: &GameEvent) -> bool {
    matches!(
        event,
        GameEvent::MovePlayed { .. }
            | GameEvent::IrregularityNoted { .. }
            | GameEvent::IrregularityStands { .. }
            | GameEvent::PositionSet { .. }
    )
}

/// Returns the number of bytes that an event adds to the state.
pub(super) fn grows_by(event: &GameEvent) -> usize {
    match event {
        GameEvent::MovePlayed { mv, .. } => HEADER + move_bytes(mv) + NUMBER,
        GameEvent::IrregularityStands { mv, .. } => HEADER + move_bytes(mv) + NUMBER + BREACH + FEN,
        GameEvent::PositionSet { input, .. } => FEN + CORRECTION + input.device.as_str().len(),
        GameEvent::MovesRetracted { input, .. } | GameEvent::RecordCompleted { input, .. } => {
            CORRECTION + input.device.as_str().len()
        }
        GameEvent::Resumed { input, by_hand, .. } => {
            result_grows_by(Some(input), by_hand.as_deref())
        }
        GameEvent::Finished { input, by_hand, .. }
        | GameEvent::ResultCorrected { input, by_hand, .. } => {
            result_grows_by(input.as_ref(), by_hand.as_deref())
        }
        GameEvent::ResultConfirmed { .. } => CONFIRMATION,
        GameEvent::Started { .. }
        | GameEvent::MoveConfirmed { .. }
        | GameEvent::InputHeld { .. }
        | GameEvent::ConflictRaised { .. }
        | GameEvent::ConflictResolved { .. }
        | GameEvent::IrregularityNoted { .. }
        | GameEvent::WentOnPaper { .. }
        | GameEvent::DrawOffered { .. }
        | GameEvent::DrawAgreed { .. }
        | GameEvent::Remarked { .. }
        | GameEvent::FlagWaived { .. }
        | GameEvent::TermsSet(_)
        | GameEvent::InputRefused { .. }
        | GameEvent::ControlSet(_)
        | GameEvent::BlackStarts
        | GameEvent::ClockRuled(_) => 0,
    }
}

/// Returns the number of bytes that a result, or its withdrawal, adds to the state.
fn result_grows_by(input: Option<&InputId>, by_hand: Option<&ByHand>) -> usize {
    let device = input.map_or(0, |input| input.device.as_str().len());
    let person = by_hand.map_or(0, |by_hand| by_hand_bytes(by_hand) + by_hand.by.len());
    CORRECTION + device + person
}

/// Returns the bytes of a person and a reason.
const fn by_hand_bytes(by_hand: &ByHand) -> usize {
    3 * HEADER + by_hand.by.len() + by_hand.reason.len()
}

/// Returns the bytes of a correction in the state.
const fn correction_bytes(correction: &Correction) -> usize {
    CORRECTION + correction.by.len()
}

/// Returns the bytes of a ply in the state: tag and length, the move, its moment, and, if the move
/// does not determine them, the rule that it breaks and the position after it.
fn ply_bytes(ply: &PlayedPly, is_set_up: bool) -> usize {
    let at = 1 + varint_bytes(ply.at.millis());
    let breach = if ply.breach.is_some() { BREACH } else { 0 };
    let fen = if ply.breach.is_some() || is_set_up { 1 + FEN } else { 0 };
    2 + move_bytes(&ply.mv) + at + breach + fen
}

/// Returns the bytes of an encoded number: seven bits in each, ten bytes if it is negative.
fn varint_bytes(number: i64) -> usize {
    let bits = u64::BITS - number.cast_unsigned().leading_zeros();
    bits.div_ceil(7).max(1) as usize
}

/// Returns the bytes of a move with its header: start, end and captured squares.
fn move_bytes(mv: &Move) -> usize {
    let captured = mv.captured().count() as usize;
    2 + 4 + if captured == 0 { 0 } else { 2 + captured }
}

fn moves_bytes(moves: &[Move]) -> usize {
    moves.iter().map(move_bytes).sum()
}

fn claim_bytes(claim: &MoveText) -> usize {
    let taken = claim.taken.map_or(0, |taken| 2 * HEADER + taken.count() as usize);
    HEADER + 4 + HEADER + claim.via.len() + taken
}

fn input_bytes(input: &InputId) -> usize {
    2 * HEADER + input.device.as_str().len() + NUMBER
}

pub(super) fn event_bytes(event: &GameEvent) -> usize {
    // Each event lies in a message of one event.
    2 * HEADER
        + COUNT
        + NUMBER
        + event.inputs().map(input_bytes).sum::<usize>()
        + match event {
            GameEvent::MovePlayed { mv, .. } => move_bytes(mv),
            GameEvent::InputHeld { mv, .. } => claim_bytes(mv) + COUNT,
            GameEvent::ConflictRaised { played, claimed, .. } => {
                move_bytes(played) + claim_bytes(claimed)
            }
            GameEvent::IrregularityNoted { irregularity, .. } => irregularity_bytes(irregularity),
            GameEvent::IrregularityStands { mv, ruling, .. } => {
                // A ruling that also named the move counts twice.
                move_bytes(mv) + BREACH + FEN + ruling.as_ref().map_or(0, input_bytes)
            }
            GameEvent::Started { .. } => COUNT + FEN,
            GameEvent::PositionSet { .. } => FEN,
            GameEvent::InputRefused { refusal, .. } => refusal_bytes(refusal),
            GameEvent::Finished { by_hand, .. } | GameEvent::ResultCorrected { by_hand, .. } => {
                HEADER + 2 * COUNT + by_hand.as_deref().map_or(0, by_hand_bytes)
            }
            GameEvent::Resumed { by_hand, .. } => by_hand.as_deref().map_or(0, by_hand_bytes),
            GameEvent::ControlSet(_) => {
                2 * NUMBER + TimeControl::STAGES_MAX * (HEADER + 4 * NUMBER)
            }
            GameEvent::ClockRuled(ruling) => {
                ruling.input.as_ref().map_or(0, input_bytes) + order_bytes(&ruling.command)
            }
            GameEvent::FlagWaived { .. } | GameEvent::ResultConfirmed { .. } => 2 * COUNT,
            GameEvent::Remarked { .. } => HEADER + 2 * COUNT,
            GameEvent::TermsSet(_) => HEADER + 3 * COUNT,
            GameEvent::MoveConfirmed { .. }
            | GameEvent::ConflictResolved { .. }
            | GameEvent::MovesRetracted { .. }
            | GameEvent::WentOnPaper { .. }
            | GameEvent::RecordCompleted { .. }
            | GameEvent::DrawOffered { .. }
            | GameEvent::DrawAgreed { .. }
            | GameEvent::BlackStarts => 0,
        }
}

/// Returns the bytes of a command to the clock; the reason of an adjustment or a pause is its one
/// text.
fn order_bytes(command: &game_clock::Command) -> usize {
    use game_clock::Command::{Adjust, Pause};
    let reason = if let Adjust { reason, .. } | Pause { reason: Some(reason), .. } = command {
        reason.as_str().len()
    } else {
        0
    };
    3 * HEADER + 4 * NUMBER + reason
}

fn irregularity_bytes(irregularity: &Irregularity) -> usize {
    let Irregularity { played, breach, obliged, standing } = irregularity;
    let standing = standing.as_ref().map_or(0, |standing| move_bytes(&standing.mv) + FEN);
    HEADER + broken_rule_bytes(played, *breach, obliged.as_ref()) + standing
}

fn illegal_bytes(illegal: &IllegalMove) -> usize {
    let IllegalMove { played, breach, obliged } = illegal;
    HEADER + broken_rule_bytes(played, *breach, obliged.as_ref())
}

fn broken_rule_bytes(played: &MoveText, breach: Breach, obliged: Option<&Obligation>) -> usize {
    let obliged = obliged.map_or(0, |obliged| HEADER + 3 * COUNT + moves_bytes(&obliged.moves));
    claim_bytes(played) + HEADER + breach.as_str().len() + obliged
}

fn refusal_bytes(refusal: &Refusal) -> usize {
    // The refusal and its kind, with up to two numbers.
    2 * HEADER
        + 2 * COUNT
        + match refusal {
            Refusal::IllegalMove(illegal) => illegal_bytes(illegal),
            Refusal::AmbiguousMove { played, candidates, others: _ } => {
                claim_bytes(played) + moves_bytes(candidates)
            }
            Refusal::TooComplex { mv } => move_bytes(mv),
            Refusal::PlyAlreadyPlayed { played, claimed, .. } => {
                move_bytes(played) + claim_bytes(claimed)
            }
            Refusal::UnclearIrregularity { played } => claim_bytes(played),
            Refusal::BrokenRecord { refusal, .. } => refusal_bytes(refusal),
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
            | Refusal::SameResult { .. } => 0,
        }
}
