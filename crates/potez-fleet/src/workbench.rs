//! Where jobs are done, one at a time: the same code in this process and in a worker.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use potez_arena::runner::check_programs;
use potez_arena::{Event, Kind, PairPlayer, Program, Terms};
use potez_table::{Message, Stop};

use crate::think::KnownBot;
use crate::{Job, LeafProvers, LeafTask, PairTask, SelfPlayTerms, UnitResult, digest};

/// Which programs may be started for a job.
#[derive(Clone, PartialEq, Debug)]
pub enum AllowedEngines {
    /// Any: whoever gives out the jobs could start them as well.
    All,
    /// These and no others, each with exactly this command and folder.
    These(Vec<Program>),
}

/// Why a job was not done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JobFailure {
    /// The flag was raised; somebody else may do it.
    #[error("called off")]
    CalledOff,
    /// It may not be done here; somewhere else it may.
    #[error("refused: {0}")]
    Refused(String),
    /// It cannot be done.
    #[error("{0}")]
    Failed(String),
}

/// What happens while a job is done.
#[derive(Clone, PartialEq, Debug)]
pub enum WorkEvent {
    /// A unit is done.
    Done(UnitResult),
    /// What is known of a unit that is under way.
    SoFar(UnitResult),
}

/// Where a job's files come from: the bytes of a digest, or why they cannot be had.
pub type JobFiles<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// A place for one job at a time, with what is worth keeping for the next one.
pub struct Workbench {
    engines: AllowedEngines,
    event: Option<(Terms, Event)>,
    player: PairPlayer,
    thinker: Option<KnownBot>,
    provers: Arc<LeafProvers>,
    /// The file that was needed last, by its digest.
    file: Option<(String, Vec<u8>)>,
}

impl Workbench {
    /// A place where these programs may be started and leaves are proven by these solvers.
    pub fn new(engines: AllowedEngines, provers: Arc<LeafProvers>) -> Self {
        Self { engines, event: None, player: PairPlayer::default(), thinker: None, provers, file: None }
    }

    /// Does a job until the flag is raised, and hands out what becomes of each unit as soon as it is known.
    pub fn work(
        &mut self,
        job: &Job,
        files: JobFiles<'_>,
        stop: &Stop,
        each: &mut dyn FnMut(WorkEvent),
    ) -> Result<(), JobFailure> {
        let failed = |message: Message| JobFailure::Failed(message.english);
        let done = catch_unwind(AssertUnwindSafe(|| match job {
            Job::Pairs { terms, pairs } => self.play(terms, pairs, stop, each),
            Job::Leaves { game, leaves } => self.prove(game, leaves, stop, each),
            Job::SelfPlay { terms, games } => self.self_play(terms, games, files, stop, each),
            Job::Think(task) => {
                let mut so_far = |thought| each(WorkEvent::SoFar(UnitResult::Think(thought)));
                let thought = task.think(&mut self.thinker, stop, &mut so_far).map_err(failed)?;
                each(WorkEvent::Done(UnitResult::Think(thought.ok_or(JobFailure::CalledOff)?)));
                Ok(())
            }
        }));
        done.unwrap_or_else(|_| {
            // Whatever the players were at is not to be trusted any more.
            (self.event, self.thinker) = (None, None);
            self.player = PairPlayer::default();
            Err(JobFailure::Failed("the program panicked".into()))
        })
    }

    fn play(
        &mut self,
        terms: &Terms,
        pairs: &[PairTask],
        stop: &Stop,
        each: &mut dyn FnMut(WorkEvent),
    ) -> Result<(), JobFailure> {
        self.set_up(terms, stop)?;
        let Some((_, event)) = &self.event else { return Err(JobFailure::CalledOff) };
        let total = event.pairs();
        for task in pairs {
            if task.pair >= total {
                return Err(JobFailure::Failed(format!("there is no pair {}", task.pair + 1)));
            }
            let played = self.player.play(event, task.pair, &task.opening, stop);
            match played {
                Some(pair) => each(WorkEvent::Done(UnitResult::Pair(pair))),
                None if stop.is_raised() => return Err(JobFailure::CalledOff),
                None => return Err(JobFailure::Failed(format!("the opening of pair {} is wrong", task.pair + 1))),
            }
        }
        Ok(())
    }

