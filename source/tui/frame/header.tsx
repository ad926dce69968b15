import { Text, useAnimation } from 'ink';
import { isWaiting, needsPerson } from '../../domain/entry.js';
import { cellWidth, fitCells, safeText, truncateCells } from '../../platform/text/terminal-text.js';
import type { Snapshot } from '../../sync/api.js';
import { connectionWords } from '../../text/connection-text.js';
import { areAscii, type Glyphs } from '../../text/glyphs.js';
import type { ToneText } from '../../text/tone.js';
import {
  type App,
  type Clickable,
  glyphsIn,
  keyOf,
  runAction,
  snapshotOf,
  useApp,
  useSnapshot,
  useTheme,
  useUi,
} from '../app-context.js';
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

/** The screens in it, from its left on. */
export function headerTabs(app: App): readonly Clickable[] {
  const state = app.model.get();
  const sign = signOf(state, snapshotOf(app), glyphsIn(state));
  return fitHeader(app, state, snapshotOf(app), state.size.columns - cellWidth(sign.text) - 1)[0];
}

/** In the place of the connection before its state is known. */
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
 * A sign of life in the place of the connection's while requests are under way, if motion is on; otherwise it never
 * wakes the app.
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
): readonly [screens: readonly Clickable[], word: string] {
  const { session } = state;
  if (!session) {
    return [[{ text: ' petstore', tone: 'accent' }], ''];
  }

  const words = connectionWords(snapshot, app.now(), session.key !== undefined);
  const name = safeText(session.profile.name);
  const forms = screenForms(app, state, snapshot);
  const cut = truncateCells(name, longestName);
  // Only the screen that is used least gives way to an age.
  const groups = [forms.slice(0, 2), ...forms.slice(2).map((form) => [form])];
  for (const [place, group] of groups.entries()) {
    for (const word of place < 2 ? words.slice(0, 2) : words) {
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
): readonly ((name: string) => readonly Clickable[])[] {
  const current = state.screens[0]?.name;
  const waiting = entries.filter((entry) => isWaiting(entry.state));
  const needed = waiting.filter((entry) => needsPerson(entry.state)).length;
  const waits: readonly ToneText[] = waiting.length === 0 ? [] : [{ text: ` ${waiting.length}` }];
  const count = needed > 0 ? [{ text: ` ${needed}` }, { text: '!', tone: 'needs-you' as const }] : waits;
  const screens = [
    { screen: 'list', action: 'show-pets', name: 'Pets' },
    { screen: 'queue', action: 'show-queue', name: 'Queue' },
    { screen: 'activity', action: 'show-log', name: 'Activity' },
    { screen: 'settings', action: 'show-settings', name: 'Settings' },
  ];
  const write = (isNamed: (screen: string) => boolean, left: readonly string[] = []): readonly Clickable[] =>
    tabPieces(
      screens
        .filter(({ screen }) => screen === current || !left.includes(screen))
        .map(({ screen, action, name }) => {
          const key = keyOf(app, action);
          return {
            pieces: [
              { text: [key, isNamed(screen) || key === '' ? name : ''].filter(Boolean).join(' ') },
              ...(screen === 'queue' ? count : []),
            ],
            isCurrent: screen === current,
            click: (each: App) => runAction(each, action),
          };
        }),
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
