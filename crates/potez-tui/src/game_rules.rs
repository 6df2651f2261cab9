//! The rules of a game as a text to be read, made of what the game says of itself.

use potez_table::Description;
use potez_words::Words;
use serde::Deserialize;

#[derive(Default, Deserialize)]
struct Lessons {
    sections: Vec<LessonSection>,
}

#[derive(Deserialize)]
struct LessonSection {
    id: String,
    blocks: Vec<LessonBlock>,
}

/// Diagrams are for pages on which one can play: here their words are left out.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum LessonBlock {
    Text { key: String },
    List { keys: Vec<String> },
    Diagram {},
}

/// The rules, then the options with their values.
pub(crate) fn text(game: &Description, words: &Words) -> String {
    let say = |key: &str| words.say_or(&format!("rules-{}-{key}", game.id), key);
    // A game whose lessons cannot be read is still told by its one line and its options.
    let lessons: Lessons = serde_json::from_str(game.lessons).unwrap_or_default();
    let mut lines = vec![words.game_about(game)];
    for section in &lessons.sections {
        lines.extend([String::new(), say(&section.id).to_uppercase()]);
        for block in &section.blocks {
            match block {
                LessonBlock::Text { key } => lines.push(say(key)),
                LessonBlock::List { keys } => lines.extend(keys.iter().map(|key| format!("  {}", say(key)))),
                LessonBlock::Diagram {} => {}
            }
        }
    }
    if !game.options.is_empty() {
        lines.extend([String::new(), words.say("tui-rules-options", &[]).to_uppercase()]);
    }
    for option in game.options {
        let name = words.option_name(game, option.key);
        let values = option.values.split('|').map(|value| words.value_name(game, option.key, value));
        let values: Vec<String> = values.collect();
        lines.push(format!("  {name} ({}): {}", values.join(", "), words.option_about(game, option)));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use potez_words::Lang;

    use super::*;

    #[test]
    fn every_game_tells_its_rules_in_every_language() {
        for (_, lang) in Lang::ALL {
            let words = Words::new(lang);
            for game in potez_table::games() {
                let text = text(game.description, &words);
                assert!(text.lines().count() > 10, "{text}");
                assert!(!text.contains("rules-"), "{text}");
            }
        }
    }
}
