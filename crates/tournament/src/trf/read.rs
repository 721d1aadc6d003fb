//! Reading: any bytes give a report and a list of its problems.

use super::entry::number;
use super::{
    EntryFault, Header, Problem, ProblemKind, RoundEntry, Sex, Trf, TrfPlayer, TrfTeam, ValueKind,
};
use crate::{PlayerId, RoundNumber};
use std::collections::{BTreeMap, BTreeSet};

/// The longest line, in characters.
pub(super) const LINE_CHARS_MAX: usize = 4096;
/// The longest text of the header, in characters.
pub(super) const TEXT_CHARS_MAX: usize = 1000;
const PROBLEMS_MAX: usize = 1000;
/// The columns of a player's line that are blank, from 1.
const BLANK_COLUMNS: [usize; 11] = [4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91];
/// The column where the first round begins, from 1; each following one begins ten columns later.
const FIRST_ROUND: usize = 92;
const ROUND_WIDTH: usize = 10;

/// Lines that control pairing, which are not followed here.
const NOT_FOLLOWED: [&str; 20] = [
    "152", "162", "240", "250", "260", "299", "300", "310", "320", "330", "XXA", "XXC", "XXP",
    "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU",
];

/// A report that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadTrf {
    /// The report, without unreadable parts.
    pub trf: Trf,
    /// The unreadable parts and contradictions, in the order of the lines; those of the whole
    /// report are last.
    pub problems: Vec<Problem>,
    /// The line of each player, from 1.
    pub lines: BTreeMap<PlayerId, usize>,
}

/// Reads a report: UTF-8, or otherwise Latin-1 line by line; lines end with CR, LF or both. The
/// work is linear in the length, and at most [`Trf::FILE_BYTES_MAX`] are read.
///
/// Columns are counted in characters. Unreadable parts are left out and listed; the rest is then
/// checked by [`Trf::check`].
pub fn read(bytes: &[u8]) -> ReadTrf {
    let mut reader = Reader::default();
    let whole = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let kept = whole.get(..Trf::FILE_BYTES_MAX).unwrap_or(whole);
    let mut rest = kept;
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
        let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
        let ends = if after.starts_with(b"\r\n") { 2 } else { 1 };
        rest = after.get(ends..).unwrap_or_default();
        reader.line = reader.line.saturating_add(1);
        reader.read_line(line);
    }
    if kept.len() < whole.len() {
        reader.report(ProblemKind::FileTooLong);
    }
    reader.finish()
}

/// Returns true if lines with this beginning have a meaning, so that no other line may have it.
pub(super) fn is_read(code: &str) -> bool {
    matches!(
        code,
        "001"
            | "012"
            | "013"
            | "022"
            | "032"
            | "042"
            | "052"
            | "062"
            | "072"
            | "082"
            | "092"
            | "102"
            | "112"
            | "122"
            | "132"
            | "142"
            | "XXR"
            | "XXZ"
    )
}

#[derive(Default)]
struct Reader {
    trf: Trf,
    /// The current line, from 1.
    line: usize,
    lines_of_players: BTreeMap<PlayerId, usize>,
    lines_of_teams: BTreeMap<String, usize>,
    /// The first line of each kind.
    lines_of_codes: BTreeMap<String, usize>,
    codes: BTreeSet<String>,
    problems: Vec<Problem>,
    more_problems: usize,
}

/// The characters of a line, by column.
struct Columns(Vec<char>);

impl Columns {
    /// Returns the characters from a column on, counted from 1.
    fn from(&self, column: usize) -> String {
        self.0.iter().skip(column.saturating_sub(1)).collect()
    }

    /// Returns `width` characters from a column on, trimmed.
    fn field(&self, column: usize, width: usize) -> String {
        let text: String = self.0.iter().skip(column.saturating_sub(1)).take(width).collect();
        text.trim().to_owned()
    }

    fn is_blank(&self, column: usize) -> bool {
        self.0.get(column.saturating_sub(1)).is_none_or(|char| char.is_whitespace())
    }

    /// Returns the number of parts from a column on.
    fn parts(&self, column: usize, width: usize) -> usize {
        let after = self.0.len().saturating_sub(column.saturating_sub(1));
        after.div_ceil(width)
    }
}

