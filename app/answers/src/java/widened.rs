//! Two blocks of two locks in the order that another method has: the lock of the inner one is taken first, around both.

use super::orders::Orders;
use super::repairs::{closing, code, may_block};
use crate::fixes::nesting::Nested;
use racefree_grammar::{Edit, Fix, Span};

/// A `synchronized` block.
struct Block {
    lock: Span,
    /// From the word to the bracket.
    head: Span,
    /// The bracket at the end.
    end: Span,
}

impl Orders<'_> {
    /// The repair of a block in a block, with other statements between their heads. What the inner block holds is held by the new one.
    pub(super) fn widened(&self, nested: &Nested) -> Option<Fix> {
        let text = self.java.sources.text();
        let code = code(text);
        let (outer, inner) = (block_of(&code, nested.outer)?, block_of(&code, nested.inner)?);
        let inside = Span::new(outer.head.end, outer.end.start);
        let (file, _) = self.java.sources.place(outer.lock);
        let whole = self.java.sources.at(self.java.sources.files()[file.index()].span);
        if !inside.contains(inner.head) || may_block(inside.text(text), whole) || inside.text(text).contains("wait(") {
            return None;
        }
        let (first, second) = (inner.lock.text(text), outer.lock.text(text));
        let title = format!("Take `{first}` first, then `{second}`");
        let mut edits = if Span::new(outer.head.start, outer.end.end).text(text).contains('\n') {
            on_lines(text, &outer, &inner)?
        } else {
            let behind = text[inner.head.end as usize..].len() - text[inner.head.end as usize..].trim_start().len();
            let before = text[..inner.end.start as usize].trim_end().len() as u32;
            vec![
                Edit::insert(outer.head.start, format!("synchronized ({first}) {{ ")),
                Edit::replace(Span::new(inner.head.start, inner.head.end + behind as u32), ""),
                Edit::replace(Span::new(before, inner.end.end), ""),
                Edit::insert(outer.end.end, " }"),
            ]
        };
        for edit in &mut edits {
            edit.span = self.java.sources.place(edit.span).1;
        }
        Some(Fix::new(title, edits))
    }
}

/// The edits of blocks whose brackets stand on lines of their own.
fn on_lines(text: &str, outer: &Block, inner: &Block) -> Option<Vec<Edit>> {
    let line = |at: u32| {
        let start = text[..at as usize].rfind('\n').map_or(0, |n| n + 1);
        let end = text[at as usize..].find('\n').map_or(text.len(), |n| at as usize + n + 1);
        Span::new(start as u32, end as u32)
    };
    let is_alone = |of: Span| of.text(text).trim() == line(of.start).text(text).trim();
    if ![outer.head, outer.end, inner.head, inner.end].into_iter().all(is_alone) {
        return None;
    }
    let first = line(outer.head.start);
    let indent: String = first.text(text).chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    let (unit, feed) =
        (if indent.contains('\t') { "\t" } else { "    " }, if text.contains("\r\n") { "\r\n" } else { "\n" });
    let mut edits = vec![
        Edit::insert(outer.head.start, format!("synchronized ({}) {{{feed}{indent}{unit}", inner.lock.text(text))),
        Edit::replace(line(inner.head.start), ""),
        Edit::replace(line(inner.end.start), ""),
        Edit::insert(outer.end.end, format!("{feed}{indent}}}")),
    ];
    // Lines of the inner block stay where they are.
    let mut at = first.end;
    while at <= outer.end.start {
        let own = line(at);
        let is_inside = own.start >= line(inner.head.start).start && own.start <= inner.end.start;
        if !is_inside && !own.text(text).trim().is_empty() {
            edits.push(Edit::insert(own.start, unit));
        }
        at = own.end;
    }
    edits.sort();
    Some(edits)
}

/// The block whose lock stands at a place.
fn block_of(code: &[u8], lock: Span) -> Option<Block> {
    let before = code.get(..lock.start as usize)?.trim_ascii_end().strip_suffix(b"(")?.trim_ascii_end();
    let start = before.strip_suffix(b"synchronized")?.len();
    let next = |from: usize, sign: u8| {
        let at = from + code[from..].iter().position(|b| !b.is_ascii_whitespace())?;
        (code[at] == sign).then_some(at)
    };
    let open = next(next(lock.end as usize, b')')? + 1, b'{')?;
    let end = closing(code, open)? as u32;
    Some(Block { lock, head: Span::new(start as u32, open as u32 + 1), end: Span::new(end, end + 1) })
}
