//! The rules of each game for readers: which sentences and diagrams, in which order, is the game's;
//! the sentences are words.

use potez_table::Description;
use potez_words::Words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The rules of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct RulesPage {
    game: &'static str,
    title: String,
    sections: Vec<RulesSection>,
}

/// A part of the rules.
#[derive(Serialize, ToSchema)]
struct RulesSection {
    id: String,
    title: String,
    blocks: Vec<RulesBlock>,
}

/// A paragraph, a list or a diagram.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum RulesBlock {
    /// A paragraph.
    Text {
        /// Its words.
        text: String,
    },
    /// A list.
    List {
        /// Its items.
        items: Vec<String>,
    },
    /// A board to look at or to try moves on.
    Diagram {
        /// The game spec.
        game: String,
        /// The position, if it is not the start.
        #[schema(required = true)]
        position: Option<String>,
        /// The moves.
        moves: Vec<String>,
        /// What is to be seen.
        caption: String,
        /// Whether moves may be tried.
        interactive: bool,
        /// What is to be found.
        #[schema(required = true)]
        task: Option<RulesTask>,
    },
}

/// Something to be found.
#[derive(Serialize, ToSchema)]
struct RulesTask {
    /// What.
    words: String,
    /// The texts of the moves that do it.
    accept: Vec<String>,
}

/// The page as a game's own crate has it: sentences are keys.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PageSource {
    sections: Vec<SectionSource>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionSource {
    id: String,
    blocks: Vec<BlockSource>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
enum BlockSource {
    Text {
        key: String,
    },
    List {
        keys: Vec<String>,
    },
    Diagram {
        key: String,
        game: String,
        position: Option<String>,
        #[serde(default)]
        moves: Vec<String>,
        #[serde(default)]
        interactive: bool,
        #[serde(default)]
        accept: Vec<String>,
    },
}

/// The rules of a game in a language. A key that no language has is its own sentence.
pub(crate) fn page(game: &'static Description, words: &Words) -> Result<RulesPage, serde_json::Error> {
    let source = if game.lessons.is_empty() { PageSource::default() } else { serde_json::from_str(game.lessons)? };
    let say = |key: &str| words.say_or(&format!("rules-{}-{key}", game.id), key);
    let block = |block: BlockSource| match block {
        BlockSource::Text { key } => RulesBlock::Text { text: say(&key) },
        BlockSource::List { keys } => RulesBlock::List { items: keys.iter().map(|key| say(key)).collect() },
        BlockSource::Diagram { key, game, position, moves, interactive, accept } => RulesBlock::Diagram {
            game,
            position,
            moves,
            caption: say(&key),
            interactive: interactive || !accept.is_empty(),
            task: (!accept.is_empty()).then(|| RulesTask { words: say(&format!("{key}-words")), accept }),
        },
    };
    let section = |section: SectionSource| RulesSection {
        title: say(&section.id),
        blocks: section.blocks.into_iter().map(block).collect(),
        id: section.id,
    };
    let sections = source.sections.into_iter().map(section).collect();
    Ok(RulesPage { game: game.id, title: words.game_name(game), sections })
}

#[cfg(test)]
mod tests {
    use potez_table::{Player, games};
    use potez_words::Lang;

    use super::*;

    /// Every key of a page, as the texts name it.
    fn keys(game: &Description) -> Vec<String> {
        let source: PageSource = serde_json::from_str(game.lessons).unwrap();
        let mut keys = Vec::new();
        for section in source.sections {
            keys.push(section.id);
            for block in section.blocks {
                match block {
                    BlockSource::Text { key } => keys.push(key),
                    BlockSource::List { keys: items } => keys.extend(items),
                    BlockSource::Diagram { key, accept, .. } => {
                        keys.extend((!accept.is_empty()).then(|| format!("{key}-words")));
                        keys.push(key);
                    }
                }
            }
        }
        keys.into_iter().map(|key| format!("rules-{}-{key}", game.id)).collect()
    }

    #[test]
    fn every_game_has_a_page_and_every_sentence_exists_in_every_language() {
        for (_, lang) in Lang::ALL {
            let words = Words::new(lang);
            for game in games() {
                assert!(!page(game.description, &words).unwrap().sections.is_empty());
                for key in keys(game.description) {
                    assert_ne!(words.say(&key, &[]), key);
                }
            }
        }
    }

    #[test]
    fn a_game_without_translations_writes_its_sentences_where_others_have_keys() {
        let known = games()[0].description;
        let lessons = r#"{ "sections": [{ "id": "The aim", "blocks": [{ "kind": "text", "key": "Connect." }] }] }"#;
        let own: &Description = Box::leak(Box::new(Description { id: "own", name: "Own", lessons, ..*known }));
        let page = serde_json::to_value(page(own, &Words::new(Lang::SrLatn)).unwrap()).unwrap();
        assert_eq!((&page["title"], &page["sections"][0]["title"]), (&"Own".into(), &"The aim".into()));
        assert_eq!(page["sections"][0]["blocks"][0]["text"], "Connect.");
        let silent: &Description = Box::leak(Box::new(Description { lessons: "", ..*own }));
        assert!(super::page(silent, &Words::new(Lang::En)).unwrap().sections.is_empty());
    }

    #[test]
    fn every_diagram_is_a_position_and_every_task_is_won_by_exactly_its_moves() {
        let words = Words::new(Lang::En);
        for lessons in games().iter().map(|game| page(game.description, &words).unwrap()) {
            for block in lessons.sections.into_iter().flat_map(|section| section.blocks) {
                let RulesBlock::Diagram { game, position, moves, caption, task, .. } = block else { continue };
                let mut table = potez_table::open(&game, position.as_deref()).unwrap();
                for mv in &moves {
                    table.play(mv).unwrap_or_else(|message| panic!("{caption}: {message}"));
                }
                let Some(task) = task else { continue };
                assert_eq!(table.turn(), Player::X, "{caption}");
                let winning = |mv: &String| {
                    let mut copy = table.fork();
                    copy.play(mv).unwrap();
                    copy.outcome().is_some_and(|outcome| outcome.winner() == Some(Player::X))
                };
                let mut found: Vec<String> = table.legal().into_iter().filter(winning).collect();
                found.sort();
                assert_eq!(found, task.accept, "{caption}");
            }
        }
    }
}
