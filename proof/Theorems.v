(** The theorems, and that none of them rests on an axiom: [proof/build] compares what this file prints. *)
Require Import RaceFree Monitors Bisimulation Fork Exec CheckComplete Lineage Declared Variants Example.

(** What the checker accepts has no race. *)
Corollary checked_race_free S : check (resolve S) = true -> forall s, reachable (resolve S) s -> ~ race s.
Proof. intros C s. apply race_free; [|apply check_sound, C]. intros x _. reflexivity. Qed.

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
