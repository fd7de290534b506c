//! The predicates of section 4: ClassOnce, WFClasses, FieldsOnce, MethodsOncePerClass, OverridesOK.

use crate::classes::SuperProblem;
use crate::cx::Cx;
use crate::error::{Cause, Checked};
use crate::judgment::{Judgment, MethodId};
use crate::lookup::Theta;
use crate::rules::prog;
use crate::types::ClassId;
use racefree_grammar::ast::{Class, Method};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::{PremiseId, Recorder};
use rustc_hash::FxHashMap;

impl<'p, R: Recorder<Judgment>> Cx<'p, R> {
    /// A failed predicate; the tree gets one entry for it, and none for those that hold ([`Cx::summary`]).
    fn predicate(&mut self, premise: PremiseId, span: Span, holds: impl FnOnce(&mut Self) -> Checked) {
        if self.options.is_off(premise) {
            return;
        }
        match holds(self) {
            Err(cause) if !self.options.forgives(premise, &cause) => self.fail(premise, span, cause),
            _ => {}
        }
    }

    /// The predicates of section 4, as far as they are about one class.
    pub(crate) fn predicates(&mut self, id: ClassId, class: &'p Class) {
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
