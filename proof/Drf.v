(** Why race freedom matters: the threads of a program without races are, with store buffers, where they can be without.  The machine with
    buffers is compared with the one that has performed all that waits. *)
Require Import Preservation.
Require Export Renaming.
Open Scope list_scope.

(** What waits, of all threads, in the order in which it was issued; what of it belongs to a thread, and what to the others. *)
Definition queue := list (tid * act).
Definition of_ (i : tid) (G : queue) : list act := map snd (filter (fun x => Nat.eqb i (fst x)) G).
Definition others (i : tid) (G : queue) : list act := map snd (filter (fun x => negb (Nat.eqb i (fst x))) G).
Definition apart (G : queue) : Prop := forall i a j x, In (i, a) G -> In (j, x) G -> i <> j -> indep a x.

(** What belongs to a thread, of two lists. *)
Lemma of_app i G K : of_ i (G ++ K) = of_ i G ++ of_ i K.
Proof. unfold of_. rewrite filter_app, map_app. auto. Qed.
(** What belongs to it. *)
Lemma in_of i a G : In a (of_ i G) <-> In (i, a) G.
Proof.
  unfold of_. rewrite in_map_iff. split.
  - intros ((j, x) & <- & I). apply filter_In in I. destruct I as [I E]. apply Nat.eqb_eq in E. simpl in E. subst. auto.
  - intros I. exists (i, a). split; auto. apply filter_In. split; auto. apply Nat.eqb_refl.
Qed.
(** What belongs to others. *)
Lemma in_others i a G : In a (others i G) <-> exists j, j <> i /\ In (j, a) G.
Proof.
  unfold others. rewrite in_map_iff. split.
  - intros ((j, x) & <- & I). apply filter_In in I. destruct I as [I E]. exists j. split; auto. intros ->.
    simpl in E. rewrite Nat.eqb_refl in E. discriminate.
  - intros (j & N & I). exists (j, a). split; auto. apply filter_In. split; auto. simpl.
    destruct (Nat.eqb_spec i j); auto.
Qed.
(** The place of one of its actions. *)
Lemma of_split i G p a q : of_ i G = p ++ a :: q -> exists G1 G2, G = G1 ++ (i, a) :: G2 /\ of_ i G1 = p /\ of_ i G2 = q.
Proof.
  revert p. induction G as [|[j x] G IH]; intros p E; [destruct p; discriminate|].
  unfold of_ in E. simpl in E. destruct (Nat.eqb_spec i j) as [->|N].
  - destruct p as [|y p]; simpl in E.
    + injection E as -> <-. exists [], G. auto.
    + injection E as -> E. destruct (IH p E) as (G1 & G2 & -> & <- & <-). exists ((j, y) :: G1), G2. split; auto. split; auto.
      unfold of_. simpl. rewrite Nat.eqb_refl. auto.
  - destruct (IH p E) as (G1 & G2 & -> & <- & <-). exists ((j, x) :: G1), G2. split; auto. split; auto.
    unfold of_. simpl. destruct (Nat.eqb_spec i j); [congruence|auto].
Qed.

