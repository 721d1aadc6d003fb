//! Refusals of texts, and texts that run from right to left in sentences and files.

use draughts::text::{CharacterFault, TextError};
use phrases::{Language, crosstable, refusal, text, tournament::event};
use tournament::crosstable::{Crosstable, Layout, Person};
use tournament::ranking::{Order, Running, rank};
use tournament::{
    ConfusableName, Entry, EntryError, Event, MixedScripts, Player, PlayerId, Refusal, Tournament,
};

fn character(fault: CharacterFault) -> TextError {
    TextError::Character { character: '\u{202e}', position: 5, fault }
}

#[test]
fn a_refused_text_is_told_by_code_point_and_place_in_every_language() {
    let name = Refusal::Entry(EntryError::Text(character(CharacterFault::Direction)));
    let scripts = MixedScripts { character: '\u{430}', position: 2 };
    let confusable = Refusal::Confusable(ConfusableName {
        name: "Cop".to_owned(),
        other: "Сор".to_owned(),
        participant: PlayerId::new(3).unwrap().into(),
    });
    for (refusal, texts) in [
        (
            name,
            [
                "a name: character 5 is U+202E, which changes the direction of the text",
                "een naam: teken 5 is U+202E, dat de schrijfrichting verandert",
                "in namme: teken 5 is U+202E, dat de skriuwrjochting feroaret",
            ],
        ),
        (
            Refusal::Entry(EntryError::Scripts(scripts)),
            [
                "a name: character 2 is U+0430, of another script than the letters before it",
                "een naam: teken 2 is U+0430, uit een ander schrift dan de letters ervoor",
                "in namme: teken 2 is U+0430, út in oar skrift as de letters derfoar",
            ],
        ),
        (
            Refusal::Notice(TextError::TooLong { chars_max: 500 }),
            [
                "the notice: it has more than 500 characters",
                "de mededeling: er zijn meer dan 500 tekens",
                "de meidieling: der binne mear as 500 tekens",
            ],
        ),
        (
            confusable,
            [
                "“Cop” looks like “Сор”, the name of participant 3",
                "“Cop” lijkt op “Сор”, de naam van deelnemer 3",
                "“Cop” liket op “Сор”, de namme fan dielnimmer 3",
            ],
        ),
    ] {
        let told = Language::ALL.map(|language| refusal::tournament(&refusal, language));
        assert_eq!(told, texts);
    }
}

#[test]
fn every_fault_of_a_text_has_its_own_sentence() {
    for language in Language::ALL {
        let faults = CharacterFault::ALL.map(character);
        let mut told: Vec<String> = faults.map(|fault| text::fault(fault, language)).into();
        told.push(text::fault(TextError::TooLong { chars_max: 100 }, language));
        let refusals = [
            Refusal::TournamentName,
            Refusal::Reason(TextError::TooLong { chars_max: 100 }),
            Refusal::Entry(EntryError::NameMissing),
            Refusal::Entry(EntryError::NameTooLong),
            Refusal::Entry(EntryError::ClubTooLong),
            Refusal::Entry(EntryError::CategoryTooLong),
            Refusal::Entry(EntryError::MemberTooLong),
        ];
        told.extend(refusals.iter().map(|one| refusal::tournament(one, language)));
        let count = told.len();
        told.sort();
        told.dedup();
        assert_eq!(told.len(), count, "{told:?}");
    }
    assert_eq!(Entry::NAME_CHARS_MAX, 100);
}

#[test]
fn a_name_in_a_sentence_turns_nothing_around_it() {
    let entered = |name: &str| {
        let player = Player {
            id: PlayerId::new(1).unwrap(),
            name: name.to_owned(),
            club: None,
            rating: None,
            category: None,
            birth_year: None,
            member: None,
            publicity: None,
        };
        event(&Tournament::default(), &Event::PlayerEntered { player }, Language::English).unwrap()
    };
    assert_eq!(entered("Anne"), "Anne is entered as number 1");
    assert_eq!(entered("Anne\u{202e}\u{feff}"), "Anne is entered as number 1");
    assert_eq!(entered("דוד"), "\u{2068}דוד\u{2069} is entered as number 1");
}

#[test]
fn a_name_of_an_older_log_turns_nothing_in_a_file() {
    let results = super::results::results(2, Vec::new());
    let order = Order::frisian_club_event();
    let ranking = rank(&results, &order, Running::Ignored).unwrap();
    let person = |_| Person { name: "An\u{202e}ne\u{feff}".to_owned(), ..Person::default() };
    let table = Crosstable::new(&ranking, &results, Layout::RoundRobin, person);
    let csv = crosstable::csv(&table, Language::English);
    let html = crosstable::html(&table, "KK\u{202e}", "notice\u{2067}", Language::English);
    for file in [csv, html] {
        assert!(file.contains("Anne"), "{file}");
        assert!(!file.contains(['\u{202e}', '\u{2067}', '\u{feff}']), "{file}");
    }
}
