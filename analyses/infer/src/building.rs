//! Fields that constructors alone assign (dialect of Java): they may be final, if each constructor or the initialiser does it once.

use racefree_grammar::Program;
use racefree_grammar::ast::{Expr, ExprId, MethodKind};
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Assignments of fields in the constructors of their classes.
pub(crate) struct Building {
    /// The method and the class of each expression in a constructor.
    within: FxHashMap<ExprId, (u32, u32)>,
    class_of_field: Vec<u32>,
    /// Constructors that assign a field behind its declaration, and fields with an initialiser.
    assigned: FxHashMap<u32, Vec<u32>>,
    initialised: FxHashSet<u32>,
}

impl Building {
    pub(crate) fn new(program: &Program) -> Building {
        let (mut within, mut class_of_field) = (FxHashMap::default(), vec![u32::MAX; program.fields.len()]);
        for (c, class) in program.classes.iter().enumerate() {
            class.fields.indices().for_each(|f| class_of_field[f] = c as u32);
            for m in class.methods.indices() {
                let method = &program.methods[m];
                if matches!(program.kind_of(method), MethodKind::Constructor | MethodKind::StaticInitializer) {
                    within.extend(program.within(method.body).map(|e| (e, (m as u32, c as u32))));
                }
            }
        }
        Building { within, class_of_field, assigned: FxHashMap::default(), initialised: FxHashSet::default() }
    }

    /// Returns true for an assignment of the object's own field in a constructor. An initialiser is one within the field's declaration.
    pub(crate) fn initialises(&mut self, program: &Program, e: ExprId, field: u32) -> bool {
        let Expr::Assign { recv, .. } = program.expr(e) else { return false };
        let own = matches!(program.expr(recv), Expr::Var(x) if x == Name::THIS);
        let Some(&(method, class)) = self.within.get(&e).filter(|_| own) else { return false };
        if class != self.class_of_field[field as usize] {
            return false;
        }
        if program.fields[field as usize].span.contains(program.span(e)) {
            self.initialised.insert(field);
        } else {
            self.assigned.entry(field).or_default().push(method);
        }
        true
    }

    /// Fields that are assigned more than once on some way.
    pub(crate) fn twice(&self) -> impl Iterator<Item = usize> + '_ {
        let again = |(&field, by): (&u32, &Vec<u32>)| {
            let mut by = by.clone();
            let all = by.len();
            by.sort_unstable();
            by.dedup();
            (by.len() < all || self.initialised.contains(&field)).then_some(field as usize)
        };
        self.assigned.iter().filter_map(again)
    }
}
