(** Blocks that reduction makes atomic: [synchronized] around code that takes no other lock, starts no thread, calls nothing and makes no
    object.  And what the soundness of types for atomicity is. *)
Require Import Preservation.
Require Export Movers.
Open Scope list_scope.

Fixpoint quiet (e : expr) : bool :=
  match e with
  | EInt _ | EBool _ | ENull | EUnit | EVar _ => true
  | EField e _ | EPrint e | EAssert e => quiet e
  | EAssign e _ e' | ELet _ _ e e' | ESeq e e' | EOp _ e e' | EWhile e e' => quiet e && quiet e'
  | EIf e e1 e2 => quiet e && quiet e1 && quiet e2
  | ENew _ _ | ECall _ _ _ | ESync _ _ | EFork _ => false
  end.
Definition quiet_frame (F : frame) : Prop :=
  match F with
  | FField _ | FAssignR _ _ | FOpR _ _ | FPrint | FAssert => True
  | FAssignL _ _ e | FLet _ _ e | FSeq _ e | FOpL _ _ e => quiet e = true
  | FIf _ e1 e2 => quiet e1 = true /\ quiet e2 = true
  | FCallL _ _ _ | FCallA _ _ _ _ _ | FSync _ _ | FInSync _ | FInit _ _ _ => False
  end.
Definition quiet_ctrl (c : ctrl) : Prop :=
  match c with CEval _ e => quiet e = true | CRet _ | CThrow => True | CArgs _ _ _ _ _ | CInit _ _ => False end.

(** A thread that has more frames than these, or evaluates what is to be returned to them. *)
Definition busy (K : list frame) (th : thread) : Prop :=
  length K < length (snd th) \/ length (snd th) = length K /\ match fst th with CRet _ | CThrow => False | _ => True end.
(** Frames of quiet code above a frame [B] and the frames [K]. *)
Definition above (B : frame) (K S : list frame) : Prop := exists J, S = J ++ B :: K /\ Forall quiet_frame J.
(** A thread in the body of such a block, which holds [o]; a thread that evaluates which lock to take. *)
Definition inside (o : obj) (K : list frame) (th : thread) : Prop := quiet_ctrl (fst th) /\ above (FInSync o) K (snd th).
Definition before_it (r : venv) (e : expr) (K : list frame) (th : thread) : Prop := quiet_ctrl (fst th) /\ above (FSync r e) K (snd th).
(** One frame more. *)
Lemma above_push B K S F : above B K S -> quiet_frame F -> above B K (F :: S).
Proof. intros (J & -> & A) Q. exists (F :: J). auto. Qed.
(** The frames of a ghost that is read. *)
Lemma above_fields B K S fs : above B K S -> above B K (map FField fs ++ S).
Proof. intros A. induction fs; simpl; auto. apply above_push; simpl; auto. Qed.
(** The innermost frame is of quiet code, or the last. *)
Lemma above_pop B K S F : above B K (F :: S) -> (F = B /\ S = K) \/ (quiet_frame F /\ above B K S).
Proof.
  intros ([|G J] & E & A); simpl in E; injection E as -> ->; auto. inversion A; subst. right. split; auto. exists J. auto.
Qed.

(** A step inside is a mover both ways, and the one that leaves is a left mover. *)
Lemma inside_step P i h o K th a th' : mstep P i h th a th' -> inside o K th ->
  (kind th a = Both /\ inside o K th') \/ (kind th a = Left /\ ~ busy K th').
