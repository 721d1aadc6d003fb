//! Decisions, rulings and changes of seats as lines: their author, moment, device and reason, in
//! words.

use live_game::{
    InputId,
    table::{DeskAct, SeatEvent},
};
use phrases::{Language, access::role_named, ruling, seats};
use proto::{
    Timestamp,
    convert::{Record, game_commands},
    subject::GameId,
};
use runtime::LogEntry;
use serde::Serialize;
use tournament::{Event, Tournament};

use crate::{
    lines::printable,
    record_form::{Format, csv_line, line, moment},
};

/// The kind of rulings on games.
pub(super) const RULINGS: &str = "rulings";
/// The kind of changes of seats and of the grace.
pub(super) const DEVICES: &str = "devices";

/// A decision, a ruling, or a change of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) at: Timestamp,
    /// The person; empty for what follows from a game.
    by: String,
    /// The name of the role; empty where the log does not know it.
    role: String,
    /// The device; empty where the log does not know it.
    device: String,
    /// The kinds of its events.
    kinds: Vec<&'static str>,
    /// As in "r3-t12"; empty for what is not about a game.
    game: String,
    what: String,
    /// Empty if there is none, or the words have it.
    reason: String,
}

/// The limits of a search.
#[derive(Clone, Debug)]
pub(super) struct Sought<'a> {
    /// Empty for every kind.
    pub(super) kinds: &'a [String],
    pub(super) by: Option<&'a str>,
    pub(super) find: Option<String>,
}

impl Entry {
    /// Returns the decision of an entry of TOURNAMENT; `None` of another record.
    pub(super) fn of_decision(
        entry: &LogEntry,
        tournament: &Tournament,
        language: Language,
    ) -> Option<Self> {
        let Record::Tournament(events) = &entry.record else { return None };
        let mut decision = Self {
            at: entry.recorded_at,
            by: String::new(),
            role: String::new(),
            device: String::new(),
            kinds: Vec::new(),
            game: String::new(),
            what: String::new(),
            reason: String::new(),
        };
        let mut texts = Vec::new();
        for event in events {
            if let Event::Ruled { by, at } = event {
                decision.at = *at;
                decision.by = printable(by.name().unwrap_or_default());
                decision.role = role_named(by.role(), language);
                decision.device = printable(by.device());
                decision.reason = printable(by.reason());
                continue;
            }
            let kind = event.kind().map(tournament::EventKind::as_str);
            decision.kinds.extend(kind.filter(|kind| !decision.kinds.contains(kind)));
            texts.extend(phrases::tournament::event(tournament, event, language));
        }
        decision.what = printable(&texts.join("; "));
        Some(decision)
    }

    /// Returns the ruling of an entry of INPUT on a game; `None` of what nobody ruled, such as a
    /// move.
    pub(super) fn of_ruling(
        entry: &LogEntry,
        game: GameId,
        tournament: &Tournament,
        is_refused: impl Fn(&InputId) -> bool,
        language: Language,
    ) -> Option<Self> {
        let Record::Input(input) = &entry.record else { return None };
        // The record of the tournament tells these.
        if input.record().device == InputId::TOURNAMENT {
            return None;
        }
        let variant = tournament.regulation()?.rules.variant();
        let commands = game_commands(&entry.record, variant).ok()?;
        let mut what = ruling::ruling(commands.first()?, language)?;
        if is_refused(&input.id) {
            what = ruling::refused(&what, language);
        }
        let record = input.record();
        let by = if record.bearer.is_empty() { &record.by } else { &record.bearer };
        let reasons = [&record.ruling_reason, &record.reason];
        Some(Self {
            at: Timestamp::from_millis(record.at_ms),
            by: printable(by),
            role: role_named(&record.role, language),
            device: printable(&record.device),
            kinds: vec![RULINGS],
            game: game.to_string(),
            what: printable(&what),
            reason: reasons
                .into_iter()
                .find(|reason| !reason.is_empty())
                .map(|reason| printable(reason))
                .unwrap_or_default(),
        })
    }

    /// Returns who changed a seat or the grace with an entry of INPUT at the tables; `None` of
    /// another record, and where the log does not tell.
    pub(super) fn of_seats(entry: &LogEntry, language: Language) -> Option<Self> {
        let Record::Tables(event) = &entry.record else { return None };
        let DeskAct { by, role, subject: _, at } = event.act()?;
        let device =
            if let SeatEvent::GraceSet { device, .. } = event { device.as_str() } else { "" };
        Some(Self {
            at: *at,
            by: printable(by),
            role: role_named(role, language),
            device: printable(device),
            kinds: vec![DEVICES],
            game: String::new(),
            what: printable(&seats::change(event, language)?),
            reason: String::new(),
        })
    }

    fn is_sought(&self, sought: &Sought<'_>) -> bool {
        let words = [&*self.game, &self.what, &self.reason, &self.by].join(" ").to_lowercase();
        let find = sought.find.as_deref().map(str::to_lowercase);
        let is_of_kind = |kind: &String| self.kinds.contains(&kind.as_str());
        (sought.kinds.is_empty() || sought.kinds.iter().any(is_of_kind))
            && sought.by.is_none_or(|by| self.by == by)
            && find.is_none_or(|find| words.contains(&find))
    }
}

