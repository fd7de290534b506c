(** The machine over maps chooses names as it likes; that of [Reduction.v] counts.  Up to a renaming of objects they reach the same. *)
Require Import Preservation.
Require Export Commute.
Open Scope list_scope.

Section Renaming.
Variable P : prog.
Variable rho : obj -> obj.
Hypothesis inj : forall a b, rho a = rho b -> a = b.

Definition rv (v : value) : value := match v with VObj o => VObj (rho o) | _ => v end.
Definition rg (q : gpath) : gpath := (rv (fst q), snd q).
Definition re (r : venv) : venv := map (fun x => (fst x, rg (snd x))) r.
Definition rf (F : frame) : frame :=
  match F with
  | FField f => FField f
  | FAssignL f r e => FAssignL f (re r) e
  | FAssignR v f => FAssignR (rv v) f
  | FCallL m r es => FCallL m (re r) es
  | FCallA v m vs r es => FCallA (rv v) m (map rv vs) (re r) es
  | FLet x r e => FLet x (re r) e
  | FIf r e1 e2 => FIf (re r) e1 e2
  | FSync r e => FSync (re r) e
  | FInSync o => FInSync (rho o)
  | FInit o f rest => FInit (rho o) f rest
  | FSeq r e => FSeq (re r) e
  | FOpL o r e => FOpL o (re r) e
  | FOpR o v => FOpR o (rv v)
  | FPrint => FPrint
  | FAssert => FAssert
  end.
Definition rc (c : ctrl) : ctrl :=
  match c with
  | CEval r e => CEval (re r) e
  | CRet v => CRet (rv v)
  | CArgs v m vs r es => CArgs (rv v) m (map rv vs) (re r) es
  | CInit o rest => CInit (rho o) rest
  | CThrow => CThrow
  end.
Definition rt (th : thread) : thread := (rc (fst th), map rf (snd th)).
Definition ro (ob : object) : object :=
  {| cls := cls ob; oghosts := map rg (oghosts ob); alloc := alloc ob; done := done ob;
     fvals := map (fun x => (fst x, rv (snd x))) (fvals ob); lock := lock ob |}.

(** Looking up in an image. *)
Lemma lookup_map {A B} (g : A -> B) x l : lookup x (map (fun y => (fst y, g (snd y))) l) = option_map g (lookup x l).
Proof. induction l as [|[y a] l IH]; simpl; auto. destruct (ideq x y); auto. Qed.
(** Environments, one after the other. *)
Lemma re_app r s : re (r ++ s) = re r ++ re s. Proof. apply map_app. Qed.
(** Names and values. *)
Lemma re_combine names l : re (combine names l) = combine names (map rg l).
Proof. revert l. induction names as [|x names IH]; intros [|a l]; simpl; auto. unfold re in *. simpl. rewrite IH. auto. Qed.
(** A path that is closed. *)
Lemma close_re r p : close (re r) p = rg (close r p).
Proof. unfold close, re. rewrite lookup_map. destruct (lookup (root p) r); auto. Qed.
(** Several. *)
Lemma map_close r ls : map (close (re r)) ls = map rg (map (close r) ls).
Proof. rewrite map_map. apply map_ext. intros. apply close_re. Qed.
(** The ghosts of an object. *)
Lemma re_ghosts ob : re (ghost_env P ob) = ghost_env P (ro ob). Proof. apply re_combine. Qed.
(** Values as paths. *)
Lemma map_gval vs : map rg (map gval vs) = map gval (map rv vs). Proof. rewrite !map_map. auto. Qed.
(** The environment of a member. *)
Lemma re_owner o ob C ls names vs : re (owner_env P o ob C ls names vs) = owner_env P (rho o) (ro ob) C ls names (map rv vs).
Proof.
  unfold owner_env. change (re ?r) with (map (fun x => (fst x, rg (snd x))) r). simpl. f_equal.
  change (map (fun x => (fst x, rg (snd x))) ?r) with (re r). rewrite re_app, !re_combine, map_gval.
  rewrite <- map_close, re_ghosts. auto.
