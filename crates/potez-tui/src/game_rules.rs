//! The rules and the guide of a game as a text to be read, made of what the game says of itself.

use potez_table::{Description, Ink, Style};
use potez_words::{Arg, BlockSource, Course, DiagramSource, Words};

/// The rules, the options with their values, then the guide if the game has one.
pub(crate) fn text(game: &Description, words: &Words) -> String {
    let mut lines = vec![words.game_about(game)];
    course(Course::Rules, game, words, &mut lines);
    if !game.options.is_empty() {
        lines.extend([String::new(), words.say("tui-rules-options", &[]).to_uppercase()]);
    }
    for option in game.options {
        let name = words.option_name(game, option.key);
        let values = option.values.split('|').map(|value| words.value_name(game, option.key, value));
        let values: Vec<String> = values.collect();
        lines.push(format!("  {name} ({}): {}", values.join(", "), words.option_about(game, option)));
    }
    course(Course::Guide, game, words, &mut lines);
    lines.join("\n")
}

/// The sections of a course, each with its title. A course that cannot be read says nothing: the game
/// is still told by its one line and its options.
fn course(course: Course, game: &Description, words: &Words, lines: &mut Vec<String>) {
    let say = |key: &str| course.say(words, game, key);
    for section in course.read(game).unwrap_or_default().sections {
        lines.extend([String::new(), say(&section.id).to_uppercase()]);
        for block in &section.blocks {
            match block {
                BlockSource::Text { key } | BlockSource::Source { key, .. } => lines.push(say(key)),
                BlockSource::List { keys } => lines.extend(keys.iter().map(|key| format!("  {}", say(key)))),
                // The boards of the rules are for pages on which one can play; those of the guide
                // are what it speaks of.
                BlockSource::Diagram(diagram) if course == Course::Guide => {
                    lines.extend(board(diagram));
                    lines.push(say(&diagram.key));
                    if !diagram.accept.is_empty() {
                        let task = say(&format!("{}-words", diagram.key));
                        let answer = Arg::from(diagram.accept.join(", "));
                        lines.push(words.say("tui-guide-task", &[("task", Arg::from(task)), ("answer", answer)]));
                    }
                }
                BlockSource::Diagram(_) | BlockSource::Play { .. } => {}
            }
        }
    }
}

/// The picture of a diagram, line by line; none if it is not a position.
fn board(diagram: &DiagramSource) -> Vec<String> {
    let Ok(mut table) = potez_table::open(&diagram.game, diagram.position.as_deref()) else { return Vec::new() };
    if diagram.moves.iter().any(|mv| table.play(mv).is_err()) {
        return Vec::new();
    }
    table.picture(Style::Modern, Ink::Plain).lines().map(str::to_string).collect()
}

#[cfg(test)]
mod tests {
    use potez_words::Lang;

    use super::*;

    #[test]
    fn every_game_tells_its_rules_and_its_guide_in_every_language() {
        for (_, lang) in Lang::ALL {
            let words = Words::new(lang);
            for game in potez_table::games() {
                let text = text(game.description, &words);
                assert!(text.lines().count() > 100, "{text}");
                assert!(!text.contains("rules-") && !text.contains("guide-"), "{text}");
            }
        }
    }

    #[test]
    fn a_game_without_a_guide_ends_with_its_options() {
        let game = Description { guide: "", ..*potez_table::games()[0].description };
        let words = Words::new(Lang::En);
        let last = game.options.last().unwrap();
        assert!(text(&game, &words).lines().last().unwrap().contains(&words.option_about(&game, last)));
    }
}
