(* Reads programs, one a line, as `racefree fmt --format sexp` prints them, and answers each with one line of JSON: is it accepted, and
   over all schedules which fields race, is there a deadlock, which exceptions, is a thread stuck, how can it end. Checker, resolver and
   step are extracted from the proofs; here are the reader, the search, and what is printed.

   driver [--states N] [--check]        all schedules; at most N states (20000); no schedules at all
   driver --run "0 0 1 …"               one schedule: what each of its steps does *)
open Model

(* ---- S-expressions ---- *)
type sx = A of string | L of sx list
exception Bad of string
exception Unsupported of string

let parse s =
  let n = String.length s in
  let rec skip i = if i < n && (s.[i] = ' ' || s.[i] = '\n' || s.[i] = '\t') then skip (i + 1) else i in
  let rec one i =
    let i = skip i in
    if i >= n then raise (Bad "the program ends too early")
    else if s.[i] = '(' then many (i + 1) []
    else begin
      let j = ref i in
      while !j < n && not (String.contains " ()\n\t" s.[!j]) do incr j done;
      if !j = i then raise (Bad "a bracket too many");
      (A (String.sub s i (!j - i)), !j)
    end
  and many i acc =
    let i = skip i in
    if i >= n then raise (Bad "a bracket is not closed")
    else if s.[i] = ')' then (L (List.rev acc), i + 1)
    else let x, i = one i in many i (x :: acc)
  in
  fst (one 0)

(* ---- Programs ---- *)
let bad what = raise (Bad what)
let path = function
  | L (A x :: fs) -> { root = x; flds = List.map (function A f -> f | L _ -> bad "path") fs }
  | L [] | L (L _ :: _) -> bad "path"
  | A _ -> bad "path"
let ty = function
  | A "int" -> TInt
  | A "boolean" -> TBool
  | A "void" -> TVoid
  | L (A "cls" :: A c :: ls) -> TCls (c, List.map path ls)
  | L (A "unsupported" :: A what :: _) -> raise (Unsupported what)
  | A _ | L _ -> bad "type"
let op = function
  | "+" -> OAdd | "-" -> OSub | "*" -> OMul | "/" -> ODiv | "%" -> ORem
  | "<" -> OLt | "<=" -> OLe | ">" -> OGt | ">=" -> OGe | "==" -> OEq | "!=" -> ONe
  | _ -> bad "operator"
let rec ex = function
  | A "null" -> ENull
  | A "true" -> EBool true
  | A "false" -> EBool false
  | A "unit" -> EUnit
  | A n -> (match int_of_string_opt n with Some n -> EInt n | None -> bad "expression")
  | L [A "var"; A x] -> EVar x
  | L [A "new"; t] -> (match ty t with TCls (c, ls) -> ENew (c, ls) | _ -> bad "new")
  | L [A "get"; e; A f] -> EField (ex e, f)
  | L [A "set"; e; A f; e'] -> EAssign (ex e, f, ex e')
  | L (A "call" :: e :: A m :: es) -> ECall (ex e, m, List.map ex es)
  | L [A "let"; t; A x; a; b] -> ELet (ty t, x, ex a, ex b)
  | L [A "sync"; a; b] -> ESync (ex a, ex b)
  | L [A "fork"; a] -> EFork (ex a)
  | L [A "if"; a; b; c] -> EIf (ex a, ex b, ex c)
  | L [A "seq"; a; b] -> ESeq (ex a, ex b)
  | L [A "op"; A o; a; b] -> EOp (op o, ex a, ex b)
  | L [A "while"; a; b] -> EWhile (ex a, ex b)
  | L [A "print"; a] -> EPrint (ex a)
  | L [A "assert"; a] -> EAssert (ex a)
  | L (A "unsupported" :: A what :: _) -> raise (Unsupported what)
  | L _ -> bad "expression"
let binder = function L [t; A x] -> (x, ty t) | A _ | L _ -> bad "variable"
let guard = function
  | A "-" -> None
  | L (A "unsupported" :: A what :: _) -> raise (Unsupported what)
  | p -> Some (path p)
let field = function
  | L [A f; t; A final; g; e] -> { f_name = f; f_ty = ty t; f_final = final = "final"; f_guard = guard g; f_init = ex e }
  | A _ | L _ -> bad "field"
let meth = function
  | L [A m; t; L ps; L req; e] ->
    { s_name = m; s_ret = ty t; s_params = List.map binder ps; s_req = List.filter_map guard req; s_body = ex e }
  | A _ | L _ -> bad "method"
