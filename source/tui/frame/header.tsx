import { useAnimation } from 'ink';
import { isWaiting, needsPerson } from '../../domain/entry.js';
import { cellWidth, fitCells, safeText, truncateCells } from '../../platform/text/terminal-text.js';
import { connectionWords } from '../../text/connection-text.js';
import { areAscii, type ToneText } from '../../text/glyphs.js';
import { type App, type Clickable, glyphsIn, keyOf, runAction, snapshotOf, useDrawing } from '../app-context.js';
import { ToneLine, widthOf } from '../components/line.js';
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
 * The screens from the left on, and at the right the sign and the word of the connection, as far as there is room. The
 * age goes first, then the screens lose words; the shortest of them are cut at the end of the profile's name, which is
 * never left out.
 */
export function headerOf(app: App) {
  const { session, size } = app.model.get();
  const sign = signOf(app);
  if (!session) {
    const alone: readonly Clickable[] = [{ text: ' petstore', tone: 'accent' }];
    return { screens: alone, sign, word: '' };
  }

  const width = size.columns - cellWidth(sign.text) - 1;
  const words = connectionWords(snapshotOf(app), app.now(), session.key !== undefined);
  const name = safeText(session.profile.name);
  const cut = truncateCells(name, longestName);
  const [whole, usual, ...shorter] = screenForms(app);
  // Only the screen that is used least gives way to an age.
  const pairs = [
    ...words.slice(0, 2).flatMap((word) => [
      { form: whole, word },
      { form: usual, word },
    ]),
    ...shorter.flatMap((form, place) => (place === 0 ? words.slice(0, 2) : words).map((word) => ({ form, word }))),
  ];
  const found = pairs.find(({ form, word }) => widthOf(form(cut)) + cellWidth(word) <= width);
  if (found) {
    return { screens: found.form(cut), sign, word: found.word };
  }

  const least = shorter.at(-1) ?? usual;
  const room = (word: string): number => width - cellWidth(word) - widthOf(least(''));
  const word = words.find((each) => room(each) >= shortestName) ?? '';
  return { screens: least(truncateCells(name, room(word))), sign, word };
}

type ScreenForm = (name: string) => readonly Clickable[];

const screens = [
  { screen: 'list', action: 'show-pets', name: 'Pets' },
  { screen: 'queue', action: 'show-queue', name: 'Queue' },
  { screen: 'activity', action: 'show-log', name: 'Activity' },
  { screen: 'settings', action: 'show-settings', name: 'Settings' },
];

/** The program, a profile's name and the screens with their keys, from the longest form to the shortest. */
function screenForms(app: App): readonly [ScreenForm, ScreenForm, ...ScreenForm[]] {
  const state = app.model.get();
  const current = state.screens[0]?.name;
  const waiting = snapshotOf(app).entries.filter((entry) => isWaiting(entry.state));
  const needed = waiting.filter((entry) => needsPerson(entry.state)).length;
  const waits: readonly ToneText[] = waiting.length === 0 ? [] : [{ text: ` ${waiting.length}` }];
  const count = needed > 0 ? [{ text: ` ${needed}` }, { text: '!', tone: 'needs-you' as const }] : waits;
  const write = (isNamed: (screen: string) => boolean, left: readonly string[] = []): readonly Clickable[] =>
    tabPieces(
      screens
        .filter(({ screen }) => screen === current || !left.includes(screen))
        .map(({ screen, action, name }) => {
          const key = keyOf(app, action);
          const text = [key, isNamed(screen) || key === '' ? name : ''].filter(Boolean).join(' ');
          return {
            pieces: [{ text }, ...(screen === 'queue' ? count : [])],
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
