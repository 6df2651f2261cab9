//! Whole games, ply by ply, against `tests/playthroughs.txt`.

use potez_byte::{Board, Game};
use potez_core::{Position as _, Record};

use crate::on_board;

const GAMES: &str = include_str!("../playthroughs.txt");

fn replay<B: Board>(spec: &str, lines: &[&str]) -> String {
    let mut record: Record<Game<B>> = Record::new(spec.parse().expect(spec));
    for line in lines {
        let (first, rest) = line.split_once(' ').expect(line);
        match first {
            "position" => assert_eq!(record.position().to_string(), rest, "after {} plies", record.ply()),
            "end" => {
                let result = record.outcome().map(|outcome| outcome.to_string()).zip(record.reason());
                assert_eq!(result.map(|(outcome, reason)| format!("{outcome} {reason}")).as_deref(), Some(rest));
                assert_eq!(record.position().count_moves(), 0);
            }
            count => {
                assert_eq!(record.position().count_moves().to_string(), count, "ply {}: {line}", record.ply());
                let mv = record.play_text(rest).unwrap_or_else(|error| panic!("ply {}: {error}", record.ply()));
                assert_eq!(mv.to_string(), rest);
            }
        }
    }
    record.reason().expect("a finished game")
}

#[test]
fn recorded_games_go_as_they_went() {
    let mut reasons = Vec::new();
    for game in GAMES.split("game ").skip(1) {
        let lines: Vec<&str> = game.lines().filter(|line| !line.is_empty()).collect();
        reasons.push(on_board!(lines[0], replay(&lines[1..])));
    }
    assert_eq!(reasons.len(), 8);
    assert!(["majority", "tie"].iter().all(|reason| reasons.iter().any(|found| found == reason)));
}
