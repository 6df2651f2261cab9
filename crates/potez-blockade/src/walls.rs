//! Where walls can be placed (section 4).

use std::fmt;

use potez_core::{Player, Position as _};

use crate::lattice::Closure;
use crate::{Axis, Bits, Edges, Goal, Position, Square, Wall};

impl<const N: usize> Position<N> {
    /// Rule 4.3: the slots in which a wall neither overlaps nor crosses another, whatever it cuts
    /// off.
    #[inline]
    pub fn free_slots(&self, axis: Axis) -> Bits<N> {
        let [blue, green] = &self.walls;
        let taken = match axis {
            Axis::Blue => *blue | blue.left() | blue.right() | *green,
            Axis::Green => *green | green.up() | green.down() | *blue,
        };
        Bits::rectangle(self.rules().rows() - 1, self.rules().cols() - 1).without(&taken)
    }

    /// The free slots for which the player to move still has a wall (Rule 4.4).
    #[inline]
    pub fn placeable(&self) -> [Bits<N>; 2] {
        Axis::BOTH.map(|axis| match self.stock(self.turn(), axis) {
            0 => Bits::EMPTY,
            _ => self.free_slots(axis),
        })
    }

    /// The slots in which a wall would close a ring of walls, with the frame or without: only there
    /// can it cut off anything, everywhere else it breaks no path (Rule 4.5).
    pub fn closing_slots(&self) -> [Bits<N>; 2] {
        self.lattice.closing(&Axis::BOTH.map(|axis| self.free_slots(axis)))
    }

    /// The slots in which a wall of the player to move would keep this one from being placed,
    /// because the two together cut something off (Rule 4.5). The wall must be legal now.
    pub fn guarding_slots(&self, wall: Wall) -> [Bits<N>; 2] {
        let mut then = self.clone();
        then.walls[wall.axis.index()] |= Bits::one(wall.at);
        then.lattice.add(wall);
        let pawns = self.pawns(self.turn());
        let mut slots = then.lattice.closing(&then.placeable());
        for axis in Axis::BOTH {
            for at in slots[axis.index()].squares() {
                let guard = Wall { at, axis };
                if then.leaves_ways(guard, pawns) || !self.leaves_ways(guard, pawns) {
                    slots[axis.index()] = slots[axis.index()].without(&Bits::one(at));
                }
            }
        }
        slots
    }

    /// The free slots in which a wall would touch the frame or another wall in at least two of its
    /// three points.
    pub fn joining_slots(&self) -> [Bits<N>; 2] {
        self.lattice.touching(&Axis::BOTH.map(|axis| self.free_slots(axis)))
    }

    /// Rule 4.5 for one wall that closes a ring: which of the landings of each pawn leave all ways
    /// open.
    ///
    /// The mover's other pawn stays where it is. Landings on goals mean nothing, for no wall goes
    /// with them.
    #[inline]
    pub(crate) fn open_landings(&self, edges: &Edges<N>, wall: Wall, landings: &[Bits<N>; 2]) -> [Bits<N>; 2] {
        let pawns = self.pawns(self.turn());
        let wanted = landings[0] | landings[1] | Bits::of(pawns);
        let open = self.open_region(edges, wall, &wanted);
        [0, 1].map(|pawn| if open.contains(pawns[1 - pawn]) { landings[pawn] & open } else { Bits::EMPTY })
    }

    /// Where the mover's pawns must be lest a new wall cuts one off, nothing if an enemy pawn or a
    /// home is already. Squares other than `wanted` need not be right.
    #[inline]
    fn open_region(&self, edges: &Edges<N>, wall: Wall, wanted: &Bits<N>) -> Bits<N> {
        let second = match self.lattice.closure(wall) {
            Closure::None => return !Bits::EMPTY,
            Closure::One { second } => Some(second),
            Closure::Two => None,
        };
        let edges = edges.with_wall(wall);
        let in_pawns_way = self.occupied() | self.goals(Player::X) | self.goals(Player::O);
        if let Some(second) = second {
            let pocket = pocket(&edges, wall, second);
            // One ring makes two regions of one: if nothing that counts is in the one, nothing is
            // cut off in the other.
            if (pocket & in_pawns_way).is_empty() {
                return !pocket;
            }
        }
        let player = self.turn();
        let enemies = Bits::of(self.pawns(!player));
        match self.rules().goal() {
            Goal::Home => self.home_region(&edges, player, wanted, &enemies),
            Goal::Rank => self.rank_region(&edges, player, wanted, &enemies),
        }
    }

    /// The region of the player's goals, or nothing if a home or an enemy pawn is cut off already.
    fn home_region(&self, edges: &Edges<N>, player: Player, wanted: &Bits<N>, enemies: &Bits<N>) -> Bits<N> {
        let targets = Bits::of(self.rules().homes(!player));
        let theirs = Bits::of(self.rules().homes(player)) | *enemies;
        let reached = edges.flood(&Bits::one(self.rules().homes(!player)[0]), &(targets | theirs | *wanted));
        if !reached.covers(&targets) {
            return Bits::EMPTY;
        }
        // The two players' ways need not meet, but each player's must.
        let enemies_meet = reached.covers(&theirs)
            || (reached & theirs).is_empty()
                && edges.flood(&Bits::one(self.pawns(!player)[0]), &theirs).covers(&theirs);
        if enemies_meet { reached } else { Bits::EMPTY }
    }

