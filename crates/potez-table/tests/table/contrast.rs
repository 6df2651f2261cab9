//! Why a move is worse than another: a table of positions with what must and must not be said, and
//! random lines on which every sentence is checked by playing.

use std::collections::{BTreeMap, BTreeSet};

use potez_table::review::{Explanation, KnownLine, explain};
use potez_table::{Outcome, Proof, Remark, Table, TableMove, open};

/// Blocks of `game`, `position` or `moves`, the lines `played` and `better`, and the codes that must
/// be said of each and those that must not be said at all.
const SAID: &str = include_str!("../contrasts.txt");

/// The sources in which the sentences are written.
const SOURCES: [&str; 4] = [
    include_str!("../../../potez-engine/src/contrast.rs"),
    include_str!("../../../potez-engine/src/blockade/facts.rs"),
    include_str!("../../../potez-engine/src/havannah/facts.rs"),
    include_str!("../../../potez-engine/src/byte/facts.rs"),
];

struct Case {
    name: String,
    pair: Pair,
    why: Explanation,
    punished: Vec<&'static str>,
    gained: Vec<&'static str>,
    never: Vec<&'static str>,
}

/// Reads a line of moves from a table.
fn line(table: &dyn Table, moves: &str) -> Vec<TableMove> {
    let mut table = table.fork();
    let read = |mv: &str| {
        let mv = table.read_move(mv).unwrap_or_else(|error| panic!("{mv} in {}: {error}", table.position()));
        table.play_parts(&mv.parts).expect("a legal move");
        mv
    };
    moves.split_whitespace().map(read).collect()
}

fn proof(word: Option<&str>) -> Option<Proof> {
    word.map(|word| match word {
        "win" => Proof::Win,
        "loss" => Proof::Loss,
        _ => Proof::Draw,
    })
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for block in SAID.split("\n\n") {
        let lines: Vec<&str> = block.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        let value = |key: &str| lines.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        let Some(played) = value("played") else { continue };
        let mut table = open(value("game").expect("a game"), value("position")).expect("a position");
        for mv in value("moves").unwrap_or_default().split_whitespace() {
            table.play(mv).expect("a legal move");
        }
        let better = line(table.as_ref(), value("better").expect("a better line"));
        let played = line(table.as_ref(), played);
        let known = KnownLine { line: &played, proof: proof(value("played-proof")) };
        let why = explain(table.as_ref(), known, KnownLine { line: &better, proof: proof(value("better-proof")) });
        let codes = |key: &str| value(key).unwrap_or_default().split_whitespace().collect();
        cases.push(Case {
            name: block.trim_end().to_string(),
            pair: Pair::new(table.as_ref(), &played, &better),
            why: why.expect("legal lines"),
            punished: codes("punished"),
            gained: codes("gained"),
            never: codes("never"),
        });
    }
    cases
}

pub(super) fn codes(remarks: &[Remark]) -> Vec<&'static str> {
    remarks.iter().map(|remark| remark.code).collect()
}

/// The codes of all sentences.
fn written() -> BTreeSet<&'static str> {
    let calls = SOURCES.iter().flat_map(|source| source.split("remark!(").skip(1));
    calls.filter_map(|call| call.split('"').nth(1)).collect()
}

impl Case {
    /// The block with what is said now, less what may be said after all.
    fn rewritten(&self) -> String {
        let keys = ["# - ", "# + ", "punished:", "gained:", "never:"];
        let mut lines: Vec<String> = self
            .name
            .lines()
            .filter(|line| !keys.iter().any(|key| line.starts_with(key)))
            .map(str::to_string)
            .collect();
        for (sign, remarks) in [('-', &self.why.punished), ('+', &self.why.gained)] {
            lines.extend(remarks.iter().map(|remark| format!("# {sign} {}", remark.english)));
        }
        let said = [codes(&self.why.punished), codes(&self.why.gained)];
        let never = self.never.iter().copied().filter(|code| !said.concat().contains(code)).collect();
        for (key, codes) in ["punished", "gained", "never"].iter().zip([said[0].clone(), said[1].clone(), never]) {
            if !codes.is_empty() {
                lines.push(format!("{key}: {}", codes.join(" ")));
            }
        }
        lines.join("\n")
    }
}

