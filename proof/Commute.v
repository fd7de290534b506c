(** What does not conflict commutes: an action of one thread, and a step of another. *)
Require Import Preservation.
Require Export Closed.
Open Scope list_scope.

(** ** Lists *)
Lemma upd_comm {A} (l : list A) n m a b : n <> m -> upd (upd l n a) m b = upd (upd l m b) n a.
Proof. revert n m. induction l as [|x l IH]; intros [|n] [|m] N; simpl; auto; try congruence. rewrite IH; auto. Qed.
(** A change in the first of two lists. *)
Lemma upd_app {A} (l m : list A) n a : n < length l -> upd (l ++ m) n a = upd l n a ++ m.
Proof. revert n. induction l as [|x l IH]; intros [|n] L; simpl in *; try lia; auto. rewrite IH by lia. auto. Qed.
(** The element that was changed. *)
Lemma nth_upd_some {A} (l : list A) n a : n < length l -> nth_error (upd l n a) n = Some a.
Proof. intros L. destruct (nth_error l n) eqn:E; [eapply nth_upd_eq; eauto|]. apply nth_error_None in E. lia. Qed.
(** An element has a place. *)
Lemma nth_some_lt {A} (l : list A) n a : nth_error l n = Some a -> n < length l.
Proof. intros E. apply nth_error_Some. congruence. Qed.
(** What stands at [j] after a change at [i]. *)
Lemma nth_after {A} (l : list A) i a x j b : i < length l -> nth_error (upd l i a ++ x) j = Some b ->
  (j = i /\ b = a) \/ (j <> i /\ nth_error l j = Some b) \/ (length l <= j /\ j <> i /\ nth_error x (j - length l) = Some b).
Proof.
  intros L E. destruct (Nat.lt_ge_cases j (length l)) as [Lt|Ge].
  - rewrite nth_error_app1 in E by (rewrite length_upd; auto). destruct (Nat.eq_dec j i) as [->|N].
    + rewrite nth_upd_some in E by auto. left. split; congruence.
    + rewrite nth_upd_neq in E by auto. auto.
  - rewrite nth_error_app2 in E by (rewrite length_upd; auto). rewrite length_upd in E. right; right. repeat split; auto. lia.
Qed.

(** ** Maps that agree *)
Lemma same_refl h : same h h. Proof. intros o. auto. Qed.
(** It goes both ways. *)
Lemma same_sym h k : same h k -> same k h. Proof. intros S o. auto. Qed.
(** And on. *)
Lemma same_trans h k l : same h k -> same k l -> same h l. Proof. intros S S' o. rewrite S. auto. Qed.
(** An action on equal maps, *)
Lemma eff_same a h k : same h k -> same (eff a h) (eff a k).
Proof. intros S o. destruct a; simpl; unfold at_; auto; rewrite ?(S o); destruct (Nat.eqb _ _); auto. Qed.
(** several, *)
Lemma effs_same l h k : same h k -> same (effs l h) (effs l k).
Proof. revert h k. induction l as [|a l IH]; simpl; intros h k S; auto. apply IH. apply eff_same. auto. Qed.
(** one after the other. *)
Lemma effs_app l m h : effs (l ++ m) h = effs m (effs l h).
Proof. apply fold_left_app. Qed.
(** Steps, on equal maps. *)
Lemma mstep_same P i h k th a th' : mstep P i h th a th' -> same h k -> mstep P i k th a th'.
Proof.
  intros St S. inversion St; subst; try match goal with G : h _ = _ |- _ => rewrite S in G end;
    econstructor; solve [eauto].
Qed.
(** And what is reached. *)
Lemma sc_same P h k T : sc_reach P h T -> same h k -> sc_reach P k T.
Proof.
  intros R S. inversion R; subst; [apply SC_init; intros o; rewrite <- S; auto|].
  eapply SC_step; eauto. eapply same_trans; [apply same_sym; eauto|auto].
Qed.

(** ** Actions that commute *)
Definition indep (a x : act) : Prop :=
  match a, x with
  | AWrite o f _, AWrite o' f' _ | AWrite o f _, ARead o' f' | ARead o f, AWrite o' f' _ => ~ (o = o' /\ f = f')
  | ANew n _, ANew n' _ => n <> n'
  | ALock o _, ALock o' _ => o <> o'
  | _, _ => True end.
(** Neither conflicts with the other. *)
Lemma indep_sym a x : indep a x -> indep x a.
Proof. destruct a, x; simpl; auto; intros N [-> ->]; auto. Qed.
(** What an action needs of memory. *)
Definition pre (a : act) (h : mem) : Prop :=
  match a with ANew n _ => h n = None | AWrite o f _ => has h o f | ADone o | ALock o _ => there h o | _ => True end.
