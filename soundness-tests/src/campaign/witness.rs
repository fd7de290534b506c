//! Coverage of a run, as evidence for a campaign: threads that live at once, conflicts, waiting, dispatch.

use racefree_interp::event::{Event, EventKind};
use racefree_interp::machine::state::Life;
use racefree_interp::machine::{Coarse, Lowered, Machine};
use racefree_interp::observe::{Observer, View};
use racefree_interp::options::{Limits, Semantics};
use racefree_interp::program::{FieldId, MethodId, Root, Ty};
use racefree_interp::value::{ObjectId, ThreadId, Value};
use std::sync::Arc;

/// The coverage of one run with turns of one step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coverage {
    /// Most threads alive at once.
    pub threads: usize,
    /// Two threads access one field, one of them writing.
    pub conflict: bool,
    /// True if that field's guard is a ghost or a path.
    pub under_path: bool,
    /// A thread waits for a lock.
    pub blocks: bool,
    /// A call runs an overriding method.
    pub dispatch: bool,
    /// Something is thrown.
    pub throws: bool,
    /// An object of a thread-local class is put into a field of a shared class type, or is the receiver of an inherited method of
    /// a shared class.
    pub through_shared: bool,
}

#[derive(Default)]
struct CoverageObserver {
    seen: Vec<(ObjectId, FieldId, ThreadId, bool)>,
    out: Coverage,
}

impl CoverageObserver {
    /// An object of a thread-local class goes where the type says a shared one.
    fn stored(&mut self, view: View<'_>, field: FieldId, value: Value) {
        let Value::Object(o) = value else { return };
        let classes = &view.program.tables.classes;
        if let Ty::Class(c, _) = &view.program.tables.fields[field.index()].ty {
            let local = classes.get(view.heap.object(o).class).thread_local();
            self.out.through_shared |= local && !classes.get(*c).thread_local();
        }
    }

    fn access(&mut self, view: View<'_>, object: ObjectId, field: FieldId, writes: bool) {
        let decl = &view.program.tables.fields[field.index()];
        if decl.is_final {
            return;
        }
        let other = |&(o, f, t, w): &(ObjectId, FieldId, ThreadId, bool)| {
            (o, f) == (object, field) && t != view.id && (w || writes)
        };
        if self.seen.iter().any(other) {
            self.out.conflict = true;
            let path =
                |g: &racefree_interp::program::LockPath| matches!(g.root, Root::Ghost { .. }) || !g.fields.is_empty();
            self.out.under_path |= decl.guard.as_ref().is_some_and(path);
        }
        let this = (object, field, view.id, writes);
        if self.seen.len() < 256 && !self.seen.contains(&this) {
            self.seen.push(this);
        }
    }
}

impl Observer for CoverageObserver {
    const LOCAL: bool = false;
    const BINDINGS: bool = true;

    fn event(&mut self, view: View<'_>, event: &Event) {
        match event.kind {
            EventKind::Read { object, field, .. } => self.access(view, object, field, false),
            EventKind::Write { object, field, value, .. } => {
                self.access(view, object, field, true);
                self.stored(view, field, value);
            }
            EventKind::InitWrite { field, value, .. } => self.stored(view, field, value),
            EventKind::Call { method: MethodId::Declared(m), object } => {
                let tables = &view.program.tables;
                let owner = tables.method_owner[m as usize];
                let name = tables.program.methods[m as usize].name;
                let local = tables.classes.get(view.heap.object(object).class).thread_local();
                self.out.through_shared |= local && !tables.classes.get(owner).thread_local();
                let above = tables.classes.get(owner).superclass();
                self.out.dispatch |=
                    above.is_some_and(|up| matches!(tables.method_of(up, name), Some(MethodId::Declared(_))));
            }
            EventKind::Throw { .. } => self.out.throws = true,
            _ => {}
        }
    }
}

/// Runs a program once and sees what that covers.
pub fn coverage(program: &Arc<Lowered>, semantics: Semantics) -> Coverage {
    let limits = Limits { steps: 1_000, calls: 24, threads: 6, objects: 60 };
    let mut machine = Machine::new(program.clone(), semantics, limits);
    let mut watch = CoverageObserver::default();
    machine.start::<Coarse, _>(&mut watch);
    let mut turn = 0;
    while machine.state().limit.is_none() && machine.steps() < limits.steps {
        let alive = machine.state().threads.iter().filter(|t| t.life == Life::Running).count();
        watch.out.threads = watch.out.threads.max(alive);
        let ready = machine.ready();
        if ready.is_empty() {
            watch.out.blocks |= alive > 0;
            break;
        }
        watch.out.blocks |= (ready.len() as usize) < alive;
        // Threads take turns, so that the main thread does not run ahead of those it forks.
        let Some(thread) = ready.nth(turn % ready.len()) else { break };
        turn += 1;
        machine.advance::<Coarse, _>(thread, &mut watch);
    }
    watch.out
}
