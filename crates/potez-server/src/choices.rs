//! A move is made part by part: what can come next, read off the texts of the legal moves.
//!
//! A text falls into parts at its punctuation: `d4-d6/Bd7` is `d4`, `d6`, `Bd7`, and `d4:2-e3` is `d4`, `2`, `e3`. A part is
//! a cell if the board has a cell of that name, a wall if it is a letter before a cell's name, a level if it is a number,
//! and a word otherwise. No rule of any game is needed to lead a player through a move.

use std::collections::HashMap;
use std::ops::Range;

use potez_engine::{Kind, Table};
use potez_words::{Arg, Words};

use crate::wire::{Blocked, Choice, ChoiceKind, Step};

/// Row and column of a cell.
type Spot = (usize, usize);

/// The cells and walls of a board, by which parts of moves are understood.
pub(crate) struct Parts {
    cells: HashMap<String, Spot>,
    /// The letter of horizontal and of vertical walls, as far as they are known.
    lying: HashMap<char, bool>,
}

/// What a part is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part<'a> {
    Cell(&'a str),
    Wall { name: &'a str, horizontal: bool },
    Level(usize),
    Word(&'a str),
}

/// Where the parts of a text are.
fn split(text: &str) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for (at, letter) in text.char_indices().filter(|(_, letter)| letter.is_alphanumeric()) {
        let end = at + letter.len_utf8();
        match parts.last_mut() {
            Some(part) if part.end == at => part.end = end,
            _ => parts.push(at..end),
        }
    }
    parts
}

impl Parts {
    /// The parts of moves at a table.
    pub(crate) fn of(table: &dyn Table) -> Self {
        let view = table.view();
        let mut lying: HashMap<char, bool> = HashMap::new();
        for wall in &view.walls {
            lying.extend(wall.name.chars().next().map(|letter| (letter, wall.horizontal)));
        }
        Self { cells: view.cells.into_iter().map(|cell| (cell.name, (cell.row, cell.col))).collect(), lying }
    }

    /// The letter and the cell of a wall's name.
    fn wall<'a>(&self, part: &'a str) -> Option<(char, &'a str)> {
        if self.cells.contains_key(part) {
            return None;
        }
        let letter = part.chars().next()?;
        let cell = &part[letter.len_utf8()..];
        self.cells.contains_key(cell).then_some((letter, cell))
    }

    /// Plays a wall of each letter on a copy of the table and looks how it lies.
    fn learn_walls(&mut self, table: &dyn Table, legal: &[Legal]) {
        for legal in legal {
            for part in (0..legal.parts.len()).filter_map(|index| legal.part(index)) {
                let Some((letter, _)) = self.wall(part) else { continue };
                if self.lying.contains_key(&letter) {
                    continue;
                }
                let mut copy = table.fork();
                if copy.play(&legal.text).is_ok() {
                    let wall = copy.view().walls.into_iter().find(|wall| wall.name == part);
                    self.lying.insert(letter, wall.is_some_and(|wall| wall.horizontal));
                }
            }
        }
    }

    fn kind<'a>(&self, part: &'a str) -> Part<'a> {
        if self.cells.contains_key(part) {
            return Part::Cell(part);
        }
        if let Ok(level) = part.parse() {
            return Part::Level(level);
        }
        match self.wall(part) {
            Some((letter, _)) => {
                Part::Wall { name: part, horizontal: self.lying.get(&letter).copied().unwrap_or_default() }
            }
            None => Part::Word(part),
        }
    }

    /// The parts of a whole move.
    pub(crate) fn read<'a>(&self, mv: &'a str) -> Vec<Part<'a>> {
        split(mv).into_iter().map(|range| self.kind(&mv[range])).collect()
    }

    /// The cells that a move names, walls by their top left one.
    pub(crate) fn cells_of(&self, mv: &str) -> Vec<String> {
        let mut cells: Vec<String> = Vec::new();
        for part in self.read(mv) {
            let cell = match part {
                Part::Cell(cell) => cell,
                Part::Wall { name, .. } => self.wall(name).map_or(name, |(_, cell)| cell),
                Part::Level(_) | Part::Word(_) => continue,
            };
            if !cells.iter().any(|known| known == cell) {
                cells.push(cell.to_string());
            }
        }
        cells
    }
}

struct Legal {
    text: String,
    parts: Vec<Range<usize>>,
}

