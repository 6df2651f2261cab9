//! What follows a turn, as facts: ways that grow, walls that close them, races, wins.
//!
//! Ways are past the walls alone, as everywhere in remarks. What is said of them is true of the
//! position that a line leads to; that the line is best play is the search's word.

use potez_blockade::{Axis, Move, Position, Square, Turn, Wall};
use potez_core::{Outcome, Player, Position as _, Remark};

use super::evaluation::stock;
use super::remarks::{TurnPlayed, arrival, can_be_stopped, name, shortest};
use crate::contrast::{Contrast, Fact, Voice, Walk, told_apart};
use crate::remarks::{count, remark};

/// A wall that makes less than this many moves of a detour is not worth a word.
const SHORT_DETOUR: u8 = 2;

/// Steps that no way of a game that was ever played takes, and that a byte can count.
const FARTHEST: usize = 250;

/// Tells the line of a turn from the line of a better one.
pub(super) fn contrast<const N: usize>(pos: &Position<N>, played: &[Move], better: &[Move]) -> Contrast {
    let mover = pos.turn();
    let [played, better] = [played, better].map(|line| Walk::of(pos, line));
    let mut facts = [&played, &better].map(|walk| events(walk, mover));
    if let Some(fact) = prevented(&played, &better, mover) {
        facts[1].push(fact);
    }
    told_apart([&played, &better], &facts, states)
}

/// What is true of a line or of the position that it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
enum WayFact {
    /// A pawn reaches a goal, or the enemy cannot move, after this many turns.
    Wins { player: Player, pawn: String, goal: Option<Square>, plies: usize },
    /// An enemy pawn may reach a goal at once: this many turns would have stopped it.
    LeavesGoal { enemy: Player, pawn: String, goal: Square, saving: usize },
    /// A pawn is one move from a goal, and no turn stops it.
    Unstoppable { player: Player, pawn: String, goal: Square },
    /// A pawn is one move from a goal.
    Threatens { player: Player, pawn: String, goal: Square },
    /// The wall of the answer makes the mover's shortest way longer.
    Closes { wall: Wall, pawn: String, mover: Player, from: u8, to: u8, cul_de_sac: bool },
    /// The wall that would have closed a way does less after the better move, or cannot be placed.
    WallFails { wall: Wall, mover: Player, to: Option<u8>, instead: u8 },
    /// Who would be first if no more walls were placed, and the moves of X and of O.
    Race { ahead: Player, needs: [u8; 2] },
    /// The moves that a player needs, and needed before the line.
    Way { player: Player, moves: u8, before: u8 },
    /// How long one more wall of the enemy can make a player's way.
    Exposed { player: Player, from: u8, to: u8 },
    /// No wall of the enemy can make a player's way longer.
    Secure { player: Player, moves: u8 },
    /// A pawn that cannot move.
    Stuck { player: Player, pawn: String },
    /// The walls that a player has left.
    Walls { player: Player, left: usize },
}

/// What happens along a line, at whatever depth.
fn events<const N: usize>(walk: &Walk<Position<N>>, mover: Player) -> Vec<WayFact> {
    let mut facts = Vec::new();
    if let (Some(Outcome::Win(player)), Some(&last)) = (walk.end().outcome(), walk.moves.last()) {
        let before = &walk.positions[walk.plies() - 1];
        let landing = last.pawn().filter(|_| before.turn() == player);
        let pawn = landing.map_or_else(String::new, |(from, _)| name(before, player, from));
        let goal = landing.map(|(_, to)| to).filter(|&to| before.goals(player).contains(to));
        facts.push(WayFact::Wins { player, pawn, goal, plies: walk.plies() });
    }
    let Some(first) = walk.positions.get(1).filter(|pos| pos.outcome().is_none()) else { return facts };
    if let Some((pawn, goal)) = arrival(first, !mover) {
        let saving = saving_turns(&walk.positions[0], !mover);
        // It comes first: the enemy's win later in the line needs no words then.
        facts.insert(0, WayFact::LeavesGoal { enemy: !mover, pawn: name(first, !mover, pawn), goal, saving });
    } else if let Some(fact) = closes(walk, mover) {
        facts.push(fact);
    }
    facts
}

/// The turns after which an enemy pawn does not reach a goal at once.
fn saving_turns<const N: usize>(pos: &Position<N>, enemy: Player) -> usize {
    let mut turns = Vec::new();
    pos.legal_moves(&mut turns);
    let saves = |&turn: &Move| {
        let mut next = pos.clone();
        next.play(turn);
        next.outcome().is_some() || arrival(&next, enemy).is_none()
    };
    turns.iter().filter(|turn| saves(turn)).count()
}

