//! The plan of a replay: the players, the rounds, and the moves of every game of a PDN file.

use std::collections::BTreeSet;

use draughts::{Color, MoveText, Position, RuleSet, Score, Square, Variant, pdn};
use game_clock::TimeControl;
use thiserror::Error;
use tournament::regulation::Preset;

/// Players, and rounds in which each of them sits at one table at the most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The event's name.
    pub name: String,
    /// Shown to spectators.
    pub notice: String,
    /// The rules of all games.
    pub rules: RuleSet,
    /// What the first game that tells one says.
    pub control: Option<TimeControl>,
    /// The regulation that its tables are made by; `None` for a plain one.
    pub preset: Option<Preset>,
    /// Names, each once.
    pub players: Vec<String>,
    /// The games by round; a round's tables are numbered in its order.
    pub rounds: Vec<Vec<PlannedGame>>,
    /// The games of the file that are not played, and why.
    pub left_out: Vec<String>,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedGame {
    /// Index of White in the players.
    pub white: usize,
    /// Index of Black in the players.
    pub black: usize,
    /// The moves.
    pub moves: Vec<PlannedMove>,
    /// The position, as FEN, that the arbiter sets after them.
    pub last_set: Option<String>,
    /// The result, if the file has one.
    pub score: Option<Score>,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedMove {
    /// The position, as FEN, that the arbiter sets before it, where it does not follow.
    pub set: Option<String>,
    /// The side that makes it.
    pub color: Color,
    /// The move as a tablet tells it.
    pub mv: MoveText,
    /// Whether it is irregular and stands (art. 27).
    pub is_irregular: bool,
}

/// Why a file cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// There is nothing in it.
    #[error("the file holds no game that can be played{}", reasons(.left_out))]
    Nothing {
        /// What is in it, and why it is not played.
        left_out: Vec<String>,
    },
    /// One event has one set of rules.
    #[error("the games of the file have several sets of rules; an event has one")]
    TwoRuleSets,
}

fn reasons(left_out: &[String]) -> String {
    left_out.iter().take(5).map(|reason| format!("; {reason}")).collect()
}

impl Plan {
    /// Plans the games of a PDN text.
    ///
    /// Games with the same `Round` tag are one round; a player who would sit at two tables of it, or a
    /// game without the tag, goes to the first round with room.
    ///
    /// # Errors
    /// [`PlanError`].
    pub fn read(text: &[u8]) -> Result<Self, PlanError> {
        let games = pdn::read(text);
        let mut plan = Self {
            name: String::new(),
            notice: String::new(),
            rules: RuleSet::International,
            control: None,
            preset: None,
            players: Vec::new(),
            rounds: Vec::new(),
            left_out: Vec::new(),
        };
        let mut rules = None;
        let mut tagged: Vec<(Option<&str>, PlannedGame)> = Vec::new();
        for (index, game) in games.iter().enumerate() {
            // Of an illegal game the legal moves are played.
            if game.plies.is_empty() && game.score.is_none() {
                plan.left_out.push(format!("game {}: {}", index + 1, game.status));
                continue;
            }
            let own = game.rules().unwrap_or(match game.variant {
                Variant::International => RuleSet::International,
                Variant::Frisian => RuleSet::Frisian,
            });
            if rules.is_some_and(|rules| rules != own) {
                return Err(PlanError::TwoRuleSets);
            }
            rules = Some(own);
            if plan.name.is_empty() {
                game.tag("Event").unwrap_or_default().trim().clone_into(&mut plan.name);
            }
            if plan.control.is_none() {
                plan.control = game.tag("TimeControl").and_then(|control| control.parse().ok());
            }
            let planned = plan.game(index, game);
            let round = game.tag("Round").map(str::trim).filter(|round| !"?-".contains(round));
            tagged.push((round, planned));
        }
        let Some(rules) = rules else {
            return Err(PlanError::Nothing { left_out: plan.left_out });
        };
        plan.rules = rules;
        plan.seat(tagged);
        Ok(plan)
    }

    fn game(&mut self, index: usize, game: &pdn::PdnGame) -> PlannedGame {
        let white = self.player(game.tag("White"), "White", index);
        let mut black = self.player(game.tag("Black"), "Black", index);
        if black == white {
            black = self.player(None, "Black", index);
        }
        let mut stands = Position::start(game.variant);
        let mut moves = Vec::with_capacity(game.plies.len());
        for ply in &game.plies {
            moves.push(PlannedMove {
                set: (ply.before != stands).then(|| ply.before.fen()),
                color: ply.before.turn(),
                mv: told(ply),
                is_irregular: ply.breach.is_some(),
            });
            stands = ply.after;
        }
        let is_set = game.final_position != stands && !moves.is_empty();
        let last_set = is_set.then(|| game.final_position.fen());
        PlannedGame { white, black, moves, last_set, score: game.score }
    }

    /// The index of a player; a nameless one is named after the game.
    fn player(&mut self, name: Option<&str>, side: &str, index: usize) -> usize {
        let words: Vec<&str> = name.unwrap_or_default().split_whitespace().collect();
        let name: String = words.join(" ").chars().filter(|c| !c.is_control()).take(100).collect();
        let name = match name.as_str() {
            "" | "?" | "-" => format!("{side} of game {}", index + 1),
            _ => name,
        };
        let same = |known: &String| known.to_lowercase() == name.to_lowercase();
        self.players.iter().position(same).unwrap_or_else(|| {
            self.players.push(name);
            self.players.len() - 1
        })
    }