impl Reader {
    fn report(&mut self, kind: ProblemKind) {
        self.tell_of(Some(self.line), kind);
    }

    fn tell_of(&mut self, line: Option<usize>, kind: ProblemKind) {
        if self.problems.len() < PROBLEMS_MAX {
            self.problems.push(Problem { line, kind });
        } else {
            self.more_problems = self.more_problems.saturating_add(1);
        }
    }

    fn finish(mut self) -> ReadTrf {
        for kind in self.trf.check() {
            let line = self.line_of(&kind);
            self.tell_of(line, kind);
        }
        self.problems.sort_by_key(|problem| (problem.line.is_none(), problem.line));
        if self.more_problems > 0 {
            let kind = ProblemKind::MoreProblems { count: self.more_problems };
            self.problems.push(Problem { line: None, kind });
        }
        ReadTrf { trf: self.trf, problems: self.problems, lines: self.lines_of_players }
    }

    /// Returns the line in which a contradiction has to be corrected.
    fn line_of(&self, kind: &ProblemKind) -> Option<usize> {
        let of_player = || kind.player().and_then(|player| self.lines_of_players.get(&player));
        let of_team = || kind.team().and_then(|team| self.lines_of_teams.get(team));
        let of_code = || kind.code().and_then(|code| self.lines_of_codes.get(code));
        of_player().or_else(of_team).or_else(of_code).copied()
    }

    fn read_line(&mut self, bytes: &[u8]) {
        if bytes.len() > LINE_CHARS_MAX.saturating_mul(4) {
            return self.report(ProblemKind::LineTooLong);
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => {
                self.report(ProblemKind::NotUtf8);
                bytes.iter().map(|byte| char::from(*byte)).collect()
            }
        };
        let is_odd = |char: char| char.is_control() || char == '\u{feff}';
        if text.contains(is_odd) {
            self.report(ProblemKind::ControlCharacters);
        }
        let text = text.replace(is_odd, " ");
        let text = text.trim_end();
        if text.is_empty() {
            return;
        }
        let columns = Columns(text.chars().collect());
        if columns.0.len() > LINE_CHARS_MAX {
            return self.report(ProblemKind::LineTooLong);
        }
        let code: String = columns.0.iter().take(3).collect();
        if is_read(&code) {
            self.lines_of_codes.entry(code.clone()).or_insert(self.line);
        }
        match code.as_str() {
            "001" => self.read_player(&columns),
            "013" => self.read_team(&columns),
            "132" => self.read_round_dates(&columns),
            "XXZ" => self.read_absent(&columns),
            "XXR" | "142" => self.read_rounds_total(code, &columns),
            "062" | "072" | "082" => self.read_count(code, &columns),
            _ if is_read(&code) => self.read_text(code, &columns),
            _ => {
                if NOT_FOLLOWED.contains(&code.as_str()) {
                    self.report(ProblemKind::NotFollowed { code });
                } else if code != "###" {
                    self.report(ProblemKind::UnknownLine { code });
                }
                self.trf.other_lines.push(text.to_owned());
            }
        }
    }

    fn read_text(&mut self, code: String, columns: &Columns) {
        let text = columns.from(4).trim().to_owned();
        if text.is_empty() {
            return;
        }
        if text.chars().count() > TEXT_CHARS_MAX {
            return self.report(ProblemKind::LineTooLong);
        }
        let header = &mut self.trf.header;
        let slot = match code.as_str() {
            "012" => &mut header.name,
            "022" => &mut header.city,
            "032" => &mut header.federation,
            "042" => &mut header.start_date,
            "052" => &mut header.end_date,
            "092" => &mut header.kind,
            "102" => &mut header.chief_arbiter,
            "122" => &mut header.playing_time,
            _ => return header.deputy_arbiters.push(text),
        };
        if !slot.is_empty() {
            return self.report(ProblemKind::Repeated { code });
        }
        slot.clone_from(&text);
        if matches!(code.as_str(), "042" | "052") && !is_date(&text) {
            self.report(ProblemKind::Date { text });
        }
    }

