import { Text } from 'ink';
import { isWaiting } from '../../domain/entry.js';
import { cellWidth, safeText } from '../../platform/terminal-text.js';
import type { Snapshot } from '../../sync/snapshot.js';
import { useApp, useSnapshot, useTheme, useUi } from '../app-context.js';
import type { UiState } from '../state/ui-state.js';
import { connectionWord, isCalm } from '../words/connection-words.js';
import { ageText, agoText, timeText } from '../words/time-words.js';

/** Row 1: the app, its screens, the connection and the age of the data, each as long as there is room for. */
export function Header() {
  const { now } = useApp();
  const theme = useTheme();
  const state = useUi();
  const snapshot = useSnapshot();
  const { columns } = state.size;

  const word = state.session ? connectionWord(snapshot.connection) : '';
  const [screens, age] = fit(screenTexts(state, snapshot), ageTexts(snapshot, now()), columns - cellWidth(word) - 1);
  const gap = ' '.repeat(Math.max(1, columns - cellWidth(screens) - cellWidth(word) - cellWidth(age)));
  const tone = isCalm(snapshot.connection.state) ? theme.good : snapshot.connection.state === 'working-offline' ? theme.warning : theme.bad;

  return (
    <Text wrap="truncate">
      <Text {...theme.title}>{screens}</Text>
      {gap}
      <Text {...tone}>{word}</Text>
      {age}
    </Text>
  );
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

function screenTexts(state: UiState, { entries }: Snapshot): readonly string[] {
  const waiting = entries.filter((entry) => isWaiting(entry.state)).length;
  const root = state.screens[0]?.name;
  const names = [['list', '1', 'Pets', 'Pets', ''], ['queue', '2', 'Queue', 'Queue', waiting > 0 ? ` (${waiting})` : ''], ['settings', '3', 'Settings', 'Set', '']] as const;
  const write = (separator: string, text: (entry: (typeof names)[number]) => string): string => names.map((entry) => (entry[0] === root ? `[${text(entry)}]` : text(entry))).join(separator);

  const full = write('  ', ([, number, name, , count]) => `${number} ${name}${count}`);
  const profile = state.session ? ` ${safeText(state.session.profile.name)}` : '';
  if (!state.session) {
    return ['petstore'];
  }

  return [...(state.size.columns >= 100 ? [`petstore${profile}  ${full}`] : []), `petstore  ${full}`, full, write(' ', ([, number, , short, count]) => `${number} ${short}${count.replaceAll(' ', '')}`), write(' ', ([, number, , , count]) => `${number}${count.replaceAll(' ', '')}`)];
}

function ageTexts({ lists, loaded, refreshing }: Snapshot, now: number): readonly string[] {
  const at = lists.all.fetchedAt;
  if (at === undefined) {
    return loaded ? ['  no data yet', '  no data'] : [''];
  }

  const busy = refreshing ? '  refreshing' : '';
  return [busy || `  data from ${timeText(at, now)} (${agoText(at, now)})`, `  data ${agoText(at, now)}`, ` ${ageText(at, now)}`];
}

