/** The first words of the commands, as the overview of `petstore --help` has them: by the person's task. */
export const commandGroups: readonly (readonly [title: string, words: readonly string[]])[] = [
  ['Animals', ['list', 'get', 'add', 'import']],
  ['Queue', ['queue', 'sync', 'offline', 'online']],
  ['Store', ['status', 'log', 'doctor', 'profile', 'auth', 'cache']],
  ['Settings', ['config', 'completion']],
  ['Run a store', ['demo', 'serve', 'keys', 'service']],
  ['Help', ['help', 'version']],
];

/** The subject of the commands that share a first word. */
export const sharedPurposes: Readonly<Record<string, string>> = {
  queue: 'see, correct and settle the animals that you entered',
  profile: 'the stores that you use, each with a queue of its own',
  auth: 'the API key of a store',
  config: 'settings, names of categories, and the place of the files',
  cache: 'the saved copy of a store',
  keys: 'the API keys of a store that you run',
  service: 'back up, restore and check a store that you run',
};
