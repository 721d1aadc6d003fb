//! Games and their records in Portable Draughts Notation.

use draughts::pdn::{PdnGame, Record};
use draughts::{Outcome, PlayError, Reason, RuleSet, Score, Timestamp};

use crate::{DeviceId, Game, GameEvent, InputId, Refusal};

impl Game {
    /// Returns a game that was read from PDN: its moves with irregular ones that stand, positions
    /// that an arbiter set, and its result.
    ///
    /// PDN names neither moments nor devices: every event has the moment `at` and an input of
    /// `desk`, numbered from 1. The rules are those of the record, or those of International
    /// draughts if it names none; a result without a reason counts as the arbiter's.
    ///
    /// ```
    /// use draughts::{Timestamp, pdn};
    /// use live_game::{DeviceId, Game};
    ///
    /// let read = pdn::read(b"[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0");
    /// let game = Game::from_pdn(&read[0], &DeviceId::new("desk")?, Timestamp::default())?;
    /// assert_eq!(game.plies().len(), 4);
    /// assert_eq!(game.outcome().map(|outcome| outcome.score), read[0].score);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Refusal::WrongVariant`] if the start position belongs to another variant than the rules,
    /// which does not happen in games from [`draughts::pdn::read`].
    pub fn from_pdn(read: &PdnGame, desk: &DeviceId, at: Timestamp) -> Result<Self, Refusal> {
        let rules = read.rules().unwrap_or(RuleSet::International);
        if rules.variant() != read.start.variant() {
            return Err(Refusal::WrongVariant);
        }
        let mut sequence = 0_u64;
        let mut input = || {
            sequence += 1;
            InputId { device: desk.clone(), sequence }
        };
        let mut game = Self::default();
        game.apply(&GameEvent::Started { rules, start: read.start, at });
        for (played, ply) in read.plies.iter().zip(1_u32..) {
            if played.before != game.position() {
                game.apply(&GameEvent::PositionSet { position: played.before, input: input(), at });
            }
            let (mv, after, input) = (played.mv, played.after, input());
            game.apply(&match played.breach {
                None => GameEvent::MovePlayed { ply, mv, input, at },
                Some(breach) => GameEvent::IrregularityStands {
                    ply,
                    mv,
                    breach,
                    after,
                    input,
                    ruling: None,
                    at,
                },
            });
        }
        if read.final_position != game.position() {
            game.apply(&GameEvent::PositionSet {
                position: read.final_position,
                input: input(),
                at,
            });
        }
        if let Some(score) = read.score.filter(|score| *score != Score::Unplayed) {
            let outcome = Outcome::new(score, read.reason().unwrap_or(Reason::Arbiter));
            game.apply(&GameEvent::Finished { outcome, input: Some(input()), by_hand: None, at });
        }
        Ok(game)
    }
}

/// Takes over the moves of a game; the caller adds clocks and comments.
impl TryFrom<&Game> for Record {
    type Error = PlayError;

    fn try_from(game: &Game) -> Result<Self, PlayError> {
        let mut record = Self::new(game.start());
        for (index, ply) in game.plies().iter().enumerate() {
            record.set_position(game.position_after(index).unwrap_or_else(|| record.end()));
            match (ply.breach, game.position_after(index + 1)) {
                (Some(breach), Some(after)) => record.play_irregular(&ply.mv, breach, after),
                _ => record.play(&ply.mv)?,
            }
        }
        record.set_position(game.position());
        Ok(record)
    }
}
