/**
 * The one key table. A binding carries its keys, its modes, its deed and the words for it: the footer and the help are
 * made from the same rows that run, so they cannot lie.
 *
 * The keys `[`, `]`, and the capitals A to D and O stay free: late ends of split arrow keys look like them.
 */
import * as arrange from '../actions/arrange.ts';
import * as find from '../list/find-rows.ts';
import { answerQuestion } from '../actions/say.ts';
import { animalAtCursor, hasMarks, moveCursor } from '../actions/cursor.ts';
import { choiceKeys, modeOf } from '../state/ui-model.ts';
import * as files from '../files/import-file.ts';
import * as fields from '../form/form-keys.ts';
import { formOf, isNewAnimal } from '../form/form-state.ts';
import { saveAndAddAnother, saveForm } from '../form/save-form.ts';
import * as review from '../review/review.ts';
import * as go from '../actions/navigate.ts';
import { allows, changeByKey, isSendingStopped, type KeyVerb, verbHint, wouldDo } from '../queue/change-queue.ts';
import { canUndo, undo } from '../queue/undo.ts';
import { openHelp } from '../view/help.ts';
import { openProof } from '../view/proof.ts';
import { copyAnimal, dropMarks, markAll, toggleMark } from '../marks/marks.ts';
import { refresh, syncNow } from '../actions/ask-store.ts';
import { moveConnectFocus, submitConnect } from '../first-run/connect.ts';
import { activityHint, openActivity, openActivityRow } from '../activity/open-activity.ts';
import type { KeyTable } from '../../app/preferences/bind-keys.ts';
import { describeState, decidedState } from '../../domain/entry.ts';
import { verbs } from '../../domain/verbs.ts';
import { screenOf, type App, type Binding } from '../app-context.ts';
import type { LineEdit } from '../input/line.ts';
import { completeCommand, moveChoice, openPalette, runPaletteCommand } from '../palette/find-items.ts';
import { isQueued } from '../../text/animal/pet-texts.ts';
import type { Mode, TypedPrompt } from '../state/ui-state.ts';

/** The modes with an animal under the cursor. */
const animals = ['list', 'view'] as const;
/** Texts that are read a page at a time. */
const texts = ['view', 'report', 'import', 'review'] as const;
/** Texts that are scrolled by a row. */
const pages = ['report', 'import'] as const;
/** In an import it queues. */
const leftByH = texts.filter((mode) => mode !== 'import');
/** What has a cursor. */
const lists = ['list', 'activity'] as const;
/** Every screen on which no text is typed. */
const screens = [...lists, ...texts] as const;
const typing = ['filter', 'command', 'pet-id', 'form', 'connect'] as const;
const everywhere = [...screens, ...typing, 'opening', 'first-run', 'choices', 'confirm', 'too-small'] as const;

/** There Ctrl-Z brings back what was typed over. */
const outsideForms = everywhere.filter((mode) => mode !== 'form' && mode !== 'choices');

type OneOrMore<Each> = Each | readonly Each[];

/** A row whose keys are those of the program. `when`: whether it is on; `why` it is off, else how the animal stands. */
function fixed(
  keys: OneOrMore<string>,
  modes: OneOrMore<Mode>,
  does: string,
  run?: Binding['run'],
  hint?: Binding['hint'],
  when?: (app: App) => boolean,
  why?: string,
): Binding {
  const off = when && ((app: App): string | undefined => (when(app) ? undefined : (why ?? standing(app))));
  return { keys: [keys].flat(), modes: [modes].flat(), does, run, hint, off };
}

function standing(app: App): string {
  const animal = animalAtCursor(app);
  if (!animal || hasMarks(app)) {
    return animal ? 'the marked ones are in other states' : 'the list is empty';
  }

  return isQueued(animal) ? `it is ${describeState(decidedState(animal))}` : 'it is on the store';
}

