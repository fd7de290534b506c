(** Stage 6: which premises soundness needs.  Without those that are [redundant] it holds; without any one of the others there is a
    program that is accepted, and a schedule of it that ends in a race. *)
Require Import RaceFree CheckComplete Exec Resolve.
Open Scope string_scope.
Open Scope list_scope.

(** ** Proved redundant *)
(** The rules without one premise, or without none. *)
Definition premise_dec (x y : premise) : {x = y} + {x <> y}. Proof. decide equality. Defined.
Definition judged (o : option premise) (P : prog) : prog :=
  {| classes := classes P; main := main P;
     off := fun y => match o with Some x => if premise_dec x y then true else false | None => false end |}.

(** A program that is well typed without a redundant premise has no race. *)
Theorem race_free_without x P s : redundant x = true -> wt_prog (judged (Some x) P) -> reachable (judged (Some x) P) s -> ~ race s.
Proof.
  intros R. apply race_free. intros y N. simpl. destruct (premise_dec x y) as [<-|]; congruence.
Qed.
(** Nor one that is well typed without all of them. *)
Theorem race_free_without_redundant P s : (forall x, off P x = true -> redundant x = true) -> wt_prog P -> reachable P s -> ~ race s.
Proof.
  intros R. apply race_free. intros y N. destruct (off P y) eqn:E; auto. apply R in E. congruence.
Qed.

(** [ENV GHOST] asks for nothing that [CLASS3]/ghost-type has not asked for: a ghost's type is well formed among the ghosts before it, and
    none of them has its name. *)
Theorem env_ghost_implied P c gs x t gs' : class_ok P c -> off P CLASS3_ghost_type = false -> c_ghosts c = gs ++ (x, t) :: gs' ->
  let E := map (fun g => (fst g, BGhost (snd g))) gs in wf_ty P E t /\ lookup x E = None.
Proof.
  intros [[N _] G _ _ _ _ _ _] On Eq E. split.
  - assert (I : In (x, t) (c_ghosts c)) by (rewrite Eq; apply in_or_app; simpl; auto). destruct (G On x t I) as ((C & ls & ->) & W).
    inversion W as [| |? ? ss K A Sc F T]; subst. destruct ls as [|l ls]; [|exfalso; apply (Sc l); simpl; auto].
    apply TYPE_C with (ss := ss); auto. intros Of Ow. specialize (F Of Ow). inversion F. constructor.
  - rewrite Eq, map_app in N. apply NoDup_remove_2 in N. unfold E. clear - N. induction gs as [|[y u] gs IH]; simpl in *; auto.
    rewrite ideq_neq; auto.
Qed.

(** ** Needed: a program, a schedule, a race *)
Definition is_needed (x : premise) : Prop :=
  exists P, ~ wt_prog (judged None P) /\ wt_prog (judged (Some x) P) /\ exists s, reachable (judged (Some x) P) s /\ race s.

(** Turns of threads: so many steps of this one. *)
Definition turns (l : list (nat * tid)) : list tid := flat_map (fun t => repeat (snd t) (fst t)) l.
Definition shows (x : premise) (S : source) (l : list (nat * tid)) (i j : tid) : bool :=
  let P := resolve S in
  negb (check (judged None P)) && check (judged (Some x) P) &&
  match run (judged (Some x) P) (initial (judged (Some x) P)) (turns l) with Some s => race_at s i j | None => false end.
(** What computes shows it. *)
Lemma shown x S l i j : shows x S l i j = true -> is_needed x.
Proof.
  unfold shows. rewrite !andb_true_iff, negb_true_iff. intros [[A B] C]. exists (resolve S). split; [|split].
  - intros W. apply check_complete in W; [congruence|]. reflexivity.
  - apply check_sound. auto.
  - destruct (run _ _ (turns l)) as [s|] eqn:R; [|discriminate]. exists s. split; [|eapply race_at_race; eauto].
    eapply run_reachable; [|exact R]. constructor.
Qed.

