//! The one constraint system (specification, section 3). The typing rules ask ([`racefree_typeck::open`]); here each question
//! becomes clauses over the literals of section 2, for the premise and the place that asked.

use crate::clauses::{Clauses, Instance, Lit, Meaning, STRUCTURAL, Slot};
use crate::scopes::{Scopes, Steps};
use crate::slots::{Place, Settings, Template};
use crate::symbolic::Symbolic;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root};
use racefree_kernel::TypeError;
use racefree_kernel::report;
use racefree_program::ClassId;
use racefree_typeck::locks::{LocksId, Taken};
use racefree_typeck::open::{Note, Notes, Question, questions};
use racefree_typeck::{Base, Cx, Options};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which candidates are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breadth {
    /// Of paths with fields, those whose class is related to that of a lock of the program.
    Related,
    /// All.
    All,
}

/// Clauses would take more memory than they may.
#[derive(Clone, Copy, Debug)]
pub struct TooLarge;

/// The constraints on the annotations of a program.
pub struct System<'t> {
    /// The program with its slots.
    pub template: &'t Template,
    /// What the clauses' paths refer to.
    pub cx: Cx<'t, Notes>,
    /// Clauses.
    pub clauses: Clauses,
    /// What the variables mean.
    pub meanings: Vec<Meaning>,
    /// The premises that clauses are for, in program order.
    pub instances: Vec<Instance>,
    /// The slots.
    pub slots: Vec<Slot>,
    /// Of these literals at most one holds.
    pub at_most_one: Vec<Vec<Lit>>,
    /// `tl(C)` by the class's place in the program; a constant where it is decided.
    pub local: Vec<Lit>,
    /// `fin(f)`; a constant where it is decided.
    pub finals: Vec<Lit>,
    /// `gh(C,i)` by class.
    pub ghosts: Vec<Vec<Lit>>,
    /// What the rules asked.
    pub notes: Vec<Note>,
    symbolic: Symbolic,
}

struct Builder<'t> {
    template: &'t Template,
    cx: Cx<'t, Notes>,
    symbolic: Symbolic,
    clauses: Clauses,
    by_instance: FxHashMap<Instance, u32>,
    instances: Vec<Instance>,
    silenced: FxHashSet<Instance>,
    slots: Vec<Slot>,
    local: Vec<Lit>,
    finals: Vec<Lit>,
    ghosts: Vec<Vec<Lit>>,
    scopes: Scopes,
    held: (LocksId, Vec<Path>),
    most: usize,
}

impl<'t> System<'t> {
    /// The constraints for a program with slots.
    pub fn new(
        template: &'t Template,
        source: &str,
        settings: &'t Settings,
        breadth: Breadth,
    ) -> Result<System<'t>, TooLarge> {
        let notes = Notes::new(template.notes.local.clone(), template.notes.finals.clone());
        let (failures, mut cx) = questions(&template.program, &settings.options, notes, template.first);
        let notes = std::mem::take(&mut cx.recorder.notes);
        let mut all: Vec<Instance> = failures.iter().map(|&(premise, span)| Instance { span, premise }).collect();
        let failed = all.clone();
        all.extend(notes.iter().map(|n| Instance { span: n.span, premise: n.premise }));
        let silenced = silenced(template, source, &settings.options, &all);
        all.sort_unstable();
        all.dedup();
        let by_instance = all.iter().enumerate().map(|(i, &instance)| (instance, i as u32)).collect();
        let none = |n: usize| vec![Lit::FALSE; n];
        let p = &template.program;
        let mut builder = Builder {
            template,
            cx,
            symbolic: Symbolic::default(),
            clauses: Clauses::default(),
            by_instance,
            instances: all,
            silenced,
            slots: Vec::new(),
            local: none(p.classes.len()),
            finals: none(p.fields.len()),
            ghosts: vec![Vec::new(); p.classes.len()],
            scopes: Scopes::default(),
            held: (LocksId::EMPTY, Vec::new()),
            // A literal of a clause takes about so many bytes until it is solved.
            most: settings.memory.map_or(usize::MAX, |megabytes| (megabytes << 20) as usize / 64),
        };
        builder.variables();
        builder.candidates(&notes, settings, breadth)?;
        builder.structure();
        for instance in failed {
            builder.add(instance, &[]);
        }
        for note in &notes {
            builder.note(note);
            if builder.clauses.size() + builder.symbolic.clauses.size() > builder.most {
                return Err(TooLarge);
            }
        }
        Ok(builder.finish(notes))
    }

    /// What a lock that the rules asked about may be.
    pub fn alternatives(&mut self, l: Path) -> crate::symbolic::Alternatives {
        self.symbolic.alternatives(&mut self.cx, &self.slots, self.template.first, l)
    }

    /// Excludes solutions with all of these literals.
    pub fn block(&mut self, lits: &[Lit]) {
        let clause: Vec<Lit> = lits.iter().map(|&l| !l).collect();
        self.clauses.add(STRUCTURAL, &clause);
    }

    /// The literal of a class.
    pub fn local_of(&self, class: ClassId) -> Lit {
        local_of(&self.cx, &self.local, class)
    }

    /// The text of a lock, new ghosts by the names that they are written with.
    pub fn text(&self, l: Path) -> String {
        let mut text = self.cx.types.paths.text(l, &self.template.program, "");
        if let Some(at) = text.find('@') {
            let end = text[at..].find('.').map_or(text.len(), |dot| at + dot);
            text.replace_range(at..end, "");
        }
        text
    }

    /// The slot of a field's guard, or of a method's requires set.
    pub fn slot_of(&self, place: Place) -> Option<usize> {
        // Places are few per declaration, but slots many.
        self.slots.iter().position(|slot| slot.place == place)
    }
}

