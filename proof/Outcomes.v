(** What store buffers add when there are races: outcomes that no schedule has without.  A run with buffers is computed, and so are all
    states without. *)
Require Import Preservation RaceFree CheckComplete Exec Resolve Variants Immediate Levels.
Open Scope list_scope.

(** ** A run with buffers, computed *)
(** A thread takes steps: writes of fields wait, if so asked; or it performs what waits at this place of its buffer. *)
Inductive turn := Waiting (i : tid) | AtOnce (i : tid) | Performs (i : tid) (n : nat).
Definition config_ := (heap * config)%type.
Definition lact (H : heap) (a : act) : heap :=
  match a with
  | AWrite o f v => match get H o with Some ob => upd H o (with_field ob f v) | None => H end
  | _ => H end.
Definition view (b : list act) (H : heap) : heap := fold_left lact b H.
Definition write_of (th : thread) : option act :=
  match th with (CRet v, FAssignR (VObj o) f :: _) => Some (AWrite o f v) | _ => None end.
(** A step that leaves memory and locks alone, whatever it reads. *)
Definition plain (th : thread) : bool :=
  match th with
  | (CEval _ (ENew _ _), _) | (CEval _ (EFork _), _) | (CInit _ [], _) | (CRet _, FInit _ _ _ :: _) | (CRet _, FAssignR _ _ :: _)
  | (CRet _, FSync _ _ :: _) | (CRet _, FInSync _ :: _) | (CThrow, _) => false
  | _ => true end.
Definition init_ok (H : heap) (th : thread) : bool :=
  match th with
  | (CRet _, FInit o f _ :: _) => match get H o with Some ob => match lookup f (fvals ob) with Some _ => true | None => false end | None => false end
  | _ => true end.
