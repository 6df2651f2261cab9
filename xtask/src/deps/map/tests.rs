//! The map as it is read, and what is wrong with some.

use super::*;

fn read_block(block: &str) -> anyhow::Result<CrateMap> {
    read_document(&format!("# Doc\n\n## The map\nText.\n\n```\n{block}\n```\n\n## Next\n"))
}

fn read_document(document: &str) -> anyhow::Result<CrateMap> {
    let crates = ["potez-core", "potez-byte", "potez-search", "potez", "xtask"];
    read(document, &crates.map(str::to_string).into())
}

fn edges(block: &str) -> Vec<String> {
    read_block(block).unwrap().edges.iter().map(|(user, used)| format!("{user} {used}")).collect()
}

fn error(result: anyhow::Result<CrateMap>) -> String {
    format!("{:#}", result.unwrap_err())
}

#[test]
fn an_arrow_points_at_what_is_used() {
    assert_eq!(edges("byte -> core <- search"), ["potez-byte potez-core", "potez-search potez-core"]);
}

#[test]
fn every_name_of_a_list_uses_every_name_of_the_other() {
    assert_eq!(
        edges("byte, potez -> core, search"),
        ["potez potez-core", "potez potez-search", "potez-byte potez-core", "potez-byte potez-search"]
    );
}

#[test]
fn a_name_without_an_arrow_is_a_crate_without_edges() {
    let map = read_block("xtask").unwrap();
    assert!(map.edges.is_empty());
    assert!(map.crates.contains("xtask"));
}

#[test]
fn an_unreadable_line_is_named_with_its_number() {
    assert_eq!(error(read_block("byte -> core\nbyte -> ")), "line 8, `byte ->`: a name is missing");
    assert_eq!(
        error(read_block("lab -> anything")),
        "line 7, `lab -> anything`: `lab` is not a crate of the workspace"
    );
    assert_eq!(
        error(read_block("byte -> core  search -> core")),
        "line 7, `byte -> core  search -> core`: `core  search` is not a crate of the workspace"
    );
    assert_eq!(
        error(read_block("byte -> core\ncore <- byte")),
        "line 8, `core <- byte`: potez-byte -> potez-core is said twice"
    );
}

#[test]
fn a_document_without_the_block_is_an_error() {
    assert_eq!(error(read_document("# Doc\n")), "there is no heading `## The map`");
    assert_eq!(error(read_document("## The map\n")), "no fenced block under `## The map`");
    assert_eq!(
        error(read_document("## The map\n## Next\n```\nxtask\n```\n")),
        "no fenced block between `## The map` and `## Next`"
    );
    assert_eq!(error(read_document("## The map\n```\nxtask\n")), "the fenced block under `## The map` does not end");
    assert_eq!(error(read_block("")), "the block is empty");
}
