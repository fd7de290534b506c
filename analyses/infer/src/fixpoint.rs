//! The first way (specification, section 4): the greatest fixpoint. Without new ghosts and arguments every clause has at most one
//! negative literal, so that the union of two solutions is one, and what can hold at all is found in linear time.

use crate::clauses::{Instance, Lit, Meaning, Slot};
use crate::limits::Promise;
use crate::slots::{Facts, Place};
use crate::system::System;
use racefree_grammar::path::Path;
use racefree_typeck::open::Question;
use rustc_hash::{FxHashMap, FxHashSet};

/// Surviving literals, and the reasons against the others.
pub struct Survivors {
    /// Values of the variables in the greatest solution.
    pub alive: Vec<bool>,
    /// Clause that first refuted each variable which is false.
    pub reason: Vec<Option<u32>>,
    /// Needs of each variable: the clauses in which it is negated.
    needs: Index,
}

/// Index of clauses by the variables that occur in them positively, or negated.
pub(crate) struct Index {
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl Index {
    pub(crate) fn new(system: &System<'_>, negative: bool) -> Index {
        let mut starts = vec![0u32; system.meanings.len() + 1];
        let lits = |f: &mut dyn FnMut(usize, u32)| {
            for i in 0..system.clauses.len() {
                for lit in system.clauses.get(i).iter().filter(|l| l.is_negative() == negative) {
                    f(lit.var() as usize, i as u32);
                }
            }
        };
        lits(&mut |var, _| starts[var + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut at = starts.clone();
        let mut entries = vec![0; *starts.last().unwrap_or(&0) as usize];
        lits(&mut |var, clause| {
            entries[at[var] as usize] = clause;
            at[var] += 1;
        });
        Index { starts, entries }
    }

    pub(crate) fn of(&self, var: u32) -> &[u32] {
        &self.entries[self.starts[var as usize] as usize..self.starts[var as usize + 1] as usize]
    }
}

/// Returns true if every clause has at most one negative literal: the Fact.
pub fn is_dual_horn(system: &System<'_>) -> bool {
    system.clauses.iter().all(|(clause, _)| clause.iter().filter(|l| l.is_negative()).count() <= 1)
}

/// Step 2: all literals but the `dead` ones are true; while a clause `a → b₁ ∨ …` has all bᵢ false, a becomes false, breadth first.
pub fn survivors(system: &System<'_>, dead: &[Lit]) -> Survivors {
    let clauses = &system.clauses;
    let (needs, gives) = (Index::new(system, true), Index::new(system, false));
    let mut alive = vec![true; system.meanings.len()];
    let mut reason = vec![None; system.meanings.len()];
    let mut left: Vec<u32> = vec![0; clauses.len()];
    let mut queue = std::collections::VecDeque::new();
    // The one literal that a clause refutes when its alternatives are gone.
    let subject = |i: usize| {
        let mut negative = clauses.get(i).iter().filter(|l| l.is_negative());
        negative.next().filter(|_| negative.next().is_none()).map(|l| l.var())
    };
    dead.iter().for_each(|lit| alive[lit.var() as usize] = false);
    for (i, (clause, _)) in clauses.iter().enumerate() {
        left[i] = clause.iter().filter(|l| !l.is_negative() && alive[l.var() as usize]).count() as u32;
        if left[i] == 0 {
            queue.push_back(i);
        }
    }
    while let Some(i) = queue.pop_front() {
        let Some(var) = subject(i) else { continue };
        if !alive[var as usize] {
            continue;
        }
        alive[var as usize] = false;
        reason[var as usize] = Some(i as u32);
        for &j in gives.of(var) {
            left[j as usize] -= 1;
            if left[j as usize] == 0 {
                queue.push_back(j as usize);
            }
        }
    }
    Survivors { alive, reason, needs }
}

impl Survivors {
    /// Returns true if a literal survived.
    pub fn has(&self, lit: Lit) -> bool {
        lit.holds(&self.alive)
    }

    /// The roots of a refuted literal: the instances at the ends of its reasons, in program order.
    pub fn roots(&self, system: &System<'_>, lit: Lit) -> Vec<u32> {
        let ends = self.ends(system, lit);
        let mut roots: Vec<u32> = ends.into_iter().filter_map(|i| system.clauses.tag(i as usize)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// The instances that a literal breaks by itself, in program order.
    pub fn lacking(&self, system: &System<'_>, lit: Lit) -> Vec<u32> {
        let broken = self.needs.of(lit.var()).iter().filter(|&&i| {
            let clause = system.clauses.get(i as usize);
            clause.iter().filter(|l| !l.is_negative()).all(|&l| !self.has(l))
        });
        let mut lacking: Vec<u32> = broken.filter_map(|&i| system.clauses.tag(i as usize)).collect();
        lacking.sort_unstable();
        lacking.dedup();
        lacking
    }

    /// The clauses at the ends of a refuted literal's reasons: nothing could satisfy them.
    pub fn ends(&self, system: &System<'_>, lit: Lit) -> Vec<u32> {
        let mut seen = FxHashSet::default();
        let mut ends = Vec::new();
        let mut todo = vec![lit.var()];
        while let Some(var) = todo.pop() {
            if !seen.insert(var) {
                continue;
            }
            for &i in self.needs.of(var) {
                let clause = system.clauses.get(i as usize);
                let mut positive = clause.iter().filter(|l| !l.is_negative()).peekable();
                if positive.peek().is_none() {
                    ends.push(i);
                } else if positive.clone().all(|&l| !self.has(l)) {
                    todo.extend(positive.map(|l| l.var()));
                }
            }
        }
        ends
    }
}

/// A field that no annotation protects.
pub struct FailedField {
    /// The field.
    pub field: u32,
    /// Its candidates with the roots of each, in order.
    pub candidates: Vec<(Lit, Vec<u32>)>,
    /// Their locks.
    pub locks: Vec<Path>,
    /// Candidate given to it nevertheless, so that errors point at the mistake.
    pub given: Option<Lit>,
    /// Accesses that lack each candidate.
    pub lacking: Vec<Vec<u32>>,
    /// All accesses that need a guard.
    pub accesses: Vec<u32>,
}

/// An answer by the fixpoint.
pub struct Fixpoint {
    /// Values of the variables.
    pub values: Vec<bool>,
    /// The fields that fail.
    pub failed: Vec<FailedField>,
    /// Surviving literals.
    pub survivors: Survivors,
}

/// w(f): weight of a field without protection: half of its accesses, at least 2. But a guard that is held at none of
/// them is no better than none.
pub fn weight(facts: &Facts, field: u32) -> u64 {
    let accesses = facts.accesses[field as usize].len() as u64;
    accesses.div_ceil(2).max(2).min(accesses.max(1))
}

/// Steps 2 to 5.
pub fn solve(system: &System<'_>, facts: &Facts) -> Fixpoint {
    // Arguments that written ghosts lack are left to `sat` (step 1): the union of two choices of one is no choice.
    let arguments = system.slots.iter().filter(|s| matches!(s.place, Place::Arg(..)));
    let arguments: Vec<Lit> = arguments.flat_map(|slot| slot.choices().map(|(lit, _)| lit)).collect();
    debug_assert!(!arguments.is_empty() || is_dual_horn(system), "the Fact of section 3");
    let out = arguments;
    let survivors = survivors(system, &out);
    let dead: FxHashSet<Lit> = out.into_iter().collect();
    let closed = system.template.program.main.is_some();
    let limits = &system.template.limits;
    let guards: FxHashMap<u32, &Slot> = (system.slots.iter())
        .filter_map(|slot| match slot.place {
            Place::Guard(f) => Some((f, slot)),
            _ => None,
        })
        .collect();
    let mut chosen: Vec<(u32, Lit)> = Vec::new();
    let mut local: Vec<Lit> = Vec::new();
    let mut failed = Vec::new();
    let mut uses = None;
    let program = &system.template.program;
    for (c, class) in program.classes.iter().enumerate() {
        for f in class.fields.indices() {
            let Some(slot) = guards.get(&(f as u32)).filter(|_| needs_protection(system, f)) else { continue };
            let fin = system.finals[f];
            let lives = |lit: Lit| lit != Lit::FALSE && survivors.has(lit);
            if lives(fin) && (closed || limits.library) {
                chosen.push((f as u32, fin));
            } else if let Some(l) = cheapest(system, &survivors, slot) {
                chosen.push((f as u32, l));
            } else if lives(fin) {
                chosen.push((f as u32, fin));
            } else if lives(system.local[c]) {
                local.push(system.local[c]);
            } else {
                let uses = uses.get_or_insert_with(|| accesses(system));
                let of_field = uses.remove(&(f as u32)).unwrap_or_default();
                let field = fail(system, &survivors, facts, (slot, f as u32), &dead, of_field);
                chosen.extend(field.given.map(|l| (f as u32, l)));
                failed.push(field);
            }
        }
    }
    let mut never = dead.clone();
    never.extend(kept(system).filter(|&lit| !survivors.has(lit)));
    let all: Vec<Lit> = chosen.iter().map(|c| c.1).chain(local.iter().copied()).collect();
    let mut values = close(system, &survivors, &all, &never);
    // Fields of classes that are thread-local now need nothing.
    let owner = |f: u32| system.cx.heard.class_of_field(f);
    let is_local = |values: &[bool], f: u32| system.local_of(owner(f)).holds(values);
    if chosen.iter().any(|&(f, _)| is_local(&values, f)) {
        let kept = chosen.iter().filter(|&&(f, _)| !is_local(&values, f)).map(|c| c.1);
        let all: Vec<Lit> = kept.chain(local).collect();
        values = close(system, &survivors, &all, &never);
    }
    failed.retain(|field| !is_local(&values, field.field));
    Fixpoint { values, failed, survivors }
}

/// Literals of locks that methods may require if every call holds them.
fn kept<'s>(system: &'s System<'_>) -> impl Iterator<Item = Lit> + 's {
    let limits = &system.template.limits;
    let slots = system.slots.iter().filter(|slot| match slot.place {
        Place::Requires(m) => limits.promise(m) == Promise::Kept,
        Place::Guard(_) | Place::Arg(..) => false,
    });
    slots.flat_map(|slot| slot.choices().map(|(lit, _)| lit))
}

/// Returns true if a rule asks at all that a field is protected.
fn needs_protection(system: &System<'_>, f: usize) -> bool {
    let span = system.template.program.fields[f].span;
    let premise = racefree_typeck::rules::shareable::GUARDED_OR_FINAL;
    let wanted = crate::clauses::Instance { span, premise };
    system.instances.binary_search(&wanted).is_ok()
}

/// The surviving guard least by (accesses where it is held through `requires` alone, `final`s needed, order).
fn cheapest(system: &System<'_>, survivors: &Survivors, slot: &Slot) -> Option<Lit> {
    let cost = |lit: Lit| {
        let (mut through_requires, mut finals) = (FxHashSet::default(), FxHashSet::default());
        for &i in survivors.needs.of(lit.var()) {
            for other in system.clauses.get(i as usize).iter().filter(|l| !l.is_negative()) {
                match system.meanings[other.var() as usize] {
                    Meaning::Choice(..) => drop(through_requires.insert(system.clauses.tag(i as usize))),
                    Meaning::Final(f) => drop(finals.insert(f)),
                    _ => {}
                }
            }
        }
        (through_requires.len(), finals.len())
    };
    let alive = (0..slot.candidates.len()).map(|i| slot.lit(i)).filter(|&lit| survivors.has(lit));
    alive.map(|lit| (cost(lit), lit)).min().map(|(_, lit)| lit)
}

/// Number of places in the text.
fn places(system: &System<'_>, instances: &[u32]) -> usize {
    let starts: FxHashSet<u32> = instances.iter().map(|&i| system.instances[i as usize].span.start).collect();
    starts.len()
}

/// The accesses of each field whose guard is missing: the instances that ask for it.
fn accesses(system: &System<'_>) -> FxHashMap<u32, Vec<u32>> {
    let mut found: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for note in &system.notes {
        let Question::Held(l, _) = note.question else { continue };
        let instance = Instance { span: note.span, premise: note.premise };
        if let Some(Place::Guard(f)) = system.slot_in(l)
            && let Ok(i) = system.instances.binary_search(&instance)
        {
            found.entry(f).or_default().push(i as u32);
        }
    }
    for all in found.values_mut() {
        all.sort_unstable();
        all.dedup();
    }
    found
}

/// A field that fails gets the candidate with fewest roots, if these are fewer than its weight.
fn fail(
    system: &System<'_>,
    survivors: &Survivors,
    facts: &Facts,
    (slot, field): (&Slot, u32),
    dead: &FxHashSet<Lit>,
    accesses: Vec<u32>,
) -> FailedField {
    let candidates: Vec<(Lit, Vec<u32>)> = slot.choices().map(|(lit, _)| (lit, survivors.roots(system, lit))).collect();
    let best = candidates.iter().min_by_key(|(lit, roots)| (roots.len(), *lit));
    let lacking: Vec<Vec<u32>> = candidates.iter().map(|&(lit, _)| survivors.lacking(system, lit)).collect();
    let is_library = system.template.limits.library;
    let given = best.filter(|(_, roots)| !is_library && (roots.len() as u64) < weight(facts, field)).map(|b| b.0);
    let given = given.or_else(|| {
        // One lock at some accesses, and none at the others: these are the mistake, even if they are most.
        // A lock beside another one at the others is a guess, unless these are few.
        let live = (0..candidates.len()).filter(|&i| is_library && !dead.contains(&candidates[i].0));
        let best = live.min_by_key(|&i| (lacking[i].len(), i))?;
        if places(system, &lacking[best]) * 4 <= places(system, &accesses) {
            return Some(candidates[best].0);
        }
        let without = |i: usize| lacking.iter().all(|other| other.binary_search(&lacking[best][i]).is_ok());
        let held = lacking[best].len() < accesses.len();
        (held && (0..lacking[best].len()).all(without)).then_some(candidates[best].0)
    });
    FailedField { field, candidates, locks: slot.candidates.clone(), given, lacking, accesses }
}

/// Step 4: the least set with some literals and the unit facts in which each implication is met by its first alternative that
/// survived, or else by its first. The literals of `never` stay false.
fn close(system: &System<'_>, survivors: &Survivors, chosen: &[Lit], never: &FxHashSet<Lit>) -> Vec<bool> {
    let clauses = &system.clauses;
    let mut values = vec![false; system.meanings.len()];
    let mut todo: Vec<u32> = Vec::new();
    let set = |lit: Lit, values: &mut Vec<bool>, todo: &mut Vec<u32>| {
        if lit != Lit::TRUE && !values[lit.var() as usize] {
            values[lit.var() as usize] = true;
            todo.push(lit.var());
        }
    };
    let protected = racefree_typeck::rules::shareable::GUARDED_OR_FINAL;
    for &lit in chosen {
        set(lit, &mut values, &mut todo);
    }
    for (clause, tag) in clauses.iter() {
        // Protection of a field was a choice; other facts have one alternative.
        if clause.iter().all(|l| !l.is_negative())
            && tag.is_some_and(|tag| system.instances[tag as usize].premise != protected)
            && let Some(&first) =
                clause.iter().find(|&&l| survivors.has(l)).or(clause.first().filter(|l| !never.contains(l)))
        {
            set(first, &mut values, &mut todo);
        }
    }
    while let Some(var) = todo.pop() {
        for &i in survivors.needs.of(var) {
            let clause = clauses.get(i as usize);
            let positive = || clause.iter().filter(|l| !l.is_negative());
            if positive().any(|l| values[l.var() as usize]) {
                continue;
            }
            if let Some(&first) =
                positive().find(|&&l| survivors.has(l)).or(positive().next().filter(|l| !never.contains(l)))
            {
                set(first, &mut values, &mut todo);
            }
        }
    }
    values
}
