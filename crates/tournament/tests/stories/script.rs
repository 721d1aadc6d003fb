//! The form of a story, and its application to a tournament.
//!
//! A line is a command, or an expected state. Text after `#` is a remark. Participants are given by
//! their numbers in order of entry; a result is `1-0`, `=`, `0-1` or `0-0`, with `F` for a game
//! that was not played, and with `+n` or `-n` for the men that White is ahead in a draw.
//!
//! | line | means |
//! |---|---|
//! | `enter NAME`, `enter NAME born YEAR`, `team NAME` | enters a player, a team |
//! | `rename P NAME`, `remove P`, `reserve P NAME` | corrects an entry, removes it, seats a reserve |
//! | `promoted NUMBER: REASON` | amends the number of promoted places |
//! | `line-up TEAM: 1 2 - 4` | hands in a line-up, `-` for an empty board |
//! | `lots: SEED`, `groups: SEED` | draws lots, divides into groups |
//! | `group: 1 2 3 / 4 5 6` | divides into groups by hand |
//! | `absent P ROUND: REASON`, `half P ROUND`, `present P ROUND` | reports an absence, a half-point bye, a return |
//! | `withdraw P`, `reinstate P` | withdraws a participant, takes that back |
//! | `pair ROUND` | pairs by the regulation |
//! | `hand ROUND: 1-2 3-4 bye 5` | pairs by hand |
//! | `play-off ROUND: 1 2` or `… seed 7` | pairs the next games of a play-off |
//! | `color K: white`, `color K: seed 7` | chooses the colour of the final of pool place K, draws it by lot |
//! | `unpair ROUND: REASON`, `unpair ROUND chief-arbiter: REASON` | undoes a pairing |
//! | `publish ROUND`, `open ROUND` | publishes, opens a round |
//! | `close ROUND`, `close ROUND: REASON` | closes a round, although games are not finished |
//! | `results ROUND: 1-0 = 0-1 *` | the results from table 1 on, `*` for none |
//! | `result ROUND.TABLE: =+3`, `correct ROUND.TABLE: 1-0` | one result |
//! | `reverse ROUND.TABLE` | records that the game was played with reversed colours |
//! | `resolve: 2 1` | the arbiter resolves a tie |
//! | `lot 1 2: seed 7`, `reopen 1 2: REASON` | resolves a tie by lot, reopens a tie |
//! | `refused COMMAND` | the command is refused, with the text of the line after it |
//! | `pairs ROUND: 1-2 3-4 bye 5` | the pairs and the byes of a round |
//! | `colors ROUND: 1-2 3-1` | the players at the tables of a round, White first |
//! | `table: 1.3:10 2.1:8` | place, participant and points of a table; groups separated by `/` |
//! | `winners: 1.3:2 2.8:0` | the table of the winners of the groups |
//! | `ties: 1 2 / 4 5` | the ties, from the highest place |
//! | `final: 1 9 2` | the final order after two pools |
//! | `finished`, `decided` | the tournament is finished, decided |

use draughts::{Color, Outcome, Reason, Score, Timestamp};
use tournament::plan::TeamId;
use tournament::ranking::{Participant, Row, Running, TieDecision};
use tournament::{
    AbsenceNotice, Author, Birth, Command, Entry, EntryField, Round, RoundNumber, Scoring,
    Settings, TableNumber, Tournament, UnpairGround,
};

/// Plays a story in a tournament of its own; fails at the first difference.
#[track_caller]
pub(crate) fn run(settings: Settings, story: &str) -> Tournament {
    let mut tournament = Tournament::default();
    let author = Author::named("Wedstriidlieder").unwrap();
    let decide = |tournament: &Tournament, command: &Command, author: &Author| {
        // An hour passes from round to round.
        let hours = i64::try_from(tournament.rounds().len()).unwrap();
        tournament.decide(command, author, Timestamp::from_millis(3_600_000 * hours))
    };
    let create = Command::Create { settings: Box::new(settings) };
    let events = decide(&tournament, &create, &author).unwrap();
    events.iter().for_each(|event| tournament.apply(event));
    let lines = story.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let mut lines = lines.zip(1..).filter(|(line, _)| !line.is_empty());
    while let Some((line, number)) = lines.next() {
        if let Some(command) = line.strip_prefix("refused ") {
            let expected = lines.next().map_or("", |(line, _)| line);
            let refusal = decide(&tournament, &commands(&tournament, command).remove(0), &author)
                .unwrap_err();
            // The services answer the line; the crate itself says how it begins.
            assert!(expected.starts_with(&refusal.to_string()), "line {number}: {refusal}");
        } else if let Some(seen) = seen(&tournament, line) {
            assert_eq!(seen, line, "line {number}");
        } else {
            let author = author.clone().because(reason_of(line));
            for command in commands(&tournament, line) {
                match decide(&tournament, &command, &author) {
                    Ok(events) => events.iter().for_each(|event| tournament.apply(event)),
                    Err(refusal) => panic!("line {number}: {line}: refused: {refusal}"),
                }
            }
        }
    }
    tournament
}

