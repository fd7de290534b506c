(** Threads of [Reduction.v], a focus and a stack of closures, as the terms of section 8.  [plug] puts a thread together; the steps that
    only move the focus give the same term, and the others are the rules over terms.  So every reachable state is shown by terms. *)
Require Import RaceFree.
Require Export Terms.
Open Scope list_scope.

Section Plugged.
Variable P : prog.

(** ** A thread as a term *)
Definition close_code (r : venv) (e : expr) : term := subst r (code e).
(** The initialisers of an object that is being made, with its ghosts. *)
Definition initialisers_of (H : heap) (o : obj) (ds : list fdecl) : list (id * term) :=
  match get H o with Some ob => initialisers P o ob ds | None => [] end.
Definition layer_of (H : heap) (F : frame) : layer :=
  match F with
  | FField f => LField f
  | FAssignL f r e => LAssignL f (close_code r e)
  | FAssignR v f => LAssignR v f
  | FCallL m r es => LCallL m (map (close_code r) es)
  | FCallA v m vs r es => LCallA v m vs (map (close_code r) es)
  | FLet x r e => LLet x (subst (remove x r) (code e))
  | FIf r e1 e2 => LIf (close_code r e1) (close_code r e2)
  | FSync r e => LSync (close_code r e)
  | FInSync o => LInSync o
  | FInit o f rest => LInit o f (initialisers_of H o rest)
  | FSeq r e => LSeq (close_code r e)
  | FOpL o r e => LOpL o (close_code r e)
  | FOpR o v => LOpR o v
  | FPrint => LPrint
  | FAssert => LAssert
  end.
Definition focus_of (H : heap) (c : ctrl) : term :=
  match c with
  | CEval r e => close_code r e
  | CRet v => TmVal v
  | CArgs v m vs r es => TmCall (TmVal v) m (map TmVal vs ++ map (close_code r) es)
  | CInit o rest => TmInit o (initialisers_of H o rest)
  | CThrow => TmThrow
  end.
Definition context (H : heap) (K : list frame) : list layer := map (layer_of H) K.
Definition plug (H : heap) (th : thread) : term := fill (context H (snd th)) (focus_of H (fst th)).

(** The focus is where a rule applies, or nothing is left to do. *)
Definition settled (th : thread) : bool :=
  match th with
  | (CEval r e, _) => match e with EVar x => match lookup x r with Some _ => false | None => true end
                                 | ENew _ _ | EFork _ | EWhile _ _ => true | _ => false end
  | (CRet _, F :: _) => match F with FAssignL _ _ _ | FCallL _ _ _ | FCallA _ _ _ _ _ | FOpL _ _ _ => false | _ => true end
  | (CArgs _ _ _ _ es, _) => match es with [] => true | _ => false end
  | (CInit _ rest, _) => match rest with [] => true | _ => false end
  | (CRet _, []) | (CThrow, _) => true
  end.
(** The redex, with the stack around it: a value is looked at together with the frame that waits for it. *)
Definition redex (H : heap) (th : thread) : list frame * term :=
  match th with
  | (CRet v, F :: K) => (K, wrap (layer_of H F) (TmVal v))
  | (c, K) => (K, focus_of H c)
  end.
(** The thread is its redex in its context. *)
Lemma plug_redex H th : plug H th = fill (context H (fst (redex H th))) (snd (redex H th)).
Proof. destruct th as [[] [|F K]]; reflexivity. Qed.
(** Values are values. *)
Lemma values_are vs : forallb is_value (map TmVal vs) = true.
Proof. induction vs; auto. Qed.
(** A thread that is settled has a redex, or is a value. *)
Lemma settled_redex H th : settled th = true -> (exists v, th = (CRet v, [])) \/ innermost (snd (redex H th)) = true.
Proof.
  destruct th as [[r e|v|v m vs r es|o rest|] K]; simpl; intros S; auto.
  - right. destruct e; try discriminate; auto. unfold close_code. simpl. destruct (lookup x r); auto. discriminate.
  - destruct K as [|F K]; eauto. right. destruct F; simpl; auto; discriminate.
  - right. destruct es; [|discriminate]. rewrite app_nil_r. apply values_are.
  - right. destruct rest; [|discriminate]. unfold initialisers_of. destruct (get H o); auto.
Qed.

