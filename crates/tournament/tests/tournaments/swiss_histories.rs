//! Swiss tournaments with all kinds of incidents of real ones: the program's pairings keep the
//! norms (KNDB B1, B1b, B2), the control sums hold (KNDB F8), and the state agrees with a diary
//! that is kept besides the tournament.

mod diary;

use self::diary::{Diary, Seats, Sitting};
use super::{
    BLACK_WINS, BOTH_LOSE, DRAW, UNPLAYED, WHITE_WINS, all, close, correct, decide, enter,
    entered_by, one, open, pair, player, record, round, table, table_of, withdraw,
};
use draughts::{Outcome, Reason, Score};
use proptest::prelude::RngExt;
use proptest::test_runner::{RngAlgorithm, TestRng};
use std::collections::BTreeSet;
use tournament::ranking::TieBreak;
use tournament::regulation::{Format, HalfPointByes, Preset, Regulation};
use tournament::swiss::{FirstRound, scores};
use tournament::{
    Command, Entry, EntryField, Event, GroupNumber, PairingMethod, Refusal, Tournament,
    UnpairGround,
};

/// Counts over all tournaments.
#[derive(Debug, Default)]
struct Count {
    /// Rounds paired by the program.
    paired: usize,
    /// Rounds among them that were paired again after a change.
    paired_anew: usize,
    /// Rounds that the norms do not allow to pair, paired by hand.
    by_hand: usize,
    byes: usize,
    half_point_byes: usize,
    forfeits: usize,
    no_shows: usize,
    postponed: usize,
    withdrawals: usize,
    reinstated: usize,
    entered_late: usize,
    removed: usize,
    renamed: usize,
    corrected: usize,
    results_withdrawn: usize,
    reversed: usize,
}

/// A tournament, its events, and the diary.
struct History<'a> {
    tournament: Tournament,
    events: Vec<Event>,
    diary: Diary,
    chance: &'a mut TestRng,
    count: &'a mut Count,
    /// The frequency of each kind of incident, in percent.
    trouble: u32,
}

impl<'a> History<'a> {
    fn new(chance: &'a mut TestRng, count: &'a mut Count, players: usize, rounds: u32) -> Self {
        let first_round = if chance.random_bool(0.5) {
            FirstRound::EntrantsKnown
        } else {
            FirstRound::EntrantsUnknown
        };
        let half_point_byes = HalfPointByes { most: 2, in_last_round: chance.random_bool(0.5) };
        let regulation = Regulation {
            rounds: Some(rounds),
            format: Format::Swiss(first_round),
            half_point_byes,
            no_show_withdraws: true,
            ..Regulation::of(Preset::KndbSwiss)
        };
        let trouble = [0, 3, 10, 20][chance.random_range(0..4)];
        let tournament = entered_by(regulation, 0);
        let created = Event::Created { settings: Box::new(tournament.settings().unwrap().clone()) };
        let (events, diary) = (vec![created], Diary::new(rounds));
        let mut history = Self { tournament, events, diary, chance, count, trouble };
        for _ in 0..players {
            history.enter_one();
        }
        let seed = history.chance.random();
        assert!(history.tells(&Command::DrawLotsBySeed { seed }));
        history
    }

    /// Sends a command to the tournament; returns true unless it was refused.
    fn tells(&mut self, command: &Command) -> bool {
        let Ok(events) = decide(&self.tournament, command) else { return false };
        events.iter().for_each(|event| self.tournament.apply(event));
        self.events.extend(events);
        true
    }

    fn percent(&mut self, percent: u32) -> bool {
        self.chance.random_range(0..100) < percent
    }

    fn anybody(&mut self) -> u32 {
        let all: Vec<u32> = self.diary.names.keys().copied().collect();
        all[self.chance.random_range(0..all.len())]
    }

    fn enter_one(&mut self) {
        let number = self.diary.next_number();
        let name = format!("p{number}");
        assert!(self.tells(&enter(&name)));
        self.diary.names.insert(number, name);
    }

    /// Changes entries between two rounds.
    fn change_entries(&mut self) {
        let trouble = self.trouble;
        if self.percent(trouble) {
            self.enter_one();
            self.count.entered_late += usize::from(!self.diary.rounds.is_empty());
        }
        if self.percent(trouble) {
            let number = self.anybody();
            // A player who is in a round stays; too few cannot play so many rounds.
            let is_enough = self.diary.has_more_than_it_needs();
            if is_enough && self.tells(&Command::RemoveEntry { player: player(number) }) {
                self.diary.remove(number);
                self.count.removed += 1;
            }
        }
        if self.percent(trouble) {
            let number = self.anybody();
            let name = format!("p{number} of round {}", self.diary.rounds.len());
            let entry = Entry::named(name.clone());
            let fields = EntryField::all();
            assert!(self.tells(&Command::CorrectEntry { player: player(number), entry, fields }));
            self.diary.names.insert(number, name);
            self.count.renamed += 1;
        }
    }