/// What the wall of the answer does to the mover's shortest way.
fn closes<const N: usize>(walk: &Walk<Position<N>>, mover: Player) -> Option<WayFact> {
    let (&answer, [_, before, after, ..]) = (walk.moves.get(1)?, &walk.positions[..]) else { return None };
    let wall = answer.wall()?;
    let to = shortest(after, mover);
    let played = TurnPlayed::new(before, after, answer);
    let cuts = played.all_cuts().into_iter().filter(|cut| cut.player == mover);
    // Of several ways that the wall closes the shortest is what matters.
    let cut = cuts.min_by_key(|cut| (cut.before, std::cmp::Reverse(cut.after)))?;
    let cul_de_sac = played.turns_back(&cut);
    (to >= cut.before + SHORT_DETOUR).then(|| WayFact::Closes {
        wall,
        pawn: format!("{mover}{}", cut.pawn + 1),
        mover,
        from: cut.before,
        to,
        cul_de_sac,
    })
}

/// What becomes of the wall that punishes a turn after the better one.
fn prevented<const N: usize>(played: &Walk<Position<N>>, better: &Walk<Position<N>>, mover: Player) -> Option<WayFact> {
    let WayFact::Closes { wall, to: instead, .. } = closes(played, mover)? else { return None };
    let pos = better.positions.get(1).filter(|pos| pos.outcome().is_none())?;
    let goals = pos.goals(pos.turn());
    let is_possible = match pos.rules().turn() {
        Turn::Either => pos.is_wall_legal(None, wall),
        // Rule 2.5: no wall goes with a move that wins.
        Turn::Full | Turn::Optional => {
            pos.pawn_moves().any(|(from, to)| !goals.contains(to) && pos.is_wall_legal(Some((from, to)), wall))
        }
    };
    let to = is_possible.then(|| {
        let ways = pos.distances_past(&pos.edges().with_wall(wall), FARTHEST)[mover.index()];
        pos.moves_for(ways.as_flattened().iter().copied().min().unwrap_or_default())
    });
    to.is_none_or(|to| to < instead).then_some(WayFact::WallFails { wall, mover, to, instead })
}

/// What is true of the position after this many turns of a line.
fn states<const N: usize>(walk: &Walk<Position<N>>, depth: usize) -> Vec<WayFact> {
    let (start, pos) = (&walk.positions[0], &walk.positions[depth]);
    let mut facts = Vec::new();
    let waiter = !pos.turn();
    // Whoever lets the other win first threatens nothing.
    if arrival(pos, pos.turn()).is_none()
        && let Some((pawn, goal)) = arrival(pos, waiter)
    {
        let pawn = name(pos, waiter, pawn);
        facts.push(if can_be_stopped(pos, waiter) {
            WayFact::Threatens { player: waiter, pawn, goal }
        } else {
            WayFact::Unstoppable { player: waiter, pawn, goal }
        });
    }
    let needs = Player::BOTH.map(|player| shortest(pos, player));
    let [own, other] = [pos.turn(), waiter].map(|player| needs[player.index()]);
    facts.push(WayFact::Race { ahead: if own <= other { pos.turn() } else { waiter }, needs });
    for player in Player::BOTH {
        let (moves, before) = (needs[player.index()], shortest(start, player));
        facts.push(WayFact::Way { player, moves, before });
        match longest_detour(pos, player) {
            Some(to) if to > moves => facts.push(WayFact::Exposed { player, from: moves, to }),
            _ => facts.push(WayFact::Secure { player, moves }),
        }
        let edges = pos.edges();
        let stuck = (0..2).find(|&pawn| pos.landings_of(player, pawn, &edges).is_empty());
        if let Some(pawn) = stuck {
            facts.push(WayFact::Stuck { player, pawn: format!("{player}{}", pawn + 1) });
        }
        facts.push(WayFact::Walls { player, left: stock(pos, player) });
    }
    facts
}

/// The longest shortest way that one wall of the enemy leaves to a player, pawns standing still;
/// none if the enemy has no wall.
fn longest_detour<const N: usize>(pos: &Position<N>, player: Player) -> Option<u8> {
    let edges = pos.edges();
    let axes = Axis::BOTH.into_iter().filter(|&axis| pos.stock(!player, axis) > 0);
    let walls = axes.flat_map(|axis| pos.free_slots(axis).squares().map(move |at| Wall { at, axis }));
    let detour = |wall: Wall| {
        let ways = pos.distances_past(&edges.with_wall(wall), FARTHEST);
        // Rule 4.5: a wall that cuts somebody off may not be placed.
        let is_legal = ways.as_flattened().as_flattened().iter().all(|&steps| usize::from(steps) < FARTHEST);
        let steps = ways[player.index()].as_flattened().iter().copied().min()?;
        is_legal.then(|| pos.moves_for(steps))
    };
    walls.filter_map(detour).max()
}

