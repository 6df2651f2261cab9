//! Programs of others under limits: what they may use of the machine, and what is closed to them.
//!
//! A program is started in namespaces of its own where the system has them (`unshare`): no network, no sight of other
//! processes, every file read-only but a small folder in memory, and an end for all that it has started when it ends.
//! Inside, before it becomes the program, a process of ours sets limits of memory, processes, processor time and files.
//! Where there are no such namespaces the limits alone hold, and [`Enforcement`] says what does not.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// What a program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Confinement {
    /// Bytes of memory of each of its processes.
    pub memory: u64,
    /// Processes and threads.
    pub processes: u64,
    /// Processor time of each process, from its start to its end.
    pub cpu: Duration,
}

impl Default for Confinement {
    fn default() -> Self {
        Self { memory: 1 << 30, processes: 64, cpu: Duration::from_secs(3600) }
    }
}

/// What is enforced on this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Enforcement {
    /// Whether programs have namespaces of their own.
    pub has_namespaces: bool,
}

/// The namespaces that a program has of its own, by the words of `unshare`: mounts, network and processes; whatever is
/// inside ends with the one who waits outside.
const NAMESPACES: [&str; 6] = ["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"];
/// Whoever is not root needs a namespace of users, too, to open the others.
const USERS: [&str; 2] = ["--user", "--map-root-user"];
/// The first user as whom a program runs where root starts it, and how many there are: each has its own count of
/// processes. systemd gives out the same ones.
const FIRST_USER: u32 = 61_184;
const USER_COUNT: u32 = 4_000;
/// Where the process inside finds itself: without namespaces, in its own, or in its own as root.
const HERE: &str = "here";
const APART: &str = "apart";
const AS_OTHER: &str = "as-other";
/// The folder in memory that a program may write to.
const SCRATCH: &str = "/dev/shm";
/// Bytes of that folder, and of any file.
const SCRATCH_BYTES: u64 = 64 << 20;

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

fn namespaces() -> impl Iterator<Item = &'static str> {
    let users: &[&str] = if is_root() { &[] } else { &USERS };
    users.iter().chain(&NAMESPACES).copied()
}

impl Enforcement {
    /// Finds out what this machine can do; it is tried once.
    pub fn here() -> Self {
        static HERE: OnceLock<bool> = OnceLock::new();
        let has_namespaces = *HERE.get_or_init(|| {
            let mut unshare = Command::new("unshare");
            unshare.args(namespaces()).args(["--", "true"]);
            unshare.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            unshare.status().is_ok_and(|status| status.success())
        });
        Self { has_namespaces }
    }
}

/// What is not enforced, in a sentence.
impl fmt::Display for Enforcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let memory = "memory and processor time are limited for each process and not for all of a bot together";
        if self.has_namespaces {
            write!(f, "bots have no network, write no files and leave nothing behind; {memory}")
        } else if cfg!(unix) {
            write!(
                f,
                "this system has no namespaces for bots (`unshare` is missing or not permitted): \
                 the network, other files \
                 and processes that leave their group are NOT closed to them; {memory}"
            )
        } else {
            f.write_str("this system can limit nothing: bots may use whatever they like")
        }
    }
}

impl Confinement {
    /// The words by which a process of ours is told the limits.
    fn words(self) -> String {
        format!("{},{},{}", self.memory, self.processes, self.cpu.as_secs().max(1))
    }

    fn read(words: &str) -> Option<Self> {
        let mut numbers = words.split(',').map(|word| word.parse::<u64>().ok());
        let (memory, processes, seconds) = (numbers.next()??, numbers.next()??, numbers.next()??);
        Some(Self { memory, processes, cpu: Duration::from_secs(seconds) })
    }

    /// The command that runs a program under these limits: `helper` is a program of ours that calls [`enter`] when its
    /// first argument is `word`.
    pub(crate) fn command(self, helper: &Path, word: &str, program: &str, args: &[String]) -> Vec<OsString> {
        let mut command: Vec<OsString> = Vec::new();
        let is_apart = Enforcement::here().has_namespaces;
        if is_apart {
            command.push("unshare".into());
            command.extend(namespaces().map(OsString::from));
            command.push("--".into());
        }
        command.push(helper.into());
        let place = match (is_apart, is_root()) {
            (false, _) => HERE,
            (true, true) => AS_OTHER,
            (true, false) => APART,
        };
        command.extend([word, &self.words(), place, program].map(OsString::from));
        command.extend(args.iter().map(OsString::from));
        command
    }
}

