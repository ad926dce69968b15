/**
 * What of the documents is made from the program: parts from its own tables, and the pictures in `docs/screenshots/`
 * from the cells that `test/pictures/` compares, the moving one from a session of its own. `npm run docs` writes them,
 * and a test fails when they differ, but for the moving one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Command, type Flag, variableOf, globalFlags } from '../source/cli/parse/command.ts';
import { topicText } from '../source/cli/help/help-text.ts';
import { keySections } from './build/keys-text.ts';
import { commandTable } from '../source/cli/table/table.ts';
import { formatDuration } from '../source/domain/duration.ts';
import { settingDefinitions } from '../source/app/settings/setting-definitions.ts';
import { readEnvironment } from '../source/platform/process/environment.ts';
import { type EntryState, entryStates } from '../source/domain/entry.ts';
import { isAllowed, type QueueVerb, verbs, verbWord } from '../source/domain/verbs.ts';

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...titles), `|${'---|'.repeat(titles.length)}`, ...rows.map((cells) => row(...cells))].join('\n');
const block = (text: string): string => ['```text', text, '```'].join('\n');
const inCode = (flag: Flag): string => `\`--${flag.name}${flag.value === undefined ? '' : ` ${flag.value}`}\``;

function commands(): string {
  return table(
    ['command', 'what it does'],
    commandTable.map(({ words, summary }) => [`\`${words.join(' ')}\``, summary]),
  );
}

/** The list's keys, and then the keys of each other place that differ from these. */
function keys(): string {
  const told = new Set<string>();
  const sections = keySections().map(({ title, rows }) => {
    const fresh = rows.filter(({ keys: names, does }) => !told.has(`${names} ${does}`));
    fresh.forEach(({ keys: names, does }) => told.add(`${names} ${does}`));
    return fresh.map(({ keys: names, does, action }, index) => [
      index === 0 ? title : '',
      names,
      does,
      action === undefined ? '' : `\`${action}\``,
    ]);
  });
  return table(['where', 'key', 'what it does', 'name'], sections.flat());
}

/** The settings, each with all that can decide it, the strongest first. */
function settings(): string {
  const flags = { profile: undefined, noColor: false };
  const code = (text: string): string => `\`${text}\``;
  return table(
    ['setting', 'values', 'default', 'flag, variable', 'what it does'],
    settingDefinitions.map((definition) => [
      code(definition.name),
      definition.range?.map((ms) => code(formatDuration(ms))).join(' to ') ??
        definition.choices?.map(code).join(', ') ??
        settingValues[definition.kind ?? 'text'],
      definition.fallback === undefined ? 'none' : code(definition.fallback),
      (definition.given?.(flags, readEnvironment({})) ?? []).map(({ source }) => code(source)).join(', '),
      definition.summary,
    ]),
  );
}

const settingValues = {
  text: 'a name',
  switch: '`on`, `off`',
  duration: 'a time of more than 0 such as `500ms`, `2s` or `5m`, at most `24h`',
};

/** The flags of the service, with the variables by which they can be given. */
function serveFlags(): string {
  const serve = commandTable.find(({ words }) => words.join(' ') === 'serve') as Command;
  return table(
    ['flag', 'variable', 'what it does'],
    [...(serve.flags ?? []), ...globalFlags.filter((flag) => flag.name === 'json')].map((flag) => [
      inCode(flag),
      flag.variable === true ? `\`${variableOf(flag)}\`` : '',
      flag.summary,
    ]),
  );
}

/** What each state of an animal that was entered here means. */
const stateMeanings: Readonly<Record<EntryState, string>> = {
  queued: 'it is sent when its turn comes. `reopen` takes back a `send-again` that was not sent yet',
  sending: 'it is being sent, which takes as long as one request',
  checking:
    'the answer was lost, and petstore looks whether it arrived. Edit, hold ' + 'and discard take effect if it did not',
  rejected: 'the store rejected its data; edit it',
  review:
    'petstore cannot tell whether it arrived: say which animal it is ' +
    '(`adopt`), or that it is to be sent again (`send-again`)',
  held: 'you hold it back; `queue release` ends that',
  created:
    'it is on the store, with its id. If you or petstore found out which it is, `reopen` takes that back. If the store ' +
    'no longer lists it, `send-again` makes a new one',
  discarded: 'you gave it up; `queue --discarded` shows it',
};

/** The verbs that a state allows; those that have a command. */
function states(): string {
  const names = (Object.keys(verbs) as readonly QueueVerb[]).filter((verb) =>
    commandTable.some(({ words }) => words.join(' ') === `queue ${verbWord(verb)}`),
  );
  const allowedIn = (state: EntryState): string =>
    names
      .filter((verb) => [verb, ...alsoDone(verb)].some((each) => isAllowed(each, { state, gone: 'once' })))
      .map((verb) => `\`${verbWord(verb)}\``)
      .join(', ');
  return table(
    ['state', 'meaning', 'you can'],
    entryStates.map((state) => [`\`${state}\``, stateMeanings[state], allowedIn(state) || 'nothing: wait']),
  );
}

/** `queue send-again` tries those again, too, that are surely not on the store. */
const alsoDone = (verb: QueueVerb): readonly QueueVerb[] => (verb === 'sendAgain' ? ['retry'] : []);

const parts: Readonly<Record<string, () => string>> = {
  commands,
  keys,
  states,
  settings,
  'exit-codes': () => block(topicText('exit-codes')),
  environment: () => block(topicText('environment')),
  'serve-flags': serveFlags,
};

/** Every document with such parts. */
export const documentsWithTables = ['docs/reference.md', 'docs/service-reference.md'];

/** A document as it should be, given as it is. */
export function withTables(document: string): string {
  return Object.keys(parts).reduce(withTable, document);
}

/** The names of the tables that are not as they should be. */
export function staleTables(document: string): readonly string[] {
  return Object.keys(parts).filter((name) => withTable(document, name) !== document);
}

function withTable(document: string, name: string): string {
  return document.replace(
    new RegExp(`(<!-- ${name}: [^>]*-->)[^]*?(<!-- /${name} -->)`),
    (_, open: string, close: string) => `${open}\n\n${parts[name]?.() ?? ''}\n\n${close}`,
  );
}

if (import.meta.main) {
  for (const path of documentsWithTables) {
    writeFileSync(path, withTables(readFileSync(path, 'utf8')));
  }

  const { drawStills, drawStory } = await import('./pictures/draw-documents.ts');
  const stills = await drawStills((path) => readFileSync(path, 'utf8'));
  for (const [name, svg] of [...stills, ['offline', await drawStory()] as const]) {
    writeFileSync(`docs/screenshots/${name}.svg`, svg);
  }
}
