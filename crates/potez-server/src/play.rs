//! What players do: move, resign, take back, play again.

use std::sync::Arc;

use potez_engine::Table;

use crate::bounds;
use crate::clients::Client;
use crate::failure::Failure;
use crate::games::{Games, Next};
use crate::heads::{Head, Seat, Verdict};
use crate::live::{Inner, Live};
use crate::storage::Moves;
use crate::tables;
use crate::wire::{Act, Action, MoveRequest, Offers, Side, Takeback, You};

impl Games {
    /// Plays a move for whoever holds a token.
    pub(crate) async fn play(
        self: &Arc<Self>,
        live: &Arc<Live>,
        you: Option<You>,
        request: MoveRequest,
        client: Client,
    ) -> Result<(), Failure> {
        tables::check_length(&request.mv)?;
        let you = you.ok_or_else(Failure::forbidden)?;
        self.task(live, move |games, live| async move {
            let began = std::time::Instant::now();
            let mut inner = live.inner.lock().await;
            if inner.is_over() {
                return Err(over(&inner));
            }
            if request.ply != inner.table.ply() {
                return Err(Failure::stale());
            }
            if !you.plays(inner.turn()) {
                return Err(Failure::not_your_turn());
            }
            if inner.table.ply() >= bounds::MOVES {
                return Err(Failure::cannot());
            }
            *live.client.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = client;
            let next = games.moved(&inner, &request.mv)?;
            games.commit(&live, &mut inner, next).await?;
            games.metrics.moves.add(1);
            games.metrics.acknowledged(began.elapsed());
            Ok(())
        })
        .await
    }

    /// The game after a move.
    pub(crate) fn moved(&self, inner: &Inner, mv: &str) -> Result<Next, Failure> {
        let now = self.time.now();
        let mover = inner.turn();
        // The flag has fallen, though nobody has said so yet.
        if inner.head.clock.is_some_and(|clock| clock.flagged(now) == Some(mover)) && !inner.head.is_engine(mover) {
            return Err(Failure::cannot());
        }
        let mut table = inner.table.fork();
        let text = table.play(mv).map_err(Failure::rules)?;
        let mut head = inner.head.clone();
        head.offers.takeback = None;
        head.lesson = None;
        let goes_on = table.outcome().is_none();
        if let Some(clock) = &mut head.clock {
            // The clock begins when both have moved.
            let runs = goes_on && inner.made() + 1 >= 2;
            clock.press(mover, runs.then(|| table.turn().into()), now);
        }
        let moves = Moves::Add { ply: inner.table.ply(), text };
        Ok(Next { head, table: Some(table), moves })
    }

    /// Does something that is not a move.
    pub(crate) async fn act(
        self: &Arc<Self>,
        live: &Arc<Live>,
        you: Option<You>,
        act: Act,
        client: Client,
    ) -> Result<(), Failure> {
        let you = you.ok_or_else(Failure::forbidden)?;
        self.task(live, move |games, live| async move {
            let mut inner = live.inner.lock().await;
            let next = match act.action {
                Action::AskRematch | Action::AcceptRematch | Action::DeclineRematch => {
                    let (mut head, begins) = answered(&inner, you, act.action)?;
                    if let Some(table) = begins {
                        let permit = games.clients.game(client)?;
                        let next = games.add(head.again(), table, Some(permit), client).await?;
                        head.next = Some(next.id.clone());
                    }
                    Next::head(head)
                }
                _ => games.acted(&inner, you, act)?,
            };
            games.commit(&live, &mut inner, next).await
        })
        .await
    }

