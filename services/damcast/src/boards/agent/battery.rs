//! The charge of the battery of a board, which is told whenever it changes.

use board_feed::{DgtAbout, DgtReport};
use serde_json::Value;

/// The description of a board, and the charge of its battery that was told with it.
#[derive(Debug, Default)]
pub(super) struct Battery {
    described: Option<(Value, Option<u8>)>,
}

impl Battery {
    /// Takes note of a report that is told as a line.
    pub(super) fn note(&mut self, report: &DgtReport, line: &Value) {
        if matches!(report, DgtReport::Board(_)) {
            self.described = Some((line.clone(), None));
        }
    }

    /// Returns the description of the board with the charge of its battery, if that changed.
    pub(super) fn news(&mut self, about: &DgtAbout) -> Option<Value> {
        let battery = about.battery?;
        let (line, told) = self.described.as_mut()?;
        if told.replace(battery) == Some(battery) {
            return None;
        }
        let mut line = line.clone();
        line.as_object_mut()?.insert("battery".to_owned(), battery.into());
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_charge_is_told_once_after_each_description_and_whenever_it_changes() {
        let about = |battery| DgtAbout { battery, ..DgtAbout::default() };
        let board = DgtReport::Board(about(None));
        let mut battery = Battery::default();
        assert_eq!(battery.news(&about(Some(80))), None, "no board is described");
        let line = json!({"kind": "meta", "id": "7425"});
        for told in [80, 79] {
            battery.note(&board, &line);
            assert_eq!(battery.news(&about(None)), None);
            let expected = json!({"kind": "meta", "id": "7425", "battery": told});
            assert_eq!(battery.news(&about(Some(told))), Some(expected));
            assert_eq!(battery.news(&about(Some(told))), None);
        }
        let expected = json!({"kind": "meta", "id": "7425", "battery": 78});
        assert_eq!(battery.news(&about(Some(78))), Some(expected));
    }
}
