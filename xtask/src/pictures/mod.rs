//! The pictures of the documentation, made by the program itself: nobody has to take them by hand.

mod svg;
mod terminal;

use std::path::Path;

use anyhow::{Context, bail};

use crate::browser;
use crate::shell::root;

const USAGE: &str = "usage: cargo xtask pictures [terminal|pages]";

/// Makes the pictures of the terminal, those of the pages (which need a browser), or all of them
/// anew.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let (terminal, pages) = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => (true, true),
        ["terminal"] => (true, false),
        ["pages"] => (false, true),
        _ => bail!(USAGE),
    };
    let folder = root().join("docs/pictures");
    std::fs::create_dir_all(&folder).context("cannot make docs/pictures")?;
    if terminal {
        terminals(&folder)?;
    }
    if pages {
        browser::pictures(&folder)?;
    }
    Ok(())
}

fn terminals(folder: &Path) -> anyhow::Result<()> {
    let program = terminal::build()?;
    for scene in terminal::SCENES {
        let screen = terminal::play(&program, scene).with_context(|| format!("no picture {}", scene.name))?;
        let path = folder.join(format!("{}.svg", scene.name));
        std::fs::write(&path, svg::draw(&screen, scene.title))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