/// After sentences have changed; one that no position has yet gets one at the end, if random play finds it.
#[test]
#[ignore = "writes the table, and what changes in it is to be read"]
fn the_table_is_written_anew() {
    let mut cases = cases();
    let is_said =
        |case: &Case, code: &str| [codes(&case.why.punished), codes(&case.why.gained)].concat().contains(&code);
    let mut missing: Vec<&str> = written().into_iter().filter(|code| !cases.iter().any(|c| is_said(c, code))).collect();
    let mut find = |table: &dyn Table, played: &[TableMove], better: &[TableMove]| {
        let [one, two] = [played, better].map(|line| KnownLine { line, proof: None });
        let why = explain(table, one, two).expect("legal lines");
        let found = [codes(&why.punished), codes(&why.gained)].concat();
        if missing.iter().any(|code| found.contains(code)) {
            missing.retain(|code| !found.contains(code));
            let [one, two] = [played, better].map(|line| line.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>());
            let [one, two] = [one.join(" "), two.join(" ")];
            let (game, position) = (table.game(), table.position());
            let name = format!("game: {game}\nposition: {position}\nplayed: {one}\nbetter: {two}");
            let pair = Pair::new(table, played, better);
            cases.push(Case { name, pair, why, punished: Vec::new(), gained: Vec::new(), never: Vec::new() });
        }
    };
    for spec in ["byte", "havannah:size=4"] {
        random_pairs(spec, 60, &mut find);
    }
    for code in written() {
        // Those about proofs belong to no game.
        let game = code.split_once("-why").map_or("", |(game, _)| game);
        if !cases.iter().any(|case| case.never.contains(&code) && !is_said(case, code)) {
            let mut free = cases.iter_mut().rev().filter(|case| case.name.contains(&format!("game: {game}")));
            free.find(|case| !is_said(case, code)).expect("a position without it").never.push(code);
        }
    }
    let head = SAID.split("\n\n").next().expect("a head").to_string();
    let blocks: Vec<String> = [head].into_iter().chain(cases.iter().map(Case::rewritten)).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/contrasts.txt");
    std::fs::write(path, blocks.join("\n\n") + "\n").expect("a writable file");
}

#[test]
fn what_must_be_said_is_said_and_what_must_not_is_not() {
    let cases = cases();
    for Case { name, why, punished, gained, never, .. } in &cases {
        assert_eq!((&codes(&why.punished), &codes(&why.gained)), (punished, gained), "{name}\n{why:#?}");
        for code in never {
            assert!(!punished.contains(code) && !gained.contains(code), "{code} in\n{name}");
        }
    }
    assert!(cases.len() >= 100, "{} positions", cases.len());
}

#[test]
fn every_sentence_has_positions_in_which_it_is_said_and_others_in_which_it_is_not() {
    let written = written();
    let mut said: BTreeMap<&str, usize> = BTreeMap::new();
    let mut denied: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases() {
        for code in codes(&case.why.punished).into_iter().chain(codes(&case.why.gained)) {
            *said.entry(code).or_default() += 1;
        }
        for code in case.never {
            *denied.entry(code).or_default() += 1;
        }
    }
    let missing: Vec<_> = written.iter().filter(|code| !said.contains_key(*code)).collect();
    assert!(missing.is_empty(), "never said: {missing:?}");
    let missing: Vec<_> = written.iter().filter(|code| !denied.contains_key(*code)).collect();
    assert!(missing.is_empty(), "never forbidden: {missing:?}");
}

#[test]
fn a_line_has_nothing_to_say_against_itself() {
    for spec in ["blockade", "havannah:size=5", "byte", "byte:size=10", "blockade:turn=either"] {
        random_pairs(spec, 2, |table, played, _| {
            let contrast = table.contrast(played, played).expect("legal lines");
            assert_eq!(contrast, potez_table::Contrast::default(), "{} {played:?}", table.position());
        });
    }
}

/// Random games, at every position of which two random lines of four moves begin.
pub(super) fn random_pairs(spec: &str, games: u64, mut each: impl FnMut(&dyn Table, &[TableMove], &[TableMove])) {
    for seed in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut table = open(spec, None).expect("a game");
        while table.outcome().is_none() && table.ply() < 60 {
            let mut lines = [0, 1].map(|_| {
                let mut end = table.fork();
                let mut line = Vec::new();
                while line.len() < 4 && end.outcome().is_none() {
                    let mv = end.read_move(&rng.choice(end.legal()).expect("a move")).expect("a legal move");
                    end.play_parts(&mv.parts).expect("a legal move");
                    line.push(mv);
                }
                line
            });
            each(table.as_ref(), &lines[0], &lines[1]);
            let next = lines[0].remove(0);
            table.play_parts(&next.parts).expect("a legal move");
        }
    }
}

/// Two lines from a position with the tables on their way, the criticised one first.
pub(super) struct Pair {
    pub(super) tables: [Vec<Box<dyn Table>>; 2],
    lines: [Vec<TableMove>; 2],
}

