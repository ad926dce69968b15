// The arrows of docs/internals/architecture.md, and no import cycle. `domain`, `text` and `platform` are open to those above them.
const layer = (name, allowed) => ({
  name: `${name} sees only ${allowed.join(', ') || 'itself'}`,
  severity: 'error',
  from: { path: `^source/${name}/` },
  to: { path: '^source/', pathNot: `^source/(${[name, ...allowed].join('|')})/` },
});

/**
 * The folders of tui/ from below: one imports only from those before it, so no two import each other. `.` are the files
 * beside them. A new folder is named here.
 */
const screens = [
  ...[
    'words',
    'input',
    'state',
    'models',
    '.',
    'actions',
    'components',
    'output',
    'terminal',
    'marks',
    'list',
    'activity',
    'queue',
  ],
  ...['first-run', 'form', 'files', 'review', 'palette', 'view', 'pane', 'frame', 'keys', 'run'],
];
const pathOf = (folder) => (folder === '.' ? '^source/tui/[^/]+$' : `^source/tui/${folder}/`);
const screenRules = screens.map((folder, at) => ({
  name: `tui/${folder} sees only the folders of tui/ before it`,
  severity: 'error',
  from: { path: pathOf(folder) },
  to: { path: '^source/tui/', pathNot: screens.slice(0, at + 1).map(pathOf) },
}));

module.exports = {
  forbidden: [
    ...screenRules,
    {
      name: 'every folder of tui/ has its place',
      severity: 'error',
      from: { path: '^source/tui/', pathNot: screens.map(pathOf) },
      to: {},
    },
    { name: 'no import cycles', severity: 'error', from: {}, to: { circular: true } },
    layer('domain', []),
    layer('platform', ['domain']),
    layer('local', ['domain', 'platform']),
    layer('client', ['domain', 'platform']),
    layer('sync', ['domain', 'platform', 'local', 'client']),
    ...['list', 'reconcile', 'send', 'loop'].map((folder, at, order) => ({
      name: `sync/${folder} sees only ${order.slice(0, at).join(', ') || 'itself'}`,
      severity: 'error',
      from: { path: `^source/sync/${folder}/` },
      to: { path: `^source/sync/(${order.slice(at + 1).join('|') || 'none'})/` },
    })),
    {
      name: "text sees only domain, platform and the types of the engine's public face",
      severity: 'error',
      from: { path: '^source/text/' },
      to: { path: '^source/', pathNot: '^source/((text|domain|platform)/|sync/api\\.ts$)' },
    },
    {
      name: 'text takes types alone from the engine',
      severity: 'error',
      from: { path: '^source/text/' },
      to: { path: '^source/sync/api\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    layer('app', ['domain', 'platform', 'local', 'client', 'sync', 'text']),
    layer('service', ['domain', 'platform']),
    // The service is put together beside its folders, for `commands`, which sees all of it.
    ...['storage', 'http', 'keys', 'pets', 'operation'].map((folder, at, order) => ({
      name: `service/${folder} sees only ${order.slice(0, at).join(', ') || 'itself'}`,
      severity: 'error',
      from: { path: `^source/service/${folder}/` },
      to: { path: `^source/service/((${[...order.slice(at + 1), 'commands'].join('|')})/|[^/]+$)` },
    })),
    {
      name: 'tui sees the engine, the words and the domain only',
      severity: 'error',
      from: { path: '^source/tui/' },
      to: { path: '^source/', pathNot: '^source/(tui|text|sync|app|domain|platform)/' },
    },
    {
      name: 'tui does no input or output of its own',
      severity: 'error',
      from: { path: '^source/tui/' },
      to: { path: ['^node:?fs', '^fs', 'node_modules/(got|lowdb)'] },
    },
    {
      name: 'commands do not reach into the app screens',
      severity: 'error',
      from: { path: '^source/cli/', pathNot: '^source/cli/(commands/open-app|run/own-keys)\\.ts$' },
      to: { path: '^source/tui/' },
    },
    {
      name: 'source does not import tests',
      severity: 'error',
      from: { path: '^source/' },
      to: { path: '^(test|tools)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
