//! Recorded searches at the table: they find what the bots find, count what the searches count, and
//! their boards are those of the moves that lead to them.

use potez_table::explain::{AlphaBetaColumns, ExplainSettings, Explanation, RunSteps, ViewChange};
use potez_table::{BotSpec, Limits, Stop, Table, View};

fn table(game: &str, moves: &str) -> Box<dyn Table> {
    let mut table = potez_table::open(game, None).expect("a game");
    potez_table::play_list(table.as_mut(), moves).expect("legal moves");
    table
}

fn spec(bot: &str) -> BotSpec {
    bot.parse().expect("a bot")
}

fn explain(table: &dyn Table, bot: &str, settings: &ExplainSettings) -> Explanation {
    table.explain_search(&spec(bot), settings, &Stop::new()).unwrap_or_else(|error| panic!("{bot}: {error}"))
}

/// Searches of every kind, in every game, on several positions.
const SEARCHES: [(&str, &str, &str); 14] = [
    ("byte", "", "potez"),
    ("byte", "d2-c3 a3-b2", "mobility"),
    ("byte:size=10", "", "tops:depth=2"),
    ("byte", "d2-c3", "classic:depth=2"),
    ("byte", "", "pns"),
    ("blockade", "", "potez"),
    ("blockade:turn=either", "d4-d6 d11-d9", "alphabeta"),
    ("blockade", "", "bb4"),
    ("blockade:rows=7,cols=9,walls=2", "", "mcts"),
    ("blockade", "", "classic:depth=2"),
    ("blockade:rows=5,cols=7,walls=0,x=b2+d2,o=b6+d6", "", "pns"),
    ("havannah:size=4", "d4 a1", "potez"),
    ("havannah:size=5", "", "potez:without=net"),
    ("havannah:size=3", "c3", "pns"),
];

fn count(explanation: &Explanation, name: &str) -> u64 {
    let counters = &explanation.runs[0].counters;
    counters.iter().find(|(known, _)| *known == name).map_or(0, |(_, count)| *count)
}

#[test]
fn a_recorded_search_finds_and_counts_what_the_bot_does() {
    for (game, moves, bot) in SEARCHES {
        let table = table(game, moves);
        let limits = Limits::nodes(600);
        let settings = ExplainSettings { without: Some(Vec::new()), ..ExplainSettings::new(600) };
        let explanation = explain(table.as_ref(), bot, &settings);
        let mut player = table.bot(&spec(bot)).expect("a bot");
        let report = player.think(table.as_ref(), limits, &Stop::new(), &mut |_| {}).expect("its table");
        let [run] = &explanation.runs[..] else { panic!("one search was asked for") };
        let found = run.found.as_ref().expect("a running game has moves");
        let best = report.best().expect("a running game has moves").text;
        assert_eq!(found.pv[0], best, "{game} {moves} {bot}");
        assert_eq!(run.depth, report.depth, "{game} {bot}");
        let (counted, columns) = match &run.steps {
            RunSteps::AlphaBeta(columns) | RunSteps::Minimax(columns) => ("nodes", Some(columns)),
            RunSteps::Tree(_) => ("simulations", None),
            RunSteps::Proof(_) => ("nodes", None),
        };
        assert_eq!(count(&explanation, counted), report.nodes, "{game} {bot}");
        assert!(!run.truncated && run.kept as u64 == run.made, "{game} {bot}");
        if let Some(columns) = columns {
            check_columns(&explanation, columns);
        }
        check_boards(table.as_ref(), &explanation);
    }
}

/// A game of Byte with few stacks left, where the solver has its turns beside the search.
const FEW_STACKS: &str = "d6-c5 g3-h2 d2-e3 g5-h6 h4-g5 g7-h6 f4-e5 a3-b2 f6-e7 c5-b6 g5-h6 a5-b4 b6-a7 a7-b8 f2-e3 \
    e7-d6 d4-e3 d6-e5 h6-g5 c3-b2 b4-c3 b2:2-c3 h2-g3 e3-d4 g5-f4 c7-b8 d4:3-c3 e5:3-f4 c3-d4 b8-c7";

