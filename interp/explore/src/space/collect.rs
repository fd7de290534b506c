//! Observer of a transition: its effects that other threads or a report can see.

use racefree_interp::drive::Key;
use racefree_interp::event::{Event, EventKind};
use racefree_interp::monitor::{MonitorSet, Monitors};
use racefree_interp::observe::{Observer, Order, View};
use racefree_interp::program::{FieldId, MethodId};
use racefree_interp::value::{ObjectId, ThreadId, Value};

/// Transaction act of a step, with the numbers of the machine.
#[derive(Clone, Copy, Debug)]
pub enum Mark {
    /// A read, or a write.
    Access { object: ObjectId, field: FieldId, writes: bool },
    /// A lock, a fork, or a block.
    Order(Order),
}

/// Watches transitions.
pub struct Collect {
    /// Transaction acts of each thread, if these are kept.
    pub marks: Option<Vec<(ThreadId, Mark)>>,
    /// Locks that were released for good, in order.
    pub released: Vec<ObjectId>,
    /// Exceptions and stuck threads.
    pub keys: Vec<Key>,
    /// The monitors.
    pub monitors: Option<Monitors>,
    /// Methods that a step has called, by their number in the program; not forgotten with the transition.
    pub reached: Vec<bool>,
}

impl Collect {
    /// Watches a program of so many methods with these monitors.
    pub fn new(monitors: MonitorSet, marks: bool, methods: usize) -> Collect {
        let watch = (monitors != MonitorSet::NONE).then(|| Monitors::new(monitors));
        let marks = marks.then(Vec::new);
        Collect { marks, released: Vec::new(), keys: Vec::new(), monitors: watch, reached: vec![false; methods] }
    }

    /// Forgets the transition.
    pub fn clear(&mut self) {
        self.marks.iter_mut().for_each(Vec::clear);
        self.released.clear();
        self.keys.clear();
        if let Some(monitors) = &mut self.monitors {
            monitors.forget();
        }
    }

    /// All errors.
    pub fn wrong(&self) -> impl Iterator<Item = Key> + '_ {
        let fired = self.monitors.iter().flat_map(|m| m.found()).map(|v| Key::Monitor(v.monitor, v.site));
        self.keys.iter().cloned().chain(fired)
    }
}

impl Observer for Collect {
    const LOCAL: bool = false;
    const ORDERS: bool = true;
    const MONITORS: bool = true;
    const RETURNS: bool = true;

    #[inline]
    fn event(&mut self, _: View<'_>, event: &Event) {
        let site = event.site;
        if let (Some(marks), Some((object, field, access))) = (&mut self.marks, event.kind.access()) {
            marks.push((event.thread, Mark::Access { object, field, writes: access.writes() }));
        }
        match event.kind {
            EventKind::Release { object, count: 0 } => self.released.push(object),
            EventKind::Throw { exception } => self.keys.push(Key::Exception(exception, site)),
            EventKind::Read { .. }
            | EventKind::Write { .. }
            | EventKind::InitWrite { .. }
            | EventKind::Release { .. }
            | EventKind::Acquire { .. }
            | EventKind::Alloc { .. }
            | EventKind::Call { .. }
            | EventKind::Fork { .. }
            | EventKind::Print { .. }
            | EventKind::Assert
            | EventKind::Begin { .. }
            | EventKind::End { .. }
            | EventKind::Join { .. }
            | EventKind::Wait { .. }
            | EventKind::Notify { .. }
            | EventKind::Local(_) => {}
        }
    }

    #[inline]
    fn order(&mut self, thread: ThreadId, order: Order) {
        if let Some(marks) = &mut self.marks {
            marks.push((thread, Mark::Order(order)));
        }
    }

    #[inline]
    fn monitored(&mut self, view: View<'_>, event: &Event) {
        if let EventKind::Call { method: MethodId::Declared(m), .. } = event.kind {
            self.reached[m as usize] = true;
        }
        self.monitors.monitored(view, event);
    }

    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        self.monitors.returned(view, method, value);
    }

    fn wants_returns(&self) -> bool {
        self.monitors.wants_returns()
    }

    fn stuck(&mut self, view: View<'_>) {
        self.keys.push(Key::Stuck(view.site()));
        self.monitors.stuck(view);
    }
}
