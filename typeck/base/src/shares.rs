//! A program judged by several threads. A class is judged by the declarations of the others alone, so each thread has tables of its own and
//! takes parts of \[PROG\] as they come; errors are put back into the order of the rule.

use crate::error::{Failure, TypeError, Warning};
use crate::options::Options;
use crate::reading::Reading;
use crate::tables::Tables;
use crate::{Base, Found};
use racefree_grammar::ast::Program;
use racefree_kernel::listener::Listeners;
use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Parts that a thread takes at once: neighbours use the same classes.
const AT_ONCE: usize = 32;

/// Errors with the numbers of their parts, warnings, and the type of the main expression.
type Share = (Vec<(usize, TypeError)>, Vec<Warning>, Option<String>);

/// Errors, warnings and the type of the main expression, as one thread finds them.
pub(crate) fn judge(program: &Program, source: &str, options: &Options) -> Found {
    let (next, parts) = (AtomicUsize::new(0), program.classes.len() + 2);
    let work = || share(program, source, options, || next.fetch_add(AT_ONCE, Relaxed), parts);
    let threads = options.threads.min(parts.div_ceil(AT_ONCE));
    let mut shares = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut shares = vec![work()];
        for other in others {
            shares.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        shares
    });
    let (mut errors, mut warnings, mut main) = shares.pop().unwrap_or_default();
    for share in shares {
        errors.extend(share.0);
        warnings.extend(share.1);
        main = main.or(share.2);
    }
    errors.sort_by_key(|&(part, _)| part);
    (errors.into_iter().map(|(_, error)| error).collect(), warnings, main)
}

fn share(program: &Program, source: &str, options: &Options, take: impl Fn() -> usize, parts: usize) -> Share {
    let tables = Tables::new(program, Cow::Borrowed(options), None);
    let (mut of_part, mut failures, mut main) = (Vec::new(), Vec::<Failure>::new(), None);
    loop {
        let first = take();
        if first >= parts {
            break;
        }
        for part in first..parts.min(first + AT_ONCE) {
            let judge = |listeners: Listeners<'_, Base>| Reading::new(&tables, listeners).part_of_prog(part);
            let (ty, found) = Listeners::errors_of(None, judge);
            main = main.or(ty);
            of_part.resize(of_part.len() + found.len(), part);
            failures.extend(found);
        }
    }
    let mut cx = tables.into_cx(source, ());
    let main = main.map(|t| cx.show(t));
    let (errors, warnings) = cx.found(&failures);
    (of_part.into_iter().zip(errors).collect(), warnings, main)
}
