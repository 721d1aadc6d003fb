//! The import of a report into a tournament: the decisions that enter it, step by step.

use super::games::{Played, ReportRound};
use super::{Problem, ProblemKind, ReadTrf, Trf, TrfPlayer};
use crate::ranking::{Participant, Row, Running};
use crate::regulation::Format;
use crate::trf::check::hundredths;
use crate::{
    Author, Birth, Command, Entry, Event, PlayerId, Refusal, RoundNumber, RoundRefusal, RoundState,
    Scoring, TableNumber, Tournament,
};
use draughts::{Outcome, Score, Timestamp, text};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The largest number of players in a step.
const ENTRIES_MAX: usize = 200;
/// The largest number of absences in a step.
const ABSENCES_MAX: usize = 500;

/// The reason of steps for which a regulation asks one.
const REPORT: &str = "TRF16";

/// A report to be entered into a tournament that has no round yet.
///
/// [`Tournament::decide`] decides every step on the current tournament, and the events of a step
/// belong together: one round with all its results is one step. Existing data is not entered twice,
/// so an interrupted import may begin again from the first step.
///
/// | in the file | in the tournament |
/// |---|---|
/// | a player | an entry, in the order of start numbers |
/// | two who meet | a pairing by hand; the tables follow the start numbers |
/// | `1 = 0`, `W D L` | the result, as the arbiter's |
/// | `+ -` | a no-show, of both where both have `-` |
/// | an opponent and no result | a postponed game; in the last round one that is still played |
/// | `U F` | a bye |
/// | `H`, `Z`, nothing | an absence, with half a point for `H`; of a table, a free round |
/// | `XXZ`, or a bye in the round to come | an absence in the next round |
///
/// The last round is paired but not opened if it has neither a result nor a bye.
#[derive(Debug, Clone)]
pub struct Import {
    trf: Trf,
    lines: BTreeMap<PlayerId, usize>,
    /// The first start number of each name, in lower case.
    names: BTreeMap<String, PlayerId>,
    rounds: Vec<ReportRound>,
    steps: Vec<Step>,
    /// The players whose points the lines already contradict.
    reported: BTreeSet<PlayerId>,
}

/// The result of a step of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imported {
    /// The events to record, in one piece.
    pub events: Vec<Event>,
    /// The problems of the parts that could not be entered.
    pub problems: Vec<Problem>,
}

/// A step; rounds and players are indices.
#[derive(Debug, Clone)]
enum Step {
    Enter(Range<usize>),
    Absences(usize, Range<usize>),
    Pair(usize),
    Play(usize),
}

impl Import {
    /// Makes the import of a report. A name that occurs twice is entered once.
    pub fn new(read: ReadTrf) -> Self {
        let ReadTrf { mut trf, problems, lines } = read;
        trf.players.sort_by_key(|player| player.number);
        let mut names = BTreeMap::new();
        for player in &trf.players {
            names.entry(lowercase(&player.name)).or_insert(player.number);
        }
        let played = trf.rounds_paired();
        let rounds: Vec<_> =
            (0..=played).map(|at| ReportRound::of(&trf, at, at < played)).collect();
        let mut steps: Vec<_> =
            chunks(trf.players.len(), ENTRIES_MAX).into_iter().map(Step::Enter).collect();
        for (at, round) in rounds.iter().enumerate() {
            let some = chunks(round.absent.len(), ABSENCES_MAX).into_iter();
            steps.extend(some.map(|range| Step::Absences(at, range)));
            if at < played {
                steps.extend([Step::Pair(at), Step::Play(at)]);
            }
        }
        let points = |problem: &Problem| {
            if let ProblemKind::PointsDiffer { player, .. } = problem.kind {
                Some(player)
            } else {
                None
            }
        };
        let reported = problems.iter().filter_map(points).collect();
        Self { trf, lines, names, rounds, steps, reported }
    }

