//! The reduction rules (calculus, section 8) on the flat state: an arm per rule. They are written in the words of [`super`],
//! which are macros too; what they use of the run of steps is passed by name.

/// Makes the step at `$pc`.
macro_rules! rules {
    (
        $code:ident, $pc:ident, $base:ident, $regs:ident, $thread:ident, $heap:ident, $n:ident, $before:ident,
        $seen:ident, $i:ident, $id:ident, $program:ident, $obs:ident, $ready:ident, $limits:ident, $semantics:ident,
        $slice:ident, $calm:ident, $settling:ident, $begun:ident, $children:ident, $output:ident, $fresh:ident,
        $unclear:ident
    ) => {
        match $code.instrs[$pc] {
            Instr::Move { dst, src } => {
                $regs[dst as usize] = $regs[src as usize];
                $pc += 1;
            }
            Instr::Jump { to } => $pc = to as usize,
            Instr::Return { src } => {
                let v = $regs[src as usize];
                // Nothing else bounds how many calls come back in a row.
                if !P::LOCAL && !COUNTED && $n >= *$calm {
                    break Stop::Close;
                }
                if O::RETURNS
                    && let What::Method(m) = $code.what
                    && (O::LOCAL || !$program.methods[m as usize].gives($heap, v))
                {
                    $obs.returned(view!(), m, v);
                    $regs = &mut $thread.regs[$base..];
                }
                let Some(frame) = $thread.frames.pop() else { break Stop::Finished(v) };
                $thread.regs.truncate($base);
                $thread.code = frame.code;
                $thread.base = frame.base;
                ($code, $pc, $base) = ($program.code(frame.code), frame.pc as usize, frame.base as usize);
                $regs = &mut $thread.regs[$base..];
                $regs[frame.dst as usize] = v;
            }
            Instr::Ghost { dst, done, this, class, ghost } => {
                // A ghost that its object has not got denotes nothing: as if `null` had been put in.
                let path = ghost_path($program, $heap, $regs[this as usize], class, ghost);
                $regs[dst as usize] = path.map_or(Value::Null, |p| p.0);
                $regs[done as usize] = Value::Int(0);
                $pc += 1;
            }
            // [RED REF] along the path that was put in for a ghost variable
            Instr::GhostStep { dst, done, this, class, ghost } => {
                let path = ghost_path($program, $heap, $regs[this as usize], class, ghost);
                let Value::Int(k) = $regs[done as usize] else { stuck!() };
                let Some(&fd) = path.as_ref().and_then(|p| p.1.get(k as usize)) else {
                    $pc += 1;
                    continue;
                };
                access!();
                let o = object!(dst);
                let Some(at) = $program.tables.field_of($heap.object(o).class, fd) else { stuck!() };
                let cell = $heap.cell(o, at.slot);
                let v = $heap.cells[cell.index()];
                $regs[dst as usize] = v;
                $regs[done as usize] = Value::Int(k + 1);
                let clear = O::DOUBTS && $program.fields[at.field.index()].may_read($heap, o, $id);
                emit!(access Access::Read, o, at.field, cell, $code.sites[$pc], EventKind::Read { object: o, field: at.field, value: v }, unless clear);
            }
            // [RED NEW]
            Instr::New { dst, class, ghosts, init } => {
                local!();
                if class == ClassId::STRING {
                    stuck!();
                }
                if $n > $slice {
                    out_of_time!();
                }
                let limit = match () {
                    () if $heap.objects.len() >= $limits.objects as usize => Some(Limit::Objects),
                    () if $thread.frames.len() >= $limits.calls as usize => Some(Limit::Calls),
                    () => None,
                };
                if let Some(limit) = limit {
                    $n -= 1;
                    break Stop::Limit(limit);
                }
                let o = $heap.new_object($program, $id, &mut $thread.allocs, class, &$code.paths[ghosts.range()], $regs);
                emit!(EventKind::Alloc { object: o, class });
                let to = $program.code(init);
                $thread.frames.push(Call { code: $thread.code, pc: $pc as u32 + 1, base: $base as u32, dst });
                ($code, $pc, $base) = (to, 0, $thread.regs.len());
                $thread.code = init;
                $thread.base = $base as u32;
                $thread.regs.extend_from_slice(&to.template);
                $regs = &mut $thread.regs[$base..];
                $regs[0] = Value::Object(o);
            }
            // [RED INIT]
            Instr::InitWrite { src, at } => {
                let Value::Object(o) = $regs[0] else { stuck!() };
                if $program.private_until_built[$heap.object(o).class.index()] {
                    local!();
                } else {
                    access!();
                }
                let v = $regs[src as usize];
                let cell = $heap.cell(o, at.slot);
                $heap.cells[cell.index()] = v;
                $heap.objects[o.index()].built += 1;
                let clear = O::DOUBTS && $program.fields[at.field.index()].may_init($heap, o, $id, v);
                let site = Site::field(at.field);
                emit!(access Access::Init, o, at.field, cell, site, EventKind::InitWrite { object: o, field: at.field, value: v }, unless clear);
                $pc += 1;
            }
            Instr::Built => {
                local!();
                let v = $regs[0];
                emit!(local EventKind::Local(Local::Built));
                let Some(frame) = $thread.frames.pop() else { break Stop::Finished(v) };
                $thread.regs.truncate($base);
                $thread.code = frame.code;
                $thread.base = frame.base;
                ($code, $pc, $base) = ($program.code(frame.code), frame.pc as usize, frame.base as usize);
                $regs = &mut $thread.regs[$base..];
                $regs[frame.dst as usize] = v;
            }
            // [RED REF]
            Instr::Read { dst, obj, name } => {
                access!();
                let o = object!(obj);
                let Some(at) = $program.field($heap.object(o).class, name) else { stuck!() };
                let cell = $heap.cell(o, at.slot);
                let v = $heap.cells[cell.index()];
                $regs[dst as usize] = v;
                let clear = O::DOUBTS && $program.fields[at.field.index()].may_read($heap, o, $id);
                emit!(access Access::Read, o, at.field, cell, $code.sites[$pc], EventKind::Read { object: o, field: at.field, value: v }, unless clear);
                $pc += 1;
            }
            // [RED ASSIGN]
            Instr::Write { dst, obj, name, src } => {
                access!();
                let o = object!(obj);
                let Some(at) = $program.field($heap.object(o).class, name) else { stuck!() };
                let v = $regs[src as usize];
                let cell = $heap.cell(o, at.slot);
                let old = std::mem::replace(&mut $heap.cells[cell.index()], v);
                $regs[dst as usize] = v;
                let clear = O::DOUBTS && $program.fields[at.field.index()].may_write($heap, o, $id, v);
                emit!(access Access::Write, o, at.field, cell, $code.sites[$pc], EventKind::Write { object: o, field: at.field, value: v, old }, unless clear);
                $pc += 1;
            }
            // [RED INVOKE]
            Instr::Invoke { dst, recv, name, args, tail } => {
                local!();
                let o = object!(recv);
                if $n > $slice {
                    out_of_time!();
                }
                let Some(method) = $program.method($heap.object(o).class, name) else { stuck!() };
                match method {
                    MethodId::Declared(m) => {
                        let callee = &$program.methods[m as usize];
                        if callee.arity != args.len {
                            stuck!();
                        }
                        if $thread.frames.len() >= $limits.calls as usize {
                            $n -= 1;
                            break Stop::Limit(Limit::Calls);
                        }
                        let to = $program.code(callee.code);
                        // A result that is checked on its way out is checked once for both; only those of methods are.
                        let once = |m: u32| callee.plain && $program.methods[m as usize].ret == callee.ret;
                        let twice = matches!($code.what, What::Method(m) if !once(m));
                        if tail && !(O::RETURNS && $obs.wants_returns() && twice) {
                            // Substitution leaves nothing of the caller.
                            let count = args.len as usize;
                            let mut few = [Value::Void; FEW];
                            let site = $code.sites[$pc];
                            if count <= FEW {
                                for (value, arg) in few.iter_mut().zip(&$code.args[args.range()]) {
                                    *value = $regs[*arg as usize];
                                }
                                if $thread.code != callee.code || $code.live.is_empty() {
                                    $thread.regs.truncate($base);
                                    $thread.regs.extend_from_slice(&to.template);
                                    $thread.code = callee.code;
                                    $code = to;
                                }
                                $regs = &mut $thread.regs[$base..];
                                $regs[0] = Value::Object(o);
                                $regs[1..][..count].copy_from_slice(&few[..count]);
                                $pc = 0;
                                let clear = O::DOUBTS && callee.allows($heap, &$regs[1..]);
                        *$unclear |= !clear;
                                emit!(binding site, EventKind::Call { object: o, method }, unless clear);
                                continue;
                            }
                        }
                        let top = $thread.regs.len();
                        $thread.regs.extend_from_slice(&to.template);
                        let (below, above) = $thread.regs.split_at_mut(top);
                        above[0] = Value::Object(o);
                        for (param, arg) in above[1..].iter_mut().zip(&$code.args[args.range()]) {
                            *param = below[$base + *arg as usize];
                        }
                        let site = $code.sites[$pc];
                        $thread.frames.push(Call { code: $thread.code, pc: $pc as u32 + 1, base: $base as u32, dst });
                        $thread.code = callee.code;
                        $thread.base = top as u32;
                        ($code, $pc, $base) = (to, 0, top);
                        $regs = &mut $thread.regs[$base..];
                        let clear = O::DOUBTS && callee.allows($heap, &$regs[1..]);
                        *$unclear |= !clear;
                        emit!(binding site, EventKind::Call { object: o, method }, unless clear);
                    }
                    MethodId::Predefined(b) => {
                        let values: Vec<Value> =
                            $code.args[args.range()].iter().map(|&a| $regs[a as usize]).collect();
                        let v = value!(ops::builtin($heap, b, Value::Object(o), &values));
                        $regs[dst as usize] = v;
                        emit!(binding $code.sites[$pc], EventKind::Call { object: o, method }, unless true);
                        $pc += 1;
                    }
                }
            }
            // [RED LET]
            Instr::Let { dst, src, ty } => {
                local!();
                let v = $regs[src as usize];
                $regs[dst as usize] = v;
                let clear = O::DOUBTS && $code.quick_types[ty as usize].admits($heap, v);
                emit!(binding $code.sites[$pc], EventKind::Local(Local::Let), unless clear);
                $pc += 1;
            }
            // [RED ACQUIRE]
            Instr::Acquire { lock } => {
                let o = match $regs[lock as usize] {
                    Value::Object(o) => o,
                    Value::Null if $semantics.null_lock_is_free => {
                        local!();
                        $thread.syncs.push(Held { object: None, site: $code.sites[$pc] });
                        emit!(local EventKind::Local(Local::NullLock));
                        $pc += 1;
                        continue;
                    }
                    Value::Null => {
                        local!();
                        throw!(Exception::NullPointer)
                    }
                    _ => {
                        local!();
                        stuck!()
                    }
                };
                let object = &mut $heap.objects[o.index()];
                if object.owner == $i && $semantics.locks == Locks::Reentrant {
                    local!();
                } else {
                    if object.owner != NONE || (if P::LOCAL { $n > $before || $settling } else { $seen }) {
                        break Stop::Lock(o);
                    }
                    $seen = true;
                    count!();
                    // It was the thread's own wish that it is about to fulfil, if it rested here.
                    if $ready.wants[$i as usize] == o.0 {
                        $ready.wants[$i as usize] = NONE;
                        object.contenders -= 1;
                    }
                    if object.contenders > 0 {
                        $ready.set_contenders(o.0, object.contenders, true);
                    }
                }
                let object = &mut $heap.objects[o.index()];
                object.owner = $i;
                object.count += 1;
                let count = object.count;
                $thread.syncs.push(Held { object: Some(o), site: $code.sites[$pc] });
                emit!(order Order::Acquire(o), if count == 1);
                emit!(lock EventKind::Acquire { object: o, count });
                $pc += 1;
            }
            // [RED RELEASE]
            Instr::Release => {
                let Some(&held) = $thread.syncs.last() else {
                    local!();
                    stuck!()
                };
                let Some(o) = held.object else {
                    local!();
                    $thread.syncs.pop();
                    emit!(local EventKind::Local(Local::NullLock));
                    $pc += 1;
                    continue;
                };
                if $heap.objects[o.index()].count > 1 && !$semantics.inner_release_frees {
                    local!();
                } else {
                    mover!(alone if P::RELEASES);
                }
                $thread.syncs.pop();
                let count = release($heap, $ready, o, $semantics.inner_release_frees);
                emit!(order Order::Release(o), if count == 0);
                emit!(lock EventKind::Release { object: o, count });
                $pc += 1;
            }
            // [RED FORK]
            Instr::Fork { dst, body } => {
                mover!(alone if P::FORKS);
                if $children + $begun.len() >= $limits.threads as usize {
                    $n -= 1;
                    break Stop::Limit(Limit::Threads);
                }
                let child = ThreadId(($children + $begun.len()) as u32);
                $thread.forks += 1;
                let mut new = $fresh.pop().unwrap_or_default();
                new.begin($program, body, $id, $thread.forks, $thread.name, $regs);
                $begun.push(new);
                $ready.add_thread();
                $regs[dst as usize] = Value::Int(0);
                emit!(order Order::Fork(child), if true);
                emit!(EventKind::Fork { child });
                $pc += 1;
            }
            Instr::Seq => {
                local!();
                emit!(local EventKind::Local(Local::Seq));
                $pc += 1;
            }
            Instr::If { cond, otherwise } => {
                local!();
                let Value::Bool(cond) = $regs[cond as usize] else { stuck!() };
                emit!(local EventKind::Local(Local::If));
                $pc = if cond { $pc + 1 } else { otherwise as usize };
            }
            Instr::While => {
                local!();
                if $n > $slice {
                    out_of_time!();
                }
                emit!(local EventKind::Local(Local::While));
                $pc += 1;
            }
            Instr::Logic { dst, src, on, end } => {
                local!();
                let Value::Bool(b) = $regs[src as usize] else { stuck!() };
                $regs[dst as usize] = Value::Bool(b);
                emit!(local EventKind::Local(Local::Logic));
                $pc = if b == on { $pc + 1 } else { end as usize };
            }
            Instr::Binary { op, dst, a, b } => {
                local!();
                let (a, b) = ($regs[a as usize], $regs[b as usize]);
                let v = match (a, b) {
                    (Value::Int(a), Value::Int(b)) => value!(ops::on_ints(op, a, b).map(Made::Value)),
                    _ => value!(ops::binary($heap, op, a, b)),
                };
                $regs[dst as usize] = v;
                emit!(local EventKind::Local(Local::Op));
                $pc += 1;
            }
            Instr::Unary { op, dst, a } => {
                local!();
                let v = match (op, $regs[a as usize]) {
                    (UnOp::Not, Value::Bool(b)) => Value::Bool(!b),
                    (op, v) => value!(ops::unary(op, v).map(Made::Value)),
                };
                $regs[dst as usize] = v;
                emit!(local EventKind::Local(Local::Op));
                $pc += 1;
            }
            Instr::Print { dst, a } => {
                // What is printed first has run first: a thread that begins with it waits for its turn.
                if $settling {
                    break Stop::Early;
                }
                local!();
                let value = $regs[a as usize];
                $output.push(($id, value));
                $regs[dst as usize] = Value::Void;
                emit!(local EventKind::Print { value });
                $pc += 1;
            }
            Instr::Assert { dst, a } => {
                local!();
                match $regs[a as usize] {
                    Value::Bool(true) => {}
                    Value::Bool(false) => throw!(Exception::AssertionFailed),
                    _ => stuck!(),
                }
                $regs[dst as usize] = Value::Void;
                emit!(local EventKind::Assert);
                $pc += 1;
            }
            Instr::Holds { dst, .. } => {
                local!();
                $regs[dst as usize] = Value::Void;
                emit!(binding $code.sites[$pc], EventKind::Local(Local::Holds), unless false);
                $pc += 1;
            }
        }
    };
}

pub(super) use rules;
