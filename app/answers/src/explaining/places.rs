//! The expressions, fields and classes that an error is about.

use crate::exploring::cycles;
use racefree_grammar::Span;
use racefree_grammar::ast::{Class, Expr, ExprId, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use racefree_interp::drive::Key;
use racefree_interp::event::Site;
use racefree_interp::machine::Lowered;
use racefree_interp::program::{ClassId, FieldId};

/// Lookup of places in a program.
pub struct ProgramPlaces<'a> {
    /// The program.
    pub program: &'a Program,
    lowered: &'a Lowered,
    nested: Nested,
}

/// Expressions by their places, which nest.
struct Nested {
    /// By their beginning, of those with one beginning the longest first; of those with one place the first comes last.
    order: Vec<u32>,
    /// The expression around each, as its index in that order; itself for the outermost.
    around: Vec<u32>,
}

impl Nested {
    fn new(spans: &[Span]) -> Nested {
        let mut order: Vec<u32> = (0..spans.len() as u32).collect();
        let span = |i: u32| spans[i as usize];
        order.sort_unstable_by_key(|&i| (span(i).start, std::cmp::Reverse((span(i).end, i))));
        let (mut around, mut open) = (Vec::with_capacity(order.len()), Vec::<u32>::new());
        for (at, &i) in order.iter().enumerate() {
            while open.last().is_some_and(|&outer| !span(order[outer as usize]).contains(span(i))) {
                open.pop();
            }
            around.push(open.last().copied().unwrap_or(at as u32));
            open.push(at as u32);
        }
        Nested { order, around }
    }

    /// The expressions around a place, the smallest first.
    fn around(&self, spans: &[Span], place: Span) -> impl Iterator<Item = u32> {
        let behind = self.order.partition_point(|&i| spans[i as usize].start <= place.start);
        let mut next = behind.checked_sub(1);
        let chain = std::iter::from_fn(move || {
            let at = next?;
            let outer = self.around[at] as usize;
            next = (outer != at).then_some(outer);
            Some(self.order[at])
        });
        chain.filter(move |&i| spans[i as usize].contains(place))
    }
}

