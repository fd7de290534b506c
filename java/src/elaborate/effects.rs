//! Effects of code on an explicit lock: calls that take it or give it back, those of methods of the sources among them.

use super::Elaborator;
use super::code::{Code, Frame, FrameSort, Frames};
use super::explicit::Taken;
use super::locks::path_of;
use super::operations::{PAIRS, STAMPED, TRIED};
use crate::tree::body::{Call, Callee, ExprNo, Form, Kind, LocalNo, StmtNo};
use crate::tree::{ClassNo, FieldNo, FileNo, Member, MethodNo, Origin};
use racefree_grammar::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Holds with which the walk through a method begins: more than it gives back.
const MANY: u32 = 16;

/// Words of which one is in each text that gives a lock back.
const GIVES: &[&str] = &["unlock", "release", "leave"];

/// The beginning of the path of a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Root {
    This(ClassNo),
    Static,
    Local(LocalNo),
    /// Of the method of a summary.
    Parameter(usize),
}

/// A lock, by its path; true for the read lock.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Key {
    root: Root,
    fields: Vec<FieldNo>,
    reads: bool,
}

/// A method's effect on a lock: the number of holds behind it.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    key: Key,
    by: i32,
}

/// Places where the number of holds of a lock changes.
#[derive(Default)]
pub(super) struct Effects {
    all: Vec<(u32, i32)>,
    /// Calls that answer whether they have taken it.
    pub(super) tries: FxHashSet<ExprNo>,
    closes: FxHashMap<StmtNo, i32>,
}

impl Effects {
    /// The changes in a piece of code, in order.
    pub(super) fn within(&self, span: Span) -> impl Iterator<Item = i32> + '_ {
        let first = self.all.partition_point(|(at, _)| *at < span.start);
        self.all[first..].iter().take_while(move |(at, _)| *at < span.end).map(|(_, by)| *by)
    }

    /// Returns true if something gives the lock back.
    pub(super) fn gives_back(&self) -> bool {
        self.all.iter().any(|(_, by)| *by < 0)
    }

    /// The change where the resources of a statement are closed.
    pub(super) fn closes(&self, s: StmtNo) -> i32 {
        self.closes.get(&s).copied().unwrap_or_default()
    }
}

/// Calls in a body that change the number of holds of a lock, or may: the expression and the place of its name, the lock, the change.
pub(super) struct LockCalls {
    closures: Vec<Span>,
    all: Vec<(ExprNo, u32, Key, Option<i32>)>,
}

/// Effects of methods, as far as they are known.
#[derive(Default)]
pub(super) struct Summaries {
    methods: FxHashMap<MethodNo, Rc<[Effect]>>,
    files: FxHashMap<FileNo, bool>,
}

impl Elaborator<'_> {
    /// Effects of a method of the sources on locks that its callers can name.
    pub(super) fn effects_of(&mut self, method: MethodNo) -> Rc<[Effect]> {
        if let Some(known) = self.summaries.methods.get(&method) {
            return known.clone();
        }
        let it = &self.java.methods[method.index()];
        let (class, has_body, is_static) = (it.class, it.has_body, it.modifiers.is_static());
        let of = &self.java.classes[class.index()];
        let (file, is_source) = (of.file, of.origin == Origin::Source);
        // One that calls itself has no effect of its own.
        self.summaries.methods.insert(method, Rc::from([]));
        if !has_body || !is_source || self.java.is_inner(class) || !self.gives_back_in(file) {
            return Rc::from([]);
        }
        let body = self.java.attribute(Member::Method(method));
        let frame = Frame { sort: FrameSort::Class(class), captures: Rc::default() };
        let made: Rc<[Effect]> = Code::new(self, &body, Frames::of(frame), is_static).summary(method).into();
        self.summaries.methods.insert(method, made.clone());
        made
    }

    fn gives_back_in(&mut self, file: FileNo) -> bool {
        let text = self.java.sources.at(self.java.sources.files()[file.index()].span);
        *self.summaries.files.entry(file).or_insert_with(|| GIVES.iter().any(|word| text.contains(word)))
    }
}

/// Pieces of a body that run elsewhere: lambdas, and classes in it.
fn closures(code: &Code<'_, '_, '_>) -> Vec<Span> {
    let lambdas = code.body.expressions.iter().filter(|e| matches!(e.kind, Kind::Lambda(_))).map(|e| e.span);
    let classes = code.body.classes.iter().map(|c| code.it.java.classes[c.class.index()].body);
    lambdas.chain(classes).collect()
}

/// The innermost of them around a place.
fn closure_at(closures: &[Span], at: u32) -> Option<Span> {
    let around = closures.iter().filter(|span| span.start <= at && at < span.end);
    around.copied().min_by_key(|span| span.end - span.start)
}

