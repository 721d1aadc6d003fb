//! The final classification of Swiss tournaments (F12) and its values.

use crate::{games, one, results, table, tiers};
use draughts::{Color, Score};
use serde_json::Value;
use tournament::ranking::{
    Absence, AbsenceKind, Decision, FirstPlace, GameState, Meeting, MeetingState, Order,
    Participant, Prescription, Remedy, Results, TieBreak,
};
use tournament::swiss::{Field, FirstRound, GameResult, PastRound, final_ranking};
use tournament::{Lot, PlayerId, RoundNumber, swiss};

/// Returns a player's state of a round, or the reason for which there was no opponent.
fn state_of(past: &PastRound, theirs: Option<&PastRound>) -> Result<GameState, AbsenceKind> {
    match past {
        PastRound::Played { result, .. } => Ok(GameState::Played(match result {
            GameResult::Win => Score::WhiteWins.into(),
            GameResult::Draw => Score::Draw.into(),
            GameResult::Loss => Score::BlackWins.into(),
        })),
        PastRound::BothLost { .. } => Ok(GameState::Played(Score::BothLose.into())),
        PastRound::Adjourned { .. } => Ok(GameState::Running(None)),
        PastRound::ForfeitWin { .. } => Ok(GameState::Forfeit(Score::WhiteWins)),
        PastRound::ForfeitLoss { .. } => {
            let is_won = matches!(theirs, Some(PastRound::ForfeitWin { .. }));
            let score = if is_won { Score::BlackWins } else { Score::BothLose };
            Ok(GameState::Forfeit(score))
        }
        PastRound::Bye => Err(AbsenceKind::Bye),
        PastRound::HalfPointBye => Err(AbsenceKind::HalfPointBye),
        PastRound::NotPaired => Err(AbsenceKind::NotPaired),
    }
}

/// Returns the results in a field. Colours do not matter for them.
fn results_of(field: &Field) -> Results {
    let (mut meetings, mut absences) = (Vec::new(), Vec::new());
    for entrant in field.entrants() {
        let first = Participant::from(entrant.player);
        for (at, past) in entrant.history.iter().enumerate() {
            let round = RoundNumber::new(u32::try_from(at).unwrap() + 1).unwrap();
            let second = past.opponent();
            let other = field.entrants().iter().find(|other| Some(other.player) == second);
            match (state_of(past, other.map(|other| &other.history[at])), second) {
                (Err(kind), _) => absences.push(Absence { round, participant: first, kind }),
                (Ok(state), Some(second)) if entrant.player < second => {
                    let (second, state) = (second.into(), MeetingState::Game(state));
                    meetings.push(Meeting { round, first, second, state });
                }
                (Ok(_), _) => {}
            }
        }
    }
    let by_lot = field.entrants().iter().map(|entrant| Participant::from(entrant.player));
    let by_lot: Vec<_> = by_lot.collect();
    Results::new(by_lot.clone(), meetings, absences).unwrap().with_lots(&by_lot).unwrap()
}

/// Compares the tables of a field: that of the pairing and, by F12, the final one.
fn check(field: &Field) -> bool {
    let results = results_of(field);
    let draws = tournament::ranking::Running::Draws;
    let mut order = Order::kndb_swiss();
    let last = tournament::ranking::rank(&results, &order, draws).unwrap();
    let expected = final_ranking(field);
    let rows: Vec<_> = last
        .rows
        .iter()
        .map(|row| (PlayerId::from(row.participant), row.points, row.values[1], row.values[2]))
        .collect();
    let theirs = |scores: &[swiss::Score]| -> Vec<_> {
        let figures = |score: &swiss::Score| {
            (score.player, score.points, Some(score.solkoff), Some(score.sonneborn_berger))
        };
        scores.iter().map(figures).collect()
    };
    assert_eq!(rows, theirs(&expected.scores));
    order.first_place = FirstPlace::ByAllTieBreaks;
    let pairing = tournament::ranking::rank(&results, &order, draws).unwrap();
    let rows: Vec<_> = pairing.rows.iter().map(|row| PlayerId::from(row.participant)).collect();
    let scores = swiss::scores(field);
    assert_eq!(rows, scores.iter().map(|score| score.player).collect::<Vec<_>>());
    let by_mutual = |row: &tournament::ranking::Row| {
        matches!(row.decided_by, Some(Decision::MutualResultForFirst { .. }))
    };
    last.rows.iter().any(by_mutual)
}

