//! The move that is being made: chosen on the board part by part, typed, or taken from the list of
//! candidates.

use potez_table::{CellRef, MovePart, MoveParts, MoveStep, PartChoice, Table, TableMove, WallAxis};

use crate::board::{DrawnBoard, Overlay};

/// The move that is being made.
pub(crate) struct MoveDraft {
    /// The parts chosen so far, and what can come next.
    pub(crate) step: MoveStep,
    /// The move as far as it is made, or whatever was typed.
    pub(crate) text: String,
    /// Whether the text was typed, not chosen on the board.
    pub(crate) is_typed: bool,
    pub(crate) cursor: CellRef,
    /// Which of the choices at the cursor is meant.
    turned: usize,
    /// How the wall lies that was turned last: walls elsewhere are offered the same way.
    axis: Option<WallAxis>,
    /// The move that was taken from the list of candidates.
    pub(crate) candidate: Option<TableMove>,
}

impl MoveDraft {
    /// Nothing is chosen yet; the cursor stands on the first cell that can be, in the order in
    /// which Tab visits them.
    pub(crate) fn new(table: &dyn Table, board: &DrawnBoard) -> Self {
        let step = table.step(&[]);
        let first = step.choices.iter().filter_map(|choice| choice.part.cell()).min();
        let cursor = first.unwrap_or_else(|| board.middle());
        Self { step, text: String::new(), is_typed: false, cursor, turned: 0, axis: None, candidate: None }
    }

    /// Begins again; the cursor stays unless the board has no such cell.
    pub(crate) fn clear(&mut self, table: &dyn Table, board: &DrawnBoard) {
        self.choose(table, &[]);
        if board.cell(self.cursor).is_none() {
            self.cursor = board.middle();
        }
    }

    /// These parts are chosen, as far as the rules allow them.
    pub(crate) fn choose(&mut self, table: &dyn Table, parts: &[MovePart]) {
        self.step = table.step(parts);
        self.text.clone_from(&self.step.text);
        (self.is_typed, self.candidate) = (false, None);
        self.turn_as_before();
    }

    /// This text stands there as typed; what it spells so far is shown on the board.
    pub(crate) fn set_typed(&mut self, table: &dyn Table, text: String) {
        self.step = table.step_typed(&text);
        self.is_typed = !text.is_empty();
        (self.text, self.candidate) = (text, None);
        self.turn_as_before();
    }

    /// A move of the list of candidates is chosen.
    pub(crate) fn set_candidate(&mut self, table: &dyn Table, board: &DrawnBoard, mv: TableMove) {
        self.choose(table, &mv.parts);
        if let Some(cell) = mv.parts.iter().rev().find_map(|part| part.cell()) {
            self.point_at(board, cell);
        }
        self.candidate = Some(mv);
    }

    /// Takes back a letter that was typed, or a part that was chosen.
    pub(crate) fn erase(&mut self, table: &dyn Table) {
        if self.is_typed {
            let mut text = std::mem::take(&mut self.text);
            text.pop();
            self.set_typed(table, text);
        } else {
            let kept = self.step.chosen.len().saturating_sub(1);
            let parts = MoveParts::new(&self.step.chosen[..kept]);
            self.choose(table, &parts);
        }
    }

    /// The choice that Enter would take.
    pub(crate) fn current(&self) -> Option<&PartChoice> {
        let here = self.step.at(self.cursor);
        // Turning goes round: past the last choice comes the first again.
        let turned = self.turned % here.len().max(1);
        here.get(turned).copied()
    }

    /// The next choice: another one at the cursor, or the next cell that has one.
    pub(crate) fn next_choice(&mut self, board: &DrawnBoard) {
        let here = self.step.at(self.cursor).len();
        // Walls are turned by another key; here the next place is looked for.
        let is_wall = matches!(self.current().map(|choice| choice.part), Some(MovePart::Wall(_)));
        if !is_wall && here > 1 && self.turned + 1 < here {
            self.turned += 1;
            return;
        }
        let mut cells: Vec<CellRef> = self.step.choices.iter().filter_map(|choice| self.step.cell(choice)).collect();
        cells.sort_unstable();
        // Behind the last cell the first comes again.
        let next = cells.iter().find(|&&cell| cell > self.cursor).or(cells.first());
        if let Some(&cell) = next {
            self.point_at(board, cell);
        }
    }

