//! A third interpreter, as section 8 is written: terms are boxed trees, a variable goes away by textual substitution, and
//! the redex is looked for from the root at every step. It shares with the engines the syntax tree that it starts from and
//! the vocabulary of events, and nothing else: class tables, look-up, operators and strings are its own.

use racefree_grammar::ast::{BinOp, Expr, ExprId, Program, TypeKind, UnOp};
use racefree_grammar::name::Name;
use racefree_interp::ops::Builtin;
use racefree_interp::program::{ClassId, FieldId, MethodRef};
use racefree_interp::{Event, EventKind, Exception, Local, Locks, ObjectId, Semantics, Site, Status, ThreadId, Value};

/// e, with the place it came from where an event needs it.
#[derive(Clone, Debug)]
enum Term {
    Val(Value),
    Var(ExprId, Name),
    New(ExprId, Name, Vec<Term>),
    Ref(ExprId, Box<Term>, Name),
    Assign(ExprId, Box<Term>, Name, Box<Term>),
    Call(ExprId, Box<Term>, Name, Vec<Term>),
    Let(ExprId, Name, Box<Term>, Box<Term>),
    Sync(ExprId, Box<Term>, Box<Term>),
    InSync(ExprId, Option<usize>, Box<Term>),
    Init(usize, Vec<(usize, Term)>),
    Fork(ExprId, Box<Term>),
    /// `e; e`
    Then(ExprId, Box<Term>, Box<Term>),
    If(ExprId, Box<Term>, Box<Term>, Box<Term>),
    While(ExprId, Box<Term>, Box<Term>),
    Print(ExprId, Box<Term>),
    Assert(ExprId, Box<Term>),
    Holds(ExprId),
    Bin(ExprId, BinOp, Box<Term>, Box<Term>),
    Un(ExprId, UnOp, Box<Term>),
    Throw(Exception),
}

struct Obj {
    /// The class's index in the program; `Object` and `String` have none.
    class: Result<usize, Name>,
    /// The ghost arguments, closed paths.
    ghosts: Vec<Term>,
    fields: Vec<(usize, Value)>,
    lock: Option<(usize, u32)>,
    text: Option<Vec<u16>>,
}

/// ⟨H; T⟩
pub struct Naive<'p> {
    p: &'p Program,
    semantics: Semantics,
    heap: Vec<Obj>,
    threads: Vec<Term>,
}

/// Why a redex was not rewritten.
enum No {
    Throw(Exception),
    Stuck,
    Blocked(usize, usize),
}

enum Found {
    /// The whole term is a value.
    Value,
    /// It was rewritten.
    Step(ExprId, EventKind),
    /// A throw is in the hole, and the context around it is free of locks.
    Thrown(Exception),
    No(No),
}

