//! The positions of a book that is being made, and which of them is searched next.

use std::collections::{HashMap, HashSet};

use potez_core::{Message, Outcome, Player};
use potez_engine::{Book, BookEntry, GameScore};
use potez_search::Proof;

use super::outcome_of;
use crate::Table;

/// What a ply costs on the way to a position, in chance lost: a move that loses this much of its chance to the
/// best is looked at a ply later.
const PLY_COST: f64 = 0.03;

/// A position of the book.
struct BookNode {
    key: u64,
    /// Moves that lead here from the start, those by which it was found.
    line: Vec<String>,
    turn: Player,
    is_over: bool,
    /// What searches of positions before it said: X's chance, and the visits behind it.
    estimate: f64,
    estimate_visits: u64,
    proven: Option<Outcome>,
    /// Nodes of its own search; none if it has not been searched.
    nodes: u64,
    /// Where the moves lead that its search found best.
    children: Vec<usize>,
    score: GameScore,
}

/// What a search said of a move: the table after it, its visits and chance for the player who moves.
pub(super) struct SearchedMove {
    pub(super) after: Box<dyn Table>,
    pub(super) visits: u64,
    pub(super) chance: f64,
    pub(super) proof: Option<Proof>,
}

/// All positions of a book, the start first. Transpositions and images are one.
pub(super) struct BookGraph {
    nodes: Vec<BookNode>,
    places: HashMap<u64, usize>,
    searched: usize,
}

impl BookGraph {
    /// A book that knows the start alone.
    pub(super) fn new(start: &dyn Table) -> Self {
        let mut graph = Self { nodes: Vec::new(), places: HashMap::new(), searched: 0 };
        graph.place(start, 0.5, 0);
        graph
    }

    /// Positions that were searched.
    pub(super) fn searched(&self) -> usize {
        self.searched
    }

    fn place(&mut self, table: &dyn Table, estimate: f64, visits: u64) -> usize {
        let key = table.canonical_key();
        let at = *self.places.entry(key).or_insert(self.nodes.len());
        if at == self.nodes.len() {
            self.nodes.push(BookNode {
                key,
                line: table.moves(),
                turn: table.turn(),
                is_over: table.ending().is_some(),
                estimate,
                estimate_visits: visits,
                proven: table.outcome(),
                nodes: 0,
                children: Vec::new(),
                score: GameScore::default(),
            });
        }
        let node = &mut self.nodes[at];
        if visits > node.estimate_visits {
            (node.estimate, node.estimate_visits) = (estimate, visits);
        }
        at
    }

    /// Adds the search of a position, best move first.
    pub(super) fn add_search(&mut self, table: &dyn Table, nodes: u64, moves: &[SearchedMove]) {
        let turn = table.turn();
        let mut children = Vec::new();
        for mv in moves {
            let estimate = if turn == Player::X { mv.chance } else { 1.0 - mv.chance };
            let child = self.place(mv.after.as_ref(), estimate, mv.visits.max(1));
            let node = &mut self.nodes[child];
            node.proven = node.proven.or(mv.proof.map(|proof| outcome_of(proof, turn)));
            // Images of one move come as several lines.
            if !children.contains(&child) {
                children.push(child);
            }
        }
        let at = self.place(table, 0.5, 0);
        let node = &mut self.nodes[at];
        self.searched += usize::from(node.nodes == 0);
        node.nodes = nodes;
        node.children = children;
        let best = moves.first().and_then(|best| best.proof);
        node.proven = node.proven.or(best.map(|proof| outcome_of(proof, turn)));
    }

    /// Counts a game for every position of the book that it came through, each once.
    pub(super) fn add_game(&mut self, keys: &HashSet<u64>, outcome: Outcome) {
        for key in keys {
            if let Some(&at) = self.places.get(key) {
                self.nodes[at].score.add(outcome);
            }
        }
    }

    /// X's chance in every position: what the search of a leaf said, handed up to the player who chooses.
    fn chances(&self) -> Vec<f64> {
        let mut chances: Vec<f64> = self.nodes.iter().map(|node| node.proven.map_or(node.estimate, certain)).collect();
        for at in self.by_ply().into_iter().rev() {
            let node = &self.nodes[at];
            let below = self.later_children(at).map(|child| chances[child]);
            let best = match node.turn {
                Player::X => below.reduce(f64::max),
                Player::O => below.reduce(f64::min),
            };
            if let (Some(best), None) = (best, node.proven) {
                chances[at] = best;
            }
        }
        chances
    }

