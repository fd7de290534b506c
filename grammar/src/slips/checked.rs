//! Slips that the grammar lets pass, because a word that it does not know is a name to it: `return;` is a variable, and
//! `guardedBy lock` declares a field. They are slips only where nothing of that name is declared.

use crate::ast::{Expr, Program, TypeKind};
use crate::error::SyntaxError;
use crate::name::{Name, Names};

use super::{classes, constructors, java, library};
use crate::fix::{Edit, Fix};
use crate::repair::Text;
use crate::span::Span;
use crate::token::Token;

/// Sort of declaration of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Class,
    Variable,
}

/// Likely meaning of a name that nothing declares.
#[derive(Clone, Copy)]
enum Meaning {
    /// `System`, of which `out` is asked.
    Output,
    /// A constant as other languages write it, for this one.
    Constant(&'static str),
    /// A word of Java.
    Java,
    /// The type of a method or field that has none.
    NoType,
    /// A class of Java's library.
    Library,
    /// A word of the language, misspelt.
    Misspelt,
}

/// Words that look like undeclared variables, or like undeclared types.
const WORDS: &[(Sort, Meaning, &[&str])] = &[
    (Sort::Variable, Meaning::Output, &["System"]),
    (Sort::Variable, Meaning::Constant("true"), &["True", "TRUE"]),
    (Sort::Variable, Meaning::Constant("false"), &["False", "FALSE"]),
    (Sort::Variable, Meaning::Constant("null"), &["NULL", "Null", "None", "nil"]),
    (Sort::Variable, Meaning::Java, &["return", "break", "continue", "super"]),
    (Sort::Class, Meaning::NoType, &["public", "private", "protected", "def"]),
    (Sort::Class, Meaning::Library, library::CLASSES),
    (Sort::Class, Meaning::Misspelt, &["guardedBy", "GuardedBy", "guardedby", "threadLocal"]),
];

/// Words of this table that occur in a source.
pub(crate) struct Words(Vec<(Name, &'static str, Meaning)>);

impl Words {
    /// Looks the words up; those that `declared` accepts are names of the program's own.
    pub(crate) fn new(names: &Names, declared: impl Fn(Name, Sort) -> bool) -> Words {
        let words = WORDS.iter().flat_map(|&(sort, meaning, words)| words.iter().map(move |&w| (sort, meaning, w)));
        let found = words.filter_map(|(sort, meaning, word)| Some((sort, names.find(word)?, word, meaning)));
        let found = found.filter(|&(sort, name, ..)| !declared(name, sort));
        Words(found.map(|(_, name, word, meaning)| (name, word, meaning)).collect())
    }

    /// True if a word occurs.
    pub(crate) fn occur(&self) -> bool {
        !self.0.is_empty()
    }

    /// The slips in a program, or in a piece of one.
    pub(crate) fn slips(&self, program: &Program, text: Text<'_>, errors: &mut Vec<SyntaxError>) {
        for &(name, word, meaning) in &self.0 {
            let variables = program.exprs.iter().zip(&program.spans).filter(|(e, _)| **e == Expr::Var(name));
            let variables = variables.map(|(_, &span)| span);
            let is_named = |kind| matches!(kind, TypeKind::Class { name: n, .. } if n == name);
            let types = program.types.iter().filter(|t| is_named(t.kind)).map(|t| t.span);
            match meaning {
                Meaning::Output => printing(program, name, text, errors),
                Meaning::Constant(right) => {
                    let message = format!("the constant is written `{right}`");
                    errors.extend(variables.map(|span| written(span, message.clone(), right)));
                }
                Meaning::Java => {
                    let (message, help) = java::foreign_word(word).unwrap_or_default();
                    errors.extend(variables.map(|span| {
                        let error = SyntaxError::new(span, message.clone(), Some(help.to_owned()));
                        error.with(java::fix(text, word, text.at(span.start)))
                    }));
                }
                Meaning::NoType => errors.extend(types.map(|span| untyped(text, span))),
                Meaning::Library => {
                    let (message, help) = library::instead(word);
                    let error = |span| SyntaxError::new(span, message.clone(), Some(help.to_owned()));
                    errors.extend(types.map(|span| error(span).with(library::fix(text, word))));
                }
                Meaning::Misspelt => {
                    let message = format!("`{word}` is no word of the language");
                    let right = classes::meant(word).unwrap_or(word);
                    errors.extend(types.map(|span| written(span, message.clone(), right)));
                }
            }
        }
    }
}

/// An error in a word that is written in another way.
fn written(span: Span, message: String, right: &str) -> SyntaxError {
    SyntaxError::new(span, message, Some(format!("write `{right}`"))).by(vec![Edit::replace(span, right)])
}

/// True if a program declares a class, or a variable, of this name.
pub(crate) fn declares(program: &Program, name: Name, sort: Sort) -> bool {
    if sort == Sort::Class {
        return program.classes.iter().any(|c| c.name == name);
    }
    program.params.iter().any(|p| p.name == name)
        || program.ghosts.iter().any(|g| g.name == name)
        || program.exprs.iter().any(|e| matches!(e, Expr::Let { var, .. } if *var == name))
}

/// `System.out.println(e)`, which reads as a call.
fn printing(program: &Program, system: Name, text: Text<'_>, errors: &mut Vec<SyntaxError>) {
    for (e, &span) in program.exprs.iter().zip(&program.spans) {
        let Expr::Call { recv, .. } = *e else { continue };
        let Expr::Field { recv, .. } = program.expr(recv) else { continue };
        if program.expr(recv) != Expr::Var(system)
            || !text.word(text.at(program.span(recv).end) + 3).starts_with("print")
        {
            continue;
        }
        let at = text.at(span.start);
        let error =
            SyntaxError::new(text.span_of(at..at + 5), "there is no `System.out`", Some("write `print e`".to_owned()));
        let open = at + 5;
        let close = text.close(open).filter(|_| text.is(open, Token::OpenParen));
        let edits = close.map(|close| match open + 1 == close {
            true => vec![text.replace(at..close + 1, "print \"\"")],
            false => vec![text.replace(at..open + 1, "print "), text.remove(close..close + 1)],
        });
        errors.push(match formatted(text, at, open) {
            Some(fix) => error.with([fix]),
            None => error.by(edits.unwrap_or_default()),
        });
    }
}

/// `printf("n = %d", n)`, whose statement begins at token `at`: a `print` for each part of the format.
fn formatted(text: Text<'_>, at: usize, open: usize) -> Option<Fix> {
    let close = text
        .close(open)
        .filter(|_| text.word(open - 1) == "printf" && matches!(text.token(open + 1), Some(Token::Text(_))))?;
    let format = text.word(open + 1).trim_matches('"');
    let arguments: Vec<&str> = match open + 2 < close {
        true => text.text_of(open + 3..close).split(',').map(str::trim).collect(),
        false => Vec::new(),
    };
    let mut arguments = arguments.into_iter();
    let mut parts = format.trim_end_matches("\\n").trim_end_matches("%n").split('%');
    let quoted = |part: &str| (!part.is_empty()).then(|| format!("print \"{part}\""));
    let mut prints: Vec<String> = parts.next().and_then(quoted).into_iter().collect();
    for part in parts {
        prints.push(format!("print {}", arguments.next()?));
        prints.extend(part.get(1..).and_then(quoted));
    }
    let printed = format!("{{ {} }}", prints.join("; "));
    Some(Fix::guess("print one after the other", vec![text.replace(at..close + 1, printed)]))
}

/// A method with a word for its type that is none: a constructor, or a method without a result.
fn untyped(text: Text<'_>, span: Span) -> SyntaxError {
    let at = text.at(span.start);
    let (word, name) = (text.word(at), text.name(at + 1).unwrap_or(""));
    let class = text.class_around(at).and_then(|(class, _)| text.class_name(class));
    if class == Some(name) && text.is(at + 2, Token::OpenParen) {
        return SyntaxError::new(text.span(at + 1), constructors::NONE, Some(constructors::HELP.to_owned()))
            .with(constructors::methods(text, name));
    }
    // `private static int n` reads as a field `static`, too.
    if let (false, Some((message, help))) = (text.is(at + 2, Token::OpenParen), java::foreign_word(word)) {
        return SyntaxError::new(span, message, Some(help.to_owned())).with(java::fix(text, word, at));
    }
    let help = format!("write `void`, or the type of its result, for `{word}`");
    SyntaxError::new(span, format!("`{word}` is no type"), Some(help)).by(vec![text.replace(at..at + 1, "void")])
}
