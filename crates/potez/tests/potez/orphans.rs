//! However a match ends, its engines end with it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// An engine that hears no signal and no end of its input, with a helper of its own. Every process
/// writes its number into a file.
const ENGINE: &str = "#!/bin/sh
trap '' HUP INT TERM PIPE
echo $$ >> \"$1\"
while read -r line; do
  case \"$line\" in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    go*) sleep 1000 & echo $! >> \"$1\"; while :; do sleep 1; done ;;
  esac
done
while :; do sleep 1; done
";

fn is_alive(pid: &str) -> bool {
    // A process that has ended and that nobody has asked about is a zombie: Z.
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

fn pids(file: &Path) -> Vec<String> {
    fs::read_to_string(file).unwrap_or_default().lines().map(String::from).collect()
}

/// Whether whoever runs the tests has turned hang-ups off, as `nohup` does. Programs inherit that, and
/// a match that was started so goes on.
fn hang_ups_are_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

/// The program as a starter of `touch FILE`, with this on its standard input.
fn start_touch(file: &Path, input: &[u8]) -> std::process::ExitStatus {
    let mut child = Command::new(env!("CARGO_BIN_EXE_potez"))
        .args(["__start", "touch"])
        .arg(file)
        .stdin(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, input).expect("a byte fits into a pipe");
    drop(stdin);
    child.wait().expect("it ends")
}

#[test]
fn no_engine_is_started_by_a_match_that_was_killed_before_it_could_tell_of_it() {
    let file = std::env::temp_dir().join(format!("potez-starter-{}", std::process::id()));
    assert!(start_touch(&file, b"").success());
    assert!(!file.exists(), "nobody said that it may start");
    assert!(start_touch(&file, b"\n").success());
    assert!(file.exists());
    fs::remove_file(file).expect("a file");
}

#[test]
fn engines_end_with_the_match_however_it_ends() {
    let folder = std::env::temp_dir().join(format!("potez-orphans-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    let engine = folder.join("engine.sh");
    fs::write(&engine, ENGINE).expect("a file");
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("a file");
    let signals = ["KILL", "TERM", "INT", "HUP"];
    for signal in signals.into_iter().filter(|signal| *signal != "HUP" || !hang_ups_are_ignored()) {
        let numbers = folder.join(format!("pids-{signal}"));
        let bot = format!("cmd:\"{} {}\"", engine.display(), numbers.display());
        let mut child = Command::new(env!("CARGO_BIN_EXE_potez"))
            .args(["match", "byte", "--a", &bot, "--b", "random", "--games", "2", "--time", "1h"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        // One that was only tried out, the engine that plays, and its helper.
        while pids(&numbers).len() < 3 {
            assert!(child.try_wait().expect("a process").is_none(), "{signal}: the match has ended");
            thread::sleep(Duration::from_millis(10));
        }
        assert!(pids(&numbers)[1..].iter().all(|pid| is_alive(pid)), "{signal}");
        let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {}", child.id())]).status();
        assert!(sent.expect("a shell").success());
        let deadline = Instant::now() + Duration::from_secs(30);
        while child.try_wait().expect("a process").is_none() {
            assert!(Instant::now() < deadline, "{signal}: the match goes on");
            thread::sleep(Duration::from_millis(20));
        }
        while pids(&numbers).iter().any(|pid| is_alive(pid)) {
            assert!(Instant::now() < deadline, "{signal}: {:?} are still there", pids(&numbers));
            thread::sleep(Duration::from_millis(20));
        }
    }
    fs::remove_dir_all(&folder).expect("a folder");
}
