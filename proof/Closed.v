(** A thread knows only objects that there are, and initialises fields that they have. *)
Require Import Preservation.
Require Export Buffers.
Open Scope list_scope.

Section Known.
Variable D : obj -> Prop.                (* there is such an object *)
Variable I : obj -> id -> Prop.          (* and it has such a field *)
Definition kv (v : value) : Prop := match v with VObj o => D o | _ => True end.
Definition kg (q : gpath) : Prop := kv (fst q).
Definition kr (r : venv) : Prop := Forall (fun x => kg (snd x)) r.
Definition kf (F : frame) : Prop :=
  match F with
  | FAssignL _ r _ | FCallL _ r _ | FLet _ r _ | FIf r _ _ | FSync r _ | FSeq r _ | FOpL _ r _ => kr r
  | FAssignR v _ | FOpR _ v => kv v
  | FCallA v _ vs r _ => kv v /\ Forall kv vs /\ kr r
  | FInSync o => D o
  | FInit o f rest => D o /\ I o f /\ Forall (fun d => I o (fd_name d)) rest
  | FField _ | FPrint | FAssert => True
  end.
Definition kc (c : ctrl) : Prop :=
  match c with
  | CEval r _ => kr r
  | CRet v => kv v
  | CArgs v _ vs r _ => kv v /\ Forall kv vs /\ kr r
  | CInit o rest => D o /\ Forall (fun d => I o (fd_name d)) rest
  | CThrow => True
  end.
Definition kt (th : thread) : Prop := kc (fst th) /\ Forall kf (snd th).
Definition ko (ob : object) : Prop := Forall kg (oghosts ob) /\ Forall (fun x => kv (snd x)) (fvals ob).

(** What an environment gives is known. *)
Lemma kr_lookup r x q : kr r -> lookup x r = Some q -> kg q.
Proof.
  induction r as [|[y p] r IH]; simpl; [discriminate|]. intros K. inversion K; subst. destruct (ideq x y); auto. intros E. injection E as <-. auto.
Qed.
(** So is a path that is closed. *)
Lemma kg_close r l : kr r -> kg (close r l).
Proof. intros K. unfold close. destruct (lookup (root l) r) as [q|] eqn:E; [eapply kr_lookup in E; eauto|exact Logic.I]. Qed.
(** And several. *)
Lemma kg_closes r ls : kr r -> Forall kg (map (close r) ls).
Proof. intros K. apply Forall_map, Forall_forall. intros. apply kg_close. auto. Qed.
(** Names and what is known make an environment. *)
Lemma kr_combine names l : Forall kg l -> kr (combine names l).
Proof. revert l. induction names as [|x names IH]; intros [|q l] K; simpl; constructor; inversion K; subst; auto. apply IH. auto. Qed.
(** The environment of a member. *)
Lemma kr_owner P o ob C ls names vs : D o -> ko ob -> Forall kv vs -> kr (owner_env P o ob C ls names vs).
Proof.
  intros O [G _] V. constructor; auto. apply Forall_app. split; apply kr_combine.
  - apply Forall_map. auto.
  - apply kg_closes, kr_combine. auto.
Qed.
(** What a field holds is known. *)
Lemma kv_fval ob f : ko ob -> kv (fval ob f).
Proof.
  intros [_ V]. unfold fval. induction (fvals ob) as [|[g w] l IH]; simpl; [exact Logic.I|]. inversion V; subst. destruct (ideq f g); auto.
Qed.
(** And after an assignment. *)
Lemma kv_assign f v l : kv v -> Forall (fun x => kv (snd x)) l -> Forall (fun x : id * value => kv (snd x)) (assign f v l).
Proof.
  intros V. induction l as [|[g w] l IH]; simpl; intros K; [repeat constructor; auto|]. inversion K; subst. destruct (ideq f g); constructor; auto.
Qed.
(** Operators make no objects. *)
Lemma kv_compute o v w u : compute o v w = RVal u -> kv u.
Proof.
  destruct o, v, w; simpl; try discriminate; repeat match goal with |- context [if ?b then _ else _] => destruct b end;
    try discriminate; intros E; injection E as <-; exact Logic.I.
Qed.
(** Frames of fields know nothing. *)
Lemma kf_fields fs : Forall kf (map FField fs).
Proof. apply Forall_map, Forall_forall. intros; exact Logic.I. Qed.
End Known.

