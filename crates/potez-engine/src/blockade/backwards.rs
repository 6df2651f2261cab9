//! Races that no search decides, told backwards: the positions that can come about are listed until their results can be
//! told, and the results are handed up. What gets none in the end is a draw: both players can go on for ever.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use potez_blockade::{Move, Position};
use potez_core::Position as _;
use potez_search::{Proof, Watch};

use super::race;

/// The most memory for the positions that are listed, roughly: a GiB.
const MEMORY: usize = 1 << 30;

/// An undecided position of a race.
struct Node<const N: usize> {
    pos: Position<N>,
    /// The positions that it can come from, and by which move.
    parents: Vec<(u32, Move)>,
    /// Moves that are not yet known to lose.
    open: u32,
    proof: Option<Proof>,
    best: Option<Move>,
}

impl<const N: usize> Node<N> {
    /// What a node takes, with half a dozen parents and its place.
    const SIZE: usize = size_of::<Self>() + 128;

    fn new(pos: Position<N>) -> Self {
        Self { pos, parents: Vec::new(), open: 0, proof: None, best: None }
    }
}

/// The value of a race in which no position has stood twice, and a move that keeps it; nothing if the watch or the memory
/// ends it. Counts the positions.
pub(super) fn tell<const N: usize>(
    root: &Position<N>,
    watch: &Watch,
    count: &mut u64,
) -> Option<(Proof, Option<Move>)> {
    let mut list = List { nodes: vec![Node::new(root.clone())], places: HashMap::from([(root.key(), 0)]) };
    let mut moves = Vec::new();
    let mut at = 0;
    while at < list.nodes.len() && list.nodes[0].proof.is_none() {
        if list.nodes.len() * Node::<N>::SIZE > MEMORY || at.is_multiple_of(256) && watch.is_over(*count) {
            return None;
        }
        *count += 1;
        moves.clear();
        list.nodes[at].pos.legal_moves(&mut moves);
        list.expand(at, &moves);
        at += 1;
    }
    let root = &list.nodes[0];
    Some(root.proof.map_or_else(|| (Proof::Draw, list.draw()), |proof| (proof, root.best)))
}

/// The position after a move.
fn played<const N: usize>(pos: &Position<N>, mv: Move) -> Position<N> {
    let mut pos = pos.clone();
    pos.play(mv);
    pos
}

/// The positions found so far.
struct List<const N: usize> {
    nodes: Vec<Node<N>>,
    /// Where each of them stands, by key.
    places: HashMap<u64, u32>,
}

impl<const N: usize> List<N> {
    /// Lists what can come of a position, unless a move is known to win at once.
    fn expand(&mut self, at: usize, moves: &[Move]) {
        let mut open = Vec::new();
        for &mv in moves {
            let child = played(&self.nodes[at].pos, mv);
            match race::after(&child) {
                Some(score) if !score.is_win() => return self.settle(at, Proof::Win, Some(mv)),
                Some(_) => {}
                None => open.push((mv, child)),
            }
        }
        self.nodes[at].open = open.len() as u32;
        for (mv, child) in open {
            let place = match self.places.entry(child.key()) {
                Entry::Occupied(known) => *known.get() as usize,
                Entry::Vacant(new) => {
                    new.insert(self.nodes.len() as u32);
                    self.nodes.push(Node::new(child));
                    self.nodes.len() - 1
                }
            };
            match self.nodes[place].proof {
                Some(Proof::Loss) => return self.settle(at, Proof::Win, Some(mv)),
                Some(_) => self.nodes[at].open -= 1,
                None => self.nodes[place].parents.push((at as u32, mv)),
            }
        }
        if self.nodes[at].open == 0 {
            self.settle(at, Proof::Loss, moves.first().copied());
        }
    }

    /// A move of the first position after which nobody can win.
    fn draw(&self) -> Option<Move> {
        let root = &self.nodes[0].pos;
        let mut moves = Vec::new();
        root.legal_moves(&mut moves);
        moves.into_iter().find(|&mv| {
            let place = self.places.get(&played(root, mv).key());
            place.is_some_and(|&place| self.nodes[place as usize].proof.is_none())
        })
    }

