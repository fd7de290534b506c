//! Words of Java, and of languages like it, that are no words of this language. They are identifiers to the lexer, so
//! what they do is mostly to stand beside another identifier.

use crate::error::SyntaxError;
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
    Some(Explained { skip_blocks: word.skip_blocks, ..error.into() })
}

/// A modifier such as `public` right before a class.
pub(crate) fn modifier_before_class(site: &Site<'_>) -> Option<SyntaxError> {
    let (message, help) = foreign_word(site.name(site.piece.start)?)?;
    Some(site.error(site.piece.start, message, help))
}
