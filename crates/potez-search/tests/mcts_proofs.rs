//! Every proof of the Monte-Carlo search is confirmed by looking at everything.

mod dfpn_mazes;
mod toys;

use dfpn_mazes::winners;
use potez_core::{Outcome, Position};
use potez_search::mcts::{
    ByOrder, Candidate, Even, Expansion, Knowledge, Mcts, Moves, OnePly, Playout, Prior, Selection, Settings, Uniform,
    Urgency, Widening,
};
use potez_search::{Limits, Line, Proof, Report, Stop};
use toys::{Branch, Cell, Maze, Nim, Take, TicTacToe, Tree, exhaust};

/// Numbers that serve all-moves-as-first in all the toys.
#[derive(Clone, Copy, Default)]
struct Numbers;

impl Moves<Tree> for Numbers {
    fn width(&self) -> usize {
        // The last branches take no part.
        3
    }

    fn index(&self, _: &Tree, mv: Branch) -> u32 {
        u32::from(mv.0)
    }

    fn mv(&self, _: &Tree, index: u32) -> Branch {
        Branch(index as u8)
    }
}

impl Moves<Nim> for Numbers {
    fn width(&self) -> usize {
        16
    }

    fn index(&self, _: &Nim, mv: Take) -> u32 {
        match mv {
            Take::From(heap, count) => u32::from(heap * 4 + count),
            Take::Pass => 0,
        }
    }

    fn mv(&self, _: &Nim, index: u32) -> Take {
        if index == 0 { Take::Pass } else { Take::From(index as u8 / 4, index as u8 % 4) }
    }
}

impl Moves<TicTacToe> for Numbers {
    const ONCE: bool = true;

    fn width(&self) -> usize {
        9
    }

    fn index(&self, _: &TicTacToe, mv: Cell) -> u32 {
        u32::from(mv.0)
    }

    fn mv(&self, _: &TicTacToe, index: u32) -> Cell {
        Cell(index as u8)
    }
}

/// Random priors, pretended experience, an order that is not that of generation, and proofs of what ends the game.
#[derive(Clone, Copy, Default)]
struct Whim;

impl<P: Position> Prior<P> for Whim {
    fn expand(&self, pos: &P, into: &mut Expansion<P::Move>) {
        let mut rng = fastrand::Rng::with_seed(pos.key());
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        rng.shuffle(&mut legal);
        for mv in legal {
            let mut candidate = Candidate::new(mv, rng.f32());
            candidate.experience = (10, rng.u32(0..=20));
            let mut child = pos.clone();
            child.play(mv);
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
struct Careless;

impl<P: Position> Prior<P> for Careless {
    fn expand(&self, pos: &P, into: &mut Expansion<P::Move>) {
        OnePly.expand(pos, into);
        let half = into.candidates.len().div_ceil(2);
        into.guessed = half < into.candidates.len();
        into.candidates.truncate(half);
    }
}

fn selections() -> Vec<Selection> {
    let plain = Selection::default();
    let widening = Some(Widening { first: 1, factor: 0.5, power: 0.5 });
    vec![
        plain,
        Selection { rave: 50.0, exploration: 0.0, ..plain },
        Selection { puct: 1.0, exploration: 0.0, urgency: Urgency::BelowParent(0.1), ..plain },
        Selection { bias: 2.0, widening, ..plain },
        Selection { rave: 20.0, puct: 0.7, widening, urgency: Urgency::Fixed(0.6), ..plain },
    ]
}

fn settings(at: u64) -> Settings {
    let selections = selections();
    Settings {
        threads: if at % 8 == 7 { 3 } else { 1 },
        seed: at,
        memory: 1,
        lines: usize::MAX,
        playouts: 1 + at as u32 % 3,
        expand_at: 1 + at as u32 % 4,
        selection: selections[at as usize % selections.len()],
        ..Settings::default()
    }
}

fn think<P: Position, M: Moves<P>, R: Prior<P>, L: Playout<P>>(
    pos: &P,
    settings: Settings,
    knowledge: Knowledge<M, R, L>,
    nodes: u64,
) -> Report<P::Move> {
    Mcts::new(settings, knowledge).search(pos, Limits::nodes(nodes), &Stop::new(), &mut |_| {})
}

fn knowledge<M, R>(moves: M, prior: R) -> Knowledge<M, R, Uniform> {
    Knowledge { moves, prior, playout: Uniform::default() }
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
        None => assert!(line.score.decided().is_none()),
    }
}

/// A short search for soundness and a long one that must keep the value of the game.
fn examine<P, M, R>(pos: &P, at: u64, moves: M, prior: R, complete: bool)
where
    P: Position,
    M: Moves<P> + Copy,
    R: Prior<P> + Copy,
{
    confirm(pos, &think(pos, settings(at), knowledge(moves, prior), 1 + at % 50));
    let report = think(pos, settings(at), knowledge(moves, prior), if complete { 40_000 } else { 4_000 });
    let proven = confirm(pos, &report);
    if complete {
        assert!(proven, "{pos}: not proven after {} simulations", report.nodes);
        assert_eq!(report.lines[0].proof, Some(exhaust(pos).proof), "{pos}: the best move gives the game away");
    }
}

#[test]
fn random_trees_are_proven_right() {
    for seed in 0..500 {
        let pos = Tree::random(seed, 18, 4);
        examine(&pos, seed, ByOrder, Even, true);
        examine(&pos, seed, Numbers, OnePly, true);
        examine(&pos, seed, Numbers, Whim, true);
    }
}

#[test]
fn nim_with_passes_and_second_turns_is_proven_right() {
    let mut rng = fastrand::Rng::with_seed(3);
    for seed in 0..40 {
        let pos = Nim::random(&mut rng);
        if pos.outcome().is_none() {
            examine(&pos, seed, Numbers, OnePly, false);
            examine(&pos, seed, Numbers, Whim, false);
        }
    }
}

#[test]
fn tic_tac_toe_is_proven_right() {
    let mut rng = fastrand::Rng::with_seed(4);
    for seed in 0..40 {
        let pos = TicTacToe::random(&mut rng);
        examine(&pos, seed, Numbers, Even, false);
        examine(&pos, seed, Numbers, Whim, false);
    }
}

#[test]
fn the_best_move_of_tic_tac_toe_keeps_the_draw() {
    let report = think(&TicTacToe::default(), settings(1), knowledge(Numbers, OnePly), 30_000);
    assert_eq!(truth_after(&TicTacToe::default(), report.lines[0].mv()), Proof::Draw);
}

#[test]
fn nothing_is_concluded_from_moves_left_out_on_a_guess() {
    for seed in 0..300 {
        let pos = Tree::random(seed, 20, 4);
        confirm(&pos, &think(&pos, settings(seed), knowledge(Numbers, Careless), 2_000));
    }
}

#[test]
fn proofs_hold_where_positions_come_back() {
    let mut proofs = 0;
    for seed in 0..900 {
        let maze = Maze::random(seed, 12, 3);
        let winners = winners(&maze);
        let report = think(&maze, settings(seed), knowledge(ByOrder, OnePly), 800);
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
