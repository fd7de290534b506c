//! The main expression of a program without `main`: a harness that makes objects of each class and calls every method that others may
//! call, from any number of threads. The objects are in static fields of a class of its own, which nobody asks about. An object of a
//! class that one thread has is made anew for each call, so nobody but its maker calls it.

use super::Plain;
use crate::harness::Harness;
use racefree_grammar::ast::{Expr, ExprId, Method, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::{ClassId, Resolved};
use rustc_hash::FxHashMap;

/// A method in which something begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The class that declares it, by its number in the program.
    pub class: usize,
    /// The method, by its number in the program.
    pub method: usize,
}

/// Most constructors inside one another that make an argument.
const DEEPEST: usize = 2;

/// Classes as a harness needs them, by name.
#[derive(Default)]
struct Classes {
    /// Classes of which there can be objects, below a class or interface.
    below: FxHashMap<Name, Vec<Name>>,
    /// Classes whose objects one thread has.
    local: FxHashMap<Name, bool>,
    /// Classes below `Thread`.
    threads: FxHashMap<Name, bool>,
}

impl Plain<'_> {
    fn classes(&self) -> Classes {
        let resolved = Resolved::new(&self.program);
        let mut found = Classes::default();
        let abstract_ = |c: usize| {
            let class = &self.program.classes[c];
            class.interface || self.statics_of(c).is_some() || class.name_span == Span::NONE
        };
        for (i, class) in self.program.classes.iter().enumerate() {
            // Of a type outside of the sources there may be any objects.
            if super::is_marker(self.program.text(class.name)) {
                continue;
            }
            let id = resolved.of_declaration(i);
            found.local.insert(class.name, class.thread_local);
            let above: Vec<ClassId> = resolved.ancestors(id).chain(resolved.interfaces(id).iter().copied()).collect();
            let is_thread = above.iter().any(|&c| self.program.text(resolved.get(c).name) == "Thread");
            found.threads.insert(class.name, is_thread);
            if !abstract_(i) {
                for up in above {
                    found.below.entry(resolved.get(up).name).or_default().push(class.name);
                }
            }
        }
        found
    }

    /// Writes the harness into the program.
    pub(super) fn open(&mut self, text: &str, asked: &[String]) -> Result<Harness, String> {
        let mut classes = self.classes();
        for class in &self.program.classes {
            let statics = self.program.text(class.name).ends_with(super::STATICS);
            if !statics && self.known.concurrent.contains(&class.name_span) {
                classes.local.insert(class.name, false);
            }
        }
        let entries = self.entries(&classes, asked)?;
        // To ask for a class is to say that threads share its objects.
        for entry in &entries {
            classes.local.insert(self.program.classes[entry.class].name, false);
        }
        let from = text.len() as u32 + 1;
        let mut harness = Writer {
            classes,
            next: from,
            slots: FxHashMap::default(),
            fill: Vec::new(),
            refill: Vec::new(),
            spans: Vec::new(),
        };
        let mut loops = Vec::new();
        let mut once = Vec::new();
        let mut interface = Vec::new();
        for &entry in &entries {
            let fork = harness.fork(self, entry);
            let class = &self.program.classes[entry.class];
            let method = &self.program.methods[entry.method];
            let runs = harness.classes.threads[&class.name] && self.program.text(method.name) == "run";
            if runs {
                once.push(fork)
            } else {
                loops.push(fork)
            }
            let name = self.statics_of(entry.class).unwrap_or(self.program.text(class.name)).to_owned();
            interface.push(super::method_text(&self.program, &name, method));
        }
        for class in self.constructible(&harness.classes, asked) {
            loops.push(harness.construct(self, class));
        }
        loops.append(&mut harness.refill);
        let span = harness.span();
        let cond = self.add(Expr::Bool(true), span);
        let body = self.seq(&loops, span);
        let calls = self.add(Expr::While { cond, body }, span);
        let mut all = self.initialised();
        all.append(&mut harness.fill);
        all.extend(once);
        all.push(calls);
        self.program.main = Some(self.seq(&all, span));
        self.harness_class(&harness);
        let Writer { next, spans, .. } = harness;
        let text = format!("{text}\n{}", " ".repeat((next - from) as usize + 1));
        let calls = 2 * entries.len();
        interface.dedup();
        Ok(Harness { text, from, interface, calls, forks: spans.into_iter().map(Some).collect() })
    }

    /// The classes of which any thread may make an object: it matters where the class, or what it has in static fields, is shared.
    fn constructible(&self, classes: &Classes, asked: &[String]) -> Vec<usize> {
        let matters = |c: &usize| {
            let class = &self.program.classes[*c];
            let statics = format!("{}{}", self.program.text(class.name), super::STATICS);
            let changes = |of: &racefree_grammar::ast::Class| {
                self.program.text(of.name) == statics && of.fields.indices().any(|f| !self.program.fields[f].is_final)
            };
            let written = !self.constructors_of(class.name).is_empty();
            let is_made = classes.below.get(&class.name).is_some_and(|below| below.contains(&class.name));
            asked.is_empty() && written && is_made && (!class.thread_local || self.program.classes.iter().any(changes))
        };
        (0..self.program.classes.len()).filter(matters).collect()
    }

    /// Returns true if two objects of a class can meet: a method is given one, or they have static fields in common. The lock of one is none of
    /// the other then.
    fn meet(&self, classes: &Classes, class: Name) -> bool {
        let is_it = |(equals, ty): (bool, TypeId)| match self.program.ty(ty).kind {
            // Any object is given as an element, and looked into by `equals`.
            TypeKind::Class { name, .. } if self.program.text(name) == "Object" && !equals => false,
            TypeKind::Class { name, .. } => classes.below.get(&name).is_some_and(|below| below.contains(&class)),
            _ => false,
        };
        let called = self.program.methods.iter().filter(|m| self.known.callable.contains(&m.name_span));
        let equals = |m: &Method| matches!(self.program.text(m.name), "equals" | "compareTo");
        let params = called.flat_map(|m| m.params.indices().map(move |p| (equals(m), p)));
        let mut given = params.map(|(equals, p)| (equals, self.program.params[p].ty));
        let statics = format!("{}{}", self.program.text(class), super::STATICS);
        let common = |of: &racefree_grammar::ast::Class| {
            self.program.text(of.name) == statics && of.fields.indices().any(|f| !self.program.fields[f].is_final)
        };
        given.any(is_it) || self.program.classes.iter().any(common)
    }

    /// The class that has the slots.
    fn harness_class(&mut self, harness: &Writer) {
        let mut slots: Vec<Name> = harness.slots.values().copied().collect();
        slots.sort_unstable();
        super::class(&mut self.program, "harness$$class", None, &slots);
    }

    /// The methods that the harness calls.
    fn entries(&mut self, classes: &Classes, asked: &[String]) -> Result<Vec<Entry>, String> {
        let (mut found, mut left) = (Vec::new(), 0);
        let mut seen = vec![false; asked.len()];
        for (c, class) in self.program.classes.iter().enumerate() {
            let name = self.statics_of(c).unwrap_or(self.program.text(class.name));
            let changes = |f: usize| !self.program.fields[f].is_final;
            let shared = match self.statics_of(c) {
                Some(_) => class.fields.indices().any(changes) || !classes.local.get(&class.name).is_none_or(|l| *l),
                None => {
                    classes.local.get(&class.name) == Some(&false) && !class.interface && class.name_span != Span::NONE
                }
            };
            let has_own = !class.fields.is_empty() && class.name_span != Span::NONE && !class.interface;
            let is_left = !shared && asked.is_empty() && has_own && self.statics_of(c).is_none();
            let callable =
                |m: usize| self.is_method(m) && self.known.callable.contains(&self.program.methods[m].name_span);
            left += usize::from(is_left && class.methods.indices().any(callable));
            for m in class.methods.indices().filter(|&m| self.is_method(m)) {
                let method = &self.program.methods[m];
                let wanted = |a: &String| *a == name || *a == super::method_text(&self.program, name, method);
                let asks = asked.iter().position(wanted);
                if let Some(i) = asks {
                    seen[i] = true;
                    found.push(Entry { class: c, method: m });
                } else if asked.is_empty() && shared && self.known.callable.contains(&method.name_span) {
                    found.push(Entry { class: c, method: m });
                }
            }
        }
        // Loud: their methods are not looked at.
        (0..left).for_each(|_| self.assume(NOT_CALLED));
        if let Some(i) = seen.iter().position(|seen| !seen) {
            return Err(format!("there is no class or method `{}`", asked[i]));
        }
        Ok(found)
    }
}

