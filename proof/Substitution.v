(** Subtyping and substitution together: members seen through a subtype are the members of the supertype. *)
Require Export Check.
Open Scope list_scope.

(** ** Substituting twice is substituting once *)
Definition flat {A} (o : option (option A)) : option A := match o with Some a => a | None => None end.
(** A variable that something is put for. *)
Lemma psubst_flat th l q : flat (lookup (root l) th) = Some q -> psubst th l = Some (Path (root q) (flds q ++ flds l)).
Proof. unfold psubst, flat. destruct (lookup (root l) th) as [[]|]; congruence. Qed.
(** A variable that nothing is put for. *)
Lemma psubst_none th l : flat (lookup (root l) th) = None -> psubst th l = None.
Proof. unfold psubst, flat. destruct (lookup (root l) th) as [[]|]; congruence. Qed.
(** Substitution in a variable. *)
Lemma psubst_var th x : psubst th (pvar x) = flat (lookup x th).
Proof.
  unfold psubst, flat. simpl. destruct (lookup x th) as [[[r f]|]|]; simpl; auto. rewrite app_nil_r. auto.
Qed.
(** [th], if it says of each variable of [th1] what [th2] makes of what [th1] puts for it. *)
Lemma psubst_twice th1 th2 th l l1 : psubst th1 l = Some l1 ->
  (forall q, lookup (root l) th1 = Some (Some q) -> flat (lookup (root l) th) = psubst th2 q) -> psubst th l = psubst th2 l1.
Proof.
  unfold psubst at 1. destruct (lookup (root l) th1) as [[q|]|] eqn:L; try discriminate. intros E A. injection E as <-.
  specialize (A q eq_refl). destruct (psubst th2 q) as [q2|] eqn:P2.
  - rewrite (psubst_flat _ _ _ A). unfold psubst in *. simpl. destruct (lookup (root q) th2) as [[q3|]|]; try discriminate.
    injection P2 as <-. simpl. rewrite app_assoc. auto.
  - rewrite (psubst_none _ _ A). unfold psubst in *. simpl. destruct (lookup (root q) th2) as [[q3|]|]; congruence.
Qed.
(** The same for lists. *)
Lemma psubsts_twice th1 th2 th ls ls1 : psubsts th1 ls ls1 ->
  (forall l q, In l ls -> lookup (root l) th1 = Some (Some q) -> flat (lookup (root l) th) = psubst th2 q) ->
  forall ls2, psubsts th ls ls2 <-> psubsts th2 ls1 ls2.
