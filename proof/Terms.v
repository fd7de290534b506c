(** Section 8 as printed: run-time expressions, substitution, evaluation contexts, and the rules over terms.  [Bisimulation.v] proves
    that [Reduction.v], which runs closures, is the same. *)
Require Import Facts.
Require Export Reduction.
Open Scope list_scope.

(** ** Run-time expressions *)
(** A ghost argument: a path from a variable, or from what has been put for it. *)
Inductive argument := AOpen (p : path) | AGround (q : gpath).
(** The source with values, [in_sync], [init] and [throw].  The type of a [let] is left out: no step looks at it. *)
Inductive term :=
| TmVal (v : value)
| TmVar (x : id)
| TmNew (C : id) (ls : list argument)
| TmField (e : term) (f : id)
| TmAssign (e : term) (f : id) (e' : term)
| TmCall (e : term) (m : id) (es : list term)
| TmLet (x : id) (e1 e2 : term)
| TmSync (e1 e2 : term)
| TmFork (e : term)
| TmIf (e e1 e2 : term)
| TmSeq (e1 e2 : term)
| TmOp (o : binop) (e1 e2 : term)
| TmWhile (e e1 : term)
| TmPrint (e : term)
| TmAssert (e : term)
| TmInSync (o : obj) (e : term)
| TmInit (o : obj) (rest : list (id * term))
| TmThrow.
(** The source as a term. *)
Fixpoint code (e : expr) : term :=
  match e with
  | EInt n => TmVal (VInt n)
  | EBool b => TmVal (VBool b)
  | ENull => TmVal VNull
  | EUnit => TmVal VVoid
  | EVar x => TmVar x
  | ENew C ls => TmNew C (map AOpen ls)
  | EField e f => TmField (code e) f
  | EAssign e f e' => TmAssign (code e) f (code e')
  | ECall e m es => TmCall (code e) m (map code es)
  | ELet _ x e1 e2 => TmLet x (code e1) (code e2)
  | ESync e1 e2 => TmSync (code e1) (code e2)
  | EFork e => TmFork (code e)
  | EIf e e1 e2 => TmIf (code e) (code e1) (code e2)
  | ESeq e1 e2 => TmSeq (code e1) (code e2)
  | EOp o e1 e2 => TmOp o (code e1) (code e2)
  | EWhile e e1 => TmWhile (code e) (code e1)
  | EPrint e => TmPrint (code e)
  | EAssert e => TmAssert (code e)
  end.

(** ** Substitution: of ground paths, since a ghost may stand for one.  They are closed, so nothing is captured. *)
Definition remove (x : id) (s : venv) : venv := filter (fun b => negb (ideq x (fst b))) s.
(** A path in code: what it starts from, and its fields. *)
Definition path_term (q : gpath) : term := fold_left TmField (snd q) (TmVal (fst q)).
Definition subst_argument (s : venv) (a : argument) : argument :=
  match a with
  | AOpen p => match lookup (root p) s with Some q => AGround (fst q, snd q ++ flds p) | None => a end
  | AGround _ => a
  end.
Fixpoint subst (s : venv) (e : term) : term :=
  match e with
  | TmVal v => TmVal v
  | TmVar x => match lookup x s with Some q => path_term q | None => TmVar x end
  | TmNew C ls => TmNew C (map (subst_argument s) ls)
  | TmField e f => TmField (subst s e) f
  | TmAssign e f e' => TmAssign (subst s e) f (subst s e')
  | TmCall e m es => TmCall (subst s e) m (map (subst s) es)
  | TmLet x e1 e2 => TmLet x (subst s e1) (subst (remove x s) e2)
  | TmSync e1 e2 => TmSync (subst s e1) (subst s e2)
  | TmFork e => TmFork (subst s e)
  | TmIf e e1 e2 => TmIf (subst s e) (subst s e1) (subst s e2)
  | TmSeq e1 e2 => TmSeq (subst s e1) (subst s e2)
  | TmOp o e1 e2 => TmOp o (subst s e1) (subst s e2)
  | TmWhile e e1 => TmWhile (subst s e) (subst s e1)
  | TmPrint e => TmPrint (subst s e)
  | TmAssert e => TmAssert (subst s e)
  | TmInSync o e => TmInSync o (subst s e)
  | TmInit o rest => TmInit o (map (fun b => (fst b, subst s (snd b))) rest)
  | TmThrow => TmThrow
  end.

