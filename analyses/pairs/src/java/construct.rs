//! Constructors: each becomes a method of a name of its own, which is called on the new object. One that does not say so calls that of its
//! superclass first, and a `new` without a constructor calls the one that the class inherits, as Java does.

use super::Plain;
use racefree_grammar::ast::{Expr, ExprId, Extended, MethodKind, Program};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::{Implied, Resolved};
use rustc_hash::FxHashMap;

/// The constructors of a program.
pub(super) struct Constructors {
    /// By class and name: the number of the method.
    by_name: FxHashMap<(Name, Name), usize>,
    /// By class: the one that runs if none is named.
    implied: FxHashMap<Name, usize>,
    /// By class: its superclass.
    superclass: FxHashMap<Name, Name>,
    /// Constructors that do not call another one, with the class.
    silent: Vec<(Name, usize)>,
}

/// Sign between the class and the constructor in the name of its method.
pub const SIGN: &str = "::";

impl Constructors {
    pub(super) fn of(program: &Program) -> Constructors {
        let resolved = Resolved::new(program);
        let mut found = Constructors {
            by_name: FxHashMap::default(),
            implied: FxHashMap::default(),
            superclass: FxHashMap::default(),
            silent: Vec::new(),
        };
        for (i, class) in program.classes.iter().enumerate() {
            let id = resolved.of_declaration(i);
            if let Implied::Constructor(_, m) = resolved.implied_constructor(Some(id)) {
                found.implied.insert(class.name, m as usize);
            }
            if let Some(above) = resolved.superclass_name(id) {
                found.superclass.insert(class.name, above);
            }
            for m in resolved.constructors(id) {
                let method = &program.methods[m as usize];
                found.by_name.insert((class.name, method.name), m as usize);
                if !resolved.delegates(method) {
                    found.silent.push((class.name, m as usize));
                }
            }
        }
        found
    }
}

impl Plain<'_> {
    /// Renames the constructors, and has them call those above.
    pub(super) fn constructors(&mut self) {
        let all: Vec<((Name, Name), usize)> = self.constructors.by_name.iter().map(|(k, m)| (*k, *m)).collect();
        for ((class, name), m) in all {
            let text = format!("{}{SIGN}{}", self.program.text(class), self.program.text(name));
            self.program.methods[m].name = self.program.names.intern(&text);
        }
        for (class, m) in std::mem::take(&mut self.constructors.silent) {
            let above = self.constructors.superclass.get(&class);
            let Some(&above) = above.and_then(|above| self.constructors.implied.get(above)) else { continue };
            let (body, span) = (self.program.methods[m].body, self.program.methods[m].name_span);
            let this = self.var(Name::THIS, span);
            let name = self.program.methods[above].name;
            let call = self.call(this, name, &[], span);
            self.program.methods[m].body = self.seq(&[call, body], span);
        }
    }

    /// The call of a constructor on an object; none, if the sources have no such constructor.
    pub(super) fn construct(
        &mut self,
        class: Name,
        constructor: Name,
        object: ExprId,
        args: &[ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let m = *self.constructors.by_name.get(&(class, constructor))?;
        let name = self.program.methods[m].name;
        Some(self.call(object, name, args, span))
    }

    /// The call of the constructor that runs if none is named.
    pub(super) fn construct_implied(&mut self, class: Name, object: ExprId, span: Span) -> Option<ExprId> {
        let m = *self.constructors.implied.get(&class)?;
        let name = self.program.methods[m].name;
        Some(self.call(object, name, &[], span))
    }

    /// `super(…)`, `this(…)`
    pub(super) fn delegate(&mut self, e: ExprId, up: bool, constructor: Name, args: &[ExprId]) {
        let (span, own) = (self.program.span(e), self.program.classes[self.class].name);
        let class = if up { self.constructors.superclass.get(&own).copied() } else { Some(own) };
        let this = self.var(Name::THIS, span);
        let call = class.and_then(|class| self.construct(class, constructor, this, args, span));
        let made = call.unwrap_or_else(|| self.seq(args, span));
        self.program.exprs[e.index()] = self.program.expr(made);
    }

    /// The constructors of a class that others may call, with the first arguments' types by the method.
    pub(super) fn constructors_of(&self, class: Name) -> Vec<usize> {
        let mut all: Vec<usize> =
            self.constructors.by_name.iter().filter(|((of, _), _)| *of == class).map(|(_, m)| *m).collect();
        all.sort_unstable();
        all
    }
}

/// A class and a constructor that an expression makes an object by.
pub(super) fn made_by(program: &Program, e: ExprId) -> Option<(Name, Option<Name>)> {
    match program.expr(e) {
        Expr::New(ty) => Some((super::class_name(program, ty)?, None)),
        Expr::Extended(Extended::Make { ty, constructor, .. }) => {
            Some((super::class_name(program, ty)?, Some(constructor)))
        }
        _ => None,
    }
}

/// True for a method that is called on objects.
pub(super) fn is_called(program: &Program, m: usize) -> bool {
    program.kind_of(&program.methods[m]) == MethodKind::Plain
}
