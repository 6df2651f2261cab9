//! Programs that participants hand in: checked, kept, and given to whoever runs the league.
//!
//! The server never starts one. Each is a line of a journal of its own beside that of the league, so that it is where
//! the games are: in every copy and on every server of the database.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use potez_arena::BotPackage;
use potez_arena::league::{LeagueEvent, LeagueUpload};
use potez_words::Arg;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{KnownBot, Leagues, LiveLeague};
use crate::error::ApiError;
use crate::limits;
use crate::storage::{JournalLine, StorageError};

/// What the names of journals of programs begin with.
const JOURNALS: &str = "upload/";

/// A program as it is handed in and kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UploadedProgram {
    /// The name of the file: a program, or a zip archive with a program called `run` in it.
    pub(crate) file: String,
    /// Its contents in base 64.
    pub(crate) data: String,
}

/// Reads a program that is handed in, and says why where it cannot be played with.
pub(crate) fn check(program: &UploadedProgram) -> Result<Vec<u8>, ApiError> {
    let bytes = STANDARD.decode(&program.data).map_err(|error| ApiError::bad_request(error.to_string()))?;
    let read = BotPackage::read(&program.file, &bytes);
    read.map(|_| bytes).map_err(|error| ApiError::unfit_with(error.code(), vec![("name", Arg::from(error.culprit()))]))
}

fn journal(live: &LiveLeague, bot: usize) -> String {
    format!("{JOURNALS}{}/{bot}", live.id)
}

impl KnownBot {
    /// Keeps a program that was checked.
    pub(crate) async fn hand_in(
        &self,
        leagues: &Leagues,
        program: UploadedProgram,
        bytes: &[u8],
    ) -> Result<LeagueUpload, ApiError> {
        if !self.league.read(|league| league.terms().uploads) {
            return Err(ApiError::unfit("server-upload-off"));
        }
        leagues.games.check_room().await?;
        let name = journal(&self.league, self.bot);
        let known = self.league.read(|league| league.bots()[self.bot].upload.as_ref().map(|upload| upload.number));
        // After a failure between the two journals there may be one that nobody has heard of.
        let first = known.map_or(0, |number| number + 1);
        let number = first + leagues.games.storage.lines(&name, first).await?.len() as u64;
        if number >= limits::LEAGUE_UPLOADS {
            let limit = limits::LEAGUE_UPLOADS.to_string();
            return Err(ApiError::unfit_with("server-upload-many", vec![("limit", Arg::from(limit))]));
        }
        let text = serde_json::to_string(&program).map_err(|_| ApiError::internal())?;
        leagues.games.storage.add_line(JournalLine { name, number, text }).await?;
        let upload = LeagueUpload {
            bot: self.bot,
            number,
            file: program.file,
            bytes: bytes.len(),
            digest: hexadecimal(&Sha256::digest(bytes)),
            at: leagues.games.time.now_ms(),
        };
        let is_known = |league: &potez_arena::league::League| league.bots()[self.bot].upload.as_ref() == Some(&upload);
        self.league.record_now(&leagues.games, LeagueEvent::Uploaded(upload.clone()), is_known).await?;
        Ok(upload)
    }
}

impl LiveLeague {
    /// The program that a participant has handed in last.
    pub(crate) async fn program(&self, leagues: &Leagues, bot: usize) -> Result<UploadedProgram, ApiError> {
        let number = self.read(|league| league.bots().get(bot)?.upload.as_ref().map(|upload| upload.number));
        let number = number.ok_or_else(ApiError::not_found)?;
        let lines = leagues.games.storage.lines(&journal(self, bot), number).await?;
        let line = lines.first().ok_or_else(ApiError::not_found)?;
        serde_json::from_str(line).map_err(|error| StorageError::Broken(error.to_string()).into())
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
