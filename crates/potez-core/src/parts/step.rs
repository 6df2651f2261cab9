//! How far a move has come, and what can come next.

use super::{CellRef, MovePart, MoveParts};
use crate::{Game, Message, Position};

/// One way to go on with a move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub struct PartChoice {
    /// What is chosen.
    pub part: MovePart,
    /// The move's text up to and including this part.
    pub text: String,
    /// Whether the move is then complete.
    pub completes: bool,
    /// Whether it is complete and nothing can follow.
    pub is_final: bool,
}

/// A part that a player might try next and that the rules forbid.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockedPart {
    /// What was tried.
    pub part: MovePart,
    /// Why it may not be.
    pub message: Message,
}

/// How far a move has come, and what can come next.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MoveStep {
    /// The parts chosen so far.
    pub chosen: MoveParts,
    /// The move's text up to here.
    pub text: String,
    /// The text of the move that is complete as it stands.
    pub complete: Option<String>,
    /// What can come next, each part once, in the order of the legal moves.
    pub choices: Vec<PartChoice>,
}

impl MoveStep {
    /// The choice of a part, if it can come next.
    pub fn choice(&self, part: MovePart) -> Option<&PartChoice> {
        self.choices.iter().find(|choice| choice.part == part)
    }

    /// The cell at which a choice is made on the board: that of its part, of a level that of the
    /// stack chosen before.
    pub fn cell(&self, choice: &PartChoice) -> Option<CellRef> {
        choice.part.cell().or_else(|| match choice.part {
            MovePart::Level { .. } => self.chosen.last().and_then(|part| part.cell()),
            _ => None,
        })
    }

    /// The choices at a cell, in the order in which they are offered.
    pub fn at(&self, cell: CellRef) -> Vec<&PartChoice> {
        self.choices.iter().filter(|choice| self.cell(choice) == Some(cell)).collect()
    }

    /// Whether a part of this kind can come next.
    pub fn offers(&self, kind: impl Fn(MovePart) -> bool) -> bool {
        self.choices.iter().any(|choice| kind(choice.part))
    }
}

/// What can come next after some parts of a move. They are taken as far as some legal move has
/// them.
pub fn step<G: Game>(game: &G, pos: &G::Position, chosen: &[MovePart]) -> MoveStep {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mut fitting: Vec<MoveParts> = moves.into_iter().map(|mv| game.parts(mv)).collect();
    let mut taken = MoveParts::default();
    for (depth, part) in chosen.iter().enumerate() {
        let fits = |parts: &MoveParts| parts.get(depth) == Some(part);
        if !fitting.iter().any(fits) {
            break;
        }
        fitting.retain(fits);
        taken = taken.with(*part);
    }
    let is_complete = !taken.is_empty() && fitting.iter().any(|parts| parts.len() == taken.len());
    let text = game.spell(&taken);
    MoveStep {
        complete: is_complete.then(|| text.clone()),
        choices: choices(game, &fitting, taken),
        chosen: taken,
        text,
    }
}

/// The next parts of moves that begin with the same ones.
fn choices<G: Game>(game: &G, fitting: &[MoveParts], taken: MoveParts) -> Vec<PartChoice> {
    let mut choices: Vec<PartChoice> = Vec::new();
    // A turn of Blockade can have hundreds of walls: a search through the list for each would be
    // quadratic.
    let mut known = std::collections::HashMap::new();
    for parts in fitting {
        let Some(&part) = parts.get(taken.len()) else { continue };
        let ends = parts.len() == taken.len() + 1;
        let at = *known.entry(part).or_insert_with(|| {
            let text = game.spell(&taken.with(part));
            choices.push(PartChoice { part, text, completes: false, is_final: true });
            choices.len() - 1
        });
        choices[at].completes |= ends;
        choices[at].is_final &= ends;
    }
    choices
}

/// The parts that a player might try next and may not, with the rules' own reasons.
pub fn blocked<G: Game>(game: &G, pos: &G::Position, step: &MoveStep) -> Vec<BlockedPart> {
    let reason = |part: MovePart| {
        let mv = game.assemble(&step.chosen.with(part))?;
        let illegal = pos.check(mv).err()?;
        Some(BlockedPart { part, message: Message::new(crate::Kind::IllegalMove, &illegal) })
    };
    let choosable: std::collections::HashSet<MovePart> = step.choices.iter().map(|choice| choice.part).collect();
    let tried = game.candidates(pos, &step.chosen).into_iter().filter(|part| !choosable.contains(part));
    tried.filter_map(reason).collect()
}

/// The parts that the beginning of a text spells: what a player has typed of a move so far.
///
/// A part counts once its canonical text stands there whole, in either case.
pub fn read<G: Game>(game: &G, pos: &G::Position, text: &str) -> MoveStep {
    let typed = text.trim().to_lowercase();
    let spelled = |choice: &&PartChoice| {
        let rest = typed.strip_prefix(&choice.text.to_lowercase());
        // `d1` is not what somebody means who types `d11`.
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let mut found = step(game, pos, &[]);
    while let Some(choice) = found.choices.iter().find(spelled) {
        let chosen = found.chosen.with(choice.part);
        found = step(game, pos, &chosen);
    }
    found
}
