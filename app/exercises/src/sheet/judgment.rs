//! A judgment in parts, P; E; ls ⊢ e : t, and when two parts are the same. Parts are separated as the calculus writes them, whatever the
//! system; what stands in a part is compared as syntax, and lock sets as sets.

use super::line::GAP;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::sexp;
use racefree_grammar::token::{Extras, Token};

/// A judgment in parts.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Judgment {
    /// `P`, `E`, `ls`: what stands before the turnstile.
    pub context: Vec<String>,
    /// `⊢ ` or `⊢final `.
    pub turnstile: &'static str,
    /// Expression, declaration or type that the judgment is about.
    pub subject: String,
    /// ` : `, ` <: `, ` ∈ `, ` ⊆ `; nothing, if there is no object.
    pub relation: &'static str,
    /// Type, class or set at the right.
    pub object: String,
}

/// Relations, with what one types for each.
const RELATIONS: [(&str, &[&str]); 4] =
    [(" <: ", &["<:"]), (" : ", &[":"]), (" ∈ ", &["∈", " in "]), (" ⊆ ", &["⊆", "<="])];

const FINAL: &str = "⊢final ";
const PLAIN: &str = "⊢ ";

impl Judgment {
    /// Takes a judgment apart as the tools write it; none if the text is no judgment.
    pub fn of(text: &str) -> Option<Judgment> {
        let relation = RELATIONS.iter().map(|relation| relation.0).find(|relation| {
            let behind = text.find('⊢').unwrap_or(0);
            split_last(&text[behind..], &[relation]).is_some()
        });
        Judgment::read(text, relation.unwrap_or_default())
    }

    /// Takes a written judgment apart that has such a relation.
    pub fn read(text: &str, relation: &'static str) -> Option<Judgment> {
        let text = text.replace("|-", "⊢").replace("...", "…");
        let (context, body) = text.split_once('⊢')?;
        let (turnstile, body) = match body.strip_prefix("final").filter(|rest| rest.starts_with(char::is_whitespace)) {
            Some(body) => (FINAL, body),
            None => (PLAIN, body),
        };
        let context = split(context, ';').into_iter().map(str::to_owned).filter(|part| !part.is_empty()).collect();
        let signs = RELATIONS.iter().find(|known| known.0 == relation).map_or(&[][..], |known| known.1);
        let (subject, object) = match relation {
            "" => (body, ""),
            _ => split_last(body, signs)?,
        };
        Some(Judgment {
            context,
            turnstile,
            subject: subject.trim().to_owned(),
            relation,
            object: object.trim().to_owned(),
        })
    }

    /// The text of the judgment, in characters that any keyboard has.
    pub fn text(&self) -> String {
        let object = if self.relation.is_empty() { String::new() } else { format!("{}{}", self.relation, self.object) };
        ascii(&format!("{} {}{}{object}", self.context.join("; "), self.turnstile, self.subject))
    }
}

/// A text in characters that any keyboard has.
pub fn ascii(text: &str) -> String {
    let signs = [("⊢", "|-"), ("∅", "{}"), ("∈", "in"), ("⊆", "<="), ("∉", "not in"), ("∪", "u"), ("…", "...")];
    signs.iter().fold(text.to_owned(), |text, (sign, plain)| text.replace(sign, plain)).trim_start().to_owned()
}

/// Positions of a text outside of brackets and quotes, with what is left there.
fn outside(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut depth, mut quoted) = (0_i64, false);
    text.char_indices().filter_map(move |(at, c)| {
        match c {
            '"' => quoted = !quoted,
            '(' | '{' if !quoted => depth += 1,
            ')' | '}' if !quoted => depth -= 1,
            _ => return (depth == 0 && !quoted).then(|| (at, &text[at..])),
        }
        None
    })
}

/// The parts of a text between separators outside of brackets and quotes.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    for (at, rest) in outside(text) {
        if rest.starts_with(separator) {
            parts.push(text[start..at].trim());
            start = at + separator.len_utf8();
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// A text in two at the last of some signs outside of brackets and quotes.
fn split_last<'t>(text: &'t str, signs: &[&str]) -> Option<(&'t str, &'t str)> {
    let sign = |rest: &str| signs.iter().find(|sign| rest.starts_with(**sign)).map(|sign| sign.len());
    let (at, length) = outside(text).filter_map(|(at, rest)| Some((at, sign(rest)?))).last()?;
    Some((&text[..at], &text[at + length..]))
}

/// Sorts of parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// An environment: bindings in order.
    Env,
    /// A set of locks, in any order.
    Locks,
    /// An expression, type, declaration, class or set.
    Term,
}

/// A part in a form that is the same for parts that are the same.
pub fn normal(text: &str, sort: Sort) -> String {
    let text = text.trim();
    let empty = matches!(text, "∅" | "{}" | "" | "{ }");
    let elements =
        |text: &str| -> Vec<String> { arguments(text).into_iter().filter(|part| !part.is_empty()).map(term).collect() };
    match sort {
        Sort::Env if empty => String::new(),
        Sort::Env => elements(text).join(", "),
        Sort::Locks if empty => "{}".to_owned(),
        Sort::Locks => {
            let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
            let mut locks = elements(inner);
            locks.sort();
            locks.dedup();
            format!("{{{}}}", locks.join(", "))
        }
        Sort::Term => term(text),
    }
}

/// The bindings of an environment, or the elements of a set: those of `C<a, b> x, D y` are two.
pub fn arguments(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_i64);
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '{' => depth += 1,
            '>' | ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// An expression or type as syntax; anything else as a list of tokens.
fn term(text: &str) -> String {
    if text.contains(GAP) || text.len() > 4_000 {
        return text.to_owned();
    }
    let syntax = |text: &str| {
        let options = racefree_grammar::Options { depth: Some(200), ..Default::default() };
        let program = racefree_grammar::parse_with(text, options).ok()?;
        Some(sexp::line(&program)).filter(|line| program.main.is_some() && !line.contains("(unsupported "))
    };
    syntax(text).or_else(|| syntax(&format!("let {text} x = null in x"))).unwrap_or_else(|| tokens(text))
}

/// The tokens of a text, a blank between them.
fn tokens(text: &str) -> String {
    let read: Vec<&str> = Lexer::new(text, Extras::default())
        .filter(|(_, token, _)| *token != Token::AutoSemi)
        .filter_map(|(start, _, end)| text.get(start as usize..end as usize))
        .collect();
    if read.is_empty() { text.split_whitespace().collect::<Vec<_>>().join(" ") } else { read.join(" ") }
}
