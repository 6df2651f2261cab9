//! A book as bytes: a header, and entries sorted by key, looked up where they lie.
//!
//! | bytes | |
//! |---|---|
//! | 4 | `PBK1` |
//! | 1 + n | the game spec, its length first |
//! | 4 | the number of entries |
//! | 19 each | key (8), visits (4), X's chance in ten thousandths (2), flags (1), games (2), X's half points (2) |
//!
//! Numbers are little-endian. Flags: 1 searched, 2 proven for X, 4 proven for O, 6 a proven draw.

use potez_core::{Outcome, Player};

/// What a file of a book begins with.
const MAGIC: &[u8; 4] = b"PBK1";
/// Bytes of an entry.
const ENTRY: usize = 19;
/// The unit of chances.
const CHANCE_UNITS: f64 = 10_000.0;
const SEARCHED: u8 = 1;

/// A book: what is known of the first positions of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Book<'a> {
    game: &'a str,
    entries: &'a [[u8; ENTRY]],
}

/// What a book says of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookEntry {
    /// Nodes of the searches of this position and of those after it, each counted once.
    pub visits: u32,
    /// X's chance to win, 0 to 1, draws counted half.
    pub x_chance: f64,
    /// Whether the position was searched by itself; if not, its value is what the search of a
    /// position before it said.
    pub is_searched: bool,
    /// The result, where it is proven.
    pub proven: Option<Outcome>,
    /// What games that came through the position ended with.
    pub score: GameScore,
}

/// Results of games, from X's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameScore {
    /// The number of games.
    pub games: u32,
    /// What X scored in them, in half points.
    pub x_half_points: u32,
}

/// Bytes that are not a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// They do not begin as a book does.
    #[error("not a book: it does not begin with `PBK1`")]
    Magic,
    /// They end too early, or go on after the last entry.
    #[error("not a book: its length is not what its header says")]
    Length,
    /// The entries are not sorted.
    #[error("not a book: entry {0} is out of order")]
    Order(usize),
}

impl GameScore {
    /// Counts a game.
    pub fn add(&mut self, outcome: Outcome) {
        self.games += 1;
        self.x_half_points += match outcome {
            Outcome::Win(Player::X) => 2,
            Outcome::Draw => 1,
            Outcome::Win(Player::O) => 0,
        };
    }

    /// A player's share of the points; `None` without games.
    pub fn share(self, player: Player) -> Option<f64> {
        let share = f64::from(self.x_half_points) / f64::from(2 * self.games);
        (self.games > 0).then(|| if player == Player::X { share } else { 1.0 - share })
    }

    /// Where a player's share would lie after many games, with 95 % confidence (Wilson's interval; draws
    /// make it wider than it need be).
    pub fn interval(self, player: Player) -> Option<(f64, f64)> {
        const Z: f64 = 1.96;
        let (share, games) = (self.share(player)?, f64::from(self.games));
        let middle = share + Z * Z / (2.0 * games);
        let spread = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
        let scale = 1.0 + Z * Z / games;
        Some(((middle - spread) / scale, (middle + spread) / scale))
    }
}

impl BookEntry {
    /// The chance of a player to win.
    pub fn chance(&self, player: Player) -> f64 {
        if player == Player::X { self.x_chance } else { 1.0 - self.x_chance }
    }

    fn to_bytes(self, key: u64) -> [u8; ENTRY] {
        let most = |number: u32| number.min(u32::from(u16::MAX)) as u16;
        let chance = (self.x_chance.clamp(0.0, 1.0) * CHANCE_UNITS).round() as u16;
        let flags = u8::from(self.is_searched)
            | match self.proven {
                None => 0,
                Some(Outcome::Win(Player::X)) => 2,
                Some(Outcome::Win(Player::O)) => 4,
                Some(Outcome::Draw) => 6,
            };
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&key.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.visits.to_le_bytes());
        bytes[12..14].copy_from_slice(&chance.to_le_bytes());
        bytes[14] = flags;
        bytes[15..17].copy_from_slice(&most(self.score.games).to_le_bytes());
        bytes[17..].copy_from_slice(&most(self.score.x_half_points).to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; ENTRY]) -> Self {
        let short = |at: usize| u32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let flags = bytes[14];
        Self {
            visits: u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            x_chance: f64::from(short(12)) / CHANCE_UNITS,
            is_searched: flags & SEARCHED != 0,
            proven: match flags & 6 {
                2 => Some(Outcome::Win(Player::X)),
                4 => Some(Outcome::Win(Player::O)),
                6 => Some(Outcome::Draw),
                _ => None,
            },
            score: GameScore { games: short(15), x_half_points: short(17) },
        }
    }
}

fn key_of(bytes: &[u8; ENTRY]) -> u64 {
    let mut key = [0; 8];
    key.copy_from_slice(&bytes[..8]);
    u64::from_le_bytes(key)
}

impl<'a> Book<'a> {
    /// A book that knows nothing.
    pub const EMPTY: Self = Self { game: "", entries: &[] };

