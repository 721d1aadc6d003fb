//! What became of inputs, read from what the judge and the clock wrote.

use draughts::{Irregularity, Language, Move, MoveText, RuleSet};
use live_game::{ClockAnswer, ClockEvent, Game, GameClock, GameEvent, InputId, Refusal};
use proto::{
    convert::{Aggregate as _, ConvertError, required},
    subject::GameKey,
    v1::{self, Envelope, VerdictStatus, envelope::Record},
};

use crate::clock_text;

/// What became of one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) game: GameKey,
    pub(crate) input: InputId,
    /// The rules of the game, as far as they are known.
    pub(crate) rules: Option<RuleSet>,
    pub(crate) said: Said,
}

/// How far an input has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// It is stored, and not judged yet.
    Stored,
    /// It changed the game, or agrees with it.
    Accepted,
    /// It waits for a ply before it, or for the other player.
    Waits,
    /// It waits for its correction, the opponent's answer or the arbiter.
    Irregular(Box<Irregularity>),
    /// It waits for the arbiter: another device tells its ply differently.
    Conflict { ply: u32, played: Move, claimed: MoveText },
    /// It changed nothing, or what it changed is taken back.
    Refused(Box<Refusal>),
    /// The clock does not follow it.
    RefusedByClock(Box<game_clock::Refusal>),
}

/// The verdicts of one envelope of GAME or CLOCK, in its order; a later one on the same input counts.
///
/// What the judge passes on to the clock is judged by the clock alone.
///
/// # Errors
/// [`ConvertError`] when it is not an envelope of GAME or CLOCK.
pub(crate) fn verdicts(key: &GameKey, envelope: Envelope) -> Result<Vec<Verdict>, ConvertError> {
    let record = required(envelope.record, "record")?;
    if let Record::Clock(_) = &record {
        let events = GameClock::from_record(record)?;
        return Ok(events.into_iter().filter_map(|event| of_clock(key, event)).collect());
    }
    let state = if let Record::Game(game) = &record { game.state.as_ref() } else { None };
    let rules = state.and_then(|state| RuleSet::try_from(state.rules()).ok());
    let events = Game::from_record(record)?;
    let mut verdicts = Vec::new();
    for event in &events {
        let Some(said) = said(event) else { continue };
        for input in event.inputs() {
            let (game, input) = (key.clone(), input.clone());
            verdicts.push(Verdict { game, input, rules, said: said.clone() });
        }
    }
    Ok(verdicts)
}

fn of_clock(key: &GameKey, event: ClockEvent) -> Option<Verdict> {
    let ClockEvent::Answered(ClockAnswer { input, refusal, .. }) = event else { return None };
    let said = refusal.map_or(Said::Accepted, |refusal| Said::RefusedByClock(Box::new(refusal)));
    Some(Verdict { game: key.clone(), input: input?, rules: None, said })
}

/// What an event says of its inputs; `None` when nobody asked for it.
fn said(event: &GameEvent) -> Option<Said> {
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
        | GameEvent::ResultCorrected { .. } => Said::Accepted,
        GameEvent::InputHeld { .. } | GameEvent::DrawOffered { .. } => Said::Waits,
        GameEvent::IrregularityNoted { irregularity, .. } => Said::Irregular(irregularity.clone()),
        GameEvent::ConflictRaised { ply, played, claimed, .. } => {
            Said::Conflict { ply: *ply, played: *played, claimed: claimed.clone() }
        }
        GameEvent::InputRefused { refusal, .. } => Said::Refused(Box::new(refusal.clone())),
        GameEvent::Started { .. }
        | GameEvent::ControlSet(_)
        | GameEvent::BlackStarts
        | GameEvent::ClockRuled(_) => return None,
    })
}

impl Verdict {
    /// The verdict of an input that is stored and not judged yet.
    pub(crate) fn stored(game: &GameKey, input: &InputId) -> Self {
        Self { game: game.clone(), input: input.clone(), rules: None, said: Said::Stored }
    }

    /// As a device at a table may see it: without a hint of what was obligatory, or that something
    /// was (rules art. 24). An irregular move is taken as any other, as it would be on a board.
    pub(crate) fn for_player(&self, language: Language) -> v1::Verdict {
        let (status, reason) = match &self.said {
            Said::Irregular(_) => (VerdictStatus::Accepted, ""),
            Said::Stored
            | Said::Accepted
            | Said::Waits
            | Said::Conflict { .. }
            | Said::Refused(_)
            | Said::RefusedByClock(_) => (self.status(), self.reason()),
        };
        let text = match &self.said {
            Said::Stored | Said::Accepted | Said::Waits | Said::Irregular(_) => String::new(),
            Said::Conflict { ply, played, claimed } => {
                told_differently(*ply, played, claimed).explain_neutrally(language)
            }
            Said::Refused(refusal) => refusal.explain_neutrally(language),
            Said::RefusedByClock(refusal) => clock_text::explain(refusal, language),
        };
        let mut verdict = v1::Verdict {
            device: self.input.device.as_str().to_owned(),
            sequence: self.input.sequence,
            reason: reason.to_owned(),
            text,
            game: Some((&self.game).into()),
            ..Default::default()
        };
        verdict.set_status(status);
        verdict
    }

