(** The rules can be met: a program with ghosts, [new Node<this>] in an initialiser, a subclass with a ghost, and dependent types. *)
Require Import RaceFree.
Open Scope string_scope.
Open Scope list_scope.

Definition p x fs := Path x fs.
Definition node (l : path) := TCls "Node" [l].
Definition get (own : id) (oargs : list path) (g : path) :=
  {| m_name := "get"; m_owner := own; m_oargs := oargs; m_ret := TInt; m_params := []; m_req := [g];
     m_body := EField (EVar this) "v" |}.
Definition link (own : id) (oargs : list path) (g : path) :=
  {| m_name := "link"; m_owner := own; m_oargs := oargs; m_ret := node g; m_params := [("n", node g)]; m_req := [g];
     m_body := EAssign (EVar this) "next" (EVar "n") |}.
Definition node_fields (g : path) :=
  [ {| fd_name := "v"; fd_ty := TInt; fd_final := false; fd_guard := Some g; fd_init := EInt 0 |};
    {| fd_name := "next"; fd_ty := node g; fd_final := false; fd_guard := Some g; fd_init := ENull |} ].
Definition Node := {| c_name := "Node"; c_local := false; c_ghosts := ["l"]; c_supers := [("Node", [pvar "l"])];
  c_fields := node_fields (pvar "l"); c_meths := [get "Node" [pvar "l"] (pvar "l"); link "Node" [pvar "l"] (pvar "l")] |}.
(* class Sub<ghost Object g> extends Node<g> *)
Definition Sub := {| c_name := "Sub"; c_local := false; c_ghosts := ["g"]; c_supers := [("Sub", [pvar "g"]); ("Node", [pvar "g"])];
  c_fields := node_fields (pvar "g"); c_meths := [get "Node" [pvar "g"] (pvar "g"); link "Node" [pvar "g"] (pvar "g")] |}.
(* class List { final Node<this> head = new Sub<this>;  int first() { synchronized this in this.head.get() } } *)
Definition List_ := {| c_name := "List"; c_local := false; c_ghosts := []; c_supers := [("List", [])];
  c_fields := [ {| fd_name := "head"; fd_ty := node (pvar this); fd_final := true; fd_guard := None;
                   fd_init := ENew "Sub" [pvar this] |} ];
  c_meths := [ {| m_name := "first"; m_owner := "List"; m_oargs := []; m_ret := TInt; m_params := []; m_req := [];
                  m_body := ESync (EVar this) (ECall (EField (EVar this) "head") "get" []) |} ] |}.
(* thread_local class Enum { int pos = 0;  int set(int k) { this.pos = k } } *)
Definition Enum := {| c_name := "Enum"; c_local := true; c_ghosts := []; c_supers := [("Enum", [])];
  c_fields := [ {| fd_name := "pos"; fd_ty := TInt; fd_final := false; fd_guard := None; fd_init := EInt 0 |} ];
  c_meths := [ {| m_name := "set"; m_owner := "Enum"; m_oargs := []; m_ret := TInt; m_params := [("k", TInt)]; m_req := [];
                  m_body := EAssign (EVar this) "pos" (EVar "k") |} ] |}.
(* let List a = new List in let int t = fork { let Enum e = new Enum in e.set(a.first()) } in synchronized a in a.head.link(new Sub<a>) *)
Definition P : prog := {| classes := [Node; Sub; List_; Enum];
  main := ELet (TCls "List" []) "a" (ENew "List" [])
    (ELet TInt "t" (EFork (ELet (TCls "Enum" []) "e" (ENew "Enum" []) (ECall (EVar "e") "set" [ECall (EVar "a") "first" []])))
      (ELet TInt "u" (ESync (EVar "a") (ECall (EField (EVar "a") "head") "get" []))
       (ELet (TCls "Sub" [pvar "a"]) "s" (ENew "Sub" [pvar "a"])
        (ELet TInt "w" (ESync (EVar "a") (EField (ECall (EField (EVar "a") "head") "link" [EVar "s"]) "v")) (EVar "w"))))) |}.

