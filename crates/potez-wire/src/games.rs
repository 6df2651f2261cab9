//! Games that are played: made as a request asks, changed by events, shown to readers.

use std::time::Duration;

use potez_session::{
    Event, GameClock, Lesson, Offer, Policy, Seat, Session, SessionState, Sides, Takeback, TimeControl,
};
use potez_table::review::{self, KnownLine};
use potez_table::{MoveParts, Player, Proof, Remark, Table, TableMove};
use potez_words::Words;

use crate::error::ApiError;
use crate::json::{
    Act, Action, Brief, ClockView, CreateRequest, GameView, LessonView, MoveRequest, MoveView, PlayerKind, PlayerView,
    Players, SentMove, SideRequest, Utterance,
};
use crate::positions::PositionFacts;
use crate::{analyses, bots, limits, names, tables};

/// How games are run.
pub const POLICY: Policy = Policy { bot_most: Some(limits::ENGINE_MOVE), ..Policy::SERVER };

/// A game as a request asks for it.
pub struct NewGame {
    /// The game.
    pub session: Session,
    /// Who plays X and who plays O, after any exchange.
    pub sides: [SideRequest; 2],
    /// What whoever asks plays.
    pub you: Option<Sides>,
}

impl NewGame {
    /// The side of the friend, if one is to come.
    pub fn friend(&self) -> Option<Player> {
        let is_friend = |player: &Player| matches!(self.sides[player.index()], SideRequest::Friend { .. });
        Player::BOTH.into_iter().find(is_friend)
    }
}

/// Sets a game up as a request asks.
pub fn make(request: &CreateRequest) -> Result<NewGame, ApiError> {
    let table = tables::at(&request.at)?;
    table.check_running().map_err(ApiError::rules)?;
    if request.clock.is_some_and(|control: TimeControl| !control.is_sound()) {
        return Err(ApiError::unfit("server-clock-bad"));
    }
    let mut sides = [request.x.clone(), request.o.clone()];
    if request.shuffle && fastrand::bool() {
        sides.swap(0, 1);
    }
    let [x, o] = [0, 1].map(|at: usize| seat(&sides[at], table.as_ref()));
    let seats = [x?, o?];
    let count = |wanted: fn(&SideRequest) -> bool| sides.iter().filter(|side| wanted(side)).count();
    let me = count(|side| matches!(side, SideRequest::Me { .. }));
    let friend = count(|side| matches!(side, SideRequest::Friend { .. }));
    if friend > 1 || (friend == 1 && me == 0) {
        return Err(ApiError::unfit("server-seats"));
    }
    if request.teaching && (me, friend) != (1, 0) {
        return Err(ApiError::unfit("server-teaching"));
    }
    let usual = if friend > 0 { Takeback::Ask } else { Takeback::Free };
    let takeback = request.takeback.unwrap_or(usual);
    if takeback == Takeback::Free && friend > 0 {
        return Err(ApiError::unfit("server-takeback-with-clock"));
    }
    if request.open && friend == 0 {
        return Err(ApiError::unfit("server-open-seat"));
    }
    let mine = |at: usize| matches!(sides[at], SideRequest::Me { .. });
    let you = match (mine(0), mine(1)) {
        (false, false) => None,
        (true, false) => Some(Sides::X),
        (false, true) => Some(Sides::O),
        (true, true) => Some(Sides::Both),
    };
    let mut state = SessionState::new(table.as_ref(), seats);
    state.apart = friend > 0;
    state.clock = request.clock.map(GameClock::new);
    state.takeback = takeback;
    state.teaching = request.teaching;
    Ok(NewGame { session: Session::new(table, state, POLICY), sides, you })
}

fn seat(side: &SideRequest, table: &dyn Table) -> Result<Seat, ApiError> {
    match side {
        SideRequest::Me { name } | SideRequest::Friend { name } => {
            Ok(Seat { name: names::read(name.as_deref())?, bot: None })
        }
        SideRequest::Engine { bot } => {
            bots::read(table, bot)?;
            Ok(Seat::bot(bot.trim()))
        }
    }
}

/// The move that somebody made, as the session takes it.
pub fn entered(request: MoveRequest, by: Sides) -> Event {
    let ply = Some(request.ply);
    match request.mv {
        SentMove::Text { mv } => Event::Move { by, ply, mv: mv.into() },
        SentMove::Parts { parts } => Event::Move { by, ply, mv: MoveParts::new(&parts).into() },
    }
}