(** A step finds what its action needs. *)
Lemma mstep_pre P i h u x u1 : mstep P i h u x u1 -> pre x h.
Proof. intros St. inversion St; subst; simpl; unfold there, has; eauto; congruence. Qed.
(** A new object is new. *)
Lemma pre_new a h : pre a h -> forall n ob, a = ANew n ob -> h n = None.
Proof. intros N n ob ->. auto. Qed.
(** Equal maps have the same. *)
Lemma pre_same a h k : same h k -> pre a h -> pre a k.
Proof. intros S. destruct a; simpl; unfold there, has; rewrite <- ?S; auto. Qed.

(** What an action leaves of an object. *)
Lemma eff_at a h o ob : h o = Some ob -> pre a h -> exists ob', eff a h o = Some ob' /\ cls ob' = cls ob /\ oghosts ob' = oghosts ob /\
  ((forall k, a <> ALock o k) -> lock ob' = lock ob) /\
  (forall f, (forall v, a <> AWrite o f v) -> lookup f (fvals ob') = lookup f (fvals ob)) /\
  (forall f, lookup f (fvals ob') <> None <-> lookup f (fvals ob) <> None).
Proof.
  intros G N. destruct a as [ |q g|q g v|q|q x|q k|th]; simpl; unfold at_;
    try (exists ob; repeat split; auto; fail);
    (destruct (Nat.eqb_spec o q) as [<-|]; [|exists ob; repeat split; auto; fail]).
  - rewrite G. eexists. split; [reflexivity|]. simpl. destruct N as (ob0 & G' & L). rewrite G in G'. injection G' as <-. repeat split; auto.
    + intros f A. rewrite lookup_assign. destruct (ideq f g) eqn:E; auto. apply ideq_eq in E. subst. exfalso. eapply A; eauto.
    + rewrite lookup_assign. destruct (ideq f g) eqn:E; auto. apply ideq_eq in E. subst. auto.
    + rewrite lookup_assign. destruct (ideq f g); congruence.
  - rewrite G. eexists. split; [reflexivity|]. simpl. repeat split; auto.
  - simpl in N. congruence.
  - rewrite G. eexists. split; [reflexivity|]. simpl. repeat split; auto. intros A. exfalso. eapply A; eauto.
Qed.
(** What does not conflict takes nothing away. *)
Lemma pre_eff a x h : pre a h -> pre x h -> indep a x -> pre a (eff x h).
Proof.
  intros A X I. pose proof (pre_new _ _ X) as N. destruct a; simpl in *; auto using there_eff, has_eff.
  destruct x as [ |q f|q f v|q|q x|q k|th]; simpl; unfold at_; auto; rewrite ?A;
    destruct (Nat.eqb_spec n q); subst; simpl; auto. congruence.
Qed.
(** Assignments to two fields. *)
Lemma assign_comm f g v w l : f <> g -> lookup f l <> None -> assign f v (assign g w l) = assign g w (assign f v l).
Proof.
  intros N. induction l as [|[x y] l IH]; simpl; [congruence|]. intros L.
  destruct (ideq g x) eqn:G; destruct (ideq f x) eqn:F; simpl.
  - apply ideq_eq in G, F. congruence.
  - rewrite G. rewrite F. auto.
  - rewrite G, F. auto.
  - rewrite G, F, IH; auto.
Qed.
(** Actions that do not conflict commute. *)
Lemma comm a x h : pre a h -> pre x h -> indep a x -> same (eff x (eff a h)) (eff a (eff x h)).
Proof.
  intros A X I q.
  destruct x as [ |o f|o f v|o|o x|o k|th]; try reflexivity;
  destruct a as [ |o' f'|o' f' v'|o'|o' x'|o' k'|th']; try reflexivity; simpl in *; unfold at_, there, has in *; simpl;
    (destruct (Nat.eqb_spec q o) as [E1|E1]; destruct (Nat.eqb_spec q o') as [E2|E2]; auto); subst; try congruence; try contradiction;
    try (destruct (h o') as [ob|]; auto; fail);
    try (destruct X as (? & X & _); congruence); try (destruct A as (? & A & _); congruence).
  destruct X as (ob & G & L). rewrite G. simpl. unfold with_field; simpl. rewrite (assign_comm f f'); auto.
Qed.

(** ** Lists of actions *)
Fixpoint valid (l : list act) (h : mem) : Prop := match l with [] => True | a :: l => pre a h /\ valid l (eff a h) end.
(** On equal maps. *)
Lemma valid_same l h k : same h k -> valid l h -> valid l k.
Proof. revert h k. induction l as [|a l IH]; simpl; auto. intros h k S [A V]. eauto using pre_same, eff_same. Qed.
(** One list after the other. *)
Lemma valid_app l m h : valid (l ++ m) h <-> valid l h /\ valid m (effs l h).
Proof. revert h. induction l as [|a l IH]; simpl; [tauto|]. intros h. rewrite IH. tauto. Qed.
(** An action can be performed before others that it commutes with. *)
Lemma push a l h : pre a h -> valid l h -> Forall (indep a) l ->
  valid l (eff a h) /\ same (effs l (eff a h)) (eff a (effs l h)) /\ pre a (effs l h).
Proof.
  revert h. induction l as [|x l IH]; simpl; intros h A V F; [auto using same_refl|]. destruct V as [X V]. inversion F; subst.
  destruct (IH (eff x h)) as (V1 & S1 & A1); auto using pre_eff.
  assert (S : same (eff a (eff x h)) (eff x (eff a h))) by (apply same_sym, comm; auto).
  split; [split; [apply pre_eff; auto using indep_sym|eapply valid_same; eauto]|]. split; auto.
  eapply same_trans; [apply effs_same, same_sym, S|auto].
Qed.
(** Objects stay. *)
Lemma effs_there l h o : there h o -> there (effs l h) o.
Proof. revert h. induction l; simpl; auto using there_eff. Qed.
(** New ones are there then. *)
Lemma effs_news l h n : In n (news l) -> there (effs l h) n.
Proof.
  revert h. induction l as [|a l IH]; simpl; [tauto|]. intros h I. apply in_app_or in I. destruct I as [I|I]; auto.
  destruct a; simpl in I; try contradiction. destruct I as [<-|[]]. apply effs_there. unfold there. simpl. rewrite Nat.eqb_refl. discriminate.
Qed.
(** Those of two lists. *)
Lemma news_app l k : news (l ++ k) = news l ++ news k.
Proof. apply flat_map_app. Qed.

(** ** Steps and actions *)
(** A step is one after an action that it does not conflict with. *)
Lemma step_frame P i h u x u1 a : mstep P i h u x u1 -> indep a x -> pre a h -> mstep P i (eff a h) u x u1.
Proof.
  intros St I N. inversion St; subst; try (constructor; auto; fail);
  try match goal with G : h _ = Some ?ob |- _ => destruct (eff_at a h _ _ G N) as (ob' & G' & c & g & k' & L & L') end.
  - constructor. eapply (pre_eff (ANew n (fresh_object P C (map (close r) ls) i)) a); auto using indep_sym.
  - replace (init_env P o ob d) with (init_env P o ob' d) by (unfold init_env, owner_env, ghost_env; rewrite c, g; auto).
    apply M_INITIALISER; auto.
  - eapply M_INIT; eauto. apply L'. auto.
  - eapply M_INIT_END; eauto.
  - replace (fval ob f) with (fval ob' f) by (unfold fval; rewrite L; auto; intros v ->; simpl in I; tauto).
    apply M_REF; auto. apply L'. auto.
  - eapply M_ASSIGN; eauto. apply L'. auto.
  - replace (body_env P o ob d vs) with (body_env P o ob' d vs) by (unfold body_env, owner_env, ghost_env; rewrite c, g; auto).
    eapply M_INVOKE; eauto. rewrite c. auto.
  - eapply M_ACQUIRE; eauto. rewrite k'; auto. intros k0 ->. auto.
  - rewrite <- k' by (intros k0 ->; auto). apply M_RELEASE. auto.
  - rewrite <- k' by (intros k0 ->; auto). apply M_UNWIND_RELEASE. auto.
Qed.
(** Several. *)
Lemma step_frames P i h u x u1 l : mstep P i h u x u1 -> Forall (fun a => indep a x) l -> valid l h -> mstep P i (effs l h) u x u1.
Proof. revert h. induction l as [|a l IH]; simpl; auto. intros h St F [A V]. inversion F; subst. apply IH; auto using step_frame. Qed.

(** And before it, if the thread knew the objects that it looks at. *)
Lemma step_unframe P i h u x u1 a : mstep P i (eff a h) u x u1 -> indep a x -> pre a h -> knows h u -> mstep P i h u x u1.
Proof.
  intros St I N [C K]. inversion St; subst; try (constructor; auto; fail); simpl in C, K;
    try match goal with X : Forall _ (_ :: _) |- _ => apply Forall_cons_iff in X; destruct X as [F K']; simpl in F end;
    try (match goal with G : eff a h ?o = Some ?ob |- _ => assert (X : there h o) by tauto end;
      unfold there in X; destruct (h o) as [ob0|] eqn:G0; [clear X|congruence];
      destruct (eff_at a h _ _ G0 N) as (ob' & G' & c & g & k' & L & L');
      assert (ob' = ob) by congruence; subst ob').
  - constructor. destruct (h n) eqn:X; auto. exfalso. apply (there_eff a h n); [unfold there; congruence|auto].
  - replace (init_env P o ob d) with (init_env P o ob0 d) by (unfold init_env, owner_env, ghost_env; rewrite c, g; auto).
    apply M_INITIALISER; auto.
  - eapply M_INIT; eauto. apply L'. auto.
  - eapply M_INIT_END; eauto.
  - replace (fval ob f) with (fval ob0 f) by (unfold fval; rewrite L; auto; intros v ->; simpl in I; tauto).
    apply M_REF; auto. apply L'. auto.
  - eapply M_ASSIGN; eauto. apply L'. auto.
  - replace (body_env P o ob d vs) with (body_env P o ob0 d vs) by (unfold body_env, owner_env, ghost_env; rewrite c, g; auto).
    eapply M_INVOKE; eauto. rewrite <- c. auto.
  - eapply M_ACQUIRE; eauto. rewrite <- k'; auto. intros k0 ->. auto.
  - rewrite k' by (intros k0 ->; auto). apply M_RELEASE. auto.
  - rewrite k' by (intros k0 ->; auto). apply M_UNWIND_RELEASE. auto.
Qed.

(** ** A thread alone, without locks and forks *)
Inductive solo (P : prog) (i : tid) : mem -> thread -> list act -> thread -> Prop :=
| solo_nil h u : solo P i h u [] u
| solo_cons h u a u1 tr th : mstep P i h u a u1 -> sync a = false -> solo P i (eff a h) u1 tr th -> solo P i h u (a :: tr) th.

(** On equal maps. *)
Lemma solo_same P i h u tr th : solo P i h u tr th -> forall k, same h k -> solo P i k u tr th.
Proof. induction 1; intros k S; econstructor; eauto using mstep_same, eff_same. Qed.
(** One step more. *)
Lemma solo_snoc P i h u tr th a th' : solo P i h u tr th -> mstep P i (effs tr h) th a th' -> sync a = false ->
  solo P i h u (tr ++ [a]) th'.
Proof. induction 1; simpl; intros; econstructor; eauto. constructor. Qed.
(** The steps up to one, and those after it. *)
Lemma solo_split P i h u p q th : solo P i h u (p ++ q) th -> exists u1, solo P i h u p u1 /\ solo P i (effs p h) u1 q th.
Proof.
  revert h u. induction p as [|a p IH]; simpl; intros h u S; [exists u; split; [constructor|auto]|].
  inversion S; subst. edestruct IH as (u2 & S1 & S2); eauto. exists u2. split; [econstructor; eauto|auto].
Qed.
(** Its actions find what they need. *)
Lemma solo_valid P i h u tr th : solo P i h u tr th -> valid tr h.
Proof. induction 1; simpl; eauto using mstep_pre. Qed.
(** It can be run among the others. *)
Lemma sc_solo P i h u tr th : solo P i h u tr th -> forall T, sc_reach P h T -> nth_error T i = Some u ->
  sc_reach P (effs tr h) (upd T i th).
Proof.
  induction 1; simpl; intros T R E; [rewrite upd_same; auto|].
  rewrite <- (upd_upd T i u1 th). apply IHsolo; [|eapply nth_upd_eq; eauto].
  replace (upd T i u1) with (upd T i u1 ++ forked a) by (destruct a; try discriminate; apply app_nil_r).
  eapply SC_step; eauto using same_refl.
Qed.
(** It can be run after an action of another, and that one could step before it. *)
Lemma solo_frame P i h u tr th : solo P i h u tr th -> forall a, Forall (indep a) tr -> pre a h -> solo P i (eff a h) u tr th.
Proof.
  induction 1 as [|h u x u1 tr th St Sy So IH]; intros a F N; [constructor|]. inversion F; subst.
  pose proof (mstep_pre _ _ _ _ _ _ St). econstructor; eauto using step_frame.
  eapply solo_same; [eapply IH; eauto using pre_eff|]. apply same_sym, comm; auto.
Qed.
(** Several. *)
Lemma step_unframes P j l : forall h u x u1, mstep P j (effs l h) u x u1 -> Forall (fun a => indep a x) l -> valid l h -> knows h u ->
  mstep P j h u x u1.
Proof.
  induction l as [|a l IH]; simpl; auto. intros h u x u1 St F [A V] K. inversion F; subst.
  eapply step_unframe; eauto. eapply IH; eauto. apply knows_eff; auto. apply pre_new. auto.
Qed.
