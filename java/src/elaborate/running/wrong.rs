//! Errors of types in programs that are to run: code that `javac` rejects does not run with a meaning of its own. Whatever is not known fits.
//! Exceptions that nobody declares, and code that nobody gets to, are left to the compiler.

use super::ends;
use crate::elaborate::Elaborator;
use crate::tree::body::{Body, ExprNo, Form, Kind, Literal, LocalNo, Operator, StmtNo, number};
use crate::tree::{ClassNo, Member, MethodNo, Origin};
use crate::types::{Primitive, Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

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
}

impl Elaborator<'_> {
    /// Refuses what is wrong in the code of a member.
    pub(in crate::elaborate) fn judge(&mut self, member: Member, body: &Body) {
        let is_source = |class: ClassNo| self.java.classes[class.index()].origin == Origin::Source;
        if !self.options.run || !is_source(self.java.site(member).0) {
            return;
        }
        let mut judge = Judge { it: self, body, scope: Vec::new(), settled: Vec::new(), result: None };
        for part in &body.parts {
            judge.scope = part.parameters.iter().map(|l| body.locals[l.index()].name).collect();
            judge.settled.extend(part.parameters.iter().filter(|l| body.locals[l.index()].is_final));
            judge.result = match part.member {
                Member::Method(m) => Some(judge.it.java.methods[m.index()].result.ty),
                Member::Field(_) | Member::Initializer(_) => None,
            };
            judge.statements(&part.block);
            if let Member::Method(m) = part.member {
                judge.ends(m, &part.block);
            }
            if let (Member::Field(f), Some(value)) = (part.member, part.value) {
                let ty = judge.it.java.fields[f.index()].ty.ty;
                judge.given(value, ty, true);
            }
        }
        for e in 0..body.expressions.len() as u32 {
            judge.expression(ExprNo(e));
        }
    }
}

