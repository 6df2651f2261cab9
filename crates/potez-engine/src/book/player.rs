//! A bot that plays from the book of its game before it thinks.

use potez_core::{Game, Position, Record};
use potez_search::{Limits, Line, Proof, Report, Score, Stop};

use super::Book;
use crate::bot::{MoveOf, Observer};
use crate::{Bot, BotBuilder, BotError, BotSpec, GameEngine};

/// The parameter that opens the book: `book=on`.
pub(crate) const KEY: &str = "book";
/// How far behind the best a move of the book may be to be played.
const MARGIN: f64 = 0.01;

/// Plays what the book of the game knows well, and thinks where it does not.
struct BookBot<G: Game> {
    bot: Box<dyn Bot<G>>,
    book: Book<'static>,
    rng: fastrand::Rng,
}

/// Takes `book` out of a spec, prepares the bot of the rest and puts the book before it, if that is asked for.
pub(crate) fn configure<G: GameEngine>(
    game: &G,
    spec: &BotSpec,
    rest: impl FnOnce(&G, &BotSpec) -> Result<BotBuilder<G>, BotError>,
) -> Result<BotBuilder<G>, BotError> {
    let mut plain = spec.clone();
    plain.extra.retain(|(key, _)| key != KEY);
    let builder = rest(game, &plain)?;
    if !spec.switch(KEY)? {
        return Ok(builder);
    }
    // Books are about the usual board only, and a bot without a book thinks from the first move on.
    let book = Book::read(G::BOOK).ok().filter(|book| book.game() == game.to_string());
    let rng = spec.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    Ok(match book {
        Some(book) => BotBuilder::new(move || BookBot { bot: builder.build(), book, rng }),
        None => builder,
    })
}

impl<G: Game> BookBot<G> {
    /// A move that is searched by itself, not proven to lose, and as good as the best of them, with the chance
    /// that the book gives it.
    fn choose(&mut self, game: &G, pos: &G::Position) -> Option<(MoveOf<G>, f64, u64)> {
        self.book.entry(game.canonical_key(pos)).filter(|entry| entry.is_searched)?;
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut known = Vec::new();
        for mv in moves {
            let mut after = pos.clone();
            after.play(mv);
            let Some(entry) = self.book.entry(game.canonical_key(&after)) else { continue };
            let loses = entry.proven.is_some_and(|outcome| Proof::of_outcome(outcome, pos.turn()) == Proof::Loss);
            known.push((mv, entry.chance(pos.turn()), entry.visits.into(), entry.is_searched && !loses));
        }
        let best = known.iter().map(|&(_, chance, ..)| chance).fold(0.0, f64::max);
        // What only a search before it has seen may be best, but then the book ends here.
        known.retain(|&(_, chance, _, is_safe)| is_safe && chance >= best - MARGIN);
        self.rng.choice(known).map(|(mv, chance, visits, _)| (mv, chance, visits))
    }
}

impl<G: Game> Bot<G> for BookBot<G> {
    /// The search is recorded, not the book.
    fn think_observed(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        observer: Observer<'_, MoveOf<G>>,
    ) -> Report<MoveOf<G>> {
        let is_recorded = matches!(observer, Observer::Trace(_));
        let chosen = (!is_recorded).then(|| self.choose(record.game(), record.position())).flatten();
        let Some((mv, win_chance, visits)) = chosen else {
            return self.bot.think_observed(record, limits, stop, observer);
        };
        let score = Score::estimate(((win_chance - 0.5) * 1000.0).round() as i32);
        let line = Line { score, win_chance, proof: None, pv: vec![mv], depth: 1, visits };
        Report { lines: vec![line], depth: 1, nodes: 1, time: std::time::Duration::ZERO }
    }

    fn wrapped(&mut self) -> Option<&mut dyn Bot<G>> {
        Some(self.bot.as_mut())
    }
}
