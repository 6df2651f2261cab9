//! What the fuzz targets share: games to choose from, and ears for sessions.

use std::sync::{Arc, Mutex};

use potez_protocol::Sink;

/// Games of every kind and size class, small where size means nothing.
pub const GAMES: [&str; 12] = [
    "blockade:rows=5,cols=6,walls=2",
    "blockade:rows=7,cols=8,walls=3,turn=either",
    "blockade:rows=5,cols=5,walls=1,turn=optional,step=upto",
    "blockade:rows=6,cols=5,walls=2,step=one,goal=rank",
    "blockade:rows=16,cols=17,walls=1,turn=either",
    "havannah:size=3",
    "havannah:size=4,swap=on",
    "havannah:size=6",
    "havannah:size=15",
    "byte",
    "byte:size=10,rules=merge-first",
    "byte:size=16",
];

/// The game that a byte chooses, and what is left of the bytes.
pub fn choose(data: &[u8]) -> Option<(&'static str, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((GAMES[usize::from(first) % GAMES.len()], rest))
}

/// A sink, and the answers it has got.
pub fn ears() -> (Sink, Arc<Mutex<Vec<String>>>) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = heard.clone();
    (Arc::new(move |answer| ears.lock().unwrap().push(answer)), heard)
}
