//! Two locks that a choice puts in order: `first = a.id < b.id ? a : b`, `second = first == a ? b : a`. Who holds both of these holds `a` and `b`.

use super::Elaborator;
use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo, Operator, StmtNo};
use racefree_grammar::Span;

/// Statements that hold the locks of two variables, by way of two others.
#[derive(Clone, Debug)]
pub struct Ordered {
    /// The statements.
    pub within: Span,
    /// The variables whose locks are held.
    pub held: [String; 2],
}

impl Elaborator<'_> {
    /// Takes note of blocks that hold two locks in an order of their own.
    pub(super) fn note_ordered(&mut self, body: &Body) {
        for statement in &body.statements {
            let Form::Synchronized { lock, body: all } = &statement.form else { continue };
            let Some(inner) = self.inner_block(body, all) else { continue };
            let Form::Synchronized { lock: other, body: held } = &body.statements[inner.index()].form else { continue };
            let spans = held.iter().map(|s| body.statements[s.index()].span);
            let within = spans.reduce(|a, b| Span::new(a.start, b.end));
            if let (Some([a, b]), Some(within)) = (self.both_of(body, *lock, *other), within) {
                let held = [a, b].map(|local| self.text(body.locals[local.index()].name).to_owned());
                self.found.ordered.push(Ordered { within, held });
            }
        }
    }

    /// The only statement of a block, if that locks something.
    fn inner_block(&self, body: &Body, all: &[StmtNo]) -> Option<StmtNo> {
        let mut all = all;
        loop {
            let [only] = all else { return None };
            match &body.statements[only.index()].form {
                Form::Block(inner) => all = inner,
                Form::Synchronized { .. } => return Some(*only),
                _ => return None,
            }
        }
    }

    /// The variables that two others are, one each.
    fn both_of(&self, body: &Body, first: ExprNo, second: ExprNo) -> Option<[LocalNo; 2]> {
        let local = |e: ExprNo| match body.expressions[e.index()].kind {
            Kind::Local(local) if body.locals[local.index()].effectively_final => Some(local),
            _ => None,
        };
        let choice = |of: LocalNo| match body.expressions[body.locals[of.index()].value?.index()].kind {
            Kind::Conditional { test, yes, no } => Some((test, local(yes)?, local(no)?)),
            _ => None,
        };
        let (first, second) = (local(first)?, local(second)?);
        let (test, a, b) = choice(first)?;
        let (other, c, d) = choice(second)?;
        let text = |e: ExprNo| -> String {
            self.java.sources.at(body.expressions[e.index()].span).split_whitespace().collect()
        };
        let asks_first = match body.expressions[other.index()].kind {
            Kind::Binary { operator, left, right } if matches!(operator, Operator::Equal | Operator::NotEqual) => {
                let asked = match (local(left), local(right)) {
                    (Some(x), Some(y)) if x == first => Some(y),
                    (Some(x), Some(y)) if y == first => Some(x),
                    _ => None,
                };
                asked.map(|asked| (operator == Operator::Equal, asked))
            }
            _ => None,
        };
        let is_both = match asks_first {
            // The other one of the two.
            Some((true, asked)) => (asked == a || asked == b) && d == asked && (c == a || c == b) && c != d,
            Some((false, asked)) => (asked == a || asked == b) && c == asked && (d == a || d == b) && c != d,
            None => text(test) == text(other) && (c, d) == (b, a),
        };
        (is_both && a != b).then_some([a, b])
    }
}
