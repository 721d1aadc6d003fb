//! Makes tables once for each state of a tournament and each way to make them, and shares them.
//!
//! A caller who asks for tables that are being made waits for them. The latest tables are kept for the
//! next callers, a few at most. Watchers of a tournament share what makes the tables again after each change; the
//! more they are, the longer it rests in between, for each of them has work with what it is told.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use futures_util::{
    FutureExt as _,
    future::{BoxFuture, Shared},
};
use proto::subject::TournamentKey;
use runtime::{Ledger, Newest, Tasks};
use tokio::sync::watch;
use tournament::Tournament;

use crate::{
    tables::{Made, Wanted},
    tournaments::Shown,
};

/// How often tables of running games are made again for those who watch them.
const REMADE: Duration = Duration::from_secs(10);
/// How many finished tables are kept, of all tournaments.
const KEPT: usize = 16;

/// Of which tournament, and made how.
type Name = (TournamentKey, Wanted);
/// Makes tables.
type Make = dyn Fn(Name, Shown) -> BoxFuture<'static, Made> + Send + Sync;

/// The tables that are made. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Sheets {
    make: Arc<Make>,
    tasks: Tasks,
    /// Those used last stand last; each name at most once.
    sheets: Arc<Mutex<Vec<Sheet>>>,
    /// The tables that are watched, while anybody watches them.
    watched: Arc<Mutex<BTreeMap<Name, watch::Sender<Option<Made>>>>>,
}

/// Tables of one state of a tournament, made or in the making.
struct Sheet {
    name: Name,
    of: Weak<Ledger<Tournament>>,
    made: Shared<BoxFuture<'static, Made>>,
}

impl fmt::Debug for Sheets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sheets").finish_non_exhaustive()
    }
}

impl Sheets {
    /// Tables that `make` makes.
    pub(crate) fn new(
        tasks: Tasks,
        make: impl Fn(Name, Shown) -> BoxFuture<'static, Made> + Send + Sync + 'static,
    ) -> Self {
        Self { make: Arc::new(make), tasks, sheets: Arc::default(), watched: Arc::default() }
    }

    /// The tables of a tournament as it is shown. Those that depend on its games are made again for
    /// each who asks, unless they are being made.
    pub(crate) fn of(&self, name: Name, shown: &Shown) -> impl Future<Output = Made> + use<> {
        let mut sheets = lock(&self.sheets);
        let place = sheets.iter().position(|sheet| sheet.name == name);
        let known = place.map(|place| sheets.remove(place)).filter(|sheet| {
            std::ptr::eq(sheet.of.as_ptr(), Arc::as_ptr(shown))
                && sheet.made.peek().is_none_or(|made| made.is_ok() && !name.1.is_of_games())
        });
        let sheet = known.unwrap_or_else(|| Sheet {
            made: (self.make)(name.clone(), Arc::clone(shown)).shared(),
            of: Arc::downgrade(shown),
            name,
        });
        let made = sheet.made.clone();
        sheets.push(sheet);
        if sheets.len() > KEPT
            && let Some(oldest) = sheets.iter().position(|sheet| sheet.made.peek().is_some())
        {
            sheets.remove(oldest);
        }
        made
    }

    /// The tables, again and again: made of the newest state, after a change of the tournament, and of
    /// running games also when [`REMADE`] has passed. All who
    /// watch the same get them from one task. `None` until they are made for the first time.
    pub(crate) fn watch(
        &self,
        name: Name,
        shown: watch::Receiver<Shown>,
    ) -> watch::Receiver<Option<Made>> {
        let mut watched = lock(&self.watched);
        if let Some(told) = watched.get(&name) {
            return told.subscribe();
        }
        let (told, telling) = watch::channel(None);
        watched.insert(name.clone(), told.clone());
        let sheets = self.clone();
        self.tasks.spawn_until_stop(async move {
            let task = Telling { sheets: &sheets, name, told, shown: shown.clone() };
            task.keep_up(Newest::of(shown)).await;
        });
        telling
    }
}

/// The task that keeps watched tables up to date. Once it has ended, the next watcher starts
/// another.
struct Telling<'a> {
    sheets: &'a Sheets,
    name: Name,
    told: watch::Sender<Option<Made>>,
    shown: watch::Receiver<Shown>,
}

impl Telling<'_> {
    async fn keep_up(&self, mut newest: Newest<Shown>) {
        loop {
            let shown = tokio::select! {
                biased;
                shown = newest.next() => shown,
                // The rest follows the making: it never takes more than its part of the time.
                () = tokio::time::sleep(REMADE), if self.name.1.is_of_games() => {
                    Some(Arc::clone(&self.shown.borrow()))
                }
                () = self.told.closed() => {
                    let mut watched = lock(&self.sheets.watched);
                    if self.told.receiver_count() == 0 {
                        watched.remove(&self.name);
                        return;
                    }
                    continue;
                }
            };
            let Some(shown) = shown else { return };
            let made = self.sheets.of(self.name.clone(), &shown).await;
            drop(shown);
            if made.is_err() {
                lock(&self.sheets.watched).remove(&self.name);
            }
            let is_over = made.is_err();
            self.told.send_if_modified(|told| {
                let is_same = matches!((&told, &made), (Some(Ok(told)), Ok(made)) if told == made);
                *told = Some(made);
                !is_same
            });
            // Each connection encodes what it sends.
            newest.is_passed_on(self.told.receiver_count());
            if is_over {
                return;
            }
        }
    }
}

impl Drop for Telling<'_> {
    fn drop(&mut self) {
        let mut watched = lock(&self.sheets.watched);
        if watched.get(&self.name).is_some_and(|told| told.same_channel(&self.told)) {
            watched.remove(&self.name);
        }
    }
}

fn lock<T>(all: &Mutex<T>) -> MutexGuard<'_, T> {
    all.lock().unwrap_or_else(PoisonError::into_inner)
}
