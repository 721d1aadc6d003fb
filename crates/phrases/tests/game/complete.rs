//! Every message exists in every language, with the same squares, plies and counts, and its neutral
//! form gives no hint (rules art. 24).

use std::collections::BTreeSet;

use draughts::{Breach, Color, Count, CountKind, Outcome, Reason, RuleSet, Score, Square};
use live_game::Refusal;
use phrases::Language;

use crate::said::{Explain as _, ExplainNeutrally as _, ExplainUnder as _};
use crate::samples::{capture, claim, every_refusal, illegal, irregular, quiet};

/// Returns the numbers in a text: squares, plies and counts.
fn numbers(text: &str) -> BTreeSet<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// Checks one message: three different clauses with the same squares, plies and counts.
#[track_caller]
fn check_alike(texts: &[String; 3]) {
    let [english, dutch, frisian] = texts;
    let kinds: BTreeSet<&String> = texts.iter().collect();
    assert_eq!(kinds.len(), 3, "{texts:?}");
    assert_eq!(numbers(english), numbers(dutch), "{texts:?}");
    assert_eq!(numbers(english), numbers(frisian), "{texts:?}");
    for text in texts {
        let first = text.split([' ', ',']).next().unwrap_or_default();
        let is_name = ["White", "Black"].contains(&first);
        assert!(is_name || !first.starts_with(char::is_uppercase), "{text:?} is a clause");
        let is_whole = text.ends_with(|c: char| c.is_alphanumeric() || ")]".contains(c));
        assert!(is_whole && !text.contains("  "), "{text:?}");
    }
}

#[test]
fn a_language_is_chosen_by_its_tag() {
    use Language::{Dutch, English, Frisian};
    for (tag, expected) in [
        ("en", English),
        ("nl", Dutch),
        ("fy", Frisian),
        ("nl-NL", Dutch),
        ("NL_be", Dutch),
        ("fy-Latn-NL", Frisian),
        ("de", English),
        ("nld", English),
        ("", English),
    ] {
        assert_eq!(Language::from_tag(tag), expected, "{tag}");
    }
    for language in Language::ALL {
        assert_eq!(Language::from_tag(language.tag()), language);
    }
}

#[test]
fn every_refusal_is_explained_in_every_language() {
    let refusals = every_refusal();
    let names: BTreeSet<&str> = refusals.iter().map(Refusal::as_str).collect();
    assert_eq!(names.len(), refusals.len());
    for refusal in refusals {
        check_alike(&Language::ALL.map(|language| refusal.explain(RuleSet::Frisian, language)));
        check_alike(&Language::ALL.map(|language| refusal.explain_neutrally(language)));
    }
}

#[test]
fn every_number_of_a_refusal_is_told() {
    for (refusal, expected) in [
        (Refusal::PlyTooFarAhead { expected: 11, got: 99 }, vec![11, 99]),
        (Refusal::HeldFull { expected: 11, limit: 64 }, vec![11, 64]),
        (Refusal::NoSuchPly { ply: 40, next: 12 }, vec![12, 40]),
        (Refusal::WaitedTooLong { ply: 9, expected: 8 }, vec![8, 9]),
        (Refusal::WrongFirstPly { expected: 81, got: 83 }, vec![81, 83]),
        (Refusal::WrongMoveCount { count: 501, limit: 500 }, vec![1, 500, 501]),
        (
            Refusal::PlyAlreadyPlayed { ply: 7, played: quiet(33, 29), claimed: claim(33, 28) },
            vec![7, 28, 29, 33],
        ),
    ] {
        for language in Language::ALL {
            let text = refusal.explain(RuleSet::Frisian, language);
            assert_eq!(numbers(&text), expected.iter().copied().collect(), "{text}");
        }
    }
}

#[test]
fn every_breach_is_explained_with_its_article() {
    for breach in Breach::ALL {
        check_alike(&Language::ALL.map(|language| breach.explain(language)));
        let (illegal, irregular) = (illegal(breach), irregular(breach));
        check_alike(&Language::ALL.map(|language| illegal.explain(RuleSet::Frisian, language)));
        check_alike(&Language::ALL.map(|language| irregular.explain(RuleSet::Frisian, language)));
        for language in Language::ALL {
            let article = breach.article(RuleSet::Frisian).expect("an article");
            let article = format!("({article})");
            assert!(illegal.explain(RuleSet::Frisian, language).contains(&article), "{breach:?}");
            let kind = breach.kind().map_or_else(String::new, |kind| kind.to_string());
            assert!(irregular.explain(RuleSet::Frisian, language).contains(&kind), "{breach:?}");
        }
    }
}

