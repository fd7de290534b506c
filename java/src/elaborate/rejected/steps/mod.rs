//! Two steps where one is meant: a look, and an act that depends on it, between which another thread may come in. Each part of the code is
//! safe by itself (an atomic number, a concurrent map, two synchronized methods), so that no rule finds it: it is a warning, with the one
//! step as its repair where the text says which it is.
//!
//! | module | contents |
//! | --- | --- |
//! | this | looks, and the statements that depend on them |
//! | `numbers` | atomic numbers, truth values and references |
//! | `updates` | their values in variables, from the read to the `set` |
//! | `maps` | concurrent maps and sets |
//! | `dropped` | answers of `putIfAbsent` that nobody looks at |
//! | `bounds` | two atomics that are set by each other's values |
//! | `queues` | queues that are looked at, and taken from |
//! | `results` | what a change of an atomic gives, and code goes on with |
//! | `calls` | calls that take one lock each |
//! | `explicit` | calls that hold an explicit lock each |
//! | `parted` | two fields that belong together, under two locks |
//! | `relocked` | two parts of code with one explicit lock |
//! | `shown` | objects that stay in a concurrent container, and change |
//! | `swaps` | `compareAndSet` used as if it always set, numbers that are set back |
//! | `held` | locks around steps, and two blocks of one lock |

mod bounds;
mod calls;
mod dropped;
mod explicit;
mod held;
mod maps;
mod numbers;
mod parted;
mod queues;
mod relocked;
mod results;
mod shown;
mod swaps;
mod updates;

pub(super) use calls::{LOOKS, changes, uses};

use super::Judge;
use crate::elaborate::result::Lint;
use crate::tree::body::{Call, Callee, ExprNo, Expression, Form, Kind, Literal, LocalNo, StmtNo};
use crate::types::{List, Shape, Ty};
use racefree_grammar::{Edit, Fix, Span};

/// Classes of the library whose static methods only compute or make something.
const PURE: &[&str] = &["Math", "Collections", "List", "Map", "Set", "Integer", "Long", "String", "ConcurrentHashMap"];

/// A condition, and statements that run or do not run by it.
pub(super) struct Decision {
    /// The statement of the condition.
    at: StmtNo,
    test: ExprNo,
    /// The value of the condition for which the statements run.
    when: bool,
    /// The statements.
    acts: Vec<StmtNo>,
    /// The statements that run for the other value; none, if that is not known.
    others: Option<Vec<StmtNo>>,
    /// The statements stand behind the `if`, which leaves for the other value.
    behind: bool,
}

impl Judge<'_, '_> {
    /// Judges all code.
    pub(super) fn steps(&mut self) {
        self.shown_objects();
        self.parted();
        self.bounds();
        let lists = self.lists();
        // A look and what depends on it come first: a part of them may be two steps by itself.
        for all in &lists {
            for (n, s) in all.iter().enumerate() {
                for decision in self.decisions(*s, &all[n + 1..]) {
                    self.number_decided(&decision);
                    self.map_decided(&decision);
                    self.queue_decided(&decision);
                }
                self.queue_emptied(*s);
                self.answer_dropped(*s);
            }
            self.calls_decided(all);
            self.blocks_decided(all);
            self.parts_decided(all);
        }
        for all in &lists {
            for (n, s) in all.iter().enumerate() {
                self.changed_by_itself(all, n, *s);
                self.swaps(all, n);
            }
        }
    }

    /// A call that changes an object by what it has.
    fn changed_by_itself(&mut self, all: &[StmtNo], at: usize, s: StmtNo) {
        let body = self.body;
        if let Form::Expression(e) = body.statements[s.index()].form
            && let Kind::Call(call) = &body.expressions[e.index()].kind
            && let Some(target) = call.target
        {
            match (self.it.text(call.name), &call.arguments[..]) {
                ("set", [value]) | ("compareAndSet", [_, value]) => self.set_of_get(all, at, target, (call, *value)),
                ("put", [_, value]) => {
                    let before = at.checked_sub(1).map(|before| all[before]);
                    self.put_of_get(before, s, target, (call, *value));
                }
                _ => {}
            }
        }
    }