fn local_of(cx: &Cx<'_, Notes>, local: &[Lit], class: ClassId) -> Lit {
    cx.classes.get(class).declared.map_or(Lit::FALSE, |i| local[i as usize])
}

/// The instances that a `no_warn` silences.
fn silenced(template: &Template, source: &str, options: &Options, all: &[Instance]) -> FxHashSet<Instance> {
    if template.program.no_warns.is_empty() && options.no_warn.is_empty() {
        return FxHashSet::default();
    }
    let errors = all.iter().map(|i| TypeError::new(i.premise, i.span, String::new())).collect();
    let report = report::sort_out(&Base, &template.program, source, options, errors, Vec::new(), None);
    report.silenced.iter().map(|e| Instance { span: e.span, premise: e.premise }).collect()
}

impl<'t> Builder<'t> {
    fn variables(&mut self) {
        self.symbolic.var(Meaning::Constant);
        let program = &self.template.program;
        for (i, class) in program.classes.iter().enumerate() {
            if class.thread_local {
                self.local[i] = Lit::TRUE;
            } else if self.template.notes.local[i] {
                self.local[i] = self.symbolic.var(Meaning::Local(i as u32));
            }
        }
        for (f, field) in program.fields.iter().enumerate() {
            if field.is_final {
                self.finals[f] = Lit::TRUE;
            } else if self.template.notes.finals[f] {
                self.finals[f] = self.symbolic.var(Meaning::Final(f as u32));
            }
        }
        for ghost in &self.template.ghosts {
            let lit = self.symbolic.var(Meaning::Ghost(ghost.class, ghost.index));
            self.ghosts[ghost.class as usize].push(lit);
            self.symbolic.ghosts.insert(ghost.name, lit);
        }
    }

    /// The candidates of each slot are those of the scope in which the rules ask first for the lock in it.
    fn candidates(&mut self, notes: &[Note], settings: &Settings, breadth: Breadth) -> Result<(), TooLarge> {
        let related = match breadth {
            Breadth::Related => Some(self.lock_classes(notes)),
            Breadth::All => None,
        };
        let places = &self.template.places;
        let mut found: Vec<Option<Vec<Path>>> = vec![None; places.len()];
        let mut steps = Steps::default();
        let mut total = 0;
        for note in notes {
            let Question::Final(l, env) = note.question else { continue };
            let Some(x) = self.cx.types.paths.slot(l).filter(|_| self.cx.types.paths.len(l) == 0) else { continue };
            let slot = &mut found[(x.0 - self.template.first.0) as usize];
            if slot.is_some() {
                continue;
            }
            self.scopes.go(&self.cx, env);
            let all = steps.candidates(&mut self.cx, &self.scopes, settings.depth, self.most - total);
            total += all.len();
            if total >= self.most {
                return Err(TooLarge);
            }
            let paths = &self.cx.types.paths;
            let classes = &self.cx.classes;
            let kept = all.into_iter().filter(|&(p, class)| {
                let fits = |&c: &ClassId| classes.below(c, class) || classes.below(class, c);
                paths.len(p) == 0 || related.as_ref().is_none_or(|locks| locks.iter().any(fits))
            });
            *slot = Some(kept.map(|(p, _)| p).collect());
        }
        for (i, (place, candidates)) in places.iter().zip(found).enumerate() {
            let candidates = candidates.unwrap_or_default();
            let first = self.symbolic.meanings.len() as u32;
            for j in 0..candidates.len() {
                self.symbolic.var(Meaning::Choice(i as u32, j as u32));
            }
            self.slots.push(Slot { place: *place, candidates, first });
        }
        Ok(())
    }

