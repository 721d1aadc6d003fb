//! The languages of all texts.

/// A language with all messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English, also in place of languages without messages.
    #[default]
    English,
    /// Dutch.
    Dutch,
    /// West Frisian.
    Frisian,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::English, Self::Dutch, Self::Frisian];

    /// Returns the language tag: `en`, `nl` or `fy`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Dutch => "nl",
            Self::Frisian => "fy",
        }
    }

    /// Returns the language of a tag such as `nl` or `fy-NL`, ignoring case and region; English for
    /// any other.
    #[must_use]
    pub fn from_tag(tag: &str) -> Self {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|language| language.tag().eq_ignore_ascii_case(primary))
            .unwrap_or_default()
    }
}
