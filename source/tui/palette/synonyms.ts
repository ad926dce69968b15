/**
 * Words that people type for something that is called otherwise here, by the name of a command, an action of the key
 * table, or a setting.
 */
const synonyms: Readonly<Record<string, string>> = {
  add: 'new create insert',
  address: 'url move server host correct',
  bars: 'chart count tally',
  bind: 'remap rebind shortcut own key',
  clone: 'duplicate copy twin',
  'copy-json': 'clipboard',
  discard: 'delete remove throw away trash',
  doctor: 'check diagnose problem test status',
  edit: 'change correct rename',
  export: 'csv save write download file',
  filter: 'search find look',
  glyphs: 'symbols icons ascii',
  help: 'shortcuts keys keyboard bindings manual',
  hold: 'pause stop wait',
  import: 'csv load file paste',
  'keep-view': 'save view bookmark',
  key: 'login token password api sign in',
  log: 'history yesterday activity news events',
  mouse: 'click wheel',
  'move-pane': 'preview details split sidebar',
  offline: 'pause disconnect',
  online: 'connect',
  open: 'details preview show view',
  pane: 'preview details sidebar',
  profile: 'switch server store change',
  quit: 'exit leave close q',
  refresh: 'reload update read again',
  retry: 'resend again',
  settings: 'options preferences configuration profiles',
  'sort-next': 'columns order',
  sync: 'upload push send now',
  theme: 'dark light colours colors contrast appearance',
};

/** Other words for it; empty if people call it as it is called here. */
export function synonymsOf(name: string | undefined): string {
  return name === undefined ? '' : (synonyms[name] ?? '');
}
