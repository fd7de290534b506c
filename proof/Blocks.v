(** Blocks that reduction makes atomic: locks that are taken one inside the other, with code before, between and after that takes none, starts no
    thread, calls nothing and makes no object, and branches of these.  And what the soundness of types for atomicity is. *)
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
(** Frames of quiet code above others. *)
Definition above (S X : list frame) : Prop := exists J, X = J ++ S /\ Forall quiet_frame J.
(** One frame more. *)
Lemma above_push S X F : above S X -> quiet_frame F -> above S (F :: X).
Proof. intros (J & -> & A) Q. exists (F :: J). auto. Qed.
(** The frames of a ghost that is read. *)
Lemma above_fields S X fs : above S X -> above S (map FField fs ++ X).
Proof. intros A. induction fs; simpl; auto. apply above_push; simpl; auto. Qed.
(** The innermost frame is of quiet code, or there is none. *)
Lemma above_pop S X F : above S (F :: X) -> S = F :: X \/ (quiet_frame F /\ above S X).
Proof. intros ([|G J] & E & A); simpl in E; auto. injection E as -> ->. inversion A; subst. right. split; auto. exists J. auto. Qed.

(** Quiet code makes steps that are movers both ways, until it has a value or an exception. *)
Lemma quiet_step P i h S th a th' : mstep P i h th a th' -> quiet_ctrl (fst th) -> above S (snd th) ->
  (snd th = S /\ match fst th with CRet _ | CThrow => True | _ => False end) \/
  (kind th a = Both /\ quiet_ctrl (fst th') /\ above S (snd th')).