    /// Returns the number of steps.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Decides a step, counted from 0, on the tournament after the previous one. There are no
    /// events if everything in it is already entered. `by` and `at` are those of
    /// [`Tournament::decide`].
    ///
    /// # Errors
    /// [`Refusal::NotCreated`] before the creation. Other refusals are among the problems.
    pub fn decide(
        &self,
        step: usize,
        tournament: &Tournament,
        by: &Author,
        at: Timestamp,
    ) -> Result<Imported, Refusal> {
        if !tournament.is_created() {
            return Err(Refusal::NotCreated);
        }
        if tournament.is_deleted() {
            return Err(Refusal::Deleted);
        }
        let numbers = self.numbers(tournament);
        let mut entering = Entering {
            import: self,
            numbers,
            after: tournament.clone(),
            by,
            at,
            imported: Imported::default(),
        };
        match self.steps.get(step) {
            Some(Step::Enter(players)) => entering.enter(players.clone()),
            // Rounds of a report belong to players, and cannot be entered for teams.
            Some(_) if tournament.is_of_teams() => {}
            Some(Step::Absences(round, players)) => entering.absences(*round, players.clone()),
            Some(Step::Pair(round)) => entering.pair(*round),
            Some(Step::Play(round)) => entering.play(*round),
            None => {}
        }
        Ok(entering.imported)
    }

    /// Returns the tournament as all steps would leave it, and the problems. Nothing is recorded by
    /// it.
    ///
    /// # Errors
    /// As for [`Import::decide`].
    pub fn preview(
        &self,
        tournament: &Tournament,
        by: &Author,
        at: Timestamp,
    ) -> Result<(Tournament, Vec<Problem>), Refusal> {
        let (mut after, mut problems) = (tournament.clone(), Vec::new());
        for step in 0..self.steps() {
            let imported = self.decide(step, &after, by, at)?;
            imported.events.iter().for_each(|event| after.apply(event));
            problems.extend(imported.problems);
        }
        Ok((after, problems))
    }

    /// Returns the differences between the tables and the points and places in the file, after all
    /// steps. Points are compared as results; for a shared place, any of the shared places agrees.
    pub fn differences(&self, tournament: &Tournament) -> Vec<Problem> {
        if tournament.is_of_teams() {
            let has_rounds = self.trf.rounds_paired() > 0;
            let problem = Problem { line: None, kind: ProblemKind::RoundsOfTeams };
            return has_rounds.then_some(problem).into_iter().collect();
        }
        let tables = tournament.tables(Running::Ignored);
        let is_one = tables.len() == 1;
        let rows: BTreeMap<Participant, (&Row, u32)> = tables
            .iter()
            .flat_map(|table| {
                let rows = &table.ranking.rows;
                let mut sharing: BTreeMap<u32, u32> = BTreeMap::new();
                for row in rows {
                    let count = sharing.entry(row.place).or_default();
                    *count = count.saturating_add(1);
                }
                let of_row = move |row: &Row| sharing.get(&row.place).copied().unwrap_or(1);
                rows.iter().map(move |row| (row.participant, (row, of_row(row))))
            })
            .collect();
        let numbers = self.numbers(tournament);
        let scoring = (self.trf.scoring(), tournament.scoring());
        let mut problems = Vec::new();
        for player in &self.trf.players {
            let Some((row, sharing)) = numbers.get(&player.number).and_then(|one| rows.get(one))
            else {
                continue;
            };
            let number = player.number;
            if let Some(stated) = player.points
                && let Some(computed) = comparable(row.points, scoring)
                && stated != computed
                && !self.reported.contains(&number)
            {
                let kind = ProblemKind::PointsComputed { player: number, stated, computed };
                problems.push(self.of(number, kind));
            }
            let (first, last) = (row.place, row.place.saturating_add(*sharing).saturating_sub(1));
            if let Some(stated) = player.rank.filter(|_| is_one)
                && !(first..=last).contains(&stated)
            {
                let kind = ProblemKind::PlaceComputed { player: number, stated, first, last };
                problems.push(self.of(number, kind));
            }
        }
        problems
    }

    /// Returns the players of the tournament who are in the file, in the order of start numbers.
    pub fn players(&self, tournament: &Tournament) -> Vec<PlayerId> {
        self.numbers(tournament).into_values().map(PlayerId::from).collect()
    }

    /// Returns the participants by start number, without those who are not entered.
    fn numbers(&self, tournament: &Tournament) -> BTreeMap<PlayerId, Participant> {
        let of_player = |player: &crate::Player| {
            let number = self.names.get(&player.name.to_lowercase())?;
            Some((*number, player.id.into()))
        };
        tournament.players().iter().filter_map(of_player).collect()
    }

