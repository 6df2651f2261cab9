//! New games: who is asked to the table, and with which secrets.

use potez_session::{Session, Sides};
use potez_wire::games;

use crate::error::ApiError;
use crate::metadata::SeatAccess;
use crate::seats::{TokenHash, new_token};
use crate::wire::{CreateRequest, Invitation, SideRequest};

/// A game that is about to be kept.
pub(crate) struct PreparedGame {
    pub(crate) session: Session,
    pub(crate) access: [SeatAccess; 2],
    pub(crate) you: Option<Sides>,
    pub(crate) token: Option<String>,
    pub(crate) friend: Option<Invitation>,
}

/// Sets a game up as a request asks.
pub(crate) fn make(request: &CreateRequest) -> Result<PreparedGame, ApiError> {
    let new = games::make(request)?;
    let mine = new_token();
    let theirs = new_token();
    let access = [0, 1].map(|at: usize| match new.sides[at] {
        SideRequest::Me { .. } => SeatAccess { lock: Some(TokenHash::of(&mine)), joined: true, open: false },
        SideRequest::Friend { .. } => {
            SeatAccess { lock: Some(TokenHash::of(&theirs)), joined: false, open: request.open }
        }
        SideRequest::Engine { .. } => SeatAccess { lock: None, joined: true, open: false },
    });
    let friend = new.friend().map(|side| Invitation { side, token: theirs });
    Ok(PreparedGame { session: new.session, access, you: new.you, token: new.you.map(|_| mine), friend })
}
