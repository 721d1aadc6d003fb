//! Properties of the state after any history of commands.

#![expect(clippy::disallowed_types, reason = "the macro of proptest makes an Arc")]

use access::{Event, SubjectKind};
use proptest::prelude::*;

use super::*;

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

fn names() -> impl Strategy<Value = SubjectId> {
    proptest::sample::select(&NAMES[..]).prop_map(id)
}

fn roles() -> impl Strategy<Value = Role> {
    proptest::sample::select(&Role::ALL[..])
}

fn limits() -> impl Strategy<Value = Limits> {
    let tournament = proptest::option::of(proptest::sample::select(&["kk", "nk"][..]));
    let tables = proptest::option::of((1..4_u32, 0..3_u32));
    (tournament, tables, proptest::option::of(1..3_u32)).prop_map(
        |(tournament, tables, participant)| Limits {
            tournament: tournament.map(str::to_owned),
            tables: tables.map(|(first, more)| Tables::new(first, first + more).unwrap()),
            participant,
        },
    )
}

fn grants() -> impl Strategy<Value = GrantId> {
    (1..8_u32).prop_map(GrantId)
}

fn commands() -> impl Strategy<Value = Command> {
    let token =
        proptest::sample::select(&["x", "y"][..]).prop_map(|name| TokenId::new(name).unwrap());
    let expires = (0..20 * 3600_u64).prop_map(after);
    prop_oneof![
        (1..3_u8).prop_map(|byte| Command::SetKey { key: AuthorityKey([byte; 32]) }),
        names().prop_map(|subject| Command::AddPerson { subject, name: "Name".into() }),
        (names(), roles(), limits()).prop_map(|(subject, role, limits)| Command::Enrol {
            subject,
            key: device_key(),
            role,
            limits
        }),
        (names(), roles(), limits()).prop_map(|(subject, role, limits)| Command::Grant {
            subject,
            role,
            limits
        }),
        (grants(), limits()).prop_map(|(grant, limits)| Command::Narrow { grant, limits }),
        (grants(), limits()).prop_map(|(grant, limits)| Command::Move { grant, limits }),
        grants().prop_map(|grant| Command::Revoke { grant }),
        names().prop_map(|subject| Command::PutOut { subject }),
        (token.clone(), names(), expires)
            .prop_map(|(token, subject, expires)| Command::IssueToken { token, subject, expires }),
        token.prop_map(|token| Command::EndToken { token }),
    ]
}

fn authors() -> impl Strategy<Value = Author> {
    prop_oneof![Just(Author::Machine), names().prop_map(Author::Subject)]
}

proptest! {
    #[test]
    fn no_history_gives_anybody_more_than_somebody_could_give(
        history in prop::collection::vec((authors(), commands()), 1..60),
    ) {
        let mut venue = Venue::new();
        let mut events: Vec<Event> = Vec::new();
        for (by, command) in &history {
            let before = venue.0.clone();
            let Ok(decided) = venue.0.decide(by, NOON, command) else { continue };
            for event in &decided {
                venue.0.apply(event);
            }
            events.extend(decided);
            if let Author::Subject(author) = by {
                // A new or wider grant lies within one of the author's, of a higher role.
                for (number, grant) in venue.0.grants() {
                    let was = before.grant(number);
                    if was.is_some_and(|was| was.limits.contain(&grant.limits)) {
                        continue;
                    }
                    let could = before.grants_of(author).any(|(_number, own)| {
                        own.role.may_grant(grant.role) && own.limits.contain(&grant.limits)
                    });
                    prop_assert!(could, "{author} {command:?}: {grant:?}");
                }
            }
            for (_number, grant) in venue.0.grants() {
                let subject = venue.0.subject(&grant.subject).unwrap();
                prop_assert_eq!(subject.is_device(), grant.role.is_of_device());
                prop_assert!(subject.put_out.is_none());
                prop_assert!(grant.role != Role::Public);
            }
            for (_token, session) in venue.0.sessions() {
                prop_assert!(venue.0.subject(&session.subject).is_some());
            }
        }
        // The state is the fold of the events.
        let mut folded = Venue::new().0;
        events.iter().for_each(|event| folded.apply(event));
        prop_assert_eq!(&folded, &venue.0);
        for (_id, subject) in folded.subjects() {
            let is_person = matches!(subject.kind, SubjectKind::Person(_));
            prop_assert_eq!(is_person, subject.device_key().is_none());
        }
    }
}
