/** The footprint of the store under the present key: reading, writing, and what a list adds to it. */
import type { Entry } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';
import type { ServiceQuirks } from '../../local/archive.js';
import type { EngineState } from '../engine-state.js';
import { findSavedPet } from '../lists/saved-lists.js';
import { isMissingYet, lastWitnesses, learnFromList, mostWitnesses } from './footprint.js';
import { learnQuirks } from './quirks.js';
import { haveIdsRisen } from './rising-ids.js';
import type { Footprint } from './see.js';
import { ofTenant } from './tenant.js';

/** Reads it; what was learnt here since is newer. */
export async function readFootprint(engine: EngineState): Promise<void> {
  const { local } = engine;
  await local.footprints.load();
  holdFootprint(engine);
}

/** The disk has the present knowledge; another key has its own. */
export function holdFootprint(engine: EngineState): void {
  engine.holdCredit(engine.local.footprints.credit(engine.credential));
}

/** Notes since when this start of the machine is known, where something was sent in another one. Under the lock. */
export async function noteBoot({ local, clock }: EngineState): Promise<void> {
  const boot = clock.boot();
  const isOfAnother = local.journal.entries().some(({ undecided }) => undecided && undecided.sentBoot !== boot);
  if (isOfAnother && local.footprints.since(boot) === undefined) {
    await local.footprints.noteBoot(boot, clock.uptime());
  }
}

/** Writes it, with what others wrote meanwhile. Witnesses are kept beyond the records that they are known from. */
export async function keepFootprint(engine: EngineState): Promise<void> {
  const { credential, local } = engine;
  await local.footprints.load();
  holdFootprint(engine);
  const { credit } = engine;
  const witnesses = lastWitnesses(credit, ownEntries(engine)).slice(-mostWitnesses);
  const kept = { ...credit, witnesses };
  await local.footprints.keep(credential, kept);
  if (engine.credit === credit) {
    engine.learnCredit(kept);
    engine.holdCredit(kept);
  }
}

/** The knowledge of the service's quirks, from all entries there ever were. */
export function quirksOf({ local, saved }: Pick<EngineState, 'local' | 'saved'>): ServiceQuirks {
  return learnQuirks(local.journal.entries(), local.archive.quirks(), (id) => findSavedPet(saved, id));
}

/** The knowledge of the store, under the present key. */
export function footprintOf(engine: EngineState): Footprint {
  return {
    witnesses: lastWitnesses(engine.credit, ownEntries(engine)),
    doIdsRise: haveIdsRisen(engine.credit.ids),
    quirks: quirksOf(engine),
    settleMs: engine.settleMs,
  };
}

/** Notes which of our animals a whole list shows; whether it lags. `began`: a reading of `clock.uptime()`. */
export function noteLook(engine: EngineState, listed: ReadonlyMap<Int64, Pet>, began: number): boolean {
  const { settleMs } = engine;
  const present = { ...engine.present(), uptime: began };
  engine.learnCredit(learnFromList(engine.credit, ownEntries(engine), listed));
  return engine.credit.witnesses.some((witness) => isMissingYet(witness, present, settleMs));
}

function ownEntries(engine: EngineState): readonly Entry[] {
  return engine.local.journal.entries().filter(ofTenant(engine));
}
