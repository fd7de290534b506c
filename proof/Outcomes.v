(** What store buffers add when there are races: outcomes that no schedule has without.  A run with buffers is computed, and so are all
    states without. *)
Require Import Preservation RaceFree CheckComplete Exec Resolve Variants Immediate Levels.
Open Scope list_scope.

(** ** A run with buffers, computed *)
(** A thread takes steps: what it writes to fields waits, if so asked; or it makes or finishes an object at once,
    before what waits; or it performs what waits at this place of its buffer. *)
Inductive turn := Waiting (i : tid) | AtOnce (i : tid) | Overtaking (i : tid) | Performs (i : tid) (n : nat).
Definition config_ := (heap * config)%type.
Definition lact (H : heap) (a : act) : heap :=
  match a with
  | AWrite o f v => match get H o with Some ob => upd H o (with_field ob f v) | None => H end
  | ADone o => match get H o with Some ob => upd H o (with_done ob) | None => H end
  | ANew _ ob => H ++ [ob]
  | _ => H end.
Definition view (b : list act) (H : heap) : heap := fold_left lact b H.
Definition write_of (th : thread) : option act :=
  match th with (CRet v, FAssignR (VObj o) f :: _) | (CRet v, FInit o f _ :: _) => Some (AWrite o f v) | _ => None end.
