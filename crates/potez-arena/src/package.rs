//! A bot that somebody hands in: one program, or a zip archive with one called `run` in it.
//!
//! What is handed in is not trusted: everything is bounded, and nothing is written outside of the folder that it is
//! unpacked into.

mod zip;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::{Entrant, Kind, Program};

/// Bytes that may be handed in.
pub const MOST_PACKED: usize = 1 << 20;
/// Bytes that an archive may unpack to.
const MOST_UNPACKED: u64 = 16 << 20;
/// Files of an archive.
const MOST_FILES: usize = 1_000;
/// Letters of the name of a file.
const MOST_NAME: usize = 200;

/// A bot that was handed in, read and checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotPackage {
    files: Vec<PackedFile>,
    /// Which of the files is the program.
    run: usize,
    /// Who runs it, where it does not say so itself: `python3`, `java -jar`.
    interpreter: &'static [&'static str],
}

/// A file with its place in the folder.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PackedFile {
    path: String,
    bytes: Vec<u8>,
}

/// What was handed in and cannot be played with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PackageError {
    /// A file with a name that could lead elsewhere.
    #[error("`{0}` is not a file name that is allowed: letters, digits, `.`, `-`, `_`, folders by `/`")]
    Name(String),
    /// Too much of it.
    #[error("a bot has at most {} kB, unpacked {} kB in {MOST_FILES} files", MOST_PACKED >> 10, MOST_UNPACKED >> 10)]
    Large,
    /// An archive that cannot be read.
    #[error("the archive cannot be read: {0}")]
    Archive(&'static str),
    /// An archive without a program.
    #[error("the archive has no file called `run` (or run.py, run.sh, …) at its top")]
    NoRun,
    /// A file that the system cannot start.
    #[error("`{0}` is not a program: it is neither .py, .js nor .jar, nor does it begin with `#!`, nor is it binary")]
    NotAProgram(String),
}

impl PackageError {
    /// The key of its sentence in other languages.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Name(_) => "server-upload-name",
            Self::Large => "server-upload-large",
            Self::Archive(_) => "server-upload-archive",
            Self::NoRun => "server-upload-run",
            Self::NotAProgram(_) => "server-upload-program",
        }
    }

    /// What its sentence names.
    pub fn culprit(&self) -> String {
        match self {
            Self::Name(name) | Self::NotAProgram(name) => name.clone(),
            Self::Archive(why) => (*why).into(),
            Self::Large | Self::NoRun => String::new(),
        }
    }
}

impl BotPackage {
    /// Reads what was handed in under a name.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, PackageError> {
        if bytes.len() > MOST_PACKED {
            return Err(PackageError::Large);
        }
        check_name(name)?;
        // A Java archive is a zip archive, too, and is run as it is.
        let is_archive = bytes.starts_with(b"PK") && ending(name) != Some("jar");
        let (files, run) = if is_archive {
            let files = at_top(zip::unpack(bytes, MOST_FILES, MOST_UNPACKED)?);
            let is_run = |file: &PackedFile| !file.path.contains('/') && stem(&file.path) == "run";
            let run = files.iter().position(is_run).ok_or(PackageError::NoRun)?;
            (files, run)
        } else {
            (vec![PackedFile { path: name.into(), bytes: bytes.to_vec() }], 0)
        };
        for (at, file) in files.iter().enumerate() {
            check_name(&file.path)?;
            let folder = format!("{}/", file.path);
            let clashes = |other: &PackedFile| other.path == file.path || other.path.starts_with(&folder);
            if files.iter().enumerate().any(|(other, each)| other != at && clashes(each)) {
                return Err(PackageError::Archive("two files have one name"));
            }
        }
        let interpreter = interpreter(&files[run]).ok_or_else(|| PackageError::NotAProgram(files[run].path.clone()))?;
        Ok(Self { files, run, interpreter })
    }

    /// The places of its files in the folder, with their sizes in bytes.
    pub fn files(&self) -> impl Iterator<Item = (&str, usize)> {
        self.files.iter().map(|file| (file.path.as_str(), file.bytes.len()))
    }

    /// Writes it into a new folder; whoever is to run it may read it there.
    pub fn unpack(&self, folder: &Path) -> io::Result<Entrant> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        let mut made = vec![folder.to_path_buf()];
        fs::create_dir_all(folder)?;
        for file in &self.files {
            let path = folder.join(&file.path);
            for above in path.ancestors().skip(1).take_while(|above| *above != folder) {
                fs::create_dir_all(above)?;
                made.push(above.into());
            }
            fs::write(&path, &file.bytes)?;
            set_mode(&path, if starts_itself(file) { 0o755 } else { 0o644 })?;
        }
        for folder in made {
            set_mode(&folder, 0o755)?;
        }
        let folder = folder.canonicalize()?;
        let run = folder.join(&self.files[self.run].path);
        Ok(self.entrant(&run))
    }

    fn entrant(&self, run: &Path) -> Entrant {
        let run_text = run.to_string_lossy().into_owned();
        let command: Vec<String> =
            self.interpreter.iter().map(|word| (*word).to_string()).chain([run_text.clone()]).collect();
        let dir: Option<PathBuf> = run.parent().map(Path::to_path_buf);
        let program = Program { dir, ..Program::new(command) };
        Entrant { name: run_text.clone(), spec: format!("cmd:\"{run_text}\""), kind: Kind::External(program) }
    }
}

fn check_name(path: &str) -> Result<(), PackageError> {
    let is_plain = |part: &str| {
        let allowed = |letter: char| letter.is_ascii_alphanumeric() || "._-+ ".contains(letter);
        !part.is_empty() && !part.starts_with('.') && part.chars().all(allowed)
    };
    let is_allowed = path.len() <= MOST_NAME && path.split('/').all(is_plain);
    if is_allowed { Ok(()) } else { Err(PackageError::Name(path.chars().take(MOST_NAME).collect())) }
}

/// Files without a folder that all of them are in: most programs pack the folder and not what is in it.
fn at_top(mut files: Vec<PackedFile>) -> Vec<PackedFile> {
    let folder = files.first().and_then(|file| file.path.split_once('/')).map(|(folder, _)| format!("{folder}/"));
    if let Some(folder) = folder.filter(|folder| files.iter().all(|file| file.path.starts_with(folder))) {
        for file in &mut files {
            file.path.drain(..folder.len());
        }
    }
    files
}

fn ending(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, ending)| ending)
}

fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Whether the system can start a file by itself.
fn starts_itself(file: &PackedFile) -> bool {
    file.bytes.starts_with(b"#!") || file.bytes.starts_with(b"\x7fELF")
}

/// Who runs a program; nothing where it starts by itself, and none where nobody can.
fn interpreter(file: &PackedFile) -> Option<&'static [&'static str]> {
    if starts_itself(file) {
        return Some(&[]);
    }
    match ending(&file.path)? {
        "py" => Some(&["python3"]),
        "js" | "mjs" => Some(&["node"]),
        "jar" => Some(&["java", "-jar"]),
        _ => None,
    }
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests;
