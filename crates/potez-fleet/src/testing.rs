//! A NATS server for tests: one of its own, on a free port of the loopback, with a folder of its own; and a way to a
//! server that can be cut.

mod processor;
mod proxy;

use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

pub use processor::{processor_time, processor_time_with_children};
pub use proxy::Proxy;

/// A running server; it ends with its owner.
pub struct NatsServer {
    child: Option<Child>,
    program: PathBuf,
    args: &'static [&'static str],
    port: u16,
    /// Where it keeps what it keeps.
    pub folder: PathBuf,
}

impl NatsServer {
    /// Starts a server; says so and returns nothing where none is installed.
    pub fn start() -> Option<Self> {
        Self::start_with(&[])
    }

    /// The same with further arguments.
    pub fn start_with(args: &'static [&'static str]) -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(&paths).chain(["/usr/sbin".into()]);
        let Some(program) = folders.map(|folder| folder.join("nats-server")).find(|file| file.is_file()) else {
            eprintln!("LEFT OUT: nats-server is not installed");
            return None;
        };
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("potez-nats-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        // Somebody else may take the port before the server does: then another one is tried.
        for _ in 0..10 {
            let port = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a port").port();
            let mut server = Self { child: None, program: program.clone(), args, port, folder: folder.clone() };
            if server.run() {
                return Some(server);
            }
        }
        panic!("nats-server does not start");
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Its port on loopback.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its process, if it runs.
    pub fn pid(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Kills it: nothing is written any more, nothing is said to anybody.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts it again, with what is on its disk.
    pub fn restart(&mut self) {
        self.kill();
        assert!(self.run(), "nats-server does not start again");
    }

    /// Whether it answers.
    fn run(&mut self) -> bool {
        let port = self.port.to_string();
        let child = Command::new(&self.program)
            .args(["-a", "127.0.0.1", "-p", &port, "-js", "-sd"])
            .arg(&self.folder)
            .args(self.args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.expect("nats-server can be started");
        let deadline = Instant::now() + Duration::from_secs(30);
        while Instant::now() < deadline && matches!(child.try_wait(), Ok(None)) {
            if let Ok(mut socket) = TcpStream::connect(("127.0.0.1", self.port)) {
                let mut greeting = [0; 4];
                let _ = socket.set_read_timeout(Some(Duration::from_secs(2)));
                if socket.read_exact(&mut greeting).is_ok() && &greeting == b"INFO" {
                    self.child = Some(child);
                    return true;
                }
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = child.kill();
        let _ = child.wait();
        false
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
