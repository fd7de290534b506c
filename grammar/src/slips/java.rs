//! Words of Java, and of languages like it, that are no words of this language. They are identifiers to the lexer, so
//! what they do is mostly to be beside another identifier.

use crate::error::SyntaxError;
use crate::fix::{Edit, Fix};
use crate::repair::Text;
use crate::site::Site;
use crate::token::Token;
use crate::words::Explained;

/// A group of words, what is wrong with them (`{}` is the word), and what to write instead.
type Foreign = (&'static [&'static str], &'static str, &'static str);

/// Modifiers of members, and other words.
const FOREIGN: [&[Foreign]; 2] = [MODIFIERS, OTHERS];
/// Words behind which braces hold no block.
const WITHOUT_BLOCK: &[&str] = &["switch", "case", "interface", "implements", "enum", "record"];

const MODIFIERS: &[Foreign] = &[
    (
        &["public", "private", "protected"],
        "there are no access modifiers such as `{}`",
        "remove it: every class and member can be used everywhere",
    ),
    (&["static"], "there are no `static` members", "make it a member of an object, and hand that object on"),
    (
        &["abstract", "native", "strictfp", "transient", "default"],
        "there is no `{}` in this language",
        "remove it: every method has a body",
    ),
    (&["volatile"], "there are no `volatile` fields", "a shared field is `final` or `guarded_by` a lock"),
];

const OTHERS: &[Foreign] = &[
    (
        &["return"],
        "there is no `return`",
        "the value of a method is that of its last expression: write it alone, without `return`",
    ),
    (&["import", "package"], "there are no packages, so there is no `{}`", "remove the line: a program is one file"),
    (
        &["try", "catch", "finally"],
        "exceptions cannot be caught, so there is no `{}`",
        "test for what could go wrong with `if` before you do it",
    ),
    (
        &["throw", "throws"],
        "there is no `{}`",
        "only `null`, a division by zero, a bad string index or a failed `assert` ends a thread",
    ),
    (
        &["for"],
        "there is no `for` loop",
        "write `while (…) { … }`, and keep what changes in a field; there are no arrays or collections, but objects with a field `next`",
    ),
    (&["do"], "there is no `do` loop", "write the body once, and `while (…) { … }` behind it"),
    (&["switch", "case"], "there is no `switch`", "write `if (…) { … } else if (…) { … } else { … }`"),
    (
        &["break", "continue", "goto"],
        "there is no `{}`",
        "let the condition of the `while` decide, with a field that it reads",
    ),
    (
        &["interface", "implements", "enum", "record"],
        "there are no interfaces, enumerations or records",
        "write a `class`; it can extend one other class",
    ),
    (&["instanceof"], "there is no `instanceof`", "let a method, overridden in the subclasses, say what an object is"),
    (
        &["super"],
        "there is no `super`",
        "fields are set by their own initialisers; an overridden method cannot be called, so give it another name",
    ),
];

fn find(groups: &[Foreign], word: &str) -> Option<Foreign> {
    groups.iter().find(|(words, ..)| words.contains(&word)).copied()
}

/// True if a word is a modifier of Java's members.
pub(crate) fn is_modifier(word: &str) -> bool {
    find(MODIFIERS, word).is_some()
}

/// Returns the message and the help for a name that is a word of Java and not of this language.
pub(crate) fn foreign_word(name: &str) -> Option<(String, &'static str)> {
    let (_, message, help) = FOREIGN.into_iter().find_map(|groups| find(groups, name))?;
    Some((message.replace("{}", name), help))
}

/// A word of Java at the error or before it in the same piece.
pub(super) fn word(site: &Site<'_>) -> Option<Explained> {
    let (i, (message, help)) = std::iter::once(site.at)
        .filter(|&at| at < site.piece.end)
        .chain(site.backwards())
        .filter(|&i| i == 0 || site.token(i - 1) != Some(Token::Dot))
        .find_map(|i| Some((i, foreign_word(site.name(i)?)?)))?;
    let word = site.word(i);
    let error = site.error(i, message, help).with(fix(site.text, word, i));
    Some(Explained { skip_blocks: WITHOUT_BLOCK.contains(&word), ..error.into() })
}

/// A modifier such as `public` right before a class.
pub(crate) fn modifier_before_class(site: &Site<'_>) -> Option<SyntaxError> {
    let (message, help) = foreign_word(site.name(site.piece.start)?)?;
    let (text, i) = (site.text, site.piece.start);
    Some(site.error(i, message, help).with(fix(text, site.word(i), i)))
}

