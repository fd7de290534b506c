//! Programs with owners and atomic blocks, for atomicity over owners: some guards go or are for writes alone, some locks are not taken, and
//! random expressions are claimed to be atomic. Claims that the rules do not accept are taken back, so that every program counts.

use crate::variant::Rules;
use racefree_grammar::ast::{Expr, Program};
use racefree_interp::schedule::Stream;

/// Claims that bodies of methods and forks, and other expressions, are atomic.
pub fn claim(program: &mut Program, stream: &mut Stream) {
    for m in 0..program.methods.len() {
        if stream.below(3) == 0 && !program.methods[m].atomic {
            let body = program.methods[m].body;
            let body = program.add(Expr::Atomic(body), program.span(body));
            (program.methods[m].atomic, program.methods[m].body) = (true, body);
        }
    }
    for e in 0..program.exprs.len() {
        let claimed = |program: &mut Program, body| program.add(Expr::Atomic(body), program.span(body));
        match program.exprs[e] {
            Expr::Fork(body) if stream.below(2) == 0 => program.exprs[e] = Expr::Fork(claimed(program, body)),
            Expr::Sync { lock, body } if stream.below(4) == 0 => {
                let body = claimed(program, body);
                program.exprs[e] = Expr::Sync { lock, body };
            }
            Expr::Let { ty, var, bound, body } if stream.below(6) == 0 => {
                let body = claimed(program, body);
                program.exprs[e] = Expr::Let { ty, var, bound, body };
            }
            _ => {}
        }
    }
}

/// Takes some guards away, or makes them guards for writes alone, and leaves out some locks: so accesses are atomic
/// steps, or need a caller's lock.
pub fn loosen(program: &mut Program, stream: &mut Stream) {
    let of_fields = stream.below(3);
    for field in &mut program.fields {
        if field.guard.is_some() && stream.below(6) < of_fields {
            let guard = field.guard.take();
            field.write_guard = guard.filter(|_| stream.below(2) == 0);
        }
    }
    let of_locks = stream.below(3);
    for e in 0..program.exprs.len() {
        if let Expr::Sync { body, .. } = program.exprs[e]
            && stream.below(10) < of_locks
        {
            let list = program.add_list(&[body]);
            program.exprs[e] = Expr::Seq(list);
        }
    }
}

/// A program with blocks made of one without, before claims are taken back.
pub fn with_claims(mut program: Program, seed: u64) -> Program {
    let mut stream = Stream::new(seed ^ 0xe9a3);
    if stream.below(4) > 0 {
        loosen(&mut program, &mut stream);
    }
    claim(&mut program, &mut stream);
    program
}

/// The same with the claims that the rules accept; how many these are, and how many were taken back.
pub fn accepted(program: Program, rules: &Rules, seed: u64) -> (Program, usize, usize) {
    racefree_atomicity::keep_what_holds(&with_claims(program, seed), &rules.options)
}
