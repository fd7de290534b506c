//! A permit that is waited for with another one, which who gives it needs: `mutex.acquire(); filled.acquire();` in a buffer. Both wait for ever.

use super::super::Judge;
use super::super::steps::uses;
use crate::tree::FieldNo;
use crate::tree::body::{Kind, StmtNo};
use racefree_grammar::{Edit, Fix, Span};

impl Judge<'_, '_> {
    /// Warns of such waits.
    pub(super) fn permits_under_permits(&mut self) {
        for all in self.lists() {
            for (n, s) in all.iter().enumerate() {
                if let Some((mutex, _)) = self.acquired(*s) {
                    self.permit_under(&all[n..], mutex);
                }
            }
        }
    }

    /// The semaphore in a field of which a statement takes a permit.
    fn acquired(&self, s: StmtNo) -> Option<(FieldNo, Span)> {
        let call = self.call_of(s).filter(|call| call.arguments.is_empty())?;
        let is_take = matches!(self.it.text(call.name), "acquire" | "acquireUninterruptibly");
        let target = call.target.filter(|of| is_take && self.it.last_name(self.ty(*of)) == "Semaphore")?;
        let Kind::Field { field, .. } = *self.kind(target) else { return None };
        let data = &self.it.java.fields[field.index()];
        (data.modifiers.is_private() && data.modifiers.is_final()).then_some((field, call.name_span))
    }

    fn permit_under(&mut self, all: &[StmtNo], mutex: FieldNo) {
        let name = |field: FieldNo| self.it.text(self.it.java.fields[field.index()].name).to_owned();
        let own = name(mutex);
        let gives = |s: &StmtNo| self.it.java.sources.at(self.statement_span(*s)).contains(&format!("{own}.release("));
        let held = all[1..].iter().take_while(|s| !gives(s) || self.acquired(**s).is_some());
        let Some((n, (field, at))) = held.enumerate().find_map(|(n, s)| Some((n, self.acquired(*s)?))) else { return };
        let other = name(field);
        if field == mutex || !self.needs_to_give(field, &own, &other) {
            return;
        }
        let message = format!(
            "`{other}` is waited for with the permit of `{own}`, and who gives one to `{other}` needs that of `{own}`: both wait for ever"
        );
        // One directly behind the other: they change their places.
        let text = |s: StmtNo| self.it.java.sources.at(self.statement_span(s)).to_owned();
        let repair = (n == 0).then(|| {
            let edits = vec![
                Edit::replace(self.statement_span(all[0]), text(all[1])),
                Edit::replace(self.statement_span(all[1]), text(all[0])),
            ];
            Fix::new(format!("Wait for `{other}` first"), edits)
        });
        self.warn_wait("lock_order", at, message, repair);
    }

    /// Returns true if all code that gives a permit of one semaphore has to take one of the other before.
    fn needs_to_give(&self, field: FieldNo, own: &str, other: &str) -> bool {
        let class = self.it.java.fields[field.index()].class;
        let (file, _) = self.it.java.sources.place(self.it.java.fields[field.index()].name_span);
        let of = self.it.java.sources.files()[file.index()].span;
        let mut givers = 0;
        for method in self.it.java.methods.iter().filter(|m| m.has_body && of.contains(m.span)) {
            let text = self.it.java.sources.at(method.span);
            for end in uses(text, other).into_iter().filter(|end| text[*end..].starts_with(".release(")) {
                givers += 1;
                let before = &text[..end];
                // Its own permit comes back where it has one.
                let takes_other = before.contains(&format!("{other}.acquire"));
                if takes_other || method.class != class || !before.contains(&format!("{own}.acquire")) {
                    return false;
                }
            }
        }
        givers > 0
    }
}
