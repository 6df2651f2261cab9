//! A stack of checkers in two bytes.

use std::fmt;

use potez_core::Player;

/// Rule 1.3: checkers of any colours on one square, none up to seven; level 0 is the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stack {
    /// Bit i is set when the checker at level i is X's.
    x: u8,
    height: u8,
}

impl Stack {
    /// A stack from its X checkers, bit i for level i, and its height; bits from the height on are
    /// ignored.
    pub const fn new(x: u8, height: u8) -> Self {
        Self { x: x & !(0xff << height), height }
    }

    /// The number of checkers.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Whether there is no checker.
    pub const fn is_empty(self) -> bool {
        self.height == 0
    }

    /// The levels of a player's checkers, bit i for level i.
    pub const fn levels(self, player: Player) -> u8 {
        match player {
            Player::X => self.x,
            Player::O => !self.x & !(0xff << self.height),
        }
    }

    /// The owner of the checker at a level, `None` above the top.
    pub const fn owner(self, level: usize) -> Option<Player> {
        if level >= self.height as usize {
            None
        } else if self.x >> level & 1 == 1 {
            Some(Player::X)
        } else {
            Some(Player::O)
        }
    }

    /// The owner of the bottom checker.
    pub const fn bottom(self) -> Option<Player> {
        self.owner(0)
    }

    /// The owner of the top checker.
    pub const fn top(self) -> Option<Player> {
        self.owner(self.height().wrapping_sub(1))
    }

    /// The owners from the bottom to the top.
    pub fn owners(self) -> impl DoubleEndedIterator<Item = Player> + Clone {
        (0..self.height()).filter_map(move |level| self.owner(level))
    }
}

/// The checkers from the bottom to the top, such as `xxo`; `-` for none.
impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.owners().try_for_each(|owner| write!(f, "{}", owner.letter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_reads_from_the_bottom_to_the_top() {
        let stack = Stack::new(0b1011, 3);
        assert_eq!(stack.to_string(), "xxo");
        assert_eq!((stack.bottom(), stack.top()), (Some(Player::X), Some(Player::O)));
        assert_eq!((stack.levels(Player::X), stack.levels(Player::O)), (0b011, 0b100));
        assert_eq!(Stack::default().to_string(), "-");
        assert_eq!((Stack::default().top(), stack.owner(3)), (None, None));
    }
}
