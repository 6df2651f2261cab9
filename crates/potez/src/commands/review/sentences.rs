//! What is said of a review, the same in the terminal and on the page.

use potez_table::review::{Judged, Judgement, Review, Variation};
use potez_table::{Player, Proof, Remark, Transcript};
use potez_words::{Arg, Words};

/// A review with the language it is told in.
pub(super) struct Sentences<'a> {
    pub(super) words: &'a Words,
    pub(super) review: &'a Review,
    /// What the players are called, where the record says it.
    names: [Option<String>; 2],
}

impl<'a> Sentences<'a> {
    pub(super) fn new(words: &'a Words, review: &'a Review, transcript: &Transcript) -> Self {
        let names = Player::BOTH.map(|player| transcript.tag(&player.to_string()).map(str::to_string));
        Self { words, review, names }
    }

    /// The player's letter, with a name if there is one: `X (Ana)`.
    pub(super) fn player(&self, player: Player) -> String {
        match &self.names[player.index()] {
            Some(name) => format!("{player} ({name})"),
            None => player.to_string(),
        }
    }

    pub(super) fn say(&self, key: &str, args: &[(&str, Arg)]) -> String {
        self.words.say(key, args)
    }

    /// How long the game was and how it ended.
    pub(super) fn result(&self) -> String {
        let moves = self.say("review-moves", &[("count", self.review.moves.len().into())]);
        let ending = match self.review.outcome {
            Some(outcome) => self.words.ending(Some(outcome), self.review.reason.as_deref().unwrap_or_default()),
            None => self.say("review-unfinished", &[]),
        };
        format!("{moves}; {ending}")
    }

    /// How many moves of each kind a player made.
    pub(super) fn counts(&self, player: Player) -> String {
        let mut parts = Vec::new();
        for judgement in Judgement::ALL {
            let count = self.review.count(player, judgement);
            if count > 0 {
                parts.push(self.say(&format!("review-count-{}", judgement.word()), &[("count", count.into())]));
            }
        }
        parts.join(", ")
    }

    pub(super) fn judgement(&self, judgement: Judgement) -> String {
        self.say(&format!("review-{}", judgement.word()), &[])
    }

    /// `move 17, X: d4-d6/Bd7`.
    pub(super) fn name(&self, judged: &Judged) -> String {
        let args = [
            ("ply", Arg::from(judged.ply)),
            ("player", judged.player.to_string().into()),
            ("move", judged.mv.text.as_str().into()),
        ];
        self.say("review-was-move", &args)
    }

    /// How the mover's chance changed.
    pub(super) fn change(&self, judged: &Judged) -> String {
        let args = [("before", percent(judged.before).into()), ("after", percent(judged.after).into())];
        self.say("review-change", &args)
    }

    /// What the move certainly changed, if anything is certain.
    pub(super) fn proof(&self, judged: &Judged) -> Option<String> {
        let after = judged.proven_after?;
        match judged.proven_before {
            Some(before) if judged.turning_point => {
                let args = [("before", self.result_word(before).into()), ("after", self.result_word(after).into())];
                Some(self.say("review-turning", &args))
            }
            _ => Some(self.say("review-proven", &[("result", self.result_word(after).into())])),
        }
    }

    fn result_word(&self, proof: Proof) -> String {
        self.say(&format!("review-result-{}", proof.word()), &[])
    }

    /// The chance of a line, or what is certain of it.
    pub(super) fn chance(&self, line: &Variation) -> String {
        match line.proven {
            Some(proof) => self.say("review-proven", &[("result", self.result_word(proof).into())]),
            None => format!("{} %", percent(line.chance)),
        }
    }

    pub(super) fn better(&self, line: &Variation) -> String {
        self.say("review-better-move", &[("move", line.mv().into())])
    }

    pub(super) fn reply(&self, judged: &Judged, line: &Variation) -> String {
        let enemy = (!judged.player).to_string();
        self.say("review-reply", &[("player", enemy.into()), ("move", line.mv().into())])
    }

    /// What is expected to follow the first move of a line, if anything; not all of it.
    pub(super) fn rest(&self, line: &Variation) -> Option<String> {
        const MOST: usize = 6;
        let rest: Vec<&str> = line.line.iter().skip(1).take(MOST).map(|mv| mv.text.as_str()).collect();
        (!rest.is_empty()).then(|| self.say("review-line", &[("line", rest.join(" ").into())]))
    }

    pub(super) fn remark(&self, remark: &Remark) -> String {
        self.words.remark(remark)
    }
}

/// A chance as a whole number of per cent; only what is certain is 0 or 100.
pub(super) fn percent(chance: f64) -> String {
    let rounded = (chance * 100.0).round();
    let rounded = if chance > 0.0 && chance < 1.0 { rounded.clamp(1.0, 99.0) } else { rounded };
    format!("{rounded:.0}")
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn only_what_is_certain_is_called_so() {
        assert_eq!([0.0, 0.001, 0.415, 0.9999, 1.0].map(percent), ["0", "1", "42", "99", "100"]);
    }
}
