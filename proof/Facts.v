(** What the proofs use of a well-formed program: the executable parts of its definition as statements. *)
Require Export Typing.
Open Scope list_scope.

(** Splits a conjunction of tests. *)
Ltac bools := repeat match goal with
  | B : _ && _ = true |- _ => apply andb_true_iff in B; destruct B
  | B : forallb _ _ = true |- _ => rewrite forallb_forall in B
  | B : existsb _ _ = true |- _ => apply existsb_exists in B; destruct B as (? & ? & B)
  | B : ideq _ _ = true |- _ => apply ideq_eq in B
  end.

(** ** Tests are what they test *)
Lemma list_eqb_eq {A} (eqb : A -> A -> bool) : (forall a b, eqb a b = true -> a = b) ->
  forall l l', list_eqb eqb l l' = true -> l = l'.
Proof. intros E. induction l; destruct l'; simpl; intros; try discriminate; auto. bools. f_equal; auto. Qed.
(** A list equals itself. *)
Lemma list_eqb_refl {A} (eqb : A -> A -> bool) : (forall a, eqb a a = true) -> forall l, list_eqb eqb l l = true.
Proof. intros E. induction l; simpl; auto. rewrite E. auto. Qed.
(** Equality of paths. *)
Lemma path_eqb_eq p q : path_eqb p q = true -> p = q.
Proof. destruct p, q. unfold path_eqb. simpl. intros. bools. apply list_eqb_eq in H0; [congruence|apply ideq_eq]. Qed.
(** A path equals itself. *)
Lemma path_eqb_refl p : path_eqb p p = true.
Proof. unfold path_eqb. rewrite ideq_refl, list_eqb_refl; auto. apply ideq_refl. Qed.
(** Equality of lists of paths. *)
Lemma paths_eqb_eq l l' : list_eqb path_eqb l l' = true -> l = l'.
Proof. apply list_eqb_eq. apply path_eqb_eq. Qed.
(** Equality of types. *)
Lemma ty_eqb_eq s t : ty_eqb s t = true -> s = t.
Proof. destruct s, t; simpl; intros; try discriminate; auto. bools. subst. f_equal. apply paths_eqb_eq. auto. Qed.
(** A type equals itself. *)
Lemma ty_eqb_refl t : ty_eqb t t = true.
Proof. destruct t; simpl; auto. rewrite ideq_refl, list_eqb_refl; auto using path_eqb_refl. Qed.
(** Substitution in paths. *)
Lemma psubsts_iff th ls ls' : psubsts_b th ls = Some ls' <-> psubsts th ls ls'.
Proof.
  split.
  - revert ls'. induction ls as [|l ls IH]; simpl; intros ls' E; [injection E as <-; constructor|].
    destruct (psubst th l) eqn:El; try discriminate. destruct (psubsts_b th ls) eqn:Es; try discriminate.
    injection E as <-. constructor; auto. apply IH. auto.
  - induction 1 as [|l l' ls ls' E _ IH]; simpl; auto. rewrite E, IH. auto.