/** A row whose keys a person can replace, by the name of its action. */
function bind(action: string, ...cells: Parameters<typeof fixed>): Binding {
  return { action, ...fixed(...cells) };
}

const ofAnimal = (hint: string) => (app: App) => (animalAtCursor(app) ? hint : undefined);
const isIn = (app: App, ...modes: readonly Mode[]): boolean => modes.includes(modeOf(app.model.get()));
const isMine = (app: App): boolean => app.model.get().tab === 'mine';
/** Enter on a row, and in the card of an animal. */
const open = (app: App): void => {
  if (isIn(app, 'activity')) {
    openActivityRow(app);
  } else if (isIn(app, 'view')) {
    go.openVerdict(app);
  } else {
    go.openView(app);
  }
};
const openHint = (app: App): string | undefined => {
  if (isIn(app, 'activity')) {
    return activityHint(app);
  }

  const view = isIn(app, 'view') ? undefined : ofAnimal('view')(app);
  return go.needsVerdict(app) ? 'answer' : view;
};
const move = (by: number) => (app: App) => moveCursor(app, { rows: by });
/** On a list or a card to another animal, in a text by a line. */
const isText = (app: App): boolean => isIn(app, ...pages) || screenOf(app, 'view')?.found !== undefined;
const goBy = (by: number) => (app: App) => (isText(app) ? files.goInText(app, by) : moveCursor(app, { rows: by }));
const goHint = (card: string, text: string) => (app: App) => {
  const ofCard = isIn(app, 'view') ? card : undefined;
  return isText(app) ? text : ofCard;
};
const goPage = (by: 1 | -1, share: number) => (app: App) =>
  isIn(app, ...lists) ? moveCursor(app, { pages: by * share }) : go.scrollPage(app, by);
const read = (app: App): void => (isMine(app) ? syncNow(app) : refresh(app));
const turnTab = (by: 1 | -1) => (app: App) => arrange.changeTab(app, by);
const answer = (app: App): void => app.model.answer();
/** Enter in a line that is typed. */
const prompts = ['filter', 'command', 'pet-id'] as const;
type Answers = Readonly<Record<'filter' | TypedPrompt['kind'], readonly [hint: string, run: (app: App) => void]>>;
const answers: Answers = {
  filter: ['keep', find.keepFilter],
  command: ['run', runPaletteCommand],
  'pet-id': ['adopt', review.adoptTyped],
};
const answerOf = (app: App) => answers[app.model.get().prompt?.kind as keyof Answers];
const takeTyped = (app: App): void => answerOf(app)[1](app);
const takeTypedHint = (app: App): string => answerOf(app)[0];
const ofFilter = (filter: (app: App) => void, command: (app: App) => void) => (app: App) =>
  isIn(app, 'filter') ? filter(app) : command(app);
/** The fields of the form, and those of a new store. */
const goToField = (by: 1 | -1) => (app: App) =>
  isIn(app, 'connect') ? moveConnectFocus(app, by) : fields.moveFocus(app, by);
const chooseHint = (app: App): string => {
  const ofForm = formOf(app)?.focus === 'suggestions' ? 'use' : 'save';
  return isIn(app, 'first-run') ? 'choose' : ofForm;
};
const moves = ['left', 'left', 'right', 'right', 'home', 'home', 'end', 'end'] as const;
const moveKeys = ['left', 'ctrl-b', 'right', 'ctrl-f', 'home', 'ctrl-a', 'end', 'ctrl-e'];
const deletions = ['backspace', 'delete', 'delete', 'kill-word', 'kill-before', 'kill-after'] as const;
const deleteKeys = ['backspace', 'delete', 'ctrl-d', 'ctrl-w', 'ctrl-u', 'ctrl-k'];
const edit =
  (ops: readonly Exclude<LineEdit, { text: string }>['op'][]) =>
  (app: App, place: number): void =>
    app.model.edit({ op: ops[place] ?? 'left' });

