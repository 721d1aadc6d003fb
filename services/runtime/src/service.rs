//! The life of every service: connect, open the log, serve, stop in order.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{Router, middleware::from_fn_with_state};
use proto::subject::Stream;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::{
    config::ServeConfig,
    doors::{self, Doors},
    error::{LedgerError, ReadError},
    event_log::EventLog,
    grpc_server::{self, Server},
    health::Conditions,
    log_entry::Unreadable,
    log_moments::log_moments,
    nats::{ConnectError, Nats},
    other_times::OtherTimes,
    retry::{Retry, Stopped},
    serve_error::ServeError,
    streams::StreamError,
    tasks::Tasks,
};

/// Interval at which the clock is compared with the time of day.
const TIME_OF_DAY_CHECK: Duration = Duration::from_secs(1);

/// The reason why a service ended without being asked to.
#[derive(Debug, Error)]
pub enum RunError {
    /// There is no connection to NATS.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The event log cannot be opened.
    #[error(transparent)]
    Streams(#[from] StreamError),
    /// A durable consumer could not be made.
    #[error("make consumer {name} of stream {stream}")]
    Consumer {
        /// The name of the stream.
        stream: &'static str,
        /// The name of the consumer.
        name: &'static str,
        /// The error of the server.
        source: async_nats::jetstream::stream::ConsumerError,
    },
    /// The event log cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// An entry of the log cannot be understood.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// It cannot listen or serve.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The event log holds an entry that only a newer program can read. It is left as it is.
    #[error("the service stops, and leaves the rest of the event log to a newer program")]
    NewerSchema(#[source] Unreadable),
    /// A task ended that the service needs.
    #[error("{name} stopped by itself: a task that it needs has ended")]
    ByItself {
        /// The name of the service.
        name: &'static str,
    },
}

impl RunError {
    /// Returns true if the service was only asked to stop before it served.
    #[must_use]
    pub fn is_stop(&self) -> bool {
        matches!(
            self,
            Self::Connect(ConnectError::Stopped { .. }) | Self::Streams(StreamError::Stopped(_))
        )
    }
}

/// A service that has its event log and may start its tasks.
#[derive(Debug)]
pub struct Service {
    name: &'static str,
    config: ServeConfig,
    log: EventLog,
    tasks: Tasks,
    other_times: OtherTimes,
    asked: Arc<AtomicBool>,
}

impl Service {
    /// Connects to NATS, if the configuration has no connection, and opens the event log, waiting
    /// for both. The service stops when `shutdown` is ready.
    ///
    /// # Errors
    /// [`RunError`] if the configuration or a stream cannot be used, or `shutdown` comes first.
    pub async fn start(
        name: &'static str,
        config: &ServeConfig,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<Self, RunError> {
        let (tasks, asked) = (Tasks::new(), Arc::new(AtomicBool::new(false)));
        let mut config = config.clone();
        config.callers.tls.check(config.listen).map_err(ServeError::Tls)?;
        config.callers.tls.share(&tasks).map_err(ServeError::Tls)?;
        let stopping = tasks.stopping();
        tasks.spawn_until_stop({
            let (stopping, asked) = (stopping.clone(), Arc::clone(&asked));
            async move {
                shutdown.await;
                asked.store(true, Ordering::Relaxed);
                stopping.cancel();
            }
        });
        let nats = match &config.nats.connection {
            Some(connection) => Nats::clone(connection),
            None => Nats::connect(name, &config.nats, &stopping).await?,
        };
        let log = EventLog::open(nats, &config.nats, &stopping).await?;
        Ok(Self { asked, ..Self::new(name, &config, log, tasks) })
    }

    /// Makes a service on an open event log, with its tasks; for simulations.
    #[must_use]
    pub fn new(name: &'static str, config: &ServeConfig, log: EventLog, tasks: Tasks) -> Self {
        tasks.spawn_until_stop({
            let (log, tasks) = (log.clone(), tasks.clone());
            async move {
                log.until_newer().await;
                tasks.end();
            }
        });
        let other_times = OtherTimes::new(name, log.clone());
        Self { name, config: config.clone(), log, tasks, other_times, asked: Arc::default() }
    }

    /// Lets the clock of this process go on from the last messages of `streams`, which the service
    /// may read, or, if this machine wrote none of them, from the time of another service that
    /// runs. Compares it with the time of day and with the clocks of other services from then on. A
    /// service calls this before it does anything else.
    ///
    /// # Errors
    /// [`Stopped`] if the service stops before NATS answers.
    pub async fn keep_time(&self, streams: &[Stream]) -> Result<(), Stopped> {
        let (log, clock) = (&self.log, self.log.clock());
        let stopping = self.tasks.stopping();
        let moments = || async {
            let mut moments = log_moments(log, streams).await?;
            // A log without messages has no game whose clock runs.
            if moments.last.is_some() && !clock.is_told_by(&moments.marks) {
                moments.marks.extend(self.other_times.first_told().await);
            }
            Ok(moments)
        };
        let go_on = || clock.go_on_from(moments());
        let complain = |error: &ReadError| {
            tracing::warn!(%error, "the service waits for the log, to know the time");
            true
        };
        Retry::NATS.until_done(&stopping, go_on, complain).await?;
        let clock = clock.clone();
        self.tasks.spawn_every(TIME_OF_DAY_CHECK, move || clock.observe());
        self.tasks.spawn_until_stop(self.other_times.clone().exchange());
        Ok(())
    }

    /// Returns the times of the other services.
    #[must_use]
    pub fn other_times(&self) -> &OtherTimes {
        &self.other_times
    }

    /// Returns the event log.
    #[must_use]
    pub fn log(&self) -> &EventLog {
        &self.log
    }

    /// Returns the tasks of the service.
    #[must_use]
    pub fn tasks(&self) -> &Tasks {
        &self.tasks
    }

    /// Returns the gRPC services of a server behind its doors, to be called within this process;
    /// for simulations.
    ///
    /// # Errors
    /// [`Stopped`] if the service stops before ACCESS is read.
    pub async fn guarded_routes(&self, server: Server) -> Result<Router, Stopped> {
        let doors = Doors::follow(&self.log, &self.tasks, self.name, server.known()).await?;
        Ok(server.into_routes().layer(from_fn_with_state(doors, doors::guard)))
    }

    /// Serves until the service stops. Then it is no longer ready and takes no new connections;
    /// open calls and tasks end, and published messages are flushed, each within the time limit of
    /// the configuration.
    ///
    /// # Errors
    /// [`RunError::Serve`]; [`RunError::NewerSchema`] or [`RunError::ByItself`] if nobody told it
    /// to stop.
    pub async fn serve(self, listener: TcpListener, server: Server) -> Result<(), RunError> {
        let Self { name, config, log, tasks, other_times: _, asked } = self;
        if let Some(unreadable) = log.newer() {
            // It was met while the log was loaded, so there is nothing to serve.
            tasks.stop(config.stop_grace()).await;
            return Err(RunError::NewerSchema(unreadable));
        }
        let address = listener.local_addr().map_err(ServeError::Serve)?;
        if let Some(path) = &config.address_file {
            grpc_server::write_address(path, address).await?;
        }
        tracing::info!(service = name, %address, "serving");
        let grace = config.stop_grace();
        let stopping = tasks.stopping();
        let patience = async {
            stopping.cancelled().await;
            tokio::time::sleep(grace).await;
        };
        let conditions = Conditions {
            connected: log.broker().connected(),
            appends: log.appends().clone(),
            streams: log.stream_notes().watch(),
        };
        let serving = async {
            match Doors::follow(&log, &tasks, name, server.known()).await {
                Ok(doors) => server.serve(name, listener, &config, doors, conditions, &tasks).await,
                Err(Stopped) => Ok(()),
            }
        };
        let served = tokio::select! {
            biased;
            served = serving => served,
            () = patience => {
                tracing::warn!(service = name, "open calls did not end in time; closing them");
                Ok(())
            }
        };
        if !tasks.stop(grace).await {
            tracing::warn!(service = name, "tasks did not end in time; leaving them");
        }
        let flushed = tokio::time::timeout(Duration::from_secs(1), log.broker().flush());
        if flushed.await.is_err() {
            tracing::debug!(service = name, "NATS is away; nothing to flush");
        }
        tracing::info!(service = name, "stopped");
        served?;
        match log.newer() {
            _ if asked.load(Ordering::Relaxed) => Ok(()),
            Some(unreadable) => Err(RunError::NewerSchema(unreadable)),
            None => Err(RunError::ByItself { name }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::Arc};

    use game_clock::{BootId, ClockMark};
    use proto::Timestamp;

    use crate::{
        SimulatedMachine, WallClock, error_chain,
        ledger::Ledger,
        memory_broker::MemoryBroker,
        numbers::{Numbers, number, subject},
    };

    use super::*;

    #[tokio::test]
    async fn an_entry_of_a_newer_schema_ends_a_service_while_it_loads_or_serves() {
        for is_loading in [true, false] {
            let broker = MemoryBroker::default();
            let log = broker.log();
            broker.write_newer(&subject(1));
            let service =
                Service::new("reader", &ServeConfig::of_tests(), log.clone(), Tasks::new());
            let listener = TcpListener::bind(ServeConfig::of_tests().listen).await.unwrap();
            let read = async { assert!(log.last_entry(&subject(1)).await.is_err()) };
            let serve = service.serve(listener, Server::default());
            let ended = if is_loading {
                read.await;
                serve.await
            } else {
                // Serving is polled first, and finds nothing yet.
                tokio::join!(biased; serve, read).0
            };
            let error = ended.unwrap_err();
            assert!(matches!(error, RunError::NewerSchema(_)), "{error}");
            let text = error_chain(&error).to_string();
            assert!(text.contains("input.main.kk-2026.r1-t1 at sequence 1"), "{text}");
        }
    }

    /// Returns a machine on which it is 5 s after the epoch, of the boot with this number.
    fn machine(boot: u128) -> SimulatedMachine {
        let at = Timestamp::from_millis(5_000);
        SimulatedMachine::new(ClockMark { boot: BootId(boot), up: Duration::ZERO, at })
    }

    /// Starts a service on a machine; returns its clock.
    async fn keep_time(broker: &MemoryBroker, machine: &SimulatedMachine) -> WallClock {
        let clock = WallClock::on(machine);
        let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock.clone());
        let service = Service::new("clock", &ServeConfig::of_tests(), log, Tasks::new());
        service.keep_time(&[Stream::Input]).await.unwrap();
        clock
    }

    #[tokio::test(start_paused = true)]
    async fn a_machine_that_the_log_does_not_know_goes_by_the_time_of_a_service_that_runs() {
        let broker = MemoryBroker::default();
        let (first, second) = (machine(1), machine(2));
        let of_first = keep_time(&broker, &first).await;
        let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), of_first.clone());
        let mut ledger = Ledger::<Numbers>::load(&log, subject(1)).await.unwrap();
        ledger.commit(&log, &[number(1)], None, None, Duration::ZERO).await.unwrap();
        second.set_time_of_day(600_000);
        let of_second = keep_time(&broker, &second).await;
        assert_eq!(of_second.now(), of_first.now());
        assert_eq!(*of_second.watch_time_of_day().borrow(), Some(600_000));
    }

    #[tokio::test(start_paused = true)]
    async fn a_machine_alone_that_the_log_does_not_know_goes_by_its_time_of_day() {
        let broker = MemoryBroker::default();
        let log =
            EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), WallClock::on(&machine(1)));
        let mut ledger = Ledger::<Numbers>::load(&log, subject(1)).await.unwrap();
        ledger.commit(&log, &[number(1)], None, None, Duration::ZERO).await.unwrap();
        let second = machine(2);
        second.set_time_of_day(600_000);
        let clock = keep_time(&broker, &second).await;
        let waited = clock.now().duration_since(Timestamp::from_millis(605_000));
        assert!(waited <= Duration::from_secs(3), "{waited:?}");
    }
}
