//! Records of the games, in the text form that `potez replay` reads, one game or many in a file.

use std::fs;
use std::io;
use std::path::Path;

use potez_table::{Entry, Transcript, write_whole};

use crate::{Event, Pair, Played};

/// Writes all games into one file, or a file each into a folder; a path that ends with `/` is a
/// folder.
pub fn write(out: &Path, event: &Event, pairs: &[Pair]) -> io::Result<()> {
    let is_folder = out.is_dir() || out.as_os_str().to_string_lossy().ends_with('/');
    let games = pairs.iter().flat_map(|pair| (1..).zip(&pair.games).map(move |(number, game)| (pair, number, game)));
    if is_folder {
        fs::create_dir_all(out)?;
        for (pair, number, game) in games {
            let file = out.join(format!("game-{:06}-{number}.txt", pair.pair + 1));
            write_whole(&file, text(event, pair, game).as_bytes())?;
        }
        return Ok(());
    }
    let all: Vec<String> = games.map(|(pair, _, game)| text(event, pair, game)).collect();
    write_whole(out, all.join("\n").as_bytes())
}

/// One game on paper.
pub fn text(event: &Event, pair: &Pair, game: &Played) -> String {
    let transcript = transcript(event, pair, game);
    transcript.to_string()
}

/// One game with its tags and the moves of the opening remarked.
pub fn transcript(event: &Event, pair: &Pair, game: &Played) -> Transcript {
    let mut tags = vec![
        ("X".to_string(), event.entrants[game.x].name.clone()),
        ("O".to_string(), event.entrants[game.o].name.clone()),
        ("Pair".to_string(), (pair.pair + 1).to_string()),
        ("Opening".to_string(), pair.plies.to_string()),
    ];
    tags.extend(game.fault.as_ref().map(|fault| ("Fault".to_string(), fault.to_string())));
    Transcript {
        game: event.game.clone(),
        position: None,
        tags,
        comment: None,
        moves: game.moves.split_whitespace().map(Entry::new).collect(),
        result: Some(game.outcome()),
        reason: Some(game.reason.clone()),
    }
}
