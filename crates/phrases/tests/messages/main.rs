//! The message files: every message exists in every language, is used, and has its arguments;
//! articles are cited in one form.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a failed test panics")]
#![expect(clippy::disallowed_methods, reason = "the files of messages are read to be compared")]

mod articles;
mod files;
mod uses;

use std::collections::BTreeSet;

use files::{Message, files, messages, pages};

#[test]
fn every_language_has_the_same_files() {
    let names = |tag| files(tag).into_iter().map(|file| file.name).collect::<BTreeSet<_>>();
    assert_eq!(names("nl"), names("en"));
    assert_eq!(names("fy"), names("en"));
}

#[test]
fn every_file_can_be_read_and_no_key_is_given_twice() {
    for tag in ["en", "nl", "fy"] {
        // Each page reads a file of its own, so its keys may occur in others.
        let (mut keys, mut of_pages) = (BTreeSet::new(), BTreeSet::new());
        for file in files(tag) {
            let mut of_page = BTreeSet::new();
            let keys = if file.is_of_pages() { &mut of_page } else { &mut keys };
            for message in &file.messages {
                assert!(keys.insert(message.key.clone()), "{tag}: {} is given twice", message.key);
                assert!(
                    !message.texts.concat().trim().is_empty(),
                    "{tag}: {} is empty",
                    message.key
                );
            }
            of_pages.extend(of_page.into_iter().map(|key| (file.name.clone(), key)));
        }
        assert!(keys.len() > 200 && of_pages.len() > 150, "{tag}");
    }
}

#[test]
fn every_language_has_the_same_messages_with_the_same_arguments() {
    for of in [messages, pages] {
        let english = of("en");
        for tag in ["nl", "fy"] {
            let other = of(tag);
            for (key, message) in &english {
                let same = other.get(key).unwrap_or_else(|| panic!("{tag}: {key} is missing"));
                assert_eq!(same.arguments, message.arguments, "{tag}: arguments of {key}");
                assert_eq!(same.file, message.file, "{tag}: file of {key}");
            }
            let more: Vec<_> = other.keys().filter(|key| !english.contains_key(*key)).collect();
            assert!(more.is_empty(), "{tag}: not in English: {more:?}");
        }
    }
}

#[test]
fn every_message_is_used_and_every_use_has_its_arguments() {
    let messages = messages("en");
    let mut used = BTreeSet::new();
    for one in uses::uses() {
        let message = messages
            .get(&one.key)
            .unwrap_or_else(|| panic!("{}: there is no message {}", one.file, one.key));
        assert_eq!(one.arguments, message.arguments, "{}: arguments of {}", one.file, one.key);
        used.insert(one.key);
    }
    // The tests of the pages check the use of their messages.
    let unused: Vec<_> = messages.keys().filter(|key| !used.contains(*key)).collect();
    assert!(unused.is_empty(), "no code uses {unused:?}");
}

#[test]
fn articles_are_cited_in_one_way_alike_in_every_language() {
    let mut cited = 0;
    for of in [messages, pages] {
        let [english, dutch, frisian] = ["en", "nl", "fy"].map(of);
        for (key, message) in &english {
            let citations = citations(message);
            assert_eq!(self::citations(&dutch[key]), citations, "{key}");
            assert_eq!(self::citations(&frisian[key]), citations, "{key}");
            cited += citations.concat().len();
        }
    }
    assert!(cited > 40, "{cited}");
}

fn citations(message: &Message) -> Vec<Vec<String>> {
    let all = message.texts.iter().map(|text| articles::citations(text));
    all.collect::<Result<_, _>>().unwrap_or_else(|wrong| panic!("{}: {wrong}", message.key))
}

#[test]
fn crates_cite_articles_in_the_same_way() {
    use draughts::{Breach, Reason, RuleSet};
    use tournament::regulation::{Point, Preset};

    let mut articles = BTreeSet::new();
    for rules in RuleSet::ALL {
        articles.extend(Breach::ALL.into_iter().filter_map(|breach| breach.article(rules)));
        articles.extend(Reason::ALL.into_iter().filter_map(|reason| reason.article(rules)));
    }
    for preset in Preset::ALL {
        let regulation = tournament::regulation::Regulation::of(preset);
        articles.extend(Point::ALL.into_iter().filter_map(|point| regulation.article(point)));
        articles.extend(regulation.order.article);
        articles.extend(regulation.order.withdrawal.article(regulation.order.contest));
    }
    // The rules of the FMJD have names instead of numbers.
    articles.retain(|article| !article.starts_with("FMJD"));
    assert!(articles.len() > 40, "{articles:?}");
    for article in articles {
        assert_eq!(articles::citations(article), Ok(vec![article.to_owned()]));
    }
}
