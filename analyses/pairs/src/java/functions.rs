//! Functions that the library calls at once: the elaboration has their code in a loop in front of the call. Here what the call is given is
//! there before, since an argument of the function may be any of that, or what that has.

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
            let call = rest.get(functions).filter(|_| functions > 0).and_then(|&call| Some((call, self.given(call)?)));
            match call {
                Some((call, args)) => {
                    made.push(self.with_functions(&rest[..functions], call, args));
                    rest = &rest[functions + 1..];
                }
                None => {
                    self.walk(first);
                    made.push(first);
                    rest = others;
                }
            }
        }
        let list = self.program.add_list(&made);
        self.program.exprs[e.index()] = Expr::Seq(list);
    }

    /// `any t (e…)`: without arguments, in a function that the library calls, it is one of the objects that the library has.
    pub(super) fn given_or_outside(&mut self, e: ExprId, ty: TypeId, args: &[ExprId]) {
        let span = self.program.span(e);
        let class = class_name(&self.program, ty).filter(|&c| args.is_empty() && self.program.text(c) != "String");
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

    /// The loop that a function's code is in.
    fn is_function(&self, e: ExprId) -> bool {
        let Expr::While { cond, .. } = self.program.expr(e) else { return false };
        matches!(self.program.expr(cond), Expr::Extended(Extended::Any { args, .. }) if args.len == 0)
    }

    /// The value of a function's code, kept in an object.
    fn keep_made(&mut self, function: ExprId, keeper: Name) {
        let Expr::While { cond, body } = self.program.expr(function) else { return };
        if !self.may_be_object(body) || matches!(self.program.expr(body), Expr::Fork(_)) {
            return;
        }
        let span = self.program.span(body);
        let keeper = self.var(keeper, span);
        let body = self.assign(keeper, self.own.contents, body, span);
        self.program.exprs[function.index()] = Expr::While { cond, body };
    }

    /// The arguments of a call of the library.
    fn given(&self, e: ExprId) -> Option<List> {
        match self.program.expr(e) {
            Expr::Extended(Extended::Any { args, .. }) if args.len > 0 => Some(args),
            _ => None,
        }
    }

    /// Arguments, functions, call.
    fn with_functions(&mut self, functions: &[ExprId], call: ExprId, args: List) -> ExprId {
        let span = self.program.span(call);
        let args = self.walk_all(args);
        let names: Vec<Option<Name>> =
            args.iter().map(|&a| self.may_be_object(a).then(|| self.name("given"))).collect();
        self.givers.push(names.iter().flatten().copied().collect());
        functions.iter().for_each(|&function| self.walk(function));
        self.givers.pop();
        // The object that the call is of may keep the objects that a function makes.
        if let Some(keeper) = names.iter().flatten().next().copied() {
            functions.iter().for_each(|&function| self.keep_made(function, keeper));
        }
        let given: Vec<ExprId> = names.iter().flatten().map(|&name| self.var(name, span)).collect();
        if let Expr::Extended(Extended::Any { ty, .. }) = self.program.expr(call) {
            self.done[call.index()] = true;
            self.outside(call, ty, &given);
        }
        let all: Vec<ExprId> = functions.iter().copied().chain([call]).collect();
        let mut body = self.seq(&all, span);
        for (&arg, name) in args.iter().zip(&names).rev() {
            body = match name {
                Some(name) => self.let_(self.own.outside, *name, arg, body, span),
                None => self.seq(&[arg, body], span),
            };
        }
        body
    }
}