    /// Statements one behind the other: blocks, and statements that stand for one.
    pub(super) fn lists(&self) -> Vec<Vec<StmtNo>> {
        let body = self.body;
        let mut lists: Vec<Vec<StmtNo>> = body.parts.iter().map(|part| part.block.clone()).collect();
        let mut add = |all: &[StmtNo]| match all {
            [one] if matches!(body.statements[one.index()].form, Form::Block(_)) => {}
            _ => lists.push(all.to_vec()),
        };
        for statement in &body.statements {
            match &statement.form {
                Form::Block(all) | Form::Synchronized { body: all, .. } => add(all),
                Form::If { yes, no, .. } => {
                    add(&[*yes]);
                    no.iter().for_each(|no| add(&[*no]));
                }
                Form::While { body, .. }
                | Form::DoWhile { body, .. }
                | Form::For { body, .. }
                | Form::ForEach { body, .. } => add(&[*body]),
                Form::Try { body, catches, finally, .. } => {
                    add(body);
                    catches.iter().for_each(|catch| add(&catch.body));
                    finally.iter().for_each(|all| add(all));
                }
                Form::Switch(switch) => switch.cases.iter().for_each(|case| add(&case.body)),
                _ => {}
            }
        }
        for e in &body.expressions {
            if let Kind::Lambda(lambda) = &e.kind {
                add(&lambda.body);
            }
        }
        lists
    }

    /// The decisions of an `if`, with the statements behind it.
    fn decisions(&self, s: StmtNo, behind: &[StmtNo]) -> Vec<Decision> {
        let Form::If { test, yes, no } = self.body.statements[s.index()].form else { return Vec::new() };
        let (yes, no) = (self.block_of(yes), no.map(|no| self.block_of(no)));
        let others = Some(no.clone().unwrap_or_default());
        let mut found = Vec::new();
        if no.is_none() && yes.last().is_some_and(|last| self.leaves(*last)) {
            let acts = behind.to_vec();
            found.push(Decision { at: s, test, when: false, acts, others: None, behind: true });
        }
        if let Some(acts) = no {
            found.push(Decision { at: s, test, when: false, acts, others: Some(yes.clone()), behind: false });
        }
        found.push(Decision { at: s, test, when: true, acts: yes, others, behind: false });
        found
    }

    /// Warns, unless this place is known.
    fn warn_steps(&mut self, span: Span, message: String, repair: Option<Fix>) {
        let lints = &mut self.it.found.lints;
        if !lints.iter().any(|lint| lint.kind == "not_atomic" && lint.span == span) {
            lints.push(Lint { kind: "not_atomic", span, message, repair });
        }
    }

    pub(super) fn block_of(&self, s: StmtNo) -> Vec<StmtNo> {
        match &self.body.statements[s.index()].form {
            Form::Block(all) => all.clone(),
            _ => vec![s],
        }
    }

    /// Returns true for a statement behind which nothing runs.
    pub(super) fn leaves(&self, s: StmtNo) -> bool {
        let form = &self.body.statements[s.index()].form;
        matches!(form, Form::Return(_) | Form::Throw(_) | Form::Break(_) | Form::Continue(_))
    }

    pub(super) fn kind(&self, e: ExprNo) -> &Kind {
        &self.body.expressions[e.index()].kind
    }

    pub(super) fn statement_span(&self, s: StmtNo) -> Span {
        self.body.statements[s.index()].span
    }

    pub(super) fn name_of(&self, local: LocalNo) -> &str {
        self.it.text(self.body.locals[local.index()].name)
    }