impl<'p> Naive<'p> {
    pub fn new(p: &'p Program, semantics: Semantics) -> Naive<'p> {
        let mut literals: Vec<Name> = Vec::new();
        for e in &p.exprs {
            if let Expr::Str(s) = e
                && !literals.contains(s)
            {
                literals.push(*s);
            }
        }
        literals.sort();
        let text = |s: &Name| p.text(*s).encode_utf16().collect();
        let heap = literals
            .iter()
            .map(|s| Obj { class: Err(Name::STRING), ghosts: vec![], fields: vec![], lock: None, text: Some(text(s)) })
            .collect();
        let mut naive = Naive { p, semantics, heap, threads: vec![] };
        let main = naive.term(p.main.expect("a main expression"), &literals);
        naive.threads.push(main);
        naive
    }

    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    fn literals(&self) -> Vec<Name> {
        let mut all: Vec<Name> =
            self.p.exprs.iter().filter_map(|e| if let Expr::Str(s) = e { Some(*s) } else { None }).collect();
        all.sort();
        all.dedup();
        all
    }

    /// The tree of an expression.
    fn term(&self, e: ExprId, literals: &[Name]) -> Term {
        let b = |e: ExprId| Box::new(self.term(e, literals));
        let void = || Box::new(Term::Val(Value::Void));
        match self.p.expr(e) {
            Expr::Var(x) => Term::Var(e, x),
            Expr::Int(n) => Term::Val(Value::Int(n)),
            Expr::Bool(v) => Term::Val(Value::Bool(v)),
            Expr::Null => Term::Val(Value::Null),
            Expr::Unit => Term::Val(Value::Void),
            Expr::Str(s) => {
                let number = literals.iter().position(|&l| l == s).expect("a literal of the program");
                Term::Val(Value::Object(ObjectId(number as u32)))
            }
            Expr::New(t) => {
                let TypeKind::Class { name, args } = self.p.ty(t).kind else { panic!("new of a class") };
                Term::New(e, name, self.p.list(args).iter().map(|&l| self.term(l, literals)).collect())
            }
            Expr::Field { recv, field } => Term::Ref(e, b(recv), field),
            Expr::Assign { recv, field, value } => Term::Assign(e, b(recv), field, b(value)),
            Expr::Call { recv, method, args } => {
                Term::Call(e, b(recv), method, self.p.list(args).iter().map(|&a| self.term(a, literals)).collect())
            }
            Expr::Let { var, bound, body, .. } => Term::Let(e, var, b(bound), b(body)),
            Expr::Sync { lock, body } => Term::Sync(e, b(lock), b(body)),
            Expr::Fork(body) => Term::Fork(e, b(body)),
            Expr::Seq(list) => {
                let mut all = self.p.list(list).iter().rev().map(|&e| self.term(e, literals));
                let last = all.next().expect("a sequence has elements");
                all.fold(last, |rest, first| Term::Then(e, Box::new(first), Box::new(rest)))
            }
            Expr::If { cond, then, otherwise } => Term::If(e, b(cond), b(then), otherwise.map_or_else(void, b)),
            Expr::While { cond, body } => Term::While(e, b(cond), b(body)),
            Expr::Print(of) => Term::Print(e, b(of)),
            Expr::Assert(of) => Term::Assert(e, b(of)),
            Expr::Holds(_) => Term::Holds(e),
            Expr::Binary(op, l, r) => Term::Bin(e, op, b(l), b(r)),
            Expr::Unary(op, of) => Term::Un(e, op, b(of)),
        }
    }

    pub fn status(&mut self, i: usize) -> Status {
        // Tries the step on copies of what it could change.
        let (term, count) = (self.threads[i].clone(), self.threads.len());
        let heap: Vec<Obj> = self.heap.iter().map(copy).collect();
        let mut tried = term.clone();
        let found = self.find(i, &mut tried);
        self.heap = heap;
        self.threads.truncate(count);
        self.threads[i] = term;
        match found {
            Found::Value => match self.threads[i] {
                Term::Val(v) => Status::Finished(v),
                _ => panic!("a value is a value"),
            },
            Found::Step(..) => Status::Ready,
            Found::Thrown(x) if matches!(self.threads[i], Term::Throw(_)) => Status::Ended(x),
            Found::Thrown(_) | Found::No(No::Throw(_)) => Status::Ready,
            Found::No(No::Stuck) => Status::Stuck,
            Found::No(No::Blocked(lock, owner)) => {
                Status::Blocked { lock: ObjectId(lock as u32), owner: ThreadId(owner as u32) }
            }
        }
    }

    pub fn step(&mut self, i: usize) -> Option<Event> {
        let mut term = std::mem::replace(&mut self.threads[i], Term::Val(Value::Void));
        let found = self.find(i, &mut term);
        // A thread that is C[throw X], C without in_sync, has ended: all of C is of no interest any more.
        if let Some(x) = bare_throw(&term) {
            term = Term::Throw(x);
        }
        self.threads[i] = term;
        match found {
            Found::Step(at, kind) => {
                let site = match kind {
                    EventKind::InitWrite { field, .. } => Site::field(field),
                    _ => Site::expr(at),
                };
                Some(Event { thread: ThreadId(i as u32), site, kind })
            }
            Found::Value | Found::Thrown(_) | Found::No(_) => None,
        }
    }

    /// Finds the redex in `t` and rewrites it.
    fn find(&mut self, i: usize, t: &mut Term) -> Found {
        macro_rules! hole {
            ($e:expr) => {
                match self.find(i, $e) {
                    Found::Value => {}
                    other => return other,
                }
            };
        }
        let reduced: Result<(ExprId, EventKind, Term), (ExprId, No)> = match t {
            Term::Val(_) => return Found::Value,
            Term::Throw(x) => return Found::Thrown(*x),
            Term::Var(..) => return Found::No(No::Stuck),
            Term::New(at, c, args) => self.red_new(i, *at, *c, args),
            Term::Init(o, fields) => match fields.first_mut() {
                Some((_, first)) => {
                    hole!(first);
                    let (f, first) = fields.remove(0);
                    let v = val(&first);
                    self.heap[*o].fields.iter_mut().find(|x| x.0 == f).expect("a field of the object").1 = v;
                    let kind = EventKind::InitWrite { object: ObjectId(*o as u32), field: FieldId(f as u32), value: v };
                    Ok((ExprId(0), kind, Term::Init(*o, std::mem::take(fields))))
                }
                None => Ok((ExprId(0), EventKind::Local(Local::Built), Term::Val(object(*o)))),
            },
            Term::Ref(at, e, fd) => {
                hole!(e);
                self.red_ref(*at, val(e), *fd)
            }
            Term::Assign(at, e, fd, value) => {
                hole!(e);
                hole!(value);
                self.red_assign(*at, val(e), *fd, val(value))
            }
            Term::Call(at, e, mn, args) => {
                hole!(e);
                for a in args.iter_mut() {
                    hole!(a);
                }
                let values: Vec<Value> = args.iter().map(val).collect();
                self.red_invoke(*at, val(e), *mn, &values)
            }
            Term::Let(at, x, e, body) => {
                hole!(e);
                Ok((*at, EventKind::Local(Local::Let), subst(body, *x, &Term::Val(val(e)))))
            }
            Term::Sync(at, e, body) => {
                hole!(e);
                self.red_acquire(i, *at, val(e), body)
            }
            Term::InSync(at, o, e) => {
                let (at, o) = (*at, *o);
                match self.find(i, e) {
                    Found::Value => Ok((at, self.release(o), Term::Val(val(e)))),
                    Found::Thrown(x) => Ok((at, self.release(o), Term::Throw(x))),
                    other => return other,
                }
            }
            Term::Fork(at, e) => {
                let child = ThreadId(self.threads.len() as u32);
                self.threads.push((**e).clone());
                Ok((*at, EventKind::Fork { child }, Term::Val(Value::Int(0))))
            }
            Term::Then(at, e, rest) => {
                hole!(e);
                Ok((*at, EventKind::Local(Local::Seq), (**rest).clone()))
            }
            Term::If(at, e, then, otherwise) => {
                hole!(e);
                match val(e) {
                    Value::Bool(true) => Ok((*at, EventKind::Local(Local::If), (**then).clone())),
                    Value::Bool(false) => Ok((*at, EventKind::Local(Local::If), (**otherwise).clone())),
                    _ => Err((*at, No::Stuck)),
                }
            }
            Term::While(at, c, body) => {
                let again = Term::While(*at, c.clone(), body.clone());
                let both = Term::Then(*at, body.clone(), Box::new(again));
                let unfolded = Term::If(*at, c.clone(), Box::new(both), Box::new(Term::Val(Value::Void)));
                Ok((*at, EventKind::Local(Local::While), unfolded))
            }
            Term::Print(at, e) => {
                hole!(e);
                Ok((*at, EventKind::Print { value: val(e) }, Term::Val(Value::Void)))
            }
            Term::Assert(at, e) => {
                hole!(e);
                match val(e) {
                    Value::Bool(true) => Ok((*at, EventKind::Assert, Term::Val(Value::Void))),
                    Value::Bool(false) => Err((*at, No::Throw(Exception::AssertionFailed))),
                    _ => Err((*at, No::Stuck)),
                }
            }
            Term::Holds(at) => Ok((*at, EventKind::Local(Local::Holds), Term::Val(Value::Void))),
            Term::Bin(at, op @ (BinOp::And | BinOp::Or), l, r) => {
                hole!(l);
                match (*op, val(l)) {
                    (BinOp::And, Value::Bool(true)) | (BinOp::Or, Value::Bool(false)) => {
                        Ok((*at, EventKind::Local(Local::Logic), (**r).clone()))
                    }
                    (_, v @ Value::Bool(_)) => Ok((*at, EventKind::Local(Local::Logic), Term::Val(v))),
                    _ => Err((*at, No::Stuck)),
                }
            }
            Term::Bin(at, op, l, r) => {
                hole!(l);
                hole!(r);
                match self.operate(*op, val(l), val(r)) {
                    Ok(v) => Ok((*at, EventKind::Local(Local::Op), Term::Val(v))),
                    Err(no) => Err((*at, no)),
                }
            }
            Term::Un(at, op, e) => {
                hole!(e);
                match (*op, val(e)) {
                    (UnOp::Neg, Value::Int(n)) => {
                        Ok((*at, EventKind::Local(Local::Op), Term::Val(Value::Int(0i32.wrapping_sub(n)))))
                    }
                    (UnOp::Not, Value::Bool(b)) => Ok((*at, EventKind::Local(Local::Op), Term::Val(Value::Bool(!b)))),
                    _ => Err((*at, No::Stuck)),
                }
            }
        };
        match reduced {
            Ok((at, kind, term)) => {
                *t = term;
                Found::Step(at, kind)
            }
            Err((at, No::Throw(exception))) => {
                *t = Term::Throw(exception);
                Found::Step(at, EventKind::Throw { exception })
            }
            Err((_, no)) => Found::No(no),
        }
    }

    fn red_new(
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
            let decl = &self.p.classes[index];
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
            let decl = &self.p.classes[index];
            let Some(TypeKind::Class { name, args }) = decl.extends.map(|t| self.p.ty(t).kind) else { break };
            let given: Vec<Term> = self.p.list(args).iter().map(|&l| self.term(l, &[])).collect();
            ghosts = given.into_iter().map(|l| self.close(l, index, &ghosts, o)).collect();
            at = self.p.classes.iter().position(|k| k.name == name).ok_or(name);
        }
        all
    }

