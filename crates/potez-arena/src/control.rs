//! The conditions of an event: time, limits, and what the referee puts up with.

use std::fmt;
use std::time::Duration;

use potez_session::TimeControl;
use potez_table::Limits;

/// How long the players may think, and what the referee puts up with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Control {
    /// Limits per move of players without limits of their own.
    pub limits: Limits,
    /// The clock of those players, where they play whole games by one.
    pub clock: Option<TimeControl>,
    /// How far a time limit may be exceeded before the game is lost: waking up, printing, a busy
    /// machine.
    pub grace: Duration,
    /// How long an external engine without a limit of time may be silent before it counts as hung.
    pub timeout: Duration,
    /// Games longer than this are drawn; `None` lets the rules end every game.
    pub max_plies: Option<usize>,
    /// Adjudication by proof; off unless asked for.
    pub proofs: Option<Proofs>,
}

/// How hard the referee tries to prove a result before each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proofs {
    /// Nodes of the solver: a number, not a time, so that the same games are adjudicated on every
    /// machine.
    pub nodes: u64,
}

impl Control {
    /// The control with these limits, the usual grace of 200 ms and timeout of a minute. A clock
    /// among the limits is the one that games begin with.
    pub fn new(limits: Limits) -> Self {
        let (grace, timeout) = (Duration::from_millis(200), Duration::from_secs(60));
        let clock = limits.clock.map(|clock| TimeControl::Fischer { initial: clock.left, increment: clock.increment });
        let limits = Limits { clock: None, ..limits };
        Self { limits, clock, grace, timeout, max_plies: None, proofs: None }
    }

    /// The limits of a player with these of its own.
    pub(crate) fn limits_of(&self, own: Limits) -> Limits {
        if own == Limits::default() { self.limits } else { own }
    }

    /// The clock that a player with these limits plays the whole game by.
    pub(crate) fn clock_of(&self, own: Limits) -> Option<TimeControl> {
        self.clock.filter(|_| own == Limits::default())
    }

    /// How the session gives time to a player with these limits: by a clock, or the same for each
    /// move.
    pub(crate) fn time_control(&self, own: Limits) -> Option<TimeControl> {
        let per_move = self.limits_of(own).time.map(|time| TimeControl::PerMove { time });
        self.clock_of(own).or(per_move)
    }
}

/// What decides the games, as journals keep it: the same text, the same conditions.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { time, nodes, depth, playouts, clock: _ } = self.limits;
        let mut parts = Vec::new();
        parts.extend(time.map(|time| format!("{time:?} a move")));
        parts.extend(nodes.map(|nodes| format!("{nodes} nodes a move")));
        parts.extend(depth.map(|depth| format!("depth {depth}")));
        parts.extend(playouts.map(|playouts| format!("{playouts} playouts a move")));
        // Always with units, whatever a control looks like elsewhere: journals are compared by this
        // text.
        parts.extend(self.clock.map(|clock| format!("clock {:?}+{:?}", clock.initial(), clock.increment())));
        if parts.is_empty() {
            parts.push("no limit".into());
        }
        parts.extend(self.max_plies.map(|plies| format!("drawn after {plies} plies")));
        parts.extend(self.proofs.map(|proofs| format!("adjudicated by proofs of {} nodes", proofs.nodes)));
        f.write_str(&parts.join(", "))
    }
}
