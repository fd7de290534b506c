//! Variables, candidates, and their common meaning.

use super::{Breadth, System};
use crate::clauses::{Clauses, Instance, Lit, Meaning, STRUCTURAL, Slot};
use crate::limits::{EXPLICIT, ends_in, explicit_names, idle_names};
use crate::scopes::{Scopes, Steps};
use crate::slots::{Place, Settings, Template};
use crate::symbolic::{Alternatives, Symbolic};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root};
use racefree_java_rules::Java;
use racefree_kernel::{Budget, Stopped, TypeError, report};
use racefree_program::ClassId;
use racefree_typeck::locks::LocksId;
use racefree_typeck::open::{Note, Notes, Question};
use racefree_typeck::{Cx, Options};
use rustc_hash::{FxHashMap, FxHashSet};

/// Number of notes processed before the budget is checked again.
const ASK: usize = 1 << 10;

/// A system in the making.
pub(super) struct Builder<'t> {
    pub(super) template: &'t Template,
    pub(super) cx: Cx<'t, Notes>,
    pub(super) symbolic: Symbolic,
    clauses: Clauses,
    by_instance: FxHashMap<Instance, u32>,
    instances: Vec<Instance>,
    silenced: FxHashSet<Instance>,
    pub(super) slots: Vec<Slot>,
    pub(super) local: Vec<Lit>,
    pub(super) finals: Vec<Lit>,
    ghosts: Vec<Vec<Lit>>,
    pub(super) scopes: Scopes,
    pub(super) held: (LocksId, Vec<Path>),
    most: usize,
    notes: Vec<Note>,
    /// Premises that fail under every choice.
    failed: Vec<Instance>,
}

impl<'t> Builder<'t> {
    /// Asks the rules for their questions.
    pub(super) fn new(template: &'t Template, source: &str, settings: &'t Settings) -> Builder<'t> {
        let notes = Notes::new(template.notes.local.clone(), template.notes.finals.clone());
        let (failures, mut cx) =
            racefree_java_rules::LANGUAGE.questions(&template.program, &settings.options, notes, template.first);
        let notes = std::mem::take(&mut cx.heard.notes);
        let mut all: Vec<Instance> = failures.iter().map(|&(premise, span)| Instance { span, premise }).collect();
        let failed = all.clone();
        all.extend(notes.iter().map(|n| Instance { span: n.span, premise: n.premise }));
        let silenced = silenced(template, source, &settings.options, &all);
        all.sort_unstable();
        all.dedup();
        let by_instance = all.iter().enumerate().map(|(i, &instance)| (instance, i as u32)).collect();
        let none = |n: usize| vec![Lit::FALSE; n];
        let p = &template.program;
        Builder {
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
            // A literal of a clause takes about 64 bytes until it is solved.
            most: settings.memory.map_or(usize::MAX, |megabytes| (megabytes as usize).saturating_mul((1 << 20) / 64)),
            notes,
            failed,
        }
    }

    /// Makes clauses of the questions.
    pub(super) fn build(
        mut self,
        settings: &'t Settings,
        breadth: Breadth,
        budget: &Budget,
    ) -> Result<System<'t>, Stopped> {
        let (notes, failed) = (std::mem::take(&mut self.notes), std::mem::take(&mut self.failed));
        self.scopes.idle = idle_names(&self.template.program);
        self.variables();
        self.candidates(&notes, settings, breadth, budget)?;
        self.structure();
        for instance in failed {
            self.add(instance, &[]);
        }
        for (i, note) in notes.iter().enumerate() {
            if i % ASK == 0 {
                budget.check()?;
            }
            self.note(note);
            if self.clauses.size() + self.symbolic.clauses.size() > self.most {
                return Err(Stopped::Memory);
            }
        }
        Ok(self.finish(notes))
    }

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

    /// The candidates of each slot are those of the scope in which the rules first ask for its lock.
    fn candidates(
        &mut self,
        notes: &[Note],
        settings: &Settings,
        breadth: Breadth,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        let related = match breadth {
            Breadth::Related => Some(self.lock_classes(notes)),
            Breadth::All => None,
        };
        let places = &self.template.places;
        let mut found: Vec<Option<Vec<Path>>> = vec![None; places.len()];
        let mut steps = Steps::default();
        let explicit = explicit_names(&self.template.program);
        let locked = self.template.program.names.find(EXPLICIT).filter(|_| !explicit.is_empty());
        let limits = &settings.limits;
        let mut total = 0;
        for note in notes {
            let Question::Final(l, env) = note.question else { continue };
            let Some(x) = self.cx.types.paths.slot(l).filter(|_| self.cx.types.paths.len(l) == 0) else { continue };
            let i = (x.0 - self.template.first.0) as usize;
            let slot = &mut found[i];
            if slot.is_some() || matches!(places[i], Place::Guard(f) if limits.is_unguarded(f)) {
                continue;
            }
            budget.check()?;
            self.scopes.go(&self.cx, env);
            let all = steps.candidates(&mut self.cx, &self.scopes, settings.depth, self.most - total);
            total += all.len();
            if total >= self.most {
                return Err(Stopped::Memory);
            }
            let paths = &self.cx.types.paths;
            let classes = &self.cx.classes;
            let kept = all.into_iter().filter(|&(p, class)| {
                let fits = |&c: &ClassId| classes.below(c, class) || classes.below(class, c);
                paths.len(p) == 0 || related.as_ref().is_none_or(|locks| locks.iter().any(fits))
            });
            let mut kept: Vec<Path> = kept.map(|(p, _)| p).collect();
            if let Some(locked) = locked {
                let mut all = Vec::with_capacity(kept.len());
                for p in kept {
                    all.push(p);
                    if ends_in(&self.cx.types.paths, p, &explicit) {
                        all.push(self.cx.types.paths.field(p, locked));
                    }
                }
                kept = all;
            }
            *slot = Some(kept);
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

    /// Clauses for the meanings of the literals.
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

    /// Literal for the ghost of the class of an occurrence, for which an argument stands.
    fn ghost_of(&self, t: racefree_grammar::ast::TypeId, i: u32) -> Lit {
        let program = &self.template.program;
        let racefree_grammar::ast::TypeKind::Class { name, .. } = program.ty(t).kind else { return Lit::FALSE };
        let class = self.cx.classes.find(name).and_then(|c| self.cx.classes.decl(c));
        let ghost = class.map(|class| program.ghosts_of(&class)[i as usize].name);
        ghost.and_then(|x: Name| self.symbolic.ghosts.get(&x).copied()).unwrap_or(Lit::TRUE)
    }

    pub(super) fn add(&mut self, instance: Instance, clause: &[Lit]) {
        if !self.silenced.contains(&instance) {
            let tag = self.by_instance[&instance];
            self.clauses.add(tag, clause);
        }
    }

    pub(super) fn alternatives(&mut self, l: Path) -> Alternatives {
        self.symbolic.alternatives(&mut self.cx, &self.slots, self.template.first, l)
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

/// The instances that a `no_warn` silences.
fn silenced(template: &Template, source: &str, options: &Options, all: &[Instance]) -> FxHashSet<Instance> {
    if template.program.no_warns.is_empty() && options.no_warn.is_empty() {
        return FxHashSet::default();
    }
    let errors = all.iter().map(|i| TypeError::new(i.premise, i.span, String::new())).collect();
    let report = report::sort_out(&Java, &template.program, source, options, errors, Vec::new(), None);
    report.silenced.iter().map(|e| Instance { span: e.span, premise: e.premise }).collect()
}
