import { useAnimation } from 'ink';
import { isWaiting, needsPerson } from '../../domain/entry.js';
import { isPetStatus } from '../../domain/pet.js';
import { cellWidth, fitCells, safeText, truncateCells } from '../../platform/text/terminal-text.js';
import { connectionWords } from '../../text/connection-text.js';
import { areAscii, type ToneText } from '../../text/glyphs.js';
import { type App, type Clickable, glyphsIn, keyOf, runAction, snapshotOf, useDrawing } from '../app-context.js';
import { ToneLine, widthOf } from '../components/line.js';
import { currentScreen } from '../state/ui-state.js';
import { tabPieces } from './tabs.js';

/** Row 1: whose animals these are, the screens, and how things stand with the store, as long as there is room. */
export function Header() {
  const { app, state } = useDrawing();
  const { columns: width } = state.size;
  const busy = useBusy(app);
  const { screens, sign, word } = headerOf(app);
  const cells = cellWidth(sign.text + word);
  const connection: readonly ToneText[] = [
    busy === '' ? sign : { text: `${busy} ` },
    sign.tone === 'needs-you' ? { text: word, tone: 'strong' } : { text: word },
  ];
  const right = app.timeless ? [{ text: fitCells(openingWord, cells) }] : connection;
  const gap = { text: ' '.repeat(Math.max(0, width - widthOf(screens) - cells)) };
  return <ToneLine pieces={[...screens, gap, ...right]} on={{ role: 'bar', width }} />;
}

/** In the place of the connection before its state is known. */
const openingWord = 'opening';

/** The sign before the connection's word: it is as it should be, somebody chose otherwise, or something is wrong. */
function signOf(app: App): Required<ToneText> {
  const { session, spoken } = app.model.get();
  const { state } = snapshotOf(app).connection;
  const { available, sold } = glyphsIn(app.model.get());
  if (!session || spoken) {
    return { text: '', tone: 'waits' };
  }

  if (state === 'online') {
    return { text: `${available} `, tone: 'available' };
  }

  return state === 'connecting' || state === 'working-offline'
    ? { text: '~ ', tone: 'waits' }
    : { text: state === 'offline' ? `${sold} ` : '! ', tone: 'needs-you' };
}

const spinners = { braille: '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', ascii: '|/-\\' };

/**
 * A sign of life in the place of the connection's while requests are under way, if motion is on; otherwise it never
 * wakes the app.
 */
function useBusy(app: App): string {
  const state = app.model.get();
  const { refreshing, progress, connection } = snapshotOf(app);
  const isAsking = state.session !== undefined && connection.state === 'connecting';
  const isActive = (refreshing || progress !== undefined || isAsking) && state.settings.motion && !state.spoken;
  const { frame } = useAnimation({ interval: 250, isActive });
  const spinner = spinners[areAscii(glyphsIn(state)) ? 'ascii' : 'braille'];
  return isActive ? (spinner[frame % spinner.length] ?? '') : '';
}

/** Cells of a profile's name: the most that cost the screens their words, and the fewest. */
const longestName = 24;
const shortestName = 4;

/**
 * The screens from the left on, and at the right the sign and the word of the connection, as far as there is room.
 * Every screen stays, in its order. The program's name goes first, then words of the screens and of the connection; the
 * age of the list goes last, before the name of the present screen. The shortest form is cut at the end of the
 * profile's name, which is never left out.
 */
export function headerOf(app: App) {
  const state = app.model.get();
  const { session, size, tab } = state;
  const sign = signOf(app);
  if (!session) {
    const alone: readonly Clickable[] = [{ text: ' petstore', tone: 'accent' }];
    return { screens: alone, sign, word: '' };
  }

  const width = size.columns - cellWidth(sign.text) - 1;
  const groups = connectionWords(snapshotOf(app), app.now(), {
    hasKey: session.key !== undefined,
    status: currentScreen(state).name === 'list' && isPetStatus(tab) ? tab : undefined,
  });
  const name = safeText(session.profile.name);
  const [whole, named, short, current, least] = screenForms(app);
  const cut = truncateCells(name, longestName);
  const stepsOf = (words: readonly string[], steps: readonly (readonly ScreenForm[])[]) =>
    steps.flatMap((forms) => words.flatMap((word) => forms.map((form) => ({ screens: form(cut), word }))));
  const pairs = [
    ...groups.flatMap((words) => stepsOf(words, [[whole, named, short], [current]])),
    ...stepsOf(groups.flat(), [[least]]),
  ];
  const room = (word: string): number => width - cellWidth(word) - widthOf(least(''));
  const word = groups.flat().find((each) => room(each) >= shortestName) ?? '';
  const found = pairs.find((each) => widthOf(each.screens) + cellWidth(each.word) <= width);
  return { sign, ...(found ?? { screens: least(truncateCells(name, room(word))), word }) };
}

type ScreenForm = (name: string) => readonly Clickable[];

const screens = [
  { screen: 'list', action: 'show-pets', name: 'Pets', short: 'Pets' },
  { screen: 'queue', action: 'show-queue', name: 'Queue', short: 'Queue' },
  { screen: 'activity', action: 'show-log', name: 'Activity', short: 'Log' },
  { screen: 'settings', action: 'show-settings', name: 'Settings', short: 'Set' },
];

/**
 * The program, a profile's name and the screens with their keys. Then: without the program, with short names, with the
 * name of the present screen alone, with keys alone. Beside a key alone a number would be taken for one, so the
 * queue has only its sign there.
 */
function screenForms(app: App) {
  const state = app.model.get();
  const present = state.screens[0]?.name;
  const waiting = snapshotOf(app).entries.filter((entry) => isWaiting(entry.state));
  const needed = waiting.filter((entry) => needsPerson(entry.state)).length;
  const sign: ToneText = needed > 0 ? { text: '!', tone: 'needs-you' } : { text: '~', tone: 'waits' };
  const write = (nameOf: (screen: (typeof screens)[number]) => string, isTight = false): readonly Clickable[] =>
    tabPieces(
      screens.map((each) => {
        const key = keyOf(app, each.action);
        const name = key === '' ? each.short : nameOf(each);
        const number = name === '' ? '' : ` ${needed || waiting.length}`;
        const queued = [{ text: number }, ...(needed > 0 || name === '' ? [sign] : [])];
        return {
          pieces: [
            { text: [key, name].filter(Boolean).join(' ') },
            ...(each.screen === 'queue' && waiting.length > 0 ? queued : []),
          ],
          isCurrent: each.screen === present,
          click: (on: App) => runAction(on, each.action),
        };
      }),
      state,
      isTight,
    );
  const named = write(({ name }) => name);
  const after =
    (tabs: readonly Clickable[]): ScreenForm =>
    (name) => [{ text: ` ${name} ` }, ...tabs];
  return [
    (name: string) => [{ text: ' ' }, { text: 'petstore', tone: 'accent' as const }, { text: `  ${name}  ` }, ...named],
    after(named),
    after(write(({ short }) => short)),
    after(write(({ screen, short }) => (screen === present ? short : ''), true)),
    after(write(() => '', true)),
  ] as const;
}
