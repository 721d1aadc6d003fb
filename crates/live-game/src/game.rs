//! One game: its moves, its inputs and its end.
//!
//! A [`Game`] is the fold of its [`GameEvent`]s. It knows neither its own id nor the time of day.
//!
//! # Irregular moves
//!
//! A move against the rules that a board can show is noted and changes nothing yet (Frisian rules
//! art. 27): the opponent may demand the regular move. The next input decides.
//! * The device that claimed it claims a legal move of the same ply: that is the correction.
//! * Any device claims the next ply: the opponent has answered, and the irregular move stands. An
//!   answer that is irregular itself is noted in its turn, so that of several in a row only the
//!   last one waits. A claim that would be the regular move in place of the noted one is its
//!   correction with a wrong number, and waits for the arbiter, as does everything while a conflict
//!   is open.
//! * Another device claims another move of the same ply: the arbiter gets one alarm. The arbiter
//!   also gets one if a correction arrives only after the answer has let the irregular move stand,
//!   even from the same device: the answer may have been to the correction.
//! * The arbiter lets it stand, takes it back or corrects it.
//!
//! Sources that claim the same moves never raise an alarm, in whatever order their inputs arrive: a
//! claim is judged in the position before its ply, and all sources agree on that position.

mod answers;
mod apply;
mod by_hand;
mod clock_ruling;
mod command;
mod confirmations;
mod corrections;
mod decide;
mod event;
mod invalid_ruling;
mod line;
mod pdn;
mod result_change;
mod retractions;
mod sequences;
mod size;
mod state;
#[cfg(test)]
mod tests;
mod values;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

pub use by_hand::ByHand;
pub use clock_ruling::ClockRuling;
pub use command::GameCommand;
pub use confirmations::Confirmation;
use confirmations::Confirmations;
use corrections::Corrections;
pub use corrections::{CORRECTIONS_MAX, Correction, CorrectionKind};
pub use event::GameEvent;
pub use invalid_ruling::InvalidRuling;
pub use result_change::ResultChange;
use retractions::Retractions;
use sequences::Sequences;
pub use size::{ENVELOPE_BYTES_MAX, RECORD_BYTES_MAX};
pub use state::{Deviation, GameState, RecordedPly};
pub use values::{
    Conflict, FlagWaiver, HOLD_MS, HeldFor, HeldInput, Line, Noted, PlayedPly, RefusedInput, Remark,
};

use draughts::{
    Color, Count, Counts, MoveText, Outcome, Position, RuleSet, Score, Timestamp, Variant,
};
use game_clock::{Terms, TimeControl};

use crate::{DeviceId, InputId};

/// The largest number of plies that an input may be ahead of the game.
pub const PLIES_AHEAD_MAX: u32 = 64;

/// The largest number of inputs of one device that may wait for missing plies; for all devices
/// together it is four times as many.
pub const HELD_MAX: usize = 64;

/// The largest number of moves noted on paper that can be handed in at once.
pub const PAPER_MAX: usize = 500;

/// The number of latest refusals that are kept for the arbiter; the log holds all of them.
pub const REFUSED_MAX: usize = 100;

