//! The table of measures: how large files and functions are, how much is said about them, which
//! names are used twice.
//!
//! The counting is our own and simple on purpose: the numbers are for comparing one state of this
//! project with another.

mod files;
mod items;
mod report;
mod scanner;
mod source;
mod spread;
mod tokens;

use anyhow::bail;

use items::TypeNames;
use report::Measures;
use source::FileLanguage;

const USAGE: &str = "usage: cargo xtask measure [--names]";

/// Prints the table; with `--names` the type names that are defined more than once as well.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let list_names = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--names"] => true,
        _ => bail!(USAGE),
    };
    let rust = files::rust()?;
    let names = TypeNames::of(&rust);
    let measures = [
        Measures::of(FileLanguage::Rust, &rust),
        Measures::of(FileLanguage::JavaScript, &files::web("js", FileLanguage::JavaScript)?),
        Measures::of(FileLanguage::Css, &files::web("css", FileLanguage::Css)?),
        Measures::of(FileLanguage::Markdown, &files::documents()?),
    ];
    report::print(&measures, &names);
    if list_names {
        println!();
        for (name, places) in names.repeated() {
            println!("{name}: {}", places.iter().map(String::as_str).collect::<Vec<_>>().join(", "));
        }
    }
    Ok(())
}
