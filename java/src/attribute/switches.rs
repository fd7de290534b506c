//! Switches, as statements and as expressions.

use super::conditions::Matched;
use super::{Attributor, Leaving};
use crate::syntax::{At, NodeKind, Role};
use crate::tree::ClassKind;
use crate::tree::body::{Case, ExprNo, Form, Kind as Is, Switch};
use crate::types::Ty;
use racefree_grammar::stack::deep;

impl Attributor<'_, '_> {
    /// A switch; its value is wanted of a type, if it has one. Tells whether its end can be reached, and the type of its values.
    pub(super) fn switch(&mut self, at: At, want: Option<Ty>) -> (Switch, bool, Ty) {
        let syntax = self.syntax;
        let value = self.operand(syntax.child(at, Role::Condition), Ty::UNKNOWN, self.span(at));
        let selector = self.found(self.ty(value));
        if let Some(want) = want {
            self.yields.push(Leaving::of(want));
        }
        let (before, logged) = (self.variables.maybe.clone(), self.variables.logged());
        let parts: Vec<At> = match syntax.child(at, Role::Body) {
            Some(body) => syntax.children(body).collect(),
            None => Vec::new(),
        };
        let arrows = parts.iter().any(|p| syntax.kind(*p) == NodeKind::SwitchRule);
        let (mark, mut cases, mut completes) = (self.mark(), Vec::new(), true);
        let (mut exits, mut breaks) = (false, false);
        for part in parts {
            // A case is reached from the start, or from the one before it.
            if completes && !arrows {
                self.variables.join(&before);
            } else {
                self.variables.maybe.clone_from(&before);
            }
            let ((case, case_completes), left) =
                deep(|| self.breakable(None, |this| this.case(part, selector, want.is_some())));
            breaks |= left;
            exits |= arrows && case_completes;
            completes = case_completes;
            cases.push(case);
        }
        self.release(mark);
        self.variables.may_since(&before, logged);
        let ty = match want {
            Some(_) => self.yields.pop().map_or(Ty::UNKNOWN, |y| y.seen),
            None => Ty::VOID,
        };
        let all = cases.iter().any(|c| c.is_default);
        (Switch { value, cases, arrows }, completes || exits || breaks || !all, ty)
    }

    fn case(&mut self, at: At, selector: Ty, is_value: bool) -> (Case, bool) {
        let syntax = self.syntax;
        let mut case = Case {
            constants: Vec::new(),
            patterns: Vec::new(),
            is_default: false,
            guard: None,
            tested: Vec::new(),
            body: Vec::new(),
            span: self.span(at),
        };
        let mark = self.mark();
        let (mut rest, mut from) = (Vec::new(), self.span(at).start);
        for part in syntax.children(at) {
            if syntax.kind(part) == NodeKind::SwitchLabel {
                self.label(part, selector, &mut case);
                from = self.span(part).end;
            } else {
                rest.push(part);
            }
        }
        let around = racefree_grammar::Span::new(from, self.span(at).end);
        let arrow = syntax.kind(at) == NodeKind::SwitchRule;
        let expression =
            rest.first().filter(|r| arrow && is_value && syntax.kind(**r) == NodeKind::ExpressionStatement);
        let completes = if let Some(expression) = expression {
            let want = self.yields.last().map_or(Ty::UNKNOWN, |y| y.want);
            let since = self.tested.len();
            let value = self.operand(syntax.first(*expression), want, around);
            self.leave(Some(value), true);
            case.body.push(self.statement_since(since, self.span(*expression), Form::Yield(value)));
            false
        } else {
            let (body, completes) = self.list(rest, around);
            case.body = body;
            completes
        };
        // The locals of a group are in scope in the groups behind it, those of patterns are not.
        if arrow || !case.patterns.is_empty() {
            self.release(mark);
        }
        (case, completes)
    }

    fn label(&mut self, at: At, selector: Ty, case: &mut Case) {
        let syntax = self.syntax;
        let mut bound = Matched::default();
        for part in syntax.children(at) {
            match syntax.kind(part) {
                // `case null, default` has no word of its own in the grammar.
                NodeKind::Token | NodeKind::Identifier if self.java.sources.at(self.span(part)) == "default" => {
                    case.is_default = true
                }
                NodeKind::Token => {}
                NodeKind::Pattern => {
                    let pattern = self.pattern(part, selector, &mut bound.yes);
                    case.patterns.push(pattern);
                }
                NodeKind::Guard => {
                    bound.yes.drain(..).for_each(|l| self.reveal(l));
                    let since = self.tested.len();
                    let (guard, more) = self.condition(syntax.first(part), Ty::BOOLEAN, self.span(part));
                    // The value that a guard tests has no value in front of the switch.
                    case.tested = self.tested.split_off(since);
                    bound.yes.extend(more.yes);
                    case.guard = Some(guard);
                }
                _ => {
                    let constant = self.case_constant(part, selector);
                    case.constants.push(constant);
                }
            }
        }
        bound.yes.iter().for_each(|l| self.reveal(*l));
    }

    /// The names of enum constants stand alone.
    fn case_constant(&mut self, at: At, selector: Ty) -> ExprNo {
        if self.syntax.kind(at) == NodeKind::Identifier
            && let Some(class) = self.java.types.class(selector)
            && self.java.classes[class.index()].kind == ClassKind::Enum
        {
            let (name, name_span) = (self.name(at), self.span(at));
            if let Some(field) = self.java.field_of(class, name) {
                return self.push(name_span, selector, Is::Field { target: None, field, name_span });
            }
        }
        self.value(at, selector)
    }
}