(** ** Evaluation contexts: [C] is the list of its layers, innermost first; a constructor is an alternative of the grammar. *)
Inductive layer :=
| LField (f : id)                                           (* C.fd *)
| LAssignL (f : id) (e : term)                              (* C.fd = e *)
| LAssignR (v : value) (f : id)                             (* v.fd = C *)
| LCallL (m : id) (es : list term)                          (* C.mn(e…) *)
| LCallA (v : value) (m : id) (vs : list value) (es : list term)  (* v.mn(v…, C, e…) *)
| LLet (x : id) (e : term)                                  (* let t x = C in e *)
| LSync (e : term)                                          (* synchronized C in e *)
| LInSync (o : obj)                                         (* in_sync o C *)
| LInit (o : obj) (f : id) (rest : list (id * term))        (* init o (fd = C), (fd = e)* *)
| LOpL (o : binop) (e : term)                               (* C op e *)
| LOpR (o : binop) (v : value)                              (* v op C *)
| LSeq (e : term)                                           (* C; e *)
| LIf (e1 e2 : term)                                        (* if (C) e else e *)
| LPrint                                                    (* print C *)
| LAssert.                                                  (* assert C *)
Definition wrap (L : layer) (t : term) : term :=
  match L with
  | LField f => TmField t f
  | LAssignL f e => TmAssign t f e
  | LAssignR v f => TmAssign (TmVal v) f t
  | LCallL m es => TmCall t m es
  | LCallA v m vs es => TmCall (TmVal v) m (map TmVal vs ++ t :: es)
  | LLet x e => TmLet x t e
  | LSync e => TmSync t e
  | LInSync o => TmInSync o t
  | LInit o f rest => TmInit o ((f, t) :: rest)
  | LOpL o e => TmOp o t e
  | LOpR o v => TmOp o (TmVal v) t
  | LSeq e => TmSeq t e
  | LIf e1 e2 => TmIf t e1 e2
  | LPrint => TmPrint t
  | LAssert => TmAssert t
  end.
(** [C[t]] *)
Definition fill (C : list layer) (t : term) : term := fold_left (fun t L => wrap L t) C t.
(** [C] without [in_sync] *)
Definition without_sync (C : list layer) : Prop := forall o, ~ In (LInSync o) C.

(** ** The rules *)
(** What a ghost argument is when an object is made: a path from a variable that is not in scope denotes nothing. *)
Definition ground (a : argument) : gpath := match a with AOpen p => (VNull, flds p) | AGround q => q end.
(** The initialisers of [o], its ghosts and [this] substituted. *)
Definition initialisers (P : prog) (o : obj) (ob : object) (ds : list fdecl) : list (id * term) :=
  map (fun d => (fd_name d, subst (init_env P o ob d) (code (fd_init d)))) ds.

(** A redex, in thread [i]; the last index is the thread that it forks. *)
Inductive red (P : prog) (i : tid) : heap -> term -> heap -> term -> option term -> Prop :=
| T_RED_NEW H C ls ob : ob = fresh_object P C (map ground ls) i ->
    red P i H (TmNew C ls) (H ++ [ob]) (TmInit (length H) (initialisers P (length H) ob (fields P C))) None
| T_RED_INIT H o ob f v rest : get H o = Some ob ->
    red P i H (TmInit o ((f, TmVal v) :: rest)) (upd H o (with_field ob f v)) (TmInit o rest) None
| T_RED_INIT_END H o ob : get H o = Some ob -> red P i H (TmInit o []) (upd H o (with_done ob)) (TmVal (VObj o)) None
| T_RED_REF H o ob f : get H o = Some ob -> lookup f (fvals ob) <> None ->
    red P i H (TmField (TmVal (VObj o)) f) H (TmVal (fval ob f)) None
