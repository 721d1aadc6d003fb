//! Messages of LiveChess: what is asked, and what its answers say.
//!
//! LiveChess 2 answers on a WebSocket, at `ws://HOST:1982/api/v1.0`. Members that are not read here
//! may be anything.

use std::time::Duration;

use board_feed::{LiveChessFields, LiveChessNews};
use draughts::Color;
use game_clock::ClockDisplay;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The longest time that a clock shows.
const SECONDS_MAX: u64 = 7 * 24 * 3_600;
/// The largest number of characters of a serial number.
const SERIAL_MAX: usize = 32;

/// A request of LiveChess.
#[derive(Serialize)]
struct Request<P> {
    call: &'static str,
    id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    param: Option<P>,
}

/// The changes that a request subscribes to.
#[derive(Serialize)]
struct Subscription<'a> {
    feed: &'static str,
    id: u64,
    param: SubscribedBoard<'a>,
}

#[derive(Serialize)]
struct SubscribedBoard<'a> {
    #[serde(rename = "serialnr")]
    serial: &'a str,
}

/// Returns the question for all boards.
///
/// # Errors
/// If it cannot be written as JSON, which is a bug.
pub(super) fn ask_boards(id: u64) -> serde_json::Result<String> {
    serde_json::to_string(&Request::<()> { call: "eboards", id, param: None })
}

/// Returns the request for the changes of a board.
///
/// # Errors
/// If it cannot be written as JSON, which is a bug.
pub(super) fn subscribe(id: u64, serial: &str) -> serde_json::Result<String> {
    let param = Subscription { feed: "eboardevent", id, param: SubscribedBoard { serial } };
    serde_json::to_string(&Request { call: "subscribe", id, param: Some(param) })
}

/// A message of LiveChess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// All boards, as an answer.
    Boards(Vec<Board>),
    /// The change of a board.
    Changed(Board),
    /// A request failed.
    Failed {
        /// The request.
        id: u64,
        /// The reason in its words.
        reason: String,
    },
    /// Nothing about boards, such as that a request was taken.
    Other,
}

/// News of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The serial number: letters and digits.
    pub serial: String,
    /// The news; a fault says why they cannot be read.
    pub news: Result<LiveChessNews, String>,
}

#[derive(Deserialize)]
struct Wire {
    response: String,
    #[serde(default)]
    id: u64,
    #[serde(default)]
    param: Value,
}

/// The reason of a refusal, if there is one.
#[derive(Default, Deserialize)]
struct WireFailure {
    #[serde(default)]
    message: Option<String>,
}

#[derive(Deserialize)]
struct WireBoard {
    serialnr: String,
    /// The outer is absent in changes that do not say it, the inner is null for a board that nobody
    /// has heard.
    #[serde(default, deserialize_with = "present")]
    state: Option<Option<String>>,
    #[serde(default)]
    battery: Option<String>,
    #[serde(default)]
    board: Option<String>,
    #[serde(default)]
    clock: Option<WireClock>,
}

#[derive(Deserialize)]
struct WireClock {
    white: u64,
    black: u64,
    /// True if White's time runs, null if neither does.
    run: Option<bool>,
}

/// Tells null from a member that is absent.
fn present<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Reads a message.
///
/// # Errors
/// If it is none of LiveChess.
pub fn read(text: &str) -> Result<Message, serde_json::Error> {
    let Wire { response, id, param } = serde_json::from_str(text)?;
    Ok(match response.as_str() {
        "call" if param.is_array() => {
            let boards: Vec<Value> = serde_json::from_value(param)?;
            Message::Boards(boards.into_iter().filter_map(listed).collect())
        }
        "feed" => {
            let board: WireBoard = serde_json::from_value(param)?;
            board.read(false).map_or(Message::Other, Message::Changed)
        }
        "error" => {
            let WireFailure { message } = serde_json::from_value(param).unwrap_or_default();
            Message::Failed { id, reason: message.unwrap_or_else(|| "without a reason".to_owned()) }
        }
        _ => Message::Other,
    })
}

/// Reads a board of a list, of which one that is odd spoils no other. `None` if nothing says which
/// board it is.
fn listed(value: Value) -> Option<Board> {
    let serial = value["serialnr"].as_str().filter(|serial| is_serial(serial)).map(str::to_owned);
    match serde_json::from_value::<WireBoard>(value) {
        Ok(board) => board.read(true),
        Err(error) => Some(Board { serial: serial?, news: Err(error.to_string()) }),
    }
}

/// Returns true if this may name a folder.
fn is_serial(text: &str) -> bool {
    (1..=SERIAL_MAX).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_alphanumeric())
}

impl WireBoard {
    /// Converts a board; in a list, one without a state is not there. `None` if it has no number
    /// that may name a folder.
    fn read(self, is_listed: bool) -> Option<Board> {
        if !is_serial(&self.serialnr) {
            return None;
        }
        let state = if is_listed { Some(self.state.flatten()) } else { self.state };
        let is_there = state.map(|state| matches!(state.as_deref(), Some("ACTIVE" | "DELAYED")));
        let battery = self.battery.as_deref().and_then(|text| text.strip_suffix('%')?.parse().ok());
        let fields = self.board.as_deref().map(LiveChessFields::read).transpose();
        let clock = self.clock.and_then(|clock| clock.read());
        let news = fields.map(|fields| LiveChessNews { is_there, battery, fields, clock });
        Some(Board { serial: self.serialnr, news: news.map_err(|error| error.to_string()) })
    }
}

