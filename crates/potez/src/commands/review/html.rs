//! The review as one page to send to somebody: no scripts, no other files.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use potez_table::review::{Judged, Judgement, Variation};
use potez_table::{Message, Player, Remark, Table};
use potez_words::Lang;

use super::sentences::{Sentences, percent};
use super::{board, graph};

const STYLE: &str = include_str!("style.css");

/// The page of a review; `effort` is what each search was given.
pub(super) fn page(sentences: &Sentences, effort: &str) -> Result<String, Message> {
    let review = sentences.review;
    let title = sentences.say("review-title", &[("game", review.game.as_str().into())]);
    let lang = Lang::ALL.iter().find(|(_, lang)| *lang == sentences.words.lang()).map_or("en", |(name, _)| name);
    let tables = Tables::of(sentences)?;
    let page = html! {
        (DOCTYPE) "\n"
        html lang=(lang) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                svg.hidden aria-hidden="true" { (board::definition(&tables.0[0].view())) }
                (header(sentences, &title))
                main {
                    (overview(sentences))
                    (worst_part(sentences, &tables)?)
                    (every_part(sentences, &tables))
                }
                footer { p { (sentences.say("review-made", &[("time", effort.into())])) } }
            }
        }
        "\n"
    };
    Ok(page.into_string())
}

/// How the game ended, and how well each player did.
fn header(sentences: &Sentences, title: &str) -> Markup {
    html! {
        header {
            h1 { (title) }
            p { (sentences.result()) }
            dl {
                @for player in Player::BOTH {
                    dt class=(player.letter()) { (sentences.player(player)) }
                    dd { (sentences.counts(player)) }
                }
            }
        }
    }
}

/// The graph with its key, and the box that hides the answers.
fn overview(sentences: &Sentences) -> Markup {
    html! {
        figure.over {
            figcaption { (sentences.say("review-chances", &[])) }
            (graph::graph(sentences))
        }
        p.key { (key(sentences)) }
        p { label { input type="checkbox" id="quiz"; " " (sentences.say("review-quiz", &[])) } }
    }
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
    fn after(&self, sentences: &Sentences, judged: &Judged) -> Markup {
        let label = sentences.say("review-board-after", &[("move", judged.mv.text.as_str().into())]);
        board::board(&self.0[judged.ply].view(), &label)
    }

    /// The board after another move in the same position.
    fn instead(&self, sentences: &Sentences, judged: &Judged, line: &Variation) -> Result<Markup, Message> {
        let mut table = self.0[judged.ply - 1].fork();
        if let Some(mv) = line.line.first() {
            table.play_parts(&mv.parts)?;
        }
        let label = sentences.say("review-board-after", &[("move", line.mv().into())]);
        Ok(board::board(&table.view(), &label))
    }
}

/// What the signs of the graph mean.
fn key(sentences: &Sentences) -> Markup {
    let bad = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];
    html! {
        @for (index, judgement) in bad.into_iter().enumerate() {
            @if index > 0 { " " }
            (sign(sentences, judgement))
        }
    }
}

/// A judgement with its sign, if it has one.
fn sign(sentences: &Sentences, judgement: Judgement) -> Markup {
    let sign = judgement.sign();
    html! {
        span class={ "tag " (judgement.word()) } {
            (sign) @if !sign.is_empty() { " " } (sentences.judgement(judgement))
        }
    }
}

fn worst_part(sentences: &Sentences, tables: &Tables) -> Result<Markup, Message> {
    let worst = sentences.review.worst();
    Ok(html! {
        section {
            h2 { (sentences.say("review-worst", &[])) }
            @if worst.is_empty() {
                p { (sentences.say("review-nothing", &[])) }
            }
            @for judged in worst {
                (worst_move(sentences, tables, judged)?)
            }
        }
    })
}

/// A bad move: the board after it, and after what would have been better.
fn worst_move(sentences: &Sentences, tables: &Tables, judged: &Judged) -> Result<Markup, Message> {
    Ok(html! {
        article {
            h3 {
                a href={ "#move-" (judged.ply) } { (sentences.name(judged)) }
                " " (tag(sentences, judged))
            }
            (change(sentences, judged))
            div.pair {
                figure {
                    (tables.after(sentences, judged))
                    figcaption { (sentences.say("review-played", &[("move", judged.mv.text.as_str().into())])) }
                }
                @if let Some(better) = &judged.better {
                    figure.answer tabindex="0" {
                        (tables.instead(sentences, judged, better)?)
                        figcaption { (sentences.better(better)) }
                    }
                }
            }
            (reasons(sentences, judged))
        }
    })
}

fn every_part(sentences: &Sentences, tables: &Tables) -> Markup {
    html! {
        section {
            h2 { (sentences.say("review-every", &[])) }
            p.soft { (sentences.say("review-chances", &[])) }
            @for judged in &sentences.review.moves {
                (move_part(sentences, tables, judged))
            }
        }
    }
}

/// A move in one line, which unfolds to all that is said about it.
fn move_part(sentences: &Sentences, tables: &Tables, judged: &Judged) -> Markup {
    let chance = percent(sentences.review.chances[judged.ply]);
    html! {
        details {
            summary {
                span.ply { (judged.ply) "." } " "
                b class=(judged.player.letter()) { (maud::display(judged.player)) } " "
                span.mv { (judged.mv.text) } " "
                meter min="0" max="100" value=(chance) { (chance) " %" } " "
                span.chance { (chance) " %" } " "
                (tag(sentences, judged))
            }
            // The address is inside of what is folded away, so that a browser that is sent there
            // unfolds it.
            div id={ "move-" (judged.ply) } {
                (change(sentences, judged))
                div.pair {
                    figure { (tables.after(sentences, judged)) }
                    div { (reasons(sentences, judged)) }
                }
            }
        }
    }
}

fn tag(sentences: &Sentences, judged: &Judged) -> Markup {
    html! {
        (sign(sentences, judged.judgement))
        @if judged.turning_point {
            " " span.tag.proven { (sentences.proof(judged).unwrap_or_default()) }
        }
    }
}

/// How the mover's chance changed, and what is certain.
fn change(sentences: &Sentences, judged: &Judged) -> Markup {
    let proof = sentences.proof(judged).filter(|_| !judged.turning_point);
    html! {
        p.soft {
            (maud::display(judged.player)) ": " (sentences.change(judged))
            @if let Some(proof) = proof { "; " (proof) }
        }
    }
}

/// Why: what the move does, what answers it, what would have been better.
fn reasons(sentences: &Sentences, judged: &Judged) -> Markup {
    html! {
        @if judged.why.is_none() { (remarks(sentences, &judged.remarks)) }
        @if let Some(reply) = &judged.reply {
            (line(sentences, &sentences.reply(judged, reply), reply, "reply"))
        }
        @if judged.why.is_some() { (remarks(sentences, judged.about())) }
        @if let Some(better) = &judged.better {
            div.answer tabindex="0" {
                (line(sentences, &sentences.better(better), better, "better"))
                (remarks(sentences, &judged.about_better()))
            }
        }
    }
}

fn line(sentences: &Sentences, name: &str, line: &Variation, class: &str) -> Markup {
    html! {
        p class=(class) {
            b { (name) } " "
            span.soft {
                "(" (sentences.chance(line)) ")"
                @if let Some(rest) = sentences.rest(line) { ", " (rest) }
            }
        }
    }
}

fn remarks(sentences: &Sentences, remarks: &[Remark]) -> Markup {
    html! {
        @if !remarks.is_empty() {
            ul { @for remark in remarks { li { (sentences.remark(remark)) } } }
        }
    }
}
