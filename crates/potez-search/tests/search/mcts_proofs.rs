//! Every proof of the Monte-Carlo search is confirmed by looking at everything.

use crate::toys::{BoardCell, Dag, GraphEdge, Maze, Nim, NimMove, TicTacToe, exhaust, winners};
use potez_core::{Outcome, Position};
use potez_search::mcts::{
    Expansion, FirstPlayUrgency, Knowledge, ListIndexing, Mcts, MctsSettings, MoveIndexing, MovePrior, OnePlyPrior,
    PlayoutPolicy, Prior, ProgressiveWidening, RandomPlayout, Selection, UniformPrior,
};
use potez_search::{Limits, Line, Proof, Report, Stop};

/// Numbers of moves that serve all-moves-as-first in all the toys.
#[derive(Clone, Copy, Default)]
struct ToyIndexing;

impl MoveIndexing<Dag> for ToyIndexing {
    fn amaf_width(&self) -> usize {
        // The last branches take no part.
        3
    }

    fn index(&self, _: &Dag, mv: GraphEdge) -> u32 {
        u32::from(mv.0)
    }

    fn mv(&self, _: &Dag, index: u32) -> GraphEdge {
        GraphEdge(index as u8)
    }
}

impl MoveIndexing<Nim> for ToyIndexing {
    fn amaf_width(&self) -> usize {
        16
    }

    fn index(&self, _: &Nim, mv: NimMove) -> u32 {
        match mv {
            NimMove::From(heap, count) => u32::from(heap * 4 + count),
            NimMove::Pass => 0,
        }
    }

    fn mv(&self, _: &Nim, index: u32) -> NimMove {
        if index == 0 { NimMove::Pass } else { NimMove::From(index as u8 / 4, index as u8 % 4) }
    }
}

impl MoveIndexing<TicTacToe> for ToyIndexing {
    const PLAYED_ONCE: bool = true;

    fn amaf_width(&self) -> usize {
        9
    }

    fn index(&self, _: &TicTacToe, mv: BoardCell) -> u32 {
        u32::from(mv.0)
    }

    fn mv(&self, _: &TicTacToe, index: u32) -> BoardCell {
        BoardCell(index as u8)
    }
}

/// Random priors, pretended statistics, an order that is not that of generation, and proofs of what
/// ends the game.
#[derive(Clone, Copy, Default)]
struct RandomPrior;

impl<P: Position> Prior<P> for RandomPrior {
    fn expand(&self, pos: &P, into: &mut Expansion<P::Move>) {
        let mut rng = fastrand::Rng::with_seed(pos.key());
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        rng.shuffle(&mut legal);
        for mv in legal {
            let mut candidate = MovePrior::new(mv, rng.f32());
            candidate.amaf = (10, rng.u32(0..=20));
            let mut child = pos.clone();
            child.play(mv);
            // Some ends of the game are left for the tree to find.
            candidate.proof = child.outcome().filter(|_| rng.bool());
            into.candidates.push(candidate);
        }
        // Half of the time a win in one is reported without a list of moves.
        let wins = Some(Outcome::Win(pos.turn()));
        if rng.bool() && into.candidates.iter().any(|candidate| candidate.proof == wins) {
            into.proof = wins;
            into.candidates.clear();
        }
    }
}

/// Keeps only half of the moves, and says so.
#[derive(Clone, Copy, Default)]
struct HalfPrior;

impl<P: Position> Prior<P> for HalfPrior {
    fn expand(&self, pos: &P, into: &mut Expansion<P::Move>) {
        OnePlyPrior.expand(pos, into);
        // With one move nothing is left out, and the expansion is not selective.
        let half = into.candidates.len().div_ceil(2);
        into.selective = half < into.candidates.len();
        into.candidates.truncate(half);
    }
}

fn selections() -> Vec<Selection> {
    let plain = Selection::default();
    let widening = Some(ProgressiveWidening { first: 1, factor: 0.5, power: 0.5 });
    vec![
        plain,
        Selection { rave: 50.0, exploration: 0.0, ..plain },
        Selection { puct: 1.0, exploration: 0.0, first_play_urgency: FirstPlayUrgency::BelowParent(0.1), ..plain },
        Selection { progressive_bias: 2.0, widening, ..plain },
        Selection { rave: 20.0, puct: 0.7, widening, first_play_urgency: FirstPlayUrgency::Fixed(0.6), ..plain },
    ]
}

fn settings(at: u64) -> MctsSettings {
    let selections = selections();
    MctsSettings {
        // Odd combinations on purpose: every setting meets every other one.
        threads: if at % 8 == 7 { 3 } else { 1 },
        seed: at,
        memory_mib: 1,
        multipv: usize::MAX,
        playouts: 1 + at as u32 % 3,
        expansion_visits: 1 + at as u32 % 4,
        selection: selections[at as usize % selections.len()],
        ..MctsSettings::default()
    }
}

fn think<P: Position, M: MoveIndexing<P>, R: Prior<P>, L: PlayoutPolicy<P>>(
    pos: &P,
    settings: MctsSettings,
    knowledge: Knowledge<M, R, L>,
    nodes: u64,
) -> Report<P::Move> {
    Mcts::new(settings, knowledge).search(pos, Limits::nodes(nodes), &Stop::new(), &mut |_| {})
}

