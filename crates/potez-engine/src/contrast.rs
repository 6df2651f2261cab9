//! Two lines from one position told apart: what follows a criticised move, what follows a better
//! one, and only what differs.
//!
//! Each game collects what is true along a line as facts. Here the facts of two lines are held
//! against each other; what both have in common explains nothing and is not said.

use potez_core::{Moment, Player, Position, Remark};
use potez_search::Proof;

use crate::remarks::{count, remark};

/// What is only true after more plies than these explains nothing to anybody.
const LONGEST: usize = 12;

/// Nobody reads more sentences than these about one side.
const MOST: usize = 3;

/// What tells the line of a criticised move from the line of a better one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contrast {
    /// What the answer to the criticised move achieves and the answer to the better one does not.
    pub punished: Vec<Remark>,
    /// What the better move gains or prevents.
    pub gained: Vec<Remark>,
}

/// For whom a fact is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Voice {
    /// It follows the criticised move.
    Punished,
    /// It follows the better one.
    Gained,
}

/// Something that is true of a line, in the terms of a game.
pub(crate) trait Fact: PartialEq {
    /// Whether both answer the same question, so that their answers can be compared.
    fn is_about(&self, other: &Self) -> bool;

    /// Who is better off by this than by what the other line has to say about it; nobody where both
    /// say the same.
    fn favours(&self, other: Option<&Self>) -> Option<Player>;

    /// The sentence, if there is one for this side.
    fn say(&self, voice: Voice, other: Option<&Self>) -> Option<Remark>;

    /// Whether the other needs no words once this has been said of the same line.
    fn covers(&self, _other: &Self) -> bool {
        false
    }

    /// Whether the sentences of both lines about this are one comparison read in two directions.
    fn is_comparison(&self) -> bool {
        false
    }

    /// Whether it is said only where nothing else can be.
    fn is_minor(&self) -> bool {
        false
    }
}

/// What has been said for one side.
struct Side<F> {
    voice: Voice,
    /// Who must be better off for a fact to be said.
    player: Player,
    /// With those that another one covers.
    facts: Vec<F>,
    remarks: Vec<Remark>,
    /// What the other side has said already in other words, or what explains little.
    spare: Vec<Remark>,
}

impl<F: Fact + Clone> Side<F> {
    fn new(voice: Voice, player: Player) -> Self {
        Self { voice, player, facts: Vec::new(), remarks: Vec::new(), spare: Vec::new() }
    }

    /// Says what one line has and the other has not; `heard` has been said of the other line, `after`
    /// is where in the line it is true.
    fn add(&mut self, facts: &[F], others: &[F], heard: &[F], after: Option<&Moment>) {
        for fact in facts {
            if self.remarks.len() == MOST {
                break;
            }
            let other = others.iter().find(|other| fact.is_about(other));
            if fact.favours(other) != Some(self.player) {
                continue;
            }
            if self.facts.iter().any(|said| said.covers(fact)) {
                self.facts.push(fact.clone());
                continue;
            }
            let Some(mut remark) = fact.say(self.voice, other) else { continue };
            let is_repeated = fact.is_comparison() && other.is_some_and(|other| heard.contains(other));
            let is_new = self.remarks.iter().all(|said| said.english != remark.english);
            remark.after = after.cloned();
            if fact.is_minor() || is_repeated {
                self.spare.push(remark);
            } else if is_new {
                self.facts.push(fact.clone());
                self.remarks.push(remark);
            }
        }
    }

    fn finish(mut self) -> Vec<Remark> {
        if self.remarks.is_empty() {
            self.remarks.extend(self.spare.into_iter().next());
        }
        self.remarks
    }
}

