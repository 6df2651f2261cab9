//! The saved inputs: every target has some, they are small, and no promise breaks on them.

use std::path::{Path, PathBuf};

use potez_fuzz::{TARGETS, runner};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

#[test]
fn every_target_keeps_its_promises_on_its_saved_inputs() {
    for target in TARGETS {
        let saved = runner::corpus(&folder().join(target.name)).expect("saved inputs");
        assert!(saved.len() >= 3, "{} has too few saved inputs to mutate", target.name);
        for (name, input) in saved {
            assert_eq!(runner::replay(target, &input), None, "{} on {name}", target.name);
        }
    }
}

#[test]
fn saved_inputs_are_small_and_belong_to_a_target() {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder()).expect("saved inputs") {
        let entry = entry.expect("a folder");
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(potez_fuzz::find(&name).is_some(), "{name} is not a target");
        bytes += runner::corpus(&entry.path()).expect("inputs").iter().map(|(_, input)| input.len()).sum::<usize>();
    }
    assert!(bytes < 1_000_000, "{bytes} bytes");
}

#[test]
fn saved_journals_and_records_are_what_they_should_be() {
    // A corpus that is refused at its first byte would be mutated in vain.
    let games = runner::corpus(&folder().join("records")).expect("records").into_iter();
    let read = |input: Vec<u8>| potez_table::records::read_all(&potez_table::records::decode(input)?).ok();
    let wrong: Vec<String> = games.filter(|(_, input)| read(input.clone()).is_none()).map(|(name, _)| name).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let journals = runner::corpus(&folder().join("journals")).expect("journals").into_iter();
    let pages = journals.filter_map(|(_, input)| potez_arena::JournalPage::read(&String::from_utf8_lossy(&input)));
    assert!(pages.filter(|page| !page.pairs.is_empty()).count() >= 2);
}
