//! `racefree variants`.

use super::{curve, diff, matrix};
use crate::args::{VariantsAction, VariantsArgs};
use crate::ending::{Done, Ending};
use crate::options;
use crate::terminal::Out;
use crate::variants as show;

/// Lists the variants, or shows one.
pub fn run(args: &VariantsArgs, out: &mut Out) -> Done {
    let system = racefree_answers::options::named(args.system.as_deref());
    match &args.action {
        None | Some(VariantsAction::List) => show::list(system, out)?,
        Some(VariantsAction::Show { variant }) => show::show(&options::variant(system, variant)?, out)?,
        Some(VariantsAction::Diff(args)) => return diff::run(system, args, out),
        Some(VariantsAction::Curve(args)) => return curve::run(system, args, out),
        Some(VariantsAction::Matrix(args)) => return matrix::run(system, args, out),
    }
    Ok(Ending::Fine)
}