Definition turn_of (P : prog) (may : order) (s : config_) (t : turn) : option config_ :=
  let (H, C) := s in
  match t with
  | Waiting i => match nth_error C i with
      | Some (th, b) => match exec P i (view b H) th with
          | Some (_, th', _) => match write_of th with
              | Some a => Some (H, upd C i (th', b ++ [a]))
              | None => if plain th then Some (H, upd C i (th', b)) else None end
          | None => None end
      | None => None end
  | AtOnce i => match nth_error C i with
      | Some (th, []) => match exec P i H th with
          | Some (H', th', new) => if init_ok H th then Some (H', upd C i (th', []) ++ map idle match new with Some n => [n] | None => [] end) else None
          | None => None end
      | _ => None end
  | Performs i n => match nth_error C i with
      | Some (th, b) => match skipn n b with
          | a :: q => if forallb (may a) (firstn n b) then Some (lact H a, upd C i (th, firstn n b ++ q)) else None
          | [] => None end
      | None => None end
  end.
(** So many turns of this kind, and then others. *)
Fixpoint runs (P : prog) (may : order) (s : config_) (l : list (nat * turn)) : option config_ :=
  match l with
  | [] => Some s
  | (n, t) :: l =>
      match Nat.iter n (fun s => match s with Some s => turn_of P may s t | None => None end) (Some s) with
      | Some s => runs P may s l | None => None end
  end.

(** What is computed is reached. *)
Definition computes (P : prog) (may : order) (s : config_) : Prop :=
  (exists h, same h (get (fst s)) /\ buf_reach P may h (snd s)) /\
  forall i th b, nth_error (snd s) i = Some (th, b) -> Forall (fun a => match a with AWrite _ _ _ => True | _ => False end) b.
(** A write to a list, as a map. *)
Lemma lact_eff H o f v : same (get (lact H (AWrite o f v))) (eff (AWrite o f v) (get H)).
Proof.
  simpl. destruct (get H o) as [ob|] eqn:G; [apply (get_upd _ _ _ (fun x => with_field x f v)); auto|].
  intros n. unfold at_. destruct (Nat.eqb_spec n o) as [->|]; auto. rewrite G. auto.
Qed.
(** Memory as a thread sees it. *)
Lemma view_effs b : Forall (fun a => match a with AWrite _ _ _ => True | _ => False end) b ->
  forall H h, same h (get H) -> same (effs b h) (get (view b H)).
Proof.
  induction 1 as [|a b A F IH]; simpl; auto. intros H h S. apply IH. destruct a; try contradiction.
  eapply same_trans; [apply eff_same; eauto|apply same_sym, lact_eff].
Qed.
(** A field that is initialised is there. *)
Lemma init_ok_has H th : init_ok H th = true -> forall v o f rest K, th = (CRet v, FInit o f rest :: K) -> has (get H) o f.
Proof.
  intros E v o f rest K ->. simpl in E. destruct (get H o) as [ob|] eqn:G; [|discriminate]. exists ob. split; auto.
  destruct (lookup f (fvals ob)); congruence.
Qed.
(** A turn is a step. *)
Lemma computes_turn P may s t s' : computes P may s -> turn_of P may s t = Some s' -> computes P may s'.
Proof.
  intros [(h & S & R) Wr] E. destruct s as [H C]. simpl in *.
  assert (NN : no_news C).
  { intros i th b Q. specialize (Wr _ _ _ Q). clear - Wr. induction Wr as [|a b A]; simpl; auto. destruct a; try contradiction. auto. }
  assert (W1 : forall (C' : config) i x, (forall j y, nth_error C' j = Some y -> (j = i /\ y = x) \/ nth_error C j = Some y \/ snd y = []) ->
    Forall (fun a => match a with AWrite _ _ _ => True | _ => False end) (snd x) ->
    forall j th b, nth_error C' j = Some (th, b) -> Forall (fun a => match a with AWrite _ _ _ => True | _ => False end) b).
  { intros C' i x A B j th b Q. destruct (A _ _ Q) as [[-> <-]|[Y|Y]]; auto; [eauto|]. simpl in Y. subst. constructor. }
  destruct t as [i|i|i n].
  - destruct (nth_error C i) as [[th b]|] eqn:Ei; [|discriminate]. assert (Lt : i < length C) by (eapply nth_some_lt; eauto).
    destruct (exec P i (view b H) th) as [[[H' th'] new]|] eqn:X; [|discriminate]. apply exec_step in X.
    pose proof (view_effs _ (Wr _ _ _ Ei) _ _ S) as Sv.
    destruct (write_of th) as [a|] eqn:Wt.
    + injection E as <-.
      assert (Ma : mstep P i (get (view b H)) th a th' /\ exists o f v, a = AWrite o f v).
      { destruct th as [[] [|[] K]]; try discriminate. simpl in Wt. destruct v0; try discriminate. injection Wt as <-.
        inversion X; subst. split; [eapply M_ASSIGN; eauto|eauto]. }
      destruct Ma as [Ma (o & f & v & ->)]. split.
      * exists h. split; auto. eapply B_buffer; eauto using mstep_same, same_sym.
      * simpl. apply (W1 _ i (th', b ++ [AWrite o f v])).
        -- intros j y Q. destruct (Nat.eq_dec j i) as [->|N]; [rewrite nth_upd_some in Q by auto; left; split; congruence|].
           rewrite nth_upd_neq in Q by auto. auto.
        -- simpl. apply Forall_app. split; eauto.
    + destruct (plain th) eqn:Pl; [|discriminate]. injection E as <-.
      destruct (as_action _ _ _ _ _ _ _ X) as (a & Ms & _ & _); [intros v o f rest K ->; discriminate|].
      assert (Q : sync a = false /\ buffered a = false).
      { inversion Ms; subst; auto; simpl in Pl; discriminate. }
      destruct Q as [Q1 Q2]. split.
      * exists h. split; auto. eapply B_plain; eauto using mstep_same, same_sym.
      * simpl. apply (W1 _ i (th', b)); [|simpl; eauto].
        intros j y Q. destruct (Nat.eq_dec j i) as [->|N]; [rewrite nth_upd_some in Q by auto; left; split; congruence|].
        rewrite nth_upd_neq in Q by auto. auto.
  - destruct (nth_error C i) as [[th [|]]|] eqn:Ei; try discriminate. assert (Lt : i < length C) by (eapply nth_some_lt; eauto).
    destruct (exec P i H th) as [[[H' th'] new]|] eqn:X; [|discriminate]. apply exec_step in X.
    destruct (init_ok H th) eqn:I; [|discriminate]. injection E as <-.
    destruct (as_action _ _ _ _ _ _ _ X) as (a & Ms & Se & F); [apply init_ok_has; auto|]. split.
    + exists (eff a h). split; [eapply same_trans; [apply eff_same; eauto|apply same_sym; auto]|]. simpl. rewrite <- F.
      eapply at_once; eauto using mstep_same, same_sym.
    + simpl. apply (W1 _ i (th', [])); [|constructor]. intros j y Q. destruct (nth_after _ _ _ _ _ _ Lt Q) as [[-> ->]|[[_ Y]|(_ & _ & Y)]]; auto.
      apply nth_error_In, in_map_iff in Y. destruct Y as (t & <- & _). auto.
  - destruct (nth_error C i) as [[th b]|] eqn:Ei; [|discriminate]. assert (Lt : i < length C) by (eapply nth_some_lt; eauto).
    pose proof (Wr _ _ _ Ei) as Wi. destruct (skipn n b) as [|a q] eqn:Sk; [discriminate|]. destruct (forallb _ _) eqn:My; [|discriminate].
    injection E as <-. assert (Eb : b = firstn n b ++ a :: q) by (rewrite <- Sk; symmetry; apply firstn_skipn).
    rewrite Eb in Wi, Ei. apply Forall_app in Wi. destruct Wi as [Wp Wq]. inversion Wq as [|? ? Wa Wq']; subst. split.
    + exists (eff a h). split; [|eapply B_perform; eauto]. simpl. destruct a; try contradiction.
      eapply same_trans; [apply eff_same; eauto|apply same_sym, lact_eff].
    + simpl. apply (W1 _ i (th, firstn n b ++ q)); [|apply Forall_app; auto].
      intros j y Q. destruct (Nat.eq_dec j i) as [->|N]; [rewrite nth_upd_some in Q by auto; left; split; congruence|].
      rewrite nth_upd_neq in Q by auto. auto.
Qed.
(** So are many. *)
Lemma runs_computes P may l : forall s s', computes P may s -> runs P may s l = Some s' -> computes P may s'.
Proof.
  induction l as [|[n t] l IH]; simpl; intros s s' X E; [injection E as <-; auto|].
  assert (I : forall m s1, Nat.iter m (fun s => match s with Some s => turn_of P may s t | None => None end) (Some s) = Some s1 -> computes P may s1).
  { induction m as [|m IHm]; simpl; intros s1 E1; [injection E1 as <-; auto|].
    destruct (Nat.iter m _ _) as [s2|] eqn:Q; [|discriminate]. apply (computes_turn P may s2 t); auto. }
  destruct (Nat.iter n _ _) as [s1|] eqn:Q; [|discriminate]. apply (IH s1); [apply (I n)|]; auto.
Qed.
Definition initially (P : prog) : config_ := ([], [((CEval [] (main P), []), [])]).
(** The beginning. *)
Lemma computes_initially P may : computes P may (initially P).
Proof.
  split.
  - exists (fun _ => None). split; [intros o; unfold get; destruct o; auto|]. apply B_init. auto.
  - intros [|[|i]] th b E; simpl in E; try discriminate. injection E as _ <-. constructor.
Qed.

(** ** An outcome that needs buffers *)
(** An end: every thread has its value, and for each of these classes an object has these integers in its fields. *)
Definition outcome := list (id * list (id * Z)).
Definition is_int (n : Z) (v : value) : bool := match v with VInt m => Z.eqb n m | _ => false end.
Definition ends_with (w : outcome) (H : heap) (T : list thread) : bool :=
  forallb (fun th => match th with (CRet _, []) => true | _ => false end) T &&
  forallb (fun c => existsb (fun ob => ideq (fst c) (cls ob) && forallb (fun x => is_int (snd x) (fval ob (fst x))) (snd c)) H) w.
(** Names of objects do not matter. *)
Lemma ends_like w h H T s : like h T s -> same h (get H) -> ends_with w H T = true -> ends_with w (fst s) (snd s) = true.
Proof.
  intros (rho & I & Et & Ag) S. unfold ends_with. rewrite !andb_true_iff. intros [F O]. split.
  - rewrite Et. clear - F. induction T as [|[c K] T IH]; simpl in *; auto. apply andb_true_iff in F. destruct F as [A F]. rewrite IH by auto.
    destruct c; try discriminate. destruct K; [auto|discriminate].
  - clear F. rewrite forallb_forall in *. intros c Ic. specialize (O _ Ic). apply existsb_exists in O. destruct O as (ob & J & O).
    apply existsb_exists. apply In_nth_error in J. destruct J as (n & J). exists (ro rho ob). split.
    + specialize (Ag n). rewrite (S n) in Ag. unfold get in Ag. rewrite J in Ag. simpl in Ag. eapply nth_error_In; eauto.
    + apply andb_true_iff in O. destruct O as [C O]. apply andb_true_iff. split; auto. rewrite forallb_forall in *. intros x Ix.
      rewrite fval_ro. specialize (O _ Ix). destruct (fval ob (fst x)); simpl in *; auto; discriminate.
Qed.

(** Without the premise a program is accepted that has an outcome with buffers which no schedule has without. *)
Definition beyond (may : order) (x : premise) : Prop :=
  exists P, ~ wt_prog (judged None P) /\ wt_prog (judged (Some x) P) /\
    exists h C, buf_reach (judged (Some x) P) may h C /\ drained C /\
      forall s, reachable (judged (Some x) P) s -> ~ like h (map fst C) s.
Definition shows_beyond (may : order) (x : premise) (S : source) (w : outcome) (l : list (nat * turn)) : bool :=
  let P := judged (Some x) (resolve S) in
  negb (check (judged None (resolve S))) && check P &&
  match runs P may (initially P) l with
  | Some (H, C) => forallb (fun c => match snd c with [] => true | _ => false end) C && ends_with w H (map fst C)
  | None => false end &&
  never P (fun s => ends_with w (fst s) (snd s)) 1000 [initial P].
(** What computes shows it. *)
Lemma shown_beyond may x S w l : shows_beyond may x S w l = true -> beyond may x.
Proof.
  unfold shows_beyond. rewrite !andb_true_iff, negb_true_iff. intros [[[A B] D] N]. exists (resolve S). split; [|split].
  - intros W. apply check_complete in W; [congruence|]. reflexivity.
  - apply check_sound. auto.
  - destruct (runs _ may _ l) as [[H C]|] eqn:R; [|discriminate]. apply andb_true_iff in D. destruct D as [D E].
    destruct (runs_computes _ _ _ _ _ (computes_initially _ _) R) as [(h & Sm & X) _]. exists h, C. split; [exact X|]. split.
    + intros i th b Q. apply nth_error_In in Q. rewrite forallb_forall in D. specialize (D _ Q). simpl in D. destruct b; [auto|discriminate].
    + intros s Rs Li. apply (never_reached _ _ _ N) in Rs. simpl in Sm. rewrite (ends_like _ _ _ _ _ Li Sm E) in Rs. discriminate.
Qed.

(** ** Programs *)
Open Scope string_scope.
Open Scope list_scope.
(* class A and class B, each with [int f] and [int g guarded_by this], f as it is said:
   let A a = new A in
   let B b = new B in
   fork synchronized a in e1;
   synchronized b in e2 *)
Definition two (final : bool) (g : option path) (e1 e2 : expr) : source :=
  Pr (map (fun c => Cl false c [] None [Fd TInt "f" final g (EInt 0); Fd TInt "g" false (Some (pvar this)) (EInt 0)] []) ["A"; "B"])
   (ELet (TCls "A" []) "a" (ENew "A" []) (ELet (TCls "B" []) "b" (ENew "B" [])
     (ESeq (EFork (ESync (EVar "a") e1)) (ESync (EVar "b") e2)))).
Definition write (x f : id) (e : expr) : expr := EAssign (EVar x) f e.
Definition read (x f : id) : expr := EField (EVar x) f.

(** Store buffering.  Each thread writes f of its object and reads that of the other one; both read 0. *)
Definition both_read_0 : outcome := [("A", [("g", 0%Z)]); ("B", [("g", 0%Z)])].
Definition both_wait (n : nat) : list (nat * turn) :=
  [(26, AtOnce 0); (n, Waiting 0); (3, AtOnce 1); (n, Waiting 1); (2, Performs 0 0); (1, AtOnce 0); (2, Performs 1 0); (1, AtOnce 1)].

(* f guarded_by this; e1 is a.f = 1; a.g = b.f, e2 is b.f = 1; b.g = a.f *)
Theorem EXP_REF_guard_held_buffers : beyond tso EXP_REF_guard_held.
Proof.
  apply (shown_beyond tso EXP_REF_guard_held
    (two false (Some (pvar this)) (ESeq (write "a" "f" (EInt 1)) (write "a" "g" (read "b" "f")))
       (ESeq (write "b" "f" (EInt 1)) (write "b" "g" (read "a" "f"))))
    both_read_0 (both_wait 14)). vm_compute. reflexivity.
Qed.
(* f guarded_by this; e1 is b.f = 1; a.g = a.f, e2 is a.f = 1; b.g = b.f *)
Theorem EXP_ASSIGN_guard_held_buffers : beyond tso EXP_ASSIGN_guard_held.
Proof.
  apply (shown_beyond tso EXP_ASSIGN_guard_held
    (two false (Some (pvar this)) (ESeq (write "b" "f" (EInt 1)) (write "a" "g" (read "a" "f")))
       (ESeq (write "a" "f" (EInt 1)) (write "b" "g" (read "b" "f"))))
    both_read_0 (both_wait 14)). vm_compute. reflexivity.
Qed.
(* final f; e1 is a.f = 1; a.g = b.f, e2 is b.f = 1; b.g = a.f *)
Theorem EXP_ASSIGN_not_final_buffers : beyond tso EXP_ASSIGN_not_final.
Proof.
  apply (shown_beyond tso EXP_ASSIGN_not_final
    (two true None (ESeq (write "a" "f" (EInt 1)) (write "a" "g" (read "b" "f")))
       (ESeq (write "b" "f" (EInt 1)) (write "b" "g" (read "a" "f"))))
    both_read_0 (both_wait 14)). vm_compute. reflexivity.
Qed.
(* f neither guarded nor final; e1 and e2 as before *)
Theorem SHAREABLE_guarded_or_final_buffers : beyond tso SHAREABLE_guarded_or_final.
Proof.
  apply (shown_beyond tso SHAREABLE_guarded_or_final
    (two false None (ESeq (write "a" "f" (EInt 1)) (write "a" "g" (read "b" "f")))
       (ESeq (write "b" "f" (EInt 1)) (write "b" "g" (read "a" "f"))))
    both_read_0 (both_wait 14)). vm_compute. reflexivity.
Qed.
(* f guarded_by this:
   let A a = new A in
   let B b = new B in
   synchronized a in synchronized b in {
     fork { a.f = 1; a.g = b.f };
     b.f = 1;
     b.g = a.f
   } *)
Theorem EXP_FORK2_empty_lock_set_buffers : beyond tso EXP_FORK2_empty_lock_set.
Proof.
  apply (shown_beyond tso EXP_FORK2_empty_lock_set
    (Pr (decls (two false (Some (pvar this)) EUnit EUnit))
      (ELet (TCls "A" []) "a" (ENew "A" []) (ELet (TCls "B" []) "b" (ENew "B" []) (ESync (EVar "a") (ESync (EVar "b")
        (ESeq (EFork (ESeq (write "a" "f" (EInt 1)) (write "a" "g" (read "b" "f"))))
          (ESeq (write "b" "f" (EInt 1)) (write "b" "g" (read "a" "f")))))))))
    both_read_0
    [(29, AtOnce 0); (14, Waiting 0); (14, Waiting 1); (2, Performs 0 0); (2, AtOnce 0); (2, Performs 1 0)]). vm_compute. reflexivity.
Qed.

(** Message passing.  One thread writes f, then g; the other reads g, then f, and sees the second write alone: partial store order. *)
(* f guarded_by this; e1 is a.f = 1; a.g = 1, e2 is b.f = a.g; b.g = a.f *)
Theorem EXP_REF_guard_held_message : beyond pso EXP_REF_guard_held.
Proof.
  apply (shown_beyond pso EXP_REF_guard_held
    (two false (Some (pvar this)) (ESeq (write "a" "f" (EInt 1)) (write "a" "g" (EInt 1)))
       (ESeq (write "b" "f" (read "a" "g")) (write "b" "g" (read "a" "f"))))
    [("B", [("f", 1%Z); ("g", 0%Z)])]
    [(26, AtOnce 0); (3, AtOnce 1); (12, Waiting 1); (1, Performs 1 1); (17, AtOnce 0); (1, Performs 1 0); (1, AtOnce 1)]).
  vm_compute. reflexivity.
Qed.
