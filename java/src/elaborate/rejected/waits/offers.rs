//! Elements that a full queue drops: `offer` says so, and nobody looks at its answer.

use super::super::Judge;
use crate::tree::body::{ExprNo, StmtNo};
use racefree_grammar::{Edit, Fix};

impl Judge<'_, '_> {
    /// Warns of `q.offer(x);` of a queue that holds so many elements and no more.
    pub(super) fn offers(&mut self) {
        for s in (0..self.body.statements.len() as u32).map(StmtNo) {
            let Some(call) = self.call_of(s).filter(|call| self.it.text(call.name) == "offer") else { continue };
            let (Some(of), 1, at) = (call.target, call.arguments.len(), call.name_span) else { continue };
            if !self.is_bounded(of) {
                continue;
            }
            let name = self.words(of);
            let message = format!(
                "where `{name}` is full, `offer` drops this element, and nobody looks at its answer: `put` waits for a place"
            );
            let fix = Fix::guess("Wait for a place: `put`", vec![Edit::replace(at, "put")]);
            self.warn_wait("element_dropped", at, message, Some(fix));
        }
    }

    /// Returns true for a queue that is made with a number of places.
    fn is_bounded(&self, e: ExprNo) -> bool {
        let made: String = self.made_by(e).unwrap_or_default().split_whitespace().collect();
        let Some((class, rest)) = made.split_once('(') else { return false };
        let class = class.trim_start_matches("new").split('<').next().unwrap_or_default();
        let is_given = !rest.starts_with(')');
        match class.rsplit('.').next().unwrap_or_default() {
            "ArrayBlockingQueue" => true,
            "LinkedBlockingQueue" | "LinkedBlockingDeque" => {
                is_given && rest.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase())
            }
            _ => false,
        }
    }
}
