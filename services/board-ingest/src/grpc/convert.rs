//! Converts requests to inputs, and verdicts to answers.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    time::Duration,
};

use access::Bearer;
use draughts::{Color, Move, MoveText, Outcome, Timestamp, text};
use game_clock::ClockDisplay;
use live_game::{
    DeviceId, InputId, Refusal,
    table::{Arrival, DeviceStamps, InputStatus, Seat, Verdict, VerdictStatus},
};
use phrases::{Language, clock, game};
use prost::Message as _;
use proto::{
    convert::{ConvertError, device, required},
    subject::GameKey,
    v1::{
        self, AgreeDraw, ClockOrder, InputHeader, PlayMove, Resign, clock_order::Order,
        input_record::Action, submit_claim_request::Claim,
    },
};
use tokio::time::Instant;

use crate::tables::{Content, Input};

/// Longest time that a call may wait for the verdict.
const LONGEST_WAIT_MS: u32 = 5000;

/// The longest reason of a ruling in characters.
const REASON_CHARS_MAX: usize = 200;

/// The header of a call: the game, the device, and the moments that matter.
#[derive(Clone, Debug)]
pub(super) struct Header {
    pub(super) game: GameKey,
    pub(super) language: Language,
    id: InputId,
    arrival: Arrival,
    store_by: Instant,
    wait_until: Instant,
    bearer: Option<Bearer>,
    reason: String,
}

impl Header {
    /// Converts the header of a call that arrives at `now`.
    ///
    /// # Errors
    /// [`ConvertError`] names the field that is missing or invalid.
    pub(super) fn read(
        header: Option<InputHeader>,
        now: Timestamp,
        store_by: Instant,
    ) -> Result<Self, ConvertError> {
        let header = required(header, "header")?;
        if header.sequence == 0 {
            return Err(ConvertError::invalid("sequence", "a device counts its inputs from 1"));
        }
        if header.wait_ms > LONGEST_WAIT_MS {
            let reason = format_args!("{} is above {LONGEST_WAIT_MS}", header.wait_ms);
            return Err(ConvertError::invalid("wait_ms", reason));
        }
        let (seen_at_ms, sent_at_ms) = (header.seen_at_ms, header.sent_at_ms);
        let stamps = DeviceStamps { seen_at_ms, sent_at_ms };
        Ok(Self {
            game: GameKey::try_from(header.game)?,
            language: Language::from_tag(&header.language),
            id: InputId::new(device(header.device)?, header.sequence),
            arrival: Arrival { at: now, stamps },
            store_by,
            wait_until: Instant::now() + Duration::from_millis(header.wait_ms.into()),
            bearer: None,
            reason: String::new(),
        })
    }

    /// Returns the device.
    pub(super) const fn device(&self) -> &DeviceId {
        &self.id.device
    }

    /// Returns the header with the person or device whose token the call has.
    pub(super) fn of(self, bearer: Option<Bearer>) -> Self {
        Self { bearer, ..self }
    }

    /// Returns the header with the reason of a ruling.
    ///
    /// # Errors
    /// [`ConvertError`] if it is too long, or cannot be shown.
    pub(super) fn because(self, reason: &str) -> Result<Self, ConvertError> {
        let reason = text::tidy(reason, REASON_CHARS_MAX);
        Ok(Self { reason: reason.map_err(|fault| ConvertError::invalid("reason", fault))?, ..self })
    }

    /// Returns the input with this header and `content`.
    pub(super) fn input(self, content: Content) -> Input {
        let Self { game, id, arrival, store_by, wait_until, bearer, reason, language: _ } = self;
        let hash = hash(&content);
        Input { game, id, arrival, hash, content, store_by, wait_until, bearer, reason }
    }
}

