//! Arrays of which each thread has elements of its own: by an index or a range that is another one for each task, or because the code around
//! waits for the tasks before it looks at the array. A method makes such an array, gives it to the tasks that it starts, and to nobody else.
//!
//! The walk through the method says what runs while none of its tasks does ([`super::started`]); here the accesses of each task are found, in its
//! own code and in static methods that get the array, and compared with those of the others. Each such use is counted as `alone`.

use super::Elaborator;
use super::apart_uses::{Array, Names, Uses};
use super::meetings::Meetings;
use super::regions::{Access, Pair, Turns, are_apart};
use super::started::{Around, Threads};
use super::waited::local_of;
use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo, New};
use crate::tree::{ClassNo, FieldNo, Member, Origin};
use crate::types::{Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::stack::deep;

/// Code that one thread runs, or that each of several threads runs once, with what it does to an array.
pub(super) struct Task {
    pub(super) accesses: Vec<Access>,
    /// The loop that makes one in each turn; none, if there is only one.
    pub(super) turns: Option<Turns>,
    /// The field of the task's object that has the array, and where the object is made.
    pub(super) field: Option<(FieldNo, ExprNo)>,
    pub(super) meetings: Meetings,
}

impl Elaborator<'_> {
    /// Takes note of the arrays in a member's code that threads share without meeting in an element.
    pub(super) fn note_apart(&mut self, member: Member, body: &Body) {
        let Member::Method(method) = member else { return };
        let class = self.java.methods[method.index()].class;
        let is_source = self.java.classes[class.index()].origin == Origin::Source;
        let arrays: Vec<LocalNo> = (0..body.locals.len() as u32)
            .map(LocalNo)
            .filter(|local| self.is_own_array(body, *local) && self.is_given_away(body, *local))
            .collect();
        if !is_source || self.options.run || !self.java.is_small() || body.is_damaged() {
            return;
        }
        self.note_spread(body);
        if arrays.is_empty() {
            return;
        }
        let mut threads = Threads::of(body);
        self.sequence(&mut threads, &body.parts[0].block, &Around::default());
        let is_start = |e: &Kind| match e {
            Kind::Call(call) => self.is_start(body, call),
            _ => false,
        };
        let mut starts = (0..).map(ExprNo).zip(&body.expressions).filter(|(_, e)| is_start(&e.kind));
        if !starts.all(|(e, _)| threads.starts.contains(&e)) || self.lets_threads_go(body) {
            return;
        }
        let mut kept: Vec<(FieldNo, ExprNo)> = Vec::new();
        let mut known: Vec<LocalNo> = Vec::new();
        for array in arrays {
            let Some(tasks) = self.tasks_with(body, array, &threads.alone) else { continue };
            if !are_all_apart(&tasks) {
                continue;
            }
            let uses = body.expressions.iter().filter(|e| matches!(e.kind, Kind::Local(of) if of == array));
            self.found.apart.extend(uses.map(|e| e.span.start));
            kept.extend(tasks.iter().filter_map(|task| task.field));
            known.push(array);
        }
        // A class in code has what it captures in fields that stand nowhere.
        for of in &body.classes {
            let is_array =
                |l: &&LocalNo| matches!(self.java.types.shape(body.locals[l.index()].ty.ty), Shape::Array(_));
            let mut arrays = of.locals.iter().filter(is_array).peekable();
            if arrays.peek().is_some() && arrays.all(|array| known.contains(array)) {
                self.found.apart.insert(self.java.classes[of.class.index()].name_span.start);
            }
        }
        // The field of a class has arrays that are known only if each object of it has.
        for (field, _) in kept.clone() {
            let class = self.java.fields[field.index()].class;
            let made = (0..)
                .map(ExprNo)
                .zip(&body.expressions)
                .filter(|(_, e)| matches!(e.kind, Kind::New(_)) && self.java.types.class(e.ty) == Some(class));
            let is_known = made.map(|(e, _)| e).all(|e| kept.contains(&(field, e)));
            let place = self.java.fields[field.index()].name_span.start;
            self.found.apart.extend(is_known.then_some(place));
        }
    }

    /// Takes note of arrays that a task alone has: those of arguments one by one.
    fn note_spread(&mut self, body: &Body) {
        let made = (0..).map(ExprNo).zip(&body.expressions).filter_map(|(e, it)| match &it.kind {
            Kind::New(new) if new.anonymous.is_none() => Some((e, &**new, self.java.types.class(it.ty)?)),
            _ => None,
        });
        let made: Vec<(ExprNo, &New, ClassNo)> = made.collect();
        for (e, new, class) in &made {
            let (Some(n), Some(constructor)) = (new.spread, new.callee.method()) else { continue };
            let is_all = made.iter().filter(|(_, _, of)| of == class).all(|(_, other, _)| other.spread == new.spread);
            if !is_all || self.java.classes[class.index()].origin != Origin::Source || self.java.is_inner(*class) {
                continue;
            }
            let Some(field) = self.kept_in_field(*class, constructor, n as usize) else { continue };
            let Some(run) = self.run_with(*class, field) else { continue };
            let run_body = self.java.attribute(Member::Method(run));
            let (names, code) = (Names::default(), self.java.methods[run.index()].span);
            let uses = Uses { body: &run_body, names: &names, code, without: &[], alone: &[], depth: 0 };
            // Elements that are arrays or objects of one thread may be known elsewhere.
            let is_flat = self.dimensions(self.java.fields[field.index()].ty.ty) == Some(1);
            if is_flat && self.accesses_to(&uses, Array::Field(field)).is_some() && self.is_made_once(body, *class, *e)
            {
                self.found.apart.insert(self.java.fields[field.index()].name_span.start);
            }
        }
    }

    /// Returns true for a variable of an array that this code has made, of values or of objects that all threads may have.
    fn is_own_array(&mut self, body: &Body, local: LocalNo) -> bool {
        let it = &body.locals[local.index()];
        let mut ty = it.ty.ty;
        let is_array = matches!(self.java.types.shape(ty), Shape::Array(_));
        if !is_array || !it.effectively_final || it.part != 0 {
            return false;
        }
        let mut dimensions = 0;
        while let Shape::Array(element) = self.java.types.shape(ty) {
            (ty, dimensions) = (element, dimensions + 1);
        }
        let is_made = it.value.is_some_and(|value| match &body.expressions[value.index()].kind {
            // Each row is another array.
            Kind::NewArray { elements, .. } => {
                let is_row = |e: &ExprNo| matches!(body.expressions[e.index()].kind, Kind::NewArray { .. });
                dimensions == 1 || dimensions == 2 && elements.iter().flatten().all(is_row)
            }
            Kind::Call(call) => {
                let makes = ["copyOf", "copyOfRange", "clone", "split", "toCharArray"].contains(&self.text(call.name));
                dimensions == 1 && makes && self.is_foreign(call.callee)
            }
            _ => false,
        });
        is_made && (ty == self.java.known.string || self.is_shared_type(ty))
    }

    /// Returns true for a variable that functions or classes capture, or that an object is made with.
    fn is_given_away(&self, body: &Body, local: LocalNo) -> bool {
        let is_it = |e: &ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == local);
        let passed = |e: &Kind| matches!(e, Kind::New(new) if new.arguments.iter().any(is_it));
        body.locals[local.index()].captured || body.expressions.iter().any(|e| passed(&e.kind))
    }

    /// Returns true for code that gives a thread, or something with threads in it, to other code, which may start it.
    fn lets_threads_go(&mut self, body: &Body) -> bool {
        let all: Vec<ExprNo> = (0..body.expressions.len() as u32).map(ExprNo).collect();
        let threads: Vec<ExprNo> =
            all.into_iter().filter(|e| self.has_threads_in(body.expressions[e.index()].ty)).collect();
        let is_thread = |e: &ExprNo| threads.contains(e);
        let is_own = |e: ExprNo| local_of(body, e).is_some();
        let by_expression = body.expressions.iter().any(|e| match &e.kind {
            Kind::Call(call) => {
                let is_kept = self.text(call.name) == "add" && call.target.is_some_and(is_own);
                !is_kept && call.arguments.iter().any(is_thread)
            }
            Kind::New(new) => new.arguments.iter().any(is_thread),
            Kind::Assign { target, value } => is_thread(value) && !is_own(*target),
            Kind::Lambda(lambda) => lambda.captures.iter().any(|l| {
                let is_it = |e: &ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == *l);
                threads.iter().any(is_it)
            }),
            _ => false,
        });
        let returned = |form: &Form| matches!(form, Form::Return(Some(e)) if threads.contains(e));
        by_expression || body.statements.iter().any(|s| returned(&s.form))
    }

    fn has_threads_in(&mut self, ty: Ty) -> bool {
        match self.java.types.shape(ty) {
            Shape::Array(element) => self.has_threads_in(element),
            Shape::Class(class, list) => {
                let items = self.java.types.items(list).to_vec();
                self.is_thread(class) || items.into_iter().any(|item| deep(|| self.has_threads_in(item)))
            }
            Shape::External(_, list) => {
                let items = self.java.types.items(list).to_vec();
                self.last_name(ty) == "Thread" || items.into_iter().any(|item| deep(|| self.has_threads_in(item)))
            }
            _ => self.last_name(ty) == "Thread",
        }
    }

    /// The tasks that use an array, with the code around them; none, if some use is not understood.
    fn tasks_with(&mut self, body: &Body, array: LocalNo, alone: &[Span]) -> Option<Vec<Task>> {
        let holder = Array::Local(array);
        let (mut tasks, mut seen) = (Vec::new(), Vec::new());
        for (n, e) in body.expressions.iter().enumerate() {
            let code = match &e.kind {
                Kind::Lambda(_) if self.is_task_of_thread(body, ExprNo(n as u32)) => e.span,
                Kind::Lambda(_) if self.barrier_of_action(body, ExprNo(n as u32)).is_some() => e.span,
                Kind::New(new) => {
                    let Some((task, code)) = self.task_of_object(body, ExprNo(n as u32), new, array)? else { continue };
                    seen.push(code);
                    tasks.push(task);
                    continue;
                }
                _ => continue,
            };
            let names = Names::of_main(code);
            let uses = Uses { body, names: &names, code, without: &[], alone: &[], depth: 0 };
            let accesses = self.accesses_to(&uses, holder)?;
            seen.push(code);
            let action_of = self.barrier_of_action(body, ExprNo(n as u32));
            let mut meetings = self.meetings_of(body, code, loop_around(body, e.span));
            meetings.action_of = action_of;
            tasks.push(Task { accesses, turns: self.turns_of(body, e.span, array), field: None, meetings });
        }
        self.forget_barriers(body, &mut tasks);
        // Arguments of a task's constructor are no uses by this code.
        let rest = body.parts[0].block.iter().map(|s| body.statements[s.index()].span);
        let whole = rest.reduce(|a, b| Span::new(a.start, b.end))?;
        let names = Names::of_main(whole);
        let uses = Uses { body, names: &names, code: whole, without: &seen, alone, depth: 0 };
        let accesses = self.accesses_to(&uses, holder)?;
        let meetings = self.opened_by(body, &body.parts[0].block);
        tasks.push(Task { accesses, turns: None, field: None, meetings });
        Some(tasks)
    }

    /// A barrier is one for all tasks, and waits for as many: else it says nothing.
    pub(super) fn forget_barriers(&self, body: &Body, tasks: &mut [Task]) {
        let barrier = tasks.iter().find_map(|task| task.meetings.barrier());
        let waiting: Vec<&Task> = tasks.iter().filter(|task| task.meetings.action_of.is_none()).collect();
        let number = barrier.and_then(|barrier| self.first_number(body, barrier));
        let is_whole = match waiting[..] {
            [Task { turns: Some(turns), .. }] => {
                let bound = barrier.and_then(|barrier| {
                    match &body.expressions[body.locals[barrier.index()].value?.index()].kind {
                        Kind::New(new) => self.term(body, *new.arguments.first()?, &Names::of_main(Span::NONE)),
                        _ => None,
                    }
                });
                turns.is_number(bound.as_ref())
            }
            _ => {
                let each = waiting.iter().all(|task| task.turns.is_none());
                each && number.is_some_and(|number| number == waiting.len().to_string())
            }
        };
        if !is_whole || waiting.iter().any(|task| task.meetings.barrier() != barrier) {
            tasks.iter_mut().for_each(|task| task.meetings.forget_barrier());
        }
    }

    pub(super) fn turns_of(&self, body: &Body, at: Span, array: LocalNo) -> Option<Turns> {
        let names = Names::of_main(Span::NONE);
        Turns::around(body, at, body.locals[array.index()].name_span, |e| self.term(body, e, &names))
    }

    /// Returns true for code that does not wait for all tasks that it hands over together.
    fn is_raced(&self, body: &Body) -> bool {
        body.expressions.iter().any(|e| match &e.kind {
            Kind::Call(call) => {
                let name = self.text(call.name);
                name == "invokeAny" || name == "invokeAll" && call.arguments.len() > 1
            }
            _ => false,
        })
    }

    /// Returns true for a lambda that is the task of one thread, each time that it is made.
    pub(super) fn is_task_of_thread(&self, body: &Body, lambda: ExprNo) -> bool {
        body.expressions.iter().any(|e| match &e.kind {
            Kind::New(new) => {
                new.arguments.first() == Some(&lambda) && new.anonymous.is_none() && self.last_name(e.ty) == "Thread"
            }
            Kind::Call(call) => {
                let starts = self.is_task(body, call) || self.is_started_with(body, call);
                starts && call.arguments.first() == Some(&lambda)
            }
            _ => false,
        }) || self.listed(body).contains_key(&lambda) && !self.is_raced(body)
    }
}

