//! Plays whole tournaments from a script: the arbiter's decisions go to pairing, games are ended by
//! rulings through board-ingest, and expectations are compared with what pairing shows.
//!
//! `crates/tournament/tests/stories/script.rs` documents the form of a script. A game that was not
//! played (`F`) is recorded by hand. A draw with a bonus is ruled in a position with that many men
//! more.

use std::future::Future;

use anyhow::{Context as _, Result, bail, ensure};
use proto::v1::{
    AssignTableRequest, CreateTournamentRequest, GetTournamentRequest, GetTournamentResponse, Seat,
    TournamentCreated, TournamentRef,
};
use tonic::{Code, Status};

use crate::{
    BY,
    client::{Clients, is_transient},
    cluster::{Cluster, Service},
    spectator::Spectator,
    until,
};

mod changes;
mod decisions;
mod expectations;
mod games;

/// Sends a request of the arbiter to pairing until it is answered.
macro_rules! send {
    ($story:expr, $method:ident, $request:ident { $($fields:tt)* }) => {{
        let request =
            $request { tournament: $story.reference(), by: $crate::BY.to_owned(), $($fields)* };
        $crate::story::call(stringify!($method), || {
            let (mut pairing, request) = ($story.clients.pairing.clone(), request.clone());
            async move { pairing.$method(request).await }
        })
        .await
        .map(drop)
    }};
}
use send;

const DESK: &str = "desk";

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
            ..Default::default()
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
    pub async fn play(
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
                    Some(spectator) if line.starts_with("table:") => spectator.shows(line).await,
                    Some(spectator) if line.starts_with("result") => {
                        let table = self.seen("table:").await?.context("a table")?;
                        spectator.shows(&table).await
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
        let request = GetTournamentRequest { tournament: self.reference(), ..Default::default() };
        call("look at the tournament", || {
            let (mut pairing, request) = (self.clients.pairing.clone(), request.clone());
            async move { pairing.get_tournament(request).await }
        })
        .await
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

fn number(text: &str) -> Result<u32> {
    text.trim().parse().with_context(|| format!("{text:?} is no number"))
}

fn numbers(text: &str) -> Result<Vec<u32>> {
    text.split_whitespace().map(number).collect()
}