impl Fact for WayFact {
    fn is_about(&self, other: &Self) -> bool {
        use WayFact as F;
        match (self, other) {
            (F::Wins { player: a, .. }, F::Wins { player: b, .. })
            | (F::Unstoppable { player: a, .. }, F::Unstoppable { player: b, .. })
            | (F::Threatens { player: a, .. }, F::Threatens { player: b, .. } | F::Unstoppable { player: b, .. })
            | (F::Way { player: a, .. }, F::Way { player: b, .. })
            | (F::Exposed { player: a, .. }, F::Exposed { player: b, .. } | F::Secure { player: b, .. })
            | (F::Secure { player: a, .. }, F::Secure { player: b, .. } | F::Exposed { player: b, .. })
            | (F::Stuck { player: a, .. }, F::Stuck { player: b, .. })
            | (F::Walls { player: a, .. }, F::Walls { player: b, .. }) => a == b,
            (F::Race { .. }, F::Race { .. }) | (F::LeavesGoal { .. }, F::LeavesGoal { .. }) => true,
            (F::Closes { to: a, .. }, F::Closes { to: b, .. }) => a <= b,
            _ => false,
        }
    }

    fn favours(&self, other: Option<&Self>) -> Option<Player> {
        use WayFact as F;
        // Less of one's own is better, and more of the enemy's.
        let less = |player: Player, own: u8, theirs: u8| match own.cmp(&theirs) {
            std::cmp::Ordering::Less => Some(player),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(!player),
        };
        match (self, other) {
            (F::Race { ahead, .. }, Some(F::Race { ahead: then, .. })) => (ahead != then).then_some(*ahead),
            (F::Way { player, moves, .. }, Some(F::Way { moves: then, .. })) => less(*player, *moves, *then),
            (F::Exposed { player, from, to }, Some(F::Exposed { from: then, to: most, .. })) => {
                // Only the detour counts: how long the way itself is has been said.
                less(*player, to - from, most - then).filter(|_| (to - from).abs_diff(most - then) >= SHORT_DETOUR)
            }
            (F::Exposed { player, from, to }, Some(F::Secure { .. })) => {
                (to - from >= SHORT_DETOUR).then_some(!*player)
            }
            (F::Secure { player, .. }, Some(F::Exposed { from, to, .. })) => {
                (to - from >= SHORT_DETOUR).then_some(*player)
            }
            (F::Walls { player, left }, Some(F::Walls { left: then, .. })) => {
                // How many walls are left matters to whoever has none.
                (*left == 0 && *then > 0).then_some(!*player)
            }
            (F::Walls { .. } | F::Exposed { .. } | F::Secure { .. } | F::Way { .. } | F::Race { .. }, None)
            | (_, Some(_)) => None,
            (
                F::Wins { player, .. }
                | F::Unstoppable { player, .. }
                | F::Threatens { player, .. }
                | F::LeavesGoal { enemy: player, .. }
                | F::WallFails { mover: player, .. },
                None,
            ) => Some(*player),
            (F::Closes { mover: player, .. } | F::Stuck { player, .. }, None) => Some(!*player),
        }
    }

    fn covers(&self, other: &Self) -> bool {
        use WayFact as F;
        match (self, other) {
            (
                F::Wins { player: a, .. } | F::LeavesGoal { enemy: a, .. },
                F::Wins { player: b, .. } | F::Unstoppable { player: b, .. } | F::Threatens { player: b, .. },
            )
            | (
                F::LeavesGoal { enemy: a, .. } | F::Unstoppable { player: a, .. } | F::Threatens { player: a, .. },
                F::Way { player: b, moves: 1, .. },
            ) => a == b,
            (F::Closes { mover, to, .. }, F::Way { player, moves, .. }) => mover == player && to == moves,
            // It names the moves of both.
            (F::Race { .. }, F::Way { .. }) => true,
            _ => false,
        }
    }

    fn is_comparison(&self) -> bool {
        matches!(self, Self::Way { .. } | Self::Race { .. })
    }

    fn say(&self, voice: Voice, other: Option<&Self>) -> Option<Remark> {
        match self {
            Self::Wins { .. } | Self::LeavesGoal { .. } | Self::Unstoppable { .. } | Self::Threatens { .. } => {
                self.say_win(voice)
            }
            Self::Closes { .. } | Self::WallFails { .. } => self.say_wall(),
            _ => self.say_way(voice, other),
        }
    }
}

