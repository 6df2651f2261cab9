//! The alpha-beta of `potez-search` against that of the crate `minimax`: the same rules, the same evaluation, one
//! thread each, tables of the same size.
//!
//! ```sh
//! cargo run --release -p potez-engine --example yardstick              # time and nodes to depth
//! cargo run --release -p potez-engine --example yardstick -- match 40  # games at 100 ms a move
//! cargo run --release -p potez-engine --example yardstick -- threads 24  # two threads of ours against one
//! ```

use std::cell::Cell;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

use minimax::Strategy;
use potez_byte::Word as _;
use potez_core::{Game as _, Outcome, Player, Position};
use potez_search::alphabeta::{AlphaBeta, Evaluator, Settings, Unguided};
use potez_search::{Limits, Score, Stop};

const TABLE_MIB: usize = 64;

/// The evaluation that both searches are given: good for the player to move.
trait Judged: Position {
    fn value(&self) -> i32;
}

type Byte = potez_byte::Position<potez_byte::Eight>;
type Blockade = potez_blockade::Position<{ potez_blockade::SMALL }>;

impl Judged for Byte {
    /// Stacks won, checkers at the bottom and above it, and moves, the first of which count most.
    fn value(&self) -> i32 {
        let side = |player: Player| {
            let [bottoms, upper @ ..] = self.owned(player).map(|level| level.count() as i32);
            let moves = f64::from(self.count_moves_for(player));
            let checkers = 207 * bottoms + 69 * upper.iter().sum::<i32>();
            224 * self.score(player) as i32 + checkers + (167.0 * moves.ln_1p()) as i32
        };
        side(self.turn()) - side(!self.turn())
    }
}

impl Judged for Blockade {
    /// The difference of the ways: the shortest, the second and the longest.
    fn value(&self) -> i32 {
        let distances = self.distances();
        let toil = |player: Player| {
            let mut ways = [0, 1, 2, 3].map(|at| i32::from(distances[player.index()].as_flattened()[at]));
            ways.sort_unstable();
            26 * ways[0] + 20 * ways[1] + 8 * ways[3]
        };
        toil(!self.turn()) - toil(self.turn())
    }
}

#[derive(Clone, Copy)]
struct Ours;

impl<P: Judged> Evaluator<P> for Ours {
    fn evaluate(&mut self, pos: &P) -> Score {
        Score::estimate(self::Judged::value(pos))
    }

    fn scale(&self) -> i32 {
        100
    }
}

/// The same game for the other crate.
struct Theirs<P>(PhantomData<P>);

thread_local! {
    /// Positions the other search has listed or evaluated; it does not say.
    static VISITED: Cell<u64> = const { Cell::new(0) };
}

impl<P: Judged> minimax::Game for Theirs<P> {
    type S = P;
    type M = P::Move;

    fn generate_moves(pos: &P, moves: &mut Vec<P::Move>) -> Option<minimax::Winner> {
        VISITED.with(|visited| visited.set(visited.get() + 1));
        pos.legal_moves(moves);
        Self::get_winner(pos)
    }

    fn apply(pos: &mut P, mv: P::Move) -> Option<P> {
        let mut child = pos.clone();
        child.play(mv);
        Some(child)
    }