let cls = function
  | L [A "class"; A c; A local; L ghosts; super; L fields; L methods] ->
    let super = match super with A "-" -> None | t -> (match ty t with TCls (c, ls) -> Some (c, ls) | _ -> bad "superclass") in
    { d_name = c; d_local = local = "thread_local"; d_ghosts = List.map binder ghosts; d_super = super;
      d_fields = List.map field fields; d_meths = List.map meth methods }
  | L (A "unsupported" :: A what :: _) -> raise (Unsupported what)
  | A _ | L _ -> bad "class"
let source = function
  | L (A "program" :: parts) ->
    let rec go cs = function
      | [L [A "main"; e]] -> { decls = List.rev cs; s_main = ex e }
      | c :: rest -> go (cls c :: cs) rest
      | [] -> bad "main expression"
    in
    go [] parts
  | L (A "unsupported" :: A what :: _) -> raise (Unsupported what)
  | A _ | L _ -> bad "program"

(* ---- Running: a state, what was printed, and why threads have ended ---- *)
exception Big
type run = { heap : heap; threads : thread list; output : string list; thrown : (int * string) list }

let shown h = function
  | VInt n -> string_of_int n
  | VBool b -> string_of_bool b
  | VNull -> "null"
  | VVoid -> "void"
  | VObj o -> (match List.nth_opt h o with Some ob -> ob.cls | None -> "?")
(* Why the thread would throw, if its step throws. *)
let reason = function
  | _, FOpR (_, _) :: _ -> "DivisionByZero"
  | _, FAssert :: _ -> "AssertionFailed"
  | _, _ -> "NullPointer"