impl WireClock {
    /// Converts a display; `None` if no clock shows such times.
    fn read(&self) -> Option<ClockDisplay> {
        if self.white > SECONDS_MAX || self.black > SECONDS_MAX {
            return None;
        }
        let [white, black] = [self.white, self.black].map(Duration::from_secs);
        let running = self.run.map(|is_white| if is_white { Color::White } else { Color::Black });
        Some(ClockDisplay { white, black, running, flag: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_their_changes_are_read() {
        let text = r#"{"response":"call","id":1,"time":1764246000000,"param":[
            {"serialnr":"7425","source":null,"state":"ACTIVE","battery":"87%","comment":null,
             "board":"10/1w8","flipped":false,"clock":{"white":4800,"black":4799,"run":true,"time":5}},
            {"serialnr":"7426","state":null,"battery":"3.7V","board":"8/8/8","clock":null},
            {"serialnr":"7427","state":"NOTRESPONDING","board":"1x"},
            {"serialnr":"../7428","state":"ACTIVE"}]}"#;
        let Message::Boards(boards) = read(text).unwrap() else { panic!("no boards") };
        let clock = ClockDisplay {
            white: Duration::from_secs(4_800),
            black: Duration::from_secs(4_799),
            running: Some(Color::White),
            flag: None,
        };
        let first = LiveChessNews {
            is_there: Some(true),
            battery: Some(87),
            fields: LiveChessFields::read("10/1w8").ok(),
            clock: Some(clock),
        };
        assert_eq!(boards[0], Board { serial: "7425".to_owned(), news: Ok(first) });
        let second = boards[1].news.as_ref().unwrap();
        assert_eq!((second.is_there, second.battery), (Some(false), None));
        assert!(boards[2].news.is_err() && boards.len() == 3, "{boards:?}");

        let text = r#"{"response":"feed","id":7,"param":{"serialnr":"7425","clock":
            {"white":1,"black":2,"run":null,"time":5},"san":["e4"],"match":false},"time":9}"#;
        let Message::Changed(board) = read(text).unwrap() else { panic!("no change") };
        let news = board.news.unwrap();
        assert_eq!((news.is_there, news.fields), (None, None));
        assert_eq!(news.clock.unwrap().running, None);
        let text = r#"{"response":"feed","id":7,"param":{"serialnr":"7425","state":null}}"#;
        let Message::Changed(board) = read(text).unwrap() else { panic!("no change") };
        assert_eq!(board.news.unwrap().is_there, Some(false));

        assert_eq!(read(r#"{"response":"call","id":4,"param":null}"#).unwrap(), Message::Other);
        let failed = r#"{"response":"error","id":4,"param":{"message":"no such board"}}"#;
        let reason = "no such board".to_owned();
        assert_eq!(read(failed).unwrap(), Message::Failed { id: 4, reason });
        for text in ["", "[]", "{}", r#"{"response":"feed","param":{"serialnr":7}}"#] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_board_that_is_odd_spoils_no_other_of_the_list() {
        for (odd, has_number) in [
            (r#"{"serialnr":"7426","state":7}"#, true),
            (r#"{"serialnr":"7426","state":"ACTIVE","board":["10"]}"#, true),
            (r#"{"serialnr":"7426","clock":{"white":-1,"black":0,"run":null}}"#, true),
            (r#"{"serialnr":"7426","state":"ACTIVE","board":"9/11"}"#, true),
            (r#"{"serialnr":7426,"state":"ACTIVE"}"#, false),
            (r#"{"state":"ACTIVE"}"#, false),
            ("null", false),
            ("[[]]", false),
        ] {
            let text = format!(
                r#"{{"response":"call","id":1,"param":[
                    {{"serialnr":"7425","state":"ACTIVE"}},{odd},{{"serialnr":"7427"}}]}}"#
            );
            let Message::Boards(boards) = read(&text).unwrap() else { panic!("no boards") };
            let heard = |board: &Board| (board.serial.clone(), board.news.is_ok());
            let mut expected = vec![("7425".to_owned(), true), ("7427".to_owned(), true)];
            if has_number {
                expected.insert(1, ("7426".to_owned(), false));
            }
            assert_eq!(boards.iter().map(heard).collect::<Vec<_>>(), expected, "{odd}");
        }
    }

    #[test]
    fn requests_are_those_of_its_description() {
        assert_eq!(ask_boards(1).unwrap(), r#"{"call":"eboards","id":1}"#);
        let param = r#"{"feed":"eboardevent","id":42,"param":{"serialnr":"7425"}}"#;
        let expected = format!(r#"{{"call":"subscribe","id":42,"param":{param}}}"#);
        assert_eq!(subscribe(42, "7425").unwrap(), expected);
    }
}
