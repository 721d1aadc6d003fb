//! The results that count: that of the game itself, or one that was recorded by hand.
//!
//! The newest message of a game counts, in whatever order messages are read. A result that was
//! recorded by hand stays until a later message of the game corrects it or resumes the game; the
//! order of the two is that of their times of recording.

use crate::{Command, RoundNumber, TableNumber};
use draughts::{Outcome, Score, Timestamp};
use std::fmt;

/// The message of a game that a result follows from: its place in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameCause {
    /// Its sequence among the messages of games.
    pub sequence: u64,
    /// The time of recording, by the clock of the host that recorded it.
    pub recorded_at: Timestamp,
}

/// The source of a recorded result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ResultSource {
    /// Sequence of the newest message of the game that set or withdrew the result; 0 if there is
    /// none.
    pub game_sequence: u64,
    /// The moment at which the result was recorded by hand, if that came last.
    pub by_hand_at: Option<Timestamp>,
}

impl ResultSource {
    /// Adds a record that set or withdrew the result: because of a message of the game with this
    /// sequence, or by hand.
    pub fn add(&mut self, game_sequence: Option<u64>, recorded_at: Timestamp) {
        match game_sequence {
            Some(sequence) => {
                self.game_sequence = self.game_sequence.max(sequence);
                self.by_hand_at = None;
            }
            None => self.by_hand_at = Some(recorded_at),
        }
    }

    /// Returns true if a message of the game is stale: the recorded result follows from it or from
    /// a later message, or was recorded by hand at the same time or later.
    pub fn is_newer_than(&self, message: GameCause) -> bool {
        self.game_sequence >= message.sequence
            || self.by_hand_at.is_some_and(|at| at >= message.recorded_at)
    }
}

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameEnd {
    /// The result.
    pub outcome: Outcome,
    /// The men that White was ahead by, in a draw with a bonus for them.
    pub men_ahead: Option<i32>,
    /// True if it replaces another result.
    pub is_correction: bool,
}

/// A change of a game's result by a message of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// The game ended, or its result was corrected.
    Ended(GameEnd),
    /// The game was over and goes on.
    Resumed,
}

/// The consequence of a change of a game's result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResultDecision {
    /// Carry out a command, because of a message of the game.
    Execute {
        /// The command.
        command: Command,
        /// The message.
        because_of: GameCause,
    },
    /// Decide again with the source of the recorded result.
    ReadSource,
    /// Keep the recorded result.
    Keep(KeptResult),
}

/// The reason for which a recorded result stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptResult {
    /// The game has changed since; the message of that change decides.
    Superseded,
    /// The recorded result is newer than the message.
    Newer,
    /// It was recorded by hand, and the message corrects nothing.
    ByHand,
}

impl GameResult {
    /// Decides the consequence of this change, which a message made, for the recorded result of the
    /// game at a table.
    ///
    /// `goes_on` is the game's last message if the game is not over by it; `source` that of the
    /// recorded result, `None` if it was not read or none is recorded.
    pub fn decide(
        &self,
        (round, table): (RoundNumber, TableNumber),
        message: GameCause,
        goes_on: Option<GameCause>,
        source: Option<ResultSource>,
    ) -> ResultDecision {
        let withdraw = |source: ResultSource, because_of| {
            if source.is_newer_than(because_of) {
                return ResultDecision::Keep(KeptResult::Newer);
            }
            let command = Command::WithdrawResult { round, table };
            ResultDecision::Execute { command, because_of }
        };
        match (*self, goes_on, source) {
            // The game has ended again.
            (Self::Resumed, None, _) => ResultDecision::Keep(KeptResult::Superseded),
            (Self::Resumed | Self::Ended(_), Some(_), None) => ResultDecision::ReadSource,
            (Self::Resumed, Some(_), Some(source)) => withdraw(source, message),
            // Only the message that resumed the game has the time at which it was resumed; the last
            // one may be a later move. So a result by hand is left to it.
            (Self::Ended(_), Some(_), Some(ResultSource { by_hand_at: Some(_), .. })) => {
                ResultDecision::Keep(KeptResult::Superseded)
            }
            // A game that goes on has no result, however late the message of its end is read.
            (Self::Ended(_), Some(last), Some(source)) => withdraw(source, last),
            (Self::Ended(GameEnd { outcome, men_ahead, .. }), None, None) => {
                let command = Command::RecordResult { round, table, outcome, men_ahead };
                ResultDecision::Execute { command, because_of: message }
            }
            (Self::Ended(_), None, Some(source)) if source.is_newer_than(message) => {
                ResultDecision::Keep(KeptResult::Newer)
            }
            (Self::Ended(end), None, Some(source))
                if source.by_hand_at.is_some() && !end.is_correction =>
            {
                ResultDecision::Keep(KeptResult::ByHand)
            }
            (Self::Ended(GameEnd { outcome, men_ahead, .. }), None, Some(_)) => {
                let command = Command::CorrectResult { round, table, outcome, men_ahead };
                ResultDecision::Execute { command, because_of: message }
            }
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended(end) => end.outcome.fmt(f),
            Self::Resumed => f.write_str("resumed"),
        }
    }
}

