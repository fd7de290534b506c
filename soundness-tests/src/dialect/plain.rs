//! Programs of the dialect of Java as programs of the calculus: what has no reduction rule is written in forms that have one.
//!
//! | form | becomes |
//! | --- | --- |
//! | `let var x` | an object of the class `Cell$` |
//! | arrays | objects with a field for each element, of classes by length |
//! | constructors | methods, called on a new object |
//! | `C.class` | a field of one object, which every call passes on |
//! | `exit`, `throw` | a mark in an object of the thread; what follows looks at it |
//! | casts, `instanceof` | a method of every class for each class |
//! | methods of interfaces | a copy in each class that has none |
//! | `locked l` | the monitor of a field of `l`; a read lock is one of several such fields, by thread |
//! | `volatile` | accesses under a monitor of their own |
//! | `any t` | some value of the type; both, if it is boolean |
//!
//! Types, guards, ghosts and requires sets never influence a step (calculus, section 8) and are left out.

mod control;
mod declarations;
mod objects;

use racefree_grammar::Program;
use racefree_grammar::ast::{Dialect, Expr, ExprId, Extended, List, MethodKind};
use racefree_grammar::name::Name;
use racefree_grammar::parser::{Options, parse_with};
use racefree_grammar::stack::deep;
use racefree_grammar::token::quoted;
use racefree_program::{ClassId, Resolved};
use rustc_hash::FxHashSet;

/// Name of the argument that every call passes on: the marks of the thread.
const MARKS: &str = "k$";
/// Lengths of arrays; a longer one has this length.
const LONGEST: usize = 3;
/// Threads that read locks distinguish.
const READERS: usize = 4;

/// Class of a thread's marks, and cells of variables.
const LIBRARY: &str = "class Marks$ { int left Object value Object global int thread }
class Cell$ { Object v = null }
class Coin$ { boolean side }
";

/// Translation of a program.
///
/// # Errors
///
/// The form or name that it cannot translate.
pub fn plain(program: &Program) -> Result<Program, String> {
    let text = text(program)?;
    let options = Options { dialect: Some(Dialect::Java), ..Options::default() };
    parse_with(&text, options).map_err(|errors| format!("{:?}\n{text}", errors[0]))
}

/// Text of the translation.
///
/// # Errors
///
/// As [`plain`].
pub fn text(program: &Program) -> Result<String, String> {
    let resolved = Resolved::new(program);
    let throws = program.exprs.iter().any(|e| matches!(e, Expr::Extended(Extended::Throw(_))));
    let volatile = program.fields.iter().filter(|f| f.volatile).map(|f| f.name).collect();
    let mut writer = Writer {
        program,
        resolved: &resolved,
        volatile,
        throws,
        cells: Vec::new(),
        class: ClassId::OBJECT,
        made: 0,
        copies: Vec::new(),
    };
    writer.whole()
}

type Text = Result<String, String>;

/// A program being translated.
struct Writer<'p> {
    program: &'p Program,
    resolved: &'p Resolved<'p>,
    /// Names of volatile fields.
    volatile: FxHashSet<Name>,
    /// True if the program has a `throw`: any call may end by it.
    throws: bool,
    /// Variables in scope that are or are not cells.
    cells: Vec<(Name, bool)>,
    /// The class that is being written.
    class: ClassId,
    /// Number of names made.
    made: usize,
    /// Methods to copy into the class, which calls them past its own: index, new name.
    copies: Vec<(u32, String)>,
}

