import { Text, useAnimation } from 'ink';
import { isWaiting, needsPerson } from '../../domain/entry.js';
import { cellWidth, fitCells, safeText, truncateCells } from '../../platform/text/terminal-text.js';
import type { Snapshot } from '../../sync/api.js';
import { type App, glyphsIn, useApp, useSnapshot, useTheme, useUi, keyOf } from '../app-context.js';
import { splitCurrent } from './first-that-fits.js';
import type { Glyphs } from '../../text/glyphs.js';
import type { ToneText } from '../../text/tone.js';
import type { UiState } from '../state/ui-state.js';
import { connectionWord, isCalm, isKeptLive } from '../../text/connection-text.js';
import { ageText, agoText, timeText } from '../../text/time-text.js';

/** Row 1: whose animals these are, the screens, the connection and the age of the list, as long as there is room. */
export function Header() {
  const app = useApp();
  const { now } = app;
  const theme = useTheme();
  const state = useUi();
  const snapshot = useSnapshot();
  const { columns } = state.size;

  const liveness = isKeptLive(snapshot) ? 'live' : connectionWord(snapshot.connection);
  const word = state.session ? liveness : '';
  const sign = signOf(state, snapshot, glyphsIn(state));
  const [screens, age] = fit(
    screenTexts(app, state, snapshot),
    ageTexts(snapshot, now()),
    columns - cellWidth(sign.text + word) - 1,
  );
  const gap = ' '.repeat(Math.max(0, columns - cellWidth(screens) - cellWidth(sign.text + word) - cellWidth(age)));
  const busy = useBusy(state, snapshot);
  const connection = app.timeless ? (
    fitCells(openingWord, cellWidth(sign.text + word + age))
  ) : (
    <>
      {busy === '' ? <Text {...theme[sign.tone]}>{sign.text}</Text> : `${busy} `}
      <Text {...(isCalm(snapshot.connection.state) ? theme.plain : theme.strong)}>{word}</Text>
      {age}
    </>
  );

  return (
    <Text wrap="truncate" {...theme.bar}>
      {splitName(screens)
        .flatMap(splitTabs)
        .map(({ text, tone }, index) => (
          <Text key={index} {...theme[tone ?? 'plain']}>
            {text}
          </Text>
        ))}
      {gap}
      {connection}
    </Text>
  );
}

const programName = 'petstore';

/** The name of the program, which is the one thing that stands in the accent without being a key. */
function splitName(text: string): readonly ToneText[] {
  return text.startsWith(`${programName} `)
    ? [{ text: programName, tone: 'accent' }, { text: text.slice(programName.length) }]
    : [{ text }];
}

const splitTabs = (piece: ToneText): readonly ToneText[] =>
  piece.tone === undefined ? splitCurrent(piece.text) : [piece];

/** In the place of the connection and the age of the list, where nothing is known of them yet. */
const openingWord = 'opening';

/** The sign before the connection's word: it is as it should be, somebody chose otherwise, or something is wrong. */
function signOf({ session, spoken }: UiState, { connection: { state } }: Snapshot, glyphs: Glyphs): Required<ToneText> {
  if (!session || spoken) {
    return { text: '', tone: 'waits' };
  }

  if (state === 'online') {
    return { text: `${glyphs.available} `, tone: 'available' };
  }

  return state === 'connecting' || state === 'working-offline'
    ? { text: '~ ', tone: 'waits' }
    : { text: '! ', tone: 'needs-you' };
}

/**
 * A sign of life in the place of the connection's while requests are under way, for those who like motion; nothing
 * wakes the app otherwise.
 */
function useBusy({ session, settings, spoken }: UiState, { refreshing, progress, connection }: Snapshot): string {
  const isBusy = refreshing || progress !== undefined || (session !== undefined && connection.state === 'connecting');
  const isActive = isBusy && settings.motion && !spoken;
  const { frame } = useAnimation({ interval: 250, isActive });
  return isActive ? ('|/-\\'[frame % 4] ?? '') : '';
}

/**
 * The longest pair that fits; the words about the age are the first to get shorter, and then those of the screens. The
 * shortest screens are cut at the end of the profile's name, which stands before them.
 */
