//! Names that nothing declares: variables, fields, methods and constructors.

use super::Judge;
use super::imports::is_near;
use crate::elaborate::Elaborator;
use crate::tree::body::{Body, Callee, ExprNo, Form, Kind};
use crate::tree::{Member, Origin};
use crate::types::{Shape, Ty};
use racefree_grammar::Span;
use rustc_hash::FxHashSet;

/// Values of the cases of switches: constants of an enum perhaps, which are named without it.
pub(super) fn cases(body: &Body) -> FxHashSet<ExprNo> {
    let in_expressions = body.expressions.iter().filter_map(|e| match &e.kind {
        Kind::Switch(switch) => Some(&**switch),
        _ => None,
    });
    let in_statements = body.statements.iter().filter_map(|s| match &s.form {
        Form::Switch(switch) => Some(switch),
        _ => None,
    });
    let cases = in_expressions.chain(in_statements).flat_map(|switch| &switch.cases);
    cases.flat_map(|case| case.constants.iter().copied()).collect()
}

impl Judge<'_, '_> {
    /// A name in an expression that means nothing.
    pub(super) fn names(&mut self, e: ExprNo) {
        let expression = &self.body.expressions[e.index()];
        // Constants of an enum that is not known.
        if self.cases.contains(&e) {
            return;
        }
        if let Some(message) = self.it.undeclared(self.body, &expression.kind, expression.span) {
            let span = match &expression.kind {
                Kind::Call(call) => call.name_span,
                _ => expression.span,
            };
            self.it.problem("JAVA CODE/declared", span, message);
        }
    }
}

impl Elaborator<'_> {
    /// A sentence about a name that nothing declares, if that is sure.
    pub(in crate::elaborate) fn undeclared(&mut self, body: &Body, kind: &Kind, span: Span) -> Option<String> {
        match kind {
            &Kind::Unresolved { target: None, .. } => {
                // In front of a dot that may be a class, or a package, of which nothing is known.
                let mut words = self.java.sources.at(span).split('.').map(str::trim);
                let (name, second, third) = (words.next()?, words.next(), words.next());
                let locals = body.locals.iter().map(|l| l.name);
                let fields = body.parts.iter().flat_map(|part| &self.java.classes[part.class.index()].members);
                let fields = fields.filter_map(|m| match m {
                    Member::Field(f) => Some(self.java.fields[f.index()].name),
                    _ => None,
                });
                let mut known = locals.chain(fields);
                let behind = self.java.sources.text()[span.end as usize..].trim_start();
                let sure = match (second, third) {
                    (None, _) if !behind.starts_with('.') => true,
                    (_, None) => known.any(|n| is_near(name, self.text(n))),
                    (_, Some(_)) => false,
                };
                sure.then(|| format!("there is no variable or field `{name}` here"))
            }
            &Kind::Unresolved { target: Some(target), name } => {
                let of = self.source_class(body.expressions[target.index()].ty)?;
                Some(format!("`{of}` has no field `{}`", self.text(name)))
            }
            Kind::Call(call) => {
                let of = call.target.map(|target| body.expressions[target.index()].ty);
                if of.is_some_and(|ty| self.java.types.is_array(ty)) && self.text(call.name) == "length" {
                    return Some("`length` of an array is a field, without `()`".to_owned());
                }
                if let Some(message) = self.misspelt(body, call) {
                    return Some(message);
                }
                let Callee::Missing { owner } = call.callee else { return None };
                let (name, given) = (self.text(call.name).to_owned(), call.arguments.len());
                let of = self.source_class(owner);
                let class = self.java.types.class(owner);
                let known = class.map_or_else(Vec::new, |class| self.java.methods_of(class, call.name).to_vec());
                match (of, known.first()) {
                    (Some(of), Some(m)) => Some(format!("`{name}` of `{of}` takes {}", self.taken(*m, given))),
                    (Some(of), None) => Some(format!("`{of}` has no method `{name}`")),
                    (None, _) if owner == Ty::UNKNOWN && call.target.is_none() => {
                        Some(format!("there is no method `{name}` here"))
                    }
                    (None, _) => None,
                }
            }
            Kind::New(new) => {
                let Callee::Missing { owner } = new.callee else { return None };
                let of = self.source_class(owner)?;
                let class = self.java.types.class(owner)?;
                let known = self.java.constructors_of(class);
                let takes = known.first().map_or_else(
                    || format!("no arguments, and not {}", new.arguments.len()),
                    |m| self.taken(*m, new.arguments.len()),
                );
                Some(format!("a constructor of `{of}` takes {takes}"))
            }
            Kind::ExternalField { owner, name, .. }
                if *owner == self.java.known.string && self.text(*name) == "length" =>
            {
                Some("`length` of a text is a method: `length()`".to_owned())
            }
            _ => None,
        }
    }

    /// A sentence about a method of the library whose name is nearly one of its class. In a package other classes may have these names.
    fn misspelt(&self, body: &Body, call: &crate::tree::body::Call) -> Option<String> {
        let Callee::External { owner } = call.callee else { return None };
        let (file, _) = self.java.sources.place(call.name_span);
        if !self.text(self.java.tables.scopes[file.index()].package).is_empty() {
            return None;
        }
        let target = call.target.map(|target| self.java.sources.at(body.expressions[target.index()].span).trim());
        let class = match target {
            Some("System.out" | "System.err") => "PrintStream",
            _ => self.last_name(owner),
        };
        let name = self.text(call.name);
        let near = crate::runtime::near_method(class, name, is_near).filter(|_| !class.is_empty())?;
        Some(format!("no method `{name}` is declared, and `{near}` is near"))
    }

    /// Number of arguments that a method takes, and that it is given.
    fn taken(&self, method: crate::tree::MethodNo, given: usize) -> String {
        let n = self.java.methods[method.index()].parameters.len();
        format!("{n} {}, and not {given}", if n == 1 { "argument" } else { "arguments" })
    }

    /// The name of a class of the sources.
    fn source_class(&mut self, ty: Ty) -> Option<String> {
        let Shape::Class(class, _) = self.java.types.shape(ty) else { return None };
        let it = &self.java.classes[class.index()];
        (it.origin == Origin::Source).then(|| self.text(it.name).to_owned())
    }
}
