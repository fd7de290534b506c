//! Code that the compiler rejects, as far as that is sure: of a program that is to run it is refused, of one that is judged it is an error of
//! its own, since code that no compiler takes means nothing. Whatever is not known fits.
//!
//! | module | contents |
//! | --- | --- |
//! | this | the walk through code; final variables and fields that are assigned |
//! | `assigned`, `assigned_ways` | variables without a value, captured ones with several |
//! | `thrown`, `throwables` | checked exceptions |
//! | `types` | types of values |
//! | `names` | names that nothing declares |
//! | `imports` | types that nothing declares |
//! | `released` | explicit locks that a method does not give back |
//! | `meant` | code that does what nobody can have meant |
//! | `monitors` | `wait` and `notify` without their lock |
//! | `conditions` | `signal` and `await` without theirs |
//! | `ends` | methods that end without a value, code that nobody gets to |
//! | `promises` | classes without a method that they promise |
//! | `steps` | two steps where one is meant |
//! | `waits` | waits that go wrong |

mod assigned;
mod assigned_ways;
mod conditions;
mod ends;
mod imports;
mod meant;
mod monitors;
mod names;
mod promises;
mod released;
mod steps;
mod throwables;
mod thrown;
mod types;
mod waits;

use crate::elaborate::Elaborator;
use crate::elaborate::result::Lint;
use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo, Operator, StmtNo};
use crate::tree::{Member, MethodNo, Origin};
use crate::types::{Primitive, Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashSet;

/// Code of a member of the sources.
struct Judge<'a, 'j> {
    it: &'a mut Elaborator<'j>,
    body: &'a Body,
    /// Names of the variables in scope.
    scope: Vec<Name>,
    /// Final variables that have a value.
    settled: Vec<LocalNo>,
    /// The type that the method returns, if this is one.
    result: Option<Ty>,
    /// Values of the cases of switches.
    cases: FxHashSet<ExprNo>,
    /// Statements that matter to explicit locks.
    ways: released::Ways,
    /// Calls that a warning about two steps has named.
    known_steps: FxHashSet<Span>,
}

impl Elaborator<'_> {
    /// Refuses what is to run, and reports an error of what is judged.
    fn reject(&mut self, premise: &'static str, span: Span, message: impl Into<String>) {
        match self.options.run {
            true => self.refuse(span, message),
            false => self.problem(premise, span, message),
        }
    }

    /// Reports what is wrong in the code of a member.
    pub(in crate::elaborate) fn judge(&mut self, member: Member, body: &Body) {
        let class = self.java.site(member).0;
        let it = &self.java.classes[class.index()];
        // Code around something that was not understood has names that were not read.
        let is_whole =
            self.options.run || self.is_within(it.span) && !self.broken.contains(&it.file) && !body.is_damaged();
        if it.origin != Origin::Source || !is_whole {
            return;
        }
        let cases = names::cases(body);
        let ends = ends::Ends::of(self.java, body);
        let mut judge = Judge {
            it: self,
            body,
            scope: Vec::new(),
            settled: Vec::new(),
            result: None,
            cases,
            ways: Default::default(),
            known_steps: FxHashSet::default(),
        };
        for part in &body.parts {
            judge.scope = part.parameters.iter().map(|l| body.locals[l.index()].name).collect();
            judge.settled.extend(part.parameters.iter().filter(|l| body.locals[l.index()].is_final));
            judge.result = match part.member {
                Member::Method(m) => Some(judge.it.java.methods[m.index()].result.ty),
                Member::Field(_) | Member::Initializer(_) => None,
            };
            judge.statements(&part.block);
            judge.released();
            if let Member::Method(m) = part.member {
                judge.ends(m, &part.block, &ends);
            }
            if let (Member::Field(f), Some(value)) = (part.member, part.value) {
                let ty = judge.it.java.fields[f.index()].ty.ty;
                judge.given(value, ty, true);
            }
        }
        for e in 0..body.expressions.len() as u32 {
            judge.expression(ExprNo(e));
        }
        judge.reached(&ends);
        judge.variables();
        judge.exceptions(&ends);
        // Also those in lambdas.
        for statement in &body.statements {
            if let Form::Synchronized { lock, .. } = statement.form {
                judge.boxed(lock);
            }
        }
        if judge.it.options.run {
            self.note_chosen(body);
        } else {
            judge.released_in_lambdas();
            judge.tried_and_kept();
            judge.monitors();
            judge.meant();
            judge.steps();
            judge.waits();
        }
    }
}

