(** The rules give the scoping that resolving needs, so for programs as declared its structure need not be asked for. *)
Require Import Lineage Steps.
Open Scope list_scope.

Section Declared.
Variable S : source.
Notation P := (resolve S).

(** The predicates of section 4, and every class judged by the rules. *)
Record declared : Prop := {
  classes_once : NoDup (map d_name (all_decls S));
  lines_end : forall d, In d (all_decls S) -> grounded S d = true;
  fields_of_one_name : forall d, In d (all_decls S) -> NoDup (map fd_name (fields P (d_name d)));
  methods_of_one_name : forall d, In d (all_decls S) -> NoDup (map s_name (d_meths d));
  judged_classes : forall d, In d (all_decls S) -> class_ok P (resolve_class S d);
  names_plain : forall d x, In d (all_decls S) -> In x (ghost_names d) -> is_canon x = false
}.
Variable D : declared.

(** What is in scope in a class. *)
Lemma found d : In d (all_decls S) -> cls_of P (d_name d) = Some (resolve_class S d).
Proof.
  intros I. rewrite cls_resolve. unfold decl_of. rewrite (find_once d_name _ _ (classes_once D) I). auto.
Qed.
(** Its ghosts are; *)
Lemma genv_scope d x : In d (all_decls S) -> lookup x (genv P (d_name d)) <> None -> In x (ghost_names d).
Proof.
  intros I. rewrite lookup_genv. unfold gdecls. rewrite (found d I). cbn [c_ghosts resolve_class].
  destruct (lookup x (d_ghosts d)) eqn:L; [|congruence]. intros _. eapply lookup_in; eauto.
Qed.
(** [this] and they are; *)
Lemma cenv_scope d l : In d (all_decls S) -> lookup (root l) (cenv P (d_name d)) <> None -> in_class d l.
Proof.
  intros I. unfold cenv. simpl lookup. destruct (ideq (root l) this) eqn:E; [left; apply ideq_eq; auto|].
  intros L. right. eapply genv_scope; eauto.
Qed.
(** parameters are, where a body is. *)
Lemma params_scope ps : forall E x, lookup x (with_params E ps) <> None -> In x (map fst ps) \/ lookup x E <> None.
Proof.
  induction ps as [|[y t] ps IH]; simpl; intros E x L; auto. destruct (IH _ _ L) as [J|J]; auto. simpl in J.
  destruct (ideq x y) eqn:Ey; auto. apply ideq_eq in Ey. auto.
