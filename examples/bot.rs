//! A complete bot in Rust: speaks UGI, and knows the rules from the library.
//!
//! It looks one move ahead: a move that wins is played, a move that lets the other player win at
//! once is not, and among the rest chance decides. Run it as any engine: `cargo run --release --example
//! bot`.

use std::io::{self, BufRead, Write};

use potez_table::{Outcome, Table, open};

/// How many moves are looked at; Blockade has thousands.
const LOOKS: usize = 40;

/// Numbers that look random enough (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

fn after(table: &dyn Table, mv: &str) -> Box<dyn Table> {
    let mut next = table.fork();
    next.play(mv).expect("a move from the list is legal");
    next
}

fn choose(table: &dyn Table, dice: &mut Dice) -> Option<String> {
    let mut moves = table.legal();
    let (won, lost) = (Outcome::Win(table.turn()), Outcome::Win(!table.turn()));
    let mut choice = None;
    for _ in 0..LOOKS.min(moves.len()) {
        let mv = moves.swap_remove(dice.below(moves.len()));
        let next = after(table, &mv);
        if next.outcome() == Some(won) {
            return Some(mv);
        }
        let replies = next.legal();
        let looks = replies.iter().take(LOOKS);
        let is_safe = !looks.into_iter().any(|reply| after(next.as_ref(), reply).outcome() == Some(lost));
        if choice.is_none() || is_safe {
            choice = Some(mv);
        }
    }
    choice
}

fn position(game: &str, words: &[&str]) -> Result<Box<dyn Table>, String> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = if words.first() == Some(&"fen") { Some(words[1..end].join(" ")) } else { None };
    let mut table = open(game, start.as_deref()).map_err(|message| message.english)?;
    for mv in words.iter().skip(end + 1) {
        table.play(mv).map_err(|message| message.english)?;
    }
    Ok(table)
}

fn main() -> io::Result<()> {
    let mut table = open("byte", None).expect("Byte is there");
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let set = match words.as_slice() {
            ["ugi"] => {
                writeln!(
                    out,
                    "id name One Move Ahead\nid author you\noption name Game type string default byte\nugiok"
                )?;
                continue;
            }
            ["isready"] => {
                writeln!(out, "readyok")?;
                continue;
            }
            ["go", ..] => {
                writeln!(out, "bestmove {}", choose(table.as_ref(), &mut dice).unwrap_or_else(|| "none".into()))?;
                continue;
            }
            ["setoption", "name", "Game", "value", game] => position(game, &[]),
            ["position", words @ ..] => position(&table.game(), words),
            ["quit"] => return Ok(()),
            _ => continue,
        };
        match set {
            Ok(new) => table = new,
            Err(error) => writeln!(out, "info string error {error}")?,
        }
    }
    Ok(())
}
