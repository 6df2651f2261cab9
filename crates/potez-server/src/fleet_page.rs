//! The state of the fleet as a page for whoever runs the server: plain HTML that renews itself.

use potez_fleet::nats::FleetStatus;
use potez_words::{Arg, Lang, Words};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;\
    color:#222;background:#fafaf7}table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}\
    th,td{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #ccc;vertical-align:top}\
    td{overflow-wrap:break-word}div{overflow-x:auto}td.n,th.n{text-align:right}\
    @media(max-width:40rem){body{font-size:13px;margin:1rem auto}th,td{padding-right:.4rem}}\
    @media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}th,td{border-color:#444}}";

/// A column: the key of its heading, and whether it holds numbers.
type Column = (&'static str, bool);

/// The page; without a state where NATS does not answer.
pub(crate) fn page(status: Option<&FleetStatus>, words: &Words) -> String {
    let title = words.say("fleet-title", &[]);
    let body = match status {
        Some(status) => body(status, words),
        None => format!("<p>{}</p>", escaped(&words.say("fleet-away", &[]))),
    };
    format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"5\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title} · Potez</title><style>{STYLE}</style>\
         </head><body><main><h1>{title}</h1>{body}</main></body></html>",
        Lang::ALL.iter().find(|(_, lang)| *lang == words.lang()).map_or("en", |(tag, _)| tag)
    )
}

fn body(status: &FleetStatus, words: &Words) -> String {
    let heading = |text: &str| format!("<h2>{}</h2>", escaped(text));
    let said = |key: &str| words.say(key, &[]);
    let sentence = |text: &str| format!("<p>{}</p>", escaped(text));
    let (leases, redelivered) = (status.leases.to_string(), status.redelivered.to_string());
    let leases = words.say("fleet-leases", &[("leases", Arg::from(leases)), ("redelivered", Arg::from(redelivered))]);
    let nobody = if status.workers.is_empty() { sentence(&said("fleet-no-workers")) } else { String::new() };
    [
        heading(&said("fleet-workers")),
        nobody,
        workers(status, words),
        heading(&said("fleet-runs")),
        runs(status, words),
        heading(&said("fleet-queue")),
        sentence(&leases),
        queues(status, words),
        heading(&words.say("fleet-dead", &[("dead", Arg::from(status.dead.to_string()))])),
        dead_letters(status, words),
    ]
    .concat()
}

fn workers(status: &FleetStatus, words: &Words) -> String {
    let columns = [
        ("fleet-worker", false),
        ("fleet-build", false),
        ("fleet-slots", true),
        ("fleet-busy", true),
        ("fleet-units", true),
        ("fleet-speed", true),
    ];
    let rows = status.workers.iter().map(|worker| {
        vec![
            worker.worker.clone(),
            worker.build.to_string(),
            worker.slots.to_string(),
            worker.jobs.len().to_string(),
            worker.units.to_string(),
            format!("{:.2}", worker.speed),
        ]
    });
    table(&columns, rows, words)
}

fn runs(status: &FleetStatus, words: &Words) -> String {
    let columns = [
        ("fleet-run", false),
        ("fleet-what", false),
        ("fleet-units", true),
        ("fleet-remaining", true),
        ("fleet-jobs", true),
    ];
    let rows = status.runs.iter().map(|run| {
        let what = std::iter::once(run.what.clone()).chain(run.outliers.iter().cloned());
        let what = what.collect::<Vec<_>>().join("; ");
        vec![run.run.clone(), what, run.done.to_string(), run.remaining.to_string(), run.jobs.to_string()]
    });
    table(&columns, rows, words)
}

fn queues(status: &FleetStatus, words: &Words) -> String {
    let columns = [("fleet-run", false), ("fleet-lane", false), ("fleet-build", false), ("fleet-jobs", true)];
    let rows = status
        .queues
        .iter()
        .map(|queue| vec![queue.run.clone(), queue.lane.clone(), queue.build.clone(), queue.jobs.to_string()]);
    table(&columns, rows, words)
}

fn dead_letters(status: &FleetStatus, words: &Words) -> String {
    let columns = [("fleet-run", false), ("fleet-what", false), ("fleet-reason", false), ("fleet-deliveries", true)];
    let rows = status.dead_letters.iter().map(|letter| {
        vec![letter.run.clone(), letter.what.clone(), letter.reason.clone(), letter.deliveries.to_string()]
    });
    table(&columns, rows, words)
}

/// A table; nothing where it would have no rows.
fn table(columns: &[Column], rows: impl Iterator<Item = Vec<String>>, words: &Words) -> String {
    let class = |is_number: bool| if is_number { " class=\"n\"" } else { "" };
    let cell = |(text, (_, number)): (&String, &Column)| format!("<td{}>{}</td>", class(*number), escaped(text));
    let row = |row: Vec<String>| format!("<tr>{}</tr>", row.iter().zip(columns).map(cell).collect::<Vec<_>>().concat());
    let rows: Vec<String> = rows.map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let head =
        |(key, number): &Column| format!("<th scope=\"col\"{}>{}</th>", class(*number), escaped(&words.say(key, &[])));
    let heads = columns.iter().map(head).collect::<Vec<_>>().concat();
    format!("<div><table><thead><tr>{heads}</tr></thead><tbody>{}</tbody></table></div>", rows.concat())
}

/// A text as HTML: names of workers and reasons come from other machines.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use potez_fleet::nats::DeadLetter;

    #[test]
    fn what_other_machines_say_is_text_and_never_markup() {
        let letter = DeadLetter {
            run: "r".into(),
            job: "j".into(),
            units: Vec::new(),
            what: "<script>alert(1)</script>".into(),
            reason: "a \"reason\" & more".into(),
            deliveries: 6,
            worker: "w".into(),
            at: 0,
        };
        let status = FleetStatus {
            workers: Vec::new(),
            runs: Vec::new(),
            queues: Vec::new(),
            leases: 3,
            redelivered: 1,
            dead: 1,
            dead_letters: vec![letter],
        };
        let page = page(Some(&status), &Words::new(Lang::SrLatn));
        assert!(page.contains("&lt;script&gt;") && !page.contains("<script"), "{page}");
        assert!(page.contains("a &quot;reason&quot; &amp; more"), "{page}");
        assert!(page.contains("Nema nijednog radnika.") && page.contains("Kod radnika: 3"), "{page}");
    }
}
