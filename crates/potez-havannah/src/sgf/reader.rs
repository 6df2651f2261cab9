//! The meaning of a file: its rules, its tags, its moves.

use potez_core::{Ending, Entry, ParseError, Player, Record, Transcript};

use super::tree::{Node, Source, Tree, Value};
use super::{COORDINATES, OTHER_TAGS, RESERVED, SWAP_RULE, TAGS, result};
use crate::{Coordinates, Game, Geometry, Rules, Upto15};

/// Reads the games of a file, at least one. Without `coordinates` they are found out for each game:
/// those that its property `CO` names; Little Golem's grid if a tag of the game names that site, or
/// if some cell is none in canonical coordinates while all are cells of the grid; otherwise
/// canonical.
///
/// ```
/// let file = "(;FF[4]GM[Havannah]SZ[4];W[b2];B[swap];W[c4])(;SZ[5];W[e5])";
/// let records = potez_havannah::sgf::read_all(file, None).unwrap();
/// assert_eq!(records[0].game, "havannah:size=4,swap=on");
/// assert_eq!(records[0].moves[1].text, "swap");
/// assert_eq!(records[1].moves[0].text, "e5");
/// ```
pub fn read_all(text: &str, coordinates: Option<Coordinates>) -> Result<Vec<Transcript>, ParseError> {
    let mut source = Source::new(text);
    let games = source.games()?;
    games.iter().map(|tree| read_game(&source, tree, coordinates)).collect()
}

/// Reads a file of one game.
pub fn read(text: &str, coordinates: Option<Coordinates>) -> Result<Transcript, ParseError> {
    let mut source = Source::new(text);
    let games = source.games()?;
    let [tree] = games.as_slice() else {
        return Err(source.error_at(games[1].nodes[0].at, "the end of the file after one game"));
    };
    read_game(&source, tree, coordinates)
}

fn read_game(source: &Source, tree: &Tree, coordinates: Option<Coordinates>) -> Result<Transcript, ParseError> {
    let root = &tree.nodes[0];
    let size = size(source, root)?;
    let geometry = Geometry::of(size);
    let coordinates = match (coordinates, root.values(COORDINATES)) {
        (Some(coordinates), _) => coordinates,
        (None, []) => detect(tree, geometry),
        (None, [name, ..]) => Coordinates::named(&name.text).ok_or_else(|| {
            let names = Coordinates::ALL.map(|coordinates| format!("`{}`", coordinates.name()));
            source.error_at(name.at, &format!("coordinates: one of {}", names.join(", ")))
        })?,
    };
    let mut reader = Reader { source, geometry, coordinates, swapped: false, resigned: None };

    let mut transcript = Transcript { tags: tags(source, root)?, ..Transcript::default() };
    let mut comment = None;
    reader.line(tree, &mut transcript.moves, Place { first: 0, depth: 0 }, &mut comment)?;
    transcript.comment = comment;
    let swap = reader.swapped || root.values("RU").iter().any(|rule| rule.text.trim().eq_ignore_ascii_case(SWAP_RULE));
    let rules = Rules { size, swap };
    transcript.game = rules.to_string();
    // A resignation among the moves is surer than a `RE` that Little Golem may have turned round.
    let ending = reader.resigned.map(Ending::Resignation).or_else(|| result::read(root));
    transcript.result = result::claimed(root);
    conclude(&mut transcript, rules, ending);
    Ok(transcript)
}

/// `GM` must be Havannah if it is there, `SZ` must be there.
fn size(source: &Source, root: &Node) -> Result<usize, ParseError> {
    if let Some(game) = root.values("GM").iter().find(|game| !game.text.trim().eq_ignore_ascii_case("havannah")) {
        return Err(source.error_at(game.at, "the game `Havannah`"));
    }
    let [size] = root.values("SZ") else {
        return Err(source.error_at(root.at, "a first node with the side of the board, such as `SZ[8]`"));
    };
    let allowed = Rules::SMALLEST..=Rules::LARGEST;
    size.text
        .trim()
        .parse()
        .ok()
        .filter(|number| allowed.contains(number))
        .ok_or_else(|| source.error_at(size.at, &format!("a side from {} to {}", Rules::SMALLEST, Rules::LARGEST)))
}

