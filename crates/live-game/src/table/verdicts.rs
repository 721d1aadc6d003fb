//! Verdicts on inputs, by the events of the game and its clock.

use draughts::{Irregularity, Move, MoveText, RuleSet};

use crate::{GameEvent, HeldFor, InputId, Refusal, Remark};

/// The verdict on one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The input.
    pub input: InputId,
    /// The rules of the game, if known: explanations of refusals depend on them.
    pub rules: Option<RuleSet>,
    /// The status of the input.
    pub status: InputStatus,
}

/// The status of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputStatus {
    /// The input is stored, and not judged yet.
    Stored,
    /// The input changed the game, or agrees with it.
    Accepted,
    /// The input waits for an earlier ply, or for the other player.
    Waits,
    /// The input is a move that waits, for this reason.
    Held {
        /// Its ply.
        ply: u32,
        /// The reason.
        waits_for: HeldFor,
    },
    /// The input agrees to a draw that the arbiter has to decide on.
    DrawAgreed,
    /// The input is a ruling that was carried out although the rules or the record speak against
    /// it.
    Remarked(Remark),
    /// The input is an irregular move, which waits for its correction, the opponent's answer or the
    /// arbiter.
    Irregular(Box<Irregularity>),
    /// The input waits for the arbiter: another device claims a different move.
    Conflict {
        /// The ply.
        ply: u32,
        /// The move that was played.
        played: Move,
        /// The move of this input.
        claimed: MoveText,
    },
    /// The input changed nothing, or its change was taken back.
    Refused(Box<Refusal>),
    /// The clock refused the input.
    RefusedByClock(Box<game_clock::Refusal>),
}

/// An [`InputStatus`] without its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictStatus {
    /// The input is stored, and not judged yet.
    Stored,
    /// The input counts.
    Accepted,
    /// The input waits.
    Pending,
    /// The input does not count.
    Refused,
}

impl Verdict {
    /// Returns the verdict on an input that is stored and not judged yet.
    #[must_use]
    pub fn stored(input: InputId) -> Self {
        Self { input, rules: None, status: InputStatus::Stored }
    }

    /// Returns the verdicts of an event of a game that is played by `rules`; none if the event
    /// answers no input. A later verdict on the same input replaces an earlier one.
    ///
    /// The clock judges the commands that the game only forwards to it ([`Verdict::of_clock`]).
    pub fn of_game(event: &GameEvent, rules: Option<RuleSet>) -> impl Iterator<Item = Self> + '_ {
        let status = InputStatus::of_game(event);
        event.inputs().filter_map(move |input| {
            Some(Self { input: input.clone(), rules, status: status.clone()? })
        })
    }

    /// Returns the verdict of a clock on an input: accepted, or refused for a reason.
    #[must_use]
    pub fn of_clock(input: InputId, refusal: Option<game_clock::Refusal>) -> Self {
        let refused = |refusal| InputStatus::RefusedByClock(Box::new(refusal));
        Self { input, rules: None, status: refusal.map_or(InputStatus::Accepted, refused) }
    }
}

impl InputStatus {
    /// Returns the status that an event gives its inputs; `None` if it answers none.
    fn of_game(event: &GameEvent) -> Option<Self> {
        Some(match event {
            GameEvent::MovePlayed { .. }
            | GameEvent::MoveConfirmed { .. }
            | GameEvent::ConflictResolved { .. }
            | GameEvent::IrregularityStands { .. }
            | GameEvent::MovesRetracted { .. }
            | GameEvent::PositionSet { .. }
            | GameEvent::WentOnPaper { .. }
            | GameEvent::RecordCompleted { .. }
            | GameEvent::Resumed { .. }
            | GameEvent::Finished { .. }
            | GameEvent::ResultConfirmed { .. }
            | GameEvent::ResultCorrected { .. } => Self::Accepted,
            GameEvent::InputHeld { ply, waits_for: Some(waits_for), .. } => {
                Self::Held { ply: *ply, waits_for: *waits_for }
            }
            GameEvent::InputHeld { waits_for: None, .. } | GameEvent::DrawOffered { .. } => {
                Self::Waits
            }
            GameEvent::DrawAgreed { .. } => Self::DrawAgreed,
            GameEvent::Remarked { remark, .. } => Self::Remarked(*remark),
            GameEvent::IrregularityNoted { irregularity, .. } => {
                Self::Irregular(irregularity.clone())
            }
            GameEvent::ConflictRaised { ply, played, claimed, .. } => {
                Self::Conflict { ply: *ply, played: *played, claimed: claimed.clone() }
            }
            GameEvent::InputRefused { refusal, .. } => Self::Refused(Box::new(refusal.clone())),
            GameEvent::Started { .. }
            | GameEvent::ControlSet(_)
            | GameEvent::BlackStarts
            | GameEvent::TermsSet(_)
            | GameEvent::FlagWaived { .. }
            | GameEvent::ClockRuled(_) => return None,
        })
    }

