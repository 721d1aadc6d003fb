//! Plays games by the rules of an event, one JSON line per game.

use std::process::ExitCode;

use draughts::{
    Bitboard, Breach, Counts, IllegalMove, Move, MoveText, ParseMoveError, PlayError, Position,
    RuleSet, Square, SquareError, fen,
};
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;
use thiserror::Error;

use super::question::{LINE_BYTES_MAX, NoPosition};
use crate::question::{AnswerLine, Form, Reply};

const FORM: Form = Form {
    id: "id",
    line_bytes_max: LINE_BYTES_MAX,
    remarks: &["rule", "verdicts", "legal_next", "illegal_next", "ambiguous", "why", "alt"],
};

/// Verdict after a move that does not end the game.
const GOES_ON: &str = "-";

/// A position and the moves to play from it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameQuestion {
    #[serde(default)]
    id: Value,
    #[serde(deserialize_with = "rule_set")]
    rules: RuleSet,
    fen: String,
    moves: Vec<String>,
}

/// Verdicts on the moves that were played.
#[derive(Serialize)]
struct Played {
    id: Value,
    /// One verdict for each move that was played.
    verdicts: Vec<String>,
    /// Legal moves after the last one; none after the end of the game.
    next: Vec<String>,
    /// Reason why the next move cannot be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Reply for Played {
    fn is_answered(&self) -> bool {
        self.error.is_none()
    }
}

pub(super) fn run() -> anyhow::Result<ExitCode> {
    FORM.run(answer)
}

fn answer(line: &[u8]) -> AnswerLine {
    FORM.answer(line, |GameQuestion { id, rules, fen, moves }| {
        let mut line = PlayedGame::new(rules, fen::parse(&fen, rules.variant())?);
        let mut verdicts = Vec::new();
        let mut error = None;
        for (index, text) in moves.iter().enumerate() {
            match line.play(text) {
                Ok(verdict) => verdicts.push(verdict),
                Err(reason) => {
                    error = Some(format!("ply {}: {}", index + 1, reason.explain(line.rules)));
                    break;
                }
            }
        }
        Ok::<_, NoPosition>(Played { id, verdicts, next: line.next(), error })
    })
}

/// A game after the moves that have been played.
struct PlayedGame {
    rules: RuleSet,
    position: Position,
    counts: Counts,
}

impl PlayedGame {
    fn new(rules: RuleSet, position: Position) -> Self {
        Self { rules, position, counts: Counts::new(rules, &position) }
    }

    /// Plays a move and returns the verdict on it.
    ///
    /// # Errors
    /// If the game is over, the text is not a move, or the move is not legal.
    fn play(&mut self, text: &str) -> Result<String, Unplayable> {
        if let Some(verdict) = self.verdict() {
            return Err(Unplayable::Over { verdict });
        }
        let mv = find(&self.position, text)?;
        let after = self.position.play(&mv)?;
        self.counts.played(&self.position, &mv, &after);
        self.position = after;
        Ok(self.verdict().unwrap_or_else(|| GOES_ON.to_owned()))
    }

    /// Returns the verdict that ended the game; `None` while it goes on.
    fn verdict(&self) -> Option<String> {
        self.counts.outcome(&self.position)?.verdict(self.rules)
    }

    /// Returns the legal moves; none after the end of the game.
    fn next(&self) -> Vec<String> {
        if self.verdict().is_some() {
            return Vec::new();
        }
        self.position.legal_moves().iter().map(|mv| self.position.notation(mv)).collect()
    }
}

/// Reads the name of a rule set, or the name that the published rows of endings have for it.
fn rule_set<'de, D: Deserializer<'de>>(deserializer: D) -> Result<RuleSet, D::Error> {
    match String::deserialize(deserializer)?.as_str() {
        "intl-fmjd" => Ok(RuleSet::International),
        "intl-2006" => Ok(RuleSet::International2006),
        id => id.parse().map_err(de::Error::custom),
    }
}

/// Finds the legal move for a text in the notation of [`Position::parse_move`], or for a capture
/// with the captured squares after a colon.
fn find(position: &Position, text: &str) -> Result<Move, Unplayable> {
    let captured = text.split_once(':').filter(|(mv, _)| mv.contains(['x', 'X', '×']));
    let Some((mv, captured)) = captured else {
        return Ok(position.parse_move(text)?);
    };
    let mut claimed: MoveText = mv.parse()?;
    let taken: Bitboard = captured.split(',').map(square).collect::<Result<_, _>>()?;
    let moves = position.moves_matching(claimed.from, claimed.to, &claimed.via);
    if let Some(mv) = moves.iter().find(|mv| mv.captured() == taken) {
        return Ok(*mv);
    }
    let mut illegal = position.explain_illegal(&claimed);
    if !moves.is_empty() {
        claimed.taken = Some(taken);
        illegal = IllegalMove { played: claimed, breach: Breach::WrongPiecesTaken, ..illegal };
    }
    Err(ParseMoveError::from(illegal).into())
}

