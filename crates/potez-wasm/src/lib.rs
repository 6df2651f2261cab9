//! The engine for browsers: every game, sessions against bots, analysis, solver and review behind
//! one function, JSON in and JSON out.
//!
//! [`Engine`] knows nothing of WebAssembly and is tested as it is; `exports` is all there is between
//! it and a module's host. What a browser has and an engine needs comes in through [`Host`]: a
//! clock, a wish to stop, an ear for what is found meanwhile. Random numbers are seeded from outside.
//!
//! ```
//! use std::sync::Arc;
//! use potez_wasm::{Engine, Silent};
//!
//! let mut engine = Engine::new(Arc::new(Silent), 7);
//! let answer = engine.answer(r#"{"query":"state","game":"byte","moves":["d2-c3"]}"#);
//! assert!(answer.contains(r#""turn":"o""#));
//! ```

mod analysis;
mod engine;
#[cfg(target_family = "wasm")]
mod exports;
mod home;
mod host;
mod request;
mod rules;
mod sessions;
mod thinking;

pub use engine::Engine;
pub use host::{Host, Silent};
