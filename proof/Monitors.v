(** 9.4: the monitors [guard], [final], [requires], [exclusion], [value], [confinement] never fire. *)
Require Export RaceFree.
Open Scope list_scope.

Section Monitors.
Variable P : prog.
Variable W : wt_prog P.
Variable ON : sound_rules P.
Let WF := usable_sound P (wt_classes P W) ON.

(** A thread holds what its frames say. *)
Lemma locked s i th o : inv P s -> nth_error (snd s) i = Some th -> In o (locks (snd th)) -> holds (fst s) o i > 0.
Proof. intros I E L. rewrite <- (inv_locks _ _ I _ _ o E). apply count_occ_In. auto. Qed.

(** An access to a field of a finished object whose guard is [g], but for a read of a final field: the thread holds what [g] denotes. *)
Theorem guard_monitor s i th o f w ob d g : reachable P s -> nth_error (snd s) i = Some th -> access th o f w ->
  get (fst s) o = Some ob -> done ob = true -> fieldd P (cls ob) f = Some d -> fd_guard d = Some g -> fd_final d = false ->
  exists go, eqv P (fst s) (close (obj_env P o ob) g) (gval (VObj go)) /\ holds (fst s) go i > 0.
Proof.
  intros R E A G D F Gd Fin. pose proof (invariant P s ON W R) as I.
  destruct (access_ok P WF ON _ _ _ _ _ _ (inv_threads _ _ I _ _ E) A) as [(ob' & d' & G' & _ & F' & Ok & _ & _)|(_ & ob' & G' & D' & _)].
  - assert (ob' = ob) by congruence. subst. assert (d' = d) by congruence. subst. destruct Ok as [?|Ok]; [congruence|].
    destruct (Ok _ Gd) as (go & Dg & L). exists go. split; auto. eapply locked; eauto.
  - congruence.
Qed.

(** A final field of a finished object is not written. *)
Theorem final_monitor s i th o f ob d : reachable P s -> nth_error (snd s) i = Some th -> access th o f true ->
  get (fst s) o = Some ob -> fieldd P (cls ob) f = Some d -> fd_final d = true -> done ob = false /\ alloc ob = i.
Proof.
  intros R E A G F Fin. pose proof (invariant P s ON W R) as I.
  destruct (access_ok P WF ON _ _ _ _ _ _ (inv_threads _ _ I _ _ E) A) as [(ob' & d' & G' & _ & F' & _ & Nf & _)|(_ & ob' & G' & D' & a)].
  - assert (ob' = ob) by congruence. subst. assert (d' = d) by congruence. subst. rewrite Nf in Fin; auto. discriminate.
  - assert (ob' = ob) by congruence. subst. auto.
Qed.

(** At a call the thread holds every lock that the method that runs requires. *)
Theorem requires_monitor s i o m vs r K ob d l : reachable P s ->
  nth_error (snd s) i = Some (CArgs (VObj o) m vs r [], K) ->
  get (fst s) o = Some ob -> methd P (cls ob) m = Some d -> In l (m_req d) ->
  exists lo, eqv P (fst s) (close ((this, gval (VObj o)) :: combine (map fst (m_params d)) (map gval vs) ++ ghost_env P ob) l) (gval (VObj lo)) /\
    holds (fst s) lo i > 0.
Proof.
  intros R E G M L. pose proof (invariant P s ON W R) as I. destruct (inv_threads _ _ I _ _ E) as (_ & T & Q & WC & _).
  simpl in WC. inversion WC; subst.
  match goal with V : vty P _ _ (VObj o) _ |- _ => simpl in V; inversion V as [| | | | |o0 ob0 C0 ds qs G0 D0 S0 F0 L0]; subst end.
  assert (ob0 = ob) by congruence. subst.
  match goal with M0 : methd P C m = Some ?d0 |- _ => destruct (overrides_ok P WF _ _ _ _ _ S0 M0) as (d' & M' & N' & _ & _ & L') end.
  assert (d' = d) by congruence. subst. rewrite N'.
  match goal with F : Forall2 (subst_for _ _) [] _ |- _ => inversion F; subst end.
  match goal with F : Forall2 (has_type _ _ _) [] _ |- _ => inversion F; subst end.
  rewrite !app_nil_r in *.
  assert (X : exists l0, In l0 (m_req d0) /\ psubst (inh P C ds (map fst (m_params d0))) l0 = Some l).
  { destruct (L' (ON PROG_override_requires eq_refl)) as [_ Back]. destruct (Back _ L) as (l0 & P0 & I0). eauto. }
  destruct X as (l0 & Il & P0).
  match goal with A : forall l, In l (m_req d0) -> lock_elem _ _ _ |- _ => destruct (A _ Il) as (lr & P1 & Ir) end.
  match goal with A : held _ _ _ _ _ |- _ => destruct (A _ Ir) as (lo & De & Lo) end.
  exists lo. split; [|eapply locked; eauto].
  assert (Ln : length vs = length (map fst (m_params d0))).
  { rewrite map_length.
    match goal with A : Forall2 (fun v s => vty _ _ _ v _) vs ?ss, B : Forall2 (tsubst _) (map snd (m_params d0)) ?ss |- _ =>
      rewrite (Forall2_len _ _ _ A), <- (Forall2_len _ _ _ B), map_length; auto end. }
  assert (Fr : forall x, In x (map fst (m_params d0)) -> ~ In x (ghosts P (cls ob))).
  { intros x J. eapply (params_fresh P WF); eauto. rewrite N'. exact J. }
  eapply eqv_trans; [|exact De].
  eapply eqv_trans; [apply eqv_sym; eapply close_subst; [apply (matches_inh P WF _ o ob C ds _ vs S0 Fr Ln)|exact P0]|].
  eapply close_subst; [|exact P1]. eapply matches_inst; eauto.
Qed.

(** A lock is held by one thread, as often as it has [in_sync] frames of it. *)
Theorem exclusion_monitor s i j th th' o : reachable P s -> nth_error (snd s) i = Some th -> nth_error (snd s) j = Some th' ->
  cnt o (snd th) > 0 -> cnt o (snd th') > 0 -> i = j.
Proof.
  intros R E1 E2 C1 C2. pose proof (invariant P s ON W R) as I. eapply exclusion; eauto; eapply count_occ_In; [exact C1|exact C2].
Qed.

(** Fields of finished objects, and values that return, have the types that were declared. *)
Theorem value_monitor s o ob f d : reachable P s -> get (fst s) o = Some ob -> done ob = true ->
  fieldd P (cls ob) f = Some d -> vty P (alloc ob) (fst s) (fval ob f) (tclose (obj_env P o ob) (fd_ty d)).
Proof. intros R G D F. pose proof (invariant P s ON W R) as I. eapply (inv_heap _ _ I); eauto. Qed.

(** A field that is neither guarded nor final is accessed by the thread that allocated the object alone. *)
Theorem confinement_monitor s i th o f w ob d : reachable P s -> nth_error (snd s) i = Some th -> access th o f w ->
  get (fst s) o = Some ob -> fieldd P (cls ob) f = Some d -> fd_guard d = None -> fd_final d = false -> alloc ob = i.
Proof.
  intros R E A G F Gd Fin. pose proof (invariant P s ON W R) as I.
  destruct (access_ok P WF ON _ _ _ _ _ _ (inv_threads _ _ I _ _ E) A) as [(ob' & d' & G' & _ & F' & _ & _ & Sh)|(_ & ob' & G' & D' & a)];
    assert (ob' = ob) by congruence; subst; auto.
  assert (d' = d) by congruence. subst. destruct Sh as [?|[?|?]]; congruence.
Qed.
End Monitors.
