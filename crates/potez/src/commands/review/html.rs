//! The review as one page to send to somebody: no scripts, no other files.

use std::fmt::Write;

use potez_table::review::{Judged, Judgement, Variation};
use potez_table::{Message, Player, Remark, Table};
use potez_words::Lang;

use super::sentences::{Sentences, percent};
use super::{board, graph};

const STYLE: &str = include_str!("style.css");

/// The page of a review; `effort` is what each search was given.
pub(super) fn page(sentences: &Sentences, effort: &str) -> Result<String, Message> {
    let review = sentences.review;
    let title = escape(&sentences.say("review-title", &[("game", review.game.as_str().into())]));
    let lang = Lang::ALL.iter().find(|(_, lang)| *lang == sentences.words.lang()).map_or("en", |(name, _)| name);
    let tables = Tables::of(sentences)?;
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<svg class=\"hidden\" aria-hidden=\"true\">{}</svg>\n\
         <header>\n<h1>{title}</h1>\n<p>{}</p>\n<dl>\n",
        board::definition(&tables.0[0].view()),
        escape(&sentences.result())
    );
    for player in Player::BOTH {
        let counts = escape(&sentences.counts(player));
        let name = escape(&sentences.player(player));
        let _ = writeln!(page, "<dt class=\"{}\">{name}</dt><dd>{counts}</dd>", player.letter());
    }
    let _ = write!(
        page,
        "</dl>\n</header>\n<main>\n<figure class=\"over\"><figcaption>{}</figcaption>\n{}</figure>\n\
         <p class=\"key\">{}</p>\n<p><label><input type=\"checkbox\" id=\"quiz\"> {}</label></p>\n",
        escape(&sentences.say("review-chances", &[])),
        graph::graph(sentences),
        key(sentences),
        escape(&sentences.say("review-quiz", &[]))
    );
    page.push_str(&worst_part(sentences, &tables)?);
    page.push_str(&every_part(sentences, &tables));
    let made = sentences.say("review-made", &[("time", effort.into())]);
    let _ = write!(page, "</main>\n<footer><p>{}</p></footer>\n</body>\n</html>\n", escape(&made));
    Ok(page)
}

/// Text as it must stand in HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The table at every position of the game, the start first.
struct Tables(Vec<Box<dyn Table>>);

impl Tables {
    fn of(sentences: &Sentences) -> Result<Self, Message> {
        let review = sentences.review;
        let mut tables = vec![potez_table::open(&review.game, review.start.as_deref())?];
        for judged in &review.moves {
            let mut next = tables[tables.len() - 1].fork();
            next.play_parts(&judged.mv.parts)?;
            tables.push(next);
        }
        Ok(Self(tables))
    }

    /// The board after a move of the game.
    fn after(&self, sentences: &Sentences, judged: &Judged) -> String {
        let label = sentences.say("review-board-after", &[("move", judged.mv.text.as_str().into())]);
        board::board(&self.0[judged.ply].view(), &label)
    }

    /// The board after another move in the same position.
    fn instead(&self, sentences: &Sentences, judged: &Judged, line: &Variation) -> Result<String, Message> {
        let mut table = self.0[judged.ply - 1].fork();
        if let Some(mv) = line.line.first() {
            table.play_parts(&mv.parts)?;
        }
        let label = sentences.say("review-board-after", &[("move", line.mv().into())]);
        Ok(board::board(&table.view(), &label))
    }
}

/// What the signs of the graph mean.
fn key(sentences: &Sentences) -> String {
    let bad = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];
    let sign = |judgement: Judgement| {
        let (word, name) = (judgement.word(), escape(&sentences.judgement(judgement)));
        format!("<span class=\"tag {word}\">{} {name}</span>", judgement.sign())
    };
    bad.map(sign).join(" ")
}

fn worst_part(sentences: &Sentences, tables: &Tables) -> Result<String, Message> {
    let mut part = format!("<section>\n<h2>{}</h2>\n", escape(&sentences.say("review-worst", &[])));
    let worst = sentences.review.worst();
    if worst.is_empty() {
        let _ = writeln!(part, "<p>{}</p>", escape(&sentences.say("review-nothing", &[])));
    }
    for judged in worst {
        let _ = write!(
            part,
            "<article>\n<h3><a href=\"#move-{}\">{}</a> {}</h3>\n{}<div class=\"pair\">\n\
             <figure>{}<figcaption>{}</figcaption></figure>\n",
            judged.ply,
            escape(&sentences.name(judged)),
            tag(sentences, judged),
            change(sentences, judged),
            tables.after(sentences, judged),
            escape(&sentences.say("review-played", &[("move", judged.mv.text.as_str().into())]))
        );
        if let Some(better) = &judged.better {
            let _ = writeln!(
                part,
                "<figure class=\"answer\" tabindex=\"0\">{}<figcaption>{}</figcaption></figure>",
                tables.instead(sentences, judged, better)?,
                escape(&sentences.better(better))
            );
        }
        let _ = write!(part, "</div>\n{}</article>\n", reasons(sentences, judged));
    }
    part.push_str("</section>\n");
    Ok(part)
}