    fn self_play(
        &mut self,
        terms: &SelfPlayTerms,
        games: &[u64],
        files: JobFiles<'_>,
        stop: &Stop,
        each: &mut dyn FnMut(WorkEvent),
    ) -> Result<(), JobFailure> {
        let net = terms.net.as_deref().map(|name| self.file(name, files)).transpose()?;
        for &unit in games {
            let played = terms.play(unit, net, stop).map_err(|message| JobFailure::Failed(message.english))?;
            each(WorkEvent::Done(UnitResult::SelfPlay(played.ok_or(JobFailure::CalledOff)?)));
        }
        Ok(())
    }

    fn prove(
        &mut self,
        game: &str,
        leaves: &[LeafTask],
        stop: &Stop,
        each: &mut dyn FnMut(WorkEvent),
    ) -> Result<(), JobFailure> {
        let failed = |message: Message| JobFailure::Failed(message.english);
        let prover = self.provers.of(game).map_err(failed)?;
        for leaf in leaves {
            let report = leaf.work(prover.as_ref(), stop).map_err(JobFailure::Failed)?;
            each(WorkEvent::Done(UnitResult::Leaf(report.ok_or(JobFailure::CalledOff)?)));
        }
        Ok(())
    }

    /// The bytes of a file, fetched if they are not here; those of another digest are refused.
    fn file(&mut self, name: &str, files: JobFiles<'_>) -> Result<&[u8], JobFailure> {
        if self.file.as_ref().is_none_or(|(known, _)| known != name) {
            let bytes = files(name).map_err(|why| JobFailure::Refused(format!("the file {name} is missing: {why}")))?;
            if digest(&bytes) != name {
                return Err(JobFailure::Refused(format!("what came as the file {name} is another one")));
            }
            self.file = Some((name.into(), bytes));
        }
        Ok(self.file.as_ref().map_or(&[], |(_, bytes)| bytes.as_slice()))
    }

