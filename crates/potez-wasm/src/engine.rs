//! One function for everything: a request as JSON in, its answer out.

use std::sync::Arc;

use potez_words::{Lang, Words};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::home::{Call, Home, Moment, Outcome, Thinker};
use crate::request::{Fault, Place};
use crate::sessions::Sessions;
use crate::{Host, home, puzzles, rules, thinking};

/// The engine of one module.
pub struct Engine {
    host: Arc<dyn Host>,
    sessions: Sessions,
    home: Home,
    words: Words,
}

impl Engine {
    /// An engine for this host. Bots whose specs have no seed draw theirs from this one.
    pub fn new(host: Arc<dyn Host>, seed: u64) -> Self {
        fastrand::seed(seed);
        Self { host, sessions: Sessions::default(), home: Home::default(), words: Words::new(Lang::En) }
    }

    /// Answers a request: an object with a `query`. What is wrong with it is under `error`.
    pub fn answer(&mut self, request: &str) -> String {
        let mut id = Value::Null;
        let answer = serde_json::from_str(request).map_err(Fault::from).and_then(|request: Value| {
            id = request.get("id").cloned().unwrap_or_default();
            self.speak(request.get("lang").and_then(Value::as_str))?;
            self.carry_out(request, &id)
        });
        let mut answer = answer.unwrap_or_else(|fault| json!({ "error": fault.json(&self.words) }));
        answer["id"] = id;
        answer.to_string()
    }

    /// Changes the language, if a request names another.
    fn speak(&mut self, lang: Option<&str>) -> Result<(), Fault> {
        let Some(name) = lang else { return Ok(()) };
        let lang = Lang::named(name).ok_or_else(|| Fault::bad_request(format!("unknown language `{name}`")))?;
        if lang != self.words.lang() {
            self.words = Words::new(lang);
        }
        Ok(())
    }

    fn carry_out(&mut self, request: Value, id: &Value) -> Result<Value, Fault> {
        fn of<T: DeserializeOwned>(request: Value) -> Result<T, Fault> {
            Ok(serde_json::from_value(request)?)
        }
        let Self { host, sessions, home: own, words } = self;
        let thinker = Thinker { host, id, words };
        let query = request.get("query").and_then(Value::as_str).unwrap_or_default().to_string();
        match query.as_str() {
            "games" => Ok(rules::list(words)),
            "state" => Ok(rules::state(of::<Place>(request)?.table()?.as_ref(), words)),
            "step" => rules::step(&of(request)?, words),
            "perft" => rules::perft(&of(request)?),
            "signature" => rules::signature(&of(request)?),
            "record" => rules::record(&of(request)?, words),
            "analyse" => thinking::analyse(&of(request)?, host, id, words),
            "solve" => thinking::solve(&of(request)?, host),
            "review" => thinking::review(&of(request)?, host, id),
            "proofs" => Ok(json!(home::proofs(&of(request)?, &thinker)?)),
            "puzzles" => puzzles::list(&of(request)?, words),
            "puzzle" => puzzles::answer(of(request)?, host, words),
            "open" => sessions.open(of(request)?, host.now(), words),
            "act" => sessions.act(&of(request)?, host.now(), words),
            "reply" => sessions.reply(&of(request)?, host, words),
            "look" => sessions.look(&of(request)?, host.now(), words),
            "save" => sessions.record(&of(request)?, host.now()),
            "close" => Ok(sessions.close(&of(request)?)),
            "call" => Ok(own.call(of::<Call>(request)?, &thinker)),
            "duty" => Ok(own.duty(of::<Moment>(request)?, &thinker)),
            "settle" => {
                let outcome = request.get("outcome").cloned().unwrap_or_default();
                Ok(Home::settle(&of::<Moment>(request)?, of::<Option<Outcome>>(outcome)?, words))
            }
            _ => Err(Fault::bad_request(format!("unknown query `{query}`"))),
        }
    }
}
