//! Values of other threads that are read too early, or that threads put into one collection: a wait for the end, a collection for several threads.

use super::super::members::MethodAt;
use super::candidates::Near;
use super::text::{feed, statement};
use racefree_grammar::{Edit, Fix, Span};

impl Near<'_> {
    /// `t.join();` in front of the line that the note about the missing wait names.
    pub(super) fn joined(&self) -> Option<Fix> {
        let note = self.error.notes.iter().find(|note| note.starts_with("`main` does not wait for the thread"))?;
        let (call, line) = (note.split('`').nth(3)?, note.split("in front of line ").nth(1)?.split(' ').next()?);
        let line: usize = line.parse().ok()?;
        let start: usize = self.text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let whole = self.text[start..].split('\n').next()?;
        let indent: String = whole.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        let first = start + indent.len();
        let before = self.code[..first].trim_ascii_end().last();
        let statement = statement(self.text, &self.code, Span::new(first as u32, first as u32 + 1));
        // The statements that follow may be those the thread waits for.
        let method =
            self.verdict.members.method_at(Span::new(self.start + first as u32, self.start + first as u32 + 1))?;
        let own = Span::new(self.own(method.span.start), self.own(method.span.end));
        if !self.is_no_matter_behind(first as u32, own) {
            return None;
        }
        // The line begins a statement of a block.
        let begins = matches!(before, Some(b';' | b'{' | b'}')) && !whole.trim_start().starts_with('}');
        (begins && statement.is_none_or(|s| s.start as usize == first)).then(|| {
            let edit = Edit::insert(first as u32, format!("{call}{}{indent}", feed(self.text)));
            Fix::new(format!("Write `{call}` in front of line {line}"), vec![edit])
        })
    }

    /// A collection that locks itself, or a text that does, in the place of a variable's that several threads change.
    pub(super) fn for_several(&self) -> Option<Fix> {
        let name = self.error.message.strip_prefix("race on the contents of `")?.split('`').next()?;
        let declared = format!(" {name} = new ");
        let method = self.verdict.members.method_at(self.at)?;
        let own = Span::new(self.own(method.span.start), self.own(method.span.end));
        let mut places = own.text(self.text).match_indices(&declared).map(|(at, _)| own.start as usize + at);
        let at = places.next().filter(|_| places.next().is_none())?;
        let value = at + declared.len() - "new ".len();
        let made = &self.text[value + "new ".len()..];
        let class: String = made.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let end = value + self.text[value..].find(';')?;
        let begin = self.text[..at].rfind([';', '{', '}', '\n']).map_or(0, |n| n + 1);
        let ty = self.text[begin..at].trim();
        let ty = ty.strip_prefix("final ").unwrap_or(ty);
        let is_of = |interfaces: &[&str]| interfaces.contains(&ty.split('<').next().unwrap_or(ty));
        let imported = self.text.contains("import java.util.*;") || self.text.contains("import java.util.Collections;");
        let package = if imported { "" } else { "java.util." };
        let wrapped = |by: &str| {
            let before = format!("{package}Collections.{by}(");
            let edits = vec![Edit::insert(value as u32, before), Edit::insert(end as u32, ")")];
            Fix::new(format!("Make `{name}` a `Collections.{by}`"), edits)
        };
        match class.as_str() {
            "ArrayList" | "LinkedList" if is_of(&["List", "Collection"]) => Some(wrapped("synchronizedList")),
            "HashSet" | "LinkedHashSet" if is_of(&["Set", "Collection"]) => Some(wrapped("synchronizedSet")),
            "HashMap" | "LinkedHashMap" if is_of(&["Map"]) => Some(wrapped("synchronizedMap")),
            "StringBuilder" if ty == "StringBuilder" || ty == "var" => {
                let word = |at: usize| Span::new(at as u32, (at + class.len()) as u32);
                let mut edits = vec![Edit::replace(word(value + "new ".len()), "StringBuffer")];
                if ty != "var" {
                    edits.insert(0, Edit::replace(word(begin + self.text[begin..at].find(&class)?), "StringBuffer"));
                }
                Some(Fix::new(format!("Make `{name}` a `StringBuffer`, which locks itself"), edits))
            }
            _ => None,
        }
    }

    /// A copy from the method that gives a collection away, in the place of the collection: its callers read it without the lock.
    pub(super) fn copied(&self) -> Option<Fix> {
        const COPIES: [(&str, &str); 4] =
            [("List", "ArrayList"), ("Collection", "ArrayList"), ("Set", "LinkedHashSet"), ("Map", "LinkedHashMap")];
        if !self.error.message.starts_with("race on the contents of") {
            return None;
        }
        let lock = self.error.message.split(" holds `").nth(1)?.split('`').next()?;
        let field = self.names().next()?;
        let used = &self.text[self.error.span.start as usize..];
        let called = used.split('(').next()?.rsplit('.').next()?.trim();
        let all = self.verdict.sources.text();
        let is_own = |m: &&MethodAt| m.name == called && m.span.start >= self.start;
        let method = self.verdict.members.methods().find(is_own)?;
        let (start, end) = (self.own(method.span.start), self.own(method.span.end));
        let own = Span::new(start, end.min(self.text.len() as u32)).text(self.text);
        let body = own.split_once('{')?.1;
        let value = body.trim().strip_prefix("return ")?.split(';').next()?;
        let is_it = [field.to_owned(), format!("this.{field}")].contains(&value.to_owned())
            || value.starts_with("Collections.unmodifiable") && value.ends_with(&format!("({field})"));
        let ty = &all[method.type_start as usize..method.name_end as usize - method.name.len()];
        let interface = ty.split('<').next()?.trim().rsplit('.').next()?;
        let (_, class) = COPIES.iter().find(|(of, _)| *of == interface).filter(|_| is_it)?;
        let is_imported = ["*", class].iter().any(|name| self.text.contains(&format!("import java.util.{name};")));
        let package = if is_imported { "" } else { "java.util." };
        let at = start as usize + own.find("return ")?;
        let made = format!("return new {package}{class}<>({field});");
        let span = Span::new(at as u32, (at + "return ".len() + value.len() + 1) as u32);
        let mut edits = Vec::new();
        let made = match lock {
            "this" if method.is_synchronized => made,
            "this" => {
                edits.push(Edit::insert(self.own(method.type_start), "synchronized "));
                made
            }
            other => format!("synchronized ({other}) {{ {made} }}"),
        };
        edits.push(Edit::replace(span, made));
        // Who changes what it is given means the collection.
        let reads = self.error.code.starts_with("EXP REF");
        Some(Fix::new(format!("Return a copy from `{called}`"), edits).if_sure(reads))
    }

    /// `equals` for `==` of texts, if one of them is written there: it is never null.
    pub(super) fn by_equals(&self) -> Option<Fix> {
        let span = self.error.span;
        let (left, sign, right) = ["==", "!="].iter().find_map(|sign| {
            let (left, right) = span.text(self.text).split_once(sign)?;
            Some((left.trim(), *sign, right.trim()))
        })?;
        let (literal, other) = match (left.starts_with('"'), right.starts_with('"')) {
            (true, false) => (left, right),
            (false, true) => (right, left),
            _ => return None,
        };
        let not = if sign == "!=" { "!" } else { "" };
        let call = format!("{not}{literal}.equals({other})");
        Some(Fix::new(format!("Write `{call}`"), vec![Edit::replace(span, call)]))
    }
}
