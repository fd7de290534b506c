//! The superinstructions of [`super::super::fast`], an arm each. They are written in the words of [`super`], which are macros too; what
//! they use of the run of steps is passed by name.

/// Makes the steps of the superinstruction at `$pc`, if there is one and all is as usual.
macro_rules! superinstructions {
    (
        $code:ident, $pc:ident, $regs:ident, $thread:ident, $heap:ident, $n:ident, $before:ident, $seen:ident, $given:ident,
        $i:ident, $id:ident, $obs:ident, $ready:ident, $slice:ident, $program:ident,
        $semantics:ident, $unclear:ident
    ) => {
        // What is not as usual is left to the instruction itself.
        match $code.fast[$pc] {
            Fast::Slow => {}
            Fast::Skip { ref then } => {
                $n += u64::from(then.steps);
                goes!(then);
            }
            Fast::Add { dst, a, b, ref then } => {
                if let (Value::Int(a), Value::Int(b)) = ($regs[a as usize], $regs[b as usize]) {
                    let v = Value::Int(a.wrapping_add(b));
                    $regs[dst as usize] = v;
                    $n += 1;
                    hidden_let!(then, v);
                    $n += u64::from(then.steps) - 1;
                    goes!(then);
                }
            }
            Fast::Sub { dst, a, b, ref then } => {
                if let (Value::Int(a), Value::Int(b)) = ($regs[a as usize], $regs[b as usize]) {
                    let v = Value::Int(a.wrapping_sub(b));
                    $regs[dst as usize] = v;
                    $n += 1;
                    hidden_let!(then, v);
                    $n += u64::from(then.steps) - 1;
                    goes!(then);
                }
            }
            Fast::Compare { a, b, when, ref otherwise, ref then } => {
                if let (Value::Int(a), Value::Int(b)) = ($regs[a as usize], $regs[b as usize]) {
                    let order = u32::from(a >= b) + u32::from(a > b);
                    if when >> order & 1 != 0 {
                        $n += u64::from(then.steps);
                        goes!(then);
                    }
                    $n += 2;
                    $pc = *otherwise as usize;
                    continue;
                }
            }
            // [RED REF]
            Fast::Read { dst, obj, from, to, ref at, ref keeper, ref site, ref then } => {
                if rests!() {
                    break Stop::Point;
                }
                if let Value::Object(o) = $regs[obj as usize] {
                    let object = &$heap.objects[o.index()];
                    if from <= object.class && object.class < to {
                        $seen |= P::ACCESSES || P::SPANS;
                        let cell = object.cell(at.slot);
                        let v = $heap.cells[cell.index()];
                        $regs[dst as usize] = v;
                        $n += 1;
                        emit!(
                            fast access Access::Read, o, at.field, cell, site, EventKind::Read { object: o, field: at.field, value: v },
                            unless keeper.may_read(object, at.slot, $id) || $obs.has_fired(*keeper, *site)
                        );
                        hidden_let!(then, v);
                        $n += u64::from(then.steps) - 1;
                        goes!(then);
                    }
                }
            }
            // [RED ASSIGN]
            Fast::Write { dst, obj, from, to, ref at, ref keeper, ref sorts, src, ref site, ref then } => {
                if rests!() {
                    break Stop::Point;
                }
                if let Value::Object(o) = $regs[obj as usize] {
                    let object = &$heap.objects[o.index()];
                    if from <= object.class && object.class < to {
                        $seen |= P::ACCESSES || P::SPANS;
                        let v = $regs[src as usize];
                        let cell = object.cell(at.slot);
                        let old = std::mem::replace(&mut $heap.cells[cell.index()], v);
                        $regs[dst as usize] = v;
                        $n += 1;
                        emit!(
                            fast access Access::Write, o, at.field, cell, site, EventKind::Write { object: o, field: at.field, value: v, old },
                            unless (sorts.has(v) || $program.fields[at.field.index()].ty.admits($heap, v))
                                && (keeper.may_write(object, $id)
                                    || *keeper != Keeper::Built
                                        && $obs.has_fired(*keeper, *site))
                        );
                        hidden_let!(then, v);
                        $n += u64::from(then.steps) - 1;
                        goes!(then);
                    }
                }
            }
            // [RED ACQUIRE]
            Fast::Acquire { lock, ref then } => {
                if let Value::Object(o) = $regs[lock as usize] {
                    let object = &mut $heap.objects[o.index()];
                    if object.owner == NONE {
                        if $seen {
                            break Stop::Lock(o);
                        }
                        $seen = true;
                        $n += 1;
                        // It was the thread's own wish that it fulfils, if it rested here.
                        if std::mem::replace(&mut $ready.wants[$i as usize], NONE) == o.0 {
                            object.contenders -= 1;
                        }
                        if object.contenders > 0 {
                            $ready.set_contenders(o.0, object.contenders, true);
                        }
                        (object.owner, object.count) = ($i, 1);
                        // Of the semantics, one only lets a thread be in more frames of a lock than it counts.
                        let only = !O::DOUBTS
                            || !$semantics.inner_release_frees
                            || $thread.syncs.iter().all(|h| h.object != Some(o));
                        $thread.syncs.push(Held { object: Some(o), site: $code.sites[$pc] });
                        emit!(order Order::Acquire(o), if true);
                        emit!(fast EventKind::Acquire { object: o, count: 1 });
                        if O::DOUBTS && !only {
                            emit!(@with tell_doubt, $code.sites[$pc], EventKind::Acquire { object: o, count: 1 });
                        }
                        $n += u64::from(then.steps) - 1;
                        goes!(then);
                    }
                }
            }
            // [RED RELEASE]
            Fast::Release { ref then } => {
                if !P::RELEASES
                    && $n > $before
                    && let Some(&Held { object: Some(o), .. }) = $thread.syncs.last()
                {
                    let object = &mut $heap.objects[o.index()];
                    if object.count == 1 {
                        (object.owner, object.count) = (NONE, 0);
                        if object.contenders > 0 {
                            $ready.set_contenders(o.0, object.contenders, false);
                        }
                        $thread.syncs.pop();
                        $given |= P::SPANS;
                        $n += 1;
                        emit!(order Order::Release(o), if true);
                        emit!(fast EventKind::Release { object: o, count: 0 });
                        if O::DOUBTS
                            && $semantics.inner_release_frees
                            && $thread.syncs.iter().any(|h| h.object == Some(o))
                        {
                            emit!(@with tell_doubt, $code.sites[$pc], EventKind::Release { object: o, count: 0 });
                        }
                        $n += u64::from(then.steps) - 1;
                        goes!(then);
                    }
                }
            }
            // [RED INVOKE]
            Fast::Again { recv, from, to, ref moves, plain, ref asks } => {
                if let Value::Object(o) = $regs[recv as usize]
                    && (plain || !(O::RETURNS && $obs.wants_returns()))
                    && $n < $slice
                {
                    let class = $heap.objects[o.index()].class;
                    if from <= class && class < to {
                        $n += 1;
                        for &(to, from) in &$code.moves[moves.range()] {
                            $regs[to as usize] = $regs[from as usize];
                        }
                        // Parameters are what they were when they were looked at last, or of the same types.
                        let clear = !O::DOUBTS || !(*asks | *$unclear);
                        if ((O::EVENTS && O::BINDINGS) || !clear)
                            && let What::Method(m) = $code.what
                        {
                            let callee = &$program.methods[m as usize];
                            let clear = clear || callee.allows($heap, &$regs[1..]);
                            let site = $code.sites[$pc];
                            *$unclear |= !clear;
                            $pc = 0;
                            let kind = EventKind::Call { object: o, method: MethodId::Declared(m) };
                            emit!(binding site, kind, unless clear);
                        }
                        $pc = 0;
                        continue;
                    }
                }
            }
        }
    };
}

pub(super) use superinstructions;
