//! Code attributed: names, types and overloads resolved, a member at a time.
//!
//! | module | contents |
//! | --- | --- |
//! | [`variables`] | locals: scopes, captures, assignments |
//! | [`statements`], [`loops`], [`switches`], [`conditions`] | statements; patterns and where their variables are in scope |
//! | [`expressions`], [`names`], [`constants`] | expressions; what names mean; values that are known |
//! | [`calls`], [`overloads`], [`fitting`], [`inference`] | calls: which method, with which types |
//! | [`functions`] | lambdas, method references |

mod calls;
mod conditions;
mod constants;
mod creations;
mod expressions;
mod fitting;
mod functions;
mod inference;
mod loops;
mod names;
mod overloads;
mod specific;
mod statements;
mod switches;
mod variables;

pub(crate) use constants::Constant;

use crate::Java;
use crate::declare::names::Scope;
use crate::syntax::{At, NodeKind, Role, Syntax};
use crate::tree::body::{
    Body, Captured, ExprNo, Expression, Form, Kind as Is, LocalNo, Part, Statement, StmtNo, Tested,
};
use crate::tree::{ClassKind, ClassNo, Member, MethodKind, MethodNo};
use crate::types::Ty;
use inference::Hole;
use racefree_grammar::Span;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A class whose code is around the place that is attributed.
#[derive(Clone, Copy, Debug)]
struct ClassFrame {
    class: ClassNo,
    /// There is no `this` of it.
    is_static: bool,
}

/// A function or class within the code, which captures variables of the code around it.
#[derive(Debug, Default)]
struct Owner {
    /// The class; none for a lambda.
    class: Option<ClassNo>,
    captures: Vec<LocalNo>,
    uses_this: bool,
    /// Local classes of which it makes objects.
    makes: Vec<ClassNo>,
}

/// A statement that `break` can leave.
#[derive(Clone, Copy, Debug)]
struct Exit {
    label: Option<Name>,
    /// Number of loops around it.
    loops: u32,
    /// Some `break` leaves it.
    taken: bool,
}

/// Values that leave a method, lambda or switch.
#[derive(Debug)]
struct Leaving {
    want: Ty,
    seen: Ty,
    has_value: bool,
}

impl Leaving {
    fn of(want: Ty) -> Leaving {
        Leaving { want, seen: Ty::UNKNOWN, has_value: false }
    }
}

struct Attributor<'j, 's> {
    java: &'j mut Java,
    syntax: &'s Syntax,
    scope: Scope,
    body: Body,
    frames: Vec<ClassFrame>,
    owners: Vec<Owner>,
    part: u32,
    variables: variables::Variables,
    holes: Vec<Hole>,
    /// Holes as they were before each change, while something is tried.
    tried: Option<Vec<(u32, Hole)>>,
    returns: Vec<Leaving>,
    yields: Vec<Leaving>,
    /// Statements around the place that `break` can leave.
    exits: Vec<Exit>,
    /// Calls, and whether the types of their arguments depend on what is around them.
    late: FxHashMap<At, bool>,
    /// Variables of patterns that no statement has yet.
    tested: Vec<Tested>,
    /// Local classes, by what their objects are made in.
    made: Vec<(ClassNo, Vec<ClassNo>)>,
}

impl Java {
    /// The code of a member of a class that stands in no code itself, with that of the classes in it. Members without code have an empty part.
    pub fn attribute(&mut self, member: Member) -> Body {
        let (class, _) = self.site(member);
        let syntax: Arc<Syntax> = self.syntax(self.classes[class.index()].file);
        let mut attributor = Attributor::new(self, &syntax, class);
        attributor.part(member);
        attributor.finish()
    }

    /// The constructor of the superclass that `super()` in a class calls.
    pub(crate) fn chosen_above(&mut self, class: ClassNo, above: ClassNo) -> Option<MethodNo> {
        let syntax: Arc<Syntax> = self.syntax(self.classes[class.index()].file);
        let (all, owner) = (self.constructors_of(above), self.this_type(above));
        Some(Attributor::new(self, &syntax, class).choose(&all, owner, &[], &[], Span::NONE)?.method)
    }

    /// The class of a member, and the node of its declaration.
    pub(crate) fn site(&self, member: Member) -> (ClassNo, At) {
        match member {
            Member::Field(f) => (self.fields[f.index()].class, self.tables.field_at[f.index()]),
            Member::Method(m) => (self.methods[m.index()].class, self.tables.method_at[m.index()]),
            Member::Initializer(i) => (self.initializers[i.index()].class, self.tables.initializer_at[i.index()]),
        }
    }

