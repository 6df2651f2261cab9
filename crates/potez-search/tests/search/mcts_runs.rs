//! How a Monte-Carlo search begins, ends and answers.

use std::time::Duration;

use crate::clocks::ticking;
use crate::toys::{Dag, Maze, Nim, TicTacToe, exhaust};
use potez_core::{Outcome, Position};
use potez_search::mcts::{
    Expansion, FinalMove, Knowledge, ListIndexing, Mcts, MctsSettings, NoKnowledge, OnePlyPrior, PlayoutPolicy, Prior,
    RandomPlayout, UniformPrior,
};
use potez_search::{Clock, Limits, Proof, Report, Stop};

fn plain_mcts<P: Position>(settings: MctsSettings) -> Mcts<P, ListIndexing, UniformPrior, RandomPlayout> {
    Mcts::new(settings, NoKnowledge::default())
}

fn think<P: Position, R: Prior<P>, L: PlayoutPolicy<P>>(
    mcts: &mut Mcts<P, ListIndexing, R, L>,
    pos: &P,
    limits: Limits,
) -> Report<P::Move> {
    mcts.search(pos, limits, &Stop::new(), &mut |_| {})
}

fn small() -> MctsSettings {
    MctsSettings { memory_mib: 1, multipv: usize::MAX, ..MctsSettings::default() }
}

#[test]
fn one_seed_and_one_number_of_nodes_give_one_answer() {
    let pos = Nim::new([9, 8, 7], 2);
    let run = |seed| {
        let mut mcts = plain_mcts(MctsSettings { seed, ..small() });
        let mut report = think(&mut mcts, &pos, Limits::nodes(700));
        report.time = Duration::ZERO;
        report
    };
    assert_eq!(run(5), run(5));
    assert_eq!(run(5).nodes, 700);
    // Two seeds may agree by chance, six will not.
    assert!((0..5).any(|seed| run(seed) != run(seed + 1)), "the seed has no influence");
}

#[test]
fn a_cleared_search_answers_like_a_new_one() {
    let pos = Nim::new([9, 8, 7], 2);
    let mut mcts = plain_mcts(small());
    let fresh = think(&mut mcts, &pos, Limits::nodes(300)).lines;
    assert_ne!(think(&mut mcts, &pos, Limits::nodes(300)).lines, fresh, "the tree was not kept");
    mcts.clear();
    assert_eq!(think(&mut mcts, &pos, Limits::nodes(300)).lines, fresh);
}

#[test]
fn playouts_are_counted_for_every_leaf() {
    let pos = Nim::new([9, 8, 7], 2);
    let mut mcts = plain_mcts(MctsSettings { playouts: 4, ..small() });
    let report = think(&mut mcts, &pos, Limits { playouts: Some(102), ..Limits::default() });
    // 102 playouts by fours, rounded up.
    assert_eq!(report.nodes, 26);
    assert_eq!(report.lines.iter().map(|line| line.visits).sum::<u64>(), 104);
}

#[test]
fn a_finished_game_has_no_lines() {
    let mut pos = Nim::new([1, 0, 0], 0);
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    pos.play(moves[0]);
    assert!(pos.outcome().is_some());
    assert!(think(&mut plain_mcts(small()), &pos, Limits::nodes(10)).lines.is_empty());
}

#[test]
fn a_single_move_is_played_at_once_when_time_is_limited() {
    let pos = (0..200).map(|seed| Dag::random(seed, 40, 3)).find(|pos| pos.count_moves() == 1).expect("such a tree");
    let report = think(&mut plain_mcts(small()), &pos, Limits::time(Duration::from_secs(3600)));
    assert_eq!((report.lines.len(), report.nodes), (1, 0));
    let report = think(&mut plain_mcts(small()), &pos, Limits::nodes(5));
    assert!(report.nodes > 0);
}

#[test]
fn a_proven_root_ends_the_search() {
    let pos = Nim::new([1, 1, 0], 0);
    let report = think(&mut plain_mcts(small()), &pos, Limits::default());
    assert_eq!(report.lines[0].proof, Some(Proof::Loss));
    // And the proof is still there when the same position is asked about again.
    let mut mcts = plain_mcts(small());
    let first = think(&mut mcts, &pos, Limits::default());
    let again = think(&mut mcts, &pos, Limits::default());
    assert_eq!(again.nodes, 0);
    assert_eq!(again.lines, first.lines);
}

/// Knows that the player to move is lost.
struct LostPrior;

impl<P: Position> Prior<P> for LostPrior {
    fn expand(&self, pos: &P, into: &mut Expansion<P::Move>) {
        UniformPrior.expand(pos, into);
        into.proof = Some(Outcome::Win(!pos.turn()));
    }
}