    /// Reads a book where it lies; no bytes are a book that knows nothing.
    pub fn read(bytes: &'a [u8]) -> Result<Self, BookError> {
        if bytes.is_empty() {
            return Ok(Self::EMPTY);
        }
        let rest = bytes.strip_prefix(MAGIC).ok_or(BookError::Magic)?;
        let (&length, rest) = rest.split_first().ok_or(BookError::Length)?;
        let (game, rest) = rest.split_at_checked(length.into()).ok_or(BookError::Length)?;
        let game = str::from_utf8(game).map_err(|_| BookError::Magic)?;
        let (count, rest) = rest.split_first_chunk::<4>().ok_or(BookError::Length)?;
        let (entries, left) = rest.as_chunks::<ENTRY>();
        if !left.is_empty() || entries.len() != u32::from_le_bytes(*count) as usize {
            return Err(BookError::Length);
        }
        Ok(Self { game, entries })
    }

    /// Fails if the entries are not sorted, each key once: lookups rely on it.
    pub fn check(&self) -> Result<(), BookError> {
        let wrong = self.entries.windows(2).position(|pair| key_of(&pair[0]) >= key_of(&pair[1]));
        wrong.map_or(Ok(()), |at| Err(BookError::Order(at + 1)))
    }

    /// Writes a book; the entries may come in any order.
    pub fn write(game: &str, mut entries: Vec<(u64, BookEntry)>) -> Vec<u8> {
        entries.sort_by_key(|&(key, _)| key);
        entries.dedup_by_key(|&mut (key, _)| key);
        let name = &game.as_bytes()[..game.len().min(u8::MAX.into())];
        let mut bytes = MAGIC.to_vec();
        bytes.push(name.len() as u8);
        bytes.extend(name);
        bytes.extend((entries.len() as u32).to_le_bytes());
        bytes.extend(entries.iter().flat_map(|(key, entry)| entry.to_bytes(*key)));
        bytes
    }

    /// The spec of the game that it is about.
    pub fn game(&self) -> &'a str {
        self.game
    }

    /// What it says of the position of this canonical key.
    pub fn entry(&self, key: u64) -> Option<BookEntry> {
        let at = self.entries.binary_search_by_key(&key, key_of).ok()?;
        Some(BookEntry::from_bytes(&self.entries[at]))
    }

    /// Every entry with its key, in the order of the keys.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (u64, BookEntry)> + 'a {
        self.entries.iter().map(|bytes| (key_of(bytes), BookEntry::from_bytes(bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(x_chance: f64, proven: Option<Outcome>) -> BookEntry {
        let score = GameScore { games: 7, x_half_points: 9 };
        BookEntry { visits: 70_000, x_chance, is_searched: proven.is_none(), proven, score }
    }

    #[test]
    fn what_is_written_is_found_again_by_its_key_and_nothing_else_is() {
        let outcomes = [None, Some(Outcome::Draw), Some(Outcome::Win(Player::X)), Some(Outcome::Win(Player::O))];
        let all: Vec<(u64, BookEntry)> =
            (0..).zip(outcomes).map(|(at, proven)| (u64::MAX - 10 * at, entry(0.25, proven))).collect();
        let bytes = Book::write("byte", all.clone());
        let book = Book::read(&bytes).unwrap();
        assert_eq!((book.game(), book.entries().len(), book.check()), ("byte", 4, Ok(())));
        for (key, entry) in all {
            assert_eq!(book.entry(key), Some(entry));
            assert_eq!(book.entry(key - 1), None);
        }
    }

    #[test]
    fn bytes_that_are_not_a_book_are_refused() {
        let good = Book::write("byte", vec![(3, entry(0.5, None)), (9, entry(0.5, None))]);
        assert_eq!(Book::read(b"GIF89a"), Err(BookError::Magic));
        for end in 5..good.len() {
            assert_eq!(Book::read(&good[..end]), Err(BookError::Length), "{end}");
        }
        let mut swapped = good.clone();
        let first = good.len() - 2 * ENTRY;
        swapped[first..].rotate_left(ENTRY);
        assert_eq!(Book::read(&swapped).unwrap().check(), Err(BookError::Order(1)));
        assert_eq!(Book::read(b"").unwrap(), Book::EMPTY);
    }

    #[test]
    fn the_interval_of_games_holds_their_share_and_shrinks_with_their_number() {
        let width = |games| {
            let score = GameScore { games, x_half_points: games };
            let (low, high) = score.interval(Player::X).unwrap();
            assert!(low < 0.5 && 0.5 < high);
            high - low
        };
        assert!(width(10) > width(100) && width(100) < 0.2);
        let won = GameScore { games: 4, x_half_points: 8 };
        assert_eq!((won.share(Player::X), won.share(Player::O)), (Some(1.0), Some(0.0)));
        assert_eq!(GameScore::default().interval(Player::O), None);
    }
}
