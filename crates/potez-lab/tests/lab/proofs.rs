//! Proofs of games: journals, checkpoints, certificates and their checker.

use std::collections::HashSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use potez_byte::{Eight, Game};
use potez_core::{Game as _, Outcome, Player, Position as _};
use potez_lab::check::Certificate;
use potez_lab::check::board::CheckedBoard;
use potez_lab::check::prover::PlainProver;
use potez_lab::prove::journal::{self, ProofEvent, ProofJournal};

use crate::scratch;

/// A position in the middle of a good game, which takes 180,000 nodes to prove.
pub(crate) const MIDDLE: &str = "-,-,-,-/o,-,o,ox/xoxo,-,xoxox,-/o,-,-,-/xo,-,-,-/-,o,ox,ox/x,-,x,x/-,-,-,- x 0-0";

pub(crate) fn prove(task: &str, position: &str, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_potez-lab"));
    command.args(["prove", task, "byte", "--position", position]).args(args);
    command
}

pub(crate) fn output(command: &mut Command) -> String {
    let output = command.output().expect("the binary runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("a path in characters")
}

pub(crate) fn subject(position: &str) -> String {
    let game: Game<Eight> = "byte".parse().expect("a spec");
    let pos = game.read_position(position).expect("a position");
    format!("byte {}", potez_engine::proving::ProofGame::canonical(&game, &pos))
}

#[test]
fn a_hundred_kills_lose_nothing_and_nothing_is_done_twice() {
    let journal_file = scratch("kills");
    let run = |leaf_nodes: &str, threads: &str| {
        let options = ["--journal", text(&journal_file), "--leaf-nodes", leaf_nodes, "--threads", threads];
        prove("run", MIDDLE, &[&options[..], &["--memory", "1", "--report", "1000"]].concat())
    };
    let mut rng = fastrand::Rng::with_seed(3);
    let (mut events, mut grew) = (Vec::new(), 0);
    for _ in 0..100 {
        let mut child = run("1000", "2").stdout(std::process::Stdio::null()).spawn().expect("the binary runs");
        std::thread::sleep(Duration::from_millis(rng.u64(5..35)));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        if !journal_file.exists() {
            continue;
        }
        // Torn lines apart, what was there is there.
        let now = journal::read(&journal_file, &subject(MIDDLE)).unwrap_or_default();
        assert!(now.len() >= events.len() && now[..events.len()] == events[..]);
        grew += usize::from(now.len() > events.len());
        events = now;
    }
    assert!(grew > 5, "{grew} runs of 100 wrote something");
    let status = output(&mut run("50000000", "1"));
    let events = journal::read(&journal_file, &subject(MIDDLE)).expect("a journal");
    let mut seen = HashSet::new();
    for event in &events {
        let (ProofEvent::Solved { position, .. } | ProofEvent::Opened { position, .. }) = event;
        assert!(seen.insert(position.clone()), "{position} was done twice");
    }
    let board = CheckedBoard::read(MIDDLE, false).expect("a position");
    let winner = ['x', 'o'][PlainProver::default().winner(&board)];
    assert!(status.starts_with(&format!("proven: {winner} wins\n")), "{status}");
}

#[test]
fn a_torn_line_is_cut_off_and_a_damaged_one_is_an_error() {
    let path = scratch("torn");
    let event = |nodes| ProofEvent::Solved { position: "a b c".into(), winner: Player::O, nodes };
    let opened = ProofEvent::Opened { position: "d e".into(), costs: vec![[0, 255], [17, 3]] };
    let (mut journal, events) = ProofJournal::open(&path, "byte start").expect("a new journal");
    assert!(events.is_empty());
    journal.append(&event(1)).expect("written");
    journal.append(&opened).expect("written");
    let in_use = ProofJournal::open(&path, "byte start").expect_err("two writers");
    assert!(in_use.to_string().contains("in use"), "{in_use}");
    drop(journal);
    // A process that another test is starting holds our descriptors, and with them the lock, until it
    // has become its program.
    let open = |subject: &str| {
        let is_held = |error: &anyhow::Error| error.to_string().contains("in use");
        let mut opened = ProofJournal::open(&path, subject);
        for _ in 0..1000 {
            if !opened.as_ref().is_err_and(is_held) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
            opened = ProofJournal::open(&path, subject);
        }
        opened
    };
    let whole = std::fs::read(&path).expect("a file");
    for cut in 0..whole.len() {
        std::fs::write(&path, &whole[..cut]).expect("written");
        let (_, events) = open("byte start").expect("a torn journal");
        assert!([event(1), opened.clone()].starts_with(&events));
    }
    let mut damaged = whole.clone();
    let at = whole.len() - 30;
    damaged[at] ^= 1;
    std::fs::write(&path, &damaged).expect("written");
    assert!(open("byte start").is_err());
    std::fs::write(&path, &whole).expect("written");
    let other = open("byte other").expect_err("another proof");
    assert!(format!("{other:#}").contains("another proof byte start"), "{other:#}");
    std::fs::write(&path, "somebody's letter\n").expect("written");
    assert!(open("byte start").is_err());
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "somebody's letter\n");
}