#[test]
fn a_solver_beside_the_search_is_recorded_with_it_and_nothing_is_counted_twice() {
    let mut stages = std::collections::BTreeSet::new();
    let moves: Vec<&str> = FEW_STACKS.split_whitespace().collect();
    for length in (14..=moves.len()).step_by(2) {
        let table = table("byte", &moves[..length].join(" "));
        let settings = ExplainSettings { without: Some(Vec::new()), ..ExplainSettings::new(3_000) };
        let explanation = explain(table.as_ref(), "potez", &settings);
        let mut player = table.bot(&spec("potez:threads=1")).expect("a bot");
        let report = player.think(table.as_ref(), Limits::nodes(3_000), &Stop::new(), &mut |_| {}).expect("its table");
        let run = &explanation.runs[0];
        let found = run.found.as_ref().expect("a running game has moves");
        assert_eq!(Some(&found.pv[0]), report.best().map(|best| best.text).as_ref(), "{length}");
        let others = &explanation.runs[1..];
        stages.extend(others.iter().filter_map(|run| run.stage));
        let is_done_early = others.len() == 1 && others[0].found.is_some();
        let nodes = count(&explanation, "nodes") + others.iter().map(|run| run.nodes).sum::<u64>();
        // Where the solver has won at once, the search is shown for whoever looks on.
        assert!(nodes == report.nodes || is_done_early, "{length}: {nodes} of {}", report.nodes);
        for stage in others.iter().filter(|run| run.stage != Some("second-search")) {
            let RunSteps::Proof(columns) = &stage.steps else { panic!("the solver proves") };
            let is_decided = |after: &Option<[Option<u32>; 2]>| after.is_none_or(|numbers| numbers.contains(&Some(0)));
            assert!(columns.after.iter().all(is_decided), "a solver leaves nothing half done");
            assert_eq!(columns.after[0].is_some(), stage.found.is_some(), "{length}");
            assert_eq!(columns.parent.len(), stage.kept);
        }
        check_boards(table.as_ref(), &explanation);
    }
    assert!(stages.contains("solver") && stages.contains("proof"), "{stages:?}");
}

/// The columns are as long as each other, and their visits are those that were counted.
fn check_columns(explanation: &Explanation, columns: &AlphaBetaColumns) {
    let length = columns.parent.len();
    let lengths = [columns.position.len(), columns.pass.len(), columns.index.len(), columns.source.len()];
    assert_eq!(lengths, [length; 4]);
    assert_eq!([columns.alpha.len(), columns.beta.len(), columns.value.len(), columns.end.len()], [length; 4]);
    let visits = |is: &dyn Fn(usize) -> bool| (0..length).filter(|&at| is(at)).count() as u64;
    assert_eq!(count(explanation, "cutoffs"), visits(&|at| columns.end[at] == "cutoff"));
    assert_eq!(count(explanation, "table-cutoffs"), visits(&|at| columns.end[at] == "table"));
    assert_eq!(count(explanation, "table-hits"), columns.table.len() as u64);
    let anew = |at: usize| columns.parent[at] >= 0 && !columns.pass[at].ends_with('+');
    assert_eq!(count(explanation, "nodes"), visits(&anew));
}

/// What the viewer does: the board of a parent with what a move changed on it.
fn changed(view: &View, change: &ViewChange) -> View {
    let mut view = view.clone();
    for (at, pieces, marks) in &change.cells {
        (view.cells[*at].pieces, view.cells[*at].marks) = (pieces.clone(), marks.clone());
    }
    let is_new = |name: &str| change.walls.iter().any(|wall| wall.name == name);
    view.walls.retain(|wall| !change.gone.contains(&wall.name) && !is_new(&wall.name));
    view.walls.extend(change.walls.iter().cloned());
    if let Some(stocks) = &change.stocks {
        view.stocks.clone_from(stocks);
    }
    view
}

fn check_boards(table: &dyn Table, explanation: &Explanation) {
    let positions = &explanation.positions;
    let mut views = vec![explanation.view.clone()];
    for at in 1..positions.parent.len() {
        views.push(changed(&views[positions.parent[at] as usize], &positions.change[at]));
    }
    for at in (0..views.len()).step_by(37) {
        let mut line = Vec::new();
        let mut here = at;
        while here > 0 {
            line.push(positions.mv[here].as_str());
            here = positions.parent[here] as usize;
        }
        let mut there = table.fork();
        for mv in line.iter().rev() {
            there.play(mv).unwrap_or_else(|error| panic!("{line:?}: {error}"));
        }
        let (mut shown, mut true_view) = (views[at].clone(), there.view());
        for view in [&mut shown, &mut true_view] {
            view.walls.sort_by(|one, other| one.name.cmp(&other.name));
        }
        assert_eq!(shown, true_view, "{line:?}");
        assert!(there.outcome().is_some() || positions.turn[at] == there.turn());
    }
}

