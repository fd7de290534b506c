//! Constructors and static initialisers of the dialect of Java. A constructor is what comes before it, the class above, and its body.

use super::components::Node;
use super::{Checker, escaping};
use crate::judgment::Judgment;
use crate::options::GHOSTS_FIRST;
use crate::reading::Reading;
use crate::rules::{atom_constructor, atom_delegate, atom_invoke, atom_make};
use crate::theta::Theta;
use crate::tree::{TestOutcome, Tree};
use racefree_grammar::ast::{Basic, ExprId, Extended, List, MethodKind, TypeId};
use racefree_grammar::name::Name;
use racefree_program::{ClassId, Implied};

const MOVER: Tree = Tree::basic(Basic::Mover);

impl<'c, 'p> Checker<'c, 'p> {
    /// The constructor that runs for a class if none is named, or else the initialisers of the class.
    pub(super) fn implied(&self, class: ClassId) -> Option<Node> {
        match self.classes().implied_constructor(Some(class)) {
            Implied::Constructor(_, m) => Some(Node::Method(m)),
            Implied::Nothing | Implied::Unknown => Some(Node::Init(class)).filter(|_| class != ClassId::OBJECT),
        }
    }

    /// Constructor, or initialisers, of the superclass that run for an object of a class without a constructor of its own.
    pub(super) fn above(&self, class: ClassId) -> Option<Node> {
        self.classes().get(class).superclass().and_then(|above| self.implied(above))
    }

    /// The constructor that runs before the body of one that calls none.
    pub(super) fn runs_before(&self, m: u32) -> Option<u32> {
        let method = &self.program.methods[m as usize];
        let calls_none = self.program.kind_of(method) == MethodKind::Constructor && !self.classes().delegates(method);
        match self.above(self.owners[m as usize]).filter(|_| calls_none) {
            Some(Node::Method(above)) => Some(above),
            Some(Node::Init(_)) | None => None,
        }
    }

    /// The constructor of a name.
    fn constructor(&self, class: ClassId, name: Name) -> Option<u32> {
        let found = self.classes().own_method(class, name);
        found.filter(|&m| self.program.kind_of(&self.program.methods[m as usize]) == MethodKind::Constructor)
    }

    /// Collects the constructors that a form in a class runs.
    pub(super) fn constructs(&self, class: ClassId, form: Extended, out: &mut Vec<Node>) {
        match form {
            Extended::Make { ty, constructor, .. } => {
                let Some(class) = self.classes().class_of_type(ty) else { return };
                let node = self.constructor(class, constructor).map(Node::Method);
                out.extend(node.or_else(|| self.implied(class)));
            }
            Extended::Delegate { up, constructor, .. } => {
                let of = if up { self.classes().get(class).superclass() } else { Some(class) };
                let Some(of) = of else { return };
                out.extend(self.constructor(of, constructor).map(Node::Method).or_else(|| self.implied(of)));
            }
            Extended::ClassConst(_)
            | Extended::LetVar { .. }
            | Extended::SetVar { .. }
            | Extended::Any { .. }
            | Extended::Cast { .. }
            | Extended::InstanceOf { .. }
            | Extended::NewArray { .. }
            | Extended::Element { .. }
            | Extended::SetElement { .. }
            | Extended::Length(_)
            | Extended::Label { .. }
            | Extended::Exit { .. }
            | Extended::Throw(_)
            | Extended::Try { .. }
            | Extended::Catch { .. }
            | Extended::Locked { .. } => {}
        }
    }

    /// Atomicity of a node, as far as it is known.
    fn of_node(&self, node: Node) -> Tree {
        match node {
            Node::Method(m) => self.of_method(m),
            Node::Init(class) => self.inits[class.index()],
        }
    }

    /// Without the tests of what the object under construction names: nothing holds its locks.
    pub(super) fn of_new(&mut self, a: Tree) -> Tree {
        self.trees.rebuild(a, &mut |locks, lock| {
            if locks.is_of_this(lock) { TestOutcome::Unheld } else { TestOutcome::Lock(lock) }
        })
    }

