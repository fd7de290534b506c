//! Programs, classes, methods, overriding.

use super::components::Node;
use super::{Checker, Enclosing, Thread};
use crate::error::{Why, holds};
use crate::judgment::Judgment;
use crate::options::NEAREST_DECLARED;
use crate::reading::Reading;
use crate::rules::{atom_block, atom_class, atom_method, atom_override, atom_prog};
use crate::theta::Mapping;
use crate::tree::{TestOutcome, Tree};
use racefree_grammar::ast::{Atom, AtomId, Basic, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_program::ClassId;

impl<'r, 'c: 'r, 'p> Reading<'r, 'c, 'p> {
    /// \[ATOM PROG\], everything inferred; `checked` says whether `check` finds nothing but what is tolerated.
    pub(crate) fn prog(&mut self, checked: bool) {
        self.counts = true;
        let rule = self.rule(atom_prog::RULE, Span::NONE);
        rule.check(atom_prog::CHECKED, || holds(checked, || Why::Unchecked));
        let mut a = Tree::CONST;
        if let Some(main) = self.program.main {
            a = self.part(&rule, atom_prog::MAIN, main);
            let atomicity = self.trees.at(a, |_| false);
            let unguarded = || Why::Unguarded { body: main, within: Enclosing::Main };
            let safe = || holds(atomicity != Basic::Error, unguarded);
            let span = self.program.span(main);
            rule.check_at(atom_prog::NO_ERROR, span, safe);
            self.threads.insert(0, Thread { fork: None, span, atomicity });
        } else {
            rule.premise(atom_prog::MAIN).holds(true);
            rule.premise(atom_prog::NO_ERROR).holds(true);
        }
        for i in 0..self.program.classes.len() {
            rule.premise(atom_prog::DEFN);
            self.class(self.classes().of_declaration(i), i);
        }
        rule.concludes_as(Judgment::Program(a), ());
    }

    /// \[ATOM CLASS\]
    fn class(&mut self, id: ClassId, i: usize) {
        let class = &self.program.classes[i];
        let rule = self.rule(atom_class::RULE, class.span);
        rule.premise(atom_class::UNGUARDED_TYPE).holds(true);
        for f in class.fields.indices() {
            let field = &self.program.fields[f];
            let guarded = field.is_final || self.program.guard_of(class, field).is_some();
            let local = self.classes().class_of_type(field.ty).filter(|&c| self.classes().get(c).thread_local());
            if let Some(local) = local.filter(|_| !class.thread_local && !guarded) {
                let wrong = || Err(Box::new(Why::UnguardedType(f, local)));
                rule.check_at(atom_class::UNGUARDED_TYPE, field.span, wrong);
            }
        }
        rule.premise(atom_class::INIT);
        self.initialise(id);
        rule.in_force(atom_class::INIT);
        for m in class.methods.indices() {
            rule.premise(atom_class::METHOD);
            self.method(m as u32);
        }
        rule.concludes_as(Judgment::Class(i as u32), ());
    }

    /// init(cn<x…>) = mover; init(c); a₁;…;aₙ
    pub(crate) fn initialise(&mut self, id: ClassId) -> Tree {
        let Some(decl) = self.classes().decl(id) else { return Tree::basic(Basic::Mover) };
        let depth = self.enter_class(id);
        let mut a = Tree::basic(Basic::Mover);
        if let Some(Node::Method(above)) = self.above(id) {
            let init = self.of_method(above);
            a = self.trees.then(a, init);
        } else if let Some(above) = self.classes().get(id).superclass().filter(|&c| c != ClassId::OBJECT) {
            let mut init = self.inits[above.index()];
            if init.as_basic().is_none() {
                let ghosts = decl.extends.map_or_else(Mapping::default, |ty| self.of_written(ty));
                init = self.substitute(init, |locks, lock| ghosts.of(locks, lock));
            }
            a = self.trees.then(a, init);
        }
        for field in self.program.fields_of(&decl) {
            if let Some(init) = field.init {
                let of = self.expr(init);
                a = self.trees.then(a, of);
            }
        }
        self.leave(depth);
        // Nothing holds the lock of an object that is being made.
        self.trees.rebuild(a, &mut |locks, lock| {
            if locks.is_of_this(lock) { TestOutcome::Unheld } else { TestOutcome::Lock(lock) }
        })
    }

    /// The atomicity of a method's body.
    pub(crate) fn body(&mut self, m: u32) -> Tree {
        if let Some(given) = self.given(m) {
            return given;
        }
        let depth = self.enter_method(m);
        let before = self.before_body(m);
        let mark = self.exits.len();
        let b = self.expr(self.program.methods[m as usize].body);
        self.exits_after(mark, before);
        let b = self.trees.then(before, b);
        let b = self.closed(mark, b);
        self.leave(depth);
        b
    }

    /// \[ATOM METHOD\]
    fn method(&mut self, m: u32) {
        let decl = &self.program.methods[m as usize];
        if self.given(m).is_some() {
            return;
        }
        if !self.program.kind_of(decl).is_called() {
            return self.atom_constructor(m);
        }
        let depth = self.enter_method(m);
        let rule = self.rule(atom_method::RULE, decl.span);
        let mark = self.exits.len();
        let b = self.part(&rule, atom_method::BODY, decl.body);
        let b = self.closed(mark, b);
        rule.premise(atom_method::DECLARED_FINAL).holds(true);
        for lock in self.program.clauses_of(decl).atomicity.map_or(Vec::new(), |a| self.written_locks(a)) {
            let l = self.written_lock(lock, true);
            if !self.scope.is_final(self.types.classes(), &self.trees.locks, l) {
                rule.check(atom_method::DECLARED_FINAL, || Err(Box::new(Why::NoLock(m, lock))));
            }
        }
        if let Some(a) = self.declared[m as usize] {
            let exceeds = || Why::Exceeds { method: m, is: b, declared: a };
            rule.check(atom_method::DECLARED, || holds(self.trees.below(b, a), exceeds));
        } else {
            rule.premise(atom_method::DECLARED).holds(true);
        }
        let (mut promises, mut atomic) = (true, decl.atomic);
        let above: Vec<u32> = self.classes().overridden(self.owners[m as usize], m).collect();
        if above.is_empty() {
            rule.premise(atom_method::OVERRIDE).holds(true);
        }
        for over in above {
            rule.premise(atom_method::OVERRIDE);
            let claims = !atomic && self.program.methods[over as usize].atomic;
            self.overrides((m, b), over, promises, claims);
            promises &= !self.options.reads(NEAREST_DECLARED);
            atomic |= claims;
        }
        self.leave(depth);
        rule.concludes_as(Judgment::Method(m, b), ());
    }

    /// \[ATOM OVERRIDE\]: whether what the overridden method declares counts, and whether it is the one that makes m atomic.
    fn overrides(&mut self, (m, b): (u32, Tree), over: u32, promises: bool, claims: bool) {
        let rule = self.rule(atom_override::RULE, self.program.methods[m as usize].span);
        if let Some(promised) = self.declared[over as usize].filter(|_| promises) {
            rule.check(atom_override::DECLARED, || {
                let theta = self.over_theta(m, over);
                let declared = self.substitute(promised, |locks, lock| theta.of(locks, lock));
                let is = self.of_method(m);
                holds(self.trees.below(is, declared), || Why::Breaks { method: m, over, is, declared })
            });
        } else {
            rule.premise(atom_override::DECLARED).holds(true);
        }
        let counts = rule.in_force(atom_override::CLAIMED);
        if claims {
            let (block, locks) = (self.program.methods[m as usize].body, self.requires_of(m));
            let rule = self.of(atom_block::RULE, block);
            rule.premise(atom_block::BODY).holds(true);
            self.claim(&rule, (block, Some(m)), b, locks, counts);
            rule.concludes_as(Judgment::Expr(block, b), ());
        }
        rule.concludes_as(Judgment::Override(m, over), ());
    }
}

