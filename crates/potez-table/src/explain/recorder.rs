//! Runs searches, records them, and turns what was recorded into data.

use potez_core::{Kind, Message, Position};
use potez_engine::{Bot, BotSpec, GameEngine, Observer, levels};
use potez_search::trace::{AlphaBetaTrace, MoveSource, Pass, ProofTrace, Recording, SearchTrace, TreeTrace, VisitEnd};
use potez_search::{Bound, Limits, Proof, Report, Score, Stop};

use super::positions::Positions;
use super::runs::{
    AlphaBetaColumns, Found, ProofColumns, RootMoveView, Run, RunSteps, SimulationView, TreeColumns, outcome_word,
};
use super::{ExplainError, ExplainSettings, Explanation, chosen, usual_nodes};
use crate::typed::TypedTable;
use crate::{Advice, Table};

type Mv<G> = <<G as potez_core::Game>::Position as Position>::Move;

/// Records the search of a bot for the position on a table, and the same without its techniques.
pub(crate) fn explain<G: GameEngine>(
    table: &TypedTable<G>,
    spec: &BotSpec,
    settings: &ExplainSettings,
    stop: &Stop,
) -> Result<Explanation, Message> {
    table.check_running()?;
    // One thread: what several do at once has no order to be shown in.
    let spec = BotSpec { threads: Some(1), multipv: None, ..spec.clone() };
    let build = || levels::configure(table.record.game(), &spec).map(potez_engine::BotBuilder::build);
    let mut bot = build()?;
    let refused = |error: ExplainError| Message::new(Kind::BadRequest, &error);
    let techniques = match &settings.without {
        Some(words) => chosen(words, &spec, &bot.techniques()).map_err(refused)?,
        None => bot.techniques(),
    };
    let mut recorder = Recorder::new(table);
    let nodes = settings.limits.nodes.unwrap_or_else(|| usual_nodes(&bot.techniques()));
    let limits = own_limits(spec.limits, Limits { nodes: Some(nodes), ..settings.limits });
    let Some((first, stages)) = recorder.run(bot.as_mut(), limits, settings.steps, stop) else {
        return Err(refused(ExplainError::NoSearch { bot: spec.name.clone(), bots: searching(table) }));
    };
    drop(bot);
    let mut runs = vec![first];
    runs.extend(stages);
    for technique in techniques {
        if stop.is_raised() {
            break;
        }
        let mut bot = build()?;
        bot.switch_off(technique);
        let limits = compared_limits(&runs[0], settings);
        let compared = recorder.run(bot.as_mut(), limits, settings.compared_steps, stop);
        let Some((mut run, _)) = compared else { continue };
        run.without = Some(technique.word());
        run.given_up = is_given_up(&run, &runs[0], limits);
        runs.push(run);
    }
    Ok(Explanation {
        game: table.game(),
        position: table.start(),
        moves: table.moves(),
        bot: described(&spec),
        turn: table.turn(),
        view: table.view(),
        positions: recorder.positions.into_list(),
        runs,
    })
}

/// The bots of a game that search: all but those that only sample a move.
fn searching<G: GameEngine>(table: &TypedTable<G>) -> String {
    let mut names = Vec::new();
    for description in table.bots() {
        let spec = BotSpec::new(description.name);
        let Ok(bot) = levels::configure(table.record.game(), &spec) else { continue };
        let mut trace = SearchTrace::new(0);
        bot.build().think_observed(&table.record, Limits::nodes(1), &Stop::new(), Observer::Trace(&mut trace));
        if trace.recording.is_some() {
            names.push(description.name);
        }
    }
    names.join(", ")
}

/// A bot's own nodes and depth replace what it is given.
fn own_limits(own: Limits, given: Limits) -> Limits {
    // A time would make another trace of every run: only nodes and depth are taken over.
    let nodes = own.nodes.or(given.nodes).unwrap_or(u64::MAX).min(ExplainSettings::MOST_NODES);
    Limits { nodes: Some(nodes), depth: own.depth.or(given.depth), ..given }
}

