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
Qed.