function fit(
  screens: readonly ((cells: number) => string)[],
  ages: readonly string[],
  width: number,
): readonly [string, string] {
  for (const screen of screens) {
    for (const age of ages) {
      if (cellWidth(screen(longestName)) + cellWidth(age) <= width) {
        return [screen(longestName), age];
      }
    }
  }

  const last = screens.at(-1) ?? (() => '');
  const room = (age: string): number => width - cellWidth(age) - cellWidth(last(0));
  const age = ages.find((each) => room(each) >= shortestName) ?? '';
  return [last(room(age)), age];
}

/** Cells of a profile's name: the most that cost the screens their words, and the fewest. */
const longestName = 24;
const shortestName = 4;

/**
 * The profile, and the screens with the keys that lead to them, the one that is shown in brackets, from the longest
 * form to the shortest; each for a name of so many cells.
 */
function screenTexts(app: App, state: UiState, { entries }: Snapshot): readonly ((cells: number) => string)[] {
  if (!state.session) {
    return [() => 'petstore'];
  }

  const name = safeText(state.session.profile.name);
  const waiting = entries.filter((entry) => isWaiting(entry.state));
  const count =
    waiting.length === 0 ? '' : `${waiting.length}${waiting.some((each) => needsPerson(each.state)) ? '!' : ''}`;
  const screens = [
    { screen: 'list', key: keyOf(app, 'show-pets'), name: 'Pets', short: 'Pets', count: '' },
    { screen: 'queue', key: keyOf(app, 'show-queue'), name: 'Queue', short: 'Queue', count: count && `(${count})` },
    { screen: 'settings', key: keyOf(app, 'show-settings'), name: 'Settings', short: 'Set', count: '' },
  ];
  const write = (separator: string, text: (entry: (typeof screens)[number]) => string): string =>
    screens
      .map((entry) => (entry.screen === state.screens[0]?.name ? `[${text(entry)}]` : text(entry)))
      .join(separator);
  const after = (key: string, text: string): string => (key === '' ? text : `${key} ${text}`);

  const full = write('  ', ({ key, name, count }) => after(key, `${name}${count === '' ? '' : ` ${count}`}`));
  const short = write(' ', ({ key, short, count }) => after(key, short + count));
  const sign = count.includes('!') ? '!' : '';
  const signs = write(' ', ({ key, short, count }) => (key || short) + (count === '' ? '' : sign));
  const shortest = write(' ', ({ key, short, count }) => (key || short) + count);
  return [
    (cells) => `petstore ${truncateCells(name, cells)}  ${full}`,
    (cells) => `${truncateCells(name, cells)}  ${full}`,
    (cells) => `${truncateCells(name, cells)} ${short}`,
    (cells) => `${truncateCells(name, cells)} ${shortest}`,
    (cells) => `${truncateCells(name, cells)} ${signs}`,
  ];
}

/**
 * How old the list is, from the longest form to the shortest; nothing where it is kept live. Two times where what is
 * new was asked for later than all of it.
 */
function ageTexts(snapshot: Snapshot, now: number): readonly string[] {
  const { lists, loaded, pets, nextRefreshAt, connection } = snapshot;
  const { fetchedAt: at, heardAt = at } = lists.all;
  if (at === undefined || heardAt === undefined) {
    if (!loaded) {
      return [''];
    }

    return pets.length > 0 ? ['  not all read yet', '  part'] : ['  no data yet', '  no data'];
  }

  if (isKeptLive(snapshot)) {
    return [''];
  }

  const age = ageText(at, now);
  const from = `  as of ${timeText(at, now)}`;
  const whole = age === 'now' ? from : `${from} (${agoText(at, now)})`;
  // One that is due comes after what is under way, and nobody knows when that is.
  const isAhead = connection.state === 'online' && nextRefreshAt !== undefined && Date.parse(nextRefreshAt) > now;
  return [
    ...(ageText(heardAt, now) === age ? [] : [`${whole}, new animals as of ${timeText(heardAt, now)}`]),
    ...(isAhead ? [`${whole}, next ${timeText(nextRefreshAt, now)}`] : []),
    whole,
    from,
    age === 'now' ? '' : ` ${age}`,
  ];
}
