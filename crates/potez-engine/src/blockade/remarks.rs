//! Remarks on a turn: whose path it makes longer, whom it cuts off, who is about to win.

use potez_blockade::{Axis, Bits, Game, Goal, Move, Position, Square, Wall, WinReason};
use potez_core::{Player, Position as _, Record, Remark};

use super::evaluation::{Distances, stock};
use crate::remarks::{MOST, count, remark};

/// The most important first.
pub(super) fn remarks<const N: usize>(record: &Record<Game<N>>, mv: Move) -> Vec<Remark> {
    let before = record.position();
    let mut after = before.clone();
    after.play(mv);
    let turn = TurnPlayed::new(before, &after, mv);
    if let Some(ending) = after.ending() {
        return vec![turn.ending(ending)];
    }
    let mut remarks = Vec::new();
    // Rule 5.3: the position after the move is not in the record yet, so two are enough.
    if record.positions().filter(|pos| **pos == after).count() >= 2 {
        remarks.push(remark!("blockade-repeats", "the position stands for the third time, which is a draw"));
    }
    turn.dangers(&mut remarks);
    turn.threats(&mut remarks);
    remarks.push(turn.ways());
    turn.cuts(&mut remarks);
    turn.stocks(&mut remarks);
    remarks.truncate(MOST);
    remarks
}

/// A turn with the positions before and after it.
pub(super) struct TurnPlayed<'a, const N: usize> {
    before: &'a Position<N>,
    after: &'a Position<N>,
    mv: Move,
    mover: Player,
}

/// A way of a pawn to a goal that a wall has made longer, in moves.
pub(super) struct Cut {
    pub(super) player: Player,
    pub(super) pawn: usize,
    goal: usize,
    pub(super) before: u8,
    pub(super) after: u8,
}

impl Cut {
    fn longer(&self) -> u8 {
        self.after - self.before
    }
}

impl<'a, const N: usize> TurnPlayed<'a, N> {
    /// A turn from one position to the other.
    pub(super) fn new(before: &'a Position<N>, after: &'a Position<N>, mv: Move) -> Self {
        Self { before, after, mv, mover: before.turn() }
    }

    fn ending(&self, ending: WinReason) -> Remark {
        if let (WinReason::Goal, Some((from, to))) = (ending, self.mv.pawn()) {
            let pawn = name(self.before, self.mover, from);
            return remark!("blockade-reaches-goal", "{pawn} reaches the goal {goal} and wins", pawn = pawn, goal = to);
        }
        remark!("blockade-no-move", "leaves {enemy} without a move, which wins", enemy = !self.mover)
    }

    /// What the enemy was or is about to do, and what the mover might have done instead.
    fn dangers(&self, remarks: &mut Vec<Remark>) {
        let enemy = !self.mover;
        if let Some((pawn, goal)) = arrival(self.before, self.mover) {
            let pawn = name(self.before, self.mover, pawn);
            remarks.push(remark!(
                "blockade-misses-win",
                "misses the win: {pawn} could have reached {goal}",
                pawn = pawn,
                goal = goal
            ));
        }
        let (was, is) = (arrival(self.before, enemy), arrival(self.after, enemy));
        match (was, is) {
            (_, Some((pawn, goal))) => {
                let pawn = name(self.after, enemy, pawn);
                remarks.push(remark!(
                    "blockade-leaves-goal",
                    "leaves {goal} open to {pawn}: {enemy} wins with the next move",
                    enemy = enemy,
                    pawn = pawn,
                    goal = goal
                ));
            }
            (Some((pawn, goal)), None) => {
                let pawn = name(self.before, enemy, pawn);
                remarks.push(remark!("blockade-stops", "stops {pawn} from reaching {goal}", pawn = pawn, goal = goal));
            }
            (None, None) => {}
        }
    }

