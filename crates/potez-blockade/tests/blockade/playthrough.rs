//! Golden games: move by move the position and the number of legal moves must come out as they were
//! recorded.

use potez_blockade::{Game, LARGE, Rules, SMALL};
use potez_core::{Position as _, Record};

/// Replays one game: `spec`, then lines of `move | legal moves before it | position after it`, then
/// the ending.
fn replay<const N: usize>(rules: Rules, lines: &[&str]) {
    let mut record = Record::new(Game::<N>::new(rules).expect("the board fits"));
    for line in lines {
        let fields: Vec<&str> = line.split(" | ").collect();
        match fields.as_slice() {
            [mv, count, position] => {
                assert_eq!(record.position().count_moves().to_string(), *count, "before {mv} in {rules}");
                record.play_text(mv).unwrap_or_else(|error| panic!("{mv} in {rules}: {error}"));
                assert_eq!(record.position().to_string(), *position);
            }
            [ending] => {
                let outcome = record.outcome().map(|outcome| outcome.to_string()).unwrap_or_default();
                let reason = record.reason().unwrap_or_default();
                assert_eq!(format!("{outcome} {reason}"), *ending);
            }
            _ => panic!("`{line}` is not a line of a golden game"),
        }
    }
}

#[test]
fn golden_games_replay_as_recorded() {
    let text = include_str!("../playthrough.txt");
    let mut replayed = 0;
    for game in text.split("\n\n") {
        let lines: Vec<&str> = game.lines().filter(|line| !line.starts_with('#')).collect();
        let Some((spec, moves)) = lines.split_first() else { continue };
        let rules: Rules = spec.parse().unwrap();
        if rules.is_small() {
            replay::<SMALL>(rules, moves);
        }
        replay::<LARGE>(rules, moves);
        replayed += 1;
    }
    assert_eq!(replayed, 6);
}