Proof.
  intros St C A. inversion St as [th0 th0' Ts| | | | | | | | | | |]; subst; simpl in *; try discriminate; try tauto;
    try (apply above_pop in A; destruct A as [->|[Q A]]; [left; auto|]; simpl in Q; try tauto; right; auto; fail).
  inversion Ts; subst; simpl in *; try discriminate; try tauto; rewrite ?andb_true_iff in *;
    try match goal with G : get [] ?o = Some _ |- _ => destruct o; discriminate end;
    try match goal with X : above _ (_ :: _) |- _ => apply above_pop in X; destruct X as [->|[Q X]]; [left; auto; fail|]; simpl in Q end;
    try tauto; right; (split; [auto|]); try (intuition auto using above_push, above_fields; fail);
    try (split; [tauto|apply above_push; simpl; tauto]).
  destruct b; tauto.
Qed.

(** ** Blocks: locks one inside the other *)
Fixpoint nested (e : expr) : bool :=
  quiet e ||
  match e with
  | ESync e1 e2 => quiet e1 && nested e2
  | ELet _ _ e1 e2 | ESeq e1 e2 => (quiet e1 && nested e2) || (nested e1 && quiet e2)
  | EIf e e1 e2 => quiet e && nested e1 && nested e2
  | _ => false
  end.
Definition low (F : frame) : Prop := quiet_frame F \/ exists o, F = FInSync o.
Definition to_come (F : frame) : Prop :=
  match F with FSync _ e | FSeq _ e | FLet _ _ e => nested e = true | FIf _ e1 e2 => nested e1 = true /\ nested e2 = true | _ => False end.
(** A thread in such a block that takes no lock any more; one that may. *)
Definition leaving (K : list frame) (th : thread) : Prop :=
  quiet_ctrl (fst th) /\ exists J, snd th = J ++ K /\ Forall low J.
Definition going (K : list frame) (th : thread) : Prop :=
  (exists r e J, th = (CEval r e, J ++ K) /\ nested e = true /\ Forall low J) \/
  (quiet_ctrl (fst th) /\ exists F J, above (F :: J ++ K) (snd th) /\ to_come F /\ Forall low J).
(** Frames of quiet code, down to a lock that is held. *)
Lemma low_split J : Forall low J -> exists J1 J2, J = J1 ++ J2 /\ Forall quiet_frame J1 /\ (J2 = [] \/ exists o J3, J2 = FInSync o :: J3 /\ Forall low J3).
Proof.
  induction 1 as [|F J L A IH]; [exists [], []; auto|]. destruct L as [Q|(o & ->)].
  - destruct IH as (J1 & J2 & -> & A1 & A2). exists (F :: J1), J2. auto.
  - exists [], (FInSync o :: J). split; auto. split; auto. right. eauto.
Qed.
(** Quiet frames above low ones. *)
Lemma above_low J K X : above (J ++ K) X -> Forall low J -> exists J', X = J' ++ K /\ Forall low J'.
Proof.
  intros (J1 & -> & A) L. exists (J1 ++ J). rewrite app_assoc. split; auto. apply Forall_app. split; auto.
  eapply Forall_impl; [|exact A]. intros F Q. left. auto.
Qed.
(** Who leaves makes steps that are left movers. *)
Lemma leaving_step P i h K th a th' : mstep P i h th a th' -> leaving K th -> busy K th -> is_left (kind th a) /\ leaving K th'.
Proof.
  intros St [C (J & E & L)] B. destruct (low_split _ L) as (J1 & J2 & -> & A1 & A2).
  assert (A : above (J2 ++ K) (snd th)) by (exists J1; rewrite app_assoc; auto).
  destruct (quiet_step _ _ _ _ _ _ _ St C A) as [[Sn Cn]|(-> & C' & A')].
  - destruct A2 as [->|(o & J3 & -> & L3)].
    + exfalso. simpl in Sn. unfold busy in B. rewrite Sn in B. destruct (fst th); try contradiction; destruct B as [B|[_ []]]; lia.
    + destruct th as [c X]. simpl in *. clear E A B L. subst X. inversion St as [th0 th0' Ts| | | | | | | | | | |]; subst; simpl in *; try contradiction.
      * inversion Ts; subst; simpl in *; try contradiction; try (match goal with G : get [] ?q = Some _ |- _ => destruct q; discriminate end).
        exfalso. match goal with X : forall o, _ <> FInSync o |- _ => eapply X; eauto end.
      * split; [left; auto|]. split; [exact Logic.I|]. exists J3. auto.
      * split; [left; auto|]. split; [exact Logic.I|]. exists J3. auto.
  - split; [right; auto|]. split; auto. eapply above_low; eauto.
    destruct A2 as [->|(o & J3 & -> & L3)]; auto. constructor; auto. right. eauto.
Qed.
(** Before that they are right movers. *)
Lemma going_step P i h K th a th' : mstep P i h th a th' -> going K th -> leaving K th \/ (is_right (kind th a) /\ (going K th' \/ leaving K th')).
Proof.
  intros St [(r & e & J & -> & N & L)|(C & F & J & A & T & L)].
  - destruct (quiet e) eqn:Q; [left; split; [auto|exists J; auto]|]. right. destruct e; simpl in N; simpl in Q; rewrite ?Q in N; try discriminate;
      inversion St as [th0 th0' Ts| | | | | | | | | | |]; subst; inversion Ts; subst; (split; [right; auto|]); simpl in N;
      rewrite ?orb_true_iff, ?andb_true_iff in N.
    + left. destruct N as [[N1 N2]|[N1 N2]].
      * right. split; auto. exists (FLet x r e2), J. split; [exists []; auto|auto].
      * left. exists r, e1, (FLet x r e2 :: J). split; auto. split; auto. constructor; auto. left. auto.
    + left. right. destruct N as [N1 N2]. split; auto. exists (FSync r e2), J. split; [exists []; auto|auto].
    + left. right. destruct N as [[N1 N2] N3]. split; auto. exists (FIf r e2 e3), J. split; [exists []; auto|split; [split; auto|auto]].
    + left. destruct N as [[N1 N2]|[N1 N2]].
      * right. split; auto. exists (FSeq r e2), J. split; [exists []; auto|auto].
      * left. exists r, e1, (FSeq r e2 :: J). split; auto. split; auto. constructor; auto. left. auto.
  - right. destruct (quiet_step _ _ _ _ _ _ _ St C A) as [[Sn Cn]|(-> & C' & A')].
    + destruct th as [c X]. simpl in *. subst. destruct F; simpl in T; try contradiction.
      * destruct c; try contradiction; inversion St as [th0 th0' Ts| | | | | | | | | | |]; subst; inversion Ts; subst; (split; [right; auto|]).
        -- left. left. eexists _, _, J. split; [reflexivity|]. auto.
        -- right. split; [exact Logic.I|]. exists J. auto.
      * destruct T as [T1 T2].
        destruct c; try contradiction; inversion St as [th0 th0' Ts| | | | | | | | | | |]; subst; inversion Ts; subst; (split; [right; auto|]).
        -- left. left. eexists _, _, J. split; [reflexivity|]. destruct b; auto.
        -- right. split; [exact Logic.I|]. exists J. auto.
      * destruct c; try contradiction; inversion St as [th0 th0' Ts| | | | | | | | | | |]; subst; try (inversion Ts; subst; try (destruct o; discriminate)).
        -- split; [right; auto|]. right. split; [exact Logic.I|]. exists J. auto.
        -- split; [left; auto|]. left. left. eexists _, _, (FInSync o :: J). split; [reflexivity|]. split; auto. constructor; auto. right. eauto.
        -- split; [right; auto|]. right. split; [exact Logic.I|]. exists J. auto.
      * destruct c; try contradiction; inversion St as [th0 th0' Ts| | | | | | | | | | |]; subst; inversion Ts; subst; (split; [right; auto|]).
        -- left. left. eexists _, _, J. split; [reflexivity|]. auto.
        -- right. split; [exact Logic.I|]. exists J. auto.
    + split; [right; auto|]. left. right. split; auto. exists F, J. auto.
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

(** A thread that leaves, *)
Lemma within_leaving P i K h T l h' T' : within P i K h T l h' T' -> forall th, nth_error T i = Some th -> leaving K th ->
  Forall is_left (map snd (mine i l)).
Proof.
  induction 1 as [h h' T S|h T j th a th' l h' T' E St D R IH]; intros u Ei L; [constructor|]. unfold mine in *. simpl.
  pose proof (stepped _ _ _ th' a _ _ E Ei) as E'. destruct (Nat.eqb_spec i j) as [->|N].
  - rewrite E in Ei. injection Ei as ->. destruct (Nat.eq_dec j j); [|congruence]. simpl.
    destruct (leaving_step _ _ _ _ _ _ _ St L (D eq_refl)) as [M L']. constructor; eauto.
  - destruct (Nat.eq_dec i j); [congruence|]. eauto.
Qed.
(** and one that has not begun to. *)
Lemma within_going P i K h T l h' T' : within P i K h T l h' T' -> forall th, nth_error T i = Some th -> going K th ->
  exists b c, map snd (mine i l) = b ++ c /\ Forall is_right b /\ Forall is_left c.
Proof.
  induction 1 as [h h' T S|h T j th a th' l h' T' E St D R IH]; intros u Ei G; [exists [], []; auto|].
  pose proof (stepped _ _ _ th' a _ _ E Ei) as E'. destruct (Nat.eq_dec i j) as [->|N].
  - rewrite E in Ei. injection Ei as ->. destruct (going_step _ _ _ _ _ _ _ St G) as [L|[M L]].
    + exists [], (map snd (mine j ((j, kind u a) :: l))). split; auto. split; auto.
      apply (within_leaving P j K h T ((j, kind u a) :: l) h' T') with (th := u); auto. eapply within_cons; eauto.
    + unfold mine in *. simpl. rewrite Nat.eqb_refl. simpl. destruct L as [L|L].
      * destruct (IH _ E' L) as (b & c & -> & B & C). exists (kind u a :: b), c. auto.
      * exists [kind u a], (map snd (filter (fun x => Nat.eqb j (fst x)) l)). split; auto. split; auto. eapply within_leaving; eauto.
  - unfold mine in *. simpl. destruct (Nat.eqb_spec i j); [congruence|]. eauto.
Qed.
(** A system that accepts such blocks is sound. *)
Theorem nested_sound : atomicity_sound (fun _ e => nested e = true).
Proof.
  intros P h T l h' T' i K r e R E N Wi. destruct (within_going _ _ _ _ _ _ _ _ Wi _ E) as (b & c & -> & B & C).
  - left. exists r, e, []. auto.
  - exists b, [], c. auto.
Qed.
