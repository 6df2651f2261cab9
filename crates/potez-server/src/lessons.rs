//! The rules and the guide of each game for readers: which sentences, boards and tasks, in which
//! order, is the game's; the sentences are words.

use potez_table::{Description, Player};
use potez_words::{Arg, BlockSource, Course, DiagramSource, ProvenValue, Words};
use serde::Serialize;
use utoipa::ToSchema;

/// A course on a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct CoursePage {
    game: &'static str,
    title: String,
    sections: Vec<CourseSection>,
}

/// A part of a course.
#[derive(Serialize, ToSchema)]
struct CourseSection {
    id: String,
    title: String,
    blocks: Vec<CourseBlock>,
}

/// A paragraph, a list, a board, a source or a game to play.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum CourseBlock {
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
        /// The names of cells to look at.
        marks: Vec<String>,
        /// What is proven of the position, as a sentence.
        #[schema(required = true)]
        proof: Option<String>,
        /// Whether moves may be tried.
        interactive: bool,
        /// What is to be found.
        #[schema(required = true)]
        task: Option<CourseTask>,
    },
    /// What was measured.
    Source {
        /// What came out.
        text: String,
        /// The command that measures it.
        command: String,
    },
    /// A game to play against a level.
    Play {
        /// The game spec.
        game: String,
        /// The position, if it is not the start.
        #[schema(required = true)]
        position: Option<String>,
        /// The level of the opponent.
        level: u32,
        /// Who is to move, and so whom the reader plays.
        turn: String,
    },
}

/// Something to be found.
#[derive(Serialize, ToSchema)]
struct CourseTask {
    /// What.
    words: String,
    /// The texts of the moves that do it.
    accept: Vec<String>,
}

/// A course of a game in a language. A key that no language has is its own sentence.
pub(crate) fn page(course: Course, game: &'static Description, words: &Words) -> Result<CoursePage, serde_json::Error> {
    let say = |key: &str| course.say(words, game, key);
    let block = |block: BlockSource| match block {
        BlockSource::Text { key } => CourseBlock::Text { text: say(&key) },
        BlockSource::List { keys } => CourseBlock::List { items: keys.iter().map(|key| say(key)).collect() },
        BlockSource::Diagram(source) => diagram(source, &say, words),
        BlockSource::Source { key, command } => CourseBlock::Source { text: say(&key), command },
        BlockSource::Play { game, position, level } => {
            let turn = turn(&game, position.as_deref(), &[]).to_string().to_lowercase();
            CourseBlock::Play { game, position, level, turn }
        }
    };
    let sections = course.read(game)?.sections.into_iter().map(|section| CourseSection {
        title: say(&section.id),
        blocks: section.blocks.into_iter().map(block).collect(),
        id: section.id,
    });
    Ok(CoursePage { game: game.id, title: words.game_name(game), sections: sections.collect() })
}

/// A board with what is said of it.
fn diagram(source: DiagramSource, say: &dyn Fn(&str) -> String, words: &Words) -> CourseBlock {
    let DiagramSource { key, game, position, moves, marks, interactive, accept, proof, .. } = source;
    let has_task = !accept.is_empty();
    let proof = proof.map(|value| {
        let turn = turn(&game, position.as_deref(), &moves);
        let winner = if value == ProvenValue::Win { turn } else { !turn };
        let key = match value {
            ProvenValue::Win if has_task => "server-proven-only",
            ProvenValue::Win => "server-proven-win",
            ProvenValue::Loss => "server-proven-loss",
        };
        words.say(key, &[("player", Arg::from(winner.to_string())), ("count", Arg::from(accept.len()))])
    });
    CourseBlock::Diagram {
        caption: say(&key),
        interactive: interactive || has_task,
        task: has_task.then(|| CourseTask { words: say(&format!("{key}-words")), accept }),
        game,
        position,
        moves,
        marks,
        proof,
    }
}

/// Who is to move; X where the position cannot be read.
fn turn(game: &str, position: Option<&str>, moves: &[String]) -> Player {
    let Ok(mut table) = potez_table::open(game, position) else { return Player::X };
    for mv in moves {
        if table.play(mv).is_err() {
            break;
        }
    }
    table.turn()
}

#[cfg(test)]
#[path = "lessons/tests.rs"]
mod tests;
