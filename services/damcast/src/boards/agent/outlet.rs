//! The way of the news of one of several boards to its table.

use serde_json::Value;
use tokio::sync::mpsc;

use super::feed::{Feed, News, WAITING_MAX};
use crate::lines::InputLine;

/// A board that was found at a source of several.
#[derive(Debug)]
pub(super) struct FoundBoard {
    /// Its serial number.
    pub(super) serial: String,
    pub(super) feed: Feed,
}

/// The way to one table. News for which there is no room are lost, so that a table that does not
/// take them holds no other up; then its board has to begin anew.
#[derive(Debug)]
pub(super) struct Outlet {
    news: mpsc::Sender<News>,
    is_behind: bool,
}

impl Outlet {
    /// Makes a way, and the feed at its end.
    pub(super) fn new() -> (Self, Feed) {
        let (news, taken) = mpsc::channel(WAITING_MAX);
        (Self { news, is_behind: false }, Feed::of(taken))
    }

    /// Hands a line on, if there is room and none was lost before.
    pub(super) fn send(&mut self, line: &Value) {
        if !self.is_behind {
            let line = News::Line(InputLine::Whole(line.to_string().into()));
            self.is_behind = self.news.try_send(line).is_err();
        }
    }

    /// Tells that the board answers, if there is room.
    pub(super) fn tell_heard(&self) {
        if !self.is_behind {
            // The next one tells it again.
            drop(self.news.try_send(News::Heard));
        }
    }

    /// Returns true, once, if lines were lost and there is room again: the board begins anew.
    pub(super) fn has_to_begin_anew(&mut self) -> bool {
        let is_ready =
            self.is_behind && !self.news.is_closed() && self.news.capacity() >= WAITING_MAX / 2;
        self.is_behind &= !is_ready;
        is_ready
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn a_table_that_takes_nothing_loses_news_and_its_board_begins_anew() {
        let (mut outlet, mut feed) = Outlet::new();
        for number in 0..2 * WAITING_MAX {
            outlet.send(&json!({"number": number}));
            assert!(!outlet.has_to_begin_anew());
        }
        for number in 0..WAITING_MAX {
            let News::Line(InputLine::Whole(line)) = feed.next().await else { panic!("no line") };
            assert_eq!(line, json!({"number": number}).to_string().into_bytes());
        }
        assert!(outlet.has_to_begin_anew() && !outlet.has_to_begin_anew());
        outlet.send(&json!({"number": "next"}));
        assert!(
            matches!(feed.next().await, News::Line(InputLine::Whole(line)) if line == br#"{"number":"next"}"#)
        );
        // A sign of life for which there is no room is no loss.
        for _ in 0..=WAITING_MAX {
            outlet.tell_heard();
        }
        for _ in 0..WAITING_MAX {
            assert!(matches!(feed.next().await, News::Heard));
        }
        assert!(!outlet.has_to_begin_anew());
        drop(feed);
        outlet.send(&json!({}));
        assert!(!outlet.has_to_begin_anew());
    }
}
