import { Text, useAnimation } from 'ink';
import { isWaiting, needsPerson } from '../../domain/entry.js';
import { cellWidth, fitCells, safeText, truncateCells } from '../../platform/text/terminal-text.js';
import type { Snapshot } from '../../sync/api.js';
import { connectionWords } from '../../text/connection-text.js';
import { areAscii, type Glyphs } from '../../text/glyphs.js';
import type { ToneText } from '../../text/tone.js';
import { type App, glyphsIn, keyOf, useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import type { UiState } from '../state/ui-state.js';
import { tabPieces, widthOf } from './tabs.js';

/** Row 1: whose animals these are, the screens, and how things stand with the store, as long as there is room. */
export function Header() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  const snapshot = useSnapshot();
  const { columns } = state.size;
  const sign = signOf(state, snapshot, glyphsIn(state));
  const busy = useBusy(state, snapshot);
  const [screens, word] = fitHeader(app, state, snapshot, columns - cellWidth(sign.text) - 1);
  const gap = ' '.repeat(Math.max(0, columns - widthOf(screens) - cellWidth(sign.text + word)));
  return (
    <Text wrap="truncate" {...theme.bar}>
      {screens.map(({ text, tone }, index) => (
        <Text key={index} {...theme[tone ?? 'plain']}>
          {text}
        </Text>
      ))}
      {gap}
      {app.timeless ? (
        fitCells(openingWord, cellWidth(sign.text + word))
      ) : (
        <>
          {busy === '' ? <Text {...theme[sign.tone]}>{sign.text}</Text> : `${busy} `}
          <Text {...(sign.tone === 'needs-you' ? theme.strong : theme.plain)}>{word}</Text>
        </>
      )}
    </Text>
  );
}

/** In the place of the connection, if nothing is known of it yet. */
const openingWord = 'opening';

/** The sign before the connection's word: it is as it should be, somebody chose otherwise, or something is wrong. */
function signOf({ session, spoken }: UiState, { connection: { state } }: Snapshot, glyphs: Glyphs): Required<ToneText> {
  if (!session || spoken) {
    return { text: '', tone: 'waits' };
  }

  if (state === 'online') {
    return { text: `${glyphs.available} `, tone: 'available' };
  }

  if (state === 'connecting' || state === 'working-offline') {
    return { text: '~ ', tone: 'waits' };
  }

  return { text: state === 'offline' ? `${glyphs.sold} ` : '! ', tone: 'needs-you' };
}

const spinners = { braille: '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', ascii: '|/-\\' };

/**
 * A sign of life in the place of the connection's while requests are under way, for those who like motion; nothing
 * wakes the app otherwise.
 */
function useBusy(state: UiState, { refreshing, progress, connection }: Snapshot): string {
  const { session, settings, spoken } = state;
  const isBusy = refreshing || progress !== undefined || (session !== undefined && connection.state === 'connecting');
  const isActive = isBusy && settings.motion && !spoken;
  const { frame } = useAnimation({ interval: 250, isActive });
  const spinner = spinners[areAscii(glyphsIn(state)) ? 'ascii' : 'braille'];
  return isActive ? (spinner[frame % spinner.length] ?? '') : '';
}

/** Cells of a profile's name: the most that cost the screens their words, and the fewest. */
const longestName = 24;
const shortestName = 4;

/**
 * The first pair that fits. The age goes first, then the screens lose words; the shortest of them are cut at the end of
 * the profile's name, which is never left out.
 */
function fitHeader(
  app: App,
  state: UiState,
  snapshot: Snapshot,
  width: number,
): readonly [screens: readonly ToneText[], word: string] {
  const { session } = state;
  if (!session) {
    return [[{ text: ' petstore', tone: 'accent' }], ''];
  }

  const words = connectionWords(snapshot, app.now());
  const name = safeText(session.profile.name);
  const forms = screenForms(app, state, snapshot);
  const cut = truncateCells(name, longestName);
  // The screen that is used least gives way to an age, and nothing else does.
  const groups = [forms.slice(0, 2), ...forms.slice(2).map((form) => [form])];
  for (const group of groups) {
    for (const word of group === groups.at(-1) ? words : words.slice(0, 2)) {
      const form = group.find((each) => widthOf(each(cut)) + cellWidth(word) <= width);
      if (form) {
        return [form(cut), word];
      }
    }
  }

  const least = forms.at(-1) ?? (() => []);
  const room = (word: string): number => width - cellWidth(word) - widthOf(least(''));
  const word = words.find((each) => room(each) >= shortestName) ?? '';
  return [least(truncateCells(name, room(word))), word];
}

/** The program, a profile's name and the screens with their keys, from the longest form to the shortest. */
function screenForms(
  app: App,
  state: UiState,
  { entries }: Snapshot,
): readonly ((name: string) => readonly ToneText[])[] {
  const current = state.screens[0]?.name;
  const waiting = entries.filter((entry) => isWaiting(entry.state));
  const needed = waiting.filter((entry) => needsPerson(entry.state)).length;
  const waits = waiting.length === 0 ? '' : String(waiting.length);
  const count = needed > 0 ? `${needed}!` : waits;
  const screens = [
    { screen: 'list', key: keyOf(app, 'show-pets'), name: 'Pets', count: '' },
    { screen: 'queue', key: keyOf(app, 'show-queue'), name: 'Queue', count },
    { screen: 'activity', key: keyOf(app, 'show-log'), name: 'Activity', count: '' },
    { screen: 'settings', key: keyOf(app, 'show-settings'), name: 'Settings', count: '' },
  ];
  const write = (isNamed: (screen: string) => boolean, left: readonly string[] = []): readonly ToneText[] =>
    tabPieces(
      screens
        .filter(({ screen }) => screen === current || !left.includes(screen))
        .map(({ screen, key, name, count: number }) => ({
          pieces: [
            { text: [key, isNamed(screen) || key === '' ? name : ''].filter(Boolean).join(' ') },
            ...(number === ''
              ? []
              : [{ text: ' ' }, { text: number, ...(needed > 0 ? { tone: 'needs-you' as const } : {}) }]),
          ],
          isCurrent: screen === current,
        })),
      state,
      !isNamed(''),
    );
  const program = [{ text: ' ' }, { text: 'petstore', tone: 'accent' as const }, { text: ' ' }];
  const named = write(() => true, ['settings']);
  return [
    (name) => [...program, { text: ` ${name}  ` }, ...write(() => true)],
    (name) => [...program, { text: ` ${name}  ` }, ...named],
    (name) => [{ text: ` ${name} ` }, ...named],
    (name) => [{ text: ` ${name} ` }, ...write((screen) => screen === current)],
    (name) => [{ text: ` ${name} ` }, ...write(() => false, ['activity', 'settings'])],
  ];
}
