//! What games and players are called on the screen: names, not specs.

use potez_session::Seat;
use potez_table::{Description, Preset, spec_value};
use potez_words::Words;

use crate::menu::player_name;

/// The preset that has just the options of a spec.
///
/// Specs are written by the games themselves, so two that mean the same are the same text.
fn preset(game: &'static Description, spec: &str) -> Option<&'static Preset> {
    game.presets.iter().find(|preset| preset.spec == spec)
}

/// A game with its rules: the name of the usual ones is left out, other presets are named, and what
/// is neither is told by what differs.
pub(crate) fn game(game: &'static Description, spec: &str, words: &Words) -> String {
    let name = words.game_name(game);
    if let Some(preset) = preset(game, spec) {
        let is_usual = game.presets.first().is_some_and(|usual| usual.id == preset.id);
        return if is_usual { name } else { format!("{name}: {}", words.preset_name(game, preset)) };
    }
    let differs = game.options.iter().filter_map(|option| Some((option.key, spec_value(spec, option.key)?)));
    let differs: Vec<String> = differs
        .map(|(key, value)| format!("{} {}", words.option_name(game, key), words.value_name(game, key, value)))
        .collect();
    if differs.is_empty() { name } else { format!("{name}: {}", differs.join(", ")) }
}

/// Who sits in a seat.
pub(crate) fn player(seat: &Seat, words: &Words) -> String {
    seat.name.clone().unwrap_or_else(|| player_name(seat.bot.as_deref(), words))
}

#[cfg(test)]
mod tests {
    use potez_words::Lang;

    use super::*;

    fn title(spec: &str, lang: Lang) -> String {
        let table = potez_table::open(spec, None).expect("a game");
        game(table.description(), &table.game(), &Words::new(lang))
    }

    #[test]
    fn games_have_names_and_not_specs() {
        assert_eq!(title("blockade", Lang::En), "Blockade");
        assert_eq!(title("blockade:walls=4,cols=9,rows=7", Lang::En), "Blockade: Small, 7 × 9");
        assert_eq!(title("blockade:turn=optional,walls=3", Lang::En), "Blockade: walls 3, turn a wall or none");
        assert_eq!(title("byte:size=16", Lang::SrLatn), "Bajt: veličina 16");
    }
}
