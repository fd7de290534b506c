//! Syntax errors in words: the expected tokens, in the categories of the language rather than of the parser, and the
//! token found. The usual slips are recognised first (`slips`) and called by their names.

use crate::error::SyntaxError;
use crate::fix::Fix;
use crate::site::{PieceKind, Site};
use crate::slips;
use crate::token::Token;
use logos::Logos;

/// An error in words, and what to make of the piece that it is in.
pub(crate) struct Explained {
    pub(crate) error: SyntaxError,
    /// The blocks inside the piece are no blocks of ours.
    pub(crate) skip_blocks: bool,
    /// A `{` is missing, so a `}` too many is to be expected.
    pub(crate) wants_brace: bool,
}

impl From<SyntaxError> for Explained {
    fn from(error: SyntaxError) -> Explained {
        Explained { error, skip_blocks: false, wants_brace: false }
    }
}

/// Advice for a method that every object, thread or lock has in Java, for a checker that finds it undeclared.
pub fn instead_of_method(name: &str) -> Option<&'static str> {
    slips::java::instead_of_method(name)
}

/// The error of a site, in words.
pub(crate) fn explain(site: &Site<'_>) -> Explained {
    slips::recognise(site).unwrap_or_else(|| generic(site))
}

/// Error about an expression before a class.
pub(crate) fn between_classes(site: &Site<'_>) -> SyntaxError {
    slips::java::modifier_before_class(site).unwrap_or_else(|| {
        let help = "the main expression comes after the last class; is there a `}` too many above?";
        let error = site.error(site.at, "this stands before a class", help);
        let (text, range) = (site.text, site.piece.clone());
        let moved = text.text_of(range.clone()).to_owned();
        let edits = vec![text.remove(range), text.behind(text.len() - 1, format!("\n{moved}"))];
        // The order is kept if no expression is there yet.
        let after = text.brackets.classes.last().and_then(|&class| {
            let open = text.find(class, |t| t == Token::OpenBrace)?;
            Some(text.close(open)? + 1)
        });
        let word_of_annotation = text.source[..text.span(site.piece.start).start as usize].ends_with('@');
        let sure = after == Some(text.len()) && !word_of_annotation;
        error.with([Fix::new("write it behind the last class", edits).if_sure(sure)])
    })
}

/// "expected …, found …".
fn generic(site: &Site<'_>) -> Explained {
    let expected = expectations(site);
    let message = match expected.as_slice() {
        [] => format!("{} cannot stand here", found(site)),
        [one] => format!("expected {one}, found {}", found(site)),
        [most @ .., last] => format!("expected {} or {last}, found {}", most.join(", "), found(site)),
    };
    let wants_brace = site.expects("{") && !site.expects_expression();
    let help = help(site).map(str::to_owned);
    let error = SyntaxError::new(site.span(site.at), message, help).with(fix(site));
    Explained { error, skip_blocks: site.found() == Some(Token::Class), wants_brace }
}

/// The token found, as it is called in messages.
fn found(site: &Site<'_>) -> String {
    match site.found() {
        None => "the end of the file".to_owned(),
        Some(Token::Text(_)) => "a string".to_owned(),
        Some(_) => format!("`{}`", site.word(site.at)),
    }
}

/// Groups of terminals, each one thing to a reader.
const OPERATORS: &[&str] = &["||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", ".", "="];
const TYPES: &[&str] = &["int", "boolean", "void", "name"];
const MODIFIERS: &[&str] = &["final", "synchronized"];
/// Terminals that only follow a main expression, or that only programs about atomicity write.
const RARE: &[&str] = &["class", "thread_local", "else", "atomic", "atomicity", "write_guarded_by"];
/// Signs of arrays, and modifiers of the dialect of Java.
const OF_JAVA: &[&str] =
    &["[]", "[", "::", "instanceof", "interface", "abstract", "constructor", "static", "readonly", "volatile"];