/// The whole life of the process inside: closes what is to be closed, sets the limits, and becomes the program.
/// Returns what went wrong.
#[cfg(unix)]
pub fn enter(words: &[OsString]) -> io::Result<()> {
    use std::os::unix::process::CommandExt;
    let [limits, place, program, args @ ..] = words else { return Err(io::ErrorKind::InvalidInput.into()) };
    let limits = limits.to_str().and_then(Confinement::read).ok_or(io::ErrorKind::InvalidInput)?;
    if place != HERE {
        close_files()?;
    }
    set_limits(limits)?;
    // Whoever has opened a namespace could open what is closed in it: the program has one more around it, or is
    // another user.
    let mut command = Command::new(if place == APART { "unshare".as_ref() } else { program.as_os_str() });
    if place == APART {
        command.args(["--user", "--"]).arg(program);
    }
    command.args(args).env("TMPDIR", SCRATCH);
    if place != HERE {
        command.env("HOME", SCRATCH);
    }
    if place == AS_OTHER {
        let user = FIRST_USER + outer_id() % USER_COUNT;
        command.uid(user).gid(user);
    }
    Err(command.exec())
}

/// Programs run without limits here.
#[cfg(not(unix))]
pub fn enter(_: &[OsString]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// A number of this process that others outside have not: inside its namespace every first process is number 1.
#[cfg(unix)]
fn outer_id() -> u32 {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self/ns/pid").map_or(0, |data| data.ino() as u32)
}

/// Makes every place read-only but a folder in memory.
#[cfg(unix)]
fn close_files() -> io::Result<()> {
    let mounts = std::fs::read_to_string("/proc/self/mountinfo")?;
    let run = |args: &[&str]| {
        let done = Command::new("mount").args(args).stdin(Stdio::null()).stdout(Stdio::null()).output()?;
        let said = String::from_utf8_lossy(&done.stderr).trim().to_string();
        if done.status.success() { Ok(()) } else { Err(io::Error::other(said)) }
    };
    for line in mounts.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let (Some(place), Some(options)) = (fields.get(4), fields.get(5)) else { continue };
        let is_own = *place == "/proc" || place.starts_with("/proc/") || place.starts_with("/dev");
        if is_own || options.split(',').any(|option| option == "ro") {
            continue;
        }
        let place = place.replace("\\040", " ");
        // What was closed before, such as programs of others, must stay closed.
        let options: Vec<&str> = options.split(',').filter(|option| *option != "rw").collect();
        let options = format!("remount,bind,ro,{}", options.join(","));
        run(&["-o", options.trim_end_matches(','), &place])
            .map_err(|error| io::Error::other(format!("cannot make `{place}` read-only: {error}")))?;
    }
    run(&["-t", "tmpfs", "-o", &format!("size={SCRATCH_BYTES},nosuid,nodev"), "tmpfs", SCRATCH])
}

#[cfg(unix)]
fn set_limits(limits: Confinement) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let most = |bytes: u64| Rlimit { current: Some(bytes), maximum: Some(bytes) };
    setrlimit(Resource::Core, most(0))?;
    setrlimit(Resource::Fsize, most(SCRATCH_BYTES))?;
    setrlimit(Resource::Nofile, most(256))?;
    // Not the address space: runtimes such as Java's reserve far more of it than they use.
    setrlimit(Resource::Data, most(limits.memory))?;
    setrlimit(Resource::Stack, most(limits.memory.min(64 << 20)))?;
    setrlimit(Resource::Cpu, most(limits.cpu.as_secs().max(1)))?;
    setrlimit(Resource::Nproc, most(limits.processes))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_they_are_told() {
        let limits = Confinement { memory: 5 << 20, processes: 3, cpu: Duration::from_secs(7) };
        assert_eq!(Confinement::read(&limits.words()), Some(limits));
        assert_eq!(Confinement::read("1,2"), None);
        assert_eq!(Confinement::read("1,x,3"), None);
    }

    #[test]
    fn what_is_not_enforced_is_said_plainly() {
        assert!(Enforcement { has_namespaces: true }.to_string().contains("no network"));
        assert!(Enforcement { has_namespaces: false }.to_string().contains("NOT closed"));
    }
}