    /// Returns true if a member's code matters to the code of other classes: it runs when an object of a class below is made (\[EXP NEW\]), or has
    /// catch clauses or classes, whose objects may be caught (\[EXP THROW\]).
    pub(crate) fn matters_elsewhere(&self, member: Member) -> bool {
        let runs = match member {
            Member::Method(m) => self.methods[m.index()].kind.constructs(),
            Member::Field(_) | Member::Initializer(_) => !self.is_static(member),
        };
        let (class, at) = self.site(member);
        let class = &self.classes[class.index()];
        // No other class is below one of these.
        let last = class.modifiers.is_final() || matches!(class.kind, ClassKind::Enum | ClassKind::Record);
        let syntax = &self.tables.syntax[class.file.index()];
        let code = &syntax.nodes[at.index()..syntax.node(at).next as usize];
        runs && !last || code.iter().any(|node| matches!(node.kind, NodeKind::CatchClause | NodeKind::ClassBody))
    }

    /// Returns true if a member belongs to the class and not to its objects.
    pub fn is_static(&self, member: Member) -> bool {
        match member {
            Member::Field(f) => self.fields[f.index()].modifiers.is_static(),
            Member::Method(m) => self.methods[m.index()].modifiers.is_static(),
            Member::Initializer(i) => self.initializers[i.index()].is_static,
        }
    }
}

impl<'j, 's> Attributor<'j, 's> {
    fn new(java: &'j mut Java, syntax: &'s Syntax, class: ClassNo) -> Self {
        let mut frames = Vec::new();
        let (mut around, mut is_static) = (Some(class), false);
        while let Some(c) = around {
            frames.push(ClassFrame { class: c, is_static });
            is_static |= !java.classes[c.index()].has_outer_instance;
            around = java.classes[c.index()].outer;
        }
        frames.reverse();
        let file = java.classes[class.index()].file;
        Attributor {
            java,
            syntax,
            scope: Scope { file, class: Some(class), extra: Vec::new() },
            body: Body::default(),
            frames,
            owners: vec![Owner::default()],
            part: 0,
            variables: variables::Variables::default(),
            holes: Vec::new(),
            tried: None,
            returns: Vec::new(),
            yields: Vec::new(),
            exits: Vec::new(),
            late: FxHashMap::default(),
            tested: Vec::new(),
            made: Vec::new(),
        }
    }

    /// Attributes the code of a member of the innermost class.
    fn part(&mut self, member: Member) {
        let (class, at) = self.java.site(member);
        let is_static = self.java.is_static(member);
        let number = self.body.parts.len() as u32;
        self.body.parts.push(Part {
            member,
            class,
            is_static,
            parameters: Vec::new(),
            block: Vec::new(),
            value: None,
            tested: Vec::new(),
        });
        let before = std::mem::replace(&mut self.part, number);
        if let Some(frame) = self.frames.last_mut() {
            frame.is_static = is_static;
        }
        let (mark, since) = (self.mark(), self.tested.len());
        let (mut parameters, mut block, mut value) = (Vec::new(), Vec::new(), None);
        match member {
            Member::Field(_) if self.syntax.kind(at) == NodeKind::EnumConstant => {
                value = Some(self.enum_constant(class, at))
            }
            Member::Field(field) => {
                let want = self.java.fields[field.index()].ty.ty;
                value = self
                    .syntax
                    .child(at, Role::Value)
                    .filter(|v| !self.syntax.node(*v).damaged)
                    .map(|v| self.value(v, want));
            }
            Member::Initializer(_) => {
                // Of a static one the block is a part.
                let at = match self.syntax.kind(at) {
                    NodeKind::Block => at,
                    _ => self.syntax.part(at, NodeKind::Block).unwrap_or(at),
                };
                if !self.syntax.node(at).damaged {
                    self.returns.push(Leaving::of(Ty::VOID));
                    block = self.block(at).0;
                    self.returns.pop();
                }
            }
            Member::Method(method) => {
                let data = &self.java.methods[method.index()];
                let (variables, want, has_body) = (data.variables.clone(), data.result.ty, data.has_body);
                let named = self.java.named_variables(&variables);
                self.scope.extra.extend(named);
                parameters = self.parameters(method);
                if let Some(body) = self.syntax.child(at, Role::Body).filter(|_| has_body) {
                    self.returns.push(Leaving::of(want));
                    block = self.block(body).0;
                    self.returns.pop();
                } else if let MethodKind::Plain = self.java.methods[method.index()].kind
                    && let Some(default) = self.syntax.child(at, Role::Value)
                {
                    value = Some(self.value(default, want));
                }
            }
        }
        self.release(mark);
        let tested = self.tested.split_off(since);
        self.part = before;
        let part = &mut self.body.parts[number as usize];
        (part.parameters, part.block, part.value, part.tested) = (parameters, block, value, tested);
    }