    /// Returns true if a result or bye of a round counts already.
    fn has_begun(&self, at: usize) -> bool {
        self.rounds.get(at).is_some_and(|round| {
            round.games.iter().any(|game| game.outcome.is_some())
                || !round.byes.is_empty()
                || round.absent.iter().any(|(_, half_point_bye)| *half_point_bye)
        })
    }

    fn of(&self, player: PlayerId, kind: ProblemKind) -> Problem {
        Problem { line: self.lines.get(&player).copied(), kind }
    }
}

/// A step during its decision.
struct Entering<'a> {
    import: &'a Import,
    numbers: BTreeMap<PlayerId, Participant>,
    /// The tournament with the events so far.
    after: Tournament,
    by: &'a Author,
    at: Timestamp,
    imported: Imported,
}

impl Entering<'_> {
    fn enter(&mut self, players: Range<usize>) {
        for player in self.import.trf.players.get(players).unwrap_or_default() {
            let number = player.number;
            let first = self.import.names.get(&lowercase(&player.name)).copied();
            if let Some(first) = first.filter(|first| *first != number) {
                self.report(number, ProblemKind::NameTwice { player: number, first });
                continue;
            }
            if let Err(reason) = self.try_to(&Command::Enter { entry: entry(player) }) {
                let reason = Box::new(reason);
                self.report(number, ProblemKind::NotEntered { player: number, reason });
            }
        }
    }

    fn absences(&mut self, at: usize, players: Range<usize>) {
        let takes_absences = self.after.regulation().is_some_and(|regulation| {
            matches!(regulation.format, Format::Swiss(_) | Format::Manual)
        });
        let round = RoundNumber::from_index(at);
        let Some(of_round) = self.import.rounds.get(at) else { return };
        // A paired round already records its absences.
        if !takes_absences || self.after.round(round).is_some() {
            return;
        }
        for &(player, half_point_bye) in of_round.absent.get(players).unwrap_or_default() {
            let Some(&participant) = self.numbers.get(&player) else { continue };
            let command = Command::ReportAbsent {
                participant,
                round,
                half_point_bye,
                notice: crate::AbsenceNotice::default(),
            };
            if let Err(reason) = self.try_to(&command) {
                let reason = Box::new(reason);
                self.report(player, ProblemKind::AbsenceNotEntered { player, round, reason });
            }
        }
    }

    /// Returns the games of a round between entered players, with White and Black.
    fn games(&self, at: usize) -> Vec<(Played, (Participant, Participant))> {
        let games = self.import.rounds.get(at).map_or(&[][..], |round| &round.games);
        let entered = |game: &Played| Some((*game, self.sides(game)?));
        games.iter().filter_map(entered).collect()
    }

    fn sides(&self, game: &Played) -> Option<(Participant, Participant)> {
        Some((*self.numbers.get(&game.white)?, *self.numbers.get(&game.black)?))
    }

    fn byes(&self, at: usize) -> Vec<Participant> {
        let byes = self.import.rounds.get(at).map_or(&[][..], |round| &round.byes);
        byes.iter().filter_map(|bye| self.numbers.get(bye)).copied().collect()
    }

    fn pair(&mut self, at: usize) {
        let round = RoundNumber::from_index(at);
        let games = self.import.rounds.get(at).map_or(&[][..], |round| &round.games);
        let missing: Vec<_> = games.iter().filter(|game| self.sides(game).is_none()).collect();
        let pairs = self.games(at).into_iter().map(|(_, pair)| pair).collect();
        let byes = self.byes(at);
        for game in missing {
            let (player, opponent) = (game.white, game.black);
            self.report(player, ProblemKind::GameLeftOut { player, round, opponent });
        }
        if let Err(reason) = self.try_to(&Command::PairByHand { round, pairs, byes }) {
            let kind = ProblemKind::RoundNotEntered { round, reason: Box::new(reason) };
            self.imported.problems.push(Problem { line: None, kind });
        }
    }

    /// Opens a round with this pairing, enters its results and closes it.
    fn play(&mut self, at: usize) {
        let number = RoundNumber::from_index(at);
        let games = self.games(at);
        let Some(round) = self.after.round(number) else { return };
        if !round.pairs().eq(games.iter().map(|(_, pair)| *pair)) {
            return;
        }
        let is_last = at.saturating_add(2) >= self.import.rounds.len();
        let has_begun = !is_last || self.import.has_begun(at);
        if round.state() == RoundState::Paired
            && has_begun
            && let Err(reason) = self.try_to(&Command::OpenRound { round: number })
        {
            let kind = ProblemKind::RoundNotEntered { round: number, reason: Box::new(reason) };
            return self.imported.problems.push(Problem { line: None, kind });
        }
        for (table, (game, _)) in games.iter().enumerate() {
            let Some(outcome) = game.outcome else { continue };
            let (round, table) = (number, TableNumber::from_index(table));
            let men_ahead = self.bonus(round, table, outcome);
            if men_ahead.is_none()
                && outcome.score == Score::Draw
                && self.after.scoring() == Scoring::BonusDraws
            {
                let (player, opponent) = (game.white, game.black);
                self.report(player, ProblemKind::BonusUnknown { player, round, opponent });
            }
            let men_ahead = men_ahead.or(Some(0));
            let command = Command::RecordResult { round, table, outcome, men_ahead };
            if let Err(reason) = self.try_to(&command) {
                let (player, opponent, reason) = (game.white, game.black, Box::new(reason));
                let kind = ProblemKind::ResultNotEntered { player, round, opponent, reason };
                self.report(player, kind);
            }
        }
        let is_open = self.after.round(number).is_some_and(|one| one.state() == RoundState::Open);
        if is_open
            && !is_last
            && let Err(reason) = self.try_to(&Command::CloseRound { round: number })
        {
            let kind = ProblemKind::RoundNotEntered { round: number, reason: Box::new(reason) };
            self.imported.problems.push(Problem { line: None, kind });
        }
    }

    /// Returns White's recorded lead in men, if the game already has this draw.
    fn bonus(&self, round: RoundNumber, table: TableNumber, outcome: Outcome) -> Option<i32> {
        let game = self.after.game(round, table)?;
        game.men_ahead.filter(|_| game.outcome == Some(outcome))
    }

    fn report(&mut self, player: PlayerId, kind: ProblemKind) {
        self.imported.problems.push(self.import.of(player, kind));
    }

    /// Decides a command. The author is recorded once.
    fn try_to(&mut self, command: &Command) -> Result<(), Refusal> {
        let events = match self.after.decide(command, self.by, self.at) {
            // The rounds are history: the report is the reason for which they were closed.
            Err(Refusal::Round(
                RoundRefusal::RestNotOver { .. } | RoundRefusal::Unfinished { .. },
            )) => self.after.decide(command, &self.by.clone().because(REPORT), self.at)?,
            decided => decided?,
        };
        for event in events {
            let is_said = matches!(event, Event::Ruled { .. }) && !self.imported.events.is_empty();
            if !is_said {
                self.after.apply(&event);
                self.imported.events.push(event);
            }
        }
        Ok(())
    }
}

