//! The rules of each game for readers: which sentences and diagrams, in which order, is data; the sentences are words.

use potez_words::Words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const PAGES: [(&str, &str); 3] = [
    ("blockade", include_str!("../rules/blockade.json")),
    ("havannah", include_str!("../rules/havannah.json")),
    ("byte", include_str!("../rules/byte.json")),
];

/// The rules of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Lessons {
    game: String,
    title: String,
    sections: Vec<Section>,
}

/// A part of the rules.
#[derive(Serialize, ToSchema)]
struct Section {
    id: String,
    title: String,
    blocks: Vec<Block>,
}

/// A paragraph, a list or a diagram.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Block {
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
        position: Option<String>,
        /// The moves.
        moves: Vec<String>,
        /// What is to be seen.
        caption: String,
        /// Whether moves may be tried.
        interactive: bool,
        /// What is to be found.
        task: Option<Task>,
    },
}

/// Something to be found.
#[derive(Serialize, ToSchema)]
struct Task {
    /// What.
    words: String,
    /// The moves that do it.
    accept: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    sections: Vec<PageSection>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PageSection {
    id: String,
    blocks: Vec<PageBlock>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
enum PageBlock {
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

/// The rules of a game in a language.
pub(crate) fn page(game: &str, words: &Words) -> Option<Lessons> {
    let (_, data) = PAGES.iter().find(|(known, _)| *known == game)?;
    let page: Page = serde_json::from_str(data).expect("the pages of the crate are well-formed");
    let say = |key: &str| words.say(&format!("rules-{game}-{key}"), &[]);
    let block = |block: PageBlock| match block {
        PageBlock::Text { key } => Block::Text { text: say(&key) },
        PageBlock::List { keys } => Block::List { items: keys.iter().map(|key| say(key)).collect() },
        PageBlock::Diagram { key, game, position, moves, interactive, accept } => Block::Diagram {
            game,
            position,
            moves,
            caption: say(&key),
            interactive: interactive || !accept.is_empty(),
            task: (!accept.is_empty()).then(|| Task { words: say(&format!("{key}-words")), accept }),
        },
    };
    let section = |section: PageSection| Section {
        title: say(&section.id),
        blocks: section.blocks.into_iter().map(block).collect(),
        id: section.id,
    };
    let title = words.say(&format!("game-{game}"), &[]);
    Some(Lessons { game: game.into(), title, sections: page.sections.into_iter().map(section).collect() })
}

#[cfg(test)]
mod tests {
    use potez_engine::{GAMES, Player};
    use potez_words::Lang;

    use super::*;

    #[test]
    fn every_game_has_a_page_and_every_sentence_exists_in_every_language() {
        for (_, lang) in Lang::ALL {
            let words = Words::new(lang);
            for game in &GAMES {
                let page = serde_json::to_string(&page(game.family.id, &words).unwrap()).unwrap();
                assert!(!page.contains(&format!("rules-{}", game.family.id)), "{page}");
            }
        }
        assert!(page("chess", &Words::new(Lang::En)).is_none());
    }

    #[test]
    fn every_diagram_is_a_position_and_every_task_is_won_by_exactly_its_moves() {
        let words = Words::new(Lang::En);
        for lessons in GAMES.iter().filter_map(|game| page(game.family.id, &words)) {
            for block in lessons.sections.into_iter().flat_map(|section| section.blocks) {
                let Block::Diagram { game, position, moves, caption, task, .. } = block else { continue };
                let mut table = potez_engine::open(&game, position.as_deref()).unwrap();
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
