//! Sentences of Blockade about ways, walls and races, held against a slow reading of the board: single
//! steps past the walls, and every wall that the rules allow.

use std::collections::{BTreeMap, HashMap, VecDeque};

use potez_table::{Mark, Outcome, Player, Remark, Table, View, WallAxis, open};

use super::contrast::{Pair, arg, random_pairs, table_pairs};

type Square = (usize, usize);

/// The board as it is drawn, with walls as edges that cannot be crossed.
#[derive(Clone)]
struct Ground {
    view: View,
    size: (usize, usize),
    walls: Vec<(Square, bool)>,
}

impl Ground {
    fn new(table: &dyn Table) -> Self {
        let view = table.view();
        let size = (view.labels.rows.len(), view.labels.cols.len());
        let lies = |axis| axis == WallAxis::Horizontal;
        let walls = view
            .walls
            .iter()
            .map(|wall| ((wall.wall.at.row.into(), wall.wall.at.col.into()), lies(wall.wall.axis)))
            .collect();
        Self { view, size, walls }
    }

    fn with(&self, wall: (Square, bool)) -> Self {
        let mut next = self.clone();
        next.walls.push(wall);
        next
    }

    fn without(&self, wall: (Square, bool)) -> Self {
        let mut next = self.clone();
        next.walls.retain(|other| *other != wall);
        next
    }

    /// Rule 4.1: a wall lies between two pairs of squares.
    fn is_open(&self, (row, col): Square, (to_row, to_col): Square) -> bool {
        self.walls.iter().all(|&((at, by), lies)| {
            if lies {
                row == to_row || row.min(to_row) != at || !(by..by + 2).contains(&col)
            } else {
                col == to_col || col.min(to_col) != by || !(at..at + 2).contains(&row)
            }
        })
    }

    fn next_to(&self, (row, col): Square) -> Vec<Square> {
        let mut squares = Vec::new();
        squares.extend(row.checked_sub(1).map(|row| (row, col)));
        squares.extend(col.checked_sub(1).map(|col| (row, col)));
        squares.extend((row + 1 < self.size.0).then_some((row + 1, col)));
        squares.extend((col + 1 < self.size.1).then_some((row, col + 1)));
        squares.retain(|&to| self.is_open((row, col), to));
        squares
    }

    /// The steps from a square to every other that can be reached.
    fn steps(&self, from: Square) -> HashMap<Square, usize> {
        let mut steps = HashMap::from([(from, 0)]);
        let mut waiting = VecDeque::from([from]);
        while let Some(here) = waiting.pop_front() {
            for next in self.next_to(here) {
                if !steps.contains_key(&next) {
                    steps.insert(next, steps[&here] + 1);
                    waiting.push_back(next);
                }
            }
        }
        steps
    }

    fn pawn(&self, player: Player, number: u8) -> Square {
        let cell = self
            .view
            .cells
            .iter()
            .find(|cell| cell.pieces.iter().any(|piece| piece.owner == player && piece.number == number));
        cell.map(|cell| (cell.row, cell.col)).expect("a pawn")
    }

    fn goals(&self, player: Player) -> Vec<Square> {
        let mark = if player == Player::X { Mark::HomeO } else { Mark::HomeX };
        let goals = self.view.cells.iter().filter(|cell| cell.marks.contains(&mark));
        goals.map(|cell| (cell.row, cell.col)).collect()
    }

    /// The moves of two steps that a pawn needs to each of its goals.
    fn ways(&self, player: Player, number: u8) -> Vec<Option<usize>> {
        let steps = self.steps(self.pawn(player, number));
        self.goals(player).iter().map(|goal| steps.get(goal).map(|steps| steps.div_ceil(2))).collect()
    }

    /// The moves that a player needs at least.
    fn moves(&self, player: Player) -> usize {
        [1, 2].into_iter().flat_map(|number| self.ways(player, number)).flatten().min().expect("a way")
    }

