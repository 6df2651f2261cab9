//! A slow second implementation, straight from the rules: plain lists and breadth-first search, no
//! bitboards.

use std::collections::{BTreeSet, VecDeque};

use potez_blockade::{Goal, Rules, Step, Turn};
use potez_core::Player;

pub(crate) type Sq = (i32, i32);
/// Whether it is blue, and the top-left square.
pub(crate) type Wl = (bool, Sq);
/// Pawn from and to, wall.
pub(crate) type Mv = (Option<(Sq, Sq)>, Option<Wl>);

#[derive(Clone)]
pub(crate) struct Board {
    rows: i32,
    cols: i32,
    turn_rule: Turn,
    step: Step,
    goal: Goal,
    homes: [Vec<Sq>; 2],
    pub(crate) pawns: [Vec<Sq>; 2],
    walls: BTreeSet<Wl>,
    stocks: [[u32; 2]; 2],
    pub(crate) mover: usize,
}

const AROUND: [Sq; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

fn add(a: Sq, b: Sq) -> Sq {
    (a.0 + b.0, a.1 + b.1)
}

fn square(text: &str) -> Sq {
    let row = i32::from(text.as_bytes()[0] - b'a');
    (row, text[1..].parse::<i32>().unwrap() - 1)
}

impl Board {
    /// The board of a position text.
    pub(crate) fn new(rules: &Rules, text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let list =
            |field: &str| -> Vec<Sq> { if field == "-" { vec![] } else { field.split('+').map(square).collect() } };
        let stock = |field: &str| {
            let (blue, green) = field.split_once('.').unwrap();
            [blue.parse().unwrap(), green.parse().unwrap()]
        };
        let home = |player| rules.homes(player).iter().map(|at| (at.row() as i32, at.col() as i32)).collect();
        let blue = list(fields[2]).into_iter().map(|at| (true, at));
        let green = list(fields[3]).into_iter().map(|at| (false, at));
        Self {
            rows: rules.rows() as i32,
            cols: rules.cols() as i32,
            turn_rule: rules.turn(),
            step: rules.step(),
            goal: rules.goal(),
            homes: [home(Player::X), home(Player::O)],
            pawns: [list(fields[0]), list(fields[1])],
            walls: blue.chain(green).collect(),
            stocks: [stock(fields[4]), stock(fields[5])],
            mover: usize::from(fields[6] == "o"),
        }
    }

    fn on_board(&self, (row, col): Sq) -> bool {
        (0..self.rows).contains(&row) && (0..self.cols).contains(&col)
    }

    /// Whether one can step from a square to its neighbour.
    fn open(&self, from: Sq, to: Sq) -> bool {
        let (row, col) = from.min(to);
        let blocking = if from.1 == to.1 {
            [(true, (row, col)), (true, (row, col - 1))]
        } else {
            [(false, (row, col)), (false, (row - 1, col))]
        };
        self.on_board(from) && self.on_board(to) && !blocking.iter().any(|wall| self.walls.contains(wall))
    }

    /// The steps from a square to all others, `None` where there is no way.
    pub(crate) fn distances(&self, from: Sq) -> Vec<Vec<Option<u8>>> {
        let mut steps = vec![vec![None; self.cols as usize]; self.rows as usize];
        let mut queue = VecDeque::from([from]);
        steps[from.0 as usize][from.1 as usize] = Some(0);
        while let Some(here) = queue.pop_front() {
            for there in AROUND.map(|by| add(here, by)) {
                if self.open(here, there) && steps[there.0 as usize][there.1 as usize].is_none() {
                    steps[there.0 as usize][there.1 as usize] = steps[here.0 as usize][here.1 as usize].map(|d| d + 1);
                    queue.push_back(there);
                }
            }
        }
        steps
    }

    fn is_goal(&self, player: usize, at: Sq) -> bool {
        match self.goal {
            Goal::Home => self.homes[1 - player].contains(&at),
            Goal::Rank => at.1 == if player == 0 { self.cols - 1 } else { 0 },
        }
    }

    fn anyone_on(&self, at: Sq) -> bool {
        self.pawns.iter().flatten().any(|&pawn| pawn == at)
    }

    fn may_land(&self, at: Sq) -> bool {
        let enemy = self.pawns[1 - self.mover].contains(&at);
        !self.anyone_on(at) || (enemy && self.is_goal(self.mover, at) && !self.pawns[self.mover].contains(&at))
    }

    /// Section 3.
    fn landings(&self, from: Sq) -> BTreeSet<Sq> {
        let mut found = BTreeSet::new();
        for by in AROUND {
            let near = add(from, by);
            let far = add(near, by);
            let near_open = self.open(from, near);
            let far_open = near_open && self.open(near, far);
            let straight_two = far_open
                && match self.step {
                    Step::Two | Step::UpTo => true,
                    Step::One => self.anyone_on(near),
                };
            let straight_one = near_open
                && match self.step {
                    Step::Two => (far_open && self.anyone_on(far)) || self.is_goal(self.mover, near),
                    Step::UpTo | Step::One => true,
                };
            found.extend(straight_two.then_some(far));
            found.extend(straight_one.then_some(near));
            for turned in AROUND.into_iter().filter(|turned| turned.0 * by.0 + turned.1 * by.1 == 0) {
                let corner = add(near, turned);
                if self.step != Step::One && near_open && self.open(near, corner) {
                    found.insert(corner);
                }
            }
        }
        found.retain(|&at| self.may_land(at));
        found
    }

    /// Rules 4.2 to 4.4.
    fn fits(&self, (blue, at): Wl) -> bool {
        let along = if blue { (0, 1) } else { (1, 0) };
        let back = (-along.0, -along.1);
        self.stocks[self.mover][usize::from(!blue)] > 0
            && (0..self.rows - 1).contains(&at.0)
            && (0..self.cols - 1).contains(&at.1)
            && ![(0, 0), along, back].iter().any(|&by| self.walls.contains(&(blue, add(at, by))))
            && !self.walls.contains(&(!blue, at))
    }

    /// The region that every square belongs to.
    fn regions(&self) -> Vec<Vec<usize>> {
        let mut region = vec![vec![0; self.cols as usize]; self.rows as usize];
        let mut number = 0;
        for row in 0..self.rows {
            for col in 0..self.cols {
                if region[row as usize][col as usize] != 0 {
                    continue;
                }
                number += 1;
                let mut queue = vec![(row, col)];
                while let Some(here) = queue.pop() {
                    region[here.0 as usize][here.1 as usize] = number;
                    let near = AROUND.map(|by| add(here, by));
                    queue.extend(
                        near.iter().filter(|&&to| self.open(here, to) && region[to.0 as usize][to.1 as usize] == 0),
                    );
                }
            }
        }
        region
    }

    /// Rule 4.5 with the walls as they are and the pawns as given.
    fn all_connected(&self, region: &[Vec<usize>], pawns: &[Vec<Sq>; 2]) -> bool {
        let of = |at: Sq| region[at.0 as usize][at.1 as usize];
        (0..2).all(|player| {
            pawns[player].iter().all(|&pawn| match self.goal {
                Goal::Home => self.homes[1 - player].iter().all(|&home| of(home) == of(pawn)),
                Goal::Rank => {
                    let col = if player == 0 { self.cols - 1 } else { 0 };
                    (0..self.rows).any(|row| of((row, col)) == of(pawn))
                }
            })
        })
    }

    fn pawns_after(&self, from: Sq, to: Sq) -> [Vec<Sq>; 2] {
        let mut pawns = self.pawns.clone();
        pawns[self.mover].iter_mut().filter(|pawn| **pawn == from).for_each(|pawn| *pawn = to);
        pawns
    }

    /// Every wall that fits, with the regions it makes.
    fn walls_and_regions(&mut self) -> Vec<(Wl, Vec<Vec<usize>>)> {
        let mut found = Vec::new();
        for blue in [true, false] {
            for at in (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col))) {
                let wall = (blue, at);
                if self.fits(wall) {
                    self.walls.insert(wall);
                    found.push((wall, self.regions()));
                    self.walls.remove(&wall);
                }
            }
        }
        found
    }

    /// The board after a legal move.
    pub(crate) fn after(&self, &(pawn, wall): &Mv) -> Self {
        let mut board = self.clone();
        if let Some((from, to)) = pawn {
            board.pawns = self.pawns_after(from, to);
        }
        if let Some((blue, at)) = wall {
            board.walls.insert((blue, at));
            board.stocks[self.mover][usize::from(!blue)] -= 1;
        }
        board.mover = 1 - self.mover;
        board
    }

    /// The number of move sequences of exactly this length.
    pub(crate) fn perft(&mut self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|mv| self.after(mv).perft(depth - 1)).sum()
    }

    /// The player whose pawn stands on a goal.
    pub(crate) fn goal_reached(&self) -> Option<usize> {
        (0..2).find(|&player| self.pawns[player].iter().any(|&at| self.is_goal(player, at)))
    }

    /// Every legal move, sorted.
    pub(crate) fn moves(&mut self) -> Vec<Mv> {
        let mut moves = Vec::new();
        if self.goal_reached().is_some() {
            return moves;
        }
        let walls = self.walls_and_regions();
        if self.turn_rule == Turn::Either {
            let legal = walls.iter().filter(|(_, region)| self.all_connected(region, &self.pawns));
            moves.extend(legal.map(|&(wall, _)| (None, Some(wall))));
        }
        for &from in &self.pawns[self.mover] {
            for to in self.landings(from) {
                let pawn = Some((from, to));
                if self.is_goal(self.mover, to) || self.turn_rule == Turn::Either {
                    moves.push((pawn, None));
                    continue;
                }
                let after = self.pawns_after(from, to);
                let legal = walls.iter().filter(|(_, region)| self.all_connected(region, &after));
                let before = moves.len();
                moves.extend(legal.map(|&(wall, _)| (pawn, Some(wall))));
                if self.turn_rule == Turn::Optional || moves.len() == before {
                    moves.push((pawn, None));
                }
            }
        }
        moves.sort_unstable();
        moves
    }
}