    /// The text of an expression, on one line.
    pub(super) fn words(&self, e: ExprNo) -> String {
        self.it.java.sources.at(self.span(e)).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns true for two expressions of the same text.
    fn is_same(&self, a: ExprNo, b: ExprNo) -> bool {
        let text = |e| {
            let text: String = self.it.java.sources.at(self.span(e)).split_whitespace().collect();
            text.strip_prefix("this.").map(str::to_owned).unwrap_or(text)
        };
        text(a) == text(b)
    }

    /// The call that a statement is.
    pub(super) fn call_of(&self, s: StmtNo) -> Option<&Call> {
        let Form::Expression(e) = self.body.statements[s.index()].form else { return None };
        self.as_call(e)
    }

    pub(super) fn as_call(&self, e: ExprNo) -> Option<&Call> {
        match self.kind(e) {
            Kind::Call(call) => Some(call),
            _ => None,
        }
    }

    /// A call of a method on an object, with its arguments.
    pub(super) fn call_on(&self, e: ExprNo, name: &str) -> Option<(ExprNo, &[ExprNo])> {
        let call = self.as_call(e).filter(|call| self.it.text(call.name) == name)?;
        Some((call.target?, &call.arguments))
    }

    /// The expressions in a part of the text.
    pub(super) fn inside(&self, span: Span) -> impl Iterator<Item = (ExprNo, &Expression)> {
        let all = self.body.expressions.iter().enumerate();
        all.filter(move |(_, e)| span.contains(e.span) && e.span.start < e.span.end).map(|(n, e)| (ExprNo(n as u32), e))
    }

    /// Calls without arguments of a method on one object, in a part of the text.
    fn reads(&self, span: Span, own: ExprNo, name: &str) -> Vec<Span> {
        let is_it = |e| self.call_on(e, name).is_some_and(|(of, given)| given.is_empty() && self.is_same(of, own));
        self.inside(span).filter(|(e, _)| is_it(*e)).map(|(_, e)| e.span).collect()
    }

    /// The places of a variable in a part of the text.
    pub(super) fn places_of(&self, span: Span, local: LocalNo) -> Vec<Span> {
        let is_it = |e: &Expression| matches!(e.kind, Kind::Local(of) if of == local);
        self.inside(span).filter(|(_, e)| is_it(e)).map(|(_, e)| e.span).collect()
    }

    /// The text of an expression in which parts are replaced.
    fn with(&self, whole: Span, parts: &[Span], by: &str) -> String {
        let (text, mut at, mut made) = (self.it.java.sources.text(), whole.start, String::new());
        let mut parts = parts.to_vec();
        parts.sort_unstable_by_key(|part| part.start);
        for part in parts {
            made.push_str(&text[at as usize..part.start as usize]);
            made.push_str(by);
            at = part.end;
        }
        made.push_str(&text[at as usize..whole.end as usize]);
        made.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns true for an expression that changes nothing, and that a lambda may have: its variables keep their values. Calls are those at
    /// the places, and of `Math`; objects may be made if `makes` says so.
    pub(super) fn is_plain(&self, whole: Span, known: &[Span], makes: bool) -> bool {
        let all = &self.body.expressions;
        let mut inside = all.iter().filter(|e| whole.contains(e.span) && !known.iter().any(|k| k.contains(e.span)));
        inside.all(|e| match &e.kind {
            Kind::Local(local) => self.body.locals[local.index()].effectively_final,
            Kind::Call(call) => {
                let of = self.it.java.sources.at(e.span).split('.').next().unwrap_or_default().trim();
                PURE.contains(&of) && (makes || of == "Math") || makes && self.is_builder(call) || self.is_getter(call)
            }
            Kind::New(new) => makes && new.anonymous.is_none() && self.throws_nothing(e, new.callee),
            Kind::Assign { .. }
            | Kind::Compound { .. }
            | Kind::Step { .. }
            | Kind::Lambda(_)
            | Kind::Reference(_)
            | Kind::Switch(_)
            | Kind::InstanceOf { .. } => false,
            Kind::NotUnderstood => PURE.contains(&self.it.java.sources.at(e.span).trim()),
            Kind::Unresolved { .. } => PURE.contains(&self.it.java.sources.at(e.span).trim()),
            _ => true,
        })
    }

    /// Returns true for the constructor of a class that declares no exception, or that the library has with collections and numbers.
    fn throws_nothing(&self, made: &Expression, callee: Callee) -> bool {
        match callee {
            Callee::Declared(m) => {
                let data = &self.it.java.methods[m.index()];
                let text = self.it.java.sources.at(data.span);
                !["throws", "synchronized", ".lock("].iter().any(|word| text.contains(word))
            }
            Callee::Implied(_) => true,
            Callee::External { .. } | Callee::Missing { .. } | Callee::Unresolved => {
                const KNOWN: &[&str] = &[
                    "List",
                    "Set",
                    "Map",
                    "Deque",
                    "Queue",
                    "Integer",
                    "Long",
                    "Boolean",
                    "Object",
                    "StringBuilder",
                    "Adder",
                ];
                let name = self.it.last_name(made.ty);
                KNOWN.iter().any(|known| name.ends_with(known))
            }
        }
    }

    /// Returns true for a call of a method beside this one that computes something: it takes no locks, waits for nothing and calls nobody else.
    fn is_builder(&self, call: &Call) -> bool {
        let Some(m) = call.callee.method() else { return false };
        let data = &self.it.java.methods[m.index()];
        let text = self.it.java.sources.at(data.span);
        let calls = || text.matches('(').count();
        let words = ["throws", "synchronized", "lock", "wait", "sleep", "join", "put", "get", "compute", "take"];
        data.has_body && !words.iter().any(|word| text.contains(word)) && calls() <= 2
    }

    /// Returns true for a call that gives the value of a final field of an object that is no other one meanwhile, such as a record's component.
    fn is_getter(&self, call: &Call) -> bool {
        let Some(m) = self.own_method(call).filter(|_| call.arguments.is_empty()) else { return false };
        let method = &self.it.java.methods[m.index()];
        let is_fixed = |f: &crate::tree::Field| f.class == method.class && (f.modifiers.is_final() || f.component);
        let mut fields = self.it.java.fields.iter().filter(|f| is_fixed(f));
        let text: String = self.it.java.sources.at(method.span).split_once('{').map_or("", |(_, body)| body).to_owned();
        let returned =
            text.trim().strip_prefix("return ").and_then(|rest| rest.trim_end_matches('}').trim().strip_suffix(';'));
        match (method.has_body, returned) {
            (true, Some(value)) => {
                let value = value.strip_prefix("this.").unwrap_or(value);
                fields.any(|f| self.it.text(f.name) == value)
            }
            (true, None) => false,
            // The accessor that a record implies.
            (false, _) => fields.any(|f| f.component && f.name == method.name),
        }
    }

    /// A name that no variable of the code and no field has.
    pub(super) fn fresh(&self, names: &[&'static str]) -> &'static str {
        let is_field = |name: &str| self.it.java.fields.iter().any(|field| self.it.text(field.name) == name);
        let is_local = |name: &str| self.body.locals.iter().any(|local| self.it.text(local.name) == name);
        let is_free = |name: &&&str| !is_local(name) && !is_field(name);
        names.iter().find(is_free).copied().unwrap_or("theOldOne")
    }

    /// The variable that a statement declares, with its value.
    pub(super) fn declared(&self, s: StmtNo) -> Option<(LocalNo, ExprNo)> {
        match self.body.statements[s.index()].form {
            Form::Local { local, value: Some(value) } => Some((local, value)),
            _ => None,
        }
    }

    /// A statement goes, with the white space in front of it.
    pub(super) fn without(&self, s: StmtNo) -> Edit {
        let span = self.statement_span(s);
        let before = &self.it.java.sources.text()[..span.start as usize];
        let start = before.trim_end().len() as u32;
        // Behind a comment that runs to the end of its line nothing can stand.
        let line = before.trim_end().rsplit('\n').next().unwrap_or_default();
        let start = if line.contains("//") { span.start } else { start };
        Edit::replace(Span::new(start, span.end), "")
    }

    fn literal(&self, e: ExprNo) -> Option<Literal> {
        match self.kind(e) {
            Kind::Literal(literal) => Some(*literal),
            _ => None,
        }
    }

    /// The arguments of a type of the library.
    fn type_arguments(&self, ty: Ty) -> Vec<Ty> {
        match self.it.java.types.shape(ty) {
            Shape::External(_, list) | Shape::Class(_, list) if list != List::EMPTY => {
                self.it.java.types.items(list).to_vec()
            }
            _ => Vec::new(),
        }
    }
}
