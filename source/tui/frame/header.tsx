import { Text, useAnimation } from 'ink';
import { isWaiting } from '../../domain/entry.js';
import { cellWidth, safeText } from '../../platform/text/terminal-text.js';
import type { Snapshot } from '../../sync/api.js';
import { type App, glyphsIn, useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import { splitCurrent } from './split-current.js';
import type { Glyphs } from '../../text/glyphs.js';
import type { ToneText } from '../../text/tone.js';
import type { UiState } from '../state/ui-state.js';
import { connectionWord, isCalm } from '../../text/connection-text.js';
import { ageText, agoText, timeText } from '../../text/time-text.js';

/** Row 1: the app, its screens, the connection and the age of the data, each as long as there is room for. */
export function Header() {
  const app = useApp();
  const { now } = app;
  const theme = useTheme();
  const state = useUi();
  const snapshot = useSnapshot();
  const { columns } = state.size;

  const word = state.session ? connectionWord(snapshot.connection) : '';
  const sign = signOf(state, snapshot, glyphsIn(state));
  const [screens, age] = fit(
    screenTexts(app, state, snapshot),
    ageTexts(snapshot, now()),
    columns - cellWidth(sign.text + word) - 1,
  );
  const gap = ' '.repeat(Math.max(0, columns - cellWidth(screens) - cellWidth(sign.text + word) - cellWidth(age)));
  const busy = useBusy(state, snapshot);

  return (
    <Text wrap="truncate">
      {splitCurrent(screens).map(({ text, tone }, index) => (
        <Text key={index} {...theme[tone ?? 'plain']}>
          {text}
        </Text>
      ))}
      {gap}
      {busy === '' ? <Text {...theme[sign.tone]}>{sign.text}</Text> : `${busy} `}
      <Text {...(isCalm(snapshot.connection.state) ? theme.plain : theme.strong)}>{word}</Text>
      {age}
    </Text>
  );
}

/** The sign before the connection's word: it is as it should be, somebody chose otherwise, or something is wrong. */
function signOf({ session, spoken }: UiState, { connection: { state } }: Snapshot, glyphs: Glyphs): Required<ToneText> {
  if (!session || spoken) {
    return { text: '', tone: 'waits' };
  }

  return state === 'online'
    ? { text: `${glyphs.available} `, tone: 'available' }
    : state === 'connecting' || state === 'working-offline'
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

/** The longest pair that fits; words get shorter before the age of the data goes. */
function fit(screens: readonly string[], ages: readonly string[], width: number): readonly [string, string] {
  for (const screen of screens) {
    for (const age of ages) {
      if (cellWidth(screen) + cellWidth(age) <= width) {
        return [screen, age];
      }
    }
  }

  return [screens.at(-1) ?? '', ''];
}

/**
 * The screens with the keys that lead to them, the one that is shown in brackets, from the longest form to the
 * shortest.
 */
function screenTexts(app: App, state: UiState, { entries }: Snapshot): readonly string[] {
  if (!state.session) {
    return ['petstore'];
  }

  const waiting = entries.filter((entry) => isWaiting(entry.state)).length;
  const screens = [
    { screen: 'list', key: app.keyOf(app, 'show-pets'), name: 'Pets', short: 'Pets', count: '' },
    {
      screen: 'queue',
      key: app.keyOf(app, 'show-queue'),
      name: 'Queue',
      short: 'Queue',
      count: waiting > 0 ? `(${waiting})` : '',
    },
    { screen: 'settings', key: app.keyOf(app, 'show-settings'), name: 'Settings', short: 'Set', count: '' },
  ];
  const write = (separator: string, text: (entry: (typeof screens)[number]) => string): string =>
    screens
      .map((entry) => (entry.screen === state.screens[0]?.name ? `[${text(entry)}]` : text(entry)))
      .join(separator);
  const after = (key: string, text: string): string => (key === '' ? text : `${key} ${text}`);

  const full = write('  ', ({ key, name, count }) => after(key, `${name}${count === '' ? '' : ` ${count}`}`));
  const named = state.size.columns >= 100 ? [`petstore ${safeText(state.session.profile.name)}  ${full}`] : [];
  return [
    ...named,
    `petstore  ${full}`,
    full,
    write(' ', ({ key, short, count }) => after(key, short + count)),
    write(' ', ({ key, short, count }) => (key || short) + count),
  ];
}

/**
 * How old the data is, from the longest form to the shortest: two ages where what is new was asked for later than all
 * of it.
 */
function ageTexts(
  { lists, loaded, pets, nextRefreshAt, isLive, connection }: Snapshot,
  now: number,
): readonly string[] {
  const { fetchedAt: at, heardAt = at } = lists.all;
  if (at === undefined || heardAt === undefined) {
    return !loaded ? [''] : pets.length > 0 ? ['  not all read yet', '  part'] : ['  no data yet', '  no data'];
  }

  // One that is due comes after what is under way, and nobody knows when that is.
  const isAhead = nextRefreshAt !== undefined && Date.parse(nextRefreshAt) > now;
  const next =
    connection.state !== 'online' || nextRefreshAt === undefined || !(isAhead || isLive)
      ? undefined
      : isLive
        ? 'live'
        : `next ${timeText(nextRefreshAt, now)}`;
  const withNext = (text: string): readonly string[] => (next === undefined ? [text] : [`${text}, ${next}`, text]);
  if (ageText(heardAt, now) !== ageText(at, now)) {
    return [
      ...withNext(`  new animals ${agoText(heardAt, now)}, all of it ${agoText(at, now)}`),
      `  new ${ageText(heardAt, now)}, all ${ageText(at, now)}`,
      ` ${ageText(at, now)}`,
    ];
  }

  return [
    ...withNext(`  data from ${timeText(at, now)} (${agoText(at, now)})`),
    `  data ${agoText(at, now)}`,
    ` ${ageText(at, now)}`,
  ];
}
