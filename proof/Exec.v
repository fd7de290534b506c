(** One step of a thread as a function, which is the relation. *)
Require Export Reduction.
Open Scope list_scope.

Definition outcome := (heap * thread * option thread)%type.

Definition exec_eval (P : prog) (i : tid) (H : heap) (r : venv) (e : expr) (K : list frame) : option outcome :=
  let go c K := Some (H, (c, K), None) in
  match e with
  | EInt n => go (CRet (VInt n)) K
  | EBool b => go (CRet (VBool b)) K
  | ENull => go (CRet VNull) K
  | EUnit => go (CRet VVoid) K
  | EVar x => match lookup x r with Some q => go (CRet (fst q)) (map FField (snd q) ++ K) | None => None end
  | ENew C ls => Some (H ++ [fresh_object P C (map (close r) ls) i], (CInit (length H) (fields P C), K), None)
  | EField e f => go (CEval r e) (FField f :: K)
  | EAssign e f e' => go (CEval r e) (FAssignL f r e' :: K)
  | ECall e m es => go (CEval r e) (FCallL m r es :: K)
  | ELet t x e1 e2 => go (CEval r e1) (FLet x r e2 :: K)
  | ESync e1 e2 => go (CEval r e1) (FSync r e2 :: K)
  | EFork e => Some (H, (CRet (VInt 0), K), Some (CEval r e, []))
  | EIf e e1 e2 => go (CEval r e) (FIf r e1 e2 :: K)
  | ESeq e1 e2 => go (CEval r e1) (FSeq r e2 :: K)
  | EOp o e1 e2 => go (CEval r e1) (FOpL o r e2 :: K)
  | EWhile e e1 => go (CEval r (EIf e (ESeq e1 (EWhile e e1)) EUnit)) K
  | EPrint e => go (CEval r e) (FPrint :: K)
  | EAssert e => go (CEval r e) (FAssert :: K)
  end.
Definition exec_return (i : tid) (H : heap) (v : value) (F : frame) (K : list frame) : option outcome :=
  let go c K := Some (H, (c, K), None) in
  let release o := match get H o with
                   | Some ob => Some (upd H o (with_lock ob (released (lock ob))), (CRet v, K), None)
                   | None => None end in
  match F with
  | FField f => match v with
      | VObj o => match get H o with
          | Some ob => match lookup f (fvals ob) with Some _ => go (CRet (fval ob f)) K | None => None end
          | None => None end
      | VNull => go CThrow K
      | _ => None end
  | FAssignL f r e => go (CEval r e) (FAssignR v f :: K)
  | FAssignR w f => match w with
      | VObj o => match get H o with
          | Some ob => match lookup f (fvals ob) with
              | Some _ => Some (upd H o (with_field ob f v), (CRet v, K), None)
              | None => None end
          | None => None end
      | VNull => go CThrow K
      | _ => None end
  | FCallL m r es => go (CArgs v m [] r es) K
  | FCallA w m vs r es => go (CArgs w m (vs ++ [v]) r es) K
  | FLet x r e => go (CEval ((x, gval v) :: r) e) K
  | FIf r e1 e2 => match v with VBool b => go (CEval r (if b then e1 else e2)) K | _ => None end
  | FSync r e => match v with
      | VObj o => match get H o with
          | Some ob => match acquired i (lock ob) with
              | Some k => Some (upd H o (with_lock ob k), (CEval r e, FInSync o :: K), None)
              | None => None end
          | None => None end
      | VNull => go CThrow K
      | _ => None end
  | FInSync o => release o
  | FInit o f rest => match get H o with
      | Some ob => Some (upd H o (with_field ob f v), (CInit o rest, K), None)
      | None => None end
  | FSeq r e => go (CEval r e) K
  | FOpL o r e => go (CEval r e) (FOpR o v :: K)
  | FOpR o w => match compute o w v with RVal u => go (CRet u) K | RThrow => go CThrow K | RStuck => None end
  | FPrint => go (CRet VVoid) K
  | FAssert => match v with VBool true => go (CRet VVoid) K | VBool false => go CThrow K | _ => None end
  end.
