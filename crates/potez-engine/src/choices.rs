//! A move is made part by part: what can come next, read off the texts of the legal moves.
//!
//! A text falls into parts at its punctuation: `d4-d6/Bd7` is `d4`, `d6`, `Bd7`, and `d4:2-e3` is `d4`, `2`, `e3`. A part is
//! a cell if the board has a cell of that name, a level if it is a number, a wall if it is a letter before a cell's name,
//! and a word otherwise. No rule of any game is needed to lead a player through a move.

use std::collections::HashMap;
use std::ops::Range;

use crate::Table;

/// Row and column of a cell.
pub type Place = (usize, usize);

/// What a part of a move is on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A cell.
    Cell,
    /// A wall; its place is that of its top left cell.
    Wall {
        /// Whether it lies horizontally.
        horizontal: bool,
    },
    /// A level of the stack chosen before, 1 is the lowest.
    Level(usize),
    /// A word such as `pass` or `swap`.
    Word,
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

/// The cells and walls of a board, by which the parts of moves are understood.
#[derive(Clone, Debug)]
pub struct Parts {
    places: HashMap<String, Place>,
    /// Whether the walls of each letter lie horizontally, as far as it is known.
    lying: HashMap<char, bool>,
}

impl Parts {
    /// The parts of moves that were made at a table.
    pub fn of(table: &dyn Table) -> Self {
        let view = table.view();
        let first = |name: &str| name.chars().next();
        let lying = view.walls.iter().filter_map(|wall| Some((first(&wall.name)?, wall.horizontal))).collect();
        Self { places: view.cells.into_iter().map(|cell| (cell.name, (cell.row, cell.col))).collect(), lying }
    }

    /// Plays a wall of each letter on a copy of the table and looks how it lies.
    fn learn_walls(&mut self, table: &dyn Table, legal: &[Legal]) {
        for legal in legal {
            for part in (0..legal.parts.len()).filter_map(|index| legal.part(index)) {
                let Some((letter, _)) = self.wall(part).filter(|(letter, _)| !self.lying.contains_key(letter)) else {
                    continue;
                };
                let mut copy = table.fork();
                if copy.play(&legal.text).is_ok() {
                    let wall = copy.view().walls.into_iter().find(|wall| wall.name == part);
                    self.lying.insert(letter, wall.is_some_and(|wall| wall.horizontal));
                }
            }
        }
    }

    /// The letter and the cell of a wall's name.
    fn wall<'a>(&self, part: &'a str) -> Option<(char, &'a str)> {
        if self.places.contains_key(part) {
            return None;
        }
        let letter = part.chars().next()?;
        let cell = &part[letter.len_utf8()..];
        self.places.contains_key(cell).then_some((letter, cell))
    }

    /// What a part is.
    pub fn spot(&self, part: &str) -> Spot {
        if self.places.contains_key(part) {
            return Spot::Cell;
        }
        if let Ok(level) = part.parse() {
            return Spot::Level(level);
        }
        match self.wall(part) {
            Some((letter, _)) => Spot::Wall { horizontal: self.lying.get(&letter).copied().unwrap_or_default() },
            None => Spot::Word,
        }
    }

    /// The cell that a part names, of a wall the top left one.
    pub fn cell<'a>(&self, part: &'a str) -> Option<&'a str> {
        if self.places.contains_key(part) { Some(part) } else { self.wall(part).map(|(_, cell)| cell) }
    }

    /// Where a cell is.
    pub fn place(&self, cell: &str) -> Option<Place> {
        self.places.get(cell).copied()
    }

    /// All cells.
    pub fn cells(&self) -> impl Iterator<Item = (&str, Place)> {
        self.places.iter().map(|(cell, &place)| (cell.as_str(), place))
    }

    /// The letters of walls, and whether walls with that letter lie horizontally.
    pub fn walls(&self) -> impl Iterator<Item = (char, bool)> {
        self.lying.iter().map(|(&letter, &horizontal)| (letter, horizontal))
    }

    /// The parts of a whole move.
    pub fn read<'a>(&self, mv: &'a str) -> Vec<(&'a str, Spot)> {
        split(mv).into_iter().map(|range| (&mv[range.clone()], self.spot(&mv[range]))).collect()
    }

    /// The cells that a whole move names, walls by their top left ones, each once.
    pub fn cells_of(&self, mv: &str) -> Vec<String> {
        let mut cells: Vec<String> = Vec::new();
        for cell in self.read(mv).into_iter().filter_map(|(part, _)| self.cell(part)) {
            if !cells.iter().any(|known| known == cell) {
                cells.push(cell.to_string());
            }
        }
        cells
    }

    /// The cells and walls that a whole move names, with their places.
    pub fn places_of(&self, mv: &str) -> Vec<(Spot, Place)> {
        self.read(mv).into_iter().filter_map(|(part, spot)| Some((spot, self.place(self.cell(part)?)?))).collect()
    }
}

/// One way to go on with a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move's text up to here.
    pub text: String,
    /// The part that is added.
    pub part: String,
    /// What is chosen.
    pub spot: Spot,
    /// The cell, unless it is a word: of a wall the top left one, of a level the stack's.
    pub cell: Option<String>,
    /// Where the cell is.
    pub place: Option<Place>,
    /// Whether the move is then complete.
    pub completes: bool,
    /// Whether it is complete and nothing can follow.
    pub is_final: bool,
}

/// How far a move has come.
#[derive(Clone, Default, Debug)]
pub struct Step {
    /// The move's text up to here.
    pub partial: String,
    /// The parts chosen so far.
    pub path: Vec<String>,
    /// What can come next.
    pub choices: Vec<Choice>,
    /// The move that is complete as it stands.
    pub complete: Option<String>,
}

