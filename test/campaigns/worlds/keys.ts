/** Another key: another tenant's, or another one of the same. */
import { firstTenant } from '../../helpers/fault-service/store.ts';
import { otherCredential } from './run-world.ts';
import type { Scene, World } from './world.ts';

const secondTenant = 'second';
const tenantOf = (credential: string): string => (credential === otherCredential ? secondTenant : firstTenant);

/** A few animals are entered with no network, and then the key is another one. */
const change: World['turns'] = [
  {
    at: 0.5,
    run: async (scene) => {
      scene.weather.isDown = true;
      await scene.addMany(3);
      scene.credential = otherCredential;
      await scene.restart();
      scene.weather.isDown = false;
    },
  },
];

/** Animals of the second tenant before anybody comes. */
function fill(scene: Scene): void {
  for (let count = 40; count > 0; count -= 1) {
    scene.service.insert({ name: `Other ${count}`, categoryId: 1 + (count % 4), status: 'available' }, secondTenant);
  }
}

/** The same animals as the first has, as where every trial account begins alike. */
function copy(scene: Scene): void {
  for (const { name, categoryId, status } of scene.service.pets()) {
    scene.service.insert(
      { name, categoryId: Number(categoryId), ...(status === undefined ? {} : { status }) },
      secondTenant,
    );
  }
}

/** Every few animals the other key, as with two terminals that have different environments. */
const alternate = {
  perHour: 12,
  run: (scene: Scene): void =>
    void (scene.credential = scene.credential === otherCredential ? 'key a' : otherCredential),
};

export const keyWorlds: readonly World[] = [
  {
    name: "another tenant's key, higher ids",
    service: { tenantOf, skipped: 10_000 },
    prepare: fill,
    turns: change,
    whenAsked: 'takes-key-back',
  },
  {
    name: "another tenant's key, same seeded animals",
    service: { tenantOf },
    prepare: copy,
    turns: change,
    whenAsked: 'takes-key-back',
  },
  {
    name: "another tenant's key, an empty table",
    service: { tenantOf, skipped: 10_000 },
    turns: change,
    whenAsked: 'takes-key-back',
  },
  { name: 'key rotated, same tenant', turns: change, whenAsked: 'resumes' },
  { name: 'key alternates, same tenant', happenings: [alternate], whenAsked: 'resumes' },
  {
    name: "key alternates with another tenant's",
    service: { tenantOf, skipped: 10_000 },
    prepare: fill,
    happenings: [alternate],
    whenAsked: 'takes-key-back',
  },
];