Qed.
(** A lock of an annotation starts in scope. *)
Lemma lock_scope E l : lock_ok P E l -> lookup (root l) E <> None.
Proof. intros (C & ls & F). eapply final_root; eauto. Qed.
(** So does what a type mentions. *)
Lemma type_scope E C ls l : wf_ty P E (TCls C ls) -> In l ls -> lookup (root l) E <> None.
Proof. intros W I. eapply wf_ty_scope; eauto. simpl. apply in_map. auto. Qed.
(** The owner's own names stay. *)
Lemma own_root d l : root (psub (from d (map pvar (ghost_names d)) []) l) = root l.
Proof.
  unfold psub, psubst, from. simpl. destruct (ideq (root l) this) eqn:E; [apply ideq_eq in E; simpl; auto|].
  induction (ghost_names d) as [|y names IH]; simpl; auto. destruct (ideq (root l) y) eqn:Ey; auto. apply ideq_eq in Ey. simpl. auto.
Qed.
(** A class lists its own fields, *)
Lemma own_field d f : In f (d_fields d) -> In (inherit_field (d, map pvar (ghost_names d)) f) (c_fields (resolve_class S d)).
Proof.
  intros I. cbn [c_fields resolve_class]. apply in_flat_map. exists (d, map pvar (ghost_names d)). split; [|apply in_map; auto].
  apply -> in_rev. apply ancestry_self.
Qed.
(** and its own methods. *)
Lemma own_meth d m : In m (d_meths d) -> In (inherit_method (d, map pvar (ghost_names d)) m) (c_meths (resolve_class S d)).
Proof.
  intros I. cbn [c_meths resolve_class]. assert (X : exists rest, ancestry S d = (d, map pvar (ghost_names d)) :: rest).
  { unfold ancestry. destruct (length (decls S)); simpl; eauto. }
  destruct X as (rest & ->). cbn [methods_of]. apply in_or_app. left. apply in_map. apply filter_In. split; auto.
Qed.

(** [CLASS3]/super-type *)
Lemma declared_supers : supers_declared S.
Proof.
  refine {| names_once := classes_once D; ends := lines_end D |}.
  - intros d I. destruct (judged_classes D _ I) as [[N _] _ _ _ _ _ _ _]. exact N.
  - intros d C ls I E. destruct (judged_classes D _ I) as [_ _ Sup _ _ _ _ _]. specialize (Sup eq_refl C ls E). inversion Sup as [| |? ? ss K A Sc F T]; subst.
    rewrite cls_resolve in K. destruct (decl_of S C) as [d'|] eqn:Dc; [|simpl in K; congruence]. exists d'. split; auto.
    unfold gdecls in A. rewrite cls_resolve, Dc in A. cbn [option_map c_ghosts resolve_class] in A. unfold ghost_names. rewrite map_length.
    split; auto. intros l Il. eapply genv_scope; eauto.
Qed.
(** [FIELD]/type, [FIELD]/guard-final *)
Lemma declared_fields : fields_declared S.
Proof.
  refine {| fields_different := fields_of_one_name D |}.
  - intros d I. destruct (judged_classes D _ I) as [[_ T] _ _ _ _ _ _ _]. exact T.
  - intros d f C ls l I J E Il. destruct (judged_classes D _ I) as [_ _ _ _ Fo _ _ _].
    destruct (Fo _ (own_field d f J) eq_refl) as [s W _ _ _]. specialize (W eq_refl). cbn [fd_ty inherit_field fst snd] in W. rewrite E in W.
    cbn [tsub] in W. apply cenv_scope; auto. change (c_name (resolve_class S d)) with (d_name d) in W. rewrite <- (own_root d l).
    eapply type_scope; eauto. apply (in_map (psub (from d (map pvar (ghost_names d)) []))). auto.
  - intros d f g I J E. destruct (judged_classes D _ I) as [_ _ _ _ Fo _ _ _].
    destruct (Fo _ (own_field d f J) eq_refl) as [s _ G _ _]. cbn [fd_guard inherit_field fst snd] in G. rewrite E in G.
    apply cenv_scope; auto. rewrite <- (own_root d g). apply lock_scope. apply G; auto.
Qed.
(** [METHOD]/params, return-type, requires-final *)
Lemma declared_methods : methods_declared S.
Proof.
  refine {| names_different := methods_of_one_name D |}.
  - intros d m t l I J It (C & ls & -> & Il). destruct (judged_classes D _ I) as [_ _ _ _ _ Mo _ _].
    destruct (Mo _ (own_meth d m J) eq_refl) as [s Ps R _ _ _]. cbn [m_decl inherit_method] in *. change (c_name (resolve_class S d)) with (d_name d) in *.
    unfold in_method. destruct It as [It|It].
    + destruct (R eq_refl) as [R'|R']; [rewrite R' in It; discriminate|]. rewrite It in R'.
      destruct (params_scope _ _ _ (type_scope _ _ _ _ R' Il)) as [K|K]; auto. right. apply cenv_scope; auto.
    + assert (X : forall ps E, params_ok P E ps -> In (TCls C ls) (map snd ps) -> In (root l) (map fst ps) \/ lookup (root l) E <> None).
      { induction ps as [|[y u] ps IH]; simpl; intros E O K; [contradiction|]. destruct O as [[Sc _ _] O]. destruct K as [->|K].
        - right. apply Sc. simpl. apply in_map. auto.
        - destruct (IH _ O K) as [Q|Q]; auto. simpl in Q. destruct (ideq (root l) y) eqn:Ey; auto. apply ideq_eq in Ey. auto. }
      destruct (X _ _ Ps It) as [K|K]; auto. right. apply cenv_scope; auto.
  - intros d m l I J Il. destruct (judged_classes D _ I) as [_ _ _ _ _ Mo _ _].
    destruct (Mo _ (own_meth d m J) eq_refl) as [s _ _ Q _ _]. cbn [m_decl inherit_method] in *. change (c_name (resolve_class S d)) with (d_name d) in *.
    unfold in_method. destruct (params_scope _ _ _ (lock_scope _ _ (Q eq_refl l Il))) as [K|K]; auto. right. apply cenv_scope; auto.
Qed.
(** So the structure that [wf_prog] asks for is there. *)
Theorem structure : resolved P = true /\
  (forall c x, In c (classes P) -> In x (c_fields c) -> field_owned P (c_name c) x) /\
  (forall c x, In c (classes P) -> In x (c_meths c) -> method_owned P (c_name c) x).
Proof.
  exact (resolving S declared_supers declared_fields declared_methods (names_plain D)).
Qed.

(** A program as declared that keeps the rules is well formed: its structure is no condition. *)
Theorem declared_wf :
  (forall c E ds m d, In c (classes P) -> In (E, ds) (c_supers c) -> methd P E m = Some d ->
     exists d', methd P (c_name c) m = Some d' /\ overrides P E ds d d' /\
       same_locks (inh P E ds (map fst (m_params d))) (m_req d) (m_req d')) ->
  types_finite P = true -> wf_prog P.
Proof.
  intros O T. destruct structure as (H & F & M). assert (Cl : forall c, In c (classes P) -> exists d, In d (all_decls S) /\ c = resolve_class S d).
  { intros c I. apply in_map_iff in I. destruct I as (d & <- & I). eauto. }
  constructor; auto.
  - unfold resolve. cbn [classes]. rewrite map_map. exact (classes_once D).
  - intros c I. destruct (Cl _ I) as (d & J & ->). pose proof (fields_of_one_name D _ J) as N. unfold fields in N. rewrite (found d J) in N. exact N.
  - intros c E ds m d I J K. destruct (O _ _ _ _ _ I J K) as (d' & M' & Ov & _). eauto.
  - intros _ c E ds m d d' I J K K'. destruct (O _ _ _ _ _ I J K) as (d1 & M' & _ & L). congruence.
  - intros c I. destruct (Cl _ I) as (d & J & ->). apply (judged_classes D). auto.
Qed.
End Declared.
