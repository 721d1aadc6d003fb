//! Calls for the arbiter from the tables of one tournament.

use std::time::Duration;

use draughts::Timestamp;

use super::Acknowledgement;
use crate::DeviceId;

/// The largest number of calls from one table that wait for the arbiter.
pub const CALLS_WAITING_MAX: usize = 5;
/// The time after which a call that waits makes room for another one of its table: somebody has come, and told it to
/// nobody.
pub const CALL_WAITS_MAX: Duration = Duration::from_secs(600);

/// The matter for which a table calls the arbiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallMatter {
    /// A move that is not by the rules (rules art. 10, 24 and 27).
    IrregularMove,
    /// A clock.
    Clock,
    /// Somebody or something disturbs the players.
    Disturbance,
    /// The result, or a claim.
    Result,
    /// Anything else.
    Other,
}

/// A call for the arbiter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArbiterCall {
    /// Its name as an alarm, which an [`Acknowledgement`] has: unique in the tournament.
    pub alarm: String,
    /// The name that the caller gave it, by which a call that is sent again is known.
    pub id: String,
    /// The device that called.
    pub device: DeviceId,
    /// The table to which the arbiter is called.
    pub table: u32,
    /// The matter.
    pub matter: CallMatter,
    /// A remark, which may be empty.
    pub text: String,
    /// The name of the person or of the device, as the doors know it; empty where nobody is asked who they are.
    pub by: String,
    /// The moment.
    pub at: Timestamp,
}

/// A call, and who has taken notice of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredCall {
    /// The call.
    pub call: ArbiterCall,
    /// The person at the desk who goes there; `None` while the table waits.
    pub answer: Option<Acknowledgement>,
}

/// The calls of one tournament that wait, and the last one of each device that does not, so that it is known if it is
/// sent again: the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Calls {
    kept: Vec<AnsweredCall>,
    /// Number of all calls.
    count: u64,
}

impl Calls {
    pub(super) fn iter(&self) -> impl Iterator<Item = &AnsweredCall> {
        self.kept.iter()
    }

    pub(super) fn find(&self, device: &DeviceId, id: &str) -> Option<&AnsweredCall> {
        self.kept.iter().find(|kept| kept.call.device == *device && kept.call.id == id)
    }

    /// Returns true if as many calls of a table wait as may, and the oldest of them not for long.
    pub(super) fn is_full(&self, table: u32, now: Timestamp) -> bool {
        let oldest = self.oldest_of_full(table).and_then(|index| self.kept.get(index));
        oldest.is_some_and(|oldest| now.duration_since(oldest.call.at) < CALL_WAITS_MAX)
    }

    /// Returns the index of the oldest call of a table that waits, if as many of them wait as may.
    fn oldest_of_full(&self, table: u32) -> Option<usize> {
        let waits = |kept: &AnsweredCall| kept.call.table == table && kept.answer.is_none();
        let mut waiting = self.kept.iter().enumerate().filter(|(_index, kept)| waits(kept));
        let oldest = waiting.next().map(|(index, _oldest)| index);
        oldest.filter(|_index| waiting.count() + 1 >= CALLS_WAITING_MAX)
    }

    /// Returns the name of the next call as an alarm.
    pub(super) fn next_alarm(&self, table: u32) -> String {
        format!("call t{table} {}", self.count.saturating_add(1))
    }

    pub(super) fn add(&mut self, call: ArbiterCall) {
        if let Some(index) = self.oldest_of_full(call.table) {
            self.kept.remove(index);
        }
        self.count = self.count.saturating_add(1);
        self.kept.push(AnsweredCall { call, answer: None });
    }

    /// Notes who has taken notice of a call, and forgets those of the same device that were answered before: a device
    /// sends its calls one after the other, so that it repeats the last one alone.
    pub(super) fn answer(&mut self, acknowledgement: &Acknowledgement) {
        let is_meant = |kept: &AnsweredCall| kept.call.alarm == acknowledgement.alarm;
        let Some(device) = self.kept.iter().find(|kept| is_meant(kept)).map(|it| &it.call.device)
        else {
            return;
        };
        let device = device.clone();
        self.kept
            .retain(|kept| kept.call.device != device || kept.answer.is_none() || is_meant(kept));
        for kept in self.kept.iter_mut().filter(|kept| is_meant(kept)) {
            kept.answer = Some(acknowledgement.clone());
        }
    }
}
