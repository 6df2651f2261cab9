//! How long moves took to be acknowledged, minute by minute, and what the machine took at that time.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use super::machine::Probe;

/// What 99 of 100 acknowledgements may take where the machine is quiet.
const GOAL: Duration = Duration::from_millis(50);
/// A machine is quiet while none of its own writes, and no timer, takes longer than this.
const QUIET: Duration = Duration::from_millis(20);
/// The time that is quiet or not as a whole.
const STRETCH: Duration = Duration::from_secs(5);

/// One move that was acknowledged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Acknowledged {
    /// Since the beginning.
    pub(crate) at: Duration,
    pub(crate) took: Duration,
}

/// Times in order.
struct Times(Vec<Duration>);

impl Times {
    fn new(times: impl IntoIterator<Item = Duration>) -> Self {
        let mut times: Vec<_> = times.into_iter().collect();
        times.sort_unstable();
        Self(times)
    }

    fn at(&self, share: f64) -> Duration {
        let index = (self.0.len().saturating_sub(1) as f64 * share) as usize;
        self.0.get(index).copied().unwrap_or_default()
    }

    /// In milliseconds.
    fn ms(&self, share: f64) -> f64 {
        self.at(share).as_secs_f64() * 1e3
    }

    fn summary(&self) -> String {
        let [p50, p90, p99, max] = [0.5, 0.9, 0.99, 1.0].map(|share| self.ms(share));
        format!("p50 {p50:.1} ms, p90 {p90:.1} ms, p99 {p99:.1} ms, max {max:.1} ms")
    }
}

/// Everything that happened in one span of time, by the number of the span.
fn by_span<T: Copy>(all: &[T], span: Duration, at: impl Fn(&T) -> Duration) -> BTreeMap<u64, Vec<T>> {
    let mut spans: BTreeMap<u64, Vec<T>> = BTreeMap::new();
    for one in all {
        spans.entry(at(one).as_secs() / span.as_secs()).or_default().push(*one);
    }
    spans
}

/// What to print, and whether it was too slow where the machine was quiet.
pub(crate) fn report(moves: &[Acknowledged], probes: &[Probe]) -> (String, bool) {
    let took = |moves: &[Acknowledged]| Times::new(moves.iter().map(|mv| mv.took));
    let mut text =
        String::from("minute  moves    p50    p99     max | the machine: sync p50    p99  timer p99  (ms)\n");
    let minute = Duration::from_mins(1);
    let probed = by_span(probes, minute, |probe| probe.at);
    for (minute, moves) in by_span(moves, minute, |mv| mv.at) {
        let (took, probes) = (took(&moves), probed.get(&minute).map_or(&[][..], Vec::as_slice));
        let [sync, late] =
            [|probe: &Probe| probe.sync, |probe: &Probe| probe.late].map(|of| Times::new(probes.iter().map(of)));
        let _ = writeln!(
            text,
            "{minute:6} {:6} {:6.1} {:6.1} {:7.1} | {:21.1} {:6.1} {:10.1}",
            moves.len(),
            took.ms(0.5),
            took.ms(0.99),
            took.ms(1.0),
            sync.ms(0.5),
            sync.ms(0.99),
            late.ms(0.99)
        );
    }
    let all = took(moves);
    let _ = writeln!(text, "{} moves acknowledged without a fault: {}", moves.len(), all.summary());
    let probed = by_span(probes, STRETCH, |probe| probe.at);
    let is_quiet = |mv: &&Acknowledged| {
        let probes = probed.get(&(mv.at.as_secs() / STRETCH.as_secs()));
        probes.is_some_and(|probes| probes.iter().all(|probe| probe.sync.max(probe.late) <= QUIET))
    };
    let quiet: Vec<_> = moves.iter().filter(is_quiet).copied().collect();
    let quiet = took(&quiet);
    let _ = write!(
        text,
        "{} of them while none of the machine's own writes and timers took more than {} ms: {}",
        quiet.0.len(),
        QUIET.as_millis(),
        quiet.summary()
    );
    if quiet.0.len() < moves.len() / 10 {
        text.push_str("\nthe machine was too busy to say how quick the server is");
        return (text, false);
    }
    (text, quiet.at(0.99) > GOAL)
}
