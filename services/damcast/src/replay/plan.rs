//! The plan of a replay: the players, the rounds, and the moves of every game of a PDN file.

use std::{collections::BTreeSet, fmt};

use draughts::{Color, MoveText, Position, RuleSet, Score, Square, Variant, pdn, text};
use game_clock::TimeControl;
use thiserror::Error;
use tournament::regulation::Preset;

/// Players, and rounds in which each player has at most one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Name of the event.
    pub name: String,
    /// The place of the event; empty if it is not known.
    pub place: String,
    /// Notice for the spectators.
    pub notice: String,
    /// Rules of all games.
    pub rules: RuleSet,
    /// Time control of the first game that has one.
    pub control: Option<TimeControl>,
    /// Regulation by which the standings are made; `None` for a plain one.
    pub preset: Option<Preset>,
    /// Names of the players, each once.
    pub players: Vec<String>,
    /// Games by round, in the order of their tables.
    pub rounds: Vec<Vec<PlannedGame>>,
    /// Games of the file that are not played.
    pub left_out: Vec<LeftOut>,
}

/// A game of the file that is not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Number of the game in the file, from 1.
    pub number: usize,
    /// Status of the game, which says what is wrong with it.
    pub status: pdn::Status,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.number, self.status)
    }
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedGame {
    /// Index of White in the players.
    pub white: usize,
    /// Index of Black in the players.
    pub black: usize,
    /// Moves in order.
    pub moves: Vec<PlannedMove>,
    /// Position, as FEN, that the arbiter sets after the moves.
    pub last_set: Option<String>,
    /// Result, if the file has one.
    pub score: Option<Score>,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedMove {
    /// Position, as FEN, that the arbiter sets before the move; `None` if it follows from the last
    /// move.
    pub set: Option<String>,
    /// Side that makes the move.
    pub color: Color,
    /// The move as a tablet sends it.
    pub mv: MoveText,
    /// True if the move is irregular and stands (art. 27).
    pub is_irregular: bool,
}

/// Reason why a file cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// No game can be played.
    #[error("the file holds no game that can be played{}", reasons(.left_out))]
    Nothing {
        /// Games that are in the file.
        left_out: Vec<LeftOut>,
    },
    /// The games have different rules; an event has one set of them.
    #[error("the games of the file have several sets of rules; an event has one")]
    TwoRuleSets,
}

fn reasons(left_out: &[LeftOut]) -> String {
    left_out.iter().take(5).map(|reason| format!("; {reason}")).collect()
}

impl Plan {
    /// Plans the games of a PDN text.
    ///
    /// Games with the same `Round` tag form a round. If a player already has a game in it, the game
    /// goes to the next round of that tag; games without the tag are put together in the same way.
    ///
    /// # Errors
    /// If no game can be played, or the games have different rules.
    pub fn read(file: &[u8]) -> Result<Self, PlanError> {
        let games = pdn::read(file);
        let mut plan = Self {
            name: String::new(),
            notice: String::new(),
            place: String::new(),
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
            // A game with an illegal move is played up to that move.
            if game.plies.is_empty() && game.score.is_none() {
                plan.left_out.push(LeftOut { number: index + 1, status: game.status.clone() });
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
                let name = text::cleaned(game.tag("Event").unwrap_or_default());
                name.trim().clone_into(&mut plan.name);
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
                mv: move_text(ply),
                is_irregular: ply.breach.is_some(),
            });
            stands = ply.after;
        }
        let is_set = game.final_position != stands && !moves.is_empty();
        let last_set = is_set.then(|| game.final_position.fen());
        PlannedGame { white, black, moves, last_set, score: game.score }
    }

    /// Returns the index of a player and adds new ones; a player without a name is named after the
    /// game.
    fn player(&mut self, name: Option<&str>, side: &str, index: usize) -> usize {
        let name = text::cleaned(name.unwrap_or_default());
        let words: Vec<&str> = name.split_whitespace().collect();
        let name: String = words.join(" ").chars().take(100).collect();
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

/// Returns a move as a tablet sends it: with intermediate squares if its notation needs them, and
/// with the captured pieces if it is irregular.
fn move_text(ply: &pdn::PdnPly) -> MoveText {
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
    fn games_of_a_round_are_played_in_that_round() {
        let text = pdn(&[("1", "A", "B"), ("1", "C", "D"), ("2", "B", "C"), ("2", "D", "A")]);
        let plan = Plan::read(text.as_bytes()).unwrap();
        assert_eq!(plan.players, ["A", "B", "C", "D"]);
        assert_eq!(rounds(&plan), [vec![(0, 1), (2, 3)], vec![(1, 2), (3, 0)]]);
        assert_eq!(plan.plies(), 16);
    }

    #[test]
    fn a_player_has_one_game_in_a_round() {
        let text = pdn(&[("?", "A", "B"), ("?", "B", "C"), ("?", "C", "D")]);
        let plan = Plan::read(text.as_bytes()).unwrap();
        assert_eq!(rounds(&plan), [vec![(0, 1), (2, 3)], vec![(1, 2)]]);
    }

    #[test]
    fn players_without_a_name_are_named_after_their_game() {
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
    fn the_rules_are_those_of_the_games() {
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