#[test]
fn a_root_that_knowledge_gives_up_has_losing_lines_only() {
    let knowledge = Knowledge { indexing: ListIndexing, prior: LostPrior, playout: RandomPlayout::default() };
    let report = think(&mut Mcts::new(small(), knowledge), &Nim::new([1, 1, 0], 0), Limits::default());
    assert_eq!((report.nodes, report.lines.len()), (0, 2));
    assert!(report.lines.iter().all(|line| line.proof == Some(Proof::Loss)));
}

#[test]
fn a_raised_flag_ends_an_endless_search_at_any_moment() {
    for threads in [1, 3] {
        // Nothing depends on when the flag is raised: the waits only make different moments likely.
        for micros in [0, 10, 300, 2_000, 7_000] {
            let stop = Stop::new();
            let mut mcts = plain_mcts(MctsSettings { threads, ..small() });
            let pos = Nim::new([60, 60, 60], 9);
            let report = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_micros(micros));
                    stop.raise();
                });
                mcts.search(&pos, Limits::default(), &stop, &mut |_| {})
            });
            assert!(pos.is_legal(report.best().expect("a move")));
        }
    }
}

#[test]
fn a_clock_alone_ends_the_search() {
    let left = Duration::from_secs(4);
    let clock = Clock { left, increment: Duration::ZERO, moves_to_go: Some(10) };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let report = plain_mcts(small()).search(&Nim::new([60, 60, 60], 9), limits, &ticking(), &mut |_| {});
    assert!(report.best().is_some() && report.nodes > 0);
    assert!(report.time < left);
}

#[test]
fn reports_come_while_thinking_and_are_whole() {
    let mut seen = Vec::new();
    let pos = Nim::new([60, 60, 60], 9);
    let mut mcts =
        plain_mcts(MctsSettings { report_every: Duration::ZERO, multipv: 3, memory_mib: 1, ..MctsSettings::default() });
    let last = mcts.search(&pos, Limits::nodes(200), &Stop::new(), &mut |report| seen.push(report.clone()));
    assert!(seen.len() > 3);
    assert!(seen.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
    assert!(seen.iter().chain([&last]).all(|report| report.lines.len() == 3));
}

#[test]
fn a_certain_draw_goes_before_a_bad_hope_and_a_loss_comes_last() {
    for seed in 0..400 {
        let pos = Dag::random(seed, 14, 4);
        for final_move in [FinalMove::RobustChild, FinalMove::SecureChild(1.0)] {
            let knowledge = Knowledge { indexing: ListIndexing, prior: OnePlyPrior, playout: RandomPlayout::default() };
            let mut mcts = Mcts::new(MctsSettings { final_move, seed, ..small() }, knowledge);
            // So few that most moves are still unproven, and some unvisited.
            let report = think(&mut mcts, &pos, Limits::nodes(1 + seed % 7));
            let proofs: Vec<_> = report.lines.iter().map(|line| line.proof).collect();
            if proofs.contains(&Some(Proof::Win)) {
                assert_eq!(proofs[0], Some(Proof::Win), "{pos}");
            }
            if proofs.contains(&Some(Proof::Draw)) && proofs[0] != Some(Proof::Win) {
                assert!(report.lines[0].win_chance >= 0.5, "{pos}: {:?}", report.lines);
            }
            if proofs[0] == Some(Proof::Loss) {
                assert!(proofs.iter().all(|&proof| proof == Some(Proof::Loss)), "{pos}: {proofs:?}");
            }
        }
    }
}

#[test]
fn a_game_played_with_one_tree_keeps_its_value() {
    let mut rng = fastrand::Rng::with_seed(9);
    for threads in [1, 2] {
        for _ in 0..15 {
            let mut pos = TicTacToe::random(&mut rng);
            let mut mcts = plain_mcts(MctsSettings { threads, ..small() });
            let value = exhaust(&pos).proof;
            let first = pos.turn();
            while pos.outcome().is_none() {
                let mv = think(&mut mcts, &pos, Limits::nodes(4_000)).best().expect("a move");
                pos.play(mv);
            }
            let expected = match value {
                Proof::Win => Outcome::Win(first),
                Proof::Loss => Outcome::Win(!first),
                Proof::Draw => Outcome::Draw,
            };
            assert_eq!(pos.outcome(), Some(expected));
        }
    }
}

#[test]
fn a_maze_without_an_end_is_searched_all_the_same() {
    let mazes = (0..300).map(|seed| Maze::random(seed, 10, 3));
    for maze in mazes {
        let mut mcts = plain_mcts(MctsSettings { threads: 2, ..small() });
        let report = think(&mut mcts, &maze, Limits::nodes(60));
        assert!(maze.is_legal(report.best().expect("a move")));
    }
}