let step p i s =
  let th = List.nth s.threads i in
  match exec p i s.heap th with
  | None -> None
  | Some ((h, th'), forked) ->
    let output = match th with CRet v, FPrint :: _ -> shown s.heap v :: s.output | _ -> s.output in
    let thrown = match th, th' with
      | (CThrow, _), _ -> s.thrown
      | _, (CThrow, _) -> List.sort compare ((i, reason th) :: s.thrown)
      | _ -> s.thrown in
    Some { heap = h; threads = upd s.threads i th' @ Option.to_list forked; output; thrown }
(* A step that another thread can notice. *)
let visible = function
  | CRet _, (FField _ | FAssignR _ | FInit _ | FSync _ | FInSync _ | FPrint) :: _ -> true
  | CEval (_, (ENew _ | EFork _)), _ | CInit (_, []), _ | CThrow, FInSync _ :: _ -> true
  | _ -> false
(* Runs the steps of a thread that nobody notices. *)
let quiet p i s =
  let rec go n s =
    if n > 2000 then raise Big
    else if visible (List.nth s.threads i) then s
    else match step p i s with Some s' -> go (n + 1) s' | None -> s
  in
  go 0 s
let owner p o h f =
  match List.nth_opt h o with
  | None -> "?"
  | Some ob ->
    let fields = match List.find_opt (fun c -> c.c_name = ob.cls) p.classes with Some c -> c.c_fields | None -> [] in
    (match List.find_opt (fun d -> d.fd_name = f) fields with Some d -> d.fd_owner ^ "." ^ f | None -> "?")
let waits s i = match List.nth s.threads i with
  | CRet (VObj o), FSync _ :: _ ->
    (match List.nth_opt s.heap o with Some { lock = Some (j, _); _ } when j <> i -> Some j | _ -> None)
  | _ -> None
(* A cycle of threads, each of which waits for the next one. *)
let deadlocked s =
  let n = List.length s.threads in
  let rec follow i k = k <= n && (match waits s i with Some j -> follow j (k + 1) | None -> false) || k > n in
  List.exists (fun i -> follow i 0) (List.init n Fun.id)

let set_of h = List.sort compare (Hashtbl.fold (fun k () l -> k :: l) h [])
let explore p most =
  let seen = Hashtbl.create 1000 and races = Hashtbl.create 7 and ends = Hashtbl.create 7 and thrown = Hashtbl.create 7 in
  let dead = ref false and stuck = ref false and left = Stack.create () in
  let visit s =
    let key = Digest.string (Marshal.to_string s [Marshal.No_sharing]) in
    if not (Hashtbl.mem seen key) then begin
      if Hashtbl.length seen >= most then raise Big;
      Hashtbl.add seen key ();
      Stack.push s left
    end
  in
  let look s =
    let accesses = List.map access_of s.threads in
    List.iteri (fun i a -> List.iteri (fun j b ->
      match a, b with
      | Some ((o, f), w), Some ((o', f'), w') when i < j && o = o' && f = f' && (w || w') ->
        (* What has no such field is not accessed: the thread is stuck. *)
        let field = owner p o s.heap f in
        if field <> "?" then Hashtbl.replace races field ()
      | _ -> ()) accesses) accesses;
    if deadlocked s then dead := true;
    List.iter (fun (_, why) -> Hashtbl.replace thrown why ()) s.thrown;
    let moved = ref false in
    List.iteri (fun i th -> match step p i s with
      | Some s' ->
        moved := true;
        let s' = quiet p i s' in
        let s' = if List.length s'.threads > List.length s.threads then quiet p (List.length s.threads) s' else s' in
        visit s'
      | None -> (match th with
        | CRet _, [] | CThrow, [] | CRet (VObj _), FSync _ :: _ -> ()
        | _ -> stuck := true)) s.threads;
    if not !moved then begin
      let main = match List.hd s.threads with
        | CRet v, [] -> shown s.heap v
        | CThrow, [] -> List.assoc 0 s.thrown
        | CRet (VObj _), FSync _ :: _ -> "blocked"
        | _ -> "stuck" in
      Hashtbl.replace ends (String.concat "," (List.rev s.output) ^ ":" ^ main) ()
    end
  in
  let complete =
    try
      let h, t = initial p in
      visit (quiet p 0 { heap = h; threads = t; output = []; thrown = [] });
      while not (Stack.is_empty left) do look (Stack.pop left) done;
      true
    with Big | Stack_overflow -> false in
  let list h = "[" ^ String.concat "," (List.map (Printf.sprintf "%S") (set_of h)) ^ "]" in
  Printf.sprintf "\"complete\":%b,\"states\":%d,\"races\":%s,\"deadlock\":%b,\"exceptions\":%s,\"stuck\":%b,\"outcomes\":%s"
    complete (Hashtbl.length seen) (list races) !dead (list thrown) !stuck (list ends)

(* ---- One schedule ---- *)
let event p s = function
  | th when access_of th <> None ->
    let (o, f), w = Option.get (access_of th) in
    (if w then "write " else "read ") ^ owner p o s.heap f
  | CRet (VObj o), FSync _ :: _ -> Printf.sprintf "acquire #%d" o
  | (CRet _ | CThrow), FInSync o :: _ -> Printf.sprintf "release #%d" o
  | CEval (_, ENew (c, _)), _ -> "new " ^ c
  | CEval (_, EFork _), _ -> "fork"
  | CArgs (VObj _, m, _, _, []), _ -> "call " ^ m
  | CRet v, FPrint :: _ -> "print " ^ shown s.heap v
  | _ -> "-"
let replay p schedule =
  let h, t = initial p in
  let rec go n s = function
    | [] -> ()
    | i :: rest when i < List.length s.threads ->
      let th = List.nth s.threads i in
      (match step p i s with
       | Some s' ->
         Printf.printf "%d: thread %d: %s%s\n" n i (event p s th) (if List.length s'.thrown > List.length s.thrown then ", throws" else "");
         go (n + 1) s' rest
       | None -> Printf.printf "%d: thread %d cannot step\n" n i)
    | i :: _ -> Printf.printf "%d: there is no thread %d\n" n i
  in
  go 0 { heap = h; threads = t; output = []; thrown = [] } schedule

let () =
  let most = ref 20000 and checking = ref false and schedule = ref None in
  let words s = List.filter_map int_of_string_opt (String.split_on_char ' ' s) in
  Arg.parse
    [ ("--states", Arg.Set_int most, "N at most so many states");
      ("--check", Arg.Set checking, " no schedules");
      ("--run", Arg.String (fun s -> schedule := Some (words s)), "SCHEDULE what each step of a schedule does") ]
    (fun a -> raise (Arg.Bad ("no argument is expected: " ^ a))) "driver: programs, one a line";
  try
    while true do
      let line = input_line stdin in
      match source (parse line) with
      | exception Unsupported what -> Printf.printf "{\"skipped\":%S}\n%!" what
      | exception Bad what -> Printf.printf "{\"error\":%S}\n%!" what
      | s ->
        let p = resolve s in
        (match !schedule with
         | Some schedule -> replay p schedule
         | None ->
           let accepted = declared_well s && check p in
           Printf.printf "{\"accepted\":%b%s}\n%!" accepted (if !checking then "" else "," ^ explore p !most))
    done
  with End_of_file -> ()
