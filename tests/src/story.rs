//! Plays whole tournaments from a script: the arbiter's decisions go to pairing, games are ended by
//! rulings through board-ingest, and expectations are compared with what pairing shows.
//!
//! `crates/tournament/tests/stories/script.rs` documents the form of a script. A game that was not
//! played (`F`) is recorded by hand. A draw with a bonus is ruled in a position with that many men
//! more.

mod changes;

use std::future::Future;

use anyhow::{Context as _, Result, bail, ensure};
use proto::v1::{
    AssignTableRequest, ChooseColorRequest, CloseRoundRequest, Color, CreateTournamentRequest,
    DivideGroupsRequest, DrawLotsRequest, EnterPlayerRequest, EnterTeamRequest, GameRef,
    GetTournamentRequest, GetTournamentResponse, Group, GroupTable, HandInLineUpRequest,
    InputHeader, OpenRoundRequest, Outcome, PairPlayOffRequest, PairRoundRequest,
    PublishRoundRequest, Reason, RecordResultRequest, ReportAbsenceRequest, ResolveTieRequest,
    Round, RuleResult, Score, Seat, SetPosition, StandingView, SubmitRulingRequest, TablePairing,
    TableRow, TieDecision, TournamentCreated, TournamentRef, UnpairRoundRequest, VerdictStatus,
    WithdrawRequest, submit_ruling_request::Ruling,
};
use tonic::{Code, Status};

use crate::{
    BY,
    client::{Clients, is_transient},
    cluster::{Cluster, Service},
    spectator::Spectator,
    until,
};

const DESK: &str = "desk";
const WAIT_MS: u32 = 1000;

/// A tournament that is played from a script.
#[derive(Debug)]
pub struct Story {
    cluster: Cluster,
    clients: Clients,
    tournament: TournamentRef,
    /// Number of inputs that the desk has sent.
    sent_count: u64,
    /// Number of times that pairing was killed between two rounds.
    killed_between: usize,
    /// Number of times that pairing was killed while the results of a round came in.
    killed_inside: usize,
}

impl Story {
    /// Creates the tournament of a script.
    ///
    /// # Errors
    /// If the services refuse it.
    pub async fn begin(cluster: Cluster, id: &str, settings: TournamentCreated) -> Result<Self> {
        let clients = Clients::of(&cluster)?;
        let tournament = TournamentRef { venue: "main".to_owned(), tournament: id.to_owned() };
        let story = Self {
            cluster,
            clients,
            tournament,
            sent_count: 0,
            killed_between: 0,
            killed_inside: 0,
        };
        let request = CreateTournamentRequest {
            tournament: story.reference(),
            settings: Some(settings),
            by: BY.to_owned(),
            ..Default::default()
        };
        story.clients.pairing.clone().create_tournament(request).await?;
        let request = AssignTableRequest {
            tournament: story.reference(),
            device: DESK.to_owned(),
            table: 0,
            seat: Seat::Desk.into(),
        };
        story.clients.board_ingest.clone().assign_table(request).await?;
        Ok(story)
    }

    /// Stops the system in order.
    ///
    /// # Errors
    /// If a service logged an ERROR, or pairing was never killed between rounds or during one.
    pub async fn end(self) -> Result<()> {
        ensure!(self.killed_between > 0, "pairing was never killed between rounds");
        ensure!(self.killed_inside > 0, "pairing was never killed inside a round");
        self.cluster.finish().await
    }

    /// Returns the reference of the tournament for requests.
    #[must_use]
    pub fn reference(&self) -> Option<TournamentRef> {
        Some(self.tournament.clone())
    }

    /// Returns the clients of the services.
    #[must_use]
    pub fn clients(&self) -> &Clients {
        &self.clients
    }

