(** What is reached without buffers is reached with them: every action is performed at once. *)
Require Import Preservation.
Require Export Drf.
Open Scope list_scope.

(** A list that is changed, as a map. *)
Lemma get_upd H o ob g : get H o = Some ob -> same (get (upd H o (g ob))) (at_ (get H) o g).
Proof.
  intros G n. unfold at_, get in *. destruct (Nat.eqb_spec n o) as [->|N].
  - rewrite G. simpl. eapply nth_upd_eq; eauto.
  - apply nth_upd_neq. auto.
Qed.
(** A list with a new object. *)
Lemma get_app H ob : same (get (H ++ [ob])) (eff (ANew (length H) ob) (get H)).
Proof.
  intros n. simpl. unfold get. destruct (Nat.eqb_spec n (length H)) as [->|N].
  - rewrite nth_error_app2, Nat.sub_diag by auto. auto.
  - destruct (Nat.lt_ge_cases n (length H)) as [Lt|Ge]; [apply nth_error_app1; auto|].
    rewrite (proj2 (nth_error_None H n)) by auto. apply nth_error_None. rewrite app_length. simpl. lia.
Qed.
(** A step of [Reduction.v] is one on maps. *)
Lemma as_action P i H th H' th' new : tstep P i H th H' th' new ->
  (forall v o f rest K, th = (CRet v, FInit o f rest :: K) -> has (get H) o f) ->
  exists a, mstep P i (get H) th a th' /\ same (get H') (eff a (get H)) /\ forked a = match new with Some n => [n] | None => [] end.
Proof.
  intros St I. inversion St; subst;
    try (exists ATau; split; [apply M_LOCAL; constructor; auto; fail|split; [apply same_refl|reflexivity]]; fail).
  - eexists. split; [apply M_NEW; apply nth_error_None; auto|]. split; [apply get_app|auto].
  - eexists. split; [apply M_INITIALISER; eauto|]. split; [apply same_refl|auto].
  - destruct (I _ _ _ _ _ eq_refl) as (ob' & G & L). eexists. split; [eapply M_INIT; eauto|]. split; [apply (get_upd _ _ _ (fun x => with_field x f v)); auto|auto].
  - eexists. split; [eapply M_INIT_END; eauto|]. split; [apply get_upd; auto|auto].
  - eexists. split; [eapply M_REF; eauto|]. split; [apply same_refl|auto].
  - eexists. split; [eapply M_ASSIGN; eauto|]. split; [apply (get_upd _ _ _ (fun x => with_field x f v)); auto|auto].
  - eexists. split; [eapply M_INVOKE; eauto|]. split; [apply same_refl|auto].
  - eexists. split; [eapply M_ACQUIRE; eauto|]. split; [apply (get_upd _ _ _ (fun x => with_lock x k)); auto|auto].
  - eexists. split; [eapply M_RELEASE; eauto|].
    split; [apply (get_upd _ _ _ (fun x => with_lock x (released (lock ob)))); auto|auto].
  - eexists. split; [apply M_FORK|]. split; [apply same_refl|auto].
  - eexists. split; [eapply M_UNWIND_RELEASE; eauto|].
    split; [apply (get_upd _ _ _ (fun x => with_lock x (released (lock ob)))); auto|auto].
Qed.
(** A state of section 8 is reached on maps. *)
Lemma reachable_sc P s : reachable P s -> sc_reach P (get (fst s)) (snd s).
Proof.
  induction 1 as [|s s' R IH St].
  - apply SC_init. intros o. unfold get. simpl. destruct o; auto.
  - inversion St as [H T i th H' th' new Ei Ts]; subst. simpl in *.
    destruct (as_action _ _ _ _ _ _ _ Ts) as (a & Ms & S & F).
    { intros v o f rest K ->. destruct (all_nth _ _ _ _ (proj1 (sc_knows _ _ _ IH)) Ei) as [_ X].
      inversion X as [|? ? F0 ?]; subst. simpl in F0. tauto. }
    rewrite <- F. eapply SC_step; eauto.
Qed.

Definition idle (th : thread) : thread * list act := (th, []).
Definition no_news (C : config) : Prop := forall i th b, nth_error C i = Some (th, b) -> news b = [].
(** A thread performs at once what it issues. *)
Lemma at_once P may h C i th a th' : buf_reach P may h C -> no_news C -> nth_error C i = Some (th, []) -> mstep P i h th a th' ->
  buf_reach P may (eff a h) (upd C i (th', []) ++ map idle (forked a)).
Proof.
  intros R N E St. assert (Lt : i < length C) by (eapply nth_some_lt; eauto). destruct (sync a) eqn:Sy; [eapply B_sync; eauto|].
  assert (F : forked a = []) by (destruct a; try discriminate; auto). rewrite F. simpl. rewrite app_nil_r.
  destruct (buffered a) eqn:Bu.
  - rewrite <- (upd_upd _ i (th', [] ++ [a]) (th', [])). apply (B_perform P may h _ i th' [] a []); auto.
    + eapply B_buffer; eauto. intros n j th1 b1 _ E1. rewrite (N _ _ _ E1). auto.
    + apply nth_upd_some. auto.
  - replace (eff a h) with h by (destruct a; try discriminate; auto). eapply B_plain; eauto.
Qed.
(** And with buffers, none of which is ever used. *)
Lemma sc_buffers P may h T : sc_reach P h T -> exists k, same k h /\ buf_reach P may k (map idle T).
Proof.
  induction 1 as [h E|h T i th a th' h' R (k & Sk & IH) Ei St S].
  - exists h. split; [apply same_refl|]. apply B_init. auto.
  - exists (eff a k). split; [eapply same_trans; [apply eff_same; eauto|apply same_sym; auto]|].
    rewrite map_app, map_upd. eapply at_once; eauto using mstep_same, same_sym.
    + intros j th1 b1 E1. rewrite nth_error_map in E1. destruct (nth_error T j); [injection E1 as _ <-; auto|discriminate].
    + rewrite nth_error_map, Ei. auto.
Qed.
(** Every state of section 8 is reached with buffers. *)
Theorem sc_with_buffers P may s : reachable P s -> exists h, same h (get (fst s)) /\ buf_reach P may h (map idle (snd s)).
Proof. intros R. apply sc_buffers, reachable_sc. auto. Qed.
