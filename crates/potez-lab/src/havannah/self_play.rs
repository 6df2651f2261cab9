//! Games of the player against itself, with what its searches found: what the net is trained on.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use potez_engine::havannah::net::Net;
use potez_engine::havannah::self_play::{LARGEST, SelfPlayGame};
use potez_fleet::{SelfPlayTerms, digest};
use potez_havannah::Rules;
use potez_search::Stop;

use super::game_source::GameSource;
use crate::fleet::FleetArgs;
use crate::progress;
use crate::resume::ResumeFile;
use crate::workers::thread_count;

/// Play games of Havannah against itself, for training.
#[derive(Args, Debug)]
#[command(after_help = "Example: potez-lab self-play games.txt --games 5000 --simulations 300 --sizes 5,6,4,7 \
                        --net weights.bin\n\nA run that was stopped goes on where the file ends. With --fleet the \
                        games are played by `potez worker` on any number of machines, and are the same.")]
pub struct SelfPlayArgs {
    /// The file that games are added to, one per line.
    pub file: PathBuf,
    /// Games that the file should have in the end.
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Simulations per move.
    #[arg(long, default_value_t = 300)]
    pub simulations: u64,
    /// Board sizes, taken in turn.
    #[arg(long, value_delimiter = ',', default_value = "5,6", value_parser = parse_size)]
    pub sizes: Vec<usize>,
    /// The net that plays (default: none, leaves are evaluated by playouts).
    #[arg(long, value_name = "WEIGHTS")]
    pub net: Option<PathBuf>,
    /// The seed of all games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads that play (default: as many as there are cores). They do not change the games.
    #[arg(long)]
    pub threads: Option<usize>,
    /// Where games are played, if not here.
    #[command(flatten)]
    pub fleet: FleetArgs,
}

fn parse_size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (Rules::SMALLEST..=LARGEST).contains(size));
    size.ok_or_else(|| format!("a size is a number from {} to {LARGEST}", Rules::SMALLEST))
}

/// Plays the games that the file lacks.
pub fn run(args: &SelfPlayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let SelfPlayArgs { file, games, simulations, sizes, seed, .. } = args;
    let net = args.net.as_ref().map(read_weights).transpose()?;
    // The name of the file stands for its weights: whoever changes them under the same name mixes
    // games.
    let by = args.net.as_ref().map_or_else(|| "playouts".into(), |path| path.display().to_string());
    let sizes_text: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    let header = format!("self-play simulations={simulations} seed={seed} sizes={} by={by}", sizes_text.join(","));
    let (mut resumed, lines) = ResumeFile::open(file, &header)?;
    let done = lines.len() as u64;
    let bar = progress::bar(*games, done, "games");
    let terms = SelfPlayTerms {
        games: sizes.iter().map(|&size| Rules { size, swap: false }.to_string()).collect(),
        nodes: *simulations,
        seed: *seed,
        net: net.as_deref().map(digest),
    };
    let mut write = |line: &str| {
        bar.inc(1);
        resumed.append(line)
    };
    let source = GameSource::new(terms, net, done..*games, &mut write);
    args.fleet.open(thread_count(args.threads))?.work(&source, &Stop::new())?;
    source.finish()?;
    bar.finish_and_clear();
    writeln!(out, "{} games, {done} of them from before", done.max(*games))?;
    Ok(())
}

/// The bytes of a file that are the weights of a net.
fn read_weights(path: &PathBuf) -> anyhow::Result<Vec<u8>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Net::from_bytes(&bytes).with_context(|| format!("{} has not the weights of this net", path.display()))?;
    Ok(bytes)
}

/// Reads the games of a file, with or without the line that says how they were played.
pub fn read_games(path: &PathBuf) -> anyhow::Result<Vec<SelfPlayGame>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
    let read = |(number, line): (usize, &str)| line.parse().with_context(|| format!("{}:{number}", path.display()));
    lines.map(read).collect()
}
