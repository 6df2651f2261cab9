//! Secrets and what they are good for.
//!
//! Whoever holds a seat's token plays that side. Only its hash is kept, and hashes are compared in
//! constant time.

use potez_session::Sides;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// 22 letters of 6 bits: a name that cannot be guessed.
const ID_LETTERS: usize = 22;
/// 43 letters of 6 bits.
const TOKEN_LETTERS: usize = 43;

fn random_text(letters: usize) -> String {
    let mut bytes = vec![0; letters];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.into_iter().map(|byte| ALPHABET[usize::from(byte & 63)] as char).collect()
}

/// A new name for a game or a review.
pub(crate) fn new_id() -> String {
    random_text(ID_LETTERS)
}

/// Whether a text has the form of a name.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == ID_LETTERS && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// A new secret.
pub(crate) fn new_token() -> String {
    random_text(TOKEN_LETTERS)
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// What is kept of a secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct TokenHash(String);

impl TokenHash {
    /// The lock of a secret.
    pub(crate) fn of(token: &str) -> Self {
        Self(hex(&Sha256::digest(token.as_bytes())))
    }

    /// What is written down of it.
    pub(crate) fn as_text(&self) -> &str {
        &self.0
    }

    /// Whether it is what was written down.
    pub(crate) fn opens(&self, written: &str) -> bool {
        self.0.as_bytes().ct_eq(written.as_bytes()).into()
    }

    fn opens_for(&self, other: &Self) -> bool {
        self.opens(&other.0)
    }
}

/// The sides that a secret is good for. Both locks are always compared, so that the time says
/// nothing.
pub(crate) fn holder(locks: [Option<&TokenHash>; 2], token: Option<&str>) -> Option<Sides> {
    let lock = TokenHash::of(token?);
    let [x, o] = locks.map(|seat| seat.is_some_and(|seat| seat.opens_for(&lock)));
    match (x, o) {
        (true, true) => Some(Sides::Both),
        (true, false) => Some(Sides::X),
        (false, true) => Some(Sides::O),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_opens_its_own_seat_alone() {
        let (x, o) = (new_token(), new_token());
        let (lock_x, lock_o) = (TokenHash::of(&x), TokenHash::of(&o));
        let locks = [Some(&lock_x), Some(&lock_o)];
        assert_eq!(holder(locks, Some(&x)), Some(Sides::X));
        assert_eq!(holder(locks, Some(&o)), Some(Sides::O));
        assert_eq!(holder(locks, Some(&new_token())), None);
        assert_eq!(holder(locks, Some("")), None);
        assert_eq!(holder(locks, None), None);
        assert_eq!(holder([Some(&lock_x), Some(&lock_x)], Some(&x)), Some(Sides::Both));
    }

    #[test]
    fn names_and_tokens_are_long_and_never_the_same() {
        assert!(is_id(&new_id()));
        assert_ne!(new_id(), new_id());
        assert_eq!(new_token().len(), 43);
        assert!(!is_id("../../etc/passwd"));
    }

    #[test]
    fn only_a_hash_of_a_token_is_kept() {
        let token = new_token();
        assert!(!format!("{:?}", TokenHash::of(&token)).contains(&token));
    }
}
