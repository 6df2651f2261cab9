//! The journal of a proof: every result on a line of its own as soon as it is there.
//!
//! A line carries a checksum of the rest of it. What was half written when the program was killed
//! does not fit its checksum and is cut off; anything else that does not fit is an error, because
//! nothing is ever changed in the middle.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use potez_core::Player;

/// A result of the proof.
#[derive(Clone, PartialEq, Debug)]
pub enum ProofEvent {
    /// A leaf is proven.
    Solved {
        /// Its canonical text.
        position: String,
        /// Who wins.
        winner: Player,
        /// The nodes that it took; 0 if it was known by the way.
        nodes: u64,
    },
    /// A leaf became a node with children.
    Opened {
        /// Its canonical text.
        position: String,
        /// For each child, in their order, the costs of proving X's and O's win, each as a byte.
        costs: Vec<[u8; 2]>,
    },
}

impl ProofEvent {
    fn line(&self) -> String {
        match self {
            Self::Solved { position, winner, nodes } => format!("solved {} {nodes} {position}", winner.letter()),
            Self::Opened { position, costs } => {
                let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
                let costs: String =
                    costs.iter().flatten().flat_map(|cost| [digit(cost >> 4), digit(cost & 15)]).collect();
                format!("opened {costs} {position}")
            }
        }
    }

    fn read(line: &str) -> Option<Self> {
        let (word, rest) = line.split_once(' ')?;
        let (first, rest) = rest.split_once(' ')?;
        match word {
            "solved" => {
                let winner = first.chars().next().and_then(Player::from_letter)?;
                let (nodes, position) = rest.split_once(' ')?;
                Some(Self::Solved { position: position.into(), winner, nodes: nodes.parse().ok()? })
            }
            "opened" => {
                let byte = |at: usize| u8::from_str_radix(first.get(at..at + 2)?, 16).ok();
                let costs = (0..first.len()).step_by(4).map(|at| Some([byte(at)?, byte(at + 2)?]));
                Some(Self::Opened { position: rest.into(), costs: costs.collect::<Option<_>>()? })
            }
            _ => None,
        }
    }
}

/// An open journal.
#[derive(Debug)]
pub struct ProofJournal {
    file: File,
    path: PathBuf,
}

impl ProofJournal {
    /// Opens a journal, new or old, and returns what is in it. Its first line says what is proven:
    /// the journal of another proof is refused, and so is one that another process writes.
    pub fn open(path: &Path, subject: &str) -> anyhow::Result<(Self, Vec<ProofEvent>)> {
        let context = || format!("cannot open {}", path.display());
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).with_context(context)?;
        if matches!(file.try_lock(), Err(std::fs::TryLockError::WouldBlock)) {
            bail!("{} is in use by another process", path.display());
        }
        let mut bytes = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).with_context(context)?;
        let (events, whole) = read_lines(&bytes, &header(subject)).with_context(|| path.display().to_string())?;
        file.set_len(whole as u64).with_context(context)?;
        let mut journal = Self { file, path: path.into() };
        if whole == 0 {
            journal.write(&header(subject))?;
        }
        Ok((journal, events))
    }

    /// Adds a result. It is on the disk when this returns.
    pub fn append(&mut self, event: &ProofEvent) -> anyhow::Result<()> {
        self.write(&event.line())
    }

    fn write(&mut self, line: &str) -> anyhow::Result<()> {
        let context = || format!("cannot write to {}", self.path.display());
        // In one piece: whoever is killed leaves whole lines, or one that does not fit its checksum.
        self.file.write_all(sealed(line).as_bytes()).with_context(context)?;
        self.file.sync_data().with_context(context)
    }
}

/// What a journal holds; it stays as it is.
pub fn read(path: &Path, subject: &str) -> anyhow::Result<Vec<ProofEvent>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(read_lines(&bytes, &header(subject)).with_context(|| path.display().to_string())?.0)
}

fn header(subject: &str) -> String {
    format!("proof {subject}")
}

fn sealed(line: &str) -> String {
    format!("{:08x} {line}\n", checksum(line.as_bytes()) as u32)
}

fn unsealed(line: &[u8]) -> Option<&str> {
    let (sum, rest) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    (u32::from_str_radix(sum, 16).ok()? == checksum(rest.as_bytes()) as u32).then_some(rest)
}

/// The results in these bytes, and how many of the bytes are whole lines.
fn read_lines(bytes: &[u8], header: &str) -> anyhow::Result<(Vec<ProofEvent>, usize)> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut events = Vec::new();
    let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    match lines.next() {
        // Only our own half-written header may be cut off: anything else is somebody's file.
        None if sealed(header).as_bytes().starts_with(bytes) => return Ok((events, 0)),
        None => bail!("not the journal of a proof"),
        Some(first) => match unsealed(first) {
            Some(first) if first == header => {}
            Some(first) if first.starts_with("proof ") => bail!("it is the journal of another {first}"),
            _ => bail!("not the journal of a proof"),
        },
    }
    for (line, number) in lines.zip(2..) {
        let event = unsealed(line).and_then(ProofEvent::read);
        events.push(event.with_context(|| format!("line {number} is damaged"))?);
    }
    Ok((events, whole))
}

/// FNV-1a: short lines need no more to tell torn ones.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
