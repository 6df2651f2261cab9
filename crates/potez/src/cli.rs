//! The command line: arguments and help, nothing else.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use potez_session::TimeControl;
use potez_table::{RecordFormat, records};
use potez_words::Lang;

use crate::commands::{
    BookArgs, DbArgs, ExplainArgs, FleetCommand, LeagueArgs, MatchArgs, PuzzlesArgs, ReviewArgs, Serve, TournamentArgs,
    WorkerArgs,
};

/// Plays, teaches, analyses and referees Blockade, Havannah and Byte.
#[derive(Parser)]
#[command(
    version,
    after_help = "Example: potez play byte --x human --o classic\n\n\
    A GAME is a name with its options, such as `byte`, `havannah:size=5,swap=on` or `blockade:rows=7,cols=9,walls=4`;\n\
    `potez games` lists them all."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<CliCommand>,
}

/// What the program is asked to do.
#[derive(Subcommand)]
pub(crate) enum CliCommand {
    /// List the games with their options.
    #[command(after_help = "Example: potez games --json")]
    Games {
        /// One JSON object per game.
        #[arg(long)]
        json: bool,
    },
    /// Play a game, against a bot or another person.
    #[command(after_help = "Example: potez play blockade --x human --o potez:level=3\n\
        While playing: a move, or help, moves, board, hint, analysis, record, ways, undo, redo, sides, save FILE,\n\
        load FILE, new [GAME], resign, quit.\n\
        More examples:\n\
        \x20 potez play blockade --setup              asks for sizes, walls, starting squares, rules and sides\n\
        \x20 potez play blockade --classic --paths    the original program's board and shortest paths")]
    Play(PlayArgs),
    /// Print a board.
    #[command(after_help = "Example: potez show byte --moves \"d2-c3 a3-b2\"")]
    Show {
        #[command(flatten)]
        place: PositionArgs,
        #[command(flatten)]
        board: BoardArgs,
        /// The language (default: the locale's).
        #[arg(long)]
        lang: Option<LanguageArg>,
    },
    /// List the legal moves, one per line, sorted.
    #[command(after_help = "Example: potez moves havannah:size=4 --moves \"d4 a1\"")]
    Moves {
        #[command(flatten)]
        place: PositionArgs,
    },
    /// List every state that a move leads to, numbered from 1, and count them.
    #[command(after_help = "Example: potez states blockade:turn=either --moves \"d4-d6\"\n\
        \x20        potez states byte --boards | less")]
    States {
        #[command(flatten)]
        place: PositionArgs,
        /// Draw every state as the original programs did.
        #[arg(long)]
        boards: bool,
        /// One JSON object per state: number, move and position.
        #[arg(long)]
        json: bool,
    },
    /// Count the move sequences of an exact length.
    #[command(after_help = "Example: potez perft byte 4 --threads 2")]
    Perft {
        #[command(flatten)]
        place: PositionArgs,
        /// Moves per sequence: all depths up to this one are counted.
        #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
        depth: u32,
        /// Count by first move.
        #[arg(long)]
        divide: bool,
        /// Threads to count with.
        #[arg(long, default_value_t = 1, value_parser = threads)]
        threads: usize,
        /// One JSON object per depth.
        #[arg(long)]
        json: bool,
    },
    /// Rank the moves of a position.
    #[command(after_help = "Example: potez analyze byte --moves \"d2-c3\" --time 2s --multipv 3")]
    Analyze {
        #[command(flatten)]
        place: PositionArgs,
        /// Time to think.
        #[arg(long, default_value = "5s", value_parser = time)]
        time: Duration,
        /// Lines to show (default: what the bot says, else 1).
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=500))]
        multipv: Option<u16>,
        /// Threads to think with (default: what the bot says, else 1).
        #[arg(long, value_parser = threads)]
        threads: Option<usize>,
        /// The bot that thinks.
        #[arg(long, default_value = "potez")]
        bot: String,
        /// The language of the remarks (default: the locale's).
        #[arg(long)]
        lang: Option<LanguageArg>,
        /// One JSON object per line of play.
        #[arg(long)]
        json: bool,
    },
    /// Prove who wins.
    #[command(after_help = "Example: potez solve havannah:size=3 --time 10s")]
    Solve {
        #[command(flatten)]
        place: PositionArgs,
        /// Time to try.
        #[arg(long, default_value = "60s", value_parser = time)]
        time: Duration,
        /// One JSON object.
        #[arg(long)]
        json: bool,
    },
    /// List, solve, check or make puzzles: positions with exactly one good move, proven.
    Puzzles(Box<PuzzlesArgs>),
    /// Say what is known of the first moves of a game, or make a book.
    Book(Box<BookArgs>),
    /// Record a search, to be stepped through in a browser.
    ExplainSearch(ExplainArgs),
    /// Check a record against the rules and name the outcome.
    #[command(after_help = "Example: potez replay game.txt --json")]
    Replay {
        /// The record: text, JSON or SGF; `-` reads standard input.
        file: PathBuf,
        /// One JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Translate a record into another format.
    #[command(after_help = "Example: potez convert game.sgf --to json")]
    Convert {
        /// The record: text, JSON or SGF; `-` reads standard input.
        file: PathBuf,
        /// The format to write.
        #[arg(long, value_parser = record_format())]
        to: RecordFormat,
    },
    /// Judge every move of a game, the worst first.
    Review(Box<ReviewArgs>),
    /// Play a match between two bots, pair by pair.
    Match(Box<MatchArgs>),
    /// Play a tournament: round robin, gauntlet, or a folder of bots.
    Tournament(Box<TournamentArgs>),
    /// Talk to a program, one line per request.
    #[command(after_help = "Example: echo '{\"id\":\"1\",\"query\":\"state\",\"game\":\"byte\"}' \
        | potez engine --protocol json")]
    Engine {
        /// The protocol.
        #[arg(long)]
        protocol: ProtocolArg,
        /// The game to begin with (UGI, GTP); in JSON every request names its own.
        #[arg(long)]
        game: Option<String>,
        /// Time for a move: in UGI for a `go` without limits, in GTP the most a move may take.
        #[arg(long, value_parser = time)]
        movetime: Option<Duration>,
        /// Threads to think with.
        #[arg(long, default_value_t = 1, value_parser = threads)]
        threads: usize,
    },
    /// Serve the web application.
    #[command(after_help = "Examples:\n\
        \x20 potez serve                                  then open http://127.0.0.1:8080\n\
        \x20 potez serve --addr 0.0.0.0:8080              for everybody in the house\n\
        \x20 potez serve --db games.db --threads 4        games in this file, four threads for the engine\n\
        \x20 potez serve --db :memory: --reports matches  nothing kept, match reports to browse\n\
        \x20 potez serve --db postgres://potez@db/potez   games in PostgreSQL, which several servers may share\n\n\
        Ctrl-C ends it in order; whatever was acknowledged is on disk at any moment.\n\
        RUST_LOG=potez_server=debug shows every request. docs/operations.md describes the interface for bots.")]
    Serve(Serve),
    /// Take jobs that other machines have given to a NATS server.
    Worker(WorkerArgs),
    /// Look at the workers of a NATS server and at what waits for them.
    #[command(after_help = "Example: potez fleet status --nats nats://127.0.0.1:4222")]
    Fleet {
        #[command(subcommand)]
        command: FleetCommand,
    },
    /// Run a league of bots: on a server to which they connect, or on this machine.
    League(LeagueArgs),
    /// Check, copy or save a database of games.
    #[command(after_help = "Example: potez db check games.db")]
    Db(DbArgs),
    /// Print a script that completes commands, options, games and bots in a shell.
    #[command(after_help = "Example: potez completions bash > potez.bash\n\
        Where it goes: bash ~/.local/share/bash-completion/completions/potez, \
        zsh a file `_potez` in a folder of $fpath,\n\
        fish ~/.config/fish/completions/potez.fish")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print what the last of these words can become, for scripts that complete games and bots.
    #[command(hide = true)]
    Complete {
        /// The command line without the program's name.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Print a manual page.
    #[command(after_help = "Example: potez man play | man -l -")]
    Man {
        /// The command that the page is about (default: the program as a whole).
        command: Option<String>,
        /// Write all pages into this folder instead.
        #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
        out: Option<PathBuf>,
    },
    /// Measure speed with fixed work and fixed random seeds.
    #[command(after_help = "Example: potez bench byte --json")]
    Bench {
        /// Only this game.
        game: Option<String>,
        /// One JSON object per measurement.
        #[arg(long)]
        json: bool,
    },
}

/// A game and a position in it.
#[derive(Args)]
pub(crate) struct PositionArgs {
    /// The game, such as `byte` or `havannah:size=5`.
    pub(crate) game: String,
    /// Begin at this position instead of the game's start.
    // A text of Byte may begin with an empty square, which is a hyphen.
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play first, in any notation of the game, separated by blanks or semicolons.
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(crate) moves: String,
}

/// Who plays, and how it is shown.
#[derive(Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) place: PositionArgs,
    /// Who plays X: `human` or a bot such as `potez:level=3`, `classic` or `random:seed=1`.
    #[arg(long)]
    pub(crate) x: Option<String>,
    /// Who plays O.
    #[arg(long)]
    pub(crate) o: Option<String>,
    /// Lines of text in and out (default where the output is not a terminal).
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Ask for the options of the game, for the sides and for the opponent, in lines of text.
    #[arg(long, conflicts_with_all = ["position", "moves", "x", "o"])]
    pub(crate) setup: bool,
    /// The language (default: the locale's).
    #[arg(long)]
    pub(crate) lang: Option<LanguageArg>,
    /// Thinking time per move of a bot without limits of its own.
    #[arg(long, default_value = "1s", value_parser = time)]
    pub(crate) time: Duration,
    /// Play with clocks: minutes per game and seconds added after each move, such as `5+3`.
    #[arg(long, value_name = "MINUTES+SECONDS", value_parser = clock)]
    pub(crate) clock: Option<TimeControl>,
}

