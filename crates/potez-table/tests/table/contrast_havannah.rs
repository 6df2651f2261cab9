//! Sentences of Havannah about chains, ladders and structures, held against a slow reading of the
//! board: stones and their neighbours, the cheapest paths, and rings that are tried out.

use std::collections::{BTreeMap, HashMap};

use potez_table::{Mark, Outcome, Player, Remark, Table, open};

use super::contrast::{Pair, arg, random_pairs, table_pairs};

type Spot = (usize, usize);

/// The stones by place, with the names and the marks of all cells.
struct Stones {
    owners: HashMap<Spot, Option<Player>>,
    names: HashMap<String, Spot>,
    corners: Vec<Spot>,
    edges: Vec<Spot>,
    size: usize,
}

impl Stones {
    fn new(table: &dyn Table) -> Self {
        let view = table.view();
        let spot = |mark: Mark| {
            let marked = view.cells.iter().filter(move |cell| cell.marks.contains(&mark));
            marked.map(|cell| (cell.row, cell.col)).collect()
        };
        let owner = |cell: &potez_table::CellView| cell.pieces.first().map(|piece| piece.owner);
        Self {
            owners: view.cells.iter().map(|cell| ((cell.row, cell.col), owner(cell))).collect(),
            names: view.cells.iter().map(|cell| (cell.name.clone(), (cell.row, cell.col))).collect(),
            corners: spot(Mark::Corner),
            edges: spot(Mark::Edge),
            size: view.labels.rows.len().div_ceil(2),
        }
    }

    fn spots(&self, names: &str) -> Vec<Spot> {
        names.split(", ").map(|name| self.names[name]).collect()
    }

    /// Rule 1.2: six neighbours, columns run along the diagonal.
    fn next_to(&self, (row, col): Spot) -> Vec<Spot> {
        let around = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)];
        let moved = around
            .iter()
            .filter_map(|&(down, across)| Some((row.checked_add_signed(down)?, col.checked_add_signed(across)?)));
        moved.filter(|spot| self.owners.contains_key(spot)).collect()
    }

    /// The stones of a player that a path from one of some cells to every other lacks, ends included.
    fn costs(&self, player: Player, from: &[Spot]) -> HashMap<Spot, usize> {
        let price = |spot: Spot| match self.owners[&spot] {
            None => Some(1),
            Some(owner) => (owner == player).then_some(0),
        };
        let mut costs: HashMap<Spot, usize> = from.iter().filter_map(|&spot| Some((spot, price(spot)?))).collect();
        // Until nothing becomes cheaper.
        loop {
            let known: Vec<(Spot, usize)> = costs.iter().map(|(spot, cost)| (*spot, *cost)).collect();
            let mut is_done = true;
            for (spot, cost) in known {
                for next in self.next_to(spot) {
                    let Some(price) = price(next) else { continue };
                    if costs.get(&next).is_none_or(|old| *old > cost + price) {
                        costs.insert(next, cost + price);
                        is_done = false;
                    }
                }
            }
            if is_done {
                return costs;
            }
        }
    }

    fn chain(&self, of: Spot) -> Vec<Spot> {
        let player = self.owners[&of].expect("a stone");
        let costs = self.costs(player, &[of]);
        costs.into_iter().filter(|(_, cost)| *cost == 0).map(|(spot, _)| spot).collect()
    }

    /// The stones between the chains of two stones.
    fn apart(&self, [one, two]: [Spot; 2]) -> Option<usize> {
        let player = self.owners[&one].expect("a stone");
        self.costs(player, &self.chain(one)).get(&two).copied()
    }

    /// The edges by the corners at their ends (Rule 1.4): straight lines, one side long.
    fn edges_of(&self) -> Vec<[Spot; 2]> {
        let far = self.size - 1;
        let is_side = |[(a, b), (c, d)]: [Spot; 2]| {
            let (down, across) = (c.abs_diff(a), d.abs_diff(b));
            down.max(across) == far && (down == 0 || across == 0 || down == across && (c > a) == (d > b))
        };
        let pairs = self.corners.iter().flat_map(|&one| self.corners.iter().map(move |&two| [one, two]));
        pairs.filter(|[one, two]| one < two).filter(|&pair| is_side(pair)).collect()
    }

    /// The cells of an edge, without the corners at its ends.
    fn edge(&self, [(a, b), (c, d)]: [Spot; 2]) -> Vec<Spot> {
        let between = |from: usize, to: usize| {
            (1..self.size - 1).map(move |step| match from.cmp(&to) {
                std::cmp::Ordering::Less => from + step,
                std::cmp::Ordering::Equal => from,
                std::cmp::Ordering::Greater => from - step,
            })
        };
        between(a, c).zip(between(b, d)).collect()
    }

    /// An edge by its name, such as `a1–a4`.
    fn edge_named(&self, name: &str) -> Vec<Spot> {
        let ends: Vec<Spot> = name.split('–').map(|corner| self.names[corner]).collect();
        self.edge([ends[0], ends[1]])
    }

    /// The stones that the nearest fork lacks.
    fn nearest_fork(&self, player: Player) -> Option<usize> {
        let edges: Vec<Vec<Spot>> = self.edges_of().into_iter().map(|ends| self.edge(ends)).collect();
        assert_eq!(edges.len(), 6);
        let triples = (0..6).flat_map(|a| (a + 1..6).flat_map(move |b| (b + 1..6).map(move |c| [a, b, c])));
        triples.filter_map(|[a, b, c]| self.fork(player, [&edges[a], &edges[b], &edges[c]])).min()
    }

    fn bridge(&self, player: Player) -> Option<usize> {
        let pairs = self.corners.iter().flat_map(|one| {
            let costs = self.costs(player, &[*one]);
            self.corners.iter().filter(|two| *two > one).filter_map(|two| costs.get(two).copied()).collect::<Vec<_>>()
        });
        pairs.min()
    }

    /// What a fork of three edges lacks: paths from them that meet in a cell.
    fn fork(&self, player: Player, edges: [&[Spot]; 3]) -> Option<usize> {
        let costs = edges.map(|edge| self.costs(player, edge));
        let meeting = |(spot, owner): (&Spot, &Option<Player>)| {
            let sum: usize = costs.iter().map(|costs| costs.get(spot)).sum::<Option<usize>>()?;
            Some(sum - if owner.is_none() { 2 } else { 0 })
        };
        self.owners.iter().filter_map(meeting).min()
    }
}

