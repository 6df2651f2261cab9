//! Search for any two-player game: alpha-beta, Monte-Carlo trees, proof.
