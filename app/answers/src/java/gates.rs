//! One lock for all around the locks of two objects that a caller may exchange: who has it first takes both, in whichever order.

use super::orders::Orders;
use super::repairs::{closing, code};
use crate::fixes::nesting::Nested;
use racefree_grammar::name::Name;
use racefree_grammar::{Edit, Fix, Span};
use racefree_java::blocking::may_block;
use racefree_java::tree::Method;

/// Words of code that may wait for others, who would need the lock, besides the calls that block.
const WAITS: &[&str] = &["wait(", "tryLock", ".submit("];

impl Orders<'_> {
    /// The lock of the class of the objects around the body of a method, and the method's own lock within it.
    pub(super) fn gated(&self, method: &Method, here: &Nested, first: Name) -> Option<Fix> {
        let sources = &self.java.sources;
        let text = sources.text();
        let class = match first {
            Name::THIS => self.java.names.text(self.java.classes[method.class.index()].name),
            _ => {
                let name = self.elaborated.program.text(first);
                let parameter = method.parameters.iter().find(|p| self.java.names.text(p.name) == name)?;
                sources.at(parameter.ty.span).split('<').next()?.trim()
            }
        };
        let head = Span::new(method.span.start, method.name_span.start);
        let own = Span::new(method.name_span.end, method.span.end);
        let code = code(own.text(text));
        let open = code.iter().position(|&b| b == b'{')?;
        let close = closing(&code, open)?;
        let inside = Span::new(own.start + open as u32 + 1, own.start + close as u32);
        let is_own = method.modifiers.is_synchronized();
        // A lock that a caller holds, or one in a lambda, is none of the method's.
        let is_here = here.outer.start >= head.start && inside.end >= here.inner.end;
        let is_plain = class.chars().all(|c| c.is_alphanumeric() || c == '_') && !inside.text(text).contains("->");
        let waits = may_block(inside.text(text), text) || WAITS.iter().any(|word| inside.text(text).contains(word));
        if !is_here || !is_plain || waits {
            return None;
        }
        let gate = format!("{class}.class");
        let mut locks = vec![gate.clone()];
        let mut edits = Vec::new();
        if is_own {
            let of_class = self.java.names.text(self.java.classes[method.class.index()].name);
            let lock = if method.modifiers.is_static() { format!("{of_class}.class") } else { "this".to_owned() };
            let at = head.start + head.text(text).find("synchronized ")? as u32;
            edits.push(Edit::replace(Span::new(at, at + "synchronized ".len() as u32), ""));
            locks.extend((lock != gate).then_some(lock));
        }
        edits.extend(around(text, inside, &locks));
        edits.iter_mut().for_each(|edit| edit.span = sources.place(edit.span).1);
        Some(Fix::new(format!("Let `{gate}` be the lock of all who take two of them"), edits))
    }
}

/// Blocks of locks around all that stands between two braces.
fn around(text: &str, inside: Span, locks: &[String]) -> Vec<Edit> {
    let lines = inside.text(text);
    let heads =
        |between: &str| locks.iter().map(|lock| format!("synchronized ({lock}) {{")).collect::<Vec<_>>().join(between);
    if !lines.contains('\n') {
        let ends = " }".repeat(locks.len());
        return vec![
            Edit::insert(inside.start, format!(" {}", heads(" "))),
            Edit::insert(inside.end, format!("{} ", ends.trim_start())),
        ];
    }
    let start = text[..inside.end as usize].rfind('\n').map_or(0, |n| n + 1);
    let indent: String = text[start..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    let unit = if indent.contains('\t') { "\t" } else { "    " };
    let feed = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut edits = Vec::new();
    let first: String = locks
        .iter()
        .enumerate()
        .map(|(n, lock)| format!("{feed}{indent}{}synchronized ({lock}) {{", unit.repeat(n + 1)))
        .collect();
    edits.push(Edit::insert(inside.start, first));
    let starts = lines.match_indices('\n').map(|(n, _)| inside.start as usize + n + 1).filter(|at| *at < start);
    let full = starts.filter(|at| !text[*at..].starts_with(['\n', '\r']));
    edits.extend(full.map(|at| Edit::insert(at as u32, unit.repeat(locks.len()))));
    let ends: String = (1..=locks.len()).rev().map(|n| format!("{indent}{}}}{feed}", unit.repeat(n))).collect();
    edits.push(Edit::insert(start as u32, ends));
    edits
}
