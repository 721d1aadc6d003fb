//! The devices that tell regularly that they are there, and those of them that are silent.

use std::collections::BTreeMap;

use super::command::SeatEvent;
use crate::{
    DeviceId,
    table::{DeviceKind, PresenceFinding, Silence},
};

/// The largest number of silences of one device that are stored in one tournament, so that no
/// device fills the log.
const SILENCES_MAX: u32 = 200;

/// The kinds and silences of the devices of one tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Silences(BTreeMap<DeviceId, ReportingDevice>);

/// A device that tells that it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ReportingDevice {
    kind: DeviceKind,
    silence: Option<Silence>,
    /// Number of its silences.
    count: u32,
}

impl Silences {
    pub(super) fn kind(&self, device: &DeviceId) -> Option<DeviceKind> {
        self.0.get(device).map(|known| known.kind)
    }

    pub(super) fn of(&self, device: &DeviceId) -> Option<Silence> {
        self.0.get(device).and_then(|known| known.silence)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&DeviceId, Silence)> {
        self.0.iter().filter_map(|(device, known)| Some((device, known.silence?)))
    }

    /// Returns the event of a finding; `None` if it says nothing new, such as what another replica
    /// has found, too.
    pub(super) fn decide(
        &self,
        device: &DeviceId,
        finding: PresenceFinding,
        is_seated: bool,
    ) -> Option<SeatEvent> {
        let known = self.0.get(device)?;
        let device = device.clone();
        match finding {
            PresenceFinding::Silent(silence) => {
                let is_same =
                    |known: Silence| (known.round, known.table) == (silence.round, silence.table);
                let is_news = is_seated && !known.silence.is_some_and(is_same);
                let has_room = known.count < SILENCES_MAX;
                (is_news && has_room).then_some(SeatEvent::FellSilent { device, silence })
            }
            PresenceFinding::Heard(at) => {
                let ends = known.silence.is_some_and(|silence| at > silence.since);
                ends.then_some(SeatEvent::Heard { device, at })
            }
        }
    }

    pub(super) fn tell_kind(&mut self, device: &DeviceId, kind: DeviceKind) {
        let known = ReportingDevice { kind, silence: None, count: 0 };
        self.0.entry(device.clone()).or_insert(known).kind = kind;
    }

    pub(super) fn begin(&mut self, device: &DeviceId, silence: Silence) {
        if let Some(known) = self.0.get_mut(device) {
            known.silence = Some(silence);
            known.count = known.count.saturating_add(1);
        }
    }

    pub(super) fn end(&mut self, device: &DeviceId) {
        if let Some(known) = self.0.get_mut(device) {
            known.silence = None;
        }
    }

    /// Forgets a device that has no seat any more.
    pub(super) fn forget(&mut self, device: &DeviceId) {
        self.0.remove(device);
    }
}
