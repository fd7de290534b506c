//! Values of other threads that are read too early, or that threads put into one collection: a wait for the end, a collection for several threads.

use super::super::members::MethodAt;
use super::blocks::{block_end, closing, statement_end};
use super::candidates::Near;
use super::given::{self, Use};
use super::names::behind_imports;
use super::text::{feed, statement};
use racefree_grammar::{Edit, Fix, Span};

/// Calls that change a collection, as their names begin.
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
        // The nearest one in front, in whose block the place is.
        let before = &self.text[..self.error.span.start as usize];
        let at = before.rfind(&declared)?;
        block_end(&self.code, at as u32).filter(|end| *end > self.error.span.start)?;
        let value = at + declared.len() - "new ".len();
        let made = &self.text[value + "new ".len()..];
        let class: String = made.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let end = value + self.text[value..].find(';')?;
        let begin = self.text[..at].rfind([';', '{', '}', '\n']).map_or(0, |n| n + 1);
        let ty = self.text[begin..at].trim();
        let ty = ty.strip_prefix("final ").unwrap_or(ty);
        let is_of = |interfaces: &[&str]| interfaces.contains(&ty.split('<').next().unwrap_or(ty));
        let wrapped = |by: &str| {
            let mut edits =
                vec![Edit::insert(value as u32, format!("Collections.{by}(")), Edit::insert(end as u32, ")")];
            edits.extend(self.import_of_collections());
            Fix::new(format!("Make `{name}` a `Collections.{by}`"), edits)
        };
        match class.as_str() {
            "ArrayList" | "LinkedList" if is_of(&["List", "Collection"]) => Some(wrapped("synchronizedList")),
            "HashSet" | "LinkedHashSet" if is_of(&["Set", "Collection"]) => Some(wrapped("synchronizedSet")),
            "HashMap" | "LinkedHashMap" if is_of(&["Map"]) => Some(wrapped("synchronizedMap")),
            "StringBuilder" if (ty == "StringBuilder" || ty == "var") && self.is_any_builder(name, at as u32) => {
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

    /// A collection that locks itself in the place of a field's, where nothing holds a lock that could guard it.
    pub(super) fn field_for_several(&self) -> Option<Fix> {
        const WRAPPERS: &[(&[&str], &str)] = &[
            (&["List", "Collection"], "synchronizedList"),
            (&["Set"], "synchronizedSet"),
            (&["Map"], "synchronizedMap"),
        ];
        if !self.error.message.contains("no final lock is held") {
            return None;
        }
        let field = self.verdict.members.field_at(self.at)?;
        let interface = field.ty.split('<').next()?.trim();
        let (_, by) = WRAPPERS.iter().find(|(of, _)| of.contains(&interface))?;
        let start = self.own(field.type_start) as usize;
        let value = start + self.text[start..].find("= new ")? + "= ".len();
        let end = value + self.code[value..].iter().position(|&b| b == b';')?;
        if self.code[start..value].contains(&b';') {
            return None;
        }
        let mut edits = vec![Edit::insert(value as u32, format!("Collections.{by}(")), Edit::insert(end as u32, ")")];
        edits.extend(self.import_of_collections());
        Some(Fix::new(format!("Make `{}` a `Collections.{by}`", field.name), edits))
    }

    /// The import of the class whose methods make collections that lock themselves, unless it is there.
    fn import_of_collections(&self) -> Option<Edit> {
        let is_there = ["*", "Collections"].iter().any(|name| self.text.contains(&format!("import java.util.{name};")));
        let import = format!("import java.util.Collections;{}", feed(self.text));
        (!is_there).then(|| Edit::insert(behind_imports(self.text, &self.code), import))
    }

    /// Collections that lock themselves, for the component of a record that threads change: where its objects are made.
    pub(super) fn component_for_several(&self) -> Option<Fix> {
        const WRAPPERS: &[(&str, &str)] = &[
            ("new ArrayList<", "synchronizedList"),
            ("new LinkedList<", "synchronizedList"),
            ("new HashSet<", "synchronizedSet"),
            ("new LinkedHashSet<", "synchronizedSet"),
            ("new HashMap<", "synchronizedMap"),
            ("new LinkedHashMap<", "synchronizedMap"),
        ];
        let name = self.error.message.strip_prefix("race on the contents of `")?.split('`').next()?;
        if self.verdict.members.field_at(self.at).is_some() {
            return None;
        }
        let (class, _) = self.verdict.members.class_at(self.at)?;
        let made = format!("new {}(", class.rsplit('.').next()?);
        let mut edits = Vec::new();
        for (at, _) in self.text.match_indices(&made) {
            let open = at + made.len() - 1;
            let end = closing(&self.code, open)?;
            let inside = &self.text[open..end];
            let mut all = WRAPPERS.iter().flat_map(|(new, by)| inside.match_indices(new).map(move |(at, _)| (at, by)));
            let ((first, by), None) = (all.next()?, all.next()) else { return None };
            let start = open + first;
            let last = closing(&self.code, start + self.text[start..].find('(')?)? + 1;
            edits.push(Edit::insert(start as u32, format!("Collections.{by}(")));
            edits.push(Edit::insert(last as u32, ")"));
        }
        let import = self.import_of_collections().filter(|_| !edits.is_empty());
        edits.extend(import);
        let title = format!("Make `{name}` a collection that locks itself, where it is made");
        (!edits.is_empty()).then(|| Fix::new(title, edits))
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
        let uses = given::uses(all, called, method.span);
        if uses.contains(&Use::Changes) {
            return None;
        }
        let is_read = uses.iter().all(|of| *of == Use::Reads);
        Some(Fix::new(format!("Return a copy from `{called}`"), edits).if_sure(reads && is_read))
    }

    /// A copy that is made under the lock, for a loop whose body may take its time.
    pub(super) fn copied_for_loop(&self, lock: &str) -> Option<Fix> {
        const COPIES: [(&str, &str); 3] =
            [("List", "ArrayList"), ("Collection", "ArrayList"), ("Set", "LinkedHashSet")];
        let over = self.error.span;
        let before = self.text[..over.start as usize]
            .trim_end()
            .strip_suffix("this.")
            .unwrap_or(&self.text[..over.start as usize]);
        let head = before.trim_end().strip_suffix(':')?;
        let start = head.rfind("for").filter(|at| !head[*at..].contains([';', '{', '}']))?;
        let end = statement_end(&self.code, start)?;
        let name = over.text(self.text).strip_prefix("this.").unwrap_or(over.text(self.text));
        let field = self.verdict.members.field_named(name, self.at)?;
        let (_, class) = COPIES.iter().find(|(of, _)| field.ty.split('<').next() == Some(of))?;
        let rest = &self.text[over.end as usize..end];
        let is_direct = rest.trim_start().starts_with(')') && !rest.contains(name);
        let is_known = ["*", class].iter().any(|of| self.text.contains(&format!("import java.util.{of};")));
        let copy = ["copy", "all", "known"].into_iter().find(|name| !self.text.contains(&format!(" {name} ")))?;
        let line = self.text[..start].rfind('\n').map_or(0, |n| n + 1);
        let indent = self.text[line..start].trim().is_empty().then(|| &self.text[line..start])?;
        let made = format!(
            "{} {copy};{feed}{indent}synchronized ({lock}) {{ {copy} = new {class}<>({name}); }}{feed}{indent}",
            field.ty,
            feed = feed(self.text)
        );
        let whole = Span::new(over.start - (self.text[..over.start as usize].len() - before.len()) as u32, over.end);
        let edits = vec![Edit::insert(start as u32, made), Edit::replace(whole, copy)];
        (is_direct && is_known).then(|| Fix::new(format!("Go through a copy of `{name}`"), edits))
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
