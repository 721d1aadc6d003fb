//! Properties of every report and of any bytes.

use crate::id;
use draughts::Color;
use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use tournament::trf::{
    ByeCode, GameCode, Header, LineEnd, RoundEntry, Sex, Trf, TrfPlayer, TrfTeam, read,
};

/// Generates a trimmed text, sometimes empty.
fn text(chars_max: usize) -> impl Strategy<Value = String> {
    let pattern = format!("[^\\p{{C}}]{{0,{chars_max}}}");
    let any = proptest::string::string_regex(&pattern).unwrap();
    any.prop_map(|text| text.trim().to_owned())
}

fn number() -> impl Strategy<Value = u32> {
    (any::<bool>(), 1..=20_u32, 1..=9999_u32)
        .prop_map(|(is_small, small, any)| if is_small { small } else { any })
}

fn entry() -> impl Strategy<Value = RoundEntry> {
    let results = vec![
        GameCode::Win,
        GameCode::Draw,
        GameCode::Loss,
        GameCode::ShortWin,
        GameCode::ShortDraw,
        GameCode::ShortLoss,
        GameCode::ForfeitWin,
        GameCode::ForfeitLoss,
        GameCode::Open,
    ];
    let byes = vec![ByeCode::Half, ByeCode::Full, ByeCode::Pairing, ByeCode::Zero];
    let color = select(vec![None, Some(Color::White), Some(Color::Black)]);
    (0..6_u8, select(byes), number(), color, select(results)).prop_map(
        |(kind, bye, opponent, color, result)| match kind {
            0 => RoundEntry::Blank,
            1 => RoundEntry::Bye(bye),
            _ => RoundEntry::Game { opponent: id(opponent), color, result },
        },
    )
}

/// Generates points that fit their columns.
fn points() -> impl Strategy<Value = u32> {
    (0..3_u8, 0..1000_u32).prop_map(|(kind, points)| match kind {
        0 => points,
        1 => points * 10,
        _ => points * 100,
    })
}

fn player() -> impl Strategy<Value = TrfPlayer> {
    let sex = select(vec![None, Some(Sex::Male), Some(Sex::Female)]);
    let texts = (text(3), text(33), text(3), text(11), text(10));
    let numbers = (number(), option::of(1..=9999_u16), option::of(points()), option::of(number()));
    (sex, texts, numbers, vec(entry(), 0..12)).prop_map(|(sex, texts, numbers, mut rounds)| {
        let (title, name, federation, federation_number, birth_date) = texts;
        let (number, rating, points, rank) = numbers;
        while rounds.last() == Some(&RoundEntry::Blank) {
            rounds.pop();
        }
        TrfPlayer {
            number: id(number),
            sex,
            title,
            name,
            rating,
            federation,
            federation_number,
            birth_date,
            points,
            rank,
            rounds,
        }
    })
}

fn header() -> impl Strategy<Value = Header> {
    let texts = vec(text(60), 8);
    let counts = vec(option::of(0..=9999_u32), 4);
    let lists = (vec(text(40), 0..3), vec(text(8), 0..10), btree_set(number(), 0..5));
    (texts, counts, lists).prop_map(|(texts, counts, (deputies, mut dates, absent))| {
        let [name, city, federation, start_date, end_date, kind, chief_arbiter, playing_time] =
            texts.try_into().unwrap();
        let [players, rated_players, teams, rounds_total] = counts.try_into().unwrap();
        while dates.last().is_some_and(String::is_empty) {
            dates.pop();
        }
        Header {
            name,
            city,
            federation,
            start_date,
            end_date,
            players,
            rated_players,
            teams,
            kind,
            chief_arbiter,
            deputy_arbiters: deputies.into_iter().filter(|name| !name.is_empty()).collect(),
            playing_time,
            round_dates: dates,
            rounds_total,
            absent: absent.into_iter().map(id).collect(),
        }
    })
}

fn team() -> impl Strategy<Value = TrfTeam> {
    (text(30), vec(number(), 0..12)).prop_map(|(name, players)| TrfTeam {
        name: format!("T{name}"),
        players: players.into_iter().map(id).collect(),
    })
}

fn trf() -> impl Strategy<Value = Trf> {
    let others = vec(text(50), 0..3);
    (header(), vec(player(), 0..12), vec(team(), 0..3), others).prop_map(
        |(header, mut players, teams, others)| {
            let mut seen = std::collections::BTreeSet::new();
            players.retain(|player| seen.insert(player.number));
            let other_lines = others.into_iter().map(|line| format!("DAT {line}")).collect();
            let mut trf = Trf { header, players, teams, other_lines };
            for line in &mut trf.other_lines {
                line.truncate(line.trim_end().len());
            }
            trf
        },
    )
}

/// Generates lines like those of the format, broken anywhere.
fn nearly() -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<prop::sample::Index>(), any::<u8>(), 0..3_u8);
    (trf(), vec(change, 0..12)).prop_map(|(trf, changes)| {
        let mut bytes = trf.write(LineEnd::CrLf).unwrap().into_bytes();
        for (at, byte, how) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => drop(bytes.remove(at)),
            }
        }
        bytes
    })
}

/// Checks that a report read from any bytes can be written, and is read back as itself.
#[track_caller]
fn check_bytes(bytes: &[u8]) {
    let first = read(bytes);
    for problem in &first.problems {
        assert!(!problem.kind.to_string().is_empty());
    }
    for line_end in [LineEnd::CrLf, LineEnd::Lf] {
        let text = first.trf.write(line_end).unwrap();
        assert_eq!(read(text.as_bytes()).trf, first.trf, "{text}");
    }
    let round = tournament::RoundNumber::new(3).unwrap();
    // With or without a field, the call returns.
    drop(first.trf.to_field(round, 7, tournament::swiss::FirstRound::EntrantsKnown));
    drop(first.trf.to_results());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_report_that_is_written_is_read_as_itself(trf in trf()) {
        for line_end in [LineEnd::CrLf, LineEnd::Lf] {
            let text = trf.write(line_end).unwrap();
            prop_assert_eq!(&read(text.as_bytes()).trf, &trf, "{}", text);
        }
    }

    #[test]
    fn broken_files_are_read(bytes in nearly()) {
        check_bytes(&bytes);
    }

    #[test]
    fn any_bytes_are_read(bytes in vec(any::<u8>(), 0..400)) {
        check_bytes(&bytes);
    }
}
