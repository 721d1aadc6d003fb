//! Writing a report: every value in its columns.

use super::entry::number;
use super::read::{LINE_CHARS_MAX, TEXT_CHARS_MAX, column_of, is_read};
use super::{Sex, Trf, TrfPlayer, TrfTeam};

/// The end of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum LineEnd {
    /// CR and LF: the format asks for CR, and every program reads both.
    #[default]
    CrLf,
    /// LF alone.
    Lf,
}

/// The reason for which a report cannot be written: a value does not fit its columns, or would be
/// read differently.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// A text is too long, has spaces at an end or control characters.
    #[error("the {what} {text:?} does not fit: at most {chars_max} characters, none of control")]
    Text {
        /// The kind of text.
        what: &'static str,
        /// The text.
        text: String,
        /// The largest number of characters.
        chars_max: usize,
    },
    /// A number is too large, or an invalid 0.
    #[error("the {what} {number} does not fit its columns")]
    Number {
        /// The kind of number.
        what: &'static str,
        /// The number.
        number: u32,
    },
    /// There are too many items of a kind.
    #[error("there are {count} {what}, which is too many")]
    TooMany {
        /// The kind of items.
        what: &'static str,
        /// Number of items.
        count: usize,
    },
    /// One of the other lines would be read as a value.
    #[error("the line {line:?} would be read as something else")]
    OtherLine {
        /// The line.
        line: String,
    },
}

impl Trf {
    /// Writes the report in UTF-8.
    ///
    /// # Errors
    /// [`Unwritable`] with the first value that does not fit. A report that was read always does.
    pub fn write(&self, line_end: LineEnd) -> Result<String, Unwritable> {
        let mut lines = self.header_lines()?;
        for player in &self.players {
            lines.push(player.line()?);
        }
        for team in &self.teams {
            lines.push(team.line()?);
        }
        let absent: Vec<String> = self.header.absent.iter().map(ToString::to_string).collect();
        for some in absent.chunks(100) {
            lines.push(format!("XXZ {}", some.join(" ")));
        }
        for line in &self.other_lines {
            let code: String = line.chars().take(3).collect();
            let is_odd = line.trim_end() != line || line.is_empty() || is_read(&code);
            if is_odd || has_control(line) || line.chars().count() > LINE_CHARS_MAX {
                return Err(Unwritable::OtherLine { line: line.clone() });
            }
            lines.push(line.clone());
        }
        let end = match line_end {
            LineEnd::CrLf => "\r\n",
            LineEnd::Lf => "\n",
        };
        Ok(lines.into_iter().flat_map(|line| [line, end.to_owned()]).collect())
    }

    fn header_lines(&self) -> Result<Vec<String>, Unwritable> {
        let header = &self.header;
        let mut lines = Vec::new();
        for (code, value) in header.texts() {
            if !value.is_empty() {
                lines.push(format!("{code} {}", text("header's text", value, TEXT_CHARS_MAX)?));
            }
        }
        for deputy in &header.deputy_arbiters {
            if deputy.is_empty() {
                return Err(Unwritable::OtherLine { line: "112".to_owned() });
            }
            lines.push(format!("112 {}", text("header's text", deputy, TEXT_CHARS_MAX)?));
        }
        for (code, count) in [
            ("062", header.players),
            ("072", header.rated_players),
            ("082", header.teams),
            ("XXR", header.rounds_total),
        ] {
            if let Some(count) = count {
                lines.push(format!("{code} {}", up_to_max("count", count)?));
            }
        }
        if !header.round_dates.is_empty() {
            at_most("rounds", header.round_dates.len(), Self::ROUNDS_MAX)?;
            let mut line = format!("132{}", " ".repeat(column_of(0).saturating_sub(4)));
            for date in &header.round_dates {
                line.push_str(&format!("{:<8}  ", text("date of a round", date, 8)?));
            }
            lines.push(line.trim_end().to_owned());
        }
        // The order of the format: by the rising numbers of lines.
        lines.sort_by_key(|line| line.chars().take(3).collect::<String>());
        Ok(lines)
    }
}

