// The arrows of docs/architecture.md, and no import cycle. `domain` and `platform` are open to all.
const layer = (name, allowed) => ({
  name: `${name} sees only ${allowed.join(', ') || 'itself'}`,
  severity: 'error',
  from: { path: `^source/${name}/` },
  to: { path: '^source/', pathNot: `^source/(${[name, ...allowed].join('|')})/` },
});

module.exports = {
  forbidden: [
    { name: 'no import cycles', severity: 'error', from: {}, to: { circular: true } },
    layer('domain', []),
    layer('platform', ['domain']),
    layer('store', ['domain', 'platform']),
    layer('remote', ['domain', 'platform']),
    layer('sync', ['domain', 'platform', 'store', 'remote']),
    layer('app', ['domain', 'platform', 'store', 'remote', 'sync']),
    layer('service', ['domain', 'platform']),
    {
      name: 'ui sees the engine and the domain only',
      severity: 'error',
      from: { path: '^source/ui/' },
      to: { path: '^source/', pathNot: '^source/(ui|sync|app|domain|platform)/' },
    },
    {
      name: 'ui does no input or output of its own',
      severity: 'error',
      from: { path: '^source/ui/' },
      to: { path: ['^node:?fs', '^fs', 'node_modules/(got|lowdb)'] },
    },
    { name: 'commands do not reach into the app screens', severity: 'error', from: { path: '^source/commands/', pathNot: '^source/commands/(open-app|help-keys)\\.ts$' }, to: { path: '^source/ui/' } },
    { name: 'source does not import tests', severity: 'error', from: { path: '^source/' }, to: { path: '^(test|bench|scripts)/' } },
  ],
  options: { tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.json' }, doNotFollow: { path: 'node_modules' }, enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] } },
};