const takeHint = (app: App) => (review.reviewText(app) ? 'take it' : undefined);
const nextReviewHint = (app: App) => (review.otherReview(app) ? 'next' : undefined);
const undoHint = (app: App) => (canUndo(app) ? 'undo' : undefined);
const undoing = [undo, undoHint, canUndo, 'no change to take back'] as const;
const takeImportHint = (app: App): string => (files.isPreview(app) ? 'queue all' : 'take it');
const leaveAlike = (app: App): void => files.queueImport(app, 'unlike');
const withoutAlike = [leaveAlike, files.unlikeHint, files.hasUnlike, files.noneUnlike] as const;
const hold = (app: App): void => files.queueImport(app, 'held');
const asHeld = [hold, 'held', files.isPreview, 'the columns are not named yet'] as const;
const isRecognised = (app: App): boolean => review.recognised(app) !== undefined;
const bringing = [fields.bringBack, 'bring back', fields.hasReplaced, 'nothing was replaced'] as const;
const another = [saveAndAddAnother, 'another', isNewAnimal, 'this one is entered already'] as const;
const digits = Array.from('123456789');
const form = ['form', 'choices'] as const;
/** A report is left by the key that leaves a pager. */
const quitted = [...lists, 'view', 'import', 'review', 'first-run'] as const;
const helped = [...screens, 'first-run'] as const;
const helpHint = (app: App) => (screenOf(app, 'report')?.keysOf === undefined ? 'help' : undefined);
/** Screens that a number leads away from: in a decision it is an answer. */
const numbered = screens.filter((mode) => mode !== 'review');
const showTab = (tab: 'all' | 'mine') => go.unlessForm((app) => go.goToTab(app, tab));
const commandsHint = (app: App) => (go.isOverForm(app) ? undefined : 'commands');

const chooseNext = (app: App): void => moveChoice(app, 1);
const chooseBefore = (app: App): void => moveChoice(app, -1);
const cancelHint = (app: App): string => (isIn(app, 'filter') ? 'clear' : 'cancel');
const readHint = (app: App): string => (isMine(app) ? 'sync' : 'refresh');
const goOn = (app: App): void => (isIn(app, 'connect') ? submitConnect(app) : fields.moveFocus(app, 1));
const goOnHint = (app: App) => (isIn(app, 'connect') ? 'go on' : undefined);
const down = (app: App): void => (isIn(app, 'connect') ? moveConnectFocus(app, 1) : fields.openSuggestions(app));
const up = (app: App): void => (isIn(app, 'connect') ? moveConnectFocus(app, -1) : fields.goUp(app));
const leave = (app: App): void => (isIn(app, 'connect') ? go.goBack(app) : fields.leaveForm(app));
const leaveHint = (app: App): string => (isIn(app, 'connect') ? 'back' : 'leave');

/** A verb with the states that allow it, as docs/reference.md lists them too. */
const inStates = (name: KeyVerb | 'edit', does: string): string => `${does} (${verbs[name].states.join(', ')})`;

/** A verb of the queue. */
function verb(name: KeyVerb, key: string, does: string, modes: readonly Mode[] = animals): Binding {
  const run = (app: App): void => changeByKey(app, name, review.leaveReview);
  const vain = (app: App) => (name === 'retry' && isSendingStopped(app) ? 'nothing is sent now' : undefined);
  const off = (app: App): string | undefined => (wouldDo(app, name) ? vain(app) : standing(app));
  return { ...bind(name, key, modes, inStates(name, does), run, verbHint(name)), off };
}

