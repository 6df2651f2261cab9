//! Lines of a grid and the characters where they meet.

/// How a line between two cells is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Stroke {
    /// No line: outside the board.
    #[default]
    None,
    /// The border of two squares.
    Grid,
    /// A wall.
    Wall,
    /// The wall that the last move has placed.
    LastWall,
    /// A wall that may be placed.
    PlannedWall,
    /// A wall that is advised.
    AdvisedWall,
}

impl Stroke {
    /// The character of a horizontal line.
    pub(super) const fn horizontal(self) -> char {
        match self {
            Self::None => ' ',
            Self::Grid => '─',
            Self::Wall => '━',
            Self::LastWall => '═',
            Self::PlannedWall => '╍',
            Self::AdvisedWall => '?',
        }
    }

    /// The character of a vertical line.
    pub(super) const fn vertical(self) -> char {
        match self {
            Self::None => ' ',
            Self::Grid => '│',
            Self::Wall => '┃',
            Self::LastWall => '║',
            Self::PlannedWall => '╏',
            Self::AdvisedWall => '?',
        }
    }

    /// The character of a horizontal line at the foot of a row.
    pub(super) const fn foot(self) -> char {
        match self {
            Self::None | Self::Grid => ' ',
            Self::Wall => '▁',
            Self::LastWall => '▂',
            Self::PlannedWall => '‗',
            Self::AdvisedWall => '?',
        }
    }

    /// Whether it is more than the border of two squares.
    pub(super) const fn is_wall(self) -> bool {
        !matches!(self, Self::None | Self::Grid)
    }

    /// 0 for nothing, 1 for a light line, 2 for a heavy one.
    const fn weight(self) -> usize {
        match self {
            Self::None => 0,
            Self::Grid => 1,
            _ => 2,
        }
    }
}

/// The lines that meet at a corner of four cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Arms {
    pub(super) up: Stroke,
    pub(super) right: Stroke,
    pub(super) down: Stroke,
    pub(super) left: Stroke,
}

/// The characters by the weights of their arms: up, right, down, left; each counts three times the
/// next.
const JUNCTIONS: [char; 81] = [
    ' ', '╴', '╸', '╷', '┐', '┑', '╻', '┒', '┓', // up 0, right 0
    '╶', '─', '╾', '┌', '┬', '┭', '┎', '┰', '┱', // up 0, right 1
    '╺', '╼', '━', '┍', '┮', '┯', '┏', '┲', '┳', // up 0, right 2
    '╵', '┘', '┙', '│', '┤', '┥', '╽', '┧', '┪', // up 1, right 0
    '└', '┴', '┵', '├', '┼', '┽', '┟', '╁', '╅', // up 1, right 1
    '┕', '┶', '┷', '┝', '┾', '┿', '┢', '╆', '╈', // up 1, right 2
    '╹', '┚', '┛', '╿', '┦', '┩', '┃', '┨', '┫', // up 2, right 0
    '┖', '┸', '┹', '┞', '╀', '╃', '┠', '╂', '╉', // up 2, right 1
    '┗', '┺', '┻', '┡', '╄', '╇', '┣', '╊', '╋', // up 2, right 2
];

impl Arms {
    /// The character where these lines meet.
    pub(super) fn junction(self) -> char {
        let Self { up, right, down, left } = self;
        // The middle of the last wall, across two borders: the only meetings with a double line
        // that Unicode has and that occur.
        match (up, right, down, left) {
            (Stroke::Grid, Stroke::LastWall, Stroke::Grid, Stroke::LastWall) => return '╪',
            (Stroke::LastWall, Stroke::Grid, Stroke::LastWall, Stroke::Grid) => return '╫',
            _ => {}
        }
        JUNCTIONS[[up, right, down, left].into_iter().fold(0, |index, arm| 3 * index + arm.weight())]
    }

    /// The line that stands out most: whose colour the meeting point has.
    pub(super) fn foremost(self) -> Stroke {
        let Self { up, right, down, left } = self;
        let rank = |stroke: &Stroke| *stroke as usize;
        [up, right, down, left].into_iter().max_by_key(rank).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_junction_is_a_character_of_its_own() {
        let mut seen = std::collections::HashSet::new();
        assert!(JUNCTIONS.iter().all(|junction| seen.insert(junction)));
    }

    #[test]
    fn walls_meet_the_grid_and_each_other() {
        use Stroke::{Grid, LastWall, None, Wall};
        let junction = |up, right, down, left| Arms { up, right, down, left }.junction();
        assert_eq!(junction(None, Grid, Grid, None), '┌');
        assert_eq!(junction(Grid, Grid, Grid, Grid), '┼');
        assert_eq!(junction(Grid, Wall, Grid, Wall), '┿');
        assert_eq!(junction(Grid, Wall, Grid, Grid), '┾');
        assert_eq!(junction(Wall, Wall, Wall, Grid), '╊');
        assert_eq!(junction(Grid, LastWall, Grid, LastWall), '╪');
        assert_eq!(junction(Wall, Wall, Wall, Wall), '╋');
    }
}