    fn acted(&self, inner: &Inner, you: You, act: Act) -> Result<Next, Failure> {
        let takes_back = matches!(act.action, Action::Undo);
        if inner.head.ending.is_some() || (inner.is_over() && !takes_back) {
            return Err(over(inner));
        }
        // Who speaks, where one token is good for both: whoever is named, or whoever is to move.
        let side = you.only().or(act.side).unwrap_or(inner.turn());
        let mut head = inner.head.clone();
        match act.action {
            Action::Resign => {
                head.end(Some(side.other()), "resign", self.time.now());
                Ok(Next::head(head))
            }
            Action::Abort => {
                if inner.made() >= 2 {
                    return Err(Failure::cannot());
                }
                head.end(None, "aborted", self.time.now());
                Ok(Next::head(head))
            }
            Action::Undo => {
                if head.takeback != Takeback::Free {
                    return Err(Failure::cannot());
                }
                self.taken_back(inner, you)
            }
            Action::AskTakeback => {
                if head.takeback != Takeback::Ask || inner.undo_length(you).is_none() {
                    return Err(Failure::cannot());
                }
                head.offers.takeback = Some(side);
                Ok(Next::head(head))
            }
            Action::AcceptTakeback => match head.offers.takeback {
                Some(Side::X) if side == Side::O => self.taken_back(inner, You::X),
                Some(Side::O) if side == Side::X => self.taken_back(inner, You::O),
                _ => Err(Failure::not_offered()),
            },
            Action::DeclineTakeback | Action::CancelTakeback => {
                let by = if act.action == Action::CancelTakeback { side } else { side.other() };
                if head.offers.takeback != Some(by) {
                    return Err(Failure::not_offered());
                }
                head.offers.takeback = None;
                Ok(Next::head(head))
            }
            Action::SwapSides => self.swapped(inner),
            Action::Insist => {
                let lesson =
                    head.lesson.clone().filter(|lesson| you.plays(lesson.by)).ok_or_else(Failure::not_offered)?;
                let mut next = self.moved(inner, &lesson.mv)?;
                next.head.judged = inner.table.ply() + 1;
                Ok(next)
            }
            Action::AskRematch | Action::AcceptRematch | Action::DeclineRematch => Err(Failure::cannot()),
        }
    }

    /// The game without somebody's last move and whatever came after it.
    pub(crate) fn taken_back(&self, inner: &Inner, you: You) -> Result<Next, Failure> {
        let length = inner.undo_length(you).ok_or_else(Failure::nothing_to_take_back)?;
        let table = inner.cut(length);
        let mut head = inner.head.clone();
        head.offers = Offers::default();
        head.lesson = None;
        head.judged = head.judged.min(length);
        if let Some(clock) = &mut head.clock {
            let runs = length.saturating_sub(head.given) >= 2;
            clock.run(runs.then(|| table.turn().into()), self.time.now());
        }
        Ok(Next { head, table: Some(table), moves: Moves::Cut(length) })
    }

    fn swapped(&self, inner: &Inner) -> Result<Next, Failure> {
        let mut head = inner.head.clone();
        if head.is_engine(Side::X) == head.is_engine(Side::O) {
            return Err(Failure::cannot());
        }
        head.seats.swap(0, 1);
        head.lesson = None;
        head.judged = inner.table.ply();
        if let Some(clock) = &mut head.clock {
            let running = clock.running();
            clock.run(running, self.time.now());
        }
        Ok(Next::head(head))
    }
}

/// What becomes of the wish to play again: the game's new head, and a table if another game begins.
fn answered(inner: &Inner, you: You, action: Action) -> Result<(Head, Option<Box<dyn Table>>), Failure> {
    let mut head = inner.head.clone();
    if !inner.is_over() || head.next.is_some() {
        return Err(Failure::cannot());
    }
    let offered = head.offers.rematch.take();
    let by_other = offered.is_some_and(|side| !you.plays(side));
    match action {
        Action::AskRematch if head.has_friend() && !by_other => {
            head.offers.rematch = you.only();
            Ok((head, None))
        }
        Action::DeclineRematch if offered.is_some() => Ok((head, None)),
        Action::AskRematch => Ok((head, Some(again(inner)?))),
        Action::AcceptRematch if by_other => Ok((head, Some(again(inner)?))),
        _ => Err(Failure::not_offered()),
    }
}

/// The table on which the next game begins.
fn again(inner: &Inner) -> Result<Box<dyn Table>, Failure> {
    let mut table = tables::open(&inner.head.game, inner.head.start.as_deref())?;
    for mv in inner.table.moves().iter().take(inner.head.given) {
        table.play(mv).map_err(Failure::rules)?;
    }
    Ok(table)
}

fn over(inner: &Inner) -> Failure {
    match inner.table.check_running() {
        Err(message) => Failure::rules(message),
        Ok(()) => Failure::game_over(),
    }
}

impl Head {
    /// Ends the game other than by the rules.
    pub(crate) fn end(&mut self, winner: Option<Side>, reason: &str, now: u64) {
        self.ending = Some(Verdict { winner, reason: reason.into() });
        self.offers = Offers::default();
        self.lesson = None;
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    /// The same game once more, with sides exchanged.
    fn again(&self) -> Self {
        let [x, o]: [Seat; 2] = self.seats.clone();
        Self {
            seats: [o, x],
            clock: self.clock.map(|clock| crate::clocks::Clock::new(clock.control)),
            ending: None,
            offers: Offers::default(),
            next: None,
            lesson: None,
            judged: self.given,
            ..self.clone()
        }
    }
}
