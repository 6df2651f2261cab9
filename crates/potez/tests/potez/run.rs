//! Running the real binary.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What a run of `potez` left behind.
pub(crate) struct ProgramRun {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

/// Runs `potez` with these arguments and this standard input.
pub(crate) fn potez(args: &[&str], input: &str) -> ProgramRun {
    let program = crate::program();
    let mut child = Command::new(&program[0])
        .args(&program[1..])
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
    ProgramRun {
        out: String::from_utf8(stdout).expect("its output is text"),
        err: String::from_utf8(stderr).expect("its errors are text"),
        code: status.code().expect("it was not killed"),
    }
}

/// The output of a run that must succeed.
pub(crate) fn succeed(args: &[&str], input: &str) -> String {
    let run = potez(args, input);
    assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    run.out
}

/// The error line of a run that must fail with this exit code: one line, no panic.
pub(crate) fn fail(args: &[&str], input: &str, code: i32) -> String {
    let run = potez(args, input);
    assert_eq!(run.code, code, "{args:?}: {}{}", run.out, run.err);
    assert!(!run.err.contains("panicked"), "{args:?}: {}", run.err);
    run.err
}