/// What somebody asks for, as the session takes it.
pub fn asked(session: &Session, you: Sides, act: Act) -> Event {
    // Who speaks, where one token is good for both: whoever is named, or whoever is to move.
    let player = you.only().or(act.side).unwrap_or(session.turn());
    match act.action {
        Action::Resign => Event::Resign(player),
        Action::Abort => Event::Abort,
        Action::Undo => Event::Undo(you),
        Action::AskTakeback => Event::Offer(player, Offer::Takeback),
        Action::AcceptTakeback => Event::Accept(player, Offer::Takeback),
        Action::DeclineTakeback => Event::Decline(player, Offer::Takeback),
        Action::CancelTakeback => Event::Withdraw(player, Offer::Takeback),
        Action::AskDraw => Event::Offer(player, Offer::Draw),
        Action::AcceptDraw => Event::Accept(player, Offer::Draw),
        Action::DeclineDraw => Event::Decline(player, Offer::Draw),
        Action::CancelDraw => Event::Withdraw(player, Offer::Draw),
        Action::AskRematch => Event::Offer(player, Offer::Rematch),
        Action::AcceptRematch => Event::Accept(player, Offer::Rematch),
        // One's own wish is withdrawn by the same word.
        Action::DeclineRematch if session.state().offers.rematch == Some(player) => {
            Event::Withdraw(player, Offer::Rematch)
        }
        Action::DeclineRematch => Event::Decline(player, Offer::Rematch),
        Action::SwapSides => Event::SwapSides,
        Action::Insist => Event::Insist(you),
    }
}

/// A game at one moment, in no language yet.
#[derive(Clone)]
pub struct GameFacts {
    /// What stands on the board.
    pub position: PositionFacts,
    /// Seats, clock and offers.
    pub session: SessionState,
    /// How many moves are left when X, O or both take one back.
    undo: [Option<usize>; 3],
    /// The bad move that was taken back.
    lesson: Option<LessonFacts>,
}

/// What a reader is told of a game beside what is played in it.
pub struct Surroundings<'a> {
    /// The name of the game.
    pub id: &'a str,
    /// Grows with every change.
    pub version: u64,
    /// When the game was made, in milliseconds since 1970.
    pub created: u64,
    /// When it changed last.
    pub updated: u64,
    /// Whether an engine is at work.
    pub thinking: bool,
    /// What the reader may play.
    pub you: Option<Sides>,
    /// Whether X and O are here.
    pub presence: [SeatPresence; 2],
    /// How many look on.
    pub watchers: usize,
}

/// Whether a person who plays is here.
#[derive(Clone, Copy, Default)]
pub struct SeatPresence {
    /// Whether the player is connected.
    pub online: bool,
    /// Whether the player has ever been here.
    pub joined: bool,
    /// Whether anybody may take the seat.
    pub open: bool,
    /// What the player has said last.
    pub said: Option<Utterance>,
}

impl GameFacts {
    /// The facts of a game.
    pub fn of(session: &Session) -> Self {
        let (state, table) = (session.state(), session.table());
        Self {
            position: PositionFacts::of(table),
            undo: [Sides::X, Sides::O, Sides::Both].map(|sides| session.undo_length(sides)),
            lesson: state.lesson.as_ref().and_then(|lesson| LessonFacts::of(table, lesson)),
            session: state.clone(),
        }
    }

    /// The game for one reader.
    pub fn view(&self, around: &Surroundings<'_>, words: &Words, now: u64) -> GameView {
        let undo = match around.you {
            None => None,
            Some(Sides::X) => self.undo[0],
            Some(Sides::O) => self.undo[1],
            Some(Sides::Both) => self.undo[2],
        };
        let session = &self.session;
        let player = |player: Player| self.player(player, around.presence[player.index()], words);
        GameView {
            id: around.id.to_string(),
            version: around.version,
            now,
            you: around.you,
            position: self.position.say(words),
            players: Players { x: player(Player::X), o: player(Player::O) },
            clock: session.clock.as_ref().and_then(|clock| clock_view(clock, Duration::from_millis(now))),
            takeback: session.takeback,
            teaching: session.teaching,
            offers: session.offers,
            next: session.next.clone(),
            thinking: around.thinking,
            watchers: around.watchers,
            lesson: self.lesson.as_ref().map(|lesson| lesson.say(words)),
            can_undo: undo.is_some() && session.ending.is_none() && session.takeback != Takeback::Off,
            created: around.created,
            updated: around.updated,
        }
    }

