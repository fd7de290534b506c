//! A third interpreter, as section 8 is written: terms are boxed trees, a variable goes away by textual substitution, and
//! the redex is looked for from the root at every step. It shares with the engines the syntax tree that it starts from and
//! the vocabulary of events, and nothing else: class tables, look-up, operators and strings are its own.

mod operators;
mod rules;
mod terms;

use racefree_grammar::ast::{BinOp, Expr, ExprId, Program, UnOp};
use racefree_grammar::name::Name;
use racefree_interp::program::FieldId;
use racefree_interp::{Event, EventKind, Exception, Local, ObjectId, Semantics, Site, Status, ThreadId, Value};
use terms::{Term, bare_throw, subst, val};

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
                    Ok((ExprId::new(0), kind, Term::Init(*o, std::mem::take(fields))))
                }
                None => Ok((ExprId::new(0), EventKind::Local(Local::Built), Term::Val(object(*o)))),
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
            Term::Atomic(at, e) => Ok((*at, EventKind::Begin { block: *at }, Term::InAtomic(*at, e.clone()))),
            Term::InAtomic(at, e) => {
                let end = EventKind::End { block: *at };
                match self.find(i, e) {
                    Found::Value => Ok((*at, end, Term::Val(val(e)))),
                    Found::Thrown(x) => Ok((*at, end, Term::Throw(x))),
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
}

fn copy(o: &Obj) -> Obj {
    Obj { class: o.class, ghosts: o.ghosts.clone(), fields: o.fields.clone(), lock: o.lock, text: o.text.clone() }
}

fn object(o: usize) -> Value {
    Value::Object(ObjectId(o as u32))
}