/// Splits `count` indices into ranges of at most `most`.
fn chunks(count: usize, most: usize) -> Vec<Range<usize>> {
    let starts = (0..count).step_by(most);
    starts.map(|start| start..start.saturating_add(most).min(count)).collect()
}

/// Returns a name in the form in which names are compared; one that is refused as it is, so that
/// its line is reported by its own fault.
fn lowercase(name: &str) -> String {
    let name = text::tidy(name, Entry::NAME_CHARS_MAX).unwrap_or_else(|_refused| name.to_owned());
    name.to_lowercase()
}

/// Converts the points of a table to the scoring of the file, in hundredths; `None` if only one of
/// them has a bonus for draws.
fn comparable(points: u32, (of_file, own): (Scoring, Scoring)) -> Option<u32> {
    let has_bonus = |scoring| scoring == Scoring::BonusDraws;
    (has_bonus(of_file) == has_bonus(own)).then(|| hundredths(points, of_file))
}

/// Returns the entry for a line. An invalid date is left out.
fn entry(line: &TrfPlayer) -> Entry {
    Entry { rating: line.rating, birth: birth(&line.birth_date), ..Entry::named(&*line.name) }
}

fn birth(date: &str) -> Option<Birth> {
    let mut parts = date.splitn(3, ['/', '-', '.']).map(|part| part.trim().parse().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    Birth::new(year, month, day).ok()
}
