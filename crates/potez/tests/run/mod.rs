//! Running the real binary.

#![allow(dead_code, unreachable_pub, reason = "every test file takes what it needs from here")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What a run of `potez` left behind.
pub struct Run {
    pub out: String,
    pub err: String,
    pub code: i32,
}

/// Runs `potez` with these arguments and this standard input.
pub fn potez(args: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_potez"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("its input is piped");
    let input = input.to_string();
    // Written from another thread: neither side may wait for the other's full pipe.
    let writer = std::thread::spawn(move || {
        // A program that stops before it has read everything is no failure of the test's.
        let _ = stdin.write_all(input.as_bytes());
    });
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the input is written");
    Run {
        out: String::from_utf8(stdout).expect("its output is text"),
        err: String::from_utf8(stderr).expect("its errors are text"),
        code: status.code().expect("it was not killed"),
    }
}

/// The output of a run that must succeed.
pub fn succeed(args: &[&str], input: &str) -> String {
    let run = potez(args, input);
    assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    run.out
}

/// The error line of a run that must fail with this exit code: one line, no panic.
pub fn fail(args: &[&str], input: &str, code: i32) -> String {
    let run = potez(args, input);
    assert_eq!(run.code, code, "{args:?}: {}{}", run.out, run.err);
    assert!(!run.err.contains("panicked"), "{args:?}: {}", run.err);
    run.err
}
