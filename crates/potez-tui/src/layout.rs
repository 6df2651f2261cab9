//! Where the parts of a screen with a board are.

use ratatui::layout::Rect;

use crate::board::{DrawnBoard, Overlay};
use crate::canvas::BoardCanvas;
use crate::theme::Theme;

/// The least columns of a panel beside the board.
const BESIDE: u16 = 22;
/// The rows of a panel below the board.
const BELOW: u16 = 5;
/// A panel of fewer rows has to say everything in few lines.
const LOW: u16 = 9;

/// Where the parts of a screen with a board are, and the board as it is drawn there.
pub(crate) struct ScreenLayout {
    /// A line for the title where the panel has no room for it.
    pub(crate) title: Option<Rect>,
    pub(crate) board: Rect,
    pub(crate) panel: Rect,
    pub(crate) canvas: BoardCanvas,
}

impl ScreenLayout {
    /// Puts the panel beside the board where the whole board has room there, and below it where it
    /// has room only there. The last row is left for the keys.
    pub(crate) fn new(area: Rect, board: &DrawnBoard, overlay: &Overlay, theme: Theme) -> Self {
        let inner = Rect { height: area.height.saturating_sub(1), ..area };
        let beside = (inner.width.saturating_sub(BESIDE + 1), inner.height);
        let below = (inner.width, inner.height.saturating_sub(BELOW + 1));
        let fits = |canvas: &BoardCanvas, room: (u16, u16)| {
            canvas.width() <= usize::from(room.0) && canvas.height() <= usize::from(room.1)
        };
        let canvas = board.draw(overlay, theme, beside);
        if fits(&canvas, beside) {
            return Self::beside(inner, canvas, beside);
        }
        let canvas = board.draw(overlay, theme, below);
        // Where the whole board has room nowhere, the part around the cursor is shown.
        if fits(&canvas, below) || inner.width < 2 * BESIDE {
            return Self::below(inner, canvas, below);
        }
        Self::beside(inner, canvas, beside)
    }

    fn beside(inner: Rect, canvas: BoardCanvas, room: (u16, u16)) -> Self {
        let board = shown(inner, &canvas, room);
        let left = board.width + 1;
        let panel = Rect { x: inner.x + left, width: inner.width.saturating_sub(left), ..inner };
        Self { title: None, board, panel, canvas }
    }

    fn below(inner: Rect, canvas: BoardCanvas, room: (u16, u16)) -> Self {
        let title = Rect { height: inner.height.min(1), ..inner };
        let rest = Rect { y: inner.y + title.height, height: inner.height - title.height, ..inner };
        let board = shown(rest, &canvas, room);
        let panel = Rect { y: rest.y + board.height, height: rest.height - board.height, ..rest };
        Self { title: Some(title), board, panel, canvas }
    }

    /// Whether the panel has to say everything in few lines.
    pub(crate) fn is_low(&self) -> bool {
        self.panel.height < LOW
    }
}

/// The part of an area that a board takes, within its room.
fn shown(area: Rect, canvas: &BoardCanvas, room: (u16, u16)) -> Rect {
    let least = |room: u16, whole: usize| room.min(u16::try_from(whole).unwrap_or(u16::MAX));
    Rect { width: least(room.0, canvas.width()), height: least(room.1, canvas.height()), ..area }
}
