//! Games that a byte chooses.

/// Games of every kind and size class, small where size means nothing.
pub(crate) const GAMES: [&str; 12] = [
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

/// The game that the first byte chooses, and what is left of the bytes.
pub(crate) fn choose(data: &[u8]) -> Option<(&'static str, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((GAMES[usize::from(first) % GAMES.len()], rest))
}
