//! The game of a record that was read.

use super::PdnGame;
use crate::{DeviceId, Event, Game, InputId, Outcome, Reason, Refusal, RuleSet, Score, Timestamp};

impl PdnGame {
    /// Makes the game as it was read: its moves, irregular ones that stand among them, positions
    /// that an arbiter set, and its result.
    ///
    /// A record tells neither moments nor devices: all of it was told by `desk` at `at`, in inputs
    /// counted from 1. The rules are those of the record, or those of International draughts where
    /// it tells none; a result without a reason is the arbiter's.
    ///
    /// ```
    /// use draughts::{DeviceId, Timestamp, pdn};
    ///
    /// let read = pdn::read(b"[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0");
    /// let game = read[0].game(&DeviceId::new("desk")?, Timestamp::default())?;
    /// assert_eq!(game.plies().len(), 4);
    /// assert_eq!(game.outcome().map(|outcome| outcome.score), read[0].score);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Refusal::WrongVariant`] when the record begins with a position of another variant than its
    /// rules have, which no record does that was read.
    pub fn game(&self, desk: &DeviceId, at: Timestamp) -> Result<Game, Refusal> {
        let rules = self.rules().unwrap_or(RuleSet::International);
        if rules.variant() != self.start.variant() {
            return Err(Refusal::WrongVariant);
        }
        let mut told = 0_u64;
        let mut input = || {
            told += 1;
            InputId { device: desk.clone(), sequence: told }
        };
        let mut game = Game::default();
        game.apply(&Event::Started { rules, start: self.start, at });
        for (played, ply) in self.plies.iter().zip(1_u32..) {
            if played.before != game.position() {
                game.apply(&Event::PositionSet { position: played.before, input: input(), at });
            }
            let (mv, after, input) = (played.mv, played.after, input());
            game.apply(&match played.breach {
                None => Event::MovePlayed { ply, mv, input, at },
                Some(breach) => {
                    Event::IrregularityStands { ply, mv, breach, after, input, ruling: None, at }
                }
            });
        }
        if self.final_position != game.position() {
            game.apply(&Event::PositionSet { position: self.final_position, input: input(), at });
        }
        if let Some(score) = self.score.filter(|score| *score != Score::Unplayed) {
            let outcome = Outcome::new(score, self.reason().unwrap_or(Reason::Arbiter));
            game.apply(&Event::Finished { outcome, input: Some(input()), at });
        }
        Ok(game)
    }
}
