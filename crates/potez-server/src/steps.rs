//! What can come first in a move of a live game, told before anybody asks.

use std::sync::Arc;

use potez_words::Lang;

use crate::app::AppState;
use crate::clients::Client;
use crate::live_game::LiveGame;
use crate::wire::GameView;

pub(crate) use potez_wire::steps::step;

/// Adds what can be chosen first to a game whose reader is to move: nobody has to ask for it.
pub(crate) async fn add_first(app: &Arc<AppState>, client: Client, live: &LiveGame, game: &mut GameView, lang: Lang) {
    if !potez_wire::steps::is_wanted(game) {
        return;
    }
    let position = &game.position;
    let table = app.table_of(live).await;
    // The game may have gone on meanwhile; then another state is on its way.
    if table.position() != position.text || table.ply() != position.ply {
        return;
    }
    let found = app.calculate(client, move |app| Ok(step(table.as_ref(), &[], app.words(lang)))).await;
    // Where too much is asked at once, the reader asks again.
    game.position.step = found.ok();
}