Lemma classes_of C : cls_of P C <> None -> C = "Node" \/ C = "Sub" \/ C = "List" \/ C = "Enum".
Proof.
  unfold cls_of. cbn. destruct (ideq C "Node") eqn:E1; [left; apply ideq_eq; auto|].
  destruct (ideq C "Sub") eqn:E2; [right; left; apply ideq_eq; auto|].
  destruct (ideq C "List") eqn:E3; [right; right; left; apply ideq_eq; auto|].
  destruct (ideq C "Enum") eqn:E4; [right; right; right; apply ideq_eq; auto|]. congruence.
Qed.
Lemma known C : cls_of P C = None \/ C = "Node" \/ C = "Sub" \/ C = "List" \/ C = "Enum".
Proof. destruct (cls_of P C) eqn:E; [right; apply classes_of; congruence|auto]. Qed.
Ltac known C := let E := fresh in destruct (known C) as [E|[->|[->|[->| ->]]]];
  [unfold supers, fieldd, methd, fields, ghosts, local in *; try rewrite E in *|..]; cbn in *.
Ltac tsub := repeat first [apply TS_int | apply TS_bool | apply TS_null | apply TS_cls | apply Forall2_nil | apply Forall2_cons; [reflexivity|]].
Lemma guard_in_one th ls d g l : fd_guard d = Some g -> psubst th g = Some l -> In l ls -> guard_in th ls d.
Proof. intros A B C g' E. assert (g' = g) by congruence. subst. exists l. auto. Qed.
Lemma this_var E x t : lookup x E = Some (BVar t) -> subst_for P E (EVar x) (Some (pvar x)).
Proof. intros L q Eq. injection Eq as <-. exists t. constructor. auto. Qed.
Lemma none_for E e : subst_for P E e None.
Proof. intros q Eq. discriminate. Qed.

Lemma main_ok : has_type P [] [] (main P) TInt.
Proof.
  eapply EXP_LET with (t2 := TInt) (op := None); [apply EXP_NEW; [cbn; congruence|reflexivity]| | |apply none_for|constructor].
  { split; [reflexivity|]. split; [cbn; tauto|]. split; [discriminate|cbn; tauto]. }
  eapply EXP_LET with (t2 := TInt) (op := None).
  { eapply EXP_FORK2. cbn.
    eapply EXP_LET with (t2 := TInt) (op := None); [apply EXP_NEW; [cbn; congruence|reflexivity]| | |apply none_for|constructor].
    - split; [reflexivity|]. split; [cbn; tauto|]. split; [|cbn; tauto]. intros y s L. cbn in L. destruct (ideq y "a"); [injection L as <-; cbn; tauto|discriminate].
    - eapply EXP_INVOKE with (C := "Enum") (args := []) (op := None) (ops := [None]) (ss := [TInt]);
        [eapply EXP_VAR; reflexivity|reflexivity|apply none_for|constructor; [apply none_for|constructor]|constructor; [constructor|constructor]| |intros l []|constructor].
      constructor; [|constructor]. eapply EXP_INVOKE with (C := "List") (args := []) (op := None) (ops := []) (ss := []);
        [eapply EXP_VAR; reflexivity|reflexivity|apply none_for|constructor|constructor|constructor|intros l []|constructor]. }
  { split; [reflexivity|]. split; [cbn; tauto|]. split; [|cbn; tauto]. intros y s L. cbn in L. destruct (ideq y "a"); [injection L as <-; cbn; tauto|discriminate]. }
  2: apply none_for. 2: constructor.
  (* a.head : Node<a> *)
  assert (HD : forall E ls, lookup "a" E = Some (BVar (TCls "List" [])) -> has_type P E ls (EField (EVar "a") "head") (node (pvar "a"))).
  { intros E ls L. eapply EXP_REF with (op := Some (pvar "a")) (C := "List") (args := []); [apply EXP_VAR; auto|reflexivity|eapply this_var; eauto| |tsub].
    intros g Eg. discriminate. }
  eapply EXP_LET with (t2 := TInt) (op := None).
  { eapply EXP_SYNC; [apply FINAL_VAR; reflexivity|].
    eapply EXP_INVOKE with (op := None) (ops := []) (ss := []);
      [apply HD; reflexivity|reflexivity|apply none_for|constructor|constructor|constructor| |constructor].
    intros l [<-|[]]. exists (pvar "a"). split; [reflexivity|cbn; auto]. }
  { split; [reflexivity|]. split; [cbn; tauto|]. split; [|cbn; tauto]. intros y s L. cbn in L.
    destruct (ideq y "t"); [injection L as <-; cbn; tauto|]. destruct (ideq y "a"); [injection L as <-; cbn; tauto|discriminate]. }
  2: apply none_for. 2: constructor.
  eapply EXP_LET with (t2 := TInt) (op := None); [apply EXP_NEW; [cbn; congruence|reflexivity]| | |apply none_for|constructor].
  { split; [reflexivity|]. split; [cbn; intros [E|[]]; discriminate|]. split; [|cbn; tauto]. intros y s L. cbn in L.
    destruct (ideq y "u"); [injection L as <-; cbn; tauto|].
    destruct (ideq y "t"); [injection L as <-; cbn; tauto|]. destruct (ideq y "a"); [injection L as <-; cbn; tauto|discriminate]. }
  eapply EXP_LET with (t2 := TInt) (op := None); [| |apply EXP_VAR; reflexivity|apply none_for|constructor].
  { eapply EXP_SYNC; [apply FINAL_VAR; reflexivity|].
    eapply EXP_REF with (op := None) (C := "Node") (args := [pvar "a"]); [|reflexivity|apply none_for| |tsub].
    - eapply EXP_INVOKE with (op := None) (ops := [None]) (ss := [node (pvar "a")]);
      [apply HD; reflexivity|reflexivity|apply none_for|constructor; [apply none_for|constructor]| | | |].
      + cbn. constructor; [tsub|constructor].
      + constructor; [|constructor]. eapply EXP_SUB; [apply EXP_VAR; reflexivity|].
        eapply SUBTYPE_CLASS with (ds := [pvar "g"]); [cbn; auto|tsub].
      + intros l [<-|[]]. exists (pvar "a"). split; [reflexivity|cbn; auto].
      + tsub.
    - eapply guard_in_one; [reflexivity|reflexivity|cbn; auto]. }
  { split; [reflexivity|]. split; [cbn; tauto|]. split; [|cbn; tauto]. intros y s L. cbn in L.
    destruct (ideq y "s"); [injection L as <-; cbn; intros [E|[]]; discriminate|].
    destruct (ideq y "u"); [injection L as <-; cbn; tauto|].
    destruct (ideq y "t"); [injection L as <-; cbn; tauto|]. destruct (ideq y "a"); [injection L as <-; cbn; tauto|discriminate]. }
