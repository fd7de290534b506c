(** The rules can be met: a program with ghosts, [new Node<this>] in an initialiser, a subclass with a ghost, dependent types and a
    thread-local class.  It is checked by computing. *)
Require Import RaceFree Resolve CheckSound.
Open Scope string_scope.
Open Scope list_scope.

Definition node (l : path) := TCls "Node" [l].
(* class Node<ghost List l> { int v guarded_by l = 0;  Node<l> next guarded_by l = null;
     int get() requires l { this.v }  Node<l> link(Node<l> n) requires l { this.next = n } } *)
Definition Node : decl :=
  {| d_name := "Node"; d_local := false; d_ghosts := [("l", TCls "List" [])]; d_super := None;
     d_fields := [ {| f_name := "v"; f_ty := TInt; f_final := false; f_guard := Some (pvar "l"); f_init := EInt 0 |};
                   {| f_name := "next"; f_ty := node (pvar "l"); f_final := false; f_guard := Some (pvar "l"); f_init := ENull |} ];
     d_meths := [ {| s_name := "get"; s_ret := TInt; s_params := []; s_req := [pvar "l"]; s_body := EField (EVar this) "v" |};
                  {| s_name := "link"; s_ret := node (pvar "l"); s_params := [("n", node (pvar "l"))]; s_req := [pvar "l"];
                     s_body := EAssign (EVar this) "next" (EVar "n") |} ] |}.
(* class Sub<ghost List g> extends Node<g> { int get() requires g { this.v + 1 } } *)
Definition Sub : decl :=
  {| d_name := "Sub"; d_local := false; d_ghosts := [("g", TCls "List" [])]; d_super := Some ("Node", [pvar "g"]); d_fields := [];
     d_meths := [ {| s_name := "get"; s_ret := TInt; s_params := []; s_req := [pvar "g"];
                     s_body := EOp OAdd (EField (EVar this) "v") (EInt 1) |} ] |}.
(* class List { final Node<this> head = new Sub<this>;  int first() { synchronized this in this.head.get() } } *)
Definition List_ : decl :=
  {| d_name := "List"; d_local := false; d_ghosts := []; d_super := None;
     d_fields := [ {| f_name := "head"; f_ty := node (pvar this); f_final := true; f_guard := None; f_init := ENew "Sub" [pvar this] |} ];
     d_meths := [ {| s_name := "first"; s_ret := TInt; s_params := []; s_req := [];
                     s_body := ESync (EVar this) (ECall (EField (EVar this) "head") "get" []) |} ] |}.
(* thread_local class Enum { int pos = 0;  int set(int k) { this.pos = k } } *)
Definition Enum : decl :=
  {| d_name := "Enum"; d_local := true; d_ghosts := []; d_super := None;
     d_fields := [ {| f_name := "pos"; f_ty := TInt; f_final := false; f_guard := None; f_init := EInt 0 |} ];
     d_meths := [ {| s_name := "set"; s_ret := TInt; s_params := [("k", TInt)]; s_req := [];
                     s_body := EAssign (EVar this) "pos" (EVar "k") |} ] |}.
(* let List a = new List in { fork let Enum e = new Enum in e.set(a.first());
     let Sub<a> s = new Sub<a> in synchronized a in a.head.link(s).v } *)
Definition S : source :=
  {| decls := [Node; Sub; List_; Enum];
     s_main := ELet (TCls "List" []) "a" (ENew "List" [])
       (ESeq (EFork (ELet (TCls "Enum" []) "e" (ENew "Enum" []) (ECall (EVar "e") "set" [ECall (EVar "a") "first" []])))
          (ELet (TCls "Sub" [pvar "a"]) "s" (ENew "Sub" [pvar "a"])
             (ESync (EVar "a") (EField (ECall (EField (EVar "a") "head") "link" [EVar "s"]) "v")))) |}.

(** It is accepted, so it has no race. *)
Theorem example_has_no_race s : reachable (resolve S) s -> ~ race s.
Proof. apply race_free; [intros x _; reflexivity|]. apply check_sound. vm_compute. reflexivity. Qed.
