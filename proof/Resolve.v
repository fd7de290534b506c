(** Section 4 and the lookups of 5.4: from classes as declared to resolved classes. *)
Require Export Syntax.
Open Scope list_scope.

(** ** [Object]: a shared class without fields; its method [equals] compares references *)
Definition object_name : id := "Object"%string.
Definition equals : meth :=
  {| s_name := "equals"%string; s_ret := TBool; s_params := [("other"%string, TCls object_name [])]; s_req := [];
     s_body := EOp OEq (EVar this) (EVar "other"%string) |}.
Definition object_decl : decl :=
  {| d_name := object_name; d_local := false; d_ghosts := []; d_super := None; d_fields := []; d_meths := [equals] |}.
Definition all_decls (S : source) : list decl := object_decl :: decls S.
Definition decl_of (S : source) (C : id) : option decl := find (fun d => ideq C (d_name d)) (all_decls S).
(** The superclass, [Object] if none is written; [Object] has none. *)
Definition super_of (d : decl) : option (id * list path) :=
  if ideq (d_name d) object_name then None else Some (match d_super d with Some s => s | None => (object_name, []) end).

(** Substitution that leaves a variable that is no key (D13). *)
Definition psub (th : theta) (l : path) : path := match psubst th l with Some l' => l' | None => l end.
Definition tsub (th : theta) (t : ty) : ty := match t with TCls C ls => TCls C (map (psub th) ls) | _ => t end.

(** ** Superclasses, nearest first, said with the ghosts of the class; [n] bounds their number *)
Definition ghost_names (d : decl) : list id := map fst (d_ghosts d).
Fixpoint line (S : source) (n : nat) (d : decl) (args : list path) : list (decl * list path) :=
  (d, args) :: match n, super_of d with
  | Datatypes.S n, Some (C, ls) =>
      match decl_of S C with
      | Some d' => line S n d' (map (psub (combine (ghost_names d) (somes args))) ls)
      | None => []
      end
  | _, _ => []
  end.
Definition ancestry (S : source) (d : decl) : list (decl * list path) :=
  line S (length (decls S)) d (map pvar (ghost_names d)).

(** ** Members *)
(** What a class makes of a member of its superclass [d<args>]; a parameter gets the same name in every class. *)
Definition from (d : decl) (args : list path) (names : list id) : theta :=
  (this, Some (pvar this)) :: combine names (somes (map pvar (canons (length names)))) ++ combine (ghost_names d) (somes args).
Definition inherit_field (o : decl * list path) (f : field) : fdecl :=
  let th := from (fst o) (snd o) [] in
  {| fd_name := f_name f; fd_owner := d_name (fst o); fd_oargs := snd o; fd_ty := tsub th (f_ty f); fd_final := f_final f;
     fd_guard := option_map (psub th) (f_guard f); fd_init := f_init f |}.
Definition inherit_method (o : decl * list path) (m : meth) : mdecl :=
  let names := map fst (s_params m) in
  let th := from (fst o) (snd o) names in
  {| m_name := s_name m; m_owner := d_name (fst o); m_oargs := snd o; m_ret := tsub th (s_ret m);
     m_params := combine (canons (length names)) (map (tsub th) (map snd (s_params m)));
     m_req := map (psub th) (s_req m); m_decl := m |}.
Fixpoint methods_of (l : list (decl * list path)) (seen : list id) : list mdecl :=
  match l with
  | [] => []
  | o :: l =>
      map (inherit_method o) (filter (fun m => negb (existsb (ideq (s_name m)) seen)) (d_meths (fst o))) ++
      methods_of l (map s_name (d_meths (fst o)) ++ seen)
  end.
Definition resolve_class (S : source) (d : decl) : cdecl :=
  let l := ancestry S d in
  {| c_name := d_name d; c_local := d_local d; c_ghosts := d_ghosts d; c_super := super_of d;
     c_supers := map (fun o => (d_name (fst o), snd o)) l;
     c_fields := flat_map (fun o => map (inherit_field o) (d_fields (fst o))) (rev l);
     c_meths := methods_of l [] |}.
Definition resolve (S : source) : prog := {| classes := map (resolve_class S) (all_decls S); main := s_main S; off := fun _ => false |}.

(** ** WFClasses and MethodsOncePerClass.  The line of superclasses ends at [Object]. *)
Definition grounded (S : source) (d : decl) : bool :=
  existsb (fun o => ideq (d_name (fst o)) object_name) (ancestry S d).
Definition methods_once (d : decl) : bool :=
  (fix nodup l := match l with [] => true | a :: l => negb (existsb (ideq a) l) && nodup l end) (map s_name (d_meths d)).
Definition declared_well (S : source) : bool :=
  negb (existsb (fun d => ideq (d_name d) object_name) (decls S)) && forallb (grounded S) (decls S) && forallb methods_once (decls S).