    /// [o/this, ghosts]e
    fn close(&self, e: Term, class: usize, ghosts: &[Term], o: usize) -> Term {
        let names = self.p.ghosts_of(&self.p.classes[class]).iter().map(|g| g.name);
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
            for c in &p.classes {
                let parent = match c.extends.map(|t| p.ty(t).kind) {
                    Some(TypeKind::Class { name, .. }) => name,
                    _ => Name::OBJECT,
                };
                if parent == name {
                    visit(p, c.name, next, into);
                }
            }
        }
        let name = class.map_or_else(|n| n, |i| self.p.classes[i].name);
        let mut all = Vec::new();
        visit(self.p, Name::OBJECT, &mut 0, &mut all);
        ClassId(all.iter().find(|n| n.0 == name).expect("a class of the program").1)
    }

    fn red_ref(&mut self, at: ExprId, v: Value, fd: Name) -> Result<(ExprId, EventKind, Term), (ExprId, No)> {
        let o = receiver(v).map_err(|no| (at, no))?;
        let found = self.heap[o].fields.iter().find(|f| self.p.fields[f.0].name == fd);
        let &(f, value) = found.ok_or((at, No::Stuck))?;
        let kind = EventKind::Read { object: ObjectId(o as u32), field: FieldId(f as u32), value };
        Ok((at, kind, Term::Val(value)))
    }

    fn red_assign(
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

    fn red_invoke(
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
            let decl = &self.p.classes[index];
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
                let kind = EventKind::Call { object: ObjectId(o as u32), method: MethodRef::Declared(m as u32) };
                return Ok((at, kind, self.close(body, index, &ghosts, o)));
            }
        }
        let (builtin, value) = self.predefined(o, self.p.text(mn), args).map_err(|no| (at, no))?;
        let kind = EventKind::Call { object: ObjectId(o as u32), method: MethodRef::Builtin(builtin) };
        Ok((at, kind, Term::Val(value)))
    }

    fn red_acquire(
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

    fn release(&mut self, o: Option<usize>) -> EventKind {
        let Some(o) = o else { return EventKind::Local(Local::NullLock) };
        let lock = &mut self.heap[o].lock;
        *lock = match *lock {
            Some((owner, n)) if n > 1 && !self.semantics.inner_release_frees => Some((owner, n - 1)),
            _ => None,
        };
        EventKind::Release { object: ObjectId(o as u32), count: lock.map_or(0, |l| l.1) }
    }

    fn operate(&mut self, op: BinOp, a: Value, b: Value) -> Result<Value, No> {
        use BinOp::*;
        let reference = |v| matches!(v, Value::Object(_) | Value::Null);
        match (op, a, b) {
            (Div | Rem, Value::Int(_), Value::Int(0)) => Err(No::Throw(Exception::DivisionByZero)),
            (Add, Value::Int(a), Value::Int(b)) => Ok(Value::Int((i64::from(a) + i64::from(b)) as i32)),
            (Sub, Value::Int(a), Value::Int(b)) => Ok(Value::Int((i64::from(a) - i64::from(b)) as i32)),
            (Mul, Value::Int(a), Value::Int(b)) => Ok(Value::Int((i64::from(a) * i64::from(b)) as i32)),
            (Div, Value::Int(a), Value::Int(b)) => Ok(Value::Int((i64::from(a) / i64::from(b)) as i32)),
            (Rem, Value::Int(a), Value::Int(b)) => Ok(Value::Int((i64::from(a) % i64::from(b)) as i32)),
            (Lt, Value::Int(a), Value::Int(b)) => Ok(Value::Bool(a < b)),
            (Le, Value::Int(a), Value::Int(b)) => Ok(Value::Bool(a <= b)),
            (Gt, Value::Int(a), Value::Int(b)) => Ok(Value::Bool(a > b)),
            (Ge, Value::Int(a), Value::Int(b)) => Ok(Value::Bool(a >= b)),
            (Eq | Ne, Value::Int(_), Value::Int(_)) | (Eq | Ne, Value::Bool(_), Value::Bool(_)) => {
                Ok(Value::Bool((a == b) == (op == Eq)))
            }
            (Eq | Ne, a, b) if reference(a) && reference(b) => Ok(Value::Bool((a == b) == (op == Eq))),
            (Add, a, b) => {
                let text = |v: Value| v.object().and_then(|o| self.heap[o.index()].text.clone());
                match (text(a), text(b)) {
                    (Some(mut a), Some(b)) => {
                        a.extend(b);
                        Ok(self.string(a))
                    }
                    (x, y) if (x.is_some() || a == Value::Null) && (y.is_some() || b == Value::Null) => {
                        Err(No::Throw(Exception::NullPointer))
                    }
                    _ => Err(No::Stuck),
                }
            }
            _ => Err(No::Stuck),
        }
    }

    fn string(&mut self, text: Vec<u16>) -> Value {
        self.heap.push(Obj { class: Err(Name::STRING), ghosts: vec![], fields: vec![], lock: None, text: Some(text) });
        object(self.heap.len() - 1)
    }

    /// The methods of section 6.
    fn predefined(&mut self, o: usize, mn: &str, args: &[Value]) -> Result<(Builtin, Value), No> {
        const NULL: No = No::Throw(Exception::NullPointer);
        const INDEX: No = No::Throw(Exception::IndexOutOfRange);
        let text_of = |v: Value| v.object().and_then(|o| self.heap[o.index()].text.clone());
        let Some(me) = self.heap[o].text.clone() else {
            return match (mn, args) {
                ("equals", &[v @ (Value::Object(_) | Value::Null)]) => {
                    Ok((Builtin::ObjectEquals, Value::Bool(v == object(o))))
                }
                _ => Err(No::Stuck),
            };
        };
        match (mn, args) {
            ("equals", &[v @ (Value::Object(_) | Value::Null)]) => {
                Ok((Builtin::StringEquals, Value::Bool(text_of(v) == Some(me))))
            }
            ("length", []) => Ok((Builtin::Length, Value::Int(me.len() as i32))),
            ("charAt", &[Value::Int(n)]) => {
                if n < 0 || n as usize >= me.len() {
                    Err(INDEX)
                } else {
                    Ok((Builtin::CharAt, Value::Int(i32::from(me[n as usize]))))
                }
            }
            ("indexOf", &[Value::Null, Value::Int(_)]) | ("concat", &[Value::Null]) => Err(NULL),
            ("indexOf", &[v, Value::Int(from)]) => {
                let part = text_of(v).ok_or(No::Stuck)?;
                let mut at = from.max(0) as usize;
                loop {
                    if at + part.len() > me.len() {
                        let end = if part.is_empty() { me.len() as i32 } else { -1 };
                        return Ok((Builtin::IndexOf, Value::Int(end)));
                    }
                    if me[at..at + part.len()] == part[..] {
                        return Ok((Builtin::IndexOf, Value::Int(at as i32)));
                    }
                    at += 1;
                }
            }
            ("substring", &[Value::Int(from), Value::Int(to)]) => {
                if from < 0 || to < from || to as usize > me.len() {
                    return Err(INDEX);
                }
                let part = me[from as usize..to as usize].to_vec();
                Ok((Builtin::Substring, self.string(part)))
            }
            ("concat", &[v]) => {
                let mut both = me;
                both.extend(text_of(v).ok_or(No::Stuck)?);
                Ok((Builtin::Concat, self.string(both)))
            }
            _ => Err(No::Stuck),
        }
    }
}

