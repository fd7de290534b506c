//! Checked exceptions (JLS 11.2): those that nothing catches or declares, and clauses that catch what nothing throws. Code of which it is not
//! known what it throws may throw anything, and need not.

use super::Judge;
use super::ends::Ends;
use super::throwables::Chain;
use crate::tree::body::{Call, Callee, Catch, ExprNo, Form, Kind, Lambda, LocalNo, New, Reference, ResourceOf, StmtNo};
use crate::tree::{Member, MethodNo, Origin};
use crate::types::Ty;
use racefree_grammar::Span;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;

/// A checked exception that code throws.
#[derive(Clone)]
struct Thrown {
    chain: Chain,
    at: Span,
    /// The method that throws it; none for a `throw`.
    by: Option<String>,
}

/// All that code throws.
#[derive(Clone, Default)]
struct All {
    known: Vec<Thrown>,
    /// It may throw more.
    open: bool,
}

/// A walk through code.
struct Walk<'w, 'a, 'j> {
    judge: &'w mut Judge<'a, 'j>,
    ends: &'w Ends,
    thrown: All,
    /// Exceptions that the variables of clauses may have.
    caught: FxHashMap<LocalNo, All>,
}

impl Judge<'_, '_> {
    /// Judges the exceptions of a body.
    pub(super) fn exceptions(&mut self, ends: &Ends) {
        let body = self.body;
        for part in &body.parts {
            let allowed = match part.member {
                Member::Method(m) => {
                    self.promised(m);
                    self.it.exceptions_of(m)
                }
                Member::Field(_) | Member::Initializer(_) if part.is_static => Some(Vec::new()),
                Member::Field(_) | Member::Initializer(_) => None,
            };
            let mut walk = Walk { judge: self, ends, thrown: All::default(), caught: FxHashMap::default() };
            walk.list(&part.block);
            part.value.iter().for_each(|value| walk.expr(*value));
            let thrown = std::mem::take(&mut walk.thrown);
            self.unreported(thrown, allowed);
        }
    }

    fn unreported(&mut self, thrown: All, allowed: Option<Vec<Chain>>) {
        let Some(allowed) = allowed else { return };
        let mut said: Vec<Span> = Vec::new();
        for it in thrown.known {
            if allowed.iter().any(|above| it.chain.is_below(above)) || said.contains(&it.at) {
                continue;
            }
            said.push(it.at);
            let name = it.chain.name();
            let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
            let message = match it.by {
                Some(by) => format!("`{by}` may throw {article} `{name}`, which nothing catches or declares"),
                None => format!("this throws {article} `{name}`, which nothing catches or declares"),
            };
            self.it.reject("JAVA CODE/declared", it.at, message);
        }
    }

    /// A method throws no checked exception that those it overrides do not declare.
    fn promised(&mut self, method: MethodNo) {
        let Some(own) = self.it.exceptions_of(method) else { return };
        if own.is_empty() {
            return;
        }
        for &over in self.it.all_overridden(method).iter() {
            let data = &self.it.java.methods[over.index()];
            let (name, class) = (data.name, &self.it.java.classes[data.class.index()]);
            let (owner, is_stub) = (class.name, class.origin == Origin::Stub);
            // Stubs do not tell what is thrown, but `run` throws nothing.
            let Some(allowed) = self.it.exceptions_of(over).filter(|_| !is_stub || self.it.text(name) == "run") else {
                continue;
            };
            let is_more = |chain: &&Chain| chain.is_checked() && !allowed.iter().any(|above| chain.is_below(above));
            if let Some(more) = own.iter().find(is_more) {
                let (name, owner) = (self.it.text(name).to_owned(), self.it.text(owner).to_owned());
                let span = self.it.java.methods[method.index()].name_span;
                let message =
                    format!("`{name}` of `{owner}` throws no `{}`, so this one cannot declare it", more.name());
                self.it.reject("JAVA CODE/typed", span, message);
                return;
            }
        }
    }
}