    /// Returns the system.
    #[must_use]
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// Plays every line; `refusals` are its refused commands in order, each with its code. A
    /// spectator has to see the tables in the script, and the table after the results of each line.
    /// Pairing is killed before every third round is paired, and while the results of every third
    /// come in.
    ///
    /// # Errors
    /// The first line with another outcome, or a refusal that the script does not have.
    pub async fn tell(
        &mut self,
        story: &str,
        refusals: &[(&str, Code)],
        spectator: Option<&Spectator>,
    ) -> Result<()> {
        let mut refusals = refusals.iter();
        let lines = story.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let mut lines = (1..).zip(lines).filter(|(_, line)| !line.is_empty());
        while let Some((number, line)) = lines.next() {
            let outcome = async {
                if let Some(command) = line.strip_prefix("refused ") {
                    let (_, text) = lines.next().context("a refusal")?;
                    let (expected, code) = refusals.next().context("a code")?;
                    ensure!(command == *expected, "the code is for {expected:?}");
                    return self.refused(command, *code, text).await;
                }
                match self.seen(line).await? {
                    Some(seen) => ensure!(seen == line, "it is {seen:?}"),
                    None => self.act(line).await?,
                }
                match spectator {
                    Some(spectator) if line.starts_with("table:") => shows(spectator, line).await,
                    Some(spectator) if line.starts_with("result") => {
                        let table = self.seen("table:").await?.context("a table")?;
                        shows(spectator, &table).await
                    }
                    Some(_) | None => Ok(()),
                }
            };
            outcome.await.with_context(|| format!("line {number}: {line}"))?;
        }
        ensure!(refusals.next().is_none(), "there are more refusals than in the story");
        Ok(())
    }

    async fn refused(&mut self, line: &str, code: Code, text: &str) -> Result<()> {
        let Err(error) = self.act(line).await else { bail!("it was not refused") };
        let status = error.downcast::<Status>().context("another error")?;
        ensure!((status.code(), status.message()) == (code, text), "refused with {status:?}");
        Ok(())
    }

    /// Returns the tournament as pairing shows it.
    ///
    /// # Errors
    /// If pairing cannot show it.
    pub async fn shown(&self) -> Result<GetTournamentResponse> {
        let request = GetTournamentRequest { tournament: self.reference() };
        call("look at the tournament", || {
            let (mut pairing, request) = (self.clients.pairing.clone(), request.clone());
            async move { pairing.get_tournament(request).await }
        })
        .await
    }

    /// Returns the current answer to a line with an expectation, in its words; `None` for a
    /// command.
    async fn seen(&self, line: &str) -> Result<Option<String>> {
        let (word, rest) = line.split_once([' ', ':']).unwrap_or((line, ""));
        if !["pairs", "table", "winners", "ties", "final", "finished", "decided"].contains(&word) {
            return Ok(None);
        }
        let shown = self.shown().await?;
        let seen = match word {
            "pairs" => {
                let number = rest.split(':').next().unwrap_or_default();
                let round = shown.rounds.iter().find(|round| round.number.to_string() == number);
                format!("pairs {number}: {}", pairs(round.context("the round")?))
            }
            "table" => {
                let table = |table: &GroupTable| words(table.rows.iter().map(row));
                let tables: Vec<String> = shown.tables.iter().map(table).collect();
                format!("table: {}", tables.join(" / "))
            }
            "winners" => {
                let rows = shown.winners.iter().flat_map(|table| &table.rows).map(row);
                format!("winners: {}", words(rows)).trim_end().to_owned()
            }
            "ties" => {
                let ties = shown.tables.iter().flat_map(|table| &table.ties);
                let ties: Vec<String> = ties
                    .map(|tie| words(tie.participants.iter().map(ToString::to_string)))
                    .collect();
                format!("ties: {}", ties.join(" / ")).trim_end().to_owned()
            }
            "final" => {
                let order = shown.tables.first().map(|table| table.final_order.clone());
                let order = order.unwrap_or_default();
                let order = words(order.iter().map(ToString::to_string));
                format!("final: {order}").trim_end().to_owned()
            }
            "finished" => if shown.finished { "finished" } else { "open" }.to_owned(),
            _ => if shown.decided { "decided" } else { "open" }.to_owned(),
        };
        Ok(Some(seen))
    }

