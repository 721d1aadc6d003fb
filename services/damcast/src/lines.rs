//! Lines that the tools of the command line read and write.

use std::{
    io::{self, BufRead, BufReader, Read},
    process::ExitCode,
};

/// Converts the result of a tool into that of its command. A closed pipe counts as success, because
/// the reader had enough (`| head`).
///
/// # Errors
/// Every other error of input or output.
pub(crate) fn ended(result: io::Result<ExitCode>) -> anyhow::Result<ExitCode> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        other => Ok(other?),
    }
}

/// Returns a text that is safe on a terminal: control characters, which could move the cursor,
/// become `\u{…}`.
pub(crate) fn printable(text: &str) -> String {
    text.chars()
        .flat_map(|character| {
            let escaped = character.is_control().then(|| character.escape_unicode());
            let plain = (!character.is_control()).then_some(character);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect()
}

/// Reads lines of bounded length.
#[derive(Debug)]
pub(crate) struct LineReader<R> {
    reader: BufReader<R>,
    bytes_max: usize,
}

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InputLine {
    /// The line without its end.
    Whole(Vec<u8>),
    /// A line that was skipped because it is longer than the limit.
    TooLong,
}

impl<R: Read> LineReader<R> {
    /// Creates a reader of lines of at most `bytes_max` bytes.
    pub(crate) fn new(input: R, bytes_max: usize) -> Self {
        Self { reader: BufReader::new(input), bytes_max }
    }

    /// Returns true if the next line can be read without waiting.
    pub(crate) fn has_line(&self) -> bool {
        self.reader.buffer().contains(&b'\n')
    }

    /// Reads the next line; `None` at the end.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Option<InputLine>> {
        let mut line = Vec::new();
        let mut is_too_long = false;
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let is_end = buffer.is_empty();
            let newline = buffer.iter().position(|&byte| byte == b'\n');
            let text = &buffer[..newline.unwrap_or(buffer.len())];
            is_too_long |= line.len() + text.len() > self.bytes_max;
            if !is_too_long {
                line.extend_from_slice(text);
            }
            let consumed = text.len() + usize::from(newline.is_some());
            self.reader.consume(consumed);
            if is_too_long && (is_end || newline.is_some()) {
                return Ok(Some(InputLine::TooLong));
            }
            if newline.is_some() || (is_end && !line.is_empty()) {
                line.truncate(line.trim_ascii_end().len());
                return Ok(Some(InputLine::Whole(line)));
            }
            if is_end {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &str, lines: &[Option<&str>]) {
        let mut reader = LineReader::new(input.as_bytes(), 5);
        for line in lines {
            let expected = line.map_or(InputLine::TooLong, |line| InputLine::Whole(line.into()));
            assert_eq!(reader.next().unwrap(), Some(expected), "{input:?}");
        }
        assert_eq!(reader.next().unwrap(), None, "{input:?}");
    }

    #[test]
    fn lines_are_bounded() {
        check("", &[]);
        check("ab", &[Some("ab")]);
        check("ab\r\n\ncd\n", &[Some("ab"), Some(""), Some("cd")]);
        check("12345\n123456\nab\n1234567", &[Some("12345"), None, Some("ab"), None]);
    }

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(printable("é\u{1b}[2J\n"), "é\\u{1b}[2J\\u{a}");
    }

    #[test]
    fn a_reader_that_went_away_is_no_error() {
        let pipe = io::Error::from(io::ErrorKind::BrokenPipe);
        assert_eq!(ended(Err(pipe)).unwrap(), ExitCode::SUCCESS);
        assert!(ended(Err(io::Error::from(io::ErrorKind::StorageFull))).is_err());
    }
}
