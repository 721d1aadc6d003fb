//! Changes of clocks in the log of the program.

use game_clock::Event;
use live_game::ClockEvent;

/// Logs every change of state.
pub(super) fn trace(events: &[ClockEvent]) {
    for event in events {
        let event = match event {
            ClockEvent::Clock(event) => event,
            ClockEvent::TimesKept => continue,
            ClockEvent::Answered(answer) => {
                let refusal = answer.refusal.as_ref().map(tracing::field::display);
                tracing::info!(number = answer.number, refusal, "ruling answered");
                continue;
            }
        };
        match event {
            Event::Started { control, .. } => tracing::info!(%control, "clock started"),
            Event::Pressed { by, remaining, .. } => tracing::debug!(?by, ?remaining, "pressed"),
            Event::FlagFell { color, at, .. } => tracing::info!(?color, %at, "flag fell"),
            Event::Corrected { line, running, .. } => {
                tracing::info!(line, ?running, "the record was changed");
            }
            Event::Stopped { .. } => tracing::info!("clock stopped"),
            Event::Opened { control, .. } => tracing::info!(%control, "Black's clock started"),
            Event::MarkedAbsent { color, .. } => tracing::info!(?color, "a player is waited for"),
            Event::MarkedPresent { color, .. } => tracing::info!(?color, "a player has come"),
            Event::AbsenceExceeded { color, limit, both, at } => {
                tracing::info!(?color, both, article = %limit.article, %at, "a player did not come");
            }
            Event::Irregular { by, irregularity, .. } => {
                tracing::warn!(?by, %irregularity, "a press had an impossible moment and counted at the moment of its event");
            }
            Event::PlayedOn { color, moves, .. } => {
                tracing::info!(?color, moves, "play goes on after a flag");
            }
            Event::Paused { .. } => tracing::info!("clock paused"),
            Event::Resumed { running, .. } => tracing::info!(?running, "clock resumed"),
            Event::Adjusted { color, remaining, reason, .. } => {
                tracing::info!(?color, ?remaining, %reason, "clock adjusted");
            }
            Event::Followed { .. } => tracing::debug!("followed the physical clock"),
            Event::Disagreed { display: shown, .. } => {
                tracing::warn!(?shown, "the physical clock shows other times");
            }
        }
    }
}