    /// The squares from which the player reaches the far column, or nothing if an enemy pawn is cut
    /// off.
    fn rank_region(&self, edges: &Edges<N>, player: Player, wanted: &Bits<N>, enemies: &Bits<N>) -> Bits<N> {
        if edges.flood(&self.goals(!player), enemies).covers(enemies) {
            edges.flood(&self.goals(player), wanted)
        } else {
            Bits::EMPTY
        }
    }

    /// Whether a wall in a free slot may stand with the mover's pawns on these squares (Rule 4.5).
    #[inline]
    pub(crate) fn leaves_ways(&self, wall: Wall, pawns: [Square; 2]) -> bool {
        let pawns = Bits::of(pawns);
        self.open_region(&self.edges(), wall, &pawns).covers(&pawns)
    }

    /// Rule 4.5 for a wall in a free slot, whoever places it, with all pawns where they are.
    #[inline]
    pub fn keeps_ways(&self, wall: Wall) -> bool {
        self.leaves_ways(wall, self.pawns(self.turn()))
    }

    /// Every pawn without a way, with each home it cannot reach (with `goal=rank`, no goal at all),
    /// when the pawns of the player to move stand on the given squares.
    pub(crate) fn cut_offs(&self, edges: &Edges<N>, pawns: [Square; 2]) -> Vec<CutOff> {
        let mut cuts = Vec::new();
        for player in Player::BOTH {
            let pawns = if player == self.turn() { pawns } else { self.pawns(player) };
            let wanted = self.goals(player);
            for (number, pawn) in (1..).zip(pawns) {
                let reached = edges.flood(&Bits::one(pawn), &wanted);
                let cut = |home| CutOff { player, number, pawn, home };
                match self.rules().goal() {
                    Goal::Home => {
                        let homes = self.rules().homes(!player).into_iter().filter(|&home| !reached.contains(home));
                        cuts.extend(homes.map(|home| cut(Some(home))));
                    }
                    Goal::Rank if (wanted & reached).is_empty() => cuts.push(cut(None)),
                    Goal::Rank => {}
                }
            }
        }
        cuts
    }

    /// Rules 4.2 to 4.5 for a wall after a pawn move of the player to move, or with the pawns where
    /// they are.
    ///
    /// The pawn move must be legal and must not win.
    pub fn is_wall_legal(&self, pawn: Option<(Square, Square)>, wall: Wall) -> bool {
        self.rules().has_slot(wall.at)
            && self.stock(self.turn(), wall.axis) > 0
            && self.free_slots(wall.axis).contains(wall.at)
            && self.leaves_ways(wall, self.pawns_after(pawn))
    }

    /// Every wall that may follow a pawn move of the player to move, or be placed with the pawns
    /// where they are: blue and green slots. The pawn move must be legal and must not win.
    pub fn legal_walls(&self, pawn: Option<(Square, Square)>) -> [Bits<N>; 2] {
        let pawns = self.pawns_after(pawn);
        let mut slots = self.placeable();
        let closing = self.lattice.closing(&slots);
        for axis in Axis::BOTH {
            for at in closing[axis.index()].squares().filter(|&at| !self.leaves_ways(Wall { at, axis }, pawns)) {
                slots[axis.index()] = slots[axis.index()].without(&Bits::one(at));
            }
        }
        slots
    }

    /// The mover's pawns after a pawn move.
    pub(crate) fn pawns_after(&self, pawn: Option<(Square, Square)>) -> [Square; 2] {
        let pawns = self.pawns(self.turn());
        pawn.map_or(pawns, |(from, to)| pawns.map(|square| if square == from { to } else { square }))
    }

    /// Whether the player to move has any wall to place with the pawns on these squares.
    pub(crate) fn has_wall(&self, pawns: [Square; 2]) -> bool {
        let placeable = self.placeable();
        let closing = self.lattice.closing(&placeable);
        Axis::BOTH.into_iter().any(|axis| !placeable[axis.index()].without(&closing[axis.index()]).is_empty())
            || Axis::BOTH
                .into_iter()
                .any(|axis| placeable[axis.index()].squares().any(|at| self.leaves_ways(Wall { at, axis }, pawns)))
    }
}

/// The smaller of the two regions on both sides of a half of a wall, roughly: both grow in step
/// until one is complete.
#[inline]
fn pocket<const N: usize>(edges: &Edges<N>, wall: Wall, second: bool) -> Bits<N> {
    let shift = usize::from(second);
    let (row, col) = (wall.at.row(), wall.at.col());
    let [one, other] = match wall.axis {
        Axis::Blue => [Square::new(row, col + shift), Square::new(row + 1, col + shift)],
        Axis::Green => [Square::new(row + shift, col), Square::new(row + shift, col + 1)],
    };
    let mut sides = [Bits::one(one), Bits::one(other)];
    loop {
        for side in &mut sides {
            let grown = edges.grown(&edges.grown(side));
            if grown == *side {
                return grown;
            }
            *side = grown;
        }
    }
}

/// Rule 4.5, broken: a pawn that would have no way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CutOff {
    /// Whose pawn.
    pub player: Player,
    /// Pawn 1 or 2.
    pub number: u8,
    /// Where it stands.
    pub pawn: Square,
    /// The home out of reach; with `goal=rank` every goal is.
    pub home: Option<Square>,
}

/// As a list of several has it: the pawn, then the home.
impl fmt::Display for CutOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { player, number, home, .. } = self;
        match home {
            Some(home) => write!(f, "{player}{number} from `{home}`"),
            None => write!(f, "{player}{number} from every goal"),
        }
    }
}
