//! What the game says of itself.

use potez_core::{Description, EditorTool, GameOption, Player, Preset, Sample};

/// No stack on the board is higher: one of eight leaves it (Rule 3.1).
const HEIGHT: u8 = 7;

/// Byte.
pub const DESCRIPTION: Description = Description {
    id: "byte",
    name: "Byte",
    about: "Mark Steere's Byte: merge stacks into towers of eight; the top checker scores.",
    options: &[
        GameOption { key: "size", values: "8|10|16", default: "8", about: "files and ranks of the board" },
        GameOption {
            key: "rules",
            values: "official|merge-first",
            default: "official",
            about: "merge-first: while a merge is possible, only merges are legal \
                    (as the original program reads the rules)",
        },
    ],
    glyphs: &[],
    presets: &[
        Preset {
            id: "standard",
            name: "Standard, 8 × 8",
            about: "The first with two of three towers wins.",
            spec: "byte",
        },
        Preset {
            id: "ten",
            name: "Large, 10 × 10",
            about: "The first with three of five towers wins.",
            spec: "byte:size=10",
        },
        Preset {
            id: "merge",
            name: "Merges first",
            about: "While a merge is possible, only merges are legal.",
            spec: "byte:rules=merge-first",
        },
    ],
    sample: Sample {
        spec: "byte",
        moves: &["b6-c5", "g3-f4", "d2-e3", "e3-f4", "b2-c3", "a3-b4", "c5:2-b4", "b4:2-c3"],
    },
    editor: &[
        EditorTool::Piece { owner: Player::X, height: HEIGHT },
        EditorTool::Piece { owner: Player::O, height: HEIGHT },
    ],
    lessons: include_str!("lessons.json"),
    guide: include_str!("guide.json"),
    notations: &["canonical"],
    formats: &[],
    gtp: false,
    bench: &[("byte", 5), ("byte:size=10", 4)],
};
