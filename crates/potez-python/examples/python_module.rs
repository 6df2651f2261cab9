//! The native module, built like the tests; see `Cargo.toml`.

use potez_python as _;
