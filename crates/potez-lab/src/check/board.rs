//! Byte on 8 × 8 a second time, square by square as the rules are written.
//!
//! Nothing here comes from the rules crate, its engine or its solver, and it must stay so: it is
//! what proofs are checked with. Numbers are those of docs/rules/byte.md.

/// Files and ranks.
const SIZE: usize = 8;
/// Rule 3.2: two of three stacks win.
const MAJORITY: u8 = 2;

/// A player, 0 for X and 1 for O.
pub type CheckedSide = usize;

/// Rule 1.3: owners from the bottom, bit i for level i, set for O.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Pile {
    owners: u8,
    height: u8,
}

impl Pile {
    fn owner(self, level: u8) -> CheckedSide {
        usize::from(self.owners >> level & 1)
    }
}

/// A lift from a level of a square onto a neighbour, or the pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckedLift {
    /// Rule 2.4.
    Pass,
    /// Squares by their numbers, rank · 8 + file.
    From {
        /// The square that is left.
        from: u8,
        /// The square that is reached.
        to: u8,
        /// The lowest level that moves, 0 for the whole stack.
        level: u8,
    },
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedBoard {
    piles: [Pile; SIZE * SIZE],
    turn: CheckedSide,
    scores: [u8; 2],
    merge_first: bool,
}