    /// Carries out a command line.
    async fn act(&mut self, line: &str) -> Result<()> {
        let (head, rest) =
            line.split_once(':').map_or((line, ""), |(head, rest)| (head, rest.trim()));
        let mut words = head.split_whitespace();
        let word = words.next().unwrap_or_default();
        let (first, second) = (words.next().unwrap_or("0"), words.next().unwrap_or("0"));
        let named = line.split_once(' ').map_or("", |(_, name)| name).to_owned();
        match word {
            "results" => return self.results(number(first)?, rest).await,
            "result" | "correct" => {
                let (round, table) = first.split_once('.').context("a game")?;
                return self.result(number(round)?, number(table)?, rest).await;
            }
            "rename" | "remove" | "reserve" | "promoted" | "reverse" | "lot" | "reopen" => {
                return self.change(line).await;
            }
            "pair" | "play-off" if number(first).is_ok_and(|round| round % 3 == 2) => {
                self.cluster.kill(Service::Pairing).await?;
                self.cluster.start_service(Service::Pairing).await?;
                self.killed_between += 1;
            }
            _ => {}
        }
        self.decide(word, number(first), number(second), rest, named).await
    }

    /// Sends a decision to pairing.
    async fn decide(
        &self,
        word: &str,
        first: Result<u32>,
        second: Result<u32>,
        rest: &str,
        name: String,
    ) -> Result<()> {
        let (tournament, by) = (self.reference(), BY.to_owned());
        let pairing = || self.clients.pairing.clone();
        let (seedless, seed) = match rest.split_once("seed") {
            Some((before, seed)) => (before.trim(), Some(seed.trim().parse()?)),
            None => (rest, None),
        };
        macro_rules! tell {
            ($method:ident, $request:ident { $($fields:tt)* }) => {{
                let request = $request { tournament, by, $($fields)* };
                call(stringify!($method), || {
                    let (mut pairing, request) = (pairing(), request.clone());
                    async move { pairing.$method(request).await }
                })
                .await
                .map(drop)
            }};
        }
        match word {
            "enter" => tell!(enter_player, EnterPlayerRequest { name, ..Default::default() }),
            "team" => tell!(enter_team, EnterTeamRequest { name }),
            "line-up" => {
                let boards = rest.split(' ').map(|on| if on == "-" { Ok(0) } else { number(on) });
                let boards = boards.collect::<Result<Vec<u32>>>()?;
                tell!(
                    hand_in_line_up,
                    HandInLineUpRequest { team: first?, boards, ..Default::default() }
                )
            }
            "lots" => {
                tell!(draw_lots, DrawLotsRequest { order: Vec::new(), seed: Some(rest.parse()?) })
            }
            "groups" => tell!(
                divide_groups,
                DivideGroupsRequest { groups: Vec::new(), seed: Some(rest.parse()?) }
            ),
            "group" => {
                let group = |group| Ok(Group { participants: numbers(group)? });
                let groups = rest.split('/').map(group).collect::<Result<Vec<Group>>>()?;
                tell!(divide_groups, DivideGroupsRequest { groups, seed: None })
            }
            "absent" | "half" | "present" => {
                tell!(
                    report_absence,
                    ReportAbsenceRequest {
                        participant: first?,
                        round: second?,
                        half_point_bye: word == "half",
                        present: word == "present",
                    }
                )
            }
            "withdraw" | "reinstate" => {
                tell!(
                    withdraw,
                    WithdrawRequest {
                        participant: first?,
                        reason: rest.to_owned(),
                        reinstate: word == "reinstate",
                    }
                )
            }
            "pair" => tell!(pair_round, PairRoundRequest { round: first?, ..Default::default() }),
            "hand" => {
                let (games, byes) = rest.split_once("bye").unwrap_or((rest, ""));
                let pair = |(table, pair): (u32, &str)| {
                    let (white, black) = pair.split_once('-').context("a pair")?;
                    Ok(TablePairing { table, white: number(white)?, black: number(black)? })
                };
                let pairs = (1..).zip(games.split_whitespace()).map(pair);
                let pairings = pairs.collect::<Result<Vec<TablePairing>>>()?;
                tell!(
                    pair_round,
                    PairRoundRequest { round: first?, pairings, byes: numbers(byes)? }
                )
            }
            "play-off" => tell!(
                pair_play_off,
                PairPlayOffRequest {
                    round: first?,
                    participants: numbers(seedless)?,
                    seed,
                    ..Default::default()
                }
            ),
            "color" => {
                let color = if seedless == "white" { Color::White } else { Color::Black };
                tell!(
                    choose_color,
                    ChooseColorRequest { pool_place: first?, color: color.into(), seed }
                )
            }
            "unpair" => {
                tell!(unpair_round, UnpairRoundRequest { round: first?, reason: rest.to_owned() })
            }
            "publish" => tell!(publish_round, PublishRoundRequest { round: first? }),
            "open" => tell!(open_round, OpenRoundRequest { round: first? }),
            "close" => tell!(close_round, CloseRoundRequest { round: first? }),
            "resolve" => tell!(
                resolve_tie,
                ResolveTieRequest {
                    participants: numbers(rest)?,
                    how: TieDecision::Arbiter.into(),
                    seed: None,
                }
            ),
            _ => bail!("unknown line"),
        }
    }

