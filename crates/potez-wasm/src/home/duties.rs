//! What goes on in a game by itself: the bot moves, the teacher judges.

use std::time::Duration;

use potez_session::{Effect, Event, Mistake, Session};
use potez_table::{DynBot, MovePart, MoveParts, Player};
use potez_wire::error::ApiError;
use potez_wire::{SentMove, bots, tables};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Moment, Thinker, judge_within};
use crate::host::HostStop;

/// How long the teacher thinks about a move.
const TEACHER: Duration = Duration::from_millis(800);

/// The bots of the game that is played: they keep what they learn. Those of another game begin anew.
#[derive(Default)]
pub(super) struct KeptBots {
    game: String,
    bots: Vec<(Player, String, Box<dyn DynBot>)>,
}

impl KeptBots {
    /// The bot of a player, and its memory.
    fn take(&mut self, game: &str, session: &Session, player: Player) -> Result<&mut dyn DynBot, ApiError> {
        if self.game != game {
            *self = Self { game: game.to_string(), bots: Vec::new() };
        }
        let spec = session.state().seat(player).bot.clone().unwrap_or_default();
        let is_known = |(seat, known, _): &(Player, String, _)| (*seat, known) == (player, &spec);
        let at = if let Some(at) = self.bots.iter().position(is_known) {
            at
        } else {
            let bot = session.table().bot(&bots::parse(&spec)?).map_err(ApiError::rules)?;
            self.bots.retain(|(seat, ..)| *seat != player);
            self.bots.push((player, spec, bot));
            self.bots.len() - 1
        };
        Ok(self.bots[at].2.as_mut())
    }
}

/// What was thought out, on its way to the game.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum Outcome {
    /// The bot moves.
    BotMove { ply: usize, parts: Vec<MovePart>, thought_ms: u64 },
    /// The last move was judged.
    Judged { ply: usize, mistake: Option<Mistake> },
}

impl Outcome {
    /// The event of the session.
    pub(super) fn event(self) -> Event {
        match self {
            Self::BotMove { ply, parts, thought_ms } => {
                Event::BotMove { ply, mv: MoveParts::new(&parts).into(), thought: Duration::from_millis(thought_ms) }
            }
            Self::Judged { ply, mistake } => Event::Judged { ply, mistake },
        }
    }
}

/// Thinks for the bot or the teacher of a game; null if neither has anything to do.
pub(super) fn carry_out(kept: &mut KeptBots, at: Moment, thinker: &Thinker<'_>) -> Result<Value, ApiError> {
    let stored = at.games.into_iter().next().ok_or_else(ApiError::not_found)?;
    let session = stored.session()?;
    let table = session.table();
    let ply = table.ply();
    let mut outcome = None;
    for duty in session.duties(Duration::from_millis(at.now)) {
        match duty {
            Effect::Think { player, limits } => {
                let stop = HostStop::new(thinker.host);
                let bot = kept.take(&stored.id, &session, player)?;
                let report = bot.think(table, limits, stop.flag(), &mut |_| {}).map_err(ApiError::rules)?;
                let best = report.best().ok_or_else(ApiError::internal)?;
                let thought_ms = report.time.as_millis() as u64;
                outcome = Some(Outcome::BotMove { ply, parts: best.parts.to_vec(), thought_ms });
            }
            Effect::Judge => {
                let Some(mv) = table.played().pop() else { continue };
                let before = tables::cut(table, ply.saturating_sub(1));
                let mv = SentMove::Parts { parts: mv.parts.to_vec() };
                // A teacher who cannot judge lets the move pass.
                let judged = judge_within(TEACHER, before.as_ref(), &mv, thinker.host).ok();
                outcome = Some(Outcome::Judged { ply, mistake: judged.and_then(|judged| judged.mistake()) });
            }
            _ => {}
        }
    }
    Ok(json!({ "outcome": outcome }))
}
