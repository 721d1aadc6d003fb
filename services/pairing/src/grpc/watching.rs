//! Standings and tournaments as streams of answers.

use futures_util::{Stream, StreamExt as _};
use proto::{
    subject::TournamentKey,
    v1::{GetTournamentResponse, WatchTournamentResponse},
};
use runtime::{AnswerSource, BlockingPool, Throttled, WhenFull, before_sign_of_life};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use super::{answers, published::published};
use crate::{
    error::Error,
    standings::{SharedStandings, StandingsQuery},
    table_cache::TableCache,
    tournaments::Snapshot,
};

/// Streams the current tables, and then every version that differs. A slow reader skips those in
/// between. An error is the last item, because the tables are not computed again after it.
pub(crate) fn changes(
    tables: watch::Receiver<Option<SharedStandings>>,
    stopping: CancellationToken,
) -> impl Stream<Item = SharedStandings> + Send {
    runtime::changes(tables, stopping).filter_map(std::future::ready)
}

/// The part of a tournament that a desk asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The whole tournament.
    Whole,
    /// The part without drafts, and without what is private of people.
    Published,
}

impl Part {
    pub(crate) const fn of(is_published: bool) -> Self {
        if is_published { Self::Published } else { Self::Whole }
    }

    /// Returns this part of a tournament.
    pub(crate) async fn read(
        self,
        tables: &TableCache,
        (pool, when_full): (&BlockingPool, WhenFull),
        key: &TournamentKey,
        snapshot: Snapshot,
    ) -> Result<GetTournamentResponse, Error> {
        let name = (key.clone(), StandingsQuery::OFFICIAL);
        let tables = tables.get(name, &snapshot, when_full).await?;
        let read = pool.run_or(when_full, move || {
            let whole = answers::whole(snapshot.state(), &tables);
            match self {
                Self::Whole => whole,
                Self::Published => published(whole),
            }
        });
        Ok(read.await?)
    }
}

/// A tournament that a caller follows.
#[derive(Debug)]
pub(crate) struct Followed {
    key: TournamentKey,
    part: Part,
    tables: TableCache,
    pool: BlockingPool,
    snapshots: Throttled<Snapshot>,
    /// The version that was sent last.
    version: u64,
}

impl Followed {
    pub(crate) fn new(
        key: TournamentKey,
        part: Part,
        (tables, pool): (TableCache, BlockingPool),
        snapshots: watch::Receiver<Snapshot>,
    ) -> Self {
        Self { key, part, tables, pool, snapshots: Throttled::of(snapshots), version: 0 }
    }
}

/// Answers with the tournament as it is and after every change.
impl AnswerSource for Followed {
    type Answer = WatchTournamentResponse;
    type Error = Status;

    async fn next(&mut self) -> Option<Result<WatchTournamentResponse, Status>> {
        let Some(changed) = before_sign_of_life(self.snapshots.next()).await else {
            return Some(Ok(WatchTournamentResponse { version: self.version, tournament: None }));
        };
        let snapshot = changed?;
        self.version = snapshot.version();
        let pool = (&self.pool, WhenFull::Wait);
        let read = self.part.read(&self.tables, pool, &self.key, snapshot).await;
        let version = self.version;
        let answer = read.map(|read| WatchTournamentResponse { version, tournament: Some(read) });
        Some(answer.map_err(Into::into))
    }
}
