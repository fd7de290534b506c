//! The rules that look at the heap, each with the event that it emits.

use super::terms::{Term, subst};
use super::{Naive, No, Obj, object};
use racefree_grammar::ast::{ExprId, Program, TypeKind};
use racefree_grammar::name::Name;
use racefree_interp::program::{ClassId, FieldId, MethodId};
use racefree_interp::{EventKind, Exception, Local, Locks, ObjectId, Value};

impl Naive<'_> {
    pub(super) fn red_new(
        &mut self,
        _i: usize,
        at: ExprId,
        c: Name,
        args: &[Term],
    ) -> Result<(ExprId, EventKind, Term), (ExprId, No)> {
        if c == Name::STRING {
            return Err((at, No::Stuck));
        }
        let o = self.heap.len();
        let class = self.p.classes.iter().position(|k| k.name == c).ok_or(c);
        let mut fields = Vec::new();
        let mut inits = Vec::new();
        let literals = self.literals();
        for (index, ghosts) in self.ancestors(class, args, o).into_iter().rev() {
            let decl = &self.p.classes.at(index);
            for f in decl.fields.indices() {
                let zero = match self.p.ty(self.p.fields[f].ty).kind {
                    TypeKind::Int => Value::Int(0),
                    TypeKind::Boolean => Value::Bool(false),
                    _ => Value::Null,
                };
                fields.push((f, zero));
                let init = match self.p.fields[f].init {
                    Some(e) => self.close(self.term(e, &literals), index, &ghosts, o),
                    None => Term::Val(zero),
                };
                inits.push((f, init));
            }
        }
        self.heap.push(Obj { class, ghosts: args.to_vec(), fields, lock: None, text: None });
        let kind = EventKind::Alloc { object: ObjectId(o as u32), class: self.number(class) };
        Ok((at, kind, Term::Init(o, inits)))
    }

    /// A class and its superclasses, each with its ghost arguments, for the object `o`.
    fn ancestors(&self, class: Result<usize, Name>, args: &[Term], o: usize) -> Vec<(usize, Vec<Term>)> {
        let mut all = Vec::new();
        let (mut at, mut ghosts) = (class, args.to_vec());
        while let Ok(index) = at {
            all.push((index, ghosts.clone()));
            let decl = &self.p.classes.at(index);
            let Some(TypeKind::Class { name, args }) = decl.extends.map(|t| self.p.ty(t).kind) else { break };
            let given: Vec<Term> = self.p.list(args).iter().map(|&l| self.term(l, &[])).collect();
            ghosts = given.into_iter().map(|l| self.close(l, index, &ghosts, o)).collect();
            at = self.p.classes.iter().position(|k| k.name == name).ok_or(name);
        }
        all
    }

    /// [o/this, ghosts]e
    fn close(&self, e: Term, class: usize, ghosts: &[Term], o: usize) -> Term {
        let names = self.p.ghosts_of(&self.p.classes.at(class)).iter().map(|g| g.name);
        let e = names.zip(ghosts).fold(e, |e, (x, path)| subst(&e, x, path));
        subst(&e, Name::THIS, &Term::Val(object(o)))
    }

    /// The numbers that events name classes by: preorder, `Object` 0, `String` 1.
    fn number(&self, class: Result<usize, Name>) -> ClassId {
        fn visit(p: &Program, name: Name, next: &mut u32, into: &mut Vec<(Name, u32)>) {
            into.push((name, *next));
            *next += 1;
            if name == Name::OBJECT {
                into.push((Name::STRING, *next));
                *next += 1;
            }
            for c in p.classes.iter() {
                let parent = match c.extends.map(|t| p.ty(t).kind) {
                    Some(TypeKind::Class { name, .. }) => name,
                    _ => Name::OBJECT,
                };
                if parent == name {
                    visit(p, c.name, next, into);
                }
            }
        }
        let name = class.map_or_else(|n| n, |i| self.p.classes.at(i).name);
        let mut all = Vec::new();
        visit(self.p, Name::OBJECT, &mut 0, &mut all);
        ClassId(all.iter().find(|n| n.0 == name).expect("a class of the program").1)
    }

    pub(super) fn red_ref(
        &mut self,
        at: ExprId,
        v: Value,
        fd: Name,
    ) -> Result<(ExprId, EventKind, Term), (ExprId, No)> {
        let o = receiver(v).map_err(|no| (at, no))?;
        let found = self.heap[o].fields.iter().find(|f| self.p.fields[f.0].name == fd);
        let &(f, value) = found.ok_or((at, No::Stuck))?;
        let kind = EventKind::Read { object: ObjectId(o as u32), field: FieldId(f as u32), value };
        Ok((at, kind, Term::Val(value)))
    }

    pub(super) fn red_assign(
        &mut self,
        at: ExprId,
        v: Value,
        fd: Name,
        value: Value,
    ) -> Result<(ExprId, EventKind, Term), (ExprId, No)> {
        let o = receiver(v).map_err(|no| (at, no))?;
        let p = self.p;
        let found = self.heap[o].fields.iter_mut().find(|f| p.fields[f.0].name == fd).ok_or((at, No::Stuck))?;
        let old = std::mem::replace(&mut found.1, value);
        let kind = EventKind::Write { object: ObjectId(o as u32), field: FieldId(found.0 as u32), value, old };
        Ok((at, kind, Term::Val(value)))
    }

    pub(super) fn red_invoke(
        &mut self,
        at: ExprId,
        v: Value,
        mn: Name,
        args: &[Value],
    ) -> Result<(ExprId, EventKind, Term), (ExprId, No)> {
        let o = receiver(v).map_err(|no| (at, no))?;
        let Obj { class, ghosts, .. } = &self.heap[o];
        let literals = self.literals();
        for (index, ghosts) in self.ancestors(*class, ghosts, o) {
            let decl = &self.p.classes.at(index);
            for m in decl.methods.indices() {
                let method = &self.p.methods[m];
                if method.name != mn {
                    continue;
                }
                let params = self.p.params_of(method);
                if params.len() != args.len() {
                    return Err((at, No::Stuck));
                }
                let mut body = self.term(method.body, &literals);
                for (param, v) in params.iter().zip(args).rev() {
                    body = subst(&body, param.name, &Term::Val(*v));
                }
                let kind = EventKind::Call { object: ObjectId(o as u32), method: MethodId::Declared(m as u32) };
                return Ok((at, kind, self.close(body, index, &ghosts, o)));
            }
        }
        let (builtin, value) = self.predefined(o, self.p.text(mn), args).map_err(|no| (at, no))?;
        let kind = EventKind::Call { object: ObjectId(o as u32), method: MethodId::Predefined(builtin) };
        Ok((at, kind, Term::Val(value)))
    }

    pub(super) fn red_acquire(
        &mut self,
        i: usize,
        at: ExprId,
        v: Value,
        body: &Term,
    ) -> Result<(ExprId, EventKind, Term), (ExprId, No)> {
        if v == Value::Null && self.semantics.null_lock_is_free {
            let kind = EventKind::Local(Local::NullLock);
            return Ok((at, kind, Term::InSync(at, None, Box::new(body.clone()))));
        }
        let o = receiver(v).map_err(|no| (at, no))?;
        let count = match self.heap[o].lock {
            None => 1,
            Some((owner, n)) if owner == i && self.semantics.locks == Locks::Reentrant => n + 1,
            Some((owner, _)) => return Err((at, No::Blocked(o, owner))),
        };
        self.heap[o].lock = Some((i, count));
        let kind = EventKind::Acquire { object: ObjectId(o as u32), count };
        Ok((at, kind, Term::InSync(at, Some(o), Box::new(body.clone()))))
    }

    pub(super) fn release(&mut self, o: Option<usize>) -> EventKind {
        let Some(o) = o else { return EventKind::Local(Local::NullLock) };
        let lock = &mut self.heap[o].lock;
        *lock = match *lock {
            Some((owner, n)) if n > 1 && !self.semantics.inner_release_frees => Some((owner, n - 1)),
            _ => None,
        };
        EventKind::Release { object: ObjectId(o as u32), count: lock.map_or(0, |l| l.1) }
    }
}

fn receiver(v: Value) -> Result<usize, No> {
    match v {
        Value::Object(o) => Ok(o.index()),
        Value::Null => Err(No::Throw(Exception::NullPointer)),
        _ => Err(No::Stuck),
    }
}
