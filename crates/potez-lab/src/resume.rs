//! Files of results that a study can be resumed from: a line that says what was asked for, then one
//! line per result.
//!
//! Lines are written whole and in the order of the jobs, so the number of lines is the number of
//! the next job. What was half written when the program was killed is cut off.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An open file of results.
#[derive(Debug)]
pub struct ResumeFile {
    file: File,
    path: PathBuf,
}

impl ResumeFile {
    /// Opens a file, new or old, and returns the lines that are in it. The header says everything
    /// that results depend on: a file with another one is refused.
    pub fn open(path: &Path, header: &str) -> anyhow::Result<(Self, Vec<String>)> {
        let context = || format!("cannot open {}", path.display());
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).with_context(context)?;
        // Two processes would write the same jobs twice. Not every file system can lock; those go
        // on without.
        if matches!(file.try_lock(), Err(std::fs::TryLockError::WouldBlock)) {
            bail!("{} is in use by another process", path.display());
        }
        let mut text = String::new();
        file.rewind().and_then(|()| file.read_to_string(&mut text)).with_context(context)?;
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        let header = format!("# {header}");
        let mut lines = text[..whole].lines().map(str::to_owned);
        match lines.next() {
            Some(first) if first == header => {}
            Some(first) if first.starts_with("# ") => {
                bail!("{} was made with other options: it begins with `{first}`, not `{header}`", path.display())
            }
            // Only our own half-written header may be cut off: anything else is somebody's file,
            // named by mistake.
            Some(_) => bail!("{} is not a file of results: it does not begin with `#`", path.display()),
            // No whole line yet: our own header, half written, or a file that is not ours.
            None if !header.starts_with(&text) => bail!("{} is not a file of results", path.display()),
            None => {}
        }
        let mut resumed = Self { file, path: path.into() };
        resumed.file.set_len(whole as u64).with_context(context)?;
        if whole == 0 {
            resumed.append(&header)?;
        }
        Ok((resumed, lines.collect()))
    }

    /// The same with results as JSON.
    pub fn open_json<T: DeserializeOwned>(path: &Path, header: &str) -> anyhow::Result<(Self, Vec<T>)> {
        let (file, lines) = Self::open(path, header)?;
        let read = |(line, number): (&String, usize)| {
            serde_json::from_str(line).with_context(|| format!("{}:{number}: not a result", path.display()))
        };
        let results = lines.iter().zip(2..).map(read).collect::<anyhow::Result<_>>()?;
        Ok((file, results))
    }

    /// Adds a line.
    pub fn append(&mut self, line: &str) -> anyhow::Result<()> {
        // In one piece: whoever is killed leaves whole lines or one that can be told to be half.
        let context = || format!("cannot write to {}", self.path.display());
        self.file.write_all(format!("{line}\n").as_bytes()).with_context(context)
    }

    /// Adds a result as JSON.
    pub fn append_json(&mut self, result: &impl Serialize) -> anyhow::Result<()> {
        self.append(&serde_json::to_string(result)?)
    }
}

/// A study whose results may be kept in a file.
#[derive(Debug)]
pub struct StudyResults<T> {
    file: Option<ResumeFile>,
    /// The results so far, in the order of the jobs.
    pub done: Vec<T>,
}

impl<T: Serialize + DeserializeOwned> StudyResults<T> {
    /// The results of a file, if there is one, or none.
    pub fn open(path: Option<&Path>, header: &str) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Self { file: None, done: Vec::new() }) };
        let (file, done) = ResumeFile::open_json(path, header)?;
        Ok(Self { file: Some(file), done })
    }

    /// The number of the next job.
    pub fn next(&self) -> u64 {
        self.done.len() as u64
    }

    /// Adds a result, and keeps it where there is a file.
    pub fn push(&mut self, result: T) -> anyhow::Result<()> {
        if let Some(file) = &mut self.file {
            file.append_json(&result)?;
        }
        self.done.push(result);
        Ok(())
    }
}
