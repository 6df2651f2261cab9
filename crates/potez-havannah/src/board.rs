//! Stones and their chains, put down one at a time.

use std::hint::select_unpredictable;

use potez_core::Player;

use crate::chains::{self, PATTERNS, ROOT, SIDES};
use crate::{Cell, Class, Geometry, Marks, Structures};

/// Stones and their chains, put down one at a time: what search and playouts work on.
///
/// It knows no turn and no end of the game: stones of either player may go on any empty cell.
#[derive(Clone, Copy, Debug)]
pub struct Board<C: Class> {
    geometry: &'static Geometry,
    /// The stones of X and of O: column x in bit x+1 of entry y+1, so that nothing needs to be
    /// asked at the rim.
    stones: [C::Rows; 2],
    /// The forest of chains, see `chains`. Only entries of cells with a stone mean anything.
    nodes: C::Cells,
    /// The cell of the latest stone; `NOWHERE` before the first.
    last: u16,
}

const NOWHERE: u16 = u16::MAX;

impl<C: Class> Board<C> {
    /// An empty board of this geometry, which must fit the class.
    pub fn new(geometry: &'static Geometry) -> Self {
        assert!(geometry.size() <= C::LARGEST, "a board of side {} in a smaller class", geometry.size());
        Self { geometry, stones: [C::NO_ROWS; 2], nodes: C::NO_CELLS, last: NOWHERE }
    }

    /// The geometry of the board.
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// The cell of the stone that was put down last. A board that was read from a text has its
    /// stones in reading order.
    pub fn last(&self) -> Option<Cell> {
        (self.last != NOWHERE).then_some(Cell(self.last))
    }