    /// The classes of the locks that the program takes or names.
    fn lock_classes(&mut self, notes: &[Note]) -> Vec<ClassId> {
        let mut classes = FxHashSet::default();
        for note in notes {
            if let Question::Final(l, env) = note.question
                && !self.cx.types.paths.is_open(l)
            {
                self.scopes.go(&self.cx, env);
                classes.extend(self.scopes.class_of(&self.cx, l));
            }
        }
        let mut classes: Vec<ClassId> = classes.into_iter().collect();
        classes.sort_unstable();
        classes
    }

    /// What the literals mean together.
    fn structure(&mut self) {
        for lits in &self.ghosts {
            for pair in lits.windows(2) {
                self.clauses.add(STRUCTURAL, &[!pair[1], pair[0]]);
            }
        }
        for slot in &self.slots {
            // A lock that starts with a new ghost needs it.
            for (lit, l) in slot.choices() {
                if let Root::Var(x) = self.cx.types.paths.root(l)
                    && let Some(&ghost) = self.symbolic.ghosts.get(&x)
                {
                    self.clauses.add(STRUCTURAL, &[!lit, ghost]);
                }
            }
            let Place::Arg(t, i) = slot.place else { continue };
            let there = self.ghost_of(t, i);
            let mut some: Vec<Lit> = slot.choices().map(|(lit, _)| lit).collect();
            for &lit in &some {
                self.clauses.add(STRUCTURAL, &[!lit, there]);
            }
            some.push(!there);
            self.clauses.add(STRUCTURAL, &some);
        }
    }

    /// Whether the class of an occurrence has the ghost that an argument is for.
    fn ghost_of(&self, t: racefree_grammar::ast::TypeId, i: u32) -> Lit {
        let program = &self.template.program;
        let racefree_grammar::ast::TypeKind::Class { name, .. } = program.ty(t).kind else { return Lit::FALSE };
        let class = self.cx.classes.find(name).and_then(|c| self.cx.classes.decl(c));
        let ghost = class.map(|class| program.ghosts_of(class)[i as usize].name);
        ghost.and_then(|x: Name| self.symbolic.ghosts.get(&x).copied()).unwrap_or(Lit::TRUE)
    }

    fn add(&mut self, instance: Instance, clause: &[Lit]) {
        if !self.silenced.contains(&instance) {
            let tag = self.by_instance[&instance];
            self.clauses.add(tag, clause);
        }
    }

    fn alternatives(&mut self, l: Path) -> crate::symbolic::Alternatives {
        self.symbolic.alternatives(&mut self.cx, &self.slots, self.template.first, l)
    }

    fn note(&mut self, note: &Note) {
        let at = Instance { span: note.span, premise: note.premise };
        let declared = |cx: &Cx<'_, Notes>, c: ClassId| cx.classes.get(c).declared;
        match note.question {
            Question::Held(l, locks) => self.held(at, l, locks),
            Question::Same(a, b) => self.same(at, &[a], &[b]),
            Question::SameSets(ref ours, ref theirs) => self.same(at, ours, theirs),
            Question::Final(l, env) => {
                self.scopes.go(&self.cx, env);
                for &(p, lit) in self.alternatives(l).iter() {
                    match self.scopes.fields_to_be_final(&self.cx, p) {
                        None => self.add(at, &[!lit]),
                        Some(fields) => fields.iter().for_each(|&f| self.add(at, &[!lit, self.finals[f as usize]])),
                    }
                }
            }
            Question::ArgType(l, wanted, env) => {
                self.scopes.go(&self.cx, env);
                for &(p, lit) in self.alternatives(l).iter() {
                    let class = self.scopes.class_of(&self.cx, p);
                    if !class.is_some_and(|c| self.cx.classes.below(c, wanted)) {
                        self.add(at, &[!lit]);
                    }
                }
            }
            Question::Protected(f) => {
                let class = self.cx.recorder.class_of_field(f);
                let mut clause = vec![local_of(&self.cx, &self.local, class), self.finals[f as usize]];
                let guard = self.template.program.fields[f as usize].guard;
                if let Some(l) = guard {
                    let l = self.cx.types.paths.of_expr(&self.template.program, l);
                    clause.extend(self.alternatives(l).iter().map(|&(_, lit)| lit));
                }
                self.add(at, &clause);
            }
            Question::SharedField(f, c) => {
                let owner = self.cx.recorder.class_of_field(f);
                let (c, owner) = (local_of(&self.cx, &self.local, c), local_of(&self.cx, &self.local, owner));
                self.add(at, &[!c, owner]);
            }
            Question::SharedSuper(c, d) => {
                let (c, d) = (local_of(&self.cx, &self.local, c), local_of(&self.cx, &self.local, d));
                self.add(at, &[!d, c]);
            }
            Question::Overrides(m, d) => {
                let c = local_of(&self.cx, &self.local, self.cx.recorder.class_of_method(m));
                self.add(at, &[!c, local_of(&self.cx, &self.local, d)]);
            }
            Question::Captured(c) => self.add(at, &[!local_of(&self.cx, &self.local, c)]),
            Question::CapturedLock(l, env) => {
                self.scopes.go(&self.cx, env);
                for &(p, lit) in self.alternatives(l).iter() {
                    let Root::Var(x) = self.cx.types.paths.root(p) else { continue };
                    let class = self.scopes.get(&self.cx, x).and_then(|t| self.cx.types.class_of(t));
                    if let Some(class) = class.filter(|&c| declared(&self.cx, c).is_some()) {
                        self.add(at, &[!lit, !local_of(&self.cx, &self.local, class)]);
                    }
                }
            }
            Question::FinalField(_) | Question::Local(_) => {}
        }
    }