/** In the order in which help and footer show them; the first that fits a key counts. */
export const keymap: readonly Binding[] = [
  bind('open', ['enter', 'l', 'right'], lists, 'show all of it, or answer its review', open, openHint),
  fixed('enter', 'view', 'answer (review)', open, openHint, go.needsVerdict),
  fixed('enter', ['choices', 'first-run'], 'choose it; at the last field save', undefined, chooseHint),
  fixed('enter', 'review', 'take this answer', review.answerReview, takeHint),
  fixed(digits, 'review', 'go to the answer of this number', review.goToAnswer),
  fixed(['j', 'down'], 'review', 'next answer', (app) => review.moveAnswer(app, 1)),
  fixed(['k', 'up'], 'review', 'previous answer', (app) => review.moveAnswer(app, -1)),
  fixed('enter', 'import', 'queue all of it; take the column', files.takeImport, takeImportHint),
  bind('import-unlike', 's', 'import', 'queue it without what is like another', ...withoutAlike),
  bind('import-held', 'h', 'import', 'queue all of it as held: not sent until released', ...asHeld),
  bind('add', 'a', animals, 'add an animal', fields.openAddForm, 'add'),
  bind('clone', 'c', animals, 'add another like this one', fields.openCloneForm, ofAnimal('clone')),
  bind('filter', '/', lists, 'filter: luna ^lu cat:dogs is:sold since:2h -word', find.openFilter, 'filter'),
  bind('edit', 'e', animals, inStates('edit', 'edit'), fields.openEditForm, 'edit', (app) => allows(app, 'edit')),
  bind('next-decision', 'n', 'review', 'the next in review', review.nextReview, nextReviewHint),
  verb('retry', 'S', 'send now'),
  verb('discard', 'd', 'discard', [...animals, 'review']),
  verb('restore', 'R', 'restore'),
  verb('hold', 'z', 'hold until released'),
  verb('release', 'Z', 'release'),
  bind('not-mine', 'm', animals, 'this is not my animal (recognised)', review.reopen, 'not mine', isRecognised),
  bind('undo', 'u', [...animals, 'review'], 'undo: an add not yet sent, a discard, hold, edit or answer', ...undoing),
  bind('mark', ' ', 'list', 'mark, and go down', toggleMark, ofAnimal('mark')),
  bind('mark-all', '*', 'list', 'mark all shown animals', markAll),
  bind('mark-none', '-', 'list', 'clear the marks', dropMarks, undefined, hasMarks, 'first mark some'),
  bind('next-tab', 'tab', 'list', 'next tab: what you entered, or one status', turnTab(1), 'next tab'),
  bind('previous-tab', 'shift-tab', ['list', 'filter'], 'the tab before', turnTab(-1)),
  bind('sort-next', 's', 'list', 'sort by the next column', arrange.changeSort, 'sort'),
  bind('sort-reverse', 'o', 'list', 'sort the other way round', arrange.reverseSort),
  bind('refresh', 'r', animals, 'refresh the list; in Mine check and send too', read, readHint),
  bind('down', ['j', 'down', 'ctrl-n'], [...lists, 'view', ...pages], 'down', goBy(1), goHint('next', 'down')),
  bind('up', ['k', 'up', 'ctrl-p'], [...lists, 'view', ...pages], 'up', goBy(-1), goHint('previous', 'up')),
  bind('first', ['g', 'home'], [...lists, 'view', ...pages], 'first', goBy(-Infinity)),
  bind('last', ['G', 'end'], [...lists, 'view', ...pages], 'last', goBy(Infinity)),
  bind('half-page-down', 'ctrl-d', [...lists, ...texts], 'half a page down, in a text a page', goPage(1, 0.5)),
  bind('half-page-up', 'ctrl-u', [...lists, ...texts], 'half a page up, in a text a page', goPage(-1, 0.5)),
  bind('page-down', ['pagedown', 'ctrl-f'], [...lists, ...texts], 'a page down', goPage(1, 1)),
  bind('page-up', ['pageup', 'ctrl-b'], [...lists, ...texts], 'a page up', goPage(-1, 1)),
  bind('copy-id', 'y', animals, 'copy the id', copyAnimal),
  bind('proof', 'P', animals, 'the proof of what happened to it (entered here)', openProof),

  fixed('enter', prompts, 'take what is typed', takeTyped, takeTypedHint),
  fixed('escape', prompts, 'cancel; the filter is cleared', ofFilter(find.clearFilter, answer), cancelHint),
  bind('next-tab', 'tab', 'filter', 'next tab: what you entered, or one status', turnTab(1), 'next tab'),
  bind('complete', 'tab', 'command', 'write the marked one out', completeCommand, 'complete'),
  bind('next-match', ['down', 'ctrl-n'], ['filter', 'command'], 'next match', ofFilter(move(1), chooseNext)),
  bind('previous-match', ['up', 'ctrl-p'], ['filter', 'command'], 'match before', ofFilter(move(-1), chooseBefore)),
  fixed('y', 'confirm', 'yes', (app) => answerQuestion(app, true), 'yes'),
  fixed(['n', 'escape', 'enter', 'q'], 'confirm', 'no', (app) => answerQuestion(app, false), 'no'),

  bind('save', 'ctrl-s', form, 'save', saveForm, 'save'),
  bind('save-and-another', 'ctrl-o', form, 'save, and another of its category and status', ...another),
  fixed('enter', ['form', 'connect'], 'next field; at the last one save, or go on', goOn, goOnHint),
  bind('next-field', 'tab', [...form, 'connect'], 'next field', goToField(1), 'next'),
  bind('previous-field', 'shift-tab', [...form, 'connect'], 'previous field', goToField(-1)),
  fixed('down', ['form', 'connect'], 'to the known categories, else the next field', down),
  fixed(
    'up',
    ['form', 'connect'],
    'previous field; above the first one what was entered just now, then the one before',
    up,
  ),
  fixed(['j', 'k', 'down', 'up'], ['choices', 'first-run'], 'choose'),
  fixed(['left', 'right'], 'choices', 'the choice beside'),
  fixed(choiceKeys, 'choices', 'the choice that begins so, or not set', fields.chooseByKey),
  bind('bring-back', 'ctrl-z', form, 'bring back what was typed over or emptied', ...bringing),
  fixed('escape', [...form, 'connect'], 'leave; the draft of a new animal is kept', leave, leaveHint),

  fixed(moveKeys, typing, 'move in the line, by a character or to its ends', edit(moves)),
  fixed(
    deleteKeys,
    typing,
    'delete in the line: to the left, the right, a word, all before, all after',
    edit(deletions),
  ),

  bind('show-all', '1', numbered, 'all animals', showTab('all')),
  bind('show-mine', '2', numbered, 'what you entered here', showTab('mine')),
  bind('show-log', ['3', '!'], numbered, 'activity, also while you were away', go.unlessForm(openActivity)),
  bind('palette', ':', screens, 'go to an id, or run a command', go.unlessForm(openPalette), commandsHint),
  fixed('escape', lists, 'clear the marks, else the filter, else back', find.clearFilter),
  fixed('left', 'activity', 'back to the list', go.goBack),
  bind('back', ['escape', 'left', 'backspace'], texts, 'back', go.goBack, 'back'),
  bind('back', 'h', leftByH, 'back', go.goBack),
  bind('help', ['?', 'f1'], helped, 'these keys', openHelp, helpHint),
  bind('help', 'f1', [...form, 'connect'], 'these keys', openHelp, 'help'),
  bind('back', 'q', 'report', 'back', go.goBack),
  bind('redraw', 'ctrl-l', everywhere, 'draw everything again', (app) => app.terminal.redraw()),
  bind('suspend', 'ctrl-z', outsideForms, 'suspend; fg comes back', (app) => app.terminal.suspend()),
  bind('quit', 'q', [...quitted, 'opening', 'too-small'], 'quit', (app) => app.terminal.quit(), 'quit'),
  fixed('ctrl-c', everywhere, 'quit', (app) => app.terminal.quit()),
];

/** The table as keys of a person's own are bound in it. */
export const keyTable: KeyTable<Binding> = { rows: keymap, typing: new Set<string>(typing) };
