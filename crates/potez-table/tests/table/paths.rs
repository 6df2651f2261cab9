//! Shortest paths and labels as data.

use potez_table::{Player, open};

#[test]
fn eight_paths_lead_from_every_pawn_of_blockade_to_every_goal() {
    let mut table = open("blockade", None).expect("a game");
    table.play("d4-d6/Bd7").expect("a legal turn");
    let paths = table.paths().expect("Blockade has paths");
    let ends: Vec<(Player, u8, &str)> =
        paths.iter().map(|path| (path.owner, path.number, path.goal.as_deref().unwrap_or_default())).collect();
    let (x, o) = (Player::X, Player::O);
    assert_eq!(ends[..4], [(x, 1, "d11"), (x, 1, "h11"), (x, 2, "d11"), (x, 2, "h11")]);
    assert_eq!(ends[4..], [(o, 1, "d4"), (o, 1, "h4"), (o, 2, "d4"), (o, 2, "h4")]);
    assert_eq!(paths[0].cells, ["d6", "d7", "d8", "d9", "d10", "d11"]);
    assert_eq!(paths[0].stops, ["d6", "d8", "d10", "d11"]);
    assert_eq!(paths[0].moves, 3);
    let names: Vec<String> = table.view().cells.into_iter().map(|cell| cell.name).collect();
    for path in &paths {
        assert!(path.cells.iter().all(|cell| names.contains(cell)), "{path:?}");
        assert!(path.stops.iter().all(|cell| path.cells.contains(cell)), "{path:?}");
    }
    assert_eq!(table.ways().expect("the same in words")[0], "X1 to d11: 3 moves, d6 d8 d10 d11");
}

#[test]
fn games_without_goals_to_run_for_have_no_paths() {
    for game in ["havannah:size=4", "byte"] {
        assert_eq!(open(game, None).expect("a game").paths(), None, "{game}");
    }
}

#[test]
fn a_path_is_data_for_a_page() {
    let table = open("blockade:rows=5,cols=5,walls=1,x=b2+d2,o=b4+d4", None).expect("a game");
    let json = serde_json::to_value(&table.paths().expect("paths")[0]).expect("JSON");
    let expected = serde_json::json!({
        "owner": "x", "number": 1, "goal": "b4", "moves": 1, "cells": ["b2", "b3", "b4"], "stops": ["b2", "b4"]
    });
    assert_eq!(json, expected);
}

#[test]
fn the_name_of_every_cell_is_made_of_the_labels_of_its_row_and_column() {
    for game in ["blockade", "blockade:rows=22,cols=28", "havannah", "havannah:size=15", "byte", "byte:size=16"] {
        let view = open(game, None).expect("a game").view();
        for cell in &view.cells {
            let (row, col) = (&view.labels.rows[cell.row], &view.labels.cols[cell.col]);
            assert!(cell.name == format!("{row}{col}") || cell.name == format!("{col}{row}"), "{game}: {}", cell.name);
        }
    }
}