#[track_caller]
fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

fn past(entry: &Value) -> PastRound {
    let opponent = || PlayerId::new(number(&entry["opp"])).unwrap();
    let color = || if entry["col"] == "W" { Color::White } else { Color::Black };
    match entry["k"].as_str().unwrap() {
        "P" => PastRound::Played {
            opponent: opponent(),
            color: color(),
            result: [GameResult::Loss, GameResult::Draw, GameResult::Win]
                [usize::try_from(number(&entry["pts"])).unwrap()],
        },
        "Z" => PastRound::BothLost { opponent: opponent(), color: color() },
        "A" => PastRound::Adjourned { opponent: opponent(), color: color() },
        "1R" => PastRound::ForfeitWin { opponent: opponent() },
        "0R" => PastRound::ForfeitLoss { opponent: opponent() },
        "BYE" => PastRound::Bye,
        "HPB" => PastRound::HalfPointBye,
        "NP" => PastRound::NotPaired,
        other => panic!("unknown entry {other:?}"),
    }
}

#[test]
fn f12_is_what_the_swiss_system_says() {
    let (mut tables, mut mutual) = (0, 0);
    for record in test_data::json_lines("swiss/cases.jsonl.gz") {
        let entrants = record["players"].as_array().unwrap().iter().map(|player| swiss::Entrant {
            player: PlayerId::new(number(&player["id"])).unwrap(),
            lot: Lot::new(number(&player["lot"])).unwrap(),
            is_available: true,
            history: player["history"].as_array().unwrap().iter().map(past).collect(),
        });
        let round = RoundNumber::new(number(&record["round"])).unwrap();
        let total = number(&record["total_rounds"]);
        let entrants = entrants.collect();
        let field = Field::new(round, total, FirstRound::EntrantsKnown, entrants).unwrap();
        tables += 1;
        mutual += u32::from(check(&field));
    }
    assert_eq!((tables, mutual), (262, 5));
}

#[test]
fn f_art_4_the_blitz_championship_plays_for_a_shared_first_place() {
    let games = games("1-2 1-0, 3-4 1-0\n1-3 =, 2-4 1-0");
    let results = results(4, games).with_lots(&[4, 3, 2, 1].map(one)).unwrap();
    let table = table(&results, &Order::frisian_blitz());
    assert_eq!(tiers(&table), [vec![1, 3], vec![2], vec![4]]);
    let prescription = Prescription::Remedy { remedy: Remedy::SingleGamesByLot, first_white: None };
    assert_eq!(table.ties[0].prescription, prescription);
}

#[test]
fn rule_12_the_open_group_goes_by_solkoff() {
    let games = games("1-2 1-0, 3-4 1-0\n1-3 =, 2-4 1-0\n4-1 0-1, 2-3 0-1");
    let results = results(4, games).with_lots(&[4, 3, 2, 1].map(one)).unwrap();
    let table = table(&results, &Order::open_2006());
    let figures: Vec<_> = table
        .rows
        .iter()
        .map(|row| (row.participant.get(), row.points, row.values[1], row.values[3]))
        .collect();
    let expected = [
        (3, 5, Some(7), Some(2)),
        (1, 5, Some(7), Some(4)),
        (2, 2, Some(10), Some(3)),
        (4, 0, Some(12), Some(1)),
    ];
    assert_eq!(figures, expected);
}

#[test]
fn truncated_and_median_solkoff_leave_opponents_out() {
    let mut order = Order::kndb_swiss();
    order.tie_breaks = vec![
        TieBreak::Points,
        TieBreak::Solkoff,
        TieBreak::TruncatedSolkoff { lowest: 1 },
        TieBreak::MedianSolkoff { each: 1 },
    ];
    let games = games("1-2 1-0, 3-4 1-0\n1-3 =, 2-4 1-0\n4-1 0-1, 2-3 0-1");
    let table = table(&results(4, games), &order);
    let second = table.rows.iter().find(|row| row.participant == one(2)).unwrap();
    // 2 met 1 and 3 with 5 points and 4 with none.
    assert_eq!(second.values[1..], [10, 10, 5].map(Some));
}
