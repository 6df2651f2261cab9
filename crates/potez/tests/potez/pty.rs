//! The real binary in a pseudo-terminal.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// A terminal with `potez` in it.
pub(crate) struct Pty {
    parser: Arc<Mutex<vt100::Parser>>,
    writer: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
}

/// The longest that anything may take before it counts as hung: long enough for a machine that is
/// busy with other things.
const PATIENCE: Duration = Duration::from_mins(5);

fn size((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn cells(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("a terminal has cells")
}

/// A folder of its own for what a program keeps.
pub(crate) fn state(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("potez-pty-{name}-{}", std::process::id()));
    // It is not there unless an earlier process of this number left it.
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

impl Pty {
    /// Starts `potez` in a terminal of this many columns and rows.
    pub(crate) fn start(args: &[&str], dimensions: (u16, u16), state: &PathBuf, colour: bool) -> Self {
        let pair = native_pty_system().openpty(size(dimensions)).expect("a pseudo-terminal");
        let mut command = CommandBuilder::from_argv(crate::program());
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env("XDG_STATE_HOME", state);
        command.env("NO_COLOR", if colour { "" } else { "1" });
        let child = pair.slave.spawn_command(command).expect("the binary starts");
        let mut reader = pair.master.try_clone_reader().expect("its output");
        let writer = pair.master.take_writer().expect("its input");
        let parser = Arc::new(Mutex::new(vt100::Parser::new(cells(dimensions.1), cells(dimensions.0), 0)));
        let screen = Arc::clone(&parser);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                screen.lock().expect("the screen").process(&bytes[..count]);
            }
        });
        Self { parser, writer, master: pair.master, child }
    }

    /// Drags from a column and a row to another, from 0.
    pub(crate) fn drag(&mut self, from: (usize, usize), to: (usize, usize)) {
        let ((x, y), (right, down)) = (from, to);
        self.press(&format!("\x1b[<0;{};{}M", x + 1, y + 1));
        self.press(&format!("\x1b[<32;{0};{1}M\x1b[<0;{0};{1}m", right + 1, down + 1));
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("the program listens");
        self.writer.flush().expect("the program listens");
    }

    /// Clicks at a column and a row, from 0.
    pub(crate) fn click(&mut self, column: usize, row: usize) {
        self.press(&format!("\x1b[<0;{0};{1}M\x1b[<0;{0};{1}m", column + 1, row + 1));
    }

    /// What is on the screen.
    pub(crate) fn text(&self) -> String {
        self.parser.lock().expect("the screen").screen().contents()
    }

    /// Whether any character has a colour.
    pub(crate) fn has_colour(&self) -> bool {
        let parser = self.parser.lock().expect("the screen");
        let (rows, cols) = parser.screen().size();
        (0..rows.get()).flat_map(|row| (0..cols.get()).map(move |col| (row, col))).any(|(row, col)| {
            let cell = parser.screen().cell(row, col);
            cell.is_some_and(|cell| cell.bgcolor() != vt100::Color::Default || cell.fgcolor() != vt100::Color::Default)
        })
    }

    /// Waits until the screen shows a text.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(|screen| screen.contains(text), text)
    }

    /// Waits until the screen is as wanted.
    pub(crate) fn wait_until(&self, wanted: impl Fn(&str) -> bool, what: &str) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.text();
            if wanted(&screen) {
                return screen;
            }
            assert!(begun.elapsed() < PATIENCE, "`{what}` never came:\n{screen}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Gives the terminal another size.
    pub(crate) fn resize(&self, dimensions: (u16, u16)) {
        self.parser.lock().expect("the screen").screen_mut().set_size(cells(dimensions.1), cells(dimensions.0));
        self.master.resize(size(dimensions)).expect("the terminal can be resized");
    }

    /// Sends a signal by its name; the program must end by it and leave a terminal that can be
    /// used.
    pub(crate) fn end_by(mut self, signal: &str) {
        self.signal(signal);
        let status = self.child.wait().expect("it ends");
        assert!(!status.success(), "a program that was asked to end has not done its work");
        self.wait_until(|_| !self.is_taken(), "the screen as it was before");
        #[cfg(unix)]
        if let Some(settings) = self.master.get_termios() {
            let settings = format!("{:?}", settings.local_flags);
            assert!(settings.contains("ECHO") && settings.contains("ICANON"), "{signal}: {settings}");
        }
    }

    /// Whether the program still has the second screen, the mouse or the cursor.
    fn is_taken(&self) -> bool {
        let parser = self.parser.lock().expect("the screen");
        let screen = parser.screen();
        let has_mouse = screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
        screen.alternate_screen() || has_mouse || screen.hide_cursor()
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        let sent = std::process::Command::new("kill").args(["-s", signal, &id]).status().expect("kill is there");
        assert!(sent.success());
    }

    /// Stops the program as a shell would, and lets it go on; meanwhile the terminal can be used.
    pub(crate) fn stop_and_continue(&self) {
        self.signal("TSTP");
        self.wait_until(|_| !self.is_taken(), "the screen while the program is stopped");
        self.signal("CONT");
        self.wait_until(|_| self.is_taken(), "the program again");
    }

    /// Kills the program as a crash would.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Leaves by F10; the program must end well.
    pub(crate) fn leave(mut self) {
        self.press("\x1b[21~");
        self.wait_end();
    }

    /// Waits until the program has ended well.
    pub(crate) fn wait_end(mut self) {
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status:?}");
    }
}
