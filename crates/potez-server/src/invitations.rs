//! New games: who is asked to the table, and with which secrets.

use potez_session::{GameClock, Seat, Session, SessionState, Sides, Takeback};
use potez_table::{Player, Table};
use potez_words::Arg;

use crate::error::ApiError;
use crate::live_game::POLICY;
use crate::metadata::{SeatAccess, are_apart};
use crate::seats::{TokenHash, new_token};
use crate::wire::{CreateRequest, Invitation, SideRequest};
use crate::{bots, limits, tables};

/// A game that is about to be kept.
pub(crate) struct PreparedGame {
    pub(crate) session: Session,
    pub(crate) access: [SeatAccess; 2],
    pub(crate) you: Option<Sides>,
    pub(crate) token: Option<String>,
    pub(crate) friend: Option<Invitation>,
}

/// A name as it may be shown: plain text of some length, or none.
pub(crate) fn name(text: Option<&str>) -> Result<Option<String>, ApiError> {
    // Any space is a space, and several are one.
    let text =
        text.map(|text| text.trim().split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    if text.chars().count() > limits::NAME_CHARS {
        let limit = limits::NAME_CHARS.to_string();
        return Err(ApiError::unfit_with("server-name-long", vec![("limit", Arg::from(limit))]));
    }
    let is_seen = |letter: char| letter != ' ' && !is_mark(letter);
    if text.chars().any(is_invisible) || !text.chars().any(is_seen) {
        return Err(ApiError::unfit("server-name-bad"));
    }
    Ok(Some(text))
}

fn is_space(letter: char) -> bool {
    letter.is_whitespace() && !letter.is_control()
}

/// Letters that show nothing, or that turn the direction of writing: with them one name could be
/// dressed up as another, or as none.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}' | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Marks that only change the letter before them.
fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{0300}'..='\u{036f}' | '\u{0483}'..='\u{0489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

/// Sets a game up as a request asks.
pub(crate) fn make(request: &CreateRequest) -> Result<PreparedGame, ApiError> {
    let table = tables::at(&request.at)?;
    table.check_running().map_err(ApiError::rules)?;
    if request.clock.is_some_and(|control| !control.is_sound()) {
        return Err(ApiError::unfit("server-clock-bad"));
    }
    let mut sides = [&request.x, &request.o];
    if request.shuffle && fastrand::bool() {
        sides.swap(0, 1);
    }
    let mine = new_token();
    let theirs = new_token();
    let [x, o] = sides.map(|side| seat(side, table.as_ref(), &mine, &theirs));
    let ((x, x_access), (o, o_access)) = (x?, o?);
    let [me, friend, engine] = count(sides);
    if friend > 1 || (friend == 1 && me == 0) {
        return Err(ApiError::unfit("server-seats"));
    }
    if request.teaching && (me, engine) != (1, 1) {
        return Err(ApiError::unfit("server-teaching"));
    }
    let usual = if friend > 0 { Takeback::Ask } else { Takeback::Free };
    let takeback = request.takeback.unwrap_or(usual);
    if takeback == Takeback::Free && friend > 0 {
        return Err(ApiError::unfit("server-takeback-with-clock"));
    }
    let at = |wanted: fn(&SideRequest) -> bool| {
        Player::BOTH.into_iter().filter(move |side| wanted(sides[side.index()])).collect::<Vec<_>>()
    };
    let you = match at(|side| matches!(side, SideRequest::Me { .. }))[..] {
        [] => None,
        [Player::X] => Some(Sides::X),
        [Player::O] => Some(Sides::O),
        _ => Some(Sides::Both),
    };
    let invited = at(|side| matches!(side, SideRequest::Friend { .. }));
    let friend = invited.first().map(|&side| Invitation { side, token: theirs });
    let mut state = SessionState::new(table.as_ref(), [x, o]);
    let mut access = [x_access, o_access];
    if request.open && friend.is_none() {
        return Err(ApiError::unfit("server-open-seat"));
    }
    for seat in access.iter_mut().filter(|seat| !seat.joined) {
        seat.open = request.open;
    }
    state.apart = are_apart(&access);
    state.clock = request.clock.map(GameClock::new);
    state.takeback = takeback;
    state.teaching = request.teaching;
    let session = Session::new(table, state, POLICY);
    Ok(PreparedGame { session, access, you, token: you.map(|_| mine), friend })
}

fn count(sides: [&SideRequest; 2]) -> [usize; 3] {
    let mut counts = [0; 3];
    for side in sides {
        counts[match side {
            SideRequest::Me { .. } => 0,
            SideRequest::Friend { .. } => 1,
            SideRequest::Engine { .. } => 2,
        }] += 1;
    }
    counts
}

fn seat(side: &SideRequest, table: &dyn Table, mine: &str, theirs: &str) -> Result<(Seat, SeatAccess), ApiError> {
    let person = |text: Option<&str>, token: &str, joined: bool| {
        let seat = Seat { name: name(text)?, bot: None };
        Ok((seat, SeatAccess { lock: Some(TokenHash::of(token)), joined, open: false }))
    };
    match side {
        SideRequest::Me { name } => person(name.as_deref(), mine, true),
        SideRequest::Friend { name } => person(name.as_deref(), theirs, false),
        SideRequest::Engine { bot } => {
            bots::read(table, bot)?;
            Ok((Seat::bot(bot.trim()), SeatAccess { lock: None, joined: true, open: false }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        assert_eq!(name(Some("  Ana  ")).unwrap().as_deref(), Some("Ana"));
        assert_eq!(name(Some("<b>Ana</b>")).unwrap().as_deref(), Some("<b>Ana</b>"));
        assert_eq!(name(Some("   ")).unwrap(), None);
        assert!(name(Some("a\nb")).is_err());
        assert!(name(Some("evil\u{202e}")).is_err());
        assert!(name(Some(&"n".repeat(41))).is_err());
        assert_eq!(name(Some("Ana\u{3000}\u{a0} Marija")).unwrap().as_deref(), Some("Ana Marija"));
        assert_eq!(name(Some("Đorđe Петровић 🦊")).unwrap().as_deref(), Some("Đorđe Петровић 🦊"));
    }

    #[test]
    fn names_that_nobody_can_see_are_refused() {
        for text in [
            "\u{200b}",
            "\u{2060}",
            "\u{3164}",
            "\u{ad}",
            "\u{2800}\u{2800}",
            "\u{feff}",
            "\u{e0041}",
            "\u{115f}",
            "\u{0301}",
            "\u{fe0f}",
            "A\u{200d}na",
            "Ana\u{200b}",
            "\u{180e}",
            "\u{e000}",
        ] {
            assert!(name(Some(text)).is_err(), "{text:?}");
        }
        assert_eq!(name(Some("\u{2003}\u{3000}")).unwrap(), None);
    }
}
