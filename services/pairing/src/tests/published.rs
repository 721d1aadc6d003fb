//! Tests of a tournament as it is published.

use proto::v1::{
    AbsenceReported, ColorChosen, Date, GetTournamentResponse, LateLineUp, MakeUp, OpenPlayOff,
    PairedGame, PairingWarning, ParticipantWithdrawn, Player, Round, RoundKind, RoundPaired,
    RoundState, SwissReasons, TablePairing,
};

use crate::grpc::published::published;

fn round(number: u32, kind: RoundKind, published_at_ms: i64) -> Round {
    let pairing = TablePairing { table: 1, white: 1, black: 2 };
    let make_up = MakeUp { begins_at_ms: 7, agreed_by: "A and B".to_owned() };
    let game = PairedGame {
        pairing: Some(pairing),
        game: format!("r{number}-t1"),
        make_up: Some(make_up),
        ..PairedGame::default()
    };
    let paired = RoundPaired {
        round: number,
        pairings: vec![pairing],
        kind: kind.into(),
        swiss: vec![SwissReasons { group: 1, ..SwissReasons::default() }],
        warnings: vec![PairingWarning::default()],
        ..RoundPaired::default()
    };
    let state = RoundState::Paired.into();
    Round {
        number,
        state,
        games: vec![game],
        paired: Some(paired),
        published_at_ms,
        ..Round::default()
    }
}

/// Returns the same round as it is published.
fn shown(mut round: Round) -> Round {
    let paired = round.paired.as_mut().unwrap();
    paired.swiss.clear();
    paired.warnings.clear();
    round.games[0].make_up.as_mut().unwrap().agreed_by.clear();
    round
}

#[test]
fn a_published_round_tells_its_games_and_no_reasons_and_a_draft_is_left_out() {
    let first = round(1, RoundKind::Regular, 5);
    let whole = GetTournamentResponse {
        rounds: vec![first.clone(), round(2, RoundKind::Regular, 0)],
        ..GetTournamentResponse::default()
    };
    let expected =
        GetTournamentResponse { rounds: vec![shown(first)], ..GetTournamentResponse::default() };
    assert_eq!(published(whole), expected);
}

#[test]
fn a_play_off_and_the_colours_of_finals_are_not_told_while_they_are_drafts() {
    let play_off = |rounds| OpenPlayOff { participants: vec![1, 2], rounds };
    let whole = |at| GetTournamentResponse {
        rounds: vec![
            round(1, RoundKind::Regular, 5),
            round(2, RoundKind::Finals, at),
            round(3, RoundKind::PlayOff, at),
        ],
        play_offs: vec![play_off(vec![3])],
        final_colors: vec![ColorChosen::default()],
        ..GetTournamentResponse::default()
    };
    let draft = published(whole(0));
    assert_eq!(draft.rounds, [shown(round(1, RoundKind::Regular, 5))]);
    assert_eq!((draft.play_offs, draft.final_colors), (Vec::new(), Vec::new()));
    let told = published(whole(6));
    assert_eq!(told.play_offs, [play_off(vec![3])]);
    assert_eq!(told.final_colors, [ColorChosen::default()]);
    // Of a play-off of two rounds the one that was published is told.
    let mut both = whole(6);
    both.rounds.push(round(4, RoundKind::PlayOff, 0));
    both.play_offs = vec![play_off(vec![3, 4])];
    assert_eq!(published(both).play_offs, [play_off(vec![3])]);
}

#[test]
fn nobody_is_told_the_private_data_and_reasons_of_people() {
    let player = Player {
        id: 1,
        name: "Anna".to_owned(),
        birth: Some(Date { year: 2010, ..Date::default() }),
        member_number: "12345".to_owned(),
        ..Player::default()
    };
    let absence = AbsenceReported {
        participant: 1,
        round: 2,
        reason: "ill".to_owned(),
        told_by: "her mother".to_owned(),
        at_ms: 7,
        ..AbsenceReported::default()
    };
    let withdrawal = ParticipantWithdrawn { participant: 2, reason: "work".to_owned() };
    let late = LateLineUp { team: 3, reason: "a flat tyre".to_owned() };
    let whole = GetTournamentResponse {
        players: vec![player],
        absences: vec![absence],
        withdrawals: vec![withdrawal],
        late_line_ups: vec![late],
        proposals: vec![1],
        ..GetTournamentResponse::default()
    };
    let expected = GetTournamentResponse {
        players: vec![Player { id: 1, name: "Anna".to_owned(), ..Player::default() }],
        absences: vec![AbsenceReported { participant: 1, round: 2, ..AbsenceReported::default() }],
        withdrawals: vec![ParticipantWithdrawn { participant: 2, ..Default::default() }],
        late_line_ups: vec![LateLineUp { team: 3, ..Default::default() }],
        ..GetTournamentResponse::default()
    };
    assert_eq!(published(whole), expected);
}
