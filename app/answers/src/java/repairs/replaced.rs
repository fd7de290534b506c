//! A lock at the wrong place: `synchronized` in the head of a method takes another one than its code needs; a statement stands behind the end of
//! the lock that it needs.

use super::super::members::MethodAt;
use super::blocks::{block_end, closing, uses};
use super::candidates::Near;
use super::text::{behind_parameters, feed, statement};
use super::waiting::called;
use racefree_grammar::{Edit, Fix, Span};

impl Near<'_> {
    /// The whole code of a synchronized method under another lock, between `before` and `behind`; `synchronized` goes from its head.
    pub(super) fn instead_of_own(&self, method: &MethodAt, lock: &str, before: &str, behind: &str) -> Option<Fix> {
        let head = Span::new(self.own(method.span.start), self.own(method.type_start));
        let at = head.start + head.text(self.text).find("synchronized ")? as u32;
        let parameters = behind_parameters(&self.code, self.own(method.name_end))?;
        let open = self.code[parameters as usize..].iter().position(|&b| b == b'{')? + parameters as usize;
        let end = closing(&self.code, open)?;
        let inside = &self.text[open + 1..end];
        let start = open + 1 + (inside.len() - inside.trim_start().len());
        let body = Span::new(start as u32, (open + 1 + inside.trim_end().len()) as u32);
        // Who notifies or waits has to hold the lock that it is for.
        let is_monitor = called(inside).any(|name| matches!(name, "wait" | "notify" | "notifyAll"));
        if body.start >= body.end || is_monitor {
            return None;
        }
        let word = Span::new(at, at + "synchronized ".len() as u32);
        let mut edits = vec![Edit::replace(word, "")];
        edits.extend(self.around(body, before, behind));
        let own = if method.is_static { "its class" } else { "`this`" };
        Some(Fix::new(format!("Lock `{lock}` instead of {own} in `{}`", method.name), edits))
    }

    /// The whole line of a statement that is alone on it; else the blanks in front of it.
    pub(super) fn whole_line(&self, own: Span) -> Span {
        let start = self.text[..own.start as usize].rfind('\n').map_or(0, |n| n + 1);
        let end = self.text[own.end as usize..].find('\n').map(|n| own.end as usize + n);
        let before = &self.text[start..own.start as usize];
        match end.filter(|end| before.trim().is_empty() && self.text[own.end as usize..*end].trim().is_empty()) {
            Some(end) => Span::new(start as u32, end as u32 + 1),
            None => Span::new(own.start - (before.len() - before.trim_end().len()) as u32, own.end),
        }
    }

    /// A statement behind the end of its lock, moved in front of where that is given back.
    pub(super) fn before_unlock(&self, lock: &str) -> Option<Fix> {
        let own = statement(self.text, &self.code, self.error.span)?;
        let method = self.verdict.members.method_at(self.at)?;
        let before = Span::new(self.own(method.span.start), own.start);
        let given = uses(&self.code, before, lock).into_iter().rev();
        let given = given.into_iter().find(|of| self.code[of.end as usize..].starts_with(b".unlock()"))?;
        let given = statement(self.text, &self.code, given)?;
        // Of `finally`, the end of what it belongs to.
        let in_front = self.code[..given.start as usize].trim_ascii_end();
        let finally = in_front.strip_suffix(b"{").map(<[u8]>::trim_ascii_end).filter(|it| it.ends_with(b"finally"));
        let leaves = ["return", "throw", "break", "continue"].iter().any(|word| own.text(self.text).starts_with(word));
        let (place, is_free) = match finally {
            None if leaves => return None,
            Some(it) => {
                let close = it[..it.len() - "finally".len()].trim_ascii_end().len().checked_sub(1)?;
                let last = self.code[..close].trim_ascii_end().len();
                let end = block_end(&self.code, given.end)?;
                (last as u32, self.code.get(end as usize + 1..own.start as usize)?.trim_ascii().is_empty())
            }
            None => {
                (in_front.len() as u32, self.code.get(given.end as usize..own.start as usize)?.trim_ascii().is_empty())
            }
        };
        // It is put behind a statement, with the white space of that.
        let first = place as usize;
        let line = self.text[..first].rfind('\n').map_or(0, |n| n + 1);
        let indent: String = self.text[line..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        let is_line = self.text[first..].trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
        let call = own.text(self.text);
        let put = if is_line { format!("{}{indent}{call}", feed(self.text)) } else { format!(" {call}") };
        let title = format!("Move `{}` in front of `{lock}.unlock()`", call.trim_end_matches(';'));
        let edits = vec![Edit::insert(place, put), Edit::replace(self.whole_line(own), "")];
        Some(Fix::new(title, edits).if_sure(is_free))
    }
}
