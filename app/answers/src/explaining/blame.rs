//! Blame: the findings of an exploration that are due to an error at a place, by the harm of its premise.

use super::judge::Subject;
use super::places::ProgramPlaces;
use super::table::Harm;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_interp::drive::Key;
use racefree_interp::event::Site;
use racefree_interp::monitor::Monitor;
use racefree_interp::program::FieldId;

/// Findings due to an item: harm, and breaches of the discipline that may do no harm.
#[derive(Default)]
pub(super) struct Due {
    pub(super) harm: Vec<Key>,
    pub(super) discipline: Vec<Key>,
}

/// Findings due to an item, through any of the errors of its cause.
pub(super) fn due(places: &ProgramPlaces<'_>, keys: &[&Key], item: &Subject, unproved: &[FieldId]) -> Due {
    let mut all = Due::default();
    for (harm, span) in item.each() {
        let one = Blamed::new(places, keys, span).due(harm, unproved);
        all.harm.extend(one.harm.into_iter().filter(|k| !all.harm.contains(k)).collect::<Vec<_>>());
        all.discipline.extend(one.discipline.into_iter().filter(|k| !all.discipline.contains(k)).collect::<Vec<_>>());
    }
    all
}

/// A place with an error, and what goes wrong anywhere.
struct Blamed<'a> {
    places: &'a ProgramPlaces<'a>,
    keys: &'a [&'a Key],
    span: Span,
    /// The construct around it: monitors look at the whole, and the error may be about a part.
    construct: Option<ExprId>,
    /// The method around it, and its body.
    method: Option<(Span, ExprId)>,
}

