//! An event as it travels to another machine: everything that decides a game but the openings,
//! whose moves go with each pair.

use std::path::PathBuf;
use std::time::Duration;

use potez_session::TimeControl;
use potez_table::Limits;
use serde::{Deserialize, Serialize};

use crate::{Control, Entrant, EntrantError, Event, EventError, Kind, Openings, Pairing, Proofs};

/// What a pair is played by, in a form that can be sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Terms {
    /// The game spec.
    pub game: String,
    entrants: Vec<EntrantTerms>,
    pairing: Pairing,
    games: usize,
    control: ControlTerms,
    seed: u64,
}

/// Terms by which nothing can be played.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TermsError {
    /// A spec that names no participant.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// The game does not exist, or somebody cannot play it.
    #[error(transparent)]
    Event(#[from] EventError),
    /// Nobody is there to play, or nothing is to be played.
    #[error("an event without two entrants or without a game")]
    Empty,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EntrantTerms {
    name: String,
    spec: String,
    /// Where a program runs, if the spec does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dir: Option<PathBuf>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ControlTerms {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<Duration>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    playouts: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<TimeControl>,
    grace: Duration,
    timeout: Duration,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_plies: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proof_nodes: Option<u64>,
}

impl From<&Control> for ControlTerms {
    fn from(control: &Control) -> Self {
        let Limits { time, nodes, depth, playouts, clock: _ } = control.limits;
        let Control { clock, grace, timeout, max_plies, proofs, .. } = *control;
        let proof_nodes = proofs.map(|proofs| proofs.nodes);
        Self { time, nodes, depth, playouts, clock, grace, timeout, max_plies, proof_nodes }
    }
}

impl From<&ControlTerms> for Control {
    fn from(terms: &ControlTerms) -> Self {
        let ControlTerms { time, nodes, depth, playouts, clock, grace, timeout, max_plies, proof_nodes } = *terms;
        let limits = Limits { time, nodes, depth, playouts, clock: None };
        Self { limits, clock, grace, timeout, max_plies, proofs: proof_nodes.map(|nodes| Proofs { nodes }) }
    }
}

impl Event {
    /// The event in a form that can be sent.
    pub fn terms(&self) -> Terms {
        let entrants = self.entrants.iter().map(|entrant| EntrantTerms {
            name: entrant.name.clone(),
            spec: entrant.spec.clone(),
            dir: match &entrant.kind {
                Kind::External(program) => program.dir.clone(),
                Kind::Builtin(_) => None,
            },
        });
        Terms {
            game: self.game.clone(),
            entrants: entrants.collect(),
            pairing: self.pairing,
            games: self.games,
            control: (&self.control).into(),
            seed: self.seed,
        }
    }
}

impl Terms {
    /// The specs of the entrants.
    pub fn specs(&self) -> impl Iterator<Item = &str> {
        self.entrants.iter().map(|entrant| entrant.spec.as_str())
    }

    /// The event again, without its openings and its test; fails if it cannot be played here.
    pub fn event(&self) -> Result<Event, TermsError> {
        let mut entrants = Vec::new();
        for sent in &self.entrants {
            let mut entrant: Entrant = sent.spec.parse()?;
            entrant.name.clone_from(&sent.name);
            if let Kind::External(program) = &mut entrant.kind {
                program.dir.clone_from(&sent.dir);
            }
            entrants.push(entrant);
        }
        if entrants.len() < 2 || self.games == 0 {
            return Err(TermsError::Empty);
        }
        let event = Event {
            game: self.game.clone(),
            entrants,
            pairing: self.pairing,
            games: self.games,
            openings: Openings::random(&self.game, 0, 0),
            control: (&self.control).into(),
            seed: self.seed,
            sprt: None,
        };
        event.check()?;
        Ok(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(specs: &[&str], control: Control) -> Event {
        Event {
            game: "havannah:size=4".into(),
            entrants: specs.iter().map(|spec| spec.parse().unwrap()).collect(),
            pairing: Pairing::Gauntlet,
            games: 7,
            openings: Openings::random("havannah:size=4", 2, 3),
            control,
            seed: u64::MAX,
            sprt: None,
        }
    }

    #[test]
    fn an_event_that_travelled_is_the_same_event() {
        let clock = TimeControl::Fischer { initial: Duration::from_secs(9), increment: Duration::from_millis(30) };
        let specs = ["potez:nodes=50,seed=3", "cmd:./bot -v,dir=/tmp,name=Ana", "random"];
        for control in [
            Control::new(Limits::nodes(20)),
            Control { clock: Some(clock), max_plies: Some(80), ..Control::new(Limits::default()) },
            Control { proofs: Some(Proofs { nodes: 4 }), ..Control::new(Limits::time(Duration::from_micros(1500))) },
        ] {
            let event = event(&specs, control);
            let text = serde_json::to_string(&event.terms()).unwrap();
            let again = serde_json::from_str::<Terms>(&text).unwrap().event().unwrap();
            assert_eq!(again.entrants, event.entrants);
            assert_eq!((again.control, again.seed, again.games), (event.control, event.seed, event.games));
            assert_eq!(again.pairings(), event.pairings());
        }
    }

    #[test]
    fn terms_that_cannot_be_played_are_refused() {
        let good = serde_json::to_value(event(&["random", "random"], Control::new(Limits::nodes(1))).terms()).unwrap();
        let refused = |key: &str, value: serde_json::Value| {
            let mut bad = good.clone();
            bad[key] = value;
            serde_json::from_value::<Terms>(bad).unwrap().event().err().expect(key).to_string()
        };
        assert!(refused("game", "nogame".into()).contains("nogame"));
        assert!(refused("games", 0.into()).contains("without"));
        assert!(refused("entrants", serde_json::json!([])).contains("without"));
        let unknown = serde_json::json!([{"name": "a", "spec": "nobody"}, {"name": "b", "spec": "random"}]);
        assert!(refused("entrants", unknown).contains("nobody"));
    }
}
