//! What can come next in a move, with the words and reasons that a page shows.

use std::collections::HashSet;

use potez_engine::choices::{self, Choices, Parts, Place, Spot};
use potez_engine::{Kind, Table};
use potez_words::{Arg, Words};

use crate::wire::{Blocked, Choice, ChoiceKind, Step};

/// How far a text has come: its parts are taken as far as some legal move has them.
pub(crate) fn step(table: &dyn Table, partial: &str, words: &Words) -> Step {
    let all = Choices::new(table);
    let choices::Step { partial, path, choices, complete } = all.step(partial);
    let mut step = Step {
        complete,
        choices: choices.into_iter().map(choice).collect(),
        partial,
        path,
        blocked: Vec::new(),
        expects: Vec::new(),
        help: "step-over",
        help_words: String::new(),
    };
    for choice in &step.choices {
        if !step.expects.contains(&choice.kind) {
            step.expects.push(choice.kind);
        }
    }
    if step.expects.contains(&ChoiceKind::Wall) {
        step.blocked = blocked(table, all.parts(), &step, words);
    }
    help(&mut step, table, words);
    step
}

fn choice(choice: choices::Choice) -> Choice {
    let choices::Choice { text, part, spot, cell, place, completes, is_final } = choice;
    let (kind, horizontal, level) = match spot {
        Spot::Cell => (ChoiceKind::Cell, None, None),
        Spot::Wall { horizontal } => (ChoiceKind::Wall, Some(horizontal), None),
        Spot::Level(level) => (ChoiceKind::Level, None, Some(level)),
        Spot::Word => (ChoiceKind::Word, None, None),
    };
    let (row, col) = (place.map(|(row, _)| row), place.map(|(_, col)| col));
    Choice { text, part, kind, cell, row, col, horizontal, level, completes, is_final }
}

/// The walls between four cells that may not be placed, with the rules' own reasons.
fn blocked(table: &dyn Table, parts: &Parts, step: &Step, words: &Words) -> Vec<Blocked> {
    let Some(example) = step.choices.iter().find(|choice| choice.kind == ChoiceKind::Wall) else { return Vec::new() };
    let before = example.text.strip_suffix(&example.part).unwrap_or_default();
    let places: HashSet<Place> = parts.cells().map(|(_, place)| place).collect();
    let placeable: HashSet<&str> = step.choices.iter().map(|choice| choice.part.as_str()).collect();
    let mut copy = table.fork();
    let mut blocked = Vec::new();
    for (letter, horizontal) in parts.walls() {
        for (cell, (row, col)) in parts.cells() {
            let part = format!("{letter}{cell}");
            let inside = places.contains(&(row + 1, col)) && places.contains(&(row, col + 1));
            if !inside || placeable.contains(part.as_str()) {
                continue;
            }
            match copy.play(&format!("{before}{part}")) {
                Ok(_) => {
                    copy.undo();
                }
                Err(message) if message.kind == Kind::IllegalMove => {
                    let (code, message) = (message.code, words.message(&message));
                    blocked.push(Blocked { part, cell: cell.to_string(), row, col, horizontal, code, message });
                }
                Err(_) => {}
            }
        }
    }
    blocked.sort_by_key(|wall| (wall.row, wall.col, wall.horizontal));
    blocked
}

fn help(step: &mut Step, table: &dyn Table, words: &Words) {
    let has = |kind| step.expects.contains(&kind);
    let is_stone = |choice: &Choice| choice.kind != ChoiceKind::Cell || choice.is_final;
    let key = match step.path.len() {
        _ if table.outcome().is_some() => "step-over",
        _ if step.choices.is_empty() => "step-done",
        0 if has(ChoiceKind::Cell) && has(ChoiceKind::Wall) => "step-piece-or-wall",
        0 if has(ChoiceKind::Cell) && has(ChoiceKind::Word) => "step-cell-or-swap",
        0 if has(ChoiceKind::Cell) && step.choices.iter().all(is_stone) => "step-cell",
        0 if has(ChoiceKind::Cell) => "step-from",
        0 if has(ChoiceKind::Word) => "step-word",
        _ if has(ChoiceKind::Wall) && step.complete.is_some() => "step-wall-or-done",
        _ if has(ChoiceKind::Wall) => "step-wall",
        _ if has(ChoiceKind::Level) => "step-level",
        _ => "step-to",
    };
    let word = step.choices.first().map_or("", |choice| choice.part.as_str());
    step.help_words = words.say(key, &[("word", Arg::from(word))]);
    step.help = key;
}

