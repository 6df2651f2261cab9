//! The conformance suite: what every game must satisfy, checked over random play.

use std::collections::HashSet;

use crate::{ActionSpace, Game, MoveError, MoveParts, Outcome, Player, Position, Setup, parts};

type Mv<G> = <<G as Game>::Position as Position>::Move;

/// Plays `games` seeded random games of at most `plies` and checks every position on the way; then
/// calls `visit` with it, for the game's own properties. Returns the number of positions visited.
///
/// `candidates` gives a wide set of moves, legal and illegal, on which `check` must agree with
/// generation.
pub fn conform<G: Game>(
    game: &G,
    seed: u64,
    games: usize,
    plies: usize,
    candidates: impl Fn(&G::Position) -> Vec<Mv<G>>,
    mut visit: impl FnMut(&G::Position),
) -> usize {
    let spec = game.to_string();
    let again: G = spec.parse().unwrap_or_else(|error| panic!("`{spec}` does not read back: {error}"));
    assert_eq!(again.to_string(), spec);
    let mut rng = fastrand::Rng::with_seed(seed);
    let actions = game.actions();
    let mut visited = 0;
    for _ in 0..games {
        let mut pos = game.start();
        for _ in 0..=plies {
            check_position(game, &pos, &candidates(&pos));
            check_actions(game, &actions, &pos);
            visit(&pos);
            visited += 1;
            let Some(mv) = pos.random_move(&mut rng) else { break };
            check_move(game, &pos, mv);
            pos.play(mv);
        }
    }
    visited
}

/// Every property of a single position.
pub fn check_position<G: Game>(game: &G, pos: &G::Position, candidates: &[Mv<G>]) {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let legal: HashSet<Mv<G>> = moves.iter().copied().collect();
    assert_eq!(legal.len(), moves.len(), "a move is listed twice in {pos}");
    assert_eq!(pos.count_moves(), moves.len() as u64, "count_moves and legal_moves disagree in {pos}");
    for &mv in candidates.iter().chain(&moves) {
        let verdict = pos.check(mv);
        assert_eq!(verdict.is_ok(), legal.contains(&mv), "check and generation disagree on {mv} in {pos}: {verdict:?}");
        assert_eq!(pos.is_legal(mv), verdict.is_ok(), "is_legal and check disagree on {mv} in {pos}");
        if let Err(error) = verdict {
            assert!(!error.to_string().is_empty());
            let mut copy = pos.clone();
            assert!(copy.try_play(mv).is_err());
            assert!(copy == *pos && copy.key() == pos.key(), "a refused move changed {pos}");
        }
    }
    assert_eq!(pos.outcome().is_some(), game.reason(pos).is_some(), "outcome without reason, or the reverse, in {pos}");
    assert_eq!(pos.outcome().is_some(), moves.is_empty(), "a running game has moves and a finished one none: {pos}");

    check_setup(game, pos);
    let text = pos.to_string();
    let read = game.read_position(&text).unwrap_or_else(|error| panic!("`{text}` does not read back: {error}"));
    assert_eq!(read.to_string(), text);
    assert!(read == *pos, "`{text}` reads back as another position");
    assert_eq!(read.key(), pos.key(), "the incremental key of {text} differs from a fresh one");
    assert_eq!(read.outcome(), pos.outcome(), "the outcome of {text} is not what its text says");
    assert_eq!(read.turn(), pos.turn());
}

/// A board that is taken apart into a setup is put together again as the same position.
fn check_setup<G: Game>(game: &G, pos: &G::Position) {
    let setup = Setup::of(&game.view(pos, None), pos.turn());
    match game.set_up(&setup) {
        Ok(again) => assert!(again == *pos, "the board of {pos} is set up as {again}"),
        Err(error) => panic!("the board of {pos} cannot be set up: {error}"),
    }
}