    fn parameters(&mut self, method: MethodNo) -> Vec<LocalNo> {
        let parameters = self.java.methods[method.index()].parameters.clone();
        parameters
            .into_iter()
            .map(|p| {
                let local = self.local(p.name, p.ty, p.name_span, p.is_final);
                self.body.locals[local.index()].notes = p.notes;
                local
            })
            .collect()
    }

    /// Attributes a local or anonymous class: its header is read.
    fn inner_class(&mut self, class: ClassNo) {
        self.java.ensure_members(class);
        let in_class = self.scope.class.replace(class);
        self.frames.push(ClassFrame { class, is_static: false });
        self.owners.push(Owner { class: Some(class), ..Owner::default() });
        let slot = self.body.classes.len();
        self.body.classes.push(Captured { class, locals: Vec::new() });
        // Its constructors call one of the class above it.
        let above = self.superclass(class);
        if let Some(above) = self.java.types.class(above) {
            self.makes(above, self.java.classes[class.index()].name_span);
        }
        let data = &self.java.classes[class.index()];
        let (members, classes) = (data.members.clone(), data.classes.clone());
        for member in members {
            if self.has_code(member) {
                deep(|| self.part(member));
            }
        }
        for member in classes {
            deep(|| self.inner_class(member));
        }
        self.frames.pop();
        self.scope.class = in_class;
        let owner = self.owners.pop().unwrap_or_default();
        self.body.classes[slot].locals.clone_from(&owner.captures);
        self.made.push((class, owner.makes));
    }

    /// Returns true if a member has code; a method of an inner class always, for its parameters.
    fn has_code(&self, member: Member) -> bool {
        match member {
            Member::Field(f) => self.java.fields[f.index()].initialized,
            Member::Method(_) | Member::Initializer(_) => true,
        }
    }

    /// Ends the attribution: types that were to be found are there, or nothing is known of them.
    fn finish(mut self) -> Body {
        self.capture_of_made();
        let mut body = std::mem::take(&mut self.body);
        for expression in &mut body.expressions {
            expression.ty = self.settled(expression.ty);
        }
        for (i, local) in body.locals.iter_mut().enumerate() {
            local.ty.ty = self.settled(local.ty.ty);
            local.effectively_final = local.is_final || self.variables.is_effectively_final(i);
        }
        variables::settle_values(&mut body);
        body
    }

    /// Captures of local classes, for those who make objects of them.
    fn capture_of_made(&mut self) {
        let captures: FxHashMap<ClassNo, usize> =
            self.body.classes.iter().enumerate().map(|(i, c)| (c.class, i)).collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (class, makes) in &self.made {
                let Some(into) = captures.get(class).copied() else { continue };
                for from in makes.iter().filter_map(|m| captures.get(m)).copied().filter(|from| *from != into) {
                    for local in self.body.classes[from].locals.clone() {
                        // A class's own locals are not captured by it.
                        let own = self.declared_in(local, *class);
                        if !own && !self.body.classes[into].locals.contains(&local) {
                            self.body.classes[into].locals.push(local);
                            changed = true;
                        }
                    }
                }
            }
        }
    }

    fn declared_in(&self, local: LocalNo, class: ClassNo) -> bool {
        let mut c = Some(self.body.parts[self.body.locals[local.index()].part as usize].class);
        while let Some(k) = c {
            if k == class {
                return true;
            }
            c = self.java.classes[k.index()].outer;
        }
        false
    }

    fn push(&mut self, span: Span, ty: Ty, kind: Is) -> ExprNo {
        self.body.expressions.push(Expression { span, ty, kind });
        ExprNo(self.body.expressions.len() as u32 - 1)
    }

    fn statement(&mut self, span: Span, form: Form) -> StmtNo {
        self.statement_since(self.tested.len(), span, form)
    }

    /// A statement that has the patterns since a number of them.
    fn statement_since(&mut self, since: usize, span: Span, form: Form) -> StmtNo {
        let tested = self.tested.split_off(since);
        self.body.statements.push(Statement { span, form, tested });
        StmtNo(self.body.statements.len() as u32 - 1)
    }

    fn ty(&self, e: ExprNo) -> Ty {
        self.body.expressions[e.index()].ty
    }

    fn span(&self, at: At) -> Span {
        self.syntax.span(at)
    }

    fn name(&mut self, at: At) -> Name {
        self.java.name_of(self.syntax.span(at))
    }

    /// The object of a class around the place.
    fn this(&mut self, span: Span, class: ClassNo) -> ExprNo {
        self.uses_this();
        let ty = self.java.this_type(class);
        self.push(span, ty, Is::This { class })
    }

    fn here(&self) -> ClassFrame {
        // There is always the class of the member.
        self.frames[self.frames.len() - 1]
    }
}
