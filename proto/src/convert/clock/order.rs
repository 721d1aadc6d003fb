//! Converts commands to a clock other than moves.

use draughts::Timestamp;
use game_clock::{Command, Reason};

use super::{left, side};
use crate::{
    convert::{ConvertError, required, types::millis},
    v1::{self, clock_order::Order},
};

/// Converts an order to a command at a moment.
///
/// # Errors
/// [`ConvertError`] with the field that holds an invalid value.
pub fn clock_command(order: v1::ClockOrder, at: Timestamp) -> Result<Command, ConvertError> {
    let stored =
        |text: &str| Reason::stored(text).map_err(|source| ConvertError::invalid("reason", source));
    Ok(match required(order.order, "order")? {
        Order::Pause(v1::Nothing {}) => {
            let is_given = !order.reason.is_empty();
            let reason = is_given.then(|| stored(&order.reason)).transpose()?;
            Command::Pause { reason, at }
        }
        Order::Resume(v1::Nothing {}) => Command::Resume { running: None, at },
        Order::Adjust(adjust) => {
            let remaining = left(adjust.remaining_ms, "remaining_ms")?;
            let reason = stored(&adjust.reason)?;
            Command::Adjust { color: adjust.color().try_into()?, remaining, reason, at }
        }
        Order::Absent(absent) => Command::MarkAbsent {
            color: absent.color().try_into()?,
            limit: absent.limit.map(TryInto::try_into).transpose()?,
            at,
        },
        Order::Present(color) => {
            let color = v1::Color::try_from(color).unwrap_or_default();
            Command::MarkPresent { color: color.try_into()?, at }
        }
        Order::PlayOn(v1::PlayOn { moves }) => Command::PlayOn { moves, running: None, at },
        Order::Begin(color) => {
            let color = v1::Color::try_from(color).unwrap_or_default();
            Command::Begin { by: color.try_into()?, at }
        }
        Order::Display(display) => Command::Follow { display: display.try_into()?, at },
    })
}

/// Converts a command to an order with its moment; `None` for commands that follow from the game
/// itself.
#[must_use]
pub fn clock_order(command: &Command) -> Option<(v1::ClockOrder, Timestamp)> {
    let nothing = v1::Nothing {};
    let mut reason = String::new();
    let (order, at) = match command {
        Command::Pause { reason: given, at } => {
            reason = given.as_ref().map(ToString::to_string).unwrap_or_default();
            (Order::Pause(nothing), at)
        }
        Command::Resume { at, .. } => (Order::Resume(nothing), at),
        Command::Adjust { color, remaining, reason, at } => {
            let (color, reason) = (side(*color), reason.to_string());
            let remaining_ms = millis(*remaining);
            (Order::Adjust(v1::AdjustClock { color, remaining_ms, reason }), at)
        }
        Command::MarkAbsent { color, limit, at } => {
            let limit = limit.map(Into::into);
            (Order::Absent(v1::MarkAbsent { color: side(*color), limit }), at)
        }
        Command::MarkPresent { color, at } => (Order::Present(side(*color)), at),
        Command::PlayOn { moves, at, .. } => (Order::PlayOn(v1::PlayOn { moves: *moves }), at),
        Command::Begin { by, at } => (Order::Begin(side(*by)), at),
        Command::Follow { display, at } => (Order::Display((*display).into()), at),
        Command::Open { .. }
        | Command::Start { .. }
        | Command::Press { .. }
        | Command::Correct { .. }
        | Command::Stop { .. }
        | Command::GoOn { .. }
        | Command::TimeCheck { .. } => return None,
    };
    Some((v1::ClockOrder { order: Some(order), reason }, *at))
}
