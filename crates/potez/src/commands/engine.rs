use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use potez_engine::{GAMES, Table};
use potez_protocol::{Next, Sink, gtp, json, ugi};

use crate::cli::Protocol;
use crate::failure::Usage;

/// `potez engine`
pub(super) fn run(
    protocol: Protocol,
    game: Option<&str>,
    movetime: Option<Duration>,
    threads: usize,
) -> anyhow::Result<()> {
    match protocol {
        Protocol::Json => {
            if let Some(game) = game {
                open(game)?;
            }
            let mut session = json::Session::new(stdout(), threads);
            each_line(|line| {
                session.line(line);
                Next::Line
            })?;
            session.finish();
        }
        Protocol::Ugi => {
            let table = open(game.unwrap_or(GAMES[0].family.id))?;
            let mut session = ugi::Session::new(stdout(), table, threads, movetime);
            each_line(|line| session.line(line))?;
            session.finish();
        }
        Protocol::Gtp => {
            let table = open(game.unwrap_or("havannah"))?;
            let mut session = gtp::Session::new(stdout(), table, threads, movetime).map_err(Usage::from)?;
            each_line(|line| session.line(line))?;
            session.finish();
        }
    }
    Ok(())
}

fn open(game: &str) -> Result<Box<dyn Table>, Usage> {
    potez_engine::open(game, None).map_err(Usage::from)
}

fn stdout() -> Sink {
    Arc::new(|line: String| {
        let mut out = io::stdout().lock();
        // A client that has gone away hears nothing; its end of input ends the session.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    })
}

/// Hands over standard input line by line; bytes that are not text become replacement characters.
fn each_line(mut take: impl FnMut(&str) -> Next) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 || take(&String::from_utf8_lossy(&bytes)) == Next::Finish {
            return Ok(());
        }
    }
}
