//! Self-play, training and the gate of Blockade's net.

use std::fs;

use clap::Parser;
use potez_engine::blockade::net::{BlockadeNet, INPUTS, Inputs};
use potez_lab::blockade::games::{self, BlockadeGamesArgs, NotAPlayedGame, PlayedGame};
use potez_lab::blockade::gate::{self, GateArgs};
use potez_lab::blockade::model::{NetModel, Optimizer};
use potez_lab::blockade::training::{self, BlockadeTrainArgs};

use crate::scratch;

/// Arguments of a study by themselves.
#[derive(Parser)]
struct Study<A: clap::Args> {
    #[command(flatten)]
    args: A,
}

fn args<A: clap::Args>(line: &str) -> A {
    Study::<A>::parse_from(["study"].into_iter().chain(line.split(' '))).args
}

#[test]
fn games_are_read_as_they_were_written_and_resumed() {
    let (whole, halves) = (scratch("blockade-games"), scratch("blockade-halves"));
    let play = |file: &std::path::Path, games: u64| {
        let specs = "blockade:rows=5+cols=5+walls=2,blockade:rows=13+cols=7+walls=1+turn=either";
        let line = format!("{} --games {games} --nodes 50 --threads 1 --specs {specs}", file.display());
        games::run(&args::<BlockadeGamesArgs>(&line), &mut Vec::new()).expect("games");
    };
    play(&whole, 6);
    play(&halves, 2);
    play(&halves, 6);
    assert_eq!(fs::read_to_string(&whole).expect("a file"), fs::read_to_string(&halves).expect("a file"));
    let text = fs::read_to_string(&whole).expect("a file");
    for line in text.lines().skip(1) {
        assert_eq!(line.parse::<PlayedGame>().expect("a game").to_string(), line);
    }
    assert_eq!("blockade x zz".parse::<PlayedGame>(), Err(NotAPlayedGame));
}

#[test]
fn the_net_learns_and_play_finds_what_training_found() {
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut model, mut optimizer) = (NetModel::random(&mut rng), Optimizer::new());
    let samples: Vec<(Inputs, f32)> = (0..64)
        .map(|_| (std::array::from_fn(|_| rng.u16(0..INPUTS as u16)), if rng.bool() { 0.9 } else { 0.2 }))
        .collect();
    let mut losses = Vec::new();
    for _ in 0..60 {
        optimizer.begin();
        losses.push(samples.iter().map(|(inputs, target)| optimizer.add(&model, inputs, *target)).sum::<f32>());
        optimizer.step(&mut model, 0.01, 0.0, samples.len());
    }
    assert!(losses[59] < 0.8 * losses[0], "{losses:?}");
    let net = BlockadeNet::from_bytes(&model.to_bytes()).expect("all weights");
    for (inputs, _) in &samples {
        let (points, logit) = (net.points(inputs) as f32, model.logit(inputs));
        assert!((points / 200.0 - logit).abs() < 0.25, "{points} points for a logit of {logit}");
    }
}

#[test]
fn a_net_is_trained_and_does_not_pass_the_gate_unless_it_wins() {
    let (games, weights) = (scratch("blockade-train"), scratch("blockade-weights"));
    let line = format!("{} --games 24 --nodes 30 --specs blockade:rows=5+cols=5+walls=1", games.display());
    games::run(&args::<BlockadeGamesArgs>(&line), &mut Vec::new()).expect("games");
    let mut out = Vec::new();
    let line = format!("{} --out {} --epochs 2", games.display(), weights.display());
    training::run(&args::<BlockadeTrainArgs>(&line), &mut out).expect("training");
    let text = String::from_utf8(out).expect("text");
    assert!(text.contains("epoch 2: ") && text.contains(", quantised "), "{text}");
    assert!(BlockadeNet::from_bytes(&fs::read(&weights).expect("weights")).is_some());
    let mut out = Vec::new();
    let line = format!("{} --game blockade:rows=5,cols=5,walls=1 --nodes 20 --pairs 1", weights.display());
    let error = gate::run(&args::<GateArgs>(&line), &mut out).expect_err("one pair decides nothing");
    assert!(error.to_string().contains("not decided"), "{error}");
    assert!(String::from_utf8(out).expect("text").contains("% of 2 games"));
}
