//! The inputs of one game, so that a repeat is recognised however late it comes, and no device
//! fills the log.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::{DeviceId, InputId};

/// The largest number of inputs of one device in one game. A game has some hundred moves at most,
/// each claimed by few devices.
pub const INPUTS_OF_DEVICE_MAX: usize = 1000;
/// The largest number of inputs of all devices in one game.
pub const INPUTS_OF_GAME_MAX: usize = 3000;
/// The number of inputs that the desk may hand in beyond [`INPUTS_OF_GAME_MAX`], so that it can
/// always rule.
const OF_DESK: usize = 100;
/// The largest number of displays of physical clocks in one game, of all devices and not counting
/// other inputs. Two a minute and one at each press come to a good thousand in six hours.
pub const DISPLAYS_MAX: usize = 3000;

/// All inputs of one game, with their content (`C`).
#[derive(Clone, Debug)]
pub struct Inputs<C> {
    taken: BTreeMap<InputId, Taken<C>>,
    /// Number of displays among them.
    displays: usize,
}

#[derive(Clone, Debug)]
struct Taken<C> {
    content: C,
    is_display: bool,
}

/// The novelty of an input that is not refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputNovelty {
    /// The input is new and has to be stored.
    New,
    /// The input is already stored.
    Repeat,
}

/// The reason for which an input is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InputRefusal {
    /// The device used the same number for another input.
    #[error("another input has this number")]
    Clash,
    /// The device has handed in too many inputs.
    #[error("the device has handed in {INPUTS_OF_DEVICE_MAX} inputs")]
    DeviceFull,
    /// The game has too many inputs.
    #[error("the game has {INPUTS_OF_GAME_MAX} inputs")]
    GameFull,
    /// The game has too many displays of clocks.
    #[error("the game has {DISPLAYS_MAX} displays")]
    DisplaysFull,
}

impl<C> Default for Inputs<C> {
    fn default() -> Self {
        Self { taken: BTreeMap::new(), displays: 0 }
    }
}

impl<C: PartialEq> Inputs<C> {
    /// Decides whether an input is new. `is_display` is true for the display of a physical clock,
    /// `is_of_desk` for a device at the desk.
    ///
    /// # Errors
    /// [`InputRefusal`] if another input has its number, or a limit is reached.
    pub fn decide(
        &self,
        input: &InputId,
        content: &C,
        is_display: bool,
        is_of_desk: bool,
    ) -> Result<InputNovelty, InputRefusal> {
        if let Some(taken) = self.taken.get(input) {
            let is_same = taken.content == *content;
            return if is_same { Ok(InputNovelty::Repeat) } else { Err(InputRefusal::Clash) };
        }
        let of_desk = if is_of_desk { OF_DESK } else { 0 };
        if is_display {
            if self.displays >= DISPLAYS_MAX {
                return Err(InputRefusal::DisplaysFull);
            }
        } else if self.taken.len() - self.displays >= INPUTS_OF_GAME_MAX + of_desk {
            return Err(InputRefusal::GameFull);
        } else if self.of_device(input) >= INPUTS_OF_DEVICE_MAX {
            return Err(InputRefusal::DeviceFull);
        }
        Ok(InputNovelty::New)
    }

    /// Returns true if an input with this id is stored.
    pub fn has(&self, input: &InputId) -> bool {
        self.taken.contains_key(input)
    }

    /// Returns the number of inputs other than displays from the device of `input`.
    fn of_device(&self, input: &InputId) -> usize {
        self.numbers(&input.device).count()
    }
}

impl<C> Inputs<C> {
    /// Returns the number of stored inputs.
    pub fn count(&self) -> usize {
        self.taken.len()
    }

    /// Returns the numbers of a device's inputs other than displays, ascending.
    pub fn numbers(&self, device: &DeviceId) -> impl Iterator<Item = u64> {
        let with = |sequence| InputId { device: device.clone(), sequence };
        let of_device = self.taken.range(with(0)..=with(u64::MAX));
        of_device.filter(|(_input, taken)| !taken.is_display).map(|(input, _taken)| input.sequence)
    }

