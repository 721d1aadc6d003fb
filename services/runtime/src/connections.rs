//! The connections and calls that a process has open, over all its listeners.

use std::{
    collections::HashMap,
    fmt,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard},
};

use crate::{
    burst::Burst,
    descriptors,
    lock::lock,
    metrics::{
        CALLS_REFUSED, CONNECTIONS, CONNECTIONS_LIMIT, CONNECTIONS_REFUSED, Counted, Counter,
    },
};

/// Number of descriptors that are kept for files, NATS, listeners and newcomers who are refused.
const OTHER_DESCRIPTORS: usize = 128;

/// Number of connections that a process serves at most, unless the configuration says otherwise.
const MAX_CONNECTIONS: usize = 16_384;
/// Number of these that spectators leave to devices and desks.
const RESERVED_CONNECTIONS: usize = 2_048;
/// Number of open calls for each connection that may be open. One connection over HTTP/2 may have
/// many, and a stream that nobody reads takes about 11 KB. One address has as many calls as it has
/// connections, so that a few addresses do not take all.
const CALLS_PER_CONNECTION: usize = 4;
/// The part of the places, one of so many, that is kept for addresses with few connections. However
/// many some others take, a device or a desk that comes from elsewhere finds a place.
const NEWCOMERS: usize = 8;
/// Number of connections below which an address has few: those of the devices at a table, or of a
/// browser with some pages.
const FEW: usize = 8;

/// The number of connections of a process.
#[derive(Clone, Debug, clap::Args)]
pub struct ConnectionConfig {
    /// Number of connections that this process serves at most; fewer if the system allows fewer
    /// open descriptors.
    #[arg(
        long,
        env = "DAMCAST_MAX_CONNECTIONS",
        default_value_t = MAX_CONNECTIONS,
        value_name = "N"
    )]
    pub max_connections: usize,
    /// Number of these that spectators leave to devices and desks, at most a quarter.
    #[arg(
        long,
        env = "DAMCAST_RESERVED_CONNECTIONS",
        default_value_t = RESERVED_CONNECTIONS,
        value_name = "N"
    )]
    pub reserved_connections: usize,
    /// Number of connections from one address; half of all when not given. A whole hall may be
    /// behind one. Those from this machine are not counted. The last eighth of all is for addresses
    /// that have fewer than eight, unless one address may have all.
    #[arg(long, env = "DAMCAST_MAX_CONNECTIONS_PER_ADDRESS", value_name = "N")]
    pub max_connections_per_address: Option<usize>,
    /// The count that this service shares with others in its process.
    #[arg(skip)]
    pub shared: Option<Connections>,
}

impl Default for ConnectionConfig {
    fn default() -> Self {
        Self {
            max_connections: MAX_CONNECTIONS,
            reserved_connections: RESERVED_CONNECTIONS,
            max_connections_per_address: None,
            shared: None,
        }
    }
}

/// The open connections and calls of a process and their limits. Cheap to clone; all clones count
/// together.
#[derive(Clone, Debug)]
pub struct Connections {
    connections: Arc<Permits>,
    calls: Arc<Permits>,
}

/// The permits for connections or for calls.
#[derive(Debug)]
struct Permits {
    limits: Limits,
    open: Mutex<Open>,
    refused: &'static Counter<2>,
    told: Burst,
}

/// Numbers of open connections or calls at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limits {
    /// Of the process.
    all: usize,
    /// Of the public, which is not let into the reserve.
    public: usize,
    /// Of one address.
    address: usize,
    /// The last ones of the public, which only addresses below `few` get.
    newcomers: usize,
    /// The same of the process, for devices and desks: part of their reserve, so that a full public
    /// takes none of the rest of it from a hall behind one address.
    venue_newcomers: usize,
    /// Of an address, from which on it is no newcomer.
    few: usize,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    public: usize,
    /// The public and others apart: who watches takes no place from a desk behind the same address.
    addresses: HashMap<(Callers, IpAddr), usize>,
}

/// The callers that a listener is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Callers {
    /// Spectators, of whom there may be any number.
    Public,
    /// Devices and desks, which also have the reserve.
    Venue,
}

/// The reason why a connection or a call is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// The process has as many as it may have.
    Process,
    /// The caller's address has as many as one address may have.
    Address,
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Process => {
                "This service has as many connections or open calls as it can serve \
                 (--max-connections). Try again soon."
            }
            Self::Address => {
                "Your address has as many connections or open calls as one address may have \
                 (--max-connections-per-address), or as it may have while this service is nearly \
                 full. Try again soon."
            }
        })
    }
}

/// The permit of one connection or call, which another may have once this is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    permits: Arc<Permits>,
    callers: Callers,
    address: Option<IpAddr>,
}

/// A connection that was admitted.
#[derive(Debug)]
pub(crate) struct Admitted {
    _permit: Permit,
    _counted: Counted,
}

