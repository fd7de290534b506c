(** [check] accepts every well-typed program: the algorithm finds least types. *)
Require Export CheckSound.
Open Scope list_scope.

(** No variable has the type of [null] alone. *)
Definition nonull (E : tenv) : Prop := forall x, lookup x E <> Some (BVar TNull).
(** A variable of another type keeps that so. *)
Lemma nonull_cons E x t : nonull E -> t <> TNull -> nonull ((x, BVar t) :: E).
Proof. intros N T y. simpl. destruct (ideq y x); auto. congruence. Qed.
(** No type that is written is that of [null]. *)
Lemma wf_ty_nonull P E t : wf_ty P E t -> t <> TNull.
Proof. destruct 1; discriminate. Qed.
(** Nor does a fork make one. *)
Lemma nonull_shared P E : nonull E -> nonull (only_shared P E).
Proof.
  intros N x. unfold only_shared. specialize (N x). induction E as [|[y b] E IH]; simpl in *; [discriminate|].
  destruct (ideq x y); auto. destruct b as [t|t|]; [|destruct (sharedb P t); discriminate|discriminate].
  destruct (sharedb P t); congruence.
Qed.
(** The environment of a class has none. *)
Lemma nonull_ghosts P C b : b <> BVar TNull -> nonull ((this, b) :: genv P C).
Proof.
  intros B x. simpl. destruct (ideq x this); [congruence|]. unfold genv.
  induction (gdecls P C) as [|[y t] l IH]; simpl; [discriminate|]. destruct (ideq x y); [discriminate|auto].
Qed.
(** Nor do parameters make one. *)
Lemma nonull_params P E ps : off P ENV_X_type = false -> params_ok P E ps -> nonull E -> nonull (with_params E ps).
Proof.
  intros On. revert E. induction ps as [|[x t] ps IH]; simpl; intros E O N; auto. destruct O as [[_ W _] O].
  apply IH; auto. apply nonull_cons; auto. eapply wf_ty_nonull; eauto.
Qed.
(** Substitution makes no such type. *)
Lemma tsubst_nonull th t t' : tsubst th t t' -> t <> TNull -> t' <> TNull.
Proof. destruct 1; congruence. Qed.

Section Complete.
Variable P : prog.
Variable WF : usable P.
(** Completeness is about the rules as printed: least types need every premise. *)
Variable STD : forall x, off P x = false.

