//! Of a large source with errors, the pieces that they are in: what is said of them is the same without the others, and takes memory
//! by their size alone.

use crate::ast::{Dialect, Program};
use crate::parser::{Options, parse_right};
use crate::printer::pieces::cut;
use crate::slips::checked::Words;

/// A source with blanks for its classes, in pieces of at least so many bytes, but at its ends, and where a piece is wrong or stands next
/// to one that is.
/// None if it matters for what is wrong what the others declare.
pub(crate) fn wrong_pieces(source: &str, dialect: Dialect, least: usize) -> Option<String> {
    let options = Options { dialect: Some(dialect), ..Options::default() };
    // Where each piece ends, and whether it is right.
    let mut pieces: Vec<(usize, bool)> = Vec::new();
    let (mut from, mut memory) = (0, Program::default());
    while from < source.len() {
        let end = cut(source, from, least).map_or(source.len(), |cut| cut.at);
        let program = parse_right(memory, &source[from..end], options).unwrap_or_default();
        let right = !program.classes.is_empty() && program.main.is_none();
        if right && Words::new(&program.names, |_, _| false).occur() {
            return None;
        }
        pieces.push((end, right));
        (from, memory) = (end, program.emptied());
    }
    let mut out = String::with_capacity(source.len());
    for (i, &(end, _)) in pieces.iter().enumerate() {
        let piece = &source[out.len()..end];
        // Repairs move what is wrong to the ends.
        let within = i > 0 && i + 1 < pieces.len();
        if within && pieces[i - 1..i + 2].iter().all(|&(_, right)| right) {
            out.push_str(&" ".repeat(piece.len()));
        } else {
            out.push_str(piece);
        }
    }
    Some(out)
}
