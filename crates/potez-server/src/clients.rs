//! What each client uses: requests, open games, connections.

use std::collections::{BTreeSet, HashMap};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::limits::ClientLimits;

/// Seconds of requests that may come at once.
const BURST: f64 = 4.0;

/// A client: an address, or a network where one host may have any address of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Client(IpAddr);

impl Client {
    /// Whether it is this machine.
    pub(crate) fn is_local(self) -> bool {
        // Of a network's address only the first half is kept, and that of `::1` is nothing.
        self.0.is_loopback() || matches!(self.0, IpAddr::V6(v6) if v6.is_unspecified())
    }

    /// The server itself, for what nobody asks for any more.
    pub(crate) const SERVER: Self = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
}

impl Client {
    /// Somebody who is known by a token and not by an address, by a number that is not everybody's to choose.
    pub(crate) fn known_by(number: u64) -> Self {
        // Addresses of this network lead nowhere, and of a network's address only the first half counts.
        let [a, b, c, d] = [number >> 48, number >> 32, number >> 16, number].map(|part| part as u16);
        Self(IpAddr::V6(Ipv6Addr::new(0x100, 0, 0, 0, a, b, c, d | 1)))
    }
}

impl std::fmt::Display for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        let address = address.to_canonical();
        Self(match address {
            IpAddr::V4(_) => address,
            IpAddr::V6(v6) => {
                let mut parts = v6.segments();
                parts[4..].fill(0);
                IpAddr::V6(Ipv6Addr::from(parts))
            }
        })
    }
}

struct Account {
    tokens: f64,
    filled: Instant,
    games: usize,
    sockets: usize,
    /// Paid since other servers were told.
    spent: f64,
    /// Whether other servers believe that the client has something here.
    is_told: bool,
    /// What the client has at other servers, by their runs.
    far: HashMap<u64, FarUse>,
}

/// What a client has at another server.
#[derive(Clone, Copy, Default)]
struct FarUse {
    games: usize,
    sockets: usize,
    jobs: usize,
}

/// What a client has used at a server since its last word, and what it has there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct ClientUse {
    client: IpAddr,
    spent: f64,
    games: usize,
    sockets: usize,
    jobs: usize,
}

impl Account {
    fn far(&self, count: impl Fn(&FarUse) -> usize) -> usize {
        self.far.values().map(count).sum()
    }
}

/// The accounts of all clients.
pub(crate) struct Clients {
    accounts: Mutex<HashMap<Client, Account>>,
    limits: ClientLimits,
}

#[derive(Clone, Copy)]
enum Use {
    Game,
    Socket,
}

/// Something that a client has until this is dropped.
pub(crate) struct Permit {
    clients: Arc<Clients>,
    client: Client,
    what: Use,
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(account) = self.clients.lock().get_mut(&self.client) {
            match self.what {
                Use::Game => account.games -= 1,
                Use::Socket => account.sockets -= 1,
            }
        }
    }
}

impl Clients {
    pub(crate) fn new(limits: ClientLimits) -> Arc<Self> {
        Arc::new(Self { accounts: Mutex::default(), limits })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Client, Account>> {
        // Every change is a single step, so a panic elsewhere leaves the accounts as they should
        // be.
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn account<'a>(&self, accounts: &'a mut HashMap<Client, Account>, client: Client) -> &'a mut Account {
        accounts.entry(client).or_insert_with(|| Account {
            tokens: self.limits.rate * BURST,
            filled: Instant::now(),
            games: 0,
            sockets: 0,
            spent: 0.0,
            is_told: false,
            far: HashMap::new(),
        })
    }

    /// What clients have used since this was asked last, for other servers to know.
    pub(crate) fn take_use(&self, jobs: &HashMap<Client, usize>) -> Vec<ClientUse> {
        let mut used = Vec::new();
        for (client, account) in self.lock().iter_mut() {
            let spent = std::mem::take(&mut account.spent);
            let jobs = jobs.get(client).copied().unwrap_or(0);
            let has_some = account.games + account.sockets + jobs > 0;
            if spent > 0.0 || has_some || std::mem::replace(&mut account.is_told, has_some) {
                account.is_told = has_some;
                used.push(ClientUse { client: client.0, spent, games: account.games, sockets: account.sockets, jobs });
            }
        }
        used
    }