#[test]
fn a_checkpoint_is_small_and_holds_what_the_journal_held_and_a_certificate_of_it_is_checked() {
    let [journal_file, checkpoint, again, certificate] =
        ["fold-journal", "fold-1", "fold-2", "certificate"].map(scratch);
    let run = ["--journal", text(&journal_file), "--leaf-nodes", "2000", "--memory", "1"];
    let proven = output(&mut prove("run", MIDDLE, &run));
    output(&mut prove("fold", MIDDLE, &["--journal", text(&journal_file), "--into", text(&checkpoint)]));
    let status = output(&mut prove("status", MIDDLE, &["--checkpoint", text(&checkpoint)]));
    let first_line = |text: &str| text.lines().next().map(str::to_owned);
    assert_eq!(first_line(&status), first_line(&proven));
    // A journal that was folded already adds nothing, and a second fold changes nothing.
    let both = ["--checkpoint", text(&checkpoint), "--journal", text(&journal_file), "--into", text(&again)];
    output(&mut prove("fold", MIDDLE, &both));
    let [one, two] = [&checkpoint, &again].map(|path| std::fs::read(path).expect("a checkpoint"));
    assert!(one == two && one.len() * 10 < std::fs::read(&journal_file).expect("a journal").len());
    let certify =
        ["--checkpoint", text(&checkpoint), "--into", text(&certificate), "--leaf-nodes", "500", "--memory", "1"];
    output(&mut prove("certify", MIDDLE, &certify));
    let check = |file: &Path| {
        Command::new(env!("CARGO_BIN_EXE_potez-lab")).args(["check", text(file)]).output().expect("the binary runs")
    };
    assert!(check(&certificate).status.success());
    let lines = std::fs::read_to_string(&certificate).expect("a certificate");
    let forged = scratch("forged");
    let strategy = lines.lines().skip(2).find(|line| !line.contains(" . ")).expect("a move");
    let leaf = lines.lines().find(|line| line.contains(" . ")).expect("a leaf");
    let mover = |line: &str| line.replacen("x ", "o ", 1);
    for wrong in [
        lines.replace(&format!("{strategy}\n"), ""),
        lines.replace(leaf, ""),
        lines.replace("claim x", "claim y").replace("claim o", "claim x").replace("claim y", "claim o"),
        lines.replace(strategy, &format!("{} a1-b2 {}", &strategy[..1], strategy.splitn(3, ' ').nth(2).expect("text"))),
        lines.replace("certificate byte\n", "certificate hex\n"),
        mover(&lines),
    ] {
        std::fs::write(&forged, &wrong).expect("written");
        assert!(wrong == lines || !check(&forged).status.success());
    }
}

#[test]
fn a_leaf_that_is_lost_is_not_accepted() {
    let game: Game<Eight> = "byte".parse().expect("a spec");
    let mut rng = fastrand::Rng::with_seed(1);
    let mut pos = game.start();
    while pos.outcome().is_none() && pos.stacks().count() > 6 {
        pos.play(pos.random_move(&mut rng).expect("a move"));
    }
    let board = CheckedBoard::read(&pos.to_string(), false).expect("a position");
    let (canonical, _) = board.canonical();
    let winner = PlainProver::default().winner(&board);
    for side in 0..2 {
        let letter = ['x', 'o'][side];
        let path = scratch("leaf");
        std::fs::write(&path, format!("certificate byte\nclaim {letter} {pos}\n{letter} . {canonical}\n"))
            .expect("written");
        let output = Command::new(env!("CARGO_BIN_EXE_potez-lab")).args(["check", text(&path)]).output();
        assert_eq!(output.expect("the binary runs").status.success(), side == winner, "{pos}");
    }
    assert!(Certificate::read("certificate byte\nnonsense\n").is_err());
}

#[test]
fn the_checker_has_the_same_rules_and_the_same_winners() {
    for (spec, merge_first) in [("byte", false), ("byte:rules=merge-first", true)] {
        let game: Game<Eight> = spec.parse().expect(spec);
        let mut rng = fastrand::Rng::with_seed(7);
        assert_eq!(CheckedBoard::start(merge_first).text(), game.start().to_string());
        for number in 0..60 {
            let (mut fast, mut slow) = (game.start(), CheckedBoard::start(merge_first));
            let mut numbers = HashSet::new();
            while fast.outcome().is_none() {
                assert!(numbers.insert(slow.number()));
                assert_eq!(CheckedBoard::read(&fast.to_string(), merge_first).as_ref(), Some(&slow));
                let canonical = potez_engine::proving::ProofGame::canonical(&game, &fast);
                assert_eq!(slow.canonical().0, canonical.to_string());
                let (mut moves, mut lifts) = (Vec::new(), Vec::new());
                fast.legal_moves(&mut moves);
                slow.lifts(&mut lifts);
                let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
                let mut slow_texts: Vec<String> = lifts.iter().map(|lift| lift.text()).collect();
                texts.sort();
                slow_texts.sort();
                assert_eq!(texts, slow_texts, "{fast}");
                let mv = rng.choice(moves).expect("a running game has moves");
                fast.play(mv);
                slow = slow.after(slow.read_lift(&mv.to_string()).expect("the same move"));
                if number < 10 && fast.stacks().count() <= 6 && fast.outcome().is_none() {
                    let solution =
                        potez_search::solver::BooleanSolver::new(1, false, |child: &potez_byte::Position<Eight>| {
                            child.count_moves() as i32
                        })
                        .solve(
                            &fast,
                            potez_search::Limits::default(),
                            &potez_search::Stop::new(),
                        );
                    let wins = PlainProver::default().winner(&slow) == fast.turn().index();
                    assert_eq!(solution.proof == Some(potez_search::Proof::Win), wins, "{fast}");
                }
            }
            assert_eq!(fast.outcome(), slow.winner().map(|side| Outcome::Win(Player::BOTH[side])));
        }
    }
}

#[test]
fn the_checker_uses_nothing_of_the_rules_the_engine_or_the_search() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/check");
    let files: Vec<_> = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    assert!(files.len() >= 3);
    for file in files {
        assert!(!std::fs::read_to_string(&file).expect("a file").contains("potez_"), "{}", file.display());
    }
}
