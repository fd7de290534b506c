//! Solution as annotations: their texts, places and reasons.

use super::judge::OwnerConstraints;
use super::solve::OwnerSolution;
use super::uses::Taken;
use super::watch::{Observations, Observed};
use super::{Discovery, FoundOwner, From};
use crate::erase::{next, tokens};
use racefree_grammar::ast::{Dialect, Expr, ExprId, Program, TypeId, TypeKind};
use racefree_grammar::fix::{self, Edit};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_grammar::span::Span;
use racefree_grammar::token::Token;
use racefree_kernel::{Options, System as _};
use racefree_owners::Eprfj;
use racefree_owners::owner::Owner;
use racefree_owners::typing::Mode;
use racefree_program::{ClassId, FieldId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The text with a solution put in, as the checker sees it; none if it does not parse.
pub(crate) fn write(
    system: &OwnerConstraints<'_>,
    source: &str,
    options: &Options,
    watched: &Observations,
    solution: &OwnerSolution,
    takes: &[(ExprId, Taken)],
    rounds: u32,
) -> Option<Discovery> {
    let program = system.at.program;
    let site = |e: &Expr, i: usize| match e {
        Expr::New(ty) => Some((*ty, program.spans[i])),
        _ => None,
    };
    let sites = program.exprs.iter().enumerate().filter_map(|(i, e)| site(e, i)).collect();
    let mut writer = Writer {
        program,
        system,
        source,
        watched,
        solution,
        sites,
        tokens: tokens(source, Dialect::Owners),
        edits: Vec::new(),
        annotations: Vec::new(),
    };
    writer.takes(takes);
    for i in 0..program.classes.len() {
        writer.class(i);
    }
    writer.types();
    writer.moves();
    let (mut edits, mut annotations) = (writer.edits, writer.annotations);
    // Edits at one place stay in the order of their making; those within a replaced span are void.
    edits.sort_by_key(|e| e.span.start);
    let mut end = 0;
    edits.retain(|e| {
        let kept = e.span.start >= end;
        end = if kept { e.span.end } else { end };
        kept
    });
    annotations.sort_by_key(|a| (a.span.start, a.span.end));
    let text = fix::apply(source, &edits)?;
    let again = super::parse(&text)?;
    let report = Eprfj.check(&again, &text, options);
    Some(Discovery { text, report, annotations, watched: watched.clone(), rounds, insertions: edits })
}

struct Writer<'w> {
    program: &'w Program,
    system: &'w OwnerConstraints<'w>,
    source: &'w str,
    watched: &'w Observations,
    solution: &'w OwnerSolution,
    /// Allocation sites of the objects of a written type.
    sites: FxHashMap<TypeId, Span>,
    tokens: Vec<(Token, Span)>,
    edits: Vec<Edit>,
    annotations: Vec<FoundOwner>,
}

