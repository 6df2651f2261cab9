//! A move is made part by part: what can come next, read off the legal moves' texts.
//!
//! A text falls into parts at its punctuation: `d4-d6/Bd7` is `d4`, `d6`, `Bd7`, and `d4:2-e3` is `d4`, `2`, `e3`. A part is a
//! cell if the board has a cell of that name, a wall if it is a letter before a cell's name, a level if it is a number, and a
//! word otherwise. That is all: no rule of any game is needed to lead a player through a move.

use std::collections::HashMap;
use std::ops::Range;

use potez_engine::Table;

use crate::board::Board;

/// Row and column of a cell.
pub(crate) type Place = (usize, usize);

/// What a part of a move is on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// A cell.
    Cell,
    /// A wall; the place is its top left cell.
    Wall {
        /// Whether it lies horizontally.
        horizontal: bool,
    },
    /// A level of the stack chosen before, 1 is the lowest.
    Level(usize),
    /// A word such as `pass` or `swap`.
    Word,
}

/// One way to go on with a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    /// The move's text up to here.
    pub(crate) text: String,
    /// What is chosen.
    pub(crate) spot: Spot,
    /// Where, unless it is a word.
    pub(crate) place: Option<Place>,
}

/// How far a move has come.
#[derive(Clone, Default, Debug)]
pub(crate) struct Step {
    /// The cells chosen so far.
    pub(crate) path: Vec<Place>,
    /// What can come next.
    pub(crate) choices: Vec<Choice>,
    /// The move that is complete as it stands.
    pub(crate) complete: Option<String>,
}

impl Step {
    /// The choices at a cell, in the order in which they are offered.
    pub(crate) fn at(&self, place: Place) -> Vec<&Choice> {
        self.choices.iter().filter(|choice| choice.place == Some(place)).collect()
    }

    /// Whether a choice of this kind exists.
    pub(crate) fn offers(&self, kind: impl Fn(Spot) -> bool) -> bool {
        self.choices.iter().any(|choice| kind(choice.spot))
    }
}

struct Legal {
    text: String,
    parts: Vec<Range<usize>>,
}

impl Legal {
    fn new(text: String) -> Self {
        let parts = parts(&text);
        Self { text, parts }
    }

    fn part(&self, index: usize) -> Option<&str> {
        self.parts.get(index).map(|range| &self.text[range.clone()])
    }
}

/// Where the parts of a text are.
fn parts(text: &str) -> Vec<Range<usize>> {
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

/// The legal moves of a position, ready to be chosen from.
pub(crate) struct Choices {
    legal: Vec<Legal>,
    places: HashMap<String, Place>,
    /// How the walls of each letter lie.
    lying: HashMap<char, bool>,
}

impl Choices {
    /// What can be played at a table whose board is given.
    pub(crate) fn new(table: &dyn Table, board: &Board) -> Self {
        let places = board.cells.iter().map(|cell| (cell.name.clone(), (cell.row, cell.col))).collect();
        let legal = table.legal().into_iter().map(Legal::new).collect();
        let mut choices = Self { legal, places, lying: HashMap::new() };
        choices.learn_walls(table);
        choices
    }

    /// Plays one wall of each letter on a copy of the table and looks how it lies.
    fn learn_walls(&mut self, table: &dyn Table) {
        for legal in &self.legal {
            for part in (0..legal.parts.len()).filter_map(|index| legal.part(index)) {
                let Some((letter, _)) = self.wall(part) else { continue };
                if self.lying.contains_key(&letter) {
                    continue;
                }
                let mut copy = table.fork();
                if copy.play(&legal.text).is_ok() {
                    let view = copy.view();
                    let wall = view.walls.iter().find(|wall| wall.name == part);
                    self.lying.insert(letter, wall.is_some_and(|wall| wall.horizontal));
                }
            }
        }
    }

    /// The letter and the place of a wall's name.
    fn wall(&self, part: &str) -> Option<(char, Place)> {
        if self.places.contains_key(part) {
            return None;
        }
        let letter = part.chars().next()?;
        self.places.get(&part[letter.len_utf8()..]).map(|&place| (letter, place))
    }

    /// The number of legal moves.
    pub(crate) fn count(&self) -> usize {
        self.legal.len()
    }

    /// The only legal move, if there is just one.
    pub(crate) fn only(&self) -> Option<&str> {
        if let [only] = &self.legal[..] { Some(&only.text) } else { None }
    }

    /// How far a text has come: its parts are taken as far as some legal move has them.
    pub(crate) fn step(&self, text: &str) -> Step {
        let mut fitting: Vec<&Legal> = self.legal.iter().collect();
        let mut step = Step::default();
        let mut depth = 0;
        for part in parts(text).into_iter().map(|range| &text[range]) {
            let next: Vec<&Legal> = fitting
                .iter()
                .copied()
                .filter(|legal| legal.part(depth).is_some_and(|other| other.eq_ignore_ascii_case(part)))
                .collect();
            let Some(chosen) = next.first().and_then(|legal| legal.part(depth)) else { break };
            step.path.extend(self.places.get(chosen));
            fitting = next;
            depth += 1;
        }
        let last = step.path.last().copied();
        for legal in fitting {
            let Some(part) = legal.part(depth) else {
                step.complete = Some(legal.text.clone()).filter(|_| depth > 0);
                continue;
            };
            let text = &legal.text[..legal.parts[depth].end];
            // The legal moves are sorted, so equal beginnings mostly follow each other; walls do not.
            if step.choices.last().is_some_and(|choice| choice.text == text) {
                continue;
            }
            let (spot, place) = self.spot(part, last);
            step.choices.push(Choice { text: text.to_string(), spot, place });
        }
        step
    }

    fn spot(&self, part: &str, last: Option<Place>) -> (Spot, Option<Place>) {
        if let Some(&place) = self.places.get(part) {
            return (Spot::Cell, Some(place));
        }
        if let (Ok(level), Some(last)) = (part.parse(), last) {
            return (Spot::Level(level), Some(last));
        }
        match self.wall(part) {
            Some((letter, place)) => {
                (Spot::Wall { horizontal: self.lying.get(&letter).copied().unwrap_or_default() }, Some(place))
            }
            None => (Spot::Word, None),
        }
    }

    /// The cells and walls that a whole move names.
    pub(crate) fn places_of(&self, mv: &str) -> Vec<(Spot, Place)> {
        let mut last = None;
        let mut found = Vec::new();
        for part in parts(mv).into_iter().map(|range| &mv[range]) {
            let (spot, place) = self.spot(part, last);
            let Some(place) = place else { continue };
            last = Some(place);
            if !matches!(spot, Spot::Level(_)) {
                found.push((spot, place));
            }
        }
        found
    }
}
