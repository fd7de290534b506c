//! The predicates of section 4: ClassOnce, WFClasses, FieldsOnce, MethodsOncePerClass, OverridesOK.

use crate::classes::SuperProblem;
use crate::cx::Cx;
use crate::error::Cause;
use crate::judgment::{Judgment, MethodId};
use crate::lookup::Theta;
use crate::rules::prog;
use crate::types::ClassId;
use racefree_grammar::ast::{Class, Method};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::{PremiseId, Recorder};
use rustc_hash::FxHashMap;

/// What is wrong with the classes: the predicate, where, and why.
type Wrong = Vec<(PremiseId, Span, Box<Cause>)>;

/// The predicates, in order. They are computed for all classes first.
const PREDICATES: [PremiseId; 6] = [
    prog::CLASS_ONCE,
    prog::ACYCLIC,
    prog::FIELDS_ONCE,
    prog::METHODS_ONCE,
    prog::OVERRIDE_TYPE,
    prog::OVERRIDE_REQUIRES,
];

impl<'p, R: Recorder<Judgment>> Cx<'p, R> {
    /// The predicates of section 4, each a premise of \[PROG\] that fails where something is wrong.
    pub(crate) fn predicates(&mut self) {
        let mut wrong = Wrong::new();
        for (i, class) in self.program.classes.iter().enumerate() {
            self.class_predicates(ClassId(i as u32 + ClassId::PREDEFINED), class, &mut wrong);
        }
        if !R::RECORDS && wrong.is_empty() {
            return;
        }
        for premise in PREDICATES {
            let mut holds = true;
            for (_, span, cause) in wrong.iter().filter(|(failed, ..)| *failed == premise) {
                self.check(premise, *span, |_| Err(cause.clone()));
                holds = false;
            }
            if holds {
                self.check(premise, Span::NONE, |_| Ok(()));
            }
        }
    }

    /// The predicates, as far as they are about one class.
    fn class_predicates(&mut self, id: ClassId, class: &'p Class, wrong: &mut Wrong) {
        if self.classes.find(class.name) != Some(id) {
            let cause = self.class_twice(class);
            wrong.push((prog::CLASS_ONCE, class.span, cause));
        }
        if self.classes.problems.get(&id) == Some(&SuperProblem::Cycle) {
            let cn = self.name(class.name);
            let cause = Cause::new(format!("class `{cn}` inherits from itself"))
                .label("is on a cycle of superclasses")
                .note("racefree takes the superclass of this class to be `Object` from here on");
            wrong.push((prog::ACYCLIC, self.header(class), cause));
        }
        self.members_once(class, wrong);
        let superclass = self.classes.info(id).superclass;
        let inherits = superclass != ClassId::OBJECT;
        for f in class.fields.indices() {
            let field = &self.program.fields[f];
            if inherits && let Some((owner, first)) = self.classes.field(superclass, field.name) {
                let (fd, owner) = (self.name(field.name), self.class_name(owner));
                let cause = Cause::new(format!("the field `{fd}` is inherited from class `{owner}` already"))
                    .relate(self.program.fields[first as usize].name_span, "declared here first")
                    .help("give it another name, or use the inherited one");
                wrong.push((prog::FIELDS_ONCE, field.span, cause));
            }
        }
        if inherits || !self.predefined.is_empty() {
            for m in class.methods.indices() {
                self.overrides_ok(id, class, m as u32, wrong);
            }
        }
    }

    /// FieldsOnce and MethodsOncePerClass, as far as they are about what a class declares itself.
    fn members_once(&self, class: &Class, wrong: &mut Wrong) {
        let program = self.program;
        let fields = program.fields_of(class);
        let twice = repeated(fields.len(), |i| fields[i].name);
        for (first, again) in twice {
            let fd = self.name(fields[again].name);
            let cause = Cause::new(format!("the field `{fd}` is declared twice"))
                .relate(fields[first].name_span, "declared here first");
            wrong.push((prog::FIELDS_ONCE, fields[again].span, cause));
        }
        let methods = program.methods_of(class);
        let twice = repeated(methods.len(), |i| methods[i].name);
        for (first, again) in twice {
            let mn = self.name(methods[again].name);
            let cause = Cause::new(format!("the method `{mn}` is declared twice"))
                .relate(methods[first].name_span, "declared here first")
                .note("there is no overloading: a method name means one method");
            wrong.push((prog::METHODS_ONCE, methods[again].span, cause));
        }
    }

    /// OverridesOK, for one method.
    fn overrides_ok(&mut self, id: ClassId, class: &Class, m: u32, wrong: &mut Wrong) {
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
            let cause = self.bad_override(class, method, owner, over, format!("has another type there: {difference}"))
                .note("a call is checked against the method of the static class and runs the one of the object's class, so both need the same type");
            wrong.push((prog::OVERRIDE_TYPE, method.span, cause));
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
                let show = |set: &[_]| match set {
                    [] => "no locks".to_owned(),
                    set => set.iter().map(|&l| format!("`{}`", self.show_path(l))).collect::<Vec<_>>().join(", "),
                };
                let difference = format!("requires {} there and {} here", show(&their_set), show(&our_set));
                let cause = self.bad_override(class, method, owner, over, difference)
                    .note("a call establishes what the static class's method requires; the override would run without the locks that it counts on");
                wrong.push((prog::OVERRIDE_REQUIRES, method.span, cause));
            }
        }
    }

    fn bad_override(
        &self,
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

    fn class_twice(&self, class: &Class) -> Box<Cause> {
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
pub(crate) fn repeated(n: usize, name: impl Fn(usize) -> Name) -> impl Iterator<Item = (usize, usize)> {
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
