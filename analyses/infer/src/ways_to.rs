//! Numbers of ways to each method: chains of calls from the main expression, a fork or a method that is not called. Of
//! several places that may be to blame, the one with the fewest ways is chosen: not the access in a method that all
//! callers but one call with the lock, but the one call.

use racefree_grammar::Program;
use racefree_grammar::ast::ExprId;

/// Bound beyond which ways are not counted.
pub const MOST: u32 = 200;

/// The method in whose body a place is, by its place in the program.
pub fn method_at(program: &Program, at: u32) -> Option<u32> {
    let after = program.methods.partition_point(|m| m.span.start <= at);
    let method = after.checked_sub(1)?;
    (at < program.methods[method].span.end).then_some(method as u32)
}

/// Number of ways to each method; a call back to a method already on the way does not count.
pub fn ways(program: &Program, calls: &[(ExprId, u32)]) -> Vec<u32> {
    // Callers of each method, and the number of its calls elsewhere.
    let mut callers: Vec<Vec<u32>> = vec![Vec::new(); program.methods.len()];
    let mut ways = vec![0; program.methods.len()];
    for &(call, method) in calls {
        match method_at(program, program.span(call).start) {
            Some(caller) => callers[method as usize].push(caller),
            None => ways[method as usize] += 1,
        }
    }
    let mut state = vec![State::New; program.methods.len()];
    for start in 0..program.methods.len() as u32 {
        let mut stack = vec![start];
        while let Some(&m) = stack.last() {
            let i = m as usize;
            match state[i] {
                State::New => {
                    state[i] = State::Open;
                    stack.extend(callers[i].iter().filter(|&&c| state[c as usize] == State::New));
                }
                State::Open => {
                    let known = callers[i].iter().filter(|&&c| state[c as usize] == State::Done);
                    let sum = known.fold(ways[i], |sum: u32, &c| sum.saturating_add(ways[c as usize]));
                    ways[i] = sum.clamp(1, MOST);
                    state[i] = State::Done;
                    stack.pop();
                }
                State::Done => drop(stack.pop()),
            }
        }
    }
    ways
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}