#[test]
fn the_terms_of_a_classic_player_add_up_to_its_evaluation() {
    for (game, divisor, won) in [("blockade", 1.0, 0.0), ("havannah:size=4", 1.0, 0.0), ("byte", 5.6, 10.0)] {
        let settings = ExplainSettings { without: Some(Vec::new()), ..ExplainSettings::new(800) };
        let explanation = explain(table(game, "").as_ref(), "classic", &settings);
        let RunSteps::Minimax(columns) = &explanation.runs[0].steps else { panic!("classic is minimax") };
        assert!(columns.terms.len() > 20, "{game}");
        for (visit, terms) in &columns.terms {
            let sum: f64 = terms.iter().sum::<f64>() / divisor;
            // Byte's sums are kept below the value of a win.
            let value = if won > 0.0 { won * sum / (won + sum.abs()) } else { sum };
            let shown = columns.value[*visit].expect("an evaluated leaf has a value");
            assert!((value - shown).abs() < 1e-9, "{game}: {terms:?} and {shown}");
        }
    }
}

#[test]
fn every_technique_of_a_bot_can_be_left_out_and_is_compared() {
    let explanation = explain(table("byte", "").as_ref(), "potez", &ExplainSettings::new(4_000));
    let names: Vec<_> = explanation.runs.iter().map(|run| run.without).collect();
    assert_eq!(names[..3], [None, Some("ordering"), Some("table")]);
    let nodes = |without: &str| {
        let run = explanation.runs.iter().find(|run| run.without == Some(without)).expect("a comparison");
        (run.depth == explanation.runs[0].depth || run.given_up, run.nodes)
    };
    let (is_compared, without_order) = nodes("ordering");
    assert!(is_compared && without_order > explanation.runs[0].nodes, "{without_order} nodes without ordering");
    for run in &explanation.runs[1..] {
        assert!(run.kept <= 2_000 && run.truncated == (run.made > run.kept as u64));
    }
    let whole = explain(table("blockade", "").as_ref(), "classic:depth=2", &ExplainSettings::new(3_000));
    assert_eq!(whole.runs[1].without, Some("cutoffs"));
    let best = |run: usize| whole.runs[run].found.as_ref().map(|found| found.pv[0].clone());
    assert_eq!(best(0), best(1), "cutoffs change the work and not the result");
    assert!(whole.runs[1].nodes > whole.runs[0].nodes);
}

#[test]
fn what_does_not_fit_is_counted_and_said() {
    let settings = ExplainSettings { steps: 100, without: Some(Vec::new()), ..ExplainSettings::new(3_000) };
    for (game, bot) in [("byte", "potez"), ("havannah:size=4", "potez:without=net"), ("havannah:size=3", "pns")] {
        let explanation = explain(table(game, "").as_ref(), bot, &settings);
        let run = &explanation.runs[0];
        assert!(run.truncated && run.kept <= 100 && run.made > 100, "{game} {bot}: {} of {}", run.kept, run.made);
    }
}

#[test]
fn what_cannot_be_explained_has_one_clear_reason() {
    let refused = |table: &dyn Table, bot: &str, without: &[&str]| {
        let without = Some(without.iter().map(|&word| word.to_string()).collect());
        let settings = ExplainSettings { without, ..ExplainSettings::new(100) };
        table.explain_search(&spec(bot), &settings, &Stop::new()).expect_err("an error").to_string()
    };
    let byte = table("byte", "");
    let error = refused(byte.as_ref(), "random", &[]);
    assert!(error.starts_with("`random` does not search") && error.contains("potez"), "{error}");
    let error = refused(byte.as_ref(), "potez", &["magic"]);
    assert!(error.contains("`magic`") && error.contains("ordering, table"), "{error}");
    let error = refused(byte.as_ref(), "classic", &["table"]);
    assert!(error.ends_with("it has cutoffs"), "{error}");
    let over = table("havannah:size=3", "a1 c3 a2 c4 a3");
    assert!(refused(over.as_ref(), "potez", &[]).starts_with("the game is over"));
}
