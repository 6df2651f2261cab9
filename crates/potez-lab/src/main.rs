//! `potez-lab`: research on the engine, one subcommand per study.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use potez_lab::{
    blockade, byte_games, calibration, census, check, claims, even_openings, havannah, levels, openings, prove, races,
    solver_bench, speed, two_threads, yardstick,
};

/// Research on the engine of Potez: training, tuning, measurements. Build it with `--release`.
///
/// Results go to standard output, progress to standard error. A study with `--resume` can be
/// stopped at any time: started again with the same options it goes on where it was.
#[derive(Parser)]
#[command(name = "potez-lab", version, after_help = "Example: cargo run --release -p potez-lab -- speed byte")]
struct LabArgs {
    #[command(subcommand)]
    study: Study,
}

#[derive(Subcommand)]
enum Study {
    SelfPlay(havannah::self_play::SelfPlayArgs),
    Train(havannah::training::TrainArgs),
    TuneBlockade(blockade::tuning::TuningArgs),
    BlockadeGames(blockade::games::BlockadeGamesArgs),
    BlockadeTrain(blockade::training::BlockadeTrainArgs),
    BlockadeGate(blockade::gate::GateArgs),
    Calibrate(calibration::CalibrationArgs),
    Claims(claims::ClaimsArgs),
    Levels(levels::LevelsArgs),
    EvenOpenings(even_openings::EvenOpeningsArgs),
    Yardstick(yardstick::YardstickArgs),
    TwoThreads(two_threads::TwoThreadsArgs),
    Speed(speed::SpeedArgs),
    Solver(solver_bench::SolverBenchArgs),
    Races(races::RacesArgs),
    Prove(prove::ProveArgs),
    Check(check::CheckArgs),
    Census(census::CensusArgs),
    Openings(openings::OpeningsArgs),
    ByteGames(byte_games::ByteGamesArgs),
}

fn main() -> ExitCode {
    match run(&LabArgs::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("potez-lab: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &LabArgs) -> anyhow::Result<()> {
    // Not locked: a study runs for hours, and a panic elsewhere must be able to print.
    let mut out = io::stdout();
    match &args.study {
        Study::SelfPlay(args) => havannah::self_play::run(args, &mut out),
        Study::Train(args) => havannah::training::run(args, &mut out),
        Study::TuneBlockade(args) => blockade::tuning::run(args, &mut out),
        Study::BlockadeGames(args) => blockade::games::run(args, &mut out),
        Study::BlockadeTrain(args) => blockade::training::run(args, &mut out),
        Study::BlockadeGate(args) => blockade::gate::run(args, &mut out),
        Study::Calibrate(args) => calibration::run(args, &mut out),
        Study::Claims(args) => claims::run(args, &mut out),
        Study::Levels(args) => levels::run(args, &mut out),
        Study::EvenOpenings(args) => even_openings::run(args, &mut out),
        Study::Yardstick(args) => yardstick::run(args, &mut out),
        Study::TwoThreads(args) => two_threads::run(args, &mut out),
        Study::Speed(args) => speed::run(args, &mut out),
        Study::Solver(args) => solver_bench::run(args, &mut out),
        Study::Races(args) => races::run(args, &mut out),
        Study::Prove(args) => prove::run(args, &mut out),
        Study::Check(args) => check::run(args, &mut out),
        Study::Census(args) => census::run(args, &mut out),
        Study::Openings(args) => openings::run(args, &mut out),
        Study::ByteGames(args) => byte_games::run(args, &mut out),
    }?;
    out.flush()?;
    Ok(())
}