    /// As a device at the desk may see it: with everything.
    pub(crate) fn for_desk(&self, language: Language) -> v1::Verdict {
        let mut verdict = self.for_player(language);
        match &self.said {
            Said::Stored | Said::Accepted | Said::Waits => {}
            Said::Irregular(irregularity) => {
                verdict.set_status(self.status());
                verdict.reason = self.reason().to_owned();
                verdict.irregularity = Some(irregularity.as_ref().into());
                verdict.explanation = irregularity.explain(self.rules, language);
            }
            Said::Conflict { ply, played, claimed } => {
                verdict.conflict = Some(v1::ConflictRaised {
                    ply: *ply,
                    played: Some(played.into()),
                    claimed: Some(claimed.into()),
                    input: Some((&self.input).into()),
                });
                verdict.explanation =
                    told_differently(*ply, played, claimed).explain(self.rules, language);
            }
            Said::Refused(refusal) => {
                verdict.refusal = Some(refusal.as_ref().into());
                verdict.explanation = refusal.explain(self.rules, language);
            }
            Said::RefusedByClock(refusal) => {
                verdict.clock_refusal = Some(refusal.as_ref().into());
                verdict.explanation = clock_text::explain(refusal, language);
            }
        }
        verdict
    }

    fn status(&self) -> VerdictStatus {
        match &self.said {
            Said::Stored => VerdictStatus::Stored,
            Said::Accepted => VerdictStatus::Accepted,
            Said::Waits | Said::Irregular(_) | Said::Conflict { .. } => VerdictStatus::Pending,
            Said::Refused(_) | Said::RefusedByClock(_) => VerdictStatus::Refused,
        }
    }

    fn reason(&self) -> &'static str {
        match &self.said {
            Said::Stored | Said::Accepted | Said::Waits => "",
            Said::Irregular(_) => "irregular",
            Said::Conflict { .. } => "conflict",
            Said::Refused(refusal) => refusal.as_str(),
            Said::RefusedByClock(refusal) => refusal.as_str(),
        }
    }
}

/// Two moves of one ply, in the words that the rules have for them.
fn told_differently(ply: u32, played: &Move, claimed: &MoveText) -> Refusal {
    Refusal::PlyAlreadyPlayed { ply, played: *played, claimed: claimed.clone() }
}

#[cfg(test)]
mod tests {
    use draughts::{Breach, Color, Outcome, Position, Reason, Square, Timestamp, Variant};
    use live_game::DeviceId;
    use proto::subject::Subject;

    use super::*;

    fn input(device: &str) -> InputId {
        InputId::new(DeviceId::new(device).unwrap(), 7)
    }

    fn text() -> MoveText {
        MoveText::new(Square::new(37).unwrap(), Square::new(32).unwrap())
    }

    /// The irregular move after 1. 32-28 19-23 that misses 28x19.
    fn irregularity() -> Irregularity {
        let mut position = Position::start(Variant::International);
        for text in ["32-28", "19-23"] {
            let mv = position.parse_move(text).unwrap();
            position = position.play(&mv).unwrap();
        }
        let draughts::Judgement::Irregular(irregularity) = position.judge(&text()) else {
            panic!("37-32 misses a capture")
        };
        *irregularity
    }

    fn told(event: GameEvent) -> Vec<(String, VerdictStatus, String)> {
        let key = "game.kk.2026.r1-t1".parse::<Subject>().unwrap().game_key().unwrap();
        let record = Game::default().to_record(&[event]);
        let envelope = Envelope { record: Some(record), ..Default::default() };
        let told = verdicts(&key, envelope).unwrap();
        told.iter()
            .map(|verdict| {
                let shown = verdict.for_player(Language::English);
                assert_eq!((shown.game.clone(), shown.sequence), (Some((&key).into()), 7));
                assert!(shown.refusal.is_none() && shown.explanation.is_empty(), "{shown:?}");
                assert!(shown.irregularity.is_none() && shown.conflict.is_none(), "{shown:?}");
                (shown.device.clone(), shown.status(), shown.reason)
            })
            .collect()
    }

    #[track_caller]
    fn check(event: GameEvent, status: VerdictStatus, reason: &str) {
        assert_eq!(told(event), [("tablet".to_owned(), status, reason.to_owned())]);
    }

