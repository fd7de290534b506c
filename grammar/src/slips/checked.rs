//! Slips that the grammar lets pass, because a word that it does not know is a name to it: `return;` is a variable, and
//! `guardedBy lock` declares a field. They are slips only where nothing of that name is declared.

use crate::ast::{Expr, Program, TypeKind};
use crate::error::SyntaxError;
use crate::name::{Name, Names};

use super::java::fixes;
use super::{classes, constructors, java, library};
use crate::fix::{Edit, Fix};
use crate::repair::Text;
use crate::span::Span;
use crate::token::Token;

/// Words of Java that look like undeclared variables.
const VARIABLES: &[&str] = &["return", "break", "continue", "super"];
/// Constants as other languages write them, which look like undeclared variables.
const CONSTANTS: &[(&str, &str)] = &[
    ("True", "true"),
    ("TRUE", "true"),
    ("False", "false"),
    ("FALSE", "false"),
    ("NULL", "null"),
    ("Null", "null"),
    ("None", "null"),
    ("nil", "null"),
];
/// Words of Java that look like undeclared types.
const TYPES: &[&str] = &["guardedBy", "GuardedBy", "guardedby", "threadLocal"];
/// Words that look like the undeclared type of a method that has none.
const RESULTS: &[&str] = &["public", "private", "protected", "def"];

/// What a name can be declared as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Class,
    Variable,
}

/// Those of the words above that occur in a source.
pub(crate) struct Words {
    variables: Vec<(Name, &'static str)>,
    /// With the constants that are meant.
    constants: Vec<(Name, &'static str)>,
    types: Vec<(Name, &'static str)>,
    results: Vec<(Name, &'static str)>,
    library: Vec<(Name, &'static str)>,
    /// `System`
    system: Option<Name>,
}

impl Words {
    /// Looks the words up; those that `declared` accepts are names of the program's own.
    pub(crate) fn new(names: &Names, declared: impl Fn(Name, Sort) -> bool) -> Words {
        let known = |words: &'static [&'static str], sort: Sort| {
            let found = words.iter().filter_map(|w| Some((names.find(w)?, *w)));
            found.filter(|&(name, _)| !declared(name, sort)).collect::<Vec<_>>()
        };
        Words {
            variables: known(VARIABLES, Sort::Variable),
            constants: {
                let found = CONSTANTS.iter().filter_map(|&(word, right)| Some((names.find(word)?, right)));
                found.filter(|&(name, _)| !declared(name, Sort::Variable)).collect()
            },
            types: known(TYPES, Sort::Class),
            results: known(RESULTS, Sort::Class),
            library: known(library::CLASSES, Sort::Class),
            system: known(&["System"], Sort::Variable).pop().map(|(name, _)| name),
        }
    }

    /// Whether there is anything to look for.
    pub(crate) fn occur(&self) -> bool {
        let words = [&self.variables, &self.constants, &self.types, &self.results, &self.library];
        self.system.is_some() || words.iter().any(|words| !words.is_empty())
    }

    /// The slips in a program, or in a piece of one.
    pub(crate) fn slips(&self, program: &Program, text: Text<'_>, errors: &mut Vec<SyntaxError>) {
        if let Some(system) = self.system {
            printing(program, system, text, errors);
        }
        let uses = |name: Name| {
            program.exprs.iter().zip(&program.spans).filter(move |(e, _)| **e == Expr::Var(name)).map(|(_, &span)| span)
        };
        for &(name, right) in &self.constants {
            errors.extend(uses(name).map(|span| {
                let message = format!("the constant is written `{right}`");
                SyntaxError::new(span, message, Some(format!("write `{right}`"))).by(vec![Edit::replace(span, right)])
            }));
        }
        for &(name, word) in &self.variables {
            let (message, help) = java::foreign_word(word).unwrap_or_default();
            errors.extend(uses(name).map(|span| {
                let error = SyntaxError::new(span, message.clone(), Some(help.to_owned()));
                error.with(fixes(text, word, text.at(span.start)))
            }));
        }
        let named = |name: Name| {
            program.types.iter().filter(move |t| matches!(t.kind, TypeKind::Class { name: n, .. } if n == name))
        };
        for &(name, _) in &self.results {
            errors.extend(named(name).map(|ty| untyped(text, ty.span)));
        }
        for &(name, class) in &self.library {
            let (message, help) = library::instead(class);
            let error = |span| SyntaxError::new(span, message.clone(), Some(help.to_owned()));
            errors.extend(named(name).map(|ty| error(ty.span).with(library::fix(text, class))));
        }
        for &(name, word) in &self.types {
            let right = classes::meant(word).unwrap_or(word);
            errors.extend(named(name).map(|ty| {
                let message = format!("`{word}` is no word of the language");
                let error = SyntaxError::new(ty.span, message, Some(format!("write `{right}`")));
                error.by(vec![Edit::replace(ty.span, right)])
            }));
        }
    }
}

/// Whether a program declares a class, or a variable, of this name.
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
        if let Some(fix) = formatted(text, at, open) {
            errors.push(error.with([fix]));
            continue;
        }
        let fix = text.close(open).filter(|_| text.is(open, Token::OpenParen)).map(|close| match open + 1 == close {
            true => vec![text.replace(at..close + 1, "print \"\"")],
            false => vec![text.replace(at..open + 1, "print "), text.remove(close..close + 1)],
        });
        errors.push(match fix {
            Some(edits) => error.by(edits),
            None => error,
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
        return SyntaxError::new(span, message, Some(help.to_owned())).with(fixes(text, word, at));
    }
    let help = format!("write `void`, or the type of its result, for `{word}`");
    SyntaxError::new(span, format!("`{word}` is no type"), Some(help)).by(vec![text.replace(at..at + 1, "void")])
}
