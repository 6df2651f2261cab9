//! Runs a fuzz target: `potez-fuzz TARGET [OPTION…]`. `cargo xtask fuzz` runs all of them.
//!
//! Built with `--cfg fuzzing` and coverage counters the same program is libFuzzer's, and the
//! variable `POTEZ_FUZZ_TARGET` names the target: that is how `cargo xtask fuzz --hours N` uses it.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    static TARGET: std::sync::OnceLock<&potez_fuzz::FuzzTarget> = std::sync::OnceLock::new();
    let target = TARGET.get_or_init(|| {
        let name = std::env::var("POTEZ_FUZZ_TARGET").unwrap_or_default();
        potez_fuzz::find(&name).unwrap_or_else(|| panic!("POTEZ_FUZZ_TARGET names no target: `{name}`"))
    });
    (target.run)(data);
});

#[cfg(not(fuzzing))]
mod command;

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    command::run(&std::env::args().skip(1).collect::<Vec<_>>())
}
