//! The devices of a tournament as they were heard.

use std::collections::BTreeMap;

use live_game::{
    DeviceId,
    table::{Presence, Presences},
};

/// The devices of a tournament as they were heard.
#[derive(Clone, Debug)]
pub(crate) struct HeardDevices(Option<Presences>);

impl HeardDevices {
    pub(crate) const fn new(presences: Option<Presences>) -> Self {
        Self(presences)
    }

    /// Returns a device as it was heard last; `None` if it was not.
    pub(crate) fn presence(&self, device: &DeviceId) -> Option<Presence> {
        self.0.as_ref().and_then(|presences| presences.presence(device))
    }

    /// Returns the number of inputs that each device keeps and has not sent, as far as they told.
    pub(crate) fn unsent(&self) -> BTreeMap<DeviceId, u32> {
        self.0.as_ref().map(Presences::unsent).unwrap_or_default()
    }
}
