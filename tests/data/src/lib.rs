//! Reads the files of `tests/data`, which `README.md` there describes.
//!
//! Every function takes the path of a file below `tests/data` and panics with the path when the
//! file is missing or not in the expected form, so that a test needs no error handling of its own.
//! Files whose names end in `.gz` are decompressed.

#![expect(clippy::panic, reason = "only tests read these files, and a panic fails the test")]

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
};

use flate2::read::MultiGzDecoder;
use serde_json::Value;

/// Returns the full path of a file or folder.
#[must_use]
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Reads a file.
///
/// # Panics
/// If the file cannot be read or decompressed.
#[must_use]
#[track_caller]
pub fn bytes(name: &str) -> Vec<u8> {
    let stored = match fs::read(path(name)) {
        Ok(stored) => stored,
        Err(error) => panic!("cannot read tests/data/{name}: {error}"),
    };
    if !name.ends_with(".gz") {
        return stored;
    }
    let mut bytes = Vec::new();
    match MultiGzDecoder::new(stored.as_slice()).read_to_end(&mut bytes) {
        Ok(_length) => bytes,
        Err(error) => panic!("cannot decompress tests/data/{name}: {error}"),
    }
}

/// Reads a file of text.
///
/// # Panics
/// If the file cannot be read or is not UTF-8.
#[must_use]
#[track_caller]
pub fn text(name: &str) -> String {
    match String::from_utf8(bytes(name)) {
        Ok(text) => text,
        Err(error) => panic!("tests/data/{name}: {error}"),
    }
}

/// Reads a file that is one JSON value.
///
/// # Panics
/// If the file cannot be read or is not JSON.
#[must_use]
#[track_caller]
pub fn json(name: &str) -> Value {
    match serde_json::from_slice(&bytes(name)) {
        Ok(value) => value,
        Err(error) => panic!("tests/data/{name}: {error}"),
    }
}

/// Reads a file that has a JSON value on each line.
///
/// # Panics
/// If the file cannot be read or a line is not JSON.
#[must_use]
#[track_caller]
pub fn json_lines(name: &str) -> Vec<Value> {
    let mut values = Vec::new();
    for (line, number) in text(name).lines().zip(1_u32..) {
        match serde_json::from_str(line) {
            Ok(value) => values.push(value),
            Err(error) => panic!("tests/data/{name}, line {number}: {error}"),
        }
    }
    values
}

/// Reads a file of comma-separated values, some of them in double quotes, without its first line,
/// which names the columns.
///
/// # Panics
/// If the file cannot be read.
#[must_use]
#[track_caller]
pub fn csv(name: &str) -> Vec<Vec<String>> {
    text(name).lines().skip(1).map(fields).collect()
}

fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut field, mut is_quoted) = (Vec::new(), String::new(), false);
    for char in line.chars() {
        match char {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(std::mem::take(&mut field)),
            _ => field.push(char),
        }
    }
    fields.push(field);
    fields
}