Qed.
(** Substitution in a type. *)
Lemma tsubst_iff th t t' : tsubst_b th t = Some t' <-> tsubst th t t'.
Proof.
  split.
  - destruct t; simpl; intros E; try (injection E as <-; constructor).
    destruct (psubsts_b th ls) eqn:Es; try discriminate. injection E as <-. constructor. apply psubsts_iff. auto.
  - destruct 1 as [| | | |C ls ls' S]; simpl; auto. apply psubsts_iff in S. rewrite S. auto.
Qed.
(** Substituted paths are these. *)
Lemma paths_are_psubsts th ls ls' : paths_are (psubsts_b th ls) ls' = true -> psubsts th ls ls'.
Proof.
  unfold paths_are. destruct (psubsts_b th ls) eqn:E; try discriminate. intros Q. apply paths_eqb_eq in Q. subst.
  apply psubsts_iff. auto.
Qed.
(** A substituted type is this one. *)
Lemma ty_is_tsubst th t t' : ty_is (tsubst_b th t) t' = true -> tsubst th t t'.
Proof.
  unfold ty_is. destruct (tsubst_b th t) eqn:E; try discriminate. intros Q. apply ty_eqb_eq in Q. subst. apply tsubst_iff. auto.
Qed.
(** Membership of names. *)
Lemma mem_in x l : mem x l = true <-> In x l.
Proof.
  unfold mem. rewrite existsb_exists. split; [intros (y & I & E); apply ideq_eq in E; congruence|].
  intros I. exists x. rewrite ideq_refl. auto.
Qed.

(** ** Looking up *)
Lemma find_name (f : id) (l : list fdecl) d : find (fun d => ideq f (fd_name d)) l = Some d -> In d l /\ fd_name d = f.
Proof. intros A. apply find_some in A. destruct A as [A B]. apply ideq_eq in B. auto. Qed.
(** A class that is found is one of the program. *)
Lemma cls_of_in P C c : cls_of P C = Some c -> In c (classes P) /\ c_name c = C.
Proof. intros A. apply find_some in A. destruct A as [A B]. apply ideq_eq in B. auto. Qed.
(** A field that is found is one of the class. *)
Lemma fieldd_in P C f d : fieldd P C f = Some d -> In d (fields P C) /\ fd_name d = f.
Proof. apply find_name. Qed.
(** A method that is found is one of the class. *)
Lemma methd_in P C m d : methd P C m = Some d -> In d (meths P C) /\ m_name d = m.
Proof. intros A. apply find_some in A. destruct A as [A B]. apply ideq_eq in B. auto. Qed.
(** What is in a list of different names is found by its name. *)
Lemma find_once {A} (name : A -> id) (l : list A) d : NoDup (map name l) -> In d l -> find (fun e => ideq (name d) (name e)) l = Some d.
Proof.
  induction l as [|a l IH]; simpl; intros N I; [contradiction|]. inversion N as [|? ? N1 N2]; subst.
  destruct I as [->|I]; [rewrite ideq_refl; auto|].
  destruct (ideq (name d) (name a)) eqn:E; auto.
  apply ideq_eq in E. exfalso. apply N1. rewrite <- E. apply in_map. auto.
Qed.
(** Canonical names are none of a program. *)
Lemma canon_is n : is_canon (canon n) = true. Proof. destruct n; reflexivity. Qed.
(** Nor is one of a list of them. *)
Lemma canons_are n x : In x (canons n) -> is_canon x = true.
Proof. unfold canons. intros I. apply in_map_iff in I. destruct I as (k & <- & _). apply canon_is. Qed.
(** There are as many as asked for. *)
Lemma canons_length n : length (canons n) = n.
Proof. unfold canons. rewrite map_length, seq_length. auto. Qed.

(** Looking up in two lists, one behind the other. *)
Lemma lookup_app {A} x (a b : list (id * A)) : lookup x (a ++ b) = match lookup x a with Some v => Some v | None => lookup x b end.
Proof. induction a as [|[y v] a IH]; simpl; auto. destruct (ideq x y); auto. Qed.
(** No other is. *)
Lemma lookup_nodom {A} x (names : list id) (l : list A) : ~ In x names -> lookup x (combine names l) = None.
Proof.
  revert l. induction names as [|y names IH]; intros [|a l] I; simpl in *; auto.
  rewrite ideq_neq; auto.
Qed.
(** A final expression has its path. *)
Lemma final_path P g E e p t : final P g E e p t -> path_of e = Some p.
Proof. induction 1; simpl; auto. rewrite IHfinal. auto. Qed.

(** The expressions that an expression is made of. *)
Definition parts (e : expr) : list expr :=
  match e with
  | EInt _ | EBool _ | ENull | EUnit | EVar _ | ENew _ _ => []
  | EField e _ | EFork e | EPrint e | EAssert e => [e]
  | EAssign e _ e' | ELet _ _ e e' | ESync e e' | ESeq e e' | EOp _ e e' | EWhile e e' => [e; e']
  | EIf e e1 e2 => [e; e1; e2]
  | ECall e _ es => e :: es
  end.
(** Induction on expressions: what holds of one if it does of its parts, holds of all. *)
Lemma by_parts (Q : expr -> Prop) : (forall e, Forall Q (parts e) -> Q e) -> forall e, Q e.
Proof.
  intros S. fix all 1. intros e. apply S.
  destruct e; simpl; repeat (constructor; auto). induction es; constructor; auto.
Qed.
(** Takes a [Forall] over the parts of an expression apart. *)
Ltac each_part := repeat match goal with F : Forall _ (_ :: _) |- _ => inversion F; clear F; subst | F : Forall _ [] |- _ => clear F end.

(** A well-formed program, by rules with the premises that looking members up and subtyping need. *)
Record usable (P : prog) : Prop := {
  usable_wf :> wf_prog P;
  on_override : off P PROG_override_type = false;
  on_args : off P SUBTYPE_CLASS_ghost_args = false
}.
(** The rules that soundness needs have them. *)
Lemma usable_sound P : wf_prog P -> sound_rules P -> usable P.
Proof. intros W ON. constructor; auto. Qed.

Section Facts.
Variable P : prog.
Variable WF : usable P.

(** A fact about a class is one about the list that its name gives; a name without a class gives none. *)
Lemma cls_resolved C c : cls_of P C = Some c -> class_resolved P c = true.
Proof.
  intros L. pose proof (hierarchy P WF) as R. unfold resolved in R. rewrite forallb_forall in R. apply R.
  eapply cls_of_in; eauto.
Qed.
(** A class that is found keeps the rules. *)
Lemma cls_judged C c : cls_of P C = Some c -> class_ok P c /\ c_name c = C.
Proof. intros L. destruct (cls_of_in _ _ _ L). split; auto. apply (defn P WF). auto. Qed.

(** Ghosts have different names, and none is [this]. *)
Lemma ghosts_distinct C : NoDup (ghosts P C) /\ ~ In this (ghosts P C).
Proof.
  unfold ghosts, gdecls. destruct (cls_of P C) as [c|] eqn:L; [|split; [constructor|simpl; auto]].
  destruct (cls_judged _ _ L) as [[] _]. auto.
Qed.
(** A class is among its superclasses. *)
Lemma super_self C : cls_of P C <> None -> In (C, map pvar (ghosts P C)) (supers P C).
Proof.
  unfold ghosts, gdecls, supers. destruct (cls_of P C) as [c|] eqn:L; [|congruence]. intros _.
  pose proof (cls_resolved _ _ L) as R. unfold class_resolved in R. bools.
  match goal with E : same_supers _ ?x = true |- _ => destruct x as [D ds]; unfold same_supers in E; cbn [fst snd] in E end. bools.
  match goal with E : list_eqb path_eqb _ _ = true |- _ => apply paths_eqb_eq in E end. subst.
  destruct (cls_of_in _ _ _ L) as [_ <-]. auto.
Qed.
(** What resolving gives, for one superclass. *)
Lemma super_resolved_in C D ds : In (D, ds) (supers P C) ->
  exists c, cls_of P C = Some c /\ super_resolved P c (D, ds) = true /\ field_resolved P c (D, ds) = true.
Proof.
  unfold supers. destruct (cls_of P C) as [c|] eqn:L; [|intros []]. intros I. exists c. split; auto.
  pose proof (cls_resolved _ _ L) as R. unfold class_resolved in R. bools. auto.
Qed.
(** D1: the ghosts of the class, and not [this] *)
Lemma super_scope C D ds : In (D, ds) (supers P C) ->
  length ds = length (ghosts P D) /\ forall l, In l ds -> In (root l) (ghosts P C).
Proof.
  intros I. destruct (super_resolved_in _ _ _ I) as (c & L & R & _). unfold super_resolved in R. bools. split; [apply Nat.eqb_eq; auto|].
  intros l Il. unfold ghosts at 1, gdecls. rewrite L. apply mem_in. auto.
Qed.
(** Superclasses of superclasses are listed. *)
Lemma super_trans C D ds F fs : In (D, ds) (supers P C) -> In (F, fs) (supers P D) ->
  exists fs', In (F, fs') (supers P C) /\ psubsts (combine (ghosts P D) (somes ds)) fs fs'.
Proof.
  intros I J. destruct (super_resolved_in _ _ _ I) as (c & L & R & _). unfold super_resolved in R. bools.
  match goal with A : forall x, In x (supers P D) -> _ |- _ => specialize (A _ J) end. bools.
  match goal with A : In ?x (c_supers c) |- _ => destruct x as [F' fs']; simpl in * end. bools. subst F'.
  exists fs'. split; [unfold supers; rewrite L; auto|]. apply paths_are_psubsts. auto.
Qed.
(** What comes after a superclass in the list is above it. *)
Lemma super_order C l1 D ds l2 F fs' : supers P C = l1 ++ (D, ds) :: l2 -> In (F, fs') ((D, ds) :: l2) ->
  exists fs, In (F, fs) (supers P D) /\ psubsts (combine (ghosts P D) (somes ds)) fs fs'.
