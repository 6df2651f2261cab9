//! A process beside ours that outlives us by a moment and ends the programs we have started.
//!
//! A runner that is killed outright cannot end its engines, and an engine need not notice that
//! nobody speaks to it any more. So a second process is told of each engine through a pipe; when the
//! pipe closes, for whatever reason, it kills the process groups it knows of and ends.
//!
//! No engine runs before the guardian knows of it: what we start is a process of our own that waits
//! for a byte, is told of like an engine, and only then becomes one (`starter.rs`).

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The guardian. It guards the process, so there is one of it in a process.
static GUARDIAN: OnceLock<Guardian> = OnceLock::new();

struct Guardian {
    pipe: Mutex<ChildStdin>,
    helper: Helper,
}

/// A program that can be a guardian or a starter, whichever its first argument says.
#[derive(Clone, Debug)]
pub struct Helper {
    /// The program.
    pub program: PathBuf,
    /// The argument with which it comes to call [`guard`] with its standard input.
    pub guard: &'static str,
    /// The argument with which it comes to call [`starter::start`](crate::starter::start) with the
    /// arguments behind it.
    pub start: &'static str,
    /// The argument with which it comes to call [`confinement::enter`](crate::confinement::enter) with the arguments
    /// behind it.
    pub confine: &'static str,
}

/// Lets this program watch over every engine that is started from now on. Nothing happens where
/// there is a guardian already.
pub fn employ(helper: Helper) -> io::Result<()> {
    if GUARDIAN.get().is_some() {
        return Ok(());
    }
    let mut command = Command::new(&helper.program);
    // Its own group: what the terminal sends to ours, such as an interrupt, must not reach it.
    own_group(&mut command);
    command.arg(helper.guard);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    if let Some(pipe) = child.stdin.take() {
        let _ = GUARDIAN.set(Guardian { pipe: Mutex::new(pipe), helper });
    }
    Ok(())
}

/// The program that starts engines, where there is a guardian to tell of them.
pub(crate) fn helper() -> Option<&'static Helper> {
    GUARDIAN.get().map(|guardian| &guardian.helper)
}

/// The guardian's whole life: remembers groups until the input ends, then kills those that are left.
pub fn guard(input: impl BufRead) {
    let mut groups = BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        let Some((sign, number)) = line.split_at_checked(1) else { continue };
        let Ok(group) = number.parse::<u32>() else { continue };
        match sign {
            "+" => groups.insert(group),
            _ => groups.remove(&group),
        };
    }
    for group in groups {
        end_group(group);
    }
}

/// A program was started as the first of its group.
pub(crate) fn watch_over(group: u32) {
    tell('+', group);
}

/// A program and its group have ended.
pub(crate) fn let_go(group: u32) {
    tell('-', group);
}

fn tell(sign: char, group: u32) {
    if let Some(guardian) = GUARDIAN.get() {
        let line = format!("{sign}{group}\n");
        // A guardian that has gone is missed, but no reason to end a match.
        let _ = guardian.pipe.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
    }
}

/// A program that is a script may have started others: they die together.
#[cfg(unix)]
pub(crate) fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
pub(crate) fn own_group(_command: &mut Command) {}

/// Kills a program and whatever it has started.
#[cfg(unix)]
pub(crate) fn end_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(crate) fn end_group(_group: u32) {}
