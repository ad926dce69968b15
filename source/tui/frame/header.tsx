import { Text, useAnimation } from 'ink';
import { isWaiting } from '../../domain/entry.js';
import { cellWidth, safeText } from '../../platform/text/terminal-text.js';
import type { Snapshot } from '../../sync/api.js';
import { useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import type { UiState } from '../state/ui-state.js';
import { connectionWord, isCalm } from '../../text/connection-text.js';
import { ageText, agoText, timeText } from '../../text/time-text.js';

/** Row 1: the app, its screens, the connection and the age of the data, each as long as there is room for. */
export function Header() {
  const { now } = useApp();
  const theme = useTheme();
  const state = useUi();
  const snapshot = useSnapshot();
  const { columns } = state.size;

  const word = state.session ? connectionWord(snapshot.connection) : '';
  const [screens, age] = fit(screenTexts(state, snapshot), ageTexts(snapshot, now()), columns - cellWidth(word) - 1);
  const gap = Math.max(1, columns - cellWidth(screens) - cellWidth(word) - cellWidth(age));
  const busy = useBusy(state, snapshot);
  const tone = isCalm(snapshot.connection.state) ? theme.good : snapshot.connection.state === 'working-offline' ? theme.warning : theme.bad;

  return (
    <Text wrap="truncate">
      <Text {...theme.title}>{screens}</Text>
      {/* It touches neither of its neighbours, and is left out where it would. */}
      {gap < 3 ? ' '.repeat(gap) : `${' '.repeat(gap - 2)}${busy} `}
      <Text {...tone}>{word}</Text>
      {age}
    </Text>
  );
}

/** A sign of life while requests are under way, for those who like motion; nothing wakes the app otherwise. */
function useBusy({ session, settings, spoken }: UiState, { refreshing, progress, connection }: Snapshot): string {
  const isBusy = refreshing || progress !== undefined || (session !== undefined && connection.state === 'connecting');
  const isActive = isBusy && settings.motion && !spoken;
  const { frame } = useAnimation({ interval: 250, isActive });
  return isActive ? ('|/-\\'[frame % 4] ?? ' ') : ' ';
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

/** The numbered screens, the one that is shown in brackets, from the longest form to the shortest. */
function screenTexts(state: UiState, { entries }: Snapshot): readonly string[] {
  if (!state.session) {
    return ['petstore'];
  }

  const waiting = entries.filter((entry) => isWaiting(entry.state)).length;
  const screens = [
    { screen: 'list', number: '1', name: 'Pets', short: 'Pets', count: '' },
    { screen: 'queue', number: '2', name: 'Queue', short: 'Queue', count: waiting > 0 ? `(${waiting})` : '' },
    { screen: 'settings', number: '3', name: 'Settings', short: 'Set', count: '' },
  ];
  const write = (separator: string, text: (entry: (typeof screens)[number]) => string): string =>
    screens.map((entry) => (entry.screen === state.screens[0]?.name ? `[${text(entry)}]` : text(entry))).join(separator);

  const full = write('  ', ({ number, name, count }) => `${number} ${name}${count === '' ? '' : ` ${count}`}`);
  const named = state.size.columns >= 100 ? [`petstore ${safeText(state.session.profile.name)}  ${full}`] : [];
  return [...named, `petstore  ${full}`, full, write(' ', ({ number, short, count }) => `${number} ${short}${count}`), write(' ', ({ number, count }) => number + count)];
}

/** How old the data is, from the longest form to the shortest: two ages where what is new was asked for later than all of it. */
function ageTexts({ lists, loaded, nextRefreshAt, isLive, connection }: Snapshot, now: number): readonly string[] {
  const { fetchedAt: at, heardAt = at } = lists.all;
  if (at === undefined || heardAt === undefined) {
    return loaded ? ['  no data yet', '  no data'] : [''];
  }

  const next = connection.state !== 'online' || nextRefreshAt === undefined ? undefined : isLive ? 'live' : `next ${timeText(nextRefreshAt, now)}`;
  const withNext = (text: string): readonly string[] => (next === undefined ? [text] : [`${text}, ${next}`, text]);
  if (ageText(heardAt, now) !== ageText(at, now)) {
    return [...withNext(`  new animals ${agoText(heardAt, now)}, all of it ${agoText(at, now)}`), `  new ${ageText(heardAt, now)}, all ${ageText(at, now)}`, ` ${ageText(at, now)}`];
  }

  return [...withNext(`  data from ${timeText(at, now)} (${agoText(at, now)})`), `  data ${agoText(at, now)}`, ` ${ageText(at, now)}`];
}