/// An entry for programs.
#[derive(Serialize)]
struct EntryJson<'a> {
    at: &'a str,
    by: &'a str,
    device: &'a str,
    game: &'a str,
    kind: &'a str,
    reason: &'a str,
    role: &'a str,
    what: &'a str,
}

/// Writes the entries that are looked for.
///
/// # Errors
/// If one cannot be written as JSON, which is a bug.
pub(super) fn written(
    entries: &[Entry],
    sought: &Sought<'_>,
    format: Format,
    language: Language,
) -> serde_json::Result<String> {
    let mut text = String::new();
    if format == Format::Csv {
        line(&mut text, "at,by,role,device,kind,game,what,reason");
    }
    for entry in entries.iter().filter(|entry| entry.is_sought(sought)) {
        let Entry { at, by, role, device, kinds, game, what, reason } = entry;
        let (at, kind) = (moment(*at), kinds.join(" "));
        match format {
            Format::Text => {
                let by = if by.is_empty() { ruling::by_the_game(language) } else { by.clone() };
                let known: Vec<_> =
                    [role, device].into_iter().filter(|it| !it.is_empty()).cloned().collect();
                let origin = if known.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", known.join(", "))
                };
                let game = if game.is_empty() { String::new() } else { format!("{game}: ") };
                let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
                line(&mut text, &format!("{at}  {by}{origin}: {game}{what}{reason}"));
            }
            Format::Json => {
                let (at, kind) = (&*at, &*kind);
                let entry = EntryJson { at, by, device, game, kind, reason, role, what };
                line(&mut text, &serde_json::to_string(&entry)?);
            }
            Format::Csv => {
                let cells = [&*at, by, role, device, &*kind, game, what, reason];
                line(&mut text, &csv_line(&cells));
            }
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        let at = Timestamp::from_millis(1_795_430_645_000);
        let decision = Entry {
            at,
            by: "Anna".to_owned(),
            role: "chief arbiter".to_owned(),
            device: "desk-2".to_owned(),
            kinds: vec!["results", "presence"],
            game: String::new(),
            what: "round 1, table 2: draw".to_owned(),
            reason: String::new(),
        };
        let ruling = Entry {
            by: "Berend".to_owned(),
            role: String::new(),
            device: "desk-1".to_owned(),
            kinds: vec![RULINGS],
            game: "r1-t1".to_owned(),
            what: "moves are taken back from ply 3 on".to_owned(),
            reason: "claimed, \"at once\"".to_owned(),
            ..decision
        };
        let of_game = Entry {
            by: String::new(),
            role: String::new(),
            device: String::new(),
            kinds: vec!["rounds"],
            ..decision.clone()
        };
        vec![decision, ruling, of_game]
    }

    fn all(format: Format, kinds: &[&str], by: Option<&str>, find: Option<&str>) -> String {
        let kinds: Vec<_> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
        let sought = Sought { kinds: &kinds, by, find: find.map(str::to_owned) };
        written(&entries(), &sought, format, Language::English).unwrap()
    }

    #[test]
    fn the_record_says_who_decided_what_when_from_which_device_and_why() {
        assert_eq!(
            all(Format::Text, &[], None, None),
            "2026-11-23T10:44:05Z  Anna (chief arbiter, desk-2): round 1, table 2: draw\n\
             2026-11-23T10:44:05Z  Berend (desk-1): r1-t1: moves are taken back from ply 3 on \
             (claimed, \"at once\")\n\
             2026-11-23T10:44:05Z  follows from a game: round 1, table 2: draw\n"
        );
        assert_eq!(
            all(Format::Csv, &["rulings"], None, None),
            "at,by,role,device,kind,game,what,reason\n\
             \"2026-11-23T10:44:05Z\",\"Berend\",\"\",\"desk-1\",\"rulings\",\"r1-t1\",\
             \"moves are taken back from ply 3 on\",\"claimed, \"\"at once\"\"\"\n"
        );
    }

    #[test]
    fn an_entry_for_programs_has_its_members_in_the_order_of_the_alphabet() {
        assert_eq!(
            all(Format::Json, &["rulings"], None, None),
            "{\"at\":\"2026-11-23T10:44:05Z\",\"by\":\"Berend\",\"device\":\"desk-1\",\
             \"game\":\"r1-t1\",\"kind\":\"rulings\",\"reason\":\"claimed, \\\"at once\\\"\",\
             \"role\":\"\",\"what\":\"moves are taken back from ply 3 on\"}\n"
        );
    }

    #[test]
    fn it_is_filtered_by_kind_person_and_words() {
        let kinds = |text: String| -> Vec<String> {
            let values = text.lines().map(serde_json::from_str::<serde_json::Value>);
            values.map(|value| value.unwrap()["kind"].as_str().unwrap().to_owned()).collect()
        };
        let json = |kinds: &[&str], by, find| all(Format::Json, kinds, by, find);
        assert_eq!(
            kinds(json(&["presence", "rounds"], None, None)),
            ["results presence", "rounds"]
        );
        assert_eq!(kinds(json(&[], Some("Berend"), None)), ["rulings"]);
        assert_eq!(kinds(json(&[], None, Some("AT ONCE"))), ["rulings"]);
        assert_eq!(kinds(json(&["ties"], None, None)), Vec::<String>::new());
    }
}
