//! Messages that come over a WebSocket. Reading them is pure: text in, a request or a failure out.

use potez_words::Arg;
use serde::Deserialize;
use serde_json::Value;

use crate::failure::Failure;
use crate::wire::{Act, MoveRequest, ThinkRequest};

/// A message with the number that its answer carries.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) id: Option<Value>,
    pub(crate) request: Result<Request, Failure>,
}

/// What a message asks for.
#[derive(Debug)]
pub(crate) enum Request {
    Watch(Watch),
    Unwatch { game: String },
    Move { game: String, mv: MoveRequest },
    Action { game: String, act: Act },
    Step { game: String, partial: String },
    Lang { lang: String },
    Analyse { run: String, think: ThinkRequest },
    Stop { run: String },
    Ping,
}

/// Asks to be told of a game.
#[derive(Debug, Deserialize)]
pub(crate) struct Watch {
    pub(crate) game: String,
    pub(crate) token: Option<String>,
    pub(crate) since: Option<u64>,
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
struct Partial {
    #[serde(default)]
    partial: String,
}

#[derive(Deserialize)]
struct Tongue {
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

/// Reads a message. Its number is found even where the rest makes no sense, so that the failure can be told apart.
pub(crate) fn read(text: &str) -> Message {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return Message { id: None, request: Err(Failure::bad_request(error.to_string())) },
    };
    let id =
        value.get("id").filter(|id| id.is_number() || id.as_str().is_some_and(|id| id.len() <= RUN_BYTES)).cloned();
    Message { id, request: request(value) }
}

fn request(value: Value) -> Result<Request, Failure> {
    fn of<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, Failure> {
        serde_json::from_value(value).map_err(|error| Failure::bad_request(error.to_string()))
    }
    let name = match value.get("t") {
        Some(Value::String(name)) => name.clone(),
        _ => return Err(Failure::bad_request("the key \"t\" names the message")),
    };
    Ok(match name.as_str() {
        "watch" => Request::Watch(of(value)?),
        "unwatch" => {
            let OfGame { game, rest: Nothing {} } = of(value)?;
            Request::Unwatch { game }
        }
        "move" => {
            let OfGame { game, rest } = of(value)?;
            Request::Move { game, mv: rest }
        }
        "action" => {
            let OfGame { game, rest } = of(value)?;
            Request::Action { game, act: rest }
        }
        "step" => {
            let OfGame { game, rest: Partial { partial } } = of(value)?;
            Request::Step { game, partial }
        }
        "lang" => {
            let Tongue { lang } = of(value)?;
            Request::Lang { lang }
        }
        "analyse" => {
            let OfRun { run, rest } = of(value)?;
            Request::Analyse { run: checked(run)?, think: rest }
        }
        "stop" => {
            let OfRun { run, rest: Nothing {} } = of(value)?;
            Request::Stop { run }
        }
        "ping" => Request::Ping,
        _ => return Err(Failure::unfit_with("server-message-unknown", vec![("name", Arg::from(shown(&name)))])),
    })
}

fn checked(run: String) -> Result<String, Failure> {
    if run.len() > RUN_BYTES { Err(Failure::too_large(RUN_BYTES)) } else { Ok(run) }
}

/// The beginning of a name, for a sentence about it.
fn shown(name: &str) -> String {
    name.chars().take(30).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_names_its_game_and_its_ply() {
        let message = read(r#"{"t":"move","id":7,"game":"g","move":"e5","ply":3}"#);
        assert_eq!(message.id, Some(7.into()));
        let Ok(Request::Move { game, mv }) = message.request else { panic!("no move") };
        assert_eq!((game.as_str(), mv.mv.as_str(), mv.ply), ("g", "e5", 3));
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
    fn what_is_no_json_object_is_a_bad_request() {
        for text in ["", "hello", "[1,2]", "null", "{", "\"watch\""] {
            assert_eq!(read(text).request.unwrap_err().code, "bad-request", "{text}");
        }
    }
}