impl<'b> Code<'_, '_, 'b> {
    fn key_of(&mut self, e: ExprNo, reads: bool) -> Option<Key> {
        let (root, fields) = self.path_to(e)?;
        Some(Key { root, fields, reads })
    }

    fn path_to(&mut self, e: ExprNo) -> Option<(Root, Vec<FieldNo>)> {
        let e = self.aliased(e);
        if let Some((root, fields)) = path_of(self.body, e) {
            return Some((root.map_or(Root::Static, Root::This), fields));
        }
        match &self.expression(e).kind {
            Kind::Local(local) => Some((Root::Local(*local), Vec::new())),
            Kind::Field { target: Some(target), field, .. } => {
                let (root, mut fields) = self.path_to(*target)?;
                fields.push(*field);
                Some((root, fields))
            }
            Kind::Call(call) => {
                let own = call.target.is_none_or(|t| matches!(self.expression(t).kind, Kind::This { .. }));
                let (root, fields) = self.returned_path(call.callee.method()?).filter(|_| own)?;
                Some((root.map_or(Root::Static, Root::This), fields))
            }
            _ => None,
        }
    }

    /// A lock of a method that is called, as the caller names it.
    fn in_caller(&mut self, call: &Call, method: MethodNo, key: &Key) -> Option<Key> {
        let (root, mut fields) = match key.root {
            Root::Static => (Root::Static, Vec::new()),
            Root::Parameter(i) => self.path_to(*call.arguments.get(i)?)?,
            Root::This(class) => match call.target {
                // Of another object the classes around have no name.
                Some(target) if !call.is_super => {
                    let of = self.it.java.methods[method.index()].class;
                    let path = self.path_to(target)?;
                    let is_own = self.it.is_below(of, class) || self.it.is_below(class, of);
                    match path {
                        (Root::This(own), fields) if fields.is_empty() && !is_own => {
                            (Root::This(if self.it.is_below(own, class) { own } else { class }), fields)
                        }
                        path if is_own => path,
                        _ => return None,
                    }
                }
                _ => {
                    let own = self.class();
                    (Root::This(if self.it.is_below(own, class) { own } else { class }), Vec::new())
                }
            },
            Root::Local(_) => return None,
        };
        fields.extend(&key.fields);
        Some(Key { root, fields, reads: key.reads })
    }

    /// Returns true for two ways to name one lock: the object of a class is that of each class above it.
    fn is_one(&mut self, a: &Key, b: &Key) -> bool {
        let same = match (a.root, b.root) {
            (Root::This(a), Root::This(b)) => self.it.is_below(a, b) || self.it.is_below(b, a),
            (a, b) => a == b,
        };
        same && a.fields == b.fields && a.reads == b.reads
    }

    /// Changes that a call makes, each to a lock; none for one that answers whether it takes it.
    fn changes(&mut self, e: ExprNo) -> Vec<(Key, Option<i32>)> {
        let Kind::Call(call) = &self.expression(e).kind else { return Vec::new() };
        if let Some(Taken { lock, reads, method, .. }) = self.called_on(e) {
            let Some(key) = self.key_of(lock, reads) else { return Vec::new() };
            let is = |pairs: &[(&str, &str)]| pairs.iter().any(|(take, _)| *take == method);
            return vec![match () {
                () if is(PAIRS) || is(STAMPED) => (key, Some(1)),
                () if is(TRIED) => (key, None),
                // The stamp may stand for either hold.
                () if method == "unlock" && self.it.last_name(self.expression(lock).ty) == "StampedLock" => {
                    return [false, true].map(|reads| (Key { reads, ..key.clone() }, Some(-1))).to_vec();
                }
                () => (key, Some(-1)),
            }];
        }
        let Callee::Declared(method) = call.callee else { return Vec::new() };
        let effects = self.it.effects_of(method);
        let in_caller = |effect: &Effect| Some((self.in_caller(call, method, &effect.key)?, Some(effect.by)));
        effects.iter().filter_map(in_caller).collect()
    }

    /// Places in the code around a place that change the number of holds of a lock.
    pub(super) fn effects(&mut self, taken: &Taken, at: Span) -> Effects {
        let Some(key) = self.key_of(taken.lock, taken.reads) else { return Effects::default() };
        self.effects_on(&key, at)
    }