Proof.
  induction 1 as [|l l1 ls ls1 E _ IH]; intros A ls2; [split; inversion 1; constructor|].
  assert (E2 : psubst th l = psubst th2 l1) by (eapply psubst_twice; eauto; intros q; apply A; simpl; auto).
  assert (IH' : forall ls2, psubsts th ls ls2 <-> psubsts th2 ls1 ls2) by (apply IH; intros l0 q I; apply A; simpl; auto).
  split; inversion 1; subst; constructor; try congruence; apply IH'; auto.
Qed.
(** What one list of ghost arguments becomes, variable by variable. *)
Lemma lookup_args th names ls ls' x q : psubsts th ls ls' -> lookup x (combine names (somes ls)) = Some (Some q) ->
  exists q', lookup x (combine names (somes ls')) = Some (Some q') /\ psubst th q = Some q'.
Proof.
  intros S. revert names. induction S as [|l l' ls ls' E S IH]; intros [|y names] L; simpl in *; try discriminate.
  destruct (ideq x y); [|auto]. injection L as <-. eauto.
Qed.

(** ** Substitutions that say more *)
Definition th_le (a b : theta) : Prop := forall x q, lookup x a = Some (Some q) -> lookup x b = Some (Some q).
(** What is defined stays as it is, *)
Lemma psubst_le a b l l' : th_le a b -> psubst a l = Some l' -> psubst b l = Some l'.
Proof.
  unfold psubst. intros L. destruct (lookup (root l) a) as [[q|]|] eqn:E; try discriminate. rewrite (L _ _ E). auto.
Qed.
(** in lists, *)
Lemma psubsts_le a b ls ls' : th_le a b -> psubsts a ls ls' -> psubsts b ls ls'.
Proof. intros L. induction 1; constructor; eauto using psubst_le. Qed.
(** and in types. *)
Lemma tsubst_le a b t t' : th_le a b -> tsubst a t t' -> tsubst b t t'.
Proof. destruct 2; constructor. eapply psubsts_le; eauto. Qed.
Definition op_le (a b : option path) : Prop := forall p, a = Some p -> b = Some p.
(** One more variable. *)
Lemma cons_le x a b th th' : op_le a b -> th_le th th' -> th_le ((x, a) :: th) ((x, b) :: th').
Proof. intros O L y q. simpl. destruct (ideq y x); auto. intros E. injection E as ->. f_equal. apply O. auto. Qed.
(** More known of a receiver and arguments. *)
Lemma inst_le P C args a b names ops ops' : op_le a b -> Forall2 op_le ops ops' ->
  th_le (inst P C args a names ops) (inst P C args b names ops').
Proof.
  intros O F. apply cons_le; auto. revert names. induction F as [|o o' ops ops' Ho F IH]; intros [|y names]; simpl; try (intros ? ?; auto; fail).
  apply cons_le; auto.
Qed.
(** A guard that is held stays held. *)
Lemma guard_le a b ls d : th_le a b -> guard_in a ls d -> guard_in b ls d.
Proof. intros L G g E. destruct (G g E) as (l' & S & I). exists l'. split; auto. eapply psubst_le; eauto. Qed.

Section WithProgram.
Variable P : prog.
Variable WF : usable P.

(** ** Subtyping is transitive, and substitution keeps it *)
Lemma above_twice th names (a a' : list path) fs b : psubsts th a a' -> psubsts (combine names (somes a)) fs b ->
  forall b', psubsts (combine names (somes a')) fs b' <-> psubsts th b b'.
Proof.
  intros A B. eapply psubsts_twice; [exact B|]. intros l q _ L.
  destruct (lookup_args _ _ _ _ _ _ A L) as (q' & L' & S). rewrite L', S. auto.
Qed.
(** [SUBTYPE TRANS]. *)
Lemma subty_trans s t u : subty P s t -> subty P t u -> subty P s u.
Proof.
  intros A B. inversion A as [|C ls| |C ls D ds ls' I S]; subst; auto.
  - inversion B; subst; constructor.
  - inversion B; subst; constructor.
  - inversion B as [| | |D' ls2 F fs ls3 J S2]; subst; auto; [constructor|].
    specialize (S (on_args P WF)). specialize (S2 (on_args P WF)).
    destruct (super_trans P WF _ _ _ _ _ I J) as (fs' & K & S3). eapply SUBTYPE_CLASS; eauto. intros _.
    eapply (above_twice _ _ _ _ _ _ S S3). auto.
Qed.
(** Substitution keeps subtyping. *)
Lemma subty_subst th s t s' t' : subty P s t -> tsubst th s s' -> tsubst th t t' -> subty P s' t'.
Proof.
  intros A S T. inversion A as [|C ls| |C ls D ds ls' I G]; subst.
  - apply tsubst_iff in S, T. replace t' with s' by congruence. constructor.
  - inversion S; inversion T; subst. constructor.
  - inversion T. constructor.
  - inversion S as [| | | |? ? ls1 S1]; inversion T as [| | | |? ? ls2 S2]; subst. specialize (G (on_args P WF)).
    eapply SUBTYPE_CLASS; eauto. intros _. eapply (above_twice _ _ _ _ _ _ S1 G). auto.
Qed.
(** What is below a class type. *)
Lemma subty_down s D ls : subty P s (TCls D ls) -> s = TNull \/ exists C args, s = TCls C args.
Proof. inversion 1; subst; eauto. Qed.

(** ** Members through a subtype *)
(** What [C<args>] makes of what it inherits from [D<ds>] is what [D<ds[args]>] makes of it. *)
Lemma inst_twice C args D ds args' op names ops l l1 : In (D, ds) (supers P C) -> psubsts (above_args P C args) ds args' ->
  (forall x, In x names -> ~ In x (ghosts P C)) -> length names = length ops ->
  psubst (inh P D ds names) l = Some l1 -> psubst (inst P D args' op names ops) l = psubst (inst P C args op names ops) l1.
Proof.
  intros I S Fr Ln E. eapply psubst_twice; [exact E|]. intros q. unfold inh, inst. simpl. destruct (ideq (root l) this) eqn:Et.
  { intros Q. injection Q as <-. rewrite psubst_var. simpl. auto. }
  rewrite !lookup_app. destruct (in_dec string_dec (root l) names) as [J|J].
  - assert (X : lookup (root l) (combine names (somes (map pvar names))) = Some (Some (pvar (root l))) /\
       exists o, lookup (root l) (combine names ops) = Some o).
    { clear - J Ln. revert ops Ln. induction names as [|y names IH]; intros [|o ops] Ln; simpl in *; try contradiction; try discriminate.
      destruct (ideq (root l) y) eqn:Ey; [apply ideq_eq in Ey; subst; eauto|].
      apply IH; [|lia]. destruct J as [->|J]; auto. rewrite ideq_refl in Ey. discriminate. }
    destruct X as [X1 [o X2]]. rewrite X1, X2. intros Q. injection Q as <-. rewrite psubst_var. simpl. rewrite Et, lookup_app, X2. auto.
  - rewrite (lookup_nodom (root l) names ops), lookup_nodom by auto. intros L.
    destruct (lookup_args _ _ _ _ _ _ S L) as (q' & L' & S'). rewrite L'. simpl. symmetry. rewrite <- S'.
    assert (R : In (root q) (ghosts P C)).
    { destruct (super_scope P WF _ _ _ I) as [_ A]. apply A. clear - L. revert ds L.
      induction (ghosts P D) as [|y names IH]; intros [|d ds] L; simpl in *; try discriminate. destruct (ideq (root l) y); eauto.
      injection L as ->. auto. }
    unfold psubst, above_args. simpl. destruct (ghosts_distinct P WF C) as [_ NT]. rewrite ideq_neq by (intros X; rewrite X in R; auto).
    rewrite lookup_app, lookup_nodom; auto. intros X. exact (Fr _ X R).
Qed.
(** The same for types. *)
Lemma inst_twice_ty C args D ds args' op names ops t t1 : In (D, ds) (supers P C) -> psubsts (above_args P C args) ds args' ->
  (forall x, In x names -> ~ In x (ghosts P C)) -> length names = length ops ->
  tsubst (inh P D ds names) t t1 -> forall u, tsubst (inst P D args' op names ops) t u -> tsubst (inst P C args op names ops) t1 u.
Proof.
  intros I S Fr Ln T u U. destruct T as [| | | |F fs fs1 S1]; inversion U as [| | | |? ? us S2]; subst; constructor.
  clear U. revert us S2. induction S1 as [|l l1 fs fs1 E _ IH]; intros us S2; inversion S2; subst; constructor; [|apply IH; auto].
  erewrite <- inst_twice; eauto.
Qed.
(** A field of a supertype is one of the subtype. *)
Lemma field_sub C args D args' f d : subty P (TCls C args) (TCls D args') -> fieldd P D f = Some d ->
  exists d', fieldd P C f = Some d' /\ fd_final d' = fd_final d /\
    (forall op ls, guard_in (inst P D args' op [] []) ls d -> guard_in (inst P C args op [] []) ls d') /\
    (forall op t, tsubst (inst P D args' op [] []) (fd_ty d) t -> tsubst (inst P C args op [] []) (fd_ty d') t).
Proof.
  intros A F. inversion A as [| | |? ? ? ds ? I S]; subst; [exists d; auto|]. specialize (S (on_args P WF)).
  destruct (fields_inherited P WF _ _ _ _ _ I F) as (d' & F' & Fin & T & G). exists d'. split; auto. split; auto. split.
  - intros op ls Gd g' Eg. destruct (fd_guard d) as [g|] eqn:E0; [|congruence]. destruct G as (g1 & E1 & S1).
    replace g' with g1 by congruence. destruct (Gd _ E0) as (l & Sl & Il). exists l. split; auto.
    erewrite <- inst_twice; eauto.
  - intros op t. eapply inst_twice_ty; eauto.
Qed.
(** So is a method. *)
Lemma method_sub C args D args' m d : subty P (TCls C args) (TCls D args') -> methd P D m = Some d ->
  exists d', methd P C m = Some d' /\ map fst (m_params d') = map fst (m_params d) /\
    forall op ops, length ops = length (m_params d) ->
      let th := inst P D args' op (map fst (m_params d)) ops in let th' := inst P C args op (map fst (m_params d)) ops in
      (forall ss, Forall2 (tsubst th) (map snd (m_params d)) ss -> Forall2 (tsubst th') (map snd (m_params d')) ss) /\
      (forall t, tsubst th (m_ret d) t -> tsubst th' (m_ret d') t) /\
      (off P PROG_override_requires = false ->
        forall ls, (forall l, In l (m_req d) -> lock_elem th ls l) -> forall l, In l (m_req d') -> lock_elem th' ls l).
Proof.
  intros A M. inversion A as [| | |? ? ? ds ? I S]; subst; [exists d; auto|]. specialize (S (on_args P WF)).
  destruct (overrides_ok P WF _ _ _ _ _ I M) as (d' & M' & N & T & R & L). exists d'. split; auto. split; auto.
  intros op ops Ln th th'. assert (Fr : forall x, In x (map fst (m_params d)) -> ~ In x (ghosts P C)).
  { intros x J. eapply (params_fresh P WF); eauto. rewrite N. auto. }
  assert (Ln' : length (map fst (m_params d)) = length ops) by (rewrite map_length; auto).
  split; [|split].
  - intros ss Fs. clear - WF I S Fr Ln' T Fs. revert ss Fs. simpl in T. subst th th'.
    remember (map fst (m_params d)) as names. clear Heqnames.
    induction T as [|t t1 ts ts1 E _ IH]; intros ss Fs; inversion Fs; subst; constructor; auto. eapply inst_twice_ty; eauto.
  - intros t. eapply inst_twice_ty; eauto.
  - intros On ls H l' I'. destruct (L On) as [_ Back]. destruct (Back _ I') as (l & Sl & Il). destruct (H _ Il) as (k & Sk & Ik).
    exists k. split; auto. unfold th'. erewrite <- inst_twice; eauto.
Qed.

(** ** Least types *)
Lemma up_in C ls D a : In (TCls D a) (up P (TCls C ls)) <-> exists ds, In (D, ds) (supers P C) /\ psubsts (above_args P C ls) ds a.
Proof.
  unfold up. rewrite in_flat_map. split.
  - intros ([F fs] & I & J). simpl in J. destruct (psubsts_b (above_args P C ls) fs) eqn:E; [|contradiction].
    destruct J as [J|[]]. injection J as <- <-. exists fs. split; auto. apply psubsts_iff. auto.
  - intros (ds & I & S). exists (D, ds). split; auto. simpl. apply psubsts_iff in S. rewrite S. simpl. auto.
Qed.
(** Only class types have any. *)
Lemma up_class u t : In u (up P t) -> exists C ls D a, t = TCls C ls /\ u = TCls D a.
Proof.
  destruct t; simpl; try contradiction. intros I. apply in_flat_map in I. destruct I as ([F fs] & _ & J). simpl in J.
  destruct (psubsts_b _ fs); [|contradiction]. destruct J as [<-|[]]. eauto 6.
Qed.
(** They are above it. *)
Lemma up_sub u t : In u (up P t) -> subty P t u.
Proof.
  intros I. destruct (up_class _ _ I) as (C & ls & D & a & -> & ->). apply up_in in I. destruct I as (ds & I & S).
  eapply SUBTYPE_CLASS; eauto.
Qed.
(** Subtyping is computed. *)
Lemma subty_b_iff s t : subty_b P s t = true <-> subty P s t.
Proof.
  unfold subty_b. rewrite !orb_true_iff, andb_true_iff. split.
  - intros [[E|E]|[Off B]]; [apply ty_eqb_eq in E; subst; constructor| |].
    + assert (X : existsb (ty_eqb t) (up P s) = true -> subty P s t).
      { intros B. apply existsb_exists in B. destruct B as (u & I & Eu). apply ty_eqb_eq in Eu. subst. apply up_sub. auto. }
      destruct s, t; auto; constructor.
    + destruct s as [| | | |C ls]; try discriminate. destruct t as [| | | |D ls']; try discriminate. simpl in B.
      apply existsb_exists in B. destruct B as ([F ds] & I & E). apply ideq_eq in E. simpl in E. subst.
      apply SUBTYPE_CLASS with (ds := ds); auto. congruence.
  - inversion 1 as [|C ls| |C ls D ds ls' I S]; subst.
    + left. left. apply ty_eqb_refl.
    + left. right. auto.
    + left. right. destruct s; auto.
    + destruct (off P SUBTYPE_CLASS_ghost_args) eqn:Off.
      * right. split; auto. apply existsb_exists. exists (D, ds). split; auto. apply ideq_refl.
      * left. right. apply existsb_exists. exists (TCls D ls'). split; [|apply ty_eqb_refl]. apply up_in. eauto.
Qed.
(** The first superclass with a property is below every other that has it. *)
Lemma up_first C ls (q : ty -> bool) u v : In u (up P (TCls C ls)) -> q u = true -> find q (up P (TCls C ls)) = Some v -> subty P v u.
Proof.
  unfold up. assert (X : supers P C = [] ++ supers P C) by auto. revert X. generalize (supers P C) at 2 3 4 as l. generalize (@nil (id * list path)) as pre.
  intros pre l. revert pre. induction l as [|[D ds] l IH]; intros pre E I Q F; [contradiction|]. cbn [flat_map fst snd] in *.
  assert (E2 : supers P C = (pre ++ [(D, ds)]) ++ l) by (rewrite <- app_assoc; auto).
  destruct (psubsts_b (above_args P C ls) ds) as [a|] eqn:S; [|eapply IH; eauto]. simpl in *.
  destruct (q (TCls D a)) eqn:Qh; [|destruct I as [<-|I]; [congruence|eapply IH; eauto]].
  injection F as <-. destruct I as [<-|I]; [constructor|]. apply psubsts_iff in S.
  apply in_flat_map in I. destruct I as ([F fs] & J & K). simpl in K.
  destruct (psubsts_b (above_args P C ls) fs) as [b|] eqn:Sb; [|contradiction]. destruct K as [<-|[]]. apply psubsts_iff in Sb.
  destruct (super_order P WF _ _ _ _ _ _ _ E (or_intror J)) as (fs0 & I0 & S0).
  eapply SUBTYPE_CLASS; [exact I0|]. intros _. eapply (above_twice _ _ _ _ _ _ S S0). auto.
Qed.
(** A join is above the left side, *)
Lemma join_left s t : subty P s (join P s t).
Proof.
  unfold join. destruct (subty_b P s t) eqn:A; [apply subty_b_iff; auto|]. destruct (subty_b P t s); [constructor|].
  destruct (find _ _) eqn:F; [|constructor]. apply find_some in F. apply up_sub. tauto.
Qed.
(** above the right side, *)
Lemma join_right s t : subty P t (join P s t).
Proof.
  unfold join. destruct (subty_b P s t); [constructor|]. destruct (subty_b P t s) eqn:A; [apply subty_b_iff; auto|].
  destruct (find _ _) eqn:F; [|constructor]. apply find_some in F. apply subty_b_iff. tauto.
Qed.
(** and the least that is. *)
Lemma join_least s t u : subty P s u -> subty P t u -> subty P (join P s t) u.
Proof.
  intros A B. unfold join. destruct (subty_b P s t) eqn:E1; auto. destruct (subty_b P t s) eqn:E2; auto.
  assert (N : s <> u) by (intros ->; apply subty_b_iff in B; congruence).
  inversion A as [|C ls| |C ls D ds ls' I S]; subst; [congruence| |constructor|].
  - exfalso. inversion B; subst; unfold subty_b in E1; simpl in E1; rewrite ?andb_false_r in E1; discriminate.
  - specialize (S (on_args P WF)). assert (J : In (TCls D ls') (up P (TCls C ls))) by (apply up_in; eauto). apply subty_b_iff in B.
    destruct (find (subty_b P t) (up P (TCls C ls))) as [v|] eqn:F.
    + eapply (up_first C ls (subty_b P t)); eauto.
    + eapply find_none in F; eauto. congruence.
Qed.
(** What a substitution makes of a type that is below one it is defined for (D5). *)
Lemma result_least th s t t' : subty P s t -> tsubst th t t' -> subty P (result_of P th s) t'.
Proof.
  intros A T. unfold result_of. simpl. destruct (tsubst_b th s) as [s'|] eqn:S.
  { apply tsubst_iff in S. eapply subty_subst; eauto. }
  inversion A as [|C ls| |C ls D ds ls' I G]; subst; try discriminate.
  - apply tsubst_iff in T. congruence.
  - inversion T. constructor.
  - specialize (G (on_args P WF)). assert (J : In (TCls D ls') (up P (TCls C ls))) by (apply up_in; eauto).
    set (q := fun u => negb (is_none (tsubst_b th u))).
    assert (X : forall us, first_of th us = match find q us with Some u => match tsubst_b th u with Some r => r | None => TVoid end | None => TVoid end).
    { induction us as [|u us IH]; simpl; auto. unfold q at 1. destruct (tsubst_b th u) eqn:E; simpl; auto. rewrite E. auto. }
    apply tsubst_iff in T. assert (Q : q (TCls D ls') = true) by (unfold q; rewrite T; auto).
    rewrite X. destruct (find q (up P (TCls C ls))) as [u|] eqn:F; [|eapply find_none in F; eauto; congruence].
    pose proof (up_first _ _ _ _ _ J Q F) as Su. destruct (tsubst_b th u) as [r|] eqn:Er;
      [|apply find_some in F; destruct F as [_ F]; unfold q in F; rewrite Er in F; discriminate].
    apply tsubst_iff in T, Er. eapply subty_subst; eauto.
Qed.
(** It is one that the substitution is defined for. *)
Lemma result_sound th t : exists u, subty P t u /\ tsubst th u (result_of P th t).
Proof.
  unfold result_of. assert (X : forall us, (forall u, In u us -> subty P t u) -> exists u, subty P t u /\ tsubst th u (first_of th us)).
  { induction us as [|u us IH]; simpl; intros A; [exists TVoid; split; constructor|].
    destruct (tsubst_b th u) eqn:E; [exists u; split; auto; apply tsubst_iff; auto|]. apply IH. auto. }
  apply X. intros u [<-|I]; [constructor|apply up_sub; auto].
Qed.
End WithProgram.