    /// Turns to another choice at the same cell.
    pub(crate) fn turn(&mut self) {
        self.turned += 1;
        if let Some(MovePart::Wall(wall)) = self.current().map(|choice| choice.part) {
            self.axis = Some(wall.axis);
        }
    }

    /// Means the choice at the cursor that lies as the wall that was turned last.
    fn turn_as_before(&mut self) {
        let lies_so =
            |choice: &&PartChoice| matches!(choice.part, MovePart::Wall(wall) if Some(wall.axis) == self.axis);
        self.turned = self.step.at(self.cursor).iter().position(lies_so).unwrap_or_default();
    }

    pub(crate) fn point_at(&mut self, board: &DrawnBoard, cell: CellRef) {
        if board.cell(cell).is_some() {
            self.cursor = cell;
            self.turn_as_before();
        }
    }

    /// The stack that the parts chosen so far take along: where it stands, and from which level on.
    pub(crate) fn lifted(&self) -> Option<(CellRef, u8)> {
        match *self.step.chosen {
            [MovePart::Piece(cell), MovePart::Level { level }, ..] => Some((cell, level)),
            [MovePart::Piece(cell), ..] => Some((cell, 1)),
            _ => None,
        }
    }

    /// The moves that are words, where there are others beside them: they are nowhere on the board.
    pub(crate) fn words(&self) -> String {
        let words = self.step.choices.iter().filter(|choice| self.step.cell(choice).is_none());
        let words: Vec<&str> = words.map(|choice| choice.text.as_str()).collect();
        // Where nothing else is left, Enter plays the only word and nobody needs to type it.
        if words.len() < self.step.choices.len() { words.join(", ") } else { String::new() }
    }

    /// The key of the sentence that says what to do next.
    pub(crate) fn help_key(&self) -> &'static str {
        if self.candidate.is_some() {
            return "tui-step-candidate";
        }
        let offers = |kind: fn(MovePart) -> bool| self.step.offers(kind);
        let walls = offers(|part| matches!(part, MovePart::Wall(_)));
        let pieces = offers(|part| matches!(part, MovePart::Piece(_)));
        let targets = offers(|part| matches!(part, MovePart::Target(_)));
        if offers(|part| matches!(part, MovePart::Level { .. })) {
            "tui-step-level"
        } else if walls && self.step.complete.is_some() {
            "tui-step-wall-or-done"
        } else if walls && (pieces || targets) {
            "tui-step-piece-or-wall"
        } else if walls {
            "tui-step-wall"
        } else if targets && !self.step.chosen.is_empty() {
            "tui-step-target"
        } else if targets {
            "tui-step-cell"
        } else if pieces {
            "tui-step-piece"
        } else {
            "tui-step-word"
        }
    }

    /// Shows the cursor, what is chosen and what can be chosen.
    pub(crate) fn mark(&self, overlay: &mut Overlay) {
        overlay.cursor = Some(self.cursor);
        overlay.lifted = self.lifted();
        for part in self.step.chosen.iter() {
            if let MovePart::Piece(cell) | MovePart::Target(cell) = *part {
                overlay.chosen.insert(cell);
            }
        }
        for choice in &self.step.choices {
            match choice.part {
                MovePart::Piece(cell) | MovePart::Target(cell) => overlay.targets.insert(cell),
                MovePart::Wall(wall) => overlay.wall_points.insert(wall.at),
                MovePart::Level { .. } | MovePart::Swap | MovePart::Pass => continue,
            };
        }
        if let Some(MovePart::Wall(wall)) = self.current().map(|choice| choice.part) {
            overlay.wall = Some(wall);
        }
    }
}
