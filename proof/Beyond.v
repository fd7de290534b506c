(** What each premise is for, once more: without it a program is accepted that has an outcome with store buffers which no schedule has
    without.  In one program two threads race on four fields, *F*: [int f; int g; int p; int q].  One writes f and reads g, the other one
    writes g and reads f, and both read 0 (store buffering); where a thread can read alone, it sees the second of two writes and not the
    first (message passing), which needs the partial store order. *)
Require Import Preservation RaceFree CheckComplete Exec Resolve.
Require Import Variants Immediate Outcomes.
Open Scope string_scope.
Open Scope list_scope.

Definition ints (g : option path) (names : list id) : list field := map (fun f => Fd TInt f false g (EInt 0)) names.
Definition fgpq (g : option path) : list field := ints g ["f"; "g"; "p"; "q"].
(* one(x): x.f = 1; x.p = x.g
   two(x): x.g = 1; x.q = x.f *)
Definition one (x : expr) : expr := ESeq (EAssign x "f" (EInt 1)) (EAssign x "p" (EField x "g")).
Definition two (x : expr) : expr := ESeq (EAssign x "g" (EInt 1)) (EAssign x "q" (EField x "f")).
Definition both_read_0 (c : id) : outcome := [(c, [("f", 1%Z); ("g", 1%Z); ("p", 0%Z); ("q", 0%Z)])].
(** First some steps; then what both threads write waits, as long as it can. *)
Definition both_wait (l : list (nat * tid)) (i j : tid) : list (nat * turn) :=
  map (fun t => (fst t, AtOnce (snd t))) l ++
  [(99, Waiting i); (99, Waiting j); (9, Performs i 0); (9, Performs j 0); (99, AtOnce i); (99, AtOnce j)].

(* class A { F guarded_by this }, and class B like it
   let A a = new A in
   let B b = new B in
   fork synchronized a in { a.f = 1; a.p = b.f };
   synchronized b in { b.f = 1; b.p = a.f } *)
Theorem EXP_REF_guard_held_buffers : beyond tso EXP_REF_guard_held.
Proof.
  apply (shown_beyond tso EXP_REF_guard_held
    (Pr (map (fun c => Cl false c [] None (fgpq (Some (pvar this))) []) ["A"; "B"]) (ELet (TCls "A" []) "a" (ENew "A" []) (ELet (TCls "B"
      []) "b" (ENew "B" []) (ESeq (EFork (ESync (EVar "a") (ESeq (EAssign (EVar "a") "f" (EInt 1)) (EAssign (EVar "a") "p" (EField (EVar
      "b") "f"))))) (ESync (EVar "b") (ESeq (EAssign (EVar "b") "f" (EInt 1)) (EAssign (EVar "b") "p" (EField (EVar "a") "f"))))))))
    [("A", [("f", 1%Z); ("p", 0%Z)]); ("B", [("f", 1%Z); ("p", 0%Z)])]
    (both_wait [(40, 0); (3, 1)] 1 0)). vm_compute. reflexivity.
Qed.

(* class A { F guarded_by this }, and class B like it
   let A a = new A in
   let B b = new B in
   fork synchronized a in { b.f = 1; a.p = a.f };
   synchronized b in { a.f = 1; b.p = b.f } *)
Theorem EXP_ASSIGN_guard_held_buffers : beyond tso EXP_ASSIGN_guard_held.
Proof.
  apply (shown_beyond tso EXP_ASSIGN_guard_held
    (Pr (map (fun c => Cl false c [] None (fgpq (Some (pvar this))) []) ["A"; "B"]) (ELet (TCls "A" []) "a" (ENew "A" []) (ELet (TCls "B"
      []) "b" (ENew "B" []) (ESeq (EFork (ESync (EVar "a") (ESeq (EAssign (EVar "b") "f" (EInt 1)) (EAssign (EVar "a") "p" (EField (EVar
      "a") "f"))))) (ESync (EVar "b") (ESeq (EAssign (EVar "a") "f" (EInt 1)) (EAssign (EVar "b") "p" (EField (EVar "b") "f"))))))))
    [("A", [("f", 1%Z); ("p", 0%Z)]); ("B", [("f", 1%Z); ("p", 0%Z)])]
    (both_wait [(40, 0); (3, 1)] 1 0)). vm_compute. reflexivity.
