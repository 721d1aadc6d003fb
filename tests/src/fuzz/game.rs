//! Fuzz body of a game at a table.

use draughts::{
    Bitboard, Color, MoveText, Outcome, Position, Reason, RuleSet, Score, Square, Timestamp,
};
use live_game::{ByHand, DeviceId, Game, GameCommand, GameEvent, InputId};
use phrases::Language;

use super::rules::placed;

/// Checks that a game takes any commands in any order: it decides or refuses, remembers its
/// answers, and folding its events again gives the same game.
///
/// The first byte is the number of pieces for positions, two bytes each as for `legal_moves`; then
/// eight bytes each are a command.
pub fn game(data: &[u8]) {
    let Some((&count, rest)) = data.split_first() else { return };
    let (pieces, words) = rest.split_at(rest.len().min(usize::from(count % 48) * 2));
    let (mut game, mut events) = (Game::default(), Vec::new());
    for word in words.chunks_exact(8).take(300) {
        let &[kind, device, sequence, ply, from, to, via, taken] = word else { continue };
        let word = CommandBytes { kind, device, sequence, ply, from, to, via, taken };
        let Some(command) = word.command(&game, pieces) else { continue };
        let decided = match game.decide(&command) {
            Ok(events) => events,
            Err(_refusal) => {
                assert_eq!(command.input(), None, "a device learns why");
                Vec::new()
            }
        };
        for event in &decided {
            if let GameEvent::InputRefused { refusal, .. } = event {
                let told = phrases::game::neutral_refusal(refusal, Language::English);
                assert!(!told.is_empty() && !told.contains("obligatory"), "art. 24: {told}");
            }
        }
        for event in decided {
            game.apply(&event);
            events.push(event);
        }
        if let Some(input) = command.input() {
            assert!(game.has_seen(input), "{input} has no answer");
            assert_eq!(game.decide(&command), Ok(Vec::new()), "{input} is answered twice");
        }
        if let Some(noted) = game.noted() {
            assert_eq!(noted.ply, game.next_ply(), "only the last ply waits for an answer");
        }
        if let (Some(rules), Some(outcome)) = (game.rules(), game.outcome()) {
            assert!(Outcome::checked(outcome.score, outcome.reason).is_ok(), "{outcome}");
            assert!(rules.has_end(outcome.reason), "{outcome} in {rules}");
        }
    }
    let mut again = Game::default();
    for event in &events {
        again.apply(event);
    }
    assert_eq!(again, game);
}

/// The eight bytes of a command.
#[derive(Clone, Copy)]
struct CommandBytes {
    kind: u8,
    device: u8,
    sequence: u8,
    ply: u8,
    from: u8,
    to: u8,
    via: u8,
    taken: u8,
}

impl CommandBytes {
    /// Returns the command; commands that move pieces may choose among the legal moves.
    fn command(self, game: &Game, pieces: &[u8]) -> Option<GameCommand> {
        let Self { kind, sequence, ply, from, to, .. } = self;
        let device = DeviceId::new(format!("d{}", self.device % 4)).ok()?;
        let input = InputId::new(device, u64::from(sequence));
        let at = Timestamp::from_millis(i64::from(sequence) * 1000);
        let color = if from.is_multiple_of(2) { Color::White } else { Color::Black };
        let rules = RuleSet::ALL[usize::from(from) % RuleSet::ALL.len()];
        let (next, ply) = (game.next_ply(), u32::from(ply));
        Some(match kind % 18 {
            0 => {
                let placed = placed(rules.variant(), to, pieces).filter(|_| !pieces.is_empty());
                let start = placed.unwrap_or_else(|| Position::start(rules.variant()));
                GameCommand::start_from(rules, start, at)
            }
            1 => GameCommand::Resign { input, color, at },
            2 => GameCommand::AgreeDraw { input, by: color, at },
            3 => {
                let score = Score::ALL[usize::from(from) % Score::ALL.len()];
                let reason = Reason::ALL[usize::from(to) % Reason::ALL.len()];
                GameCommand::Rule {
                    input,
                    outcome: Outcome::new(score, reason),
                    by_hand: ByHand::default(),
                    at,
                }
            }
            4 => GameCommand::FlagFell { color, required: None, moves: None, at },
            5 => GameCommand::Play { input, ply, mv: self.claim()?, at },
            6 => {
                let mv = self.legal(&game.position())?;
                GameCommand::Play { input, ply: next.saturating_sub(ply % 4), mv, at }
            }
            7 => GameCommand::Play { input, ply: next + ply % 3, mv: self.claim()?, at },
            8 => GameCommand::Retract { input, from_ply: ply, at },
            9 => GameCommand::LetStand { input, taken: self.taken(), at },
            10 => {
                let before = game.position_after((ply as usize).saturating_sub(1))?;
                GameCommand::Correct { input, ply, mv: self.legal(&before)?, at }
            }
            11 => GameCommand::Correct { input, ply, mv: self.claim()?, at },
            12 => {
                let variant = game.start().variant();
                GameCommand::SetPosition { input, position: placed(variant, to, pieces)?, at }
            }
            13 => GameCommand::GoOnPaper { input, at },
            14 => {
                let first = self.legal(&game.position());
                let moves = [first, self.claim()].into_iter().flatten().collect();
                GameCommand::Complete { input, from_ply: next, moves, at }
            }
            15 => GameCommand::Resume { input, by_hand: ByHand::default(), at },
            16 => {
                // The opponent answers the irregular move that waits.
                let after = game.noted()?.irregularity.standing?.after;
                GameCommand::Play { input, ply: next + 1, mv: self.legal(&after)?, at }
            }
            _ => GameCommand::TimeCheck { at },
        })
    }

    /// Returns a claim with its path, or its captured pieces, or both.
    fn claim(self) -> Option<MoveText> {
        let via = Square::new(self.via).into_iter().collect();
        let path =
            MoveText::with_via(Square::new(self.from).ok()?, Square::new(self.to).ok()?, via);
        Some(MoveText { taken: self.taken(), ..path })
    }

    /// Returns the captured pieces of a claim: `None`, none, one, or two with adjacent numbers.
    fn taken(self) -> Option<Bitboard> {
        let square = |number| Square::new(number).ok();
        match self.taken {
            0 => None,
            number @ 1..=50 => Some(square(number).into_iter().collect()),
            number @ 51..=99 => {
                Some([number - 50, number - 49].into_iter().filter_map(square).collect())
            }
            _ => Some(Bitboard::EMPTY),
        }
    }

    /// Returns a legal move, its number taken modulo their count: with captured pieces, by start
    /// and end, or with its whole path.
    fn legal(self, position: &Position) -> Option<MoveText> {
        let legal = position.legal_moves();
        let mv = legal.get(usize::from(self.from) % legal.len().max(1))?;
        let short = MoveText::new(mv.from(), mv.to());
        Some(match self.to % 3 {
            0 => MoveText { taken: Some(mv.captured()), ..short },
            1 => short,
            _ => position.full_notation(mv).parse().ok()?,
        })
    }
}
