//! A variable that is declared with a value which only the lock may read: the declaration stays in front, and the lock is taken for the value.

use super::blocks::uses;
use super::candidates::Near;
use super::text::{declares, simple_statement};
use super::waiting::{blocks, by_methods, plain, waits_for_another};
use racefree_grammar::{Edit, Fix, Span};

impl Near<'_> {
    /// Returns true for a place that a new thread runs: what its method holds it does not.
    pub(super) fn is_of_new_thread(&self) -> bool {
        self.error.notes.iter().any(|note| note.contains("does not inherit"))
    }

    /// The variable of an error's statement declared without its value, which it gets under the lock.
    pub(super) fn declared_in_front(&self, lock: &str) -> Option<Fix> {
        let method = self.verdict.members.method_at(self.at).filter(|m| !m.is_synchronized && m.name != "main")?;
        let own = Span::new(self.own(method.span.start), self.own(method.span.end));
        let whole = simple_statement(self.text, &self.code, self.error.span)?;
        let text = whole.text(self.text);
        let (head, value) = text.split_once('=')?;
        let name = head.trim_end().rsplit(' ').next()?;
        let at = whole.start + head.len() as u32;
        let is_plain = declares(text)
            && !head.contains(['(', ',', '@'])
            && !["var ", "final "].iter().any(|word| head.starts_with(word))
            && !value.starts_with('=')
            && self.error.span.start > at;
        // In front of it a list of statements must go on, and no initialiser of a loop.
        let before = self.code[..whole.start as usize].trim_ascii_end().last();
        let begins = matches!(before, Some(b';' | b'{' | b'}'));
        let inside = own.text(self.text);
        let others = blocks(inside).chain(by_methods(inside)).any(|other| plain(other) != plain(lock));
        // A value that is made of it, and put back, needs the lock all the time.
        let behind = Span::new(whole.end, own.end);
        let only_tells = uses(&self.code, behind, name).into_iter().all(|of| {
            let around = simple_statement(self.text, &self.code, of);
            around.is_none_or(|s| ["return", "System.out"].iter().any(|word| s.text(self.text).starts_with(word)))
        });
        let is_sure = !others
            && only_tells
            && !self.may_block(value)
            && !waits_for_another(value, lock)
            && !self.is_called_under_a_lock(&method.name);
        let edits = vec![
            Edit::insert(whole.start + head.trim_end().len() as u32, format!("; synchronized ({lock}) {{ {name}")),
            Edit::insert(whole.end, " }"),
        ];
        let title = format!("Declare `{name}` in front, and read under `synchronized ({lock})`");
        (is_plain && begins).then(|| Fix::new(title, edits).if_sure(is_sure))
    }
}
