//! Changes saved inputs at random: bits, bytes, words, lines, and pieces of other inputs.

use fastrand::Rng;

/// Inputs do not become longer than this: what goes wrong goes wrong with little.
pub const MOST_BYTES: usize = 16 * 1024;
/// Bytes that mean something to most readers.
const SIGNS: &[u8] = b"\n\r\t \0:;,.=+-/\\|()[]{}<>\"'`#*&%$@!?_0019azAZ\xff\xc3\x80\xe2\xf0";
/// Texts that readers stumble over.
const TROUBLE: [&str; 20] = [
    "0",
    "-1",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551616",
    "1e999",
    "-0.0",
    "NaN",
    "null",
    "[]",
    "{}",
    "\\u0000",
    "\u{feff}",
    "\u{202e}",
    "Ž",
    "š",
    "𝟙",
    "\r\n",
];

/// Makes inputs of saved ones.
pub struct Mutator<'a> {
    corpus: &'a [Vec<u8>],
    /// The words of all saved inputs: what this reader knows.
    words: Vec<&'a [u8]>,
}

impl<'a> Mutator<'a> {
    /// A mutator of these inputs.
    pub fn new(corpus: &'a [Vec<u8>]) -> Self {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80 || byte == b'-';
        let mut words: Vec<&[u8]> =
            corpus.iter().flat_map(|input| input.split(move |&byte| !is_letter(byte))).collect();
        words.retain(|word| !word.is_empty() && word.len() <= 64);
        words.sort_unstable();
        words.dedup();
        Self { corpus, words }
    }

    /// The input of a run: the same for the same seed and run, whatever ran before.
    pub fn input(&self, seed: u64, run: u64) -> Vec<u8> {
        let mut rng = Rng::with_seed(seed ^ run.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut input = rng.choice(self.corpus).cloned().unwrap_or_default();
        for _ in 0..rng.usize(1..=6) {
            self.mutate(&mut input, &mut rng);
        }
        input.truncate(MOST_BYTES);
        input
    }

    fn mutate(&self, input: &mut Vec<u8>, rng: &mut Rng) {
        let at = rng.usize(0..=input.len());
        match rng.u8(0..14) {
            0 if at < input.len() => input[at] ^= 1 << rng.u8(0..8),
            1 if at < input.len() => input[at] = rng.u8(..),
            2 if at < input.len() => input[at] = SIGNS[rng.usize(0..SIGNS.len())],
            3 => insert(input, at, &[rng.u8(..)]),
            4 => insert(input, at, &[SIGNS[rng.usize(0..SIGNS.len())]]),
            5 => insert(input, at, TROUBLE[rng.usize(0..TROUBLE.len())].as_bytes()),
            6 => replace_word(input, at, TROUBLE[rng.usize(0..TROUBLE.len())].as_bytes()),
            7 | 8 => replace_word(input, at, rng.choice(&self.words).copied().unwrap_or_default()),
            9 => drop(input.drain(range(input, at, rng))),
            10 => {
                let piece = input[range(input, at, rng)].to_vec();
                let to = rng.usize(0..=input.len());
                for _ in 0..rng.usize(1..=3) {
                    insert(input, to, &piece);
                }
            }
            11 => {
                let other = rng.choice(self.corpus).cloned().unwrap_or_default();
                let from = rng.usize(0..=other.len());
                insert(input, at, &other[range(&other, from, rng)]);
            }
            12 => {
                let other = rng.choice(self.corpus).cloned().unwrap_or_default();
                input.truncate(at);
                input.extend_from_slice(&other[at.min(other.len())..]);
            }
            _ => swap_lines(input, rng),
        }
    }
}

/// A piece from here on, mostly a short one.
fn range(input: &[u8], at: usize, rng: &mut Rng) -> std::ops::Range<usize> {
    let most = if rng.bool() { 8 } else { input.len() };
    at..(at + rng.usize(0..=most)).min(input.len())
}

fn insert(input: &mut Vec<u8>, at: usize, piece: &[u8]) {
    if input.len() + piece.len() <= MOST_BYTES {
        input.splice(at..at, piece.iter().copied());
    }
}

/// Puts a word in place of the one at a place.
fn replace_word(input: &mut Vec<u8>, at: usize, word: &[u8]) {
    let is_letter = |&byte: &u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
    let from = at - input[..at].iter().rev().take_while(|byte| is_letter(byte)).count();
    let to = at + input[at..].iter().take_while(|byte| is_letter(byte)).count();
    input.splice(from..to, word.iter().copied());
}

fn swap_lines(input: &mut Vec<u8>, rng: &mut Rng) {
    let mut lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
    let (one, other) = (rng.usize(0..lines.len()), rng.usize(0..lines.len()));
    lines.swap(one, other);
    *input = lines.join(&b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_a_seed_is_the_same_input_whatever_ran_before() {
        let corpus = [b"1. d2-c3 a3-b2 *\n".to_vec(), b"[Game \"byte\"]".to_vec()];
        let mutator = Mutator::new(&corpus);
        let inputs: Vec<_> = (0..200).map(|run| mutator.input(7, run)).collect();
        assert_eq!(mutator.input(7, 150), inputs[150]);
        assert_ne!(mutator.input(8, 150), inputs[150]);
        let different: std::collections::BTreeSet<_> = inputs.iter().collect();
        assert!(different.len() > 150, "{}", different.len());
    }

    #[test]
    fn without_saved_inputs_there_is_something_all_the_same() {
        let mutator = Mutator::new(&[]);
        assert!((0..50).any(|run| !mutator.input(1, run).is_empty()));
    }

    #[test]
    fn inputs_stay_short() {
        let corpus = [vec![b'a'; MOST_BYTES]];
        let mutator = Mutator::new(&corpus);
        assert!((0..100).all(|run| mutator.input(1, run).len() <= MOST_BYTES));
    }
}
