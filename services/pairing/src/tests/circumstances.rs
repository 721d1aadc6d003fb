//! Tests of the cases of calls that the doors tell apart.

use access::Act;
use prost::Message;
use proto::v1;
use runtime::Call;
use tournament::{
    Command, Embargo, EmbargoScope, PublicDelay, RoundNumber, Tournament, regulation::Format,
};

use super::{Log, created, open_round};
use crate::{circumstances::act, grpc::requests::by_table};

fn of(name: &str, request: &impl Message, tournament: &Tournament) -> Option<Act> {
    act(&Call::new(&format!("/damcast.v1.PairingService/{name}"), request)?, tournament)
}

#[test]
fn a_result_is_of_this_round_until_the_next_is_paired() {
    let mut log = open_round();
    let check = |tournament: &Tournament, expected: [Act; 4]| {
        let record = |correct| v1::RecordResultRequest { round: 1, correct, ..Default::default() };
        let withdraw = v1::WithdrawResultRequest { round: 1, ..Default::default() };
        let reverse = v1::ReverseColorsRequest { round: 1, ..Default::default() };
        let acts = [
            of("RecordResult", &record(false), tournament),
            of("RecordResult", &record(true), tournament),
            of("WithdrawResult", &withdraw, tournament),
            of("ReverseColors", &reverse, tournament),
        ];
        assert_eq!(acts, expected.map(Some));
    };
    let of_this = [Act::RecordResult, Act::CorrectResult, Act::WithdrawResult, Act::ReverseColors];
    check(&log.state, of_this);
    log.execute(&super::record(super::WHITE), None);
    check(&log.state, of_this);
    let pairs = by_table(vec![v1::TablePairing { table: 1, white: 2, black: 1 }]).unwrap();
    let round = RoundNumber::FIRST.next();
    log.execute(&Command::PairByHand { round, pairs, byes: Vec::new() }, None);
    let of_older =
        [Act::RecordResult, Act::CorrectOldResult, Act::WithdrawOldResult, Act::ReverseOldColors];
    check(&log.state, of_older);
}

#[test]
fn a_round_that_was_opened_is_published_and_a_draft_is_not() {
    let unpair = || v1::UnpairRoundRequest { round: 1, ..Default::default() };
    let log = open_round();
    assert_eq!(of("UnpairRound", &unpair(), &log.state), Some(Act::UnpairPublished));
    let mut log = Log::new();
    log.execute(&created(Format::Manual), None);
    assert_eq!(of("UnpairRound", &unpair(), &log.state), Some(Act::UnpairDraft));
}

#[test]
fn a_tournament_is_amended_in_its_name_or_in_its_regulation() {
    let mut log = Log::new();
    log.execute(&created(Format::Manual), None);
    let amended = |change: &dyn Fn(&mut v1::TournamentCreated)| {
        let mut settings = v1::TournamentCreated::from(log.state.settings().unwrap());
        change(&mut settings);
        let settings = Some(settings);
        of(
            "AmendTournament",
            &v1::AmendTournamentRequest { settings, ..Default::default() },
            &log.state,
        )
    };
    let named = amended(&|settings| "Another".clone_into(&mut settings.name));
    assert_eq!(named, Some(Act::AmendName));
    let told = amended(&|settings| "Bring a pen.".clone_into(&mut settings.notice));
    assert_eq!(told, Some(Act::AmendName));
    let seasoned = amended(&|settings| settings.season = 2027);
    assert_eq!(seasoned, Some(Act::AmendRegulation));
    let hinting = amended(&|settings| settings.shows_moves = true);
    assert_eq!(hinting, Some(Act::AmendRegulation));
    let signing = amended(&|settings| settings.signs_sheet = true);
    assert_eq!(signing, Some(Act::AmendRegulation));
    assert_eq!(of("PairRound", &v1::PairRoundRequest::default(), &log.state), None);
}

#[test]
fn what_everybody_may_read_needs_a_token_while_an_embargo_is_set() {
    let mut log = open_round();
    let reads = |tournament: &Tournament| {
        [
            of("GetStandings", &v1::GetStandingsRequest::default(), tournament),
            of("WatchStandings", &v1::WatchStandingsRequest::default(), tournament),
            of("ExportTournament", &v1::ExportTournamentRequest::default(), tournament),
        ]
    };
    let open = [Act::GetStandings, Act::WatchStandings, Act::ExportTournament].map(Some);
    assert_eq!(reads(&log.state), open);
    let scope = EmbargoScope::Round(RoundNumber::FIRST);
    let set = |embargo| Command::SetEmbargo { scope, embargo, reason: "fair play".to_owned() };
    log.execute(&set(Some(Embargo::UntilRoundEnds)), None);
    let guarded =
        [Act::GetEmbargoedStandings, Act::WatchEmbargoedStandings, Act::ExportEmbargoed].map(Some);
    assert_eq!(reads(&log.state), guarded);
    log.execute(&set(None), None);
    assert_eq!(reads(&log.state), open);
}

#[test]
fn who_shortens_or_lifts_an_embargo_does_more_than_who_sets_one() {
    let mut log = open_round();
    let asked = |delay_s: u32, tournament: &Tournament| {
        let embargo = (delay_s > 0)
            .then_some(v1::Embargo { until: Some(v1::embargo::Until::DelayS(delay_s)) });
        let scope = Some(v1::EmbargoScope::default());
        let request = v1::SetEmbargoRequest { scope, embargo, ..Default::default() };
        of("SetEmbargo", &request, tournament)
    };
    assert_eq!(asked(60, &log.state), Some(Act::SetEmbargo));
    let delay = PublicDelay::from_seconds(900).unwrap();
    let (scope, reason) = (EmbargoScope::Tournament, String::new());
    let embargo = Some(Embargo::Delay(delay));
    log.execute(&Command::SetEmbargo { scope, embargo, reason }, None);
    for (delay_s, act) in [(1800, Act::SetEmbargo), (899, Act::LiftEmbargo), (0, Act::LiftEmbargo)]
    {
        assert_eq!(asked(delay_s, &log.state), Some(act), "{delay_s}");
    }
}
