//! A lock that each call makes anew excludes nobody: it becomes a field, which all calls share.

use super::super::members::{FieldAt, MethodAt};
use super::blocks::uses;
use super::candidates::Near;
use super::text::feed;
use super::waiting::{blocks, by_methods};
use racefree_grammar::{Edit, Fix, Span};

impl Near<'_> {
    /// The variables that methods of the class lock, each of one name and one new object, as a field that guards another one.
    pub(super) fn of_all_calls(&self, field: &FieldAt) -> Option<Fix> {
        let file = Span::new(self.start, self.start + self.text.len() as u32);
        let of_class = |m: &&MethodAt| {
            let class = m.class.rsplit('.').next().unwrap_or(&m.class);
            file.contains(m.span) && class == field.class_name() && (!m.is_static || field.is_static)
        };
        let all: Vec<(&MethodAt, Span, &str)> = self
            .verdict
            .members
            .methods()
            .filter(of_class)
            .filter_map(|m| self.new_lock(m, &field.name).map(|(place, name)| (m, place, name)))
            .collect();
        let &(method, place, name) = all.first()?;
        let declaration = |place: &Span| {
            let text = place.text(self.text);
            text.strip_prefix("final ").unwrap_or(text)
        };
        let declared = declaration(&place);
        if all.iter().any(|(_, other, _)| declaration(other) != declared)
            || self.verdict.members.field_named(name, self.at).is_some()
        {
            return None;
        }
        let start = self.own(method.span.start);
        let line = self.text[..start as usize].rfind('\n').map_or(0, |n| n + 1);
        let before = &self.text[line..start as usize];
        let between = if before.trim().is_empty() { format!("{}{before}", feed(self.text)) } else { " ".to_owned() };
        let word = if field.is_static { "static " } else { "" };
        let mut edits = vec![
            Edit::insert(self.own(field.type_start), format!("/*# guarded_by {name} */ ")),
            Edit::insert(start, format!("private {word}final {declared}{between}")),
        ];
        edits.extend(all.iter().map(|(_, place, _)| Edit::replace(self.whole_line(*place), "")));
        Some(Fix::new(format!("Make `{name}` a field, which all calls share, and guard `{}` by it", field.name), edits))
    }

    /// The declaration of a variable with a new object that a method locks, and its name.
    fn new_lock(&self, method: &MethodAt, field: &str) -> Option<(Span, &str)> {
        let own = Span::new(self.own(method.span.start), self.own(method.span.end));
        let inside = own.text(self.text);
        if uses(&self.code, own, field).is_empty() {
            return None;
        }
        let place = |name: &str| {
            let at = uses(&self.code, own, name).into_iter().next()?;
            let start = self.code[..at.start as usize].iter().rposition(|b| matches!(b, b';' | b'{' | b'}'))? + 1;
            let blanks = self.code[start..].iter().take_while(|b| b.is_ascii_whitespace()).count();
            let end = self.code[at.end as usize..].iter().position(|&b| b == b';')? + at.end as usize + 1;
            let value = self.text[at.end as usize..end].trim_start().strip_prefix("= new ")?;
            let (_, arguments) = value.split_once('(')?;
            matches!(arguments, ");" | "true);" | "false);").then(|| Span::new((start + blanks) as u32, end as u32))
        };
        by_methods(inside).chain(blocks(inside)).find_map(|name| Some((place(name)?, name)))
    }
}
