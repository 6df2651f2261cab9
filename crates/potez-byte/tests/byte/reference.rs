//! A slow, obvious reading of the rules, word for word, to compare the fast one with.

use std::collections::BTreeMap;

use potez_byte::{Board, Game, Position, Word};
use potez_core::{Game as _, Outcome, Player, Position as _};

use crate::{SPECS, full, on_board};

type Place = (i32, i32);

/// Stacks by file and rank from 1, each a list of letters from the bottom.
#[derive(Clone, PartialEq, Debug)]
struct Slow {
    size: i32,
    merge_first: bool,
    stacks: BTreeMap<Place, Vec<char>>,
    turn: char,
    scores: [usize; 2],
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Lift {
    from: Place,
    to: Place,
    level: usize,
}

fn name((file, rank): Place) -> String {
    format!("{}{rank}", char::from(b'a' - 1 + file as u8))
}

fn distance(a: Place, b: Place) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

impl Slow {
    fn start(size: i32, merge_first: bool) -> Self {
        let mut stacks = BTreeMap::new();
        for (file, rank) in (1..=size).flat_map(|file| (2..size).map(move |rank| (file, rank))) {
            if (file + rank) % 2 == 0 {
                stacks.insert((file, rank), vec![if rank % 2 == 0 { 'x' } else { 'o' }]);
            }
        }
        Self { size, merge_first, stacks, turn: 'x', scores: [0, 0] }
    }