/// Repair of a word of Java that is at token `i`.
pub(super) fn fix(text: Text<'_>, word: &str, i: usize) -> Option<Fix> {
    let remove = |title: &str, range| Some(Fix::new(title, vec![text.remove(range)]));
    match word {
        "return" => Some(super::returns::fix(text, i)),
        "public" | "private" | "protected" | "abstract" | "native" | "strictfp" | "transient" | "default" => {
            remove("remove it", i..i + 1)
        }
        "static" => {
            let edits = vec![text.remove(i..i + 1)];
            Some(match is_shared(text, i) {
                true => Fix::guess("remove it: each object then has its own", edits),
                false => Fix::new("remove it", edits),
            })
        }
        "do" => done_while(text, i),
        "volatile" => volatile(text, i),
        "import" | "package" => {
            let end = text.find(i, |t| t == Token::Semi).map_or(i + 1, |semi| semi + 1);
            remove("remove the line", i..end)
        }
        "try" => tried(text, i),
        "throw" => {
            let end = text.statement_end(i);
            Some(Fix::guess("write `assert false`, which ends the thread", vec![text.replace(i..end, "assert false")]))
        }
        "throws" => {
            let end = text.find(i, |t| matches!(t, Token::OpenBrace | Token::Semi)).unwrap_or(i + 1);
            remove("remove the clause", i..end)
        }
        "implements" if declared_type(text, i).is_some() => {
            Some(Fix::new("write `extends`", vec![text.replace(i..i + 1, "extends")]))
        }
        "interface" => interface(text, i),
        "record" => record(text, i),
        "implements" => {
            let end = text.find(i, |t| matches!(t, Token::OpenBrace)).unwrap_or(i + 1);
            remove("remove the clause: a class can have the method without it", i..end)
        }
        "for" => super::variables::for_loop(text, i),
        "break" | "continue" => super::statements::leaves_loop(text, i, word == "break"),
        "super" if text.is(i + 1, Token::Dot) => {
            let fix = Fix::new("write `this`", vec![text.replace(i..i + 1, "this")]);
            // A method that the class has itself would call itself.
            match (text.is(i + 3, Token::OpenParen), text.name(i + 2)) {
                (true, Some(method)) if declares_method(text, i, method) => None,
                (called, _) => Some(fix.if_sure(!called)),
            }
        }
        "super" => {
            let end = text.statement_end(i);
            let end = if text.is(end, Token::Semi) { end + 1 } else { end };
            Some(Fix::guess("remove it: fields are set by their own initialisers", vec![text.remove(i..end)]))
        }
        _ => None,
    }
}

/// Interface or class of the program behind the `implements` at token `i`, if the class extends no other.
fn declared_type(text: Text<'_>, i: usize) -> Option<&str> {
    let name = text.name(i + 1).filter(|_| text.is(i + 2, Token::OpenBrace) && !text.is_large())?;
    let extends = (0..i).rev().take(8).take_while(|&j| !text.is(j, Token::Class)).any(|j| text.is(j, Token::Extends));
    let declares = (1..text.len())
        .any(|j| text.name(j) == Some(name) && (text.is(j - 1, Token::Class) || text.name(j - 1) == Some("interface")));
    (declares && !extends).then_some(name)
}

/// An interface becomes a class whose methods do nothing, for others to override.
fn interface(text: Text<'_>, i: usize) -> Option<Fix> {
    let open = text.find(i, |t| t == Token::OpenBrace)?;
    let close = text.close(open)?;
    let mut edits = vec![text.replace(i..i + 1, "class")];
    let mut start = open + 1;
    while let Some(end) = text.find(start, |t| matches!(t, Token::Semi | Token::OpenBrace)).filter(|&end| end < close) {
        if text.is(end, Token::OpenBrace) {
            start = text.close(end)? + 1;
            continue;
        }
        let ty = (start..end).find(|&j| text.is(j + 1, Token::OpenParen)).and_then(|name| text.token(name - 1));
        let body = match ty {
            Some(Token::Int) => " { 0 }",
            Some(Token::Boolean) => " { false }",
            Some(Token::Void) => " {}",
            _ => " { null }",
        };
        edits.push(text.replace(end..end + 1, body));
        start = end + 1;
    }
    Some(Fix::guess("write a `class` whose methods are overridden", edits))
}

/// A record becomes a class with fields that a constructor sets, and a method for each.
fn record(text: Text<'_>, i: usize) -> Option<Fix> {
    let (name, params) = (text.name(i + 1)?, i + 2);
    let close = text.close(params).filter(|_| text.is(params, Token::OpenParen))?;
    let open = text.find(close + 1, |t| t == Token::OpenBrace)?;
    let params = text.text_of(params + 1..close);
    let (mut fields, mut sets, mut gets) = (String::new(), String::new(), String::new());
    for param in params.split(',').map(str::trim).filter(|param| !param.is_empty()) {
        let x = param.rsplit(char::is_whitespace).next()?;
        fields += &format!("  {param} guarded_by this;\n");
        sets += &format!(" this.{x} = {x};");
        gets += &format!("  synchronized {param}() {{ this.{x} }}\n");
    }
    let class = format!("class {name} {{\n{fields}  {name}({params}) {{{sets} }}\n{gets}");
    Some(Fix::guess("write a `class` with a field for each part", vec![text.replace(i..open + 1, class)]))
}

