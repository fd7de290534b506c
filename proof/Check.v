(** The algorithm of 5.7: the least type of an expression, and every rule of section 5 as a test.  [check_sound], [check_complete]:
    it accepts exactly the programs that the rules accept. *)
Require Export Facts.
Open Scope list_scope.

(** ** Subtyping *)
(** The superclasses of a class type, nearest first; of another type itself. *)
Definition above_args (P : prog) (C : id) (ls : list path) : theta := combine (ghosts P C) (somes ls).
Definition up (P : prog) (t : ty) : list ty :=
  match t with
  | TCls C ls => flat_map (fun s => match psubsts_b (above_args P C ls) (snd s) with
                                    | Some ls' => [TCls (fst s) ls'] | None => [] end) (supers P C)
  | _ => []
  end.
(** By its name alone. *)
Definition below (P : prog) (s t : ty) : bool :=
  match s, t with TCls C _, TCls D _ => existsb (fun s => ideq D (fst s)) (supers P C) | _, _ => false end.
Definition subty_b (P : prog) (s t : ty) : bool :=
  ty_eqb s t || match s, t with TNull, TCls _ _ => true | _, TVoid => true | _, _ => existsb (ty_eqb t) (up P s) end
  || off P SUBTYPE_CLASS_ghost_args && below P s t.
(** The least common supertype; none is void. *)
Definition join (P : prog) (s t : ty) : ty :=
  if subty_b P s t then t else if subty_b P t s then s else
  match find (subty_b P t) (up P s) with Some u => u | None => TVoid end.
(** The first of some types that a substitution leaves well formed (D5). *)
Fixpoint first_of (th : theta) (us : list ty) : ty :=
  match us with [] => TVoid | u :: us => match tsubst_b th u with Some t => t | None => first_of th us end end.
Definition result_of (P : prog) (th : theta) (t : ty) : ty := first_of th (t :: up P t).

(** ** Types, locks *)
Definition is_none {A} (o : option A) : bool := match o with None => true | Some _ => false end.
Definition known_b (E : tenv) (x : id) : bool := negb (is_none (lookup x E)).
Definition wf_ty_b (P : prog) (E : tenv) (t : ty) : bool :=
  match t with
  | TInt | TBool => true
  | TCls C ls =>
      negb (is_none (cls_of P C)) && forallb (fun l => known_b E (root l)) ls &&
      (fix go ls gs := match ls, gs with
         | [], [] => true
         | l :: ls, g :: gs => (off P TYPE_C_arg_final || off P TYPE_C_arg_final_written ||
             match final_b P true E (expr_of l) with Some (_, s) => off P TYPE_C_arg_type || subty_b P s (snd g) | None => false end) && go ls gs
         | _, _ => false end) ls (gdecls P C)
  | _ => false
  end.
Definition env_x_b (P : prog) (E : tenv) (t : ty) (x : id) : bool :=
  forallb (known_b E) (troots t) && (off P ENV_X_type || wf_ty_b P E t) && (off P ENV_X_fresh || is_none (lookup x E)).
Definition op_for (P : prog) (E : tenv) (e : expr) : option path :=
  if off P TYPE_C_arg_final then path_of e else match final_b P false E e with Some (p, _) => Some p | None => None end.
Definition lock_elem_b (th : theta) (ls : list path) (l : path) : bool :=
  match psubst th l with Some l' => existsb (path_eqb l') ls | None => false end.
Definition guard_in_b (th : theta) (ls : list path) (d : fdecl) : bool :=
  match fd_guard d with Some g => lock_elem_b th ls g | None => true end.
Definition is_ghost (b : option bind) : bool := match b with Some (BGhost _) => true | _ => false end.
Definition is_lock (P : prog) (E : tenv) (e : expr) : bool := match final_b P true E e with Some (_, TCls _ _) => true | _ => false end.
Fixpoint tsubsts_b (th : theta) (ts : list ty) : option (list ty) :=
  match ts with
  | [] => Some []
  | t :: ts => match tsubst_b th t, tsubsts_b th ts with Some t', Some ts' => Some (t' :: ts') | _, _ => None end
  end.

