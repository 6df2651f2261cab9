//! Every sentence of Byte that tells two lines apart, held against a slow reading of the rules: all
//! moves are tried out, and points, tops and heights are read from the written position.

use std::collections::BTreeMap;

use potez_table::{Outcome, Player, Remark, Table, TableMove, open};

use super::contrast::{after, arg, codes, random_pairs};

/// A line with the tables on its way.
struct Line {
    tables: Vec<Box<dyn Table>>,
    moves: Vec<String>,
}

impl Line {
    fn new(table: &dyn Table, moves: &[TableMove]) -> Self {
        let tables = (0..=moves.len()).map(|plies| after(table, &moves[..plies])).collect();
        Self { tables, moves: moves.iter().map(|mv| mv.text.clone()).collect() }
    }

    /// Who scores first within a number of plies, and who moved then, onto which square.
    fn next_eight(&self, plies: usize) -> Option<(Player, Player, String)> {
        (0..plies).find_map(|ply| {
            let [before, after] = [ply, ply + 1].map(|at| points(self.tables[at].as_ref()));
            let owner = Player::BOTH.into_iter().find(|player| after[player.index()] > before[player.index()])?;
            Some((owner, self.tables[ply].turn(), self.moves[ply].split('-').nth(1)?.to_string()))
        })
    }

    fn passes(&self, player: Player, plies: usize) -> bool {
        (0..plies).any(|ply| self.moves[ply] == "pass" && self.tables[ply].turn() == player)
    }
}

fn points(table: &dyn Table) -> [usize; 2] {
    let position = table.position();
    let (x, o) = position.split(' ').nth(2).and_then(|score| score.split_once('-')).expect("a score");
    [x, o].map(|points| points.parse().expect("a number"))
}

/// The stacks as they are written, from the bottom to the top.
fn stacks(table: &dyn Table) -> Vec<String> {
    let position = table.position();
    let board = position.split(' ').next().expect("a board");
    board.split(['/', ',']).map(|stack| stack.replace('-', "")).collect()
}

fn is_top(stack: &str, player: Player) -> bool {
    stack.ends_with(player.letter().to_ascii_lowercase())
}

/// The same position with the other player to move.
fn turned(table: &dyn Table) -> Box<dyn Table> {
    let position = table.position();
    let other = (!table.turn()).letter().to_ascii_lowercase().to_string();
    let words: Vec<&str> =
        position.split(' ').enumerate().map(|(at, word)| if at == 1 { &other } else { word }).collect();
    open(&table.game(), Some(&words.join(" "))).expect("a position")
}

fn played(table: &dyn Table, mv: &str) -> Box<dyn Table> {
    let mut next = table.fork();
    next.play(mv).expect("a legal move");
    next
}

/// Whether a move gives a player a point.
fn gives(table: &dyn Table, mv: &str, player: Player) -> bool {
    points(played(table, mv).as_ref())[player.index()] > points(table)[player.index()]
}

fn can_score(table: &dyn Table) -> bool {
    table.outcome().is_none() && table.legal().iter().any(|mv| gives(table, mv, table.turn()))
}

/// The moves that neither give the enemy a point nor let it score at once.
fn safe(table: &dyn Table) -> usize {
    let enemy = !table.turn();
    let is_safe = |mv: &String| {
        let next = played(table, mv);
        let lets_score = next.turn() == enemy && can_score(next.as_ref());
        !gives(table, mv, enemy) && !lets_score
    };
    table.legal().iter().filter(|mv| is_safe(mv)).count()
}

fn mobility(table: &dyn Table, player: Player) -> usize {
    let table = if table.turn() == player { table.fork() } else { turned(table) };
    table.legal().iter().filter(|mv| *mv != "pass").count()
}

fn player(remark: &Remark, name: &str) -> Player {
    if arg(remark, name) == "X" { Player::X } else { Player::O }
}

fn number(remark: &Remark, name: &str) -> usize {
    arg(remark, name).parse().expect("a number")
}