impl Judge<'_, '_> {
    fn wrong(&mut self, span: Span, message: impl Into<String>) {
        self.it.reject("JAVA CODE/typed", span, message);
    }

    fn ty(&self, e: ExprNo) -> Ty {
        self.body.expressions[e.index()].ty
    }

    fn span(&self, e: ExprNo) -> Span {
        self.body.expressions[e.index()].span
    }

    fn primitive(&mut self, ty: Ty) -> Option<Primitive> {
        match self.it.java.types.shape(ty) {
            Shape::Primitive(p) => Some(p),
            _ => None,
        }
    }

    fn expression(&mut self, e: ExprNo) {
        if !self.it.options.run {
            self.names(e);
        }
        match &self.body.expressions[e.index()].kind {
            &Kind::Assign { target, value } => {
                self.given(value, self.ty(target), true);
                self.assigned(target);
            }
            &Kind::Compound { target, .. } | &Kind::Step { target, .. } => self.assigned(target),
            &Kind::Conditional { test, .. } => self.condition(test),
            &Kind::Unary { operator: Operator::Not, operand } => self.condition(operand),
            &Kind::Binary { operator: Operator::And | Operator::Or, left, right } => {
                self.condition(left);
                self.condition(right);
            }
            &Kind::Binary { operator: Operator::Equal | Operator::NotEqual, left, right } => self.compared(left, right),
            Kind::Call(call) => {
                let is_own = |m: MethodNo| !self.it.java.methods[m.index()].modifiers.is_static();
                if call.target.is_none() && self.is_static() && call.callee.method().is_some_and(is_own) {
                    self.wrong(call.name_span, "there is no object here whose method this could be");
                }
                if let (Some(m), None) = (call.callee.method(), call.spread) {
                    self.arguments(m, &call.arguments);
                }
            }
            Kind::New(new) => {
                if let (Some(m), None) = (new.callee.method(), new.spread) {
                    self.arguments(m, &new.arguments);
                }
            }
            Kind::This { .. } if self.is_static() => {
                self.wrong(self.span(e), "there is no object here that this could be, or whose member");
            }
            Kind::Field { target: None, field, name_span }
                if self.is_static() && !self.it.java.fields[field.index()].modifiers.is_static() =>
            {
                self.wrong(*name_span, "there is no object here whose field this could be");
            }
            _ => {}
        }
    }

    /// Returns true for code without an object, and without classes in it that have one.
    fn is_static(&self) -> bool {
        matches!(&self.body.parts[..], [part] if part.is_static)
    }

    fn arguments(&mut self, method: MethodNo, arguments: &[ExprNo]) {
        let parameters = self.it.java.parameter_types(method);
        let class = &self.it.java.classes[self.it.java.methods[method.index()].class.index()];
        // One that is not known may be meant.
        let is_known = self.it.options.run || class.origin == Origin::Source && !class.external_above;
        if !is_known || parameters.len() != arguments.len() {
            return;
        }
        if class.origin != Origin::Source
            && arguments.iter().zip(&parameters).any(|(e, ty)| self.is_of_other_sort(*e, *ty))
        {
            // The JDK has one more, or the text is wrong.
            let name = self.it.text(self.it.java.methods[method.index()].name).to_owned();
            let span = self.span(arguments[0]);
            return self.wrong(span, format!("the library of runs has no `{name}` with such an argument"));
        }
        for (argument, ty) in arguments.iter().zip(parameters) {
            self.given(*argument, ty, false);
        }
    }

    /// A final variable, or a final field outside its constructors, that is assigned.
    fn assigned(&mut self, target: ExprNo) {
        let is_wrong = match self.body.expressions[target.index()].kind {
            Kind::Local(local) => self.settled.contains(&local),
            // Of a program that is judged, EXP ASSIGN/not-final says so.
            Kind::Field { field, .. } if self.it.options.run => {
                let it = &self.it.java.fields[field.index()];
                let begins = |part: &crate::tree::body::Part| match part.member {
                    Member::Method(m) => self.it.java.methods[m.index()].kind.constructs(),
                    Member::Initializer(_) => true,
                    Member::Field(_) => false,
                };
                it.modifiers.is_final() && (it.initialized || !self.body.parts.iter().any(begins))
            }
            _ => false,
        };
        if is_wrong {
            self.wrong(self.span(target), "this is final, and has a value");
        }
    }

    fn statements(&mut self, all: &[StmtNo]) {
        let known = self.scope.len();
        for &s in all {
            deep(|| self.statement(s));
        }
        self.scope.truncate(known);
    }

