//! erase(P): the program without its annotations (specification, section 1). Once on the tree, where every expression keeps its
//! number, and once on the text, where nothing but the annotations goes: lines stay where they are.

use racefree_grammar::Program;
use racefree_grammar::ast::{Dialect, List, Run, TypeKind};
use racefree_grammar::lexer::Lexer;
use racefree_grammar::span::Span;
use racefree_grammar::token::{JavaWord, Token};
use rustc_hash::FxHashSet;

/// The tree without `guarded_by`, `requires`, ghosts, ghost arguments and `thread_local`.
pub fn erased(program: &Program) -> Program {
    let mut p = program.clone();
    p.classes.iter_mut().for_each(|class| {
        class.thread_local = false;
        class.guard = None;
        class.more_guards = List::default();
        class.ghosts = Run::default();
    });
    p.ghosts.clear();
    p.fields.iter_mut().for_each(|f| (f.guard, f.more_guards) = (None, List::default()));
    p.methods.iter_mut().for_each(|m| m.requires = List::default());
    p.types.iter_mut().for_each(|t| {
        if let TypeKind::Class { args, .. } = &mut t.kind {
            *args = List::default();
        }
    });
    p
}

/// The tokens of a text, with those in annotation comments.
pub(crate) fn tokens(source: &str, dialect: Dialect) -> Vec<(Token, Span)> {
    let lexer = Lexer::of(source, racefree_grammar::token::Extras::default(), dialect);
    lexer.filter(|(_, token, _)| *token != Token::AutoSemi).map(|(a, token, b)| (token, Span::new(a, b))).collect()
}

/// The first such token from a place on.
pub(crate) fn next(tokens: &[(Token, Span)], from: u32, wanted: Token) -> Option<Span> {
    let i = tokens.partition_point(|(_, span)| span.start < from);
    tokens[i..].iter().find(|t| t.0 == wanted).map(|t| t.1)
}

/// The text of a program that parses, without its annotations; with `finals`, without `final` too.
pub fn erase(program: &Program, source: &str, finals: bool) -> String {
    let instances: FxHashSet<u32> = (program.types.iter())
        .filter(|t| matches!(t.kind, TypeKind::Class { args, .. } if args.len > 0))
        .map(|t| t.span.start)
        .collect();
    let tokens = tokens(source, program.dialect);
    let mut gone: Vec<Span> = Vec::new();
    let mut i = 0;
    let at = |i: usize| tokens.get(i).map(|t| t.0);
    while let Some(&(token, span)) = tokens.get(i) {
        let after = match token {
            Token::ThreadLocal => i + 1,
            Token::Final if finals => i + 1,
            Token::GuardedBy => lock_end(&at, i + 1),
            Token::Requires | Token::Java(JavaWord::Guards) => {
                let mut end = lock_end(&at, i + 1);
                while at(end) == Some(Token::Comma) {
                    end = lock_end(&at, end + 1);
                }
                end
            }
            Token::Lt | Token::OpenArgs if opens(&tokens, &instances, i) => {
                // The type of a ghost may have arguments itself.
                let mut depth = 0;
                let close = (i..tokens.len()).find(|&j| {
                    match tokens[j].0 {
                        Token::Lt | Token::OpenArgs => depth += 1,
                        Token::Gt => depth -= 1,
                        _ => {}
                    }
                    depth == 0
                });
                close.map_or(tokens.len(), |j| j + 1)
            }
            _ => {
                i += 1;
                continue;
            }
        };
        gone.extend(tokens[i..after].iter().map(|t| t.1));
        debug_assert!(after > i && span.start <= tokens[after - 1].1.start);
        i = after;
    }
    cut(source, &gone, &program.annotations)
}

/// One past the last token of the lock that starts at `i`.
fn lock_end(at: &impl Fn(usize) -> Option<Token>, i: usize) -> usize {
    let mut end = i + 1;
    while at(end) == Some(Token::Dot) {
        end += 2;
    }
    end
}

/// Returns true if a `<` opens ghosts or ghost arguments: it follows the name of a declared class, or of a type.
fn opens(tokens: &[(Token, Span)], instances: &FxHashSet<u32>, lt: usize) -> bool {
    let before = |n: usize| lt.checked_sub(n).map(|i| tokens[i]);
    let declared = before(2).is_some_and(|(token, _)| token == Token::Class);
    let made = before(2).is_some_and(|(token, span)| token == Token::New && instances.contains(&span.start));
    declared || made || before(1).is_some_and(|(_, span)| instances.contains(&span.start))
}

/// The text without some tokens, the blanks that they leave behind, and annotation comments that they leave empty.
fn cut(source: &str, gone: &[Span], annotations: &[Span]) -> String {
    let mut drop = vec![false; source.len()];
    for span in gone {
        drop[span.start as usize..span.end as usize].fill(true);
    }
    let bytes = source.as_bytes();
    for comment in annotations {
        let (start, end) = (comment.start as usize, (comment.end as usize).min(source.len()));
        let inside = start + 3..if source[start..end].ends_with("*/") { end - 2 } else { end };
        let emptied = inside.clone().any(|i| drop[i]);
        if emptied && inside.clone().all(|i| drop[i] || bytes[i].is_ascii_whitespace()) {
            drop[start..end].fill(true);
        }
    }
    let mut kept = Vec::with_capacity(source.len());
    let blank = |b: u8| b == b' ' || b == b'\t';
    let mut i = 0;
    while i < bytes.len() {
        if !drop[i] {
            kept.push(bytes[i]);
            i += 1;
            continue;
        }
        while i < bytes.len() && drop[i] {
            i += 1;
        }
        // Blanks before what went, or after it at the start of a line, went with it.
        let at_start = kept.iter().rev().find(|&&b| !blank(b)).is_none_or(|&b| b == b'\n');
        let glued = bytes.get(i).is_some_and(|&b| !b.is_ascii_whitespace());
        if at_start || kept.last().is_some_and(|&b| blank(b)) {
            while bytes.get(i).is_some_and(|&b| blank(b)) {
                i += 1;
            }
        }
        let ends = bytes.get(i).is_none_or(|&b| b == b'\n' || b == b'\r' || b == b';' || b == b',' || b == b')');
        if ends && !(glued && at_start) {
            while kept.last().is_some_and(|&b| blank(b)) {
                kept.pop();
            }
        }
    }
    String::from_utf8(kept).unwrap_or_else(|_| source.to_owned())
}
