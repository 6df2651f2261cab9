//! `potez engine`: a protocol on standard input and output.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use potez_protocol::{Next, Sink, gtp, json, ugi};
use potez_table::{Description, Table, games};

use crate::cli::ProtocolArg;
use crate::exit::UsageError;

/// `potez engine`
pub(super) fn run(
    protocol: ProtocolArg,
    game: Option<&str>,
    movetime: Option<Duration>,
    threads: usize,
) -> anyhow::Result<()> {
    match protocol {
        ProtocolArg::Json => {
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
        ProtocolArg::Ugi => {
            let table = open(game.unwrap_or_else(|| first(|_| true)))?;
            let mut session = ugi::Session::new(stdout(), table, threads, movetime);
            each_line(|line| session.line(line))?;
            session.finish();
        }
        ProtocolArg::Gtp => {
            let table = open(game.unwrap_or_else(|| first(|game| game.gtp)))?;
            let mut session = gtp::Session::new(stdout(), table, threads, movetime).map_err(UsageError::from)?;
            each_line(|line| session.line(line))?;
            session.finish();
        }
    }
    Ok(())
}

/// The first game of a kind: what is played where none is named.
fn first(is_fit: impl Fn(&Description) -> bool) -> &'static str {
    games().iter().map(|game| game.description).find(|game| is_fit(game)).map_or("", |game| game.id)
}

fn open(game: &str) -> Result<Box<dyn Table>, UsageError> {
    potez_table::open(game, None).map_err(UsageError::from)
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
