//! A process that becomes an engine when it is told to.
//!
//! Between the start of an engine and the word about it to the guardian we may be killed. So a
//! starter comes first: it waits for a byte of its standard input, which is sent when the guardian
//! knows of it, and if that never comes, it ends without having started anything.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Child, Command};

use crate::Confinement;
use crate::guardian::{self, own_group};

/// A command that runs a program in a folder, through a starter where there is a guardian. Without one nothing can be
/// confined.
pub(crate) fn command(
    program: &str,
    args: &[String],
    folder: Option<&Path>,
    confinement: Option<Confinement>,
) -> io::Result<Command> {
    let mut command = match guardian::helper().filter(|_| cfg!(unix)) {
        Some(helper) => {
            // A starter could not say as clearly that there is no such program.
            check(program, folder)?;
            let mut command = Command::new(&helper.program);
            command.arg(helper.start);
            match confinement {
                Some(limits) => command.args(limits.command(&helper.program, helper.confine, program, args)),
                None => command.arg(program).args(args),
            };
            command
        }
        None if confinement.is_some() => return Err(io::Error::other("programs cannot be confined here")),
        None => {
            let mut command = Command::new(program);
            command.args(args);
            command
        }
    };
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    own_group(&mut command);
    Ok(command)
}

/// The guardian is told of a program that was just started, and the starter may go on.
pub(crate) fn release(child: &mut Child) {
    guardian::watch_over(child.id());
    if let (Some(stdin), true) = (&mut child.stdin, cfg!(unix) && guardian::helper().is_some()) {
        // If it has gone, its silence will tell.
        let _ = io::Write::write_all(stdin, b"\n");
    }
}

/// The starter's whole life: waits for a byte, and becomes the program. Returns what went wrong.
#[cfg(unix)]
pub fn start(command: &[OsString]) -> io::Result<()> {
    use std::io::Read;
    use std::os::fd::AsFd;
    use std::os::unix::process::CommandExt;
    let [program, args @ ..] = command else { return Err(io::ErrorKind::InvalidInput.into()) };
    // Not through a buffer: what comes after the byte is for the program.
    let mut input = std::fs::File::from(io::stdin().as_fd().try_clone_to_owned()?);
    if input.read(&mut [0])? == 0 {
        return Ok(());
    }
    drop(input);
    Err(Command::new(program).args(args).exec())
}

/// Programs are started without a starter here.
#[cfg(not(unix))]
pub fn start(_: &[OsString]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Fails as starting the program itself would.
#[cfg(unix)]
fn check(program: &str, folder: Option<&Path>) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let is_program =
        |path: &Path| path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0);
    let path = folder.unwrap_or(Path::new("")).join(program);
    if program.contains('/') {
        path.metadata()?;
        return if is_program(&path) { Ok(()) } else { Err(io::ErrorKind::PermissionDenied.into()) };
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).any(|folder| is_program(&folder.join(program)));
    if found { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
}

#[cfg(not(unix))]
fn check(_: &str, _: Option<&Path>) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_there_is_told_apart_from_one_that_may_not_run() {
        assert!(check("sh", None).is_ok() && check("/bin/sh", None).is_ok());
        assert!(check("./sh", Some(Path::new("/bin"))).is_ok());
        assert_eq!(check("no-such-program", None).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(check("./sh", Some(Path::new("/"))).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(check("/etc/passwd", None).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    }
}
