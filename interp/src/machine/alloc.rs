//! New objects and threads.

use super::code::{Code, CodeId, Lowered, Pc};
use super::ready::Contenders;
use super::state::*;
use crate::index::Packed;
use crate::ops::Text;
use crate::options::MAX_TEXT;
use crate::program::{ClassId, LockPath, Root};
use crate::value::{ObjectId, ThreadId, Value};

impl Heap {
    /// The heap of the first state: the string literals.
    pub(super) fn reset(&mut self, program: &Lowered) {
        self.objects.clear();
        self.cells.clear();
        self.ghost_nodes.clear();
        self.ghost_args.clear();
        let literals = &program.tables.texts;
        self.texts.truncate(literals.len());
        if self.texts.len() < literals.len() || self.texts.iter().zip(literals).any(|(a, b)| !Text::ptr_eq(a, b)) {
            self.texts.clone_from(literals);
        }
        self.units = 0;
        for text in 0..literals.len() as u32 {
            self.add(ClassId::STRING, ThreadId::MAIN, 0, Packed::from_raw(text));
        }
    }

    fn add(&mut self, class: ClassId, thread: ThreadId, serial: u32, ghosts: Packed<GhostArg>) -> ObjectId {
        let id = ObjectId(self.objects.len() as u32);
        let (cells, owner) = (CellId(self.cells.len() as u32), Packed::NONE);
        let contenders = Contenders::default();
        let object = FlatObject { class, thread, serial, cells, built: 0, owner, count: 0, contenders, ghosts };
        self.objects.push(object);
        id
    }

    /// \[RED NEW\]: a fresh object, with default values or constant initialisers; its ghost arguments as paths.
    pub(super) fn new_object(
        &mut self,
        program: &Lowered,
        thread: ThreadId,
        serial: u32,
        (class, fields): (ClassId, &[Value]),
        ghosts: &[LockPath],
        regs: &[Value],
    ) -> ObjectId {
        let mut first = Packed::NONE;
        if !ghosts.is_empty() {
            first = Packed::some(GhostArg(self.ghost_args.len() as u32));
            for path in ghosts {
                match self.given(path, regs) {
                    Some(given) => self.ghost_args.push(given),
                    None => {
                        let node = self.ghost_node(program, path, regs);
                        self.give(node);
                    }
                }
            }
        }
        let id = self.add(class, thread, serial, first);
        self.cells.extend_from_slice(fields);
        id
    }

    /// Returns the ghost argument that an object passes on unchanged from its own.
    #[inline]
    fn given(&self, path: &LockPath, regs: &[Value]) -> Option<GhostValue> {
        let Root::Ghost { this, class, ghost } = path.root else { return None };
        let object = self.object(regs[this].object()?);
        let own = path.fields.is_empty() && object.class == class;
        own.then(|| self.ghost_args.get(object.ghosts.position() + ghost as usize).copied())?
    }

    /// Returns the path of a ghost argument after substitution.
    fn ghost_node(&mut self, program: &Lowered, path: &LockPath, regs: &[Value]) -> GhostNodeId {
        let (mut node, fields) = match path.root {
            Root::Reg(reg) => (self.node(GhostNode::Root(regs[reg])), Vec::new()),
            Root::Nothing => (self.node(GhostNode::Root(Value::Null)), Vec::new()),
            Root::Ghost { this, class, ghost } => {
                let start = regs[this].object().and_then(|o| self.ghost(&program.tables, o, class, ghost));
                match start {
                    Some((GhostStart::Node(node), fields)) => (node, fields),
                    Some((GhostStart::Value(value), fields)) => (self.node(GhostNode::Root(value)), fields),
                    None => (self.node(GhostNode::Root(Value::Null)), Vec::new()),
                }
            }
        };
        for &fd in fields.iter().chain(&path.fields) {
            node = self.node(GhostNode::Field(node, fd));
        }
        node
    }

    fn node(&mut self, node: GhostNode) -> GhostNodeId {
        self.ghost_nodes.push(node);
        GhostNodeId(self.ghost_nodes.len() as u32 - 1)
    }

    /// A new string. `None` if there are too many objects, or too much text.
    pub(super) fn new_text(&mut self, thread: ThreadId, serial: u32, text: Text, most: u32) -> Option<Value> {
        self.units += text.len();
        if self.objects.len() >= most as usize || self.units > MAX_TEXT {
            return None;
        }
        self.texts.push(text);
        let text = Packed::from_raw(self.texts.len() as u32 - 1);
        Some(Value::Object(self.add(ClassId::STRING, thread, serial, text)))
    }
}

impl Default for FlatThread {
    fn default() -> FlatThread {
        FlatThread {
            code: CodeId(0),
            pc: Pc::START,
            base: 0,
            frames: Vec::new(),
            regs: Vec::new(),
            syncs: Vec::new(),
            life: Life::Running,
            parent: ThreadId::MAIN,
            fork: 0,
            forks: 0,
            allocs: 0,
            unusual: false,
            name: 0,
        }
    }
}

impl FlatThread {
    /// The first state of a thread that runs `body`, its captured variables taken from the parent's registers.
    pub(super) fn begin(
        &mut self,
        program: &Lowered,
        body: CodeId,
        parent: ThreadId,
        fork: u32,
        parent_name: u64,
        regs: &[Value],
    ) {
        let code: &Code = program.code(body);
        (self.code, self.pc, self.base) = (body, Pc::START, 0);
        self.frames.clear();
        self.syncs.clear();
        self.regs.clear();
        code.begin(&mut self.regs);
        for &(from, to) in &code.captures {
            self.regs[to.index()] = regs[from];
        }
        self.life = Life::Running;
        self.unusual = false;
        (self.parent, self.fork, self.forks, self.allocs) = (parent, fork, 0, 0);
        self.name = super::hash::name(parent_name, fork);
    }
}
