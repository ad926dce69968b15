import type { App } from '../app-context.js';
import { askForText, setText } from '../actions/ask.js';
import { say } from '../actions/say.js';
import { lineText } from '../input/line.js';
import { commands } from './commands.js';
import { openAnimal } from '../actions/open-animal.js';
import { findItems, type PaletteItem } from './find-items.js';

/** Commands that are remembered while the app is open. */
const mostCommands = 50;

/** Asks for a command, from an empty line. */
export function openPalette(app: App): void {
  askForText(app, { kind: 'command' });
}

/**
 * What is offered, and which of it is chosen: the first, as long as the keys that choose another one were not pressed
 * for this very text.
 */
export function paletteChoice(app: App): { readonly items: readonly PaletteItem[]; readonly at: number } {
  const { prompt } = app.model.get();
  const typed = typedText(app);
  const items = findItems(app, typed);
  const chosen = prompt?.kind === 'command' && prompt.chosen?.text === typed ? prompt.chosen.at : 0;
  return { items, at: Math.min(chosen, Math.max(0, items.length - 1)) };
}

/** The next or the previous one. */
export function moveChoice(app: App, rows: 1 | -1): void {
  const { prompt } = app.model.get();
  const typed = typedText(app);
  const isFirst = prompt?.kind === 'command' && prompt.chosen?.text !== typed && typed === '' && rows === 1;
  chooseItem(app, isFirst ? 0 : paletteChoice(app).at + rows);
}

/** The one of that place, or the nearest there is. */
export function chooseItem(app: App, at: number): void {
  const { prompt } = app.model.get();
  const { items } = paletteChoice(app);
  if (prompt?.kind === 'command' && items.length > 0) {
    const chosen = { text: typedText(app), at: Math.max(0, Math.min(items.length - 1, at)) };
    app.model.dispatch({ type: 'asked', prompt: { ...prompt, chosen } });
  }
}

/** ↑: in an empty line the command before, and again the one before that; else the choice before. */
export function recallCommand(app: App): void {
  const { prompt, commands: before } = app.model.get();
  const typed = typedText(app);
  const isRecalled = prompt?.kind === 'command' && prompt.recalled !== undefined && before[prompt.recalled] === typed;
  if (
    prompt?.kind === 'command' &&
    before.length > 0 &&
    prompt.chosen?.text !== typed &&
    (typed === '' || isRecalled)
  ) {
    const recalled = isRecalled ? Math.max(0, (prompt.recalled ?? 0) - 1) : before.length - 1;
    app.model.dispatch({ type: 'asked', prompt: { ...prompt, recalled } });
    setText(app, 'command', before[recalled] ?? '');
  } else {
    moveChoice(app, -1);
  }
}

/** Tab: what was chosen, written out; where the line begins several commands, as far as their names agree. */
export function completeCommand(app: App): void {
  const typed = typedText(app);
  const names = commands.map(({ name }) => name).filter((name) => typed !== '' && name.startsWith(typed));
  const { items, at } = paletteChoice(app);
  const text = names.length > 1 ? names.reduce(sharedStart) : items[at]?.complete;
  if (text !== undefined) {
    setText(app, 'command', text);
  }
}

function sharedStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) {
    length += 1;
  }

  return a.slice(0, length);
}

/** Enter: does what is chosen. An empty line in which nothing was chosen does nothing. */
export function runPaletteCommand(app: App): void {
  const { prompt, commands: before } = app.model.get();
  const typed = typedText(app).trim();
  const { items, at } = paletteChoice(app);
  const isChosen = prompt?.kind === 'command' && prompt.chosen?.text === typedText(app);
  const doubt = isChosen ? undefined : doubtOf(typed, items[at]);
  if (prompt?.kind === 'command' && doubt !== undefined) {
    app.model.dispatch({
      type: 'asked',
      prompt: { ...prompt, chosen: { text: typedText(app), at }, problem: `${doubt} Enter again does what is marked.` },
    });
    return;
  }

  app.model.dispatch({ type: 'answered' });
  if (typed === '' && !isChosen) {
    return;
  }

  if (typed !== '') {
    app.model.dispatch({
      type: 'commanded',
      commands: [...before.filter((each) => each !== typed), typed].slice(-mostCommands),
    });
  }

  const item = items[at];
  if (typed === 'q') {
    app.terminal.quit();
  } else if (item) {
    item.run(app);
  } else if (/\s/u.test(typed)) {
    say(app, `"${typed}" is neither an id nor a command; ? lists the keys.`, 'bad');
  } else {
    openAnimal(app, typed);
  }
}

/** Why what was typed may not be what is marked: nobody should go offline by a slip. */
function doubtOf(typed: string, item: PaletteItem | undefined): string | undefined {
  const begun = commands.filter(({ name }) => typed !== '' && typed !== 'q' && name.startsWith(typed));
  if (begun.length > 1 && !begun.some(({ name }) => name === typed)) {
    return `":${typed}" may be ${begun.map(({ name }) => `:${name}`).join(' or ')}.`;
  }

  return item?.isLoose === true ? 'Nothing is called so.' : undefined;
}

function typedText(app: App): string {
  return lineText(app.model.get().fields.command);
}
