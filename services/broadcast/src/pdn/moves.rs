//! The moves of a game for PDN: with irregular ones and positions that the arbiter set, the time
//! left after each move and the time that it took, and what people corrected.

use draughts::{
    Color, Outcome, PlayError, Score, Timestamp,
    pdn::{self, Clocks},
    text,
};
use game_clock::MoveTime;
use live_game::{Correction, CorrectionKind};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

use crate::view::{MoveTimes, Record};

/// Returns the moves of a record with the times of its clock.
///
/// # Errors
/// [`PlayError`] if a move is neither legal nor irregular.
pub(super) fn moves(record: &Record, times: &MoveTimes) -> Result<pdn::Record, PlayError> {
    let mut moves = pdn::Record::new(record.state.opening());
    let mut times = Times { white: times.white.iter(), black: times.black.iter() };
    note_corrections(record, &mut moves);
    for ply in &record.state.plies {
        let mover = moves.end().turn();
        let after = ply.after(&moves.end());
        match ply.breach() {
            Some(breach) => moves.play_irregular(&ply.mv, breach, after),
            None => moves.play(&ply.mv)?,
        }
        moves.set_position(after);
        if let Some(MoveTime { left, spent }) = times.next(mover) {
            let millis = |time: std::time::Duration| u64::try_from(time.as_millis());
            let (left, spent) = (millis(left), millis(spent));
            if let (Ok(left), Ok(spent)) = (left, spent) {
                moves.set_clocks(Clocks::of_move(mover, left, spent));
            }
        }
        note_corrections(record, &mut moves);
    }
    if record.state.on_paper_from.is_some() {
        moves.comment("the moves from here on are on paper");
    }
    Ok(moves)
}

/// The times of the moves that are left of each side.
struct Times<'a> {
    white: std::slice::Iter<'a, Option<MoveTime>>,
    black: std::slice::Iter<'a, Option<MoveTime>>,
}

impl Times<'_> {
    fn next(&mut self, mover: Color) -> Option<MoveTime> {
        let side = match mover {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        };
        side.next().copied().flatten()
    }
}

/// Adds a comment for each correction that is noted after the last of these moves.
fn note_corrections(record: &Record, moves: &mut pdn::Record) {
    let state = &record.state;
    let count = |plies: usize| u32::try_from(plies).unwrap_or(u32::MAX);
    let (here, plies) = (count(moves.plies().len()), count(state.plies.len()));
    for correction in &state.corrections {
        if correction.kind.after_ply(plies) == here {
            let reason = state.by_hand.as_ref().map(|by_hand| by_hand.reason.as_str());
            let is_last = state.outcome.map(CorrectionKind::Result) == Some(correction.kind);
            moves.comment(comment(correction, reason.filter(|_| is_last).unwrap_or_default()));
        }
    }
}

/// Describes a correction: `corrected by Anna at 2026-11-23T14:02:11Z: result 2-0, misread slip`.
/// Programs that do not know the form read an ordinary comment.
fn comment(correction: &Correction, reason: &str) -> String {
    let what = match correction.kind {
        CorrectionKind::Retracted { from_ply } => {
            format!("moves taken back from ply {from_ply}")
        }
        CorrectionKind::Corrected { ply } => format!("move of ply {ply}"),
        CorrectionKind::PositionSet { .. } => "position set".to_owned(),
        CorrectionKind::Completed { .. } => "moves handed in on paper".to_owned(),
        CorrectionKind::Result(outcome) => format!("result {}", points(outcome)),
        CorrectionKind::Resumed => "result taken back".to_owned(),
    };
    let reason = if reason.is_empty() { String::new() } else { format!(", {reason}") };
    let by = correction.by.as_str();
    let text = format!("corrected by {by} at {}: {what}{reason}", moment(correction.at));
    // A text of people is no command of PDN.
    text::cleaned(&text).replace("[%", "(%")
}

/// Returns the result as PDN writes it in International draughts, whatever the game counts.
const fn points(outcome: Outcome) -> &'static str {
    match outcome.score {
        Score::WhiteWins => "2-0",
        Score::Draw => "1-1",
        Score::BlackWins => "0-2",
        Score::BothLose => "0-0",
        Score::Unplayed => "*",
    }
}

/// Returns a moment in UTC, in whole seconds: `2026-11-23T14:02:11Z`; `?` for years outside the
/// range of [`time`].
fn moment(at: Timestamp) -> String {
    let written = OffsetDateTime::from_unix_timestamp(at.millis().div_euclid(1000));
    let written = written.ok().and_then(|moment| moment.format(&Rfc3339).ok());
    written.unwrap_or_else(|| "?".to_owned())
}

#[cfg(test)]
mod tests {
    use draughts::Reason;

    use super::*;

    #[test]
    fn a_correction_names_its_person_its_moment_and_the_change() {
        let corrected = |kind, by: &str, reason| {
            let at = Timestamp::from_millis(1_795_000_000_999);
            comment(&Correction { kind, by: by.to_owned(), at }, reason)
        };
        const ANNA: &str = "corrected by Anna at 2026-11-18T11:06:40Z: ";
        let result = CorrectionKind::Result(Outcome::new(Score::BlackWins, Reason::Arbiter));
        for (kind, reason, expected) in [
            (CorrectionKind::Retracted { from_ply: 7 }, "", "moves taken back from ply 7"),
            (CorrectionKind::Corrected { ply: 7 }, "", "move of ply 7"),
            (CorrectionKind::PositionSet { plies: 7 }, "", "position set"),
            (CorrectionKind::Completed { plies: 7 }, "", "moves handed in on paper"),
            (result, "misread slip", "result 0-2, misread slip"),
            (CorrectionKind::Resumed, "", "result taken back"),
        ] {
            assert_eq!(corrected(kind, "Anna", reason), format!("{ANNA}{expected}"));
        }
        let text = corrected(CorrectionKind::Resumed, "[%clk 1:00:00]", "");
        assert!(text.starts_with("corrected by (%clk 1:00:00] at "), "{text}");
    }
}
