//! Section 5.1: programs and classes; and the predicates of section 4.

use crate::classes::SuperProblem;
use crate::cx::Cx;
use crate::error::{Cause, Checked};
use crate::judgment::{Judgment, MethodId};
use crate::lookup::Theta;
use crate::rules::{class3, env_empty, local_class, prog};
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Class, Method};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::{Evidence, PremiseId, Recorder};
use rustc_hash::FxHashMap;

/// The premises that \[CLASS₃\] and \[LOCAL CLASS\] share.
struct ClassPremises {
    ghost_type: PremiseId,
    super_known: PremiseId,
    super_not_string: PremiseId,
    super_type: PremiseId,
    field: PremiseId,
    method: PremiseId,
}

const CLASS3: ClassPremises = ClassPremises {
    ghost_type: class3::GHOST_TYPE,
    super_known: class3::SUPER_KNOWN,
    super_not_string: class3::SUPER_NOT_STRING,
    super_type: class3::SUPER_TYPE,
    field: class3::FIELD,
    method: class3::METHOD,
};

const LOCAL_CLASS: ClassPremises = ClassPremises {
    ghost_type: local_class::GHOST_TYPE,
    super_known: local_class::SUPER_KNOWN,
    super_not_string: local_class::SUPER_NOT_STRING,
    super_type: local_class::SUPER_TYPE,
    field: local_class::FIELD,
    method: local_class::METHOD,
};

impl<'p, R: Recorder<Judgment>> Cx<'p, R> {
    /// \[PROG\]. The type of the main expression; none for an open program.
    pub fn prog(&mut self) -> Option<Ty> {
        self.open(prog::RULE);
        let program = self.program;
        for (i, class) in program.classes.iter().enumerate() {
            self.predicates(ClassId(i as u32 + ClassId::PREDEFINED), class);
        }
        if R::RECORDS {
            for premise in [prog::CLASS_ONCE, prog::ACYCLIC, prog::FIELDS_ONCE, prog::METHODS_ONCE] {
                self.summary(premise);
            }
            self.summary(prog::OVERRIDE_TYPE);
            self.summary(prog::OVERRIDE_REQUIRES);
        }
        for (i, class) in program.classes.iter().enumerate() {
            self.premise(prog::DEFN);
            self.class(ClassId(i as u32 + ClassId::PREDEFINED), class);
        }
        self.premise(prog::MAIN);
        self.axiom(env_empty::RULE, |cx| Judgment::Env(cx.env.id()));
        let main = program.main.map(|e| self.expr(e));
        self.close(|_| Judgment::Program(main.unwrap_or(Ty::VOID)));
        main
    }

    /// In the tree, a predicate of the whole program is one side condition.
    fn summary(&mut self, premise: PremiseId) {
        self.premise(premise);
        let evidence = if self.options.off.is_off(premise) {
            Evidence::Assumed
        } else if self.errors.iter().any(|e| e.premise == premise) {
            return;
        } else {
            Evidence::Holds
        };
        self.recorder.evidence(evidence);
    }

    /// A failed predicate; the tree gets one entry for it, and none for those that hold ([`Cx::summary`]).
    fn predicate(&mut self, premise: PremiseId, span: Span, holds: impl FnOnce(&mut Self) -> Checked) {
        if self.options.off.is_off(premise) {
            return;
        }
        if let Err(cause) = holds(self) {
            self.fail(premise, span, cause);
        }
    }

