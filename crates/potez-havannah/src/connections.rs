//! The stones of a chain that make its bridge or its fork, without those that only hang on to it.

use std::collections::VecDeque;

use crate::{Cell, Geometry};

/// No way leads here.
const UNREACHABLE: u16 = u16::MAX;

impl Geometry {
    /// Rule 3.1: a shortest connection of two corners within a chain; empty where it has no two.
    pub fn bridge(&self, chain: &[Cell]) -> Vec<Cell> {
        let corners = chain.iter().copied().filter(|&cell| self.marks(cell).corners() != 0);
        let corners: Vec<Cell> = corners.collect();
        let ways = corners.iter().flat_map(|&from| {
            let distances = self.distances(chain, |cell| cell == from);
            let others = corners.iter().copied().filter(move |&to| to != from);
            others.map(move |to| (distances[to.index()], to, distances.clone())).collect::<Vec<_>>()
        });
        let shortest = ways.min_by_key(|&(distance, ..)| distance).filter(|&(distance, ..)| distance != UNREACHABLE);
        shortest.map_or_else(Vec::new, |(_, to, distances)| self.trail(to, &distances))
    }

    /// Rule 3.2: a shortest connection of three edges within a chain: three ways that meet in one
    /// stone; empty where it does not touch three.
    pub fn fork(&self, chain: &[Cell]) -> Vec<Cell> {
        let edges: Vec<Vec<u16>> =
            (0..6).map(|edge| self.distances(chain, |cell| self.marks(cell).edges() >> edge & 1 == 1)).collect();
        let nearest = |cell: Cell| {
            let mut nearest: Vec<(u16, usize)> =
                edges.iter().enumerate().map(|(edge, distances)| (distances[cell.index()], edge)).collect();
            nearest.sort_unstable();
            nearest.truncate(3);
            nearest
        };
        let long = |cell: &Cell| nearest(*cell).iter().map(|&(distance, _)| u32::from(distance)).sum::<u32>();
        let Some(middle) = chain.iter().copied().min_by_key(long).filter(|cell| long(cell) < u32::from(UNREACHABLE))
        else {
            return Vec::new();
        };
        let mut stones: Vec<Cell> =
            nearest(middle).into_iter().flat_map(|(_, edge)| self.trail(middle, &edges[edge])).collect();
        stones.sort_unstable();
        stones.dedup();
        stones
    }

    /// How many steps through the chain lead from each of its cells to one that is wanted.
    fn distances(&self, chain: &[Cell], is_wanted: impl Fn(Cell) -> bool) -> Vec<u16> {
        let mut own = vec![false; Cell::INDICES];
        for &cell in chain {
            own[cell.index()] = true;
        }
        let mut distances = vec![UNREACHABLE; Cell::INDICES];
        let mut waiting: VecDeque<Cell> = chain.iter().copied().filter(|&cell| is_wanted(cell)).collect();
        for &cell in &waiting {
            distances[cell.index()] = 0;
        }
        while let Some(cell) = waiting.pop_front() {
            for next in self.neighbours(cell).filter(|next| own[next.index()]) {
                if distances[next.index()] == UNREACHABLE {
                    distances[next.index()] = distances[cell.index()] + 1;
                    waiting.push_back(next);
                }
            }
        }
        distances
    }

    /// The cells from here down to distance 0, in reading order.
    fn trail(&self, from: Cell, distances: &[u16]) -> Vec<Cell> {
        let mut trail = vec![from];
        let mut here = from;
        while let Some(next) = self.neighbours(here).find(|next| distances[next.index()] < distances[here.index()]) {
            trail.push(next);
            here = next;
        }
        trail.sort_unstable();
        trail
    }
}