    fn outcome(&self) -> Option<Outcome> {
        let stacks = (self.size * (self.size - 2) / 16) as usize;
        match self.scores {
            [x, _] if 2 * x > stacks => Some(Outcome::Win(Player::X)),
            [_, o] if 2 * o > stacks => Some(Outcome::Win(Player::O)),
            [x, o] if x + o == stacks => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// The squares one diagonal step away that are on the board.
    fn around(&self, (file, rank): Place) -> Vec<Place> {
        let steps = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        let places = steps.into_iter().map(|(files, ranks)| (file + files, rank + ranks));
        places.filter(|place| (1..=self.size).contains(&place.0) && (1..=self.size).contains(&place.1)).collect()
    }

    fn merges(&self, player: char) -> Vec<Lift> {
        let mut lifts = Vec::new();
        for (&from, stack) in &self.stacks {
            for to in self.around(from) {
                let Some(target) = self.stacks.get(&to) else { continue };
                for level in 0..stack.len() {
                    let fits = stack.len() - level + target.len() <= 8;
                    if stack[level] == player && level < target.len() && fits {
                        lifts.push(Lift { from, to, level });
                    }
                }
            }
        }
        lifts
    }

    /// Whether a merge of the player's makes a stack of eight with an own checker on top.
    fn can_complete(&self, player: char) -> bool {
        self.merges(player).iter().any(|lift| {
            let (stack, target) = (&self.stacks[&lift.from], &self.stacks[&lift.to]);
            stack.len() - lift.level + target.len() == 8 && stack.last() == Some(&player)
        })
    }

    /// The distance of the nearest stacks, if this one stands alone.
    fn loneliness(&self, from: Place) -> Option<i32> {
        let nearest = self.stacks.keys().filter(|&&other| other != from).map(|&other| distance(from, other)).min();
        nearest.filter(|&nearest| nearest > 1)
    }

    fn steps(&self, player: char) -> Vec<Lift> {
        let mut lifts = Vec::new();
        let mut shortest = i32::MAX;
        for (&from, _) in self.stacks.iter().filter(|(_, stack)| stack[0] == player) {
            let Some(nearest) = self.loneliness(from) else { continue };
            shortest = shortest.min(nearest);
            let targets: Vec<Place> = self
                .stacks
                .keys()
                .copied()
                .filter(|&other| other != from && distance(from, other) == nearest)
                .collect();
            for to in self.around(from) {
                if targets.iter().any(|&target| distance(to, target) < nearest) {
                    lifts.push(Lift { from, to, level: 0 });
                }
            }
        }
        if self.merge_first {
            lifts.retain(|lift| self.loneliness(lift.from) == Some(shortest));
        }
        lifts
    }

    fn lifts(&self, player: char) -> Vec<Lift> {
        let mut lifts = self.merges(player);
        if !self.merge_first || lifts.is_empty() {
            lifts.extend(self.steps(player));
        }
        lifts
    }

    /// The legal moves as sorted texts.
    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let text = |lift: &Lift| match lift.level {
            0 => format!("{}-{}", name(lift.from), name(lift.to)),
            level => format!("{}:{}-{}", name(lift.from), level + 1, name(lift.to)),
        };
        let mut moves: Vec<String> = self.lifts(self.turn).iter().map(text).collect();
        if moves.is_empty() {
            moves.push("pass".into());
        }
        moves.sort();
        moves
    }

    fn play(&mut self, text: &str) {
        if text != "pass" {
            let (left, to) = text.split_once('-').expect("two squares");
            let (from, level) = left.split_once(':').unwrap_or((left, "1"));
            let place = |square: &str| -> Place {
                (i32::from(square.as_bytes()[0] - b'a') + 1, square[1..].parse().expect("a rank"))
            };
            let (from, to, level) = (place(from), place(to), level.parse::<usize>().expect("a level") - 1);
            let mut stack = self.stacks.remove(&from).expect("a stack");
            let lifted = stack.split_off(level);
            if !stack.is_empty() {
                self.stacks.insert(from, stack);
            }
            let target = self.stacks.entry(to).or_default();
            target.extend(lifted);
            assert!(target.len() <= 8);
            if target.len() == 8 {
                self.scores[usize::from(target[7] == 'o')] += 1;
                self.stacks.remove(&to);
            }
        }
        self.turn = if self.turn == 'x' { 'o' } else { 'x' };
    }

    fn text(&self) -> String {
        let stack = |place: Place| self.stacks.get(&place).map_or("-".into(), |stack| stack.iter().collect::<String>());
        let rank = |rank: i32| -> String {
            let dark = (1..=self.size).filter(|file| (file + rank) % 2 == 0);
            dark.map(|file| stack((file, rank))).collect::<Vec<_>>().join(",")
        };
        let ranks: Vec<String> = (1..=self.size).rev().map(rank).collect();
        format!("{} {} {}-{}", ranks.join("/"), self.turn, self.scores[0], self.scores[1])
    }

    /// What only grows in the course of a game: the levels of all checkers, the stacks that left
    /// included, and the numbers of stacks that have another within distance 1, 2, …
    fn progress(&self) -> Vec<usize> {
        let levels = |height: usize| height * (height - 1) / 2;
        let sum: usize = self.stacks.values().map(|stack| levels(stack.len())).sum();
        let mut progress = vec![sum + (self.scores[0] + self.scores[1]) * levels(8)];
        for reach in 1..self.size {
            let near =
                |place: Place| self.stacks.keys().any(|&other| other != place && distance(place, other) <= reach);
            progress.push(self.stacks.keys().filter(|&&place| near(place)).count());
        }
        progress
    }
}

/// Plays random games in both and compares everything at every ply. Returns the number of
/// positions.
fn compare<B: Board>(spec: &str, seed: u64, positions: usize) -> usize {
    let game: Game<B> = spec.parse().expect(spec);
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut compared = 0;
    while compared < positions {
        let mut slow = Slow::start(B::SIZE as i32, spec.contains("merge-first"));
        let mut fast = game.start();
        let mut passed = false;
        loop {
            compared += 1;
            assert_eq!(fast.to_string(), slow.text());
            assert_eq!(fast.outcome(), slow.outcome(), "{fast}");
            let mut moves = Vec::new();
            fast.legal_moves(&mut moves);
            let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
            texts.sort();
            assert_eq!(texts, slow.moves(), "{fast}");
            if fast.outcome().is_none() {
                for player in Player::BOTH {
                    assert_eq!(fast.count_moves_for(player) as usize, slow.lifts(player.letter()).len(), "{fast}");
                    assert_eq!(fast.count_merges_for(player) as usize, slow.merges(player.letter()).len(), "{fast}");
                    let mobility = fast.mobility()[player.index()];
                    assert_eq!(mobility.merges, fast.count_merges_for(player), "{fast}");
                    assert_eq!(fast.can_complete(player), slow.can_complete(player.letter()), "{fast} {player:?}");
                    assert_eq!(mobility.merges + mobility.steps, fast.count_moves_for(player), "{fast}");
                }
            }
            compare_stacks(&fast, &slow);
            let Some(mv) = fast.random_move(&mut rng) else { break };
            let before = slow.progress();
            fast.play(mv);
            slow.play(&mv.to_string());
            assert!(!(passed && mv.is_pass()), "two passes in a row before {fast}");
            passed = mv.is_pass();
            assert!(passed || slow.progress() > before, "{mv} made no progress towards {fast}");
        }
    }
    compared
}

/// What an evaluation may ask of a position.
fn compare_stacks<B: Board>(fast: &Position<B>, slow: &Slow) {
    assert_eq!(fast.stacks().count(), slow.stacks.len());
    for (square, stack) in fast.squares() {
        let place = (square.file() as i32 + 1, square.rank() as i32 + 1);
        let letters = slow.stacks.get(&place).cloned().unwrap_or_default();
        assert_eq!(stack.owners().map(Player::letter).collect::<Vec<_>>(), letters);
        assert_eq!((fast.height(square), fast.stack(square)), (letters.len(), stack));
        let others = slow.stacks.keys().filter(|&&other| other != place);
        let nearest = others.map(|&other| distance(place, other) as usize).min();
        assert_eq!(fast.nearest(square), nearest);
        let index = B::index(square);
        assert_eq!(fast.occupied().has(index), !letters.is_empty());
        assert_eq!(fast.isolated().has(index), !letters.is_empty() && nearest > Some(1));
        for player in Player::BOTH {
            assert_eq!(fast.tops(player).has(index), letters.last() == Some(&player.letter()), "{fast} {square}");
            assert_eq!(fast.owned(player)[0].has(index), letters.first() == Some(&player.letter()));
        }
    }
}

#[test]
fn random_games_agree_with_the_slow_rules_and_never_pass_twice_or_repeat() {
    for (seed, spec) in SPECS.into_iter().enumerate() {
        let positions = match (full(), spec.contains("size=16")) {
            (false, false) => 1_500,
            (false, true) => 300,
            (true, false) => 40_000,
            (true, true) => 5_000,
        };
        assert!(on_board!(spec, compare(seed as u64, positions)) >= positions);
    }
}

/// Perft by the slow rules.
fn count(slow: &Slow, depth: u32) -> u64 {
    let moves = slow.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv: &String| {
        let mut child = slow.clone();
        child.play(mv);
        child
    };
    moves.iter().map(|mv| count(&after(mv), depth - 1)).sum()
}

#[test]
fn the_slow_rules_count_the_same_perft() {
    for (size, merge_first, depth, leaves) in crate::perft::table() {
        let most = if full() { 1_000_000 } else { 4_000 };
        if leaves < most {
            assert_eq!(count(&Slow::start(size as i32, merge_first), depth), leaves, "size {size}, depth {depth}");
        }
    }
}
