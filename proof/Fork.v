(** [EXP FORK2]/fv-shared as printed, over the free variables of the body: the rule of [Typing.v], where variables of other than shared types
    are hidden, is the same. *)
Require Import Preservation.
Open Scope list_scope.

(** FV(e), the variables of written types among them. *)
Fixpoint fv (e : expr) : list id :=
  match e with
  | EInt _ | EBool _ | ENull | EUnit => []
  | EVar x => [x]
  | ENew _ ls => map root ls
  | EField e _ | EFork e | EPrint e | EAssert e => fv e
  | EAssign e _ e' | ESync e e' | ESeq e e' | EOp _ e e' | EWhile e e' => fv e ++ fv e'
  | EIf e e1 e2 => fv e ++ fv e1 ++ fv e2
  | ECall e _ es => fv e ++ flat_map fv es
  | ELet t x e1 e2 => troots t ++ fv e1 ++ filter (fun y => negb (ideq y x)) (fv e2)
  end.
(** A path starts at its one variable. *)
Lemma fv_fold fs e : fv (fold_left EField fs e) = fv e.
Proof. revert e. induction fs as [|f fs IH]; simpl; intros e; auto. rewrite IH. auto. Qed.
(** The variable of a path. *)
Lemma fv_path l : fv (expr_of l) = [root l].
Proof. apply fv_fold. Qed.
(** What has a path has its variable. *)
Lemma path_root e : forall p, path_of e = Some p -> In (root p) (fv e).
Proof.
  induction e; simpl; intros p E; try discriminate; [injection E as <-; simpl; auto|].
  destruct (path_of e) as [q|]; [|discriminate]. injection E as <-. simpl. auto.
Qed.
(** Free in the rest of a [let]. *)
Lemma fv_rest x y e : In y (fv e) -> y <> x -> In y (filter (fun y => negb (ideq y x)) (fv e)).
Proof. intros I N. apply filter_In. split; auto. rewrite ideq_neq by auto. auto. Qed.

Section Fork.
Variable P : prog.