/// Returns the result that counts for a game, and White's bonus if it is a draw with one. A result
/// that the tournament has recorded takes precedence over the one that was played.
pub fn counting_result(
    recorded: Option<Outcome>,
    played: Option<Outcome>,
    bonus: Option<i32>,
) -> Option<(Outcome, Option<i32>)> {
    let outcome = recorded.or(played)?;
    Some((outcome, bonus.filter(|_| outcome.score == Score::Draw)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Reason;

    const WHITE: Outcome = Outcome::new(Score::WhiteWins, Reason::Resignation);
    const DRAW: Outcome = Outcome::new(Score::Draw, Reason::Agreement);

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn message(sequence: u64, millis: i64) -> GameCause {
        GameCause { sequence, recorded_at: at(millis) }
    }

    fn of_game(sequence: u64) -> ResultSource {
        ResultSource { game_sequence: sequence, by_hand_at: None }
    }

    fn by_hand(sequence: u64, millis: i64) -> ResultSource {
        ResultSource { game_sequence: sequence, by_hand_at: Some(at(millis)) }
    }

    #[test]
    fn the_newest_message_and_the_result_by_hand_decide() {
        let game = (RoundNumber::FIRST, TableNumber::FIRST);
        let end = |is_correction| {
            GameResult::Ended(GameEnd { outcome: WHITE, men_ahead: None, is_correction })
        };
        let (round, table) = game;
        let execute = |command, because_of| ResultDecision::Execute { command, because_of };
        let record = Command::RecordResult { round, table, outcome: WHITE, men_ahead: None };
        let correct = Command::CorrectResult { round, table, outcome: WHITE, men_ahead: None };
        let withdraw = Command::WithdrawResult { round, table };
        let (now, later) = (message(20, 200), message(30, 300));
        let keep = ResultDecision::Keep;
        for (case, change, goes_on, source, expected) in [
            ("an end", end(false), None, None, execute(record, now)),
            ("the same end again", end(false), None, Some(of_game(20)), keep(KeptResult::Newer)),
            (
                "an end after another",
                end(false),
                None,
                Some(of_game(10)),
                execute(correct.clone(), now),
            ),
            (
                "an end after a result by hand",
                end(false),
                None,
                Some(by_hand(0, 100)),
                keep(KeptResult::ByHand),
            ),
            (
                "a correction after it",
                end(true),
                None,
                Some(by_hand(0, 100)),
                execute(correct, now),
            ),
            (
                "a correction before it",
                end(true),
                None,
                Some(by_hand(0, 300)),
                keep(KeptResult::Newer),
            ),
            ("at the same moment", end(true), None, Some(by_hand(0, 200)), keep(KeptResult::Newer)),
            ("an end, resumed since", end(false), Some(later), None, ResultDecision::ReadSource),
            (
                "its result",
                end(false),
                Some(later),
                Some(of_game(20)),
                execute(withdraw.clone(), later),
            ),
            (
                "already withdrawn",
                end(false),
                Some(later),
                Some(of_game(30)),
                keep(KeptResult::Newer),
            ),
            (
                "by hand",
                end(false),
                Some(later),
                Some(by_hand(20, 100)),
                keep(KeptResult::Superseded),
            ),
            ("resumed", GameResult::Resumed, Some(now), None, ResultDecision::ReadSource),
            (
                "resumed after an end",
                GameResult::Resumed,
                Some(now),
                Some(of_game(10)),
                execute(withdraw.clone(), now),
            ),
            (
                "resumed after a result by hand",
                GameResult::Resumed,
                Some(later),
                Some(by_hand(10, 100)),
                execute(withdraw, now),
            ),
            (
                "resumed before it",
                GameResult::Resumed,
                Some(later),
                Some(by_hand(10, 300)),
                keep(KeptResult::Newer),
            ),
            (
                "resumed, and ended again",
                GameResult::Resumed,
                None,
                Some(of_game(10)),
                keep(KeptResult::Superseded),
            ),
        ] {
            assert_eq!(change.decide(game, now, goes_on, source), expected, "{case}");
        }
    }

    #[test]
    fn a_message_of_the_game_replaces_a_result_by_hand_and_the_newest_one_stays() {
        let mut source = ResultSource::default();
        source.add(None, at(100));
        assert_eq!(source, by_hand(0, 100));
        source.add(Some(20), at(200));
        source.add(Some(10), at(300));
        assert_eq!(source, of_game(20));
        source.add(None, at(400));
        assert_eq!(source, by_hand(20, 400));
    }

    #[test]
    fn a_recorded_result_takes_precedence_and_only_a_draw_has_a_bonus() {
        for (recorded, played, expected) in [
            (None, None, None),
            (None, Some(DRAW), Some((DRAW, Some(3)))),
            (Some(WHITE), Some(DRAW), Some((WHITE, None))),
            (Some(DRAW), None, Some((DRAW, Some(3)))),
        ] {
            assert_eq!(counting_result(recorded, played, Some(3)), expected);
        }
    }
}
