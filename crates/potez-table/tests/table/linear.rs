//! Reading takes time in proportion to the length of what is read.
//!
//! Processor time of this thread alone is compared with itself: eight times the text may cost eight
//! times as much, and would cost sixty-four times as much where every part looks at all others. The
//! bound lies between them, far from both.

use std::fmt::Write;

use potez_table::records;
use rustix::time::{ClockId, clock_gettime};

/// More than this for eight times the text is not in proportion.
const BOUND: f64 = 24.0;

fn processor_time() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}

/// The least time of a few tries: what others do on the machine only adds to it.
fn cost(work: &dyn Fn()) -> f64 {
    let time = || {
        let before = processor_time();
        work();
        processor_time() - before
    };
    (0..5).map(|_| time()).fold(f64::INFINITY, f64::min)
}

/// Reads, plays and writes a text made of this many parts, if it is a record at all.
fn through(text: &str) {
    let Ok(games) = records::read_all(text) else { return };
    let replayed: Vec<_> = games.iter().filter_map(|game| records::replay(game).ok()).collect();
    for format in records::formats() {
        for game in &replayed {
            let _ = records::write(&game.transcript, &format);
        }
    }
}

/// A name of letters only, another one for each number.
fn name(mut number: usize) -> String {
    let mut name = String::from("Z");
    while number > 0 {
        name.push(char::from(b'A' + (number % 26) as u8));
        number /= 26;
    }
    name
}

fn repeated(before: &str, part: &dyn Fn(usize) -> String, parts: usize, after: &str) -> String {
    let mut text = before.to_string();
    for number in 0..parts {
        let _ = write!(text, "{}", part(number));
    }
    text + after
}

/// Moves of Blockade that never repeat a position: one pawn of each side walks up and down, at
/// different paces.
fn long_walk(plies: usize) -> String {
    let mut table = potez_table::open("blockade:rows=11,cols=14,walls=0", None).expect("a game");
    let mut rng = fastrand::Rng::with_seed(1);
    while table.ply() < plies && table.ending().is_none() {
        let legal = table.legal();
        let mv = legal[rng.usize(..legal.len())].clone();
        let mut next = table.fork();
        next.play(&mv).expect("a legal move");
        if next.ending().is_none() {
            table.play(&mv).expect("a legal move");
        }
    }
    table.moves().join(" ")
}

#[test]
fn eight_times_the_text_takes_about_eight_times_as_long() {
    type Bomb = (&'static str, fn(usize) -> String);
    let bombs: [Bomb; 13] = [
        ("properties", |n| repeated("(;SZ[4]", &|i| format!("{}[x]", name(i)), n, ")")),
        ("values of a property", |n| repeated("(;SZ[4]GN", &|_| "[x]".into(), n, ")")),
        ("comments of a node", |n| repeated("(;SZ[4]C", &|_| "[x]".into(), n, ")")),
        ("nodes with comments", |n| repeated("(;SZ[4]", &|_| ";C[x]".into(), n, ")")),
        ("variations", |n| repeated("(;SZ[4];W[a1](;B[a2])", &|_| "(;B[b1])".into(), n, ")")),
        ("games in SGF", |n| repeated("", &|_| "(;SZ[4];W[a1])".into(), n, "")),
        ("comments", |n| repeated("[Game \"havannah\"]", &|_| "{}".into(), n, "*")),
        ("comments on a move", |n| repeated("[Game \"havannah\"] a1", &|_| "{a}".into(), n, "*")),
        ("tags", |n| repeated("[Game \"havannah\"]", &|i| format!("[{} \"\"]", name(i)), n, "*")),
        ("alternatives", |n| repeated("[Game \"havannah\"] a1 a2", &|_| "(b1)".into(), n, "*")),
        ("games", |n| repeated("", &|_| "[Game \"havannah\"]*".into(), n, "")),
        ("objects", |n| repeated("", &|_| "{\"game\":\"havannah\"}".into(), n, "")),
        ("tags in JSON", |n| {
            let tags = repeated("", &|i| format!("\"{}\":\"\",", name(i)), n, "\"A\":\"\"");
            format!("{{\"game\":\"havannah\",\"tags\":{{{tags}}}}}")
        }),
    ];
    for (what, bomb) in bombs {
        let (few, many) = (bomb(1000), bomb(8000));
        assert!(records::read_all(&many).is_ok(), "{what}");
        let ratio = cost(&|| through(&many)) / cost(&|| through(&few));
        assert!(ratio < BOUND, "{what}: eight times the text takes {ratio:.0} times as long");
    }
}

#[test]
fn a_long_game_with_many_variations_is_played_through_in_proportion() {
    let moves = long_walk(4000);
    let words: Vec<&str> = moves.split(' ').collect();
    assert_eq!(words.len(), 4000);
    let game = |plies: usize| {
        let variations = format!("({})", words[plies - 1]).repeat(plies / 2);
        let moves = words[..plies].join(" ");
        format!("[Game \"blockade:rows=11,cols=14,walls=0\"] {moves} {variations} *")
    };
    let (few, many) = (game(500), game(4000));
    assert!(records::replay(&records::read(&many).expect("a record")).is_ok());
    let ratio = cost(&|| through(&many)) / cost(&|| through(&few));
    assert!(ratio < BOUND, "eight times the game takes {ratio:.0} times as long");
}