impl<'c, 'p> Checker<'c, 'p> {
    /// G, c this. Returns the depth to which [`Checker::leave`] comes back.
    fn enter_class(&mut self, id: ClassId) -> usize {
        let depth = self.scope.depth();
        let Some(decl) = self.classes().decl(id) else { return depth };
        self.within = self.classes().declared(id).map_or(Enclosing::Main, Enclosing::Init);
        self.scope.not_self = self.types.not_self(id, None);
        for ghost in self.program.ghosts_of(&decl) {
            self.scope.bind(ghost.name, self.classes().class_of_type(ghost.ty));
        }
        self.scope.bind(Name::THIS, Some(id));
        depth
    }

    /// G, c this, arg*
    pub(super) fn enter_method(&mut self, m: u32) -> usize {
        let class = self.owners[m as usize];
        let depth = self.enter_class(class);
        self.within = Enclosing::Method(m);
        if !self.scope.not_self.is_empty() {
            self.scope.not_self = self.types.not_self(class, Some(m));
        }
        for param in self.program.params_of(&self.program.methods[m as usize]) {
            self.scope.bind(param.name, self.classes().class_of_type(param.ty));
        }
        depth
    }

    /// Back to the main expression.
    pub(super) fn leave(&mut self, depth: usize) {
        self.within = Enclosing::Main;
        self.scope.leave(depth);
    }

