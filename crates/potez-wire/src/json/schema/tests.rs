//! The schemas against what is really written.

use std::time::Duration;

use potez_session::{Offers, Sides, Takeback, TimeControl};
use potez_table::{CellRef, MovePart, Player, Setup, WallAxis, WallColour, WallRef};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::*;

/// What the core crate writes must come out of the schema's type as it went in.
#[track_caller]
fn holds<S: Serialize + DeserializeOwned>(real: &impl Serialize) {
    let real = serde_json::to_value(real).unwrap();
    let schema: S = serde_json::from_value(real.clone()).unwrap();
    assert_eq!(serde_json::to_value(&schema).unwrap(), real);
}

#[test]
fn every_schema_describes_what_the_core_crate_writes() {
    let at = CellRef::new(3, 4);
    let wall = WallRef { at, axis: WallAxis::Horizontal, colour: WallColour::Blue };
    let parts = [MovePart::Piece(at), MovePart::Level { level: 2 }, MovePart::Target(at), MovePart::Wall(wall)];
    for part in parts.into_iter().chain([MovePart::Swap, MovePart::Pass]) {
        holds::<MovePartSchema>(&part);
    }
    holds::<CellRefSchema>(&at);
    holds::<WallRefSchema>(&wall);
    for player in Player::BOTH {
        holds::<PlayerSchema>(&player);
    }
}

#[test]
fn every_schema_describes_what_the_session_crate_writes() {
    let (initial, increment) = (Duration::from_mins(5), Duration::from_secs(5));
    holds::<TimeControlSchema>(&TimeControl::Fischer { initial, increment });
    holds::<TimeControlSchema>(&TimeControl::PerMove { time: initial });
    holds::<OffersSchema>(&Offers { takeback: Some(Player::X), ..Offers::default() });
    for takeback in [Takeback::Free, Takeback::Ask, Takeback::Off] {
        holds::<TakebackSchema>(&takeback);
    }
    for sides in [Sides::X, Sides::O, Sides::Both] {
        holds::<SidesSchema>(&sides);
    }
}

#[test]
fn the_board_the_choices_and_the_tools_of_every_game_fit_their_schemas() {
    for game in potez_table::games() {
        let sample = game.description.sample;
        let mut table = potez_table::open(sample.spec, None).unwrap();
        for mv in sample.moves {
            table.play(mv).unwrap();
        }
        holds::<ViewSchema>(&table.view());
        holds::<Vec<PathViewSchema>>(&table.paths().unwrap_or_default());
        holds::<SetupSchema>(&Setup::of(&table.view(), table.turn()));
        holds::<Vec<PartChoiceSchema>>(&table.step(&[]).choices);
        holds::<Vec<EditorToolSchema>>(&game.description.editor);
    }
}

#[test]
fn a_record_and_a_proof_are_written_as_described() {
    let text = "[Game \"havannah:size=4\"]\n[X \"Ana\"]\n\n1. d4 {the middle} c3 (e5 2. e4) 2. d5 *\n";
    let record = potez_table::records::read(text).unwrap();
    let json = potez_table::records::format("json").unwrap();
    let written = potez_table::records::write(&record, &json).unwrap();
    holds::<RecordSchema>(&serde_json::from_str::<Value>(&written).unwrap());
    for proof in [potez_table::Proof::Win, potez_table::Proof::Loss, potez_table::Proof::Draw] {
        holds::<ProofSchema>(&proof.word());
    }
}

#[test]
fn a_part_is_written_with_its_kind_and_its_cell() {
    let part = serde_json::to_value(MovePart::Piece(CellRef::new(3, 4))).unwrap();
    assert_eq!(part, json!({ "kind": "piece", "row": 3, "col": 4 }));
    let read: MovePart = serde_json::from_value::<MovePart>(part).unwrap();
    assert_eq!(read, MovePart::Piece(CellRef::new(3, 4)));
    assert!(serde_json::from_value::<MovePart>(Value::from("piece")).is_err());
}