    /// Ends the games of a round; pairing may be killed meanwhile.
    async fn results(&mut self, round: u32, results: &str) -> Result<()> {
        let results: Vec<(u32, &str)> =
            (1..).zip(results.split_whitespace()).filter(|(_, text)| *text != "*").collect();
        let is_disturbed = round % 3 == 1 && results.iter().all(|(_, text)| !text.ends_with('F'));
        for (table, text) in &results {
            if is_disturbed && *table == 2 {
                self.cluster.kill(Service::Pairing).await?;
                self.killed_inside += 1;
            }
            self.end_game(round, *table, text).await?;
        }
        if is_disturbed && results.iter().any(|(table, _)| *table == 2) {
            self.cluster.start_service(Service::Pairing).await?;
        }
        for (table, text) in results {
            self.is_recorded(round, table, text).await?;
        }
        Ok(())
    }

    async fn result(&mut self, round: u32, table: u32, text: &str) -> Result<()> {
        self.end_game(round, table, text).await?;
        self.is_recorded(round, table, text).await
    }

    async fn end_game(&mut self, round: u32, table: u32, text: &str) -> Result<()> {
        if let Some(forfeit) = text.strip_suffix('F') {
            let outcome = Outcome { score: score(forfeit)?.into(), reason: Reason::Forfeit.into() };
            let request = RecordResultRequest {
                tournament: self.reference(),
                round,
                table,
                outcome: Some(outcome),
                by: BY.to_owned(),
                ..Default::default()
            };
            return call("record a forfeit", || {
                let (mut pairing, request) = (self.clients.pairing.clone(), request.clone());
                async move { pairing.record_result(request).await }
            })
            .await
            .map(drop);
        }
        if let Some(men) = men_ahead(text)? {
            let side = |first: u32, men: i32| {
                let squares = (0..=men.max(0)).map(|at| format!("{}", first + at.unsigned_abs()));
                squares.collect::<Vec<_>>().join(",")
            };
            let fen = format!("W:W{}:B{}", side(31, men), side(1, -men));
            self.rule(round, table, Ruling::SetPosition(SetPosition { fen })).await?;
        }
        let outcome = Outcome { score: score(text)?.into(), reason: Reason::Arbiter.into() };
        self.rule(round, table, Ruling::Result(RuleResult { outcome: Some(outcome) })).await
    }