#[cfg(test)]
mod tests {
    use potez_words::Lang;

    use super::*;

    fn step_of(game: &str, moves: &[&str], partial: &str) -> Step {
        let mut table = potez_engine::open(game, None).unwrap();
        for mv in moves {
            table.play(mv).unwrap();
        }
        step(table.as_ref(), partial, &Words::new(Lang::En))
    }

    #[test]
    fn a_turn_of_blockade_is_a_pawn_then_a_square_then_a_wall() {
        let pawns = step_of("blockade", &[], "");
        assert_eq!(pawns.choices.iter().map(|choice| choice.part.as_str()).collect::<Vec<_>>(), ["d4", "h4"]);
        assert_eq!((pawns.help, pawns.expects.as_slice()), ("step-from", &[ChoiceKind::Cell][..]));
        let squares = step_of("blockade", &[], "d4");
        assert!(squares.choices.iter().any(|choice| choice.text == "d4-d6" && !choice.completes));
        let walls = step_of("blockade", &[], "d4-d6");
        assert_eq!((walls.path, walls.help, walls.choices.len()), (vec!["d4".into(), "d6".into()], "step-wall", 260));
        let wall = walls.choices.iter().find(|choice| choice.part == "Bd7").unwrap();
        assert_eq!((wall.row, wall.col, wall.horizontal, wall.is_final), (Some(3), Some(6), Some(true), true));
        assert_eq!(wall.text, "d4-d6/Bd7");
    }

    #[test]
    fn a_wall_that_may_not_be_placed_comes_with_the_reason() {
        let walls = step_of("blockade", &["d4-d6/Bd7", "d11-d9/Gb3"], "d6-d8");
        let wall = |part: &str| walls.blocked.iter().find(|wall| wall.part == part).unwrap();
        assert_eq!(wall("Bd8").code, "wall-overlaps");
        assert!(wall("Bd8").message.contains("Bd7"));
        assert_eq!(wall("Gd7").code, "wall-crosses");
        assert!(!walls.blocked.iter().any(|blocked| walls.choices.iter().any(|choice| choice.part == blocked.part)));
        assert_eq!(walls.blocked.len() + walls.choices.len(), 260);
    }

    #[test]
    fn a_turn_of_pawn_or_wall_offers_both_at_once() {
        let first = step_of("blockade:turn=either", &[], "");
        assert_eq!(first.help, "step-piece-or-wall");
        assert!(first.choices.iter().any(|choice| choice.kind == ChoiceKind::Wall && choice.is_final));
    }

    #[test]
    fn a_stone_is_one_choice_and_swap_is_a_word() {
        let first = step_of("havannah:size=4,swap=on", &[], "");
        assert_eq!((first.help, first.choices.len()), ("step-cell", 37));
        assert!(first.choices.iter().all(|choice| choice.is_final));
        let second = step_of("havannah:size=4,swap=on", &["d4"], "");
        assert_eq!(second.help, "step-cell-or-swap");
        assert!(second.choices.iter().any(|choice| choice.part == "swap" && choice.kind == ChoiceKind::Word));
    }

    #[test]
    fn a_stack_is_moved_whole_or_from_a_level() {
        let table = potez_engine::open("byte", None).unwrap();
        let mut moves: Vec<String> = Vec::new();
        let mut table = table;
        // Merges until somebody can lift a part of a stack.
        let lift = loop {
            let legal = table.legal();
            if let Some(lift) = legal.iter().find(|mv| mv.contains(':')) {
                break lift.clone();
            }
            let mv = legal[legal.len() / 2].clone();
            table.play(&mv).unwrap();
            moves.push(mv);
        };
        let from = lift.split(':').next().unwrap();
        let step = step(table.as_ref(), from, &Words::new(Lang::En));
        let level = step.choices.iter().find(|choice| choice.kind == ChoiceKind::Level).unwrap();
        assert_eq!(level.cell.as_deref(), Some(from));
        assert!(level.level.is_some_and(|level| level > 1) && !level.completes);
    }

    #[test]
    fn what_fits_no_legal_move_is_dropped_from_the_partial_move() {
        assert_eq!(step_of("blockade", &[], "d4-z9/Bd7").partial, "d4");
        assert_eq!(step_of("blockade", &[], "nonsense").partial, "");
        let whole = step_of("blockade", &[], "d4-d6/Bd7");
        assert_eq!((whole.complete.as_deref(), whole.help), (Some("d4-d6/Bd7"), "step-done"));
    }
}