/// As far as the first search came, within its patience.
fn compared_limits(first: &Run, settings: &ExplainSettings) -> Limits {
    let patience = first.nodes.saturating_mul(settings.patience).min(ExplainSettings::MOST_NODES);
    match &first.steps {
        RunSteps::AlphaBeta(_) | RunSteps::Minimax(_) if first.depth > 0 => {
            Limits { depth: Some(first.depth), nodes: Some(patience), ..Limits::default() }
        }
        RunSteps::Proof(_) if is_decided(first) => Limits::nodes(patience),
        // A tree, or a proof that is not finished: the same work is compared.
        _ => Limits::nodes(first.nodes.max(1)),
    }
}

/// Whether a search has not come as far as the one that it is compared with.
fn is_given_up(run: &Run, first: &Run, limits: Limits) -> bool {
    let is_behind = match limits.depth {
        Some(depth) => run.depth < depth,
        None => matches!(run.steps, RunSteps::Proof(_)) && is_decided(first),
    };
    is_behind && !is_decided(run)
}

fn is_decided(run: &Run) -> bool {
    run.found.as_ref().is_some_and(|found| found.proven.is_some())
}

/// The spec as a user would write it.
fn described(spec: &BotSpec) -> String {
    let pairs: Vec<String> = spec.extra.iter().map(|(key, value)| format!("{key}={value}")).collect();
    if pairs.is_empty() { spec.name.clone() } else { format!("{}:{}", spec.name, pairs.join(",")) }
}

/// What several recorded searches of one position share.
struct Recorder<'a, G: GameEngine> {
    table: &'a TypedTable<G>,
    positions: Positions<'a, G>,
}

impl<'a, G: GameEngine> Recorder<'a, G> {
    fn new(table: &'a TypedTable<G>) -> Self {
        let record = &table.record;
        let last = record.moves().last();
        let positions = Positions::new(record.game(), record.position(), last, table.view());
        Self { table, positions }
    }

    /// Runs a search and records it, and what the bot has others do beside it; `None` if the bot has none.
    fn run(&mut self, bot: &mut dyn Bot<G>, limits: Limits, steps: usize, stop: &Stop) -> Option<(Run, Vec<Run>)> {
        let mut trace = SearchTrace::new(steps);
        let report = bot.think_observed(&self.table.record, limits, stop, Observer::Trace(&mut trace));
        let run = self.recorded(&report, limits, trace.recording?);
        let stages = trace.stages.into_iter().map(|stage| {
            let run = self.recorded(&stage.report, limits, stage.recording);
            Run { stage: Some(stage.name), ..run }
        });
        Some((run, stages.collect()))
    }

    fn recorded(&mut self, report: &Report<Mv<G>>, limits: Limits, recording: Recording<Mv<G>>) -> Run {
        let mut run = Run {
            without: None,
            stage: None,
            depth_limit: limits.depth,
            node_limit: limits.nodes,
            given_up: false,
            nodes: report.nodes,
            depth: report.depth,
            found: found(report),
            truncated: false,
            made: 0,
            kept: 0,
            counters: Vec::new(),
            plies: Vec::new(),
            steps: RunSteps::Proof(ProofColumns::default()),
        };
        match recording {
            Recording::AlphaBeta(trace) => self.alpha_beta(&mut run, &trace),
            Recording::Tree(trace) => self.tree(&mut run, &trace),
            Recording::Proof(trace) => self.proof(&mut run, &trace),
        }
        run
    }