/// Whether a sentence about a position is true of this one, and not of the other line's.
fn holds(remark: &Remark, here: &dyn Table, there: &dyn Table) -> bool {
    let named = |name: &str| player(remark, name);
    let quiet = |table: &dyn Table| !can_score(table) && !can_score(turned(table).as_ref());
    match remark.code {
        "byte-why-points" => {
            let ([x, o], [x_then, o_then]) = (points(here), points(there));
            arg(remark, "score") == format!("{x}-{o}")
                && number(remark, "count") == 3 - x - o
                && x + o_then != o + x_then
        }
        "byte-why-zugzwang" => {
            let is_so = |table: &dyn Table| table.turn() == named("player") && quiet(table) && safe(table) == 0;
            is_so(here) && !is_so(there) && mobility(here, named("player")) == number(remark, "count")
        }
        "byte-why-unstoppable" | "byte-why-threatens" | "byte-why-threatens-win" => {
            let waiter = named("player");
            let threatens =
                |table: &dyn Table| table.turn() != waiter && !can_score(table) && can_score(turned(table).as_ref());
            let is_sure = |table: &dyn Table| threatens(table) && safe(table) == 0;
            if !threatens(here) || !gives(turned(here).as_ref(), arg(remark, "mv"), waiter) {
                return false;
            }
            if remark.code == "byte-why-unstoppable" {
                return is_sure(here) && !is_sure(there);
            }
            let won = played(turned(here).as_ref(), arg(remark, "mv")).outcome() == Some(Outcome::Win(waiter));
            !is_sure(here) && !threatens(there) && won == (remark.code == "byte-why-threatens-win")
        }
        "byte-why-safe" => {
            let count = |table: &dyn Table, player| {
                safe(if table.turn() == player { table.fork() } else { turned(table) }.as_ref())
            };
            let (out, enemy) = (named("player"), named("enemy"));
            let first_out = |table: &dyn Table| {
                let (own, other) = (count(table, table.turn()), count(table, !table.turn()));
                if own <= other { table.turn() } else { !table.turn() }
            };
            here.turn() == named("turn")
                && quiet(here)
                && quiet(there)
                && [count(here, out), count(here, enemy)] == [number(remark, "own"), number(remark, "other")]
                && first_out(here) == out
                && first_out(there) == enemy
        }
        "byte-why-tallest" => {
            let tallest = |table: &dyn Table| {
                let stacks = stacks(table);
                let height = stacks.iter().map(String::len).max().expect("a board");
                let mut top = stacks.into_iter().filter(|stack| stack.len() == height);
                (top.next().expect("a stack"), top.next().is_some())
            };
            let ((stack, shared), (other, _)) = (tallest(here), tallest(there));
            !shared
                && stack.len() == number(remark, "height")
                && is_top(&stack, named("owner"))
                && !is_top(&other, named("owner"))
        }
        "byte-why-tops" => {
            let tops = |table: &dyn Table| {
                let stacks = stacks(table);
                Player::BOTH
                    .map(|player| stacks.iter().filter(|stack| stack.len() > 1 && is_top(stack, player)).count())
            };
            tops(here) == ["x", "o"].map(|name| number(remark, name))
                && tops(there) == ["xthen", "othen"].map(|name| number(remark, name))
        }
        "byte-why-mobility" => {
            let counts = [here, there].map(|table| mobility(table, named("player")));
            counts == ["count", "then"].map(|name| number(remark, name)) && counts[0] != counts[1]
        }
        code => panic!("nothing is known of {code}"),
    }
}