fn player(remark: &Remark, name: &str) -> Player {
    if arg(remark, name) == "X" { Player::X } else { Player::O }
}

fn number(remark: &Remark, name: &str) -> usize {
    arg(remark, name).parse().expect("a number")
}

/// The same stones with this player to move.
fn turned(table: &dyn Table, to: Player) -> Box<dyn Table> {
    let position = table.position();
    let mut words: Vec<String> = position.split(' ').map(str::to_string).collect();
    words[1] = to.letter().to_ascii_lowercase().to_string();
    // The number of stones played would say otherwise whose turn it is.
    words.truncate(2);
    open(&table.game(), Some(&words.join(" "))).expect("a position")
}

/// Whether a ring comes about with this many stones of a player, and not with fewer.
fn lacks_for_ring(table: &dyn Table, player: Player, stones: usize) -> bool {
    let closes = |table: &dyn Table| {
        table.legal().iter().any(|mv| {
            let mut next = table.fork();
            let is_legal = next.play(mv).is_ok();
            let is_ring = next.reason().is_some_and(|reason| reason.contains("ring"));
            is_legal && next.outcome() == Some(Outcome::Win(player)) && is_ring
        })
    };
    let first = turned(table, player);
    if stones == 1 || closes(first.as_ref()) {
        return stones == 1 && closes(first.as_ref());
    }
    first.legal().iter().any(|mv| {
        let mut next = first.fork();
        next.play(mv).is_ok() && next.outcome().is_none() && closes(turned(next.as_ref(), player).as_ref())
    })
}

/// Whether the nearest structure of a kind lacks this many stones.
fn lacks(table: &dyn Table, remark: &Remark, stones: usize) -> bool {
    let (board, owner) = (Stones::new(table), player(remark, "player"));
    match arg(remark, "structure") {
        "bridge" => {
            let ends = board.spots(arg(remark, "between"));
            board.costs(owner, &ends[..1]).get(&ends[1]) == Some(&stones) && board.bridge(owner) == Some(stones)
        }
        "fork" => {
            let edges: Vec<Vec<Spot>> = arg(remark, "between").split(", ").map(|name| board.edge_named(name)).collect();
            board.fork(owner, [&edges[0], &edges[1], &edges[2]]) == Some(stones)
                && board.nearest_fork(owner) == Some(stones)
        }
        _ => lacks_for_ring(table, owner, stones),
    }
}

