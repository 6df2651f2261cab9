//! New games: who is asked to the table, and with which secrets.

use potez_engine::Table;
use potez_words::Arg;

use crate::clocks::Clock;
use crate::failure::Failure;
use crate::heads::{Head, Seat};
use crate::seats::{Lock, new_token};
use crate::wire::{Create, Invitation, Offers, Side, SideRequest, Takeback, You};
use crate::{bots, bounds, tables};

/// A game that is about to be kept.
pub(crate) struct Made {
    pub(crate) head: Head,
    pub(crate) table: Box<dyn Table>,
    pub(crate) you: Option<You>,
    pub(crate) token: Option<String>,
    pub(crate) friend: Option<Invitation>,
}

/// A name as it may be shown: plain text of some length, or none.
pub(crate) fn name(text: Option<&str>) -> Result<Option<String>, Failure> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    if text.chars().count() > bounds::NAME_CHARS {
        let limit = bounds::NAME_CHARS.to_string();
        return Err(Failure::unfit_with("server-name-long", vec![("limit", Arg::from(limit))]));
    }
    // Marks that turn the direction of writing could dress one name up as another.
    let is_odd = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if text.chars().any(is_odd) {
        return Err(Failure::unfit("server-name-bad"));
    }
    Ok(Some(text.to_string()))
}

/// Sets a game up as a request asks.
pub(crate) fn make(request: &Create) -> Result<Made, Failure> {
    let table = tables::at(&request.place)?;
    table.check_running().map_err(Failure::rules)?;
    if request.clock.is_some_and(|control| !control.is_sound()) {
        return Err(Failure::unfit("server-clock-bad"));
    }
    let mut sides = [&request.x, &request.o];
    if request.shuffle && fastrand::bool() {
        sides.swap(0, 1);
    }
    let mine = new_token();
    let theirs = new_token();
    let mut seats = Vec::new();
    for side in sides {
        seats.push(seat(side, table.as_ref(), &mine, &theirs)?);
    }
    let [me, friend, engine] = count(sides);
    if friend > 1 || (friend == 1 && me == 0) {
        return Err(Failure::unfit("server-seats"));
    }
    if request.teaching && (me, engine) != (1, 1) {
        return Err(Failure::unfit("server-teaching"));
    }
    let usual = if friend > 0 { Takeback::Ask } else { Takeback::Free };
    let takeback = request.takeback.unwrap_or(usual);
    if takeback == Takeback::Free && friend > 0 {
        return Err(Failure::unfit("server-takeback-with-clock"));
    }
    let at = |wanted: fn(&SideRequest) -> bool| {
        Side::BOTH.into_iter().filter(move |side| wanted(sides[side.index()])).collect::<Vec<_>>()
    };
    let you = match at(|side| matches!(side, SideRequest::Me { .. }))[..] {
        [] => None,
        [Side::X] => Some(You::X),
        [Side::O] => Some(You::O),
        _ => Some(You::Both),
    };
    let invited = at(|side| matches!(side, SideRequest::Friend { .. }));
    let friend = invited.first().map(|&side| Invitation { side, token: theirs });
    let seats: [Seat; 2] = seats.try_into().map_err(|_| Failure::internal())?;
    let head = Head {
        game: table.game(),
        start: table.start(),
        given: table.ply(),
        seats,
        clock: request.clock.map(Clock::new),
        takeback,
        teaching: request.teaching,
        ending: None,
        offers: Offers::default(),
        next: None,
        lesson: None,
        judged: table.ply(),
    };
    Ok(Made { head, table, you, token: you.map(|_| mine), friend })
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

fn seat(side: &SideRequest, table: &dyn Table, mine: &str, theirs: &str) -> Result<Seat, Failure> {
    Ok(match side {
        SideRequest::Me { name: text } => {
            Seat { name: name(text.as_deref())?, bot: None, lock: Some(Lock::of(mine)), joined: true }
        }
        SideRequest::Friend { name: text } => {
            Seat { name: name(text.as_deref())?, bot: None, lock: Some(Lock::of(theirs)), joined: false }
        }
        SideRequest::Engine { bot } => {
            bots::read(table, bot)?;
            Seat { name: None, bot: Some(bot.trim().to_string()), lock: None, joined: true }
        }
    })
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
    }
}
