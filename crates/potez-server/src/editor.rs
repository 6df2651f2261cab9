//! Position texts from drafts of the editor. The texts' form is the games' notation; whether such a position can be is for
//! the rules to say.

use std::collections::BTreeMap;

use potez_engine::View;
use potez_words::Arg;

use crate::failure::Failure;
use crate::tables;
use crate::wire::{Draft, Side};

/// The position text of a draft.
pub(crate) fn text(game: &str, draft: &Draft) -> Result<String, Failure> {
    let table = tables::open(game, None)?;
    let view = table.view();
    check(&view, draft)?;
    let turn = draft.turn.unwrap_or(Side::X);
    Ok(match tables::family(&table.game()) {
        "blockade" => blockade(&view, draft, turn),
        "havannah" => havannah(&view, draft, turn),
        _ => byte(&view, draft, turn),
    })
}

fn check(view: &View, draft: &Draft) -> Result<(), Failure> {
    for (cell, pieces) in &draft.cells {
        if !view.cells.iter().any(|known| known.name == *cell) {
            return Err(Failure::unfit_with("server-cell-unknown", vec![("cell", Arg::from(cell.as_str()))]));
        }
        if pieces.len() > 64 || !pieces.chars().all(|piece| matches!(piece, 'x' | 'o')) {
            return Err(Failure::unfit_with(
                "server-pieces-bad",
                vec![("pieces", Arg::from(pieces.as_str())), ("cell", Arg::from(cell.as_str()))],
            ));
        }
    }
    Ok(())
}

fn letter(side: Side) -> char {
    potez_engine::Player::from(side).letter()
}

fn pieces<'a>(draft: &'a Draft, cell: &str) -> &'a str {
    draft.cells.get(cell).map_or("", String::as_str)
}

fn stock(view: &View, draft: &Draft, name: &str) -> [u32; 2] {
    let usual = view.stocks.iter().find(|(known, _)| *known == name).map_or([0, 0], |&(_, numbers)| numbers);
    draft.stocks.get(name).copied().unwrap_or(usual)
}

/// The cells' texts row by row, from the top.
fn rows(view: &View, between: &str, cell: impl Fn(&str) -> String) -> String {
    let mut rows: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for area in &view.cells {
        rows.entry(area.row).or_default().push(cell(&area.name));
    }
    rows.into_values().map(|row| row.join(between)).collect::<Vec<_>>().join("/")
}

fn joined(names: &[&str]) -> String {
    if names.is_empty() { "-".into() } else { names.join("+") }
}

/// `d4+h4 d11+h11 - - 9.9 9.9 x`
fn blockade(view: &View, draft: &Draft, turn: Side) -> String {
    let pawns = |side: Side| {
        let owner = letter(side);
        let mut names = Vec::new();
        for area in &view.cells {
            let count = pieces(draft, &area.name).chars().filter(|&piece| piece == owner).count();
            names.extend(std::iter::repeat_n(area.name.as_str(), count));
        }
        joined(&names)
    };
    let walls = |letter: char| {
        let mut names = Vec::new();
        for area in &view.cells {
            let placed = |wall: &&String| wall.strip_prefix(letter) == Some(area.name.as_str());
            names.extend(draft.walls.iter().filter(placed).map(|_| area.name.as_str()));
        }
        joined(&names)
    };
    let (blue, green) = (stock(view, draft, "blue"), stock(view, draft, "green"));
    format!(
        "{} {} {} {} {}.{} {}.{} {}",
        pawns(Side::X),
        pawns(Side::O),
        walls('B'),
        walls('G'),
        blue[0],
        green[0],
        blue[1],
        green[1],
        letter(turn)
    )
}

/// `..x/.../… o 1`: the ply follows from the stones; after a swap there is one stone less than plies.
fn havannah(view: &View, draft: &Draft, turn: Side) -> String {
    let stone = |cell: &str| pieces(draft, cell).chars().next_back().unwrap_or('.').to_string();
    let stones: usize = draft.cells.values().filter(|pieces| !pieces.is_empty()).count();
    let ply = stones + usize::from(stones % 2 != turn.index());
    format!("{} {} {ply}", rows(view, "", stone), letter(turn))
}

/// `-,xo,-/… x 0-0`
fn byte(view: &View, draft: &Draft, turn: Side) -> String {
    let stack = |cell: &str| match pieces(draft, cell) {
        "" => "-".to_string(),
        pieces => pieces.to_string(),
    };
    let score = stock(view, draft, "score");
    format!("{} {} {}-{}", rows(view, ",", stack), letter(turn), score[0], score[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The draft of what stands on a table.
    fn draft(game: &str, moves: &[&str]) -> (Draft, String) {
        let mut table = potez_engine::open(game, None).unwrap();
        for mv in moves {
            table.play(mv).unwrap();
        }
        let view = table.view();
        let stack = |pieces: &[char]| pieces.iter().collect::<String>();
        let draft = Draft {
            cells: view
                .cells
                .iter()
                .map(|cell| {
                    let pieces: Vec<char> = cell.pieces.iter().map(|piece| piece.owner.letter()).collect();
                    (cell.name.clone(), stack(&pieces))
                })
                .filter(|(_, pieces)| !pieces.is_empty())
                .collect(),
            walls: view.walls.iter().map(|wall| wall.name.clone()).collect(),
            stocks: view.stocks.iter().map(|(name, numbers)| ((*name).to_string(), *numbers)).collect(),
            turn: Some(table.turn().into()),
        };
        (draft, table.position())
    }

    #[test]
    fn the_draft_of_a_position_gives_its_text_back() {
        for (game, moves) in [
            ("blockade", &["d4-d6/Bd7", "d11-d9/Gb3"][..]),
            ("havannah:size=4", &["d4", "a1", "b2"]),
            ("havannah:size=4,swap=on", &["d4", "swap", "b2"]),
            ("byte", &["d2-c3", "a3-b2"]),
        ] {
            let (draft, position) = draft(game, moves);
            assert_eq!(text(game, &draft).unwrap(), position, "{game}");
        }
    }

    #[test]
    fn drafts_with_strange_cells_or_pieces_are_refused() {
        let with = |cell: &str, pieces: &str| Draft {
            cells: BTreeMap::from([(cell.to_string(), pieces.to_string())]),
            ..Draft::default()
        };
        assert_eq!(text("byte", &with("z9", "x")).unwrap_err().code, "bad-request");
        assert_eq!(text("byte", &with("a1", "q")).unwrap_err().code, "bad-request");
    }
}
