//! How remarks on moves are put together; what can be said of a game is in the game's own module.

/// Nobody reads more sentences than these about one move.
pub(crate) const MOST: usize = 4;

/// A remark by its code, its English sentence and the arguments that it names. What English needs
/// besides, such as a plural, is taken from the variables around.
macro_rules! remark {
    ($code:literal, $english:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        // All values first: a name may hide what a later value needs.
        let ($($name,)*) = ($(($value).to_string(),)*);
        let english = format!($english);
        potez_core::Remark { code: $code, args: vec![$((stringify!($name), $name)),*], english, after: None }
    }};
}
pub(crate) use remark;

/// A number of things in English, such as `3 moves`.
pub(crate) fn count(number: usize, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// Names one after the other, such as `a1, b2`.
pub(crate) fn list<T: ToString>(names: impl IntoIterator<Item = T>) -> String {
    names.into_iter().map(|name| name.to_string()).collect::<Vec<_>>().join(", ")
}