impl Connections {
    /// Returns the count that `config` shares, or else makes the one of this process, whose limit
    /// of descriptors is raised first. Where the system allows fewer descriptors than the
    /// configuration connections, those decide.
    #[must_use]
    pub fn of(config: &ConnectionConfig) -> Self {
        if let Some(shared) = &config.shared {
            return shared.clone();
        }
        let descriptors = match descriptors::raise_limit() {
            Ok(limit) => usize::try_from(limit).unwrap_or(usize::MAX),
            Err(error) => {
                tracing::warn!(%error, "the system does not tell how many descriptors may be open");
                usize::MAX
            }
        };
        let limits = Limits::of(config, descriptors);
        if limits.all < config.max_connections {
            tracing::warn!(
                descriptors,
                connections = limits.all,
                "fewer connections than --max-connections: the system allows no more descriptors"
            );
        }
        for (callers, limit) in [(Callers::Public, limits.public), (Callers::Venue, limits.all)] {
            CONNECTIONS_LIMIT.set(callers as usize, i64::try_from(limit).unwrap_or(i64::MAX));
        }
        Self::within(limits)
    }

    /// Returns a count of at most so many connections, for a port beside those of the services.
    #[must_use]
    pub(crate) fn few(connections: usize) -> Self {
        // Whoever asks for metrics has one.
        let (newcomers, few) = (connections / 4, 2);
        let (all, public, address) = (connections, connections, connections - newcomers);
        let venue_newcomers = newcomers;
        Self::within(Limits { all, public, address, newcomers, venue_newcomers, few })
    }

    fn within(limits: Limits) -> Self {
        let permits = |limits, refused| Permits {
            limits,
            open: Mutex::default(),
            refused,
            told: Burst::default(),
        };
        Self {
            connections: Arc::new(permits(limits, &CONNECTIONS_REFUSED)),
            calls: Arc::new(permits(limits.of_calls(), &CALLS_REFUSED)),
        }
    }

    /// Counts a connection from `address` until the result is dropped.
    ///
    /// # Errors
    /// [`Full`], if a limit is reached.
    pub(crate) fn admit(&self, callers: Callers, address: IpAddr) -> Result<Admitted, Full> {
        let _permit = Permits::take(&self.connections, callers, address)?;
        Ok(Admitted { _permit, _counted: CONNECTIONS.count(callers as usize) })
    }

    /// Counts a call from `address` until the result is dropped; logs refusals once a burst.
    ///
    /// # Errors
    /// [`Full`], if a limit is reached.
    pub(crate) fn admit_call(&self, callers: Callers, address: IpAddr) -> Result<Permit, Full> {
        Permits::take(&self.calls, callers, address).inspect_err(|reason| {
            if let Some(refused) = self.calls.told.count() {
                tracing::warn!(refused, %address, %reason, "calls are refused");
            }
        })
    }
}

impl Permits {
    fn take(permits: &Arc<Self>, callers: Callers, address: IpAddr) -> Result<Permit, Full> {
        let Self { limits, refused, .. } = &**permits;
        let address = counted_as(address);
        let mut open = permits.open();
        let of_all = limits.all.saturating_sub(open.all);
        let (free, newcomers) = match callers {
            Callers::Public => {
                (of_all.min(limits.public.saturating_sub(open.public)), limits.newcomers)
            }
            Callers::Venue => (of_all, limits.venue_newcomers),
        };
        if free == 0 {
            refused.add(0, 1);
            return Err(Full::Process);
        }
        if let Some(address) = address {
            let known = open.addresses.get(&(callers, address)).copied().unwrap_or(0);
            let is_crowded = free <= newcomers && known >= limits.few;
            if known >= limits.address || is_crowded {
                refused.add(1, 1);
                return Err(Full::Address);
            }
            open.addresses.insert((callers, address), known + 1);
        }
        open.all += 1;
        open.public += usize::from(callers == Callers::Public);
        Ok(Permit { permits: Arc::clone(permits), callers, address })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        lock(&self.open)
    }
}

impl Limits {
    fn of(config: &ConnectionConfig, descriptors: usize) -> Self {
        let spare = descriptors.saturating_sub(OTHER_DESCRIPTORS);
        let all = config.max_connections.min(spare).max(1);
        let reserve = config.reserved_connections.min(all / 4);
        let address = config.max_connections_per_address.unwrap_or(all / 2).max(1);
        // One address that may have all is a proxy, which speaks for everybody.
        let share = |of: usize| if address < all { of / NEWCOMERS } else { 0 };
        let (newcomers, of_venue) = (share(all), if reserve > 0 { reserve } else { all });
        let venue_newcomers = share(of_venue);
        Self { all, public: all - reserve, address, newcomers, venue_newcomers, few: FEW }
    }

    /// Returns the limits of open calls, given those of connections.
    fn of_calls(self) -> Self {
        let times = |number: usize| number.saturating_mul(CALLS_PER_CONNECTION);
        Self {
            all: times(self.all),
            public: times(self.public),
            address: self.address,
            newcomers: times(self.newcomers),
            venue_newcomers: times(self.venue_newcomers),
            few: times(self.few),
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.permits.open();
        open.all -= 1;
        open.public -= usize::from(self.callers == Callers::Public);
        if let Some(address) = self.address
            && let Some(count) = open.addresses.get_mut(&(self.callers, address))
        {
            *count -= 1;
            if *count == 0 {
                open.addresses.remove(&(self.callers, address));
            }
        }
    }
}

/// Returns the address as which a caller counts: that of its [`network`]. `None` for this machine,
/// where a proxy may speak for everybody.
fn counted_as(address: IpAddr) -> Option<IpAddr> {
    (!address.to_canonical().is_loopback()).then(|| network(address))
}

/// Returns the address of the network of an IPv6 address (/64), of which one household has many;
/// another address as it is.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        address @ IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from(u128::from(address) >> 64 << 64).into(),
    }
}

#[cfg(test)]
mod tests;
