//! Games that were begun and not finished, one file each, so that no game is lost by beginning
//! another.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// An interrupted game on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// The name of its file.
    pub name: String,
    /// The record.
    pub text: String,
}

/// The folder of the interrupted games, and the one that is played.
pub(crate) struct SavedGames {
    folder: Option<PathBuf>,
    current: Option<String>,
    /// How many games have been begun: two may begin within a millisecond.
    begun: usize,
}

const ENDING: &str = ".txt";

impl SavedGames {
    /// The games in a folder; without one nothing is saved.
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, current: None, begun: 0 }
    }

    /// The games that wait, the last one played first.
    pub(crate) fn games(&self) -> Vec<SavedGame> {
        let Some(entries) = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok()) else {
            return Vec::new();
        };
        let mut games: Vec<(SystemTime, SavedGame)> = entries
            .filter_map(Result::ok)
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let is_game = name.ends_with(ENDING) && Some(&name) != self.current.as_ref();
                let text = is_game.then(|| fs::read_to_string(entry.path()).ok())??;
                let played = entry.metadata().and_then(|data| data.modified()).unwrap_or(UNIX_EPOCH);
                Some((played, SavedGame { name, text }))
            })
            .collect();
        games.sort_by(|(one, first), (other, second)| other.cmp(one).then_with(|| second.name.cmp(&first.name)));
        games.into_iter().map(|(_, game)| game).collect()
    }

    /// Another game begins: a new one, or one that was interrupted. That one gets a name of ours,
    /// so that a program that may still play it does not write over what we do.
    pub(crate) fn begin(&mut self, resumed: Option<&str>) {
        self.begun += 1;
        let name = fresh_name(self.begun);
        if let (Some(folder), Some(resumed)) = (&self.folder, resumed) {
            // If it is gone, it is written anew with the first move.
            let _ = fs::rename(folder.join(resumed), folder.join(&name));
        }
        self.current = Some(name);
    }

    /// Saves the game that is played, or deletes it once it is over. A disk that is full must not
    /// end the game: failures are passed over.
    pub(crate) fn autosave(&self, text: Option<&str>) {
        let (Some(folder), Some(current)) = (&self.folder, &self.current) else { return };
        let file = folder.join(current);
        let _ = match text {
            Some(text) => fs::create_dir_all(folder).and_then(|()| write_whole(&file, text)),
            None => fs::remove_file(&file),
        };
    }

    /// Deletes an interrupted game.
    pub(crate) fn discard(&self, name: &str) {
        if let Some(folder) = &self.folder {
            let _ = fs::remove_file(folder.join(name));
        }
    }
}

fn fresh_name(begun: usize) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
    format!("game-{now}-{}-{begun}{ENDING}", std::process::id())
}

/// Writes a file so that it is there as a whole or not at all.
pub(crate) fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    let draft = file.with_extension(format!("{}.part", std::process::id()));
    fs::write(&draft, text)?;
    fs::rename(&draft, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved_games(name: &str) -> (PathBuf, SavedGames) {
        let folder = std::env::temp_dir().join(format!("potez-saved-games-{name}-{}", std::process::id()));
        // It is not there unless an earlier process of this number left it.
        let _ = fs::remove_dir_all(&folder);
        (folder.clone(), SavedGames::new(Some(folder)))
    }

    #[test]
    fn a_new_game_leaves_the_earlier_one_saved() {
        let (folder, mut games) = saved_games("two");
        games.begin(None);
        games.autosave(Some("first"));
        // Files of one moment would have no order.
        let first = games.current.as_ref().map(|name| folder.join(name)).expect("a file");
        let before = SystemTime::now() - std::time::Duration::from_secs(60);
        fs::File::options().write(true).open(first).and_then(|file| file.set_modified(before)).expect("an old file");
        games.begin(None);
        games.autosave(Some("second"));
        assert_eq!(games.games().iter().map(|game| game.text.as_str()).collect::<Vec<_>>(), ["first"]);
        let all = SavedGames::new(Some(folder.clone())).games();
        assert_eq!(all.iter().map(|game| game.text.as_str()).collect::<Vec<_>>(), ["second", "first"]);
        fs::remove_dir_all(folder).expect("the folder can go");
    }

    #[test]
    fn a_resumed_game_is_saved_once_and_gone_when_it_ends() {
        let (folder, mut games) = saved_games("taken");
        games.begin(None);
        games.autosave(Some("begun"));
        let mut later = SavedGames::new(Some(folder.clone()));
        let waiting = later.games();
        later.begin(Some(&waiting[0].name));
        assert_eq!(later.games(), []);
        later.autosave(Some("gone on"));
        assert_eq!(SavedGames::new(Some(folder.clone())).games()[0].text, "gone on");
        later.autosave(None);
        assert_eq!(SavedGames::new(Some(folder.clone())).games(), []);
        fs::remove_dir_all(folder).expect("the folder can go");
    }

    #[test]
    fn without_a_folder_nothing_is_saved_and_nothing_fails() {
        let mut games = SavedGames::new(None);
        games.begin(None);
        games.autosave(Some("lost"));
        assert_eq!(games.games(), []);
    }
}
