//! The server under load: a process of its own that is killed, started again and measured.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use super::SoakError;

/// A server on a database of its own, always at the same address.
pub(crate) struct SoakServer {
    program: String,
    folder: PathBuf,
    addr: String,
    child: Option<Child>,
}

impl Drop for SoakServer {
    fn drop(&mut self) {
        // Whatever happened, nothing stays behind.
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl SoakServer {
    pub(crate) fn new(program: &str) -> Result<Self, SoakError> {
        let folder = std::env::temp_dir().join(format!("potez-soak-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Self { program: program.into(), folder, addr: "127.0.0.1:0".into(), child: None })
    }

    /// Starts it and returns its address.
    pub(crate) async fn start(&mut self) -> Result<String, SoakError> {
        let mut child = Command::new(&self.program)
            .args(["serve", "--addr", &self.addr, "--threads", "1", "--db"])
            .arg(self.database())
            .args(["--client-games", "100000", "--client-sockets", "4000", "--client-rate", "100000"])
            .args(["--client-connections", "3000", "--client-storage", "100000"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let stdout = child.stdout.take().ok_or("no output")?;
        self.child = Some(child);
        let line = tokio::task::spawn_blocking(move || {
            let mut line = String::new();
            BufReader::new(stdout).read_line(&mut line).map(|_| line)
        });
        let line = line.await??;
        let addr = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
        self.addr = addr.ok_or_else(|| format!("the server does not start: {line}"))?.trim_end_matches('/').into();
        Ok(self.addr.clone())
    }

    /// Kills it as a power cut would.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, name: &str) -> Result<(), SoakError> {
        let pid = self.pid().ok_or("the server is not running")?.to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &pid]).status()?;
        if sent.success() { Ok(()) } else { Err("the server has ended by itself".into()) }
    }

    pub(crate) fn pid(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.folder.join("games.db")
    }

    /// Kilobytes of memory, where the system tells.
    pub(crate) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Open files, where the system tells.
    pub(crate) fn files(&self) -> Option<u64> {
        Some(std::fs::read_dir(format!("/proc/{}/fd", self.pid()?)).ok()?.count() as u64)
    }

    /// Kilobytes of the database.
    pub(crate) fn disk(&self) -> u64 {
        let files = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files.filter_map(|file| file.metadata().ok()).map(|data| data.len()).sum::<u64>() / 1024
    }
}
