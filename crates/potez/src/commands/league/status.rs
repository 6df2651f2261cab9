//! The table of a league in lines of text.

use std::io::{self, Write};

use serde_json::Value;

/// Prints a league as it stands.
pub(super) fn print(view: &Value, json: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{view}")?;
    } else {
        write!(out, "{}", table(view))?;
    }
    Ok(())
}

/// The table in lines.
fn table(view: &Value) -> String {
    let said = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let (played, planned) = (&view["played"], &view["planned"]);
    let mut lines = vec![format!(
        "{}: {}, {}, {}; {}, {played} of {planned} games",
        said(&view["name"]),
        said(&view["game"]),
        said(&view["time"]),
        said(&view["format"]),
        said(&view["state"]),
    )];
    let rows = view["standings"].as_array().cloned().unwrap_or_default();
    let width = rows.iter().map(|row| said(&row["name"]).chars().count()).max().unwrap_or(0).max(4);
    lines.push(format!(
        "{:>3}  {:width$} {:>6} {:>5} {:>5} {:>5} {:>7}  {:>13} {:>6}",
        "", "name", "games", "won", "drawn", "lost", "points", "Elo", "faults"
    ));
    for row in &rows {
        let place = row["place"].as_u64().map_or_else(|| "–".into(), |place| format!("{place}."));
        let elo = match (row["elo"].as_f64(), row["error"].as_f64()) {
            (Some(elo), Some(error)) => format!("{elo:+.0} ± {error:.0}"),
            _ => "–".into(),
        };
        let number = |key: &str| row[key].to_string();
        let note = match (row["place"].is_null(), row["here"] == true) {
            (true, _) => "  excluded",
            (false, false) => "  away",
            (false, true) => "",
        };
        let points = row["points"].as_f64().unwrap_or_default();
        lines.push(format!(
            "{place:>3}  {:width$} {:>6} {:>5} {:>5} {:>5} {points:>7}  {elo:>13} {:>6}{note}",
            said(&row["name"]),
            number("games"),
            number("wins"),
            number("draws"),
            number("losses"),
            number("faults"),
        ));
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_table_has_a_line_for_every_bot() {
        let row = json!({ "name": "Ana", "place": 1, "games": 2, "wins": 1, "draws": 1, "losses": 0, "points": 1.5,
            "elo": 88.4, "error": 120.0, "faults": 3, "here": false });
        let out = json!({ "name": "Bora", "place": null, "games": 0, "wins": 0, "draws": 0, "losses": 0, "points": 0.0,
            "elo": null, "error": null, "faults": 0, "here": true });
        let view = json!({ "name": "L", "game": "byte", "time": "1 s", "format": "swiss", "state": "over", "played": 1,
            "planned": 1, "standings": [row, out] });
        let text = table(&view);
        assert!(text.contains("1.  Ana") && text.contains("+88 ± 120") && text.contains("away"), "{text}");
        assert!(text.lines().nth(3).unwrap().ends_with("excluded"), "{text}");
    }
}