Qed.

(* class A { F, each final }
   let A x = new A in
   fork one(x);
   two(x) *)
Theorem EXP_ASSIGN_not_final_buffers : beyond tso EXP_ASSIGN_not_final.
Proof.
  apply (shown_beyond tso EXP_ASSIGN_not_final
    (Pr [Cl false "A" [] None (map (fun f => Fd TInt f true None (EInt 0)) ["f"; "g"; "p"; "q"]) []] (ELet (TCls "A" []) "x" (ENew "A" [])
      (ESeq (EFork (one (EVar "x"))) (two (EVar "x")))))
    (both_read_0 "A")
    (both_wait [(18, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* class A { F }
   let A x = new A in
   fork one(x);
   two(x) *)
Theorem SHAREABLE_guarded_or_final_buffers : beyond tso SHAREABLE_guarded_or_final.
Proof.
  apply (shown_beyond tso SHAREABLE_guarded_or_final
    (Pr [Cl false "A" [] None (fgpq None) []] (ELet (TCls "A" []) "x" (ENew "A" []) (ESeq (EFork (one (EVar "x"))) (two (EVar "x")))))
    (both_read_0 "A")
    (both_wait [(18, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* class A { F guarded_by this }
   let A x = new A in
   synchronized x in { fork one(x); two(x) } *)
Theorem EXP_FORK2_empty_lock_set_buffers : beyond tso EXP_FORK2_empty_lock_set.
Proof.
  apply (shown_beyond tso EXP_FORK2_empty_lock_set
    (Pr [(Cl false "A" [] None (fgpq (Some (pvar this))) [])] (ELet (TCls "A" []) "x" (ENew "A" []) (ESync (EVar "x") (ESeq (EFork (one
      (EVar "x"))) (two (EVar "x"))))))
    (both_read_0 "A")
    (both_wait [(21, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* thread_local class A { F }
   let A x = new A in
   fork one(x);
   two(x) *)
Theorem EXP_FORK2_fv_shared_buffers : beyond tso EXP_FORK2_fv_shared.
Proof.
  apply (shown_beyond tso EXP_FORK2_fv_shared
    (Pr [(Cl true "A" [] None (fgpq None) [])] (ELet (TCls "A" []) "x" (ENew "A" []) (ESeq (EFork (one (EVar "x"))) (two (EVar "x")))))
    (both_read_0 "A")
    (both_wait [(18, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* class A { F guarded_by this
     int m() requires this { one(this) }
     int n() requires this { two(this) } }
   let A x = new A in
   fork x.m();
   x.n() *)
Theorem EXP_INVOKE_requires_held_buffers : beyond tso EXP_INVOKE_requires_held.
Proof.
  apply (shown_beyond tso EXP_INVOKE_requires_held
    (Pr [Cl false "A" [] None (fgpq (Some (pvar this))) [Mt TInt "m" [] [pvar this] (one (EVar this)); Mt TInt "n" [] [pvar this] (two
      (EVar this))]] (ELet (TCls "A" []) "x" (ENew "A" []) (ESeq (EFork (ECall (EVar "x") "m" [])) (ECall (EVar "x") "n" []))))
    (both_read_0 "A")
    (both_wait [(18, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* thread_local class A { F }
   class B extends A {}
   let B x = new B in
   fork one(x);
   two(x) *)
Theorem CLASS3_super_shared_buffers : beyond tso CLASS3_super_shared.
Proof.
  apply (shown_beyond tso CLASS3_super_shared
    (Pr [(Cl true "A" [] None (fgpq None) []); Cl false "B" [] (Some ("A", [])) [] []] (ELet (TCls "B" []) "x" (ENew "B" []) (ESeq (EFork
      (one (EVar "x"))) (two (EVar "x")))))
    (both_read_0 "B")
    (both_wait [(18, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* thread_local class A { F }
   class B { final A h = new A }
   let B x = new B in
   fork one(x.h);
   two(x.h) *)
Theorem SHAREABLE_field_type_buffers : beyond tso SHAREABLE_field_type.
Proof.
  apply (shown_beyond tso SHAREABLE_field_type
    (Pr [(Cl true "A" [] None (fgpq None) []); Cl false "B" [] None [Fd (TCls "A" []) "h" true None (ENew "A" [])] []] (ELet (TCls "B" [])
      "x" (ENew "B" []) (ESeq (EFork (one (EField (EVar "x") "h"))) (two (EField (EVar "x") "h")))))
    (both_read_0 "A")
    (both_wait [(22, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* class A { int m() { 0 }  int n() { 0 } }
   thread_local class B extends A { F  int m() { one(this) }  int n() { two(this) } }
   let A x = new B in
   fork x.m();
   x.n() *)
Theorem OVERRIDE_OK_not_from_shared_buffers : beyond tso OVERRIDE_OK_not_from_shared.
Proof.
  apply (shown_beyond tso OVERRIDE_OK_not_from_shared
    (Pr [Cl false "A" [] None [] [Mt TInt "m" [] [] (EInt 0); Mt TInt "n" [] [] (EInt 0)]; Cl true "B" [] (Some ("A", [])) (fgpq None) [Mt
      TInt "m" [] [] (one (EVar this)); Mt TInt "n" [] [] (two (EVar this))]] (ELet (TCls "A" []) "x" (ENew "B" []) (ESeq (EFork (ECall
      (EVar "x") "m" [])) (ECall (EVar "x") "n" []))))
    (both_read_0 "B")
    (both_wait [(18, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* class A { int m() { 0 }  int n() { 0 } }
   class B extends A { F guarded_by this
     int m() requires this { one(this) }
     int n() requires this { two(this) } }
   let A x = new B in
   fork x.m();
   x.n() *)
Theorem PROG_override_requires_buffers : beyond tso PROG_override_requires.
Proof.
  apply (shown_beyond tso PROG_override_requires
    (Pr [Cl false "A" [] None [] [Mt TInt "m" [] [] (EInt 0); Mt TInt "n" [] [] (EInt 0)]; Cl false "B" [] (Some ("A", [])) (fgpq (Some
      (pvar this))) [Mt TInt "m" [] [pvar this] (one (EVar this)); Mt TInt "n" [] [pvar this] (two (EVar this))]] (ELet (TCls "A" []) "x"
      (ENew "B" []) (ESeq (EFork (ECall (EVar "x") "m" [])) (ECall (EVar "x") "n" []))))
    (both_read_0 "B")
    (both_wait [(18, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* thread_local class A { F }
   class C { int hide(A x) { 0 }  A show(int x) { null } }
   class B extends C { A hide(A x) { x }  int show(int x) { x } }
   let C x = new B in
   let int y = x.hide(new A) in
   fork one(x.show(y));
   two(x.show(y)) *)
Theorem PROG_override_type_buffers : beyond tso PROG_override_type.
Proof.
  apply (shown_beyond tso PROG_override_type
    (Pr [(Cl true "A" [] None (fgpq None) []); Cl false "C" [] None [] [Mt TInt "hide" [("x", (TCls "A" []))] [] (EInt 0); Mt (TCls "A"
      []) "show" [("x", TInt)] [] ENull]; Cl false "B" [] (Some ("C", [])) [] [Mt (TCls "A" []) "hide" [("x", (TCls "A" []))] [] (EVar
      "x"); Mt TInt "show" [("x", TInt)] [] (EVar "x")]] (ELet (TCls "C" []) "x" (ENew "B" []) (ELet TInt "y" (ECall (EVar "x") "hide"
      [(ENew "A" [])]) (ESeq (EFork (one (ECall (EVar "x") "show" [EVar "y"]))) (two (ECall (EVar "x") "show" [EVar "y"]))))))
    (both_read_0 "A")
    (both_wait [(29, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* thread_local class A { F }
   class B { int hide(A x) { x }  A show(int x) { x } }
   let B x = new B in
   let int y = x.hide(new A) in
   fork one(x.show(y));
   two(x.show(y)) *)
Theorem METHOD_body_buffers : beyond tso METHOD_body.
Proof.
  apply (shown_beyond tso METHOD_body
    (Pr [(Cl true "A" [] None (fgpq None) []); Cl false "B" [] None [] [Mt TInt "hide" [("x", (TCls "A" []))] [] (EVar "x"); Mt (TCls "A"
      []) "show" [("x", TInt)] [] (EVar "x")]] (ELet (TCls "B" []) "x" (ENew "B" []) (ELet TInt "y" (ECall (EVar "x") "hide" [(ENew "A"
      [])]) (ESeq (EFork (one (ECall (EVar "x") "show" [EVar "y"]))) (two (ECall (EVar "x") "show" [EVar "y"]))))))
    (both_read_0 "A")
    (both_wait [(29, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* class A { F }
   let A x = new A in
   fork one(x);
   two(x) *)
Theorem CLASS3_shareable_buffers : beyond tso CLASS3_shareable.
Proof.
  apply (shown_beyond tso CLASS3_shareable
    (Pr [Cl false "A" [] None (fgpq None) []] (ELet (TCls "A" []) "x" (ENew "A" []) (ESeq (EFork (one (EVar "x"))) (two (EVar "x")))))
    (both_read_0 "A")
    (both_wait [(18, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* thread_local class A { F }
   let int x = new A in
   let A z = x in
   fork let A y = x in one(y);
   two(z) *)
Theorem EXP_LET_bound_buffers : beyond tso EXP_LET_bound.
Proof.
  apply (shown_beyond tso EXP_LET_bound
    (Pr [(Cl true "A" [] None (fgpq None) [])] (ELet TInt "x" (ENew "A" []) (ELet (TCls "A" []) "z" (EVar "x") (ESeq (EFork (ELet (TCls
      "A" []) "y" (EVar "x") (one (EVar "y")))) (two (EVar "z"))))))
    (both_read_0 "A")
    (both_wait [(21, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* thread_local class A { F  int m(A x) { one(x) }  int n(A x) { two(x) } }
   let Object x = new A in
   fork new A.m(x);
   new A.n(x) *)
Theorem EXP_INVOKE_args_buffers : beyond tso EXP_INVOKE_args.
Proof.
  apply (shown_beyond tso EXP_INVOKE_args
    (Pr [Cl true "A" [] None (fgpq None) [Mt TInt "m" [("x", (TCls "A" []))] [] (one (EVar "x")); Mt TInt "n" [("x", (TCls "A" []))] []
      (two (EVar "x"))]] (ELet (TCls "Object" []) "x" (ENew "A" []) (ESeq (EFork (ECall (ENew "A" []) "m" [(EVar "x")])) (ECall (ENew "A"
      []) "n" [(EVar "x")]))))
    (both_read_0 "A")
    (both_wait [(34, 0); (15, 1)] 1 0)). vm_compute. reflexivity.
Qed.

(* thread_local class A { F }
   thread_local class B { A k }
   class C { int h guarded_by this }
   let A x = new A in
   let C y = new C in
   synchronized y in y.h = x;
   fork let B z = new B in let A w = (synchronized y in z.k = y.h) in one(w);
   two(x) *)
Theorem EXP_ASSIGN_value_buffers : beyond tso EXP_ASSIGN_value.
Proof.
  apply (shown_beyond tso EXP_ASSIGN_value
    (Pr [(Cl true "A" [] None (fgpq None) []); Cl true "B" [] None [Fd (TCls "A" []) "k" false None ENull] []; Cl false "C" [] None [Fd
      TInt "h" false (Some (pvar this)) (EInt 0)] []] (ELet (TCls "A" []) "x" (ENew "A" []) (ELet (TCls "C" []) "y" (ENew "C" []) (ESeq
      (ESync (EVar "y") (EAssign (EVar "y") "h" (EVar "x"))) (ESeq (EFork (ELet (TCls "B" []) "z" (ENew "B" []) (ELet (TCls "A" []) "w"
      (ESync (EVar "y") (EAssign (EVar "z") "k" (EField (EVar "y") "h"))) (one (EVar "w"))))) (two (EVar "x")))))))
    (both_read_0 "A")
    (both_wait [(36, 0); (19, 1)] 1 0)). vm_compute. reflexivity.
Qed.

(* thread_local class A { F  int m() { one(this) }  int n() { two(this) } }
   class B { final B h = new A  int m() { 0 }  int n() { 0 } }
   let B x = new B in
   fork x.h.m();
   x.h.n() *)
Theorem FIELD_init_buffers : beyond tso FIELD_init.
Proof.
  apply (shown_beyond tso FIELD_init
    (Pr [Cl true "A" [] None (fgpq None) [Mt TInt "m" [] [] (one (EVar this)); Mt TInt "n" [] [] (two (EVar this))]; Cl false "B" [] None
      [Fd (TCls "B" []) "h" true None (ENew "A" [])] [Mt TInt "m" [] [] (EInt 0); Mt TInt "n" [] [] (EInt 0)]] (ELet (TCls "B" []) "x"
      (ENew "B" []) (ESeq (EFork (ECall (EField (EVar "x") "h") "m" [])) (ECall (EField (EVar "x") "h") "n" []))))
    (both_read_0 "A")
    (both_wait [(22, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* class A { F guarded_by this }
   let Object x = new Object in
   synchronized x in let A x = new A in {
     fork synchronized x in one(x);
     two(x)
   } *)
Theorem ENV_X_fresh_buffers : beyond tso ENV_X_fresh.
Proof.
  apply (shown_beyond tso ENV_X_fresh
    (Pr [(Cl false "A" [] None (fgpq (Some (pvar this))) [])] (ELet (TCls "Object" []) "x" (ENew "Object" []) (ESync (EVar "x") (ELet
      (TCls "A" []) "x" (ENew "A" []) (ESeq (EFork (ESync (EVar "x") (one (EVar "x")))) (two (EVar "x")))))))
    (both_read_0 "A")
    (both_wait [(25, 0); (3, 1)] 1 0)). vm_compute. reflexivity.
Qed.

(* class A<ghost Object x> { F guarded_by x }
   let Object x = new Object in
   let A<x> y = new A<x> in
   let A<y> z = y in
   fork synchronized y in one(z);
   synchronized x in two(y) *)
Theorem SUBTYPE_CLASS_ghost_args_buffers : beyond tso SUBTYPE_CLASS_ghost_args.
Proof.
  apply (shown_beyond tso SUBTYPE_CLASS_ghost_args
    (Pr [Cl false "A" [("x", TCls "Object" [])] None (fgpq (Some (pvar "x"))) []] (ELet (TCls "Object" []) "x" (ENew "Object" []) (ELet
      (TCls "A" [pvar "x"]) "y" (ENew "A" [pvar "x"]) (ELet (TCls "A" [pvar "y"]) "z" (EVar "y") (ESeq (EFork (ESync (EVar "y") (one (EVar
      "z")))) (ESync (EVar "x") (two (EVar "y"))))))))
    (both_read_0 "A")
    (both_wait [(29, 0); (3, 1)] 1 0)). vm_compute. reflexivity.
Qed.

(* class A { A h guarded_by this  F guarded_by this.h }
   let A x = new A in
   synchronized x in x.h = new A;
   fork synchronized x.h in one(x);
   synchronized x in x.h = new A;
   synchronized x.h in two(x) *)
Theorem FINAL_REF_final_buffers : beyond tso FINAL_REF_final.
Proof.
  apply (shown_beyond tso FINAL_REF_final
    (Pr [Cl false "A" [] None (Fd (TCls "A" []) "h" false (Some (pvar this)) ENull :: fgpq (Some (Path this ["h"]))) []] (ELet (TCls "A"
      []) "x" (ENew "A" []) (ESeq (ESync (EVar "x") (EAssign (EVar "x") "h" (ENew "A" []))) (ESeq (EFork (ESync (EField (EVar "x") "h")
      (one (EVar "x")))) (ESeq (ESync (EVar "x") (EAssign (EVar "x") "h" (ENew "A" []))) (ESync (EField (EVar "x") "h") (two (EVar
      "x"))))))))
    (both_read_0 "A")
    (both_wait [(48, 0); (5, 1); (33, 0)] 1 0)). vm_compute. reflexivity.
Qed.

(* class A { A h guarded_by this
     int m(B<this> x) { fork synchronized this in one(x) }
     int n(B<this> x) { fork synchronized this in two(x) } }
   class B<ghost Object x> extends A { F guarded_by x }
   let A x = new A in
   let B<x.h> y = new B<x.h> in
   synchronized x in x.h = x;
   synchronized x in x.h.m(y);
   synchronized x in x.h = y;
   synchronized x in x.h.n(y) *)
Theorem TYPE_C_arg_final_buffers : beyond tso TYPE_C_arg_final.
Proof.
  apply (shown_beyond tso TYPE_C_arg_final
    (Pr [Cl false "A" [] None [Fd (TCls "A" []) "h" false (Some (pvar this)) ENull] [Mt TInt "m" [("x", TCls "B" [pvar this])] [] (EFork
      (ESync (EVar this) (one (EVar "x")))); Mt TInt "n" [("x", TCls "B" [pvar this])] [] (EFork (ESync (EVar this) (two (EVar "x"))))];
      Cl false "B" [("x", TCls "Object" [])] (Some ("A", [])) (fgpq (Some (pvar "x"))) []] (ELet (TCls "A" []) "x" (ENew "A" []) (ELet
      (TCls "B" [Path "x" ["h"]]) "y" (ENew "B" [Path "x" ["h"]]) (ESeq (ESync (EVar "x") (EAssign (EVar "x") "h" (EVar "x"))) (ESeq
      (ESync (EVar "x") (ECall (EField (EVar "x") "h") "m" [(EVar "y")])) (ESeq (ESync (EVar "x") (EAssign (EVar "x") "h" (EVar "y")))
      (ESync (EVar "x") (ECall (EField (EVar "x") "h") "n" [(EVar "y")]))))))))
    (both_read_0 "B")
    (both_wait [(199, 0); (3, 1); (3, 2)] 1 2)). vm_compute. reflexivity.
Qed.

(* class A { A f guarded_by this  int p guarded_by this }, and class B like it
   let A a = new A in
   let B b = new B in
   fork synchronized a in { a.f = a; synchronized b.f in a.p = 1 };
   synchronized b in { b.f = b; synchronized a.f in b.p = 1 }
   Both threads find null, and end with an exception. *)
Theorem EXP_SYNC_lock_final_buffers : beyond tso EXP_SYNC_lock_final.
Proof.
  apply (shown_beyond tso EXP_SYNC_lock_final
    (Pr (map (fun c => Cl false c [] None [Fd (TCls c []) "f" false (Some (pvar this)) ENull; Fd TInt "p" false (Some (pvar this)) (EInt
      0)] []) ["A"; "B"]) (ELet (TCls "A" []) "a" (ENew "A" []) (ELet (TCls "B" []) "b" (ENew "B" []) (ESeq (EFork (ESync (EVar "a") (ESeq
      (EAssign (EVar "a") "f" (EVar "a")) (ESync (EField (EVar "b") "f") (EAssign (EVar "a") "p" (EInt 1)))))) (ESync (EVar "b") (ESeq
      (EAssign (EVar "b") "f" (EVar "b")) (ESync (EField (EVar "a") "f") (EAssign (EVar "b") "p" (EInt 1)))))))))
    [("A", [("p", 0%Z)]); ("B", [("p", 0%Z)])]
    (both_wait [(26, 0); (3, 1)] 1 0)). vm_compute. reflexivity.
Qed.

(* class R { int p guarded_by this  int q guarded_by this }
   class A {
     final int h = fork let R r = new R in synchronized r in { r.p = this.g; r.q = this.f }
     final int f = 1
     final int g = 1
   }
   new A *)
Theorem FIELD_init_this_buffers : beyond pso FIELD_init_this.
Proof.
  apply (shown_beyond pso FIELD_init_this
    (Pr [Cl false "R" [] None (ints (Some (pvar this)) ["p"; "q"]) []; Cl false "A" [] None [Fd TInt "h" true None (EFork (ELet (TCls "R"
      []) "r" (ENew "R" []) (ESync (EVar "r") (ESeq (EAssign (EVar "r") "p" (EField (EVar this) "g")) (EAssign (EVar "r") "q" (EField
      (EVar this) "f")))))); Fd TInt "f" true None (EInt 1); Fd TInt "g" true None (EInt 1)] []] (ENew "A" []))
    [("R", [("p", 1%Z); ("q", 0%Z)])]
    [(4, AtOnce 0); (99, Waiting 0); (1, Performs 0 1); (99, AtOnce 1); (9, Performs 0 0); (99, AtOnce 0)]). vm_compute. reflexivity.
Qed.

(* class R { int p guarded_by this  int q guarded_by this }
   class A {
     final int h = fork let R r = new R in synchronized r in { r.p = this.g; r.q = this.f }
     final int f = 1
     final int g = 1
   }
   new A *)
Theorem EXP_VAR_not_ghost_buffers : beyond pso EXP_VAR_not_ghost.
Proof.
  apply (shown_beyond pso EXP_VAR_not_ghost
    (Pr [Cl false "R" [] None (ints (Some (pvar this)) ["p"; "q"]) []; Cl false "A" [] None [Fd TInt "h" true None (EFork (ELet (TCls "R"
      []) "r" (ENew "R" []) (ESync (EVar "r") (ESeq (EAssign (EVar "r") "p" (EField (EVar this) "g")) (EAssign (EVar "r") "q" (EField
      (EVar this) "f")))))); Fd TInt "f" true None (EInt 1); Fd TInt "g" true None (EInt 1)] []] (ENew "A" []))
    [("R", [("p", 1%Z); ("q", 0%Z)])]
    [(4, AtOnce 0); (99, Waiting 0); (1, Performs 0 1); (99, AtOnce 1); (9, Performs 0 0); (99, AtOnce 0)]). vm_compute. reflexivity.
Qed.

(* class R { int p guarded_by this  int q guarded_by this }
   class A<ghost Object x, ghost Object y> {
     int m() { fork let R r = new R in { synchronized y in synchronized r in r.p = 1; synchronized x in synchronized r in r.q = 1 } }
   }
   class B {
     final int h = new A<this.f, this.g>.m()
     final Object f = new Object
     final Object g = new Object
   }
   new B
   The new thread finds g and not f, which is null, and ends with an exception. *)
Theorem EXP_SYNC_lock_real_buffers : beyond pso EXP_SYNC_lock_real.
Proof.
  apply (shown_beyond pso EXP_SYNC_lock_real
    (Pr [Cl false "R" [] None (ints (Some (pvar this)) ["p"; "q"]) []; Cl false "A" [("x", TCls "Object" []); ("y", TCls "Object" [])]
      None [] [Mt TInt "m" [] [] (EFork (ELet (TCls "R" []) "r" (ENew "R" []) (ESeq (ESync (EVar "y") (ESync (EVar "r") (EAssign (EVar
      "r") "p" (EInt 1)))) (ESync (EVar "x") (ESync (EVar "r") (EAssign (EVar "r") "q" (EInt 1)))))))]; Cl false "B" [] None [Fd TInt "h"
      true None (ECall (ENew "A" [Path this ["f"]; Path this ["g"]]) "m" []); Fd (TCls "Object" []) "f" true None (ENew "Object" []); Fd
      (TCls "Object" []) "g" true None (ENew "Object" [])] []] (ENew "B" []))
    [("R", [("p", 1%Z); ("q", 0%Z)])]
    [(12, AtOnce 0); (9, Waiting 0); (1, Overtaking 0); (1, Overtaking 0); (9, Waiting 0); (1, Performs 0 1); (99, AtOnce 1); (9, Performs 0 0); (99, AtOnce 0)]). vm_compute. reflexivity.
Qed.

(** Message passing where a lock is held for both writes: no reader without it is safe. *)
(* class A { F guarded_by this }
   class R { int p guarded_by this  int q guarded_by this }
   let A x = new A in
   let R r = new R in
   fork synchronized x in { x.f = 1; x.g = 1 };
   synchronized r in { r.p = x.g; r.q = x.f } *)
Theorem EXP_REF_guard_held_message : beyond pso EXP_REF_guard_held.
Proof.
  apply (shown_beyond pso EXP_REF_guard_held
    (Pr [Cl false "R" [] None (ints (Some (pvar this)) ["p"; "q"]) []; (Cl false "A" [] None (fgpq (Some (pvar this))) [])] (ELet (TCls
      "A" []) "x" (ENew "A" []) (ELet (TCls "R" []) "r" (ENew "R" []) (ESeq (EFork (ESync (EVar "x") (ESeq (EAssign (EVar "x") "f" (EInt
      1)) (EAssign (EVar "x") "g" (EInt 1))))) (ESync (EVar "r") (ESeq (EAssign (EVar "r") "p" (EField (EVar "x") "g")) (EAssign (EVar
      "r") "q" (EField (EVar "x") "f"))))))))
    [("R", [("p", 1%Z); ("q", 0%Z)])]
    [(34, AtOnce 0); (3, AtOnce 1); (99, Waiting 1); (1, Performs 1 1); (99, AtOnce 0); (9, Performs 1 0); (99, AtOnce 1)]).
  vm_compute. reflexivity.
Qed.

(** Every premise that race freedom needs is needed for this, too. *)
Theorem needed_for_buffers x : redundant x = false -> exists may, weak may /\ beyond may x.
Proof.
  assert (T : forall y, beyond tso y -> exists may, weak may /\ beyond may y) by (intros y B; exists tso; split; auto; intros a b; discriminate).
  assert (Q : forall y, beyond pso y -> exists may, weak may /\ beyond may y) by (intros y B; exists pso; split; auto; intros a b; auto).
  destruct x; try discriminate; intros _.
  - apply T. exact EXP_REF_guard_held_buffers.
  - apply T. exact EXP_ASSIGN_guard_held_buffers.
  - apply T. exact EXP_ASSIGN_not_final_buffers.
  - apply T. exact EXP_INVOKE_requires_held_buffers.
  - apply T. exact EXP_FORK2_empty_lock_set_buffers.
  - apply T. exact EXP_FORK2_fv_shared_buffers.
  - apply T. exact ENV_X_fresh_buffers.
  - apply T. exact FINAL_REF_final_buffers.
  - apply T. exact CLASS3_super_shared_buffers.
  - apply T. exact SHAREABLE_guarded_or_final_buffers.
  - apply T. exact SHAREABLE_field_type_buffers.
  - apply T. exact OVERRIDE_OK_not_from_shared_buffers.
  - apply T. exact PROG_override_requires_buffers.
  - apply T. exact PROG_override_type_buffers.
  - apply T. exact CLASS3_shareable_buffers.
  - apply T. exact TYPE_C_arg_final_buffers.
  - apply T. exact SUBTYPE_CLASS_ghost_args_buffers.
  - apply T. exact FIELD_init_buffers.
  - apply Q. exact FIELD_init_this_buffers.
  - apply T. exact METHOD_body_buffers.
  - apply Q. exact EXP_VAR_not_ghost_buffers.
  - apply T. exact EXP_ASSIGN_value_buffers.
  - apply T. exact EXP_INVOKE_args_buffers.
  - apply T. exact EXP_LET_bound_buffers.
  - apply T. exact EXP_SYNC_lock_final_buffers.
  - apply Q. exact EXP_SYNC_lock_real_buffers.
Qed.
