//! The files of a database: whose they are, whether they are still there, how large they are.
//!
//! A server holds a lock of its own beside the database, and knows its files by more than their
//! names: a move that went into a deleted file is lost, so that it must not be acknowledged.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::{StorageError, StorageRoom};

/// What is kept free for games under way at least.
const RESERVE: u64 = 64 << 20;

/// The files of one database.
#[derive(Clone, Debug)]
pub(super) struct DatabaseFiles {
    main: PathBuf,
}

/// What a file is known by while it is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FileIdentity(u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> Option<FileIdentity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|data| FileIdentity(data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<FileIdentity> {
    // An open file cannot be deleted there.
    fs::metadata(path).ok().map(|_| FileIdentity(0, 0))
}

/// How many names a file has; log and lock go by the name.
#[cfg(unix)]
fn names(path: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map_or(0, |data| data.nlink())
}

#[cfg(not(unix))]
fn names(_: &Path) -> u64 {
    1
}

/// The files as they were when the database was opened.
#[derive(Clone, Debug)]
pub(super) struct OpenFiles {
    known: Vec<(PathBuf, Option<FileIdentity>)>,
}

impl OpenFiles {
    /// Fails when one of the files is no longer the one that was opened.
    pub(super) fn check(&self) -> Result<(), StorageError> {
        let lost = self.known.iter().find(|(path, known)| known.is_some() && identity(path) != *known);
        lost.map_or(Ok(()), |(path, _)| Err(StorageError::Replaced(path.display().to_string())))
    }

    /// Takes in files that have come to be since.
    pub(super) fn complete(&mut self) {
        for (path, known) in self.known.iter_mut().filter(|(_, known)| known.is_none()) {
            *known = identity(path);
        }
    }

    /// Fails when the main file is no longer the one that was opened.
    pub(super) fn check_main(&self) -> Result<(), StorageError> {
        if self.has_main() { Ok(()) } else { self.check() }
    }

    /// Whether the main file is the one that was opened.
    pub(super) fn has_main(&self) -> bool {
        self.known.first().is_some_and(|(path, known)| identity(path) == *known)
    }
}

impl DatabaseFiles {
    /// The files of a database that may not be there yet. Links are followed first, so that all
    /// ways to a file lead to the same lock.
    pub(super) fn at(path: &Path) -> Self {
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let named = || Some(fs::canonicalize(folder).ok()?.join(path.file_name()?));
        let main = fs::canonicalize(path).ok().or_else(named).unwrap_or_else(|| path.to_path_buf());
        Self { main }
    }

    pub(super) fn main(&self) -> &Path {
        &self.main
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.main.clone().into_os_string();
        name.push(ending);
        name.into()
    }

    /// Takes the database for this server alone; it is free again when the lock is dropped, however
    /// the process ends.
    pub(super) fn lock(&self) -> Result<File, StorageError> {
        let path = self.beside("-lock");
        let broken = |error: io::Error| StorageError::Broken(format!("cannot lock `{}`: {error}", path.display()));
        let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(broken)?;
        match file.try_lock() {
            Ok(()) if names(&self.main) > 1 => Err(StorageError::ManyNames(self.main.display().to_string())),
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(StorageError::InUse),
            Err(TryLockError::Error(error)) => Err(broken(error)),
        }
    }

    /// What the files are now.
    pub(super) fn now(&self) -> OpenFiles {
        let files = [self.main.clone(), self.beside("-wal"), self.beside("-shm")];
        OpenFiles { known: files.map(|path| (path.clone(), identity(&path))).into() }
    }

    /// How much is stored and how much more can be; `most` is the largest size that is allowed.
    pub(super) fn room(&self, most: Option<u64>) -> StorageRoom {
        let size = |path: PathBuf| fs::metadata(path).map_or(0, |data| data.len());
        let main = size(self.main.clone());
        let used = main + size(self.beside("-wal")) + size(self.beside("-shm"));
        let allowed = most.map(|most| most.saturating_sub(main));
        let free = [free_on_disk(&self.main), allowed].into_iter().flatten().min();
        StorageRoom { used, free, reserve: most.map_or(RESERVE, |most| RESERVE.min(most / 10)) }
    }
}

#[cfg(unix)]
fn free_on_disk(path: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(path.parent()?).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free_on_disk(_: &Path) -> Option<u64> {
    None
}
