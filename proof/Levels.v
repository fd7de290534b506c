(** All states of a program that ends, computed: what holds of none of them is never reached. *)
Require Import Preservation Exec.
Require Import Commute.
Open Scope list_scope.

(** ** Equality of states, computed *)
Definition option_dec {A} (d : forall a b : A, {a = b} + {a <> b}) (x y : option A) : {x = y} + {x <> y}.
Proof. decide equality. Defined.
Definition pair_dec {A B} (d : forall a b : A, {a = b} + {a <> b}) (e : forall a b : B, {a = b} + {a <> b}) (x y : A * B) : {x = y} + {x <> y}.
Proof. decide equality. Defined.
Definition ids_dec : forall x y : list id, {x = y} + {x <> y} := list_eq_dec string_dec.
Definition path_dec (x y : path) : {x = y} + {x <> y}.
Proof. decide equality; [apply ids_dec|apply string_dec]. Defined.
Definition paths_dec : forall x y : list path, {x = y} + {x <> y} := list_eq_dec path_dec.
Definition ty_dec (x y : ty) : {x = y} + {x <> y}.
Proof. decide equality; [apply paths_dec|apply string_dec]. Defined.
Definition binop_dec (x y : binop) : {x = y} + {x <> y}.
Proof. decide equality. Defined.
(** Expressions, with their arguments. *)
Fixpoint expr_dec (a b : expr) : {a = b} + {a <> b}.
Proof.
  decide equality; auto using Z.eq_dec, string_dec, Bool.bool_dec, paths_dec, ty_dec, binop_dec. apply (list_eq_dec expr_dec).
Defined.
Definition value_dec (x y : value) : {x = y} + {x <> y}.
Proof. decide equality; auto using Z.eq_dec, Bool.bool_dec, Nat.eq_dec. Defined.
Definition venv_dec : forall x y : venv, {x = y} + {x <> y} := list_eq_dec (pair_dec string_dec (pair_dec value_dec ids_dec)).
Definition fdecl_dec (x y : fdecl) : {x = y} + {x <> y}.
Proof. decide equality; auto using expr_dec, option_dec, path_dec, Bool.bool_dec, ty_dec, paths_dec, string_dec. Defined.
Definition rest_dec : forall x y : list fdecl, {x = y} + {x <> y} := list_eq_dec fdecl_dec.
Definition exprs_dec : forall x y : list expr, {x = y} + {x <> y} := list_eq_dec expr_dec.
Definition values_dec : forall x y : list value, {x = y} + {x <> y} := list_eq_dec value_dec.
Definition frame_dec (x y : frame) : {x = y} + {x <> y}.
Proof. decide equality; auto using string_dec, expr_dec, venv_dec, exprs_dec, values_dec, value_dec, Nat.eq_dec, rest_dec, binop_dec. Defined.
Definition ctrl_dec (x y : ctrl) : {x = y} + {x <> y}.
Proof. decide equality; auto using string_dec, expr_dec, venv_dec, exprs_dec, values_dec, value_dec, Nat.eq_dec, rest_dec. Defined.
Definition object_dec (x y : object) : {x = y} + {x <> y}.
Proof.
  decide equality.
  - exact (option_dec (pair_dec Nat.eq_dec Nat.eq_dec) _ _).
  - exact (list_eq_dec (pair_dec string_dec value_dec) _ _).
  - apply Bool.bool_dec.
  - apply Nat.eq_dec.
  - exact (list_eq_dec (pair_dec value_dec ids_dec) _ _).
  - apply string_dec.
Defined.
Definition state_dec : forall x y : state, {x = y} + {x <> y} :=
  pair_dec (list_eq_dec object_dec) (list_eq_dec (pair_dec ctrl_dec (list_eq_dec frame_dec))).

(** ** All states, level by level: a level has as many steps behind it *)
(** Cheap, and seldom true of two states that differ. *)
Definition close_to (s t : state) : bool :=
  if list_eq_dec Nat.eq_dec (map (fun th => length (snd th)) (snd s)) (map (fun th => length (snd th)) (snd t)) then true else false.
(** A list without what it has twice. *)
Fixpoint once (l : list state) : list state :=
  match l with
  | [] => []
  | s :: l => let l := once l in if existsb (fun t => close_to s t && if state_dec s t then true else false) l then l else s :: l
  end.
(** It loses nothing. *)
Lemma in_once s l : In s l -> In s (once l).
Proof.
  induction l as [|t l IH]; simpl; auto. intros [->|I].
  - destruct (existsb _ _) eqn:E; [|simpl; auto]. apply existsb_exists in E. destruct E as (t & I & E). apply andb_true_iff in E.
    destruct E as [_ E]. destruct (state_dec s t); [subst; auto|discriminate].
  - destruct (existsb _ _); simpl; auto.
Qed.
Definition next (P : prog) (l : list state) : list state :=
  once (flat_map (fun s => flat_map (fun i => match step_of P s i with Some t => [t] | None => [] end) (seq 0 (length (snd s)))) l).
(** The next level has every step. *)
Lemma in_next P s t l : In s l -> step P s t -> In t (next P l).
Proof.
  intros I St. apply in_once, in_flat_map. exists s. split; auto. inversion St as [H T i th H' th' new E Ts]; subst.
  apply in_flat_map. exists i. split.
  - apply in_seq. split; [lia|]. simpl. eapply nth_some_lt; eauto.
  - unfold step_of. simpl. rewrite E. apply exec_step in Ts. rewrite Ts. simpl. auto.
Qed.
(** No state of a level, or of those after it, is [bad], and the last level is empty. *)
Fixpoint never (P : prog) (bad : state -> bool) (fuel : nat) (l : list state) : bool :=
  match l, fuel with
  | [], _ => true
  | _, 0 => false
  | _, S fuel => forallb (fun s => negb (bad s)) l && never P bad fuel (next P l)
  end.
(** So none that is reached. *)
Lemma never_reached P bad fuel : never P bad fuel [initial P] = true -> forall s, reachable P s -> bad s = false.
Proof.
  intros N s R. enough (X : exists l fuel, In s l /\ never P bad fuel l = true).
  { destruct X as (l & f & I & X). destruct l, f; try contradiction; try discriminate. cbn [never] in X.
    apply andb_true_iff in X. destruct X as [X _]. rewrite forallb_forall in X. apply negb_true_iff. auto. }
  induction R as [|s t R (l & f & I & X) St]; [exists [initial P], fuel; simpl; auto|].
  destruct l, f; try contradiction; try discriminate. cbn [never] in X. apply andb_true_iff in X. destruct X as [_ X].
  eexists _, f. split; [eapply in_next; eauto|auto].
Qed.