/// The outermost loop around a place.
pub(super) fn loop_around(body: &Body, at: Span) -> Option<Span> {
    let is_loop = |form: &Form| {
        matches!(form, Form::For { .. } | Form::ForEach { .. } | Form::While { .. } | Form::DoWhile { .. })
    };
    let around = body.statements.iter().filter(|s| is_loop(&s.form) && s.span.contains(at)).map(|s| s.span);
    around.max_by_key(|span| span.end - span.start)
}

/// Returns true if no two tasks meet in an element that one of them writes.
fn are_all_apart(tasks: &[Task]) -> bool {
    let pairs = |a: &Task, b: &Task, pair: &Pair<'_>| {
        a.accesses.iter().all(|one| {
            b.accesses.iter().all(|other| {
                !(one.writes || other.writes)
                    || are_apart(&one.region, &other.region, pair)
                    || a.meetings.are_ordered(one, &b.meetings, other)
            })
        })
    };
    tasks.iter().enumerate().all(|(n, task)| {
        let among = task.turns.as_ref().is_none_or(|turns| pairs(task, task, &Pair::Turns(turns)));
        let beside = |before: &Task| match (&before.turns, &task.turns) {
            (None, None) => pairs(before, task, &Pair::Two),
            _ => pairs(before, task, &Pair::Several),
        };
        among && tasks[..n].iter().all(beside)
    })
}