impl<'a> Blamed<'a> {
    fn new(places: &'a ProgramPlaces<'a>, keys: &'a [&'a Key], span: Span) -> Blamed<'a> {
        let whole = |e: &Expr| matches!(e, Expr::Assign { .. } | Expr::Call { .. } | Expr::Let { .. });
        Blamed { places, keys, span, construct: places.smallest(span, whole), method: places.method_at(span) }
    }

    /// Findings due to an error of some harm.
    fn due(&self, harm: Harm, unproved: &[FieldId]) -> Due {
        let alone = |harm| Due { harm, discipline: Vec::new() };
        match harm {
            Harm::Access | Harm::Call => {
                let call = harm == Harm::Call;
                let monitor = if call { Monitor::Requires } else { Monitor::Guard };
                let discipline = self.select(|k| self.fires(k, monitor));
                let raced = || {
                    if call { self.races_in(&self.places.called(self.span)) } else { self.select(|k| self.races(k)) }
                };
                // No monitor watches the reference engine: there a race with the access says enough.
                let harm = if discipline.is_empty() && !self.places.on_reference() { Vec::new() } else { raced() };
                Due { harm, discipline }
            }
            Harm::Field => self.of_fields(self.places.field_at(self.span).as_slice()),
            Harm::TypeOfField | Harm::Captured | Harm::Class => self.of_class(harm),
            Harm::Body => {
                let places = self.places;
                let binds = |e: &Expr| matches!(e, Expr::Sync { .. } | Expr::Let { .. } | Expr::Fork(_));
                let scope = places.smallest(self.span, binds).map(|e| places.program.span(e));
                let scope = scope.or(self.method.map(|m| m.0)).unwrap_or(self.span);
                alone(self.races_in(&[scope]))
            }
            Harm::Value | Harm::Owners => alone(self.values(if harm == Harm::Owners { Some(unproved) } else { None })),
            Harm::Final => alone(self.select(|k| self.fires(k, Monitor::Final) || self.races(k))),
            Harm::Ghost => alone(self.ghosts()),
            Harm::BareAccess => {
                Due { harm: self.select(|k| self.races(k)), discipline: self.select(|k| self.fires(k, Monitor::Owner)) }
            }
            Harm::BareCall => {
                let called = self.places.called(self.span);
                let in_called = |site: Site| called.iter().any(|&s| self.places.inside(site, s));
                let breaches = |k: &Key| matches!(k, Key::Monitor(Monitor::Owner, site) if in_called(*site));
                Due {
                    harm: self.races_in(&called),
                    discipline: self.select(|k| self.fires(k, Monitor::Requires) || breaches(k)),
                }
            }
            Harm::Holds => alone(self.select(|k| matches!(k, Key::Monitor(Monitor::Holds, s) if self.around(*s)))),
            Harm::Claim => alone(self.select(|k| self.places.closes(k, self.span))),
            Harm::Stuck => alone(self.select(|k| self.sticks(k))),
        }
    }

    fn select(&self, is: impl Fn(&Key) -> bool) -> Vec<Key> {
        self.keys.iter().filter(|k| is(k)).map(|&k| k.clone()).collect()
    }

    fn here(&self, site: Site) -> bool {
        self.places.span(site) == self.span
    }

    fn around(&self, site: Site) -> bool {
        let (places, span) = (self.places, self.span);
        places.inside(site, span)
            || self.construct.is_some_and(|e| site == Site::expr(e))
            || places.parent(span).is_some_and(|s| places.span(site) == s)
            || self.method.is_some_and(|(_, body)| site == Site::expr(body) && places.inside(site, span))
    }

    /// A monitor fires at the place.
    fn fires(&self, key: &Key, monitor: Monitor) -> bool {
        matches!(key, Key::Monitor(m, site) if *m == monitor && self.here(*site))
    }

    /// A race with an access at the place.
    fn races(&self, key: &Key) -> bool {
        matches!(key, Key::Race(_, a, b) if self.here(*a) || self.here(*b))
    }

    fn sticks(&self, key: &Key) -> bool {
        matches!(key, Key::Stuck(site) | Key::Monitor(Monitor::Progress, site) if self.around(*site))
    }

    /// Races with an access in one of these places.
    fn races_in(&self, spans: &[Span]) -> Vec<Key> {
        let inside = |site: Site| spans.iter().any(|&span| self.places.inside(site, span));
        self.select(|k| matches!(k, Key::Race(_, a, b) if inside(*a) || inside(*b)))
    }

    /// Races on fields, and accesses of them by threads that have not made the object.
    fn of_fields(&self, fields: &[FieldId]) -> Due {
        let strange = |k: &Key| matches!(k, Key::Monitor(Monitor::Confinement, site) if self.places.field_accessed(*site, fields));
        Due { harm: self.select(|k| races_on(k, fields)), discipline: self.select(strange) }
    }

    /// The same of the fields of a class that is not what the rules take it for, and values in it.
    fn of_class(&self, harm: Harm) -> Due {
        let places = self.places;
        let class = match harm {
            Harm::TypeOfField => places.field_at(self.span).and_then(|f| places.class_of_field(f)),
            Harm::Captured => places.class_of_variable(self.span),
            _ => places.class_at(self.span),
        };
        let within = class.filter(|_| harm == Harm::Class).and_then(|_| method_or_class(places, self.span));
        let value = |k: &Key| match (k, within) {
            (Key::Monitor(Monitor::Value, site), Some(span)) => places.inside(*site, span),
            _ => false,
        };
        let fields = class.map_or_else(Vec::new, |class| places.fields_of(class));
        Due { harm: self.select(|k| races_on(k, &fields) || value(k)), ..self.of_fields(&fields) }
    }

    /// Values of a wrong type. With owners, which `unproved` fields are for, also what their owners do not protect.
    fn values(&self, unproved: Option<&[FieldId]>) -> Vec<Key> {
        let init = self.places.field_at(self.span).map(Site::field);
        self.select(|k| match (k, unproved) {
            (Key::Monitor(Monitor::Value, site), _) => self.around(*site) || init == Some(*site),
            (Key::Monitor(Monitor::Owner, site), Some(fields)) => self.places.field_accessed(*site, fields),
            (Key::Monitor(Monitor::Requires, site), Some(_)) => self.around(*site),
            (k, unproved) => self.sticks(k) || unproved.is_some_and(|fields| races_on(k, fields)),
        })
    }

    /// Threads stuck at a ghost; in an initialiser, final fields of the class that are read too early, and races on its fields.
    fn ghosts(&self) -> Vec<Key> {
        let places = self.places;
        let fields = match (places.field_at(self.span), places.class_at(self.span)) {
            (Some(_), Some(class)) => places.fields_of(class),
            _ => Vec::new(),
        };
        self.select(|k| match k {
            Key::Monitor(Monitor::Final, site) => {
                let name = places.accessed(*site);
                fields.iter().any(|f| places.program.fields.get(f.index()).map(|f| f.name) == name)
            }
            k => self.sticks(k) || races_on(k, &fields),
        })
    }
}

fn races_on(key: &Key, fields: &[FieldId]) -> bool {
    matches!(key, Key::Race(field, ..) if fields.contains(field))
}

/// The method that a span lies in, or its class.
fn method_or_class(places: &ProgramPlaces<'_>, span: Span) -> Option<Span> {
    let class = places.program.classes.iter().find(|c| c.span.contains(span)).map(|c| c.span);
    places.method_at(span).map(|m| m.0).or(class)
}
