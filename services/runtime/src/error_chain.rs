//! An error with its causes, for a log line.

use std::error::Error;

/// Returns the text of an error and of all its causes, from the outside in, as
/// `outer: cause: cause of the cause`.
#[must_use]
pub fn error_chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(source) = cause {
        text.push_str(": ");
        text.push_str(&source.to_string());
        cause = source.source();
    }
    text
}