(** ** Expressions: the least type *)
Fixpoint infer (P : prog) (E : tenv) (ls : list path) (e : expr) : option ty :=
  let has e t := match infer P E ls e with Some s => subty_b P s t | None => false end in
  let fits x e t := match infer P E ls e with Some s => off P x || subty_b P s t | None => false end in
  match e with
  | EInt _ => Some TInt
  | EBool _ => Some TBool
  | ENull => Some TNull
  | EUnit => Some TVoid
  | EVar x => match lookup x E with Some (BVar t) => Some t | Some (BGhost t) => if off P EXP_VAR_not_ghost then Some t else None | _ => None end
  | ENew C args =>
      if negb (is_none (cls_of P C)) && Nat.eqb (length args) (length (gdecls P C)) && (off P EXP_NEW_type || wf_ty_b P E (TCls C args))
      then Some (TCls C args) else None
  | EField e f =>
      match infer P E ls e with
      | Some (TCls C args) => match fieldd P C f with
          | Some d => let th := inst P C args (op_for P E e) [] [] in
                      if off P EXP_REF_guard_held || guard_in_b th ls d then tsubst_b th (fd_ty d) else None
          | None => None end
      | _ => None end
  | EAssign e f e' =>
      match infer P E ls e with
      | Some (TCls C args) => match fieldd P C f with
          | Some d => let th := inst P C args (op_for P E e) [] [] in
              match tsubst_b th (fd_ty d) with
              | Some t => if (off P EXP_ASSIGN_not_final || negb (fd_final d)) && (off P EXP_ASSIGN_guard_held || guard_in_b th ls d) && fits EXP_ASSIGN_value e' t then Some t else None
              | None => None end
          | None => None end
      | _ => None end
  | ECall e m es =>
      match infer P E ls e with
      | Some (TCls C args) => match methd P C m with
          | Some d =>
              let th := inst P C args (op_for P E e) (map fst (m_params d)) (map (op_for P E) es) in
              match tsubsts_b th (map snd (m_params d)) with
              | Some ss =>
                  if (fix go es ts := match es, ts with
                        | [], [] => true
                        | e :: es, t :: ts => match infer P E ls e with Some s => off P EXP_INVOKE_args || subty_b P s t | None => false end && go es ts
                        | _, _ => false end) es ss
                     && (off P EXP_INVOKE_requires_held || forallb (lock_elem_b th ls) (m_req d))
                  then tsubst_b th (m_ret d) else None
              | None => None end
          | None => None end
      | _ => None end
  | ELet t x e1 e2 =>
      if fits EXP_LET_bound e1 t && env_x_b P E t x then
        match infer P ((x, BVar t) :: E) ls e2 with
        | Some t2 => Some (result_of P ((x, op_for P E e1) :: keep E) t2)
        | None => None end
      else None
  | ESync e1 e2 =>
      match path_of e1 with
      | Some p => if (off P EXP_SYNC_lock_final || is_lock P E e1) && (off P EXP_SYNC_lock_real || negb (is_ghost (lookup (root p) E)))
                  then infer P E (p :: ls) e2 else None
      | None => None end
  | EFork e => match infer P (forked P E) (if off P EXP_FORK2_empty_lock_set then ls else []) e with Some _ => Some TInt | None => None end
  | EIf e e1 e2 =>
      match infer P E ls e1, infer P E ls e2 with
      | Some s, Some t => if has e TBool then Some (join P s t) else None
      | _, _ => None end
  | ESeq e1 e2 => match infer P E ls e1 with Some _ => infer P E ls e2 | None => None end
  | EOp o e1 e2 =>
      match infer P E ls e1, infer P E ls e2 with
      | Some s, Some t => op_type o s t
      | _, _ => None end
  | EWhile e e1 => match infer P E ls e1 with Some _ => if has e TBool then Some TVoid else None | None => None end
  | EPrint e => match infer P E ls e with Some TVoid | None => None | Some _ => Some TVoid end
  | EAssert e => if has e TBool then Some TVoid else None
  end.
