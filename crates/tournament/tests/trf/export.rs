//! Events as report files, and the information that the format loses.

use crate::{fine, id, player_line, there_and_back};
use draughts::Score;
use tournament::ranking::{
    Absence, AbsenceKind, Finish, GameState, Meeting, MeetingState, Order, Participant, Results,
    Running, rank,
};
use tournament::swiss::FirstRound;
use tournament::trf::{Header, Loss, NotATrf, Trf, TrfPlayer};
use tournament::{RoundNumber, swiss};

fn participant(number: u32) -> Participant {
    Participant::new(number).unwrap()
}

fn round(number: u32) -> RoundNumber {
    RoundNumber::new(number).unwrap()
}

fn meeting(number: u32, first: u32, second: u32, state: GameState) -> Meeting {
    let (first, second) = (participant(first), participant(second));
    Meeting { round: round(number), first, second, state: MeetingState::Game(state) }
}

fn played(score: Score) -> GameState {
    GameState::Played(score.into())
}

fn players(count: u32) -> Vec<TrfPlayer> {
    (1..=count).map(|number| TrfPlayer::new(id(number), format!("P{number}"))).collect()
}

#[track_caller]
fn event(order: &Order, count: u32, results: &Results) -> (Trf, Vec<Loss>) {
    let ranking = rank(results, order, Running::Ignored).unwrap();
    Trf::of_event(Header::default(), players(count), results, &ranking).unwrap()
}

/// Returns the written rounds of each player.
fn rounds(text: &str) -> Vec<&str> {
    let players = text.lines().filter(|line| line.starts_with("001"));
    players.map(|line| line.get(80..).unwrap_or_default()).collect()
}

#[test]
fn every_state_has_its_code() {
    let meetings = vec![
        meeting(1, 1, 2, played(Score::WhiteWins)),
        meeting(1, 4, 3, played(Score::BothLose)),
        meeting(2, 1, 3, GameState::Forfeit(Score::WhiteWins)),
        meeting(2, 2, 4, GameState::Forfeit(Score::BothLose)),
        meeting(3, 4, 1, GameState::Open),
        meeting(4, 1, 4, played(Score::Draw)),
    ];
    let absence =
        |number, one, kind| Absence { round: round(number), participant: participant(one), kind };
    let absences = vec![
        absence(3, 2, AbsenceKind::HalfPointBye),
        absence(3, 3, AbsenceKind::Bye),
        absence(4, 2, AbsenceKind::NotPaired),
        absence(4, 3, AbsenceKind::NotPaired),
    ];
    let lots: Vec<_> = (1..=4).map(participant).collect();
    let results = Results::new(lots.clone(), meetings, absences).unwrap().with_lots(&lots).unwrap();
    let (mut trf, losses) = event(&Order::kndb_swiss(), 4, &results);
    assert_eq!(losses, []);
    trf.header.kind = "Swiss".into();
    let text = there_and_back(&trf);
    assert_eq!(
        rounds(&text),
        [
            " 2.5    1     2 w 1     3 w +     4 b       4 w =",
            " 0.5    3     1 b 0     4 w -  0000 - H  0000 - Z",
            " 1.0    2     4 b 0     1 b -  0000 - U  0000 - Z",
            " 0.5    4     3 w 0     2 b -     1 w       1 b =",
        ]
    );
    assert_eq!(fine(&text).to_results(), Ok(results));
    let field = trf.to_field(round(5), 5, FirstRound::EntrantsKnown).unwrap();
    let fifth = swiss::pair(&field).unwrap();
    let pairs: Vec<_> = fifth.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
    assert_eq!(pairs, [(id(3), id(1)), (id(2), id(4))]);
}

#[test]
fn a_withdrawal_after_c_art_14_is_told_by_forfeits_or_lost() {
    let all = || (1..=3).map(participant);
    let some = vec![
        meeting(1, 1, 2, played(Score::WhiteWins)),
        meeting(2, 3, 1, GameState::Open),
        meeting(3, 2, 3, played(Score::Draw)),
    ];
    let results =
        Results::new(all(), some, vec![]).unwrap().with_withdrawn(participant(1)).unwrap();
    // One game is fewer than five: all are void.
    let (trf, losses) = event(&Order::frisian_eight(), 3, &results);
    assert_eq!(losses, [Loss::VoidGames { player: id(1) }]);
    assert_eq!(trf.players[0].rank, None);
    assert_eq!(
        rounds(&there_and_back(&trf)),
        ["", " 0.5    1                         3 w =", " 0.5    1                         2 b ="]
    );
    let stands = Order {
        withdrawal: tournament::ranking::WithdrawalRule::VoidBelow { games: 1 },
        ..Order::frisian_eight()
    };
    let (trf, losses) = event(&stands, 3, &results);
    assert_eq!(losses, []);
    assert_eq!(
        rounds(&there_and_back(&trf)),
        [
            " 1.0    2     2 w 1     3 b -",
            " 0.5    3     1 b 0               3 w =",
            " 1.5    1               1 w +     2 b =",
        ]
    );
}

