//! P, E, D and ls, and how a rule is applied: what it opens, which premises it looks at, what it concludes.

use crate::owner::{Lists, OBJECTS_OWNER, Owner, Owners, Theta, Ty};
use crate::signature::{FieldType, Signature};
use crate::typed::Point;
use racefree_grammar::ast::{Expr, ExprId, Program, Special, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Paths};
use racefree_grammar::span::Span;
use racefree_kernel::{Evidence, Options, PremiseId, ReadingId, Recorder, TypeError};
use racefree_program::{ClassId, FieldId, MethodId, Resolved};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// D-O1: one `otherThread` for `thisThread` at every fork.
pub const ONE_OTHER_THREAD: ReadingId = ReadingId(0);
/// D-O5: \[EXP REF\] substitutes `this`, then o₁…oₙ one after the other.
pub const IN_SEQUENCE: ReadingId = ReadingId(1);
/// D-O5: \[EXP INVOKE\] substitutes σ, then `this`, then the arguments.
pub const IN_TWO_STEPS: ReadingId = ReadingId(2);
/// D-O14: fields without `guarded_by` are let through, and may race.
pub const RACY_FIELDS: ReadingId = ReadingId(3);

/// How a lock is held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mode {
    /// r
    Read,
    /// w, which includes r
    Write,
}

/// E, by its number: what it extends is kept in [`Typing::bindings`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnvId(pub u32);

/// A lock set, by its number in [`Typing::lock_sets`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocksId(pub u32);

/// `t x`, and the environment that it extends.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// E
    pub outer: EnvId,
    /// t
    pub ty: Ty,
    /// x
    pub name: Name,
    /// Where it is declared.
    pub span: Span,
    /// Not a value.
    pub ghost: bool,
    /// How many forks are around its declaration.
    pub level: u32,
    /// What the name meant before.
    hidden: u32,
    /// Where it was moved.
    moved: Option<Span>,
}

/// What rules conclude.
#[derive(Clone, Copy, Debug)]
pub enum Judgment {
    /// ⊢ P : t
    Program(Ty),
    /// P ⊢ defn
    Class(ClassId),
    /// P; E ⊢ wf
    Env(EnvId),
    /// P; E ⊢ t
    Type(EnvId, Ty),
    /// P; E ⊢owner o
    Owner(EnvId, Owner),
    /// P; E ⊢lock l
    Lock(EnvId, Owner),
    /// P; E ⊢ l ∈ ls
    Held(EnvId, Owner, LocksId),
    /// P; E ⊢ s <: t
    Subtype(EnvId, Ty, Ty),
    /// P; E ⊢ field
    Field(EnvId, FieldId),
    /// P; E ⊢ meth
    Method(EnvId, MethodId),
    /// P ⊢ field ∈ c
    FieldIn(FieldId, ClassId),
    /// P ⊢ meth ∈ c
    MethodIn(MethodId, ClassId),
    /// P; E ⊢final p : t
    Final(EnvId, Path, Ty),
    /// P; E; ls ⊢ e ⇐ t
    Give(EnvId, LocksId, ExprId, Ty),
    /// P; E; ls ⊢ e : t
    Expr(EnvId, LocksId, ExprId, Ty),
    /// P; E; ls ⊢ eᵢ; …; eₙ : t, an end of a sequence, by the index of eᵢ in [`Program::lists`] and the number of elements.
    Rest(EnvId, LocksId, u32, u32, Ty),
}

/// Why something that was asked for does not hold: each premise that failed because of the next, with a sentence.
pub type Cause = Vec<(PremiseId, String)>;
/// What asking gives.
pub type Asked<T = ()> = Result<T, Cause>;