impl TrfPlayer {
    fn line(&self) -> Result<String, Unwritable> {
        at_most("rounds", self.rounds.len(), Trf::ROUNDS_MAX)?;
        let start = up_to_max("start number", self.number.get())?;
        let sex = match self.sex {
            None => ' ',
            Some(Sex::Male) => 'm',
            Some(Sex::Female) => 'w',
        };
        let title = text("title", &self.title, 3)?;
        let name = text("name", &self.name, Trf::NAME_CHARS_MAX)?;
        let rating = self.rating.map(|rating| from_one("rating", rating.into()));
        let rating = rating.transpose()?.unwrap_or_default();
        let federation = text("federation", &self.federation, 3)?;
        let id = text("number at the federation", &self.federation_number, 11)?;
        let birth = text("date of birth", &self.birth_date, 10)?;
        let points = self.points.map(points).transpose()?.unwrap_or_default();
        let rank = self.rank.map(|rank| from_one("place", rank)).transpose()?.unwrap_or_default();
        let mut line = format!(
            "001 {start:>4} {sex}{title:>3} {name:<33} {rating:>4} {federation:>3} {id:>11} \
             {birth:<10} {points:>4} {rank:>4}"
        );
        for entry in &self.rounds {
            if let super::RoundEntry::Game { opponent, .. } = entry {
                up_to_max("start number", opponent.get())?;
            }
            line.push_str("  ");
            line.push_str(&entry.columns());
        }
        Ok(line.trim_end().to_owned())
    }
}

impl TrfTeam {
    fn line(&self) -> Result<String, Unwritable> {
        at_most("players of a team", self.players.len(), Trf::TEAM_PLAYERS_MAX)?;
        let name = text("name of a team", &self.name, Trf::TEAM_CHARS_MAX)?;
        if name.is_empty() {
            return Err(Unwritable::OtherLine { line: "013".to_owned() });
        }
        let mut line = format!("013 {name:<32}");
        for player in &self.players {
            line.push_str(&format!("{:>4} ", up_to_max("start number", player.get())?));
        }
        Ok(line.trim_end().to_owned())
    }
}

/// Returns a text that is read again unchanged.
fn text<'a>(what: &'static str, text: &'a str, chars_max: usize) -> Result<&'a str, Unwritable> {
    if text.trim() != text || has_control(text) || text.chars().count() > chars_max {
        return Err(Unwritable::Text { what, text: text.to_owned(), chars_max });
    }
    Ok(text)
}

fn has_control(text: &str) -> bool {
    text.contains(|char: char| char.is_control() || char == '\u{feff}')
}

fn up_to_max(what: &'static str, value: u32) -> Result<String, Unwritable> {
    let text = value.to_string();
    number(&text).map(|_| text).ok_or(Unwritable::Number { what, number: value })
}

fn from_one(what: &'static str, value: u32) -> Result<String, Unwritable> {
    if value == 0 {
        return Err(Unwritable::Number { what, number: value });
    }
    up_to_max(what, value)
}

fn at_most(what: &'static str, count: usize, max: usize) -> Result<(), Unwritable> {
    if count > max { Err(Unwritable::TooMany { what, count }) } else { Ok(()) }
}

/// Writes hundredths in four columns: `4.5`, `4.06`, `100`.
pub(super) fn points(hundredths: u32) -> Result<String, Unwritable> {
    let (whole, rest) = (hundredths.div_euclid(100), hundredths.rem_euclid(100));
    let text = match (rest, rest.rem_euclid(10)) {
        (0, _) if whole > 99 => whole.to_string(),
        (_, 0) => format!("{whole}.{}", rest.div_euclid(10)),
        (_, _) => format!("{whole}.{rest:02}"),
    };
    if text.len() > 4 {
        return Err(Unwritable::Number { what: "hundredths of points", number: hundredths });
    }
    Ok(text)
}
