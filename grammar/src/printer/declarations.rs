//! Classes, fields and methods.

use super::WIDTH;
use super::layout::{Blank, CONTINUED, Gap, Layout, Piece, SPACE, STEP, TIGHT};
use super::parts::Place;
use super::text::TokenText;
use crate::ast::{Atom, AtomId, Class, Clauses, Expr, ExprId, Field, List, Method, MethodKind, TypeId};
use crate::stack::deep;

/// A member of a class.
#[derive(Clone, Copy)]
enum Member<'p> {
    Field(&'p Field),
    Method(&'p Method),
}

impl Member<'_> {
    fn start(self) -> u32 {
        match self {
            Member::Field(field) => field.span.start,
            Member::Method(method) => method.span.start,
        }
    }
}

/// Degree to which the head of a declaration is broken up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Break {
    Nothing,
    /// The clauses behind it are on lines of their own.
    Clauses,
    /// Clauses and parameters.
    All,
}

impl Layout<'_> {
    /// The whole program.
    pub(super) fn program(mut self) -> Vec<Piece> {
        let program = self.program;
        for class in &program.classes {
            self.class(self.top(class.span.start), class);
        }
        if let Some(main) = program.main {
            self.prepare(main);
            self.statements(self.top(program.span(main).start), main);
        }
        self.settle_semis();
        self.pieces
    }

    /// The line of a class, or of the main expression.
    fn top(&self, start: u32) -> Gap {
        self.line(0, if self.pieces.is_empty() { Blank::No } else { Blank::Keep(start) })
    }

    /// Writes the words that are there; returns the gap behind them.
    fn words<const N: usize>(&mut self, mut gap: Gap, words: [(bool, &'static str); N]) -> Gap {
        for (_, word) in words.into_iter().filter(|(written, _)| *written) {
            self.word(gap, word);
            gap = SPACE;
        }
        gap
    }

    /// `[thread_local] class cn<…> extends c guarded_by l { … }`
    fn class(&mut self, gap: Gap, class: &Class) {
        let start = self.fixed;
        let not_self = self.program.owners_of(class).not_self;
        let more = !class.more_supertypes.is_empty();
        let clauses = class.extends.is_some() || more || class.guard.is_some() || not_self.len > 0;
        self.head(gap, clauses, |layout, breaks| layout.class_head(gap, class, breaks));
        let mut members: Vec<Member<'_>> = self.program.fields_of(class).iter().map(Member::Field).collect();
        members.extend(self.program.methods_of(class).iter().map(Member::Method));
        members.sort_by_key(|member| member.start());
        self.word(SPACE, "{");
        if let [only] = members[..]
            && self.lies_on_the_line(start, only)
        {
            return;
        }
        self.indent += STEP;
        for (i, member) in members.iter().enumerate() {
            self.member(self.line(0, if i == 0 { Blank::No } else { Blank::Keep(member.start()) }), *member);
        }
        self.indent -= STEP;
        let forced = self.attached.is_some_and(|a| a.forced(start, self.fixed));
        let empty = members.is_empty() && !forced;
        self.word(if empty { TIGHT } else { self.line(0, Blank::No) }, "}");
    }

    fn member(&mut self, gap: Gap, member: Member<'_>) {
        match member {
            Member::Field(field) => self.field(gap, field),
            Member::Method(method) => self.method(gap, method),
        }
    }

    /// Lays the only member of a class, whose first token is `start`, and its last bracket out on the line of its head, if it
    /// fits there.
    fn lies_on_the_line(&mut self, start: u32, only: Member<'_>) -> bool {
        let (pieces, fixed, column) = (self.pieces.len(), self.fixed, self.column);
        self.member(SPACE, only);
        self.word(SPACE, "}");
        let forced = self.attached.is_some_and(|a| a.forced(start, self.fixed - 1));
        let broken = self.pieces[pieces..].iter().any(|piece| matches!(piece.gap, Gap::Line { .. }));
        let lies = !forced && !broken && self.column <= WIDTH;
        if !lies {
            self.pieces.truncate(pieces);
            (self.fixed, self.column) = (fixed, column);
        }
        lies
    }

    fn class_head(&mut self, gap: Gap, class: &Class, breaks: Break) {
        let gap = self.words(gap, [(class.thread_local, "thread_local")]);
        self.word(gap, if class.interface { "interface" } else { "class" });
        self.token(SPACE, TokenText::Name(class.name));
        let ghosts = self.program.ghosts_of(class).iter().map(|ghost| (Some(ghost.ty), ghost.name));
        let formals = self.program.formals_of(class).iter().filter(|formal| !formal.implied);
        let params: Vec<_> = ghosts.chain(formals.map(|formal| (None, formal.name))).collect();
        if !params.is_empty() {
            self.word(TIGHT, "<");
            self.items(params.len(), breaks == Break::All, |layout, gap, i| {
                let (ty, name) = params[i];
                let behind = layout.words(gap, [(ty.is_some(), "ghost")]);
                ty.into_iter().for_each(|ty| layout.ty(behind, ty));
                layout.token(behind, TokenText::Name(name));
            });
            self.word(self.closing(breaks == Break::All), ">");
        }
        let clause = self.clause(breaks, !params.is_empty());
        if let Some(superclass) = class.extends {
            self.word(clause, "extends");
            self.ty(SPACE, superclass);
        }
        if !class.more_supertypes.is_empty() {
            self.word(clause, if class.interface { "extends" } else { "implements" });
            let first = class.more_supertypes.start;
            self.items(class.more_supertypes.len(), false, |layout, _, i| {
                layout.ty(SPACE, TypeId::new(first + i as u32))
            });
        }
        if let Some(guard) = class.guard {
            self.guards(clause, guard, class.more_guards);
        }
        let not_self = self.program.not_self_of(class);
        if !not_self.is_empty() {
            self.word(clause, "where");
            self.items(not_self.len(), false, |layout, _, i| {
                layout.lock(SPACE, not_self[i]);
                layout.word(SPACE, "!=");
                layout.word(SPACE, "self");
            });
        }
    }

    /// Lays a head out in the first way in which it fits on the line. `clauses`: whether it has any.
    fn head(&mut self, gap: Gap, clauses: bool, lay: impl Fn(&mut Self, Break)) -> Break {
        let (pieces, fixed, column) = (self.pieces.len(), self.fixed, self.column);
        let before = if matches!(gap, Gap::Same(_)) { column } else { 0 };
        for breaks in [Break::Nothing, Break::Clauses] {
            if breaks == Break::Clauses && !clauses {
                continue;
            }
            lay(self, breaks);
            let one_line = breaks == Break::Nothing && self.attached.is_none();
            let widest = if one_line { self.column - before } else { self.widest(pieces) };
            if widest + " {".len() as u32 <= WIDTH {
                return breaks;
            }
            self.pieces.truncate(pieces);
            (self.fixed, self.column) = (fixed, column);
        }
        lay(self, Break::All);
        Break::All
    }

    /// The widest line among the pieces from `start` on.
    fn widest(&self, start: usize) -> u32 {
        let (mut widest, mut column) = (0, 0);
        for piece in &self.pieces[start..] {
            column = match piece.gap {
                Gap::Same(before) => column + before.width(),
                Gap::Line { indent, .. } => indent,
            } + piece.text.width(self.program);
            widest = widest.max(column);
        }
        widest
    }

    /// `n` things with commas between them, on one line or on one each.
    fn items(&mut self, n: usize, broken: bool, item: impl Fn(&mut Self, Gap, usize)) {
        for i in 0..n {
            if i > 0 {
                self.word(TIGHT, ",");
            }
            let gap = match (broken, i) {
                (true, _) => self.line(CONTINUED, Blank::No),
                (false, 0) => TIGHT,
                (false, _) => SPACE,
            };
            item(self, gap, i);
        }
    }

    /// Gap before a clause of a head: a line of its own if the head takes several, but not behind the bracket that ends
    /// a list of several lines.
    fn clause(&self, breaks: Break, list: bool) -> Gap {
        match breaks {
            Break::Nothing => SPACE,
            Break::All if list => SPACE,
            Break::Clauses | Break::All => self.line(CONTINUED, Blank::No),
        }
    }

    fn closing(&self, broken: bool) -> Gap {
        if broken { self.line(0, Blank::No) } else { TIGHT }
    }

    /// A lock expression.
    fn lock(&mut self, gap: Gap, lock: ExprId) {
        self.prepare(lock);
        self.flat(gap, lock);
    }

    /// `[final] t fd [guarded_by l | write_guarded_by l] = e`
    fn field(&mut self, gap: Gap, field: &Field) {
        let is_final = field.is_final && !field.readonly;
        let gap = self.words(gap, [(is_final, "final"), (field.readonly, "readonly"), (field.volatile, "volatile")]);
        self.ty(gap, field.ty);
        self.token(SPACE, TokenText::Name(field.name));
        if let Some(guard) = field.guard {
            self.guards(SPACE, guard, field.more_guards);
        }
        if let Some(guard) = field.write_guard {
            self.word(SPACE, "write_guarded_by");
            self.lock(SPACE, guard);
        }
        if let Some(init) = field.init {
            self.word(SPACE, "=");
            self.prepare(init);
            self.value(init, 1);
        }
        // If `atomic` is a name, the next token would be taken for its body.
        let atomic = |piece: &Piece| matches!(piece.text, TokenText::Name(name) if self.program.text(name) == "atomic");
        let needed = field.init.is_some() && self.pieces.last().is_some_and(atomic);
        self.semi(if needed { ";" } else { "" });
    }

    /// `[atomic] [synchronized] t mn(…) requires ls [atomicity a] { e }`
    fn method(&mut self, gap: Gap, method: &Method) {
        let start = self.fixed;
        let Clauses { reads, atomicity, kind, .. } = self.program.clauses_of(method);
        let clauses = method.requires.len > 0 || reads.len > 0 || atomicity.is_some();
        let breaks = self.head(gap, clauses, |layout, breaks| layout.method_head(gap, method, breaks));
        if kind == MethodKind::Abstract {
            return self.semi("");
        }
        let body = self.program.written_body(method);
        self.fixed += 1;
        self.prepare(body);
        self.fixed -= 1;
        let unit = self.program.expr(body) == Expr::Unit;
        let tokens = if unit { 0 } else { self.measure.tokens(body) };
        let forced = self.attached.is_some_and(|a| a.forced(start, self.fixed + tokens + 1));
        let room = "{  }".len() as u32;
        let short = self.fits(body, Place::Contents, self.column + 1, room);
        self.word(SPACE, "{");
        if unit {
            return self.word(if forced { self.line(0, Blank::No) } else { TIGHT }, "}");
        }
        if short && !forced && breaks == Break::Nothing {
            self.flat(SPACE, body);
            return self.word(SPACE, "}");
        }
        self.indent += STEP;
        self.statements(self.line(0, Blank::No), body);
        self.indent -= STEP;
        self.word(self.line(0, Blank::No), "}");
    }

    fn method_head(&mut self, gap: Gap, method: &Method, breaks: Break) {
        let Clauses { receiver, reads, atomicity, kind } = self.program.clauses_of(method);
        let is_abstract = kind == MethodKind::Abstract;
        let words = [(method.atomic, "atomic"), (method.synchronized, "synchronized"), (is_abstract, "abstract")];
        let gap = self.words(gap, words);
        match kind {
            MethodKind::StaticInitializer => return self.word(gap, "static"),
            MethodKind::Constructor => {
                self.word(gap, "constructor");
                if self.program.text(method.name) != "constructor" {
                    self.token(SPACE, TokenText::Name(method.name));
                }
            }
            MethodKind::Abstract | MethodKind::Plain => {
                self.ty(gap, method.ret);
                self.token(SPACE, TokenText::Name(method.name));
            }
        }
        self.word(TIGHT, "(");
        let params = self.program.params_of(method);
        let this = usize::from(receiver.is_some());
        let broken = breaks == Break::All && params.len() + this > 0;
        self.items(params.len() + this, broken, |layout, gap, i| {
            let param = i.checked_sub(this).map(|i| params[i]);
            if let Some(ty) = param.map(|param| param.ty).or(receiver) {
                layout.ty(gap, ty);
            }
            layout.token(SPACE, param.map_or(TokenText::Fixed("this"), |param| TokenText::Name(param.name)));
        });
        self.word(self.closing(broken), ")");
        if method.requires.len > 0 {
            let clause = self.clause(breaks, !params.is_empty());
            self.locks(clause, "requires", self.program.list(method.requires));
        }
        if reads.len > 0 {
            let clause = self.clause(breaks, !params.is_empty() && method.requires.len == 0);
            self.locks(clause, "reads", self.program.list(reads));
        }
        if let Some(declared) = atomicity {
            self.word(self.clause(breaks, !params.is_empty()), "atomicity");
            self.atomicity(SPACE, declared);
        }
    }

    /// `a`
    fn atomicity(&mut self, gap: Gap, a: AtomId) {
        deep(|| match self.program.atom(a) {
            Atom::Basic(basic) => self.word(gap, basic.text()),
            Atom::Held { lock, then, otherwise } => {
                self.word(gap, "(");
                self.word(TIGHT, "held");
                self.lock(SPACE, lock);
                self.word(SPACE, "?");
                self.atomicity(SPACE, then);
                self.word(SPACE, ":");
                self.atomicity(SPACE, otherwise);
                self.word(TIGHT, ")");
            }
        });
    }

    /// `guarded_by l, l`
    fn guards(&mut self, gap: Gap, first: ExprId, more: List) {
        let more = self.program.list(more).iter().copied();
        self.locks(gap, "guarded_by", &std::iter::once(first).chain(more).collect::<Vec<_>>());
    }

    /// `requires l, l`
    fn locks(&mut self, gap: Gap, word: &'static str, locks: &[ExprId]) {
        self.word(gap, word);
        self.items(locks.len(), false, |layout, _, i| layout.lock(SPACE, locks[i]));
    }
}