/// Trust in what nothing says.
const NOT_CALLED: &str =
    "classes of which nothing says or shows that threads share their objects are not called; `--entry C` calls C";

/// The harness on the way.
struct Writer {
    classes: Classes,
    next: u32,
    /// The slot of each class.
    slots: FxHashMap<Name, Name>,
    /// Expressions that fill the slots.
    fill: Vec<ExprId>,
    /// Expressions that fill them again, while the methods are called.
    refill: Vec<ExprId>,
    /// For each fork, the method that it calls.
    spans: Vec<Span>,
}

impl Writer {
    /// A place behind the text, of its own.
    fn span(&mut self) -> Span {
        self.next += 1;
        Span::new(self.next - 1, self.next)
    }

    /// `fork { receiver.m(arguments) }`
    fn fork(&mut self, plain: &mut Plain<'_>, entry: Entry) -> ExprId {
        let at = self.span();
        let method = plain.program.methods[entry.method];
        let receiver = match plain.statics_of(entry.class).map(str::to_owned) {
            Some(class) => plain.constant(&class, at),
            None => self.object(plain, plain.program.classes[entry.class].name, at, 0),
        };
        let args: Vec<ExprId> = method.params.indices().map(|p| self.argument(plain, p, at, 0)).collect();
        let called = plain.call(receiver, method.name, &args, at);
        let result = super::class_name(&plain.program, method.ret);
        let body = match result.filter(|r| self.classes.local.get(r) == Some(&false)) {
            Some(class) => {
                let slot = self.slot(plain, class);
                let harness = plain.constant(HARNESS, at);
                plain.assign(harness, slot, called, at)
            }
            None => called,
        };
        self.spans.push(method.name_span);
        plain.add(Expr::Fork(body), at)
    }

