(** Weaker memory.  Each step of a thread as an action on memory; the machine that performs actions at once, and the one where they wait
    in a buffer of their thread.  A heap is a map from names to objects here, as a thread may have objects that memory has not yet. *)
Require Export Reduction.
Open Scope list_scope.

Definition mem := obj -> option object.
Definition same (h k : mem) : Prop := forall o, h o = k o.

Inductive act :=
| ATau | ARead (o : obj) (f : id)                                                            (* memory stays as it is *)
| AWrite (o : obj) (f : id) (v : value) | ADone (o : obj) | ANew (n : obj) (ob : object)     (* may wait in a buffer *)
| ALock (o : obj) (k : option (tid * nat)) | AFork (th : thread).                            (* acquire and release; fork *)
Definition sync (a : act) : bool := match a with ALock _ _ | AFork _ => true | _ => false end.
Definition buffered (a : act) : bool := match a with AWrite _ _ _ | ADone _ | ANew _ _ => true | _ => false end.
Definition forked (a : act) : list thread := match a with AFork th => [th] | _ => [] end.
Definition news (l : list act) : list obj := flat_map (fun a => match a with ANew n _ => [n] | _ => [] end) l.

Definition at_ (h : mem) (o : obj) (g : object -> object) : mem := fun q => if Nat.eqb q o then option_map g (h q) else h q.
Definition eff (a : act) (h : mem) : mem :=
  match a with
  | AWrite o f v => at_ h o (fun ob => with_field ob f v)
  | ADone o => at_ h o with_done
  | ALock o k => at_ h o (fun ob => with_lock ob k)
  | ANew n ob => fun q => if Nat.eqb q n then Some ob else h q
  | ATau | ARead _ _ | AFork _ => h
  end.
Definition effs (l : list act) (h : mem) : mem := fold_left (fun h a => eff a h) l h.

(** [tstep], said with actions.  The rules that look at the heap are written again; the others are those of [tstep] that need none. *)
Inductive mstep (P : prog) (i : tid) (h : mem) : thread -> act -> thread -> Prop :=
| M_LOCAL th th' : tstep P i [] th [] th' None -> mstep P i h th ATau th'
| M_NEW r C ls K n : h n = None ->
    mstep P i h (CEval r (ENew C ls), K) (ANew n (fresh_object P C (map (close r) ls) i)) (CInit n (fields P C), K)
| M_INITIALISER o ob d rest K : h o = Some ob ->
    mstep P i h (CInit o (d :: rest), K) ATau (CEval (init_env P o ob d) (fd_init d), FInit o (fd_name d) rest :: K)
| M_INIT o f rest ob v K : h o = Some ob -> lookup f (fvals ob) <> None ->
    mstep P i h (CRet v, FInit o f rest :: K) (AWrite o f v) (CInit o rest, K)
| M_INIT_END o ob K : h o = Some ob -> mstep P i h (CInit o [], K) (ADone o) (CRet (VObj o), K)
| M_REF o ob f K : h o = Some ob -> lookup f (fvals ob) <> None ->
    mstep P i h (CRet (VObj o), FField f :: K) (ARead o f) (CRet (fval ob f), K)
| M_ASSIGN o ob f v K : h o = Some ob -> lookup f (fvals ob) <> None ->
    mstep P i h (CRet v, FAssignR (VObj o) f :: K) (AWrite o f v) (CRet v, K)
| M_INVOKE o ob m d vs r K : h o = Some ob -> methd P (cls ob) m = Some d -> length vs = length (params_of d) ->
    mstep P i h (CArgs (VObj o) m vs r [], K) ATau (CEval (body_env P o ob d vs) (s_body (m_decl d)), K)
| M_ACQUIRE o ob k r e K : h o = Some ob -> acquired i (lock ob) = Some k ->
    mstep P i h (CRet (VObj o), FSync r e :: K) (ALock o k) (CEval r e, FInSync o :: K)
| M_RELEASE o ob v K : h o = Some ob ->
    mstep P i h (CRet v, FInSync o :: K) (ALock o (released (lock ob))) (CRet v, K)
| M_FORK r e K : mstep P i h (CEval r (EFork e), K) (AFork (CEval r e, [])) (CRet (VInt 0), K)
| M_UNWIND_RELEASE o ob K : h o = Some ob ->
    mstep P i h (CThrow, FInSync o :: K) (ALock o (released (lock ob))) (CThrow, K).

(** Sequential consistency: an action is performed at once. *)
Inductive sc_reach (P : prog) : mem -> list thread -> Prop :=
| SC_init h : (forall o, h o = None) -> sc_reach P h [(CEval [] (main P), [])]
| SC_step h T i th a th' h' : sc_reach P h T -> nth_error T i = Some th -> mstep P i h th a th' -> same h' (eff a h) ->
    sc_reach P h' (upd T i th' ++ forked a).

(** Which actions may be performed before others of their thread that wait for longer: [may a x], [a] before [x]. *)
Definition order := act -> act -> bool.
(** Total store order: none.  A buffer is a queue. *)
Definition tso : order := fun _ _ => false.
(** Partial store order: a queue for each field.  A new object comes with its defaults, and nothing is performed before it is there. *)
Definition pso : order := fun a x =>
  match x, a with
  | ANew _ _, _ => false
  | AWrite o f _, AWrite o' f' _ => negb (Nat.eqb o o' && ideq f f')
  | _, _ => true
  end.
(** No order allows more than [pso]. *)
Definition weak (may : order) : Prop := forall a x, may a x = true -> pso a x = true.

(** Store buffers.  A thread sees memory as it will be when its own buffer is performed; everybody else sees memory.  What takes or gives
    a lock, and a fork, waits until the buffer is empty. *)
Definition config := list (thread * list act).
Inductive buf_reach (P : prog) (may : order) : mem -> config -> Prop :=
| B_init h : (forall o, h o = None) -> buf_reach P may h [((CEval [] (main P), []), [])]
| B_plain h C i th b a th' : buf_reach P may h C -> nth_error C i = Some (th, b) -> mstep P i (effs b h) th a th' ->
    sync a = false -> buffered a = false -> buf_reach P may h (upd C i (th', b))
| B_buffer h C i th b a th' : buf_reach P may h C -> nth_error C i = Some (th, b) -> mstep P i (effs b h) th a th' ->
    buffered a = true -> (forall n j th1 b1, In n (news [a]) -> nth_error C j = Some (th1, b1) -> ~ In n (news b1)) ->
    buf_reach P may h (upd C i (th', b ++ [a]))
| B_sync h C i th a th' : buf_reach P may h C -> nth_error C i = Some (th, []) -> mstep P i h th a th' -> sync a = true ->
    buf_reach P may (eff a h) (upd C i (th', []) ++ map (fun th => (th, [])) (forked a))
| B_perform h C i th p a q : buf_reach P may h C -> nth_error C i = Some (th, p ++ a :: q) -> forallb (may a) p = true ->
    buf_reach P may (eff a h) (upd C i (th, p ++ q)).
(** Nothing waits. *)
Definition drained (C : config) : Prop := forall i th b, nth_error C i = Some (th, b) -> b = [].

Definition races (T : list thread) : Prop :=
  exists i j th th' o f w w', i <> j /\ nth_error T i = Some th /\ nth_error T j = Some th' /\
    access th o f w /\ access th' o f w' /\ w || w' = true.
