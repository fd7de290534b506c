//! Programs of any system, made as those of the base are. Edits that break only the race discipline of the base are
//! free, if a system does not promise that there is no race; a premise of its own that is off frees the base's premise
//! of that name; and annotations are taken out, if a system has none.

use super::fitted::fitted;
use super::{Choices, Settings, blocks, edited, program};
use crate::tree::{Expr, Tree, Type};
use crate::variant::Rules;
use racefree_grammar::ast::Dialect;
use racefree_interp::monitor::Monitor;
use racefree_kernel::{Options, System};
use racefree_systems::{BASE, premise_name};

/// Makes programs by some rules.
#[derive(Clone, Debug)]
pub struct Maker {
    /// Freedom of the base's generator.
    pub options: Options,
    plain: bool,
    /// Premises of another system than the base are off. Nothing that is made by the base's rules may make use of that.
    tempted: bool,
    /// The rules by which claims are kept, if the system knows atomic blocks.
    claims: Option<Rules>,
}

/// Checks that programs of a system can be made here.
///
/// # Errors
///
/// A sentence, if they are in an unsupported dialect, or if a promise of the system has no detector or monitor.
pub fn makes(system: &dyn System) -> Result<(), String> {
    match system.dialect() {
        Dialect::Base => looks(system),
        _ => Err(format!(
            "`{}` is in a dialect of its own, of which no programs are made as those of the base are",
            system.name()
        )),
    }
}

/// Checks that each promise of a system has a detector or a monitor.
fn looks(system: &dyn System) -> Result<(), String> {
    let looked_for = |promise: &&&str| **promise == "race" || Monitor::ALL.iter().any(|m| m.name() == **promise);
    if let Some(promise) = system.promises().iter().find(|promise| !looked_for(promise)) {
        let name = system.name();
        return Err(format!(
            "`{name}` promises `{promise}`, which no detector and no monitor looks for: runs prove nothing of it"
        ));
    }
    Ok(())
}

/// Checks that rules of a system can be compared by programs.
///
/// # Errors
///
/// A sentence, if none of these programs can be made.
pub fn compares(system: &dyn System) -> Result<(), String> {
    if enumerates(system).is_ok() { Ok(()) } else { makes(system) }
}

/// Checks that all programs of a system up to a size can be enumerated.
///
/// # Errors
///
/// A sentence, if a promise of the system has no monitor, or if no enumerated program exercises the promise.
pub fn enumerates(system: &dyn System) -> Result<(), String> {
    looks(system)?;
    match system.judges_claims() {
        true => Err(format!(
            "no program that is enumerated has an atomic block: of `{}` that would show nothing; `racefree fuzz` generates some",
            system.name()
        )),
        false => Ok(()),
    }
}

/// Groups of the base's premises that keep threads apart.
const APART: [&str; 2] = ["race", "thread_local_escape"];

impl Maker {
    /// Maker for these rules.
    pub fn new(rules: &Rules) -> Maker {
        let plain = !rules.system.has_annotations();
        if rules.system.id() == BASE.id() {
            return Maker { options: rules.options.clone(), plain, tempted: false, claims: None };
        }
        let mut options = Options::default();
        if rules.system.judges_claims() {
            return Maker { options: blocks::freedom(rules), plain, tempted: false, claims: Some(rules.clone()) };
        }
        if !rules.system.promises().contains(&"race") {
            let groups = BASE.groups().iter().filter(|(name, _)| APART.contains(name));
            groups.flat_map(|(_, premises)| *premises).for_each(|&premise| options.off.switch_off(premise));
        }
        let same = rules.options.off.iter().filter_map(|id| BASE.book().find_premise(&premise_name(id)));
        same.for_each(|premise| options.off.switch_off(premise));
        Maker { options, plain, tempted: rules.options.off.iter().next().is_some(), claims: None }
    }

    /// The program of a seed.
    pub fn program(&self, settings: Settings, seed: u64) -> Tree {
        let mut choices = Choices::seeded(seed.rotate_left(29));
        if let Some(rules) = &self.claims {
            if choices.percent(45)
                && let Some(tree) = blocks::shaped(rules, &mut choices)
            {
                return tree;
            }
            return blocks::claimed(program(&self.options, settings, seed), rules, &mut choices);
        }
        let made = self.finished(program(&self.options, settings, seed), seed);
        if self.tempted && choices.percent(15) { with_literal(made, &mut choices) } else { made }
    }

    /// A program with a random edit. For another system than the base, whose premises the edits do not know, it is now and then
    /// a literal in the place of any expression.
    pub fn edited(&self, tree: &Tree, settings: Settings, mut choices: Choices<'_>) -> Tree {
        if let Some(rules) = &self.claims {
            let mut more = Choices::seeded(choices.below(1 << 16) as u64);
            let tree = if more.percent(50) { edited(tree, &self.options, settings, choices) } else { tree.clone() };
            return blocks::claimed(tree, rules, &mut more);
        }
        if self.plain && choices.percent(15) {
            return with_literal(tree.clone(), &mut choices);
        }
        let seed = if self.options.own.is_empty() { 0 } else { choices.below(1 << 16) as u64 };
        self.finished(edited(tree, &self.options, settings, choices), seed)
    }

    fn finished(&self, tree: Tree, seed: u64) -> Tree {
        match self.options.own.is_empty() {
            true if self.plain => erased(tree),
            true => tree,
            false => fitted(&self.options, tree, seed),
        }
    }
}

/// A program without its race annotations.
pub fn erased(mut tree: Tree) -> Tree {
    for class in &mut tree.classes {
        class.local = false;
        class.ghosts.clear();
        plain(&mut class.sup);
        for field in &mut class.fields {
            field.guard = None;
            plain(&mut field.ty);
        }
        for method in &mut class.methods {
            method.requires.clear();
            method.declared = None;
            plain(&mut method.ret);
            method.params.iter_mut().for_each(|param| plain(&mut param.0));
        }
    }
    for root in tree.roots_mut() {
        root.walk_mut(&mut |e| {
            while let Expr::Seq(list) = e {
                list.retain(|e| !matches!(e, Expr::Holds(_)));
                match list.len() {
                    0 => *e = Expr::Unit,
                    1 => *e = list.remove(0),
                    _ => break,
                }
            }
            if let Expr::New(t) | Expr::Let(t, ..) = e {
                plain(t);
            }
        });
    }
    tree
}

/// A literal in the place of some expression.
fn with_literal(mut tree: Tree, choices: &mut Choices<'_>) -> Tree {
    let size = tree.roots().into_iter().map(Expr::size).sum::<usize>();
    let (at, literal) = (choices.below(size), [Expr::Int(1), Expr::Bool(true), Expr::Null][choices.below(3)].clone());
    let mut n = 0;
    for root in tree.roots_mut() {
        root.walk_mut(&mut |e| {
            if n == at {
                *e = literal.clone();
            }
            n += 1;
        });
    }
    tree
}

fn plain(t: &mut Type) {
    if let Type::Class(_, args) = t {
        *args = Default::default();
    }
}
