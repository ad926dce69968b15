------------------------------ MODULE petstore ------------------------------
(* How one person's queue sends animals to a store that may lose a request or its answer, and whose list may lag, be
   cut, or hide a status: what protocol.md tells in words. Time goes by in settle times; ages are counted up to Ten, which
   stands for ten of them. Numbers among the constants are budgets: how often a thing may happen. Rules names the clauses
   that hold; tools/model.ts switches off each alone, and must find a history that breaks a promise. *)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
  Entries, Windows,    \* what the person entered, by number; the processes on one queue
  Identical,           \* TRUE: the entries have one name and category
  Ours, Like,          \* earlier animals of ours in the store; animals like entry 1 of somebody else
  Late,                \* a request whose answer was lost arrives before it is so old, or never
  Ten, Prompt,         \* settle times until an unproven store is believed; TRUE: a list has shown a young one of ours before
  Lag, Steady,         \* a list shows all that is so old; TRUE: and nothing younger, FALSE: up to any moment since
  Noticed,             \* TRUE: answers are lost only once it was noticed that lists lag
  Cap, Newest, Page,   \* a list shows the newest or oldest Cap animals (0: all); a multiple of Page rows may go on
  Hides, Suspends,     \* TRUE: no list shows the status of entry 1; a window may stand still between any two steps
  Restored,            \* TRUE: the queue was restored from a copy, so everything in it may have been sent
  Keys,                \* "none", "honoured", "echoed" (sent back, but not honoured)
  Losses, Crashes, Strangers, Removals, Moves,
  Twins, Intrudes,     \* a colleague adds animals like entry 1: "never" while ours is open, since the list before ("listed"), "open"
  Rules

VARIABLES
  queue, learnt,  \* on disk: the entries, and what is known of the store
  lease, window,  \* the window that may send, or 0; what each window has in memory
  store, wire,    \* every animal there ever was; requests on their way
  left            \* budgets

Has(rule) == rule \in Rules

(* Words *)

Min(S) == CHOOSE x \in S : \A y \in S : x <= y
Max(S) == CHOOSE x \in S : \A y \in S : y <= x
Older(age, most) == IF age < most THEN age + 1 ELSE age
Oldest == IF Lag = 0 /\ Prompt THEN 0 ELSE Ten  \* where no list lags, the age of an animal is no matter
Kind(e) == IF Identical THEN 1 ELSE e
Animal(id) == CHOOSE x \in store : x.id = id
Alike(e, ids) == {id \in ids : Animal(id).kind = Kind(e)}
Taken(q, e) == {q[d].pet : d \in Entries \ {e}}
IsOpen(q, e) == q[e].state \in {"sending", "checking"}
IsDone == \A e \in Entries : queue[e].state \in {"created", "review"}

Idle == [pc |-> "idle", e |-> 0, view |-> {}, age |-> 0]
New == [state |-> "queued", key |-> 1, pet |-> 0, sent |-> 0, alike |-> {}, high |-> 0, before |-> {}, fresh |-> FALSE,
        atOnce |-> {}, looks |-> 0, looked |-> 0, wholes |-> 0, vain |-> 0, seen |-> {}]
Created(id) == [New EXCEPT !.state = "created", !.pet = id]
Review(r) == [New EXCEPT !.state = "review", !.alike = r.alike]

(* The animals of ours that prove a list: the last two before the attempt, and the last two of all. *)
Last(s) == {s[i].id : i \in {j \in 1..Len(s) : j + 2 > Len(s)}}
Known(q, e) == (q[e].before \cap {learnt.known[i].id : i \in 1..Len(learnt.known)}) \cup Last(learnt.known)
RECURSIVE Named(_, _)
Named(s, ids) == IF ids = {} THEN s ELSE Named(Append(s, [id |-> Min(ids), lacking |-> 0]), ids \ {Min(ids)})

(* The list *)

Shown == {x \in store : x.there /\ ~(Hides /\ x.kind = 1)}
Cut(S) == {x \in S : Cap = 0 \/ Cardinality({y \in S : IF Newest THEN y.id > x.id ELSE y.id < x.id}) < Cap}
Lists == LET moments == IF Steady THEN {0} ELSE {0} \cup {x.id : x \in Shown}
         IN {{x.id : x \in Cut({x \in Shown : x.age >= Lag \/ x.id <= m})} : m \in moments}
