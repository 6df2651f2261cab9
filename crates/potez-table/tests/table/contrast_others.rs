//! Sentences of Blockade and Havannah that tell two lines apart, held against all moves tried out.

use std::collections::BTreeMap;

use potez_table::{Outcome, Player, Remark, Table, TableMove};

use super::contrast::{after, arg, random_pairs, wins};

fn player(remark: &Remark, name: &str) -> Player {
    if arg(remark, name) == "X" { Player::X } else { Player::O }
}

fn can_win(table: &dyn Table) -> bool {
    table.outcome().is_none() && table.legal().iter().any(|mv| wins(table, mv))
}

/// The tables after every move that does not end the game.
fn answers(table: &dyn Table) -> Vec<(String, Box<dyn Table>)> {
    let played = |mv: String| {
        let mut next = table.fork();
        next.play(&mv).expect("a legal move");
        next.outcome().is_none().then_some((mv, next))
    };
    table.legal().into_iter().filter_map(played).collect()
}

/// Checks every sentence of random lines by a function that says nothing of those it does not know.
fn check(
    spec: &str,
    games: u64,
    is_true: impl Fn(&Remark, &[Box<dyn Table>], &[Box<dyn Table>], [&[TableMove]; 2]) -> Option<bool>,
) -> BTreeMap<&'static str, usize> {
    let mut seen = BTreeMap::new();
    random_pairs(spec, games, |table, played, better| {
        let contrast = table.contrast(played, better).expect("legal lines");
        let [worse, best] =
            [played, better].map(|line| (0..=line.len()).map(|plies| after(table, &line[..plies])).collect::<Vec<_>>());
        for remark in &contrast.punished {
            let Some(holds) = is_true(remark, &worse, &best, [played, better]) else { continue };
            assert!(holds, "{}\n{remark:?}", table.position());
            *seen.entry(remark.code).or_default() += 1;
        }
        for remark in &contrast.gained {
            let Some(holds) = is_true(remark, &best, &worse, [better, played]) else { continue };
            assert!(holds, "{}\n{remark:?}", table.position());
            *seen.entry(remark.code).or_default() += 1;
        }
    });
    seen
}

/// Whether something is true where the sentence says, and false of the other line there.
fn is_true_then(
    remark: &Remark,
    line: &[Box<dyn Table>],
    other: &[Box<dyn Table>],
    is_so: impl Fn(&dyn Table) -> bool,
) -> bool {
    let at = remark.after.as_ref().expect("a position of the line").plies;
    is_so(line[at].as_ref()) && !is_so(other[at].as_ref())
}

#[test]
fn sentences_of_havannah_are_true_by_the_rules_alone() {
    let seen = check("havannah:size=4", 40, |remark, line, other, moves| {
        Some(match remark.code {
            "havannah-why-wins" => {
                let end = line[line.len() - 1].as_ref();
                end.outcome() == Some(Outcome::Win(player(remark, "player")))
                    && moves[0][moves[0].len() - 1].text == arg(remark, "cell")
            }
            "havannah-why-taken" => {
                moves[0][1].text == arg(remark, "cell")
                    && moves[1][0].text == arg(remark, "cell")
                    && line[1].turn() == player(remark, "player")
            }
            "havannah-why-takes-first" => {
                moves[0][0].text == arg(remark, "cell") && moves[1][1].text == arg(remark, "cell")
            }
            "havannah-why-double" | "havannah-why-forced-double" => {
                let at = moves[0].iter().position(|mv| mv.text == arg(remark, "cell")).expect("a stone of the line");
                let (then, cells) = (line[at + 1].as_ref(), arg(remark, "cells").split(", ").collect::<Vec<_>>());
                // Whatever is answered, one of the cells wins, and the answer does not.
                !can_win(then)
                    && then.turn() != player(remark, "player")
                    && answers(then).iter().all(|(_, next)| cells.iter().any(|cell| wins(next.as_ref(), cell)))
            }
            "havannah-why-threatens" => is_true_then(remark, line, other, |table| {
                // Whoever plays elsewhere has lost.
                table.turn() != player(remark, "player") && !can_win(table) && {
                    let mut elsewhere = answers(table);
                    elsewhere.retain(|(mv, _)| mv != arg(remark, "cell"));
                    !elsewhere.is_empty() && elsewhere.iter().all(|(_, next)| wins(next.as_ref(), arg(remark, "cell")))
                }
            }),
            _ => return None,
        })
    });
    for code in ["wins", "takes-first", "double", "threatens"] {
        assert!(seen.contains_key(format!("havannah-why-{code}").as_str()), "{code} in {seen:?}");
    }
}

#[test]
fn sentences_of_blockade_are_true_by_the_rules_alone() {
    let seen = check("blockade:rows=5,cols=5,walls=1", 40, |remark, line, other, moves| {
        Some(match remark.code {
            "blockade-why-arrives" | "blockade-why-no-move" => {
                let end = line[line.len() - 1].as_ref();
                end.outcome() == Some(Outcome::Win(player(remark, "player")))
            }
            "blockade-why-wall-illegal" => {
                let wall = format!("/{}", arg(remark, "wall"));
                let is_possible = |table: &dyn Table| table.legal().iter().any(|mv| mv.ends_with(&wall));
                moves[1][1].text.ends_with(&wall) && is_possible(other[1].as_ref()) && !is_possible(line[1].as_ref())
            }
            "blockade-why-unstoppable" | "blockade-why-threatens" => {
                let sure = |table: &dyn Table| {
                    table.turn() != player(remark, "player")
                        && !can_win(table)
                        && answers(table).iter().all(|(_, next)| can_win(next.as_ref()))
                };
                let one = |table: &dyn Table| {
                    table.turn() != player(remark, "player")
                        && !can_win(table)
                        && answers(table).iter().any(|(_, next)| can_win(next.as_ref()))
                };
                if remark.code == "blockade-why-unstoppable" {
                    is_true_then(remark, line, other, sure)
                } else {
                    let table = line[remark.after.as_ref().expect("a position of the line").plies].as_ref();
                    one(table) && !sure(table)
                }
            }
            _ => return None,
        })
    });
    for code in ["arrives", "threatens", "unstoppable"] {
        assert!(seen.contains_key(format!("blockade-why-{code}").as_str()), "{code} in {seen:?}");
    }
}