| T_RED_ASSIGN H o ob f v : get H o = Some ob -> lookup f (fvals ob) <> None ->
    red P i H (TmAssign (TmVal (VObj o)) f (TmVal v)) (upd H o (with_field ob f v)) (TmVal v) None
| T_RED_INVOKE H o ob m d vs : get H o = Some ob -> methd P (cls ob) m = Some d -> length vs = length (params_of d) ->
    red P i H (TmCall (TmVal (VObj o)) m (map TmVal vs)) H (subst (body_env P o ob d vs) (code (s_body (m_decl d)))) None
| T_RED_LET H x v e : red P i H (TmLet x (TmVal v) e) H (subst [(x, gval v)] e) None
| T_RED_ACQUIRE H o ob k e : get H o = Some ob -> acquired i (lock ob) = Some k ->
    red P i H (TmSync (TmVal (VObj o)) e) (upd H o (with_lock ob k)) (TmInSync o e) None
| T_RED_RELEASE H o ob v : get H o = Some ob ->
    red P i H (TmInSync o (TmVal v)) (upd H o (with_lock ob (released (lock ob)))) (TmVal v) None
| T_RED_FORK H e : red P i H (TmFork e) H (TmVal (VInt 0)) (Some e)
| T_RED_IF H (b : bool) e1 e2 : red P i H (TmIf (TmVal (VBool b)) e1 e2) H (if b then e1 else e2) None
| T_RED_SEQ H v e : red P i H (TmSeq (TmVal v) e) H e None
| T_RED_OP H o v w u : compute o v w = RVal u -> red P i H (TmOp o (TmVal v) (TmVal w)) H (TmVal u) None
| T_RED_WHILE H e e1 : red P i H (TmWhile e e1) H (TmIf e (TmSeq e1 (TmWhile e e1)) (TmVal VVoid)) None
| T_RED_PRINT H v : red P i H (TmPrint (TmVal v)) H (TmVal VVoid) None
| T_RED_ASSERT H : red P i H (TmAssert (TmVal (VBool true))) H (TmVal VVoid) None
| T_RED_THROW_REF H f : red P i H (TmField (TmVal VNull) f) H TmThrow None
| T_RED_THROW_ASSIGN H f v : red P i H (TmAssign (TmVal VNull) f (TmVal v)) H TmThrow None
| T_RED_THROW_INVOKE H m vs : red P i H (TmCall (TmVal VNull) m (map TmVal vs)) H TmThrow None
| T_RED_THROW_SYNC H e : red P i H (TmSync (TmVal VNull) e) H TmThrow None
| T_RED_THROW_OP H o v w : compute o v w = RThrow -> red P i H (TmOp o (TmVal v) (TmVal w)) H TmThrow None
| T_RED_THROW_ASSERT H : red P i H (TmAssert (TmVal (VBool false))) H TmThrow None
| T_RED_UNWIND H o ob C : get H o = Some ob -> without_sync C ->
    red P i H (TmInSync o (fill C TmThrow)) (upd H o (with_lock ob (released (lock ob)))) TmThrow None.

(** [⟨H; T⟩], with [T(i) = C[r]] *)
Definition term_state := (heap * list term)%type.
Inductive term_step (P : prog) : term_state -> term_state -> Prop :=
| TERM_STEP H U i C r H' r' new : nth_error U i = Some (fill C r) -> red P i H r H' r' new ->
    term_step P (H, U) (H', upd U i (fill C r') ++ match new with Some n => [n] | None => [] end).
Inductive term_reachable (P : prog) : term_state -> Prop :=
| TR_init : term_reachable P ([], [code (main P)])
| TR_step u u' : term_reachable P u -> term_step P u u' -> term_reachable P u'.

(** 9.1, 9.2 *)
Inductive redex_access : term -> obj -> id -> bool -> Prop :=
| TA_read o f : redex_access (TmField (TmVal (VObj o)) f) o f false
| TA_write o f v : redex_access (TmAssign (TmVal (VObj o)) f (TmVal v)) o f true
| TA_init o f v rest : redex_access (TmInit o ((f, TmVal v) :: rest)) o f true.
Definition term_access (t : term) (o : obj) (f : id) (w : bool) : Prop := exists C r, t = fill C r /\ redex_access r o f w.
Definition term_race (u : term_state) : Prop :=
  exists i j t t' o f w w', i <> j /\ nth_error (snd u) i = Some t /\ nth_error (snd u) j = Some t' /\
    term_access t o f w /\ term_access t' o f w' /\ w || w' = true.