(** ** Heaps that grow *)
(** Objects keep their class and ghosts. *)
Definition kept (H H' : heap) : Prop :=
  forall o ob, get H o = Some ob -> exists ob', get H' o = Some ob' /\ cls ob' = cls ob /\ oghosts ob' = oghosts ob.
(** Objects that are being made are there. *)
Definition known_frame (H : heap) (F : frame) : Prop := match F with FInit o _ _ => get H o <> None | _ => True end.
Definition known (H : heap) (th : thread) : Prop :=
  match fst th with CInit o _ => get H o <> None | _ => True end /\ Forall (known_frame H) (snd th).
(** What is there stays. *)
Lemma kept_get H H' o : kept H H' -> get H o <> None -> get H' o <> None.
Proof. intros G N. destruct (get H o) as [ob|] eqn:E; [|congruence]. destruct (G _ _ E) as (ob' & -> & _). discriminate. Qed.
(** The same heap, *)
Lemma kept_refl H : kept H H.
Proof. intros o ob G. eauto. Qed.
(** one object of it changed, *)
Lemma kept_upd H o ob ob' : get H o = Some ob -> cls ob' = cls ob -> oghosts ob' = oghosts ob -> kept H (upd H o ob').
Proof.
  intros G C O o' ob1 G1. unfold get in *. destruct (Nat.eq_dec o o') as [<-|N].
  - rewrite (nth_upd_eq _ _ _ _ G). assert (ob1 = ob) by congruence. subst. eauto.
  - rewrite nth_upd_neq by auto. eauto.
Qed.
(** or another object in it. *)
Lemma kept_app H x : kept H (H ++ [x]).
Proof. intros o ob G. exists ob. split; auto. unfold get in *. rewrite nth_error_app1; auto. apply nth_error_Some. congruence. Qed.
(** A new object is there. *)
Lemma get_new (H : heap) x : get (H ++ [x]) (length H) = Some x.
Proof. unfold get. rewrite nth_error_app2, Nat.sub_diag; auto. Qed.
(** Steps keep objects; *)
Lemma tstep_kept i H th H' th' new : tstep P i H th H' th' new -> kept H H'.
Proof. destruct 1; auto using kept_refl, kept_app; eapply kept_upd; eauto. Qed.
(** so do those of terms. *)
Lemma red_kept i H r H' r' new : red P i H r H' r' new -> kept H H'.
Proof. destruct 1; auto using kept_refl, kept_app; eapply kept_upd; eauto. Qed.
(** What is known stays known. *)
Lemma known_kept H H' th : kept H H' -> known H th -> known H' th.
Proof.
  intros G [C F]. split; [destruct (fst th); eauto using kept_get|].
  eapply Forall_impl; [|exact F]. intros [] K; simpl in *; eauto using kept_get.
