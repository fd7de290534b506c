//! Syntax errors, as data, and the sentences about a wrong token or form.

use crate::ast::Special;
use crate::fix::{Edit, Fix, in_order};
use crate::name::{Name, Names};
use crate::repair::Text;
use crate::slips::{characters, variables};
use crate::span::Span;
use crate::token::{LexError, Token};
use std::borrow::Cow;

/// Syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Place of the error.
    pub span: Span,
    /// Message, in a sentence without its full stop.
    pub message: String,
    /// Advice, if there is any.
    pub help: Option<String>,
    /// The same as edits of the source, the likeliest first.
    pub fixes: Vec<Fix>,
}

/// Error in an expression that the order of its tokens allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// `x = e`.
    AssignedVariable(Name),
    /// `e = e'` where `e` is neither a variable nor a field access.
    AssignedValue,
    /// `C<l> x = e`, which reads as two comparisons and an assignment.
    Declared(Name, Name),
    /// An integer literal outside 32 bits.
    OutOfRange,
    /// Nested deeper than this.
    TooDeep(u32),
    /// A word of RaceFreeJava that the dialect of owners has something else for.
    NotOfOwners(&'static str),
    /// `c this` where it is not the first parameter.
    LateReceiver,
    /// `e--` where `e` is neither a variable nor a field.
    MovedValue,
    /// `this--`.
    MovedThis,
    /// `where f != o` of an owner that is not `self`.
    DistinctFrom(Special),
    /// `e.class` where `e` is no name.
    ClassOfValue,
}

/// Help for `ghost` in a program with owners.
const FORMALS: &str = "a class has formal owners: write `class C<thisOwner, lock>`, and use it as `C<self, this.lock>`";
/// Help for `thread_local` in a program with owners.
const THREAD_LOCAL: &str =
    "what belongs to one thread is said of the object: write `class C<thisOwner>`, and use it as `C<thisThread>`";

/// End of the message of [`SyntaxError::rest`].
const REST: &str = "; the rest, from here on, are not shown";

impl SyntaxError {
    /// An error with a hint.
    pub fn new(span: Span, message: impl Into<String>, help: impl Into<Option<String>>) -> SyntaxError {
        SyntaxError { span, message: message.into(), help: help.into(), fixes: Vec::new() }
    }

    /// Adds repairs, if there are any. One whose edits overlap is none: in a damaged text, a repair may find its own place inside of what
    /// it takes away.
    pub(crate) fn with(mut self, fixes: impl IntoIterator<Item = Fix>) -> SyntaxError {
        self.fixes.extend(fixes.into_iter().filter(|fix| in_order(&fix.edits)));
        self
    }

    /// Adds a repair that carries out the help, if it has edits.
    pub(crate) fn by(self, edits: Vec<Edit>) -> SyntaxError {
        self.by_if(true, edits)
    }

    /// [`SyntaxError::by`], as a guess unless it is sure.
    pub(crate) fn by_if(self, sure: bool, edits: Vec<Edit>) -> SyntaxError {
        let title = self.help.clone().unwrap_or_else(|| self.message.clone());
        let fix = (!edits.is_empty()).then(|| Fix::new(title, edits).if_sure(sure));
        self.with(fix)
    }

    /// Error in place of all further ones, above a maximum number.
    pub(crate) fn rest(span: Span, most: usize) -> SyntaxError {
        SyntaxError::new(span, format!("more than {most} syntax errors{REST}"), None)
    }

    /// True for the error that stands for all further ones.
    pub fn is_rest(&self) -> bool {
        self.message.ends_with(REST)
    }

    /// Repair of a slip.
    pub(crate) fn slip_fix(text: Text<'_>, span: Span, slip: Slip) -> Option<Fix> {
        let at = text.at(span.start);
        match slip {
            Slip::AssignedVariable(x) if x != Name::THIS => variables::assigned(text, at),
            Slip::AssignedValue => {
                let assign =
                    (at..text.len()).take(1_000).find(|&i| text.is(i, Token::Assign) && text.span(i).start >= span.end);
                let edit = assign.map(|i| text.replace(i..i + 1, "=="));
                edit.map(|edit| Fix::guess("equality is written `==`", vec![edit]))
            }
            Slip::Declared(..) => {
                let end = text.statement_end(at);
                let (ty, edit) = (text.word(at), text.in_at(end, ""));
                let title = format!("write `let {ty}<…> … = … in …`; it can be used up to the end of the block");
                Some(Fix::new(title, vec![text.before(at, "let "), edit]))
            }
            Slip::OutOfRange => lex_fix(LexError::Range, span, text.source),
            Slip::NotOfOwners("ghost") => {
                let end = text.at(span.end);
                let name = text.word(end.saturating_sub(1));
                let title = format!("a formal owner is its name alone: write `{name}`");
                Some(Fix::new(title, vec![text.replace(at..end, name)]))
            }
            Slip::NotOfOwners(_) => Some(Fix::new(THREAD_LOCAL, vec![text.remove(at..at + 1)])),
            Slip::MovedValue | Slip::MovedThis => {
                let sign = Span::new(span.end.saturating_sub(2), span.end);
                Some(Fix::new("leave the `--` out", vec![Edit::replace(sign, "")]))
            }
            Slip::DistinctFrom(_) => {
                let edit = text.replace(at..at + 2, "!= self");
                Some(Fix::new("a formal is told from `self` alone: write `!= self`", vec![edit]))
            }
            Slip::AssignedVariable(_) | Slip::TooDeep(_) | Slip::LateReceiver | Slip::ClassOfValue => None,
        }
    }

