//! Finding moves for all squares at once.
//!
//! Moves come in sets: the squares from which, or onto which, the same lift in the same direction
//! is legal. Counting them takes a population count a set, and listing them one addition a move.

use potez_core::{Player, Position as _};

use crate::{Board, Direction, Move, Position, Variant, Word};

/// Merges from seven levels four ways, basic moves four ways, and a place for an empty set behind
/// them.
const MOST_SETS: usize = 33;

/// The sets of moves of a position that are not empty.
struct Sets<B: Board> {
    squares: [B::Word; MOST_SETS],
    templates: [Move; MOST_SETS],
    count: usize,
}

impl<B: Board> Default for Sets<B> {
    #[inline]
    fn default() -> Self {
        Self { squares: [B::Word::EMPTY; MOST_SETS], templates: [Move::PASS; MOST_SETS], count: 0 }
    }
}

impl<B: Board> Sets<B> {
    /// Finds the sets of the player to move.
    fn gather(&mut self, pos: &Position<B>) {
        let mut count = 0;
        pos.sets(pos.turn(), |set, template| {
            // An empty set is overwritten by the next one.
            self.squares[count] = set;
            self.templates[count] = template;
            count += usize::from(!set.is_empty());
        });
        self.count = count;
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = (B::Word, Move)> {
        self.squares.iter().copied().zip(self.templates).take(self.count)
    }
}

/// What a player has or would have, were it their turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mobility {
    /// Rule 2.1: merges.
    pub merges: u32,
    /// Rule 2.2: basic moves.
    pub steps: u32,
}

impl<B: Board> Position<B> {
    /// The moves of X and of O, counted together for little more than the price of one; no pass is
    /// counted. The game is not over.
    #[inline]
    pub fn mobility(&self) -> [Mobility; 2] {
        let [x, o] = self.count_merges();
        if self.variant() == Variant::MergeFirst {
            let steps = |player, merges| if merges > 0 { 0 } else { self.count_moves_for(player) };
            return [(Player::X, x), (Player::O, o)]
                .map(|(player, merges)| Mobility { merges, steps: steps(player, merges) });
        }
        let (mut all, mut steps) = (0, 0);
        let isolated = self.isolated();
        if !isolated.is_empty() {
            for set in self.step_sets(isolated) {
                all += set.count();
                steps += (set & self.xs[0]).count();
            }
        }
        [Mobility { merges: x, steps }, Mobility { merges: o, steps: all - steps }]
    }

    /// The merges of X and of O. Both ways along a pair of stacks count at every level that both
    /// reach, each for the player whose checker stands there.
    #[inline]
    fn count_merges(&self) -> [u32; 2] {
        let reaching = self.reaching();
        let low = reaching[4].is_empty();
        let (mut all, mut xs) = (0, 0);
        for axis in [Direction::NorthEast, Direction::NorthWest] {
            let too_tall = if low { [B::Word::EMPTY; 7] } else { self.too_tall(axis) };
            for level in 0..7 {
                let stands = reaching[level];
                let pairs = stands & B::look(axis, stands) & !too_tall[level];
                if pairs.is_empty() {
                    // Higher levels may still have pairs: what is too tall for a low lift need not
                    // be for a high one.
                    if stands.is_empty() {
                        break;
                    }
                    continue;
                }
                all += 2 * pairs.count();
                xs += (pairs & self.xs[level]).count() + (pairs & B::look(axis, self.xs[level])).count();
            }
        }
        [xs, all - xs]
    }

    /// The number of merges and basic moves that a player has or would have, were it their turn; no
    /// pass is counted. 0 when the game is over.
    #[inline]
    pub fn count_moves_for(&self, player: Player) -> u32 {
        if self.outcome().is_some() {
            return 0;
        }
        let mut count = 0;
        self.sets(player, |set, _| count += set.count());
        count
    }

    /// The number of merges that a player has or would have, were it their turn.
    #[inline]
    pub fn count_merges_for(&self, player: Player) -> u32 {
        let mut count = 0;
        self.merges(player, |set, _| count += set.count());
        count
    }

