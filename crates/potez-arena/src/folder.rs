//! A folder of bots in any language: each executable file, and each subfolder with an executable
//! called `run`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::{Entrant, Kind, Program};

/// The bots of a folder, by name.
#[derive(Clone, PartialEq, Debug)]
pub struct Folder {
    /// The bots, sorted by name.
    pub entrants: Vec<Entrant>,
    /// What is in the folder and is no bot: files that cannot be executed, subfolders without
    /// `run`.
    pub passed_over: Vec<PathBuf>,
}

/// A folder that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}: {error}", path.display())]
pub struct FolderError {
    path: PathBuf,
    error: io::Error,
}

impl Folder {
    /// Looks for bots. Names that begin with a dot are passed over in silence.
    pub fn read(folder: &Path) -> Result<Self, FolderError> {
        let wrong = |error| FolderError { path: folder.into(), error };
        // A bot runs in its own folder, so its path must not depend on ours.
        let folder = folder.canonicalize().map_err(wrong)?;
        let mut paths = Vec::new();
        for entry in fs::read_dir(&folder).map_err(wrong)? {
            paths.push(entry.map_err(wrong)?.path());
        }
        paths.sort();
        let (mut entrants, mut passed_over) = (Vec::new(), Vec::new());
        for path in paths {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if name.starts_with('.') {
                continue;
            }
            let run = if path.is_dir() { run_file(&path) } else { Some(path.clone()) };
            match run.filter(|run| is_executable(run)) {
                Some(run) => entrants.push(entrant(name, &run)),
                None => passed_over.push(path),
            }
        }
        Ok(Self { entrants, passed_over })
    }
}

fn entrant(name: String, run: &Path) -> Entrant {
    let command = run.to_string_lossy().into_owned();
    let program = Program { dir: run.parent().map(Path::to_path_buf), ..Program::new(vec![command.clone()]) };
    Entrant { name, spec: format!("cmd:\"{command}\""), kind: Kind::External(program) }
}

/// `run`, or the first by name of `run.sh`, `run.py`, `run.exe` and the like.
fn run_file(folder: &Path) -> Option<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_stem().is_some_and(|stem| stem == "run") && path.is_file())
        .collect();
    files.sort();
    files.iter().find(|path| is_executable(path)).or(files.first()).cloned()
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}
