(** The theorems, and that none of them rests on an axiom: [proof/build] compares what this file prints. *)
Require Import RaceFree Monitors Example.

Print Assumptions race_free.
Print Assumptions not_stuck.
Print Assumptions guard_monitor.
Print Assumptions final_monitor.
Print Assumptions requires_monitor.
Print Assumptions exclusion_monitor.
Print Assumptions value_monitor.
Print Assumptions confinement_monitor.
Print Assumptions example_has_no_race.