    /// What the mover is about to do.
    fn threats(&self, remarks: &mut Vec<Remark>) {
        // Whoever lets the enemy win first threatens nothing.
        if arrival(self.after, !self.mover).is_some() {
            return;
        }
        let Some((pawn, goal)) = arrival(self.after, self.mover) else { return };
        let pawn = name(self.after, self.mover, pawn);
        let enemy = !self.mover;
        remarks.push(if can_be_stopped(self.after, self.mover) {
            remark!(
                "blockade-threatens",
                "threatens to win: {pawn} is one move from {goal}, and {enemy} must answer",
                enemy = enemy,
                pawn = pawn,
                goal = goal
            )
        } else {
            remark!(
                "blockade-unstoppable",
                "{pawn} is one move from {goal}, and no turn of {enemy} can stop it",
                enemy = enemy,
                pawn = pawn,
                goal = goal
            )
        });
    }

    /// The shortest ways of both players before and after.
    fn ways(&self) -> Remark {
        let (mover, enemy) = (self.mover, !self.mover);
        let [own, other] = [mover, enemy].map(|player| [self.before, self.after].map(|pos| shortest(pos, player)));
        let english = |[from, to]: [u8; 2]| match from.cmp(&to) {
            std::cmp::Ordering::Less => format!("grows from {from} to {}", count(to.into(), "move")),
            std::cmp::Ordering::Equal => format!("stays {}", count(to.into(), "move")),
            std::cmp::Ordering::Greater => format!("shrinks from {from} to {}", count(to.into(), "move")),
        };
        let (own_change, other_change) = (english(own), english(other));
        remark!(
            "blockade-ways",
            "{player}'s shortest way {own_change}; {enemy}'s {other_change}",
            player = mover,
            change = change(own),
            from = own[0],
            to = own[1],
            enemy = enemy,
            enemychange = change(other),
            enemyfrom = other[0],
            enemyto = other[1]
        )
    }

    /// What the wall alone has done to the ways.
    fn cuts(&self, remarks: &mut Vec<Remark>) {
        let Some(wall) = self.mv.wall() else { return };
        let cuts = self.all_cuts();
        let worst = |player: Player| {
            let own = cuts.iter().filter(|cut| cut.player == player);
            own.max_by_key(|cut| (cut.longer(), std::cmp::Reverse(cut.before)))
        };
        if let Some(cut) = worst(!self.mover) {
            remarks.push(self.cut(wall, cut));
        }
        if let Some(cut) = worst(self.mover) {
            let pawn = format!("{}{}", self.mover, cut.pawn + 1);
            let goal = target(self.after, cut);
            let longer = count(cut.longer().into(), "move");
            remarks.push(remark!(
                "blockade-hinders-self",
                "{wall} makes {pawn}'s own way to {goal} {longer} longer",
                wall = wall,
                pawn = pawn,
                goal = goal,
                count = cut.longer()
            ));
        }
        let sealed = self.sealed();
        if sealed > 0 {
            let squares = count(sealed, "square");
            remarks.push(remark!("blockade-seals", "{wall} seals off {squares}", wall = wall, count = sealed));
        }
    }

    fn cut(&self, wall: Wall, cut: &Cut) -> Remark {
        let pawn = format!("{}{}", cut.player, cut.pawn + 1);
        let goal = target(self.after, cut);
        let moves = count(cut.after.into(), "move");
        if self.turns_back(cut) {
            return remark!(
                "blockade-cul-de-sac",
                "{wall} puts {pawn} into a cul-de-sac: it must turn back, and its way to {goal} grows from {from} to \
                 {moves}",
                wall = wall,
                pawn = pawn,
                goal = goal,
                from = cut.before,
                to = cut.after
            );
        }
        remark!(
            "blockade-cuts",
            "{wall} cuts {pawn}'s way to {goal}: from {from} to {moves}",
            wall = wall,
            pawn = pawn,
            goal = goal,
            from = cut.before,
            to = cut.after
        )
    }

    /// Every way that the wall has made longer; the pawn has moved already.
    pub(super) fn all_cuts(&self) -> Vec<Cut> {
        let area = self.after.rules().rows() * self.after.rules().cols();
        // The pawn has moved and the wall is taken away again: what is left of the difference is
        // the wall's doing alone.
        let open = self.after.distances_past(&self.before.edges(), area);
        let walled = self.after.distances();
        let goals = if self.after.rules().goal() == Goal::Home { 2 } else { 1 };
        let mut cuts = Vec::new();
        for player in Player::BOTH {
            for (pawn, goal) in (0..2).flat_map(|pawn| (0..goals).map(move |goal| (pawn, goal))) {
                let moves = |ways: Distances| self.after.moves_for(ways[player.index()][pawn][goal]);
                let (before, after) = (moves(open), moves(walled));
                if after > before {
                    cuts.push(Cut { player, pawn, goal, before, after });
                }
            }
        }
        cuts
    }