    /// Appends the legal moves.
    #[inline]
    pub(crate) fn list(&self, moves: &mut Vec<Move>) {
        if self.outcome().is_some() {
            return;
        }
        let before = moves.len();
        self.sets(self.turn(), |set, template| {
            if !set.is_empty() {
                emit::<B>(set, template, moves);
            }
        });
        if moves.len() == before {
            moves.push(Move::PASS);
        }
    }

    /// A legal move chosen uniformly: walks through the sets to the chosen move.
    #[inline]
    pub(crate) fn pick(&self, rng: &mut fastrand::Rng) -> Option<Move> {
        if self.outcome().is_some() {
            return None;
        }
        let mut sets = Sets::default();
        sets.gather(self);
        let total: u32 = sets.iter().map(|(set, _)| set.count()).sum();
        if total == 0 {
            return Some(Move::PASS);
        }
        let mut left = rng.u32(..total);
        for (set, template) in sets.iter() {
            let size = set.count();
            if left < size {
                return set.indices().nth(left as usize).map(|index| template.at(B::twice(index)));
            }
            left -= size;
        }
        None
    }

    /// Every set of moves of a player with the template that makes moves of its squares.
    #[inline]
    fn sets(&self, player: Player, mut visit: impl FnMut(B::Word, Move)) {
        let mut merges = B::Word::EMPTY;
        self.merges(player, |set, template| {
            merges |= set;
            visit(set, template);
        });
        if self.variant() == Variant::Official || merges.is_empty() {
            self.steps(player, visit);
        }
    }

    /// Rule 2.1: the merges, level by level. A set holds the southern square of each pair, be it
    /// the one left or the one reached.
    #[inline]
    fn merges(&self, player: Player, mut visit: impl FnMut(B::Word, Move)) {
        let (reaching, owned) = (self.reaching(), self.owned(player));
        let free = !B::Word::EMPTY;
        if reaching[4].is_empty() {
            // No two stacks of at most four are too tall together.
            for (level, (mine, stands)) in owned.into_iter().zip(reaching).enumerate().take(4) {
                if stands.is_empty() {
                    return;
                }
                pairs::<B>(mine, stands, free, Direction::NorthEast, level, &mut visit);
                pairs::<B>(mine, stands, free, Direction::NorthWest, level, &mut visit);
            }
            return;
        }
        let too_tall = [self.too_tall(Direction::NorthEast), self.too_tall(Direction::NorthWest)];
        for (level, (mine, stands)) in owned.into_iter().zip(reaching).enumerate() {
            pairs::<B>(mine, stands, !too_tall[0][level], Direction::NorthEast, level, &mut visit);
            pairs::<B>(mine, stands, !too_tall[1][level], Direction::NorthWest, level, &mut visit);
        }
    }

    /// For each level of a lift: the squares whose stack together with the neighbour's counts that
    /// many checkers that a lift from that level, either way, would make more than eight. These are
    /// sums of at least 9 + level.
    #[inline]
    fn too_tall(&self, axis: Direction) -> [B::Word; 7] {
        let [one, two, four, eight] = self.sums(axis);
        let twelve = eight & four;
        [
            eight & (four | two | one),
            eight & (four | two),
            twelve | eight & two & one,
            twelve,
            twelve & (two | one),
            twelve & two,
            B::Word::EMPTY,
        ]
    }

    /// Rule 3.1: whether a player could complete a stack under an own checker, were it their turn.
    #[inline]
    pub fn can_complete(&self, player: Player) -> bool {
        // Two stacks of at most seven make eight from the level that is their sum less eight: it is
        // below both tops.
        let mut owned = None;
        for axis in [Direction::NorthEast, Direction::NorthWest] {
            let [one, two, four, eight] = self.sums(axis);
            if eight.is_empty() {
                continue;
            }
            let (owned, tops) = *owned.get_or_insert_with(|| (self.owned(player), self.tops(player)));
            let levels = |planes: [B::Word; 7]| {
                let low = !two & !four & (!one & planes[0] | one & planes[1])
                    | two & !four & (!one & planes[2] | one & planes[3]);
                low | four & (!two & (!one & planes[4] | one & planes[5]) | two & !one & planes[6])
            };
            let here = tops & levels(owned);
            let there = B::look(axis, tops) & levels(owned.map(|plane| B::look(axis, plane)));
            if !(eight & (here | there)).is_empty() {
                return true;
            }
        }
        false
    }