impl Writer<'_> {
    fn fresh(&mut self) -> String {
        self.made += 1;
        format!("t$${}", self.made)
    }

    /// A name as it is written.
    fn name(&self, name: Name) -> String {
        let text = self.program.text(name);
        if text == "this" { text.to_owned() } else { format!("{}$u", text.replace('.', "$")) }
    }

    /// Returns true if an expression may end by an exit or an exception.
    fn leaves(&self, e: ExprId) -> bool {
        self.program.within(e).any(|e| match self.program.expr(e) {
            Expr::Extended(Extended::Exit { .. } | Extended::Throw(_)) => true,
            Expr::Call { .. } | Expr::New(_) | Expr::Extended(Extended::Make { .. } | Extended::Delegate { .. }) => {
                self.throws
            }
            _ => false,
        })
    }

    /// Evaluates expressions in turn, and goes on with their values unless one of them leaves.
    fn values(&mut self, of: &[ExprId], then: &mut dyn FnMut(&mut Self, &[String]) -> Text) -> Text {
        self.values_from(of, Vec::new(), then)
    }

    fn values_from(
        &mut self,
        of: &[ExprId],
        mut done: Vec<String>,
        then: &mut dyn FnMut(&mut Self, &[String]) -> Text,
    ) -> Text {
        let Some((&first, rest)) = of.split_first() else { return then(self, &done) };
        let value = self.expr(first)?;
        if !of.iter().any(|&e| self.leaves(e)) {
            done.push(value);
            return self.values_from(rest, done, then);
        }
        let x = self.fresh();
        done.push(x.clone());
        let leaves = self.leaves(first);
        let rest = self.values_from(rest, done, then)?;
        Ok(format!("{{ let Object {x} = {value} in {} }}", after(leaves, rest)))
    }

    /// An expression, in brackets.
    fn expr(&mut self, e: ExprId) -> Text {
        deep(|| self.form(e))
    }

    fn form(&mut self, e: ExprId) -> Text {
        let program = self.program;
        Ok(match program.expr(e) {
            Expr::Var(x) => {
                let is_cell = self.cells.iter().rev().find(|(name, _)| *name == x).is_some_and(|c| c.1);
                if is_cell { format!("{}.v", self.name(x)) } else { self.name(x) }
            }
            Expr::Int(n) => format!("({n})"),
            Expr::Bool(b) => b.to_string(),
            Expr::Null => "null".to_owned(),
            Expr::Str(text) => quoted(program.text(text)),
            Expr::Unit => "{}".to_owned(),
            Expr::New(ty) => self.new_object(ty, None, &[])?,
            Expr::Field { recv, field } => self.values(&[recv], &mut |w, values| Ok(w.read(&values[0], field)))?,
            Expr::Assign { recv, field, value } => self.values(&[recv, value], &mut |w, values| {
                let (o, fd, v) = (&values[0], w.name(field), &values[1]);
                Ok(match w.volatile.contains(&field) {
                    false => format!("{{ {o}.{fd} = {v} }}"),
                    true => {
                        let (x, y) = (w.fresh(), w.fresh());
                        format!("{{ let Object {x} = {o} in let Object {y} = {v} in synchronized {x}.{fd}$lock in {x}.{fd} = {y} }}")
                    }
                })
            })?,
            Expr::Call { recv, method, args } => self.call(recv, method, args)?,
            Expr::Let { var, bound, body, .. } => self.bind(var, bound, body, false)?,
            Expr::Sync { lock, body } => {
                let body = self.expr(body)?;
                self.values(&[lock], &mut |_, values| Ok(format!("{{ synchronized {} in {body} }}", values[0])))?
            }
            Expr::Fork(body) => self.fork(body)?,
            Expr::Atomic(body) => self.expr(body)?,
            Expr::Seq(list) => self.sequence(program.list(list))?,
            Expr::If { cond, then, otherwise } => {
                let then = self.expr(then)?;
                let otherwise = otherwise.map_or_else(|| Ok("{}".to_owned()), |e| self.expr(e))?;
                self.values(&[cond], &mut |_, v| Ok(format!("{{ if ({}) {then} else {otherwise} }}", v[0])))?
            }
            Expr::While { cond, body } => self.repeat(cond, body)?,
            Expr::Print(value) => self.values(&[value], &mut |_, v| Ok(format!("{{ print {} }}", v[0])))?,
            Expr::Assert(value) => self.values(&[value], &mut |_, v| Ok(format!("{{ assert {} }}", v[0])))?,
            Expr::Holds(_) => return Err("holds".to_owned()),
            Expr::Binary(op, left, right) => {
                use racefree_grammar::ast::BinOp::{And, Or};
                match op {
                    And | Or if self.leaves(right) => {
                        let right = self.expr(right)?;
                        self.values(&[left], &mut |_, v| {
                            let (left, right) = (&v[0], &right);
                            Ok(if op == And {
                                format!("{{ if ({left}) {right} else false }}")
                            } else {
                                format!("{{ if ({left}) true else {right} }}")
                            })
                        })?
                    }
                    And | Or => {
                        let right = self.expr(right)?;
                        self.values(&[left], &mut |_, v| Ok(format!("({} {} {right})", v[0], op.text())))?
                    }
                    _ => self.values(&[left, right], &mut |_, v| Ok(format!("({} {} {})", v[0], op.text(), v[1])))?,
                }
            }
            Expr::Unary(op, operand) => self.values(&[operand], &mut |_, v| Ok(format!("({}{})", op.text(), v[0])))?,
            Expr::Move(_) | Expr::Special(_) | Expr::Qualified { .. } => return Err("a form of owners".to_owned()),
            Expr::Extended(form) => self.extended(form)?,
        })
    }

    fn extended(&mut self, form: Extended) -> Text {
        let program = self.program;
        match form {
            Extended::ClassConst(c) => Ok(format!("{MARKS}.global.{}", self.name(c))),
            Extended::LetVar { var, bound, body, .. } => self.bind(var, bound, body, true),
            Extended::SetVar { var, value } => {
                let Expr::Var(x) = program.expr(var) else { return Err("an assigned variable".to_owned()) };
                if !self.cells.iter().rev().find(|(name, _)| *name == x).is_some_and(|c| c.1) {
                    return Err("an assignment to a variable that is none".to_owned());
                }
                self.values(&[value], &mut |w, v| Ok(format!("{{ {}.v = {} }}", w.name(x), v[0])))
            }
            Extended::Make { ty, constructor, args } => self.new_object(ty, Some(constructor), program.list(args)),
            Extended::Delegate { up, constructor, args } => {
                let class = if up { self.resolved.get(self.class).superclass() } else { Some(self.class) };
                self.values(program.list(args), &mut |w, values| Ok(w.construct("this", class, constructor, values)))
            }
            Extended::Any { ty, args } => {
                let value = self.anything(ty)?;
                self.values(program.list(args), &mut |_, values| {
                    let all: Vec<&str> = values.iter().map(String::as_str).chain([value.as_str()]).collect();
                    Ok(format!("{{ {} }}", all.join("; ")))
                })
            }
            Extended::Cast { ty, value } => {
                let class = self.class_with_test(ty);
                self.values(&[value], &mut |w, v| match &class {
                    None => Ok(v[0].clone()),
                    Some(class) => {
                        let x = w.fresh();
                        Ok(format!("{{ let Object {x} = {} in if ({x} != null) assert {x}.is${class}(); {x} }}", v[0]))
                    }
                })
            }
            Extended::InstanceOf { ty, value } => {
                let class = self.class_with_test(ty);
                self.values(&[value], &mut |w, v| match &class {
                    None => Ok(format!("({} != null)", v[0])),
                    Some(class) => {
                        let x = w.fresh();
                        Ok(format!("{{ let Object {x} = {} in ({x} != null && {x}.is${class}()) }}", v[0]))
                    }
                })
            }
            Extended::NewArray { ty, length } => {
                let kind = self.elements(ty);
                self.values(&[length], &mut |w, v| Ok(w.new_array(kind, &v[0])))
            }
            Extended::Element { array, index } => {
                self.values(&[array, index], &mut |_, v| Ok(format!("{}.get$({})", v[0], v[1])))
            }
            Extended::SetElement { array, index, value } => {
                self.values(&[array, index, value], &mut |_, v| Ok(format!("{}.set$({}, {})", v[0], v[1], v[2])))
            }
            Extended::Length(array) => self.values(&[array], &mut |_, v| Ok(format!("{}.length$()", v[0]))),
            Extended::Label { label, body, .. } => self.label(label, body),
            Extended::Exit { label, value } => self.exit(label, value),
            Extended::Throw(value) => self
                .values(&[value], &mut |_, v| Ok(format!("{{ {MARKS}.value = {}; {MARKS}.left = 0-1; null }}", v[0]))),
            Extended::Try { parts, finally } => self.attempt(parts, finally),
            Extended::Catch { .. } => Err("catch".to_owned()),
            Extended::Locked { lock, body } => self.locked(lock, body),
        }
    }

    fn read(&mut self, o: &str, field: Name) -> String {
        let fd = self.name(field);
        match self.volatile.contains(&field) {
            false => format!("{o}.{fd}"),
            true => {
                let x = self.fresh();
                format!("{{ let Object {x} = {o} in synchronized {x}.{fd}$lock in {x}.{fd} }}")
            }
        }
    }

    fn bind(&mut self, var: Name, bound: ExprId, body: ExprId, is_cell: bool) -> Text {
        let value = self.expr(bound)?;
        let leaves = self.leaves(bound);
        self.cells.push((var, is_cell));
        let body = self.expr(body);
        self.cells.pop();
        let (mut x, mut body) = (self.name(var), body?);
        if is_cell {
            let first = self.fresh();
            body = format!("{{ let Cell$ {x} = new Cell$ in {{ {x}.v = {first}; {body} }} }}");
            x = first;
        }
        Ok(format!("{{ let Object {x} = {value} in {} }}", after(leaves, body)))
    }

    fn call(&mut self, recv: ExprId, method: Name, args: List) -> Text {
        let program = self.program;
        // Strings have methods that no program declares.
        let predefined = !program.methods.iter().any(|m| m.name == method);
        let past = self.past_own(recv, method);
        let all: Vec<ExprId> = [recv].into_iter().chain(program.list(args).iter().copied()).collect();
        self.values(&all, &mut |w, v| {
            let name = match &past {
                Some(copy) => copy.clone(),
                None if predefined => return Ok(format!("{}.{}({})", v[0], program.text(method), v[1..].join(", "))),
                None => w.name(method),
            };
            let args: Vec<&str> = v[1..].iter().map(String::as_str).chain([MARKS]).collect();
            Ok(format!("{}.{name}({})", v[0], args.join(", ")))
        })
    }

    /// Name of the copy that a call `cast C (this).m(…)` runs: Java's `super.m(…)`, which is past what the class itself has.
    fn past_own(&mut self, recv: ExprId, method: Name) -> Option<String> {
        let Expr::Extended(Extended::Cast { ty, value }) = self.program.expr(recv) else { return None };
        let above = self.resolved.class_of_type(ty)?;
        if self.program.expr(value) != Expr::Var(Name::THIS)
            || above == self.class
            || !self.resolved.below(self.class, above)
        {
            return None;
        }
        let (_, m) = self.resolved.implementation(above, method)?;
        let name = format!("{}$past${m}$in${}", self.program.text(method).replace('.', "$"), self.class.0);
        if !self.copies.iter().any(|(_, there)| *there == name) {
            self.copies.push((m, name.clone()));
        }
        Some(name)
    }

    fn is_kind(&self, m: u32, kind: MethodKind) -> bool {
        self.program.kind_of(&self.program.methods[m as usize]) == kind
    }
}

/// An expression; if what comes before it may leave, only if that has not.
fn after(leaves: bool, then: String) -> String {
    if leaves { format!("{{ if ({MARKS}.left == 0) {then} else null }}") } else { then }
}
