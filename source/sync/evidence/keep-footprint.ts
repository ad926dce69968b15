/** Reading and writing the footprint of the store under the present key. */
import type { EngineState } from '../engine-state.js';
import { lastWitnesses, mostWitnesses } from './footprint.js';
import { ofTenant } from './tenant.js';

/** Reads it; what was learnt here since is newer. */
export async function readFootprint(engine: EngineState): Promise<void> {
  const { local } = engine;
  await local.footprints.load();
  // Which keys are of one tenant decides whose animals the entries of another key are.
  await local.keyGroups.load();
  holdFootprint(engine);

  // Earlier versions kept a doubt with the saved lists.
  const { doubt, ...saved } = engine.saved;
  if (doubt) {
    engine.learnCredit({ ...engine.credit, doubt });
    engine.setSaved(saved);
  }
}

/** The disk has the present knowledge; another key has its own. */
export function holdFootprint(engine: EngineState): void {
  const { local, credential } = engine;
  engine.holdCredit(local.footprints.credit(credential, (digest) => local.keyGroups.areSame(digest, credential)));
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
  const witnesses = lastWitnesses(credit, local.journal.entries().filter(ofTenant(engine))).slice(-mostWitnesses);
  const kept = { ...credit, witnesses };
  await local.footprints.keep(credential, kept);
  if (engine.credit === credit) {
    engine.learnCredit(kept);
    engine.holdCredit(kept);
  }
}
