//! `values()` and `valueOf(…)` of an enum, which no source has: a new array of the constants, and one of them.

use super::Plain;
use racefree_grammar::ast::{ExprId, TypeId, TypeKind};
use racefree_grammar::name::Name;

impl Plain<'_> {
    /// The value of such a method, in the class that has the enum's static members; false in any other code.
    pub(super) fn constants(&mut self, e: ExprId, ty: TypeId) -> bool {
        let span = self.program.span(e);
        if !self.known.enums.contains(&span) {
            return false;
        }
        let class = self.program.classes[self.class];
        let is_constant = |f: &usize| self.program.fields[*f].is_final;
        let fields: Vec<Name> =
            class.fields.indices().filter(is_constant).map(|f| self.program.fields[f].name).collect();
        let mut values: Vec<ExprId> = Vec::new();
        for &field in &fields {
            let owner = self.var(Name::THIS, span);
            values.push(self.field(owner, field, span));
        }
        let made = match self.program.ty(ty).kind {
            TypeKind::Array { .. } => {
                let array = self.name("array");
                let mut all = Vec::new();
                for value in values {
                    let recv = self.var(array, span);
                    all.push(self.assign(recv, self.own.elements, value, span));
                }
                all.push(self.var(array, span));
                let (body, bound) = (self.seq(&all, span), self.array(ty, span));
                self.let_(self.own.array, array, bound, body, span)
            }
            _ => self.one_of(&values, span),
        };
        self.program.exprs[e.index()] = self.program.expr(made);
        true
    }
}