impl<'a> ProgramPlaces<'a> {
    /// Lookup in a program.
    pub fn new(lowered: &'a Lowered) -> ProgramPlaces<'a> {
        let program = &lowered.tables.program;
        ProgramPlaces { program, lowered, nested: Nested::new(&program.spans) }
    }

    /// Returns true for a program that only the reference engine runs.
    pub fn on_reference(&self) -> bool {
        self.lowered.on_reference()
    }

    /// The place of a site.
    pub fn span(&self, site: Site) -> Span {
        site.span(self.program)
    }

    /// Returns true if a site lies within a span.
    pub fn inside(&self, site: Site, span: Span) -> bool {
        span.contains(self.span(site))
    }

    /// Returns true if a site is a call on the object that stands at a span, or a call that is given it. One of a loop over an object stands where
    /// that does.
    pub fn is_call_with(&self, site: Site, span: Span) -> bool {
        let own = self.span(site);
        let is_given = |e: ExprId| self.program.span(e) == span;
        site.as_expr().is_some_and(|e| match self.program.expr(e) {
            Expr::Call { .. } if own.start == span.start || span.contains(own) => true,
            Expr::Call { .. } | Expr::New(_) => own.contains(span) && self.program.children(e).any(is_given),
            _ => false,
        })
    }

    /// Returns true if a site is a call on the object of a field, perhaps by way of variables.
    pub fn is_call_on_field(&self, site: Site, field: FieldId) -> bool {
        let name = self.program.fields.get(field.index()).map(|f| f.name);
        let call = site.as_expr().map(|e| self.program.expr(e));
        let (Some(name), Some(Expr::Call { recv, .. })) = (name, call) else { return false };
        self.comes_from(recv, name)
    }

    /// Returns true for an expression that is made of a field's value.
    fn comes_from(&self, e: ExprId, name: Name) -> bool {
        let mut own = self.program.within(e);
        own.any(|part| match self.program.expr(part) {
            Expr::Field { field, .. } => field == name,
            Expr::Var(x) if x != Name::THIS => {
                let binds = |e: &Expr| matches!(e, Expr::Let { var, .. } if *var == x);
                let bound = self.smallest(self.program.span(part), binds).map(|e| self.program.expr(e));
                // One that stands in its own value is another one.
                let is_other = |bound: &ExprId| !self.program.span(*bound).contains(self.program.span(part));
                matches!(bound, Some(Expr::Let { bound, .. }) if is_other(&bound) && deep(|| self.comes_from(bound, name)))
            }
            _ => false,
        })
    }

    /// The smallest expression of a sort that contains a span.
    pub fn smallest(&self, span: Span, sort: impl Fn(&Expr) -> bool) -> Option<ExprId> {
        let mut around = self.nested.around(&self.program.spans, span).map(ExprId::new);
        around.find(|&e| sort(&self.program.expr(e)))
    }

    /// The smallest expression that contains a span and is not that span.
    pub fn parent(&self, span: Span) -> Option<Span> {
        let spans = &self.program.spans;
        self.nested.around(spans, span).map(|i| spans[i as usize]).find(|s| *s != span)
    }

    /// The class that a span lies in.
    pub fn class_at(&self, span: Span) -> Option<ClassId> {
        let class = self.program.classes.iter().find(|c| c.span.contains(span))?;
        self.lowered.tables.classes.find(class.name)
    }

    /// The method that a span lies in: its place, and its body.
    pub fn method_at(&self, span: Span) -> Option<(Span, ExprId)> {
        let method = self.program.methods.iter().find(|m| m.span.contains(span))?;
        Some((method.span, method.body))
    }

    /// The field whose declaration a span lies in. In `int a, b` that of `a` goes to the end.
    pub fn field_at(&self, span: Span) -> Option<FieldId> {
        let around = (0..).zip(&self.program.fields).filter(|(_, f)| f.span.contains(span));
        around.min_by_key(|(_, f)| f.span.end - f.span.start).map(|(i, _)| FieldId(i))
    }

    /// The class of a field's values.
    pub fn class_of_field(&self, field: FieldId) -> Option<ClassId> {
        self.class_of_type(self.program.fields.get(field.index())?.ty)
    }

    fn class_of_type(&self, ty: TypeId) -> Option<ClassId> {
        match self.program.ty(ty).kind {
            TypeKind::Class { name, .. } => self.lowered.tables.classes.find(name),
            _ => None,
        }
    }

    /// The fields of a class and of those above and below it: the fields that its objects, or objects taken for its, have.
    pub fn fields_of(&self, class: ClassId) -> Vec<FieldId> {
        let classes = &self.lowered.tables.classes;
        let related = |owner: ClassId| classes.below(class, owner) || classes.below(owner, class);
        let fields = self.lowered.tables.fields.iter().enumerate();
        fields.filter(|(_, f)| related(f.owner)).map(|(i, _)| FieldId(i as u32)).collect()
    }

    /// The class of the variable that stands at a place, in code or in a type.
    pub fn class_of_variable(&self, at: Span) -> Option<ClassId> {
        let here = self.smallest(at, |e| matches!(e, Expr::Var(_)))?;
        let Expr::Var(x) = self.program.expr(here) else { return None };
        if x == Name::THIS {
            return self.class_at(at);
        }
        let binds = |e: &Expr| matches!(e, Expr::Let { var, .. } if *var == x);
        if let Some(Expr::Let { ty, .. }) = self.smallest(at, binds).map(|e| self.program.expr(e)) {
            return self.class_of_type(ty);
        }
        let method = self.program.methods.iter().find(|m| m.span.contains(at));
        let param = method.and_then(|m| self.program.params_of(m).iter().find(|p| p.name == x).map(|p| p.ty));
        let class = || self.program.classes.iter().find(|c| c.span.contains(at));
        let ghost = |c: &Class| self.program.ghosts_of(c).iter().find(|g| g.name == x).map(|g| g.ty);
        self.class_of_type(param.or_else(|| class().and_then(ghost))?)
    }

    /// Places of the methods that a call may run, transitively.
    pub fn called(&self, at: Span) -> Vec<Span> {
        let call = self.smallest(at, |e| matches!(e, Expr::Call { .. }));
        let Some(Expr::Call { method, .. }) = call.map(|e| self.program.expr(e)) else { return Vec::new() };
        let (mut names, mut next) = (vec![method], 0);
        let mut spans = Vec::new();
        while let Some(&name) = names.get(next) {
            next += 1;
            for m in self.program.methods.iter().filter(|m| m.name == name) {
                spans.push(m.span);
                for (e, _) in self.program.exprs.iter().zip(&self.program.spans).filter(|(_, s)| m.span.contains(**s)) {
                    if let Expr::Call { method, .. } = e
                        && !names.contains(method)
                    {
                        names.push(*method);
                    }
                }
            }
        }
        spans
    }

    /// Returns true if a finding is a cycle closed through the block claimed at a place.
    pub fn closes(&self, key: &Key, at: Span) -> bool {
        cycles::block(key)
            .is_some_and(|block| cycles::span(self.lowered, block) == at || self.program.span(block) == at)
    }

    /// Returns true if an expression accesses one of these fields, by name.
    pub fn field_accessed(&self, site: Site, fields: &[FieldId]) -> bool {
        let accessed = self.accessed(site);
        let name = |f: &FieldId| self.program.fields.get(f.index()).map(|f| f.name);
        accessed.is_some() && fields.iter().any(|f| name(f) == accessed)
    }

    /// The field that an expression accesses, by name.
    pub fn accessed(&self, site: Site) -> Option<Name> {
        match self.program.expr(site.as_expr()?) {
            Expr::Field { field, .. } | Expr::Assign { field, .. } => Some(field),
            Expr::Move(e) => self.accessed(Site::expr(e)),
            _ => None,
        }
    }
}
