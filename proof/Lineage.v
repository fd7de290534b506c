(** Resolution: the line of superclasses of a class is the class, and the line of its superclass in its terms. *)
Require Export Resolve Facts.
Open Scope list_scope.

Section Lineage.
Variable S : source.

(** What the rules ask of superclasses: each is declared, with as many ghosts as it is given, which are ghosts of the class. *)
Record supers_declared : Prop := {
  names_once : NoDup (map d_name (all_decls S));
  ghosts_once : forall d, In d (all_decls S) -> NoDup (ghost_names d);
  super_declared : forall d C ls, In d (all_decls S) -> super_of d = Some (C, ls) ->
    exists d', decl_of S C = Some d' /\ length ls = length (ghost_names d') /\ (forall l, In l ls -> In (root l) (ghost_names d));
  ends : forall d, In d (all_decls S) -> grounded S d = true
}.
Variable OK : supers_declared.

(** A class that is found is one of the program, with that name. *)
Lemma decl_of_in C d : decl_of S C = Some d -> In d (all_decls S) /\ d_name d = C.
Proof. intros F. apply find_some in F. destruct F as [I E]. apply ideq_eq in E. auto. Qed.
(** A class is found by its name. *)
Lemma decl_found d : In d (all_decls S) -> decl_of S (d_name d) = Some d.
Proof. intros I. unfold decl_of. apply (find_once d_name); auto. apply names_once; auto. Qed.

(** A variable that something is put for. *)
Lemma psub_some th l a : lookup (root l) th = Some (Some a) -> psub th l = Path (root a) (flds a ++ flds l).
Proof. intros L. unfold psub, psubst. rewrite L. auto. Qed.
(** Substituting in what was substituted. *)
Lemma psub_twice th names args l : length args = length names -> In (root l) names ->
  psub (combine names (somes (map (psub th) args))) l = psub th (psub (combine names (somes args)) l).
Proof.
  intros Ln I.
  assert (X : exists a, lookup (root l) (combine names (somes args)) = Some (Some a) /\
     lookup (root l) (combine names (somes (map (psub th) args))) = Some (Some (psub th a))).
  { revert args Ln I. induction names as [|y names IH]; intros [|a args] Ln I; simpl in *; try discriminate; [contradiction|].
    destruct (ideq (root l) y) eqn:E; [eauto|]. apply IH; [lia|]. destruct I as [->|I]; auto. rewrite ideq_refl in E. discriminate. }
  destruct X as (a & X1 & X2). rewrite (psub_some _ _ _ X1), (psub_some _ _ _ X2). unfold psub, psubst. simpl.
  destruct (lookup (root a) th) as [[q|]|]; simpl; rewrite ?app_assoc; auto.
Qed.
(** A line in other terms. *)
Lemma line_subst th n d args : In d (all_decls S) -> length args = length (ghost_names d) ->
  line S n d (map (psub th) args) = map (fun o => (fst o, map (psub th) (snd o))) (line S n d args).
Proof.
  revert d args. induction n as [|n IH]; intros d args I Ln; simpl; auto. f_equal.
  destruct (super_of d) as [[C ls]|] eqn:E; auto. destruct (super_declared OK _ _ _ I E) as (d' & F & Ll & R). rewrite F.
  destruct (decl_of_in _ _ F) as [I' _]. rewrite <- IH; auto; [|rewrite map_length; auto].
  f_equal. rewrite map_map. apply map_ext_in. intros l Il. apply psub_twice; auto.
Qed.
(** The line ends at [Object], however far it may go on. *)
Definition reaches (l : list (decl * list path)) : bool := existsb (fun o => ideq (d_name (fst o)) object_name) l.
Lemma line_more n k d args : reaches (line S n d args) = true -> line S (n + k) d args = line S n d args.
Proof.
  revert d args. induction n as [|n IH]; intros d args R; simpl in *.
  - rewrite orb_false_r in R. destruct k; simpl; auto. unfold super_of. rewrite R. auto.
  - f_equal. destruct (super_of d) as [[C ls]|] eqn:E; auto. destruct (decl_of S C) as [d'|] eqn:F; auto.
    apply IH. apply orb_true_iff in R. destruct R as [R|R]; auto. unfold super_of in E. rewrite R in E. discriminate.
Qed.
(** Variables that stand for themselves. *)
Lemma psub_self names args : NoDup names -> length args = length names -> map (psub (combine names (somes args))) (map pvar names) = args.
Proof.
  revert args. induction names as [|y names IH]; intros [|a args] N Ln; simpl in *; try discriminate; auto. inversion N as [|? ? Ny N']; subst.
  f_equal.
  - unfold psub, psubst. simpl. rewrite ideq_refl. destruct a. simpl. rewrite app_nil_r. auto.
  - rewrite <- (IH args) at 2; auto. rewrite !map_map. apply map_ext_in. intros x I. unfold psub, psubst. simpl.
    rewrite ideq_neq; auto. intros ->. auto.
Qed.
(** The superclass has its own line, and the class has it in its terms. *)
Lemma ancestry_step d C ls : In d (all_decls S) -> super_of d = Some (C, ls) ->
  exists d', decl_of S C = Some d' /\
    ancestry S d = (d, map pvar (ghost_names d)) ::
      map (fun o => (fst o, map (psub (combine (ghost_names d') (somes ls))) (snd o))) (ancestry S d').
Proof.
  intros I E. destruct (super_declared OK _ _ _ I E) as (d' & F & Ll & R). destruct (decl_of_in _ _ F) as [I' _].
  exists d'. split; auto. unfold ancestry.
  assert (Own : map (psub (combine (ghost_names d) (somes (map pvar (ghost_names d))))) ls = ls).
  { rewrite <- (map_id ls) at 2. apply map_ext_in. intros l Il. specialize (R _ Il). unfold psub, psubst.
    assert (X : lookup (root l) (combine (ghost_names d) (somes (map pvar (ghost_names d)))) = Some (Some (pvar (root l)))).
    { clear - R. induction (ghost_names d) as [|y names IH]; simpl in *; [contradiction|]. destruct (ideq (root l) y) eqn:Ey.
      - apply ideq_eq in Ey. subst. auto.
      - destruct R as [->|R]; auto. rewrite ideq_refl in Ey. discriminate. }
    rewrite X. destruct l. auto. }
  rewrite <- line_subst; auto; [|rewrite map_length; auto]. rewrite psub_self; auto; [|apply (ghosts_once OK); auto].
  pose proof (ends OK _ I') as G'. pose proof (ends OK _ I) as G. unfold grounded, ancestry in *. destruct (decls S) as [|d0 ds] eqn:Ed.
  - (* only Object *) exfalso. unfold all_decls in I. rewrite Ed in I. destruct I as [<-|[]]. discriminate E.
  - cbn [length] in *.
    assert (U : line S (Datatypes.S (length ds)) d (map pvar (ghost_names d)) = (d, map pvar (ghost_names d)) :: line S (length ds) d' ls).
    { cbn [line]. rewrite E, F, Own. auto. }
    rewrite U in *. f_equal. symmetry. replace (Datatypes.S (length ds)) with (length ds + 1) by lia. apply line_more.
    unfold reaches. cbn [existsb fst] in G. apply orb_true_iff in G. destruct G as [G|G]; auto.
    unfold super_of in E. rewrite G in E. discriminate.
Qed.

(** A line, in the terms of a class that gives these arguments. *)
Definition in_terms (e : decl) (es : list path) (o : decl * list path) : decl * list path :=
  (fst o, map (psub (combine (ghost_names e) (somes es))) (snd o)).
(** What a variable of the list becomes starts where one of the arguments starts. *)
Lemma psub_root names args l : length args = length names -> In (root l) names ->
  exists a, In a args /\ root (psub (combine names (somes args)) l) = root a.
Proof.
  intros Ln I. assert (X : exists a, In a args /\ lookup (root l) (combine names (somes args)) = Some (Some a)).
  { revert args Ln I. induction names as [|y names IH]; intros [|a args] Ln I; simpl in *; try discriminate; [contradiction|].
    destruct (ideq (root l) y) eqn:E; [eauto|]. destruct (IH args) as (b & Ib & Lb); [lia| |eauto].
    destruct I as [->|I]; auto. rewrite ideq_refl in E. discriminate. }
  destruct X as (a & Ia & La). exists a. rewrite (psub_some _ _ _ La). auto.
Qed.
(** Every superclass in a line has its own line behind it, in the terms of the class. *)
Lemma line_suffix n : forall d pre e es rest, length (ancestry S d) <= n -> In d (all_decls S) ->
  ancestry S d = pre ++ (e, es) :: rest ->
  In e (all_decls S) /\ length es = length (ghost_names e) /\ (forall l, In l es -> In (root l) (ghost_names d)) /\
  (e, es) :: rest = map (in_terms e es) (ancestry S e).
Proof.
  induction n as [|n IH]; intros d pre e es rest Ln I A.
  { rewrite A, app_length in Ln. simpl in Ln. lia. }
  assert (Hd : forall o, In o (ancestry S d) -> forall l, In l (snd o) -> In (root l) (ghost_names d)).
  { destruct (super_of d) as [[C ls]|] eqn:E.
    - destruct (ancestry_step _ _ _ I E) as (d' & F & St). destruct (super_declared OK _ _ _ I E) as (d2 & F2 & Ll & R).
      assert (d2 = d') by congruence. subst. destruct (decl_of_in _ _ F) as [I' _]. rewrite St in *.
      intros o [<-|J] l Il; simpl in Il.
      + apply in_map_iff in Il. destruct Il as (x & <- & Ix). auto.
      + apply in_map_iff in J. destruct J as (o' & <- & J). simpl in Il. apply in_map_iff in Il. destruct Il as (l' & <- & Il).
        destruct (in_split _ _ J) as (p1 & p2 & Sp). destruct o' as [e' es'].
        destruct (IH d' p1 e' es' p2) as (_ & _ & Rt & _); auto; [simpl in Ln; rewrite map_length in Ln; lia|].
        destruct (psub_root (ghost_names d') ls l') as (a & Ia & ->); auto.
    - unfold ancestry. intros o J l Il. destruct (length (decls S)); simpl in J; rewrite ?E in J; destruct J as [<-|[]];
        simpl in Il; apply in_map_iff in Il; destruct Il as (x & <- & Ix); auto. }
  destruct pre as [|x pre].
  - (* the class itself *)
    assert (Ed : (e, es) = (d, map pvar (ghost_names d))).
    { unfold ancestry in A. destruct (length (decls S)); simpl in A; congruence. }
    injection Ed as -> ->. split; auto. split; [rewrite map_length; auto|]. split; [intros l Il; apply (Hd (d, map pvar (ghost_names d))); auto; rewrite A; simpl; auto|].
    simpl in A. rewrite <- A. rewrite <- (map_id (ancestry S d)) at 1. apply map_ext_in. intros [e1 es1] J. unfold in_terms. simpl. f_equal.
    rewrite <- (map_id es1) at 1. apply map_ext_in. intros l Il. pose proof (Hd _ J _ Il) as Rl.
    assert (X : lookup (root l) (combine (ghost_names d) (somes (map pvar (ghost_names d)))) = Some (Some (pvar (root l)))).
    { clear - Rl. induction (ghost_names d) as [|y names IHn]; simpl in *; [contradiction|]. destruct (ideq (root l) y) eqn:Ey.
      - apply ideq_eq in Ey. subst. auto.
      - destruct Rl as [->|Rl]; auto. rewrite ideq_refl in Ey. discriminate. }
    rewrite (psub_some _ _ _ X). destruct l. auto.
  - destruct (super_of d) as [[C ls]|] eqn:E.
    2:{ exfalso. unfold ancestry in A. destruct (length (decls S)); simpl in A; rewrite ?E in A; injection A as _ A; destruct pre; discriminate. }
    destruct (ancestry_step _ _ _ I E) as (d' & F & St). destruct (super_declared OK _ _ _ I E) as (d2 & F2 & Ll & R).
    assert (d2 = d') by congruence. subst. destruct (decl_of_in _ _ F) as [I' _]. rewrite St in A. injection A as _ A.
    apply map_eq_app in A. destruct A as (p1 & p2 & Sp & _ & Ep). apply map_eq_cons in Ep. destruct Ep as ([e' es'] & p3 & -> & Eh & Et).
    unfold in_terms in *. simpl in Eh. injection Eh as -> <-.
    assert (Ln' : length (ancestry S d') <= n) by (rewrite St in Ln; simpl in Ln; rewrite map_length in Ln; lia).
    destruct (IH d' p1 e es' p3 Ln' I' Sp) as (Ie & Le & Re & Su). split; auto. split; [rewrite map_length; auto|]. split.
    + intros l Il. apply in_map_iff in Il. destruct Il as (l' & <- & Il). destruct (psub_root (ghost_names d') ls l') as (a & Ia & ->); auto.
    + rewrite <- Et. change ((e, map (psub (combine (ghost_names d') (somes ls))) es') :: map (fun o => (fst o, map (psub (combine (ghost_names d') (somes ls))) (snd o))) p3)
        with (map (fun o => (fst o, map (psub (combine (ghost_names d') (somes ls))) (snd o))) ((e, es') :: p3)).
      rewrite Su, map_map. apply map_ext_in. intros [e1 es1] J. simpl. f_equal. rewrite map_map. apply map_ext_in. intros l Il.
      symmetry. apply psub_twice; auto.
      assert (Le1 : length (ancestry S e) <= n).
      { rewrite Sp, app_length in Ln'. pose proof (f_equal (@length _) Su) as Ls. rewrite map_length in Ls. simpl in Ls, Ln'. lia. }
      destruct (in_split _ _ J) as (q1 & q2 & Sq). destruct (IH e q1 e1 es1 q2 Le1 Ie Sq) as (_ & _ & Re1 & _). auto.
Qed.

(** ** The resolved program *)
Notation P := (resolve S).
Definition entry (o : decl * list path) : id * list path := (d_name (fst o), snd o).
(** Its classes are those that are declared. *)
Lemma cls_resolve C : cls_of P C = option_map (resolve_class S) (decl_of S C).
Proof.
  unfold cls_of, decl_of, resolve. cbn [classes]. generalize (all_decls S) as l.
  induction l as [|d l IH]; [reflexivity|]. cbn [map find]. simpl c_name. destruct (ideq C (d_name d)); auto.
Qed.
(** So are their ghosts; *)
Lemma ghosts_resolve d : In d (all_decls S) -> ghosts P (d_name d) = ghost_names d.
Proof. intros I. unfold ghosts, gdecls. rewrite cls_resolve, (decl_found d I). auto. Qed.
(** and their superclasses are their lines. *)
Lemma supers_resolve d : In d (all_decls S) -> supers P (d_name d) = map entry (ancestry S d).
Proof. intros I. unfold supers. rewrite cls_resolve, (decl_found d I). auto. Qed.
(** A substitution of every ghost is defined for what mentions ghosts alone. *)
Lemma psubsts_defined names args ls : length args = length names -> (forall l, In l ls -> In (root l) names) ->
  psubsts_b (combine names (somes args)) ls = Some (map (psub (combine names (somes args))) ls).
Proof.
  intros Ln. induction ls as [|l ls IH]; simpl; intros R; auto. rewrite IH by auto.
  assert (X : psubst (combine names (somes args)) l <> None).
  { specialize (R l (or_introl eq_refl)). clear IH. unfold psubst. revert args Ln R. induction names as [|y names IHn]; intros [|a args] Ln R;
      simpl in *; try discriminate; [contradiction|]. destruct (ideq (root l) y) eqn:E; [discriminate|].
    apply IHn; [lia|]. destruct R as [->|R]; auto. rewrite ideq_refl in E. discriminate. }
  unfold psub at 2. destruct (psubst (combine names (somes args)) l); congruence.
Qed.
(** What a superclass lists, the class lists behind it, in its terms. *)
Lemma above_terms e es o : In e (all_decls S) -> length es = length (ghost_names e) -> In o (ancestry S e) ->
  above P (d_name e) es (d_name (fst o)) (snd o) (snd (in_terms e es o)) = true.
Proof.
  intros I Ln J. unfold above. rewrite ghosts_resolve by auto. rewrite psubsts_defined; auto.
  - unfold paths_are. simpl. apply list_eqb_refl. apply path_eqb_refl.
  - destruct (in_split _ _ J) as (p1 & p2 & Sp). destruct o as [e1 es1].
    destruct (line_suffix _ _ _ _ _ _ (le_n _) I Sp) as (_ & _ & R & _). auto.
Qed.
(** The hierarchy of a resolved program is what [resolved] asks for: superclasses know ghosts alone, are transitive and in order. *)
Theorem hierarchy_resolves d : In d (all_decls S) -> let c := resolve_class S d in
  In (c_name c, map pvar (map fst (c_ghosts c))) (c_supers c) /\
  (forall s, In s (c_supers c) -> super_resolved P c s = true) /\ chain P (c_supers c) = true.
Proof.
  intros I c. assert (Sup : c_supers c = map entry (ancestry S d)) by reflexivity. rewrite Sup. split; [|split].
  - apply in_map_iff. exists (d, map pvar (ghost_names d)). split; auto. unfold ancestry. destruct (length (decls S)); simpl; auto.
  - intros s J. apply in_map_iff in J. destruct J as ([e es] & <- & J). destruct (in_split _ _ J) as (p1 & p2 & Sp).
    destruct (line_suffix _ _ _ _ _ _ (le_n _) I Sp) as (Ie & Le & R & Su). unfold super_resolved, entry. cbn [fst snd].
    rewrite !andb_true_iff. split; [split; [split|]|].
    + rewrite cls_resolve, (decl_found e Ie). auto.
    + rewrite ghosts_resolve by auto. apply Nat.eqb_eq. auto.
    + apply forallb_forall. intros l Il. apply mem_in. auto.
    + apply forallb_forall. intros s J2. rewrite supers_resolve in J2 by auto. apply in_map_iff in J2. destruct J2 as (o & <- & J2).
      apply existsb_exists. exists (entry (in_terms e es o)). split.
      * rewrite Sup. apply in_map. rewrite Sp. apply in_or_app. right. rewrite Su. apply in_map. auto.
      * simpl. rewrite ideq_refl. apply above_terms; auto.
  - assert (X : forall l pre, ancestry S d = pre ++ l -> chain P (map entry l) = true).
    { induction l as [|[e es] l IH]; intros pre Sp; [reflexivity|].
      destruct (line_suffix _ _ _ _ _ _ (le_n _) I Sp) as (Ie & Le & _ & Su).
      change (map entry ((e, es) :: l)) with (entry (e, es) :: map entry l). unfold entry at 1. cbn [chain fst snd]. apply andb_true_iff. split.
      - change ((d_name e, es) :: map entry l) with (map entry ((e, es) :: l)). rewrite Su. apply forallb_forall. intros s J.
        rewrite map_map in J. apply in_map_iff in J. destruct J as (o & <- & J). apply existsb_exists. exists (entry o). split.
        + rewrite supers_resolve by auto. apply in_map. auto.
        + simpl. rewrite ideq_refl. apply above_terms; auto.
      - apply (IH (pre ++ [(e, es)])). rewrite <- app_assoc. auto. }
    apply (X _ []). auto.
Qed.

(** ** Fields *)
(** What the rules ask of fields: one of a name in each class, types and guards that mention [this] and ghosts. *)
Definition in_class (e : decl) (l : path) : Prop := root l = this \/ In (root l) (ghost_names e).
Record fields_declared : Prop := {
  this_no_ghost : forall e, In e (all_decls S) -> ~ In this (ghost_names e);
  fields_different : forall e, In e (all_decls S) -> NoDup (map fd_name (fields P (d_name e)));
  types_scoped : forall e f C ls l, In e (all_decls S) -> In f (d_fields e) -> f_ty f = TCls C ls -> In l ls -> in_class e l;
  guards_scoped : forall e f g, In e (all_decls S) -> In f (d_fields e) -> f_guard f = Some g -> in_class e g
}.
Variable FD : fields_declared.

(** The fields of a class: those of each class of its line. *)
Lemma fields_resolve d x : In d (all_decls S) ->
  In x (fields P (d_name d)) <-> exists o f, In o (ancestry S d) /\ In f (d_fields (fst o)) /\ x = inherit_field o f.
Proof.
  intros I. unfold fields. rewrite cls_resolve, (decl_found d I). cbn [option_map]. unfold resolve_class at 1. cbn [c_fields]. rewrite in_flat_map. split.
  - intros (o & J & K). apply in_map_iff in K. destruct K as (f & <- & K). apply in_rev in J. eauto.
  - intros (o & f & J & K & ->). exists o. rewrite <- in_rev. split; auto. apply in_map. auto.
Qed.
(** Each is found by its name. *)
Lemma field_found d x : In d (all_decls S) -> In x (fields P (d_name d)) -> fieldd P (d_name d) (fd_name x) = Some x.
Proof. intros I J. unfold fieldd. apply (find_once fd_name); auto. apply (fields_different FD). auto. Qed.
(** A class is the first of its line. *)
Lemma ancestry_self d : In (d, map pvar (ghost_names d)) (ancestry S d).
Proof. unfold ancestry. destruct (length (decls S)); simpl; auto. Qed.
(** The owner has the field, with its initialiser. *)
Theorem fields_are_owned d x : In d (all_decls S) -> In x (fields P (d_name d)) -> field_owned P (d_name d) x.
Proof.
  intros I J. apply fields_resolve in J; auto. destruct J as ([e es] & f & J & K & ->). simpl in K. unfold field_owned. simpl.
  destruct (in_split _ _ J) as (p1 & p2 & Sp). destruct (line_suffix _ _ _ _ _ _ (le_n _) I Sp) as (Ie & _). split.
  - rewrite supers_resolve by auto. apply in_map_iff. exists (e, es). auto.
  - exists (inherit_field (e, map pvar (ghost_names e)) f). split; auto. apply (field_found e (inherit_field (e, map pvar (ghost_names e)) f)); auto.
    apply fields_resolve; auto. exists (e, map pvar (ghost_names e)), f. split; auto. apply ancestry_self.
Qed.
(** Going up a line in two steps or in one. *)
Lemma inherit_twice e es e1 es1 l : In e (all_decls S) -> In e1 (all_decls S) -> length es = length (ghost_names e) ->
  length es1 = length (ghost_names e1) -> (forall a, In a es1 -> In (root a) (ghost_names e)) -> in_class e1 l ->
  psubst (inh P (d_name e) es []) (psub (from e1 es1 []) l) = Some (psub (from e1 (map (psub (combine (ghost_names e) (somes es))) es1) []) l).
Proof.
  intros I I1 Ln Ln1 R [T|G]; unfold inh, inst, from; rewrite ghosts_resolve by auto; simpl app.
  - unfold psub, psubst. simpl. rewrite T, ideq_refl. simpl. auto.
  - assert (N : forall th, psub ((this, Some (pvar this)) :: th) l = psub th l).
    { intros th. unfold psub, psubst. simpl. rewrite ideq_neq; auto. intros X. rewrite X in G. exact (this_no_ghost FD _ I1 G). }
    rewrite !N, psub_twice by auto. destruct (psub_root (ghost_names e1) es1 l) as (a & Ia & Ra); auto.
    assert (Rg : In (root (psub (combine (ghost_names e1) (somes es1)) l)) (ghost_names e)) by (rewrite Ra; auto).
    set (l1 := psub (combine (ghost_names e1) (somes es1)) l) in *.
    pose proof (psubsts_defined (ghost_names e) es [l1] Ln) as D. simpl in D.
    assert (X : psubst ((this, Some (pvar this)) :: combine (ghost_names e) (somes es)) l1 = psubst (combine (ghost_names e) (somes es)) l1).
    { unfold psubst. simpl. rewrite ideq_neq; auto. intros X. rewrite X in Rg. exact (this_no_ghost FD _ I Rg). }
    rewrite X. destruct (psubst (combine (ghost_names e) (somes es)) l1); [|discriminate D; intros y [<-|[]]; auto].
    assert (Y : Some [p] = Some [psub (combine (ghost_names e) (somes es)) l1]) by (apply D; intros y [<-|[]]; auto). congruence.
Qed.
(** A field of a superclass is one of the class, in its terms. *)
Theorem fields_resolve_inherited d s : In d (all_decls S) -> In s (c_supers (resolve_class S d)) -> field_resolved P (resolve_class S d) s = true.
Proof.
  intros I J. change (c_supers (resolve_class S d)) with (map entry (ancestry S d)) in J. apply in_map_iff in J. destruct J as ([e es] & <- & J).
  destruct (in_split _ _ J) as (p1 & p2 & Sp). destruct (line_suffix _ _ _ _ _ _ (le_n _) I Sp) as (Ie & Le & Re & Su).
  unfold field_resolved, entry. cbn [fst snd]. apply forallb_forall. intros x K. rewrite (field_found e) by auto.
  apply fields_resolve in K; auto. destruct K as ([e1 es1] & f & K & Kf & ->). simpl in Kf.
  destruct (in_split _ _ K) as (q1 & q2 & Sq). destruct (line_suffix _ _ _ _ _ _ (le_n _) Ie Sq) as (I1 & L1 & R1 & _).
  set (y := inherit_field (in_terms e es (e1, es1)) f).
  assert (Fy : fieldd P (d_name d) (fd_name y) = Some y).
  { apply field_found; auto. apply fields_resolve; auto. exists (in_terms e es (e1, es1)), f. split; auto. rewrite Sp. apply in_or_app. right.
    rewrite Su. apply in_map. auto. }
  change (fd_name (inherit_field (e1, es1) f)) with (fd_name y). change (c_name (resolve_class S d)) with (d_name d). rewrite Fy.
  rewrite !andb_true_iff. split; [split; [apply Bool.eqb_reflx|]|].
  - unfold y, inherit_field, in_terms. cbn [fst snd fd_ty]. unfold ty_is. pose proof (types_scoped FD e1 f) as Sc.
    destruct (f_ty f) as [| | | |D ls]; try reflexivity. simpl tsub. unfold tsubst_b.
    assert (X : psubsts_b (inh P (d_name e) es []) (map (psub (from e1 es1 [])) ls) =
       Some (map (psub (from e1 (map (psub (combine (ghost_names e) (somes es))) es1) [])) ls)).
    { assert (Sc' : forall l, In l ls -> in_class e1 l) by (intros l Il; eapply Sc; eauto). clear Sc.
      induction ls as [|l ls IH]; simpl; auto. rewrite inherit_twice, IH; auto; intros; apply Sc'; simpl; auto. }
    rewrite X. apply ty_eqb_refl.
  - unfold y, inherit_field, in_terms. cbn [fst snd fd_guard]. unfold opath_is. pose proof (guards_scoped FD e1 f) as Sc.
    destruct (f_guard f) as [g|]; simpl; auto. rewrite inherit_twice by auto. apply path_eqb_refl.
Qed.

(** ** Methods *)
(** What the rules ask of methods: signatures mention [this], parameters and ghosts. *)
Definition in_method (e : decl) (m : meth) (l : path) : Prop := In (root l) (map fst (s_params m)) \/ in_class e l.
Record methods_declared : Prop := {
  names_different : forall e, In e (all_decls S) -> NoDup (map s_name (d_meths e));
  signatures_scoped : forall e m t l, In e (all_decls S) -> In m (d_meths e) -> In t (s_ret m :: map snd (s_params m)) ->
    (exists C ls, t = TCls C ls /\ In l ls) -> in_method e m l;
  requires_scoped : forall e m l, In e (all_decls S) -> In m (d_meths e) -> In l (s_req m) -> in_method e m l
}.
Variable MD : methods_declared.

(** A method of a class is that of a class of its line, *)
Lemma methods_of_in l seen x : In x (methods_of l seen) -> exists o m, In o l /\ In m (d_meths (fst o)) /\ x = inherit_method o m.
Proof.
  revert seen. induction l as [|o l IH]; simpl; intros seen I; [contradiction|]. apply in_app_or in I. destruct I as [I|I].
  - apply in_map_iff in I. destruct I as (m & <- & I). apply filter_In in I. exists o, m. tauto.
  - destruct (IH _ I) as (o' & m & J & K & E). eauto 6.
Qed.
(** and its own come first. *)
Lemma own_method d m : In d (all_decls S) -> In m (d_meths d) ->
  methd P (d_name d) (s_name m) = Some (inherit_method (d, map pvar (ghost_names d)) m).
Proof.
  intros I J. unfold methd, meths. rewrite cls_resolve, (decl_found d I). cbn [option_map]. unfold resolve_class at 1. cbn [c_meths].
  assert (X : exists rest, ancestry S d = (d, map pvar (ghost_names d)) :: rest).
  { unfold ancestry. destruct (length (decls S)); simpl; eauto. }
  destruct X as (rest & ->). simpl methods_of.
  assert (F : forall l : list meth, filter (fun m0 => negb (existsb (ideq (s_name m0)) [])) l = l).
  { induction l as [|a l IHl]; auto. cbn [filter existsb negb]. f_equal. exact IHl. }
  cbn [existsb] in F. rewrite F. generalize (methods_of rest (map s_name (d_meths d) ++ [])) as more. intros more.
  pose proof (names_different MD _ I) as N. clear F I. set (o := (d, map pvar (ghost_names d))).
  induction (d_meths d) as [|a l IH]; [contradiction|]. simpl map. simpl app. cbn [find]. inversion N as [|? ? Na N']; subst.
  change (m_name (inherit_method o a)) with (s_name a). destruct J as [->|J]; [rewrite ideq_refl; auto|].
  destruct (ideq (s_name m) (s_name a)) eqn:E; auto. apply ideq_eq in E. exfalso. apply Na. rewrite <- E. apply in_map. auto.
Qed.
(** The names that a class gives to the parameters and ghosts that it wrote. *)
Lemma from_own e m l : In e (all_decls S) -> in_method e m l ->
  psubst (renaming P (d_name e) (map fst (s_params m))) l =
  Some (psub (from e (map pvar (ghost_names e)) (map fst (s_params m))) l).
Proof.
  intros I J. unfold renaming, inst, from. rewrite ghosts_resolve by auto. unfold psub. set (th := (this, Some (pvar this)) :: _).
  assert (X : psubst th l <> None); [|destruct (psubst th l); congruence].
  unfold psubst, th. simpl. destruct (ideq (root l) this) eqn:Et; [discriminate|]. rewrite lookup_app.
  assert (K : forall names (ps : list path), length ps = length names -> In (root l) names -> exists q, lookup (root l) (combine names (somes ps)) = Some (Some q)).
  { clear. induction names as [|y names IH]; intros [|p ps] Ln I; simpl in *; try discriminate; [contradiction|].
    destruct (ideq (root l) y) eqn:E; [eauto|]. apply IH; [lia|]. destruct I as [->|I]; auto. rewrite ideq_refl in E. discriminate. }
  assert (L : length (map pvar (canons (length (map fst (s_params m))))) = length (map fst (s_params m))) by (rewrite map_length; apply canons_length).
  destruct J as [J|[J|J]].
  - destruct (K _ _ L J) as (q & ->). discriminate.
  - rewrite J, ideq_refl in Et. discriminate.
  - destruct (in_dec string_dec (root l) (map fst (s_params m))) as [J'|J'].
    + destruct (K _ _ L J') as (q & ->). discriminate.
    + rewrite lookup_nodom by auto. destruct (K _ (map pvar (ghost_names e)) (map_length _ _) J) as (q & ->). discriminate.
Qed.
(** The same for types. *)
Lemma from_own_ty e m t : In e (all_decls S) -> In m (d_meths e) -> In t (s_ret m :: map snd (s_params m)) ->
  tsubst (renaming P (d_name e) (map fst (s_params m))) t (tsub (from e (map pvar (ghost_names e)) (map fst (s_params m))) t).
Proof.
  intros I J K. pose proof (signatures_scoped MD e m t) as Sc. destruct t as [| | | |C ls]; simpl; constructor.
  assert (Sc' : forall l, In l ls -> in_method e m l) by (intros l Il; apply Sc; eauto). clear Sc K.
  induction ls as [|l ls IH]; simpl; constructor.
  - apply from_own; auto. apply Sc'. simpl. auto.
  - apply IH. intros k Ik. apply Sc'. simpl. auto.
Qed.
(** The owner has the method, with its body, and under the canonical names. *)
Theorem methods_are_owned d x : In d (all_decls S) -> In x (meths P (d_name d)) -> method_owned P (d_name d) x.
Proof.
  intros I J. unfold meths in J. rewrite cls_resolve, (decl_found d I) in J. cbn [option_map] in J. unfold resolve_class at 1 in J.
  cbn [c_meths] in J. apply methods_of_in in J. destruct J as ([e es] & m & J & K & ->). simpl in K.
  destruct (in_split _ _ J) as (p1 & p2 & Sp). destruct (line_suffix _ _ _ _ _ _ (le_n _) I Sp) as (Ie & _). unfold method_owned.
  simpl m_owner. simpl m_oargs. simpl m_name. split.
  - rewrite supers_resolve by auto. apply in_map_iff. exists (e, es). auto.
  - exists (inherit_method (e, map pvar (ghost_names e)) m). split; [apply own_method; auto|]. split; auto. split; auto.
    unfold params_of. simpl m_decl. simpl m_params. simpl m_ret. simpl m_req.
    assert (Ln : length (canons (length (map fst (s_params m)))) = length (map (tsub (from e (map pvar (ghost_names e)) (map fst (s_params m)))) (map snd (s_params m))))
      by (rewrite canons_length, !map_length; auto).
    split; [|split; [|split]].
    + revert Ln. generalize (map (tsub (from e (map pvar (ghost_names e)) (map fst (s_params m)))) (map snd (s_params m))) as ts.
      generalize (canons (length (map fst (s_params m)))) as cs. induction cs; intros [|t ts] Ln; simpl in *; try discriminate; auto. f_equal. auto.
    + assert (Sn : forall (cs : list id) (ts : list ty), length cs = length ts -> map snd (combine cs ts) = ts).
      { induction cs; intros [|t ts] L; simpl in *; try discriminate; auto. f_equal. auto. }
      rewrite (Sn _ _ Ln). pose proof (from_own_ty e m) as Ty.
      assert (Ty' : forall t, In t (map snd (s_params m)) -> tsubst (renaming P (d_name e) (map fst (s_params m))) t (tsub (from e (map pvar (ghost_names e)) (map fst (s_params m))) t))
        by (intros t It; apply Ty; simpl; auto).
      clear Ty Ln Sn. induction (map snd (s_params m)) as [|t ts IH]; simpl; constructor; [apply Ty'; simpl; auto|].
      apply IH. intros u Iu. apply Ty'. simpl. auto.
    + apply from_own_ty; simpl; auto.
    + pose proof (requires_scoped MD e m) as Rq. assert (Rq' : forall l, In l (s_req m) -> in_method e m l) by (intros l Il; apply Rq; auto). clear Rq.
      induction (s_req m) as [|l ls IH]; simpl; constructor; [apply from_own; auto; apply Rq'; simpl; auto|]. apply IH. intros k Ik. apply Rq'. simpl. auto.
Qed.

(** ** Together: what [wf_prog] asks of a resolved program beyond the rules ([hierarchy], [fields_owned], [methods_owned]) resolving gives,
    for every program whose declarations keep the scoping rules. *)
Theorem resolving : (forall e x, In e (all_decls S) -> In x (ghost_names e) -> is_canon x = false) ->
  resolved P = true /\
  (forall c x, In c (classes P) -> In x (c_fields c) -> field_owned P (c_name c) x) /\
  (forall c x, In c (classes P) -> In x (c_meths c) -> method_owned P (c_name c) x).
Proof.
  intros Plain. assert (Cl : forall c, In c (classes P) -> exists d, In d (all_decls S) /\ c = resolve_class S d).
  { intros c I. apply in_map_iff in I. destruct I as (d & <- & I). eauto. }
  split; [|split].
  - apply forallb_forall. intros c I. destruct (Cl _ I) as (d & J & ->). destruct (hierarchy_resolves d J) as (Own & Sup & Ch).
    unfold class_resolved. rewrite !andb_true_iff. repeat split.
    + apply forallb_forall. intros x Ix. rewrite (Plain d x); auto.
    + apply existsb_exists. eexists. split; [exact Own|]. unfold same_supers. cbn [fst snd].
      rewrite ideq_refl, list_eqb_refl; auto using path_eqb_refl.
    + apply forallb_forall. exact Sup.
    + exact Ch.
    + apply forallb_forall. intros s Js. apply fields_resolve_inherited; auto.
  - intros c x I K. destruct (Cl _ I) as (d & J & ->). apply fields_are_owned; auto. unfold fields. simpl c_name.
    rewrite cls_resolve, (decl_found d J). exact K.
  - intros c x I K. destruct (Cl _ I) as (d & J & ->). apply methods_are_owned; auto. unfold meths. simpl c_name.
    rewrite cls_resolve, (decl_found d J). exact K.
Qed.
End Lineage.
