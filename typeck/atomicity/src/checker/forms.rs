//! P; E; ls ⊢ e & a for the forms of the dialect of Java.

use crate::checker::{Checker, FieldKind};
use crate::outside::Act;
use crate::reading::Reading;
use crate::rules::{
    atom_any, atom_element, atom_exit, atom_label, atom_let_var, atom_locked, atom_op, atom_set_element, atom_set_var,
    atom_throw, atom_try, atom_value,
};
use crate::tree::{TestOutcome, Tree};
use racefree_grammar::ast::{Basic, Expr, ExprId, Extended, List, MethodKind, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_program::MethodId;

const MOVER: Tree = Tree::basic(Basic::Mover);

impl<'r, 'c: 'r, 'p> Reading<'r, 'c, 'p> {
    /// P; E; ls ⊢ e & a, for a form of the dialect.
    pub(super) fn extended(&mut self, e: ExprId, form: Extended) -> Tree {
        use Extended::*;
        match form {
            ClassConst(_) => self.value(e, atom_value::RULE),
            LetVar { var, bound, body, .. } => self.atom_let_var(e, var, bound, body),
            SetVar { value, .. } => {
                let a = self.only(e, atom_set_var::RULE, atom_set_var::VALUE, value);
                self.trees.then(a, MOVER)
            }
            Make { ty, constructor, args } => self.atom_make(e, ty, constructor, args),
            Delegate { up, constructor, args } => self.atom_delegate(e, up, constructor, args),
            Any { args, .. } => self.atom_any(e, args),
            Cast { value, .. } | InstanceOf { value, .. } => self.only(e, atom_op::RULE, atom_op::OPERAND, value),
            Length(array) => self.only(e, atom_op::RULE, atom_op::OPERAND, array),
            NewArray { length, .. } => {
                let a = self.only(e, atom_op::RULE, atom_op::OPERAND, length);
                self.trees.then(a, MOVER)
            }
            Element { array, index } => self.atom_element(e, array, index),
            SetElement { array, index, value } => self.atom_set_element(e, array, index, value),
            Label { label, body, .. } => self.atom_label(e, label, body),
            Exit { label, value } => self.atom_exit(e, label, value),
            Throw(value) => self.atom_throw(e, value),
            Try { parts, finally } => self.atom_try(e, parts, finally),
            Catch { ty, var, body } => self.catch(e, ty, var, body),
            Locked { lock, body } => self.atom_locked(e, lock, body),
        }
    }

    /// \[ATOM LET VAR\]  a₁; a₂
    fn atom_let_var(&mut self, e: ExprId, x: Name, bound: ExprId, body: ExprId) -> Tree {
        let rule = self.of(atom_let_var::RULE, e);
        let first = self.part(&rule, atom_let_var::BOUND, bound);
        let depth = self.scope.depth();
        // A variable without a class is no final path.
        self.scope.bind(x, None);
        let both = self.then_part(first, &rule, atom_let_var::BODY, body);
        self.scope.leave(depth);
        both
    }

    /// \[ATOM ANY\]  a₁;…;aₙ; b
    fn atom_any(&mut self, e: ExprId, args: List) -> Tree {
        let rule = self.of(atom_any::RULE, e);
        let program = self.program;
        let a = self.then_parts(Tree::CONST, &rule, atom_any::ARGS, program.list(args));
        rule.premise(atom_any::OUTSIDE).holds(true);
        let b = self.outside(e, args);
        self.trees.then(a, b)
    }

    /// \[ATOM ELEMENT\]
    fn atom_element(&mut self, e: ExprId, array: ExprId, index: ExprId) -> Tree {
        let rule = self.of(atom_element::RULE, e);
        let a = self.part(&rule, atom_element::ARRAY, array);
        let a = self.then_part(a, &rule, atom_element::INDEX, index);
        rule.premise(atom_element::GUARD).holds(true);
        let access = self.element(e, array, false);
        self.trees.then(a, access)
    }

    /// \[ATOM SET ELEMENT\]
    fn atom_set_element(&mut self, e: ExprId, array: ExprId, index: ExprId, value: ExprId) -> Tree {
        let rule = self.of(atom_set_element::RULE, e);
        let a = self.part(&rule, atom_set_element::ARRAY, array);
        let a = self.then_part(a, &rule, atom_set_element::INDEX, index);
        let a = self.then_part(a, &rule, atom_set_element::VALUE, value);
        rule.premise(atom_set_element::GUARD).holds(true);
        let access = self.element(e, array, true);
        self.trees.then(a, access)
    }

    fn element(&mut self, e: ExprId, array: ExprId, writes: bool) -> Tree {
        match self.element_kind(e, array) {
            FieldKind::Guarded(all) => self.guarded(&all, writes),
            FieldKind::Final | FieldKind::WriteGuarded(_) | FieldKind::Local | FieldKind::Plain => MOVER,
        }
    }

    /// \[ATOM LABEL\]
    fn atom_label(&mut self, e: ExprId, label: Name, body: ExprId) -> Tree {
        let rule = self.of(atom_label::RULE, e);
        let mark = self.exits.len();
        let a = self.part(&rule, atom_label::BODY, body);
        self.leaving(mark, label, a)
    }

    /// \[ATOM EXIT\]
    fn atom_exit(&mut self, e: ExprId, label: Name, value: Option<ExprId>) -> Tree {
        let rule = self.of(atom_exit::RULE, e);
        let a = match value {
            Some(value) => self.part(&rule, atom_exit::VALUE, value),
            None => {
                rule.premise(atom_exit::VALUE).holds(true);
                Tree::CONST
            }
        };
        self.exits.push((Some(label), a));
        Tree::NEVER
    }

    /// \[ATOM THROW\]
    fn atom_throw(&mut self, e: ExprId, value: ExprId) -> Tree {
        let a = self.only(e, atom_throw::RULE, atom_throw::VALUE, value);
        self.exits.push((None, a));
        Tree::NEVER
    }

    /// \[ATOM TRY\]  (a₁ ⊔ a₁';b₁ ⊔ …); c
    fn atom_try(&mut self, e: ExprId, parts: List, finally: bool) -> Tree {
        let rule = self.of(atom_try::RULE, e);
        let of = self.program.parts_of_try(parts, finally);
        let mark = self.exits.len();
        let mut a = self.part(&rule, atom_try::BODY, of.body);
        let whole = self.with_exits(mark, a);
        for &catch in of.catches {
            let handled = self.then_part(whole, &rule, atom_try::CATCH, catch);
            a = self.trees.join(a, handled);
        }
        let Some(finally) = of.finally else { return a };
        let ways = self.exits.len();
        let last = self.part(&rule, atom_try::FINALLY, finally);
        // The last part is behind every way out; one out of itself is behind any of them.
        let begun = self.with_exits(mark, a);
        self.exits_after(ways, begun);
        for i in mark..ways {
            self.exits[i].1 = self.cx.trees.then(self.cx.exits[i].1, last);
        }
        self.trees.then(a, last)
    }

    /// A clause of a `try`.
    fn catch(&mut self, e: ExprId, ty: TypeId, x: Name, body: ExprId) -> Tree {
        let rule = self.of(atom_let_var::RULE, e);
        rule.premise(atom_let_var::BOUND).holds(true);
        let depth = self.scope.depth();
        let class = self.classes().class_of_type(ty);
        self.scope.bind(x, class);
        let mark = self.exits.len();
        let a = self.part(&rule, atom_let_var::BODY, body);
        self.scope.leave(depth);
        self.exits_become(mark, |cx, way| cx.without(x, way));
        self.without(x, a)
    }

    /// \[ATOM LOCKED\]
    fn atom_locked(&mut self, e: ExprId, lock: ExprId, body: ExprId) -> Tree {
        let rule = self.of(atom_locked::RULE, e);
        let path = self.trees.locks.of(lock);
        let first = match self.trees.locks.paths.root(path) {
            Root::Var(_) => Tree::CONST,
            Root::Expr(_) | Root::Open(_) => self.quietly(|it| it.expr(lock)),
        };
        let explicit = self.trees.locks.explicit(path);
        let mark = self.exits.len();
        let a = self.part(&rule, atom_locked::BODY, body);
        let a = self.locked(explicit, a);
        self.exits_become(mark, |cx, way| {
            let way = cx.locked(explicit, way);
            cx.trees.then(first, way)
        });
        self.trees.then(first, a)
    }
}

