//! Tries a release out: the same bytes twice, an archive that plays, and a package whose server
//! runs without privileges in a system that holds nothing else.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail, ensure};

use super::{Release, ReleaseFiles, finish, unit};
use crate::shell::{left_out, target};

/// Nobody in particular.
const NOBODY: u32 = 65534;
/// How the server is run by root: in the unpacked package as its whole system, mounted read only
/// but for the folder of games, as a user without any privilege. There are no devices.
const CONFINED: &str = "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\" \
    && mount --bind \"$2\" \"$1/var/lib/potez\" && shift 2 && exec \"$@\"";

pub(super) fn run(release: &Release, made: &ReleaseFiles) -> anyhow::Result<()> {
    is_reproducible(release, made)?;
    let scratch = target().join("release-smoke");
    if scratch.exists() {
        std::fs::remove_dir_all(&scratch).with_context(|| format!("cannot empty {}", scratch.display()))?;
    }
    let (unpacked, system, state) = (scratch.join("archive"), scratch.join("system"), scratch.join("state"));
    for folder in [&unpacked, &state] {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    finish(Command::new("tar").arg("--extract").arg("--file").arg(&made.archive).arg("--directory").arg(&unpacked))?;
    let folder = std::fs::read_dir(&unpacked)?.next().context("the archive is empty")??.path();
    plays(&folder.join("potez"), &release.version)?;
    eprintln!("xtask: release: the archive plays");
    let Some(package) = &made.package else { return Ok(()) };
    finish(Command::new("dpkg-deb").arg("--extract").arg(package).arg(&system))?;
    plays(&system.join("usr/bin/potez"), &release.version)?;
    unit::check(&system)?;
    installs(package, &scratch.join("installed"))?;
    serves(&system, &state)
}

/// Makes everything once more and compares.
fn is_reproducible(release: &Release, made: &ReleaseFiles) -> anyhow::Result<()> {
    let again = release.make(&target().join("release-again"))?;
    for (one, other) in made.files().zip(again.files()) {
        ensure!(std::fs::read(one)? == std::fs::read(other)?, "{} has other bytes each time", one.display());
    }
    eprintln!("xtask: release: made twice, the same bytes");
    Ok(())
}

/// A short match, played whole.
fn plays(program: &Path, version: &str) -> anyhow::Result<()> {
    let said = finish(Command::new(program).arg("--version"))?;
    ensure!(said.trim() == format!("potez {version}"), "it calls itself `{}`", said.trim());
    let args = ["match", "havannah:size=3", "--a", "greedy", "--b", "random", "--games", "4", "--json"];
    let said = finish(Command::new(program).args(args))?;
    let result: serde_json::Value = serde_json::from_str(said.lines().last().unwrap_or_default())?;
    ensure!(result["games"] == 4 && result["crashes"] == 0 && result["illegal"] == 0, "a strange match: {result}");
    Ok(())
}

/// dpkg itself puts it into an empty system, and takes it away again.
fn installs(package: &Path, system: &Path) -> anyhow::Result<()> {
    if !is_root()? {
        left_out("installing the package", "the rights of root");
        return Ok(());
    }
    let database = system.join("var/lib/dpkg");
    for folder in ["updates", "info"] {
        std::fs::create_dir_all(database.join(folder))?;
    }
    std::fs::write(database.join("status"), "")?;
    // Scripts would run in the empty system, which has no shell.
    let dpkg = || {
        let mut dpkg = Command::new("dpkg");
        dpkg.arg(format!("--root={}", system.display())).args(["--force-not-root", "--log=/dev/null"]);
        dpkg
    };
    finish(dpkg().arg("--unpack").arg(package))?;
    let files = finish(dpkg().args(["--listfiles", "potez"]))?;
    for file in ["/usr/bin/potez", "/usr/lib/systemd/system/potez.service", "/usr/share/man/man1/potez.1.gz"] {
        ensure!(files.lines().any(|line| line == file), "{file} is not in the package");
    }
    eprintln!("xtask: release: dpkg unpacks the package");
    Ok(())
}

fn is_root() -> anyhow::Result<bool> {
    Ok(finish(Command::new("id").arg("-u"))?.trim() == "0")
}

/// The server of the package: it is well, keeps a game over a restart, and writes nowhere else.
fn serves(system: &Path, state: &Path) -> anyhow::Result<()> {
    let server = || ServedPackage::start(system, state);
    let first = server()?;
    ensure!(first.ask("GET", "/healthz", "")?.contains("200 OK"), "the server is not well");
    let wish = r#"{"game":"byte","x":{"kind":"me"},"o":{"kind":"friend"}}"#;
    let created = first.ask("POST", "/api/games", wish)?;
    let body = created.split("\r\n\r\n").nth(1).unwrap_or_default();
    let game: serde_json::Value = serde_json::from_str(body).with_context(|| format!("no game: {created}"))?;
    let id = game["id"].as_str().with_context(|| format!("no game: {body}"))?.to_string();
    first.stop()?;
    let second = server()?;
    ensure!(second.ask("GET", &format!("/api/games/{id}"), "")?.contains("200 OK"), "the game is lost");
    second.stop()?;
    eprintln!("xtask: release: the server of the package serves, and keeps its games");
    Ok(())
}

/// A server that runs as the package has it.
struct ServedPackage {
    process: Child,
    addr: String,
}

impl ServedPackage {
    fn start(system: &Path, state: &Path) -> anyhow::Result<Self> {
        let mut command = if is_root()? { confined(system, state)? } else { alone(system, state) };
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().context("cannot start it")?;
        let mut line = String::new();
        if let Some(out) = process.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let addr = line.split_whitespace().find_map(|word| word.strip_prefix("http://"));
        let Some(addr) = addr.map(str::to_string) else {
            let status = process.wait()?;
            bail!("the server of the package did not start: {status}");
        };
        Ok(Self { process, addr })
    }

    /// The whole answer to a request.
    fn ask(&self, method: &str, path: &str, body: &str) -> anyhow::Result<String> {
        let mut stream = TcpStream::connect(&self.addr).context("the server does not listen")?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }

    /// Ends it in order.
    fn stop(mut self) -> anyhow::Result<()> {
        finish(Command::new("kill").args(["-TERM", &self.process.id().to_string()]))?;
        let status = self.process.wait()?;
        ensure!(status.success(), "the server ended with {status}");
        Ok(())
    }
}

/// A server that is still there when something went wrong is not left behind.
impl Drop for ServedPackage {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const SERVE: [&str; 3] = ["serve", "--addr", "127.0.0.1:0"];

/// In a system of its own, which only root can make.
fn confined(system: &Path, state: &Path) -> anyhow::Result<Command> {
    std::fs::create_dir_all(system.join("var/lib/potez"))?;
    finish(Command::new("chown").arg(format!("{NOBODY}:{NOBODY}")).arg(state))?;
    let (system, state): (PathBuf, PathBuf) = (system.canonicalize()?, state.canonicalize()?);
    let mut command = Command::new("unshare");
    command.args(["--mount", "--propagation", "private", "sh", "-c", CONFINED, "sh"]).arg(&system).arg(&state);
    command
        .args(["setpriv", "--no-new-privs", "chroot", &format!("--userspec={NOBODY}:{NOBODY}"), "--groups="])
        .arg(&system);
    command.arg("/usr/bin/potez").args(SERVE).args(["--db", "/var/lib/potez/games.db"]);
    Ok(command)
}

/// As whoever runs this.
fn alone(system: &Path, state: &Path) -> Command {
    left_out("a system of its own for the server", "the rights of root");
    let mut command = Command::new(system.join("usr/bin/potez"));
    command.args(SERVE).arg("--db").arg(state.join("games.db"));
    command
}