    fn get_winner(pos: &P) -> Option<minimax::Winner> {
        pos.outcome().map(|outcome| match outcome {
            Outcome::Draw => minimax::Winner::Draw,
            Outcome::Win(player) if player == pos.turn() => minimax::Winner::PlayerToMove,
            Outcome::Win(_) => minimax::Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(pos: &P) -> u64 {
        pos.key()
    }
}

impl<P: Judged> minimax::Evaluator for Theirs<P> {
    type G = Self;

    fn evaluate(&self, pos: &P) -> minimax::Evaluation {
        VISITED.with(|visited| visited.set(visited.get() + 1));
        pos.value() as minimax::Evaluation
    }
}

fn ours<P: Judged>() -> AlphaBeta<P, Ours, Unguided> {
    team(1)
}

/// Our search on so many threads.
fn team<P: Judged>(threads: usize) -> AlphaBeta<P, Ours, Unguided> {
    AlphaBeta::new(Ours, Unguided, Settings { threads, table_mib: TABLE_MIB, ..Settings::default() })
}

fn theirs<P: Judged>() -> minimax::IterativeSearch<Theirs<P>> {
    let options = minimax::IterativeOptions::new().with_table_byte_size(TABLE_MIB << 20).with_countermoves();
    minimax::IterativeSearch::new(Theirs(PhantomData), options)
}

/// Random openings that `suits` finds good.
fn openings<P: Judged>(start: &P, plies: usize, count: usize, suits: impl Fn(&P) -> bool) -> Vec<P> {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut found = Vec::new();
    while found.len() < count {
        let mut pos = start.clone();
        for _ in 0..plies {
            if let Some(mv) = pos.random_move(&mut rng) {
                pos.play(mv);
            }
        }
        if pos.outcome().is_none() && suits(&pos) {
            found.push(pos);
        }
    }
    found
}

/// Whether neither player is far ahead as far as a search sees: what is lost from the start is lost with either search,
/// and a pair of such games says nothing.
fn is_even<P: Judged>(pos: &P) -> bool {
    const NODES: u64 = 500_000;
    const MOST: i32 = 30;
    let report = ours::<P>().search(pos, &[], Limits::nodes(NODES), &Stop::new(), &mut |_| {});
    report.lines.first().is_some_and(|line| line.score.raw().abs() <= MOST)
}

/// Nodes and time to each depth over a few openings.
fn depths<P: Judged>(name: &str, start: &P, deepest: u32) {
    println!("{name}: depth, our nodes and ms, their nodes and ms, their time over ours");
    let positions = openings(start, 6, 6, |_| true);
    for depth in 1..=deepest {
        let (mut nodes, mut spent, mut other_nodes, mut other_spent) = (0, Duration::ZERO, 0, Duration::ZERO);
        for pos in &positions {
            let mut search = ours::<P>();
            let began = Instant::now();
            nodes += search.search(pos, &[], Limits::depth(depth), &Stop::new(), &mut |_| {}).nodes;
            spent += began.elapsed();
            let mut search = theirs::<P>();
            search.set_max_depth(depth as u8);
            VISITED.with(|visited| visited.set(0));
            let began = Instant::now();
            search.choose_move(pos);
            other_spent += began.elapsed();
            other_nodes += VISITED.with(Cell::get);
        }
        let (ms, other_ms) = (spent.as_secs_f64() * 1e3, other_spent.as_secs_f64() * 1e3);
        println!("{depth:>3} {nodes:>12} {ms:>10.1} {other_nodes:>12} {other_ms:>10.1} {:>8.2}", other_ms / ms);
    }
}

/// Nodes and time to a depth of one thread and of two, in turn.
fn threads<P: Judged>(name: &str, start: &P, depth: u32, count: usize) {
    println!("{name}, depth {depth}: nodes and ms of one thread, of two, one's time over two's, all positions so far");
    let mut sums = [(0, Duration::ZERO); 2];
    for (index, pos) in openings(start, 6, count, |_| true).iter().enumerate() {
        for (threads, (nodes, spent)) in (1..).zip(&mut sums) {
            let mut search = team::<P>(threads);
            let began = Instant::now();
            *nodes += search.search(pos, &[], Limits::depth(depth), &Stop::new(), &mut |_| {}).nodes;
            *spent += began.elapsed();
        }
        let [(one, ms), (two, two_ms)] = sums.map(|(nodes, spent)| (nodes, spent.as_secs_f64() * 1e3));
        println!("{:>3} {one:>12} {ms:>10.1} {two:>12} {two_ms:>10.1} {:>8.2}", index + 1, ms / two_ms);
    }
}

/// Paired games at equal time from even openings; our points out of `games`.
fn play<P: Judged>(name: &str, start: &P, games: usize) {
    const TIME: Duration = Duration::from_millis(100);
    const MOST_PLIES: usize = 300;
    let mut points = 0.0;
    for (index, opening) in openings(start, 4, games.div_ceil(2), is_even).iter().enumerate() {
        for us in Player::BOTH {
            let mut pos = opening.clone();
            let (mut our_search, mut their_search) = (ours::<P>(), theirs::<P>());
            their_search.set_timeout(TIME);
            let mut history = Vec::new();
            for _ in 0..MOST_PLIES {
                if pos.outcome().is_some() {
                    break;
                }
                let mv = if pos.turn() == us {
                    our_search.search(&pos, &history, Limits::time(TIME), &Stop::new(), &mut |_| {}).best()
                } else {
                    their_search.choose_move(&pos)
                };
                history.push(pos.key());
                pos.play(mv.expect("a running game has moves"));
            }
            points += match pos.outcome() {
                Some(Outcome::Win(player)) => f64::from(u8::from(player == us)),
                _ => 0.5,
            };
        }
        println!("{name}: {points} of {}", 2 * (index + 1));
    }
}

fn main() {
    let byte = potez_byte::Game::<potez_byte::Eight>::default().start();
    let blockade = |spec: &str| {
        let game: potez_blockade::Game<{ potez_blockade::SMALL }> = spec.parse().expect("a spec of the small class");
        game.start()
    };
    let mut args = std::env::args().skip(1);
    let what = args.next();
    let count = args.next().and_then(|count| count.parse().ok()).unwrap_or(20);
    match what.as_deref() {
        Some("match") => {
            play("byte", &byte, count);
            play("blockade", &blockade("blockade"), count);
            play("blockade:turn=either", &blockade("blockade:turn=either"), count);
        }
        Some("threads") => {
            let game = args.next();
            let is_wanted = |name: &str| game.as_deref().is_none_or(|game| game == name);
            if is_wanted("byte") {
                threads("byte", &byte, 15, count);
            }
            for (name, depth) in [("blockade", 3), ("blockade:turn=either", 7)] {
                if is_wanted(name) {
                    threads(name, &blockade(name), depth, count);
                }
            }
        }
        _ => {
            depths("byte", &byte, 8);
            depths("blockade", &blockade("blockade"), 2);
            depths("blockade:turn=either", &blockade("blockade:turn=either"), 3);
        }
    }
}