(** ** Substituting twice *)
(** A path has no variables. *)
Lemma subst_path s q : subst s (path_term q) = path_term q.
Proof.
  destruct q as [v fs]. unfold path_term. simpl. assert (V : subst s (TmVal v) = TmVal v) by auto. revert V. generalize (TmVal v).
  induction fs as [|f fs IH]; simpl; intros t V; auto. apply IH. simpl. congruence.
Qed.
(** What is removed is not found, the rest is. *)
Lemma lookup_remove x y (s : venv) : lookup y (remove x s) = if ideq x y then None else lookup y s.
Proof.
  induction s as [|[z q] s IH]; simpl; [destruct (ideq x y); auto|].
  destruct (ideq x z) eqn:E; simpl; rewrite IH; destruct (ideq y z) eqn:Y; auto; apply ideq_eq in Y; subst; rewrite ?E; auto.
Qed.
(** Two substitutions, one after the other, are one. *)
Lemma subst_twice e : forall a b, subst b (subst a (code e)) = subst (a ++ b) (code e).
Proof.
  induction e as [e IH] using by_parts. intros a b.
  destruct e; simpl in *; each_part; f_equal; auto.
  - rewrite lookup_app. destruct (lookup x a) as [q|]; [apply subst_path|auto].
  - rewrite !map_map. apply map_ext. intros p. simpl. rewrite lookup_app. destruct (lookup (root p) a); simpl; auto.
  - rewrite !map_map. apply map_ext_in. intros e' I. match goal with F : Forall _ es |- _ => rewrite Forall_forall in F; apply F; auto end.
  - match goal with F : forall a b, subst b (subst a (code e2)) = _ |- _ => rewrite F end. unfold remove. rewrite filter_app. auto.
Qed.
(** What a substitution gives is all that matters of it. *)
Lemma subst_same e : forall a b, (forall x, lookup x a = lookup x b) -> subst a (code e) = subst b (code e).
Proof.
  induction e as [e IH] using by_parts. intros a b S.
  destruct e; simpl in *; each_part; f_equal; auto.
  - rewrite S. auto.
  - rewrite !map_map. apply map_ext. intros p. simpl. rewrite S. auto.
  - rewrite !map_map. apply map_ext_in. intros e' I. match goal with F : Forall _ es |- _ => rewrite Forall_forall in F; apply F; auto end.
  - match goal with F : forall a b, _ -> subst a (code e2) = _ |- _ => apply F end. intros y. rewrite !lookup_remove, S. auto.
Qed.
(** Nothing is put for nothing. *)
Lemma subst_none e : subst [] (code e) = code e.
Proof.
  induction e as [e IH] using by_parts. destruct e; simpl in *; each_part; f_equal; auto.
  - rewrite map_map. auto.
  - rewrite map_map. apply map_ext_in. intros e' I. match goal with F : Forall _ es |- _ => rewrite Forall_forall in F; apply F; auto end.
Qed.
(** [v/x] in the rest of a [let] of a closure: the closure with [x] too. *)
Lemma subst_let x v r e : subst [(x, gval v)] (subst (remove x r) (code e)) = subst ((x, gval v) :: r) (code e).
Proof.
  rewrite subst_twice. apply subst_same. intros y. rewrite lookup_app, lookup_remove. simpl.
  destruct (ideq x y) eqn:E, (ideq y x) eqn:E'; auto.
  - apply ideq_eq in E. subst. rewrite ideq_refl in E'. discriminate.
  - apply ideq_eq in E'. subst. rewrite ideq_refl in E. discriminate.
  - destruct (lookup y r); auto.
Qed.

