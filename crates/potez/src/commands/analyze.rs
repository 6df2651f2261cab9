//! `potez analyze`: the moves of a position, the best first.

use std::io::{self, Write};
use std::time::Duration;

use potez_table::{BotSpec, Limits, Line, Proof, Remark, Table, TableMove};
use potez_words::{Arg, Words};
use serde_json::json;

use super::progress::ThinkingLine;
use super::set_up;
use crate::cli::PositionArgs;
use crate::exit::UsageError;
use crate::interrupt;

/// The bot that the arguments ask for. An option given on the command line replaces what the bot's
/// spec says.
pub(super) fn spec(bot: &str, threads: Option<usize>, multipv: Option<usize>) -> Result<BotSpec, UsageError> {
    let mut spec: BotSpec = bot.parse().map_err(|error| UsageError(format!("{error}")))?;
    spec.threads = threads.or(spec.threads);
    spec.multipv = multipv.or(spec.multipv);
    Ok(spec)
}

/// `potez analyze`
pub(super) fn run(
    place: &PositionArgs,
    time: Duration,
    spec: &BotSpec,
    words: &Words,
    json: bool,
) -> anyhow::Result<()> {
    let table = set_up(place)?;
    table.check_running().map_err(UsageError::from)?;
    let mut bot = table.bot(spec).map_err(UsageError::from)?;
    let progress = ThinkingLine::new(table.as_ref(), words);
    let stop = interrupt::listen();
    let report = bot.think(table.as_ref(), Limits::time(time), &stop, &mut |report| progress.show(report));
    progress.clear();
    let report = report.map_err(UsageError::from)?;
    let mut out = io::stdout().lock();
    for (rank, line) in in_order(&report.lines).into_iter().enumerate() {
        let remarks = table.remarks(&line.mv().parts).map_err(UsageError::from)?;
        if json {
            let mut object = line_json(rank + 1, line);
            object["remarks"] = remarks.iter().map(|remark| remark_json(words, remark)).collect();
            writeln!(out, "{object}")?;
        } else {
            writeln!(out, "{:>2}. {}", rank + 1, line_text(table.as_ref(), line, words))?;
            for remark in &remarks {
                writeln!(out, "      {}", words.remark(remark))?;
            }
        }
    }
    let (nodes, speed, seconds) = (report.nodes, report.speed(), report.time.as_secs_f64());
    if json {
        let time = report.time.as_millis() as u64;
        writeln!(out, "{}", json!({ "nodes": nodes, "depth": report.depth, "timeMs": time, "speed": speed }))?;
    } else {
        let args = [
            ("depth", Arg::from(report.depth.to_string())),
            ("nodes", nodes.to_string().into()),
            ("seconds", format!("{seconds:.2}").into()),
            ("speed", speed.to_string().into()),
        ];
        writeln!(out, "{}", words.say("analysis-total", &args))?;
    }
    Ok(interrupt::check(&stop)?)
}

fn line_json(rank: usize, line: &Line<TableMove>) -> serde_json::Value {
    json!({
        "rank": rank,
        "move": line.mv(),
        "score": line.score.raw(),
        "winChance": line.win_chance,
        "proven": line.proof.map(Proof::word),
        "pv": line.pv,
        "depth": line.depth,
    })
}

/// A remark as the protocol has it, with its sentence in the user's language.
pub(super) fn remark_json(words: &Words, remark: &Remark) -> serde_json::Value {
    let mut object = json!(remark);
    object["text"] = json!(words.remark(remark));
    object
}

/// The candidates, the best first: a tree search ranks them by its visits, which is not always the
/// order of their values. The move that the bot would play stays the first.
pub(super) fn in_order(lines: &[Line<TableMove>]) -> Vec<&Line<TableMove>> {
    let mut ordered: Vec<&Line<TableMove>> = lines.iter().collect();
    if let Some(others) = ordered.get_mut(1..) {
        others.sort_by(|one, other| other.score.cmp(&one.score).then(other.win_chance.total_cmp(&one.win_chance)));
    }
    ordered
}

