//! Reads the oracle data that the tests compare with.

use std::path::PathBuf;

/// Where the oracle data lies.
pub(crate) fn shared(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")).join(path)
}

/// Reads a file of the oracle data.
#[expect(clippy::disallowed_methods, reason = "tests read oracle data, the library does no IO")]
pub(crate) fn bytes(path: &str) -> Vec<u8> {
    let path = shared(path);
    assert!(path.is_file(), "oracle data {} is missing", path.display());
    std::fs::read(path).expect("oracle data can be read")
}

/// Reads a file of JSON lines.
pub(crate) fn lines(path: &str) -> Vec<serde_json::Value> {
    String::from_utf8(bytes(path))
        .expect("oracle data is UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("oracle data is JSON lines"))
        .collect()
}