    /// Whether the pawn's way now begins with a step away from the goal, as things stood without
    /// the wall, and the detour is more than a walk around a single wall in the open.
    pub(super) fn turns_back(&self, cut: &Cut) -> bool {
        // A detour of one move is a walk around a single wall.
        if cut.longer() < 2 {
            return false;
        }
        let Some(way) = self.after.shortest_path(cut.player, cut.pawn, cut.goal) else { return false };
        let [here, next, .., goal] = way[..] else { return false };
        let map = self.before.edges().distance_map(Bits::one(goal));
        map.get(next) > map.get(here)
    }

    /// The squares that no pawn can reach any more, though one could before.
    fn sealed(&self) -> usize {
        let reached = |pos: &Position<N>| {
            let edges = pos.edges();
            let pawns = Player::BOTH.map(|player| pos.pawns(player));
            edges.flood(&Bits::of([pawns[0][0], pawns[0][1], pawns[1][0], pawns[1][1]]), &!Bits::EMPTY)
        };
        reached(self.before).without(&reached(self.after)).count() as usize
    }

    /// Stocks that the turn has used up.
    fn stocks(&self, remarks: &mut Vec<Remark>) {
        let Some(wall) = self.mv.wall() else { return };
        if stock(self.after, self.mover) == 0 {
            remarks.push(remark!("blockade-last-wall", "that was {player}'s last wall", player = self.mover));
        } else if self.after.stock(self.mover, wall.axis) == 0 {
            let colour = wall.axis.name();
            remarks.push(match wall.axis {
                Axis::Blue => {
                    remark!("blockade-last-blue", "that was {player}'s last {colour} wall", player = self.mover)
                }
                Axis::Green => {
                    remark!("blockade-last-green", "that was {player}'s last {colour} wall", player = self.mover)
                }
            });
        }
    }
}

/// Whether the player to move has a turn after which the other does not win at once.
pub(super) fn can_be_stopped<const N: usize>(pos: &Position<N>, runner: Player) -> bool {
    let mut answers = Vec::new();
    pos.legal_moves(&mut answers);
    answers.into_iter().any(|answer| {
        let mut next = pos.clone();
        next.play(answer);
        // A turn that ends the game has won it: the runner would have no move left.
        next.outcome().is_some() || arrival(&next, runner).is_none()
    })
}

/// A pawn of the player, by its square, and a goal that it can reach with one move, were it the
/// player's turn.
pub(super) fn arrival<const N: usize>(pos: &Position<N>, player: Player) -> Option<(Square, Square)> {
    let (edges, goals) = (pos.edges(), pos.goals(player));
    (0..2).find_map(|pawn| {
        let goal = (pos.landings_of(player, pawn, &edges) & goals).squares().next()?;
        Some((pos.pawns(player)[pawn], goal))
    })
}

/// The name of the pawn on a square, such as `X1`.
pub(super) fn name<const N: usize>(pos: &Position<N>, player: Player, square: Square) -> String {
    format!("{player}{}", 1 + usize::from(pos.pawns(player)[0] != square))
}

/// The goal that a way leads to.
fn target<const N: usize>(pos: &Position<N>, cut: &Cut) -> String {
    let way = pos.shortest_path(cut.player, cut.pawn, cut.goal);
    way.and_then(|way| way.last().copied()).map_or_else(String::new, |goal| goal.to_string())
}

/// The moves that a player needs at least, past the walls alone.
pub(super) fn shortest<const N: usize>(pos: &Position<N>, player: Player) -> u8 {
    let ways = pos.distances()[player.index()];
    pos.moves_for(ways.as_flattened().iter().copied().min().unwrap_or_default())
}

/// The word by which a translation chooses its phrase.
fn change([from, to]: [u8; 2]) -> &'static str {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => "grows",
        std::cmp::Ordering::Equal => "stays",
        std::cmp::Ordering::Greater => "shrinks",
    }
}