/// Returns the reason of a decision whose command has none.
fn reason_of(line: &str) -> &str {
    let is_close = line.starts_with("close ");
    line.split_once(':').filter(|_| is_close).map_or("", |(_, reason)| reason.trim())
}

/// Returns the actual state in the form of a line that expects one; `None` for a command.
fn seen(tournament: &Tournament, line: &str) -> Option<String> {
    let (word, rest) = line.split_once([' ', ':']).unwrap_or((line, ""));
    Some(match word {
        "pairs" => {
            let number = rest.split(':').next().unwrap_or_default();
            format!(
                "pairs {number}: {}",
                tournament.round(round(number)).map_or_else(String::new, pairs)
            )
        }
        "colors" => {
            let number = rest.split(':').next().unwrap_or_default();
            let games = tournament.round(round(number)).map_or(&[][..], Round::games);
            let games = games.iter().map(|game| &game.pairing);
            let games = games.map(|pairing| format!("{}-{}", pairing.white, pairing.black));
            format!("colors {number}: {}", words(games))
        }
        "table" => {
            let tables = tournament.tables(Running::Ignored);
            let tables = tables.iter().map(|table| words(table.ranking.rows.iter().map(row)));
            format!("table: {}", tables.collect::<Vec<_>>().join(" / "))
        }
        "winners" => {
            let winners = tournament.winners_table();
            let rows = winners.iter().flat_map(|table| &table.rows).map(row);
            format!("winners: {}", words(rows)).trim_end().to_owned()
        }
        "ties" => {
            let tables = tournament.tables(Running::Ignored);
            let ties = tables.iter().flat_map(|table| &table.ranking.ties);
            let ties = ties.map(|tie| words(tie.participants.iter().map(ToString::to_string)));
            format!("ties: {}", ties.collect::<Vec<_>>().join(" / ")).trim_end().to_owned()
        }
        "final" => {
            let order = tournament.final_order().unwrap_or_default();
            let order = words(order.iter().map(ToString::to_string));
            format!("final: {order}").trim_end().to_owned()
        }
        "finished" => or_not(tournament.is_finished(), "finished"),
        "decided" => or_not(tournament.is_decided(), "decided"),
        _ => return None,
    })
}

fn row(row: &Row) -> String {
    format!("{}.{}:{}", row.place, row.participant, row.points)
}

fn or_not(is_so: bool, word: &str) -> String {
    if is_so { word.to_owned() } else { format!("not {word}") }
}