    /// Another server has told what clients have used there.
    pub(crate) fn note_far(&self, run: u64, used: &[ClientUse]) {
        let mut accounts = self.lock();
        for used in used {
            let account = self.account(&mut accounts, Client(used.client));
            self.fill(account);
            // They share one purse; who has spent too much at several servers at once waits longer.
            account.tokens = (account.tokens - used.spent).max(-self.limits.rate * BURST);
            let far = FarUse { games: used.games, sockets: used.sockets, jobs: used.jobs };
            account.far.insert(run, far);
        }
    }

    /// Forgets what clients had at servers that are gone.
    pub(crate) fn keep_far(&self, alive: &BTreeSet<u64>) {
        for account in self.lock().values_mut() {
            account.far.retain(|run, _| alive.contains(run));
        }
    }

    /// Engine jobs of clients at other servers.
    pub(crate) fn far_jobs(&self) -> HashMap<Client, usize> {
        let accounts = self.lock();
        let jobs = accounts.iter().map(|(client, account)| (*client, account.far(|far| far.jobs)));
        jobs.filter(|(_, jobs)| *jobs > 0).collect()
    }

    /// Gives an account what it has earned.
    fn fill(&self, account: &mut Account) {
        let now = Instant::now();
        let earned = now.duration_since(account.filled).as_secs_f64() * self.limits.rate;
        account.tokens = (account.tokens + earned).min(self.limits.rate * BURST);
        account.filled = now;
    }

    /// Pays for a request; an expensive one costs more.
    pub(crate) fn pay(&self, client: Client, price: f64) -> Result<(), ApiError> {
        let mut accounts = self.lock();
        let account = self.account(&mut accounts, client);
        self.fill(account);
        // What costs more than anybody ever has would never be had.
        let price = price.min(self.limits.rate * BURST);
        if account.tokens < price {
            let wait = (price - account.tokens) / self.limits.rate;
            return Err(ApiError::too_many_requests(Duration::from_secs_f64(wait)));
        }
        account.tokens -= price;
        account.spent += price;
        Ok(())
    }

    /// Lets a client have one more open game.
    pub(crate) fn game(self: &Arc<Self>, client: Client) -> Result<Permit, ApiError> {
        let mut accounts = self.lock();
        let account = self.account(&mut accounts, client);
        if account.games + account.far(|far| far.games) >= self.limits.games {
            return Err(ApiError::too_many_games());
        }
        account.games += 1;
        Ok(Permit { clients: self.clone(), client, what: Use::Game })
    }

    /// Lets a client have one more WebSocket.
    pub(crate) fn socket(self: &Arc<Self>, client: Client) -> Result<Permit, ApiError> {
        let mut accounts = self.lock();
        let account = self.account(&mut accounts, client);
        if account.sockets + account.far(|far| far.sockets) >= self.limits.sockets {
            return Err(ApiError::too_many_sockets());
        }
        account.sockets += 1;
        Ok(Permit { clients: self.clone(), client, what: Use::Socket })
    }

    /// What one client may have.
    pub(crate) fn limits(&self) -> ClientLimits {
        self.limits
    }

    /// `WebSocket`s of all clients.
    pub(crate) fn sockets(&self) -> usize {
        self.lock().values().map(|account| account.sockets).sum()
    }

    /// Forgets clients that use nothing and have been quiet.
    pub(crate) fn forget_idle(&self) {
        let quiet = Duration::from_secs_f64(BURST);
        let is_used =
            |account: &Account| account.games + account.sockets > 0 || account.is_told || account.tokens < 0.0;
        self.lock().retain(|_, account| is_used(account) || account.filled.elapsed() < quiet);
    }
}

#[cfg(test)]
mod tests;
