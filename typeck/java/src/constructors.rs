//! Constructors and static initialisers of the dialect of Java.

use crate::options::{CONSTRUCTOR_HOLDS_LOCK, CONSTRUCTORS_UNCHECKED, NOT_FRESH};
use crate::reading::JavaReading;
use crate::rules::{constructor, exp_delegate, exp_new, static_init};
use crate::why::JavaWhy;
use racefree_grammar::ast::{Expr, ExprId, Extended, MethodKind, TypeId};
use racefree_grammar::name::Name;
use racefree_kernel::PremiseId;
use racefree_kernel::listener::holds;
use racefree_program::Implied;
use racefree_typeck::error::Why;
use racefree_typeck::judgment::{FieldFound, Judgment, MethodFound, MethodId};
use racefree_typeck::locks::{LockSet, Taken};
use racefree_typeck::lookup::Theta;
use racefree_typeck::reading::{Here, OfExpr, Outcome};
use racefree_typeck::types::{ClassId, Ty};

/// The premises of \[EXP NEW\] about the constructor.
const BY_NEW: [PremiseId; 4] = [exp_new::CONSTRUCTOR_KNOWN, exp_new::ARITY, exp_new::ARGS, exp_new::REQUIRES_HELD];

impl<'r> JavaReading<'r, '_> {
    /// \[CONSTRUCTOR\], for method number `m` of a class; E = G, c this.
    pub(crate) fn constructor(self, here: Here, m: u32) {
        let decl = &self.program.methods[m as usize];
        let here = Here { method: Some(m), ..here };
        let rule = self.declared(constructor::RULE, here, decl.span);
        let mut inner = self.parameters(&rule, here, m, constructor::PARAMS);
        rule.at(inner.at());
        let at = self.lock_set_at(m);
        rule.check_at(constructor::REQUIRES_FINAL, at, || self.lock_set(inner.env, m, constructor::REQUIRES_FINAL));
        inner = self.required(inner, m);
        if self.options.reads(CONSTRUCTOR_HOLDS_LOCK) {
            inner.ls = self.and(inner.ls, self.var(Name::THIS), Taken::Constructor, decl.name_span);
        }
        let called = self.classes.delegates(decl) || self.implies_constructor(self.class_above(here));
        rule.check(constructor::SUPER, || holds(called, || JavaWhy::NoSuperCalled.cause()));
        rule.premise(constructor::FRESH).holds(true);
        self.part(&rule, inner, constructor::BODY, decl.body);
        rule.concludes_as(Judgment::Method(here.env, m), ());
    }

    /// \[STATIC INIT\], for method number `m` of a class; E = G, c this.
    pub(crate) fn static_init(self, here: Here, m: u32) {
        let decl = &self.program.methods[m as usize];
        let here = Here { method: Some(m), ls: LockSet::EMPTY, ..here };
        let rule = self.declared(static_init::RULE, here, decl.span);
        rule.premise(static_init::ALONE).holds(true);
        self.part(&rule, here, static_init::BODY, decl.body);
        rule.concludes_as(Judgment::Method(here.env, m), ());
    }

    /// Sort of the method that an expression is in.
    fn kind(self, here: Here) -> MethodKind {
        let method = here.method.map(|m| &self.program.methods[m as usize]);
        method.map_or(MethodKind::Plain, |method| self.program.kind_of(method))
    }

    /// The class that an expression is in.
    fn class_around(self, here: Here) -> Option<ClassId> {
        self.class_of(self.lookup(here.env, Name::THIS)?.ty)
    }

    /// No other thread can access a field now: `fresh this` is in the lock set of a constructor, or a static initialiser accesses a field of
    /// its class.
    pub(crate) fn is_alone(self, here: Here, access: ExprId, receiver: ExprId, owner: ClassId) -> bool {
        let kind = self.kind(here);
        if kind == MethodKind::Plain || kind == MethodKind::Abstract || here.forked {
            return false;
        }
        if self.options.reads(CONSTRUCTORS_UNCHECKED) && self.class_around(here) == Some(owner) {
            return true;
        }
        match kind {
            _ if self.options.reads(NOT_FRESH) => false,
            MethodKind::Constructor => self.forms.fresh.at(access),
            MethodKind::StaticInitializer => self.is_own_object(here, receiver, owner),
            MethodKind::Plain | MethodKind::Abstract => false,
        }
    }

    /// The superclass of the class that an expression is in.
    fn class_above(self, here: Here) -> Option<ClassId> {
        self.classes.get(self.class_around(here)?).superclass()
    }

    /// A constructor that is not written can run for a class: there is none, or it needs neither arguments nor locks.
    fn implies_constructor(self, class: Option<ClassId>) -> bool {
        match self.classes.implied_constructor(class) {
            Implied::Nothing => true,
            Implied::Constructor(_, m) => self.program.methods[m as usize].requires.len == 0,
            Implied::Unknown => false,
        }
    }

    /// A static initialiser names the object of its class, of which it is `this`: by `this` or `C.class`.
    fn is_own_object(self, here: Here, receiver: ExprId, owner: ClassId) -> bool {
        let own = self.class_around(here);
        match self.program.expr(receiver) {
            Expr::Var(Name::THIS) => own == Some(owner),
            Expr::Extended(Extended::ClassConst(x)) => {
                own == Some(owner) && self.lookup(here.env, x).and_then(|b| self.class_of(b.ty)) == own
            }
            _ => false,
        }
    }

    /// A field of the class itself, on `this`, in a constructor: the premise `early` of \[EXP ASSIGN\] is asked.
    pub(crate) fn builds(self, here: Here, receiver: ExprId, owner: ClassId) -> bool {
        let constructor = self.kind(here) == MethodKind::Constructor;
        let this = || self.program.expr(receiver) == Expr::Var(Name::THIS) && self.class_around(here) == Some(owner);
        constructor && !here.forked && this()
    }

    /// A final field may be assigned in the static initialiser, or on `this` in a constructor of its class; a readonly one that has named
    /// no lock yet.
    pub(crate) fn assigns_final(self, here: Here, (e, receiver): (ExprId, ExprId), found: FieldFound) -> Outcome {
        let readonly = self.program.fields[found.field as usize].readonly;
        let is_static = !here.forked && self.kind(here) == MethodKind::StaticInitializer;
        let initialises = is_static && self.is_own_object(here, receiver, found.owner);
        holds(initialises || self.builds(here, receiver, found.owner), || Why::AssignsFinal(found.field).cause())?;
        let once = !readonly || self.takes_as_fresh() || self.forms.fresh.is_first(e);
        holds(once, || JavaWhy::FinalAgain(found.field).cause())
    }

    /// No other thread has the object where a constructor assigns a final field, and the field has named no lock yet. An object of one thread is
    /// that thread's alone.
    pub(crate) fn assigns_early(self, e: ExprId, found: FieldFound) -> Outcome {
        let readonly = self.program.fields[found.field as usize].readonly;
        let early = || self.classes.get(found.owner).thread_local() || self.forms.fresh.at(e);
        match () {
            () if self.takes_as_fresh() => Ok(()),
            () if !readonly && !self.forms.fresh.is_first(e) => Err(JavaWhy::FinalAgain(found.field).cause()),
            () => holds(early(), || JavaWhy::FinalLate(found.field).cause()),
        }
    }

    /// Constructors are read as if no other thread could have their objects.
    fn takes_as_fresh(self) -> bool {
        self.options.reads(NOT_FRESH) || self.options.reads(CONSTRUCTORS_UNCHECKED)
    }

    /// \[EXP NEW\], by a constructor.
    pub(crate) fn exp_new(self, here: Here, e: ExprId, c: TypeId, (name, es): (Name, &[ExprId])) -> Ty {
        let rule = self.of(exp_new::RULE, here, e);
        let t = self.instantiable(&rule, c);
        self.constructs(&rule, e, (t, name, es), BY_NEW, |at| self.theta(at, e));
        self.own(&rule, exp_new::RULE, here, || self.new_terms(here, t));
        rule.concludes(t)
    }

    /// \[EXP DELEGATE\]
    pub(crate) fn exp_delegate(self, here: Here, e: ExprId, up: bool, name: Name, es: &[ExprId]) -> Ty {
        let rule = self.of(exp_delegate::RULE, here, e);
        let this = self.lookup(here.env, Name::THIS).map_or(Ty::ERROR, |this| this.ty);
        let at = if up { self.supertype(this).unwrap_or(Ty::OBJECT) } else { this };
        let inside = self.kind(here) == MethodKind::Constructor && !here.forked;
        if !inside {
            rule.check(exp_delegate::CONSTRUCTOR_KNOWN, || Err(JavaWhy::OutsideConstructor.cause()));
            es.iter().for_each(|&arg| _ = self.expr(here, arg));
            return rule.concludes(Ty::VOID);
        }
        let theta = |at| {
            let mut theta = self.theta_of(at);
            theta.add(Name::THIS, self.var(Name::THIS));
            theta
        };
        use exp_delegate::{ARGS, ARITY, CONSTRUCTOR_KNOWN, REQUIRES_HELD};
        self.constructs(&rule, e, (at, name, es), [CONSTRUCTOR_KNOWN, ARITY, ARGS, REQUIRES_HELD], theta);
        rule.concludes(Ty::VOID)
    }

    /// The premises about the constructor that runs. `Object` has one without parameters, and so has a class that declares none.
    fn constructs(
        self,
        rule: &OfExpr<'r>,
        whole: ExprId,
        (at, name, es): (Ty, Name, &[ExprId]),
        [known, fits, args, requires_held]: [PremiseId; 4],
        theta: impl Fn(Ty) -> Theta,
    ) {
        let here = rule.here;
        let unchecked = || es.iter().for_each(|&arg| _ = self.part(rule, here, args, arg));
        let Some(class) = self.class_of(at) else { return unchecked() };
        let found = self.classes.own_method(class, name).filter(|&m| self.kind_of(m) == MethodKind::Constructor);
        let none_written = found.is_none() && es.is_empty() && self.classes.constructors(class).next().is_none();
        let implied = none_written && self.implies_constructor(Some(class));
        let has = found.is_some() || implied;
        rule.check(known, || holds(has, || JavaWhy::NoConstructor { class, name }.cause()));
        let Some(method) = found.map(MethodId::Declared) else { return unchecked() };
        if !self.arity_fits(rule, fits, method, name, es) {
            return unchecked();
        }
        let mut theta = theta(at);
        theta.arguments(&self.classes, &mut self.types.borrow_mut(), &self.options, method, es);
        self.passes(rule, (whole, whole), (method, name, es), &theta, args);
        let found = MethodFound { method, owner: class, at };
        let not_held = |lacking| JavaWhy::ConstructorNotHeld(Box::new(lacking)).cause();
        rule.check(requires_held, || self.subset_held(here, whole, found, &theta).map_err(not_held));
    }

    fn kind_of(self, m: u32) -> MethodKind {
        self.program.kind_of(&self.program.methods[m as usize])
    }
}