(** ** A term is [C[r]] in one way *)
Definition is_value (t : term) : bool := match t with TmVal _ => true | _ => false end.
(** What has no part that must be evaluated first: what a rule can apply to, a variable, [throw]. *)
Definition innermost (t : term) : bool :=
  match t with
  | TmVal _ => false
  | TmVar _ | TmNew _ _ | TmFork _ | TmWhile _ _ | TmThrow => true
  | TmField e _ | TmLet _ e _ | TmSync e _ | TmIf e _ _ | TmSeq e _ | TmPrint e | TmAssert e | TmInSync _ e => is_value e
  | TmAssign e _ e' | TmOp _ e e' => is_value e && is_value e'
  | TmCall e _ es => is_value e && forallb is_value es
  | TmInit _ rest => match rest with [] => true | (_, e) :: _ => is_value e end
  end.
(** A layer in a context is outside of what is in it. *)
Lemma fill_app C C' t : fill (C ++ C') t = fill C' (fill C t).
Proof. apply fold_left_app. Qed.
(** What is filled with no value is none. *)
Lemma fill_not_value C t : is_value t = false -> is_value (fill C t) = false.
Proof. revert t. induction C as [|L C IH]; simpl; auto. intros t _. apply IH. destruct L; auto. Qed.
(** Around what is no value, nothing is innermost. *)
Lemma wrap_not_innermost L t : is_value t = false -> innermost (wrap L t) = false.
Proof.
  intros N. destruct L; simpl; auto; rewrite ?N; auto. rewrite forallb_app. simpl. rewrite N, andb_false_r. auto.
Qed.
(** Arguments: the first that is no value is one. *)
Lemma first_argument vs vs' t t' es es' : is_value t = false -> is_value t' = false ->
  map TmVal vs ++ t :: es = map TmVal vs' ++ t' :: es' -> vs = vs' /\ t = t' /\ es = es'.
Proof.
  intros N N'. revert vs'. induction vs as [|v vs IH]; intros [|v' vs'] E; simpl in E; injection E; intros; subst; auto; try discriminate.
  edestruct IH as (-> & -> & ->); eauto.
Qed.
(** Layers around what is no value are told apart. *)
Lemma wrap_injective L L' t t' : is_value t = false -> is_value t' = false -> wrap L t = wrap L' t' -> L = L' /\ t = t'.
Proof.
  intros N N' E. destruct L, L'; simpl in E; try discriminate; injection E; intros; subst; try discriminate; auto.
  match goal with A : map TmVal _ ++ _ = _ |- _ => apply first_argument in A; auto; destruct A as (-> & -> & ->); auto end.
Qed.
(** Contexts are told apart too. *)
Lemma decomposed_once C C' t t' : innermost t = true -> innermost t' = true -> fill C t = fill C' t' -> C = C' /\ t = t'.
Proof.
  assert (NV : forall t, innermost t = true -> is_value t = false) by (intros []; simpl; auto; discriminate).
  intros A A'. revert C'. induction C as [|L C IH] using rev_ind; intros C' E.
  - destruct C' as [|L' C' _] using rev_ind; auto. rewrite fill_app in E. simpl in E. subst.
    rewrite wrap_not_innermost in A; [discriminate|]. apply fill_not_value. auto.
  - destruct C' as [|L' C' _] using rev_ind; rewrite ?fill_app in E; simpl in E.
    + subst. rewrite wrap_not_innermost in A'; [discriminate|]. apply fill_not_value. auto.
    + apply wrap_injective in E; auto using fill_not_value. destruct E as [-> E]. apply IH in E. destruct E as [-> ->]. auto.
Qed.
(** Where a rule applies: innermost, or [throw] is. *)
Lemma red_innermost P i H r H' r' new : red P i H r H' r' new ->
  innermost r = true \/ exists o ob C, get H o = Some ob /\ without_sync C /\ r = TmInSync o (fill C TmThrow) /\
    H' = upd H o (with_lock ob (released (lock ob))) /\ r' = TmThrow /\ new = None.
Proof.
  assert (V : forall vs, forallb is_value (map TmVal vs) = true) by (induction vs; auto).
  destruct 1; simpl; auto. right. exists o, ob, C. repeat split; auto.
Qed.
