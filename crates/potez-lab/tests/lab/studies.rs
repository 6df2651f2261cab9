//! The studies on small numbers: they run, say what they should, and can be resumed.

use std::io::Write;
use std::time::Duration;

use clap::Parser;
use potez_lab::blockade::tuning::{self, TuningArgs};
use potez_lab::byte_games::{self, ByteGamesArgs};
use potez_lab::calibration::{self, CalibrationArgs};
use potez_lab::claims::{self, ClaimsArgs};
use potez_lab::even_openings::{self, EvenOpeningsArgs};
use potez_lab::levels::{self, LevelsArgs};
use potez_lab::races::{self, RacesArgs};
use potez_lab::solver_bench::{self, SolverBenchArgs};
use potez_lab::yardstick::{self, YardstickArgs};
use potez_search::Proof;

use crate::scratch;

/// The arguments of a study by themselves.
#[derive(Parser)]
struct Only<A: clap::Args> {
    #[command(flatten)]
    args: A,
}

pub(crate) fn output<A: clap::Args>(args: &str, run: fn(&A, &mut dyn Write) -> anyhow::Result<()>) -> String {
    let words = std::iter::once("potez-lab").chain(args.split_whitespace());
    let Only { args } = Only::<A>::try_parse_from(words).unwrap_or_else(|error| panic!("{error}"));
    let mut out = Vec::new();
    run(&args, &mut out).unwrap_or_else(|error| panic!("{error:#}"));
    String::from_utf8(out).expect("text")
}

/// Runs a study at once and in two parts, with another number of games and of threads at first.
fn is_resumed<A: clap::Args>(name: &str, args: &str, run: fn(&A, &mut dyn Write) -> anyhow::Result<()>) -> String {
    let file = scratch(name);
    let resume = format!("--resume {}", file.display());
    let whole = output(&format!("{args} --games 5"), run);
    output(&format!("{args} --games 2 --threads 1 {resume}"), run);
    assert_eq!(output(&format!("{args} --games 5 --threads 2 {resume}"), run), whole);
    // All games are there: nothing is left to play.
    assert_eq!(output(&format!("{args} --games 5 {resume}"), run), whole);
    whole
}

#[test]
fn calibration_is_resumed_and_counts_every_estimate_in_its_bin() {
    let text = is_resumed::<CalibrationArgs>("calibration", "byte --nodes 50", calibration::run);
    assert!(
        text.starts_with("byte, 5 games, 50 nodes per move\n| chance | positions | reported | came true |"),
        "{text}"
    );
    let mut positions = 0;
    for row in text.lines().skip(3) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (from, to) = cells[1].trim_end_matches(" %").split_once('–').expect("a bin");
        let reported: f64 = cells[3].trim_end_matches(" %").parse().expect("a percentage");
        let bin = from.parse().expect("a number")..=to.parse().expect("a number");
        assert!(bin.contains(&reported), "{row}");
        positions += cells[2].parse::<u32>().expect("a number");
    }
    assert!(positions > 50, "{text}");
}

#[test]
fn calibration_draws_a_plot() {
    let file = scratch("plot");
    output::<CalibrationArgs>(&format!("byte --nodes 20 --games 1 --plot {}", file.display()), calibration::run);
    let plot = std::fs::read_to_string(file).expect("the plot");
    assert!(plot.starts_with("<svg") && plot.contains("<circle") && plot.ends_with("</svg>\n"), "{plot}");
}

#[test]
fn tuning_is_resumed_and_lowers_the_loss_on_what_it_was_fitted_to() {
    let args = "blockade:rows=7,cols=7,walls=3 --nodes 60";
    let text = is_resumed::<TuningArgs>("tuning", args, tuning::run);
    let loss = |line: usize| -> f64 {
        let line = text.lines().nth(line).expect("a line");
        let number = line.split_whitespace().nth(4).expect("a loss").trim_end_matches(',');
        number.parse().unwrap_or_else(|_| panic!("{line}"))
    };
    assert!(loss(2) < loss(1), "{text}");
    assert_eq!(text.lines().count(), 3 + 5, "{text}");
}

