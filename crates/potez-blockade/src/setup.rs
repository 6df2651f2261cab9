//! Positions that do not come from play: what every one of them must satisfy, and edited boards.

use potez_core::{Explain as _, Player, PositionError, Setup, WallAxis};

use crate::parts::{square_of, wall_of};
use crate::verdict::clash;
use crate::walls::CutOff;
use crate::{Axis, Bits, Illegal, Position, Rules, Square, Wall};

/// The position of an edited board.
pub(crate) fn set_up<const N: usize>(rules: Rules, setup: &Setup) -> Result<Position<N>, PositionError> {
    let mut walls = [Bits::EMPTY; 2];
    for part in &setup.walls {
        let wall = wall_of(*part);
        if !rules.has_slot(wall.at) {
            let error = Illegal::WallOffBoard { wall: wall.to_string(), rows: rules.rows(), cols: rules.cols() };
            return Err(impossible("wall-off-board", &error));
        }
        // A green wall that lies horizontally cannot be said in this game's notation.
        if (part.axis == WallAxis::Horizontal) != (wall.axis == Axis::Blue) {
            let what = format!("wall `{wall}` lies across its colour");
            return Err(PositionError::impossible("wall-off-colour", what).with("wall", wall));
        }
        add_wall(&mut walls, wall)?;
    }
    let pawns = [pawns(&rules, setup, Player::X)?, pawns(&rules, setup, Player::O)?];
    let usual = [u32::from(rules.walls()); 2];
    let [blue, green] = Axis::BOTH.map(|axis| setup.stock(axis.name(), usual));
    let mut stocks = [[0; 2]; 2];
    for player in Player::BOTH {
        let left = [blue[player.index()], green[player.index()]];
        if left.iter().any(|&left| left > u32::from(rules.walls())) {
            return Err(too_many_walls(&rules, &player.to_string(), &format!("{}.{}", left[0], left[1])));
        }
        stocks[player.index()] = left.map(|left| left as u8);
    }
    checked(rules, pawns, walls, stocks, setup.turn)
}

/// A player's two pawns in reading order.
fn pawns(rules: &Rules, setup: &Setup, player: Player) -> Result<[Square; 2], PositionError> {
    let mut pawns = Vec::new();
    for cell in &setup.cells {
        let (row, col) = (usize::from(cell.at.row), usize::from(cell.at.col));
        if row >= rules.rows() || col >= rules.cols() {
            let what = format!("there is no square in row {} and column {}", row + 1, col + 1);
            return Err(PositionError::impossible("no-such-square", what).with("row", row + 1).with("col", col + 1));
        }
        pawns.extend(cell.pieces.iter().filter(|&&owner| owner == player).map(|_| square_of(cell.at)));
    }
    pawns.sort_unstable();
    <[Square; 2]>::try_from(pawns).map_err(|pawns| {
        let what = format!("{player} has two pawns, not {}", pawns.len());
        PositionError::impossible("pawn-count", what).with("player", player).with("count", pawns.len())
    })
}

/// What is wrong with a position for the same reason as a move would be.
pub(crate) fn impossible(code: &'static str, illegal: &Illegal) -> PositionError {
    let error = PositionError::impossible(code, illegal.to_string());
    illegal.args().into_iter().fold(error, |error, (name, value)| error.with(name, value))
}

/// Rule 4.3: adds a wall that neither overlaps nor crosses another.
pub(crate) fn add_wall<const N: usize>(walls: &mut [Bits<N>; 2], wall: Wall) -> Result<(), PositionError> {
    if let Some(other) = clash(walls, wall) {
        return Err(if other.axis == wall.axis {
            impossible("walls-overlap", &Illegal::Overlaps { wall, other })
        } else {
            impossible("walls-cross", &Illegal::Crosses { wall, other })
        });
    }
    walls[wall.axis.index()] |= Bits::one(wall.at);
    Ok(())
}

/// Rule 1.3: a player has more walls left than there were at the start.
pub(crate) fn too_many_walls(rules: &Rules, player: &str, left: &str) -> PositionError {
    let most = rules.walls();
    let (blue, green) = left.split_once('.').unwrap_or((left, "0"));
    let what =
        format!("{player} cannot have {blue} blue and {green} green walls left: a player has {most} of each colour");
    let error = PositionError::impossible("too-many-walls-left", what);
    error.with("player", player).with("blue", blue).with("green", green).with("most", most)
}

/// The position of these parts, if the rules allow it. The walls do not clash and the stocks are
/// not too large.
pub(crate) fn checked<const N: usize>(
    rules: Rules,
    pawns: [[Square; 2]; 2],
    walls: [Bits<N>; 2],
    stocks: [[u8; 2]; 2],
    turn: Player,
) -> Result<Position<N>, PositionError> {
    check_pawns(&rules, pawns, turn)?;
    check_stocks(&rules, &walls, stocks)?;
    let pos = Position::assemble(rules, pawns, walls, stocks, turn);
    let Some(&CutOff { player, number, pawn, home }) = pos.cut_offs(&pos.edges(), pos.pawns(turn)).first() else {
        return Ok(pos);
    };
    let name = format!("{player}{number}");
    let from = home.map_or("every goal".into(), |home| format!("the home `{home}`"));
    let what = format!("{name} on `{pawn}` is cut off from {from}");
    Err(PositionError::impossible("pawn-cut-off", what).with("pawn", name).with("square", pawn))
}

/// Rules 3.5 and 5.1: pawns stand apart, unless one has just won on an enemy's square.
fn check_pawns(rules: &Rules, pawns: [[Square; 2]; 2], turn: Player) -> Result<(), PositionError> {
    let on_goal = |player: Player| pawns[player.index()].into_iter().filter(move |&at| rules.is_goal(player, at));
    if let Some(square) = on_goal(turn).next() {
        let what = format!("{turn} is to move, but a pawn of {turn} stands on the goal `{square}`");
        return Err(PositionError::impossible("winner-to-move", what).with("player", turn).with("square", square));
    }
    if let Some(square) = on_goal(!turn).nth(1) {
        let what = format!("both pawns of {} stand on goals, the second on `{square}`", !turn);
        return Err(PositionError::impossible("two-pawns-on-goals", what).with("player", !turn));
    }
    let [ours, theirs] = pawns;
    let twins = pawns.into_iter().find(|[one, two]| one == two).map(|[one, _]| one);
    let mixed = ours.into_iter().find(|&square| theirs.contains(&square) && on_goal(!turn).all(|goal| goal != square));
    match twins.or(mixed) {
        Some(square) => {
            let what = format!("two pawns stand on `{square}`");
            Err(PositionError::impossible("pawns-share-square", what).with("square", square))
        }
        None => Ok(()),
    }
}

/// Rule 1.3: the walls on the board are those the players no longer have.
fn check_stocks<const N: usize>(
    rules: &Rules,
    walls: &[Bits<N>; 2],
    stocks: [[u8; 2]; 2],
) -> Result<(), PositionError> {
    for axis in Axis::BOTH {
        let left: u32 = stocks.iter().map(|stock| u32::from(stock[axis.index()])).sum();
        let (all, standing) = (2 * u32::from(rules.walls()), walls[axis.index()].count());
        if left + standing != all {
            let name = axis.name();
            let what = format!("{standing} {name} walls stand and {left} are left, but there are {all} in all");
            let error = PositionError::impossible("walls-do-not-add-up", what).with("standing", standing);
            return Err(error.with("colour", name).with("left", left).with("all", all));
        }
    }
    Ok(())
}