impl WayFact {
    /// Who wins, or is about to.
    fn say_win(&self, voice: Voice) -> Option<Remark> {
        Some(match self {
            Self::Wins { player, pawn, goal, plies } => {
                let plies = plies - usize::from(voice == Voice::Punished);
                let turns = count(plies, "turn");
                if let Some(goal) = goal {
                    remark!(
                        "blockade-why-arrives",
                        "{pawn} reaches {goal} in {turns}, and {player} wins",
                        pawn = pawn,
                        goal = goal,
                        player = player,
                        count = plies
                    )
                } else {
                    remark!(
                        "blockade-why-no-move",
                        "the other side has no move left in {turns}, and {player} wins",
                        player = player,
                        count = plies
                    )
                }
            }
            Self::LeavesGoal { enemy, pawn, goal, saving } => remark!(
                "blockade-why-leaves-goal",
                "{pawn} can go to {goal} at once, and {enemy} wins; turns that prevent it: {saving}",
                pawn = pawn,
                goal = goal,
                enemy = enemy,
                saving = saving
            ),
            Self::Unstoppable { player, pawn, goal } => remark!(
                "blockade-why-unstoppable",
                "{pawn} stands one move from {goal}, and nothing stops {player}",
                pawn = pawn,
                goal = goal,
                player = player
            ),
            Self::Threatens { player, pawn, goal } => remark!(
                "blockade-why-threatens",
                "{player} threatens to win: {pawn} stands one move from {goal}",
                pawn = pawn,
                goal = goal,
                player = player
            ),
            _ => return None,
        })
    }

    /// What a wall does, or no longer does.
    fn say_wall(&self) -> Option<Remark> {
        Some(match self {
            Self::Closes { wall, pawn, mover, from, to, cul_de_sac: false } => remark!(
                "blockade-why-closes",
                "{wall} closes the way of {pawn}: from {from} moves to {to} at best for {player}",
                wall = wall,
                pawn = pawn,
                player = mover,
                from = from,
                to = to
            ),
            Self::Closes { wall, pawn, mover, from, to, cul_de_sac: true } => remark!(
                "blockade-why-cul-de-sac",
                "{wall} leaves {pawn} in a cul-de-sac and it must turn back: from {from} moves to {to} at best for \
                 {player}",
                wall = wall,
                pawn = pawn,
                player = mover,
                from = from,
                to = to
            ),
            Self::WallFails { wall, to: None, .. } => {
                remark!("blockade-why-wall-illegal", "{wall} can then no longer be placed", wall = wall)
            }
            Self::WallFails { wall, mover, to: Some(to), instead } => remark!(
                "blockade-why-wall-fails",
                "{wall} would then leave {player} a way of {to} moves, not of {instead}",
                wall = wall,
                player = mover,
                to = to,
                instead = instead
            ),
            _ => return None,
        })
    }

    /// How far everybody has to go.
    fn say_way(&self, voice: Voice, other: Option<&Self>) -> Option<Remark> {
        Some(match (self, other) {
            (Self::Race { ahead, needs }, Some(Self::Race { needs: then, .. })) => {
                let [own, other] = [*ahead, !*ahead].map(|player| needs[player.index()]);
                let [own_then, other_then] = [*ahead, !*ahead].map(|player| then[player.index()]);
                let long = count(own.into(), "move");
                if own == other {
                    remark!(
                        "blockade-why-tempo",
                        "{player} is a tempo ahead then: both need {long}, instead of {own} against {other}",
                        player = ahead,
                        count = own,
                        own = own_then,
                        other = other_then
                    )
                } else {
                    remark!(
                        "blockade-why-race",
                        "{player} is ahead in the race then: {long} against {other}, instead of {from} against {than}",
                        player = ahead,
                        own = own,
                        other = other,
                        from = own_then,
                        than = other_then
                    )
                }
            }
            (Self::Way { player, moves, before }, Some(Self::Way { moves: then, .. })) => match voice {
                Voice::Punished if moves != before => {
                    let long = count((*moves).into(), "move");
                    remark!(
                        "blockade-why-way",
                        "{player} then needs {long} at least, after {from} before",
                        player = player,
                        from = before,
                        to = moves
                    )
                }
                _ => {
                    let long = count((*moves).into(), "move");
                    remark!(
                        "blockade-why-way-instead",
                        "{player} then needs {long} at least instead of {from}",
                        player = player,
                        from = then,
                        to = moves
                    )
                }
            },
            (Self::Exposed { player, from, to }, _) => remark!(
                "blockade-why-exposed",
                "one more wall can make {player}'s way as long as {to} moves, from {from}",
                player = player,
                from = from,
                to = to
            ),
            (Self::Secure { player, moves }, _) => {
                let long = count((*moves).into(), "move");
                remark!(
                    "blockade-why-secure",
                    "no single wall can make {player}'s way of {long} any longer",
                    player = player,
                    count = moves
                )
            }
            (Self::Stuck { pawn, .. }, _) => remark!("blockade-why-stuck", "{pawn} cannot move", pawn = pawn),
            (Self::Walls { player, .. }, _) => {
                remark!("blockade-why-no-walls", "{player} has no wall left", player = player)
            }
            _ => return None,
        })
    }
}