Definition exec_throw (H : heap) (F : frame) (K : list frame) : option outcome :=
  match F with
  | FInSync o => match get H o with
      | Some ob => Some (upd H o (with_lock ob (released (lock ob))), (CThrow, K), None)
      | None => None end
  | _ => Some (H, (CThrow, K), None)
  end.
Definition exec_args (P : prog) (H : heap) (v : value) (m : id) (vs : list value) (r : venv) (es : list expr) (K : list frame) :
    option outcome :=
  match es, v with
  | e :: es, _ => Some (H, (CEval r e, FCallA v m vs r es :: K), None)
  | [], VObj o => match get H o with
      | Some ob => match methd P (cls ob) m with
          | Some d => if Nat.eqb (length vs) (length (params_of d))
                      then Some (H, (CEval (body_env P o ob d vs) (s_body (m_decl d)), K), None) else None
          | None => None end
      | None => None end
  | [], VNull => Some (H, (CThrow, K), None)
  | [], _ => None
  end.
Definition exec_init (P : prog) (H : heap) (o : obj) (rest : list fdecl) (K : list frame) : option outcome :=
  match get H o, rest with
  | Some ob, d :: rest => Some (H, (CEval (init_env P o ob d) (fd_init d), FInit o (fd_name d) rest :: K), None)
  | Some ob, [] => Some (upd H o (with_done ob), (CRet (VObj o), K), None)
  | None, _ => None
  end.
Definition exec (P : prog) (i : tid) (H : heap) (th : thread) : option outcome :=
  match th with
  | (CEval r e, K) => exec_eval P i H r e K
  | (CRet v, F :: K) => exec_return i H v F K
  | (CThrow, F :: K) => exec_throw H F K
  | (CArgs v m vs r es, K) => exec_args P H v m vs r es K
  | (CInit o rest, K) => exec_init P H o rest K
  | (CRet _, []) | (CThrow, []) => None
  end.

(** Every step is found. *)
Lemma exec_complete P i H th H' th' new : tstep P i H th H' th' new -> exec P i H th = Some (H', th', new).
Proof.
  destruct 1; simpl; unfold exec_init; repeat match goal with
    | E : _ = Some _ |- _ => rewrite E; clear E
    | E : compute _ _ _ = _ |- _ => rewrite E; clear E
    | E : lookup _ _ <> None |- _ => destruct (lookup _ _); [clear E|congruence]
    | E : length _ = length _ |- _ => rewrite E, Nat.eqb_refl; clear E
    end; simpl; auto.
  destruct F; auto. exfalso. match goal with E : forall o, _ |- _ => eapply E; reflexivity end.
Qed.
(** What is found is a step: the function is taken apart at each of its tests. *)
Lemma exec_sound P i H th H' th' new : exec P i H th = Some (H', th', new) -> tstep P i H th H' th' new.
Proof.
  destruct th as [[r e|v|v m vs r es|o rest|] K]; simpl.
  - destruct e; simpl; try (intros E; injection E as <- <- <-; constructor).
    destruct (lookup x r) as [q|] eqn:L; try discriminate. intros E. injection E as <- <- <-. constructor. auto.
  - destruct K as [|F K]; [discriminate|]. destruct F; simpl; try (intros E; injection E as <- <- <-; constructor; auto; fail);
    repeat match goal with
      | |- match ?x with _ => _ end = _ -> _ => destruct x eqn:?; try discriminate
      end; intros E; injection E as <- <- <-; econstructor; eauto; congruence.
  - unfold exec_args. repeat match goal with
      | |- match ?x with _ => _ end = _ -> _ => destruct x eqn:?; try discriminate
      end; intros E; injection E as <- <- <-; try (econstructor; eauto; fail). eapply RED_INVOKE; eauto. apply Nat.eqb_eq. auto.
  - unfold exec_init. repeat match goal with
      | |- match ?x with _ => _ end = _ -> _ => destruct x eqn:?; try discriminate
      end; intros E; injection E as <- <- <-; econstructor; eauto.
  - destruct K as [|F K]; [discriminate|]. destruct F; simpl;
    try (intros E; injection E as <- <- <-; apply RED_UNWIND; discriminate).
    destruct (get H o) eqn:G; [|discriminate]. intros E. injection E as <- <- <-. apply RED_UNWIND_RELEASE. auto.