    /// Makes the event of these terms the one that is played. Programs of another machine's choice are
    /// started once first: one that is not here must not lose games.
    fn set_up(&mut self, terms: &Terms, stop: &Stop) -> Result<(), JobFailure> {
        if self.event.as_ref().is_some_and(|(of, _)| of == terms) {
            return Ok(());
        }
        self.event = None;
        self.player = PairPlayer::default();
        let event = terms.event().map_err(|error| JobFailure::Failed(error.to_string()))?;
        if let AllowedEngines::These(allowed) = &self.engines {
            let programs = event.entrants.iter().filter_map(|entrant| match &entrant.kind {
                Kind::External(program) => Some(program),
                Kind::Builtin(_) => None,
            });
            for program in programs {
                if !allowed.iter().any(|one| (&one.command, &one.dir) == (&program.command, &program.dir)) {
                    let command = program.command.join(" ");
                    return Err(JobFailure::Refused(format!("this worker is not allowed to start `{command}`")));
                }
            }
            check_programs(&event, 1, stop).map_err(|error| JobFailure::Refused(error.to_string()))?;
        }
        self.event = Some((terms.clone(), event));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use potez_table::LeafLimits;

    use super::*;
    use crate::LeafTask;

    fn work(job: &Job, engines: AllowedEngines) -> Result<Vec<UnitResult>, JobFailure> {
        let mut results = Vec::new();
        let files = |name: &str| Err(format!("there is no {name}"));
        Workbench::new(engines, Arc::default()).work(job, &files, &Stop::new(), &mut |event| match event {
            WorkEvent::Done(result) => results.push(result),
            WorkEvent::SoFar(_) => {}
        })?;
        Ok(results)
    }

    /// In the middle of a good game: 180,000 nodes.
    const LEAF: &str = "-,-,-,-/o,-,o,ox/xoxo,-,xoxox,-/o,-,-,-/xo,-,-,-/-,o,ox,ox/x,-,x,x/-,-,-,- x 0-0";

    fn pairs(specs: [&str; 2], tasks: &[usize]) -> Job {
        let entrants = specs.map(|spec| serde_json::json!({ "name": spec, "spec": spec }));
        let second = serde_json::json!({ "secs": 1, "nanos": 0 });
        let terms = serde_json::json!({
            "game": "havannah:size=3",
            "entrants": entrants,
            "pairing": "round-robin",
            "games": 4,
            "control": { "nodes": 10, "grace": second, "timeout": second },
            "seed": 1,
        });
        let pairs = tasks.iter().map(|&pair| PairTask { pair, opening: vec!["a1".into()] }).collect();
        Job::Pairs { terms: serde_json::from_value(terms).unwrap(), pairs }
    }

    #[test]
    fn every_unit_of_a_job_has_its_result() {
        let results = work(&pairs(["random", "random"], &[1, 0]), AllowedEngines::These(Vec::new())).unwrap();
        assert_eq!(results.iter().map(UnitResult::unit).collect::<Vec<_>>(), [1, 0]);
        let limits = [0, 1_000_000].map(|nodes| LeafLimits { nodes, estimate_nodes: 10 });
        let leaves = limits.map(|limits| LeafTask::new(LEAF, limits)).to_vec();
        let job = Job::Leaves { game: "byte".into(), leaves };
        let results = work(&job, AllowedEngines::All).unwrap();
        let [UnitResult::Leaf(opened), UnitResult::Leaf(proven)] = &results[..] else { panic!() };
        assert!(opened.winner.is_none() && opened.nodes == 0 && opened.costs.len() > 5, "{opened:?}");
        assert!(proven.winner.is_some() && proven.nodes > 1000, "{proven:?}");
    }

    #[test]
    fn a_file_that_is_missing_or_another_one_is_not_played_with() {
        let games = vec!["havannah:size=3,swap=off".to_string()];
        let net = Some(digest(b"the right one"));
        let job = Job::SelfPlay { terms: SelfPlayTerms { games, nodes: 5, seed: 1, net }, games: vec![0] };
        let Err(JobFailure::Refused(why)) = work(&job, AllowedEngines::All) else { panic!() };
        assert!(why.contains("is missing: there is no"), "{why}");
        let another = |_: &str| Ok(b"another".to_vec());
        let mut bench = Workbench::new(AllowedEngines::All, Arc::default());
        let Err(JobFailure::Refused(why)) = bench.work(&job, &another, &Stop::new(), &mut |_| {}) else { panic!() };
        assert!(why.ends_with("is another one"), "{why}");
        let right = |_: &str| Ok(b"the right one".to_vec());
        let Err(JobFailure::Failed(why)) = bench.work(&job, &right, &Stop::new(), &mut |_| {}) else { panic!() };
        assert!(why.contains("not a net of havannah"), "{why}");
    }

    #[test]
    fn a_program_that_is_not_allowed_is_not_started() {
        let job = pairs(["random", "cmd:/nowhere/bot --fast"], &[0]);
        let refused = JobFailure::Refused("this worker is not allowed to start `/nowhere/bot --fast`".into());
        assert_eq!(work(&job, AllowedEngines::These(vec![Program::new(vec!["/nowhere/bot".into()])])), Err(refused));
        let allowed = vec![Program::new(vec!["/nowhere/bot".into(), "--fast".into()])];
        let Err(JobFailure::Refused(why)) = work(&job, AllowedEngines::These(allowed)) else { panic!() };
        assert!(why.contains("cannot start"), "{why}");
    }

    #[test]
    fn what_cannot_be_done_says_why() {
        let Err(JobFailure::Failed(why)) = work(&pairs(["random", "random"], &[2]), AllowedEngines::All) else {
            panic!()
        };
        assert_eq!(why, "there is no pair 3");
    }
}
