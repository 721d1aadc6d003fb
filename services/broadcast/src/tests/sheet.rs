//! The state of a game with irregular moves and corrections, as GAME carries it.

use draughts::{Bitboard, Breach, Move, MoveText, Outcome, Position, RuleSet};
use proto::v1::{GameState, Line, PlayedPly};

/// The state of a game, built by hand.
#[derive(Clone)]
pub(crate) struct Sheet {
    pub(crate) rules: RuleSet,
    pub(crate) start: Position,
    pub(crate) plies: Vec<Played>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) bonus: Option<i32>,
    pub(crate) on_paper_from: u32,
    pub(crate) line: u32,
}

/// A move and the position after it.
#[derive(Clone)]
pub(crate) struct Played {
    pub(crate) mv: Move,
    pub(crate) breach: Option<Breach>,
    pub(crate) after: Position,
}

impl Sheet {
    pub(crate) fn started(rules: RuleSet) -> Self {
        Self {
            rules,
            start: Position::start(rules.variant()),
            plies: Vec::new(),
            outcome: None,
            bonus: None,
            on_paper_from: 0,
            line: 0,
        }
    }

    pub(crate) fn with_moves(rules: RuleSet, moves: &[&str]) -> Self {
        moves.iter().fold(Self::started(rules), |sheet, text| sheet.with_move(text))
    }

    pub(crate) fn position(&self) -> Position {
        self.plies.last().map_or(self.start, |ply| ply.after)
    }

    pub(crate) fn with_move(mut self, text: &str) -> Self {
        let before = self.position();
        let mv = before.parse_move(text).unwrap();
        self.plies.push(Played { mv, breach: None, after: before.play_unchecked(&mv) });
        self
    }

    /// Adds a quiet move where a capture was obligatory.
    pub(crate) fn with_missed_capture(mut self, text: &str) -> Self {
        let before = self.position();
        let claimed: MoveText = text.parse().unwrap();
        let mv = Move::new(claimed.from, claimed.to, Bitboard::EMPTY);
        assert!(!before.legal_moves().contains(&mv), "{text} is irregular");
        let breach = Some(Breach::CaptureObligatory);
        self.plies.push(Played { mv, breach, after: before.play_unchecked(&mv) });
        self
    }

    pub(crate) fn on_line(mut self, line: u32) -> Self {
        self.line = line;
        self
    }

    pub(crate) fn state(&self) -> GameState {
        let usual = Position::start(self.rules.variant());
        let fen = |position: Position| position.fen();
        let mut before = self.start;
        let mut plies = Vec::new();
        for (ply, at_ms) in self.plies.iter().zip((2000..).step_by(1000)) {
            let is_plain = ply.breach.is_none() && before.play_unchecked(&ply.mv) == ply.after;
            plies.push(PlayedPly {
                r#move: Some((&ply.mv).into()),
                at_ms,
                breach: ply.breach.map(Breach::as_str).unwrap_or_default().to_owned(),
                fen: if is_plain { String::new() } else { ply.after.fen() },
            });
            before = ply.after;
        }
        let mut line = Line { number: self.line, ..Line::default() };
        line.set_turn(before.turn().into());
        let mut state = GameState {
            start_fen: usual.fen(),
            set_start_fen: Some(self.start)
                .filter(|set| *set != usual)
                .map_or_else(String::new, fen),
            fen: before.fen(),
            plies,
            outcome: self.outcome.map(Into::into),
            started_at_ms: 1000,
            line: Some(line).filter(|line| line.number > 0),
            draw_bonus: self.bonus,
            on_paper_from: self.on_paper_from,
            ..GameState::default()
        };
        state.set_rules(self.rules.into());
        state
    }
}
