//! The definition: section 3 as relations, each rule a function that looks at its premises in their order; atomicities as the trees
//! that section 1 writes, compared by truth tables; the least assignment of section 5 by going round all methods until nothing
//! changes. `racefree check --model --system atomicity` judges by it.
//!
//! It shares the syntax tree, the table of section 1 ([`crate::algebra`]), the ids of rules and premises, and the options with the
//! checker, and nothing else: the types of expressions are those of the model of the base, the locks held are found anew. The test
//! `model` of `soundness-tests` holds the two equal: on the atomicity of every method, on which premises fail where.
//!
//! | module | what it holds | fast |
//! | --- | --- | --- |
//! | `atomicities` | section 1 | [`crate::tree`], [`crate::locks`] |
//! | `lookup`, `theta` | final expressions, substitutions | [`crate::theta`], [`crate::locks`] |
//! | `over` | what is asked of the system underneath: types, members | `crate::over` |
//! | `expressions`, `members` | P; E; ls ⊢ e & a | `checker::expressions`, `checker::access` |
//! | `declarations` | programs, classes, methods, overriding | `checker::declarations`, `checker::inference` |

mod atomicities;
mod declarations;
mod expressions;
mod lookup;
mod members;
mod over;
mod theta;

pub use atomicities::{A, Lock, Put};

use crate::algebra::Algebra;
use crate::rules::atom_seq;
use over::Beneath;
use racefree_grammar::ast::{Basic, Dialect, Program};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::options::Part;
use racefree_kernel::{Options, PremiseId, Report, TypeError};
use racefree_typeck::model::Cn;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// What the rules say of a program.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What the body of each method is.
    pub methods: Vec<A>,
    /// init(cn<x…>), by class of the program.
    pub inits: Vec<A>,
    /// The premises of section 3 that do not hold, and what each is about.
    pub failed: BTreeSet<(PremiseId, Span)>,
}

/// Judges a program by section 3; what `check` finds is another matter.
pub fn judge(program: &Program, options: &Options) -> Verdict {
    let model = Model::new(program, options);
    model.prog();
    let (Known { bodies, inits, .. }, failed) = (model.known.into_inner(), model.failed.into_inner());
    Verdict { methods: bodies, inits, failed: failed.unwrap_or_default() }
}

/// What the rules make of a method's body by an assignment, but for that method taken to be `a`. The assignment is consistent if that
/// is ⊑ a.
pub fn applied(program: &Program, options: &Options, verdict: &Verdict, m: usize, a: &A) -> A {
    let model = Model::new(program, options);
    let (mut bodies, inits) = (verdict.methods.clone(), verdict.inits.clone());
    bodies[m] = a.clone();
    *model.known.borrow_mut() = Known { bodies, inits, declared: model.declarations() };
    model.body(m)
}

/// Judges a program that `source` was parsed to, `check` by its model too.
pub fn check(program: &Program, source: &str, options: &Options) -> Report {
    let beneath = crate::verdict::beneath(program, options);
    let mut base = match program.dialect {
        Dialect::Owners => racefree_owners::model::check(program, source, beneath),
        Dialect::Base => racefree_typeck::model::check(program, source, beneath),
    };
    crate::verdict::set_apart(&mut base);
    let model = Model::new(program, options);
    model.prog();
    let errors = model.failed.take().unwrap_or_default().into_iter().map(error).collect();
    crate::verdict::own_report(program, source, options, &base, errors, &|error| model.beneath.tolerates(error))
}

fn error((premise, span): (PremiseId, Span)) -> TypeError {
    let declared = crate::rules::BOOK.premise(premise);
    let message = format!("the premise does not hold: {}", declared.statement);
    TypeError {
        label: "it is about this".to_owned(),
        notes: vec![declared.why.to_owned()],
        ..TypeError::new(premise, span, message)
    }
}

/// P, the rules that it is read by, and the typing derivation.
struct Model<'p> {
    program: &'p Program,
    options: &'p Options,
    algebra: Algebra,
    /// The typing derivation.
    beneath: Box<dyn Beneath<'p> + 'p>,
    /// Paths of more fields decide nothing.
    longest: usize,
    /// The assignment so far.
    known: RefCell<Known>,
    /// What fails; nothing is noted before the assignment is the least consistent one.
    failed: RefCell<Option<BTreeSet<(PremiseId, Span)>>>,
}

/// What methods and initialisers are.
struct Known {
    bodies: Vec<A>,
    declared: Vec<Option<A>>,
    /// init(cn<x…>), by class of the program.
    inits: Vec<A>,
}

/// E and ls: where an expression stands.
#[derive(Clone, Default)]
struct At {
    /// The variables in scope with the classes of their types, the innermost last.
    env: Vec<(Name, Option<Cn>)>,
    /// ls
    held: Vec<Lock>,
    /// The class.
    class: Option<Cn>,
    /// The formal owners that are never `self`.
    not_self: Vec<String>,
    /// The method.
    within: Option<usize>,
}

impl At {
    /// E, t x
    fn and(&self, x: Name, cn: Option<Cn>) -> At {
        let mut inner = self.clone();
        inner.env.push((x, cn));
        inner
    }

    /// ls ∪ {l}
    fn holding(&self, l: Option<Lock>) -> At {
        let mut inner = self.clone();
        inner.held.extend(l);
        inner
    }

    /// ∅ for ls
    fn empty(&self) -> At {
        At { held: Vec::new(), ..self.clone() }
    }
}

/// const
const CONST: A = A::Is(Basic::Const);
/// mover
const MOVER: A = A::Is(Basic::Mover);

impl<'p> Model<'p> {
    fn new(program: &'p Program, options: &'p Options) -> Model<'p> {
        let off = |premise| options.takes(premise, Part::Rest);
        let beneath: Box<dyn Beneath<'p>> = match (program.dialect, crate::verdict::beneath(program, options)) {
            (Dialect::Owners, options) => Box::new(over::Owners::new(program, options)),
            (Dialect::Base, options) => Box::new(over::Base::new(program, options)),
        };
        Model {
            program,
            options,
            algebra: Algebra { commits_twice: off(atom_seq::COMMIT), repeats_atomic: off(atom_seq::STAR) },
            beneath,
            longest: Model::longest(program),
            known: RefCell::new(Known {
                bodies: vec![CONST; program.methods.len()],
                declared: vec![None; program.methods.len()],
                inits: vec![CONST; program.classes.len()],
            }),
            failed: RefCell::new(None),
        }
    }

    /// Whether a premise is in force, and not its off reading.
    fn on(&self, premise: PremiseId) -> bool {
        !self.options.takes(premise, Part::Rest)
    }

    /// A `?` premise: that it does not hold is noted with what it is about.
    fn premise(&self, premise: PremiseId, place: Span, holds: bool) {
        if let (Some(failed), false, true) = (self.failed.borrow_mut().as_mut(), holds, self.on(premise)) {
            failed.insert((premise, place));
        }
    }

    /// a₁;…;aₙ
    fn all(&self, of: impl IntoIterator<Item = A>) -> A {
        of.into_iter().fold(CONST, |a, b| a.then(self.algebra, &b))
    }
}
