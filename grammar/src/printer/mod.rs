//! The printer: one canonical layout for every program, whether it was parsed or made.
//!
//! | file | contents |
//! | --- | --- |
//! | `parts` | each form of expression as a row of tokens and parts, and where brackets are needed |
//! | `text` | the texts of tokens, and expressions written on one line |
//! | [`mod@line`] | expressions on one line, for views of parts of programs |
//! | `measure` | how wide everything is on one line |
//! | `layout`, `declarations`, `statements`, `expressions` | from the tree to tokens, with the lines broken |
//! | `source` | parts absent from the tree: comments, annotation comments, empty lines |
//! | `attach` | comments between tokens, attached to those of the output; where comments break lines |
//! | `weave`, `slot`, `writer` | the tokens and the comments between them, written out |
//!
//! The layout depends on the tree, and on whether a comment forces something to take several lines; the comments
//! themselves are put in between the finished lines. A comment that ends a line still does in the output, so the layout
//! of what is printed is the same again.

mod attach;
mod declarations;
mod expressions;
mod extended;
mod layout;
pub mod line;
mod measure;
mod parts;
pub(crate) mod slot;
mod source;
mod statements;
mod text;
mod weave;
mod writer;

use crate::ast::{Dialect, Program};
use crate::error::SyntaxError;
use crate::lexer::Spanned;
use crate::parser::{Options, parse_keeping};
use attach::Attached;
use layout::Layout;
use measure::Measure;
use source::Source;

/// The longest line that is written where there is a choice.
pub const WIDTH: u32 = 100;

/// Prints any program in the canonical layout. A syntax tree has no comments, and does not know the clauses in
/// annotation comments or the silenced errors of a line: [`format()`] keeps all that.
pub fn print(program: &Program) -> String {
    let pieces = Layout::new(program, &Measure::new(program), None).program();
    weave::plain(program, &pieces)
}

/// Puts a source into the canonical layout. Comments stay in their places, clauses in annotation comments stay in them,
/// and errors silenced by a `no_warn` stay silenced.
///
/// # Errors
///
/// All syntax errors of the source.
pub fn format(source: &str) -> Result<String, Vec<SyntaxError>> {
    format_in(source, None)
}

/// [`format()`] of a source of a dialect.
///
/// # Errors
///
/// All syntax errors of the source.
pub fn format_in(source: &str, dialect: Option<Dialect>) -> Result<String, Vec<SyntaxError>> {
    let (program, tokens) = parse_keeping(source, Options { comments: true, dialect, depth: None })?;
    Ok(unchanged(source, &tokens, &program))
}

/// Changes the program of a source and puts the result into the canonical layout, with the comments of the source as in
/// [`format()`]. `change` may add to the program; parts that it removes leave their comments behind.
///
/// # Errors
///
/// All syntax errors of the source.
pub fn format_with(source: &str, change: impl FnOnce(&mut Program)) -> Result<String, Vec<SyntaxError>> {
    let (before, tokens) = parse_keeping(source, Options { comments: true, ..Options::default() })?;
    let mut after = before.clone();
    change(&mut after);
    Ok(with_comments(source, &tokens, &before, &after))
}

/// A program is shown as its text.
impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&print(self))
    }
}

/// Prints `after` with what is between the tokens of `source`, whose program is `before`.
fn with_comments(source: &str, tokens: &[Spanned], before: &Program, after: &Program) -> String {
    let source = Source::new(source, tokens, before);
    let measure = Measure::new(after);
    let plain = Layout::new(after, &measure, None).program();
    let attached = Attached::new(&source, &plain);
    let pieces = if attached.is_light() { plain } else { Layout::new(after, &measure, Some(&attached)).program() };
    weave::with_source(after, &pieces, &source, &attached)
}

/// Writes the program of a source with what is between the tokens.
fn unchanged(source: &str, tokens: &[Spanned], program: &Program) -> String {
    let source = Source::new(source, tokens, program);
    let measure = Measure::of_parsed(program);
    let attached = Attached::of_unchanged(&source);
    let pieces = Layout::new(program, &measure, (!attached.is_light()).then_some(&attached)).program();
    debug_assert_eq!(pieces.iter().filter(|p| p.is_fixed()).count(), source.fixed.len(), "{}", source.text);
    weave::with_source(program, &pieces, &source, &attached)
}