(** A new object, and an object that is finished. *)
Definition object_of (P : prog) (i : tid) (H : heap) (th : thread) : option act :=
  match th with
  | (CEval r (ENew C ls), _) => Some (ANew (length H) (fresh_object P C (map (close r) ls) i))
  | (CInit o [], _) => Some (ADone o)
  | _ => None end.
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
              | Some a => if init_ok (view b H) th then Some (H, upd C i (th', b ++ [a])) else None
              | None => if plain th then Some (H, upd C i (th', b)) else None end
          | None => None end
      | None => None end
  | AtOnce i => match nth_error C i with
      | Some (th, []) => match exec P i H th with
          | Some (H', th', new) => if init_ok H th then Some (H', upd C i (th', []) ++ map idle match new with Some n => [n] | None => [] end) else None
          | None => None end
      | _ => None end
  | Overtaking i => match nth_error C i with
      | Some (th, b) => match exec P i (view b H) th, object_of P i H th with
          | Some (_, th', _), Some a => if forallb (may a) b then Some (lact H a, upd C i (th', b)) else None
          | _, _ => None end
      | None => None end
  | Performs i n => match nth_error C i with
      | Some (th, b) => match skipn n b with
          | a :: q => if forallb (may a) (firstn n b) then Some (lact H a, upd C i (th, firstn n b ++ q)) else None
          | [] => None end
      | None => None end
  end.
(** Turns of this kind, at most so many and as long as there is one. *)
Fixpoint again (P : prog) (may : order) (t : turn) (n : nat) (s : config_) : config_ :=
  match n with
  | 0 => s
  | S n => match turn_of P may s t with Some s' => again P may t n s' | None => s end
  end.
Definition runs (P : prog) (may : order) (s : config_) (l : list (nat * turn)) : config_ :=
  fold_left (fun s x => again P may (snd x) (fst x) s) l s.

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
(** It makes no object. *)
Lemma length_view b : Forall (fun a => match a with AWrite _ _ _ => True | _ => False end) b -> forall H, length (view b H) = length H.
Proof.
  induction 1 as [|a b A F IH]; simpl; auto. intros H. rewrite IH. destruct a; try contradiction. simpl. destruct (get H o); auto.
  apply length_upd.
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
  destruct t as [i|i|i|i n].
  - destruct (nth_error C i) as [[th b]|] eqn:Ei; [|discriminate]. assert (Lt : i < length C) by (eapply nth_some_lt; eauto).
    destruct (exec P i (view b H) th) as [[[H' th'] new]|] eqn:X; [|discriminate]. apply exec_step in X.
    pose proof (view_effs _ (Wr _ _ _ Ei) _ _ S) as Sv.
    destruct (write_of th) as [a|] eqn:Wt.
    + destruct (init_ok (view b H) th) eqn:Io; [|discriminate]. injection E as <-.
      assert (Ma : mstep P i (get (view b H)) th a th' /\ exists o f v, a = AWrite o f v).
      { pose proof (init_ok_has _ _ Io) as Hs. destruct th as [[] [|[] K]]; try discriminate; simpl in Wt.
        - destruct v0; try discriminate. injection Wt as <-. inversion X; subst. split; [eapply M_ASSIGN; eauto|eauto].
        - injection Wt as <-. destruct (Hs _ _ _ _ _ eq_refl) as (ob & G & L). inversion X; subst. split; [exact (M_INIT _ _ _ _ _ _ _ _ _ G L)|eauto]. }
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
    destruct (exec P i (view b H) th) as [[[H' th'] new]|] eqn:X; [|discriminate]. apply exec_step in X.
    destruct (object_of P i H th) as [a|] eqn:Oa; [|discriminate]. destruct (forallb (may a) b) eqn:My; [|discriminate]. injection E as <-.
    pose proof (view_effs _ (Wr _ _ _ Ei) _ _ S) as Sv. pose proof (length_view _ (Wr _ _ _ Ei) H) as Lv.
    assert (Q : mstep P i (get (view b H)) th a th' /\ same (eff a h) (get (lact H a)) /\ buffered a = true).
    { destruct th as [[r e|v|v m vs r es|o rest|] K]; try discriminate.
      - destruct e; try discriminate. injection Oa as <-. inversion X; subst. rewrite Lv. split; [apply M_NEW; apply nth_error_None; lia|].
        split; [eapply same_trans; [apply eff_same; eauto|apply same_sym, get_app]|auto].
      - destruct rest; try discriminate. injection Oa as <-. inversion X; subst. split; [eapply M_INIT_END; eauto|]. split; [|auto].
        eapply same_trans; [apply eff_same; eauto|]. simpl. destruct (get H o) as [ob1|] eqn:G; [apply same_sym, get_upd; auto|].
        intros n. unfold at_. destruct (Nat.eqb_spec n o) as [->|]; auto. rewrite G. auto. }
    destruct Q as (Ms & Se & Bu). split.
    + exists (eff a h). split; auto. simpl. rewrite <- (app_nil_r b). rewrite <- (upd_upd _ i (th', b ++ [a])).
      apply (B_perform P may h _ i th' b a []); auto; [|apply nth_upd_some; auto].
      eapply B_buffer; eauto using mstep_same, same_sym. intros n j th1 b1 _ Q1. rewrite (NN _ _ _ Q1). auto.
    + simpl. apply (W1 _ i (th', b)); [|simpl; eauto]. intros j y Q. destruct (Nat.eq_dec j i) as [->|N];
        [rewrite nth_upd_some in Q by auto; left; split; congruence|]. rewrite nth_upd_neq in Q by auto. auto.
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
Lemma runs_computes P may l : forall s, computes P may s -> computes P may (runs P may s l).
Proof.
  assert (A : forall t n s, computes P may s -> computes P may (again P may t n s)).
  { intros t n. induction n as [|n IH]; simpl; auto. intros s X. destruct (turn_of P may s t) as [s'|] eqn:E; auto. apply IH, (computes_turn P may s t); auto. }
  unfold runs. induction l as [|[n t] l IH]; simpl; auto.
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
(** An end: every thread has its value or its exception, and for each of these classes an object has these integers in its fields. *)
Definition outcome := list (id * list (id * Z)).
Definition is_int (n : Z) (v : value) : bool := match v with VInt m => Z.eqb n m | _ => false end.
Definition ends_with (w : outcome) (H : heap) (T : list thread) : bool :=
  forallb (fun th => match th with (CRet _, []) | (CThrow, []) => true | _ => false end) T &&
  forallb (fun c => existsb (fun ob => ideq (fst c) (cls ob) && forallb (fun x => is_int (snd x) (fval ob (fst x))) (snd c)) H) w.
(** Names of objects do not matter. *)
Lemma ends_like w h H T s : like h T s -> same h (get H) -> ends_with w H T = true -> ends_with w (fst s) (snd s) = true.
Proof.
  intros (rho & I & Et & Ag) S. unfold ends_with. rewrite !andb_true_iff. intros [F O]. split.
  - rewrite Et. clear - F. induction T as [|[c K] T IH]; simpl in *; auto. apply andb_true_iff in F. destruct F as [A F]. rewrite IH by auto.
    destruct c; try discriminate; destruct K; auto; discriminate.
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
  (let (H, C) := runs P may (initially P) l in
   forallb (fun c => match snd c with [] => true | _ => false end) C && ends_with w H (map fst C)) &&
  never P (fun s => ends_with w (fst s) (snd s)) 1000 [initial P].
(** What computes shows it. *)
Lemma shown_beyond may x S w l : shows_beyond may x S w l = true -> beyond may x.
Proof.
  unfold shows_beyond. rewrite !andb_true_iff, negb_true_iff. intros [[[A B] D] N]. exists (resolve S). split; [|split].
  - intros W. apply check_complete in W; [congruence|]. reflexivity.
  - apply check_sound. auto.
  - pose proof (runs_computes _ _ l _ (computes_initially (judged (Some x) (resolve S)) may)) as R.
    destruct (runs _ may _ l) as [H C]. apply andb_true_iff in D. destruct D as [D E]. destruct R as [(h & Sm & X) _]. exists h, C. split; [exact X|]. split.
    + intros i th b Q. apply nth_error_In in Q. rewrite forallb_forall in D. specialize (D _ Q). simpl in D. destruct b; [auto|discriminate].
    + intros s Rs Li. apply (never_reached _ _ _ N) in Rs. simpl in Sm. rewrite (ends_like _ _ _ _ _ Li Sm E) in Rs. discriminate.
Qed.
