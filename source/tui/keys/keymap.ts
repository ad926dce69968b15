/**
 * The one key table. A binding carries its keys, its modes, its deed and the words for it: the footer and the help are
 * made from the same rows that run, so they cannot lie.
 *
 * The keys `[`, `]` and the capitals A to D stay free: late ends of split arrow keys look like them.
 */
import * as arrange from '../list/arrange.js';
import * as find from '../list/find-rows.js';
import { answerQuestion, askForText } from '../actions/say.js';
import { animalAtCursor, hasMarks, moveCursor } from '../actions/cursor.js';
import { choiceKeys } from '../state/ui-model.js';
import * as fields from '../form/form-keys.js';
import { formOf, isNewAnimal } from '../form/form-state.js';
import { saveAndAddAnother, saveForm } from '../form/save-form.js';
import * as review from '../review/review.js';
import * as go from '../actions/navigate.js';
import { allows, changeByKey, type KeyVerb, wouldDo } from '../queue/change-queue.js';
import { sendNow } from '../queue/rest.js';
import { restingEntries } from '../actions/countdown.js';
import { canUndo, undo } from '../queue/undo.js';
import { scrollPane } from '../pane/panes.js';
import { openProof } from '../view/proof.js';
import { copyAnimal, dropMarks, markAll, toggleMark } from '../marks/marks.js';
import { refresh, syncNow } from '../actions/ask-store.js';
import { moveConnectFocus, submitConnect } from '../first-run/connect.js';
import { saveKey } from '../first-run/enter-key.js';
import { activityHint, openActivity, openActivityRow } from '../activity/open-activity.js';
import type { KeyTable } from '../../app/preferences/bind-keys.js';
import { describeState, standingOf } from '../../domain/entry.js';
import { verbs } from '../../domain/verbs.js';
import type { App, Binding } from '../app-context.js';
import type { LineEdit } from '../input/line.js';
import { completeCommand, moveChoice, recallCommand, runPaletteCommand } from '../palette/find-items.js';
import { isQueued } from '../../text/animal/pet-texts.js';
import { listNames as lists, type Mode, typedPrompts } from '../state/ui-state.js';

/** The modes with an animal under the cursor. */
const animals = ['list', 'view', 'queue'] as const;
/** Texts that are read a page at a time. */
const texts = ['view', 'found', 'report', 'review', 'help', 'form-help'] as const;
/** Texts that are scrolled by a row. */
const pages = ['found', 'report', 'help', 'form-help'] as const;
/** Every screen on which no text is typed. */
const screens = [...lists, ...texts] as const;
const typing = ['filter', ...typedPrompts, 'form', 'connect'] as const;
const everywhere = [...screens, ...typing, 'opening', 'first-run', 'choices', 'confirm', 'too-small'] as const;

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

  return isQueued(animal) ? `it is ${describeState(standingOf(animal))}` : 'it is on the store';
}

/** A row whose keys a person can replace, by the name of its action. */
function bind(action: string, ...cells: Parameters<typeof fixed>): Binding {
  return { action, ...fixed(...cells) };
}

const edit = (op: Exclude<LineEdit, { text: string }>['op']) => (app: App) => app.model.edit({ op });
const ofAnimal = (hint: string) => (app: App) => (animalAtCursor(app) ? hint : undefined);
const openHint = (app: App): string | undefined => (go.needsVerdict(app) ? 'decide' : ofAnimal('view')(app));
const ask = (app: App): void => askForText(app, { kind: 'command' });
const move = (by: number) => (app: App) => moveCursor(app, { rows: by });

const completeHint = (app: App): string => (find.filterOffers(app).length > 0 ? 'complete' : 'next tab');
const chooseHint = (app: App) => (review.reviewParts(app) ? 'take it' : undefined);
const nextReviewHint = (app: App) => (review.otherReview(app) ? 'next' : undefined);
const undoHint = (app: App) => (canUndo(app) ? 'undo' : undefined);
const undoing = [
  (app: App) => fields.bringBackDraft(app) || undo(app),
  undoHint,
  canUndo,
  'no change to take back',
] as const;
const rests = (app: App): boolean => restingEntries(app).length > 0;
const sending = [sendNow, 'send now', rests, 'nothing rests'] as const;
const sortKeys = ['o i', 'o n', 'o c', 'o s', 'o r'];
const isRecognised = (app: App): boolean => review.recognised(app) !== undefined;
const isFocused = (focus: 'finish' | 'suggestions') => (app: App) => formOf(app)?.focus === focus;
const isKept = (app: App): boolean => formOf(app)?.kept !== undefined;
const emptying = [fields.emptyForm, 'empty', isKept, 'nothing was typed before'] as const;
const another = [saveAndAddAnother, 'another', isNewAnimal, 'this one is entered already'] as const;
const answer = (app: App): void => app.model.answer();
const digits = Array.from('123456789');
const form = ['form', 'choices'] as const;
const rows = ['list', 'queue'] as const;
/** Screens that others can be reached from: help over a form leads back to it, or its text would be left behind. */
const free = screens.filter((mode) => mode !== 'form-help');
const helped = [...free.filter((mode) => mode !== 'help'), 'first-run'] as const;
/** Screens that a number leads away from: in a decision it is an answer. */
const numbered = free.filter((mode) => mode !== 'review');