    /// The sum of the heights of each square and its neighbour, in binary.
    #[inline]
    fn sums(&self, axis: Direction) -> [B::Word; 4] {
        let [a0, a1, a2] = self.heights;
        let [b0, b1, b2] = self.heights.map(|plane| B::look(axis, plane));
        let majority = |a, b, c| a & b | (a | b) & c;
        let carry = a0 & b0;
        let (two, carry) = (a1 ^ b1 ^ carry, majority(a1, b1, carry));
        [a0 ^ b0, two, a2 ^ b2 ^ carry, majority(a2, b2, carry)]
    }

    /// Rule 2.2: the basic moves. A set holds the squares that are left.
    #[inline]
    fn steps(&self, player: Player, mut visit: impl FnMut(B::Word, Move)) {
        let occupied = self.occupied();
        let bottoms = match player {
            Player::X => self.xs[0],
            Player::O => occupied ^ self.xs[0],
        };
        let movers = bottoms & !B::touching(occupied);
        if movers.is_empty() {
            return;
        }
        for (set, direction) in self.step_sets(movers).into_iter().zip(Direction::ALL) {
            visit(set, Move::away(direction, 0));
        }
    }

    /// The basic moves of isolated stacks, a set a direction.
    #[inline]
    fn step_sets(&self, movers: B::Word) -> [B::Word; 4] {
        let occupied = self.occupied();
        let [ne, nw, se, sw] = Direction::ALL.map(|direction| B::look(direction, occupied));
        // Nearest stacks at distance two: the square stepped on touches a stack other than the one
        // that steps.
        let beyond = [ne | nw | se, ne | nw | sw, ne | se | sw, nw | se | sw];
        let mut sets = beyond.map(|beyond| beyond & B::DARK);
        for (set, direction) in sets.iter_mut().zip(Direction::ALL) {
            *set = movers & B::look(direction, *set);
        }
        let close = sets[0] | sets[1] | sets[2] | sets[3];
        if close != movers {
            self.add_far_steps(movers & !close, !close.is_empty(), &mut sets);
        }
        sets
    }

    /// Adds the basic moves of isolated stacks that are further than two from any other, a set a
    /// direction.
    fn add_far_steps(&self, far: B::Word, others_closer: bool, sets: &mut [B::Word; 4]) {
        let longest = match self.variant() {
            Variant::Official => usize::MAX,
            Variant::MergeFirst if others_closer => return,
            Variant::MergeFirst => far.indices().map(|index| self.approach(index).0).min().unwrap_or_default(),
        };
        for index in far.indices() {
            let (distance, nearer) = self.approach(index);
            if distance <= longest {
                for (set, nearer) in sets.iter_mut().zip(nearer) {
                    *set |= if nearer { B::Word::bit(index) } else { B::Word::EMPTY };
                }
            }
        }
    }

    /// The distance from an isolated stack to the nearest others and the directions that lead
    /// closer to one of them.
    #[inline]
    pub(crate) fn approach(&self, index: u32) -> (usize, [bool; 4]) {
        B::approach(index, self.occupied() & !B::Word::bit(index))
    }
}

/// The merges from one level along one axis, both ways: among the southern squares of `allowed`
/// pairs, those where a checker of the player's stands at the level at one end, and any stands
/// there at the other.
#[expect(
    clippy::inline_always,
    reason = "as a function of its own it would take the direction at run time, at half the speed"
)]
#[inline(always)]
fn pairs<B: Board>(
    mine: B::Word,
    stands: B::Word,
    allowed: B::Word,
    axis: Direction,
    level: usize,
    visit: &mut impl FnMut(B::Word, Move),
) {
    visit(mine & B::look(axis, stands) & allowed, Move::away(axis, level));
    visit(B::look(axis, mine) & stands & allowed, Move::onto(axis, level));
}

/// Appends the moves of a set.
fn emit<B: Board>(mut set: B::Word, template: Move, moves: &mut Vec<Move>) {
    // A range knows its length, so the list grows once a set and not once a move.
    moves.extend((0..set.count()).map(|_| {
        let index = set.lowest();
        set = set.without_lowest();
        template.at(B::twice(index))
    }));
}
