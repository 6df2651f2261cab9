//! The form of a file: nodes with properties, and trees of nodes. No meaning yet.

use std::collections::HashSet;

use potez_core::ParseError;

/// Deeper than any game is long.
const DEEPEST: usize = 700;

/// A run of nodes and what may follow it.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) children: Vec<Tree>,
}

pub(super) struct Node {
    pub(super) at: usize,
    pub(super) properties: Vec<Property>,
}

pub(super) struct Property {
    pub(super) at: usize,
    /// Upper case.
    pub(super) name: String,
    pub(super) values: Vec<Value>,
}

pub(super) struct Value {
    pub(super) at: usize,
    pub(super) text: String,
}

impl Node {
    /// The values of a property, none if it is not there.
    pub(super) fn values(&self, name: &str) -> &[Value] {
        self.properties.iter().find(|property| property.name == name).map_or(&[], |property| &property.values)
    }
}

/// The text of a file and the place in it.
pub(super) struct Source<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
}

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, chars: text.chars().collect(), at: 0 }
    }

    /// An error at this character: shows its line and counts characters there.
    pub(super) fn error_at(&self, at: usize, expected: &str) -> ParseError {
        let before = &self.chars[..at.min(self.chars.len())];
        let number = before.iter().filter(|&&c| c == '\n').count();
        let column = before.iter().rev().take_while(|&&c| c != '\n').count();
        let line = self.text.split('\n').nth(number).unwrap_or_default();
        ParseError::new(line, column, format!("{expected} (line {})", number + 1))
    }

    fn error(&self, expected: &str) -> ParseError {
        self.error_at(self.at, expected)
    }

    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace() || *c == '\u{feff}') {
            self.at += 1;
        }
        self.chars.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// The games of the file, one or several.
    pub(super) fn games(&mut self) -> Result<Vec<Tree>, ParseError> {
        let mut games = vec![self.tree(0)?];
        while let Some(next) = self.peek() {
            if next != '(' {
                return Err(self.error("the end of the file, or `(` and another game"));
            }
            games.push(self.tree(0)?);
        }
        Ok(games)
    }

    fn tree(&mut self, depth: usize) -> Result<Tree, ParseError> {
        if depth > DEEPEST {
            return Err(self.error("variations less deeply nested"));
        }
        if !self.take('(') {
            return Err(self.error("`(`"));
        }
        let mut tree = Tree { nodes: Vec::new(), children: Vec::new() };
        while self.peek() == Some(';') {
            tree.nodes.push(self.node()?);
        }
        if tree.nodes.is_empty() {
            return Err(self.error("`;` and a node"));
        }
        while self.peek() == Some('(') {
            tree.children.push(self.tree(depth + 1)?);
        }
        if !self.take(')') {
            return Err(self.error("`;`, `(` or `)`"));
        }
        Ok(tree)
    }

    fn node(&mut self) -> Result<Node, ParseError> {
        let mut node = Node { at: self.at, properties: Vec::new() };
        let mut names = HashSet::new();
        self.at += 1;
        while self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            let at = self.at;
            let name: String = self.chars[at..].iter().take_while(|c| c.is_ascii_alphanumeric()).collect();
            self.at += name.len();
            // Old files write `White[…]` for `W[…]`: only the capitals count, unless there are
            // none.
            let capitals: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
            let name = if capitals.is_empty() { name.to_ascii_uppercase() } else { capitals };
            let mut values = Vec::new();
            while self.take('[') {
                values.push(self.value()?);
            }
            if values.is_empty() {
                return Err(self.error("`[` and the value of the property"));
            }
            if !names.insert(name.clone()) {
                return Err(self.error_at(at, &format!("no second `{name}` in the same node")));
            }
            node.properties.push(Property { at, name, values });
        }
        Ok(node)
    }

    fn value(&mut self) -> Result<Value, ParseError> {
        let at = self.at;
        let mut text = String::new();
        loop {
            match self.chars.get(self.at).copied() {
                None => return Err(self.error_at(at, "a value that is closed by `]`")),
                Some(']') => break,
                Some('\\') => {
                    self.at += 1;
                    // An escaped line break is no line break.
                    text.extend(self.chars.get(self.at).filter(|&&c| c != '\n'));
                }
                Some(c) => text.push(c),
            }
            self.at += 1;
        }
        self.at += 1;
        Ok(Value { at, text })
    }
}