/// Both play along an edge, a stone after the other, one on it and the other beside it.
fn is_ladder(remark: &Remark, pair: &Pair, line: usize) -> bool {
    let tables = &pair.tables[line];
    let board = Stones::new(tables[0].as_ref());
    let names = &pair.moves()[line];
    let [from, to] = ["from", "to"].map(|name| board.names[arg(remark, name)]);
    let is_rim = |spot: Spot| board.edges.contains(&spot) || board.corners.contains(&spot);
    let edge = board.edge_named(arg(remark, "edge"));
    names.windows(6).enumerate().any(|(at, stones)| {
        let spots: Vec<Spot> = stones.iter().filter_map(|name| board.names.get(name).copied()).collect();
        let [a, b, c, d, e, f] = spots[..] else { return false };
        let lanes = [([a, c, e], [b, d, f], at), ([b, d, f], [a, c, e], at + 1)];
        lanes.into_iter().any(|(inner, outer, ply)| {
            let goes = |lane: [Spot; 3]| lane.windows(2).all(|two| board.next_to(two[0]).contains(&two[1]));
            [inner[0], inner[2]] == [from, to]
                && tables[ply].turn() == player(remark, "player")
                && goes(inner)
                && goes(outer)
                && outer.iter().all(|&spot| is_rim(spot))
                && outer.iter().any(|spot| edge.contains(spot))
                && inner.iter().all(|&spot| !is_rim(spot) && board.next_to(spot).into_iter().any(is_rim))
        })
    })
}

/// Whether a sentence is true of its line; nothing of those that are checked by playing elsewhere.
fn is_true(remark: &Remark, pair: &Pair, line: usize) -> bool {
    let tables = &pair.tables[line];
    match remark.code {
        "havannah-why-cuts" | "havannah-why-cuts-off" => {
            let [before, after] = [1, 2].map(|ply| Stones::new(tables[ply].as_ref()));
            let chains = before.spots(arg(remark, "chains"));
            let pair_of = [chains[0], chains[1]];
            let left = (remark.code == "havannah-why-cuts").then(|| number(remark, "stones"));
            pair.moves()[line][1] == arg(remark, "cell")
                && tables[1].turn() == player(remark, "player")
                && before.apart(pair_of) == Some(1)
                && after.apart(pair_of) == left
        }
        "havannah-why-joins" => {
            let [before, after] = [0, 1].map(|ply| Stones::new(tables[ply].as_ref()));
            let chains = before.spots(arg(remark, "chains"));
            let whole = after.chain(after.names[arg(remark, "cell")]);
            let parts: Vec<Vec<Spot>> = chains.iter().map(|&stone| before.chain(stone)).collect();
            let is_apart =
                parts.iter().enumerate().all(|(at, chain)| !chain.contains(&chains[(at + 1) % chains.len()]));
            chains.len() > 1 && is_apart && chains.iter().all(|stone| whole.contains(stone))
        }
        "havannah-why-idle" => {
            let [before, after] = [0, 1].map(|ply| Stones::new(pair.tables[line][ply].as_ref()));
            Player::BOTH.into_iter().all(|owner| {
                before.bridge(owner) == after.bridge(owner) && before.nearest_fork(owner) == after.nearest_fork(owner)
            })
        }
        "havannah-why-ladder" => is_ladder(remark, pair, line),
        "havannah-why-nearest" | "havannah-why-nearest-instead" => {
            let stones = number(remark, "stones");
            let [here, there] = pair.moment(remark, line);
            lacks(here, remark, stones) && !lacks(there, remark, stones)
        }
        _ => true,
    }
}

#[test]
fn what_is_said_of_chains_ladders_and_structures_is_seen_on_the_board() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut check = |pair: &Pair| {
        for (line, remarks) in pair.said().into_iter().enumerate() {
            for remark in remarks {
                let holds = is_true(&remark, pair, line);
                assert!(holds, "{}\n{remark:?}\n{:?}", pair.tables[0][0].position(), pair.moves());
                *seen.entry(remark.code).or_default() += 1;
            }
        }
    };
    table_pairs("havannah", &mut check);
    random_pairs("havannah:size=4", 3, |table, played, better| check(&Pair::new(table, played, better)));
    for code in ["cuts", "cuts-off", "joins", "ladder", "nearest", "nearest-instead"] {
        assert!(seen.contains_key(format!("havannah-why-{code}").as_str()), "{code} in {seen:?}");
    }
}