    /// Notes a result, and all that follows from it.
    fn settle(&mut self, at: usize, proof: Proof, best: Option<Move>) {
        let mut news = vec![(at, proof, best)];
        while let Some((at, proof, best)) = news.pop() {
            if self.nodes[at].proof.is_some() {
                continue;
            }
            self.nodes[at].proof = Some(proof);
            self.nodes[at].best = best;
            for (parent, mv) in std::mem::take(&mut self.nodes[at].parents) {
                let parent = parent as usize;
                let open = &mut self.nodes[parent].open;
                *open -= 1;
                if proof == Proof::Loss {
                    news.push((parent, Proof::Win, Some(mv)));
                } else if *open == 0 {
                    news.push((parent, Proof::Loss, Some(mv)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use potez_blockade::{Game, SMALL};
    use potez_core::Game as _;
    use potez_search::{Limits, Stop};

    use super::*;

    /// The values of all positions that can come about, by going over all of them until nothing changes.
    fn values(root: &Position<SMALL>) -> Vec<(Position<SMALL>, Proof)> {
        let mut places = HashMap::from([(root.key(), 0)]);
        let mut positions = vec![root.clone()];
        let mut children: Vec<Vec<usize>> = Vec::new();
        while let Some(pos) = positions.get(children.len()).cloned() {
            let mut moves = Vec::new();
            if pos.outcome().is_none() {
                pos.legal_moves(&mut moves);
            }
            let of = moves.into_iter().map(|mv| {
                let child = played(&pos, mv);
                *places.entry(child.key()).or_insert_with(|| {
                    positions.push(child);
                    positions.len() - 1
                })
            });
            children.push(of.collect());
        }
        let mut values = vec![Proof::Draw; positions.len()];
        loop {
            let mut changed = false;
            for at in 0..positions.len() {
                let any = |proof: Proof| children[at].iter().any(|&child| values[child] == proof);
                let value = if any(Proof::Loss) {
                    Proof::Win
                } else if any(Proof::Draw) {
                    Proof::Draw
                } else {
                    Proof::Loss
                };
                changed |= value != values[at];
                values[at] = value;
            }
            if !changed {
                return positions.into_iter().zip(values).collect();
            }
        }
    }

    #[test]
    fn values_are_those_of_going_over_all_positions() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut seen = [0; 3];
        for spec in ["blockade:rows=5,cols=5,walls=2", "blockade:rows=5,cols=5,walls=2,step=one,goal=rank"] {
            let game: Game<SMALL> = spec.parse().unwrap();
            for _ in 0..8 {
                let mut pos = game.start();
                while !race::is_race(&pos) {
                    pos.play(pos.random_move(&mut rng).unwrap());
                    if pos.outcome().is_some() {
                        pos = game.start();
                    }
                }
                let values = values(&pos);
                let value = |pos: &Position<SMALL>| values.iter().find(|(other, _)| other == pos).unwrap().1;
                let draws = values.iter().filter(|(_, value)| *value == Proof::Draw).take(10);
                let any = (0..30).map(|_| &values[rng.usize(0..values.len())]);
                for (pos, expected) in draws.chain(any).filter(|(pos, _)| pos.outcome().is_none()) {
                    let watch = Watch::start(Limits::default(), &Stop::new());
                    let (proof, best) = tell(pos, &watch, &mut 0).unwrap();
                    assert_eq!(proof, *expected, "{pos} of {spec}");
                    let child = played(pos, best.unwrap());
                    let kept = match proof {
                        Proof::Win => Proof::Loss,
                        Proof::Loss => Proof::Win,
                        Proof::Draw => Proof::Draw,
                    };
                    assert_eq!(value(&child), kept, "{pos} of {spec}");
                    seen[proof as usize] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
    }

    #[test]
    fn the_watch_ends_it() {
        let game: Game<SMALL> = "blockade:walls=0".parse().unwrap();
        let pos = game.read_position("a1+k1 a14+k14 - - 0.0 0.0 x").unwrap();
        let watch = Watch::start(Limits::nodes(0), &Stop::new());
        assert_eq!(tell(&pos, &watch, &mut 0), None);
    }
}
