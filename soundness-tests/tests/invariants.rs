//! Each of R1–R9 can fail: it notices planted faults, premises that are off, and a bug in the semantics.

use crate::support;

use racefree_corpus::plain_entries;
use racefree_interp::machine::lower;
use racefree_interp::program::ClassId;
use racefree_interp::reduction::{Binding, Frame, Redex, State};
use racefree_interp::schedule::Stream;
use racefree_interp::{ObjectId, Semantics, Status, ThreadId, Value};
use racefree_typeck::Options;
use racefree_typeck::rules::BOOK;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use support::preservation::{Invariant, Preservation, all_schedules, random_schedule};
use support::well_typed;

/// A planted fault: what it does to a state that allows it, and which invariants have to notice.
struct Fault {
    name: &'static str,
    breaks: &'static [Invariant],
    plant: fn(&Preservation<'_>, &mut State) -> bool,
}

/// An object that is of no class below a class.
fn stranger(p: &Preservation<'_>, state: &State, class: ClassId) -> Option<Value> {
    let strange = |(i, o): (usize, &Arc<racefree_interp::reduction::Object>)| {
        (!p.run.tables.classes.below(o.class, class)).then_some(Value::Object(ObjectId(i as u32)))
    };
    state.heap.iter().enumerate().find_map(strange)
}

/// Changes the first object that it can.
fn objects(
    state: &mut State,
    mut change: impl FnMut(ObjectId, &mut racefree_interp::reduction::Object) -> bool,
) -> bool {
    (0..state.heap.len() as u32).map(ObjectId).any(|o| state.object_mut(o).is_some_and(|object| change(o, object)))
}

/// Changes the first frame that it can.
fn frames(state: &mut State, mut change: impl FnMut(&mut Frame) -> bool) -> bool {
    state.threads.iter_mut().any(|t| std::sync::Arc::make_mut(t).context.iter_mut().any(&mut change))
}

const FAULTS: &[Fault] = &[
    Fault {
        name: "a field of another class",
        breaks: &[Invariant::Fields],
        plant: |p, state| {
            let fields = p.run.tables.fields.iter().filter_map(|f| match f.ty {
                racefree_interp::program::Ty::Class(class, _) => Some((f.owner, f.slot.index(), class)),
                _ => None,
            });
            for (owner, slot, class) in fields {
                let Some(v) = stranger(p, state, class) else { continue };
                let set = objects(state, |_, o| {
                    p.run.tables.classes.below(o.class, owner) && o.fields.len() > slot && {
                        o.fields.set(slot, v);
                        true
                    }
                });
                if set {
                    return true;
                }
            }
            false
        },
    },
    Fault {
        name: "a variable that is no object",
        breaks: &[Invariant::Variables],
        plant: |_, state| {
            frames(state, |frame| match frame {
                Frame::Let { env, .. } | Frame::Seq { env, .. } | Frame::AssignTo { env, .. } => {
                    let objects = env.iter().filter(|(_, b)| matches!(b, Binding::Value(Value::Object(_))));
                    let names: Vec<_> = objects.map(|(x, _)| *x).collect();
                    for &x in &names {
                        env.insert(x, Binding::Value(Value::Int(7)));
                    }
                    !names.is_empty()
                }
                _ => false,
            })
        },
    },
    Fault {
        name: "another receiver",
        breaks: &[Invariant::Pending],
        plant: |p, state| {
            let others: Vec<Value> = p.run.tables.classes.iter().filter_map(|(c, _)| stranger(p, state, c)).collect();
            let classes: Vec<ClassId> = state.heap.iter().map(|o| o.class).collect();
            frames(state, |frame| match frame {
                Frame::Assign { recv: Value::Object(recv), .. } | Frame::Argument { recv: Value::Object(recv), .. } => {
                    let class = classes[recv.index()];
                    let strange = |v: &&Value| {
                        v.object().is_some_and(|o| {
                            let c = classes[o.index()];
                            !p.run.tables.classes.below(c, class) && !p.run.tables.classes.below(class, c)
                        })
                    };
                    let other = others.iter().find(strange).and_then(|v| v.object());
                    other.map(|o| *recv = o).is_some()
                }
                _ => false,
            })
        },
    },
    Fault {
        name: "a lock that is free",
        breaks: &[Invariant::LockSets, Invariant::Counts],
        plant: |_, state| {
            // One that the static lock set has: the lock of an innermost `synchronized` whose body goes on.
            let needs = |t: &racefree_interp::reduction::Thread| match (t.context.iter().rev().nth(1), t.context.back())
            {
                (
                    Some(Frame::InSync { object, .. }),
                    Some(Frame::AssignTo { .. } | Frame::Seq { .. } | Frame::Let { .. }),
                ) => *object,
                _ => None,
            };
            let Some(lock) = state.threads.iter().find_map(|t| needs(t)) else { return false };
            state.object_mut(lock).expect("the lock").lock = None;
            true
        },
    },
    Fault {
        name: "a count too high",
        breaks: &[Invariant::Counts],
        plant: |_, state| objects(state, |_, o| o.lock.as_mut().map(|(_, n)| *n += 1).is_some()),
    },
    Fault {
        name: "a guard that is not held",
        breaks: &[Invariant::Guards],
        plant: |p, state| {
            for t in 0..state.threads.len() {
                let t = ThreadId(t as u32);
                let Some(
                    Redex::Ref { recv: Value::Object(o), field, .. }
                    | Redex::Assign { recv: Value::Object(o), field, .. },
                ) = p.run.redex(state, t)
                else {
                    continue;
                };
                let Some(at) = p.run.tables.field_of(state.heap[o.index()].class, field) else { continue };
                let f = &p.run.tables.fields[at.field.index()];
                if !f.is_final && f.guard.is_some() {
                    objects(state, |_, o| {
                        o.lock = None;
                        false
                    });
                    return true;
                }
            }
            false
        },
    },
    Fault {
        name: "a local object of another thread",
        breaks: &[Invariant::Confinement],
        plant: |p, state| {
            // One that a thread-local object refers to.
            let local = |c: ClassId| p.run.tables.classes.get(c).thread_local();
            let fields = p
                .run
                .tables
                .fields
                .iter()
                .filter(|f| matches!(f.ty, racefree_interp::program::Ty::Class(c, _) if local(c)));
            let slots: Vec<(ClassId, usize)> = fields.map(|f| (f.owner, f.slot.index())).collect();
            let held = state.heap.iter().find_map(|o| {
                let owned = slots.iter().filter(|(owner, _)| p.run.tables.classes.below(o.class, *owner));
                owned.filter_map(|(_, slot)| o.fields.get(*slot)?.object()).next()
            });
            let Some(o) = held else { return false };
            state.object_mut(o).expect("the object").thread = ThreadId(77);
            true
        },
    },
    Fault {
        name: "a final field that changes",
        breaks: &[Invariant::Finals],
        plant: |p, state| {
            let finals: Vec<(ClassId, usize)> =
                p.run.tables.fields.iter().filter(|f| f.is_final).map(|f| (f.owner, f.slot.index())).collect();
            finals.iter().any(|&(owner, slot)| {
                objects(state, |_, o| {
                    p.run.tables.classes.below(o.class, owner) && o.built as usize > slot && {
                        o.fields.set(slot, Value::Int(-77));
                        true
                    }
                })
            })
        },
    },
    Fault {
        name: "an object that lacks a field",
        breaks: &[Invariant::Shapes],
        plant: |_, state| objects(state, |_, o| o.fields.pop_back().is_some()),
    },
    Fault {
        name: "a ghost that denotes another object",
        breaks: &[Invariant::Fields, Invariant::Variables],
        plant: |_, state| {
            let n = state.heap.len();
            objects(state, |id, o| {
                let Some(first) = o.ghosts.first() else { return false };
                let other = ObjectId((first.root.object().map_or(0, |o| o.0) + 1) % n as u32);
                if other == id {
                    return false;
                }
                let mut ghosts = o.ghosts.to_vec();
                ghosts[0] = racefree_interp::reduction::GhostPath { root: Value::Object(other), fields: Vec::new() };
                o.ghosts = ghosts.into();
                true
            })
        },
    },
];

#[test]
fn every_invariant_notices_a_planted_fault() {
    // (planted, noticed) by fault and invariant.
    let mut seen: BTreeMap<(&str, Invariant), (u32, u32)> = BTreeMap::new();
    for (path, program) in well_typed() {
        let Some(p) = Preservation::new(&program, &Options::default(), Semantics::default()) else { panic!("{path}") };
        let mut stream = Stream::new(7);
        let mut state = p.run.first();
        for _ in 0..200 {
            let threads = (0..state.threads.len()).map(|t| ThreadId(t as u32));
            let ready: Vec<_> = threads.filter(|&t| p.run.status(&state, t) == Status::Ready).collect();
            let Some(&thread) = ready.get(stream.below(ready.len().max(1) as u32) as usize) else { break };
            let Some((next, event)) = p.run.step(&state, thread) else { break };
            for fault in FAULTS {
                let mut faulty = next.clone();
                if !(fault.plant)(&p, &mut faulty) {
                    continue;
                }
                let mut broken: BTreeSet<Invariant> = p.state(&faulty).into_iter().map(|b| b.invariant).collect();
                broken.extend(p.step(&next, &event, &faulty).into_iter().map(|b| b.invariant));
                for &invariant in fault.breaks {
                    let (planted, noticed) = seen.entry((fault.name, invariant)).or_default();
                    *planted += 1;
                    *noticed += u32::from(broken.contains(&invariant));
                }
            }
            state = next;
        }
    }
    for fault in FAULTS {
        for &invariant in fault.breaks {
            let (planted, noticed) = seen.get(&(fault.name, invariant)).copied().unwrap_or_default();
            // Not every fault can be seen in every state: a variable may not be used any more.
            assert!(
                noticed >= 20 && noticed * 10 >= planted,
                "{}: {invariant} noticed {noticed} of {planted}",
                fault.name
            );
        }
    }
    let covered: BTreeSet<Invariant> = FAULTS.iter().flat_map(|f| f.breaks.iter().copied()).collect();
    assert_eq!(covered.len(), Invariant::ALL.len(), "an invariant has no fault that breaks it");
}

#[test]
fn with_a_premise_off_invariants_break() {
    let mut broken_by: BTreeMap<String, BTreeSet<Invariant>> = BTreeMap::new();
    let mut tried = BTreeSet::new();
    for entry in plain_entries() {
        for premise in entry.header().list("sole-cause") {
            let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
            let Some(off) = BOOK.find_premise(premise) else { continue };
            if !support::options(&entry, &entry.header()).off.is_empty() {
                continue;
            }
            let Ok(program) = lower(program) else { continue };
            let mut rules = Options::default();
            rules.off.switch_off(off);
            let Some(p) = Preservation::new(&program, &rules, Semantics::default()) else { continue };
            tried.insert(premise.to_owned());
            let mut failures: Vec<_> = (0..20).filter_map(|seed| random_schedule(&p, seed, 500).err()).collect();
            failures.extend(all_schedules(&p, 500).err());
            for failure in failures {
                let names = failure.broken.iter().map(|b| b.invariant);
                broken_by.entry(premise.to_owned()).or_default().extend(names);
            }
        }
    }
    let seen: BTreeSet<Invariant> = broken_by.values().flatten().copied().collect();
    assert!(
        tried.len() >= 25 && broken_by.len() * 2 >= tried.len(),
        "{} of {}: {broken_by:?}",
        broken_by.len(),
        tried.len()
    );
    assert!(seen.len() >= 6, "{broken_by:?}");
}

#[test]
fn with_a_planted_bug_in_the_semantics_invariants_break() {
    let mut broken: BTreeSet<Invariant> = BTreeSet::new();
    let semantics = Semantics { inner_release_frees: true, ..Semantics::default() };
    for (_, program) in well_typed() {
        let Some(p) = Preservation::new(&program, &Options::default(), semantics) else { continue };
        let failures = (0..3).filter_map(|seed| random_schedule(&p, seed, 500).err());
        broken.extend(failures.flat_map(|f| f.broken).map(|b| b.invariant));
    }
    assert!(broken.contains(&Invariant::Counts) && broken.contains(&Invariant::LockSets), "{broken:?}");
}
