//! What the mouse does: a click chooses, a drag moves a piece, the wheel scrolls.

use potez_table::{CellRef, MovePart, WallAxis, WallRef};
use potez_words::Words;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};

use crate::app::{ActiveScreen, App, AppEffect};
use crate::canvas::Hit;
use crate::draw;
use crate::game_screen::GameScreen;
use crate::layout::ScreenLayout;

impl App {
    pub(crate) fn mouse(&mut self, mouse: MouseEvent) -> Vec<AppEffect> {
        let wheel = match mouse.kind {
            MouseEventKind::ScrollUp => Some(KeyCode::Up),
            MouseEventKind::ScrollDown => Some(KeyCode::Down),
            _ => None,
        };
        let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if self.pager.is_some() {
            // A click closes a text.
            let code = wheel.or(is_click.then_some(KeyCode::Esc));
            return code.map_or_else(Vec::new, |code| self.pager_key(code));
        }
        match (&self.screen, wheel) {
            (ActiveScreen::Review, Some(code)) => self.review_key(code),
            (ActiveScreen::Game, None) => self.game_mouse(mouse),
            (ActiveScreen::Menu, None) if is_click => self.menu_click(mouse),
            _ => Vec::new(),
        }
    }

    fn menu_click(&mut self, mouse: MouseEvent) -> Vec<AppEffect> {
        let Some(row) = draw::menu_row(self.area, &self.menu, mouse.row) else { return Vec::new() };
        let chosen = self.menu.click(row, &mut self.words);
        self.carry_out(chosen)
    }

    fn game_mouse(&mut self, mouse: MouseEvent) -> Vec<AppEffect> {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.press(mouse),
            MouseEventKind::Up(MouseButton::Left) => self.release(mouse),
            _ => Vec::new(),
        }
    }

    /// What lies under the mouse.
    fn hit(&self, mouse: MouseEvent) -> Option<Hit> {
        let game = self.game.as_ref()?;
        let layout = ScreenLayout::new(self.area, &game.board, &game.overlay(), self.theme);
        layout.canvas.hit(layout.board, mouse.column, mouse.row)
    }

    fn press(&mut self, mouse: MouseEvent) -> Vec<AppEffect> {
        let hit = self.hit(mouse);
        let Some(game) = &mut self.game else { return Vec::new() };
        game.pressed = None;
        if let Some(dialog) = game.dialog {
            if dialog.closes_by_click() {
                game.dialog = None;
            }
            return Vec::new();
        }
        if let Some(command) = draw::key_at(self.area, &self.words, game, mouse.column, mouse.row) {
            return self.command(command);
        }
        if !game.is_ours() {
            return Vec::new();
        }
        let wall = match hit {
            None => return Vec::new(),
            Some(Hit::Cell(cell, level)) => {
                game.pressed = Some(cell);
                return game.click_cell(cell, level, &self.words);
            }
            Some(Hit::Below(cell)) => game.wall_at(cell, WallAxis::Horizontal, &self.words),
            Some(Hit::Beside(cell)) => game.wall_at(cell, WallAxis::Vertical, &self.words),
        };
        let Some(wall) = wall else { return Vec::new() };
        game.draft.point_at(&game.board, wall.at);
        game.take(MovePart::Wall(wall), &self.words)
    }

    /// The button is let go: on another cell than where it was pressed that is the end of a drag.
    fn release(&mut self, mouse: MouseEvent) -> Vec<AppEffect> {
        let hit = self.hit(mouse);
        let Some(game) = &mut self.game else { return Vec::new() };
        match (hit, game.pressed.take()) {
            (Some(Hit::Cell(cell, _)), Some(pressed)) if cell != pressed && game.is_ours() => {
                game.drop_on(cell, &self.words)
            }
            _ => Vec::new(),
        }
    }
}

impl GameScreen {
    /// A click on a cell, and on a piece in it if one was hit: the piece is picked with everything
    /// above it, the next click drops it.
    fn click_cell(&mut self, cell: CellRef, level: Option<u8>, words: &Words) -> Vec<AppEffect> {
        // Asked before the cursor moves there: the second click on a cell means something else than
        // the first.
        let again = self.draft.cursor == cell;
        if !again {
            self.draft.point_at(&self.board, cell);
        }
        let target = MovePart::Target(cell);
        if self.draft.step.choice(target).is_some() {
            return self.take(target, words);
        }
        let picked = self.draft.lifted().filter(|(from, _)| *from == cell && !self.draft.is_typed);
        if let Some(level) = level.filter(|_| self.has_stack(cell)) {
            if picked == Some((cell, level)) {
                // What was picked is put back.
                self.clear_input();
                return Vec::new();
            }
            if self.picks(cell, level) {
                return self.pick(cell, level, words);
            }
        }
        let here: Vec<MovePart> = self.draft.step.at(cell).into_iter().map(|choice| choice.part).collect();
        if let Some(&part) = here.iter().find(|part| matches!(part, MovePart::Piece(_))) {
            return self.take(part, words);
        }
        if !here.is_empty() {
            // Walls or levels: a click on the same cell turns to the next of them.
            if again {
                self.draft.turn();
            }
            return Vec::new();
        }
        self.choose_here(words)
    }

    fn has_stack(&self, cell: CellRef) -> bool {
        self.board.cell(cell).is_some_and(|cell| cell.pieces.len() > 1)
    }

    /// The parts that take a stack from a level upwards.
    fn picking(cell: CellRef, level: u8) -> Vec<MovePart> {
        let piece = MovePart::Piece(cell);
        if level > 1 { vec![piece, MovePart::Level { level }] } else { vec![piece] }
    }

    /// Whether some move takes a stack from a level upwards.
    fn picks(&self, cell: CellRef, level: u8) -> bool {
        let parts = Self::picking(cell, level);
        let step = self.table().step(&parts);
        step.chosen.len() == parts.len() && step.offers(|part| matches!(part, MovePart::Target(_)))
    }

    fn pick(&mut self, cell: CellRef, level: u8, words: &Words) -> Vec<AppEffect> {
        let parts = Self::picking(cell, level);
        let Some((last, before)) = parts.split_last() else { return Vec::new() };
        self.draft.choose(self.session.table(), before);
        self.take(*last, words)
    }

    /// A piece that is dragged is let go over a cell.
    fn drop_on(&mut self, cell: CellRef, words: &Words) -> Vec<AppEffect> {
        let target = MovePart::Target(cell);
        if self.draft.step.chosen.is_empty() || self.draft.step.choice(target).is_none() {
            return Vec::new();
        }
        self.draft.point_at(&self.board, cell);
        self.take(target, words)
    }

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
