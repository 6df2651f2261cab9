//! GTP version 2, the Go Text Protocol, as the engines and interfaces of Havannah use it.
//!
//! White moves first and is X; `boardsize` is the side length. Commands are answered one after the
//! other, so they are carried out on a thread of their own; only `quit` is heard at once and cuts
//! short what is being thought about.

mod clocks;
mod command;
mod engine;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use potez_table::{Message, Stop, Table};

use crate::{Next, Sink};
use command::Command;
use engine::GtpEngine;

/// A conversation with one client.
pub struct Session {
    commands: Sender<Command>,
    leave: Stop,
    worker: JoinHandle<()>,
}

impl Session {
    /// A session that begins at this table of Havannah and answers into `sink`, an answer with its
    /// blank line a call. `movetime` is the most a move may take, clock or no clock.
    pub fn new(sink: Sink, table: Box<dyn Table>, threads: usize, movetime: Option<Duration>) -> Result<Self, Message> {
        let leave = Stop::new();
        let engine = GtpEngine::new(table, threads, movetime, leave.clone())?;
        let (commands, received) = channel();
        let worker = std::thread::spawn(move || work(engine, &received, &sink));
        Ok(Self { commands, leave, worker })
    }

    /// Takes one line. Blank lines and comments are passed over.
    pub fn line(&mut self, line: &str) -> Next {
        let Some(command) = Command::read(line) else { return Next::Line };
        let next = if command.name == "quit" {
            self.leave.raise();
            Next::Finish
        } else {
            Next::Line
        };
        // The worker is gone only if it has failed, and then nobody can answer.
        if self.commands.send(command).is_err() { Next::Finish } else { next }
    }

    /// The client has said its last word: waits until every command is answered.
    pub fn finish(self) {
        drop(self.commands);
        // The worker's panic has been reported on its own thread; the session ends either way.
        let _ = self.worker.join();
    }
}

fn work(mut engine: GtpEngine, commands: &Receiver<Command>, sink: &Sink) {
    while let Ok(command) = commands.recv() {
        let result = engine.carry_out(&command);
        sink(command.answer(&result));
        if command.name == "quit" {
            return;
        }
    }
}
