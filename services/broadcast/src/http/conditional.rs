//! Conditional requests (RFC 9110 section 13): whoever has the present version is told so, and is
//! not sent it again.

use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};

/// Browsers may keep an answer, and ask each time whether it is still the present one.
const KEEP: &str = "no-cache";
/// Caches between (RFC 9213) may answer by themselves for a second, so that a crowd costs the
/// service one request a second.
const SHARE: &str = "public, max-age=1, stale-while-revalidate=10";

/// The version of an answer: a weak entity tag, because the bytes differ by compression and by the
/// time of sending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag(String);

impl Tag {
    /// Returns the tag of a version, whose text has neither quotes nor commas.
    pub(crate) fn new(version: &str) -> Self {
        Self(format!("W/\"{version}\""))
    }

    /// Returns true if the sender of a request has this version (section 13.1.2).
    pub(crate) fn is_known(&self, headers: &HeaderMap) -> bool {
        let named = headers.get_all(header::IF_NONE_MATCH).iter();
        let mut known = named.filter_map(|value| value.to_str().ok()).flat_map(|it| it.split(','));
        known.any(|one| one.trim() == "*" || opaque(one.trim()) == opaque(&self.0))
    }

    /// Returns the answer to whoever has this version.
    pub(crate) fn not_modified(&self) -> Response {
        self.mark(StatusCode::NOT_MODIFIED.into_response())
    }

    /// Adds the version to an answer, and for how long it may be kept.
    pub(crate) fn mark(&self, mut response: Response) -> Response {
        let headers = response.headers_mut();
        if let Ok(tag) = HeaderValue::from_str(&self.0) {
            headers.insert(header::ETAG, tag);
        }
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(KEEP));
        let shared = HeaderName::from_static("cdn-cache-control");
        headers.insert(shared, HeaderValue::from_static(SHARE));
        response
    }
}

/// Returns an entity tag without the mark of a weak one.
fn opaque(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_known_by_any_of_the_tags_that_are_named() {
        let tag = Tag::new("5f3a9c1e.7.8.9");
        for (named, expected) in [
            ("W/\"5f3a9c1e.7.8.9\"", true),
            ("\"5f3a9c1e.7.8.9\"", true),
            ("\"a\", W/\"5f3a9c1e.7.8.9\" , \"b\"", true),
            ("*", true),
            ("W/\"5f3a9c1e.7.8.10\"", false),
            ("5f3a9c1e.7.8.9", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, named.parse().unwrap());
            assert_eq!(tag.is_known(&headers), expected, "{named}");
        }
        assert!(!tag.is_known(&HeaderMap::new()));
    }
}
