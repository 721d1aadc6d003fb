//! People and devices with what they may do, and every change of it, in words.

use std::collections::BTreeMap;

use access::{Access, Author, Change, Event, SubjectId, SubjectKind};
use phrases::{Language, access as phrase};
use proto::Timestamp;
use serde::Serialize;

use crate::{
    lines::printable,
    record_form::{Format, csv_line, line, moment},
};

/// Writes people and devices with their grants, and the tokens that count at the moment `now`.
pub(super) fn list(access: &Access, now: Timestamp, language: Language) -> String {
    let mut text = String::new();
    for (id, subject) in access.subjects().filter(|(_id, subject)| subject.put_out.is_none()) {
        let name = match &subject.kind {
            SubjectKind::Person(person) => printable(&person.name),
            SubjectKind::Device(_) => String::new(),
        };
        line(&mut text, &format!("{id}  {name}"));
        for (number, grant) in access.grants_of(id) {
            let role = phrase::role(grant.role, language);
            let limits = phrase::limits(&grant.limits, language);
            line(&mut text, &format!("  {number}  {role}, {limits}"));
        }
        for (passkey, it) in access.passkeys_of(id) {
            let passkey = phrase::passkey(passkey, it, language);
            line(&mut text, &format!("  {}", printable(&passkey)));
        }
        for (token, session) in access.open_sessions_of(id, now) {
            let until = moment(session.expires);
            line(&mut text, &format!("  {}", phrase::token(token, &until, language)));
        }
    }
    text
}

/// A change for programs.
#[derive(Serialize)]
struct ChangeJson<'a> {
    about: Option<&'a str>,
    at: &'a str,
    by: Option<&'a str>,
    kind: &'a str,
    what: &'a str,
}

/// Writes the changes, those of one person or device if `of` names them.
///
/// # Errors
/// If one cannot be written as JSON, which is a bug.
pub(super) fn log(
    events: &[Event],
    of: Option<&SubjectId>,
    format: Format,
    language: Language,
) -> serde_json::Result<String> {
    let mut names = BTreeMap::new();
    let mut text = String::new();
    if format == Format::Csv {
        line(&mut text, "at,by,kind,what");
    }
    let mut holders = BTreeMap::new();
    for Event { by, at, change } in events {
        if let Change::PersonAdded { subject, name } = change {
            names.insert(subject.clone(), printable(name));
        }
        if let Change::Granted { grant, subject, .. } = change {
            holders.insert(*grant, subject.clone());
        }
        let about = if let Change::Narrowed { grant, .. }
        | Change::Moved { grant, .. }
        | Change::Revoked { grant } = change
        {
            holders.get(grant)
        } else {
            change.subject()
        };
        let author = match by {
            Author::Machine => None,
            Author::Subject(author) => Some(author),
        };
        if of.is_some_and(|of| about != Some(of) && author != Some(of)) {
            continue;
        }
        let name = |id: &SubjectId| names.get(id).cloned().unwrap_or_else(|| id.to_string());
        let by = phrase::author(author.map(name).as_deref(), language);
        let what = phrase::change(change, about.map(name).as_deref(), language);
        let at = moment(*at);
        match format {
            Format::Text => line(&mut text, &format!("{at}  {by}: {what}")),
            Format::Json => {
                let by = author.map(SubjectId::as_str);
                let about = about.map(SubjectId::as_str);
                let change = ChangeJson { about, at: &at, by, kind: change.kind(), what: &what };
                line(&mut text, &serde_json::to_string(&change)?);
            }
            Format::Csv => {
                let cells = [at.as_str(), by.as_str(), change.kind(), what.as_str()];
                line(&mut text, &csv_line(&cells));
            }
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use access::{AuthorityKey, Command, Limits, Role};

    use super::*;

    fn history() -> (Access, Vec<Event>) {
        let (mut access, mut events) = (Access::default(), Vec::new());
        let id = |id: &str| SubjectId::new(id).unwrap();
        let at = Timestamp::from_millis(1_795_430_645_000);
        for command in [
            Command::SetKey { key: AuthorityKey([1; 32]) },
            Command::AddPerson { subject: id("ids"), name: "Ids \"de\" Vries".into() },
            Command::Grant { subject: id("ids"), role: Role::Arbiter, limits: Limits::default() },
            Command::AddPerson { subject: id("anna"), name: "Anna".into() },
            Command::Revoke { grant: access::GrantId(1) },
        ] {
            for event in access.decide(&Author::Machine, at, &command).unwrap() {
                access.apply(&event);
                events.push(event);
            }
        }
        (access, events)
    }

    #[test]
    fn the_record_says_who_did_what_when_and_about_whom() {
        let (_access, events) = history();
        let log = |of, format| log(&events, of, format, Language::English).unwrap();
        let all = log(None, Format::Text);
        assert_eq!(all.lines().count(), 5, "{all}");
        assert!(all.starts_with("2026-11-23T"), "{all}");
        let ids = SubjectId::new("ids").unwrap();
        let of_ids = log(Some(&ids), Format::Json);
        let kinds: Vec<_> = of_ids
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["kind"].clone())
            .collect();
        assert_eq!(kinds, ["person-added", "granted", "revoked"]);
        let first = of_ids.lines().next().unwrap();
        let moment = all.split_once("  ").unwrap().0;
        let expected = format!("{{\"about\":\"ids\",\"at\":\"{moment}\",\"by\":null,\"kind\":");
        assert!(first.starts_with(&expected), "{first}");
        let csv = log(Some(&ids), Format::Csv);
        assert!(csv.contains("Ids \"\"de\"\" Vries"), "{csv}");
        assert!(csv.starts_with("at,by,kind,what\n"), "{csv}");
    }

    #[test]
    fn the_list_has_who_is_known_and_what_they_may_do() {
        let (access, _events) = history();
        let text = list(&access, Timestamp::from_millis(0), Language::English);
        assert!(text.contains("ids  Ids \"de\" Vries") && text.contains("anna  Anna"), "{text}");
        assert!(!text.contains("arbiter"), "{text}");
    }
}