/// Says what two lines have not in common, the most important first: what happens along them, and
/// then, for each side, what is true at the first depth that tells them apart. What comes later
/// follows from that.
pub(crate) fn told_apart<P: Position, F: Fact + Clone>(
    [played, better]: [&Walk<P>; 2],
    events: &[Vec<F>; 2],
    states: impl Fn(&Walk<P>, usize) -> Vec<F>,
) -> Contrast {
    let mover = played.positions[0].turn();
    let mut punished = Side::new(Voice::Punished, !mover);
    let mut gained = Side::new(Voice::Gained, mover);
    punished.add(&events[0], &events[1], &[], None);
    gained.add(&events[1], &events[0], &punished.facts, None);
    let happened = [punished.remarks.len(), gained.remarks.len()];
    for depth in depths(played, better) {
        let said = [punished.remarks.len(), gained.remarks.len()];
        let is_open = [0, 1].map(|side| said[side] == happened[side] && said[side] < MOST);
        if is_open == [false, false] {
            break;
        }
        let after = [played, better].map(|walk| walk.moment(depth));
        let [played, better] = [played, better].map(|walk| states(walk, depth));
        if is_open[0] {
            punished.add(&played, &better, &[], Some(&after[0]));
        }
        if is_open[1] {
            gained.add(&better, &played, &punished.facts, Some(&after[1]));
        }
    }
    Contrast { punished: punished.finish(), gained: gained.finish() }
}

/// A line with every position on its way.
pub(crate) struct Walk<P: Position> {
    /// The positions, the one where the line begins first.
    pub(crate) positions: Vec<P>,
    /// The moves, one fewer.
    pub(crate) moves: Vec<P::Move>,
}

impl<P: Position> Walk<P> {
    /// Plays a line as far as it is legal and the game goes on.
    pub(crate) fn of(start: &P, line: &[P::Move]) -> Self {
        let mut walk = Self { positions: vec![start.clone()], moves: Vec::new() };
        for &mv in line {
            let last = &walk.positions[walk.positions.len() - 1];
            if last.outcome().is_some() || last.check(mv).is_err() {
                break;
            }
            let mut next = last.clone();
            next.play(mv);
            walk.positions.push(next);
            walk.moves.push(mv);
        }
        walk
    }

    /// The number of moves.
    pub(crate) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The position after this many moves, one at least.
    fn moment(&self, plies: usize) -> Moment {
        Moment { plies, mv: self.moves[plies - 1].to_string() }
    }

    /// Where the line leads.
    pub(crate) fn end(&self) -> &P {
        &self.positions[self.positions.len() - 1]
    }
}

/// The depths at which two lines can be compared: after an answer each, after two answers, and so
/// on, as far as both go on and somebody would still follow them.
fn depths<P: Position>(one: &Walk<P>, other: &Walk<P>) -> Vec<usize> {
    let running = |walk: &Walk<P>, depth: usize| walk.positions.get(depth).is_some_and(|pos| pos.outcome().is_none());
    let both: Vec<usize> =
        (2..=LONGEST).step_by(2).filter(|&depth| running(one, depth) && running(other, depth)).collect();
    if both.is_empty() && running(one, 1) && running(other, 1) { vec![1] } else { both }
}

/// A line with what is certain of it for whoever plays its first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProvenLine {
    /// The result, if it is proven.
    pub proof: Option<Proof>,
    /// The plies to the end of the game, if the line goes there.
    pub plies: Option<usize>,
}

/// What is certain of two lines and differs: that the criticised move loses or gives away a draw,
/// and that the better one wins or holds.
pub fn proofs(played: ProvenLine, better: ProvenLine) -> [Option<Remark>; 2] {
    if played.proof == better.proof {
        return [None, None];
    }
    // The first move of the criticised line is on the board already.
    let left = played.plies.map(|plies| plies.saturating_sub(1));
    let played = match (played.proof, left) {
        (Some(Proof::Loss), Some(plies)) => {
            let long = count(plies, "ply").replace("plys", "plies");
            Some(remark!("why-loses-in", "loses by force in {long}", count = plies))
        }
        (Some(Proof::Loss), None) => Some(remark!("why-loses", "loses by force")),
        (Some(Proof::Draw), _) => Some(remark!("why-draws", "leads to a draw by force")),
        (None, _) if better.proof == Some(Proof::Win) => {
            Some(remark!("why-misses-win", "gives up a win that is proven"))
        }
        _ => None,
    };
    let better = match (better.proof, better.plies) {
        (Some(Proof::Win), Some(plies)) => {
            let long = count(plies, "ply").replace("plys", "plies");
            Some(remark!("why-wins-in", "wins by force in {long}", count = plies))
        }
        (Some(Proof::Win), None) => Some(remark!("why-wins", "wins by force")),
        (Some(Proof::Draw), _) => Some(remark!("why-holds", "holds the draw by force")),
        _ => None,
    };
    [played, better]
}
