//! Repairs of values and types that do not agree.

use super::Parents;
use crate::cx::Cx;
use crate::error::Role;
use crate::reading::Failure;
use crate::types::Ty;
use racefree_grammar::ast::{BinOp, Expr, ExprId, UnOp};
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::forms;
use racefree_grammar::span::Span;

impl Cx<'_, ()> {
    /// A value of another type than the one that is wanted.
    pub(super) fn fix_wrong_type(
        &mut self,
        failure: &Failure,
        e: ExprId,
        (found, wanted): (Ty, Ty),
        role: Role,
        parents: &Parents,
        fixes: &mut Vec<Fix>,
    ) {
        if let Role::Param(j, _) = role {
            fixes.extend(self.swapped(e, j as usize, parents));
        }
        let (s, t) = (self.show(found), self.show(wanted));
        let declared = self.declared_type(failure, e, role, parents);
        let last = self.last_of(e);
        let here = self.program.span(last);
        let made = matches!(self.program.expr(last), Expr::New(_)) && wanted.is_class();
        if made && self.types.class_of(found) == self.types.class_of(wanted) {
            fixes.push(Fix::new(format!("write `new {t}`"), vec![self.replaced(here, format!("new {t}"))]));
        }
        if let (Some(place), true) = (declared, found != Ty::NULL && found != Ty::VOID) {
            let edit = self.replaced(place, s.clone());
            let what = match role {
                Role::Field(x) | Role::Variable(x) => format!("declare `{}` of type `{s}`", self.name(x)),
                Role::Result(mn) => format!("let `{}` return `{s}`", self.name(mn)),
                Role::Param(..) | Role::Element => String::new(),
            };
            // A comparison with a value for a field, returned as the answer, may have been meant to assign it.
            if let (Expr::Binary(BinOp::Eq, left, _), Role::Result(_)) = (self.program.expr(last), role)
                && matches!(self.program.expr(left), Expr::Field { .. })
            {
                let from = self.program.span(left).end;
                if let Some(sign) = self.written(Span::new(from, here.end)).find("==") {
                    let sign = from + sign as u32;
                    fixes.push(Fix::guess("assign it: write `=`", vec![self.replaced(Span::new(sign, sign + 2), "=")]));
                }
                fixes.push(Fix::guess(what, vec![edit]));
            } else {
                fixes.push(Fix::new(what, vec![edit]));
            }
        }
        if let (Role::Result(_), Some(place), Ty::VOID) = (role, declared, found) {
            fixes.push(Fix::new("declare the result `void`", vec![self.replaced(place, "void")]));
        }
        if made {
            fixes.push(Fix::new(format!("write `new {t}`"), vec![self.replaced(here, format!("new {t}"))]));
        }
        // Nobody else knows the argument that is meant.
        if let (Expr::Int(n), true) =
            (self.program.expr(last), wanted == Ty::BOOLEAN && !matches!(role, Role::Param(..)))
        {
            let value = if n == 0 { "false" } else { "true" };
            fixes.push(Fix::new(format!("write `{value}`"), vec![self.replaced(here, value)]));
        }
        if let (Expr::Str(_), true) = (self.program.expr(last), wanted == Ty::INT)
            && let Ok(n) = self.written(here).trim_matches('"').parse::<i32>()
        {
            fixes.push(Fix::guess(format!("write the number: `{n}`"), vec![self.replaced(here, n.to_string())]));
        }
    }

    /// A call with two of its arguments the other way round.
    fn swapped(&self, e: ExprId, j: usize, parents: &Parents) -> Vec<Fix> {
        let Some(Expr::Call { args, .. }) = parents.of(e).map(|call| self.program.expr(call)) else {
            return Vec::new();
        };
        let args: Vec<Span> = self.program.list(args).iter().map(|&arg| self.program.span(arg)).collect();
        let Some(&here) = args.get(j) else { return Vec::new() };
        let others = args.iter().enumerate().filter(|&(i, _)| i != j).map(|(_, &there)| there);
        let swap = |there: Span| {
            let (a, b) = (self.written(here), self.written(there));
            let edits = vec![self.replaced(here, b.to_owned()), self.replaced(there, a.to_owned())];
            Fix::new(format!("swap the arguments `{a}` and `{b}`"), edits).if_sure(args.len() == 2)
        };
        others.map(swap).collect()
    }

    /// The expression that the value of `e` comes from: the last of a sequence, the body of a let.
    fn last_of(&self, e: ExprId) -> ExprId {
        let mut at = e;
        loop {
            at = match self.program.expr(at) {
                Expr::Seq(list) => match self.program.list(list).last() {
                    Some(&last) => last,
                    None => return at,
                },
                Expr::Let { body, .. } | Expr::Sync { body, .. } => body,
                _ => return at,
            };
        }
    }

    /// Place of the type that a value must have.
    fn declared_type(&self, failure: &Failure, e: ExprId, role: Role, parents: &Parents) -> Option<Span> {
        let program = self.program;
        match role {
            Role::Field(x) => {
                let here = program.span(e);
                let own = program.fields.iter().find(|f| f.name == x && f.span.contains(here));
                let field = own.or_else(|| program.fields.iter().find(|f| f.name == x))?;
                Some(self.program.ty(field.ty).span)
            }
            Role::Variable(x) => {
                let up = parents.of(e)?;
                match program.expr(up) {
                    Expr::Let { ty, var, .. } if var == x => Some(program.ty(ty).span),
                    _ => None,
                }
            }
            // The method has other calls, and is right for them.
            Role::Param(..) | Role::Element => None,
            Role::Result(_) => failure.at.method.map(|m| {
                let method = &program.methods[m as usize];
                self.program.ty(method.ret).span
            }),
        }
    }

    /// Operands that an operator does not take.
    pub(super) fn fix_operands(
        &mut self,
        span: Span,
        op: BinOp,
        (left, right): (Ty, Ty),
        parents: &Parents,
        fixes: &mut Vec<Fix>,
    ) {
        let is_it = |&e: &ExprId| matches!(self.program.expr(e), Expr::Binary(o, ..) if o == op);
        let Some(e) = self.exprs_at(span).find(is_it) else { return };
        let Expr::Binary(_, l, r) = self.program.expr(e) else { return };
        let (ls, rs) = (self.program.span(l), self.program.span(r));
        if op == BinOp::Add {
            for (operand, ty, other) in [(l, left, right), (r, right, left)] {
                if let (Expr::Int(n), Ty::INT, Ty::STRING) = (self.program.expr(operand), ty, other) {
                    let edit = self.replaced(self.program.span(operand), format!("\"{n}\""));
                    fixes.push(Fix::new(format!("write the number as a string: `\"{n}\"`"), vec![edit]));
                }
            }
            fixes.extend(self.printed_in_turn(e, parents));
        }
        if matches!(op, BinOp::And | BinOp::Or) {
            for (operand, ty) in [(ls, left), (rs, right)] {
                if ty == Ty::INT {
                    fixes.push(Fix::new("compare it: `… != 0`", vec![Edit::insert(operand.end, " != 0")]));
                }
            }
        }
    }

    /// `print "n: " + n`, whose sum may be the left part of others.
    fn printed_in_turn(&self, sum: ExprId, parents: &Parents) -> Option<Fix> {
        let (mut at, mut edits) = (sum, Vec::new());
        while let Expr::Binary(BinOp::Add, l, r) = self.program.expr(at) {
            let between = Span::new(self.program.span(l).end, self.program.span(r).start);
            let sign = between.start + self.written(between).find('+')? as u32;
            edits.push(self.replaced(Span::new(sign, sign + 1), "; print"));
            let up = parents.of(at)?;
            if matches!(self.program.expr(up), Expr::Print(_)) {
                let whole = self.program.span(up);
                edits.extend([Edit::insert(whole.start, "{ "), Edit::insert(whole.end, " }")]);
                return Some(Fix::guess("print one after the other: `{ print …; print … }`", edits));
            }
            at = matches!(self.program.expr(up), Expr::Binary(_, left, _) if left == at).then_some(up)?;
        }
        None
    }

    /// An operand that `!` does not take: `!n` of a number, `!o` of an object.
    pub(super) fn fix_operand(&mut self, span: Span, ty: Ty, fixes: &mut Vec<Fix>) {
        let nothing = match ty {
            Ty::INT => "0",
            _ if ty.is_reference() => "null",
            _ => return,
        };
        let is_not = |&e: &ExprId| matches!(self.program.expr(e), Expr::Unary(UnOp::Not, _));
        let Some(Expr::Unary(_, operand)) = self.exprs_at(span).find(is_not).map(|e| self.program.expr(e)) else {
            return;
        };
        let (code, whole) = (self.written(self.program.span(operand)), self.exprs_at(span).find(is_not));
        let Some(whole) = whole.map(|e| self.program.span(e)) else { return };
        let edit = self.replaced(whole, format!("({code} == {nothing})"));
        fixes.push(Fix::new(format!("compare it: `{code} == {nothing}`"), vec![edit]));
    }

    /// A condition that is no boolean.
    pub(super) fn fix_condition(&mut self, cond: ExprId, ty: Ty, fixes: &mut Vec<Fix>) {
        let here = self.program.span(cond);
        if let Expr::Assign { value, .. } = self.program.expr(cond) {
            let text = Span::new(here.start, self.program.span(value).start);
            let sign = self.written(text).rfind('=').map(|i| here.start + i as u32);
            if let Some(at) = sign {
                fixes.push(Fix::new("equality is written `==`", vec![self.replaced(Span::new(at, at + 1), "==")]));
            }
        }
        let (open, close) = match self.program.expr(cond) {
            Expr::Var(_) | Expr::Field { .. } | Expr::Call { .. } | Expr::Int(_) => ("", ""),
            Expr::New(_) | Expr::Assign { .. } | forms!(literal | block | operator | owned | extended) => ("(", ")"),
        };
        let compare = match ty {
            Ty::INT => Some("!= 0"),
            _ if ty.is_reference() => Some("!= null"),
            _ => None,
        };
        if let Some(compare) = compare {
            let edits = [Edit::insert(here.start, open), Edit::insert(here.end, format!("{close} {compare}"))];
            let edits = edits.into_iter().filter(|e| !e.text.is_empty()).collect();
            fixes.push(Fix::new(format!("compare it: `… {compare}`"), edits));
        }
    }
}
