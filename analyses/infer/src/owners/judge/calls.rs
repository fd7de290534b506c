//! \[EXP INVOKE\]: arguments given or lent, substitution for formals.

use super::{Call, Moves, Owned, OwnerConstraints, Value};
use crate::owners::positions::{Head, Ty};
use crate::owners::symbols::{Sym, Theta};
use crate::sat::solver::L;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_owners::owner::Owner;
use racefree_program::MethodId;

impl OwnerConstraints<'_> {
    pub(super) fn call(&mut self, e: ExprId, recv: ExprId, mn: Name) -> Value {
        let program = self.at.program;
        let mut values = vec![self.expr(recv)];
        let args: Vec<ExprId> = program.parts(e).children().skip(1).collect();
        for &arg in &args {
            let value = self.expr(arg);
            values.push(value);
        }
        let Ty::Class(class, owners) = values[0].ty.clone() else { return Self::plain() };
        let Some((of, method)) = self.at.resolved.method(class, mn) else { return Self::plain() };
        let m = match method {
            MethodId::Declared(m) => m,
            MethodId::Predefined(_) => return Self::plain(),
        };
        let Some(seen) = self.seen(class, &owners, of) else { return Self::plain() };
        values[0].ty = Ty::Class(of, seen.clone());
        let head = self.at.heads[m as usize].clone();
        let or = self.demand(e);
        let mut theta = self.instance(of, &seen);
        theta.vars.push((Name::THIS, values[0].path));
        for (&x, value) in head.names.iter().zip(&values[1..]) {
            theta.vars.push((x, value.path));
        }
        for formal in &head.formals {
            let given = self.matched(&head, formal.at, &values);
            theta.formals.push((formal.name, given));
        }
        let declared: Vec<Ty> =
            std::iter::once(Ty::Class(of, head.this.clone())).chain(head.params.iter().cloned()).collect();
        self.unique_once(&head, &declared, &theta, or);
        for (value, t) in values.iter().zip(&declared) {
            let wanted = self.put(t, &theta);
            self.argument(value, t, &wanted, or);
        }
        let number = self.calls.len();
        self.todo.extend((0..self.required.len()).filter(|&r| self.required[r].root == head.root).map(|r| (r, number)));
        self.calls.push(Call { root: head.root, member: m, theta: theta.clone(), around: self.around.clone(), or });
        let ty = self.put(&head.ret, &theta);
        self.well_formed(&ty, or);
        // A unique result is owned if it was declared so; a formal that stands for unique is not.
        let owned = match &head.ret {
            Ty::Class(_, declared)
                if declared.first().is_some_and(|sym| sym.iter().any(|&(o, _)| o == Owner::UNIQUE)) =>
            {
                Owned::Yes
            }
            _ => Owned::No,
        };
        Value { ty, owned, path: None }
    }

    /// Owner of an argument at the position of a formal.
    pub(super) fn matched(&mut self, head: &Head, (j, p): (usize, usize), values: &[Value]) -> Sym {
        let thread = self.at.clauses.constant(Owner::THIS_THREAD);
        let (Some(value), Some(Ty::Class(wanted, _))) = (values.get(j), head.params.get(j - 1)) else { return thread };
        let Ty::Class(class, owners) = &value.ty else { return thread };
        match self.seen(*class, owners, *wanted) {
            Some(seen) => seen.get(p).cloned().unwrap_or(thread),
            None => thread,
        }
    }

    /// A formal that stands for unique is in one type only, and not in the result's.
    pub(super) fn unique_once(&mut self, head: &Head, declared: &[Ty], theta: &Theta, or: L) {
        for (f, sym) in &theta.formals {
            let unique = self.at.clauses.is(sym, Owner::UNIQUE);
            if unique == !self.at.clauses.truth {
                continue;
            }
            let at = head.formals.iter().find(|known| known.name == *f).map_or(0, |known| known.at.0);
            let others = declared.iter().enumerate().filter(|(j, _)| *j != at).map(|(_, t)| t).chain([&head.ret]);
            let mut mentions: Vec<L> = Vec::new();
            for ty in others {
                let Ty::Class(_, owners) = ty else { continue };
                let all = owners.iter().flat_map(|sym| sym.iter());
                mentions.extend(all.filter(|(o, _)| o.formal() == Some(*f)).map(|&(_, l)| l));
            }
            for l in mentions {
                self.at.clauses.add(&[!unique, !l, or]);
            }
        }
    }

    /// An argument, or the receiver: it is given, or lent.
    pub(super) fn argument(&mut self, value: &Value, declared: &Ty, wanted: &Ty, or: L) {
        let Ty::Class(_, head) = declared else { return };
        let Some((seen, wanted)) = self.seen_alike(&value.ty, wanted) else { return };
        let Some((a, b, not_self)) = self.same_but_first(&seen, &wanted, or) else { return };
        let Some(head) = head.first() else { return };
        for &(o, l) in a.iter() {
            if o != Owner::UNIQUE {
                self.at.clauses.among(o, l, &b, &not_self, &[or]);
                continue;
            }
            let unique = self.at.clauses.is(&b, Owner::UNIQUE);
            for &(o, is) in head.iter() {
                match (&value.owned, o) {
                    (Owned::Yes, _) => {}
                    (_, Owner::Formal(_)) => self.at.clauses.add(&[!l, !is, unique, or]),
                    (Owned::If(at), _) => self.moves.push(Moves { if_all: vec![l, is], at: at.clone() }),
                    (Owned::No, _) => self.at.clauses.add(&[!l, !is, or]),
                }
            }
        }
    }
}
