//! Patterns of records in programs that are to run: their variables are declared in front of the test, which assigns them.

use crate::elaborate::code::Code;
use crate::elaborate::emit::Bound;
use crate::tree::Written;
use crate::tree::body::{Component, LocalNo, Pattern};
use racefree_grammar::Span;
use racefree_grammar::ast::{BinOp, ExprId};
use racefree_grammar::name::Name;

impl Code<'_, '_, '_> {
    /// A variable that a test assigns.
    pub(in crate::elaborate) fn late(&mut self, local: LocalNo, span: Span) -> Bound {
        self.bound.push(local);
        let written = self.body.locals[local.index()].ty;
        let ty = self.ty(written);
        let value = self.default(written.ty, span);
        Bound { ty, name: self.declare(local, ty, true), value, changes: true }
    }

    /// The test of `C(p, …)`: the value is of the record, and its components fit, one after the other.
    pub(in crate::elaborate) fn record_matches(
        &mut self,
        record: Written,
        components: &[(Component, Pattern)],
        value: ExprId,
        span: Span,
    ) -> ExprId {
        let object = self.it.out.object(span);
        self.with_variable("record", object, value, span, |code, name| {
            let tested = code.it.out.var(name, span);
            let mut test = code.is_instance(tested, record, span);
            for (component, pattern) in components {
                let fits = code.component_matches(name, component, pattern, span);
                test = code.it.out.binary(BinOp::And, test, fits, span);
            }
            test
        })
    }

    fn component_matches(&mut self, record: Name, component: &Component, pattern: &Pattern, span: Span) -> ExprId {
        let Some(accessor) = component.accessor else {
            return self.refused(crate::types::Ty::BOOLEAN, span, "this pattern does not run: its record is not known");
        };
        let (name, result) = (self.it.method_name(accessor), self.it.java.methods[accessor.index()].result.ty);
        let record = self.it.out.var(record, span);
        let made = self.it.out.call(record, name, &[], span);
        let made = self.converted_to_run(made, result, component.ty, span);
        let (written, local) = match pattern {
            Pattern::Record { ty, components } => return self.record_matches(*ty, components, made, span),
            Pattern::Type { ty, local } => (*ty, *local),
            Pattern::NotUnderstood(_) => return self.matches(pattern, made, span),
        };
        let of = self.plain(component.ty, span);
        self.with_variable("component", of, made, span, |code, name| {
            // A type that all values of the component have fits `null` too.
            let fits = match code.it.java.is_subtype(component.ty, written.ty) {
                true => code.it.out.boolean(true, span),
                false => {
                    let tested = code.it.out.var(name, span);
                    code.is_instance(tested, written, span)
                }
            };
            let Some(variable) = local.and_then(|local| code.variables.get(&local)).map(|v| v.name) else {
                return fits;
            };
            let (variable, value) = (code.it.out.var(variable, span), code.it.out.var(name, span));
            let set = code.it.out.set_var(variable, value, span);
            let yes = code.it.out.boolean(true, span);
            let both = code.it.out.seq(&[set, yes], span);
            let no = code.it.out.boolean(false, span);
            code.it.out.branch(fits, both, Some(no), span)
        })
    }
}