    /// Returns the first of these inputs that is not stored, of those that a device has handed in.
    /// The game has judged them, so the log has lost it, and its device hands it in again.
    pub fn first_lost<'a>(
        &self,
        judged: impl IntoIterator<Item = &'a InputId>,
    ) -> Option<&'a InputId> {
        let is_lost = |input: &InputId| {
            input.device.as_str() != InputId::TOURNAMENT && !self.taken.contains_key(input)
        };
        judged.into_iter().find(|input| is_lost(input))
    }

    /// Adds an input that is stored.
    pub fn apply(&mut self, input: InputId, content: C, is_display: bool) {
        let earlier = self.taken.insert(input, Taken { content, is_display });
        self.displays += usize::from(is_display);
        self.displays -= usize::from(earlier.is_some_and(|earlier| earlier.is_display));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVE: bool = false;
    const DISPLAY: bool = true;

    fn input(device: &str, sequence: u64) -> InputId {
        InputId::new(DeviceId::new(device).unwrap(), sequence)
    }

    #[test]
    fn a_repeat_is_known_and_a_clash_is_told_from_it() {
        let mut inputs = Inputs::default();
        let decide = |inputs: &Inputs<&str>, sequence, content| {
            inputs.decide(&input("a", sequence), &content, MOVE, false)
        };
        assert_eq!(decide(&inputs, 1, "32-28"), Ok(InputNovelty::New));
        inputs.apply(input("a", 1), "32-28", MOVE);
        assert_eq!(decide(&inputs, 1, "32-28"), Ok(InputNovelty::Repeat));
        assert_eq!(decide(&inputs, 1, "33-28"), Err(InputRefusal::Clash));
        assert_eq!(decide(&inputs, 2, "33-28"), Ok(InputNovelty::New));
    }

    #[test]
    fn a_device_is_told_which_of_its_inputs_are_stored_but_for_displays() {
        let mut inputs = Inputs::default();
        for (device, sequence, is_display) in
            [("b", 7, MOVE), ("a", 3, MOVE), ("a", 1, MOVE), ("a", 2, DISPLAY), ("c", 9, MOVE)]
        {
            inputs.apply(input(device, sequence), "32-28", is_display);
        }
        let numbers = |device| inputs.numbers(&input(device, 1).device).collect::<Vec<_>>();
        assert_eq!((numbers("a"), numbers("b"), numbers("d")), (vec![1, 3], vec![7], vec![]));
    }

    #[test]
    fn an_input_that_was_judged_and_is_not_stored_is_lost_unless_no_device_has_it() {
        let mut inputs = Inputs::default();
        inputs.apply(input("a", 1), "32-28", MOVE);
        let judged = [input(InputId::TOURNAMENT, 1), input("a", 1), input("b", 2), input("a", 2)];
        assert_eq!(inputs.first_lost(&judged), Some(&input("b", 2)));
        inputs.apply(input("b", 2), "19-23", MOVE);
        inputs.apply(input("a", 2), "28x19", MOVE);
        assert_eq!(inputs.first_lost(&judged), None);
    }

    /// Checks the next input of a device, and the repeat of the first one, after each device has
    /// handed in the given number.
    #[track_caller]
    fn check(
        taken: &[(&str, u64)],
        device: &str,
        is_of_desk: bool,
        next: Result<InputNovelty, InputRefusal>,
    ) {
        let mut inputs = Inputs::default();
        for (device, count) in taken {
            for sequence in 1..=*count {
                inputs.apply(input(device, sequence), "32-28", MOVE);
            }
        }
        assert_eq!(inputs.decide(&input(device, 9999), &"32-28", MOVE, is_of_desk), next);
        let (first, _count) = taken[0];
        let repeat = inputs.decide(&input(first, 1), &"32-28", MOVE, is_of_desk);
        assert_eq!(repeat, Ok(InputNovelty::Repeat));
    }

    #[test]
    fn a_device_and_a_game_are_full_at_some_time_and_the_desk_has_the_last_word() {
        let new = Ok(InputNovelty::New);
        let (device_full, game_full) = (Err(InputRefusal::DeviceFull), Err(InputRefusal::GameFull));
        check(&[("a", 999)], "a", false, new);
        check(&[("a", 1000)], "a", false, device_full);
        check(&[("a", 1000)], "a", true, device_full);
        check(&[("a", 1000)], "b", false, new);
        check(&[("a", 1000), ("b", 1000), ("c", 999)], "d", false, new);
        let full = [("a", 1000), ("b", 1000), ("c", 1000)];
        check(&full, "d", false, game_full);
        check(&full, "d", true, new);
        let all = [("a", 1000), ("b", 1000), ("c", 1000), ("desk", 100)];
        check(&all, "desk", true, game_full);
    }

    #[test]
    fn displays_of_a_clock_and_moves_do_not_take_each_others_room() {
        let mut inputs = Inputs::default();
        for sequence in 1..=3000 {
            let id = input("board", sequence);
            assert_eq!(inputs.decide(&id, &"9:59", DISPLAY, false), Ok(InputNovelty::New));
            inputs.apply(id.clone(), "9:59", DISPLAY);
            inputs.apply(id, "9:59", DISPLAY);
        }
        let next = |inputs: &Inputs<&str>, device, is_display| {
            inputs.decide(&input(device, 9999), &"-", is_display, false)
        };
        assert_eq!(next(&inputs, "board", DISPLAY), Err(InputRefusal::DisplaysFull));
        assert_eq!(next(&inputs, "desk", DISPLAY), Err(InputRefusal::DisplaysFull));
        assert_eq!(next(&inputs, "board", MOVE), Ok(InputNovelty::New));
        let repeat = inputs.decide(&input("board", 1), &"9:59", DISPLAY, false);
        assert_eq!(repeat, Ok(InputNovelty::Repeat));
        let mut inputs = Inputs::default();
        for sequence in 1..=1000 {
            inputs.apply(input("board", sequence), "32-28", MOVE);
        }
        assert_eq!(next(&inputs, "board", MOVE), Err(InputRefusal::DeviceFull));
        assert_eq!(next(&inputs, "board", DISPLAY), Ok(InputNovelty::New));
    }
}