(** More objects, more fields. *)
Section More.
Variables D D' : obj -> Prop.
Variables I I' : obj -> id -> Prop.
Hypothesis DD : forall o, D o -> D' o.
Hypothesis II : forall o f, I o f -> I' o f.
(** What is known stays so. *)
Lemma kv_more v : kv D v -> kv D' v. Proof. destruct v; simpl; auto. Qed.
(** In an environment, *)
Lemma kr_more r : kr D r -> kr D' r. Proof. apply Forall_impl. intros x. apply kv_more. Qed.
(** of arguments, *)
Lemma kvs_more vs : Forall (kv D) vs -> Forall (kv D') vs. Proof. apply Forall_impl, kv_more. Qed.
(** of the fields that are still to be initialised, *)
Lemma rest_more o (rest : list fdecl) : Forall (fun d => I o (fd_name d)) rest -> Forall (fun d => I' o (fd_name d)) rest.
Proof. apply Forall_impl. auto. Qed.
(** of a thread, *)
Lemma kt_more th : kt D I th -> kt D' I' th.
Proof.
  intros [C K]. split.
  - destruct (fst th); simpl in *; intuition auto using kr_more, kv_more, kvs_more, rest_more.
  - eapply Forall_impl; [|exact K]. intros []; simpl; intuition auto using kr_more, kv_more, kvs_more, rest_more.
Qed.
(** and of an object. *)
Lemma ko_more ob : ko D ob -> ko D' ob.
Proof. intros [G V]. split; (eapply Forall_impl; [|eassumption]); intros x; apply kv_more. Qed.
End More.

(** What holds of all holds of one. *)
Lemma all_nth {A} (Q : A -> Prop) l i x : Forall Q l -> nth_error l i = Some x -> Q x.
Proof. intros F E. eapply Forall_forall; eauto. eapply nth_error_In; eauto. Qed.

Definition there (h : mem) (o : obj) : Prop := h o <> None.
Definition has (h : mem) (o : obj) (f : id) : Prop := exists ob, h o = Some ob /\ lookup f (fvals ob) <> None.
Definition knows (h : mem) : thread -> Prop := kt (there h) (has h).

(** No action takes an object away, *)
Lemma there_eff a h o : there h o -> there (eff a h) o.
Proof.
  unfold there. intros N. destruct a; simpl; unfold at_; auto; destruct (Nat.eqb _ _); auto; destruct (h o); simpl; congruence.
Qed.
(** or a field. *)
Lemma has_eff a h o f : (forall n ob, a = ANew n ob -> h n = None) -> has h o f -> has (eff a h) o f.
Proof.
  intros N (ob & G & L). destruct a as [ |q g|q g v|q|n x|q k|th]; simpl; unfold has, at_; eauto;
    try (destruct (Nat.eqb_spec o q) as [<-|]; [rewrite G; simpl; eexists; split; [reflexivity|simpl]|eauto]; auto).
  - rewrite lookup_assign. destruct (ideq f g); congruence.
  - destruct (Nat.eqb_spec o n) as [<-|]; eauto. rewrite (N _ _ eq_refl) in G. discriminate.
Qed.
(** So a thread knows what it knew. *)
Lemma knows_eff a h th : (forall n ob, a = ANew n ob -> h n = None) -> knows h th -> knows (eff a h) th.
Proof. intros N. apply kt_more; [intros o; apply there_eff|intros o f; apply has_eff; auto]. Qed.

(** A step keeps it, of what the thread knows and of what it stores. *)
Definition stored (D : obj -> Prop) (a : act) : Prop :=
  match a with AWrite _ _ v => kv D v | ANew _ ob => ko D ob | _ => True end.
(** A step that needs no heap. *)
Lemma knows_local D I P i th th' : tstep P i [] th [] th' None -> kt D I th -> kt D I th'.
Proof.
  intros St [C K]. inversion St; subst; simpl in *;
    try match goal with G : get [] ?o = Some _ |- _ => destruct o; discriminate end;
    repeat match goal with X : Forall (kf _ _) (_ :: _) |- _ => apply Forall_cons_iff in X; destruct X; simpl in * end;
    split; simpl; rewrite ?Forall_cons_iff; simpl; intuition auto; try (eapply kr_lookup; eauto; fail).
  - apply Forall_app. split; auto using kf_fields.
  - apply Forall_app. auto.
  - constructor; auto.
  - eapply kv_compute; eauto.
Qed.
(** Every step. *)
Lemma knows_step P i h th a th' : mstep P i h th a th' -> knows h th -> (forall o ob, h o = Some ob -> ko (there h) ob) ->
  knows (eff a h) th' /\ Forall (knows (eff a h)) (forked a) /\ stored (there h) a.
Proof.
  intros St K O.
  assert (N : forall n ob, a = ANew n ob -> h n = None) by (intros n ob ->; inversion St; subst; auto).
  assert (T : forall o ob, h o = Some ob -> there h o) by (unfold there; congruence).
  assert (A : stored (there h) a /\ Forall (knows h) (forked a) /\
    match a with ANew n ob => knows (eff a h) th' | _ => knows h th' end).
  { pose proof K as K0. destruct K as [C K]. inversion St; subst; simpl in *;
      repeat match goal with X : Forall (kf _ _) (_ :: _) |- _ => apply Forall_cons_iff in X; destruct X; simpl in * end;
      (split; [|split; [|try (split; simpl; [|auto])]]); simpl; rewrite ?Forall_cons_iff; simpl; intuition (eauto using kv_fval).
    - eapply (knows_local _ _ P i th th'); eauto.
    - eapply (knows_local _ _ P i th th'); eauto.
    - split; [apply kg_closes; auto|]. simpl. apply Forall_map, Forall_forall. intros d _. simpl. destruct (fd_ty d); exact Logic.I.
    - unfold there. rewrite Nat.eqb_refl. discriminate.
    - apply Forall_forall. intros d J. eexists. rewrite Nat.eqb_refl. split; [reflexivity|]. simpl.
      clear - J. induction (fields P C0) as [|e l IH]; [contradiction|]. simpl. destruct (ideq (fd_name d) (fd_name e)) eqn:E; [discriminate|].
      destruct J as [->|J]; [rewrite ideq_refl in E; discriminate|auto].
    - destruct (knows_eff (ANew n (fresh_object P C0 (map (close r) ls) i)) h (CThrow, K1)) as [_ X]; auto.
      split; [exact Logic.I|auto].
    - apply kr_owner; eauto.
    - match goal with X : Forall _ (d :: _) |- _ => inversion X; auto end.
    - match goal with X : Forall _ (d :: _) |- _ => inversion X; auto end.
    - apply kr_owner; eauto.
    - split; simpl; auto. }
  destruct A as (A & B & E). destruct a; try (split; [apply knows_eff; auto; discriminate|split; [|exact A]];
    eapply Forall_impl; [|exact B]; intros; apply knows_eff; auto; discriminate).
  split; [exact E|split; [constructor|exact A]].
Qed.
(** So it is in every state. *)
Lemma sc_knows P h T : sc_reach P h T -> Forall (knows h) T /\ forall o ob, h o = Some ob -> ko (there h) ob.
Proof.
  induction 1 as [h E|h T i th a th' h' R [IH O] Ei St S].
  - split; [repeat constructor|]. intros o ob G. rewrite E in G. discriminate.
  - assert (N : forall n ob, a = ANew n ob -> h n = None) by (intros n ob ->; inversion St; subst; auto).
    destruct (knows_step _ _ _ _ _ _ St) as (A & B & D); auto; [eapply all_nth; eauto|].
    assert (M : forall th, knows (eff a h) th -> knows h' th)
      by (intros t; apply kt_more; unfold there, has; intros o; rewrite S; auto).
    assert (Mo : forall ob, ko (there h) ob -> ko (there h') ob).
    { intros ob. apply ko_more. intros o X. unfold there. rewrite S. apply there_eff. auto. }
    split.
    + apply Forall_app. split; [|eapply Forall_impl; eauto]. apply all_upd; auto.
      eapply Forall_impl; [|exact IH]. intros t Kt. apply M, knows_eff; auto.
    + intros o ob G. rewrite S in G. destruct a as [ |q f|q f v|q|n x|q k|t]; simpl in G; unfold at_ in G; eauto;
        try (destruct (Nat.eqb_spec o q) as [<-|]; eauto; destruct (h o) as [x|] eqn:X; [|discriminate]; injection G as <-;
             destruct (Mo _ (O _ _ X)) as [G V]; split; simpl; auto).
      * apply kv_assign; auto. eapply kv_more; [|exact D]. intros p X'. unfold there. rewrite S. apply there_eff. auto.
      * destruct (Nat.eqb_spec o n); [injection G as <-; auto|eauto].
Qed.