    /// The predicates of section 4, as far as they are about one class.
    fn predicates(&mut self, id: ClassId, class: &'p Class) {
        if self.classes.find(class.name) != Some(id) {
            self.predicate(prog::CLASS_ONCE, class.span, |cx| Err(cx.class_twice(class)));
        }
        if self.classes.problems.get(&id) == Some(&SuperProblem::Cycle) {
            let cn = self.name(class.name);
            let cause = Cause::new(format!("class `{cn}` inherits from itself"))
                .label("is on a cycle of superclasses")
                .note("racefree takes the superclass of this class to be `Object` from here on");
            self.fail(prog::ACYCLIC, self.header(class), cause);
        }
        self.members_once(class);
        let superclass = self.classes.info(id).superclass;
        let inherits = superclass != ClassId::OBJECT;
        for f in class.fields.indices() {
            let field = &self.program.fields[f];
            if inherits && let Some((owner, first)) = self.classes.field(superclass, field.name) {
                self.predicate(prog::FIELDS_ONCE, field.span, |cx| {
                    let (fd, owner) = (cx.name(field.name), cx.class_name(owner));
                    Err(Cause::new(format!("the field `{fd}` is inherited from class `{owner}` already"))
                        .relate(cx.program.fields[first as usize].name_span, "declared here first")
                        .help("give it another name, or use the inherited one"))
                });
            }
        }
        if inherits || !self.predefined.is_empty() {
            for m in class.methods.indices() {
                self.overrides_ok(id, class, m as u32);
            }
        }
    }

    /// FieldsOnce and MethodsOncePerClass, as far as they are about what a class declares itself.
    fn members_once(&mut self, class: &'p Class) {
        let program = self.program;
        let fields = program.fields_of(class);
        let twice = repeated(fields.len(), |i| fields[i].name);
        for (first, again) in twice {
            self.predicate(prog::FIELDS_ONCE, fields[again].span, |cx| {
                let fd = cx.name(fields[again].name);
                Err(Cause::new(format!("the field `{fd}` is declared twice"))
                    .relate(fields[first].name_span, "declared here first"))
            });
        }
        let methods = program.methods_of(class);
        let twice = repeated(methods.len(), |i| methods[i].name);
        for (first, again) in twice {
            self.predicate(prog::METHODS_ONCE, methods[again].span, |cx| {
                let mn = cx.name(methods[again].name);
                Err(Cause::new(format!("the method `{mn}` is declared twice"))
                    .relate(methods[first].name_span, "declared here first")
                    .note("there is no overloading: a method name means one method"))
            });
        }
    }

    /// OverridesOK, for one method.
    fn overrides_ok(&mut self, id: ClassId, class: &'p Class, m: u32) {
        let method = &self.program.methods[m as usize];
        let super_ty = self.classes.info(id).super_ty;
        let super_class = self.classes.info(id).superclass;
        let found = match self.classes.method(super_class, method.name) {
            Some((owner, first)) => Some((owner, MethodId::Declared(first))),
            None => self.predefined_in(super_class, method.name),
        };
        let Some((owner, over)) = found else { return };
        let at = self.classes.as_ancestor(super_ty, owner, &mut self.types);
        let mut theta =
            Theta::new(self.classes.ghost_substitution(at, &self.types), self.options.readings.substitute_in_two_steps);
        if let MethodId::Declared(first) = over {
            let theirs = self.program.params_of(&self.program.methods[first as usize]);
            let ours = self.program.params_of(method);
            for (their, our) in theirs.iter().zip(ours) {
                theta.add(their.name, self.types.paths.var(our.name));
            }
        }
        let (ours, theirs) = (method.params.len(), self.arity(over));
        let ret = self.return_type(over);
        let ret = theta.ty(&mut self.types, ret);
        let own_ret = self.resolve(method.ret);
        let mut difference = None;
        if ours != theirs {
            difference = Some(format!("it takes {}, not {ours}", crate::explain::count(theirs, "parameter")));
        } else if ret != own_ret && !ret.is_error() && !own_ret.is_error() {
            difference = Some(format!("its result is of type `{}`, not `{}`", self.show(ret), self.show(own_ret)));
        } else {
            for j in 0..ours {
                let t = self.param_type(over, j);
                let t = theta.ty(&mut self.types, t);
                let own = self.param_type(MethodId::Declared(m), j);
                if t != own && !t.is_error() && !own.is_error() {
                    let (t, own) = (self.show(t), self.show(own));
                    difference = Some(format!("its parameter {} is of type `{t}`, not `{own}`", j + 1));
                    break;
                }
            }
        }
        if let Some(difference) = difference {
            self.predicate(prog::OVERRIDE_TYPE, method.span, |cx| {
                Err(cx.bad_override(class, method, owner, over, format!("has another type there: {difference}"))
                    .note("a call is checked against the method of the static class and runs the one of the object's class, so both need the same type"))
            });
        }
        if ours == theirs {
            let set = |cx: &mut Self, method, theta: Option<&Theta>| {
                let list = cx.requires(method);
                let mut set = Vec::new();
                for i in 0..list.len {
                    let l = cx.program.list(list)[i as usize];
                    let l = cx.types.paths.of_expr(cx.program, l);
                    set.push(theta.map_or(l, |theta| theta.path(&mut cx.types, l)));
                }
                set.sort();
                set.dedup();
                set
            };
            let our_set = set(self, MethodId::Declared(m), None);
            let their_set = set(self, over, Some(&theta));
            if our_set != their_set {
                self.predicate(prog::OVERRIDE_REQUIRES, method.span, |cx| {
                    let show = |set: &[_]| match set {
                        [] => "no locks".to_owned(),
                        set => set.iter().map(|&l| format!("`{}`", cx.show_path(l))).collect::<Vec<_>>().join(", "),
                    };
                    let difference = format!("requires {} there and {} here", show(&their_set), show(&our_set));
                    Err(cx.bad_override(class, method, owner, over, difference)
                        .note("a call establishes what the static class's method requires; the override would run without the locks that it counts on"))
                });
            }
        }
    }

