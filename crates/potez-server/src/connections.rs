//! Who is connected, who has to wait outside, and who must go when there is no more room.
//!
//! No client has more connections than it may. When all places are taken, the client with the most
//! connections loses its oldest one to a newcomer that has fewer: many unfinished or unread
//! requests keep nobody else out.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::clients::Client;

/// The open connections of a server.
pub(crate) struct Connections {
    table: Mutex<ConnectionTable>,
    most: usize,
    most_each: usize,
}

#[derive(Default)]
struct ConnectionTable {
    next: u64,
    count: usize,
    /// By number: the oldest first.
    open: HashMap<Client, BTreeMap<u64, Arc<Notify>>>,
}

impl ConnectionTable {
    fn count_of(&self, client: Client) -> usize {
        self.open.get(&client).map_or(0, BTreeMap::len)
    }

    fn remove(&mut self, client: Client, number: u64) {
        let Some(own) = self.open.get_mut(&client) else { return };
        if own.remove(&number).is_some() {
            self.count -= 1;
        }
        if own.is_empty() {
            self.open.remove(&client);
        }
    }

    /// Sends the oldest connection of the greediest client away, if that is fair to it.
    fn make_room(&mut self, newcomer: Client) -> bool {
        let greediest = self.open.iter().max_by_key(|(client, own)| (own.len(), **client)).map(|(client, _)| *client);
        let Some(client) = greediest.filter(|client| self.count_of(*client) > self.count_of(newcomer) + 1) else {
            return false;
        };
        let oldest = self.open.get(&client).and_then(|own| own.first_key_value());
        let Some((number, gone)) = oldest.map(|(number, gone)| (*number, gone.clone())) else { return false };
        gone.notify_one();
        self.remove(client, number);
        true
    }
}

/// A place; it is free again when this is dropped.
pub(crate) struct ConnectionPermit {
    connections: Arc<Connections>,
    client: Client,
    number: u64,
    gone: Arc<Notify>,
}

impl ConnectionPermit {
    /// Waits until somebody else needs the place more.
    pub(crate) async fn is_lost(&self) {
        self.gone.notified().await;
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.connections.lock().remove(self.client, self.number);
    }
}

impl Connections {
    /// Room for `most` connections in all, and for `most_each` of one client.
    pub(crate) fn new(most: usize, most_each: usize) -> Arc<Self> {
        Arc::new(Self { table: Mutex::default(), most, most_each })
    }

    fn lock(&self) -> MutexGuard<'_, ConnectionTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in, or not.
    pub(crate) fn admit(self: &Arc<Self>, client: Client) -> Option<ConnectionPermit> {
        let mut table = self.lock();
        if table.count_of(client) >= self.most_each || (table.count >= self.most && !table.make_room(client)) {
            return None;
        }
        let (number, gone) = (table.next, Arc::new(Notify::new()));
        table.next += 1;
        table.count += 1;
        table.open.entry(client).or_default().insert(number, gone.clone());
        drop(table);
        Some(ConnectionPermit { connections: self.clone(), client, number, gone })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.lock().count
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(last: u8) -> Client {
        IpAddr::from([10, 0, 0, last]).into()
    }

    #[test]
    fn a_client_has_its_own_bound_and_gives_places_back() {
        let connections = Connections::new(10, 2);
        let first = connections.admit(client(1)).unwrap();
        let _second = connections.admit(client(1)).unwrap();
        assert!(connections.admit(client(1)).is_none());
        assert!(connections.admit(client(2)).is_some());
        drop(first);
        assert!(connections.admit(client(1)).is_some());
        assert_eq!(connections.count(), 1);
    }

    #[tokio::test]
    async fn when_all_places_are_taken_the_greediest_client_makes_room() {
        let connections = Connections::new(4, 10);
        let greedy: Vec<_> = (0..3).map(|_| connections.admit(client(1)).unwrap()).collect();
        let _modest = connections.admit(client(2)).unwrap();
        let _newcomer = connections.admit(client(3)).unwrap();
        greedy[0].is_lost().await;
        assert_eq!(connections.count(), 4);
        // Now nobody has much more than anybody else: the next one waits outside.
        assert!(connections.admit(client(3)).is_none());
        drop(greedy);
        assert_eq!(connections.count(), 2);
    }
}
