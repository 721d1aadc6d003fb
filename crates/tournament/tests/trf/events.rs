//! Real events as report files, and back.

use crate::{id, there_and_back};
use draughts::Score;
use std::collections::{BTreeMap, BTreeSet};
use tournament::RoundNumber;
use tournament::ranking::{
    Absence, AbsenceKind, GameState, Meeting, MeetingState, Order, Participant, Results, Running,
    rank,
};
use tournament::trf::{Header, Loss, Trf, TrfPlayer, read};

/// Returns the players by name, and the results of the games that have one.
fn event(name: &str) -> (BTreeMap<String, u32>, Results) {
    let mut numbers = BTreeMap::<String, u32>::new();
    let (mut meetings, mut seen) = (Vec::new(), BTreeSet::new());
    for line in test_data::csv(&format!("standings/{name}.results.csv")) {
        let [_, round, white, black, result, _] = line.try_into().unwrap();
        let score = match result.as_str() {
            "1-0" | "2-0" => Score::WhiteWins,
            "1/2-1/2" | "1-1" => Score::Draw,
            "0-1" | "0-2" => Score::BlackWins,
            _ => continue,
        };
        let mut participant = |player: String| {
            let next = u32::try_from(numbers.len()).unwrap() + 1;
            Participant::new(*numbers.entry(player).or_insert(next)).unwrap()
        };
        let (first, second) = (participant(white), participant(black));
        let round = RoundNumber::new(round.parse().unwrap()).unwrap();
        seen.extend([(first, round), (second, round)]);
        let state = MeetingState::Game(GameState::Played(score.into()));
        meetings.push(Meeting { round, first, second, state });
    }
    let all: Vec<_> = numbers.values().map(|number| Participant::new(*number).unwrap()).collect();
    let last = meetings.iter().map(|meeting| meeting.round.get()).max().unwrap();
    let mut absences = Vec::new();
    for round in (1..=last).map(|round| RoundNumber::new(round).unwrap()) {
        let absent = all.iter().filter(|one| !seen.contains(&(**one, round)));
        let kind = AbsenceKind::NotPaired;
        absences.extend(absent.map(|one| Absence { round, participant: *one, kind }));
    }
    let mut lots = all.clone();
    lots.sort();
    (numbers, Results::new(all, meetings, absences).unwrap().with_lots(&lots).unwrap())
}

#[track_caller]
fn check(name: &str, expected: &str) {
    let (numbers, results) = event(name);
    let order = Order::open_2006();
    let ranking = rank(&results, &order, Running::Ignored).unwrap();
    let header = Header { name: name.into(), kind: "Swiss".into(), ..Header::default() };
    let players =
        numbers.iter().map(|(name, number)| TrfPlayer::new(id(*number), name.clone())).collect();
    let (trf, losses) = Trf::of_event(header, players, &results, &ranking).unwrap();
    let long = numbers.iter().filter(|(name, _)| name.chars().count() > Trf::NAME_CHARS_MAX);
    let mut cut: Vec<_> = long.map(|(_, number)| Loss::NameCut { player: id(*number) }).collect();
    cut.sort();
    assert_eq!(losses, cut, "{name}");

    let read = read(there_and_back(&trf).as_bytes());
    assert_eq!(read.problems, [], "{name}");
    assert_eq!(read.trf.to_results().as_ref(), Ok(&results), "{name}");
    assert_eq!(read.trf.scoring(), order.scoring, "{name}");

    // The columns hold the figures that were computed for the event elsewhere.
    let computed: Vec<(u32, u32)> =
        (test_data::csv(&format!("standings/{name}.computed_standings.csv")).iter())
            .map(|line| (numbers[&line[0]], line[2].parse::<u32>().unwrap() * 100))
            .collect();
    assert!(computed.len() > 10, "{name}");
    for (number, points) in computed {
        assert_eq!(read.trf.player(id(number)).unwrap().points, Some(points), "{name} {number}");
    }
    for row in &ranking.rows {
        let player = read.trf.player(row.participant.into()).unwrap();
        assert_eq!(player.rank, Some(row.place), "{name}");
    }
    let leader = read.trf.players.iter().find(|player| player.rank == Some(1)).unwrap();
    assert_eq!(leader.name, expected, "{name}");
}

#[test]
fn real_events_come_back_as_they_were() {
    check("montpellier_A_2021", "Ouedraogo, Dasmane");
    check("camp40_2004_arco_RR", "Borghetti Michele");
    check("nk2003_partial", "Kees Thijssen");
    check("leman_open", "Bertrand, Guillaume");
    check("polish_team_2024", "Vydzerka, Heorhi");
    check("wk2003_partial", "Tsjizjow,A.");
}