    fn effects_on(&mut self, key: &Key, at: Span) -> Effects {
        let mut effects = Effects::default();
        let calls = self.lock_calls();
        let here = closure_at(&calls.closures, at.start);
        for &(e, name, ref of, by) in &calls.all {
            if !self.is_one(of, key) || closure_at(&calls.closures, name) != here {
                continue;
            }
            match by {
                Some(by) => effects.all.push((name, by)),
                None => _ = effects.tries.insert(e),
            }
        }
        let asks = |e: &crate::tree::body::Expression| match e.kind {
            Kind::Local(local) => {
                self.body.locals[local.index()].value.is_some_and(|value| effects.tries.contains(&value))
            }
            _ => false,
        };
        let uses: Vec<ExprNo> =
            (0..).map(ExprNo).zip(&self.body.expressions).filter(|(_, e)| asks(e)).map(|(e, _)| e).collect();
        effects.tries.extend(uses);
        effects.all.sort_unstable();
        for i in 0..self.body.statements.len() {
            let Form::Try { resources, .. } = &self.body.statements[i].form else { continue };
            for resource in resources {
                let by = self.closed_by(resource.value, resource.close).filter(|of| self.is_one(of, key));
                *effects.closes.entry(StmtNo(i as u32)).or_default() -= i32::from(by.is_some());
            }
        }
        effects
    }

    /// The lock that an object is made with, and gives back when it is closed: the method that makes it takes the lock of its own object, and
    /// `close` gives back that of the object around.
    fn closed_by(&mut self, value: ExprNo, close: Option<MethodNo>) -> Option<Key> {
        let Kind::Call(call) = &self.expression(value).kind else { return None };
        let (Callee::Declared(opens), Some(closes)) = (call.callee, close) else { return None };
        let gives = self.it.effects_of(closes).iter().find(|effect| effect.by < 0).cloned()?;
        let takes = self.it.effects_of(opens).iter().find(|effect| effect.by > 0).cloned()?;
        let around = self.it.java.classes[self.it.java.methods[closes.index()].class.index()].outer;
        let is_around = matches!(gives.key.root, Root::This(class) if Some(class) == around);
        let same = is_around && self.is_one(&gives.key, &takes.key);
        if same { self.in_caller(call, opens, &takes.key) } else { None }
    }

    /// The lock that the value of a resource holds until it is closed.
    pub(super) fn taken_by_resource(&mut self, value: ExprNo, close: Option<MethodNo>) -> Option<Taken> {
        let key = self.closed_by(value, close)?;
        let Kind::Call(call) = &self.expression(value).kind else { return None };
        let target = call.target?;
        let is_target = self.path_to(target) == Some((key.root, key.fields));
        let method = "lock".to_owned();
        is_target.then_some(Taken { lock: target, view: None, method, reads: key.reads, at: call.name_span })
    }

    /// Calls in the body that change the number of holds of some lock.
    fn lock_calls(&mut self) -> Rc<LockCalls> {
        if let Some(known) = &self.lock_calls {
            return known.clone();
        }
        let mut calls = LockCalls { closures: closures(self), all: Vec::new() };
        for i in 0..self.body.expressions.len() {
            let Kind::Call(call) = &self.body.expressions[i].kind else { continue };
            let (e, at) = (ExprNo(i as u32), call.name_span.start);
            calls.all.extend(self.changes(e).into_iter().map(|(key, by)| (e, at, key, by)));
        }
        let calls = Rc::new(calls);
        self.lock_calls = Some(calls.clone());
        calls
    }

    /// Effects of the method whose code this is.
    fn summary(&mut self, method: MethodNo) -> Vec<Effect> {
        let of = |part: &&crate::tree::body::Part| part.member == Member::Method(method);
        let Some(part) = self.body.parts.iter().find(of) else { return Vec::new() };
        let span = self.it.java.methods[method.index()].span;
        let calls = self.lock_calls();
        let mut keys: Vec<Key> = Vec::new();
        for (_, at, key, _) in &calls.all {
            if closure_at(&calls.closures, *at).is_none() && !keys.contains(key) {
                keys.push(key.clone());
            }
        }
        let mut found = Vec::new();
        for key in keys {
            let effects = self.effects_on(&key, span);
            let (_, out) = self.held_in(&part.block, &effects, MANY);
            let by = out.map_or(0, |out| out as i32 - MANY as i32);
            let root = match key.root {
                Root::Local(local) => part.parameters.iter().position(|own| *own == local).map(Root::Parameter),
                root => Some(root),
            };
            if let Some(root) = root.filter(|_| by != 0) {
                found.push(Effect { key: Key { root, ..key }, by });
            }
        }
        found
    }

    /// The same as [`Code::effects`] of a path from the `this` of a class, or of a static field.
    pub(super) fn effects_on_path(&mut self, class: Option<ClassNo>, fields: &[FieldNo], at: Span) -> Effects {
        let root = class.map_or(Root::Static, Root::This);
        self.effects_on(&Key { root, fields: fields.to_vec(), reads: false }, at)
    }
}
