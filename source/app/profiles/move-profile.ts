/** Giving a profile another address, with its queue if the store moved. */
import { shellWord } from '../../text/hints.ts';
import { takeInTime } from '../../platform/concurrency/turns.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { acquireSenderLease } from '../../local/sender-lease.ts';
import { failAs } from '../../local/documents/storage-error.ts';
import { environmentProfile, normaliseBaseUrl, listProfiles, locateProfile, noteMove, identityOf } from './profiles.ts';
import { atAddress, type NewProfile, refuseChanged, requireConfigured } from './change-profiles.ts';
import { countWaitingFor, waitingText } from './waiting-stores.ts';
import { findProfile, type Home, storeFolderOf } from '../home.ts';
import { SettingsError } from '../settings/setting-definitions.ts';
import type { Config } from '../settings/config-file.ts';
import type { Profile } from '../workspace.ts';

/** Its address is in no file. */
const isUnconfigured = ({ source }: Profile): boolean => source === 'environment';

/**
 * The queue goes along in one write: it keeps its folder, and the configuration says which address that now belongs to.
 * The key stays with the old address, which is another store's from then on; moving back undoes both.
 */
export async function moveProfile(
  home: Home,
  wanted: Omit<NewProfile, 'idempotency'> & { readonly idempotency: Profile['idempotency'] | undefined },
): Promise<Profile> {
  const { name } = wanted;
  const before = name === environmentProfile ? findProfile(home, name) : requireConfigured(home, name);
  const allowHttp = wanted.allowHttp || before.allowHttp;
  const idempotency = wanted.idempotency ?? before.idempotency;
  const address = normaliseBaseUrl(wanted.baseUrl, { allowHttp, what: 'The new address' });
  const isMoved = address !== before.baseUrl;
  const save = (): Promise<void> =>
    home.configFile.update((read) => {
      if (!isUnconfigured(before)) {
        refuseChanged(home, read, before);
      }

      const profile = { ...atAddress(home, read, name, before.baseUrl, address), allowHttp, idempotency };
      const changed = isUnconfigured(before) ? read : { ...read, profiles: { ...read.profiles, [name]: profile } };
      if (!isMoved) {
        return changed;
      }

      refuseTwins(home, read, before, address);
      const moved = noteMove(read, identityOf(before), before.baseUrl, address);
      return { ...changed, moved: Object.keys(moved).length > 0 ? moved : undefined };
    });
  const moved = { ...before, allowHttp, idempotency, baseUrl: address, identity: identityOf(before) };
  if (isMoved) {
    await checkMove(home, before, address);
    await whileNothingIsSent(home, before, save);
  } else {
    await save();
  }

  return moved;
}

/** A mistaken address is replaced if no animal waits; else the store has moved, and its queue goes along. */
export async function changeAddress(
  home: Home,
  { name, baseUrl, hasAnswered }: { readonly name: string; readonly baseUrl: string; readonly hasAnswered: boolean },
): Promise<Profile> {
  const before = requireConfigured(home, name);
  if (hasAnswered || (await countWaitingFor(home, before)).waiting > 0) {
    return await moveProfile(home, { name, baseUrl, allowHttp: false, idempotency: undefined });
  }

  const address = normaliseBaseUrl(baseUrl, { allowHttp: before.allowHttp, what: 'The address' });
  await home.configFile.update((config) => {
    refuseChanged(home, config, before);
    return {
      ...config,
      profiles: { ...config.profiles, [name]: atAddress(home, config, name, before.baseUrl, address) },
    };
  });
  return { ...before, ...locateProfile(address, home.config) };
}

async function checkMove(home: Home, before: Profile, address: string): Promise<void> {
  refuseTwins(home, home.config, before, address);
  const { identity } = locateProfile(address, home.config);
  const there = { ...before, identity };
  const found = identity === identityOf(before) ? undefined : await countWaitingFor(home, there);
  const twin = listProfiles(home.config, home.environment).find(({ baseUrl }) => baseUrl === address);
  if (found?.isUsed === true && (isUnconfigured(before) || (twin && isUnconfigured(twin)))) {
    // It knows the animals that were sent from there.
    const to = twin?.source === 'config' ? twin.name : undefined;
    throw notMoved(before, `there is a queue for ${address} already. ${takeOverText(before, to)}`);
  }

  if (found && found.waiting > 0) {
    const why =
      `${waitingText(found, `for the store at ${address}`)}. ` +
      'Two queues cannot become one. Add a profile for that address to see them; send or discard them first.';
    throw notMoved(before, why);
  }
}

/** What of it the configuration alone tells. */
function refuseTwins({ environment }: Home, config: Config, before: Profile, address: string): void {
  const others = listProfiles(config, environment).filter(
    ({ name, source }) => name !== before.name && source === 'config',
  );
  const twin = others.find((profile) => identityOf(profile) === identityOf(before));
  if (twin) {
    const why =
      `"${twin.name}" is at the same address and has the same queue. Remove that one first ` +
      `(\`petstore profile remove ${shellWord(twin.name)}\`: its queue stays here, as both have the same), ` +
      'and add it again after the move.';
    throw notMoved(before, why);
  }

  const there = others.find((profile) => profile.baseUrl === address);
  if (there && !isUnconfigured(before)) {
    const why = `"${there.name}" is at ${address} already, with a queue of its own.`;
    throw notMoved(before, `${why} ${takeOverText(before, there.name)}`);
  }
}

/** How the animals of a queue come into another one, in one line for the shell: a step that fails ends it. */
function takeOverText(before: Profile, to: string | undefined): string {
  const from = isUnconfigured(before) ? 'former' : shellWord(before.name);
  const steps = [
    ...(isUnconfigured(before) ? [`petstore profile add ${from} --base-url ${shellWord(before.baseUrl)}`] : []),
    `petstore queue list --profile ${from} --state queued --format ndjson > waiting.ndjson`,
    `petstore import waiting.ndjson${to === undefined ? '' : ` --profile ${shellWord(to)}`}`,
    `petstore queue discard --profile ${from} --state queued --yes`,
  ];
  return `Two queues cannot become one; to bring its animals over, run \`${steps.join(' && ')}\`.`;
}

const senderPatience = { waitMs: 5000, tryMs: 100 };

/** Who sends has asked under the same lock whether the queue still goes to his address (`isStillAt`). */
async function whileNothingIsSent(home: Home, profile: Profile, work: () => Promise<void>): Promise<void> {
  const folder = storeFolderOf(home, profile);
  // Also with an empty queue: an `add` beside this may be about to make the folder, and to send.
  const lock = await makeFolder(home.fileSystem, folder)
    .then(() => takeInTime(home.clock, () => acquireSenderLease(folder), senderPatience))
    .catch(failAs(`Profile "${profile.name}" was not moved`, folder));
  if (!lock) {
    throw notMoved(profile, 'another petstore is sending its animals just now. Try again in a moment.', 'busy');
  }

  try {
    await work();
  } finally {
    lock.release();
  }
}

function notMoved({ name }: Profile, why: string, code = 'bad_profile'): SettingsError {
  return new SettingsError(`Profile "${name}" was not moved: ${why}`, code);
}
