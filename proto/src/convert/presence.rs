//! Converts which devices are there, and which ask for the seats of others.

use std::time::Duration;

use draughts::Timestamp;
use live_game::{
    DeviceId,
    table::{DeviceKind, Presence, Replaced, SeatClaim, Silence, TakeOver},
};
use prost::Message as _;

use super::seat::seat;
use crate::{
    convert::{ConvertError, device},
    v1,
};

impl From<&SeatClaim> for v1::SeatClaimed {
    fn from(claim: &SeatClaim) -> Self {
        Self {
            device: claim.device.as_str().to_owned(),
            table: claim.seat.table().unwrap_or_default(),
            seat: v1::Seat::from(claim.seat).into(),
            at_ms: claim.at.millis(),
        }
    }
}

impl TryFrom<v1::SeatClaimed> for SeatClaim {
    type Error = ConvertError;

    fn try_from(wire: v1::SeatClaimed) -> Result<Self, ConvertError> {
        let seat = seat(wire.seat(), wire.table)?;
        let at = Timestamp::from_millis(wire.at_ms);
        Ok(Self { device: device(wire.device)?, seat, at })
    }
}

impl From<&TakeOver> for v1::SeatTakenOver {
    fn from(taken: &TakeOver) -> Self {
        let replaced = taken.replaced.iter().map(|replaced| v1::ReplacedDevice {
            device: replaced.device.as_str().to_owned(),
            unsent: replaced.unsent,
        });
        Self {
            device: taken.device.as_str().to_owned(),
            table: taken.seat.table().unwrap_or_default(),
            seat: v1::Seat::from(taken.seat).into(),
            at_ms: taken.at.millis(),
            replaced: replaced.collect(),
        }
    }
}

impl TryFrom<v1::SeatTakenOver> for TakeOver {
    type Error = ConvertError;

    fn try_from(wire: v1::SeatTakenOver) -> Result<Self, ConvertError> {
        let seat = seat(wire.seat(), wire.table)?;
        let at = Timestamp::from_millis(wire.at_ms);
        let replaced = wire.replaced.into_iter().map(|replaced| {
            Ok(Replaced { device: device(replaced.device)?, unsent: replaced.unsent })
        });
        let replaced = replaced.collect::<Result<_, ConvertError>>()?;
        // The record has it beside the event.
        Ok(Self { device: device(wire.device)?, seat, replaced, at, act: None })
    }
}

impl From<DeviceKind> for v1::DeviceKind {
    fn from(kind: DeviceKind) -> Self {
        match kind {
            DeviceKind::Tablet => Self::Tablet,
            DeviceKind::Board => Self::Board,
        }
    }
}

/// Converts the kind of a device.
///
/// # Errors
/// [`ConvertError`] if there is none.
pub fn device_kind(kind: v1::DeviceKind) -> Result<DeviceKind, ConvertError> {
    match kind {
        v1::DeviceKind::Unspecified => Err(ConvertError::Missing { field: "kind" }),
        v1::DeviceKind::Tablet => Ok(DeviceKind::Tablet),
        v1::DeviceKind::Board => Ok(DeviceKind::Board),
    }
}

/// Converts the silence of a device.
#[must_use]
pub fn device_silent(device: &DeviceId, silence: &Silence) -> v1::DeviceSilent {
    let (device, since_ms) = (device.as_str().to_owned(), silence.since.millis());
    v1::DeviceSilent { device, round: silence.round, table: silence.table, since_ms }
}

/// Returns the encoded signal of devices that were heard, as of `now`, with the boards among them.
#[must_use]
pub fn presence_signal<'a>(
    heard: impl IntoIterator<Item = (&'a DeviceId, Presence)>,
    boards: Vec<v1::HeardBoard>,
    now: Timestamp,
) -> Vec<u8> {
    let heard = heard.into_iter().map(|(device, presence)| {
        let ago = now.duration_since(presence.heard_at).as_millis();
        v1::HeardDevice {
            device: device.as_str().to_owned(),
            ago_ms: u32::try_from(ago).unwrap_or(u32::MAX),
            unsent: presence.unsent,
        }
    });
    v1::PresenceSignal { heard: heard.collect(), boards }.encode_to_vec()
}

/// The devices that another replica has heard, and the boards among them.
pub type HeardSignal = (Vec<(DeviceId, Presence)>, Vec<v1::HeardBoard>);

/// Reads the devices that another replica has heard, as of `now`, and the boards among them; `None`
/// if it is no such signal.
#[must_use]
pub fn heard_devices(signal: &[u8], now: Timestamp) -> Option<HeardSignal> {
    let signal = v1::PresenceSignal::decode(signal).ok()?;
    let boards = signal.boards;
    let heard = signal.heard.into_iter().map(|heard| {
        let ago = Duration::from_millis(heard.ago_ms.into());
        let presence = Presence { heard_at: now.saturating_sub(ago), unsent: heard.unsent };
        Some((device(heard.device).ok()?, presence))
    });
    Some((heard.collect::<Option<_>>()?, boards))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_tells_how_long_ago_a_device_was_heard_whatever_the_clocks_show() {
        let (here, there) = (Timestamp::from_millis(10_000), Timestamp::from_millis(77_000));
        let device = DeviceId::new("white").unwrap();
        let told = Presence { heard_at: Timestamp::from_millis(7_500), unsent: Some(3) };
        let board = v1::HeardBoard { device: "white".to_owned(), ..v1::HeardBoard::default() };
        let signal = presence_signal([(&device, told)], vec![board.clone()], here);
        let heard = Presence { heard_at: Timestamp::from_millis(74_500), unsent: Some(3) };
        assert_eq!(heard_devices(&signal, there), Some((vec![(device, heard)], vec![board])));
        let heard = vec![v1::HeardDevice::default()];
        let nameless = v1::PresenceSignal { heard, boards: Vec::new() };
        assert_eq!(heard_devices(&nameless.encode_to_vec(), there), None);
        assert_eq!(heard_devices(&[0xff; 9], there), None);
    }
}
