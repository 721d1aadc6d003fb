//! Proposals of participants, and the answers of the desk.

use super::{
    BERGER, changes_nothing, enter, entered, entered_by, one, open, pair, player, refused, round,
    run,
};
use draughts::Timestamp;
use tournament::plan::TeamId;
use tournament::ranking::AbsenceKind;
use tournament::regulation::{Format, HalfPointByes, Preset, Regulation};
use tournament::swiss::FirstRound;
use tournament::{
    AbsenceNotice, Command, Event, ProposalAnswer, ProposalRefusal, Refusal, Request, Tournament,
};

fn propose(command: Command) -> Command {
    Command::Propose { command: Box::new(command) }
}

fn absent(number: u32, in_round: u32, half_point_bye: bool) -> Command {
    let notice = AbsenceNotice { reason: " ill ".to_owned(), ..AbsenceNotice::default() };
    let (participant, round) = (one(number), round(in_round));
    Command::ReportAbsent { participant, round, half_point_bye, notice }
}

fn leave(number: u32) -> Command {
    Command::Withdraw { participant: one(number), reason: "moving house".to_owned() }
}

fn answer(number: u32, is_accepted: bool, reason: &str) -> Command {
    let answer = ProposalAnswer { is_accepted, reason: reason.to_owned() };
    Command::AnswerProposal { number, answer }
}

/// Returns the numbers of the proposals with their answers.
fn listed(tournament: &Tournament) -> Vec<(u32, Option<bool>)> {
    let answered = |answer: &ProposalAnswer| answer.is_accepted;
    let listed = tournament.proposals();
    listed.map(|(number, it)| (number, it.answer.as_ref().map(answered))).collect()
}

#[test]
fn an_absence_counts_once_the_desk_accepts_it() {
    let mut tournament = swiss();
    let events = run(&mut tournament, &[propose(absent(2, 1, false))]);
    let [Event::Proposed { number: 1, request, .. }] = events.as_slice() else {
        panic!("{events:?}")
    };
    let notice = AbsenceNotice { reason: "ill".to_owned(), ..AbsenceNotice::default() };
    let (participant, round, kind) = (one(2), round(1), AbsenceKind::NotPaired);
    assert_eq!(**request, Request::Absence { participant, round, kind, notice });
    assert_eq!(tournament.absence(round, participant), None, "nothing is decided");
    changes_nothing(&tournament, &propose(absent(2, 1, false)));

    let events = run(&mut tournament, &[answer(1, true, "")]);
    let [Event::AbsenceReported { .. }, Event::ProposalAnswered { number: 1, is_accepted, .. }] =
        events.as_slice()
    else {
        panic!("{events:?}")
    };
    assert!(is_accepted);
    assert_eq!(tournament.absence(round, participant), Some(kind));
    assert_eq!(listed(&tournament), [(1, Some(true))]);
    changes_nothing(&tournament, &answer(1, true, ""));
    refused(&tournament, &answer(1, false, "no"), &answered(1));
    // It is so already.
    changes_nothing(&tournament, &propose(absent(2, 1, false)));
}

#[test]
fn a_refusal_has_a_reason_and_changes_nothing_else() {
    let mut tournament = swiss();
    run(&mut tournament, &[propose(absent(2, 1, true))]);
    refused(&tournament, &answer(1, false, " "), &ProposalRefusal::ReasonMissing.into());
    refused(&tournament, &answer(2, true, ""), &ProposalRefusal::Unknown { number: 2 }.into());
    let events = run(&mut tournament, &[answer(1, false, " one bye is enough ")]);
    let reason = "one bye is enough".to_owned();
    assert_eq!(events, [Event::ProposalAnswered { number: 1, is_accepted: false, reason }]);
    assert_eq!(tournament.absence(round(1), one(2)), None);
    refused(&tournament, &answer(1, true, ""), &answered(1));
    // It may be asked for again, and has another number then.
    run(&mut tournament, &[propose(absent(2, 1, true))]);
    assert_eq!(listed(&tournament), [(2, None)]);
}

#[test]
fn a_proposal_takes_the_place_of_the_one_before_about_the_same() {
    let mut tournament = swiss();
    let proposals = [
        propose(absent(2, 1, false)),
        propose(absent(2, 2, false)),
        propose(absent(3, 1, false)),
        propose(leave(2)),
        propose(absent(2, 1, true)),
    ];
    run(&mut tournament, &proposals);
    assert_eq!(listed(&tournament), [2, 3, 4, 5].map(|number| (number, None)));
    refused(&tournament, &answer(1, true, ""), &ProposalRefusal::Unknown { number: 1 }.into());
    let events = run(&mut tournament, &[answer(4, true, "")]);
    assert!(matches!(events.as_slice(), [Event::Withdrawn { .. }, Event::ProposalAnswered { .. }]));
    // Whoever is removed asks for nothing any longer.
    run(&mut tournament, &[Command::RemoveEntry { player: player(3) }]);
    assert_eq!(listed(&tournament), [(2, None), (4, Some(true)), (5, None)]);
}

#[test]
fn what_cannot_be_decided_is_refused_at_once_and_what_can_no_longer_be_by_the_answer() {
    let mut tournament = entered(BERGER, 4);
    let bye = absent(2, 1, true);
    refused(&tournament, &propose(bye), &Refusal::TablePairsAll);
    let unknown = Refusal::UnknownParticipant { participant: one(9) };
    refused(&tournament, &propose(leave(9)), &unknown);
    refused(&tournament, &propose(enter("p9")), &ProposalRefusal::NotProposed.into());
    refused(&tournament, &propose(propose(leave(2))), &ProposalRefusal::NotProposed.into());

    let mut swiss = swiss();
    run(&mut swiss, &[propose(absent(2, 1, false)), pair(1), open(1)]);
    let accepted = swiss.decide(&answer(1, true, ""), &by(), Timestamp::from_millis(1));
    assert!(accepted.is_err(), "round 1 is open: {accepted:?}");
    run(&mut swiss, &[answer(1, false, "the round is open")]);
    run(&mut tournament, &[propose(leave(2))]);
    assert_eq!(listed(&tournament), [(1, None)]);
}

#[test]
fn a_captain_proposes_the_line_up_of_the_team() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianMini), 0);
    run(&mut tournament, &[Command::EnterTeam { name: "De Bân".to_owned() }]);
    run(&mut tournament, &["a", "b", "c", "d"].map(enter));
    let team = TeamId::new(1).unwrap();
    let boards = [1, 2, 3, 4].map(|number| Some(player(number))).to_vec();
    let hand_in = Command::HandInLineUp { team, boards: boards.clone() };
    run(&mut tournament, &[propose(hand_in)]);
    assert_eq!(tournament.team(team).unwrap().line_up, None);
    run(&mut tournament, &[answer(1, true, "")]);
    assert_eq!(tournament.team(team).unwrap().line_up.as_ref().unwrap().boards(), boards);
}

fn answered(number: u32) -> Refusal {
    ProposalRefusal::Answered { number }.into()
}

fn by() -> tournament::Author {
    tournament::Author::named("Foekje").unwrap()
}

/// Returns a Swiss tournament of six players in which byes of half a point can be had.
fn swiss() -> Tournament {
    let half_point_byes = HalfPointByes { most: 2, in_last_round: false };
    let format = Format::Swiss(FirstRound::EntrantsKnown);
    let preset = Regulation::of(Preset::KndbSwiss);
    entered_by(Regulation { rounds: Some(5), format, half_point_byes, ..preset }, 6)
}
