//! Variables of builders of texts whose class does not matter: a `StringBuffer` in the place of a `StringBuilder` has the same methods, and is no
//! object of that class.

use super::blocks::{block_end, closing, uses};
use super::candidates::Near;
use racefree_grammar::Span;

/// Methods that give the builder.
const GIVE_IT: &[&str] =
    &["append", "insert", "delete", "deleteCharAt", "replace", "reverse", "appendCodePoint", "repeat"];

/// Calls that take any object, as they end in front of it.
const TAKE_ANY: &[&str] = &["println(", "print(", "valueOf(", "append(", "synchronized (", "synchronized("];

impl Near<'_> {
    /// Returns true if no use of a variable, which is declared at a place, needs the class of its object: code calls methods on it, and prints it.
    pub(super) fn is_any_builder(&self, name: &str, declared: u32) -> bool {
        let Some(end) = block_end(&self.code, declared) else { return false };
        // A type that is inferred may be the builder's.
        let is_inferred = self.text.contains("StringBuilder>") || self.text.contains("supplyAsync");
        let all = uses(&self.code, Span::new(declared, end), name);
        !is_inferred && all.iter().skip(1).all(|of| self.is_any_use(*of))
    }

    fn is_any_use(&self, of: Span) -> bool {
        let text = |from: usize| std::str::from_utf8(&self.code[from..]).unwrap_or_default();
        let before = self.text[..of.start as usize].trim_end();
        let (mut at, mut last) = (of.end as usize, "");
        // The calls, one on what the other gives.
        while let Some(rest) = text(at).trim_start().strip_prefix('.') {
            let rest = rest.trim_start();
            let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            let open = self.code.len() - rest.len() + name.len();
            let Some(close) = closing(&self.code, open).filter(|_| self.code.get(open) == Some(&b'(')) else {
                return false;
            };
            if last.is_empty() || GIVE_IT.contains(&last) {
                last = name;
            }
            at = close + 1;
        }
        let behind = text(at).trim_start();
        let is_joined = before.ends_with('+') || behind.starts_with('+');
        let is_taken = TAKE_ANY.iter().any(|call| before.ends_with(call)) && behind.starts_with(')');
        match last {
            "" => behind.starts_with("::") || is_joined || is_taken,
            "compareTo" => false,
            _ if !GIVE_IT.contains(&last) => true,
            // Of a statement, or of a lambda, nobody has the value.
            _ => {
                let is_statement = before.ends_with([';', '{', '}', ')']) || before.ends_with("else");
                is_statement && behind.starts_with(';') || before.ends_with("->") || is_joined || is_taken
            }
        }
    }
}