Proof.
  intros S I. assert (Ch : chain P (supers P C) = true).
  { unfold supers. destruct (cls_of P C) as [c|] eqn:L; auto.
    pose proof (cls_resolved _ _ L) as R. unfold class_resolved in R. bools. auto. }
  rewrite S in Ch. clear S. induction l1 as [|[A la] l1 IH]; cbn [chain app] in Ch; bools; [|auto].
  match goal with A : forall x, In x ((D, ds) :: l2) -> _ |- _ => specialize (A _ I) end. bools.
  match goal with A : In ?x (supers P D) |- _ => destruct x as [F' fs]; simpl in * end. bools. subst F'.
  exists fs. split; auto. apply paths_are_psubsts. auto.
Qed.
(** A field of a superclass is one of the class, in its terms. *)
Lemma fields_inherited C D ds f d : In (D, ds) (supers P C) -> fieldd P D f = Some d ->
  exists d', fieldd P C f = Some d' /\ fd_final d' = fd_final d /\ tsubst (inh P D ds []) (fd_ty d) (fd_ty d') /\
    match fd_guard d with
    | Some g => exists g', fd_guard d' = Some g' /\ psubst (inh P D ds []) g = Some g'
    | None => fd_guard d' = None end.
Proof.
  intros I Fd. destruct (super_resolved_in _ _ _ I) as (c & L & _ & R). unfold field_resolved in R. bools.
  destruct (fieldd_in _ _ _ _ Fd) as [Id <-]. specialize (R _ Id). rewrite Fd in R. destruct (cls_of_in _ _ _ L) as [_ EC]. rewrite EC in R.
  destruct (fieldd P C (fd_name d)) as [d'|]; [|discriminate]. bools. exists d'. split; auto. split; [apply Bool.eqb_prop; auto|].
  split; [apply ty_is_tsubst; auto|].
  match goal with A : opath_is _ _ _ = true |- _ => unfold opath_is in A; revert A end.
  destruct (fd_guard d) as [g|], (fd_guard d') as [g'|]; try discriminate; auto.
  destruct (psubst (inh P D ds []) g) as [g0|]; try discriminate. intros A. apply path_eqb_eq in A. subst. eauto.
Qed.
(** So is a method, which may be another one of the same signature. *)
Lemma overrides_ok C D ds m d : In (D, ds) (supers P C) -> methd P D m = Some d ->
  exists d', methd P C m = Some d' /\ map fst (m_params d') = map fst (m_params d) /\
    let th := inh P D ds (map fst (m_params d)) in
    Forall2 (tsubst th) (map snd (m_params d)) (map snd (m_params d')) /\
    tsubst th (m_ret d) (m_ret d') /\
    (off P PROG_override_requires = false -> same_locks th (m_req d) (m_req d')).
Proof.
  unfold supers. destruct (cls_of P C) as [c|] eqn:L; [|intros []]. intros I M. destruct (cls_of_in _ _ _ L) as [Ic EC].
  destruct (override_type P WF _ _ _ _ _ Ic I M) as (d' & M' & Ov). destruct (Ov (on_override P WF)) as (N & T & R). rewrite EC in M'. exists d'. split; auto. split; auto. simpl.
  split; auto. split; auto. intros On. eapply (override_requires P WF On); eauto. congruence.
Qed.
(** Fields have different names. *)
Lemma field_names C : NoDup (map fd_name (fields P C)).
Proof.
  unfold fields. destruct (cls_of P C) as [c|] eqn:L; [|constructor]. apply (fields_once P WF). eapply cls_of_in; eauto.
Qed.
(** The owner of a field has it with that initialiser, and judges it. *)
Lemma field_owner C f d : fieldd P C f = Some d -> In (fd_owner d, fd_oargs d) (supers P C) /\
  exists d0, fieldd P (fd_owner d) f = Some d0 /\ fd_init d0 = fd_init d /\ field_ok P (fd_owner d) d0.
Proof.
  intros Fd. destruct (fieldd_in _ _ _ _ Fd) as [I <-]. pose proof I as I0. unfold fields in I0.
  destruct (cls_of P C) as [c|] eqn:L; [|contradiction]. destruct (cls_of_in _ _ _ L) as [Ic <-].
  destruct (fields_owned P WF _ _ Ic I0) as (S & d0 & F0 & O0 & E0). split; auto. exists d0. split; auto. split; auto.
  destruct (fieldd_in _ _ _ _ F0) as [J _]. unfold fields in J.
  destruct (cls_of P (fd_owner d)) as [co|] eqn:Lo; [|contradiction]. destruct (cls_judged _ _ Lo) as [[] EO]. rewrite <- EO. apply field; auto. congruence.
Qed.
(** The owner of a method has it with that body, and judges it. *)
Lemma method_owner C m d : methd P C m = Some d -> In (m_owner d, m_oargs d) (supers P C) /\
  exists d0, methd P (m_owner d) m = Some d0 /\ m_decl d0 = m_decl d /\ method_ok P (m_owner d) (m_decl d) /\
    map fst (m_params d0) = canons (length (params_of d)) /\
    Forall2 (tsubst (renaming P (m_owner d) (params_of d))) (map snd (s_params (m_decl d))) (map snd (m_params d0)) /\
    tsubst (renaming P (m_owner d) (params_of d)) (s_ret (m_decl d)) (m_ret d0) /\
    psubsts (renaming P (m_owner d) (params_of d)) (s_req (m_decl d)) (m_req d0).
Proof.
  intros M. destruct (methd_in _ _ _ _ M) as [I <-]. pose proof I as I0. unfold meths in I0.
  destruct (cls_of P C) as [c|] eqn:L; [|contradiction]. destruct (cls_of_in _ _ _ L) as [Ic <-].
  destruct (methods_owned P WF _ _ Ic I0) as (S & d0 & F0 & O0 & E0 & R). split; auto. exists d0. split; auto. split; auto. split; auto.
  destruct (methd_in _ _ _ _ F0) as [J _]. unfold meths in J.
  destruct (cls_of P (m_owner d)) as [co|] eqn:Lo; [|contradiction]. destruct (cls_judged _ _ Lo) as [[] EO]. rewrite <- EO, <- E0. apply method; auto. congruence.
Qed.
(** Parameters have their canonical names, which are those of no ghost. *)
Lemma params_canon C m d : methd P C m = Some d -> map fst (m_params d) = canons (length (params_of d)).
Proof.
  intros M. destruct (method_owner _ _ _ M) as (S & d0 & M0 & _ & _ & N0 & _).
  destruct (overrides_ok _ _ _ _ _ S M0) as (d' & M' & N & _). congruence.
Qed.
(** So no parameter is a ghost. *)
Lemma params_fresh C m d x : methd P C m = Some d -> In x (map fst (m_params d)) -> ~ In x (ghosts P C).
Proof.
  intros M I G. rewrite (params_canon _ _ _ M) in I. apply canons_are in I.
  unfold ghosts, gdecls in G. destruct (cls_of P C) as [c|] eqn:L; [|contradiction].
  pose proof (cls_resolved _ _ L) as R. unfold class_resolved in R. bools.
  match goal with A : forall x, In x (map fst (c_ghosts c)) -> _ |- _ => specialize (A _ G); rewrite I in A end. discriminate.
Qed.
(** Superclasses of a shared class are shared. *)
Lemma shared_super C D ds : off P CLASS3_super_shared = false -> In (D, ds) (supers P C) -> local P C = false -> local P D = false.
Proof.
  unfold supers. destruct (cls_of P C) as [c|] eqn:L; [|intros _ []]. unfold local at 1. rewrite L. intros On I N.
  destruct (cls_judged _ _ L) as [[] _]. eauto.
Qed.
(** The fields of a shared class are shareable where they are declared, which is in a shared class too. *)
Lemma shareable_field C d : off P CLASS3_super_shared = false -> off P CLASS3_shareable = false -> local P C = false -> In d (fields P C) -> shareable P d.
Proof.
  intros On Sh N I. assert (Fd : fieldd P C (fd_name d) = Some d) by (apply (find_once fd_name); auto; apply field_names).
  destruct (fieldd_in _ _ _ _ Fd) as [I0 _]. unfold fields in I0.
  destruct (cls_of P C) as [c|] eqn:L; [|contradiction]. destruct (cls_of_in _ _ _ L) as [Ic EC].
  destruct (fields_owned P WF _ _ Ic I0) as (S & d0 & F0 & O0 & _). rewrite EC in S.
  pose proof (shared_super _ _ _ On S N) as No. destruct (fieldd_in _ _ _ _ F0) as [J _].
  assert (Sd : shareable P d0).
  { unfold fields, local in *. destruct (cls_of P (fd_owner d)) as [co|] eqn:Lo; [|contradiction].
    destruct (cls_judged _ _ Lo) as [[] EO]. apply shareable_; auto. congruence. }
  destruct (fields_inherited _ _ _ _ _ S F0) as (d' & F' & Fin & T & G). assert (d' = d) by congruence. subst d'.
  destruct Sd as [A B]. constructor.
  - intros O1. destruct (A O1) as [A'|A']; [left; congruence|right]. destruct (fd_guard d0); [|congruence].
    destruct G as (g' & Eg & _). congruence.
  - intros O1. specialize (B O1). inversion T as [Ea Eb|Ea Eb|Ea Eb|Ea Eb|D ls ls' Sl Ea Eb]; rewrite <- ?Ea, <- ?Eb in *; auto.
Qed.
(** A call through a shared class runs the body of a shared class. *)
Lemma override_shared C D ds m d d' : off P OVERRIDE_OK_not_from_shared = false -> In (D, ds) (supers P C) -> local P D = false -> methd P D m = Some d -> methd P C m = Some d' ->
  local P (m_owner d') = false.
Proof.
  intros On I N M M'. destruct (methd_in _ _ _ _ M') as [I' <-]. revert I I'. unfold supers, meths.
  destruct (cls_of P C) as [c|] eqn:L; [|intros []]. intros I I'.
  destruct (cls_judged _ _ L) as [[] _]. eapply override; eauto. congruence.
Qed.
End Facts.