impl<'p> Checker<'_, 'p> {
    /// S(l, a), or a|l where calls take the lock and give it back.
    fn locked(&mut self, lock: Option<crate::locks::Lock>, a: Tree) -> Tree {
        let held = lock.map_or(a, |lock| self.trees.holding(a, lock));
        if self.setting.has_lock_calls {
            return held;
        }
        let ended = self.around(held);
        lock.map_or(ended, |lock| self.choose_by(TestOutcome::Lock(lock), held, ended))
    }

    /// right; a; left
    pub(super) fn around(&mut self, a: Tree) -> Tree {
        let begun = self.trees.then(Tree::basic(Basic::Right), a);
        self.trees.then(begun, Tree::basic(Basic::Left))
    }

    /// Both branches of the tests of a variable that goes out of scope.
    fn without(&mut self, x: Name, a: Tree) -> Tree {
        self.substitute(a, |locks, lock| {
            let root = locks.path_in(lock).map(|path| locks.paths.root(path));
            if root == Some(Root::Var(x)) { TestOutcome::Either } else { TestOutcome::Lock(lock) }
        })
    }

    /// Action of code outside, by the place of the call. Around a call at the same place there is what its value is made into.
    pub(crate) fn act(&self, e: ExprId) -> Act {
        let span = self.program.span(e);
        let is_call = |e| matches!(self.program.expr(e), Expr::Extended(Extended::Any { .. }));
        if self.program.children(e).any(|of| is_call(of) && self.program.span(of) == span) {
            return Act::Is(Basic::Const);
        }
        let known = self.setting.calls.get(&span).copied();
        known.unwrap_or(if self.setting.has_lock_calls { Act::Is(Basic::Mover) } else { Act::Assumed })
    }

    /// The explicit lock that a call takes or gives back, if it has a name.
    pub(crate) fn taken(&mut self, args: List) -> Option<crate::locks::Lock> {
        let &[of, ..] = self.program.list(args) else { return None };
        let path = self.trees.locks.of(of);
        self.trees.locks.explicit(path)
    }

    /// Atomicity of code outside.
    fn outside(&mut self, e: ExprId, args: List) -> Tree {
        match self.act(e) {
            Act::Is(basic) => Tree::basic(basic),
            Act::Assumed => self.assumed(e),
            act @ (Act::Takes | Act::Gives) => {
                let mover = if act == Act::Takes { Basic::Right } else { Basic::Left };
                match self.taken(args) {
                    Some(lock) => self.test(TestOutcome::Lock(lock), Basic::Const, mover),
                    None => Tree::basic(mover),
                }
            }
        }
    }

    /// Code outside of which nothing is known: one step, and noted.
    pub(super) fn assumed(&mut self, e: ExprId) -> Tree {
        if self.counts {
            self.assumed.push(self.program.span(e));
        }
        Tree::basic(Basic::Atomic)
    }

    /// Atomicity of a method whose body is outside.
    pub(super) fn given(&self, m: u32) -> Option<Tree> {
        self.setting.methods.get(&m).map(|act| match act {
            Act::Is(basic) => Tree::basic(*basic),
            Act::Takes => Tree::basic(Basic::Right),
            Act::Gives => Tree::basic(Basic::Left),
            Act::Assumed => Tree::basic(Basic::Atomic),
        })
    }

    /// Returns true for a method without a body that no class of the program implements.
    pub(super) fn is_unimplemented(&self, recv: ExprId, m: u32) -> bool {
        let is_abstract = self.program.kind_of(&self.program.methods[m as usize]) == MethodKind::Abstract;
        is_abstract && !self.setting.methods.contains_key(&m) && self.overriding(recv, MethodId::Declared(m)).is_empty()
    }
}