impl Walk<'_, '_, '_> {
    fn list(&mut self, all: &[StmtNo]) {
        for s in all {
            deep(|| self.statement(*s));
        }
    }

    /// Exceptions of code of its own.
    fn within(&mut self, walk: impl FnOnce(&mut Self)) -> All {
        let before = std::mem::take(&mut self.thrown);
        walk(self);
        std::mem::replace(&mut self.thrown, before)
    }

    fn statement(&mut self, s: StmtNo) {
        let body = self.judge.body;
        match &body.statements[s.index()].form {
            Form::Local { value, .. } | Form::Return(value) => value.iter().for_each(|e| self.expr(*e)),
            Form::Expression(e) | Form::Yield(e) => self.expr(*e),
            Form::Block(all) => self.list(all),
            Form::If { test, yes, no } => {
                self.expr(*test);
                self.list(&[*yes]);
                no.iter().for_each(|no| self.list(&[*no]));
            }
            Form::While { test, body } | Form::DoWhile { test, body } => {
                self.expr(*test);
                self.list(&[*body]);
            }
            Form::For { init, test, update, body } => {
                self.list(init);
                test.iter().chain(update).for_each(|e| self.expr(*e));
                self.list(&[*body]);
            }
            Form::ForEach { over, body, .. } => {
                self.expr(*over);
                self.list(&[*body]);
            }
            Form::Labeled { body, .. } => self.list(&[*body]),
            Form::Throw(e) => self.throw(*e),
            Form::Synchronized { lock, body } => {
                self.expr(*lock);
                self.list(body);
            }
            Form::Try { resources, body, catches, finally } => {
                let thrown = self.within(|walk| {
                    resources.iter().for_each(|resource| walk.opened(resource));
                    walk.list(body);
                });
                let left = self.catches(thrown, catches);
                // A `finally` that code does not go on behind throws them away.
                if finally.as_ref().is_none_or(|all| self.ends.goes_on(all)) {
                    self.add(left);
                }
                finally.iter().for_each(|all| self.list(all));
            }
            Form::Switch(switch) => {
                self.expr(switch.value);
                for case in &switch.cases {
                    case.guard.iter().for_each(|e| self.expr(*e));
                    self.list(&case.body);
                }
            }
            Form::Assert { test, message } => {
                self.expr(*test);
                message.iter().for_each(|e| self.expr(*e));
            }
            Form::Delegate { outer, callee, arguments, .. } => {
                outer.iter().chain(arguments).for_each(|e| self.expr(*e));
                self.called(*callee, body.statements[s.index()].span, "the constructor");
            }
            Form::Break(_) | Form::Continue(_) | Form::Class(_) | Form::Note(_) | Form::Empty => {}
            Form::NotUnderstood => self.thrown.open = true,
        }
    }

    fn add(&mut self, more: All) {
        self.thrown.known.extend(more.known);
        self.thrown.open |= more.open;
    }

    fn throw(&mut self, e: ExprNo) {
        self.expr(e);
        let it = &self.judge.body.expressions[e.index()];
        let at = it.span;
        if let Kind::Local(local) = it.kind
            && let Some(caught) = self.caught.get(&local)
        {
            let mut again = caught.clone();
            again.known.iter_mut().for_each(|thrown| (thrown.at, thrown.by) = (at, None));
            return self.add(again);
        }
        let ty = it.ty;
        match self.judge.it.chain(ty) {
            Some(chain) if chain.is_checked() => self.thrown.known.push(Thrown { chain, at, by: None }),
            Some(_) => {}
            None => self.thrown.open |= ty != Ty::NULL,
        }
    }

    /// A resource, which is closed.
    fn opened(&mut self, resource: &ResourceOf) {
        self.expr(resource.value);
        let at = self.judge.body.expressions[resource.value.index()].span;
        match resource.close {
            Some(close) => self.called(Callee::Declared(close), at, "close"),
            None => self.thrown.open = true,
        }
    }

    /// Exceptions of a block that its clauses leave.
    fn catches(&mut self, thrown: All, catches: &[Catch]) -> All {
        let (mut left, mut before): (All, Vec<Chain>) = (thrown.clone(), Vec::new());
        for catch in catches {
            let mut own = All { known: Vec::new(), open: thrown.open };
            for written in &catch.types {
                let Some(class) = self.judge.it.chain(written.ty) else {
                    own.open = true;
                    continue;
                };
                if before.iter().any(|above| class.is_below(above)) {
                    let message = format!("a clause before this one catches every `{}`", class.name());
                    self.judge.wrong(written.span, message);
                }
                let may = |it: &&Thrown| it.chain.is_below(&class) || class.is_below(&it.chain);
                let is_any = matches!(class.name(), "Exception" | "Throwable");
                if class.is_checked() && !is_any && !thrown.open && !thrown.known.iter().any(|it| may(&it)) {
                    let message =
                        format!("nothing in this `try` throws a `{}`, which this clause catches", class.name());
                    self.judge.wrong(written.span, message);
                }
                let narrowed = |it: &Thrown| match it.chain.is_below(&class) {
                    true => it.clone(),
                    false => Thrown { chain: class.clone(), ..it.clone() },
                };
                own.known.extend(left.known.iter().filter(may).map(narrowed).filter(|it| it.chain.is_checked()));
                left.known.retain(|it| !it.chain.is_below(&class));
                before.push(class);
            }
            // One that is assigned may be any of its type.
            if self.judge.body.locals[catch.local.index()].effectively_final {
                self.caught.insert(catch.local, own);
            }
            self.list(&catch.body);
        }
        left
    }

    fn expr(&mut self, e: ExprNo) {
        let body = self.judge.body;
        let it = &body.expressions[e.index()];
        it.kind.parts().into_iter().for_each(|part| deep(|| self.expr(part)));
        match &it.kind {
            Kind::Call(call) => {
                let name = self.judge.it.text(call.name).to_owned();
                if self.copies(call, &name) {
                    self.thrown.open = true;
                    return;
                }
                self.called(call.callee, call.name_span, &name);
                self.thrown.open |= call.callee.method().is_none();
                if self.thrown.open && self.is_interrupted(call, &name) {
                    let (chain, at) = (Chain::interrupted(), call.name_span);
                    self.thrown.known.push(Thrown { chain, at, by: Some(name) });
                }
            }
            Kind::New(new) => self.made(new, it.span),
            Kind::Lambda(lambda) => self.lambda(lambda),
            Kind::Reference(reference) => self.reference(reference, it.span),
            Kind::Switch(switch) => {
                for case in &switch.cases {
                    case.guard.iter().for_each(|e| deep(|| self.expr(*e)));
                    self.list(&case.body);
                }
            }
            Kind::InstanceOf { .. } => {}
            Kind::Unresolved { .. } | Kind::NotUnderstood => self.thrown.open = true,
            _ => {}
        }
    }

    /// Returns true for `clone` of an array, or of an object of the library: these declare no exception.
    fn copies(&mut self, call: &Call, name: &str) -> bool {
        let Some(target) = call.target.filter(|_| name == "clone") else { return false };
        let class = self.judge.it.java.types.class(self.judge.ty(target));
        class.is_none_or(|class| self.judge.it.java.classes[class.index()].origin != Origin::Source)
    }

    /// Returns true for a method of the library that an interrupt ends, where its class is not read: `wait`, `sleep`, `join`.
    fn is_interrupted(&self, call: &Call, name: &str) -> bool {
        let it = &self.judge.it;
        let is_own = call.callee.method().is_some_and(|m| {
            let class = it.java.methods[m.index()].class;
            it.java.classes[class.index()].origin != Origin::Stub
        });
        let of_thread = |target: &ExprNo| it.last_name(self.judge.ty(*target)) == "Thread";
        let by_class = |target: &ExprNo| it.java.sources.at(self.judge.span(*target)).trim() == "Thread";
        !is_own
            && match name {
                "wait" => call.arguments.len() < 3,
                "sleep" => call.target.as_ref().is_none_or(by_class),
                "join" => call.target.as_ref().is_some_and(of_thread),
                _ => false,
            }
    }

    fn made(&mut self, new: &New, at: Span) {
        self.called(new.callee, at, "the constructor");
        // Initialisers of a class in code may throw.
        self.thrown.open |= new.anonymous.is_some() || !matches!(new.callee, Callee::Declared(_));
    }

    fn called(&mut self, callee: Callee, at: Span, by: &str) {
        let Some(method) = callee.method() else { return };
        let class = self.judge.it.java.methods[method.index()].class;
        self.thrown.open |= self.judge.it.java.classes[class.index()].origin == Origin::Stub;
        let Some(all) = self.judge.it.exceptions_of(method) else {
            self.thrown.open = true;
            return;
        };
        let checked = all.into_iter().filter(Chain::is_checked);
        self.thrown.known.extend(checked.map(|chain| Thrown { chain, at, by: Some(by.to_owned()) }));
    }

    /// The exceptions that the method of an interface of functions declares.
    fn allowed(&mut self, method: Option<MethodNo>) -> Option<Vec<Chain>> {
        let method = method?;
        self.judge.it.exceptions_of(method)
    }

    fn lambda(&mut self, lambda: &Lambda) {
        let thrown = self.within(|walk| walk.list(&lambda.body));
        let allowed = self.allowed(lambda.method);
        self.judge.unreported(thrown, allowed);
    }

    fn reference(&mut self, reference: &Reference, at: Span) {
        let name = if reference.is_new { "the constructor" } else { self.judge.it.text(reference.name) }.to_owned();
        let thrown = self.within(|walk| walk.called(reference.callee, at, &name));
        let allowed = self.allowed(reference.method);
        self.judge.unreported(thrown, allowed);
    }
}
