import { chosenProfileName, findProfile, type Home, storeInUse } from '../../app/home.ts';
import { addProfile, leftKeyText, removeProfile, useProfile } from '../../app/profiles/change-profiles.ts';
import { describeKey } from '../../app/keys/keychain.ts';
import { moveProfile } from '../../app/profiles/move-profile.ts';
import { listProfiles } from '../../app/profiles/profiles.ts';
import type { Profile } from '../../app/workspace.ts';
import { shellWord } from '../../text/hints.ts';
import type { Run } from '../parse/command.ts';
import type { Context } from '../run/context.ts';
import type { Answer } from '../run/output.ts';

/** `petstore profile list`. */
export const profileList: Run = async (_input, context) => {
  const home = await context.openHome();
  const profiles = listProfiles(home.config, home.environment);
  const current = chosenProfileName(home);
  const items = profiles.map(({ identity: _identity, ...profile }) => ({
    ...profile,
    current: profile.name === current,
  }));
  const rows = items.map((item) => [
    item.name,
    item.baseUrl,
    item.current ? `yes (${home.settings.profile.source})` : '',
  ]);
  await context.output.print({
    json: { profiles: items },
    screen: { titles: ['NAME', 'ADDRESS', 'CURRENT'], rows, flexible: 1 },
    tsv: items.map((item) => [item.name, item.baseUrl, item.current ? 'yes' : '']),
  });
  if (items.length === 0) {
    context.output.say(
      'No profile is set up. Add one with `petstore profile add NAME --base-url URL`, or try `petstore demo`.',
    );
  }
};

/** `petstore profile add`: the store is not asked. */
export const profileAdd: Run<'base-url' | 'allow-http' | 'idempotency'> = async (input, context) => {
  const home = await context.openHome();
  const profile = await addProfile(home, {
    name: input.arguments[0] ?? '',
    baseUrl: input.text('base-url') ?? '',
    allowHttp: input.has('allow-http'),
    idempotency: input.choice('idempotency', ['auto', 'honoured', 'off']) ?? 'auto',
  });
  const after = await home.reload();
  const isCurrent = after.config.profile === profile.name;
  const isWithKey = await home.keys.find(profile).catch(() => undefined);
  await context.output.print(toProfileAnswer(profile));
  const next = isCurrent ? 'It is the current one.' : `Use it with \`petstore profile use ${profile.name}\`.`;
  context.output.pointAt(storeInUse(after, profile.name));
  const key = isWithKey ? '' : ' Enter its key with `petstore auth login`.';
  context.output.say(`Profile "${profile.name}" is saved: ${profile.baseUrl}. ${next}${key}`);
  if (isCurrent) {
    warnOfWinner(after, profile, context);
  }
};

/** `petstore profile use`. */
export const profileUse: Run = async (input, context) => {
  const home = await context.openHome();
  const profile = await useProfile(home, input.arguments[0] ?? '');
  await context.output.print(toProfileAnswer(profile));
  context.output.say(`"${profile.name}" is the current profile: ${profile.baseUrl}.`);
  warnOfWinner(home, profile, context);
};

/** The environment wins over the current profile. */
function warnOfWinner({ settings }: Home, { name }: Profile, { output }: Context): void {
  const { source, value } = settings.profile;
  if (source.startsWith('PETSTORE') && value !== name) {
    output.warn(`${source} is set and wins over it: "${value ?? ''}" stays in use here.`);
  }
}

/** `petstore profile move`: the queue stays, as it is the same store. */
export const profileMove: Run<'base-url' | 'allow-http' | 'idempotency'> = async (input, context) => {
  const home = await context.openHome();
  const name = input.arguments[0] ?? '';
  const before = findProfile(home, name).baseUrl;
  const idempotency = input.choice('idempotency', ['auto', 'honoured', 'off']);
  const profile = await moveProfile(home, {
    name,
    baseUrl: input.text('base-url') ?? '',
    allowHttp: input.has('allow-http'),
    idempotency,
  });
  await context.output.print(toProfileAnswer(profile));
  context.output.pointAt(storeInUse(home, profile.name));
  if (before === profile.baseUrl) {
    const isChanged = input.has('allow-http') || idempotency !== undefined;
    context.output.say(
      `Profile "${profile.name}" is at ${before} already: its queue and its key stay as they are.` +
        (isChanged ? ' What else was given for it is saved.' : ''),
    );
    return;
  }

  if (profile.source === 'environment') {
    // No file has the address of `env`.
    context.output.say(
      `The queued animals of ${before} go to ${profile.baseUrl} from now on. Set PETSTORE_BASE_URL to that address, ` +
        'or add a profile for it. `petstore sync` sends them.',
    );
    return;
  }

  const key = await home.keys.find(profile).catch(() => undefined);
  context.output.say(
    `Profile "${profile.name}" has its new address: ${profile.baseUrl}. Its queue went along.` +
      (key ? ` Its key there ${describeKey(key)}.` : ' Enter the key again with `petstore auth login`.'),
  );
  context.output.say(
    `From now on, ${before} counts as another store;` +
      ` \`petstore profile move ${shellWord(profile.name)} --base-url ${shellWord(before)}\` takes this back.`,
  );
};

const keyWords = {
  removed: 'Its key is removed from this machine, too.',
  none: 'No key was saved for it.',
  shared: 'Its key is kept, as another profile has the same address.',
} as const;

/** `petstore profile remove`: refused while animals wait that no other profile could send. */
export const profileRemove: Run = async (input, context) => {
  const home = await context.openHome();
  const { profile, key, left } = await removeProfile(home, input.arguments[0] ?? '');
  await context.output.print(toProfileAnswer(profile));
  const keys = [...(left.length > 0 && key === 'none' ? [] : [keyWords[key]]), ...left.map(leftKeyText)].join(' ');
  context.output.say(`Profile "${profile.name}" is removed. ${keys} Its saved copy and its queue are still here.`);
  const after = await home.reload();
  const current = chosenProfileName(after);
  if (chosenProfileName(home) === profile.name && current !== profile.name) {
    const others = Object.keys(after.config.profiles ?? {});
    const none = others.length === 0 ? '' : ' Choose one with `petstore profile use NAME`.';
    context.output.warn(
      current === undefined
        ? `No profile is the current one now.${none}`
        : `It was the current profile; that is "${current}" now: ${findProfile(after, current).baseUrl}.`,
    );
  }
};

function toProfileAnswer({ name, baseUrl, allowHttp, idempotency }: Profile): Answer {
  return {
    json: { profile: { name, baseUrl, allowHttp, idempotency } },
    tsv: [[name, baseUrl]],
  };
}
