//! Self-play and training of Havannah's net.

use std::fs;

use potez_core::Player;
use potez_engine::havannah::net::{Activations, Encoder, Net, layout};
use potez_engine::havannah::self_play::{NotAGame, SelfPlayGame};
use potez_havannah::{Board, Geometry, Upto5};
use potez_lab::fleet::FleetArgs;
use potez_lab::havannah::adam::random_net;
use potez_lab::havannah::checkpoint::Checkpoint;
use potez_lab::havannah::gradient::Gradient;
use potez_lab::havannah::sample::{TrainableGame as _, TrainingSample};
use potez_lab::havannah::self_play::{self, SelfPlayArgs};
use potez_lab::havannah::training::{self, TrainArgs, TrainConfig, Trainer};
use potez_search::Stop;

use crate::scratch;

#[test]
fn the_gradient_is_what_a_small_change_of_a_weight_does_to_the_loss() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut net = random_net(3);
    let geometry = Geometry::of(4);
    let encoder = Encoder::of(geometry);
    let mut board = Board::<Upto5>::new(geometry);
    for (at, cell) in [3, 8, 12, 20, 21, 30, 36].into_iter().enumerate() {
        board.place(geometry.cells()[cell], Player::BOTH[at % 2]);
    }
    let legal: Vec<bool> = geometry.cells().iter().map(|&cell| board.is_empty(cell)).collect();
    let count = legal.iter().filter(|&&legal| legal).count() as f32;
    let policy = legal.iter().enumerate().map(|(at, &legal)| f32::from(legal) * (at % 3) as f32 / count);
    let mut sample = TrainingSample { policy: policy.collect(), legal, value: 0.8 };
    let sum: f32 = sample.policy.iter().sum();
    sample.policy.iter_mut().for_each(|share| *share /= sum);
    let loss = |net: &Net| {
        let mut activations = Activations::default();
        encoder.encode(&board, Player::O, &mut activations.features);
        net.forward(encoder, &mut activations);
        let mut gradient = Gradient::new(net);
        let loss = gradient.backward(net, encoder, &activations, &sample);
        (loss.policy + loss.value, gradient.into_weights())
    };
    let (_, gradient) = loss(&net);
    let mut right = 0;
    for _ in 0..600 {
        let at = rng.usize(..layout::ALL);
        let (before, step) = (net.weights_mut()[at], 1e-3);
        net.weights_mut()[at] = before + step;
        let (above, _) = loss(&net);
        net.weights_mut()[at] = before - step;
        let (below, _) = loss(&net);
        net.weights_mut()[at] = before;
        let (found, told) = ((above - below) / f64::from(2.0 * step), f64::from(gradient[at]));
        // An activation may cross zero on the way: few do.
        right += usize::from((found - told).abs() <= 0.02 * (told.abs() + 0.05));
    }
    assert!(right > 580, "{right} of 600 are right");
}

fn play(size: usize, simulations: u64, seed: u64, net: Option<&Net>) -> SelfPlayGame {
    SelfPlayGame::play(size, simulations, seed, net, &Stop::new()).expect("nobody calls it off")
}

#[test]
fn a_game_is_read_as_it_was_written() {
    let played = play(4, 60, 5, None);
    assert!(played.trainable_plies().count() > 4, "{played}");
    let again: SelfPlayGame = played.to_string().parse().expect("its own text");
    assert_eq!(again.to_string(), played.to_string());
    for wrong in ["", "5", "2 1 3", "16 1 3", "5 1 61", "5 1 3@", "5 1 3@0.5;4", "5 1 3@0.5;61=1", "5 x 3"] {
        assert_eq!(wrong.parse::<SelfPlayGame>(), Err(NotAGame), "{wrong}");
    }
}

fn games() -> Vec<SelfPlayGame> {
    (0..24).map(|seed| play(3 + seed as usize % 3, 60, seed, None)).collect()
}

#[test]
fn a_net_learns_what_it_is_shown_and_plays_games_with_it() {
    let games = games();
    let config = TrainConfig { steps: 60, learning_rate: 0.003, threads: 2, seed: 1 };
    let mut trainer = Trainer::new(random_net(4), config, &games).expect("enough games");
    let before = trainer.loss();
    while trainer.checkpoint().step < config.steps {
        trainer.advance();
    }
    let after = trainer.loss();
    assert!(after[0] < 0.9 * before[0] && after[1] < 0.9 * before[1], "{before:?} {after:?}");
    let played = play(4, 30, 6, Some(trainer.net()));
    assert!(played.trainable_plies().count() > 4, "{played}");
}

#[test]
fn training_from_a_checkpoint_is_training_without_a_stop() {
    let games = games();
    let config = TrainConfig { steps: 8, learning_rate: 0.003, threads: 1, seed: 1 };
    let trainer = || Trainer::new(random_net(4), config, &games).expect("enough games");
    let (mut whole, mut stopped, mut resumed) = (trainer(), trainer(), trainer());
    let advance = |trainer: &mut Trainer, steps: u32| {
        for _ in 0..steps {
            trainer.advance();
        }
    };
    advance(&mut whole, 8);
    advance(&mut stopped, 3);
    let path = scratch("checkpoint");
    stopped.checkpoint().write(&path, &stopped.fingerprint()).expect("written");
    let checkpoint = Checkpoint::read(&path, &resumed.fingerprint()).expect("readable").expect("there");
    assert_eq!(checkpoint, stopped.checkpoint());
    resumed.restore(checkpoint);
    advance(&mut resumed, 5);
    assert_eq!(resumed.checkpoint(), whole.checkpoint());
    let error = Checkpoint::read(&path, "other options").expect_err("another run").to_string();
    assert!(error.contains("other options"), "{error}");
    let bytes = fs::read(&path).expect("the file");
    fs::write(&path, &bytes[..bytes.len() - 1]).expect("written");
    assert!(Checkpoint::read(&path, &stopped.fingerprint()).is_err(), "a byte is missing");
}

#[test]
fn self_play_goes_on_where_its_file_ends_and_training_reads_it() {
    let (whole, parts, weights) = (scratch("whole"), scratch("parts"), scratch("weights"));
    let play = |file: &std::path::Path, games: u64, threads: usize| {
        let (file, sizes) = (file.into(), vec![3, 4]);
        let fleet = FleetArgs::default();
        let threads = Some(threads);
        let args = SelfPlayArgs { file, games, simulations: 20, sizes, net: None, seed: 7, threads, fleet };
        let mut out = Vec::new();
        self_play::run(&args, &mut out).expect("games");
        String::from_utf8(out).expect("text")
    };
    play(&whole, 24, 1);
    play(&parts, 9, 2);
    assert_eq!(play(&parts, 24, 2), "24 games, 9 of them from before\n");
    assert_eq!(fs::read_to_string(&parts).expect("games"), fs::read_to_string(&whole).expect("games"));
    let args = TrainArgs {
        weights: weights.clone(),
        games: vec![whole],
        steps: 3,
        learning_rate: None,
        seed: None,
        threads: Some(1),
    };
    let mut out = Vec::new();
    training::run(&args, &mut out).expect("training");
    let text = String::from_utf8(out).expect("text");
    assert!(text.starts_with("24 games\n     3  policy "), "{text}");
    assert!(training::read_net(&weights).is_ok());
    assert!(!potez_lab::havannah::checkpoint::path_of(&weights).exists(), "the checkpoint is no longer needed");
}
