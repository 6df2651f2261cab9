//! Many games of the same rules, played at once.

use std::sync::Arc;

use potez_core::{ActionSpace, Game, Kind, Message, Outcome, Player, Position};

use crate::learning::NoSuchAction;

/// Many games of the same rules, played at once. A game that ends begins anew at once.
///
/// What is asked for is written into memory of the caller, game after game, so that a loop over
/// millions of moves allocates nothing.
pub trait Batch: Send {
    /// The number of games, at least one.
    fn games(&self) -> usize;
    /// How many numbers of moves there are.
    fn action_count(&self) -> usize;
    /// Planes, rows and columns of an observation.
    fn observation_shape(&self) -> [usize; 3];
    /// Begins all games anew.
    fn reset(&mut self);
    /// Plays one move in every game. Of a game that has ended by it, `returns` has the results of X
    /// and of O, 1, 0 or −1, and `ended` is set. Nothing is played if one of the moves is not legal.
    fn step(&mut self, actions: &[i64], returns: &mut [f32], ended: &mut [bool]) -> Result<(), BatchError>;
    /// The player to move in every game, 0 or 1.
    fn players(&self, players: &mut [i8]);
    /// Which moves are legal in every game.
    fn masks(&mut self, masks: &mut [bool]);
    /// What the player to move sees in every game.
    fn observations(&mut self, planes: &mut [f32]);
    /// A legal move of every game, chosen uniformly.
    fn random_actions(&mut self, actions: &mut [i64]);
    /// The positions as texts.
    fn positions(&self) -> Vec<String>;
}

/// A move that could not be played, and in which game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}: {message}")]
pub struct BatchError {
    /// The game, from 0.
    pub game: usize,
    /// What is wrong with the move.
    pub message: Message,
}

/// One of the games.
struct Seat<P: Position> {
    pos: P,
    /// The positions before, in games that end by repetition.
    past: Vec<P>,
    rng: fastrand::Rng,
    moves: Vec<P::Move>,
    next: Option<P::Move>,
    ended: Option<Outcome>,
}

impl<P: Position> Seat<P> {
    /// Plays what was chosen; a game that is over begins anew.
    fn play(&mut self, start: &P) {
        let Some(mv) = self.next.take() else { return };
        if P::REPEATS {
            self.past.push(self.pos.clone());
        }
        self.pos.play(mv);
        self.ended = self.pos.outcome().or_else(|| self.is_repeated().then_some(Outcome::Draw));
        if self.ended.is_some() {
            self.begin(start);
        }
    }

    fn is_repeated(&self) -> bool {
        let key = self.pos.key();
        P::REPEATS && self.past.iter().filter(|past| past.key() == key && **past == self.pos).count() >= 2
    }

    fn begin(&mut self, start: &P) {
        self.pos.clone_from(start);
        self.past.clear();
    }
}

/// Games of one kind.
pub(crate) struct TypedBatch<G: Game> {
    game: G,
    start: G::Position,
    space: Arc<ActionSpace>,
    seats: Vec<Seat<G::Position>>,
    threads: usize,
}

impl<G: Game> TypedBatch<G> {
    pub(crate) fn new(
        game: G,
        start: G::Position,
        space: Arc<ActionSpace>,
        games: usize,
        seed: u64,
        threads: usize,
    ) -> Self {
        let seat = |index| Seat {
            pos: start.clone(),
            past: Vec::new(),
            // Each game has its own, so that threads change nothing.
            rng: fastrand::Rng::with_seed(seed.wrapping_add(index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)),
            moves: Vec::new(),
            next: None,
            ended: None,
        };
        let seats = (0..games.max(1)).map(seat).collect();
        Self { game, start, space, seats, threads: threads.max(1) }
    }
}

/// The move of a number, if it is legal in this position.
fn read<G: Game>(
    game: &G,
    space: &ActionSpace,
    pos: &G::Position,
    action: i64,
) -> Result<<G::Position as Position>::Move, Message> {
    let parts = u32::try_from(action).ok().and_then(|number| space.parts(number));
    let Some(mv) = parts.and_then(|parts| game.assemble(&parts)) else {
        return Err(Message::new(Kind::BadMove, &NoSuchAction { action, most: space.count() - 1 }));
    };
    if pos.is_legal(mv) {
        return Ok(mv);
    }
    let illegal = pos.check(mv).expect_err("is_legal and check agree");
    Err(Message::new(Kind::IllegalMove, &illegal))
}

