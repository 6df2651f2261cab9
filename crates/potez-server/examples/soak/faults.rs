//! What goes wrong, and when; meanwhile the server is measured.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::sleep;

use super::samples::Sample;
use super::server::SoakServer;
use super::{Soak, SoakError};

/// Between two faults.
const PAUSE: Duration = Duration::from_secs(12);

/// Lets faults happen until the time is over. Whatever a worker finds wrong ends everything.
pub(crate) async fn supervise(
    soak: &Soak,
    server: &mut SoakServer,
    workers: &mut JoinSet<Result<(), SoakError>>,
    rng: &mut fastrand::Rng,
) -> Result<Vec<Sample>, SoakError> {
    let mut samples = Vec::new();
    let mut next_fault = Instant::now() + PAUSE;
    while !soak.is_over() {
        sleep(Duration::from_millis(500)).await;
        if let Some(ended) = workers.try_join_next() {
            // Nobody stops before the time is over, but for a reason.
            ended??;
        }
        let is_first_half = soak.began.elapsed() < soak.length / 2;
        if !is_first_half {
            samples.extend(Sample::take(soak, server));
        }
        if Instant::now() < next_fault || soak.began.elapsed() + PAUSE > soak.length {
            continue;
        }
        // From odd to even again: requests in between may fail.
        soak.faults.fetch_add(1, Ordering::AcqRel);
        match rng.u32(..if is_first_half { 6 } else { 2 }) {
            0 => hide_database(soak, server, rng).await?,
            1 => freeze(soak, server, rng).await?,
            _ => {
                server.kill();
                soak.count("kills");
                sleep(Duration::from_millis(rng.u64(..500))).await;
                server.start().await?;
            }
        }
        // Clients come back one after the other, and what could not be written is tried again.
        sleep(Duration::from_secs(5)).await;
        soak.faults.fetch_add(1, Ordering::AcqRel);
        next_fault = Instant::now() + PAUSE.mul_f64(0.5 + rng.f64());
    }
    Ok(samples)
}

/// The database is not where it should be for a moment.
async fn hide_database(soak: &Soak, server: &SoakServer, rng: &mut fastrand::Rng) -> Result<(), SoakError> {
    let (file, away) = (server.database(), server.database().with_extension("away"));
    std::fs::rename(&file, &away)?;
    sleep(Duration::from_millis(rng.u64(100..2_000))).await;
    std::fs::rename(&away, &file)?;
    soak.count("times without a database");
    Ok(())
}

/// The server gets no processor for a moment.
async fn freeze(soak: &Soak, server: &SoakServer, rng: &mut fastrand::Rng) -> Result<(), SoakError> {
    server.signal("STOP")?;
    sleep(Duration::from_millis(rng.u64(100..1_000))).await;
    server.signal("CONT")?;
    soak.count("freezes");
    Ok(())
}
