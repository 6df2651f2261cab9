//! Knowledge that needs both a game and a search: players, levels, the registry of games, the table.
