//! Messages that come over a WebSocket. Reading them is pure: text in, a request or a error out.

use potez_table::MovePart;
use potez_words::Arg;
use serde::Deserialize;
use serde_json::Value;

use crate::error::ApiError;
use crate::tables;
use crate::wire::{Act, MoveRequest, ThinkRequest};

/// A message with the number that its answer carries.
#[derive(Debug)]
pub(crate) struct SocketMessage {
    pub(crate) id: Option<Value>,
    pub(crate) request: Result<SocketRequest, ApiError>,
}

/// What a message asks for.
#[derive(Debug)]
pub(crate) enum SocketRequest {
    Watch(WatchRequest),
    Unwatch { game: String },
    Move { game: String, mv: MoveRequest },
    Action { game: String, act: Act },
    Step { game: String, parts: Vec<MovePart> },
    Lang { lang: String },
    Analyse { run: String, think: ThinkRequest },
    Stop { run: String },
    Ping,
}

/// Asks to be told of a game.
#[derive(Debug, Deserialize)]
pub(crate) struct WatchRequest {
    pub(crate) game: String,
    pub(crate) token: Option<String>,
    pub(crate) since: Option<u64>,
    /// Whether states come with what can be chosen first.
    #[serde(default)]
    pub(crate) steps: bool,
}

#[derive(Deserialize)]
struct OfGame<T> {
    game: String,
    #[serde(flatten)]
    rest: T,
}

#[derive(Deserialize)]
struct Nothing {}

#[derive(Deserialize)]
struct Chosen {
    #[serde(default)]
    parts: Vec<MovePart>,
}

#[derive(Deserialize)]
struct LangFields {
    lang: String,
}

#[derive(Deserialize)]
struct OfRun<T> {
    run: String,
    #[serde(flatten)]
    rest: T,
}

/// Names of runs are the client's own; they are sent back as they came.
const RUN_BYTES: usize = 64;

/// Reads a message. Its number is found even where the rest makes no sense, so that the error can
/// be told apart.
pub(crate) fn read(text: &str) -> SocketMessage {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return SocketMessage { id: None, request: Err(ApiError::bad_request(error.to_string())) },
    };
    let id =
        value.get("id").filter(|id| id.is_number() || id.as_str().is_some_and(|id| id.len() <= RUN_BYTES)).cloned();
    SocketMessage { id, request: request(value) }
}

fn request(value: Value) -> Result<SocketRequest, ApiError> {
    fn of<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, ApiError> {
        serde_json::from_value(value).map_err(|error| ApiError::bad_request(error.to_string()))
    }
    let name = match value.get("t") {
        Some(Value::String(name)) => name.clone(),
        _ => return Err(ApiError::bad_request("the key \"t\" names the message")),
    };
    Ok(match name.as_str() {
        "watch" => SocketRequest::Watch(of(value)?),
        "unwatch" => {
            let OfGame { game, rest: Nothing {} } = of(value)?;
            SocketRequest::Unwatch { game }
        }
        "move" => {
            let OfGame { game, rest } = of(value)?;
            SocketRequest::Move { game, mv: rest }
        }
        "action" => {
            let OfGame { game, rest } = of(value)?;
            SocketRequest::Action { game, act: rest }
        }
        "step" => {
            let OfGame { game, rest: Chosen { parts } } = of(value)?;
            tables::check_parts(&parts)?;
            SocketRequest::Step { game, parts }
        }
        "lang" => {
            let LangFields { lang } = of(value)?;
            SocketRequest::Lang { lang }
        }
        "analyse" => {
            let OfRun { run, rest } = of(value)?;
            SocketRequest::Analyse { run: checked(run)?, think: rest }
        }
        "stop" => {
            let OfRun { run, rest: Nothing {} } = of(value)?;
            SocketRequest::Stop { run }
        }
        "ping" => SocketRequest::Ping,
        _ => return Err(ApiError::unfit_with("server-message-unknown", vec![("name", Arg::from(shown(&name)))])),
    })
}

fn checked(run: String) -> Result<String, ApiError> {
    if run.len() > RUN_BYTES { Err(ApiError::too_large(RUN_BYTES)) } else { Ok(run) }
}

/// The beginning of a name, for a sentence about it.
fn shown(name: &str) -> String {
    name.chars().take(30).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::SentMove;

    #[test]
    fn a_move_names_its_game_and_its_ply() {
        let message = read(r#"{"t":"move","id":7,"game":"g","move":"e5","ply":3}"#);
        assert_eq!(message.id, Some(7.into()));
        let Ok(SocketRequest::Move { game, mv }) = message.request else { panic!("no move") };
        assert_eq!((game.as_str(), mv.mv, mv.ply), ("g", SentMove::Text { mv: "e5".into() }, 3));
    }

    #[test]
    fn a_step_names_the_parts_chosen_so_far() {
        let message = read(r#"{"t":"step","game":"g","parts":[{"kind":"piece","row":3,"col":4}]}"#);
        let Ok(SocketRequest::Step { parts, .. }) = message.request else { panic!("no step") };
        assert_eq!(parts, [MovePart::Piece(potez_table::CellRef::new(3, 4))]);
        let long = format!(r#"{{"t":"step","game":"g","parts":[{}]}}"#, [r#"{"kind":"pass"}"#; 9].join(","));
        assert_eq!(read(&long).request.unwrap_err().code, "bad-request");
    }

    #[test]
    fn the_number_of_a_bad_message_comes_back_with_the_failure() {
        for text in [
            r#"{"t":"move","id":"a"}"#,
            r#"{"t":"dance","id":"a"}"#,
            r#"{"t":5,"id":"a"}"#,
            r#"{"id":"a"}"#,
            r#"{"t":"action","id":"a","game":"g","action":"cheat"}"#,
            r#"{"t":"analyse","id":"a","run":"r","game":"byte","multipv":-1}"#,
        ] {
            let message = read(text);
            assert_eq!(message.id, Some("a".into()), "{text}");
            assert_eq!(message.request.unwrap_err().code, "bad-request", "{text}");
        }
    }

    #[test]
    fn what_is_not_a_json_object_is_a_bad_request() {
        for text in ["", "hello", "[1,2]", "null", "{", "\"watch\""] {
            assert_eq!(read(text).request.unwrap_err().code, "bad-request", "{text}");
        }
    }
}