    fn read_count(&mut self, code: String, columns: &Columns) {
        let text = columns.from(4).trim().to_owned();
        let Some(count) = number(&text) else {
            return self.report(ProblemKind::Count { code, text: short(&text) });
        };
        let header = &mut self.trf.header;
        let slot = match code.as_str() {
            "062" => &mut header.players,
            "072" => &mut header.rated_players,
            _ => &mut header.teams,
        };
        match slot {
            Some(_) => self.report(ProblemKind::Repeated { code }),
            None => *slot = Some(count),
        }
    }

    /// Programs that aim at compatibility write both lines.
    fn read_rounds_total(&mut self, code: String, columns: &Columns) {
        let text = columns.from(4).trim().to_owned();
        match (number(&text), self.trf.header.rounds_total) {
            (None, _) => self.report(ProblemKind::Count { code, text: short(&text) }),
            (Some(rounds), None) => self.trf.header.rounds_total = Some(rounds),
            (Some(rounds), Some(before)) if rounds == before => {}
            (Some(_), Some(_)) => self.report(ProblemKind::Repeated { code }),
        }
    }

    fn read_absent(&mut self, columns: &Columns) {
        for text in columns.from(4).split_whitespace() {
            match number(text).map(PlayerId::new) {
                Some(Ok(player)) => {
                    self.trf.header.absent.insert(player);
                }
                _ => self.report(ProblemKind::Count { code: "XXZ".to_owned(), text: short(text) }),
            }
        }
    }

    fn read_round_dates(&mut self, columns: &Columns) {
        if !self.codes.insert("132".to_owned()) {
            return self.report(ProblemKind::Repeated { code: "132".to_owned() });
        }
        if let Some(column) = (4..FIRST_ROUND).find(|column| !columns.is_blank(*column)) {
            return self.report(ProblemKind::Slipped { column });
        }
        let parts = columns.parts(FIRST_ROUND, ROUND_WIDTH).min(Trf::ROUNDS_MAX);
        for at in 0..parts {
            let text = columns.field(column_of(at), ROUND_WIDTH);
            if !text.is_empty() && !is_date(&text) {
                self.report(ProblemKind::Date { text: text.clone() });
            }
            // A year of four digits leaves no space between two dates, so it is shortened to two.
            let text: String = text.chars().skip(text.chars().count().saturating_sub(8)).collect();
            self.trf.header.round_dates.push(text.trim().to_owned());
        }
        while self.trf.header.round_dates.last().is_some_and(String::is_empty) {
            self.trf.header.round_dates.pop();
        }
    }

    fn read_player(&mut self, columns: &Columns) {
        if let Some(&column) = BLANK_COLUMNS.iter().find(|column| !columns.is_blank(**column)) {
            return self.report(ProblemKind::Slipped { column });
        }
        let text = columns.field(5, 4);
        let Some(Ok(id)) = number(&text).map(PlayerId::new) else {
            return self.report(ProblemKind::StartNumber { text });
        };
        if self.lines_of_players.contains_key(&id) {
            return self.report(ProblemKind::DuplicateStartNumber { player: id });
        }
        self.lines_of_players.insert(id, self.line);
        let mut player = TrfPlayer::new(id, columns.field(15, 33));
        player.sex = self.value(id, ValueKind::Sex, &columns.field(10, 1), |text| match text {
            "m" | "M" => Some(Sex::Male),
            "w" | "W" | "f" | "F" => Some(Sex::Female),
            _ => None,
        });
        player.title = columns.field(11, 3);
        let rating = self.value(id, ValueKind::Rating, &columns.field(49, 4), number);
        player.rating = rating.and_then(|rating| u16::try_from(rating).ok()).filter(|one| *one > 0);
        player.federation = columns.field(54, 3);
        player.federation_number = columns.field(58, 11);
        player.birth_date = columns.field(70, 10);
        player.points = self.value(id, ValueKind::Points, &columns.field(81, 4), points);
        let place = |text: &str| number(text).filter(|place| *place > 0);
        player.rank = self.value(id, ValueKind::Place, &columns.field(86, 4), place);
        if player.name.is_empty() {
            self.report(ProblemKind::NameMissing { player: id });
        }
        self.read_rounds(&mut player, columns);
        self.trf.players.push(player);
    }

    /// Reads a field if it is not blank; an invalid value is listed as a problem.
    fn value<T>(
        &mut self,
        player: PlayerId,
        what: ValueKind,
        text: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        if text.is_empty() {
            return None;
        }
        let value = read(text);
        if value.is_none() {
            self.report(ProblemKind::Value { player, what, text: text.to_owned() });
        }
        value
    }