    /// Whether no stone stands on the cell, which must be on the board.
    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        let [x, o] = &self.stones;
        (x.as_ref()[cell.y() + 1] | o.as_ref()[cell.y() + 1]) >> (cell.x() + 1) & 1 == 0
    }

    /// The sides of a cell where the player has a stone, one a bit in the order of
    /// [`Geometry::AROUND`].
    #[inline]
    pub fn sides(&self, cell: Cell, player: Player) -> u8 {
        SIDES[Self::around(self.window(cell, player), cell.x())]
    }

    /// The owner of the stone on a cell.
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.has(cell, player))
    }

    /// Whether the player has a stone on the cell.
    #[inline]
    pub fn has(&self, cell: Cell, player: Player) -> bool {
        self.stones[player.index()].as_ref()[cell.y() + 1] >> (cell.x() + 1) & 1 == 1
    }

    /// The empty cells, in reading order.
    #[inline]
    pub fn empties(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..2 * self.geometry.size() - 1).flat_map(|y| {
            let mut bits = self.empty_row(y);
            std::iter::from_fn(move || {
                if bits == 0 {
                    return None;
                }
                let x = bits.trailing_zeros() as usize - 1;
                bits &= bits - 1;
                Some(Cell::new(x, y))
            })
        })
    }

    /// The empty cells of a row, column x in bit x+1.
    #[inline]
    pub fn empty_row(&self, y: usize) -> u32 {
        self.geometry.row_bits()[y + 1] & !(self.stones[0].as_ref()[y + 1] | self.stones[1].as_ref()[y + 1])
    }

    /// The stones of a player, row y in entry y+1, column x in bit x+1; the first and the last
    /// entry are empty.
    pub fn rows(&self, player: Player) -> &[u32] {
        &self.stones[player.index()].as_ref()[..=2 * self.geometry.size()]
    }

    pub(crate) fn same_stones(&self, other: &Self) -> bool {
        self.stones == other.stones
    }

    /// The own stones around a cell, as `chains::PATTERNS` wants them.
    #[inline]
    fn around(rows: &[u32; 3], x: usize) -> usize {
        let above = rows[0] >> x & 3;
        let beside = rows[1] >> x & 5;
        let below = rows[2] >> x & 6;
        (above | beside << 2 | below << 4) as usize
    }

    #[inline]
    fn window(&self, cell: Cell, player: Player) -> &[u32; 3] {
        let (_, rest) = self.stones[player.index()].as_ref().split_at(cell.y());
        rest.first_chunk().expect("a cell has a row above and one below")
    }

    /// Puts a stone on an empty cell of the board and says whether its chain now wins.
    #[inline]
    pub fn place(&mut self, cell: Cell, player: Player) -> bool {
        self.join(cell, player).won()
    }

    /// Puts a stone on an empty cell of the board and says what its chain touches now.
    #[inline]
    pub fn join(&mut self, cell: Cell, player: Player) -> Marks {
        self.last = cell.0;
        let x = cell.x();
        let rest = &mut self.stones[player.index()].as_mut()[cell.y()..];
        let rows: &mut [u32; 3] = rest.first_chunk_mut().expect("a cell has a row above and one below");
        let pattern = &PATTERNS[Self::around(rows, x)];
        rows[1] |= 2 << x;

        // No branch on whether there are none, one or two groups, which nothing can predict: the
        // stone itself, a chain of its own, stands in for what is missing. The order of the writes
        // makes every case come out right, and no root may be looked for after the first of them: a
        // root met twice would point to itself.
        let site = self.geometry.site(cell);
        let nodes = self.nodes.as_mut();
        let number = usize::from(site.number());
        nodes[number] = ROOT | site.marks.0;
        let [one, two, three] = pattern.sides.map(|side| site.around[usize::from(side)]);
        let (one, one_marks) = chains::root_of(nodes, one);
        let (two, two_marks) = chains::root_of(nodes, two);
        let mut marks = one_marks | two_marks | site.marks.0;
        marks |= select_unpredictable(one == two, pattern.loop_mark, 0);
        if pattern.groups == 3 {
            let (three, three_marks) = chains::root_of(nodes, three);
            marks |= three_marks;
            if one == three || two == three {
                marks |= Marks::RING;
            }
            nodes[usize::from(three)] = one;
        }
        nodes[number] = one;
        nodes[usize::from(two)] = one;
        nodes[usize::from(one)] = marks;
        let hexagon = pattern.middles != 0 && self.fills_hexagon(cell, player, pattern.middles);
        if hexagon {
            marks |= Marks::RING;
            self.nodes.as_mut()[usize::from(one)] = marks;
        }
        Marks(marks & Marks::ALL)
    }

    /// Forgets that the chain of the stone on a cell holds a ring: for playouts that do not count
    /// every ring.
    pub fn forget_ring(&mut self, cell: Cell) {
        let nodes = self.nodes.as_mut();
        let root = chains::root_seen(nodes, self.geometry.site(cell).number());
        nodes[usize::from(root)] &= !Marks::RING;
    }

    /// Whether one of the neighbours on these sides has six own stones around it, counting one on
    /// the cell.
    #[cold]
    fn fills_hexagon(&self, cell: Cell, player: Player, middles: u8) -> bool {
        (0..6).filter(|side| middles >> side & 1 == 1).any(|side| {
            let middle = self.geometry.neighbour(cell, side).expect("own stones are on the board");
            let mut around = Self::around(self.window(middle, player), middle.x());
            // The neighbour sees the cell on the opposite side.
            around |= 1 << chains::SIDE_BITS[(side + 3) % 6];
            around & 0b111_0111 == 0b111_0111
        })
    }

    /// What a stone of the player on an empty cell would make of its chain: the marks of the cell
    /// and of all chains it joins, and a ring if it closes one.
    #[inline]
    pub fn marks_after(&self, cell: Cell, player: Player) -> Marks {
        let pattern = &PATTERNS[Self::around(self.window(cell, player), cell.x())];
        let site = self.geometry.site(cell);
        let nodes = self.nodes.as_ref();
        let mut marks = site.marks.0;
        let mut roots = [u16::MAX; 3];
        for group in 0..usize::from(pattern.groups) {
            let root = chains::root_seen(nodes, site.around[usize::from(pattern.sides[group])]);
            if roots.contains(&root) {
                marks |= Marks::RING;
            }
            roots[group] = root;
            marks |= chains::marks_of(nodes, root).0;
        }
        if pattern.middles != 0 && self.fills_hexagon(cell, player, pattern.middles) {
            marks |= Marks::RING;
        }
        Marks(marks)
    }

    /// Whether a stone of the player on an empty cell would win.
    #[inline]
    pub fn wins(&self, cell: Cell, player: Player) -> bool {
        self.marks_after(cell, player).won()
    }

    /// A number that all stones of one chain share and no other chain has; the cell must hold a
    /// stone.
    #[inline]
    pub fn chain(&self, cell: Cell) -> usize {
        usize::from(chains::root_seen(self.nodes.as_ref(), self.geometry.site(cell).number()))
    }

    /// What the chain of the stone on a cell touches.
    #[inline]
    pub fn chain_marks(&self, cell: Cell) -> Marks {
        let nodes = self.nodes.as_ref();
        chains::marks_of(nodes, chains::root_seen(nodes, self.geometry.site(cell).number()))
    }

    /// The cells of the chain of the stone on a cell, in reading order.
    pub fn chain_cells(&self, cell: Cell) -> Vec<Cell> {
        let Some(player) = self.stone(cell) else { return Vec::new() };
        let chain = self.chain(cell);
        let member = |&other: &Cell| self.has(other, player) && self.chain(other) == chain;
        self.geometry.cells().iter().copied().filter(member).collect()
    }

    /// The structures on the board of a player, and a cell of the chain that has them. A game has
    /// at most one such chain; of several the first in reading order is taken.
    pub fn winning_cell(&self, player: Player) -> Option<(Cell, Structures)> {
        self.geometry.cells().iter().copied().filter(|&cell| self.has(cell, player)).find_map(|cell| {
            let structures = self.chain_marks(cell).structures();
            (!structures.is_none()).then_some((cell, structures))
        })
    }
}