impl Judge<'_, '_> {
    fn wrong(&mut self, span: Span, message: impl Into<String>) {
        self.it.refuse(span, message);
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

    /// Returns true for a type whose values are of no other sort: a number, a string, a box, an array, a class of the sources.
    fn is_definite(&mut self, ty: Ty) -> bool {
        match self.it.java.types.shape(ty) {
            Shape::Primitive(_) | Shape::Array(_) | Shape::Void => true,
            Shape::Class(class, _) => {
                let it = &self.it.java.classes[class.index()];
                ty == self.it.java.known.string
                    || self.it.java.unboxed(ty) != ty
                    || it.origin == Origin::Source && !it.kind.is_interface()
            }
            _ => false,
        }
    }

    /// A value where one of a type is wanted; constants fit into small numbers where they are assigned.
    fn given(&mut self, e: ExprNo, to: Ty, assigned: bool) {
        match &self.body.expressions[e.index()].kind {
            &Kind::Conditional { yes, no, .. } => {
                deep(|| self.given(yes, to, assigned));
                return deep(|| self.given(no, to, assigned));
            }
            Kind::Lambda(_) | Kind::Reference(_) | Kind::Switch(_) => return,
            _ => {}
        }
        let from = self.ty(e);
        if !self.fits(e, from, to, assigned) {
            let names = [from, to].map(|ty| self.name(ty));
            self.wrong(
                self.span(e),
                format!("a value of type `{}` does not fit where `{}` is wanted", names[0], names[1]),
            );
        }
    }

    fn name(&mut self, ty: Ty) -> String {
        match self.it.java.types.shape(ty) {
            Shape::Array(of) => format!("{}[]", deep(|| self.name(of))),
            Shape::Void => "void".to_owned(),
            _ => self.it.type_text(ty).unwrap_or_else(|| "another".to_owned()),
        }
    }

    fn fits(&mut self, e: ExprNo, from: Ty, to: Ty, assigned: bool) -> bool {
        let (from, to) = (self.it.java.types.erased(from), self.it.java.types.erased(to));
        if from == to || !self.is_definite(from) || !self.is_definite(to) {
            return from == to || !matches!(self.it.java.types.shape(from), Shape::Void);
        }
        match (self.primitive(from), self.primitive(to)) {
            (Some(a), Some(b)) => {
                self.it.java.is_subtype(from, to) || assigned && a == Primitive::Int && self.narrows(e, b)
            }
            (Some(a), None) => {
                let inner = self.it.java.unboxed(to);
                let small = self.primitive(inner).filter(|_| inner != to);
                let boxed = self.it.java.boxed(from);
                let narrow = small.is_some_and(|b| assigned && a == Primitive::Int && self.narrows(e, b));
                narrow || self.it.java.is_subtype(boxed, to)
            }
            (None, Some(_)) => {
                let inner = self.it.java.unboxed(from);
                inner != from && self.it.java.is_subtype(inner, to)
            }
            (None, None) => self.it.java.is_subtype(from, to),
        }
    }

    /// Returns true for a constant that a small type may have. Of a constant that is not a literal that is taken on trust.
    fn narrows(&mut self, e: ExprNo, to: Primitive) -> bool {
        let (least, most) = match to {
            Primitive::Byte => (i8::MIN.into(), i8::MAX.into()),
            Primitive::Short => (i16::MIN.into(), i16::MAX.into()),
            Primitive::Char => (0, u16::MAX.into()),
            _ => return false,
        };
        match self.body.expressions[e.index()].kind {
            Kind::Literal(Literal::Number) => {
                number(self.it.java.sources.at(self.span(e))).is_some_and(|n| (least..=most).contains(&n))
            }
            Kind::Unary { .. } | Kind::Binary { .. } | Kind::Field { .. } => true,
            Kind::Local(local) => self.body.locals[local.index()].effectively_final,
            _ => false,
        }
    }

    fn condition(&mut self, e: ExprNo) {
        let ty = self.ty(e);
        let inner = self.it.java.unboxed(ty);
        if self.is_definite(ty) && self.primitive(inner) != Some(Primitive::Boolean) {
            let name = self.name(ty);
            self.wrong(self.span(e), format!("a condition is a `boolean`, and this is of type `{name}`"));
        }
    }

    fn expression(&mut self, e: ExprNo) {
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
        if parameters.len() == arguments.len() {
            for (argument, ty) in arguments.iter().zip(parameters) {
                self.given(*argument, ty, false);
            }
        }
    }

    /// `a == b`: two numbers, two truth values, or two references.
    fn compared(&mut self, left: ExprNo, right: ExprNo) {
        let (a, b) = (self.ty(left), self.ty(right));
        let null = [a, b].map(|ty| matches!(self.it.java.types.shape(ty), Shape::Null));
        let primitive = [a, b].map(|ty| self.primitive(ty));
        let inner = [a, b].map(|ty| {
            let inner = self.it.java.unboxed(ty);
            self.primitive(inner)
        });
        let wrong = match (primitive, inner) {
            ([Some(_), _], _) if null[1] => true,
            ([_, Some(_)], _) if null[0] => true,
            ([None, None], _) => false,
            (_, [Some(a), Some(b)]) => (a == Primitive::Boolean) != (b == Primitive::Boolean),
            _ => self.is_definite(a) && self.is_definite(b),
        };
        if wrong {
            let names = [a, b].map(|ty| self.name(ty));
            self.wrong(self.span(left), format!("`{}` and `{}` cannot be compared", names[0], names[1]));
        }
    }

    /// A final variable, or a final field outside its constructors, that is assigned.
    fn assigned(&mut self, target: ExprNo) {
        let is_wrong = match self.body.expressions[target.index()].kind {
            Kind::Local(local) => self.settled.contains(&local),
            Kind::Field { field, .. } => {
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

    /// A method that returns something does so on every way.
    fn ends(&mut self, method: MethodNo, block: &[StmtNo]) {
        let it = &self.it.java.methods[method.index()];
        let (span, ty) = (it.name_span, it.result.ty);
        if it.has_body && !it.kind.constructs() && ty != Ty::VOID && ends::goes_on(self.body, block) {
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
