//! Section 5.3: fields and methods.

use crate::cx::Cx;
use crate::error::Role;
use crate::judgment::Judgment;
use crate::locks::Taken;
use crate::open::Asked;
use crate::rules::{field, method};
use crate::side::Bindings;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Class, ExprId, Field};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::Evidence;
use racefree_kernel::condition::{Bound, Terms};
use smallvec::SmallVec;

impl<'p, R: Asked> Cx<'p, R> {
    /// \[FIELD\], for field number `f` of a class; E = G, c this.
    pub(crate) fn field(&mut self, id: ClassId, class: &Class, f: u32) {
        let decl = &self.program.fields[f as usize];
        self.open(field::RULE);
        self.check(field::TYPE, decl.span, |cx| cx.well_formed_written(decl.ty));
        // A class-level guard is looked at once, by the first field that takes it.
        let inherited = decl.guard.is_none();
        if let Some(guard) = self.program.guard_of(class, decl)
            && (!inherited || self.takes_class_guard_first(class, f))
        {
            self.check(field::GUARD_FINAL, decl.span, |cx| cx.final_lock(guard));
        } else if R::RECORDS
            && let Some(guard) = self.program.guard_of(class, decl)
        {
            // In the tree, every field that takes the class-level guard has it as a premise.
            self.again(field::GUARD_FINAL, |cx| cx.final_lock(guard));
        }
        match decl.init {
            Some(init) => self.initialiser(id, init, decl.ty, decl.name),
            None => {
                self.given(field::INIT);
                self.given(field::INIT_THIS);
            }
        }
        self.own(field::RULE, decl.span, |cx| cx.field_terms(id, class, decl));
        self.close(|cx| Judgment::Field(cx.env.id(), f));
    }

    /// What \[FIELD\] binds; c is the class, c' the type of the guard.
    fn field_terms(&mut self, id: ClassId, class: &Class, decl: &'p Field) -> Bindings {
        let guard = self.program.guard_of(class, decl);
        let guard = guard.map(|l| self.types.paths.of_expr(self.program, l));
        let of_guard = guard.and_then(|l| self.quietly(|cx| cx.final_path(l)).ok());
        let terms = Terms::default().bind("t", Self::ty_term(self.resolve_value(decl.ty)));
        let terms = terms.bind("l", guard.map(Bound::Lock).into()).bind("c'", of_guard.map(Self::ty_term).into());
        let terms = terms.bind("e", decl.init.map(Bound::Expression).into());
        let terms = terms.bind("c", Self::ty_term(self.this_type(id)));
        terms.bind("final", Bound::Word(decl.is_final)).bind("guarded_by", Bound::Word(guard.is_some()))
    }

    fn takes_class_guard_first(&self, class: &Class, f: u32) -> bool {
        let takes = |i: usize| self.program.fields[i].takes_class_guard();
        class.fields.indices().find(|&i| takes(i)) == Some(f as usize)
    }

    /// The premise `init` of \[FIELD\]: `this` is a ghost there (D2), unless a variant says otherwise.
    fn initialiser(&mut self, id: ClassId, init: ExprId, ty: racefree_grammar::ast::TypeId, fd: Name) {
        let this = self.this_type(id);
        let place = self.env.get(Name::THIS).map_or(Span::NONE, |b| b.span);
        let this_is_ghost = self.choose(field::INIT_THIS, |_| true, |_| false);
        if this_is_ghost {
            self.rebind_this(this, true, place);
        }
        let mark = self.locks.mark();
        if self.options.reads(crate::options::CONSTRUCTOR_HOLDS_LOCK) {
            let lock = self.types.paths.var(Name::THIS);
            self.locks.push(lock, Taken::Constructor, place);
        }
        let t = self.resolve_value(ty);
        self.expect(field::INIT, init, t, Role::Field(fd));
        self.leave_locks(mark);
        if this_is_ghost {
            self.rebind_this(this, false, place);
        }
    }

    /// Binds `this`, which was bound last, anew.
    fn rebind_this(&mut self, this: Ty, ghost: bool, place: Span) {
        let outer = self.env.id();
        let ghosts = self.env.bindings(outer).next().map_or(outer, |b| b.before);
        self.env.pop_to(ghosts);
        self.bind(Name::THIS, this, ghost, place, None);
    }

    /// cn<x₁…ₙ>, the type of `this` in a class.
    pub(crate) fn this_type(&mut self, id: ClassId) -> Ty {
        let Some(class) = self.classes.decl(id) else { return Ty::class(id) };
        let ghosts = self.program.ghosts_of(&class);
        let args: SmallVec<[_; 4]> = ghosts.iter().map(|g| self.types.paths.var(g.name)).collect();
        self.types.instance(id, &args)
    }

    /// \[METHOD\], for method number `m` of a class; E = G, c this.
    pub(crate) fn method(&mut self, m: u32) {
        let decl = &self.program.methods[m as usize];
        self.open(method::RULE);
        self.method = Some(m);
        let outer = self.env.id();
        self.premise(method::PARAMS);
        for param in self.program.params_of(decl) {
            self.env_x(param.ty, param.name, param.span, None);
        }
        if decl.params.is_empty() {
            self.recorder.evidence(self.this_env.map_or(Evidence::Holds, Evidence::Node));
        }
        let ret = self.resolve(decl.ret);
        self.check(method::RETURN_TYPE, decl.span, |cx| cx.well_formed_result(decl.ret));
        let mark = self.locks.mark();
        if decl.requires.len > 0 || R::RECORDS {
            self.check(method::REQUIRES_FINAL, decl.span, |cx| cx.lock_set(m));
            for i in 0..decl.requires.len {
                let l = self.program.list(decl.requires)[i as usize];
                let path = self.types.paths.of_expr(self.program, l);
                self.locks.push(path, Taken::Requires, self.program.span(l));
            }
        }
        if ret == Ty::VOID {
            self.premise(method::BODY);
            self.expr(decl.body);
        } else {
            self.expect(method::BODY, decl.body, ret, Role::Result(decl.name));
        }
        let places = |cx: &mut Self| cx.program.params_of(decl).iter().map(|param| param.span).collect();
        self.own_premises(method::RULE, decl.span, places, |cx| {
            let params = cx.program.params_of(decl).iter();
            let xs = params.clone().map(|param| Bound::Variable(param.name)).collect();
            let ts = params.map(|param| Self::ty_term(cx.resolve_value(param.ty))).collect();
            let terms = Terms::default().each("tᵢ", ts).each("xᵢ", xs).bind("t", Self::ty_term(ret));
            terms.bind("ls", cx.held_term()).bind("e", Bound::Expression(decl.body))
        });
        self.leave_locks(mark);
        self.env.pop_to(outer);
        self.method = None;
        self.close(|cx| Judgment::Method(cx.env.id(), m));
    }
}
