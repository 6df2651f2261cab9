//! Every position of a game at once, so that it can be stepped through without asking again.

use potez_table::{Table, View};

use crate::json::{GameReplay, ViewChange};

/// The positions of a game, each as what has changed since the one before it.
pub fn replay(mut table: Box<dyn Table>) -> GameReplay {
    while table.undo() {}
    let view = table.view();
    let (mut last, mut positions, mut changes) = (view.clone(), vec![table.position()], Vec::new());
    while table.redo() {
        let next = table.view();
        changes.push(change(&last, &next));
        positions.push(table.position());
        last = next;
    }
    GameReplay { view, positions, changes }
}

/// What has changed from one picture of a board to the next. Its cells stay where they are.
fn change(old: &View, new: &View) -> ViewChange {
    let cells = new.cells.iter().zip(&old.cells).filter(|(new, old)| new != old).map(|(new, _)| new.clone());
    let walls = (new.walls != old.walls).then(|| new.walls.clone());
    ViewChange { cells: cells.collect(), walls, stocks: new.stocks.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board after a change, as the page makes it.
    fn changed(view: &View, change: &ViewChange) -> View {
        let mut view = view.clone();
        for cell in &mut view.cells {
            if let Some(new) = change.cells.iter().find(|new| new.name == cell.name) {
                *cell = new.clone();
            }
        }
        view.walls = change.walls.clone().unwrap_or(view.walls);
        view.stocks.clone_from(&change.stocks);
        view
    }

    #[test]
    fn the_changes_of_a_replay_lead_through_every_position_of_the_game() {
        for game in ["blockade", "havannah:size=4,swap=on", "byte"] {
            let mut rng = fastrand::Rng::with_seed(11);
            let mut table = potez_table::open(game, None).unwrap();
            let mut wanted = vec![(table.position(), table.view())];
            for _ in 0..40 {
                let Some(mv) = rng.choice(table.legal()) else { break };
                table.play(&mv).unwrap();
                wanted.push((table.position(), table.view()));
            }
            let replay = replay(table);
            let mut view = replay.view.clone();
            assert_eq!(view, wanted[0].1, "{game}");
            for (change, (position, picture)) in replay.changes.iter().zip(&wanted[1..]) {
                view = changed(&view, change);
                assert_eq!(&view, picture, "{game} at {position}");
            }
            let positions: Vec<&String> = wanted.iter().map(|(position, _)| position).collect();
            assert_eq!(replay.positions.iter().collect::<Vec<_>>(), positions);
        }
    }
}