fn square(text: &str) -> Result<Square, ParseMoveError> {
    let number: u32 = text.trim().parse().map_err(|_error| ParseMoveError::NotAMove)?;
    let square: Result<Square, SquareError> = number.try_into();
    Ok(square?)
}

/// Reason why a move cannot be played.
#[derive(Debug, Error)]
enum Unplayable {
    #[error("the game is over, {verdict}")]
    Over { verdict: String },
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    #[error(transparent)]
    Position(#[from] PlayError),
}

impl Unplayable {
    /// Returns the reason as a sentence with the article of the rules.
    fn explain(&self, rules: RuleSet) -> String {
        match self {
            Self::Move(ParseMoveError::Illegal(illegal)) => {
                phrases::game::illegal_move(illegal, rules, phrases::Language::English)
            }
            Self::Over { .. } | Self::Move(_) | Self::Position(_) => self.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(question: &str, expected: &str) {
        let answer = answer(question.as_bytes());
        assert_eq!(answer.line, expected, "{question}");
        assert_eq!(answer.is_answered, !expected.contains("\"error\""), "{question}");
    }

    #[test]
    fn games_end_as_the_oracle_has_them() {
        let oracle = test_data::text("rules/endings.jsonl");
        let mut answers = Vec::new();
        assert!(FORM.answer_all(oracle.as_bytes(), &mut answers, answer).unwrap());
        let answers = String::from_utf8(answers).unwrap();
        assert_eq!(answers.lines().count(), 55);
        for (answer, row) in answers.lines().zip(oracle.lines()) {
            let row: Value = serde_json::from_str(row).unwrap();
            let answer: Value = serde_json::from_str(answer).unwrap();
            let id = &row["id"];
            assert_eq!(answer["id"], *id);
            assert_eq!(answer["verdicts"], row["verdicts"], "{id}");
            let next = answer["next"].as_array().unwrap();
            let last = row["verdicts"].as_array().unwrap().last().unwrap();
            assert_eq!(next.is_empty(), last != GOES_ON, "{id}");
            let has = |text: &Value| {
                let (mv, _) = text.as_str().unwrap().split_once(':').unwrap_or_default();
                next.contains(text) || next.contains(&Value::from(mv))
            };
            let list = |name| row[name].as_array().into_iter().flatten();
            assert!(list("legal_next").all(has), "{id}: {next:?}");
            assert!(!list("illegal_next").any(has), "{id}: {next:?}");
        }
    }

    #[test]
    fn the_text_of_an_answer_is_fixed() {
        check(
            r#"{"id":1,"rules":"frisian","fen":"W:W28,50:B23,1","moves":[],"why":"any"}"#,
            r#"{"id":1,"verdicts":[],"next":["28x19"]}"#,
        );
        check(
            r#"{"rules":"boxed-12200","fen":"W:W28,50:B22","moves":["28x17"]}"#,
            r#"{"id":null,"verdicts":["W:no pieces"],"next":[]}"#,
        );
    }

    #[test]
    fn moves_are_read_in_every_form() {
        for mv in ["28x19", "28-19", "28:19", "x", "28x19:23", " 28 X 19 : 23 "] {
            check(
                &format!(
                    r#"{{"id":1,"rules":"intl-fmjd","fen":"W:W28,50:B23,2","moves":["{mv}"]}}"#
                ),
                r#"{"id":1,"verdicts":["-"],"next":["2-7","2-8"]}"#,
            );
        }
        // Two captures with the same ends are distinguished by intermediate or captured squares.
        let fen = "W:W26,35,K38,40:B7,11,13,15,17,18,24,27,28,29,K50";
        let position = fen::parse(fen, RuleSet::International.variant()).unwrap();
        let landing = find(&position, "38x21x8x19x32").unwrap();
        assert_eq!(find(&position, "38x32:28,27,17,13").unwrap(), landing);
        assert_ne!(find(&position, "38x32:17,18,27,28").unwrap(), landing);
        assert!(find(&position, "38x32").is_err());
    }

    #[test]
    fn a_move_that_cannot_be_played_is_named_with_its_ply_and_article() {
        let obliged = "obligatory was to take 1 man by 28x19";
        let no_move = "not a move: two or more squares joined by - or x are expected";
        for (mv, error) in [
            (
                "50-45",
                format!("50-45 is not allowed: a capture is obligatory (art. 10); {obliged}"),
            ),
            (
                "28x19:23,2",
                format!(
                    "28x19 [2,23] is not allowed: other pieces were taken off than it captures \
                     (art. 27b); {obliged}"
                ),
            ),
            ("28x19:99", "99 is not a square, squares are 1 to 50".to_owned()),
            ("28x19:", no_move.to_owned()),
            ("nonsense", no_move.to_owned()),
        ] {
            check(
                &format!(r#"{{"id":1,"rules":"frisian","fen":"W:W28,50:B23,1","moves":["{mv}"]}}"#),
                &format!(r#"{{"id":1,"verdicts":[],"next":["28x19"],"error":"ply 1: {error}"}}"#),
            );
        }
        // The verdicts stop at the bad move; later moves are not read.
        check(
            r#"{"id":2,"rules":"frisian","fen":"W:W50,36:B1,16","moves":["36-31","16-11","x"]}"#,
            "{\"id\":2,\"verdicts\":[\"-\"],\"next\":[\"1-6\",\"1-7\",\"16-21\"],\"error\":\"ply 2: \
             16-11 is not allowed: the piece cannot reach that square so (art. 27d)\"}",
        );
        check(
            r#"{"id":3,"rules":"frisian","fen":"W:WK50,36:BK1,15:H0:F1:+0+350","moves":["50-44"]}"#,
            "{\"id\":3,\"verdicts\":[],\"next\":[\"36-31\"],\"error\":\"ply 1: 50-44 is not allowed: \
             the same king may not make more than three quiet moves in a row (art. 17)\"}",
        );
    }

    #[test]
    fn no_move_is_played_after_the_end() {
        check(
            r#"{"id":1,"rules":"intl-2006","fen":"W:W28:B23","moves":["28x19","1-6"]}"#,
            "{\"id\":1,\"verdicts\":[\"W:no pieces\"],\"next\":[],\"error\":\"ply 2: the game is \
             over, W:no pieces\"}",
        );
        check(
            r#"{"id":2,"rules":"frisian","fen":"W:WK46:BK1","moves":["46-41"]}"#,
            r#"{"id":2,"verdicts":[],"next":[],"error":"ply 1: the game is over, D:art21"}"#,
        );
    }

    #[test]
    fn an_unreadable_line_is_answered_with_the_reason() {
        let known =
            "international, international-2006, international-2006-open, boxed-12200 and frisian";
        check(
            r#"{"id":1,"rules":"chess","fen":"W:W28:B23","moves":[]}"#,
            &format!(
                r#"{{"id":1,"error":"rules: unknown rule set \"chess\", known are {known}"}}"#
            ),
        );
        for (moves, error) in [
            (r#""moves":[1]"#, "moves[0]: invalid type: integer `1`, expected a string"),
            (r#""moves":1"#, "moves: invalid type: integer `1`, expected a sequence"),
            (r#""why":[]"#, "missing field `moves`"),
            (
                r#""moves":[],"no":[]"#,
                "no: unknown field `no`, expected one of `id`, `rules`, `fen`, `moves`",
            ),
        ] {
            check(
                &format!(r#"{{"id":1,"rules":"frisian","fen":"W:W28:B23",{moves}}}"#),
                &format!(r#"{{"id":1,"error":"{error}"}}"#),
            );
        }
    }

    #[test]
    fn a_bad_line_costs_no_other_an_answer() {
        let good = r#"{"id":1,"rules":"frisian","fen":"W:W28:B23","moves":["x"]}"#;
        let bad = r#"{"id":2,"rules":"frisian","fen":"W:W28:B23","moves":["28-22"]}"#;
        let input = [good, "nonsense", bad, good].join("\n");
        let mut answers = Vec::new();
        assert!(!FORM.answer_all(input.as_bytes(), &mut answers, answer).unwrap());
        let answers = String::from_utf8(answers).unwrap();
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0], r#"{"id":1,"verdicts":["W:no pieces"],"next":[]}"#);
        assert!(lines[1].starts_with(r#"{"id":null,"error":"not JSON"#), "{}", lines[1]);
        assert!(lines[2].contains(r#""error":"ply 1: 28-22 is not allowed"#), "{}", lines[2]);
        assert_eq!(lines[3], lines[0]);
    }
}
