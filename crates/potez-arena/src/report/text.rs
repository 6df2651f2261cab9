//! Tables in text, and the JSON of a tournament.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::stats::{Interval, Rating, Verdict};
use crate::{Event, Score, Standing, Summary};

/// The result of a match, for people.
pub fn match_text(event: &Event, summary: &Summary, verdict: Option<Verdict>) -> String {
    let [a, b] = [0, 1].map(|entrant: usize| event.entrants[entrant].name.as_str());
    let standing = &summary.standings[0];
    let mut text = format!("{a} against {b} at {}, {}\n", event.game, event.control);
    let _ = writeln!(text, "{}: {}", score(&standing.score), elo(standing.elo()));
    let _ = writeln!(text, "as X {}; as O {}", score(&standing.colours[0]), score(&standing.colours[1]));
    let _ = writeln!(text, "X {} over all", score(&summary.first_player));
    let _ = writeln!(
        text,
        "pairs by points 0 ½ 1 1½ 2: {}",
        standing.pairs.counts.map(|count| count.to_string()).join(" ")
    );
    let reasons: Vec<_> = summary.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    let _ = writeln!(text, "ends: {}", reasons.join(", "));
    for (entrant, standing) in event.entrants.iter().zip(&summary.standings) {
        let _ = writeln!(text, "{}: {}{}", entrant.name, times(standing), faults(standing));
    }
    if let Some(sprt) = event.sprt {
        let (low, high) = sprt.bounds();
        let verdict = verdict.map_or("no verdict yet", |verdict| match verdict {
            Verdict::H0 => "H0 accepted",
            Verdict::H1 => "H1 accepted",
        });
        let llr = sprt.llr(&standing.pairs);
        let _ = writeln!(
            text,
            "SPRT of {} against {} Elo: LLR {llr:.2} in ({low:.2}, {high:.2}), {verdict}",
            sprt.elo0, sprt.elo1
        );
    }
    text
}

fn score(score: &Score) -> String {
    let Score { wins, draws, losses } = score;
    format!("+{wins} ={draws} -{losses} ({:.1} %)", score.share() * 100.0)
}

fn elo(Interval { elo, low, high }: Interval) -> String {
    format!("{elo:+.0} Elo ({low:+.0} to {high:+.0} at 95 %)")
}

fn times(standing: &Standing) -> String {
    let mean = standing.time_ms as f64 / standing.thinks.max(1) as f64;
    format!("{mean:.1} ms a move, {} ms at most", standing.longest_ms)
}

fn faults(standing: &Standing) -> String {
    let Standing { illegal, crashes, time_losses, .. } = standing;
    if illegal + crashes + time_losses == 0 {
        return String::new();
    }
    format!(", lost by illegal moves {illegal}, crashes {crashes}, time {time_losses}")
}

/// One line on how an event goes.
pub fn progress_line(event: &Event, summary: &Summary) -> String {
    let games = format!("{} of {} games", summary.games(), event.total_games());
    if event.entrants.len() > 2 {
        return games;
    }
    let standing = &summary.standings[0];
    let sprt = event.sprt.map(|sprt| {
        let (low, high) = sprt.bounds();
        format!(", LLR {:.2} in ({low:.2}, {high:.2})", sprt.llr(&standing.pairs))
    });
    format!("{games}: {}, {}{}", score(&standing.score), elo(standing.elo()), sprt.unwrap_or_default())
}

/// The table of a tournament, for people.
pub fn tournament_text(event: &Event, summary: &Summary) -> String {
    let ratings = summary.ratings();
    let width = event.entrants.iter().map(|entrant| entrant.name.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!("{}, {}\n", event.game, event.control);
    let _ = writeln!(
        text,
        "{:>3}  {:<width$} {:>6} {:>5} {:>6} {:>5} {:>5} {:>5} {:>6}  ahead of the next",
        "", "name", "Elo", "±", "games", "won", "drawn", "lost", "faults"
    );
    let order = ratings.ranking();
    for (place, &entrant) in order.iter().enumerate() {
        let (rating, standing) = (ratings.rating(entrant), &summary.standings[entrant]);
        let Score { wins, draws, losses } = standing.score;
        let next = order.get(place + 1).map(|&next| ratings.difference(entrant, next));
        let ahead = next.map_or(String::new(), |Rating { elo, error }| format!("{elo:+.0} ±{error:.0}"));
        let row = format!(
            "{:>3}. {:<width$} {:>+6.0} {:>5.0} {:>6} {wins:>5} {draws:>5} {losses:>5} {:>6}  {ahead}",
            place + 1,
            event.entrants[entrant].name,
            rating.elo,
            rating.error,
            standing.score.games(),
            standing.illegal + standing.crashes + standing.time_losses,
        );
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text.push_str("Elo relative to the mean of the field, bars at 95 %\n");
    text
}

/// The object that ends the JSON of a tournament: the players from the best to the worst.
pub fn tournament_json(event: &Event, summary: &Summary) -> Value {
    let ratings = summary.ratings();
    let order = ratings.ranking();
    let player = |place: usize| {
        let entrant = order[place];
        let (rating, standing) = (ratings.rating(entrant), &summary.standings[entrant]);
        let ahead = order.get(place + 1).map(|&next| {
            let Rating { elo, error } = ratings.difference(entrant, next);
            json!({ "elo": elo, "eloLow": elo - error, "eloHigh": elo + error })
        });
        json!({
            "name": event.entrants[entrant].name,
            "games": standing.score.games(),
            "wins": standing.score.wins,
            "draws": standing.score.draws,
            "losses": standing.score.losses,
            "score": standing.score.share(),
            "elo": rating.elo,
            "eloLow": rating.elo - rating.error,
            "eloHigh": rating.elo + rating.error,
            "aheadOfNext": ahead,
            "illegal": standing.illegal,
            "crashes": standing.crashes,
            "timeLosses": standing.time_losses,
        })
    };
    let players: Vec<Value> = (0..order.len()).map(player).collect();
    json!({ "game": event.game, "games": summary.games(), "players": players })
}
