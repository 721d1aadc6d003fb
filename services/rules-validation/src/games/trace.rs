//! Changes of games in the log of the program.

use live_game::GameEvent;

/// Logs every change of state.
pub(super) fn trace(events: &[GameEvent]) {
    for event in events {
        match event {
            GameEvent::ControlSet(_) | GameEvent::BlackStarts | GameEvent::TermsSet(_) => {}
            GameEvent::ClockRuled(ruling) => {
                tracing::info!(number = ruling.number, ?ruling.command, "a ruling on the clock is recorded");
            }
            GameEvent::Started { rules, .. } => tracing::info!(%rules, "game started"),
            GameEvent::MovePlayed { ply, mv, .. } => tracing::info!(ply, ?mv, "move played"),
            GameEvent::Finished { outcome, .. } => tracing::info!(%outcome, "game finished"),
            GameEvent::ResultCorrected { outcome, .. } => {
                tracing::info!(%outcome, "result corrected");
            }
            GameEvent::ConflictRaised { ply, played, claimed, .. } => {
                tracing::warn!(ply, ?played, %claimed, "two sources disagree");
            }
            GameEvent::InputRefused { input, refusal } => {
                tracing::info!(%input, %refusal, "input refused");
            }
            GameEvent::IrregularityNoted { ply, irregularity, .. } => {
                tracing::warn!(ply, %irregularity, "an irregular move waits");
            }
            GameEvent::IrregularityStands { ply, mv, breach, .. } => {
                tracing::info!(ply, ?mv, %breach, "an irregular move stands");
            }
            GameEvent::ConflictResolved { ply, input } => {
                tracing::info!(ply, %input, "a conflict is resolved");
            }
            GameEvent::MovesRetracted { from_ply, input, .. } => {
                tracing::info!(from_ply, %input, "moves taken back");
            }
            GameEvent::PositionSet { position, input, .. } => {
                tracing::info!(fen = position.fen(), %input, "position set");
            }
            GameEvent::WentOnPaper { from_ply, input, .. } => {
                tracing::info!(from_ply, %input, "the game is on paper");
            }
            GameEvent::RecordCompleted { input, .. } => {
                tracing::info!(%input, "the moves on paper are handed in");
            }
            GameEvent::Resumed { input, .. } => tracing::info!(%input, "the game goes on"),
            GameEvent::DrawAgreed { by, input } => {
                tracing::warn!(?by, %input, "a draw was agreed; the arbiter decides");
            }
            GameEvent::ResultConfirmed { color, agrees, input, .. } => {
                tracing::info!(?color, agrees, %input, "a word on the result");
            }
            GameEvent::Remarked { input, remark } => {
                tracing::warn!(%input, ?remark, "a ruling that rules or record speak against");
            }
            GameEvent::FlagWaived { color, why, at } => {
                tracing::warn!(?color, ?why, %at, "a flag fell and does not end the game");
            }
            GameEvent::MoveConfirmed { .. }
            | GameEvent::InputHeld { .. }
            | GameEvent::DrawOffered { .. } => {
                tracing::debug!(?event, "input noted");
            }
        }
    }
}