/// A `volatile` field, which many threads share.
fn volatile(text: Text<'_>, i: usize) -> Option<Fix> {
    let end = text.find(i, |t| matches!(t, Token::Assign | Token::Semi | Token::AutoSemi)).unwrap_or(i + 1);
    let mut edits = vec![text.remove(i..i + 1)];
    if text.name(end - 1).is_some() && end > i + 2 {
        edits.push(text.behind(end - 1, " guarded_by this"));
    }
    Some(Fix::new("guard it: `guarded_by this`", edits))
}

/// `try { … } catch (…) { … } finally { … }`: what is tried, and what is done in the end.
fn tried(text: Text<'_>, i: usize) -> Option<Fix> {
    let mut edits: Vec<Edit> = vec![text.remove(i..i + 1)];
    let mut at = text.close(i + 1)? + 1;
    // The handler of an exception may have been meant.
    let mut sure = true;
    loop {
        let word = if text.is(at, Token::AutoSemi) { at + 1 } else { at };
        match text.name(word) {
            Some("catch") => {
                let open = text.close(word + 1)? + 1;
                let end = text.close(open)? + 1;
                sure &= end == open + 2;
                edits.push(text.remove(word..end));
                at = end;
            }
            Some("finally") => {
                edits.push(text.remove(word..word + 1));
                at = text.close(word + 1)? + 1;
            }
            _ => return Some(Fix::new("write what is tried alone", edits).if_sure(sure)),
        }
    }
}

/// `do { … } while (c);` is its body, and then the loop.
fn done_while(text: Text<'_>, i: usize) -> Option<Fix> {
    let close = text.close(i + 1).filter(|_| text.is(i + 1, Token::OpenBrace))?;
    let word = if text.is(close + 1, Token::AutoSemi) { close + 2 } else { close + 1 };
    let condition = text.close(word + 1).filter(|_| text.is(word, Token::While))?;
    let body = text.text_of(i + 1..close + 1);
    let mut edits = vec![text.remove(i..i + 1), text.behind(condition, format!(" {body}"))];
    // Both become one block if they are a branch.
    if !text.is_statement(i..condition + 1) {
        edits.extend([text.before(i, "{ "), text.behind(condition, " }")]);
    }
    // `--n` is the number itself here.
    let minus = |j: usize| text.is(j, Token::Minus) && text.is(j + 1, Token::Minus);
    let sure = !(word..condition).any(minus);
    Some(Fix { edits, sure, title: "write the body once, and `while (…) { … }` behind it".to_owned() })
}

/// True if the `static` at token `i` is of a field whose value changes, or of an object: without the word each object
/// has another.
fn is_shared(text: Text<'_>, i: usize) -> bool {
    let end = text.find(i, |t| matches!(t, Token::Assign | Token::Semi | Token::AutoSemi | Token::OpenParen));
    let Some(end) = end.filter(|&end| !text.is(end, Token::OpenParen)) else { return false };
    let value = matches!(text.token(end + 1), Some(Token::Number(_) | Token::True | Token::False | Token::Text(_)));
    let is_final = (i..end).any(|j| text.is(j, Token::Final)) || text.is(i.wrapping_sub(1), Token::Final);
    !(is_final && value && matches!(text.token(end + 2), Some(Token::Semi | Token::AutoSemi)))
}

/// True if the class around token `i` declares a method.
fn declares_method(text: Text<'_>, i: usize, method: &str) -> bool {
    let Some((_, open)) = text.class_around(i) else { return true };
    let end = text.close(open).unwrap_or(open);
    (open..end)
        .any(|j| text.name(j) == Some(method) && text.is(j + 1, Token::OpenParen) && text.open_around(j) == Some(open))
}

/// Returns the help for a method that every object, thread or lock has in Java.
pub(crate) fn instead_of_method(name: &str) -> Option<&'static str> {
    Some(match name {
        "wait" | "notify" | "notifyAll" | "await" | "signal" | "signalAll" => {
            "nothing waits for a signal: look again in a loop that gives the lock up between two looks, `while (!(synchronized l in l.ready)) {}`"
        }
        "join" => {
            "nothing waits for the end of a thread: let it set a field under a lock when it is done, and look at that in a loop"
        }
        "lock" | "unlock" | "tryLock" => "every object is a lock: write `synchronized l in { … }` around what holds it",
        "sleep" | "yield" | "interrupt" | "setDaemon" => {
            "there are no methods of threads: a schedule is any order of their steps"
        }
        _ => return None,
    })
}