(** A thread's own actions can be performed first. *)
Lemma own_first i G h : valid (map snd G) h -> valid (of_ i G) h -> apart G ->
  valid (others i G) (effs (of_ i G) h) /\ same (effs (map snd G) h) (effs (others i G) (effs (of_ i G) h)).
Proof.
  revert h. induction G as [|[j x] G IH]; simpl; intros h V W A; [auto using same_refl|]. destruct V as [X V].
  assert (A' : apart G) by (intros k a l y I J; apply (A k a l y); simpl; auto).
  unfold of_, others in *. simpl in *. destruct (Nat.eqb_spec i j) as [->|N]; simpl in *.
  - destruct W as [_ W]. apply IH; auto.
  - fold (of_ i G) (others i G) in *.
    destruct (push x (of_ i G) h) as (W1 & S1 & P1); auto.
    { apply Forall_forall. intros a I. apply in_of in I. apply (A j x i a); simpl; auto. }
    destruct (IH (eff x h) V W1 A') as [V2 S2]. split; [split; auto; eapply valid_same; eauto|].
    eapply same_trans; [exact S2|]. apply effs_same. auto.
Qed.
(** What may be performed before others of its thread commutes with them. *)
Lemma may_push a p h : valid (p ++ [a]) h -> Forall (fun x => pso a x = true) p -> buffered a = true -> Forall (fun x => buffered x = true) p ->
  pre a h /\ Forall (indep a) p.
Proof.
  intros V F Ba Bp. revert h V. induction p as [|x p IH]; simpl; intros h V; [split; [tauto|constructor]|]. destruct V as [X V].
  inversion F as [|? ? Pa F']; inversion Bp as [|? ? Bx Bp']; subst. destruct (IH F' Bp' _ V) as [A I]. split.
  - destruct x as [ |o f|o f v|o|o x|o k|t]; try discriminate; destruct a as [ |q g|q g w|q|q y|q k|t]; try discriminate; simpl in *;
      unfold there, has, at_ in *; destruct (Nat.eqb_spec q o) as [->|]; auto; destruct (h o) as [ob|]; simpl in *; try congruence;
      destruct A as (ob' & E & L); try discriminate; injection E as <-; exists ob; split; auto.
    simpl in L. rewrite lookup_assign in L. destruct (ideq g f) eqn:Q; auto. apply ideq_eq in Q. subst.
    rewrite Nat.eqb_refl, ideq_refl in Pa. discriminate.
  - constructor; auto. destruct x as [ |o f|o f v|o|o x|o k|t]; try discriminate; destruct a as [ |q g|q g w|q|q y|q k|t]; try discriminate; simpl in *; auto.
    intros [-> ->]. rewrite Nat.eqb_refl, ideq_refl in Pa. discriminate.
Qed.

(** A step that reads or writes was about to. *)
Lemma mstep_access P i h u x u1 : mstep P i h u x u1 ->
  match x with ARead o f => access u o f false | AWrite o f _ => access u o f true | _ => True end.
Proof. intros St. inversion St; subst; auto; constructor. Qed.

Section DRF.
Variable P : prog.
Variable may : order.
Hypothesis W : weak may.
Hypothesis RF : forall h T, sc_reach P h T -> ~ races T.

(** Thread [i] of a state can be taken back to where all of [b] was still to be done, and the others stay where they are. *)
Definition back (T : list thread) (k : mem) (i : tid) (b : list act) : Prop :=
  exists h u th tr, nth_error T i = Some th /\ sc_reach P h (upd T i u) /\ solo P i h u tr th /\ same k (effs tr h) /\ incl b tr.

(** So the next step of another thread does not conflict with what it has done since. *)
Lemma back_indep h T i u tr th j uj k a uj' : sc_reach P h (upd T i u) -> nth_error T i = Some th -> solo P i h u tr th -> i <> j ->
  nth_error T j = Some uj -> mstep P j k uj a uj' -> forall x, In x tr -> (forall n, In n (news [a]) -> ~ In n (news [x])) -> indep x a.
Proof.
  intros R Ei S N Ej St x I Fr. destruct (in_split _ _ I) as (p & q & ->).
  destruct (solo_split _ _ _ _ _ _ _ S) as (u1 & S1 & S2). inversion S2 as [|h0 u0 x0 u2 tr0 th0 Sx Sy S3]; subst.
  assert (L : i < length T) by (eapply nth_some_lt; eauto).
  pose proof (sc_solo _ _ _ _ _ _ S1 _ R (nth_upd_some _ _ _ L)) as R1. rewrite upd_upd in R1.
  assert (E1 : nth_error (upd T i u1) i = Some u1) by (apply nth_upd_some; auto).
  assert (E2 : nth_error (upd T i u1) j = Some uj) by (rewrite nth_upd_neq; auto).
  pose proof (mstep_access _ _ _ _ _ _ Sx) as B1. pose proof (mstep_access _ _ _ _ _ _ St) as B2.
  destruct x, a; simpl; auto; try discriminate; try (intros [<- <-]; apply (RF _ _ R1); eexists i, j, _, _, _, _, _, _; repeat split; eauto; fail).
  intros <-. eapply Fr; simpl; eauto.
Qed.
(** The others' steps leave it so. *)
Lemma back_other T k i b j uj a uj' : back T k i b -> i <> j -> nth_error T j = Some uj -> mstep P j k uj a uj' ->
  back (upd T j uj' ++ forked a) (eff a k) i b.
Proof.
  intros (h & u & th & tr & Ei & R & S & Sm & In_) N Ej St. assert (L : i < length T) by (eapply nth_some_lt; eauto).
  pose proof (solo_valid _ _ _ _ _ _ S) as V.
  assert (F : Forall (fun x => indep x a) tr).
  { apply Forall_forall. intros x I. eapply back_indep; eauto. intros n Ia Ix. destruct a; simpl in Ia; try contradiction.
    destruct Ia as [<-|[]]. apply mstep_pre in St. simpl in St. rewrite Sm in St. destruct (effs_news tr h n0); auto.
    apply in_flat_map. exists x. split; auto. destruct x; simpl in *; tauto. }
  assert (F' : Forall (indep a) tr) by (eapply Forall_impl; [|exact F]; intros x; apply indep_sym).
  assert (E : nth_error (upd T i u) j = Some uj) by (rewrite nth_upd_neq; auto).
  assert (St' : mstep P j h uj a uj').
  { eapply step_unframes; eauto using mstep_same. eapply all_nth; [eapply sc_knows; eauto|eauto]. }
  destruct (push a tr h) as (_ & S1 & _); eauto using mstep_pre.
  exists (eff a h), u, th, tr. split; [|split; [|split; [|split]]]; auto.
  - rewrite nth_error_app1 by (rewrite length_upd; auto). rewrite nth_upd_neq; auto.
  - rewrite upd_app by (rewrite length_upd; auto). rewrite upd_comm by auto. eapply SC_step; eauto using same_refl.
  - apply solo_frame; eauto using mstep_pre.
  - eapply same_trans; [apply eff_same, Sm|apply same_sym, S1].
Qed.
(** Its own step is one more. *)
Lemma back_own T k i b th a th' b' : back T k i b -> nth_error T i = Some th -> mstep P i k th a th' -> sync a = false ->
  incl b' (b ++ [a]) -> back (upd T i th') (eff a k) i b'.
Proof.
  intros (h & u & th0 & tr & Ei & R & S & Sm & I) E St Sy I'. rewrite E in Ei. injection Ei as <-.
  exists h, u, th', (tr ++ [a]). split; [|split; [|split; [|split]]].
  - eapply nth_upd_eq; eauto.
  - rewrite upd_upd. auto.
  - eapply solo_snoc; eauto using mstep_same.
  - rewrite effs_app. simpl. apply eff_same. auto.
  - eapply incl_tran; [exact I'|]. apply incl_app; [apply incl_appl; auto|apply incl_appr, incl_refl].
Qed.
(** A thread for which nothing waits. *)
Lemma back_here T k i th : sc_reach P k T -> nth_error T i = Some th -> back T k i [].
Proof.
  intros R E. exists k, th, th, []. rewrite upd_same by auto. repeat split; auto using same_refl; [constructor|intros x []].
Qed.

(** A state with buffers, and the one in which all that waits is performed. *)
Record ahead (h : mem) (C : config) (G : queue) (k : mem) : Prop := {
  ah_reach : sc_reach P k (map fst C);
  ah_same : same k (effs (map snd G) h);
  ah_valid : valid (map snd G) h;
  ah_buffer : forall i th b, nth_error C i = Some (th, b) -> b = of_ i G /\ valid b h /\ back (map fst C) k i b;
  ah_apart : apart G;
  ah_waits : forall i a, In (i, a) G -> i < length C /\ buffered a = true }.

(** What a thread sees is as good as the memory where all is performed. *)
Lemma sees h C G k i th b a th' : ahead h C G k -> nth_error C i = Some (th, b) -> mstep P i (effs b h) th a th' ->
  (forall n j th1 b1, In n (news [a]) -> nth_error C j = Some (th1, b1) -> ~ In n (news b1)) ->
  mstep P i k th a th' /\ (forall j x, In (j, x) G -> j <> i -> indep x a).
Proof.
  intros [R S V B A L] E St Fr. destruct (B _ _ _ E) as (-> & Vb & _).
  assert (F : forall j x, In (j, x) G -> j <> i -> indep x a).
  { intros j x I N. destruct (L _ _ I) as [Lt _]. destruct (nth_error C j) as [[uj bj]|] eqn:Ej; [|apply nth_error_None in Ej; lia].
    destruct (B _ _ _ Ej) as (-> & _ & h0 & u & th0 & tr & Et & R0 & S0 & Sm & In_).
    eapply (back_indep h0 (map fst C) j u tr th0 i th); eauto.
    - rewrite nth_error_map, E. auto.
    - apply In_, in_of. auto.
    - intros n Ia Ix. apply (Fr _ _ _ _ Ia Ej). apply in_of in I. apply in_flat_map. exists x. split; auto.
      destruct x; simpl in *; tauto. }
  split; auto. destruct (own_first i G h V Vb A) as [V1 S1].
  apply (mstep_same P i (effs (others i G) (effs (of_ i G) h))); [apply step_frames; auto|].
  - apply Forall_forall. intros x I. apply in_others in I. destruct I as (j & N & I). eauto.
  - eapply same_trans; [apply same_sym, S1|apply same_sym, S].
Qed.

(** A step that no other thread sees at once. *)
Lemma ahead_own h C G k (i : tid) th b a th' : ahead h C G k -> nth_error C i = Some (th, b) -> mstep P i (effs b h) th a th' -> sync a = false ->
  (forall n j th1 b1, In n (news [a]) -> nth_error C j = Some (th1, b1) -> ~ In n (news b1)) ->
  let w := filter buffered [a] in ahead h (upd C i (th', b ++ w)) (G ++ map (pair i) w) (eff a k).
Proof.
  intros X E St Sy Fr w. destruct (sees _ _ _ _ _ _ _ _ _ X E St Fr) as [Sk F]. destruct X as [R S V B A L].
  assert (Lt : i < length C) by (eapply nth_some_lt; eauto).
  assert (Ei : nth_error (map fst C) i = Some th) by (rewrite nth_error_map, E; auto).
  assert (Fk : forked a = []) by (destruct a; try discriminate; auto).
  assert (Ew : forall h, eff a h = effs w h) by (intros; unfold w; destruct a; try discriminate; auto).
  assert (Sw : map snd (map (pair i) w) = w) by (rewrite map_map; apply map_id).
  assert (Iw : forall j x, In (j, x) (map (pair i) w) -> j = i /\ x = a /\ buffered a = true).
  { intros j x I. apply in_map_iff in I. destruct I as (y & Q & I). injection Q as <- <-. unfold w in I. simpl in I.
    destruct (buffered a) eqn:Q; simpl in I; [|contradiction]. destruct I as [<-|[]]. auto. }
  assert (Ow : forall j, of_ j (map (pair i) w) = if Nat.eqb j i then w else []).
  { intros j. unfold w, of_. simpl. destruct (buffered a), (Nat.eqb j i) eqn:Q; simpl; rewrite ?Q; auto. }
  assert (M : map fst (upd C i (th', b ++ w)) = upd (map fst C) i th') by (rewrite map_upd; auto).
  assert (Vw : forall h, pre a h -> valid w h) by (intros; unfold w; simpl; destruct (buffered a); simpl; auto).
  pose proof (mstep_pre _ _ _ _ _ _ St) as Pb. pose proof (mstep_pre _ _ _ _ _ _ Sk) as Pk.
  constructor.
  - rewrite M. rewrite <- (app_nil_r (upd _ _ _)), <- Fk. eapply SC_step; eauto using same_refl.
  - rewrite map_app, effs_app, Sw, <- Ew. apply eff_same. auto.
  - rewrite map_app, Sw. apply valid_app. split; auto. apply Vw. eapply pre_same; eauto.
  - intros j thj bj Ej. rewrite of_app, Ow. destruct (Nat.eqb_spec j i) as [->|N].
    + rewrite nth_upd_some in Ej by auto. injection Ej as <- <-. destruct (B _ _ _ E) as (-> & Vb & Bk). split; auto. split.
      * apply valid_app. split; auto.
      * rewrite M. eapply back_own; eauto. unfold w. intros x Ix. apply in_app_iff in Ix. apply in_app_iff.
        destruct Ix as [Ix|Ix]; auto. apply filter_In in Ix. tauto.
    + rewrite nth_upd_neq in Ej by auto. destruct (B _ _ _ Ej) as (-> & Vb & Bk). rewrite app_nil_r. split; auto. split; auto.
      rewrite M, <- (app_nil_r (upd _ _ _)), <- Fk. eapply back_other; eauto.
  - intros j x l y Ix Iy N. apply in_app_iff in Ix, Iy. destruct Ix as [Ix|Ix], Iy as [Iy|Iy].
    + eapply A; eauto.
    + destruct (Iw _ _ Iy) as (-> & -> & _). eapply F; eauto.
    + destruct (Iw _ _ Ix) as (-> & -> & _). apply indep_sym. eapply F; eauto.
    + destruct (Iw _ _ Ix), (Iw _ _ Iy). congruence.
  - intros j x Ix. rewrite length_upd. apply in_app_iff in Ix. destruct Ix as [Ix|Ix]; auto.
    destruct (Iw _ _ Ix) as (-> & -> & Q). auto.
Qed.

(** An action that is performed before everything that waits. *)
Lemma push_all h C G k a : ahead h C G k -> pre a h -> (forall j x, In (j, x) G -> indep a x) ->
  same (eff a k) (effs (map snd G) (eff a h)) /\ valid (map snd G) (eff a h) /\
  forall i th b, nth_error C i = Some (th, b) -> valid b (eff a h).
Proof.
  intros [R S V B A L] Pa F.
  assert (F1 : forall l, (forall x, In x l -> exists j, In (j, x) G) -> Forall (indep a) l)
    by (intros l I; apply Forall_forall; intros x Ix; destruct (I _ Ix); eauto).
  destruct (push a (map snd G) h) as (V1 & S1 & _); auto.
  { apply F1. intros x I. apply in_map_iff in I. destruct I as ((j, y) & <- & I). eauto. }
  split; [eapply same_trans; [apply eff_same; eauto|apply same_sym; auto]|]. split; auto.
  intros i th b E. destruct (B _ _ _ E) as (-> & Vb & _). apply push; auto. apply F1. intros x I. apply in_of in I. eauto.
Qed.
(** A step that takes or gives a lock, or forks. *)
Lemma ahead_sync h C G k i th a th' : ahead h C G k -> nth_error C i = Some (th, []) -> mstep P i h th a th' -> sync a = true ->
  ahead (eff a h) (upd C i (th', []) ++ map (fun th => (th, [])) (forked a)) G (eff a k).
Proof.
  intros X E St Sy. destruct (sees _ _ _ _ _ _ [] _ _ X E St) as [Sk F].
  { intros n j th1 b1 I. destruct a; simpl in *; try discriminate; tauto. }
  pose proof (mstep_pre _ _ _ _ _ _ St) as Pa.
  assert (Fa : forall j x, In (j, x) G -> indep a x).
  { intros j x I. destruct (ah_waits _ _ _ _ X _ _ I) as [_ Bx]. destruct a, x; simpl in *; try discriminate; auto. }
  destruct (push_all _ _ _ _ _ X Pa Fa) as (S1 & V1 & Vb1). destruct X as [R S V B A L].
  assert (Lt : i < length C) by (eapply nth_some_lt; eauto).
  assert (Ei : nth_error (map fst C) i = Some th) by (rewrite nth_error_map, E; auto).
  assert (M : map fst (upd C i (th', []) ++ map (fun th => (th, [])) (forked a)) = upd (map fst C) i th' ++ forked a)
    by (rewrite map_app, map_upd, map_map; simpl; rewrite map_id; auto).
  assert (R1 : sc_reach P (eff a k) (upd (map fst C) i th' ++ forked a)) by (eapply SC_step; eauto using same_refl).
  constructor; auto.
  - rewrite M. auto.
  - intros j thj bj Ej. rewrite M. pose proof Ej as Em. apply (map_nth_error fst) in Em. rewrite M in Em. simpl in Em.
    destruct (nth_after _ _ _ _ _ _ Lt Ej) as [[-> Q]|[[N Q]|(Ge & N & Q)]].
    + injection Q as -> ->. destruct (B _ _ _ E) as (Q & _). split; auto. split; [constructor|]. eapply back_here; eauto.
    + destruct (B _ _ _ Q) as (-> & _ & Bk). split; auto. split; eauto. eapply back_other; eauto.
    + rewrite nth_error_map in Q. destruct (nth_error (forked a) _); simpl in Q; [|discriminate]. injection Q as -> <-.
      split; [|split; [constructor|eapply back_here; eauto]].
      destruct (of_ j G) as [|x l] eqn:O; auto. assert (I : In x (of_ j G)) by (rewrite O; simpl; auto).
      apply in_of, L in I. lia.
  - intros j x I. destruct (L _ _ I). rewrite app_length, length_upd. split; auto. lia.
Qed.
(** An action that is performed. *)
Lemma ahead_perform h C G k (i : tid) th p a q : ahead h C G k -> nth_error C i = Some (th, p ++ a :: q) -> forallb (may a) p = true ->
  exists G', ahead (eff a h) (upd C i (th, p ++ q)) G' k.
Proof.
  intros X E My. pose proof X as [R S V B A L]. destruct (B _ _ _ E) as (O & Vb & Bk).
  destruct (of_split _ _ _ _ _ (eq_sym O)) as (G1 & G2 & -> & O1 & O2).
  assert (Lt : i < length C) by (eapply nth_some_lt; eauto).
  assert (Bp : forall x, In x (p ++ a :: q) -> buffered x = true) by (intros x I; rewrite O in I; apply in_of, L in I; tauto).
  assert (Va : valid (p ++ [a]) h) by (change (a :: q) with ([a] ++ q) in Vb; rewrite app_assoc in Vb; apply valid_app in Vb; tauto).
  destruct (may_push a p h Va) as [Pa Ip].
  { apply Forall_forall. intros x I. apply W. rewrite forallb_forall in My. auto. }
  { apply Bp, in_or_app. simpl. auto. }
  { apply Forall_forall. intros x I. apply Bp, in_or_app. auto. }
  assert (I1 : Forall (indep a) (map snd G1)).
  { apply Forall_forall. intros x I. apply in_map_iff in I. destruct I as ((j, y) & <- & I). simpl. destruct (Nat.eq_dec j i) as [->|N].
    - apply in_of in I. rewrite O1 in I. eapply Forall_forall in Ip; eauto.
    - apply (A i a j y); auto; apply in_or_app; simpl; auto. }
  rewrite map_app in V, S. simpl in V, S. apply valid_app in V. destruct V as [V1 [_ V2]]. rewrite effs_app in S. simpl in S.
  destruct (push a (map snd G1) h Pa V1 I1) as (V3 & S3 & _).
  assert (M : map fst (upd C i (th, p ++ q)) = map fst C) by (rewrite map_upd; apply upd_same; rewrite nth_error_map, E; auto).
  assert (Sub : forall j x, In (j, x) (G1 ++ G2) -> In (j, x) (G1 ++ (i, a) :: G2))
    by (intros j x I; apply in_app_iff in I; apply in_app_iff; simpl; tauto).
  exists (G1 ++ G2). constructor.
  - rewrite M. auto.
  - rewrite map_app, effs_app. eapply same_trans; [exact S|]. apply effs_same, same_sym. auto.
  - rewrite map_app. apply valid_app. split; auto. eapply valid_same; [apply same_sym, S3|auto].
  - intros j thj bj Ej. rewrite M, of_app. destruct (Nat.eq_dec j i) as [->|N].
    + rewrite nth_upd_some in Ej by auto. injection Ej as <- <-. rewrite O1, O2. split; auto. split.
      * apply valid_app. apply valid_app in Vb. simpl in Vb. destruct Vb as [Vp [_ Vq]]. destruct (push a p h Pa Vp Ip) as (W1 & W2 & _).
        split; auto. eapply valid_same; [apply same_sym, W2|auto].
      * destruct Bk as (h0 & u & th0 & tr & Bk). exists h0, u, th0, tr. intuition auto.
        match goal with I : incl _ tr |- _ => intros x Ix; apply I; apply in_app_iff in Ix; apply in_app_iff; simpl; tauto end.
    + rewrite nth_upd_neq in Ej by auto. destruct (B _ _ _ Ej) as (Qj & Vj & Bj).
      assert (Oj : of_ j (G1 ++ (i, a) :: G2) = of_ j G1 ++ of_ j G2)
        by (rewrite of_app; unfold of_ at 2; simpl; destruct (Nat.eqb_spec j i); [congruence|auto]).
      rewrite Oj in Qj. subst bj. split; auto. split; auto. apply push; auto.
      apply Forall_forall. intros x I. apply (A i a j x); auto; [apply in_or_app; simpl; auto|]. apply in_of. rewrite Oj. auto.
  - intros j x l y Ix Iy. apply A; auto.
  - intros j x I. rewrite length_upd. apply L. auto.
Qed.

(** Every state with store buffers is one without, but for what waits. *)
Lemma buf_ahead h C : buf_reach P may h C -> exists G k, ahead h C G k.
Proof.
  induction 1 as [h E|h C i th b a th' R (G & k & X) E St Sy Bu|h C i th b a th' R (G & k & X) E St Bu Fr
    |h C i th a th' R (G & k & X) E St Sy|h C i th p a q R (G & k & X) E My].
  - exists [], h. constructor; simpl; try tauto; auto using same_refl, SC_init.
    + intros [|[|i]] th b Q; simpl in Q; try discriminate. injection Q as <- <-. split; auto. split; [constructor|].
      eapply back_here; [apply SC_init; auto|reflexivity].
    + intros i a j x [].
  - do 2 eexists. pose proof (ahead_own _ _ _ _ _ _ _ _ _ X E St Sy) as Y. simpl in Y. rewrite Bu in Y. simpl in Y.
    rewrite !app_nil_r in Y. apply Y. intros n j th1 b1 I. destruct a; simpl in *; try discriminate; tauto.
  - do 2 eexists. pose proof (ahead_own _ _ _ _ _ _ _ _ _ X E St) as Y. simpl in Y. rewrite Bu in Y. simpl in Y.
    apply Y; auto. destruct a; simpl in *; congruence.
  - do 2 eexists. eapply ahead_sync; eauto.
  - destruct (ahead_perform _ _ _ _ _ _ _ _ _ X E My) as (G' & Y). eauto.
Qed.
End DRF.

(** A state of the machine with buffers and one of section 8 are the same, but for the names of objects. *)
Definition like (h : mem) (T : list thread) (s : state) : Prop :=
  exists rho : obj -> obj, (forall a b, rho a = rho b -> a = b) /\ snd s = map (rt rho) T /\ agrees rho (fst s) h.

(** * DRF-SC *)
(** Whatever waits, the threads are where they can be when nothing ever does. *)
Theorem drf_threads P may : weak may -> (forall s, reachable P s -> ~ race s) ->
  forall h C, buf_reach P may h C -> exists k s, reachable P s /\ like k (map fst C) s /\ (drained C -> same k h).
Proof.
  intros W RF h C R. destruct (buf_ahead P may W (renamed_races P RF) h C R) as (G & k & [R1 S V B A L]).
  destruct (renamed _ _ _ R1) as (rho & H & I & R2 & Ag). exists k, (H, map (rt rho) (map fst C)).
  split; auto. split; [exists rho; repeat split; auto|].
  intros D. destruct G as [|[i a] G]; auto. destruct (L i a) as [Lt _]; simpl; auto.
  destruct (nth_error C i) as [[th b]|] eqn:E; [|apply nth_error_None in E; lia].
  destruct (B _ _ _ E) as (O & _). rewrite (D _ _ _ E) in O.
  assert (Q : In a (of_ i ((i, a) :: G))) by (apply in_of; simpl; auto). rewrite <- O in Q. destruct Q.
Qed.
(** When nothing waits, memory is what it can be, too. *)
Theorem drf P may : weak may -> (forall s, reachable P s -> ~ race s) ->
  forall h C, buf_reach P may h C -> drained C -> exists s, reachable P s /\ like h (map fst C) s.
Proof.
  intros W RF h C R D. destruct (drf_threads P may W RF h C R) as (k & s & R1 & (rho & I & E & Ag) & S).
  exists s. split; auto. exists rho. repeat split; auto. intros n. rewrite Ag, (S D). auto.
Qed.
(** No race appears. *)
Theorem buffers_race_free P may : weak may -> (forall s, reachable P s -> ~ race s) -> forall h C, buf_reach P may h C -> ~ races (map fst C).
Proof.
  intros W RF h C R Rc. destruct (drf_threads P may W RF h C R) as (k & s & R1 & (rho & I & E & _) & _).
  apply (RF _ R1). apply (rename_races rho) in Rc. rewrite <- E in Rc. exact Rc.
Qed.
