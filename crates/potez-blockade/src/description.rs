//! What the game says of itself.

use potez_core::{ClassicGlyph, Description, EditorTool, GameOption, Player, Preset, Sample, WallAxis, WallColour};

/// Blockade.
pub const DESCRIPTION: Description = Description {
    id: "blockade",
    name: "Blockade",
    about: "two pawns each run for the enemy homes and wall the others off",
    options: &[
        GameOption { key: "rows", values: "5..=22", default: "11", about: "rows of the board" },
        GameOption { key: "cols", values: "5..=28", default: "14", about: "columns of the board" },
        GameOption { key: "walls", values: "0..=18", default: "9", about: "walls of each colour a player has" },
        GameOption {
            key: "turn",
            values: "full|either|optional",
            default: "full",
            about: "a pawn and a wall, a pawn or a wall, a pawn and a wall or none",
        },
        GameOption {
            key: "step",
            values: "two|upto|one",
            default: "two",
            about: "two squares straight or one diagonally, also one straight, only one straight",
        },
        GameOption { key: "goal", values: "home|rank", default: "home", about: "the enemy homes or the far column" },
        GameOption { key: "x", values: "two squares", default: "d4+h4", about: "where X starts, pawn 1 first" },
        GameOption { key: "o", values: "two squares", default: "d11+h11", about: "where O starts, pawn 1 first" },
    ],
    glyphs: &[
        ClassicGlyph { draws: "a green wall", usual: '\u{01c1}' },
        ClassicGlyph { draws: "a blue wall", usual: '\u{2550}' },
        ClassicGlyph { draws: "an open edge below a square", usual: '\u{23af}' },
    ],
    presets: &[
        Preset {
            id: "standard",
            name: "Standard, 11 × 14",
            about: "A pawn and a wall each turn, nine walls of each colour.",
            spec: "blockade",
        },
        Preset {
            id: "small",
            name: "Small, 7 × 9",
            about: "Four walls of each colour; a game of ten minutes.",
            spec: "blockade:rows=7,cols=9,walls=4",
        },
        Preset {
            id: "either",
            name: "A pawn or a wall",
            about: "Each turn either a pawn or a wall.",
            spec: "blockade:turn=either",
        },
    ],
    sample: Sample { spec: "blockade", moves: &["d4-d6/Bd7", "d11-d9/Gf8", "h4-h6/Gc9", "h11-h9/Bg5"] },
    editor: &[
        EditorTool::Piece { owner: Player::X, height: 1 },
        EditorTool::Piece { owner: Player::O, height: 1 },
        EditorTool::Wall { axis: WallAxis::Horizontal, colour: WallColour::Blue },
        EditorTool::Wall { axis: WallAxis::Vertical, colour: WallColour::Green },
    ],
    lessons: include_str!("lessons.json"),
    guide: include_str!("guide.json"),
    notations: &["canonical"],
    formats: &[],
    gtp: false,
    bench: &[("blockade", 2), ("blockade:turn=either", 2)],
};