/// Returns a hash of the content of an input.
fn hash(content: &Content) -> u64 {
    let bytes = match content {
        Content::Move(action)
        | Content::Claim(_, action)
        | Content::Display(_, action)
        | Content::HallRuling(action) => {
            v1::InputRecord { action: Some(action.clone()), ..Default::default() }.encode_to_vec()
        }
        Content::Ruling(ruling) => {
            let ruling = Some(ruling.clone());
            v1::SubmitRulingRequest { ruling, ..Default::default() }.encode_to_vec()
        }
    };
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// Converts the move of a device. The stored move is written from the parsed one, so only moves on
/// the board are stored.
pub(super) fn played(ply: u32, mv: Option<v1::MoveText>) -> Result<Content, ConvertError> {
    let mv = MoveText::try_from(required(mv, "move")?)?;
    Ok(Content::Move(Action::Play(PlayMove { ply, r#move: Some((&mv).into()) })))
}

/// Converts the resignation of a device, its agreement to a draw, or its word on the result.
pub(super) fn claim(claim: Option<Claim>) -> Result<Content, ConvertError> {
    let (color, action) = match required(claim, "claim")? {
        Claim::Resign(Resign { color }) => (color, Action::Resign(Resign { color })),
        Claim::ConfirmResult(confirmed) => {
            let outcome = Outcome::try_from(required(confirmed.outcome, "outcome")?)?;
            let outcome = Some(outcome.into());
            let stored = v1::ConfirmResult { outcome, ..confirmed };
            (confirmed.color, Action::ConfirmResult(stored))
        }
        Claim::AgreeDraw(AgreeDraw { color }) => (color, Action::AgreeDraw(AgreeDraw { color })),
    };
    Ok(Content::Claim(side(color)?, action))
}

/// Converts a press before the first move.
pub(super) fn press(color: i32) -> Result<Content, ConvertError> {
    let color = side(color)?;
    let order = Order::Begin(v1::Color::from(color).into());
    Ok(Content::Claim(
        color,
        Action::Clock(ClockOrder { order: Some(order), ..ClockOrder::default() }),
    ))
}

/// Converts the display of a clock.
pub(super) fn display(display: Option<v1::ClockDisplay>) -> Result<Content, ConvertError> {
    let wire = required(display, "display")?;
    let display = ClockDisplay::try_from(wire)?;
    let order = ClockOrder { order: Some(Order::Display(wire)), ..ClockOrder::default() };
    Ok(Content::Display(display, Action::Clock(order)))
}

fn side(color: i32) -> Result<Color, ConvertError> {
    Color::try_from(v1::Color::try_from(color).unwrap_or_default())
}

/// Returns a verdict in the form that a device at this seat may see.
pub(super) fn shown(
    game: &GameKey,
    verdict: &Verdict,
    seat: Seat,
    language: Language,
) -> v1::Verdict {
    match seat {
        Seat::Desk => for_desk(game, verdict, language),
        Seat::White(_) | Seat::Black(_) | Seat::Table(_) => for_player(game, verdict, language),
    }
}

/// Returns a verdict for a device at a table, without any hint that a capture was obligatory (rules
/// art. 24).
fn for_player(game: &GameKey, verdict: &Verdict, language: Language) -> v1::Verdict {
    let Verdict { input, status, .. } = verdict;
    let text = match status {
        InputStatus::Stored
        | InputStatus::Accepted
        | InputStatus::Remarked(_)
        | InputStatus::Waits
        | InputStatus::Held { .. }
        | InputStatus::Irregular(_) => String::new(),
        InputStatus::DrawAgreed => game::draw_agreed(None, language),
        InputStatus::Conflict { ply, played, claimed } => {
            game::neutral_refusal(&conflict(*ply, played, claimed), language)
        }
        InputStatus::Refused(refusal) => game::neutral_refusal(refusal, language),
        InputStatus::RefusedByClock(refusal) => clock::refusal(refusal, language),
    };
    let mut shown = v1::Verdict {
        device: input.device.as_str().to_owned(),
        sequence: input.sequence,
        reason: status.reason_for_player().to_owned(),
        text,
        game: Some(game.into()),
        ..Default::default()
    };
    shown.set_status(wire(status.for_player()));
    shown
}

/// Returns a verdict for a device at the desk, with the full reason.
fn for_desk(game: &GameKey, verdict: &Verdict, language: Language) -> v1::Verdict {
    let Verdict { input, status, rules } = verdict;
    let mut shown = for_player(game, verdict, language);
    shown.set_status(wire(status.for_desk()));
    status.reason().clone_into(&mut shown.reason);
    match status {
        InputStatus::Stored | InputStatus::Accepted | InputStatus::Waits => {}
        InputStatus::Held { ply, waits_for } => {
            shown.explanation = game::held(*ply, *waits_for, language);
        }
        InputStatus::DrawAgreed => shown.explanation = game::draw_agreed(*rules, language),
        InputStatus::Remarked(remark) => {
            shown.explanation = game::remark(*remark, *rules, language);
        }
        InputStatus::Irregular(irregularity) => {
            shown.irregularity = Some(irregularity.as_ref().into());
            shown.explanation = game::irregularity(irregularity, *rules, language);
        }
        InputStatus::Conflict { ply, played, claimed } => {
            shown.conflict = Some(v1::ConflictRaised {
                ply: *ply,
                played: Some(played.into()),
                claimed: Some(claimed.into()),
                input: Some(input.into()),
            });
            shown.explanation = game::refusal(&conflict(*ply, played, claimed), *rules, language);
        }
        InputStatus::Refused(refusal) => {
            shown.refusal = Some(refusal.as_ref().into());
            shown.explanation = game::refusal(refusal, *rules, language);
        }
        InputStatus::RefusedByClock(refusal) => {
            shown.clock_refusal = Some(refusal.as_ref().into());
            shown.explanation = clock::refusal(refusal, language);
        }
    }
    shown
}

fn wire(status: VerdictStatus) -> v1::VerdictStatus {
    match status {
        VerdictStatus::Stored => v1::VerdictStatus::Stored,
        VerdictStatus::Accepted => v1::VerdictStatus::Accepted,
        VerdictStatus::Pending => v1::VerdictStatus::Pending,
        VerdictStatus::Refused => v1::VerdictStatus::Refused,
    }
}

/// Returns the refusal of a move for a ply at which another move was played.
fn conflict(ply: u32, played: &Move, claimed: &MoveText) -> Refusal {
    Refusal::PlyAlreadyPlayed { ply, played: *played, claimed: claimed.clone() }
}

#[cfg(test)]
mod tests {
    use draughts::{Irregularity, Judgement, Position, RuleSet, Square, Variant, fen};
    use live_game::{DeviceId, Remark};
    use proto::{subject::Subject, v1::submit_ruling_request::Ruling};

    use super::*;

    fn text() -> MoveText {
        MoveText::new(Square::new(37).unwrap(), Square::new(32).unwrap())
    }

    /// The irregular move after 1. 32-28 19-23 that misses 28x19.
    fn irregularity() -> Irregularity {
        let position = fen::parse("W:W28,37:B23", Variant::International).unwrap();
        let judgement = position.judge(&text());
        let Judgement::Irregular(irregularity) = judgement else { panic!("{judgement:?}") };
        *irregularity
    }

    #[test]
    fn the_desk_gets_the_full_reason_in_its_language_and_a_player_no_hint() {
        let game = "game.kk.2026.r1-t1".parse::<Subject>().unwrap().game_key().unwrap();
        let mv = *Position::start(Variant::International).legal_moves().first().unwrap();
        let illegal = Refusal::IllegalMove(irregularity().as_illegal());
        for status in [
            InputStatus::Irregular(Box::new(irregularity())),
            InputStatus::Conflict { ply: 3, played: mv, claimed: text() },
            InputStatus::Refused(Box::new(illegal)),
        ] {
            let is_irregular = matches!(status, InputStatus::Irregular(_));
            let input = InputId::new(DeviceId::new("tablet").unwrap(), 7);
            let verdict = Verdict { input, rules: Some(RuleSet::Frisian), status };
            let mut explained = Vec::new();
            for language in Language::ALL {
                let player = shown(&game, &verdict, Seat::White(1), language);
                let desk = shown(&game, &verdict, Seat::Desk, language);
                assert_eq!(player.game, Some((&game).into()));
                assert_eq!((player.device.as_str(), player.sequence), ("tablet", 7));
                assert!(player.refusal.is_none() && player.explanation.is_empty(), "{player:?}");
                assert!(player.irregularity.is_none() && player.conflict.is_none(), "{player:?}");
                assert_eq!(player.text.is_empty(), is_irregular, "{player:?}");
                assert_eq!(player.reason.is_empty(), is_irregular, "{player:?}");
                let is_accepted = player.status() == v1::VerdictStatus::Accepted;
                assert_eq!(is_accepted, is_irregular, "{player:?}");
                assert!(!desk.reason.is_empty(), "{desk:?}");
                assert_ne!(desk.status(), v1::VerdictStatus::Accepted, "{desk:?}");
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

    #[test]
    fn the_desk_is_told_what_speaks_against_a_ruling_that_was_carried_out() {
        let game = "game.kk.2026.r1-t1".parse::<Subject>().unwrap().game_key().unwrap();
        let remark = Remark::AnsweredIrregularity { ply: 3 };
        let input = InputId::new(DeviceId::new("desk").unwrap(), 7);
        let status = InputStatus::Remarked(remark);
        let verdict = Verdict { input, rules: Some(RuleSet::Frisian), status };
        let desk = shown(&game, &verdict, Seat::Desk, Language::English);
        assert_eq!(desk.status(), v1::VerdictStatus::Accepted);
        assert_eq!(desk.reason, "answered-irregularity");
        assert!(desk.explanation.ends_with("(art. 27)"), "{}", desk.explanation);
    }

    fn header() -> InputHeader {
        let game = "game.kk.2026.r1-t1".parse::<Subject>().unwrap().game_key().unwrap();
        let device = "tablet".to_owned();
        InputHeader { game: Some((&game).into()), device, sequence: 7, ..Default::default() }
    }

    #[tokio::test]
    async fn an_error_of_a_header_names_the_field() {
        let read = |header: Option<InputHeader>| {
            Header::read(header, Timestamp::from_millis(1), Instant::now())
        };
        assert!(read(Some(header())).is_ok());
        for (header, field) in [
            (None, "header"),
            (Some(InputHeader { sequence: 0, ..header() }), "sequence"),
            (Some(InputHeader { wait_ms: 5001, ..header() }), "wait_ms"),
            (Some(InputHeader { device: "no device".to_owned(), ..header() }), "device"),
            (Some(InputHeader { game: None, ..header() }), "game"),
        ] {
            let error = read(header).unwrap_err().to_string();
            assert!(error.contains(field), "{field}: {error}");
        }
    }

    #[test]
    fn inputs_with_different_content_have_different_hashes() {
        let move_at = |ply| {
            let mv = Some((&text()).into());
            played(ply, mv).unwrap()
        };
        let ruling = |from_ply| Content::Ruling(Ruling::Retract(v1::RetractMoves { from_ply }));
        assert_eq!(hash(&move_at(1)), hash(&move_at(1)));
        assert_ne!(hash(&move_at(1)), hash(&move_at(2)));
        assert_eq!(hash(&ruling(1)), hash(&ruling(1)));
        assert_ne!(hash(&ruling(1)), hash(&ruling(2)));
        assert_ne!(hash(&press(1).unwrap()), hash(&press(2).unwrap()));
    }
}