    /// Lets some stay away from the next round, and some of those for good; lets some come back.
    fn decide_who_comes(&mut self) {
        let next = self.diary.next_round();
        for number in self.diary.names.keys().copied().collect::<Vec<_>>() {
            let participant = one(number);
            if self.diary.withdrawn.contains_key(&number) {
                if self.percent(20) {
                    assert!(self.tells(&Command::Reinstate { participant }));
                    self.diary.withdrawn.remove(&number);
                    self.count.reinstated += 1;
                }
            } else if self.percent(self.trouble) {
                match self.chance.random_range(0..10) {
                    0 => self.leave(number),
                    1 => {
                        self.report_absent(number, next, false);
                        let present = Command::ReportPresent { participant, round: round(next) };
                        assert!(self.tells(&present));
                        self.diary.away.remove(&(next, number));
                    }
                    2 => self.report_absent(number, next + 1, true),
                    3..=5 => self.report_absent(number, next, true),
                    _ => self.report_absent(number, next, false),
                }
            }
        }
    }

    /// Reports an absence; a half-point bye may be one too many.
    fn report_absent(&mut self, number: u32, in_round: u32, half_point_bye: bool) {
        let (participant, round) = (one(number), round(in_round));
        if self.tells(&Command::ReportAbsent {
            participant,
            round,
            half_point_bye,
            notice: tournament::AbsenceNotice::default(),
        }) {
            self.diary.away.insert((in_round, number), half_point_bye);
        }
    }

    fn leave(&mut self, number: u32) {
        let reason = "yllnis".to_owned();
        assert!(self.tells(&Command::Withdraw { participant: one(number), reason }));
        self.diary.withdrawn.entry(number).or_insert(false);
        self.count.withdrawals += 1;
    }

    /// Changes games of earlier rounds: other results, none, reversed colours, and results of
    /// postponed games.
    fn change_games(&mut self) {
        let of_round = |(round, sitting): (usize, &Sitting)| {
            (0..sitting.games.len()).map(move |game| (round, game)).collect::<Vec<_>>()
        };
        for (in_round, at) in
            self.diary.rounds.iter().enumerate().flat_map(of_round).collect::<Vec<_>>()
        {
            let (number, place) = (number_of(in_round), number_of(at));
            let was = self.diary.rounds[in_round].games[at];
            let is_changed = self.percent(self.trouble) && self.percent(20);
            if was.outcome.is_none() {
                if self.percent(30) {
                    self.record(in_round, at);
                }
            } else if is_changed && self.percent(30) {
                assert!(self.tells(&withdraw(number, place)));
                self.diary.end(in_round, at, None);
                self.count.results_withdrawn += 1;
            } else if is_changed && self.percent(60) {
                let outcome = self.outcome();
                assert!(self.tells(&correct(number, place, outcome)));
                self.diary.end(in_round, at, Some(outcome));
                self.count.corrected += 1;
            } else if is_changed {
                let is_reversed = !was.is_reversed;
                let told = Command::ReverseColors {
                    round: round(number),
                    table: table(place),
                    is_reversed,
                };
                assert_eq!(self.tells(&told), !was.is_forfeit(), "{was:?}");
                if !was.is_forfeit() {
                    self.diary.rounds[in_round].games[at].reverse();
                    self.count.reversed += 1;
                }
            }
        }
    }

    fn record(&mut self, in_round: usize, at: usize) {
        let outcome = self.outcome();
        assert!(self.tells(&record(number_of(in_round), number_of(at), outcome)));
        self.diary.end(in_round, at, Some(outcome));
        self.count.forfeits += usize::from(outcome.reason == Reason::Forfeit);
        self.count.no_shows += usize::from(outcome.reason == Reason::NoShow);
    }

    fn outcome(&mut self) -> Outcome {
        if !self.percent(self.trouble) {
            return [WHITE_WINS, DRAW, BLACK_WINS][self.chance.random_range(0..3)];
        }
        let reason = [Reason::Forfeit, Reason::NoShow][self.chance.random_range(0..2)];
        let scores = [Score::WhiteWins, Score::BlackWins, Score::BothLose];
        match self.chance.random_range(0..6) {
            0 => BOTH_LOSE,
            1 => UNPLAYED,
            _ => Outcome::new(scores[self.chance.random_range(0..3)], reason),
        }
    }