    /// θa for a constructor that is called, its parameters being the arguments; `this` stays what it is.
    fn called_constructor(&mut self, m: u32, args: List, is_new: bool) -> Tree {
        let mut a = self.of_method(m);
        if is_new {
            a = self.of_new(a);
        }
        if a.as_basic().is_some() {
            return a;
        }
        let mut theta = Theta::new(crate::theta::Mapping::default(), self.options.reads(GHOSTS_FIRST));
        theta.add(Name::THIS, self.trees.locks.paths.var(Name::THIS));
        let params = self.program.params_of(&self.program.methods[m as usize]);
        for (param, &arg) in params.iter().zip(self.program.list(args)) {
            let path = self.trees.locks.of(arg);
            theta.add(param.name, path);
        }
        let escaping = escaping(self.in_force(atom_invoke::ESCAPING));
        self.substituted(a, &theta, true, escaping)
    }
}

impl<'r, 'c: 'r, 'p> Reading<'r, 'c, 'p> {
    /// \[ATOM CONSTRUCTOR\], also of a static initialiser.
    pub(super) fn atom_constructor(&mut self, m: u32) {
        let decl = &self.program.methods[m as usize];
        let depth = self.enter_method(m);
        let rule = self.rule(atom_constructor::RULE, decl.span);
        let mark = self.exits.len();
        let before = self.before_body(m);
        let b = self.then_part(before, &rule, atom_constructor::BODY, decl.body);
        let b = self.closed(mark, b);
        self.leave(depth);
        rule.concludes_as(Judgment::Method(m, b), ());
    }

    /// Code in front of the body of a constructor that calls no other one: that of the class above, and the initialisers of the fields.
    pub(super) fn before_body(&mut self, m: u32) -> Tree {
        let (program, class) = (self.program, self.owners[m as usize]);
        let method = &program.methods[m as usize];
        if program.kind_of(method) != MethodKind::Constructor || self.classes().delegates(method) {
            return Tree::CONST;
        }
        let above = self.above(class).map_or(Tree::CONST, |node| self.of_node(node));
        let own = self.own_initialisers(class);
        self.trees.then(above, own)
    }

    /// The initialisers of the fields of a class, one after the other.
    fn own_initialisers(&mut self, class: ClassId) -> Tree {
        let program = self.program;
        let Some(decl) = self.classes().decl(class) else { return Tree::CONST };
        let all = program.fields_of(&decl).iter().filter_map(|field| field.init);
        all.fold(Tree::CONST, |a, init| {
            let of = self.quietly(|it| it.expr(init));
            self.trees.then(a, of)
        })
    }

    /// \[ATOM MAKE\]  a₁;…;aₙ; mover; θb
    pub(super) fn atom_make(&mut self, e: ExprId, ty: TypeId, name: Name, args: List) -> Tree {
        let rule = self.of(atom_make::RULE, e);
        let program = self.program;
        let a = self.then_parts(Tree::CONST, &rule, atom_make::ARGS, program.list(args));
        let a = self.trees.then(a, MOVER);
        let Some(class) = self.classes().class_of_type(ty) else { return a };
        let b = match self.constructor(class, name) {
            Some(m) => {
                let b = self.called_constructor(m, args, true);
                self.note_call(e, m, b);
                b
            }
            None => {
                let b = self.implied(class).map_or(Tree::CONST, |node| self.of_node(node));
                self.of_new(b)
            }
        };
        self.made_by.insert(e, b);
        self.trees.then(a, b)
    }

    /// \[ATOM DELEGATE\]  a₁;…;aₙ; θb
    pub(super) fn atom_delegate(&mut self, e: ExprId, up: bool, name: Name, args: List) -> Tree {
        let rule = self.of(atom_delegate::RULE, e);
        let program = self.program;
        let a = self.then_parts(Tree::CONST, &rule, atom_delegate::ARGS, program.list(args));
        let own = self.within.method().map(|m| self.owners[m as usize]);
        let class = if up { own.and_then(|own| self.classes().get(own).superclass()) } else { own };
        let Some(class) = class else { return a };
        let b = match self.constructor(class, name) {
            Some(m) => {
                let b = self.called_constructor(m, args, false);
                self.note_call(e, m, b);
                b
            }
            None => self.implied(class).map_or(Tree::CONST, |node| self.of_node(node)),
        };
        self.made_by.insert(e, b);
        let a = self.trees.then(a, b);
        let own = own.filter(|_| up).map_or(Tree::CONST, |own| self.own_initialisers(own));
        self.trees.then(a, own)
    }
}