(** [e] has a type, and it is [t] unless [x] is off. *)
Definition fits (P : prog) (x : premise) (E : tenv) (ls : list path) (e : expr) (t : ty) : bool :=
  match infer P E ls e with Some s => off P x || subty_b P s t | None => false end.

(** ** Members, classes, programs *)
Definition lock_ok_b (P : prog) (E : tenv) (l : path) : bool := is_lock P E (expr_of l).
Definition field_ok_b (P : prog) (C : id) (d : fdecl) : bool :=
  (off P FIELD_type || wf_ty_b P (cenv P C) (fd_ty d)) &&
  (off P FIELD_guard_final || match fd_guard d with Some g => lock_ok_b P (cenv P C) g | None => true end) &&
  fits P FIELD_init (init_tenv P C) [] (fd_init d) (fd_ty d).
Fixpoint params_ok_b (P : prog) (E : tenv) (ps : list (id * ty)) : bool :=
  match ps with [] => true | (x, t) :: ps => env_x_b P E t x && params_ok_b P ((x, BVar t) :: E) ps end.
Definition method_ok_b (P : prog) (C : id) (d : meth) : bool :=
  let E := with_params (cenv P C) (s_params d) in
  params_ok_b P (cenv P C) (s_params d) && (off P METHOD_return_type || (ty_eqb (s_ret d) TVoid || wf_ty_b P E (s_ret d))) &&
  (off P METHOD_requires_final || forallb (lock_ok_b P E) (s_req d)) && fits P METHOD_body E (s_req d) (s_body d) (s_ret d).
Definition shareable_b (P : prog) (d : fdecl) : bool := 
  (off P SHAREABLE_guarded_or_final || (fd_final d || negb (is_none (fd_guard d)))) && (off P SHAREABLE_field_type || sharedb P (fd_ty d)).
Fixpoint nodup_b (l : list id) : bool := match l with [] => true | a :: l => negb (mem a l) && nodup_b l end.
Definition is_cls (t : ty) : bool := match t with TCls _ _ => true | _ => false end.
Definition class_ok_b (P : prog) (c : cdecl) : bool :=
  nodup_b (map fst (c_ghosts c)) && negb (mem this (map fst (c_ghosts c))) &&
  (off P CLASS3_ghost_type || forallb (fun g => is_cls (snd g) && wf_ty_b P [] (snd g)) (c_ghosts c)) &&
  (off P CLASS3_super_type || match c_super c with Some (D, ds) => wf_ty_b P (genv P (c_name c)) (TCls D ds) | None => true end) &&
  (off P CLASS3_super_shared || (c_local c || forallb (fun s => negb (local P (fst s))) (c_supers c))) &&
  forallb (fun d => negb (ideq (fd_owner d) (c_name c)) || field_ok_b P (c_name c) d) (c_fields c) &&
  forallb (fun d => negb (ideq (m_owner d) (c_name c)) || method_ok_b P (c_name c) (m_decl d)) (c_meths c) &&
  (off P CLASS3_shareable || (c_local c || forallb (fun d => negb (ideq (fd_owner d) (c_name c)) || shareable_b P d) (c_fields c))) &&
  (off P OVERRIDE_OK_not_from_shared || forallb (fun s => local P (fst s) || forallb (fun d => is_none (methd P (fst s) (m_name d)) || negb (local P (m_owner d))) (c_meths c))
    (c_supers c)).