    /// Reads the atomicities that methods declare.
    pub(crate) fn declarations(&mut self) {
        for m in 0..self.program.methods.len() {
            if let Some(a) = self.program.clauses_of(&self.program.methods[m]).atomicity {
                let depth = self.enter_method(m as u32);
                self.declared[m] = Some(self.written(a));
                self.leave(depth);
            }
        }
    }

    /// A written atomicity.
    fn written(&mut self, a: AtomId) -> Tree {
        deep(|| match self.program.atom(a) {
            Atom::Basic(basic) => Tree::basic(basic),
            Atom::Held { lock, then, otherwise } => {
                let (then, otherwise) = (self.written(then), self.written(otherwise));
                let lock = self.written_lock(lock, true);
                self.choose_by(TestOutcome::Lock(lock), then, otherwise)
            }
        })
    }

    /// The locks of a written atomicity.
    fn written_locks(&self, a: AtomId) -> Vec<ExprId> {
        let (mut todo, mut locks) = (vec![a], Vec::new());
        while let Some(a) = todo.pop() {
            if let Atom::Held { lock, then, otherwise } = self.program.atom(a) {
                locks.push(lock);
                todo.extend([then, otherwise]);
            }
        }
        locks
    }

    /// Returns the substitution that gives an overridden method's locks the names that the overriding one uses.
    fn over_theta(&mut self, m: u32, over: u32) -> Mapping {
        let mut theta = self.types.of_overridden(&mut self.trees.locks, m, over);
        self.renamed(over, m).into_iter().for_each(|(x, own)| theta.vars.add(x, own));
        theta
    }

    /// [this/this, xᵢ/yᵢ], the parameters of a method being y₁…ₙ and those of another x₁…ₙ.
    pub(super) fn renamed(&mut self, of: u32, by: u32) -> Vec<(Name, Path)> {
        let params = |m: u32| self.program.params_of(&self.program.methods[m as usize]).iter().map(|param| param.name);
        let names: Vec<(Name, Name)> = params(of).zip(params(by)).collect();
        let paths = &mut self.trees.locks.paths;
        std::iter::once((Name::THIS, Name::THIS)).chain(names).map(|(x, own)| (x, paths.var(own))).collect()
    }
}