/** A verb of the queue. Two verbs of one key share its action, which goes by the animals. */
function verb(name: KeyVerb, key: string, does: string, modes: readonly Mode[] = animals): Binding {
  const action = verbs[name].otherwise ?? name;
  const run = (app: App): void => changeByKey(app, action, review.leaveReview);
  return bind(action, key, modes, does, run, name, (app) => wouldDo(app, name));
}

/** In the order in which help and footer show them; the first that fits a key counts. */
export const keymap: readonly Binding[] = [
  bind('open', 'enter', 'list', 'show every field', go.openView, openHint),
  bind('open', 'enter', 'queue', 'show its history, or decide', go.openView, openHint),
  bind('decide', 'enter', 'view', 'decide (review)', go.openVerdict, 'decide', go.needsVerdict),
  fixed('enter', 'first-run', 'choose it', undefined, 'choose'),
  fixed('enter', 'review', 'take this answer', review.answerReview, chooseHint),
  fixed(digits, 'review', 'go to the answer of this number', review.goToAnswer),
  fixed(['j', 'down'], 'review', 'next answer', (app) => review.moveAnswer(app, 1)),
  fixed(['k', 'up'], 'review', 'previous answer', (app) => review.moveAnswer(app, -1)),
  bind('add', 'a', ['list', 'queue', 'view'], 'add an animal', fields.openAddForm, 'add'),
  bind('clone', 'c', animals, 'add another like this one', fields.openCloneForm, ofAnimal('clone')),
  bind('filter', '/', rows, 'filter: luna cat:dogs is:sold id:500.. -word', find.openFilter, 'filter'),
  bind('filter', '/', 'activity', 'show what has these words', find.openFilter, 'filter'),
  bind('edit', 'e', animals, 'edit (queued)', fields.openEditForm, 'edit', (app) => allows(app, 'edit')),
  bind('edit-marked', 'E', rows, 'edit one field of all marked animals', fields.askForField),
  bind('next-decision', 'n', 'review', 'the next that needs your decision', review.nextReview, nextReviewHint),
  bind('send-now', 'S', animals, 'send now what rests before it is sent', ...sending),
  verb('retry', 'R', 'try again now (queued)'),
  verb('discard', 'd', 'discard (queued)', [...animals, 'review']),
  verb('restore', 'R', 'restore (discarded)'),
  verb('hold', 'z', 'hold: not sent until released (queued)'),
  verb('release', 'Z', 'release (held)'),
  bind('not-mine', 'm', animals, 'this is not my animal (recognised)', review.disown, 'not mine', isRecognised),
  bind('undo', 'u', [...animals, 'review'], 'undo: an add not yet sent, a discard, hold or edit', ...undoing),
  bind('mark', ' ', rows, 'mark, and go down', toggleMark, ofAnimal('mark')),
  bind('mark-all', '*', rows, 'mark all shown animals', markAll),
  bind('mark-none', '-', rows, 'clear the marks', dropMarks, undefined, hasMarks, 'first mark some'),
  bind('next-tab', 'tab', 'list', 'next status', (app) => arrange.changeTab(app, 1), 'status'),
  bind('previous-tab', 'shift-tab', 'list', 'previous status', (app) => arrange.changeTab(app, -1)),
  bind('next-tab', 'tab', 'queue', 'next section', (app) => arrange.goToSection(app, 1), 'section'),
  bind('previous-tab', 'shift-tab', 'queue', 'previous section', (app) => arrange.goToSection(app, -1)),
  bind('sort-next', 's', 'list', 'sort by the next column', arrange.changeSort, 'sort'),
  bind('sort-by', sortKeys, 'list', 'sort by id, name, category, status; reverse', arrange.sortByKey),
  fixed('enter', 'activity', 'show that animal, or the last of a batch', openActivityRow, activityHint),
  bind('refresh', 'r', ['list', 'view'], 'refresh the list', refresh, 'refresh'),
  bind('sync', 'r', 'queue', 'check, send and refresh now', syncNow, 'sync'),
  bind('down', ['j', 'down', 'ctrl-n'], lists, 'down', move(1)),
  bind('up', ['k', 'up', 'ctrl-p'], lists, 'up', move(-1)),
  bind('down', ['j', 'down'], 'view', 'next animal', move(1), 'next'),
  bind('up', ['k', 'up'], 'view', 'previous animal', move(-1), 'previous'),
  bind('first', ['g g', 'home'], [...lists, 'view'], 'first', move(-Infinity)),
  bind('last', ['G', 'end'], [...lists, 'view'], 'last', move(Infinity)),
  bind('half-page-down', 'ctrl-d', lists, 'half a page down', (app) => moveCursor(app, { pages: 0.5 })),
  bind('half-page-up', 'ctrl-u', lists, 'half a page up', (app) => moveCursor(app, { pages: -0.5 })),
  bind('page-down', ['pagedown', 'ctrl-f'], lists, 'a page down', (app) => moveCursor(app, { pages: 1 })),
  bind('page-up', ['pageup', 'ctrl-b'], lists, 'a page up', (app) => moveCursor(app, { pages: -1 })),
  bind('page-down', ['ctrl-d', 'pagedown'], texts, 'a page down', (app) => go.scrollPage(app, 1)),
  bind('page-up', ['ctrl-u', 'pageup'], texts, 'a page up', (app) => go.scrollPage(app, -1)),
  bind('down', ['j', 'down'], pages, 'scroll down', (app) => go.scrollBy(app, 1), 'down'),
  bind('up', ['k', 'up'], pages, 'scroll up', (app) => go.scrollBy(app, -1), 'up'),
  bind('first', ['g g', 'home'], pages, 'to the start', (app) => go.scrollBy(app, -Infinity)),
  bind('last', ['G', 'end'], pages, 'to the end', (app) => go.scrollBy(app, Infinity)),
  bind('pane-down', 'J', [...lists, 'help', 'form-help'], 'scroll the pane down', (app) => scrollPane(app, 1)),
  bind('pane-up', 'K', [...lists, 'help', 'form-help'], 'scroll the pane up', (app) => scrollPane(app, -1)),
  bind('copy-id', 'y', [...animals, 'found'], 'copy the id', (app) => copyAnimal(app, 'id')),
  bind('copy-json', 'Y', [...animals, 'found'], 'copy as JSON', (app) => copyAnimal(app, 'json')),
  bind('proof', 'P', [...animals, 'found'], 'the proof of what happened to it (entered here)', openProof),

  fixed('enter', 'filter', 'keep the filter', find.keepFilter, 'keep'),
  fixed('escape', 'filter', 'clear the filter', find.clearFilter, 'clear'),
  bind('next-match', ['down', 'ctrl-n'], 'filter', 'next match', move(1)),
  fixed('up', 'filter', 'previous match; in an empty line the filters before', find.recallFilter),
  bind('complete', 'tab', 'filter', 'complete cat: or is:, else the next status', find.completeFilter, completeHint),
  bind('complete-back', 'shift-tab', 'filter', 'previous status', (app) => find.changeTabOf(app, -1)),
  fixed('enter', 'command', 'run', runPaletteCommand, 'run'),
  bind('complete', 'tab', 'command', 'complete', completeCommand, 'complete'),
  bind('next-match', ['down', 'ctrl-n'], 'command', 'next choice', (app) => moveChoice(app, 1)),
  fixed('up', 'command', 'previous choice; in an empty line the commands before', recallCommand),
  bind('previous-match', 'ctrl-p', 'command', 'previous choice', (app) => moveChoice(app, -1)),
  bind('previous-match', 'ctrl-p', 'filter', 'previous match', move(-1)),
  fixed('enter', 'api-key', 'save the key', saveKey, 'save'),
  fixed('enter', 'field', 'change it in all, after a question', fields.readField, 'change'),
  fixed('enter', 'pet-id', 'it is this one', review.adoptTyped, 'adopt'),
  fixed('escape', typedPrompts, 'cancel', answer, 'cancel'),
  fixed('y', 'confirm', 'yes', (app) => answerQuestion(app, true), 'yes'),
  fixed(['n', 'escape', 'enter', 'q'], 'confirm', 'no', (app) => answerQuestion(app, false), 'no'),

  bind('save', 'ctrl-s', form, 'save', saveForm, 'save'),
  bind('save-and-another', 'ctrl-o', form, 'save, and another of its category and status', ...another),
  fixed('enter', 'form', 'next field', (app) => fields.moveFocus(app, 1)),
  bind('next-field', 'tab', form, 'next field', (app) => fields.moveFocus(app, 1), 'next'),
  bind('previous-field', 'shift-tab', form, 'previous field', (app) => fields.moveFocus(app, -1)),
  fixed('down', 'form', 'to the known categories', fields.openSuggestions),
  fixed('up', 'form', 'previous field', (app) => fields.moveFocus(app, -1)),
  fixed(['j', 'k', 'down', 'up'], ['choices', 'first-run'], 'choose'),
  fixed(['left', 'right'], 'choices', 'the choice beside'),
  fixed(choiceKeys, 'choices', 'the choice that begins so, or not set', fields.chooseByKey),
  fixed('enter', 'choices', 'save (at the end)', undefined, 'save', isFocused('finish')),
  fixed('enter', 'choices', 'use this category', undefined, 'use', isFocused('suggestions')),
  bind('drop-draft', 'ctrl-x', form, 'an empty form (a new animal); undo brings it back', ...emptying),
  fixed('escape', form, 'leave; the draft of a new animal is kept', fields.leaveForm, 'leave'),
  fixed('enter', 'connect', 'go on', submitConnect, 'go on'),
  bind('next-field', ['tab', 'down'], 'connect', 'next field', (app) => moveConnectFocus(app, 1), 'next'),
  bind('previous-field', ['shift-tab', 'up'], 'connect', 'previous field', (app) => moveConnectFocus(app, -1)),
  fixed('escape', 'connect', 'back', go.goBack, 'back'),

  bind('cursor-left', ['left', 'ctrl-b'], typing, 'left', edit('left')),
  bind('cursor-right', ['right', 'ctrl-f'], typing, 'right', edit('right')),
  bind('line-start', ['home', 'ctrl-a'], typing, 'to the start', edit('home')),
  bind('line-end', ['end', 'ctrl-e'], typing, 'to the end', edit('end')),
  bind('delete-left', 'backspace', typing, 'delete to the left', edit('backspace')),
  bind('delete-right', ['delete', 'ctrl-d'], typing, 'delete to the right', edit('delete')),
  bind('delete-word', 'ctrl-w', typing, 'delete the word before', edit('kill-word')),
  bind('delete-before', 'ctrl-u', typing, 'delete everything before', edit('kill-before')),
  bind('delete-after', 'ctrl-k', typing, 'delete everything after', edit('kill-after')),

  bind('show-pets', '1', numbered, 'pets', (app) => go.goTo(app, 'list')),
  bind('show-queue', '2', numbered, 'queue', (app) => go.goTo(app, 'queue')),
  bind('show-log', ['3', '!'], numbered, 'activity, also while you were away', openActivity),
  bind('palette', ':', free, 'go to an id, or run a command', ask, 'commands'),
  fixed('escape', 'list', 'clear the marks, else the filter', find.clearFilter),
  fixed('escape', 'queue', 'clear the marks, else the filter, else back', find.clearFilter),
  fixed('escape', 'activity', 'clear the filter, else back to the list', find.clearFilter),
  fixed('left', ['queue', 'activity'], 'back to the list', go.goBack),
  fixed('right', 'activity', 'show that animal', openActivityRow),
  bind('back', ['escape', 'left', 'backspace'], [...texts, 'opening'], 'back', go.goBack, 'back'),
  bind('back', 'h', texts, 'back', go.goBack),
  bind('open', ['l', 'right'], rows, 'open', go.openView),
  bind('help', ['?', 'f1'], helped, 'these keys', go.openHelp, 'help'),
  bind('help', 'f1', [...form, 'connect'], 'these keys', go.openHelp, 'help'),
  bind('back', ['q', 'f1', '?'], ['help', 'form-help'], 'back', go.goBack),
  bind('redraw', 'ctrl-l', everywhere, 'draw everything again', (app) => app.terminal.redraw()),
  bind('suspend', 'ctrl-z', everywhere, 'suspend; fg comes back', (app) => app.terminal.suspend()),
  bind('quit', 'q', [...helped, 'opening', 'too-small'], 'quit', (app) => app.terminal.quit(), 'quit'),
  fixed('ctrl-c', everywhere, 'quit', (app) => app.terminal.quit()),
];

/** The table as keys of a person's own are bound in it. */
export const keyTable: KeyTable<Binding> = { rows: keymap, typing: new Set<string>(typing) };
