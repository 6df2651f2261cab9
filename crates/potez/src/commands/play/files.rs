//! Games begun anew, saved and loaded.

use std::fs;
use std::path::Path;

use anyhow::Context;
use potez_session::{GameClock, Policy, Session, SessionState};
use potez_table::records::RecordError;
use potez_table::{Table, records, write_whole};
use potez_words::{Arg, Words};

use super::lines::say;
use super::{PlainGame, bot};

impl PlainGame {
    /// Begins another game, or the same one again where none is named; the players stay.
    pub(super) fn begin_anew(&mut self, game: &str) -> anyhow::Result<()> {
        let game = if game.is_empty() { self.table().game() } else { game.to_string() };
        match potez_table::open(&game, None) {
            Ok(table) => self.sit_down(table, self.fresh_clock()),
            Err(message) => Ok(say(&self.words.message(&message))?),
        }
    }

    /// Goes on with a game from a file, with the players that are here.
    pub(super) fn load(&mut self, file: &Path) -> anyhow::Result<()> {
        match read_session(file, &self.words) {
            Ok(session) => {
                let (table, state) = session.into_parts();
                self.sit_down(table, state.clock.or(self.fresh_clock()))
            }
            Err(error) => {
                let args = [("file", Arg::from(file.display().to_string())), ("error", Arg::from(error))];
                Ok(self.tell("tui-not-loaded", &args)?)
            }
        }
    }

    /// The clock of this game as it was before the first move.
    fn fresh_clock(&self) -> Option<GameClock> {
        self.session.clock().map(|clock| clock.reset())
    }

    /// The same players sit down at another table; bots that do not play its game keep the old one.
    fn sit_down(&mut self, table: Box<dyn Table>, clock: Option<GameClock>) -> anyhow::Result<()> {
        let [x, o] = &self.session.state().seats;
        match (bot(table.as_ref(), x), bot(table.as_ref(), o)) {
            (Ok(x), Ok(o)) => {
                let seats = self.session.state().seats.clone();
                let mut state = SessionState { given: 0, judged: 0, ..SessionState::new(table.as_ref(), seats) };
                (state.clock, state.bot_time) = (clock, self.session.state().bot_time);
                (self.session, self.bots) = (Session::new(table, state, Policy::TERMINAL), [x, o]);
                self.heard = self.now();
                self.session.start(self.heard);
            }
            (Err(error), _) | (_, Err(error)) => say(&error.to_string())?,
        }
        self.draw()?;
        Ok(())
    }

    pub(super) fn save(&mut self, file: &Path) -> anyhow::Result<()> {
        if file.as_os_str().is_empty() {
            self.tell("play-save-needs-name", &[])?;
            return Ok(());
        }
        match self.try_save(file) {
            Ok(()) => {
                self.saved.insert(file.to_path_buf());
                self.tell("play-saved", &[("file", file.display().to_string().into())])?;
            }
            // The game must not end because a disk is full: say it and go on.
            Err(error) => self.tell("play-not-saved", &[("error", format!("{error:#}").into())])?,
        }
        Ok(())
    }

    fn try_save(&self, file: &Path) -> anyhow::Result<()> {
        if !self.saved.contains(file) && file.exists() {
            anyhow::bail!(self.words.say("play-file-exists", &[("file", file.display().to_string().into())]));
        }
        let format = records::format_of_name(&file.to_string_lossy());
        let text = records::write(&self.session.transcript(self.now()), &format)?;
        write_whole(file, text.as_bytes()).with_context(|| format!("cannot write {}", file.display()))
    }
}

fn read_session(file: &Path, words: &Words) -> Result<Session, String> {
    // A pipe or a device may have no end.
    let metadata = fs::metadata(file).map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err(words.say("play-not-a-file", &[]));
    }
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let session = records::read(&text).and_then(|record| Session::from_transcript(&record, Policy::TERMINAL));
    session.map_err(|error| in_words(&error, words))
}

/// What is wrong with a record, in the user's language.
fn in_words(error: &RecordError, words: &Words) -> String {
    match error {
        RecordError::Unreadable(message) | RecordError::Start(message) => words.message(message),
        RecordError::Move { ply, text, message } => {
            let error = Arg::from(words.message(message));
            words.say("play-bad-move", &[("number", (*ply).into()), ("text", text.as_str().into()), ("error", error)])
        }
        _ => error.to_string(),
    }
}
