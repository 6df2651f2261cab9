//! Numbers for whoever runs the server, in the text form of Prometheus.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use potez_fleet::nats::FleetStatus;

use crate::storage::StorageRoom;

/// A number that grows.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The upper ends of the classes of waiting times, in milliseconds.
const CLASSES: [u64; 8] = [1, 2, 5, 10, 20, 50, 100, 500];

/// Everything that is counted.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) games_made: Counter,
    pub(crate) games_deleted: Counter,
    pub(crate) refused_connections: Counter,
    pub(crate) moves: Counter,
    pub(crate) messages: Counter,
    pub(crate) slow_clients: Counter,
    pub(crate) panics: Counter,
    answers: [Counter; 5],
    waits: [Counter; CLASSES.len()],
    wait_us: Counter,
}

/// What is measured at the moment of asking.
pub(crate) struct Gauges {
    pub(crate) games: usize,
    pub(crate) sockets: usize,
    pub(crate) connections: usize,
    /// Those who look at games, players among them.
    pub(crate) subscriptions: usize,
    pub(crate) tasks: usize,
    pub(crate) engine_waiting: usize,
    pub(crate) engine_running: usize,
    pub(crate) engine_done: u64,
    pub(crate) kept_bots: usize,
    pub(crate) damaged_games: u64,
    pub(crate) room: StorageRoom,
    pub(crate) uptime: Duration,
    /// Servers on the same database that are alive.
    pub(crate) nodes: usize,
    pub(crate) fleet: Option<FleetGauges>,
}

/// The fleet of a server.
pub(crate) struct FleetGauges {
    /// Searches of this server that it has done.
    pub(crate) done_for_us: u64,
    /// Slots that this server may use.
    pub(crate) slots_for_us: usize,
    /// The whole of it; nothing where NATS does not answer.
    pub(crate) status: Option<Arc<FleetStatus>>,
}

impl FleetGauges {
    /// Its numbers: name, kind, what it is, value.
    fn numbers(&self) -> Vec<(&'static str, &'static str, &'static str, f64)> {
        let mut numbers = vec![
            ("fleet_up", "gauge", "Whether NATS answers.", f64::from(u8::from(self.status.is_some()))),
            ("fleet_usable_slots", "gauge", "Slots of workers of this build.", self.slots_for_us as f64),
            ("fleet_searches_total", "counter", "Searches that workers did for this server.", self.done_for_us as f64),
        ];
        let Some(status) = &self.status else { return numbers };
        let slots: usize = status.workers.iter().map(|worker| worker.slots).sum();
        let busy: usize = status.workers.iter().map(|worker| worker.jobs.len()).sum();
        // The sum of nothing would be printed as -0.
        let speed = status.workers.iter().fold(0.0, |sum, worker| sum + worker.speed);
        let waiting: u64 = status.queues.iter().map(|queue| queue.jobs).sum();
        numbers.extend([
            ("fleet_workers", "gauge", "Workers that answer.", status.workers.len() as f64),
            ("fleet_slots", "gauge", "Slots of all workers.", slots as f64),
            ("fleet_busy_slots", "gauge", "Slots at work.", busy as f64),
            ("fleet_units_per_second", "gauge", "Speed of all workers while they work.", speed),
            ("fleet_runs", "gauge", "Runs whose owners answer.", status.runs.len() as f64),
            ("fleet_jobs", "gauge", "Jobs that are not done.", waiting as f64),
            ("fleet_leases", "gauge", "Jobs that workers hold.", status.leases as f64),
            ("fleet_redelivered", "gauge", "Jobs given out again and not done.", status.redelivered as f64),
            ("fleet_dead_letters", "gauge", "Jobs that were given up.", status.dead as f64),
        ]);
        numbers
    }
}

impl Metrics {
    /// Counts an answer by the class of its status.
    pub(crate) fn answered(&self, status: u16) {
        if let Some(counter) = usize::from(status / 100).checked_sub(1).and_then(|class| self.answers.get(class)) {
            counter.add(1);
        }
    }

    /// Counts the time from a move's arrival until it was on disk.
    pub(crate) fn acknowledged(&self, time: Duration) {
        self.wait_us.add(time.as_micros() as u64);
        for (most, counter) in CLASSES.iter().zip(&self.waits) {
            if time <= Duration::from_millis(*most) {
                counter.add(1);
            }
        }
    }