    fn alpha_beta(&mut self, run: &mut Run, trace: &AlphaBetaTrace<Mv<G>>) {
        let counters = &trace.counters;
        (run.truncated, run.made, run.kept) = (trace.is_truncated(), counters.visits, trace.visits.len());
        run.counters = vec![
            ("nodes", counters.nodes),
            ("visits", counters.visits),
            ("cutoffs", counters.cutoffs),
            ("first-move-cutoffs", counters.first_move_cutoffs),
            ("table-probes", counters.table_probes),
            ("table-hits", counters.table_hits),
            ("table-cutoffs", counters.table_cutoffs),
            ("evaluations", counters.evaluations),
            ("reductions", counters.reductions),
            ("re-searches", counters.re_searches),
            ("extensions", counters.extensions),
            ("pruned", counters.pruned),
        ];
        let plies = |count: fn(&potez_search::trace::PlyCounters) -> u64| counters.plies.iter().map(count).collect();
        run.plies = vec![
            ("nodes", plies(|ply| ply.nodes)),
            ("cutoffs", plies(|ply| ply.cutoffs)),
            ("table-cutoffs", plies(|ply| ply.table_cutoffs)),
            ("evaluations", plies(|ply| ply.evaluations)),
        ];
        let mut columns = AlphaBetaColumns { iterations: trace.iterations.clone(), ..AlphaBetaColumns::default() };
        if !trace.for_root {
            columns.infinite = f64::from(Score::INFINITE.raw());
            columns.won = f64::from(Score::win_in(0).raw());
            columns.largest = f64::from(Score::MAX_ESTIMATE.raw());
        }
        for (at, visit) in trace.visits.iter().enumerate() {
            let above = visit.parent.map_or(0, |parent| columns.position[parent as usize]);
            let position = visit.mv.map_or(0, |mv| self.positions.after(above, mv));
            columns.parent.push(visit.parent.map_or(-1, |parent| parent as i32));
            columns.position.push(position);
            columns.pass.push(pass_word(visit.pass, visit.is_new || visit.mv.is_none()));
            columns.index.push(visit.index);
            columns.source.push(source_word(visit.source));
            columns.remaining.push(visit.depth);
            let bounded = |edge: f64| Some(edge).filter(|edge| edge.is_finite() && !is_open(*edge, columns.infinite));
            let (alpha, beta) = (bounded(visit.window.0), bounded(visit.window.1));
            columns.alpha.push(alpha);
            columns.beta.push(beta);
            columns.value.push(visit.value);
            columns.end.push(visit.end.word());
            if let Pass::Reduced(plies) = visit.pass {
                columns.reduced.push((at, plies));
            }
            if visit.extension > 0 {
                columns.extended.push((at, visit.extension));
            }
            if visit.is_reduced_inside {
                columns.blind.push(at);
            }
            if let Some(hit) = visit.table {
                columns.table.push((at, hit.value, bound_word(hit.bound), hit.depth));
            }
            if let MoveSource::Order(history) = visit.source
                && history != 0
            {
                columns.history.push((at, history));
            }
            if visit.end == VisitEnd::Evaluated && !visit.terms.is_empty() {
                columns.term_names = visit.terms.iter().map(|(name, _)| *name).collect();
                columns.terms.push((at, visit.terms.iter().map(|(_, value)| *value).collect()));
            }
        }
        if let Some(&(depth, _)) = trace.iterations.last() {
            // A solver beside the search may have seen further than the search itself.
            run.depth = depth;
        }
        if let Some((_, nodes)) = trace.iterations.iter().find(|(depth, _)| *depth == run.depth) {
            run.nodes = (*nodes).min(run.nodes);
        }
        run.steps = if trace.for_root { RunSteps::Minimax(columns) } else { RunSteps::AlphaBeta(columns) };
    }

