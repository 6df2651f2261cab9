//! What the players offer each other: a draw, a takeback, another game.

use std::time::Duration;

use potez_core::{Ending, Player};

use crate::{Effect, Offer, Offers, Refusal, Session, Takeback};

impl Offers {
    fn of(&mut self, offer: Offer) -> &mut Option<Player> {
        match offer {
            Offer::Draw => &mut self.draw,
            Offer::Takeback => &mut self.takeback,
            Offer::Rematch => &mut self.rematch,
        }
    }
}

impl Session {
    /// Fails where something cannot be offered or answered as the game stands.
    fn check_offer(&self, offer: Offer) -> Result<(), Refusal> {
        if offer != Offer::Rematch {
            return self.check_running();
        }
        if self.is_over() && self.state.next.is_none() { Ok(()) } else { Err(Refusal::NotAllowed) }
    }

    pub(crate) fn offer(&mut self, player: Player, offer: Offer, now: Duration) -> Result<Vec<Effect>, Refusal> {
        self.check_offer(offer)?;
        let is_possible = match offer {
            // A bot has no opinion on draws.
            Offer::Draw => Player::BOTH.into_iter().all(|player| !self.state.is_bot(player)),
            Offer::Takeback => self.state.takeback == Takeback::Ask && self.undo_length(player.into()).is_some(),
            Offer::Rematch => true,
        };
        if !is_possible {
            return Err(Refusal::NotAllowed);
        }
        let offered = self.state.offers.of(offer);
        // People at one screen have agreed before they say so, and a bot always plays again. Only a
        // takeback is somebody's own: asking for one's own is not agreeing to the other's.
        let is_agreed = offer != Offer::Takeback && (*offered == Some(!player) || !self.state.apart);
        if is_agreed {
            return self.agree(player, offer, now);
        }
        *offered = Some(player);
        Ok(Vec::new())
    }

    pub(crate) fn accept(&mut self, player: Player, offer: Offer, now: Duration) -> Result<Vec<Effect>, Refusal> {
        self.check_offer(offer)?;
        if *self.state.offers.of(offer) != Some(!player) {
            return Err(Refusal::NotOffered);
        }
        self.agree(!player, offer, now)
    }

    /// Both want what this player has offered.
    fn agree(&mut self, by: Player, offer: Offer, now: Duration) -> Result<Vec<Effect>, Refusal> {
        match offer {
            Offer::Draw => Ok(self.finish(Ending::Agreement, None, now)),
            Offer::Takeback => {
                let length = self.undo_length(by.into()).ok_or(Refusal::NothingToTakeBack)?;
                Ok(self.cut(length, now))
            }
            Offer::Rematch => {
                self.state.offers.rematch = None;
                Ok(vec![Effect::Rematch])
            }
        }
    }

    /// An offer of this player is void.
    pub(crate) fn clear_offer(&mut self, by: Player, offer: Offer) -> Result<Vec<Effect>, Refusal> {
        self.check_offer(offer)?;
        let offered = self.state.offers.of(offer);
        if *offered != Some(by) {
            return Err(Refusal::NotOffered);
        }
        *offered = None;
        Ok(Vec::new())
    }
}