    /// The page.
    pub(crate) fn page(&self, gauges: &Gauges) -> String {
        let mut page = String::new();
        let mut say = |name: &str, kind: &str, help: &str, value: String| {
            // Writing to a string cannot fail.
            let _ = write!(page, "# HELP potez_{name} {help}\n# TYPE potez_{name} {kind}\n{value}");
        };
        let mut one = |name: &str, kind: &str, help: &str, value: u64| {
            say(name, kind, help, format!("potez_{name} {value}\n"));
        };
        one("games_made_total", "counter", "Games made.", self.games_made.value());
        one("games_deleted_total", "counter", "Old games deleted.", self.games_deleted.value());
        one("moves_total", "counter", "Moves accepted from players.", self.moves.value());
        one("messages_total", "counter", "Messages received over WebSockets.", self.messages.value());
        one("slow_clients_total", "counter", "WebSockets closed for not keeping up.", self.slow_clients.value());
        one("panics_total", "counter", "Requests that ended in a panic.", self.panics.value());
        one("games", "gauge", "Games in memory.", gauges.games as u64);
        one("connections", "gauge", "Open connections.", gauges.connections as u64);
        one(
            "connections_refused_total",
            "counter",
            "Connections for which there was no place.",
            self.refused_connections.value(),
        );
        one("damaged_games", "gauge", "Games that were found damaged at the start.", gauges.damaged_games);
        one("storage_bytes", "gauge", "Bytes of the database.", gauges.room.used);
        if let Some(free) = gauges.room.free {
            one("storage_free_bytes", "gauge", "Bytes that can still be written.", free);
        }
        one("sockets", "gauge", "Open WebSockets.", gauges.sockets as u64);
        one("subscriptions", "gauge", "Games watched over WebSockets.", gauges.subscriptions as u64);
        one("tasks", "gauge", "Tasks of the runtime.", gauges.tasks as u64);
        one("engine_jobs_waiting", "gauge", "Engine jobs waiting.", gauges.engine_waiting as u64);
        one("engine_jobs_running", "gauge", "Engine jobs running.", gauges.engine_running as u64);
        one("engine_jobs_total", "counter", "Engine jobs done.", gauges.engine_done);
        one("kept_bots", "gauge", "Bots kept for the next move of their games.", gauges.kept_bots as u64);
        one("uptime_seconds", "gauge", "Seconds since the start.", gauges.uptime.as_secs());
        one("nodes", "gauge", "Servers on the same database, this one included.", gauges.nodes as u64);
        for (name, kind, help, value) in gauges.fleet.iter().flat_map(FleetGauges::numbers) {
            say(name, kind, help, format!("potez_{name} {value}\n"));
        }
        let mut answers = String::new();
        for (class, counter) in (1..).zip(&self.answers) {
            let _ = writeln!(answers, "potez_answers_total{{class=\"{class}xx\"}} {}", counter.value());
        }
        say("answers_total", "counter", "Answers by the class of their status.", answers);
        let mut waits = String::new();
        for (most, counter) in CLASSES.iter().zip(&self.waits) {
            let _ = writeln!(waits, "potez_move_seconds_bucket{{le=\"{}\"}} {}", *most as f64 / 1e3, counter.value());
        }
        let (count, sum) = (self.moves.value(), self.wait_us.value() as f64 / 1e6);
        let _ = write!(
            waits,
            "potez_move_seconds_bucket{{le=\"+Inf\"}} {count}\npotez_move_seconds_sum {sum}\n\
             potez_move_seconds_count {count}\n"
        );
        say("move_seconds", "histogram", "Time until a move was on disk.", waits);
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_times_are_counted_in_every_class_that_holds_them() {
        let metrics = Metrics::default();
        metrics.moves.add(1);
        metrics.acknowledged(Duration::from_millis(7));
        metrics.answered(404);
        let gauges = Gauges {
            games: 3,
            sockets: 0,
            connections: 0,
            subscriptions: 2,
            tasks: 0,
            engine_waiting: 0,
            engine_running: 0,
            engine_done: 0,
            kept_bots: 0,
            damaged_games: 0,
            room: StorageRoom { used: 4096, ..StorageRoom::default() },
            uptime: Duration::from_secs(5),
            nodes: 1,
            fleet: Some(FleetGauges { done_for_us: 7, slots_for_us: 2, status: None }),
        };
        let page = metrics.page(&gauges);
        assert!(page.contains("potez_move_seconds_bucket{le=\"0.005\"} 0\n"));
        assert!(page.contains("potez_move_seconds_bucket{le=\"0.01\"} 1\n"));
        assert!(page.contains("potez_move_seconds_count 1\n"));
        assert!(page.contains("potez_answers_total{class=\"4xx\"} 1\n"));
        assert!(page.contains("potez_subscriptions 2\n"));
        assert!(page.contains("potez_storage_bytes 4096\n"));
        assert!(page.contains("# TYPE potez_fleet_up gauge\npotez_fleet_up 0\n"));
        assert!(page.contains("potez_fleet_searches_total 7\n") && !page.contains("potez_fleet_workers"));
        assert!(page.contains("# TYPE potez_games gauge\npotez_games 3\n"));
    }
}
