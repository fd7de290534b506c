(** The terms of section 8 and the threads of [Reduction.v] take the same steps: what is reachable, and what races, is the same for both.
    So race freedom and progress are theorems about section 8 as printed. *)
Require Import RaceFree.
Require Export Plugged.
Open Scope list_scope.

Section Bisimulation.
Variable P : prog.
Notation redex := (redex P).
Notation context := (context P).
Notation plug := (plug P).
Notation plug_new := (plug_new P).
Notation moves := (moves P).
Notation shows := (shows P).

(** ** From terms to threads *)
(** Steps of a program, one after the other. *)
Inductive steps : state -> state -> Prop :=
| SS_none s : steps s s
| SS_one s s1 s2 : step P s s1 -> steps s1 s2 -> steps s s2.
(** They go on. *)
Lemma steps_reachable s s' : steps s s' -> reachable P s -> reachable P s'.
Proof. induction 1; auto. intros R. apply IHsteps. eapply R_step; eauto. Qed.
(** What comes after what. *)
Lemma steps_trans s s1 s2 : steps s s1 -> steps s1 s2 -> steps s s2.
Proof. induction 1; auto. intros R. econstructor; eauto. Qed.
(** Moves of a thread are steps of the program. *)
Lemma moves_steps i H th th' T : moves i H th th' -> nth_error T i = Some th -> steps (H, T) (H, upd T i th').
Proof.
  intros M. revert T. induction M as [th|th th1 th2 S M IH]; intros T E; [rewrite (upd_same _ _ _ E); constructor|].
  econstructor; [econstructor; eauto|]. rewrite app_nil_r, <- (upd_upd T i th1 th2). apply IH. eapply nth_upd_eq; eauto.
Qed.
(** Frames without [in_sync] are left behind. *)
Lemma unwinds i H K K' : (forall o, ~ In (FInSync o) K) -> moves i H (CThrow, K ++ K') (CThrow, K').
Proof.
  induction K as [|F K IH]; simpl; intros N; [constructor|]. econstructor; [|apply IH; intros o I; eapply N; eauto].
  apply RED_UNWIND. intros o ->. eapply N; eauto.
Qed.
(** A term that is [C[r]] in the one way is so as a thread. *)
Lemma redex_is H th C r : settled th = true -> innermost r = true -> plug H th = fill C r ->
  context H (fst (redex H th)) = C /\ snd (redex H th) = r.
Proof.
  intros S I E. destruct (settled_redex P H th S) as [(v & ->)|A].
  - assert (N : is_value (fill C r) = false) by (apply fill_not_value; destruct r; auto; discriminate). rewrite <- E in N. discriminate.
  - rewrite plug_redex in E. apply decomposed_once in E; auto.
Qed.
(** A rule of a term is a step of the thread, *)
Lemma step_shown i H th C r H' r' new : settled th = true -> known H th -> plug H th = fill C r -> innermost r = true ->
  red P i H r H' r' new ->
  exists th' new', tstep P i H th H' th' new' /\ plug H' th' = fill C r' /\ plug_new H' new' = new.
Proof.
  intros S Kn E I R. destruct (redex_is _ _ _ _ S I E) as [<- <-].
  assert (NT : fst th <> CThrow) by (intros A; destruct th as [c K]; simpl in A; subst c; inversion R).
  destruct (step_of_rule _ _ _ _ _ _ _ R S NT) as (th' & new' & T). destruct (rule_of_step _ _ _ _ _ _ _ T S NT Kn) as (r2 & R2 & E2).
  destruct (red_once _ _ _ _ _ _ _ R _ _ _ R2) as (_ & -> & ->). exists th', new'. split; auto. split; auto. rewrite E2. f_equal.
  apply context_kept; [eapply tstep_kept; eauto|]. destruct Kn as [_ F]. destruct th as [[] [|L K]]; simpl; auto. inversion F; auto.
Qed.
(** or some that unwind, and release. *)
Lemma unwinding_shown i H th C C0 o ob : settled th = true -> known H th -> get H o = Some ob -> without_sync C0 ->
  plug H th = fill C (TmInSync o (fill C0 TmThrow)) -> let H' := upd H o (with_lock ob (released (lock ob))) in
  exists th1 th', moves i H th th1 /\ tstep P i H th1 H' th' None /\ known H th1 /\ plug H' th' = fill C TmThrow.
Proof.
  intros S Kn G N E H'. change (TmInSync o (fill C0 TmThrow)) with (fill [LInSync o] (fill C0 TmThrow)) in E.
  rewrite <- !fill_app in E. destruct (redex_is _ _ _ TmThrow S eq_refl E) as [Ec Er].
  assert (Th : exists K, th = (CThrow, K)).
  { destruct th as [[r e|v|v m vs r es|o' rest|] K]; simpl in Er; try discriminate; eauto.
    - unfold close_code in Er. destruct e; simpl in *; try discriminate. destruct (lookup x r); discriminate.
    - destruct K as [|[] K]; simpl in Er; discriminate. }
  destruct Th as [K ->]. simpl in Ec. unfold context in Ec.
  apply map_eq_app in Ec. destruct Ec as (K0 & K1 & -> & E0 & E1). apply map_eq_cons in E1. destruct E1 as (F & K2 & -> & E1 & E2).
  assert (A : F = FInSync o) by (destruct F; simpl in *; try discriminate; congruence). subst F.
  assert (G' : kept H H') by (eapply kept_upd; eauto). destruct Kn as [_ Kn]. simpl in Kn. apply Forall_app in Kn. destruct Kn as [_ Kn].
  exists (CThrow, FInSync o :: K2), (CThrow, K2). split; [|split; [constructor; auto|split; [split; simpl; auto|]]].
  - apply unwinds. intros o' I. apply (N o'). rewrite <- E0. apply (in_map (layer_of P H)) in I. exact I.
  - unfold plug. simpl. inversion Kn; subst. rewrite (context_kept P H H') by auto. reflexivity.
Qed.
(** Either way, it is some steps of the program. *)
Lemma steps_of_rule i H th C r H' r' new T : settled th = true -> known H th -> plug H th = fill C r -> red P i H r H' r' new ->
  nth_error T i = Some th ->
  exists th' new', steps (H, T) (H', upd T i th' ++ match new' with Some n => [n] | None => [] end) /\
    known H' th' /\ plug H' th' = fill C r' /\ plug_new H' new' = new /\ (forall n, new' = Some n -> known H' n).
Proof.
  intros S Kn E R N. destruct (red_innermost _ _ _ _ _ _ _ R) as [I|(o & ob & C0 & G & W & -> & -> & -> & ->)].
  - destruct (step_shown _ _ _ _ _ _ _ _ S Kn E I R) as (th' & new' & Ts & E' & En). destruct (known_step _ _ _ _ _ _ _ Ts Kn) as [Kn' New].
    exists th', new'. split; auto. econstructor; [econstructor; eauto|constructor].
  - destruct (unwinding_shown i _ _ _ _ _ _ S Kn G W E) as (th1 & th' & M & Ts & Kn1 & E'). destruct (known_step _ _ _ _ _ _ _ Ts Kn1) as [Kn' _].
    exists th', None. repeat split; auto; try discriminate; [|apply Kn'|apply Kn'].
    eapply steps_trans; [eapply moves_steps; eauto|]. econstructor; [econstructor; [eapply nth_upd_eq|]; eauto|].
    rewrite upd_upd. constructor.
Qed.
(** In the middle of a list. *)
Lemma upd_middle {A} (l l' : list A) a b : upd (l ++ a :: l') (length l) b = l ++ b :: l'.
Proof. induction l; simpl; f_equal; auto. Qed.
(** Thread after thread settles. *)
Lemma all_settle H T : Forall (known H) T -> forall T0, exists T', steps (H, T0 ++ T) (H, T0 ++ T') /\
  Forall (fun th => settled th = true /\ known H th) T' /\ map (plug H) T' = map (plug H) T.
Proof.
  induction 1 as [|th T Kn _ IH]; intros T0; [exists []; split; [constructor|auto]|].
  destruct (thread_settles P (length T0) H th Kn) as (th' & M & S & E & Kn'). destruct (IH (T0 ++ [th'])) as (T' & St & F & E').
  rewrite <- !app_assoc in St. exists (th' :: T'). split; [|split; [constructor; auto|simpl; congruence]].
  eapply steps_trans; [|exact St]. simpl. rewrite <- (upd_middle T0 T th th').
  eapply moves_steps; eauto. rewrite nth_error_app2, Nat.sub_diag; auto.
Qed.
(** Threads each at their redex. *)
Definition all_settled (H : heap) (T : list thread) : Prop := Forall (fun th => settled th = true /\ known H th) T.
(** A reachable state can be settled. *)
Lemma settle_state H T : reachable P (H, T) -> Forall (known H) T ->
  exists T', reachable P (H, T') /\ all_settled H T' /\ map (plug H) T' = map (plug H) T.
Proof. intros R Kn. destruct (all_settle H T Kn []) as (T' & St & F & E). exists T'. split; eauto using steps_reachable. Qed.
(** Every reachable state of terms is a reachable one of threads, plugged: each at its redex. *)
Theorem terms_are_threads H U : term_reachable P (H, U) ->
  exists T, reachable P (H, T) /\ all_settled H T /\ map (plug H) T = U.
Proof.
  remember (H, U) as u eqn:Eu. intros R. revert H U Eu. induction R as [|u u' R IH St]; intros H U Eu.
  - injection Eu as <- <-. rewrite <- plug_main. apply (settle_state [] [(CEval [] (main P), [])]); [constructor|repeat constructor].
  - destruct St as [G V i C r H' r' new N Red]. injection Eu as <- <-. destruct (IH _ _ eq_refl) as (T & RT & F & E).
    subst V. rewrite nth_error_map in N. destruct (nth_error T i) as [th|] eqn:Et; [|discriminate]. injection N as N.
    pose proof F as All. unfold all_settled in All. rewrite Forall_forall in All. destruct (All _ (nth_error_In _ _ Et)) as [S Kn].
    destruct (steps_of_rule _ _ _ _ _ _ _ _ _ S Kn N Red Et) as (th' & new' & Sts & Kn' & E' & <- & New).
    pose proof (red_kept _ _ _ _ _ _ _ Red) as Kp. assert (KT : Forall (known H') T).
    { apply Forall_forall. intros th2 I. eapply known_kept; eauto. apply All. auto. }
    destruct (settle_state H' (upd T i th' ++ match new' with Some n => [n] | None => [] end)) as (T' & RT' & F' & ET');
      [eapply steps_reachable; eauto|apply Forall_app; split; [apply all_upd; auto|destruct new'; auto]|].
    exists T'. split; auto. split; auto. rewrite ET', map_app, map_upd, E'. f_equal; [f_equal|destruct new'; auto].
    apply map_ext_in. intros th2 I. apply plug_kept; auto. apply All. auto.
Qed.

(** ** Races *)
(** What a thread is about to access, its term is. *)
Lemma access_shown H th t o f w : access th o f w -> shows H th t -> term_access t o f w.
Proof.
  intros A (K & O & _ & _ & ->). assert (E : (fst th, K ++ snd th) = th) by (destruct O as [->|O]; destruct A; simpl in *; auto; discriminate).
  rewrite E, plug_redex. exists (context H (fst (redex H th))), (snd (redex H th)). split; auto. destruct A; constructor.
Qed.
(** What a term is about to access, the thread is if it is settled. *)
Lemma access_settled H th o f w : settled th = true -> term_access (plug H th) o f w -> access th o f w.
Proof.
  intros S (C & r & E & A). assert (I : innermost r = true) by (destruct A; auto).
  destruct (redex_is _ _ _ _ S I E) as [_ <-]. clear I E.
  destruct th as [[r e|v|v m vs r es|o' rest|] K]; simpl in *; try (inversion A; fail).
  - unfold close_code in A. destruct e; simpl in *; try discriminate; try (inversion A; fail). destruct (lookup x r); [discriminate|inversion A].
  - destruct K as [|[] K]; simpl in *; try discriminate; inversion A; subst; constructor.
  - destruct rest; [|discriminate]. rewrite no_initialisers in A. inversion A.
Qed.
(** A race of threads is one of what they show, *)
Theorem race_shown H T U : Forall2 (shows H) T U -> race (H, T) -> term_race (H, U).
Proof.
  intros Sh (i & j & th & th' & o & f & w & w' & N & E & E' & A & A' & W). simpl in *.
  destruct (related_nth _ _ _ _ _ Sh E) as (t & Et & St). destruct (related_nth _ _ _ _ _ Sh E') as (t' & Et' & St').
  exists i, j, t, t', o, f, w, w'. repeat split; eauto using access_shown.
Qed.
(** and the other way round, if they are settled. *)
Theorem race_plug H T : all_settled H T -> race (H, T) <-> term_race (H, map (plug H) T).
Proof.
  intros F. unfold all_settled in F. split.
  - apply race_shown. induction F as [|th T [_ Kn] _ IH]; simpl; constructor; auto using shows_plug.
  - rewrite Forall_forall in F. intros (i & j & t & t' & o & f & w & w' & N & E & E' & A & A' & W). simpl in *.
    rewrite nth_error_map in E, E'. destruct (nth_error T i) as [th|] eqn:Ei; [|discriminate]. destruct (nth_error T j) as [th'|] eqn:Ej; [|discriminate].
    injection E as <-. injection E' as <-. exists i, j, th, th', o, f, w, w'.
    repeat split; auto; eapply access_settled; eauto; apply F; eapply nth_error_In; eauto.
Qed.
End Bisimulation.

(** Section 6 of the plan of this proof: what is reachable, and what races, is the same. *)
Theorem terms P :
  (forall s, reachable P s -> exists U, term_reachable P (fst s, U) /\ Forall2 (shows P (fst s)) (snd s) U) /\
  (forall H U, term_reachable P (H, U) -> exists T, reachable P (H, T) /\ all_settled H T /\ map (plug P H) T = U) /\
  (forall H T, all_settled H T -> race (H, T) <-> term_race (H, map (plug P H) T)).
Proof. split; [|split]; [exact (shown_by_terms P)|exact (terms_are_threads P)|exact (race_plug P)]. Qed.
(** Programs race as terms exactly if they do as threads. *)
Corollary terms_race P : (exists s, reachable P s /\ race s) <-> (exists u, term_reachable P u /\ term_race u).
Proof.
  split.
  - intros ([H T] & R & Ra). destruct (shown_by_terms P _ R) as (U & RU & Sh). exists (H, U). split; auto. eapply race_shown; eauto.
  - intros ([H U] & R & Ra). destruct (terms_are_threads P _ _ R) as (T & RT & F & <-). exists (H, T). split; auto. eapply race_plug; eauto.
Qed.
(** Race freedom for section 8 as printed. *)
Corollary terms_race_free P u : sound_rules P -> wt_prog P -> term_reachable P u -> ~ term_race u.
Proof.
  intros ON W R Ra. destruct (proj2 (terms_race P)) as (s & Rs & Rr); [eauto|]. eapply race_free; eauto.
Qed.
(** A stack has an innermost [in_sync], or none. *)
Lemma innermost_sync K : (forall o, ~ In (FInSync o) K) \/ exists K0 o K1, K = K0 ++ FInSync o :: K1 /\ forall o, ~ In (FInSync o) K0.
Proof.
  induction K as [|F K [N|(K0 & o & K1 & -> & N)]]; [left; auto| |];
    (assert (X : (exists o, F = FInSync o) \/ forall o, FInSync o <> F) by (destruct F; eauto; right; discriminate));
    (destruct X as [[o' ->]|X]; [right; exists []; simpl; eauto|]).
  - left. intros o [I|I]; [eapply X; eauto|eapply N; eauto].
  - right. exists (F :: K0), o, K1. split; auto. intros o' [I|I]; [eapply X; eauto|eapply N; eauto].
Qed.
(** A thread that throws has ended, or releases. *)
Lemma throw_progress P H T i K : sound_rules P -> wt_prog P -> reachable P (H, T) -> nth_error T i = Some (CThrow, K) ->
  (exists C, without_sync C /\ plug P H (CThrow, K) = fill C TmThrow) \/
  exists C r H' r' new, plug P H (CThrow, K) = fill C r /\ red P i H r H' r' new.
Proof.
  intros ON W R E. destruct (innermost_sync K) as [N|(K0 & o & K1 & -> & N)].
  - left. exists (context P H K). split; auto using context_without_sync.
  - right. pose proof (moves_steps P _ _ _ _ _ (unwinds P i H K0 (FInSync o :: K1) N) E) as St.
    destruct (not_stuck P _ i (CThrow, FInSync o :: K1) ON W (steps_reachable _ _ _ St R)) as [[[v A]|A]|[B|(H' & th' & new & Ts)]];
      try discriminate; [eapply nth_upd_eq; eauto|destruct B as (? & ? & ? & ? & ? & A & _); discriminate|].
    inversion Ts; subst; [match goal with A : forall o, FInSync _ <> _ |- _ => exfalso; eapply A; reflexivity end|].
    rewrite plug_throw. repeat eexists. constructor; eauto using context_without_sync.
Qed.
(** Progress: a thread is a value, has ended by an exception, waits for a lock, or a rule applies. *)
Corollary terms_not_stuck P H U i t : sound_rules P -> wt_prog P -> term_reachable P (H, U) -> nth_error U i = Some t ->
  (exists v, t = TmVal v) \/ (exists C, without_sync C /\ t = fill C TmThrow) \/
  (exists C o ob e, t = fill C (TmSync (TmVal (VObj o)) e) /\ get H o = Some ob /\ acquired i (lock ob) = None) \/
  exists C r H' r' new, t = fill C r /\ red P i H r H' r' new.
Proof.
  intros ON W R N. destruct (terms_are_threads P _ _ R) as (T & RT & F & <-). rewrite nth_error_map in N.
  destruct (nth_error T i) as [th|] eqn:E; [|discriminate]. injection N as <-.
  unfold all_settled in F. rewrite Forall_forall in F. destruct (F _ (nth_error_In _ _ E)) as [S Kn].
  destruct th as [c K]. destruct (match c with CThrow => true | _ => false end) eqn:Th.
  - destruct c; try discriminate. destruct (throw_progress P H T i K ON W RT E); auto.
  - assert (NT : fst (c, K) <> CThrow) by (destruct c; discriminate).
    destruct (not_stuck P _ i _ ON W RT E) as [[(v & A)|A]|[(o & r & e & K' & ob & A & G & B)|(H' & th' & new & Ts)]].
    + rewrite A. left. exists v. reflexivity.
    + injection A as -> ->. discriminate.
    + rewrite A. right. right. left. exists (context P H K'), o, ob, (close_code r e). auto.
    + right. right. right. destruct (rule_of_step _ _ _ _ _ _ _ Ts S NT Kn) as (r' & Red & _).
      exists (context P H (fst (redex P H (c, K)))), (snd (redex P H (c, K))), H', r', (plug_new P H' new). split; auto using plug_redex.
Qed.