    /// Returns the status as the desk sees it.
    #[must_use]
    pub fn for_desk(&self) -> VerdictStatus {
        match self {
            Self::Stored => VerdictStatus::Stored,
            Self::Accepted | Self::Remarked(_) => VerdictStatus::Accepted,
            Self::Waits
            | Self::Held { .. }
            | Self::DrawAgreed
            | Self::Irregular(_)
            | Self::Conflict { .. } => VerdictStatus::Pending,
            Self::Refused(_) | Self::RefusedByClock(_) => VerdictStatus::Refused,
        }
    }

    /// Returns the status as a device at a table sees it: an irregular move is accepted like any
    /// other, as it would be on a board (rules art. 24).
    #[must_use]
    pub fn for_player(&self) -> VerdictStatus {
        if self.is_hidden_from_players() { VerdictStatus::Accepted } else { self.for_desk() }
    }

    /// Returns true if players see only that the input is accepted.
    #[must_use]
    pub fn is_hidden_from_players(&self) -> bool {
        matches!(self, Self::Irregular(_))
    }

    /// Returns the reason as a device at a table sees it: not that an irregular move waits (rules
    /// art. 24).
    #[must_use]
    pub fn reason_for_player(&self) -> &'static str {
        if matches!(self, Self::Irregular(_) | Self::Held { .. }) { "" } else { self.reason() }
    }

    /// Returns the reason in machine-readable form; empty if there is none.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Stored | Self::Accepted | Self::Waits => "",
            Self::Held { waits_for: HeldFor::EarlierPly, .. } => "waits-for-ply",
            Self::Held { waits_for: HeldFor::Arbiter, .. } => "waits-for-arbiter",
            Self::DrawAgreed => "draw-agreed",
            Self::Remarked(Remark::AnsweredIrregularity { .. }) => "answered-irregularity",
            Self::Remarked(Remark::NotOnBoard { .. }) => "not-on-board",
            Self::Irregular(_) => "irregular",
            Self::Conflict { .. } => "conflict",
            Self::Refused(refusal) => refusal.as_str(),
            Self::RefusedByClock(refusal) => refusal.as_str(),
        }
    }
}

#[cfg(test)]
mod tests {
    use draughts::{
        Breach, Color, Judgement, Outcome, Position, Reason, Square, Timestamp, Variant,
    };

    use super::*;
    use crate::DeviceId;

    const AT: Timestamp = Timestamp::from_millis(1);

    fn input(device: &str) -> InputId {
        InputId::new(DeviceId::new(device).unwrap(), 7)
    }

    fn text() -> MoveText {
        MoveText::new(Square::new(37).unwrap(), Square::new(32).unwrap())
    }

    /// Returns the irregular move after 1. 32-28 19-23 that misses 28x19.
    fn irregularity() -> Irregularity {
        let mut position = Position::start(Variant::International);
        for text in ["32-28", "19-23"] {
            let mv = position.parse_move(text).unwrap();
            position = position.play(&mv).unwrap();
        }
        let Judgement::Irregular(irregularity) = position.judge(&text()) else {
            panic!("37-32 misses a capture")
        };
        *irregularity
    }

    /// Returns the devices that an event answers, each with its status for a player, its status for
    /// the desk, and the reason.
    fn answered(event: &GameEvent) -> Vec<(String, VerdictStatus, VerdictStatus, &'static str)> {
        Verdict::of_game(event, Some(RuleSet::Frisian))
            .map(|verdict| {
                assert_eq!((verdict.rules, verdict.input.sequence), (Some(RuleSet::Frisian), 7));
                let status = &verdict.status;
                let (player, desk) = (status.for_player(), status.for_desk());
                (verdict.input.device.to_string(), player, desk, status.reason())
            })
            .collect()
    }

