//! What a move is worth, thought out by the engine of the server.

use std::time::Duration;

use potez_table::{Limits, Table};
use potez_wire::judgements::{self, JudgedMove};

use crate::clients::Client;
use crate::engine_queue::EngineQueue;
use crate::error::ApiError;
use crate::wire::SentMove;
use crate::{bots, engine_jobs};

/// What judging a move may cost: each of its searches, and all of them with the time they wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(crate) limits: Limits,
    pub(crate) most: Duration,
}

impl Effort {
    /// So much time for the searches together.
    pub(crate) fn within(time: Duration) -> Self {
        Self { limits: Limits::time(time / 3), most: time }
    }
}

/// Judges a move at a table that stands before it.
pub(crate) async fn judge_move(
    queue: &EngineQueue,
    client: Client,
    table: Box<dyn Table>,
    mv: &SentMove,
    effort: Effort,
) -> Result<JudgedMove, ApiError> {
    let Effort { limits, most } = effort;
    let think = |table| engine_jobs::think(queue, client, table, bots::judge(1), limits, most);
    judgements::judge_move(table, mv, think).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables;
    use crate::wire::Grade;

    #[tokio::test]
    async fn a_move_that_ends_the_game_is_judged_by_the_result() {
        let queue = EngineQueue::start(1, crate::engine_queue::QueueLimits::SEARCHES);
        let mut table = potez_table::open("havannah:size=3", None).unwrap();
        for mv in ["a1", "d4", "a2", "d5"] {
            table.play(mv).unwrap();
        }
        let client = std::net::IpAddr::from([127, 0, 0, 1]).into();
        let effort = Effort::within(Duration::from_millis(300));
        let text = |mv: &str| SentMove::Text { mv: mv.into() };
        let win = judge_move(&queue, client, table.fork(), &text("a3"), effort).await.unwrap();
        assert!(win.after > 0.999 && win.grade() == Grade::Best);
        let refused = judge_move(&queue, client, table.fork(), &text("a1"), effort).await.unwrap_err();
        assert_eq!(refused.code, "illegal-move");
    }

    /// The random moves of a beginner in one game that the teacher takes back, of nine.
    async fn taken_back(queue: &EngineQueue, spec: &str, nodes: u64) -> usize {
        let client = std::net::IpAddr::from([127, 0, 0, 1]).into();
        let effort = Effort { limits: Limits::nodes(nodes), most: Duration::from_secs(30) };
        let mut rng = fastrand::Rng::with_seed(3);
        let mut count = 0;
        for _ in 0..3 {
            let mut table = potez_table::open(spec, None).unwrap();
            for _ in 0..3 {
                let mv = SentMove::Text { mv: rng.choice(table.legal()).unwrap() };
                let judged = judge_move(queue, client, table.fork(), &mv, effort).await.unwrap();
                count += usize::from(judged.mistake().is_some());
                // A lesson is never about a move that keeps the chance.
                assert!(judged.mistake().is_none_or(|mistake| mistake.after < mistake.before));
                tables::play(table.as_mut(), &mv).unwrap();
                let answer =
                    engine_jobs::think(queue, client, table.fork(), bots::judge(1), effort.limits, effort.most);
                let answer = answer.await.unwrap().best().unwrap();
                table.play_parts(&answer.parts).unwrap();
            }
        }
        count
    }

    #[tokio::test]
    async fn random_moves_are_taken_back_in_all_games_alike() {
        let queue = EngineQueue::start(1, crate::engine_queue::QueueLimits::SEARCHES);
        // A node of Havannah's tree is worth hundreds of the others'.
        for (spec, nodes) in [("blockade", 6000), ("havannah:size=6", 300), ("byte", 6000)] {
            let count = taken_back(&queue, spec, nodes).await;
            assert!(count >= 4, "{count} of 9 in {spec}");
        }
    }

    #[tokio::test]
    async fn good_moves_stand_in_all_games() {
        let queue = EngineQueue::start(1, crate::engine_queue::QueueLimits::SEARCHES);
        let client = std::net::IpAddr::from([127, 0, 0, 1]).into();
        let effort = Effort { limits: Limits::nodes(300), most: Duration::from_secs(30) };
        for spec in ["blockade", "havannah:size=6", "byte"] {
            let mut table = potez_table::open(spec, None).unwrap();
            for _ in 0..4 {
                let limits = Limits::nodes(1500);
                let report = engine_jobs::think(&queue, client, table.fork(), bots::judge(1), limits, effort.most);
                let best = report.await.unwrap().best().unwrap();
                let mv = SentMove::Text { mv: best.text.clone() };
                let judged = judge_move(&queue, client, table.fork(), &mv, effort).await.unwrap();
                assert_eq!(judged.mistake(), None, "{spec} {judged:?}");
                table.play_parts(&best.parts).unwrap();
            }
        }
    }
}
