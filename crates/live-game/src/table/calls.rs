//! Calls for the arbiter from the tables of one tournament.

use std::time::Duration;

use draughts::{Reason, RuleSet, Timestamp};

use super::{Acknowledgement, BoardGap, ShownResult};
use crate::DeviceId;

/// The largest number of calls from one table that wait for the arbiter.
pub const CALLS_WAITING_MAX: usize = 5;
/// The time after which a call that waits makes room for another one of its table: by then
/// somebody has come, and did not acknowledge it.
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
    /// The result.
    Result,
    /// The players want to note the rest of the game on paper, with the arbiter's consent (C art.
    /// 5).
    Paper,
    /// A player claims something that the rules give.
    Claim(CallClaim),
    /// Anything else.
    Other,
}

/// The claim of a player, on which the arbiter decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallClaim {
    /// A draw, because the position came back as often as the rules say.
    Repetition,
    /// A draw, or another end, by a number of moves that the rules count.
    Count,
    /// The opponent's time is used up.
    Flag,
    /// The opponent's last move is irregular, and is not answered yet.
    Irregularity,
}

impl CallClaim {
    /// All claims, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::Irregularity, Self::Flag, Self::Repetition, Self::Count];

    /// The ends by a number of moves.
    const COUNTS: [Reason; 6] = [
        Reason::TwoKingsAgainstOne,
        Reason::KingMoves,
        Reason::SixteenMoves,
        Reason::FiveMoves,
        Reason::KingAndMen,
        Reason::LongDiagonal,
    ];

    /// Returns true if the rules of a game give a player this claim.
    #[must_use]
    pub fn is_of(self, rules: RuleSet) -> bool {
        match self {
            Self::Irregularity | Self::Flag => true,
            Self::Repetition => rules.has_end(Reason::Repetition),
            Self::Count => Self::COUNTS.into_iter().any(|reason| rules.has_end(reason)),
        }
    }

    /// Returns the articles that give a player this claim, as cited; empty if the rules have no
    /// number for it. A king that has moved three times in a row (rules art. 17) is an
    /// irregularity.
    #[must_use]
    pub fn articles(self, rules: RuleSet) -> Vec<&'static str> {
        let mut articles: Vec<&'static str> = match self {
            Self::Repetition => Reason::Repetition.article(rules).into_iter().collect(),
            Self::Count => {
                let ends = Self::COUNTS.into_iter().filter(|reason| rules.has_end(*reason));
                ends.filter_map(|reason| reason.article(rules)).collect()
            }
            Self::Flag => Reason::FlagFall.article(rules).into_iter().collect(),
            Self::Irregularity if rules == RuleSet::Frisian => {
                vec!["art. 10", "art. 17", "art. 27"]
            }
            Self::Irregularity => Vec::new(),
        };
        articles.dedup();
        articles
    }
}

impl CallMatter {
    /// Returns the articles of a call in a game by these rules, as cited and joined by commas;
    /// empty if there is none, and `None` if the rules do not give a player such a claim.
    #[must_use]
    pub fn articles(self, rules: RuleSet) -> Option<String> {
        match self {
            Self::Claim(claim) => claim.is_of(rules).then(|| claim.articles(rules).join(", ")),
            Self::Paper => Some("C art. 5".to_owned()),
            Self::IrregularMove | Self::Clock | Self::Disturbance | Self::Result | Self::Other => {
                Some(String::new())
            }
        }
    }
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
    /// The articles of a claim, as cited; may be empty.
    pub articles: String,
    /// A remark, which may be empty.
    pub text: String,
    /// The name of the person or of the device, as the doors know it; empty where nobody is asked
    /// who they are.
    pub by: String,
    /// The moment.
    pub at: Timestamp,
    /// The ways in which the game may have gone on, if a board calls that nothing explains.
    pub gap: Option<BoardGap>,
    /// The result that the players show on a board, if that is the matter of its call.
    pub shown: Option<Box<ShownResult>>,
}

/// A call, and who has taken notice of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredCall {
    /// The call.
    pub call: ArbiterCall,
    /// The person at the desk who goes there; `None` while the table waits.
    pub answer: Option<Acknowledgement>,
}

/// The calls of one tournament that wait, and the last one of each device that does not, so that it
/// is known if it is sent again: the oldest first.
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

    /// Notes who has taken notice of a call, and forgets those of the same device that were
    /// answered before: a device sends its calls one after the other, so that it repeats the last
    /// one alone.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_claims_what_the_rules_give_by_their_articles() {
        use CallClaim::{Count, Flag, Irregularity, Repetition};
        for (rules, claim, expected) in [
            (RuleSet::Frisian, Repetition, None),
            (RuleSet::Frisian, Count, Some("art. 18")),
            (RuleSet::Frisian, Flag, Some("art. 20.5")),
            (RuleSet::Frisian, Irregularity, Some("art. 10, art. 17, art. 27")),
            (RuleSet::International, Repetition, Some("FMJD threefold repetition")),
            (
                RuleSet::International,
                Count,
                Some("FMJD 25-move rule, FMJD 16-move rule, FMJD 5-move rule"),
            ),
            (RuleSet::International, Flag, Some("")),
            (RuleSet::International, Irregularity, Some("")),
            (RuleSet::International2006, Repetition, Some("2006 D2")),
            (
                RuleSet::International2006,
                Count,
                Some("2006 D3, 2006 D5, 2006 D6, 2006 D4b, 2006 D4a"),
            ),
            (RuleSet::International2006, Flag, Some("2006 art. 4")),
            (RuleSet::Boxed12200, Repetition, None),
            (RuleSet::Boxed12200, Count, None),
        ] {
            let articles = CallMatter::Claim(claim).articles(rules);
            assert_eq!(articles.as_deref(), expected, "{rules} {claim:?}");
        }
        assert_eq!(CallMatter::Paper.articles(RuleSet::Frisian).as_deref(), Some("C art. 5"));
        assert_eq!(CallMatter::Clock.articles(RuleSet::Frisian).as_deref(), Some(""));
    }
}
