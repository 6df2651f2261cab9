//! Durations as whole milliseconds, the form in which they are stored and sent.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serializer};

/// The milliseconds of a duration; more than fit into the number is the most that fit.
pub(crate) fn count(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

pub(crate) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(count(*time))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    u64::deserialize(deserializer).map(Duration::from_millis)
}
