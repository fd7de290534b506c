//! Calls of code that the sources do not have. It touches no field of the sources; what it is given it may keep in what else it is given,
//! and it may give back any of that.

use super::{Gives, Plain, Sort, class_name, is_scalar};
use racefree_grammar::ast::{Expr, ExprId, TypeId, TypeKind};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;

/// Beginning of the names of the library's classes.
pub const LIBRARY: &str = "library ";

/// Methods of the library that assign the elements of an array that they are given, with the number of that argument.
const FILLS: &[(&str, usize)] = &[
    ("arraycopy", 2),
    ("copyInto", 0),
    ("fill", 0),
    ("nextBytes", 0),
    ("parallelPrefix", 0),
    ("parallelSetAll", 0),
    ("parallelSort", 0),
    ("read", 0),
    ("readFully", 0),
    ("setAll", 0),
    ("sort", 0),
    ("toArray", 0),
];

impl Plain<'_> {
    /// `any t (e…)`
    pub(super) fn outside(&mut self, e: ExprId, ty: TypeId, args: &[ExprId]) {
        let span = self.program.span(e);
        let uses = self.known.uses.get(&span).copied();
        let made = self.known.new.contains(&span);
        let (confined, wraps) = (self.known.confined.contains_key(&span), self.known.wrapped.contains(&span));
        let class = class_name(&self.program, ty);
        let is_object = class.is_some_and(|c| self.program.text(c) == "Object" || self.markers.contains(&c));
        let is_text = class.is_some_and(|c| self.program.text(c) == "String");
        let objects: Vec<Option<Name>> =
            args.iter().map(|&a| self.may_be_object(a).then(|| self.name("given"))).collect();
        let given: Vec<Name> = objects.iter().flatten().copied().collect();
        if !args.is_empty() {
            self.assume("code outside of the sources accesses none of their fields");
        }
        let mut then = Vec::new();
        // It is used while the arguments are there.
        if let (Some(writes), Some(&first)) =
            (uses, given.first().filter(|_| objects.first().is_some_and(Option::is_some)))
        {
            self.use_of(first, writes, self.known.iterates.contains(&span), span, &mut then);
        }
        let looked = args.iter().zip(&objects).filter_map(|(&arg, name)| {
            let writes = self.known.arguments.get(&self.program.span(arg))?;
            Some(((*name)?, *writes))
        });
        for (name, writes) in looked.collect::<Vec<_>>() {
            self.use_of(name, writes, false, span, &mut then);
        }
        let call = self.known.calls.get(&span);
        let gives = call
            .filter(|call| call.on_object && objects.first().is_some_and(Option::is_some))
            .map_or(Gives::Anything, |call| call.gives);
        let keeps = call.is_none_or(|call| call.keeps);
        if let Some((&first, others)) = given.split_first().filter(|_| keeps) {
            for &other in others {
                self.keep(first, other, span, &mut then);
            }
        }
        let filled = self.filled(args, &given, span, &mut then);
        let stores = self.known.stores.contains(&span);
        let is_thread = class.is_some_and(|c| self.program.text(c) == "Thread") || self.known.forks.contains(&span);
        self.started(&given, is_thread, span, &mut then);
        // An iterator or a view is no object apart: what it does it does to the collection.
        let on_object = call.is_some_and(|call| call.on_object);
        let others = match gives {
            Gives::Itself | Gives::Nothing => &[],
            Gives::Anything | Gives::Part => {
                &given[usize::from(stores && on_object && objects.first().is_some_and(Option::is_some))..]
            }
        };
        self.called_back(&given, others, stores, span, &mut then);
        let runs = self.dispatch(args, &objects, span);
        let value = match class {
            None if is_scalar(&self.program, ty) => self.add(Expr::Int(0), span),
            _ if is_text => self.add(Expr::Null, span),
            _ if is_object && given.is_empty() => self.fresh_outside(span),
            _ if matches!(self.program.ty(ty).kind, TypeKind::Array { .. }) => {
                self.array_of(ty, &given, span, std::mem::take(&mut then))
            }
            _ => {
                let is_new = matches!(gives, Gives::Anything | Gives::Nothing)
                    && is_object
                    && !(stores && on_object && !confined);
                let result = is_new.then(|| self.name("given"));
                let mut values = Vec::new();
                if let Some(result) = result {
                    for &of in given.iter().filter(|_| gives != Gives::Nothing) {
                        self.keep(result, of, span, &mut then);
                    }
                    values.push(self.var(result, span));
                }
                match (gives, given.first()) {
                    (Gives::Itself, Some(&of)) => values.push(self.var(of, span)),
                    (Gives::Nothing, _) => {}
                    (Gives::Part, Some(&of)) => {
                        let of = self.var(of, span);
                        values.extend([self.field(of, self.own.contents, span), self.thrown(span)]);
                    }
                    _ => {
                        // A new object of the library, and one that one thread has, comes from nowhere else.
                        for &of in given.iter().filter(|_| !(confined || wraps || made && is_new)) {
                            values.push(self.var(of, span));
                            let from = self.var(of, span);
                            values.push(self.field(from, self.own.contents, span));
                        }
                    }
                }
                let value = self.one_of(&values, span);
                then.push(value);
                let body = self.seq(&std::mem::take(&mut then), span);
                match result {
                    Some(result) => {
                        let wrapper = args.first().zip(given.first());
                        let bound = wrapper.and_then(|(&arg, &of)| self.wrapper(arg, of, span));
                        let bound = bound.unwrap_or_else(|| self.fresh_outside(span));
                        self.let_(self.own.outside, result, bound, body, span)
                    }
                    None => body,
                }
            }
        };
        let ways: Vec<ExprId> = [value].into_iter().chain(runs).collect();
        let value = self.one_of(&ways, span);
        self.marks_of_call(args, span, &mut then);
        then.push(self.of_type(ty, value, span));
        let mut body = self.seq(&then, span);
        for (&arg, name) in args.iter().zip(&objects).rev() {
            body = match name {
                Some(name) => self.let_(self.own.outside, *name, arg, body, span),
                None => self.seq(&[arg, body], span),
            };
        }
        if let Some((array, of)) = filled {
            body = self.let_(self.own.outside, array, of, body, span);
        }
        self.program.exprs[e.index()] = self.program.expr(body);
    }

    /// An array whose elements the call assigns, which is then evaluated before the other arguments. Given is one of its elements.
    fn filled(
        &mut self,
        args: &[ExprId],
        given: &[Name],
        span: Span,
        then: &mut Vec<ExprId>,
    ) -> Option<(Name, ExprId)> {
        let called = self.known.calls.get(&span)?;
        let first = usize::from(called.on_object);
        let at = FILLS.iter().find(|(name, _)| *name == called.name).map(|(_, at)| first + at)?;
        let Expr::Seq(list) = self.program.expr(*args.get(at)?) else { return None };
        let last = *self.program.list(list).last()?;
        let Expr::Field { recv, field } = self.program.expr(last) else { return None };
        if field != self.own.elements {
            return None;
        }
        let array = self.name("array");
        let of = self.var(array, span);
        self.program.exprs[last.index()] = Expr::Field { recv: of, field };
        let mut values: Vec<ExprId> = Vec::new();
        for &of in given {
            let object = self.var(of, span);
            values.extend([self.var(of, span), self.field(object, self.own.contents, span)]);
        }
        let (to, value) = (self.var(array, span), self.one_of(&values, span));
        then.push(self.assign(to, self.own.elements, value, span));
        Some((array, recv))
    }

    /// The objects among those of an expression that have a type which says something.
    pub(super) fn of_type(&mut self, ty: TypeId, value: ExprId, span: Span) -> ExprId {
        let made = matches!(self.program.expr(value), Expr::New(_) | Expr::Null);
        match class_name(&self.program, ty)
            .filter(|of| !made && (self.sources.contains(of) || self.markers.contains(of)))
        {
            None => value,
            Some(_) => {
                let var = self.name("typed");
                let body = self.var(var, span);
                self.let_(ty, var, value, body, span)
            }
        }
    }

    /// A new array of objects and of what they have, as `{ e, … }` and `toArray` make it; or an array that is among them. `first` comes before it.
    fn array_of(&mut self, ty: TypeId, given: &[Name], span: Span, mut first: Vec<ExprId>) -> ExprId {
        let array = self.name("array");
        let mut values = vec![self.var(array, span)];
        for &of in given {
            let object = self.var(of, span);
            let inside = self.field(object, self.own.contents, span);
            for value in [self.var(of, span), inside] {
                let recv = self.var(array, span);
                first.push(self.assign(recv, self.own.elements, value, span));
            }
            let object = self.var(of, span);
            values.push(self.var(of, span));
            values.push(self.field(object, self.own.contents, span));
        }
        let value = self.one_of(&values, span);
        first.push(value);
        let body = self.seq(&first, span);
        let bound = self.array(ty, span);
        self.let_(self.own.array, array, bound, body, span)
    }

    /// A new object of the library.
    pub(super) fn fresh_outside(&mut self, span: Span) -> ExprId {
        let Some(class) = self.known.confined.get(&span) else {
            let of = if self.known.new.contains(&span) { self.own.outside } else { self.own.given };
            let made = self.add(Expr::New(of), span);
            return if self.known.permits.contains(&span) { self.of_many(made, span) } else { made };
        };
        let class = format!("{LIBRARY}{class}");
        let known = self.program.names.find(&class).filter(|&n| self.program.classes.iter().any(|c| c.name == n));
        let name = known.unwrap_or_else(|| super::class(&mut self.program, &class, Some(self.own.confined), &[]));
        let ty = self.class_type(name);
        self.add(Expr::New(ty), span)
    }

    /// A new array of a type; one of arrays has a new one.
    pub(super) fn array(&mut self, ty: TypeId, span: Span) -> ExprId {
        let made = self.add(Expr::New(self.own.array), span);
        let TypeKind::Array { elem, .. } = self.program.ty(ty).kind else { return made };
        if !matches!(self.program.ty(elem).kind, TypeKind::Array { .. }) {
            return made;
        }
        let array = self.name("array");
        let (recv, value) = (self.var(array, span), self.array(elem, span));
        let fill = self.assign(recv, self.own.elements, value, span);
        let last = self.var(array, span);
        let body = self.seq(&[fill, last], span);
        self.let_(self.own.array, array, made, body, span)
    }

    /// A lock that several threads may have keeps none apart: its monitor changes.
    fn of_many(&mut self, made: ExprId, span: Span) -> ExprId {
        let var = self.name("permits");
        let (recv, value) = (self.var(var, span), self.var(var, span));
        let monitor = self.add(Expr::New(self.own.cell), span);
        let store = self.assign(recv, self.own.lock, monitor, span);
        let cond = self.add(Expr::Bool(true), span);
        let stores = self.add(Expr::While { cond, body: store }, span);
        let body = self.seq(&[stores, value], span);
        self.let_(self.own.outside, var, made, body, span)
    }

    /// An object gets another one, and what that one has.
    pub(super) fn keep(&mut self, keeper: Name, of: Name, span: Span, then: &mut Vec<ExprId>) {
        let (recv, value) = (self.var(keeper, span), self.var(of, span));
        then.push(self.assign(recv, self.own.contents, value, span));
        let (recv, from) = (self.var(keeper, span), self.var(of, span));
        let value = self.field(from, self.own.contents, span);
        then.push(self.assign(recv, self.own.contents, value, span));
    }

    /// False for an expression whose value is no object that matters.
    pub(super) fn may_be_object(&self, e: ExprId) -> bool {
        match self.program.expr(e) {
            Expr::Var(x) => self.sort(x) != Sort::Scalar,
            Expr::Seq(list) => self.program.list(list).last().is_some_and(|&e| self.may_be_object(e)),
            Expr::Let { body, .. } => self.may_be_object(body),
            Expr::If { then, otherwise, .. } => {
                self.may_be_object(then) || otherwise.is_some_and(|e| self.may_be_object(e))
            }
            Expr::Field { field, .. } => !self.values.fields.contains(&field),
            Expr::Assign { value, .. } => self.may_be_object(value),
            Expr::Call { method, .. } => !self.values.methods.contains(&method),
            Expr::New(_) | forms!(extended) | Expr::Sync { .. } | Expr::Atomic(_) => true,
            forms!(literal | operator | owned) | Expr::Fork(_) | Expr::While { .. } => false,
        }
    }
}
