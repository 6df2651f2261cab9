//! Courses say nothing that is not so: sentences exist, boards are positions, proofs are proven again.

use potez_table::{Limits, Proof, Stop, Table, games};
use potez_words::Lang;

use super::*;

const COURSES: [Course; 2] = [Course::Rules, Course::Guide];

/// What a proof may cost; the hardest of them takes half of this.
const NODES: u64 = 20_000;

fn sections(course: Course, game: &Description) -> Vec<potez_words::SectionSource> {
    course.read(game).unwrap().sections
}

/// Every key of a course, as the texts name it.
fn keys(course: Course, game: &Description) -> Vec<String> {
    let mut keys = Vec::new();
    for section in sections(course, game) {
        keys.push(section.id);
        for block in section.blocks {
            match block {
                BlockSource::Text { key } | BlockSource::Source { key, .. } => keys.push(key),
                BlockSource::List { keys: items } => keys.extend(items),
                BlockSource::Diagram(DiagramSource { key, accept, .. }) => {
                    keys.extend((!accept.is_empty()).then(|| format!("{key}-words")));
                    keys.push(key);
                }
                BlockSource::Play { .. } => {}
            }
        }
    }
    keys.iter().map(|key| course.key(game, key)).collect()
}

/// Every board of a course with its table.
fn diagrams(course: Course, game: &Description) -> Vec<(DiagramSource, Box<dyn Table>)> {
    let blocks = sections(course, game).into_iter().flat_map(|section| section.blocks);
    let diagrams = blocks.filter_map(|block| match block {
        BlockSource::Diagram(diagram) => Some(diagram),
        _ => None,
    });
    let opened = diagrams.map(|diagram| {
        let mut table = potez_table::open(&diagram.game, diagram.position.as_deref())
            .unwrap_or_else(|message| panic!("{}: {message}", diagram.key));
        for mv in &diagram.moves {
            table.play(mv).unwrap_or_else(|message| panic!("{}: {message}", diagram.key));
        }
        (diagram, table)
    });
    opened.collect()
}

/// What is certain for a player: by the end of the game, or by the solver.
fn proven(table: &dyn Table, player: Player) -> Option<Proof> {
    if let Some(outcome) = table.outcome() {
        return Some(Proof::of_outcome(outcome, player));
    }
    let proof = table.solve(Limits::nodes(NODES), &Stop::new()).proof?;
    Some(if table.turn() == player { proof } else { proof.reversed() })
}

#[test]
fn every_game_has_both_courses_and_every_sentence_exists_in_every_language() {
    for (_, lang) in Lang::ALL {
        let words = Words::new(lang);
        for game in games() {
            for course in COURSES {
                assert!(!page(course, game.description, &words).unwrap().sections.is_empty());
                for key in keys(course, game.description) {
                    assert_ne!(words.say(&key, &[]), key);
                }
            }
        }
    }
}

#[test]
fn every_sentence_of_a_guide_is_said_somewhere() {
    let said: Vec<String> = games().iter().flat_map(|game| keys(Course::Guide, game.description)).collect();
    for (key, _) in potez_words::patterns(Lang::En) {
        assert!(!key.starts_with("guide-") || said.contains(&key), "{key} is not in any lesson");
    }
}

#[test]
fn a_game_without_translations_writes_its_sentences_where_others_have_keys() {
    let known = games()[0].description;
    let lessons = r#"{ "sections": [{ "id": "The aim", "blocks": [{ "kind": "text", "key": "Connect." }] }] }"#;
    let own: &Description = Box::leak(Box::new(Description { id: "own", name: "Own", lessons, ..*known }));
    let page = serde_json::to_value(page(Course::Rules, own, &Words::new(Lang::SrLatn)).unwrap()).unwrap();
    assert_eq!((&page["title"], &page["sections"][0]["title"]), (&"Own".into(), &"The aim".into()));
    assert_eq!(page["sections"][0]["blocks"][0]["text"], "Connect.");
    let silent: &Description = Box::leak(Box::new(Description { lessons: "", guide: "", ..*own }));
    for course in COURSES {
        assert!(super::page(course, silent, &Words::new(Lang::En)).unwrap().sections.is_empty());
    }
}

