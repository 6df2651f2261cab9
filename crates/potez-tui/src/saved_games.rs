//! Games that were begun and not finished, one file each, so that no game is lost by beginning
//! another.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use potez_table::write_whole;

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
    /// Held while a game is played, so that other programs see that it is not interrupted. The
    /// system lets go of it whenever the program ends, however it ends.
    lock: Option<File>,
    /// How many games have been begun: two may begin within a millisecond.
    begun: usize,
}

const ENDING: &str = ".txt";
const LOCK_ENDING: &str = ".lock";

impl SavedGames {
    /// The games in a folder; without one nothing is saved.
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, current: None, lock: None, begun: 0 }
    }

    /// The games that wait and that nobody plays, the last one played first.
    pub(crate) fn games(&self) -> Vec<SavedGame> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut games: Vec<(SystemTime, SavedGame)> = entries
            .filter_map(Result::ok)
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let is_game = name.ends_with(ENDING) && Some(&name) != self.current.as_ref();
                let text = (is_game && !is_played(folder, &name)).then(|| fs::read_to_string(entry.path()).ok())??;
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
        self.unlock();
        self.begun += 1;
        let name = fresh_name(self.begun);
        self.current = Some(name.clone());
        if let (Some(folder), Some(resumed)) = (self.folder.clone(), resumed) {
            self.lock();
            // If it is gone, it is written anew with the first move.
            let _ = fs::rename(folder.join(resumed), folder.join(&name));
        }
    }

    /// Saves the game that is played, or deletes it once it is over. A disk that is full must not
    /// end the game: failures are passed over.
    pub(crate) fn autosave(&mut self, text: Option<&str>) {
        let (Some(folder), Some(current)) = (self.folder.clone(), &self.current) else { return };
        let file = folder.join(current);
        if let Some(text) = text {
            let _ = fs::create_dir_all(&folder);
            self.lock();
            let _ = write_whole(&file, text.as_bytes());
        } else {
            let _ = fs::remove_file(&file);
            self.unlock();
        }
    }

    /// Deletes an interrupted game.
    pub(crate) fn discard(&self, name: &str) {
        if let Some(folder) = &self.folder {
            let _ = fs::remove_file(folder.join(name));
        }
    }

    fn lock_file(&self) -> Option<PathBuf> {
        Some(lock_file(self.folder.as_ref()?, self.current.as_ref()?))
    }

    /// Says that the game is played. Where a file system knows no locks, the game is offered to
    /// others as if it were not; that is all.
    fn lock(&mut self) {
        if self.lock.is_none()
            && let Some(file) = self.lock_file().and_then(|file| File::create(file).ok())
            && file.try_lock().is_ok()
        {
            self.lock = Some(file);
        }
    }

    fn unlock(&mut self) {
        if self.lock.take().is_some()
            && let Some(file) = self.lock_file()
        {
            let _ = fs::remove_file(file);
        }
    }
}

impl Drop for SavedGames {
    fn drop(&mut self) {
        self.unlock();
    }
}

fn lock_file(folder: &Path, game: &str) -> PathBuf {
    folder.join(format!("{}{LOCK_ENDING}", game.trim_end_matches(ENDING)))
}

/// Whether a program that is still running plays a game. What one has left behind that was killed
/// is tidied up.
fn is_played(folder: &Path, game: &str) -> bool {
    let path = lock_file(folder, game);
    let Ok(file) = File::open(&path) else { return false };
    match file.try_lock() {
        Ok(()) => {
            let _ = fs::remove_file(path);
            false
        }
        Err(error) => matches!(error, fs::TryLockError::WouldBlock),
    }
}

fn fresh_name(begun: usize) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
    format!("game-{now}-{}-{begun}{ENDING}", std::process::id())
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
    fn a_game_that_is_still_played_is_not_offered_to_others() {
        let (folder, mut games) = saved_games("played");
        games.begin(None);
        games.autosave(Some("under way"));
        let other = SavedGames::new(Some(folder.clone()));
        assert_eq!(other.games(), [], "it is played, not interrupted");
        // As when the program is killed: nothing is tidied up, the system closes the file.
        drop(games.lock.take());
        let locks = || fs::read_dir(&folder).expect("the folder").count();
        assert_eq!(locks(), 2);
        assert_eq!(other.games()[0].text, "under way");
        assert_eq!(locks(), 1, "the lock that was left behind is gone");
        fs::remove_dir_all(folder).expect("the folder can go");
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
        drop(games);
        let all = SavedGames::new(Some(folder.clone())).games();
        assert_eq!(all.iter().map(|game| game.text.as_str()).collect::<Vec<_>>(), ["second", "first"]);
        fs::remove_dir_all(folder).expect("the folder can go");
    }

    #[test]
    fn a_resumed_game_is_saved_once_and_gone_when_it_ends() {
        let (folder, mut games) = saved_games("taken");
        games.begin(None);
        games.autosave(Some("begun"));
        drop(games);
        let mut later = SavedGames::new(Some(folder.clone()));
        let waiting = later.games();
        later.begin(Some(&waiting[0].name));
        assert_eq!(later.games(), []);
        later.autosave(Some("gone on"));
        drop(later.lock.take());
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