impl Writer<'_> {
    fn name(&self, x: Name) -> &str {
        if x.index() < self.program.names.len() { self.program.text(x) } else { "thisOwner" }
    }

    fn path(&self, p: Path) -> String {
        let paths = &self.system.at.clauses.paths;
        let root = if let Root::Var(x) = paths.root(p) { self.name(x) } else { "this" };
        paths.fields_of(p).into_iter().fold(root.to_owned(), |path, fd| format!("{path}.{}", self.name(fd)))
    }

    fn owner(&self, o: Owner) -> String {
        match o {
            Owner::Special(special) => special.text().to_owned(),
            Owner::Other(_) => "thisThread".to_owned(),
            Owner::Formal(f) => self.name(f).to_owned(),
            Owner::Path(p) => self.path(p),
            Owner::Qualified(f, p) => format!("{}${}", self.name(f), self.path(p)),
        }
    }

    /// Lock as a guard, or in a clause: a class's formal alone is `f$this`.
    fn lock(&self, o: Owner, class: ClassId) -> String {
        let paths = &self.system.at.clauses.paths;
        match o {
            Owner::Qualified(f, p)
                if paths.step(p) == Step::Root(Root::Var(Name::THIS))
                    && self.system.at.formals[class.index()].contains(&f) =>
            {
                self.name(f).to_owned()
            }
            other => self.owner(other),
        }
    }

    fn insert(&mut self, at: u32, text: String) {
        self.edits.push(Edit::insert(at, text));
    }

    fn tell(&mut self, span: Span, text: &str, from: From, seen: Option<&Observed>) {
        let (objects, threads) = seen.map_or((0, 0), |seen| (seen.objects, seen.threads));
        self.annotations.push(FoundOwner { span, text: text.trim().to_owned(), from, objects, threads });
    }

    /// The formals of a class that are written.
    fn formals(&self, class: ClassId) -> Vec<Name> {
        let all = self.system.at.formals[class.index()].iter().copied();
        all.filter(|&f| !self.solution.unused.contains(&(class, f))).collect()
    }

    /// Owners of a class's type, without those for formals that are not written.
    fn owners(&self, class: ClassId, owners: &[Owner]) -> String {
        let formals = self.system.at.formals[class.index()].iter();
        let used = formals.zip(owners).filter(|(f, _)| !self.solution.unused.contains(&(class, **f)));
        let shown: Vec<String> = used.map(|(_, &o)| self.owner(o)).collect();
        format!("<{}>", shown.join(", "))
    }

    fn class(&mut self, i: usize) {
        let decl = self.program.classes[i];
        let class = self.system.at.resolved.of_declaration(i);
        if self.program.formals_of(&decl).iter().all(|f| f.implied) {
            let formals: Vec<&str> = self.formals(class).into_iter().map(|f| self.name(f)).collect();
            let text = format!("<{}>", formals.join(", "));
            self.tell(decl.name_span, &text, From::Propagated, None);
            self.insert(decl.name_span.end, text);
        }
        let clause: Vec<Name> =
            self.formals(class).into_iter().filter(|&f| self.solution.not_self.contains(&(class, f))).collect();
        if self.program.owners_of(&decl).not_self.len == 0
            && !clause.is_empty()
            && let Some(brace) = next(&self.tokens, decl.name_span.end, Token::OpenBrace)
        {
            let each: Vec<String> = clause.iter().map(|&f| format!("{} != self", self.name(f))).collect();
            let text = format!("where {} ", each.join(", "));
            self.tell(decl.name_span, &text, From::Propagated, None);
            self.insert(brace.start, text);
        }
        if let Some(ty) = decl.extends
            && self.program.locks_of(ty).is_empty()
            && let Some(up) = self.system.at.resolved.get(class).superclass()
        {
            let text = self.owners(up, &self.solution.supers[class.index()]);
            self.tell(self.program.ty(ty).span, &text, From::Propagated, None);
            self.insert(self.program.ty(ty).span.end, text);
        }
        for f in decl.fields.indices() {
            self.guard(class, &decl, f);
        }
        for m in decl.methods.indices() {
            self.method(class, m);
        }
    }

    fn guard(&mut self, class: ClassId, decl: &racefree_grammar::ast::Class, f: usize) {
        let field = self.program.fields[f];
        let given = self.program.guard_of(decl, &field).is_some() || field.write_guard.is_some();
        let id = FieldId(f as u32);
        let of_all = self.solution.guards.get(&id).map(|o| ("guarded_by", o));
        let found = of_all.or_else(|| Some(("write_guarded_by", self.solution.write_guards.get(&id)?)));
        if let (Some((word, &o)), false) = (found, given) {
            let text = format!(" {word} {}", self.lock(o, class));
            let seen = self.watched.fields.get(&(f as u32)).cloned();
            let from = if seen.is_some() { From::Watched } else { From::Default };
            self.tell(field.name_span, &text, from, seen.as_ref());
            self.insert(field.name_span.end, text);
        }
    }

    fn method(&mut self, class: ClassId, m: usize) {
        let method = self.program.methods[m];
        let receiver = self.program.clauses_of(&method).receiver;
        let open = next(&self.tokens, method.name_span.end, Token::OpenParen);
        let this = &self.solution.this[m];
        let usual = this
            .iter()
            .zip(&self.system.at.formals[class.index()])
            .all(|(o, f)| *o == Owner::Formal(*f) || self.solution.unused.contains(&(class, *f)));
        if let (None, Some(open), false) = (receiver, open, usual) {
            let decl = self.system.at.resolved.get(class).name;
            let mut text = format!("{}{} this", self.name(decl), self.owners(class, this));
            self.tell(method.name_span, &text, From::Propagated, None);
            text.push_str(if method.params.is_empty() { "" } else { ", " });
            self.insert(open.end, text);
        }
        let ends = self
            .program
            .params_of(&method)
            .iter()
            .map(|p| p.span.end)
            .chain(receiver.map(|ty| self.program.ty(ty).span.end));
        let after = ends.max().unwrap_or(method.name_span.end);
        let Some(close) = next(&self.tokens, after, Token::CloseParen) else { return };
        let mut held: FxHashSet<String> = FxHashSet::default();
        for (list, mode, word) in
            [(method.requires, Mode::Write, "requires"), (self.program.clauses_of(&method).reads, Mode::Read, "reads")]
        {
            let given: Vec<String> =
                self.program.list(list).iter().map(|&l| self.program.span(l).text(self.source).to_owned()).collect();
            held.extend(given.iter().cloned());
            let all = self.solution.required.iter().filter(|r| r.0 == m as u32 && r.2 == mode);
            let mut locks: Vec<String> = all.map(|r| self.lock(r.1, class)).collect();
            locks.sort();
            locks.retain(|l| held.insert(l.clone()));
            if locks.is_empty() {
                continue;
            }
            let text = locks.join(", ");
            self.tell(method.name_span, &format!("{word} {text}"), From::Propagated, None);
            match self.program.list(list).last() {
                Some(&last) => self.insert(self.program.span(last).end, format!(", {text}")),
                None => self.insert(close.end, format!(" {word} {text}")),
            }
        }
    }

    fn types(&mut self) {
        let mut all: Vec<TypeId> = self.solution.types.keys().copied().collect();
        all.sort_unstable_by_key(|&ty| self.program.ty(ty).span.start);
        for ty in all {
            let written = self.program.ty(ty);
            let TypeKind::Class { name, args } = written.kind else { continue };
            let Some(class) = self.system.at.resolved.find(name) else { continue };
            let text = match args.len {
                0 => self.owners(class, &self.solution.types[&ty]),
                _ => self
                    .program
                    .list(args)
                    .iter()
                    .map(|&o| self.program.span(o).text(self.source))
                    .collect::<Vec<_>>()
                    .join(", "),
            };
            let from = match () {
                () if args.len > 0 => From::Given,
                () if self.solution.watched.contains(&ty) => From::Watched,
                () if self.solution.by_default.contains(&ty) => From::Default,
                () => From::Propagated,
            };
            let seen = self.sites.get(&ty).and_then(|site| self.watched.sites.get(site)).cloned();
            self.tell(written.span, &text, from, seen.as_ref());
            if args.len == 0 {
                self.insert(written.span.end, text);
            }
        }
    }

    fn moves(&mut self) {
        let moved: FxHashSet<ExprId> = self.solution.moves.iter().copied().collect();
        let mut moved: Vec<ExprId> = moved.into_iter().collect();
        moved.sort_unstable();
        for e in moved {
            let span = self.program.span(e);
            let text = format!("{}--", span.text(self.source));
            self.tell(span, &text, From::Propagated, None);
            self.insert(span.end, "--".to_owned());
        }
    }

    /// `let C u = e in let T v = u.fd in { u.fd = null; v }` is `e.fd--`.
    fn takes(&mut self, takes: &[(ExprId, Taken)]) {
        for &(e, Taken { recv, field }) in takes {
            let (whole, of) = (self.program.span(e), self.program.span(recv));
            let plain = matches!(self.program.expr(recv), Expr::Var(_) | Expr::Field { .. });
            let (open, close) = if plain { ("", "") } else { ("(", ")") };
            let after = format!("{close}.{}--", self.name(field));
            self.edits.push(Edit::replace(Span::new(whole.start, of.start), open));
            self.edits.push(Edit::replace(Span::new(of.end, whole.end), after.clone()));
            self.tell(whole, &format!("{open}{}{after}", of.text(self.source)), From::Propagated, None);
        }
    }
}