impl PlayArgs {
    /// Whether the game is played in lines of text even in a terminal.
    pub(crate) fn is_plain(&self) -> bool {
        self.plain || self.board.classic || self.board.paths || self.setup
    }
}

/// How a board is drawn in lines of text.
#[derive(Args, Default)]
pub(crate) struct BoardArgs {
    /// Draw the board as the original programs did, in lines of text.
    #[arg(long)]
    pub(crate) classic: bool,
    /// Show the shortest path of every piece to every goal, on the board and as lists, in lines of
    /// text; in games that have such paths (Blockade).
    #[arg(long)]
    pub(crate) paths: bool,
    /// Characters of the classic display in place of the original program's: in Blockade a green
    /// wall, a blue wall and an open edge below a square.
    #[arg(long, value_name = "CHARACTERS", requires = "classic")]
    pub(crate) glyphs: Option<String>,
}

/// A protocol on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ProtocolArg {
    /// UCI's shape for any game.
    Ugi,
    /// The Go Text Protocol, for games whose moves are single cells (Havannah).
    Gtp,
    /// One JSON object per line.
    Json,
}

/// A language on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum LanguageArg {
    /// English.
    En,
    /// Serbian in Latin script.
    Sr,
    /// Serbian in Cyrillic script.
    #[value(name = "sr-Cyrl")]
    SrCyrl,
}

impl From<LanguageArg> for Lang {
    fn from(language: LanguageArg) -> Self {
        match language {
            LanguageArg::En => Self::En,
            LanguageArg::Sr => Self::SrLatn,
            LanguageArg::SrCyrl => Self::SrCyrl,
        }
    }
}

/// The formats that records can be written in: those of every game that is registered.
fn record_format() -> impl TypedValueParser<Value = RecordFormat> {
    let names = records::formats().map(|format| PossibleValue::new(format.id).help(format.about));
    PossibleValuesParser::new(names).try_map(|id| records::format(&id).ok_or("an unknown format"))
}

pub(crate) fn time(text: &str) -> Result<Duration, String> {
    potez_table::duration(text).ok_or_else(|| format!("expected {}", potez_table::A_TIME))
}

fn clock(text: &str) -> Result<TimeControl, String> {
    let control = text.parse().ok().filter(|control: &TimeControl| control.is_sound());
    control
        .ok_or_else(|| "expected minutes and seconds per move such as 5+3 (at most a day), 10s/move or 3d/move".into())
}

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|threads| (1..=256).contains(threads))
        .ok_or_else(|| "expected a number from 1 to 256".into())
}
