//! What games say of themselves, in the user's language.
//!
//! A game describes itself in English. A translation is looked up by the game's name; a game that
//! nobody has translated speaks English everywhere.

use potez_core::{Description, GameOption, PathView, Preset};

use crate::{Arg, Words};

impl Words {
    /// The name of a game.
    pub fn game_name(&self, game: &Description) -> String {
        self.say_or(&format!("game-{}", game.id), game.name)
    }

    /// One line on a game.
    pub fn game_about(&self, game: &Description) -> String {
        self.say_or(&format!("about-{}", game.id), game.about)
    }

    /// What an option of a game means.
    pub fn option_about(&self, game: &Description, option: &GameOption) -> String {
        self.say_or(&format!("option-{}-{}", game.id, option.key), option.about)
    }

    /// The name of an option of a game; the key itself where nobody has named it.
    pub fn option_name(&self, game: &Description, key: &str) -> String {
        self.say_or(&format!("option-name-{}-{key}", game.id), key)
    }

    /// What a value of an option is called; the value itself where nobody has named it.
    pub fn value_name(&self, game: &Description, key: &str, value: &str) -> String {
        self.say_or(&format!("option-value-{}-{key}-{value}", game.id), value)
    }

    /// The name of a preset of a game.
    pub fn preset_name(&self, game: &Description, preset: &Preset) -> String {
        self.say_or(&format!("preset-{}-{}", game.id, preset.id), preset.name)
    }

    /// One line on a preset of a game.
    pub fn preset_about(&self, game: &Description, preset: &Preset) -> String {
        self.say_or(&format!("preset-{}-{}-about", game.id, preset.id), preset.about)
    }

    /// A shortest path: whose piece, where to, in how many moves, and where they end.
    pub fn path(&self, path: &PathView) -> String {
        let piece = Arg::from(format!("{}{}", path.owner, path.number));
        let Some(goal) = &path.goal else { return self.say("path-none", &[("piece", piece)]) };
        let (goal, count) = (Arg::from(goal.as_str()), Arg::from(path.moves as usize));
        let stops = Arg::from(path.stops.join(" "));
        self.say("path-line", &[("piece", piece), ("goal", goal), ("count", count), ("stops", stops)])
    }

    /// The name of a number beside the board, such as the walls that are left.
    pub fn stock_name(&self, stock: &str) -> String {
        self.named("tui-stock", stock)
    }

    /// The sentence of a key that begins with `subject`; where no language has it, the name itself.
    pub(crate) fn named(&self, subject: &str, name: &str) -> String {
        self.say_or(&format!("{subject}-{name}"), name)
    }
}
