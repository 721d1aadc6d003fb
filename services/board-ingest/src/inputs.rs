//! What was handed in for one game: folded from its INPUT subject, so that a repeat is known as one
//! however late it comes.

use std::{borrow::Cow, collections::BTreeMap};

use proto::{
    convert::{Aggregate, ConvertError, Record},
    v1::{InputRecord, clock_order::Order, envelope, input_record::Action},
};

/// Inputs of one device in one game. A game has some hundred moves at most, each told by few devices.
pub(crate) const OF_DEVICE: usize = 1000;
/// Inputs of all devices in one game.
pub(crate) const OF_GAME: usize = 3000;
/// What the desk may hand in past [`OF_GAME`], so that it has the last word.
const OF_DESK: usize = 100;
/// Displays of physical clocks in one game, of all devices and apart from all other inputs. Two a minute
/// and one at each press come to a good thousand in six hours.
pub(crate) const DISPLAYS: usize = 3000;

/// Every input of one game by device and sequence.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inputs {
    taken: BTreeMap<(String, u64), Option<Action>>,
    /// How many of them are displays.
    displays: usize,
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
    /// It is new, and one too many of its device.
    DeviceFull,
    /// It is new, and one too many of the game.
    GameFull,
    /// It is new, and one display too many of the game.
    DisplaysFull,
}

impl Inputs {
    /// How `input` stands to those that were taken.
    pub(crate) fn standing(&self, input: &InputRecord, is_of_desk: bool) -> Standing {
        let of_game = if is_of_desk { OF_GAME + OF_DESK } else { OF_GAME };
        match self.taken.get(&(input.device.clone(), input.sequence)) {
            None if is_display(&input.action) && self.displays < DISPLAYS => Standing::New,
            None if is_display(&input.action) => Standing::DisplaysFull,
            None if self.taken.len() - self.displays >= of_game => Standing::GameFull,
            None if self.of_device(&input.device) >= OF_DEVICE => Standing::DeviceFull,
            None => Standing::New,
            Some(action) if *action == input.action => Standing::Repeat,
            Some(_) => Standing::Clash,
        }
    }

    fn of_device(&self, device: &str) -> usize {
        let of_device = (device.to_owned(), 0)..=(device.to_owned(), u64::MAX);
        let taken = self.taken.range(of_device);
        taken.filter(|(_input, action)| !is_display(action)).count()
    }
}

fn is_display(action: &Option<Action>) -> bool {
    let Some(Action::Clock(order)) = action else { return false };
    matches!(order.order, Some(Order::Display(_)))
}

impl Aggregate for Inputs {
    type Event = InputRecord;

    fn apply(&mut self, event: &InputRecord) {
        let input = (event.device.clone(), event.sequence);
        let earlier = self.taken.insert(input, event.action.clone());
        self.displays += usize::from(is_display(&event.action));
        self.displays -= usize::from(earlier.is_some_and(|earlier| is_display(&earlier)));
    }

    /// One input a record: each is stored by itself.
    fn to_record(&self, events: &[InputRecord]) -> envelope::Record {
        envelope::Record::Input(events.last().cloned().unwrap_or_default())
    }

    fn events(record: &Record) -> Result<Cow<'_, [InputRecord]>, ConvertError> {
        match record {
            Record::Input(input) => Ok(Cow::Borrowed(std::slice::from_ref(input))),
            Record::Game(_) | Record::Clock(_) | Record::Tournament(_) | Record::Tables(_) => {
                Err(ConvertError::OtherRecord)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proto::v1::{ClockDisplay, ClockOrder, PlayMove, Resign};

    use super::*;

    fn input(device: &str, sequence: u64, action: Action) -> InputRecord {
        InputRecord {
            device: device.to_owned(),
            sequence,
            action: Some(action),
            ..Default::default()
        }
    }

    fn play(ply: u32) -> Action {
        Action::Play(PlayMove { ply, r#move: None })
    }

    #[test]
    fn a_repeat_is_known_and_a_clash_is_told_from_it() {
        let mut inputs = Inputs::default();
        let resign = Action::Resign(Resign::default());
        let standing = |inputs: &Inputs, sequence, action| {
            inputs.standing(&input("a", sequence, action), false)
        };
        assert_eq!(standing(&inputs, 1, play(1)), Standing::New);
        inputs.apply(&input("a", 1, play(1)));
        assert_eq!(standing(&inputs, 1, play(1)), Standing::Repeat);
        assert_eq!(standing(&inputs, 1, play(2)), Standing::Clash);
        assert_eq!(standing(&inputs, 1, resign.clone()), Standing::Clash);
        assert_eq!(standing(&inputs, 2, resign), Standing::New);
    }

    /// How the next input of a device stands, and the repeat of its first, when each device has
    /// handed in so many.
    #[track_caller]
    fn check(taken: &[(&str, u64)], device: &str, is_of_desk: bool, next: Standing) {
        let mut inputs = Inputs::default();
        for (device, count) in taken {
            for sequence in 1..=*count {
                inputs.apply(&input(device, sequence, play(1)));
            }
        }
        assert_eq!(inputs.standing(&input(device, 9999, play(1)), is_of_desk), next);
        let (first, _count) = taken[0];
        let repeat = inputs.standing(&input(first, 1, play(1)), is_of_desk);
        assert_eq!(repeat, Standing::Repeat);
    }

    #[test]
    fn a_device_and_a_game_are_full_at_some_time_and_the_desk_has_the_last_word() {
        check(&[("a", 999)], "a", false, Standing::New);
        check(&[("a", 1000)], "a", false, Standing::DeviceFull);
        check(&[("a", 1000)], "a", true, Standing::DeviceFull);
        check(&[("a", 1000)], "b", false, Standing::New);
        check(&[("a", 1000), ("b", 1000), ("c", 999)], "d", false, Standing::New);
        let full = [("a", 1000), ("b", 1000), ("c", 1000)];
        check(&full, "d", false, Standing::GameFull);
        check(&full, "d", true, Standing::New);
        let all = [("a", 1000), ("b", 1000), ("c", 1000), ("desk", 100)];
        check(&all, "desk", true, Standing::GameFull);
    }

    #[test]
    fn displays_of_a_clock_and_moves_do_not_take_each_others_room() {
        let display = || {
            let order = Some(Order::Display(ClockDisplay::default()));
            Action::Clock(ClockOrder { order })
        };
        let mut inputs = Inputs::default();
        for sequence in 1..=3000 {
            let input = input("board", sequence, display());
            assert_eq!(inputs.standing(&input, false), Standing::New);
            inputs.apply(&input);
            inputs.apply(&input);
        }
        let standing =
            |inputs: &Inputs, device, action| inputs.standing(&input(device, 9999, action), false);
        assert_eq!(standing(&inputs, "board", display()), Standing::DisplaysFull);
        assert_eq!(standing(&inputs, "desk", display()), Standing::DisplaysFull);
        assert_eq!(standing(&inputs, "board", play(1)), Standing::New);
        assert_eq!(inputs.standing(&input("board", 1, display()), false), Standing::Repeat);
        let mut inputs = Inputs::default();
        for sequence in 1..=1000 {
            inputs.apply(&input("board", sequence, play(1)));
        }
        assert_eq!(standing(&inputs, "board", play(1)), Standing::DeviceFull);
        assert_eq!(standing(&inputs, "board", display()), Standing::New);
    }
}
