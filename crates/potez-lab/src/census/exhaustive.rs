//! Values by trying everything, with nothing but the rules: what a solver says is compared with
//! these.

use std::collections::{HashMap, VecDeque};

use potez_core::{Outcome, Player, Position};

/// The value of a position under best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlainValue {
    /// The winner, and the plies of the shortest win against the longest defence.
    Won(Player, u32),
    /// Neither player can win.
    Drawn,
}

/// A position among all that can come about.
#[derive(Default)]
struct PlainNode {
    turn: Option<Player>,
    parents: Vec<u32>,
    /// Children that are not known to be won by the enemy of who is to move here.
    open: u32,
    value: Option<(Player, u32)>,
}

/// The value of a position, by listing all that can come about from it and going backwards from
/// the ends; `None` if there are more than `most` of them.
pub fn by_listing<P: Position>(root: &P, most: usize) -> Option<PlainValue> {
    let mut index = HashMap::from([(root.key(), 0)]);
    let (mut positions, mut nodes) = (VecDeque::from([root.clone()]), vec![PlainNode::default()]);
    let (mut moves, mut ends, mut at) = (Vec::new(), VecDeque::new(), 0);
    while let Some(pos) = positions.pop_front() {
        if nodes.len() > most {
            return None;
        }
        if let Some(outcome) = pos.outcome() {
            if let Outcome::Win(winner) = outcome {
                nodes[at].value = Some((winner, 0));
                ends.push_back(at);
            }
        } else {
            nodes[at].turn = Some(pos.turn());
            moves.clear();
            pos.legal_moves(&mut moves);
            nodes[at].open = moves.len() as u32;
            for &mv in &moves {
                let mut child = pos.clone();
                child.play(mv);
                let to = *index.entry(child.key()).or_insert_with(|| {
                    positions.push_back(child);
                    nodes.push(PlainNode::default());
                    nodes.len() - 1
                });
                nodes[to].parents.push(at as u32);
            }
        }
        at += 1;
    }
    // Ends first, then what is decided one ply before them, and so on: each value is the shortest.
    while let Some(at) = ends.pop_front() {
        let Some((winner, plies)) = nodes[at].value else { continue };
        for parent in std::mem::take(&mut nodes[at].parents) {
            let parent_node = &mut nodes[parent as usize];
            parent_node.open -= 1;
            let is_decided = parent_node.turn == Some(winner) || parent_node.open == 0;
            if parent_node.value.is_none() && is_decided {
                parent_node.value = Some((winner, plies + 1));
                ends.push_back(parent as usize);
            }
        }
    }
    Some(nodes[0].value.map_or(PlainValue::Drawn, |(winner, plies)| PlainValue::Won(winner, plies)))
}

/// The winner and the plies of the shortest win, by trying every line of one ply, of two, and so
/// on; `None` if nobody wins within `most_plies`, or more than `most_nodes` are looked at before
/// that is known.
pub fn by_depth<P: Position>(root: &P, most_plies: u32, most_nodes: u64) -> Option<(Player, u32)> {
    let mut search = DepthSearch { known: HashMap::new(), left: most_nodes };
    for plies in 1..=most_plies {
        // The last ply of a win is the winner's own, except where the loser has no move left.
        for player in Player::BOTH {
            if search.wins_within(root, player, plies)? {
                return Some((player, plies));
            }
        }
    }
    None
}

struct DepthSearch {
    /// By key and player: the plies within which it is won, and those within which it is not.
    known: HashMap<(u64, Player), (u32, u32)>,
    left: u64,
}

impl DepthSearch {
    /// Whether a player can force a win within a number of plies; `None` if the nodes are used up.
    fn wins_within<P: Position>(&mut self, pos: &P, player: Player, plies: u32) -> Option<bool> {
        if let Some(outcome) = pos.outcome() {
            return Some(outcome == Outcome::Win(player));
        }
        if plies == 0 {
            return Some(false);
        }
        let (won, not_won) = self.known.get(&(pos.key(), player)).copied().unwrap_or((u32::MAX, 0));
        if plies >= won || plies <= not_won {
            return Some(plies >= won);
        }
        self.left = self.left.checked_sub(1)?;
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let children: Vec<P> = moves
            .into_iter()
            .map(|mv| {
                let mut child = pos.clone();
                child.play(mv);
                child
            })
            .collect();
        let wants = pos.turn() == player;
        // Ends are seen before anything is searched.
        let (ends, others): (Vec<_>, Vec<_>) = children.iter().partition(|child| child.outcome().is_some());
        let mut found = !wants;
        for child in ends.into_iter().chain(others) {
            if self.wins_within(child, player, plies - 1)? == wants {
                found = wants;
                break;
            }
        }
        let known = self.known.entry((pos.key(), player)).or_insert((u32::MAX, 0));
        if found {
            known.0 = known.0.min(plies);
        } else {
            known.1 = known.1.max(plies);
        }
        Some(found)
    }
}
