//! Slots: places without annotations, and their candidates (specification, section 2). They are put into the program as
//! variables of their own, so that the typing rules can be asked for their needs.

use crate::building::Building;
use crate::limits::{EXPLICIT, Limits, Promise, READ, explicit_names};
use racefree_grammar::ast::{Expr, ExprId, Ghost, Program, Run, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::{ClassId, MethodId, Resolved};
use racefree_typeck::open::Notes;
use racefree_typeck::typed::{Member, Typed};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Settings of the search, and its bounds.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rules to check by.
    pub options: racefree_typeck::Options,
    /// Bound on the fields in a path (`--depth`).
    pub depth: u32,
    /// Bound on the new ghosts of a class (`--ghosts`).
    pub ghosts: u32,
    /// Classes may become `thread_local`.
    pub thread_local: bool,
    /// Fields may become `final`.
    pub finals: bool,
    /// True if equal guards of all fields become one guard of the class.
    pub class_guards: bool,
    /// A comment is beside each field that fails.
    pub comments: bool,
    /// Time limit in seconds.
    pub time: Option<f64>,
    /// Memory limit for clauses, in megabytes.
    pub memory: Option<u64>,
    /// Asks the search to stop.
    pub interrupt: Arc<AtomicBool>,
    /// Number of worker threads; the answer does not depend on it.
    pub threads: usize,
    /// Annotations that are left out.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        let options = racefree_typeck::Options::default();
        Settings {
            options,
            depth: 3,
            ghosts: 3,
            thread_local: true,
            finals: true,
            class_guards: false,
            comments: false,
            time: None,
            memory: None,
            interrupt: Arc::default(),
            threads: 1,
            limits: Limits::default(),
        }
    }
}

/// Place of a missing lock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The guard of a field.
    Guard(u32),
    /// The requires set of a method.
    Requires(u32),
    /// An argument of an occurrence of a class: for which of its ghosts.
    Arg(TypeId, u32),
}

/// A ghost that a class of the program may get.
#[derive(Clone, Copy, Debug)]
pub struct NewGhost {
    /// The class, by its place in the program.
    pub class: u32,
    /// Index among the new ghosts of the class.
    pub index: u32,
    /// The variable: one of its own for each class; written, they have the same names in all classes.
    pub name: Name,
}

/// Facts about the program, found once by the types of its erased form.
pub struct Facts {
    /// True for fields that an expression assigns.
    pub assigned: Vec<bool>,
    /// Accesses of each field in code.
    pub accesses: Vec<Vec<ExprId>>,
    /// Number of ways to each method.
    pub ways: Vec<u32>,
    /// True for methods that an expression calls.
    pub called: Vec<bool>,
    /// True for methods that only each other call: no way leads to them from a method without callers.
    pub cut_off: Vec<bool>,
    /// True for classes that are written with arguments somewhere.
    with_args: Vec<bool>,
    /// Class of the program for each written type.
    pub class_of_type: Vec<Option<u32>>,
}

impl Facts {
    /// Facts about a program of which nothing is known.
    pub(crate) fn none(program: &Program) -> Facts {
        Facts {
            assigned: vec![true; program.fields.len()],
            accesses: vec![Vec::new(); program.fields.len()],
            ways: vec![1; program.methods.len()],
            called: vec![false; program.methods.len()],
            cut_off: vec![false; program.methods.len()],
            with_args: vec![false; program.classes.len()],
            class_of_type: vec![None; program.types.len()],
        }
    }

