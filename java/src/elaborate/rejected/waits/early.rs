//! Threads that a constructor starts in front of the fields that they read: they may see an object that is not made yet.

use super::super::Judge;
use crate::tree::body::{Body, Form, Kind, Part, StmtNo};
use crate::tree::{FieldNo, Member, MethodNo};
use racefree_grammar::{Edit, Fix, Span};

impl Judge<'_, '_> {
    /// Warns of constructors that start a thread with their object, and go on to give it its values.
    pub(super) fn starts_early(&mut self) {
        let body = self.body;
        for part in &body.parts {
            if let Member::Method(m) = part.member
                && self.it.java.methods[m.index()].kind.constructs()
            {
                self.start_early(part, m);
            }
        }
    }

    fn start_early(&mut self, part: &Part, constructor: MethodNo) {
        let all = &part.block;
        let Some((at, name)) = all.iter().enumerate().find_map(|(n, s)| Some((n, self.start_in(*s)?))) else { return };
        // The thread has the object: by a lambda, a method of it, or as its task.
        let has_object = all[..=at].iter().any(|s| {
            self.inside(self.statement_span(*s)).any(|(_, e)| match &e.kind {
                Kind::Lambda(lambda) => lambda.uses_this,
                Kind::Reference(of) => of.target.is_some_and(|of| matches!(self.kind(of), Kind::This { .. })),
                Kind::New(new) => {
                    let is_this = |e: &crate::tree::body::ExprNo| matches!(self.kind(*e), Kind::This { .. });
                    self.it.last_name(e.ty) == "Thread" && new.arguments.iter().any(is_this)
                }
                _ => false,
            })
        });
        let own = |s: &StmtNo| self.fields_given(self.statement_span(*s));
        let behind = &all[at + 1..];
        let Some(last) = behind.iter().rposition(|s| !own(s).is_empty()) else { return };
        let given: Vec<FieldNo> = behind.iter().flat_map(own).collect();
        let read = given.into_iter().find(|field| self.is_read_elsewhere(*field, constructor));
        let Some(field) = read.filter(|_| has_object) else { return };
        let field = self.it.text(self.it.java.fields[field.index()].name).to_owned();
        let message = format!(
            "this starts a thread that has the object in front of `{field} = …`: it may see `{field}` without its value; the start comes last"
        );
        let is_statement = matches!(self.body.statements[all[at].index()].form, Form::Expression(_));
        let repair = (is_statement && self.are_simple(&behind[..=last])).then(|| {
            let text = self.it.java.sources.at(self.statement_span(all[at])).to_owned();
            let edits: Vec<Edit> =
                vec![self.without(all[at]), self.behind(self.statement_span(behind[last]), &[&text])];
            Fix::new(format!("Move `{}` behind the values of the fields", text.trim_end_matches(';')), edits)
        });
        self.warn_wait("starts_early", name, message, repair);
    }

    /// The name in a call that starts a thread, outside of functions.
    fn start_in(&self, s: StmtNo) -> Option<Span> {
        let place = self.statement_span(s);
        let functions: Vec<Span> =
            self.inside(place).filter(|(_, e)| matches!(e.kind, Kind::Lambda(_))).map(|(_, e)| e.span).collect();
        self.inside(place).find_map(|(_, e)| match &e.kind {
            Kind::Call(call) if self.it.text(call.name) == "start" && call.arguments.is_empty() => {
                let is_thread = call.target.is_some_and(|of| self.it.last_name(self.ty(of)) == "Thread");
                (is_thread && !functions.iter().any(|f| f.contains(call.name_span))).then_some(call.name_span)
            }
            _ => None,
        })
    }

    /// Fields of the object that code gives a value.
    fn fields_given(&self, code: Span) -> Vec<FieldNo> {
        let given = self.inside(code).filter_map(|(_, e)| match e.kind {
            Kind::Assign { target, .. } => match *self.kind(target) {
                Kind::Field { target: Some(of), field, .. } => {
                    matches!(self.kind(of), Kind::This { .. }).then_some(field)
                }
                _ => None,
            },
            _ => None,
        });
        given.collect()
    }

    /// Returns true for a field that code other than the constructor reads.
    fn is_read_elsewhere(&mut self, field: FieldNo, constructor: MethodNo) -> bool {
        let reads = |body: &Body| {
            body.expressions.iter().any(|e| matches!(e.kind, Kind::Field { field: of, .. } if of == field))
        };
        let functions = self.body.expressions.iter().filter(|e| matches!(e.kind, Kind::Lambda(_)));
        let in_function = functions
            .map(|e| e.span)
            .any(|f| self.inside(f).any(|(_, e)| matches!(e.kind, Kind::Field { field: of, .. } if of == field)));
        let class = self.it.java.fields[field.index()].class;
        in_function
            || self.it.java.classes[class.index()].members.clone().into_iter().any(|member| {
                member != Member::Method(constructor)
                    && matches!(member, Member::Method(_))
                    && reads(&self.it.java.attribute(member))
            })
    }
}
