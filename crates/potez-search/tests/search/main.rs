//! The searches against slow, obvious ways to the same answers, on small games: one test binary,
//! linked once.

mod alphabeta_limits;
mod alphabeta_values;
mod clocks;
mod dfpn;
mod distance;
mod mcts_proofs;
mod mcts_runs;
mod solver;
mod table;
mod traces;

mod toys;
mod toys_conform;