    /// The most moves that a player needs after one more wall of the other's (Rules 4.2 to 4.5).
    fn longest(&self, table: &dyn Table, player: Player) -> usize {
        let stocks = stocks(table, !player);
        let mut most = self.moves(player);
        for (row, col) in (0..self.size.0 - 1).flat_map(|row| (0..self.size.1 - 1).map(move |col| (row, col))) {
            for lies in [true, false] {
                let along = |(at, by): Square| {
                    if lies { at == row && by.abs_diff(col) <= 1 } else { by == col && at.abs_diff(row) <= 1 }
                };
                let is_taken = self.walls.iter().any(|&(at, other)| at == (row, col) || other == lies && along(at));
                if is_taken || stocks[usize::from(!lies)] == 0 {
                    continue;
                }
                let walled = self.with(((row, col), lies));
                let all = Player::BOTH.into_iter().flat_map(|player| [1, 2].map(|pawn| (player, pawn)));
                if all.into_iter().all(|(player, pawn)| walled.ways(player, pawn).iter().all(Option::is_some)) {
                    most = most.max(walled.moves(player));
                }
            }
        }
        most
    }

    /// A wall by its name, such as `Bd7`.
    fn wall(&self, name: &str) -> (Square, bool) {
        let cell = self.view.cells.iter().find(|cell| cell.name == name[1..]).expect("a square");
        ((cell.row, cell.col), name.starts_with('B'))
    }
}

/// The blue and the green walls that a player has.
fn stocks(table: &dyn Table, player: Player) -> [usize; 2] {
    let position = table.position();
    let (blue, green) = position.split(' ').nth(4 + player.index()).and_then(|all| all.split_once('.')).expect("walls");
    [blue, green].map(|walls| walls.parse().expect("a number"))
}

fn player(remark: &Remark, name: &str) -> Player {
    if arg(remark, name).starts_with('X') { Player::X } else { Player::O }
}

fn number(remark: &Remark, name: &str) -> usize {
    arg(remark, name).parse().expect("a number")
}

/// Who would be first if no more walls were placed.
fn ahead(table: &dyn Table) -> Player {
    let (ground, turn) = (Ground::new(table), table.turn());
    if ground.moves(turn) <= ground.moves(!turn) { turn } else { !turn }
}

/// Whether a pawn such as `X1` has no move, whoever is to move.
fn is_stuck(table: &dyn Table, pawn: &str) -> bool {
    let owner = if pawn.starts_with('X') { Player::X } else { Player::O };
    let position = table.position();
    let (rest, _) = position.rsplit_once(' ').expect("a turn");
    let turn = owner.letter().to_ascii_lowercase();
    let table = open(&table.game(), Some(&format!("{rest} {turn}"))).expect("a position");
    let ground = Ground::new(table.as_ref());
    let at = ground.pawn(owner, pawn[1..].parse().expect("a number"));
    let cell = ground.view.cells.iter().find(|cell| (cell.row, cell.col) == at).expect("a square");
    !table.legal().iter().any(|mv| mv.starts_with(&format!("{}-", cell.name)))
}

/// Whether a sentence about a position is true there and not true of the other line's.
fn holds(remark: &Remark, start: &dyn Table, here: &dyn Table, there: &dyn Table) -> bool {
    let [ground, other] = [here, there].map(Ground::new);
    let moves = |ground: &Ground| ground.moves(player(remark, "player"));
    match remark.code {
        "blockade-why-tempo" => {
            let count = number(remark, "count");
            let first = player(remark, "player");
            Player::BOTH.map(|player| ground.moves(player)) == [count; 2]
                && [other.moves(first), other.moves(!first)] == ["own", "other"].map(|name| number(remark, name))
                && ahead(here) == first
                && ahead(there) != first
        }
        "blockade-why-race" => {
            let first = player(remark, "player");
            [ground.moves(first), ground.moves(!first)] == ["own", "other"].map(|name| number(remark, name))
                && [other.moves(first), other.moves(!first)] == ["from", "than"].map(|name| number(remark, name))
                && ahead(here) == first
                && ahead(there) != first
        }
        "blockade-why-way" => {
            let [from, to] = ["from", "to"].map(|name| number(remark, name));
            moves(&ground) == to && moves(&Ground::new(start)) == from && from != to && moves(&other) != to
        }
        "blockade-why-way-instead" => {
            let [from, to] = ["from", "to"].map(|name| number(remark, name));
            moves(&ground) == to && moves(&other) == from && from != to
        }
        "blockade-why-exposed" => {
            let [from, to] = ["from", "to"].map(|name| number(remark, name));
            moves(&ground) == from && ground.longest(here, player(remark, "player")) == to && to > from
        }
        "blockade-why-secure" => {
            let (mine, count) = (player(remark, "player"), number(remark, "count"));
            moves(&ground) == count
                && ground.longest(here, mine) == count
                && other.longest(there, mine) >= other.moves(mine) + 2
        }
        "blockade-why-stuck" => is_stuck(here, arg(remark, "pawn")) && !is_stuck(there, arg(remark, "pawn")),
        "blockade-why-no-walls" => {
            let left = |table: &dyn Table| stocks(table, player(remark, "player")).iter().sum::<usize>();
            left(here) == 0 && left(there) > 0
        }
        _ => false,
    }
}

