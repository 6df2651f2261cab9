//! How time is given out.

use std::time::Duration;

use potez_core::{Explain, Player};
use potez_session::{GameClock, TimeControl};
use proptest::prelude::*;

use crate::{fischer, seconds};

const MOVE: TimeControl = TimeControl::PerMove { time: Duration::from_secs(10) };

#[test]
fn a_control_is_read_as_people_and_as_programs_write_it() {
    for (text, control) in [
        ("5+3", fischer(300, 3)),
        (" 1 + 0 ", fischer(60, 0)),
        ("90s+1s", fischer(90, 1)),
        ("2m+0", fischer(120, 0)),
        ("60s", fischer(60, 0)),
        ("10s a move", MOVE),
        ("10s/move", MOVE),
        ("3d a move", TimeControl::PerMove { time: seconds(3 * 86_400) }),
        ("1d/move", TimeControl::PerMove { time: seconds(86_400) }),
    ] {
        assert_eq!(text.parse(), Ok(control), "{text}");
    }
    for text in
        ["", "soon", "5", "0+3", "-1+2", "5+x", "5+3+1", "+3", "a move", "0s a move", "0d a move", "d a move", "1.5+2"]
    {
        let error = text.parse::<TimeControl>().expect_err(text);
        assert_eq!((error.code(), error.args()), ("bad-clock", vec![("text", text.to_string())]));
    }
}

#[test]
fn a_clock_of_a_match_has_units() {
    let control = TimeControl::read_durations("60s+100ms");
    assert_eq!(control, Ok(TimeControl::Fischer { initial: seconds(60), increment: Duration::from_millis(100) }));
    assert!(TimeControl::read_durations("60000+100").is_err(), "seconds to some, milliseconds to others");
    assert_eq!(TimeControl::read_durations("60s+"), Ok(fischer(60, 0)));
    assert!(TimeControl::read_durations("soon").is_err());
}

#[test]
fn a_control_is_written_as_it_is_read() {
    for (control, text) in [
        (fischer(300, 3), "5+3"),
        (fischer(90, 0), "90s+0ns"),
        (MOVE, "10s a move"),
        (TimeControl::PerMove { time: seconds(7 * 86_400) }, "7d a move"),
        (
            TimeControl::Fischer { initial: Duration::from_millis(1500), increment: Duration::from_millis(20) },
            "1.5s+20ms",
        ),
    ] {
        assert_eq!(control.to_string(), text);
        assert_eq!(text.parse(), Ok(control));
    }
}

#[test]
fn controls_out_of_range_are_not_sound() {
    assert!(fischer(60, 2).is_sound() && fischer(86_400, 0).is_sound() && MOVE.is_sound());
    assert!(!fischer(0, 5).is_sound());
    assert!(!fischer(60, 86_401).is_sound());
    assert!(TimeControl::PerMove { time: seconds(30 * 86_400) }.is_sound());
    assert!(!TimeControl::PerMove { time: seconds(30 * 86_400 + 1) }.is_sound());
    assert!(!fischer(86_401, 0).is_sound());
    assert!(!TimeControl::PerMove { time: Duration::from_millis(999) }.is_sound());
}

#[test]
fn a_control_is_stored_in_milliseconds() {
    let json = |control: TimeControl| serde_json::to_string(&control).expect("plain data");
    assert_eq!(json(fischer(60, 2)), r#"{"kind":"fischer","initialMs":60000,"incrementMs":2000}"#);
    assert_eq!(json(MOVE), r#"{"kind":"move","moveMs":10000}"#);
    for control in [fischer(60, 2), MOVE] {
        assert_eq!(serde_json::from_str::<TimeControl>(&json(control)).expect("a control"), control);
    }
    assert!(serde_json::from_str::<TimeControl>(r#"{"kind":"move","moveMs":1,"more":2}"#).is_err());
}

proptest! {
    #[test]
    fn every_control_reads_back(initial in 1_u64..100_000_000, increment in 0_u64..10_000_000, per_move: bool) {
        let (initial, increment) = (Duration::from_millis(initial), Duration::from_millis(increment));
        let fischer = TimeControl::Fischer { initial, increment };
        let control = if per_move { TimeControl::PerMove { time: initial } } else { fischer };
        prop_assert_eq!(control.to_string().parse(), Ok(control));
    }

    #[test]
    fn no_text_is_too_odd_to_be_refused(text: String) {
        let _ = (text.parse::<TimeControl>(), TimeControl::read_durations(&text));
    }
}

#[test]
fn a_day_or_more_for_each_move_is_correspondence() {
    let each = |time| TimeControl::PerMove { time: seconds(time) };
    assert!(each(86_400).is_correspondence() && each(3 * 86_400).is_correspondence());
    assert!(!each(86_399).is_correspondence() && !fischer(86_400, 0).is_correspondence());
    let mut clock = GameClock::new(each(3 * 86_400));
    clock.run(Some(Player::X), Duration::ZERO);
    assert_eq!(clock.face(Player::X, seconds(5 * 3600)), "2d 19h");
    assert_eq!(clock.face(Player::X, seconds(2 * 86_400 + 3600)), "23:00:00");
    // What is not used is lost: every move has three days again.
    clock.press(Player::X, Some(Player::O), seconds(86_400), true);
    assert_eq!(clock.left(Player::X, seconds(86_400)), Some(seconds(3 * 86_400)));
    assert_eq!(clock.flagged(seconds(4 * 86_400), Duration::ZERO), Some(Player::O));
}
