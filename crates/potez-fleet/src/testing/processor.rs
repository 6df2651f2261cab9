//! Processor time of processes, which other work on the machine changes little.

use std::fs;
use std::time::Duration;

/// Ticks of the processor time in `/proc`, per second.
const TICKS: f64 = 100.0;

struct ProcessTimes {
    parent: u32,
    own: f64,
    /// That of children that have ended.
    ended: f64,
}

fn times(process: u32) -> Option<ProcessTimes> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in brackets, may have spaces in it.
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    let seconds = |first: usize| Some((ticks(first)? + ticks(first + 1)?) / TICKS);
    Some(ProcessTimes { parent: fields.get(1)?.parse().ok()?, own: seconds(11)?, ended: seconds(13)? })
}

/// What a process has used with all its threads; nothing of a process that is gone, or without `/proc`.
pub fn processor_time(process: u32) -> Duration {
    times(process).map_or(Duration::ZERO, |times| Duration::from_secs_f64(times.own))
}

/// The same with its children, those that have ended included.
pub fn processor_time_with_children(process: u32) -> Duration {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let children: f64 = numbers.filter_map(times).filter(|times| times.parent == process).map(|times| times.own).sum();
    let ended = times(process).map_or(0.0, |times| times.own + times.ended);
    Duration::from_secs_f64(children + ended)
}
