//! Tests of decisions, which are read from the log, and of long lists in pages.

use phrases::Language;
use proto::v1::{ListTournamentsRequest, tournament_event::Event as Wire};
use runtime::{LogEntry, Page, Stored};
use tonic::{Code, Status};
use tournament::{
    Author, Command, Entry, Estimates, RoundNumber, Tournament, ranking::Participant,
    regulation::Format,
};

use super::{Log, WHITE, created, of_game, open_round, record};
use crate::{decisions, error::Error, grpc::answers, listing::Listing, standings::StandingsQuery};

fn entries(written: &[LogEntry], is_more: bool) -> Page {
    Page { entries: written.iter().cloned().map(Ok).collect(), is_more }
}

#[test]
fn a_decision_is_listed_with_author_role_device_time_and_events() {
    let mut log = open_round();
    let participant = Participant::new(2).unwrap();
    let withdraw = Command::Withdraw { participant, reason: "ill".to_owned() };
    let jan = Author::named("Jan").unwrap().at("desk-7", "arbiter");
    log.tell_by(&withdraw, &jan, None);
    let page = entries(&log.entries[5..], false);
    let page = decisions::decisions(page, 1, &log.state, Language::Frisian).unwrap();
    let [decision] = page.decisions.as_slice() else { panic!("{page:?}") };
    let origin = (&*decision.device, &*decision.role, &*decision.role_text);
    assert_eq!(origin, ("desk-7", "arbiter", "arbiter"));
    assert_eq!((decision.version, decision.by.as_str(), decision.at_ms), (6, "Jan", 5));
    assert_eq!(decision.cause, None);
    let told = decision.events.first().unwrap();
    assert_eq!(told.text, "B is ophâlden: ill");
    let Some(Wire::ParticipantWithdrawn(withdrawn)) = &told.event.as_ref().unwrap().event else {
        panic!("{told:?}")
    };
    assert_eq!((withdrawn.participant, withdrawn.reason.as_str()), (2, "ill"));
}

#[test]
fn a_decision_that_follows_from_a_game_has_a_cause_and_no_author() {
    let mut log = open_round();
    log.execute(&record(WHITE), of_game(77));
    let page = entries(&log.entries[5..], false);
    let page = decisions::decisions(page, 1, &log.state, Language::English).unwrap();
    let [decision] = page.decisions.as_slice() else { panic!("{page:?}") };
    assert_eq!((decision.by.as_str(), decision.cause.clone()), ("", of_game(77)));
    let texts: Vec<_> = decision.events.iter().map(|event| event.text.as_str()).collect();
    assert_eq!(texts, ["round 1, table 1: White wins", "round 1 is closed"]);
}

#[test]
fn a_page_of_decisions_has_the_token_of_the_next() {
    let log = open_round();
    let page = |written, is_more| {
        let page = entries(written, is_more);
        let page = decisions::decisions(page, 7, &log.state, Language::English).unwrap();
        let versions: Vec<_> = page.decisions.iter().map(|decision| decision.version).collect();
        (versions, page.next_page_token, page.later_token)
    };
    let text = |text: &str| text.to_owned();
    assert_eq!(page(&log.entries[..2], true), (vec![1, 2], text("21"), text("21")));
    assert_eq!(page(&log.entries[2..], false), (vec![3, 4, 5], text(""), text("51")));
    assert_eq!(page(&[], false), (vec![], text(""), text("7")));
    let stored = Stored {
        subject: log.subject.to_string(),
        sequence: 60,
        headers: Default::default(),
        payload: vec![1].into(),
    };
    let broken = Page { entries: vec![LogEntry::read(stored)], is_more: false };
    let broken = decisions::decisions(broken, 1, &Tournament::default(), Language::English);
    assert!(broken.is_err());
}

#[test]
fn tournaments_are_listed_in_pages() {
    let mut key = open_round().subject.tournament;
    let all = Listing::default();
    for (venue, id) in [("assen", "kk"), ("main", "ha"), ("main", "kk"), ("main", "rhaa")] {
        key.venue = venue.parse().unwrap();
        key.tournament = id.parse().unwrap();
        all.set(&key, &open_round().state);
    }
    let page = |venue: &str, page_size, page_token: &str| {
        let (venue, page_token) = (venue.to_owned(), page_token.to_owned());
        let request = ListTournamentsRequest { venue, page_size, page_token };
        let listed = all.page(&request).unwrap();
        let ids = listed.tournaments.iter().map(|one| one.tournament.clone().unwrap());
        let ids: Vec<_> = ids.map(|one| format!("{}/{}", one.venue, one.tournament)).collect();
        (ids.join(" "), listed.next_page_token)
    };
    let told = |ids: &str, next: &str| (ids.to_owned(), next.to_owned());
    assert_eq!(page("", 0, ""), told("assen/kk main/ha main/kk main/rhaa", ""));
    assert_eq!(page("", 2, ""), told("assen/kk main/ha", "main/ha"));
    assert_eq!(page("", 2, "main/ha"), told("main/kk main/rhaa", ""));
    assert_eq!(page("main", 2, ""), told("main/ha main/kk", "main/kk"));
    assert_eq!(page("main", 2, "main/kk"), told("main/rhaa", ""));
    let request = ListTournamentsRequest { page_token: "x".to_owned(), ..Default::default() };
    let status = Status::from(Error::from(all.page(&request).unwrap_err()));
    assert_eq!(status.code(), Code::InvalidArgument);
}

#[test]
fn a_tournament_is_shown_with_its_lots_absences_and_withdrawals() {
    let mut log = Log::new();
    log.execute(&created(Format::Manual), None);
    for name in ["A", "B", "C", "D"] {
        log.execute(&Command::Enter { entry: Entry::named(name) }, None);
    }
    log.execute(&Command::DrawLotsBySeed { seed: 7 }, None);
    let participant = Participant::new(3).unwrap();
    let round = RoundNumber::FIRST.next();
    let notice = tournament::AbsenceNotice::default();
    let absent = Command::ReportAbsent { participant, round, half_point_bye: false, notice };
    log.execute(&absent, None);
    let gone = Participant::new(4).unwrap();
    log.execute(&Command::Withdraw { participant: gone, reason: "ill".to_owned() }, None);
    let tables = StandingsQuery::OFFICIAL.tables(&log.state, &Estimates::new());
    let whole = answers::whole(&log.state, &tables);
    assert_eq!(whole.drawing_seed, Some(7));
    let mut lots = whole.lots.clone();
    lots.sort_unstable();
    assert_eq!(lots, [1, 2, 3, 4]);
    let absences: Vec<_> = whole.absences.iter().map(|one| (one.participant, one.round)).collect();
    assert_eq!(absences, [(3, 2)]);
    let withdrawals: Vec<_> =
        whole.withdrawals.iter().map(|one| (one.participant, one.reason.as_str())).collect();
    assert_eq!(withdrawals, [(4, "ill")]);
    assert!(whole.resolved_ties.is_empty() && whole.play_offs.is_empty());
}