fn every_part(sentences: &Sentences, tables: &Tables) -> String {
    let mut part = format!(
        "<section>\n<h2>{}</h2>\n<p class=\"soft\">{}</p>\n",
        escape(&sentences.say("review-every", &[])),
        escape(&sentences.say("review-chances", &[]))
    );
    for judged in &sentences.review.moves {
        let chance = percent(sentences.review.chances[judged.ply]);
        // The address is inside of what is folded away, so that a browser that is sent there
        // unfolds it.
        let _ = write!(
            part,
            "<details>\n<summary><span class=\"ply\">{ply}.</span> <b class=\"{}\">{}</b> <span class=\"mv\">{}</span> \
             <meter min=\"0\" max=\"100\" value=\"{chance}\">{chance} %</meter> \
             <span class=\"chance\">{chance} %</span> {}</summary>\n\
             <div id=\"move-{ply}\">{}<div class=\"pair\"><figure>{}</figure><div>{}</div></div></div>\n</details>\n",
            judged.player.letter(),
            judged.player,
            escape(&judged.mv.text),
            tag(sentences, judged),
            change(sentences, judged),
            tables.after(sentences, judged),
            reasons(sentences, judged),
            ply = judged.ply
        );
    }
    part.push_str("</section>\n");
    part
}

fn tag(sentences: &Sentences, judged: &Judged) -> String {
    let judgement = judged.judgement;
    let sign = judgement.sign();
    let gap = if sign.is_empty() { "" } else { " " };
    let name = escape(&sentences.judgement(judgement));
    let mut tag = format!("<span class=\"tag {}\">{sign}{gap}{name}</span>", judgement.word());
    if judged.turning_point {
        let proof = escape(&sentences.proof(judged).unwrap_or_default());
        let _ = write!(tag, " <span class=\"tag proven\">{proof}</span>");
    }
    tag
}

/// How the mover's chance changed, and what is certain.
fn change(sentences: &Sentences, judged: &Judged) -> String {
    let proof = sentences.proof(judged).filter(|_| !judged.turning_point);
    let proof = proof.map_or_else(String::new, |proof| format!("; {}", escape(&proof)));
    format!("<p class=\"soft\">{}: {}{proof}</p>\n", judged.player, escape(&sentences.change(judged)))
}

/// Why: what the move does, what answers it, what would have been better.
fn reasons(sentences: &Sentences, judged: &Judged) -> String {
    let mut text = remarks(sentences, &judged.remarks);
    if let Some(reply) = &judged.reply {
        text.push_str(&line(sentences, &sentences.reply(judged, reply), reply, "reply"));
    }
    if let Some(better) = &judged.better {
        let better = line(sentences, &sentences.better(better), better, "better");
        let _ = writeln!(text, "<div class=\"answer\" tabindex=\"0\">{better}</div>");
    }
    text
}

fn line(sentences: &Sentences, name: &str, line: &Variation, class: &str) -> String {
    let rest = sentences.rest(line).map_or_else(String::new, |rest| format!(", {}", escape(&rest)));
    let chance = escape(&sentences.chance(line));
    format!(
        "<p class=\"{class}\"><b>{}</b> <span class=\"soft\">({chance}){rest}</span></p>\n{}",
        escape(name),
        remarks(sentences, &line.remarks)
    )
}

fn remarks(sentences: &Sentences, remarks: &[Remark]) -> String {
    if remarks.is_empty() {
        return String::new();
    }
    let mut items = String::new();
    for remark in remarks {
        let _ = write!(items, "<li>{}</li>", escape(&sentences.remark(remark)));
    }
    format!("<ul>{items}</ul>\n")
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn nothing_of_a_text_is_taken_for_a_tag() {
        assert_eq!(escape("<b>\"x\" & y</b>"), "&lt;b&gt;&quot;x&quot; &amp; y&lt;/b&gt;");
    }
}