    fn player(&self, player: Player, presence: SeatPresence, words: &Words) -> PlayerView {
        let seat = self.session.seat(player);
        let is_engine = seat.is_bot();
        PlayerView {
            name: seat.name.clone(),
            kind: if is_engine { PlayerKind::Engine } else { PlayerKind::Human },
            title: seat.bot.as_deref().map(|bot| bots::title(bot, words)),
            bot: seat.bot.clone(),
            online: is_engine || presence.online,
            joined: is_engine || presence.joined,
            open: presence.open,
            said: presence.said,
        }
    }

    /// The game in a few words.
    pub fn brief(&self, id: &str, you: Option<Sides>, updated: u64, words: &Words) -> Brief {
        let name = |side: Player| {
            let seat = self.session.seat(side);
            let title = || seat.bot.as_deref().map(|bot| bots::title(bot, words));
            seat.name.clone().or_else(title).unwrap_or_default()
        };
        Brief {
            id: id.to_string(),
            game: self.position.game.clone(),
            game_name: words.game_name(self.position.description),
            x: name(Player::X),
            o: name(Player::O),
            ply: self.position.moves.len(),
            turn: self.position.turn,
            you,
            people: Player::BOTH.into_iter().all(|side| !self.session.is_bot(side)),
            outcome: self.position.result.as_ref().map(|result| result.ending(words)),
            updated,
        }
    }

    /// Who plays, for the tags of a record.
    pub fn tags(&self) -> Vec<(String, String)> {
        let named = |(key, side): (&str, Player)| {
            let seat = self.session.seat(side);
            seat.name.clone().or_else(|| seat.bot.clone()).map(|name| (key.to_string(), name))
        };
        [("X", Player::X), ("O", Player::O)].into_iter().filter_map(named).collect()
    }
}

/// A clock as readers see it; both players have the same one here.
fn clock_view(clock: &GameClock, now: Duration) -> Option<ClockView> {
    let left = |player: Player| clock.left(player, now).map_or(0, |left| left.as_millis() as u64);
    Some(ClockView {
        control: clock.control(Player::X)?,
        x: left(Player::X),
        o: left(Player::O),
        running: clock.running().filter(|_| !clock.is_held(now)),
    })
}

/// A bad move that was taken back, before a language is chosen.
#[derive(Clone)]
struct LessonFacts {
    lesson: Lesson,
    mv: MoveView,
    remarks: Vec<Remark>,
    answer: Vec<MoveView>,
}

impl LessonFacts {
    /// The facts of a lesson; the table stands before the bad move. What the move does well is not
    /// among them, and what would have been better is for the pupil to find.
    fn of(table: &dyn Table, lesson: &Lesson) -> Option<Self> {
        let mistake = &lesson.mistake;
        let (mut after, mut better) = (table.fork(), table.fork());
        let mv = played(after.as_mut(), std::slice::from_ref(&lesson.mv)).pop()?;
        let answer = played(after.as_mut(), &mistake.answer);
        let better = played(better.as_mut(), &mistake.better);
        let line: Vec<TableMove> = std::iter::once(mv.clone()).chain(answer.iter().cloned()).collect();
        let known = [
            KnownLine { line: &line, proof: mistake.is_lost.then_some(Proof::Loss) },
            KnownLine { line: &better, proof: mistake.was_won.then_some(Proof::Win) },
        ];
        let remarks = review::explain(table, known[0], known[1]).map(|why| why.punished).unwrap_or_default();
        let answer = answer.iter().map(MoveView::from).collect();
        Some(Self { lesson: lesson.clone(), mv: mv.into(), remarks, answer })
    }

    fn say(&self, words: &Words) -> LessonView {
        LessonView {
            mv: self.mv.clone(),
            by: self.lesson.by,
            chance_before: analyses::round(self.lesson.mistake.before),
            chance_after: analyses::round(self.lesson.mistake.after),
            words: self.remarks.iter().map(|remark| words.remark(remark)).collect(),
            answer: self.answer.clone(),
        }
    }
}

/// Plays moves as far as they can be played; they were stored as texts.
fn played(table: &mut dyn Table, moves: &[String]) -> Vec<TableMove> {
    let play = |text: &String| {
        let mv = table.read_move(text).ok()?;
        table.play_parts(&mv.parts).ok()?;
        Some(mv)
    };
    moves.iter().map_while(play).collect()
}