impl Pair {
    pub(super) fn new(table: &dyn Table, played: &[TableMove], better: &[TableMove]) -> Self {
        let lines = [played, better].map(<[TableMove]>::to_vec);
        let tables =
            [0, 1].map(|line| (0..=lines[line].len()).map(|plies| after(table, &lines[line][..plies])).collect());
        Self { tables, lines }
    }

    /// What is said of each line.
    pub(super) fn said(&self) -> [Vec<Remark>; 2] {
        let contrast = self.tables[0][0].contrast(&self.lines[0], &self.lines[1]).expect("legal lines");
        [contrast.punished, contrast.gained]
    }

    pub(super) fn moves(&self) -> [Vec<String>; 2] {
        [0, 1].map(|line| self.lines[line].iter().map(|mv| mv.text.clone()).collect())
    }

    /// The position of a line that a sentence speaks of, and the one to which the other line has come
    /// by then.
    pub(super) fn moment(&self, remark: &Remark, line: usize) -> [&dyn Table; 2] {
        let moment = remark.after.as_ref().unwrap_or_else(|| panic!("when is it true: {remark:?}"));
        assert_eq!(moment.mv, self.lines[line][moment.plies - 1].text, "{remark:?}");
        [line, 1 - line].map(|line| self.tables[line][moment.plies].as_ref())
    }
}

/// The lines of the table of expectations, of one game.
pub(super) fn table_pairs(game: &str, each: &mut impl FnMut(&Pair)) {
    for case in cases().iter().filter(|case| case.name.contains(&format!("game: {game}"))) {
        each(&case.pair);
    }
}

pub(super) fn arg<'a>(remark: &'a Remark, name: &str) -> &'a str {
    let value = remark.args.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
    value.unwrap_or_else(|| panic!("no {name} in {remark:?}"))
}

pub(super) fn after(table: &dyn Table, line: &[TableMove]) -> Box<dyn Table> {
    let mut end = table.fork();
    for mv in line {
        end.play_parts(&mv.parts).expect("a legal move");
    }
    end
}

pub(super) fn wins(table: &dyn Table, mv: &str) -> bool {
    let mut next = table.fork();
    let player = next.turn();
    next.play(mv).is_ok() && next.outcome() == Some(Outcome::Win(player))
}

#[test]
fn wins_of_havannah_that_are_left_are_wins_and_the_better_move_leaves_none() {
    let mut seen = 0;
    random_pairs("havannah:size=4", 60, |table, played, better| {
        let contrast = table.contrast(played, better).expect("legal lines");
        let [first, instead] = [played, better].map(|line| after(table, &line[..1]));
        for remark in &contrast.punished {
            match remark.code {
                "havannah-why-leaves-win" => {
                    assert!(arg(remark, "cells").split(", ").all(|cell| wins(first.as_ref(), cell)), "{remark:?}");
                    let left =
                        instead.outcome().is_none() && instead.legal().iter().any(|mv| wins(instead.as_ref(), mv));
                    assert!(!left, "{} {remark:?}", instead.position());
                    seen += 1;
                }
                "havannah-why-leaves-double" => {
                    // After the stone and any answer one of the cells wins.
                    let mut fork = first.fork();
                    fork.play(arg(remark, "cell")).expect("an empty cell");
                    assert!(arg(remark, "cells").split(", ").count() > 1);
                    for answer in fork.legal() {
                        let mut then = fork.fork();
                        then.play(&answer).expect("a legal move");
                        let won = arg(remark, "cells").split(", ").any(|cell| wins(then.as_ref(), cell));
                        assert!(won, "{} {answer} {remark:?}", fork.position());
                    }
                    seen += 1;
                }
                _ => {}
            }
        }
    });
    assert!(seen > 40, "{seen}");
}

#[test]
fn a_pawn_of_blockade_that_is_left_a_goal_reaches_it() {
    let mut seen = 0;
    random_pairs("blockade:rows=5,cols=6,walls=3", 60, |table, played, better| {
        let contrast = table.contrast(played, better).expect("legal lines");
        let first = after(table, &played[..1]);
        for remark in contrast.punished.iter().filter(|remark| remark.code == "blockade-why-leaves-goal") {
            let suffix = format!("-{}", arg(remark, "goal"));
            assert!(first.legal().iter().any(|mv| mv.ends_with(&suffix) && wins(first.as_ref(), mv)), "{remark:?}");
            let mut saving = table.legal();
            saving.retain(|mv| {
                let mut next = table.fork();
                next.play(mv).expect("a legal move");
                next.outcome().is_some() || !next.legal().iter().any(|mv| wins(next.as_ref(), mv))
            });
            assert_eq!(saving.len().to_string(), arg(remark, "saving"), "{} {remark:?}", table.position());
            seen += 1;
        }
    });
    assert!(seen > 5, "{seen}");
}