/// P, the current E, D and ls, with what was found.
pub struct Typing<'p, R> {
    /// P
    pub program: &'p Program,
    /// Its classes and members.
    pub resolved: Resolved<'p>,
    /// Which premises are off.
    pub options: &'p Options,
    /// What watches.
    pub recorder: R,
    /// Errors, in the order in which they are found.
    pub errors: Vec<TypeError>,
    /// What the errors make doubtful.
    pub blamed: Vec<Blamed>,
    /// What the next error is about, if it is known; otherwise anything is doubtful.
    pub(crate) about: Vec<Blamed>,
    /// All paths met.
    pub paths: Paths,
    /// All lists of owners met.
    pub lists: Lists,
    /// All bindings made; those of the current environment by their `outer`.
    pub bindings: Vec<Binding>,
    /// The lock sets that judgments name; the first is ls₀.
    pub lock_sets: Vec<Vec<(Owner, Mode)>>,
    /// The current E.
    pub(crate) env: EnvId,
    /// What each name means in it: one more than its binding; 0 for nothing.
    by_name: Vec<u32>,
    /// The formals in E, by name: those with the current stamp.
    formals: FxHashMap<Name, u32>,
    not_self: FxHashMap<Name, u32>,
    /// The formals of the current class: a name that is one means that, in scope or not.
    class_formals: rustc_hash::FxHashSet<Name>,
    stamp: u32,
    /// How many forks are around.
    pub(crate) level: u32,
    /// ls
    pub(crate) ls: Vec<(Owner, Mode)>,
    pub(crate) locks_id: LocksId,
    /// The variables moved so far, in order: M of an expression is the end of it that the expression added.
    pub(crate) moved: Vec<u32>,
    /// How many variables of unique type are in scope.
    pub(crate) uniques: u32,
    /// The types of fields, and the signatures of methods, each in the formals of its class.
    pub(crate) field_types: Vec<Option<FieldType>>,
    pub(crate) signatures: FxHashMap<MethodId, Rc<Signature>>,
    /// The owners that each class gives its superclass, in its formals.
    pub(crate) supers: Vec<Owners>,
    /// Paths whose finality is being asked for.
    pub(crate) finals: Vec<Path>,
    pub(crate) known_finals: FxHashMap<(EnvId, u32, Path), Asked<Ty>>,
    /// What is known of each expression, where that is kept.
    pub(crate) points: Option<Vec<Option<Point>>>,
}

/// What an error makes doubtful (section 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blamed {
    /// A field was accessed without its guard, or has none.
    Field(FieldId),
    /// A method was called without a lock, or overrides one that needs fewer.
    Method(u32),
    /// The owners of a type of this class are wrong, or a unique object of it was moved twice.
    Confused(ClassId),
    /// Anything.
    All,
}

