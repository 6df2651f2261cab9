//! The techniques of searches that can be switched off, to see what they are worth.

/// A technique that can be switched off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Technique {
    /// Alpha-beta cutoffs: without them minimax searches every move.
    Cutoffs,
    /// The transposition table.
    Table,
    /// Move ordering of every kind: without it moves come as they are generated.
    Ordering,
    /// Killer moves.
    Killers,
    /// The history heuristic.
    History,
    /// Counter moves.
    CounterMoves,
    /// Principal variation search: null windows for all moves but the first.
    NullWindows,
    /// Aspiration windows.
    Aspiration,
    /// Late move reductions.
    Reductions,
    /// Late move pruning.
    Pruning,
    /// Internal iterative reductions.
    InternalReductions,
    /// Quiescence search.
    Quiescence,
    /// Extensions.
    Extensions,
    /// All-moves-as-first statistics.
    Rave,
    /// The prior policy.
    Prior,
    /// The upper confidence bound.
    Exploration,
    /// Thresholds that are raised by a factor 1+ε.
    Epsilon,
}

impl Technique {
    /// All of them, the most telling first.
    pub const ALL: [Self; 17] = [
        Self::Cutoffs,
        Self::Ordering,
        Self::Table,
        Self::Reductions,
        Self::Pruning,
        Self::NullWindows,
        Self::Aspiration,
        Self::Killers,
        Self::History,
        Self::CounterMoves,
        Self::InternalReductions,
        Self::Quiescence,
        Self::Extensions,
        Self::Rave,
        Self::Prior,
        Self::Exploration,
        Self::Epsilon,
    ];

    /// The word for it on the command line and in data.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cutoffs => "cutoffs",
            Self::Table => "table",
            Self::Ordering => "ordering",
            Self::Killers => "killers",
            Self::History => "history",
            Self::CounterMoves => "counter-moves",
            Self::NullWindows => "null-windows",
            Self::Aspiration => "aspiration",
            Self::Reductions => "reductions",
            Self::Pruning => "pruning",
            Self::InternalReductions => "internal-reductions",
            Self::Quiescence => "quiescence",
            Self::Extensions => "extensions",
            Self::Rave => "rave",
            Self::Prior => "prior",
            Self::Exploration => "exploration",
            Self::Epsilon => "epsilon",
        }
    }

    /// The technique of a word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|technique| technique.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_a_word_of_its_own() {
        for technique in Technique::ALL {
            assert_eq!(Technique::named(technique.word()), Some(technique));
        }
        assert_eq!(Technique::named("magic"), None);
    }
}
