//! Havannah: rules, geometry and notation.
