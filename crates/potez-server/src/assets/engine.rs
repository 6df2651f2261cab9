//! The engine for browsers, where it was built: `cargo xtask wasm` puts it into the folder that is
//! embedded here. Without it the server's own engine thinks for everybody.

use std::io::Read as _;

use flate2::read::GzDecoder;
use rust_embed::RustEmbed;

/// The modules, compressed; none where they were not built before the server.
#[derive(RustEmbed)]
#[folder = "../../target/wasm/embedded/"]
#[allow_missing = true]
struct Modules;

/// The engine's modules.
#[derive(Clone, Debug)]
pub(super) struct EngineModules {
    pub(super) simd: Module,
    /// For browsers without vectors.
    pub(super) plain: Module,
}

/// A module, as it is and as it is sent.
#[derive(Clone, Debug)]
pub(super) struct Module {
    pub(super) body: Vec<u8>,
    pub(super) gzip: Vec<u8>,
    /// A better compression, where there is one.
    pub(super) brotli: Option<Vec<u8>>,
}

/// Both modules, or none: half an engine would leave some readers without.
pub(super) fn modules() -> Option<EngineModules> {
    Some(EngineModules { simd: module("potez-simd.wasm")?, plain: module("potez.wasm")? })
}

fn module(name: &str) -> Option<Module> {
    let file = |extension: &str| Some(Modules::get(&format!("{name}.{extension}"))?.data.into_owned());
    Module::unpack(file("gz")?, file("br"))
}

impl Module {
    /// A module from its compressed forms; none if the first is damaged.
    pub(super) fn unpack(gzip: Vec<u8>, brotli: Option<Vec<u8>>) -> Option<Self> {
        let mut body = Vec::with_capacity(4 * gzip.len());
        GzDecoder::new(gzip.as_slice()).read_to_end(&mut body).ok()?;
        Some(Self { body, gzip, brotli })
    }
}