    /// Collects the facts from the types of the erased program, which has the same expressions.
    pub fn new(program: &Program, erased: &Typed<'_>) -> Facts {
        let mut facts = Facts {
            assigned: vec![false; program.fields.len()],
            accesses: vec![Vec::new(); program.fields.len()],
            ways: Vec::new(),
            called: vec![false; program.methods.len()],
            cut_off: Vec::new(),
            with_args: vec![false; program.classes.len()],
            class_of_type: vec![None; program.types.len()],
        };
        let mut calls = Vec::new();
        let mut building = Building::new(program);
        for (e, point) in erased.points() {
            if let Some(Member::Method(MethodId::Declared(m), _)) = point.member {
                calls.push((e, m));
                facts.called[m as usize] = true;
            }
            if let Some(Member::Field(f, _)) = point.member {
                facts.accesses[f as usize].push(e);
                let inner = building.initialises(program, e, f);
                facts.assigned[f as usize] |= matches!(program.expr(e), Expr::Assign { .. }) && !inner;
            }
        }
        building.twice().for_each(|f| facts.assigned[f] = true);
        facts.ways = crate::ways_to::ways(program, &calls);
        facts.cut_off = crate::ways_to::cut_off(program, &calls);
        let resolved = Resolved::new(program);
        for (i, t) in program.types.iter().enumerate() {
            if let TypeKind::Class { name, args } = t.kind
                && let Some(class) = resolved.find(name)
                && let Some(declared) = resolved.declared(class)
            {
                facts.class_of_type[i] = Some(declared);
                facts.with_args[declared as usize] |= args.len > 0;
            }
        }
        facts
    }
}

/// The program with slots.
pub struct Template {
    /// Program.
    pub program: Program,
    /// Places of the slots, in the order of their names.
    pub places: Vec<Place>,
    /// The name of the first slot.
    pub first: Name,
    /// The ghosts that classes may get.
    pub ghosts: Vec<NewGhost>,
    /// Classes that may be thread-local, and fields that may be final.
    pub notes: Notes,
    /// Annotations that are left out.
    pub limits: Limits,
}

/// The names of new ghosts: `lock`, `lock2`, … without the identifiers of the program.
pub fn ghost_names(program: &Program, many: u32) -> Vec<String> {
    let names = (1..).map(|i| if i == 1 { "lock".to_owned() } else { format!("lock{i}") });
    names.filter(|name| program.names.find(name).is_none()).take(many as usize).collect()
}

impl Template {
    /// Puts slots into a program, and `gamma` ghosts into each class that `ghosts` says, if it can have new ones.
    pub fn new(
        program: &Program,
        facts: &Facts,
        settings: &Settings,
        gamma: u32,
        ghosts: impl Fn(u32) -> bool,
    ) -> Template {
        let mut p = program.clone();
        let names = ghost_names(program, gamma);
        let mut table = Vec::new();
        let mut new_ghosts = Vec::new();
        let object = p.add_type(TypeKind::Class { name: Name::OBJECT, args: Default::default() }, Span::NONE);
        for i in 0..p.classes.len() {
            let class = p.classes[i];
            let start = table.len() as u32;
            table.extend_from_slice(program.ghosts_of(&class));
            if class.ghosts.is_empty() && !facts.with_args[i] && ghosts(i as u32) {
                for (index, name) in names.iter().enumerate() {
                    let name = p.names.intern(&format!("{name}@{i}"));
                    table.push(Ghost { ty: object, name, span: class.name_span });
                    new_ghosts.push(NewGhost { class: i as u32, index: index as u32, name });
                }
            }
            p.classes[i].ghosts = Run { start, end: table.len() as u32 };
        }
        p.ghosts = table;
        if !explicit_names(&p).is_empty() {
            // Candidates end in these; the rules hold nothing that has no name.
            for name in [EXPLICIT, READ] {
                p.names.intern(name);
            }
        }
        let first = Name(p.names.len() as u32);
        let mut template = Template {
            program: p,
            places: Vec::new(),
            first,
            ghosts: new_ghosts,
            notes: Notes::default(),
            limits: settings.limits.clone(),
        };
        template.arguments(facts);
        template.members(facts, &settings.limits);
        template.notes = may_be(program, facts, settings);
        template
    }

    /// A new slot, as a lock expression.
    fn slot(&mut self, place: Place, span: Span) -> ExprId {
        let name = self.program.names.intern(&format!("?{}", self.places.len()));
        self.places.push(place);
        self.program.add(Expr::Var(name), span)
    }

