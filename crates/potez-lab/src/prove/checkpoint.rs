//! A proof tree as compact data: what is left of a journal when its texts are taken away.
//!
//! Positions need not be written, because they follow from the root and the order of the children:
//! a byte per child says what is known of it, one or two more say what it cost or would cost. An
//! opened child is followed by its own children, unless it stood earlier in the file.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use potez_core::{Player, Position as _};
use potez_engine::proving::{ProofGame, children_of};

use super::journal::{ProofEvent, checksum};
use super::tree::{NodeId, ProofTree, ROOT};

const MAGIC: &str = "potez proof 1";
/// What is known of a child.
const UNKNOWN: u8 = 0;
const SOLVED_X: u8 = 1;
const SOLVED_O: u8 = 2;
const OPENED: u8 = 3;
const SEEN: u8 = 4;

/// Writes a tree to a file, whole or not at all.
pub fn write<G: ProofGame>(path: &Path, subject: &str, tree: &ProofTree<G>) -> anyhow::Result<usize> {
    let mut bytes = format!("{MAGIC} {subject}\n").into_bytes();
    let mut seen = HashSet::new();
    put(tree, ROOT, &mut seen, &mut bytes);
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    let context = || format!("cannot write {}", path.display());
    let draft = path.with_extension("draft");
    fs::write(&draft, &bytes).and_then(|()| fs::rename(&draft, path)).with_context(context)?;
    Ok(bytes.len())
}

fn put<G: ProofGame>(tree: &ProofTree<G>, id: NodeId, seen: &mut HashSet<NodeId>, bytes: &mut Vec<u8>) {
    let node = tree.node(id);
    if !seen.insert(id) {
        bytes.push(SEEN);
    } else if !node.children.is_empty() {
        bytes.push(OPENED);
        for &child in &node.children {
            put(tree, child, seen, bytes);
        }
    } else if let Some(winner) = node.costs.winner() {
        bytes.push(if winner == Player::X { SOLVED_X } else { SOLVED_O });
        bytes.push((node.nodes + 1).ilog2() as u8);
    } else {
        bytes.push(UNKNOWN);
        bytes.extend(node.costs.to_bytes());
    }
}

/// The results of a checkpoint, as they would stand in a journal.
pub fn read<G: ProofGame>(path: &Path, subject: &str, game: &G, root: &G::Position) -> anyhow::Result<Vec<ProofEvent>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    read_bytes(&bytes, subject, game, root).with_context(|| path.display().to_string())
}

fn read_bytes<G: ProofGame>(
    bytes: &[u8],
    subject: &str,
    game: &G,
    root: &G::Position,
) -> anyhow::Result<Vec<ProofEvent>> {
    let Some((content, sum)) = bytes.split_last_chunk::<8>() else { bail!("not a checkpoint of a proof") };
    let Some(content_of) = content.strip_prefix(format!("{MAGIC} {subject}\n").as_bytes()) else {
        bail!("not a checkpoint of the proof of {subject}")
    };
    if checksum(content) != u64::from_le_bytes(*sum) {
        bail!("it is damaged: the checksum differs");
    }
    let bytes = content_of.iter().copied();
    let mut reader =
        CheckpointReader { game, bytes, opened: Vec::new(), solved: HashMap::new(), costs: HashMap::new() };
    reader.node(&game.canonical(root))?;
    Ok(reader.into_events())
}

struct CheckpointReader<'a, G, I> {
    game: &'a G,
    bytes: I,
    /// Opened positions with their children, parents before children.
    opened: Vec<(String, Vec<String>)>,
    solved: HashMap<String, (Player, u64)>,
    costs: HashMap<String, [u8; 2]>,
}

impl<G: ProofGame, I: Iterator<Item = u8>> CheckpointReader<'_, G, I> {
    fn next(&mut self) -> anyhow::Result<u8> {
        self.bytes.next().context("it ends too early")
    }

    fn node(&mut self, pos: &G::Position) -> anyhow::Result<()> {
        match self.next()? {
            UNKNOWN => {
                let costs = [self.next()?, self.next()?];
                self.costs.insert(pos.to_string(), costs);
            }
            SEEN => {}
            tag @ (SOLVED_X | SOLVED_O) => {
                let winner = if tag == SOLVED_X { Player::X } else { Player::O };
                let nodes = (1 << self.next()?.min(63)) - 1;
                // What the rules say of a finished game is no result.
                if pos.outcome().is_none() {
                    self.solved.insert(pos.to_string(), (winner, nodes));
                }
            }
            OPENED => {
                let children = children_of(self.game, pos);
                self.opened.push((pos.to_string(), children.iter().map(|(text, _)| text.clone()).collect()));
                for (_, child) in children {
                    self.node(&child)?;
                }
            }
            tag => bail!("{tag} says nothing of a node"),
        }
        Ok(())
    }

    /// Only at the end are the costs of a child known that stood elsewhere in the file.
    fn into_events(self) -> Vec<ProofEvent> {
        let costs = |child: &String| self.costs.get(child).copied().unwrap_or([u8::MAX; 2]);
        let opened = self.opened.into_iter().map(|(position, children)| {
            let costs = children.iter().map(costs).collect();
            ProofEvent::Opened { position, costs }
        });
        let mut events: Vec<ProofEvent> = opened.collect();
        let solved = self.solved.into_iter();
        events.extend(solved.map(|(position, (winner, nodes))| ProofEvent::Solved { position, winner, nodes }));
        events
    }
}
