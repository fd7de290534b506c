//! Words of Java, and of languages like it, that are no words of this language. They are identifiers to the lexer, so
//! what they do is mostly to stand beside another identifier.

use crate::error::SyntaxError;
use crate::fix::{Edit, Fix};
use crate::repair::Text;
use crate::site::Site;
use crate::token::Token;
use crate::words::Explained;

/// A group of words, what is wrong with them (`{}` is the word), and what to write instead.
struct Foreign {
    words: &'static [&'static str],
    message: &'static str,
    help: &'static str,
    /// What stands in braces behind the word is no block.
    skip_blocks: bool,
}

const fn foreign(words: &'static [&'static str], message: &'static str, help: &'static str) -> Foreign {
    Foreign { words, message, help, skip_blocks: false }
}

const FOREIGN: &[Foreign] = &[
    foreign(
        &["return"],
        "there is no `return`",
        "the value of a method is that of its last expression: write it alone, without `return`",
    ),
    foreign(
        &["public", "private", "protected"],
        "there are no access modifiers such as `{}`",
        "remove it: every class and member can be used everywhere",
    ),
    foreign(&["static"], "there are no `static` members", "make it a member of an object, and hand that object on"),
    foreign(
        &["abstract", "native", "strictfp", "transient", "default"],
        "there is no `{}` in this language",
        "remove it: every method has a body",
    ),
    foreign(&["volatile"], "there are no `volatile` fields", "a shared field is `final` or `guarded_by` a lock"),
    foreign(
        &["import", "package"],
        "there are no packages, so there is no `{}`",
        "remove the line: a program is one file",
    ),
    foreign(
        &["try", "catch", "finally"],
        "exceptions cannot be caught, so there is no `{}`",
        "test for what could go wrong with `if` before you do it",
    ),
    foreign(
        &["throw", "throws"],
        "there is no `{}`",
        "only `null`, a division by zero, a bad string index or a failed `assert` ends a thread",
    ),
    foreign(&["for"], "there is no `for` loop", "write `while (…) { … }`, and keep what changes in a field"),
    foreign(&["do"], "there is no `do` loop", "write `while (…) { … }`"),
    Foreign {
        words: &["switch", "case"],
        message: "there is no `switch`",
        help: "write `if (…) { … } else if (…) { … } else { … }`",
        skip_blocks: true,
    },
    foreign(
        &["break", "continue", "goto"],
        "there is no `{}`",
        "let the condition of the `while` decide, with a field that it reads",
    ),
    Foreign {
        words: &["interface", "implements", "enum", "record"],
        message: "there are no interfaces, enumerations or records",
        help: "write a `class`; it can extend one other class",
        skip_blocks: true,
    },
    foreign(
        &["instanceof"],
        "there is no `instanceof`",
        "let a method, overridden in the subclasses, say what an object is",
    ),
    foreign(
        &["super"],
        "there is no `super`",
        "fields are set by their own initialisers; an overridden method cannot be called, so give it another name",
    ),
];

fn find(word: &str) -> Option<&'static Foreign> {
    FOREIGN.iter().find(|f| f.words.contains(&word))
}

/// Whether this is a modifier of Java's members.
pub(crate) fn is_modifier(word: &str) -> bool {
    const MODIFIERS: &[&str] = &[
        "public",
        "private",
        "protected",
        "static",
        "abstract",
        "native",
        "strictfp",
        "transient",
        "volatile",
        "default",
    ];
    MODIFIERS.contains(&word)
}

/// What to say of a name that is a word of Java and not of this language: what is wrong, and what to write instead.
pub(crate) fn foreign_word(name: &str) -> Option<(String, &'static str)> {
    find(name).map(|f| (f.message.replace("{}", name), f.help))
}

/// A word of Java at the error or before it in the same piece.
pub(super) fn word(site: &Site<'_>) -> Option<Explained> {
    let (i, word) = std::iter::once(site.at)
        .filter(|&at| at < site.piece.end)
        .chain(site.backwards())
        .filter(|&i| i == 0 || site.token(i - 1) != Some(Token::Dot))
        .find_map(|i| site.name(i).and_then(find).map(|word| (i, word)))?;
    let error = site.error(i, word.message.replace("{}", site.text(i)), word.help);
    let error = error.with(fixes(site.as_text(), site.text(i), i));
    Some(Explained { skip_blocks: word.skip_blocks, ..error.into() })
}

/// A modifier such as `public` right before a class.
pub(crate) fn modifier_before_class(site: &Site<'_>) -> Option<SyntaxError> {
    let (message, help) = foreign_word(site.name(site.piece.start)?)?;
    let (text, i) = (site.as_text(), site.piece.start);
    Some(site.error(i, message, help).with(fixes(text, site.text(i), i)))
}

