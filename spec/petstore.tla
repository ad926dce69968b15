------------------------------ MODULE petstore ------------------------------
(***************************************************************************)
(* The protocol by which petstore sends what a person entered, against a   *)
(* service that may lose, delay, hide, forget and refuse.                  *)
(*                                                                         *)
(* An entry is its history of records (source/domain/record.ts). A state   *)
(* here holds what the fold over that history comes to, and each action    *)
(* that publishes a record is named after its kind: spec/records.json says *)
(* which action writes which. Constants switch the behaviours of the       *)
(* service and its surroundings (numbers are budgets: how often a fault    *)
(* may happen) and the rules of the client. docs/internals/model.md tells  *)
(* what is modelled and what is not.                                       *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
  Entries,      \* the numbers of the entries, e.g. {1, 2}
  Programs,     \* the programs that share the store's folder
  Alike,        \* TRUE: all entries have the same name and category
  Seeds,        \* how many animals the service holds at first, of another name
  Twin,         \* TRUE: one more animal is there at first that searches like entry 1
  MostRounds,   \* searches without a verdict, or that fail, before a person is asked
  (* What the service does. *)
  Keys,         \* "none", "honoured", "claimed": announced, and taken away on the way; "echoed": sent back and not honoured
  Hides,        \* "nothing", "some": no list shows animals of entry 1's status; "all"
  Caps,         \* "nothing", or the one animal that the list shows, and claims to be whole: the "oldest", the "newest"
  Rewrites,     \* "nothing", "some": it changes names of entry 1's kind; "all"
  Lag,          \* every list is as many settle times behind
  Stale,        \* TRUE: each reading may be of any earlier moment
  Neighbours,   \* animals of other names that somebody else adds
  Lags,         \* readings that lack what was added since the last settle time
  LagsLong,     \* readings that lack animals that have been there for longer
  PerRow,       \* TRUE: a list may lack any rows, whatever else it shows
  Replicas,     \* readings from a replica that lacks animals the client knows of
  Rollbacks,    \* how often the service loses its youngest animal, and gives the id anew
  Removals,     \* how often an operator removes an animal
  Corrections,  \* how often somebody corrects the name of an animal, minutes after it came
  Forgets,      \* TRUE: keys are forgotten after a day
  Refuses,      \* refusals in the service's own words: 400, 429, 401, 404 alike
  BareRefusals, \* 403 without an Error body, in the place of any answer
  Accepts,      \* 202 in the place of a 201
  (* What surrounds it. *)
  Losses,       \* answers that are lost; the request may arrive late
  NotSents,     \* connections that never came about
  Kills,        \* SIGKILL at any step
  Suspends,     \* Ctrl-Z between the record and the first byte
  FullDisks,    \* outcomes that cannot be saved before the lease is let go
  Colleagues,   \* animals like entry 1 that somebody else adds
  Intrudes,     \* TRUE: even while an answer is being searched for and nothing glanced at
  LateArrival,  \* TRUE: a request may arrive after more than a settle time
  PutBacks,     \* how often the folder is put back from a backup
  Marks,        \* "none", or a mark that tells how far sending came: "outside" what is put back, or "inside"
  KeyChanges,   \* how often a person changes the key or the address
  OtherKey,     \* "rotated": same tenant; "foreign": another; "twinned": another, that searches alike; "address": another store
  Acts,         \* what a person does: edit, hold, release, retry, discard, ...
  Mistakes,     \* TRUE: a person may take any animal of that name for theirs
  (* The rules of the client; each is switched off alone to show what it is for. *)
  RuleAttemptFirst,    \* the attempt is on disk before the first byte
  RuleOrphans,         \* an attempt without an outcome may have been applied
  RuleCompareAndSwap,  \* a record is published only on the history that was decided on
  RuleUndecidedStays,  \* no later attempt settles an earlier one
  RuleOneOfAKind,      \* an undecided entry blocks those with the same name and category
  RuleSettleTime,      \* it is looked for, and a witness is sent, a settle time after the sending
  RuleBaseline,        \* what was there before is not ours, by a list that shows our youngest
  RuleWitness,         \* absence needs one of ours in the same list that was sent a settle time later
  RuleReach,           \* and something from before the attempt
  RuleListed,          \* and one of ours of the same status
  RuleNewcomer,        \* a newcomer that nobody explains may be ours under another name
  RuleGlance,          \* a common name is adopted only if a look at once after the lost answer saw it
  RuleClaims,          \* of two claims of one animal one is taken back
  RuleSigned,          \* a refusal counts only in the service's own words
  RuleApplied,         \* a 2xx without an id is never sent again
  RuleEcho,            \* keys are honoured where the service says so, and sent one back
  RuleKeyLife,         \* a key is relied on for less than a day
  RuleSendBy,          \* an attempt that was suspended is given up
  RuleMark,            \* a queue behind its mark asks, and so does a mark that was put back itself
  RuleTenant,          \* under another key the youngest known animals must be there
  RuleAddress          \* an entry is sent to the store it was entered for

VARIABLES
  entries,   \* what each entry's records come to
  programs,  \* what each program holds in memory; SIGKILL empties it
  service,   \* the animals, and the requests on the way
  world      \* the lease, the clock, budgets, and what persons did

vars == <<entries, programs, service, world>>

-----------------------------------------------------------------------------
(* Words *)

Content(e) == IF Alike THEN 1 ELSE e
(* Of which status it is, and of which kind its name: they matter where the service treats one of them in its own way. *)
Status(e) == IF Hides = "some" THEN e ELSE 1
Kind(e) == IF Rewrites = "some" THEN e ELSE 1
IsRewritten(e) == Rewrites = "all" \/ (Rewrites = "some" /\ e = 1)

Fresh == [state |-> "none", undecided |-> FALSE, attempts |-> 0, first |-> 0, key |-> 1, baseline |-> {}, weak |-> FALSE, lookalikes |-> {}, glanced |-> FALSE, glance |-> {},
          searches |-> 0, failed |-> 0, later |-> {}, applied |-> FALSE, honoured |-> FALSE, bare |-> 0, pet |-> 0, by |-> "nobody", heldFrom |-> "none", givenUp |-> FALSE, replaced |-> FALSE, before |-> "none",
          notMine |-> {}, sealed |-> FALSE, credential |-> "own", home |-> 1, defied |-> FALSE, confirmed |-> FALSE, again |-> 0]

Idle == [pc |-> "idle", entry |-> 0, ids |-> {}, note |-> "", pet |-> 0, stale |-> FALSE]

Ids(animals) == {x.id : x \in animals}

(* For how many settle times an animal has been there, as far as that matters. *)
Oldest == IF Lag > 1 THEN Lag ELSE 1
IsYoung(x) == x.age = 0
Aged(animals) == {[x EXCEPT !.age = IF @ < Oldest THEN @ + 1 ELSE @] : x \in animals}

(* The animals that the present key shows. *)
Tenant == IF world.credential \in {"own", "rotated"} THEN 1 ELSE 2
Shop == {x \in service.pets : x.store = Tenant}

IsUndecided(e) == entries[e].undecided /\ entries[e].state \notin {"created", "discarded"}

(* Created entries whose ids count; one that was confirmed to be of before a reset does not. *)
Owners(id) == {e \in Entries : entries[e].state = "created" /\ entries[e].pet = id /\ entries[e].by # "former"}
HasOwner(id, e) == \E d \in Owners(id) : d # e
(* Ownership ends with the id: one that shows another name or category belongs to nobody. *)
OwnedByOther(x, e) == \E d \in Owners(x.id) : d # e /\ (IsRewritten(d) \/ x.c = 8 \/ Content(d) = x.c)

Contested == {e \in Entries : /\ entries[e].state = "created"
                              /\ entries[e].by \in {"engine", "person"}
                              /\ \E d \in Owners(entries[e].pet) : d # e /\ (entries[d].by = "answer" \/ d < e)}

Believed == IF RuleEcho THEN Keys \in {"honoured", "claimed"} /\ world.echoed ELSE Keys # "none"

IsSettledByKey(e) == /\ entries[e].honoured
                     /\ entries[e].credential = world.credential
                     /\ (RuleKeyLife => ~world.dayPassed)

(* The same key at another address is a matter of the address (HasAddress). *)
IsOfTenant(e) == entries[e].credential = world.credential \/ world.joined \/ world.credential = "address" \/ ~RuleTenant

-----------------------------------------------------------------------------
(* The fold: what a record makes of an entry (source/local/journal/fold-entry.ts). *)

Settled(r) == [r EXCEPT !.undecided = FALSE, !.first = 0, !.baseline = {}, !.weak = FALSE, !.lookalikes = {}, !.glanced = FALSE, !.glance = {}, !.searches = 0, !.later = {}, !.failed = 0, !.applied = FALSE, !.honoured = FALSE]

(* While it may have arrived, what a person wants says what becomes of it if it did not: it stays "checking". *)
SetAside(r) == [r EXCEPT !.state = IF @ = "checking" THEN @ ELSE "held", !.heldFrom = IF r.state = "rejected" THEN "rejected" ELSE IF r.heldFrom # "none" THEN r.heldFrom ELSE "queued"]

GivenUp(r) == IF r.state = "checking" THEN [r EXCEPT !.givenUp = TRUE] ELSE [r EXCEPT !.givenUp = FALSE, !.before = r.state, !.state = "discarded"]

GivenBack(r) == IF r.state = "checking" THEN [r EXCEPT !.givenUp = FALSE] ELSE [r EXCEPT !.state = r.before, !.before = "none"]

(* And comes true once it is known that it did not. *)
Fulfilled(r) ==
  IF r.undecided \/ r.state \notin {"queued", "rejected"} THEN r
  ELSE LET other == IF r.replaced THEN [r EXCEPT !.state = "queued", !.replaced = FALSE, !.key = @ + 1, !.bare = 0] ELSE r
           aside == IF other.heldFrom # "none" THEN SetAside(other) ELSE other
       IN IF aside.givenUp THEN GivenUp(aside) ELSE aside

IsOverruled(r) == r.state = "checking" /\ (r.heldFrom # "none" \/ r.givenUp \/ r.replaced)

LetGo(r, to) == [r EXCEPT !.state = IF r.undecided THEN "checking" ELSE to, !.heldFrom = "none"]

Attempted(r, baseline, isWeak, lookalikes, isHonoured, credential) ==
  LET isFirst == ~r.undecided IN
    [r EXCEPT !.state = "sending", !.defied = r.defied \/ r.state \notin {"queued", "checking"} \/ IsOverruled(r), !.undecided = TRUE, !.confirmed = FALSE, !.heldFrom = "none", !.attempts = r.attempts + 1, !.first = IF isFirst THEN r.attempts + 1 ELSE r.first,
              !.baseline = IF isFirst THEN baseline ELSE r.baseline, !.weak = IF isFirst THEN isWeak ELSE r.weak, !.lookalikes = IF isFirst THEN lookalikes ELSE r.lookalikes,
              !.glanced = FALSE, !.glance = {}, !.searches = 0, !.later = {}, !.failed = 0, !.honoured = isHonoured /\ (isFirst \/ r.honoured), !.credential = credential]

Created(r, id, by) == [Settled(r) EXCEPT !.state = "created", !.pet = id, !.by = by, !.bare = 0, !.before = "none", !.heldFrom = "none", !.givenUp = FALSE, !.replaced = FALSE]

(* A refusal of one attempt says nothing of those before and after it. *)
NotApplied(r, attempt, to) ==
  IF ~r.undecided \/ attempt < r.first THEN r
  ELSE LET told == IF ~RuleUndecidedStays \/ (r.first = attempt /\ r.attempts = attempt) THEN Fulfilled([Settled(r) EXCEPT !.state = to, !.bare = 0]) ELSE [r EXCEPT !.state = "checking"]
       IN IF r.state = "discarded" THEN [told EXCEPT !.before = told.state, !.state = "discarded"] ELSE told

Unknown(r, isApplied, isBare) ==
  [r EXCEPT !.state = "checking", !.applied = (r.applied \/ isApplied), !.bare = IF isBare THEN r.bare + 1 ELSE 0]

Conflicting(r) == [r EXCEPT !.state = "review", !.pet = 0, !.by = "nobody"]

ToReview(r) == [r EXCEPT !.state = "review"]

Disowned(r) == [Settled(r) EXCEPT !.state = "review", !.undecided = TRUE, !.first = r.attempts + 1, !.weak = TRUE, !.notMine = @ \cup {r.pet}, !.pet = 0, !.by = "nobody"]

-----------------------------------------------------------------------------
(* A next state as a value: working it out once is what makes exploring fast. *)

Becomes(t) ==
  /\ entries' = t.entries
  /\ programs' = t.programs
  /\ service' = t.service
  /\ world' = t.world

(* Publishing. What another program decided on the old history is refused: its `stale` says so. *)

Stale(held, e) == [held EXCEPT !.stale = (held.stale \/ (held.entry = e /\ held.pc \in {"grounded", "glancing", "seen", "judged"}))]

Put(e, r) == [entries EXCEPT ![e] = r]
(* The programs, after p published a record of entry e and went on as `next`. *)
Hand(p, e, next) == [q \in Programs |-> IF q = p THEN next ELSE Stale(programs[q], e)]

(* A person publishes one by a command of its own. *)
Act(e, r) == [entries |-> Put(e, r), programs |-> [q \in Programs |-> Stale(programs[q], e)], service |-> service, world |-> [world EXCEPT !.acts = @ - 1]]

Lead == [Idle EXCEPT !.pc = "lead"]
MayPublish(p) == ~programs[p].stale \/ ~RuleCompareAndSwap

-----------------------------------------------------------------------------
(* What a list shows, and what it is worth (source/sync/evidence/see.ts).  *)

IsHidden(x) == x.by # 0 /\ (Hides = "all" \/ (Hides = "some" /\ x.by = 1))

Newest(animals) == {x \in animals : \A y \in animals : y.id <= x.id}

Whole == LET open == {x \in Shop : ~IsHidden(x) /\ x.age >= Lag} IN CASE Caps = "oldest" -> {x \in open : \A y \in open : x.id <= y.id}
                                                              [] Caps = "newest" -> Newest(open)
                                                              [] OTHER -> open

Known == {entries[e].pet : e \in {d \in Entries : entries[d].state = "created" /\ entries[d].by # "former"}}

YoungKnown == {x.id : x \in {y \in Shop : IsYoung(y) /\ Owners(y.id) # {}}}

(* An id shows another animal than the one that was known, or nothing that was known is there. *)
IsDoubtful(ids) == \/ \E x \in Shop : x.id \in ids /\ x.c # 8 /\ \E d \in Owners(x.id) : ~IsRewritten(d) /\ Content(d) # x.c
                   \/ Known \ YoungKnown # {} /\ Known \cap ids = {}

(* The list before an attempt counts if it shows the youngest of ours; at the first contact there is none to show. *)
IsFirm(ids) == Known = {} \/ \E i \in Known \cap ids : \A j \in Known : j <= i

(* The readings there may be: what kind, and which ids they show. *)
Views == {[kind |-> "plain", ids |-> Ids(Whole)]}
         \cup (IF world.lags > 0 /\ \E x \in Whole : IsYoung(x) THEN {[kind |-> "lag", ids |-> {x.id : x \in {y \in Whole : ~IsYoung(y)}}]} ELSE {})
         \cup (IF world.lagsLong > 0 THEN {[kind |-> "long", ids |-> {x.id : x \in {y \in Whole : y.by = 0}}]} ELSE {})
         \cup (IF Stale THEN {[kind |-> "stale", ids |-> {x.id : x \in {y \in Whole : y.id <= last}}] : last \in {0} \cup Ids(Whole)} ELSE {})
         \cup (IF PerRow THEN {[kind |-> "rows", ids |-> ids] : ids \in SUBSET Ids(Whole)} ELSE {})
         \cup (IF world.replicas > 0 THEN {[kind |-> "replica", ids |-> {}]} ELSE {})

Spend(w, kind) ==
  CASE kind = "lag" -> [w EXCEPT !.lags = @ - 1]
    [] kind = "long" -> [w EXCEPT !.lagsLong = @ - 1]
    [] kind = "replica" -> [w EXCEPT !.replicas = @ - 1]
    [] OTHER -> w

(* A reading may raise the doubt whether the service is still the one that was known, and a second one makes sure of it. *)
Doubted(w) == IF w.doubt = "none" THEN [w EXCEPT !.doubt = "raised", !.waited = {}] ELSE [w EXCEPT !.doubt = "sure"]

(* An entry that waits and that nobody confirmed since its last attempt, and whose animal is there since the list was last seen. *)
LooksPutBack(e, ids) == Marks = "none" /\ RuleMark /\ ~entries[e].confirmed /\ \E x \in Shop : x.id \in ids /\ x.c = Content(e) /\ x.id \notin world.copy /\ Owners(x.id) = {}

-----------------------------------------------------------------------------
(* Deciding (source/sync/outbox/plan.ts) *)

Pauses == world.paused \/ world.doubt # "none" \/ world.said # "nothing"

IsSendable(e) == /\ entries[e].state = "queued"
                 /\ IsOfTenant(e)
                 /\ (RuleOneOfAKind => \A d \in Entries : d # e => ~(IsUndecided(d) /\ Content(d) = Content(e)))

IsResendable(e) == entries[e].state = "checking" /\ IsOfTenant(e) /\ Believed /\ IsSettledByKey(e) /\ ~entries[e].applied /\ ~IsOverruled(entries[e])

IsSearchable(e) == entries[e].state = "checking" /\ IsOfTenant(e) /\ ~IsResendable(e) /\ (RuleSettleTime => e \in world.waited)

HasAddress == RuleAddress => world.credential # "address"

Orphans == {e \in Entries : entries[e].state = "sending"}

HasWork == /\ HasAddress
           /\ ~world.paused
           /\ world.doubt # "sure"
           /\ \/ RuleClaims /\ Contested # {}
              \/ Orphans # {}
              \/ world.doubt = "raised" /\ world.waited # {}
              \/ world.doubt = "none" /\ world.said = "nothing" /\ \E e \in Entries : IsSendable(e) \/ IsResendable(e) \/ IsSearchable(e)

(* Attempts that the mark knows of and the queue does not. *)
PutBack == {e \in Entries : \E line \in world.mark : line[1] = e /\ line[2] > entries[e].attempts}

-----------------------------------------------------------------------------
(* Actions of the sender *)

Enter(p, e) ==
  \E t \in {
    [entries |-> Put(e, [Fresh EXCEPT !.state = "queued", !.credential = world.credential, !.home = Tenant]),
     programs |-> Hand(p, e, programs[p]),
     service |-> service,
     world |-> world]} : Becomes(t)

Lease(p) ==
  \E t \in {
    [entries |-> entries,
     programs |-> [programs EXCEPT ![p] = Lead],
     service |-> service,
     world |-> [world EXCEPT !.lease = p, !.paused = (RuleMark /\ (PutBack # {} \/ world.restored))]]} : Becomes(t)

Release(p) ==
  \E t \in {
    [entries |-> entries,
     programs |-> [programs EXCEPT ![p] = Idle],
     service |-> service,
     world |-> [world EXCEPT !.lease = 0]]} : Becomes(t)

(* The lease's holder owns every attempt without an outcome: its process is gone. *)
OutcomeOrphan(p, e) ==
  \E t \in {
    [entries |-> Put(e, IF RuleOrphans THEN Unknown(entries[e], FALSE, FALSE) ELSE NotApplied(entries[e], entries[e].attempts, "queued")),
     programs |-> Hand(p, e, programs[p]),
     service |-> service,
     world |-> world]} : Becomes(t)

DisownedClaim(p, e) ==
  \E t \in {
    [entries |-> Put(e, Disowned(entries[e])),
     programs |-> Hand(p, e, programs[p]),
     service |-> service,
     world |-> world]} : Becomes(t)

(* The list before an attempt; where keys are honoured none is needed. *)
TakeBaseline(p, e, view) ==
  \E t \in {
    LET isDoubted == IsDoubtful(view.ids)
        isAsked == LooksPutBack(e, view.ids)
    IN
       [entries |-> entries,
        programs |-> [programs EXCEPT ![p] =
            IF isAsked \/ isDoubted THEN Lead
            ELSE [Idle EXCEPT !.pc = "grounded", !.entry = e, !.ids = view.ids, !.note = IF IsFirm(view.ids) THEN "strong" ELSE "weak"]],
        service |-> service,
        world |-> IF isAsked THEN [world EXCEPT !.paused = TRUE] ELSE IF isDoubted THEN Doubted(Spend(world, view.kind)) ELSE Spend(world, view.kind)]} : Becomes(t)

NeedNoBaseline(p, e) ==
  \E t \in {
    [entries |-> entries,
     programs |-> [programs EXCEPT ![p] = [Idle EXCEPT !.pc = "grounded", !.entry = e, !.note = "weak"]],
     service |-> service,
     world |-> world]} : Becomes(t)

(* Whoever is sent for the first time a settle time after another was lost bears witness for it, once it is confirmed. *)
NoteLater(e, after) ==
  [d \in Entries |-> IF d # e /\ after[d].undecided /\ ~entries[e].undecided /\ (RuleSettleTime => world.age[d] > 0) THEN [after[d] EXCEPT !.later = @ \cup {e}] ELSE after[d]]

Attempt(p) ==
  \E t \in {
    LET q == programs[p]
        e == q.entry
        before == IF RuleBaseline THEN q.ids ELSE {}
        lookalikes == {x.id : x \in {y \in Shop : y.id \in before /\ y.c = Content(e)}}
    IN
       [entries |-> NoteLater(e, Put(e, Attempted(entries[e], before, q.note = "weak", lookalikes, Believed, world.credential))),
        programs |-> Hand(p, e, [q EXCEPT !.pc = IF Marks # "none" THEN "recorded" ELSE "ready", !.ids = {}, !.note = "", !.stale = FALSE]),
        service |-> service,
        world |-> [world EXCEPT !.waited = @ \ {e}, !.age[e] = 0]]} : Becomes(t)

(* The next record was published by another program: planned anew. *)
Raced(p) ==
  \E t \in {
    [entries |-> entries,
     programs |-> [programs EXCEPT ![p] = Lead],
     service |-> service,
     world |-> world]} : Becomes(t)

NoteMark(p) ==
  \E t \in {
    [entries |-> entries,
     programs |-> [programs EXCEPT ![p].pc = "ready"],
     service |-> service,
     world |-> [world EXCEPT !.mark = @ \cup {<<programs[p].entry, entries[programs[p].entry].attempts>>}]]} : Becomes(t)

Request(p, e) == [entry |-> e, key |-> entries[e].key, by |-> p, attempt |-> entries[e].attempts, id |-> 0, store |-> Tenant, slow |-> FALSE]

Send(p) ==
  \E t \in {
    [entries |-> entries,
     programs |-> [programs EXCEPT ![p].pc = "sent"],
     service |-> [service EXCEPT !.wire = @ \cup {Request(p, programs[p].entry)}],
     world |-> world]} : Becomes(t)

(* With RuleAttemptFirst off: the bytes leave before the record. *)
SendFirst(p) ==
  \E t \in {
    [entries |-> entries,
     programs |-> [programs EXCEPT ![p].pc = "hasty"],
     service |-> [service EXCEPT !.wire = @ \cup {[Request(p, programs[p].entry) EXCEPT !.attempt = @ + 1]}],
     world |-> world]} : Becomes(t)

RecordLate(p) ==
  \E t \in {
    LET q == programs[p] IN
    [entries |-> Put(q.entry, Attempted(entries[q.entry], q.ids, q.note = "weak", {}, Believed, world.credential)),
     programs |-> Hand(p, q.entry, [q EXCEPT !.pc = "sent", !.ids = {}, !.note = "", !.stale = FALSE]),
     service |-> service,
     world |-> [world EXCEPT !.waited = @ \ {q.entry}, !.age[q.entry] = 0]]} : Becomes(t)

(* Ctrl-Z between the record and the first byte lets go of the lease; what was aborted is not sent later. *)
Suspend(p) ==
  \E t \in {
    [entries |-> entries,
     programs |-> [programs EXCEPT ![p].pc = "asleep"],
     service |-> service,
     world |-> [world EXCEPT !.lease = 0, !.suspends = @ - 1]]} : Becomes(t)

WakeAndSend(p) ==
  \E t \in {
    [entries |-> entries,
     programs |-> [programs EXCEPT ![p] = Idle],
     service |-> [service EXCEPT !.wire = @ \cup {Request(p, programs[p].entry)}],
     world |-> world]} : Becomes(t)

OutcomeGivenUp(p) ==
  \E t \in {
    LET q == programs[p] IN
    [entries |-> Put(q.entry, NotApplied(entries[q.entry], q.pet, "queued")),
     programs |-> Hand(p, q.entry, Idle),
     service |-> service,
     world |-> world]} : Becomes(t)

-----------------------------------------------------------------------------
(* What comes of a request *)

Mine(p) == {w \in service.wire : w.by = p}

(* Where the service honours keys, the same key means the same animal. *)
Remembered(w) == IF Keys = "honoured" /\ ~service.forgot THEN {x \in service.pets : x.key = <<w.entry, w.key>>} ELSE {}

Insert(w) ==
  \E t \in {
    LET same == Remembered(w)
        id == IF same = {} THEN service.next ELSE CHOOSE i \in Ids(same) : TRUE
    IN
       [entries |-> entries,
        programs |-> programs,
        service |-> [service EXCEPT
            !.wire = (@ \ {w}) \cup (IF w.by = 0 THEN {} ELSE {[w EXCEPT !.id = id]}),
            !.next = IF same = {} THEN @ + 1 ELSE @,
            !.made = @ \cup {<<w.entry, id>>},
            !.pets = IF same = {} THEN @ \cup {[id |-> id, c |-> IF IsRewritten(w.entry) THEN 9 ELSE Content(w.entry), by |-> w.entry, store |-> w.store, age |-> 0, key |-> <<w.entry, w.key>>]} ELSE @],
        world |-> world]} : Becomes(t)

Told(w) == service.wire \ {w}
(* Nobody waits for the answer any more; the request may still arrive. *)
Unheard(w) == (service.wire \ {w}) \cup (IF w.id = 0 THEN {[w EXCEPT !.by = 0]} ELSE {})

IsConflict(w) ==
  \/ \E d \in Owners(w.id) : d # w.entry /\ entries[d].by = "answer"
  \/ ~Believed /\ entries[w.entry].undecided /\ w.id \in entries[w.entry].baseline

OutcomeCreated(p, w) ==
  \E t \in {
    LET r == entries[w.entry] IN
    [entries |-> Put(w.entry, Created(r, w.id, "answer")),
     programs |-> Hand(p, w.entry, Lead),
     service |-> [service EXCEPT !.wire = Told(w)],
     world |-> [world EXCEPT !.echoed = (@ \/ Keys = "honoured")]]} : Becomes(t)

OutcomeConflict(p, w) ==
  \E t \in {
    LET r == entries[w.entry] IN
    [entries |-> Put(w.entry, Conflicting(r)),
     programs |-> Hand(p, w.entry, Lead),
     service |-> [service EXCEPT !.wire = Told(w)],
     world |-> [world EXCEPT !.paused = TRUE]]} : Becomes(t)

AfterUnknown(p, e) == IF RuleGlance /\ ~Believed /\ entries[e].lookalikes # {} THEN [Idle EXCEPT !.pc = "glancing", !.entry = e] ELSE Lead

OutcomeUnknown(p, w) ==
  \E t \in {
    [entries |-> Put(w.entry, Unknown(entries[w.entry], FALSE, FALSE)),
     programs |-> Hand(p, w.entry, AfterUnknown(p, w.entry)),
     service |-> [service EXCEPT !.wire = Unheard(w)],
     world |-> [world EXCEPT !.losses = @ - 1]]} : Becomes(t)

(* 403 without an Error body: a box on the way may have said it, after the animal was taken in. *)
OutcomeBareRefusal(p, w) ==
  \E t \in {
    [entries |-> Put(w.entry, IF RuleSigned THEN Unknown(entries[w.entry], FALSE, TRUE) ELSE NotApplied(entries[w.entry], w.attempt, "rejected")),
     programs |-> Hand(p, w.entry, IF RuleSigned THEN AfterUnknown(p, w.entry) ELSE Lead),
     service |-> [service EXCEPT !.wire = Told(w)],
     world |-> [world EXCEPT !.bareRefusals = @ - 1]]} : Becomes(t)

(* 202: it is there, under an id that is not told, or will be whenever the service likes. *)
OutcomeApplied(p, w) ==
  \E t \in {
    [entries |-> Put(w.entry, Unknown(entries[w.entry], RuleApplied, FALSE)),
     programs |-> Hand(p, w.entry, AfterUnknown(p, w.entry)),
     service |-> [service EXCEPT !.wire = Told(w) \cup (IF w.id = 0 THEN {[w EXCEPT !.by = 0, !.slow = TRUE]} ELSE {})],
     world |-> [world EXCEPT !.accepts = @ - 1]]} : Becomes(t)

(* Until the service relents nothing is sent: it asked to wait, or refused the key, or the address. *)
Refusal(p, w, to, said) ==
  [entries |-> Put(w.entry, NotApplied(entries[w.entry], w.attempt, to)),
   programs |-> Hand(p, w.entry, Lead),
   service |-> [service EXCEPT !.wire = Told(w)],
   world |-> [world EXCEPT !.refuses = @ - 1, !.said = said]]

OutcomeRejected(p, w) == \E t \in {Refusal(p, w, "rejected", "nothing")} : Becomes(t)
OutcomeDeferred(p, w) == \E t \in {Refusal(p, w, "queued", "later")} : Becomes(t)
OutcomeUnauthorized(p, w) == \E t \in {Refusal(p, w, "queued", "key")} : Becomes(t)
OutcomeMisconfigured(p, w) == \E t \in {Refusal(p, w, "queued", "address")} : Becomes(t)

OutcomeNotSent(p) ==
  \E t \in {
    LET q == programs[p] IN
    [entries |-> Put(q.entry, NotApplied(entries[q.entry], entries[q.entry].attempts, "queued")),
     programs |-> Hand(p, q.entry, Lead),
     service |-> service,
     world |-> [world EXCEPT !.notSents = @ - 1]]} : Becomes(t)

(* The disk is full: the outcome stays in memory, the lease is let go. Whoever holds it next finds an orphan. *)
KeepUnsaved(p, w) ==
  \E t \in {
    [entries |-> entries,
     programs |-> [programs EXCEPT ![p] = [Idle EXCEPT !.pc = "unsaved", !.entry = w.entry, !.pet = w.id, !.ids = {w.attempt}]],
     service |-> [service EXCEPT !.wire = Told(w)],
     world |-> [world EXCEPT !.lease = 0, !.fullDisks = @ - 1]]} : Becomes(t)

(* A late outcome names its attempt, so it may stand wherever the entry is by now; only an id undoes what a person decided. *)
SavedLate(p, r) ==
  [entries |-> Put(programs[p].entry, r),
   programs |-> Hand(p, programs[p].entry, Lead),
   service |-> service,
   world |-> [world EXCEPT !.lease = p]]

IsTaken(p) == \E d \in Owners(programs[p].pet) : d # programs[p].entry /\ entries[d].by = "answer"

OutcomeLate(p) == \E t \in {SavedLate(p, Created(entries[programs[p].entry], programs[p].pet, "answer"))} : Becomes(t)
OutcomeLateConflict(p) == \E t \in {SavedLate(p, Conflicting(entries[programs[p].entry]))} : Becomes(t)
OutcomeLateRefusal(p) == \E t \in {SavedLate(p, NotApplied(entries[programs[p].entry], CHOOSE n \in programs[p].ids : TRUE, "rejected"))} : Becomes(t)

Glanced(p, view) ==
  \E t \in {
    LET e == programs[p].entry IN
    [entries |-> Put(e, [entries[e] EXCEPT !.glanced = TRUE, !.glance = {x.id : x \in {y \in Shop : y.id \in view.ids /\ y.c = Content(e) /\ y.id \notin entries[e].baseline /\ ~OwnedByOther(y, e)}}]),
     programs |-> Hand(p, e, Lead),
     service |-> service,
     world |-> Spend(world, view.kind)]} : Becomes(t)

NoGlance(p) ==
  \E t \in {
    [entries |-> entries,
     programs |-> [programs EXCEPT ![p] = Lead],
     service |-> service,
     world |-> [world EXCEPT !.losses = @ - 1]]} : Becomes(t)

-----------------------------------------------------------------------------
(* Searching (source/sync/looks/search.ts, evidence/decide.ts) *)

(* A service that is doubted is not believed, so nothing is recorded of what it shows. *)
Read(p, e, view) ==
  \E t \in {
    LET isDoubted == IsDoubtful(view.ids)
    IN
       [entries |-> entries,
        programs |-> [programs EXCEPT ![p] = IF isDoubted THEN Lead ELSE [Idle EXCEPT !.pc = "seen", !.entry = e, !.ids = view.ids]],
        service |-> service,
        world |-> IF isDoubted THEN Doubted(Spend(world, view.kind)) ELSE Spend(world, view.kind)]} : Becomes(t)

(* The second reading of a service that is doubted. *)
ReadAgain(p, view) ==
  \E t \in {
    [entries |-> entries,
     programs |-> programs,
     service |-> service,
     world |-> IF IsDoubtful(view.ids) THEN Doubted(Spend(world, view.kind)) ELSE [Spend(world, view.kind) EXCEPT !.doubt = "none"]]} : Becomes(t)

Unowned(e, ids) == {x \in Shop : x.id \in ids /\ x.id \notin entries[e].notMine /\ ~OwnedByOther(x, e)}

IsAwaited(x, e) == \E d \in Entries : d # e /\ IsUndecided(d) /\ Content(d) = x.c

(* Names of this kind came back unchanged. *)
IsExact(e) == \E d \in Entries : Kind(d) = Kind(e) /\ entries[d].state = "created" /\ entries[d].by = "answer" /\ \E x \in service.pets : x.id = entries[d].pet /\ x.c = Content(d)
Alters(e) == \E d \in Entries : Kind(d) = Kind(e) /\ entries[d].state = "created" /\ entries[d].by = "answer" /\ \E x \in service.pets : x.id = entries[d].pet /\ x.c = 9

Before(r) == IF RuleBaseline THEN r.baseline \cup r.lookalikes ELSE {}
Candidates(e, ids) == {x \in Unowned(e, ids) : x.c = Content(e) /\ x.id \notin Before(entries[e])}

(* Does this list show an animal of ours that the store confirmed, and that was sent a settle time or more after this one? *)
Confirmed(d) == entries[d].state = "created" /\ entries[d].by = "answer"
Witnesses(e, ids) == {d \in entries[e].later : Confirmed(d) /\ entries[d].pet \in ids}
Reaches(e, ids) == RuleReach => entries[e].baseline \cap ids # {}
IsListed(e, ids) == RuleListed => \E d \in Entries : Confirmed(d) /\ Status(d) = Status(e) /\ entries[d].pet \in ids
IsWitnessed(e, ids) == Reaches(e, ids) /\ IsListed(e, ids) /\ (RuleWitness => Witnesses(e, ids) # {})

(* What the search that is about to be recorded proves: <<verdict, id>>. *)
Verdict(e, ids) ==
  LET r == entries[e]
      before == Before(r)
      mine == {x \in Unowned(e, ids) : x.c = Content(e)}
      candidates == Candidates(e, ids)
      changed == {x \in mine : x.id \in (r.baseline \ r.lookalikes)}
      contested == {x \in Shop : x.id \in ids /\ x.c = Content(e) /\ x.id \notin (r.notMine \cup before) /\ OwnedByOther(x, e)}
      newcomers == {x \in Unowned(e, ids) : x.id \notin before /\ (x.c = Content(e) \/ ~IsAwaited(x, e))}
      wait == IF r.searches + 1 < MostRounds THEN <<"again", 0>> ELSE <<"review", 0>>
  IN IF (r.weak /\ RuleBaseline /\ candidates # {}) \/ (RuleBaseline /\ changed # {}) \/ contested # {} THEN <<"review", 0>>
     ELSE IF candidates # {} THEN
       LET one == CHOOSE x \in candidates : TRUE IN
         IF Cardinality(candidates) > 1 \/ (RuleGlance /\ r.lookalikes # {} /\ ~(r.glanced /\ one.id \in r.glance)) THEN <<"review", 0>> ELSE <<"adopt", one.id>>
     ELSE IF Alters(e) THEN <<"review", 0>>
     ELSE IF r.applied \/ (RuleNewcomer /\ newcomers # {} /\ (~IsExact(e) \/ world.age[e] > 1)) THEN wait
     ELSE IF IsWitnessed(e, ids) THEN <<"absent", 0>>
     ELSE wait

Looked(p) ==
  \E t \in {
    LET q == programs[p]
        e == q.entry
        verdict == Verdict(e, q.ids)
    IN
       [entries |-> Put(e, [entries[e] EXCEPT !.searches = @ + 1, !.failed = 0]),
        programs |-> Hand(p, e, IF verdict[1] = "again" THEN Lead ELSE [Idle EXCEPT !.pc = "judged", !.entry = e, !.note = verdict[1], !.pet = verdict[2]]),
        service |-> service,
        world |-> [world EXCEPT !.waited = @ \ {e}]]} : Becomes(t)

NotLooked(p) ==
  \E t \in {
    LET e == programs[p].entry
        rounds == entries[e].failed + 1
    IN
       [entries |-> Put(e, [entries[e] EXCEPT !.failed = rounds]),
        programs |-> Hand(p, e, IF rounds >= MostRounds THEN [Idle EXCEPT !.pc = "judged", !.entry = e, !.note = "review"] ELSE Lead),
        service |-> service,
        world |-> [world EXCEPT !.waited = @ \ {e}, !.losses = @ - 1]]} : Becomes(t)

Adopted(p) ==
  \E t \in {
    LET q == programs[p] IN
    [entries |-> Put(q.entry, Created(entries[q.entry], q.pet, "engine")),
     programs |-> Hand(p, q.entry, Lead),
     service |-> service,
     world |-> world]} : Becomes(t)

(* Proven absent: queued under a new key; refused barely and absent three times: rejected. *)
Absent(p) ==
  \E t \in {
    LET e == programs[p].entry
        r == entries[e]
        to == [Settled(r) EXCEPT !.state = IF r.bare >= 3 THEN "rejected" ELSE "queued", !.key = @ + 1]
    IN
       [entries |-> Put(e, Fulfilled(to)),
        programs |-> Hand(p, e, Lead),
        service |-> service,
        world |-> world]} : Becomes(t)

Review(p) ==
  \E t \in {
    [entries |-> Put(programs[p].entry, ToReview(entries[programs[p].entry])),
     programs |-> Hand(p, programs[p].entry, Lead),
     service |-> service,
     world |-> world]} : Becomes(t)

-----------------------------------------------------------------------------
(* Persons. They tell the truth about what is theirs, and say what they want. *)

(* What was sent is looked for; what it was changed to is sent if that is not there. *)
Edited(e) == \E t \in {Act(e, IF entries[e].undecided THEN [entries[e] EXCEPT !.replaced = TRUE]
                    ELSE IF entries[e].state = "held" THEN [entries[e] EXCEPT !.heldFrom = "queued", !.key = @ + 1, !.bare = 0]
                    ELSE LetGo([entries[e] EXCEPT !.key = @ + 1, !.bare = 0], "queued"))} : Becomes(t)
Held(e) == \E t \in {Act(e, SetAside(entries[e]))} : Becomes(t)
Released(e) == \E t \in {Act(e, LetGo(entries[e], IF entries[e].heldFrom = "rejected" THEN "rejected" ELSE "queued"))} : Becomes(t)
Retried(e) == \E t \in {Act(e, LetGo(entries[e], "queued"))} : Becomes(t)
Discarded(e) == \E t \in {Act(e, GivenUp(entries[e]))} : Becomes(t)
Restored(e) == \E t \in {Act(e, GivenBack(entries[e]))} : Becomes(t)
RestoredHeld(e) == \E t \in {Act(e, SetAside(GivenBack(entries[e])))} : Becomes(t)
AdoptedByPerson(e, id) == \E t \in {Act(e, Created(entries[e], id, "person"))} : Becomes(t)
DisownedByPerson(e) == \E t \in {Act(e, Disowned(entries[e]))} : Becomes(t)
SentAgain(e) == \E t \in {Act(e, Fulfilled([LetGo(Settled(entries[e]), "queued") EXCEPT !.again = @ + 1, !.confirmed = TRUE, !.givenUp = FALSE]))} : Becomes(t)

(* The archive takes what was settled long ago. *)
Archived(p, e) ==
  \E t \in {
    [entries |-> Put(e, [entries[e] EXCEPT !.sealed = TRUE]),
     programs |-> Hand(p, e, programs[p]),
     service |-> service,
     world |-> world]} : Becomes(t)

(* A person confirms what sending waits for. Where attempts are missing they answer for what is sent again. *)
Resume(go) ==
  \E t \in {
    LET isReset == world.doubt = "sure"
        missing == PutBack \cup {e \in Entries : entries[e].state = "queued" /\ ~entries[e].confirmed /\ Marks # "outside" /\ \E x \in service.made : x[1] = e}
    IN
       [entries |-> [e \in Entries |->
            LET r == entries[e]
                former == IF isReset /\ r.state = "created" THEN [r EXCEPT !.sealed = TRUE, !.by = "former"] ELSE r
            IN IF e \in missing THEN [former EXCEPT !.again = @ + 1, !.confirmed = TRUE] ELSE former],
        programs |-> programs,
        service |-> service,
        world |-> [world EXCEPT !.paused = FALSE, !.restored = FALSE, !.doubt = "none", !.mark = {l \in world.mark : l[1] \notin missing}]]} : Becomes(t)

-----------------------------------------------------------------------------
(* Surroundings *)

Kill(p) ==
  \E t \in {
    [entries |-> entries,
     programs |-> [programs EXCEPT ![p] = Idle],
     service |-> [service EXCEPT !.wire = {[w EXCEPT !.by = IF w.by = p THEN 0 ELSE w.by] : w \in {v \in @ : v.by # p \/ v.id = 0}}],
     world |-> [world EXCEPT !.kills = @ - 1, !.lease = IF @ = p THEN 0 ELSE @]]} : Becomes(t)

(* The service can be sent to again: the wait is over, or a read succeeds, or a person says so. *)
Relent(go) ==
  \E t \in {
    [entries |-> entries,
     programs |-> programs,
     service |-> service,
     world |-> [world EXCEPT !.said = "nothing"]]} : Becomes(t)

Later(w) == [w EXCEPT !.waited = Entries, !.age = [e \in Entries |-> IF @[e] < 2 THEN @[e] + 1 ELSE 2]]

(* A settle time passes: what was on the way has arrived or never will. *)
Tick(go) ==
  \E t \in {
    [entries |-> entries,
     programs |-> programs,
     service |-> [service EXCEPT !.wire = {w \in @ : LateArrival \/ w.slow}, !.pets = Aged(@)],
     world |-> Later(world)]} : Becomes(t)

DayPasses(go) ==
  \E t \in {
    [entries |-> entries,
     programs |-> programs,
     service |-> [service EXCEPT !.wire = {}, !.forgot = TRUE],
     world |-> [Later(Later(world)) EXCEPT !.dayPassed = TRUE]]} : Becomes(t)

ColleagueAdds(go) ==
  \E t \in {
    [entries |-> entries,
     programs |-> programs,
     service |-> [service EXCEPT !.pets = @ \cup {[id |-> service.next, c |-> 1, by |-> 0, store |-> 1, age |-> 0, key |-> <<0, 0>>]}, !.next = @ + 1],
     world |-> [world EXCEPT !.colleagues = @ - 1]]} : Becomes(t)

NeighbourAdds(go) ==
  \E t \in {
    [entries |-> entries,
     programs |-> programs,
     service |-> [service EXCEPT !.pets = @ \cup {[id |-> service.next, c |-> 7, by |-> 0, store |-> 1, age |-> 0, key |-> <<0, 0>>]}, !.next = @ + 1],
     world |-> [world EXCEPT !.neighbours = @ - 1]]} : Becomes(t)

Rollback(go) ==
  \E t \in {
    [entries |-> entries,
     programs |-> programs,
     service |-> [service EXCEPT !.pets = @ \ Newest(@), !.next = @ - 1],
     world |-> [world EXCEPT !.rollbacks = @ - 1]]} : Becomes(t)

Remove(x) ==
  \E t \in {
    [entries |-> entries,
     programs |-> programs,
     service |-> [service EXCEPT !.pets = @ \ {x}],
     world |-> [world EXCEPT !.removals = @ - 1]]} : Becomes(t)

(* Somebody sees that the name is misspelt. *)
Correct(x) ==
  \E t \in {
    [entries |-> entries,
     programs |-> programs,
     service |-> [service EXCEPT !.pets = (@ \ {x}) \cup {[x EXCEPT !.c = 8]}],
     world |-> [world EXCEPT !.corrections = @ - 1]]} : Becomes(t)

TakeBackup(go) ==
  \E t \in {
    [entries |-> entries,
     programs |-> programs,
     service |-> service,
     world |-> [world EXCEPT !.backup = entries, !.markThen = world.mark, !.hasBackup = TRUE, !.saved = Ids(Shop)]]} : Becomes(t)

PutFolderBack(go) ==
  \E t \in {
    [entries |-> world.backup,
     programs |-> [q \in Programs |-> Idle],
     service |-> [service EXCEPT !.wire = {}, !.pets = Aged(@)],
     world |-> [world EXCEPT !.putBacks = @ - 1, !.hasBackup = FALSE, !.backup = [e \in Entries |-> Fresh], !.copy = world.saved, !.mark = IF Marks = "inside" THEN world.markThen ELSE @, !.restored = (Marks = "inside"), !.markThen = {}, !.lease = 0, !.waited = {}]]} : Becomes(t)

ChangeKey(go) ==
  \E t \in {
    [entries |-> entries,
     programs |-> programs,
     service |-> service,
     world |-> [world EXCEPT !.keyChanges = @ - 1, !.credential = IF @ = "own" THEN OtherKey ELSE "own", !.joined = FALSE]]} : Becomes(t)

(* The youngest animals that were seen under the one key are there under the other. *)
JoinKeys(go) ==
  \E t \in {
    [entries |-> entries,
     programs |-> programs,
     service |-> service,
     world |-> [world EXCEPT !.joined = TRUE]]} : Becomes(t)

-----------------------------------------------------------------------------

Init ==
  /\ entries = [e \in Entries |-> Fresh]
  /\ programs = [p \in Programs |-> Idle]
  /\ service = [pets |-> {[id |-> i, c |-> 0, by |-> 0, store |-> 1, age |-> Oldest, key |-> <<0, 0>>] : i \in 1..Seeds}
                         \cup (IF Twin THEN {[id |-> Seeds + 1, c |-> 1, by |-> 0, store |-> 1, age |-> Oldest, key |-> <<0, 0>>]} ELSE {}),
                next |-> Seeds + 1 + (IF Twin THEN 1 ELSE 0), wire |-> {}, forgot |-> FALSE, made |-> {}]
  /\ world = [lease |-> 0, waited |-> {}, dayPassed |-> FALSE, paused |-> FALSE, doubt |-> "none", credential |-> "own", joined |-> FALSE, said |-> "nothing", mark |-> {}, markThen |-> {}, restored |-> FALSE, copy |-> 1..(Seeds + 1),
              backup |-> [e \in Entries |-> Fresh], hasBackup |-> FALSE, saved |-> {}, lags |-> Lags, lagsLong |-> LagsLong, replicas |-> Replicas, rollbacks |-> Rollbacks,
              removals |-> Removals, corrections |-> Corrections, neighbours |-> Neighbours, age |-> [e \in Entries |-> 2], echoed |-> FALSE, refuses |-> Refuses, bareRefusals |-> BareRefusals, accepts |-> Accepts, losses |-> Losses, notSents |-> NotSents, kills |-> Kills,
              suspends |-> Suspends, fullDisks |-> FullDisks, colleagues |-> Colleagues, putBacks |-> PutBacks, keyChanges |-> KeyChanges, acts |-> Acts]

At(pc) == {p \in Programs : programs[p].pc = pc}
In(states) == {e \in Entries : entries[e].state \in states}
Decided(states) == {e \in Entries : entries[e].state \in states /\ ~entries[e].undecided}
(* And nobody gave it up meanwhile. *)
LookedFor == {e \in In({"checking"}) : ~entries[e].givenUp}
When(condition) == IF condition THEN {1} ELSE {}

(* The sender's first duties come before its plans. *)
IsFree == Orphans = {} /\ (RuleClaims => Contested = {})

IsWaitedFor == (\E e \in Entries : entries[e].state = "checking" /\ (e \notin world.waited \/ world.age[e] < 2)) \/ (world.doubt = "raised" /\ world.waited = {})
IsQuiet == \A q \in Programs : programs[q].pc \in {"idle", "lead", "asleep", "unsaved"}
(* A colleague adds the same animal before a request or after its glance; in between nobody can tell the two apart. *)
MayIntrude == Intrudes \/ \A e \in Entries : (IsUndecided(e) => (entries[e].state \in {"checking", "review"} /\ entries[e].lookalikes # {} /\ At("glancing") = {}))

(* What may happen next. `When` stands for a guard: the checker then skips what hangs on it. *)
Next ==
  \/ \E p \in Programs :
       \/ \E is \in When(programs[p].pc = "idle") :
            \/ \E e \in {d \in In({"none"}) : \A c \in In({"none"}) : d <= c} : Enter(p, e)
            \/ \E go \in When(world.lease = 0 /\ HasWork) : Lease(p)
       \/ \E is \in When(programs[p].pc = "lead") :
            \/ \E e \in Orphans : OutcomeOrphan(p, e)
            \/ \E e \in (IF RuleClaims THEN Contested ELSE {}) : DisownedClaim(p, e)
            \/ \E go \in When(IsFree /\ ~Pauses /\ HasAddress) :
                 \/ \E e \in {d \in Entries : IsSendable(d)} : \E view \in Views : TakeBaseline(p, e, view)
                 \/ \E e \in {d \in Entries : IsResendable(d)} : NeedNoBaseline(p, e)
                 \/ \E e \in {d \in Entries : IsSearchable(d)} : \E view \in Views : Read(p, e, view)
            \/ \E go \in When(world.doubt = "raised" /\ world.waited # {} /\ IsFree /\ HasAddress) : \E view \in Views : ReadAgain(p, view)
            \/ \E go \in When(~HasWork) : Release(p)
       \/ \E is \in When(programs[p].pc = "sent") : \E w \in Mine(p) :
            \/ \E go \in When(w.id # 0) :
                 \/ \E no \in When(~IsConflict(w)) : OutcomeCreated(p, w)
                 \/ \E yes \in When(IsConflict(w)) : OutcomeConflict(p, w)
                 \/ \E left \in When(world.fullDisks > 0) : KeepUnsaved(p, w)
            \/ \E left \in When(world.accepts > 0) : OutcomeApplied(p, w)
            \/ \E go \in When(w.id = 0 /\ world.refuses > 0) :
                 \/ OutcomeRejected(p, w)
                 \/ OutcomeDeferred(p, w)
                 \/ OutcomeUnauthorized(p, w)
                 \/ OutcomeMisconfigured(p, w)
                 \/ \E full \in When(world.fullDisks > 0) : KeepUnsaved(p, w)
            \/ \E left \in When(world.losses > 0) : OutcomeUnknown(p, w)
            \/ \E left \in When(world.bareRefusals > 0) : OutcomeBareRefusal(p, w)
       \/ \E is \in When(programs[p].pc \in {"grounded", "hasty", "recorded", "ready", "asleep", "unsaved"}) :
            \/ \E go \in When(programs[p].pc = "grounded" /\ MayPublish(p)) :
                 \/ \E on \in When(RuleAttemptFirst) : Attempt(p)
                 \/ \E off \in When(~RuleAttemptFirst) : SendFirst(p)
            \/ \E go \in When(programs[p].pc = "hasty") : RecordLate(p)
            \/ \E go \in When(programs[p].pc = "recorded") : NoteMark(p)
            \/ \E go \in When(programs[p].pc = "ready") :
                 \/ Send(p)
                 \/ \E left \in When(world.notSents > 0) : OutcomeNotSent(p)
                 \/ \E left \in When(world.suspends > 0) : Suspend(p)
            \/ \E go \in When(programs[p].pc = "asleep") :
                 \/ \E on \in When(RuleSendBy) : OutcomeGivenUp(p)
                 \/ \E off \in When(~RuleSendBy) : WakeAndSend(p)
            \/ \E go \in When(programs[p].pc = "unsaved" /\ world.lease = 0) :
                 \/ \E refused \in When(programs[p].pet = 0) : OutcomeLateRefusal(p)
                 \/ \E taken \in When(programs[p].pet # 0 /\ IsTaken(p)) : OutcomeLateConflict(p)
                 \/ \E free \in When(programs[p].pet # 0 /\ ~IsTaken(p)) : OutcomeLate(p)
       \/ \E is \in When(programs[p].pc \in {"glancing", "seen", "judged"}) :
            \/ \E go \in When(programs[p].pc = "glancing" /\ MayPublish(p)) :
                 \/ \E view \in Views : Glanced(p, view)
                 \/ \E left \in When(world.losses > 0) : NoGlance(p)
            \/ \E go \in When(programs[p].pc = "seen" /\ MayPublish(p)) :
                 \/ Looked(p)
                 \/ \E left \in When(world.losses > 0) : NotLooked(p)
            \/ \E go \in When(programs[p].pc = "judged" /\ MayPublish(p)) :
                 \/ \E proven \in When(programs[p].note = "adopt") : Adopted(p)
                 \/ \E proven \in When(programs[p].note = "absent") : Absent(p)
                 \/ \E proven \in When(programs[p].note = "review") : Review(p)
       \/ \E is \in When(programs[p].stale /\ RuleCompareAndSwap) : Raced(p)
  \/ \E left \in When(world.acts > 0) :
       \/ \E e \in Decided({"queued", "rejected", "held"}) \cup LookedFor : Edited(e)
       \/ \E e \in Decided({"queued", "rejected"}) \cup {d \in LookedFor : entries[d].heldFrom = "none"} : Held(e)
       \/ \E e \in In({"held"}) \cup {d \in LookedFor : entries[d].heldFrom # "none"} : Released(e)
       \/ \E e \in In({"queued", "rejected"}) : Retried(e)
       \/ \E e \in In({"queued", "rejected", "held", "review"}) \cup LookedFor : Discarded(e)
       \/ \E e \in {d \in In({"discarded"}) : ~entries[d].sealed} \cup (In({"checking"}) \ LookedFor) :
            \/ Restored(e)
            \/ \E is \in When(entries[e].state = "checking" \/ entries[e].before \in {"queued", "rejected"}) : RestoredHeld(e)
       \/ \E e \in In({"checking", "review"}) : \E x \in {y \in Shop : (y.by = e \/ (Mistakes /\ y.c = Content(e))) /\ ~HasOwner(y.id, e)} : AdoptedByPerson(e, x.id)
       \/ \E e \in {d \in In({"created"}) : ~entries[d].sealed /\ entries[d].by \in {"engine", "person"}} : DisownedByPerson(e)
       \/ \E e \in In({"review"}) : SentAgain(e)
       \/ \E p \in At("lead") : \E e \in {d \in In({"created", "discarded"}) : ~entries[d].sealed} : Archived(p, e)
  \/ \E go \in When(world.paused \/ world.doubt = "sure") : Resume(1)
  \/ \E w \in service.wire : \E is \in When(w.id = 0) : Insert(w)
  \/ \E go \in When(world.said # "nothing") : Relent(1)
  \/ \E go \in When(IsWaitedFor /\ IsQuiet) : Tick(1)
  \/ \E left \in When(world.kills > 0) : \E p \in {q \in Programs : programs[q].pc # "idle"} : Kill(p)
  \/ \E go \in When(Forgets) : \E is \in When(~world.dayPassed /\ \A q \in Programs : programs[q].pc = "idle") : DayPasses(1)
  \/ \E left \in When(world.colleagues > 0) : \E is \in When(MayIntrude /\ At("grounded") = {}) : ColleagueAdds(1)
  \/ \E left \in When(world.neighbours > 0) : NeighbourAdds(1)
  \/ \E left \in When(world.rollbacks > 0 /\ service.pets # {}) : Rollback(1)
  \/ \E left \in When(world.corrections > 0) : \E x \in {y \in service.pets : y.by # 0 /\ ~IsYoung(y) /\ world.age[y.by] > 1} : Correct(x)
  \/ \E left \in When(world.removals > 0) : \E x \in service.pets : Remove(x)
  \/ \E left \in When(world.putBacks > 0) :
       \/ \E is \in When(~world.hasBackup /\ In({"none"}) = {}) : TakeBackup(1)
       \/ \E is \in When(world.hasBackup) : PutFolderBack(1)
  \/ \E left \in When(world.keyChanges > 0) : \E is \in When(\A q \in Programs : programs[q].pc \in {"idle", "lead"}) : ChangeKey(1)
  \/ \E go \in When(~world.joined /\ world.credential \in {"rotated", "twinned"} /\ Seeds > 0) : JoinKeys(1)

-----------------------------------------------------------------------------
(* The promises *)

Live(e) == {x \in service.pets : x.by = e}

(* One entry makes at most one animal; each more is one that a person answered for. *)
InvNotDoubled == \A e \in Entries : Cardinality(Live(e)) <= 1 + entries[e].again

(* What is shown as created was made, and under the id that is shown, unless a person said so. *)
InvNotLost == \A e \in Entries : (entries[e].state = "created" /\ entries[e].by # "person") => \E m \in service.made : m[1] = e
InvNotPretended == \A e \in Entries : (entries[e].state = "created" /\ entries[e].by \in {"answer", "engine"}) => <<e, entries[e].pet>> \in service.made

(* What is offered for sending, editing or holding is not on the service, and not on the way to it. *)
InvOfferedIsAbsent == \A e \in Decided({"queued", "rejected", "held"}) : entries[e].again > 0 \/ (Live(e) = {} /\ ~\E w \in service.wire : w.entry = e) \/ (e \in PutBack) \/ (Marks # "outside" /\ world.putBacks < PutBacks)

(* Nothing reaches another store. *)
InvNotCrossed == \A x \in service.pets : x.by # 0 => x.store = entries[x.by].home

(* What a person set aside, discarded or replaced is not sent, while it may have arrived neither. *)
InvObeyed == \A e \in Entries : ~entries[e].defied

(* When nothing is left to do, no animal belongs to two entries. *)
IsShared == \E e \in Entries : e \in Owners(entries[e].pet) /\ \E d \in Owners(entries[e].pet) : d # e
InvOneEntryEach == world.lease # 0 \/ ~IsShared \/ HasWork

(* What was entered is never gone. *)
InvKept == \A e \in Entries : entries[e].state = "none" => ~\E m \in service.made : m[1] = e

IsEnd(e) == entries[e].state \in {"none", "created", "rejected", "discarded", "review", "held"}
=============================================================================
