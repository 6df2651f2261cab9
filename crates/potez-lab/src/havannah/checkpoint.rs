//! Training on disk, so that it can be stopped at any time and gone on with.
//!
//! A checkpoint is a line that says what is trained, then step, random state, weights and the
//! optimiser's two means in little-endian order. It is written beside its place and moved there:
//! whoever is killed leaves the old one or the new.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use potez_engine::havannah::net::{Net, layout};
use potez_table::write_whole;

use super::adam::Adam;

/// The state of training between two steps.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// Steps done.
    pub step: u32,
    /// The state of the random numbers.
    pub rng_seed: u64,
    /// The net.
    pub net: Net,
    /// The optimiser.
    pub adam: Adam,
}

/// Where the checkpoint of a file of weights is.
pub fn path_of(weights: &Path) -> PathBuf {
    let mut name = weights.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}

/// Removes a checkpoint that is no longer needed.
pub fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        // A short run never wrote one.
        _ => Ok(()),
    }
}

fn header(fingerprint: &str) -> String {
    format!("potez checkpoint 1 {fingerprint}\n")
}

impl Checkpoint {
    /// Reads a checkpoint; `None` if there is none. One of another run is an error: it must be
    /// removed by hand.
    pub fn read(path: &Path, fingerprint: &str) -> anyhow::Result<Option<Self>> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let Some(rest) = bytes.strip_prefix(header(fingerprint).as_bytes()) else {
            bail!("{} belongs to training with other options: remove it to begin anew", path.display());
        };
        Self::from_bytes(rest).map(Some).with_context(|| format!("{} is damaged", path.display()))
    }

    /// Writes the checkpoint in place of an older one.
    pub fn write(&self, path: &Path, fingerprint: &str) -> anyhow::Result<()> {
        let bytes = [header(fingerprint).into_bytes(), self.to_bytes()].concat();
        write_whole(path, &bytes).with_context(|| format!("cannot write {}", path.display()))
    }

    fn to_bytes(&self) -> Vec<u8> {
        let floats = |floats: &[f32]| floats.iter().flat_map(|float| float.to_le_bytes()).collect::<Vec<u8>>();
        let Self { step, rng_seed, net, adam } = self;
        let numbers = [step.to_le_bytes().to_vec(), adam.steps.to_le_bytes().to_vec(), rng_seed.to_le_bytes().to_vec()];
        [numbers.concat(), net.to_bytes(), floats(&adam.means), floats(&adam.squares)].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (step, bytes) = bytes.split_first_chunk()?;
        let (adam_steps, bytes) = bytes.split_first_chunk()?;
        let (rng_seed, bytes) = bytes.split_first_chunk()?;
        let (floats, rest) = bytes.as_chunks();
        let floats: Vec<f32> = floats.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        // Three lists of the same length, or it is not one of ours.
        let [weights, means, squares] = floats.chunks(layout::ALL).collect::<Vec<_>>()[..] else { return None };
        if !rest.is_empty() || squares.len() != layout::ALL {
            return None;
        }
        let steps = i32::from_le_bytes(*adam_steps);
        Some(Self {
            step: u32::from_le_bytes(*step),
            rng_seed: u64::from_le_bytes(*rng_seed),
            net: Net::new(weights.to_vec())?,
            adam: Adam { means: means.to_vec(), squares: squares.to_vec(), steps },
        })
    }
}