Qed.
(** The interpreter is the semantics. *)
Theorem exec_step P i H th H' th' new : exec P i H th = Some (H', th', new) <-> tstep P i H th H' th' new.
Proof. split; [apply exec_sound|apply exec_complete]. Qed.

(** ** A state, decided: what a thread is about to access; states that a schedule leads to *)
Definition access_of (th : thread) : option (obj * id * bool) :=
  match th with
  | (CRet (VObj o), FField f :: _) => Some (o, f, false)
  | (CRet _, FAssignR (VObj o) f :: _) => Some (o, f, true)
  | (CRet _, FInit o f _ :: _) => Some (o, f, true)
  | _ => None
  end.
(** The accesses that are computed are those of 9.1. *)
Lemma access_iff th o f w : access_of th = Some (o, f, w) <-> access th o f w.
Proof.
  split.
  - destruct th as [c K]. destruct c; simpl; try discriminate; destruct v; destruct K as [|[] K]; try discriminate; simpl; intros E;
      repeat match type of E with match ?x with _ => _ end = _ => destruct x; try discriminate E end;
      injection E as <- <- <-; constructor.
  - destruct 1; simpl; auto; destruct v; auto.
Qed.
Definition step_of (P : prog) (s : state) (i : tid) : option state :=
  match nth_error (snd s) i with
  | Some th => match exec P i (fst s) th with
               | Some (H', th', new) => Some (H', upd (snd s) i th' ++ match new with Some n => [n] | None => [] end)
               | None => None end
  | None => None
  end.
(** A step that is computed is one. *)
Lemma step_of_step P s i s' : step_of P s i = Some s' -> step P s s'.
Proof.
  destruct s as [H T]. unfold step_of. simpl. destruct (nth_error T i) as [th|] eqn:E; [|discriminate].
  destruct (exec P i H th) as [[[H' th'] new]|] eqn:X; [|discriminate]. intros Q. injection Q as <-.
  eapply STEP; eauto. apply exec_step. auto.
Qed.
Fixpoint run (P : prog) (s : state) (sched : list tid) : option state :=
  match sched with
  | [] => Some s
  | i :: sched => match step_of P s i with Some s' => run P s' sched | None => None end
  end.
(** A schedule leads to a reachable state. *)
Lemma run_reachable P sched s s' : reachable P s -> run P s sched = Some s' -> reachable P s'.
Proof.
  revert s. induction sched as [|i sched IH]; simpl; intros s R E; [injection E as <-; auto|].
  destruct (step_of P s i) as [s1|] eqn:X; [|discriminate]. apply (IH s1); auto. eapply R_step; eauto. eapply step_of_step; eauto.
Qed.
(** Two threads are about to access the same field of an object, and one of them writes. *)
Definition race_at (s : state) (i j : tid) : bool :=
  match nth_error (snd s) i, nth_error (snd s) j with
  | Some th, Some th' => match access_of th, access_of th' with
      | Some (o, f, w), Some (o', f', w') => negb (Nat.eqb i j) && Nat.eqb o o' && ideq f f' && (w || w')
      | _, _ => false end
  | _, _ => false
  end.
(** What computes is a race. *)
Lemma race_at_race s i j : race_at s i j = true -> race s.
Proof.
  unfold race_at. destruct (nth_error (snd s) i) as [th|] eqn:E1; [|discriminate].
  destruct (nth_error (snd s) j) as [th'|] eqn:E2; [|discriminate].
  destruct (access_of th) as [[[o f] w]|] eqn:A1; [|discriminate]. destruct (access_of th') as [[[o' f'] w']|] eqn:A2; [|discriminate].
  intros B. apply andb_true_iff in B. destruct B as [B W]. apply andb_true_iff in B. destruct B as [B F].
  apply andb_true_iff in B. destruct B as [N O]. apply ideq_eq in F. apply Nat.eqb_eq in O. subst.
  apply access_iff in A1, A2. exists i, j, th, th', o', f', w, w'. repeat split; auto.
  intros ->. rewrite Nat.eqb_refl in N. discriminate.
Qed.