    /// `fork { new C(arguments) }`
    fn construct(&mut self, plain: &mut Plain<'_>, class: usize) -> ExprId {
        let at = self.span();
        let of = plain.program.classes[class];
        let mut argument = |plain: &mut Plain<'_>, p: usize| self.argument(plain, p, at, 0);
        let made = plain.made(of.name, at, &mut argument);
        self.spans.push(of.name_span);
        plain.add(Expr::Fork(made), at)
    }

    /// An argument for a parameter. For an interface of the library it is an object that threads need a lock for, if there are such.
    fn argument(&mut self, plain: &mut Plain<'_>, p: usize, at: Span, depth: usize) -> ExprId {
        let param = plain.program.params[p];
        if plain.known.confined.contains_key(&param.span) {
            return plain.fresh_outside(param.span);
        }
        match plain.program.ty(param.ty).kind {
            TypeKind::Int => plain.add(Expr::Int(1), at),
            TypeKind::Boolean => plain.add(Expr::Bool(true), at),
            TypeKind::Void => plain.add(Expr::Unit, at),
            TypeKind::Array { .. } => plain.add(Expr::New(plain.own.array), at),
            TypeKind::Class { name, .. } => self.object(plain, name, at, depth),
        }
    }

    /// Any object of a class.
    fn object(&mut self, plain: &mut Plain<'_>, class: Name, at: Span, depth: usize) -> ExprId {
        match self.classes.local.get(&class) {
            None if plain.program.text(class) == "String" => plain.add(Expr::Null, at),
            None => plain.add(Expr::New(plain.own.given), at),
            Some(true) if depth < DEEPEST => self.make(plain, class, at, depth),
            Some(true) => plain.add(Expr::Null, at),
            Some(false) => {
                let slot = self.slot(plain, class);
                let harness = plain.constant(HARNESS, at);
                plain.field(harness, slot, at)
            }
        }
    }

    fn make(&mut self, plain: &mut Plain<'_>, class: Name, at: Span, depth: usize) -> ExprId {
        let below = self.classes.below.get(&class).cloned().unwrap_or_default();
        let mut ways = Vec::new();
        for class in below {
            let mut argument = |plain: &mut Plain<'_>, p: usize| self.argument(plain, p, at, depth + 1);
            ways.push(plain.made(class, at, &mut argument));
        }
        plain.one_of(&ways, at)
    }

    /// The slot of a class, with an object of each class below it.
    fn slot(&mut self, plain: &mut Plain<'_>, class: Name) -> Name {
        if let Some(&slot) = self.slots.get(&class) {
            return slot;
        }
        let slot = plain.name("slot");
        self.slots.insert(class, slot);
        let at = self.span();
        // One object for all; and others later, if two can meet.
        for fills in if plain.meet(&self.classes, class) { &[false, true][..] } else { &[false] } {
            let value = self.value(plain, class, at);
            let harness = plain.constant(HARNESS, at);
            let fill = plain.assign(harness, slot, value, at);
            if *fills { self.refill.push(fill) } else { self.fill.push(fill) }
        }
        slot
    }

    /// An object of a class, or of one below it.
    fn value(&mut self, plain: &mut Plain<'_>, class: Name, at: Span) -> ExprId {
        match &self.classes.below.get(&class).cloned().unwrap_or_default()[..] {
            [one] if *one == class => self.make(plain, class, at, 0),
            below => {
                let slots: Vec<Name> =
                    below.iter().filter(|of| **of != class).map(|&of| self.slot(plain, of)).collect();
                let mut ways: Vec<ExprId> = Vec::new();
                for slot in slots {
                    let harness = plain.constant(HARNESS, at);
                    ways.push(plain.field(harness, slot, at));
                }
                if below.contains(&class) {
                    let mut argument = |plain: &mut Plain<'_>, p: usize| self.argument(plain, p, at, 0);
                    ways.push(plain.made(class, at, &mut argument));
                }
                plain.one_of(&ways, at)
            }
        }
    }
}

/// The class that has the slots, without its ending.
const HARNESS: &str = "harness$";
