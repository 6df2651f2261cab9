//! Jobs that are given up: kept with the reason, and told to the owner of the run.

use futures_util::StreamExt;

use super::hub::{Hub, random_name, unix_seconds};
use super::messages::{Attempt, DeadLetter, ResultBody, ResultMessage};
use super::subjects;

/// Deliveries of a job after which it is given up.
pub(super) const MOST_DELIVERIES: u64 = 6;

/// Dead letters that are shown.
const SHOWN: u64 = 50;

impl Hub {
    /// Notes who tries a job that has been tried before, or what went wrong with it.
    pub(super) async fn note(&self, run: &str, job: &str, attempt: &Attempt) {
        let id = format!("{job}-{}-{}-{}", attempt.worker, attempt.delivery, attempt.failure.is_some());
        // It only serves to explain: without it a dead letter says less.
        let _ = self.keep(subjects::attempts(run, job), &id, attempt).await;
    }

    /// What is known of the attempts at a job, in a sentence.
    pub(super) async fn attempts(&self, run: &str, job: &str) -> String {
        let notes = self.read_attempts(run, job).await.unwrap_or_default();
        let failures: Vec<String> = notes
            .iter()
            .filter_map(|note| note.failure.as_ref().map(|failure| format!("{}: {failure}", note.worker)))
            .collect();
        if !failures.is_empty() {
            return failures.join("; ");
        }
        let mut workers: Vec<&str> = notes.iter().map(|note| note.worker.as_str()).collect();
        workers.dedup();
        let last = if workers.is_empty() { String::new() } else { format!(" (last tried by {})", workers.join(", ")) };
        format!("no worker that took it was heard of again{last}")
    }

    async fn read_attempts(&self, run: &str, job: &str) -> Result<Vec<Attempt>, String> {
        let stream = self.stream(subjects::ATTEMPTS).await?;
        let subject = subjects::attempts(run, job);
        let (mut notes, mut next) = (Vec::new(), 1);
        while notes.len() < 4 * MOST_DELIVERIES as usize
            && let Ok(message) =
                stream.raw_message_builder().sequence(next).next_by_subject(subject.as_str()).send().await
        {
            notes.extend(serde_json::from_slice(&message.payload).ok());
            next = message.sequence + 1;
        }
        Ok(notes)
    }

    /// Keeps a dead letter and tells the owner of the run.
    pub(super) async fn bury(&self, letter: &DeadLetter) -> Result<(), String> {
        let id = format!("dead-{}-{}", letter.run, letter.job);
        self.keep(subjects::dead(&letter.run), &id, letter).await?;
        let message = ResultMessage {
            run: letter.run.clone(),
            job: letter.job.clone(),
            worker: letter.worker.clone(),
            ms: 0,
            body: ResultBody::Dead(letter.clone()),
        };
        self.keep(subjects::results(&letter.run), &id, &message).await
    }

    /// The newest dead letters, the newest first, and how many there are.
    pub(super) async fn dead_letters(&self) -> Result<(u64, Vec<DeadLetter>), String> {
        let mut stream = self.stream(subjects::DEAD).await?;
        let state = stream.info().await.map_err(|error| error.to_string())?.state.clone();
        let first = state.first_sequence.max(state.last_sequence.saturating_sub(SHOWN - 1));
        let mut letters = Vec::new();
        for sequence in (first..=state.last_sequence).rev().filter(|_| state.messages > 0) {
            if let Ok(message) = stream.get_raw_message(sequence).await {
                letters.extend(serde_json::from_slice(&message.payload).ok());
            }
        }
        Ok((state.messages, letters))
    }

    /// Forgets all dead letters; returns how many there were.
    pub(super) async fn forget_dead_letters(&self) -> Result<u64, String> {
        let stream = self.stream(subjects::DEAD).await?;
        stream.purge().await.map(|purged| purged.purged).map_err(|error| error.to_string())
    }

    /// All subjects of the stream of jobs that match, with how many messages each has.
    pub(super) async fn job_subjects(&self, filter: &str) -> Result<Vec<(String, usize)>, String> {
        let stream = self.stream(subjects::JOBS).await?;
        let mut found = Vec::new();
        let mut listed = stream.info_with_subjects(filter).await.map_err(|error| error.to_string())?;
        while let Some(subject) = listed.next().await {
            found.push(subject.map_err(|error| error.to_string())?);
        }
        Ok(found)
    }
}

/// A dead letter of this moment.
pub(super) fn letter(
    message: &super::messages::JobMessage,
    worker: &str,
    deliveries: u64,
    reason: String,
) -> DeadLetter {
    DeadLetter {
        run: message.run.clone(),
        job: message.job.clone(),
        units: message.work.units(),
        what: message.work.describe(),
        reason,
        deliveries,
        worker: worker.into(),
        at: unix_seconds(),
    }
}

/// A dead letter about a message that cannot be read.
pub(super) fn unreadable(subject: &str, worker: &str, why: &str) -> DeadLetter {
    let [_, _, run, job] = subjects::parts(subject).unwrap_or(["", "", "unknown", "unknown"]);
    // Every such message is one of its own, whatever its subject says.
    let job = format!("{job}-{}", random_name(4));
    DeadLetter {
        run: run.into(),
        job,
        units: Vec::new(),
        what: format!("a message at {subject}"),
        reason: format!("it cannot be read: {why}"),
        deliveries: 1,
        worker: worker.into(),
        at: unix_seconds(),
    }
}