fn copy(o: &Obj) -> Obj {
    Obj { class: o.class, ghosts: o.ghosts.clone(), fields: o.fields.clone(), lock: o.lock, text: o.text.clone() }
}

fn object(o: usize) -> Value {
    Value::Object(ObjectId(o as u32))
}

fn val(t: &Term) -> Value {
    match t {
        Term::Val(v) => *v,
        _ => panic!("{t:?} is no value"),
    }
}

fn receiver(v: Value) -> Result<usize, No> {
    match v {
        Value::Object(o) => Ok(o.index()),
        Value::Null => Err(No::Throw(Exception::NullPointer)),
        _ => Err(No::Stuck),
    }
}

/// C[throw X], C without in_sync
fn bare_throw(t: &Term) -> Option<Exception> {
    let mut path = t;
    loop {
        path = match path {
            Term::Throw(x) => return Some(*x),
            Term::Ref(_, e, _) | Term::Let(_, _, e, _) | Term::Sync(_, e, _) | Term::Then(_, e, _) => e,
            Term::If(_, e, ..) | Term::Print(_, e) | Term::Assert(_, e) | Term::Un(_, _, e) => e,
            Term::Init(_, fields) => &fields.first()?.1,
            Term::Assign(_, e, _, v) | Term::Bin(_, _, e, v) => {
                if matches!(**e, Term::Val(_)) {
                    v
                } else {
                    e
                }
            }
            Term::Call(_, e, _, args) if matches!(**e, Term::Val(_)) => {
                args.iter().find(|a| !matches!(a, Term::Val(_)))?
            }
            Term::Call(_, e, ..) => e,
            _ => return None,
        };
    }
}

