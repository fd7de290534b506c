//! Numbers of ways to each method: chains of calls from the main expression, a fork or a method that is not called. Of
//! several places that may be to blame, the one with the fewest ways is chosen: not the access in a method that all
//! callers but one call with the lock, but the one call.

use racefree_grammar::Program;
use racefree_grammar::ast::ExprId;
use rustc_hash::FxHashMap;

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

/// Methods to which no way leads from code outside all methods, or from a method that is not called: for each, whether it is one.
pub fn cut_off(program: &Program, calls: &[(ExprId, u32)]) -> Vec<bool> {
    let mut around: FxHashMap<ExprId, u32> = FxHashMap::default();
    for (m, method) in program.methods.iter().enumerate() {
        around.extend(program.within(method.body).map(|e| (e, m as u32)));
    }
    let mut callees: Vec<Vec<u32>> = vec![Vec::new(); program.methods.len()];
    let mut cut_off = vec![true; program.methods.len()];
    let mut called = vec![false; program.methods.len()];
    for (call, method) in calls {
        called[*method as usize] = true;
        match around.get(call) {
            Some(&caller) => callees[caller as usize].push(*method),
            None => cut_off[*method as usize] = false,
        }
    }
    let mut todo: Vec<u32> = Vec::new();
    for m in 0..program.methods.len() {
        cut_off[m] &= called[m];
        todo.extend((!cut_off[m]).then_some(m as u32));
    }
    while let Some(m) = todo.pop() {
        for &callee in &callees[m as usize] {
            if std::mem::take(&mut cut_off[callee as usize]) {
                todo.push(callee);
            }
        }
    }
    cut_off
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}