fn words(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn pairs(round: &Round) -> String {
    let of_players = round.games().iter().filter(|_| round.matches().is_empty());
    let of_players =
        of_players.map(|game| format!("{}-{}", game.pairing.white, game.pairing.black));
    let matches = round.matches().iter();
    let of_teams = matches.map(|paired| format!("{}-{}", paired.first, paired.second));
    let byes = round.byes().iter().map(|bye| format!("bye {bye}"));
    words(of_players.chain(of_teams).chain(byes))
}

#[track_caller]
fn round(number: &str) -> RoundNumber {
    RoundNumber::new(number.trim().parse().unwrap()).unwrap()
}

#[track_caller]
fn one(number: &str) -> Participant {
    Participant::new(number.parse().unwrap()).unwrap()
}

fn all(numbers: &str) -> Vec<Participant> {
    numbers.split_whitespace().map(one).collect()
}

/// Splits `1 2 seed 7` into the part before the seed and the seed.
#[track_caller]
fn with_seed(text: &str) -> (&str, Option<u64>) {
    match text.split_once("seed") {
        Some((before, seed)) => (before.trim(), Some(seed.trim().parse().unwrap())),
        None => (text.trim(), None),
    }
}

#[track_caller]
fn game(text: &str) -> (RoundNumber, TableNumber) {
    let (number, table) = text.trim().split_once('.').unwrap();
    (round(number), TableNumber::new(table.parse().unwrap()).unwrap())
}

/// Reads a result, and the men that White is ahead.
#[track_caller]
fn result(tournament: &Tournament, text: &str) -> (Outcome, Option<i32>) {
    let played = text.trim_end_matches('F');
    let reason = if played == text { None } else { Some(Reason::Forfeit) };
    let (score, usual) = match played.get(..1) {
        Some("=") => (Score::Draw, Reason::Agreement),
        Some("1") => (Score::WhiteWins, Reason::Resignation),
        Some("0") if played == "0-1" => (Score::BlackWins, Reason::Resignation),
        Some("0") => (Score::BothLose, Reason::Arbiter),
        _ => panic!("unknown result {text:?}"),
    };
    // A draw without a number has equal men, if they count.
    let men = match played.strip_prefix('=') {
        Some("") => (tournament.scoring() == Scoring::BonusDraws).then_some(0),
        men => men.map(|men| men.parse().unwrap()),
    };
    (Outcome::new(score, reason.unwrap_or(usual)), men)
}

/// Returns the part before the colon.
fn head_of(line: &str) -> &str {
    line.split_once(':').map_or(line, |(head, _)| head)
}

/// Returns the commands of a line.
#[track_caller]
pub(crate) fn commands(tournament: &Tournament, line: &str) -> Vec<Command> {
    let (head, rest) = line.split_once(':').map_or((line, ""), |(head, rest)| (head, rest.trim()));
    let mut head = head.split_whitespace();
    let (word, first, second) = (
        head.next().unwrap_or_default(),
        head.next().unwrap_or_default(),
        head.next().unwrap_or_default(),
    );
    let (seedless, seed) = with_seed(rest);
    let named = line.split_once(' ').map_or("", |(_, name)| name).to_owned();
    let after_word = head_of(line).split_once(' ').map_or("", |(_, rest)| rest);
    let named_second =
        || Entry::named(named.split_once(' ').map_or("", |(_, name)| name).to_owned());
    vec![match word {
        "enter" => {
            let (name, year) = named.split_once(" born ").unwrap_or((&named, ""));
            let birth = year.parse().ok().map(|year| Birth::new(year, 0, 0).unwrap());
            Command::Enter { entry: Entry { birth, ..Entry::named(name) } }
        }
        "team" => Command::EnterTeam { name: named },
        "line-up" => Command::HandInLineUp {
            team: TeamId::from(one(first)),
            boards: rest.split(' ').map(|on| (on != "-").then(|| one(on).into())).collect(),
        },
        "lots" => Command::DrawLotsBySeed { seed: rest.parse().unwrap() },
        "groups" => Command::DrawGroups { seed: rest.parse().unwrap() },
        "group" => Command::DivideGroups { groups: rest.split('/').map(all).collect() },
        "absent" | "half" => Command::ReportAbsent {
            participant: one(first),
            round: round(second),
            half_point_bye: word == "half",
            notice: AbsenceNotice { reason: rest.to_owned(), ..AbsenceNotice::default() },
        },
        "present" => Command::ReportPresent { participant: one(first), round: round(second) },
        "withdraw" => Command::Withdraw { participant: one(first), reason: rest.to_owned() },
        "reinstate" => Command::Reinstate { participant: one(first) },
        "pair" => Command::Pair { round: round(first) },
        "hand" => {
            let (games, byes) = rest.split_once("bye").unwrap_or((rest, ""));
            let pair = |pair: &str| {
                let (white, black) = pair.split_once('-').unwrap();
                (one(white), one(black))
            };
            let pairs = games.split_whitespace().map(pair).collect();
            Command::PairByHand { round: round(first), pairs, byes: all(byes) }
        }
        "play-off" => {
            Command::PairPlayOff { round: round(first), participants: all(seedless), seed }
        }
        "color" => {
            let color = if seedless == "white" { Color::White } else { Color::Black };
            let color = (!seedless.is_empty()).then_some(color);
            Command::ChooseColor { pool_place: first.parse().unwrap(), color, seed }
        }
        "unpair" => {
            let (round, reason) = (round(first), rest.to_owned());
            let ground = (second == "chief-arbiter").then_some(UnpairGround::ChiefArbiter);
            Command::Unpair { round, reason, ground }
        }
        "publish" => Command::Publish { round: round(first) },
        "open" => Command::OpenRound { round: round(first) },
        "close" => Command::CloseRound { round: round(first) },
        "results" => {
            let results = rest.split_whitespace().zip(1..).filter(|(text, _)| *text != "*");
            let record = |(text, table): (&str, u32)| {
                let (outcome, men_ahead) = result(tournament, text);
                let table = TableNumber::new(table).unwrap();
                Command::RecordResult { round: round(first), table, outcome, men_ahead }
            };
            return results.map(record).collect();
        }
        "result" | "correct" => {
            let ((round, table), (outcome, men_ahead)) = (game(first), result(tournament, rest));
            if word == "result" {
                Command::RecordResult { round, table, outcome, men_ahead }
            } else {
                Command::CorrectResult { round, table, outcome, men_ahead }
            }
        }
        "rename" => Command::CorrectEntry {
            player: one(first).into(),
            entry: named_second(),
            fields: EntryField::all(),
        },
        "reserve" => Command::SeatReserve { withdrawn: one(first).into(), entry: named_second() },
        "remove" => Command::RemoveEntry { player: one(first).into() },
        "promoted" => {
            let mut settings = tournament.settings().unwrap().clone();
            settings.regulation.promoted = first.parse().unwrap();
            Command::Amend { settings: Box::new(settings), reason: rest.to_owned() }
        }
        "reverse" => {
            let (round, table) = game(first);
            Command::ReverseColors { round, table, is_reversed: true }
        }
        "lot" => {
            let seed = seed.unwrap();
            Command::DrawTie { participants: all(after_word), seed }
        }
        "reopen" => Command::ReopenTie { participants: all(after_word), reason: rest.to_owned() },
        "resolve" => Command::ResolveTie { order: all(rest), how: TieDecision::Arbiter },
        _ => panic!("unknown line {line:?}"),
    }]
}