/// A path that was put in for a variable stands where the variable stood.
fn placed(path: &Term, at: ExprId) -> Term {
    match path {
        Term::Ref(_, e, fd) => Term::Ref(at, Box::new(placed(e, at)), *fd),
        other => other.clone(),
    }
}

/// [by/x]e; `by` is closed, so nothing can be captured.
fn subst(e: &Term, x: Name, by: &Term) -> Term {
    let s = |e: &Term| Box::new(subst(e, x, by));
    match e {
        Term::Val(_) | Term::Throw(_) | Term::Holds(_) => e.clone(),
        Term::Var(at, y) => {
            if *y == x {
                placed(by, *at)
            } else {
                e.clone()
            }
        }
        Term::New(at, c, args) => Term::New(*at, *c, args.iter().map(|a| subst(a, x, by)).collect()),
        Term::Ref(at, e, fd) => Term::Ref(*at, s(e), *fd),
        Term::Assign(at, e, fd, v) => Term::Assign(*at, s(e), *fd, s(v)),
        Term::Call(at, e, mn, args) => Term::Call(*at, s(e), *mn, args.iter().map(|a| subst(a, x, by)).collect()),
        Term::Let(at, y, e, body) => Term::Let(*at, *y, s(e), if *y == x { body.clone() } else { s(body) }),
        Term::Sync(at, e, body) => Term::Sync(*at, s(e), s(body)),
        Term::InSync(at, o, e) => Term::InSync(*at, *o, s(e)),
        Term::Init(o, fields) => Term::Init(*o, fields.iter().map(|(f, e)| (*f, subst(e, x, by))).collect()),
        Term::Fork(at, e) => Term::Fork(*at, s(e)),
        Term::Then(at, a, b) => Term::Then(*at, s(a), s(b)),
        Term::If(at, c, a, b) => Term::If(*at, s(c), s(a), s(b)),
        Term::While(at, c, b) => Term::While(*at, s(c), s(b)),
        Term::Print(at, e) => Term::Print(*at, s(e)),
        Term::Assert(at, e) => Term::Assert(*at, s(e)),
        Term::Bin(at, op, a, b) => Term::Bin(*at, *op, s(a), s(b)),
        Term::Un(at, op, e) => Term::Un(*at, *op, s(e)),
    }
}