    /// Pairs the next round: by the program, or by hand if the norms do not allow a pairing.
    /// Returns false if too few came.
    fn pair(&mut self) -> bool {
        let number = self.diary.next_round();
        match decide(&self.tournament, &pair(number)) {
            Ok(_) => assert!(self.tells(&pair(number))),
            Err(Refusal::Unpairable { .. }) => return self.pair_by_hand(number),
            Err(Refusal::NobodyToPair { .. }) => {
                assert!(self.diary.available().len() < 2);
                return false;
            }
            Err(refusal) => panic!("round {number}: {refusal}"),
        }
        let sitting = self.paired();
        self.diary.check_everybody_is_there(&sitting);
        for game in &sitting.games {
            assert_eq!(self.diary.broken_by(game), [""; 0], "{game:?}");
        }
        let barred = sitting.byes.iter().filter(|bye| self.diary.had_free_point(**bye));
        assert_eq!(barred.count(), 0, "B1b: {:?}", sitting.byes);
        self.count.paired += 1;
        self.count.byes += sitting.byes.len();
        self.count.half_point_byes += sitting.half_point_byes.len();
        self.diary.rounds.push(sitting);
        true
    }

    fn pair_by_hand(&mut self, number: u32) -> bool {
        let mut there: Vec<u32> = self.diary.available().into_iter().collect();
        for place in (1..there.len()).rev() {
            there.swap(place, self.chance.random_range(0..=place));
        }
        let (pairs, bye) = there.as_chunks::<2>();
        let pairs: Vec<_> = pairs.iter().map(|&[white, black]| (white, black)).collect();
        if pairs.is_empty() {
            return false;
        }
        assert!(self.tells(&super::pair_with_byes(number, &pairs, bye)));
        let sitting = self.paired();
        self.diary.check_everybody_is_there(&sitting);
        let broken = sitting.games.iter().map(|game| self.diary.broken_by(game).len());
        let barred = bye.iter().filter(|bye| self.diary.had_free_point(**bye)).count();
        let method = &self.tournament.latest_round().unwrap().paired().method;
        let PairingMethod::ByHand(warnings) = method else { panic!("{method:?}") };
        assert_eq!(warnings.len(), broken.sum::<usize>() + barred, "{warnings:?}");
        self.count.by_hand += 1;
        self.diary.rounds.push(sitting);
        true
    }

    /// Returns the latest round as it was paired.
    fn paired(&self) -> Sitting {
        let paired = self.tournament.latest_round().unwrap().paired();
        let games = paired.pairings.iter().map(|pairing| Seats {
            white: pairing.white.get(),
            black: pairing.black.get(),
            outcome: None,
            is_reversed: false,
        });
        Sitting {
            games: games.collect(),
            byes: paired.byes.iter().map(|bye| bye.get()).collect(),
            half_point_byes: self.diary.half_point_byes(paired.round.get()),
        }
    }

    /// Undoes the pairing, and pairs again if a player has left.
    fn pair_anew(&mut self) -> bool {
        let number = self.diary.next_round() - 1;
        self.tells(&Command::Publish { round: round(number) });
        let reason = "ôfsein".to_owned();
        let ground = Some(UnpairGround::ChiefArbiter);
        assert!(self.tells(&Command::Unpair { round: round(number), reason, ground }));
        self.diary.rounds.pop();
        let number = self.anybody();
        self.leave(number);
        self.count.paired_anew += 1;
        self.pair()
    }

    /// Plays the latest round; some games are postponed, some players leave during it.
    fn play(&mut self) {
        let at_round = self.diary.rounds.len() - 1;
        let number = number_of(at_round);
        assert!(self.tells(&open(number)));
        for at in 0..self.diary.rounds[at_round].games.len() {
            if self.percent(self.trouble) && self.percent(50) {
                self.count.postponed += 1;
            } else {
                self.record(at_round, at);
            }
        }
        if self.percent(self.trouble) {
            let number = self.anybody();
            self.leave(number);
        }
        assert!(self.tells(&close(number)));
    }

