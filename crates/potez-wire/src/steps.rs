//! What can come next in a move, with the words and reasons that a page shows.

use potez_table::{BlockedPart, MovePart, MoveStep, Player, Table};
use potez_words::{Arg, Words};

use crate::json::{BlockedView, GameView, PlayerKind, StepView};

/// How far a move has come: its parts are taken as far as some legal move has them.
pub fn step(table: &dyn Table, parts: &[MovePart], words: &Words) -> StepView {
    let step = table.step(parts);
    let blocked = table.blocked(&step).iter().map(|blocked| forbidden(blocked, words)).collect();
    let help = help(&step, table.ending().is_some());
    let only = step.choices.first().map_or("", |choice| choice.text.as_str());
    let help_words = words.say(help, &[("word", Arg::from(only))]);
    let MoveStep { chosen, text, complete, choices } = step;
    StepView { chosen, text, complete, choices, blocked, help, help_words }
}

/// Whether the reader of a game is to move: then what can be chosen first belongs to it.
pub fn is_wanted(game: &GameView) -> bool {
    let position = &game.position;
    let is_to_move = game.you.is_some_and(|you| you.plays(position.turn)) && position.outcome.is_none();
    let seat = if position.turn == Player::X { &game.players.x } else { &game.players.o };
    is_to_move && seat.kind != PlayerKind::Engine
}

fn forbidden(blocked: &BlockedPart, words: &Words) -> BlockedView {
    BlockedView { part: blocked.part, code: blocked.message.code, message: words.message(&blocked.message) }
}

/// The key of the sentence that says what to choose.
fn help(step: &MoveStep, is_over: bool) -> &'static str {
    let piece = step.offers(|part| matches!(part, MovePart::Piece(_)));
    let target = step.offers(|part| matches!(part, MovePart::Target(_)));
    let wall = step.offers(|part| matches!(part, MovePart::Wall(_)));
    let level = step.offers(|part| matches!(part, MovePart::Level { .. }));
    let swap = step.offers(|part| matches!(part, MovePart::Swap));
    match step.chosen.len() {
        _ if is_over => "step-over",
        _ if step.choices.is_empty() => "step-done",
        0 if piece && wall => "step-piece-or-wall",
        0 if target && swap => "step-cell-or-swap",
        0 if target => "step-cell",
        0 if piece => "step-from",
        _ if wall && step.complete.is_some() => "step-wall-or-done",
        _ if wall => "step-wall",
        0 => "step-word",
        _ if level => "step-level",
        _ => "step-to",
    }
}

#[cfg(test)]
mod tests {
    use potez_table::{CellRef, PartChoice, WallAxis};
    use potez_words::Lang;

    use super::*;

    /// The step after the moves and after what is typed of the next one.
    fn step_of(game: &str, moves: &[&str], typed: &str) -> StepView {
        let mut table = potez_table::open(game, None).unwrap();
        for mv in moves {
            table.play(mv).unwrap();
        }
        let chosen = table.step_typed(typed).chosen;
        step(table.as_ref(), &chosen, &Words::new(Lang::En))
    }

    fn texts(choices: &[PartChoice]) -> Vec<&str> {
        choices.iter().map(|choice| choice.text.as_str()).collect()
    }

    #[test]
    fn a_turn_of_blockade_is_a_pawn_then_a_square_then_a_wall() {
        let pawns = step_of("blockade", &[], "");
        assert_eq!((texts(&pawns.choices), pawns.help), (vec!["d4", "h4"], "step-from"));
        let squares = step_of("blockade", &[], "d4");
        assert_eq!(squares.help, "step-to");
        assert!(squares.choices.iter().any(|choice| choice.text == "d4-d6" && !choice.completes));
        let walls = step_of("blockade", &[], "d4-d6");
        assert_eq!((walls.chosen.len(), walls.help, walls.choices.len()), (2, "step-wall", 260));
        let wall = walls.choices.iter().find(|choice| choice.text == "d4-d6/Bd7").unwrap();
        let MovePart::Wall(part) = wall.part else { panic!("no wall") };
        assert_eq!((part.at, part.axis, wall.is_final), (CellRef::new(3, 6), WallAxis::Horizontal, true));
    }