/// A move falls into parts that make the move again, spell its text, and can be chosen one after
/// the other.
fn check_parts<G: Game>(game: &G, pos: &G::Position, mv: Mv<G>) {
    let whole = game.parts(mv);
    assert_eq!(game.assemble(&whole), Some(mv), "the parts {whole:?} of {mv}");
    assert_eq!(game.spell(&whole), mv.to_string(), "the parts {whole:?} of {mv}");
    let mut step = parts::step(game, pos, &[]);
    for (index, &part) in whole.iter().enumerate() {
        let choice = step.choice(part).unwrap_or_else(|| panic!("{part:?} of {mv} is not offered in {pos}"));
        assert_eq!(choice.completes && choice.is_final, choice.is_final, "{choice:?}");
        assert_eq!(choice.text, game.spell(&whole[..=index]));
        assert_eq!(parts::read(game, pos, &choice.text).chosen.len(), index + 1, "reading `{}` in {pos}", choice.text);
        step = parts::step(game, pos, &whole[..=index]);
    }
    assert_eq!(step.complete, Some(mv.to_string()), "{mv} in {pos}");
    for blocked in parts::blocked(game, pos, &parts::step(game, pos, &whole[..whole.len() - 1])) {
        assert!(game.assemble(&MoveParts::new(&whole[..whole.len() - 1]).with(blocked.part)).is_some());
    }
}

/// Every legal move has a number of its own, which leads back to it; and what the players see is not the same.
fn check_actions<G: Game>(game: &G, actions: &ActionSpace, pos: &G::Position) {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    for mv in moves {
        let number = actions.number(&game.parts(mv)).unwrap_or_else(|| panic!("{mv} has no number"));
        assert_eq!(game.action_number(actions, mv), Some(number), "{mv} has two numbers");
        assert!(number < actions.count());
        let parts = actions.parts(number).unwrap_or_else(|| panic!("{number} of {mv} has no parts"));
        assert_eq!(game.assemble(&parts), Some(mv), "the move of number {number}");
    }
    let [planes, rows, cols] = game.observation_shape();
    let [x, o] = Player::BOTH.map(|player| {
        let mut seen = vec![0.0; planes * rows * cols];
        game.observe(pos, player, &mut seen);
        seen
    });
    // Whose turn it is must be seen even on an empty board.
    assert_ne!(x, o, "both players see the same in {pos}");
}

fn check_move<G: Game>(game: &G, pos: &G::Position, mv: Mv<G>) {
    check_parts(game, pos, mv);
    let text = mv.to_string();
    match game.read_move(pos, &text) {
        Ok(read) => assert_eq!(read, mv, "`{text}` reads back as another move in {pos}"),
        Err(MoveError::Syntax(error)) => panic!("{error}"),
        Err(MoveError::Illegal(error)) => panic!("`{text}` in {pos}: {error}"),
    }
}

/// Checks that a symmetry maps the legal moves of a position onto those of its image, and each
/// successor onto the successor's image. `swaps` says that it exchanges the players.
pub fn check_symmetry<P: Position>(
    pos: &P,
    image: impl Fn(&P) -> P,
    map: impl Fn(&P, P::Move) -> P::Move,
    swaps: bool,
) {
    let mapped = image(pos);
    let turn = |player: Player| if swaps { !player } else { player };
    let outcome = |outcome: Outcome| match outcome {
        Outcome::Win(player) => Outcome::Win(turn(player)),
        Outcome::Draw => Outcome::Draw,
    };
    assert_eq!(mapped.outcome(), pos.outcome().map(outcome), "{pos} and its image {mapped}");
    if pos.outcome().is_none() {
        assert_eq!(mapped.turn(), turn(pos.turn()));
    }
    let (mut moves, mut mapped_moves) = (Vec::new(), Vec::new());
    pos.legal_moves(&mut moves);
    mapped.legal_moves(&mut mapped_moves);
    let expected: HashSet<P::Move> = moves.iter().map(|&mv| map(pos, mv)).collect();
    let found: HashSet<P::Move> = mapped_moves.into_iter().collect();
    assert_eq!(expected, found, "the moves of {pos} and of its image {mapped}");
    for &mv in moves.iter().step_by(moves.len() / 16 + 1) {
        let (mut here, mut there) = (pos.clone(), mapped.clone());
        here.play(mv);
        there.play(map(pos, mv));
        assert!(image(&here) == there, "{mv} in {pos} and its image {mapped}");
    }
}