/// Whether a sentence about what happens is true of this line and not of the other.
fn happens(remark: &Remark, line: &Line, other: &Line, is_punished: bool) -> Option<bool> {
    let named = |name: &str| player(remark, name);
    let (start, mover) = (line.tables[0].as_ref(), line.tables[0].turn());
    let first = line.tables[1].as_ref();
    let common = line.moves.len().min(other.moves.len());
    Some(match remark.code {
        "byte-why-wins" => {
            let end = line.tables[line.moves.len()].as_ref();
            let [x, o] = points(end);
            end.outcome() == Some(Outcome::Win(named("player")))
                && arg(remark, "score") == format!("{x}-{o}")
                && number(remark, "count") + usize::from(is_punished) == line.moves.len()
        }
        "byte-why-leaves-point" | "byte-why-leaves-win" => {
            let (enemy, mv) = (named("enemy"), arg(remark, "mv"));
            let won = played(first, mv).outcome() == Some(Outcome::Win(enemy));
            gives(first, mv, enemy)
                && won == (remark.code == "byte-why-leaves-win")
                && safe(start) == number(remark, "saving")
        }
        "byte-why-next-eight" | "byte-why-gives-eight" => {
            let (owner, by, square) = line.next_eight(common).expect("a full stack");
            let is_gift = remark.code == "byte-why-gives-eight";
            owner == named("owner")
                && (owner != by) == is_gift
                && (!is_gift || by == named("by"))
                && square == arg(remark, "square")
                && other.next_eight(common).is_none_or(|(then, ..)| then != owner)
        }
        "byte-why-misses" => {
            gives(start, arg(remark, "mv"), mover)
                && other.moves[0] == arg(remark, "mv")
                && !gives(start, &line.moves[0], mover)
        }
        "byte-why-answer-gone" => {
            let mv = arg(remark, "mv").to_string();
            other.moves[1] == mv && other.tables[1].legal().contains(&mv) && !first.legal().contains(&mv)
        }
        "byte-why-takes-top" => {
            let taken = |ply: usize| {
                let [before, then] = [ply, ply + 1].map(|at| stacks(line.tables[at].as_ref()));
                let mut both = before.into_iter().zip(then);
                let player = named("player");
                line.moves[ply] == arg(remark, "mv")
                    && both.any(|(was, is)| {
                        is_top(&was, !player) && is_top(&is, player) && is.len() == number(remark, "height")
                    })
            };
            (0..2.min(line.moves.len())).any(taken)
        }
        "byte-why-builds" => {
            let ply = usize::from(is_punished);
            let [before, then] = [ply, ply + 1].map(|at| stacks(line.tables[at].as_ref()));
            let built = before.iter().zip(&then).find(|(was, is)| is.len() > was.len());
            line.moves[ply] == arg(remark, "mv")
                && built
                    .is_some_and(|(_, stack)| stack.len() == number(remark, "height") && is_top(stack, named("owner")))
        }
        "byte-why-passes" => line.passes(named("player"), common) && !other.passes(named("player"), common),
        _ => return None,
    })
}

#[test]
fn every_sentence_of_byte_is_true_by_the_rules_alone_and_not_of_the_other_line() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    random_pairs("byte", 24, |table, played, better| {
        let contrast = table.contrast(played, better).expect("legal lines");
        let [worse, best] = [played, better].map(|line| Line::new(table, line));
        let sides = [(&contrast.punished, &worse, &best, true), (&contrast.gained, &best, &worse, false)];
        for (remarks, line, other, is_worse) in sides {
            for remark in remarks {
                let is_true = happens(remark, line, other, is_worse).unwrap_or_else(|| {
                    let moment = remark.after.as_ref().unwrap_or_else(|| panic!("when is it true: {remark:?}"));
                    assert_eq!(moment.mv, line.moves[moment.plies - 1], "{remark:?}");
                    holds(remark, line.tables[moment.plies].as_ref(), other.tables[moment.plies].as_ref())
                });
                assert!(is_true, "{} {:?} {:?}\n{remark:?}", table.position(), line.moves, other.moves);
                *seen.entry(remark.code).or_default() += 1;
            }
        }
        must_be_said(&codes(&contrast.punished), &worse, &best);
    });
    for code in
        ["leaves-point", "next-eight", "misses", "safe", "tops", "tallest", "mobility", "takes-top", "threatens"]
    {
        assert!(seen.contains_key(format!("byte-why-{code}").as_str()), "{code} in {seen:?}");
    }
}

/// What is said before anything else is said wherever it is true.
fn must_be_said(said: &[&str], line: &Line, other: &Line) {
    let [first, instead] = [line, other].map(|line| line.tables[1].as_ref());
    let mover = line.tables[0].turn();
    let leaves = |table: &dyn Table| table.turn() != mover && can_score(table);
    let is_said = said.iter().any(|code| code.starts_with("byte-why-leaves"));
    assert!(is_said || !leaves(first) || leaves(instead), "{} {:?}", line.tables[0].position(), line.moves);
    let scores = |line: &Line| gives(line.tables[0].as_ref(), &line.moves[0], mover);
    let is_missed = scores(other) && !scores(line);
    assert!(!is_missed || said.len() == 3 || said.contains(&"byte-why-misses"), "{:?}", line.moves);
}
