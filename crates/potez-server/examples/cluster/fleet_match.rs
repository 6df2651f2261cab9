//! Whether a match over workers is the match of one machine, by the journals of both.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

/// The games by pair without the time they took; a pair that is there twice is an error.
fn games(journal: &Path) -> Result<BTreeMap<u64, Value>, String> {
    let text = std::fs::read_to_string(journal).map_err(|error| error.to_string())?;
    let mut games = BTreeMap::new();
    for line in text.lines().skip(1) {
        let mut pair: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        for game in pair["games"].as_array_mut().into_iter().flatten() {
            (game["timeMs"], game["longestMs"]) = (Value::Null, Value::Null);
        }
        let number = pair["pair"].as_u64().unwrap_or(u64::MAX);
        if games.insert(number, pair).is_some() {
            return Err(format!("pair {} is there twice", number + 1));
        }
    }
    Ok(games)
}

/// Pairs in a journal.
pub(crate) fn pairs(journal: &Path) -> usize {
    std::fs::read_to_string(journal).map_or(0, |text| text.lines().count().saturating_sub(1))
}

/// Fails with what is lost, doubled or different.
pub(crate) fn compare(local: &Path, over: &Path) -> Result<(), String> {
    let (local, over) = (games(local)?, games(over)?);
    let lost: Vec<u64> = local.keys().filter(|pair| !over.contains_key(pair)).map(|pair| pair + 1).collect();
    if !lost.is_empty() {
        return Err(format!("pairs are lost: {lost:?}"));
    }
    let differs = local.iter().find(|(pair, games)| over.get(pair) != Some(games));
    differs.map_or(Ok(()), |(pair, _)| Err(format!("pair {} is another one than on one machine", pair + 1)))
}