fn neighbours(square: usize) -> impl Iterator<Item = usize> {
    let (file, rank) = ((square % SIZE) as i32, (square / SIZE) as i32);
    [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().filter_map(move |(files, ranks)| {
        let (file, rank) = (file + files, rank + ranks);
        let is_on = (0..SIZE as i32).contains(&file) && (0..SIZE as i32).contains(&rank);
        is_on.then(|| rank as usize * SIZE + file as usize)
    })
}

fn distance(one: usize, other: usize) -> usize {
    (one % SIZE).abs_diff(other % SIZE).max((one / SIZE).abs_diff(other / SIZE))
}

impl CheckedBoard {
    /// Rule 1.2.
    pub fn start(merge_first: bool) -> Self {
        let mut piles = [Pile::default(); SIZE * SIZE];
        for (square, pile) in piles.iter_mut().enumerate() {
            let (file, rank) = (square % SIZE + 1, square / SIZE + 1);
            if (file + rank) % 2 == 0 && rank != 1 && rank != SIZE {
                *pile = Pile { owners: (rank % 2) as u8, height: 1 };
            }
        }
        Self { piles, turn: 0, scores: [0, 0], merge_first }
    }

    /// Rule 4.3: reads a position.
    pub fn read(text: &str, merge_first: bool) -> Option<Self> {
        let mut words = text.split(' ');
        let (ranks, turn, scores) = (words.next()?, words.next()?, words.next()?);
        let mut board = Self { piles: [Pile::default(); SIZE * SIZE], turn: 0, scores: [0, 0], merge_first };
        let ranks: Vec<&str> = ranks.split('/').collect();
        if ranks.len() != SIZE || words.next().is_some() {
            return None;
        }
        for (rank, row) in (0..SIZE).rev().zip(ranks) {
            let piles: Vec<&str> = row.split(',').collect();
            if piles.len() != SIZE / 2 {
                return None;
            }
            for (number, pile) in piles.into_iter().enumerate().filter(|(_, pile)| *pile != "-") {
                let place = &mut board.piles[rank * SIZE + 2 * number + rank % 2];
                for letter in pile.chars() {
                    let owner = read_side(letter)?;
                    place.owners |= (owner as u8) << place.height;
                    place.height += 1;
                }
                if place.height > 7 {
                    return None;
                }
            }
        }
        board.turn = turn.chars().next().and_then(read_side)?;
        let (x, o) = scores.split_once('-')?;
        board.scores = [x.parse().ok()?, o.parse().ok()?];
        Some(board)
    }

    /// Rule 4.3: writes a position as the least of the texts of its images, by which all four that
    /// turn into each other are one.
    pub fn canonical(&self) -> (String, Self) {
        let images: [fn(usize, usize) -> usize; 4] = [
            |file, rank| rank * SIZE + file,
            |file, rank| (SIZE - 1 - rank) * SIZE + (SIZE - 1 - file),
            |file, rank| file * SIZE + rank,
            |file, rank| (SIZE - 1 - file) * SIZE + (SIZE - 1 - rank),
        ];
        let turned = images.map(|image| {
            let mut board = self.clone();
            for (square, &pile) in self.piles.iter().enumerate() {
                board.piles[image(square % SIZE, square / SIZE)] = pile;
            }
            (board.text(), board)
        });
        turned.into_iter().min_by(|one, other| one.0.cmp(&other.0)).unwrap_or_else(|| (self.text(), self.clone()))
    }

    /// Rule 4.3.
    pub fn text(&self) -> String {
        let pile = |pile: Pile| match pile.height {
            0 => "-".to_owned(),
            height => (0..height).map(|level| write_side(pile.owner(level))).collect(),
        };
        let row = |rank: usize| -> String {
            let piles: Vec<String> =
                (rank % 2..SIZE).step_by(2).map(|file| pile(self.piles[rank * SIZE + file])).collect();
            piles.join(",")
        };
        let rows: Vec<String> = (0..SIZE).rev().map(row).collect();
        format!("{} {} {}-{}", rows.join("/"), write_side(self.turn), self.scores[0], self.scores[1])
    }

    /// Whose turn it is.
    pub fn turn(&self) -> CheckedSide {
        self.turn
    }

    /// Rule 3.2: the winner, if there is one.
    pub fn winner(&self) -> Option<CheckedSide> {
        self.scores.iter().position(|&score| score >= MAJORITY)
    }

    /// A number that no other position of the same rules has: 96 bits of heights, 24 of owners, and
    /// the scores and the turn.
    pub fn number(&self) -> u128 {
        let (mut heights, mut owners) = (0u128, 1u128);
        for rank in 0..SIZE {
            for file in (rank % 2..SIZE).step_by(2) {
                let pile = self.piles[rank * SIZE + file];
                heights = heights << 3 | u128::from(pile.height);
                owners = owners << pile.height | u128::from(pile.owners);
            }
        }
        // The owners follow one another without gaps: the heights say where each stack ends.
        let rest = u128::from(self.scores[0]) << 2 | u128::from(self.scores[1] << 1) | self.turn as u128;
        heights << 29 | owners << 4 | rest
    }

    /// The height of a square's stack.
    pub fn height(&self, square: u8) -> u8 {
        self.piles[usize::from(square)].height
    }

    /// The stacks on the board, and by how many bottoms, tops and scored stacks the player to move
    /// is ahead.
    pub fn leads(&self) -> [i32; 4] {
        let (me, [mut stacks, mut bottoms, mut tops]) = (self.turn, [0; 3]);
        let sign = |side: CheckedSide| if side == me { 1 } else { -1 };
        for pile in self.piles.iter().filter(|pile| pile.height > 0) {
            stacks += 1;
            bottoms += sign(pile.owner(0));
            tops += sign(pile.owner(pile.height - 1));
        }
        [stacks, bottoms, tops, i32::from(self.scores[me]) - i32::from(self.scores[1 - me])]
    }

    /// Rules 2.1 to 2.4 and 5.2: the legal moves.
    pub fn lifts(&self, lifts: &mut Vec<CheckedLift>) {
        lifts.clear();
        let (mut lonely, mut shortest) = (Vec::new(), usize::MAX);
        for (from, &pile) in self.piles.iter().enumerate().filter(|(_, pile)| pile.height > 0) {
            let mut is_alone = true;
            for to in neighbours(from).filter(|&to| self.piles[to].height > 0) {
                is_alone = false;
                let base = self.piles[to].height;
                for level in 0..pile.height.min(base) {
                    if pile.owner(level) == self.turn && pile.height - level + base <= 8 {
                        lifts.push(CheckedLift::From { from: from as u8, to: to as u8, level });
                    }
                }
            }
            if is_alone && pile.owner(0) == self.turn {
                let nearest = self.others(from).map(|other| distance(from, other)).min();
                lonely.extend(nearest.map(|nearest| (from, nearest)));
                shortest = shortest.min(nearest.unwrap_or(usize::MAX));
            }
        }
        if !self.merge_first || lifts.is_empty() {
            for (from, nearest) in lonely.into_iter().filter(|&(_, nearest)| !self.merge_first || nearest == shortest) {
                let comes_closer = |to: usize| {
                    self.others(from).any(|other| distance(from, other) == nearest && distance(to, other) < nearest)
                };
                let steps = neighbours(from).filter(|&to| comes_closer(to));
                lifts.extend(steps.map(|to| CheckedLift::From { from: from as u8, to: to as u8, level: 0 }));
            }
        }
        if lifts.is_empty() {
            lifts.push(CheckedLift::Pass);
        }
    }

    fn others(&self, square: usize) -> impl Iterator<Item = usize> {
        (0..SIZE * SIZE).filter(move |&other| other != square && self.piles[other].height > 0)
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, lift: CheckedLift) -> Self {
        let mut board = self.clone();
        board.turn = 1 - self.turn;
        let CheckedLift::From { from, to, level } = lift else { return board };
        let (from, to) = (usize::from(from), usize::from(to));
        let (pile, base) = (self.piles[from], self.piles[to]);
        let rest = pile.owners & !(0xff << level);
        board.piles[from] = Pile { owners: rest, height: level };
        let height = base.height + pile.height - level;
        if height == 8 {
            // Rule 3.1.
            board.scores[pile.owner(pile.height - 1)] += 1;
            board.piles[to] = Pile::default();
        } else {
            board.piles[to] = Pile { owners: base.owners | (pile.owners >> level) << base.height, height };
        }
        board
    }

    /// Rule 4.1: the legal move of this text.
    pub fn read_lift(&self, text: &str) -> Option<CheckedLift> {
        let mut lifts = Vec::new();
        self.lifts(&mut lifts);
        lifts.into_iter().find(|lift| lift.text() == text)
    }
}

impl CheckedLift {
    /// Rule 4.1.
    pub fn text(self) -> String {
        let Self::From { from, to, level } = self else { return "pass".into() };
        let name = |square: u8| format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1);
        match level {
            0 => format!("{}-{}", name(from), name(to)),
            level => format!("{}:{}-{}", name(from), level + 1, name(to)),
        }
    }
}

/// The player of a letter.
pub fn read_side(letter: char) -> Option<CheckedSide> {
    ['x', 'o'].into_iter().position(|side| side == letter)
}

fn write_side(side: CheckedSide) -> char {
    ['x', 'o'][side]
}