    #[test]
    fn every_event_tells_its_input_how_far_it_has_come() {
        let at = Timestamp::from_millis(1);
        let input = || input("tablet");
        let mv = *Position::start(Variant::International).legal_moves().first().unwrap();
        let position = Position::start(Variant::International);
        let outcome = Outcome::win(Color::White, Reason::Arbiter);
        for event in [
            GameEvent::MovePlayed { ply: 1, mv, input: input(), at },
            GameEvent::MoveConfirmed { ply: 1, input: input() },
            GameEvent::ConflictResolved { ply: 1, input: input() },
            GameEvent::MovesRetracted { from_ply: 1, input: input(), at },
            GameEvent::PositionSet { position, input: input(), at },
            GameEvent::WentOnPaper { from_ply: 1, input: input(), at },
            GameEvent::RecordCompleted { input: input(), at },
            GameEvent::Resumed { input: input(), at },
            GameEvent::Finished { outcome, input: Some(input()), at },
            GameEvent::ResultCorrected { outcome, input: Some(input()), at },
        ] {
            check(event, VerdictStatus::Accepted, "");
        }
        let held = GameEvent::InputHeld { input: input(), ply: 3, mv: text(), at };
        check(held, VerdictStatus::Pending, "");
        check(
            GameEvent::DrawOffered { by: Color::White, input: input() },
            VerdictStatus::Pending,
            "",
        );
        let claimed = text();
        let raised = GameEvent::ConflictRaised { ply: 1, played: mv, claimed, input: input() };
        check(raised, VerdictStatus::Pending, "conflict");
        let irregularity = Box::new(irregularity());
        let noted = GameEvent::IrregularityNoted { ply: 3, irregularity, input: input(), at };
        check(noted, VerdictStatus::Accepted, "");
        let refusal = Refusal::OnPaper { from_ply: 3 };
        check(
            GameEvent::InputRefused { input: input(), refusal },
            VerdictStatus::Refused,
            "on-paper",
        );
        assert_eq!(told(GameEvent::Finished { outcome, input: None, at }), []);
    }

    #[test]
    fn an_irregular_move_that_stands_answers_its_input_and_the_ruling() {
        let standing = irregularity().standing.unwrap();
        let at = Timestamp::from_millis(1);
        let stands = |ruling| GameEvent::IrregularityStands {
            ply: 3,
            mv: standing.mv,
            breach: Breach::CaptureObligatory,
            after: standing.after,
            input: input("tablet"),
            ruling,
            at,
        };
        let accepted = |device: &str| (device.to_owned(), VerdictStatus::Accepted, String::new());
        assert_eq!(told(stands(None)), [accepted("tablet")]);
        let ruled = told(stands(Some(input("desk"))));
        assert_eq!(ruled, [accepted("tablet"), accepted("desk")]);
    }

    #[test]
    fn the_desk_is_told_everything_in_its_language_and_a_player_gets_no_hint() {
        let game = "game.kk.2026.r1-t1".parse::<Subject>().unwrap().game_key().unwrap();
        let mv = *Position::start(Variant::International).legal_moves().first().unwrap();
        let illegal = Refusal::IllegalMove(irregularity().as_illegal());
        for said in [
            Said::Irregular(Box::new(irregularity())),
            Said::Conflict { ply: 3, played: mv, claimed: text() },
            Said::Refused(Box::new(illegal)),
        ] {
            let verdict = Verdict {
                game: game.clone(),
                input: input("tablet"),
                rules: Some(RuleSet::Frisian),
                said,
            };
            let mut explained = Vec::new();
            for language in Language::ALL {
                let (player, desk) = (verdict.for_player(language), verdict.for_desk(language));
                let is_irregular = matches!(verdict.said, Said::Irregular(_));
                assert_eq!(player.text.is_empty(), is_irregular, "{player:?}");
                assert_eq!(player.reason.is_empty(), is_irregular, "{player:?}");
                assert_eq!(player.status() == VerdictStatus::Accepted, is_irregular, "{player:?}");
                assert!(!desk.reason.is_empty(), "{desk:?}");
                assert_ne!(desk.status(), VerdictStatus::Accepted, "{desk:?}");
                assert!(!player.text.contains("28"), "a hint: {}", player.text);
                let structured =
                    [desk.irregularity.is_some(), desk.conflict.is_some(), desk.refusal.is_some()];
                assert_eq!(structured.iter().filter(|is_told| **is_told).count(), 1, "{desk:?}");
                explained.push(desk.explanation);
            }
            explained.sort();
            explained.dedup();
            assert_eq!(explained.len(), Language::ALL.len(), "{explained:?}");
        }
    }
}