    fn tree(&mut self, run: &mut Run, trace: &TreeTrace<Mv<G>>) {
        (run.truncated, run.made, run.kept) = (trace.is_truncated(), trace.made, trace.simulations.len());
        run.counters = vec![
            ("simulations", trace.made),
            ("expansions", trace.expansions),
            ("evaluations", trace.evaluations),
            ("tree-nodes", trace.nodes.len() as u64),
        ];
        let mut columns = TreeColumns { visits_per_simulation: trace.visits_per_simulation, ..TreeColumns::default() };
        let mut plies: Vec<u32> = Vec::new();
        for node in &trace.nodes {
            let above = node.parent.map_or(0, |parent| columns.position[parent as usize]);
            columns.parent.push(node.parent.unwrap_or_default());
            columns.position.push(node.mv.map_or(0, |mv| self.positions.after(above, mv)));
            plies.push(node.parent.map_or(0, |parent| plies[parent as usize] + 1));
        }
        let mut visits = Vec::new();
        for simulation in &trace.simulations {
            for node in std::iter::once(0).chain(simulation.steps.iter().map(|step| step.node)) {
                let ply = plies[node as usize] as usize;
                visits.resize(visits.len().max(ply + 1), 0);
                visits[ply] += u64::from(trace.visits_per_simulation);
            }
            let terms = simulation.steps.iter().map(|step| {
                let terms = step.terms;
                let (amaf_visits, amaf_mean) = terms.amaf.unzip();
                let finite = |number: f64| Some(rounded(number)).filter(|number| number.is_finite());
                [
                    Some(f64::from(terms.visits)),
                    terms.mean.map(rounded),
                    amaf_visits.map(f64::from),
                    amaf_mean.filter(|_| amaf_visits != Some(0)).map(rounded),
                    finite(terms.beta),
                    finite(terms.exploration),
                    finite(terms.prior.0),
                    finite(terms.prior.1),
                    finite(terms.total),
                ]
            });
            let rivals = |step: &potez_search::trace::SelectionStep<Mv<G>>| {
                step.rivals.iter().map(|(mv, total)| (mv.to_string(), rounded(*total))).collect()
            };
            columns.simulations.push(SimulationView {
                path: simulation.steps.iter().map(|step| step.node).collect(),
                terms: terms.collect(),
                rivals: simulation.steps.iter().map(rivals).collect(),
                end: simulation.end.word(),
                value: rounded(simulation.value),
                children: simulation.children,
                proofs: simulation.proofs.iter().map(|(node, outcome)| (*node, outcome_word(*outcome))).collect(),
            });
        }
        run.plies = vec![("visits", visits)];
        columns.root = trace
            .root
            .iter()
            .map(|child| RootMoveView {
                mv: child.mv.to_string(),
                visits: child.visits,
                mean: child.mean.map(rounded),
                amaf: child.amaf.map(|(visits, mean)| (visits, rounded(mean))),
                prior: child.prior.map(rounded),
                proof: child.proof.map(outcome_word),
            })
            .collect();
        columns.root.sort_by_key(|child| std::cmp::Reverse(child.visits));
        run.steps = RunSteps::Tree(columns);
    }

    fn proof(&mut self, run: &mut Run, trace: &ProofTrace<Mv<G>>) {
        (run.truncated, run.made, run.kept) = (trace.is_truncated(), trace.made, trace.visits.len());
        run.counters = vec![
            ("nodes", trace.made),
            ("proven", trace.solved[0]),
            ("disproven", trace.solved[1]),
            ("table-hits", trace.table_hits),
        ];
        run.plies = vec![("nodes", trace.plies.clone())];
        let mut columns = ProofColumns::default();
        for visit in &trace.visits {
            let above = visit.parent.map_or(0, |parent| columns.position[parent as usize]);
            columns.parent.push(visit.parent.map_or(-1, |parent| parent as i32));
            columns.position.push(visit.mv.map_or(0, |mv| self.positions.after(above, mv)));
            columns.player.push(visit.player);
            columns.or.push(visit.is_or);
            columns.proof_threshold.push(visit.thresholds[0]);
            columns.disproof_threshold.push(visit.thresholds[1]);
            columns.before.push(visit.before);
            columns.after.push(visit.after);
            columns.children.push(visit.children);
            columns.solved.push(visit.solved);
            columns.work.push(visit.work);
        }
        run.steps = RunSteps::Proof(columns);
    }
}

fn found<M: ToString + Clone>(report: &Report<M>) -> Option<Found> {
    let line = report.lines.first()?;
    Some(Found {
        pv: line.pv.iter().map(ToString::to_string).collect(),
        value: f64::from(line.score.raw()),
        win_chance: rounded(line.win_chance),
        proven: line.proof.map(Proof::word),
    })
}

/// As many digits as anybody reads.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// Whether the edge of a window is no bound at all.
fn is_open(edge: f64, infinite: f64) -> bool {
    infinite > 0.0 && edge.abs() >= infinite
}

fn pass_word(pass: Pass, is_new: bool) -> &'static str {
    match (pass, is_new) {
        (Pass::Root, _) => "root",
        (Pass::Full, true) => "full",
        (Pass::Scout, true) => "scout",
        (Pass::Scout, false) => "scout+",
        (Pass::Reduced(_), _) => "reduced",
        (Pass::Full | Pass::ReSearch, _) => "research+",
        (Pass::Quiescence, _) => "quiescence",
    }
}

fn source_word(source: MoveSource) -> &'static str {
    match source {
        MoveSource::Root => "root",
        MoveSource::Table => "table",
        MoveSource::Killer => "killer",
        MoveSource::CounterMove => "counter",
        MoveSource::Order(_) => "order",
    }
}

fn bound_word(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}
