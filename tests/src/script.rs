//! Real games for tests to play. They are read from PDN by a reader of its own, so that the reader
//! under test is compared with another.

use std::{collections::BTreeMap, fmt::Display};

use anyhow::{Context as _, Result, ensure};
use draughts::{Position, Variant};
use proto::v1::{MoveText, Score};

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// White's name, as in the file.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Its score.
    pub score: Score,
    /// The moves in order, as in the file.
    pub moves: Vec<String>,
    /// The 50 squares after the last move, as in "ewWbB…"; empty if not known.
    pub last_board: String,
}

impl Script {
    /// Returns a drawn game without moves, of the players "White" and "Black" of a table.
    #[must_use]
    pub fn of_table(table: impl Display) -> Self {
        Self {
            white: format!("White {table}"),
            black: format!("Black {table}"),
            score: Score::Draw,
            moves: Vec::new(),
            last_board: String::new(),
        }
    }

    /// Returns the move of a ply (from 1) in the form that a device sends.
    ///
    /// # Errors
    /// If there is no such ply, or its text is not a move.
    pub fn move_text(&self, ply: usize) -> Result<MoveText> {
        let text = self.moves.get(ply.wrapping_sub(1)).context("no such ply")?;
        let squares: Vec<u32> =
            text.split(['-', 'x']).map(str::parse).collect::<Result<_, _>>().context("a square")?;
        let [from, via @ .., to] = squares.as_slice() else { anyhow::bail!("{text:?} is no move") };
        Ok(MoveText { from: *from, to: *to, via: via.to_vec(), taken: None })
    }

    /// Returns the position before a ply (from 1).
    ///
    /// # Errors
    /// If an earlier ply cannot be played.
    pub fn before(&self, ply: usize) -> Result<Position> {
        let mut position = Position::start(Variant::International);
        for text in self.moves.iter().take(ply.saturating_sub(1)) {
            position = position.play(&position.parse_move(text)?)?;
        }
        Ok(position)
    }

    /// Returns the points of White and Black, 2 for a win.
    #[must_use]
    pub fn points(&self) -> (u32, u32) {
        match self.score {
            Score::WhiteWins => (2, 0),
            Score::BlackWins => (0, 2),
            Score::Draw => (1, 1),
            Score::Unspecified | Score::BothLose | Score::Unplayed => (0, 0),
        }
    }
}

/// Returns eight games of the first round of an open tournament, with final positions on which
/// three other generators agree.
///
/// # Errors
/// If the file is missing or not as expected.
pub fn montpellier() -> Result<Vec<Script>> {
    let file = "international/Montpellier_Open_Serie_A.pdn";
    let games = read_pdn(&test_data::text(&format!("pdn/{file}")));
    let mut round = Vec::new();
    for entry in test_data::json_lines("pdn/index.jsonl") {
        if entry["file"] != file || entry["round"] != "1" || entry["status"] != "OK" {
            continue;
        }
        let index = usize::try_from(entry["index"].as_u64().context("an index")?)?;
        let mut script = games.get(index).context("the index names a game of the file")?.clone();
        let plies = entry["plies"].as_u64().context("a number of plies")?;
        ensure!(script.moves.len() as u64 == plies, "game {index} is read otherwise than indexed");
        script.last_board = entry["final"].as_str().unwrap_or_default().to_owned();
        round.push(script);
    }
    ensure!(round.len() == 8, "the first round has eight games, found {}", round.len());
    Ok(round)
}

/// Reads the games of a well-formed PDN text.
#[must_use]
pub fn read_pdn(text: &str) -> Vec<Script> {
    let mut games = Vec::new();
    let mut tags = BTreeMap::new();
    let mut moves = Vec::new();
    let mut take = |tags: &mut BTreeMap<String, String>, moves: &mut Vec<String>| {
        let tags = std::mem::take(tags);
        let tag = |name: &str| tags.get(name).cloned().unwrap_or_default();
        let moves = std::mem::take(moves);
        if !tags.is_empty() {
            let (white, black) = (tag("White"), tag("Black"));
            let score = score(&tag("Result"));
            games.push(Script { white, black, score, moves, last_board: String::new() });
        }
    };
    let mut in_moves = false;
    for line in text.lines().map(str::trim) {
        if let Some(tag) = line.strip_prefix('[') {
            if in_moves {
                take(&mut tags, &mut moves);
                in_moves = false;
            }
            if let Some((name, value)) = tag.trim_end_matches(']').split_once(' ') {
                tags.insert(name.to_owned(), value.trim_matches('"').to_owned());
            }
            continue;
        }
        for token in line.split_whitespace() {
            in_moves = true;
            let token = token.rsplit('.').next().unwrap_or_default();
            let is_move = token.contains(['-', 'x']) && score(token) == Score::Unspecified;
            if is_move {
                moves.push(token.to_owned());
            }
        }
    }
    take(&mut tags, &mut moves);
    games
}

fn score(text: &str) -> Score {
    match text {
        "2-0" | "1-0" => Score::WhiteWins,
        "1-1" | "1/2-1/2" => Score::Draw,
        "0-2" | "0-1" => Score::BlackWins,
        "0-0" => Score::BothLose,
        _ => Score::Unspecified,
    }
}

/// Returns the 50 squares of a FEN, as in "ewWbB…".
///
/// # Errors
/// If the text is not a FEN.
pub fn board(fen: &str) -> Result<String> {
    let mut squares = vec!['e'; 50];
    for side in fen.trim_end_matches('.').split(':').skip(1).take(2) {
        let (man, king) = if side.starts_with('W') { ('w', 'W') } else { ('b', 'B') };
        for piece in side.get(1..).unwrap_or_default().split(',').filter(|piece| !piece.is_empty())
        {
            let (letter, numbers) =
                piece.strip_prefix('K').map_or((man, piece), |numbers| (king, numbers));
            let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
            let range = first.parse::<usize>()?..=last.parse::<usize>()?;
            for number in range {
                *squares.get_mut(number.wrapping_sub(1)).context("a square")? = letter;
            }
        }
    }
    Ok(squares.into_iter().collect())
}