    /// `g(f,l) ∧ [θl=p] → held(p)`, and so for `r(m,l)`.
    fn held(&mut self, at: Instance, l: Path, locks: LocksId) {
        if self.held.0 != locks || self.held.1.is_empty() {
            let elements = self.cx.locks.elements(locks);
            self.held = (locks, elements.map(|held| held.lock).collect());
            debug_assert!(
                self.cx
                    .locks
                    .elements(locks)
                    .all(|h| h.taken == Taken::Requires || !self.cx.types.paths.is_open(h.lock))
            );
        }
        let held = std::mem::take(&mut self.held.1);
        for &(p, lit) in self.alternatives(l).iter() {
            let mut clause = vec![!lit];
            for &h in &held {
                for &(q, also) in self.alternatives(h).iter() {
                    if p == q {
                        clause.push(also);
                    }
                }
            }
            self.add(at, &clause);
        }
        self.held.1 = held;
    }

    /// `[σ=p] ↔ [τ=p]` for each p, and never no path.
    fn same(&mut self, at: Instance, ours: &[Path], theirs: &[Path]) {
        let mut sides = [ours, theirs].map(|side| {
            let mut all: Vec<(Path, Lit)> = Vec::new();
            for &l in side {
                all.extend(self.alternatives(l).iter());
            }
            all
        });
        let nowhere = |cx: &Cx<'_, Notes>, p: Path| matches!(cx.types.paths.root(p), Root::Expr(_));
        for side in &mut sides {
            let none: Vec<Lit> = side.iter().filter(|a| nowhere(&self.cx, a.0)).map(|a| a.1).collect();
            none.into_iter().for_each(|lit| self.add(at, &[!lit]));
            side.retain(|a| !nowhere(&self.cx, a.0));
            side.sort_unstable();
        }
        let [ours, theirs] = sides;
        for (from, to) in [(&ours, &theirs), (&theirs, &ours)] {
            for &(p, lit) in from {
                let start = to.partition_point(|a| a.0 < p);
                let mut clause = vec![!lit];
                clause.extend(to[start..].iter().take_while(|a| a.0 == p).map(|a| a.1));
                self.add(at, &clause);
            }
        }
    }

    fn finish(self, notes: Vec<Note>) -> System<'t> {
        let Builder { template, cx, mut symbolic, mut clauses, instances, slots, local, finals, ghosts, .. } = self;
        for (clause, _) in symbolic.clauses.iter() {
            clauses.add(STRUCTURAL, clause);
        }
        let exclusive = |slot: &&Slot| !matches!(slot.place, Place::Requires(_)) && slot.candidates.len() > 1;
        let at_most_one = slots.iter().filter(exclusive).map(|s| s.choices().map(|(lit, _)| lit).collect()).collect();
        let meanings = std::mem::take(&mut symbolic.meanings);
        System {
            template,
            cx,
            clauses,
            meanings,
            instances,
            slots,
            at_most_one,
            local,
            finals,
            ghosts,
            notes,
            symbolic,
        }
    }
}
