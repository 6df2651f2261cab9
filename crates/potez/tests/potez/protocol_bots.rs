//! The example bots of `examples/` play whole games, against each other and against the program
//! itself.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use potez_table::Table;

const POTEZ: &str = env!("CARGO_BIN_EXE_potez");

/// An engine in a process of its own that speaks UGI.
struct UgiProcess {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl UgiProcess {
    fn start(program: impl Into<OsString>, args: &[&str]) -> Self {
        let program = program.into();
        let mut child = Command::new(&program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {}: {error}", program.display()));
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut engine = Self { child, input, output };
        engine.say("ugi");
        engine.hear("ugiok");
        engine
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    /// Waits for a line with this beginning and returns the rest of it.
    fn hear(&mut self, start: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("text") > 0, "the engine is gone; it owed `{start}`");
            assert!(!line.starts_with("info string error"), "{line}");
            if let Some(rest) = line.strip_prefix(start) {
                return rest.trim().to_string();
            }
        }
    }

    fn begin(&mut self, game: &str) {
        self.say(&format!("setoption name Game value {game}"));
        self.say("isready");
        self.hear("readyok");
    }

    fn best_move(&mut self, moves: &[String]) -> String {
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.say(&format!("position startpos{moves}"));
        self.say("go movetime 10");
        self.hear("bestmove ")
    }

    fn quit(mut self) {
        self.say("quit");
        assert!(self.child.wait().expect("an end").success());
    }
}

fn python_bot() -> UgiProcess {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let found = Command::new("python3").arg("--version").output();
    assert!(
        found.is_ok_and(|output| output.status.success()),
        "python3 is missing: this test plays examples/bot.py and needs Python 3 on the path"
    );
    UgiProcess::start("python3", &[&script.display().to_string(), POTEZ])
}

/// The example in Rust. `cargo test` has built it unless it was told to build this test alone.
fn rust_bot() -> UgiProcess {
    let bot: PathBuf =
        Path::new(POTEZ).with_file_name("examples").join("bot").with_extension(std::env::consts::EXE_EXTENSION);
    if !bot.exists() {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "potez", "--example", "bot"]);
        if POTEZ.contains("release") {
            build.arg("--release");
        }
        assert!(build.status().expect("cargo runs").success(), "examples/bot.rs does not build");
    }
    UgiProcess::start(bot, &[])
}

fn potez(bot: &str) -> UgiProcess {
    let mut engine = UgiProcess::start(POTEZ, &["engine", "--protocol", "ugi"]);
    engine.say(&format!("setoption name Bot value {bot}"));
    engine
}

/// Plays a game to its end under the eyes of the library and returns the number of moves.
fn play(game: &str, engines: &mut [UgiProcess; 2]) -> usize {
    let mut table: Box<dyn Table> = potez_table::open(game, None).expect("a game");
    for engine in engines.iter_mut() {
        engine.begin(game);
    }
    while table.outcome().is_none() {
        let player = table.turn();
        let mv = engines[player.index()].best_move(&table.moves());
        table.play(&mv).unwrap_or_else(|message| panic!("{player} played `{mv}`: {message}"));
        assert!(table.ply() < 1000, "{game} does not end");
    }
    for engine in engines.iter_mut() {
        assert_eq!(engine.best_move(&table.moves()), "none", "the game is over");
    }
    table.ply()
}

const GAMES: [&str; 3] = ["byte", "havannah:size=4", "blockade:rows=5,cols=6,walls=2"];

#[test]
fn the_bots_in_python_and_rust_play_whole_games_of_every_kind() {
    let mut engines = [python_bot(), rust_bot()];
    for game in GAMES {
        assert!(play(game, &mut engines) > 1, "{game}");
    }
    engines.into_iter().for_each(UgiProcess::quit);
}

#[test]
fn the_bot_in_rust_finds_a_win_in_one() {
    let mut bot = rust_bot();
    bot.begin("havannah:size=3");
    let moves = ["a1", "c3", "a2", "d3"].map(String::from);
    assert_eq!(bot.best_move(&moves), "a3");
    bot.quit();
}

#[test]
fn the_program_plays_whole_games_with_itself_over_ugi() {
    for (x, o) in [("potez", "random:seed=1"), ("random:seed=2", "potez")] {
        let mut engines = [potez(x), potez(o)];
        for game in GAMES {
            play(game, &mut engines);
        }
        engines.into_iter().for_each(UgiProcess::quit);
    }
}

#[test]
fn the_referee_and_the_engine_agree_on_the_result() {
    let mut engines = [potez("random:seed=3"), potez("random:seed=4")];
    play("havannah:size=3", &mut engines);
    for engine in &mut engines {
        engine.say("query gameover");
        assert_eq!(engine.hear("response "), "true");
        engine.say("query result");
        assert!(["p1win", "p2win", "draw"].contains(&engine.hear("response ").as_str()));
    }
    engines.into_iter().for_each(UgiProcess::quit);
}
