//! Threads, loops, locks, and what leaves an expression early.

use super::{MARKS, READERS, Text, Writer, after};
use racefree_grammar::ast::{Expr, ExprId, Extended, List};
use racefree_grammar::name::Name;

impl Writer<'_> {
    /// A thread has marks of its own, with what all threads share and a number.
    pub(super) fn fork(&mut self, body: ExprId) -> Text {
        let (marks, body) = (self.fresh(), self.expr(body)?);
        self.made += 1;
        let thread = self.made % READERS;
        Ok(format!(
            "{{ fork {{ let Marks$ {marks} = new Marks$ in {{ {marks}.global = {MARKS}.global; {marks}.thread = {thread}; \
             let Marks$ {MARKS} = {marks} in {body} }} }} }}"
        ))
    }

    pub(super) fn sequence(&mut self, of: &[ExprId]) -> Text {
        let mut text = String::new();
        for (i, &e) in of.iter().enumerate().rev() {
            let this = self.expr(e)?;
            text = match i + 1 == of.len() {
                true => this,
                false => format!("{{ {this}; {} }}", after(self.leaves(e), text)),
            };
        }
        Ok(text)
    }

    pub(super) fn repeat(&mut self, cond: ExprId, body: ExprId) -> Text {
        let leaves = self.leaves(cond) || self.leaves(body);
        let (mut test, body) = (self.expr(cond)?, self.expr(body)?);
        if self.leaves(cond) {
            let x = self.fresh();
            test = format!("{{ let Object {x} = {test} in if ({MARKS}.left == 0) {x} else false }}");
        }
        if leaves {
            test = format!("{MARKS}.left == 0 && {test}");
        }
        Ok(format!("{{ while ({test}) {body} }}"))
    }

    /// Number of a label, which says where an exit ends.
    fn number(label: Name) -> usize {
        label.index() + 1
    }

    pub(super) fn label(&mut self, label: Name, body: ExprId) -> Text {
        let (x, n, body) = (self.fresh(), Self::number(label), self.expr(body)?);
        Ok(format!(
            "{{ let Object {x} = {body} in if ({MARKS}.left == {n}) {{ {MARKS}.left = 0; {MARKS}.value }} else {x} }}"
        ))
    }

    pub(super) fn exit(&mut self, label: Name, value: Option<ExprId>) -> Text {
        let n = Self::number(label);
        let values: Vec<ExprId> = value.into_iter().collect();
        self.values(&values, &mut |_, v| {
            let value = v.first().map_or("null", String::as_str);
            Ok(format!("{{ {MARKS}.value = {value}; {MARKS}.left = {n}; null }}"))
        })
    }

    pub(super) fn attempt(&mut self, parts: List, finally: bool) -> Text {
        let parts = self.program.parts_of_try(parts, finally);
        let (body, result) = (self.expr(parts.body)?, self.fresh());
        let mut handled = result.clone();
        for &clause in parts.catches.iter().rev() {
            let Expr::Extended(Extended::Catch { ty, var, body }) = self.program.expr(clause) else {
                return Err("a part of try".to_owned());
            };
            self.cells.push((var, false));
            let body = self.expr(body);
            self.cells.pop();
            let (x, body) = (self.name(var), body?);
            let fits =
                self.class_with_test(ty).map_or("true".to_owned(), |class| format!("{MARKS}.value.is${class}()"));
            handled = format!(
                "{{ if ({fits}) {{ let Object {x} = {MARKS}.value in {{ {MARKS}.left = 0; {body} }} }} else {handled} }}"
            );
        }
        if !parts.catches.is_empty() {
            handled = format!("{{ if ({MARKS}.left == 0-1) {handled} else {result} }}");
        }
        let caught = format!("{{ let Object {result} = {body} in {handled} }}");
        let Some(finally) = parts.finally else { return Ok(caught) };
        let (value, exit, given, last) = (self.fresh(), self.fresh(), self.fresh(), self.expr(finally)?);
        Ok(format!(
            "{{ let Object {value} = {caught} in let Object {exit} = {MARKS}.left in let Object {given} = {MARKS}.value in \
             {{ {MARKS}.left = 0; {last}; if ({MARKS}.left == 0) {{ {MARKS}.left = {exit}; {MARKS}.value = {given}; {value} }} else null }} }}"
        ))
    }

    /// An explicit lock. To write, all locks of readers are taken too.
    pub(super) fn locked(&mut self, lock: ExprId, body: ExprId) -> Text {
        let body = self.expr(body)?;
        if let Expr::Field { recv, field } = self.program.expr(lock)
            && self.program.text(field) == "read$"
        {
            return self.values(&[recv], &mut |_, v| {
                Ok(format!("{{ synchronized {}.reader$({MARKS}.thread) in {body} }}", v[0]))
            });
        }
        let x = self.fresh();
        self.values(&[lock], &mut |_, v| {
            let all: String = (0..READERS).map(|i| format!("synchronized {x}.reader${i} in ")).collect();
            Ok(format!("{{ let Object {x} = {} in {all}{body} }}", v[0]))
        })
    }
}