/// Does something with every game, its index and its share of a list, on as many threads as there are.
fn share<P: Position, T: Send>(
    seats: &mut [Seat<P>],
    list: &mut [T],
    threads: usize,
    work: impl Fn(usize, &mut Seat<P>, &mut [T]) + Sync,
) {
    let each = list.len() / seats.len();
    let part = seats.len().div_ceil(threads);
    let run = |first: usize, seats: &mut [Seat<P>], list: &mut [T]| {
        let seats = seats.iter_mut().zip(list.chunks_exact_mut(each));
        seats.enumerate().for_each(|(index, (seat, list))| work(first + index, seat, list));
    };
    if threads == 1 {
        return run(0, seats, list);
    }
    let run = &run;
    std::thread::scope(|scope| {
        for (chunk, (seats, list)) in seats.chunks_mut(part).zip(list.chunks_mut(part * each)).enumerate() {
            scope.spawn(move || run(chunk * part, seats, list));
        }
    });
}

impl<G: Game> Batch for TypedBatch<G> {
    fn games(&self) -> usize {
        self.seats.len()
    }

    fn action_count(&self) -> usize {
        self.space.count() as usize
    }

    fn observation_shape(&self) -> [usize; 3] {
        self.game.observation_shape()
    }

    fn reset(&mut self) {
        for seat in &mut self.seats {
            seat.begin(&self.start);
        }
    }

    fn step(&mut self, actions: &[i64], returns: &mut [f32], ended: &mut [bool]) -> Result<(), BatchError> {
        let (game, space) = (&self.game, &*self.space);
        share(&mut self.seats, ended, self.threads, |index, seat, failed| {
            seat.next = read(game, space, &seat.pos, actions[index]).ok();
            failed[0] = seat.next.is_none();
        });
        if let Some(index) = ended.iter().position(|&failed| failed) {
            ended.fill(false);
            let message = read(game, space, &self.seats[index].pos, actions[index]).expect_err("it failed above");
            return Err(BatchError { game: index, message });
        }
        let start = &self.start;
        share(&mut self.seats, returns, self.threads, |_, seat, returns| {
            seat.play(start);
            let x = match seat.ended {
                Some(Outcome::Win(Player::X)) => 1.0,
                Some(Outcome::Win(Player::O)) => -1.0,
                Some(Outcome::Draw) | None => 0.0,
            };
            // Not `-x`: a zero would become a negative one.
            returns.copy_from_slice(&[x, 0.0 - x]);
        });
        for (seat, ended) in self.seats.iter_mut().zip(ended) {
            *ended = seat.ended.take().is_some();
        }
        Ok(())
    }

    fn players(&self, players: &mut [i8]) {
        for (seat, player) in self.seats.iter().zip(players) {
            *player = seat.pos.turn().index() as i8;
        }
    }

    fn masks(&mut self, masks: &mut [bool]) {
        let (game, space) = (&self.game, &*self.space);
        share(&mut self.seats, masks, self.threads, |_, seat, mask| {
            mask.fill(false);
            seat.moves.clear();
            seat.pos.legal_moves(&mut seat.moves);
            for number in seat.moves.iter().filter_map(|&mv| game.action_number(space, mv)) {
                mask[number as usize] = true;
            }
        });
    }

    fn observations(&mut self, planes: &mut [f32]) {
        let game = &self.game;
        share(&mut self.seats, planes, self.threads, |_, seat, planes| {
            planes.fill(0.0);
            game.observe(&seat.pos, seat.pos.turn(), planes);
        });
    }

    fn random_actions(&mut self, actions: &mut [i64]) {
        let (game, space) = (&self.game, &*self.space);
        share(&mut self.seats, actions, self.threads, |_, seat, action| {
            let mv = seat.pos.random_move(&mut seat.rng);
            action[0] = mv.and_then(|mv| game.action_number(space, mv)).map_or(-1, i64::from);
        });
    }

    fn positions(&self) -> Vec<String> {
        self.seats.iter().map(|seat| seat.pos.to_string()).collect()
    }
}