Qed.

Lemma wf : wf_prog P.
Proof.
  constructor.
  - intros C. known C; (split; [repeat constructor; cbn; tauto|cbn; intuition discriminate]).
  - intros C N. destruct (classes_of C N) as [->|[->|[->| ->]]]; cbn; auto.
  - intros C D ds I. known C; try contradiction;
      (intuition; try match goal with E : _ = (_, _) |- _ => injection E as <- <- end); subst; cbn in *; intuition (subst; cbn; auto).
  - intros C D ds F fs I J. known C; try contradiction;
      (intuition; repeat match goal with E : _ = (_, _) |- _ => injection E as <- <- end); cbn in *;
      (intuition; repeat match goal with E : _ = (_, _) |- _ => injection E as <- <- end); try contradiction;
      eexists; (split; [cbn; eauto|]); cbn; tsub.
  - intros C D ds f d I Fd. known C; try contradiction;
      (intuition; repeat match goal with E : _ = (_, _) |- _ => injection E as <- <- end);
      unfold fieldd in *; cbn in *;
      repeat match type of Fd with (if ?c then _ else _) = _ => destruct c end; try discriminate; injection Fd as <-;
      eexists; (split; [reflexivity|]); (split; [reflexivity|]); (split; [cbn; tsub|]); cbn; auto; eexists; split; reflexivity.
  - intros C D ds m d I M. known C; try contradiction;
      (intuition; repeat match goal with E : _ = (_, _) |- _ => injection E as <- <- end);
      unfold methd in *; cbn in *;
      repeat match type of M with (if ?c then _ else _) = _ => destruct c end; try discriminate; injection M as <-;
      eexists; (split; [reflexivity|]); (split; [reflexivity|]); cbn;
      (split; [repeat first [apply Forall2_nil | apply Forall2_cons]; tsub|]); (split; tsub).
  - intros C. known C; repeat constructor; cbn; intuition discriminate.
  - intros C d I. known C; try contradiction; intuition (subst; cbn in *); try (constructor; fail);
      try (eapply EXP_SUB; [constructor|constructor]; fail).
    eapply EXP_SUB; [apply EXP_NEW; [cbn; congruence|reflexivity]|].
    eapply SUBTYPE_CLASS with (ds := [pvar "g"]); [cbn; auto|tsub].
  - intros C D ds I L. known C; try contradiction; try discriminate;
      (intuition; repeat match goal with E : _ = (_, _) |- _ => injection E as <- <- end); reflexivity.
  - intros C d L I. known C; try contradiction; try discriminate; intuition (subst; cbn in *; auto); right; discriminate.
  - intros C D ds m d d' I L M M'. known C; try contradiction;
      (intuition; repeat match goal with E : _ = (_, _) |- _ => injection E as <- <- end); try discriminate;
      unfold methd in M'; cbn in M';
      repeat match type of M' with (if ?c then _ else _) = _ => destruct c end; try discriminate; injection M' as <-; reflexivity.
  - intros C m d x M I. known C; unfold methd in M; cbn in M;
      repeat match type of M with (if ?c then _ else _) = _ => destruct c end; try discriminate; injection M as <-; cbn in *; intuition; subst; discriminate.
  - assert (TH : forall E ls c, lookup this E = Some (BVar (TCls c [pvar "l"])) -> has_type P E ls (EVar this) (TCls c [pvar "l"])) by (intros; apply EXP_VAR; auto).
    assert (G1 : has_type P ((this, BVar (this_ty P "Node")) :: [] ++ genv P "Node") [pvar "l"] (EField (EVar this) "v") TInt).
    { eapply EXP_REF with (op := Some (pvar this)) (C := "Node") (args := [pvar "l"]); [apply TH; reflexivity|reflexivity|eapply this_var; reflexivity| |tsub].
      eapply guard_in_one; [reflexivity|reflexivity|cbn; auto]. }
    assert (G2 : has_type P ((this, BVar (this_ty P "Node")) :: [("n", BVar (node (pvar "l")))] ++ genv P "Node") [pvar "l"]
       (EAssign (EVar this) "next" (EVar "n")) (node (pvar "l"))).
    { eapply EXP_ASSIGN with (op := Some (pvar this)) (C := "Node") (args := [pvar "l"]); [apply TH; reflexivity|reflexivity|reflexivity|eapply this_var; reflexivity| |tsub|apply EXP_VAR; reflexivity].
      eapply guard_in_one; [reflexivity|reflexivity|cbn; auto]. }
    assert (G3 : has_type P ((this, BVar (this_ty P "Enum")) :: [("k", BVar TInt)]) [] (EAssign (EVar this) "pos" (EVar "k")) TInt).
    { eapply EXP_ASSIGN with (op := None) (C := "Enum") (args := []); [apply EXP_VAR; reflexivity|reflexivity|reflexivity|apply none_for| |tsub|apply EXP_VAR; reflexivity].
      intros g Eg. discriminate. }
    intros C m d M. known C; unfold methd in M; cbn in M;
      repeat match type of M with (if ?c then _ else _) = _ => let E := fresh in destruct c eqn:E; [apply ideq_eq in E; subst|] end; try discriminate; injection M as <-;
      (split; [cbn; auto|]); eexists; (split; [reflexivity|]); (split; [reflexivity|]); try exact G1; try exact G2; try exact G3.
    cbn. eapply EXP_SYNC; [apply FINAL_VAR; reflexivity|].
    eapply EXP_INVOKE with (op := None) (ops := []) (ss := []) (C := "Node") (args := [pvar this]);
      [|reflexivity|apply none_for|constructor|constructor|constructor| |constructor].
    + eapply EXP_REF with (op := Some (pvar this)) (C := "List") (args := []); [apply EXP_VAR; reflexivity|reflexivity|eapply this_var; reflexivity| |tsub].
      intros g Eg. discriminate.
    + intros l [<-|[]]. exists (pvar this). split; [reflexivity|cbn; auto].
Qed.

Theorem example_has_no_race s : reachable P s -> ~ race s.
Proof. apply race_free. constructor; [exact wf|exists TInt; exact main_ok]. Qed.