    /// Checks the control sums (KNDB F8), and the points of all players.
    fn check_sums(&self) {
        let next = round(self.diary.next_round());
        let field = self.tournament.swiss_field(GroupNumber::FIRST, next).unwrap();
        let scores = scores(&field);
        let (players, rounds) = (self.diary.names.len(), self.diary.rounds.len());
        let sum = |of: fn(&tournament::swiss::Score) -> u32| {
            usize::try_from(scores.iter().map(of).sum::<u32>()).unwrap()
        };
        assert_eq!(sum(|score| score.counted), players * rounds, "F8: WS");
        assert_eq!(sum(|score| score.solkoff), players * rounds * rounds, "F8: WP");
        let (given, withheld) = self.diary.free_points();
        let points = players * rounds + given - withheld;
        assert_eq!(sum(|score| score.points), points, "F8: points");
        for score in &scores {
            assert_eq!(score.points, self.diary.points(score.player.get()), "{score:?}");
        }
        let table = table_of(&self.tournament);
        let sum_of_table: u32 =
            table.rows.iter().map(|row| table.value(row, TieBreak::Solkoff).unwrap()).sum();
        if self.diary.is_complete() {
            let points = |row: &tournament::ranking::Row| (row.participant.get(), row.points);
            let mut of_table: Vec<_> = table.rows.iter().map(points).collect();
            of_table.sort_unstable();
            let own = |number: &u32| (*number, self.diary.points(*number));
            assert_eq!(of_table, self.diary.names.keys().map(own).collect::<Vec<_>>());
            assert_eq!(usize::try_from(sum_of_table).unwrap(), players * rounds * rounds);
        }
    }

    /// Checks that the state agrees with the diary, and with the fold of the events.
    fn check_state(&self) {
        let mut folded = Tournament::default();
        self.events.iter().for_each(|event| folded.apply(event));
        assert_eq!(folded, self.tournament);
        let players = folded.players().iter().map(|one| (one.id.get(), one.name.clone()));
        assert!(players.eq(self.diary.names.clone()), "{:?}", folded.players());
        let withdrawn: BTreeSet<_> = folded.withdrawn().keys().map(|one| one.get()).collect();
        assert_eq!(withdrawn, self.diary.withdrawn.keys().copied().collect());
        assert_eq!(folded.rounds().len(), self.diary.rounds.len());
        for (round, told) in folded.rounds().iter().zip(&self.diary.rounds) {
            let seats = round.games().iter().map(|game| Seats {
                white: game.pairing.white.get(),
                black: game.pairing.black.get(),
                outcome: game.outcome,
                is_reversed: game.is_reversed,
            });
            assert!(seats.eq(told.games.iter().copied()), "{:?}", round.games());
            assert_eq!(round.byes(), all(&told.byes));
        }
    }

    fn run(mut self, rounds: u32) {
        for _ in 0..rounds {
            self.change_entries();
            self.decide_who_comes();
            self.change_games();
            // A withdrawn result opens its round, which can then be closed again.
            let latest = self.diary.next_round() - 1;
            assert!(latest == 0 || self.tells(&close(latest)));
            self.check_sums();
            let mut is_paired = self.pair();
            if is_paired && self.percent(self.trouble) {
                is_paired = self.pair_anew();
            }
            if !is_paired {
                break;
            }
            self.play();
        }
        self.change_games();
        self.check_sums();
        self.check_state();
    }
}

/// Returns the number of the round or table at an index.
fn number_of(place: usize) -> u32 {
    u32::try_from(place).unwrap() + 1
}

/// Plays so many tournaments of so many players.
fn histories(seed: u8, tournaments: u32, players: std::ops::RangeInclusive<usize>) -> Count {
    let mut chance = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut count = Count::default();
    for _ in 0..tournaments {
        let players = chance.random_range(players.clone());
        let rounds = chance.random_range(1..=players.min(10) - 1);
        let rounds = u32::try_from(rounds).unwrap();
        History::new(&mut chance, &mut count, players, rounds).run(rounds);
    }
    count
}

#[test]
fn small_tournaments_keep_the_norms_whatever_is_told() {
    let count = histories(1, 3_000, 2..=20);
    assert!(count.paired > 8_000 && count.paired_anew > 300 && count.by_hand > 50, "{count:?}");
    for often in [count.byes, count.forfeits, count.no_shows, count.postponed, count.withdrawals] {
        assert!(often > 1_000, "{count:?}");
    }
    let rare = [count.half_point_byes, count.reinstated, count.corrected, count.reversed];
    let rarer = [count.entered_late, count.removed, count.renamed, count.results_withdrawn];
    for often in rare.into_iter().chain(rarer) {
        assert!(often > 100, "{count:?}");
    }
}

#[test]
fn large_tournaments_keep_the_norms_whatever_is_told() {
    let count = histories(2, 40, 21..=200);
    assert!(count.paired > 150 && count.byes > 30 && count.reversed > 30, "{count:?}");
}
