//! What a PDN file asks for: players, rounds, and the moves of every game.

use std::collections::BTreeSet;

use draughts::{MoveText, RuleSet, Score, Square, Variant, pdn};
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
    /// What of the file is not played, and why.
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
    pub moves: Vec<MoveText>,
    /// How it ended, when the file tells.
    pub score: Option<Score>,
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
    #[error("the file holds International and Frisian games; an event has one set of rules")]
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
            if let Some(reason) = unplayable(game) {
                plan.left_out.push(format!("game {}: {reason}", index + 1));
                continue;
            }
            let own = match game.variant {
                Variant::International => RuleSet::International,
                Variant::Frisian => RuleSet::Frisian,
            };
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
        let moves = game.plies.iter().map(|ply| told(&ply.before.notation(&ply.mv), ply.mv));
        PlannedGame { white, black, moves: moves.collect(), score: game.score }
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

    /// How many moves there are in all.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.rounds.iter().flatten().map(|game| game.moves.len()).sum()
    }
}

/// Why a game cannot be played at a table; `None` when it can. Of an illegal game the legal moves are.
fn unplayable(game: &pdn::PdnGame) -> Option<String> {
    let continuous = game.plies.windows(2).all(|plies| match plies {
        [one, next] => one.before.play(&one.mv).is_ok_and(|after| after == next.before),
        _ => true,
    });
    let first = game.plies.first().map_or(game.start, |ply| ply.before);
    if game.plies.is_empty() && game.score.is_none() {
        Some(format!("{}", game.status))
    } else if first != draughts::Position::start(game.variant) {
        Some("it does not begin with the first position".to_owned())
    } else if !continuous {
        Some("a position is set up in its midst".to_owned())
    } else {
        None
    }
}

/// The move as a tablet tells it: with the squares between where its notation needs them.
fn told(notation: &str, mv: draughts::Move) -> MoveText {
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
    fn a_file_without_games_is_refused() {
        let refused = Plan::read(b"no games here").unwrap_err();
        assert!(matches!(refused, PlanError::Nothing { .. }), "{refused}");
    }
}