/// All properties of the first node but those that are read for what they mean, and the tags that
/// have no property of their own.
fn tags(source: &Source, root: &Node) -> Result<Vec<(String, String)>, ParseError> {
    let own = |name: &str| TAGS.iter().find(|(property, _)| *property == name).map_or(name, |(_, tag)| tag).to_string();
    let kept = root.properties.iter().filter(|property| !RESERVED.contains(&property.name.as_str()));
    let mut tags: Vec<(String, String)> = kept
        .flat_map(|property| property.values.iter().map(|value| (own(&property.name), value.text.clone())))
        .collect();
    let others = root.values(OTHER_TAGS).chunks_exact(2);
    if let [alone] = others.remainder() {
        return Err(source.error_at(alone.at, "a value for this tag"));
    }
    tags.extend(others.map(|pair| (pair[0].text.clone(), pair[1].text.clone())));
    Ok(tags)
}

fn detect(tree: &Tree, geometry: &Geometry) -> Coordinates {
    let named = tree.nodes[0].properties.iter().flat_map(|property| &property.values).any(|value| {
        let letters: String = value.text.chars().filter(char::is_ascii_alphabetic).collect();
        letters.to_ascii_lowercase().contains("littlegolem")
    });
    if named {
        return Coordinates::LittleGolem;
    }
    let mut cells = Vec::new();
    collect_cells(tree, &mut cells);
    let all = |form: Coordinates| cells.iter().all(|cell| form.read(geometry, cell).is_ok());
    if !all(Coordinates::Canonical) && all(Coordinates::LittleGolem) {
        Coordinates::LittleGolem
    } else {
        Coordinates::Canonical
    }
}

fn collect_cells<'a>(tree: &'a Tree, cells: &mut Vec<&'a str>) {
    let values = tree.nodes.iter().flat_map(|node| node.values("W").iter().chain(node.values("B")));
    let words = values.map(|value| value.text.trim());
    cells.extend(words.filter(|word| !["swap", "resign"].contains(&word.to_ascii_lowercase().as_str())));
    for child in &tree.children {
        collect_cells(child, cells);
    }
}

/// Rule 4.2: the result is what the replay says, and where it says nothing, what the file says of
/// an ending that no move shows, or at least its claim. A move that cannot be played is left for the
/// replay to name.
fn conclude(transcript: &mut Transcript, rules: Rules, ending: Option<Ending>) {
    let Ok(game) = Game::<Upto15>::new(rules) else { return };
    let mut record = Record::new(game);
    for entry in &transcript.moves {
        if record.play_text(&entry.text).is_err() {
            return;
        }
    }
    if let Some(ending) = ending {
        record.end(ending);
    }
    if let Some(ending) = record.ending() {
        transcript.set_ending(Some(&ending));
    }
}

/// Where a line begins.
#[derive(Clone, Copy)]
struct Place {
    /// The ply of its first entry.
    first: usize,
    /// How many variations it lies within; the game itself is none.
    depth: usize,
}

struct Reader<'a> {
    source: &'a Source<'a>,
    geometry: &'static Geometry,
    coordinates: Coordinates,
    swapped: bool,
    resigned: Option<Player>,
}