    fn seat(&mut self, games: Vec<(Option<&str>, PlannedGame)>) {
        let mut tags: Vec<Option<&str>> = Vec::new();
        for (tag, game) in games {
            let room = |round: &Vec<PlannedGame>| {
                let seated: BTreeSet<usize> =
                    round.iter().flat_map(|game| [game.white, game.black]).collect();
                !seated.contains(&game.white) && !seated.contains(&game.black)
            };
            let fits = |index: &usize| {
                tags.get(*index) == Some(&tag) && self.rounds.get(*index).is_some_and(room)
            };
            let place = (0..self.rounds.len()).find(fits).unwrap_or_else(|| {
                self.rounds.push(Vec::new());
                tags.push(tag);
                self.rounds.len() - 1
            });
            if let Some(round) = self.rounds.get_mut(place) {
                round.push(game);
            }
        }
    }

    /// Returns the number of moves of all games.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.rounds.iter().flatten().map(|game| game.moves.len()).sum()
    }
}

/// The move as a tablet tells it: with the squares between where its notation needs them, and, of an
/// irregular one, with the pieces that were taken off.
fn told(ply: &pdn::PdnPly) -> MoveText {
    let mv = ply.mv;
    if ply.breach.is_some() {
        return (&mv).into();
    }
    let notation = ply.before.notation(&mv);
    let squares: Vec<Square> = notation
        .split(['-', 'x'])
        .filter_map(|number| number.parse().ok().and_then(|number| Square::new(number).ok()))
        .collect();
    match squares.as_slice() {
        [_from, via @ .., _to] => MoveText::with_via(mv.from(), mv.to(), via.to_vec()),
        _ => MoveText::new(mv.from(), mv.to()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pdn(games: &[(&str, &str, &str)]) -> String {
        games
            .iter()
            .map(|(round, white, black)| {
                format!(
                    "[White \"{white}\"]\n[Black \"{black}\"]\n[Round \"{round}\"]\n\
                     [Result \"2-0\"]\n[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n"
                )
            })
            .collect()
    }

    fn rounds(plan: &Plan) -> Vec<Vec<(usize, usize)>> {
        let pair = |game: &PlannedGame| (game.white, game.black);
        plan.rounds.iter().map(|round| round.iter().map(pair).collect()).collect()
    }

    #[test]
    fn games_of_a_round_sit_at_tables_of_that_round() {
        let text = pdn(&[("1", "A", "B"), ("1", "C", "D"), ("2", "B", "C"), ("2", "D", "A")]);
        let plan = Plan::read(text.as_bytes()).unwrap();
        assert_eq!(plan.players, ["A", "B", "C", "D"]);
        assert_eq!(rounds(&plan), [vec![(0, 1), (2, 3)], vec![(1, 2), (3, 0)]]);
        assert_eq!(plan.plies(), 16);
    }

    #[test]
    fn nobody_sits_at_two_tables() {
        let text = pdn(&[("?", "A", "B"), ("?", "B", "C"), ("?", "C", "D")]);
        let plan = Plan::read(text.as_bytes()).unwrap();
        assert_eq!(rounds(&plan), [vec![(0, 1), (2, 3)], vec![(1, 2)]]);
    }

    #[test]
    fn the_nameless_are_told_apart() {
        let text = pdn(&[("1", "?", ""), ("1", "?", "")]);
        let plan = Plan::read(text.as_bytes()).unwrap();
        assert_eq!(
            plan.players,
            ["White of game 1", "Black of game 1", "White of game 2", "Black of game 2"]
        );
    }

    #[test]
    fn irregular_moves_and_set_positions_are_planned() {
        let text = "[FEN \"W:W28,50:B22,1\"]\n1. {irregular 27c 50-45 capture-obligatory}\n\
                    /FEN \"B:W28,45:B1,22\"/ 1... 22x33 /FEN \"W:W45,50:B1,33\"/ 2. 45-40\n\
                    /FEN \"B:W44:B1\"/ 0-2\n";
        let plan = Plan::read(text.as_bytes()).unwrap();
        let [game] = plan.rounds[0].as_slice() else { panic!("one game: {plan:?}") };
        let moves: Vec<_> = game
            .moves
            .iter()
            .map(|one| (one.set.as_deref(), one.color, one.mv.to_string(), one.is_irregular))
            .collect();
        assert_eq!(
            moves,
            [
                (Some("W:W28,50:B1,22"), Color::White, "50-45 []".to_owned(), true),
                (None, Color::Black, "22-33".to_owned(), false),
                (Some("W:W45,50:B1,33"), Color::White, "45-40".to_owned(), false),
            ]
        );
        assert_eq!(game.last_set.as_deref(), Some("B:W44:B1"));
    }

    #[test]
    fn the_games_of_a_file_tell_their_rules() {
        let tagged = |rules| format!("[Rules \"{rules}\"]\n[GameType \"20\"]\n1. 32-28 *\n\n");
        let plan = Plan::read(tagged("international-2006").as_bytes()).unwrap();
        assert_eq!(plan.rules, RuleSet::International2006);
        let both = [tagged("international-2006"), tagged("international")].concat();
        assert_eq!(Plan::read(both.as_bytes()), Err(PlanError::TwoRuleSets));
    }

    #[test]
    fn a_file_without_games_is_refused() {
        let refused = Plan::read(b"no games here").unwrap_err();
        assert!(matches!(refused, PlanError::Nothing { .. }), "{refused}");
    }
}
