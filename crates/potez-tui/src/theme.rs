//! Colours, and what stands for them where there are none.

use potez_table::review::Judgement;
use potez_table::{Player, WallColour};
use ratatui::style::{Color, Modifier, Style};

/// Whether there is colour. Whatever colour says is also said by a character, by reverse video or
/// by an underline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Two colours that the colour-blind can tell apart, orange and blue.
    Colour,
    /// No colour at all.
    Plain,
}

#[expect(clippy::unused_self, reason = "a caller need not know which styles depend on colour")]
impl Theme {
    fn pick(self, colour: Style, plain: Style) -> Style {
        match self {
            Self::Colour => colour,
            Self::Plain => plain,
        }
    }

    pub(crate) fn piece(self, owner: Player) -> Style {
        let colour = match owner {
            // Indexed colours, since the sixteen named ones look different in every terminal.
            Player::X => Style::new().fg(Color::Black).bg(Color::Indexed(214)),
            Player::O => Style::new().fg(Color::White).bg(Color::Indexed(25)),
        };
        self.pick(colour, Style::new()).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(crate) fn dark_square(self) -> Style {
        self.pick(Style::new().bg(Color::Indexed(238)).fg(Color::White), Style::new())
    }

    /// The character of a square that is not a cell: without colour it is told apart by its shade.
    pub(crate) fn other_square(self) -> char {
        match self {
            Self::Colour => ' ',
            Self::Plain => '░',
        }
    }

    /// Frames and the borders of squares.
    pub(crate) fn grid(self) -> Style {
        self.pick(Style::new().fg(Color::Indexed(242)), self.dim())
    }

    /// Letters and numbers beside a board.
    pub(crate) fn label(self) -> Style {
        self.pick(Style::new().fg(Color::Indexed(250)), Style::new())
    }

    /// The pieces that a move takes along.
    pub(crate) fn lifted(self, owner: Player) -> Style {
        self.piece(owner).add_modifier(Modifier::REVERSED.union(Modifier::UNDERLINED))
    }

    /// A path to a goal, of one player or of both.
    pub(crate) fn path(self, owner: Option<Player>) -> Style {
        let colour = match owner {
            Some(Player::X) => Color::Indexed(214),
            Some(Player::O) => Color::Indexed(75),
            None => Color::Indexed(252),
        };
        self.pick(Style::new().fg(colour), Style::new()).add_modifier(Modifier::BOLD)
    }

    /// A wall that may be placed.
    pub(crate) fn planned_wall(self, colour: WallColour) -> Style {
        self.wall(colour, false).add_modifier(Modifier::REVERSED)
    }

    /// The column of a graph that is looked at.
    pub(crate) fn marked_column(self) -> Style {
        self.pick(Style::new().fg(Color::Indexed(220)), Style::new())
            .add_modifier(Modifier::BOLD.union(Modifier::REVERSED))
    }

    /// How good a move was.
    pub(crate) fn judgement(self, judgement: Judgement) -> Style {
        let colour = match judgement {
            Judgement::Best => Color::Indexed(71),
            Judgement::Good => Color::Reset,
            Judgement::Inaccuracy => Color::Indexed(220),
            Judgement::Mistake => Color::Indexed(208),
            Judgement::Blunder => Color::Indexed(203),
        };
        self.pick(Style::new().fg(colour), Style::new()).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub(crate) fn target(self) -> Style {
        let both = Modifier::BOLD.union(Modifier::UNDERLINED);
        self.pick(Style::new().fg(Color::Black).bg(Color::Indexed(114)), Style::new()).add_modifier(both)
    }

    pub(crate) fn chosen(self) -> Style {
        self.pick(Style::new().fg(Color::Black).bg(Color::Indexed(228)), Style::new())
            .add_modifier(Modifier::UNDERLINED.union(Modifier::BOLD))
    }

    pub(crate) fn last(self) -> Style {
        self.pick(Style::new().fg(Color::Indexed(220)), Style::new()).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn winning(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD.union(Modifier::REVERSED))
    }

    pub(crate) fn hint(self) -> Style {
        self.pick(Style::new().fg(Color::Black).bg(Color::Indexed(177)), Style::new())
            .add_modifier(Modifier::UNDERLINED.union(Modifier::BOLD))
    }

    pub(crate) fn wall(self, colour: WallColour, last: bool) -> Style {
        let colour = match colour {
            _ if last => Color::Indexed(220),
            WallColour::Blue => Color::Indexed(75),
            WallColour::Green => Color::Indexed(71),
        };
        self.pick(Style::new().fg(colour), Style::new()).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(crate) fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub(crate) fn warning(self) -> Style {
        self.pick(Style::new().fg(Color::Indexed(203)), Style::new()).add_modifier(Modifier::BOLD)
    }
}