#[test]
fn every_task_of_the_rules_is_won_at_once_by_exactly_its_moves() {
    for game in games() {
        for (diagram, table) in diagrams(Course::Rules, game.description) {
            if diagram.accept.is_empty() {
                continue;
            }
            assert_eq!(table.turn(), Player::X, "{}", diagram.key);
            let winning = |mv: &String| {
                let mut copy = table.fork();
                copy.play(mv).unwrap();
                copy.outcome().is_some_and(|outcome| outcome.winner() == Some(Player::X))
            };
            let found: Vec<String> = table.legal().into_iter().filter(winning).collect();
            assert_eq!(found, diagram.accept, "{}", diagram.key);
        }
    }
}

/// Proves again what a board of a guide says of itself.
fn check(
    DiagramSource { key, accept, proof, illegal, legal, distances, marks, .. }: &DiagramSource,
    table: &dyn Table,
) {
    let view = table.view();
    for mark in marks {
        assert!(view.cells.iter().any(|cell| &cell.name == mark), "{key}: there is no cell {mark}");
    }
    for mv in illegal {
        assert!(table.fork().play(mv).is_err(), "{key}: {mv} is legal");
    }
    assert!(legal.is_none_or(|count| count == table.count_legal()), "{key}: {} legal moves", table.count_legal());
    if let Some(wanted) = *distances {
        let paths = table.paths().unwrap_or_else(|| panic!("{key}: the game has no paths"));
        let shortest = [Player::X, Player::O]
            .map(|owner| paths.iter().filter(|path| path.owner == owner).map(|path| path.moves).min().unwrap());
        assert_eq!(shortest, wanted, "{key}");
    }
    assert!(accept.is_empty() || *proof == Some(ProvenValue::Win), "{key}: a task is proven");
    let turn = table.turn();
    match proof {
        Some(ProvenValue::Loss) => assert_eq!(proven(table, turn), Some(Proof::Loss), "{key}"),
        Some(ProvenValue::Win) if accept.is_empty() => assert_eq!(proven(table, turn), Some(Proof::Win), "{key}"),
        Some(ProvenValue::Win) => {
            let mut winning = Vec::new();
            for mv in table.legal() {
                let mut after = table.fork();
                after.play(&mv).unwrap();
                match proven(after.as_ref(), turn) {
                    Some(Proof::Win) => winning.push(mv),
                    Some(_) => {}
                    None => panic!("{key}: {mv} is not decided"),
                }
            }
            assert_eq!(&winning, accept, "{key}");
        }
        None => {}
    }
}

fn check_guide(game: &str) {
    let diagrams = diagrams(Course::Guide, potez_table::find(game).unwrap().description);
    assert!(diagrams.iter().filter(|(diagram, _)| !diagram.accept.is_empty()).count() >= 5, "tasks of {game}");
    for (diagram, table) in diagrams {
        check(&diagram, table.as_ref());
    }
}

#[test]
fn the_guide_of_blockade_is_proven_again() {
    check_guide("blockade");
}

#[test]
fn the_guide_of_havannah_is_proven_again() {
    check_guide("havannah");
}

#[test]
fn the_guide_of_byte_is_proven_again() {
    check_guide("byte");
}

#[test]
fn every_lesson_has_a_board_and_leads_to_a_game_that_can_be_played() {
    for game in games() {
        for section in sections(Course::Guide, game.description) {
            let id = &section.id;
            assert!(section.blocks.iter().any(|block| matches!(block, BlockSource::Diagram(_))), "{id} has no board");
            let Some(BlockSource::Play { game, position, level }) = section.blocks.last() else {
                panic!("{id} ends without a game to play")
            };
            let table = potez_table::open(game, position.as_deref()).unwrap();
            assert!(table.outcome().is_none() && potez_table::LEVELS.contains(level), "{id}");
        }
    }
}

#[test]
fn every_command_that_a_guide_cites_stands_in_the_documentation() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let mut texts = String::new();
    for folder in [docs.to_string(), format!("{docs}/notebook")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "md") {
                texts.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    let texts = texts.replace('\\', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    for game in games() {
        for block in sections(Course::Guide, game.description).into_iter().flat_map(|section| section.blocks) {
            if let BlockSource::Source { key, command } = block {
                assert!(texts.contains(&command), "{key}: `{command}` is not in docs/");
            }
        }
    }
}
