//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes a file so that whoever looks finds the old contents or the new ones, never a part, also
/// after a crash or on a full disk.
///
/// What is not a regular file, such as a terminal or a pipe, is written to as it is.
pub fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    // A link stays, and what it names is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let old = fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return fs::write(&path, contents);
    }
    let (draft, mut file) = create_draft(&path)?;
    let written = (|| {
        if let Some(old) = &old {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(contents)?;
        file.sync_all()?;
        fs::rename(&draft, &path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}

/// A new file beside the one to be written: only within one folder a rename is one step.
fn create_draft(path: &Path) -> io::Result<(PathBuf, File)> {
    static DRAFTS: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
        let draft = path.with_file_name(format!(".potez-{}-{number}", std::process::id()));
        match File::create_new(&draft) {
            Ok(file) => return Ok((draft, file)),
            // A process of the same number left it, or somebody wants us to write elsewhere.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("potez-whole-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = folder("replaced");
        let file = folder.join("page.html");
        for text in ["first", "second, and longer", ""] {
            write_whole(&file, text.as_bytes()).expect("it can be written");
            assert_eq!(fs::read_to_string(&file).expect("a file"), text);
            assert_eq!(names(&folder), ["page.html"]);
        }
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_the_old_one_and_no_draft() {
        let folder = folder("kept");
        let file = folder.join("page.html");
        fs::write(&file, "old").expect("a file");
        assert!(write_whole(&folder, b"new").is_err(), "a folder is not a file");
        assert!(write_whole(&folder.join("missing").join("page.html"), b"new").is_err());
        // The draft can be written, but such a name cannot be given to it.
        assert!(write_whole(&folder.join("x".repeat(300)), b"new").is_err());
        assert_eq!(
            (names(&folder), fs::read_to_string(&file).expect("a file").as_str()),
            (vec!["page.html".into()], "old")
        );
        let _ = fs::remove_dir_all(&folder);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let folder = folder("links");
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").expect("a file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        write_whole(&link, b"new").expect("it can be written");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "new");
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        write_whole(Path::new("/dev/null"), b"new").expect("it can be written");
        assert!(!fs::metadata("/dev/null").expect("a device").is_file());
        let _ = fs::remove_dir_all(&folder);
    }
}
