(** Checker, resolver and interpreter as OCaml; [driver.ml] reads programs and explores. *)
Require Import Check Exec Resolve.
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString ExtrOcamlNatInt ExtrOcamlZInt.
Extraction Language OCaml.
Extraction "model.ml" check declared_well resolve exec initial access_of upd.
