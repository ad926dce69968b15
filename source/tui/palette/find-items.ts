/** The palette: the offers for a typed text, the likeliest first, and what keys choose of them. */
import { foldText } from '../../domain/search/fold-text.ts';
import { type App, bindingsIn, hintsIn, keyLabel, textOf } from '../app-context.ts';
import { commands, elsewhere, synonyms } from './commands.ts';
import type { PaletteCommand } from './change-settings.ts';
import { openAnimal } from '../actions/navigate.ts';
import { modeOf } from '../state/ui-model.ts';
import { say } from '../actions/say.ts';
import { readConfig } from '../actions/session.ts';

/** Something that can be chosen. `left`: how it is typed or pressed; `complete`: what Tab makes of the line. */
type PaletteItem = {
  readonly left: string;
  readonly does: string;
  readonly off?: string | undefined;
  readonly complete: string;
  readonly also?: string | undefined;
  run(app: App): void;
};

/** Asks for a command, with the profiles and categories that are known by now. */
export function openPalette(app: App): void {
  app.model.ask({ kind: 'command' }, '');
  void readConfig(app);
}

/** All of them if the line is empty. */
export function findItems(app: App, typed: string): readonly PaletteItem[] {
  const text = foldText(typed.trim());
  const all = itemsOf(app);
  if (text === '') {
    return all;
  }

  const [word = '', ...rest] = typed.trim().split(/\s+/u);
  const command = commandOf(word);
  if (command && /\s/u.test(typed.trimStart())) {
    const offers = rest.length > 1 ? [] : wordItems(app, command, rest[0] ?? '');
    // Nothing is known of what was typed, so Tab leaves it as it is.
    return offers.length > 0 ? offers : [{ ...toItem(command, rest.join(' ')), complete: typed }];
  }

  const ranked = all
    .map((item, place) => ({ item, place, rank: rankOf(item, text) }))
    .filter(({ rank }) => rank !== -1);
  const isId = /^(?:#?-?\d+|q-?\d+)$/u.test(text);
  const id = typed.trim();
  const show = (on: App): void => openAnimal(on, id.replace('#', ''));
  const ids = isId ? [{ left: id, does: 'show that animal', complete: id, run: show }] : [];
  return [...ids, ...ranked.sort((a, b) => a.rank - b.rank || a.place - b.place).map(({ item }) => item)];
}

/** The command that takes an argument and has this name, or as the only one this word for it: `category 2 Dogs`. */
function commandOf(word: string): PaletteCommand | undefined {
  const taking = commands.filter(({ argument }) => argument !== undefined);
  const called = taking.filter(({ name }) => synonyms[name]?.split(' ').includes(word));
  return taking.find(({ name }) => name === word) ?? (called.length === 1 ? called[0] : undefined);
}

/** The words that an argument may begin with, as far as they have what was typed; one that is that itself first. */
function wordItems(app: App, command: PaletteCommand, begun: string): readonly PaletteItem[] {
  const words = command.words?.(app) ?? [];
  return words
    .filter(([word]) => word.includes(begun))
    .sort(
      ([a], [b]) =>
        Number(b === begun) - Number(a === begun) || Number(b.startsWith(begun)) - Number(a.startsWith(begun)),
    )
    .map(([word, does]) => ({
      ...toItem(command, word),
      does,
      complete: `${command.name} ${word} `,
    }));
}

/** The first way in which an item is what was typed; -1: in none. */
function rankOf({ complete, does, also = '' }: PaletteItem, text: string): number {
  const [name, meaning, others] = [foldText(complete.trim()), foldText(does), also.split(' ')];
  const words = text.split(/\s+/u);
  return [
    name === text,
    name.startsWith(text),
    others.includes(text) || words.every((word) => name.includes(word)),
    words.every((word) => `${name} ${meaning}`.includes(word)),
    words.every((word) => others.some((other) => other.startsWith(word))),
  ].indexOf(true);
}

function itemsOf(app: App): readonly PaletteItem[] {
  return [
    ...commands.map((command) => {
      const present = command.now?.(app);
      return { ...toItem(command, ''), does: present === undefined ? command.does : `${command.does}: ${present}` };
    }),
    ...actionItems(app),
  ];
}

/** The actions of the screen beneath, each once, with its keys; those of nine keys are left to these. */
function actionItems(app: App): readonly PaletteItem[] {
  const rows = bindingsIn(app, modeOf({ ...app.model.get(), prompt: undefined })).filter(
    ({ action, run, keys }) => action !== undefined && action !== 'palette' && run !== undefined && keys.length < 9,
  );
  return Array.from(
    Map.groupBy(rows, ({ does }) => does),
    ([does, same]) => ({
      left: same.flatMap(({ keys }) => keys.map(keyLabel)).join(' '),
      does,
      off: same[0]?.off?.(app),
      complete: does,
      also: synonyms[same[0]?.action ?? ''],
      run: (each) => same[0]?.run?.(each, 0),
    }),
  );
}

function toItem(command: PaletteCommand, argument: string): PaletteItem {
  const { name, does } = command;
  const typed = argument === '' ? command.argument : argument;
  return {
    left: `:${name}${typed === undefined ? '' : ` ${typed}`}`,
    does,
    complete: command.argument === undefined ? name : `${name} `,
    also: synonyms[name],
    run: (app) => command.run(app, argument),
  };
}

/** The place that a person chose for this very text, by keys or a click. */
function chosenAt(app: App): number | undefined {
  const { prompt } = app.model.get();
  return prompt?.kind === 'command' ? prompt.chosen : undefined;
}

/** The offers, and the place of the chosen one: the first, as long as no key chose another one for this very text. */
export function paletteChoice(app: App): { readonly items: readonly PaletteItem[]; readonly at: number } {
  const items = findItems(app, textOf(app, 'command'));
  return { items, at: Math.min(chosenAt(app) ?? 0, Math.max(0, items.length - 1)) };
}

/** The next or the previous one. */
export function moveChoice(app: App, rows: 1 | -1): void {
  const { prompt } = app.model.get();
  const text = textOf(app, 'command');
  const { items, at } = paletteChoice(app);
  const wanted = rows === 1 && text === '' && chosenAt(app) === undefined ? 0 : at + rows;
  if (prompt?.kind === 'command' && items.length > 0) {
    app.model.ask({ ...prompt, chosen: Math.max(0, Math.min(items.length - 1, wanted)) });
  }
}

/** Tab: the chosen one, written out. */
export function completeCommand(app: App): void {
  const { items, at } = paletteChoice(app);
  const text = items[at]?.complete;
  if (text !== undefined) {
    app.model.write('command', text);
  }
}

/** What does that which somebody looks for here in vain, in a sentence; undefined: nobody knows. */
export function elsewhereText(app: App, typed: string): string | undefined {
  const [word = ''] = foldText(typed.trim()).split(/\s+/u);
  const [, text] = Object.entries(elsewhere).find(([words]) => words.split(' ').includes(word)) ?? [];
  return text && hintsIn(app, text);
}

/** Enter: runs the chosen one, which an empty line has only by keys or a click. */
export function runPaletteCommand(app: App): void {
  const typed = textOf(app, 'command').trim();
  const { items, at } = paletteChoice(app);
  const isChosen = chosenAt(app) !== undefined;
  app.model.answer();
  if (typed === 'q') {
    app.terminal.quit();
  } else if (items.length === 0) {
    const text = elsewhereText(app, typed);
    if (text === undefined) {
      openAnimal(app, typed);
    } else {
      say(app, text);
    }
  } else if (typed !== '' || isChosen) {
    items[at]?.run(app);
  }
}
