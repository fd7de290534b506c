//! A step that is not known yet: the machine makes it once, and its effects and footprint are kept.

use super::tree::SlotPart;
use super::{CellId, Child, Extra, Kind, Made, NEWBORN, PartNumber, Slot, Space, Step, Successor, Target, acts};
use racefree_interp::index::Packed;
use racefree_interp::machine::SchedulingPoints;
use racefree_interp::machine::pack::{ObjectName, Part, ThreadName};
use racefree_interp::program::FieldId;
use racefree_interp::{Pending, Status};

impl<P: SchedulingPoints> Space<P> {
    /// The slot of the thread that is on the bench, and its number there.
    pub(super) fn thread(&mut self, output: u32, lag: u32) -> (Slot, PartNumber) {
        let lag = if self.keep.lag { lag } else { 0 };
        let part = self.bench.pack_thread(u64::from(output) | u64::from(lag) << 32);
        if !self.plain_locks {
            self.look_at_pending();
        }
        self.known.add_thread(part, self.bench.loaded(), self.bench.has_ended(part))
    }

    /// The slots of the objects that were changed or made, and their numbers there.
    pub(super) fn changes(&mut self) -> Vec<(Slot, PartNumber)> {
        let mut changed = std::mem::take(&mut self.changed);
        self.bench.changes(&mut changed);
        let slots =
            changed.iter().map(|&(name, part)| self.known.add_object(part, name, self.bench.owner(part))).collect();
        self.changed = changed;
        slots
    }

    /// The owner of the lock that the thread on the bench is about to acquire is looked at.
    pub(super) fn look_at_pending(&mut self) {
        let slot = match self.bench.pending() {
            Pending::Acquire { object, .. } => self.known.object_slot(self.bench.name_of(object)),
            Pending::Release { object, .. } if !self.plain_locks => self.known.object_slot(self.bench.name_of(object)),
            _ => None,
        };
        if let Some(slot) = slot {
            self.looked.push(SlotPart::owner(slot));
            if !self.plain_locks {
                self.looked.push(SlotPart::whole(slot));
            }
        }
    }

    /// A field of an object as a cell.
    pub(super) fn cell(&mut self, object: ObjectName, field: FieldId) -> CellId {
        let slot = self.bench.machine().program().tables.fields[field.index()].slot;
        let next = CellId(self.cells.len() as u32);
        *self.cells.entry((object, slot)).or_insert(next)
    }

    /// Makes the step of the thread on the bench; the parts that it depends on are in [`Space::looked`] then.
    pub(super) fn execute(&mut self, thread: Part) -> Step {
        self.collect.clear();
        self.looked.clear();
        self.look_at_pending();
        let mut step = Step { kind: Kind::Other, ..Step::over() };
        let output = self.tag(thread).0;
        let mut local_only = false;
        match self.bench.pending() {
            Pending::Access { object, field, access, site } => {
                step.target = Target::of_access(self.cell(self.bench.name_of(object), field));
                (step.field, step.site) = (field, site);
                step.kind = if access.writes() { Kind::Write } else { Kind::Read };
            }
            Pending::Acquire { object, site, outermost: true } => {
                step.target = Target::of_acquire(self.bench.name_of(object));
                (step.kind, step.site) = (Kind::Acquire, site);
            }
            Pending::Release { outermost: true, .. } | Pending::Fork => {}
            Pending::Acquire { outermost: false, .. }
            | Pending::Release { outermost: false, .. }
            | Pending::Nothing
            | Pending::Local => local_only = true,
        }
        match self.bench.status() {
            Status::Ready => {}
            Status::Blocked { owner, .. } => {
                let leads = Successor::waits_for(ThreadName::of(owner));
                return Step { kind: Kind::Blocked, leads, ..step };
            }
            Status::Finished(_) | Status::Ended(_) => return Step { kind: Kind::Over, ..step },
            Status::Stuck | Status::Waiting { .. } => {
                // Its one step is to find out.
                self.bench.go::<P, _>(false, &mut self.collect);
                let mut extra = Extra::default();
                extra.wrong.extend(self.collect.wrong());
                self.footprint();
                return Step { kind: Kind::Stuck, extra: self.keep_extra(extra), ..step };
            }
        }
        step.steps = self.bench.go::<P, _>(false, &mut self.collect) as u32;
        let mut extra = Extra { limit: self.bench.limit(), ..Extra::default() };
        // A turn of local steps alone is not put off: it could be a loop.
        let lag = if local_only { 0 } else { step.steps.saturating_sub(1) };
        let parent = self.bench.loaded();
        let output = self.printed(output);
        step.leads = Successor::to(self.thread(output, lag).1);
        let mut forked = std::mem::take(&mut self.forked);
        self.bench.forked(&mut forked);
        for &name in &forked {
            self.bench.turn_to(name);
            let steps = self.bench.go::<P, _>(true, &mut self.collect) as u32;
            extra.limit = extra.limit.or(self.bench.limit());
            let (slot, number) = self.thread(0, steps | NEWBORN);
            extra.children.push(Child { name, slot, number, steps });
        }
        self.bench.turn_to(parent);
        extra.acts = self.acts(parent, &forked);
        if extra.acts.len() == 1 && acts(parent, &step, None).eq(extra.acts.iter().copied()) {
            extra.acts.clear();
        }
        self.forked = forked;
        self.footprint();
        let (objects, text) = self.bench.made();
        extra.made = Made { objects, text, threads: extra.children.len() };
        match self.changes() {
            one if one.len() == 1 => (step.slot, step.object) = (Packed::some(one[0].0), one[0].1),
            more => extra.changes = more,
        }
        extra.wrong.extend(self.collect.wrong());
        extra.releases = self.releases();
        if self.known.has_transactions() {
            step.acts = self.transactions.number(acts(parent, &step, Some(&extra)));
        }
        if !self.keep.acts {
            extra.acts.clear();
        }
        if extra.limit.is_some() {
            step.kind = Kind::Limit;
        }
        step.extra = self.keep_extra(extra);
        step
    }

    /// Objects that were looked at are in the footprint.
    fn footprint(&mut self) {
        let mut names = Vec::new();
        self.bench.footprint(&mut names);
        self.looked.extend(names.into_iter().filter_map(|name| self.known.object_slot(name)).map(SlotPart::whole));
    }
}
