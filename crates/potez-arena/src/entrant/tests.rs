//! Entrants as they are written, and what is wrong with some.

use std::time::Duration;

use super::*;

fn program(text: &str) -> Program {
    match text.parse::<Entrant>().unwrap_or_else(|error| panic!("{error}")).kind {
        Kind::External(program) => program,
        Kind::Builtin(spec) => panic!("{spec:?} is built in"),
    }
}

#[test]
fn a_program_reads_the_same_with_its_quotes_and_without_them() {
    let with = program(r#"cmd:"/opt/castro -t 1",proto=gtp,init="time -m 0.5 -g 0;player_params -b 100",first=black"#);
    let without = program("cmd:/opt/castro -t 1,proto=gtp,init=time -m 0.5 -g 0;player_params -b 100,first=black");
    assert_eq!(with, without);
    assert_eq!(with.command, ["/opt/castro", "-t", "1"]);
    assert_eq!(with.init, ["time -m 0.5 -g 0", "player_params -b 100"]);
    assert_eq!((with.protocol, with.first), (Protocol::Gtp, Colour::Black));
}

#[test]
fn commas_and_blanks_inside_arguments_survive() {
    let read = program(r#"cmd:bot --weights=1,2,3 'two words' "a \"b\"",threads=2,time=1.5s"#);
    assert_eq!(read.command, ["bot", "--weights=1,2,3", "two words", "a \"b\""]);
    assert_eq!((read.threads, read.limits.time), (2, Some(Duration::from_millis(1500))));
    assert_eq!(program(r#"cmd:"bot ',time=9s'",seed=4"#).command, ["bot", ",time=9s"]);
}

#[test]
fn names_are_taken_from_the_spec() {
    let named: Entrant = "cmd:./bot.py,name=Ana".parse().unwrap();
    assert_eq!(named.name, "Ana");
    let plain: Entrant = "cmd:\"./bot.py -v\"".parse().unwrap();
    assert_eq!(plain.name, "./bot.py -v");
    assert_eq!("random:seed=3".parse::<Entrant>().unwrap().name, "random:seed=3");
}

#[test]
fn what_is_wrong_is_named() {
    for (text, expected) in [
        ("cmd:", "names no program"),
        ("cmd:\"bot", "a quote is not closed"),
        ("cmd:bot,proto=uci", "proto is ugi or gtp"),
        ("cmd:bot,coords=upside-down", "coords is canonical, transposed or littlegolem"),
        ("cmd:bot,first=x", "first is white or black"),
        ("cmd:bot,restart=maybe", "restart is on or off"),
        ("cmd:bot,time=soon", "time is a time with its unit"),
        ("random:seed", "expected `key=value`"),
    ] {
        let error = text.parse::<Entrant>().expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