Definition path_dec (p q : path) : {p = q} + {p <> q}. Proof. decide equality; [apply list_eq_dec|]; apply string_dec. Defined.
Definition ty_dec (s t : ty) : {s = t} + {s <> t}.
Proof. decide equality; [apply list_eq_dec, path_dec|apply string_dec]. Defined.
Definition var_dec (p q : id * ty) : {p = q} + {p <> q}. Proof. decide equality; [apply ty_dec|apply string_dec]. Defined.
Definition op_dec (o o' : binop) : {o = o'} + {o <> o'}. Proof. decide equality. Defined.
Fixpoint expr_dec (a b : expr) {struct a} : {a = b} + {a <> b}.
Proof.
  decide equality; try apply string_dec; try apply Z.eq_dec; try apply Bool.bool_dec; try apply ty_dec; try apply op_dec.
  - apply list_eq_dec, path_dec.
  - apply list_eq_dec, expr_dec.
Defined.
Definition meth_dec (a b : meth) : {a = b} + {a <> b}.
Proof.
  decide equality; [apply expr_dec|apply list_eq_dec, path_dec|apply list_eq_dec, var_dec|apply ty_dec|apply string_dec].
Defined.
Definition listed (P : prog) (C D : id) (ds : list path) : bool := existsb (same_supers (D, ds)) (supers P C).
Definition field_owned_b (P : prog) (C : id) (d : fdecl) : bool :=
  listed P C (fd_owner d) (fd_oargs d) &&
  match fieldd P (fd_owner d) (fd_name d) with
  | Some d0 => ideq (fd_owner d0) (fd_owner d) && if expr_dec (fd_init d0) (fd_init d) then true else false
  | None => false end.
Definition types_are (o : option (list ty)) (ts : list ty) : bool := match o with Some ts' => list_eqb ty_eqb ts' ts | None => false end.
Definition method_owned_b (P : prog) (C : id) (d : mdecl) : bool :=
  listed P C (m_owner d) (m_oargs d) &&
  match methd P (m_owner d) (m_name d) with
  | Some d0 =>
      let th := renaming P (m_owner d) (params_of d) in
      ideq (m_owner d0) (m_owner d) && (if meth_dec (m_decl d0) (m_decl d) then true else false) &&
      list_eqb ideq (map fst (m_params d0)) (canons (length (params_of d))) &&
      types_are (tsubsts_b th (map snd (s_params (m_decl d)))) (map snd (m_params d0)) &&
      ty_is (tsubst_b th (s_ret (m_decl d))) (m_ret d0) && paths_are (psubsts_b th (s_req (m_decl d))) (m_req d0)
  | None => false end.
Definition same_locks_b (th : theta) (ls ls' : list path) : bool :=
  forallb (fun l => match psubst th l with Some l' => existsb (path_eqb l') ls' | None => false end) ls &&
  forallb (fun l' => existsb (fun l => match psubst th l with Some l1 => path_eqb l1 l' | None => false end) ls) ls'.
Definition overrides_b (P : prog) (c : cdecl) (s : id * list path) : bool :=
  forallb (fun d0 => match methd P (fst s) (m_name d0), methd P (c_name c) (m_name d0) with
    | Some d, Some d' =>
        let th := inh P (fst s) (snd s) (map fst (m_params d)) in
        (off P PROG_override_type || list_eqb ideq (map fst (m_params d')) (map fst (m_params d)) &&
          types_are (tsubsts_b th (map snd (m_params d))) (map snd (m_params d')) && ty_is (tsubst_b th (m_ret d)) (m_ret d')) &&
        (off P PROG_override_requires || same_locks_b th (m_req d) (m_req d'))
    | _, _ => false end) (meths P (fst s)).
Definition wf_prog_b (P : prog) : bool :=
  nodup_b (map c_name (classes P)) && resolved P &&
  forallb (fun c => nodup_b (map fd_name (c_fields c))) (classes P) &&
  forallb (fun c => forallb (field_owned_b P (c_name c)) (c_fields c)) (classes P) &&
  forallb (fun c => forallb (method_owned_b P (c_name c)) (c_meths c)) (classes P) &&
  forallb (fun c => forallb (overrides_b P c) (c_supers c)) (classes P) &&
  types_finite P && forallb (class_ok_b P) (classes P).
Definition check (P : prog) : bool := wf_prog_b P && negb (is_none (infer P [] [] (main P))).
