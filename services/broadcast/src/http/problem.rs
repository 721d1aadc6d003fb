//! Failures of requests over HTTP, as problem details (RFC 9457).

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use runtime::{Categorize as _, ErrorCategory, error_chain};
use serde::Serialize;

use crate::{error::Error, frame, missing::Missing};

/// Seconds after which what is not available may be asked for again.
const RETRY_AFTER_S: &str = "1";

/// The reason why a request over HTTP failed.
#[derive(Debug)]
pub(crate) enum HttpError {
    /// An error that gRPC calls can have too.
    Error(Error),
    /// The connection cannot become a WebSocket.
    NoUpgrade(&'static str),
}

/// A kind of failure. Its name is the end of the problem's type, an address that explains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProblemKind {
    Unknown,
    BadName,
    Outdated,
    NotAWebSocket,
    Busy,
    Internal,
}

impl ProblemKind {
    pub(crate) const ALL: [Self; 6] = [
        Self::Unknown,
        Self::BadName,
        Self::Outdated,
        Self::NotAWebSocket,
        Self::Busy,
        Self::Internal,
    ];

    /// Returns the last part of its address.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::BadName => "bad-name",
            Self::Outdated => "outdated",
            Self::NotAWebSocket => "not-a-websocket",
            Self::Busy => "busy",
            Self::Internal => "internal",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Unknown => "There is nothing at this address",
            Self::BadName => "The address names nothing that can exist",
            Self::Outdated => "The answer was replaced while it was read",
            Self::NotAWebSocket => "The connection cannot become a WebSocket",
            Self::Busy => "The service cannot answer now",
            Self::Internal => "The service failed",
        }
    }

    /// Returns what a client can do about it.
    pub(crate) fn advice(self) -> &'static str {
        match self {
            Self::Unknown => {
                "Look the address up in /openapi.json, and the tournaments in /api/v1/tournaments. \
                 A round is there once its pairings are published."
            }
            Self::BadName => {
                "Venues and tournaments are named by ids of small letters, digits and hyphens, \
                 games as r3-t12, rounds and players by their numbers."
            }
            Self::Outdated => "Ask again.",
            Self::NotAWebSocket => {
                "Connect by version 13 of WebSocket (RFC 6455) over HTTP/1.1, or read the events \
                 of the address that ends in /events."
            }
            Self::Busy => "Ask again after the seconds of Retry-After.",
            Self::Internal => "Report it to those who run the service; its log has the cause.",
        }
    }

    fn status(self) -> StatusCode {
        match self {
            Self::Unknown => StatusCode::NOT_FOUND,
            Self::BadName => StatusCode::BAD_REQUEST,
            Self::Outdated => StatusCode::CONFLICT,
            Self::NotAWebSocket => StatusCode::UPGRADE_REQUIRED,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// The JSON of a failure.
#[derive(Serialize)]
struct Problem {
    r#type: String,
    title: &'static str,
    status: u16,
    detail: String,
}

impl HttpError {
    fn kind(&self) -> ProblemKind {
        let Self::Error(error) = self else { return ProblemKind::NotAWebSocket };
        match error.category() {
            ErrorCategory::Invalid => ProblemKind::BadName,
            ErrorCategory::NotFound => ProblemKind::Unknown,
            ErrorCategory::Precondition | ErrorCategory::Conflict => ProblemKind::Outdated,
            ErrorCategory::Exhausted | ErrorCategory::Unavailable => ProblemKind::Busy,
            ErrorCategory::Internal => {
                tracing::error!(error = error_chain(error), "a request failed");
                ProblemKind::Internal
            }
        }
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let kind = self.kind();
        let detail = match self {
            Self::Error(error) => error.to_string(),
            Self::NoUpgrade(why) => why.to_owned(),
        };
        let (title, status) = (kind.title(), kind.status());
        let r#type = format!("/problems/{}", kind.name());
        let problem = Problem { r#type, title, status: status.as_u16(), detail };
        let body = frame::json(&problem).unwrap_or_default();
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
        set(header::CONTENT_TYPE, "application/problem+json");
        set(header::CACHE_CONTROL, "no-store");
        match kind {
            ProblemKind::Busy => {
                set(header::RETRY_AFTER, RETRY_AFTER_S);
            }
            ProblemKind::NotAWebSocket => {
                set(header::UPGRADE, "websocket");
                set(header::CONNECTION, "upgrade");
            }
            ProblemKind::Unknown
            | ProblemKind::BadName
            | ProblemKind::Outdated
            | ProblemKind::Internal => {}
        }
        response
    }
}

impl<E: Into<Error>> From<E> for HttpError {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// Explains a kind of failure in words.
///
/// # Errors
/// [`Error::NotFound`] if there is no such kind.
pub(crate) fn explanation(name: &str) -> Result<String, Error> {
    let kind = ProblemKind::ALL.into_iter().find(|kind| kind.name() == name);
    let kind = kind.ok_or_else(|| Missing::Problem(name.to_owned()))?;
    Ok(format!("{} ({})\n\n{}\n", kind.title(), kind.status().as_u16(), kind.advice()))
}