    /// A box or a text as a lock: which of them are one object, no text says.
    fn boxed(&mut self, lock: ExprNo) {
        let ty = self.ty(lock);
        let is_box = self.it.java.unboxed(ty) != ty;
        if !self.it.options.run && (is_box || ty == self.it.java.known.string) {
            let what = self.it.java.sources.at(self.span(lock)).trim();
            let what = what.strip_prefix('(').and_then(|w| w.strip_suffix(')')).unwrap_or(what).to_owned();
            let kind = if is_box { "boxes of equal values" } else { "equal texts" };
            let is_new = !is_box && matches!(self.body.expressions[lock.index()].kind, Kind::Binary { .. });
            let why = match is_new {
                true => "each time it is computed it is another object, which nobody else has".to_owned(),
                false => {
                    format!("{kind} may be one object, which code elsewhere locks too, and a new value is another lock")
                }
            };
            let message =
                format!("`{what}` is no good lock: {why}: a field `private final Object lock = new Object();` is one");
            self.it.found.lints.push(Lint::new("shared_lock", self.span(lock), message));
        }
    }

    /// A method that returns something does so on every way.
    fn ends(&mut self, method: MethodNo, block: &[StmtNo], ends: &ends::Ends) {
        let it = &self.it.java.methods[method.index()];
        let (span, ty) = (it.name_span, it.result.ty);
        if it.has_body && !it.kind.constructs() && ty != Ty::VOID && ends.goes_on(block) {
            self.wrong(span, "this method can end without a value: a `return` is missing");
        }
    }

    fn declare(&mut self, local: LocalNo, has_value: bool) {
        let it = &self.body.locals[local.index()];
        if self.scope.contains(&it.name) {
            let name = self.it.text(it.name).to_owned();
            self.wrong(it.name_span, format!("a variable `{name}` is there already"));
        }
        self.scope.push(it.name);
        if has_value && it.is_final {
            self.settled.push(local);
        }
    }

    fn statement(&mut self, s: StmtNo) {
        if !self.it.options.run {
            self.note_way(s);
        }
        match &self.body.statements[s.index()].form {
            &Form::Local { local, value } => {
                self.declare(local, value.is_some());
                if let Some(value) = value {
                    self.given(value, self.body.locals[local.index()].ty.ty, true);
                }
            }
            Form::Block(all) => self.statements(all),
            &Form::If { test, yes, no } => {
                self.condition(test);
                self.statements(&[yes]);
                no.iter().for_each(|no| self.statements(&[*no]));
            }
            &Form::While { test, body } | &Form::DoWhile { body, test } => {
                self.condition(test);
                self.statements(&[body]);
            }
            Form::For { init, test, body, .. } => {
                test.iter().for_each(|test| self.condition(*test));
                let all: Vec<StmtNo> = init.iter().chain([body]).copied().collect();
                self.statements(&all);
            }
            &Form::ForEach { local, body, .. } => {
                let known = self.scope.len();
                self.declare(local, true);
                self.statements(&[body]);
                self.scope.truncate(known);
            }
            &Form::Labeled { body, .. } => self.statements(&[body]),
            Form::Synchronized { body, .. } => self.statements(body),
            Form::Try { resources, body, catches, finally } => {
                let known = self.scope.len();
                for local in resources.iter().filter_map(|r| r.local) {
                    self.declare(local, true);
                }
                self.statements(body);
                self.scope.truncate(known);
                for catch in catches {
                    self.declare(catch.local, false);
                    self.statements(&catch.body);
                    self.scope.truncate(known);
                }
                finally.iter().for_each(|body| self.statements(body));
            }
            Form::Switch(switch) => {
                let known = self.scope.len();
                for case in &switch.cases {
                    case.body.iter().for_each(|s| deep(|| self.statement(*s)));
                    if switch.arrows {
                        self.scope.truncate(known);
                    }
                }
                self.scope.truncate(known);
            }
            &Form::Return(value) => match (value, self.result) {
                (Some(value), Some(Ty::VOID)) => self.wrong(self.span(value), "this method returns no value"),
                (Some(value), Some(ty)) => self.given(value, ty, true),
                _ => {}
            },
            Form::Class(_)
            | Form::Expression(_)
            | Form::Break(_)
            | Form::Continue(_)
            | Form::Yield(_)
            | Form::Throw(_)
            | Form::Assert { .. }
            | Form::Delegate { .. }
            | Form::Note(_)
            | Form::Empty
            | Form::NotUnderstood => {}
        }
    }
}
