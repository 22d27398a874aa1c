//! Texts with holes, and bounded sets of them.
//!
//! Owns what can be said of a value before it is known: its literal pieces, its live glob characters, and its
//! holes. It knows nothing of paths or of bash.

mod text;
mod texts;

pub use text::{Hole, MAX_TEXT, Piece, Text};
pub use texts::{MAX_TEXTS, Texts};
