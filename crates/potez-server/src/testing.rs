//! A `PostgreSQL` server for tests: a cluster of its own in a folder of its own, on loopback only.
//!
//! It ends with the process that started it, however that ends: a shell waits for the end of a pipe,
//! stops the server and removes the folder.

use std::fs;
use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How long the server may take to start on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);
/// The user of Debian's package: the server refuses to run as root.
const USER: &str = "postgres";

/// A running server.
pub struct PostgresServer {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    /// The shell that waits for our end. Its input is closed when this is dropped.
    keeper: Mutex<Option<Child>>,
}

/// Where the programs of `PostgreSQL` lie; none where it is not installed.
fn programs() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("POTEZ_POSTGRES_BIN") {
        return Some(named.into());
    }
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<(u32, PathBuf)> = versions
        .filter_map(|version| Some((version.file_name().to_str()?.parse().ok()?, version.path().join("bin"))))
        .filter(|(_, folder)| folder.join("initdb").exists() && folder.join("postgres").exists())
        .collect();
    folders.sort();
    let in_path = || {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
    };
    folders.pop().map(|(_, folder)| folder).or_else(in_path)
}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

/// A program, as the user that may run it.
fn command(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args([&format!("--reuid={USER}"), &format!("--regid={USER}"), "--init-groups"]).arg(program);
    command
}

impl PostgresServer {
    /// The server of this process, started when it is first asked for. Where there is none, a sentence
    /// on standard error says what is skipped.
    pub fn shared(skipped: &str) -> Option<&'static Self> {
        static SHARED: OnceLock<Option<PostgresServer>> = OnceLock::new();
        let server = SHARED.get_or_init(|| programs().map(|programs| Self::start(programs).expect("it starts")));
        if server.is_none() {
            eprintln!("SKIPPED: {skipped} (PostgreSQL is not installed here)");
        }
        server.as_ref()
    }

    /// A server of its own, for a test that stops it.
    pub fn own(skipped: &str) -> Option<Self> {
        let Some(programs) = programs() else {
            eprintln!("SKIPPED: {skipped} (PostgreSQL is not installed here)");
            return None;
        };
        Some(Self::start(programs).expect("it starts"))
    }

    fn start(programs: PathBuf) -> io::Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("potez-postgres-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder)?;
        if is_root() {
            run(Command::new("chown").arg(USER).arg(&folder))?;
        }
        let data = folder.join("data");
        let mut initdb = command(&programs.join("initdb"));
        // Its own settings cannot be weaker than those of a real server: that is what is tested.
        initdb.args(["--username=potez", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--pgdata"]);
        run(initdb.arg(&data).current_dir(&folder))?;
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let server = Self { programs, folder, port, keeper: Mutex::new(None) };
        server.resume()?;
        Ok(server)
    }

    /// Starts the server, or starts it again.
    pub fn resume(&self) -> io::Result<()> {
        let script = "\"$@\" & server=$!; read _; kill -INT $server; wait $server; \
                      [ -e \"$FOLDER/keep\" ] || rm -rf \"$FOLDER\"";
        let server = command(&self.programs.join("postgres"));
        let mut keeper = Command::new("sh");
        keeper.args(["-c", script, "sh"]).arg(server.get_program()).args(server.get_args());
        keeper.arg("-D").arg(self.folder.join("data")).arg("-k").arg(&self.folder);
        keeper.args(["-p", &self.port.to_string(), "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"]);
        let log = fs::File::create(self.folder.join("log"))?;
        let keeper = keeper
            .env("FOLDER", &self.folder)
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()?;
        *self.keeper.lock().unwrap_or_else(PoisonError::into_inner) = Some(keeper);
        let began = Instant::now();
        while self.query("postgres", "SELECT 1").is_err() {
            if began.elapsed() > PATIENCE {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                return Err(io::Error::other(format!("PostgreSQL does not start: {log}")));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Kills the server and all its processes at once, as a power cut does.
    pub fn kill(&self) -> io::Result<()> {
        fs::write(self.folder.join("keep"), "")?;
        let pid = self.pid()?.to_string();
        // One that lives on without its parent might still answer.
        let children = Command::new("ps").args(["-o", "pid=", "--ppid", &pid]).output()?;
        let children = String::from_utf8_lossy(&children.stdout).into_owned();
        let mut kill = Command::new("kill");
        // Some end by themselves before they are killed.
        let _ = kill.args(["-KILL", &pid]).args(children.split_whitespace()).stderr(Stdio::null()).status()?;
        self.end();
        fs::remove_file(self.folder.join("keep"))
    }

    fn end(&self) {
        let keeper = self.keeper.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(mut keeper) = keeper {
            drop(keeper.stdin.take());
            // It ends with the server.
            let _ = keeper.wait();
        }
    }

    /// The process whose children are all others.
    pub fn pid(&self) -> io::Result<u32> {
        let file = fs::read_to_string(self.folder.join("data/postmaster.pid"))?;
        file.lines().next().unwrap_or_default().parse().map_err(io::Error::other)
    }

    /// The port on loopback.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of a new, empty database.
    pub fn database(&self) -> String {
        self.url(self.port, &self.database_name())
    }

    /// The name of a new, empty database.
    pub fn database_name(&self) -> String {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.query("postgres", &format!("CREATE DATABASE {name}")).expect("a database can be made");
        name
    }

    /// The address of a database behind this port, which may be a proxy's.
    pub fn url(&self, port: u16, name: &str) -> String {
        format!("postgres://potez@127.0.0.1:{port}/{name}?sslmode=disable")
    }

    /// Asks a database something behind the back of whoever uses it.
    pub fn query(&self, database: &str, sql: &str) -> io::Result<String> {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "potez", "-h", "127.0.0.1"]);
        let asked = psql.args(["-p", &self.port.to_string(), "-d", database, "-c", sql]).output()?;
        if !asked.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&asked.stderr).into_owned()));
        }
        Ok(String::from_utf8_lossy(&asked.stdout).trim().to_string())
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.end();
        // Nobody else does where the server was killed and never came back.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn run(command: &mut Command) -> io::Result<()> {
    let done = command.stdin(Stdio::null()).output()?;
    if done.status.success() {
        return Ok(());
    }
    Err(io::Error::other(format!("{command:?}: {}", String::from_utf8_lossy(&done.stderr))))
}
