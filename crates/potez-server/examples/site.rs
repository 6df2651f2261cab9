//! Writes the client into a folder that any host of files can serve: `site OUT`.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(out) = std::env::args().nth(1) else {
        eprintln!("usage: site OUT");
        return ExitCode::from(2);
    };
    match write(Path::new(&out)) {
        Ok((files, bytes)) => {
            println!("{files} files, {bytes} bytes in {out}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("site: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(out: &Path) -> Result<(usize, usize), Box<dyn std::error::Error>> {
    let files = potez_server::site_files()?;
    for (path, body) in &files {
        let path = out.join(path);
        let folder = path.parent().unwrap_or(out);
        std::fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        std::fs::write(&path, body).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok((files.len(), files.values().map(Vec::len).sum()))
}
