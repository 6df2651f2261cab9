//! Plays a few moves of the real program in a pseudo-terminal and keeps the last screen.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use crate::shell::{cargo, target};

/// What is played for a picture.
pub(super) struct Scene {
    /// The name of the file, without its ending.
    pub(super) name: &'static str,
    /// What the picture shows, for those who cannot see it.
    pub(super) title: &'static str,
    args: &'static [&'static str],
    columns: u16,
    rows: u16,
    /// What is typed once the program shows `shows`, one after the other; the last one is the
    /// picture.
    steps: &'static [SceneStep],
}

/// Waits for a text and then types.
struct SceneStep {
    shows: &'static str,
    types: &'static str,
}

/// Two people at one keyboard, so that the picture is the same every time.
pub(super) const SCENES: &[Scene] = &[Scene {
    name: "terminal-blockade",
    title: "A game of Blockade in the terminal: the board with pawns and walls, the list of moves, the keys",
    args: &["play", "blockade", "--x", "human", "--o", "human"],
    columns: 100,
    rows: 28,
    steps: &[
        SceneStep { shows: "X to move", types: "d4-e5/Gc4\r" },
        SceneStep { shows: "O to move", types: "h11-h9/Bg5\r" },
        SceneStep { shows: "X to move", types: "e5-e7/Gh6\r" },
        SceneStep { shows: "O to move", types: "h9-g8/Gd10\r" },
        SceneStep { shows: "X to move", types: "e7-e9/Gf7\r" },
        SceneStep { shows: "O to move", types: "d11-c10/Be9\r" },
        SceneStep { shows: "X to move", types: "h4-g5/Gd5\r" },
        SceneStep { shows: "O to move", types: "g8-h7/Bc11\r" },
        SceneStep { shows: "X to move", types: "g5-g7/Gf4\r" },
        SceneStep { shows: "O to move", types: "c10-c8/Gg10\r" },
        SceneStep { shows: "X to move", types: "" },
    ],
}];

/// The longest that a step may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Builds the program and says where it is.
pub(super) fn build() -> anyhow::Result<PathBuf> {
    cargo(&["build", "-p", "potez"], &[])?;
    Ok(target().join("debug").join(format!("potez{}", std::env::consts::EXE_SUFFIX)))
}

/// The screen at the end of a scene.
pub(super) fn play(program: &Path, scene: &Scene) -> anyhow::Result<vt100::Screen> {
    let size = PtySize { rows: scene.rows, cols: scene.columns, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).context("cannot open a pseudo-terminal")?;
    // An empty folder for the games that it keeps: it must not offer one of yours.
    let state = std::env::temp_dir().join(format!("potez-pictures-{}", std::process::id()));
    let mut command = CommandBuilder::new(program);
    command.args(scene.args);
    command.env("TERM", "xterm-256color");
    command.env("LC_ALL", "C.UTF-8");
    command.env("XDG_STATE_HOME", &state);
    command.env_remove("NO_COLOR");
    let mut child = pair.slave.spawn_command(command).context("cannot start potez")?;
    let mut reader = pair.master.try_clone_reader().context("cannot read from the terminal")?;
    let mut writer = pair.master.take_writer().context("cannot write to the terminal")?;
    let rows = NonZero::new(scene.rows).context("a terminal has rows")?;
    let columns = NonZero::new(scene.columns).context("a terminal has columns")?;
    let parser = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
    let shown = Arc::clone(&parser);
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            shown.lock().unwrap_or_else(PoisonError::into_inner).process(&bytes[..count]);
        }
    });
    let mut follow = || {
        for step in scene.steps {
            wait(&parser, step.shows)?;
            writer.write_all(step.types.as_bytes()).and_then(|()| writer.flush()).context("potez does not listen")?;
        }
        Ok(parser.lock().unwrap_or_else(PoisonError::into_inner).screen().clone())
    };
    let screen = follow();
    // The picture is taken, or never will be: the program has nothing more to do.
    let _ = child.kill();
    let _ = child.wait();
    let _ = std::fs::remove_dir_all(&state);
    screen
}

/// Waits until the screen shows a text and stands still.
fn wait(parser: &Mutex<vt100::Parser>, text: &str) -> anyhow::Result<()> {
    let contents = || parser.lock().unwrap_or_else(PoisonError::into_inner).screen().contents();
    let begun = Instant::now();
    let mut before = String::new();
    while begun.elapsed() < PATIENCE {
        let now = contents();
        // A screen comes in pieces: two equal ones in a row are whole.
        if now.contains(text) && now == before {
            return Ok(());
        }
        before = now;
        std::thread::sleep(Duration::from_millis(100));
    }
    bail!("`{text}` never came:\n{before}")
}
