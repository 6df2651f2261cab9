//! Byte: rules, geometry and notation.
