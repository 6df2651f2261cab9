//! Slow and obvious second implementations of the rules that end a game.
//!
//! A board is a set of own stones as (x, y); everything else follows from the text of the rules.

use std::collections::BTreeSet;

pub(crate) type At = (i32, i32);
pub(crate) type Stones = BTreeSet<At>;

pub(crate) fn on_board(size: i32, (x, y): At) -> bool {
    (0..=2 * size - 2).contains(&x) && (0..=2 * size - 2).contains(&y) && (x - y).abs() < size
}

/// Rule 1.2: the six neighbours, those off the board too.
pub(crate) fn around((x, y): At) -> [At; 6] {
    [(x - 1, y - 1), (x, y - 1), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x - 1, y)]
}

pub(crate) fn all_cells(size: i32) -> Vec<At> {
    let square = (0..2 * size - 1).flat_map(|y| (0..2 * size - 1).map(move |x| (x, y)));
    square.filter(|&at| on_board(size, at)).collect()
}

/// The chain of own stones that holds this one.
pub(crate) fn chain(stones: &Stones, from: At) -> Stones {
    let mut chain = Stones::new();
    let mut waiting = vec![from];
    while let Some(at) = waiting.pop() {
        if stones.contains(&at) && chain.insert(at) {
            waiting.extend(around(at));
        }
    }
    chain
}

/// Rule 3.1, with the corners of Rule 1.4 as they are listed there.
pub(crate) fn has_bridge(size: i32, chain: &Stones) -> bool {
    let (near, far) = (size - 1, 2 * size - 2);
    let corners = [(0, 0), (near, 0), (far, near), (far, far), (near, far), (0, near)];
    corners.iter().filter(|corner| chain.contains(corner)).count() >= 2
}

/// Rule 3.2: an edge is what lies strictly between two neighbouring corners.
pub(crate) fn has_fork(size: i32, chain: &Stones) -> bool {
    let (near, far) = (size - 1, 2 * size - 2);
    let corners = [(0, 0), (near, 0), (far, near), (far, far), (near, far), (0, near), (0, 0)];
    let touched = corners.windows(2).filter(|ends| {
        let ((ax, ay), (bx, by)) = (ends[0], ends[1]);
        let (dx, dy) = ((bx - ax).signum(), (by - ay).signum());
        (1..near).any(|step| chain.contains(&(ax + dx * step, ay + dy * step)))
    });
    touched.count() >= 3
}

/// Rule 3.3, the exact test: a foreign cell cut off from the rim, or an own stone with six own
/// neighbours.
pub(crate) fn has_ring(size: i32, stones: &Stones) -> bool {
    let is_rim = |&at: &At| around(at).iter().any(|&next| !on_board(size, next));
    let mut reached = Stones::new();
    let mut waiting: Vec<At> = all_cells(size).into_iter().filter(is_rim).collect();
    while let Some(at) = waiting.pop() {
        if on_board(size, at) && !stones.contains(&at) && reached.insert(at) {
            waiting.extend(around(at));
        }
    }
    let cut_off = all_cells(size).into_iter().any(|at| !stones.contains(&at) && !reached.contains(&at));
    cut_off || stones.iter().any(|&at| around(at).iter().all(|next| stones.contains(next)))
}

/// Rule 3.6: one sweep of the original program's filter; what is left of the chain.
pub(crate) fn filter_once(chain: &Stones) -> Stones {
    let keep = |&&at: &&At| {
        let beside: Vec<At> = around(at).into_iter().filter(|next| chain.contains(next)).collect();
        match beside[..] {
            [] | [_] => false,
            [one, other] => !around(one).contains(&other),
            _ => true,
        }
    };
    chain.iter().filter(keep).copied().collect()
}

/// Rule 3.6: the filter again and again until nothing changes.
pub(crate) fn filter(chain: &Stones) -> Stones {
    let mut left = chain.clone();
    loop {
        let next = filter_once(&left);
        if next == left {
            return left;
        }
        left = next;
    }
}
