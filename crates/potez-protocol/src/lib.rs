//! Engine protocols as state machines: lines in, lines out.
