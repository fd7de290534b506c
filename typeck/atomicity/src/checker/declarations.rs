//! Programs, classes, methods, overriding.

use super::{Checker, Claimed, Node, ThreadBody, Within};
use crate::judgment::Judgment;
use crate::locks::class_of_type;
use crate::rules::{atom_class, atom_method, atom_override, atom_prog};
use crate::system::NEAREST_DECLARED;
use crate::theta::Step;
use crate::tree::{Put, Tree};
use racefree_grammar::ast::{Atom, AtomId, Basic, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use racefree_kernel::{Evidence, Recorder, TypeError};
use racefree_program::ClassId;

impl<'c, 'p, R: Recorder<Judgment>> Checker<'c, 'p, R> {
    /// \[ATOM PROG\], everything inferred; `checked` says whether `check` finds nothing but what is tolerated.
    pub(crate) fn prog(&mut self, checked: bool) {
        self.counts = true;
        self.recorder.open(atom_prog::RULE);
        self.recorder.premise(atom_prog::CHECKED);
        self.recorder.evidence(match (self.in_force(atom_prog::CHECKED), checked) {
            (false, _) => Evidence::Assumed,
            (true, true) => Evidence::Holds,
            (true, false) => Evidence::Fails,
        });
        let mut a = Tree::CONST;
        if let Some(main) = self.program.main {
            a = self.part(atom_prog::MAIN, main);
            let atomicity = self.trees.at(a, |_| false);
            self.threads.insert(0, ThreadBody { body: main, fork: None, atomicity });
            self.check(atom_prog::NO_ERROR, atomicity != Basic::Error, |it| {
                it.unguarded(atom_prog::NO_ERROR, it.program.span(main), main, "the main thread")
            });
        } else {
            self.given(atom_prog::MAIN);
            self.given(atom_prog::NO_ERROR);
        }
        for i in 0..self.program.classes.len() {
            self.recorder.premise(atom_prog::DEFN);
            self.class(self.classes().of_declaration(i), i);
        }
        self.recorder.close(|| Judgment::Program(a));
    }

    /// True if the node was judged when it was inferred, and that judgment counts.
    fn is_judged(&self, node: Node) -> bool {
        !R::RECORDS && !self.later.contains(&node)
    }

    /// \[ATOM CLASS\]
    fn class(&mut self, id: ClassId, i: usize) {
        let class = &self.program.classes[i];
        self.recorder.open(atom_class::RULE);
        self.given(atom_class::UNGUARDED_TYPE);
        for f in class.fields.indices() {
            let field = &self.program.fields[f];
            let guarded = field.is_final || self.program.guard_of(class, field).is_some();
            let local = class_of_type(self.classes(), field.ty).filter(|&c| self.classes().get(c).thread_local());
            if let Some(local) = local.filter(|_| !class.thread_local && !guarded) {
                self.check(atom_class::UNGUARDED_TYPE, false, |it| it.unguarded_type(f, local));
            }
        }
        self.recorder.premise(atom_class::INIT);
        if !self.is_judged(Node::Init(id)) {
            self.initialise(id);
        }
        if !self.in_force(atom_class::INIT) {
            self.recorder.evidence(Evidence::Assumed);
        }
        self.given(atom_class::INIT);
        for m in class.methods.indices() {
            self.recorder.premise(atom_class::METHOD);
            self.method(m as u32);
        }
        self.recorder.close(|| Judgment::Class(id));
    }

    fn unguarded_type(&self, f: usize, local: ClassId) -> TypeError {
        let field = &self.program.fields[f];
        let (fd, cn) = (self.program.text(field.name), self.program.text(self.classes().get(local).name));
        let message =
            format!("the unguarded field `{fd}` of a shared class holds an object of the thread_local class `{cn}`");
        let mut error = TypeError::new(atom_class::UNGUARDED_TYPE, field.span, message);
        error.label = "other threads can reach the object through this field".to_owned();
        error.help = Some("guard the field, or make its class thread_local".to_owned());
        error
    }

    /// init(cn<x…>) = mover; init(c); a₁;…;aₙ
    pub(crate) fn initialise(&mut self, id: ClassId) -> Tree {
        let Some(decl) = self.classes().decl(id) else { return Tree::basic(Basic::Mover) };
        let depth = self.scope.depth();
        self.enter_class(id);
        self.within = Within::Init(id);
        let mut a = Tree::basic(Basic::Mover);
        if let Some(above) = self.classes().get(id).superclass().filter(|&c| c != ClassId::OBJECT) {
            let mut init = self.inits[above.index()];
            if init.as_basic().is_none() {
                let ghosts = decl.extends.map_or_else(Step::default, |ty| self.of_written(ty));
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
        self.within = Within::Main;
        self.scope.leave(depth);
        // Nothing holds the lock of an object that is being made.
        self.trees.rebuild(a, &mut |locks, lock| if locks.is_of_this(lock) { Put::Unheld } else { Put::Lock(lock) })
    }

    /// G, c this
    fn enter_class(&mut self, id: ClassId) {
        let Some(decl) = self.classes().decl(id) else { return };
        self.scope.not_self = self.types.not_self(id, None);
        for ghost in self.program.ghosts_of(&decl) {
            self.scope.bind(ghost.name, class_of_type(self.classes(), ghost.ty));
        }
        self.scope.bind(Name::THIS, Some(id));
    }

    /// G, c this, arg*
    pub(crate) fn enter_method(&mut self, m: u32) {
        let class = self.owners[m as usize];
        self.enter_class(class);
        if !self.scope.not_self.is_empty() {
            self.scope.not_self = self.types.not_self(class, Some(m));
        }
        for param in self.program.params_of(&self.program.methods[m as usize]) {
            self.scope.bind(param.name, class_of_type(self.classes(), param.ty));
        }
    }

    /// The atomicity of a method's body.
    pub(crate) fn body(&mut self, m: u32) -> Tree {
        let depth = self.scope.depth();
        self.enter_method(m);
        self.within = Within::Method(m);
        let b = self.expr(self.program.methods[m as usize].body);
        self.within = Within::Main;
        self.scope.leave(depth);
        b
    }

    /// Reads the atomicities that methods declare.
    pub(crate) fn declarations(&mut self) {
        for m in 0..self.program.methods.len() {
            if let Some(a) = self.program.clauses_of(&self.program.methods[m]).atomicity {
                let depth = self.scope.depth();
                self.enter_method(m as u32);
                self.within = Within::Method(m as u32);
                self.declared[m] = Some(self.written(a));
                self.within = Within::Main;
                self.scope.leave(depth);
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
                self.choose_by(Put::Lock(lock), then, otherwise)
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

    /// \[ATOM METHOD\]
    fn method(&mut self, m: u32) {
        let decl = &self.program.methods[m as usize];
        self.recorder.open(atom_method::RULE);
        let depth = self.scope.depth();
        self.enter_method(m);
        self.within = Within::Method(m);
        let b = match self.is_judged(Node::Method(m)) {
            true => self.bodies[m as usize],
            false => self.part(atom_method::BODY, decl.body),
        };
        self.given(atom_method::DECLARED_FINAL);
        for lock in self.program.clauses_of(decl).atomicity.map_or(Vec::new(), |a| self.written_locks(a)) {
            let l = self.written_lock(lock, true);
            if !self.scope.is_final(self.types.classes(), &self.trees.locks, l) {
                self.check(atom_method::DECLARED_FINAL, false, |it| it.no_lock(m, lock));
            }
        }
        match self.declared[m as usize] {
            None => self.given(atom_method::DECLARED),
            Some(a) => {
                let holds = self.trees.below(b, a);
                self.check(atom_method::DECLARED, holds, |it| it.exceeds(m, b, a));
            }
        }
        let (mut promises, mut atomic) = (true, decl.atomic);
        let above: Vec<u32> = self.classes().overridden(self.owners[m as usize], m).collect();
        if above.is_empty() {
            self.given(atom_method::OVERRIDE);
        }
        for over in above {
            self.recorder.premise(atom_method::OVERRIDE);
            let claims = !atomic && self.program.methods[over as usize].atomic;
            self.overrides(m, b, over, promises, claims);
            promises &= !self.options.reads(NEAREST_DECLARED);
            atomic |= claims;
        }
        self.within = Within::Main;
        self.scope.leave(depth);
        self.recorder.close(|| Judgment::Method(m, b));
    }

    /// \[ATOM OVERRIDE\]: whether what the overridden method declares counts, and whether it is the one that makes m atomic.
    fn overrides(&mut self, m: u32, b: Tree, over: u32, promises: bool, claims: bool) {
        self.recorder.open(atom_override::RULE);
        match self.declared[over as usize].filter(|_| promises) {
            None => self.given(atom_override::DECLARED),
            Some(promised) => {
                let theta = self.over_theta(m, over);
                let promised = self.substitute(promised, |locks, lock| theta.of(locks, lock));
                let own = self.of_method(m);
                let holds = self.trees.below(own, promised);
                self.check(atom_override::DECLARED, holds, |it| it.breaks(m, over, own, promised));
            }
        }
        let in_force = self.choose(atom_override::CLAIMED);
        if claims {
            let (block, locks) = (self.program.methods[m as usize].body, self.requires_of(m));
            let claim = Claimed {
                block,
                method: Some(m),
                within: Within::Method(m),
                tree: b,
                locks,
                atomicity: Basic::Const,
                blame: None,
                counts: in_force,
            };
            self.recorder.open(crate::rules::atom_block::RULE);
            self.given(crate::rules::atom_block::BODY);
            self.claim(claim);
            self.recorder.close(|| Judgment::Expr(block, b));
        }
        self.recorder.close(|| Judgment::Override(m, over));
    }

    /// Returns the substitution that gives an overridden method's locks the names that the overriding one uses.
    fn over_theta(&mut self, m: u32, over: u32) -> Step {
        let mut theta = self.types.of_overridden(&mut self.trees.locks, m, over);
        theta.vars.add(Name::THIS, self.trees.locks.paths.var(Name::THIS));
        let own = self.program.params_of(&self.program.methods[m as usize]);
        let other = self.program.params_of(&self.program.methods[over as usize]);
        for (theirs, ours) in other.iter().zip(own) {
            theta.vars.add(theirs.name, self.trees.locks.paths.var(ours.name));
        }
        theta
    }

    fn no_lock(&self, m: u32, lock: ExprId) -> TypeError {
        let text = self.text(self.program.span(lock));
        let message = format!(
            "`{}` declares an atomicity that tests `{text}`, which is no final expression",
            self.method_name(m)
        );
        let mut error = TypeError::new(atom_method::DECLARED_FINAL, self.program.methods[m as usize].span, message);
        error.related.push((self.program.span(lock), "this is no lock here".to_owned()));
        error
    }

    fn exceeds(&mut self, m: u32, b: Tree, a: Tree) -> TypeError {
        let (is, says) = (self.trees.show(b, self.source), self.trees.show(a, self.source));
        let message = format!("`{}` declares to be {says}, and is {is}", self.method_name(m));
        let mut error = TypeError::new(atom_method::DECLARED, self.program.methods[m as usize].span, message);
        error.label = "its body is more than it declares".to_owned();
        error.help = Some(format!("declare `atomicity {is}`, or nothing"));
        error
    }

    fn breaks(&mut self, m: u32, over: u32, own: Tree, promised: Tree) -> TypeError {
        let (is, says) = (self.trees.show(own, self.source), self.trees.show(promised, self.source));
        let (name, other) = (self.method_name(m), self.method_name(over));
        let message = format!("`{name}` is {is}, and `{other}`, which it overrides, declares {says}");
        let span = self.program.methods[m as usize].span;
        let mut error = TypeError::new(atom_override::DECLARED, span, message);
        error.label = "callers of the overridden method rely on what it declares".to_owned();
        error.related.push((self.program.methods[over as usize].name_span, format!("`{other}` declares it here")));
        error
    }
}