    #[track_caller]
    fn check(event: &GameEvent, player: VerdictStatus, desk: VerdictStatus, reason: &'static str) {
        assert_eq!(answered(event), [("tablet".to_owned(), player, desk, reason)]);
    }

    #[test]
    fn every_event_tells_its_input_how_far_it_has_come() {
        use VerdictStatus::{Accepted, Pending, Refused};
        let (at, input) = (AT, || input("tablet"));
        let position = Position::start(Variant::International);
        let mv = *position.legal_moves().first().unwrap();
        let outcome = Outcome::win(Color::White, Reason::Arbiter);
        for event in [
            GameEvent::MovePlayed { ply: 1, mv, input: input(), at },
            GameEvent::MoveConfirmed { ply: 1, input: input() },
            GameEvent::ConflictResolved { ply: 1, input: input() },
            GameEvent::MovesRetracted { from_ply: 1, input: input(), at },
            GameEvent::PositionSet { position, input: input(), at },
            GameEvent::WentOnPaper { from_ply: 1, input: input(), at },
            GameEvent::RecordCompleted { input: input(), at },
            GameEvent::Resumed { input: input(), by_hand: None, at },
            GameEvent::Finished { outcome, input: Some(input()), by_hand: None, at },
            GameEvent::ResultCorrected { outcome, input: Some(input()), by_hand: None, at },
        ] {
            check(&event, Accepted, Accepted, "");
        }
        let held = GameEvent::InputHeld { input: input(), ply: 3, mv: text(), at, waits_for: None };
        check(&held, Pending, Pending, "");
        let offered = GameEvent::DrawOffered { by: Color::White, input: input() };
        check(&offered, Pending, Pending, "");
        let claimed = text();
        let raised = GameEvent::ConflictRaised { ply: 1, played: mv, claimed, input: input() };
        check(&raised, Pending, Pending, "conflict");
        let refusal = Refusal::OnPaper { from_ply: 3 };
        let refused = GameEvent::InputRefused { input: input(), refusal };
        check(&refused, Refused, Refused, "on-paper");
        assert_eq!(answered(&GameEvent::Finished { outcome, input: None, by_hand: None, at }), []);
        assert_eq!(answered(&GameEvent::BlackStarts), []);
    }

    #[test]
    fn art_24_a_player_is_not_told_that_a_move_is_irregular() {
        let irregularity = Box::new(irregularity());
        let noted =
            GameEvent::IrregularityNoted { ply: 3, irregularity, input: input("tablet"), at: AT };
        check(&noted, VerdictStatus::Accepted, VerdictStatus::Pending, "irregular");
        let verdicts: Vec<_> = Verdict::of_game(&noted, None).collect();
        assert!(verdicts.iter().all(|verdict| verdict.status.is_hidden_from_players()));
    }

    #[test]
    fn an_irregular_move_that_stands_answers_its_input_and_the_ruling() {
        let standing = irregularity().standing.unwrap();
        let stands = |ruling| GameEvent::IrregularityStands {
            ply: 3,
            mv: standing.mv,
            breach: Breach::CaptureObligatory,
            after: standing.after,
            input: input("tablet"),
            ruling,
            at: AT,
        };
        let accepted = |device: &str| {
            (device.to_owned(), VerdictStatus::Accepted, VerdictStatus::Accepted, "")
        };
        assert_eq!(answered(&stands(None)), [accepted("tablet")]);
        let ruled = answered(&stands(Some(input("desk"))));
        assert_eq!(ruled, [accepted("tablet"), accepted("desk")]);
    }

    #[test]
    fn a_clock_follows_an_input_or_refuses_it() {
        let of_clock = |refusal| Verdict::of_clock(input("desk"), refusal).status;
        assert_eq!(of_clock(None), InputStatus::Accepted);
        let refused = of_clock(Some(game_clock::Refusal::Paused));
        assert_eq!(
            (refused.for_player(), refused.for_desk()),
            (VerdictStatus::Refused, VerdictStatus::Refused)
        );
        assert_eq!(refused.reason(), game_clock::Refusal::Paused.as_str());
        assert_eq!(Verdict::stored(input("desk")).status.for_player(), VerdictStatus::Stored);
    }
}