    /// Says a slip in words.
    pub fn slip(span: Span, slip: Slip, names: &Names) -> SyntaxError {
        let (message, help): (Cow<'_, str>, Cow<'_, str>) = match slip {
            Slip::OutOfRange => return LexError::Range.at(span, ""),
            Slip::AssignedVariable(Name::THIS) => {
                ("`this` cannot be assigned".into(), "variables are immutable".into())
            }
            Slip::AssignedVariable(x) => {
                let x = names.text(x);
                let instead = "what changes lives in a field of an object";
                (
                    format!("`{x} = …` assigns to a variable, and variables are immutable").into(),
                    format!("to assign the field `{x}` write `this.{x} = …`; {instead}").into(),
                )
            }
            Slip::AssignedValue => (
                "only a field can be assigned".into(),
                "the left side of `=` is a field access `e.fd`; equality is written `==`".into(),
            ),
            Slip::Declared(class, x) => {
                let (class, x) = (names.text(class), names.text(x));
                let help = format!("write `let {class}<…> {x} = … in …`; it can be used up to the end of the block");
                ("a variable is declared with `let`".into(), help.into())
            }
            Slip::ClassOfValue => (
                "only the name of a class stands before `.class`".into(),
                "the lock of the class `C` is `C.class`".into(),
            ),
            Slip::NotOfOwners(word) => (
                format!("there is no `{word}` in a program with owners").into(),
                if word == "ghost" { FORMALS } else { THREAD_LOCAL }.into(),
            ),
            Slip::LateReceiver => {
                ("`this` is declared once, as the first parameter".into(), "write `m(C<owner> this, …)`".into())
            }
            Slip::MovedValue => (
                "`--` moves a variable or takes what a field holds".into(),
                "what a call or `new` gives is held by nobody else: leave the `--` out".into(),
            ),
            Slip::MovedThis => (
                "`this` is not moved: the caller lends its receiver, and goes on using it".into(),
                "leave the `--` out; what a method is to give away is a parameter".into(),
            ),
            Slip::DistinctFrom(from) => (
                format!("`where` tells a formal from `self`, not from `{}`", from.text()).into(),
                "write `!= self`: then the formal is one lock, whatever qualifies it".into(),
            ),
            Slip::TooDeep(most) => (
                format!("this expression is nested deeper than {most} levels").into(),
                "racefree stops at that depth; split the expression up".into(),
            ),
        };
        SyntaxError::new(span, message, Some(help.into_owned()))
    }
}

impl LexError {
    /// Puts the error into words; `source` is its text.
    pub fn at(self, span: Span, source: &str) -> SyntaxError {
        let (message, help) = match self {
            LexError::Character => {
                let (before, rest) = source.split_at_checked(span.start as usize).unwrap_or_default();
                character(before, rest)
            }
            LexError::SingleQuote => {
                ("a string stands in double quotes", "write `\"…\"`; a single character is a string of length 1")
            }
            LexError::OpenComment => ("this comment is never closed", "comments nest: every `/*` needs its own `*/`"),
            LexError::OpenString => {
                ("this string is not closed on its line", "end it with `\"`; a line feed is written `\\n`")
            }
            LexError::Escape => (
                "no such escape in a string",
                "the escapes are Java's: \\b \\t \\n \\f \\r \\s \\\" \\' \\\\, octal \\0 to \\377, \\uXXXX",
            ),
            LexError::Range => {
                ("this integer does not fit into 32 bits", "an int is between -2147483648 and 2147483647")
            }
            LexError::NoWarnOutside => {
                ("`no_warn` stands only in an annotation comment", "write `//# no_warn` or `/*# no_warn */`")
            }
            LexError::StrayClose => {
                ("`*/` closes no comment", "remove it; comments nest, so every `/*` has its own `*/`")
            }
        };
        SyntaxError::new(span, message, Some(help.to_owned())).with(lex_fix(self, span, source))
    }
}