impl<'p, R: Recorder<Judgment>> Typing<'p, R> {
    /// Nothing is judged yet.
    pub fn new(program: &'p Program, options: &'p Options, recorder: R) -> Typing<'p, R> {
        let resolved = Resolved::new(program);
        let ls = vec![
            (Owner::THIS_THREAD, Mode::Write),
            (Owner::UNIQUE, Mode::Write),
            (Owner::Special(Special::Readonly), Mode::Read),
        ];
        let mut typing = Typing {
            program,
            options,
            recorder,
            errors: Vec::new(),
            blamed: Vec::new(),
            about: Vec::new(),
            paths: Paths::default(),
            lists: Lists::default(),
            bindings: Vec::new(),
            lock_sets: vec![ls.clone()],
            env: EnvId(0),
            by_name: vec![0; program.names.len()],
            formals: FxHashMap::default(),
            not_self: FxHashMap::default(),
            class_formals: rustc_hash::FxHashSet::default(),
            stamp: 0,
            level: 0,
            ls,
            locks_id: LocksId(0),
            moved: Vec::new(),
            uniques: 0,
            field_types: vec![None; program.fields.len()],
            signatures: FxHashMap::default(),
            supers: Vec::new(),
            finals: Vec::new(),
            known_finals: FxHashMap::default(),
            points: None,
            resolved,
        };
        typing.supers = typing.superclass_owners();
        typing
    }

    // Premises.

    /// What follows establishes this premise.
    pub(crate) fn premise(&mut self, premise: PremiseId) {
        self.recorder.premise(premise);
    }

    /// Whether a premise is switched off.
    pub(crate) fn is_off(&self, premise: PremiseId) -> bool {
        self.options.off.is_off(premise)
    }

    /// Looks at a premise of an expression or declaration at `span`: what is asked fails it, unless it is off. Whether it
    /// holds, or is off.
    pub(crate) fn check(&mut self, premise: PremiseId, span: Span, asks: impl FnOnce(&mut Self) -> Asked) -> bool {
        let asked = self.ask(premise, asks);
        let holds = asked.map_err(|cause| self.report(span, cause)).is_ok();
        self.about.clear();
        holds
    }

    /// Reports a cause, the first of which is a premise of an expression or declaration.
    pub(crate) fn report(&mut self, span: Span, cause: Cause) {
        let Some(&(premise, _)) = cause.first() else { return };
        let message = cause.last().map_or_else(String::new, |(_, text)| text.clone());
        let because = cause[1..].to_vec();
        let about = std::mem::take(&mut self.about);
        if about.is_empty() {
            self.blamed.push(Blamed::All);
        }
        self.blamed.extend(about);
        self.errors.push(TypeError { because, ..TypeError::new(premise, span, message) });
    }

    /// Looks at a premise of what is asked for itself.
    pub(crate) fn ask<T: Default>(&mut self, premise: PremiseId, asks: impl FnOnce(&mut Self) -> Asked<T>) -> Asked<T> {
        self.recorder.premise(premise);
        if self.is_off(premise) {
            self.recorder.evidence(Evidence::Assumed);
            return Ok(T::default());
        }
        match asks(self) {
            Ok(found) => {
                self.recorder.holds();
                Ok(found)
            }
            Err(mut cause) => {
                // A side condition fails here; after a judgment that does not hold it goes without saying.
                self.recorder.evidence(Evidence::Fails);
                let text = cause.first().map_or_else(String::new, |(_, text)| text.clone());
                if cause.first().is_none_or(|(first, _)| *first != premise) {
                    cause.insert(0, (premise, text));
                }
                Err(cause)
            }
        }
    }

    /// A side condition.
    pub(crate) fn side(&mut self, premise: PremiseId, holds: bool, wrong: impl FnOnce(&Self) -> String) -> Asked {
        self.ask(premise, |it| if holds { Ok(()) } else { Err(vec![(premise, wrong(it))]) })
    }

    /// What a side condition's failure says.
    pub(crate) fn fails(&self, premise: PremiseId, text: String) -> Asked {
        Err(vec![(premise, text)])
    }

    // Environments.

    /// The number of the binding of a variable in E.
    #[inline]
    pub(crate) fn binding(&self, x: Name) -> Option<u32> {
        self.by_name.get(x.index())?.checked_sub(1)
    }

    /// E(x): its type as the current thread sees it.
    pub(crate) fn type_of(&mut self, binding: u32) -> Ty {
        let Binding { ty, level, .. } = self.bindings[binding as usize];
        if level >= self.level {
            return ty;
        }
        let number = if self.options.reads(ONE_OTHER_THREAD) { 1 } else { level + 1 };
        match ty {
            Ty::Class(class, owners) => {
                let owners = self.lists.get(owners);
                if !owners.contains(&Owner::THIS_THREAD) {
                    return ty;
                }
                let other = |o: &Owner| if *o == Owner::THIS_THREAD { Owner::Other(number) } else { *o };
                let owners: Vec<Owner> = owners.iter().map(other).collect();
                Ty::Class(class, self.lists.add(&owners))
            }
            other => other,
        }
    }

    /// E, t x
    pub(crate) fn bind(&mut self, ty: Ty, name: Name, span: Span, ghost: bool) {
        let number = self.bindings.len() as u32;
        let hidden = std::mem::replace(&mut self.by_name[name.index()], number + 1);
        let (outer, level) = (self.env, self.level);
        self.bindings.push(Binding { outer, ty, name, span, ghost, level, hidden, moved: None });
        self.env = EnvId(number + 1);
        self.uniques += u32::from(self.is_unique(ty));
    }

    /// E without the last binding.
    pub(crate) fn unbind(&mut self) {
        let Some(number) = self.env.0.checked_sub(1) else { return };
        let Binding { outer, ty, name, hidden, .. } = self.bindings[number as usize];
        self.by_name[name.index()] = hidden;
        self.env = outer;
        self.uniques -= u32::from(self.is_unique(ty));
    }

    /// Leaves all bindings.
    pub(crate) fn unbind_all(&mut self) {
        while self.env.0 > 0 {
            self.unbind();
        }
        self.moved.clear();
    }

    /// The last binding of an environment.
    pub fn last(&self, env: EnvId) -> Option<Binding> {
        env.0.checked_sub(1).map(|i| self.bindings[i as usize])
    }

    /// The formals in scope are these.
    pub(crate) fn scope(&mut self, formals: impl IntoIterator<Item = Name>) {
        self.stamp += 1;
        for f in formals {
            self.formals.insert(f, self.stamp);
        }
    }

    /// Whether a formal is in scope.
    pub(crate) fn has_formal(&self, f: Name) -> bool {
        self.formals.get(&f) == Some(&self.stamp)
    }

    /// Whether a name that is no variable is a formal.
    pub(crate) fn is_formal(&self, f: Name) -> bool {
        self.has_formal(f) || self.class_formals.contains(&f)
    }

    /// The formals of the current class, and those that are not self.
    pub(crate) fn set_not_self(&mut self, class: Option<ClassId>) {
        self.not_self.clear();
        self.class_formals = class.map_or_else(Vec::new, |class| self.formals_of(class)).into_iter().collect();
        if let Some(decl) = class.and_then(|class| self.resolved.decl(class)) {
            for &f in self.program.list(decl.not_self) {
                if let Expr::Var(f) = self.program.expr(f) {
                    self.not_self.insert(f, 0);
                }
            }
        }
    }

    /// Whether a formal of the current class has a clause `where f != self`.
    pub(crate) fn is_not_self(&self, f: Name) -> bool {
        self.not_self.contains_key(&f)
    }

    /// Whether there is any such formal.
    pub(crate) fn has_not_self(&self) -> bool {
        !self.not_self.is_empty()
    }

    /// Keeps some of these formals.
    pub(crate) fn keep_not_self(&mut self, keep: impl Fn(Name) -> bool) {
        self.not_self.retain(|&f, _| keep(f));
    }

    /// The formals of a class.
    pub(crate) fn formals_of(&self, class: ClassId) -> Vec<Name> {
        match self.resolved.decl(class) {
            Some(decl) => self.program.formals_of(decl).iter().map(|f| f.name).collect(),
            None if class == ClassId::OBJECT => vec![OBJECTS_OWNER],
            None => Vec::new(),
        }
    }

    /// cn<f₁…ₙ>
    pub(crate) fn this_type(&mut self, class: ClassId) -> Ty {
        let owners: Vec<Owner> = self.formals_of(class).into_iter().map(Owner::Formal).collect();
        Ty::Class(class, self.lists.add(&owners))
    }

    // Locks.

    /// Holds more locks; gives what to [`Typing::release`].
    pub(crate) fn hold(&mut self, lock: Owner, mode: Mode) -> (usize, LocksId) {
        let before = (self.ls.len(), self.locks_id);
        self.ls.push((lock, mode));
        self.name_locks();
        before
    }

    /// Back to what was held.
    pub(crate) fn release(&mut self, (len, id): (usize, LocksId)) {
        self.ls.truncate(len);
        self.locks_id = id;
    }

    /// Another lock set; the one before.
    pub(crate) fn exchange(&mut self, ls: Vec<(Owner, Mode)>) -> Vec<(Owner, Mode)> {
        let before = std::mem::replace(&mut self.ls, ls);
        self.name_locks();
        before
    }

    fn name_locks(&mut self) {
        if R::RECORDS || self.points.is_some() {
            self.locks_id = LocksId(self.lock_sets.len() as u32);
            self.lock_sets.push(self.ls.clone());
        }
    }

    /// The number of the current lock set.
    pub(crate) fn locks(&self) -> LocksId {
        self.locks_id
    }

    /// o ≡ o'
    pub(crate) fn same(&self, a: Owner, b: Owner) -> bool {
        let plain = |o| match o {
            Owner::Qualified(f, _) if self.is_not_self(f) => Owner::Formal(f),
            o => o,
        };
        a == b || plain(a) == plain(b)
    }

    // Moves.

    /// Where a variable was moved.
    pub(crate) fn moved_at(&self, binding: u32) -> Option<Span> {
        self.bindings[binding as usize].moved
    }

    /// Moves a variable.
    pub(crate) fn move_out(&mut self, binding: u32, at: Span) {
        let moved = &mut self.bindings[binding as usize].moved;
        if moved.is_none() {
            *moved = Some(at);
        }
        self.moved.push(binding);
    }

    /// What was moved since a mark, taken back: the variables are live again.
    pub(crate) fn take_back(&mut self, mark: usize) -> Vec<(u32, Option<Span>)> {
        let taken: Vec<u32> = self.moved.split_off(mark);
        let still: Vec<u32> = taken.iter().copied().filter(|b| self.moved.contains(b)).collect();
        let mut found = Vec::new();
        for binding in taken {
            let moved = &mut self.bindings[binding as usize].moved;
            found.push((binding, *moved));
            if !still.contains(&binding) {
                *moved = None;
            }
        }
        found
    }

    /// Moves what was taken back.
    pub(crate) fn put_back(&mut self, moved: Vec<(u32, Option<Span>)>) {
        for (binding, at) in moved {
            self.move_out(binding, at.unwrap_or(Span::NONE));
        }
    }

    // Types.

    /// Whether a type's first owner is `unique`.
    pub(crate) fn is_unique(&self, t: Ty) -> bool {
        matches!(t, Ty::Class(_, owners) if self.lists.first(owners) == Some(Owner::UNIQUE))
    }

    /// θt
    pub(crate) fn put(&mut self, t: Ty, theta: &Theta) -> Ty {
        let Ty::Class(class, owners) = t else { return t };
        let owners = self.lists.get(owners);
        let owners: Vec<Owner> = owners.iter().map(|&o| theta.apply(o, &mut self.paths)).collect();
        Ty::Class(class, self.lists.add(&owners))
    }

    /// The type that is written, in the current environment.
    pub(crate) fn meant(&mut self, ty: TypeId) -> Ty {
        self.read_type(ty, &|it, x| it.binding(x).is_some(), &|it, f| it.is_formal(f))
    }

    /// The type that is written, where some names are variables and some are formals.
    pub(crate) fn read_type(
        &mut self,
        ty: TypeId,
        variable: &dyn Fn(&Self, Name) -> bool,
        formal: &dyn Fn(&Self, Name) -> bool,
    ) -> Ty {
        let TypeKind::Class { name, args } = self.program.ty(ty).kind else {
            return match self.program.ty(ty).kind {
                TypeKind::Int => Ty::Int,
                TypeKind::Boolean => Ty::Boolean,
                TypeKind::Void | TypeKind::Class { .. } => Ty::Void,
            };
        };
        let Some(class) = self.resolved.find(name) else { return Ty::Error };
        if args.len as usize != self.arity(class) {
            return Ty::Error;
        }
        let owners: Vec<Owner> =
            self.program.list(args).iter().map(|&o| self.read_owner(o, variable, formal)).collect();
        Ty::Class(class, self.lists.add(&owners))
    }

    /// How many owners types of a class have.
    pub(crate) fn arity(&self, class: ClassId) -> usize {
        match self.resolved.decl(class) {
            Some(decl) => decl.formals.len(),
            None => usize::from(class == ClassId::OBJECT),
        }
    }

    /// The owner that is written: a name is a variable if there is one, else a formal.
    pub(crate) fn read_owner(
        &mut self,
        o: ExprId,
        variable: &dyn Fn(&Self, Name) -> bool,
        formal: &dyn Fn(&Self, Name) -> bool,
    ) -> Owner {
        match self.program.expr(o) {
            Expr::Special(special) => Owner::Special(special),
            Expr::Var(x) if !variable(self, x) && formal(self, x) => Owner::Formal(x),
            Expr::Qualified { formal, path } => Owner::Qualified(formal, self.paths.of_expr(self.program, path)),
            _ => Owner::Path(self.paths.of_expr(self.program, o)),
        }
    }

    /// The type of an object of class `class` with these owners, seen as one of `above`.
    pub(crate) fn seen_as(&mut self, class: ClassId, owners: Owners, above: ClassId) -> Option<Owners> {
        let (mut class, mut owners) = (class, owners);
        if class == ClassId::STRING && above == ClassId::OBJECT || !self.resolved.below(class, above) {
            return None;
        }
        while class != above {
            let up = self.resolved.get(class).superclass?;
            let theta = self.instance(class, owners);
            let Ty::Class(_, next) = self.put(Ty::Class(up, self.supers[class.index()]), &theta) else { return None };
            (class, owners) = (up, next);
        }
        Some(owners)
    }

    /// [oᵢ/fᵢ] for a class.
    pub(crate) fn instance(&self, class: ClassId, owners: Owners) -> Theta {
        let mut theta = Theta::default();
        for (f, &o) in self.formals_of(class).into_iter().zip(self.lists.get(owners).iter()) {
            theta.add(f, o);
        }
        theta
    }

    fn superclass_owners(&mut self) -> Vec<Owners> {
        let classes: Vec<(ClassId, Option<ClassId>)> = self.resolved.iter().map(|(id, c)| (id, c.superclass)).collect();
        let mut found = Vec::with_capacity(classes.len());
        for (id, superclass) in classes {
            let formals = self.formals_of(id);
            let written = self.resolved.decl(id).and_then(|decl| decl.extends);
            let read = written.map(|ty| self.read_type(ty, &|_, _| false, &|_, f| formals.contains(&f)));
            let first = formals.first().map_or(Owner::Special(Special::Own), |&f| Owner::Formal(f));
            found.push(match read {
                Some(Ty::Class(class, owners)) if Some(class) == superclass => owners,
                _ if superclass == Some(ClassId::OBJECT) => self.lists.add(&[first]),
                _ => Owners(0),
            });
        }
        found
    }

    /// Why P; E ⊢ s <: t does not hold, if so.
    pub(crate) fn not_below(&mut self, s: Ty, t: Ty) -> Option<(PremiseId, String)> {
        use crate::rules::subtype_class;
        let (Ty::Class(c, os), Ty::Class(d, ot)) = (s, t) else {
            let fits = s == t || s == Ty::Error || t == Ty::Error || s == Ty::Null && t.is_reference();
            return (!fits).then(|| (subtype_class::BELOW, self.unlike(s, t)));
        };
        if c == ClassId::STRING && (d == ClassId::OBJECT || d == ClassId::STRING) {
            return None;
        }
        let Some(seen) = self.seen_as(c, os, d) else { return Some((subtype_class::BELOW, self.unlike(s, t))) };
        let (seen, ot) = (self.lists.get(seen), self.lists.get(ot));
        let same = seen.len() == ot.len() && seen.iter().zip(ot.iter()).all(|(&a, &b)| self.same(a, b));
        let off = self.is_off(subtype_class::GHOST_ARGS);
        (!same && !off).then(|| (subtype_class::GHOST_ARGS, self.unlike(s, t)))
    }

    fn unlike(&self, s: Ty, t: Ty) -> String {
        format!("this is of type `{}`, and `{}` is expected", self.show(s), self.show(t))
    }

    /// The least common supertype of two types; void if there is none.
    pub(crate) fn join(&mut self, s: Ty, t: Ty) -> Ty {
        if s == Ty::Error || t == Ty::Error {
            return Ty::Error;
        }
        if self.not_below(s, t).is_none() {
            return t;
        }
        if self.not_below(t, s).is_none() {
            return s;
        }
        let (Ty::Class(c, owners), Ty::Class(..)) = (s, t) else { return Ty::Void };
        let above: Vec<ClassId> = self.resolved.ancestors(c).skip(1).collect();
        for up in above {
            let seen = self.seen_as(c, owners, up).map(|owners| Ty::Class(up, owners));
            if let Some(seen) = seen
                && self.not_below(t, seen).is_none()
            {
                return seen;
            }
        }
        Ty::Void
    }

    // Text.

    /// The text of a type.
    pub fn show(&self, ty: Ty) -> String {
        match ty {
            Ty::Error => "?".to_owned(),
            Ty::Int => "int".to_owned(),
            Ty::Boolean => "boolean".to_owned(),
            Ty::Void => "void".to_owned(),
            Ty::Null => "null".to_owned(),
            Ty::Class(class, owners) => {
                let name = self.program.text(self.resolved.get(class).name);
                let owners = self.lists.get(owners);
                if owners.is_empty() {
                    return name.to_owned();
                }
                let shown: Vec<String> = owners.iter().take(12).map(|&o| self.show_owner(o)).collect();
                let more = if owners.len() > 12 { ", …" } else { "" };
                format!("{name}<{}{more}>", shown.join(", "))
            }
        }
    }

    /// The text of an owner or lock.
    pub fn show_owner(&self, o: Owner) -> String {
        let formal = |f: Name| if f == OBJECTS_OWNER { "thisOwner" } else { self.formal_text(f) };
        match o {
            Owner::Special(special) => special.text().to_owned(),
            Owner::Other(number) => format!("otherThread#{number}"),
            Owner::Formal(f) => formal(f).to_owned(),
            Owner::Path(p) => self.show_path(p),
            Owner::Qualified(f, p) => format!("{}${}", formal(f), self.show_path(p)),
        }
    }

    fn formal_text(&self, f: Name) -> &str {
        if f.index() < self.program.names.len() { self.program.text(f) } else { "owner" }
    }

    /// The text of a path.
    pub fn show_path(&self, p: Path) -> String {
        use racefree_grammar::path::{Root, Step};
        let mut fields = Vec::new();
        let mut at = p;
        while let Step::Field(before, fd) = self.paths.step(at) {
            fields.push(fd);
            at = before;
        }
        let mut text = match self.paths.root(p) {
            Root::Var(x) => self.program.text(x).to_owned(),
            Root::Expr(e) => format!("({})", self.text_of(e)),
            Root::Open(number) => format!("?{number}"),
        };
        for fd in fields.into_iter().rev() {
            text.push('.');
            text.push_str(self.program.text(fd));
        }
        text
    }
}