/// The state of one game; `Game::default()` has not begun.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    opening: Option<Opening>,
    plies: Vec<PlayedPly>,
    /// The position before each ply, then the current one; empty before the start.
    positions: Vec<Position>,
    ended: Option<Ended>,
    /// The person who gave the result, if the arbiter did.
    by_hand: Option<ByHand>,
    confirmations: Confirmations,
    corrections: Corrections,
    /// The moment of the last ruling that let the game go on after its end.
    resumed_at: Option<Timestamp>,
    draw_offer: Option<Color>,
    held: Vec<HeldInput>,
    conflicts: Vec<Conflict>,
    /// The plies that the arbiter settled; claims that differ from them raise no alarm.
    settled: BTreeSet<u32>,
    noted: Option<Noted>,
    /// The moves that were claimed at the plies where an irregular move stands.
    irregular_claims: BTreeMap<u32, MoveText>,
    /// The arbiter's rulings that set the position, by the number of plies before them.
    set_up: BTreeMap<usize, Ruling>,
    retractions: Retractions,
    is_on_paper: bool,
    counts: Option<Counts>,
    seen: BTreeMap<DeviceId, Sequences>,
    control: Option<TimeControl>,
    black_starts: bool,
    /// The terms of the game; `None` if it began before there was a choice.
    terms: Option<Terms>,
    /// The moment of the last flag that fell and did not end the game.
    waived: Option<Timestamp>,
    /// The number of plies after which both sides agreed to a draw that the arbiter has to decide
    /// on.
    draw_agreed_after: Option<usize>,
    line: Option<Line>,
    refused: VecDeque<RefusedInput>,
    /// The inputs whose moves were taken back and that are not answered yet, each with its ply.
    owed: BTreeMap<InputId, u32>,
    clock_rulings: Vec<ClockRuling>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ended {
    outcome: Outcome,
    at: Timestamp,
    /// Number of plies played.
    plies: usize,
    /// True if the rules ended the game, and neither a person nor the clock.
    is_by_rule: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Ruling {
    input: InputId,
    at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Opening {
    rules: RuleSet,
    start: Position,
    at: Timestamp,
}

impl Game {
    /// Returns true if the game has begun.
    #[must_use]
    pub const fn is_started(&self) -> bool {
        self.opening.is_some()
    }

    /// Returns the rules of the game, once it has begun.
    #[must_use]
    pub fn rules(&self) -> Option<RuleSet> {
        self.opening.map(|opening| opening.rules)
    }

    /// Returns the position that the game began with; before the start, that of International
    /// draughts.
    #[must_use]
    pub fn start(&self) -> Position {
        self.opening.map_or_else(|| Position::start(Variant::International), |o| o.start)
    }

    /// Returns the moment of the start, once the game has begun.
    #[must_use]
    pub fn started_at(&self) -> Option<Timestamp> {
        self.opening.map(|opening| opening.at)
    }

    /// Returns the current position; before the start, the starting position of International
    /// draughts.
    #[must_use]
    pub fn position(&self) -> Position {
        self.positions.last().copied().unwrap_or_else(|| self.start())
    }

    /// Returns the position after `plies` plies, 0 for the start; `None` if the game is not that
    /// long.
    #[must_use]
    pub fn position_after(&self, plies: usize) -> Option<Position> {
        self.positions.get(plies).copied()
    }

    /// Returns the moves that were played.
    #[must_use]
    pub fn plies(&self) -> &[PlayedPly] {
        &self.plies
    }

    /// Returns true if a ply is played and a claim agrees with it. Squares in between and captured
    /// pieces are compared only if the claim names them.
    #[must_use]
    pub fn agrees(&self, ply: u32, claimed: &MoveText) -> bool {
        let Some(index) = (ply as usize).checked_sub(1) else { return false };
        let (played, before) = (self.plies.get(index), self.positions.get(index));
        played.zip(before).is_some_and(|(played, before)| played.agrees(before, claimed))
    }

    /// Returns the ply to be played next, 1 for the first move.
    #[must_use]
    pub fn next_ply(&self) -> u32 {
        u32::try_from(self.plies.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// Returns the result of the game, once it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.map(|ended| ended.outcome)
    }

    /// Returns the person who gave the result by hand, and the reason; `None` if nobody did, and in
    /// a game that began before there were terms.
    #[must_use]
    pub const fn by_hand(&self) -> Option<&ByHand> {
        self.by_hand.as_ref()
    }

    /// Returns what each side says of the result, White first; none of a side that has said
    /// nothing, or not since the result was another one.
    pub fn confirmations(&self) -> impl Iterator<Item = (Color, Confirmation)> {
        let of = |color| self.confirmations.of(color).map(|confirmation| (color, confirmation));
        [Color::White, Color::Black].into_iter().filter_map(of)
    }

    /// Returns the latest corrections by people, oldest first: at most [`CORRECTIONS_MAX`]; none in
    /// a game that began before there were terms.
    pub fn corrections(&self) -> impl ExactSizeIterator<Item = &Correction> {
        self.corrections.iter()
    }

    /// Returns the inputs that wait for missing plies, in order of arrival.
    #[must_use]
    pub fn held(&self) -> &[HeldInput] {
        &self.held
    }

    /// Returns the reason for which inputs wait now.
    #[must_use]
    pub fn held_for(&self) -> HeldFor {
        let asks_arbiter = !self.conflicts.is_empty() || self.noted.is_some();
        if asks_arbiter { HeldFor::Arbiter } else { HeldFor::EarlierPly }
    }

    /// Returns the open conflicts: plies of which devices claim different moves and that the
    /// arbiter has not settled, in order of discovery.
    #[must_use]
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// Returns true if a conflict about a ply is open.
    fn has_alarm(&self, ply: u32) -> bool {
        self.conflicts.iter().any(|conflict| conflict.ply == ply)
    }

    /// Returns the irregular move that waits, if one does.
    #[must_use]
    pub const fn noted(&self) -> Option<&Noted> {
        self.noted.as_ref()
    }

    /// Returns the first ply that is missing in the record, while the game is on paper.
    #[must_use]
    pub fn on_paper_from(&self) -> Option<u32> {
        self.is_on_paper.then(|| self.next_ply())
    }

    /// Returns the counts towards a draw by rule that run in the current position.
    ///
    /// # Examples
    ///
    /// ```
    /// use draughts::{Color, CountKind, Reason, RuleSet, Timestamp, Variant, fen};
    /// use live_game::{Game, GameEvent};
    ///
    /// let start = fen::parse("W:WK46,K47:BK3", Variant::Frisian)?;
    /// let mut game = Game::default();
    /// game.apply(&GameEvent::Started {
    ///     rules: RuleSet::Frisian,
    ///     start,
    ///     at: Timestamp::from_millis(0),
    /// });
    /// let counts = game.counts();
    /// assert_eq!(counts[0].kind, CountKind::Draw(Reason::TwoKingsAgainstOne));
    /// assert_eq!(counts[0].kind.article(RuleSet::Frisian), Some("art. 18"));
    /// assert_eq!((counts[0].made, counts[0].limit, counts[0].side), (0, 7, Some(Color::White)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn counts(&self) -> Vec<Count> {
        self.counts.as_ref().map(Counts::running).unwrap_or_default()
    }

    /// Returns the next moment when [`GameCommand::TimeCheck`] has an effect, if there is one.
    ///
    /// That is the moment when an input has waited for [`HOLD_MS`]. There is none while a conflict
    /// is open or an irregular move waits: then the arbiter is asked and nothing expires. If the
    /// answers to a decision did not fit into one envelope, it is a moment in the past. The value
    /// may change after every event.
    ///
    /// # Examples
    ///
    /// ```
    /// use draughts::{Position, RuleSet, Timestamp, Variant};
    /// use live_game::{DeviceId, Game, GameCommand, GameEvent, HOLD_MS, InputId};
    ///
    /// let at = Timestamp::from_millis(1_000);
    /// let mut game = Game::default();
    /// let start = Position::start(Variant::International);
    /// game.apply(&GameEvent::Started { rules: RuleSet::International, start, at });
    /// assert_eq!(game.deadline(), None);
    ///
    /// // The second ply is told before the first, and waits for it.
    /// let input = InputId { device: DeviceId::new("board")?, sequence: 2 };
    /// for event in game.decide(&GameCommand::Play { input, ply: 2, mv: "19-23".parse()?, at })? {
    ///     game.apply(&event);
    /// }
    /// let deadline = Timestamp::from_millis(1_000 + HOLD_MS);
    /// assert_eq!(game.deadline(), Some(deadline));
    /// let due = game.decide(&GameCommand::TimeCheck { at: deadline })?;
    /// assert!(matches!(due[..], [GameEvent::InputRefused { .. }]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        if self.has_answers() {
            return self.started_at();
        }
        if !self.conflicts.is_empty() || self.noted.is_some() {
            return None;
        }
        self.held.iter().map(HeldInput::deadline).min()
    }

    /// Returns White's bonus in hundredths of a point, negative if Black has it; `None` without a
    /// drawn game under the regulation of 2006. Its article D1 gives the difference in men, a king
    /// counting as two.
    #[must_use]
    pub fn draw_bonus(&self) -> Option<i32> {
        let is_drawn = self.outcome()?.score == Score::Draw;
        if !is_drawn || self.rules() != Some(RuleSet::International2006) {
            return None;
        }
        Some(self.position().board().material_ahead())
    }

    /// Returns the side whose draw offer stands.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<Color> {
        self.draw_offer
    }

    /// Returns the highest number among this device's inputs so far.
    #[must_use]
    pub fn last_sequence(&self, device: &DeviceId) -> Option<u64> {
        self.seen.get(device).and_then(Sequences::last)
    }

    /// Returns true if the game has already answered this input.
    #[must_use]
    pub fn has_seen(&self, input: &InputId) -> bool {
        self.seen.get(&input.device).is_some_and(|seen| seen.contains(input.sequence))
    }

    /// Returns true if the game has judged this input: it has answered it, or forwarded it to its
    /// clock.
    #[must_use]
    pub fn has_judged(&self, input: &InputId) -> bool {
        self.has_seen(input) || self.is_forwarded(input)
    }

    /// Returns the time control of the game; `None` before the start, and for a game without a
    /// clock.
    #[must_use]
    pub const fn control(&self) -> Option<TimeControl> {
        self.control
    }

    /// Returns true if Black's time runs from the start on, until Black starts White's (2006 art.
    /// 2).
    #[must_use]
    pub const fn black_starts(&self) -> bool {
        self.black_starts
    }

    /// Returns the terms of the game; `None` before the start, and for a game that began before
    /// there was a choice: it is judged as it was then.
    #[must_use]
    pub const fn terms(&self) -> Option<Terms> {
        self.terms
    }

    /// Returns true if both sides have agreed to a draw that the arbiter has to decide on (rules
    /// art. 21.2, 2006 art. 7), and have not both moved since.
    #[must_use]
    pub const fn is_draw_agreed(&self) -> bool {
        self.draw_agreed_after.is_some()
    }

    /// Returns the record as of the arbiter's last change of it; `None` if there was none.
    #[must_use]
    pub const fn line(&self) -> Option<Line> {
        self.line
    }

    /// Returns the latest refused inputs, oldest first: at most [`REFUSED_MAX`].
    pub fn refused(&self) -> impl ExactSizeIterator<Item = &RefusedInput> {
        self.refused.iter()
    }

    /// Returns the clock commands other than moves, in order.
    #[must_use]
    pub fn clock_rulings(&self) -> &[ClockRuling] {
        &self.clock_rulings
    }
}