/// A line for people: the move, how good it is, and what is expected to follow. A proven line that
/// does not go to the end of the game ends with dots, and says how long it is only if that is known.
pub(super) fn line_text(table: &dyn Table, line: &Line<TableMove>, words: &Words) -> String {
    let Some(proof) = line.proof else {
        let value = format!("{:>5.1} %  {:>6}", line.win_chance * 100.0, line.score.to_string());
        return format!("{:<14} {value:<18} {}", line.mv(), texts(&line.pv));
    };
    let ends = ends_the_game(table, &line.pv);
    let shown = line.pv.len();
    let plies = if ends { Some(shown) } else { line.score.plies().map(|plies| plies as usize).filter(|&p| p > shown) };
    let result = ("result", Arg::from(proof.word()));
    let value = match plies {
        Some(plies) => words.say("line-proven-in", &[result, ("plies", plies.into())]),
        None => words.say("line-proven", &[result]),
    };
    format!("{:<14} {value:<18} {}{}", line.mv(), texts(&line.pv), if ends { "" } else { " …" })
}

/// Whether a line goes on to the end of the game.
pub(super) fn ends_the_game(table: &dyn Table, line: &[TableMove]) -> bool {
    let mut table = table.fork();
    line.iter().all(|mv| table.play_parts(&mv.parts).is_ok()) && table.check_running().is_err()
}

/// Moves one after the other.
pub(super) fn texts(moves: &[TableMove]) -> String {
    moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use potez_table::Score;
    use potez_words::Lang;

    use super::*;

    /// A line of these moves from the start of a game.
    fn line(table: &dyn Table, moves: &[&str], score: Score, proof: Option<Proof>) -> Line<TableMove> {
        let mut table = table.fork();
        let mut pv = Vec::new();
        for text in moves {
            let mv = table.read_move(text).expect("a legal move");
            table.play_parts(&mv.parts).expect("a legal move");
            pv.push(mv);
        }
        Line { score, win_chance: 0.5, proof, pv, depth: 1, visits: 0 }
    }

    #[test]
    fn candidates_are_in_the_order_of_their_values_after_the_bots_choice() {
        let table = potez_table::open("havannah:size=3", None).expect("a table");
        let candidate = |mv, score| line(table.as_ref(), &[mv], Score::estimate(score), None);
        let lines = [candidate("a1", 5), candidate("a2", -7), candidate("a3", 9), candidate("b1", 2)];
        let order: Vec<String> = in_order(&lines).iter().map(|line| line.mv().text).collect();
        assert_eq!(order, ["a1", "a3", "b1", "a2"]);
        assert!(in_order(&[]).is_empty());
    }

    #[test]
    fn a_proven_line_is_as_long_as_it_says_or_ends_with_dots() {
        let mut table = potez_table::open("havannah:size=3", None).expect("a table");
        potez_table::play_list(table.as_mut(), "a1 c3 a2 d3").expect("legal moves");
        let words = Words::new(Lang::En);
        let text = |moves: &[&str], plies| {
            let line = line(table.as_ref(), moves, Score::win_in(plies), Some(Proof::Win));
            let text = line_text(table.as_ref(), &line, &words);
            text.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(&["a3"], 1), "proven win in 1 a3");
        assert_eq!(text(&["b1", "b2"], 5), "proven win in 5 b1 b2 …", "the rest is not known");
        assert_eq!(text(&["b1", "b2"], 2), "proven win b1 b2 …", "the game goes on after it");
    }

    #[test]
    fn only_options_that_were_given_replace_what_the_bot_says() {
        let counts = |bot, threads, multipv| {
            let spec = spec(bot, threads, multipv).unwrap_or_else(|error| panic!("{error}"));
            (spec.thread_count(), spec.line_count())
        };
        assert_eq!(counts("potez", None, None), (1, 1));
        assert_eq!(counts("potez:threads=2,multipv=3", None, None), (2, 3));
        assert_eq!(counts("potez:threads=2,multipv=3", Some(1), Some(1)), (1, 1));
    }
}
