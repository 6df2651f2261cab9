//! Blockade: rules, geometry and notation.
