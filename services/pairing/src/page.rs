//! Pages of lists: the number of entries on a page, and the token of the next one.

use proto::convert::ConvertError;

/// Number of entries on a page unless the request gives one.
const SIZE: u32 = 50;
/// The largest number of entries on a page.
const SIZE_MAX: u32 = 500;

/// Returns the number of entries on a page; a request gives 0 for [`SIZE`].
pub(crate) fn size(requested: u32) -> u32 {
    match requested {
        0 => SIZE,
        size => size.min(SIZE_MAX),
    }
}

/// Returns the error of a token that no answer can have had.
pub(crate) fn unknown_token() -> ConvertError {
    let reason = "unknown; send the next_page_token of an answer, or nothing for the first page";
    ConvertError::invalid("page_token", reason)
}
