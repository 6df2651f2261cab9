//! What the mouse does.

use potez_table::{CellRef, MovePart, WallAxis, WallRef};
use potez_words::Words;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use crate::app::{App, AppEffect};
use crate::canvas::Hit;
use crate::draw;

impl App {
    pub(crate) fn menu_mouse(&mut self, mouse: MouseEvent) -> Vec<AppEffect> {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return Vec::new();
        }
        let Some(row) = draw::menu_row(self.area, &self.menu, mouse.row) else { return Vec::new() };
        let chosen = self.menu.click(row, &mut self.words);
        self.carry_out(chosen)
    }

    pub(crate) fn game_mouse(&mut self, mouse: MouseEvent) -> Vec<AppEffect> {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return Vec::new();
        }
        let area = self.area;
        let theme = self.theme;
        let Some(game) = &mut self.game else { return Vec::new() };
        if game.dialog.take().is_some() {
            return Vec::new();
        }
        if let Some(command) = draw::key_at(area, &self.words, mouse.column, mouse.row) {
            return self.command(command);
        }
        if !game.is_ours() {
            return Vec::new();
        }
        let layout = draw::layout(area, game, theme);
        let hit = layout.canvas.hit(layout.board, mouse.column, mouse.row);
        let wall = match hit {
            None => return Vec::new(),
            Some(Hit::Cell(cell, level)) => return self.click_cell(cell, level),
            Some(Hit::Below(cell)) => game.wall_at(cell, WallAxis::Horizontal, &self.words),
            Some(Hit::Beside(cell)) => game.wall_at(cell, WallAxis::Vertical, &self.words),
        };
        let Some(wall) = wall else { return Vec::new() };
        game.draft.point_at(&game.board, wall.at);
        game.take(MovePart::Wall(wall), &self.words)
    }

    fn click_cell(&mut self, cell: CellRef, level: Option<u8>) -> Vec<AppEffect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        // Asked before the cursor moves there: the second click on a cell means something else than
        // the first.
        let again = game.draft.cursor == cell;
        if !again {
            game.draft.point_at(&game.board, cell);
        }
        let here: Vec<MovePart> = game.draft.step.at(cell).into_iter().map(|choice| choice.part).collect();
        let by_level = here.iter().find(|part| matches!(part, MovePart::Level { level: own } if Some(*own) == level));
        let by_cell = here.iter().find(|part| matches!(part, MovePart::Piece(_) | MovePart::Target(_)));
        if let Some(&part) = by_level.or(by_cell) {
            return game.take(part, &self.words);
        }
        if !here.is_empty() {
            // Walls or levels: a click on the same cell turns to the next of them.
            if again {
                game.draft.turn();
            }
            return Vec::new();
        }
        game.choose_here(&self.words)
    }
}

impl crate::game_screen::GameScreen {
    /// The wall that can be placed on the border of a cell: the one that begins there, or the one
    /// that ends there. Where there is none, the rules' reason is noted.
    fn wall_at(&mut self, cell: CellRef, axis: WallAxis, words: &Words) -> Option<WallRef> {
        let CellRef { row, col } = cell;
        let before = match axis {
            WallAxis::Horizontal => CellRef { row, col: col.wrapping_sub(1) },
            WallAxis::Vertical => CellRef { row: row.wrapping_sub(1), col },
        };
        let is_meant =
            |part: MovePart, at: CellRef| matches!(part, MovePart::Wall(wall) if wall.at == at && wall.axis == axis);
        // A wall is two cells long, so the border of a cell may belong to the wall that begins one
        // cell earlier. The one that begins here comes first: whoever clicks a border points at its
        // beginning.
        for at in [cell, before] {
            let found = self.draft.step.choices.iter().find(|choice| is_meant(choice.part, at));
            if let Some(MovePart::Wall(wall)) = found.map(|choice| choice.part) {
                return Some(wall);
            }
        }
        self.note = self.refusal(|part| is_meant(part, cell), words);
        None
    }
}