    fn read_rounds(&mut self, player: &mut TrfPlayer, columns: &Columns) {
        let parts = columns.parts(FIRST_ROUND, ROUND_WIDTH);
        if parts > Trf::ROUNDS_MAX {
            self.report(ProblemKind::TooManyRounds { player: player.number });
        }
        for at in 0..parts.min(Trf::ROUNDS_MAX) {
            let first = column_of(at);
            let column = |offset: usize| first.saturating_add(offset);
            let is_slipped = [4, 6, 8, 9].iter().any(|offset| !columns.is_blank(column(*offset)));
            let read = if is_slipped {
                Err(EntryFault::Slipped)
            } else {
                let (color, result) = (columns.field(column(5), 1), columns.field(column(7), 1));
                RoundEntry::read(&columns.field(first, 4), &color, &result)
            };
            player.rounds.push(read.unwrap_or_else(|fault| {
                let text = columns.field(first, ROUND_WIDTH);
                let round = RoundNumber::from_index(at);
                self.report(ProblemKind::Entry { player: player.number, round, text, fault });
                RoundEntry::Blank
            }));
        }
        while player.rounds.last() == Some(&RoundEntry::Blank) {
            player.rounds.pop();
        }
    }

    fn read_team(&mut self, columns: &Columns) {
        const FIRST_PLAYER: usize = 37;
        const PLAYER_WIDTH: usize = 5;
        let name = columns.field(5, Trf::TEAM_CHARS_MAX);
        if name.is_empty() {
            return self.report(ProblemKind::TeamNameMissing);
        }
        let parts = columns.parts(FIRST_PLAYER, PLAYER_WIDTH);
        if parts > Trf::TEAM_PLAYERS_MAX {
            self.report(ProblemKind::TooManyTeamPlayers);
        }
        let mut players = Vec::new();
        for at in 0..parts.min(Trf::TEAM_PLAYERS_MAX) {
            let column = FIRST_PLAYER.saturating_add(at.saturating_mul(PLAYER_WIDTH));
            let text = columns.field(column, PLAYER_WIDTH);
            match number(&text).map(PlayerId::new) {
                Some(Ok(player)) => players.push(player),
                _ if text.is_empty() => {}
                _ => self.report(ProblemKind::TeamPlayer { team: name.clone(), text }),
            }
        }
        self.lines_of_teams.entry(name.clone()).or_insert(self.line);
        self.trf.teams.push(TrfTeam { name, players });
    }
}

/// Returns the column where a round begins, counted from 0.
pub(super) fn column_of(round: usize) -> usize {
    FIRST_ROUND.saturating_add(round.saturating_mul(ROUND_WIDTH))
}

/// Reads points such as `4`, `4.5` or `4.06` in hundredths.
fn points(text: &str) -> Option<u32> {
    let (whole, fraction) = match text.split_once(['.', ',']) {
        Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction),
        Some(_) => return None,
        None => (text, "0"),
    };
    let whole = if whole.is_empty() { 0 } else { number(whole)? };
    let fraction = match fraction.len() {
        1 => number(fraction)?.saturating_mul(10),
        2 => number(fraction)?,
        _ => return None,
    };
    Some(whole.saturating_mul(100).saturating_add(fraction))
}

/// Returns true for a date in the format's form: YYYY/MM/DD, or YY/MM/DD.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('/').collect();
    let is_number = |part: &str, digits: &[usize]| {
        digits.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    match *parts {
        [year, month, day] => {
            is_number(year, &[2, 4]) && is_number(month, &[2]) && is_number(day, &[2])
        }
        _ => false,
    }
}

/// Returns the beginning of a text.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

impl Header {
    /// Returns the texts of one line each, with the first three characters of the line.
    pub(super) fn texts(&self) -> [(&'static str, &str); 8] {
        [
            ("012", &self.name),
            ("022", &self.city),
            ("032", &self.federation),
            ("042", &self.start_date),
            ("052", &self.end_date),
            ("092", &self.kind),
            ("102", &self.chief_arbiter),
            ("122", &self.playing_time),
        ]
    }
}