/// Repairs of a word of Java that stands at token `i`.
pub(super) fn fixes(text: Text<'_>, word: &str, i: usize) -> Vec<Fix> {
    let remove = |title: &str, range| vec![Fix::new(title, vec![text.remove(range)])];
    match word {
        "return" => returned(text, i).into_iter().collect(),
        "public" | "private" | "protected" | "abstract" | "native" | "strictfp" | "transient" | "default"
        | "static" => remove("remove it", i..i + 1),
        "volatile" => volatile(text, i),
        "import" | "package" => {
            let end = text.find(i, |t| t == Token::Semi).map_or(i + 1, |semi| semi + 1);
            remove("remove the line", i..end)
        }
        "try" => tried(text, i).into_iter().collect(),
        "throw" => {
            let end = text.statement_end(i);
            vec![Fix::guess("write `assert false`, which ends the thread", vec![text.replace(i..end, "assert false")])]
        }
        "throws" => {
            let end = text.find(i, |t| matches!(t, Token::OpenBrace | Token::Semi)).unwrap_or(i + 1);
            remove("remove the clause", i..end)
        }
        "implements" => {
            let end = text.find(i, |t| matches!(t, Token::OpenBrace)).unwrap_or(i + 1);
            remove("remove the clause: a class can have the method without it", i..end)
        }
        "for" => super::variables::for_loop(text, i).into_iter().collect(),
        "break" | "continue" => {
            let end = if text.is(i + 1, Token::Semi) { i + 2 } else { i + 1 };
            vec![Fix::guess("remove it", vec![text.remove(i..end)])]
        }
        "super" if text.is(i + 1, Token::Dot) => {
            vec![Fix::guess("write `this`", vec![text.replace(i..i + 1, "this")])]
        }
        "super" => {
            let end = text.statement_end(i);
            let end = if text.is(end, Token::Semi) { end + 1 } else { end };
            remove("remove it: fields are set by their own initialisers", i..end)
        }
        _ => Vec::new(),
    }
}

/// `return e` is `e` where nothing follows; a `return` in a branch, with statements behind the `if`, makes these the other branch.
fn returned(text: Text<'_>, i: usize) -> Option<Fix> {
    let title = "the value of a method is that of its last expression: write it alone, without `return`";
    let end = text.statement_end(i);
    let alone = end == i + 1;
    let out = |i: usize| if alone { text.replace(i..i + 1, "{}") } else { text.remove(i..i + 1) };
    let mut edits = vec![out(i)];
    // A `return` that is all of a body has nothing to leave behind.
    let start = text.statement_start(i);
    let open = text.open_around(i);
    let in_if = start < i && text.is(start, Token::If);
    let branch = match in_if {
        true => Some((start, end)),
        // `if (c) { return e; }`
        false => {
            open.filter(|&o| text.is(o, Token::OpenBrace) && o > 0 && text.is(o - 1, Token::CloseParen)).and_then(|o| {
                let condition = text.brackets.end(o - 1)?;
                let word = condition.checked_sub(1).filter(|&w| text.is(w, Token::If))?;
                Some((word, text.close(o)?))
            })
        }
    };
    let Some((word, branch_end)) = branch else {
        if alone && text.is(end, Token::Semi) {
            edits = vec![text.remove(i..end + 1)];
        }
        return Some(Fix::new(title, edits));
    };
    let behind = branch_end + 1;
    let has_else = text.is(behind, Token::Else) || (text.is(branch_end, Token::Semi) && text.is(behind, Token::Else));
    let block_end = text.end_around(word);
    let behind = if text.is(behind, Token::AutoSemi) || text.is(behind, Token::Semi) { behind + 1 } else { behind };
    // Only where the rest of the method follows: in a loop it would not be the rest.
    let (_, class) = text.class_around(i)?;
    let whole_body = text.open_around(word).and_then(|o| text.open_around(o)) == Some(class);
    if !has_else && whole_body && behind < block_end {
        if text.is(branch_end, Token::Semi) {
            edits.push(text.replace(branch_end..branch_end + 1, " else {"));
        } else {
            edits.push(text.before(behind, "else { "));
        }
        edits.push(text.behind(block_end - 1, " }"));
        return Some(Fix::new("make what follows the other branch: `if (…) … else { … }`", edits));
    }
    Some(Fix::new(title, edits))
}

/// A `volatile` field, which many threads share.
fn volatile(text: Text<'_>, i: usize) -> Vec<Fix> {
    let end = text.find(i, |t| matches!(t, Token::Assign | Token::Semi | Token::AutoSemi)).unwrap_or(i + 1);
    let mut edits = vec![text.remove(i..i + 1)];
    if text.name(end - 1).is_some() && end > i + 2 {
        edits.push(text.behind(end - 1, " guarded_by this"));
    }
    vec![Fix::new("guard it: `guarded_by this`", edits)]
}

/// `try { … } catch (…) { … } finally { … }`: what is tried, and what is done in the end.
fn tried(text: Text<'_>, i: usize) -> Option<Fix> {
    let mut edits: Vec<Edit> = vec![text.remove(i..i + 1)];
    let mut at = text.close(i + 1)? + 1;
    loop {
        let word = if text.is(at, Token::AutoSemi) { at + 1 } else { at };
        match text.name(word) {
            Some("catch") => {
                let open = text.close(word + 1)? + 1;
                let end = text.close(open)? + 1;
                edits.push(text.remove(word..end));
                at = end;
            }
            Some("finally") => {
                edits.push(text.remove(word..word + 1));
                at = text.close(word + 1)? + 1;
            }
            _ => return Some(Fix::new("write what is tried alone", edits)),
        }
    }
}
