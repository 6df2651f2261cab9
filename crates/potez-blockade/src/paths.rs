//! Distances and shortest ways, past the walls alone: pawns do not block them.

use potez_core::Player;

use crate::{Bits, Edges, Goal, Position, Square, Step};

/// The distance of what cannot be reached.
pub const UNREACHABLE: u8 = u8::MAX;

/// The distance of every square to a set, in single steps.
#[derive(Clone, Debug)]
pub struct DistanceMap<const N: usize> {
    steps: [[u8; 64]; N],
}

impl<const N: usize> DistanceMap<N> {
    /// The steps from a square, or [`UNREACHABLE`].
    #[inline]
    pub fn get(&self, square: Square) -> u8 {
        let index = Bits::<N>::index(square);
        self.steps[index / 64][index % 64]
    }
}

impl<const N: usize> Edges<N> {
    /// The set, then the squares one step away from it, two steps away, and so on while there are
    /// any.
    pub fn layers(&self, from: Bits<N>) -> impl Iterator<Item = Bits<N>> + use<N> {
        let edges = *self;
        let (mut reached, mut layer) = (from, from);
        std::iter::from_fn(move || {
            if layer.is_empty() {
                return None;
            }
            let grown = edges.grown(&layer).without(&reached);
            reached |= grown;
            Some(std::mem::replace(&mut layer, grown))
        })
    }

    /// The distances of all squares to a set.
    pub fn distance_map(&self, to: Bits<N>) -> DistanceMap<N> {
        let mut steps = [[UNREACHABLE; 64]; N];
        for (distance, layer) in (0..).zip(self.layers(to)) {
            for index in layer.indices() {
                steps[index / 64][index % 64] = distance;
            }
        }
        DistanceMap { steps }
    }

    /// The steps from one square to the nearest of a set.
    pub fn distance(&self, from: Square, to: &Bits<N>) -> Option<u8> {
        (0..)
            .zip(self.layers(Bits::one(from)))
            .find(|(_, layer)| !(*layer & *to).is_empty())
            .map(|(distance, _)| distance)
    }

    /// A shortest way between two squares, both included; of several the first in board order.
    pub fn shortest_path(&self, from: Square, to: Square) -> Option<Vec<Square>> {
        let layers: Vec<Bits<N>> = self.layers(Bits::one(to)).collect();
        let distance = layers.iter().position(|layer| layer.contains(from))?;
        let mut way = vec![from];
        for layer in layers[..distance].iter().rev() {
            let here = *way.last()?;
            way.push((self.grown(&Bits::one(here)) & *layer).squares().next()?);
        }
        Some(way)
    }
}

/// Lanes: the two goals of X, then the two of O.
const LANES: usize = 4;
/// A word of all four floods.
type Lanes = [u64; LANES];

impl<const N: usize> Position<N> {
    /// The eight distances in single steps: by player, pawn and goal, goals in the order of the
    /// enemy's homes.
    ///
    /// With `goal=rank` both goals stand for the nearest square of the far column. Rule 4.5 keeps
    /// all of them within reach.
    pub fn distances(&self) -> [[[u8; 2]; 2]; 2] {
        // No way on any board is as long as a step for every square.
        self.distances_past(&self.edges(), self.rules().rows() * self.rules().cols())
    }

    /// The eight distances past other walls than those that stand; whatever is further than `most`
    /// counts as `most`.
    pub fn distances_past(&self, edges: &Edges<N>, most: usize) -> [[[u8; 2]; 2]; 2] {
        let mut floods = Floods::new(self);
        for _ in 0..most {
            if floods.advance(edges) {
                break;
            }
        }
        let steps = floods.steps;
        [0, 1].map(|player| [0, 1].map(|pawn: usize| [0, 1].map(|goal| steps[pawn][player * 2 + goal] as u8)))
    }

