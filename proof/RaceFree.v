(** The invariant holds in every reachable state; a state where it holds has no race and no stuck thread. *)
Require Export Steps.
Open Scope list_scope.

Section RaceFree.
Variable P : prog.
Variable WF : usable P.
Variable ON : sound_rules P.

(** ** Locks *)
Lemma holds_upd_same H o ob ob' j o' : get H o = Some ob -> lock ob' = lock ob ->
  holds (upd H o ob') o' j = holds H o' j.
Proof.
  intros G L. unfold holds, get in *. destruct (Nat.eq_dec o o') as [<-|N].
  - rewrite (nth_upd_eq _ _ _ _ G), G, L. auto.
  - rewrite nth_upd_neq by auto. auto.
Qed.
(** Who holds a lock after a change. *)
Lemma holds_upd H o ob ob' j o' : get H o = Some ob ->
  holds (upd H o ob') o' j = if Nat.eq_dec o o'
    then match lock ob' with Some (k, n) => if Nat.eqb j k then n else 0 | None => 0 end else holds H o' j.
Proof.
  intros G. unfold holds, get in *. destruct (Nat.eq_dec o o') as [<-|N].
  - rewrite (nth_upd_eq _ _ _ _ G). auto.
  - rewrite nth_upd_neq by auto. auto.
Qed.
(** A new object is held by nobody. *)
Lemma holds_app H x j o : lock x = None -> holds (H ++ [x]) o j = holds H o j.
Proof.
  intros L. unfold holds, get. destruct (Nat.lt_ge_cases o (length H)) as [Lt|Ge].
  - rewrite nth_error_app1; auto.
  - rewrite nth_error_app2 by auto. rewrite (proj2 (nth_error_None H o)) by auto.
    destruct (o - length H) as [|n]; simpl; [rewrite L; auto|destruct n; auto].
Qed.

(** A release takes one from the count. *)
Lemma release_holds H o ob j o' i : get H o = Some ob -> holds H o i <> 0 ->
  holds (upd H o (with_lock ob (released (lock ob)))) o' j =
  if Nat.eq_dec o o' then (if Nat.eq_dec j i then holds H o i - 1 else holds H o' j) else holds H o' j.
Proof.
  intros G N. rewrite (holds_upd _ _ _ _ _ _ G). simpl. destruct (Nat.eq_dec o o') as [<-|]; auto.
  unfold holds, get in *. rewrite G in *. destruct (lock ob) as [[k n]|]; [|congruence].
  destruct (Nat.eqb_spec i k) as [<-|]; [|congruence].
  destruct (Nat.eq_dec j i) as [->|Nj].
  - destruct n as [|[|n]]; simpl; auto; rewrite Nat.eqb_refl; auto.
  - apply Nat.eqb_neq in Nj. destruct n as [|[|n]]; simpl; auto; rewrite Nj; auto.
Qed.

(** Frames of fields hold no locks. *)
Lemma locks_fields fs K : locks (map FField fs ++ K) = locks K.
Proof. induction fs; auto. Qed.
(** A step keeps the equation of counts and frames. *)
Lemma step_locks i H c K H' c' K' new : tstep P i H (c, K) H' (c', K') new ->
  (forall o, cnt o K = holds H o i) ->
  (forall o, cnt o K' = holds H' o i) /\ (forall j o, j <> i -> holds H' o j = holds H o j) /\
  (forall n, new = Some n -> snd n = []).
Proof.
  intros St A. unfold cnt in *.
  inversion St; subst; simpl in *;
    try (split; [assumption|split; [reflexivity|intros ? X; inversion X; subst; reflexivity]]; fail).
  - split; [intros; rewrite locks_fields; auto|]. split; [reflexivity|discriminate].
  - split; [intros; rewrite holds_app by auto; auto|]. split; [intros; apply holds_app; auto|discriminate].
  - split; [intros; erewrite holds_upd_same; eauto|]. split; [intros; eapply holds_upd_same; eauto|discriminate].
  - split; [intros; erewrite holds_upd_same; eauto|]. split; [intros; eapply holds_upd_same; eauto|discriminate].
  - split; [intros; erewrite holds_upd_same; eauto|]. split; [intros; eapply holds_upd_same; eauto|discriminate].
  - (* acquire *)
    match goal with X1 : get _ _ = Some ob, X2 : acquired _ _ = _ |- _ => rename X1 into G; rename X2 into L end.
    split; [|split; [|discriminate]].
    + intros o1. rewrite (holds_upd _ _ _ _ _ _ G). simpl. specialize (A o1).
      unfold holds, get in *. destruct (Nat.eq_dec o o1) as [<-|]; auto.
      rewrite G in A. rewrite A. unfold acquired in L. destruct (lock ob) as [[k0 n]|].
      * destruct (Nat.eqb i k0); [|discriminate]. injection L as <-. rewrite Nat.eqb_refl. auto.
      * injection L as <-. rewrite Nat.eqb_refl. auto.
    + intros j o1 N. rewrite (holds_upd _ _ _ _ _ _ G). simpl. destruct (Nat.eq_dec o o1) as [<-|]; auto.
      apply Nat.eqb_neq in N. unfold holds, get in *. rewrite G. unfold acquired in L. destruct (lock ob) as [[k0 n]|].
      * destruct (Nat.eqb_spec i k0) as [<-|]; [|discriminate]. injection L as <-. rewrite N. auto.
      * injection L as <-. rewrite N. auto.
  - (* release *)
    match goal with X1 : get _ _ = Some ob |- _ => rename X1 into G end.
    assert (N : holds H o i <> 0) by (rewrite <- A; destruct (Nat.eq_dec o o); congruence).
    split; [|split; [|discriminate]].
    + intros o1. rewrite (release_holds _ _ _ _ _ i G N). specialize (A o1).
      destruct (Nat.eq_dec o o1) as [<-|]; auto. destruct (Nat.eq_dec i i); [|congruence]. lia.
    + intros j o1 Nj. rewrite (release_holds _ _ _ _ _ i G N). destruct (Nat.eq_dec o o1) as [<-|]; auto.
      destruct (Nat.eq_dec j i); congruence.
  - (* unwinding another frame *)
    split; [|split; [reflexivity|discriminate]]. intros o1. rewrite <- A.
    match goal with F : forall o, ?F0 <> FInSync o |- _ => destruct F0; auto; exfalso; eapply F; eauto end.
  - (* unwinding release *)
    match goal with X1 : get _ _ = Some ob |- _ => rename X1 into G end.
    assert (N : holds H o i <> 0) by (rewrite <- A; destruct (Nat.eq_dec o o); congruence).
    split; [|split; [|discriminate]].
    + intros o1. rewrite (release_holds _ _ _ _ _ i G N). specialize (A o1).
      destruct (Nat.eq_dec o o1) as [<-|]; auto. destruct (Nat.eq_dec i i); [|congruence]. lia.
    + intros j o1 Nj. rewrite (release_holds _ _ _ _ _ i G N). destruct (Nat.eq_dec o o1) as [<-|]; auto.
      destruct (Nat.eq_dec j i); congruence.
Qed.

(** ** Every object has the fields of its class. *)
Definition has_fields (H : heap) : Prop :=
  forall o ob f d, get H o = Some ob -> fieldd P (cls ob) f = Some d -> lookup f (fvals ob) <> None.

(** A change keeps fields. *)
Lemma has_fields_upd H o ob ob' : has_fields H -> get H o = Some ob -> cls ob' = cls ob ->
  (forall f, lookup f (fvals ob) <> None -> lookup f (fvals ob') <> None) -> has_fields (upd H o ob').
Proof.
  intros A G C L o2 ob2 f d G2 F. destruct (get_upd_cases _ _ _ _ _ _ G G2) as [[-> ->]|[_ G3]]; [|eauto].
  rewrite C in F. eauto.
Qed.
(** Every step does. *)
Lemma step_fields i H th H' th' new : has_fields H -> tstep P i H th H' th' new -> has_fields H'.
Proof.
  intros A St. inversion St; subst; auto;
    try (eapply has_fields_upd; eauto; simpl; auto; intros g; rewrite lookup_assign; destruct (ideq g f); congruence).
  intros o ob f d G F. unfold get in G. destruct (Nat.lt_ge_cases o (length H)) as [Lt|Ge].
  - rewrite nth_error_app1 in G by auto. eapply A; eauto.
  - rewrite nth_error_app2 in G by auto. destruct (o - length H) as [|n]; simpl in G; [|destruct n; discriminate].
    injection G as <-. simpl in *. unfold fieldd in F. clear - F. induction (fields P C) as [|a l IH]; simpl in *; [discriminate|].
    destruct (ideq f (fd_name a)); [discriminate|auto].
Qed.

(** ** The invariant *)
Lemma inv_initial t : has_type P [] [] (main P) t -> inv P (initial P).
Proof.
  intros T. constructor; simpl.
  - intros o ob G. unfold get in G. destruct o; discriminate.
  - intros [|[|i]] th E; simpl in E; try discriminate. injection E as <-. split; [constructor|].
    exists (tclose [] t), (fun _ => True). split; [|constructor]. eapply WC_eval; eauto using held_nil.
    split; auto; intros x s; discriminate.
  - intros [|[|i]] th o E; simpl in E; try discriminate. injection E as <-. unfold holds, get. destruct o; auto.
  - intros i o _. unfold holds, get. destruct o; auto.
Qed.

(** The threads after a step. *)
Lemma nth_new {A} (T : list A) i a l j x : nth_error (upd T i a ++ l) j = Some x -> i < length T ->
  (j = i /\ x = a) \/ (j <> i /\ nth_error T j = Some x) \/ (j <> i /\ length T <= j /\ nth_error l (j - length T) = Some x).
Proof.
  intros E Lt. destruct (Nat.lt_ge_cases j (length T)) as [L|G].
  - rewrite nth_error_app1 in E by (rewrite length_upd; auto). destruct (Nat.eq_dec j i) as [->|N].
    + destruct (nth_error T i) as [b|] eqn:B.
      * rewrite (nth_upd_eq _ _ _ _ B) in E. left. split; congruence.
      * apply nth_error_None in B. lia.
    + rewrite nth_upd_neq in E by auto. right; left. auto.
  - rewrite nth_error_app2 in E by (rewrite length_upd; auto). rewrite length_upd in E. right; right. split; [lia|auto].
Qed.

(** and after each step. *)
Lemma inv_step s s' : inv P s -> step P s s' -> inv P s'.
Proof.
  intros [HW TH LK OW] St. inversion St as [H T i th H' th' new Ei Ts]; subst. simpl in *.
  destruct (step_ok P WF ON _ _ _ _ _ _ (TH _ _ Ei) HW Ts) as (X & Ch & HW' & W & Wn).
  destruct th as [c K], th' as [c' K'].
  destruct (step_locks _ _ _ _ _ _ _ _ Ts (fun o => LK _ _ o Ei)) as (L1 & L2 & L3).
  assert (Lt : i < length T) by (apply nth_error_Some; congruence).
  constructor; simpl; auto.
  - intros j x E. destruct (nth_new _ _ _ _ _ _ E Lt) as [[-> ->]|[[N E']|(N & Ge & E')]]; auto.
    + eapply others; eauto.
    + destruct new as [n|]; [|destruct (j - length T); discriminate].
      destruct (j - length T) as [|k]; simpl in E'; [|destruct k; discriminate]. injection E' as <-. auto.
  - intros j x o E. destruct (nth_new _ _ _ _ _ _ E Lt) as [[-> ->]|[[N E']|(N & Ge & E')]]; auto.
    + rewrite L2 by auto. auto.
    + destruct new as [n|]; [|destruct (j - length T); discriminate].
      destruct (j - length T) as [|k]; simpl in E'; [|destruct k; discriminate]. injection E' as <-.
      rewrite (L3 _ eq_refl), L2, OW by auto. reflexivity.
  - intros j o Ge. rewrite app_length, length_upd in Ge. rewrite L2 by lia. apply OW. lia.
Qed.

(** ** What the invariant says of an access *)
(** The guard, in the terms of the object, denotes an object that the thread has locked. *)
Definition guard_ok (H : heap) (K : list frame) (o : obj) (ob : object) (d : fdecl) : Prop :=
  forall g, fd_guard d = Some g -> exists go, eqv P H (close (obj_env P o ob) g) (gval (VObj go)) /\ In go (locks K).

(** An access is of a declared field whose guard is held, or is final and read, or is confined; or it initialises. *)
Lemma access_ok i H th o f w : wt_thread P i H th -> access th o f w ->
  (exists ob d, get H o = Some ob /\ done ob = true /\ fieldd P (cls ob) f = Some d /\
     (fd_final d = true \/ guard_ok H (snd th) o ob d) /\ (w = true -> fd_final d = false) /\
     (fd_final d = true \/ fd_guard d <> None \/ alloc ob = i)) \/
  (w = true /\ exists ob, get H o = Some ob /\ done ob = false /\ alloc ob = i).
Proof.
  intros (_ & T & Q & WC & WS) A. inversion A; subst; simpl in *.
  - left. inversion WS; subst. inversion WC; subst.
        match goal with V : vty P i H (VObj o) T, S : gle P i H T _ |- _ => pose proof (gle_use P _ _ _ _ _ S V) as V1 end.
    destruct (field_view P WF ON i H o r C args op f d t V1) as (ob & d' & G & Dn & Fd & Fin & _ & Gd & _ & Sh); auto.
    exists ob, d'. repeat (split; [assumption|]). split; [|split; [discriminate|exact Sh]]. rewrite Fin.
    match goal with X : fd_final d = true \/ _ |- _ => destruct X as [X|X]; [left; exact X|right] end.
    intros g Eg. destruct (Gd _ ls Eg) as (l' & Il & E); auto.
    match goal with HL : held P H r K ls |- _ => destruct (HL _ Il) as (go & Dg & Lg) end.
    exists go. split; auto. eapply eqv_trans; eauto.
  - left. inversion WS; subst.
    match goal with V : vty P i H (VObj o) _ |- _ => rename V into V1 end.
    destruct (field_view P WF ON i H o r C args op f d t V1) as (ob & d' & G & Dn & Fd & Fin & _ & Gd & _ & Sh); auto.
    exists ob, d'. repeat (split; [assumption|]). split; [|split; [congruence|exact Sh]]. right.
    intros g Eg. destruct (Gd _ ls Eg) as (l' & Il & E); auto.
    match goal with HL : held P H r K ls |- _ => destruct (HL _ Il) as (go & Dg & Lg) end.
    exists go. split; auto. eapply eqv_trans; eauto.
  - right. split; auto. inversion WS; subst.
    match goal with B : building _ _ _ _ _ _ _ _ |- _ => destruct B as (ob & G & _ & _ & _ & _ & D & a & _) end. eauto.
Qed.

(** Two threads hold no lock in common. *)
Lemma exclusion s i j th th' o : inv P s -> nth_error (snd s) i = Some th -> nth_error (snd s) j = Some th' ->
  In o (locks (snd th)) -> In o (locks (snd th')) -> i = j.
Proof.
  intros I E1 E2 L1 L2. pose proof (inv_locks _ _ I _ _ o E1) as C1. pose proof (inv_locks _ _ I _ _ o E2) as C2.
  unfold cnt in *. apply (count_occ_In Nat.eq_dec) in L1, L2. unfold holds in *.
  destruct (get (fst s) o) as [ob|]; [|lia]. destruct (lock ob) as [[k n]|]; [|lia].
  destruct (Nat.eqb_spec i k), (Nat.eqb_spec j k); subst; auto; lia.
Qed.

(** So there is no race. *)
Lemma no_race s : inv P s -> ~ race s.
Proof.
  intros I (i & j & th & th' & o & f & w & w' & N & E1 & E2 & A1 & A2 & W).
  destruct (access_ok _ _ _ _ _ _ (inv_threads _ _ I _ _ E1) A1) as [(ob & d & G & D & F & Gd & Fin & Sh)|(_ & ob & G & D & a)];
  destruct (access_ok _ _ _ _ _ _ (inv_threads _ _ I _ _ E2) A2) as [(ob' & d' & G' & D' & F' & Gd' & Fin' & Sh')|(_ & ob' & G' & D' & a')];
  assert (ob' = ob) by congruence; subst; try congruence.
  assert (d' = d) by congruence. subst.
  assert (Nf : fd_final d = false) by (destruct w, w'; auto; discriminate).
  destruct (fd_guard d) as [g|] eqn:Eg;
    [|destruct Sh as [?|[?|?]]; try congruence; destruct Sh' as [?|[?|?]]; congruence].
  destruct Gd as [?|Gd]; [congruence|]. destruct Gd' as [?|Gd']; [congruence|].
  destruct (Gd _ Eg) as (go & Dg & L). destruct (Gd' _ Eg) as (go' & Dg' & L').
  assert (Eg2 : VObj go' = VObj go) by (eapply (eqv_val P (fst s)); eapply eqv_trans; [apply eqv_sym|]; eauto).
  injection Eg2 as ->. apply N. eapply exclusion; eauto.
Qed.

(** ** Progress *)
Definition finished (th : thread) : Prop := (exists v, th = (CRet v, [])) \/ th = (CThrow, []).
Definition blocked (i : tid) (H : heap) (th : thread) : Prop :=
  exists o r e K ob, th = (CRet (VObj o), FSync r e :: K) /\ get H o = Some ob /\ acquired i (lock ob) = None.

(** Related lists are equally long. *)
Lemma Forall2_len {A B} (R : A -> B -> Prop) l l' : Forall2 R l l' -> length l = length l'.
Proof. induction 1; simpl; auto. Qed.

(** An expression that is typed takes a step. *)
Lemma eval_progress E ls e t : has_type P E ls e t -> forall i H r K, env_ok P i H r E ->
  exists H' th' new, tstep P i H (CEval r e, K) H' th' new.
Proof.
  induction 1; intros i0 HH r K EO; eauto; try (eexists _, _, _; constructor; fail).
  destruct not_ghost as [->|[Off _]]; [|rewrite (ON EXP_VAR_not_ghost eq_refl) in Off; discriminate].
  destruct (env_vals _ _ _ _ _ EO _ _ in_scope) as (v & L & _). eexists _, _, _. constructor. eauto.
Qed.

(** An operator on values of its operands' types has a value, or throws. *)
Lemma op_runs i H r o s1 s2 t v w : op_type o s1 s2 = Some t -> vty P i H v (tclose r s1) -> vty P i H w (tclose r s2) ->
  compute o v w = RThrow \/ exists u, compute o v w = RVal u.
Proof.
  intros T V1 V2.
  destruct o, s1, s2; simpl in T; try discriminate; simpl in V1, V2; inversion V1; subst; inversion V2; subst; simpl; eauto;
    destruct (Z.eqb _ 0); eauto.
Qed.

(** So does a thread, unless it is finished or waits. *)
Lemma progress s i th : inv P s -> has_fields (fst s) -> nth_error (snd s) i = Some th ->
  finished th \/ blocked i (fst s) th \/ exists H' th' new, tstep P i (fst s) th H' th' new.
Proof.
  intros I HF E. pose proof (inv_locks _ _ I i th) as LK. destruct (inv_threads _ _ I _ _ E) as (_ & t & Q & WC & WS). destruct th as [c K]. simpl in *.
  set (H := fst s) in *. clearbody H.
  assert (LO : forall o, In o (locks K) -> exists ob, get H o = Some ob).
  { intros o In_o. specialize (LK o E). unfold cnt in LK. apply (count_occ_In Nat.eq_dec) in In_o.
    unfold holds in LK. destruct (get H o); eauto. lia. }
  destruct c as [r e|v|v m vs r es|o rest|]; inversion WC; subst; clear WC.
  - right; right. match goal with X1 : _ \/ _ |- _ => destruct X1 as [Ty|[p Ty]] end; [eapply eval_progress; eauto|].
    match goal with EO : env_ok _ _ _ _ _ |- _ => rename EO into EO' end. inversion Ty; subst.
    + apply var_in_scope in in_scope. destruct (env_vals _ _ _ _ _ EO' _ _ in_scope) as (v & L & _). eexists _, _, _. constructor. eauto.
    + eexists _, _, _. constructor.
  - match goal with V : vty P i H v _ |- _ => rename V into V0 end. inversion WS; subst.
    + left. left. eauto.
    + right; right. match goal with S : gle P i H _ (tclose _ (TCls _ _)) |- _ => pose proof (gle_use P _ _ _ _ _ S V0) as V1 end.
      destruct v as [| | | |o]; try (simpl in V1; inversion V1; fail); [eexists _, _, _; constructor|].
      edestruct (field_view P WF ON i H o r C args op f d) as (ob & d' & G & Dn & Fd & _); eauto.
      eexists _, _, _; econstructor; eauto.
    + right; right. eexists _, _, _; econstructor; eauto.
    + right; right. match goal with V : vty P i H ?v0 (tclose _ (TCls _ _)) |- _ => rename V into V1; destruct v0 as [| | | |o] end; try (simpl in V1; inversion V1; fail); [eexists _, _, _; constructor|].
      edestruct (field_view P WF ON i H o r C args op f d) as (ob & d' & G & Dn & Fd & _); eauto.
      eexists _, _, _; econstructor; eauto.
    + right; right. eexists _, _, _; econstructor; eauto.
    + right; right. eexists _, _, _; econstructor; eauto.
    + right; right. eexists _, _, _; econstructor; eauto.
    + right; right. match goal with S : gle P i H _ GBool |- _ => pose proof (gle_use P _ _ _ _ _ S V0) as V1 end.
      inversion V1; subst. eexists _, _, _; econstructor; eauto.
    + right. match goal with S : gle P i H _ (GCls _ _) |- _ => pose proof (gle_use P _ _ _ _ _ S V0) as V1 end.
      inversion V1 as [| | | | |o0 ob C0 ds qs0 G D Su F E1]; subst.
      * right. eexists _, _, _; econstructor; eauto.
      * destruct (acquired i (lock ob)) as [k|] eqn:A.
        -- right. eexists _, _, _; econstructor; eauto.
        -- left. exists o0, r, e, K0, ob. auto.
    + right; right. destruct (LO o) as [ob G]; [simpl; auto|]. eexists _, _, _; econstructor; eauto.
    + right; right. match goal with B : building _ _ _ _ _ _ _ _ |- _ => destruct B as (ob & G & _) end. eexists _, _, _; econstructor; eauto.
    + right; right. eexists _, _, _; econstructor; eauto.
    + right; right. eexists _, _, _; econstructor; eauto.
    + right; right. match goal with S : gle P i H _ (tclose _ _) |- _ => pose proof (gle_use P _ _ _ _ _ S V0) as V1 end.
      match goal with V : vty P i H ?u (tclose r s1), T : op_type _ _ _ = _ |- _ => destruct (op_runs _ _ _ _ _ _ _ _ _ T V V1) as [C|(w & C)] end;
        eexists _, _, _; [apply RED_THROW_OP; exact C|apply RED_OP; exact C].
    + right; right. eexists _, _, _; econstructor; eauto.
    + right; right. match goal with S : gle P i H _ GBool |- _ => pose proof (gle_use P _ _ _ _ _ S V0) as V1 end.
      inversion V1; subst. destruct b; eexists _, _, _; econstructor; eauto.
  - right; right. destruct es as [|e es]; [|eexists _, _, _; constructor].
    match goal with V : vty P i H v (tclose _ _) |- _ => simpl in V; inversion V as [| | | | |o0 ob C0 ds qs0 G D Su F E1]; subst end.
    + eexists _, _, _; constructor.
    + match goal with M : methd P C m = Some d |- _ => destruct (overrides_ok P WF _ _ _ _ _ Su M) as (d' & M' & N' & _) end.
      eexists _, _, _. eapply RED_INVOKE; eauto.
      match goal with F0 : Forall2 (has_type _ _ _) [] _ |- _ => inversion F0; subst end.
      rewrite <- (canons_length (length (params_of d'))), <- (params_canon P WF _ _ _ M'), N', map_length.
      rewrite app_nil_r in *.
      match goal with F0 : Forall2 (fun v s => vty P i H v _) vs ss, F1 : Forall2 (tsubst _) (map snd _) _ |- _ =>
        rewrite (Forall2_len _ _ _ F0); rewrite ?app_nil_r in F1; rewrite <- (Forall2_len _ _ _ F1), map_length; reflexivity end.
  - right; right. destruct rest as [|[f e] rest];
      match goal with B : building _ _ _ _ _ _ _ _ |- _ => destruct B as (ob & G & _) end; eexists _, _, _; econstructor; eauto.
  - destruct K as [|F K]; [left; right; auto|]. right; right.
    destruct F; try (eexists _, _, _; apply RED_UNWIND; discriminate).
    destruct (LO o) as [ob G]; [simpl; auto|]. eexists _, _, _; eapply RED_UNWIND_RELEASE; eauto.
Qed.

End RaceFree.

(** * 9.5: no reachable state of a well-typed program has a race, or a stuck thread. *)
Theorem invariant P s : sound_rules P -> wt_prog P -> reachable P s -> inv P s.
Proof. intros ON [W [t T]] R. pose proof (usable_sound P W ON) as WF. induction R; [eapply inv_initial; eauto|eapply inv_step; eauto]. Qed.

(** In every reachable state objects have their fields. *)
Lemma reachable_fields P s : reachable P s -> has_fields P (fst s).
Proof.
  intros R. induction R as [|s s' R IH St].
  - intros o ob f d G. unfold get in G. destruct o; discriminate.
  - inversion St; subst. simpl in *. eapply step_fields; eauto.
Qed.

(** 9.5, first half. *)
Theorem race_free P s : sound_rules P -> wt_prog P -> reachable P s -> ~ race s.
Proof. intros ON W R. apply no_race with (P := P); [apply usable_sound; [apply wt_classes|]; auto|auto|eapply invariant; eauto]. Qed.

(** 9.5, second half. *)
Theorem not_stuck P s i th : sound_rules P -> wt_prog P -> reachable P s -> nth_error (snd s) i = Some th ->
  finished th \/ blocked i (fst s) th \/ exists H' th' new, tstep P i (fst s) th H' th' new.
Proof. intros ON W R E. eapply progress; eauto; [apply usable_sound; [apply wt_classes|]; auto|eapply invariant; eauto|apply reachable_fields; auto]. Qed.

