//! What stands between the engine and the host of a module: three exports and four imports.
//!
//! The host writes a request into the buffer that `potez_buffer` gives, calls `potez_answer` with
//! the length, and reads the answer where `potez_text` says. Texts are UTF-8. While it answers, the
//! module calls `tell` with answers that are not the last; the host must not call back meanwhile.

#![expect(unsafe_code, reason = "exported names and imports are unsafe attributes; no memory is handled here")]

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use crate::{Engine, Host};

#[link(wasm_import_module = "potez")]
unsafe extern "C" {
    /// Milliseconds since a moment of the host's choice.
    safe fn now() -> f64;
    /// Not zero if what is under way should end.
    safe fn should_stop() -> u32;
    /// Hears an answer that is not the last.
    safe fn tell(text: *const u8, length: usize);
    /// Hears the last words of a module that has failed.
    safe fn fail(text: *const u8, length: usize);
}

struct Page;

impl Host for Page {
    fn now(&self) -> Duration {
        Duration::from_secs_f64((now() / 1000.0).max(0.0))
    }

    fn should_stop(&self) -> bool {
        should_stop() != 0
    }

    fn tell(&self, answer: &str) {
        tell(answer.as_ptr(), answer.len());
    }
}

#[derive(Default)]
struct Module {
    engine: Option<Engine>,
    buffer: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Makes the engine; bots whose specs have no seed draw theirs from this one.
#[unsafe(no_mangle)]
extern "C" fn potez_start(seed: f64) {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        fail(text.as_ptr(), text.len());
    }));
    MODULE.with_borrow_mut(|module| module.engine = Some(Engine::new(Arc::new(Page), seed.to_bits())));
}

/// Room for a request of this many bytes.
#[unsafe(no_mangle)]
extern "C" fn potez_buffer(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.buffer.clear();
        module.buffer.resize(length, 0);
        module.buffer.as_mut_ptr()
    })
}

/// Answers the request in the buffer; gives the length of the answer.
#[unsafe(no_mangle)]
extern "C" fn potez_answer() -> usize {
    MODULE.with_borrow_mut(|module| {
        let request = String::from_utf8_lossy(&module.buffer).into_owned();
        let Some(engine) = &mut module.engine else { return 0 };
        module.buffer = engine.answer(&request).into_bytes();
        module.buffer.len()
    })
}

/// Where the answer stands.
#[unsafe(no_mangle)]
extern "C" fn potez_text() -> *const u8 {
    MODULE.with_borrow(|module| module.buffer.as_ptr())
}
