(** [check] accepts well-typed programs alone. *)
Require Export Substitution.
Open Scope list_scope.

(** Induction over expressions, arguments of calls included. *)
Section Ind.
  Variable Q : expr -> Prop.
  Hypothesis q_int : forall n, Q (EInt n).
  Hypothesis q_bool : forall b, Q (EBool b).
  Hypothesis q_null : Q ENull.
  Hypothesis q_unit : Q EUnit.
  Hypothesis q_var : forall x, Q (EVar x).
  Hypothesis q_new : forall c ls, Q (ENew c ls).
  Hypothesis q_field : forall e f, Q e -> Q (EField e f).
  Hypothesis q_assign : forall e f e', Q e -> Q e' -> Q (EAssign e f e').
  Hypothesis q_call : forall e m es, Q e -> Forall Q es -> Q (ECall e m es).
  Hypothesis q_let : forall t x e1 e2, Q e1 -> Q e2 -> Q (ELet t x e1 e2).
  Hypothesis q_sync : forall e1 e2, Q e1 -> Q e2 -> Q (ESync e1 e2).
  Hypothesis q_fork : forall e, Q e -> Q (EFork e).
  Hypothesis q_if : forall e e1 e2, Q e -> Q e1 -> Q e2 -> Q (EIf e e1 e2).
  Hypothesis q_seq : forall e1 e2, Q e1 -> Q e2 -> Q (ESeq e1 e2).
  Hypothesis q_op : forall o e1 e2, Q e1 -> Q e2 -> Q (EOp o e1 e2).
  Hypothesis q_while : forall e e1, Q e -> Q e1 -> Q (EWhile e e1).
  Hypothesis q_print : forall e, Q e -> Q (EPrint e).
  Hypothesis q_assert : forall e, Q e -> Q (EAssert e).
  Fixpoint expr_parts_ind (e : expr) : Q e :=
    match e with
    | EInt n => q_int n | EBool b => q_bool b | ENull => q_null | EUnit => q_unit | EVar x => q_var x | ENew c ls => q_new c ls
    | EField e f => q_field e f (expr_parts_ind e)
    | EAssign e f e' => q_assign e f e' (expr_parts_ind e) (expr_parts_ind e')
    | ECall e m es => q_call e m es (expr_parts_ind e)
        ((fix go l : Forall Q l := match l with [] => Forall_nil Q | a :: l => Forall_cons a (expr_parts_ind a) (go l) end) es)
    | ELet t x e1 e2 => q_let t x e1 e2 (expr_parts_ind e1) (expr_parts_ind e2)
    | ESync e1 e2 => q_sync e1 e2 (expr_parts_ind e1) (expr_parts_ind e2)
    | EFork e => q_fork e (expr_parts_ind e)
    | EIf e e1 e2 => q_if e e1 e2 (expr_parts_ind e) (expr_parts_ind e1) (expr_parts_ind e2)
    | ESeq e1 e2 => q_seq e1 e2 (expr_parts_ind e1) (expr_parts_ind e2)
    | EOp o e1 e2 => q_op o e1 e2 (expr_parts_ind e1) (expr_parts_ind e2)
    | EWhile e e1 => q_while e e1 (expr_parts_ind e) (expr_parts_ind e1)
    | EPrint e => q_print e (expr_parts_ind e)
    | EAssert e => q_assert e (expr_parts_ind e)
    end.
End Ind.

(** ** Tests are the judgments that they test *)
Lemma implies_iff (b c : bool) : negb b || c = true <-> (b = true -> c = true).
Proof. destruct b, c; simpl; split; auto. Qed.
(** A test that can be switched off. *)
Lemma unless_iff (b c : bool) : b || c = true <-> (b = false -> c = true).
Proof. destruct b, c; simpl; split; auto. Qed.
(** Substitution in a list of types. *)
Lemma tsubsts_iff th ts ts' : tsubsts_b th ts = Some ts' <-> Forall2 (tsubst th) ts ts'.
Proof.
  split.
  - revert ts'. induction ts as [|t ts IH]; simpl; intros ts' E; [injection E as <-; constructor|].
    destruct (tsubst_b th t) eqn:Et; try discriminate. destruct (tsubsts_b th ts) eqn:Es; try discriminate.
    injection E as <-. constructor; auto. apply tsubst_iff. auto.
  - induction 1 as [|t t' ts ts' T _ IH]; simpl; auto. apply tsubst_iff in T. rewrite T, IH. auto.
Qed.
(** A path is in a lock set. *)
Lemma path_in l ls : existsb (path_eqb l) ls = true <-> In l ls.
Proof.
  rewrite existsb_exists. split; [intros (k & I & E); apply path_eqb_eq in E; congruence|].
  intros I. exists l. split; auto. apply path_eqb_refl.
Qed.
(** [LOCK ELEM]. *)
Lemma lock_elem_iff th ls l : lock_elem_b th ls l = true <-> lock_elem th ls l.
Proof.
  unfold lock_elem_b, lock_elem. destruct (psubst th l) as [k|].
  - rewrite path_in. split; [eauto|]. intros (k' & E & I). congruence.
  - split; [discriminate|]. intros (k' & E & _). discriminate.
Qed.
(** A guard is held. *)
Lemma guard_iff th ls d : guard_in_b th ls d = true <-> guard_in th ls d.
Proof.
  unfold guard_in_b, guard_in. destruct (fd_guard d) as [g|].
  - rewrite lock_elem_iff. split; [intros L g' E; congruence|auto].
  - split; [intros _ g' E; discriminate|auto].
Qed.
(** Nothing is there. *)
Lemma is_none_iff {A} (o : option A) : is_none o = true <-> o = None.
Proof. destruct o; simpl; split; congruence. Qed.
(** The path of an expression that goes on through fields. *)
Lemma path_of_fold fs e p : path_of e = Some p -> path_of (fold_left EField fs e) = Some (Path (root p) (flds p ++ fs)).
Proof.
  revert e p. induction fs as [|f fs IH]; intros e p E; simpl.
  - rewrite app_nil_r. destruct p. auto.
  - erewrite IH; [|simpl; rewrite E; reflexivity]. simpl. rewrite <- app_assoc. auto.
Qed.
(** A path as an expression has that path. *)
Lemma path_of_expr_of l : path_of (expr_of l) = Some l.
Proof. unfold expr_of. erewrite path_of_fold; [|reflexivity]. destruct l. auto. Qed.
(** [FINAL VAR], [FINAL REF]. *)
Lemma final_iff P g E e p t : final_b P g E e = Some (p, t) <-> final P g E e p t.
Proof.
  split.
  - revert p t. induction e; simpl; intros q s A; try discriminate.
    + destruct (lookup x E) as [[u|u|]|] eqn:L; try discriminate.
      * injection A as <- <-. constructor. auto.
      * destruct g; [|discriminate]. injection A as <- <-. constructor. auto.
    + destruct (final_b P g E e) as [[p0 [| | | |C ls]]|] eqn:F; try discriminate.
      destruct (fieldd P C f) as [d|] eqn:Fd; [|discriminate].
      destruct (off P FINAL_REF_final || fd_final d) eqn:Fin; [|discriminate].
      destruct (tsubst_b (inst P C ls (Some p0) [] []) (fd_ty d)) as [u|] eqn:T; [|discriminate]. injection A as <- <-.
      econstructor; eauto; [apply unless_iff; auto|apply tsubst_iff; auto].
  - induction 1; simpl.
    + destruct in_scope as [L|[-> L]]; rewrite L; auto.
    + apply unless_iff in final_. rewrite IHfinal, field, final_. apply tsubst_iff in type. rewrite type. auto.
Qed.
(** A lock of an annotation is its own path. *)
Lemma final_b_path P g E l p t : final_b P g E (expr_of l) = Some (p, t) -> p = l /\ final P g E (expr_of l) l t.
Proof.
  intros F. apply final_iff in F. pose proof (final_path _ _ _ _ _ _ F) as Q. rewrite path_of_expr_of in Q.
  injection Q as <-. auto.
Qed.
(** [LOCK SET]. *)
Lemma lock_ok_iff P E l : lock_ok_b P E l = true <-> lock_ok P E l.
Proof.
  unfold lock_ok_b, lock_ok, is_lock. split.
  - destruct (final_b P true E (expr_of l)) as [[p [| | | |C ls]]|] eqn:F; try discriminate. intros _.
    apply final_b_path in F. destruct F as [_ F]. eauto.
  - intros (C & ls & F). apply final_iff in F. rewrite F. auto.
Qed.
(** A lock of code has its path. *)
Lemma is_lock_iff P E e p : path_of e = Some p -> is_lock P E e = true <-> exists C ls, final P true E e p (TCls C ls).
Proof.
  intros Ep. unfold is_lock. split.
  - destruct (final_b P true E e) as [[q [| | | |C ls]]|] eqn:F; try discriminate. apply final_iff in F.
    pose proof (final_path _ _ _ _ _ _ F) as Q. replace p with q by congruence. eauto.
  - intros (C & ls & F). apply final_iff in F. rewrite F. auto.
Qed.
(** What the checker puts for a variable may be put. *)
Lemma op_for_ok P E e : subst_for P E e (op_for P E e).
Proof.
  unfold op_for, subst_for. destruct (off P TYPE_C_arg_final); [auto|]. destruct (final_b P false E e) as [[p t]|] eqn:F; [|discriminate].
  intros q Q. injection Q as <-. exists t. apply final_iff. auto.
Qed.
(** Whatever may be put, the checker puts. *)
Lemma op_for_most P E e op : subst_for P E e op -> op_le op (op_for P E e).
Proof.
  intros S p Ep. specialize (S p Ep). unfold op_for. destruct (off P TYPE_C_arg_final); auto.
  destruct S as (t & F). apply final_iff in F. rewrite F. auto.
Qed.
(** A lock starts at no ghost. *)
Lemma is_ghost_iff E x : is_ghost (lookup x E) = false <-> forall s, lookup x E <> Some (BGhost s).
Proof.
  destruct (lookup x E) as [[]|]; simpl; split; intros; try congruence. exfalso. eapply H. eauto.
Qed.
(** A variable is in scope. *)
Lemma known_iff E x : known_b E x = true <-> lookup x E <> None.
Proof. unfold known_b. destruct (lookup x E); simpl; split; congruence. Qed.
(** Variables are. *)
Lemma all_known_iff E xs : forallb (known_b E) xs = true <-> forall x, In x xs -> lookup x E <> None.
Proof. rewrite forallb_forall. split; intros A x I; apply known_iff; auto. Qed.
(** [TYPE C], ghost arguments. *)
Lemma arguments_iff P E ls gs :
  (fix go ls gs := match ls, gs with
     | [], [] => true
     | l :: ls, g :: gs => (off P TYPE_C_arg_final || off P TYPE_C_arg_final_written ||
         match final_b P true E (expr_of l) with Some (_, s) => off P TYPE_C_arg_type || subty_b P s (snd g) | None => false end) && go ls gs
     | _, _ => false end) ls (gs : list (id * ty)) = true <->
  length ls = length gs /\ exists ss,
    (off P TYPE_C_arg_final = false -> off P TYPE_C_arg_final_written = false -> Forall2 (fun l s => final P true E (expr_of l) l s) ls ss) /\
    (off P TYPE_C_arg_type = false -> Forall2 (subty P) ss (map snd gs)).
Proof.
  destruct (off P TYPE_C_arg_final || off P TYPE_C_arg_final_written) eqn:Off.
  - simpl. assert (X : forall l (g : list (id * ty)), (fix go l g := match l, g with [], [] => true | _ :: l, _ :: g => go l g | _, _ => false end) l g = true
      <-> length (l : list path) = length g).
    { induction l as [|a l IH]; intros [|c g]; simpl; split; try discriminate; auto; [rewrite IH; auto|intros E0; apply IH; congruence]. }
    rewrite X. split; [|intros [Ln _]; auto]. intros Ln. split; auto. exists (map snd gs). split.
    + intros A B. rewrite A, B in Off. discriminate.
    + intros _. induction (map snd gs); constructor; auto. constructor.
  - apply orb_false_iff in Off. destruct Off as [O1 O2]. rewrite O1, O2. simpl. revert gs. induction ls as [|l ls IH]; intros [|g gs].
    + split; auto. intros _. split; auto. exists []. split; intros; constructor.
    + split; [discriminate|intros [Ln _]; discriminate].
    + split; [discriminate|intros [Ln _]; discriminate].
    + rewrite andb_true_iff, IH. split.
      * intros [B (Ln & ss & F & S)]. destruct (final_b P true E (expr_of l)) as [[p s]|] eqn:Fl; [|discriminate].
        apply final_b_path in Fl. destruct Fl as [_ Fl]. simpl. split; auto. exists (s :: ss). split; [constructor; auto|].
        intros On. constructor; auto. rewrite On in B. apply subty_b_iff. auto.
      * intros (Ln & ss & F & S). simpl in Ln. specialize (F eq_refl eq_refl). inversion F as [|? s ? ss' Fl F']; subst. apply final_iff in Fl. rewrite Fl.
        split; [apply unless_iff; intros On; specialize (S On); inversion S; apply subty_b_iff; auto|].
        split; [congruence|]. exists ss'. split; auto. intros On. specialize (S On). inversion S. auto.
Qed.
(** [TYPE C]. *)
Lemma wf_ty_iff P E t : wf_ty_b P E t = true <-> wf_ty P E t.
Proof.
  assert (N : forall C, negb (is_none (cls_of P C)) = true <-> cls_of P C <> None) by (intros C; destruct (cls_of P C); simpl; split; congruence).
  split.
  - destruct t as [| | | |C ls]; simpl; try discriminate; try (intros; constructor). rewrite !andb_true_iff, N, forallb_forall, arguments_iff.
    intros [[K Sc] (Ln & ss & F & S)]. eapply TYPE_C; eauto. intros l I. apply known_iff. auto.
  - destruct 1; simpl; auto. rewrite !andb_true_iff, N, forallb_forall, arguments_iff. split; [split; auto|eauto].
    intros l I. apply known_iff. auto.
Qed.
(** [ENV X]. *)
Lemma env_x_iff P E t x : env_x_b P E t x = true <-> env_x P E t x.
Proof.
  unfold env_x_b. rewrite !andb_true_iff, all_known_iff, !unless_iff, wf_ty_iff, is_none_iff.
  split; [intros [[A B] C]; constructor; auto|intros [A B C]; auto].
Qed.
(** Subsumption, by the test. *)
Lemma has_sub P E ls e s t : has_type P E ls e s -> subty_b P s t = true -> has_type P E ls e t.
Proof. intros H S. eapply EXP_SUB; eauto. apply subty_b_iff. auto. Qed.

(** Takes a test of a premise apart: a match that succeeded, a conjunction. *)
Ltac dm A := match type of A with
  | match ?x with _ => _ end = _ => destruct x eqn:?; try discriminate A
  | (if ?x then _ else _) = _ => destruct x eqn:?; try discriminate A
  end.

(** A premise on a type: it is that type, unless the premise is off. *)
Lemma fits_has P x E ls e s t : has_type P E ls e s -> off P x || subty_b P s t = true -> exists u, has_type P E ls e u /\ (off P x = false -> u = t).
Proof.
  intros T B. rewrite unless_iff in B. destruct (off P x) eqn:Off; [exists s; split; auto; discriminate|].
  exists t. split; auto. eapply has_sub; [exact T|apply B; auto].
Qed.

(** Arguments that pass the test have their types. *)
Lemma args_sound P E ls (es : list expr) (ss : list ty) :
  Forall (fun e => forall s, infer P E ls e = Some s -> has_type P E ls e s) es ->
  (fix go es ts := match es, ts with
     | [], [] => true
     | e :: es, t :: ts => match infer P E ls e with Some s => off P EXP_INVOKE_args || subty_b P s t | None => false end && go es ts
     | _, _ => false end) es ss = true ->
  length es = length ss /\ exists us, Forall2 (has_type P E ls) es us /\ (off P EXP_INVOKE_args = false -> us = ss).
Proof.
  intros F. revert ss. induction F as [|e es H F IH]; intros [|s ss] B; try discriminate; [split; auto; exists []; split; auto|].
  apply andb_true_iff in B. destruct B as [B B']. destruct (IH _ B') as (Ln & us & T & Eq).
  destruct (infer P E ls e) as [u|] eqn:I; [|discriminate]. destruct (fits_has _ _ _ _ _ _ _ (H _ eq_refl) B) as (v & Tv & Ev).
  simpl. split; auto. exists (v :: us). split; [constructor; auto|]. intros On. rewrite Ev, Eq; auto.
Qed.
(** What has a class type is not [null] alone. *)
Lemma infer_receiver P E ls e C args : infer P E ls e = Some (TCls C args) -> nullish e = false.
Proof.
  revert E ls C args. induction e using expr_parts_ind; simpl; intros E ls0 C args I; try discriminate; auto.
  - destruct (infer P E ls0 e1) as [s|]; [|discriminate].
    match type of I with (if ?b then _ else _) = _ => destruct b; [|discriminate] end.
    destruct (infer P ((x, BVar t) :: E) ls0 e2) as [t2|] eqn:I2; [|discriminate]. injection I as I.
    unfold result_of in I. destruct t2; simpl in I; try discriminate. exact (IHe2 _ _ _ _ I2).
  - destruct (path_of e1) as [p|]; [|discriminate]. match type of I with (if ?b then _ else _) = _ => destruct b; [|discriminate] end. eauto.
  - destruct (infer P E ls0 e2) as [s|] eqn:I1; [|discriminate]. destruct (infer P E ls0 e3) as [t|] eqn:I2; [|discriminate].
    destruct (infer P E ls0 e1) as [u|]; [|discriminate]. destruct (subty_b P u TBool); [|discriminate]. injection I as I.
    unfold join in I. apply andb_false_iff.
    destruct (subty_b P s t) eqn:S1; [subst; eauto|]. destruct (subty_b P t s) eqn:S2; [subst; eauto|].
    destruct s; simpl in I; try discriminate. eauto.
  - destruct (infer P E ls0 e1); [|discriminate]. eauto.
Qed.

(** An expression that has a type below the one expected. *)
Ltac expected := match goal with
  | B : match infer ?P ?E ?ls ?e with _ => _ end = true |- has_type _ _ _ ?e _ =>
      destruct (infer P E ls e) eqn:?; [eapply has_sub; eauto|discriminate]
  end.

Section Sound.
Variable P : prog.

(** The type that is found can be derived. *)
Lemma infer_sound e : forall E ls t, infer P E ls e = Some t -> has_type P E ls e t.
Proof.
  induction e using expr_parts_ind; intros E ls0 tt A; simpl in A.
  - injection A as <-. constructor.
  - injection A as <-. constructor.
  - injection A as <-. constructor.
  - injection A as <-. constructor.
  - repeat dm A; injection A as <-; eapply EXP_VAR; eauto.
  - dm A. injection A as <-. bools. apply EXP_NEW; [destruct (cls_of P c); [discriminate|]; discriminate|apply Nat.eqb_eq; auto|].
    rewrite <- wf_ty_iff. apply unless_iff. auto.
  - destruct (infer P E ls0 e) as [[| | | |C args]|] eqn:Ie; try discriminate A. repeat dm A.
    eapply EXP_REF; eauto using op_for_ok, infer_receiver; [rewrite <- guard_iff; apply unless_iff; auto|apply tsubst_iff; auto].
  - destruct (infer P E ls0 e1) as [[| | | |C args]|] eqn:Ie; try discriminate A.
    destruct (fieldd P C f) as [d|] eqn:Fd; try discriminate A.
    destruct (tsubst_b _ (fd_ty d)) as [t|] eqn:Et; try discriminate A. repeat dm A. injection A as <-. bools.
    match goal with B : match infer P E ls0 e2 with _ => _ end = true |- _ => destruct (infer P E ls0 e2) as [u|] eqn:I2; [|discriminate];
      destruct (fits_has _ _ _ _ _ _ _ (IHe2 _ _ _ I2) B) as (v & Tv & Ev) end.
    eapply EXP_ASSIGN; eauto using op_for_ok, infer_receiver;
      [intros On; apply negb_true_iff; revert On; apply unless_iff; auto|rewrite <- guard_iff; apply unless_iff; auto|apply tsubst_iff; auto].
  - destruct (infer P E ls0 e) as [[| | | |C args]|] eqn:Ie; try discriminate A.
    destruct (methd P C m) as [d|] eqn:M; [|discriminate A].
    destruct (tsubsts_b _ (map snd (m_params d))) as [ss|] eqn:Ts; [|discriminate A].
    match type of A with (if ?b then _ else _) = _ => destruct b eqn:B; [|discriminate A] end.
    apply andb_true_iff in B. destruct B as [B Rq]. apply args_sound in B; [|eapply Forall_impl; [|exact H]; auto]. destruct B as (Ln & us & Tu & Eu).
    apply tsubsts_iff in Ts.
    eapply EXP_INVOKE with (op := op_for P E e) (ops := map (op_for P E) es) (ss := ss) (us := us); eauto using op_for_ok, infer_receiver.
    + clear. induction es; simpl; constructor; auto using op_for_ok.
    + rewrite Ln, <- (map_length snd). clear - Ts. induction Ts; simpl; auto.
    + intros On. rewrite unless_iff, forallb_forall in Rq. intros l I. apply lock_elem_iff. auto.
    + apply tsubst_iff. auto.
  - repeat dm A. injection A as <-. bools.
    match goal with I : infer P ((x, BVar t) :: E) ls0 e2 = Some ?t2 |- _ =>
      destruct (result_sound P ((x, op_for P E e1) :: keep E) t2) as (u & S & T) end.
    match goal with B : match infer P E ls0 e1 with _ => _ end = true |- _ => destruct (infer P E ls0 e1) as [s|] eqn:I1; [|discriminate];
      destruct (fits_has _ _ _ _ _ _ _ (IHe1 _ _ _ I1) B) as (v & Tv & Ev) end.
    eapply EXP_LET with (t2 := u); eauto using op_for_ok; [apply env_x_iff; auto|eapply EXP_SUB; eauto].
  - repeat dm A. bools. eapply EXP_SYNC; eauto.
    + intros On. apply is_lock_iff; auto. match goal with B : off P EXP_SYNC_lock_final || _ = true |- _ => rewrite On in B; exact B end.
    + intros On. apply is_ghost_iff. apply negb_true_iff. match goal with B : off P EXP_SYNC_lock_real || _ = true |- _ => rewrite On in B; exact B end.
  - repeat dm A. injection A as <-. eapply EXP_FORK2; eauto.
  - repeat dm A. injection A as <-. eapply EXP_IF.
    + expected.
    + eapply EXP_SUB; eauto. apply join_left.
    + eapply EXP_SUB; eauto. apply join_right.
  - repeat dm A. eapply EXP_SEQ; eauto.
  - repeat dm A. eapply EXP_OP; eauto.
  - repeat dm A. injection A as <-. eapply EXP_WHILE; eauto. expected.
  - repeat dm A; injection A as <-; (eapply EXP_PRINT; [eauto|discriminate]).
  - repeat dm A. injection A as <-. eapply EXP_ASSERT; eauto. expected.
Qed.
(** So can one that a premise asks for. *)
Lemma fits_sound x E ls e t : fits P x E ls e t = true -> exists s, has_type P E ls e s /\ (off P x = false -> s = t).
Proof. unfold fits. destruct (infer P E ls e) eqn:I; [|discriminate]. eauto using fits_has, infer_sound. Qed.
End Sound.

(** ** Programs: the tests that are not about expressions go both ways *)
Lemma nodup_iff l : nodup_b l = true <-> NoDup l.
Proof.
  induction l as [|a l IH]; simpl; [split; constructor|]. rewrite andb_true_iff, negb_true_iff, IH. split.
  - intros [N D]. constructor; auto. intros I. apply mem_in in I. congruence.
  - inversion 1; subst. split; auto. apply not_true_iff_false. rewrite mem_in. auto.
Qed.
(** METHOD/params. *)
Lemma params_ok_iff P E ps : params_ok_b P E ps = true <-> params_ok P E ps.
Proof. revert E. induction ps as [|[x t] ps IH]; simpl; intros E; [tauto|]. rewrite andb_true_iff, env_x_iff, IH. tauto. Qed.
(** A test of all elements. *)
Lemma forallb_iff {A} (f : A -> bool) (Q : A -> Prop) l : (forall a, f a = true <-> Q a) -> forallb f l = true <-> (forall a, In a l -> Q a).
Proof. intros E. rewrite forallb_forall. split; intros H a I; apply E; auto. Qed.
(** [CLASS SHARED]. *)
Lemma shared_iff P t : sharedb P t = true <-> shared P t.
Proof. destruct t; simpl; try tauto. apply negb_true_iff. Qed.
(** [SHAREABLE ...]. *)
Lemma shareable_iff P d : shareable_b P d = true <-> shareable P d.
Proof.
  unfold shareable_b.
  rewrite andb_true_iff, (unless_iff (off P SHAREABLE_guarded_or_final)), (unless_iff (off P SHAREABLE_field_type)), orb_true_iff, shared_iff, negb_true_iff.
  assert (X : is_none (fd_guard d) = false <-> fd_guard d <> None) by (destruct (fd_guard d); simpl; split; congruence).
  rewrite X. split; [intros [A B]; constructor; auto|intros [A B]; auto].
Qed.
(** A superclass is listed. *)
Lemma listed_iff P C D ds : listed P C D ds = true <-> In (D, ds) (supers P C).
Proof.
  unfold listed. rewrite existsb_exists. split.
  - intros ([F fs] & I & E). unfold same_supers in E. cbn [fst snd] in E. apply andb_true_iff in E. destruct E as [E1 E2].
    apply ideq_eq in E1. apply paths_eqb_eq in E2. congruence.
  - intros I. exists (D, ds). split; auto. unfold same_supers. cbn [fst snd].
    rewrite ideq_refl, list_eqb_refl; auto using path_eqb_refl.
Qed.
(** Names are equal. *)
Lemma ideq_iff x y : ideq x y = true <-> x = y.
Proof. split; [apply ideq_eq|intros ->; apply ideq_refl]. Qed.
(** A decision. *)
Lemma dec_iff {A} {a b : A} (d : {a = b} + {a <> b}) : (if d then true else false) = true <-> a = b.
Proof. destruct d; split; congruence. Qed.
(** Lists of names are equal. *)
Lemma ids_iff l l' : list_eqb ideq l l' = true <-> l = l'.
Proof. split; [apply list_eqb_eq; apply ideq_eq|intros ->; apply list_eqb_refl; apply ideq_refl]. Qed.
(** A substituted type is this one. *)
Lemma ty_is_iff th t t' : ty_is (tsubst_b th t) t' = true <-> tsubst th t t'.
Proof.
  split; [apply ty_is_tsubst|]. intros T. apply tsubst_iff in T. unfold ty_is. rewrite T. apply ty_eqb_refl.
Qed.
(** Substituted paths are these. *)
Lemma paths_are_iff th ls ls' : paths_are (psubsts_b th ls) ls' = true <-> psubsts th ls ls'.
Proof.
  split; [apply paths_are_psubsts|]. intros S. apply psubsts_iff in S. unfold paths_are. rewrite S.
  apply list_eqb_refl. apply path_eqb_refl.
Qed.
(** Substituted types are these. *)
Lemma types_are_iff th ts ts' : types_are (tsubsts_b th ts) ts' = true <-> Forall2 (tsubst th) ts ts'.
Proof.
  unfold types_are. rewrite <- tsubsts_iff. destruct (tsubsts_b th ts) as [us|]; [|split; discriminate].
  split; [intros E; f_equal; apply (list_eqb_eq ty_eqb); auto; apply ty_eqb_eq|].
  intros E. injection E as ->. apply list_eqb_refl. apply ty_eqb_refl.
Qed.
(** A field is its owner's. *)
Lemma field_owned_iff P C d : field_owned_b P C d = true <-> field_owned P C d.
Proof.
  unfold field_owned_b, field_owned. rewrite andb_true_iff, listed_iff. split.
  - intros [I E]. split; auto. destruct (fieldd P (fd_owner d) (fd_name d)) as [d0|]; [|discriminate]. exists d0.
    rewrite andb_true_iff, ideq_iff, dec_iff in E. tauto.
  - intros (I & d0 & F & O & E). split; auto. rewrite F, andb_true_iff, ideq_iff, dec_iff. auto.
Qed.
(** A method is its owner's. *)
Lemma method_owned_iff P C d : method_owned_b P C d = true <-> method_owned P C d.
Proof.
  unfold method_owned_b, method_owned. rewrite andb_true_iff, listed_iff. split.
  - intros [I E]. split; auto. destruct (methd P (m_owner d) (m_name d)) as [d0|]; [|discriminate]. exists d0.
    cbv zeta in E. rewrite !andb_true_iff, ideq_iff, dec_iff, ids_iff, types_are_iff, ty_is_iff, paths_are_iff in E. tauto.
  - intros (I & d0 & F & R). split; auto. rewrite F. cbv zeta.
    rewrite !andb_true_iff, ideq_iff, dec_iff, ids_iff, types_are_iff, ty_is_iff, paths_are_iff. tauto.
Qed.
(** Two sets of locks are the same. *)
Lemma same_locks_iff th ls ls' : same_locks_b th ls ls' = true <-> same_locks th ls ls'.
Proof.
  unfold same_locks_b, same_locks. rewrite andb_true_iff.
  rewrite (forallb_iff _ (fun l => exists l', psubst th l = Some l' /\ In l' ls')), (forallb_iff _ (fun l' => exists l, psubst th l = Some l' /\ In l ls)).
  - tauto.
  - intros l'. rewrite existsb_exists. split.
    + intros (l & I & E). destruct (psubst th l) as [k|] eqn:S; [|discriminate]. apply path_eqb_eq in E. subst. eauto.
    + intros (l & S & I). exists l. split; auto. rewrite S. apply path_eqb_refl.
  - intros l. destruct (psubst th l) as [k|].
    + rewrite path_in. split; [eauto|]. intros (k' & E & I). congruence.
    + split; [discriminate|]. intros (k' & E & _). discriminate.
Qed.
(** OverridesOK of one class and one superclass. *)
Lemma overrides_iff P c D ds : overrides_b P c (D, ds) = true <-> (forall m d, methd P D m = Some d ->
  exists d', methd P (c_name c) m = Some d' /\ (off P PROG_override_type = false -> overrides P D ds d d') /\ (off P PROG_override_requires = false -> same_locks (inh P D ds (map fst (m_params d))) (m_req d) (m_req d'))).
Proof.
  unfold overrides_b. cbn [fst snd]. rewrite forallb_forall.
  assert (X : forall d d', (let th := inh P D ds (map fst (m_params d)) in
        (off P PROG_override_type || list_eqb ideq (map fst (m_params d')) (map fst (m_params d)) &&
          types_are (tsubsts_b th (map snd (m_params d))) (map snd (m_params d')) && ty_is (tsubst_b th (m_ret d)) (m_ret d')) &&
        (off P PROG_override_requires || same_locks_b th (m_req d) (m_req d'))) = true <->
        (off P PROG_override_type = false -> overrides P D ds d d') /\ (off P PROG_override_requires = false -> same_locks (inh P D ds (map fst (m_params d))) (m_req d) (m_req d'))).
  { intros d d'. cbv zeta. unfold overrides. rewrite andb_true_iff, !unless_iff, !andb_true_iff, ids_iff, types_are_iff, ty_is_iff, same_locks_iff. tauto. }
  split.
  - intros A m d M. destruct (methd_in _ _ _ _ M) as [I <-]. specialize (A _ I). rewrite M in A.
    destruct (methd P (c_name c) (m_name d)) as [d'|]; [|discriminate]. exists d'. split; auto. apply X. auto.
  - intros A d0 I. destruct (methd P D (m_name d0)) as [d|] eqn:M.
    + destruct (A _ _ M) as (d' & M' & R). rewrite M'. apply X. auto.
    + exfalso. unfold methd in M. eapply find_none in M; eauto. simpl in M. rewrite ideq_refl in M. discriminate.
Qed.

(** [FIELD]. *)
Lemma field_ok_sound P C d : field_ok_b P C d = true -> field_ok P C d.
Proof.
  unfold field_ok_b. rewrite !andb_true_iff, !unless_iff, wf_ty_iff. intros [[T G] I].
  apply fits_sound in I. destruct I as (s & I & Is). apply FIELD with (s := s); auto.
  intros On g Eg. specialize (G On). rewrite Eg in G. apply lock_ok_iff. auto.
Qed.
(** METHOD/return-type. *)
Lemma return_iff P E t : ty_eqb t TVoid || wf_ty_b P E t = true <-> t = TVoid \/ wf_ty P E t.
Proof. rewrite orb_true_iff, wf_ty_iff. split; intros [A|A]; auto; [apply ty_eqb_eq in A; auto|subst; auto]. Qed.
(** [METHOD]. *)
Lemma method_ok_sound P C d : method_ok_b P C d = true -> method_ok P C d.
Proof.
  unfold method_ok_b. cbv zeta. rewrite !andb_true_iff, params_ok_iff, (unless_iff (off P METHOD_return_type)), return_iff, unless_iff, forallb_forall.
  intros [[[A B] R] T]. apply fits_sound in T. destruct T as (s & T & Ts). apply METHOD with (s := s); auto.
  intros On l I. apply lock_ok_iff. auto.
Qed.
(** [CLASS3]. *)
Lemma class_ok_sound P c : class_ok_b P c = true -> class_ok P c.
Proof.
  unfold class_ok_b. rewrite !andb_true_iff, nodup_iff, negb_true_iff, !unless_iff, !forallb_forall.
  intros [[[[[[[[N T] G] S] SS] F] M] Sh] O]. constructor.
  - split; auto. rewrite <- mem_in. congruence.
  - intros On x t I. specialize (G On _ I). simpl in G. apply andb_true_iff in G. destruct G as [G1 G2]. split; [|apply wf_ty_iff; auto].
    destruct t; try discriminate. eauto.
  - intros On D ds E. specialize (S On). rewrite E in S. apply wf_ty_iff. auto.
  - intros On L D ds I. specialize (SS On L _ I). simpl in SS. apply negb_true_iff in SS. auto.
  - intros d I E. specialize (F _ I). rewrite implies_iff, ideq_iff in F. apply field_ok_sound. auto.
  - intros d I E. specialize (M _ I). rewrite implies_iff, ideq_iff in M. apply method_ok_sound. auto.
  - intros On L d I E. specialize (Sh On L _ I). simpl in Sh. rewrite implies_iff, ideq_iff in Sh. apply shareable_iff. auto.
  - intros On D ds d I L J K. specialize (O On _ I). simpl in O. rewrite unless_iff in O. specialize (O L). rewrite forallb_forall in O.
    specialize (O _ J). rewrite unless_iff in O. apply negb_true_iff. apply O. destruct (methd P D (m_name d)); simpl; congruence.
Qed.
(** [PROG]. *)
Lemma wf_prog_sound P : wf_prog_b P = true -> wf_prog P.
Proof.
  unfold wf_prog_b. rewrite !andb_true_iff, nodup_iff, !forallb_forall. intros [[[[[[[N H] F] FO] MO] O] T] C].
  assert (OV : forall c D ds m d, In c (classes P) -> In (D, ds) (c_supers c) -> methd P D m = Some d ->
    exists d', methd P (c_name c) m = Some d' /\ (off P PROG_override_type = false -> overrides P D ds d d') /\ (off P PROG_override_requires = false -> same_locks (inh P D ds (map fst (m_params d))) (m_req d) (m_req d'))).
  { intros c D ds m d I J. specialize (O _ I). rewrite forallb_forall in O. specialize (O _ J). eapply overrides_iff; eauto. }
  constructor; auto.
  - intros c I. apply nodup_iff. auto.
  - intros c D ds m d I J M. destruct (OV _ _ _ _ _ I J M) as (d' & M' & A & _). eauto.
  - intros On c D ds m d d' I J M M'. destruct (OV _ _ _ _ _ I J M) as (d1 & M1 & _ & A). assert (d1 = d') by congruence. subst. auto.
  - intros c I. apply class_ok_sound. auto.
  - intros c d I J. specialize (FO _ I). rewrite forallb_forall in FO. apply field_owned_iff. auto.
  - intros c d I J. specialize (MO _ I). rewrite forallb_forall in MO. apply method_owned_iff. auto.
Qed.

(** A program that is accepted is well typed. *)
Theorem check_sound P : check P = true -> wt_prog P.
Proof.
  unfold check. rewrite andb_true_iff, negb_true_iff. intros [W M]. constructor; [apply wf_prog_sound; auto|].
  destruct (infer P [] [] (main P)) as [t|] eqn:I; [|discriminate]. exists t. apply infer_sound. auto.
Qed.