/// Message about characters that start no token, given the text before them and from there on.
fn character(before: &str, rest: &str) -> (&'static str, &'static str) {
    match rest.chars().next().unwrap_or(' ') {
        '[' | ']' => ("there are no arrays", "write a class with a field for each element, or a linked list"),
        '?' | ':' => characters::message(before.rsplit([';', '{', '}']).next().unwrap_or(""), rest),
        '@' if rest.starts_with("@GuardedBy") => {
            ("a guard is declared with `guarded_by`", "write `int x guarded_by this = …`")
        }
        '@' => (
            "there are no annotations with `@`",
            "the annotations are `guarded_by`, `requires`, `ghost` and `thread_local`",
        ),
        '&' => ("there is no operator `&`", "write `&&`"),
        '|' => ("there is no operator `|`", "write `||`"),
        '^' | '~' => ("there are no operators on bits", "write `!=` for an exclusive or of booleans"),
        '#' => ("a comment begins with `//`", "write `// …`; an annotation stands in `//# …` or `/*# … */`"),
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}' | '\u{2018}' | '\u{2019}' => {
            ("a string stands in straight double quotes", "write `\"…\"`")
        }
        '\u{a0}' => ("this is a no-break space", "write an ordinary space"),
        c if c.is_alphabetic() => {
            ("a name has only the letters of ASCII", "other letters stand in comments and strings")
        }
        _ => ("these characters start no token", "they can stand only in comments and strings"),
    }
}

/// Repair of wrong characters.
fn lex_fix(error: LexError, span: Span, source: &str) -> Option<Fix> {
    let here = span.text(source);
    let one = |title: &str, edit: Edit| Some(Fix::new(title, vec![edit]));
    let guess = |title: &str, edit: Edit| Some(Fix::guess(title, vec![edit]));
    match error {
        LexError::Character => character_fix(span, source),
        LexError::SingleQuote => {
            let inner = here.trim_matches('\'').replace('"', "\\\"");
            one("write it in double quotes", Edit::replace(span, format!("\"{inner}\"")))
        }
        // Its end is unknown: the text inside may be the rest of the program.
        LexError::OpenComment => guess("close the comment with `*/`", Edit::insert(source.len() as u32, " */")),
        LexError::OpenString => {
            let end = span.start + here.trim_end().len() as u32;
            guess("end it with `\"`", Edit::insert(end, "\""))
        }
        LexError::Escape => one("write two backslashes", Edit::insert(span.start, "\\")),
        LexError::Range => guess("write the largest int, 2147483647", Edit::replace(span, "2147483647")),
        LexError::NoWarnOutside => one("write `/*# no_warn */`", Edit::replace(span, format!("/*# {here} */"))),
        LexError::StrayClose => one("remove it", Edit::remove(span, source)),
    }
}

/// Repair of characters that start no token.
fn character_fix(span: Span, source: &str) -> Option<Fix> {
    let rest = source.get(span.start as usize..).unwrap_or("");
    let first = rest.chars().next().unwrap_or(' ');
    match first {
        '@' if rest.starts_with("@GuardedBy(") => guarded_by_annotation(span.start, source),
        '@' => {
            let word = 1 + rest[1..].find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len() - 1);
            let args = rest[word..].starts_with('(').then(|| rest[word..].find(')').map(|i| i + 1)).flatten();
            let end = span.start + (word + args.unwrap_or(0)) as u32;
            Some(Fix::new("remove it", vec![Edit::remove(Span::new(span.start, end), source)]))
        }
        // Both sides are evaluated in Java, and they may be ints.
        '&' | '|' | '^' => {
            let right = match first {
                '&' => "&&",
                '|' => "||",
                _ => "!=",
            };
            Some(Fix::guess(format!("write `{right}`"), vec![Edit::replace(span, right)]))
        }
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}' => {
            let quotes: Vec<Edit> = source
                .get(..1 << 16)
                .unwrap_or(source)
                .match_indices(['\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}'])
                .map(|(i, q)| Edit::replace(Span::new(i as u32, (i + q.len()) as u32), "\""))
                .collect();
            Some(Fix::new("write `\"…\"`", quotes))
        }
        '\u{a0}' => Some(Fix::new("write an ordinary space", vec![Edit::replace(span, " ")])),
        '?' | ':' => characters::fix(source, span.start),
        '[' | ']' | '~' => None,
        '#' => {
            // `# guarded_by this` may be meant as an annotation.
            let comment = rest.lines().next().unwrap_or("");
            let annotates =
                ["guarded_by", "requires", "holds", "ghost", "thread_local"].iter().any(|w| comment.contains(w));
            let sign = Span::new(span.start, span.start + 1);
            Some(Fix::new("write `//`", vec![Edit::replace(sign, "//")]).if_sure(!annotates))
        }
        c if c.is_alphabetic() => None,
        _ => Some(Fix::guess("remove it", vec![Edit::remove(span, source)])),
    }
}

/// `@GuardedBy("this") T f` becomes `T f guarded_by this`.
fn guarded_by_annotation(start: u32, source: &str) -> Option<Fix> {
    let rest = &source[start as usize..];
    let close = rest.find(')')?;
    let lock = rest["@GuardedBy(".len()..close].trim().trim_matches('"');
    let declaration = &rest[close + 1..];
    let end = declaration.find(['=', ';', '}', '{', '('])?;
    let name = declaration[..end].trim_end().len();
    let at = start + (close + 1 + name) as u32;
    let annotation = Span::new(start, start + close as u32 + 1);
    let edits = vec![Edit::remove(annotation, source), Edit::insert(at, format!(" guarded_by {lock}"))];
    Some(Fix::new(format!("write `guarded_by {lock}` behind the name of the field"), edits))
}