    fn arguments(&mut self, facts: &Facts) {
        for (t, class) in facts.class_of_type.iter().enumerate() {
            let Some(class) = *class else { continue };
            let ty = self.program.types[t];
            let many = self.program.classes[class as usize].ghosts.len() as u32;
            if let TypeKind::Class { name, args } = ty.kind
                && args.len == 0
                && many > 0
            {
                let locks: Vec<ExprId> =
                    (0..many).map(|i| self.slot(Place::Arg(TypeId::new(t as u32), i), ty.span)).collect();
                let args = self.program.add_list(&locks);
                self.program.types[t].kind = TypeKind::Class { name, args };
            }
        }
    }

    fn members(&mut self, facts: &Facts, limits: &Limits) {
        for c in 0..self.program.classes.len() {
            let class = self.program.classes[c];
            for f in class.fields.indices() {
                let field = self.program.fields[f];
                let free = field.is_final || field.volatile;
                if !class.thread_local && !free && self.program.guard_of(&class, &field).is_none() {
                    self.program.fields[f].guard = Some(self.slot(Place::Guard(f as u32), field.name_span));
                }
            }
            for m in class.methods.indices() {
                let method = self.program.methods[m];
                let open = match limits.promise(m as u32) {
                    Promise::Never => false,
                    Promise::Kept => facts.called[m] && !facts.cut_off[m],
                    Promise::Free => !limits.library || facts.called[m],
                };
                if method.requires.len == 0 && open {
                    let slot = self.slot(Place::Requires(m as u32), method.name_span);
                    self.program.methods[m].requires = self.program.add_list(&[slot]);
                }
            }
        }
    }
}

/// Classes that may be made thread-local, and fields that may be made final.
fn may_be(program: &Program, facts: &Facts, settings: &Settings) -> Notes {
    let local = settings.thread_local && program.main.is_some();
    Notes::new(
        program.classes.iter().map(|c| local && !c.thread_local).collect(),
        (program.fields.iter().zip(&facts.assigned))
            .map(|(f, &assigned)| settings.finals && !f.is_final && !f.volatile && !assigned)
            .collect(),
    )
}

/// Cone of classes that may need ghosts (specification, section 5, step 1), by their place in the program: those of
/// some fields and occurrences, every class in whose text one of them occurs, and all superclasses.
pub fn cone(program: &Program, facts: &Facts, start: impl IntoIterator<Item = u32>) -> FxHashSet<u32> {
    let resolved = Resolved::new(program);
    let mut mentions: Vec<Vec<u32>> = vec![Vec::new(); program.classes.len()];
    let mut mention = |by: u32, t: TypeId| {
        if let Some(class) = facts.class_of_type[t.index()] {
            mentions[class as usize].push(by);
        }
    };
    for (i, class) in program.classes.iter().enumerate() {
        let by = i as u32;
        class.extends.into_iter().for_each(|t| mention(by, t));
        let fields = program.fields_of(class);
        fields.iter().for_each(|f| mention(by, f.ty));
        let mut bodies: Vec<ExprId> = fields.iter().filter_map(|f| f.init).collect();
        for m in program.methods_of(class) {
            mention(by, m.ret);
            program.params_of(m).iter().for_each(|p| mention(by, p.ty));
            bodies.push(m.body);
        }
        for body in bodies {
            for e in program.within(body) {
                program.parts(e).ty.into_iter().for_each(|t| mention(by, t));
            }
        }
    }
    let mut cone = FxHashSet::default();
    let mut todo: Vec<u32> = start.into_iter().collect();
    while let Some(class) = todo.pop() {
        if !cone.insert(class) {
            continue;
        }
        todo.extend(&mentions[class as usize]);
        let id = resolved.of_declaration(class as usize);
        let above = resolved.get(id).superclass().filter(|&c| c.0 >= ClassId::PREDEFINED);
        todo.extend(above.and_then(|c| resolved.declared(c)));
    }
    cone
}
