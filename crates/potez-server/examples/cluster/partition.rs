//! The ways of servers and workers to the services, each of which can be cut for some seconds.

use std::collections::BTreeMap;
use std::io;
use std::thread::sleep;
use std::time::Duration;

use potez_fleet::testing::Proxy;

/// Milliseconds that a partition lasts: shorter and longer than what servers wait for an answer of the database.
const LASTS_MS: std::ops::Range<u64> = 500..8000;

/// All ways.
pub(crate) struct Ways {
    nodes: Vec<NodeWays>,
    workers: Vec<Proxy>,
    /// How often each kind was cut.
    pub(crate) cuts: BTreeMap<&'static str, u64>,
}

struct NodeWays {
    postgres: Proxy,
    nats: Proxy,
}

impl Ways {
    pub(crate) fn new(nodes: usize, workers: usize, postgres: u16, nats: u16) -> io::Result<Self> {
        let node = |_| Ok(NodeWays { postgres: Proxy::to(postgres)?, nats: Proxy::to(nats)? });
        let nodes = (0..nodes).map(node).collect::<io::Result<_>>()?;
        let workers = (0..workers).map(|_| Proxy::to(nats)).collect::<io::Result<_>>()?;
        Ok(Self { nodes, workers, cuts: BTreeMap::new() })
    }

    /// The port at which a server finds `PostgreSQL`.
    pub(crate) fn postgres(&self, node: usize) -> u16 {
        self.nodes[node].postgres.port()
    }

    /// Where a server finds NATS.
    pub(crate) fn nats_of_node(&self, node: usize) -> String {
        address(&self.nodes[node].nats)
    }

    /// Where a worker finds NATS.
    pub(crate) fn nats_of_worker(&self, worker: usize) -> String {
        address(&self.workers[worker])
    }

    /// Cuts one of them off for a while, one kind of partition after the other.
    pub(crate) fn cut_one(&mut self, rng: &mut fastrand::Rng) {
        let node = &self.nodes[rng.usize(..self.nodes.len())];
        let (what, ways) = match self.cuts.values().sum::<u64>() % 4 {
            0 => ("server from both", vec![&node.postgres, &node.nats]),
            1 => ("server from PostgreSQL", vec![&node.postgres]),
            2 => ("worker from NATS", vec![&self.workers[rng.usize(..self.workers.len())]]),
            _ => ("server from NATS", vec![&node.nats]),
        };
        for way in &ways {
            way.cut();
        }
        sleep(Duration::from_millis(rng.u64(LASTS_MS)));
        let loses = rng.bool();
        for way in &ways {
            way.mend(loses);
        }
        *self.cuts.entry(what).or_default() += 1;
    }
}

fn address(way: &Proxy) -> String {
    format!("nats://127.0.0.1:{}", way.port())
}
