//! Functions that the library calls at once, or in a thread: the elaboration has their code in a loop, or in a fork, in front of the call. One
//! object stands between the two: it has what the call is given, of which an argument of the function may be any, or what that has; and
//! it has what the function makes.

use super::{Plain, class_name};
use racefree_grammar::ast::{Expr, ExprId, Extended, List, TypeId};
use racefree_grammar::name::Name;

impl Plain<'_> {
    /// `{ e; … }`
    pub(super) fn sequence(&mut self, e: ExprId, list: List) {
        let all = self.program.list(list).to_vec();
        let (mut made, mut rest) = (Vec::new(), &all[..]);
        while let Some((&first, others)) = rest.split_first() {
            let functions = rest.iter().take_while(|e| self.is_function(**e)).count();
            if let (1, Some(&call)) = (functions, rest.get(functions)) {
                self.marks_of_task(call, &mut made);
            }
            let matters = rest[..functions].iter().any(|&e| self.receives(e) || self.made_by(e).is_some());
            let call = rest.get(functions).filter(|_| matters).and_then(|&call| Some((call, self.given(call)?)));
            match call {
                Some((call, args)) => {
                    made.push(self.with_functions(&rest[..functions], call, args));
                    rest = &rest[functions + 1..];
                }
                None => {
                    self.walk(first);
                    made.push(first);
                    if let (1, Some(&call)) = (functions, others.first()) {
                        made.extend(self.mark_of_together(call));
                    }
                    rest = others;
                }
            }
        }
        let list = self.program.add_list(&made);
        self.program.exprs[e.index()] = Expr::Seq(list);
    }

    /// `any t (e…)`: without arguments, in a function that the library calls, it is one of the objects that the library has.
    pub(super) fn given_or_outside(&mut self, e: ExprId, ty: TypeId, args: &[ExprId]) {
        if args.is_empty() && self.constants(e, ty) {
            return;
        }
        let span = self.program.span(e);
        let received = args.is_empty() && self.known.received.contains(&span);
        let class = class_name(&self.program, ty).filter(|&c| received && self.program.text(c) != "String");
        let (Some(class), Some(givers)) = (class, self.givers.last().cloned().filter(|given| !given.is_empty())) else {
            return self.outside(e, ty, args);
        };
        match self.of_class(&givers, class, span) {
            Some(values) => self.program.exprs[e.index()] = self.program.expr(values),
            None => {
                let given: Vec<ExprId> = givers.iter().map(|&x| self.var(x, span)).collect();
                self.outside(e, ty, &given);
            }
        }
    }

    /// The loop that a function's code is in, or the thread that it runs in.
    fn is_function(&self, e: ExprId) -> bool {
        match self.program.expr(e) {
            Expr::While { cond, .. } => {
                matches!(self.program.expr(cond), Expr::Extended(Extended::Any { args, .. }) if args.len == 0)
            }
            Expr::Fork(_) => true,
            _ => false,
        }
    }

    /// The value of a function's code, kept in an object.
    fn keep_made(&mut self, function: ExprId, keeper: Name) {
        let Some(body) = self.made_by(function) else { return };
        let span = self.program.span(body);
        let keeper = self.var(keeper, span);
        let body = self.assign(keeper, self.own.contents, body, span);
        self.program.exprs[function.index()] = match self.program.expr(function) {
            Expr::While { cond, .. } => Expr::While { cond, body },
            _ => Expr::Fork(body),
        };
    }

    /// The code of a function whose value may be an object.
    fn made_by(&self, function: ExprId) -> Option<ExprId> {
        let (Expr::While { body, .. } | Expr::Fork(body)) = self.program.expr(function) else { return None };
        let makes = self.may_be_object(body) && !matches!(self.program.expr(body), Expr::Fork(_));
        makes.then_some(body)
    }

    /// True for a function that is given something.
    fn receives(&self, function: ExprId) -> bool {
        let is_given = |e: ExprId| {
            matches!(self.program.expr(e), Expr::Extended(Extended::Any { .. }))
                && self.known.received.contains(&self.program.span(e))
        };
        self.program.within(function).any(is_given)
    }

    /// The arguments of a call of the library.
    fn given(&self, e: ExprId) -> Option<List> {
        match self.program.expr(e) {
            Expr::Extended(Extended::Any { args, .. }) => Some(args),
            _ => None,
        }
    }

    /// Functions, arguments, call. A thread may begin before the arguments are there: the object between them is made first.
    fn with_functions(&mut self, functions: &[ExprId], call: ExprId, args: List) -> ExprId {
        let (span, between) = (self.program.span(call), self.name("given"));
        let mark = self.mark_of_together(call);
        self.givers.push(vec![between]);
        functions.iter().for_each(|&function| self.walk(function));
        self.givers.pop();
        functions.iter().for_each(|&function| self.keep_made(function, between));
        let args = self.walk_all(args);
        let names: Vec<Option<Name>> =
            args.iter().map(|&a| self.may_be_object(a).then(|| self.name("given"))).collect();
        let mut all = Vec::new();
        for &given in names.iter().flatten() {
            self.keep(between, given, span, &mut all);
        }
        let given: Vec<Name> = names.iter().flatten().copied().chain([between]).collect();
        let given: Vec<ExprId> = given.into_iter().map(|name| self.var(name, span)).collect();
        if let Expr::Extended(Extended::Any { ty, .. }) = self.program.expr(call) {
            self.done[call.index()] = true;
            self.outside(call, ty, &given);
        }
        all.push(call);
        let mut body = self.seq(&all, span);
        for (&arg, name) in args.iter().zip(&names).rev() {
            body = match name {
                Some(name) => self.let_(self.own.outside, *name, arg, body, span),
                None => self.seq(&[arg, body], span),
            };
        }
        let all: Vec<ExprId> = functions.iter().copied().chain(mark).chain([body]).collect();
        let (body, bound) = (self.seq(&all, span), self.add(Expr::New(self.own.outside), span));
        self.let_(self.own.outside, between, bound, body, span)
    }
}
