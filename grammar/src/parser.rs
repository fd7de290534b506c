//! Parser: from source text to syntax tree.

use crate::ast::{Dialect, Expr, Program};
use crate::builder::{Builder, MAX_DEPTH};
use crate::error::{Slip, SyntaxError};
use crate::lexer::{Lexer, Spanned};
use crate::name::{Name, Names};
use crate::recovery;
use crate::repair::Tokens;
use crate::slips::checked::{Words, declares};
use crate::span::Span;
use crate::token::{Extras, JavaWord, LexError, Token};

/// The largest source, in bytes, that is read: places are 32-bit numbers.
pub const MAX_SOURCE: usize = u32::MAX as usize - 1;

/// Bound on open brackets, as a multiple of the nesting of expressions, since brackets leave no trace.
const BRACKETS: u32 = 4;

/// Names in paths that stand for the explicit locks of an object, in the dialect of Java.
const EXPLICIT_LOCKS: [&str; 2] = ["locked$", "read$"];

/// Greatest number of errors reported of one source.
pub const MAX_ERRORS: usize = 1000;

/// Options of the parser.
#[derive(Clone, Copy, Default, Debug)]
pub struct Options {
    /// Keep the places of ordinary comments, for the printer.
    pub comments: bool,
    /// Dialect of the source ([`Dialect::of_source`]); without it, as its header says ([`Dialect::of`]).
    pub dialect: Option<Dialect>,
    /// Bound on nested expressions; by default [`MAX_DEPTH`]. It must be less if the stack cannot grow, as in a
    /// browser.
    pub depth: Option<u32>,
}

impl Options {
    fn depth(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }
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
    let (builder, mut lexer) = start(source, options)?;
    let built = build(source, options, builder, &mut lexer)?;
    finish(source, built, lexer)
}

/// [`parse_with`], with the tokens.
pub(crate) fn parse_keeping(source: &str, options: Options) -> Result<(Program, Vec<Spanned>), Vec<SyntaxError>> {
    let (builder, mut lexer) = start(source, options)?;
    let tokens: Vec<Spanned> = lexer.by_ref().collect();
    let built = build(source, options, builder, tokens.iter().copied())?;
    Ok((finish(source, built, lexer)?, tokens))
}

/// Builder and lexer for a source.
fn start(source: &str, options: Options) -> Result<(Builder, Lexer<'_>), Vec<SyntaxError>> {
    if source.len() > MAX_SOURCE {
        return Err(vec![SyntaxError::new(Span::NONE, "this source is larger than 4 GiB", None)]);
    }
    let dialect = options.dialect.map_or_else(|| Dialect::of(source), |dialect| dialect.of_source(source));
    let extras = Extras { keep_comments: options.comments, ..Extras::default() };
    Ok((Builder::new(dialect, options.depth()), Lexer::of(source, extras, dialect)))
}

/// Builds the tree of the tokens of a source by the grammar.
fn build(
    source: &str,
    options: Options,
    mut builder: Builder,
    tokens: impl Iterator<Item = Spanned>,
) -> Result<Builder, Vec<SyntaxError>> {
    let (dialect, depth) = (builder.program.dialect, options.depth());
    let most = BRACKETS * depth;
    let mut bounded = Bounded { tokens, most, depth: 0, too_deep: None };
    let parsed = crate::generated::ProgramParser::new().parse(&mut builder, &mut bounded);
    if let Some(place) = bounded.too_deep {
        let message = format!("more than {most} brackets are open here");
        return Err(vec![SyntaxError::new(place, message, "racefree stops at that depth".to_owned())]);
    }
    parsed.map(|()| builder).map_err(|_| recovery::errors(source, dialect, depth))
}

/// The program of tokens that were all taken, unless something else is wrong with them.
fn finish(source: &str, builder: Builder, lexer: Lexer<'_>) -> Result<Program, Vec<SyntaxError>> {
    let (extras, annotations, no_warns) = lexer.finish();
    let (mut program, slips) = builder.finish();
    let mut checked = Vec::new();
    let words = Words::new(&extras.names, |name, sort| declares(&program, name, sort));
    if words.occur() {
        words.slips(&program, Tokens::new(source).text(), &mut checked);
    }
    checked.extend(pseudo_fields(&program, &extras.names));
    if !extras.errors.is_empty() || !slips.is_empty() || !checked.is_empty() {
        return Err(collect(source, &extras, slips, checked));
    }
    program.names = extras.names;
    program.name_class_constants();
    program.comments = extras.comments;
    program.annotations = annotations;
    program.no_warns = no_warns;
    if program.dialect == Dialect::Owners {
        name_implied_formals(&mut program);
    }
    Ok(program)
}

