(** Lipton's reduction: steps of a thread that take locks can be put off, those that give them back can be brought forward, and without
    races all others can be both.  So a run of a block that first takes locks, then does anything once, and then gives locks back, can be
    made one where nobody else steps in between. *)
Require Import Preservation RaceFree.
Require Export Drf.
Open Scope list_scope.

(** ** Who holds a lock *)
Definition count (h : mem) (o : obj) (i : tid) : nat :=
  match h o with
  | Some ob => match lock ob with Some (j, n) => if Nat.eqb i j then n else 0 | None => 0 end
  | None => 0
  end.
Definition stack (T : list thread) (i : tid) : list frame := match nth_error T i with Some th => snd th | None => [] end.
(** The count of a lock is the number of [in_sync] frames of its owner, in every program. *)
Lemma reachable_holds P s : reachable P s -> forall i o, cnt o (stack (snd s) i) = holds (fst s) o i.
Proof.
  induction 1 as [|s s' R IH St]; intros j o.
  - unfold holds, get, stack, cnt. simpl. destruct o, j as [|[|j]]; auto.
  - inversion St as [H T i [c K] H' [c' K'] new Ei Ts]; subst. simpl in *.
    destruct (step_locks P i H c K H' c' K' new Ts) as (A & B & D); [intros o'; rewrite <- IH; unfold stack; rewrite Ei; auto|].
    assert (Lt : i < length T) by (eapply nth_some_lt; eauto). unfold stack.
    destruct (nth_error (upd T i (c', K') ++ match new with Some n => [n] | None => [] end) j) as [th|] eqn:E.
    + destruct (nth_after _ _ _ _ _ _ Lt E) as [[-> ->]|[[N E1]|(Ge & N & E1)]]; auto.
      * rewrite B, <- IH by auto. unfold stack. rewrite E1. auto.
      * destruct new as [n|]; [|destruct (j - length T); discriminate]. destruct (j - length T) as [|[|]]; try discriminate. injection E1 as <-.
        rewrite (D _ eq_refl), B, <- IH by auto. unfold stack. rewrite (proj2 (nth_error_None T j)); auto.
    + assert (N : nth_error T j = None).
      { apply nth_error_None in E. apply nth_error_None. rewrite app_length, length_upd in E. lia. }
      rewrite B, <- IH; [unfold stack; rewrite N; auto|]. intros ->. congruence.
Qed.
(** Names do not matter. *)
Lemma cnt_rename rho K o : (forall a b, rho a = rho b -> a = b) -> cnt (rho o) (map (rf rho) K) = cnt o K.
Proof.
  intros I. unfold cnt. induction K as [|F K IH]; simpl; auto. destruct F as [f|f r e|v f|m r es|v m vs r es|x r e|r e e1|r e|q|q f rest|r e|b r e|b v| |]; simpl; try exact IH.
  destruct (Nat.eq_dec (rho q) (rho o)) as [M|M], (Nat.eq_dec q o) as [N|N]; auto; exfalso; auto.
Qed.
(** So it is on maps. *)
Lemma sc_holds P h T : sc_reach P h T -> forall i o, cnt o (stack T i) = count h o i.
Proof.
  intros R i o. destruct (renamed _ _ _ R) as (rho & H & I & R1 & Ag). pose proof (reachable_holds _ _ R1 i (rho o)) as E. simpl in E.
  unfold holds in E. rewrite (Ag o) in E. unfold count. destruct (h o) as [ob|]; simpl in E; rewrite <- E.
  - unfold stack. rewrite nth_error_map. destruct (nth_error T i) as [[c K]|]; simpl; auto. symmetry. apply cnt_rename. auto.
  - unfold stack. rewrite nth_error_map. destruct (nth_error T i) as [[c K]|]; simpl; auto. symmetry. apply cnt_rename. auto.
Qed.

(** ** Kinds of steps *)
Inductive mover := Right | Left | Both | Non.
Definition kind (th : thread) (a : act) : mover :=
  match a, th with
  | AFork _, _ => Non
  | ALock _ _, (CRet _, FSync _ _ :: _) => Right
  | ALock _ _, _ => Left
  | _, _ => Both
  end.
Definition is_right (k : mover) : Prop := k = Right \/ k = Both.
Definition is_left (k : mover) : Prop := k = Left \/ k = Both.

(** Steps that go on from a state, each with its thread and kind. *)
Inductive path (P : prog) : mem -> list thread -> list (tid * mover) -> mem -> list thread -> Prop :=
| path_nil h h' T : same h h' -> path P h T [] h' T
| path_cons h T i th a th' l h' T' : nth_error T i = Some th -> mstep P i h th a th' ->
    path P (eff a h) (upd T i th' ++ forked a) l h' T' -> path P h T ((i, kind th a) :: l) h' T'.
(** On equal maps. *)
Lemma path_same P h T l h' T' : path P h T l h' T' -> forall k, same h k -> path P k T l h' T'.
Proof.
  induction 1 as [h h' T S|h T i th a th' l h' T' E St R IH]; intros k Sk.
  - apply path_nil. eapply same_trans; [apply same_sym; eauto|auto].
  - eapply path_cons; eauto using mstep_same, eff_same.
Qed.
(** One path after another. *)
Lemma path_app P h T l h1 T1 m h2 T2 : path P h T l h1 T1 -> path P h1 T1 m h2 T2 -> path P h T (l ++ m) h2 T2.
Proof.
  induction 1 as [h h' T S|h T i th a th' l h' T' E St R IH]; simpl; intros Q; [eapply path_same; eauto using same_sym|].
  eapply path_cons; eauto.
Qed.
Lemma path_split P l : forall h T m h2 T2, path P h T (l ++ m) h2 T2 -> exists h1 T1, path P h T l h1 T1 /\ path P h1 T1 m h2 T2.
Proof.
  induction l as [|x l IH]; simpl; intros h T m h2 T2 R; [exists h, T; split; [apply path_nil, same_refl|auto]|].
  inversion R; subst. edestruct IH as (h1 & T1 & A & B); eauto. exists h1, T1. split; auto. eapply path_cons; eauto.
Qed.
(** A path leads to states that are reached, and no thread goes away. *)
Lemma path_reach P h T l h' T' : path P h T l h' T' -> sc_reach P h T -> sc_reach P h' T' /\ length T <= length T'.
Proof.
  induction 1 as [h h' T S|h T i th a th' l h' T' E St R IH]; intros Rc; [split; [eapply sc_same; eauto|auto]|].
  destruct IH as [A L]; [eapply SC_step; eauto using same_refl|]. split; auto. rewrite app_length, length_upd in L. lia.
Qed.

Section Movers.
Variable P : prog.
Hypothesis RF : forall h T, sc_reach P h T -> ~ races T.

(** Who holds a lock has it. *)
Lemma holder h T i o : sc_reach P h T -> In o (locks (stack T i)) -> exists ob n, h o = Some ob /\ lock ob = Some (i, S n).
Proof.
  intros R I. pose proof (sc_holds _ _ _ R i o) as E. assert (N : cnt o (stack T i) <> 0).
  { unfold cnt. pose proof (proj1 (count_occ_In Nat.eq_dec (locks (stack T i)) o) I). lia. }
  unfold count in E. destruct (h o) as [ob|]; [|congruence]. destruct (lock ob) as [[j [|n]]|] eqn:L; try congruence.
  - destruct (Nat.eqb i j); congruence.
  - destruct (Nat.eqb_spec i j) as [->|]; [|congruence]. eauto.
Qed.
(** A thread that gives a lock back holds it. *)
Lemma gives h i th o k th' : mstep P i h th (ALock o k) th' -> kind th (ALock o k) = Left -> In o (locks (snd th)).
Proof. intros St K. inversion St; subst; simpl in *; auto; discriminate. Qed.
(** Nobody else touches a lock that is held. *)
Lemma lock_held h T i j th o k th' : sc_reach P h T -> In o (locks (stack T i)) -> i <> j -> nth_error T j = Some th -> ~ mstep P j h th (ALock o k) th'.
Proof.
  intros R I N E St. destruct (holder _ _ _ _ R I) as (ob & n & G & L). destruct (kind th (ALock o k)) eqn:K.
  - inversion St; subst; simpl in *; try discriminate. match goal with X : h o = Some ?ob1, Y : acquired _ _ = _ |- _ =>
      rewrite G in X; injection X as <-; rewrite L in Y; simpl in Y; destruct (Nat.eqb_spec j i); congruence end.
  - pose proof (gives _ _ _ _ _ _ St K) as J. assert (J' : In o (locks (stack T j))) by (unfold stack; rewrite E; auto).
    destruct (holder _ _ _ _ R J') as (ob' & n' & G' & L'). congruence.
  - destruct th as [[] [|[] ?]]; discriminate.
  - destruct th as [[] [|[] ?]]; discriminate.
Qed.

(** Two steps of two threads, one after the other, the first a right mover or the second a left mover, do not conflict. *)
Lemma movers_indep h T i j th1 a th1' th2 x th2' : sc_reach P h T -> i <> j -> nth_error T i = Some th1 -> nth_error T j = Some th2 ->
  mstep P i h th1 a th1' -> mstep P j (eff a h) th2 x th2' -> (is_right (kind th1 a) \/ is_left (kind th2 x)) -> indep a x.
Proof.
  intros R N E1 E2 S1 S2 M.
  assert (R1 : sc_reach P (eff a h) (upd T i th1' ++ forked a)) by (eapply SC_step; eauto using same_refl).
  assert (Lt : i < length T) by (eapply nth_some_lt; eauto).
  assert (E2' : nth_error (upd T i th1' ++ forked a) j = Some th2).
  { rewrite nth_error_app1 by (rewrite length_upd; eapply nth_some_lt; eauto). rewrite nth_upd_neq; auto. }
  pose proof (mstep_access _ _ _ _ _ _ S1) as B1. pose proof (mstep_access _ _ _ _ _ _ S2) as B2.
  destruct a as [ |o f|o f v|o|n ob|o k|t], x as [ |o' f'|o' f' v'|o'|n' ob'|o' k'|t']; simpl; auto;
    try (intros [<- <-]; apply (RF _ _ R); eexists i, j, _, _, _, _, _, _; repeat split; eauto; fail).
  - intros <-. apply mstep_pre in S2. simpl in S2. rewrite Nat.eqb_refl in S2. discriminate.
  - intros <-. destruct M as [[M|M]|[M|M]].
    + apply (lock_held _ _ i j th2 o k' th2' R1); auto. unfold stack. rewrite nth_error_app1 by (rewrite length_upd; auto).
      rewrite nth_upd_some by auto. inversion S1; subst; simpl in *; auto; discriminate.
    + destruct th1 as [[] [|[] ?]]; discriminate.
    + apply (lock_held _ _ j i th1 o k th1' R); auto. unfold stack. rewrite E2. eapply gives; eauto.
    + destruct th2 as [[] [|[] ?]]; discriminate.
Qed.
(** So they can be exchanged. *)
Lemma exchange h T i j k k' l h' T' : sc_reach P h T -> i <> j -> (is_right k \/ j < length T) -> (is_right k \/ is_left k') -> (k <> Non \/ k' <> Non) ->
  path P h T ((i, k) :: (j, k') :: l) h' T' -> path P h T ((j, k') :: (i, k) :: l) h' T'.
Proof.
  intros R N Lj M F Pa. inversion Pa as [|? ? ? th1 a th1' ? ? ? E1 S1 Pb]; subst. inversion Pb as [|? ? ? th2 x th2' ? ? ? E2 S2 Pc]; subst.
  assert (Li : i < length T) by (eapply nth_some_lt; eauto).
  assert (Lj' : j < length T).
  { destruct Lj as [[K|K]|Lj]; auto; apply nth_some_lt in E2; rewrite app_length, length_upd in E2; destruct a; simpl in *; try discriminate; lia. }
  assert (E2' : nth_error T j = Some th2).
  { rewrite nth_error_app1, nth_upd_neq in E2 by (rewrite ?length_upd; auto). auto. }
  pose proof (movers_indep _ _ _ _ _ _ _ _ _ _ R N E1 E2' S1 S2 M) as Ind.
  pose proof (mstep_pre _ _ _ _ _ _ S1) as Pa1.
  assert (K2 : knows h th2) by (eapply all_nth; [eapply sc_knows; eauto|eauto]).
  assert (S2' : mstep P j h th2 x th2') by (eapply step_unframe; eauto).
  pose proof (mstep_pre _ _ _ _ _ _ S2') as Px.
  eapply path_cons; [exact E2'|exact S2'|]. eapply path_cons.
  - rewrite nth_error_app1 by (rewrite length_upd; auto). rewrite nth_upd_neq by auto. exact E1.
  - apply step_frame; eauto using indep_sym.
  - assert (Fk : forked a = [] \/ forked x = []).
    { destruct F as [F|F]; [left; destruct a; auto; simpl in F; congruence|right; destruct x; auto; simpl in F; congruence]. }
    replace (upd (upd T j th2' ++ forked x) i th1' ++ forked a) with (upd (upd T i th1' ++ forked a) j th2' ++ forked x).
    + eapply path_same; [exact Pc|]. apply comm; auto.
    + rewrite !upd_app by (rewrite length_upd; auto). rewrite (upd_comm T j i) by auto.
      destruct Fk as [-> | ->]; rewrite ?app_nil_r; auto.
Qed.

Definition mine (i : tid) (l : list (tid * mover)) := filter (fun x => Nat.eqb i (fst x)) l.
Definition theirs (i : tid) (l : list (tid * mover)) := filter (fun x => negb (Nat.eqb i (fst x))) l.
(** One step of another thread, put off until after left movers. *)
Lemma bubble_left i j k m o h' T' : i <> j -> Forall (fun x => fst x = i /\ is_left (snd x)) m -> forall h T, sc_reach P h T -> i < length T ->
  path P h T ((j, k) :: m ++ o) h' T' -> path P h T (m ++ (j, k) :: o) h' T'.
Proof.
  intros N F. induction F as [|[i' k'] m [Ei K] F IH]; simpl in *; auto. subst. intros h T R L Pa.
  apply exchange in Pa; auto; [|right; intros ->; destruct K; discriminate].
  inversion Pa; subst. eapply path_cons; eauto. apply IH; auto; [eapply SC_step; eauto using same_refl|].
  rewrite app_length, length_upd. lia.
Qed.
(** One right mover, put off until after steps of others. *)
Lemma bubble_right i k o m h' T' : is_right k -> Forall (fun x => fst x <> i) o -> forall h T, sc_reach P h T ->
  path P h T ((i, k) :: o ++ m) h' T' -> path P h T (o ++ (i, k) :: m) h' T'.
Proof.
  intros K F. induction F as [|[j k'] o N F IH]; simpl in *; auto. intros h T R Pa.
  apply exchange in Pa; auto; [|left; intros ->; destruct K; discriminate].
  inversion Pa; subst. eapply path_cons; eauto. apply IH; auto. eapply SC_step; eauto using same_refl.
Qed.
(** All left movers of a thread first. *)
Lemma gather_left i l : Forall (fun x => is_left (snd x)) (mine i l) -> forall h T h' T', sc_reach P h T -> i < length T ->
  path P h T l h' T' -> path P h T (mine i l ++ theirs i l) h' T'.
Proof.
  induction l as [|[j k] l IH]; intros F h T h' T' R L Pa; auto. unfold mine, theirs in *. simpl in *.
  assert (Go : Forall (fun x => is_left (snd x)) (filter (fun x => Nat.eqb i (fst x)) l) ->
    path P h T ((j, k) :: filter (fun x => Nat.eqb i (fst x)) l ++ filter (fun x => negb (Nat.eqb i (fst x))) l) h' T').
  { intros F'. inversion Pa; subst. eapply path_cons; eauto. apply IH; auto; [eapply SC_step; eauto using same_refl|].
    rewrite app_length, length_upd. lia. }
  destruct (Nat.eqb_spec i j) as [->|N]; simpl in *.
  - inversion F; subst. auto.
  - apply (bubble_left i j k); auto. apply Forall_forall. intros [i' k'] I. rewrite Forall_forall in F. specialize (F _ I).
    apply filter_In in I. destruct I as [_ E]. apply Nat.eqb_eq in E. simpl in *. auto.
Qed.
(** All right movers last. *)
Lemma gather_right i l : Forall (fun x => is_right (snd x)) (mine i l) -> forall h T h' T', sc_reach P h T ->
  path P h T l h' T' -> path P h T (theirs i l ++ mine i l) h' T'.
Proof.
  induction l as [|[j k] l IH]; intros F h T h' T' R Pa; auto. unfold mine, theirs in *. simpl in *.
  assert (Go : Forall (fun x => is_right (snd x)) (filter (fun x => Nat.eqb i (fst x)) l) ->
    path P h T ((j, k) :: filter (fun x => negb (Nat.eqb i (fst x))) l ++ filter (fun x => Nat.eqb i (fst x)) l) h' T').
  { intros F'. inversion Pa; subst. eapply path_cons; eauto. apply IH; auto. eapply SC_step; eauto using same_refl. }
  destruct (Nat.eqb_spec i j) as [->|N]; simpl in *.
  - inversion F; subst. apply bubble_right; auto. apply Forall_forall. intros [j' k'] I. apply filter_In in I. destruct I as [_ E].
    apply negb_true_iff, Nat.eqb_neq in E. simpl in *. auto.
  - auto.
Qed.
End Movers.

(** First right movers, then one step of any kind or none, then left movers. *)
Definition reducible (ks : list mover) : Prop :=
  exists r n l, ks = r ++ n ++ l /\ Forall is_right r /\ length n <= 1 /\ Forall is_left l.
(** A list that is cut in two after its filter was. *)
Lemma filter_cut {A} (f : A -> bool) l p q : filter f l = p ++ q -> exists l1 l2, l = l1 ++ l2 /\ filter f l1 = p /\ filter f l2 = q.
Proof.
  revert p. induction l as [|x l IH]; simpl; intros p E.
  - symmetry in E. apply app_eq_nil in E. destruct E as [-> ->]. exists [], []. auto.
  - destruct (f x) eqn:Fx.
    + destruct p as [|y p]; simpl in E; [exists [], (x :: l); simpl; rewrite Fx; auto|]. injection E as -> E.
      destruct (IH _ E) as (l1 & l2 & -> & <- & <-). exists (y :: l1), l2. simpl. rewrite Fx. auto.
    + destruct (IH _ E) as (l1 & l2 & -> & <- & <-). exists (x :: l1), l2. simpl. rewrite Fx. auto.
Qed.
(** And at an element. *)
Lemma filter_at {A} (f : A -> bool) l x q : filter f l = x :: q -> exists l1 l2, l = l1 ++ x :: l2 /\ filter f l1 = [] /\ filter f l2 = q.
Proof.
  induction l as [|y l IH]; simpl; [discriminate|]. destruct (f y) eqn:Fy.
  - intros E. injection E as -> <-. exists [], l. auto.
  - intros E. destruct (IH E) as (l1 & l2 & -> & A1 & A2). exists (y :: l1), l2. simpl. rewrite Fy. auto.
Qed.

(** * Reduction *)
(** In a program without races, if the steps of a thread in a path are such, then there is a path between the same states in which nobody
    else steps in between; the others' steps keep their order. *)
Theorem reduction P : (forall s, reachable P s -> ~ race s) -> forall h T l h' T' i, sc_reach P h T -> i < length T -> path P h T l h' T' ->
  reducible (map snd (mine i l)) -> exists before after, theirs i l = before ++ after /\ path P h T (before ++ mine i l ++ after) h' T'.
Proof.
  intros RF0 h T l h' T' i R Li Pa (r & n & lf & E & Fr & Ln & Fl). pose proof (renamed_races P RF0) as RF. clear RF0.
  apply map_eq_app in E. destruct E as (mr & ml & Em & Er & E). apply map_eq_app in E. destruct E as (mn & mf & -> & En & Ef).
  subst r n lf.
  assert (Fr' : Forall (fun x : tid * mover => is_right (snd x)) mr) by (apply Forall_map; auto).
  assert (Fl' : Forall (fun x : tid * mover => is_left (snd x)) mf) by (apply Forall_map; auto).
  unfold mine in Em. destruct (filter_cut _ _ _ _ Em) as (l1 & l2 & -> & E1 & E2).
  destruct mn as [|x [|y mn]]; simpl in *; [| |lia].
  - destruct (path_split _ _ _ _ _ _ _ Pa) as (h1 & T1 & P1 & P2). destruct (path_reach _ _ _ _ _ _ P1 R) as [R1 L1].
    exists (theirs i l1), (theirs i l2). split; [apply filter_app|]. unfold mine. rewrite filter_app, E1, E2, <- E1, <- E2, <- app_assoc.
    rewrite app_assoc. eapply path_app; [apply gather_right; eauto; unfold mine; rewrite E1; auto|].
    apply gather_left; auto; [unfold mine; rewrite E2; auto|lia].
  - destruct (filter_at _ _ _ _ E2) as (l3 & l4 & -> & E3 & E4). rewrite app_assoc in Pa.
    destruct (path_split _ _ _ _ _ _ _ Pa) as (h1 & T1 & P1 & P2). destruct (path_reach _ _ _ _ _ _ P1 R) as [R1 L1].
    assert (M1 : mine i (l1 ++ l3) = mr) by (unfold mine; rewrite filter_app, E1, E3; apply app_nil_r).
    exists (theirs i (l1 ++ l3)), (theirs i l4). destruct x as [j k].
    assert (Ej : Nat.eqb i j = true).
    { assert (I : In (j, k) (mine i (l3 ++ (j, k) :: l4))) by (unfold mine; rewrite E2; simpl; auto).
      apply filter_In in I. apply I. }
    split; [unfold theirs; rewrite app_assoc, filter_app; simpl; rewrite Ej; auto|].
    replace (mine i (l1 ++ l3 ++ (j, k) :: l4)) with (mr ++ (j, k) :: mine i l4)
      by (unfold mine; rewrite filter_app, E1, E2, E4; auto).
    rewrite <- app_assoc. simpl. rewrite app_assoc. eapply path_app; [rewrite <- M1; apply gather_right; eauto; rewrite M1; auto|].
    inversion P2; subst. eapply path_cons; eauto. apply gather_left; auto; [eapply SC_step; eauto using same_refl|].
    rewrite app_length, length_upd. lia.
Qed.
