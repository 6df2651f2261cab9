//! Perft: the number of move sequences of an exact length, the checksum of a move generator.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::Position;

/// Counts the move sequences of exactly `depth` moves. A finished position has none; the last ply
/// is counted in bulk.
pub fn perft<P: Position>(pos: &P, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    descend(pos, depth, &mut lists)
}

/// One list a remaining ply, reused, so that counting allocates nothing after the first descent.
fn descend<P: Position>(pos: &P, depth: u32, lists: &mut [Vec<P::Move>]) -> u64 {
    match depth {
        0 => return 1,
        1 => return pos.count_moves(),
        _ => {}
    }
    let Some((list, deeper)) = lists.split_first_mut() else { return 0 };
    list.clear();
    pos.legal_moves(list);
    let mut total = 0;
    for &mv in list.iter() {
        let mut child = pos.clone();
        child.play(mv);
        total += descend(&child, depth - 1, deeper);
    }
    total
}

/// Perft split by the first move, in the order of generation. `depth` must be at least 1.
pub fn divide<P: Position>(pos: &P, depth: u32, threads: usize) -> Vec<(P::Move, u64)> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, moves.len().max(1)) {
            scope.spawn(|| {
                let mut lists = vec![Vec::new(); depth as usize];
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&mv) = moves.get(index) else { break };
                    let mut child = pos.clone();
                    child.play(mv);
                    counts[index].store(descend(&child, depth - 1, &mut lists), Ordering::Relaxed);
                }
            });
        }
    });
    moves.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
}