Qed.
(** What a field holds. *)
Lemma fval_ro ob f : fval (ro ob) f = rv (fval ob f).
Proof. unfold fval. simpl. rewrite lookup_map. destruct (lookup f (fvals ob)); auto. Qed.
(** An object has the fields that it had. *)
Lemma has_ro ob f : lookup f (fvals ob) <> None -> lookup f (fvals (ro ob)) <> None.
Proof. simpl. rewrite lookup_map. destruct (lookup f (fvals ob)); simpl; congruence. Qed.
(** An object after an assignment. *)
Lemma ro_field ob f v : ro (with_field ob f v) = with_field (ro ob) f (rv v).
Proof.
  unfold ro, with_field. simpl. f_equal. induction (fvals ob) as [|[g w] l IH]; simpl; auto.
  destruct (ideq f g); simpl; auto. rewrite IH. auto.
Qed.
(** A new object. *)
Lemma ro_fresh C gs i : ro (fresh_object P C gs i) = fresh_object P C (map rg gs) i.
Proof. unfold ro, fresh_object. simpl. f_equal. rewrite map_map. apply map_ext. intros d. simpl. destruct (fd_ty d); auto. Qed.
Definition rr (x : result) : result := match x with RVal v => RVal (rv v) | _ => x end.
(** Equality, where names are different that were. *)
Lemma veqb_rv v w : veqb (rv v) (rv w) = veqb v w.
Proof.
  destruct v, w; simpl; auto. destruct (Nat.eqb_spec o o0) as [->|N]; [rewrite Nat.eqb_refl; auto|].
  destruct (Nat.eqb_spec (rho o) (rho o0)); auto. exfalso. auto.
Qed.
(** Operators. *)
Lemma compute_rv o v w : compute o (rv v) (rv w) = rr (compute o v w).
Proof.
  destruct o; simpl; rewrite ?veqb_rv; try (destruct (veqb v w); auto; fail);
    destruct v, w; simpl; auto; destruct (Z.eqb _ 0); auto.
Qed.
(** Frames of fields. *)
Lemma map_fields fs K : map rf (map FField fs ++ K) = map FField fs ++ map rf K.
Proof. rewrite map_app, map_map. auto. Qed.

