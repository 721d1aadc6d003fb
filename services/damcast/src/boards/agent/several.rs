//! Several boards of one agent, each a device of its own with a folder of its own.

use std::{io, path::Path, str::FromStr};

use anyhow::{Context as _, ensure};
use thiserror::Error;

/// Folders of boards in that of the agent begin so.
const FOLDER: &str = "board-";

/// Returns the name of the folder of a board.
pub(super) fn folder(serial: &str) -> String {
    format!("{FOLDER}{serial}")
}

/// Returns the serial number of the board whose folder has this name; `None` if it is no such
/// folder.
pub(super) fn serial_of_folder(name: &str) -> Option<&str> {
    name.strip_prefix(FOLDER)
}

/// A value for the only board, or for that of a serial number: `3` or `01025=3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ForBoard<T> {
    /// The serial number: digits and letters.
    pub(super) serial: Option<String>,
    pub(super) value: T,
}

/// The reason why a text is no value for a board.
#[derive(Debug, PartialEq, Eq, Error)]
pub(super) enum ForBoardError<E> {
    #[error("before = is the serial number of a board, as in 01025=…")]
    Serial,
    #[error(transparent)]
    Value(E),
}

impl<T: FromStr<Err: std::error::Error + 'static>> FromStr for ForBoard<T> {
    type Err = ForBoardError<T::Err>;

    fn from_str(text: &str) -> Result<Self, ForBoardError<T::Err>> {
        let (serial, value) = match text.split_once('=') {
            Some((serial, value)) => (Some(serial.to_owned()), value),
            None => (None, text),
        };
        let is_serial =
            |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_alphanumeric());
        if serial.as_deref().is_some_and(|serial| !is_serial(serial)) {
            return Err(ForBoardError::Serial);
        }
        let value = value.parse().map_err(ForBoardError::Value)?;
        Ok(Self { serial, value })
    }
}

/// The largest file of codes, in bytes.
const CODES_BYTES_MAX: u64 = 64 * 1024;

/// Reads codes of boards, a line each as in `01025=CODE`, from a file or, as `-`, from standard
/// input.
///
/// # Errors
/// If it cannot be read, or a line is none of them.
pub(super) fn read_codes(file: &Path) -> anyhow::Result<Vec<ForBoard<String>>> {
    let name = || format!("the codes in {}", file.display());
    let text = if file == Path::new("-") {
        read_text(io::stdin().lock())
    } else {
        std::fs::File::open(file).and_then(read_text)
    };
    codes(&text.with_context(name)?).with_context(name)
}

fn read_text(file: impl io::Read) -> io::Result<String> {
    let mut text = String::new();
    io::Read::read_to_string(&mut file.take(CODES_BYTES_MAX), &mut text)?;
    Ok(text)
}

fn codes(text: &str) -> anyhow::Result<Vec<ForBoard<String>>> {
    let lines = (1..).zip(text.lines()).filter(|(_number, line)| !line.trim().is_empty());
    let codes = lines.map(|(number, line)| {
        let code: ForBoard<String> =
            line.trim().parse().with_context(|| format!("line {number}"))?;
        ensure!(code.serial.is_some(), "line {number} is not of the form 01025=CODE");
        Ok(code)
    });
    codes.collect()
}

impl<T> ForBoard<T> {
    /// Returns the last value for a board; `None` as its number is the only board.
    pub(super) fn of<'a>(all: &'a [Self], serial: Option<&str>) -> Option<&'a T> {
        let of_board = all.iter().rfind(|it| it.serial.as_deref() == serial);
        of_board.map(|it| &it.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_for_the_only_board_or_for_one_by_its_number() {
        let all: Vec<ForBoard<u32>> =
            ["3", "01025=4", "01026=5", "01025=6"].map(|text| text.parse().unwrap()).into();
        assert_eq!(ForBoard::of(&all, None), Some(&3));
        assert_eq!(ForBoard::of(&all, Some("01025")), Some(&6));
        assert_eq!(ForBoard::of(&all, Some("01027")), None);
        assert_eq!(serial_of_folder(&folder("01025")), Some("01025"));
        assert_eq!(serial_of_folder("raw"), None);
        for (text, error) in [
            ("=3", "before = is the serial number of a board, as in 01025=…"),
            ("a b=3", "before = is the serial number of a board, as in 01025=…"),
            ("01025=x", "invalid digit found in string"),
        ] {
            let refused = text.parse::<ForBoard<u32>>().unwrap_err();
            assert_eq!(refused.to_string(), error, "{text}");
        }
    }

    #[test]
    fn a_list_of_codes_has_a_board_on_each_line() {
        let read = codes("01025=123456\n\n 01026=00ff \n").unwrap();
        assert_eq!(ForBoard::of(&read, Some("01026")), Some(&"00ff".to_owned()));
        assert_eq!(read.len(), 2);
        for (text, error) in [
            ("01025=1\n123456", "line 2 is not of the form 01025=CODE"),
            ("=3", "line 1: before = is the serial number of a board, as in 01025=…"),
        ] {
            assert_eq!(format!("{:#}", codes(text).unwrap_err()), error);
        }
    }
}