#[test]
fn bonuses_and_running_games_are_lost() {
    let finish = Finish { score: Score::Draw, men_ahead: 4 };
    let mut meetings = vec![meeting(1, 1, 2, GameState::Played(finish))];
    for number in 2..=7 {
        meetings.push(meeting(number, 1, 2, played(Score::WhiteWins)));
    }
    meetings.push(meeting(8, 2, 1, GameState::Running(None)));
    let results = Results::new((1..=2).map(participant), meetings, vec![]).unwrap();
    let (trf, losses) = event(&Order::pool_2006(), 2, &results);
    assert_eq!(losses, [Loss::BonusDraws, Loss::PointsCut { player: id(1) }, Loss::RunningGames]);
    // 13.04 does not fit four columns.
    assert_eq!((trf.players[0].points, trf.players[1].points), (Some(1300), Some(96)));
    there_and_back(&trf);
}

#[test]
fn teams_and_strangers_have_no_report() {
    let boards = MeetingState::Boards(vec![played(Score::Draw); 8]);
    let state = Meeting { state: boards, ..meeting(1, 1, 2, GameState::Open) };
    let results = Results::new((1..=2).map(participant), vec![state], vec![]).unwrap();
    let ranking = rank(&results, &Order::frisian_club_teams(false), Running::Ignored).unwrap();
    assert_eq!(
        Trf::of_event(Header::default(), players(2), &results, &ranking),
        Err(NotATrf::Teams)
    );
    let results = Results::new((1..=3).map(participant), vec![], vec![]).unwrap();
    let ranking = rank(&results, &Order::frisian_class(), Running::Ignored).unwrap();
    assert_eq!(
        Trf::of_event(Header::default(), players(2), &results, &ranking),
        Err(NotATrf::UnknownPlayer { participant: participant(3) })
    );
}

/// A player with a bye in the next round, or with nothing while others are paired, is not
/// available; neither is a player in XXZ, but only for the next round.
#[test]
fn absences_of_the_round_to_come() {
    let line = |number, rounds| player_line(number, &format!("P{number}"), "", rounds);
    let text = [
        line(1, "   2 w 1"),
        line(2, "   1 b 0  0000 - H"),
        line(3, "   4 w =  0000 - Z"),
        line(4, "   3 b ="),
        "XXZ 4".to_owned(),
    ]
    .join("\n");
    let trf = fine(&text);
    assert_eq!(trf.rounds_paired(), 1);
    let available = |number| -> Vec<u32> {
        let field = trf.to_field(round(number), 3, FirstRound::EntrantsKnown).unwrap();
        let present = field.entrants().iter().filter(|entrant| entrant.is_available);
        present.map(|entrant| entrant.player.get()).collect()
    };
    assert_eq!(available(1), [1, 2, 3, 4]);
    assert_eq!(available(2), [1]);
}

#[test]
fn a_field_needs_colours_and_agreement() {
    let two = |one, other| {
        let text = [player_line(1, "A", "", one), player_line(2, "B", "", other)].join("\n");
        let trf = tournament::trf::read(text.as_bytes()).trf;
        trf.to_field(round(2), 3, FirstRound::EntrantsKnown).map_err(|error| error.to_string())
    };
    assert!(two("   2 w 1", "   1 b 0").is_ok());
    for (one, other, reason) in [
        ("   2 - 1", "   1 - 0", "the colour of player 1 in round 1 is not given"),
        ("   2 w 1", "   1 b 1", "players 1 and 2 do not agree about round 1"),
        ("   7 w 1", "", "player 1 met player 7 in round 1, who is not entered"),
    ] {
        assert_eq!(two(one, other).map(|_| ()), Err(reason.to_owned()));
    }
}
