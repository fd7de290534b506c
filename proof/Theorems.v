(** The theorems, and that none of them rests on an axiom: [proof/build] compares what this file prints. *)
Require Import RaceFree Monitors Bisimulation Fork Exec CheckComplete Lineage Declared Variants Example Immediate Outcomes Beyond Blocks.

(** What the checker accepts has no race. *)
Corollary checked_race_free S : check (resolve S) = true -> forall s, reachable (resolve S) s -> ~ race s.
Proof. intros C s. apply race_free; [|apply check_sound, C]. intros x _. reflexivity. Qed.
(** So store buffers show nothing of a well-typed program that it has not without: whatever waits, its threads are where they can be when
    nothing ever does; when nothing waits, memory is so, too. *)
Corollary typed_drf P may : weak may -> sound_rules P -> wt_prog P -> forall h C, buf_reach P may h C ->
  exists k s, reachable P s /\ like k (map fst C) s /\ (drained C -> same k h).
Proof. intros W ON T. apply drf_threads; auto. intros s. apply race_free; auto. Qed.
(** Nor of what the checker accepts. *)
Corollary checked_drf S may : weak may -> check (resolve S) = true -> forall h C, buf_reach (resolve S) may h C ->
  exists k s, reachable (resolve S) s /\ like k (map fst C) s /\ (drained C -> same k h).
Proof. intros W C. apply drf_threads; auto. apply checked_race_free. auto. Qed.
(** In what the checker accepts, blocks whose locks are taken one inside the other are atomic. *)
Corollary checked_block_atomic S : check (resolve S) = true -> forall h T l h' T' i K r e, sc_reach (resolve S) h T ->
  nth_error T i = Some (CEval r e, K) -> nested e = true -> within (resolve S) i K h T l h' T' ->
  exists before after, theirs i l = before ++ after /\ path (resolve S) h T (before ++ mine i l ++ after) h' T'.
Proof. intros C. apply (sound_atomic _ _ nested_sound). apply checked_race_free. auto. Qed.
(** The orders that hardware is known by are among those. *)
Lemma weak_tso : weak tso. Proof. intros a x. discriminate. Qed.
Lemma weak_pso : weak pso. Proof. intros a x. auto. Qed.

Print Assumptions race_free.
Print Assumptions not_stuck.
Print Assumptions guard_monitor.
Print Assumptions final_monitor.
Print Assumptions requires_monitor.
Print Assumptions exclusion_monitor.
Print Assumptions value_monitor.
Print Assumptions confinement_monitor.
Print Assumptions move.
Print Assumptions terms.
Print Assumptions terms_race.
Print Assumptions terms_race_free.
Print Assumptions terms_not_stuck.
Print Assumptions check_sound.
Print Assumptions check_complete.
Print Assumptions checked_race_free.
Print Assumptions race_free_without.
Print Assumptions race_free_without_redundant.
Print Assumptions fork_as_printed.
Print Assumptions env_ghost_implied.
Print Assumptions redundant_or_needed.
Print Assumptions resolving.
Print Assumptions declared_wf.
Print Assumptions exec_step.
Print Assumptions run_reachable.
Print Assumptions race_at_race.
Print Assumptions example_has_no_race.
Print Assumptions drf_threads.
Print Assumptions drf.
Print Assumptions buffers_race_free.
Print Assumptions typed_drf.
Print Assumptions checked_drf.
Print Assumptions sc_with_buffers.
Print Assumptions needed_for_buffers.
Print Assumptions EXP_REF_guard_held_message.
Print Assumptions reduction.
Print Assumptions sound_atomic.
Print Assumptions nested_sound.
Print Assumptions checked_block_atomic.