    /// The positions from the start on, those with fewer moves first.
    fn by_ply(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&at| self.nodes[at].line.len());
        order
    }

    /// Where moves lead that do not go back: positions of some games can come again.
    fn later_children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let ply = self.nodes[at].line.len();
        self.nodes[at].children.iter().copied().filter(move |&child| self.nodes[child].line.len() > ply)
    }

    /// The moves to the positions that are searched next, `most` of them: those that are reached with the least loss,
    /// where every ply costs too.
    pub(super) fn next(&self, most: usize) -> Vec<Vec<String>> {
        let chances = self.chances();
        let mut costs = vec![f64::INFINITY; self.nodes.len()];
        costs[0] = 0.0;
        for at in self.by_ply() {
            for child in self.later_children(at) {
                // Whoever moves expects the position's own chance; a worse move loses the difference.
                let loss = match self.nodes[at].turn {
                    Player::X => chances[at] - chances[child],
                    Player::O => chances[child] - chances[at],
                };
                costs[child] = costs[child].min(costs[at] + PLY_COST + loss.max(0.0));
            }
        }
        let open = |node: &BookNode| node.nodes == 0 && !node.is_over && node.proven.is_none();
        let mut candidates: Vec<usize> = (0..self.nodes.len()).filter(|&at| open(&self.nodes[at])).collect();
        candidates.sort_by(|&a, &b| costs[a].total_cmp(&costs[b]).then(a.cmp(&b)));
        candidates.into_iter().take(most).map(|at| self.nodes[at].line.clone()).collect()
    }

    /// Where the moves of a searched position lead: the key and the chance of whoever moves there now.
    pub(super) fn continuations(&self, key: u64, chances: &[f64]) -> Vec<(u64, f64)> {
        let Some(&at) = self.places.get(&key) else { return Vec::new() };
        let for_turn = |chance: f64| if self.nodes[at].turn == Player::X { chance } else { 1.0 - chance };
        self.later_children(at).map(|child| (self.nodes[child].key, for_turn(chances[child]))).collect()
    }

    /// X's chances, for [`continuations`](Self::continuations).
    pub(super) fn values(&self) -> Vec<f64> {
        self.chances()
    }

    /// Nodes of the searches of a position and of all after it, each once.
    fn visits(&self, at: usize) -> u64 {
        let (mut seen, mut open, mut visits) = (HashSet::from([at]), vec![at], 0);
        while let Some(at) = open.pop() {
            let node = &self.nodes[at];
            visits += node.nodes;
            open.extend(self.later_children(at).filter(|&child| seen.insert(child)));
        }
        // What was not searched by itself has the visits of the search that found it.
        if visits == 0 { self.nodes[at].estimate_visits } else { visits }
    }

    /// The book as it is shipped.
    pub(super) fn pack(&self, game: &str) -> Vec<u8> {
        let chances = self.chances();
        let entry = |(at, node): (usize, &BookNode)| {
            let entry = BookEntry {
                visits: self.visits(at).min(u32::MAX.into()) as u32,
                x_chance: chances[at],
                is_searched: node.nodes > 0,
                proven: node.proven,
                score: node.score,
            };
            (node.key, entry)
        };
        Book::write(game, self.nodes.iter().enumerate().map(entry).collect())
    }

    /// The moves to positions of these plies in which neither player is ahead by more than `margin`, the most even
    /// first, with X's chance.
    pub(super) fn balanced(&self, plies: std::ops::RangeInclusive<usize>, margin: f64) -> Vec<(&[String], f64)> {
        let chances = self.chances();
        let is_even = |at: &usize| {
            let node = &self.nodes[*at];
            let searched = node.nodes > 0 && node.proven.is_none();
            searched && plies.contains(&node.line.len()) && (chances[*at] - 0.5).abs() <= margin
        };
        let mut found: Vec<usize> = (0..self.nodes.len()).filter(is_even).collect();
        found.sort_by(|&a, &b| (chances[a] - 0.5).abs().total_cmp(&(chances[b] - 0.5).abs()).then(a.cmp(&b)));
        found.into_iter().map(|at| (&self.nodes[at].line[..], chances[at])).collect()
    }
}

/// X's chance where the result is known.
fn certain(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Player::X) => 1.0,
        Outcome::Win(Player::O) => 0.0,
        Outcome::Draw => 0.5,
    }
}

/// Plays moves on a table.
pub(super) fn play_all(table: &mut dyn Table, moves: &[String]) -> Result<(), Message> {
    moves.iter().try_for_each(|mv| table.play(mv).map(drop))
}
