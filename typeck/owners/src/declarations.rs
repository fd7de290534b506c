//! Programs, classes, fields and methods.

use crate::edits::Hint;
use crate::owner::{Owner, Ty};
use crate::rules::{class, env_empty, field, method, prog};
use crate::signature::{Signature, Unqualified};
use crate::typing::{Asked, Blamed, EnvId, Judgment, RACY_FIELDS, Typing};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::{PremiseId, Recorder};
use racefree_program::{ClassId, FieldId, MethodId, Problem, SuperProblem};
use rustc_hash::FxHashSet;
use smallvec::smallvec;

impl<R: Recorder<Judgment>> Typing<'_, R> {
    /// \[PROG\]: the type of the main expression, if there is one.
    pub fn prog(&mut self) -> Option<Ty> {
        self.recorder.open(prog::RULE);
        self.predicates();
        for i in 0..self.program.classes.len() {
            self.premise(prog::DEFN);
            self.class(self.resolved.of_declaration(i));
        }
        self.set_not_self(None);
        self.scope([]);
        self.premise(prog::MAIN);
        self.axiom(env_empty::RULE, Judgment::Env(EnvId(0)));
        let main = self.program.main.map(|e| self.expr(e).ty);
        self.recorder.close(|| Judgment::Program(main.unwrap_or(Ty::Void)));
        main
    }

    /// Judges the premises on declarations; a premise without a problem holds.
    fn predicates(&mut self) {
        let mut wrong: Vec<(PremiseId, Span, String, Vec<Blamed>)> = Vec::new();
        for problem in self.resolved.problems() {
            let name = |class| self.program.text(self.resolved.get(class).name);
            let member = |f: FieldId| self.program.text(self.program.fields[f.index()].name);
            let (premise, message) = match problem {
                Problem::ClassAgain { class, .. } => {
                    (prog::CLASS_ONCE, format!("there is another class `{}`", name(class)))
                }
                Problem::Superclass { class, problem: SuperProblem::Cycle } => {
                    (prog::ACYCLIC, format!("class `{}` inherits from itself", name(class)))
                }
                Problem::Superclass { .. } => continue,
                Problem::FieldAgain { again, .. } => {
                    (prog::FIELDS_ONCE, format!("the field `{}` is declared twice", member(again)))
                }
                Problem::FieldInherited { field, owner, .. } => {
                    let message =
                        format!("the field `{}` is inherited from class `{}` already", member(field), name(owner));
                    (prog::FIELDS_ONCE, message)
                }
                Problem::MethodAgain { again, .. } => {
                    let mn = self.program.text(self.program.methods[again as usize].name);
                    (prog::METHODS_ONCE, format!("the method `{mn}` is declared twice; there is no overloading"))
                }
            };
            let span = match problem {
                Problem::ClassAgain { class, .. } | Problem::Superclass { class, .. } => {
                    self.resolved.decl(class).map_or(Span::NONE, |c| c.span)
                }
                Problem::FieldAgain { again: f, .. } | Problem::FieldInherited { field: f, .. } => {
                    self.program.fields[f.index()].span
                }
                Problem::MethodAgain { again, .. } => self.program.methods[again as usize].span,
            };
            wrong.push((premise, span, message, vec![Blamed::All]));
        }
        self.overrides(&mut wrong);
        for premise in [
            prog::CLASS_ONCE,
            prog::ACYCLIC,
            prog::FIELDS_ONCE,
            prog::METHODS_ONCE,
            prog::OVERRIDE_TYPE,
            prog::OVERRIDE_REQUIRES,
        ] {
            let mut holds = true;
            for (_, span, message, about) in wrong.iter().filter(|(failed, ..)| *failed == premise) {
                self.about = about.iter().copied().collect();
                self.check(premise, *span, |it| it.fails(premise, message.clone()));
                holds = false;
            }
            if holds {
                self.check(premise, Span::NONE, |_| Ok(()));
            }
        }
    }

    /// \[CLASS\]
    fn class(&mut self, id: ClassId) {
        let Some(decl) = self.resolved.decl(id) else { return };
        let problem = self.resolved.problem(id);
        let place = decl.extends.map_or(decl.name_span, |ty| self.program.ty(ty).span);
        self.recorder.open(class::RULE);
        self.set_not_self(Some(id));
        let formals = self.formals_of(id);
        self.scope(formals.iter().copied());
        self.check(class::FORMALS, decl.name_span, |it| {
            it.formals_ok(&formals, self.program.owners_of(&decl).not_self)
        });
        let known = !matches!(problem, Some(SuperProblem::Unknown | SuperProblem::NoClass));
        self.check(class::SUPER_KNOWN, place, |it| {
            it.side(class::SUPER_KNOWN, known, |_| "there is no such class to extend".to_owned())
        });
        let string = problem == Some(SuperProblem::IsString);
        self.check(class::SUPER_NOT_STRING, place, |it| {
            it.side(class::SUPER_NOT_STRING, !string, |_| "`String` cannot be extended".to_owned())
        });
        if known && !string && problem != Some(SuperProblem::Cycle) {
            self.superclass(id, decl.extends, place, problem == Some(SuperProblem::Arity));
        }
        for f in decl.fields.indices() {
            self.premise(class::FIELD);
            let this = self.this_type(id);
            self.bind(this, Name::THIS, decl.name_span, false);
            self.field(id, FieldId(f as u32));
            self.unbind_all();
        }
        for m in decl.methods.indices() {
            self.premise(class::METHOD);
            self.method(id, m as u32);
            self.unbind_all();
        }
        self.recorder.close(|| Judgment::Class(id));
    }

    fn formals_ok(&self, formals: &[Name], not_self: racefree_grammar::ast::List) -> Asked {
        let mut seen = FxHashSet::default();
        if let Some(&again) = formals.iter().find(|&&f| !seen.insert(f)) {
            let text = format!("the formal owner `{}` is declared twice", self.program.text(again));
            return self.fails(class::FORMALS, text);
        }
        for &f in self.program.list(not_self) {
            if let Expr::Var(f) = self.program.expr(f)
                && !seen.contains(&f)
            {
                let text =
                    format!("the class has no formal owner `{}` of which `where` could speak", self.program.text(f));
                return self.fails(class::FORMALS, text);
            }
        }
        Ok(())
    }

    /// The premises about the superclass.
    fn superclass(&mut self, id: ClassId, written: Option<racefree_grammar::ast::TypeId>, place: Span, arity: bool) {
        let own = self.this_type(id);
        let Some(superclass) = self.resolved.get(id).superclass() else { return };
        let owners = self.supers[id.index()];
        let t = Ty::Class(superclass, owners);
        self.about_type(own);
        let bare = written.is_none_or(|ty| self.program.locks_of(ty).is_empty()) && superclass == ClassId::OBJECT;
        self.check(class::SUPER_TYPE, place, |it| match written {
            Some(ty) if arity || !bare => it.written(ty, false),
            _ => it.well_formed(t),
        });
        if arity {
            return;
        }
        let first = |it: &Self, t: Ty| match t {
            Ty::Class(_, owners) => it.lists.first(owners),
            _ => None,
        };
        let (ours, theirs) = (first(self, own), first(self, t));
        self.about_type(own);
        self.check(class::SUPER_OWNER, place, |it| {
            it.side(class::SUPER_OWNER, ours == theirs, |it| {
                let show = |o: Option<Owner>| o.map_or("?".to_owned(), |o| it.show_owner(o));
                format!(
                    "an object has one owner: the superclass's first is `{}`, the class's `{}`",
                    show(theirs),
                    show(ours)
                )
            })
        });
        let thread = self.lists.get(owners).contains(&Owner::THIS_THREAD);
        self.about_type(own);
        self.check(class::SUPER_NO_THREAD, place, |it| it.no_thread(class::SUPER_NO_THREAD, thread));
    }

    fn no_thread(&mut self, premise: PremiseId, thread: bool) -> Asked {
        self.side(premise, !thread, |_| {
            "`thisThread` is not the same thread for every reader of a declaration: give the class another formal owner, \
             and say `thisThread` where it is used"
                .to_owned()
        })
    }

    /// \[FIELD\]
    fn field(&mut self, class: ClassId, id: FieldId) {
        let decl = &self.program.fields[id.index()];
        let declared = self.field_type(class, id);
        self.recorder.open(field::RULE);
        self.about_type(declared.ty);
        self.check(field::TYPE, decl.span, |it| it.written(decl.ty, false));
        let thread =
            matches!(declared.ty, Ty::Class(_, owners) if self.lists.get(owners).contains(&Owner::THIS_THREAD));
        self.about_type(declared.ty);
        self.check(field::NO_THREAD, decl.span, |it| it.no_thread(field::NO_THREAD, thread));
        // A class-level guard is looked at once, by the first field that takes it.
        let again = decl.guard.is_none() && !self.takes_class_guard_first(class, id);
        for l in [declared.guard.filter(|_| !again), declared.write_guard].into_iter().flatten() {
            self.about = smallvec![Blamed::Field(id)];
            self.check(field::GUARD, decl.span, |it| it.lock(l, None));
        }
        let racy = self.options.reads(RACY_FIELDS) && (declared.write_guard.is_some() || !self.is_unique(declared.ty));
        let guarded = decl.is_final || declared.guard.is_some();
        if racy && !guarded {
            self.blamed.push(Blamed::Field(id));
        }
        self.about = smallvec![Blamed::Field(id)];
        self.hint = (!guarded && !racy).then_some(Hint::Guard(id));
        self.check(field::GUARDED, decl.span, |it| {
            it.side(field::GUARDED, guarded || racy, |it| it.unguarded(id, declared.write_guard.is_some()))
        });
        match decl.init {
            Some(init) => {
                let this = self.this_type(class);
                self.unbind_all();
                self.bind(this, Name::THIS, decl.name_span, true);
                let fd = self.program.text(decl.name);
                self.expect(field::INIT, init, declared.ty, |_| format!("the field `{fd}` cannot hold this"));
            }
            None => {
                self.check(field::INIT, decl.span, |_| Ok(()));
            }
        }
        self.recorder.close(|| Judgment::Field(self.env, id));
    }

    fn takes_class_guard_first(&self, class: ClassId, id: FieldId) -> bool {
        let takes = |f: &usize| {
            let field = &self.program.fields[*f];
            !field.is_final && field.guard.is_none() && field.write_guard.is_none()
        };
        self.resolved.decl(class).is_none_or(|class| class.fields.indices().find(takes) == Some(id.index()))
    }

    fn unguarded(&self, id: FieldId, writes: bool) -> String {
        let fd = self.program.text(self.program.fields[id.index()].name);
        if writes {
            return format!(
                "reads of `{fd}` need no lock, so they can race with a write; `--racy-fields` lets that through"
            );
        }
        let owner = self.first_formal(id);
        format!("`{fd}` is not final and has no guard: write `guarded_by {owner}`, or another lock")
    }

    /// \[METHOD\]
    fn method(&mut self, class: ClassId, m: u32) {
        let decl = &self.program.methods[m as usize];
        let signature = self.signature(class, MethodId::Declared(m));
        self.recorder.open(method::RULE);
        let narrowed = self.only_what_this_repeats(decl, &signature);
        self.scope(signature.formals.iter().copied());
        self.this_in_all(class, m, &signature);
        self.bind(signature.this, Name::THIS, decl.name_span, false);
        for param in self.program.params_of(decl) {
            self.premise(method::PARAMS);
            self.env_x(param.ty, param.name, param.span);
        }
        let unbound = self.unbound(&signature);
        self.about_type(signature.this);
        self.check(method::BOUND, decl.span, |it| {
            it.side(method::BOUND, unbound.is_none(), |it| {
                let f = it.show_owner(unbound.map_or(Owner::UNIQUE, Owner::Formal));
                format!("no call could find out what `{f}` stands for: it is itself no owner of a parameter's type")
            })
        });
        self.about_type(signature.ret);
        self.check(method::RETURN_TYPE, decl.span, |it| it.written(decl.ret, true));
        self.about = smallvec![Blamed::Method(m)];
        self.check(method::REQUIRES, decl.span, |it| it.required(class, m, &signature));
        let before = (self.ls.len(), self.locks());
        for &(l, mode) in signature.locks.iter().chain(&signature.assumed) {
            self.hold(l, mode);
        }
        let mn = self.program.text(decl.name);
        self.expect(method::BODY, decl.body, signature.ret, |_| format!("the result of `{mn}` cannot be this"));
        self.release(before);
        self.recorder.close(|| Judgment::Method(self.env, MethodId::Declared(m)));
        if narrowed {
            self.set_not_self(Some(class));
        }
    }

    /// The premise `this-type`, in E': all parameters are in scope.
    fn this_in_all(&mut self, class: ClassId, m: u32, signature: &Signature) {
        let decl = &self.program.methods[m as usize];
        self.bind(signature.this, Name::THIS, decl.name_span, false);
        for (param, &(t, _)) in self.program.params_of(decl).iter().zip(&signature.params) {
            self.bind(t, param.name, param.span, false);
        }
        self.about_type(signature.this);
        self.check(method::THIS_TYPE, decl.span, |it| {
            let Some(ty) = self.program.clauses_of(decl).receiver else { return it.well_formed(signature.this) };
            match signature.this {
                Ty::Class(of, _) if of == class => it.written(ty, false),
                Ty::Error => it.written(ty, false),
                t => {
                    let text = format!("`this` is an object of the class, and cannot be of type `{}`", it.show(t));
                    it.fails(method::THIS_TYPE, text)
                }
            }
        });
        self.unbind_all();
    }

    /// A formal that is no owner argument itself.
    fn unbound(&self, signature: &Signature) -> Option<Name> {
        let mut bound: FxHashSet<Name> = FxHashSet::default();
        for t in signature.params.iter().map(|p| p.0).chain([signature.this]) {
            if let Ty::Class(_, owners) = t {
                bound.extend(self.lists.get(owners).iter().filter_map(|o| match o {
                    Owner::Formal(f) => Some(*f),
                    _ => None,
                }));
            }
            if t == Ty::Error {
                return None;
            }
        }
        signature.formals.iter().copied().find(|f| !bound.contains(f))
    }

    /// P; E' ⊢lock each of `requires` and `reads`.
    fn required(&mut self, class: ClassId, m: u32, signature: &Signature) -> Asked {
        let decl = &self.program.methods[m as usize];
        let written: Vec<ExprId> = self
            .program
            .list(decl.requires)
            .iter()
            .chain(self.program.list(self.program.clauses_of(decl).reads))
            .copied()
            .collect();
        let mut asked = Ok(());
        let params: FxHashSet<Name> = self.program.params_of(decl).iter().map(|p| p.name).collect();
        let variable = |_: &Self, x: Name| x == Name::THIS || params.contains(&x);
        for l in written {
            let plain = self.read_owner(l, &variable, &|it, f| it.is_formal(f));
            let (lock, unqualified) = match self.qualified(class, signature, plain) {
                Ok(lock) => (lock, None),
                Err(unqualified) => (plain, Some(unqualified)),
            };
            if asked.is_ok()
                && let Some(Unqualified { formal, .. }) = unqualified
            {
                let first =
                    |t: Ty| matches!(t, Ty::Class(_, os) if self.lists.first(os) == Some(Owner::Formal(formal)));
                let meant = signature.params.iter().filter(|(t, _)| first(*t)).filter_map(|(_, x)| *x);
                let text = |x| format!("{}${}", self.program.text(formal), self.program.text(x));
                self.hint = Some(Hint::Qualify(l, meant.map(text).collect()));
            }
            asked = asked.and(self.lock(lock, unqualified));
        }
        asked
    }
}
