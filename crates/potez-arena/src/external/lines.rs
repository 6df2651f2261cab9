//! Lines from a program that may send anything: nothing it sends can fill the memory.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use potez_table::Stop;

/// Longer lines are cut.
const LONGEST: usize = 16 * 1024;

/// More unread lines than this are not kept: the oldest go.
const MOST: usize = 1024;

/// Reads lines for ever, handing out each one; bytes that are no text become replacement
/// characters.
pub(super) fn read(from: impl Read, mut take: impl FnMut(String)) {
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    loop {
        let (used, ended) = match from.fill_buf() {
            Ok([]) | Err(_) => break,
            Ok(bytes) => {
                let end = bytes.iter().position(|&byte| byte == b'\n');
                let part = &bytes[..end.unwrap_or(bytes.len())];
                line.extend_from_slice(&part[..part.len().min(LONGEST - line.len())]);
                (end.map_or(bytes.len(), |end| end + 1), end.is_some())
            }
        };
        from.consume(used);
        if ended {
            take(String::from_utf8_lossy(&line).trim_end().to_string());
            line.clear();
        }
    }
    if !line.is_empty() {
        take(String::from_utf8_lossy(&line).trim_end().to_string());
    }
}

/// Lines that wait to be read; clones share them.
#[derive(Clone, Default)]
pub(super) struct Inbox(Arc<(Mutex<Waiting>, Condvar)>);

#[derive(Default)]
struct Waiting {
    lines: VecDeque<String>,
    closed: bool,
}

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// There will be no more lines.
    Closed,
    /// None came in time.
    Timeout,
    /// Nobody waits for it any more: the match is over.
    CalledOff,
}

/// How long it may take until somebody who waits sees that the match was called off.
const LOOK_UP: Duration = Duration::from_millis(50);

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn put(&self, line: String) {
        let mut waiting = self.lock();
        if waiting.lines.len() >= MOST {
            waiting.lines.pop_front();
        }
        waiting.lines.push_back(line);
        self.0.1.notify_all();
    }

    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.0.1.notify_all();
    }

    /// Forgets what has not been read.
    pub(super) fn clear(&self) {
        self.lock().lines.clear();
    }

    /// The next line, waited for until the deadline or until the flag is up.
    pub(super) fn next(&self, deadline: Instant, stop: &Stop) -> Result<String, Silence> {
        let mut waiting = self.lock();
        loop {
            // A flood of lines must not keep us here past the deadline.
            let now = Instant::now();
            if now >= deadline {
                return Err(Silence::Timeout);
            }
            if let Some(line) = waiting.lines.pop_front() {
                return Ok(line);
            }
            if waiting.closed {
                return Err(Silence::Closed);
            }
            if stop.is_raised() {
                return Err(Silence::CalledOff);
            }
            // Whoever has lent us the clock sees that this wait has an end.
            stop.now();
            let wait = LOOK_UP.min(deadline - now);
            waiting = self.0.1.wait_timeout(waiting, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// The last lines between us and a program; clones share them.
#[derive(Clone, Default)]
pub(super) struct Log(Arc<Mutex<VecDeque<String>>>);

impl Log {
    /// Notes a line: `>` to the program, `<` from it, `!` from its standard error.
    pub(super) fn note(&self, mark: char, line: &str) {
        const LINES: usize = 60;
        const WIDTH: usize = 240;
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() >= LINES {
            lines.pop_front();
        }
        let mut short: String = line.chars().take(WIDTH).map(|c| if c.is_control() { ' ' } else { c }).collect();
        if line.chars().nth(WIDTH).is_some() {
            short.push('…');
        }
        lines.push_back(format!("{mark} {short}"));
    }

    pub(super) fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_line_without_end_is_cut_and_the_next_one_is_whole() {
        let mut sent = vec![b'a'; 3 * LONGEST];
        sent.extend_from_slice(b"\nbestmove d4\r\nlast");
        let mut lines = Vec::new();
        read(sent.as_slice(), |line| lines.push(line));
        assert_eq!(lines[0].len(), LONGEST);
        assert_eq!(lines[1..], ["bestmove d4", "last"]);
    }

    #[test]
    fn a_flood_keeps_the_newest_lines_only() {
        let inbox = Inbox::default();
        for number in 0..3 * MOST {
            inbox.put(number.to_string());
        }
        inbox.close();
        let deadline = Instant::now() + Duration::from_secs(60);
        let stop = Stop::new();
        assert_eq!(inbox.next(deadline, &stop), Ok((2 * MOST).to_string()));
        inbox.clear();
        assert_eq!(inbox.next(deadline, &stop), Err(Silence::Closed));
        assert_eq!(inbox.next(Instant::now(), &stop), Err(Silence::Timeout));
        stop.raise();
        assert_eq!(Inbox::default().next(deadline, &stop), Err(Silence::CalledOff));
    }
}