    fn bad_override(
        &mut self,
        class: &Class,
        method: &Method,
        owner: ClassId,
        over: MethodId,
        difference: String,
    ) -> Box<Cause> {
        let (cn, mn, owner) = (self.name(class.name), self.name(method.name), self.class_name(owner));
        let cause = Cause::new(format!("`{cn}.{mn}` overrides `{owner}.{mn}`, which {difference}"));
        match over {
            MethodId::Declared(first) => {
                cause.relate(self.program.methods[first as usize].name_span, "the overridden method")
            }
            MethodId::Predefined(_) => cause,
        }
    }

    /// From the first keyword of a class to its name.
    fn header(&self, class: &Class) -> Span {
        Span::new(class.span.start, class.name_span.end.max(class.span.start))
    }

    /// \[CLASS₃\] and \[LOCAL CLASS\]
    fn class(&mut self, id: ClassId, class: &'p Class) {
        let (rule, premises) =
            if class.thread_local { (local_class::RULE, LOCAL_CLASS) } else { (class3::RULE, CLASS3) };
        self.open(rule);
        let outer = self.env.id();
        self.ghosts(class, &premises);
        let this = self.this_type(id);
        if self.options.readings.super_may_mention_this {
            let ghosts = self.env.id();
            self.bind(Name::THIS, this, false, class.name_span, None);
            self.superclass(id, class, &premises);
            self.env.pop_to(ghosts);
        } else {
            self.superclass(id, class, &premises);
        }
        if !class.thread_local {
            let super_ty = self.classes.info(id).super_ty;
            self.check(class3::SUPER_SHARED, self.header(class), |cx| cx.shared_superclass(super_ty, class));
        }
        self.this_env = None;
        if R::RECORDS && self.program.methods_of(class).iter().any(|m| m.params.is_empty()) {
            self.this_env = self.env_this(this, class.name_span);
        } else {
            self.bind(Name::THIS, this, false, class.name_span, None);
        }
        for f in class.fields.indices() {
            self.premise(premises.field);
            self.field(id, class, f as u32);
        }
        for m in class.methods.indices() {
            self.premise(premises.method);
            self.method(m as u32);
        }
        let super_ty = self.classes.info(id).super_ty;
        if class.thread_local {
            for m in class.methods.indices() {
                self.local_override(super_ty, m as u32);
            }
        } else if self.options.off.is_off(class3::SHAREABLE) {
            self.premise(class3::SHAREABLE);
            self.recorder.evidence(Evidence::Assumed);
        } else {
            for f in class.fields.indices() {
                self.premise(class3::SHAREABLE);
                self.shareable(class, f as u32);
            }
        }
        self.env.pop_to(outer);
        self.close(|_| Judgment::Class(id));
    }

