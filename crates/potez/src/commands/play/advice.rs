//! Hints and candidates.

use potez_session::{Effect, Event};
use potez_table::{BotSpec, CellRef, CellView, Limits, Report, Stop, TableMove};

use super::lines::say;
use super::{PlainGame, ThinkingLine};
use crate::commands::analyze::{in_order, line_text};

impl PlainGame {
    /// Thinks about the position and reports this many lines.
    fn ask(&self, lines: usize) -> anyhow::Result<Report<TableMove>> {
        let mut bot = self.table().bot(&BotSpec { multipv: Some(lines), ..BotSpec::new("potez") })?;
        let progress = ThinkingLine::new(self.table(), &self.words);
        let limits = Limits::time(self.session.state().bot_time);
        let report = bot.think(self.table(), limits, &Stop::new(), &mut |report| progress.show(report));
        progress.clear();
        Ok(report?)
    }

    /// First where, then what.
    pub(super) fn hint(&mut self) -> anyhow::Result<()> {
        let wanted = self.apply(Event::AskHint);
        if wanted == Ok(vec![Effect::FindHint])
            && let Some(mv) = self.ask(1)?.best()
        {
            // The position is still the one that was thought about.
            let _ = self.apply(Event::HintFound { ply: self.table().ply(), mv });
        }
        match self.session.hint() {
            None => self.tell("play-no-hint", &[])?,
            Some(hint) if hint.whole => self.tell("play-try", &[("move", hint.mv.text.clone().into())])?,
            Some(hint) => self.tell("play-look", &[("place", self.place_of(&hint.mv).into())])?,
        }
        Ok(())
    }

    /// The name of the first cell of a move; the move itself where it has none.
    fn place_of(&self, mv: &TableMove) -> String {
        let cell = mv.parts.iter().find_map(|part| part.cell());
        let is_meant = |view: &CellView| cell == Some(CellRef::new(view.row, view.col));
        let named = self.table().view().cells.into_iter().find(is_meant);
        named.map_or_else(|| mv.text.clone(), |cell| cell.name)
    }

    /// The candidates with their chances.
    pub(super) fn analyse(&self) -> anyhow::Result<()> {
        const LINES: usize = 5;
        let report = self.ask(LINES)?;
        if report.lines.is_empty() {
            self.tell("play-no-hint", &[])?;
        }
        for (rank, line) in in_order(&report.lines).into_iter().enumerate() {
            say(&format!("{:>2}. {}", rank + 1, line_text(self.table(), line, &self.words)))?;
        }
        Ok(())
    }
}
