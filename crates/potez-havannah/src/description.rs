//! What the game says of itself.

use potez_core::{Description, EditorTool, GameOption, Player, Preset, RecordFormat, Sample, Transcript};

use crate::{Coordinates, sgf};

/// Havannah.
pub const DESCRIPTION: Description = Description {
    id: "havannah",
    name: "Havannah",
    about: "connect two corners or three edges of a hexagon, or close a ring",
    options: &[
        GameOption { key: "size", values: "3..=15", default: "8", about: "cells a side" },
        GameOption { key: "swap", values: "on|off", default: "off", about: "O may take over the first stone" },
    ],
    glyphs: &[],
    presets: &[
        Preset { id: "base8", name: "Base 8", about: "The usual size for a serious game.", spec: "havannah" },
        Preset { id: "base5", name: "Base 5", about: "Small and quick.", spec: "havannah:size=5" },
        Preset {
            id: "base6",
            name: "Base 6 with swap",
            about: "O may take over the first stone.",
            spec: "havannah:size=6,swap=on",
        },
        Preset {
            id: "base10",
            name: "Base 10 with swap",
            about: "The size of tournaments.",
            spec: "havannah:size=10,swap=on",
        },
    ],
    sample: Sample { spec: "havannah:size=6", moves: &["e5", "f6", "d6", "f5", "g7", "e4", "c4", "h8"] },
    editor: &[EditorTool::Piece { owner: Player::X, height: 1 }, EditorTool::Piece { owner: Player::O, height: 1 }],
    lessons: include_str!("lessons.json"),
    guide: include_str!("guide.json"),
    notations: &["canonical", "little-golem", "transposed"],
    formats: &[
        RecordFormat {
            id: "sgf",
            name: "SGF",
            about: "SGF (HGF), for Havannah",
            extensions: &["sgf", "hgf"],
            media_type: "application/x-go-sgf",
            first: Some('('),
            read: |text| sgf::read_all(text, None),
            write: |transcript| write_sgf(transcript, Coordinates::Canonical),
        },
        RecordFormat {
            id: "lg",
            name: "SGF (Little Golem)",
            about: "SGF in Little Golem's coordinates, for Havannah",
            extensions: &["sgf"],
            media_type: "application/x-go-sgf",
            first: Some('('),
            read: |text| sgf::read_all(text, None),
            write: |transcript| write_sgf(transcript, Coordinates::LittleGolem),
        },
    ],
    gtp: true,
    bench: &[
        ("havannah:size=4", 3),
        ("havannah:size=5", 3),
        ("havannah:size=6", 3),
        ("havannah", 3),
        ("havannah:size=10", 2),
    ],
};

fn write_sgf(transcript: &Transcript, coordinates: Coordinates) -> Result<String, String> {
    sgf::write(transcript, coordinates).map_err(|error| format!("SGF holds whole games of Havannah only: {error}"))
}