    /// The premise `ghost-type`, and G.
    fn ghosts(&mut self, class: &'p Class, premises: &ClassPremises) {
        let ghosts = self.program.ghosts_of(class);
        let twice: FxHashMap<usize, usize> = repeated(ghosts.len(), |i| ghosts[i].name).map(|(a, b)| (b, a)).collect();
        let checks = !self.options.off.is_off(premises.ghost_type);
        for (i, ghost) in ghosts.iter().enumerate() {
            self.check(premises.ghost_type, ghost.span, |cx| {
                cx.well_formed_written(ghost.ty)?;
                match twice.get(&i) {
                    None => Ok(()),
                    Some(&first) => Err(cx.not_fresh(ghost.name, ghosts[first].span)),
                }
            });
        }
        self.premise(premises.ghost_type);
        for ghost in ghosts {
            self.env_ghost(ghost.ty, ghost.name, ghost.span, checks);
        }
    }

    /// The premises about the superclass.
    fn superclass(&mut self, id: ClassId, class: &'p Class, premises: &ClassPremises) {
        let header = self.header(class);
        let Some(extends) = class.extends else {
            self.check(premises.super_type, header, |cx| cx.well_formed(Ty::OBJECT));
            return;
        };
        let text = self.program.ty(extends).span.text(self.source);
        let problem = self.classes.problems.get(&id).copied();
        if !matches!(problem, Some(SuperProblem::Unknown | SuperProblem::IsString)) {
            self.given(premises.super_known);
            self.given(premises.super_not_string);
        }
        match problem {
            Some(SuperProblem::Unknown) => {
                let mut cause = Cause::new(format!("the superclass `{text}` is not declared"));
                if let Some(near) = crate::explain::similar(text, self.program.classes.iter().map(|c| self.name(c.name))) {
                    cause = cause.help(format!("there is a class `{near}`"));
                }
                self.fail(premises.super_known, header, cause);
            }
            Some(SuperProblem::IsString) => {
                self.fail(premises.super_not_string, header, Cause::new("`String` cannot be extended"));
            }
            _ => self.check(premises.super_type, header, |cx| {
                cx.well_formed_written(extends).map_err(|cause| {
                    let mentions_this = cause.message.contains("`this") || format!("{:?}", cause.because).contains("`this`");
                    if mentions_this {
                        cause.note("`this` is not in scope in the superclass (D1): the subtyping would be used where `this` is another object")
                    } else {
                        cause
                    }
                })
            }),
        }
    }

    fn shared_superclass(&mut self, super_ty: Ty, class: &Class) -> Checked {
        if self.shared(super_ty) {
            return Ok(());
        }
        let (cn, sup) = (self.name(class.name), self.show(super_ty));
        let local =
            self.types.class_of(super_ty).and_then(|c| self.classes.decl(c)).map_or(Span::NONE, |c| c.name_span);
        Err(Cause::new(format!("the shared class `{cn}` extends the thread-local class `{sup}`"))
            .relate(local, "declared `thread_local` here")
            .note(
                "many threads can reach an object of a shared class, and with it the unguarded fields that it inherits",
            )
            .help(format!(
                "declare `{cn}` `thread_local` too, or give the superclass guards and drop its `thread_local`"
            )))
    }

    fn class_twice(&mut self, class: &Class) -> Box<Cause> {
        let cn = self.name(class.name);
        match self.classes.find(class.name).and_then(|c| self.classes.decl(c)) {
            Some(first) => {
                Cause::new(format!("class `{cn}` is declared twice")).relate(first.name_span, "declared here first")
            }
            None => Cause::new(format!("`{cn}` is predefined and cannot be declared")),
        }
    }
}

/// The pairs (first, again) of positions below `n` with equal names, `again` being every later one.
fn repeated(n: usize, name: impl Fn(usize) -> Name) -> impl Iterator<Item = (usize, usize)> {
    let mut found = Vec::new();
    if n <= 16 {
        for again in 1..n {
            if let Some(first) = (0..again).find(|&i| name(i) == name(again)) {
                found.push((first, again));
            }
        }
    } else {
        let mut seen = FxHashMap::default();
        for i in 0..n {
            let first = *seen.entry(name(i)).or_insert(i);
            if first != i {
                found.push((first, i));
            }
        }
    }
    found.into_iter()
}