impl Step {
    /// The choices at a cell, in the order in which they are offered.
    pub fn at(&self, place: Place) -> Vec<&Choice> {
        self.choices.iter().filter(|choice| choice.place == Some(place)).collect()
    }

    /// Whether a choice of this kind exists.
    pub fn offers(&self, kind: impl Fn(Spot) -> bool) -> bool {
        self.choices.iter().any(|choice| kind(choice.spot))
    }
}

/// A legal move and where its parts are.
#[derive(Clone, Debug)]
struct Legal {
    text: String,
    parts: Vec<Range<usize>>,
}

impl Legal {
    fn part(&self, index: usize) -> Option<&str> {
        self.parts.get(index).map(|range| &self.text[range.clone()])
    }

    /// The text up to the part before this one.
    fn up_to(&self, depth: usize) -> &str {
        depth.checked_sub(1).and_then(|last| self.parts.get(last)).map_or("", |range| &self.text[..range.end])
    }
}

/// The legal moves of a position, ready to be chosen from.
#[derive(Clone, Debug)]
pub struct Choices {
    legal: Vec<Legal>,
    parts: Parts,
}

impl Choices {
    /// What can be played at a table.
    pub fn new(table: &dyn Table) -> Self {
        let legal: Vec<Legal> = table.legal().into_iter().map(|text| Legal { parts: split(&text), text }).collect();
        let mut parts = Parts::of(table);
        parts.learn_walls(table, &legal);
        Self { legal, parts }
    }

    /// How parts of moves are understood here.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The number of legal moves.
    pub fn count(&self) -> usize {
        self.legal.len()
    }

    /// The only legal move, if there is just one.
    pub fn only(&self) -> Option<&str> {
        if let [only] = &self.legal[..] { Some(&only.text) } else { None }
    }

    /// How far a text has come: its parts are taken as far as some legal move has them.
    pub fn step(&self, text: &str) -> Step {
        let mut fitting: Vec<&Legal> = self.legal.iter().collect();
        let mut depth = 0;
        for part in split(text).into_iter().map(|range| &text[range]) {
            let fits = |legal: &&Legal| legal.part(depth).is_some_and(|other| other.eq_ignore_ascii_case(part));
            let next: Vec<&Legal> = fitting.iter().copied().filter(fits).collect();
            if next.is_empty() {
                break;
            }
            fitting = next;
            depth += 1;
        }
        let partial = fitting.first().map_or("", |legal| legal.up_to(depth)).to_string();
        let path: Vec<String> = split(&partial).into_iter().map(|range| partial[range].to_string()).collect();
        let is_complete = |legal: &&&Legal| depth > 0 && legal.parts.len() == depth;
        Step {
            complete: fitting.iter().find(is_complete).map(|legal| legal.text.clone()),
            choices: self.choices(&fitting, depth, path.last()),
            partial,
            path,
        }
    }

    /// The next parts of moves whose parts before are the same; `last` is the last of those.
    fn choices(&self, fitting: &[&Legal], depth: usize, last: Option<&String>) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for legal in fitting {
            let Some(part) = legal.part(depth) else { continue };
            let ends = legal.parts.len() == depth + 1;
            if let Some(&at) = known.get(part) {
                choices[at].completes |= ends;
                choices[at].is_final &= ends;
                continue;
            }
            known.insert(part, choices.len());
            let spot = self.parts.spot(part);
            let cell =
                if let Spot::Level(_) = spot { last.cloned() } else { self.parts.cell(part).map(str::to_string) };
            choices.push(Choice {
                text: legal.up_to(depth + 1).to_string(),
                part: part.to_string(),
                spot,
                place: cell.as_ref().and_then(|cell| self.parts.place(cell)),
                cell,
                completes: ends,
                is_final: ends,
            });
        }
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;

    #[test]
    fn parts_are_cells_walls_levels_and_words() {
        let mut table = open("blockade", None).unwrap();
        table.play("d4-d6/Bd7").unwrap();
        let parts = Parts::of(table.as_ref());
        let wall = Spot::Wall { horizontal: true };
        assert_eq!(parts.read("d4-d6/Bd7"), [("d4", Spot::Cell), ("d6", Spot::Cell), ("Bd7", wall)]);
        assert_eq!(parts.places_of("d4-d6/Bd7"), [(Spot::Cell, (3, 3)), (Spot::Cell, (3, 5)), (wall, (3, 6))]);
        assert_eq!(parts.cells_of("d7-d6/Bd7"), ["d7", "d6"]);
        let table = open("byte", None).unwrap();
        assert_eq!(Parts::of(table.as_ref()).read("a1:2-b2")[1], ("2", Spot::Level(2)));
        assert_eq!(Parts::of(table.as_ref()).read("pass"), [("pass", Spot::Word)]);
    }

    #[test]
    fn every_legal_move_can_be_made_part_by_part() {
        for game in
            ["blockade:rows=5,cols=6,walls=2", "blockade:rows=5,cols=5,turn=optional", "byte", "havannah:size=4"]
        {
            let mut table = open(game, None).unwrap();
            for _ in 0..6 {
                let choices = Choices::new(table.as_ref());
                let legal = table.legal();
                assert_eq!(choices.count(), legal.len());
                for mv in &legal {
                    let mut step = choices.step("");
                    for (part, _) in choices.parts().read(mv) {
                        let choice = step.choices.iter().find(|choice| choice.part == part).unwrap();
                        step = choices.step(&choice.text);
                    }
                    assert_eq!(step.complete.as_ref(), Some(mv), "{game}");
                }
                table.play(&legal[legal.len() / 2]).unwrap();
            }
        }
    }
}