    #[test]
    fn a_wall_that_may_not_be_placed_comes_with_the_reason() {
        let walls = step_of("blockade", &["d4-d6/Bd7", "d11-d9/Gb3"], "d6-d8");
        let wall = |at: CellRef, axis: WallAxis| {
            let same = |part: MovePart| matches!(part, MovePart::Wall(wall) if (wall.at, wall.axis) == (at, axis));
            walls.blocked.iter().find(|blocked| same(blocked.part)).unwrap()
        };
        let overlapping = wall(CellRef::new(3, 7), WallAxis::Horizontal);
        assert_eq!(overlapping.code, "wall-overlaps");
        assert!(overlapping.message.contains("Bd7"));
        assert_eq!(wall(CellRef::new(3, 6), WallAxis::Vertical).code, "wall-crosses");
        assert!(!walls.blocked.iter().any(|blocked| walls.choices.iter().any(|choice| choice.part == blocked.part)));
        assert_eq!(walls.blocked.len() + walls.choices.len(), 260);
    }

    #[test]
    fn a_turn_of_pawn_or_wall_offers_both_at_once() {
        let first = step_of("blockade:turn=either", &[], "");
        assert_eq!(first.help, "step-piece-or-wall");
        assert!(first.choices.iter().any(|choice| matches!(choice.part, MovePart::Wall(_)) && choice.is_final));
    }

    #[test]
    fn a_stone_is_one_choice_and_swap_has_no_cell() {
        let first = step_of("havannah:size=4,swap=on", &[], "");
        assert_eq!((first.help, first.choices.len()), ("step-cell", 37));
        assert!(first.choices.iter().all(|choice| choice.is_final));
        let second = step_of("havannah:size=4,swap=on", &["d4"], "");
        assert_eq!(second.help, "step-cell-or-swap");
        assert!(second.choices.iter().any(|choice| choice.part == MovePart::Swap && choice.text == "swap"));
    }

    #[test]
    fn a_stack_is_moved_whole_or_from_a_level() {
        let mut table = potez_table::open("byte", None).unwrap();
        // Merges until somebody can lift a part of a stack.
        let (from, levels) = loop {
            let pieces: Vec<MovePart> = table.step(&[]).choices.iter().map(|choice| choice.part).collect();
            let lift = pieces.into_iter().find_map(|piece| {
                let found = step(table.as_ref(), &[piece], &Words::new(Lang::En));
                let is_level = |choice: &PartChoice| matches!(choice.part, MovePart::Level { .. });
                found.choices.iter().any(is_level).then_some((piece, found))
            });
            if let Some(found) = lift {
                break found;
            }
            let legal = table.legal();
            table.play(&legal[legal.len() / 2]).unwrap();
        };
        assert_eq!((levels.chosen.first(), levels.help), (Some(&from), "step-level"));
        let level = levels.choices.iter().find_map(|choice| match choice.part {
            MovePart::Level { level } => Some((level, choice.completes)),
            _ => None,
        });
        assert!(level.is_some_and(|(level, completes)| level > 1 && !completes));
    }

    #[test]
    fn what_fits_no_legal_move_is_dropped_from_the_parts() {
        let table = potez_table::open("blockade", None).unwrap();
        let words = Words::new(Lang::En);
        let piece = table.step_typed("d4").chosen[0];
        let nonsense = [piece, MovePart::Target(CellRef::new(200, 200)), MovePart::Pass];
        let found = step(table.as_ref(), &nonsense, &words);
        assert_eq!((found.text.as_str(), found.chosen.len()), ("d4", 1));
        assert_eq!(step(table.as_ref(), &[MovePart::Swap], &words).text, "");
        let whole = step_of("blockade", &[], "d4-d6/Bd7");
        assert_eq!((whole.complete.as_deref(), whole.help), (Some("d4-d6/Bd7"), "step-done"));
    }
}
