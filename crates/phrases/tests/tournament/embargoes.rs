//! Sentences about embargoes.

use draughts::Timestamp;
use tournament::{Embargo, EmbargoScope, Event, PublicDelay};

use crate::{
    commands::{round, table},
    decisions::{assert_texts, two},
};

#[test]
fn embargoes_are_told_with_their_part_their_delay_and_their_reason() {
    let tournament = two();
    for (event, texts) in [
        (
            Event::EmbargoSet {
                scope: EmbargoScope::Tournament,
                embargo: Some(Embargo::Delay(PublicDelay::from_seconds(900).unwrap())),
                at: Timestamp::from_millis(0),
                reason: String::new(),
            },
            [
                "the tournament: the public sees it 15 min later",
                "het toernooi: het publiek ziet het 15 min later",
                "it toernoai: it publyk sjocht it 15 min letter",
            ],
        ),
        (
            Event::EmbargoSet {
                scope: EmbargoScope::Board(round(1), table(2)),
                embargo: Some(Embargo::UntilGameEnds),
                at: Timestamp::from_millis(0),
                reason: "sponsor".to_owned(),
            },
            [
                "round 1, table 2: the public sees games once they have ended: sponsor",
                "ronde 1, tafel 2: het publiek ziet partijen als ze zijn afgelopen: sponsor",
                "omgong 1, tafel 2: it publyk sjocht partijen as se ôfrûn binne: sponsor",
            ],
        ),
        (
            Event::EmbargoSet {
                scope: EmbargoScope::Round(round(1)),
                embargo: Some(Embargo::UntilRoundEnds),
                at: Timestamp::from_millis(0),
                reason: String::new(),
            },
            [
                "round 1: the public sees it once the round has ended",
                "ronde 1: het publiek ziet het als de ronde is afgelopen",
                "omgong 1: it publyk sjocht it as de omgong ôfrûn is",
            ],
        ),
        (
            Event::EmbargoSet {
                scope: EmbargoScope::Round(round(1)),
                embargo: None,
                at: Timestamp::from_millis(0),
                reason: "over".to_owned(),
            },
            [
                "round 1: the public sees it at once: over",
                "ronde 1: het publiek ziet het direct: over",
                "omgong 1: it publyk sjocht it daliks: over",
            ],
        ),
        (
            Event::EmbargoSet {
                scope: EmbargoScope::Tournament,
                embargo: Some(Embargo::Delay(PublicDelay::from_seconds(90).unwrap())),
                at: Timestamp::from_millis(0),
                reason: String::new(),
            },
            [
                "the tournament: the public sees it 90 s later",
                "het toernooi: het publiek ziet het 90 s later",
                "it toernoai: it publyk sjocht it 90 s letter",
            ],
        ),
        (
            Event::EmbargoReleased {
                scope: EmbargoScope::Board(round(1), table(2)),
                at: Timestamp::from_millis(0),
                reason: "press".to_owned(),
            },
            [
                "round 1, table 2: the public sees everything so far: press",
                "ronde 1, tafel 2: het publiek ziet alles tot nu toe: press",
                "omgong 1, tafel 2: it publyk sjocht alles oant no ta: press",
            ],
        ),
    ] {
        assert_texts(&tournament, &event, texts);
    }
}