/// Expected tokens, by category: operators are one, and so are tokens that start an expression or a type.
fn expectations(site: &Site<'_>) -> Vec<String> {
    let (category, said): (Option<&str>, &[&[&str]]) = match () {
        // In an initialiser without its `;` the next member could start too, but that is hardly meant.
        () if site.expects("||") => (Some("an operator"), &[OPERATORS, MODIFIERS, &["}", "new<"], TYPES]),
        () if site.expects("final") && !site.expects("=") => (Some("a field, a method"), &[MODIFIERS, TYPES]),
        () if site.expects_expression() => (Some("an expression"), &[]),
        () if site.expects("final") => (None, &[MODIFIERS, &["}"], TYPES]),
        () if site.expects("int") => (Some("a type"), &[TYPES]),
        () if site.expects("this") => (Some("a lock"), &[&["this", "name"]]),
        () if site.expects("name") => (Some(name_wanted(site)), &[&["name", "<"]]),
        () => (None, &[]),
    };
    let is_said = |word: &str| {
        said.iter().chain(&[RARE, OF_JAVA]).any(|words| words.contains(&word))
            || category == Some("an expression") && starts_expression(word)
    };
    let mut words: Vec<String> = category.map(str::to_owned).into_iter().collect();
    let rest = site.expected.iter().map(|e| e.trim_matches('"')).filter(|word| !is_said(word));
    for word in rest {
        let word = match word {
            "basic" => "atomic",
            "auto;" => ";",
            "new<" => "<",
            "call(" => "(",
            "guards" => "guarded_by",
            ".class" => "class",
            word => word,
        };
        let word = format!("`{word}`");
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// Returns true if an expression can start with this terminal of the grammar: its name reads as a token that can, or it
/// is the sign of a number.
fn starts_expression(terminal: &str) -> bool {
    let mut lexer = Token::lexer(terminal);
    let starts = matches!(lexer.next(), Some(Ok(token)) if token.starts_expression());
    starts && lexer.remainder().is_empty() || terminal == "-"
}

/// Sort of the expected name.
fn name_wanted(site: &Site<'_>) -> &'static str {
    match site.back(1) {
        Some(Token::Class) => "a class name",
        Some(Token::Extends | Token::Ghost | Token::New) => "a class name",
        Some(Token::Dot) => "the name of a field or method",
        _ => match site.kind {
            PieceKind::Member if site.open().is_some() => "the name of a parameter",
            PieceKind::Member => "the name of a field or method",
            PieceKind::Statement => "the name of a variable",
            PieceKind::Head => "a name",
        },
    }
}

/// A hint for an error that is not one of the named slips.
fn help(site: &Site<'_>) -> Option<&'static str> {
    let found = site.found();
    if found == Some(Token::Class) {
        return Some("classes stand one after the other, before the main expression");
    }
    if site.kind == PieceKind::Member && site.at == site.piece.start {
        return match found? {
            Token::Ghost => Some("ghosts are declared in the head of the class: `class C<ghost Object x> { … }`"),
            token if token.starts_expression() => Some("statements stand in the bodies of methods"),
            _ => None,
        };
    }
    let lock = site.expects("this") && !site.expects_expression();
    let called = found == Some(Token::OpenParen) && site.expects(".") && !site.expects("||");
    if lock || called {
        return Some("a lock is `this`, a variable or a path of final fields such as `this.lock`");
    }
    if site.back(1) == Some(Token::Comma) && found == Some(Token::CloseParen) {
        return Some("remove the `,` before it");
    }
    None
}

/// A repair of an error that is not one of the named slips.
fn fix(site: &Site<'_>) -> Option<Fix> {
    let lock = site.expects("this") && !site.expects_expression();
    // `requires(this)`
    if lock && site.found() == Some(Token::OpenParen) {
        let close = site.close(site.at)?;
        let space = if site.span(site.at - 1).end == site.span(site.at).start { " " } else { "" };
        let edits = vec![site.replace(site.at..site.at + 1, space), site.remove(close..close + 1)];
        return Some(Fix::new("write the locks without brackets", edits));
    }
    if site.back(1) == Some(Token::Comma) && site.found() == Some(Token::CloseParen) {
        return Some(Fix::new("remove the `,`", vec![site.remove(site.at - 1..site.at)]));
    }
    None
}