#[test]
fn every_end_is_told_in_every_language() {
    for reason in Reason::ALL {
        check_alike(&Language::ALL.map(|language| reason.explain(language)));
    }
    for color in Color::BOTH {
        check_alike(&Language::ALL.map(|language| color.explain(language)));
    }
    for score in Score::ALL {
        let texts = Language::ALL.map(|language| score.explain(language));
        if score == Score::Draw {
            assert_eq!(texts, ["draw", "remise", "remise"]);
        } else {
            check_alike(&texts);
        }
    }
}

#[test]
fn art24_neutral_texts_give_no_hint() {
    for breach in Breach::ALL {
        for language in Language::ALL {
            for text in [
                illegal(breach).explain_neutrally(language),
                Refusal::IllegalMove(illegal(breach)).explain_neutrally(language),
            ] {
                assert_eq!(numbers(&text), BTreeSet::from([27, 32]), "{text}");
                assert!(!text.contains(&breach.explain(language)), "{text}");
            }
        }
    }
    let hints = ["slaan", "slag", "slach", "captur", "obligat", "verplicht", "ferplicht"];
    let is_hint = |word: &str| hints.iter().any(|hint| word.starts_with(hint));
    for sample in every_refusal() {
        let nested = Refusal::BrokenRecord { ply: 82, refusal: Box::new(sample.clone()) };
        for language in Language::ALL {
            for text in [sample.explain_neutrally(language), nested.explain_neutrally(language)] {
                assert!(!text.split(' ').any(is_hint), "{text}");
            }
        }
    }
    // Neutral texts contain neither the candidates of an ambiguous capture nor the played move.
    let told = |refusal: &Refusal, language| numbers(&refusal.explain_neutrally(language));
    for language in Language::ALL {
        for (sample, expected) in [
            (
                Refusal::AmbiguousMove {
                    played: claim(3, 50),
                    candidates: vec![capture(3, 50, &[14, 29]), capture(3, 50, &[16, 34])],
                    others: 0,
                },
                BTreeSet::from([3, 50]),
            ),
            (
                Refusal::PlyAlreadyPlayed { ply: 7, played: quiet(33, 29), claimed: claim(33, 28) },
                BTreeSet::from([7]),
            ),
        ] {
            assert_eq!(told(&sample, language), expected);
        }
    }
}

#[test]
fn every_end_is_cited_by_its_article_under_every_rule_set() {
    for rules in RuleSet::ALL {
        for reason in Reason::ALL {
            for score in Score::ALL {
                let Ok(outcome) = Outcome::checked(score, reason) else { continue };
                let texts = Language::ALL.map(|language| outcome.explain(rules, language));
                check_alike(&texts);
                let article = reason.article(rules);
                assert!(texts.iter().all(|text| text.ends_with(')') == article.is_some()));
                for text in &texts[1..] {
                    let is_english = |word| text.contains(word);
                    assert!(!["rule", "move", "repetition"].into_iter().any(is_english), "{text}");
                }
            }
        }
    }
}

#[test]
fn every_count_is_told_in_every_language() {
    let square = Square::new(33).expect("a square");
    let draws = Reason::ALL.map(CountKind::Draw);
    for kind in draws.into_iter().chain([CountKind::KingRun(square)]) {
        for rules in RuleSet::ALL {
            for side in [None, Some(Color::Black)] {
                let count = Count { kind, made: 6, limit: 9, side };
                let texts = Language::ALL.map(|language| count.explain(rules, language));
                assert!(numbers(&texts[0]).is_superset(&BTreeSet::from([6, 9])));
                check_alike(&texts);
                for (text, color) in texts.iter().zip(["Black", "zwart", "swart"]) {
                    assert_eq!(text.contains(color), side.is_some(), "{text}");
                }
            }
        }
    }
}
