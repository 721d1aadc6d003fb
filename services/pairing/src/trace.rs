//! Results of games in the log of the program.

use draughts::Outcome;
use proto::subject::GameKey;
use tournament::{GameCause, GameResult, KeptResult, ResultSource};

/// Logs that a recorded result stays. People should see that of a result by hand: the order follows
/// from the times of two hosts, whose clocks may differ.
pub(crate) fn kept(
    game: &GameKey,
    event: &GameResult,
    message: GameCause,
    kept: KeptResult,
    (source, recorded): (Option<ResultSource>, Option<Outcome>),
) {
    let by_hand_at = source.and_then(|source| source.by_hand_at);
    match (kept, by_hand_at) {
        (KeptResult::Superseded, _) => {}
        (KeptResult::ByHand, _) => tracing::warn!(
            %game,
            recorded = recorded.map(tracing::field::display),
            played = %event,
            "the game ended otherwise than recorded by hand; the recorded result stays"
        ),
        (KeptResult::Newer, Some(by_hand_at)) => tracing::warn!(
            %game,
            %event,
            recorded_at_ms = message.recorded_at.millis(),
            by_hand_at_ms = by_hand_at.millis(),
            "the result by hand stays: it was recorded after this message of the game"
        ),
        (KeptResult::Newer, None) => {
            tracing::debug!(%game, %event, "the recorded result is newer than this message");
        }
    }
}
