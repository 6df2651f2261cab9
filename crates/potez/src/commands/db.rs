//! `potez db`: databases of games, checked, copied and saved.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use potez_server::storage::{self, CheckReport, CopyError};
use potez_server::{Database, DatabaseNameError};

use crate::exit::UsageError;

/// What is done with a database.
#[derive(Args)]
pub(crate) struct DbArgs {
    #[command(subcommand)]
    command: DbCommand,
}

#[derive(Subcommand)]
enum DbCommand {
    /// Look through a database: every checksum, and every game by its rules. Servers may be at work on it.
    #[command(after_help = "Example: potez db check games.db\n\
        Exits with 1 if anything is wrong, and names every game that is damaged.")]
    Check {
        /// A file, `sqlite:FILE` or `postgres://USER@HOST/NAME`.
        #[arg(value_name = "DB")]
        database: String,
        /// One JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Copy everything into another database that has no games yet.
    #[command(after_help = "Example: potez db copy games.db postgres://potez@db.example.org/potez\n\
        No server may be at work on either of them. It happens as a whole or not at all; every row that was\n\
        written is read back and compared.")]
    Copy {
        /// The database to read: a file, `sqlite:FILE` or `postgres://USER@HOST/NAME`.
        from: String,
        /// The database to fill.
        to: String,
    },
    /// Save a database into a new file of `SQLite`. Servers may be at work on it.
    #[command(after_help = "Example: potez db backup postgres://potez@db.example.org/potez games-monday.db\n\
        The file holds the database as it was at one moment. `potez serve --db FILE` serves it, `potez db copy`\n\
        brings it back into PostgreSQL.")]
    Backup {
        /// The database: a file, `sqlite:FILE` or `postgres://USER@HOST/NAME`.
        #[arg(value_name = "DB")]
        database: String,
        /// The new file.
        file: PathBuf,
    },
}

/// A database as it is named on the command line. A wrong name is told here and not by clap, which would
/// repeat a password in it.
pub(super) fn database(text: &str) -> Result<Database, UsageError> {
    text.parse().map_err(|error: DatabaseNameError| UsageError(error.to_string()))
}

/// `potez db`
pub(super) fn run(args: &DbArgs) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    runtime.block_on(async {
        match &args.command {
            DbCommand::Check { database: name, json } => {
                let database = database(name)?;
                tell(&database, &storage::check(&database).await.map_err(told)?, *json)
            }
            DbCommand::Copy { from, to } => {
                let (from, to) = (database(from)?, database(to)?);
                let copied = storage::copy(&from, &to).await.map_err(told)?;
                println!("{} games with {} moves copied to {to}; every row is the same", copied.games, copied.moves);
                Ok(())
            }
            DbCommand::Backup { database: name, file } => {
                let saved = storage::backup(&database(name)?, file).await.map_err(told)?;
                println!("{} games with {} moves saved to {}", saved.games, saved.moves, file.display());
                Ok(())
            }
        }
    })
}

/// What the user could have known is wrong usage.
fn told(error: CopyError) -> anyhow::Error {
    match error {
        CopyError::NoFile(_) | CopyError::FileExists(_) | CopyError::NoPlace(_) => UsageError(error.to_string()).into(),
        other => other.into(),
    }
}

fn tell(database: &Database, report: &CheckReport, json: bool) -> anyhow::Result<()> {
    if json {
        let problem = |problem: &storage::RowProblem| serde_json::json!({ "game": problem.game, "what": problem.what });
        let problems: Vec<_> = report.problems.iter().map(problem).collect();
        println!("{}", serde_json::json!({ "games": report.games, "moves": report.moves, "problems": problems }));
    } else {
        for problem in &report.problems {
            match &problem.game {
                Some(game) => println!("game {game}: {}", problem.what),
                None => println!("{}", problem.what),
            }
        }
        println!("{} games with {} moves looked through", report.games, report.moves);
    }
    if report.problems.is_empty() {
        return Ok(());
    }
    bail!("{} problems in {database}", report.problems.len())
}