    /// The moves a pawn needs for a number of steps when no pawn is in its way: half of them,
    /// rounded up, or all with `step=one`.
    pub fn moves_for(&self, steps: u8) -> u8 {
        match self.rules().step() {
            Step::Two | Step::UpTo => steps.div_ceil(2),
            Step::One => steps,
        }
    }

    /// A shortest way of a pawn (0 or 1) of a player to one of its goals (0 or 1, by the enemy's
    /// homes; with `goal=rank` the nearest), past the walls alone, both ends included.
    pub fn shortest_path(&self, player: Player, pawn: usize, goal: usize) -> Option<Vec<Square>> {
        let edges = self.edges();
        let from = self.pawns(player)[pawn];
        let to = match self.rules().goal() {
            Goal::Home => self.rules().homes(!player)[goal],
            Goal::Rank => {
                let goals = self.goals(player);
                let nearest = edges.layers(Bits::one(from)).map(|layer| layer & goals).find(|met| !met.is_empty())?;
                nearest.squares().next()?
            }
        };
        edges.shortest_path(from, to)
    }
}

/// The floods from the four goals, side by side so that one operation serves them all.
struct Floods<const N: usize> {
    reached: [Lanes; N],
    /// By number, the pawns that look for the goal of each lane.
    pawns: [[Lanes; N]; 2],
    /// The steps until each flood has met them.
    steps: [Lanes; 2],
}

impl<const N: usize> Floods<N> {
    fn new(pos: &Position<N>) -> Self {
        let rules = pos.rules();
        let sources: [Bits<N>; LANES] = std::array::from_fn(|lane| match rules.goal() {
            Goal::Home => Bits::one(rules.homes(!Player::BOTH[lane / 2])[lane % 2]),
            Goal::Rank => pos.goals(Player::BOTH[lane / 2]),
        });
        let wanted = [0, 1].map(|pawn| Player::BOTH.map(|player| Bits::<N>::one(pos.pawns(player)[pawn])));
        Self {
            reached: std::array::from_fn(|w| std::array::from_fn(|lane| sources[lane].0[w])),
            pawns: wanted.map(|pawns| std::array::from_fn(|w| std::array::from_fn(|lane| pawns[lane / 2].0[w]))),
            steps: [[0; LANES]; 2],
        }
    }

    /// Counts a step for every pawn not met yet and grows; true when all are met.
    // Kept apart from its loop: with everything in memory the compiler uses 256-bit words for the
    // four lanes.
    #[inline(never)]
    fn advance(&mut self, edges: &Edges<N>) -> bool {
        let mut waiting: Lanes = [0; LANES];
        for (steps, pawns) in self.steps.iter_mut().zip(&self.pawns) {
            let mut met: Lanes = [0; LANES];
            for (reached, pawns) in self.reached.iter().zip(pawns) {
                for lane in 0..LANES {
                    met[lane] |= reached[lane] & pawns[lane];
                }
            }
            for lane in 0..LANES {
                let wait = u64::from(met[lane] == 0);
                steps[lane] += wait;
                waiting[lane] |= wait;
            }
        }
        self.reached = std::array::from_fn(|w| grown_word(&self.reached, edges, w));
        waiting == [0; LANES]
    }
}

/// One word of the four floods, one step further.
#[inline]
fn grown_word<const N: usize>(reached: &[Lanes; N], edges: &Edges<N>, w: usize) -> Lanes {
    let stride = Bits::<N>::STRIDE;
    let carry = 64 - stride;
    let (down, right) = (edges.down.0[w], edges.right.0[w]);
    let below = if w + 1 < N { reached[w + 1] } else { [0; LANES] };
    let (above, down_above) = if w > 0 { (reached[w - 1], edges.down.0[w - 1]) } else { ([0; LANES], 0) };
    std::array::from_fn(|lane| {
        let here = reached[w][lane];
        let sideways = (here & right) << 1 | here >> 1 & right;
        let downwards = (here & down) << stride | (above[lane] & down_above) >> carry;
        let upwards = (here >> stride | below[lane] << carry) & down;
        here | sideways | downwards | upwards
    })
}