#[test]
fn games_of_byte_are_counted_and_resumed() {
    let text = is_resumed::<ByteGamesArgs>("first-move", "first-move byte --nodes 50", byte_games::run);
    assert!(text.starts_with("byte, 50 nodes per move: X wins ") && text.contains(" of 5, "), "{text}");
    let text = is_resumed::<ByteGamesArgs>("kept-wins", "kept-wins --nodes 50 --solver-nodes 2000", byte_games::run);
    assert!(text.contains("5 games, 50 nodes per move, solver 2000: "), "{text}");
}

#[test]
fn even_openings_are_legal_and_different() {
    let text = output::<EvenOpeningsArgs>("byte --openings 4 --nodes 200", even_openings::run);
    let openings: Vec<&str> = text.lines().collect();
    assert_eq!(openings.len(), 4);
    for opening in &openings {
        let mut table = potez_table::open("byte", None).expect("a table");
        assert_eq!(opening.split(' ').count(), 4, "{opening}");
        opening.split(' ').for_each(|mv| drop(table.play(mv).unwrap_or_else(|message| panic!("{opening}: {message}"))));
        assert_eq!(openings.iter().filter(|other| *other == opening).count(), 1);
    }
}

#[test]
fn races_of_every_kind_are_proven() {
    let text = output::<RacesArgs>("--games 2 --time 20s", races::run);
    for kind in ["random games", "engine games", "pawns anywhere"] {
        assert!(text.contains(&format!("{kind}: ")), "{text}");
    }
}

#[test]
fn solvers_are_measured_without_contradictions() {
    let text = output::<SolverBenchArgs>("havannah --size 3 --games 2 --time 20s", solver_bench::run);
    assert!(text.contains(" 0 contradictions; proven from plies "), "{text}");
    let text = output::<SolverBenchArgs>("byte --games 1 --time 1ms", solver_bench::run);
    assert!(text.contains("random games, at most 10 stacks: 1 positions"), "{text}");
}

#[test]
fn the_table_of_levels_has_a_row_per_level_and_is_resumed() {
    let folder = scratch("levels");
    let args = format!("byte --games 2 --time 5ms --from 9 --resume {}", folder.display());
    let text = output::<LevelsArgs>(&args, levels::run);
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(text.lines().nth(2).is_some_and(|row| row.starts_with("| 9 | 8 | 2 | ")), "{text}");
    // The games were played by the clock: only those of the journals can give the same table again.
    assert_eq!(output::<LevelsArgs>(&args, levels::run), text);
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn the_yardstick_plays_both_searches() {
    let time = Duration::from_millis(2);
    let text = output::<YardstickArgs>(&format!("match --games 2 --time {time:?} --game byte"), yardstick::run);
    assert!(text.starts_with("byte: ") && text.ends_with(" of 2\n"), "{text}");
}

/// Small boards, where most claims can be decided; `potez-lab claims` itself goes further.
#[test]
fn nothing_is_claimed_that_the_solver_refutes() {
    for args in [
        "blockade:rows=5,cols=5,walls=2 --plies 2",
        "blockade:rows=5,cols=7,walls=3,turn=either --plies 4",
        "blockade:rows=7,cols=9,walls=4 --plies 10",
        "havannah:size=3 --plies 2",
        "havannah:size=4 --plies 6",
        "byte --plies 24",
    ] {
        let text = output::<ClaimsArgs>(&format!("{args} --games 12 --nodes 300 --solver-nodes 100000"), claims::run);
        let confirmed = text.split(", ").find_map(|part| part.strip_suffix(" claims confirmed"));
        assert!(confirmed.is_some_and(|count| count != "0"), "{text}");
    }
}

#[test]
fn claims_are_resumed() {
    is_resumed::<ClaimsArgs>("claims", "byte --plies 20 --nodes 100 --solver-nodes 20000", claims::run);
}

#[test]
fn a_chance_of_99_percent_is_a_claim_and_less_is_an_estimate() {
    assert_eq!(claims::claim(None, 0.99), Some(Proof::Win));
    assert_eq!(claims::claim(None, 0.01), Some(Proof::Loss));
    assert_eq!(claims::claim(None, 0.98), None);
    assert_eq!(claims::claim(Some(Proof::Draw), 0.5), Some(Proof::Draw));
}
