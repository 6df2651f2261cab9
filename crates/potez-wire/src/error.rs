//! What is answered when something cannot be done: a code, and a sentence in the reader's language.

use std::time::Duration;

use http::StatusCode;
use potez_session::Refusal;
use potez_table::Message;
use potez_table::records::RecordError;
use potez_words::{Arg, Words};
use serde_json::{Map, Value, json};

/// Why a request was not carried out.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// The status of an HTTP answer.
    pub status: StatusCode,
    /// A stable name such as `illegal-move`.
    pub code: &'static str,
    details: Box<ErrorDetails>,
}

/// What is said about it; on the heap, so that results stay small.
#[derive(Clone, Debug)]
struct ErrorDetails {
    text: ErrorText,
    ply: Option<usize>,
    retry_after: Option<Duration>,
}

#[derive(Clone, Debug)]
enum ErrorText {
    /// A sentence of ours.
    Key(&'static str, Vec<(&'static str, Arg)>),
    /// A sentence of the rules.
    Rules(Message),
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, key: &'static str) -> Self {
        Self::saying(status, code, ErrorText::Key(key, Vec::new()))
    }

    fn saying(status: StatusCode, code: &'static str, text: ErrorText) -> Self {
        Self { status, code, details: Box::new(ErrorDetails { text, ply: None, retry_after: None }) }
    }

    fn after(mut self, wait: Duration) -> Self {
        self.details.retry_after = Some(wait);
        self
    }

    fn naming(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        if let ErrorText::Key(_, args) = &mut self.details.text {
            args.push((name, value.into()));
        }
        self
    }

    /// A request that cannot be read.
    pub fn bad_request(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad-request", "server-bad-request").naming("error", error.into())
    }

    /// A request that can be read and asks for something that is not allowed.
    pub fn unfit(key: &'static str) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-request", key)
    }

    /// The same, with what is named.
    pub fn unfit_with(key: &'static str, args: Vec<(&'static str, Arg)>) -> Self {
        Self::saying(StatusCode::UNPROCESSABLE_ENTITY, "bad-request", ErrorText::Key(key, args))
    }

    /// There is no such thing.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", "server-not-found")
    }

    /// Somebody else may do this.
    pub fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", "server-forbidden")
    }

    /// Only whoever has the key of a league runs it.
    pub fn league_key() -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", "server-league-key")
    }

    /// Only a participant of a league plays in it.
    pub fn league_token() -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", "server-league-token")
    }

    /// Another server plays the league.
    pub fn league_elsewhere() -> Self {
        Self::new(StatusCode::CONFLICT, "league-elsewhere", "server-league-elsewhere")
    }

    /// Leagues are made by others.
    pub fn league_makers() -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", "server-league-makers")
    }

    /// The other player is to move.
    pub fn not_your_turn() -> Self {
        Self::new(StatusCode::CONFLICT, "not-your-turn", "server-not-your-turn")
    }

    /// The game has gone on meanwhile.
    pub fn stale() -> Self {
        Self::new(StatusCode::CONFLICT, "stale", "server-stale")
    }

    /// Nothing was offered that could be answered.
    pub fn not_offered() -> Self {
        Self::new(StatusCode::CONFLICT, "not-offered", "server-not-offered")
    }

    /// That cannot be done now.
    pub fn cannot() -> Self {
        Self::new(StatusCode::CONFLICT, "conflict", "server-cannot")
    }

    /// Somebody else has taken the seat.
    pub fn seat_taken() -> Self {
        Self::new(StatusCode::CONFLICT, "seat-taken", "server-seat-taken")
    }

    /// The code that carries a seat was used or is too old.
    pub fn carry_used() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", "server-carry-used")
    }

    /// There is no move to take back.
    pub fn nothing_to_take_back() -> Self {
        Self::new(StatusCode::CONFLICT, "conflict", "server-no-moves-back")
    }

    /// Something is larger than this many bytes or letters.
    pub fn too_large(limit: usize) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "server-too-large").naming("limit", limit.to_string())
    }

    /// The body is not JSON.
    pub fn unsupported_media() -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported-media", "server-unsupported-media")
    }

    /// The request comes from the page of another site.
    pub fn cross_site() -> Self {
        Self::new(StatusCode::FORBIDDEN, "cross-site", "server-cross-site")
    }

    /// The request is meant for another host.
    pub fn wrong_host() -> Self {
        Self::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", "server-wrong-host")
    }

    /// Too many requests; another one may come after the wait.
    pub fn too_many_requests(wait: Duration) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", "server-too-many-requests").after(wait)
    }

    /// Too many open games.
    pub fn too_many_games() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many-games", "server-too-many-games")
    }

    /// Too many connections.
    pub fn too_many_sockets() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many-sockets", "server-too-many-sockets")
    }

    /// Too many games watched over one connection.
    pub fn too_many_watches() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many-sockets", "server-too-many-watches")
    }

    /// The engine has too much to do.
    pub fn busy() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "server-busy").after(Duration::from_secs(2))
    }

    /// The server is going down.
    pub fn stopping() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", "server-stopping")
    }

    /// A mistake of this program.
    pub fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "server-internal")
    }

    /// The disk fails; what was asked for can be asked again.
    pub fn storage() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "storage", "server-storage").after(Duration::from_secs(2))
    }

    /// There is no room left.
    pub fn storage_full() -> Self {
        Self::new(StatusCode::INSUFFICIENT_STORAGE, "storage-full", "server-storage-full")
    }

    /// One client has stored too much.
    pub fn too_much_stored() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-much-stored", "server-too-much-stored")
    }

    /// One game is damaged on disk.
    pub fn damaged() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged", "server-damaged")
    }

    /// Whether the same may succeed later without anything having been decided: the disk failed.
    pub fn is_passing(&self) -> bool {
        self.code == "storage"
    }

    /// It has taken too long.
    pub fn timeout() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "timeout", "server-timeout")
    }

    /// The address knows no such method.
    pub fn method() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method", "server-method")
    }

    /// What the rules or the engine say about a game, a position or a move.
    pub fn rules(message: Message) -> Self {
        Self::saying(StatusCode::UNPROCESSABLE_ENTITY, message.kind.code(), ErrorText::Rules(message))
    }

    /// The number of the move that is wrong, from 1.
    #[must_use]
    pub fn at(mut self, ply: usize) -> Self {
        self.details.ply = Some(ply);
        self
    }

    /// The sentence.
    pub fn words(&self, words: &Words) -> String {
        match &self.details.text {
            ErrorText::Key(key, args) => words.say(key, args),
            ErrorText::Rules(message) => words.message(message),
        }
    }

    /// The object behind `error`.
    pub fn json(&self, words: &Words) -> Value {
        let mut error = Map::new();
        error.insert("code".into(), json!(self.code));
        error.insert("message".into(), json!(self.words(words)));
        if let Some(ply) = self.details.ply {
            error.insert("ply".into(), json!(ply));
        }
        if let ErrorText::Rules(message) = &self.details.text {
            let args: Map<String, Value> =
                message.args.iter().map(|(key, value)| ((*key).into(), json!(value))).collect();
            error.insert("detail".into(), json!(message.code));
            error.insert("args".into(), Value::Object(args));
        }
        if let Some(wait) = self.details.retry_after {
            error.insert("retryAfterMs".into(), json!(wait.as_millis() as u64));
        }
        Value::Object(error)
    }

    /// How long to wait before another try.
    pub fn wait(&self) -> Option<Duration> {
        self.details.retry_after
    }

    /// The same in whole seconds.
    pub fn retry_after(&self) -> Option<u64> {
        self.details.retry_after.map(|wait| wait.as_secs_f64().ceil().max(1.0) as u64)
    }
}

/// The error rides on the response; the outermost layer knows the language and writes the body.
#[cfg(feature = "axum")]
impl axum_core::response::IntoResponse for ApiError {
    fn into_response(self) -> axum_core::response::Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Rules(message) => Self::rules(message),
            // The game's own sentence on how it ended; it was not the request that was wrong.
            Refusal::Over(message) => Self { status: StatusCode::CONFLICT, ..Self::rules(message) },
            Refusal::Stale { .. } => Self::stale(),
            Refusal::NotYourTurn(_) => Self::not_your_turn(),
            Refusal::NothingToTakeBack => Self::nothing_to_take_back(),
            Refusal::NotOffered => Self::not_offered(),
            Refusal::TimeUp(_) | Refusal::NothingToReplay | Refusal::NotAllowed => Self::cannot(),
        }
    }
}

impl From<RecordError> for ApiError {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Unreadable(message) | RecordError::Start(message) => Self::rules(message),
            RecordError::Move { ply, message, .. } | RecordError::Variation { ply, message, .. } => {
                Self::rules(message).at(ply)
            }
            RecordError::Unwritable(_) => {
                Self::unfit_with("server-bad-request", vec![("error", Arg::from(error.to_string()))])
            }
        }
    }
}