/// Errors for fields with the names of explicit locks: `this.locked$` would be such a field and the lock of `this`.
fn pseudo_fields<'p>(program: &'p Program, names: &'p Names) -> impl Iterator<Item = SyntaxError> + 'p {
    let fields = program.fields.iter().filter(|_| program.dialect == Dialect::Java);
    fields.filter(|field| EXPLICIT_LOCKS.contains(&names.text(field.name))).map(|field| {
        let message = format!("`{}` is an explicit lock of every object, and no field", names.text(field.name));
        SyntaxError::new(field.name_span, message, "choose another name".to_owned())
    })
}

/// Renames the implied formals of classes that declare none, if a variable of the program is called `thisOwner`: the two would be one.
fn name_implied_formals(program: &mut Program) {
    let is_let = |e: &Expr| matches!(e, Expr::Let { var: Name::THIS_OWNER, .. });
    if !program.params.iter().any(|p| p.name == Name::THIS_OWNER) && !program.exprs.iter().any(is_let) {
        return;
    }
    let text = program.names.unused(program.text(Name::THIS_OWNER));
    let name = program.names.intern(&text);
    program.formals.iter_mut().filter(|f| f.implied).for_each(|f| f.name = name);
}

/// Terminals of the grammar that the dialect of owners alone has tokens for.
const OWNERS_ONLY: [&str; 7] = ["owner", "reads", "where", "$", "--", "formal", "this:"];

/// Terminals of the grammar that the dialect of Java alone has tokens for, beside its words.
const JAVA_ONLY: [&str; 7] = [".class", "guards", "call(", "[]", "[", "]", "::"];

/// Takes the terminals out that a dialect has no tokens for.
pub(crate) fn in_dialect(dialect: Dialect, mut expected: Vec<String>) -> Vec<String> {
    expected.retain(|terminal| {
        let terminal = terminal.trim_matches('"');
        (dialect == Dialect::Owners || !OWNERS_ONLY.contains(&terminal))
            && (dialect == Dialect::Java || JavaWord::find(terminal).is_none() && !JAVA_ONLY.contains(&terminal))
    });
    expected
}

/// Ends the tokens at a bracket that is nested too deeply, before the parser's stack grows out of proportion to the source.
struct Bounded<I> {
    tokens: I,
    most: u32,
    depth: u32,
    too_deep: Option<Span>,
}

impl<I: Iterator<Item = Spanned>> Iterator for Bounded<I> {
    type Item = Spanned;

    #[inline]
    fn next(&mut self) -> Option<Spanned> {
        let (start, token, end) = self.tokens.next()?;
        match token {
            Token::OpenBrace | Token::OpenParen => {
                self.depth += 1;
                if self.depth > self.most {
                    self.too_deep = Some(Span::new(start, end));
                    return None;
                }
            }
            Token::CloseBrace | Token::CloseParen => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        Some((start, token, end))
    }
}

/// Errors from the three sources, in the order of their places; errors in single characters (often two, such as `[` and
/// `]`, for one cause) once a line.
pub(crate) fn collect(
    source: &str,
    extras: &Extras,
    slips: Vec<(Span, Slip)>,
    mut errors: Vec<SyntaxError>,
) -> Vec<SyntaxError> {
    let mut last: Option<SyntaxError> = None;
    for &(span, kind) in &extras.errors {
        let error = kind.at(span, source);
        let again = last.as_ref().is_some_and(|last| {
            let between = source.get(last.span.end as usize..span.start as usize).unwrap_or("");
            kind == LexError::Character && last.message == error.message && !between.contains('\n')
        });
        if !again {
            errors.push(error.clone());
        }
        last = Some(error);
    }
    if !slips.is_empty() {
        let tokens = Tokens::new(source);
        let fix = |span, slip| SyntaxError::slip_fix(tokens.text(), span, slip);
        errors.extend(
            (slips.into_iter().take(MAX_ERRORS))
                .map(|(span, slip)| SyntaxError::slip(span, slip, &extras.names).with(fix(span, slip))),
        );
    }
    errors.sort_by_key(|e| (e.span.start, e.span.end));
    errors.dedup();
    if let Some(first) = errors.get(MAX_ERRORS) {
        let more = SyntaxError::rest(first.span, MAX_ERRORS);
        errors.truncate(MAX_ERRORS);
        errors.push(more);
    }
    errors
}
