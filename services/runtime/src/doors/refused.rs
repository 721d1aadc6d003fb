//! The reasons why a call is refused before its service sees it, and the answers to them.

use std::time::Duration;

use access::Refusal;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};

use super::{authorities::Unknown, circumstances::CallFacts};

/// The metadata of an answer that names the refusal, such as `not-allowed`.
pub(crate) const REFUSAL: &str = "damcast-refusal";

/// The reason why a call is refused before anything is asked of its service.
#[derive(Debug)]
pub(super) enum Refused {
    /// Others on the way can read the call, and what is secret in it.
    InTheClear,
    /// The venues have no authority yet, and the caller is not on the machine itself.
    NoAuthority,
    /// It is not known who may do what.
    Unknown(Unknown),
    /// The request cannot be read.
    Unreadable,
    /// The request is larger than its caller may send.
    TooLarge,
    /// The caller calls too often, and may go on after this time.
    TooOften(Duration),
    /// The service cannot read what the decision needs.
    NotRead,
    /// The caller may do something else than when their call began, and has to call again.
    Changed,
    /// The authority refuses.
    By(Refusal),
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self::By(refusal)
    }
}

impl From<Unknown> for Refused {
    fn from(unknown: Unknown) -> Self {
        Self::Unknown(unknown)
    }
}

impl Refused {
    /// Returns the refusal, given what the service knows about the call: one that may follow from
    /// what it could not read is none of the caller's doing.
    pub(super) fn given(self, known: &CallFacts) -> Self {
        match self {
            Self::By(refusal) if known.is_unread && !refusal.is_about_token() => Self::NotRead,
            other => other,
        }
    }

    /// Returns its stable name; `None` if the request cannot be read.
    const fn name(&self) -> Option<&'static str> {
        match self {
            Self::By(refusal) => Some(refusal.as_str()),
            Self::InTheClear => Some("plain-http"),
            Self::NoAuthority => Some("no-authority"),
            Self::Unknown(Unknown::Damaged) => Some("access-unreadable"),
            Self::Unknown(Unknown::Reading) => Some("access-not-read"),
            Self::TooOften(_retry) => Some("too-often"),
            Self::NotRead => Some("log-not-read"),
            Self::Changed => Some("changed"),
            Self::Unreadable | Self::TooLarge => None,
        }
    }

    /// Returns the name under which it is on record; `None` where nobody tried what they may not.
    pub(super) const fn recorded_as(&self) -> Option<&'static str> {
        match self {
            // Whoever may do it is asked for their PIN now.
            Self::By(Refusal::NotConfirmed) => None,
            Self::By(_) | Self::NoAuthority | Self::TooOften(_) => self.name(),
            Self::InTheClear
            | Self::Unknown(_)
            | Self::Unreadable
            | Self::TooLarge
            | Self::NotRead
            | Self::Changed => None,
        }
    }

    fn code(&self) -> Code {
        match self {
            Self::By(refusal) if !refusal.is_about_token() => Code::PermissionDenied,
            Self::By(_) | Self::InTheClear | Self::NoAuthority => Code::Unauthenticated,
            Self::Unknown(Unknown::Damaged) => Code::DataLoss,
            Self::Unknown(Unknown::Reading) | Self::NotRead | Self::Changed => Code::Unavailable,
            Self::TooOften(_) => Code::ResourceExhausted,
            Self::TooLarge | Self::Unreadable => Code::InvalidArgument,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::By(refusal) => return refusal.to_string(),
            Self::TooOften(retry) => {
                return format!("too often: try again in {} s", retry.as_secs() + 1);
            }
            Self::InTheClear => {
                "this call is not taken over plain HTTP, where others on the way can read it: call https"
            }
            Self::NoAuthority => {
                "only callers on the machine itself may do this until `damcast access init` is run there"
            }
            Self::Unknown(Unknown::Damaged) => {
                "who may do what cannot be read: run `damcast doctor` on the machine of the venue"
            }
            Self::Unknown(Unknown::Reading) => "who may do what is being read: try again",
            Self::NotRead => {
                "the log does not answer who recorded this, or whether it is public: try again"
            }
            Self::Changed => "what the caller may see has changed: call again",
            Self::TooLarge => "the request is too large",
            Self::Unreadable => "the request cannot be read",
        }
        .to_owned()
    }

    /// Returns the answer.
    pub(super) fn status(&self) -> Status {
        let (code, text) = (self.code(), self.text());
        let mut status = if let Self::TooOften(retry) = self {
            Status::with_error_details(code, text, ErrorDetails::with_retry_info(Some(*retry)))
        } else {
            Status::new(code, text)
        };
        if let Some(Ok(name)) = self.name().map(str::parse) {
            status.metadata_mut().insert(REFUSAL, name);
        }
        status
    }
}

#[cfg(test)]
mod tests {
    use access::Act;

    use super::*;

    #[test]
    fn who_may_be_refused_because_the_log_does_not_answer_is_told_to_try_again() {
        let read = CallFacts::default();
        let unread = CallFacts { is_unread: true, ..CallFacts::default() };
        let told = |refusal: Refusal, known: &CallFacts| {
            let refused = Refused::By(refusal).given(known);
            (refused.status().code(), refused.name(), refused.recorded_as())
        };
        let refusal = || Refusal::NotAllowed { role: None, act: Act::CorrectResult };
        let not_allowed = Some("not-allowed");
        let refused = (Code::PermissionDenied, not_allowed, not_allowed);
        assert_eq!(told(refusal(), &read), refused);
        let not_read = (Code::Unavailable, Some("log-not-read"), None);
        assert_eq!(told(refusal(), &unread), not_read);
        // A token is good or not, whatever the service knows.
        let no_token = Some("no-token");
        assert_eq!(told(Refusal::NoToken, &unread), (Code::Unauthenticated, no_token, no_token));
    }
}