Qed.
(** The initialisers that are left do not change, *)
Lemma initialisers_kept H H' o ds : kept H H' -> get H o <> None -> initialisers_of H' o ds = initialisers_of H o ds.
Proof.
  intros G N. unfold initialisers_of. destruct (get H o) as [ob|] eqn:E; [|congruence]. destruct (G _ _ E) as (ob' & -> & C & O).
  unfold initialisers, init_env, owner_env, ghost_env. rewrite C, O. auto.
Qed.
(** nor a context, *)
Lemma context_kept H H' K : kept H H' -> Forall (known_frame H) K -> context H' K = context H K.
Proof.
  intros G F. apply map_ext_in. rewrite Forall_forall in F. intros L I. specialize (F L I).
  destruct L; simpl in *; auto. rewrite initialisers_kept with (H := H); auto.
Qed.
(** nor a thread. *)
Lemma plug_kept H H' th : kept H H' -> known H th -> plug H' th = plug H th.
Proof.
  intros G [C F]. unfold plug. rewrite (context_kept H H') by auto. f_equal.
  destruct (fst th); simpl in *; auto. rewrite initialisers_kept with (H := H); auto.
Qed.
(** Steps name no objects that are not there. *)
Lemma known_step i H th H' th' new : tstep P i H th H' th' new -> known H th ->
  known H' th' /\ forall n, new = Some n -> known H' n.
Proof.
  intros T K. pose proof (tstep_kept _ _ _ _ _ _ T) as G. apply (known_kept _ _ _ G) in K. destruct K as [C F].
  split; [|intros n E; destruct T; inversion E; subst; repeat constructor].
  assert (A : forall fs K, Forall (known_frame H') K -> Forall (known_frame H') (map FField fs ++ K)).
  { intros fs K0 F0. induction fs; simpl; auto. constructor; simpl; auto. }
  destruct T; simpl in *; split; simpl; auto; try (constructor; simpl; auto; fail); try (inversion F; subst; auto; fail);
    try (inversion F; subst; constructor; simpl; auto; fail).
  rewrite get_new. discriminate.
Qed.

(** ** Moves of the focus *)
(** A step that is none of the rules is a move: the heap and the term are the same. *)
Theorem move i H th H' th' new : tstep P i H th H' th' new -> settled th = false -> known H th ->
  H' = H /\ new = None /\ plug H th' = plug H th.
Proof.
  intros T S [C F].
  destruct T; simpl in S; try discriminate; repeat split; unfold plug, context; simpl; auto.
  - unfold close_code. simpl. match goal with L : lookup _ _ = Some _ |- _ => rewrite L end. rewrite map_app, fill_app. f_equal.
    unfold path_term. generalize (TmVal (fst q)). induction (snd q); simpl; auto.
  - match goal with G : get _ _ = Some _ |- _ => unfold initialisers_of; rewrite G end. auto.
  - unfold close_code. simpl. rewrite map_map. auto.
  - rewrite map_app, <- app_assoc. auto.
Qed.

(** Steps of a thread that leave the heap alone and fork none. *)
Inductive moves (i : tid) (H : heap) : thread -> thread -> Prop :=
| M_none th : moves i H th th
| M_one th th1 th2 : tstep P i H th H th1 None -> moves i H th1 th2 -> moves i H th th2.
(** The focus can be moved to where a rule applies. *)
Definition settles (i : tid) (H : heap) (th : thread) : Prop :=
  exists th', moves i H th th' /\ settled th' = true /\ plug H th' = plug H th /\ known H th'.
(** A thread that is settled is, *)
Lemma settles_here i H th : settled th = true -> known H th -> settles i H th.
Proof. intros S K. exists th. split; [constructor|auto]. Qed.
(** and one that has a move to one that settles. *)
Lemma settles_move i H th th1 : tstep P i H th H th1 None -> settled th = false -> known H th ->
  (known H th1 -> settles i H th1) -> settles i H th.
Proof.
  intros T S K Next. destruct (move _ _ _ _ _ _ T S K) as (_ & _ & E). destruct (known_step _ _ _ _ _ _ T K) as [K1 _].
  destruct (Next K1) as (th' & M & S' & E' & K'). exists th'. split; [econstructor; eauto|]. split; auto. split; auto. congruence.
Qed.
(** Code settles, if it does where its value returns. *)
Definition code_settles (i : tid) (H : heap) (e : expr) : Prop :=
  forall r K, known H (CEval r e, K) -> (forall v, known H (CRet v, K) -> settles i H (CRet v, K)) -> settles i H (CEval r e, K).
(** Moves on until a rule applies. *)
Ltac settle := repeat first
  [ apply settles_here; [reflexivity|assumption]
  | match goal with
    | C : code_settles _ _ ?e |- settles _ _ (CEval _ ?e, _) => apply C; [assumption|intros]
    | R : forall v, known _ (CRet v, ?K) -> _ |- settles _ _ (CRet _, ?K) => apply R; assumption
    end
  | eapply settles_move; [constructor|reflexivity|assumption|intros] ].
(** Arguments settle, one after the other. *)
Lemma arguments_settle i H v m r es : Forall (code_settles i H) es ->
  forall vs K, known H (CArgs v m vs r es, K) -> settles i H (CArgs v m vs r es, K).
Proof. induction 1; intros vs K Kn; settle. auto. Qed.
(** All code does. *)
Lemma all_code_settles i H e : code_settles i H e.
Proof.
  induction e as [e IH] using by_parts. intros r K Kn Ret.
  destruct e; simpl in IH; each_part; settle.
  - destruct (lookup x r) as [[v fs]|] eqn:L; [|apply settles_here; simpl; auto; rewrite L; auto].
    eapply settles_move; [constructor; eauto|simpl; rewrite L; auto|auto|]. intros K1.
    destruct fs; simpl in *; [auto|apply settles_here; auto].
  - apply arguments_settle; auto.
Qed.
(** So does a thread that has a value, *)
Lemma value_settles i H v K : known H (CRet v, K) -> settles i H (CRet v, K).
Proof.
  pose proof (all_code_settles i H) as Code. intros Kn. destruct K as [|[] K]; settle; try (apply Code; auto; intros; settle);
    apply arguments_settle; auto; apply Forall_forall; auto.
Qed.
(** and every other. *)
Lemma thread_settles i H th : known H th -> settles i H th.
Proof.
  pose proof (all_code_settles i H) as Code. destruct th as [[r e|v|v m vs r es|o rest|] K]; intros Kn.
  - apply Code; auto. intros. apply value_settles. auto.
  - apply value_settles. auto.
  - apply arguments_settle; auto. apply Forall_forall. auto.
  - destruct rest as [|d rest]; [settle|]. destruct (get H o) as [ob|] eqn:G; [|destruct Kn as [Kn _]; simpl in Kn; congruence].
    eapply settles_move; [constructor; eauto|reflexivity|auto|intros]. apply Code; auto. intros. settle.
  - settle.
Qed.

(** ** The rules *)
(** A forked thread. *)
Definition plug_new (H : heap) (new : option thread) : option term := option_map (plug H) new.
(** Ghost arguments, substituted and looked up, or looked up in the closure. *)
Lemma ground_close r ls : map ground (map (subst_argument r) (map AOpen ls)) = map (close r) ls.
Proof. rewrite !map_map. apply map_ext. intros p. unfold close. simpl. destruct (lookup (root p) r); auto. Qed.
(** No initialisers are left. *)
Lemma no_initialisers H o : initialisers_of H o [] = [].
Proof. unfold initialisers_of. destruct (get H o); auto. Qed.
(** Values are told apart. *)
Lemma values_injective vs ws : map TmVal vs = map TmVal ws -> vs = ws.
Proof. revert ws. induction vs as [|v vs IH]; intros [|w ws] E; simpl in E; inversion E; subst; auto. rewrite (IH ws); auto. Qed.
(** A step of a thread that is settled and does not throw is a rule, at its redex. *)
Lemma rule_of_step i H th H' th' new : tstep P i H th H' th' new -> settled th = true -> fst th <> CThrow -> known H th ->
  exists r', red P i H (snd (redex H th)) H' r' (plug_new H' new) /\ plug H' th' = fill (context H' (fst (redex H th))) r'.
Proof.
  intros T S N [C F]. pose proof (tstep_kept _ _ _ _ _ _ T) as G.
  destruct T; simpl in S; try discriminate; try (exfalso; apply N; reflexivity);
  try (eexists; split; [simpl; econstructor; eauto|reflexivity]; fail);
  try (eexists; split; [simpl; rewrite app_nil_r; econstructor; eauto|reflexivity]; fail).
  - match goal with L : lookup _ _ = Some _ |- _ => rewrite L in S end. discriminate.
  - eexists. split; [simpl; unfold close_code; simpl; econstructor; rewrite ground_close; reflexivity|].
    unfold plug. simpl. unfold initialisers_of. rewrite get_new. reflexivity.
  - eexists. split; [simpl; econstructor; eauto|]. unfold plug. simpl. inversion F; subst. erewrite initialisers_kept; eauto.
  - eexists. split; [simpl; rewrite no_initialisers; econstructor; eauto|reflexivity].
  - eexists. split; [simpl; econstructor|]. unfold plug. simpl. unfold close_code. rewrite subst_let. reflexivity.
  - eexists. split; [simpl; econstructor|]. destruct b; reflexivity.
Qed.
(** A rule at the redex of a thread that is settled and does not throw is a step of it. *)
Lemma step_of_rule i H th H' r' new : red P i H (snd (redex H th)) H' r' new -> settled th = true -> fst th <> CThrow ->
  exists th' new', tstep P i H th H' th' new'.
Proof.
  intros R S N. destruct th as [[r e|v|v m vs r es|o rest|] K]; simpl in *.
  - unfold close_code in R. destruct e; simpl in *; try discriminate.
    + destruct (lookup x r); [discriminate|]. inversion R.
    + inversion R; subst. rewrite ground_close. eexists _, _. econstructor.
    + inversion R; subst. eexists _, _. econstructor.
    + inversion R; subst. eexists _, _. econstructor.
  - destruct K as [|F K]; simpl in *; [inversion R|].
    destruct F; try discriminate; simpl in R; inversion R; subst; solve [eexists _, _; econstructor; eauto].
  - destruct es; [|discriminate]. simpl in R. rewrite app_nil_r in R.
    inversion R; subst; match goal with E : map TmVal _ = map TmVal _ |- _ => apply values_injective in E; subst end;
      solve [eexists _, _; econstructor; eauto].
  - destruct rest; [|discriminate]. rewrite no_initialisers in R. inversion R; subst. eexists _, _. econstructor. eauto.
  - congruence.
Qed.
(** [throw] in a context is no value. *)
Lemma throw_not_value C v : fill C TmThrow <> TmVal v.
Proof. intros E. pose proof (fill_not_value C TmThrow eq_refl) as N. rewrite E in N. discriminate. Qed.
(** A rule has one result. *)
Lemma red_once i H r H' r' new : red P i H r H' r' new -> forall G r2 new2, red P i H r G r2 new2 -> H' = G /\ r' = r2 /\ new = new2.
Proof.
  destruct 1; intros G r2 new2 R; inversion R; subst;
    try match goal with E : map TmVal _ = map TmVal _ |- _ => apply values_injective in E; subst end;
    try match goal with E : fill _ TmThrow = TmVal _ |- _ => apply throw_not_value in E; contradiction end;
    try match goal with E : TmVal _ = fill _ TmThrow |- _ => symmetry in E; apply throw_not_value in E; contradiction end;
    repeat match goal with E : get _ _ = Some _ |- _ => rewrite E in *; clear E | E : Some _ = Some _ |- _ => injection E as <- end;
    repeat split; auto; try congruence.
Qed.

(** ** States *)
(** A thread that unwinds may have left frames behind that the term still has: no [in_sync] is among them. *)
Definition shows (H : heap) (th : thread) (t : term) : Prop :=
  exists K, (K = [] \/ fst th = CThrow) /\ (forall o, ~ In (FInSync o) K) /\ known H (fst th, K ++ snd th) /\ t = plug H (fst th, K ++ snd th).
(** A thread shows what it is plugged to. *)
Lemma shows_plug H th : known H th -> shows H th (plug H th).
Proof. intros K. exists []. destruct th. simpl. auto. Qed.
(** It does later too. *)
Lemma shows_kept H H' th t : kept H H' -> shows H th t -> shows H' th t.
Proof.
  intros G (K & O & N & Kn & ->). exists K. split; auto. split; auto. split; [eapply known_kept; eauto|]. symmetry. apply plug_kept; auto.
Qed.
(** A stack without [in_sync] is a context without. *)
Lemma context_without_sync H K : (forall o, ~ In (FInSync o) K) -> without_sync (context H K).
Proof. intros N o I. apply in_map_iff in I. destruct I as (F & E & I). destruct F; try discriminate. injection E as <-. eapply N; eauto. Qed.
(** A thread that throws, unwound to an [in_sync], in its term. *)
Lemma plug_throw H K o K' : plug H (CThrow, K ++ FInSync o :: K') = fill (context H K') (TmInSync o (fill (context H K) TmThrow)).
Proof. unfold plug, context. simpl. rewrite map_app, fill_app. reflexivity. Qed.
(** A step that unwinds is one of the term if it releases. *)
Lemma throw_step i H K H' th' new t : tstep P i H (CThrow, K) H' th' new -> shows H (CThrow, K) t -> new = None /\
  (H' = H /\ shows H' th' t \/ exists C r r', t = fill C r /\ red P i H r H' r' None /\ shows H' th' (fill C r')).
Proof.
  intros T (K0 & O & N & Kn & ->). pose proof (tstep_kept _ _ _ _ _ _ T) as G. simpl in *.
  destruct K as [|F K]; inversion T; subst; split; auto.
  - left. split; auto. exists (K0 ++ [F]). simpl. rewrite <- app_assoc. repeat split; auto; [|apply Kn].
    intros o I. apply in_app_iff in I. destruct I as [I|[->|[]]]; [eapply N; eauto|].
    match goal with D : forall o, FInSync _ <> _ |- _ => eapply D; reflexivity end.
  - right. exists (context H K), (TmInSync o (fill (context H K0) TmThrow)), TmThrow. split; [apply plug_throw|].
    split; [constructor; auto using context_without_sync|].
    assert (F : Forall (known_frame H) K).
    { destruct Kn as [_ F]. simpl in F. apply Forall_app in F. destruct F as [_ F]. inversion F. auto. }
    rewrite <- (context_kept _ _ _ G F). apply (shows_plug _ (CThrow, K)). eapply known_kept; eauto. split; simpl; auto.
Qed.
(** A step of a thread is none of its term, or one. *)
Lemma thread_step i H th H' th' new t : tstep P i H th H' th' new -> shows H th t ->
  (forall n, new = Some n -> shows H' n (plug H' n)) /\
  (H' = H /\ shows H' th' t /\ new = None \/
   exists C r r', t = fill C r /\ red P i H r H' r' (plug_new H' new) /\ shows H' th' (fill C r')).
Proof.
  intros T (K & O & N & Kn & ->). pose proof (tstep_kept _ _ _ _ _ _ T) as G.
  assert (Th : K = [] /\ fst th <> CThrow \/ fst th = CThrow).
  { destruct (fst th) eqn:E; auto; left; (split; [destruct O; auto; discriminate|discriminate]). }
  destruct Th as [[-> NT]|Th].
  - assert (E : (fst th, [] ++ snd th) = th) by (destruct th; auto). rewrite E in *. clear E.
    destruct (known_step _ _ _ _ _ _ T Kn) as [Kn' New]. split; [intros n E; apply shows_plug; auto|].
    destruct (settled th) eqn:S.
    + right. destruct (rule_of_step _ _ _ _ _ _ T S NT Kn) as (r' & R & E).
      exists (context H (fst (redex H th))), (snd (redex H th)), r'. split; [apply plug_redex|]. split; auto.
      erewrite <- context_kept; [|exact G|]; [rewrite <- E; apply shows_plug; auto|].
      destruct Kn as [_ F]. destruct th as [[] [|L K]]; simpl; auto. inversion F; auto.
    + left. destruct (move _ _ _ _ _ _ T S Kn) as (-> & -> & E). split; auto. split; auto. rewrite <- E. apply shows_plug. auto.
  - destruct th as [c K0]. simpl in *. subst c.
    destruct (throw_step _ _ _ _ _ _ _ T (ex_intro _ K (conj O (conj N (conj Kn eq_refl))))) as [-> [[E Sh]|R]]; split; auto; discriminate.
Qed.
(** [upd] in related lists, and what is behind them. *)
Lemma related_upd {A B} (R : A -> B -> Prop) l l' n a b : Forall2 R l l' -> R a b -> Forall2 R (upd l n a) (upd l' n b).
Proof. intros F Ab. revert n. induction F; intros [|n]; simpl; auto. Qed.
(** Related lists have related elements. *)
Lemma related_nth {A B} (R : A -> B -> Prop) l l' n a : Forall2 R l l' -> nth_error l n = Some a -> exists b, nth_error l' n = Some b /\ R a b.
Proof. intros F. revert n. induction F; intros [|n] E; simpl in *; try discriminate; eauto. injection E as <-. eauto. Qed.
(** A program as a thread is the program. *)
Lemma plug_main : plug [] (CEval [] (main P), []) = code (main P).
Proof. apply subst_none. Qed.
(** Every reachable state of threads is shown by a reachable one of terms. *)
Theorem shown_by_terms s : reachable P s -> exists U, term_reachable P (fst s, U) /\ Forall2 (shows (fst s)) (snd s) U.
Proof.
  induction 1 as [|s s' R (U & TR & Sh) St].
  - exists [code (main P)]. split; [constructor|]. repeat constructor. rewrite <- plug_main. apply shows_plug. repeat constructor.
  - destruct St as [H T i th H' th' new E Ts]. simpl in *.
    destruct (related_nth _ _ _ _ _ Sh E) as (t & Et & St). destruct (thread_step _ _ _ _ _ _ _ Ts St) as [New Step].
    assert (Sh' : Forall2 (shows H') T U).
    { apply tstep_kept in Ts. clear - Sh Ts. induction Sh; constructor; auto. eapply shows_kept; eauto. }
    destruct Step as [(-> & St' & ->)|(C & r & r' & -> & Red & St')].
    + exists U. split; auto. rewrite app_nil_r, <- (upd_same _ _ _ Et). apply related_upd; auto.
    + eexists. split; [eapply TR_step; [exact TR|]; econstructor; eauto|]. apply Forall2_app; [apply related_upd; auto|].
      destruct new; simpl; constructor; auto.
Qed.
End Plugged.