(** A step that needs no heap is one in every heap, renamed. *)
Lemma local_rename i H th th' : tstep P i [] th [] th' None -> tstep P i H (rt th) H (rt th') None.
Proof.
  intros St. inversion St; subst; unfold rt; simpl; rewrite ?map_fields;
    try match goal with G : get [] ?o = Some _ |- _ => destruct o; discriminate end;
    try (econstructor; fail); try (destruct b; econstructor; fail).
  - change (rv (fst q)) with (fst (rg q)). change (snd q) with (snd (rg q)). constructor. unfold re. rewrite lookup_map.
    match goal with L : lookup _ _ = _ |- _ => rewrite L end. auto.
  - rewrite map_app. constructor.
  - econstructor. rewrite compute_rv. match goal with C : compute _ _ _ = _ |- _ => rewrite C end. auto.
  - econstructor. rewrite compute_rv. match goal with C : compute _ _ _ = _ |- _ => rewrite C end. auto.
  - constructor. intros o. destruct F; simpl; try discriminate. intros _. match goal with X : forall o, _ <> _ |- _ => eapply X; eauto end.
Qed.

Definition agrees (H : heap) (h : mem) : Prop := forall n, get H (rho n) = option_map ro (h n).
(** An object that is changed in both. *)
Lemma agrees_upd H h o ob g g' : agrees H h -> h o = Some ob -> (forall x, ro (g x) = g' (ro x)) ->
  agrees (upd H (rho o) (g' (ro ob))) (at_ h o g).
Proof.
  intros A G E n. unfold at_, get in *. destruct (Nat.eqb_spec n o) as [->|N].
  - rewrite G. simpl. rewrite E. pose proof (A o) as X. unfold get in X. rewrite G in X. eapply nth_upd_eq. exact X.
  - rewrite nth_upd_neq by (intros X; apply N; symmetry; auto). apply A.
Qed.

(** A step on a map is a step of [Reduction.v]. *)
Lemma rename_step i H h th a th' : agrees H h -> mstep P i h th a th' -> (forall n ob, a = ANew n ob -> rho n = length H) ->
  exists H', tstep P i H (rt th) H' (rt th') (match forked a with [n] => Some (rt n) | _ => None end) /\
    agrees H' (eff a h) /\ length H' = length H + length (news [a]).
Proof.
  intros A St Nw.
  assert (G' : forall o ob, h o = Some ob -> get H (rho o) = Some (ro ob)) by (intros o ob G; rewrite A, G; auto).
  inversion St as [th0 th0' Ts|r C ls K n Gn|o ob d rest K G|o f rest ob v K G L|o ob K G|o ob f K G L|o ob f v K G L|o ob m d vs r K G M Ln
    |o ob k r e K G Ac|o ob v K G|r e K|o ob K G]; subst; simpl.
  - exists H. split; [apply local_rename; auto|]. split; [auto|lia].
  - specialize (Nw _ _ eq_refl). eexists. split; [|split].
    + unfold rt. simpl. rewrite Nw. constructor.
    + intros q. unfold get. simpl. destruct (Nat.eqb_spec q n) as [->|N].
      * rewrite Nw, nth_error_app2, Nat.sub_diag by auto. simpl. f_equal. rewrite ro_fresh, map_close. auto.
      * assert (Q : rho q <> length H) by (rewrite <- Nw; intros X; auto).
        destruct (Nat.lt_ge_cases (rho q) (length H)) as [Lt|Ge]; [rewrite nth_error_app1 by auto; apply A|].
        rewrite nth_error_app2 by auto. pose proof (A q) as X. unfold get in X. rewrite (proj2 (nth_error_None _ _)) in X by lia.
        rewrite <- X. apply nth_error_None. simpl. lia.
    + rewrite app_length. auto.
  - exists H. split; [|split; [auto|lia]]. unfold rt. cbn [fst snd rc rf map]. unfold init_env. rewrite re_owner.
    apply (S_init P i H (rho o) (ro ob) d rest (map rf K)). auto.
  - eexists. split; [|split].
    + unfold rt. simpl. apply RED_INIT. eauto.
    + eapply (agrees_upd _ _ _ _ (fun x => with_field x f v) (fun x => with_field x f (rv v))); auto using ro_field.
    + rewrite length_upd. lia.
  - eexists. split; [|split].
    + unfold rt. simpl. apply RED_INIT_END. eauto.
    + eapply (agrees_upd _ _ _ _ with_done with_done); auto.
    + rewrite length_upd. lia.
  - exists H. split; [|split; [auto|lia]]. unfold rt. simpl. rewrite <- fval_ro. apply RED_REF; auto using has_ro.
  - eexists. split; [|split].
    + unfold rt. simpl. apply RED_ASSIGN; eauto using has_ro.
    + eapply (agrees_upd _ _ _ _ (fun x => with_field x f v) (fun x => with_field x f (rv v))); auto using ro_field.
    + rewrite length_upd. lia.
  - exists H. split; [|split; [auto|lia]]. unfold rt. cbn [fst snd rc rf map rv]. unfold body_env. rewrite re_owner.
    apply (RED_INVOKE P i H (rho o) (ro ob) m d (map rv vs) (re r) (map rf K)); auto. rewrite map_length. auto.
  - eexists. split; [|split].
    + unfold rt. simpl. eapply RED_ACQUIRE; eauto.
    + eapply (agrees_upd _ _ _ _ (fun x => with_lock x k) (fun x => with_lock x k)); auto.
    + rewrite length_upd. lia.
  - eexists. split; [|split].
    + unfold rt. simpl. apply RED_RELEASE. eauto.
    + simpl. eapply (agrees_upd _ _ _ _ (fun x => with_lock x (released (lock ob))) (fun x => with_lock x (released (lock ob)))); auto.
    + rewrite length_upd. lia.
  - exists H. split; [|split; [auto|lia]]. unfold rt. simpl. constructor.
  - eexists. split; [|split].
    + unfold rt. simpl. apply RED_UNWIND_RELEASE. eauto.
    + simpl. eapply (agrees_upd _ _ _ _ (fun x => with_lock x (released (lock ob))) (fun x => with_lock x (released (lock ob)))); auto.
    + rewrite length_upd. lia.
Qed.
(** Races are the same. *)
Lemma rename_access th o f w : access th o f w -> access (rt th) (rho o) f w.
Proof. destruct 1; constructor. Qed.
(** So is a race. *)
Lemma rename_races T : races T -> races (map rt T).
Proof.
  intros (i & j & th & th' & o & f & w & w' & N & E1 & E2 & A1 & A2 & W).
  exists i, j, (rt th), (rt th'), (rho o), f, w, w'. rewrite !nth_error_map, E1, E2. repeat split; auto using rename_access.
Qed.
End Renaming.

(** The number of a name in the order of allocation. *)
Fixpoint index (l : list obj) (n : obj) : obj := match l with [] => n | m :: l => if Nat.eqb n m then 0 else S (index l n) end.
(** Different names have different numbers. *)
Lemma index_inj l a b : index l a = index l b -> a = b.
Proof.
  induction l as [|m l IH]; simpl; auto. destruct (Nat.eqb_spec a m), (Nat.eqb_spec b m); subst; auto; try discriminate.
Qed.
(** The number of a name that comes later. *)
Lemma index_app l k n : ~ In n l -> index (l ++ k) n = length l + index k n.
Proof.
  induction l as [|m l IH]; simpl; auto. intros N. destruct (Nat.eqb_spec n m) as [->|]; [exfalso; auto|]. rewrite IH; auto.
Qed.
(** The number of the next one. *)
Lemma index_here l n k : ~ In n l -> index (l ++ n :: k) n = length l.
Proof. intros N. rewrite index_app by auto. simpl. rewrite Nat.eqb_refl. lia. Qed.

(** What the machine over maps reaches, renamed, is reachable. *)
Theorem renamed P h T : sc_reach P h T -> exists rho H, (forall a b, rho a = rho b -> a = b) /\
  reachable P (H, map (rt rho) T) /\ agrees rho H h.
Proof.
  intros R. enough (A : exists N, (forall n, In n N <-> h n <> None) /\ NoDup N /\ forall M, NoDup (N ++ M) ->
    exists H, reachable P (H, map (rt (index (N ++ M))) T) /\ length H = length N /\ agrees (index (N ++ M)) H h).
  { destruct A as (N & _ & ND & A). destruct (A []) as (H & R1 & _ & Ag); [rewrite app_nil_r; auto|].
    exists (index (N ++ [])), H. split; auto. apply index_inj. }
  induction R as [h E|h T i th a th' h' R (N & Dom & ND & IH) Ei St S].
  - exists []. split; [intros n; simpl; rewrite E; tauto|]. split; [constructor|]. intros M _. exists [].
    split; [constructor|]. split; auto. intros n. unfold get. rewrite E. destruct (index _ _); auto.
  - exists (N ++ news [a]).
    assert (Fr : forall n, In n (news [a]) -> ~ In n N).
    { intros n I. rewrite Dom. pose proof (mstep_pre _ _ _ _ _ _ St) as O. destruct a; simpl in *; try contradiction.
      destruct I as [<-|[]]. intros Q. auto. }
    split; [|split].
    + intros n. rewrite in_app_iff, Dom, S. destruct a as [ |o f|o f v|o|o x|o k|th0]; simpl; unfold at_; try tauto;
        try (destruct (Nat.eqb_spec n o) as [->|]; [destruct (h o); simpl; intuition congruence|tauto]).
      destruct (Nat.eqb_spec n o) as [->|]; [intuition congruence|intuition congruence].
    + destruct a; simpl in *; rewrite ?app_nil_r; auto. 
      rewrite <- (rev_involutive (N ++ [n])). apply NoDup_rev. rewrite rev_app_distr. simpl. constructor; [|apply NoDup_rev; auto].
      rewrite <- in_rev. auto.
    + intros M NM. rewrite <- app_assoc in *. destruct (IH _ NM) as (H & R1 & L & Ag).
      set (rho := index (N ++ news [a] ++ M)) in *.
      destruct (rename_step P rho (index_inj _) i H h th a th' Ag St) as (H' & St' & Ag' & L').
      { intros n ob ->. unfold rho. simpl. rewrite L. apply index_here. apply Fr. simpl. auto. }
      exists H'. split; [|split; [rewrite app_length; lia|intros n; rewrite (S n); apply Ag']].
      eapply R_step; [exact R1|]. rewrite map_app, map_upd.
      replace (map (rt rho) (forked a)) with (match match forked a with [n] => Some (rt rho n) | _ => None end with
        Some n => [n] | None => [] end) by (destruct a; auto).
      eapply STEP; eauto. rewrite nth_error_map, Ei. auto.
Qed.
(** If there is no race in section 8, there is none on maps. *)
Lemma renamed_races P : (forall s, reachable P s -> ~ race s) -> forall h T, sc_reach P h T -> ~ races T.
Proof.
  intros RF h T R Rc. destruct (renamed _ _ _ R) as (rho & H & _ & R1 & _). apply (RF _ R1). apply (rename_races rho) in Rc. exact Rc.
Qed.