(** Programs, shortly: [Pr classes main]; [Cl thread_local name ghosts superclass fields methods]. *)
Definition Fd t f final g e : field := {| f_name := f; f_ty := t; f_final := final; f_guard := g; f_init := e |}.
Definition Mt t m ps req e : meth := {| s_name := m; s_ret := t; s_params := ps; s_req := req; s_body := e |}.
Definition Cl l c gs super fs ms : decl :=
  {| d_name := c; d_local := l; d_ghosts := gs; d_super := super; d_fields := fs; d_meths := ms |}.
Definition Pr cs e : source := {| decls := cs; s_main := e |}.

(* EXP REF/guard-held:
   class A {
     int f guarded_by this
   }
   let A x = new A in
   fork x.f;
   synchronized x in x.f = 0 *)
Theorem EXP_REF_guard_held_is_needed : is_needed EXP_REF_guard_held.
Proof.
  apply (shown EXP_REF_guard_held
    (Pr [Cl false "A" [] None [Fd TInt "f" false (Some (pvar this)) (EInt 0)] []]
     (ELet (TCls "A" []) "x" (ENew "A" []) (ESeq (EFork (EField (EVar "x") "f")) (ESync (EVar "x") (EAssign (EVar "x") "f" (EInt 0))))))
    [(17, 0); (2, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* EXP ASSIGN/guard-held:
   class A {
     Object f guarded_by this
   }
   let A x = new A in
   fork x.f = null;
   x.f = null *)
Theorem EXP_ASSIGN_guard_held_is_needed : is_needed EXP_ASSIGN_guard_held.
Proof.
  apply (shown EXP_ASSIGN_guard_held
    (Pr [Cl false "A" [] None [Fd (TCls "Object" []) "f" false (Some (pvar this)) ENull] []]
     (ELet (TCls "A" []) "x" (ENew "A" []) (ESeq (EFork (EAssign (EVar "x") "f" ENull)) (EAssign (EVar "x") "f" ENull))))
    [(14, 0); (4, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* EXP ASSIGN/not-final:
   class A {
     final int f
   }
   let A x = new A in
   x.f = fork x.f *)
Theorem EXP_ASSIGN_not_final_is_needed : is_needed EXP_ASSIGN_not_final.
Proof.
  apply (shown EXP_ASSIGN_not_final
    (Pr [Cl false "A" [] None [Fd TInt "f" true None (EInt 0)] []]
     (ELet (TCls "A" []) "x" (ENew "A" []) (EAssign (EVar "x") "f" (EFork (EField (EVar "x") "f")))))
    [(11, 0); (2, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* EXP INVOKE/requires-held:
   class A {
     int f guarded_by this
     int m() requires this { this.f = 0 }
   }
   let A x = new A in
   fork x.m();
   x.m() *)
Theorem EXP_INVOKE_requires_held_is_needed : is_needed EXP_INVOKE_requires_held.
Proof.
  apply (shown EXP_INVOKE_requires_held
    (Pr [Cl false "A" [] None [Fd TInt "f" false (Some (pvar this)) (EInt 0)] [Mt TInt "m" [] [pvar this] (EAssign (EVar this) "f" (EInt 0))]]
     (ELet (TCls "A" []) "x" (ENew "A" []) (ESeq (EFork (ECall (EVar "x") "m" [])) (ECall (EVar "x") "m" []))))
    [(18, 0); (8, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* EXP FORK2/empty-lock-set:
   class A {
     int f guarded_by this
   }
   let A x = new A in
   synchronized x in x.f = fork x.f *)
Theorem EXP_FORK2_empty_lock_set_is_needed : is_needed EXP_FORK2_empty_lock_set.
Proof.
  apply (shown EXP_FORK2_empty_lock_set
    (Pr [Cl false "A" [] None [Fd TInt "f" false (Some (pvar this)) (EInt 0)] []]
     (ELet (TCls "A" []) "x" (ENew "A" []) (ESync (EVar "x") (EAssign (EVar "x") "f" (EFork (EField (EVar "x") "f"))))))
    [(14, 0); (2, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* EXP FORK2/fv-shared:
   thread_local class A {
     int f
   }
   let A x = new A in
   x.f = fork x.f *)
Theorem EXP_FORK2_fv_shared_is_needed : is_needed EXP_FORK2_fv_shared.
Proof.
  apply (shown EXP_FORK2_fv_shared
    (Pr [Cl true "A" [] None [Fd TInt "f" false None (EInt 0)] []]
     (ELet (TCls "A" []) "x" (ENew "A" []) (EAssign (EVar "x") "f" (EFork (EField (EVar "x") "f")))))
    [(11, 0); (2, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* ENV X/fresh:
   class A {
     int f guarded_by this
   }
   let Object x = new Object in
   synchronized x in
     let A x = new A in
     fork synchronized x in x.f;
     x.f = 1 *)
Theorem ENV_X_fresh_is_needed : is_needed ENV_X_fresh.
Proof.
  apply (shown ENV_X_fresh
    (Pr [Cl false "A" [] None [Fd TInt "f" false (Some (pvar this)) (EInt 0)] []]
     (ELet (TCls "Object" []) "x" (ENew "Object" []) (ESync (EVar "x") (ELet (TCls "A" []) "x" (ENew "A" []) (ESeq (EFork (ESync (EVar
       "x") (EField (EVar "x") "f"))) (EAssign (EVar "x") "f" (EInt 1)))))))
    [(21, 0); (5, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* FINAL REF/final:
   class A {
     A f guarded_by this
   }
   let A x = new A in
   fork synchronized x.f in null;
   synchronized x in x.f = null *)
Theorem FINAL_REF_final_is_needed : is_needed FINAL_REF_final.
Proof.
  apply (shown FINAL_REF_final
    (Pr [Cl false "A" [] None [Fd (TCls "A" []) "f" false (Some (pvar this)) ENull] []]
     (ELet (TCls "A" []) "x" (ENew "A" []) (ESeq (EFork (ESync (EField (EVar "x") "f") ENull)) (ESync (EVar "x") (EAssign (EVar "x") "f"
       ENull)))))
    [(17, 0); (3, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* CLASS3/super-shared:
   thread_local class A {
     int f
   }
   class B extends A {}
   let B x = new B in
   x.f = fork x.f *)
Theorem CLASS3_super_shared_is_needed : is_needed CLASS3_super_shared.
Proof.
  apply (shown CLASS3_super_shared
    (Pr [Cl true "A" [] None [Fd TInt "f" false None (EInt 0)] [];
      Cl false "B" [] (Some ("A", [])) [] []]
     (ELet (TCls "B" []) "x" (ENew "B" []) (EAssign (EVar "x") "f" (EFork (EField (EVar "x") "f")))))
    [(11, 0); (2, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* SHAREABLE/guarded-or-final:
   class A {
     Object f
   }
   let A x = new A in
   fork x.f;
   x.f = null *)
Theorem SHAREABLE_guarded_or_final_is_needed : is_needed SHAREABLE_guarded_or_final.
Proof.
  apply (shown SHAREABLE_guarded_or_final
    (Pr [Cl false "A" [] None [Fd (TCls "Object" []) "f" false None ENull] []]
     (ELet (TCls "A" []) "x" (ENew "A" []) (ESeq (EFork (EField (EVar "x") "f")) (EAssign (EVar "x") "f" ENull))))
    [(14, 0); (2, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* SHAREABLE FINAL FIELD/field-type:
   thread_local class A {
     int f
   }
   class B {
     final A g = new A
   }
   let B x = new B in
   x.g.f = fork x.g.f *)
Theorem SHAREABLE_field_type_is_needed : is_needed SHAREABLE_field_type.
Proof.
  apply (shown SHAREABLE_field_type
    (Pr [Cl true "A" [] None [Fd TInt "f" false None (EInt 0)] [];
      Cl false "B" [] None [Fd (TCls "A" []) "g" true None (ENew "A" [])] []]
     (ELet (TCls "B" []) "x" (ENew "B" []) (EAssign (EField (EVar "x") "g") "f" (EFork (EField (EField (EVar "x") "g") "f")))))
    [(17, 0); (4, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* LOCAL CLASS/override:
   class A {
     void m() {}
   }
   thread_local class B extends A {
     A f
     void m() { this.f = this }
   }
   let A x = new B in
   fork x.m();
   x.m() *)
Theorem OVERRIDE_OK_not_from_shared_is_needed : is_needed OVERRIDE_OK_not_from_shared.
Proof.
  apply (shown OVERRIDE_OK_not_from_shared
    (Pr [Cl false "A" [] None [] [Mt TVoid "m" [] [] EUnit];
      Cl true "B" [] (Some ("A", [])) [Fd (TCls "A" []) "f" false None ENull] [Mt TVoid "m" [] [] (EAssign (EVar this) "f" (EVar this))]]
     (ELet (TCls "A" []) "x" (ENew "B" []) (ESeq (EFork (ECall (EVar "x") "m" [])) (ECall (EVar "x") "m" []))))
    [(18, 0); (8, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* PROG/override-requires:
   class A {
     void m() {}
   }
   class B extends A {
     int f guarded_by this
     void m() requires this { this.f = 0 }
   }
   let A x = new B in
   fork x.m();
   x.m() *)
Theorem PROG_override_requires_is_needed : is_needed PROG_override_requires.
Proof.
  apply (shown PROG_override_requires
    (Pr [Cl false "A" [] None [] [Mt TVoid "m" [] [] EUnit];
      Cl false "B" [] (Some ("A", [])) [Fd TInt "f" false (Some (pvar this)) (EInt 0)] [Mt TVoid "m" [] [pvar this] (EAssign (EVar this)
        "f" (EInt 0))]]
     (ELet (TCls "A" []) "x" (ENew "B" []) (ESeq (EFork (ECall (EVar "x") "m" [])) (ECall (EVar "x") "m" []))))
    [(18, 0); (8, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* PROG/override-type (not from the matrix, which has a monitor or a larger program):
   thread_local class L { int f }
   class A {
     int hide(L x) { 0 }
     L show(int x) { null }
   }
   class B extends A {
     L hide(L x) { x }
     int show(int x) { x }
   }
   let A x = new B in
   let int y = x.hide(new L) in
   fork x.show(y).f;
   x.show(y).f = 0 *)
Theorem PROG_override_type_is_needed : is_needed PROG_override_type.
Proof.
  apply (shown PROG_override_type
    (Pr [Cl true "L" [] None [Fd TInt "f" false None (EInt 0)] [];
      Cl false "A" [] None [] [Mt TInt "hide" [("x", TCls "L" [])] [] (EInt 0); Mt (TCls "L" []) "show" [("x", TInt)] [] ENull];
      Cl false "B" [] (Some ("A", [])) [] [Mt (TCls "L" []) "hide" [("x", TCls "L" [])] [] (EVar "x"); Mt TInt "show" [("x", TInt)] []
        (EVar "x")]]
     (ELet (TCls "A" []) "x" (ENew "B" []) (ELet TInt "y" (ECall (EVar "x") "hide" [ENew "L" []]) (ESeq (EFork (EField (ECall (EVar "x")
       "show" [EVar "y"]) "f")) (EAssign (ECall (EVar "x") "show" [EVar "y"]) "f" (EInt 0))))))
    [(32, 0); (9, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* CLASS3/shareable:
   class A {
     int f
   }
   let A x = new A in
   x.f = fork x.f *)
Theorem CLASS3_shareable_is_needed : is_needed CLASS3_shareable.
Proof.
  apply (shown CLASS3_shareable
    (Pr [Cl false "A" [] None [Fd TInt "f" false None (EInt 0)] []]
     (ELet (TCls "A" []) "x" (ENew "A" []) (EAssign (EVar "x") "f" (EFork (EField (EVar "x") "f")))))
    [(11, 0); (2, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* TYPE C/arg-final:
   class A {
     A f guarded_by this
     int m(B<this> x) {
       fork synchronized this in x.g = null
     }
   }
   class B<ghost Object x> extends A {
     Object g guarded_by x
   }
   let A x = new A in
   let B<x.f> y = new B<x.f> in
   synchronized x in x.f = x;
   synchronized x in x.f.m(y);
   synchronized x in x.f = y;
   synchronized x in x.f.m(y) *)
Theorem TYPE_C_arg_final_is_needed : is_needed TYPE_C_arg_final.
Proof.
  apply (shown TYPE_C_arg_final
    (Pr [Cl false "A" [] None [Fd (TCls "A" []) "f" false (Some (pvar this)) ENull] [Mt TInt "m" [("x", TCls "B" [pvar this])] [] (EFork
      (ESync (EVar this) (EAssign (EVar "x") "g" ENull)))];
      Cl false "B" [("x", TCls "Object" [])] (Some ("A", [])) [Fd (TCls "Object" []) "g" false (Some (pvar "x")) ENull] []]
     (ELet (TCls "A" []) "x" (ENew "A" []) (ELet (TCls "B" [Path "x" ["f"]]) "y" (ENew "B" [Path "x" ["f"]]) (ESeq (ESync (EVar "x")
       (EAssign (EVar "x") "f" (EVar "x"))) (ESeq (ESync (EVar "x") (ECall (EField (EVar "x") "f") "m" [EVar "y"])) (ESeq (ESync (EVar "x")
       (EAssign (EVar "x") "f" (EVar "y"))) (ESync (EVar "x") (ECall (EField (EVar "x") "f") "m" [EVar "y"]))))))))
    [(69, 0); (7, 1); (7, 2)] 1 2). vm_compute. reflexivity.
Qed.

(* SUBTYPE CLASS/ghost-args:
   class A<ghost Object x> {
     int f guarded_by x
   }
   let Object x = new Object in
   let A<x> y = new A<x> in
   let A<y> z = y in
   fork synchronized y in z.f = 1;
   synchronized x in y.f *)
Theorem SUBTYPE_CLASS_ghost_args_is_needed : is_needed SUBTYPE_CLASS_ghost_args.
Proof.
  apply (shown SUBTYPE_CLASS_ghost_args
    (Pr [Cl false "A" [("x", TCls "Object" [])] None [Fd TInt "f" false (Some (pvar "x")) (EInt 0)] []]
     (ELet (TCls "Object" []) "x" (ENew "Object" []) (ELet (TCls "A" [pvar "x"]) "y" (ENew "A" [pvar "x"]) (ELet (TCls "A" [pvar "y"])
       "z" (EVar "y") (ESeq (EFork (ESync (EVar "y") (EAssign (EVar "z") "f" (EInt 1)))) (ESync (EVar "x") (EField (EVar "y") "f")))))))
    [(22, 0); (7, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* FIELD/init:
   thread_local class A {
     int f
     void m() { this.f = 1 }
   }
   class B {
     final B f = new A
     void m() {}
   }
   let B x = new B in
   fork x.f.f;
   x.f.m() *)
Theorem FIELD_init_is_needed : is_needed FIELD_init.
Proof.
  apply (shown FIELD_init
    (Pr [Cl true "A" [] None [Fd TInt "f" false None (EInt 0)] [Mt TVoid "m" [] [] (EAssign (EVar this) "f" (EInt 1))];
      Cl false "B" [] None [Fd (TCls "B" []) "f" true None (ENew "A" [])] [Mt TVoid "m" [] [] EUnit]]
     (ELet (TCls "B" []) "x" (ENew "B" []) (ESeq (EFork (EField (EField (EVar "x") "f") "f")) (ECall (EField (EVar "x") "f") "m" []))))
    [(24, 0); (4, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* FIELD/init-this:
   class A {
     final int f = fork this.f
   }
   new A *)
Theorem FIELD_init_this_is_needed : is_needed FIELD_init_this.
Proof.
  apply (shown FIELD_init_this
    (Pr [Cl false "A" [] None [Fd TInt "f" true None (EFork (EField (EVar this) "f"))] []]
     (ENew "A" []))
    [(3, 0); (2, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* METHOD/body (not from the matrix, which has a monitor or a larger program):
   thread_local class A {
     int f
   }
   class B {
     int hide(A x) { x }
     A show(int x) { x }
   }
   let B x = new B in
   let int y = x.hide(new A) in
   fork x.show(y).f;
   x.show(y).f = 0 *)
Theorem METHOD_body_is_needed : is_needed METHOD_body.
Proof.
  apply (shown METHOD_body
    (Pr [Cl true "A" [] None [Fd TInt "f" false None (EInt 0)] [];
      Cl false "B" [] None [] [Mt TInt "hide" [("x", TCls "A" [])] [] (EVar "x"); Mt (TCls "A" []) "show" [("x", TInt)] [] (EVar "x")]]
     (ELet (TCls "B" []) "x" (ENew "B" []) (ELet TInt "y" (ECall (EVar "x") "hide" [ENew "A" []]) (ESeq (EFork (EField (ECall (EVar "x")
       "show" [EVar "y"]) "f")) (EAssign (ECall (EVar "x") "show" [EVar "y"]) "f" (EInt 0))))))
    [(32, 0); (9, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* EXP VAR/not-ghost:
   class A {
     final int f = fork this.f
   }
   new A *)
Theorem EXP_VAR_not_ghost_is_needed : is_needed EXP_VAR_not_ghost.
Proof.
  apply (shown EXP_VAR_not_ghost
    (Pr [Cl false "A" [] None [Fd TInt "f" true None (EFork (EField (EVar this) "f"))] []]
     (ENew "A" []))
    [(3, 0); (2, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* EXP ASSIGN/value (not from the matrix, which has a monitor or a larger program):
   thread_local class A {
     int f
   }
   thread_local class B {
     A g
   }
   class C {
     int h guarded_by this
   }
   let A x = new A in
   let C y = new C in
   synchronized y in y.h = x;
   fork {
     let B z = new B in
     (synchronized y in z.g = y.h).f
   };
   x.f = 0 *)
Theorem EXP_ASSIGN_value_is_needed : is_needed EXP_ASSIGN_value.
Proof.
  apply (shown EXP_ASSIGN_value
    (Pr [Cl true "A" [] None [Fd TInt "f" false None (EInt 0)] [];
      Cl true "B" [] None [Fd (TCls "A" []) "g" false None ENull] [];
      Cl false "C" [] None [Fd TInt "h" false (Some (pvar this)) (EInt 0)] []]
     (ELet (TCls "A" []) "x" (ENew "A" []) (ELet (TCls "C" []) "y" (ENew "C" []) (ESeq (ESync (EVar "y") (EAssign (EVar "y") "h" (EVar
       "x"))) (ESeq (EFork (ELet (TCls "B" []) "z" (ENew "B" []) (EField (ESync (EVar "y") (EAssign (EVar "z") "g" (EField (EVar "y")
       "h"))) "f"))) (EAssign (EVar "x") "f" (EInt 0)))))))
    [(32, 0); (19, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* EXP INVOKE/args:
   thread_local class A {
     int f
     int m(A x) { x.f = 1 }
   }
   let Object x = new A in
   fork new A.m(x);
   new A.m(x) *)
Theorem EXP_INVOKE_args_is_needed : is_needed EXP_INVOKE_args.
Proof.
  apply (shown EXP_INVOKE_args
    (Pr [Cl true "A" [] None [Fd TInt "f" false None (EInt 0)] [Mt TInt "m" [("x", TCls "A" [])] [] (EAssign (EVar "x") "f" (EInt 1))]]
     (ELet (TCls "Object" []) "x" (ENew "A" []) (ESeq (EFork (ECall (ENew "A" []) "m" [EVar "x"])) (ECall (ENew "A" []) "m" [EVar
       "x"]))))
    [(25, 0); (15, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* EXP LET/bound:
   thread_local class A {
     int f
   }
   let int x = new A in
   let A z = x in
   fork {
     let A y = x in
     y.f
   }
   z.f = 0 *)
Theorem EXP_LET_bound_is_needed : is_needed EXP_LET_bound.
Proof.
  apply (shown EXP_LET_bound
    (Pr [Cl true "A" [] None [Fd TInt "f" false None (EInt 0)] []]
     (ELet TInt "x" (ENew "A" []) (ELet (TCls "A" []) "z" (EVar "x") (ESeq (EFork (ELet (TCls "A" []) "y" (EVar "x") (EField (EVar "y")
       "f"))) (EAssign (EVar "z") "f" (EInt 0))))))
    [(17, 0); (5, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* EXP SYNC/lock-final:
   class A {
     A f guarded_by this
   }
   let A x = new A in
   fork synchronized x in x.f = null;
   synchronized x.f in 0 *)
Theorem EXP_SYNC_lock_final_is_needed : is_needed EXP_SYNC_lock_final.
Proof.
  apply (shown EXP_SYNC_lock_final
    (Pr [Cl false "A" [] None [Fd (TCls "A" []) "f" false (Some (pvar this)) ENull] []]
     (ELet (TCls "A" []) "x" (ENew "A" []) (ESeq (EFork (ESync (EVar "x") (EAssign (EVar "x") "f" ENull))) (ESync (EField (EVar "x") "f")
       (EInt 0)))))
    [(13, 0); (7, 1)] 0 1). vm_compute. reflexivity.
Qed.

(* EXP SYNC/lock-real:
   class A<ghost Object x> {
     int m() {
       fork synchronized x in 0
     }
   }
   class B {
     final int g = new A<this.f>.m()
     final B f
   }
   new B *)
Theorem EXP_SYNC_lock_real_is_needed : is_needed EXP_SYNC_lock_real.
Proof.
  apply (shown EXP_SYNC_lock_real
    (Pr [Cl false "A" [("x", TCls "Object" [])] None [] [Mt TInt "m" [] [] (EFork (ESync (EVar "x") (EInt 0)))];
      Cl false "B" [] None [Fd TInt "g" true None (ECall (ENew "A" [Path this ["f"]]) "m" []); Fd (TCls "B" []) "f" true None ENull] []]
     (ENew "B" []))
    [(11, 0); (2, 1)] 0 1). vm_compute. reflexivity.
Qed.
(** Every premise that can be switched off is one or the other. *)
Theorem redundant_or_needed x : redundant x = true \/ is_needed x.
Proof.
  destruct x; (left; reflexivity) || right.
  - exact EXP_REF_guard_held_is_needed.
  - exact EXP_ASSIGN_guard_held_is_needed.
  - exact EXP_ASSIGN_not_final_is_needed.
  - exact EXP_INVOKE_requires_held_is_needed.
  - exact EXP_FORK2_empty_lock_set_is_needed.
  - exact EXP_FORK2_fv_shared_is_needed.
  - exact ENV_X_fresh_is_needed.
  - exact FINAL_REF_final_is_needed.
  - exact CLASS3_super_shared_is_needed.
  - exact SHAREABLE_guarded_or_final_is_needed.
  - exact SHAREABLE_field_type_is_needed.
  - exact OVERRIDE_OK_not_from_shared_is_needed.
  - exact PROG_override_requires_is_needed.
  - exact PROG_override_type_is_needed.
  - exact CLASS3_shareable_is_needed.
  - exact TYPE_C_arg_final_is_needed.
  - exact SUBTYPE_CLASS_ghost_args_is_needed.
  - exact FIELD_init_is_needed.
  - exact FIELD_init_this_is_needed.
  - exact METHOD_body_is_needed.
  - exact EXP_VAR_not_ghost_is_needed.
  - exact EXP_ASSIGN_value_is_needed.
  - exact EXP_INVOKE_args_is_needed.
  - exact EXP_LET_bound_is_needed.
  - exact EXP_SYNC_lock_final_is_needed.
  - exact EXP_SYNC_lock_real_is_needed.
Qed.