fn knowledge<M, R>(indexing: M, prior: R) -> Knowledge<M, R, RandomPlayout> {
    Knowledge { indexing, prior, playout: RandomPlayout::default() }
}

/// The true result of a move for the player who makes it.
fn truth_after<P: Position>(pos: &P, mv: P::Move) -> Proof {
    let mut child = pos.clone();
    child.play(mv);
    match child.outcome() {
        Some(Outcome::Win(winner)) if winner == pos.turn() => Proof::Win,
        Some(Outcome::Win(_)) => Proof::Loss,
        Some(Outcome::Draw) => Proof::Draw,
        None if child.turn() == pos.turn() => exhaust(&child).proof,
        None => exhaust(&child).proof.reversed(),
    }
}

/// Checks every line of a report; returns whether the best move is proven.
fn confirm<P: Position>(pos: &P, report: &Report<P::Move>) -> bool {
    assert!(!report.lines.is_empty(), "{pos}: no move");
    for line in &report.lines {
        let mut at = pos.clone();
        for &mv in &line.pv {
            assert!(at.is_legal(mv), "{pos}: {mv} in {:?}", line.pv);
            at.play(mv);
        }
        if let Some(proof) = line.proof {
            assert_eq!(proof, truth_after(pos, line.mv()), "{pos}: {} was proven wrongly", line.mv());
        }
        check_numbers(line);
    }
    report.lines[0].proof.is_some()
}

fn check_numbers<M: Copy + std::fmt::Debug>(line: &Line<M>) {
    assert!((0.0..=1.0).contains(&line.win_chance), "{line:?}");
    match line.proof {
        Some(Proof::Win) => assert!(line.score.is_win() && line.win_chance > 1.0 - 1e-9),
        Some(Proof::Loss) => assert!(line.score.is_loss() && line.win_chance < 1e-9),
        Some(Proof::Draw) => assert!(line.score.raw() == 0 && (line.win_chance - 0.5).abs() < 1e-9),
        None => assert!(line.score.proof().is_none()),
    }
}

/// A short search for soundness and a long one that must keep the value of the game.
fn examine<P, M, R>(pos: &P, at: u64, indexing: M, prior: R, complete: bool)
where
    P: Position,
    M: MoveIndexing<P> + Copy,
    R: Prior<P> + Copy,
{
    confirm(pos, &think(pos, settings(at), knowledge(indexing, prior), 1 + at % 50));
    let report = think(pos, settings(at), knowledge(indexing, prior), if complete { 40_000 } else { 4_000 });
    let proven = confirm(pos, &report);
    if complete {
        assert!(proven, "{pos}: not proven after {} simulations", report.nodes);
        assert_eq!(report.lines[0].proof, Some(exhaust(pos).proof), "{pos}: the best move gives the game away");
    }
}

#[test]
fn random_trees_are_proven_right() {
    for seed in 0..500 {
        let pos = Dag::random(seed, 18, 4);
        examine(&pos, seed, ListIndexing, UniformPrior, true);
        examine(&pos, seed, ToyIndexing, OnePlyPrior, true);
        examine(&pos, seed, ToyIndexing, RandomPrior, true);
    }
}

#[test]
fn nim_with_passes_and_second_turns_is_proven_right() {
    let mut rng = fastrand::Rng::with_seed(3);
    for seed in 0..40 {
        let pos = Nim::random(&mut rng);
        if pos.outcome().is_none() {
            examine(&pos, seed, ToyIndexing, OnePlyPrior, false);
            examine(&pos, seed, ToyIndexing, RandomPrior, false);
        }
    }
}

#[test]
fn tic_tac_toe_is_proven_right() {
    let mut rng = fastrand::Rng::with_seed(4);
    for seed in 0..40 {
        let pos = TicTacToe::random(&mut rng);
        examine(&pos, seed, ToyIndexing, UniformPrior, false);
        examine(&pos, seed, ToyIndexing, RandomPrior, false);
    }
}

#[test]
fn the_best_move_of_tic_tac_toe_keeps_the_draw() {
    let report = think(&TicTacToe::default(), settings(1), knowledge(ToyIndexing, OnePlyPrior), 30_000);
    assert_eq!(truth_after(&TicTacToe::default(), report.lines[0].mv()), Proof::Draw);
}

#[test]
fn nothing_is_concluded_from_moves_left_out_without_proof() {
    for seed in 0..300 {
        let pos = Dag::random(seed, 20, 4);
        confirm(&pos, &think(&pos, settings(seed), knowledge(ToyIndexing, HalfPrior), 2_000));
    }
}

#[test]
fn proofs_hold_where_positions_come_back() {
    let mut proofs = 0;
    for seed in 0..900 {
        let maze = Maze::random(seed, 12, 3);
        let winners = winners(&maze);
        let report = think(&maze, settings(seed), knowledge(ListIndexing, OnePlyPrior), 800);
        for line in &report.lines {
            let Some(proof) = line.proof else { continue };
            let mut child = maze.clone();
            child.play(line.mv());
            let expected = match winners[child.index()] {
                Some(winner) if winner == maze.turn() => Proof::Win,
                Some(_) => Proof::Loss,
                None => Proof::Draw,
            };
            assert_eq!(proof, expected, "{maze}: {}", line.mv());
            proofs += 1;
        }
    }
    assert!(proofs > 500, "only {proofs} proofs were put to the test");
}
