import { settingDefinitions } from '../../app/settings/setting-definitions.ts';
import { argument, type Command, command, flag } from '../parse/command.ts';

const name = argument('NAME', 'the name of a profile', { kind: 'not-empty' });
const baseUrl = flag('--base-url URL', 'its address, such as https://pets.example.org/v1', { required: true });
const allowHttp = flag('--allow-http', 'allow an address without TLS (the key is readable on the way)');
const idempotency = flag(
  '--idempotency HOW',
  'auto: petstore finds out whether the store honours idempotency keys; honoured: it does; off: rely on none',
  { choices: ['auto', 'honoured', 'off'] },
);
const setting = argument('NAME', 'the name of a setting (see `petstore config`)', {
  choices: settingDefinitions.map(({ name }) => name),
});

/** The commands about which store one works with, its key, and how the program behaves. */
export const setupCommands: readonly Command[] = [
  command('profile list', 'list the profiles: one store each', {
    byDefault: true,
    load: async () => (await import('../commands/profile.ts')).profileList,
  }),
  command('profile add', 'add a profile; the first one becomes the current one', {
    arguments: [name],
    flags: [baseUrl, allowHttp, idempotency],
    examples: ['profile add production --base-url https://pets.example.org/v1'],
    load: async () => (await import('../commands/profile.ts')).profileAdd,
  }),
  command('profile use', 'make a profile the current one', {
    arguments: [name],
    examples: ['profile use staging'],
    load: async () => (await import('../commands/profile.ts')).profileUse,
  }),
  command('profile move', 'give the same store its new address; the queue goes along', {
    details:
      'Only for a store that moved, or whose address was wrong. For another store, add another profile. NAME may be ' +
      '`env`, which PETSTORE_BASE_URL makes.',
    arguments: [name],
    flags: [baseUrl, allowHttp, idempotency],
    examples: ['profile move production --base-url https://new.example.org/v1'],
    load: async () => (await import('../commands/profile.ts')).profileMove,
  }),
  command('profile remove', 'remove a profile and its key, unless animals wait there', {
    details: 'The key stays if another profile has the same address.',
    arguments: [name],
    examples: ['profile remove staging'],
    load: async () => (await import('../commands/profile.ts')).profileRemove,
  }),
  command('auth login', 'save the API key, from a hidden prompt or standard input', {
    flags: [flag('--no-test', 'only save it; do not try it')],
    details:
      'petstore saves the key, then tries it once: exit 4 if the store refuses it. The key goes into the ' +
      'keychain of the system, or, without a keychain or below PETSTORE_HOME, into a file that only you can ' +
      'read; `petstore config set key-store` chooses. There is no flag for the key, as others could see it.',
    examples: ['auth login', 'auth login < key.txt'],
    load: async () => (await import('../commands/auth/auth.ts')).authLogin,
  }),
  command('auth logout', 'remove the saved API key', {
    load: async () => (await import('../commands/auth/auth.ts')).authLogout,
  }),
  command('config list', 'list the settings and their sources', {
    byDefault: true,
    examples: ['config', 'config --json'],
    load: async () => (await import('../commands/config.ts')).configList,
  }),
  command('config set', 'change a setting in the configuration file', {
    arguments: [setting, argument('VALUE', 'its new value; "default" removes it')],
    examples: ['config set timeout 10s', 'config set theme light', 'config set timeout default'],
    load: async () => (await import('../commands/config.ts')).configSet,
  }),
  command('config category', 'name a category; use the name anywhere instead of its number', {
    details:
      'Without a category it prints all names. They are kept on this machine and hold for every store, which itself ' +
      'knows numbers only; the built-in one has names of its own.',
    arguments: [
      argument('[CATEGORY]', 'its number, or the name it has', { kind: 'category' }),
      argument('[NAME]', 'the new name'),
    ],
    flags: [flag('--remove', 'take its name away')],
    examples: ['config category 3 Dogs', 'config category', 'config category 3 --remove'],
    load: async () => (await import('../commands/config.ts')).configCategory,
  }),
];
