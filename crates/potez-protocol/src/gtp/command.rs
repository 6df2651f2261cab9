//! The form of commands and answers.

use crate::wording::one_line;

/// A line taken apart: an optional number, the name and the arguments.
pub(super) struct Command {
    id: String,
    pub(super) name: String,
    pub(super) args: Vec<String>,
}

impl Command {
    /// Reads a line; `None` if nothing is left of it without comments and control characters.
    pub(super) fn read(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        let text: String = line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let mut words = text.split_whitespace().map(str::to_string).peekable();
        let id = words.next_if(|word| is_id(word)).unwrap_or_default();
        let name = words.next().unwrap_or_default();
        if id.is_empty() && name.is_empty() {
            return None;
        }
        Some(Self { id, name, args: words.collect() })
    }

    /// The answer: `=` or `?`, the number of the command, the text, and the blank line when the
    /// sink ends it.
    pub(super) fn answer(&self, result: &Result<String, String>) -> String {
        let (sign, text) = match result {
            Ok(text) => ('=', text.clone()),
            Err(error) => ('?', one_line(error)),
        };
        let gap = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
        format!("{sign}{}{gap}{text}\n", self.id)
    }
}

/// Numbers of any sensible length; anything longer is no number of a command.
fn is_id(word: &str) -> bool {
    word.len() <= 10 && word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_comments_and_control_characters_are_understood() {
        let command = Command::read("12 play\tw e5 \u{7}# a remark").unwrap();
        assert_eq!((command.name.as_str(), command.args.join(",")), ("play", "w,e5".into()));
        assert_eq!(command.answer(&Ok(String::new())), "=12\n");
        assert_eq!(command.answer(&Ok("yes".into())), "=12 yes\n");
        assert_eq!(command.answer(&Err("no\nway".into())), "?12 no way\n");
        for nothing in ["", "   ", "# only a remark", "\u{1}\r\n"] {
            assert!(Command::read(nothing).is_none());
        }
        assert_eq!(Command::read("7").unwrap().answer(&Err("no command".into())), "?7 no command\n");
        assert_eq!(Command::read("12345678901 name").unwrap().name, "12345678901");
    }
}
