//! The reasons why a call is refused before its service sees it, and the answers to them.

use std::time::Duration;

use access::Refusal;
use phrases::{Language, access as phrase};
use tonic::{Code, Status};
use tonic_types::{RetryInfo, StatusExt as _};

use super::{authorities::Unknown, circumstances::CallFacts};
use crate::status::localized;

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
        let is_about_call = matches!(&self, Self::By(refusal) if !refusal.is_about_token());
        if known.is_unread && is_about_call { Self::NotRead } else { self }
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

    /// Returns the text for logs and programs.
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

    /// Returns the words for a person; `None` where the program that calls is at fault.
    fn words(&self, language: Language) -> Option<String> {
        Some(match self {
            Self::By(refusal) => phrase::refusal(refusal, language),
            Self::InTheClear => phrase::plain_http(language),
            Self::NoAuthority => phrase::no_authority_yet(language),
            Self::Unknown(Unknown::Damaged) => phrase::unreadable(language),
            Self::Unknown(Unknown::Reading) => phrase::being_read(language),
            Self::TooOften(retry) => phrase::too_often(retry.as_secs() + 1, language),
            Self::NotRead => phrase::log_not_read(language),
            Self::Changed => phrase::changed(language),
            Self::Unreadable | Self::TooLarge => return None,
        })
    }

    /// Returns the answer. It has the words for a person in every language among its details,
    /// because it is not known in which one the caller reads, and the time after which to try
    /// again.
    pub(super) fn status(&self) -> Status {
        let words = |language: Language| Some((language.tag(), self.words(language)?));
        let mut details = localized(Language::ALL.into_iter().filter_map(words));
        if let Self::TooOften(retry) = self {
            details.push(RetryInfo::new(Some(*retry)).into());
        }
        let (code, text) = (self.code(), self.text());
        let mut status = if details.is_empty() {
            Status::new(code, text)
        } else {
            Status::with_error_details_vec(code, text, details)
        };
        if let Some(Ok(name)) = self.name().map(str::parse) {
            status.metadata_mut().insert(REFUSAL, name);
        }
        status
    }
}

#[cfg(test)]
mod tests {
    use access::{Act, Tables};
    use tonic_types::ErrorDetail;

    use super::*;

    /// Checks the code, the text and the words of an answer in English, Dutch and Frisian.
    #[track_caller]
    fn check(refused: impl Into<Refused>, code: Code, text: &str, words: [&str; 3]) {
        let status = refused.into().status();
        assert_eq!((status.code(), status.message()), (code, text));
        let told = status.get_error_details_vec().into_iter().filter_map(|detail| {
            let ErrorDetail::LocalizedMessage(one) = detail else { return None };
            Some((one.locale, one.message))
        });
        let expected = ["en", "nl", "fy"].into_iter().zip(words);
        let expected = expected.map(|(tag, words)| (tag.to_owned(), words.to_owned()));
        assert_eq!(told.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }

    #[test]
    fn a_refusal_of_the_doors_has_its_words_in_every_language() {
        check(
            Refusal::NoToken,
            Code::Unauthenticated,
            "the call needs a token",
            ["sign in first", "meld u eerst aan", "meld jo earst oan"],
        );
        check(
            Refusal::OtherTable { tables: Tables::new(3, 8).unwrap() },
            Code::PermissionDenied,
            "the bearer may do this at table 3-8 only",
            [
                "this sign-in is for table 3-8",
                "deze aanmelding is voor tafel 3-8",
                "dizze oanmelding is foar tafel 3-8",
            ],
        );
        check(
            Unknown::Damaged,
            Code::DataLoss,
            "who may do what cannot be read: run `damcast doctor` on the machine of the venue",
            [
                "it cannot be read who may do what: run “damcast doctor” on the computer of the venue",
                "wie wat mag, kan niet worden gelezen: voer “damcast doctor” uit op de computer van de speelzaal",
                "wa't wat mei, kin net lêzen wurde: fier “damcast doctor” út op de kompjûter fan de spylseal",
            ],
        );
    }

    #[test]
    fn a_caller_who_calls_too_often_is_told_when_to_go_on() {
        let refused = Refused::TooOften(Duration::from_secs(6));
        let details = refused.status().get_error_details();
        let retry = details.retry_info().and_then(|info| info.retry_delay);
        assert_eq!(retry, Some(Duration::from_secs(6)));
        check(
            refused,
            Code::ResourceExhausted,
            "too often: try again in 7 s",
            [
                "too often: try again in 7 s",
                "te vaak: probeer het over 7 s opnieuw",
                "te faak: besykje it oer 7 s op 'e nij",
            ],
        );
    }

    #[test]
    fn a_program_that_sends_what_cannot_be_read_gets_no_words_for_people() {
        for refused in [Refused::Unreadable, Refused::TooLarge] {
            let status = refused.status();
            assert_eq!(status.code(), Code::InvalidArgument);
            assert!(status.details().is_empty(), "{status:?}");
        }
    }

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
