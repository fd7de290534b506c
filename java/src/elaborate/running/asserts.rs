//! `assert` in programs that are to run.

use crate::elaborate::code::Code;
use crate::tree::MethodNo;
use crate::tree::body::ExprNo;
use crate::types::Ty;
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;

impl Code<'_, '_, '_> {
    /// `assert e : e'` of a run that checks: `if (!e) throw new AssertionError(e')`
    pub(in crate::elaborate) fn checked(&mut self, test: ExprNo, message: Option<ExprNo>, span: Span) -> ExprId {
        let test = self.value(test, Ty::BOOLEAN);
        let object = self.it.java.known.object;
        let given: Vec<ExprId> = message.map(|message| self.value(message, object)).into_iter().collect();
        let failed = self.it.class_in("java.lang", "RacefreeAssertion").and_then(|class| {
            let name = self.it.java.names.intern("failed");
            let all = self.it.methods_named(class, name);
            let takes = |m: &MethodNo| self.it.java.methods[m.index()].parameters.len() == given.len();
            Some((class, all.into_iter().find(takes)?))
        });
        let Some((class, method)) = failed else { return self.it.out.unit(span) };
        let failed = self.it.call_static(class, method, &given, span);
        let fine = self.it.out.unit(span);
        self.it.out.branch(test, fine, Some(failed), span)
    }
}
