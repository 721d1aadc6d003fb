//! A tournament as everybody may see it.

use std::borrow::Cow;

use super::Tournament;
use crate::{Player, PlayerId, Publicity};

impl Player {
    /// Returns the player as everybody sees them, in an event in which those who have chosen
    /// nothing are seen as `of_event` says.
    fn as_public(&self, of_event: Publicity) -> Self {
        match self.publicity.unwrap_or(of_event) {
            Publicity::FullName => self.clone(),
            Publicity::Initials => Self { name: initials(&self.name, self.id), ..self.clone() },
            Publicity::Anonymous => Self {
                name: anonymous(self.id),
                club: None,
                rating: None,
                category: None,
                birth_year: None,
                member: None,
                ..self.clone()
            },
        }
    }
}

impl Tournament {
    /// Returns the tournament as everybody may see it: with the names of players as they, or the
    /// event, chose. Tables, pairings and results are those of the tournament.
    #[must_use]
    pub fn as_public(&self) -> Cow<'_, Self> {
        let of_event = self.settings.as_ref().map(|settings| settings.publicity);
        let of_event = of_event.unwrap_or_default();
        let is_seen_whole =
            |player: &Player| player.publicity.unwrap_or(of_event) == Publicity::FullName;
        if self.players.iter().all(is_seen_whole) {
            return Cow::Borrowed(self);
        }
        let mut public = self.clone();
        for player in &mut public.players {
            *player = player.as_public(of_event);
        }
        Cow::Owned(public)
    }
}

/// Returns the name of a player who is seen by the number alone.
fn anonymous(id: PlayerId) -> String {
    format!("N.N. {id}")
}

/// Returns a name with its words cut to their first letters, as in "J. van der M." for "Jan van der
/// Meer": what begins with a small letter stands as it is. A name without letters gives the number.
fn initials(name: &str, id: PlayerId) -> String {
    let first = |word: &str| word.chars().find(|letter| letter.is_alphabetic());
    let is_small = |word: &str| first(word).is_some_and(char::is_lowercase);
    let is_all_small = name.split_whitespace().all(is_small);
    let short = |word: &str| {
        if is_small(word) && !is_all_small {
            return Some(word.to_owned());
        }
        first(word).map(|letter| format!("{letter}."))
    };
    let words: Vec<String> = name.split_whitespace().filter_map(short).collect();
    if words.is_empty() { anonymous(id) } else { words.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_keep_what_is_written_small() {
        for (name, expected) in [
            ("Jan van der Meer", "J. van der M."),
            ("Anna-Marie Bos", "A. B."),
            ("Ȧda Öst", "Ȧ. Ö."),
            ("'t Hooft, Gerard", "'t H. G."),
            ("piet", "p."),
            ("7", "N.N. 4"),
        ] {
            assert_eq!(initials(name, PlayerId::new(4).unwrap()), expected, "{name}");
        }
    }
}