Proof.
  intros St [C A]. unfold inside, busy. inversion St as [th0 th0' Ts| | | | | | | | | | |]; subst; simpl in *; try discriminate; try tauto;
    try (apply above_pop in A; destruct A as [[E1 E2]|[Q A]]; try discriminate; simpl in Q; try tauto; try (injection E1 as ->); subst; auto; fail).
  left. split; auto. inversion Ts; subst; simpl in *; try discriminate; try tauto; rewrite ?andb_true_iff in *;
    try match goal with G : get [] ?o = Some _ |- _ => destruct o; discriminate end;
    try match goal with X : above _ K (_ :: _) |- _ => apply above_pop in X; destruct X as [[E1 E2]|[Q X]]; try discriminate; simpl in Q end;
    try tauto; try (intuition auto using above_push, above_fields; fail);
    try (split; [tauto|apply above_push; simpl; tauto]).
  - destruct b; tauto.
  - apply above_pop in A. destruct A as [[E1 _]|[_ A]]; auto. exfalso. match goal with X : forall o, F <> FInSync o |- _ => apply (X o); auto end.
  - apply above_pop in A. destruct A as [[_ ->]|[[] _]]. right. split; auto. simpl. lia.
  - apply above_pop in A. destruct A as [[_ ->]|[[] _]]. right. split; auto. simpl. lia.
Qed.
(** A step before the lock is taken is a mover both ways, or takes it, or throws. *)
Lemma before_step P i h r e K th a th' : quiet e = true -> mstep P i h th a th' -> before_it r e K th ->
  (kind th a = Both /\ (before_it r e K th' \/ ~ busy K th')) \/ (kind th a = Right /\ exists o, inside o K th').
Proof.
  intros Qe St [C A]. unfold before_it, inside, busy. inversion St as [th0 th0' Ts| | | | | | | | | | |]; subst; simpl in *; try discriminate; try tauto;
    try (apply above_pop in A; destruct A as [[E1 E2]|[Q A]]; try discriminate; simpl in Q; try tauto; try (injection E1 as ->); subst; auto; fail).
  2: { apply above_pop in A. destruct A as [[E1 E2]|[[] _]]. injection E1 as -> ->. subst. right. split; auto. exists o. split; auto. exists []. auto. }
  left. split; [destruct th as [[] [|[] ?]]; auto|].
  inversion Ts; subst; simpl in *; try discriminate; try tauto; rewrite ?andb_true_iff in *;
    try match goal with G : get [] ?o = Some _ |- _ => destruct o; discriminate end;
    try match goal with X : above _ K (_ :: _) |- _ => apply above_pop in X; destruct X as [[E1 E2]|[Q X]]; try discriminate; simpl in Q end;
    try tauto; try (left; intuition auto using above_push, above_fields; fail);
    try (left; split; [tauto|apply above_push; simpl; tauto]).
  - left. destruct b; tauto.
  - apply above_pop in A. destruct A as [[_ ->]|[[] _]]. right. intros [X|[_ []]]. lia.
  - apply above_pop in A. destruct A as [[_ ->]|[_ A]]; [right; intros [X|[_ []]]; lia|left; auto].
Qed.

(** A path in which a thread steps only while it is busy. *)
Inductive within (P : prog) (i : tid) (K : list frame) : mem -> list thread -> list (tid * mover) -> mem -> list thread -> Prop :=
| within_nil h h' T : same h h' -> within P i K h T [] h' T
| within_cons h T j th a th' l h' T' : nth_error T j = Some th -> mstep P j h th a th' -> (j = i -> busy K th) ->
    within P i K (eff a h) (upd T j th' ++ forked a) l h' T' -> within P i K h T ((j, kind th a) :: l) h' T'.
(** It is a path. *)
Lemma within_path P i K h T l h' T' : within P i K h T l h' T' -> path P h T l h' T'.
Proof. induction 1; econstructor; eauto. Qed.
(** The thread of which [within] speaks, after a step. *)
Lemma stepped (T : list thread) j th th' a i u : nth_error T j = Some th -> nth_error T i = Some u ->
  nth_error (upd T j th' ++ forked a) i = Some (if Nat.eq_dec i j then th' else u).
Proof.
  intros Ej Ei. rewrite nth_error_app1 by (rewrite length_upd; eapply nth_some_lt; eauto). destruct (Nat.eq_dec i j) as [->|N].
  - eapply nth_upd_eq; eauto.
  - rewrite nth_upd_neq; auto.
Qed.
(** Outside it makes no step, *)
Lemma within_out P i K h T l h' T' : within P i K h T l h' T' -> forall th, nth_error T i = Some th -> ~ busy K th -> mine i l = [].
Proof.
  induction 1 as [h h' T S|h T j th a th' l h' T' E St D R IH]; intros u Ei L; auto. unfold mine in *. simpl.
  pose proof (stepped _ _ _ th' a _ _ E Ei) as E'. destruct (Nat.eqb_spec i j) as [->|N].
  - rewrite E in Ei. injection Ei as ->. specialize (D eq_refl). contradiction.
  - destruct (Nat.eq_dec i j); [congruence|]. eauto.
Qed.
(** and inside movers both ways, up to the one that leaves. *)
Lemma within_inside P i K o h T l h' T' : within P i K h T l h' T' -> forall th, nth_error T i = Some th -> inside o K th ->
  Forall is_left (map snd (mine i l)).
Proof.
  induction 1 as [h h' T S|h T j th a th' l h' T' E St D R IH]; intros u Ei In_; [constructor|]. unfold mine in *. simpl.
  pose proof (stepped _ _ _ th' a _ _ E Ei) as E'. destruct (Nat.eqb_spec i j) as [->|N].
  - rewrite E in Ei. injection Ei as ->. destruct (Nat.eq_dec j j); [|congruence]. simpl.
    destruct (inside_step _ _ _ _ _ _ _ _ St In_) as [[-> I']|[-> Sn]].
    + constructor; [right; auto|eauto].
    + constructor; [left; auto|]. pose proof (within_out _ _ _ _ _ _ _ _ R _ E') as O. unfold mine in O. rewrite O; [constructor|auto].
  - destruct (Nat.eq_dec i j); [congruence|]. eauto.
Qed.
(** ** Types for atomicity *)
(** [blocks] says which blocks of a program a system accepts as atomic.  The system is sound if every run of such a block has the form that
    reduction asks for: then, in a program without races, it can be made one without steps of others. *)
Definition atomicity_sound (blocks : prog -> expr -> Prop) : Prop :=
  forall P h T l h' T' i K r e, sc_reach P h T -> nth_error T i = Some (CEval r e, K) -> blocks P e ->
    within P i K h T l h' T' -> reducible (map snd (mine i l)).
(** So blocks that a sound system accepts are atomic. *)
Theorem sound_atomic blocks P : atomicity_sound blocks -> (forall s, reachable P s -> ~ race s) -> forall h T l h' T' i K r e, sc_reach P h T ->
  nth_error T i = Some (CEval r e, K) -> blocks P e -> within P i K h T l h' T' ->
  exists before after, theirs i l = before ++ after /\ path P h T (before ++ mine i l ++ after) h' T'.
Proof. intros S RF h T l h' T' i K r e R E B Wi. eapply reduction; eauto using within_path. eapply nth_some_lt; eauto. Qed.

(** Before the lock is taken. *)
Lemma within_before P i K r e h T l h' T' : quiet e = true -> within P i K h T l h' T' -> forall th, nth_error T i = Some th -> before_it r e K th ->
  exists b c, map snd (mine i l) = b ++ c /\ Forall is_right b /\ Forall is_left c.
Proof.
  intros Q. induction 1 as [h h' T S|h T j th a th' l h' T' E St D R IH]; intros u Ei In_; [exists [], []; auto|]. unfold mine in *. simpl.
  pose proof (stepped _ _ _ th' a _ _ E Ei) as E'. destruct (Nat.eqb_spec i j) as [->|N].
  - rewrite E in Ei. injection Ei as ->. destruct (Nat.eq_dec j j); [|congruence]. simpl.
    destruct (before_step _ _ _ _ _ _ _ _ _ Q St In_) as [[-> [I'|Out]]|[-> (o & I')]].
    + destruct (IH _ E' I') as (b & c & -> & B & C). exists (Both :: b), c. split; auto. split; auto. constructor; auto. right. auto.
    + pose proof (within_out _ _ _ _ _ _ _ _ R _ E' Out) as O. unfold mine in O. rewrite O. exists [Both], []. split; auto.
      split; auto. constructor; auto. right. auto.
    + exists [Right], (map snd (filter (fun x => Nat.eqb j (fst x)) l)). split; auto. split; [constructor; auto; left; auto|].
      eapply within_inside; eauto.
  - destruct (Nat.eq_dec i j); [congruence|]. eauto.
Qed.
(** A smallest system: a lock is taken around quiet code. *)
Definition quiet_block (P : prog) (e : expr) : Prop := exists e1 e2, e = ESync e1 e2 /\ quiet e1 = true /\ quiet e2 = true.
Theorem quiet_block_sound : atomicity_sound quiet_block.
Proof.
  intros P h T l h' T' i K r e R Ei (e1 & e2 & -> & Q1 & Q2) Wi. clear R. remember (CEval r (ESync e1 e2), K) as u eqn:Eu. revert Ei.
  induction Wi as [h h' T S|h T j th a th' l h' T' E St D R IH]; intros Ei; [exists [], [], []; simpl; auto|].
  unfold mine in *. simpl. pose proof (stepped _ _ _ th' a _ _ E Ei) as E'. destruct (Nat.eqb_spec i j) as [->|N].
  - rewrite E in Ei. injection Ei as ->. destruct (Nat.eq_dec j j); [|congruence]. subst.
    inversion St as [th0 th0' Ts| | | | | | | | | | |]; subst. inversion Ts; subst. simpl.
    destruct (within_before _ _ _ r e2 _ _ _ _ _ Q2 R _ E') as (b & c & M & B & C).
    { split; [exact Q1|]. exists []. auto. }
    exists (Both :: b), [], c. unfold mine in M. rewrite M. split; auto. split; auto. constructor; auto. right. auto.
  - destruct (Nat.eq_dec i j); [congruence|]. auto.
Qed.
