//! What the mouse does.

use potez_engine::choices::{Choice, Place, Spot};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use crate::app::{App, Effect};
use crate::canvas::Hit;
use crate::draw;

impl App {
    pub(crate) fn menu_mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return Vec::new();
        }
        let Some(row) = draw::menu_row(self.area, &self.menu, mouse.row) else { return Vec::new() };
        let picked = self.menu.click(row, &mut self.words);
        self.carry_out(picked)
    }

    pub(crate) fn game_mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return Vec::new();
        }
        let area = self.area;
        let theme = self.theme;
        let Some(game) = &mut self.game else { return Vec::new() };
        if game.question.take().is_some() {
            return Vec::new();
        }
        if let Some(command) = draw::key_at(area, &self.words, mouse.column, mouse.row) {
            return self.command(command);
        }
        if !game.is_ours() {
            return Vec::new();
        }
        let places = draw::places(area, game, theme);
        let hit = places.canvas.hit(places.board, mouse.column, mouse.row);
        let choice = match hit {
            None => return Vec::new(),
            Some(Hit::Cell(place, level)) => return self.click_cell(place, level),
            Some(Hit::Below(place)) => game.wall_at(place, true),
            Some(Hit::Beside(place)) => game.wall_at(place, false),
        };
        match choice {
            Some(choice) => {
                let place = choice.place.unwrap_or_default();
                game.point_at(place);
                game.take(&choice, &self.words)
            }
            None => Vec::new(),
        }
    }

    fn click_cell(&mut self, place: Place, level: Option<usize>) -> Vec<Effect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        let again = game.cursor == place;
        if !again {
            game.point_at(place);
        }
        let here: Vec<Choice> = game.step.at(place).into_iter().cloned().collect();
        let by_level = here.iter().find(|choice| matches!(choice.spot, Spot::Level(own) if Some(own) == level));
        let cell = here.iter().find(|choice| choice.spot == Spot::Cell);
        if let Some(choice) = by_level.or(cell) {
            return game.take(choice, &self.words);
        }
        if !here.is_empty() {
            // Walls or levels: a click on the same cell turns to the next of them.
            if again {
                game.turn_here();
            }
            return Vec::new();
        }
        game.choose_here(&self.words)
    }
}

impl crate::game::Game {
    /// The wall that lies on the border of a cell: the one that begins there, or the one that ends there.
    fn wall_at(&self, (row, col): Place, horizontal: bool) -> Option<Choice> {
        let before = if horizontal { (row, col.wrapping_sub(1)) } else { (row.wrapping_sub(1), col) };
        [(row, col), before].into_iter().find_map(|place| {
            self.step.at(place).into_iter().find(|choice| choice.spot == Spot::Wall { horizontal }).cloned()
        })
    }
}