IsWhole(view) == Has("list end") => (view = {} \/ Cardinality(view) % Page # 0)

(* Every whole list teaches whether the store lists promptly, and which of ours were removed there: two lists lack it,
   and show an older and a younger one. *)
Learn(view) ==
  LET k == learnt.known
      lacks == \E i \in 1..Len(k) : k[i].id \notin view
      young == \E i \in 1..Len(k) : k[i].id \in view /\ Animal(k[i].id).age < 2
      seen == [i \in 1..Len(k) |-> [k[i] EXCEPT !.lacking = IF k[i].id \in view THEN 0 ELSE Older(@, 2)]]
      IsBetween(j) == \E a, b \in 1..Len(k) : a < j /\ j < b /\ {k[a].id, k[b].id} \subseteq view
      removed == {k[j].id : j \in {j \in 1..Len(k) : seen[j].lacking = 2 /\ IsBetween(j)}}
  IN IF ~IsWhole(view) THEN learnt
     ELSE [learnt EXCEPT !.known = SelectSeq(seen, LAMBDA x : x.id \notin removed), !.lagged = @ \/ (Noticed /\ lacks),
                         !.prompt = IF lacks /\ Has("taken back") THEN FALSE ELSE @ \/ (young /\ ~lacks)]

(* A look at an animal whose answer was lost *)

(* What an earlier one of identical entries may take is not new for a later one. *)
Fits(q, e, view) == Alike(e, view) \ (q[e].alike \cup Taken(q, e))
RECURSIVE Shares(_, _, _)
Shares(q, D, view) ==
  IF D = {} THEN {}
  ELSE LET d == Min(D)  fits == Fits(q, d, view)
       IN IF fits = {} THEN Shares(q, D \ {d}, view) ELSE {Min(fits)} \cup Shares(q, D \ {d}, view \ {Min(fits)})
Equals(q, e) == {d \in Entries : Kind(d) = Kind(e) /\ IsOpen(q, d)}
NewFor(q, e, view) ==
  IF ~Has("sharing out") THEN Fits(q, e, view)
  ELSE LET unsure == {d \in Entries : Kind(d) = Kind(e) /\ q[d].state \in {"sending", "checking", "review"}}
           rest == Fits(q, e, view \ Shares(q, {d \in unsure : d < e}, view))
           others == Shares(q, {d \in unsure : d > e}, view \ (IF rest = {} THEN {} ELSE {Min(rest)}))
       IN rest \ others

Needed == IF ~Has("two settle times") THEN 1 ELSE IF learnt.prompt \/ ~Has("ten until prompt") THEN 2 ELSE Ten

(* The queue after a look at entry e; `age`: how long ago the reading began. *)
Decide(q, e, view, age) ==
  LET r == q[e]
      new == NewFor(q, e, view)
      whole == IsWhole(view)
      settles == r.sent >= Needed + age
      gone == (r.seen \ view) \ Taken(q, e)
      looked == [r EXCEPT !.looks = IF @ < 2 THEN @ + 1 ELSE @, !.looked = age, !.wholes = IF whole THEN 1 ELSE @,
                          !.vain = IF settles THEN @ + 1 ELSE @, !.seen = @ \cup new]
      isOurs == /\ Cardinality(new) = 1 /\ gone = {} /\ whole
                /\ Has("fresh list") => r.fresh
                /\ (Has("atOnce") /\ r.alike # {}) => new \subseteq r.atOnce
      isAbsent == /\ new = {} /\ gone = {} /\ whole /\ settles
                  /\ Has("two looks") => r.wholes > 0
                  /\ Has("from before") => \E id \in view : id <= r.high
                  /\ Has("our status") => \E id \in view : ~Hides \/ Animal(id).kind = Kind(e)
                  /\ Has("known shown") => (Known(q, e) # {} /\ Known(q, e) \subseteq view)
      isVain == \/ new # {} \/ (looked.looks = 2 /\ Known(q, e) = {}) \/ (looked.looks = 2 /\ ~whole) \/ looked.vain = 4
  IN IF r.state # "checking" \/ r.sent < 1 + age \/ (r.looks > 0 /\ r.looked < 1 + age) THEN q
     ELSE [q EXCEPT ![e] = IF isOurs THEN Created(Min(new))
                           ELSE IF isAbsent THEN [New EXCEPT !.key = IF Keys = "none" THEN @ ELSE r.key + 1]
                           ELSE IF isVain THEN Review(r)
                           ELSE looked]

(* What a window does *)

Put(e, r) == queue' = [queue EXCEPT ![e] = r]
Memory(p, m) == window' = [window EXCEPT ![p] = m]
Spend(what) == ~IsDone /\ left[what] > 0 /\ left' = [left EXCEPT ![what] = @ - 1]
Outside == UNCHANGED <<store, wire, left>>
Inside == UNCHANGED <<queue, learnt, lease, window>>
IsFree(p) == window[p].pc \in {"idle", "listed"}
MayAct(p) == lease = p /\ IsFree(p)

(* Whoever gets the lease knows that another's bytes may have left until now. *)
Take(p) ==
  /\ lease = 0 /\ ~IsDone /\ lease' = p /\ UNCHANGED <<learnt, window>> /\ Outside
  /\ queue' = [e \in Entries |-> IF queue[e].state # "sending" THEN queue[e]
                                 ELSE [queue[e] EXCEPT !.state = "checking", !.sent = IF Has("orphans") THEN 0 ELSE @]]
Release(p) == MayAct(p) /\ Cardinality(Windows) > 1 /\ lease' = 0 /\ Memory(p, Idle) /\ UNCHANGED <<queue, learnt>> /\ Outside
Unanswered(p) == wire' = {r \in wire : ~(window[p].pc = "posted" /\ r.e = window[p].e /\ r.id # 0)}
Crash(p) == lease = p /\ lease' = 0 /\ Spend("crashes") /\ Unanswered(p) /\ Memory(p, Idle) /\ UNCHANGED <<queue, learnt, store>>

(* An identical entry waits while an answer is open, two settle times at most. *)
MaySend(e) == /\ queue[e].state = "queued"
              /\ \A d \in Equals(queue, e) : queue[d].state = "checking" /\ queue[d].sent >= 2
Read(p, pc) ==
  /\ \E view \in Lists : learnt' = Learn(view) /\ Memory(p, [Idle EXCEPT !.pc = pc, !.view = view])
  /\ UNCHANGED <<queue, lease>> /\ Outside
ReadList(p) == MayAct(p) /\ window[p].pc = "idle" /\ ~IsDone /\ Read(p, "listed")
Attempt(p) ==
  /\ window[p].pc = "listed" /\ lease = p /\ \E e \in Entries : MaySend(e)
  /\ LET e == Min({d \in Entries : MaySend(d)})
         view == window[p].view
     IN /\ Put(e, [New EXCEPT !.state = "sending", !.key = queue[e].key, !.alike = Alike(e, view), !.before = Last(learnt.known),
                              !.fresh = window[p].age = 0 /\ IsWhole(view), !.high = IF view = {} THEN 0 ELSE Max(view)])
        /\ Memory(p, [Idle EXCEPT !.pc = "attempted", !.e = e]) /\ UNCHANGED <<learnt, lease>> /\ Outside
Request(e) == [e |-> e, key |-> IF learnt.moved THEN 0 ELSE queue[e].key, id |-> 0, age |-> 0]
Post(p) ==
  /\ window[p].pc = "attempted" /\ Memory(p, [window[p] EXCEPT !.pc = "posted"])
  /\ wire' = wire \cup {Request(window[p].e)} /\ UNCHANGED <<queue, learnt, lease, store, left>>
Answer(p) ==
  /\ window[p].pc = "posted" /\ Memory(p, Idle) /\ UNCHANGED <<lease, store, left>>
  /\ \E r \in wire :
       LET e == window[p].e
           isOurs == r.id \notin queue[e].alike \cup Taken(queue, e)
       IN /\ r.e = e /\ r.id # 0 /\ wire' = wire \ {r} /\ Put(e, IF isOurs THEN Created(r.id) ELSE Review(queue[e]))
          /\ learnt' = [learnt EXCEPT !.echo = Keys = "echoed" \/ (Keys = "honoured" /\ r.key > 0),
                                      !.known = IF isOurs THEN Named(@, {r.id}) ELSE @]
Lose(p) ==
  /\ window[p].pc = "posted" /\ (Noticed => learnt.lagged) /\ Spend("losses") /\ Unanswered(p)
  /\ LET e == window[p].e
     IN /\ Put(e, [queue[e] EXCEPT !.state = "checking", !.sent = 0])
        /\ Memory(p, [Idle EXCEPT !.pc = "atOnce", !.e = e])
  /\ UNCHANGED <<learnt, lease, store>>
LookAtOnce(p) ==
  /\ window[p].pc = "atOnce" /\ Memory(p, Idle) /\ UNCHANGED lease /\ Outside
  /\ LET e == window[p].e
     IN \E view \in Lists :
          LET new == NewFor(queue, e, view)
              isOurs == Cardinality(new) = 1 /\ IsWhole(view) /\ (Has("fresh list") => queue[e].fresh)
          IN /\ Put(e, IF isOurs THEN Created(Min(new)) ELSE [queue[e] EXCEPT !.atOnce = Fits(queue, e, view)])
             /\ learnt' = [Learn(view) EXCEPT !.known = IF isOurs THEN Named(@, new) ELSE @]
(* Any window looks, also while another sends: more than the program does, where only the sender looks. *)
IsDue(e) == queue[e].state = "checking" /\ queue[e].sent > 0 /\ (queue[e].looks = 0 \/ queue[e].looked > 0)
Look(p) == IsFree(p) /\ (\E e \in Entries : IsDue(e)) /\ Read(p, "looked")
RECURSIVE Decided(_, _, _, _)
Decided(q, D, view, age) == IF D = {} THEN q ELSE Decided(Decide(q, Min(D), view, age), D \ {Min(D)}, view, age)
Apply(p) ==
  /\ window[p].pc = "looked" /\ Memory(p, Idle) /\ UNCHANGED lease /\ Outside
  /\ LET after == Decided(queue, Entries, window[p].view, window[p].age)
     IN /\ queue' = after
        /\ learnt' = [learnt EXCEPT !.known = Named(@, {after[e].pet : e \in Entries} \ {queue[e].pet : e \in Entries})]
(* Where keys are honoured: the same bytes under the same key, but not where they may be taken out on the way. *)
Repeat(p) ==
  /\ MayAct(p) /\ learnt.echo /\ (Has("same network") => ~learnt.moved) /\ UNCHANGED <<learnt, lease>> /\ Outside
  /\ \E e \in Entries : /\ queue[e].state = "checking" /\ (learnt.moved => queue[e].looks > 0) /\ Put(e, [queue[e] EXCEPT !.state = "sending", !.sent = 0])
                        /\ Memory(p, [Idle EXCEPT !.pc = "attempted", !.e = e])

(* What goes on outside *)

NewAnimal(id, kind, of, key, age) == [id |-> id, kind |-> kind, age |-> age, of |-> of, key |-> key, there |-> TRUE]
NextId == Cardinality(store) + 1
IsAwaited(r) == r.age = 0 /\ \E p \in Windows : window[p].pc = "posted" /\ window[p].e = r.e /\ r.key = Request(r.e).key
Arrive(r) ==
  LET same == {x \in store : Keys = "honoured" /\ r.key > 0 /\ x.of = r.e /\ x.key = r.key}
      id == IF same = {} THEN NextId ELSE (CHOOSE x \in same : TRUE).id
  IN /\ r.id = 0 /\ Inside /\ UNCHANGED left
     /\ store' = IF same = {} THEN store \cup {NewAnimal(id, Kind(r.e), r.e, r.key, 0)} ELSE store
     /\ wire' = (wire \ {r}) \cup (IF IsAwaited(r) THEN {[r EXCEPT !.id = id]} ELSE {})
Die(r) == r.id = 0 /\ ~IsAwaited(r) /\ wire' = wire \ {r} /\ Inside /\ UNCHANGED <<store, left>>
Others(kind) == store' = store \cup {NewAnimal(NextId, kind, 0, 0, 0)} /\ UNCHANGED wire
Stranger == Spend("strangers") /\ Others(0) /\ Inside
Twin ==
  /\ Spend("twins") /\ Others(1) /\ Inside
  /\ \A e \in Equals(queue, 1) :
       Intrudes = "open" \/ (queue[e].alike # {} /\ queue[e].state = "checking" /\ \A p \in Windows : window[p].pc # "atOnce")
  /\ Intrudes = "never" => \A p \in Windows : window[p].pc = "listed" => window[p].age > 0
Remove ==
  /\ Spend("removals") /\ Inside /\ UNCHANGED wire
  /\ \E i \in 1..Len(learnt.known) : store' = {IF x.id = learnt.known[i].id THEN [x EXCEPT !.there = FALSE] ELSE x : x \in store}
(* A gateway on another network takes keys out. *)
Move ==
  /\ Spend("moves") /\ learnt' = [learnt EXCEPT !.moved = TRUE] /\ \A p \in Windows : IsFree(p)
  /\ UNCHANGED <<queue, lease, window, store, wire>>
Tick ==
  /\ ~IsDone /\ \A p \in Windows : IsFree(p) \/ (Suspends /\ window[p].pc \notin {"posted", "atOnce"})
  /\ queue' = [e \in Entries |-> IF IsOpen(queue, e) THEN [queue[e] EXCEPT !.sent = Older(@, Ten), !.looked = Older(@, 2)] ELSE queue[e]]
  /\ window' = [p \in Windows |-> IF IsFree(p) /\ ~Suspends THEN Idle
                                 ELSE IF window[p].pc \in {"listed", "looked"} THEN [window[p] EXCEPT !.age = Older(@, 2)] ELSE window[p]]
  /\ store' = {[x EXCEPT !.age = Older(@, Oldest)] : x \in store}
  /\ wire' = {[r EXCEPT !.age = @ + 1] : r \in {r \in wire : r.age + 1 < Late}} /\ UNCHANGED <<learnt, lease, left>>

Old(kind, S) == {NewAnimal(id, kind, 0, 0, Oldest) : id \in S}
Init ==
  /\ queue = [e \in Entries |-> IF Restored THEN [New EXCEPT !.state = "checking", !.high = 1] ELSE New]
  /\ lease = 0 /\ window = [p \in Windows |-> Idle] /\ wire = {}
  /\ store = Old(0, {1}) \cup Old(1, {n + 1 : n \in 1..Like}) \cup Old(9, {n + 1 + Like : n \in 1..Ours})
  /\ learnt = [known |-> [n \in 1..Ours |-> [id |-> n + 1 + Like, lacking |-> 0]], prompt |-> Prompt,
               echo |-> Keys # "none", moved |-> FALSE, lagged |-> FALSE]
  /\ left = [losses |-> Losses, crashes |-> Crashes, twins |-> Twins, strangers |-> Strangers, removals |-> Removals, moves |-> Moves]
Next ==
  \/ \E p \in Windows : \/ Take(p) \/ Release(p) \/ Crash(p) \/ ReadList(p) \/ Attempt(p) \/ Post(p) \/ Answer(p) \/ Lose(p)
                        \/ LookAtOnce(p) \/ Look(p) \/ Apply(p) \/ Repeat(p)
  \/ \E r \in wire : Arrive(r) \/ Die(r)
  \/ Stranger \/ Twin \/ Remove \/ Move \/ Tick

(* The promises. Identical entries are one another's equals, so they are counted. *)

OfKind(k) == {e \in Entries : Kind(e) = k}
Inserted(k) == {x \in store : x.of # 0 /\ Kind(x.of) = k}
NotDoubled == \A e \in Entries : Cardinality(Inserted(Kind(e))) <= Cardinality(OfKind(Kind(e)))
NotLost == \A e \in Entries : Cardinality({d \in OfKind(Kind(e)) : queue[d].state = "created"}) <= Cardinality(Inserted(Kind(e)))
NotAnothers == \A e \in Entries : queue[e].state = "created" => queue[e].pet \in {x.id : x \in Inserted(Kind(e))}
(* Not a promise, but a goal. *)
AskedOnce == Cardinality({e \in Entries : queue[e].state = "review"}) <= 1
OneEach == \A d, e \in Entries : (d # e /\ queue[d].state = "created" /\ queue[e].state = "created") => queue[d].pet # queue[e].pet
=============================================================================
