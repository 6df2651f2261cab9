//! What a game teaches: its rules and its guide, as the game's own crate has them.
//!
//! A course is data: sections of paragraphs, lists, boards, tasks, sources and games to play. Their
//! sentences are keys, looked up as `rules-GAME-KEY` and `guide-GAME-KEY`; a key that no language has
//! is its own sentence, so a game without translations writes its sentences in their place.

use potez_core::Description;
use serde::Deserialize;

use crate::Words;

/// Which course of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// The rules.
    Rules,
    /// How to play well, one section per lesson.
    Guide,
}

impl Course {
    /// Reads the course of a game; one that the game does not have is empty.
    ///
    /// # Errors
    /// When the game's data is not a course.
    pub fn read(self, game: &Description) -> Result<CourseSource, serde_json::Error> {
        let text = match self {
            Self::Rules => game.lessons,
            Self::Guide => game.guide,
        };
        if text.is_empty() { Ok(CourseSource::default()) } else { serde_json::from_str(text) }
    }

    /// The name under which the texts have a key of the course.
    pub fn key(self, game: &Description, key: &str) -> String {
        let course = match self {
            Self::Rules => "rules",
            Self::Guide => "guide",
        };
        format!("{course}-{}-{key}", game.id)
    }

    /// The sentence of a key of the course.
    pub fn say(self, words: &Words, game: &Description, key: &str) -> String {
        words.say_or(&self.key(game, key), key)
    }
}

/// A course: sentences are keys.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CourseSource {
    /// Its parts in their order.
    pub sections: Vec<SectionSource>,
}

/// A part of a course; its name is also the key of its title.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionSource {
    /// Its name within the course.
    pub id: String,
    /// What it is made of.
    pub blocks: Vec<BlockSource>,
}

/// A piece of a section.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum BlockSource {
    /// A paragraph.
    Text {
        /// Its sentences.
        key: String,
    },
    /// A list.
    List {
        /// Its items.
        keys: Vec<String>,
    },
    /// A board.
    Diagram(DiagramSource),
    /// What was measured, and the command that measures it; the command stands in `docs/` with its result.
    Source {
        /// What came out.
        key: String,
        /// The command.
        command: String,
    },
    /// A game to play against a level.
    Play {
        /// The game spec.
        game: String,
        /// The position, if it is not the start.
        position: Option<String>,
        /// The level of the opponent.
        level: u32,
    },
}

/// A board to look at, to try moves on, or to find a move on.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiagramSource {
    /// What is to be seen; the task is the key with `-words` added.
    pub key: String,
    /// The game spec.
    pub game: String,
    /// The position, if it is not the start.
    pub position: Option<String>,
    /// The moves from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Cells to look at, by the names they have on the board.
    #[serde(default)]
    pub marks: Vec<String>,
    /// Whether moves may be tried.
    #[serde(default)]
    pub interactive: bool,
    /// The moves that solve the task, all of them, sorted; without any there is no task.
    #[serde(default)]
    pub accept: Vec<String>,
    /// What is proven for the player to move; with a task, that its moves and no others win.
    pub proof: Option<ProvenValue>,
    /// Moves that the rules forbid here.
    #[serde(default)]
    pub illegal: Vec<String>,
    /// How many legal moves there are.
    pub legal: Option<u64>,
    /// How many moves the shortest path of each player takes, X first, in games that have paths.
    pub distances: Option<[u32; 2]>,
}

/// What is proven for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ProvenValue {
    /// The player to move wins.
    Win,
    /// The player to move loses, whatever is played.
    Loss,
}