(** ** Types of members are not that of [null] *)
Lemma field_nonull C f d : fieldd P C f = Some d -> fd_ty d <> TNull.
Proof.
  intros F. destruct (field_owner P WF _ _ _ F) as (I & d0 & F0 & _ & [s W _ _ _]). specialize (W (STD _)).
  destruct (fields_inherited P WF _ _ _ _ _ I F0) as (d' & F' & _ & T & _). assert (d' = d) by congruence. subst.
  eapply tsubst_nonull; eauto. eapply wf_ty_nonull; eauto.
Qed.
(** Results of methods are not of that type either. *)
Lemma method_nonull C m d : methd P C m = Some d -> m_ret d <> TNull.
Proof.
  intros M. destruct (method_owner P WF _ _ _ M) as (I & d0 & M0 & _ & [s _ R _ _ _] & _ & _ & T & _). specialize (R (STD _)).
  destruct (overrides_ok P WF _ _ _ _ _ I M0) as (d' & M' & _ & _ & T' & _). assert (d' = d) by congruence. subst.
  eapply tsubst_nonull; eauto. eapply tsubst_nonull; eauto. destruct R as [->|R]; [discriminate|eapply wf_ty_nonull; eauto].
Qed.
(** What is left of a class type is one, or nothing. *)
Lemma result_nonull th t : t <> TNull -> result_of P th t <> TNull.
Proof.
  intros N. destruct (result_sound P th t) as (u & S & T). intros E. rewrite E in T. inversion T; subst. inversion S; subst. auto.
Qed.
(** A join is of that type if both sides are. *)
Lemma join_nonull s t : join P s t = TNull -> s = TNull /\ t = TNull.
Proof.
  intros J. pose proof (join_left P s t) as A. pose proof (join_right P s t) as B. rewrite J in *.
  inversion A; inversion B; subst; auto.
Qed.
(** An expression of that type is [null], in all its branches. *)
Lemma infer_null e : forall E ls, nonull E -> infer P E ls e = Some TNull -> nullish e = true.
Proof.
  induction e using expr_parts_ind; simpl; intros E ls0 N I; try discriminate; auto.
  - exfalso. rewrite (STD EXP_VAR_not_ghost) in I. repeat dm I. injection I as ->. eapply N; eauto.
  - repeat dm I; discriminate.
  - exfalso. destruct (infer P E ls0 e) as [[| | | |C args]|]; try discriminate. repeat dm I.
    apply tsubst_iff in I. eapply tsubst_nonull; eauto. eapply field_nonull; eauto.
  - exfalso. destruct (infer P E ls0 e1) as [[| | | |C args]|]; try discriminate.
    destruct (fieldd P C f) as [d|] eqn:F; try discriminate.
    destruct (tsubst_b _ (fd_ty d)) as [t|] eqn:T; try discriminate. dm I. injection I as ->.
    apply tsubst_iff in T. eapply tsubst_nonull; eauto. eapply field_nonull; eauto.
  - exfalso. destruct (infer P E ls0 e) as [[| | | |C args]|]; try discriminate. destruct (methd P C m) as [d|] eqn:M; try discriminate.
    destruct (tsubsts_b _ _); [|discriminate].
    match type of I with (if ?b then _ else _) = _ => destruct b; [|discriminate] end.
    apply tsubst_iff in I. eapply tsubst_nonull; eauto. eapply method_nonull; eauto.
  - repeat dm I. injection I as I. bools.
    match goal with B : env_x_b _ _ _ _ = true |- _ => apply env_x_iff in B; destruct B as [_ W _] end. specialize (W (STD _)).
    assert (N2 : nonull ((x, BVar t) :: E)) by (apply nonull_cons; auto; eapply wf_ty_nonull; eauto).
    match goal with I2 : infer P ((x, BVar t) :: E) ls0 e2 = Some ?t2 |- _ =>
      destruct (ty_dec t2 TNull) as [->|]; [exact (IHe2 _ _ N2 I2)|exfalso; eapply result_nonull; eauto] end.
  - repeat dm I. eauto.
  - repeat dm I; discriminate.
  - repeat dm I. injection I as I. apply join_nonull in I. destruct I as [-> ->].
    rewrite (IHe2 E ls0), (IHe3 E ls0); auto.
  - dm I. eauto.
  - exfalso. repeat dm I. unfold op_type in I. destruct o, t, t0; simpl in I; congruence.
  - repeat dm I; discriminate.
  - repeat dm I; discriminate.
  - repeat dm I; discriminate.
Qed.

(** Nothing is above [void]. *)
Lemma subty_void t : subty P TVoid t -> t = TVoid. Proof. inversion 1; auto. Qed.
(** An operator that takes two types takes all below them. *)
Lemma op_down o s t u s' t' : op_type o s t = Some u -> subty P s' s -> subty P t' t -> op_type o s' t' = Some u.
Proof.
  intros O A B.
  assert (X : forall r r', subty P r' r -> match r with TInt => r' = TInt | TBool => r' = TBool | TVoid => True | _ => is_ref r' = true end).
  { intros r r'. destruct r; auto; inversion 1; auto. }
  pose proof (X _ _ A) as XA. pose proof (X _ _ B) as XB.
  destruct o, s; simpl in O; try discriminate; destruct t; simpl in O; try discriminate; subst; auto;
    injection O as <-; destruct s'; try discriminate; destruct t'; try discriminate; auto.
Qed.
(** Arguments whose types can be derived pass the test. *)
Lemma args_complete E ls es ss : Forall2 (has_type P E ls) es ss ->
  Forall (fun e => forall t, has_type P E ls e t -> exists s, infer P E ls e = Some s /\ subty P s t) es ->
  (fix go es ts := match es, ts with
     | [], [] => true
     | e :: es, t :: ts => match infer P E ls e with Some s => off P EXP_INVOKE_args || subty_b P s t | None => false end && go es ts
     | _, _ => false end) es ss = true.
Proof.
  induction 1 as [|e s es ss T _ IH]; intros F; auto. inversion F as [|? ? H F']; subst. destruct (H _ T) as (u & I & S).
  rewrite I, IH by auto. rewrite andb_true_r, (STD EXP_INVOKE_args). apply subty_b_iff. auto.
Qed.

(** A derivation ends with subsumption, or with the rule of the form of the expression; the second remains. *)
Ltac last_rule T e := let e0 := fresh "e" in let Ee := fresh "Ee" in remember e as e0 eqn:Ee; induction T; try discriminate Ee;
  [ let s' := fresh "s" in let Inf := fresh "Inf" in let Sb := fresh "Sb" in intros N;
    match goal with IH : _ = _ -> nonull _ -> _ |- _ => destruct (IH Ee N) as (s' & Inf & Sb) end;
    exists s'; split; [exact Inf|eapply subty_trans; eauto]
  | try (injection Ee; repeat match goal with |- _ = _ -> _ => intros -> end); clear Ee ].
(** The induction hypothesis, for a part of the expression. *)
Ltac part IH T N s Inf Sb := destruct (IH _ _ _ T N) as (s & Inf & Sb).
Ltac on_receiver IH T N NN C0 args0 Inf Sb := let s := fresh "s" in part IH T N s Inf Sb;
  destruct (subty_down P _ _ _ Sb) as [->|(C0 & args0 & ->)]; [exfalso; apply infer_null in Inf; auto; congruence|].

Definition finds (e : expr) : Prop := forall E ls t, has_type P E ls e t -> nonull E -> exists s, infer P E ls e = Some s /\ subty P s t.

(** [EXP REF]. *)
Lemma finds_ref e f : finds e -> finds (EField e f).
Proof.
  intros IH E ls t T. last_rule T (EField e f). intros N. on_receiver IH T N not_null C0 args0 Inf Sb.
  destruct (field_sub P WF _ _ _ _ _ _ Sb field) as (d' & F' & _ & G & Ty). exists t. split; [|constructor]. simpl. rewrite Inf, F'.
  assert (L : th_le (inst P C0 args0 op [] []) (inst P C0 args0 (op_for P E e) [] [])) by (apply inst_le; auto using op_for_most).
  specialize (guard_held (STD _)).
  assert (GB : guard_in_b (inst P C0 args0 (op_for P E e) [] []) ls d' = true) by (apply guard_iff; eapply guard_le; eauto).
  rewrite GB, orb_true_r. apply tsubst_iff. eapply tsubst_le; eauto.
Qed.
(** [EXP ASSIGN]. *)
Lemma finds_assign e f e' : finds e -> finds e' -> finds (EAssign e f e').
Proof.
  intros IH IH' E ls t T. last_rule T (EAssign e f e'). intros N. on_receiver IH T1 N not_null C0 args0 Inf Sb.
  part IH' T2 N s Inf' Sb'.
  destruct (field_sub P WF _ _ _ _ _ _ Sb field) as (d' & F' & Fin & G & Ty). exists t. split; [|constructor]. simpl. rewrite Inf, F'.
  assert (L : th_le (inst P C0 args0 op [] []) (inst P C0 args0 (op_for P E e) [] [])) by (apply inst_le; auto using op_for_most).
  specialize (guard_held (STD _)). specialize (not_final (STD _)). specialize (value_type (STD _)). subst.
  assert (GB : guard_in_b (inst P C0 args0 (op_for P E e) [] []) ls d' = true) by (apply guard_iff; eapply guard_le; eauto).
  assert (TB : tsubst_b (inst P C0 args0 (op_for P E e) [] []) (fd_ty d') = Some t) by (apply tsubst_iff; eapply tsubst_le; eauto).
  rewrite TB, GB, Inf', Fin, not_final, (STD EXP_ASSIGN_value), !orb_true_r. apply subty_b_iff in Sb'. rewrite Sb'. auto.
Qed.
(** [EXP INVOKE]. *)
Lemma finds_call e m es : finds e -> Forall finds es -> finds (ECall e m es).
Proof.
  intros IH IHs E ls t T. last_rule T (ECall e m es). intros N. on_receiver IH T N not_null C0 args0 Inf Sb.
  destruct (method_sub P WF _ _ _ _ _ _ Sb method) as (d' & M' & Nm & V). exists t. split; [|constructor]. simpl. rewrite Inf, M'.
  specialize (args_types (STD _)). subst. assert (Ln : length (m_params d) = length es) by auto.
  assert (Lo : length ops = length (m_params d)) by (rewrite Ln; clear - params; induction params; simpl; auto).
  destruct (V op ops Lo) as (VT & VR & VL). rewrite Nm in *.
  assert (L : th_le (inst P C0 args0 op (map fst (m_params d)) ops) (inst P C0 args0 (op_for P E e) (map fst (m_params d)) (map (op_for P E) es))).
  { apply inst_le; auto using op_for_most. clear - params. induction params; simpl; constructor; auto using op_for_most. }
  assert (TB : tsubsts_b (inst P C0 args0 (op_for P E e) (map fst (m_params d)) (map (op_for P E) es)) (map snd (m_params d')) = Some ss).
  { apply tsubsts_iff. specialize (VT _ arg_types). clear - VT L. induction VT; constructor; eauto using tsubst_le. }
  rewrite TB, args_complete; auto.
  - assert (RB : forallb (lock_elem_b (inst P C0 args0 (op_for P E e) (map fst (m_params d)) (map (op_for P E) es)) ls) (m_req d') = true).
    { apply forallb_forall. intros l J. apply lock_elem_iff. destruct (VL (STD _) _ (requires_held (STD _)) _ J) as (k & Sk & Ik).
      exists k. split; auto. eapply psubst_le; eauto. }
    rewrite RB, orb_true_r. simpl. apply tsubst_iff. eapply tsubst_le; eauto.
  - clear - IHs N. induction IHs as [|a l H _ IH]; constructor; auto.
Qed.
(** [EXP LET]. *)
Lemma finds_let t x e1 e2 : finds e1 -> finds e2 -> finds (ELet t x e1 e2).
Proof.
  intros IH1 IH2 E ls tt T. last_rule T (ELet t x e1 e2). intros N. part IH1 T1 N s1 I1 S1.
  specialize (bound_type (STD _)). subst. pose proof env as [_ W _]. specialize (W (STD _)). assert (N2 : nonull ((x, BVar t) :: E)) by (apply nonull_cons; auto; eapply wf_ty_nonull; eauto).
  part IH2 T2 N2 s2 I2 S2. simpl. rewrite I1, I2, (STD EXP_LET_bound). apply subty_b_iff in S1. apply env_x_iff in env. rewrite S1, env. simpl.
  eexists. split; [reflexivity|]. eapply result_least; eauto. eapply tsubst_le; [|exact result].
  apply cons_le; auto using op_for_most. intros ? ?. auto.
Qed.
(** [EXP SYNC]. *)
Lemma finds_sync e1 e2 : finds e2 -> finds (ESync e1 e2).
Proof.
  intros IH E ls t T. last_rule T (ESync e1 e2). intros N. part IH T N s Inf Sb. exists s. split; auto. simpl.
  specialize (lock_final (STD _)). apply is_lock_iff in lock_final; auto. specialize (lock_real (STD _)). apply is_ghost_iff in lock_real.
  rewrite lock_path, lock_final, lock_real, !orb_true_r. auto.
Qed.
(** [EXP IF]. *)
Lemma finds_if e e1 e2 : finds e -> finds e1 -> finds e2 -> finds (EIf e e1 e2).
Proof.
  intros IH IH1 IH2 E ls t T. last_rule T (EIf e e1 e2). intros N. part IH T1 N s Inf Sb. part IH1 T2 N s1 I1 S1. part IH2 T3 N s2 I2 S2.
  exists (join P s1 s2). split; [|apply join_least; auto]. simpl. apply subty_b_iff in Sb. rewrite Inf, I1, I2, Sb. auto.
Qed.

(** Every type of an expression is above the one that is found. *)
Lemma infer_complete e : finds e.
Proof.
  induction e using expr_parts_ind; auto using finds_ref, finds_assign, finds_call, finds_let, finds_sync, finds_if;
    intros E ls0 tt T.
  - last_rule T (EInt n). intros N. exists TInt. split; [auto|constructor].
  - last_rule T (EBool b). intros N. exists TBool. split; [auto|constructor].
  - last_rule T ENull. intros N. exists TNull. split; [auto|constructor].
  - last_rule T EUnit. intros N. exists TVoid. split; [auto|constructor].
  - last_rule T (EVar x). intros N. exists t. split; [|constructor]. simpl. rewrite in_scope. destruct not_ghost as [->|[Off _]]; auto.
    rewrite (STD _) in Off. discriminate.
  - last_rule T (ENew c ls). intros N. exists (TCls c ls). split; [|constructor]. specialize (type (STD _)). apply wf_ty_iff in type. cbn [infer].
    rewrite type, arity, Nat.eqb_refl, orb_true_r. destruct (cls_of P c); auto. congruence.
  - last_rule T (EFork e). intros N. exists TInt. split; [|constructor]. simpl.
    assert (N2 : nonull (forked P E)) by (unfold forked; rewrite (STD EXP_FORK2_fv_shared); apply nonull_shared; auto).
    part IHe T N2 s Inf Sb. rewrite Inf. auto.
  - last_rule T (ESeq e1 e2). intros N. part IHe1 T1 N s1' I1 S1. part IHe2 T2 N s2' I2 S2. exists s2'. split; auto. simpl. rewrite I1. auto.
  - last_rule T (EOp o e1 e2). intros N. part IHe1 T1 N u1 I1 S1'. part IHe2 T2 N u2 I2 S2'. exists t. split; [|constructor]. simpl.
    rewrite I1, I2. eapply op_down; eauto.
  - last_rule T (EWhile e1 e2). intros N. part IHe1 T1 N u1 I1 S1'. part IHe2 T2 N u2 I2 S2'. exists TVoid. split; [|constructor]. simpl.
    apply subty_b_iff in S1'. rewrite I1, I2, S1'. auto.
  - last_rule T (EPrint e). intros N. part IHe T N u Inf Sb'. exists TVoid. split; [|constructor]. simpl. rewrite Inf.
    destruct u; auto. exfalso. apply not_void. apply subty_void. auto.
  - last_rule T (EAssert e). intros N. part IHe T N u Inf Sb'. exists TVoid. split; [|constructor]. simpl.
    apply subty_b_iff in Sb'. rewrite Inf, Sb'. auto.
Qed.
(** What can be derived is computed. *)
Lemma fits_complete x E ls e s t : has_type P E ls e s -> (off P x = false -> s = t) -> nonull E -> fits P x E ls e t = true.
Proof.
  intros T Eq N. destruct (infer_complete e _ _ _ T N) as (u & Inf & Sb). unfold fits. rewrite Inf, (STD x). rewrite Eq in Sb by auto.
  apply subty_b_iff. auto.
Qed.

(** ** Programs *)
Lemma field_ok_complete C d : field_ok P C d -> field_ok_b P C d = true.
Proof.
  intros [s T G I Is]. unfold field_ok_b. rewrite !andb_true_iff, !unless_iff, wf_ty_iff. split; [split; auto|].
  - intros On. specialize (G On). destruct (fd_guard d); auto. apply lock_ok_iff. auto.
  - eapply fits_complete; eauto. unfold init_tenv. rewrite (STD FIELD_init_this). apply nonull_ghosts. discriminate.
Qed.
(** [METHOD] is computed. *)
Lemma method_ok_complete C d : method_ok P C d -> method_ok_b P C d = true.
Proof.
  intros [s O R Q T Ts]. unfold method_ok_b. cbv zeta.
  rewrite !andb_true_iff, params_ok_iff, (unless_iff (off P METHOD_return_type)), return_iff, unless_iff, forallb_forall.
  repeat split; auto.
  - intros On l I. apply lock_ok_iff. auto.
  - eapply fits_complete; eauto. eapply nonull_params; eauto. apply nonull_ghosts. discriminate.
Qed.
(** [CLASS3] is computed. *)
Lemma class_ok_complete c : class_ok P c -> class_ok_b P c = true.
Proof.
  intros [[N T] G S SS F M Sh O]. unfold class_ok_b. rewrite !andb_true_iff, nodup_iff, negb_true_iff, !unless_iff, !forallb_forall.
  repeat split; auto.
  - apply not_true_iff_false. rewrite mem_in. auto.
  - intros On [x t] I. destruct (G On _ _ I) as ((C & ls & ->) & W). simpl. apply wf_ty_iff in W. exact W.
  - intros On. destruct (c_super c) as [[D ds]|] eqn:E; auto. apply wf_ty_iff. auto.
  - intros On L [D ds] I. apply negb_true_iff. eapply SS; eauto.
  - intros d I. rewrite implies_iff, ideq_iff. intros E. apply field_ok_complete. auto.
  - intros d I. rewrite implies_iff, ideq_iff. intros E. apply method_ok_complete. auto.
  - intros On L d I. rewrite implies_iff, ideq_iff. intros E. apply shareable_iff. auto.
  - intros On [D ds] I. cbn [fst snd]. rewrite unless_iff. intros L. apply forallb_forall. intros d J. rewrite unless_iff. intros K.
    apply negb_true_iff. eapply O; eauto. intros X. rewrite X in K. discriminate.
Qed.
End Complete.

(** [PROG] is computed. *)
Lemma wf_prog_complete P : (forall x, off P x = false) -> wf_prog P -> wf_prog_b P = true.
Proof.
  intros STD WF. pose proof (usable_sound P WF (fun x _ => STD x)) as US.
  unfold wf_prog_b. rewrite !andb_true_iff, nodup_iff, !forallb_forall. repeat split; try apply WF.
  - intros c I. apply nodup_iff. apply (fields_once P WF). auto.
  - intros c I. apply forallb_forall. intros d J. apply field_owned_iff. apply (fields_owned P WF); auto.
  - intros c I. apply forallb_forall. intros d J. apply method_owned_iff. apply (methods_owned P WF); auto.
  - intros c I. apply forallb_forall. intros [D ds] J. apply overrides_iff. intros m d M.
    destruct (override_type P WF _ _ _ _ _ I J M) as (d' & M' & T). exists d'. split; auto. split; auto.
    intros On. eapply (override_requires P WF On); eauto.
  - intros c I. apply class_ok_complete; auto. apply (defn P WF). auto.
Qed.

(** A well-typed program is accepted. *)
Theorem check_complete P : (forall x, off P x = false) -> wt_prog P -> check P = true.
Proof.
  intros STD [WF [t T]]. unfold check. rewrite andb_true_iff. split; [apply wf_prog_complete; auto|].
  destruct (infer_complete P (usable_sound P WF (fun x _ => STD x)) STD _ _ _ _ T) as (s & I & _); [intros x; discriminate|]. rewrite I. auto.
Qed.