/// Whether a sentence about what happens is true of the line; nothing of others.
fn happens(remark: &Remark, pair: &Pair, line: usize) -> Option<bool> {
    let tables = &pair.tables[line];
    let mover = tables[0].turn();
    Some(match remark.code {
        "blockade-why-closes" | "blockade-why-cul-de-sac" => {
            let [before, after] = [1, 2].map(|ply| Ground::new(tables[ply].as_ref()));
            let wall = after.wall(arg(remark, "wall"));
            let (pawn, [from, to]) = (arg(remark, "pawn"), ["from", "to"].map(|name| number(remark, name)));
            let pawn_number = pawn[1..].parse().expect("a number");
            let unwalled = after.without(wall);
            let is_back = after.goals(mover).into_iter().any(|goal| {
                let at = after.pawn(mover, pawn_number);
                let ([open, walled], here) = ([&unwalled, &after].map(|ground| ground.steps(goal)), at);
                after.next_to(here).into_iter().any(|next| walled[&next] < walled[&here] && open[&next] > open[&here])
            });
            !before.walls.contains(&wall)
                && after.walls.contains(&wall)
                && player(remark, "player") == mover
                && unwalled.ways(mover, pawn_number).contains(&Some(from))
                && after.moves(mover) == to
                && to >= from + 2
                && (remark.code == "blockade-why-closes" || is_back)
        }
        "blockade-why-wall-fails" => {
            let instead = Ground::new(pair.tables[1 - line][2].as_ref());
            let first = Ground::new(tables[1].as_ref());
            let walled = first.with(first.wall(arg(remark, "wall")));
            instead.walls.contains(&instead.wall(arg(remark, "wall")))
                && walled.moves(mover) == number(remark, "to")
                && instead.moves(mover) == number(remark, "instead")
                && number(remark, "to") < number(remark, "instead")
        }
        "blockade-why-arrives" => {
            let (end, winner) = (tables[tables.len() - 1].as_ref(), player(remark, "player"));
            let pawn = arg(remark, "pawn");
            let at = Ground::new(end).pawn(winner, pawn[1..].parse().expect("a number"));
            let cell = end.view().cells.into_iter().find(|cell| (cell.row, cell.col) == at).expect("a square");
            end.outcome() == Some(Outcome::Win(winner))
                && cell.name == arg(remark, "goal")
                && number(remark, "count") + usize::from(line == 0) + 1 == tables.len()
        }
        "blockade-why-leaves-goal"
        | "blockade-why-no-move"
        | "blockade-why-wall-illegal"
        | "blockade-why-unstoppable"
        | "blockade-why-threatens" => true,
        _ => return None,
    })
}

#[test]
fn what_is_said_of_ways_walls_and_races_is_seen_on_the_board() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut check = |pair: &Pair| {
        for (line, remarks) in pair.said().into_iter().enumerate() {
            for remark in remarks {
                let is_true = happens(&remark, pair, line).unwrap_or_else(|| {
                    let [here, there] = pair.moment(&remark, line);
                    holds(&remark, pair.tables[0][0].as_ref(), here, there)
                });
                assert!(is_true, "{}\n{remark:?}\n{:?}", pair.tables[0][0].position(), pair.moves());
                *seen.entry(remark.code).or_default() += 1;
            }
        }
    };
    table_pairs("blockade", &mut check);
    for spec in ["blockade:rows=5,cols=5,walls=2", "blockade:rows=5,cols=7,walls=3"] {
        random_pairs(spec, 8, |table, played, better| check(&Pair::new(table, played, better)));
    }
    let kinds = ["way", "way-instead", "race", "tempo", "exposed", "secure", "closes", "cul-de-sac"];
    for code in kinds.into_iter().chain(["wall-fails", "arrives", "stuck", "no-walls"]) {
        assert!(seen.contains_key(format!("blockade-why-{code}").as_str()), "{code} in {seen:?}");
    }
}