impl Reader<'_> {
    /// Appends the moves of a tree to a line. `before` is the comment ahead of the line's first
    /// move.
    fn line(
        &mut self,
        tree: &Tree,
        line: &mut Vec<Entry>,
        place: Place,
        before: &mut Option<String>,
    ) -> Result<(), ParseError> {
        let mut over = false;
        for node in &tree.nodes {
            if let Some((player, value)) = self.move_of(node)? {
                if over {
                    return Err(self.source.error_at(value.at, "no move after the resignation"));
                }
                if value.text.trim().eq_ignore_ascii_case("resign") {
                    over = true;
                    self.resign(player, line, before, place.depth == 0);
                } else {
                    line.push(Entry::new(self.cell_or_swap(player, value, place.first + line.len())?));
                }
            }
            for comment in node.values("C") {
                remark(line, before, &comment.text);
            }
        }
        if over && !tree.children.is_empty() {
            return Err(self.source.error_at(tree.children[0].nodes[0].at, "nothing after the resignation"));
        }
        self.branches(&tree.children, line, place, before)
    }

    /// The first branch goes on with the line, the others are variations of its first move.
    fn branches(
        &mut self,
        children: &[Tree],
        line: &mut Vec<Entry>,
        place: Place,
        before: &mut Option<String>,
    ) -> Result<(), ParseError> {
        let Some((next, others)) = children.split_first() else { return Ok(()) };
        let branching = line.len();
        let mut ahead = None;
        self.line(next, line, place, &mut ahead)?;
        let inner = Place { first: place.first + branching, depth: place.depth + 1 };
        for other in others {
            if inner.depth > Transcript::DEEPEST {
                let most = format!("variations nested at most {} deep", Transcript::DEEPEST);
                return Err(self.source.error_at(other.nodes[0].at, &most));
            }
            let mut variation = Vec::new();
            self.line(other, &mut variation, inner, &mut ahead)?;
            match line.get_mut(branching) {
                _ if variation.is_empty() => {}
                Some(entry) => entry.variations.push(variation),
                // The first branch held no move: the next one is the game.
                None => line.extend(variation),
            }
        }
        if let Some(comment) = ahead {
            remark(&mut line[..branching], before, &comment);
        }
        Ok(())
    }

    fn resign(&mut self, player: Player, line: &mut [Entry], before: &mut Option<String>, main: bool) {
        if main {
            self.resigned = Some(player);
        } else {
            remark(line, before, &format!("{player} resigns"));
        }
    }

    fn move_of<'n>(&self, node: &'n Node) -> Result<Option<(Player, &'n Value)>, ParseError> {
        if let Some(setup) =
            node.properties.iter().find(|property| ["AB", "AW", "AE", "PL"].contains(&property.name.as_str()))
        {
            return Err(self.source.error_at(setup.at, "a record without stones set up by hand"));
        }
        match (node.values("W"), node.values("B")) {
            ([], []) => Ok(None),
            ([value], []) => Ok(Some((Player::X, value))),
            ([], [value]) => Ok(Some((Player::O, value))),
            _ => Err(self.source.error_at(node.at, "one move in a node")),
        }
    }

    /// The canonical text of a move.
    fn cell_or_swap(&mut self, player: Player, value: &Value, ply: usize) -> Result<String, ParseError> {
        let (turn, property) = if ply.is_multiple_of(2) { (Player::X, "W") } else { (Player::O, "B") };
        if player != turn {
            return Err(self.source.error_at(value.at, &format!("a move of `{property}`, whose turn it is")));
        }
        if value.text.trim().eq_ignore_ascii_case("swap") {
            if ply != 1 {
                return Err(self.source.error_at(value.at, "`swap` on the second ply only"));
            }
            self.swapped = true;
            return Ok("swap".into());
        }
        let cell = self.coordinates.read(self.geometry, &value.text);
        cell.map(|cell| cell.to_string()).map_err(|error| self.source.error_at(value.at + error.at, &error.expected))
    }
}

/// Adds a comment to the last move, or ahead of the line if there is none yet.
fn remark(line: &mut [Entry], before: &mut Option<String>, text: &str) {
    match line.last_mut().map_or(before, |entry| &mut entry.comment) {
        Some(earlier) => earlier.extend(["\n", text]),
        comment => *comment = Some(text.to_string()),
    }
}
