//! From source text to syntax tree.

use crate::ast::Program;
use crate::builder::Builder;
use crate::error::{Slip, SyntaxError};
use crate::lexer::Lexer;
use crate::recovery;
use crate::span::Span;
use crate::token::Extras;

/// The largest source, in bytes, that is read: places are 32-bit numbers.
pub const MAX_SOURCE: usize = u32::MAX as usize - 1;

/// What to keep beside the syntax tree.
#[derive(Clone, Copy, Default, Debug)]
pub struct Options {
    /// Keep the places of ordinary comments, for the printer.
    pub comments: bool,
}

/// Parses a program (`Program ::= Class* Seq?`).
///
/// # Errors
///
/// All independent syntax errors, in the order of their places: at least one.
pub fn parse(source: &str) -> Result<Program, Vec<SyntaxError>> {
    parse_with(source, Options::default())
}

/// [`parse`], with options.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_with(source: &str, options: Options) -> Result<Program, Vec<SyntaxError>> {
    if source.len() > MAX_SOURCE {
        return Err(vec![SyntaxError::new(Span::NONE, "this source is larger than 4 GiB", None)]);
    }
    let mut lexer = Lexer::new(source, Extras { keep_comments: options.comments, ..Extras::default() });
    let mut builder = Builder::default();
    let parsed = crate::generated::ProgramParser::new().parse(&mut builder, &mut lexer);
    if parsed.is_err() {
        return Err(recovery::errors(source));
    }
    let (extras, annotations, no_warns) = lexer.finish();
    let (mut program, slips) = builder.finish();
    if !extras.errors.is_empty() || !slips.is_empty() {
        return Err(collect(&extras, slips, Vec::new()));
    }
    program.names = extras.names;
    program.comments = extras.comments;
    program.annotations = annotations;
    program.no_warns = no_warns;
    Ok(program)
}

/// Errors from the three sources, in the order of their places.
pub(crate) fn collect(extras: &Extras, slips: Vec<(Span, Slip)>, mut errors: Vec<SyntaxError>) -> Vec<SyntaxError> {
    errors.extend(extras.errors.iter().map(|&(span, e)| e.at(span)));
    errors.extend(slips.into_iter().map(|(span, slip)| SyntaxError::slip(span, slip, &extras.names)));
    errors.sort_by_key(|e| (e.span.start, e.span.end));
    errors.dedup();
    errors
}