impl Legal {
    fn part(&self, index: usize) -> Option<&str> {
        self.parts.get(index).map(|range| &self.text[range.clone()])
    }

    fn up_to(&self, depth: usize) -> &str {
        depth.checked_sub(1).and_then(|last| self.parts.get(last)).map_or("", |range| &self.text[..range.end])
    }
}

/// How far a text has come: its parts are taken as far as some legal move has them.
pub(crate) fn step(table: &dyn Table, partial: &str, words: &Words) -> Step {
    let legal: Vec<Legal> = table.legal().into_iter().map(|text| Legal { parts: split(&text), text }).collect();
    let mut parts = Parts::of(table);
    parts.learn_walls(table, &legal);
    let mut fitting: Vec<&Legal> = legal.iter().collect();
    let mut depth = 0;
    for part in split(partial).into_iter().map(|range| &partial[range]) {
        let next: Vec<&Legal> = fitting
            .iter()
            .copied()
            .filter(|legal| legal.part(depth).is_some_and(|other| other.eq_ignore_ascii_case(part)))
            .collect();
        if next.is_empty() {
            break;
        }
        fitting = next;
        depth += 1;
    }
    let taken = fitting.first().map_or("", |legal| legal.up_to(depth)).to_string();
    let path: Vec<String> = split(&taken).into_iter().map(|range| taken[range].to_string()).collect();
    let mut step = Step {
        complete: fitting.iter().find(|legal| depth > 0 && legal.parts.len() == depth).map(|legal| legal.text.clone()),
        choices: choices(&parts, &fitting, depth, path.last()),
        partial: taken,
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
        step.blocked = blocked(table, &parts, &step, words);
    }
    help(&mut step, table, words);
    step
}

fn choices(parts: &Parts, fitting: &[&Legal], depth: usize, last: Option<&String>) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for legal in fitting {
        let Some(part) = legal.part(depth) else { continue };
        let ends = legal.parts.len() == depth + 1;
        if let Some(&at) = places.get(part) {
            choices[at].completes |= ends;
            choices[at].is_final &= ends;
            continue;
        }
        let (kind, cell, horizontal, level) = match parts.kind(part) {
            Part::Cell(cell) => (ChoiceKind::Cell, Some(cell.to_string()), None, None),
            Part::Wall { name, horizontal } => {
                (ChoiceKind::Wall, parts.wall(name).map(|(_, cell)| cell.to_string()), Some(horizontal), None)
            }
            Part::Level(level) => (ChoiceKind::Level, last.cloned(), None, Some(level)),
            Part::Word(_) => (ChoiceKind::Word, None, None, None),
        };
        let spot = cell.as_ref().and_then(|cell| parts.cells.get(cell)).copied();
        places.insert(part, choices.len());
        choices.push(Choice {
            text: legal.up_to(depth + 1).to_string(),
            part: part.to_string(),
            kind,
            cell,
            row: spot.map(|(row, _)| row),
            col: spot.map(|(_, col)| col),
            horizontal,
            level,
            completes: ends,
            is_final: ends,
        });
    }
    choices
}

/// The walls between four cells that may not be placed, with the rules' own reasons.
fn blocked(table: &dyn Table, parts: &Parts, step: &Step, words: &Words) -> Vec<Blocked> {
    let Some(example) = step.choices.iter().find(|choice| choice.kind == ChoiceKind::Wall) else { return Vec::new() };
    let before = example.text.strip_suffix(&example.part).unwrap_or_default();
    let spots: std::collections::HashSet<Spot> = parts.cells.values().copied().collect();
    let placeable: std::collections::HashSet<&str> = step.choices.iter().map(|choice| choice.part.as_str()).collect();
    let mut copy = table.fork();
    let mut blocked = Vec::new();
    for (&letter, &horizontal) in &parts.lying {
        for (cell, &(row, col)) in &parts.cells {
            let part = format!("{letter}{cell}");
            let inside = spots.contains(&(row + 1, col)) && spots.contains(&(row, col + 1));
            if !inside || placeable.contains(part.as_str()) {
                continue;
            }
            match copy.play(&format!("{before}{part}")) {
                Ok(_) => {
                    copy.undo();
                }
                Err(message) if message.kind == Kind::IllegalMove => {
                    let (code, message) = (message.code, words.message(&message));
                    blocked.push(Blocked { part, cell: cell.clone(), row, col, horizontal, code, message });
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
