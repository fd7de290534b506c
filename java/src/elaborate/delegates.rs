//! `this(…)` and `super(…)`: the constructor that another one calls.

use super::code::Code;
use crate::profile::Constructors;
use crate::tree::body::{Callee, ExprNo};
use crate::tree::{ClassNo, MethodNo, Nesting, Origin};
use crate::types::Ty;
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;

impl Code<'_, '_, '_> {
    /// The constructor of an external superclass may let the object escape. Nobody else can have one of a thread-local class.
    pub(super) fn note_outside(&mut self, class: ClassNo, span: Span) {
        let it = &self.it.java.classes[class.index()];
        let is_named = it.origin == Origin::Source && it.nesting != Nesting::Anonymous;
        if is_named
            && self.it.is_below_outside(class)
            && self.it.options.constructors == Constructors::Fresh
            && self.it.is_shared(class)
        {
            self.it.found.assumptions.add(Assumed::Constructor, span);
        }
    }

    /// `this(…)` and `super(…)`.
    pub(super) fn delegate(
        &mut self,
        up: bool,
        outer: Option<ExprNo>,
        callee: Callee,
        arguments: &[ExprNo],
        spread: Option<u32>,
        span: Span,
    ) -> ExprId {
        if up {
            let class = self.class();
            self.note_outside(class, span);
        }
        let class = match callee {
            Callee::Declared(m) => self.it.java.methods[m.index()].class,
            Callee::Implied(class) => class,
            Callee::External { .. } | Callee::Missing { .. } | Callee::Unresolved => {
                return self.delegate_unknown(up, outer, arguments, span);
            }
        };
        if self.it.is_opaque(class) || !self.it.builds(class) {
            return self.outside(arguments, span);
        }
        let name = self.it.name_of_constructor(callee.method());
        let mut args = self.hidden_arguments(class, outer, span);
        let (forks, own) = self.arguments(callee.method(), arguments, spread);
        args.extend(own);
        let made = self.it.out.delegate(up, name, &args, span);
        self.it.out.after(forks, made, span)
    }

    /// `this(…)` and `super(…)` whose arguments do not choose, since their types are not known: one that takes as many is called, which is
    /// an assumption. An object that no constructor builds is none of the calculus.
    fn delegate_unknown(&mut self, up: bool, outer: Option<ExprNo>, arguments: &[ExprNo], span: Span) -> ExprId {
        let own = self.class();
        let class = if up { self.it.superclass(own) } else { Some(own) };
        let Some(class) = class.filter(|class| !self.it.is_opaque(*class) && self.it.builds(*class)) else {
            return self.outside(arguments, span);
        };
        let all = self.it.java.constructors_of(class);
        let others = all.into_iter().filter(|m| Some(*m) != self.method);
        let takes = |m: &MethodNo| {
            let it = &self.it.java.methods[m.index()];
            it.parameters.len() == arguments.len() || it.varargs && it.parameters.len() <= arguments.len() + 1
        };
        let Some(method) = others.into_iter().find(takes) else { return self.outside(arguments, span) };
        self.it.found.assumptions.add(Assumed::Unresolved, span);
        let name = self.it.name_of_constructor(Some(method));
        let before: Vec<ExprId> = arguments.iter().map(|e| self.effect(*e)).collect();
        let mut args = self.hidden_arguments(class, outer, span);
        args.extend(self.placeholders(method, span));
        let made = self.it.out.delegate(up, name, &args, span);
        self.it.out.after(before, made, span)
    }

    /// `this(…)` and `super(…)` with arguments that are not known yet.
    pub(super) fn delegate_early(&mut self, up: bool, callee: Callee, above: ClassNo, span: Span) -> Option<ExprId> {
        if up {
            self.note_outside(above, span);
        }
        let class = match callee {
            Callee::Declared(m) => self.it.java.methods[m.index()].class,
            Callee::Implied(class) => class,
            Callee::External { .. } | Callee::Missing { .. } | Callee::Unresolved => return None,
        };
        if self.it.is_opaque(class) || !self.it.builds(class) {
            return None;
        }
        let name = self.it.name_of_constructor(callee.method());
        let mut args = self.hidden_arguments(class, None, span);
        args.extend(callee.method().map(|m| self.placeholders(m, span)).unwrap_or_default());
        Some(self.it.out.delegate(up, name, &args, span))
    }

    fn outside(&mut self, arguments: &[ExprNo], span: Span) -> ExprId {
        let operands: Vec<ExprId> = arguments.iter().map(|e| self.expr(*e)).collect();
        if self.it.options.run {
            // Of a class without constructors.
            return self.it.out.seq(&operands, span);
        }
        self.any(Ty::VOID, &operands, span)
    }
}