(** ** Environments that agree on some variables, and have the same *)
Definition agree (E E' : tenv) (xs : list id) : Prop := map fst E' = map fst E /\ forall x, In x xs -> lookup x E' = lookup x E.
(** On fewer. *)
Lemma agree_part E E' xs ys : agree E E' ys -> (forall x, In x xs -> In x ys) -> agree E E' xs.
Proof. intros [D A] I. split; auto. Qed.
(** The variables of both are the same. *)
Lemma agree_dom (E E' : tenv) x : map fst E' = map fst E -> lookup x E = None -> lookup x E' = None.
Proof.
  revert E. induction E' as [|[y b] E' IH]; intros [|[z c] E] D L; simpl in *; try discriminate; auto.
  injection D as -> D. destruct (ideq x z); [discriminate|eauto].
Qed.
(** So is what [let] keeps of them. *)
Lemma agree_keep (E E' : tenv) : map fst E' = map fst E -> keep E' = keep E.
Proof.
  intros D. unfold keep. rewrite <- !(map_map fst (fun x => (x, Some (pvar x)))), D. auto.
Qed.
(** A final expression is, where its variable means the same; *)
Lemma final_agree g E e p t : final P g E e p t -> forall E', agree E E' (fv e) -> final P g E' e p t.
Proof.
  induction 1; intros E' A; [constructor; rewrite (proj2 A); simpl; auto|]. econstructor; eauto.
Qed.
(** what may be put for a variable may be, *)
Lemma subst_agree E E' e op : subst_for P E e op -> agree E E' (fv e) -> subst_for P E' e op.
Proof.
  intros S A p Ep. specialize (S p Ep). destruct (off P TYPE_C_arg_final); auto. destruct S as (t & F). eauto using final_agree.
Qed.
(** and a type is well formed. *)
Lemma wf_ty_agree E E' t : wf_ty P E t -> agree E E' (troots t) -> wf_ty P E' t.
Proof.
  destruct 1 as [| |C ls ss K Ar Sc F T]; simpl; intros A; try constructor. apply TYPE_C with (ss := ss); auto.
  - intros l I. rewrite (proj2 A); auto. apply in_map. auto.
  - intros Of Ow. specialize (F Of Ow). clear - F A. induction F as [|l s ls ss Fl F IH]; constructor.
    + eapply final_agree; eauto. eapply agree_part; eauto. rewrite fv_path. simpl. tauto.
    + apply IH. eapply agree_part; eauto. simpl. auto.
Qed.
(** A thread forked in either sees the same. *)
Lemma forked_agree E E' xs : agree E E' xs -> agree (forked P E) (forked P E') xs.
Proof.
  unfold forked. destruct (off P EXP_FORK2_fv_shared); auto. intros [D A]. split.
  - unfold only_shared. rewrite !map_map. simpl. auto.
  - intros x I. rewrite !lookup_shared, A; auto.
Qed.
(** Parts agree if the whole does. *)
Ltac part_agrees := match goal with A : agree ?E ?E' _ |- agree ?E ?E' _ =>
  solve [eapply agree_part; [exact A|]; simpl; intros; rewrite ?in_app_iff; auto] end.
Ltac part_typed := match goal with A : forall E ls t, has_type P E ls ?e t -> _ |- has_type _ _ _ ?e _ => eapply A; [eassumption|part_agrees] end.
(** The bound variable of a [let] is as well formed, *)
Lemma env_x_agree E E' t x : env_x P E t x -> agree E E' (troots t) -> env_x P E' t x.
Proof.
  intros [Sc W N] A. constructor; eauto using wf_ty_agree, agree_dom; [|intros On; eapply agree_dom; [apply A|auto]].
  intros y I. rewrite (proj2 A); auto.
Qed.
(** and the rest agrees. *)
Lemma agree_rest E E' t x e xs : agree E E' xs -> (forall y, In y (fv e) -> y <> x -> In y xs) -> agree ((x, BVar t) :: E) ((x, BVar t) :: E') (fv e).
Proof.
  intros [D A] I. split; [simpl; congruence|]. intros y J. simpl. destruct (ideq y x) eqn:Ey; auto. apply A, I; auto.
  intros ->. rewrite ideq_refl in Ey. discriminate.
Qed.
(** Arguments, one after the other. *)
Lemma args_agree E E' ls es ss xs : Forall2 (has_type P E ls) es ss ->
  Forall (fun e => forall E ls t, has_type P E ls e t -> forall E', agree E E' (fv e) -> has_type P E' ls e t) es ->
  agree E E' xs -> (forall e y, In e es -> In y (fv e) -> In y xs) -> Forall2 (has_type P E' ls) es ss.
Proof.
  induction 1 as [|e s es ss T _ IH]; intros F A I; constructor; inversion F as [|? ? Q Qs]; subst; [|apply IH; auto; intros; eapply I; simpl; eauto].
  eapply Q; eauto. eapply agree_part; [exact A|]. intros y. apply I. simpl. auto.
Qed.
(** What may be put for arguments. *)
Lemma substs_agree E E' es ops xs : Forall2 (subst_for P E) es ops -> agree E E' xs -> (forall e y, In e es -> In y (fv e) -> In y xs) ->
  Forall2 (subst_for P E') es ops.
Proof.
  induction 1 as [|e op es ops S _ IH]; intros A I; constructor; [|apply IH; auto; intros; eapply I; simpl; eauto].
  eapply subst_agree; eauto. eapply agree_part; [exact A|]. intros y. apply I. simpl. auto.
Qed.
(** A typing holds wherever its free variables mean the same. *)
Lemma typed_agree e : forall E ls t, has_type P E ls e t -> forall E', agree E E' (fv e) -> has_type P E' ls e t.
Proof.
  induction e as [e IH] using by_parts. intros E ls t T. revert IH.
  induction T; simpl; intros IH E' A; each_part; try (constructor; fail); try (econstructor; eauto; part_typed; fail).
  - eapply EXP_VAR; eauto. rewrite (proj2 A); simpl; auto.
  - apply EXP_NEW; auto. intros On. eapply wf_ty_agree; eauto.
  - eapply EXP_REF; eauto; try part_typed. eapply subst_agree; eauto.
  - eapply EXP_ASSIGN; eauto; try part_typed. eapply subst_agree; eauto; part_agrees.
  - assert (I : forall a y, In a es -> In y (fv a) -> In y (fv e ++ flat_map fv es)).
    { intros a y Ia Iy. apply in_or_app. right. apply in_flat_map. eauto. }
    eapply EXP_INVOKE; eauto using substs_agree, args_agree; [part_typed|eapply subst_agree; eauto; part_agrees].
  - assert (A1 : agree E E' (fv e1)) by part_agrees. assert (A0 : agree E E' (troots t1)) by part_agrees.
    eapply EXP_LET; eauto using env_x_agree, subst_agree; [|rewrite (agree_keep E E'); [eauto|apply A]].
    match goal with B : forall E ls t, has_type P E ls e2 t -> _ |- _ => eapply B; eauto end.
    eapply agree_rest; [exact A|]. intros y I N. rewrite !in_app_iff. auto using fv_rest.
  - assert (A1 : agree E E' (fv e1)) by part_agrees. eapply EXP_SYNC; eauto; [| |part_typed].
    + intros On. destruct (lock_final On) as (C & args & F). eauto using final_agree.
    + intros On s. rewrite (proj2 A1) by (apply path_root; auto). auto.
  - eapply EXP_FORK2. match goal with B : forall E ls t, has_type P E ls e t -> _ |- _ => eapply B; eauto using forked_agree end.
Qed.

(** ** What is typed has no hidden variables *)
Definition visible (E : tenv) (x : id) : Prop := exists b, lookup x E = Some b /\ b <> BHidden.
(** A final expression has none, *)
Lemma final_visible g E e p t : final P g E e p t -> forall x, In x (fv e) -> visible E x.
Proof.
  induction 1; simpl; auto. intros y [<-|[]]. destruct in_scope as [L|[_ L]]; eexists; (split; [exact L|discriminate]).
Qed.
(** nor does a type, by the rules as printed. *)
Lemma wf_ty_visible E t : off P TYPE_C_arg_final = false -> off P TYPE_C_arg_final_written = false -> wf_ty P E t ->
  forall x, In x (troots t) -> visible E x.
Proof.
  intros Of Ow. destruct 1 as [| |C ls ss K Ar Sc F T]; simpl; intros x I; try contradiction. specialize (F Of Ow).
  apply in_map_iff in I. destruct I as (l & <- & I). clear - F I. induction F as [|k s ls ss Fk _ IH]; [contradiction|].
  destruct I as [->|I]; auto. eapply final_visible; [exact Fk|]. rewrite fv_path. simpl. auto.
Qed.
(** What a forked thread sees is seen outside. *)
Lemma visible_shared E x : visible (only_shared P E) x -> visible E x /\ lookup x (only_shared P E) = lookup x E /\
  exists s, (lookup x E = Some (BVar s) \/ lookup x E = Some (BGhost s)) /\ shared P s.
Proof.
  intros (b & L & N). rewrite lookup_shared in *. destruct (lookup x E) as [[s|s|]|] eqn:Lx; try discriminate; [| |congruence];
    (destruct (sharedb P s) eqn:Sh; [|congruence]); injection L as <-;
    (split; [eexists; split; [eassumption|discriminate]|split; auto; exists s; split; auto;
      destruct s; simpl in *; auto; apply negb_true_iff; auto]).
Qed.

(** An argument has a type. *)
Lemma in_typed E ls es us : Forall2 (has_type P E ls) es us -> forall a, In a es -> exists s, has_type P E ls a s.
Proof. induction 1; simpl; intros a I; [contradiction|]. destruct I as [<-|I]; eauto. Qed.

Section Printed.
Variable STD : forall x, off P x = false.
(** An expression that is typed has none. *)
Lemma typed_visible e : forall E ls t, has_type P E ls e t -> forall x, In x (fv e) -> visible E x.
Proof.
  induction e as [e IH] using by_parts. intros E ls t T. revert IH.
  induction T; simpl; intros IH y I; each_part; try contradiction; rewrite ?in_app_iff in I; eauto; try (destruct I as [I|I]; eauto; fail).
  - destruct I as [<-|[]]. exists b. split; auto. destruct not_ghost as [->|[_ ->]]; discriminate.
  - apply (wf_ty_visible E (TCls C args)); auto.
  - destruct I as [I|I]; eauto. apply in_flat_map in I. destruct I as (a & Ia & I).
    match goal with F : Forall _ es |- _ => rewrite Forall_forall in F; specialize (F a Ia) end.
    destruct (in_typed _ _ _ _ args_ _ Ia) as (s & Ts). eauto.
  - destruct env as [_ W _]. destruct I as [I|[I|I]]; eauto using wf_ty_visible.
    apply filter_In in I. destruct I as [I N].
    match goal with B : forall E ls t, has_type P E ls e2 t -> _ |- _ => destruct (B _ _ _ T2 _ I) as (b & L & Nb) end.
    simpl in L. destruct (ideq y x); [discriminate|]. exists b. auto.
  - destruct I as [I|I]; eauto. destruct (lock_final (STD _)) as (C & args & F). eauto using final_visible.
  - unfold forked in T. rewrite (STD _) in T. apply visible_shared. eauto.
  - destruct I as [I|[I|I]]; eauto.
Qed.
(** [EXP FORK2] as printed: the body is typed with the empty lock set, and what is free in it has a shared type. *)
Theorem fork_as_printed E e t : has_type P (forked P E) [] e t <->
  has_type P E [] e t /\ forall x, In x (fv e) -> exists s, (lookup x E = Some (BVar s) \/ lookup x E = Some (BGhost s)) /\ shared P s.
Proof.
  unfold forked. rewrite (STD _). assert (D : map fst (only_shared P E) = map fst E) by (unfold only_shared; rewrite map_map; auto).
  split.
  - intros T. assert (V : forall x, In x (fv e) -> visible (only_shared P E) x) by (apply (typed_visible _ _ _ _ T)). split.
    + eapply typed_agree; [exact T|]. split; auto. intros x I. symmetry. apply visible_shared. auto.
    + intros x I. apply visible_shared. auto.
  - intros [T Sh]. eapply typed_agree; [exact T|]. split; auto. intros x I. rewrite lookup_shared. destruct (Sh x I) as (s & L & S).
    assert (B : sharedb P s = true) by (destruct s; simpl in *; auto; rewrite S; auto).
    destruct L as [L|L]; rewrite L, B; auto.
Qed.
End Printed.
End Fork.
