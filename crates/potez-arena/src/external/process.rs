//! A running program: its input is never waited for, its output is always drained, and it never
//! outlives us.

use std::io::{self, Write};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use potez_table::Stop;

pub(super) use super::lines::Silence;
use super::lines::{self, Inbox, Log};
use crate::guardian::{self, end_group};
use crate::{Program, starter};

pub(super) struct Process {
    child: Mutex<Child>,
    /// Lines for a thread of their own: a program that does not read must not block us.
    input: mpsc::Sender<String>,
    inbox: Inbox,
    log: Log,
    stop: Stop,
    /// Whether its group is gone: its number may then be somebody else's.
    ended: AtomicBool,
}

impl Process {
    pub(super) fn start(program: &Program, stop: &Stop) -> io::Result<Self> {
        let [name, args @ ..] = program.command.as_slice() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "no program is named"));
        };
        let mut command = starter::command(name, args, program.dir.as_deref(), program.confinement)?;
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        starter::release(&mut child);
        let (inbox, log) = (Inbox::default(), Log::default());
        let (input, to_send) = mpsc::channel::<String>();
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for line in to_send {
                    if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            let (inbox, log) = (inbox.clone(), log.clone());
            thread::spawn(move || {
                lines::read(stdout, |line| {
                    log.note('<', &line);
                    inbox.put(line);
                });
                inbox.close();
            });
        }
        if let Some(stderr) = child.stderr.take() {
            let log = log.clone();
            thread::spawn(move || lines::read(stderr, |line| log.note('!', &line)));
        }
        Ok(Self { child: Mutex::new(child), input, inbox, log, stop: stop.clone(), ended: AtomicBool::new(false) })
    }

    /// Sends a line, or throws it away if the program reads no more: its silence will tell.
    pub(super) fn send(&self, line: &str) {
        self.log.note('>', line);
        let _ = self.input.send(line.to_string());
    }

    /// The next line, waited for until the deadline.
    pub(super) fn receive(&self, deadline: Instant) -> Result<String, Silence> {
        self.inbox.next(deadline, &self.stop)
    }

    /// Forgets lines that nobody asked for.
    pub(super) fn forget_lines(&self) {
        self.inbox.clear();
    }

    /// How the program ended, in words.
    pub(super) fn fate(&self) -> String {
        match self.wait(Duration::from_secs(1)) {
            Some(status) => format!("the program ended ({status})"),
            None => "the program closed its output".into(),
        }
    }

    fn wait(&self, most: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + most;
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    /// Ends the program at once and returns the last lines.
    pub(super) fn end(self) -> Vec<String> {
        let log = self.log.clone();
        self.kill();
        // What it still had to say, such as the message of its panic, is on its way through the
        // pipe.
        thread::sleep(Duration::from_millis(20));
        log.lines()
    }

    fn kill(&self) {
        if self.ended.swap(true, Ordering::Relaxed) {
            return;
        }
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        end_group(child.id());
        let _ = child.kill();
        let _ = child.wait();
        guardian::let_go(child.id());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.wait(Duration::from_millis(300));
        // What a script has started may outlive it.
        self.kill();
    }
}
