//! What was handed in for one game: folded from its INPUT subject, so that a repeat is known as one
//! however late it comes.

use std::collections::BTreeMap;

use proto::{
    convert::{Aggregate, ConvertError},
    v1::{InputRecord, envelope::Record, input_record::Action},
};

/// Every input of one game by device and sequence.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inputs {
    taken: BTreeMap<(String, u64), Option<Action>>,
}

/// How an input stands to those that were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It is new.
    New,
    /// It was taken before.
    Repeat,
    /// The device used its number for something else.
    Clash,
}

impl Inputs {
    /// How `input` stands to those that were taken.
    pub(crate) fn standing(&self, input: &InputRecord) -> Standing {
        match self.taken.get(&(input.device.clone(), input.sequence)) {
            None => Standing::New,
            Some(action) if *action == input.action => Standing::Repeat,
            Some(_) => Standing::Clash,
        }
    }
}

impl Aggregate for Inputs {
    type Event = InputRecord;

    fn apply(&mut self, event: &InputRecord) {
        self.taken.insert((event.device.clone(), event.sequence), event.action.clone());
    }

    /// One input a record: each is stored by itself.
    fn to_record(&self, events: &[InputRecord]) -> Record {
        Record::Input(events.last().cloned().unwrap_or_default())
    }

    fn from_record(record: Record) -> Result<Vec<InputRecord>, ConvertError> {
        match record {
            Record::Input(input) => Ok(vec![input]),
            Record::Game(_) | Record::Clock(_) | Record::Tournament(_) | Record::Table(_) => {
                Err(ConvertError::OtherRecord)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proto::v1::{PlayMove, Resign};

    use super::*;

    fn input(sequence: u64, action: Action) -> InputRecord {
        InputRecord {
            device: "tablet".to_owned(),
            sequence,
            action: Some(action),
            ..Default::default()
        }
    }

    #[test]
    fn a_repeat_is_known_and_a_clash_is_told_from_it() {
        let play = |ply| Action::Play(PlayMove { ply, r#move: None });
        let mut inputs = Inputs::default();
        assert_eq!(inputs.standing(&input(1, play(1))), Standing::New);
        inputs.apply(&input(1, play(1)));
        assert_eq!(inputs.standing(&input(1, play(1))), Standing::Repeat);
        assert_eq!(inputs.standing(&input(1, play(2))), Standing::Clash);
        let resign = Action::Resign(Resign::default());
        assert_eq!(inputs.standing(&input(1, resign.clone())), Standing::Clash);
        assert_eq!(inputs.standing(&input(2, resign)), Standing::New);
    }
}