    /// Rules at the desk until the ruling is judged.
    async fn rule(&mut self, round: u32, table: u32, ruling: Ruling) -> Result<()> {
        self.sent_count += 1;
        let TournamentRef { venue, tournament } = self.tournament.clone();
        let header = InputHeader {
            game: Some(GameRef { venue, tournament, game: format!("r{round}-t{table}") }),
            device: DESK.to_owned(),
            sequence: self.sent_count,
            wait_ms: WAIT_MS,
            ..Default::default()
        };
        let request = SubmitRulingRequest { header: Some(header), ruling: Some(ruling) };
        let what = format!("a ruling at r{round}-t{table}");
        let verdict = until(&what, || {
            let (mut board_ingest, request) = (self.clients.board_ingest.clone(), request.clone());
            async move {
                match board_ingest.submit_ruling(request).await {
                    Err(status) if is_transient(&status) => None,
                    Err(status) => Some(Err(status)),
                    Ok(answer) => {
                        let verdict = answer.into_inner().verdict.unwrap_or_default();
                        (verdict.status() != VerdictStatus::Stored).then_some(Ok(verdict))
                    }
                }
            }
        });
        let verdict = verdict.await??;
        ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
        Ok(())
    }

    /// Waits until pairing shows how a game ended.
    async fn is_recorded(&self, round: u32, table: u32, text: &str) -> Result<()> {
        let (score, men_ahead) = (score(text.trim_end_matches('F'))?, men_ahead(text)?);
        until(&format!("the result {text} of r{round}-t{table}"), || async {
            let shown = self.shown().await.ok()?;
            let round = shown.rounds.into_iter().find(|one| one.number == round)?;
            let is_here = |pairing: TablePairing| pairing.table == table;
            let game = round.games.into_iter().find(|game| game.pairing.is_some_and(is_here))?;
            let is_told = game.outcome?.score() == score;
            (is_told && (men_ahead.is_none() || men_ahead == game.men_ahead)).then_some(())
        })
        .await
    }
}

/// Waits until a spectator sees the table that a line expects.
async fn shows(spectator: &Spectator, line: &str) -> Result<()> {
    let row = |row: &StandingView| format!("{}.{}:{}", row.rank, row.player, row.points);
    let expected = line.trim_start_matches("table: ");
    spectator.sees(line, |seen| words(seen.standings.iter().map(row)) == expected).await.map(drop)
}

/// Repeats a call until it is answered.
async fn call<T, F>(what: &str, mut call: impl FnMut() -> F) -> Result<T>
where
    F: Future<Output = Result<tonic::Response<T>, Status>>,
{
    let answered = until(what, || {
        let call = call();
        async move {
            match call.await {
                Err(status) if is_transient(&status) => None,
                answered => Some(answered),
            }
        }
    });
    Ok(answered.await??.into_inner())
}

fn pairs(round: &Round) -> String {
    let paired = round.paired.clone().unwrap_or_default();
    let of_players = round.games.iter().filter(|_| paired.matches.is_empty());
    let of_players = of_players.filter_map(|game| game.pairing.as_ref());
    let of_players = of_players.map(|pairing| format!("{}-{}", pairing.white, pairing.black));
    let of_teams = paired.matches.iter().map(|one| format!("{}-{}", one.first, one.second));
    let byes = paired.byes.iter().map(|bye| format!("bye {bye}"));
    words(of_players.chain(of_teams).chain(byes))
}

fn row(row: &TableRow) -> String {
    let points = row.values.first().and_then(|value| value.value).unwrap_or(0);
    format!("{}.{}:{points}", row.place, row.participant)
}

fn words(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn number(text: &str) -> Result<u32> {
    text.trim().parse().with_context(|| format!("{text:?} is no number"))
}

fn numbers(text: &str) -> Result<Vec<u32>> {
    text.split_whitespace().map(number).collect()
}

fn score(text: &str) -> Result<Score> {
    Ok(match text {
        "1-0" => Score::WhiteWins,
        "0-1" => Score::BlackWins,
        "0-0" => Score::BothLose,
        draw if draw.starts_with('=') => Score::Draw,
        _ => bail!("unknown result {text:?}"),
    })
}

/// Returns the number of men that White is ahead in a draw with a bonus.
fn men_ahead(text: &str) -> Result<Option<i32>> {
    let men = text.strip_prefix('=').filter(|men| !men.is_empty());
    men.map(|men| men.parse().context("men")).transpose()
}
